"""What a position of Master Chocolatier is worth to a seat."""

import pytest
from tests.kits.kit import at

from azulejos.bots.values.chocolatier import value


def test_the_value_of_a_board():
    """Score if the round ended now, best opponent's subtracted, bonuses by the square of their share."""
    position = at("chocolatier 2 1.1 offer:1 factories=r4 10:b::r2 4")
    progress = (2 + 7 + 10) * (1 / 5) ** 2
    assert value(position.state, 0) == pytest.approx(10 + 1 - 2 + progress - 4)
    assert value(position.state, 1) == pytest.approx(4 - (10 + 1 - 2 + progress))
