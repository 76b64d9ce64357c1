"""How bots fare against each other, in this process: short, for whoever trains one.

Matches that are kept, gone on with, or played by several processes are `azulejos match`.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejos import bots as our_bots
from azulejos.arena.figures import Interval, wilson
from azulejos.arena.fixtures import derived_seed
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import Game, check_game
from azulejos.position import Position
from azulejos.returns import MARGIN, returns

ALL, ROTATIONS, AS_GIVEN = SEATINGS = ("all", "rotations", "as given")


@dataclass(frozen=True)
class Evaluation:
    """How it went, by bot in the order in which they were given.

    As text it has of each bot the share of its wins with Wilson's 95 % interval, as `azulejos match` says it,
    its margin and its points. `errors` is another measure, what a mean of so many games scatters by.
    """

    names: tuple[str, ...]
    games: int
    shares: tuple[float, ...]  # of the wins; a shared win counts in equal parts
    errors: tuple[float, ...]  # of these, as one standard deviation of the mean
    margins: tuple[float, ...]  # points beyond the mean of the others
    scores: tuple[float, ...]

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """Where each share lies in 95 of 100 cases (Wilson)."""
        return tuple(wilson(share * self.games, self.games) for share in self.shares)

    def __str__(self) -> str:
        rows = zip(self.names, self.shares, self.intervals, self.margins, self.scores, strict=True)
        lines = [
            f"{n}: {s:.3f} ({i.low:.3f}-{i.high:.3f}) of {self.games} games, {m:+.1f}, {p:.1f} points"
            for n, s, i, m, p in rows
        ]
        return "\n".join(lines)


def evaluate(
    game: Game, bots: Sequence[Any], seatings: str = ALL, deals: int = 10, seed: int = 0
) -> Evaluation:
    """Let bots play: names of ours, or objects with `choose(position, seat, budget)`, one for each seat.

    On each deal there is a game for every order in which they can sit (`all`), for every rotation, or one.
    """
    _check(game, bots, seatings, deals)
    shares, margins, scores = [], [], []
    for deal in range(deals):
        for seating in _orders(game.players, seatings):
            position = _played(game, bots, seating, derived_seed(seed, deal))
            by_bot = np.argsort(seating)
            won = np.array(position.ranking) == 0
            shares.append((won / won.sum())[by_bot])
            margins.append(returns(position.scores, position.ranking, MARGIN)[by_bot])
            scores.append(np.array(position.scores)[by_bot])
    errors = np.std(shares, axis=0) / np.sqrt(len(shares))
    means = (np.mean(values, axis=0) for values in (shares, margins, scores))
    share, margin, score = (tuple(mean.tolist()) for mean in means)
    names = tuple(one if isinstance(one, str) else getattr(one, "name", type(one).__name__) for one in bots)
    return Evaluation(names, len(shares), share, tuple(errors.tolist()), margin, score)


def _check(game: Game, bots: Sequence[Any], seatings: str, deals: int) -> None:
    check_game(game)
    if seatings not in SEATINGS:
        raise OptionError(
            Message(
                "seatings can't be {value}: it is {values}",
                value=short(seatings),
                values=" / ".join(SEATINGS),
            )
        )
    if len(bots) != game.players:
        raise OptionError(
            Message(
                "{players} bots are wanted, one for each seat, not {count}",
                players=game.players,
                count=len(bots),
            )
        )
    if deals < 1:
        raise OptionError(Message("at least one deal is played"))
    for one in bots:
        if isinstance(one, str):
            our_bots.check_bot(one)
        elif not callable(getattr(one, "choose", None)) or isinstance(one, type):
            raise OptionError(
                Message(
                    "a bot is a name or an object with choose(position, seat, budget), not {got}",
                    got=short(one),
                )
            )


def _orders(players_n: int, seatings: str) -> Iterator[tuple[int, ...]]:
    """Which bot sits at each seat."""
    seats = range(players_n)
    if seatings == ALL:
        yield from itertools.permutations(seats)
    else:
        for moved in seats if seatings == ROTATIONS else (0,):
            yield tuple((seat - moved) % players_n for seat in seats)


def _played(game: Game, bots: Sequence[Any], seating: tuple[int, ...], seed: int) -> Position:
    """A game to its end. Each bot is shown what its seat may know."""
    position = game.start(seed=seed)
    sitting = [
        our_bots.bot(one, derived_seed(seed, seat)) if isinstance(one, str) else one
        for seat, one in enumerate(bots[number] for number in seating)
    ]
    while position.turn is not None:
        seat = position.turn
        position.play(sitting[seat].choose(position.known_by(seat), seat, None))
    return position
