"""Where outcomes are kept: a file of lines to which lines are only ever added, one for each finished game."""

import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from azulejos.arena.crew import Crew
from azulejos.arena.fixtures import KEY, Fixture, key_of
from azulejos.arena.referee import LISTS, Outcome, play
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

    def codes(self, like: Fixture) -> list[str]:
        """Those that have played games between the same bots on deals of the same seed, the newest first."""
        facts = like.facts
        found = (
            line["code"]
            for line in reversed(self.lines.values())
            if all(line[name] == facts[name] for name in ("game", "bots", "seed"))
        )
        return list(dict.fromkeys(found))


class Results(Known):
    """An open results file. Only one can have it open; each line is on the disk before it counts."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self._lock = FileLock(f"{self._path}.lock")
        try:
            self._file = open(path, "a+b", buffering=0)  # noqa: SIM115 - closed by __exit__
        except OSError as error:
            raise self._unwritable(error) from None
        try:
            self._lock.acquire(timeout=0)
            super().__init__(*self._read())
        except Timeout:
            self._file.close()
            raise OptionError(Message("{path} is being written by somebody else", path=self._path)) from None
        except OSError as error:
            self.__exit__()
            raise self._unwritable(error) from None
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._lock.release()

    def _unwritable(self, error: OSError) -> OptionError:
        reason = error.strerror or str(error)
        return OptionError(Message("can't write {path}: {reason}", path=self._path, reason=reason))

    def _read(self) -> tuple[dict[str, Line], list[Line]]:
        """What the file says. A file that isn't ours is left as it is.

        A line without an end was being written when somebody pulled the plug: its game is played again.
        """
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            raise OptionError(Message("{path} is no ordinary file", path=self._path))
        self._file.seek(0)
        content = self._file.readall()
        whole, end, torn = content.rpartition(b"\n")
        found = _from_lines(whole + end, self._path)
        if torn:
            if not _is_begun(torn):
                raise _no_result(self._path, content.count(b"\n") + 1)
            self._file.truncate(len(whole + end))
        return found

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
        """Write a line whole or not at all."""
        rest = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        before = os.fstat(self._file.fileno()).st_size
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(before)
            raise self._unwritable(error) from None

    def play_missing(
        self, fixtures: Iterable[Fixture], crew: Crew, by: Callable[[Fixture], Outcome] = play
    ) -> Iterator[Outcome]:
        """Play them, keeping each outcome before it is told."""
        for outcome in crew.play(self.missing(fixtures), by):
            self.add(outcome)
            yield outcome


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Line], list[Line]]:
    """The lines of games by their keys, and the notes."""
    return _from_lines(Path(path).read_bytes(), os.fspath(path))


def _from_lines(content: bytes, path: str) -> tuple[dict[str, Line], list[Line]]:
    """The lines of games by their keys, and the notes, from what a file holds."""
    lines: dict[str, Line] = {}
    notes: list[Line] = []
    for number, text in enumerate(content.splitlines(), 1):
        line = _parsed(text, path, number)
        if "note" in line:
            notes.append(line["note"])
        else:
            lines.setdefault(key_of(line), line)
    return lines, notes


def _parsed(text: bytes, path: str, number: int) -> Line:
    try:
        line = json.loads(text.decode())
    except (ValueError, RecursionError):  # no text, no JSON, or numbers of thousands of digits
        raise _no_result(path, number) from None
    if not (isinstance(line, dict) and (_is_note(line) or _is_result(line))):
        raise _no_result(path, number)
    return line


def _no_result(path: str, number: int) -> RecordError:
    return RecordError(Message("{path}, line {line}: this is no result of a game", path=path, line=number))


def _is_begun(torn: bytes) -> bool:
    """Can this be the beginning of a line of ours?"""
    return any(
        torn[: len(begins)] == begins[: len(torn)] for begins in (b'{"note":', f'{{"{KEY[0]}":'.encode())
    )


def _is_note(line: Line) -> bool:
    note = line.get("note")
    return isinstance(note, dict) and all(isinstance(fact, str) for fact in note.values())


def _is_result(line: Line) -> bool:
    """Does it say all that an outcome is made of?"""
    if not set(KEY) <= set(line) or not _is_list(line["bots"], str):
        return False
    count = len(line["bots"])
    return (
        all(_is_list(line.get(name), int, float) for name in LISTS)
        and all(len(line[name]) == count for name in LISTS if name != "ranks")
        and len(line["ranks"]) in (0, count)
        and _is_fault(line.get("fault", [None, ""]), count)
        and isinstance(line.get("noted", {}), dict)
    )


def _is_list(value: object, *kinds: type) -> bool:
    return isinstance(value, list) and all(isinstance(entry, kinds) for entry in value)


def _is_fault(fault: object, count: int) -> bool:
    """The entrant whose it was, or None, and the reason."""
    match fault:
        case [None | int() as culprit, str()]:
            return culprit is None or 0 <= culprit < count
    return False
