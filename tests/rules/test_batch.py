"""Is a batch of n games n single games? The doors take arrays of tables; every byte is compared."""

import random
from functools import cache

import numpy as np
import pytest
from tests.kits import KITS, each_kit
from tests.kits.kit import with_first
from tests.plainly import plainly

from azulejos import games
from azulejos.core.rng import seeded

pytestmark = each_kit
SEATS = 4  # room for results


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def doors(request, kit):
    return games.doors(kit.name) if request.param else plainly(games.doors, kit.name)


def games_of(kit):
    """Every kind of game, with a chosen first player and with a random one."""
    return [with_first(game, first) for game in kit.games for first in ("random", 1)]


def first_of(game):
    return -1 if game.first == "random" else game.first


def tables_of(positions):
    return np.array([position.table() for position in positions])


def scratch(kit):
    return np.zeros(kit.rules.legal_max, np.int16)


def midway(kit):
    """A table of each kind of game, some way into it; the first is over, a seat is asked at the others."""
    return [position.copy() for position in positions_midway(kit.name)]


@cache
def positions_midway(name, count=60):
    positions = [game.start(seed=number) for number, game in enumerate(games_of(KITS[name]))]
    dice = random.Random(1)
    for number, position in enumerate(positions):
        while not position.over and (number == 0 or len(position.history) < count):
            position.play(dice.choice(position.choices()))
    return positions


def choices_of(positions, dice):
    """A legal choice for each position, by number."""
    numbers = games.numbers(positions[0].game.name)
    return np.array([numbers[dice.choice(position.choices())] for position in positions])


def test_start_all(kit, doors):
    """Do n tables laid out together look like one laid out alone?"""
    for game in games_of(kit):
        tables = np.zeros((3, kit.rules.dtype.itemsize), np.uint8)
        doors.start_all(tables, game.players, first_of(game), game.settings)
        assert (tables == game.start(deal="by hand").table()).all()


def test_play_all(kit, doors):
    """Different games side by side, played in one call or one by one: same tables, at every choice?"""
    positions = [game.start(deal="by hand") for game in games_of(kit)]
    tables = tables_of(positions)
    dice = random.Random(2)
    for _ in range(150 if doors.compiled else 50):  # the plain rules take fifty times as long
        assert not any(position.over for position in positions)
        choices = choices_of(positions, dice)
        assert doors.play_all(tables, choices, scratch(kit)) == -1
        for position, choice in zip(positions, choices, strict=True):
            position.play(int(choice))
        assert (tables == tables_of(positions)).all()


