"""The worked examples of the rulebook of Master Chocolatier, in its order."""

import pytest

import azulejos as az

EMPTY_ROW = [None] * 5
LAST_TILE = {"factories": [{"red": 1}, {}, {}, {}, {}], "to_move": "seat-2"}


def table(*seats, **document):
    """A position for so many players; boards are empty but for what is said."""
    game = az.Game("chocolatier", players=len(seats))
    return game.position({"seats": list(seats), **document}, deal="by hand")


def finish_offer(position):
    """The second player puts the last tile, a red one, into line 5; the story of phase B is returned."""
    position.play("factory-1 red")
    return position.play("line-5")


def test_a_first_round_of_turns():
    """MC-07, MC-08: Gosia takes 2 black, Maciek a brown tile, Martyna the 3 cream ones from the centre."""
    gosia, maciek, martyna = 0, 1, 2
    factories = [{"black": 2, "blue": 1, "red": 1}, {"brown": 1, "cream": 3}, {"red": 4}, {}, {}, {}, {}]
    position = table({}, {}, {}, factories=factories)

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
    box = [
        EMPTY_ROW,
        [None, None, "brown", None, None],
        [None, None, None, "brown", None],
        EMPTY_ROW,
        EMPTY_ROW,
    ]
    board = {"lines": [[], [], [], ["blue"], []], "box": box}
    factories = [{"brown": 2}, {"red": 1}, {}, {}, {}]
    position = table(board, {}, factories=factories)
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
    lines = [[], ["cream"] * 2, ["black"], ["blue"] * 4, ["red"] * 3]
    position = table({"lines": lines}, {}, **LAST_TILE)
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
    box = [
        ["blue", None, None, None, None],
        EMPTY_ROW,
        ["black", None, None, None, None],
        EMPTY_ROW,
        EMPTY_ROW,
    ]
    position = table({"lines": [[], ["cream", "cream"], [], [], []], "box": box}, {}, **LAST_TILE)
    finish_offer(position)
    assert position.scores == [1, 0]


def test_a_brown_tile_in_a_row_of_three_scores_3():
    """MC-17: three tiles connected across."""
    box = [EMPTY_ROW, [None, "blue", None, "cream", None], EMPTY_ROW, EMPTY_ROW, EMPTY_ROW]
    position = table({"lines": [[], ["brown", "brown"], [], [], []], "box": box}, {}, **LAST_TILE)
    finish_offer(position)
    assert position.scores == [3, 0]


def test_a_blue_tile_in_a_column_of_three_scores_3():
    """MC-17: three tiles connected downwards, nothing across."""
    box = [
        [None, "brown", None, None, None],
        EMPTY_ROW,
        [None, "red", None, None, None],
        EMPTY_ROW,
        EMPTY_ROW,
    ]
    position = table({"lines": [[], ["blue", "blue"], [], [], []], "box": box}, {}, **LAST_TILE)
    finish_offer(position)
    assert position.scores == [3, 0]


def test_a_brown_tile_in_a_row_of_four_and_a_column_of_three_scores_7():
    """MC-17: 4 across and 3 downwards."""
    box = [
        [None, None, "cream", None, None],
        ["red", "blue", None, "cream", None],
        [None, None, "blue", None, None],
        EMPTY_ROW,
        EMPTY_ROW,
    ]
    position = table({"lines": [[], ["brown", "brown"], [], [], []], "box": box}, {}, **LAST_TILE)
    story = finish_offer(position)
    assert [row["points"] for row in story if row["points"]] == [4, 3]
    assert position.scores == [7, 0]


def test_five_floor_spaces_cost_8():
    """MC-18: the starting-player tile is one of the five."""
    maciek = {"score": 30, "floor": ["black", "start", "black", "cream", "blue"]}
    position = table(maciek, {}, starting_tile="seat-1", **LAST_TILE)
    finish_offer(position)
    assert position.scores == [22, 0]
