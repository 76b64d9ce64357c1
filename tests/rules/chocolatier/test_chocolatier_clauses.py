"""Does it play the rulebook? Every clause of Master Chocolatier, MC-01 to MC-39, in their order.

Positions are written as lines: see docs/notation.md. Tiles are letters there: b blue, n brown, c cream,
k black, r red, s the starting-player tile.
"""

from collections import Counter

import pytest
from tests.kits.kit import at

import azulejos as az
from azulejos import lines

FACTORIES = {2: 5, 3: 7, 4: 9}
PRINTED = ("bnckr", "rbnck", "krbnc", "ckrbn", "nckrb")  # the coloured box


def tiles(run):
    """A run, `b2k`, as a document counts tiles."""
    return dict(Counter(lines.pieces("chocolatier", run)))


def circle(things, players=2):
    """Things on numbered factories, as a line has them."""
    return ",".join(things.get(number, "") for number in range(1, FACTORIES[players] + 1)).rstrip(",")


def deal(position, runs):
    """Draw these tiles one after the other; blanks only show where a factory is full."""
    for tile in lines.pieces("chocolatier", runs.replace(" ", "")):
        position.play(f"draw {tile}")


def after_offer(line):
    """Seat-2 takes the last tile of the round, a red one, and puts it into line-5; phase B follows."""
    position = at(line)
    position.play("factory-1 red")
    position.play("line-5")
    return position


def factories_of(position):
    """What lies on its factories, as the line tells it behind the phase."""
    _, _, told = position.line().partition(f" {position.phase}")
    return dict(field.split("=") for field in told.split() if "=" in field).get("factories", "")


def seats(position):
    """Its seats as the line tells them: score, lines, box, floor and zero token."""
    return position.line().split()[-position.game.players :]


def seat(position, number):
    return seats(position)[number - 1]


# ------------------------------------------------------------------------------------------------
# Set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_begins_with_an_empty_board(players):
    """MC-01: 2 to 4 players, each with 5 empty lines, an empty box of 5x5, an empty floor and score 0."""
    position = az.Game("chocolatier", players=players).start(deal="by hand")
    assert seats(position) == ["0"] * players


@pytest.mark.parametrize("players", [1, 5])
def test_no_other_number_of_players(players):
    """MC-01: neither 1 nor 5 players."""
    with pytest.raises(az.OptionError):
        az.Game("chocolatier", players=players)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_pattern_lines_have_1_to_5_spaces(number):
    """MC-01: of six tiles, line n holds n."""
    position = at("chocolatier 2 1.1 offer:1 centre=b6 factories=r 0 0")
    position.play("centre blue")
    position.play(f"line-{number}")
    line, fallen = f"b{number}".removesuffix("1"), f"sb{6 - number}".removesuffix("1")
    assert seat(position, 1) == f"0:{',' * (number - 1)}{line}::{fallen}"


def test_the_floor_has_7_spaces():
    """MC-01: of the starting-player tile and nine tiles, seven pieces stay on the floor."""
    position = at("chocolatier 2 1.1 offer:1 centre=b9 factories=r 0 0")
    position.play("centre blue")
    position.play("floor")
    assert seat(position, 1) == "0:::sb6"
    assert position.to_dict()["lid"] == tiles("bbb")


def test_all_players_use_the_coloured_side():
    """MC-02: on the coloured side nobody is asked for a space."""
    position = after_offer("chocolatier 2 1.1 offer:2 factories=r 0:,b2 0:,k2")
    assert position.phase == "filling"
    assert seat(position, 1) == "1::,.b"
    assert seat(position, 2) == "1:,,,,r:,.4k"


def test_all_players_use_the_grey_side():
    """MC-02: on the grey side everybody is."""
    position = after_offer("chocolatier 2 box=grey 1.1 offer:2 factories=r 0:,b2 0:,k2")
    assert (position.turn, position.phase) == (0, "laying")
    position.play("column-4")
    assert (position.turn, position.phase) == (1, "laying")


def test_there_are_two_sides_only():
    """MC-02: coloured or grey."""
    with pytest.raises(az.OptionError):
        az.Game("chocolatier", box="golden")


@pytest.mark.parametrize(
    ("players", "drawn", "factories"),
    [
        (2, "b" * 20, ["bbbb"] * 5),
        (3, "b" * 20 + "n" * 8, ["bbbb"] * 5 + ["nnnn"] * 2),
        (4, "b" * 20 + "n" * 16, ["bbbb"] * 5 + ["nnnn"] * 4),
    ],
)
def test_factories_for_each_number_of_players(players, drawn, factories):
    """MC-03, MC-04: 5, 7 or 9 factories, and each gets 4 tiles."""
    position = az.Game("chocolatier", players=players, first=0).start(deal="by hand")
    deal(position, drawn)
    assert position.phase == "offer"
    assert position.to_dict()["factories"] == [tiles(factory) for factory in factories]


def test_twenty_tiles_of_each_colour_are_in_the_bag():
    """MC-04: 100 tiles, all in the bag, none in the lid."""
    document = az.Game("chocolatier", first=0).start(deal="by hand").to_dict()
    assert document["bag"] == {"blue": 20, "brown": 20, "cream": 20, "black": 20, "red": 20}
    assert document["lid"] == {}


def test_tiles_are_drawn_at_random():
    """MC-04: each tile in the bag is as likely as any other, and a drawn one has left it."""
    position = at("chocolatier 2 1.1 filling starting-tile=1 lid=b17n20c20k20r19 0 0")
    assert position.weights() == {"draw blue": 3, "draw red": 1}
    position.play("draw blue")
    assert position.weights() == {"draw blue": 2, "draw red": 1}


def test_no_tile_is_added_or_lost():
    """MC-04: a table with 19 blue tiles is refused."""
    with pytest.raises(az.PositionError, match="19 blue tiles"):
        at("chocolatier 2 1.1 offer:1 bag=b18n20c20k20r20 centre=b 0 0")


def test_the_starting_player_is_random():
    """MC-05: every player is as likely to get the starting-player tile."""
    position = az.Game("chocolatier", players=3).start(deal="by hand")
    assert position.turn == az.CHANCE
    assert position.weights() == {"seat-1 begins": 1, "seat-2 begins": 1, "seat-3 begins": 1}
    position.play("seat-2 begins")
    assert position.to_dict()["starter"] == "seat-2"
    assert position.to_dict()["starting_tile"] == "seat-2"


def test_the_starting_player_is_chosen():
    """MC-05: a starting player named beforehand isn't drawn."""
    position = az.Game("chocolatier", first="seat-2").start(deal="by hand")
    assert position.phase == "filling"
    assert position.to_dict()["starting_tile"] == "seat-2"


# ------------------------------------------------------------------------------------------------
# Phase A: factory offer


def test_the_starting_player_begins_and_turns_go_clockwise():
    """MC-06: the starting-player tile goes to the centre, its owner begins, then the next seats."""
    position = az.Game("chocolatier", players=3, first=1).start(deal="by hand")
    deal(position, "bbbb nnnn cccc kkkk rrrr bbbb nnnn")
    assert position.to_dict()["starting_tile"] == "centre"
    assert position.turn == 1
    position.play("factory-1 blue")
    position.play("line-4")
    assert position.turn == 2
    position.play("factory-2 brown")
    position.play("line-4")
    assert position.turn == 0
    position.play("factory-3 cream")
    position.play("line-4")
    assert position.turn == 1


def test_any_colour_of_any_factory_and_of_the_centre_can_be_taken():
    """MC-07, MC-08: a colour and where it lies, and nothing else."""
    position = at("chocolatier 2 1.1 offer:1 centre=k2r factories=b2kr,,,n2c2 0 0")
    assert position.choices() == [
        "factory-1 blue",
        "factory-1 black",
        "factory-1 red",
        "factory-4 brown",
        "factory-4 cream",
        "centre black",
        "centre red",
    ]


