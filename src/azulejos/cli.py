"""The commands."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

from azulejos import games, tell
from azulejos.core import jit
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.draw.theme import THEMES
from azulejos.errors import AzulejosError, OptionError, PositionError
from azulejos.game import Game
from azulejos.record import Record, read_text

if TYPE_CHECKING:
    from azulejos.position import Position
    from azulejos.terminal import View

WRONG_USE = 2
INTERRUPTED = 130
JOBS_MAX = 64


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. A user's mistake is one line on stderr and code 2."""
    words = tell.words(_language(list(sys.argv[1:] if arguments is None else arguments)))
    jit.notice_words = words.say
    try:
        parsed = _parser(words).parse_args(arguments)
        _check_language(parsed.lang)
        parsed.command(parsed, words)
        sys.stdout.flush()
    except AzulejosError as error:
        print(f"azulejos: {_explained(error, words)}", file=sys.stderr)
        return WRONG_USE
    except ModuleNotFoundError as error:
        if error.name not in ("rich", "fastapi", "uvicorn", "sqlalchemy", "jinja2"):
            raise
        text = words("this needs {package}: pip install 'azulejos[play]'", package=error.name)
        print(f"azulejos: {text}", file=sys.stderr)
        return WRONG_USE
    except BrokenPipeError:
        # Whoever read our output has left. Nothing more can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return 0


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

Add = Callable[[str, Callable[..., None], str], argparse.ArgumentParser]


class Parser(argparse.ArgumentParser):
    """argparse in our languages, with one-line errors."""

    def __init__(self, t: tell.Words, **settings: Any) -> None:
        super().__init__(add_help=False, formatter_class=partial(Formatter, t), **settings)
        self.t = t
        self._positionals.title = t("arguments")
        self._optionals.title = t("options")
        self.add_argument("-h", "--help", action="help", help=t("show this help"))

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"azulejos: {self.t.say(_usage_problem(message))}\n")


class Formatter(argparse.HelpFormatter):
    """argparse's help in our languages."""

    def __init__(self, t: tell.Words, prog: str) -> None:
        super().__init__(prog, width=min(100, shutil.get_terminal_size().columns - 2))
        self.t = t

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, self.t("usage: ") if prefix is None else prefix)


def _usage_problem(message: str) -> Message:
    """argparse's complaints, which come as finished English, as messages of ours."""
    if found := re.fullmatch(r"unrecognized arguments: (.*)", message):
        return Message("unknown arguments: {what} (try --help)", what=found[1])
    if found := re.fullmatch(r"the following arguments are required: (.*)", message):
        return Message("{what} is missing (try --help)", what=found[1])
    if found := re.fullmatch(r"argument (.*?): expected one argument", message):
        return Message("{what} needs a value", what=found[1])
    if found := re.fullmatch(r"argument .*?: invalid choice: (.*?) \(choose from (.*)\)", message):
        return Message("there is no command {what}; there is {commands}", what=found[1], commands=found[2])
    return Message("{reason} (try --help)", reason=message)


def _parser(t: tell.Words) -> Parser:
    parser = Parser(
        t, prog="azulejos", description=t("Board games of the Azul family: play, replay, simulate.")
    )
    languages = "|".join(tell.LANGUAGES)
    parser.add_argument("--lang", metavar=languages, help=t("language"))
    commands = parser.add_subparsers(
        required=True,
        metavar=t("COMMAND"),
        title=t("commands"),
        parser_class=cast(type[Parser], partial(Parser, t)),
    )

    def add(name: str, command: Callable[..., None], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=command)
        sub.add_argument("--lang", metavar=languages, help=t("language"), default=argparse.SUPPRESS)
        return sub

    _add_tables(add, t)
    _add_records(add, t)
    _add_numbers(add, t)
    return parser


def _add_tables(add: Add, t: tell.Words) -> None:
    """What is played, and where."""
    add("games", list_games, t("list the games and their options"))
    play = add("play", play_game, t("play at this terminal"))
    _add_game(play, t, default=games.FIRST)
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
    serve = add("serve", serve_tables, t("tables in the browser"))
    serve.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help=t("address to listen on (127.0.0.1)")
    )
    serve.add_argument(
        "--port", default="8080", metavar="N", help=t("port to listen on (8080; 0 for any free one)")
    )
    serve.add_argument(
        "--database", metavar="URL", help=t("where tables are kept; by default a file of yours")
    )
    serve.add_argument(
        "--rate", default="100", metavar="N", help=t("writing requests per second and address (100; 0: any)")
    )
    serve.add_argument(
        "--bot-processes", default="2", metavar="N", help=t("how many bots think at a time (2)")
    )
    serve.add_argument("--open", action="store_true", help=t("open the browser"))


