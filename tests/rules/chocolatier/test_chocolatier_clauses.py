"""Does it play the rulebook? Every clause of Master Chocolatier, MC-01 to MC-39, in their order.

Tiles are written as letters: b blue, n brown, c cream, k black, r red, s the starting-player tile. A row
of a box is five letters, a dot is an empty space.
"""

from collections import Counter

import pytest

import azulejos as az

WORDS = {"b": "blue", "n": "brown", "c": "cream", "k": "black", "r": "red", "s": "start", ".": None}
FACTORIES = {2: 5, 3: 7, 4: 9}
PRINTED = ("bnckr", "rbnck", "krbnc", "ckrbn", "nckrb")  # the coloured box


def words(letters):
    """`bbs` as the pieces of a document."""
    return [WORDS[letter] for letter in letters]


def tiles(letters):
    """`bbk` as a document counts tiles."""
    return dict(Counter(words(letters)))


def circle(things, default, players=2):
    """Things on numbered factories, as a list of all factories."""
    return [things.get(factory + 1, default) for factory in range(FACTORIES[players])]


def on_factories(piles, players=2):
    """`{3: "bbk"}`: what lies on the factories, as a document says it."""
    return [tiles(pile) for pile in circle(piles, "", players)]


def board(
    *,
    score=0,
    floor="",
    zero=None,
    line_1="",
    line_2="",
    line_3="",
    line_4="",
    line_5="",
    row_1=".....",
    row_2=".....",
    row_3=".....",
    row_4=".....",
    row_5=".....",
):
    """A seat of a document. `zero` is what lies on the zero token, None without the token."""
    return {
        "score": score,
        "lines": [words(line) for line in (line_1, line_2, line_3, line_4, line_5)],
        "box": [words(row) for row in (row_1, row_2, row_3, row_4, row_5)],
        "floor": words(floor),
        "zero": None if zero is None else words(zero),
    }


def table(*seats, players=2, box="coloured", factories=None, centre="", bag=None, **document):
    """A position. Golden tokens make the factories special; a bag given leaves the rest to the lid."""
    kind = "special" if "tokens" in document else "plain"
    game = az.Game("chocolatier", players=players, box=box, factories=kind)
    document["seats"] = [*seats, *[board()] * players][:players]
    document["factories"] = on_factories(factories or {}, players)
    document["centre"] = tiles(centre)
    document["tokens"] = circle(document.get("tokens", {}), "plain", players)
    if bag is not None:
        rest = Counter(game.position(document, deal="by hand").to_dict()["bag"])
        document["bag"] = tiles(bag)
        document["lid"] = dict(rest - Counter(document["bag"]))
    return game.position(document, deal="by hand")


def filling(*seats, **document):
    """A position of phase C: the next tile is drawn."""
    return table(*seats, phase="filling", to_move="chance", starting_tile="seat-1", **document)


def deal(position, letters):
    """Draw these tiles one after the other; blanks only show where a factory is full."""
    for letter in letters.replace(" ", ""):
        position.play(f"draw {WORDS[letter]}")


def after_offer(*seats, **document):
    """Seat-2 takes the last tile of the round, a red one, and puts it into line-5; phase B follows."""
    position = table(*seats, factories={1: "r"}, to_move="seat-2", **document)
    position.play("factory-1 red")
    position.play("line-5")
    return position


def seat(position, number):
    return position.to_dict()["seats"][number - 1]


# ------------------------------------------------------------------------------------------------
# Set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_begins_with_an_empty_board(players):
    """MC-01: 2 to 4 players, each with 5 empty lines, an empty box of 5x5, an empty floor and score 0."""
    position = az.Game("chocolatier", players=players).start(deal="by hand")
    assert position.to_dict()["seats"] == [board()] * players


@pytest.mark.parametrize("players", [1, 5])
def test_no_other_number_of_players(players):
    """MC-01: neither 1 nor 5 players."""
    with pytest.raises(az.OptionError):
        az.Game("chocolatier", players=players)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_pattern_lines_have_1_to_5_spaces(number):
    """MC-01: of six tiles, line n holds n."""
    position = table(centre="bbbbbb", factories={1: "r"})
    position.play("centre blue")
    position.play(f"line-{number}")
    line = {f"line_{number}": "b" * number}
    assert seat(position, 1) == board(**line, floor="s" + "b" * (6 - number))


def test_the_floor_has_7_spaces():
    """MC-01: of the starting-player tile and nine tiles, seven pieces stay on the floor."""
    position = table(centre="b" * 9, factories={1: "r"})
    position.play("centre blue")
    position.play("floor")
    assert seat(position, 1) == board(floor="sbbbbbb")
    assert position.to_dict()["lid"] == tiles("bbb")


def test_all_players_use_the_coloured_side():
    """MC-02: on the coloured side nobody is asked for a space."""
    position = after_offer(board(line_2="bb"), board(line_2="kk"))
    assert position.phase == "filling"
    assert seat(position, 1) == board(row_2=".b...", score=1)
    assert seat(position, 2) == board(row_2="....k", score=1, line_5="r")


def test_all_players_use_the_grey_side():
    """MC-02: on the grey side everybody is."""
    position = after_offer(board(line_2="bb"), board(line_2="kk"), box="grey")
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
    position = filling(bag="bbbr")
    assert position.weights() == {"draw blue": 3, "draw red": 1}
    position.play("draw blue")
    assert position.weights() == {"draw blue": 2, "draw red": 1}


def test_no_tile_is_added_or_lost():
    """MC-04: a table with 19 blue tiles is refused."""
    bag = {"blue": 18, "brown": 20, "cream": 20, "black": 20, "red": 20}
    with pytest.raises(az.PositionError, match="19 blue tiles"):
        az.Game("chocolatier").position({"bag": bag, "centre": {"blue": 1}})


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
    position = table(factories={1: "bbkr", 4: "nncc"}, centre="kkr")
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
    position = table(factories={1: "bbkr", 2: "bncc"}, centre="bk")
    position.play("factory-1 blue")
    document = position.to_dict()
    assert document["hand"] == tiles("bb")
    assert document["factories"] == on_factories({2: "bncc"})
    assert document["centre"] == tiles("bkkr")
    assert document["starting_tile"] == "centre"


def test_taking_from_the_centre_takes_one_colour():
    """MC-08: all tiles of the colour; other colours and the factories stay as they are."""
    position = table(factories={1: "bbkr"}, centre="bbbkr")
    position.play("centre blue")
    document = position.to_dict()
    assert document["hand"] == tiles("bbb")
    assert document["factories"] == on_factories({1: "bbkr"})
    assert document["centre"] == tiles("kr")


def test_the_first_to_take_from_the_centre_takes_the_starting_player_tile():
    """MC-08: it goes on the leftmost empty space of the floor."""
    position = table(board(floor="nn"), centre="bk")
    position.play("centre blue")
    assert seat(position, 1) == board(floor="nns")
    assert position.to_dict()["starting_tile"] == "seat-1"


