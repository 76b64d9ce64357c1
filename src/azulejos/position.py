"""A position: one table in play, with what was chosen so far."""

from __future__ import annotations

import datetime
import importlib.util
import itertools
import struct
import threading
from array import array
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from azulejos import games, lines, tell
from azulejos.core import doors, ready
from azulejos.core.contract import CHANCE, HEADER, NO_PIECE, OVER, STORY_ROW, Contract
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.core.plain import Plain
from azulejos.core.rng import WORD, system_seed
from azulejos.draw.view import View, svg
from azulejos.errors import IllegalChoice, OptionError, Unplayable
from azulejos.observations import SPARSE, check_kind, observer
from azulejos.returns import check_returns, returns
from azulejos.tell.endings import Ending, Tie, ending, tie

if TYPE_CHECKING:
    from azulejos.game import Game
    from azulejos.record import Record

POSITION_FORMAT = "azulejos position 1"
_, TO_MOVE, TURN_NUMBER, STEP, ROUND_NUMBER, PHASE_ID = range(len(HEADER))
ROW_BYTES = STORY_ROW.itemsize
_pictures = itertools.count()
LISTED = 12  # how many legal choices an error names
SPECTATOR = -1  # as the rules know one
WHOLE = (int, np.integer)  # kinds of numbers; a union of them would be made anew at every choice
UNSOUND = (ArithmeticError, LookupError, ValueError)  # raised by rules at a table they weren't made for


class Everybody(Enum):
    """Somebody from whom nothing is hidden."""

    EVERYBODY = "everybody"


EVERYBODY = Everybody.EVERYBODY
Viewer = int | Everybody | None  # a seat, somebody from whom nothing is hidden, or a spectator
Choices = tuple[str, ...]  # of a turn, in the order in which they are made


class Turn(NamedTuple):
    """A turn of a game. As long as it is the same, the same seat goes on choosing."""

    seat: int | None  # or CHANCE, which may be asked within a turn; None when the game is over
    number: int


_WORD = struct.Struct("=Q")


class _Desk(NamedTuple):
    """Where things lie in a desk of `core.doors`: the first two in bytes, the others in words of two."""

    table: int  # how many bytes it takes
    rng: int
    deals: int
    scores: int
    ranks: int
    legal_n: int
    legal: int
    size: int  # in bytes


