"""Tables in the memory of this machine, played by threads of it."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from azulejos import games
from azulejos.batch import lockstep
from azulejos.core import rng
from azulejos.core.jit import Doors, specialise
from azulejos.game import Game
from azulejos.observations import SPARSE, observer
from azulejos.returns import returns

ALIGNMENT = 64  # bytes; others copy what isn't aligned so
SPREAD = 0x632BE59BD9B4E019  # between the seeds of two tables
TABLES = ("lists", "counts", "mask", "seats", "ends", "lengths", "scores", "ranks")
"""What the doors of `lockstep`, and its kernels, take behind the tables and their generators."""
KEPT = ("rngs", "dice", "lengths")
LAST_STEP = ("ends", "scores", "ranks")  # which may have begun a new game


class Plan(NamedTuple):
    """How tables are played."""

    n: int
    deals: bool
    restarts: bool
    reward: str
    threads: int
    compiled: bool


@cache
def doors(game: str, compiled: bool) -> Doors:
    return specialise(lockstep, games.contract(game), compiled)


def aligned(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Zeros whose first byte lies where others need not copy them."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    return room[first : first + size].view(dtype).reshape(shape)


def room(game: Game, plan: Plan) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shape and the type of each array, the tables aside."""
    n, seats_n = plan.n, game.players
    columns = game.choices_n if plan.deals else game.choices_n + game.chance_n
    return {
        "lists": ((n, game.rules.legal_max), np.int16),
        "counts": ((n,), np.int16),
        "mask": ((n, columns), np.int8),
        "seats": ((n,), np.int16),
        "ends": ((n,), np.int8),
        "lengths": ((n,), np.int32),
        "scores": ((n, seats_n), np.int16),
        "ranks": ((n, seats_n), np.int16),
        "done": ((n,), np.bool_),
        "truncated": ((n,), np.bool_),
        "rewards": ((n, seats_n), np.float32),
    }


def seeds(seed: int | None, n: int) -> dict[str, np.ndarray]:
    """A generator for the dealer of each table, and one for whoever chooses there by lot."""
    first = rng.system_seed() if seed is None else seed
    return {
        "rngs": rng.seeded(*(first + i * SPREAD for i in range(n))),
        "dice": rng.seeded(*((first ^ SPREAD) - i * SPREAD for i in range(n))),
    }


