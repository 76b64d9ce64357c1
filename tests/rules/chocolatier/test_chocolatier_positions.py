"""Positions of Master Chocolatier that can't be: a clear problem each."""

import pytest
from tests.plainly import plainly

import azulejos as az

COLOURS = ("blue", "brown", "cream", "black", "red")
BEGINNING = {"phase": "beginning", "to_move": "chance", "turn": 0}
TURNING = {"phase": "tokens", "to_move": "chance", "starting_tile": "seat-1"}
EXTRA = TURNING | {
    "phase": "extra",
    "factories": [{colour: 4} for colour in COLOURS],
    "tokens": ["+1", "stay", "plain", "plain", "plain"],
}
OFFER = {"centre": {"red": 1}}
ENDED = {"phase": "over", "to_move": "over", "round": 20}
FOUR = ["blue", "brown", "cream", "black", None]
ROW = [*FOUR[:4], "red"]


def read(document, players=2, factories="plain", **options):
    game = az.Game("chocolatier", players, factories=factories, **options)
    return plainly(game.position, document, deal="by hand")


def refuse(document, **options):
    """What is said about a document that is refused."""
    with pytest.raises(az.PositionError) as error:
        read(document, **options)
    return str(error.value)


def box(*rows):
    return [*rows, *[[None] * 5] * 5][:5]


def seated(document, **entries):
    """The document with these entries for the first seat."""
    return document | {"seats": [entries, {}]}


@pytest.mark.parametrize("document", [BEGINNING, OFFER, ENDED, seated(OFFER, score=100)])
def test_what_is_refused_below_is_sound_but_for_one_thing(document):
    """The documents that the next tests spoil can be read."""
    read(document)


@pytest.mark.parametrize("document", [TURNING, EXTRA])
def test_so_are_those_with_special_factories(document):
    """MC-31, MC-33: tokens are turned, and effect +1 draws a tile."""
    read(document, factories="special")


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        # Points, with some allowed ahead (MC-16, MC-17, MC-24)
        (seated(OFFER, score=101), "seat-1 has 101 points; what lies there can have brought 0 at most"),
        (
            seated(OFFER, score=115, box=box(FOUR)),
            "seat-1 has 115 points; what lies there can have brought 14 at most",
        ),
        (
            seated(ENDED, score=123, box=box(ROW)),
            "seat-1 has 123 points; what lies there can have brought 22 at most",
        ),
        (seated(OFFER, score=1000), "seat-1, score: expected a whole number from 0 to 999, got 1000"),
        # Rounds (MC-14)
        (
            seated(OFFER | {"round": 4}, box=box(FOUR)),
            "seat-1: 4 tiles in row 1 of the box are too many for round 4",
        ),
        (
            seated(OFFER | {"round": 4}, box=box(FOUR), lines=[["red"], [], [], [], []]),
            "seat-1: 4 tiles in row 1 of the box are too many for round 4",
        ),
        (
            seated(ENDED | {"round": 4}, box=box(ROW)),
            "seat-1: 5 tiles in row 1 of the box are too many for round 4",
        ),
        # Before the game (MC-04, MC-05)
        (BEGINNING | {"round": 2}, "before the game begins it is round 1"),
        (BEGINNING | {"starting_tile": "seat-2"}, "before the game begins it is round 1"),
        (seated(BEGINNING, box=box(FOUR)), "before the game begins it is round 1"),
        (BEGINNING | {"lid": {"red": 1}}, "before the game begins it is round 1"),
        # After it (MC-22, MC-23, MC-26)
        (
            ENDED | {"round": 19},
            "the game ends with a full row, without tiles in bag and lid, or after round 20",
        ),
        # The offer (MC-04)
        (OFFER | {"centre": {"red": 20, "blue": 1}}, "no more than 20 tiles lie on the factories"),
        (
            {"phase": "placing", "centre": {"red": 18}, "hand": {"blue": 3}},
            "no more than 20 tiles lie on the factories, in the centre and in hand",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(document, problem):
    """MC-04, MC-14, MC-16, MC-17, MC-22 to MC-24, MC-26: a clear problem, and never a traceback."""
    assert problem in refuse(document)


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        # Effect +1 draws when all factories are full (MC-33)
        (EXTRA | {"factories": [{"red": 4}] * 4 + [{}]}, "factories are full before the tile of effect +1"),
        (
            EXTRA | {"factories": [{"red": 3, "blue": 2}, {"red": 3}, *EXTRA["factories"][2:]]},
            "are full before",
        ),
        (
            OFFER | {"tokens": EXTRA["tokens"], "centre": {"red": 20, "blue": 2}},
            "no more than 21 tiles lie on the factories",
        ),
        (BEGINNING | {"tokens": EXTRA["tokens"]}, "before the game begins it is round 1"),
    ],
)
def test_a_position_with_special_factories_that_cannot_be_is_refused(document, problem):
    """MC-31, MC-33: a clear problem, and never a traceback."""
    assert problem in refuse(document, factories="special")


def test_a_round_left_out_is_the_first_that_the_boxes_allow():
    """MC-14: four tiles in a row need four rounds, so this is the fifth."""
    assert read(seated(OFFER, box=box(FOUR))).round == 5
