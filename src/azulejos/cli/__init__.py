"""The commands."""

import argparse
import errno
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from azulejos import games, tell
from azulejos.cli.analysis import add_analysis
from azulejos.cli.arena import add_arena
from azulejos.cli.arguments import (
    JOBS_MAX,
    WRONG_USE,
    Add,
    Parser,
    Version,
    add_game,
    add_source,
    add_theme,
    check_theme,
    game_of,
    position_of,
    progress,
    record_of,
    seed_of,
    whole,
    write,
)
from azulejos.cli.exporting import add_exporting
from azulejos.cli.learning import add_learning
from azulejos.cli.letters import write_everywhere
from azulejos.cli.puzzles import add_puzzles
from azulejos.core import jit, ready
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError, PositionError, RecordError
from azulejos.game import Game
from azulejos.processes import Processes, killed_by_ctrl_c
from azulejos.record import Record

if TYPE_CHECKING:
    from azulejos.terminal import View

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
EXTRAS = {  # what else must be installed for whom
    **dict.fromkeys(("fastapi", "uvicorn", "sqlalchemy", "alembic", "jinja2", "segno"), "play"),
    "distributed": "cluster",
    "torch": "learn",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. A user's mistake is one line on stderr and code 2."""
    write_everywhere()
    words = tell.words(_language(list(sys.argv[1:] if arguments is None else arguments)))
    jit.notice_words = words.say
    try:
        parsed = _parser(words).parse_args(arguments)
        _check_language(parsed.lang)
        code = parsed.command(parsed, words)
        sys.stdout.flush()
    except AzulejosError as error:
        print(f"azulejos: {_explained(error, words)}", file=sys.stderr)
        return WRONG_USE
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        needed = {"package": error.name, "extra": EXTRAS[error.name]}
        text = words("this needs {package}: pip install 'azulejos[{extra}]'", **needed)
        print(f"azulejos: {text}", file=sys.stderr)
        return WRONG_USE
    except BrokenPipeError:  # whoever read our output has left
        _write_no_more()
        return 0
    except OSError as error:
        if error.errno not in FULL:
            raise
        _write_no_more()
        print(f"azulejos: {words.say(_unwritable(error))}", file=sys.stderr)
        return WRONG_USE
    return code or 0


def _write_no_more() -> None:
    """Nothing more can be written to the output, not even what is left of it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unwritable(error: OSError) -> Message:
    """What a full disk has no room for: what we print, unless it names a file."""
    if error.filename is None:
        return Message("can't write the output: {reason}", reason=error.strerror)
    return Message("can't write {path}: {reason}", path=error.filename, reason=error.strerror)


def _explained(error: AzulejosError, words: tell.Words) -> str:
    problems = error.problems if isinstance(error, PositionError) else (error.message,)
    return "; ".join(words.say(problem) for problem in problems)


def _language(arguments: list[str]) -> str:
    """The language asked for, or the system's if we have it. Needed before anything is parsed."""
    for i, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return _known(argument.removeprefix("--lang="))
        if argument == "--lang" and i + 1 < len(arguments):
            return _known(arguments[i + 1])
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return _known(os.environ[variable][:2])
    return tell.SOURCE


def _known(language: str) -> str:
    return language if language in tell.LANGUAGES else tell.SOURCE


def _check_language(language: str | None) -> None:
    if language is not None and language not in tell.LANGUAGES:
        raise OptionError(
            Message(
                "there is no language {language}; there is {languages}",
                language=short(language),
                languages=", ".join(tell.LANGUAGES),
            )
        )


# ------------------------------------------------------------------------------------------------
# Arguments


def _parser(t: tell.Words) -> Parser:
    parser = Parser(
        t, prog="azulejos", description=t("Board games of the Azul family: play, replay, simulate.")
    )
    languages = "|".join(tell.LANGUAGES)
    parser.add_argument("--version", action=Version, nargs=0, help=t("show the version"))
    parser.add_argument("--lang", metavar=languages, help=t("language"))
    commands = parser.add_subparsers(
        required=True,
        metavar=t("COMMAND"),
        title=t("commands"),
        parser_class=cast(type[Parser], partial(Parser, t)),
    )

    def add(name: str, command: Callable[..., int | None], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=command)
        sub.add_argument("--lang", metavar=languages, help=t("language"), default=argparse.SUPPRESS)
        return sub

    _add_tables(add, t)
    _add_records(add, t)
    _add_numbers(add, t)
    add_analysis(add, t)
    add_puzzles(add, t)
    add_arena(add, t)
    add_learning(add, t)
    add_exporting(add, t)
    return parser


def _add_tables(add: Add, t: tell.Words) -> None:
    """What is played, and where."""
    add("games", list_games, t("list the games and their options"))
    play = add("play", play_game, t("play at this terminal"))
    add_game(play, t, default=games.FIRST)
    play.add_argument(
        "--bots",
        metavar=t("NAMES"),
        help=t("bots for the last seats, with commas (easy, medium, hard, master, ...; medium); or none"),
    )
    play.add_argument("--names", metavar=t("NAMES"), help=t("names of the people, with commas"))
    play.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar=t("FILE"),
        help=t("go on with a saved game, by default the last"),
    )
    play.add_argument(
        "--deal", metavar="by-hand", help=t("with real tiles: type what was dealt, nothing is drawn for you")
    )
    _add_serve(add("serve", serve_tables, t("tables in the browser")), t)


