"""The worked examples of the rulebook of Queen's Garden, in its order."""

import pytest
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
    position = table(display={1: "2g", 2: "1b 3b 5b 2y"})
    position.play("take blue")
    assert seat(position, 1)["tiles"] == counted("1b 3b 5b")
    assert shown(position) == {1: "2g", 2: "2y", 3: ""}  # aside with its bird on it
    draw(position, "2y 2G 4P 6P")
    assert (position.phase, position.turn) == ("acting", 1)
    position.play("take bird")
    assert position.choices() == ["copy 2", "copy 3"]
    kept, taken = position.copy(), position
    # The yellow bird of the stack stays; the stack is touched all the same, by the green one.
    kept.play("copy 2")
    assert seat(kept, 2)["tiles"] == counted("2y 2g 2G")
    assert shown(kept) == {1: "", 2: "", 3: "2y 4P 6P", 4: ""}
    draw(kept, "1b 1y 1g 1G")
    play(kept, "reveal lily-blue", "reveal tree-yellow")
    assert shown(kept) == {1: "!6b", 2: "!1y", 3: "2y 4P 6P", 4: "1b 1y 1g 1G"}
    # Or that of the stack is taken: the bird on 2 stays, and only 1 is turned face up.
    taken.play("copy 3")
    assert seat(taken, 2)["tiles"] == counted("2y 2g 2G")
    draw(taken, "1b 1y 1g 1G")
    play(taken, "reveal lily-blue")
    assert shown(taken) == {1: "!6b", 2: "2y", 3: "4P 6P", 4: "1b 1y 1g 1G"}
    assert (taken.phase, taken.turn) == ("acting", 0)


@pytest.mark.parametrize(
    ("tiles", "expansions", "jokers", "choices", "left"),
    [
        ("3y 3G", "", 0, ["pay butterfly-yellow"], ""),
        ("1b 5b", "", 0, ["pay tree-blue"], ""),
        ("", "", 2, [], ""),
        ("6b", "", 1, ["pay lily-blue"], ""),
        ("3P", "3y", 0, ["pay-expansion butterfly-yellow"], ""),
        ("3y 3G 3b", "", 0, ["pay butterfly-yellow"], "3b"),
    ],
)
def test_paying_for_a_blue_butterfly(tiles, expansions, jokers, choices, left):
    """QG-11 to QG-14: two more of its pattern or of its colour, or jokers."""
    position = table({"tiles": f"3b {tiles}", "expansions": expansions, "jokers": jokers})
    play(position, "place butterfly-blue", "at fountain-e", *choices)
    assert garden(position) == {"fountain-e": "3b"}
    assert seat(position, 1)["tiles"] == counted(left)
    assert (seat(position, 1)["expansions"], seat(position, 1)["jokers"]) == ([], 0)


@pytest.mark.parametrize("tiles", ["3b 3b", "3y 3y", "1b 1b", "3y 1b", "1b 1y", "3b 1b"])
def test_not_paying_for_a_blue_butterfly(tiles):
    """QG-12: not with identical ones, nor with one of each kind."""
    position = table({"tiles": f"3b {tiles}", "jokers": 0})
    assert "place butterfly-blue" not in position.choices()


FINAL = {
    # 1 + 2 + 3 + 6 = 12 of blue
    **{"w-centre": "2b", "w-e": "1b", "w-w": "3b", "w-sw": "6b"},
    # 1 + 1 + 1 + 1 + 1 = 5, trees
    **{"fountain-se": "1p", "se-centre": "1g", "se-ne": "1G", "se-nw": "1P", "se-w": "1b"},
    # 1 + 2 + 3 + 4 + 5 + 6 = 21 of yellow, and 6
    **{"w-ne": "1y", "fountain-nw": "2y", "nw-se": "3y", "ne-w": "4y", "nw-sw": "5y", "nw-e": "6y"},
    # 3 + 3 + 3 = 9, butterflies
    **{"e-centre": "3P", "e-w": "3p", "e-sw": "3g"},
    # 3 + 4 + 5 + 6 = 18 of dark green
    **{"ne-ne": "3G", "ne-e": "4G", "ne-se": "5G", "ne-nw": "6G"},
    # 3 + 3 + 3 + 3 = 12, butterflies
    **{"w-se": "3g", "sw-centre": "3b", "sw-nw": "3y", "sw-w": "3G"},
}
"""The trees w-e and w-ne are a pair, which brings nothing."""


def test_the_final_scoring():
    """QG-31 to QG-33: storage -2, six groups 77 and a bonus of 6: +81 in all."""
    places = {"e": "down", "ne": "3G/ne", "nw": "6y/e", "w": "down", "sw": "down", "se": "down"}
    mine = {"score": 40, "jokers": 2, "tiles": "4P", "garden": FINAL, "places": places}
    position = last_pass(mine, wheel=NO_POINTS, round=4)
    rows = [row for row in end_round(position) if row["seat"] == 0]
    assert [row["points"] for row in story_of(rows, "jokers left", "storage left")] == [2, -4]
    assert [row["points"] for row in story_of(rows, "group")] == [12, 21, 18, 5, 9, 12]
    assert [row["points"] for row in story_of(rows, "group bonus")] == [6]
    assert [row["points"] for row in story_of(rows, "pavilions")] == [2]
    assert position.scores[0] == 40 + 2 + 81
    # With a leftover expansion instead of a tile, and all places face down.
    mine |= {"tiles": "", "expansions": "4P", "places": dict.fromkeys(places, "down")}
    position = last_pass(mine, wheel=NO_POINTS, round=4)
    end_round(position)
    assert position.scores[0] == 40 + 81


def test_the_final_scoring_on_side_b():
    """QG-36: the same garden: 4 + 5 + 6 + 3 + 4 + 4 for six groups instead of 6."""
    places = dict.fromkeys(("e", "ne", "nw", "w", "sw", "se"), "down")
    mine = {"score": 40, "jokers": 2, "tiles": "4P", "garden": FINAL, "places": places}
    position = last_pass(mine, wheel=NO_POINTS, round=4, side="B")
    end_round(position)
    assert position.scores[0] == 40 + 81 - 6 + 26
