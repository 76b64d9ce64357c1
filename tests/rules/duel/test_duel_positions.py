"""Positions that are easy to get wrong, and documents of positions that can't be."""

import random
from collections import Counter

import numpy as np
import pytest
from tests.kits.kit import at_plain as at
from tests.plainly import plainly
from tests.rules.duel.tables import (
    CHIPS,
    SPECIALS,
    WILDS,
    deal,
    facts,
    lines,
    play,
    random_game,
    rows,
    scoring,
    seat,
    some,
    start,
    story_of_scoring,
    tiles,
)

import azulejos as az
from azulejos import lines as spelled
from azulejos.core.rng import RNG

# ------------------------------------------------------------------------------------------------
# The stack


def test_a_draw_at_0_points():
    """DU-12: it is free, and there is no second; the score stays 0."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw2,hw2 "
        "0::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0::::1 5::is0,aw0,bw0,cw0,dw0,ew0,fw0,jw0::::1"
    )
    story = position.play("draw")
    assert (position.phase, position.to_dict()["tile"]) == ("turning", "g-wild")
    assert seat(position, 1)["score"] == 0
    assert not [row for row in story if row["points"]]
    assert position.step == 4  # draw, stop, keep, the last place


def test_the_last_tile_of_the_stack():
    """DU-11: drawing stops by itself, and the tile must be kept."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=1s "
        "5::bs0,cs0,ds0,es0,fs0,gs0,hs0,is0::::1 5::aw0,bw0,cw0,dw0,ew0,fw0,gw0,hw0,jw0::::0"
    )
    assert position.choices() == ["draw", "factory-1 blue", "factory-1 black"]
    position.play("draw")
    assert (position.phase, position.choices()) == ("looking", ["reveal a-special"])
    position.play("reveal a-special")
    assert (position.phase, position.to_dict()["place"], position.to_dict()["tile"]) == (
        "turning",
        9,
        "a-special",
    )
    assert position.to_dict()["stack"] == {"unseen": 0, "back": None, "under": []}
    position.play("turned-0")
    assert "draw" not in position.choices()


def test_a_known_tile_drawn_again_by_its_drawer():
    """DU-11: CHANCE has nothing to reveal; its drawer still knows it."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw1,hw1 "
        "5::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0::::1 5::is0,aw0,bw0,cw0,dw0,ew0,fw0,jw0::::1"
    )
    position.play("draw")
    assert (position.phase, position.to_dict()["drawn"]) == (
        "drawing",
        [{"tile": "g-wild", "back": "wild", "known": "seat-1"}],
    )
    position.play("draw")
    assert (position.phase, position.choices()) == ("keeping", ["keep g-wild", "keep h-wild"])
    position.play("keep h-wild")
    assert position.to_dict()["stack"]["under"] == [{"tile": "g-wild", "back": "wild", "known": "seat-1"}]


def test_a_known_tile_drawn_again_by_the_other():
    """DU-11: CHANCE has nothing to reveal; when it goes under the stack the new drawer knows it alone."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw2,hw2 "
        "5::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0::::1 5::is0,aw0,bw0,cw0,dw0,ew0,fw0,jw0::::1"
    )
    play(position, "draw", "draw", "keep h-wild")
    assert position.to_dict()["stack"]["under"] == [{"tile": "g-wild", "back": "wild", "known": "seat-1"}]


