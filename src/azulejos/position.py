"""A position: one table in play, with what was chosen so far."""

from __future__ import annotations

import datetime
import importlib.util
import itertools
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from azulejos import games, tell
from azulejos.core import doors
from azulejos.core.contract import CHANCE, HEADER, NO_PIECE, OVER, STORY_ROW, Contract
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.core.plain import Plain
from azulejos.core.rng import WORD, system_seed
from azulejos.draw.view import View, svg
from azulejos.errors import IllegalChoice, OptionError, Unplayable

if TYPE_CHECKING:
    from azulejos.game import Game
    from azulejos.record import Record

POSITION_FORMAT = "azulejos position 1"
_, TO_MOVE, TURN_NUMBER, STEP, ROUND_NUMBER, PHASE_ID = range(len(HEADER))
ROW_BYTES = STORY_ROW.itemsize
_pictures = itertools.count()
LISTED = 12  # how many legal choices an error names
SPECTATOR = -1  # as the rules know one


class Everybody(Enum):
    """Somebody from whom nothing is hidden."""

    EVERYBODY = "everybody"


EVERYBODY = Everybody.EVERYBODY
Viewer = int | Everybody | None  # a seat, somebody from whom nothing is hidden, or a spectator


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

    def seen_by(self, viewer: Viewer) -> Story:
        """The same without the pieces that a viewer may not know."""
        if viewer is EVERYBODY:
            return self
        rows = self.rows
        hidden = (rows["secret"] == 1) & (rows["seat"] != (SPECTATOR if viewer is None else viewer))
        if not hidden.any():
            return self
        rows = rows.copy()
        rows["piece"][hidden] = NO_PIECE
        return Story(self.rules, rows.tobytes())

    def __repr__(self) -> str:
        return f"<Story of {len(self)} rows>"


