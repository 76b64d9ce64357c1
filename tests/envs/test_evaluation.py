"""How bots fare: every seating on every deal, the same from the same seed."""

import pytest

import azulejos as az
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


@pytest.mark.parametrize(
    "wrong", [{"bots": ["random"]}, {"bots": ["nobody"] * 3}, {"seatings": "odd"}, {"deals": 0}]
)
def test_wrong_wishes(wrong):
    with pytest.raises(az.OptionError):
        az.evaluate(GAME, **({"bots": ["random"] * 3} | wrong))
