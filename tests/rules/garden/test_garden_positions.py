"""Positions that are easy to get wrong, documents of positions that can't be, and wheels as texts."""

import copy
import random
from collections import Counter

import numpy as np
import pytest
from tests.kits.kit import at_plain as at
from tests.plainly import plainly
from tests.rules.garden.tables import (
    DIRECTIONS,
    HEXAGONS,
    NO_POINTS,
    PATTERNS,
    SPACES,
    counted,
    end_round,
    finished,
    play,
    random_game,
    seat,
    start,
)

import azulejos as az
from azulejos import lines
from azulejos.core.rng import RNG

LAID_OUT = "garden 2 1.1 acting:1 display=P6 stack=5 supply=16"
"""The first turn of a game, but for the seats; one tile lies on the top."""


# ------------------------------------------------------------------------------------------------
# Groups across boards


@pytest.mark.parametrize(
    ("lying", "points"),
    [
        ("b1,.4b2", 0),  # fountain-e, e-w
        ("b6,.4y6", 0),
        ("b1,.3b32", 6),  # fountain-e, e-nw, e-w
        (",.3b32,.6b4", 9),  # e-nw, e-w, ne-se
        ("G5,.4P6y6,,,,,.2b6", 18),  # fountain-e, e-w, e-sw, se-ne
        ("b1,.3b32,.b56.3b4", 21 + 6),  # fountain-e, e-nw, e-w, ne-e, ne-ne, ne-se
        ("b5,.3g5y5,.p5P5.3G5", 30 + 6),
    ],
)
def test_groups_of_2_3_and_6_across_boards(lying, points):
    """QG-18, QG-32, QG-33: where boards touch, groups go on; a pair brings nothing."""
    assert finished(f"0::0::{lying}:*,*,*,*,*,*", supply=25).scores[0] == points


def test_spaces_that_only_look_close():
    """QG-18: the two spaces of a tip that lie opposite each other don't touch."""
    across = "0::0::b1,.3b3,.5b2:*,*,*,*,*,*"  # fountain-e, e-nw, ne-sw
    assert finished(across, supply=25).scores[0] == 0


def test_every_seat_is_scored_in_a_story_that_adds_up():
    """QG-27 to QG-33: the rows of a seat are what its score has changed by."""
    position = at(
        "garden 3 4.9 acting:1 starting-tile=2 display=P6 stack=7 supply=27 3:y66:0::b123456 "
        "7::4::b123456,.y1:y1-e:passed 1::2:G5:::passed"
    )
    before = position.scores
    rows = end_round(position)
    for number in range(3):
        gained = sum(row["points"] for row in rows if row["seat"] == number)
        assert position.scores[number] == before[number] + gained
    assert position.scores == [3 + 5 + 6 - 12 + 27, 7 + 5 + 6 + 1 + 4 + 27, 0]


# ------------------------------------------------------------------------------------------------
# Wheels

RIGHT = "dark-green value, blue value, tree 6; yellow value, bird 5, butterfly 4; "
RIGHT += "light-green value, light-purple value, flower 3; dark-purple value, plant 2, lily 1"


@pytest.mark.parametrize(
    "wheel",
    [
        "standard",
        RIGHT,
        NO_POINTS.replace("+", " "),
        RIGHT.replace(", ", ",").replace("; ", ";"),
        RIGHT.replace("; ", "\n") + "\n",
        RIGHT + ";",
        RIGHT.replace("tree 6", "tree  20"),
        RIGHT.replace("blue", "yellow", 1).replace("; yellow", "; blue"),
    ],
)
def test_wheels_that_can_be_set(wheel):
    """QG-27: four rounds of three criteria; blanks don't matter, a line is a round as well."""
    game = az.Game("garden", wheel=wheel)
    again = az.Game.described(game.describe())
    assert again == game
    assert az.Game("garden", wheel=game.options["wheel"]) == game
    position = plainly(game.start, seed=1)
    document = position.to_dict()
    assert plainly(game.position, document) == position


def test_a_wheel_in_other_blanks_is_the_same_game():
    """QG-27: as documents and records have it."""
    assert az.Game("garden", wheel=RIGHT.replace(" ", "  ")).options["wheel"] == RIGHT
    assert az.Game("garden", wheel=RIGHT.replace("; ", ";")) == az.Game("garden", wheel=RIGHT)


@pytest.mark.parametrize(
    "wheel",
    [
        "",
        "A",
        "Standard",
        ";;;",
        ",,;,,;,,;,,",
        RIGHT + "; tree 1, bird 1, lily 1",
        RIGHT.rpartition("; ")[0],
        RIGHT.replace(", lily 1", ""),
        RIGHT.replace("lily 1", "lily"),
        RIGHT.replace("lily 1", "lily 1 2"),
        RIGHT.replace("lily 1", "tree 1"),
        RIGHT.replace("lily 1", "rose 1"),
        RIGHT.replace("lily 1", "Lily 1"),
        RIGHT.replace("lily 1", "lily 21"),
        RIGHT.replace("lily 1", "lily -1"),
        RIGHT.replace("lily 1", "lily 1.5"),
        RIGHT.replace("lily 1", "lily ²"),
        RIGHT.replace("lily 1", "lily " + "9" * 500),
        RIGHT.replace("lily 1", "lily values"),
        RIGHT.replace("lily 1", "1 lily"),
        RIGHT.replace("; ", ", "),
        RIGHT.replace(", ", "; "),
        None,
        7,
        ["tree 1"],
    ],
)
def test_wheels_that_cannot_be_set(wheel):
    """QG-27: a clear problem, and never a traceback."""
    with pytest.raises(az.OptionError, match="option wheel is standard, or 4 steps"):
        az.Game("garden", wheel=wheel)