@cache
def _desk(game: str) -> _Desk:
    rules = games.contract(game)
    dtype = doors.desk(rules.dtype, rules.legal_max)
    fields: Any = dtype.fields
    words = {name: fields[name][1] // 2 for name in ("deals", "scores", "ranks", "legal_n", "legal")}
    return _Desk(table=rules.dtype.itemsize, rng=fields["rng"][1], size=dtype.itemsize, **words)


class _Told(threading.local):
    """What a choice has just led to; the same sheet for all positions of a thread."""

    def __init__(self) -> None:
        self.sheet = np.zeros(doors.TOLD.itemsize, np.uint8)
        fields: Any = doors.TOLD.fields
        played, story = fields["played"][1], fields["story"][1]
        self.played = self.sheet.data[played:story].cast("h")
        self.rows_n = self.sheet.data[story : story + 2].cast("h")
        self.rows = self.sheet.data[story + 2 :]


_told = _Told()


class Story:
    """What a choice led to: rows of pieces moved, points scored, things that happened."""

    __slots__ = ("_bytes", "rules")

    def __init__(self, rules: Contract, rows: bytes) -> None:
        self.rules = rules
        self._bytes = rows

    @property
    def rows(self) -> np.ndarray:
        """The rows as numbers: see `core.contract.STORY_ROW`."""
        return np.frombuffer(self._bytes, STORY_ROW)

    def __len__(self) -> int:
        return len(self._bytes) // STORY_ROW.itemsize

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows with names instead of numbers."""
        rules = self.rules
        for row in self.rows.tolist():
            what, seat, count, piece, source, target, points, clause, _ = row
            yield {
                "what": rules.events[what],
                "seat": seat if seat >= 0 else None,
                "count": count,
                "piece": rules.pieces[piece] if piece >= 0 else None,
                "from": rules.places[source] if source >= 0 else None,
                "to": rules.places[target] if target >= 0 else None,
                "points": points,
                "clause": f"{rules.facts.clauses}-{clause:02}",
            }

    def known_by(self, viewer: Viewer) -> Story:
        """The same without the pieces that a viewer may not know."""
        if viewer is EVERYBODY:
            return self
        rows = self.rows
        if not any(rows["secret"].tolist()):  # in most stories
            return self
        hidden = (rows["secret"] == 1) & (rows["seat"] != (SPECTATOR if viewer is None else viewer))
        rows = rows.copy()
        rows["piece"][hidden] = NO_PIECE
        return Story(self.rules, rows.tobytes())

    def __repr__(self) -> str:
        return f"<Story of {len(self)} rows>"


class Position:
    """A table in play. Made by `Game.start` and `Game.position`; changed only by `play`."""

    __hash__ = None  # type: ignore[assignment]
    __slots__ = (
        "_advance",
        "_buffer",
        "_desk",
        "_doors",
        "_history",
        "_origin",
        "_rules",
        "_seeded",
        "_words",
        "date",
        "game",
        "is_checked",
        "names",
    )

    def __init__(
        self,
        game: Game,
        table: np.ndarray,
        seed: int | None,
        names: tuple[str, ...],
        deals: bool,
        is_origin: bool = False,
        is_checked: bool = False,
    ) -> None:
        self.game = game
        self.names = names
        # Readers refuse what the rules were not made for. Should one ever let something through, compiled
        # code that looks at every index raises an error and never leaves its memory.
        self.is_checked = is_checked
        self.date = datetime.date.today().isoformat()
        self._origin = table.tobytes() if is_origin else None
        self._seeded = seed is not None
        self._history = array("h")
        self._sit_down()
        self._lay(table.view(np.uint8))
        self._words[self._desk.deals] = deals
        self._sow(seed)
        self._look()

    def _sit_down(self) -> None:
        """Lay out a desk: a buffer that the doors work on, and a view of it."""
        self._rules = self.game.rules
        self._desk = _desk(self.game.name)
        self.use_what_is_ready()
        self._lay_out(np.zeros(self._desk.size, np.uint8))

    def _lay_out(self, buffer: np.ndarray) -> None:
        """What is needed at every choice is read through a memory view: a record's fields are slow."""
        self._buffer = buffer
        self._words = buffer.data.cast("h")

    def _lay(self, table: np.ndarray) -> None:
        """Put the bytes of a table onto the desk."""
        self._buffer[: self._desk.table] = table

    def _sow(self, seed: int | None) -> None:
        """What the dealer throws from now on; without a seed nobody can know it."""
        _WORD.pack_into(self._buffer.data, self._desk.rng, system_seed() if seed is None else seed & WORD)

    def _look(self) -> None:
        self._history.extend(_told.played[: self._advanced(doors.LOOK)])

    # ------------------------------------------------------------------------------------------
    # What is the case

    @property
    def rules(self) -> Contract:
        """The rules of the game."""
        return self._rules

    @property
    def turn(self) -> int | None:
        """Whose question it is: a seat from 0, CHANCE, or None when the game is over."""
        to_move = self._words[TO_MOVE]
        return None if to_move == OVER else to_move

    @property
    def over(self) -> bool:
        return self._words[TO_MOVE] == OVER

    @property
    def turn_number(self) -> int:
        return self._words[TURN_NUMBER]

    @property
    def this_turn(self) -> Turn:
        """The present turn: whose it is, and its number."""
        return Turn(self.turn, self.turn_number)

    @property
    def step(self) -> int:
        """How many choices of the present turn have been made."""
        return self._words[STEP]

    @property
    def round(self) -> int:
        return self._words[ROUND_NUMBER]

    @property
    def phase(self) -> str:
        return self.rules.phases[self._words[PHASE_ID]]

    @property
    def scores(self) -> list[int]:
        return self._words[self._desk.scores :][: self.game.players].tolist()

    @property
    def ranking(self) -> list[int]:
        """How many seats stand before each seat: 0 for whoever leads, or for all who share that."""
        return self._words[self._desk.ranks :][: self.game.players].tolist()

    @property
    def winners(self) -> list[int]:
        """The seats that have won; nobody before the game is over."""
        if not self.over:
            return []
        return [seat for seat, rank in enumerate(self.ranking) if rank == 0]

    @property
    def ended(self) -> Ending | None:
        """Why the game is over: what has ended it, by which clause; None as long as it goes on."""
        return ending(self.game.name, self.state)

    @property
    def tie(self) -> Tie | None:
        """Who has won among equals, and by what; None unless several have the most points at the end."""
        return tie(self.game.name, self.state, self.scores, self.ranking) if self.over else None

    def returns(self, kind: str = "win") -> np.ndarray:
        """What the game was worth to each seat (see `azulejos.returns`); nothing before it is over."""
        check_returns(kind)
        if not self.over:
            return np.zeros(self.game.players, np.float32)
        return returns(self.scores, self.ranking, kind)

    @property
    def history(self) -> list[str]:
        """All choices so far by name, CHANCE's included."""
        names = self._rules.choices
        return [names[number] for number in self._history]

    @property
    def length(self) -> int:
        """How many choices were made so far, CHANCE's included."""
        return len(self._history)

    @property
    def state(self) -> Any:
        """The record itself, for code that knows its fields. To be read, not written."""
        return self._buffer[: self._desk.table].view(self._rules.dtype)[0]

    def _table(self) -> bytes:
        return self._buffer[: self._desk.table].tobytes()

    def _tables(self) -> np.ndarray:
        """The record's bytes as a batch of one, not copied."""
        return self._buffer[np.newaxis, : self._desk.table]

    def table(self) -> np.ndarray:
        """The record's bytes, copied: what the doors of `core.jit` take."""
        return self._buffer[: self._desk.table].copy()

    @property
    def legal(self) -> list[int]:
        """The numbers of the legal choices, rising."""
        first = self._desk.legal
        return self._words[first : first + self._words[first - 1]].tolist()

    def mask(self) -> np.ndarray:
        """A one for each legal choice of seats, else zeros; CHANCE's choices have no place in it."""
        mask = np.zeros(self._rules.chance_first, np.int8)
        if self.turn != CHANCE:
            mask[self.legal] = 1
        return mask

    def choices(self) -> list[str]:
        """The names of the legal choices, in the order of their numbers."""
        names = self._rules.choices
        return [names[number] for number in self.legal]

    def is_legal(self, choice: str | int) -> bool:
        """Can this be chosen now, by name or number?"""
        return self._number(choice) in self.legal

    def check_legal(self, choice: str | int) -> None:
        """Refuse a choice that can't be made now."""
        if not self.is_legal(choice):
            raise IllegalChoice(self._refusal(choice))

    def weights(self) -> dict[str, int]:
        """How likely CHANCE's choices are; empty when it isn't CHANCE's turn."""
        if self.turn != CHANCE:
            return {}
        out = np.zeros((1, self.rules.legal_max), np.int16)
        if self._doors.is_ready("weights_all"):  # nobody waits for it to be compiled
            self._doors.weights_all(self._tables(), out, np.zeros(1, np.int16))
        else:
            self.rules.weights(self.state, out[0])
        choices = self.choices()
        return dict(zip(choices, out[0, : len(choices)].tolist(), strict=True))

    # ------------------------------------------------------------------------------------------
    # Playing

    def play(self, choice: str | int) -> Story:
        """Play a legal choice, by name or number, and let the dealer answer for CHANCE."""
        number = self._number(choice)
        if not self._seeded:
            self._sow(None)
        played = self._advanced(number)
        if played == 1:
            self._history.append(number)
        elif played < 1:
            raise IllegalChoice(self._refusal(choice))
        else:
            self._history.extend(_told.played[:played])
        return Story(self._rules, _told.rows[: ROW_BYTES * _told.rows_n[0]].tobytes())

    def _advanced(self, number: int) -> int:
        """Play a choice at the desk. What was read may be something that the rules were not made for."""
        if not self.is_checked:
            return self._advance(self._buffer, _told.sheet, number)
        before = self._buffer.copy()
        try:
            played = self._advance(self._buffer, _told.sheet, number)
            is_sound = self._is_answerable and self._is_told_soundly()
        except UNSOUND:
            is_sound = False
        if not is_sound:
            self._buffer[:] = before
            raise Unplayable
        return played

    @property
    def _is_answerable(self) -> bool:
        return self.over or self._words[self._desk.legal_n] > 0

    def _is_told_soundly(self) -> bool:
        """Does the story speak only of what there is?"""
        rows = np.frombuffer(_told.rows, STORY_ROW, _told.rows_n[0])
        words = {"what": self._rules.events, "piece": self._rules.pieces}
        words |= {"source": self._rules.places, "target": self._rules.places}
        return all(rows[key].max(initial=-1) < len(names) for key, names in words.items())

    def _number(self, choice: object) -> int:
        """The number of a choice, or ILLEGAL if there is no such choice."""
        if isinstance(choice, str):
            return games.numbers(self.game.name).get(choice, doors.ILLEGAL)
        if isinstance(choice, WHOLE) and not isinstance(choice, bool):
            return int(choice) if 0 <= choice < len(self._rules.choices) else doors.ILLEGAL
        return doors.ILLEGAL

    def _refusal(self, choice: object) -> Message:
        if self.over:
            return Message("the game is over: there is nothing to choose")
        legal = self.choices()
        listed = ", ".join(legal[:LISTED]) + (", ..." if len(legal) > LISTED else "")
        if isinstance(choice, str) and choice not in games.numbers(self.game.name):
            return Message(
                "there is no choice {choice}; now there is {legal}",
                choice=short(choice),
                legal=listed,
            )
        if not isinstance(choice, str) and self._number(choice) != doors.ILLEGAL:
            choice = self._rules.choices[self._number(choice)]
        return Message("{choice} isn't legal now; legal is {legal}", choice=short(choice), legal=listed)

    def copy(self, seed: int | None = None) -> Position:
        """The same facts and history with a fresh dealer: a copy never tells the future."""
        other = self._twin()
        other._seeded = seed is not None
        other._sow(seed)
        return other

    def copy_with_dealer(self, seed: int | None = None) -> Position:
        """A copy in which CHANCE is answered at once, beginning now."""
        other = self.copy(seed)
        other._words[self._desk.deals] = True
        other._look()
        return other

    def resumed(self, table: bytes | None, count: int) -> Position:
        """The same game after its first `count` choices, when the table had these bytes (None: as it began).

        Nothing is played for it; whoever asks has kept the bytes.
        """
        began = self.game.beginning if self._origin is None else self._origin
        other = self._twin()
        other._lay(np.frombuffer(table or began, np.uint8))
        del other._history[count:]
        other._look()
        return other

    def named(self, names: Sequence[str]) -> Position:
        """A copy whose players are called so."""
        other = self._twin()
        other.names = tuple(names)
        return other

    def _twin(self) -> Position:
        other = object.__new__(Position)
        other.game, other.names, other.date = self.game, self.names, self.date
        other.is_checked = self.is_checked
        other._origin, other._seeded = self._origin, self._seeded
        other._rules, other._desk = self._rules, self._desk
        other._doors, other._advance = self._doors, self._advance
        other._history = self._history[:]
        other._lay_out(self._buffer.copy())
        return other

    def _by_hand(self) -> Position:
        """The same without a dealer."""
        other = self._twin()
        other._words[self._desk.deals] = False
        return other

    def use_what_is_ready(self) -> None:
        """Go on with the compiled or the plain rules, as `core.ready` says; it is the same bytes in both.

        Until this is called, a position keeps the rules that it was made with, and so do its copies.
        """
        self._doors = games.doors(self.game.name, self.is_checked)
        self._advance = self._doors.open("advance")

    @property
    def _way(self) -> ready.Way:
        """How something else is made with the same rules."""
        return ready.Way.WAIT if self._doors.compiled else ready.Way.PLAIN

    # ------------------------------------------------------------------------------------------
    # Comparing, pickling

    def key(self) -> bytes:
        """The facts and the options as bytes: equal positions have equal keys."""
        return repr(self.game).encode() + b"\0" + self._table()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def to_bytes(self) -> bytes:
        """The table alone, packed: short, and the same for equal positions. `Game.from_bytes` reads it."""
        return self.game.stamp + self._table()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game.describe(),
            "names": self.names,
            "date": self.date,
            "origin": self._origin,
            "seeded": self._seeded,
            "history": self._history.tolist(),
            "way": self._way.value,
            "checked": self.is_checked,
            "state": self._table(),
            "rng": _WORD.unpack_from(self._buffer.data, self._desk.rng)[0],
            "deals": bool(self._words[self._desk.deals]),
        }

    def __setstate__(self, saved: dict[str, Any]) -> None:
        from azulejos.game import Game

        self.game = Game.described(saved["game"])
        self.names, self.date, self._origin = saved["names"], saved["date"], saved["origin"]
        self._seeded, self._history = saved["seeded"], array("h", saved["history"])
        self.is_checked = saved["checked"]
        with ready.within(min(ready.way(), ready.Way(saved["way"]))):
            self._sit_down()
        self._lay(np.frombuffer(saved["state"], np.uint8))
        self._sow(saved["rng"] if self._seeded else None)
        self._look()  # nobody deals yet: what was undecided when it was saved stays so until `play`
        self._words[self._desk.deals] = saved["deals"]

    def __deepcopy__(self, memo: dict) -> Position:
        return self._twin()

    __copy__ = _twin

    def __repr__(self) -> str:
        return (
            f"<Position of {self.game.name}: round {self.round}, turn {self.turn_number}, "
            f"{self.phase}, scores {self.scores}>"
        )

    # ------------------------------------------------------------------------------------------
    # Documents, words, records

    def to_dict(self) -> dict[str, Any]:
        """Every fact, in the rulebook's words, as JSON can hold it. `Game.position` reads it."""
        return self._document(self.state)

    def line(self) -> str:
        """Every fact in one line, as short as it can be. `Game.position` and `azulejos.read` read it."""
        return lines.write(self.to_dict(), self.game.completed)

    def state_known_by(self, seat: int | None) -> Any:
        """The record with what a seat may know; the rest is undecided in it."""
        return self.table_known_by(seat).view(self._rules.dtype)[0]

    def table_known_by(self, seat: int | None) -> np.ndarray:
        """The bytes of that record: what somebody may think about who sits there."""
        if seat is not None:
            self.game.check_seat(seat)
        desk = self._buffer.copy()
        self._advance(desk, _told.sheet, doors.FORGET if seat is None else doors.FORGET - 1 - seat)
        return desk[: self._desk.table]

    def observe(self, seat: int, kind: str = "compact") -> np.ndarray:
        """What a seat sees, as numbers: `compact`, `one-hot`, or `sparse` (see `Game.features`)."""
        check_kind(kind)
        self.game.check_seat(seat)
        seen = observer(self.game.name, self.game.players, self._doors.compiled)
        arrays: tuple[np.ndarray, ...] = tuple(np.empty(shape, dtype) for shape, dtype in seen.room(kind, 1))
        seen.write(kind, self._tables(), np.array([seat], np.int16), arrays)
        return arrays[1][0, : arrays[0][0]] if kind == SPARSE else arrays[-1][0]

    def history_known_by(self, seat: int | None) -> list[str | None]:
        """All choices so far by name, as a seat knows them: None for each that it may not know."""
        if seat is not None:
            self.game.check_seat(seat)
        seen: list[str | None] = [*self.history]
        if self.game.name not in games.SECRETIVE:
            return seen
        replayed = self._by_hand().resumed(None, 0)
        for at, number in enumerate(self._history):
            if seat in replayed.hidden_from(number):
                seen[at] = None
            replayed.play(number)
        return seen

    def known_by(self, seat: int | None) -> Position:
        """The table as a seat knows it, or a spectator (None): what it may not know is undecided there.

        Nobody deals at it, and its history does not lead to it.
        """
        other = self._by_hand()
        other._lay(self.table_known_by(seat))
        other._look()
        return other

    def begun_for(self, seat: int) -> Position:
        """A game of its own that begins with what a seat knows of this one: no history, nobody deals."""
        table = self.table_known_by(seat)
        with ready.within(self._way):
            return Position(self.game, table, None, (), False, True, self.is_checked)

    def asks_in_private(self, seat: int) -> bool:
        """Is a seat asked about things that nobody else may see?"""
        return self.turn == seat and int(self.state_known_by(None).to_move) != seat

    def reveals(self, choice: str | int) -> bool:
        """Would a legal choice show anybody something that was decided, but hidden from them?"""
        after = self._by_hand()
        after.play(choice)
        return after.shows_more_than(self)

    def shows_more_than(self, before: Position) -> bool:
        """Does somebody see something here that was decided in an earlier moment, but hidden from them?

        Nothing is played for it.
        """
        viewers = (None, *range(self.game.players))
        return any(before.hides(viewer) & ~self.hides(viewer) for viewer in viewers)

    def hides(self, viewer: int | None) -> int:
        """What is decided here, but hidden from somebody: a bit for each piece."""
        if self.game.name not in games.SECRETIVE:
            return 0
        return int(self.state_known_by(viewer).undecided) & ~int(self.state.undecided)

    def hidden_from(self, choice: str | int) -> frozenset[int | None]:
        """The viewers who may not know a choice that is legal now (None: spectators)."""
        number = self._number(choice)
        viewers = (None, *range(self.game.players))
        return frozenset(
            viewer for viewer in viewers if self._is_secret(number, SPECTATOR if viewer is None else viewer)
        )

    def _is_secret(self, number: int, viewer: int) -> bool:
        if self._doors.is_ready("is_secret_at"):  # nobody waits for it to be compiled
            return bool(self._doors.is_secret_at(self._tables(), number, viewer))
        return bool(self.rules.is_secret(self.state, number, viewer))

    def _document(self, state: Any) -> dict[str, Any]:
        return {
            **self.game.envelope(),
            **self.rules.write(state),
        }

    def tell(self, choice: str | int, language: str = "en") -> str:
        """A legal choice in words."""
        self.check_legal(choice)
        return tell.choice(self.game.name, self.state, self._number(choice), language)

    def labels(self, language: str = "en") -> dict[str, str]:
        """All legal choices with their words."""
        state, name = Plain(self.state), self.game.name
        return {choice: tell.choice(name, state, self._number(choice), language) for choice in self.choices()}

    def svg(
        self, seat: int | None = 0, theme: str = "light", language: str = "en", prefix: str = "az"
    ) -> str:
        """The table as a seat may see it, its board drawn large (None: as a spectator sees it)."""
        words = tell.words(language)
        view = View(
            names=self.names or tuple(words("Seat {n}", n=n + 1) for n in range(self.game.players)),
            seat=seat,
            theme=theme,
            t=words,
            prefix=prefix,
        )
        return svg(self.game.name, self.state_known_by(seat), view)

    def png(
        self, seat: int | None = 0, theme: str = "light", language: str = "en", zoom: float = 2.0
    ) -> bytes:
        """The same as dots; the extra `png` is needed for it."""
        return as_png(self.svg(seat, theme, language), zoom)

    def _repr_svg_(self) -> str:
        """What a notebook shows; each picture has ids of its own, for there may be several."""
        return self.svg(prefix=f"az{next(_pictures)}")

    def name_of(self, seat: int) -> str | None:
        """What the person at a seat is called, if names were given."""
        return self.names[seat] if self.names else None

    def record(self) -> Record:
        """The game so far, to save, replay or hand on."""
        from azulejos.record import Record

        origin = None
        if self._origin is not None:
            origin = self._document(np.frombuffer(self._origin, self.rules.dtype)[0])
        with ready.within(self._way):
            return Record(self.game, self.history, self.names, self.date, origin)


def as_png(svg: str, zoom: float = 2.0) -> bytes:
    """A picture as dots."""
    check_png()
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom))


def has_png() -> bool:
    """Pictures as dots need a package that not everybody has."""
    return importlib.util.find_spec("resvg_py") is not None


def check_png() -> None:
    if not has_png():
        raise OptionError(Message("PNG needs resvg_py: pip install 'azulejos[png]'"))