def test_the_starting_player_tile_is_put_down_before_the_tiles_taken():
    """MC-08 [ruling]: tiles that fall in the same turn lie to its right."""
    position = table(centre="bbk")
    position.play("centre blue")
    position.play("floor")
    assert seat(position, 1) == board(floor="sbb")


def test_the_second_to_take_from_the_centre_takes_tiles_only():
    """MC-08: the starting-player tile stays where the first one put it."""
    position = table(board(floor="s"), centre="bk", to_move="seat-2", starting_tile="seat-1")
    position.play("centre blue")
    assert seat(position, 1) == board(floor="s")
    assert seat(position, 2) == board()
    assert position.to_dict()["starting_tile"] == "seat-1"


def test_the_starting_player_tile_cannot_be_taken_alone():
    """MC-08: a centre without chocolate is no place to take from."""
    position = table(factories={3: "k"})
    assert position.to_dict()["starting_tile"] == "centre"
    assert position.choices() == ["factory-3 black"]


def test_a_line_with_an_empty_space_and_of_one_colour_can_be_chosen():
    """MC-09: not a full line, not even of the same colour, and not one that holds another colour."""
    position = table(board(line_1="r", line_2="b", line_3="bbb", line_4="k"), factories={1: "b"}, centre="k")
    position.play("factory-1 blue")
    assert position.choices() == ["line-2", "line-5", "floor"]


def test_all_tiles_go_to_one_destination():
    """MC-09: three tiles don't split over lines 1 and 2: they fill line 3, and the turn is over."""
    position = table(factories={1: "bbb"}, centre="k")
    position.play("factory-1 blue")
    position.play("line-3")
    assert seat(position, 1) == board(line_3="bbb")
    assert position.to_dict()["hand"] == {}
    assert position.turn == 1


def test_tiles_join_those_already_in_the_line():
    """MC-09: a line is filled further, not anew."""
    position = table(board(line_5="bb"), factories={1: "bb"}, centre="k")
    position.play("factory-1 blue")
    position.play("line-5")
    assert seat(position, 1) == board(line_5="bbbb")


def test_a_colour_that_the_row_holds_cannot_go_to_its_line():
    """MC-10: blue in rows 2 and 5 closes lines 2 and 5 to blue, other colours in other rows close nothing."""
    position = table(board(row_1=".n...", row_2=".b...", row_5="....b"), factories={1: "b"}, centre="k")
    position.play("factory-1 blue")
    assert position.choices() == ["line-1", "line-3", "line-4", "floor"]


def test_the_other_players_box_closes_nothing():
    """MC-10: only the own box counts."""
    position = table(board(), board(row_2=".b..."), factories={1: "b"}, centre="k")
    position.play("factory-1 blue")
    assert position.choices() == ["line-1", "line-2", "line-3", "line-4", "line-5", "floor"]


def test_several_lines_may_hold_the_same_colour():
    """MC-10: blue waits in line 3 and may also begin line 4."""
    position = table(board(line_3="b"), factories={1: "b"}, centre="k")
    position.play("factory-1 blue")
    position.play("line-4")
    assert seat(position, 1) == board(line_3="b", line_4="b")


def test_tiles_that_do_not_fit_fall_to_the_floor():
    """MC-11: two of four tiles fit, two fall."""
    position = table(board(line_3="b", floor="n"), factories={1: "bbbb"}, centre="k")
    position.play("factory-1 blue")
    position.play("line-3")
    assert seat(position, 1) == board(line_3="bbb", floor="nbb")


def test_all_tiles_may_be_dropped_though_a_line_is_open():
    """MC-11: the floor is always a choice."""
    position = table(factories={1: "bbb"}, centre="k")
    position.play("factory-1 blue")
    position.play("floor")
    assert seat(position, 1) == board(floor="bbb")


def test_a_chosen_line_is_filled_as_far_as_possible():
    """MC-11 [ruling]: nobody asks how many tiles to lay; both go into line 4 and none falls."""
    position = table(board(line_4="bb"), factories={1: "bb"}, centre="k")
    position.play("factory-1 blue")
    assert position.choices() == ["line-1", "line-2", "line-3", "line-4", "line-5", "floor"]
    position.play("line-4")
    assert seat(position, 1) == board(line_4="bbbb")
    assert position.turn == 1


def test_tiles_that_fit_nowhere_fall():
    """MC-11: when no line is open, the floor is the only destination and isn't asked for."""
    closed = board(line_1="r", row_2=".b...", line_3="k", row_4="...b.", line_5="bbbbb")
    position = table(closed, factories={1: "bb"}, centre="k")
    position.play("factory-1 blue")
    assert seat(position, 1) == {**closed, "floor": words("bb")}
    assert position.turn == 1


def test_the_floor_fills_left_to_right_and_the_surplus_goes_to_the_lid():
    """MC-12: of four tiles two find a space, two go to the lid."""
    position = table(board(floor="nnnkk"), factories={1: "bbbb"}, centre="k")
    position.play("factory-1 blue")
    position.play("floor")
    assert seat(position, 1) == board(floor="nnnkkbb")
    assert position.to_dict()["lid"] == tiles("bb")


def test_tiles_beyond_a_full_floor_cost_nothing():
    """MC-12: seven spaces cost 14, whatever went to the lid."""
    position = table(board(score=20, floor="nnnnnnn"), factories={1: "bbbb"})
    position.play("factory-1 blue")
    position.play("floor")
    assert position.scores == [6, 0]
    assert position.to_dict()["lid"] == tiles("bbbbnnnnnnn")


def test_the_starting_player_tile_takes_the_last_floor_space():
    """MC-08, MC-12: it is put down first, so the tiles taken with it go to the lid."""
    position = table(board(floor="nnnnnn"), centre="bbk")
    position.play("centre blue")
    position.play("floor")
    assert seat(position, 1) == board(floor="nnnnnns")
    assert position.to_dict()["lid"] == tiles("bb")


def test_the_starting_player_tile_on_a_full_floor():
    """MC-12 [ruling]: taken with a full floor it lies beside the board and pushes no tile away."""
    position = table(board(floor="nnnnnnn"), centre="bk")
    position.play("centre blue")
    assert seat(position, 1) == board(floor="nnnnnnn")
    assert position.to_dict()["starting_tile"] == "seat-1"
    assert position.to_dict()["lid"] == {}


def test_the_starting_player_tile_beside_a_full_floor_costs_nothing():
    """MC-12 [ruling]: 14 for the full floor and no more, and its taker still starts the next round."""
    position = table(board(score=20, floor="nnnnnnn"), centre="b", starter="seat-2")
    position.play("centre blue")
    position.play("line-5")
    assert position.scores == [6, 0]
    assert position.to_dict()["starter"] == "seat-1"


def test_chocolate_on_a_factory_keeps_the_phase_going():
    """MC-13: the phase goes on while a factory holds a tile."""
    position = table(factories={1: "b", 5: "r"})
    position.play("factory-1 blue")
    position.play("line-1")
    assert position.phase == "offer"
    assert position.choices() == ["factory-5 red"]