def test_a_wheel_is_no_longer_than_any_wheel():
    """QG-27: what nobody would read is not read either."""
    with pytest.raises(az.OptionError, match="option wheel has at most 1000 characters"):
        az.Game("garden", wheel=RIGHT.replace("lily 1", "lily " + "9" * 5000))


def test_a_document_of_another_wheel_is_refused():
    """What the document says about the game must be about this."""
    document = start(wheel=RIGHT, first=0).to_dict()
    with pytest.raises(az.PositionError, match="options is"):
        plainly(az.Game("garden", first=0).position, document)


# ------------------------------------------------------------------------------------------------
# Positions that can't be: a clear problem each


def refuse(what):
    """What is wrong with a line or a document, as one text."""
    with pytest.raises(az.PositionError) as error:
        at(what)
    assert error.value.problems
    return str(error.value)


def with_entries(**entries):
    """A document with these entries, whatever they are."""
    return lines.read(f"{LAID_OUT} 15 15") | entries


def seated(**facts):
    """A document in which seat-1 has these entries, whatever they are."""
    document = lines.read(f"{LAID_OUT} 15 15")
    document["seats"][0] |= facts
    return document


def with_slot(number, value):
    """A document in which a slot of the display has this entry; number 2 is the top."""
    document = lines.read("garden 2 1.1 acting:1 display=y1,P6 stack=4 supply=16 15 15")
    document["display"][number - 1] = value
    return document