def test_taking_from_a_factory_moves_its_other_tiles_to_the_centre():
    """MC-07: all tiles of the colour are taken, from this factory only; the others join the centre."""
    position = at("chocolatier 2 1.1 offer:1 centre=bk factories=b2kr,bnc2 0 0")
    position.play("factory-1 blue")
    document = position.to_dict()
    assert document["hand"] == tiles("bb")
    assert factories_of(position) == ",bnc2"
    assert document["centre"] == tiles("bkkr")
    assert document["starting_tile"] == "centre"


def test_taking_from_the_centre_takes_one_colour():
    """MC-08: all tiles of the colour; other colours and the factories stay as they are."""
    position = at("chocolatier 2 1.1 offer:1 centre=b3kr factories=b2kr 0 0")
    position.play("centre blue")
    document = position.to_dict()
    assert document["hand"] == tiles("bbb")
    assert factories_of(position) == "b2kr"
    assert document["centre"] == tiles("kr")


def test_the_first_to_take_from_the_centre_takes_the_starting_player_tile():
    """MC-08: it goes on the leftmost empty space of the floor."""
    position = at("chocolatier 2 1.1 offer:1 centre=bk 0:::n2 0")
    position.play("centre blue")
    assert seat(position, 1) == "0:::n2s"
    assert position.to_dict()["starting_tile"] == "seat-1"


def test_the_starting_player_tile_is_put_down_before_the_tiles_taken():
    """MC-08 [ruling]: tiles that fall in the same turn lie to its right."""
    position = at("chocolatier 2 1.1 offer:1 centre=b2k 0 0")
    position.play("centre blue")
    position.play("floor")
    assert seat(position, 1) == "0:::sb2"


def test_the_second_to_take_from_the_centre_takes_tiles_only():
    """MC-08: the starting-player tile stays where the first one put it."""
    position = at("chocolatier 2 1.1 offer:2 starting-tile=1 centre=bk 0:::s 0")
    position.play("centre blue")
    assert seat(position, 1) == "0:::s"
    assert seat(position, 2) == "0"
    assert position.to_dict()["starting_tile"] == "seat-1"


def test_the_starting_player_tile_cannot_be_taken_alone():
    """MC-08: a centre without chocolate is no place to take from."""
    position = at("chocolatier 2 1.1 offer:1 factories=,,k 0 0")
    assert position.to_dict()["starting_tile"] == "centre"
    assert position.choices() == ["factory-3 black"]


def test_a_line_with_an_empty_space_and_of_one_colour_can_be_chosen():
    """MC-09: not a full line, not even of the same colour, and not one that holds another colour."""
    position = at("chocolatier 2 1.1 offer:1 centre=k factories=b 0:r,b,b3,k 0")
    position.play("factory-1 blue")
    assert position.choices() == ["line-2", "line-5", "floor"]


def test_all_tiles_go_to_one_destination():
    """MC-09: three tiles don't split over lines 1 and 2: they fill line 3, and the turn is over."""
    position = at("chocolatier 2 1.1 offer:1 centre=k factories=b3 0 0")
    position.play("factory-1 blue")
    position.play("line-3")
    assert seat(position, 1) == "0:,,b3"
    assert position.to_dict()["hand"] == {}
    assert position.turn == 1


def test_tiles_join_those_already_in_the_line():
    """MC-09: a line is filled further, not anew."""
    position = at("chocolatier 2 1.1 offer:1 centre=k factories=b2 0:,,,,b2 0")
    position.play("factory-1 blue")
    position.play("line-5")
    assert seat(position, 1) == "0:,,,,b4"


def test_a_colour_that_the_row_holds_cannot_go_to_its_line():
    """MC-10: blue in rows 2 and 5 closes lines 2 and 5 to blue, other colours in other rows close nothing."""
    position = at("chocolatier 2 2.1 offer:1 centre=k factories=b 0::.n,.b,,,.4b 0")
    position.play("factory-1 blue")
    assert position.choices() == ["line-1", "line-3", "line-4", "floor"]


def test_the_other_players_box_closes_nothing():
    """MC-10: only the own box counts."""
    position = at("chocolatier 2 2.1 offer:1 centre=k factories=b 0 0::,.b")
    position.play("factory-1 blue")
    assert position.choices() == ["line-1", "line-2", "line-3", "line-4", "line-5", "floor"]


def test_several_lines_may_hold_the_same_colour():
    """MC-10: blue waits in line 3 and may also begin line 4."""
    position = at("chocolatier 2 1.1 offer:1 centre=k factories=b 0:,,b 0")
    position.play("factory-1 blue")
    position.play("line-4")
    assert seat(position, 1) == "0:,,b,b"


def test_tiles_that_do_not_fit_fall_to_the_floor():
    """MC-11: two of four tiles fit, two fall."""
    position = at("chocolatier 2 1.1 offer:1 centre=k factories=b4 0:,,b::n 0")
    position.play("factory-1 blue")
    position.play("line-3")
    assert seat(position, 1) == "0:,,b3::nb2"


def test_all_tiles_may_be_dropped_though_a_line_is_open():
    """MC-11: the floor is always a choice."""
    position = at("chocolatier 2 1.1 offer:1 centre=k factories=b3 0 0")
    position.play("factory-1 blue")
    position.play("floor")
    assert seat(position, 1) == "0:::b3"


def test_a_chosen_line_is_filled_as_far_as_possible():
    """MC-11 [ruling]: nobody asks how many tiles to lay; both go into line 4 and none falls."""
    position = at("chocolatier 2 1.1 offer:1 centre=k factories=b2 0:,,,b2 0")
    position.play("factory-1 blue")
    assert position.choices() == ["line-1", "line-2", "line-3", "line-4", "line-5", "floor"]
    position.play("line-4")
    assert seat(position, 1) == "0:,,,b4"
    assert position.turn == 1


def test_tiles_that_fit_nowhere_fall():
    """MC-11: when no line is open, the floor is the only destination and isn't asked for."""
    closed = "0:r,,k,,b5:,.b,,.3b"
    position = at(f"chocolatier 2 2.1 offer:1 centre=k factories=b2 {closed} 0")
    position.play("factory-1 blue")
    assert seat(position, 1) == f"{closed}:b2"
    assert position.turn == 1


def test_the_floor_fills_left_to_right_and_the_surplus_goes_to_the_lid():
    """MC-12: of four tiles two find a space, two go to the lid."""
    position = at("chocolatier 2 1.1 offer:1 centre=k factories=b4 0:::n3k2 0")
    position.play("factory-1 blue")
    position.play("floor")
    assert seat(position, 1) == "0:::n3k2b2"
    assert position.to_dict()["lid"] == tiles("bb")


def test_tiles_beyond_a_full_floor_cost_nothing():
    """MC-12: seven spaces cost 14, whatever went to the lid."""
    position = at("chocolatier 2 1.1 offer:1 factories=b4 20:::n7 0")
    position.play("factory-1 blue")
    position.play("floor")
    assert position.scores == [6, 0]
    assert position.to_dict()["lid"] == tiles("bbbbnnnnnnn")


def test_the_starting_player_tile_takes_the_last_floor_space():
    """MC-08, MC-12: it is put down first, so the tiles taken with it go to the lid."""
    position = at("chocolatier 2 1.1 offer:1 centre=b2k 0:::n6 0")
    position.play("centre blue")
    position.play("floor")
    assert seat(position, 1) == "0:::n6s"
    assert position.to_dict()["lid"] == tiles("bb")


def test_the_starting_player_tile_on_a_full_floor():
    """MC-12 [ruling]: taken with a full floor it lies beside the board and pushes no tile away."""
    position = at("chocolatier 2 1.1 offer:1 centre=bk 0:::n7 0")
    position.play("centre blue")
    assert seat(position, 1) == "0:::n7"
    assert position.to_dict()["starting_tile"] == "seat-1"
    assert position.to_dict()["lid"] == {}


