"""The worked examples of the rulebook of Summer Pavilion, in its order. Purple is wild."""

import pytest
from tests.kits.kit import at_plain as at


def lay(line, space):
    """A tile laid: the table, and what the first player has afterwards, as in a line."""
    position = at(line)
    position.play(f"lay {space}")
    assert position.turn == 1
    return position, position.line().split()[-2]


def test_a_first_round_of_turns():
    """SP-07, SP-09, SP-10: 2 red; 1 green and 1 purple; 3 yellow and 1 purple with the token, from 5 to 1."""
    first, second, third = 0, 1, 2
    position = at("pavilion 3 1.1 offer:1 supply=p2g2o2y2br factories=y2r2,p2gy,b4 5 5 5")

    assert position.turn == first
    position.play("factory-1 red")
    assert position.to_dict()["centre"] == {"yellow": 2}

    assert position.turn == second
    position.play("factory-2 green")
    assert position.to_dict()["centre"] == {"yellow": 3, "purple": 1}

    assert position.turn == third
    assert position.choices() == ["factory-3 blue", "centre yellow"]
    position.play("centre yellow")
    document = position.to_dict()
    assert document["centre"] == {}
    assert document["starting_tile"] == "seat-3"
    hands = [{"red": 2}, {"purple": 1, "green": 1}, {"purple": 1, "yellow": 3}]
    assert [seat["hand"] for seat in document["seats"]] == hands
    assert position.scores == [5, 5, 1]


def test_blue_6_on_an_empty_star():
    """A. SP-14, SP-20, SP-21: 7 blue tiles, 1 point, and 1 blue tile stays."""
    line = "pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:b7 5:y"
    position, seat = lay(line, "r-se")
    assert seat == f"{5 + 1}:b:,,.2b"
    assert position.to_dict()["tower"] == {"blue": 5}


@pytest.mark.parametrize(
    ("others", "star"),
    [("r.r", "r.r.r"), (".r2", ".r2.r"), ("r2", "r2.2r")],  # 1 and 5, 1 and 6, 5 and 6
)
def test_red_3_not_connected(others, star):
    """B. SP-21: two tiles of the star aren't connected with it: 1 point."""
    line = f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r3:,{others} 5:y"
    position, seat = lay(line, "ur-sw")
    assert seat == f"{5 + 1}::,{star}"
    assert position.to_dict()["tower"] == {"red": 2}


@pytest.mark.parametrize(
    ("others", "star", "bonus"),
    [
        ("b2", "b3", "r3"),  # 5 is beside the window, which brings three tiles
        (".3b2", ".2b3", ""),
        (".b.b", ".b3", "r3"),
    ],
)
def test_blue_6_beside_two_connected_tiles(others, star, bonus):
    """C. SP-17, SP-21: 3 blue and 3 purple for 3 points; 2 blue and 3 purple go to the tower."""
    position = at(f"pavilion 2 1.1 laying:1 supply=r10 5:p3b3:,,{others} 5:y")
    position.play("lay r-se")
    assert position.line().split()[-2] == f"{5 + 3}:{bonus}:,,{star}"
    assert position.to_dict()["tower"] == {"blue": 2, "purple": 3}


@pytest.mark.parametrize(("others", "star"), [(".3o.o", ".3o3"), (".2o2", ".2o3")])
def test_orange_4_with_two_connected(others, star):
    """D. SP-17, SP-21: 1 orange and 3 purple for 3 points; the orange one is laid."""
    line = f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p3o:{others} 5:y"
    position, seat = lay(line, "ul-sw")
    assert seat == f"{5 + 3}::{star}"
    assert position.to_dict()["tower"] == {"purple": 3}


@pytest.mark.parametrize(("others", "star"), [("p.p", "p3"), (".2p2", ".p3"), ("p.4p", "p2.3p")])
def test_purple_2_with_two_connected(others, star):
    """E. SP-18, SP-21: 2 purple, the wild colour itself, for 3 points."""
    line = f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p2:,,,,,{others} 5:y"
    position, seat = lay(line, "l-ne")
    assert seat == f"{5 + 3}::,,,,,{star}"
    assert position.to_dict()["tower"] == {"purple": 1}


def test_passing_with_4_green_and_2_red():
    """F. SP-25: the green ones are kept in the corners, the red ones cost 2 points."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:g4r2 5:y")
    for choice in ("pass", *["keep green"] * 4):
        position.play(choice)
    seat = position.to_dict()["seats"][0]
    assert (seat["score"], seat["hand"], seat["corners"]) == (5 - 2, {}, {"green": 4})
    assert position.to_dict()["tower"] == {"red": 2}
    assert position.turn == 1


@pytest.mark.parametrize(
    ("centre", "lying"), [("", ""), (".4g", "green"), (".4p", "purple"), (".4gp", "green purple")]
)
def test_what_three_purple_and_one_green_can_do(centre, lying):
    """SP-16 to SP-18: green on 1 to 4, purple on 1 to 3, of the own star or of the centre without it."""
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p3g:,,,,,,{centre} 5:y")
    possible = {space: {"green"} for space in ("ll-nw", "ll-n", "ll-ne", "ll-se")}
    possible |= {space: {"purple"} for space in ("l-n", "l-ne", "l-se")}
    for colour, spaces in (("green", "c-n c-ne c-se c-s"), ("purple", "c-n c-ne c-se")):
        if colour not in lying.split():
            for space in spaces.split():
                possible.setdefault(space, set()).add(colour)

    assert set(position.choices()) == {f"lay {space}" for space in possible} | {"pass"}
    for space, colours in possible.items():
        after = position.copy()
        after.play(f"lay {space}")
        if len(colours) == 2:
            assert after.choices() == ["colour purple", "colour green"]
        else:
            laid = {tile for tiles in after.to_dict()["seats"][0]["stars"].values() for tile in tiles if tile}
            assert laid == colours | set(lying.split())
