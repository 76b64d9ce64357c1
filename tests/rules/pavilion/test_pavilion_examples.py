"""The worked examples of the rulebook of Summer Pavilion, in its order. Purple is wild."""

import pytest
from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az

SUPPLY = {"purple": 2, "green": 2, "orange": 2, "yellow": 2, "blue": 1, "red": 1}
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
STARS = {
    "orange": ("ul", 6),
    "red": ("ur", 5),
    "blue": ("r", 4),
    "yellow": ("lr", 3),
    "green": ("ll", 2),
    "purple": ("l", 1),
    "centre": ("c", 1),
}
"""Where a star is, and the number on its northern space; the next ones follow clockwise."""


def space(star, number):
    """`blue`, 6 is `r-se`."""
    name, north = STARS[star]
    return f"{name}-{DIRECTIONS[(number - north) % 6]}"


def star(colour, *numbers):
    """The star of a colour with tiles on these numbers."""
    covered = [space(colour, number) for number in numbers]
    name, _ = STARS[colour]
    return {name: [colour if f"{name}-{direction}" in covered else None for direction in DIRECTIONS]}


def table(*seats, **document):
    """A position for so many players; boards are empty but for what is said."""
    game = az.Game("pavilion", players=len(seats))
    document = {"seats": list(seats), "supply": SUPPLY, **document}
    return plainly(game.position, document, deal="by hand")


def lay(hand, stars, colour, number):
    """A tile laid with this hand; the table and what the first player has afterwards."""
    other = {"hand": {"yellow": 1}}
    position = table({"hand": hand, "stars": stars}, other, phase="laying", starting_tile="seat-1")
    position.play(f"lay {space(colour, number)}")
    assert position.turn == 1
    return position, position.to_dict()["seats"][0]


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
    position, seat = lay({"blue": 7}, {}, "blue", 6)
    assert (seat["score"], seat["hand"]) == (5 + 1, {"blue": 1})
    assert seat["stars"]["r"] == star("blue", 6)["r"]
    assert position.to_dict()["tower"] == {"blue": 5}


@pytest.mark.parametrize("others", [(1, 5), (1, 6), (5, 6)])
def test_red_3_not_connected(others):
    """B. SP-21: two tiles of the star aren't connected with it: 1 point."""
    position, seat = lay({"red": 3}, star("red", *others), "red", 3)
    assert (seat["score"], seat["hand"]) == (5 + 1, {})
    assert position.to_dict()["tower"] == {"red": 2}


@pytest.mark.parametrize("others", [(4, 5), (1, 2), (1, 5)])
def test_blue_6_beside_two_connected_tiles(others):
    """C. SP-17, SP-21: 3 blue and 3 purple for 3 points; 2 blue and 3 purple go to the tower."""
    other = {"hand": {"yellow": 1}}
    seats = ({"hand": {"blue": 3, "purple": 3}, "stars": star("blue", *others)}, other)
    position = table(*seats, phase="laying", supply={"red": 10})
    position.play(f"lay {space('blue', 6)}")
    document = position.to_dict()
    assert document["seats"][0]["score"] == 5 + 3
    assert document["seats"][0]["stars"]["r"] == star("blue", 6, *others)["r"]
    assert document["tower"] == {"blue": 2, "purple": 3}
    window = 5 in others  # beside the window, which brings three tiles
    assert document["seats"][0]["hand"] == ({"red": 3} if window else {})


@pytest.mark.parametrize("others", [(3, 5), (2, 3)])
def test_orange_4_with_two_connected(others):
    """D. SP-17, SP-21: 1 orange and 3 purple for 3 points; the orange one is laid."""
    position, seat = lay({"orange": 1, "purple": 3}, star("orange", *others), "orange", 4)
    assert (seat["score"], seat["hand"]) == (5 + 3, {})
    assert seat["stars"]["ul"] == star("orange", 4, *others)["ul"]
    assert position.to_dict()["tower"] == {"purple": 3}


@pytest.mark.parametrize("others", [(1, 3), (3, 4), (1, 6)])
def test_purple_2_with_two_connected(others):
    """E. SP-18, SP-21: 2 purple, the wild colour itself, for 3 points."""
    position, seat = lay({"purple": 2}, star("purple", *others), "purple", 2)
    assert (seat["score"], seat["hand"]) == (5 + 3, {})
    assert seat["stars"]["l"] == star("purple", 2, *others)["l"]
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


@pytest.fixture(params=[(), ("green",), ("purple",), ("green", "purple")], ids=str)
def in_the_centre(request):
    """Colours that lie in the centre already, on its 5 and 6."""
    return request.param


def test_what_three_purple_and_one_green_can_do(in_the_centre):
    """SP-16 to SP-18: green on 1 to 4, purple on 1 to 3, of the own star or of the centre without it."""
    centre = {"c": [None, None, None, None, *in_the_centre, *[None] * (2 - len(in_the_centre))]}
    seats = ({"hand": {"purple": 3, "green": 1}, "stars": centre}, {"hand": {"yellow": 1}})
    position = table(*seats, phase="laying", starting_tile="seat-1")
    possible = {("green", number): {"green"} for number in (1, 2, 3, 4)}
    possible |= {("purple", number): {"purple"} for number in (1, 2, 3)}
    for colour, most in (("green", 4), ("purple", 3)):
        if colour not in in_the_centre:
            for number in range(1, most + 1):
                possible.setdefault(("centre", number), set()).add(colour)

    assert set(position.choices()) == {f"lay {space(*where)}" for where in possible} | {"pass"}
    for where, colours in possible.items():
        after = position.copy()
        after.play(f"lay {space(*where)}")
        if len(colours) == 2:
            assert after.choices() == ["colour purple", "colour green"]
        else:
            laid = {tile for tiles in after.to_dict()["seats"][0]["stars"].values() for tile in tiles if tile}
            assert laid == colours | set(in_the_centre)
