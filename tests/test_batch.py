"""Is a batch of n games n single games? The doors take arrays of tables; every byte is compared."""

import itertools
import random

import numpy as np
import pytest

import azulejos as az
from azulejos import games
from azulejos.core.rng import seeded

RULES = games.contract("chocolatier")
GAMES = [
    az.Game("chocolatier", players, first=first, box=box, factories=factories)
    for players, box, factories in itertools.product((2, 3, 4), ("coloured", "grey"), ("plain", "special"))
    for first in ("random", 1)
]
NUMBERS = games.numbers("chocolatier")


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def doors(request):
    return games.doors("chocolatier", request.param)


def tables_of(positions):
    return np.array([position.table() for position in positions])


def scratch():
    return np.zeros(RULES.legal_max, np.int16)


def midway(count=60):
    """A table of each kind of game, some way into it; one of them is over."""
    positions = [game.start(seed=number) for number, game in enumerate(GAMES)]
    dice = random.Random(1)
    for number, position in enumerate(positions):
        while not position.over and (number == 0 or len(position.history) < count):
            position.play(dice.choice(position.choices()))
    return positions


def choices_of(positions, dice):
    """A legal choice for each position, by number."""
    return np.array([NUMBERS[dice.choice(position.choices())] for position in positions])


def test_start_all(doors):
    """Do n tables laid out together look like one laid out alone?"""
    for game in GAMES:
        tables = np.zeros((3, RULES.dtype.itemsize), np.uint8)
        first = -1 if game.first == "random" else game.first
        doors.start_all(tables, game.players, first, game.settings)
        assert (tables == game.start(deal="by hand").table()).all()


def test_play_all(doors):
    """Different games side by side, played in one call or one by one: same tables, at every choice?"""
    positions = [game.start(deal="by hand") for game in GAMES]
    tables = tables_of(positions)
    dice = random.Random(2)
    for _ in range(150):
        assert not any(position.over for position in positions)
        choices = choices_of(positions, dice)
        assert doors.play_all(tables, choices, scratch()) == -1
        for position, choice in zip(positions, choices, strict=True):
            position.play(int(choice))
        assert (tables == tables_of(positions)).all()


@pytest.mark.parametrize("wrong", [0, 7, len(GAMES) - 2])
@pytest.mark.parametrize("choice", [-1, len(RULES.choices), NUMBERS["seat-1 begins"]])
def test_play_all_refuses_all_or_nothing(doors, wrong, choice):
    """One illegal choice among many: is the first such table named, and nothing changed anywhere?"""
    positions = [position for position in midway() if not position.over]
    tables = tables_of(positions)
    before = tables.copy()
    choices = choices_of(positions, random.Random(3))
    choices[wrong] = choices[-1] = choice
    assert doors.play_all(tables, choices, scratch()) == wrong
    assert (tables == before).all()


def test_play_all_refuses_when_a_game_is_over(doors):
    """Nothing is legal at a table whose game is over."""
    positions = midway()
    assert [position.over for position in positions] == [True, *[False] * (len(GAMES) - 1)]
    tables = tables_of(positions)
    choices = np.array([0, *choices_of(positions[1:], random.Random(4))])
    assert doors.play_all(tables, choices, scratch()) == 0
    assert (tables == tables_of(positions)).all()


def test_questions_of_a_batch(doors):
    """Whose turn, what is legal, and with which weights: as each position says it itself?"""
    positions = [*midway(), *(game.start(deal="by hand") for game in GAMES)]
    tables = tables_of(positions)
    turns, counts, weights_n = np.zeros((3, len(tables)), np.int16)
    legal, weights = np.zeros((2, len(tables), RULES.legal_max), np.int16)
    doors.turn_all(tables, turns)
    doors.legal_all(tables, legal, counts)
    doors.weights_all(tables, weights, weights_n)
    for i, position in enumerate(positions):
        assert turns[i] == (-2 if position.turn is None else position.turn)
        assert [RULES.choices[number] for number in legal[i, : counts[i]]] == position.choices()
        assert weights[i, : weights_n[i]].tolist() == list(position.weights().values())
    assert (tables == tables_of(positions)).all()


def test_results_of_a_batch(doors):
    """Scores and ranks as each position says; and nothing is hidden, so forgetting changes nothing."""
    positions = midway()
    tables = tables_of(positions)
    points, ranks = np.zeros((2, len(tables), 4), np.int16)
    doors.result_all(tables, points, ranks)
    doors.forget_all(tables, 0)
    doors.derive_all(tables)
    assert not doors.is_secret_at(tables, 0, 1)
    for i, position in enumerate(positions):
        assert points[i, : position.game.players].tolist() == position.scores
        assert ranks[i, : position.game.players].tolist() == position.ranking
    assert (tables == tables_of(positions)).all()


def test_pick_all(doors):
    """Does each table use its own generator, and no other?"""
    positions = midway()
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
        RULES.choices[number] in p.choices() for number, p in zip(together[1:], positions[1:], strict=True)
    )


def test_playout_all():
    """Played to the end together or alone, compiled or not: same tables, same number of choices?"""
    tables = tables_of(game.start(deal="by hand") for game in GAMES)
    alone = tables.copy()
    counts, counts_alone = np.zeros((2, len(tables), 2), np.int64)
    games.doors("chocolatier").playout_all(tables, seeded(*range(len(tables))), counts)
    for i in range(len(tables)):
        mine = games.doors("chocolatier", compiled=i % 4 != 0)
        mine.playout_all(alone[i : i + 1], seeded(i), counts_alone[i : i + 1])
    assert (tables == alone).all()
    assert (counts == counts_alone).all()
    assert (counts > 0).all()


def test_playout_all_plays_as_a_position_would():
    """`playout` is `while turn != OVER: play(pick)`: does a position played by `pick` end the same?"""
    for number, game in enumerate(GAMES[::5]):
        position = game.start(deal="by hand")
        table, counts = position.table().reshape(1, -1), np.zeros((1, 2), np.int64)
        games.doors("chocolatier").playout_all(table, seeded(number), counts)
        rng, out = seeded(number), np.zeros(1, np.int16)
        while not position.over:
            games.doors("chocolatier").pick_all(position.table().reshape(1, -1), rng, out)
            position.play(int(out[0]))
        assert table[0].tobytes() == position.table().tobytes()
        assert counts.sum() == len(position.history)


def test_simulate_all():
    """Do simulated games end as the same games do when they are played out one by one?"""
    count = 20
    for game in GAMES[::7]:
        rngs, first = seeded(*range(count)), -1 if game.first == "random" else game.first
        counts, results = np.zeros((count, 4), np.int64), np.zeros((count, 2, 4), np.int16)
        doors = games.doors("chocolatier")
        table = np.zeros(RULES.dtype.itemsize, np.uint8)
        doors.simulate_all(table, game.players, first, game.settings, rngs, counts, results)
        tables = tables_of([game.start(deal="by hand")] * count)
        expected, points, ranks = np.zeros((count, 2), np.int64), *np.zeros((2, count, 4), np.int16)
        doors.playout_all(tables, seeded(*range(count)), expected)
        doors.result_all(tables, points, ranks)
        states = tables.view(RULES.dtype)[:, 0]
        assert (counts[:, :2] == expected).all()
        assert (counts[:, 2] == states["turn_number"]).all()
        assert (counts[:, 3] == states["round_number"]).all()
        assert (results[:, 0] == points).all()
        assert (results[:, 1] == ranks).all()