A_PLACE = {"expansion": "tree-blue", "turned": "e"}
ALL_TILES = "".join(f"{colour}111222333444555666" for colour in "bygGpP")
EVERY_HEXAGON = "".join(f"{colour}123456" for colour in "bygGpP")


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        # Values of the wrong kind
        (with_entries(colour="red"), "unknown entry 'colour'"),
        (with_entries(phase="sleeping"), "phase: expected one of beginning, filling, revealing, acting"),
        (with_entries(round=5), "round: expected a whole number from 1 to 4, got 5"),
        (with_entries(round=0), "round: expected a whole number from 1 to 4, got 0"),
        (with_entries(turn=-1), "turn: expected a whole number"),
        (with_entries(to_move="seat-3"), "to_move: expected one of seat-1, seat-2, chance, over"),
        (with_entries(starter="seat-0"), "starter: expected one of seat-1, seat-2"),
        (with_entries(starting_tile="bag"), "starting_tile: expected one of seat-1, seat-2, supply"),
        (with_entries(last_seat="chance"), "last_seat: expected one of seat-1, seat-2"),
        (with_entries(seats=[{}]), "seats: expected 2 entries, got 1"),
        (with_entries(seats=[1, 2]), "seat-1: expected a mapping, got 1"),
        (with_entries(seats=7), "seats: expected a list, got 7"),
        (with_entries(bag={"rose": 1}), "bag: unknown entry 'rose'"),
        (with_entries(tower=[]), "tower: expected a mapping"),
        (with_entries(tower={"tree-blue": 4}), "tower, tree-blue: expected a whole number from 0 to 3"),
        (with_entries(display=[None] * 4), "display: expected 5 entries, got 4"),
        (with_entries(display=[None] * 6), "display: 6 entries where 5 is the most"),
        (with_entries(display="none"), "display: expected a list, got 'none'"),
        (with_entries(stack=6), "stack: expected a whole number from 0 to 5, got 6"),
        (with_entries(supply=-1), "supply: expected a whole number from 0 to 36"),
        (with_entries(supply="many"), "supply: expected a whole number from 0 to 36, got 'many'"),
        (with_entries(unseen=["rose"]), "unseen: expected one of tree-blue"),
        (with_entries(unseen=["tree-blue"] * 2), "unseen: tree-blue stands there twice"),
        (with_entries(unseen={}), "unseen: expected a list"),
        (with_entries(action=[]), "action: expected a mapping"),
        (with_entries(action={}), "action, kind: expected one of take, place, expand, buy, pass"),
        (with_entries(action={"kind": "take", "what": "tree-blue"}), "action, what: expected one of blue"),
        (with_entries(action={"kind": "place", "what": "blue"}), "action, what: expected one of tree-blue"),
        (with_entries(action={"kind": "buy", "place": "n"}), "action, place: expected one of e, ne"),
        (with_entries(action={"kind": "buy", "space": "e"}), "action, space: expected one of fountain-e"),
        (with_entries(action={"kind": "buy", "turned": "n"}), "action, turned: expected one of e, ne"),
        (with_entries(action={"kind": "buy", "paid": 1}), "action, paid: expected a mapping, got 1"),
        (with_entries(action={"kind": "buy", "paid": {"jokers": 7}}), "action, paid, jokers: expected"),
        (
            with_entries(action={"kind": "place", "paid": {"tiles": {"tree-blue": 2}}}),
            "action, paid, tiles, tree-blue: expected a whole number from 0 to 1",
        ),
        (
            with_entries(action={"kind": "place", "paid": {"expansions": ["tree-blue"] * 2}}),
            "action, paid, expansions: tree-blue stands there twice",
        ),
        (
            with_entries(action={"kind": "take", "what": "blue", "copies": {"tree-yellow": 1}}),
            "action, copies: unknown entry 'tree-yellow'",
        ),
        (
            with_entries(action={"kind": "take", "what": "blue", "copies": {"tree-blue": 9}}),
            "action, copies, tree-blue: expected a whole number from 1 to 8",
        ),
        (seated(score=-1), "seat-1, score: expected a whole number from 0 to 19999"),
        # Points, with some allowed ahead (QG-02, QG-27, QG-28, QG-31 to QG-33)
        (seated(score=116), "seat-1 has 116 points; what lies there can have brought 15 at most"),
        (
            "garden 2 2.1 acting:1 display=P6 stack=5 supply=20 125::::b6,.b1:b1-e 15",
            "seat-1 has 125 points; what lies there can have brought 24 at most",
        ),
        (
            (
                "garden 2 4.1 over starting-tile=1 display=P6 stack=5 supply=31 "
                "200::2::::passed 15::::::passed"
            ),
            "seat-1 has 200 points; what lies there can have brought 17 at most",
        ),
        (seated(passed=1), "seat-1, passed: expected true or false, got 1"),
        (seated(jokers=13), "seat-1, jokers: expected a whole number from 0 to 12"),
        (seated(jokers=True), "seat-1, jokers: expected a whole number from 0 to 12"),
        (seated(tiles={"tree-blue": 4}), "seat-1, tiles, tree-blue: expected a whole number from 0 to 3"),
        (seated(tiles={"tree": 1}), "seat-1, tiles: unknown entry 'tree'"),
        (seated(expansions=["tree-blue", "tree-yellow", "lily-blue"]), "seat-1, expansions: 3 entries where"),
        (seated(expansions=["tree-blue"] * 2), "seat-1, expansions: tree-blue stands there twice"),
        (seated(expansions=["blue"]), "seat-1, expansions: expected one of tree-blue"),
        (seated(garden=[]), "seat-1, garden: expected a mapping, got []"),
        (seated(garden={"fountain": "tree-blue"}), "seat-1, garden: unknown entry 'fountain'"),
        (seated(garden={"fountain-e": "tree"}), "seat-1, fountain-e: expected one of tree-blue"),
        (seated(places=["down"]), "seat-1, places: expected a mapping"),
        (seated(places={"n": "down"}), "seat-1, places: unknown entry 'n'"),
        (seated(places={"e": "up"}), "seat-1, place e: expected a mapping, got 'up'"),
        (seated(places={"e": {"expansion": "tree"}}), "seat-1, place e: expected one of tree-blue"),
        (seated(places={"e": {"expansion": "tree-blue"}}), "seat-1, place e, turned: expected one of e, ne"),
        (with_slot(1, 3), "display, 1: expected a mapping, got 3"),
        (with_slot(1, {"tiles": ["tree-blue"] * 5}), "display, 1, tiles: 5 entries where 4 is the most"),
        (with_slot(1, {"tiles": ["tree"]}), "display, 1, tiles: expected one of tree-blue"),
        (with_slot(1, {"face": "down"}), "display, 1, face: expected one of tree-blue"),
        # Tiles and expansions: how many there are
        (with_entries(bag={"tree-blue": 3}), "0 bird-blue tiles in all; there must be 3"),
        (with_entries(bag=dict.fromkeys(HEXAGONS, 3)), "4 lily-dark-purple tiles in all; there must be 3"),
        (with_entries(bag=dict.fromkeys(HEXAGONS, 2)), "2 tree-blue tiles in all; there must be 3"),
        (
            "garden 2 1.1 acting:1 display=b1 stack=5 supply=16 15:b11 15::::b1",
            "4 tree-blue tiles in all; there must be 3",
        ),
        (
            "garden 2 1.1 acting:1 tower=b1 display=P6 stack=5 supply=16 15:b11 15:b1",
            "4 tree-blue tiles in all; there must be 3",
        ),
        (
            (
                "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:y3::fountain-e:::b3 "
                "15:b333y3 15"
            ),
            "4 butterfly-blue tiles in all; there must be 3",
        ),
        (with_entries(supply=15), "35 expansions in all; there must be 36"),
        (with_entries(supply=17), "37 expansions in all; there must be 36"),
        (
            "garden 2 1.1 acting:1 display=P6 stack=5 supply=14 15:::b1 15::::,.b1:b1-e",
            "expansion tree-blue lies at two places",
        ),
        (
            "garden 2 1.1 acting:1 display=/b1,P6 stack=4 supply=15 15:::b1 15",
            "expansion tree-blue lies at two places",
        ),
        (
            "garden 2 1.1 acting:1 display=P6 stack=5 supply=14 15::::,.b1,,,.4b1:b1-e,,,b1-w 15",
            "expansion tree-blue lies at two places",
        ),
        (
            "garden 2 1.1 acting:1 display=/b1,/b1,P6 stack=3 supply=16 15 15",
            "expansion tree-blue lies at two places",
        ),
        (
            f"garden 2 1.1 acting:1 display=P6 stack=5 supply=15 unseen={EVERY_HEXAGON} 15:::b1 15",
            "unseen: some of these lie face up",
        ),
        (
            with_entries(unseen=HEXAGONS[:19]),
            "unseen: fewer faces than expansions that have not been turned up",
        ),
        # Storage, garden, display
        (f"{LAID_OUT} 15:b1112223334 15", "seat-1: the storage has 12 spaces"),
        (f"{LAID_OUT} 15::::,.b1 15", "seat-1: there is no space e-e"),
        (f"{LAID_OUT} 15::::,,,,,b1 15", "seat-1: there is no space sw-centre"),
        (
            "garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15::::,y6b1:b1-e 15",
            "seat-1: there is no space e-centre",
        ),
        (seated(places={"e": A_PLACE}), "the hexagon printed on place e is missing"),
        (
            seated(places={"e": A_PLACE}, garden={"e-e": "tree-yellow"}),
            "the hexagon printed on place e is missing",
        ),
        (f"{LAID_OUT} 15::::b11 15", "seat-1: a group of blue has two alike"),
        (f"{LAID_OUT} 15::::b11 15", "seat-1: a group of tree has two alike"),
        (f"{LAID_OUT} 15::::b121 15", "seat-1: a group of blue has two alike"),
        (f"{LAID_OUT} 15::::b1y1b1 15", "seat-1: a group of tree has two alike"),
        (
            "garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15::::b41,.4b1:b1-w 15",
            "seat-1: a group of blue has two alike",
        ),
        (
            with_slot(1, {"tiles": ["tree-blue"], "face": "tree-yellow"}),
            "display, 1: an expansion with tiles on it lies face down",
        ),
        (with_slot(3, {"tiles": ["tree-blue"]}), "display, 3: it lies in the stack, below the top"),
        (with_slot(2, {"face": "tree-blue"}), "display, 2: the top of the stack lies face down"),
        ("garden 2 1.1 acting:1 display=/ stack=5 supply=16 15 15", "the top of the stack holds tiles"),
        (
            "garden 2 1.1 acting:1 display=/,P6 stack=4 supply=16 15 15",
            "an expansion without tiles beside the stack lies face up",
        ),
        # What is asked, and of whom
        (with_entries(to_move="chance"), "in phase acting it can't be the turn of chance"),
        (with_entries(to_move="over"), "in phase acting it can't be the turn of over"),
        (with_entries(phase="over"), "in phase over it can't be the turn of seat-1"),
        (with_entries(phase="filling"), "in phase filling it can't be the turn of seat-1"),
        (with_entries(phase="revealing"), "in phase revealing it can't be the turn of seat-1"),
        (with_entries(phase="paying", to_move="chance"), "in phase paying it can't be the turn of chance"),
        (with_entries(turn=0), "turn and step don't fit phase acting"),
        (with_entries(step=1), "turn and step don't fit phase acting"),
        (
            "garden 2 1.1.0 siting:1 display=P6 stack=5 supply=16 action=place:b2 15:b2 15",
            "turn and step don't fit phase siting",
        ),
        (with_entries(phase="beginning", to_move="chance", starter="seat-1"), "starter: the seat that began"),
        (with_entries(last_seat="seat-1"), "last_seat: whose turn has just ended"),
        (
            f"{LAID_OUT} action=buy 15 15",
            "action: what a seat is doing, while it is asked how",
        ),
        (with_entries(phase="placing", step=1), "action: what a seat is doing, while it is asked how"),
        (
            "garden 2 1.1 acting:1 starting-tile=1 display=P6 stack=5 supply=16 15::::::passed 15",
            "passed: seat-1 is asked",
        ),
        (
            "garden 2 1.1.2 discarding:1 starting-tile=1 display=P6 stack=5 supply=16 action=pass 15:b1 15",
            "passed: seat-1 is asked",
        ),
        (
            f"{LAID_OUT} 15 15::::::passed",
            "starting_tile: the first who has passed has it",
        ),
        (
            "garden 2 1.1 acting:1 starting-tile=2 display=P6 stack=5 supply=16 15 15",
            "starting_tile: the first who has passed has it",
        ),
        (
            "garden 2 4.1 over starting-tile=1 display=P6 stack=5 supply=31 15::::::passed 15",
            "the game ends when all have passed",
        ),
        (
            (
                "garden 2 1.1 filling last-seat=2 starting-tile=2 display=/ stack=5 supply=16 "
                "15 15::::::passed"
            ),
            "last_seat: seat-2 has taken something, and not passed",
        ),
        (
            "garden 2 1.1 filling starting-tile=2 display=/ stack=5 supply=16 15 15::::::passed",
            "while the display is filled somebody has not passed, and nobody before the first turn",
        ),
        *(
            (line, "before the game begins it is round 1, nobody has passed and nothing has been drawn")
            for line in (
                "garden 2 2.0 beginning display=/ stack=5 supply=21 15 15",
                "garden 2 1.0 beginning display=/ stack=5 supply=16 15:b1 15",
                "garden 2 1.0 beginning display=/ stack=5 supply=15 15:::b1 15",
                "garden 2 1.0 beginning display=/ stack=5 supply=15 15:::::* 15",
                "garden 2 1.0 beginning display=,/ stack=4 supply=17 15 15",
                "garden 2 1.0 beginning starting-tile=1 display=/ stack=5 supply=16 15::::::passed 15",
            )
        ),
        (
            "garden 2 1.1 revealing display=P6 stack=5 supply=16 15 15",
            "in phase revealing there is nothing to choose from",
        ),
        (
            "garden 2 1.1 filling display=b11y1g1 stack=5 supply=16 15 15",
            "in phase filling there is nothing to choose from",
        ),
        (
            "garden 2 1.1 filling display=/b1 stack=0 supply=20 15 15",
            "in phase filling there is nothing to choose from",
        ),
        (
            f"garden 2 1.1 filling bag= tower={ALL_TILES} display=/ stack=5 supply=16 15 15",
            "in phase filling there is nothing to choose from",
        ),
        (
            "garden 2 3.1 over display=P6 stack=5 supply=26 15 15",
            "the game is over after round 4",
        ),
        # An action that can't be
        (
            "garden 2 1.1.2 siting:1 display=P6 stack=5 supply=16 action=place:b2 15 15",
            "action: it doesn't fit phase siting",
        ),
        (
            "garden 2 1.1.2 siting:1 display=P6 stack=5 supply=16 action=place 15 15",
            "action: it doesn't fit phase siting",
        ),
        (
            "garden 2 1.1.2 siting:1 display=P6 stack=5 supply=16 action=buy 15 15",
            "action: it doesn't fit phase siting",
        ),
        (
            "garden 2 1.1.2 placing:1 display=P6 stack=5 supply=16 action=expand:b2 15 15",
            "action: it doesn't fit phase placing",
        ),
        (
            "garden 2 1.1.2 placing:1 display=P6 stack=5 supply=16 action=pass 15 15",
            "action: it doesn't fit phase placing",
        ),
        (
            "garden 2 1.1.2 turning:1 display=P6 stack=5 supply=15 action=expand:b1 15:::b1 15",
            "action: it doesn't fit phase turning",
        ),
        (
            "garden 2 1.1.2 turning:1 display=P6 stack=5 supply=16 action=buy::::e 15 15",
            "action: it doesn't fit phase turning",
        ),
        (
            "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b2 15:b2y2 15",
            "action: it doesn't fit phase paying",
        ),
        (
            "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b2::fountain-e 15 15",
            "action: it doesn't fit phase paying",
        ),
        (
            "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b1::fountain-e 15:b1 15",
            "action: it doesn't fit phase paying",
        ),
        (
            (
                "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b2::fountain-e::://1 "
                "15:b2 15"
            ),
            "action: it doesn't fit phase paying",
        ),
        (
            "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=15 action=expand:b2::::e 15:::b2 15",
            "action: it doesn't fit phase paying",
        ),
        (
            "garden 2 1.1.2 copying:1 display=P6 stack=5 supply=16 action=take 15 15",
            "action: it doesn't fit phase copying",
        ),
        (
            "garden 2 1.1.2 copying:1 display=P6 stack=5 supply=16 action=take:lily 15 15",
            "action: it doesn't fit phase copying",
        ),
        (
            "garden 2 1.1.2 copying:1 display=b2,b2y2 stack=4 supply=16 action=take:bird:b2-3 15 15",
            "action: it doesn't fit phase copying",
        ),
        (
            (
                "garden 2 1.1.2 discarding:1 starting-tile=1 display=P6 stack=5 supply=16 action=buy "
                "15:b1:::::passed 15"
            ),
            "action: it doesn't fit phase discarding",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(what, problem):
    """QG-03, QG-07, QG-09, QG-15, QG-17, QG-20, QG-24 and others: a clear problem, never a traceback."""
    assert problem in refuse(what)


def test_a_position_is_a_mapping():
    """A list is none."""
    with pytest.raises(az.PositionError, match="a position is a mapping, not "):
        az.Game("garden").position([])


IMPOSSIBLE = {
    "nothing to pay with": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b6::fountain-e 15:b6:0 15"
    ),
    "a payment of neither pattern nor colour": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b3::fountain-e:::y1 15:b3 15"
    ),
    "a payment with the placed hexagon": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b3::fountain-e:::b3 15:b3 15"
    ),
    "a payment with a tile and an expansion alike": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=15 action=place:b4::fountain-e:::y4/y4 15:b4 15"
    ),
    "a tile on a taken space": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b2::fountain-e 15:b2y2:1::b5 15"
    ),
    "a tile on a space that isn't there": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b2::e-e 15:b2y2:1 15"
    ),
    "a tile that doesn't fit its neighbour": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b2::fountain-e 15:b2y2:1::.y5 15"
    ),
    "an expansion that isn't turned yet": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=15 action=expand:b2:::e 15:y2::b2 15"
    ),
    "an expansion on a taken place": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=14 action=expand:b2:::e:e 15:y2::b2::* 15"
    ),
    "an expansion whose hexagon doesn't fit": (
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=15 action=expand:b2:::e:w 15:y2::b2:y6 15"
    ),
    "turning on a taken place": (
        "garden 2 1.1.2 turning:1 display=P6 stack=5 supply=14 action=expand:b2:::e 15:::b2::* 15"
    ),
    "turning without a payment": (
        "garden 2 1.1.2 turning:1 display=P6 stack=5 supply=15 action=expand:b2:::e 15::0:b2 15"
    ),
    "expanding without a payment": (
        "garden 2 1.1.2 placing:1 display=P6 stack=5 supply=15 action=expand:b2 15::0:b2 15"
    ),
    "expanding without a place": (
        "garden 2 1.1.2 placing:1 display=P6 stack=5 supply=9 action=expand:b1 15:::b1::*,*,*,*,*,* 15"
    ),
    "buying with 5 points": "garden 2 1.1.2 placing:1 display=P6 stack=5 supply=16 action=buy 5 15",
    "buying without a place": (
        "garden 2 1.1.2 placing:1 display=P6 stack=5 supply=10 action=buy 15:::::*,*,*,*,*,* 15"
    ),
    "buying from an empty supply": (
        "garden 4 1.1.2 placing:1 display=P6 stack=8 supply=0 action=buy 15:::::* 15:::::* 15:::::* 15:::::*"
    ),
    "siting without a payment": (
        "garden 2 1.1.2 siting:1 display=P6 stack=5 supply=16 action=place:b6 15:b6:0 15"
    ),
    "siting without a space": (
        "garden 2 1.1.2 siting:1 display=P6 stack=5 supply=16 action=place:b6 15:b6:5::y123456 15"
    ),
    "copies that don't fit": (
        "garden 2 1.1.2 copying:1 display=b23,b2y4 stack=4 supply=16 action=take:bird 15::12 15"
    ),
    "a payment while taking": (
        "garden 2 1.1.2 copying:1 display=b23,b2y4 stack=4 supply=16 action=take:bird:::::b1//3 15 15"
    ),
    "a payment while passing": (
        "garden 2 1.1.2 discarding:1 starting-tile=1 display=P6 stack=5 supply=16 action=pass::::::y1 "
        "15:b1:::::passed 15"
    ),
    "turning up when all have passed": (
        "garden 2 1.1 revealing last-seat=1 starting-tile=1 display=/,b2 stack=4 supply=16 "
        "15::::::passed 15::::::passed"
    ),
    "turning up at a start that has passed": (
        "garden 2 1.1 revealing starting-tile=1 display=/,b2 stack=4 supply=16 15::::::passed 15"
    ),
    "filling when all have passed": (
        "garden 2 1.1 filling last-seat=1 starting-tile=1 display=b2 stack=5 supply=16 "
        "15::::::passed 15::::::passed"
    ),
    "beginning with a full top": "garden 2 1.0 beginning display=b1y1g1G1 stack=5 supply=16 15 15",
    "beginning after a pass": (
        "garden 2 1.0 beginning starting-tile=1 display=/ stack=5 supply=16 15::::::passed 15"
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_turn_that_cannot_be_completed_is_refused(name):
    """QG-07, QG-12, QG-15 to QG-17, QG-20, QG-21, QG-25: only what can be completed is ever asked."""
    assert refuse(IMPOSSIBLE[name])


def test_all_problems_are_told():
    """Not only the first."""
    problems = refuse(seated(score=-1, jokers=17) | {"round": 9})
    assert all(word in problems for word in ("score", "jokers", "round"))


# ------------------------------------------------------------------------------------------------
# What is accepted can be played to its end


def play_on(position, seed, most=3000):
    """To the end at random; every document on the way is sound, and there is always a choice."""
    rng = random.Random(seed)
    here = position.copy()
    for number in range(most):
        if here.over:
            break
        choices = here.choices()
        assert choices, here.phase
        here.play(rng.choice(choices))
        if number < 3 or number % 20 == 0:
            plainly(here.game.position, here.to_dict(), deal="by hand")
    assert here.over


@pytest.mark.parametrize(
    "line",
    [
        f"{LAID_OUT} 15 15",
        "garden 2 4.1 acting:1 display=P6 stack=5 supply=31 15 15",
        "garden 2 1.1 acting:1 stack=0 supply=21 15 15",
        "garden 2 1.1 acting:1 display=/b1,,,/b2 stack=0 supply=19 15 15",
        "garden 2 1.1 acting:1 display=,,,,P6 stack=1 supply=20 15 15",
        f"{LAID_OUT} 0::0 0::0",
        f"{LAID_OUT} 15::12 15::12",
        "garden 2 1.1 acting:1 display=P6 stack=5 supply=10 115:::::*,*,*,*,*,* 15",
        "garden 2 1.1 acting:2 starting-tile=1 display=P6 stack=5 supply=16 15::::::passed 15",
        "garden 2 1.1 acting:1 starting-tile=2 display=P6 stack=5 supply=16 15 15::::::passed",
        f"{LAID_OUT} 15::::b1y6 15",
        "garden 2 4.1 acting:1 display=P6 stack=5 supply=31 15::::y123456 15",
        "garden 2 1.1 filling last-seat=2 display=b1,/ stack=4 supply=16 15 15",
        "garden 2 1.1 revealing last-seat=2 display=/,/,b1 stack=3 supply=16 15 15",
        "garden 2 1.0 filling display=/ stack=5 supply=16 15 15",
        "garden 2 1.0 beginning display=/ stack=5 supply=16 15 15",
        "garden 2 4.1 over starting-tile=1 display=P6 stack=5 supply=31 15::::::passed 15::::::passed",
        "garden 2 1.1.2 copying:1 display=b23,b2y4 stack=4 supply=16 action=take:bird 15 15",
        "garden 2 1.1.2 siting:1 display=P6 stack=5 supply=16 action=place:b2 15:b2y2:1 15",
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=16 action=place:b3::fountain-e::://1 15:b3y3 15",
        "garden 2 1.1.2 paying:1 display=P6 stack=5 supply=15 action=place:b3::fountain-e:::/P3 15:b3y3 15",
        "garden 2 1.1.2 turning:1 display=P6 stack=5 supply=15 action=expand:b2:::e 15:::b2 15",
        "garden 2 1.1.2 placing:1 display=P6 stack=5 supply=15 action=expand:b2 15:::b2 15",
        "garden 2 1.1.2 placing:1 display=P6 stack=5 supply=16 action=buy 6 15",
        (
            "garden 2 1.1.2 discarding:1 starting-tile=1 display=P6 stack=5 supply=16 action=pass "
            "15:b1:::::passed 15"
        ),
    ],
)
def test_what_can_be_is_accepted_and_can_be_played(line):
    """QG-01 to QG-34: sound to its end."""
    play_on(at(line), 1)


def edited(document, rng):
    """A document with one entry changed, moved or taken from elsewhere."""
    document = copy.deepcopy(document)
    entry = rng.choice([document, document["action"] or document, *document["seats"] * 2])
    key = rng.choice([key for key in entry if key not in ("format", "game", "players", "rules", "options")])
    pool = [
        None,
        0,
        1,
        5,
        12,
        True,
        "seat-1",
        "seat-2",
        "chance",
        [],
        {},
        rng.choice(HEXAGONS),
        rng.choice(SPACES),
    ]
    pool += [
        "filling",
        "revealing",
        "acting",
        "copying",
        "siting",
        "placing",
        "turning",
        "paying",
        "discarding",
    ]
    value = entry[key]
    if isinstance(value, dict) and value and rng.random() < 0.8:
        inner = rng.choice(list(value))
        if rng.random() < 0.3:
            del value[inner]
        else:
            value[inner] = rng.choice([value[inner], *value.values(), *pool])
        if rng.random() < 0.5:
            document.pop("bag", None)
    elif isinstance(value, int) and not isinstance(value, bool):
        entry[key] = max(0, value + rng.choice([-6, -1, 1, 6]))
    elif isinstance(value, bool):
        entry[key] = not value
    else:
        entry[key] = rng.choice(pool)
    return document


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))]
)
def test_edited_documents_are_refused_or_can_be_played(seed):
    """A clear problem, or a game to its end; nothing else, whatever a document says."""
    rng = random.Random(seed)
    played = 0
    for number, position in enumerate(random_game(seed, 2 + seed % 3)):
        if position.phase == "filling" or number % 11 != seed:
            continue
        document = position.to_dict()
        for _ in range(4):
            changed = edited(document, rng)
            try:
                here = plainly(position.game.position, changed, deal="by hand")
            except az.PositionError as error:
                assert error.problems  # noqa: PT017
                continue
            if played < 3:
                play_on(here, seed)
                played += 1