def test_the_starting_player_tile_beside_a_full_floor_costs_nothing():
    """MC-12 [ruling]: 14 for the full floor and no more, and its taker still starts the next round."""
    position = at("chocolatier 2 1.1 offer:1 starter=2 centre=b 20:::n7 0")
    position.play("centre blue")
    position.play("line-5")
    assert position.scores == [6, 0]
    assert position.to_dict()["starter"] == "seat-1"


def test_chocolate_on_a_factory_keeps_the_phase_going():
    """MC-13: the phase goes on while a factory holds a tile."""
    position = at("chocolatier 2 1.1 offer:1 factories=b,,,,r 0 0")
    position.play("factory-1 blue")
    position.play("line-1")
    assert position.phase == "offer"
    assert position.choices() == ["factory-5 red"]


def test_chocolate_in_the_centre_keeps_the_phase_going():
    """MC-13: and while the centre does; who is next can't pass."""
    position = at("chocolatier 2 1.1 offer:1 factories=bk 0 0")
    position.play("factory-1 blue")
    position.play("line-1")
    assert position.turn == 1
    assert position.choices() == ["centre black"]


def test_the_starting_player_tile_alone_does_not_keep_the_phase_going():
    """MC-13: with no chocolate left, phase B follows at once."""
    position = at("chocolatier 2 1.1 offer:1 factories=b 0 0")
    position.play("factory-1 blue")
    position.play("line-1")
    assert seat(position, 1) == "1::b"
    assert (position.round, position.phase) == (2, "filling")


# ------------------------------------------------------------------------------------------------
# Phase B: laying chocolates


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("column", [1, 2, 3, 4, 5])
def test_a_tile_goes_to_the_space_of_its_colour(row, column):
    """MC-14: the same row, where the coloured box shows the tile's colour."""
    colour = PRINTED[row - 1][column - 1]
    above, full = "," * (row - 1), f"{colour}{row}".removesuffix("1")
    position = after_offer(f"chocolatier 2 1.1 offer:2 factories=r 0:{above}{full} 0")
    before = ("", ".", ".2", ".3", ".4")[column - 1]
    assert seat(position, 1) == f"1::{above}{before}{colour}"


def test_lines_are_laid_from_top_to_bottom():
    """MC-14: brown is alone when it is laid and scores 1; blue then joins brown and red for 3."""
    position = after_offer("chocolatier 2 2.1 offer:2 factories=r 0:n,b2:,,.r 0")
    assert seat(position, 1) == "4::.n,.b,.r"


def test_a_tile_scores_at_once():
    """MC-14: the story tells line 1 and its point before line 2."""
    position = at("chocolatier 2 1.1 offer:2 factories=r 0:n,b2 0")
    position.play("factory-1 red")
    told = [(row["what"], row["piece"], row["points"]) for row in position.play("line-5") if row["seat"] == 0]
    assert told[:4] == [("laid", "brown", 0), ("alone", None, 1), ("laid", "blue", 0), ("down", None, 2)]


def test_everyone_lays():
    """MC-14: the boards of all players, whoever took the last tile."""
    position = after_offer("chocolatier 3 1.1 offer:2 factories=r 0:b 0:k,c2 0:,r2")
    assert seats(position) == [
        "1::b",
        "3:,,,,r:.3k,.3c",
        "1::,r",
    ]


def test_the_rest_of_a_moved_line_goes_to_the_lid():
    """MC-15: one tile of the line to the box, the others to the lid."""
    position = after_offer("chocolatier 2 1.1 offer:2 factories=r 0:n,c2,,b4 0")
    assert position.to_dict()["lid"] == tiles("cbbb")
    assert seat(position, 1) == "3::.n,.3c,,.3b"


def test_lines_that_are_not_full_stay():
    """MC-15: nothing moves from them, nothing is scored."""
    unfinished = "0:,c,k2,b3,n4"
    position = after_offer(f"chocolatier 2 1.1 offer:2 factories=r {unfinished} 0")
    assert seat(position, 1) == unfinished
    assert position.to_dict()["lid"] == {}


@pytest.mark.parametrize(
    "lying",
    [
        "1.1 offer:2 factories=r 0:,b2",
        "3.1 offer:2 factories=r 0:,b2:b.c,,k.b",  # corner to corner
        "3.1 offer:2 factories=r 0:,b2:,.3ck,,.k,.c",  # the same row and column, not connected
    ],
)
def test_a_tile_without_neighbours_scores_1(lying):
    """MC-16: tiles that only touch at a corner, or lie further off, are no neighbours."""
    position = after_offer(f"chocolatier 2 {lying} 0")
    assert position.scores[0] == 1


@pytest.mark.parametrize(
    ("lying", "points"),
    [
        ("2.1 offer:2 factories=r 0:,b2:,r", 2),
        ("3.1 offer:2 factories=r 0:,b2:,r.n", 3),
        ("4.1 offer:2 factories=r 0:,b2:,r.nc", 4),
        ("3.1 offer:2 factories=r 0:,b2:,.2n.k", 2),  # a gap ends the run
        ("2.1 offer:2 factories=r 0:,b2:.n", 2),
        ("2.1 offer:2 factories=r 0:,b2:.n,,.r", 3),
        ("2.1 offer:2 factories=r 0:,b2:,,.r,.k,.c", 4),
        ("2.1 offer:2 factories=r 0:,b2:,,.r,,.c", 2),  # a gap ends the run
        ("2.1 offer:2 factories=r 0:,b2:.n,r", 2 + 2),
        ("4.1 offer:2 factories=r 0:,b2:bnc,r.n,.r", 3 + 3),
        ("4.1 offer:2 factories=r 0:,b2:.n,r.nc,.r,.k,.c", 4 + 5),
    ],
)
def test_a_tile_with_neighbours_scores_its_runs(lying, points):
    """MC-17: the length of the run across, and of the run down; the tile itself counts in both."""
    position = after_offer(f"chocolatier 2 {lying} 0")
    assert position.scores[0] == points


@pytest.mark.parametrize(
    ("count", "cost"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)]
)
def test_each_occupied_floor_space_costs_its_penalty(count, cost):
    """MC-18: -1 -1 -2 -2 -2 -3 -3."""
    position = after_offer(f"chocolatier 2 1.1 offer:2 factories=r 20:::{'n' * count} 0")
    assert position.scores == [20 - cost, 0]


def test_the_starting_player_tile_costs_like_a_tile():
    """MC-18: as the third piece on the floor it costs 2."""
    position = after_offer("chocolatier 2 1.1 offer:2 starting-tile=1 factories=r 20:::n2s 0")
    assert position.scores == [16, 0]


def test_the_score_never_falls_below_0():
    """MC-19: 3 points less 14 are 0."""
    position = after_offer("chocolatier 2 1.1 offer:2 factories=r 3:::n7 0")
    assert position.scores == [0, 0]


def test_gains_count_before_penalties():
    """MC-19: 0 + 1 - 1 is 0, and 0 + 1 - 2 is 0 as well."""
    position = after_offer("chocolatier 2 1.1 offer:2 factories=r 0:b::n 0:b::n2")
    assert position.scores == [0, 0]


def test_floors_are_cleared_into_the_lid():
    """MC-20: all chocolate of all floors."""
    position = after_offer("chocolatier 2 1.1 offer:2 factories=r 0:::nk 0:::cn")
    assert [seat(position, 1), seat(position, 2)] == ["0", "0:,,,,r"]
    assert position.to_dict()["lid"] == tiles("nkcn")


def test_the_owner_of_the_starting_player_tile_starts_the_next_round():
    """MC-20: it stays with its owner, not in the lid, and goes to the centre when the round begins."""
    position = after_offer("chocolatier 2 1.1 offer:2 starting-tile=2 factories=r 0 0:::ns")
    assert position.to_dict()["lid"] == tiles("n")
    assert position.to_dict()["starting_tile"] == "seat-2"
    deal(position, "bbbb nnnn cccc kkkk rrrr")
    assert position.turn == 1
    assert position.to_dict()["starting_tile"] == "centre"


