"""Does it play the rulebook? Every clause of Duel, DU-01 to DU-44, in their order.

Tables and pieces are written as in a line: docs/notation.md.
"""

import itertools
import random
from collections import Counter

import pytest
from tests.kits.kit import at_plain as at
from tests.rules.duel.tables import (
    BASES,
    CHIPS,
    COLOURS,
    DOME_TILES,
    SINGLES,
    SPECIALS,
    WILDS,
    answer_chance,
    deal,
    facts,
    kind_of,
    lines,
    play,
    printed,
    random_game,
    rows,
    scoring,
    seat,
    some,
    start,
    story_of_scoring,
    tiles,
    words,
    written,
)

import azulejos as az
from azulejos.games.duel import board as components

LAID_OUT = "bbkty bbkt yyrk rrtk bykr"  # the large factory, then the small ones
GOALS = [
    "rows",
    "colourful-rows",
    "columns",
    "rim",
    "diagonals",
    "corners",
    "wild-spaces",
    "empty-specials",
]


# ------------------------------------------------------------------------------------------------
# Components


def test_dome_tiles_are_the_printed_ones():
    """DU-02: 18 dome tiles, as the rules print them, in each of the four ways round."""
    assert list(components.DOME_TILES) == DOME_TILES
    letters = COLOURS + "s?"
    for tile, name in enumerate(DOME_TILES):
        for turned in range(4):
            clockwise = printed(name, turned)
            assert "".join(letters[asks] for asks in components.ASKED[tile, turned]) == clockwise
            assert clockwise[turned] in "s?"


def test_the_ten_bases_are_the_ten_triples_of_five_colours():
    """DU-02: and each colour stands twice in each of the three positions; nine are of each kind."""
    triples = {frozenset(base) for base in BASES.values()}
    assert triples == {frozenset(three) for three in itertools.combinations(COLOURS, 3)}
    for position in zip(*BASES.values(), strict=True):
        assert Counter(position) == dict.fromkeys(COLOURS, 2)
    found = {name: "".join(COLOURS[c] for c in base) for name, base in components.BASES.items()}
    assert found == BASES
    assert (len(SPECIALS), len(WILDS)) == (9, 9)
    assert (components.SPECIAL_BASES, components.WILD_BASES) == ("abcdefghi", "abcdefghj")


def test_the_chips_are_two_of_each_colour_and_of_each_of_five_pairs():
    """DU-06: turquoise-yellow, yellow-black, black-blue, blue-red and red-turquoise, and single colours."""
    assert (list(components.CHIPS), components.CHIPS_PER_KIND) == (CHIPS, 2)
    assert len(CHIPS) * 2 == 20
    for chip, name in enumerate(CHIPS):
        shown = [word for colour, word in enumerate(SINGLES) if components.CHIP_SHOWS[chip] >> colour & 1]
        assert sorted(shown) == sorted(name.split("-"))


def test_the_goals_are_the_two_sides_of_four_tiles():
    """DU-03, DU-42: in their order, with their points."""
    assert list(components.GOALS) == GOALS
    assert tuple(zip(GOALS[::2], GOALS[1::2], strict=True)) == components.GOAL_TILES
    assert components.CORNERS == ((0, 3), (2, 3), (6, 8), (8, 8))


# ------------------------------------------------------------------------------------------------
# Set-up


def test_each_player_begins_with_5_points_and_2_tokens():
    """DU-01: and with an empty board."""
    position = start()
    assert [written(position, number) for number in (1, 2)] == ["5", "5"]
    assert [seat(position, number)["tokens"] for number in (1, 2)] == [2, 2]
    assert (position.scores, position.round) == ([5, 5], 1)


