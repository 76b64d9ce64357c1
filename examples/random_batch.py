"""Random games in a batch: how fast, and how they end. `python examples/random_batch.py [GAME] [STEPS]`"""

import sys
import time

import azulejos as az
from azulejos.batch import Batch


def main(name: str = "chocolatier", steps: int = 2000, tables: int = 1024) -> None:
    game = az.Game(name)
    batch = Batch(game, tables, seed=1)
    batch.play(batch.random_choices())  # compiled now, if it has to be
    points, ended, began = 0, 0, time.perf_counter()
    for _ in range(steps):
        batch.play(batch.random_choices())
        observed = batch.observe()  # what the seat sees that is asked now, a row for each table
        ended += batch.done.sum()
        points += batch.scores[batch.done].sum()
    seconds = time.perf_counter() - began
    print(
        f"{steps * tables / seconds:,.0f} choices of players per second, with observations {observed.shape}"
    )
    print(f"{ended:,} games ended, with {points / max(ended, 1) / game.players:.1f} points on average")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