def test_without_taking_from_the_centre_the_same_player_starts_again():
    """MC-20 [ruling]: seat-2 began and begins again, though seat-1 took the last tile."""
    position = at("chocolatier 2 1.1 offer:1 starter=2 factories=b 0 0")
    position.play("factory-1 blue")
    position.play("line-5")
    deal(position, "bbbb nnnn cccc kkkk rrrr")
    assert position.to_dict()["starter"] == "seat-2"
    assert position.turn == 1


# ------------------------------------------------------------------------------------------------
# Phase C: preparing the next round


def test_factories_are_filled_from_the_bag():
    """MC-21: without a full row the next round is prepared: 4 tiles for each factory, from the bag."""
    position = after_offer("chocolatier 2 5.1 offer:2 factories=r 0::.nckr 0")
    assert (position.round, position.phase) == (6, "filling")
    deal(position, "bbbb nnbb cccc kkbb rrbb")
    document = position.to_dict()
    assert document["phase"] == "offer"
    assert document["factories"] == [tiles(pile) for pile in ("bbbb", "nnbb", "cccc", "kkbb", "rrbb")]
    assert document["bag"] == {"blue": 10, "brown": 17, "cream": 15, "black": 17, "red": 16}


def test_the_lid_is_poured_in_when_the_bag_is_empty():
    """MC-21: with two tiles in the bag and 19 to draw, the lid is poured in after the second, all of it."""
    position = at("chocolatier 2 1.1 filling starting-tile=1 lid=b19n20c20k19r19 factories=b 0 0")
    lid = {"blue": 19, "brown": 20, "cream": 20, "black": 19, "red": 19}
    assert position.choices() == ["draw black", "draw red"]
    position.play("draw black")
    assert (position.to_dict()["bag"], position.to_dict()["lid"]) == (tiles("r"), lid)
    position.play("draw red")
    assert (position.to_dict()["bag"], position.to_dict()["lid"]) == (lid, {})


def test_a_bag_emptied_by_the_last_tile_stays_empty():
    """MC-21: the filling is done, nothing must be drawn, so the lid isn't poured in."""
    position = at(
        "chocolatier 2 1.1 filling starting-tile=1 lid=b15n16c16k16r17 factories=b4,n4,c4,k4,r3 0 0"
    )
    position.play("draw blue")
    assert position.phase == "offer"
    assert position.to_dict()["bag"] == {}
    assert position.to_dict()["lid"] == {"blue": 15, "brown": 16, "cream": 16, "black": 16, "red": 17}


def test_an_empty_bag_is_filled_at_the_next_draw():
    """MC-21: what phase B put into the lid is poured in with the rest."""
    position = after_offer("chocolatier 2 1.1 offer:2 lid=b20n19c20k20r19 factories=r 0:::n 0")
    assert position.phase == "filling"
    assert position.to_dict()["bag"] == {"blue": 20, "brown": 20, "cream": 20, "black": 20, "red": 19}
    assert position.to_dict()["lid"] == {}


BOX_OF_20 = ".nckr,rb.ck,krbn,c.rbn,nckr"
LOCKED = f"0:,n,c,k,b2:{BOX_OF_20}"
"""A board that holds 5 tiles of each colour and loses none in phase B; its bonuses are 7 + 10."""


def test_factories_stay_short_when_there_are_no_more_tiles():
    """MC-22 [ruling]: filled one by one in circle order, the last ones get nothing, and the round starts."""
    position = at(f"chocolatier 4 5.1 filling starting-tile=1 {LOCKED} {LOCKED} {LOCKED} 0")
    deal(position, "bbbb bnnn nncc ccck kkkk rrrr r")
    document = position.to_dict()
    assert factories_of(position) == "b4,bn3,n2c2,c3k,k4,r4,r"
    assert (document["phase"], document["to_move"]) == ("offer", "seat-1")


def all_tiles_but_one_locked(options="", tokens=""):
    """Seat-4 takes the last blue tile; neither bag nor lid holds any."""
    table = f"8.1 offer:4 factories=,,,,b {tokens}"
    position = at(f"chocolatier 4 {options} {table} {LOCKED} {LOCKED} {LOCKED} 0:,n,c,k,b:{BOX_OF_20}")
    assert (position.to_dict()["bag"], position.to_dict()["lid"]) == ({}, {})
    position.play("factory-5 blue")
    return position


def test_the_game_ends_when_no_tile_is_left_after_phase_b():
    """MC-22 [ruling]: phase C doesn't begin, no token is turned, the round stays; MC-24 is scored."""
    tokens = ["stay", "+1", "zero", "red", *["plain"] * 5]
    position = all_tiles_but_one_locked("factories=special", "tokens=stay,+1,zero,red")
    story = position.play("line-5")
    assert position.over
    assert position.round == 8
    assert position.to_dict()["tokens"] == tokens
    assert position.scores == [17, 17, 17, 17]
    assert [row["clause"] for row in story if row["what"] == "over"] == ["MC-22"]


def test_no_token_is_turned_when_no_tile_is_left():
    """MC-22 [ruling]: phase C doesn't begin, so such a table is refused."""
    with pytest.raises(az.PositionError, match="in phase tokens there is nothing to choose from"):
        at(f"chocolatier 4 factories=special 1.1 tokens starting-tile=1 {LOCKED} {LOCKED} {LOCKED} {LOCKED}")


def test_one_tile_is_enough_for_another_round():
    """MC-22: the tile that falls comes back over the lid, and the first factory gets it."""
    position = all_tiles_but_one_locked()
    position.play("floor")
    assert (position.round, position.choices()) == (9, ["draw blue"])
    position.play("draw blue")
    assert (position.phase, position.choices()) == ("offer", ["factory-1 blue"])


# ------------------------------------------------------------------------------------------------
# End


def test_a_full_row_ends_the_game_after_phase_b():
    """MC-23: seat-1 completes a row; seat-2 still lays its line and pays for its floor."""
    position = after_offer("chocolatier 2 5.1 offer:2 factories=r 0:r:bnck 5:,b2::n2")
    assert position.over
    assert position.turn is None
    assert position.choices() == []
    assert seat(position, 1) == "7::bnckr"
    assert seat(position, 2) == "4:,,,,r:,.b"


def test_any_players_full_row_ends_the_game():
    """MC-23: also the row of the last to lay, and the round number stays."""
    position = after_offer("chocolatier 2 5.1 offer:2 factories=r 0:b 0:r:bnck")
    assert (position.over, position.round) == (True, 5)
    assert position.scores == [1, 7]


def test_a_line_laid_after_the_full_row_changes_nothing():
    """MC-23: the row completed by line 1 ends the game, also when line 2 completes none."""
    position = after_offer("chocolatier 2 5.1 offer:2 factories=r 0:r,r2:bnck 0")
    assert position.over
    assert seat(position, 1) == "9::bnckr,r"


def test_all_players_finish_the_phase_on_the_grey_side():
    """MC-23: seat-1 completes a row; seat-2 is still asked for a space."""
    position = after_offer("chocolatier 2 box=grey 5.1 offer:2 factories=r 0:r:bnck 0:k")
    position.play("column-5")
    assert (position.phase, position.turn) == ("laying", 1)
    position.play("column-4")
    assert position.over
    assert position.scores == [5 + 2, 1]


def test_a_line_that_will_complete_a_row_does_not_end_the_game_yet():
    """MC-23: the offer goes on."""
    position = at("chocolatier 2 5.1 offer:1 factories=r,b 0::bnck 0")
    position.play("factory-1 red")
    position.play("line-1")
    assert (position.phase, position.turn) == ("offer", 1)


def test_a_full_column_does_not_end_the_game():
    """MC-23: only a horizontal row does."""
    position = after_offer("chocolatier 2 2.1 offer:2 factories=r 0:,,,,n5:b,r,k,c 0")
    assert (position.phase, position.round) == ("filling", 3)
    assert position.scores == [5, 0]


