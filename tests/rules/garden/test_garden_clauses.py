"""Does it play the rulebook? Every clause of Queen's Garden, QG-01 to QG-36, in their order.

Tables and pieces are written as in a line: docs/notation.md.
"""

from collections import Counter

import pytest
from tests.kits.kit import at_plain as at
from tests.rules.garden.tables import (
    COLOURS,
    DIRECTIONS,
    HEXAGONS,
    NO_POINTS,
    PATTERNS,
    SPACES,
    counted,
    draw,
    end_round,
    facts,
    finished,
    garden,
    hexagon,
    hexagons,
    last_turn,
    near,
    pieces,
    play,
    random_game,
    scored,
    seat,
    shown,
    sites,
    some,
    start,
    story_of,
)

import azulejos as az

FOUNTAIN = [f"fountain-{name}" for name in DIRECTIONS]
EACH_ONCE = "b123456,y123456g1,g23456G12,G3456p123,p456P1234,P56:*,*,*,*,*"
"""A garden with one of each hexagon, as a line has it."""


def held(position, number=1):
    """The storage of a seat."""
    entry = seat(position, number)
    return entry["tiles"], entry["expansions"], entry["jokers"]


# ------------------------------------------------------------------------------------------------
# Set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_begins_with_a_fountain_and_3_jokers(players):
    """QG-01, QG-02: an empty garden and storage, 3 jokers, 15 points; the wheel at round 1."""
    position = start(players)
    bare = {"score": 15, "passed": False, "jokers": 3, "tiles": {}, "expansions": []}
    bare |= {"garden": {}, "places": dict.fromkeys(DIRECTIONS)}
    assert position.to_dict()["seats"] == [bare] * players
    assert (position.scores, position.round) == ([15] * players, 1)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_players(players):
    """QG-01: no other number."""
    with pytest.raises(az.OptionError):
        az.Game("garden", players=players)


