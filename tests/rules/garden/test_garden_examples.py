"""The worked examples of the rulebook of Queen's Garden, in its order."""

import pytest
from tests.kits.kit import at_plain as at
from tests.rules.garden.tables import (
    counted,
    draw,
    end_round,
    finished,
    garden,
    last_turn,
    play,
    seat,
    shown,
    story_of,
)


def test_blue_tiles_then_all_birds():
    """QG-05 to QG-09: three blue tiles from the top, then all birds, one of two yellow ones (a choice)."""
    position = at("garden 2 1.1 acting:1 display=g2,b135y2 stack=4 supply=16 15 15")
    position.play("take blue")
    assert seat(position, 1)["tiles"] == counted("b135")
    assert shown(position) == {1: "g2", 2: "y2", 3: "/"}  # aside with its bird on it
    draw(position, "y2G2P46")
    assert (position.phase, position.turn) == ("acting", 1)
    position.play("take bird")
    assert position.choices() == ["copy 2", "copy 3"]
    kept, taken = position.copy(), position
    # The yellow bird of the stack stays; the stack is touched all the same, by the green one.
    kept.play("copy 2")
    assert seat(kept, 2)["tiles"] == counted("y2g2G2")
    assert shown(kept) == {1: "/", 2: "/", 3: "y2P46", 4: "/"}
    draw(kept, "b1y1g1G1")
    play(kept, "reveal lily-blue", "reveal tree-yellow")
    assert shown(kept) == {1: "/b6", 2: "/y1", 3: "y2P46", 4: "b1y1g1G1"}
    # Or that of the stack is taken: the bird on 2 stays, and only 1 is turned face up.
    taken.play("copy 3")
    assert seat(taken, 2)["tiles"] == counted("y2g2G2")
    draw(taken, "b1y1g1G1")
    play(taken, "reveal lily-blue")
    assert shown(taken) == {1: "/b6", 2: "y2", 3: "P46", 4: "b1y1g1G1"}
    assert (taken.phase, taken.turn) == ("acting", 0)


@pytest.mark.parametrize(
    ("storage", "supply", "choices", "left"),
    [
        ("b3y3G3:0", 16, ["pay butterfly-yellow"], ""),
        ("b135:0", 16, ["pay tree-blue"], ""),
        ("b3:2", 16, [], ""),
        ("b36:1", 16, ["pay lily-blue"], ""),
        ("b3P3:0:y3", 15, ["pay-expansion butterfly-yellow"], ""),
        ("b33y3G3:0", 16, ["pay butterfly-yellow"], "b3"),
    ],
)
def test_paying_for_a_blue_butterfly(storage, supply, choices, left):
    """QG-11 to QG-14: two more of its pattern or of its colour, or jokers."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply={supply} 15:{storage} 15")
    play(position, "place butterfly-blue", "at fountain-e", *choices)
    assert garden(position) == {"fountain-e": "b3"}
    assert seat(position, 1)["tiles"] == counted(left)
    assert (seat(position, 1)["expansions"], seat(position, 1)["jokers"]) == ([], 0)


@pytest.mark.parametrize("tiles", ["b33", "y33", "b11", "y3b1", "b1y1", "b31"])
def test_not_paying_for_a_blue_butterfly(tiles):
    """QG-12: not with identical ones, nor with one of each kind."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b3{tiles}:0 15")
    assert "place butterfly-blue" not in position.choices()


FINAL = (
    ".2y2.2p1"  # fountain: y2 of the yellow group, p1 of the trees
    ",P3.3p3g3"  # e: butterflies, 3 + 3 + 3 = 9
    ",.G436y4.G5"  # ne: dark green, 3 + 4 + 5 + 6 = 18; y4
    ",.y6.3y53"  # nw: yellow, 1 + 2 + 3 + 4 + 5 + 6 = 21, and 6
    ",b21y1.b36g3"  # w: blue, 1 + 2 + 3 + 6 = 12; y1, g3
    ",b3.2y3G3"  # sw: butterflies with g3, 3 + 3 + 3 + 3 = 12
    ",g1.G1P1b1"  # se: trees with p1, 1 + 1 + 1 + 1 + 1 = 5
)
"""A garden, as a line has it. The trees w-e and w-ne are a pair, which brings nothing."""


def test_the_final_scoring():
    """QG-31 to QG-33: storage -2, six groups 77 and a bonus of 6: +81 in all."""
    position = last_turn(f"40:P4:2::{FINAL}:*,G3-ne,y6-e,*,*,*", supply=25)
    rows = [row for row in end_round(position) if row["seat"] == 0]
    assert [row["points"] for row in story_of(rows, "jokers left", "storage left")] == [2, -4]
    assert [row["points"] for row in story_of(rows, "group")] == [12, 21, 18, 5, 9, 12]
    assert [row["points"] for row in story_of(rows, "group bonus")] == [6]
    assert [row["points"] for row in story_of(rows, "pavilions")] == [2]
    assert position.scores[0] == 40 + 2 + 81
    # With a leftover expansion instead of a tile, and all places face down.
    assert finished(f"40::2:P4:{FINAL}:*,*,*,*,*,*", supply=24).scores[0] == 40 + 81


def test_the_final_scoring_on_side_b():
    """QG-36: the same garden: 4 + 5 + 6 + 3 + 4 + 4 for six groups instead of 6."""
    position = finished(f"40:P4:2::{FINAL}:*,*,*,*,*,*", side="B", supply=25)
    assert position.scores[0] == 40 + 81 - 6 + 26