def test_a_full_row_scores_2():
    """MC-24: two rows, laid for 5 and 5 + 2, bring 2 each."""
    position = after_offer("chocolatier 2 5.1 offer:2 factories=r 0:r,k2:bnck,rbnc 0")
    assert position.scores == [5 + 7 + 2 * 2, 0]


ROW_FOR_7 = "0:r:bnck"  # 5 for the run, 2 for the row


@pytest.mark.parametrize(
    ("box", "bonus"),
    [
        ("", 0),
        ("b,r,k,c,n", 7),
        ("bn,rb,kr,ck,nc", 14),
        ("b,r,k,c", 0),
        ("b,.b,.2b,.3b,.4b", 10),
        ("bn,.bn,.2bn,.3bn,n.3b", 20),
        ("b,.b,.2b,.3b", 0),
    ],
)
def test_full_columns_score_7_and_full_colours_10(box, bonus):
    """MC-24: everyone scores them, also who completed no row."""
    position = after_offer(f"chocolatier 2 5.1 offer:2 factories=r {ROW_FOR_7} 0::{box}")
    assert position.scores == [7, bonus]


def test_one_tile_can_complete_a_row_a_column_and_a_colour():
    """MC-24: red laid for 5 + 5, then 2 + 7 + 10."""
    position = after_offer("chocolatier 2 5.1 offer:2 factories=r 0:r:bnck,r.3k,.r.2c,.2r.n,.3rb 0")
    assert position.scores == [5 + 5 + 2 + 7 + 10, 0]


def test_bonuses_are_scored_at_the_end_only():
    """MC-24: a column and a colour bring nothing while the game goes on."""
    position = after_offer("chocolatier 2 3.1 offer:2 factories=r 0::b,rb,k.b,c.2b,n.3b 0")
    assert (position.round, position.phase) == (4, "filling")
    assert position.scores == [0, 0]


def test_a_full_colour_anywhere_on_the_grey_side():
    """MC-24: on the grey side a colour's five tiles may lie in any columns."""
    position = after_offer("chocolatier 2 box=grey 20.1 offer:2 factories=r 0::.2r,r,.4r,.r,.3r 0")
    assert position.scores == [10, 0]


@pytest.mark.parametrize(
    ("other", "winners", "ranking"),
    [
        ("6", [0], [0, 1]),
        ("8", [1], [1, 0]),  # points come before rows
        ("7", [0], [0, 1]),  # as many points, fewer rows
        (ROW_FOR_7, [0, 1], [0, 0]),  # as many points and rows
    ],
)
def test_who_wins(other, winners, ranking):
    """MC-25: most points, then most full rows, then the win is shared."""
    position = after_offer(f"chocolatier 2 5.1 offer:2 factories=r {ROW_FOR_7} {other}")
    assert (position.winners, position.ranking) == (winners, ranking)


def test_rows_completed_in_the_same_phase_all_count():
    """MC-25: with 16 points each, two rows win against one."""
    position = after_offer("chocolatier 2 5.1 offer:2 factories=r 0:r,k2:bnck,rbnc 9:r:bnck")
    assert position.scores == [16, 16]
    assert position.winners == [0]


def test_a_win_is_shared_only_by_those_who_are_tied_for_it():
    """MC-25: of four with 50 points, the two with two rows share the win."""
    position = at("chocolatier 4 6.1 over 50::,,krbnc 50::bnckr,rbnck 50 50::bnckr,rbnck")
    assert position.winners == [1, 3]
    assert position.ranking == [2, 0, 3, 0]


def test_round_20_is_the_last():
    """MC-26 [ruling]: after its phase B the game ends and is scored."""
    position = after_offer("chocolatier 2 20.1 offer:2 factories=r 0:n:b,r,k,c,n 10:::n")
    assert (position.over, position.round) == (True, 20)
    assert position.scores == [2 + 7, 10 - 1]
    assert position.winners == [0, 1]


def test_round_19_is_not_the_last():
    """MC-26 [ruling]: round 20 is still played."""
    position = after_offer("chocolatier 2 19.1 offer:2 factories=r 0 0")
    assert (position.phase, position.round) == ("filling", 20)


# ------------------------------------------------------------------------------------------------
# Variant: grey side


def test_the_player_chooses_an_empty_space_whose_column_lacks_the_colour():
    """MC-27: column 1 is taken, columns 2 and 5 show blue already."""
    position = after_offer("chocolatier 2 box=grey 3.1 offer:2 factories=r 0:,,b3:k.n,.b,r,,.4b 0")
    assert position.turn == 0
    assert position.choices() == ["column-3", "column-4"]


def test_the_tile_goes_to_the_chosen_space_and_scores_there():
    """MC-27: beside red and below black it scores 2 + 2; the rest of the line goes to the lid."""
    position = after_offer("chocolatier 2 box=grey 2.1 offer:2 factories=r 0:,,b3:,.k,r 0")
    position.play("column-2")
    assert seat(position, 1) == "4::,.k,rb"
    assert position.to_dict()["lid"] == tiles("bb")


def test_the_first_space_is_asked_for_even_if_it_is_the_only_one():
    """MC-27: it must be laid: each player is offered the one space, and the floor isn't offered."""
    position = after_offer("chocolatier 2 box=grey 3.1 offer:2 factories=r 0:b:rn,.3b,.4b 0:b:rn,.3b,.4b")
    assert (position.turn, position.choices()) == (0, ["column-3"])
    position.play("column-3")
    assert (position.turn, position.choices()) == (1, ["column-3"])


def test_a_later_line_with_one_space_only_is_laid_there():
    """MC-27: it must be laid, so nobody is asked: blue fits into column 5 only."""
    position = after_offer("chocolatier 2 box=grey 4.1 offer:2 factories=r 0:k,b2:,rnc,,,.3b 0")
    position.play("column-1")
    assert seat(position, 1) == "3::k,rnc.b,,,.3b"
    assert position.phase == "filling"


def test_full_lines_are_asked_for_from_top_to_bottom():
    """MC-14, MC-27: a tile just laid closes its column to the next one of its colour."""
    position = after_offer("chocolatier 2 box=grey 1.1 offer:2 factories=r 0:b,,b3,k4 0")
    position.play("column-2")
    assert seat(position, 1) == "1:,,b3,k4:.b"
    assert position.choices() == ["column-1", "column-3", "column-4", "column-5"]
    position.play("column-3")
    assert position.choices() == ["column-1", "column-2", "column-3", "column-4", "column-5"]
    position.play("column-3")
    assert seat(position, 1) == "4::.b,,.2b,.2k"


def test_a_line_that_cannot_be_laid_falls_before_penalties_are_counted():
    """MC-28: the only empty space lies below another blue; both tiles fall and cost 2."""
    position = after_offer("chocolatier 2 box=grey 5.1 offer:2 factories=r 10:,b2:.4b,rnck 0")
    assert position.phase == "filling"
    assert seat(position, 1) == "8::.4b,rnck"
    assert position.to_dict()["lid"] == tiles("bb")


def test_a_falling_line_fills_the_floor_and_its_surplus_goes_to_the_lid():
    """MC-28, MC-12: one of five tiles takes the last space; the full floor costs 14."""
    position = at("chocolatier 2 box=grey 5.1 offer:2 factories=r 20:,,,,b5:.4b,,,,rnck:n6 0")
    position.play("factory-1 red")
    story = position.play("line-5")
    fallen = [(row["what"], row["to"]) for row in story if row["from"] == "line-5"]
    assert fallen == [("fell", "floor-7"), *[("overflowed", "lid")] * 4]
    assert seat(position, 1) == "6::.4b,,,,rnck"
    assert position.to_dict()["lid"] == tiles("nnnnnnbbbbb")


def test_a_line_falls_at_once():
    """MC-28: line 2 falls in its turn, before line 3 is asked for."""
    position = after_offer("chocolatier 2 box=grey 5.1 offer:2 factories=r 0:,b2,k3:.4b,rnck:n 0")
    assert position.phase == "laying"
    assert seat(position, 1) == "0:,,k3:.4b,rnck:nb2"