def _add_serve(serve: argparse.ArgumentParser, t: tell.Words) -> None:
    """Where tables are served and kept, and by whom."""
    serve.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help=t("address to listen on (127.0.0.1)")
    )
    serve.add_argument(
        "--port", default="8080", metavar="N", help=t("port to listen on (8080; 0 for any free one)")
    )
    serve.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NAME",
        help=t("a name that people reach it by, besides where it listens; can be given several times"),
    )
    serve.add_argument(
        "--database", metavar="URL", help=t("where tables are kept; by default a file of yours")
    )
    serve.add_argument(
        "--processes", default="1", metavar="N", help=t("server processes at this address (1)")
    )
    serve.add_argument(
        "--events",
        metavar="URL",
        help=t("a Redis server by which processes hear of each other; with one process there is no need"),
    )
    serve.add_argument("--open", action="store_true", help=t("open the browser"))
    _add_limits(serve, t)


def _add_limits(serve: argparse.ArgumentParser, t: tell.Words) -> None:
    """How much a server does for whoever asks."""
    serve.add_argument(
        "--rate", default="100", metavar="N", help=t("requests per second and address (100; 0: any)")
    )
    serve.add_argument(
        "--streams",
        default="200",
        metavar="N",
        help=t("pages that may follow tables from one address (200; 0: any number)"),
    )
    serve.add_argument(
        "--bot-processes", default="2", metavar="N", help=t("how many bots think at a time (2)")
    )
    serve.add_argument(
        "--no-messages", action="store_true", help=t("people can't write to each other at tables")
    )


def _add_records(add: Add, t: tell.Words) -> None:
    """What is done with games that were played, and before they are."""
    prepare = add("prepare", prepare_games, t("compile games for this machine now"))
    prepare.add_argument("games", metavar=t("GAME"), nargs="*", help=t("which games (all)"))
    prepare.add_argument("--uploads", action="store_true", help=t("also what plays uploaded games"))
    prepare.add_argument("--all", action="store_true", help=t("also what only programs need"))
    prepare.add_argument("--jobs", default="1", metavar="N", help=t("how many games at a time (1)"))
    replay = add("replay", replay_record, t("step through a record"))
    replay.add_argument("file", metavar=t("FILE"))
    replay.add_argument("--at", metavar="N", help=t("show the position after N choices"))
    draw = add("draw", draw_position, t("draw a position, or one of a record"))
    add_source(draw, t)
    draw.add_argument("--at", metavar="N", help=t("show the position after N choices"))
    draw.add_argument(
        "-o", "--output", required=True, metavar=t("FILE"), help=t("a file ending in .svg or .png")
    )
    add_theme(draw, t)
    draw.add_argument("--seat", default="1", metavar="N", help=t("whose board is drawn large"))


def _add_numbers(add: Add, t: tell.Words) -> None:
    """What is counted."""
    simulate = add("simulate", simulate_games, t("play random games and count"))
    add_game(simulate, t)
    simulate.add_argument("--games", default="10000", metavar="N", help=t("how many (10000)"))
    simulate.add_argument("--device", default="cpu", metavar="cpu|cuda", help=t("who plays them (cpu)"))
    perft = add("perft", count_choices, t("count the sequences of choices"))
    add_game(perft, t, default=games.FIRST)
    perft.add_argument("--depth", default="3", metavar="N", help=t("how many choices deep (3)"))
    perft.add_argument("--divide", action="store_true", help=t("one count for each first choice"))
    perft.add_argument("--position", metavar=t("LINE"), help=t("a position in one line, or a file with one"))


