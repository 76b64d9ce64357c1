"""What learners use: batches beside the compiled rules, the frameworks' faces beside `Position`."""

import random
import time
from collections.abc import Callable, Iterator

import numpy as np

import azulejos as az
from azulejos import games
from azulejos.batch import Batch
from azulejos.core import rng
from lines import Line

TABLES = 1024
STEPS = 300
REPEATS = 6
GAMES = 3000  # random ones, to compare with
CHOICES = 3000  # through a face
BARS = {  # a share of the compiled random choices per second: list and mask; with observations
    "chocolatier": (0.22, 0.12),
    "pavilion": (0.33, 0.16),
    "duel": (0.38, 0.16),
    "garden": (0.45, 0.30),
}


def cpu_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def random_choices(game: az.Game) -> tuple[float, float]:
    """Choices per second of compiled random games, CHANCE's included, and the share of those for seats."""
    counts = np.zeros((GAMES, 4), np.int64)
    results = np.zeros((GAMES, 2, game.players), np.int16)
    table = np.zeros(game.rules.dtype.itemsize, np.uint8)
    generators = rng.seeded(*range(GAMES))
    simulate = games.doors(game.name).simulate_all
    seconds = cpu_seconds(
        lambda: simulate(table, game.players, 0, game.settings, generators, counts, results)
    )
    in_all = counts[:, :2].sum()
    return in_all / seconds, counts[:, 0].sum() / in_all


def stepped(batch: Batch, sees: bool) -> None:
    for _ in range(STEPS):
        batch.play(batch.random_choices())
        if sees:
            batch.observe()


def batches(game: az.Game) -> Iterator[Line]:
    """Stepping on one core, with CHANCE and restarts; choices of CHANCE are counted on both sides."""
    batch = Batch(game, TABLES, seed=1)
    stepped(batch, True)
    compiled, blind, seeing = 0.0, 0.0, 0.0
    for _ in range(REPEATS):
        speed, share = random_choices(game)
        played = STEPS * TABLES / share
        compiled = max(compiled, speed)
        blind = max(blind, played / cpu_seconds(lambda: stepped(batch, False)))
        seeing = max(seeing, played / cpu_seconds(lambda: stepped(batch, True)))
    title = game.facts.title
    for what, speed, bar in zip(("", " and observations"), (blind, seeing), BARS[game.name], strict=True):
        found = speed / compiled
        yield f"{title}: {TABLES:,} tables, list, mask{what}", speed, "choices/s", "", True
        yield "... of the compiled random choices", found, "", f"at least {bar}", found >= bar


def two_threads(game: az.Game) -> Iterator[Line]:
    times = {}
    for threads in (1, 2):
        batch = Batch(game, 8 * TABLES, seed=1, threads=threads)
        stepped(batch, False)
        best = float("inf")
        for _ in range(REPEATS):
            began = time.perf_counter()
            stepped(batch, False)
            best = min(best, time.perf_counter() - began)
        times[threads] = best
    gain = times[1] / times[2]
    yield f"{game.facts.title}: two threads against one", gain, "times", "at least 1.7", gain >= 1.7


# ------------------------------------------------------------------------------------------------
# One table


def through_position(game: az.Game) -> None:
    position, dice = game.start(seed=1), random.Random(1)
    for count in range(CHOICES):
        if position.over:
            position = game.start(seed=count)
        position.play(dice.choice(position.legal))


def through_pettingzoo(game: az.Game) -> None:
    from azulejos.envs.pettingzoo import env

    table, dice = env(game.name), random.Random(1)
    table.reset(seed=1)
    for count in range(CHOICES):
        _, _, terminated, truncated, info = table.last()
        if terminated or truncated:
            table.reset(seed=count)
            continue
        table.step(dice.choice(np.flatnonzero(info["action_mask"]).tolist()))


def through_openspiel(game: az.Game) -> None:
    import pyspiel

    import azulejos.envs.openspiel  # noqa: F401 - registers the games

    loaded, dice = pyspiel.load_game(f"azulejos_{game.name}"), random.Random(1)
    state = loaded.new_initial_state()
    for _ in range(CHOICES):
        if state.is_terminal():
            state = loaded.new_initial_state()
        state.apply_action(dice.choice(state.legal_actions()))


def faces(game: az.Game) -> Iterator[Line]:
    ways = {through_position: 0.0, through_pettingzoo: 0.0, through_openspiel: 0.0}
    for _ in range(REPEATS):
        for way, best in ways.items():
            ways[way] = max(best, CHOICES / cpu_seconds(lambda way=way: way(game)))
    by_position, by_pettingzoo, by_openspiel = ways.values()
    for what, speed, bar in (("PettingZoo", by_pettingzoo, 0.10), ("OpenSpiel", by_openspiel, 0.05)):
        share = speed / by_position
        yield f"{game.facts.title}: through {what}", speed, "choices/s", "", True
        yield "... of those through `Position`", share, "", f"at least {bar}", share >= bar


def simulations() -> Iterator[Line]:
    """OpenSpiel's own test of a random game: secrets must not make it slow."""
    import pyspiel

    import azulejos.envs.openspiel  # noqa: F401

    seconds = {}
    for name in ("chocolatier", "duel"):
        game = pyspiel.load_game(f"azulejos_{name}")
        test = lambda game=game: pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)  # noqa: E731
        seconds[name] = sum(cpu_seconds(test) for _ in range(REPEATS))
    times = seconds["duel"] / seconds["chocolatier"]
    yield "`random_sim_test` of Duel against Master Chocolatier", times, "times", "at most 2", times <= 2


def measure() -> Iterator[Line]:
    """All that is asked."""
    for name in games.GAMES:
        yield from batches(az.Game(name, first=0))
    yield from two_threads(az.Game("chocolatier"))
    for name in games.GAMES:
        yield from faces(az.Game(name))
    yield from simulations()


if __name__ == "__main__":
    for line in measure():
        print(*line)