def test_a_line_can_lose_its_last_space_to_a_line_above():
    """MC-28: blue in column 5 of row 1 leaves blue no space in row 2."""
    position = after_offer("chocolatier 2 box=grey 4.1 offer:2 factories=r 10:b,b2:,rnc,,,.3b 0")
    assert position.choices() == ["column-1", "column-2", "column-3", "column-5"]
    position.play("column-5")
    assert seat(position, 1) == "9::.4b,rnc,,,.3b"


def test_a_line_that_cannot_be_laid_any_more_may_be_filled():
    """MC-29 [ruling]: only the row is checked: line 2 is open to blue, line 1 isn't."""
    position = at("chocolatier 2 box=grey 5.1 offer:1 centre=k factories=b 0::.4b,rnck 0")
    position.play("factory-1 blue")
    assert position.choices() == ["line-2", "line-3", "line-4", "line-5", "floor"]


def test_spaces_are_chosen_in_seat_order_and_each_board_is_finished_first():
    """MC-30 [ruling]: seat-2 began the round; its floor and zero token are cleared before seat-3 is asked."""
    first = "9:b,,,,r::k"
    second = "10:b::n2:c"
    third = "5:b::s"
    position = at(
        "chocolatier 3 box=grey factories=special 1.1 offer:1 starter=2 starting-tile=3 factories=r "
        "tokens=,gone,+1,stay 9:b,,,,r::k 10:b::n2:c 5:b::s"
    )
    position.play("factory-1 red")
    position.play("line-5")
    first = "9:b,,,,r2::k"
    assert position.turn == 1
    assert seats(position) == [first, second, third]
    position.play("column-1")
    assert position.turn == 2
    assert seats(position) == [first, "9::b", third]
    assert position.to_dict()["lid"] == tiles("nnc")
    position.play("column-1")
    assert position.turn == 0
    position.play("column-1")
    assert position.scores == [9 + 1 - 1, 9, 5 + 1 - 1]
    assert (position.round, position.to_dict()["starter"]) == (2, "seat-3")


# ------------------------------------------------------------------------------------------------
# Variant: special factories

EFFECTS = ("+1", "blue", "brown", "cream", "black", "red", "stay", "sideways", "zero")


def golden(places, effects):
    """Every choice to turn one of these tokens to one of these effects."""
    return [f"factory-{place} golden {effect}" for place in places for effect in effects]


def test_tokens_turn_golden_at_random():
    """MC-31: first any token shows any effect, then any other token any other effect, all equally likely."""
    position = az.Game("chocolatier", first=0, factories="special").start(deal="by hand")
    assert position.weights() == dict.fromkeys(golden([1, 2, 3, 4, 5], EFFECTS), 1)
    position.play("factory-2 golden zero")
    assert position.weights() == dict.fromkeys(golden([1, 3, 4, 5], EFFECTS[:-1]), 1)
    position.play("factory-1 golden red")
    assert position.to_dict()["tokens"] == ["red", "zero", "plain", "plain", "plain"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_tokens_as_players_turn_golden(players):
    """MC-31: 2, 3 or 4 of the 5, 7 or 9; the others stay plain, and the factories are filled."""
    game = az.Game("chocolatier", players=players, first=0, factories="special")
    position = game.start(deal="by hand")
    phases = []
    for effect in EFFECTS[:players]:
        assert len(position.to_dict()["tokens"]) == FACTORIES[players]
        position.play(f"factory-{len(phases) + 1} golden {effect}")
        phases.append(position.phase)
    assert phases == ["tokens"] * (players - 1) + ["filling"]


def test_tokens_are_shuffled_anew_before_each_filling():
    """MC-31: at the start of phase C all are plain again, and each can turn to any effect."""
    position = after_offer(
        "chocolatier 2 factories=special 1.1 offer:2 factories=r tokens=stay,,sideways 0 0"
    )
    document = position.to_dict()
    assert (document["round"], document["phase"]) == (2, "tokens")
    assert document["tokens"] == ["plain"] * 5
    assert factories_of(position) == ""
    assert len(position.choices()) == 5 * 9


def test_plain_factories_have_no_tokens_to_turn():
    """MC-31: without the variant, filling begins at once."""
    position = az.Game("chocolatier", first=0).start(deal="by hand")
    assert position.phase == "filling"


@pytest.mark.parametrize(
    ("players", "place", "left", "right", "others"),
    [
        (2, 1, 5, 2, {2: "+1"}),
        (2, 3, 2, 4, {2: "+1"}),
        (2, 5, 4, 1, {2: "+1"}),
        (3, 1, 7, 2, {2: "+1", 3: "stay"}),
        (3, 7, 6, 1, {2: "+1", 3: "stay"}),
        (4, 1, 9, 2, {2: "+1", 3: "stay", 8: "red"}),
        (4, 9, 8, 1, {2: "+1", 3: "stay", 8: "red"}),
    ],
)
def test_neighbours_lie_left_and_right_around_the_circle(players, place, left, right, others):
    """MC-32: left is the token before, right the one after; after the last comes the first."""
    tokens = circle({place: "sideways", **others}, players)
    factories = circle({place: "bnk"}, players)
    empty = " 0" * players
    position = at(
        f"chocolatier {players} factories=special 1.1 offer:1 factories={factories} tokens={tokens}{empty}"
    )
    position.play(f"factory-{place} black")
    position.play("blue left")
    position.play("brown right")
    assert factories_of(position) == circle({left: "b", right: "n"}, players)


def test_numbers_do_not_shift_when_the_zero_token_leaves():
    """MC-32: the factories after it keep their numbers."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=b,k,r,,n tokens=,zero,,,stay 0 0")
    position.play("factory-2 black")
    position.play("line-1")
    assert position.to_dict()["tokens"] == ["plain", "gone", "plain", "plain", "stay"]
    assert position.choices() == ["factory-1 blue", "factory-3 red", "factory-5 brown"]


def test_plus_1_gets_one_more_tile():
    """MC-33: after all factories are filled, one tile from the bag."""
    position = at("chocolatier 2 factories=special 1.1 filling starting-tile=1 tokens=,+1,,stay 0 0")
    deal(position, "bbbb nnnn cccc kkkk rrrr")
    assert position.turn == az.CHANCE
    assert position.weights() == {
        f"draw {colour}": 16 for colour in ("blue", "brown", "cream", "black", "red")
    }
    position.play("draw red")
    document = position.to_dict()
    assert document["phase"] == "offer"
    assert document["factories"] == [tiles(pile) for pile in ("bbbb", "nnnnr", "cccc", "kkkk", "rrrr")]
    assert document["bag"] == {"blue": 16, "brown": 16, "cream": 16, "black": 16, "red": 15}


def test_without_plus_1_there_is_no_extra_tile():
    """MC-33: only that golden side has the effect."""
    position = at("chocolatier 2 factories=special 1.1 filling starting-tile=1 tokens=,zero,,stay 0 0")
    deal(position, "bbbb nnnn cccc kkkk rrrr")
    assert position.phase == "offer"


def test_the_lid_is_poured_in_for_plus_1():
    """MC-33: the filling emptied the bag, one more tile must be drawn."""
    position = at(
        "chocolatier 2 factories=special 1.1 filling starting-tile=1 lid=b15n16c16k16r17 "
        "factories=b4,n4,c4,k4,r3 tokens=,+1,,stay 0 0"
    )
    position.play("draw blue")
    assert position.weights() == {
        "draw blue": 15,
        "draw brown": 16,
        "draw cream": 16,
        "draw black": 16,
        "draw red": 17,
    }
    assert position.to_dict()["lid"] == {}


def test_plus_1_gets_nothing_when_bag_and_lid_are_empty():
    """MC-33: the round begins without the extra tile."""
    position = at(
        "chocolatier 4 factories=special 5.1 filling starting-tile=1 tokens=+1,stay,zero,sideways "
        "0:,n,c,k,b2:.nckr,rb.ck,krbn,c.rbn,nckr 0:,n,c,k,b2:.nckr,rb.ck,krbn,c.rbn,nckr "
        "0:,n,c,k,b2:.nckr,rb.ck,krbn,c.rbn,nckr 0"
    )
    deal(position, "bbbb bnnn nncc ccck kkkk rrrr r")
    assert (position.phase, position.turn) == ("offer", 0)
    assert position.to_dict()["factories"][0] == tiles("bbbb")


def test_a_colour_token_gets_one_tile_of_its_colour_from_both_neighbours():
    """MC-34: one from each neighbour, however many it has; other factories and colours stay."""
    position = at("chocolatier 2 factories=special 1.1 filling starting-tile=1 tokens=,blue,,stay 0 0")
    deal(position, "bbnn kkkk bbbr bccc bbrr")
    assert factories_of(position) == "bn2,b2k4,b2r,bc3,b2r2"


def test_a_colour_token_gets_one_tile_from_the_neighbour_that_has_one():
    """MC-34: around the end of the circle, too: token 1 has the neighbours 5 and 2."""
    position = at("chocolatier 2 factories=special 1.1 filling starting-tile=1 tokens=blue,,stay 0 0")
    deal(position, "bkkk nnnn bbbb bbbb brrr")
    assert factories_of(position) == "b2k3,n4,b4,b4,r3"


def test_a_colour_token_gets_nothing_from_neighbours_without_its_colour():
    """MC-34: all factories stay as they were filled."""
    position = at("chocolatier 2 factories=special 1.1 filling starting-tile=1 tokens=,blue,,stay 0 0")
    deal(position, "nnnn bkkk cccc bbbb bbbb")
    assert factories_of(position) == "n4,bk3,c4,b4,b4"


def test_colour_tokens_side_by_side_take_from_each_other():
    """MC-34: blue at 2 and red at 3 swap a blue for a red tile, and take one from the other neighbour."""
    position = at("chocolatier 2 factories=special 1.1 filling starting-tile=1 tokens=,blue,red 0 0")
    deal(position, "bbkk rrkk bbkk rrkk nnnn")
    assert factories_of(position) == "bk2,b2k2r,bk2r2,k2r,n4"


def test_plus_1_comes_before_the_colours():
    """MC-34 [ruling]: the extra blue tile on token 1 is attracted by its neighbour."""
    position = at("chocolatier 2 factories=special 1.1 filling starting-tile=1 tokens=+1,blue 0 0")
    deal(position, "nnnn kkkk cccc bbbb rrrr")
    assert position.to_dict()["factories"][1] == tiles("kkkk")
    position.play("draw blue")
    assert factories_of(position) == "n4,bk4,c4,b4,r4"


def test_other_tiles_stay_on_stay():
    """MC-35: nothing goes to the centre, and the token can be taken from again."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 centre=n factories=b2kr tokens=stay,,+1 0 0")
    position.play("factory-1 blue")
    position.play("line-2")
    document = position.to_dict()
    assert (factories_of(position), document["centre"]) == ("kr", tiles("n"))
    assert position.choices() == ["factory-1 black", "factory-1 red", "centre brown"]
    position.play("factory-1 red")
    assert factories_of(position) == "k"