def test_only_the_fountain_board_is_there():
    """QG-01, QG-15: a tile can only be placed beside the fountain."""
    assert sites(at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b1 15"), "b1") == FOUNTAIN


def test_two_sides():
    """QG-02: A if nothing is said; there is no other."""
    assert az.Game("garden").options["side"] == "A"
    assert az.Game("garden", side="B").options["side"] == "B"
    with pytest.raises(az.OptionError):
        az.Game("garden", side="C")


@pytest.mark.parametrize(("players", "stack", "supply"), [(2, 5, 16), (3, 7, 8), (4, 8, 4)])
def test_four_stacks_and_a_supply(players, stack, supply):
    """QG-03, QG-04: 108 tiles in the bag; nobody has seen an expansion."""
    position = start(players, first=0)
    assert facts(position, "stack", "supply", "unseen") == (stack, supply, HEXAGONS)
    assert len(position.to_dict()["display"]) == stack
    assert facts(position, "bag", "tower") == (dict.fromkeys(HEXAGONS, 3), {})
    assert 4 * stack + supply == 36


def test_a_random_seat_begins():
    """QG-04: each is as likely; it has the first turn."""
    position = start(3)
    assert (position.phase, position.to_dict()["starter"]) == ("beginning", None)
    assert position.weights() == {"seat-1 begins": 1, "seat-2 begins": 1, "seat-3 begins": 1}
    position.play("seat-3 begins")
    draw(position, "b1y1g1p1")
    assert (position.turn, position.to_dict()["starter"]) == (2, "seat-3")


def test_a_chosen_seat_begins():
    """QG-04: CHANCE is not asked."""
    position = start(4, first=1)
    assert (position.phase, position.to_dict()["starter"]) == ("filling", "seat-2")


def test_four_tiles_on_the_top():
    """QG-04: each tile of the bag is as likely; only the top shows anything."""
    position = start(first=0)
    assert position.weights() == {f"draw {name}": 3 for name in HEXAGONS}
    draw(position, "y6b1y6")
    assert position.weights()["draw lily-yellow"] == 1
    assert position.weights()["draw tree-blue"] == 2
    draw(position, "y6")
    assert shown(position) == {1: "b1y666"}
    assert "lily-yellow" not in position.to_dict()["bag"]
    assert (position.phase, position.turn, position.step) == ("acting", 0, 0)


# ------------------------------------------------------------------------------------------------
# A) Acquire


def test_what_is_shown_can_be_taken():
    """QG-05: patterns and colours of tiles and of expansions that lie face up, and nothing else."""
    position = at("garden 2 1.1 acting:1 display=b2,/G5,y23 stack=3 supply=16 15 15")
    assert some(position, "take") == ["blue", "yellow", "dark-green", "bird", "butterfly", "plant"]


def test_all_of_a_pattern_in_different_colours():
    """QG-05: tiles and the expansion."""
    position = at("garden 2 1.1 acting:1 display=b23,/G2,y23P6 stack=3 supply=16 15 15")
    position.play("take bird")
    assert held(position) == (counted("b2y2"), hexagons("G2"), 3)
    assert shown(position)[1] == "b3"
    assert 2 not in shown(position)
    assert shown(position)[3] == "y3P6"


def test_all_of_a_colour_with_different_patterns():
    """QG-05: an expansion by the colour of its printed hexagon."""
    position = at("garden 2 1.1 acting:1 display=b23y3,/b5,b6G1 stack=3 supply=16 15 15")
    position.play("take blue")
    assert held(position) == (counted("b236"), hexagons("b5"), 3)


def test_copies_on_one_expansion_are_one():
    """QG-06: nothing is asked, and only one of the three is taken."""
    position = at("garden 2 1.1 acting:1 display=b2223 stack=5 supply=16 15 15")
    position.play("take bird")
    assert held(position)[0] == counted("b2")
    assert shown(position)[1] == "b223"


def test_copies_on_different_expansions_are_a_choice():
    """QG-06: on the top and beside the stack; the other copy stays."""
    position = at("garden 2 1.1 acting:1 display=b23,b2y24 stack=4 supply=16 15 15")
    for copy, left in ((1, {1: "b3", 2: "b2y4"}), (2, {1: "b23", 2: "y4"})):
        here = position.copy()
        here.play("take bird")
        assert (here.phase, here.choices()) == ("copying", ["copy 1", "copy 2"])
        here.play(f"copy {copy}")
        assert held(here)[0] == counted("b2y2")
        assert {number: shown(here)[number] for number in (1, 2)} == left


def test_a_tile_or_an_expansion():
    """QG-06: they are identical hexagons, and one of them is taken."""
    position = at("garden 2 1.1 acting:1 display=/b2,b2y4 stack=4 supply=16 15 15")
    for copy, storage in ((1, ({}, hexagons("b2"), 3)), (2, (counted("b2"), [], 3))):
        here = position.copy()
        here.play("take bird")
        assert here.choices() == ["copy 1", "copy 2"]
        here.play(f"copy {copy}")
        assert held(here) == storage


def test_copies_of_several_hexagons_are_asked_in_their_order():
    """QG-06: for each hexagon on its own; those that are there once are not asked about."""
    position = at("garden 2 1.1 acting:1 display=b2y2G2,b2P2,b24y2 stack=3 supply=16 15 15")
    position.play("take bird")
    assert position.choices() == ["copy 1", "copy 2", "copy 3"]
    position.play("copy 2")
    assert position.to_dict()["action"]["copies"] == {"bird-blue": 2}
    assert position.choices() == ["copy 1", "copy 3"]
    position.play("copy 1")
    assert held(position)[0] == counted("b2y2G2P2")
    assert shown(position)[1] == "b2"
    assert shown(position)[3] == "b24y2"


def test_by_colour_and_by_pattern_are_two_choices():
    """QG-06: even where they take the same."""
    position = at("garden 2 1.1 acting:1 display=b22 stack=5 supply=16 15 15")
    assert some(position, "take") == ["blue", "bird"]


def test_nothing_can_be_left_out():
    """QG-06, QG-07: three tiles for two spaces can't be taken, also not in part."""
    position = at("garden 2 1.1 acting:1 display=b456G6 stack=5 supply=16 15:y1112223 15")
    assert some(position, "take") == ["dark-green", "flower", "plant", "lily"]


@pytest.mark.parametrize(
    ("tiles", "jokers", "fits"), [("y1112223", 3, True), ("y1112223", 4, False), ("", 12, False)]
)
def test_storage_full_by_one(tiles, jokers, fits):
    """QG-01, QG-07: 12 spaces for tiles and jokers together."""
    position = at(f"garden 2 1.1 acting:1 display=b45y3G3 stack=5 supply=16 15:{tiles}:{jokers} 15")
    assert ("take blue" in position.choices()) == fits
    assert ("take flower" in position.choices()) == (jokers < 12)
    if fits:
        position.play("take blue")
        assert (sum(held(position)[0].values()), held(position)[2]) == (9, 3)


@pytest.mark.parametrize(
    ("expansions", "supply", "fits"), [("", 16, True), ("y1", 15, True), ("y12", 14, False)]
)
def test_two_spaces_for_expansions(expansions, supply, fits):
    """QG-01, QG-07: a third one doesn't fit, whatever room there is for tiles."""
    position = at(f"garden 2 1.1 acting:1 display=/b4,b5 stack=4 supply={supply} 15:::{expansions} 15")
    assert ("take blue" in position.choices()) == fits
    assert ("take flower" in position.choices()) == fits
    assert "take plant" in position.choices()


def test_expansions_need_no_space_for_tiles():
    """QG-07: the storage holds 12 tiles, and an expansion fits."""
    position = at("garden 2 1.1 acting:1 display=/b4,y5 stack=4 supply=16 15::12 15")
    assert some(position, "take") == ["blue", "flower"]
    position.play("take blue")
    assert held(position) == ({}, hexagons("b4"), 12)


def test_each_choice_of_copies_is_judged_for_itself():
    """QG-07: only the expansion fits, or only the tile; then there is nothing to ask."""
    position = at("garden 2 1.1 acting:1 display=/b2,b2y4 stack=4 supply=16 15::12 15")
    position.play("take bird")
    assert held(position) == ({}, hexagons("b2"), 12)
    position = at("garden 2 1.1 acting:1 display=/b2,b2y4 stack=4 supply=14 15:::y12 15")
    position.play("take bird")
    assert held(position)[0] == counted("b2")
    position = at("garden 2 1.1 acting:1 display=/b2,b2y4 stack=4 supply=14 15::12:y12 15")
    assert some(position, "take") == []


def test_a_copy_must_leave_room_for_later_ones():
    """QG-07: two spaces, one of them for an expansion; blue as an expansion, yellow then as a tile."""
    position = at("garden 2 1.1 acting:1 display=/b2,/y2,b2y2 stack=3 supply=15 15::11:y1 15")
    position.play("take bird")
    assert position.choices() == ["copy 1", "copy 3"]
    one, other = position.copy(), position.copy()
    one.play("copy 1")
    assert held(one) == (counted("y2"), hexagons("b2y1"), 11)
    other.play("copy 3")
    assert held(other) == (counted("b2"), hexagons("y12"), 11)
    position = at("garden 2 1.1 acting:1 display=/b2,/y2,b2y2 stack=3 supply=15 15::12:y1 15")
    assert "take bird" not in position.choices()


def test_the_top_moves_beside_the_stack():
    """QG-08: with the tiles left on it; four tiles are drawn onto the next one."""
    position = at("garden 2 1.1 acting:1 display=b234y2 stack=5 supply=16 15 15")
    position.play("take blue")
    assert (position.phase, facts(position, "stack", "last_seat")) == ("filling", (4, "seat-1"))
    draw(position, "b1y1g1")
    assert position.phase == "filling"
    draw(position, "G1")
    assert shown(position) == {1: "y2", 2: "b1y1g1G1"}
    assert (position.phase, position.turn, facts(position, "last_seat")) == ("acting", 1, (None,))


def test_the_top_stays_if_nothing_was_taken_from_it():
    """QG-08: tiles and an expansion from beside the stack."""
    position = at("garden 2 1.1 acting:1 display=b2y3,/G2,y14 stack=3 supply=16 15 15")
    position.play("take bird")
    assert shown(position) == {1: "y3", 3: "y14"}
    assert (position.to_dict()["stack"], position.phase, position.turn) == (3, "acting", 1)


def test_nothing_is_refilled_after_the_last_expansion_of_the_stack():
    """QG-08 [ruling]: the display is played empty."""
    position = at("garden 2 1.1 acting:1 display=,,,,b2y3 stack=1 supply=20 15 15")
    position.play("take bird")
    assert (position.to_dict()["stack"], shown(position)) == (0, {5: "y3"})
    assert (position.phase, position.turn) == ("acting", 1)


def test_expansions_without_tiles_are_turned_up():
    """QG-09: in the order of their numbers, any that nobody has seen; from the next turn on it is there."""
    position = at("garden 2 1.1 acting:1 display=b2,y2,y34 stack=3 supply=15 15:::P6 15")
    position.play("take bird")
    unseen = [name for name in HEXAGONS if name != "lily-dark-purple"]
    assert (position.phase, facts(position, "last_seat")) == ("revealing", ("seat-1",))
    assert position.weights() == {f"reveal {name}": 1 for name in unseen}
    position.play("reveal flower-dark-green")
    assert shown(position) == {1: "/G4", 2: "/", 3: "y34"}
    assert "reveal flower-dark-green" not in position.choices()
    position.play("reveal bird-light-green")
    assert shown(position) == {1: "/G4", 2: "/g2", 3: "y34"}
    assert (position.phase, position.turn) == ("acting", 1)
    assert some(position, "take") == [
        "yellow",
        "light-green",
        "dark-green",
        "bird",
        "butterfly",
        "flower",
    ]


def test_the_new_top_is_filled_before_expansions_are_turned_up():
    """QG-09, QG-08: an emptied top moves aside, the next gets its tiles, then the first is turned up."""
    position = at("garden 2 1.1 acting:1 display=b2y2 stack=5 supply=16 15 15")
    position.play("take bird")
    assert position.phase == "filling"
    draw(position, "b1y1g1G1")
    assert (position.phase, shown(position)) == ("revealing", {1: "/", 2: "b1y1g1G1"})
    position.play("reveal lily-blue")
    assert shown(position) == {1: "/b6", 2: "b1y1g1G1"}


def test_the_top_of_the_stack_is_not_turned_up():
    """QG-09: the stack aside, whatever is taken elsewhere."""
    position = at("garden 2 1.1 acting:1 display=b2,y14 stack=4 supply=16 15 15")
    position.play("take bird")
    position.play("reveal lily-blue")
    assert shown(position) == {1: "/b6", 2: "y14"}


def scarce(second, third, tower=""):
    """Few tiles are left in bag and tower: told are the tiles of seat-2, and all of seat-3 but its places."""
    return at(
        f"garden 3 4.1 acting:1 tower={tower} display=y6g6,b5y5g5G5 stack=6 supply=17 "
        f"15:b1234:0::{EACH_ONCE} 15:{second}:0::{EACH_ONCE} 15:{third}:*,*"
    )


def with_an_empty_bag():
    """No tile is left to be drawn."""
    position = scarce("b6y1234g1234G123", "G46p123456P1234:0::P56")
    assert facts(position, "bag", "tower") == ({}, {})
    return position


def with_a_last_tile():
    """A yellow tree is left to be drawn."""
    position = scarce("b6y234g1234G1234", "G6p123456P12345:0::P6")
    assert facts(position, "bag", "tower") == (counted("y1"), {})
    return position


def test_the_tower_is_poured_when_the_bag_is_empty():
    """QG-10: one tile from the bag, then the tower's tiles are in it."""
    position = scarce("g1234G12346p123", "p456P123456:0::", "y1234")
    assert facts(position, "bag", "tower") == (counted("b6"), counted("y1234"))
    rows = list(position.play("take blue"))
    assert not story_of(rows, "poured")
    rows = list(position.play("draw lily-blue"))
    assert [(row["piece"], row["from"], row["to"]) for row in story_of(rows, "poured")] == [
        (name, "tower", "bag") for name in hexagons("y1234")
    ]
    assert position.weights() == dict.fromkeys(pieces("draw", "y1234"), 1)
    draw(position, "y134")
    assert shown(position)[3] == "b6y134"
    assert facts(position, "bag", "tower") == (counted("y2"), {})


def test_the_tower_stays_while_the_bag_has_tiles():
    """QG-10: the four tiles of the bag are enough; nothing is poured before it is needed."""
    position = scarce("g1234G12346p123", "p456P12345:0::", "P6")
    position.play("take blue")
    draw(position, "b6y123")
    assert facts(position, "bag", "tower") == (counted("y4"), counted("P6"))
    position = scarce("y4g1234G12346p12", "p3456P12345:0::", "P6")
    position.play("take blue")
    draw(position, "b6y123")
    assert facts(position, "bag", "tower") == ({}, counted("P6"))


@pytest.mark.parametrize(
    ("tower", "second", "third", "left"),
    [
        ("", "b6y234g1234G1234", "G6p123456P12345:0::P6", "y1"),
        ("y2", "b6y34g1234G12346", "p123456P123456:0::", "y12"),
        ("y23", "b6y4g1234G12346p1", "p23456P123456:0::", "y123"),
    ],
)
def test_fewer_than_four_tiles(tower, second, third, left):
    """QG-10: those that are there lie on the new top."""
    position = scarce(second, third, tower)
    assert facts(position, "bag", "tower") == (counted("y1"), counted(tower))
    position.play("take blue")
    draw(position, left)
    assert (position.phase, position.turn) == ("acting", 1)
    assert shown(position)[3] == left
    assert facts(position, "bag", "tower", "stack") == ({}, {}, 5)


def test_a_short_top_is_not_filled_up_later():
    """QG-10: tiles reach the tower, the short top stays; the next top gets what there is then."""
    position = with_a_last_tile()
    play(position, "take blue", "draw tree-yellow")
    play(position, "pass", f"discard {next(iter(seat(position, 2)['tiles']))}", "done")
    play(position, "pass", "done")
    assert sum(position.to_dict()["tower"].values()) == 1
    play(position, "take lily")
    assert shown(position)[3] == "y1"
    assert position.phase == "revealing"
    play(position, "reveal lily-blue")
    assert sum(position.to_dict()["tower"].values()) == 1
    position.play("take tree")
    assert (position.phase, position.to_dict()["tower"]) == ("filling", {})
    [only] = position.choices()
    position.play(only)
    assert position.phase == "revealing"
    position.play("reveal lily-yellow")
    assert only == f"draw {hexagon(shown(position)[4])}"
    assert (position.phase, position.turn) == ("acting", 0)


def test_without_any_tile_the_rest_of_the_stack_is_laid_out():
    """QG-10: all face up, in the order of their numbers; the display is played without a stack."""
    position = with_an_empty_bag()
    rows = list(position.play("take blue"))
    assert len(story_of(rows, "stack ended")) == 1
    assert (position.phase, position.to_dict()["stack"]) == ("revealing", 0)
    for number, code in enumerate(("P1", "P2", "P3", "P4", "P5"), 3):
        assert shown(position)[number] == "/"
        position.play(f"reveal {hexagon(code)}")
        assert shown(position)[number] == f"/{code}"
    assert shown(position) == {1: "y6g6", 2: "y5g5G5", 3: "/P1", 4: "/P2", 5: "/P3", 6: "/P4", 7: "/P5"}
    assert (position.phase, position.turn) == ("acting", 1)


def test_tiles_that_reach_the_tower_later_do_not_return():
    """QG-10: the stack has been laid out, then tiles are discarded, then the display loses tiles."""
    position = with_an_empty_bag()
    play(position, "take blue", *pieces("reveal", "P12345"))
    play(position, "pass", f"discard {next(iter(seat(position, 2)['tiles']))}", "done")
    play(position, "pass", "done")
    position.play("take light-green")
    assert (position.phase, position.turn) == ("acting", 0)
    assert shown(position) == {1: "y6", 2: "y5G5", 3: "/P1", 4: "/P2", 5: "/P3", 6: "/P4", 7: "/P5"}
    assert sum(position.to_dict()["tower"].values()) == 1


# ------------------------------------------------------------------------------------------------
# B) Place a tile


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_tile_costs_its_value_itself_included(value):
    """QG-11: value - 1 further hexagons, here jokers."""
    code = f"b{value}"
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:{code}:{value - 1} 15")
    play(position, f"place {hexagon(code)}", "at fountain-e")
    assert held(position) == ({}, [], 0)
    assert (garden(position), position.turn) == ({"fountain-e": code}, 1)
    if value > 1:
        position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:{code}:{value - 2} 15")
        assert some(position, "place") == []


@pytest.mark.parametrize(
    ("others", "payable"),
    [
        ("y3g3", "y3g3"),
        ("b46", "b46"),
        ("y3b4", ""),
        ("b3y3", ""),
        ("b33", ""),
        ("y33", ""),
        ("b44", ""),
        ("y4g4", ""),
        ("y33g3", "y3g3"),
        ("y3g3b4", "y3g3"),
        ("y3b45G1", "b45"),
    ],
)
def test_one_pattern_in_different_colours_or_one_colour_with_different_patterns(others, payable):
    """QG-12: no two are identical, the placed one included."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b3{others}:0 15")
    assert ("place butterfly-blue" in position.choices()) == bool(payable)
    if payable:
        play(position, "place butterfly-blue", "at fountain-e")
        assert position.choices() == pieces("pay", payable)
        position.play(position.choices()[0])  # the other one is the only one left
        assert (position.turn, position.to_dict()["tower"]) == (1, counted(payable))


def test_the_first_piece_of_a_payment_decides():
    """QG-12: colours after a colour, patterns after a pattern; a joker leaves both open."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b345y3g3G1:1 15")
    play(position, "place butterfly-blue", "at fountain-e")
    every = [*pieces("pay", "b45y3g3"), "pay-joker"]
    assert (position.phase, position.choices()) == ("paying", every)
    for first, then in (("y3", "g3"), ("b4", "b5")):
        here = position.copy()
        here.play(f"pay {hexagon(first)}")
        assert here.choices() == [*pieces("pay", then), "pay-joker"]
        assert here.to_dict()["action"]["paid"] == {"tiles": counted(first), "expansions": [], "jokers": 0}
    position.play("pay-joker")
    assert position.choices() == every[:-1]