@pytest.mark.parametrize(("players", "side"), [(2, "B"), (3, "A"), (4, "B")])
def test_every_position_of_a_game_is_a_sound_document(players, side):
    """A document that was written is read to the same bytes, wherever a game stands."""
    phases = set()
    for number, position in enumerate(random_game(players, players, side)):
        if position.phase not in phases or number % 15 == 0:
            phases.add(position.phase)
            again = plainly(position.game.position, position.to_dict(), deal="by hand")
            assert again == position
            assert again.choices() == position.choices()
    assert len(phases) >= 9


# ------------------------------------------------------------------------------------------------
# What is written down


def test_the_entries_of_a_document():
    """What is written down, in its order."""
    written = at(f"{LAID_OUT} 15:b2y2 15").to_dict()
    keys = (
        "round turn step phase to_move last_seat starter starting_tile bag tower display stack supply unseen"
    )
    keys += " action seats"
    assert [key for key in written if key not in ENVELOPE] == keys.split()
    seat_keys = "score passed jokers tiles expansions garden places"
    assert [list(entry) for entry in written["seats"]] == [seat_keys.split()] * 2
    assert written["action"] is None
    position = at(f"{LAID_OUT} 15:b3y3:2 15")
    play(position, "place butterfly-blue", "at fountain-ne", "pay-joker")
    assert position.to_dict()["action"] == {
        "kind": "place",
        "what": "butterfly-blue",
        "copies": {},
        "space": "fountain-ne",
        "place": None,
        "turned": None,
        "paid": {"tiles": {}, "expansions": [], "jokers": 1},
    }
    assert (position.step, position.phase) == (3, "paying")
    assert seat(position, 1)["tiles"] == counted("b3y3")  # until it is placed