def test_unseen_and_known_tiles_drawn_together():
    """DU-11: only what nobody has seen is revealed, in the order drawn."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=1s,gw2,hw1 "
        "5::bs0,cs0,ds0,es0,fs0,gs0,hs0::::1 5::is0,aw0,bw0,cw0,dw0,ew0,fw0,jw0::::1"
    )
    play(position, "draw", "draw", "draw")
    assert (position.phase, position.choices()) == ("looking", ["reveal a-special"])
    position.play("reveal a-special")
    assert position.choices() == ["keep a-special", "keep g-wild", "keep h-wild"]


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        (["b-special", "c-special"], ["b-special", "c-special", "g-wild"]),
        (["g-wild", "b-special"], ["g-wild", "b-special", "c-special"]),
        (["c-special", "g-wild"], ["c-special", "g-wild", "b-special"]),
    ],
)
def test_a_stack_ordered_in_three_ways(asked, order):
    """DU-11: below what lay there already; the tiles come back in that order."""
    position = at(
        "duel 2 2.1.6 keeping:1 factories=b3k//* display=as,ds,es stack=8s,aw2 drawn=bs,gw,cs,hw "
        "5::,,,,,,,,is0::::1 5::,,,,,,,,jw0"
    )
    play(position, "keep h-wild", *(f"under {tile}" for tile in asked))
    found = position.to_dict()["stack"]["under"]
    assert [(entry["tile"], entry["known"]) for entry in found] == [
        ("a-wild", "seat-2"),
        *((tile, "seat-1") for tile in order),
    ]


# ------------------------------------------------------------------------------------------------
# Factories


def test_all_moon_tops_of_one_colour_empty_two_stacks():
    """DU-16, DU-18: four tops and two singles; two chips are turned up, and the line takes five."""
    position = at(
        "duel 2 1.1 acting:1 factories=/b/*,/kb/*,/b/*,/rkb/* large=/b2k display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    position.play("moon blue")
    assert position.to_dict()["hand"] == tiles("bbbbbb")
    play(position, "reveal red", "reveal black")
    found = [(factory["chip"], factory["moon"]) for factory in position.to_dict()["factories"]]
    assert found == [("red", []), ("down", ["black"]), ("black", []), ("down", ["red", "black"])]
    position.play("line-5")
    assert lines(position, 1) == {5: "bbbbb"}
    assert seat(position, 1)["broken"] == tiles("b")


def test_the_starting_player_tile_comes_with_tiles_of_small_stacks():
    """DU-17: one from the large factory in the same take is enough."""
    position = at(
        "duel 2 1.1 acting:1 factories=/rb/*,/kb/* large=/bk display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    story = list(position.play("moon blue"))
    assert facts(position, "hand", "starting_tile") == (tiles("bbb"), "seat-1")
    assert [(row["from"], row["count"]) for row in story if row["what"] == "taken"] == [
        ("moon-1", 1),
        ("moon-2", 1),
        ("moon-large", 1),
    ]
    assert seat(position, 1)["broken"] == {}


def test_four_alike_on_a_small_factory():
    """DU-15: nothing to stack, the chip is turned up first, then the tiles are laid."""
    position = at(
        "duel 2 1.1 acting:1 factories=,,,t4//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    position.play("factory-4 turquoise")
    assert position.phase == "chips"
    position.play("reveal red-turquoise")
    assert (position.phase, position.to_dict()["hand"]) == ("lining", tiles("tttt"))
    position.play("line-3")
    assert (lines(position, 1), seat(position, 1)["broken"]) == ({3: "ttt"}, tiles("t"))
    assert (position.turn, some(position, "chip")) == (1, ["red-turquoise"])


def test_a_short_round():
    """DU-40, DU-15: three, two, one or no alike tiles: the chip is turned up with the last tile."""
    position = at(
        "duel 2 1.1 acting:1 factories=r3//*,k2//*,b//*,//y display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0::::0 5::,,,,,,,,jw0::::0"
    )
    chips = ["red", "red", "blue-red"]
    takes = ("factory-1 red", "factory-2 black", "factory-3 blue")
    for number, (take, kind) in enumerate(zip(takes, chips, strict=True)):
        position.play(take)
        assert (position.phase, position.to_dict()["mover"]) == ("chips", f"seat-{number % 2 + 1}")
        play(position, f"reveal {kind}", f"line-{6 - number}")
    assert [factory["chip"] for factory in position.to_dict()["factories"]] == [*chips, "yellow"]
    for kind in ("red", "yellow", "red", "blue-red"):
        assert position.phase == "acting"
        position.play(f"chip {kind}")
    assert position.round == 2


@pytest.mark.parametrize(
    ("seats", "letters", "turned_up"),
    [
        (
            "5:b,b2,k3,t4,r5,y6:aw0,bw0,cw0,dw0,ew0,fw0,gw0:.t.b.b,kytkrt,.r.r,y:brkt "
            "5:r,r2,y3,b4,t5,k6:as0,bs0,cs0,ds0,es0,fs0,gs0::by2r",
            "bbk",
            4,
        ),
        (
            "5:b,b2,t3,k4,r5,y6:aw0,bw0,cw0,dw0,ew0,fw0,gw0:.t.b,kytkr,.r,y:bkt2 "
            "5:y,y2,t3,k4,r5,b6:as0,bs0,cs0,ds0,es0,fs0,gs0::ykt2",
            "bbkty r",
            3,
        ),
        (
            "5:t,r2,b3,t4,k5,y6:aw0,bw0,cw0,dw0,ew0,fw0,gw0:.t.b,k.3r:brkt "
            "5:b,b2,t3,k4,r5,y6:as0,bs0,cs0,ds0,es0,fs0,gs0::bkt2",
            "bbkty rrrr bb",
            2,
        ),
    ],
)
def test_a_bag_and_a_tower_that_run_out(seats, letters, turned_up):
    """DU-40: what there is is laid out; the chips of factories without tiles are turned up at once."""
    position = at(f"duel 2 4.20 filling factories=//*,//*,//*,//* display=hs,is,hw stack=1w {seats}")
    assert facts(position, "bag", "tower") == (tiles(letters.replace(" ", "")), {})
    deal(position, letters)
    assert position.phase == "chips"
    empty = [number for number in range(1, 5) if not position.to_dict()["factories"][number - 1]["sun"]]
    assert len(empty) == turned_up
    for number, kind in zip(empty, CHIPS, strict=False):
        position.play(f"reveal {kind}")
        assert position.to_dict()["factories"][number - 1]["chip"] == kind
    assert (position.turn, position.phase) == (0, "acting")
    laid = [tiles(pile) for pile in [*letters.split(), "", "", "", "", ""]]
    assert position.to_dict()["large"]["sun"] == laid[0]
    assert [factory["sun"] for factory in position.to_dict()["factories"]] == laid[1:5]


def test_a_large_factory_that_can_get_only_one_colour():
    """DU-05, DU-17: six red tiles are left; five stay, and who takes them takes the starting-player tile."""
    position = at(
        "duel 2 4.20 filling factories=//*,//*,//*,//* display=hs,is,hw stack=1w "
        "5:k,t2,t3,k4,y5,b6:aw0,bw0,cw0,dw0,ew0,fw0,gw0:.t.b.b,kytkr,.r:bykt "
        "5:b,b2,t3,k4,r5,y6:as0,bs0,cs0,ds0,es0,fs0,gs0::bkt2"
    )
    deal(position, "rrrrr")
    assert (position.phase, position.to_dict()["large"]["sun"]) == ("filling", tiles("rrrrr"))
    deal(position, "r")
    play(position, "reveal red", "reveal red", "reveal blue")
    assert position.to_dict()["factories"][0]["sun"] == tiles("r")
    [row] = [row for row in position.play("large red") if row["what"] == "taken"]
    assert (row["count"], position.to_dict()["starting_tile"]) == (5, "seat-1")


# ------------------------------------------------------------------------------------------------
# Phase 2


def test_a_built_row_without_a_space_breaks_the_line():
    """DU-28: all three dome tiles lie; the wild space and the colour's are taken."""
    # row 1: ?b *t *r
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=bs,cs,ds stack=11s "
        "10:b:bw0,as0,es0:kb:::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert (position.scores[0], lines(position, 1), position.to_dict()["tower"]) == (9, {}, tiles("b"))


