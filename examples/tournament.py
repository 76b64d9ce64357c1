"""Policies of yours in the arena, beside the bots of the package.

`azulejos match python:tournament:Linear greedy-1 --game chocolatier` (from this folder) plays one with
intervals, margins and times, in several processes; `az.evaluate` does the same in a few lines, in this one.
What `python ppo.py` has learned takes part as `python:tournament:Trained`.
"""

from pathlib import Path

import numpy as np

import azulejos as az


class Linear:
    """Scores each choice from what its seat sees, by weights that nobody has taught anything yet."""

    name = "linear-example"

    def __init__(self, seed: int = 0) -> None:
        self.dice = np.random.default_rng(seed)
        self.weights: dict[str, np.ndarray] = {}

    def choose(self, position: az.Position, seat: int, budget: float | None = None) -> str:
        game = position.game
        if game.name not in self.weights:
            self.weights[game.name] = self.dice.normal(size=(game.features.floats, game.choices_n))
        scores = position.observe(seat, "one-hot") @ self.weights[game.name]
        scores[position.mask() == 0] = -np.inf
        return game.rules.choices[int(scores.argmax())]


class Trained:
    """The net that `ppo.py` has left in this folder for the game that is played."""

    name = "ppo-example"

    def __init__(self) -> None:
        self.bots: dict = {}  # one for each game

    def choose(self, position: az.Position, seat: int, budget: float | None = None) -> str:
        from ppo import Learned

        game = position.game
        if game.name not in self.bots:
            self.bots[game.name] = Learned.read(Path(f"ppo-{game.name}.pt"), game)
        return self.bots[game.name].choose(position, seat, budget)


def main(deals: int = 5) -> None:
    for name in ("chocolatier", "pavilion", "duel", "garden"):
        print(name)
        print(az.evaluate(az.Game(name), [Linear(), "random"], deals=deals, seed=1))


if __name__ == "__main__":
    main()
