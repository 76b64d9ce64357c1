"""The worked examples of the rulebook of Master Chocolatier, in its order."""

import pytest
from tests.kits.kit import at_plain as at

EMPTY_ROW = [None] * 5


def finish_offer(position):
    """The second player puts the last tile, a red one, into line 5; the story of phase B is returned."""
    position.play("factory-1 red")
    return position.play("line-5")


def test_a_first_round_of_turns():
    """MC-07, MC-08: Gosia takes 2 black, Maciek a brown tile, Martyna the 3 cream ones from the centre."""
    gosia, maciek, martyna = 0, 1, 2
    position = at("chocolatier 3 1.1 offer:1 factories=bk2r,nc3,r4 0 0 0")

    assert position.turn == gosia
    position.play("factory-1 black")
    assert position.to_dict()["hand"] == {"black": 2}
    assert position.to_dict()["centre"] == {"blue": 1, "red": 1}
    position.play("line-2")

    assert position.turn == maciek
    position.play("factory-2 brown")
    assert position.to_dict()["hand"] == {"brown": 1}
    assert position.to_dict()["centre"] == {"blue": 1, "cream": 3, "red": 1}
    position.play("line-1")

    assert position.turn == martyna
    position.play("centre cream")
    assert position.to_dict()["hand"] == {"cream": 3}
    assert position.to_dict()["centre"] == {"blue": 1, "red": 1}
    assert position.to_dict()["starting_tile"] == "seat-3"
    assert [seat["floor"] for seat in position.to_dict()["seats"]] == [[], [], ["start"]]


@pytest.fixture
def przemek():
    """Two brown tiles in hand; rows 2 and 3 hold brown, line 4 holds a blue tile."""
    position = at("chocolatier 2 2.1 offer:1 factories=n2,r 0:,,,b:,.2n,.3n 0")
    position.play("factory-1 brown")
    return position


def test_two_brown_tiles_have_three_destinations(przemek):
    """MC-09, MC-10, MC-11: line 1, line 5 or the floor: exactly these three."""
    assert przemek.choices() == ["line-1", "line-5", "floor"]


@pytest.mark.parametrize(
    ("destination", "lines", "floor"),
    [
        ("line-1", [["brown"], [], [], ["blue"], []], ["brown"]),
        ("line-5", [[], [], [], ["blue"], ["brown", "brown"]], []),
        ("floor", [[], [], [], ["blue"], []], ["brown", "brown"]),
    ],
)
def test_where_two_brown_tiles_come_to_lie(przemek, destination, lines, floor):
    """MC-09, MC-11: one in line 1 and one on the floor (A), both in line 5 (B), both on the floor (C)."""
    przemek.play(destination)
    board = przemek.to_dict()["seats"][0]
    assert (board["lines"], board["floor"]) == (lines, floor)


def test_gosia_lays_lines_2_and_4():
    """MC-14, MC-15, MC-16: each moves one tile for 1 point; lines 3 and 5 aren't full and stay."""
    position = at("chocolatier 2 1.1 offer:2 factories=r 0:,c2,k,b4,r3 0")
    story = finish_offer(position)
    assert [row["points"] for row in story if row["points"]] == [1, 1]
    gosia = position.to_dict()["seats"][0]
    assert gosia["score"] == 2
    assert gosia["lines"] == [[], [], ["black"], [], ["red"] * 3]
    assert gosia["box"] == [
        EMPTY_ROW,
        [None, None, None, "cream", None],
        EMPTY_ROW,
        [None, None, None, "blue", None],
        EMPTY_ROW,
    ]
    assert position.to_dict()["lid"] == {"cream": 1, "blue": 3}


def test_an_isolated_cream_tile_scores_1():
    """MC-16: no tile beside it, above it or below it."""
    position = at("chocolatier 2 2.1 offer:2 factories=r 0:,c2:b,,k 0")
    finish_offer(position)
    assert position.scores == [1, 0]


def test_a_brown_tile_in_a_row_of_three_scores_3():
    """MC-17: three tiles connected across."""
    position = at("chocolatier 2 3.1 offer:2 factories=r 0:,n2:,.b.c 0")
    finish_offer(position)
    assert position.scores == [3, 0]


def test_a_blue_tile_in_a_column_of_three_scores_3():
    """MC-17: three tiles connected downwards, nothing across."""
    position = at("chocolatier 2 2.1 offer:2 factories=r 0:,b2:.n,,.r 0")
    finish_offer(position)
    assert position.scores == [3, 0]


def test_a_brown_tile_in_a_row_of_four_and_a_column_of_three_scores_7():
    """MC-17: 4 across and 3 downwards."""
    position = at("chocolatier 2 4.1 offer:2 factories=r 0:,n2:.2c,rb.c,.2b 0")
    story = finish_offer(position)
    assert [row["points"] for row in story if row["points"]] == [4, 3]
    assert position.scores == [7, 0]


def test_five_floor_spaces_cost_8():
    """MC-18: the starting-player tile is one of the five."""
    position = at("chocolatier 2 1.1 offer:2 starting-tile=1 factories=r 30:::kskcb 0")
    finish_offer(position)
    assert position.scores == [22, 0]