def test_a_full_line_waits_for_a_dome_tile():
    """DU-27, DU-30, DU-20: it stays full over the round, takes no more tiles, and is laid next time."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:,,r3:,,,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )  # row 3: *k
    assert lines(position, 1) == {3: "rrr"}
    deal(position, "bbkty rrrr yyrk rrtk bykr")
    play(position, "factory-1 red", "reveal red")
    assert "line-3" not in position.choices()
    # Later a dome tile with a red space lies there.
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=12s "
        "5:,,r3:,,,is0,ds0::::0:2 5::,,,,,,,,jw0::::0:1"
    )  # row 3: *k*r
    assert rows(position, 1)[2] == "...r.."


def test_two_of_the_colour_and_any_three_in_one_line():
    """DU-29: two tiles are missing, five chips: two with the colour, and three others."""
    position = scoring(
        "duel 2 2.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:,,k:,,,fs0:::bktYB:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert position.choices() == ["complete", "leave"]
    play(position, "complete", "pay blue", "pay black", "pay turquoise", "pay blue-red")
    assert (seat(position, 1)["chips"], rows(position, 1)[2]) == ({}, ".k....")
    assert position.to_dict()["tower"] == {}


def test_a_special_tile_completed_by_a_tile_that_scores_in_both_directions():
    """DU-32, DU-33: 3 across and 2 down, then 4 for the special tile of row 4, which adds to neither."""
    # row 3: ty?b, row 4: *krt
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=bs,cs,ds stack=12s "
        "0:,,y3:,,,as3,cw0:,,t.r,.k:::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert rows(position, 1)[2:4] == ["tyr...", "sk...."]
    assert position.scores[0] == 3 + 2 + 4


def test_more_than_four_broken_tiles():
    """DU-22, DU-35: five are broken, four cost 10, all end in the tower."""
    position = at(
        "duel 2 1.1 acting:1 factories=k//* large=b5 display=as,bs,cs stack=13s "
        "30::,,,,,,,,is0::::0 5::,,,,,,,,jw0::::0:2"
    )
    play(position, "large blue", "break")
    assert (seat(position, 1)["broken"], position.to_dict()["tower"]) == (tiles("bbbb"), tiles("b"))
    play(position, "factory-1 black", "reveal red", "line-1", "chip red")
    assert position.scores[0] == 30 - 10 - 2
    assert position.to_dict()["tower"] == tiles("bbbbb")


def test_a_tie():
    """DU-44: 8 points each; seat-2 holds the starting-player tile and wins."""
    position = scoring(
        "duel 2 5.1 acting:2 starting-tile=2 factories=//r display=as,bs,cs stack=13s "
        "8::,,,,,,,,is0::::0:2 10::,,,,,,,,jw0::::0:1"
    )
    assert (position.scores, position.ranking, position.winners) == ([8, 8], [1, 0], [1])


GOALS = ("rows", "colourful-rows", "columns", "rim", "diagonals", "corners", "wild-spaces", "empty-specials")
ON_WILD = "display=as,bs,cs stack=5s 100::aw0,bw0,cw0,dw0,ew0,fw0,gw0,hw0,jw0"
ON_SPECIAL = "display=aw,bw,cw stack=5w 100::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0,is0"
PARTLY = "rt.3b,kytkrt,.2y.2k,.3t.b,.4by,yb2rtr"
PARTLY_SPECIAL = "st.2sb,kytkrt,.5k,.3t.b,.4sk,yb2rby"
ALL_WILD = "rt2byb,kytkrt,tryrk2,yk2trb,ytkyby,yb2rtr"
ALL_SPECIAL = "stsbsb,kytkrt,srsrsk,yk2trb,stsysk,yb2rby"
BESIDE = {"rows": "rim,corners", "columns": "rows,corners", "rim": "rows,corners"}  # two other goals


@pytest.mark.parametrize(
    ("goal", "points"),
    [
        ("rows", (0, 6, 18)),
        ("columns", (0, 7, 42)),
        ("rim", (0, 14, 20)),
        ("diagonals", (0, 10, 20)),
        ("corners", (0, 11, 22)),
        ("wild-spaces", (0, 0, 18)),
        ("empty-specials", (-27, -18, 0)),
    ],
)
def test_every_goal_at_zero_partial_and_full(goal, points):
    """DU-42: the same three drawings for each goal, on nine wild dome tiles, or nine special ones."""
    is_special = goal == "empty-specials"
    dome, other = (ON_SPECIAL, "jw0") if is_special else (ON_WILD, "hs0")
    drawings = ("", PARTLY_SPECIAL, ALL_SPECIAL) if is_special else ("", PARTLY, ALL_WILD)
    goals = f"{goal},{BESIDE.get(goal, 'rows,columns')}"
    for drawing, expected in zip(drawings, points, strict=True):
        story = story_of_scoring(
            f"duel 2 goals={goals} 5.1 acting:2 factories=//r {dome}:{drawing}:::0:2 "
            f"5::,,,,,,,,{other}::::0:1"
        )
        counted = [row for row in story if (row["what"], row["seat"]) == ("goal", 0)]
        assert [row["points"] for row in counted if row["count"] == GOALS.index(goal)] == [expected]


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("", 0),
        ("kyrbtb,trybkb,kbrtky,trkyrb,ybktbr,rtybkb", 24),
        ("ky.btb,t.ybkb,kb.tky,t.ky.b,ybktb,.tybkb", 0),
        ("kyrbtb,trybkb", 8),
        (",,,,,rtybkb", 4),
    ],
)
def test_colourful_rows_at_zero_partial_and_full(laid, points):
    """DU-42: all six rows show five colours; without the red ones none does."""
    position = scoring(
        "duel 2 goals=colourful-rows,diagonals,empty-specials 5.1 acting:2 factories=//r "
        f"display=as,bs,cs stack=5s 100::jw0,hw2,bw1,ew1,aw0,dw2,cw0,gw0,fw2:{laid}:::0:2 "
        "5::,,,,,,,,hs0::::0:1"
    )
    diagonals = 20 if points == 24 else 0
    assert position.scores[0] == 100 + points + diagonals


# ------------------------------------------------------------------------------------------------
# Positions that can't be: a clear problem each


FIRST_TURN = "duel 2 1.1 acting:1 factories=b2k2//* display=as,bs,cs stack=13s"
"""Of a game, but for the seats."""
SEATS = "5::,,,,,,,,is0 5::,,,,,,,,jw0"


def refuse(what):
    """What is wrong with a line or a document, as one text."""
    with pytest.raises(az.PositionError) as error:
        at(what)
    assert error.value.problems
    return str(error.value)


def with_entries(**entries):
    """A document with these entries, whatever they are."""
    return spelled.read(f"{FIRST_TURN} {SEATS}") | entries


def seated(**facts):
    """A document in which seat-1 has these entries, whatever they are."""
    document = with_entries()
    document["seats"][0] |= facts
    return document


def with_factory(**sides):
    """A document in which factory-1 has these entries."""
    document = with_entries()
    document["factories"][0] |= sides
    return document


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        # Values of the wrong kind
        (with_entries(colour="red"), "unknown entry 'colour'"),
        (with_entries(phase="sleeping"), "phase: expected one of beginning, goals, back"),
        (with_entries(round=6), "round: expected a whole number from 1 to 5, got 6"),
        (with_entries(round=0), "round: expected a whole number from 1 to 5, got 0"),
        (with_entries(to_move="seat-3"), "to_move: expected one of seat-1, seat-2, chance, over"),
        (with_entries(mover="chance"), "mover: expected one of seat-1, seat-2"),
        (with_entries(starter="seat-0"), "starter: expected one of seat-1, seat-2"),
        (with_entries(starting_tile="bag"), "starting_tile: expected one of seat-1, seat-2, large"),
        (with_entries(factories=[{}, {}, {}]), "factories: expected 4 entries, got 3"),
        (with_entries(factories=[[]] * 4), "factory-1: expected a mapping"),
        (with_entries(seats=[{}]), "seats: expected 2 entries, got 1"),
        (with_entries(seats=[1, 2]), "seat-1: expected a mapping, got 1"),
        (with_entries(display=["a-special"]), "display: expected 3 entries, got 1"),
        (with_entries(display=["z-special", None, None]), "display: expected one of a-special"),
        (with_entries(display="abc"), "display: expected a list, got 'abc'"),
        (with_entries(hand={"purple": 1}), "hand: unknown entry 'purple'"),
        (with_entries(place=10), "place: expected a whole number from 1 to 9, got 10"),
        (with_entries(line=7), "line: expected a whole number from 1 to 6, got 7"),
        (with_entries(source="large"), "source: expected one of factory-1"),
        (with_entries(tile="a"), "tile: expected one of a-special"),
        (with_entries(paid={"red": 3}), "paid, red: expected a whole number from 0 to 2"),
        (with_entries(chips={"green": 1}), "chips: unknown entry 'green'"),
        (with_entries(stack=3), "stack: expected a mapping, got 3"),
        (with_entries(stack={"unseen": 19}), "stack, unseen: expected a whole number from 0 to 18"),
        (with_entries(stack={"back": "blue"}), "stack, back: expected one of special, wild"),
        (with_entries(stack={"under": [{}]}), "stack, under, back: expected one of special, wild"),
        (with_entries(drawn=[{"back": "wild", "known": "seat-3"}]), "drawn, known: expected one of seat-1"),
        (with_entries(drawn=[{"back": "wild"}] * 17), "drawn: 17 entries where 16 is the most"),
        (with_factory(sun={"blue": 5}), "factory-1, sun, blue: expected a whole number from 0 to 4"),
        (with_factory(moon=["blue"] * 4), "factory-1, moon: 4 entries where 3 is the most"),
        (with_factory(moon=["special"]), "factory-1, moon: expected one of blue"),
        (with_factory(chip="up"), "factory-1, chip: expected one of down, blue"),
        (with_entries(large={"sun": {"red": 6}}), "large, sun, red: expected a whole number from 0 to 5"),
        (seated(score=-1), "seat-1, score: expected a whole number from 0 to 999"),
        (seated(tokens=3), "seat-1, tokens: expected a whole number from 0 to 2"),
        (seated(chips_taken=3), "seat-1, chips_taken: expected a whole number from 0 to 2"),
        (seated(chips={"red": 3}), "seat-1, chips, red: expected a whole number from 0 to 2"),
        (seated(lines=[["blue", "blue"], *[[]] * 5]), "seat-1, line-1: 2 entries where 1 is the most"),
        (seated(lines=[[], ["blue", "red"], *[[]] * 4]), "seat-1, line-2: a line holds one colour only"),
        (seated(lines=[[]] * 5), "seat-1, lines: expected 6 entries, got 5"),
        (seated(dome=[None] * 8), "seat-1, dome: expected 9 entries, got 8"),
        (seated(dome=["a-wild", *[None] * 8]), "seat-1, place-1: expected a mapping"),
        (seated(dome=[{"tile": "a-wild", "turned": 4}, *[None] * 8]), "seat-1, place-1, turned: expected"),
        (seated(dome=[{"turned": 1}, *[None] * 8]), "seat-1, place-1: expected one of a-special"),
        (seated(spaces=[[None] * 5] * 6), "seat-1, spaces, row 1: expected 6 entries, got 5"),
        (
            seated(spaces=[["green", *[None] * 5], *[[None] * 6] * 5]),
            "seat-1, spaces, row 1: expected one of blue",
        ),
        # Goals
        (with_entries(goals=["rows", "rim", "corners"]), "the game's goals are rows, columns, diagonals"),
        (with_entries(goals=["rows", "colourful-rows"]), "never both sides of one goal tile"),
        (with_entries(goals=["luck"]), "goals: expected one of rows"),
        # Tiles, dome tiles and chips: how many there are
        (with_entries(bag={"blue": 13}), "15 blue tiles in all; there must be 13"),
        (with_entries(bag={"blue": 10}), "12 blue tiles in all; there must be 13"),
        (with_entries(tower={"red": 14}), "14 red tiles in all; there must be 13"),
        (with_entries(hand={"blue": 1, "red": 1}), "hand: tiles of one colour only"),
        (with_entries(display=["a-special", "a-special", None]), "dome tile a-special lies at two places"),
        (f"{FIRST_TURN} 5::aw0,aw0 5::,,,,,,,,jw0", "dome tile a-wild lies at two places"),
        (with_entries(display=["j-wild", None, None]), "dome tile j-wild lies at two places"),
        (with_entries(stack={"unseen": 12, "back": "wild"}), "17 dome tiles in all; there must be 18"),
        (with_entries(stack={"unseen": 14, "back": "wild"}), "19 dome tiles in all; there must be 18"),
        (
            with_entries(stack={"under": [{"tile": "a-wild", "back": "special", "known": "seat-1"}]}),
            "stack, under: a-wild has another back",
        ),
        (
            with_entries(stack={"under": [{"back": "special", "known": "seat-1"}] * 6}),
            "more dome tiles of one back lie face down than there are left",
        ),
        (with_entries(chips={"red": 3}), "chips, red: expected a whole number from 0 to 2"),
        (seated(chips={"red": 2}) | {"chips": {"red": 1}}, "3 chips red; there are 2"),
        (with_entries(chips={}), "more chips lie face down than there are left"),
        # The dome
        (f"{FIRST_TURN} 5::aw0:.r 5::,,,,,,,,jw0", "red can't lie in row 1, column 2 of the dome"),
        (f"{FIRST_TURN} 5::aw0:.2r 5::,,,,,,,,jw0", "red can't lie in row 1, column 3 of the dome"),
        (f"{FIRST_TURN} 5::aw0:s 5::,,,,,,,,jw0", "special can't lie in row 1, column 1"),
        (
            f"{FIRST_TURN} 5::,,,,,,,,is0:,,,,.4k 5::,,,,,,,,jw0",
            "black can't lie in row 5, column 5 of the dome",
        ),
        (f"{FIRST_TURN} 5::,,,,,,,,is0:,,,,.4s 5::,,,,,,,,jw0", "a special tile lies on place-9 once"),
        (
            f"{FIRST_TURN} 5::,,,,,,,,is0:,,,,.5k,.4by 5::,,,,,,,,jw0",
            "a special tile lies on place-9 once its three other spaces are filled",
        ),
        (f"{FIRST_TURN} 5::,,,,,,,,is0::b3r2 5::,,,,,,,,jw0", "seat-1: at most 4 broken tiles"),
        # What is asked, and of whom
        (with_entries(to_move="chance"), "in phase acting it can't be the turn of chance"),
        (with_entries(to_move="over"), "in phase acting it can't be the turn of over"),
        (with_entries(phase="over"), "in phase over it can't be the turn of seat-1"),
        (with_entries(phase="filling"), "in phase filling it can't be the turn of seat-1"),
        (with_entries(turn=0), "turn and step don't fit phase acting"),
        (with_entries(step=1), "turn and step don't fit phase acting"),
        (
            with_entries(phase="lining", hand={"red": 1}, step=0),
            "turn and step don't fit phase lining",
        ),
        (with_entries(phase="beginning", to_move="chance", starter="seat-1"), "starter: the seat that began"),
        (
            f"duel 2 2.1 acting:1 factories=b2k2//* display=as,bs,cs stack=12s tile=aw {SEATS}",
            "tile: the dome tile to be placed, in the phases",
        ),
        (with_entries(phase="placing"), "tile: the dome tile to be placed, in the phases"),
        (with_entries(place=3), "place: the chosen place of the dome, in phase turning only"),
        (with_entries(source="factory-1"), "source: the factory whose tiles are stacked"),
        (with_entries(hand={"red": 1}), "hand: the tiles just taken"),
        (with_entries(phase="lining"), "hand: the tiles just taken"),
        (with_entries(line=3), "line: the one in question"),
        (with_entries(paid={"red": 1}), "paid: the chips paid so far, in phase paying only"),
        (with_entries(phase="drawing"), "drawn: the dome tiles just drawn, until one is placed"),
        (
            f"duel 2 2.1 acting:1 factories=b2k2//* display=as,bs,cs stack=12s drawn=aw {SEATS}",
            "drawn: the dome tiles just drawn, until one is placed",
        ),
        (with_entries(mover="seat-1"), "mover: in whose turn CHANCE is asked"),
        (
            f"duel 2 2.1.2 looking factories=b2k2//* display=as,bs,cs stack=12s drawn=.w {SEATS}",
            "mover: in whose turn CHANCE is asked",
        ),
        (
            f"duel 2 1.1 back factories=b2k2//* display=as,bs,cs stack=13w {SEATS}",
            "stack, back: what the unseen tile on top shows, known but in phase back",
        ),
        (
            f"duel 2 2.1.2 looking mover=1 factories=b2k2//* display=as,bs,cs stack=12s drawn=aw {SEATS}",
            "in phase looking there is nothing to choose from",
        ),
        (
            f"duel 2 2.1.2 keeping:1 factories=b2k2//* display=as,bs,cs stack=12s drawn=.w {SEATS}",
            "in phase keeping the drawn tiles have been looked at",
        ),
        (
            f"duel 2 1.1 facing display=as,bs,cs stack=13s {SEATS}",
            "in phase facing there is nothing to choose from",
        ),
        (
            f"duel 2 1.1 filling bag= tower=b13y13r13k13t13 display=as,bs,cs stack=13s {SEATS}",
            "in phase filling there is nothing to choose from",
        ),
        (
            f"duel 2 1.1 acting:1 factories=//* display=as,bs,cs stack=13s {SEATS}",
            "a chip is turned up in phase chips, when its factory is empty",
        ),
        (
            f"duel 2 1.1 chips factories=b2k2//* display=as,bs,cs stack=13s {SEATS}",
            "a chip is turned up in phase chips, when its factory is empty",
        ),
        (
            f"duel 2 5.1 over factories=b2k2//* display=as,bs,cs stack=13s {SEATS}",
            "no tiles lie on the factories in phase",
        ),
        (
            (
                "duel 2 1.1 columns:1 large=/b display=as,bs,cs stack=13s line=1 "
                "5:k:,,,,,,,,is0 5::,,,,,,,,jw0"
            ),
            "no tiles lie on the factories in phase columns",
        ),
        (
            f"duel 2 1.1 setting:1 factories=b2k2//* stack=16s {SEATS}",
            "in phase setting there is nothing to choose from",
        ),
        (
            "duel 2 1.1 acting:1 display=as,bs,cs stack=13s 5::,,,,,,,,is0::::0 5::,,,,,,,,jw0",
            "in phase acting there is nothing to choose from",
        ),
        (
            (
                "duel 2 1.1 acting:1 factories=//r display=as,bs,cs stack=13s "
                "5::,,,,,,,,is0::::0:2 5::,,,,,,,,jw0"
            ),
            "in phase acting there is nothing to choose from",
        ),
        (
            f"duel 2 2.1.2 turning:1 display=as,bs,cs stack=12s tile=aw place=9 {SEATS}",
            "that place of the dome is taken",
        ),
        (
            (
                "duel 2 1.1.1 stacking:1 factories=k//* display=as,bs,cs stack=13s source=factory-2 "
                f"hand=b {SEATS}"
            ),
            "in phase stacking there is nothing to choose from",
        ),
        (
            "duel 2 1.1 columns:1 display=as,bs,cs stack=13s line=1 5:k:,,,,,,,,is0 5::,,,,,,,,jw0",
            "the line in question can't be laid",
        ),
        (
            f"duel 2 1.1 columns:1 display=as,bs,cs stack=13s line=5 {SEATS}",
            "the line in question can't be laid",
        ),
        (
            "duel 2 1.1 completing:1 display=as,bs,cs stack=13s line=5 5:,,,,k4:,,,,,,,,is0 5::,,,,,,,,jw0",
            "the line in question can't be completed with chips",
        ),
        (
            (
                "duel 2 1.1 completing:1 display=as,bs,cs stack=13s line=5 "
                "5:,,,,k5:,,,,,,,,is0:::k2 5::,,,,,,,,jw0"
            ),
            "the line in question can't be completed with chips",
        ),
        (
            (
                "duel 2 1.1.1 paying:1 display=as,bs,cs stack=13s line=5 "
                "5:,,,,k5:,,,,,,,,is0:::k2 5::,,,,,,,,jw0"
            ),
            "the line in question can't be completed with chips",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(what, problem):
    """DU-02, DU-04, DU-06, DU-20, DU-25, DU-33 and others: a clear problem, and never a traceback."""
    assert problem in refuse(what)


def test_a_position_is_a_mapping():
    """A list is none."""
    with pytest.raises(az.PositionError, match="a position is a mapping, not "):
        az.Game("duel").position([])


@pytest.mark.parametrize(
    ("option", "goals", "phase"),
    [
        ("random", ["rows", "rim"], "acting"),
        ("random", ["rows", "rim", "corners"], "goals"),
        ("random-4", ["rows", "rim", "corners"], "acting"),
        ("random-4", ["rows", "rim", "corners", "wild-spaces"], "goals"),
        ("random", ["rows", "rim", "corners", "wild-spaces"], "acting"),
    ],
)
def test_goals_that_are_drawn_are_known_afterwards(option, goals, phase):
    """DU-03: too few of them after phase goals, or too many in it or afterwards."""
    document = with_entries(goals=goals, phase=phase, to_move="seat-1" if phase == "acting" else "chance")
    assert "goals: CHANCE draws " in refuse(document | {"options": {"goals": option}})


NO_PLACE = "seat-1: more tokens than places for dome tiles, in this round and later ones"


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        # Dome tiles and tokens: one at set-up, two in each of the rounds 1 to 4 (DU-07, DU-13)
        (
            (
                "duel 2 1.1 acting:1 factories=b2k2//* display=aw,bw,cw stack=5w "
                "5::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0,is0::::0 5::,,,,,,,,jw0"
            ),
            NO_PLACE,
        ),
        (
            (
                "duel 2 3.1 acting:1 factories=b2k2//* display=aw,bw,cw stack=5w "
                "5::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0,is0::::0 5::,,,,,,,,jw0"
            ),
            NO_PLACE,
        ),
        (
            (
                "duel 2 2.1 acting:1 factories=b2k2//* display=es,fs,gs stack=10s "
                "5::as0,bs0,cs0,ds0 5::,,,,,,,,jw0"
            ),
            NO_PLACE,
        ),
        (
            f"duel 2 1.1.1 placing:1 factories=b2k2//* display=as,bs,cs stack=12s tile=aw {SEATS}",
            NO_PLACE,
        ),
        (
            f"duel 2 1.1.1 looking mover=1 factories=b2k2//* display=as,bs,cs stack=12s drawn=.w {SEATS}",
            NO_PLACE,
        ),
        (
            (
                "duel 2 5.1 acting:1 factories=b2k2//* display=as,bs,cs stack=13s "
                "5::,,,,,,,,is0::::0 5::,,,,,,,,jw0::::1"
            ),
            "there are none in round 5",
        ),
        (
            "duel 2 1.1 columns:1 display=as,bs,cs stack=13s line=5 5:,,,,k5:,,,,,,,,is0 5::,,,,,,,,jw0",
            "tokens are used before lines are laid",
        ),
        # Chips: four come out in each round (DU-06, DU-39)
        (
            f"{FIRST_TURN} 5::,,,,,,,,is0:::byrk 5::,,,,,,,,jw0",
            "more chips lie face down than there are left for this round and later ones",
        ),
        (with_factory(chip="red"), "factory-1: its tiles lie on a chip that is face down"),
        (with_factory(chip=None), "factory-1: its tiles lie on a chip that is face down"),
        (
            f"duel 2 2.1.1 back mover=1 factories=b2k2//*,//* display=as,bs,cs stack=12s drawn=.w {SEATS}",
            "a chip is turned up in phase chips",
        ),
        # Scores: what the tiles on the dome can have brought (DU-31 to DU-33)
        (
            f"{FIRST_TURN} 106::,,,,,,,,is0 5::,,,,,,,,jw0",
            "seat-1 has 106 points; what lies there can have brought 5 at most",
        ),
        (
            f"{FIRST_TURN} 111::,,,,,,,,aw0:,,,,.4bt 5::,,,,,,,,jw0",
            "seat-1 has 111 points; what lies there can have brought 10 at most",
        ),
        # Before the first turn of a round nothing of it is used (DU-38, DU-39)
        (
            (
                "duel 2 2.1 filling factories=//*,//*,//*,//* display=as,bs,cs stack=13s "
                "5::,,,,,,,,is0::::1 5::,,,,,,,,jw0"
            ),
            "no token is used and no chip is taken",
        ),
        (
            (
                "duel 2 2.1 facing factories=//*,//*,//*,//* display=as,bs,cs stack=13s "
                "5::,,,,,,,,is0:::::1 5::,,,,,,,,jw0"
            ),
            "no token is used and no chip is taken",
        ),
        (
            f"duel 2 2.1 filling factories=//*,//* display=as,bs,cs stack=13s {SEATS}",
            "a chip lies on each small factory",
        ),
        (
            f"duel 2 2.1 filling factories=//*,//*,//*,//r display=as,bs,cs stack=13s {SEATS}",
            "chips lie face down until the factories",
        ),
        (
            f"duel 2 2.1 filling factories=//*,//*,//*,/k/* display=as,bs,cs stack=13s {SEATS}",
            "no tiles lie on moon sides",
        ),
        (
            f"duel 2 2.1 facing factories=//*,//*,//*,k//* display=as,bs,cs stack=13s {SEATS}",
            "the factories are filled after the display",
        ),
        (
            "duel 2 1.1 filling factories=//*,//*,//*,//* stack=18s 5 5",
            "before the factories are filled the display is",
        ),
        # The set-up (DU-03, DU-07)
        (
            "duel 2 2.1 beginning factories=//*,//*,//*,//* display=as,bs,cs stack=15s 5 5",
            "it is round 1, and no dome tile",
        ),
        (
            "duel 2 1.1 filling factories=//*,//*,//*,//* display=as,bs,cs stack=14s 5 5::,,,,,,,,jw0",
            "after the set-up each dome has a tile",
        ),
        (
            (
                "duel 2 1.1.1 looking mover=1 factories=b2k2//* display=as,bs,cs stack=13s drawn=.w "
                "5 5::,,,,,,,,jw0"
            ),
            "after the set-up each dome has a tile",
        ),
        (with_entries(phase="goals", to_move="chance"), "goals: chosen ones are not drawn by CHANCE"),
        # CHANCE is asked within a turn, and what it is asked is open
        (
            f"duel 2 2.1 looking mover=1 factories=b2k2//* display=as,bs,cs stack=12s drawn=.w {SEATS}",
            "turn and step don't fit phase looking",
        ),
        (
            f"duel 2 2.0.1 looking mover=1 factories=b2k2//* display=as,bs,cs stack=12s drawn=.w {SEATS}",
            "turn and step don't fit phase looking",
        ),
        (
            (
                "duel 2 4.1 facing factories=//*,//*,//*,//* display=hs,is stack=0,hw1,jw1 "
                "5::as0,bs0,cs0,ds0,es0,fs0,gs0 5::aw0,bw0,cw0,dw0,ew0,fw0,gw0"
            ),
            "in phase facing there is nothing to choose from",
        ),
        # Tiles that were taken from a factory have lain there (DU-14, DU-16)
        (
            (
                "duel 2 1.1.1 stacking:1 factories=b2k2//* display=as,bs,cs stack=13s "
                "source=factory-1 "
                f"hand=r {SEATS}"
            ),
            "factory-1: up to 4 tiles, on one side",
        ),
        (
            f"duel 2 1.1 acting:1 large=/b2rk2 display=as,bs,cs stack=13s {SEATS}",
            "large: up to 4 tiles, on one side",
        ),
        (
            with_entries(phase="lining", hand={"red": 9}, step=1),
            "hand, red: expected a whole number from 0 to 8",
        ),
        # Chips that can't pay (DU-29)
        (
            (
                "duel 2 1.1.1 paying:1 display=as,bs,cs stack=13s line=5 "
                "5:,,,,k4:,,,,,,,,is0::::0 5::,,,,,,,,jw0::::0"
            ),
            "the line in question can't be completed with chips",
        ),
    ],
)
def test_what_cannot_have_been_reached_is_refused(what, problem):
    """As far as the counts tell: no choice that follows could then find nothing left, or no place."""
    assert problem in refuse(what)


def test_each_round_has_places_for_the_dome_tiles_of_the_others():
    """DU-13: five with both tokens used are the most in round 2; then come two more, and two."""
    position = at(
        "duel 2 2.1 acting:1 factories=k//* display=fs,gs,hs stack=9s "
        "5::as0,bs0,cs0,ds0,es0::::0 5::,,,,,,,,jw0"
    )
    dice = random.Random(1)
    while not position.over:
        position.play(dice.choice(position.choices()))
    assert [sum(tile is not None for tile in seat(position, number)["dome"]) for number in (1, 2)] == [9, 7]


def test_all_problems_are_told():
    """Not only the first."""
    problems = refuse(seated(score=-1, tokens=7) | {"round": 9})
    assert all(word in problems for word in ("score", "tokens", "round"))


def test_every_position_of_a_game_is_a_sound_document():
    """A document that was written is read to the same bytes, wherever a game stands."""
    for seed, goals in enumerate(["first-game", "random", "random-4"]):
        for number, position in enumerate(random_game(seed, goals, eager=("draw", "complete"))):
            if position.phase != "filling" and number % 3 == seed:
                again = plainly(position.game.position, position.to_dict(), deal="by hand")
                assert again == position
                assert again.choices() == position.choices()


# ------------------------------------------------------------------------------------------------
# What is accepted can be played to its end


@pytest.mark.parametrize(
    "what",
    [
        with_factory(sun={"blue": 4, "red": 4}),
        with_factory(sun={"blue": 1, "red": 3}, moon=["red"] * 3),
        with_factory(sun={"blue": 2, "red": 1}, moon=["red"]),
        f"duel 2 1.1 acting:1 large=b4k4 display=as,bs,cs stack=13s {SEATS}",
        f"duel 2 1.1 acting:1 large=b3/k3 display=as,bs,cs stack=13s {SEATS}",
        f"duel 2 2.1 filling factories=b2k2//*,//*,//*,//* display=as,bs,cs stack=13s {SEATS}",
        f"duel 2 2.1 filling factories=//*,k//*,//*,//* large=b2 display=as,bs,cs stack=13s {SEATS}",
        "duel 2 1.1 acting:1 factories=b2k2//* display=as,bs,cs stack=14s 5 5::,,,,,,,,jw0",
        "duel 2 1.1 acting:1 factories=b2k2//* display=as,bs,cs stack=15s 5 5",
        (
            "duel 2 5.1 acting:1 factories=b2k2//* display=aw,bw,cw stack=5w "
            "5::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0,is0 5::,,,,,,,,jw0"
        ),
        (
            "duel 2 5.1 acting:1 factories=b2k2//* display=is,aw,bw stack=6w "
            "5::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0 5::,,,,,,,,jw0"
        ),
        "duel 2 3.1 setting:1 display=as,bs,cs stack=15s 5 5",
        f"duel 2 1.1 setting:1 display=as,bs,cs stack=13s {SEATS}",
        f"duel 2 5.1 acting:1 factories=b2k2//* display=as,bs,cs stack=13s {SEATS}",
        "duel 2 1.1 acting:1 factories=b2k2//* stack=17s 20::,,,,,,,,is0 5",
        f"duel 2 1.1 acting:1 factories=b2k2//* display=as,bs,cs stack=12s,aw {SEATS}",
        (
            "duel 2 1.1 acting:1 factories=b2k2//*,//r display=as,bs,cs stack=13s "
            "5::,,,,,,,,is0:::::2 5::,,,,,,,,jw0:::::2"
        ),
        f"duel 2 1.1.1 paying:1 display=as,bs,cs stack=13s line=5 paid=r {SEATS}",
    ],
    ids=[
        "eight on a small factory",
        "seven on a small factory",
        "both sides of a small factory",
        "eight on the large factory",
        "both sides of the large factory",
        "a small factory filled first",
        "a small factory filled too early",
        "an empty dome",
        "two empty domes",
        "tokens for a full dome",
        "too many tokens",
        "setting in round 3",
        "setting with dome tiles",
        "tokens in round 5",
        "a stack of 17",
        "a tile under the stack that nobody knows",
        "a chip that nobody may take",
        "paid for an empty line",
    ],
)
def test_what_is_accepted_can_be_played(what):
    """DU-05, DU-07, DU-14, DU-23: refused with a clear problem, or sound to its end; nothing else."""
    try:
        position = at(what)
    except az.PositionError as error:
        assert error.problems  # noqa: PT017
        return
    for seed in range(6):
        rng = random.Random(seed)
        here = position.copy()
        for _ in range(2000):
            if here.over:
                break
            here.play(rng.choice(here.choices()))
            document = here.to_dict()
            assert all(sum(factory["sun"].values()) <= 4 for factory in document["factories"])
            assert sum(document["large"]["sun"].values()) <= 5
        assert here.over


def test_the_entries_of_a_document():
    """What is written down, in its order."""
    written = at(f"{FIRST_TURN} {SEATS}").to_dict()
    keys = "round turn step phase to_move mover starter starting_tile goals bag tower factories large chips"
    keys += " display stack drawn tile place source hand line paid seats"
    assert [key for key in written if key not in ENVELOPE] == keys.split()
    seat_keys = "score tokens chips_taken chips lines broken dome spaces"
    assert [list(entry) for entry in written["seats"]] == [seat_keys.split()] * 2
    assert [list(entry) for entry in written["factories"]] == [["sun", "moon", "chip"]] * 4
    assert (list(written["large"]), list(written["stack"])) == (["sun", "moon"], ["unseen", "back", "under"])


ENVELOPE = ("format", "game", "players", "rules", "options")


def test_the_choices_are_numbered_in_this_order():
    """First questions stand together, then later ones in the order of a turn, then CHANCE's."""
    colours = ("blue", "yellow", "red", "black", "turquoise")
    dome_tiles = [*SPECIALS, *WILDS]
    sources = [*(f"factory-{number}" for number in range(1, 5)), "large"]
    expected = [f"dome {tile}" for tile in dome_tiles] + ["draw"]
    expected += [f"{source} {colour}" for source in sources for colour in colours]
    expected += [f"moon {colour}" for colour in colours] + [f"chip {kind}" for kind in CHIPS] + ["stop"]
    expected += [f"keep {tile}" for tile in dome_tiles] + [f"under {tile}" for tile in dome_tiles]
    expected += [f"place-{number}" for number in range(1, 10)] + [f"turned-{number}" for number in range(4)]
    expected += [f"stack {colour}" for colour in colours]
    expected += [f"line-{number}" for number in range(1, 7)] + ["break", "complete", "leave"]
    expected += [f"pay {kind}" for kind in CHIPS] + ["enough"]
    expected += [f"column-{number}" for number in range(1, 7)]
    expected += ["seat-1 begins", "seat-2 begins"] + [f"goal {goal}" for goal in GOALS]
    expected += ["next special", "next wild"] + [f"reveal {tile}" for tile in dome_tiles]
    expected += [f"draw {colour}" for colour in colours] + [f"reveal {kind}" for kind in CHIPS]
    assert list(az.Game("duel").rules.choices) == expected