def test_only_what_can_be_completed_is_offered():
    """QG-12: one of the colour is there, but not three; so the colour can't be begun."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b45y4g4G4:0 15")
    play(position, "place flower-blue", "at fountain-e")
    assert position.choices() == pieces("pay", "y4g4G4")
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b45y4g4G4p4:1 15")
    play(position, "place flower-blue", "at fountain-e")
    assert position.choices() == [*pieces("pay", "y4g4G4p4"), "pay-joker"]


def test_tiles_go_to_the_tower_and_expansions_under_the_supply():
    """QG-13, QG-14: tiles, an expansion and jokers mixed in one payment; jokers go back to the pool."""
    position = at("garden 2 1.1 acting:1 display=y1 stack=5 supply=14 15:b5y5g5:2:G5P1 15")
    supply = position.to_dict()["supply"]
    play(position, "place plant-blue", "at fountain-e")
    assert position.choices() == [*pieces("pay", "y5g5"), *pieces("pay-expansion", "G5"), "pay-joker"]
    play(position, "pay-expansion plant-dark-green", "pay plant-yellow", "pay-joker")
    assert position.choices() == ["pay plant-light-green", "pay-joker"]
    paid = {"tiles": counted("y5"), "expansions": hexagons("G5"), "jokers": 1}
    assert position.to_dict()["action"]["paid"] == paid
    assert facts(position, "tower", "supply") == ({}, supply)
    position.play("pay-joker")
    assert facts(position, "tower", "supply") == (counted("y5"), supply + 1)
    assert held(position) == (counted("g5"), hexagons("P1"), 0)
    assert garden(position) == {"fountain-e": "b5"}


def test_a_tile_and_an_expansion_that_are_identical():
    """QG-12, QG-13: two pieces to choose from, but only one of them can be used."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b2y2:0:y2 15")
    play(position, "place bird-blue", "at fountain-e")
    assert position.choices() == ["pay bird-yellow", "pay-expansion bird-yellow"]
    position.play("pay-expansion bird-yellow")
    assert held(position)[:2] == (counted("y2"), [])
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b3y3:0:y3 15")
    assert "place butterfly-blue" not in position.choices()
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b2:0:b2 15")
    assert "place bird-blue" not in position.choices()


