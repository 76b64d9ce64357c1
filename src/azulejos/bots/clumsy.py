"""An opponent for beginners: it looks clumsy, not stupid."""

import random
from typing import Protocol

from azulejos.bots import values
from azulejos.bots.asked import check_asked
from azulejos.core.rng import system_seed
from azulejos.position import Position

TRIES = 8  # ways to begin a turn that are looked at, until one does not seem to lose anything


class Guide(Protocol):
    """Who knows how to go on with a turn."""

    def choose(self, position: Position, seat: int) -> str: ...


class Clumsy:
    """Begins a turn in any way that does not seem to lose anything, and goes on as its guide would.

    It never chooses what looks stupid (`AVOIDED` of the game's values) as long as there is anything else.
    """

    def __init__(self, name: str, guide: Guide, seed: int | None = None) -> None:
        self.name = name
        self._guide = guide
        self._dice = random.Random(system_seed() if seed is None else seed)

    def choose(self, position: Position, seat: int, budget: float | None = None) -> str:
        check_asked(position, seat)
        legal, avoided = position.choices(), values.of(position.game.name).AVOIDED
        sensible = [choice for choice in legal if choice not in avoided] or legal
        if len(sensible) == 1:
            return sensible[0]
        if position.step == 0:
            return self._begin(position, seat, sensible)
        choice = self._guide.choose(position, seat)
        if choice in sensible:
            return choice
        return max(sensible, key=lambda other: self._promise(position, seat, other))

    def _begin(self, position: Position, seat: int, sensible: list[str]) -> str:
        now = values.of(position.game.name).value(position.state_known_by(seat), seat)
        thought_of = self._dice.sample(sensible, min(TRIES, len(sensible)))
        fair = (choice for choice in thought_of if self._promise(position, seat, choice) >= now)
        return next(fair, thought_of[0])

    def _promise(self, position: Position, seat: int, choice: str) -> float:
        """The value of a turn that begins with a choice."""
        known, now = position.known_by(seat), position.this_turn
        known.play(choice)
        while known.this_turn == now:
            known.play(self._guide.choose(known, seat))
        return float(values.of(position.game.name).value(known.state, seat))
