"""The command that makes puzzles."""

import argparse
import errno
import os
from pathlib import Path

from azulejos import games, tell
from azulejos.cli.arguments import Add, progress, seed_of, whole
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import Game

PUZZLES_MAX = 10_000


def add_puzzles(add: Add, t: tell.Words) -> None:
    """Positions in which one turn is clearly the best."""
    puzzles = add("puzzles", make_puzzles, t("make puzzles from games of the bots"))
    puzzles.add_argument("action", metavar="make")
    puzzles.add_argument("games", metavar=t("GAME"), nargs="*", help=t("which games (all)"))
    puzzles.add_argument("--to", required=True, metavar=t("FOLDER"), help=t("a file for each game; goes on"))
    puzzles.add_argument("--count", default="400", metavar="N", help=t("how many in all (400)"))
    puzzles.add_argument("--seed", metavar="N", help=t("other puzzles, the same for the same number"))


def make_puzzles(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Make puzzles, or go on where that was broken off."""
    from azulejos.puzzles.making import make

    if parsed.action != "make":
        raise OptionError(Message("puzzles can only be made, not {action}", action=short(parsed.action)))
    names = tuple(dict.fromkeys(Game(name).name for name in parsed.games or games.GAMES))
    count = whole(parsed.count, "--count", 1, PUZZLES_MAX)
    folder = Path(parsed.to)
    if not folder.is_dir():
        raise OptionError(Message("there is no folder {path}", path=str(folder)))
    if not os.access(folder, os.W_OK):
        reason = os.strerror(errno.EACCES)
        raise OptionError(Message("can't write {path}: {reason}", path=str(folder), reason=reason))
    with progress(t, count, t("puzzles")) as advance:
        make(folder, count, seed_of(parsed) or 0, names, advance)
