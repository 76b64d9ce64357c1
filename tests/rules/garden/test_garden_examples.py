"""The worked examples of the rulebook of Queen's Garden, in its order."""

import pytest
from tests.kits.kit import at_plain as at
from tests.rules.garden.tables import (
    NO_POINTS,
    counted,
    draw,
    end_round,
    garden,
    last_pass,
    play,
    seat,
    shown,
    story_of,
    table,
)


def test_blue_tiles_then_all_birds():
    """QG-05 to QG-09: three blue tiles from the top, then all birds, one of two yellow ones (a choice)."""
    position = at("garden 2 1.1 acting:1 display=g2,b135y2 stack=4 supply=16 15 15")
    position.play("take blue")
    assert seat(position, 1)["tiles"] == counted("b1 b3 b5")
    assert shown(position) == {1: "g2", 2: "y2", 3: ""}  # aside with its bird on it
    draw(position, "y2 G2 P4 P6")
    assert (position.phase, position.turn) == ("acting", 1)
    position.play("take bird")
    assert position.choices() == ["copy 2", "copy 3"]
    kept, taken = position.copy(), position
    # The yellow bird of the stack stays; the stack is touched all the same, by the green one.
    kept.play("copy 2")
    assert seat(kept, 2)["tiles"] == counted("y2 g2 G2")
    assert shown(kept) == {1: "", 2: "", 3: "y2 P4 P6", 4: ""}
    draw(kept, "b1 y1 g1 G1")
    play(kept, "reveal lily-blue", "reveal tree-yellow")
    assert shown(kept) == {1: "!b6", 2: "!y1", 3: "y2 P4 P6", 4: "b1 y1 g1 G1"}
    # Or that of the stack is taken: the bird on 2 stays, and only 1 is turned face up.
    taken.play("copy 3")
    assert seat(taken, 2)["tiles"] == counted("y2 g2 G2")
    draw(taken, "b1 y1 g1 G1")
    play(taken, "reveal lily-blue")
    assert shown(taken) == {1: "!b6", 2: "y2", 3: "P4 P6", 4: "b1 y1 g1 G1"}
    assert (taken.phase, taken.turn) == ("acting", 0)


@pytest.mark.parametrize(
    ("tiles", "expansions", "jokers", "choices", "left"),
    [
        ("y3 G3", "", 0, ["pay butterfly-yellow"], ""),
        ("b1 b5", "", 0, ["pay tree-blue"], ""),
        ("", "", 2, [], ""),
        ("b6", "", 1, ["pay lily-blue"], ""),
        ("P3", "y3", 0, ["pay-expansion butterfly-yellow"], ""),
        ("y3 G3 b3", "", 0, ["pay butterfly-yellow"], "b3"),
    ],
)
def test_paying_for_a_blue_butterfly(tiles, expansions, jokers, choices, left):
    """QG-11 to QG-14: two more of its pattern or of its colour, or jokers."""
    position = table({"tiles": f"b3 {tiles}", "expansions": expansions, "jokers": jokers})
    play(position, "place butterfly-blue", "at fountain-e", *choices)
    assert garden(position) == {"fountain-e": "b3"}
    assert seat(position, 1)["tiles"] == counted(left)
    assert (seat(position, 1)["expansions"], seat(position, 1)["jokers"]) == ([], 0)


@pytest.mark.parametrize("tiles", ["b3 b3", "y3 y3", "b1 b1", "y3 b1", "b1 y1", "b3 b1"])
def test_not_paying_for_a_blue_butterfly(tiles):
    """QG-12: not with identical ones, nor with one of each kind."""
    position = table({"tiles": f"b3 {tiles}", "jokers": 0})
    assert "place butterfly-blue" not in position.choices()


FINAL = {
    # 1 + 2 + 3 + 6 = 12 of blue
    **{"w-centre": "b2", "w-e": "b1", "w-w": "b3", "w-sw": "b6"},
    # 1 + 1 + 1 + 1 + 1 = 5, trees
    **{"fountain-se": "p1", "se-centre": "g1", "se-ne": "G1", "se-nw": "P1", "se-w": "b1"},
    # 1 + 2 + 3 + 4 + 5 + 6 = 21 of yellow, and 6
    **{"w-ne": "y1", "fountain-nw": "y2", "nw-se": "y3", "ne-w": "y4", "nw-sw": "y5", "nw-e": "y6"},
    # 3 + 3 + 3 = 9, butterflies
    **{"e-centre": "P3", "e-w": "p3", "e-sw": "g3"},
    # 3 + 4 + 5 + 6 = 18 of dark green
    **{"ne-ne": "G3", "ne-e": "G4", "ne-se": "G5", "ne-nw": "G6"},
    # 3 + 3 + 3 + 3 = 12, butterflies
    **{"w-se": "g3", "sw-centre": "b3", "sw-nw": "y3", "sw-w": "G3"},
}
"""The trees w-e and w-ne are a pair, which brings nothing."""


def test_the_final_scoring():
    """QG-31 to QG-33: storage -2, six groups 77 and a bonus of 6: +81 in all."""
    places = {"e": "down", "ne": "G3-ne", "nw": "y6-e", "w": "down", "sw": "down", "se": "down"}
    mine = {"score": 40, "jokers": 2, "tiles": "P4", "garden": FINAL, "places": places}
    position = last_pass(mine, wheel=NO_POINTS, round=4)
    rows = [row for row in end_round(position) if row["seat"] == 0]
    assert [row["points"] for row in story_of(rows, "jokers left", "storage left")] == [2, -4]
    assert [row["points"] for row in story_of(rows, "group")] == [12, 21, 18, 5, 9, 12]
    assert [row["points"] for row in story_of(rows, "group bonus")] == [6]
    assert [row["points"] for row in story_of(rows, "pavilions")] == [2]
    assert position.scores[0] == 40 + 2 + 81
    # With a leftover expansion instead of a tile, and all places face down.
    mine |= {"tiles": "", "expansions": "P4", "places": dict.fromkeys(places, "down")}
    position = last_pass(mine, wheel=NO_POINTS, round=4)
    end_round(position)
    assert position.scores[0] == 40 + 81


def test_the_final_scoring_on_side_b():
    """QG-36: the same garden: 4 + 5 + 6 + 3 + 4 + 4 for six groups instead of 6."""
    places = dict.fromkeys(("e", "ne", "nw", "w", "sw", "se"), "down")
    mine = {"score": 40, "jokers": 2, "tiles": "P4", "garden": FINAL, "places": places}
    position = last_pass(mine, wheel=NO_POINTS, round=4, side="B")
    end_round(position)
    assert position.scores[0] == 40 + 81 - 6 + 26
