"""Games between minds at a bare table, where every moment can be noted."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from azulejos import games
from azulejos.bots.thinking import Mind
from azulejos.core import rng
from azulejos.core.contract import CHANCE, OVER
from azulejos.game import NOT_CHOSEN, Game
from azulejos.position import Turn

MIND_MEMORY = 8 * 2**20  # bytes: enough for a few thousand simulations


class Table:
    """A table in the hands of the rules alone: no names, no story, no record."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.bytes = np.zeros((1, game.rules.dtype.itemsize), np.uint8)
        self.state = self.bytes.view(game.rules.dtype)[0, 0]
        self._doors = games.doors(game.name)
        self._rng = rng.seeded(seed)
        self._legal = np.zeros((1, game.rules.legal_max), np.int16)
        self._count = np.zeros(1, np.int16)
        self._doors.start_all(self.bytes, game.players, NOT_CHOSEN, game.settings)

    @property
    def turn(self) -> int:
        return int(self.state["to_move"])

    @property
    def this_turn(self) -> Turn:
        return Turn(self.turn, int(self.state["turn_number"]))

    def legal(self) -> np.ndarray:
        self._doors.legal_all(self.bytes, self._legal, self._count)
        return self._legal[0, : self._count[0]]

    def play(self, choice: int) -> None:
        self._doors.play_all(self.bytes, np.array([choice]), self._legal[0])

    def deal(self) -> None:
        """Let CHANCE answer one question."""
        choice = np.zeros(1, np.int16)
        self._doors.pick_all(self.bytes, self._rng, choice)
        self.play(int(choice[0]))

    def known_by(self, seat: int) -> np.ndarray:
        """The table without what a seat can't know."""
        known = self.bytes.copy()
        self._doors.forget_all(known, seat)
        return known[0]

    def result(self) -> tuple[np.ndarray, np.ndarray]:
        """At the end: each seat's share of the win, and by how many points it is ahead of the best other."""
        points = np.zeros((1, self.game.players), np.int16)
        ranks = np.zeros_like(points)
        self._doors.result_all(self.bytes, points, ranks)
        first = ranks[0] == 0
        best = [max(np.delete(points[0], seat)) for seat in range(self.game.players)]
        return first / first.sum(), points[0] - np.array(best)


@dataclass(frozen=True)
class Moment:
    """Right after a choice: whose, at which table, and what its mind hoped for each seat before it."""

    table: Table
    seat: int
    hoped: np.ndarray | None  # None where there was nothing to choose
    is_round_over: bool


Way = Callable[[Mind, np.ndarray, np.random.Generator], int]
"""How a mind that has thought picks one of its choices."""


def best(mind: Mind, legal: np.ndarray, dice: np.random.Generator) -> int:
    return mind.best()


def play_game(
    table: Table, minds: Sequence[Mind], simulations: int, way: Way, dice: np.random.Generator
) -> Iterator[Moment]:
    """Play to the end, each seat with its mind. Tells of the moments after each turn."""
    while table.turn != OVER:
        if table.turn == CHANCE:
            table.deal()
            continue
        seat, now, round_number = table.turn, table.this_turn, table.state["round_number"]
        legal, hoped = table.legal(), None
        choice = int(legal[0])
        if len(legal) > 1:
            minds[seat].look_at(table.known_by(seat))
            minds[seat].think(simulations)
            hoped = minds[seat].worths()[: table.game.players]
            choice = way(minds[seat], legal, dice)
        table.play(choice)
        if table.this_turn != now:
            yield Moment(table, seat, hoped, table.state["round_number"] != round_number)