def test_a_joker_is_not_placed():
    """QG-14: with jokers alone in the storage nothing can be placed."""
    position = at("garden 2 1.1 acting:1 display=y1 stack=5 supply=16 15::12 15")
    assert position.choices() == ["buy", "pass"]


def test_jokers_only_is_one_choice():
    """QG-14: nothing is asked after the space; they are gone."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b6:7 15")
    play(position, "place lily-blue", "at fountain-e")
    assert (held(position), position.turn) == (({}, [], 2), 1)


def test_the_space_must_be_free():
    """QG-15: on the fountain board or an expansion, face down with its centre; never on a pavilion."""
    near_others = {space for taken in ("fountain-nw", "w-centre", "w-e") for space in near(taken)}
    found = sites(
        at("garden 2 1.1 acting:1 display=P6 stack=5 supply=14 15:b1:::.2y1,.G6,,,P1g1:G6-e,,,* 15"), "b1"
    )
    rims = [f"{place}-{side}" for place in ("e", "w") for side in DIRECTIONS]
    free = [space for space in FOUNTAIN + rims if space not in ("fountain-nw", "w-e", "e-e")]
    allowed = [space for space in free if space not in near("e-e") or space in near_others]
    assert found == [space for space in SPACES if space in allowed]


def test_the_centre_of_a_face_down_expansion():
    """QG-15: it is a space like any other, with six neighbours on the rim."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b1::::* 15")
    assert "e-centre" in sites(position, "b1")
    play(position, "place tree-blue", "at e-centre")
    assert garden(position) == {"e-centre": "b1"}
    assert sites(at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b1:::,y2:* 15"), "b1") == FOUNTAIN


@pytest.mark.parametrize(
    ("code", "lying", "fits"),
    [("b1", "g1", True), ("b1", "b6", True), ("b5", "b6", True), ("b5", "P5", True), ("y2", "b6", False)],
)
def test_beside_a_hexagon_of_the_same_pattern_or_colour(code, lying, fits):
    """QG-16: a space without neighbours is always allowed, others with one alike in one respect."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:{code}:11::{lying} 15")
    expected = FOUNTAIN[1:] if fits else ["fountain-nw", "fountain-w", "fountain-sw"]
    assert sites(position, code) == expected


def test_one_neighbour_that_fits_is_enough():
    """QG-16: the other neighbour shares nothing."""
    assert sites(at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b1:::b6.P5 15"), "b1") == [
        "fountain-ne",
        "fountain-sw",
        "fountain-se",
    ]


def test_never_beside_an_identical_one():
    """QG-16: nor if another neighbour fits."""
    assert sites(at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b1:::b1.b2 15"), "b1") == [
        "fountain-w",
        "fountain-sw",
    ]


def test_neighbours_on_another_board():
    """QG-16, QG-18: adjacency crosses boards, and printed hexagons count."""
    found = sites(
        at("garden 2 1.1 acting:1 display=P6 stack=5 supply=14 15:b1:::,.4b1,.5y3:b1-w,y3-sw 15"), "b1"
    )
    assert "fountain-e" not in found  # beside e-w
    assert "fountain-ne" not in found  # beside ne-sw
    assert "fountain-se" in found


def test_an_identical_hexagon_in_the_group_directly():
    """QG-17: blue from e to w; a second tree-blue at its end would be in the group of blue."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b14:::b12 15")
    assert "fountain-nw" not in sites(position, "b1")
    assert "fountain-nw" in sites(position, "b4")
    # The same by pattern.
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b1G1:::b1y1 15")
    assert "fountain-nw" not in sites(position, "b1")
    assert "fountain-nw" in sites(position, "G1")


def test_a_tile_may_not_join_groups_with_identical_hexagons():
    """QG-17: tree-blue lies in both groups of blue; the tile between them is neither."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b3y3:2::b1.b1 15")
    assert "fountain-ne" not in sites(position, "b3")
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b3y3:2::b1.b2 15")
    assert "fountain-ne" in sites(position, "b3")
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:y1:::b1.b1 15")
    assert "fountain-ne" not in sites(position, "y1")


def test_a_tile_may_not_join_groups_through_a_third():
    """QG-17: two groups far apart hold tree-blue, and a third one leads from the tile to one of them."""
    # Beside fountain-sw lie b4 (w) and b2 (se), which leads to b1 (e); b4 leads over w-e to w-ne.
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b6:5::b1.2b4.b2,,,,.b51:,,,* 15")
    assert "fountain-sw" not in sites(position, "b6")
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b6:5::b1.2b4.b2,,,,.b53:,,,* 15")
    assert "fountain-sw" in sites(position, "b6")


def test_three_groups_joined_at_once():
    """QG-17: the first and the third of three groups hold an identical hexagon, the second none."""
    # Around the centre lie e-e, e-nw and e-sw, no two of which touch.
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b3:2::,.b2.b1.b2:* 15")
    assert "e-centre" not in sites(position, "b3")
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b3:2::,.b2.b1.b4:* 15")
    assert "e-centre" in sites(position, "b3")


def test_a_group_may_hold_an_identical_hexagon_elsewhere():
    """QG-17: they are not connected, or connected through neither colour nor pattern."""
    # y5 is beside; b1 - y1 - y5 - b1? It shares nothing with y5.
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b1:::b1y15 15")
    assert "fountain-w" not in sites(position, "b1")
    # Beside b5 (w-e), whose group has no other tree.
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b1:::b1y15,,,,.b5:,,,* 15")
    assert "fountain-w" in sites(position, "b1")


def test_a_group_is_checked_in_both_respects():
    """QG-17: sound by colour, not by pattern, and the other way round."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b1:::y1b1.b3 15")
    assert "fountain-se" not in sites(position, "b1")  # y1 leads to b1
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b1:::b31 15")
    assert "fountain-se" not in sites(position, "b1")  # b3 leads to b1


