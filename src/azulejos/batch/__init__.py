"""Many tables of one game in lockstep, for learners: arrays in, arrays out, no copies between.

Tables lie in the memory of this machine (`host`) or of its GPU (`device`); the same functions play them.
"""

from typing import Any

import numpy as np

from azulejos.batch.engine import Engine
from azulejos.batch.host import SPREAD, Host, Plan, doors
from azulejos.core import ready
from azulejos.core.document import short
from azulejos.core.jit import is_plain
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice, OptionError
from azulejos.game import Game, check_deal, check_game, check_seed
from azulejos.observations import COMPACT, check_kind
from azulejos.position import Position
from azulejos.returns import WIN, check_returns

__all__ = ["DEVICES", "HERE", "SPREAD", "Batch", "check_choices", "check_device", "prepare"]

TABLES_MAX, THREADS_MAX = 1 << 22, 256
HERE, GPU = DEVICES = ("cpu", "cuda")


def prepare(game: str) -> None:
    """Compile what batches need for a game, if that has not been done on this machine."""
    doors(game, not is_plain()).open_all()


def _engine(game: Game, device: str, plan: Plan) -> Engine:
    """Who has the tables and plays them."""
    if device == HERE:
        return Host(game, plan)
    from azulejos.batch.device import Device  # loads CUDA

    return Device(game, plan)


