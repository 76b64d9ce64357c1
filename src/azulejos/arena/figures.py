"""What outcomes add up to: shares of wins with their intervals, margins, times."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from azulejos.arena.referee import Outcome

Z = 1.959964  # standard deviations that leave 5 % outside
CLEARED, MISSED, OPEN, MEASURED, WAITING = "cleared", "missed", "open", "measured", "not played"


@dataclass(frozen=True)
class Interval:
    """Where a share lies with a certainty."""

    low: float
    high: float


def wilson(won: float, games: int, z: float = Z) -> Interval:
    """Wilson's interval for a share of games; shared wins count as parts.

    Games of one deal are not independent. As its rotations give every entrant every seat, luck of seat and
    deal evens out within a deal, and the true interval is rather narrower.
    """
    if games == 0:
        return Interval(0.0, 1.0)
    share = won / games
    centre = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return Interval(max((centre - reach) / scale, 0.0), min((centre + reach) / scale, 1.0))


@dataclass(frozen=True)
class Standing:
    """How an entrant has done."""

    label: str
    games: int
    won: float
    faults: int
    scores: tuple[int, ...]  # of the games that were played out
    margins: tuple[int, ...]  # over the best of the others
    turns: int
    seconds: float
    slowest: float
    times: tuple[float, ...]  # of single turns, where they are known

    @property
    def share(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.won, self.games)

    @property
    def seconds_per_turn(self) -> float:
        return self.seconds / self.turns if self.turns else 0.0

    @property
    def slow(self) -> float:
        """The time that 95 of 100 turns keep."""
        return float(np.quantile(self.times, 0.95)) if self.times else 0.0


def standings(outcomes: Sequence[Outcome]) -> list[Standing]:
    """One for each entrant of a match, in its order. Games that don't count are left out."""
    counted = [outcome for outcome in outcomes if outcome.counts]
    labels = outcomes[0].fixture.bots if outcomes else ()
    return [_standing(label, one, counted) for one, label in enumerate(labels)]


def _standing(label: str, one: int, outcomes: Sequence[Outcome]) -> Standing:
    played_out = [outcome.scores for outcome in outcomes if outcome.is_played_out]
    return Standing(
        label=label,
        games=len(outcomes),
        won=math.fsum(outcome.shares[one] for outcome in outcomes),
        faults=sum(outcome.culprit == one for outcome in outcomes),
        scores=tuple(scores[one] for scores in played_out),
        margins=tuple(scores[one] - max(_others(scores, one)) for scores in played_out),
        turns=sum(outcome.turns[one] for outcome in outcomes),
        seconds=math.fsum(outcome.seconds[one] for outcome in outcomes),
        slowest=max((outcome.slowest[one] for outcome in outcomes), default=0.0),
        times=tuple(spent for outcome in outcomes if outcome.times for spent in outcome.times[one]),
    )


def _others(scores: tuple[int, ...], one: int) -> tuple[int, ...]:
    return scores[:one] + scores[one + 1 :]