def test_chocolate_in_the_centre_keeps_the_phase_going():
    """MC-13: and while the centre does; who is next can't pass."""
    position = table(factories={1: "bk"})
    position.play("factory-1 blue")
    position.play("line-1")
    assert position.turn == 1
    assert position.choices() == ["centre black"]


def test_the_starting_player_tile_alone_does_not_keep_the_phase_going():
    """MC-13: with no chocolate left, phase B follows at once."""
    position = table(factories={1: "b"})
    position.play("factory-1 blue")
    position.play("line-1")
    assert seat(position, 1) == board(row_1="b....", score=1)
    assert (position.round, position.phase) == (2, "filling")


# ------------------------------------------------------------------------------------------------
# Phase B: laying chocolates


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("column", [1, 2, 3, 4, 5])
def test_a_tile_goes_to_the_space_of_its_colour(row, column):
    """MC-14: the same row, where the coloured box shows the tile's colour."""
    colour = PRINTED[row - 1][column - 1]
    position = after_offer(board(**{f"line_{row}": colour * row}))
    laid = "." * (column - 1) + colour + "." * (5 - column)
    assert seat(position, 1) == board(**{f"row_{row}": laid}, score=1)


def test_lines_are_laid_from_top_to_bottom():
    """MC-14: brown is alone when it is laid and scores 1; blue then joins brown and red for 3."""
    position = after_offer(board(line_1="n", line_2="bb", row_3=".r..."))
    assert seat(position, 1) == board(row_1=".n...", row_2=".b...", row_3=".r...", score=4)


def test_a_tile_scores_at_once():
    """MC-14: the story tells line 1 and its point before line 2."""
    position = table(board(line_1="n", line_2="bb"), factories={1: "r"}, to_move="seat-2")
    position.play("factory-1 red")
    told = [(row["what"], row["piece"], row["points"]) for row in position.play("line-5") if row["seat"] == 0]
    assert told[:4] == [("laid", "brown", 0), ("alone", None, 1), ("laid", "blue", 0), ("down", None, 2)]


def test_everyone_lays():
    """MC-14: the boards of all players, whoever took the last tile."""
    position = after_offer(board(line_1="b"), board(line_1="k", line_2="cc"), board(line_2="rr"), players=3)
    assert position.to_dict()["seats"] == [
        board(row_1="b....", score=1),
        board(row_1="...k.", row_2="...c.", score=1 + 2, line_5="r"),
        board(row_2="r....", score=1),
    ]


def test_the_rest_of_a_moved_line_goes_to_the_lid():
    """MC-15: one tile of the line to the box, the others to the lid."""
    position = after_offer(board(line_1="n", line_2="cc", line_4="bbbb"))
    assert position.to_dict()["lid"] == tiles("cbbb")
    assert seat(position, 1)["lines"] == [[], [], [], [], []]


def test_lines_that_are_not_full_stay():
    """MC-15: nothing moves from them, nothing is scored."""
    unfinished = board(line_2="c", line_3="kk", line_4="bbb", line_5="nnnn")
    position = after_offer(unfinished)
    assert seat(position, 1) == unfinished
    assert position.to_dict()["lid"] == {}


@pytest.mark.parametrize(
    "box",
    [
        {},
        {"row_1": "b.c..", "row_3": "k.b.."},  # corner to corner
        {"row_2": "...ck", "row_4": ".k...", "row_5": ".c..."},  # the same row and column, not connected
    ],
)
def test_a_tile_without_neighbours_scores_1(box):
    """MC-16: tiles that only touch at a corner, or lie further off, are no neighbours."""
    position = after_offer(board(line_2="bb", **box))
    assert position.scores[0] == 1


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ({"row_2": "r...."}, 2),
        ({"row_2": "r.n.."}, 3),
        ({"row_2": "r.nc."}, 4),
        ({"row_2": "..n.k"}, 2),  # a gap ends the run
        ({"row_1": ".n..."}, 2),
        ({"row_1": ".n...", "row_3": ".r..."}, 3),
        ({"row_3": ".r...", "row_4": ".k...", "row_5": ".c..."}, 4),
        ({"row_3": ".r...", "row_5": ".c..."}, 2),  # a gap ends the run
        ({"row_1": ".n...", "row_2": "r...."}, 2 + 2),
        ({"row_1": "bnc..", "row_2": "r.n..", "row_3": ".r..."}, 3 + 3),
        ({"row_1": ".n...", "row_2": "r.nc.", "row_3": ".r...", "row_4": ".k...", "row_5": ".c..."}, 4 + 5),
    ],
)
def test_a_tile_with_neighbours_scores_its_runs(box, points):
    """MC-17: the length of the run across, and of the run down; the tile itself counts in both."""
    position = after_offer(board(line_2="bb", **box))
    assert position.scores[0] == points


@pytest.mark.parametrize(
    ("count", "cost"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)]
)
def test_each_occupied_floor_space_costs_its_penalty(count, cost):
    """MC-18: -1 -1 -2 -2 -2 -3 -3."""
    position = after_offer(board(score=20, floor="n" * count))
    assert position.scores == [20 - cost, 0]


def test_the_starting_player_tile_costs_like_a_tile():
    """MC-18: as the third piece on the floor it costs 2."""
    position = after_offer(board(score=20, floor="nns"), starting_tile="seat-1")
    assert position.scores == [16, 0]


def test_the_score_never_falls_below_0():
    """MC-19: 3 points less 14 are 0."""
    position = after_offer(board(score=3, floor="nnnnnnn"))
    assert position.scores == [0, 0]


def test_gains_count_before_penalties():
    """MC-19: 0 + 1 - 1 is 0, and 0 + 1 - 2 is 0 as well."""
    position = after_offer(board(line_1="b", floor="n"), board(line_1="b", floor="nn"))
    assert position.scores == [0, 0]


def test_floors_are_cleared_into_the_lid():
    """MC-20: all chocolate of all floors."""
    position = after_offer(board(floor="nk"), board(floor="cn"))
    assert [seat(position, 1), seat(position, 2)] == [board(), board(line_5="r")]
    assert position.to_dict()["lid"] == tiles("nkcn")


def test_the_owner_of_the_starting_player_tile_starts_the_next_round():
    """MC-20: it stays with its owner, not in the lid, and goes to the centre when the round begins."""
    position = after_offer(board(), board(floor="ns"), starting_tile="seat-2")
    assert position.to_dict()["lid"] == tiles("n")
    assert position.to_dict()["starting_tile"] == "seat-2"
    deal(position, "bbbb nnnn cccc kkkk rrrr")
    assert position.turn == 1
    assert position.to_dict()["starting_tile"] == "centre"


def test_without_taking_from_the_centre_the_same_player_starts_again():
    """MC-20 [ruling]: seat-2 began and begins again, though seat-1 took the last tile."""
    position = table(factories={1: "b"}, starter="seat-2")
    position.play("factory-1 blue")
    position.play("line-5")
    deal(position, "bbbb nnnn cccc kkkk rrrr")
    assert position.to_dict()["starter"] == "seat-2"
    assert position.turn == 1


# ------------------------------------------------------------------------------------------------
# Phase C: preparing the next round


