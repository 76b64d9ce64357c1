"""Games of bots of ours that are watched: what they throw away, and what is said about their chances."""

import random
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from typing import Any

from azulejos import bots
from azulejos.arena.entrants import Entrant, our_bot
from azulejos.arena.fixtures import Fixture, code_stamp, fixtures
from azulejos.arena.referee import Outcome, watched
from azulejos.arena.results import Known
from azulejos.bots import comparing, values
from azulejos.bots.thinking import Thinker, own_clock
from azulejos.game import Game
from azulejos.position import Position, Turn

SECONDS = 2.0  # for an excuse, twice
FAIR_VISITS = 1000  # simulations of both choices that are compared
TENTHS = 10  # of all chances


def games_of_one(game: Game, bot: Entrant, count: int, seed: int, code: str | None = None) -> list[Fixture]:
    """One for each deal: a bot against itself plays the same game in every rotation."""
    code = code or code_stamp(game.name, is_watched=True)
    wanted = fixtures(game, [bot] * game.players, range(count), seed)
    return [replace(one, code=code) for one in wanted if one.rotation == 0]


def noted(
    results: Known, wanted: Iterable[Fixture], enough: int, size: Callable[[dict[str, Any]], int]
) -> list[dict[str, Any]]:
    """What was noted in the first games, up to the one with which enough was seen."""
    found: list[dict[str, Any]] = []
    seen = 0
    for fixture in wanted:
        line = results.lines.get(fixture.key)
        if line is None or seen >= enough:
            break
        if "noted" in line:  # else the process that played it has died
            found.append(line["noted"])
            seen += size(line["noted"])
    return found


# ------------------------------------------------------------------------------------------------
# Everything thrown away


def watch_waste(fixture: Fixture) -> Outcome:
    """Play the first round, and count the turns that throw away everything although another way would not."""
    game = fixture.game
    bots.prepare(game.name)
    players = [our_bot(one, fixture.bot_seed(seat)) for seat, one in enumerate(fixture.entrants)]
    budgets = [one.budget for one in fixture.entrants]
    position = game.start(seed=fixture.dealer_seed)
    turns: set[Turn] = set()
    thrown: set[Turn] = set()
    excused = 0
    while not position.over and position.round == 1:
        seat = position.turn
        assert seat is not None
        turn = position.this_turn
        turns.add(turn)
        choice = players[seat].choose(position, seat, budgets[seat])
        if turn not in thrown and (fair := better_looking(position, choice)):
            thrown.add(turn)
            excused += is_excused(position, seat, choice, fair, SECONDS)
        position.play(choice)
    return watched(fixture, {"turns": len(turns), "thrown": len(thrown), "excused": excused})


def better_looking(position: Position, choice: str) -> list[str]:
    """What else could be chosen without throwing anything away, if that can't be helped after a choice.

    In the base game a colour is taken first and then laid: who takes one that no line takes throws it away.
    """
    if keeps(position, choice):
        return []
    return [other for other in position.choices() if keeps(position, other)]


def keeps(position: Position, choice: str) -> bool:
    """Can a turn that goes on with a choice end without throwing anything away?"""
    now, known = position.this_turn, position.known_by(position.turn)
    waiting, met = [(known, choice)], {known.key()}
    while waiting:
        before, chosen = waiting.pop()
        at = before.copy()
        rows = at.play(chosen).rows
        told = {at.rules.events[what] for what in rows["what"].tolist()}
        if values.throws_away(at.game.name, chosen, told) or at.key() in met:
            continue
        if at.this_turn != now:
            return True
        met.add(at.key())
        waiting += [(at, other) for other in at.choices()]
    return False


def is_excused(
    position: Position,
    seat: int,
    choice: str,
    fair: Container[str],
    seconds: float | None = None,
    simulations: int | None = None,
) -> bool:
    """Does a long search find it better than all that is fair, by more than two searches differ?"""
    first, second = (_gain(position, seat, choice, fair, seconds, simulations, seed) for seed in (1, 2))
    return (first + second) / 2 > abs(first - second)


def _gain(
    position: Position,
    seat: int,
    choice: str,
    fair: Container[str],
    seconds: float | None,
    simulations: int | None,
    seed: int,
) -> float:
    """How much more a choice is worth than the best of those that look better."""
    thinker = Thinker(position.game.name, seed, clock=own_clock())
    thought = thinker.think(position, seat, seconds, simulations)
    other = next(option.choice for option in thought.options if option.choice in fair)
    for one in (choice, other):
        visits = thought.of(one).visits
        if visits < FAIR_VISITS:
            thought = thinker.think(position, seat, seconds, FAIR_VISITS - visits, only=one)
    return thought.of(choice).worth - thought.of(other).worth


# ------------------------------------------------------------------------------------------------
# Do chances come true?


def tenth_of(chance: float) -> int:
    return min(int(TENTHS * chance), TENTHS - 1)


def watch_chances(fixture: Fixture) -> Outcome:
    """Play a game; note what analysis shows to whoever moves as their chance, and who won.

    Of the positions of a game that are of one tenth, only one is noted: they end alike, so others would say
    the same again, and look like more than they are.
    """
    game = fixture.game
    bots.prepare(game.name)
    entrants = fixture.entrants
    players = [our_bot(one, fixture.bot_seed(seat)) for seat, one in enumerate(entrants)]
    position = game.start(seed=fixture.dealer_seed)
    said: list[tuple[int, float]] = []
    while not position.over:
        seat = position.turn
        assert seat is not None
        if position.step == 0:
            said.append((seat, comparing.chances(position)[0][seat]))
        position.play(players[seat].choose(position, seat, entrants[seat].budget))
    picked, winners = one_of_each_tenth(said, fixture.dealer_seed), position.winners
    return watched(
        fixture,
        {
            "said": [round(chance, 4) for _, chance in picked],
            "won": [round((seat in winners) / len(winners), 4) for seat, _ in picked],
        },
    )


def one_of_each_tenth(said: Sequence[tuple[int, float]], seed: int) -> list[tuple[int, float]]:
    """By lot, one of the seats and chances that are of one tenth."""
    dice = random.Random(seed)
    found = ([each for each in said if tenth_of(each[1]) == tenth] for tenth in range(TENTHS))
    return [dice.choice(alike) for alike in found if alike]