ENVELOPE = ("format", "game", "players", "rules", "options")


def test_steps_count_answers():
    """Those that were given by the rules themselves, too; 0 between turns."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15::1:b2 15")
    position.play("expand bird-blue")
    assert position.step == 1
    play(position, "on e")
    assert position.step == 2
    position.play("turned e")
    assert (position.step, position.turn_number) == (0, 2)
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=10 15::1:b2::,*,*,*,*,* 15")
    position.play("expand bird-blue")
    assert (position.step, position.phase, position.to_dict()["action"]["place"]) == (2, "turning", "e")


def test_the_choices_are_numbered_in_this_order():
    """First questions stand together, then later ones in the order of a turn, then CHANCE's."""
    colours = ["blue", "yellow", "light-green", "dark-green", "light-purple", "dark-purple"]
    expected = [f"take {criterion}" for criterion in (*colours, *PATTERNS)]
    expected += [f"place {name}" for name in HEXAGONS] + [f"expand {name}" for name in HEXAGONS]
    expected += ["buy", "pass"] + [f"copy {number}" for number in range(1, 9)]
    expected += [f"at {space}" for space in SPACES] + [f"on {place}" for place in DIRECTIONS]
    expected += [f"turned {side}" for side in DIRECTIONS] + [f"pay {name}" for name in HEXAGONS]
    expected += [f"pay-expansion {name}" for name in HEXAGONS] + ["pay-joker"]
    expected += [f"discard {name}" for name in HEXAGONS]
    expected += [f"discard-expansion {name}" for name in HEXAGONS] + ["done"]
    expected += [f"seat-{number} begins" for number in range(1, 5)]
    expected += [f"draw {name}" for name in HEXAGONS] + [f"reveal {name}" for name in HEXAGONS]
    assert list(az.Game("garden").rules.choices) == expected


