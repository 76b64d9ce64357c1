"""Compiling beside the server: tables open on the plain rules meanwhile."""

import subprocess
import sys
from collections.abc import Sequence

from azulejos import games
from azulejos.bots import thinking


class Preparing:
    """Processes that compile what isn't compiled yet. They end with the server."""

    def __init__(self, is_allowed: bool = True) -> None:
        self._is_allowed = is_allowed
        self._processes: list[subprocess.Popen] = []
        self._uploaded: set[str] = set()

    def begin(self) -> None:
        """What people play with, one game after the other."""
        self._prepare([game for game in games.GAMES if not _is_ready(game)])

    def for_uploads(self, game: str) -> None:
        """What plays positions that were uploaded, with bounds checks: needed when the first one comes."""
        if game not in self._uploaded:
            self._uploaded.add(game)
            self._prepare([] if _is_ready(game, checked=True) else [game], "--uploads")

    def _prepare(self, missing: Sequence[str], *options: str) -> None:
        if missing and self._is_allowed:
            command = [sys.executable, "-m", "azulejos", "prepare", *options, *missing]
            nothing = subprocess.DEVNULL
            self._processes.append(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing))

    def end(self) -> None:
        for process in self._processes:
            process.terminate()


def _is_ready(game: str, checked: bool = False) -> bool:
    return games.is_ready(game, checked) and thinking.is_ready(game, checked)