class Batch:
    """`n` tables of a game, played in lockstep.

    What it hands out are its own arrays, which the next call writes anew: copy what you keep, and write into
    none. `seats` says who is asked at each table: a seat, CHANCE (-1, if nobody deals), or -2 where the game
    has ended. `done` and `truncated` tell of the last step; with `restart` the next game has then begun. With
    `device="cuda"` tables and arrays are on the GPU (`batch.tensor.Tensor`).
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int | None = None,
        deal: str = "at once",
        restart: bool = True,
        reward: str = WIN,
        threads: int = 1,
        compiled: bool = True,
        device: str = HERE,
    ) -> None:
        check_returns(reward)
        self.game, self.n = check_game(game), _count(n, "n", TABLES_MAX)
        self.threads = _count(threads, "threads", THREADS_MAX)
        self.device = check_device(device)
        self._plan = Plan(
            n=self.n,
            deals=check_deal(deal),
            restarts=bool(restart),
            reward=reward,
            threads=self.threads,
            compiled=compiled and not is_plain(),
        )
        checked = check_seed(seed)
        self._engine = _engine(game, self.device, self._plan)
        self._engine.sow(checked)
        self.reset()

    # ------------------------------------------------------------------------------------------
    # What is the case, a row for each table

    @property
    def seats(self) -> Any:
        """Who is asked."""
        return self._engine.shown("seats")

    @property
    def scores(self) -> Any:
        """The points of each seat; where a game has just ended, those at its end."""
        return self._engine.shown("scores")

    @property
    def ranks(self) -> Any:
        """How many seats stand before each seat, likewise."""
        return self._engine.shown("ranks")

    @property
    def done(self) -> Any:
        """Has the last step ended a game?"""
        return self._engine.shown("done")

    @property
    def truncated(self) -> Any:
        """Was that because it was too long?"""
        return self._engine.shown("truncated")

    @property
    def rewards(self) -> Any:
        """What a game that has just ended was worth to each seat; else 0."""
        return self._engine.shown("rewards")

    def legal(self) -> tuple[Any, Any]:
        """The numbers of the legal choices, a row for each table, and how many of each row count."""
        return self._engine.shown("lists"), self._engine.shown("counts")

    def mask(self) -> Any:
        """A row for each table, with a one for each legal choice."""
        return self._engine.shown("mask")

    def weights(self) -> Any:
        """How likely CHANCE's choices are, in the order of `legal`, where it is asked."""
        return self._engine.weights()

    def observe(self, seat: int | None = None, kind: str = COMPACT) -> Any:
        """What a seat sees of each table: by default the one that is asked (seat 0 where none is).

        `sparse` gives two arrays: the numbers of the facts that are true, and how many of each row count.
        """
        check_kind(kind)
        return self._engine.observe(None if seat is None else self.game.check_seat(seat), kind)

    # ------------------------------------------------------------------------------------------
    # Playing

    def reset(self, tables: Any = None) -> None:
        """Begin anew, at all tables or at some of them (numbers, or a mask)."""
        self._engine.begin(slice(None) if tables is None else self._chosen(tables))
        self._engine.look(self._plan.deals)

    def _chosen(self, tables: Any) -> np.ndarray:
        """Some tables, by number or by a mask, as one can index by them."""
        chosen = np.asarray(tables)
        if chosen.dtype == np.bool_ and chosen.shape == (self.n,):
            return chosen
        if chosen.size == 0:
            return np.zeros(0, np.int64)
        if chosen.dtype.kind not in "iu":
            raise OptionError(
                Message(
                    "tables are whole numbers, or a mask of {n}, not {value}", n=self.n, value=short(tables)
                )
            )
        for number in (chosen.min(), chosen.max()):
            self._check_table(number)
        return chosen

    def _check_table(self, table: Any) -> int:
        if isinstance(table, int | np.integer) and not isinstance(table, bool) and 0 <= table < self.n:
            return int(table)
        told = short(table.item() if isinstance(table, np.generic) else table)
        raise OptionError(
            Message("there is no table {table}: they are 0 to {last}", table=told, last=self.n - 1)
        )

    def random_choices(self) -> Any:
        """A legal choice for each table, any as likely as the others; -1 where a game has ended."""
        return self._engine.random()

    def play(self, choices: Any) -> None:
        """Play one choice at each table (-1 where a game has ended). If one is illegal, nothing moves."""
        numbers = check_choices(self._engine.numbers(choices), self.n)
        refused = self._engine.first_refused(numbers)
        if refused >= 0:
            raise IllegalChoice(self._refusal(refused, int(numbers[refused])))
        self._engine.step(numbers)

    def _refusal(self, table: int, number: int) -> Message:
        if np.asarray(self._engine.shown("counts"))[table] == 0:
            return Message("the game at table {table} has ended: give it -1, or reset it", table=table)
        names = self.game.rules.choices
        choice = names[number] if 0 <= number < len(names) else str(number)
        return Message(
            "at table {table} the choice {choice} isn't legal now; no table was changed",
            table=table,
            choice=choice,
        )

    # ------------------------------------------------------------------------------------------
    # Single tables

    def position(self, table: int) -> Position:
        """One of the tables by itself, with a dealer of its own; its history begins here."""
        record, plan = self._engine.table(self._check_table(table)), self._plan
        with ready.within(ready.Way.WAIT if plan.compiled else ready.Way.PLAIN):
            return Position(self.game, record, None, (), plan.deals, is_origin=True)

    def positions(self) -> list[Position]:
        """All tables by themselves."""
        return [self.position(table) for table in range(self.n)]

    def lay(self, table: int, position: Position) -> None:
        """Put a position onto a table, in place of what lies there."""
        if not isinstance(position, Position):
            raise OptionError(
                Message(
                    "a Position is laid on a table, not {got}: azulejos.read reads a line or a document",
                    got=short(position),
                )
            )
        if position.game != self.game:
            raise OptionError(
                Message(
                    "{other} can't lie on a table of {game}", other=repr(position.game), game=repr(self.game)
                )
            )
        self._engine.lay(self._check_table(table), position.table())
        self._engine.look(self._plan.deals)

    # ------------------------------------------------------------------------------------------
    # Copying, pickling

    def copy(self, seed: int | None = None) -> "Batch":
        """The same tables with fresh dealers: a copy never tells the future."""
        checked = check_seed(seed)
        other = object.__new__(Batch)
        other.__setstate__(self.__getstate__())
        other._engine.sow(checked)
        return other

    def __getstate__(self) -> dict[str, Any]:
        facts = {"game": self.game.describe(), "device": self.device, "plan": tuple(self._plan)}
        return facts | {"kept": self._engine.kept()}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.game, self.device = Game.described(saved["game"]), saved["device"]
        self._plan = Plan(*saved["plan"])
        self.n, self.threads = self._plan.n, self._plan.threads
        self._engine = _engine(self.game, self.device, self._plan)
        self._engine.restore(saved["kept"])

    def __repr__(self) -> str:
        return f"<Batch of {self.n} tables of {self.game!r} on {self.device}>"


def check_choices(numbers: Any, n: int) -> Any:
    """An array with a whole number for each table; anything else is refused."""
    if tuple(numbers.shape) == (n,) and numbers.dtype.kind in "iu":
        return numbers
    raise OptionError(
        Message(
            "choices are {n} whole numbers, one for each table, not an array of {shape} {kind}",
            n=n,
            shape=str(tuple(numbers.shape)),
            kind=str(numbers.dtype),
        )
    )


def check_device(device: object) -> str:
    if device in DEVICES:
        return str(device)
    raise OptionError(
        Message(
            "there is no device {device}; there is {devices}",
            device=short(device),
            devices=", ".join(DEVICES),
        )
    )


def _count(value: object, name: str, most: int) -> int:
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and 1 <= value <= most:
        return int(value)
    raise OptionError(
        Message(
            "{name} is a whole number from 1 to {most}, not {value}", name=name, most=most, value=short(value)
        )
    )