def test_factories_are_filled_from_the_bag():
    """MC-21: without a full row the next round is prepared: 4 tiles for each factory, from the bag."""
    position = after_offer(board(row_1=".nckr"))
    assert (position.round, position.phase) == (6, "filling")
    deal(position, "bbbb nnbb cccc kkbb rrbb")
    document = position.to_dict()
    assert document["phase"] == "offer"
    assert document["factories"] == [tiles(pile) for pile in ("bbbb", "nnbb", "cccc", "kkbb", "rrbb")]
    assert document["bag"] == {"blue": 10, "brown": 17, "cream": 15, "black": 17, "red": 16}


def test_the_lid_is_poured_in_when_the_bag_is_empty():
    """MC-21: with two tiles in the bag and 19 to draw, the lid is poured in after the second, all of it."""
    position = filling(factories={1: "b"}, bag="kr")
    lid = {"blue": 19, "brown": 20, "cream": 20, "black": 19, "red": 19}
    assert position.choices() == ["draw black", "draw red"]
    position.play("draw black")
    assert (position.to_dict()["bag"], position.to_dict()["lid"]) == (tiles("r"), lid)
    position.play("draw red")
    assert (position.to_dict()["bag"], position.to_dict()["lid"]) == (lid, {})


def test_a_bag_emptied_by_the_last_tile_stays_empty():
    """MC-21: the filling is done, nothing must be drawn, so the lid isn't poured in."""
    position = filling(factories={1: "bbbb", 2: "nnnn", 3: "cccc", 4: "kkkk", 5: "rrr"}, bag="b")
    position.play("draw blue")
    assert position.phase == "offer"
    assert position.to_dict()["bag"] == {}
    assert position.to_dict()["lid"] == {"blue": 15, "brown": 16, "cream": 16, "black": 16, "red": 17}


def test_an_empty_bag_is_filled_at_the_next_draw():
    """MC-21: what phase B put into the lid is poured in with the rest."""
    position = after_offer(board(floor="n"), bag="")
    assert position.phase == "filling"
    assert position.to_dict()["bag"] == {"blue": 20, "brown": 20, "cream": 20, "black": 20, "red": 19}
    assert position.to_dict()["lid"] == {}


def locked(**changes):
    """A board that holds 5 tiles of each colour and loses none in phase B; its bonuses are 7 + 10."""
    spaces = {
        "line_2": "n",
        "line_3": "c",
        "line_4": "k",
        "line_5": "bb",
        "row_1": ".nckr",
        "row_2": "rb.ck",
        "row_3": "krbn.",
        "row_4": "c.rbn",
        "row_5": "nckr.",
    }
    return board(**spaces | changes)


def test_factories_stay_short_when_there_are_no_more_tiles():
    """MC-22 [ruling]: filled one by one in circle order, the last ones get nothing, and the round starts."""
    position = filling(locked(), locked(), locked(), players=4)
    deal(position, "bbbb bnnn nncc ccck kkkk rrrr r")
    document = position.to_dict()
    piles = {1: "bbbb", 2: "bnnn", 3: "nncc", 4: "ccck", 5: "kkkk", 6: "rrrr", 7: "r"}
    assert document["factories"] == on_factories(piles, players=4)
    assert (document["phase"], document["to_move"]) == ("offer", "seat-1")


def all_tiles_but_one_locked(**document):
    """Seat-4 takes the last blue tile; neither bag nor lid holds any."""
    seats = (locked(), locked(), locked(), locked(line_5="b"))
    position = table(*seats, players=4, factories={5: "b"}, to_move="seat-4", round=8, **document)
    assert (position.to_dict()["bag"], position.to_dict()["lid"]) == ({}, {})
    position.play("factory-5 blue")
    return position


def test_the_game_ends_when_no_tile_is_left_after_phase_b():
    """MC-22 [ruling]: phase C doesn't begin, no token is turned, the round stays; MC-24 is scored."""
    tokens = {1: "stay", 2: "+1", 3: "zero", 4: "red"}
    position = all_tiles_but_one_locked(tokens=tokens)
    story = position.play("line-5")
    assert position.over
    assert position.round == 8
    assert position.to_dict()["tokens"] == circle(tokens, "plain", players=4)
    assert position.scores == [17, 17, 17, 17]
    assert [row["clause"] for row in story if row["what"] == "over"] == ["MC-22"]


def test_no_token_is_turned_when_no_tile_is_left():
    """MC-22 [ruling]: phase C doesn't begin, so such a table is refused."""
    with pytest.raises(az.PositionError, match="in phase tokens there is nothing to choose from"):
        table(*[locked()] * 4, players=4, phase="tokens", to_move="chance", starting_tile="seat-1", tokens={})


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
    position = after_offer(board(row_1="bnck.", line_1="r"), board(score=5, line_2="bb", floor="nn"))
    assert position.over
    assert position.turn is None
    assert position.choices() == []
    assert seat(position, 1) == board(row_1="bnckr", score=5 + 2)
    assert seat(position, 2) == board(row_2=".b...", line_5="r", score=5 + 1 - 2)


def test_any_players_full_row_ends_the_game():
    """MC-23: also the row of the last to lay, and the round number stays."""
    position = after_offer(board(line_1="b"), board(row_1="bnck.", line_1="r"))
    assert (position.over, position.round) == (True, 5)
    assert position.scores == [1, 7]


def test_a_line_laid_after_the_full_row_changes_nothing():
    """MC-23: the row completed by line 1 ends the game, also when line 2 completes none."""
    position = after_offer(board(row_1="bnck.", line_1="r", line_2="rr"))
    assert position.over
    assert seat(position, 1) == board(row_1="bnckr", row_2="r....", score=5 + 2 + 2)


def test_all_players_finish_the_phase_on_the_grey_side():
    """MC-23: seat-1 completes a row; seat-2 is still asked for a space."""
    position = after_offer(board(row_1="bnck.", line_1="r"), board(line_1="k"), box="grey")
    position.play("column-5")
    assert (position.phase, position.turn) == ("laying", 1)
    position.play("column-4")
    assert position.over
    assert position.scores == [5 + 2, 1]


def test_a_line_that_will_complete_a_row_does_not_end_the_game_yet():
    """MC-23: the offer goes on."""
    position = table(board(row_1="bnck."), factories={1: "r", 2: "b"})
    position.play("factory-1 red")
    position.play("line-1")
    assert (position.phase, position.turn) == ("offer", 1)


def test_a_full_column_does_not_end_the_game():
    """MC-23: only a horizontal row does."""
    position = after_offer(board(row_1="b....", row_2="r....", row_3="k....", row_4="c....", line_5="nnnnn"))
    assert (position.phase, position.round) == ("filling", 3)
    assert position.scores == [5, 0]


def test_a_full_row_scores_2():
    """MC-24: two rows, laid for 5 and 5 + 2, bring 2 each."""
    position = after_offer(board(row_1="bnck.", line_1="r", row_2="rbnc.", line_2="kk"))
    assert position.scores == [5 + 7 + 2 * 2, 0]


