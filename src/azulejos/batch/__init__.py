"""Many tables of one game in lockstep, for learners: arrays in, arrays out, no copies between."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from azulejos import games
from azulejos.batch import lockstep
from azulejos.core import rng
from azulejos.core.document import short
from azulejos.core.jit import Doors, is_plain, specialise
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice, OptionError
from azulejos.game import Game, check_deal, check_seed
from azulejos.observations import COMPACT, SPARSE, check_kind, observer
from azulejos.position import Position
from azulejos.returns import WIN, check_returns, returns

ALIGNMENT = 64  # bytes; others copy what isn't aligned so
SPREAD = 0x632BE59BD9B4E019  # between the seeds of two tables
TABLES_MAX, THREADS_MAX = 1 << 22, 256
KEPT = ("n", "deals", "restart", "reward", "threads", "_compiled")
BYTES_KEPT = ("_tables", "_rngs", "_lengths")
LAST_STEP = ("_ends", "scores", "ranks")  # which may have begun a new game


@cache
def _doors(game: str, compiled: bool) -> Doors:
    return specialise(lockstep, games.contract(game), compiled)


def prepare(game: str) -> None:
    """Compile what batches need for a game, if that has not been done on this machine."""
    _doors(game, not is_plain()).open_all()


def aligned(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Zeros whose first byte lies where others need not copy them."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    return room[first : first + size].view(dtype).reshape(shape)


class Batch:
    """`n` tables of a game, played in lockstep.

    What it hands out are its own arrays, which the next call writes anew: copy what you keep, and write into
    none. `seats` says who is asked at each table: a seat, CHANCE (-1, if nobody deals), or -2 where the game
    has ended. `done` and `truncated` tell of the last step; with `restart` the next game has then begun.
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
    ) -> None:
        check_returns(reward)
        self.game, self.n = game, _count(n, "n", TABLES_MAX)
        self.deals, self.restart, self.reward = check_deal(deal), bool(restart), reward
        self.threads = _count(threads, "threads", THREADS_MAX)
        self._compiled = compiled and not is_plain()
        self._lay_out()
        self._sow(check_seed(seed))
        self.reset()

    def _lay_out(self) -> None:
        """Room for all arrays, and the parts of them that each thread works on."""
        game, n, rules = self.game, self.n, self.game.rules
        columns = game.choices_n if self.deals else game.choices_n + game.chance_n
        self._tables = aligned((n, rules.dtype.itemsize), np.uint8)
        self._rngs = aligned((n, 8), np.uint8)
        self._lists, self._counts = aligned((n, rules.legal_max), np.int16), aligned((n,), np.int16)
        self._mask = aligned((n, columns), np.int8)
        self.seats, self._ends = aligned((n,), np.int16), aligned((n,), np.int8)
        self._lengths = aligned((n,), np.int32)
        self.scores, self.ranks = (aligned((n, game.players), np.int16) for _ in range(2))
        self.done, self.truncated = (aligned((n,), np.bool_) for _ in range(2))
        self.rewards = aligned((n, game.players), np.float32)
        self._seen: dict[str, tuple[np.ndarray, ...]] = {}
        self._fresh = np.frombuffer(bytearray(game.beginning), np.uint8)
        self._wire()

    @property
    def _arrays(self) -> tuple[np.ndarray, ...]:
        """What the doors of `lockstep` take first."""
        tables = (self._tables, self._rngs, self._lists, self._counts, self._mask)
        return (*tables, self.seats, self._ends, self._lengths, self.scores, self.ranks)

    def _wire(self) -> None:
        """The doors, and a part of the tables for each thread."""
        self._doors = _doors(self.game.name, self._compiled)
        edges = np.linspace(0, self.n, min(self.threads, self.n) + 1).astype(int).tolist()
        self._parts = [slice(*part) for part in itertools.pairwise(edges)]
        self._sliced = [tuple(array[part] for array in self._arrays) for part in self._parts]
        self._observer = observer(self.game.name, self.game.players, self._compiled)
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None

    def _sow(self, seed: int | None) -> None:
        seed = rng.system_seed() if seed is None else seed
        seeds = (seed + i * SPREAD for i in range(self.n))
        self._rngs[:] = rng.seeded(*seeds)
        self._dice = rng.seeded(seed ^ SPREAD).reshape(-1)

    def _each(self, work: Callable[[int], object]) -> None:
        """Do the work of each part, in threads if there are several."""
        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(len(self._parts))))

    # ------------------------------------------------------------------------------------------
    # Playing

    def reset(self, tables: Any = None) -> None:
        """Begin anew, at all tables or at some of them (numbers, or a mask)."""
        chosen = slice(None) if tables is None else np.asarray(tables)
        self._tables[chosen] = self._fresh
        self._lengths[chosen] = 0
        self._look()

    def _look(self) -> None:
        def look(part: int) -> None:
            self._doors.look_all(*self._sliced[part], self.deals, self.game.limits.choices)

        self._each(look)
        self._judge()

    def legal(self) -> tuple[np.ndarray, np.ndarray]:
        """The numbers of the legal choices, a row for each table, and how many of each row count."""
        lists, counts = self._lists.view(), self._counts.view()
        lists.flags.writeable = counts.flags.writeable = False  # what `play` trusts
        return lists, counts

    def mask(self) -> np.ndarray:
        """A row for each table, with a one for each legal choice."""
        return self._mask

    def weights(self) -> np.ndarray:
        """How likely CHANCE's choices are, in the order of `legal`, where it is asked."""
        out = np.zeros(self._lists.shape, np.int16)
        self._doors.weights_all(self._tables, out)
        return out

    def random_choices(self) -> np.ndarray:
        """A legal choice for each table, any as likely as the others; -1 where a game has ended."""
        out = np.empty(self.n, np.int64)
        self._doors.random_all(self._lists, self._counts, self._dice, out)
        return out

    def play(self, choices: Any) -> None:
        """Play one choice at each table (-1 where a game has ended). If one is illegal, nothing moves."""
        numbers = self._numbers(choices)
        refused = self._doors.first_refused(numbers, self._lists, self._counts)
        if refused >= 0:
            raise IllegalChoice(self._refusal(refused, int(numbers[refused])))
        fresh, longest = self._fresh, self.game.limits.choices

        def step(part: int) -> None:
            mine = numbers[self._parts[part]]
            self._doors.step_all(*self._sliced[part], mine, fresh, self.deals, self.restart, longest)

        self._each(step)
        self._judge()

    def _numbers(self, choices: Any) -> np.ndarray:
        numbers = np.asarray(choices)
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iu":
            raise OptionError(
                Message(
                    "choices are {n} whole numbers, one for each table, not an array of {shape} {kind}",
                    n=self.n,
                    shape=str(numbers.shape),
                    kind=str(numbers.dtype),
                )
            )
        return np.ascontiguousarray(numbers, np.int64)

    def _refusal(self, table: int, number: int) -> Message:
        if self._counts[table] == 0:
            return Message("the game at table {table} has ended: give it -1, or reset it", table=table)
        names = self.game.rules.choices
        choice = names[number] if 0 <= number < len(names) else str(number)
        return Message(
            "at table {table} the choice {choice} isn't legal now; no table was changed",
            table=table,
            choice=choice,
        )

    def _judge(self) -> None:
        """What ended in this step, and what it was worth."""
        np.not_equal(self._ends, lockstep.GOES_ON, out=self.done)
        np.equal(self._ends, lockstep.CUT_OFF, out=self.truncated)
        self.rewards[:] = 0
        ended = np.flatnonzero(self._ends == lockstep.ENDED)
        if len(ended):
            self.rewards[ended] = returns(self.scores[ended], self.ranks[ended], self.reward)

    # ------------------------------------------------------------------------------------------
    # Seeing

    def observe(self, seat: int | None = None, kind: str = COMPACT) -> Any:
        """What a seat sees of each table: by default the one that is asked (seat 0 where none is).

        `sparse` gives two arrays: the numbers of the facts that are true, and how many of each row count.
        """
        check_kind(kind)
        if seat is None:
            viewers = np.maximum(self.seats, 0)
        else:
            viewers = np.full(self.n, self.game.check_seat(seat), np.int16)
        if kind not in self._seen:
            room = self._observer.room(kind, self.n)
            self._seen[kind] = tuple(aligned(shape, dtype) for shape, dtype in room)
        arrays = self._seen[kind]

        def write(part: int) -> None:
            mine = self._parts[part]
            own = tuple(array[mine] for array in arrays)
            self._observer.write(kind, self._tables[mine], viewers[mine], own)

        self._each(write)
        return (arrays[1], arrays[0]) if kind == SPARSE else arrays[-1]

    def position(self, table: int) -> Position:
        """One of the tables by itself, with a dealer of its own; its history begins here."""
        record = self._tables[table].copy()
        return Position(self.game, record, None, (), self.deals, self._compiled, is_origin=True)

    def positions(self) -> list[Position]:
        """All tables by themselves."""
        return [self.position(table) for table in range(self.n)]

    def lay(self, table: int, position: Position) -> None:
        """Put a position onto a table, in place of what lies there."""
        if position.game != self.game:
            raise OptionError(
                Message(
                    "{other} can't lie on a table of {game}", other=repr(position.game), game=repr(self.game)
                )
            )
        self._tables[table] = position.table()
        self._lengths[table] = 0
        self._look()

    # ------------------------------------------------------------------------------------------
    # Copying, pickling

    def copy(self, seed: int | None = None) -> "Batch":
        """The same tables with fresh dealers: a copy never tells the future."""
        other = object.__new__(Batch)
        other.__setstate__(self.__getstate__())
        other._sow(check_seed(seed))
        return other

    def __getstate__(self) -> dict[str, Any]:
        arrays = (*BYTES_KEPT, *LAST_STEP, "_dice")
        return (
            {"game": self.game.describe()}
            | {name: getattr(self, name) for name in KEPT}
            | {name: getattr(self, name).copy() for name in arrays}
        )

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.game = Game.described(saved["game"])
        for name in KEPT:
            setattr(self, name, saved[name])
        self._lay_out()
        self._dice = saved["_dice"].copy()
        for name in BYTES_KEPT:
            getattr(self, name)[:] = saved[name]
        deals, self.deals = self.deals, False  # what was undecided when it was saved stays so until `play`
        self._look()
        self.deals = deals
        for name in LAST_STEP:
            getattr(self, name)[:] = saved[name]
        self._judge()

    def __repr__(self) -> str:
        return f"<Batch of {self.n} tables of {self.game!r}>"


def _count(value: object, name: str, most: int) -> int:
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and 1 <= value <= most:
        return int(value)
    raise OptionError(
        Message(
            "{name} is a whole number from 1 to {most}, not {value}", name=name, most=most, value=short(value)
        )
    )