# ------------------------------------------------------------------------------------------------
# The dealer


@pytest.mark.parametrize(
    "position",
    [
        start(),
        start(4),
        at(
            "garden 2 1.1 filling last-seat=1 display=b2 stack=5 supply=16 bag=b111y66P6 "
            "tower=b22333444555666y1112223334445556g111222333444555666G111222333444555666p111222333444555666"
            "P11122233344455566 15 15"
        ),
        at(
            "garden 2 1.1 revealing last-seat=1 display=/,b2 stack=4 supply=16 "
            "unseen=b123456y123456g123456G12 "
            "15 15"
        ),
        at("garden 2 1.1 acting:1 display=b1y1 stack=5 supply=16 15:b2y2:1 15"),
        at("garden 2 1.1 acting:1 display=/b6,y1 stack=4 supply=15 15:b34y3:2:P3 15"),
    ],
    ids=lambda position: position.phase,
)
def test_the_dealer_follows_the_weights(position):
    """Each legal choice as often as its weight says; a seat's choices all equally often."""
    rng = np.zeros(1, RNG)[0]
    rng.word = 7
    count = 1000
    names = position.rules.choices
    found = Counter(names[position.rules.pick(position.state, rng)] for _ in range(count))
    weights = position.weights() or dict.fromkeys(position.choices(), 1)
    whole = sum(weights.values())
    assert set(found) == set(weights)
    for choice, weight in weights.items():
        assert abs(found[choice] / count - weight / whole) < 0.05


def test_a_game_with_a_dealer():
    """CHANCE is answered at once; all of it is legal when it is played again by hand."""
    rng = random.Random(2)
    position = plainly(az.Game("garden", players=3, side="B").start, seed=3)
    while not position.over:
        assert position.turn in (0, 1, 2)
        position.play(rng.choice(position.choices()))
    again = start(3, side="B")
    for choice in position.history:
        again.play(choice)
    assert again == position