@pytest.mark.parametrize("wrong", ["first", "middle", "last"])
@pytest.mark.parametrize("illegal", ["less than all", "more than all", "not now"])
def test_play_all_refuses_all_or_nothing(kit, doors, wrong, illegal):
    """One illegal choice among many: is the first such table named, and nothing changed anywhere?"""
    positions = [position for position in midway(kit) if not position.over]
    tables = tables_of(positions)
    before = tables.copy()
    choices = choices_of(positions, random.Random(3))
    at = {"first": 0, "middle": len(positions) // 3, "last": len(positions) - 1}[wrong]
    of_chance = int(choices_of([kit.games[0].start(deal="by hand")], random.Random(3))[0])
    illegals = {"less than all": -1, "more than all": len(kit.rules.choices), "not now": of_chance}
    choices[at] = choices[-1] = illegals[illegal]
    assert doors.play_all(tables, choices, scratch(kit)) == at
    assert (tables == before).all()


def test_play_all_refuses_when_a_game_is_over(kit, doors):
    """Nothing is legal at a table whose game is over."""
    positions = midway(kit)
    assert [position.over for position in positions] == [True, *[False] * (len(positions) - 1)]
    tables = tables_of(positions)
    choices = np.array([0, *choices_of(positions[1:], random.Random(4))])
    assert doors.play_all(tables, choices, scratch(kit)) == 0
    assert (tables == tables_of(positions)).all()


def test_questions_of_a_batch(kit, doors):
    """Whose turn, what is legal, and with which weights: as each position says it itself?"""
    positions = [*midway(kit), *(game.start(deal="by hand") for game in games_of(kit))]
    tables = tables_of(positions)
    turns, counts, weights_n = np.zeros((3, len(tables)), np.int16)
    legal, weights = np.zeros((2, len(tables), kit.rules.legal_max), np.int16)
    doors.turn_all(tables, turns)
    doors.legal_all(tables, legal, counts)
    doors.weights_all(tables, weights, weights_n)
    for i, position in enumerate(positions):
        assert turns[i] == (-2 if position.turn is None else position.turn)
        assert [kit.rules.choices[number] for number in legal[i, : counts[i]]] == position.choices()
        assert weights[i, : weights_n[i]].tolist() == list(position.weights().values())
    assert (tables == tables_of(positions)).all()


def test_results_of_a_batch(kit, doors):
    """Scores and ranks as each position says; derived fields are computed anew, and are the same."""
    positions = midway(kit)
    tables = tables_of(positions)
    points, ranks = np.zeros((2, len(tables), SEATS), np.int16)
    doors.result_all(tables, points, ranks)
    doors.derive_all(tables)
    for i, position in enumerate(positions):
        assert points[i, : position.game.players].tolist() == position.scores
        assert ranks[i, : position.game.players].tolist() == position.ranking
    assert (tables == tables_of(positions)).all()


def test_secrets_of_a_batch(kit, doors):
    """What a seat can't know is forgotten at each table as at one alone; without secrets nothing is."""
    positions = midway(kit)
    for seat in (-1, 0, 1):
        tables, alone = tables_of(positions), tables_of(positions)
        doors.forget_all(tables, seat)
        for i in range(len(positions)):
            kit.rules.forget(alone[i].view(kit.rules.dtype)[0], seat)
        assert (tables == alone).all()
        assert kit.has_secrets or (tables == tables_of(positions)).all()


def test_secret_choices(kit, doors):
    """Is a choice as secret through the door as by the rules? Without secrets none is."""
    positions = midway(kit)
    for position, choice in zip(positions[1:], choices_of(positions[1:], random.Random(5)), strict=True):
        for seat in (-1, *range(position.game.players)):
            is_secret = doors.is_secret_at(tables_of([position]), int(choice), seat)
            assert is_secret == kit.rules.is_secret(position.state, int(choice), seat)
            assert kit.has_secrets or not is_secret


def test_pick_all(kit, doors):
    """Does each table use its own generator, and no other?"""
    positions = midway(kit)
    tables = tables_of(positions)
    rngs = seeded(*range(len(tables)))
    together, alone = np.zeros((2, len(tables)), np.int16)
    doors.pick_all(tables, rngs, together)
    for i in range(len(tables)):
        rng = seeded(i)
        doors.pick_all(tables[i : i + 1], rng, alone[i : i + 1])
        assert (rng == rngs[i]).all()
    assert together.tolist() == alone.tolist()
    assert together[0] == -1  # that game is over
    assert all(
        kit.rules.choices[number] in p.choices()
        for number, p in zip(together[1:], positions[1:], strict=True)
    )


def test_playout_all(kit):
    """Played to the end together or alone, compiled or not: same tables, same number of choices?"""
    tables = tables_of(game.start(deal="by hand") for game in games_of(kit))
    alone = tables.copy()
    counts, counts_alone = np.zeros((2, len(tables), 2), np.int64)
    games.doors(kit.name).playout_all(tables, seeded(*range(len(tables))), counts)
    for i in range(len(tables)):
        mine = games.doors(kit.name) if i % 4 else plainly(games.doors, kit.name)
        mine.playout_all(alone[i : i + 1], seeded(i), counts_alone[i : i + 1])
    assert (tables == alone).all()
    assert (counts == counts_alone).all()
    assert (counts > 0).all()


def test_playout_all_plays_as_a_position_would(kit):
    """`playout` is `while turn != OVER: play(pick)`: does a position played by `pick` end the same?"""
    for number, game in enumerate(games_of(kit)[::5]):
        position = game.start(deal="by hand")
        table, counts = position.table().reshape(1, -1), np.zeros((1, 2), np.int64)
        games.doors(kit.name).playout_all(table, seeded(number), counts)
        rng, out = seeded(number), np.zeros(1, np.int16)
        while not position.over:
            games.doors(kit.name).pick_all(position.table().reshape(1, -1), rng, out)
            position.play(int(out[0]))
        assert table[0].tobytes() == position.table().tobytes()
        assert counts.sum() == len(position.history)


def test_simulate_all(kit):
    """Do simulated games end as the same games do when they are played out one by one?"""
    count = 20
    for game in games_of(kit)[::7]:
        rngs = seeded(*range(count))
        counts, results = np.zeros((count, 4), np.int64), np.zeros((count, 2, SEATS), np.int16)
        doors = games.doors(kit.name)
        table = np.zeros(kit.rules.dtype.itemsize, np.uint8)
        doors.simulate_all(table, game.players, first_of(game), game.settings, rngs, counts, results)
        tables = tables_of([game.start(deal="by hand")] * count)
        expected, points, ranks = np.zeros((count, 2), np.int64), *np.zeros((2, count, SEATS), np.int16)
        doors.playout_all(tables, seeded(*range(count)), expected)
        doors.result_all(tables, points, ranks)
        states = tables.view(kit.rules.dtype)[:, 0]
        assert (counts[:, :2] == expected).all()
        assert (counts[:, 2] == states["turn_number"]).all()
        assert (counts[:, 3] == states["round_number"]).all()
        assert (results[:, 0] == points).all()
        assert (results[:, 1] == ranks).all()
