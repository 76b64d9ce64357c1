"""What a position of Master Chocolatier is worth to a seat."""

import pytest

import azulejos as az
from azulejos.bots.values.chocolatier import value


def test_the_value_of_a_board():
    """Score if the round ended now, best opponent's subtracted, bonuses by the square of their share."""
    game = az.Game("chocolatier")
    line = [["blue"], [], [], [], []]
    seats = [{"score": 10, "lines": line, "floor": ["red", "red"]}, {"score": 4}]
    position = game.position({"factories": [{"red": 4}, {}, {}, {}, {}], "seats": seats}, deal="by hand")
    progress = (2 + 7 + 10) * (1 / 5) ** 2
    assert value(position.state, 0) == pytest.approx(10 + 1 - 2 + progress - 4)
    assert value(position.state, 1) == pytest.approx(4 - (10 + 1 - 2 + progress))