@pytest.mark.parametrize(
    ("box", "bonus"),
    [
        ({}, 0),
        ({"row_1": "b....", "row_2": "r....", "row_3": "k....", "row_4": "c....", "row_5": "n...."}, 7),
        ({"row_1": "bn...", "row_2": "rb...", "row_3": "kr...", "row_4": "ck...", "row_5": "nc..."}, 14),
        ({"row_1": "b....", "row_2": "r....", "row_3": "k....", "row_4": "c...."}, 0),
        ({"row_1": "b....", "row_2": ".b...", "row_3": "..b..", "row_4": "...b.", "row_5": "....b"}, 10),
        ({"row_1": "bn...", "row_2": ".bn..", "row_3": "..bn.", "row_4": "...bn", "row_5": "n...b"}, 20),
        ({"row_1": "b....", "row_2": ".b...", "row_3": "..b..", "row_4": "...b."}, 0),
    ],
)
def test_full_columns_score_7_and_full_colours_10(box, bonus):
    """MC-24: everyone scores them, also who completed no row."""
    position = after_offer(board(row_1="bnck.", line_1="r"), board(**box))
    assert position.scores == [7, bonus]


def test_one_tile_can_complete_a_row_a_column_and_a_colour():
    """MC-24: red laid for 5 + 5, then 2 + 7 + 10."""
    crossing = board(line_1="r", row_1="bnck.", row_2="r...k", row_3=".r..c", row_4="..r.n", row_5="...rb")
    position = after_offer(crossing)
    assert position.scores == [5 + 5 + 2 + 7 + 10, 0]


def test_bonuses_are_scored_at_the_end_only():
    """MC-24: a column and a colour bring nothing while the game goes on."""
    position = after_offer(board(row_1="b....", row_2="rb...", row_3="k.b..", row_4="c..b.", row_5="n...b"))
    assert (position.round, position.phase) == (4, "filling")
    assert position.scores == [0, 0]


def test_a_full_colour_anywhere_on_the_grey_side():
    """MC-24: on the grey side a colour's five tiles may lie in any columns."""
    red = board(row_1="..r..", row_2="r....", row_3="....r", row_4=".r...", row_5="...r.")
    position = after_offer(red, round=20, box="grey")
    assert position.scores == [10, 0]


ROW_FOR_7 = {"row_1": "bnck.", "line_1": "r"}  # 5 for the run, 2 for the row


@pytest.mark.parametrize(
    ("other", "winners", "ranking"),
    [
        (board(score=6), [0], [0, 1]),
        (board(score=8), [1], [1, 0]),  # points come before rows
        (board(score=7), [0], [0, 1]),  # as many points, fewer rows
        (board(**ROW_FOR_7), [0, 1], [0, 0]),  # as many points and rows
    ],
)
def test_who_wins(other, winners, ranking):
    """MC-25: most points, then most full rows, then the win is shared."""
    position = after_offer(board(**ROW_FOR_7), other)
    assert (position.winners, position.ranking) == (winners, ranking)


def test_rows_completed_in_the_same_phase_all_count():
    """MC-25: with 16 points each, two rows win against one."""
    two_rows = board(row_1="bnck.", line_1="r", row_2="rbnc.", line_2="kk")
    position = after_offer(two_rows, board(**ROW_FOR_7, score=9))
    assert position.scores == [16, 16]
    assert position.winners == [0]


def test_a_win_is_shared_only_by_those_who_are_tied_for_it():
    """MC-25: of four with 50 points, the two with two rows share the win."""
    one_row = board(score=50, row_3="krbnc")
    two_rows = board(score=50, row_1="bnckr", row_2="rbnck")
    seats = (one_row, two_rows, board(score=50), two_rows)
    position = table(*seats, players=4, phase="over", to_move="over")
    assert position.winners == [1, 3]
    assert position.ranking == [2, 0, 3, 0]


def test_round_20_is_the_last():
    """MC-26 [ruling]: after its phase B the game ends and is scored."""
    column = board(row_1="b....", row_2="r....", row_3="k....", row_4="c....", row_5="n....", line_1="n")
    position = after_offer(column, board(score=10, floor="n"), round=20)
    assert (position.over, position.round) == (True, 20)
    assert position.scores == [2 + 7, 10 - 1]
    assert position.winners == [0, 1]


def test_round_19_is_not_the_last():
    """MC-26 [ruling]: round 20 is still played."""
    position = after_offer(round=19)
    assert (position.phase, position.round) == ("filling", 20)


# ------------------------------------------------------------------------------------------------
# Variant: grey side


def test_the_player_chooses_an_empty_space_whose_column_lacks_the_colour():
    """MC-27: column 1 is taken, columns 2 and 5 show blue already."""
    position = after_offer(
        board(line_3="bbb", row_1="k.n..", row_2=".b...", row_3="r....", row_5="....b"), box="grey"
    )
    assert position.turn == 0
    assert position.choices() == ["column-3", "column-4"]


def test_the_tile_goes_to_the_chosen_space_and_scores_there():
    """MC-27: beside red and below black it scores 2 + 2; the rest of the line goes to the lid."""
    position = after_offer(board(line_3="bbb", row_2=".k...", row_3="r...."), box="grey")
    position.play("column-2")
    assert seat(position, 1) == board(row_2=".k...", row_3="rb...", score=4)
    assert position.to_dict()["lid"] == tiles("bb")


def test_the_first_space_is_asked_for_even_if_it_is_the_only_one():
    """MC-27: it must be laid: each player is offered the one space, and the floor isn't offered."""
    one_space = board(line_1="b", row_1="rn...", row_2="...b.", row_3="....b")
    position = after_offer(one_space, one_space, box="grey")
    assert (position.turn, position.choices()) == (0, ["column-3"])
    position.play("column-3")
    assert (position.turn, position.choices()) == (1, ["column-3"])


def test_a_later_line_with_one_space_only_is_laid_there():
    """MC-27: it must be laid, so nobody is asked: blue fits into column 5 only."""
    position = after_offer(board(line_1="k", line_2="bb", row_2="rnc..", row_5="...b."), box="grey")
    position.play("column-1")
    assert seat(position, 1) == board(row_1="k....", row_2="rnc.b", row_5="...b.", score=2 + 1)
    assert position.phase == "filling"


def test_full_lines_are_asked_for_from_top_to_bottom():
    """MC-14, MC-27: a tile just laid closes its column to the next one of its colour."""
    position = after_offer(board(line_1="b", line_3="bbb", line_4="kkkk"), box="grey")
    position.play("column-2")
    assert seat(position, 1) == board(row_1=".b...", line_3="bbb", line_4="kkkk", score=1)
    assert position.choices() == ["column-1", "column-3", "column-4", "column-5"]
    position.play("column-3")
    assert position.choices() == ["column-1", "column-2", "column-3", "column-4", "column-5"]
    position.play("column-3")
    assert seat(position, 1) == board(row_1=".b...", row_3="..b..", row_4="..k..", score=1 + 1 + 2)