@pytest.mark.parametrize("players", [1, 3, 4])
def test_exactly_2_players(players):
    """DU-01: no other number."""
    with pytest.raises(az.OptionError):
        az.Game("duel", players=players)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_pattern_lines_have_1_to_6_spaces(number):
    """DU-01, DU-20: of seven tiles, line n holds n, and the others are broken, four at most."""
    position = at(
        "duel 2 1.1 acting:1 factories=/b/*,/b/*,/b/* large=/b4 display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "moon blue", "reveal yellow", "reveal red", "reveal black", f"line-{number}")
    assert lines(position, 1) == {number: "b" * number}
    surplus = 7 - number
    assert seat(position, 1)["broken"] == {"blue": min(4, surplus)}
    assert position.to_dict()["tower"] == ({"blue": surplus - 4} if surplus > 4 else {})


def test_eighteen_dome_tiles_in_the_stack():
    """DU-02: nobody has seen any of them; the first back is as likely the one kind as the other."""
    position = start(first=0)
    assert facts(position, "display", "stack") == ([None] * 3, {"unseen": 18, "back": None, "under": []})
    assert (position.phase, position.weights()) == ("back", {"next special": 9, "next wild": 9})


def test_three_dome_tiles_are_turned_up():
    """DU-02: the back on top is seen first, then one of the unseen tiles with that back."""
    position = start(first=0)
    position.play("next wild")
    assert (position.phase, position.weights()) == ("facing", {f"reveal {tile}": 1 for tile in WILDS})
    position.play("reveal c-wild")
    assert position.weights() == {"next special": 9, "next wild": 8}
    play(position, "next wild")
    assert position.weights() == {f"reveal {tile}": 1 for tile in WILDS if tile != "c-wild"}
    play(position, "reveal a-wild", "next special")
    assert position.weights() == {f"reveal {tile}": 1 for tile in SPECIALS}
    position.play("reveal h-special")
    assert position.weights() == {"next special": 8, "next wild": 7}
    position.play("next special")
    expected = (["c-wild", "a-wild", "h-special"], {"unseen": 15, "back": "special", "under": []})
    assert facts(position, "display", "stack") == expected
    assert position.phase == "filling"


def test_three_goals_in_a_first_game():
    """DU-03 [ruling]: rows, columns, diagonals, if nothing is said."""
    assert az.Game("duel").options == {"goals": "first-game"}
    assert start().to_dict()["goals"] == ["rows", "columns", "diagonals"]


@pytest.mark.parametrize("goals", ["rows,rim,corners", "colourful-rows,columns,diagonals,empty-specials"])
def test_goals_can_be_chosen(goals):
    """DU-03: three or four of them; CHANCE is not asked."""
    position = start(goals=goals, first=1)
    assert position.to_dict()["goals"] == goals.split(",")
    assert position.phase == "back"


def test_chosen_goals_in_any_order_are_the_same_game():
    """DU-03: goals are a set."""
    assert az.Game("duel", goals="corners, rows,rim") == az.Game("duel", goals="rows,rim,corners")


@pytest.mark.parametrize(
    "goals",
    [
        "rows",
        "rows,rim",
        "rows,colourful-rows,rim",
        "columns,rim,corners",
        "diagonals,corners,rows",
        "rows,columns,wild-spaces,empty-specials",
        "rows,columns,rows",
        "rows,columns,specials",
        "",
    ],
)
def test_goals_that_cannot_be_chosen(goals):
    """DU-03: neither two, nor both sides of one tile, nor one twice, nor an unknown one."""
    with pytest.raises(az.OptionError):
        az.Game("duel", goals=goals)


@pytest.mark.parametrize(("option", "count"), [("random", 3), ("random-4", 4)])
def test_goals_can_be_drawn(option, count):
    """DU-03: three or four, each of a tile without a chosen side, all equally likely."""
    position = start(goals=option, first=0)
    assert (position.phase, position.to_dict()["goals"]) == ("goals", [])
    assert position.weights() == {f"goal {goal}": 1 for goal in GOALS}
    position.play("goal rim")
    left = [goal for goal in GOALS if goal not in ("rim", "columns")]
    assert position.weights() == {f"goal {goal}": 1 for goal in left}
    position.play("goal empty-specials")
    left = ["rows", "colourful-rows", "diagonals", "corners"]
    assert position.weights() == {f"goal {goal}": 1 for goal in left}
    position.play("goal colourful-rows")
    assert (position.phase == "back") == (count == 3)
    if count == 4:
        assert position.choices() == ["goal diagonals", "goal corners"]
        position.play("goal corners")
    expected = ["colourful-rows", "rim", "corners", "empty-specials"]
    assert position.to_dict()["goals"] == [goal for goal in expected if count == 4 or goal != "corners"]
    assert position.phase == "back"


def test_thirteen_tiles_of_each_colour_in_the_bag():
    """DU-04: 65 tiles, and the starting-player tile on the large factory."""
    position = start()
    assert position.to_dict()["bag"] == tiles(COLOURS * 13)
    assert facts(position, "tower", "starting_tile") == ({}, "large")
    with pytest.raises(az.PositionError, match="14 blue tiles in all; there must be 13"):
        at("duel 2 1.1 acting:1 bag=b13 large=r display=as,bs,cs stack=13s 5::,,,,,,,,is0::b 5::,,,,,,,,jw0")


def test_five_tiles_on_the_large_factory_then_four_on_each_small_one():
    """DU-05 [ruling]: the large factory is filled first; each tile of the bag is equally likely."""
    position = at(
        "duel 2 1.20 filling factories=//*,//*,//*,//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    assert position.weights() == {f"draw {colour}": 13 for colour in SINGLES}
    deal(position, "bbkty")
    assert position.to_dict()["large"] == {"sun": tiles("bbkty"), "moon": {}}
    assert position.weights() == {
        "draw blue": 11,
        "draw yellow": 12,
        "draw red": 13,
        "draw black": 12,
        "draw turquoise": 12,
    }
    deal(position, "bbkt yyrk rrtk byk")
    assert position.phase == "filling"
    deal(position, "r")
    expected = [{"sun": tiles(pile), "moon": [], "chip": "down"} for pile in LAID_OUT.split()[1:]]
    assert position.to_dict()["factories"] == expected
    assert (position.turn, position.phase) == (0, "acting")


def test_five_alike_on_the_large_factory_are_drawn_again():
    """DU-05: they go back into the bag, until there are two colours."""
    position = at(
        "duel 2 1.20 filling factories=//*,//*,//*,//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    for _ in range(3):
        deal(position, "rrrr")
        assert position.weights()["draw red"] == 9
        [row] = [row for row in position.play("draw red") if row["what"] == "put back"]
        assert (row["count"], row["piece"], row["from"], row["to"]) == (5, "red", "sun-large", "bag")
        assert position.to_dict()["large"]["sun"] == {}
        assert position.weights() == {f"draw {colour}": 13 for colour in SINGLES}
    deal(position, "rrrrb rrrr")
    assert position.to_dict()["large"]["sun"] == tiles("rrrrb")
    assert position.to_dict()["factories"][0]["sun"] == tiles("rrrr")


def test_five_alike_pour_the_tower_in_if_the_bag_holds_one_colour_only():
    """DU-05 [ruling]: the five go back, the bag holds seven of one colour, so the tower is poured in."""
    position = at(
        "duel 2 1.20 filling tower=b13y13k13t13 factories=//*,//*,//*,//* display=as,bs,cs stack=13s "
        "5:,,,,,r6:,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    assert position.weights() == {"draw red": 7}
    deal(position, "rrrrr")
    assert position.to_dict()["tower"] == {}
    assert position.to_dict()["bag"] == tiles("r" * 7 + "bykt" * 13)
    assert (position.phase, position.to_dict()["large"]["sun"]) == ("filling", {})


def test_five_alike_stay_if_there_is_no_other_colour():
    """DU-05 [ruling]: still one colour with the tower poured in: nothing is drawn again."""
    position = at(
        "duel 2 3.20 filling tower=r4 factories=//*,//*,//*,//* display=bs,cs,ds stack=10s "
        "5:r,r2,t3,k4,y5,b6:aw0,cw0,dw0,fw0:.t,ky:bykt 5:r,b2,b3,y4,k5,t6:as0:st,ky:bykt"
    )
    story = play(position, *["draw red"] * 5)
    poured = [(row["piece"], row["count"]) for row in story if row["what"] == "poured"]
    assert poured == [("red", 4)]
    assert not [row for row in story if row["what"] == "put back"]
    assert position.to_dict()["large"]["sun"] == tiles("rrrrr")
    assert position.to_dict()["tower"] == {}
    assert position.weights() == {"draw red": 4}
    deal(position, "rrrr")
    assert [factory["sun"] for factory in position.to_dict()["factories"]] == [tiles("rrrr"), {}, {}, {}]
    assert position.phase == "chips"


def test_fewer_than_five_alike_stay():
    """DU-05 [ruling]: three tiles are left in all, and alike."""
    position = at(
        "duel 2 3.20 filling tower=r factories=//*,//*,//*,//* display=bs,cs,ds stack=10s "
        "5:r,r2,t3,k4,y5,b6:aw0,cw0,dw0,fw0:.tr.r2,kyr,r,r:bykt 5:r,b2,b3,y4,k5,t6:as0:st,ky:bykt"
    )
    deal(position, "rrr")
    assert position.to_dict()["large"]["sun"] == tiles("rrr")
    assert position.phase == "chips"


def test_whoever_takes_a_large_factory_of_one_colour_takes_the_starting_player_tile():
    """DU-05, DU-17 [ruling]: with B; there is no moon side to take from."""
    position = at(
        "duel 2 1.1 acting:1 factories=b4//* large=r3 display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    story = position.play("large red")
    assert facts(position, "hand", "starting_tile") == (tiles("rrr"), "seat-1")
    assert [row["to"] for row in story if row["piece"] == "start"] == ["start"]


def test_twenty_chips_lie_face_down():
    """DU-06: two of each kind, one on each small factory; what they show is decided when they are turned."""
    position = start()
    assert position.to_dict()["chips"] == dict.fromkeys(CHIPS, 2)
    assert [factory["chip"] for factory in position.to_dict()["factories"]] == ["down"] * 4


def test_the_face_of_a_chip_is_any_of_those_unseen():
    """DU-06: each of the 20 as likely as any other, less those that were seen."""
    held = ["blue", "blue", "red", "red-turquoise"]
    position = at(
        "duel 2 2.1 acting:1 factories=b4//* display=as,bs,cs stack=13s 5::,,,,,,,,is0:::b2rR 5::,,,,,,,,jw0"
    )
    position.play("factory-1 blue")
    left = Counter(CHIPS * 2) - Counter(held)
    assert position.weights() == {f"reveal {kind}": left[kind] for kind in CHIPS if left[kind]}
    position.play("reveal black-blue")
    assert position.to_dict()["chips"] == {kind: left[kind] - (kind == "black-blue") for kind in left}


def test_the_starting_player_is_drawn():
    """DU-07: one of the two, equally likely."""
    position = start()
    assert (position.phase, position.weights()) == ("beginning", {"seat-1 begins": 1, "seat-2 begins": 1})
    assert position.to_dict()["starter"] is None
    position.play("seat-2 begins")
    assert position.to_dict()["starter"] == "seat-2"


def set_up(first):
    """Everything is laid out: the first dome tile is to be chosen."""
    position = start(first=first)
    for tile in ("a-special", "b-wild", "c-wild"):
        play(position, f"next {kind_of(tile)}", f"reveal {tile}")
    position.play("next wild")
    deal(position, LAID_OUT)
    return position


@pytest.mark.parametrize("first", [0, 1])
def test_both_players_take_a_dome_tile_before_the_first_turn(first):
    """DU-07: the second player first; only then is the display refilled; then the starting player."""
    second = 1 - first
    position = set_up(first)
    assert (position.turn, position.phase, position.turn_number) == (second, "setting", 1)
    assert position.choices() == ["dome a-special", "dome b-wild", "dome c-wild"]
    position.play("dome b-wild")
    assert position.to_dict()["display"] == ["a-special", None, "c-wild"]
    assert position.choices() == [f"place-{place}" for place in range(1, 10)]
    position.play("place-5")
    assert position.choices() == [f"turned-{turned}" for turned in range(4)]
    position.play("turned-3")
    assert written(position, second + 1) == "5::,,,,bw3"

    assert (position.phase, position.choices()) == (
        "facing",
        [f"reveal {tile}" for tile in WILDS if tile not in ("b-wild", "c-wild")],
    )
    play(position, "reveal d-wild", "next special")
    assert position.to_dict()["display"] == ["a-special", "d-wild", "c-wild"]
    assert (position.turn, position.phase, position.turn_number) == (first, "setting", 2)
    play(position, "dome a-special", "place-9", "turned-0")
    assert written(position, first + 1) == "5::,,,,,,,,as0"
    play(position, "reveal i-special", "next special")
    assert position.to_dict()["display"] == ["i-special", "d-wild", "c-wild"]
    assert position.to_dict()["stack"] == {"unseen": 13, "back": "special", "under": []}
    assert (position.turn, position.phase, position.turn_number) == (first, "acting", 3)


# ------------------------------------------------------------------------------------------------
# Phase 1: acquiring


def test_turns_alternate():
    """DU-08: each turn one action; the four kinds of them."""
    position = at(
        "duel 2 1.1 acting:2 starter=2 factories=b2k2//*,/y/*,//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    assert position.choices() == [
        "dome a-special",
        "dome b-special",
        "dome c-special",
        "draw",
        "factory-1 blue",
        "factory-1 black",
        "moon yellow",
        "chip red",
    ]
    play(position, "dome a-special", "place-1", "turned-0")
    assert (position.turn, position.phase, position.turn_number, position.step) == (0, "acting", 2, 0)
    play(position, "factory-1 blue", "line-1")
    assert (position.turn, position.phase, position.turn_number) == (1, "acting", 3)
    play(position, "moon yellow", "reveal blue", "line-1")
    assert (position.turn, position.phase, position.turn_number) == (0, "acting", 4)
    position.play("chip red")
    assert (position.turn, position.phase, position.turn_number) == (1, "acting", 5)


def test_a_dome_tile_costs_a_token_and_is_placed_at_once():
    """DU-09, DU-10: on an empty place, any way round; the display isn't refilled."""
    position = at(
        "duel 2 2.1 acting:1 factories=b3k//* display=as,bs,cs stack=12s 5::,is0,,,,,hw0 5::,,,,,,,,jw0"
    )
    position.play("dome b-special")
    assert position.to_dict()["tile"] == "b-special"
    assert position.choices() == [f"place-{place}" for place in (1, 3, 4, 5, 6, 8, 9)]
    position.play("place-4")
    assert position.to_dict()["place"] == 4
    assert position.choices() == ["turned-0", "turned-1", "turned-2", "turned-3"]
    position.play("turned-1")
    assert written(position, 1) == "5::,is0,,bs1,,,hw0::::1"
    expected = (["a-special", None, "c-special"], None, None)
    assert facts(position, "display", "tile", "place") == expected
    assert (position.turn, position.phase) == (1, "acting")
    assert some(position, "dome") == ["a-special", "c-special"]


def test_the_last_place_is_not_asked_for():
    """DU-09: one empty place is left, only the way round is asked."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* display=as stack=8w "
        "5::bs0,cs0,ds0,es0,fs0,gs0,hs0,is0::::1 5::,,,,,,,,jw0"
    )
    position.play("dome a-special")
    assert (position.phase, position.to_dict()["place"], position.step) == ("turning", 9, 2)


@pytest.mark.parametrize("turned", range(4))
def test_a_turned_dome_tile_asks_for_its_colours(turned):
    """DU-09, DU-25: line 1 holds each colour in turn, and may be laid where the turned tile shows it."""
    upper = printed("h-wild", turned)[:2]
    for colour in COLOURS:
        position = scoring(
            "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
            f"5:{colour},{colour}2:hw{turned}::::0:2 5::,,,,,,,,jw0::::0:1"
        )
        asking = position.choices() if position.phase == "columns" else None
        fits = [column + 1 for column in range(2) if upper[column] in (colour, "?")]
        if len(fits) == 2:
            assert asking == ["column-1", "column-2"]
        elif len(fits) == 1:
            assert rows(position, 1)[0][fits[0] - 1] == colour
        else:
            assert lines(position, 1)[1] == colour


def test_a_dome_tile_never_moves():
    """DU-09: over a random game what lies on a dome stays."""
    before = [[None] * 9] * 2
    for position in random_game(5):
        after = [seat(position, number)["dome"] for number in (1, 2)]
        for old, new in zip(before, after, strict=True):
            assert all(was is None or was == now for was, now in zip(old, new, strict=True))
        before = after


def test_dome_tiles_may_repeat_colours():
    """DU-09: a dome tile with the colours of its neighbours fits everywhere."""
    position = at("duel 2 2.1 acting:1 factories=b3k//* display=ew stack=14s 5::as0,aw0 5::,,,,,,,,jw0")
    position.play("dome e-wild")
    assert position.choices() == [f"place-{place}" for place in range(3, 10)]


def test_drawing_from_the_stack():
    """DU-11, DU-09: a token once, a point each time; fronts are seen when drawing stops, in order."""
    position = at(
        "duel 2 1.1 acting:1 factories=b3k//* display=as,bs,cs stack=13w 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    position.play("draw")
    expected = [{"tile": None, "back": "wild", "known": None}]
    assert facts(position, "drawn", "mover", "to_move") == (expected, "seat-1", "chance")
    assert (seat(position, 1)["score"], seat(position, 1)["tokens"]) == (4, 1)
    # Of 9 special tiles 4 lie open; of 9 wild ones 1 lies open and 1 was drawn.
    assert (position.phase, position.weights()) == ("back", {"next special": 5, "next wild": 7})
    position.play("next special")
    assert (position.turn, position.phase, position.choices()) == (0, "drawing", ["draw", "stop"])
    play(position, "draw", "next wild", "draw", "next wild")
    assert (seat(position, 1)["score"], seat(position, 1)["tokens"]) == (2, 1)
    backs = [entry["back"] for entry in position.to_dict()["drawn"]]
    assert backs == ["wild", "special", "wild"]
    position.play("stop")
    assert (position.phase, position.turn) == ("looking", -1)
    assert position.weights() == {f"reveal {tile}": 1 for tile in WILDS if tile != "j-wild"}
    position.play("reveal g-wild")
    assert position.weights() == {f"reveal {tile}": 1 for tile in SPECIALS[3:8]}
    position.play("reveal d-special")
    assert position.weights() == {f"reveal {tile}": 1 for tile in WILDS if tile not in ("j-wild", "g-wild")}
    position.play("reveal a-wild")
    assert (position.turn, position.phase) == (0, "keeping")
    assert position.choices() == ["keep d-special", "keep a-wild", "keep g-wild"]


@pytest.mark.parametrize("order", list(itertools.permutations(["d-special", "a-wild", "e-wild"])))
def test_the_others_go_under_the_stack_in_any_order(order):
    """DU-11: the first put there lies nearest the top; the last is put there without a question."""
    position = at(
        "duel 2 2.1.5 keeping:1 factories=b3k//* display=as,bs,cs stack=9s drawn=aw,ds,ew,fw "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    position.play("keep f-wild")
    assert position.phase == "ordering"
    assert position.choices() == ["under d-special", "under a-wild", "under e-wild"]
    position.play(f"under {order[0]}")
    position.play(f"under {order[1]}")
    assert (position.phase, position.to_dict()["tile"]) == ("placing", "f-wild")
    under = [{"tile": tile, "back": kind_of(tile), "known": "seat-1"} for tile in order]
    assert position.to_dict()["stack"]["under"] == under
    assert position.to_dict()["drawn"] == []
    play(position, "place-1", "turned-2")
    assert seat(position, 1)["dome"][0] == {"tile": "f-wild", "turned": 2}
    assert seat(position, 1)["tokens"] == 2  # the token was used when drawing began
    assert position.turn == 1


def test_a_stack_of_tiles_put_under_it_has_their_order():
    """DU-11: the unseen ones lie on top; then come those put under the stack, as they were put there."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=1s,gw2,hw2,jw2 "
        "5::bs0,cs0,ds0,es0,fs0,gs0,hs0 5::is0,aw0,bw0,cw0,dw0,ew0,fw0::::1"
    )
    play(position, "draw")
    assert [entry["tile"] for entry in position.to_dict()["stack"]["under"]] == ["g-wild", "h-wild", "j-wild"]
    play(position, "draw", "draw")
    assert [entry["tile"] for entry in position.to_dict()["drawn"]] == [None, "g-wild", "h-wild"]


def test_an_empty_stack_ends_the_drawing():
    """DU-11: the last tile of the stack is drawn, nothing is asked but what to keep."""
    position = at(
        "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw1,hw1,jw1 "
        "5::as0,bs0,cs0,ds0,es0,fs0,gs0 5::hs0,is0,aw0,bw0,cw0,dw0,ew0,fw0::::1"
    )
    play(position, "draw", "draw")
    assert position.phase == "drawing"
    position.play("draw")
    assert (position.phase, position.choices()) == ("keeping", ["keep g-wild", "keep h-wild", "keep j-wild"])
    assert seat(position, 1)["score"] == 2


def test_a_single_drawn_tile_is_kept():
    """DU-11, DU-12: whoever began to draw must keep one."""
    position = at(
        "duel 2 1.1 acting:1 factories=b3k//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "draw", "next wild", "stop", "reveal g-special")
    assert (position.phase, position.to_dict()["tile"]) == ("placing", "g-special")
    assert position.to_dict()["stack"]["under"] == []


@pytest.mark.parametrize("score", [0, 1, 2, 4])
def test_as_many_tiles_can_be_drawn_as_there_are_points(score):
    """DU-12 [ruling]: with s points at most max(1, s); at 0 points the first draw is free."""
    position = at(
        f"duel 2 1.1 acting:1 factories=b3k//* display=as,bs,cs stack=13s {score}::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    for drawn in range(max(1, score)):
        assert "draw" in position.choices()
        position.play("draw")
        assert (position.phase, seat(position, 1)["score"]) == ("back", max(0, score - drawn - 1))
        position.play("next wild")
    assert position.phase == "looking"
    assert len(position.to_dict()["drawn"]) == max(1, score)


def test_no_dome_tile_without_a_token():
    """DU-13: neither from the display nor from the stack."""
    position = at(
        "duel 2 1.1 acting:1 factories=b3k//* display=as,bs,cs stack=13s 5::,,,,,,,,is0::::0 5::,,,,,,,,jw0"
    )
    assert position.choices() == ["factory-1 blue", "factory-1 black"]


def test_both_tokens_must_be_used():
    """DU-13, DU-23: nothing else is left; a token must be used, and then the other's."""
    position = at("duel 2 1.1 acting:1 display=as,bs,cs stack=13s 5::,,,,,,,,is0:::::2 5::,,,,,,,,jw0::::1:2")
    for mover, place in ((0, "place-1"), (1, "place-1"), (0, "place-2")):
        assert (position.turn, position.phase) == (mover, "acting")
        shown = [tile for tile in position.to_dict()["display"] if tile]
        assert position.choices() == [*(f"dome {tile}" for tile in shown), "draw"]
        play(position, f"dome {shown[0]}", place, "turned-0")
    assert position.round == 2


def test_a_small_factory_leaves_a_stack():
    """DU-14: all tiles of one colour are taken; the others are stacked from the bottom up, as chosen."""
    position = at(
        "duel 2 1.1 acting:1 factories=b4//*,,bk2t//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    position.play("factory-3 black")
    assert facts(position, "hand", "source") == (tiles("kk"), "factory-3")
    assert (position.phase, position.choices()) == ("stacking", ["stack blue", "stack turquoise"])
    position.play("stack turquoise")
    factory = {"sun": {}, "moon": ["turquoise", "blue"], "chip": "down"}
    assert position.to_dict()["factories"][2] == factory
    assert (position.phase, position.to_dict()["source"]) == ("lining", None)


def test_three_left_tiles_are_stacked_one_by_one():
    """DU-14: equal tiles are one choice; the last one is no question."""
    position = at(
        "duel 2 1.1 acting:1 factories=,bk2t//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    position.play("factory-2 turquoise")
    assert position.choices() == ["stack blue", "stack black"]
    position.play("stack black")
    assert position.to_dict()["factories"][1]["moon"] == ["black"]
    assert position.to_dict()["factories"][1]["sun"] == tiles("bk")
    assert position.choices() == ["stack blue", "stack black"]
    position.play("stack black")
    assert position.to_dict()["factories"][1]["moon"] == ["black", "black", "blue"]


def test_alike_tiles_are_stacked_without_a_question():
    """DU-14: three black ones can only lie in one order."""
    position = at(
        "duel 2 1.1 acting:1 factories=,bk3//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    position.play("factory-2 blue")
    assert (position.phase, position.to_dict()["factories"][1]["moon"]) == ("lining", ["black"] * 3)
    assert position.step == 4


def test_the_large_factory_leaves_single_tiles():
    """DU-14: on its moon side, where all colours can be taken."""
    position = at("duel 2 1.1 acting:1 large=b2ykt display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0")
    play(position, "large blue", "line-2")
    assert position.to_dict()["large"] == {"sun": {}, "moon": tiles("kty")}
    assert position.to_dict()["starting_tile"] == "large"
    assert some(position, "moon") == ["yellow", "black", "turquoise"]


def test_tiles_come_from_one_factory_only():
    """DU-14: blue ones of other factories stay."""
    position = at(
        "duel 2 1.1 acting:1 factories=b2kt//*,b3k//* large=b2ykt display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "factory-1 blue", "stack black", "line-2")
    assert lines(position, 1) == {2: "bb"}
    assert facts(position, "large")[0]["sun"] == tiles("bbkty")
    assert position.to_dict()["factories"][1]["sun"] == tiles("bbbk")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_chip_is_turned_up_when_alike_tiles_are_taken(count):
    """DU-15: 4 alike, or fewer in a short round; before the taken tiles are laid."""
    position = at(
        f"duel 2 1.1 acting:1 factories=,r{count}//*,bk//* display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    position.play("factory-2 red")
    assert (position.phase, position.turn) == ("chips", -1)
    assert facts(position, "mover", "hand", "step") == ("seat-1", tiles("r" * count), 1)
    story = list(position.play("reveal blue-red"))
    assert [(row["what"], row["piece"], row["from"]) for row in story] == [
        ("chip turned up", "chip blue-red", "chip-2")
    ]
    assert position.to_dict()["factories"][1] == {"sun": {}, "moon": [], "chip": "blue-red"}
    assert (position.phase, position.turn, position.step) == ("lining", 0, 1)


def test_a_chip_is_turned_up_when_the_last_moon_tile_is_taken():
    """DU-15: not while another tile lies on it, on either side."""
    position = at(
        "duel 2 1.1 acting:1 factories=,/kr/*,,b4//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "moon red", "line-1")
    assert position.to_dict()["factories"][1]["chip"] == "down"
    position.play("moon black")
    assert position.phase == "chips"
    position.play("reveal turquoise")
    assert position.to_dict()["factories"][1]["chip"] == "turquoise"


def test_a_stack_left_by_the_sun_side_keeps_the_chip_down():
    """DU-15: a tile lies on the chip."""
    position = at(
        "duel 2 1.1 acting:1 factories=,r3k//* display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "factory-2 red", "line-1")
    assert position.to_dict()["factories"][1]["chip"] == "down"


def test_top_tiles_of_one_colour_are_taken_from_all_moon_sides():
    """DU-16: one from each small stack that shows it, even if the next one is alike, all on the large one."""
    position = at(
        "duel 2 1.1 acting:1 starting-tile=2 factories=/tk2/*,/bk/*,/kb/* large=/rk2 display=as,bs,cs "
        "stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    assert position.choices()[-4:] == ["draw", "moon blue", "moon red", "moon black"]
    position.play("moon black")
    document = position.to_dict()
    assert document["hand"] == tiles("kkkk")
    assert [factory["moon"] for factory in document["factories"]] == [
        ["turquoise", "black"],
        ["blue"],
        ["black", "blue"],
        [],
    ]
    assert document["large"]["moon"] == tiles("r")


def test_the_first_tile_from_the_large_moon_side_brings_the_starting_player_tile():
    """DU-17, DU-35: to its own place; the second doesn't."""
    position = at(
        "duel 2 1.1 acting:1 factories=/b/* large=/rk2 display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    play(position, "moon black", "line-2")
    assert position.to_dict()["starting_tile"] == "seat-1"
    assert seat(position, 1)["broken"] == {}
    play(position, "moon red", "line-1")
    assert position.to_dict()["starting_tile"] == "seat-1"


def test_small_stacks_alone_do_not_bring_the_starting_player_tile():
    """DU-17: at least one tile must come from the large factory's moon side."""
    position = at(
        "duel 2 1.1 acting:1 factories=/tb/* large=/rk2 display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    play(position, "moon blue", "line-1")
    assert position.to_dict()["starting_tile"] == "large"


def test_the_sun_side_does_not_bring_the_starting_player_tile():
    """DU-17: unless nothing is left."""
    position = at("duel 2 1.1 acting:1 large=br2k2 display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0")
    position.play("large black")
    assert position.to_dict()["starting_tile"] == "large"


def test_the_starting_player_tile_is_taken_once():
    """DU-17: whoever takes a large factory of one colour after it was taken gets nothing more."""
    position = at(
        "duel 2 1.1 acting:1 starting-tile=2 large=k3 display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    position.play("large black")
    assert position.to_dict()["starting_tile"] == "seat-2"


def test_several_chips_are_turned_up_at_once():
    """DU-18, DU-15: in the order of the factories."""
    position = at(
        "duel 2 1.1 acting:1 factories=/k/*,,/bk/*,/k/* display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    position.play("moon black")
    assert position.to_dict()["hand"] == tiles("kkk")
    chips = []
    for kind in ("yellow", "black-blue"):
        assert position.phase == "chips"
        position.play(f"reveal {kind}")
        chips.append([factory["chip"] for factory in position.to_dict()["factories"]])
    assert chips == [["yellow", None, "down", "down"], ["yellow", None, "down", "black-blue"]]
    assert position.phase == "lining"


def test_a_chip_is_taken_and_kept():
    """DU-19: face up; only one that is turned up."""
    position = at(
        "duel 2 1.1 acting:1 factories=bk//*,//B,,//y display=as,bs,cs stack=13s 5::,,,,,,,,is0 "
        "5::,,,,,,,,jw0"
    )
    assert some(position, "chip") == ["yellow", "blue-red"]
    position.play("chip blue-red")
    assert written(position, 1) == "5::,,,,,,,,is0:::B::1"
    assert [factory["chip"] for factory in position.to_dict()["factories"]] == ["down", None, None, "yellow"]
    assert position.turn == 1


def test_two_chips_alike_are_one_choice():
    """DU-19: the first factory's is taken."""
    position = at(
        "duel 2 1.1 acting:1 factories=,//r,,//r display=as,bs,cs stack=13s 5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    assert some(position, "chip") == ["red"]
    position.play("chip red")
    assert [factory["chip"] for factory in position.to_dict()["factories"]] == [None, None, None, "red"]
    position.play("chip red")
    assert [seat(position, number)["chips"] for number in (1, 2)] == [{"red": 1}, {"red": 1}]


def test_never_a_third_chip():
    """DU-19: each player takes exactly two in a round."""
    position = at(
        "duel 2 1.1 acting:1 factories=bk//*,//r,,//b display=as,bs,cs stack=13s 5::,,,,,,,,is0:::::1 "
        "5::,,,,,,,,jw0:::::2"
    )
    position.play("chip red")
    assert seat(position, 1)["chips_taken"] == 2
    assert some(position, "chip") == []
    play(position, "factory-1 blue", "line-1")
    assert (position.turn, some(position, "chip")) == (0, [])


def test_taken_tiles_go_to_a_line_of_their_colour_with_an_empty_space():
    """DU-20: whatever its row shows; several lines may hold the same colour."""
    position = at(
        "duel 2 1.1 acting:1 factories=b2k2//* display=as,bs,cs stack=13s 5:b,b,k2,b4,,b:bw0:.b "
        "5::,,,,,,,,jw0"
    )
    position.play("factory-1 blue")
    assert position.choices() == ["line-2", "line-5", "line-6", "break"]
    position.play("line-2")
    assert lines(position, 1) == {1: "b", 2: "bb", 3: "kk", 4: "bbbb", 6: "b"}
    assert seat(position, 1)["broken"] == tiles("b")


def test_a_line_may_be_used_even_if_it_cannot_score():
    """DU-20: a row without a dome tile, and a row that is built and full of the colour."""
    position = at(
        "duel 2 2.1 acting:1 factories=b2k2//* display=bs,cs,fs stack=11s 5::as0,ds0,es0 5::,,,,,,,,jw0"
    )
    position.play("factory-1 blue")
    assert position.choices() == [*(f"line-{number}" for number in range(1, 7)), "break"]


def test_all_taken_tiles_may_be_broken():
    """DU-21: by choice, all of them."""
    position = at(
        "duel 2 1.1 acting:1 factories=b3k//* display=as,bs,cs stack=13s 5:,,,b2:,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "factory-1 blue", "break")
    assert lines(position, 1) == {4: "bb"}
    assert seat(position, 1)["broken"] == tiles("bbb")
    assert position.turn == 1


def test_a_chosen_line_is_filled_as_far_as_possible():
    """DU-21 [ruling]: two of the three fit."""
    position = at(
        "duel 2 1.1 acting:1 factories=b3k//* display=as,bs,cs stack=13s 5:,,,b2:,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "factory-1 blue", "line-4")
    assert lines(position, 1) == {4: "bbbb"}
    assert seat(position, 1)["broken"] == tiles("b")


def test_nothing_but_breaking_is_no_question():
    """DU-20, DU-21: every line is full or of another colour."""
    position = at(
        "duel 2 1.1 acting:1 factories=b3k//*,/b/* display=as,bs,cs stack=13s "
        "5:b,k,k2,r,t,y6:,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    play(position, "moon blue", "reveal red")
    assert seat(position, 1)["broken"] == tiles("b")
    assert (position.turn, position.phase) == (1, "acting")


@pytest.mark.parametrize(("broken", "kept"), [("", 4), ("k", 3), ("kkr", 1), ("kkrr", 0)])
def test_at_most_four_broken_tiles(broken, kept):
    """DU-22: further ones go to the tower."""
    position = at(
        "duel 2 1.1 acting:1 factories=rk//* large=b5 display=as,bs,cs stack=13s "
        f"5::,,,,,,,,is0::{broken} 5::,,,,,,,,jw0"
    )
    play(position, "large blue", "break")
    expected = Counter(tiles(broken)) + Counter({"blue": kept})
    assert seat(position, 1)["broken"] == dict(expected)
    assert position.to_dict()["tower"] == {"blue": 5 - kept}


def test_the_phase_goes_on_while_a_chip_is_left():
    """DU-23: face-up chips must be taken."""
    position = at(
        "duel 2 1.1 acting:1 factories=/b/*,//r display=as,bs,cs stack=13s 5::,,,,,,,,is0::::0 "
        "5::,,,,,,,,jw0::::0"
    )
    play(position, "moon blue", "reveal yellow", "line-1")
    assert (position.turn, position.choices()) == (1, ["chip yellow", "chip red"])
    position.play("chip red")
    assert (position.turn, position.choices()) == (0, ["chip yellow"])
    position.play("chip yellow")
    assert position.round == 2


def test_the_phase_ends_when_nothing_is_left():
    """DU-23: no tile, no chip, no token."""
    position = at(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s 5::,,,,,,,,is0::::0:2 "
        "5::,,,,,,,,jw0::::0:1"
    )
    assert (position.turn, position.choices()) == (1, ["chip red"])
    position.play("chip red")
    assert (position.round, position.phase) == (2, "filling")


def test_there_are_no_tokens_in_round_5():
    """DU-13, DU-23, DU-38: after round 4 none come back; dome tiles can't be taken."""
    position = scoring(
        "duel 2 4.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert [seat(position, number)["tokens"] for number in (1, 2)] == [0, 0]
    deal(position, LAID_OUT)
    assert position.round == 5
    assert not any(choice.startswith(("dome", "draw")) for choice in position.choices())


def test_who_can_do_nothing_passes():
    """DU-24: automatically, for the rest of the phase; the other goes on alone."""
    position = at(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s 5::,,,,,,,,is0:::::2 "
        "5::,,,,,,,,jw0::::0:1"
    )
    assert not [row for row in position.play("chip red") if row["what"] == "passed"]
    assert position.turn == 0
    story = play(position, "dome a-special", "place-1", "turned-0")
    assert [row["seat"] for row in story if row["what"] == "passed"] == [1]
    assert (position.turn, position.phase, position.turn_number) == (0, "acting", 3)
    story = play(position, "dome b-special", "place-2", "turned-0")
    assert [row for row in story if row["what"] == "passed"] == []
    assert position.round == 2


def test_there_is_no_other_passing():
    """DU-24: who can do something must; a turned chip brings the other back in."""
    position = at(
        "duel 2 1.1 acting:1 factories=,/b/* display=as,bs,cs stack=13s 5::,,,,,,,,is0::::0:1 "
        "5::,,,,,,,,jw0::::0"
    )
    assert position.choices() == ["moon blue"]
    play(position, "moon blue", "reveal red", "line-1")
    assert (position.turn, position.choices()) == (1, ["chip red"])


# ------------------------------------------------------------------------------------------------
# Phase 2: mosaics and scoring


def test_full_lines_are_laid_from_top_to_bottom():
    """DU-25, DU-32: black in row 1 scores 2 across, then blue below it 2 down, not 1 and then 4."""
    # ?k / rb
    line = (
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:k,b2:fw0:b:::0:2 5::,,,,,,,,jw0::::0:1"
    )
    position = scoring(line)
    assert rows(position, 1)[:2] == ["bk....", ".b...."]
    assert position.scores[0] == 5 + 2 + 2
    laid = [row["from"] for row in story_of_scoring(line) if row["what"] == "laid"]
    assert laid == ["line-1", "line-2"]


def test_the_player_chooses_among_several_spaces():
    """DU-25, DU-34: spaces of the colour, or wild ones, that are empty, in the row of the line."""
    # row 1: ?k *k ?t
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=11s "
        "5:k:fw0,is0,aw0:b:::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert (position.turn, position.phase, position.to_dict()["line"]) == (0, "columns", 1)
    assert position.choices() == ["column-2", "column-4", "column-5"]
    position.play("column-4")
    assert rows(position, 1)[0] == "b..k.."
    assert lines(position, 1) == {}


def test_a_full_line_must_be_laid():
    """DU-25 [ruling]: the one space there is takes it, without a question."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:,,k3:,,,fw0:,,b:::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert rows(position, 1)[2] == "bk...."
    assert position.phase == "filling"


def test_the_other_tiles_of_a_moved_line_go_to_the_tower():
    """DU-26: five of six."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,cs,ds stack=13s "
        "5:,,,,,t6:,,,,,,bs0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert rows(position, 1)[5] == "t....."
    assert position.to_dict()["tower"] == tiles("ttttt")
    assert lines(position, 1) == {}


@pytest.mark.parametrize("held", ["yyy", "yy"])
def test_a_line_without_a_space_waits_for_a_dome_tile(held):
    """DU-27, DU-30: full or not; an empty dome place is left in its row."""
    # row 3: ?k *t
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=bs,cs,ds stack=12s "
        f"5:,,{held}:,,,fw0,as0:,,b::y2:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert lines(position, 1) == {3: held}
    assert seat(position, 1)["broken"] == {}
    assert (position.phase, position.scores[0]) == ("filling", 5)


@pytest.mark.parametrize(("held", "loss"), [("yyy", 6), ("yy", 3), ("y", 1)])
def test_a_line_that_can_never_be_laid_is_broken(held, loss):
    """DU-28, DU-35: full or not [ruling]; the row is built, and neither its colour nor wild is free."""
    # row 3: ?k *t *k
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=bs,cs,ds stack=11s "
        f"20:,,{held}:,,,fw0,as0,is0:,,b::y2:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert lines(position, 1) == {}
    assert position.scores[0] == 20 - loss
    assert position.to_dict()["tower"] == tiles(held)
    assert (position.phase, seat(position, 1)["chips"]) == ("filling", tiles("y2"))


def test_a_broken_line_still_breaks_four_tiles_at_most():
    """DU-28, DU-22: three of five tiles go to the tower at once, and cost nothing."""
    # row 5: *k *t *k
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=bs,cs,ds stack=11s "
        "20:,,,,r5:,,,,,,fs0,as0,is0::b2::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert position.scores[0] == 20 - 10
    assert position.to_dict()["tower"] == tiles("bbrrrrr")


def test_a_free_space_in_a_built_row_saves_the_line():
    """DU-28, DU-30: an incomplete line stays while a wild space is free."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=bs,cs,ds stack=11s "
        "5:,,y2:,,,fw0,as0,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert lines(position, 1) == {3: "yy"}


def payments(chips, colour, missing):
    """All payments by definition: chips split into groups, two with the colour or any three for each tile."""

    def is_payment(paid, tiles_left):
        if tiles_left == 0:
            return not paid
        groups = [
            group for size in (2, 3) for group in itertools.combinations(range(len(paid)), size) if 0 in group
        ]
        for group in groups:
            is_good = len(group) == 3 or all(colour in paid[i].split("-") for i in group)
            rest = [paid[i] for i in range(len(paid)) if i not in group]
            if is_good and is_payment(rest, tiles_left - 1):
                return True
        return False

    found = set()
    for count in range(len(chips) + 1):
        for paid in itertools.combinations(sorted(chips), count):
            if is_payment(list(paid), missing):
                found.add(paid)
    return found


def reached(position):
    """All payments that lead on from `complete`."""
    held = Counter(seat(position, 1)["chips"])
    position.play("complete")
    found, seen, waiting = set(), set(), [position]
    while waiting:
        here = waiting.pop()
        left = Counter(seat(here, 1)["chips"])
        paid = tuple(sorted((held - left).elements()))
        if here.phase != "paying":
            found.add(paid)
        elif paid not in seen:
            seen.add(paid)
            for choice in here.choices():
                there = here.copy()
                there.play(choice)
                waiting.append(there)
    return found


@pytest.mark.parametrize("seed", range(24))
def test_payments_are_two_chips_with_the_colour_or_any_three_for_each_missing_tile(seed):
    """DU-29: exactly the payments that groups of chips make, for up to three missing tiles."""
    rng = random.Random(seed)
    chips = rng.sample("byrktTYKBR" * 2, rng.randint(2, 7))
    line = rng.randint(2, 6)
    missing = min(line - 1, rng.choice([1, 1, 2, 2, 3]))
    colour = rng.choice(COLOURS)
    dome = f"{',' * ((line - 1) // 2 * 3)}aw{0 if line % 2 else 3}"  # a wild space in that row
    left = next(kind for kind in "byrktTYKBR" if chips.count(kind) < 2)
    round = len(chips) // 4 + 1  # in which so many chips have come out
    position = at(
        f"duel 2 {round}.1 acting:2 factories=//{left} display=as,bs,cs stack=13s "
        f"5:{',' * (line - 1)}{colour}{line - missing}:{dome}:::{''.join(chips)}:0:2 5::is0::::0:1"
    )
    position.play(f"chip {words(left)[0]}")
    expected = payments(words("".join(chips)), words(colour)[0], missing)
    if not expected:
        assert (position.phase, lines(position, 1)) == ("filling", {line: colour * (line - missing)})
        return
    assert (position.phase, position.choices()) == ("completing", ["complete", "leave"])
    assert reached(position) == expected


def test_a_completed_line_is_laid():
    """DU-29, DU-26: used chips are out of the game; only real tiles go to the tower."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:,,k2:,,,fw0:,,b::kY:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert (position.turn, position.phase, position.to_dict()["line"]) == (0, "completing", 3)
    assert position.choices() == ["complete", "leave"]
    position.play("complete")
    assert (position.phase, position.choices()) == ("paying", ["pay black", "pay yellow-black"])
    position.play("pay yellow-black")  # the rest is no question
    assert rows(position, 1)[2] == "bk...."
    assert (lines(position, 1), seat(position, 1)["chips"]) == ({}, {})
    assert position.to_dict()["tower"] == tiles("k")
    assert Counter(position.to_dict()["chips"])["black"] == 2 - 1
    assert position.scores[0] == 5 + 2


def test_a_line_may_be_left_incomplete():
    """DU-29, DU-30: completing is never compulsory."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:,,k2:,,,fw0:::kY:0:2 5::,,,,,,,,jw0::::0:1"
    )
    position.play("leave")
    assert (lines(position, 1), seat(position, 1)["chips"]) == ({3: "kk"}, tiles("kY"))
    assert position.phase == "filling"


def test_three_chips_may_be_paid_where_two_would_do():
    """DU-29: the number is a choice too."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:,,k2:,,,fw0:,,b::rkY:0:2 5::,,,,,,,,jw0::::0:1"
    )
    position.play("complete")
    assert position.choices() == ["pay red", "pay black", "pay yellow-black"]
    play(position, "pay black")
    assert position.choices() == ["pay red", "pay yellow-black"]
    position.play("pay yellow-black")
    assert position.to_dict()["paid"] == tiles("kY")
    assert position.choices() == ["pay red", "enough"]
    position.play("enough")
    assert seat(position, 1)["chips"] == {"red": 1}
    assert position.to_dict()["paid"] == {}


def test_an_empty_line_cannot_be_completed():
    """DU-29: it has no colour."""
    position = scoring(
        "duel 2 2.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5::fw0:::b2rk2:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert position.phase == "filling"


def test_a_line_is_completed_only_if_its_tile_can_be_placed():
    """DU-29 [ruling]: no space of its colour, none wild: it isn't asked for."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:,,y2:,,,fs0:::y2:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert (position.phase, lines(position, 1)) == ("filling", {3: "yy"})


def test_a_line_is_completed_when_it_is_reached():
    """DU-29 [ruling], DU-25: the full line above first, and the one below afterwards."""
    # row 1: kb, row 2: ?r; row 3: *k
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=12s "
        "5:k,r,k3:fw3,,,fs0:::B2:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert (position.phase, position.to_dict()["line"]) == ("completing", 2)
    assert rows(position, 1) == ["k.....", *["......"] * 5]
    assert lines(position, 1) == {2: "r", 3: "kkk"}
    position.play("complete")
    assert (position.phase, position.choices()) == ("columns", ["column-1", "column-2"])
    position.play("column-1")
    assert rows(position, 1)[:3] == ["k.....", "r.....", ".k...."]
    assert position.scores[0] == 5 + 1 + 2 + 1


def test_chips_complete_several_lines():
    """DU-29: as often as they allow; then what is left is offered, or nothing."""
    # row 3: *k *b, row 4: rb rt, row 5: *r
    position = scoring(
        "duel 2 2.1 acting:2 factories=//r display=as,bs,ds stack=11s "
        "5:,,k2,t3,r4:,,,fs0,cs0,,es0:::k2BR:0:2 5::,,,,,,,,jw0::::0:1"
    )
    play(position, "complete", "pay black", "pay black", "enough")
    assert rows(position, 1)[2] == ".k...."
    assert position.to_dict()["line"] == 5  # two of the colour: blue-red and red-turquoise
    play(position, "complete", "pay blue-red")
    assert rows(position, 1)[4] == ".r...."
    assert (position.phase, seat(position, 1)["chips"]) == ("filling", {})
    assert lines(position, 1) == {4: "ttt"}


def test_chips_left_over_stay():
    """DU-29: for later rounds; at the end they are worth nothing."""
    position = scoring(
        "duel 2 5.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0:::rB:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert position.over
    assert (position.scores[0], seat(position, 1)["chips"]) == (5, tiles("rB"))
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0:::rB:0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert seat(position, 1)["chips"] == tiles("rB")


def test_a_tile_without_neighbours_scores_1():
    """DU-31: diagonal ones aren't neighbours."""
    # row 3: ..*b
    line = (
        "duel 2 1.1 acting:2 factories=//r display=as,cs,ds stack=12s "
        "5:,,b3:fw0,,,,bs0:,rb:::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert scoring(line).scores[0] == 5 + 1
    [row] = [row for row in story_of_scoring(line) if row["points"]]
    assert (row["what"], row["points"]) == ("alone", 1)


WILD_DOME = "aw0,bw0,cw0,dw0,ew0,fw0,gw0,hw0,jw0"
"""Rows of what it asks for: `?t?b?b`, `kytkrt`, `?r?r?k`, `ykktrb`, `?t?y?y`, `ybbrtr`."""


@pytest.mark.parametrize(
    ("spaces", "line", "colour", "column", "points"),
    [
        (",,t", 3, "r", 2, 2),
        (",,.2y", 3, "r", 2, 2),
        (",,t.y", 3, "r", 2, 3),
        (",,t.yrk2", 3, "r", 2, 6),
        (",,.3r", 3, "r", 2, 1),
        (",.y", 3, "r", 2, 2),
        (",,,.k", 3, "r", 2, 2),
        (".t,.y,,.k,.t,.b", 3, "r", 2, 6),
        (".t,,,.k", 3, "r", 2, 2),
        (",.y,t", 3, "r", 2, 4),
        (",.y,t.y,.k,.t", 3, "r", 2, 7),
        (".t,.y,t.yrk2,.k,.t,.b", 3, "r", 2, 12),
        (".4y", 1, "b", 6, 2),
        (",,,,.5y,.4t", 6, "r", 6, 4),
        (".5b,k", 1, "b", 1, 2),
        ("r,,,,,.5r", 6, "y", 1, 1),
    ],
)
def test_runs(spaces, line, colour, column, points):
    """DU-32: the length of the horizontal run, and of the vertical one in addition."""
    position = scoring(
        "duel 2 4.1 acting:2 factories=//r display=as,bs,cs stack=5s "
        f"5:{',' * (line - 1)}{colour}{line}:{WILD_DOME}:{spaces}:::0:2 5::,,,,,,,,hs0::::0:1"
    )
    if position.phase == "columns":
        position.play(f"column-{column}")
    assert rows(position, 1)[line - 1][column - 1] == colour
    assert position.scores[0] == 5 + points


@pytest.mark.parametrize(("place", "row"), [(1, 1), (4, 3), (7, 5)])
@pytest.mark.parametrize(
    ("turned", "held", "laid", "own"),
    [
        (0, "r", ".y,b", 2 + 2),  # .y / br
        (1, "y", "b,r", 2),  # b. / ry
        (2, "y", "rb", 2),  # rb / y.
        (3, "b", "yr", 2),  # yr / .b
    ],
)
def test_a_special_tile_scores_the_number_of_its_row(place, row, turned, held, laid, own):
    """DU-33: when the third ordinary space is filled, at once, 1 to 6 from top to bottom; no run."""
    line = (
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        f"9:{',' * row}{held}{row + 1}:{',' * (place - 1)}hs{turned}:{',' * (row - 1)}{laid}:::0:2 "
        "5::,,,,,,,,jw0::::0:1"
    )
    position = scoring(line)
    special_row = row + (turned in (2, 3))
    assert position.scores[0] == 9 + own + special_row
    assert rows(position, 1)[special_row - 1][int(turned in (1, 2))] == "s"
    story = [(one["what"], one["points"]) for one in story_of_scoring(line) if one["points"]]
    assert story[-1] == ("special points", special_row)


def test_a_special_tile_is_a_neighbour_from_then_on():
    """DU-33, DU-32: the next line of the same phase scores a run through it."""
    # row 1: k*, row 2: yt; row 3: r?, row 4: bk
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=bs,cs,ds stack=12s "
        "5:,t2,b3:as1,,,fw1:k,y:::0:2 5::,,,,,,,,jw0::::0:1"
    )
    # turquoise 2 across, special in row 1; blue goes below turquoise, a run of 3 down
    assert rows(position, 1)[:3] == ["ks....", "yt....", ".b...."]
    assert position.scores[0] == 5 + 2 + 1 + 3


def test_a_wild_dome_tile_gets_no_special_tile():
    """DU-33, DU-34: its fourth space takes a tile of any colour."""
    for colour in COLOURS:
        position = scoring(
            "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
            f"5:,,{colour}3,y4:,,,aw0:,,.t,k:::0:2 5::,,,,,,,,jw0::::0:1"
        )
        assert rows(position, 1)[2:4] == [f"{colour}t....", "ky...."]


@pytest.mark.parametrize(("broken", "loss"), [("", 0), ("b", 1), ("bk", 3), ("bkk", 6), ("bkkt", 10)])
def test_broken_tiles_cost_1_2_3_4_in_turn(broken, loss):
    """DU-35: and go to the tower."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        f"30::,,,,,,,,is0::{broken}::0:2 30::,,,,,,,,jw0::::0:1"
    )
    assert position.scores == [30 - loss, 30]
    assert seat(position, 1)["broken"] == {}
    assert position.to_dict()["tower"] == tiles(broken)


@pytest.mark.parametrize("holder", [1, 2])
def test_the_starting_player_tile_costs_2(holder):
    """DU-35: its holder only."""
    position = scoring(
        f"duel 2 1.1 acting:2 starting-tile={holder} factories=//r display=as,bs,cs stack=13s "
        "30::,,,,,,,,is0::::0:2 30::,,,,,,,,jw0::::0:1"
    )
    assert position.scores == [28 if holder == number else 30 for number in (1, 2)]


def test_losses_come_after_the_points_of_the_phase():
    """DU-35, DU-36: 0 points, 2 and 2 for two tiles, then 1 is lost."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "0:k,r2:fw0:b:b::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert position.scores[0] == 0 + 2 + 2 - 1


@pytest.mark.parametrize(("score", "left"), [(0, 0), (3, 0), (12, 0), (13, 1)])
def test_a_score_never_falls_below_0(score, left):
    """DU-36: ten for four broken tiles, two for the starting-player tile."""
    position = scoring(
        "duel 2 1.1 acting:2 starting-tile=1 factories=//r display=as,bs,cs stack=13s "
        f"{score}::,,,,,,,,is0::b4::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert position.scores[0] == left


@pytest.mark.parametrize("starter", [1, 2])
def test_players_decide_in_seat_order_from_the_starting_player(starter):
    """DU-37 [ruling]: all questions of one board are one turn, then the other's."""
    # row 1: ?k
    # row 2: by?k
    # and the red one just taken
    position = scoring(
        f"duel 2 1.30 acting:2 starter={starter} factories=//r display=as,bs,cs stack=12s "
        "5:k:fw0::::0:2 5:,k:is0,aw3:::Y2:0:1"
    )
    asked_seats = []
    while position.turn in (0, 1):
        asked_seats.append((position.turn + 1, position.phase, position.turn_number, position.step))
        position.play("complete" if "complete" in position.choices() else position.choices()[0])
    first_turn = [(1, "columns", 31 if starter == 1 else 32, 0)]
    number = 32 if starter == 1 else 31
    second_turn = [(2, "completing", number, 0), (2, "paying", number, 1), (2, "columns", number, 5)]
    assert asked_seats == (first_turn + second_turn if starter == 1 else second_turn + first_turn)


# ------------------------------------------------------------------------------------------------
# Phase 3: preparation


@pytest.mark.parametrize(("number", "tokens"), [(1, 2), (2, 2), (3, 2), (4, 0)])
def test_tokens_come_back(number, tokens):
    """DU-38, DU-19: not for round 5; and two chips may be taken again."""
    position = scoring(
        f"duel 2 {number}.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    for player in (1, 2):
        assert (seat(position, player)["tokens"], seat(position, player)["chips_taken"]) == (tokens, 0)


def test_the_display_is_refilled_to_3():
    """DU-38: from the first empty slot on, before the factories are filled."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=,hw stack=15s 5::,,,,,,,,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert (position.phase, position.round) == ("facing", 2)
    play(position, "reveal c-special", "next wild", "reveal a-wild")
    assert position.to_dict()["display"] == ["c-special", "h-wild", "a-wild"]
    assert position.phase == "back"
    position.play("next special")
    assert position.phase == "filling"


def test_tiles_from_under_the_stack_are_simply_turned_up():
    """DU-38, DU-11: their fronts are decided."""
    position = at(
        "duel 2 4.1 acting:1 factories=b//* stack=0,gw2,hw2,jw2 5::as0,bs0,cs0,ds0,es0,fs0,gs0::::0 "
        "5::hs0,is0,aw0,bw0,cw0,dw0,ew0,fw0::::0"
    )
    play(position, "factory-1 blue", "reveal red", "line-2", "chip red")
    assert position.to_dict()["display"] == ["g-wild", "h-wild", "j-wild"]
    assert position.phase == "filling"


def test_an_empty_stack_leaves_the_display_short():
    """DU-38: fewer than three tiles are left."""
    position = scoring(
        "duel 2 4.1 acting:2 factories=//r display=jw,,hw stack=0 "
        "5::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0,is0::::0:2 5::aw0,bw0,cw0,dw0,ew0,fw0,gw0::::0:1"
    )
    assert (position.phase, position.round) == ("filling", 5)
    assert position.to_dict()["display"] == ["j-wild", None, "h-wild"]


def test_the_factories_are_filled_anew():
    """DU-39: with a chip on each small one."""
    position = scoring(
        "duel 2 1.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5:,,,,,b3:,,,,,,,,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert [factory["chip"] for factory in position.to_dict()["factories"]] == ["down"] * 4
    deal(position, LAID_OUT)
    assert position.to_dict()["large"]["sun"] == tiles("bbkty")
    assert [factory["sun"] for factory in position.to_dict()["factories"]] == [
        tiles(letters) for letters in LAID_OUT.split()[1:]
    ]
    assert (position.turn, position.phase, position.round) == (0, "acting", 2)


def test_the_tower_is_poured_into_an_empty_bag():
    """DU-39: when a tile must be drawn, not before."""
    position = at(
        "duel 2 1.20 filling tower=b11y13r13k12t13 factories=//*,//*,//*,//* display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    tower = position.to_dict()["tower"]
    deal(position, "bb")
    assert facts(position, "bag", "tower") == (tiles("k"), tower)
    story = position.play("draw black")
    assert facts(position, "bag", "tower") == (tower, {})
    poured = [(row["piece"], row["count"]) for row in story if row["what"] == "poured"]
    assert poured == [(colour, tower[colour]) for colour in SINGLES]


def test_the_tower_is_not_poured_when_nothing_is_to_be_drawn():
    """DU-39: the last tile of the bag fills the last factory."""
    position = at(
        "duel 2 1.20 filling tower=b8y9r9k8t10 factories=//*,//*,//*,//* display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0 5::,,,,,,,,jw0"
    )
    tower = position.to_dict()["tower"]
    deal(position, LAID_OUT)
    assert (position.phase, *facts(position, "bag", "tower")) == ("acting", {}, tower)


def test_an_empty_bag_at_the_beginning_of_a_round():
    """DU-39: the tower is poured before the first tile."""
    position = at(
        "duel 2 1.1 acting:2 tower=b12y13r13k12t13 factories=//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0::bk::0:2 5::,,,,,,,,jw0::::0:1"
    )
    position.play("chip red")
    assert position.to_dict()["bag"] == tiles("byrkt" * 13)
    assert position.to_dict()["tower"] == {}


def test_a_round_with_factories_that_are_not_full():
    """DU-40, DU-15: eight red tiles in all: the chips of empty factories are turned up, in their order."""
    position = at(
        "duel 2 3.20 filling tower=r4 factories=//*,//*,//*,//* display=bs,cs,ds stack=10s "
        "5:r,r2,t3,k4,y5,b6:aw0,cw0,dw0,fw0:.tr,ky:bykt 5:r,b2,b3,y4,k5,t6:as0:st,ky:bykt"
    )
    deal(position, "rrrrr rrr")
    assert position.to_dict()["large"]["sun"] == tiles("rrrrr")
    assert [factory["sun"] for factory in position.to_dict()["factories"]] == [tiles("rrr"), {}, {}, {}]
    for number, kind in enumerate(("red", "red", "yellow-black"), 2):
        assert (position.phase, position.turn, position.to_dict()["mover"]) == ("chips", -1, None)
        position.play(f"reveal {kind}")
        assert position.to_dict()["factories"][number - 1]["chip"] == kind
    assert (position.turn, position.phase, position.step) == (0, "acting", 0)
    offered = ["factory-1 red", "large red", "chip red", "chip yellow-black"]
    assert position.choices()[-4:] == offered


@pytest.mark.parametrize(("holder", "starter"), [("starting-tile=1", 1), ("starting-tile=2", 2), ("", 2)])
def test_the_holder_of_the_starting_player_tile_begins(holder, starter):
    """DU-41: and the tile goes back; if nobody took it the same player begins [ruling]."""
    position = scoring(
        f"duel 2 1.1 acting:2 starter=2 {holder} factories=//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert facts(position, "starting_tile", "starter") == ("large", f"seat-{starter}")
    deal(position, LAID_OUT)
    assert position.turn == starter - 1


# ------------------------------------------------------------------------------------------------
# The end


def test_a_game_has_5_rounds():
    """DU-42: and no sixth is prepared; the starting-player tile stays where it is."""
    position = scoring(
        "duel 2 4.1 acting:2 factories=//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert (position.over, position.round) == (False, 5)
    position = scoring(
        "duel 2 5.1 acting:2 starting-tile=2 factories=//r display=as,bs,cs stack=13s "
        "5::,,,,,,,,is0::::0:2 5::,,,,,,,,jw0::::0:1"
    )
    assert (position.over, position.phase, position.turn, position.choices()) == (True, "over", None, [])
    assert facts(position, "starting_tile", "to_move", "step") == ("seat-2", "over", 0)


ON_WILD = (
    "factories=//r display=bs,cs,ds stack=5s 100::aw0,bw0,cw0,dw0,ew0,fw0,gw0,hw0,jw0:{}:::0:2 5::as0::::0:1"
)
"""The end of a game for a dome of wild tiles; what lies on it is told in place of the braces."""
ON_SPECIAL = (
    "factories=//r display=bw,cw,dw stack=5w 100::as0,bs0,cs0,ds0,es0,fs0,gs0,hs0,is0:{}:::0:2 5::aw0::::0:1"
)
ON_BOTH = "factories=//r display=as,cs,ds stack=10s 100::aw0,,,,bs0,,cw0,dw0:{}:::0:2 5::bw0::::0:1"
ALL_WILD = "rt2byb,kytkrt,tryrk2,yk2trb,ytkyby,yb2rtr"
ALL_SPECIAL = "stsbsb,kytkrt,srsrsk,yk2trb,stsysk,yb2rby"


def goal_points(goal, table, laid):
    """What a goal brings at the end, for what lies on the dome."""
    tile = GOALS.index(goal) // 2
    # Two more goals that are counted from the story apart.
    others = [GOALS[2 * other] for other in range(4) if other != tile][:2]
    line = f"duel 2 goals={','.join([goal, *others])} 5.1 acting:2 {table.format(laid)}"
    story = story_of_scoring(line)
    [row] = [
        row
        for row in story
        if row["what"] == "goal" and row["seat"] == 0 and row["count"] == GOALS.index(goal)
    ]
    total = sum(row["points"] for row in story if row["what"] == "goal" and row["seat"] == 0)
    assert scoring(line).scores[0] == 100 + total
    return row["points"]


@pytest.mark.parametrize(
    ("goal", "laid", "points"),
    [
        ("rows", "", 0),
        ("rows", "rt2by", 0),
        ("rows", "rt2byb", 3),
        ("rows", "rt2byb,,,yk2trb", 6),
        ("rows", ALL_WILD, 18),
        ("columns", "", 0),
        ("columns", ",.5t,.5k,.5b,.5y,.5r", 0),
        ("columns", ".5b,.5t,.5k,.5b,.5y,.5r", 7),
        ("columns", ALL_WILD, 42),
        ("diagonals", "", 0),
        ("diagonals", "r,.y.2r,.2yr,.2kt,.t.2b,y", 0),
        ("diagonals", "r,.y,.2y,.3t,.4b,.5r", 10),
        ("diagonals", ".5b,.4r,.3r,.2k,.t,y", 10),
        ("diagonals", ALL_WILD, 20),
        ("rim", "", 0),
        ("rim", ",.4r,.2y", 0),
        ("rim", "r,,,yk,,.5r", 3),
        ("rim", "rt2byb,k.4t,t.4k,y.4b,y.4y,yb2rtr", 20),
        ("rim", ALL_WILD, 20),
        ("corners", "", 0),
        ("corners", ".t2b.b,kytkrt,tryrk2,yk2trb,.tky.y,yb2rtr", 0),
        ("corners", "rt,ky", 3),
        ("corners", ".4yb,.4rt", 3),
        ("corners", ",,,,yt,yb", 8),
        ("corners", ",,.2yr,.2kt,.4by,.4tr", 8),
        ("corners", "rt,ky,,,.4by,.4tr", 11),
        ("corners", ALL_WILD, 22),
        ("wild-spaces", "", 0),
        ("wild-spaces", "r", 0),
        ("wild-spaces", "rt2byb,kytkrt,tryr.k,yk2trb,ytkyby,yb2rtr", 0),
        ("wild-spaces", "r.t.y,,t.y.k,,y.k.b", 18),
        ("wild-spaces", ALL_WILD, 18),
        ("empty-specials", "", 0),
    ],
)
def test_goals_on_a_dome_of_wild_tiles(goal, laid, points):
    """DU-42: at zero, partial and full."""
    assert goal_points(goal, ON_WILD, laid) == points


@pytest.mark.parametrize(
    ("goal", "laid", "points"),
    [
        ("rows", ALL_SPECIAL, 18),
        ("columns", ALL_SPECIAL, 42),
        ("diagonals", ALL_SPECIAL, 20),
        ("rim", ALL_SPECIAL, 20),
        ("rim", "st,ky", 3),  # the special tile at the upper left counts
        ("corners", ALL_SPECIAL, 22),
        ("corners", ",,,,st,yb", 8),
        ("wild-spaces", ALL_SPECIAL, 0),  # there is none
        ("empty-specials", "", -27),
        ("empty-specials", ",,.2sr,.2kt", -24),
        ("empty-specials", "stsb,kytk,,,.5k", -21),
        ("empty-specials", ALL_SPECIAL, 0),
    ],
)
def test_goals_on_a_dome_of_special_tiles(goal, laid, points):
    """DU-42: special tiles fill a space like any other."""
    assert goal_points(goal, ON_SPECIAL, laid) == points


def test_only_the_wild_spaces_of_the_own_dome_count():
    """DU-42: three wild spaces, all filled: 2 for each."""
    assert goal_points("wild-spaces", ON_BOTH, "r,,,,y.k") == 6
    assert goal_points("wild-spaces", ON_BOTH, "r,,,,y") == 0


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("", 0),
        ("rtkbyb", 4),  # five colours
        ("rtkbb", 0),  # four
        ("rtkby", 4),  # full or not
        ("btbbbb", 0),
        ("ytkbrb", 4),
    ],
)
def test_colourful_rows(laid, points):
    """DU-42: at least five different colours, a tile on a wild space with its own; full or not."""
    line = f"duel 2 goals=colourful-rows,columns,diagonals 5.1 acting:2 {ON_WILD.format(laid)}"
    assert scoring(line).scores[0] == 100 + points


@pytest.mark.parametrize(
    ("display", "mine", "points"),
    [
        ("cs,es,fs", "as0,bs0,ds0:stsbsr,kytkyk", 0),
        ("bs,cs,ds", "as0,bw0,dw0:stybkr,ky", 4),
        ("bs,cs,es", "as0,bw0,ds0:stybsr,ky.2yk", 4),
        ("bs,cs,es", "as0,bw0,ds0:st.bsr,ky.2yk", 0),
        ("bs,cs,ds", "as0,bw0,dw0:.tybkr", 4),
    ],
)
def test_special_tiles_are_one_more_colour_of_a_row(display, mine, points):
    """DU-42 [ruling]: special tiles count as one more colour, once per row."""
    position = scoring(
        "duel 2 goals=colourful-rows,columns,diagonals 5.1 acting:2 factories=//r "
        f"display={display} stack=11s 50::{mine}:::0:2 5::aw0::::0:1"
    )
    assert position.scores[0] == 50 + points


def test_all_rows_can_be_colourful():
    """DU-42: 4 for each."""
    assert goal_points("colourful-rows", ON_SPECIAL, ALL_SPECIAL) == 4  # row 4 alone: ykktrb


def test_goals_that_are_not_in_the_game_bring_nothing():
    """DU-42, DU-03: a full dome of wild tiles with rows, columns and diagonals only."""
    position = scoring(
        "duel 2 5.1 acting:2 factories=//r display=bs,cs,ds stack=5s "
        "5::aw0,bw0,cw0,dw0,ew0,fw0,gw0,hw0,jw0:rt2byb,kytkrt,tryrk2,yk2trb,ytkyby,yb2rtr:::0:2 "
        "5::as0::::0:1"
    )
    assert position.scores == [5 + 18 + 42 + 20, 5]


def test_four_goals():
    """DU-42, DU-03: all four count."""
    position = scoring(
        "duel 2 goals=rows,rim,corners,wild-spaces 5.1 acting:2 factories=//r display=bs,cs,ds stack=5s "
        "5::aw0,bw0,cw0,dw0,ew0,fw0,gw0,hw0,jw0:rt2byb,kytkrt,tryrk2,yk2trb,ytkyby,yb2rtr:::0:2 "
        "5::as0::::0:1"
    )
    assert position.scores == [5 + 18 + 20 + 22 + 18, 5]


@pytest.mark.parametrize(("score", "total"), [(0, 0), (3, 0), (24, 0), (30, 6)])
def test_goals_are_added_up_before_the_score_is_kept_at_0(score, total):
    """DU-43 [ruling]: -27 for special spaces, and 3 for a full row."""
    position = scoring(
        "duel 2 goals=rows,columns,empty-specials 5.1 acting:2 factories=//r display=bw,cw,dw stack=5w "
        f"{score}::as2,bs2,cs2,ds0,es0,fs0,gs0,hs0,is0:yk2t2r:::0:2 5::aw0::::0:1"
    )
    assert position.scores[0] == max(0, score - 27 + 3) == total


@pytest.mark.parametrize(
    ("scores", "ranking"), [((7, 6), [0, 1]), ((6, 7), [1, 0]), ((0, 1), [1, 0]), ((90, 0), [0, 1])]
)
@pytest.mark.parametrize("holder", [1, 2])
def test_most_points_win(scores, ranking, holder):
    """DU-44: whoever holds the starting-player tile."""
    score = [points + 2 * (holder == number) for number, points in enumerate(scores, 1)]
    position = scoring(
        f"duel 2 5.1 acting:2 starting-tile={holder} factories=//r display=as,bs,cs stack=13s "
        f"{score[0]}::,,,,,,,,is0::::0:2 {score[1]}::,,,,,,,,jw0::::0:1"
    )
    assert (position.scores, position.ranking) == (list(scores), ranking)
    assert position.winners == [ranking.index(0)]


@pytest.mark.parametrize(
    ("holder", "starter", "winner"),
    [
        ("starting-tile=1", 1, 0),
        ("starting-tile=1", 2, 0),
        ("starting-tile=2", 1, 1),
        ("starting-tile=2", 2, 1),
        ("", 1, 0),
        ("", 2, 1),
    ],
)
def test_a_tie_goes_to_the_holder_of_the_starting_player_tile(holder, starter, winner):
    """DU-44: or, if nobody took it in round 5, to whoever began it [ruling]."""
    score = [8 + 2 * holder.endswith(str(number)) for number in (1, 2)]
    position = scoring(
        f"duel 2 5.1 acting:2 starter={starter} {holder} factories=//r display=as,bs,cs stack=13s "
        f"{score[0]}::,,,,,,,,is0::::0:2 {score[1]}::,,,,,,,,jw0::::0:1"
    )
    assert position.scores == [8, 8]
    assert position.winners == [winner]
    assert sorted(position.ranking) == [0, 1]


# ------------------------------------------------------------------------------------------------
# Whole games


@pytest.mark.parametrize("seed", range(3))
def test_the_figures_of_whole_games(seed):
    """DU-02, DU-04, DU-06, DU-13, DU-23: 65 tiles, all 18 dome tiles, 4 chips per round.

    The stack holds 13, 9, 5, 1 tiles when the rounds 1 to 4 begin, and both domes are full after round 4.
    """
    rng = random.Random(seed)
    position = start(goals=rng.choice(["random", "random-4", "first-game"]))
    stacks, begun = [], 0
    while not position.over:
        answer_chance(position, rng)
        document = position.to_dict()
        if position.phase == "acting" and position.round > begun:
            begun = position.round
            stacks.append(document["stack"]["unseen"] + len(document["stack"]["under"]))
            assert all(player["chips_taken"] == 0 for player in document["seats"])
            unseen = sum(document["chips"].values())
            face_up = sum(factory["chip"] not in ("down", None) for factory in document["factories"])
            assert unseen + face_up == 20 - 4 * (begun - 1)
        assert_65_tiles(document)
        if not position.over:
            position.play(rng.choice(position.choices()))
            answer_chance(position, rng)
    assert stacks == [13, 9, 5, 1, 0]
    document = position.to_dict()
    assert sorted(used["tile"] for player in document["seats"] for used in player["dome"]) == sorted(
        DOME_TILES
    )
    assert document["chips"] == {}
    assert sorted(position.ranking) == [0, 1]


def assert_65_tiles(document):
    """DU-04: bag, tower, factories, lines, broken tiles, domes and hand."""
    found = Counter(document["bag"]) + Counter(document["tower"]) + Counter(document["hand"])
    found += Counter(document["large"]["sun"]) + Counter(document["large"]["moon"])
    for factory in document["factories"]:
        found += Counter(factory["sun"]) + Counter(factory["moon"])
    for player in document["seats"]:
        found += Counter(player["broken"])
        found += Counter(tile for line in player["lines"] for tile in line)
        found += Counter(tile for row in player["spaces"] for tile in row if tile not in (None, "special"))
    assert found == dict.fromkeys(SINGLES, 13)


def test_every_clause_is_cited():
    """Each of DU-01 to DU-44 stands in the docstring of a test of this file."""
    cited = "".join(thing.__doc__ or "" for name, thing in globals().items() if name.startswith("test_"))
    assert [number for number in range(1, 45) if f"DU-{number:02}" not in cited] == []