# ------------------------------------------------------------------------------------------------
# Commands


def list_games(parsed: argparse.Namespace, t: tell.Words) -> None:
    """The games, without loading their rules, and the bots."""
    from azulejos.bots import persons, strength

    for facts in games.GAMES.values():
        least, most = facts.players
        print(f"{facts.name}: {tell.title(facts.name, t.language)}")
        players = t("{least} to {most} players", least=least, most=most)
        print("  " + (players if least < most else t("{n} players", n=most)))
        print("  --first random|seat-1|...")
        for option in facts.options:
            print(f"  --{option.name} {option.usage}")
        print(f"  --bots {'|'.join((*strength.levels(), *strength.RESEARCHERS))}")
        for bot in (*strength.levels(), *strength.RESEARCHERS):
            if told := strength.told(facts.name, bot, t):
                print(f"    {bot}: {told}")
    print(t("Bots:"))
    for level, who in persons.WHO.items():
        print(f"  {level}: {who.name}. {t.say(who.plays)} {t.say(who.strength)}")


def _view(t: tell.Words) -> "View":
    from azulejos.terminal import View

    return View(t.language)


def play_game(parsed: argparse.Namespace, t: tell.Words) -> None:
    """A new table, or a saved one."""
    from azulejos import terminal

    view = _view(t)
    if parsed.deal is not None:
        _keep_books(parsed, view)
        return
    if parsed.resume is not None:
        terminal.resumed_table(_saved(parsed.resume), view).run()
        return
    game = game_of(parsed)
    unfinished = terminal.newest_unfinished()
    if unfinished is not None:
        view.print(t("There is an unfinished game: azulejos play --resume"), style="dim")
    bots = _bot_names(parsed.bots, game.players)
    names = _people_names(parsed.names, game.players - len(bots))
    table = terminal.new_table(game, names, bots, seed_of(parsed), view)
    _prepare_in_background(game.name)
    table.run()


def _saved(name: str, is_real: bool = False) -> Path:
    """The saved game that is meant: the last one unless a file is named."""
    from azulejos.terminal import newest_unfinished

    path = Path(name) if name else newest_unfinished(is_real)
    if path is None:
        raise OptionError(Message("there is no saved game to go on with"))
    return path


def _keep_books(parsed: argparse.Namespace, view: "View") -> None:
    """People play with real tiles, and the program keeps the books."""
    from azulejos import bookkeeper, terminal

    if parsed.deal != "by-hand" or parsed.bots not in (None, "none"):
        raise OptionError(Message("--deal is by-hand, and only people play with real tiles: no --bots"))
    with ready.now():
        if parsed.resume is not None:
            path = _saved(parsed.resume, is_real=True)
            record = Record.load(path)
            if record.hidden:
                raise RecordError(Message("this game hides choices: it can only be looked at"))
            position = record.replay(deal="by hand")
        else:
            game = game_of(parsed)
            path = bookkeeper.path_for(game.name, terminal.saved_tables())
            names = _people_names(parsed.names, game.players) or None
            position = game.start(names=names, deal="by hand")
    bookkeeper.Bookkeeper(position, view, path).run()