def test_a_line_that_cannot_be_laid_falls_before_penalties_are_counted():
    """MC-28: the only empty space lies below another blue; both tiles fall and cost 2."""
    stuck = board(score=10, line_2="bb", row_1="....b", row_2="rnck.")
    position = after_offer(stuck, box="grey")
    assert position.phase == "filling"
    assert seat(position, 1) == board(score=8, row_1="....b", row_2="rnck.")
    assert position.to_dict()["lid"] == tiles("bb")


def test_a_falling_line_fills_the_floor_and_its_surplus_goes_to_the_lid():
    """MC-28, MC-12: one of five tiles takes the last space; the full floor costs 14."""
    stuck = board(score=20, floor="nnnnnn", line_5="bbbbb", row_1="....b", row_5="rnck.")
    position = table(stuck, factories={1: "r"}, to_move="seat-2", box="grey")
    position.play("factory-1 red")
    story = position.play("line-5")
    fallen = [(row["what"], row["to"]) for row in story if row["from"] == "line-5"]
    assert fallen == [("fell", "floor-7"), *[("overflowed", "lid")] * 4]
    assert seat(position, 1) == board(score=6, row_1="....b", row_5="rnck.")
    assert position.to_dict()["lid"] == tiles("nnnnnnbbbbb")


def test_a_line_falls_at_once():
    """MC-28: line 2 falls in its turn, before line 3 is asked for."""
    stuck = board(line_2="bb", line_3="kkk", row_1="....b", row_2="rnck.", floor="n")
    position = after_offer(stuck, box="grey")
    assert position.phase == "laying"
    assert seat(position, 1) == board(line_3="kkk", row_1="....b", row_2="rnck.", floor="nbb")


def test_a_line_can_lose_its_last_space_to_a_line_above():
    """MC-28: blue in column 5 of row 1 leaves blue no space in row 2."""
    position = after_offer(board(score=10, line_1="b", line_2="bb", row_2="rnc..", row_5="...b."), box="grey")
    assert position.choices() == ["column-1", "column-2", "column-3", "column-5"]
    position.play("column-5")
    assert seat(position, 1) == board(score=10 + 1 - 2, row_1="....b", row_2="rnc..", row_5="...b.")


def test_a_line_that_cannot_be_laid_any_more_may_be_filled():
    """MC-29 [ruling]: only the row is checked: line 2 is open to blue, line 1 isn't."""
    position = table(board(row_1="....b", row_2="rnck."), factories={1: "b"}, centre="k", box="grey")
    position.play("factory-1 blue")
    assert position.choices() == ["line-2", "line-3", "line-4", "line-5", "floor"]


def test_spaces_are_chosen_in_seat_order_and_each_board_is_finished_first():
    """MC-30 [ruling]: seat-2 began the round; its floor and zero token are cleared before seat-3 is asked."""
    first = board(score=9, line_1="b", line_5="r", floor="k")
    second = board(score=10, line_1="b", floor="nn", zero="c")
    third = board(score=5, line_1="b", floor="s")
    position = table(
        first,
        second,
        third,
        players=3,
        box="grey",
        tokens={2: "gone", 3: "+1", 4: "stay"},
        factories={1: "r"},
        starter="seat-2",
        starting_tile="seat-3",
    )
    position.play("factory-1 red")
    position.play("line-5")
    first = board(score=9, line_1="b", line_5="rr", floor="k")
    assert position.turn == 1
    assert position.to_dict()["seats"] == [first, second, third]
    position.play("column-1")
    assert position.turn == 2
    assert position.to_dict()["seats"] == [first, board(score=9, row_1="b...."), third]
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
    position = after_offer(tokens={1: "stay", 3: "sideways"})
    document = position.to_dict()
    assert (document["round"], document["phase"]) == (2, "tokens")
    assert document["tokens"] == ["plain"] * 5
    assert document["factories"] == on_factories({})
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
    position = table(players=players, factories={place: "bnk"}, tokens={place: "sideways", **others})
    position.play(f"factory-{place} black")
    position.play("blue left")
    position.play("brown right")
    assert position.to_dict()["factories"] == on_factories({left: "b", right: "n"}, players)


def test_numbers_do_not_shift_when_the_zero_token_leaves():
    """MC-32: the factories after it keep their numbers."""
    position = table(factories={1: "b", 2: "k", 3: "r", 5: "n"}, tokens={2: "zero", 5: "stay"})
    position.play("factory-2 black")
    position.play("line-1")
    assert position.to_dict()["tokens"] == ["plain", "gone", "plain", "plain", "stay"]
    assert position.choices() == ["factory-1 blue", "factory-3 red", "factory-5 brown"]


def test_plus_1_gets_one_more_tile():
    """MC-33: after all factories are filled, one tile from the bag."""
    position = filling(tokens={2: "+1", 4: "stay"})
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
    position = filling(tokens={2: "zero", 4: "stay"})
    deal(position, "bbbb nnnn cccc kkkk rrrr")
    assert position.phase == "offer"


def test_the_lid_is_poured_in_for_plus_1():
    """MC-33: the filling emptied the bag, one more tile must be drawn."""
    piles = {1: "bbbb", 2: "nnnn", 3: "cccc", 4: "kkkk", 5: "rrr"}
    position = filling(factories=piles, bag="b", tokens={2: "+1", 4: "stay"})
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
    tokens = {1: "+1", 2: "stay", 3: "zero", 4: "sideways"}
    position = filling(locked(), locked(), locked(), players=4, tokens=tokens)
    deal(position, "bbbb bnnn nncc ccck kkkk rrrr r")
    assert (position.phase, position.turn) == ("offer", 0)
    assert position.to_dict()["factories"][0] == tiles("bbbb")


def test_a_colour_token_gets_one_tile_of_its_colour_from_both_neighbours():
    """MC-34: one from each neighbour, however many it has; other factories and colours stay."""
    position = filling(tokens={2: "blue", 4: "stay"})
    deal(position, "bbnn kkkk bbbr bccc bbrr")
    piles = {1: "bnn", 2: "kkkkbb", 3: "bbr", 4: "bccc", 5: "bbrr"}
    assert position.to_dict()["factories"] == on_factories(piles)


def test_a_colour_token_gets_one_tile_from_the_neighbour_that_has_one():
    """MC-34: around the end of the circle, too: token 1 has the neighbours 5 and 2."""
    position = filling(tokens={1: "blue", 3: "stay"})
    deal(position, "bkkk nnnn bbbb bbbb brrr")
    piles = {1: "bbkkk", 2: "nnnn", 3: "bbbb", 4: "bbbb", 5: "rrr"}
    assert position.to_dict()["factories"] == on_factories(piles)


def test_a_colour_token_gets_nothing_from_neighbours_without_its_colour():
    """MC-34: all factories stay as they were filled."""
    position = filling(tokens={2: "blue", 4: "stay"})
    deal(position, "nnnn bkkk cccc bbbb bbbb")
    piles = {1: "nnnn", 2: "bkkk", 3: "cccc", 4: "bbbb", 5: "bbbb"}
    assert position.to_dict()["factories"] == on_factories(piles)


