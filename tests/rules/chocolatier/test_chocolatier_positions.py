"""Positions of Master Chocolatier that can't be: a clear problem each."""

import pytest
from tests.kits.kit import at_plain as at

import azulejos as az
from azulejos import lines

BEGINNING = lines.read("chocolatier 2 1.0 beginning 0 0")
TURNING = lines.read("chocolatier 2 factories=special 1.1 tokens starting-tile=1 0 0")
EXTRA = lines.read(
    "chocolatier 2 factories=special 1.1 extra starting-tile=1 factories=b4,n4,c4,k4,r4 tokens=+1,stay 0 0"
)
OFFER = lines.read("chocolatier 2 1.1 offer:1 centre=r 0 0")
ENDED = lines.read("chocolatier 2 20.1 over 0 0")


def refuse(what):
    """What is said about a line or a document that is refused."""
    with pytest.raises(az.PositionError) as error:
        at(what)
    return str(error.value)


@pytest.mark.parametrize("what", [BEGINNING, OFFER, ENDED, "chocolatier 2 1.1 offer:1 centre=r 100 0"])
def test_what_is_refused_below_is_sound_but_for_one_thing(what):
    """What the next tests spoil can be read."""
    at(what)


@pytest.mark.parametrize("what", [TURNING, EXTRA])
def test_so_are_those_with_special_factories(what):
    """MC-31, MC-33: tokens are turned, and effect +1 draws a tile."""
    at(what)


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        # Points, with some allowed ahead (MC-16, MC-17, MC-24)
        (
            "chocolatier 2 1.1 offer:1 centre=r 101 0",
            "seat-1 has 101 points; what lies there can have brought 0 at most",
        ),
        (
            "chocolatier 2 5.1 offer:1 centre=r 115::bnck 0",
            "seat-1 has 115 points; what lies there can have brought 14 at most",
        ),
        (
            "chocolatier 2 20.1 over 123::bnckr 0",
            "seat-1 has 123 points; what lies there can have brought 22 at most",
        ),
        (
            "chocolatier 2 1.1 offer:1 centre=r 1000 0",
            "seat-1, score: expected a whole number from 0 to 999, got 1000",
        ),
        # Rounds (MC-14)
        (
            "chocolatier 2 4.1 offer:1 centre=r 0::bnck 0",
            "seat-1: 4 tiles in row 1 of the box are too many for round 4",
        ),
        (
            "chocolatier 2 4.1 offer:1 centre=r 0:r:bnck 0",
            "seat-1: 4 tiles in row 1 of the box are too many for round 4",
        ),
        (
            "chocolatier 2 4.1 over 0::bnckr 0",
            "seat-1: 5 tiles in row 1 of the box are too many for round 4",
        ),
        # Before the game (MC-04, MC-05)
        (BEGINNING | {"round": 2}, "before the game begins it is round 1"),
        (BEGINNING | {"starting_tile": "seat-2"}, "before the game begins it is round 1"),
        ("chocolatier 2 beginning 0::bnck 0", "before the game begins it is round 1"),
        (BEGINNING | {"lid": {"red": 1}}, "before the game begins it is round 1"),
        # After it (MC-22, MC-23, MC-26)
        (
            ENDED | {"round": 19},
            "the game ends with a full row, without tiles in bag and lid, or after round 20",
        ),
        # The offer (MC-04)
        (OFFER | {"centre": {"red": 20, "blue": 1}}, "no more than 20 tiles lie on the factories"),
        (
            "chocolatier 2 1.1 placing:1 centre=r18 hand=b3 0 0",
            "no more than 20 tiles lie on the factories, in the centre and in hand",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(what, problem):
    """MC-04, MC-14, MC-16, MC-17, MC-22 to MC-24, MC-26: a clear problem, and never a traceback."""
    assert problem in refuse(what)


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        # Effect +1 draws when all factories are full (MC-33)
        (EXTRA | {"factories": [{"red": 4}] * 4 + [{}]}, "factories are full before the tile of effect +1"),
        (
            EXTRA | {"factories": [{"red": 3, "blue": 2}, {"red": 3}, *EXTRA["factories"][2:]]},
            "are full before",
        ),
        (
            "chocolatier 2 factories=special 1.1 offer:1 centre=b2r20 tokens=+1,stay 0 0",
            "no more than 21 tiles lie on the factories",
        ),
        (
            "chocolatier 2 factories=special 1.0 beginning tokens=+1,stay 0 0",
            "before the game begins it is round 1",
        ),
    ],
)
def test_a_position_with_special_factories_that_cannot_be_is_refused(what, problem):
    """MC-31, MC-33: a clear problem, and never a traceback."""
    assert problem in refuse(what)


def test_a_round_left_out_is_the_first_that_the_boxes_allow():
    """MC-14: four tiles in a row need four rounds, so this is the fifth."""
    assert at("chocolatier 2 offer:1 centre=r 0::bnck 0").round == 5
