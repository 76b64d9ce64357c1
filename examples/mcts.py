"""A tree search on `Position`, as short as it can be. `python examples/mcts.py [GAME]` lets it play `random`.

It thinks on what its seat may know, and copies have dealers of their own, so it can't look into the future.
"""

import math
import random
import sys

import azulejos as az


class Node:
    """What was found behind a choice: visits, and what they were worth to whoever has made it."""

    def __init__(self) -> None:
        self.visits, self.worth = 0, 0.0
        self.children: dict[int, Node] = {}

    def best(self, legal: list[int], curiosity: float = 1.0) -> int:
        """The choice to look at next; what CHANCE does differs, so only what is legal now is compared."""
        fresh = [number for number in legal if number not in self.children]
        if fresh:
            return random.choice(fresh)
        log = math.log(sum(self.children[number].visits for number in legal))
        return max(legal, key=lambda number: self.children[number].value(log, curiosity))

    def value(self, log: float, curiosity: float) -> float:
        return self.worth / self.visits + curiosity * math.sqrt(log / self.visits)


class Searcher:
    """A bot: `azulejos match python:mcts:Searcher greedy-1` (from this folder)."""

    name = "mcts-example"

    def __init__(self, seed: int = 0, simulations: int = 200) -> None:
        random.seed(seed)
        self.simulations = simulations

    def choose(self, position: az.Position, seat: int, budget: float | None = None) -> str:
        if len(position.legal) > 1:
            root = Node()
            for _ in range(self.simulations):
                self.simulate(root, position.copy_with_dealer(seed=random.getrandbits(63)))
            number = max(root.children, key=lambda number: root.children[number].visits)
            return position.rules.choices[number]
        return position.choices()[0]

    def simulate(self, root: Node, position: az.Position) -> None:
        """Down the tree, one step beyond it, and to the end by chance."""
        node, path = root, []
        while not position.over:
            seat, number = position.turn, node.best(position.legal)
            is_new = number not in node.children
            node = node.children.setdefault(number, Node())
            path.append((node, seat))
            position.play(number)
            if is_new:
                break
        while not position.over:
            position.play(random.choice(position.legal))
        worth = position.returns()
        for node, seat in path:
            node.visits += 1
            node.worth += float(worth[seat])


def main(name: str = "chocolatier", deals: int = 2, simulations: int = 100) -> None:
    bots = [Searcher(simulations=simulations), "random"]
    print(az.evaluate(az.Game(name), bots, deals=deals, seed=1))


if __name__ == "__main__":
    main(*sys.argv[1:2])