# ------------------------------------------------------------------------------------------------
# Surrounding


def test_the_fountain_brings_a_joker():
    """QG-18: at once, when the sixth space is filled."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b2:1::b1345.b6 15")
    rows = list(position.play("place bird-blue"))  # there is no other space
    assert (garden(position)["fountain-sw"], held(position)[2]) == ("b2", 1)
    assert [row["count"] for row in story_of(rows, "surrounded", "jokers received")] == [1, 1]


@pytest.mark.parametrize(
    ("missing", "mine"),
    [
        ("fountain-e", ".b1,.3b34,.5b56:*,*"),
        ("fountain-ne", ".2b1,,.4b34,.b5.4b6:,*,*"),
        ("fountain-nw", ".3b1,,,.5b34,.b56:,,*,*"),
        ("fountain-w", ".4b1,,,,.b3.4b4,.2b56:,,,*,*"),
        ("fountain-sw", ".5b1,,,,,.b34,.3b56:,,,,*,*"),
        ("fountain-e", ".5b1,.4b34,,,,,.2b56:*,,,,,*"),
    ],
)
def test_a_statue_or_a_bench_brings_two_jokers(missing, mine):
    """QG-18: its six spaces lie on three boards."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=14 15:b2:1::{mine} 15")
    play(position, "place bird-blue", f"at {missing}")
    assert held(position)[2] == 2


@pytest.mark.parametrize("place", DIRECTIONS)
def test_a_pavilion_brings_three_jokers(place):
    """QG-18: the printed hexagon counts as a tile."""
    before = "," * DIRECTIONS.index(place)
    mine = f"15:b2:1::{before},.b1.b3456:{before}b1-e"
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=15 {mine} 15")
    play(position, "place bird-blue", f"at {place}-ne")
    assert held(position)[2] == 3


@pytest.mark.parametrize("centre", [".", "y3"])
def test_the_centre_of_a_face_down_expansion_is_no_pavilion(centre):
    """QG-18, QG-21: a full rim brings nothing, with the centre empty or not."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:b2:1::,{centre}b1.b3456:* 15")
    play(position, "place bird-blue", "at e-ne")
    assert (garden(position)["e-ne"], held(position)[2]) == ("b2", 0)


def test_five_of_six_are_not_enough():
    """QG-18: and a feature that was surrounded before brings nothing again."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b2:1::b1345 15")
    play(position, "place bird-blue", "at fountain-sw")
    assert held(position)[2] == 0
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:y2:1::b123456:* 15")
    play(position, "place bird-yellow", "at e-e")
    assert held(position)[2] == 0


ALL_BUT_E_W = "b13456y1,.P1y23.y45,.y6g12345,,,,.g6G12345:P1-e,*,,,,*"
"""All spaces around the fountain, and of three places; e has a pavilion."""


def test_a_tile_that_completes_the_fountain_and_two_tips():
    """QG-18: 1 + 2 + 2 jokers at once."""
    position = at(
        "garden 2 1.1 acting:1 display=P6 stack=5 supply=13 "
        "15:b2:1::.b13456,.y123456,.g123456,,,,.G123456:*,*,,,,* 15"
    )
    rows = play(position, "place bird-blue", "at fountain-e")
    assert sorted(row["count"] for row in story_of(rows, "surrounded")) == [1, 2, 2]
    assert held(position)[2] == 5


def test_a_tile_that_completes_a_pavilion_and_two_tips():
    """QG-18: 3 + 2 + 2, the most there is."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=13 15:b2:1::{ALL_BUT_E_W} 15")
    rows = play(position, "place bird-blue", "at e-w")
    assert sorted(row["count"] for row in story_of(rows, "surrounded")) == [2, 2, 3]
    assert held(position)[2] == 7


def test_jokers_that_find_no_space_are_lost():
    """QG-19: piece and payment leave first: 12 - 2 = 10, and two of seven jokers are received."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=13 15:b2y33445566P11:1::{ALL_BUT_E_W} 15")
    rows = play(position, "place bird-blue", "at e-w")
    assert (sum(held(position)[0].values()), held(position)[2]) == (10, 2)
    assert [row["count"] for row in story_of(rows, "jokers received", "jokers lost")] == [2, 5]


def test_jokers_fill_the_storage_exactly():
    """QG-19: seven for seven spaces; none is lost."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=13 15:b2y33445:1::{ALL_BUT_E_W} 15")
    rows = play(position, "place bird-blue", "at e-w")
    assert held(position)[2] == 7
    assert not story_of(rows, "jokers lost")


def test_a_new_expansion_surrounds_nothing():
    """QG-19, QG-20: all around the tip is full, but for the two spaces of the new expansion."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=14 15::0:b1:b34,,.5b56:,* 15")
    play(position, "expand tree-blue", "on e", "turned w")
    assert (held(position)[2], garden(position)["e-w"]) == (0, "b1")


# ------------------------------------------------------------------------------------------------
# C) Place an expansion


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_an_expansion_costs_the_value_of_its_hexagon(value):
    """QG-20: paid as tiles are, itself included."""
    code = f"b{value}"
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15::{value - 1}:{code} 15")
    assert some(position, "expand") == hexagons(code)
    play(position, f"expand {hexagon(code)}")
    assert (position.phase, some(position, "on")) == ("placing", list(DIRECTIONS))
    position.play("on sw")
    assert (position.phase, some(position, "turned")) == ("turning", list(DIRECTIONS))
    position.play("turned ne")
    assert held(position) == ({}, [], 0)
    expected = {"expansion": hexagon(code), "turned": "ne"}
    assert (seat(position, 1)["places"]["sw"], garden(position)) == (expected, {"sw-ne": code})
    assert position.turn == 1
    if value > 1:
        position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15::{value - 2}:{code} 15")
        assert some(position, "expand") == []


def test_an_expansion_is_paid_with_tiles_and_another_expansion():
    """QG-20, QG-13: never with an identical tile."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=14 15:b3g3:0:b3y3 15")
    supply = position.to_dict()["supply"]
    play(position, "expand butterfly-blue", "on e", "turned e")
    assert position.choices() == ["pay butterfly-light-green", "pay-expansion butterfly-yellow"]
    position.play("pay-expansion butterfly-yellow")
    assert held(position) == (counted("b3"), [], 0)
    assert facts(position, "tower", "supply") == (counted("g3"), supply + 1)


def test_an_expansion_goes_to_a_free_place():
    """QG-20, QG-22: not where one lies, face up or down."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=13 15:::b1:,,,,.4y6:*,,,y6-w 15")
    position.play("expand tree-blue")
    assert some(position, "on") == ["ne", "nw", "sw", "se"]
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=9 50:::b1::*,*,*,*,*,* 15")
    assert some(position, "expand") == []
    assert "buy" not in position.choices()


def test_a_printed_hexagon_beside_a_neighbour():
    """QG-20, QG-16: the hexagon on fountain-e touches only the west side of place e."""
    for lying, turns in (
        ("y1", list(DIRECTIONS)),  # the same pattern
        ("b6", list(DIRECTIONS)),  # the same colour
        ("b1", ["e", "ne", "nw", "sw", "se"]),  # identical
        ("y6", ["e", "ne", "nw", "sw", "se"]),  # nothing in common
    ):
        position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:::b1:{lying} 15")
        play(position, "expand tree-blue", "on e")
        assert some(position, "turned") == turns


