"""Tables in the memory of a GPU, a thread for each of them."""

import types
from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from azulejos import games, observations
from azulejos.batch import gpu, kernels, layout, lockstep
from azulejos.batch.host import KEPT, LAST_STEP, TABLES, Plan, room, seeds
from azulejos.batch.tensor import Tensor
from azulejos.bots import features as bot_features
from azulejos.core import rng
from azulejos.core.jit import specialise
from azulejos.game import Game
from azulejos.observations import ONE_HOT, SPARSE, writing
from azulejos.returns import KINDS

POOLS = 4  # of each multiprocessor
LARGE = ("duel", "garden")  # whose rules are too much code for a GPU to have any of it twice
SHARED = ("step_one", "look_one", "is_refused", "random_one")  # of `lockstep`


def lying_there(record: np.dtype) -> np.dtype:
    """A table as it lies there."""
    return layout.for_gpu(record, is_narrow=not gpu.is_simulated())


@cache
def template(game: str) -> types.ModuleType:
    """The kernels for a game, as plain functions over records in the GPU's layout."""
    rules = games.contract(game)
    dtype = lying_there(rules.dtype)
    for_table = specialise(lockstep, rules, compiled=False).module
    shared = {name: getattr(for_table, name) for name in SHARED}
    seen = {
        "observe": writing.observer(observations.declared(game), rules.dtype, rules.dtype["players"].base),
        "features": bot_features.of(game).features,
    }
    words = dtype.itemsize // layout.WORD
    names = {**shared, **seen, "STATE": dtype, "WORDS": words}
    return specialise(kernels, rules, compiled=False, **names).module


@cache
def _kernels(game: str) -> gpu.Kernels:
    return gpu.Kernels(template(game), game in LARGE)


def arrays_for(game: Game, plan: Plan) -> dict[str, np.ndarray]:
    """All arrays of a batch as they begin, here: `Device` sends them to the GPU."""
    dtype = lying_there(game.rules.dtype)
    arrays = {name: np.zeros(*each) for name, each in room(game, plan).items()}
    generators = {name: np.zeros(plan.n, rng.RNG) for name in ("rngs", "dice")}
    tables = {"states": np.zeros(plan.n, dtype), "fresh": beginning(game)}
    asked = {"choices": np.zeros(plan.n, np.int64), "first": np.zeros(1, np.int64)}
    return arrays | generators | tables | asked


def beginning(game: Game) -> np.ndarray:
    """The table that a game begins with, as it is laid out there."""
    fresh = np.zeros(1, lying_there(game.rules.dtype))
    layout.convert(np.frombuffer(game.beginning, game.rules.dtype), fresh)
    return fresh