class Host:
    """Tables in the memory of this machine: an `Engine`."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game, self.plan = game, plan
        n = plan.n
        self.arrays = {name: aligned(*each) for name, each in room(game, plan).items()}
        self.arrays |= {name: aligned((n, 8), np.uint8) for name in ("rngs", "dice")}
        self._tables = aligned((n, game.rules.dtype.itemsize), np.uint8)
        self._fresh = np.frombuffer(bytearray(game.beginning), np.uint8)
        self._seen: dict[str, tuple[np.ndarray, ...]] = {}
        self._doors = doors(game.name, plan.compiled)
        self._observer = observer(game.name, game.players, plan.compiled)
        self._part()

    def _part(self) -> None:
        """A part of the tables for each thread."""
        n, threads = self.plan.n, self.plan.threads
        edges = np.linspace(0, n, min(threads, n) + 1).astype(int).tolist()
        self._parts = [slice(*part) for part in itertools.pairwise(edges)]
        arrays = (self._tables, self.arrays["rngs"], *(self.arrays[name] for name in TABLES))
        self._sliced = [tuple(array[part] for array in arrays) for part in self._parts]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None

    def _each(self, work: Callable[[int], object]) -> None:
        """Do the work of each part, in threads if there are several."""
        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(len(self._parts))))

    def shown(self, name: str) -> np.ndarray:
        """An array for whoever plays; what `play` trusts can't be written."""
        array = self.arrays[name]
        if name in ("lists", "counts"):
            array = array.view()
            array.flags.writeable = False
        return array

    # ------------------------------------------------------------------------------------------
    # Playing

    def sow(self, seed: int | None) -> None:
        for name, generators in seeds(seed, self.plan.n).items():
            self.arrays[name][:] = generators

    def begin(self, chosen: Any) -> None:
        self._tables[chosen] = self._fresh
        self.arrays["lengths"][chosen] = 0

    def look(self, deals: bool) -> None:
        longest = self.game.limits.choices
        self._each(lambda part: self._doors.look_all(*self._sliced[part], deals, longest))
        self.judge()

    def numbers(self, choices: Any) -> np.ndarray:
        """Choices as an array of words, if they are whole numbers."""
        numbers = np.asarray(choices)
        return np.asarray(numbers, np.int64, order="C") if numbers.dtype.kind in "iu" else numbers

    def first_refused(self, numbers: np.ndarray) -> int:
        return int(self._doors.first_refused(numbers, self.arrays["lists"], self.arrays["counts"]))

    def step(self, numbers: np.ndarray) -> None:
        fresh, (_, deals, restarts, *_) = self._fresh, self.plan
        longest = self.game.limits.choices

        def step(part: int) -> None:
            mine = numbers[self._parts[part]]
            self._doors.step_all(*self._sliced[part], mine, fresh, deals, restarts, longest)

        self._each(step)
        self.judge()

    def judge(self) -> None:
        """What ended in the last step, and what it was worth."""
        arrays = self.arrays
        ends, rewards = arrays["ends"], arrays["rewards"]
        np.not_equal(ends, lockstep.GOES_ON, out=arrays["done"])
        np.equal(ends, lockstep.CUT_OFF, out=arrays["truncated"])
        rewards[:] = 0
        ended = np.flatnonzero(ends == lockstep.ENDED)
        if len(ended):
            rewards[ended] = returns(arrays["scores"][ended], arrays["ranks"][ended], self.plan.reward)

    def random(self) -> np.ndarray:
        out = np.empty(self.plan.n, np.int64)
        self._doors.random_all(*(self.arrays[name] for name in ("lists", "counts", "dice")), out)
        return out

    def weights(self) -> np.ndarray:
        out = np.zeros(self.arrays["lists"].shape, np.int16)
        self._doors.weights_all(self._tables, out)
        return out

    def observe(self, seat: int | None, kind: str) -> Any:
        """What a seat sees, or the one that is asked."""
        n = self.plan.n
        seats = self.arrays["seats"]
        viewers = np.maximum(seats, 0) if seat is None else np.full(n, seat, np.int16)
        if kind not in self._seen:
            self._seen[kind] = tuple(aligned(*each) for each in self._observer.room(kind, n))
        arrays = self._seen[kind]

        def write(part: int) -> None:
            mine = self._parts[part]
            own = tuple(array[mine] for array in arrays)
            self._observer.write(kind, self._tables[mine], viewers[mine], own)

        self._each(write)
        return (arrays[1], arrays[0]) if kind == SPARSE else arrays[-1]

    # ------------------------------------------------------------------------------------------
    # Single tables, and all that is kept of a batch

    def table(self, number: int) -> np.ndarray:
        """The bytes of a table, copied."""
        return self._tables[number].copy()

    def lay(self, number: int, table: np.ndarray) -> None:
        self._tables[number] = table
        self.arrays["lengths"][number] = 0

    def kept(self) -> dict[str, np.ndarray]:
        arrays = {name: self.arrays[name].copy() for name in (*KEPT, *LAST_STEP)}
        return arrays | {"tables": self._tables.copy()}

    def restore(self, kept: dict[str, np.ndarray]) -> None:
        """What was undecided when it was kept stays so until the next step."""
        self._tables[:] = kept["tables"]
        for name in KEPT:
            self.arrays[name][:] = kept[name]
        self.look(deals=False)
        for name in LAST_STEP:
            self.arrays[name][:] = kept[name]
        self.judge()
