"""Many bots, many games: a schedule that can be gone on with, and ratings with their uncertainty."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from azulejos.arena.entrants import Entrant
from azulejos.arena.figures import Interval
from azulejos.arena.fixtures import Fixture, fixtures
from azulejos.arena.referee import Outcome
from azulejos.game import Game

SURE = 2  # so many sigmas on both sides hold a rating in 95 of 100 cases


@dataclass(frozen=True)
class Rating:
    """How strong a bot is on openskill's scale (a newcomer has 25, and 8.3 of doubt)."""

    mu: float
    sigma: float

    @property
    def interval(self) -> Interval:
        return Interval(self.mu - SURE * self.sigma, self.mu + SURE * self.sigma)


@dataclass(frozen=True)
class Rung:
    """A bot on the ladder."""

    label: str
    rating: Rating  # over all games
    ratings: dict[str, Rating]  # for each game
    games: int
    won: float
    faults: int


def schedule(
    games: Sequence[Game], entrants: Sequence[Entrant], deals: int, seed: int, limit: float | None = None
) -> Iterator[Fixture]:
    """Everybody against everybody, in every game and rotation. Deal after deal, so that a ladder which was
    broken off has treated all alike; the same arguments always give the same fixtures."""
    for deal in range(deals):
        for game in games:
            for group in combinations(entrants, game.players):
                yield from fixtures(game, group, [deal], seed, limit)


def rungs(outcomes: Iterable[Outcome], labels: Sequence[str]) -> list[Rung]:
    """The ladder, the strongest first. The order of the outcomes matters a little: give the schedule's."""
    counted = [outcome for outcome in outcomes if outcome.counts]
    titles = list(dict.fromkeys(outcome.fixture.described["game"] for outcome in counted))
    overall = ratings(counted, labels)
    by_game = {
        title: ratings([one for one in counted if one.fixture.described["game"] == title], labels)
        for title in titles
    }
    ladder = [
        _rung(label, overall[label], {title: by_game[title][label] for title in titles}, counted)
        for label in labels
    ]
    return sorted(ladder, key=lambda rung: -rung.rating.mu)


def _rung(label: str, rating: Rating, by_game: dict[str, Rating], outcomes: Sequence[Outcome]) -> Rung:
    own = [
        (outcome, outcome.fixture.bots.index(label)) for outcome in outcomes if label in outcome.fixture.bots
    ]
    won = sum(outcome.shares[one] for outcome, one in own)
    faults = sum(outcome.culprit == one for outcome, one in own)
    return Rung(label, rating, by_game, len(own), won, faults)


def ratings(outcomes: Iterable[Outcome], labels: Sequence[str]) -> dict[str, Rating]:
    """By the Plackett-Luce model, game by game."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {label: model.rating(name=label) for label in labels}
    for outcome in outcomes:
        bots = outcome.fixture.bots
        rated = model.rate([[known[label]] for label in bots], ranks=list(map(float, outcome.ranks)))
        known.update((label, team[0]) for label, team in zip(bots, rated, strict=True))
    return {label: Rating(one.mu, one.sigma) for label, one in known.items()}