# ------------------------------------------------------------------------------------------------
# The dealer


def chips_to_turn():
    position = at(
        "duel 2 1.1 acting:1 factories=,k4//* display=as,bs,cs stack=13s 5::,,,,,,,,is0:::br2 5::,,,,,,,,jw0"
    )
    position.play("factory-2 black")
    return position


def backs_to_show():
    position = at(f"{FIRST_TURN} {SEATS}")
    position.play("draw")
    return position


@pytest.mark.parametrize(
    "position",
    [
        start(),
        start(first=0),
        start(first=0, goals="random"),
        at(
            "duel 2 1.20 filling tower=b7y11r12k13t12 factories=//*,//*,//*,//* display=as,bs,cs "
            f"stack=13s {SEATS}"
        ),
        at(
            "duel 2 1.20 filling tower=b13y8r13k12t12 factories=//*,//*,//*,//* display=as,bs,cs "
            f"stack=13s {SEATS}"
        ),
        chips_to_turn(),
        backs_to_show(),
        at(f"{FIRST_TURN} {SEATS}"),
        at(f"duel 2 1.1 acting:1 factories=b2k2//*,/bk/*,//r large=b2k2t display=as,bs,cs stack=13s {SEATS}"),
    ],
    ids=lambda position: position.phase,
)
def test_the_dealer_follows_the_weights(position):
    """Each legal choice as often as its weight says; a seat's choices all equally often."""
    rng = np.zeros(1, RNG)[0]
    rng.word = 7
    count = 3000
    names = position.rules.choices
    found = Counter(names[position.rules.pick(position.state, rng)] for _ in range(count))
    weights = position.weights() or dict.fromkeys(position.choices(), 1)
    whole = sum(weights.values())
    assert set(found) == set(weights)
    for choice, weight in weights.items():
        assert abs(found[choice] / count - weight / whole) < 0.03


def test_a_game_with_a_dealer():
    """CHANCE is answered at once; all of it is legal when it is played again by hand."""
    rng = random.Random(2)
    position = plainly(az.Game("duel", goals="random-4").start, seed=3)
    while not position.over:
        assert position.turn in (0, 1)
        position.play(rng.choice(position.choices()))
    again = start(goals="random-4")
    for choice in position.history:
        again.play(choice)
    assert again == position