@pytest.mark.parametrize(
    ("sides", "on_5", "on_2"),
    [
        (("left", "left"), "b2n", "c"),
        (("left", "right"), "b2", "nc"),
        (("right", "left"), "n", "b2c"),
        (("right", "right"), "", "b2nc"),
    ],
)
def test_sideways_with_two_colours_left(sides, on_5, on_2):
    """MC-36: each colour goes whole to one of the two neighbours, and none to the centre."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=b2nk,c tokens=sideways,,+1 0 0")
    position.play("factory-1 black")
    assert position.choices() == ["blue left", "blue right"]
    position.play(f"blue {sides[0]}")
    assert position.choices() == ["brown left", "brown right"]
    position.play(f"brown {sides[1]}")
    assert factories_of(position) == circle({5: on_5, 2: on_2})
    assert position.to_dict()["centre"] == {}


@pytest.mark.parametrize(
    ("brown", "cream", "red", "on_3", "on_5"),
    [
        ("left", "left", "left", "ncr", ""),
        ("left", "left", "right", "nc", "r"),
        ("left", "right", "left", "nr", "c"),
        ("left", "right", "right", "n", "cr"),
        ("right", "left", "left", "cr", "n"),
        ("right", "left", "right", "c", "nr"),
        ("right", "right", "left", "r", "nc"),
        ("right", "right", "right", "", "ncr"),
    ],
)
def test_sideways_with_three_colours_left(brown, cream, red, on_3, on_5):
    """MC-36: eight possibilities for three colours."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=,,,bncr tokens=,,,sideways,stay 0 0")
    position.play("factory-4 blue")
    position.play(f"brown {brown}")
    position.play(f"cream {cream}")
    position.play(f"red {red}")
    assert position.phase == "placing"
    assert factories_of(position) == circle({3: on_3, 5: on_5})


def test_sideways_with_nothing_left():
    """MC-36: nothing is to be moved, so nothing is asked."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=b4 tokens=sideways,,+1 0 0")
    position.play("factory-1 blue")
    assert position.phase == "placing"
    assert position.choices() == ["line-1", "line-2", "line-3", "line-4", "line-5", "floor"]


def test_sideways_is_decided_before_the_tiles_are_laid():
    """MC-36 [ruling]: the taken tiles stay in the hand of the same player until the others have moved."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=bk2 tokens=sideways,,+1 0 0")
    position.play("factory-1 black")
    document = position.to_dict()
    assert (document["phase"], document["to_move"]) == ("sides", "seat-1")
    assert document["hand"] == tiles("kk")
    assert seat(position, 1) == "0"
    position.play("blue right")
    position.play("line-2")
    assert seat(position, 1) == "0:,k2"
    assert position.turn == 1


def test_sideways_is_decided_before_the_tiles_fall():
    """MC-36 [ruling]: also where no line is open and the floor isn't asked for."""
    closed = "0:r,,n,,k5:,.4k,,.k"
    position = at(
        "chocolatier 2 factories=special 2.1 offer:1 factories=bk2 tokens=sideways,,+1 0:r,,n,,k5:,.4k,,.k 0"
    )
    position.play("factory-1 black")
    assert seat(position, 1) == closed
    position.play("blue left")
    assert seat(position, 1) == f"{closed}:k2"
    assert position.turn == 1


def test_an_emptied_neighbour_becomes_an_offer_again():
    """MC-36: factory 2 was empty, and a plain one still is plain: its rest goes to the centre."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=bnk tokens=sideways,,+1 0 0")
    position.play("factory-1 black")
    position.play("blue right")
    position.play("brown right")
    position.play("line-1")
    assert position.choices() == ["factory-2 blue", "factory-2 brown"]
    position.play("factory-2 blue")
    assert position.to_dict()["centre"] == tiles("n")


def test_tiles_moved_sideways_follow_the_rules_of_their_token():
    """MC-36: on stay they stay."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=b2k,nr tokens=sideways,stay 0 0")
    position.play("factory-1 black")
    position.play("blue right")
    position.play("line-1")
    position.play("factory-2 red")
    assert factories_of(position) == ",b2n"
    assert position.to_dict()["centre"] == {}


@pytest.mark.parametrize(
    ("place", "gone", "side", "target"),
    [(2, 3, "right", 4), (3, 2, "left", 1), (5, 1, "right", 2), (1, 5, "left", 4), (4, 5, "right", 1)],
)
def test_a_zero_token_that_left_is_skipped(place, gone, side, target):
    """MC-37 [ruling]: the next token beyond it is the neighbour, around the circle, too."""
    factories, tokens = circle({place: "bk"}), circle({place: "sideways", gone: "gone"})
    lying = f"factories={factories} tokens={tokens}"
    position = at(f"chocolatier 2 factories=special 1.1 offer:1 {lying} 0::::z 0")
    position.play(f"factory-{place} black")
    position.play(f"blue {side}")
    assert factories_of(position) == circle({target: "b"})


