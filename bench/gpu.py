"""What a GPU does, where there is one: `python bench/gpu.py [GAME ...]`.

Random games, and tables in lockstep: lines for the table in docs/research.md. Choices are those of seats and
of CHANCE.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
from numba import cuda

import azulejos as az
from azulejos import games
from azulejos.batch import Batch
from azulejos.batch.device import RandomGames

TABLES, STEPS = 1 << 16, 200
REPEATS = 3
GAMES = {"chocolatier": 1 << 22, "pavilion": 1 << 22, "duel": 1 << 20, "garden": 1 << 20}
BARS = {"chocolatier": 20, "pavilion": 15, "duel": 2, "garden": 1}  # millions of random games per second
STEPPED = 100  # millions of choices per second, with masks and observations


def seconds(work: Callable[[], object]) -> float:
    """The shortest of a few times, until the GPU has done all of it."""
    times = []
    for _ in range(REPEATS):
        cuda.synchronize()
        began = time.perf_counter()
        work()
        cuda.synchronize()
        times.append(time.perf_counter() - began)
    return min(times)


def generators(count: int) -> np.ndarray:
    return np.arange(count, dtype=np.uint64).reshape(-1, 1).view(np.uint8)


class Course:
    """What is measured of a game; all of it is compiled first."""

    def __init__(self, name: str) -> None:
        self.game = az.Game(name)
        self.random = RandomGames(self.game, generators(GAMES[name]))
        self.random.play()
        tallies, _, _ = self.random.results()
        self.choices = float(tallies[:, :2].sum(1).mean())
        self.share = float(tallies[:, 0].sum() / tallies[:, :2].sum())
        self.batch = Batch(self.game, TABLES, seed=1, device="cuda")
        self.stepped(2, True)

    def stepped(self, steps: int, sees: bool) -> None:
        for _ in range(steps):
            self.batch.play(self.batch.random_choices())
            if sees:
                self.batch.observe()

    def lines(self) -> Iterator[tuple[str, float, str]]:
        bar = BARS[self.game.name]
        played = GAMES[self.game.name] / seconds(self.random.play) / 1e6
        yield "random games", played, f"M games/s (at least {bar}: {'yes' if played >= bar else 'no'})"
        yield "", played * self.choices, "M choices/s"
        for sees in (False, True):
            made = STEPS * TABLES / self.share / seconds(lambda sees=sees: self.stepped(STEPS, sees)) / 1e6
            bar_told = f" (at least {STEPPED}: {'yes' if made >= STEPPED else 'no'})" if sees else ""
            what = f"{TABLES:,} tables, masks{' and observations' if sees else ''}"
            yield what, made, f"M choices/s{bar_told}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games.GAMES))
    asked = parser.parse_args()
    print(f"{cuda.get_current_device().name.decode()}, {time.strftime('%Y-%m-%d')}")
    for name in asked.games:
        print(f"{name}: compiling ...", file=sys.stderr)
        for what, speed, unit in Course(name).lines():
            print(f"| {az.Game(name).facts.title} | {what} | {speed:,.2f} | {unit} |", flush=True)


if __name__ == "__main__":
    main()