def test_colour_tokens_side_by_side_take_from_each_other():
    """MC-34: blue at 2 and red at 3 swap a blue for a red tile, and take one from the other neighbour."""
    position = filling(tokens={2: "blue", 3: "red"})
    deal(position, "bbkk rrkk bbkk rrkk nnnn")
    piles = {1: "bkk", 2: "bbrkk", 3: "brrkk", 4: "rkk", 5: "nnnn"}
    assert position.to_dict()["factories"] == on_factories(piles)


def test_plus_1_comes_before_the_colours():
    """MC-34 [ruling]: the extra blue tile on token 1 is attracted by its neighbour."""
    position = filling(tokens={1: "+1", 2: "blue"})
    deal(position, "nnnn kkkk cccc bbbb rrrr")
    assert position.to_dict()["factories"][1] == tiles("kkkk")
    position.play("draw blue")
    piles = {1: "nnnn", 2: "bkkkk", 3: "cccc", 4: "bbbb", 5: "rrrr"}
    assert position.to_dict()["factories"] == on_factories(piles)


def test_other_tiles_stay_on_stay():
    """MC-35: nothing goes to the centre, and the token can be taken from again."""
    position = table(factories={1: "bbkr"}, centre="n", tokens={1: "stay", 3: "+1"})
    position.play("factory-1 blue")
    position.play("line-2")
    document = position.to_dict()
    assert (document["factories"], document["centre"]) == (on_factories({1: "kr"}), tiles("n"))
    assert position.choices() == ["factory-1 black", "factory-1 red", "centre brown"]
    position.play("factory-1 red")
    assert position.to_dict()["factories"] == on_factories({1: "k"})


@pytest.mark.parametrize(
    ("sides", "on_5", "on_2"),
    [
        (("left", "left"), "bbn", ""),
        (("left", "right"), "bb", "n"),
        (("right", "left"), "n", "bb"),
        (("right", "right"), "", "bbn"),
    ],
)
def test_sideways_with_two_colours_left(sides, on_5, on_2):
    """MC-36: each colour goes whole to one of the two neighbours, and none to the centre."""
    position = table(factories={1: "bbnk", 2: "c"}, tokens={1: "sideways", 3: "+1"})
    position.play("factory-1 black")
    assert position.choices() == ["blue left", "blue right"]
    position.play(f"blue {sides[0]}")
    assert position.choices() == ["brown left", "brown right"]
    position.play(f"brown {sides[1]}")
    assert position.to_dict()["factories"] == on_factories({5: on_5, 2: "c" + on_2})
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
    position = table(factories={4: "bncr"}, tokens={4: "sideways", 5: "stay"})
    position.play("factory-4 blue")
    position.play(f"brown {brown}")
    position.play(f"cream {cream}")
    position.play(f"red {red}")
    assert position.phase == "placing"
    assert position.to_dict()["factories"] == on_factories({3: on_3, 5: on_5})


def test_sideways_with_nothing_left():
    """MC-36: nothing is to be moved, so nothing is asked."""
    position = table(factories={1: "bbbb"}, tokens={1: "sideways", 3: "+1"})
    position.play("factory-1 blue")
    assert position.phase == "placing"
    assert position.choices() == ["line-1", "line-2", "line-3", "line-4", "line-5", "floor"]


def test_sideways_is_decided_before_the_tiles_are_laid():
    """MC-36 [ruling]: the taken tiles stay in the hand of the same player until the others have moved."""
    position = table(factories={1: "bkk"}, tokens={1: "sideways", 3: "+1"})
    position.play("factory-1 black")
    document = position.to_dict()
    assert (document["phase"], document["to_move"]) == ("sides", "seat-1")
    assert document["hand"] == tiles("kk")
    assert seat(position, 1) == board()
    position.play("blue right")
    position.play("line-2")
    assert seat(position, 1) == board(line_2="kk")
    assert position.turn == 1


def test_sideways_is_decided_before_the_tiles_fall():
    """MC-36 [ruling]: also where no line is open and the floor isn't asked for."""
    closed = board(line_1="r", row_2="....k", line_3="n", row_4=".k...", line_5="kkkkk")
    position = table(closed, factories={1: "bkk"}, tokens={1: "sideways", 3: "+1"})
    position.play("factory-1 black")
    assert seat(position, 1) == closed
    position.play("blue left")
    assert seat(position, 1) == {**closed, "floor": words("kk")}
    assert position.turn == 1


def test_an_emptied_neighbour_becomes_an_offer_again():
    """MC-36: factory 2 was empty, and a plain one still is plain: its rest goes to the centre."""
    position = table(factories={1: "bnk"}, tokens={1: "sideways", 3: "+1"})
    position.play("factory-1 black")
    position.play("blue right")
    position.play("brown right")
    position.play("line-1")
    assert position.choices() == ["factory-2 blue", "factory-2 brown"]
    position.play("factory-2 blue")
    assert position.to_dict()["centre"] == tiles("n")


def test_tiles_moved_sideways_follow_the_rules_of_their_token():
    """MC-36: on stay they stay."""
    position = table(factories={1: "bbk", 2: "nr"}, tokens={1: "sideways", 2: "stay"})
    position.play("factory-1 black")
    position.play("blue right")
    position.play("line-1")
    position.play("factory-2 red")
    assert position.to_dict()["factories"] == on_factories({2: "nbb"})
    assert position.to_dict()["centre"] == {}


@pytest.mark.parametrize(
    ("place", "gone", "side", "target"),
    [(2, 3, "right", 4), (3, 2, "left", 1), (5, 1, "right", 2), (1, 5, "left", 4), (4, 5, "right", 1)],
)
def test_a_zero_token_that_left_is_skipped(place, gone, side, target):
    """MC-37 [ruling]: the next token beyond it is the neighbour, around the circle, too."""
    position = table(board(zero=""), factories={place: "bk"}, tokens={place: "sideways", gone: "gone"})
    position.play(f"factory-{place} black")
    position.play(f"blue {side}")
    assert position.to_dict()["factories"] == on_factories({target: "b"})


def test_an_empty_zero_token_stays_and_is_a_neighbour():
    """MC-37 [ruling]: it leaves only when a player takes from it."""
    position = table(factories={1: "bk"}, tokens={1: "sideways", 2: "zero"})
    position.play("factory-1 black")
    position.play("blue right")
    assert position.to_dict()["factories"] == on_factories({2: "b"})
    position.play("line-1")
    position.play("factory-2 blue")
    assert position.to_dict()["tokens"] == ["sideways", "gone", "plain", "plain", "plain"]
    assert seat(position, 2) == board(zero="")


def test_colours_attract_only_after_filling():
    """MC-37 [ruling]: blue moved beside the blue token stays where it was put."""
    position = table(factories={1: "bk", 3: "n"}, tokens={1: "sideways", 3: "blue"})
    position.play("factory-1 black")
    position.play("blue right")
    position.play("line-1")
    assert position.to_dict()["factories"] == on_factories({2: "b", 3: "n"})


