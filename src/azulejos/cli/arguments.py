"""Arguments: how commands are told what to do, and refuse what they can't."""

import argparse
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import azulejos
from azulejos import games, tell
from azulejos.core import ready
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.draw.theme import THEMES
from azulejos.errors import OptionError
from azulejos.files import write_whole
from azulejos.game import Game
from azulejos.lines import is_line
from azulejos.position import Position
from azulejos.reading import read
from azulejos.record import Record, read_text

WRONG_USE = 2
JOBS_MAX = 64
SECONDS_MAX = 3600
GAMES_MAX = 1_000_000
SIMULATIONS_MAX = 10_000_000  # on one's own computer

Add = Callable[[str, Callable[..., int | None], str], argparse.ArgumentParser]


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


class Version(argparse.Action):
    """Show which version this is, and end."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print(parser.prog, azulejos.__version__)
        parser.exit()


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


def add_game(sub: argparse.ArgumentParser, t: tell.Words, default: str | None = None) -> None:
    """Which game, and how it is played."""
    sub.add_argument("game", metavar=t("GAME"), nargs="?" if default else None, default=default)
    add_options(sub, t)


def add_options(sub: argparse.ArgumentParser, t: tell.Words) -> None:
    """How a game is played."""
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


def game_of(parsed: argparse.Namespace) -> Game:
    """The game that was asked for."""
    options = {
        name: _given(getattr(parsed, name))
        for name in ("first", *_game_options())
        if getattr(parsed, name) is not None
    }
    players = None if parsed.players is None else whole(parsed.players, "--players", 0)
    return Game(parsed.game, players, **options)


def add_source(sub: argparse.ArgumentParser, t: tell.Words) -> None:
    """A record, or a position."""
    sub.add_argument("file", metavar=t("FILE"), nargs="?")
    sub.add_argument("--position", metavar=t("LINE"), help=t("a position in one line, or a file with one"))


@ready.plain()
def record_of(parsed: argparse.Namespace) -> Record:
    """The record that was named, or one that begins and ends with a position."""
    if (parsed.file is None) == (parsed.position is None):
        raise OptionError(Message("name a record, or a position with --position"))
    if parsed.position is not None:
        return position_of(parsed.position).record()
    return Record.load(parsed.file)


@ready.plain()
def position_of(text: str) -> Position:
    """A position in one line, or a file with a line, a document or a record."""
    if not is_line(text) and not os.path.exists(text):
        raise OptionError(
            Message("no position in one line, and there is no such file: {path}", path=short(text))
        )
    return read(text if is_line(text) else read_text(text), deal="by hand")


def whole(text: str, what: str, least: int, most: int = 2**64 - 1) -> int:
    """A whole number from outside."""
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


def seed_of(parsed: argparse.Namespace) -> int | None:
    """The seed, if one was asked for."""
    return None if parsed.seed is None else whole(parsed.seed, "--seed", 0)


def seconds(text: str, what: str) -> float:
    """A time from outside."""
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?", text) and 0 <= float(text) <= SECONDS_MAX:
        return float(text)
    raise OptionError(
        Message(
            "{what} is a number of seconds up to {most}, not {value}",
            what=what,
            most=SECONDS_MAX,
            value=short(text),
        )
    )


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file that somebody has asked for, whole or not at all."""
    try:
        write_whole(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(Message("can't write {path}: {reason}", path=str(path), reason=reason)) from None


@contextmanager
def progress(t: tell.Words, total: int, what: str = "") -> Iterator[Callable[[int], object]]:
    """A progress bar of games, or of what else is done, on a terminal. Gives what to call when some are."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what or t("games"), total=total)
        yield lambda done: bar.advance(task, done)


def add_theme(parser: argparse.ArgumentParser, t: tell.Words) -> None:
    """In which colours something is drawn."""
    parser.add_argument(
        "--theme", default=next(iter(THEMES)), metavar="|".join(THEMES), help=t("in which colours")
    )


def check_theme(theme: str) -> None:
    if theme not in THEMES:
        raise OptionError(
            Message(
                "there is no theme {theme}; there is {themes}", theme=short(theme), themes=", ".join(THEMES)
            )
        )