def test_a_printed_hexagon_may_not_join_groups_with_identical_ones():
    """QG-20, QG-17: through e-w, the hexagon would join the group of blue with another tree in it."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:::b1:b31 15")
    play(position, "expand tree-blue", "on e")
    assert "w" not in some(position, "turned")
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:::b1:b32 15")
    play(position, "expand tree-blue", "on e")
    assert "w" in some(position, "turned")


def test_the_rim_of_a_new_expansion_can_be_used():
    """QG-20, QG-15: five spaces, the pavilion isn't one."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=15 15:y1::b1 15")
    play(position, "expand tree-blue", "on e", "turned e", "pass")
    assert sites(position, "y1") == [*FOUNTAIN, "e-ne", "e-nw", "e-w", "e-sw", "e-se"]


@pytest.mark.parametrize(("score", "can_buy"), [(5, False), (6, True), (7, True)])
def test_a_face_down_expansion_costs_6_points(score, can_buy):
    """QG-21 [ruling]: with at least 6 points."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=16 {score}:b1 15")
    assert ("buy" in position.choices()) == can_buy
    if can_buy:
        supply, unseen = facts(position, "supply", "unseen")
        position.play("buy")
        assert (position.phase, some(position, "on")) == ("placing", list(DIRECTIONS))
        position.play("on nw")
        assert seat(position, 1)["score"] == score - 6
        assert seat(position, 1)["places"] == dict.fromkeys(DIRECTIONS) | {"nw": "down"}
        assert facts(position, "supply", "unseen") == (supply - 1, unseen)
        assert (garden(position), position.turn) == ({}, 1)
        position.play("pass")
        assert [space for space in sites(position, "b1") if space.startswith("nw")] == [
            "nw-centre",
            *(f"nw-{side}" for side in DIRECTIONS),
        ]


def test_an_empty_supply():
    """QG-21 [ruling]: nothing can be bought from it; a single one can."""
    position = at("garden 4 1.1 acting:1 display=P6 stack=8 supply=0 15:::::* 15:::::* 15:::::* 15:::::*")
    assert (position.to_dict()["supply"], "buy" in position.choices()) == (0, False)
    position = at("garden 4 1.1 acting:1 display=P6 stack=8 supply=1 15:::::* 15:::::* 15:::::* 15")
    assert (position.to_dict()["supply"], "buy" in position.choices()) == (1, True)
    play(position, "buy", "on w")
    assert position.to_dict()["supply"] == 0
    assert "buy" not in position.choices()


# ------------------------------------------------------------------------------------------------
# D) Pass


def test_passing_is_always_possible():
    """QG-23: and the only choice if nothing else is."""
    assert "pass" in at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15 15").choices()
    position = at("garden 2 1.1 acting:1 display=y1 stack=5 supply=16 5::12 15")
    assert (position.phase, position.choices()) == ("acting", ["pass"])


def test_a_forced_pass_with_discards():
    """QG-23: it is announced, and something may be discarded."""
    position = at("garden 2 1.1 acting:1 display=p1 stack=5 supply=16 5:b666y666g666G666:0::b12345y1 15")
    assert position.choices() == ["pass"]
    position.play("pass")
    assert position.choices() == [*pieces("discard", "b6y6g6G6"), "done"]
    position.play("discard lily-yellow")
    assert (seat(position, 1)["score"], position.to_dict()["tower"]) == (0, counted("y6"))


def test_discarding_on_passing():
    """QG-23: any number for minus their value, no jokers; tiles to the tower, expansions under the supply."""
    position = at(
        "garden 3 1.3 acting:1 starting-tile=3 display=P6 stack=7 supply=6 30:b22y5:2:G4P1 15 15::::::passed"
    )
    supply = position.to_dict()["supply"]
    position.play("pass")
    assert position.phase == "discarding"
    assert position.choices() == [
        *pieces("discard", "b2y5"),
        *pieces("discard-expansion", "G4P1"),
        "done",
    ]
    play(position, "discard plant-yellow", "discard bird-blue", "discard-expansion flower-dark-green")
    assert seat(position, 1)["score"] == 30 - 5 - 2 - 4
    assert position.choices() == ["discard bird-blue", "discard-expansion tree-dark-purple", "done"]
    position.play("done")
    assert held(position) == (counted("b2"), hexagons("P1"), 2)
    assert facts(position, "tower", "supply") == (counted("b2y5"), supply + 1)
    assert (position.turn, position.phase) == (1, "acting")


def test_with_nothing_to_discard_nothing_is_asked():
    """QG-23: jokers can't be discarded; the turn is over, also after the last piece."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15::5 15")
    position.play("pass")
    assert (position.turn, position.phase, held(position)[2]) == (1, "acting", 5)
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 15:b1:5 15")
    play(position, "pass", "discard tree-blue")
    assert (position.turn, position.phase) == (1, "acting")


def test_the_first_to_pass():
    """QG-24: takes the starting-player tile and loses a point; the others lose nothing."""
    position = at("garden 3 1.1 acting:1 display=P6 stack=7 supply=8 15 15 15")
    assert position.to_dict()["starting_tile"] == "supply"
    position.play("pass")
    assert (position.scores, position.to_dict()["starting_tile"]) == ([14, 15, 15], "seat-1")
    position.play("pass")
    assert (position.scores, position.to_dict()["starting_tile"]) == ([14, 15, 15], "seat-1")


def test_who_has_passed_takes_no_more_actions():
    """QG-25: the others go on, clockwise; the storage is kept."""
    position = at("garden 3 1.1 acting:1 display=P6 stack=7 supply=8 15:b1y1g1 15:b6 15:P11")
    play(position, "place tree-blue", "at fountain-e", "pass", "done")
    assert [entry["passed"] for entry in position.to_dict()["seats"]] == [False, True, False]
    play(position, "place tree-dark-purple", "at fountain-e")
    assert position.turn == 0
    play(position, "place tree-yellow", "at fountain-ne")
    assert (position.turn, held(position, 2)[0]) == (2, counted("b6"))
    play(position, "pass", "done")
    assert position.turn == 0
    play(position, "place tree-light-green", "at fountain-nw")
    assert position.turn == 0
    position.play("pass")
    assert (position.round, held(position, 2)[0]) == (2, counted("b6"))


@pytest.mark.parametrize(("score", "left"), [(0, 0), (1, 0), (3, 0), (8, 1), (20, 13)])
def test_no_score_falls_below_0(score, left):
    """QG-26 [ruling]: neither by the first pass (1) nor by a discard (6)."""
    position = at(f"garden 2 1.1 acting:1 display=P6 stack=5 supply=16 {score}:b6 15")
    position.play("pass")
    assert seat(position, 1)["score"] == max(0, score - 1)
    position.play("discard lily-blue")
    assert seat(position, 1)["score"] == left


def test_losses_at_0_points_in_the_story():
    """QG-26, QG-23, QG-24: what is lost is what is told."""
    position = at("garden 2 1.1 acting:1 display=P6 stack=5 supply=16 2:b6 15")
    rows = play(position, "pass", "discard lily-blue")
    assert [row["points"] for row in rows if row["points"]] == [-1, -1]
    assert [row["clause"] for row in story_of(rows, "passed")] == ["QG-23"]


# ------------------------------------------------------------------------------------------------
# Phase 2: round scoring