def _add_records(add: Add, t: tell.Words) -> None:
    """What is done with games that were played, and before they are."""
    prepare = add("prepare", prepare_games, t("compile games for this machine now"))
    prepare.add_argument("games", metavar=t("GAME"), nargs="*", help=t("which games (all)"))
    prepare.add_argument("--all", action="store_true", help=t("also what only programs need"))
    prepare.add_argument("--jobs", default="1", metavar="N", help=t("how many games at a time (1)"))
    replay = add("replay", replay_record, t("step through a record"))
    replay.add_argument("file", metavar=t("FILE"))
    replay.add_argument("--at", metavar="N", help=t("show the position after N choices"))
    draw = add("draw", draw_position, t("draw a position of a record"))
    draw.add_argument("file", metavar=t("FILE"))
    draw.add_argument("--at", metavar="N", help=t("show the position after N choices"))
    draw.add_argument(
        "-o", "--output", required=True, metavar=t("FILE"), help=t("a file ending in .svg or .png")
    )
    draw.add_argument("--theme", default="light", metavar="|".join(THEMES), help=t("light, dark or contrast"))
    draw.add_argument("--seat", default="1", metavar="N", help=t("whose board is drawn large"))


def _add_numbers(add: Add, t: tell.Words) -> None:
    """What is counted."""
    simulate = add("simulate", simulate_games, t("play random games and count"))
    _add_game(simulate, t)
    simulate.add_argument("--games", default="10000", metavar="N", help=t("how many (10000)"))
    perft = add("perft", count_choices, t("count the sequences of choices"))
    _add_game(perft, t, default=games.FIRST)
    perft.add_argument("--depth", default="3", metavar="N", help=t("how many choices deep (3)"))
    perft.add_argument("--divide", action="store_true", help=t("one count for each first choice"))
    perft.add_argument("--position", metavar=t("FILE"), help=t("begin from a position document (JSON)"))


def _add_game(sub: argparse.ArgumentParser, t: tell.Words, default: str | None = None) -> None:
    sub.add_argument("game", metavar=t("GAME"), nargs="?" if default else None, default=default)
    sub.add_argument("--players", metavar="N", help=t("how many players"))
    sub.add_argument("--first", metavar=t("SEAT"), help=t("who begins: random, seat-1, seat-2, ..."))
    sub.add_argument("--seed", metavar="N", help=t("the same seed gives the same game"))
    for name, usage in _game_options().items():
        sub.add_argument(f"--{name}", metavar=usage, help=t("option of the game"))


def _game_options() -> dict[str, str]:
    """The options of all games, and how they are written."""
    return {option.name: option.usage for facts in games.GAMES.values() for option in facts.options}


def _given(value: str) -> str:
    """The value of an option, or what stands in a file that `@` names."""
    return read_text(value[1:]).strip() if value.startswith("@") else value


def _game(parsed: argparse.Namespace) -> Game:
    options = {
        name: _given(getattr(parsed, name))
        for name in ("first", *_game_options())
        if getattr(parsed, name) is not None
    }
    players = None if parsed.players is None else _whole(parsed.players, "--players", 0)
    return Game(parsed.game, players, **options)


def _whole(text: str, what: str, least: int, most: int = 2**64 - 1) -> int:
    if text.isdigit() and text.isascii() and len(text) <= 20 and least <= int(text) <= most:
        return int(text)
    raise OptionError(
        Message(
            "{what} is a whole number from {least} to {most}, not {value}",
            what=what,
            least=least,
            most=most,
            value=short(text),
        )
    )


def _seed(parsed: argparse.Namespace) -> int | None:
    return None if parsed.seed is None else _whole(parsed.seed, "--seed", 0)


# ------------------------------------------------------------------------------------------------
# Commands


def list_games(parsed: argparse.Namespace, t: tell.Words) -> None:
    """The games, without loading their rules."""
    from azulejos.bots import strength

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


def _view(t: tell.Words) -> "View":
    from azulejos.terminal import View

    return View(t.language)


def play_game(parsed: argparse.Namespace, t: tell.Words) -> None:
    """A new table, or a saved one."""
    from azulejos import terminal

    view = _view(t)
    if parsed.resume is not None:
        path = Path(parsed.resume) if parsed.resume else terminal.newest_unfinished()
        if path is None:
            raise OptionError(Message("there is no saved game to go on with"))
        terminal.resumed_table(path, view).run()
        return
    game = _game(parsed)
    unfinished = terminal.newest_unfinished()
    if unfinished is not None:
        view.print(t("There is an unfinished game: azulejos play --resume"), style="dim")
    bots = _bot_names(parsed.bots, game.players)
    names = _people_names(parsed.names, game.players - len(bots))
    table = terminal.new_table(game, names, bots, _seed(parsed), view)
    _prepare_in_background(game.name)
    table.run()


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
    jobs = min(_whole(parsed.jobs, "--jobs", 1, JOBS_MAX), len(names))
    if jobs == 1:
        for name in names:
            _prepare(name, parsed.all)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for done in [pool.submit(_prepare, name, parsed.all) for name in names]:
            done.result()