def test_an_empty_zero_token_stays_and_is_a_neighbour():
    """MC-37 [ruling]: it leaves only when a player takes from it."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=bk tokens=sideways,zero 0 0")
    position.play("factory-1 black")
    position.play("blue right")
    assert factories_of(position) == ",b"
    position.play("line-1")
    position.play("factory-2 blue")
    assert position.to_dict()["tokens"] == ["sideways", "gone", "plain", "plain", "plain"]
    assert seat(position, 2) == "0::::z"


def test_colours_attract_only_after_filling():
    """MC-37 [ruling]: blue moved beside the blue token stays where it was put."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=bk,,n tokens=sideways,,blue 0 0")
    position.play("factory-1 black")
    position.play("blue right")
    position.play("line-1")
    assert factories_of(position) == ",b,n"


@pytest.mark.parametrize("token", ["+1", "red"])
def test_taking_from_plus_1_and_colours_is_as_from_a_plain_factory(token):
    """MC-37, MC-07: their other tiles go to the centre, and nothing is drawn."""
    position = at(f"chocolatier 2 factories=special 1.1 offer:1 factories=b3kr,r tokens={token},,stay 0 0")
    position.play("factory-1 blue")
    assert position.phase == "placing"
    assert factories_of(position) == ",r"
    assert position.to_dict()["centre"] == tiles("kr")


def test_taking_from_zero_takes_the_token():
    """MC-38: the other tiles go to the centre, the token lies beside the own floor."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=b2kr tokens=zero,,+1 0 0")
    position.play("factory-1 blue")
    position.play("line-2")
    document = position.to_dict()
    assert document["centre"] == tiles("kr")
    assert document["tokens"] == ["gone", "plain", "+1", "plain", "plain"]
    assert seats(position) == ["0:,b2:::z", "0"]


def test_the_zero_token_is_received_before_the_tiles_are_laid():
    """MC-38 [ruling]: of two tiles that fall in the same turn, exactly one lies on it."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 factories=b4,k tokens=zero,,+1 0 0")
    position.play("factory-1 blue")
    assert seat(position, 1) == "0::::z"
    position.play("line-2")
    assert seat(position, 1) == "0:,b2::b:b"


def test_the_zero_token_waits_for_the_next_tile_that_falls():
    """MC-38: for one of its owner's, not for the other player's."""
    position = at("chocolatier 2 factories=special 1.1 offer:2 factories=,n2,c3,k tokens=gone,,+1 0::::z 0")
    position.play("factory-2 brown")
    position.play("line-1")
    assert seats(position) == ["0::::z", "0:n::n"]
    position.play("factory-3 cream")
    position.play("line-2")
    assert seat(position, 1) == "0:,c2:::c"


def test_a_used_zero_token_takes_no_second_tile():
    """MC-38: exactly one tile."""
    position = at(
        "chocolatier 2 factories=special 1.1 offer:1 centre=k factories=,n2 tokens=gone,,+1 0::::c 0"
    )
    position.play("factory-2 brown")
    position.play("floor")
    assert seat(position, 1) == "0:::n2:c"


def test_tiles_dropped_by_choice_go_to_the_zero_token():
    """MC-38 [ruling]: the first of them, before the floor."""
    position = at(
        "chocolatier 2 factories=special 1.1 offer:1 centre=k factories=,n3 tokens=gone,,+1 0:::k:z 0"
    )
    position.play("factory-2 brown")
    position.play("floor")
    assert seat(position, 1) == "0:::kn2:n"


def test_the_zero_token_helps_with_a_full_floor():
    """MC-38 [ruling]: one tile goes on it, the others to the lid."""
    position = at(
        "chocolatier 2 factories=special 1.1 offer:1 centre=k factories=,n3 tokens=gone,,+1 0:::k7:z 0"
    )
    position.play("factory-2 brown")
    position.play("floor")
    assert seat(position, 1) == "0:::k7:n"
    assert position.to_dict()["lid"] == tiles("nn")


def test_the_starting_player_tile_goes_to_the_zero_token():
    """MC-38 [ruling]: it counts as the next tile; those that fall after it go to the floor."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 centre=b2k tokens=gone,,+1 0::::z 0")
    position.play("centre blue")
    assert seat(position, 1) == "0::::s"
    position.play("floor")
    assert seat(position, 1) == "0:::b2:s"


def test_the_starting_player_tile_goes_to_the_zero_token_with_a_full_floor():
    """MC-12, MC-38 [ruling]: on the free token, not beside the board, so the token is used up."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 centre=bk tokens=gone,,+1 0:::n7:z 0")
    position.play("centre blue")
    position.play("floor")
    assert seat(position, 1) == "0:::n7:s"
    assert position.to_dict()["lid"] == tiles("b")


def test_the_starting_player_tile_goes_to_the_floor_when_the_zero_token_is_used():
    """MC-08, MC-38: one tile lies there already."""
    position = at("chocolatier 2 factories=special 1.1 offer:1 centre=bk tokens=gone,,+1 0::::c 0")
    position.play("centre blue")
    assert seat(position, 1) == "0:::s:c"


def test_what_lies_on_the_zero_token_costs_nothing():
    """MC-38: only the floor space costs."""
    position = after_offer(
        "chocolatier 2 factories=special 1.1 offer:2 factories=r tokens=,gone,+1 10:::n:c 0"
    )
    assert position.scores == [9, 0]


def test_a_line_that_falls_in_phase_b_uses_the_zero_token():
    """MC-28, MC-38 [ruling]: of two tiles one is free, the other costs 1."""
    position = after_offer(
        "chocolatier 2 box=grey factories=special 5.1 offer:2 factories=r tokens=,gone,+1 "
        "10:,b2:.4b,rnck::z 0"
    )
    assert seat(position, 1) == "9::.4b,rnck"
    assert position.to_dict()["lid"] == tiles("bb")


def test_a_chocolate_on_the_zero_token_goes_to_the_lid_and_the_token_back_to_the_pool():
    """MC-39: with MC-20, before phase C, in which every token can be laid and turned again."""
    position = after_offer("chocolatier 2 factories=special 1.1 offer:2 factories=r tokens=,gone,+1 0::::c 0")
    document = position.to_dict()
    assert document["lid"] == tiles("c")
    assert seats(position) == ["0", "0:,,,,r"]
    assert document["tokens"] == ["plain"] * 5
    assert "factory-2 golden zero" in position.choices()


def test_an_unused_zero_token_goes_back_too():
    """MC-39: it isn't kept for the next round."""
    position = after_offer("chocolatier 2 factories=special 1.1 offer:2 factories=r tokens=,gone,+1 0::::z 0")
    assert seat(position, 1) == "0"
    assert position.to_dict()["lid"] == {}


def test_the_starting_player_tile_on_the_zero_token_stays_with_its_owner():
    """MC-39: it costs nothing, goes to no lid, and its owner starts the next round."""
    position = after_offer(
        "chocolatier 2 factories=special 1.1 offer:2 starting-tile=2 factories=r tokens=,gone,+1 0 5::::s"
    )
    document = position.to_dict()
    assert seats(position) == ["0", "5:,,,,r"]
    assert document["lid"] == {}
    assert (document["starter"], document["starting_tile"]) == ("seat-2", "seat-2")


def test_a_chocolate_on_the_zero_token_can_be_the_only_one_left():
    """MC-39, MC-22: it is in the lid before phase C, so the game goes on with one tile."""
    last = f"0:,,c,k,b:{BOX_OF_20}::n"
    position = at(
        "chocolatier 4 factories=special 5.1 offer:4 factories=,,,,b tokens=gone,+1,stay,red "
        f"{LOCKED} {LOCKED} {LOCKED} {last}"
    )
    position.play("factory-5 blue")
    position.play("line-5")
    assert (position.round, position.phase) == (6, "tokens")
    assert position.to_dict()["lid"] == tiles("n")
