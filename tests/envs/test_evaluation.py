"""How bots fare: every seating on every deal, the same from the same seed."""

import pytest

import azulejos as az
from azulejos.arena.evaluation import Evaluation
from azulejos.arena.figures import wilson
from azulejos.bots import Random

GAME = az.Game("chocolatier", players=3)


class First:
    """Chooses the first there is."""

    name = "first"
    seats: set

    def __init__(self):
        self.seats = set()

    def choose(self, position, seat, budget=None):
        self.seats.add(seat)
        return position.choices()[0]


@pytest.mark.parametrize(("seatings", "games"), [("all", 12), ("rotations", 6), ("as given", 2)])
def test_evaluate(seatings, games):
    first = First()
    found = az.evaluate(GAME, [first, "random", Random(3)], seatings, deals=2, seed=5)
    assert found.games == games
    assert found.names == ("first", "random", "random")
    assert sum(found.shares) == pytest.approx(1)
    assert sum(found.margins) == pytest.approx(0, abs=1e-4)
    assert first.seats == ({0} if seatings == "as given" else {0, 1, 2})
    assert "first: " in str(found)


def test_the_better_one_wins():
    game = az.Game("chocolatier")
    found = az.evaluate(game, ["greedy-1", "random"], deals=6, seed=1)
    assert found.shares[0] > 0.8
    assert found == az.evaluate(game, ["greedy-1", "random"], deals=6, seed=1)


def test_what_is_printed_has_the_interval_of_a_match():
    """Four wins of four say little."""
    found = Evaluation(("one", "other"), 4, (1.0, 0.0), (0.0, 0.0), (12.0, -12.0), (40.0, 28.0))
    assert str(found).splitlines() == [
        "one: 1.000 (0.510-1.000) of 4 games, +12.0, 40.0 points",
        "other: 0.000 (0.000-0.490) of 4 games, -12.0, 28.0 points",
    ]
    assert found.intervals == (wilson(4, 4), wilson(0, 4))


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"bots": ["random"]}, "3 bots are wanted"),
        ({"bots": ["nobody"] * 3}, "there is no bot"),
        ({"bots": [object(), "random", "random"]}, "a bot is a name or an object with choose"),
        ({"bots": [First, "random", "random"]}, "a bot is a name or an object with choose"),
        ({"seatings": "odd"}, "seatings can't be 'odd'"),
        ({"deals": 0}, "at least one deal"),
        ({"game": "duel"}, "a game is a Game, such as azulejos.Game('chocolatier'), not 'duel'"),
    ],
)
def test_wrong_wishes(wrong, complaint):
    with pytest.raises(az.OptionError) as refused:
        az.evaluate(**({"game": GAME, "bots": ["random"] * 3} | wrong))
    assert complaint in str(refused.value)