def test_three_criteria_of_the_round():
    """QG-27: dark green 1 + 5, blue 1 + 4, trees 1 + 1 + 1; a hexagon can score twice."""
    position = scored(
        "garden 2 1.9 acting:1 starting-tile=2 display=P6 stack=5 supply=16 10::::b14G15y1 15::::::passed"
    )
    assert position.scores[0] == 10 + (1 + 5) + (1 + 4) + (1 + 1 + 1)


@pytest.mark.parametrize(
    ("round", "side", "points"),
    [
        (1, "A", {"dark-green": 21, "blue": 21, "tree": 6}),
        (2, "A", {"yellow": 21, "bird": 12, "butterfly": 18}),
        (3, "A", {"light-green": 21, "light-purple": 21, "flower": 24}),
        (4, "A", {"dark-purple": 21, "plant": 30, "lily": 36}),
        (1, "B", {"dark-green": 21, "blue": 21, "tree": 36}),
        (2, "B", {"yellow": 21, "bird": 30, "butterfly": 24}),
        (3, "B", {"light-green": 21, "light-purple": 21, "flower": 18}),
        (4, "B", {"dark-purple": 21, "plant": 12, "lily": 6}),
    ],
)
def test_the_wheel_of_both_sides(round, side, points):
    """QG-27, QG-35 [ruling]: a garden with one of each hexagon; side B brings 7 - value for patterns."""
    line = f"garden 2 side={side} {round}.9 acting:1 starting-tile=2 display=P6 stack=5"
    rows = end_round(at(f"{line} supply={6 + 5 * round} 0::0::{EACH_ONCE} 15::::::passed"))
    found = [row["points"] for row in story_of(rows, "criterion") if row["seat"] == 0]
    assert found == list(points.values())
    criteria = [*COLOURS.values(), *PATTERNS]
    told = [criteria[row["count"]] for row in story_of(rows, "criterion") if row["seat"] == 0]
    assert told == list(points)


def test_printed_hexagons_score():
    """QG-27, QG-28: the printed tree-blue twice, and a point for the pavilion."""
    position = scored(
        "garden 2 1.9 acting:1 starting-tile=2 display=P6 stack=5 supply=15 10::::,.b1:b1-e 15::::::passed"
    )
    assert position.scores[0] == 10 + 1 + 1 + 1


def test_storages_and_other_gardens_score_nothing():
    """QG-27: each player for the own garden; passing last costs nothing."""
    position = scored(
        "garden 2 1.9 acting:1 starting-tile=2 display=P6 stack=5 supply=16 10:b1G1 20::::b6::passed"
    )
    assert position.scores == [10, 26]


@pytest.mark.parametrize(
    ("side", "round", "points"),
    [("A", 1, 20 + 2), ("A", 2, 2 * 2 + 3), ("A", 3, 0), ("B", 1, 20 + 2)],
)
def test_an_own_wheel(side, round, points):
    """QG-27 [ruling]: players set criteria and points per hexagon; value is the hexagon's own."""
    wheel = "tree+20,dark-green+0,bird+value;blue+2,lily+1,plant+3;"
    wheel += "yellow+value,flower+4,butterfly+5;light-green+1,light-purple+2,dark-purple+3"
    line = f"garden 2 side={side} wheel={wheel} {round}.9 acting:1 starting-tile=2 display=P6 stack=5"
    assert scored(f"{line} supply={11 + 5 * round} 10::::b12.G5 15::::::passed").scores[0] == 10 + points


def test_visible_pavilions():
    """QG-28 [ruling]: a point for each face-up expansion, surrounded or not; none for one face down."""
    line = "garden 2 1.9 acting:1 starting-tile=2 display=P6 stack=5"
    assert scored(f"{line} supply=13 10::::,.P2,.2P3:P2-e,P3-ne,,* 15::::::passed").scores[0] == 12
    assert scored(f"{line} supply=15 10::::,.P23456y5:P2-e 15::::::passed").scores[0] == 11


# ------------------------------------------------------------------------------------------------
# Phase 3: next round


def test_the_display_is_cleared():
    """QG-29: tiles to the tower; expansions of the display and the stack, face up or down, to the supply."""
    position = at(
        "garden 2 1.9 acting:1 starting-tile=2 tower=b1 display=b22,/b6,,y34 stack=2 supply=17 15 "
        "15::::::passed"
    )
    supply, unseen = facts(position, "supply", "unseen")
    position.play("pass")
    assert facts(position, "tower") == (counted("b122y34"),)
    assert facts(position, "supply", "stack", "round") == (supply + 4, 5, 2)
    assert position.to_dict()["unseen"] == unseen
    assert shown(position) == {1: "/"}
    assert position.phase == "filling"


def test_the_wheel_moves_one_step():
    """QG-29: round by round, until the fourth."""
    position = at(
        "garden 2 wheel=dark-green+0,blue+0,tree+0;yellow+0,bird+0,butterfly+0;light-green+0,"
        "light-purple+0,flower+0;dark-purple+0,plant+0,lily+0 1.1 acting:1 display=P6 stack=5 supply=16 "
        "15 15"
    )
    for number in (1, 2, 3, 4):
        assert position.round == number
        rows = play(position, "pass", "pass")
        if number < 4:
            turned = story_of(rows, "wheel turned")
            assert [row["count"] for row in turned] == [number + 1]
            draw(position, "".join(f"{colour}{number}" for colour in "bygp"))
    assert position.over


def test_the_next_stack_and_who_begins():
    """QG-30, QG-24: four tiles on the top; the first to pass begins, and nobody has passed."""
    position = at("garden 2 1.9 acting:1 starting-tile=2 display=P6 stack=5 supply=16 15 15::::::passed")
    position.play("pass")
    assert facts(position, "starter", "starting_tile", "last_seat") == ("seat-2", "supply", None)
    assert not any(entry["passed"] for entry in position.to_dict()["seats"])
    draw(position, "y1g1G1p1")
    assert shown(position) == {1: "y1g1G1p1"}
    assert (position.turn, position.phase) == (1, "acting")


@pytest.mark.parametrize("holder", [1, 2, 3])
def test_the_holder_of_the_starting_player_tile_begins(holder):
    """QG-30: whoever it is, of three."""
    if holder == 1:
        position = at("garden 3 1.1 acting:1 display=P6 stack=7 supply=8 15 15 15")
        play(position, "pass", "pass", "pass")
    else:
        line = f"garden 3 1.9 acting:1 starting-tile={holder} display=P6 stack=7 supply=8"
        position = at(f"{line} 15 15::::::passed 15::::::passed")
        position.play("pass")
    draw(position, "y1g1G1p1")
    assert position.turn == holder - 1


def test_a_new_round_with_few_tiles():
    """QG-30, QG-10: bag and tower hold three in all, the display two of them."""
    position = at(
        "garden 3 3.9 acting:1 starting-tile=2 display=y6g6 stack=7 supply=13 "
        "15:b123456y123P56:0::b123456,y123456g1,g23456G12,G3456p123,p456P1234:*,*,*,* "
        "15:y45g12345G12P56:0::b123456,y123456g1,g23456G12,G3456p123,p456P1234:*,*,*,*:passed "
        "15:G3456p123456P1:0::P2346:*:passed"
    )
    end_round(position)
    assert position.weights() == {"draw plant-dark-purple": 1}
    position.play("draw plant-dark-purple")
    assert position.weights() == dict.fromkeys(pieces("draw", "y6g6"), 1)
    draw(position, "y6g6")
    assert (position.phase, shown(position)) == ("acting", {1: "y6g6P5"})


