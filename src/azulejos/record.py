"""A record: a whole game as a small readable text file."""

from __future__ import annotations

import datetime
import json
import os
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from azulejos.core import ready
from azulejos.core.contract import CHANCE
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError, RecordError
from azulejos.files import write_whole
from azulejos.game import Game
from azulejos.position import EVERYBODY, Position, Turn, Viewer

FORMAT = "azulejos record"
FORMAT_VERSION = 1
TREE_VERSION = 2  # of a record with variations, see `azulejos.tree`
SIZE_MAX = 1_000_000  # bytes; a long game takes ten thousand
HIDDEN = "?"  # a choice that the reader may not know
OWN_KEYS = ("game", "players", "first", "rules", "date", "position")


class Record:
    """The choices of a game, CHANCE's included, with what is needed to play them again."""

    def __init__(
        self,
        game: Game,
        choices: Sequence[str],
        names: Sequence[str] = (),
        date: str | None = None,
        origin: dict[str, Any] | None = None,
        rules: int | None = None,
    ) -> None:
        self.game = game
        self.choices = list(choices)
        self.names = tuple(names)
        self.date = date or datetime.date.today().isoformat()
        self.origin = origin  # the position it began from, if not the usual one
        self.rules = rules  # the version of the rules it was played by; None: the present one
        self._way = ready.way()  # how long whoever replays it may have to wait for compiled rules
        self.hidden = 0  # choices that were left out because the reader may not know them: only to look at

    # ------------------------------------------------------------------------------------------
    # Playing again

    def begin(self) -> Position:
        """The position before the first choice. Nobody answers for CHANCE but the record."""
        how: dict[str, Any] = {"deal": "by hand", "names": self.names or None}
        origin = self.origin
        with ready.within(min(ready.way(), self._way)):
            position = self.game.start(**how) if origin is None else self.game.position(origin, **how)
        position.date = self.date
        return position

    def positions(self) -> Iterator[Position]:
        """The position before the first choice, and after each."""
        position = self.begin()
        yield position.copy()
        for choice in self.choices:
            position.play(choice)
            yield position.copy()

    def replay(self, count: int | None = None, deal: str = "at once") -> Position:
        """The position after so many choices, by default all.

        It has a dealer again, who answers for CHANCE at once; with `deal="by hand"` it has none. A record
        that hides choices is only to look at: nobody deals where it breaks off.
        """
        choices = self.choices if count is None else self.choices[: self._counted(count)]
        position = self.begin()
        for choice in choices:
            position.play(choice)
        return position if deal == "by hand" or self.hidden else position.copy_with_dealer()

    def _counted(self, count: object) -> int:
        is_whole = isinstance(count, int | np.integer) and not isinstance(count, bool)
        if is_whole and 0 <= count <= len(self.choices):  # type: ignore[operator]
            return int(count)  # type: ignore[call-overload]
        raise OptionError(
            Message(
                "{name} is a whole number from 0 to {most}, the choices of the record, not {value}",
                name="count",
                most=len(self.choices),
                value=short(count),
            )
        )

    def undo_point(self, people: Collection[int]) -> int | None:
        """How many choices to keep so that the last person to choose begins that turn again.

        Bots' replies are taken back too. None, if no person has chosen yet, or if something has
        been revealed since: by CHANCE, or because somebody was shown what only others knew.
        """
        position = self.begin()
        made: list[Turn] = []
        for choice in self.choices:
            made.append(position.this_turn)
            position.play(choice)
        by_people = [turn for turn in made if turn.seat in people]
        if not by_people:
            return None
        first = made.index(by_people[-1])
        if any(turn.seat == CHANCE for turn in made[first:]) or self._reveals_after(first):
            return None
        return first

    def _reveals_after(self, count: int) -> bool:
        """Has anybody been shown, after so many choices, what only others knew before?"""
        position = self.replay(count, "by hand")
        for choice in self.choices[count:]:
            if position.reveals(choice):
                return True
            position.play(choice)
        return False

    def cut(self, count: int | None) -> Record:
        """The record of the first choices. What is hidden comes after them, and is left out."""
        with ready.within(self._way):
            shorter = Record(self.game, self.choices[:count], self.names, self.date, self.origin, self.rules)
        shorter.hidden = self.hidden if len(shorter) == len(self) else 0
        return shorter

    def hides_from(self, viewer: int | None) -> bool:
        """Is there anything in it that a seat may not know as long as the game goes on?"""
        position = self.begin()
        if position != position.known_by(viewer):
            return True
        for choice in self.choices:
            if viewer in position.hidden_from(choice):
                return True
            position.play(choice)
        return False

    def __len__(self) -> int:
        return len(self.choices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.to_text() == other.to_text()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Record of {self.game.name}: {len(self)} choices, {self.date}>"

    # ------------------------------------------------------------------------------------------
    # Writing

    def to_text(self, known_by: Viewer = EVERYBODY) -> str:
        """The file. A line of choices for each turn, and one for CHANCE wherever it is asked.

        `known_by`: a seat, or None for a spectator, who may not read all of a game that isn't over;
        hidden choices are written as `?`, and what is hidden in the position it began from is left out.
        """
        hides = known_by is not EVERYBODY and not self.replay(deal="by hand").over
        viewer = known_by if hides else EVERYBODY
        lines = [f"{FORMAT} {FORMAT_VERSION}"]
        described = self.game.describe() | {"rules": self._version}
        lines += [f"{key}: {value}" for key, value in described.items()]
        lines += [f"date: {self.date}"]
        lines += [f"name {seat + 1}: {name}" for seat, name in enumerate(self.names)]
        if self.origin is not None:
            origin = self.origin if viewer is EVERYBODY else self.begin().known_by(viewer).to_dict()
            lines += [f"position: {json.dumps(origin)}"]
        lines += ["", *self._turns(viewer), f"end: {len(self) + self.hidden} choices", ""]
        return "\n".join(lines)

    @property
    def _version(self) -> int:
        return self.game.rules.version if self.rules is None else self.rules

    def _turns(self, viewer: Viewer) -> Iterator[str]:
        label = ""
        made: list[str] = []
        for who, choice in self._written(viewer):
            if made and who != label:
                yield f"{label}: {', '.join(made)}"
                made = []
            label = who
            made.append(choice)
        if made:
            yield f"{label}: {', '.join(made)}"

    def _written(self, viewer: Viewer) -> Iterator[tuple[str, str]]:
        """The choices as a viewer may read them, each with whose it is."""
        position = self.begin()
        known = None if viewer is EVERYBODY else position.known_by(viewer)  # what a reader can play again
        for choice in self.choices:
            is_hidden = viewer is not EVERYBODY and viewer in position.hidden_from(choice)
            if is_hidden:
                known = None
            elif known is not None and not (whose(known) == whose(position) and known.is_legal(choice)):
                yield whose(known), HIDDEN  # CHANCE is asked about what is hidden in the beginning
                known = None
            yield whose(position), HIDDEN if is_hidden else choice
            position.play(choice)
            if known is not None:
                known.play(choice)
        if self.hidden:
            yield whose(position), HIDDEN

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file whole or not at all."""
        write_whole(path, self.to_text().encode())

    # ------------------------------------------------------------------------------------------
    # Reading

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a file. Every choice is checked; the first that is wrong is named with its line."""
        return cls.from_text(read_text(path))

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read what `to_text` wrote; of a record with variations, its main line."""
        if text.startswith(f"{FORMAT} {TREE_VERSION}"):
            from azulejos.tree import Tree

            return Tree.from_text(text).main()
        return Parser(text).record()


def read_text(path: str | os.PathLike[str]) -> str:
    """A text file of ours, with a clear error if it is missing, too large, empty or no text."""
    try:
        with open(path, "rb") as file:
            content = file.read(SIZE_MAX + 1)
    except FileNotFoundError:
        raise RecordError(Message("there is no file {path}", path=str(path))) from None
    except IsADirectoryError:
        raise RecordError(Message("{path} is a folder, not a file", path=str(path))) from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise RecordError(Message("can't read {path}: {reason}", path=str(path), reason=reason)) from None
    if len(content) > SIZE_MAX:
        raise RecordError(Message("{path} is larger than {most} bytes", path=str(path), most=SIZE_MAX))
    try:
        text = content.decode("utf8")
    except UnicodeDecodeError:
        raise RecordError(Message("{path} is no text file", path=str(path))) from None
    if not text.strip():
        raise RecordError(Message("{path} is empty", path=str(path)))
    return text


def whose(position: Position) -> str:
    """Whose line it is, as the file says it: `chance`, or turn and seat."""
    turn = position.turn
    if turn is None:
        return "over"
    return "chance" if turn == CHANCE else f"{position.turn_number} seat-{turn + 1}"


class Parser:
    """Reads a record line by line; every refusal names the line and the reason."""

    VERSION = FORMAT_VERSION

    def __init__(self, text: str) -> None:
        self.lines = [*text.replace("\r\n", "\n").split("\n"), ""]
        self.at = 0

    def record(self) -> Record:
        record = self.main()
        self.check_end()
        return record

    def main(self) -> Record:
        """The record up to its line 'end: ...'; what may follow is left."""
        self._first_line()
        self._last_line()
        head = self._head()
        record = self._opened(head)
        position = record.begin()
        is_whole = self.play(position, record.rules)
        record.choices = position.history
        if is_whole:
            self.end(len(record))
        else:
            record.hidden = self._hidden(len(record))
        return record

    def wrong(self, template: str, **facts: Any) -> NoReturn:
        self.refuse(Message(template, **facts))

    def refuse(self, reason: Message) -> NoReturn:
        raise RecordError(Message("line {line}: {reason}", line=self.at + 1, reason=reason)) from None

    def _line(self) -> str:
        if self.at >= len(self.lines):
            self.at = len(self.lines) - 1
            self._cut_off()
        return self.lines[self.at]

    def _first_line(self) -> None:
        match = re.fullmatch(rf"{FORMAT} ([0-9]{{1,6}})", self.lines[0].strip())
        if match is None:
            self.wrong(
                "this is no record: it must begin with '{format} {version}'",
                format=FORMAT,
                version=self.VERSION,
            )
        if int(match[1]) != self.VERSION:
            self.wrong(
                "format {got} is unknown here; this program reads format {version}",
                got=int(match[1]),
                version=self.VERSION,
            )
        self.at = 1

    def _last_line(self) -> None:
        """A file that was cut off anywhere is noticed here, before anything else is complained about."""
        if not any(line.startswith("end: ") for line in self.lines):
            self.at = max(i for i, line in enumerate(self.lines) if line.strip())
            self._cut_off()

    def _cut_off(self) -> NoReturn:
        self.wrong("the record is cut off: its last line must be 'end: N choices'")

    def _head(self) -> dict[str, str]:
        """The lines up to the empty one."""
        head: dict[str, str] = {}
        while self._line():
            key, colon, value = self._line().partition(": ")
            if not colon or key in head:
                self.wrong("expected one 'key: value' for each key, got {text}", text=short(self._line()))
            if key == "rules" and not re.fullmatch(r"[0-9]{1,6}", value):
                self.wrong("the version of the rules is a whole number, not {value}", value=short(value))
            head[key] = value
            self.at += 1
        self.at += 1
        return head

    def _opened(self, head: dict[str, str]) -> Record:
        """The record before its choices."""
        for key in ("game", "players", "rules", "date"):
            if key not in head:
                self.wrong("there is no line '{key}: ...' above", key=key)
        players = head["players"]
        names = [head.pop(key) for key in [f"name {n + 1}" for n in range(9)] if key in head]
        options = {key: value for key, value in head.items() if key not in OWN_KEYS}
        try:
            game = Game.of(
                head["game"],
                int(players) if re.fullmatch(r"[0-9]{1,3}", players) else players,  # type: ignore[arg-type]
                head.get("first", "random"),
                options,
            )
            origin = json.loads(head["position"]) if "position" in head else None
            record = Record(game, [], names, _date(head["date"]), origin, int(head["rules"]))
            record.begin()
        except AzulejosError as error:
            self.refuse(error.message)
        except (ValueError, RecursionError):  # JSON that is none, or numbers of thousands of digits
            self.wrong("the position above is no JSON")
        return record

    def play(self, position: Position, version: int | None) -> bool:
        """The turns up to a line 'end: ...'. Are they all there, or is one hidden?

        What follows then can't be played: such a record is only to look at.
        """
        while not self._line().startswith("end:"):
            label, colon, rest = self._line().partition(": ")
            if not colon:
                self.wrong("expected 'whose: choices' or 'end: N choices', got {text}", text=short(label))
            if label != whose(position):
                self.wrong(
                    "it is the turn of '{right}', but the line says {label}",
                    right=whose(position),
                    label=short(label),
                )
            for choice in rest.split(", "):
                if choice == HIDDEN:
                    return False
                self._choose(position, choice, label, version)
            self.at += 1
        return True

    def _hidden(self, known: int) -> int:
        """How many choices are hidden, or come after one that is."""
        while not self._line().startswith("end:"):
            self.at += 1
        match = re.fullmatch(r"end: ([0-9]{1,6}) choices", self._line())
        if match is None or int(match[1]) <= known:
            self.wrong("expected 'end: N choices' with more choices than can be read")
        self.at += 1
        return int(match[1]) - known

    def _choose(self, position: Position, choice: str, label: str, version: int | None) -> None:
        if whose(position) != label:
            self.wrong("{choice} comes after the end of this turn", choice=short(choice))
        try:
            position.play(choice)
        except AzulejosError as error:
            present = position.rules.version
            if version != present:
                self.wrong(
                    "{reason} (played by version {version} of the rules; here is version {present})",
                    reason=error.message,
                    version=version,
                    present=present,
                )
            self.refuse(error.message)

    def end(self, count: int) -> None:
        """The line that says how many choices there were."""
        expected = f"end: {count} choices"
        if self._line() != expected:
            self.wrong("expected '{expected}', got {text}", expected=expected, text=short(self._line()))
        self.at += 1

    def check_end(self) -> None:
        if any(line.strip() for line in self.lines[self.at :]):
            self.wrong("nothing may follow the line 'end: N choices'")


def _date(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise OptionError(
            Message("date is a day such as 2026-05-31, not {value}", value=short(text))
        ) from None