class Position:
    """A table in play. Made by `Game.start` and `Game.position`; changed only by `play`."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        game: Game,
        table: np.ndarray,
        seed: int | None,
        names: tuple[str, ...],
        deals: bool,
        compiled: bool,
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
        self._history: list[int] = []
        self._sit_down(compiled)
        self._desk.state = table[0]
        self._desk.deals = deals
        self._desk.rng.word = (system_seed() if seed is None else seed) & WORD
        self._look()

    def _sit_down(self, compiled: bool) -> None:
        """Lay out a desk: a buffer that the doors work on, and views into it."""
        self.use(compiled)
        dtype: np.dtype = self._doors.module.DESK
        self._buffer = np.zeros(dtype.itemsize, np.uint8)
        self._desk: Any = self._buffer.view(dtype)[0]
        self._state = self._desk.state
        self._rules = self.game.rules
        self._names = self._rules.choices
        self._numbers = games.numbers(self.game.name)
        # What is needed at every choice is read through memory views: a record's fields are slow.
        memory = self._buffer.data
        offset = {name: dtype.fields[name][1] for name in dtype.names or ()}  # type: ignore[index]
        self._header = memory[: 2 * len(HEADER)].cast("h")
        self._legal_n = memory[offset["legal_n"] : offset["legal"]].cast("h")
        self._legal = memory[offset["legal"] : offset["played_n"]].cast("h")
        self._played = memory[offset["played"] : offset["story"]].cast("h")
        self._rng = memory[offset["rng"] : offset["deals"]].cast("Q")
        self._rows_n = memory[offset["story"] :][:2].cast("h")
        self._rows = memory[offset["story"] :][2:]

    def _look(self) -> None:
        played = self._advanced(doors.LOOK)
        self._history.extend(self._played[:played].tolist())

    # ------------------------------------------------------------------------------------------
    # What is the case

    @property
    def rules(self) -> Contract:
        """The rules of the game."""
        return self._rules

    @property
    def turn(self) -> int | None:
        """Whose question it is: a seat from 0, CHANCE, or None when the game is over."""
        to_move = self._header[TO_MOVE]
        return None if to_move == OVER else to_move

    @property
    def over(self) -> bool:
        return self._header[TO_MOVE] == OVER

    @property
    def turn_number(self) -> int:
        return self._header[TURN_NUMBER]

    @property
    def step(self) -> int:
        """How many choices of the present turn have been made."""
        return self._header[STEP]

    @property
    def round(self) -> int:
        return self._header[ROUND_NUMBER]

    @property
    def phase(self) -> str:
        return self.rules.phases[self._header[PHASE_ID]]

    @property
    def scores(self) -> list[int]:
        return self._per_seat(self.rules.scores)

    @property
    def ranking(self) -> list[int]:
        """How many seats stand before each seat: 0 for whoever leads, or for all who share that."""
        return self._per_seat(self.rules.ranking)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; nobody before the game is over."""
        if not self.over:
            return []
        return [seat for seat, rank in enumerate(self.ranking) if rank == 0]

    def _per_seat(self, function: Any) -> list[int]:
        out = np.zeros(self.game.players, np.int16)
        function(self._state, out)
        return out.tolist()

    @property
    def history(self) -> list[str]:
        """All choices so far by name, CHANCE's included."""
        return [self._names[number] for number in self._history]

    @property
    def state(self) -> Any:
        """The record itself, for code that knows its fields. To be read, not written."""
        return self._state

    def table(self) -> np.ndarray:
        """The record's bytes, copied: what the doors of `core.jit` take."""
        return self._buffer[: self._rules.dtype.itemsize].copy()

    def choices(self) -> list[str]:
        """The names of the legal choices, in the order of their numbers."""
        names = self._names
        return [names[number] for number in self._legal[: self._legal_n[0]].tolist()]

    def is_legal(self, choice: str | int) -> bool:
        """Can this be chosen now, by name or number?"""
        return self._number(choice) in self._legal[: self._legal_n[0]].tolist()

    def weights(self) -> dict[str, int]:
        """How likely CHANCE's choices are; empty when it isn't CHANCE's turn."""
        if self.turn != CHANCE:
            return {}
        out = np.zeros(self.rules.legal_max, np.int16)
        count = self.rules.weights(self._state, out)
        return dict(zip(self.choices(), out[:count].tolist(), strict=True))

    # ------------------------------------------------------------------------------------------
    # Playing

    def play(self, choice: str | int) -> Story:
        """Play a legal choice, by name or number, and let the dealer answer for CHANCE."""
        number = self._number(choice)
        if not self._seeded:
            self._rng[0] = system_seed()
        played = self._advanced(number)
        if played == 1:
            self._history.append(number)
        elif played < 1:
            raise IllegalChoice(self._refusal(choice))
        else:
            self._history.extend(self._played[:played].tolist())
        return Story(self._rules, self._rows[: ROW_BYTES * self._rows_n[0]].tobytes())

    def _advanced(self, number: int) -> int:
        """Play a choice at the desk. What was read may be something that the rules were not made for."""
        if not self.is_checked:
            return self._advance(self._buffer, number)
        before = self._buffer.copy()
        try:
            played = self._advance(self._buffer, number)
            is_sound = self._is_answerable and self._is_told_soundly()
        except (ArithmeticError, LookupError, ValueError):
            is_sound = False
        if not is_sound:
            self._buffer[:] = before
            raise Unplayable
        return played

    @property
    def _is_answerable(self) -> bool:
        return self.over or self._legal_n[0] > 0

    def _is_told_soundly(self) -> bool:
        """Does the story speak only of what there is?"""
        rows = np.frombuffer(self._rows, STORY_ROW, self._rows_n[0])
        words = {"what": self._rules.events, "piece": self._rules.pieces}
        words |= {"source": self._rules.places, "target": self._rules.places}
        return all(rows[key].max(initial=-1) < len(names) for key, names in words.items())

    def _number(self, choice: object) -> int:
        """The number of a choice, or ILLEGAL if there is no such choice."""
        if isinstance(choice, str):
            return self._numbers.get(choice, doors.ILLEGAL)
        if isinstance(choice, int | np.integer) and not isinstance(choice, bool):
            return int(choice) if 0 <= choice < len(self._names) else doors.ILLEGAL
        return doors.ILLEGAL

    def _refusal(self, choice: object) -> Message:
        if self.over:
            return Message("the game is over: there is nothing to choose")
        legal = self.choices()
        listed = ", ".join(legal[:LISTED]) + (", ..." if len(legal) > LISTED else "")
        if isinstance(choice, str) and choice not in self._numbers:
            return Message(
                "there is no choice {choice}; now there is {legal}",
                choice=short(choice),
                legal=listed,
            )
        if not isinstance(choice, str) and self._number(choice) != doors.ILLEGAL:
            choice = self._names[self._number(choice)]
        return Message("{choice} isn't legal now; legal is {legal}", choice=short(choice), legal=listed)

    def copy(self, seed: int | None = None) -> Position:
        """The same facts and history with a fresh dealer: a copy never tells the future."""
        other = self._twin()
        other._seeded = seed is not None
        other._desk.rng.word = (system_seed() if seed is None else seed) & WORD
        return other

    def copy_with_dealer(self, seed: int | None = None) -> Position:
        """A copy in which CHANCE is answered at once, beginning now."""
        other = self.copy(seed)
        other._desk.deals = True
        other._look()
        return other

    def resumed(self, table: bytes | None, count: int) -> Position:
        """The same game after its first `count` choices, when the table had these bytes (None: as it began).

        Nothing is played for it; whoever asks has kept the bytes.
        """
        began = self.game.beginning if self._origin is None else self._origin
        other = self._twin()
        other._buffer[: self._rules.dtype.itemsize] = np.frombuffer(table or began, np.uint8)
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
        other._history = self._history.copy()
        other._sit_down(self._doors.compiled)
        other._buffer[:] = self._buffer
        return other

    def use(self, compiled: bool) -> None:
        """Go on with the compiled or the plain rules; a position is the same bytes in both."""
        self._doors = games.doors(self.game.name, compiled, self.is_checked)
        self._advance = self._doors.advance

    # ------------------------------------------------------------------------------------------
    # Comparing, pickling

    def key(self) -> bytes:
        """The facts and the options as bytes: equal positions have equal keys."""
        return repr(self.game).encode() + b"\0" + self._state.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game.describe(),
            "names": self.names,
            "date": self.date,
            "origin": self._origin,
            "seeded": self._seeded,
            "history": self._history.copy(),
            "compiled": self._doors.compiled,
            "checked": self.is_checked,
            "state": self._state.tobytes(),
            "rng": int(self._desk.rng.word),
            "deals": bool(self._desk.deals),
        }

    def __setstate__(self, saved: dict[str, Any]) -> None:
        from azulejos.game import Game

        self.game = Game.described(saved["game"])
        self.names, self.date, self._origin = saved["names"], saved["date"], saved["origin"]
        self._seeded, self._history = saved["seeded"], saved["history"]
        self.is_checked = saved["checked"]
        self._sit_down(saved["compiled"])
        self._desk.state = np.frombuffer(saved["state"], self.rules.dtype)[0]
        self._desk.rng.word = saved["rng"] if self._seeded else system_seed()
        self._desk.deals = False  # what was undecided when it was saved stays so until `play`
        self._look()
        self._desk.deals = saved["deals"]

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
        return self._document(self._state)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The document of what a seat may know (None: a spectator)."""
        return self._document(self.state_for(seat))

    def state_for(self, seat: int | None) -> Any:
        """The record with what a seat may know; the rest is undecided in it."""
        return self._forgotten(seat)[0]

    def table_for(self, seat: int | None) -> np.ndarray:
        """The bytes of that record: what somebody may think about who sits there."""
        return self._forgotten(seat).view(np.uint8)

    def _forgotten(self, seat: int | None) -> np.ndarray:
        if seat is not None and seat not in range(self.game.players):
            raise OptionError(
                Message(
                    "there is no seat {seat}; there are seats 0 to {last}",
                    seat=short(seat),
                    last=self.game.players - 1,
                )
            )
        table = np.zeros(1, self.rules.dtype)
        table[0] = self._state
        self.rules.forget(table[0], SPECTATOR if seat is None else seat)
        return table

    def known_by(self, seat: int | None) -> Position:
        """The table as a seat knows it, to think about: what it may not know is undecided there.

        Nobody deals at it, and its history does not lead to it.
        """
        other = self._twin()
        other._desk.state = self.state_for(seat)
        other._desk.deals = False
        other._look()
        return other

    def begun_for(self, seat: int) -> Position:
        """A game of its own that begins with what a seat knows of this one: no history, nobody deals."""
        table, compiled = self._forgotten(seat), self._doors.compiled
        return Position(self.game, table, None, (), False, compiled, True, self.is_checked)

    def asks_in_private(self, seat: int) -> bool:
        """Is a seat asked about things that nobody else may see?"""
        return self.turn == seat and int(self.state_for(None).to_move) != seat

    def reveals(self, choice: str | int) -> bool:
        """Would a legal choice show anybody something that was decided, but hidden from them?"""
        if not self._hides_something:
            return False
        after = self._twin()
        after._desk.deals = False
        after.play(choice)
        for viewer in (None, *range(self.game.players)):
            known = self.known_by(viewer)
            if not known.is_legal(choice):
                return True
            known.play(choice)
            if known.table_for(viewer).tobytes() != after.table_for(viewer).tobytes():
                return True
        return False

    @property
    def _hides_something(self) -> bool:
        """Is anything decided that somebody may not know?"""
        whole = self._state.tobytes()
        return any(self.table_for(viewer).tobytes() != whole for viewer in (None, *range(self.game.players)))

    def hidden_from(self, choice: str | int) -> frozenset[int | None]:
        """The viewers who may not know a choice that is legal now (None: spectators)."""
        number = self._number(choice)
        viewers = (None, *range(self.game.players))
        is_secret = self.rules.is_secret
        return frozenset(
            viewer
            for viewer in viewers
            if is_secret(self._state, number, SPECTATOR if viewer is None else viewer)
        )

    def _document(self, state: Any) -> dict[str, Any]:
        return {
            **self.game.envelope(),
            **self.rules.write(state),
        }

    def tell(self, choice: str | int, language: str = "en") -> str:
        """A legal choice in words."""
        number = self._number(choice)
        if not self.is_legal(choice):
            raise IllegalChoice(self._refusal(choice))
        return tell.choice(self.game.name, self._state, number, language)

    def labels(self, language: str = "en") -> dict[str, str]:
        """All legal choices with their words."""
        state, name = Plain(self._state), self.game.name
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
        return svg(self.game.name, self.state_for(seat), view)

    def png(
        self, seat: int | None = 0, theme: str = "light", language: str = "en", zoom: float = 2.0
    ) -> bytes:
        """The same as dots; the extra `png` is needed for it."""
        check_png()
        import resvg_py

        return bytes(resvg_py.svg_to_bytes(svg_string=self.svg(seat, theme, language), zoom=zoom))

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
        compiled = self._doors.compiled
        return Record(self.game, self.history, self.names, self.date, origin, compiled=compiled)


def check_png() -> None:
    """Pictures as dots need a package that not everybody has."""
    if importlib.util.find_spec("resvg_py") is None:
        raise OptionError(Message("PNG needs resvg_py: pip install 'azulejos[png]'"))
