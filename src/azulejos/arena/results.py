"""Where outcomes are kept: a file of lines to which lines are only ever added, one for each finished game."""

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from filelock import FileLock, Timeout

from azulejos.arena.crew import Crew
from azulejos.arena.fixtures import KEY, Fixture, key_of
from azulejos.arena.referee import Outcome
from azulejos.core.message import Message
from azulejos.errors import OptionError, RecordError

Line = dict[str, Any]


class Known:
    """What has been played: lines of games by their keys, and notes about them."""

    def __init__(self, lines: dict[str, Line], notes: list[Line]) -> None:
        self.lines = lines
        self.notes = notes

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Known":
        """What a file says."""
        return cls(*read(path))

    def outcomes(self, fixtures: Iterable[Fixture]) -> Iterator[Outcome]:
        """What is known about these games, in their order."""
        for fixture in fixtures:
            line = self.lines.get(fixture.key)
            if line is not None:
                yield Outcome.of(fixture, line)

    def missing(self, fixtures: Iterable[Fixture]) -> list[Fixture]:
        """The games that are still to be played."""
        return [fixture for fixture in fixtures if fixture.key not in self.lines]


class Results(Known):
    """An open results file. Only one can have it open; each line is on the disk before it counts."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        try:
            self._file = open(path, "a+b")  # noqa: SIM115 - closed by __exit__
        except OSError as error:
            reason = error.strerror or str(error)
            raise OptionError(
                Message("can't write {path}: {reason}", path=str(path), reason=reason)
            ) from None
        self._lock = FileLock(f"{os.fspath(path)}.lock")
        try:
            self._lock.acquire(timeout=0)
            self._cut_torn_line()
            super().__init__(*read(path))
        except Timeout:
            self._file.close()
            raise OptionError(Message("{path} is being written by somebody else", path=str(path))) from None
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._lock.release()

    def _cut_torn_line(self) -> None:
        """A line without an end was being written when somebody pulled the plug: its game is played again."""
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._file.truncate(whole)

    def add(self, outcome: Outcome) -> None:
        """Keep an outcome."""
        line = outcome.to_line()
        if outcome.fixture.key not in self.lines:
            self._write(line)
            self.lines[outcome.fixture.key] = line

    def note(self, facts: Line) -> None:
        """Keep something about the games that follow, unless it is what was noted last."""
        if self.notes[-1:] != [facts]:
            self._write({"note": facts})
            self.notes.append(facts)

    def _write(self, line: Line) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def play_missing(self, fixtures: Iterable[Fixture], crew: Crew) -> Iterator[Outcome]:
        """Play them, keeping each outcome before it is told."""
        for outcome in crew.play(self.missing(fixtures)):
            self.add(outcome)
            yield outcome


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Line], list[Line]]:
    """The lines of games by their keys, and the notes."""
    lines: dict[str, Line] = {}
    notes: list[Line] = []
    with open(path, encoding="utf8") as file:
        for number, text in enumerate(file, 1):
            line = _parsed(text, path, number)
            if "note" in line:
                notes.append(line["note"])
            else:
                lines.setdefault(key_of(line), line)
    return lines, notes


def _parsed(text: str, path: object, number: int) -> Line:
    try:
        line = json.loads(text)
        if not isinstance(line, dict) or not ("note" in line or {*KEY, "ranks"} <= set(line)):
            raise ValueError
    except (ValueError, RecursionError):
        raise RecordError(
            Message("{path}, line {line}: this is no result of a game", path=str(path), line=number)
        ) from None
    return line