def _prepare(name: str, is_all: bool) -> None:
    """What people wait for comes first."""
    from azulejos import bots
    from azulejos import perft as counting

    doors = games.doors(name)
    _ = doors.advance
    bots.prepare(name)
    if is_all and not jit.is_plain():
        doors.open_all()
        counting.prepare(name)


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

    record = Record.load(parsed.file, compiled=False)
    replay = Replay(record, _view(t))
    if parsed.at is None:
        replay.step_through()
    else:
        replay.show(_whole(parsed.at, "--at", 0, len(record)))


def simulate_games(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Random games, and what they were like."""
    from azulejos.simulate import simulate, statistics

    game = _game(parsed)
    count = _whole(parsed.games, "--games", 1, 100_000_000)
    seed = _seed(parsed)
    view = _view(t)
    with _progress(view, t, count) as advance:
        played = simulate(game, count, seed, advance)
    view.console.print(statistics(game, played, t))


def _progress(view: "View", t: tell.Words, total: int) -> Any:
    """A progress bar on a terminal, nothing elsewhere."""
    from contextlib import contextmanager

    from rich.console import Console
    from rich.progress import Progress

    @contextmanager
    def bar() -> Any:
        console = Console(stderr=True)
        with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
            task = progress.add_task(t("games"), total=total)
            yield lambda games_done: progress.advance(task, games_done)

    return bar()


def serve_tables(parsed: argparse.Namespace, t: tell.Words) -> None:
    """A server for this machine, or for more if told so."""
    from azulejos.web.server import default_database, run

    database = parsed.database or default_database()
    port, rate = _whole(parsed.port, "--port", 0, 65535), _whole(parsed.rate, "--rate", 0, 10**6)
    bot_processes = _whole(parsed.bot_processes, "--bot-processes", 1, JOBS_MAX)
    run(parsed.host, port, database, t, parsed.open, rate, bot_processes)


def draw_position(parsed: argparse.Namespace, t: tell.Words) -> None:
    """A picture of a position, as SVG or PNG."""
    record = Record.load(parsed.file, compiled=False)
    count = len(record) if parsed.at is None else _whole(parsed.at, "--at", 0, len(record))
    seat = _whole(parsed.seat, "--seat", 1, record.game.players) - 1
    if parsed.theme not in THEMES:
        raise OptionError(
            Message(
                "there is no theme {theme}; there is {themes}",
                theme=short(parsed.theme),
                themes=", ".join(THEMES),
            )
        )
    picture = record.replay(count, "by hand").svg(seat, parsed.theme, t.language)
    output = Path(parsed.output)
    if output.suffix not in (".svg", ".png"):
        raise OptionError(Message("{path} must end in .svg or .png", path=short(parsed.output)))
    try:
        if output.suffix == ".png":
            output.write_bytes(_png(picture))
        else:
            output.write_text(picture, encoding="utf8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(
            Message("can't write {path}: {reason}", path=parsed.output, reason=reason)
        ) from None


def _png(picture: str) -> bytes:
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise OptionError(Message("PNG needs resvg_py: pip install 'azulejos[png]'")) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=2))


def count_choices(parsed: argparse.Namespace, t: tell.Words) -> None:
    """How many sequences of choices there are; the measure of a move generator."""
    from azulejos.perft import divide, perft

    depth = _whole(parsed.depth, "--depth", 0, 12)
    position = _opened(parsed.position) if parsed.position else _game(parsed).start(seed=_seed(parsed) or 0)
    if parsed.divide:
        for choice, count in divide(position, depth).items():
            print(f"{choice}: {count}")
    print(perft(position, depth))


def _opened(path: str) -> "Position":
    """A position from a file; the document says which game it is."""
    text = read_text(path)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):  # JSON that is none, or numbers of thousands of digits
        raise OptionError(Message("{path} is no JSON document", path=path)) from None
    if not isinstance(document, dict) or "game" not in document:
        raise OptionError(Message("{path} is no position: it names no game", path=path))
    options = document.get("options", {})
    if not isinstance(options, dict):
        raise OptionError(Message("{path} is no position: its options are no mapping", path=path))
    options = dict(options)
    first = options.pop("first", "random")
    game = Game.of(document["game"], document.get("players"), first, options)
    return game.position(document, deal="by hand")


if __name__ == "__main__":
    sys.exit(main())