class RandomGames:
    """A random game for each generator, as `simulate_all` of `core.doors` plays it."""

    def __init__(self, game: Game, generators: np.ndarray) -> None:
        gpu.check_gpu()
        n = len(generators)
        fresh = beginning(game)
        arrays = [generators.reshape(-1).view(rng.RNG), fresh, np.zeros((n, 4), np.int64)]
        arrays += [np.zeros((n, game.players), np.int16) for _ in range(2)]
        self._arrays = list(map(cuda.to_device, arrays))
        if game.name in LARGE or gpu.is_simulated():  # plain Python has no warps
            self._play = _kernels(game.name).random_games_in_pools
            self._threads, self._of_a_block = self._make_pools(n, fresh.dtype), kernels.CREW
        else:
            self._play = _kernels(game.name).random_games
            self._threads, self._of_a_block = n, gpu.THREADS

    def _make_pools(self, n: int, dtype: np.dtype) -> int:
        """Room for the tables of pools; return how many threads play them."""
        blocks = min(-(-n // kernels.POOL), gpu.multiprocessors() * POOLS)
        self._arrays.insert(1, cuda.device_array(blocks * kernels.POOL, dtype))
        return blocks * kernels.CREW

    def play(self) -> None:
        self._play(self._threads, *self._arrays, threads=self._of_a_block)

    def results(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Choices of seats, choices of CHANCE, turns and rounds; scores; ranks."""
        tallies, points, ranks = (array.copy_to_host() for array in self._arrays[-3:])
        return tallies, points, ranks


class Device:
    """Tables in the memory of a GPU: an `Engine`."""

    def __init__(self, game: Game, plan: Plan) -> None:
        gpu.check_gpu()
        self.game, self.plan = game, plan
        self._kernels = _kernels(game.name)
        self.arrays = {name: cuda.to_device(array) for name, array in arrays_for(game, plan).items()}
        self._seen: dict[str, tuple[Any, ...]] = {}
        self._shown: dict[str, Tensor] = {}

    def _launch(self, name: str, *arguments: Any) -> None:
        getattr(self._kernels, name)(self.plan.n, *arguments)

    def _tables(self) -> list[Any]:
        return [self.arrays[name] for name in ("states", "rngs", *TABLES)]

    def shown(self, name: str) -> Tensor:
        """An array for whoever plays."""
        if name not in self._shown:
            self._shown[name] = Tensor(self.arrays[name], gpu.is_simulated())
        return self._shown[name]

    # ------------------------------------------------------------------------------------------
    # Playing

    def sow(self, seed: int | None) -> None:
        for name, generators in seeds(seed, self.plan.n).items():
            self.arrays[name].copy_to_device(np.ascontiguousarray(generators).reshape(-1).view(rng.RNG))

    def begin(self, chosen: Any) -> None:
        wanted = np.zeros(self.plan.n, np.bool_)
        wanted[chosen] = True
        states, lengths, fresh = (self.arrays[name] for name in ("states", "lengths", "fresh"))
        self._launch("begin_all", states, lengths, fresh, cuda.to_device(wanted))

    def look(self, deals: bool) -> None:
        self._launch("look_all", *self._tables(), deals, self.game.limits.choices)
        self.judge()

    def numbers(self, choices: Any) -> Any:
        """Choices on the GPU: they may be there already."""
        if isinstance(choices, Tensor):
            return choices.array
        if hasattr(choices, "__cuda_array_interface__"):
            return cuda.as_cuda_array(choices)
        numbers = np.asarray(choices)
        is_whole = numbers.dtype.kind in "iu"
        return cuda.to_device(np.asarray(numbers, np.int64, order="C")) if is_whole else numbers

    def first_refused(self, numbers: Any) -> int:
        first = self.arrays["first"]
        self._launch("refused_all", numbers, self.arrays["lists"], self.arrays["counts"], first)
        found = int(first.copy_to_host()[0])
        if found == self.plan.n:
            return -1
        self.judge()
        return found

    def step(self, numbers: Any) -> None:
        _, deals, restarts, *_ = self.plan
        longest = self.game.limits.choices
        self._launch("step_all", *self._tables(), numbers, self.arrays["fresh"], deals, restarts, longest)
        self.judge()

    def judge(self) -> None:
        """What ended in the last step, and what it was worth."""
        ends, scores, ranks = (self.arrays[name] for name in LAST_STEP)
        told = (self.arrays[name] for name in ("done", "truncated", "rewards", "first"))
        self._launch("judge_all", ends, scores, ranks, KINDS.index(self.plan.reward), *told)

    def random(self) -> Tensor:
        self._launch("random_all", *(self.arrays[name] for name in ("lists", "counts", "dice", "choices")))
        return self.shown("choices")

    def weights(self) -> Tensor:
        out = cuda.to_device(np.zeros(self.arrays["lists"].shape, np.int16))
        self._launch("weights_all", self.arrays["states"], out)
        return Tensor(out, gpu.is_simulated())

    def observe(self, seat: int | None, kind: str) -> Any:
        """What a seat sees, or the one that is asked."""
        if kind not in self._seen:
            shapes = observations.observer(self.game.name, self.game.players, False).room(kind, self.plan.n)
            self._seen[kind] = tuple(cuda.to_device(np.zeros(*each)) for each in shapes)
        arrays = self._seen[kind]
        who = (self.arrays["states"], self.arrays["seats"], -1 if seat is None else seat)
        if kind == SPARSE:
            counts, out = arrays
            self._launch("tell_all", *who, out, counts)
            return Tensor(out, gpu.is_simulated()), Tensor(counts, gpu.is_simulated())
        self._launch("observe_all", *who, arrays[0])
        if kind == ONE_HOT:
            self._launch("spread_all", arrays[0], *self._plan_of_floats(), arrays[1])
        return Tensor(arrays[-1], gpu.is_simulated())

    def _plan_of_floats(self) -> tuple[Any, ...]:
        if "floats" not in self._seen:
            self._seen["floats"] = tuple(map(cuda.to_device, self.game.features.plan))
        return self._seen["floats"]

    # ------------------------------------------------------------------------------------------
    # Single tables, and all that is kept of a batch

    def _here(self, states: Any) -> np.ndarray:
        """Tables from there, as the CPU lays them out, in bytes."""
        there = states.copy_to_host()
        here = np.zeros(len(there), self.game.rules.dtype)
        layout.convert(there, here)
        return here.view(np.uint8).reshape(len(there), -1)

    def table(self, number: int) -> np.ndarray:
        """The bytes of a table, copied."""
        return self._here(self.arrays["states"][number : number + 1])[0]

    def lay(self, number: int, table: np.ndarray) -> None:
        state = np.zeros(1, self.arrays["fresh"].dtype)
        layout.convert(table.view(self.game.rules.dtype), state)
        self.arrays["states"][number : number + 1].copy_to_device(state)
        self.arrays["lengths"][number : number + 1].copy_to_device(np.zeros(1, np.int32))

    def kept(self) -> dict[str, np.ndarray]:
        kept = {name: self.arrays[name].copy_to_host() for name in (*KEPT, *LAST_STEP)}
        return kept | {"tables": self._here(self.arrays["states"])}

    def restore(self, kept: dict[str, np.ndarray]) -> None:
        """What was undecided when it was kept stays so until the next step."""
        states = np.zeros(self.plan.n, self.arrays["fresh"].dtype)
        layout.convert(kept["tables"].reshape(-1).view(self.game.rules.dtype), states)
        self.arrays["states"].copy_to_device(states)
        for name in KEPT:
            self.arrays[name].copy_to_device(kept[name])
        self.look(deals=False)
        for name in LAST_STEP:
            self.arrays[name].copy_to_device(kept[name])
        self.judge()