def test_a_new_round_without_tiles():
    """QG-30, QG-10: no tile anywhere: the whole stack is laid out face up."""
    position = at(
        "garden 3 3.9 acting:1 starting-tile=2 display=/P6 stack=0 supply=19 "
        "15:b123456y123P56:0::b123456,y123456g1,g23456G12,G3456p123,p456P1234:*,*,*,* "
        "15:y456g123456P56:0::b123456,y123456g1,g23456G12,G3456p123,p456P1234:*,*,*,*:passed "
        "15:G123456p12345:0::p6P12345,.P6:*:passed"
    )
    end_round(position)
    assert (position.phase, position.to_dict()["stack"]) == ("revealing", 0)
    play(position, *pieces("reveal", "y12P12345"))
    assert list(shown(position).values()) == ["/y1", "/y2", "/P1", "/P2", "/P3", "/P4", "/P5"]
    assert (position.phase, position.turn) == ("acting", 1)


# ------------------------------------------------------------------------------------------------
# The end


@pytest.mark.parametrize(
    ("mine", "supply", "points"),
    [
        ("10::0", 31, 10),
        ("10::5", 31, 15),
        ("10:b22y6:0", 31, 0),
        ("10:b22:0:y13", 29, 2),
        ("10:b4:2", 31, 8),
        ("3:b6:2", 31, 0),
        ("3:b5:2", 31, 0),
        ("3:b5:3", 31, 1),
        ("0:b11:4", 31, 2),
    ],
)
def test_what_is_left_in_the_storage(mine, supply, points):
    """QG-31 [ruling]: +1 for each joker, minus values, as one sum that isn't negative."""
    assert finished(mine, supply=supply).scores[0] == points


@pytest.mark.parametrize(("score", "kept"), [(5, []), (4, []), (3, [1]), (0, [4])])
def test_what_is_not_lost_is_told(score, kept):
    """QG-31, QG-26: two jokers and a leftover of 6; only what the sum lacks to 0."""
    position = last_turn(f"{score}:y6:2")
    rows = end_round(position)
    assert [row["points"] for row in story_of(rows, "kept at zero")] == kept
    assert position.scores[0] == max(0, score - 4)


def test_groups_are_added_after_the_storage():
    """QG-31, QG-32: the sum is 0, then 1 + 2 + 3 for the group."""
    assert finished("2:y6G6:0::b123").scores[0] == 6


def test_the_last_round_is_scored_first():
    """QG-31, QG-27: plants 5, dark purple 5; then 6 for a tile left."""
    line = "garden 2 4.9 acting:1 starting-tile=2 display=P6 stack=5 supply=31 0:y6:0::P5 15::::::passed"
    assert scored(line).scores[0] == 10 - 6


@pytest.mark.parametrize(
    ("lying", "points"),
    [
        ("b12", 0),
        ("b6y6", 0),
        ("b123", 6),
        ("b6y6g6", 18),
        ("b1236", 12),
        ("b1y1g1G1p1", 5),
        ("b23456", 20),
        ("b123456", 21 + 6),
        ("b6y6g6G6p6P6", 36 + 6),
    ],
)
def test_groups_of_at_least_three(lying, points):
    """QG-32, QG-33: the values of a group, and 6 more for six; a pair brings nothing."""
    assert finished(f"0::0::{lying}").scores[0] == points


@pytest.mark.parametrize(
    ("lying", "points"),
    [
        ("b12", 0),
        ("b123", 6 + 3),
        ("b1236", 12 + 4),
        ("b1y1g1G1p1", 5 + 5),
        ("b123456", 21 + 6),
        ("b6y6g6G6p6P6", 36 + 6),
    ],
)
def test_groups_on_side_b(lying, points):
    """QG-36 [ruling]: instead of QG-33, each group of three to six scores its size more."""
    assert finished(f"0::0::{lying}", side="B").scores[0] == points


def test_the_story_of_groups():
    """QG-32, QG-33, QG-36: values and bonus are told apart."""
    for side, clause in (("A", "QG-33"), ("B", "QG-36")):
        rows = end_round(last_turn("15::::b123456", side))
        found = [(row["points"], row["clause"]) for row in story_of(rows, "group", "group bonus")]
        assert found == [(21, "QG-32"), (6, clause)]


def test_a_hexagon_in_two_groups():
    """QG-32: for its colour and for its pattern."""
    assert finished("0::0::y1b123,.4g1:*", supply=30).scores[0] == (3 + 2 + 1) + (1 + 1 + 1)


def test_any_number_of_groups():
    """QG-32: two groups of blue that aren't connected; identical hexagons in both."""
    assert finished("0::0::b12.3b3,,,,.3b213:,,,*", supply=30).scores[0] == 12


def test_a_group_with_the_printed_hexagon_across_boards():
    """QG-32, QG-18: e-w, e-nw and the printed hexagon of the neighbouring place, ne-se, which touches it."""
    position = finished("0::0::,.y6.b21,.6b4:y6-e,b4-se", supply=29)
    assert position.scores[0] == 2 + 1 + 2 + 4  # two pavilions


@pytest.mark.parametrize(
    ("scores", "ranking"),
    [
        ((30, 20, 10), [0, 1, 2]),
        ((10, 30, 20), [2, 0, 1]),
        ((20, 20, 10), [0, 0, 2]),
        ((10, 20, 20), [2, 0, 0]),
        ((20, 20, 20), [0, 0, 0]),
    ],
)
def test_most_points_win_and_ties_share(scores, ranking):
    """QG-34: whoever passed first."""
    first, second, third = scores
    position = scored(
        f"garden 3 wheel={NO_POINTS} 4.9 acting:1 starting-tile=2 display=P6 stack=7 supply=29 "
        f"{first}::0 {second}::0::::passed {third}::0::::passed"
    )
    assert (position.scores, position.ranking) == (list(scores), ranking)
    assert position.winners == [number for number, rank in enumerate(ranking) if rank == 0]


@pytest.mark.parametrize(("players", "side"), [(2, "A"), (3, "B"), (4, "A")])
def test_whole_games(players, side):
    """QG-03, QG-22, QG-23, QG-29: nothing gets lost or moves, all may pass, the fourth round is the last."""
    before = [({}, {})] * players
    for position in random_game(players, players, side):
        if position.phase != "acting":
            continue
        assert position.choices()[-1] == "pass"
        document = position.to_dict()
        now = [(entry["garden"], entry["places"]) for entry in document["seats"]]
        for (lay, stood), (lies, stands) in zip(before, now, strict=True):
            assert lay.items() <= lies.items()
            assert all(stands[place] == value for place, value in stood.items() if value is not None)
        before = now
        assert count_pieces(document) == (dict.fromkeys(HEXAGONS, 3), 36)
    assert (position.round, position.over, position.phase) == (4, True, "over")


def count_pieces(document):
    """All tiles by hexagon, and the number of expansions, wherever they lie between two turns."""
    tiles = Counter(document["bag"]) + Counter(document["tower"])
    size = len(document["display"])
    expansions = document["supply"] + (4 - document["round"]) * size
    for number, entry in enumerate(document["display"]):
        expansions += entry is not None or number >= size - document["stack"]
        tiles += Counter(entry["tiles"] if entry else [])
    for entry in document["seats"]:
        tiles += Counter(entry["tiles"]) + Counter(entry["garden"].values())
        placed = [value for value in entry["places"].values() if value is not None]
        tiles -= Counter(value["expansion"] for value in placed if value != "down")
        expansions += len(entry["expansions"]) + len(placed)
    return tiles, expansions