def _prepare_in_background(game: str) -> None:
    """Let another process compile what the bots need, while people already play."""
    subprocess.Popen(
        [sys.executable, "-m", "azulejos", "prepare", game],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def prepare_games(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Compile games for this machine now, so that nobody waits later."""
    names = [Game(name).name for name in parsed.games or games.GAMES]
    jobs = min(whole(parsed.jobs, "--jobs", 1, JOBS_MAX), len(names))
    if jobs == 1:
        for name in names:
            with killed_by_ctrl_c():
                _prepare(name, parsed.uploads, parsed.all)
        return
    with Processes(jobs) as pool:
        try:
            for done in [pool.submit(_prepare, name, parsed.uploads, parsed.all) for name in names]:
                done.result()
        except BaseException:
            pool.stop()
            raise


def _prepare(name: str, with_uploads: bool, is_all: bool) -> None:
    """What people wait for comes first."""
    from azulejos import batch, bots, observations
    from azulejos import perft as counting
    from azulejos.games import prospects

    doors = games.doors(name)
    doors.open("advance")
    prospects.prepare(name)
    bots.prepare(name)
    if with_uploads or is_all:
        games.doors(name, checked=True).open("advance")
        prospects.prepare(name, checked=True)
    if with_uploads:
        bots.prepare(name, checked=True)
    if is_all:
        doors.open_all()
        counting.prepare(name)
        counting.prepare(name, checked=True)
        batch.prepare(name)
        observations.prepare(name)


def _people_names(given: str | None, people: int) -> list[str]:
    if given is None:
        return []
    names = [name.strip() for name in given.split(",")]
    if len(names) != people:
        raise OptionError(Message("names: {count} expected, {got} given", count=people, got=len(names)))
    return names


def _bot_names(given: str | None, players: int) -> list[str]:
    """By default one person plays against bots of one level at all other seats."""
    from azulejos.bots import BOTS, bot, strength

    if given is None:
        return [strength.PICKED] * (players - 1)
    names = [] if given in ("none", "") else given.split(",")
    for name in names:
        if name not in BOTS:
            bot(name)
    return names


def replay_record(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Step through a record, or show one position of it."""
    from azulejos.terminal import Replay

    with ready.plain():
        record = Record.load(parsed.file)
    replay = Replay(record, _view(t))
    if parsed.at is None:
        replay.step_through()
    else:
        replay.show(whole(parsed.at, "--at", 0, len(record)))


def simulate_games(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Random games, and what they were like."""
    from azulejos.simulate import simulate, statistics

    game = game_of(parsed)
    count = whole(parsed.games, "--games", 1, 100_000_000)
    seed = seed_of(parsed)
    view = _view(t)
    with progress(t, count) as advance:
        played = simulate(game, count, seed, advance, parsed.device)
    view.console.print(statistics(game, played, t))


def serve_tables(parsed: argparse.Namespace, t: tell.Words) -> None:
    """A server for this machine, or for more if told so."""
    from azulejos.web.hosts import Hosts
    from azulejos.web.server import Service, default_database, run

    port = whole(parsed.port, "--port", 0, 65535)
    service = Service(
        parsed.database or default_database(),
        parsed.events,
        processes=whole(parsed.processes, "--processes", 1, JOBS_MAX),
        bot_processes=whole(parsed.bot_processes, "--bot-processes", 1, JOBS_MAX),
        rate=whole(parsed.rate, "--rate", 0, 10**6),
        streams_each=whole(parsed.streams, "--streams", 0, 10**6),
        has_messages=not parsed.no_messages,
        hosts=Hosts.named(parsed.allowed_host),
    )
    run(parsed.host, port, service, t, parsed.open)


def draw_position(parsed: argparse.Namespace, t: tell.Words) -> None:
    """A picture of a position, as SVG or PNG."""
    from azulejos.bots import persons

    record = record_of(parsed)
    count = len(record) if parsed.at is None else whole(parsed.at, "--at", 0, len(record))
    seat = whole(parsed.seat, "--seat", 1, record.game.players) - 1
    check_theme(parsed.theme)
    record.names = tuple(persons.called(zip(record.names, record.names, strict=True)))
    position, look = record.replay(count, "by hand"), (seat, parsed.theme, t.language)
    suffix = Path(parsed.output).suffix
    if suffix not in (".svg", ".png"):
        raise OptionError(Message("{path} must end in .svg or .png", path=short(parsed.output)))
    write(parsed.output, position.png(*look) if suffix == ".png" else position.svg(*look))


def count_choices(parsed: argparse.Namespace, t: tell.Words) -> None:
    """How many sequences of choices there are; the measure of a move generator."""
    from azulejos.perft import divide, perft

    depth = whole(parsed.depth, "--depth", 0, 12)
    position = (
        position_of(parsed.position) if parsed.position else game_of(parsed).start(seed=seed_of(parsed) or 0)
    )
    with killed_by_ctrl_c():
        parts = divide(position, depth) if parsed.divide else {}
        whole_count = perft(position, depth)
    for choice, count in parts.items():
        print(f"{choice}: {count}")
    print(whole_count)
