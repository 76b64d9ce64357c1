"""A policy of yours in the arena, beside the bots of the package.

`azulejos match python:tournament:Policy greedy-1 --game chocolatier` (from this folder) plays it with
intervals, margins and times; `az.evaluate` does the same in a few lines, in this process.
"""

import numpy as np

import azulejos as az


class Policy:
    """Scores each choice from what its seat sees. Put what you have learned in place of the weights."""

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


def main(deals: int = 5) -> None:
    for name in ("chocolatier", "pavilion", "duel", "garden"):
        print(name)
        print(az.evaluate(az.Game(name), [Policy(), "random"], deals=deals, seed=1))


if __name__ == "__main__":
    main()