@pytest.mark.parametrize("token", ["+1", "red"])
def test_taking_from_plus_1_and_colours_is_as_from_a_plain_factory(token):
    """MC-37, MC-07: their other tiles go to the centre, and nothing is drawn."""
    position = table(factories={1: "bbbkr", 2: "r"}, tokens={1: token, 3: "stay"})
    position.play("factory-1 blue")
    assert position.phase == "placing"
    assert position.to_dict()["factories"] == on_factories({2: "r"})
    assert position.to_dict()["centre"] == tiles("kr")


def test_taking_from_zero_takes_the_token():
    """MC-38: the other tiles go to the centre, the token lies beside the own floor."""
    position = table(factories={1: "bbkr"}, tokens={1: "zero", 3: "+1"})
    position.play("factory-1 blue")
    position.play("line-2")
    document = position.to_dict()
    assert document["centre"] == tiles("kr")
    assert document["tokens"] == ["gone", "plain", "+1", "plain", "plain"]
    assert document["seats"] == [board(line_2="bb", zero=""), board()]


def test_the_zero_token_is_received_before_the_tiles_are_laid():
    """MC-38 [ruling]: of two tiles that fall in the same turn, exactly one lies on it."""
    position = table(factories={1: "bbbb", 2: "k"}, tokens={1: "zero", 3: "+1"})
    position.play("factory-1 blue")
    assert seat(position, 1) == board(zero="")
    position.play("line-2")
    assert seat(position, 1) == board(line_2="bb", zero="b", floor="b")


def test_the_zero_token_waits_for_the_next_tile_that_falls():
    """MC-38: for one of its owner's, not for the other player's."""
    piles = {2: "nn", 3: "ccc", 4: "k"}
    position = table(board(zero=""), factories=piles, to_move="seat-2", tokens={1: "gone", 3: "+1"})
    position.play("factory-2 brown")
    position.play("line-1")
    assert position.to_dict()["seats"] == [board(zero=""), board(line_1="n", floor="n")]
    position.play("factory-3 cream")
    position.play("line-2")
    assert seat(position, 1) == board(line_2="cc", zero="c")


def test_a_used_zero_token_takes_no_second_tile():
    """MC-38: exactly one tile."""
    position = table(board(zero="c"), factories={2: "nn"}, centre="k", tokens={1: "gone", 3: "+1"})
    position.play("factory-2 brown")
    position.play("floor")
    assert seat(position, 1) == board(zero="c", floor="nn")


def test_tiles_dropped_by_choice_go_to_the_zero_token():
    """MC-38 [ruling]: the first of them, before the floor."""
    position = table(board(zero="", floor="k"), factories={2: "nnn"}, centre="k", tokens={1: "gone", 3: "+1"})
    position.play("factory-2 brown")
    position.play("floor")
    assert seat(position, 1) == board(zero="n", floor="knn")


def test_the_zero_token_helps_with_a_full_floor():
    """MC-38 [ruling]: one tile goes on it, the others to the lid."""
    full = board(zero="", floor="kkkkkkk")
    position = table(full, factories={2: "nnn"}, centre="k", tokens={1: "gone", 3: "+1"})
    position.play("factory-2 brown")
    position.play("floor")
    assert seat(position, 1) == board(zero="n", floor="kkkkkkk")
    assert position.to_dict()["lid"] == tiles("nn")


def test_the_starting_player_tile_goes_to_the_zero_token():
    """MC-38 [ruling]: it counts as the next tile; those that fall after it go to the floor."""
    position = table(board(zero=""), centre="bbk", tokens={1: "gone", 3: "+1"})
    position.play("centre blue")
    assert seat(position, 1) == board(zero="s")
    position.play("floor")
    assert seat(position, 1) == board(zero="s", floor="bb")


def test_the_starting_player_tile_goes_to_the_zero_token_with_a_full_floor():
    """MC-12, MC-38 [ruling]: on the free token, not beside the board, so the token is used up."""
    position = table(board(zero="", floor="nnnnnnn"), centre="bk", tokens={1: "gone", 3: "+1"})
    position.play("centre blue")
    position.play("floor")
    assert seat(position, 1) == board(zero="s", floor="nnnnnnn")
    assert position.to_dict()["lid"] == tiles("b")


def test_the_starting_player_tile_goes_to_the_floor_when_the_zero_token_is_used():
    """MC-08, MC-38: one tile lies there already."""
    position = table(board(zero="c"), centre="bk", tokens={1: "gone", 3: "+1"})
    position.play("centre blue")
    assert seat(position, 1) == board(zero="c", floor="s")


def test_what_lies_on_the_zero_token_costs_nothing():
    """MC-38: only the floor space costs."""
    position = after_offer(board(score=10, zero="c", floor="n"), tokens={2: "gone", 3: "+1"})
    assert position.scores == [9, 0]


def test_a_line_that_falls_in_phase_b_uses_the_zero_token():
    """MC-28, MC-38 [ruling]: of two tiles one is free, the other costs 1."""
    stuck = board(score=10, zero="", line_2="bb", row_1="....b", row_2="rnck.")
    position = after_offer(stuck, box="grey", tokens={2: "gone", 3: "+1"})
    assert seat(position, 1) == board(score=9, row_1="....b", row_2="rnck.")
    assert position.to_dict()["lid"] == tiles("bb")


def test_a_chocolate_on_the_zero_token_goes_to_the_lid_and_the_token_back_to_the_pool():
    """MC-39: with MC-20, before phase C, in which every token can be laid and turned again."""
    position = after_offer(board(zero="c"), tokens={2: "gone", 3: "+1"})
    document = position.to_dict()
    assert document["lid"] == tiles("c")
    assert document["seats"] == [board(), board(line_5="r")]
    assert document["tokens"] == ["plain"] * 5
    assert "factory-2 golden zero" in position.choices()


def test_an_unused_zero_token_goes_back_too():
    """MC-39: it isn't kept for the next round."""
    position = after_offer(board(zero=""), tokens={2: "gone", 3: "+1"})
    assert seat(position, 1) == board()
    assert position.to_dict()["lid"] == {}


def test_the_starting_player_tile_on_the_zero_token_stays_with_its_owner():
    """MC-39: it costs nothing, goes to no lid, and its owner starts the next round."""
    position = after_offer(
        board(), board(score=5, zero="s"), tokens={2: "gone", 3: "+1"}, starting_tile="seat-2"
    )
    document = position.to_dict()
    assert document["seats"] == [board(), board(score=5, line_5="r")]
    assert document["lid"] == {}
    assert (document["starter"], document["starting_tile"]) == ("seat-2", "seat-2")


def test_a_chocolate_on_the_zero_token_can_be_the_only_one_left():
    """MC-39, MC-22: it is in the lid before phase C, so the game goes on with one tile."""
    last = locked(line_2="", line_5="b", zero="n")
    tokens = {1: "gone", 2: "+1", 3: "stay", 4: "red"}
    position = table(
        locked(), locked(), locked(), last, players=4, factories={5: "b"}, to_move="seat-4", tokens=tokens
    )
    position.play("factory-5 blue")
    position.play("line-5")
    assert (position.round, position.phase) == (6, "tokens")
    assert position.to_dict()["lid"] == tiles("n")
