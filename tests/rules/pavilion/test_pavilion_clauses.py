"""Does it play the rulebook? Every clause of Summer Pavilion, SP-01 to SP-37, in their order.

Positions and tiles are written as in a line: docs/notation.md. Purple is wild in round 1.
"""

import random
from collections import Counter

import pytest
from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az
from azulejos import lines

COLOURS = "pgoybr"  # also the order of the wild colours
WORDS = dict(zip(COLOURS, lines.pieces("pavilion", COLOURS), strict=True))
STARS = ("ul", "ur", "r", "lr", "ll", "l", "c")
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
OWN = {"ul": "o", "ur": "r", "r": "b", "lr": "y", "ll": "g", "l": "p"}  # the stars of the coloured side
COSTS = {
    "coloured": ("612345", "561234", "456123", "345612", "234561", "123456", "123456"),
    "plain": ("632145", "563214", "456321", "145632", "214563", "321456", "333333"),
}
COST = {
    side: {
        f"{star}-{direction}": int(cost)
        for star, costs in zip(STARS, printed, strict=True)
        for direction, cost in zip(DIRECTIONS, costs, strict=True)
    }
    for side, printed in COSTS.items()
}
SPACES = list(COST["plain"])
WINDOWS = ("ul-nw ul-n", "ur-n ur-ne", "r-ne r-se", "lr-se lr-s", "ll-s ll-sw", "l-sw l-nw")
STATUES = (
    "ul-ne ul-se ur-sw ur-nw",
    "ur-se ur-s r-nw r-n",
    "r-s r-sw lr-n lr-ne",
    "lr-sw lr-nw ll-ne ll-se",
    "ll-nw ll-n l-se l-s",
    "l-n l-ne ul-s ul-sw",
)
PILLARS = (
    "ul-se ul-s c-nw c-n",
    "ur-s ur-sw c-n c-ne",
    "r-sw r-nw c-ne c-se",
    "lr-nw lr-n c-se c-s",
    "ll-n ll-ne c-s c-sw",
    "l-ne l-se c-sw c-nw",
)
ELEMENTS = [
    *((spaces, "window", 3) for spaces in WINDOWS),
    *((spaces, "statue", 2) for spaces in STATUES),
    *((spaces, "pillar", 1) for spaces in PILLARS),
]


def tiles(run):
    """A run, `r2b`, as a document counts tiles."""
    return dict(Counter(lines.pieces("pavilion", run)))


def covered(spaces):
    """The stars of a seat, as a line has them: tiles on these spaces."""
    return ",".join(
        "".join(letter_for(f"{star}-{way}") if f"{star}-{way}" in spaces else "." for way in DIRECTIONS)
        for star in STARS
    )


def letter_for(space):
    """The colour of its star; those of the centre are all different."""
    star, direction = space.split("-")
    return COLOURS[DIRECTIONS.index(direction)] if star == "c" else OWN[star]


def start(**options):
    return plainly(az.Game("pavilion", **options).start, deal="by hand")


def deal(position, runs):
    """Draw these tiles one after the other; blanks only show where a factory is full."""
    for tile in lines.pieces("pavilion", runs.replace(" ", "")):
        position.play(f"draw {tile}")


def play(position, *choices):
    """Play all of these; the rows of their stories are returned."""
    return [row for choice in choices for row in position.play(choice)]


def seat(position, number):
    return position.to_dict()["seats"][number - 1]


def seats(position):
    """All seats as the line of their position has them."""
    return position.line().split()[-position.game.players :]


def written(position, number):
    """One of them."""
    return seats(position)[number - 1]


def factories(position):
    """What lies on the factories, as the line of the position has it."""
    entries = dict(field.split("=") for field in position.line().split() if "=" in field)
    return entries.get("factories", "")


def hand(position, number):
    return seat(position, number)["hand"]


def laid(position, number):
    """What lies on a board: `{"ul-n": "orange"}`."""
    return {
        f"{star}-{way}": tile
        for star, shown in seat(position, number)["stars"].items()
        for way, tile in zip(DIRECTIONS, shown, strict=True)
        if tile
    }


def lays(position):
    """The spaces that can be covered."""
    return [choice.removeprefix("lay ") for choice in position.choices() if choice.startswith("lay ")]


def facts(position, *keys):
    """Some entries of the document, in this order."""
    document = position.to_dict()
    return tuple(document[key] for key in keys)


# ------------------------------------------------------------------------------------------------
# Set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_begins_with_an_empty_board(players):
    """SP-01, SP-04: 2 to 4 players, each with an empty board of 7 stars of 6 spaces, and 5 points."""
    position = start(players=players)
    assert seats(position) == ["5"] * players
    assert position.scores == [5] * players


@pytest.mark.parametrize("players", [1, 5])
def test_no_other_number_of_players(players):
    """SP-01: neither 1 nor 5 players."""
    with pytest.raises(az.OptionError):
        az.Game("pavilion", players=players)


def test_all_players_use_the_coloured_side():
    """SP-01 [ruling]: a red tile fits the red 1 and the centre's 1, for everybody."""
    position = at("pavilion 3 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5:r 5:r")
    for _ in range(3):
        assert position.choices() == ["lay ur-se", "lay c-n", "pass"]
        position.play("lay ur-se")


def test_all_players_use_the_one_colour_side():
    """SP-01 [ruling]: a red tile fits each 1 of the other side, for everybody."""
    position = at("pavilion 3 board=plain 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5:r 5:r")
    for _ in range(3):
        assert lays(position) == ["ul-s", "ur-sw", "r-nw", "lr-n", "ll-ne", "l-se"]
        position.play("lay ll-ne")


def test_there_are_two_sides_only():
    """SP-01: coloured, if nothing is said, or plain."""
    assert az.Game("pavilion").options == {"board": "coloured"}
    assert az.Game("pavilion", board="plain").options == {"board": "plain"}
    with pytest.raises(az.OptionError):
        az.Game("pavilion", board="grey")


def test_scores_have_no_upper_limit():
    """SP-01 [ruling]: the track goes round as often as it must."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 100:r 5:r")
    position.play("lay ur-se")
    assert position.scores == [101, 5]


@pytest.mark.parametrize(
    ("players", "piles"),
    [
        (2, ["gggg"] * 5),
        (3, ["gggg"] * 5 + ["oooo"] * 2),
        (4, ["gggg"] * 5 + ["oooo"] * 3 + ["yybr"]),
    ],
)
def test_ten_tiles_for_the_supply_then_four_for_each_factory(players, piles):
    """SP-02, SP-05: 5, 7 or 9 factories; the supply comes first, then the factories in their order."""
    position = start(players=players, first=0)
    deal(position, "ppppppppp")
    assert facts(position, "phase", "supply") == ("refilling", tiles("p" * 9))
    deal(position, "r")
    assert facts(position, "phase", "supply") == ("filling", tiles("p" * 9 + "r"))
    assert position.to_dict()["factories"] == [{}] * len(piles)
    deal(position, "".join(piles)[:-1])
    assert position.phase == "filling"
    deal(position, piles[-1][-1])
    assert facts(position, "phase", "to_move", "centre") == ("offer", "seat-1", {})
    assert position.to_dict()["factories"] == [tiles(pile) for pile in piles]
    assert position.to_dict()["supply"] == tiles("p" * 9 + "r")


def test_filling_goes_on_where_it_was():
    """SP-05, SP-27: a table with one full factory and one with three tiles."""
    position = at("pavilion 2 1.1 filling supply=p2g2o2y2br factories=r4,b3 5 5")
    deal(position, "g y")
    assert position.to_dict()["factories"] == [tiles(pile) for pile in ("r4", "gb3", "y", "", "")]


def test_nothing_has_been_chosen_at_the_start():
    """SP-05, SP-06: no space, no colour, nobody's turn, nothing owed."""
    for options in ({}, {"first": 0}):
        position = start(**options)
        assert facts(position, "space", "colour", "last_seat", "owed") == (None, None, None, 0)
        assert facts(position, "turn", "step", "to_move") == (0, 0, "chance")


def test_the_round_marker_starts_on_round_1():
    """SP-03: round 1 of 6."""
    assert start().round == 1


@pytest.mark.parametrize(("number", "wild"), [*enumerate(COLOURS, 1)])
def test_each_round_has_its_wild_colour(number, wild):
    """SP-03: purple, green, orange, yellow, blue, red: the one that can't be chosen among others."""
    position = at(f"pavilion 2 {number}.1 offer:1 supply=p2g2o2y2br centre=pgoybr 5 5")
    assert position.choices() == [f"centre {WORDS[letter]}" for letter in COLOURS if letter != wild]
    other = "g" if wild == "p" else "p"
    position.play(f"centre {WORDS[other]}")
    assert hand(position, 1) == tiles(other + wild)


def test_the_bag_holds_22_tiles_of_each_colour():
    """SP-05: 132 tiles, all in the bag, none in the tower or anywhere else."""
    document = start(first=0).to_dict()
    assert document["bag"] == {WORDS[letter]: 22 for letter in COLOURS}
    assert (document["tower"], document["supply"], document["centre"]) == ({}, {}, {})


def test_tiles_are_drawn_at_random():
    """SP-05: each tile in the bag is as likely as any other, and a drawn one has left it."""
    position = start(first=0)
    assert position.turn == az.CHANCE
    assert position.weights() == {f"draw {WORDS[letter]}": 22 for letter in COLOURS}
    deal(position, "pprpprpppp g")
    counts = {"p": 14, "g": 21, "o": 22, "y": 22, "b": 22, "r": 20}
    assert position.weights() == {f"draw {WORDS[letter]}": count for letter, count in counts.items()}
    assert position.to_dict()["bag"] == {WORDS[letter]: count for letter, count in counts.items()}


@pytest.mark.parametrize(
    ("left", "others"),
    [
        ("p", "p17g18o22y22b22r21"),
        ("gr", "p22g13o22y22b22r16"),
        ("ooyyb", "p22g18o12y12b17r21"),
        ("r", "p22g18o22y22b22r16"),
    ],
)
def test_the_dealer_draws_what_is_in_the_bag(left, others):
    """SP-05, SP-24: nothing else, and every tile of it sooner or later."""
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=g4 5:r 5:{others}")
    assert facts(position, "bag", "tower") == (tiles(left * 5), {})
    position.play("lay ur-se")
    drawn = set()
    for seed in range(20):
        dealt = position.copy_with_dealer(seed)
        assert dealt.phase == "laying"
        drawn |= set(dealt.history[1:])
        assert Counter(dealt.history[1:]) <= Counter(f"draw {WORDS[letter]}" for letter in left * 5)
    assert drawn == {f"draw {WORDS[letter]}" for letter in left}


def test_the_dealer_says_who_begins():
    """SP-06: every player sooner or later, and then 10 + 28 tiles are drawn."""
    game = az.Game("pavilion", players=3)
    histories = [plainly(game.start, seed=seed).history for seed in range(20)]
    assert {history[0] for history in histories} == {f"seat-{n} begins" for n in (1, 2, 3)}
    assert {len(history) for history in histories} == {1 + 10 + 28}


def test_used_tiles_go_to_the_tower():
    """SP-05: not back into the bag."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r3 5:r")
    before = position.to_dict()["bag"]
    position.play("lay ur-sw")
    assert facts(position, "tower", "bag") == (tiles("rr"), before)


def test_the_first_player_is_random():
    """SP-06: every player is as likely, and no tile has been drawn before."""
    position = start(players=3)
    assert facts(position, "phase", "to_move", "starter") == ("beginning", "chance", None)
    assert position.weights() == {"seat-1 begins": 1, "seat-2 begins": 1, "seat-3 begins": 1}
    assert sum(position.to_dict()["bag"].values()) == 132
    position.play("seat-2 begins")
    assert facts(position, "phase", "starter", "starting_tile") == ("refilling", "seat-2", "centre")
    deal(position, "pppppppppp gggg gggg gggg gggg gggg oooo oooo")
    assert facts(position, "phase", "to_move") == ("offer", "seat-2")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_may_begin(players):
    """SP-06: each of the seats there are."""
    assert start(players=players).choices() == [f"seat-{n + 1} begins" for n in range(players)]


def test_the_first_player_is_chosen():
    """SP-06: a first player named beforehand isn't drawn; the token still lies in the centre."""
    position = start(first="seat-2")
    assert facts(position, "phase", "starter", "starting_tile") == ("refilling", "seat-2", "centre")


# ------------------------------------------------------------------------------------------------
# Phase 1: the offer


def test_the_first_player_begins_and_turns_go_clockwise():
    """SP-07: one turn each, round and round."""
    position = start(players=3, first=1)
    deal(position, "pppppppppp gggg oooo yyyy bbbb rrrr gggg oooo")
    movers = []
    for choice in ("factory-1 green", "factory-2 orange", "factory-3 yellow", "factory-4 blue"):
        movers.append((position.turn, position.turn_number))
        position.play(choice)
    assert movers == [(1, 1), (2, 2), (0, 3), (1, 4)]
    assert position.turn == 2


def test_any_colour_but_the_wild_one_of_any_factory_and_of_the_centre_can_be_taken():
    """SP-07: a colour and where it lies, and nothing else."""
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=py2r factories=pg2r,,,p2o2 5 5")
    assert position.choices() == [
        "factory-1 green",
        "factory-1 red",
        "factory-4 orange",
        "centre yellow",
        "centre red",
    ]


def test_the_last_factory_of_four_players():
    """SP-02, SP-07: factory 9 is one to take from, and its rest goes to the centre."""
    position = at("pavilion 4 1.1 offer:1 supply=p2g2o2y2br factories=,,,,,,,,pgbr 5 5 5 5")
    assert position.choices() == ["factory-9 green", "factory-9 blue", "factory-9 red"]
    position.play("factory-9 blue")
    assert (factories(position), *facts(position, "centre")) == ("", tiles("gr"))
    assert hand(position, 1) == tiles("bp")


def test_taking_from_a_factory_moves_its_other_tiles_to_the_centre():
    """SP-07, SP-09: all tiles of the colour, from this factory only; no token, no loss."""
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=gb factories=g2br,go2y 5 5")
    position.play("factory-1 green")
    assert seats(position) == ["5:g2", "5"]
    assert factories(position) == ",go2y"
    assert facts(position, "centre", "starting_tile") == (tiles("gbbr"), "centre")
    assert position.choices() == [
        "factory-2 green",
        "factory-2 orange",
        "factory-2 yellow",
        "centre green",
        "centre blue",
        "centre red",
    ]


@pytest.mark.parametrize(
    ("factory", "taken", "left"),
    [
        ("gggp", "gggp", ""),
        ("ggpp", "ggp", "p"),
        ("gppp", "gp", "pp"),
        ("gbpp", "gp", "bp"),
        ("gbb", "g", "bb"),
    ],
)
def test_one_wild_tile_of_a_factory_comes_along(factory, taken, left):
    """SP-07: exactly one, if there is one; others move to the centre."""
    position = at(f"pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=pr factories={factory},py3 5 5")
    position.play("factory-1 green")
    assert hand(position, 1) == tiles(taken)
    assert position.to_dict()["centre"] == tiles("rp" + left)


@pytest.mark.parametrize(
    ("centre", "taken", "left"), [("gggb", "ggg", "b"), ("gbp", "gp", "b"), ("ggppp", "ggp", "pp")]
)
def test_one_wild_tile_of_the_centre_comes_along(centre, taken, left):
    """SP-07: exactly one, if there is one; everything else stays, on the factories as well."""
    position = at(f"pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre={centre} factories=p3g 5 5")
    position.play("centre green")
    assert hand(position, 1) == tiles(taken)
    assert position.to_dict()["centre"] == tiles(left)
    assert factories(position) == "p3g"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_only_wild_tiles_on_a_factory(count):
    """SP-08: one is taken, the others move to the centre."""
    position = at(f"pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=pb factories=,p{count},pg 5 5")
    assert position.choices() == ["factory-2 purple", "factory-3 green", "centre blue"]
    position.play("factory-2 purple")
    assert seats(position) == ["5:p", "5"]
    assert facts(position, "centre", "starting_tile") == (tiles("bp" + "p" * (count - 1)), "centre")
    assert factories(position) == ",,pg"


@pytest.mark.parametrize("factory", range(1, 9))
def test_taking_from_a_factory_leaves_its_neighbours_alone(factory):
    """SP-07, SP-08: the next factory holds wild tiles only, and so does the one before."""
    piles = f"{',' * (factory - 2)}p2,g2,p2" if factory > 1 else "g2,p2"
    position = at(f"pavilion 4 1.1 offer:1 supply=p2g2o2y2br factories={piles} 5 5 5 5")
    position.play(f"factory-{factory} green")
    wild = [place for place in (factory - 1, factory + 1) if place > 0]
    assert position.choices() == [f"factory-{place} purple" for place in wild]


def test_taking_from_the_last_factory_leaves_wild_tiles_in_the_centre():
    """SP-07, SP-08: where they are alone, and can be taken."""
    position = at("pavilion 4 1.1 offer:1 supply=p2g2o2y2br factories=,,,,,,,,p2g2 5 5 5 5")
    position.play("factory-9 green")
    assert position.choices() == ["centre purple"]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_only_wild_tiles_in_the_centre(count):
    """SP-08, SP-09: one is taken, the others stay; with the token it costs 1."""
    position = at(f"pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=p{count} factories=pg 5 5")
    assert position.choices() == ["factory-1 green", "centre purple"]
    position.play("centre purple")
    assert seats(position) == ["4:p", "5"]
    assert facts(position, "centre", "starting_tile") == (tiles("p" * (count - 1)), "seat-1")


def test_the_last_wild_tiles_are_taken_one_by_one():
    """SP-08, SP-12: a turn each, until none is left."""
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=p3 5 5")
    for mover in (0, 1, 0):
        assert (position.turn, position.choices()) == (mover, ["centre purple"])
        position.play("centre purple")
    assert position.phase == "laying"
    assert (hand(position, 1), hand(position, 2)) == (tiles("pp"), tiles("p"))


def test_the_first_to_take_from_the_centre_takes_the_token_and_pays():
    """SP-09: a point for each tile of this turn, the wild one included, the token not."""
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=p2g3b 9:o2 5")
    position.play("centre green")
    assert seats(position) == ["5:pg3o2", "5"]
    assert position.to_dict()["starting_tile"] == "seat-1"


def test_the_second_to_take_from_the_centre_takes_tiles_only():
    """SP-09: the token stays with the first one."""
    position = at("pavilion 2 1.1 offer:2 starting-tile=1 supply=p2g2o2y2br centre=pg3b 5 5")
    position.play("centre green")
    assert seats(position) == ["5", "5:pg3"]
    assert position.to_dict()["starting_tile"] == "seat-1"


def test_the_token_is_taken_once_in_a_round():
    """SP-09: the same player takes from the centre again and pays nothing."""
    position = at("pavilion 2 1.1 offer:1 starting-tile=1 supply=p2g2o2y2br centre=g2br 9 5")
    position.play("centre green")
    assert position.scores == [9, 5]


@pytest.mark.parametrize(
    ("score", "taken", "left"),
    [
        (1, 1, 1),
        (1, 3, 1),
        (2, 1, 1),
        (2, 3, 1),
        (3, 1, 2),
        (3, 2, 1),
        (3, 3, 1),
        (3, 7, 1),
        (4, 3, 1),
        (5, 3, 2),
    ],
)
def test_the_token_never_takes_a_score_below_1(score, taken, left):
    """SP-10: a player at 1, 2 or 3 points may still take, and loses what there is to lose."""
    position = at(f"pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=g{taken}b {score} 5")
    position.play("centre green")
    after = f"pavilion 2 1.2 offer:2 starting-tile=1 supply=p2g2o2y2br centre=b {left}:g{taken} 5"
    assert position == at(after)


def test_no_loss_takes_a_score_below_1():
    """SP-10 [ruling]: nor do tiles discarded on passing."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 3:g5 5:r")
    play(position, "pass", "done")
    assert position.scores == [1, 5]


def test_taken_tiles_lie_beside_the_board_without_limit():
    """SP-11: 19 tiles, and 8 more."""
    position = at("pavilion 2 2.1 offer:1 supply=p2g2o2y2br centre=gyr7 5:o12b7 5")
    position.play("centre red")
    assert hand(position, 1) == tiles("o" * 12 + "b" * 7 + "r" * 7 + "g")


def test_tiles_on_a_factory_keep_the_phase_going():
    """SP-12: and nobody can pass in it."""
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br factories=g,,,,r 5 5")
    position.play("factory-1 green")
    assert (position.phase, position.turn, position.choices()) == ("offer", 1, ["factory-5 red"])


def test_tiles_in_the_centre_keep_the_phase_going():
    """SP-12: here the rest of the last factory; who is next must take it."""
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br factories=gr 5 5")
    position.play("factory-1 green")
    assert (position.phase, position.turn, position.choices()) == ("offer", 1, ["centre red"])


def test_the_token_alone_does_not_keep_the_phase_going():
    """SP-12: with no tile left, phase 2 follows at once, and the token stays where it is."""
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br factories=g 5 5")
    position.play("factory-1 green")
    assert facts(position, "round", "phase", "starting_tile") == (1, "laying", "centre")


def test_tiles_of_the_supply_are_not_offered():
    """SP-12: phase 1 ends though ten tiles lie there, and none of them can be taken before."""
    position = at("pavilion 2 1.1 offer:1 supply=r10 factories=g 5 5")
    assert position.choices() == ["factory-1 green"]
    position.play("factory-1 green")
    assert facts(position, "phase", "supply") == ("laying", tiles("r" * 10))


# ------------------------------------------------------------------------------------------------
# Phase 2: laying tiles and scoring


def test_the_holder_of_the_token_begins():
    """SP-13: seat-3, though seat-1 began phase 1 and seat-2 would be next."""
    position = at("pavilion 3 1.1 offer:1 starting-tile=3 supply=p2g2o2y2br factories=g 5:r 5:r 5:r")
    position.play("factory-1 green")
    assert facts(position, "phase", "to_move", "starter") == ("laying", "seat-3", "seat-1")


def test_without_a_holder_whoever_began_phase_1_begins():
    """SP-13 [ruling]: seat-3 began, and seat-1 took the last tile."""
    position = at("pavilion 3 1.1 offer:1 starter=3 supply=p2g2o2y2br factories=g 5:r 5:r 5:r")
    position.play("factory-1 green")
    assert facts(position, "phase", "to_move", "starting_tile") == ("laying", "seat-3", "centre")


def test_a_turn_lays_one_tile_and_turns_go_clockwise():
    """SP-13: with tiles for a second one, the next player lays all the same."""
    position = at("pavilion 3 1.1 laying:2 starting-tile=2 supply=p2g2o2y2br 5:r2 5:r2 5:r2")
    for mover in (1, 2, 0):
        assert (position.phase, position.turn) == ("laying", mover)
        position.play("lay ur-se")
    assert position.turn == 1
    assert seats(position) == ["6:r:,.2r"] * 3


def test_players_who_passed_are_skipped():
    """SP-13: seat-2 and seat-3 have passed."""
    position = at(
        "pavilion 4 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r2 5::::passed 5::::passed 5:g2"
    )
    for mover, choice in ((0, "lay ur-se"), (3, "lay ll-nw"), (0, "lay c-n")):
        assert position.turn == mover
        position.play(choice)
    assert position.turn == 3


def test_a_covered_space_cannot_be_used():
    """SP-14: six red tiles fit every red space, but for the two that are covered."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r6:,r.2r,,,,,pgoybr 5:g")
    assert position.choices() == ["lay ur-ne", "lay ur-se", "lay ur-sw", "lay ur-nw", "pass"]


@pytest.mark.parametrize("side", ["coloured", "plain"])
@pytest.mark.parametrize("space", SPACES)
def test_the_number_on_a_space_is_its_cost(space, side):
    """SP-14, SP-36: so many tiles, one of them laid, the others to the tower; one fewer isn't enough."""
    letter, cost = letter_for(space), COST[side][space]
    table = f"pavilion 2 board={side} 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br"
    position = at(f"{table} 5:{letter * cost} 5:g")
    position.play(f"lay {space}")
    assert (seat(position, 1)["score"], hand(position, 1)) == (6, {})
    assert laid(position, 1) == {space: WORDS[letter]}
    assert position.to_dict()["tower"] == tiles(letter * (cost - 1))
    assert facts(position, "phase", "to_move") == ("laying", "seat-2")
    if cost > 1:
        assert space not in lays(at(f"{table} 5:{letter * (cost - 1)} 5:g"))


def test_neither_more_nor_fewer_tiles_are_used():
    """SP-14: of nine tiles four go for the blue 4, five stay."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:b9 5:g")
    position.play("lay r-n")
    assert hand(position, 1) == tiles("bbbbb")
    assert position.to_dict()["tower"] == tiles("bbb")


@pytest.mark.parametrize(("star", "own"), [*OWN.items()])
def test_an_outer_star_takes_its_own_colour_only(star, own):
    """SP-15: six tiles of a colour fit its star and the centre, and no other star."""
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:{own}6 5:g")
    assert lays(position) == [f"{place}-{direction}" for place in (star, "c") for direction in DIRECTIONS]


def test_the_centre_takes_any_colour():
    """SP-16: all six colours, one after the other, with nothing asked but the colour."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:g3y3b3 5:g")
    position.play("lay c-se")
    assert position.choices() == ["colour green", "colour yellow", "colour blue"]
    position.play("colour yellow")
    assert written(position, 1) == "6:g3b3:,,,,,,.2y"


def test_each_tile_of_the_centre_has_a_different_colour():
    """SP-16: red lies there, so blue it must be, and isn't asked for."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:b3r3:,,,,,,.3r 5:g")
    assert lays(position) == ["ur-se", "ur-s", "ur-sw", "r-s", "r-sw", "r-nw", "c-n", "c-ne", "c-se"]
    position.play("lay c-se")
    assert written(position, 1) == "7:r3:,,,,,,.2br"


def test_the_centre_is_closed_to_colours_it_shows():
    """SP-16: with red in the centre six red tiles fit the red star only; another's centre closes nothing."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r6:,,,,,,r 5:r6")
    assert {space.split("-")[0] for space in lays(position)} == {"ur"}
    position.play("lay ur-se")
    assert {space.split("-")[0] for space in lays(position)} == {"ur", "c"}


@pytest.mark.parametrize("last", COLOURS)
def test_the_last_colour_of_the_centre(last):
    """SP-16: five colours lie there, and only the sixth fits."""
    five = COLOURS.replace(last, ".")
    for letter in COLOURS:
        position = at(
            f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:{letter}6:,,,,,,{five} 5:g"
        )
        centre = [space for space in lays(position) if space.startswith("c-")]
        assert centre == ([f"c-{DIRECTIONS[COLOURS.index(last)]}"] if letter == last else [])


@pytest.mark.parametrize(
    ("tiles_in_hand", "space", "uses"),
    [
        ("rrrppp", "ur-sw", [1, 2, 3]),  # red 3: enough red tiles, wild ones all the same
        ("rrppp", "ur-sw", [1, 2]),
        ("rrrrp", "ur-sw", [2, 3]),
        ("rrppppp", "ur-ne", [1, 2]),  # red 6
        ("rrrrrrrpppppp", "ur-ne", [1, 2, 3, 4, 5, 6]),
        ("rrrrrrrp", "ur-ne", [5, 6]),
    ],
)
def test_wild_tiles_stand_for_the_laid_colour(tiles_in_hand, space, uses):
    """SP-17: in any number, but at least one tile is of the colour itself."""
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:{tiles_in_hand} 5:g")
    position.play(f"lay {space}")
    assert (position.phase, position.choices()) == ("paying", [f"use {own}" for own in uses])


@pytest.mark.parametrize(
    ("tiles_in_hand", "space", "left"),
    [("rrpppp", "ur-ne", ""), ("rppp", "ur-s", "pp"), ("rrrrb", "ur-nw", "b")],
)
def test_one_way_to_pay_is_not_asked_for(tiles_in_hand, space, left):
    """SP-17: red 6, 2 and 4, for which all red tiles are needed."""
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:{tiles_in_hand} 5:g")
    position.play(f"lay {space}")
    assert (position.turn, hand(position, 1)) == (1, tiles(left))


@pytest.mark.parametrize(("own", "left", "tower"), [(1, "pr3", "pp"), (2, "p2r2", "rp"), (3, "p3r", "rr")])
def test_used_wild_tiles_go_to_the_tower(own, left, tower):
    """SP-14, SP-17: the laid tile is of the colour itself, everything else used goes to the tower."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p3r4 5:g")
    play(position, "lay ur-sw", f"use {own}")
    assert written(position, 1) == f"6:{left}:,.4r"
    assert position.to_dict()["tower"] == tiles(tower)
    assert position.turn == 1


def test_one_tile_of_the_colour_is_needed():
    """SP-17: six wild tiles alone open their own star and the centre, not the red star."""
    assert {
        space.split("-")[0]
        for space in lays(at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p6 5:g"))
    } == {
        "l",
        "c",
    }
    with_red = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p5r 5:g")
    assert {space.split("-")[0] for space in lays(with_red)} == {"ur", "l", "c"}


def test_a_wild_tile_is_laid_as_its_own_colour_with_wild_tiles_only():
    """SP-18: three green tiles don't help two purple ones, two purple ones help three green."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p2g3 5:r")
    purple, green = ["l-n", "l-ne"], ["ll-n", "ll-ne", "ll-se", "ll-s", "ll-nw"]
    assert lays(position) == [*green, *purple, "c-n", "c-ne", "c-se", "c-s", "c-sw"]
    position.play("lay c-ne")
    assert position.choices() == ["colour purple", "colour green"]
    position.play("colour purple")
    assert written(position, 1) == "6:g3:,,,,,,.p"
    assert position.to_dict()["tower"] == tiles("p")


def test_wild_tiles_too_few_for_themselves_still_help():
    """SP-18: purple can't pay the centre's 3, so it is green, with one or both of the purple tiles."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p2g2 5:r")
    position.play("lay c-se")
    assert (position.phase, position.choices()) == ("paying", ["use 1", "use 2"])
    assert facts(position, "space", "colour") == ("c-se", "green")


def test_a_wild_tile_fits_its_own_star():
    """SP-18: three of five purple tiles for the purple 3, with nothing to ask."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p5g2 5:r")
    position.play("lay l-se")
    assert written(position, 1) == "6:p2g2:,,,,,.2p"
    assert position.to_dict()["tower"] == tiles("pp")


def test_a_cost_of_1_is_one_tile_of_the_colour_itself():
    """SP-18: the green 1 takes the green tile and no purple one, though both are there."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p3g 5:r")
    position.play("lay ll-nw")
    assert written(position, 1) == "6:p3:,,,,.5g"
    assert position.to_dict()["tower"] == {}


@pytest.mark.parametrize(("number", "wild"), [*enumerate(COLOURS, 1)])
def test_a_tile_is_wild_only_in_the_round_of_its_colour(number, wild):
    """SP-19: with one tile of each colour a cost of 2 can be paid only with this round's wild tile."""
    position = at(f"pavilion 2 {number}.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:pgoybr 5:g")
    twos = {"p": "l-ne", "g": "ll-n", "o": "ul-se", "y": "lr-nw", "b": "r-sw", "r": "ur-s"}
    spaces = {space for space in lays(position) if COST["coloured"][space] == 2}
    assert spaces == {space for letter, space in twos.items() if letter != wild} | {"c-ne"}
    position.play("lay c-ne")
    assert position.choices() == [f"colour {WORDS[letter]}" for letter in COLOURS if letter != wild]


def test_unused_tiles_stay_for_the_next_turns():
    """SP-20: the other player's turn changes nothing, and then they are used."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:ob4 5:g2")
    play(position, "lay r-nw", "lay ll-nw")
    assert hand(position, 1) == tiles("bo")
    play(position, "lay r-s", "lay c-n")
    assert hand(position, 1) == tiles("o")


@pytest.mark.parametrize(
    ("star", "points"),
    [
        ("......", 1),
        (".b....", 2),
        (".....b", 2),
        (".b...b", 3),  # on both sides
        (".bb...", 3),
        ("....bb", 3),
        ("..b...", 1),  # not connected
        ("..bbb.", 1),
        (".b.b.b", 3),  # a gap ends the run
        (".bbb..", 4),
        (".bb.bb", 5),
        (".bbbb.", 5),
        (".bbbbb", 6),  # itself once, though it closes the ring
    ],
)
@pytest.mark.parametrize("turned", range(6))
def test_a_tile_scores_the_run_around_its_ring(star, points, turned):
    """SP-21: 1 and 1 for every tile connected with it, wherever on the ring."""
    turned_star = star[-turned:] + star[:-turned] if turned else star
    space = f"r-{DIRECTIONS[turned]}"
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=r10 30:b6:,,{turned_star} 5:g")
    position.play(f"lay {space}")
    assert position.scores == [30 + points, 5]


def test_nothing_connects_across_stars():
    """SP-21: the spaces of other stars that face this one are covered, and it scores 1."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=g2 5:p4:o6,r6,b6,y6,g6,,pgoyb 5:g")
    play(position, "lay l-ne")
    assert seat(position, 1)["score"] == 6


def test_the_centre_connects_different_colours():
    """SP-21: orange between green and yellow scores 3."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:o3:,,,,,,.g.y 5:g")
    position.play("lay c-se")
    assert position.scores == [8, 5]


@pytest.mark.parametrize("side", ["coloured", "plain"])
@pytest.mark.parametrize(
    ("spaces", "last", "kind", "owed"),
    [
        (spaces.split(), last, kind, owed)
        for spaces, kind, owed in ELEMENTS
        for last in range(len(spaces.split()))
    ],
)
def test_a_surrounded_element_brings_tiles(spaces, last, kind, owed, side):
    """SP-22, SP-37: pillar 1, statue 2, window 3, whichever of its spaces is covered last, on both sides."""
    space = spaces[last]
    others = [other for other in spaces if other != space]
    mine = f"5:{letter_for(space)}{COST[side][space]}:{covered(others)}"
    position = at(f"pavilion 2 board={side} 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br {mine} 5:g")
    rows = play(position, f"lay {space}")
    assert [(row["what"], row["count"]) for row in rows if row["clause"] == "SP-22"] == [(kind, owed)]
    assert facts(position, "phase", "to_move", "owed") == ("bonus", "seat-1", owed)
    for n in range(owed):
        assert (position.phase, position.to_dict()["owed"]) == ("bonus", owed - n)
        position.play("supply orange" if n < 2 else "supply purple")
    assert hand(position, 1) == tiles("oop"[:owed])
    assert position.phase == "refilling"


@pytest.mark.parametrize("spaces", [spaces.split() for spaces, _, _ in ELEMENTS])
def test_an_element_with_an_open_space_brings_nothing(spaces):
    """SP-22: all but the first space are covered, and the last of these has just been."""
    mine = f"5:{letter_for(spaces[-1])}6:{covered(spaces[1:-1])}"
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br {mine} 5:g")
    position.play(f"lay {spaces[-1]}")
    assert facts(position, "phase", "to_move") == ("laying", "seat-2")


@pytest.mark.parametrize(
    "spaces",
    [
        "ul-sw ul-nw",
        "ul-n ul-ne",
        "ur-nw ur-n",
        "ur-ne ur-se",
        "r-n r-ne",
        "r-se r-s",
        "lr-ne lr-se",
        "lr-s lr-sw",
        "ll-se ll-s",
        "ll-sw ll-nw",
        "l-s l-sw",
        "l-nw l-n",
    ],
)
def test_the_other_outward_notches_hold_nothing(spaces):
    """SP-22: only the notch that points away from the centre is a window."""
    first, last = spaces.split()
    mine = f"5:{letter_for(last)}6:{covered([first])}"
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br {mine} 5:g")
    position.play(f"lay {last}")
    assert position.scores == [7, 5]
    assert facts(position, "phase", "to_move") == ("laying", "seat-2")


def test_an_element_brings_tiles_once():
    """SP-22: the window was surrounded before; the tile beside it surrounds nothing."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:o:o.4o 5:g")
    position.play("lay ul-ne")
    assert facts(position, "phase", "to_move") == ("laying", "seat-2")


def test_a_bonus_tile_is_of_choice_and_must_be_taken():
    """SP-22: any colour of the supply, the wild one too; nothing else can be done."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2b2r6 5:o5:o 5:g")
    position.play("lay ul-nw")
    assert position.choices() == ["supply purple", "supply blue", "supply red"]
    play(position, "supply purple", "supply purple")
    assert position.choices() == ["supply blue", "supply red"]
    position.play("supply red")
    assert hand(position, 1) == tiles("ppr")
    assert position.to_dict()["supply"] == tiles("rrrrrbb")


def test_the_laid_tile_scores_before_the_bonus():
    """SP-22: its points stand on the track while the bonus is asked for."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:o5:o 5:g")
    told = [row["what"] for row in position.play("lay ul-nw")]
    assert told == ["laid", "used", "run", "window"]
    assert (position.phase, position.scores) == ("bonus", [7, 5])


def test_a_supply_of_one_colour_is_not_asked_for():
    """SP-22: the three tiles must be taken, and there is no choice."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=r10 5:o5:o 5:g")
    position.play("lay ul-nw")
    assert hand(position, 1) == tiles("rrr")
    assert facts(position, "phase", "supply", "last_seat") == ("refilling", tiles("r" * 7), "seat-1")


def test_a_pillar_completed_from_the_centre_star():
    """SP-22: the centre's 1 is the last of the four spaces around the upper left pillar."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:g:.2o2,,,,,,.5r 5:g")
    position.play("lay c-n")
    assert facts(position, "phase", "owed") == ("bonus", 1)
    position.play("supply blue")
    assert written(position, 1) == "7:b:.2o2,,,,,,g.4r"


def test_a_tile_of_the_centre_that_completes_two_pillars():
    """SP-23: between the upper left and the upper right pillar: 1 + 1 tiles."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:g:.2o2,.3r2,,,,,.o.3r 5:g")
    rows = play(position, "lay c-n")
    assert [row["what"] for row in rows if row["clause"] == "SP-22"] == ["pillar", "pillar"]
    assert facts(position, "phase", "owed") == ("bonus", 2)


def test_a_tile_that_completes_a_statue_and_a_pillar_at_once():
    """SP-23: orange 2 is the last space around both: 2 + 1 tiles."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:o2:.o.o,.4r2,,,,,g.4r 5:g")
    rows = play(position, "lay ul-se")
    assert [(row["what"], row["count"]) for row in rows if row["clause"] == "SP-22"] == [
        ("statue", 2),
        ("pillar", 1),
    ]
    assert facts(position, "phase", "owed") == ("bonus", 3)
    play(position, "supply purple", "supply blue", "supply red")
    assert written(position, 1) == "8:pbr:.o3,.4r2,,,,,g.4r"


def test_bonus_tiles_are_taken_before_the_supply_is_refilled():
    """SP-23: all of them; then the next player's turn comes after the refill."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:o5:o 5:g")
    play(position, "lay ul-nw", "supply purple", "supply purple")
    assert facts(position, "phase", "supply") == ("bonus", tiles("goybrgoy"))
    position.play("supply green")
    assert facts(position, "phase", "to_move", "supply") == ("refilling", "chance", tiles("oybrgoy"))
    deal(position, "bbb")
    assert facts(position, "phase", "to_move", "supply") == ("laying", "seat-2", tiles("oybrgoybbb"))


def test_bonus_tiles_can_be_used_from_the_next_turn_on():
    """SP-23: the red tile comes after the own last tile, waits for the other player, and is laid."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:o:.2o2,.4r2,,,,,g.4b 5:g2")
    play(position, "lay ul-ne", "supply red", "supply purple")
    deal(position, "bb")
    assert (position.turn, hand(position, 1)) == (1, tiles("rp"))
    position.play("lay ll-nw")
    assert (position.turn, "lay ur-se" in position.choices()) == (0, True)


def test_the_supply_is_refilled_after_a_tile_was_laid():
    """SP-24: to ten, from the bag, each tile as likely as any other; then the next player."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p7 5:r 5:p15g22o20y21b22r21")
    position.play("lay ur-se")
    assert facts(position, "phase", "to_move", "last_seat") == ("refilling", "chance", "seat-1")
    assert position.weights() == {"draw orange": 2, "draw yellow": 1}
    deal(position, "oyo")
    assert facts(position, "phase", "to_move", "last_seat") == ("laying", "seat-2", None)
    assert facts(position, "supply", "bag") == (tiles("pppppppoyo"), {})


def test_the_supply_is_refilled_after_a_pass():
    """SP-24: also after that of a player with nothing to discard."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p9 5:r 5:g")
    play(position, "pass", "keep red")
    assert facts(position, "phase", "last_seat") == ("refilling", "seat-1")
    deal(position, "b")
    assert facts(position, "phase", "to_move", "supply") == ("laying", "seat-2", tiles("pppppppppb"))


def test_the_supply_is_refilled_when_only_one_player_is_left():
    """SP-24: after each turn of the lone player."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p9 5:r3 5::::passed")
    position.play("lay ur-se")
    assert facts(position, "phase", "last_seat") == ("refilling", "seat-1")
    deal(position, "b")
    assert facts(position, "phase", "to_move") == ("laying", "seat-1")


def test_the_supply_is_refilled_after_the_last_turn_of_a_round():
    """SP-24: the supply first, the factories of the next round then."""
    position = at("pavilion 2 5.1 laying:1 starting-tile=1 supply=p8 5:r 5::::passed")
    play(position, "pass", "keep red")
    assert facts(position, "round", "phase", "last_seat") == (5, "refilling", "seat-1")
    deal(position, "bb")
    assert facts(position, "round", "phase", "supply") == (6, "filling", tiles("ppppppppbb"))


def test_a_supply_refill_across_an_empty_bag():
    """SP-24: two tiles in the bag and three to draw: the tower is poured in after the second, all of it."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 tower=p15g21o22y21b21r19 supply=p7 5:r3 5:g")
    tower = Counter(position.to_dict()["tower"])
    position.play("lay ur-sw")
    tower += Counter(tiles("rr"))
    assert facts(position, "bag", "tower") == (tiles("by"), tower)
    deal(position, "b")
    assert facts(position, "bag", "tower") == (tiles("y"), tower)
    deal(position, "y")
    assert facts(position, "phase", "bag", "tower") == ("refilling", tower, {})
    deal(position, "r")
    assert facts(position, "phase", "supply") == ("laying", tiles("pppppppbyr"))


def test_tiles_paid_in_this_turn_are_poured_in():
    """SP-24: they are the only ones; with both empty again a space of the supply stays empty."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p7 5:r3 5:p15g22o22y22b22r19")
    position.play("lay ur-sw")
    assert facts(position, "phase", "bag", "tower") == ("refilling", tiles("rr"), {})
    assert position.choices() == ["draw red"]
    deal(position, "rr")
    assert facts(position, "phase", "to_move", "supply") == ("laying", "seat-2", tiles("ppppppprr"))
    assert facts(position, "bag", "tower") == ({}, {})


def test_tiles_discarded_in_this_turn_are_poured_in():
    """SP-24: one of three discarded tiles fills the last space."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p9 5:r3 5:p13g22o22y22b22r19")
    play(position, "pass", "done")
    assert facts(position, "phase", "bag", "tower") == ("refilling", tiles("rrr"), {})
    deal(position, "r")
    assert facts(position, "phase", "bag") == ("laying", tiles("rr"))


def test_the_tower_is_poured_in_only_when_a_tile_must_be_drawn():
    """SP-24: the supply is full, or the last tile of the bag has filled it: the bag stays empty."""
    position = at(
        "pavilion 2 1.1 laying:1 starting-tile=1 tower=p20g19o20y20b21r18 supply=p2g2o2y2br 5:r3 5:g"
    )
    tower = Counter(position.to_dict()["tower"]) + Counter(tiles("rr"))
    position.play("lay ur-sw")
    assert facts(position, "phase", "bag", "tower") == ("laying", {}, tower)
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 tower=p13g21o22y22b21r19 supply=p9 5:r3 5:g")
    tower = Counter(position.to_dict()["tower"]) + Counter(tiles("rr"))
    play(position, "lay ur-sw", "draw blue")
    assert facts(position, "phase", "bag", "tower") == ("laying", {}, tower)


def test_spaces_of_the_supply_stay_empty_when_there_are_no_tiles():
    """SP-24: neither in the bag nor in the tower: the next turn follows at once."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p7 5:r 5:p15g22o22y22b22r21")
    position.play("lay ur-se")
    assert facts(position, "phase", "to_move", "supply") == ("laying", "seat-2", tiles("ppppppp"))


@pytest.mark.parametrize(("supply", "missing"), [("pg", 1), ("g", 2), ("pgg", 0)])
def test_a_player_owed_more_than_there_is_takes_what_is_there(supply, missing):
    """SP-24: the rest is forfeited, and not made up for later."""
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply={supply} 5:o5:o 5:g")
    rows = play(position, "lay ul-nw")
    while position.phase == "bonus":
        rows += play(position, position.choices()[0])
    assert hand(position, 1) == tiles(supply)
    assert facts(position, "phase", "owed", "supply") == ("refilling", 0, {})
    assert [row["count"] for row in rows if row["what"] == "forfeited"] == ([missing] if missing else [])


def test_a_bonus_from_an_empty_supply_is_forfeited():
    """SP-24: nothing is asked and nothing taken."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 5:o5:o 5:p22g22o16y22b22r22")
    rows = play(position, "lay ul-nw")
    assert [row["count"] for row in rows if row["what"] == "forfeited"] == [3]
    assert hand(position, 1) == {}
    assert facts(position, "phase", "bag", "tower") == ("refilling", tiles("oooo"), {})


def test_no_refill_after_the_last_turn_of_the_game():
    """SP-24 [ruling]: the last pass of round 6 ends the game; the supply stays as it is."""
    position = at("pavilion 2 6.1 laying:1 starting-tile=1 supply=p5 5:r 5::::passed")
    play(position, "pass", "done")
    assert position.over
    assert facts(position, "phase", "to_move", "supply") == ("over", "over", tiles("ppppp"))


def test_a_refill_after_a_pass_in_round_6_while_others_play():
    """SP-24: it wasn't the last turn."""
    position = at("pavilion 2 6.1 laying:1 starting-tile=1 supply=p5 5:r 5:r")
    play(position, "pass", "done")
    assert facts(position, "phase", "last_seat") == ("refilling", "seat-1")


def test_a_refill_after_the_last_tile_of_the_game():
    """SP-24, SP-26: laying it isn't the last turn: its player passes afterwards, without tiles."""
    position = at("pavilion 2 6.1 laying:1 starting-tile=1 supply=p9 5:r 5::::passed")
    position.play("lay ur-se")
    assert facts(position, "phase", "last_seat") == ("refilling", "seat-1")
    deal(position, "b")
    assert position.over
    assert position.scores == [6, 5]


@pytest.mark.parametrize(
    ("count", "corners", "cost"), [(1, "g", 0), (4, "g4", 0), (5, "g4", 1), (12, "g4", 8)]
)
def test_passing_keeps_up_to_four_tiles(count, corners, cost):
    """SP-25: passing with 1, 4, 5 and 12 tiles; all that can be kept are kept, the others cost 1 each."""
    position = at(f"pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 20:g{count} 5:r")
    play(position, "pass", *["keep green"] * min(count, 4))
    assert written(position, 1) == f"{20 - cost}:::{corners}:passed"
    assert position.to_dict()["tower"] == ({"green": cost} if cost else {})
    assert facts(position, "phase", "to_move") == ("laying", "seat-2")


def test_passing_with_0_tiles():
    """SP-25, SP-26: nothing to keep, nothing to discard, nothing to ask."""
    position = at("pavilion 3 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r2 5 5:g")
    position.play("lay ur-se")
    assert written(position, 2) == "5::::passed"
    assert facts(position, "phase", "to_move", "tower") == ("laying", "seat-3", {})


def test_the_tiles_kept_are_of_choice():
    """SP-25: one by one, any colour in hand; after the fourth the others are discarded."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 20:pg3r2 5:r")
    position.play("pass")
    assert facts(position, "phase", "to_move") == ("keeping", "seat-1")
    assert position.choices() == ["keep purple", "keep green", "keep red", "done"]
    play(position, "keep red", "keep purple", "keep red")
    assert position.choices() == ["keep green", "done"]
    position.play("keep green")
    assert written(position, 1) == "18:::pgr2:passed"
    assert position.to_dict()["tower"] == tiles("gg")


@pytest.mark.parametrize(("kept", "corners"), [(0, ""), (1, "g"), (2, "g2"), (3, "g3")])
def test_keeping_fewer_than_possible(kept, corners):
    """SP-25: every tile that isn't kept costs a point."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 20:g5 5:r")
    play(position, "pass", *["keep green"] * kept, "done")
    assert written(position, 1) == f"{20 - (5 - kept)}:::{corners}:passed"
    assert position.to_dict()["tower"] == tiles("g" * (5 - kept))


def test_twelve_tiles_discarded():
    """SP-25: all of them, for 12 points."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 20:p2g2o2y2b2r2 5:r")
    play(position, "pass", "done")
    assert written(position, 1) == "8::::passed"
    assert position.to_dict()["tower"] == tiles("ppggooyybbrr")


def test_passing_is_final_for_the_round():
    """SP-25, SP-29: the kept tiles can't be laid before the next round."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r2 5:g4")
    play(position, "pass", "keep red", "keep red", "lay ll-nw")
    assert (position.turn, position.phase) == (1, "laying")
    position.play("lay c-n")
    assert (position.turn, position.round) == (1, 1)


def test_passing_is_allowed_on_any_own_turn():
    """SP-25: at the first turn with everything open, and at a later one."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r6 5:g6")
    assert position.choices()[-1] == "pass"
    play(position, "lay ur-se", "lay ll-nw")
    assert position.choices()[-1] == "pass"
    position.play("pass")
    assert position.phase == "keeping"


def test_corner_tiles_score_nothing():
    """SP-25: they are kept, and neither gain nor cost anything now."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:g4 5:r")
    rows = play(position, "pass", *["keep green"] * 4)
    assert position.scores == [5, 5]
    assert [row["points"] for row in rows if row["points"]] == []


def test_the_phase_ends_when_all_have_passed():
    """SP-26: the last pass leads to the next round."""
    position = at("pavilion 3 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5:r 5:r")
    for passed in range(3):
        assert facts(position, "round", "phase", "to_move") == (1, "laying", f"seat-{passed + 1}")
        play(position, "pass", "keep red")
    assert facts(position, "round", "phase") == (2, "filling")


def test_a_player_without_tiles_passes_when_the_turn_comes_round():
    """SP-26 [ruling]: not before: seat-1 has laid the last tile, and passes after seat-2's turn."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5:g3")
    position.play("lay ur-se")
    assert (seat(position, 1)["passed"], position.turn, position.turn_number) == (False, 1, 2)
    rows = play(position, "lay ll-nw")
    assert (seat(position, 1)["passed"], position.turn, position.turn_number) == (True, 1, 3)
    assert [(row["what"], row["seat"]) for row in rows if row["clause"] == "SP-26"] == [("out of tiles", 0)]


def test_a_player_without_tiles_gets_the_bonus_first():
    """SP-26: the last tile laid brings three, so its player goes on."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=r10 5:o5:o 5:g2")
    position.play("lay ul-nw")
    deal(position, "bbb")
    position.play("lay ll-nw")
    assert (seat(position, 1)["passed"], position.turn) == (False, 0)


def test_several_players_without_tiles_pass_in_a_row():
    """SP-26: seat-3, seat-4 and seat-1 have none; seat-2 goes on."""
    position = at("pavilion 4 1.1 laying:2 starting-tile=1 supply=p2g2o2y2br 5 5:g2 5 5")
    rows = play(position, "lay ll-nw")
    assert [row["seat"] for row in rows if row["what"] == "out of tiles"] == [2, 3, 0]
    assert (position.turn, position.choices()) == (1, ["lay c-n", "pass"])


def test_a_player_who_can_lay_nothing_must_pass_and_chooses_what_to_keep():
    """SP-26 [ruling]: two red tiles, and no red space or centre space for 1 or 2."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r2:,.2r2,,,,,go 5:g")
    assert position.choices() == ["pass"]
    position.play("pass")
    assert position.choices() == ["keep red", "done"]
    play(position, "keep red", "done")
    assert written(position, 1) == "4::,.2r2,,,,,go:r:passed"


def test_a_lone_player_goes_on_after_all_others_passed():
    """SP-26: turn after turn, until passing or out of tiles."""
    position = at("pavilion 3 1.1 laying:2 starting-tile=1 supply=p2g2o2y2br 5::::passed 5:gr5 5::::passed")
    for choice in ("lay ur-se", "lay ur-s", "lay c-ne"):
        assert (position.turn, position.phase) == (1, "laying")
        position.play(choice)
    assert written(position, 2) == "9:g:,.2r2,,,,,.r"
    assert (position.turn, position.turn_number) == (1, 4)
    position.play("lay c-n")
    assert position.scores == [5, 5 + 1 + 2 + 1 + 2, 5]
    assert facts(position, "round", "phase") == (2, "filling")


# ------------------------------------------------------------------------------------------------
# Phase 3: preparing the next round


def next_round(line):
    """Seat-1 passes as the last one, keeping a red tile; the next round is prepared."""
    position = at(line)
    play(position, "pass", "keep red")
    return position


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_round_marker_moves_on(number):
    """SP-27: and the factories get four tiles each, from the bag."""
    position = next_round(f"pavilion 2 {number}.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5::::passed")
    bag = Counter(position.to_dict()["bag"])
    assert facts(position, "round", "phase", "to_move") == (number + 1, "filling", "chance")
    piles = ["gggg", "oooo", "yyyy", "bbbb", "ggoy"]
    deal(position, "".join(piles))
    assert position.to_dict()["factories"] == [tiles(pile) for pile in piles]
    assert facts(position, "phase", "bag") == ("offer", bag - Counter(tiles("".join(piles))))


def test_the_tower_is_poured_in_when_the_bag_runs_empty():
    """SP-27: after the third tile, all of it; the token doesn't matter."""
    position = next_round(
        "pavilion 2 1.1 laying:1 starting-tile=1 tower=p20g20o20y19b19r20 supply=p2g2o2y2br 5:r 5::::passed"
    )
    tower = position.to_dict()["tower"]
    deal(position, "by")
    assert facts(position, "bag", "tower") == (tiles("b"), tower)
    deal(position, "b")
    assert facts(position, "phase", "bag", "tower") == ("filling", tower, {})
    assert factories(position) == "yb2"


def test_a_bag_that_is_empty_at_once_is_filled():
    """SP-27: before the first tile is drawn."""
    position = next_round(
        "pavilion 2 1.1 laying:1 starting-tile=1 tower=p20g20o20y20b21r20 supply=p2g2o2y2br 5:r 5::::passed"
    )
    assert facts(position, "phase", "tower") == ("filling", {})
    assert sum(position.to_dict()["bag"].values()) == 132 - 10 - 1


def test_a_bag_emptied_by_the_last_factory_stays_empty():
    """SP-27, SP-24: nothing more must be drawn, so the tower isn't poured in."""
    position = next_round(
        "pavilion 2 1.1 laying:1 starting-tile=1 tower=p20o20y20b21r20 supply=p2g2o2y2br 5:r 5::::passed"
    )
    tower = position.to_dict()["tower"]
    deal(position, "g" * 20)
    assert facts(position, "phase", "bag", "tower") == ("offer", {}, tower)


def test_short_factories_with_four_players_in_round_6():
    """SP-27 [ruling]: 13 tiles for nine factories: 4, 4, 4, 1 and none; the round is played with them."""
    # Three boards hold six tiles of each colour.
    position = next_round(
        "pavilion 4 5.1 laying:1 starting-tile=1 tower=pgoy2b3r2 supply=p2g2o2y2br "
        "5:r 5::o6,r6,b6,y6,g6,p6::passed 5::o6,r6,b6,y6,g6,p6::passed 5::o6,r6,b6,y6,g6,p6::passed"
    )
    deal(position, "gop")
    assert position.to_dict()["tower"] == {}
    deal(position, "b byyo gprb r")
    assert factories(position) == "pgob,oy2b,pgbr,r"
    assert facts(position, "round", "phase", "to_move") == (6, "offer", "seat-1")
    assert facts(position, "bag", "tower", "centre") == ({}, {}, {})
    assert position.choices()[-1] == "factory-4 red"  # the wild colour, alone


def test_without_any_tile_for_the_factories_phase_1_is_skipped():
    """SP-27 [ruling]: the holder of the token begins phase 2 of the next round, with the tiles kept."""
    position = at(
        "pavilion 4 2.1 laying:1 starting-tile=3 supply=p2g2o2y2br 5:r:,,b "
        "20::o6,r6,b6,y6,g6,p6:p2g2:passed 30::o6,r6,b6,y6,g6,p6:o2y2:passed "
        "40::o6,r6,b6,y6,g6,p6:b2r2:passed"
    )
    assert facts(position, "bag", "tower") == ({}, {})
    play(position, "pass", "keep red")
    assert facts(position, "round", "phase", "to_move") == (3, "laying", "seat-3")
    assert facts(position, "starter", "starting_tile") == ("seat-3", "centre")
    assert [hand(position, n) for n in (1, 2, 3, 4)] == [
        tiles(kept) for kept in ("r", "ppgg", "ooyy", "bbrr")
    ]


def test_rounds_without_tiles_pass_by():
    """SP-27 [ruling]: the last tile is laid in round 2, nobody has any more, and round 6 ends the game."""
    position = at(
        "pavilion 4 2.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r:o2,r2,b3,y2,g2,p2 "
        "5::o6,r6,b6,y6,g6,p6::passed 5::o6,r6,b6,y6,g6,p6::passed 5::o6,r6,b6,y6,g6,p6::passed"
    )
    assert facts(position, "bag", "tower") == ({}, {})
    position.play("lay ur-se")
    assert position.over
    assert position.round == 6
    stars = 14 + 15 + 16 + 17 + 18 + 20
    assert position.scores == [5 + 3, 5 + stars, 5 + stars, 5 + stars]


def test_there_is_no_round_7():
    """SP-27: after round 6 nothing is prepared."""
    position = next_round("pavilion 2 6.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5::::passed")
    assert facts(position, "round", "phase", "factories") == (6, "over", [{}] * 5)
    assert position.choices() == []


def test_the_holder_of_the_token_begins_the_next_round():
    """SP-28: the token goes back to the centre before the factories are filled."""
    position = next_round(
        "pavilion 3 1.1 laying:1 starter=2 starting-tile=3 supply=p2g2o2y2br 5:r 5::::passed 5::::passed"
    )
    assert facts(position, "starter", "starting_tile") == ("seat-3", "centre")
    deal(position, "gggg oooo yyyy bbbb gggg oooo yyyy")
    assert facts(position, "phase", "to_move") == ("offer", "seat-3")


def test_if_nobody_took_the_token_the_previous_first_player_stays():
    """SP-28 [ruling]: seat-2 began and begins again, though seat-1 had the last turn."""
    position = next_round("pavilion 3 1.1 laying:1 starter=2 supply=p2g2o2y2br 5:r 5::::passed 5::::passed")
    assert facts(position, "starter", "starting_tile") == ("seat-2", "centre")
    deal(position, "gggg oooo yyyy bbbb gggg oooo yyyy")
    assert facts(position, "phase", "to_move") == ("offer", "seat-2")


def test_corner_tiles_return_beside_their_board():
    """SP-29: before the first tile is drawn, and everybody is in again."""
    position = next_round(
        "pavilion 3 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5:::pg2b:passed 9:::y:passed"
    )
    assert position.phase == "filling"
    assert seats(position) == ["5:r", "5:pg2b", "9:y"]


# ------------------------------------------------------------------------------------------------
# The end


def ended(line):
    """Everybody has passed but the last seat, which now ends round 6 by discarding a tile, from 5 to 4."""
    position = at(line)
    play(position, "pass", "done")
    assert position.over
    return position


def ending(mine, side="coloured"):
    """The same with two players; the first is written as in a line."""
    return ended(f"pavilion 2 board={side} 6.1 laying:2 starting-tile=1 supply=p2g2o2y2br {mine} 5:g")


STAR_POINTS = {"ul": 17, "ur": 14, "r": 15, "lr": 16, "ll": 18, "l": 20, "c": 12}


@pytest.mark.parametrize(("star", "points"), [*STAR_POINTS.items()])
def test_a_completed_star_scores(star, points):
    """SP-30: by its colour, and the centre of many colours 12; with a space open it scores nothing."""
    spaces = [f"{star}-{direction}" for direction in DIRECTIONS]
    assert ending(f"5::{covered(spaces)}::passed").scores == [5 + points, 4]
    for space in spaces:
        assert ending(f"5::{covered([other for other in spaces if other != space])}::passed").scores == [5, 4]


def test_several_completed_stars_score_each():
    """SP-30: orange and purple."""
    assert ending("5::o6,,,,,p6::passed").scores == [5 + 17 + 20, 4]


def test_stars_score_only_after_round_6():
    """SP-30: not when they are completed, nor after other rounds."""
    position = at("pavilion 2 5.1 laying:1 starting-tile=1 supply=b10 5:r:,r2.r3 5::::passed")
    position.play("lay ur-se")
    assert seat(position, 1)["score"] == 5 + 6
    position = next_round("pavilion 2 5.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5::o6::passed")
    assert position.scores == [5, 5]


def test_everybody_is_scored():
    """SP-30: each by the own board, the one who ended the game as well."""
    position = at(
        "pavilion 3 6.1 laying:3 starting-tile=1 supply=p2g2o2y2br 5::o6::passed 5::::passed 5:g:,,,,,p6"
    )
    play(position, "pass", "done")
    assert position.scores == [5 + 17, 5, 4 + 20]


def spaces_of(number, side="coloured"):
    return [space for space, cost in COST[side].items() if cost == number]


@pytest.mark.parametrize(("number", "points"), [(1, 4), (2, 8), (3, 12), (4, 16), (5, 0), (6, 0)])
def test_all_spaces_of_a_number(number, points):
    """SP-31: seven spaces, one of each star, the centre included; with one missing they score nothing."""
    spaces = spaces_of(number)
    assert len(spaces) == 7
    assert ending(f"5::{covered(spaces)}::passed").scores == [5 + points, 4]
    for space in spaces:
        assert ending(f"5::{covered([other for other in spaces if other != space])}::passed").scores == [5, 4]


def test_several_numbers_score_each():
    """SP-31: all ones and all fours."""
    assert ending("5::.o.2o,.2r.2r,b.2b,.y.2y,.2g.2g,p.2p,p.2y::passed").scores == [5 + 4 + 16, 4]


def test_a_full_board():
    """SP-30, SP-31: all stars and all numbers."""
    assert ending("5::o6,r6,b6,y6,g6,p6,pgoybr::passed").scores == [
        5 + sum(STAR_POINTS.values()) + 4 + 8 + 12 + 16,
        4,
    ]


@pytest.mark.parametrize(
    ("score", "corners", "left"),
    [(9, "", 9), (9, "r", 8), (9, "pgbr", 5), (3, "r4", 1), (2, "r", 1), (1, "r2", 1)],
)
def test_each_tile_left_in_the_corners_costs_1(score, corners, left):
    """SP-32, SP-10: but no score falls below 1; the tiles stay in the corners."""
    position = ending(f"{score}:::{corners}:passed")
    assert written(position, 1) == f"{left}:::{corners}:passed"


def test_corners_cost_after_stars_and_numbers():
    """SP-32: from 1 to 1 + 14, then 4 less; with all ones and no star from 1 to 5 and down to 1."""
    assert ending("1::,r6:b4:passed").scores == [1 + 14 - 4, 4]
    assert ending("1::.o,.2r,.3b,.4y,.5g,p,p:b3:passed").scores == [1 + 4 - 3, 4]


@pytest.mark.parametrize(("kept", "score"), [(0, 1 + 14), (1, 1 + 14 - 1), (2, 1 + 14 - 2)])
def test_keeping_is_still_a_choice_in_round_6(kept, score):
    """SP-32: discards are paid on passing, here at 1 point and so with nothing; corners after the stars."""
    position = at("pavilion 2 6.1 laying:1 starting-tile=1 supply=p2g2o2y2br 1:b2:,r6 5::::passed")
    position.play("pass")
    assert position.choices() == ["keep blue", "done"]
    play(position, *["keep blue"] * kept, *["done"] * (kept < 2))
    assert position.over
    assert position.scores == [score, 5]


def test_most_points_win():
    """SP-33: after everything has been scored."""
    position = ended(
        "pavilion 4 6.1 laying:4 starting-tile=1 supply=p2g2o2y2br "
        "30::::passed 12::,,,,,p6::passed 3::::passed 5:g"
    )
    assert position.scores == [30, 32, 3, 4]
    assert (position.ranking, position.winners) == ([1, 0, 3, 2], [1])


def test_ties_share_the_win():
    """SP-33: two seats with 12 points, before one with 9."""
    position = ended(
        "pavilion 4 6.1 laying:4 starting-tile=1 supply=p2g2o2y2br 12::::passed 9::::passed 12::::passed 5:g"
    )
    assert (position.ranking, position.winners) == ([0, 2, 0, 3], [0, 2])
    assert ending("4::::passed").winners == [0, 1]


# ------------------------------------------------------------------------------------------------
# Variant: the one-colour side


@pytest.mark.parametrize("letter", COLOURS)
def test_every_star_is_free_for_the_first_tile(letter):
    """SP-34: the centre included."""
    position = at(f"pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:{letter}6 5:g")
    assert lays(position) == SPACES


@pytest.mark.parametrize("star", STARS)
@pytest.mark.parametrize(
    ("shown", "open_to"),
    [
        ("r.....", "pgoybr"),
        ("...y..", "pgoybr"),
        ("rr....", "r"),
        ("r..r..", "r"),
        ("rb....", "pgoy"),
        ("r...b.", "pgoy"),
        (".p.g.o", "ybr"),
        ("ppppp.", "p"),
        ("pgoyb.", "r"),
    ],
)
def test_the_kind_of_a_star_binds_from_the_third_tile_on(star, shown, open_to):
    """SP-34: after one tile everything is open; two or more of a colour, or of different colours, decide."""
    for letter in COLOURS:
        mine = f"5:{letter}6:{',' * STARS.index(star)}{shown}"
        position = at(f"pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br {mine} 5:o")
        spaces = [space for space in lays(position) if space.split("-")[0] == star]
        free = [f"{star}-{d}" for d, tile in zip(DIRECTIONS, shown, strict=True) if tile == "."]
        assert spaces == (free if letter in open_to else [])


def test_a_one_colour_star_decided_by_the_second_tile():
    """SP-34: red beside red, and from now on only red fits."""
    position = at("pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:b6r8:.2r 5:o2")
    position.play("lay ul-s")  # a one, so red or blue
    assert position.choices() == ["colour blue", "colour red"]
    play(position, "colour red", "lay ul-s")
    assert written(position, 1) == "7:b6r7:.2r2"
    position.play("lay ul-ne")
    assert written(position, 1) == "10:b6r4:.r3"


def test_a_many_coloured_star_decided_by_the_second_tile():
    """SP-34: blue beside red, and neither of them fits again."""
    position = at("pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:y3b6r6:.2r 5:o2")
    play(position, "lay ul-s", "colour blue", "lay ul-s")
    assert written(position, 1) == "7:y3b5r6:.2rb"
    assert [space for space in lays(position) if space.startswith("ul-")] == ["ul-ne"]  # yellow, for 3
    position.play("lay ul-ne")
    assert written(position, 1) == "10:b5r6:.yrb"


def test_two_red_stars():
    """SP-35: of the same colour, each of its own value; and a third red one in the centre."""
    assert ending("5::r6,,,,r6::passed", "plain").scores == [5 + 14 + 14, 4]
    assert ending("5::,r6,r6,,,,r6::passed", "plain").scores == [5 + 3 * 14, 4]


def test_several_stars_of_many_colours():
    """SP-35: 12 each, wherever they are."""
    assert ending("5::,pgoybr,rbyogp,,,bropgy::passed", "plain").scores == [5 + 3 * 12, 4]


@pytest.mark.parametrize(
    ("letter", "points"), [("p", 20), ("g", 18), ("o", 17), ("y", 16), ("b", 15), ("r", 14)]
)
@pytest.mark.parametrize("star", STARS)
def test_a_star_scores_by_its_tiles(star, letter, points):
    """SP-35: not by its place; five of six tiles score nothing."""
    before = "," * STARS.index(star)
    assert ending(f"5::{before}{letter}6::passed", "plain").scores == [5 + points, 4]
    assert ending(f"5::{before}{letter}5::passed", "plain").scores == [5, 4]


@pytest.mark.parametrize(
    ("number", "count", "points"), [(1, 6, 4), (2, 6, 8), (4, 6, 16), (5, 6, 0), (6, 6, 0)]
)
def test_the_number_sets_of_the_one_colour_side(number, count, points):
    """SP-36: six spaces, one of each outer star; with one missing they score nothing."""
    spaces = spaces_of(number, "plain")
    assert len(spaces) == count
    assert ending(f"5::{covered(spaces)}::passed", "plain").scores == [5 + points, 4]
    for space in spaces:
        others = [other for other in spaces if other != space]
        assert ending(f"5::{covered(others)}::passed", "plain").scores == [5, 4]


def test_the_number_set_of_twelve_threes():
    """SP-36: six around and all of the centre, which is a star of many colours as well."""
    spaces = spaces_of(3, "plain")
    assert len(spaces) == 12
    assert ending("5::.o,.2r,.3b,.4y,.5g,p,pgoybr::passed", "plain").scores == [5 + 12 + 12, 4]
    for space in spaces:
        others = [other for other in spaces if other != space]
        star = 0 if space.startswith("c-") else 12
        assert ending(f"5::{covered(others)}::passed", "plain").scores == [5 + star, 4]


def test_the_laid_tile_decides_what_wild_tiles_stand_for():
    """SP-37: one red, one blue and two purple tiles on a 3: as red or as blue, but not as purple."""
    position = at("pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p2br 5:g")
    position.play("lay lr-sw")
    assert position.choices() == ["colour blue", "colour red"]
    position.play("colour red")
    assert written(position, 1) == "6:b:,,,.4r"
    assert position.to_dict()["tower"] == tiles("pp")


def test_a_wild_tile_is_laid_in_any_star_whose_kind_allows_it():
    """SP-18, SP-37: two purple tiles on a 2, in stars without tiles or with purple ones, not in others."""
    position = at(
        "pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p2:r.4r,p,,p2,.pg,.2gb 5:g"
    )
    twos = [space for space in lays(position) if COST["plain"][space] == 2]
    assert twos == ["ur-s", "r-sw", "lr-nw", "l-ne"]
    position.play("lay r-sw")
    assert written(position, 1) == "6::r.4r,p,.4p,p2,.pg,.2gb"


def test_the_one_colour_side_scores_runs():
    """SP-37, SP-21: different colours connect."""
    position = at("pavilion 2 board=plain 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:o3:,,.2gr 5:g")
    position.play("lay r-sw")
    assert position.scores == [5 + 3, 5]


def test_the_one_colour_side_keeps_corners_and_the_token():
    """SP-37: the same offer, passing and corners."""
    position = at("pavilion 2 board=plain 1.1 offer:1 starter=2 supply=p2g2o2y2br centre=pg2 9 5:r2")
    position.play("centre green")
    assert facts(position, "phase", "to_move", "starting_tile") == ("laying", "seat-1", "seat-1")
    play(position, "pass", "keep green", "done", "pass", "keep red", "keep red")
    assert seats(position) == ["4:g", "5:r2"]
    assert facts(position, "round", "phase", "starter") == (2, "filling", "seat-1")


# ------------------------------------------------------------------------------------------------
# Questions: turn, step, and what is never asked


def test_turns_and_steps_are_counted():
    """A turn begins with its first question; answers are counted, the automatic ones too."""
    position = at("pavilion 2 1.7 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p2r3:,r 5:g")
    assert facts(position, "turn", "step") == (7, 0)
    position.play("lay ur-sw")
    assert facts(position, "phase", "turn", "step") == ("paying", 7, 2)  # red isn't asked for
    assert facts(position, "space", "colour") == ("ur-sw", "red")
    position.play("use 2")
    assert facts(position, "turn", "step", "space", "colour") == (8, 0, None, None)


def test_a_space_waits_for_its_colour():
    """While the colour is asked for, only the space is known."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:br 5:g")
    position.play("lay c-n")
    assert facts(position, "phase", "step", "space", "colour") == ("colouring", 1, "c-n", None)


def test_chance_and_the_end_have_no_steps():
    """Steps belong to the turns of seats."""
    position = next_round("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:r 5::::passed")
    assert facts(position, "turn", "step", "to_move") == (1, 0, "chance")
    assert facts(ending("5::::passed"), "step", "to_move") == (0, "over")


def test_the_choices_of_a_seat_are_all_told():
    """The 42 spaces in their order, and pass at the end."""
    assert at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p6g6o6y6b6r6 5:g").choices() == [
        *(f"lay {space}" for space in SPACES),
        "pass",
    ]


# ------------------------------------------------------------------------------------------------
# Stories: who, what, how many, from where to where, for how many points, by which clause


def told(rows):
    keys = ("what", "seat", "count", "piece", "from", "to", "points", "clause")
    return [tuple(row[key] for key in keys) for row in rows]


def test_the_story_of_the_beginning():
    """SP-03, SP-05, SP-06."""
    position = start(players=3)
    assert told(position.play("seat-3 begins")) == [
        ("begins", 2, 1, None, None, None, 0, "SP-06"),
        ("wild", None, 1, "purple", None, None, 0, "SP-03"),
    ]
    assert told(position.play("draw red")) == [("drawn", None, 1, "red", "bag", "supply", 0, "SP-05")]
    deal(position, "ggggggggg")
    assert told(position.play("draw blue")) == [("drawn", None, 1, "blue", "bag", "factory-1", 0, "SP-05")]


def test_the_story_of_taking_from_a_factory():
    """SP-07."""
    position = at("pavilion 2 1.1 offer:2 supply=p2g2o2y2br factories=,,p2gb,o 5 5")
    assert told(position.play("factory-3 green")) == [
        ("taken", 1, 1, "green", "factory-3", "hand", 0, "SP-07"),
        ("wild taken", 1, 1, "purple", "factory-3", "hand", 0, "SP-07"),
        ("left over", 1, 1, "purple", "factory-3", "centre", 0, "SP-07"),
        ("left over", 1, 1, "blue", "factory-3", "centre", 0, "SP-07"),
    ]


def test_the_story_of_taking_from_the_centre():
    """SP-08, SP-09: the token costs what there is to lose."""
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=pg3o 3 5")
    assert told(position.play("centre green")) == [
        ("taken", 0, 3, "green", "centre", "hand", 0, "SP-07"),
        ("wild taken", 0, 1, "purple", "centre", "hand", 0, "SP-07"),
        ("start taken", 0, 1, "start", "centre", "beside", 0, "SP-09"),
        ("start cost", 0, 4, None, None, None, -2, "SP-09"),
    ]
    position = at("pavilion 2 1.1 offer:1 supply=p2g2o2y2br centre=o factories=p 5 5")
    assert told(position.play("factory-1 purple")) == [
        ("taken", 0, 1, "purple", "factory-1", "hand", 0, "SP-08")
    ]


def test_the_story_of_a_laid_tile():
    """SP-14, SP-17, SP-21, SP-22, SP-24."""
    position = at(
        "pavilion 2 1.1 laying:1 starting-tile=1 tower=p18g18o16y20b21r18 supply=p2g2o2y2br "
        "5:p2o2:.o.o,.4r2,,,,,g.4r 5:g"
    )
    assert told(play(position, "lay ul-se", "use 1")) == [
        ("laid", 0, 1, "orange", "hand", "space-ul-se", 0, "SP-14"),
        ("used", 0, 1, "purple", "hand", "tower", 0, "SP-17"),
        ("run", 0, 3, None, "space-ul-se", None, 3, "SP-21"),
        ("statue", 0, 2, None, "space-ul-se", None, 0, "SP-22"),
        ("pillar", 0, 1, None, "space-ul-se", None, 0, "SP-22"),
    ]
    assert told(position.play("supply blue")) == [("bonus taken", 0, 1, "blue", "supply", "hand", 0, "SP-22")]
    tower = position.to_dict()["tower"]
    assert told(play(position, "supply red", "supply green")[2:]) == [
        ("poured", None, tower[WORDS[letter]], WORDS[letter], "tower", "bag", 0, "SP-24")
        for letter in COLOURS
    ]
    assert told(position.play("draw red")) == [("drawn", None, 1, "red", "bag", "supply", 0, "SP-24")]


def test_the_story_tells_only_what_is_poured():
    """SP-24: colours that the tower doesn't hold are left out."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 supply=p7 5:r3 5:p15g22o22y22b22r19")
    assert told(position.play("lay ur-sw"))[2:] == [
        ("run", 0, 1, None, "space-ur-sw", None, 1, "SP-21"),
        ("poured", None, 2, "red", "tower", "bag", 0, "SP-24"),
    ]


def test_the_story_of_a_laid_tile_of_many():
    """SP-14, SP-24: used tiles of its own colour; a bonus that isn't there."""
    position = at("pavilion 2 1.1 laying:1 starting-tile=1 5:o5:o 5:g")
    assert told(position.play("lay ul-nw")) == [
        ("laid", 0, 1, "orange", "hand", "space-ul-nw", 0, "SP-14"),
        ("used", 0, 4, "orange", "hand", "tower", 0, "SP-14"),
        ("run", 0, 2, None, "space-ul-nw", None, 2, "SP-21"),
        ("window", 0, 3, None, "space-ul-nw", None, 0, "SP-22"),
        ("forfeited", 0, 3, None, "supply", None, 0, "SP-24"),
    ]


def test_the_story_of_a_pass_and_of_the_next_round():
    """SP-25 to SP-29."""
    position = at("pavilion 3 1.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:gr2 5:::b2:passed 5")
    assert told(play(position, "pass", "keep red", "done")) == [
        ("passed", 0, 1, None, None, None, 0, "SP-25"),
        ("kept", 0, 1, "red", "hand", "corners", 0, "SP-25"),
        ("discarded", 0, 1, "green", "hand", "tower", 0, "SP-25"),
        ("discarded", 0, 1, "red", "hand", "tower", 0, "SP-25"),
        ("discard cost", 0, 2, None, None, None, -2, "SP-25"),
        ("out of tiles", 2, 1, None, None, None, 0, "SP-26"),
        ("wild", None, 1, "green", None, None, 0, "SP-27"),
        ("start put out", 0, 1, "start", "beside", "centre", 0, "SP-28"),
        ("corners returned", 0, 1, "red", "corners", "hand", 0, "SP-29"),
        ("corners returned", 1, 2, "blue", "corners", "hand", 0, "SP-29"),
    ]
    assert told(position.play("draw red")) == [("drawn", None, 1, "red", "bag", "factory-1", 0, "SP-27")]


@pytest.mark.parametrize(("side", "clause"), [("coloured", "SP-30"), ("plain", "SP-35")])
def test_the_story_of_the_end(side, clause):
    """SP-30 to SP-32: stars, then numbers, then corners, seat by seat."""
    spaces = [*spaces_of(1, side), *spaces_of(2, side), *(f"ul-{direction}" for direction in DIRECTIONS)]
    mine = f"5::{covered(spaces)}:r2:passed"
    position = at(f"pavilion 2 board={side} 6.1 laying:2 starting-tile=1 supply=p2g2o2y2br {mine} 1:g")
    assert told(play(position, "pass", "keep green"))[2:] == [
        ("over", None, 1, None, None, None, 0, "SP-30"),
        ("full star", 0, 1, None, "space-ul-n", None, 17, clause),
        ("full number", 0, 1, None, None, None, 4, "SP-31"),
        ("full number", 0, 2, None, None, None, 8, "SP-31"),
        ("corners cost", 0, 2, None, None, None, -2, "SP-32"),
        ("corners cost", 1, 1, None, None, None, 0, "SP-32"),
    ]


def test_the_story_of_an_end_without_points():
    """SP-30 to SP-32: no stars, no numbers, no corners: nothing is told of them."""
    position = at("pavilion 2 6.1 laying:1 starting-tile=1 supply=p2g2o2y2br 5:g 5::::passed")
    assert told(play(position, "pass", "done"))[-2:] == [
        ("discard cost", 0, 1, None, None, None, -1, "SP-25"),
        ("over", None, 1, None, None, None, 0, "SP-30"),
    ]


# ------------------------------------------------------------------------------------------------
# Positions that can't be: a clear problem each


def refuse(what):
    """What is said about a line or a document that is refused."""
    with pytest.raises(az.PositionError) as error:
        at(what)
    return str(error.value)


SIX_RED = {"ur": ["red"] * 6}
ALL_TILES = {WORDS[letter]: 22 for letter in COLOURS}
OFFER = lines.read("pavilion 2 1.1 offer:1 centre=r 5 5")
LAYING = lines.read("pavilion 2 1.1 laying:1 5:r3 5:g")
REFILLING = lines.read("pavilion 2 1.1 refilling last-seat=1 5 5")
FILLING = lines.read("pavilion 2 1.1 filling 5 5")
BEGINNING = lines.read("pavilion 2 1.0 beginning 5 5")
ENDED = lines.read("pavilion 2 6.1 over 5::::passed 5::::passed")


def with_seat(document, **entries):
    """The document with other entries for the first seat."""
    first, second = document["seats"]
    return document | {"seats": [first | entries, second]}


@pytest.mark.parametrize("document", [OFFER, LAYING, REFILLING, FILLING, ENDED, BEGINNING])
def test_what_is_refused_below_is_sound_but_for_one_thing(document):
    """The documents that the next tests spoil can be read."""
    at(document)


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        # Tiles (SP-05)
        (OFFER | {"bag": ALL_TILES}, "23 red tiles in all; there must be 22"),
        (OFFER | {"bag": ALL_TILES | {"red": 20}}, "21 red tiles in all; there must be 22"),
        (OFFER | {"tower": {"red": 22}}, "23 red tiles in all; there must be 22"),
        (with_seat(LAYING, corners={"blue": 4}, hand={"blue": 20}), "24 blue tiles in all; there must be 22"),
        (OFFER | {"tower": {"black": 1}}, "tower: unknown entry 'black'"),
        (OFFER | {"tower": {"red": -1}}, "tower, red: expected a whole number from 0"),
        (OFFER | {"tower": {"red": 1.5}}, "tower, red: expected a whole number from 0"),
        (OFFER | {"supply": {"red": 6, "blue": 5}}, "the supply holds at most 10 tiles"),
        (REFILLING | {"supply": {"red": 6, "blue": 4}}, "the supply holds at most 9 tiles"),
        (OFFER | {"factories": [{"red": 3, "blue": 2}, {}, {}, {}, {}]}, "a factory holds at most 4 tiles"),
        (OFFER | {"factories": [{}] * 4}, "factories: expected 5 entries, got 4"),
        (OFFER | {"factories": [{}] * 7}, "factories: 7 entries where 5 is the most"),
        # Boards (SP-01, SP-10, SP-15, SP-16, SP-25)
        (
            "pavilion 2 1.1 offer:1 centre=r 5::,,,,,,r.2r 5",
            "seat-1: the tiles of star c must all be of different colours",
        ),
        ("pavilion 2 1.1 offer:1 centre=r 5::o2.r 5", "seat-1: star ul takes orange tiles only"),
        ("pavilion 2 1.1 offer:1 centre=r 5::,,,,,b 5", "seat-1: star l takes purple tiles only"),
        (with_seat(OFFER, stars={"ul": ["orange"] * 3}), "seat-1, star ul: expected 6 entries, got 3"),
        (with_seat(OFFER, stars={"ul": ["black"] * 6}), "seat-1, star ul: expected one of purple, "),
        (with_seat(OFFER, stars={"up": []}), "seat-1, stars: unknown entry 'up'"),
        (with_seat(OFFER, stars=[]), "seat-1, stars: expected a mapping"),
        (with_seat(OFFER, score=0), "seat-1, score: expected a whole number from 1 "),
        (with_seat(OFFER, score="5"), "seat-1, score: expected a whole number from 1 "),
        # Points, with some allowed ahead (SP-04, SP-21, SP-30, SP-31)
        (with_seat(OFFER, score=106), "seat-1 has 106 points; what lies there can have brought 5 at most"),
        (
            with_seat(OFFER, score=127, stars=SIX_RED),
            "seat-1 has 127 points; what lies there can have brought 26 at most",
        ),
        (
            with_seat(ENDED, score=141, stars=SIX_RED),
            "seat-1 has 141 points; what lies there can have brought 40 at most",
        ),
        (with_seat(OFFER, passed="yes"), "seat-1, passed: expected true or false"),
        (with_seat(OFFER, floor=[]), "seat-1: unknown entry 'floor'"),
        (
            with_seat(LAYING | {"phase": "keeping"}, corners={"red": 3, "blue": 2}),
            "corners hold at most 4 tiles",
        ),
        (
            with_seat(LAYING | {"phase": "keeping"}, corners={"red": 5}),
            "seat-1, corners, red: expected a whole number",
        ),
        (OFFER | {"seats": [{}] * 3}, "seats: 3 entries where 2 is the most"),
        # Passing (SP-13, SP-25, SP-26, SP-29)
        (with_seat(OFFER, passed=True), "seat-1: nobody has passed before phase 2"),
        (with_seat(FILLING, passed=True), "seat-1: nobody has passed before phase 2"),
        (
            with_seat(LAYING | {"to_move": "seat-2"}, passed=True),
            "seat-1: who has passed has tiles in the corners only",
        ),
        (with_seat(ENDED, hand={"red": 1}), "seat-1: who has passed has tiles in the corners only"),
        (with_seat(OFFER, corners={"red": 1}), "seat-1: tiles lie in the corners after passing only"),
        (with_seat(LAYING, corners={"red": 1}), "seat-1: tiles lie in the corners after passing only"),
        (with_seat(LAYING, passed=True, hand={}), "seat-1 has passed or has no tiles, and can't be asked"),
        (with_seat(LAYING, hand={}), "seat-1 has passed or has no tiles, and can't be asked"),
        (with_seat(LAYING | {"phase": "keeping"}, passed=True, hand={}), "seat-1 has passed or has no tiles"),
        (with_seat(ENDED, passed=False), "seat-1: the game ends when all have passed"),
        (
            REFILLING | {"round": 6, "seats": [{"passed": True}, {"passed": True}]},
            "after the last turn of the game nothing is drawn",
        ),
        # Tiles in hand while tiles are taken (SP-11, SP-25, SP-29)
        (
            with_seat(OFFER, hand={"red": 20}),
            "21 tiles on factories, in the centre and in hand; there can be 20",
        ),
        (with_seat(OFFER | {"round": 2}, hand={"blue": 20, "red": 8}), "in hand; there can be 28 at most"),
        (with_seat(FILLING, hand={"red": 1}), "in hand; there can be 0 at most"),
        (with_seat(FILLING | {"round": 2}, hand={"red": 9}), "in hand; there can be 8 at most"),
        # Phases
        ("pavilion 2 1.1 offer:1 5 5", "in phase offer there is nothing to choose from"),
        (LAYING | {"centre": {"red": 1}}, "no tiles lie on factories or in the centre in phase laying"),
        (
            REFILLING | {"factories": [{}, {}, {}, {}, {"red": 1}]},
            "no tiles lie on factories or in the centre",
        ),
        (ENDED | {"centre": {"red": 1}}, "no tiles lie on factories or in the centre in phase over"),
        (FILLING | {"centre": {"red": 1}}, "the centre is empty while factories are filled"),
        (FILLING | {"factories": [{}, {"red": 1}, {}, {}, {}]}, "factories are filled one after the other"),
        (FILLING | {"factories": [{"red": 4}] * 5}, "factories are filled one after the other"),
        (FILLING | {"bag": {}, "tower": ALL_TILES}, "in phase filling there is nothing to choose from"),
        (REFILLING | {"bag": {}, "tower": ALL_TILES}, "in phase refilling there is nothing to choose from"),
        (
            FILLING | {"starting_tile": "seat-1"},
            "in phase filling the starting-player token lies in the centre",
        ),
        (BEGINNING | {"starting_tile": "seat-1"}, "token lies in the centre"),
        (BEGINNING | {"starter": "seat-1"}, "starter: "),
        (OFFER | {"to_move": "chance"}, "in phase offer it can't be the turn of chance"),
        (OFFER | {"to_move": "over"}, "in phase offer it can't be the turn of over"),
        (FILLING | {"to_move": "seat-1"}, "in phase filling it can't be the turn of seat-1"),
        (ENDED | {"to_move": "seat-1"}, "in phase over it can't be the turn of seat-1"),
        (ENDED | {"to_move": "chance"}, "in phase over it can't be the turn of chance"),
        (OFFER | {"to_move": "seat-3"}, "to_move: expected one of seat-1, seat-2, chance, over"),
        (OFFER | {"phase": "dreaming"}, "phase: expected one of beginning, refilling, "),
        (OFFER | {"round": 0}, "round: expected a whole number from 1 to 6, got 0"),
        (OFFER | {"round": 7}, "round: expected a whole number from 1 to 6, got 7"),
        (OFFER | {"turn": 0}, "turn and step don't fit phase offer"),
        (OFFER | {"step": 1}, "turn and step don't fit phase offer"),
        (LAYING | {"phase": "keeping", "step": 0}, "turn and step don't fit phase keeping"),
        (OFFER | {"starter": "chance"}, "starter: expected one of seat-1, seat-2"),
        (OFFER | {"starting_tile": "bag"}, "starting_tile: expected one of seat-1, seat-2, centre"),
        (OFFER | {"wild": "red"}, "position: unknown entry 'wild'"),
        # Steps of a turn
        (LAYING | {"phase": "colouring"}, "space: the one chosen in this turn"),
        (LAYING | {"phase": "paying"}, "space: the one chosen in this turn"),
        (LAYING | {"space": "ur-se"}, "space: the one chosen in this turn"),
        (LAYING | {"phase": "paying", "space": "ur-se"}, "colour: the one chosen in this turn"),
        (
            LAYING | {"phase": "colouring", "space": "ur-se", "colour": "red"},
            "colour: the one chosen in this turn",
        ),
        (LAYING | {"colour": "red"}, "colour: the one chosen in this turn"),
        (
            LAYING | {"phase": "colouring", "space": "ur-ne"},
            "space ur-ne can't be covered with the tiles in hand",
        ),
        (
            LAYING | {"phase": "colouring", "space": "ul-ne"},
            "space ul-ne can't be covered with the tiles in hand",
        ),
        (
            LAYING | {"phase": "paying", "space": "ur-se", "colour": "blue"},
            "space ur-se can't be covered with the tiles in hand",
        ),
        (
            with_seat(
                LAYING | {"phase": "paying", "space": "ur-n", "colour": "red"}, stars=SIX_RED, hand={"red": 9}
            ),
            "space ur-n can't be covered with the tiles in hand",
        ),
        (LAYING | {"space": "up-n"}, "space: expected one of ul-n, "),
        (LAYING | {"owed": 1, "supply": {"red": 3}}, "owed: the bonus tiles still to take"),
        (LAYING | {"phase": "bonus", "supply": {"red": 3}}, "owed: the bonus tiles still to take"),
        (LAYING | {"phase": "bonus", "supply": {"red": 1}, "owed": 2}, "owed: the bonus tiles still to take"),
        (
            LAYING | {"phase": "bonus", "supply": {"red": 9}, "owed": 9},
            "owed: expected a whole number from 0",
        ),
        (LAYING | {"last_seat": "seat-1"}, "last_seat: whose turn has just ended"),
        (FILLING | {"last_seat": "seat-1"}, "last_seat: whose turn has just ended"),
    ],
)
def test_a_position_that_cannot_be_is_refused(what, problem):
    """SP-05, SP-10, SP-15, SP-16, SP-25 and others: a clear problem, and never a traceback."""
    assert problem in refuse(what)


@pytest.mark.parametrize("star", STARS)
@pytest.mark.parametrize("shown", ["rrb...", "rb.r..", "pgoybb"])
def test_a_star_of_neither_kind_is_refused(star, shown):
    """SP-34: on the one-colour side a star is of one colour or of different ones."""
    mine = f"5::{',' * STARS.index(star)}{shown}"
    said = refuse(f"pavilion 2 board=plain 1.1 offer:1 centre=r {mine} 5")
    assert said == f"seat-1: star {star} must be of one colour, or all of different colours"


def test_all_problems_are_told():
    """A wrong tile on each of two boards."""
    assert refuse("pavilion 2 1.1 offer:1 centre=r 5::r 5::,,,,,,r2") == (
        "seat-1: star ul takes orange tiles only; "
        "seat-2: the tiles of star c must all be of different colours"
    )


@pytest.mark.parametrize(
    "line",
    [
        "pavilion 2 6.0 beginning 5 5",
        "pavilion 2 1.0 beginning bag= 5:p22g22o22y22b22r22 5",
        "pavilion 2 4.0 refilling 5 5",
        "pavilion 2 1.0 refilling starting-tile=1 5 5",
        "pavilion 2 1.0 refilling bag=r10 tower=p22g22o22y22b22r12 5 5",
        "pavilion 2 1.0 refilling bag=r 5:p22g22o22y22b22r21 5",
    ],
    ids=[
        "round 6",
        "no tile at all",
        "refilling in round 4",
        "token taken",
        "bag for the supply only",
        "one tile",
    ],
)
def test_a_set_up_that_cannot_be_is_refused(line):
    """SP-05, SP-06: before the first supply is full, it is round 1 and all other tiles are in the bag.

    From some of these positions the game comes to a question without any answer.
    """
    refuse(line)


def test_a_game_that_is_over_early_is_refused():
    """SP-30: the game ends after round 6."""
    refuse(ENDED | {"round": 3})


@pytest.mark.parametrize("side", ["coloured", "plain"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_of_a_game_can_be_written_and_read(players, side):
    """Where the phase changes, in a whole game; 132 tiles at every moment (SP-05)."""
    game = az.Game("pavilion", players=players, board=side)
    position = plainly(game.start, deal="by hand")
    dice = random.Random(players)
    phases = Counter()
    last = None
    while not position.over:
        if position.phase != last:
            last = position.phase
            phases[last] += 1
            if phases[last] < 10:
                document = position.to_dict()
                assert plainly(game.position, document, deal="by hand") == position
                assert count_tiles(document) == ALL_TILES
        position.play(dice.choice([choice for choice in position.choices() if choice != "pass"] or ["pass"]))
    assert len(phases) == 9
    assert plainly(game.position, position.to_dict()) == position


def count_tiles(document):
    """How many of each colour there are, wherever they lie."""
    piles = [document[place] for place in ("bag", "tower", "supply", "centre")] + document["factories"]
    for owner in document["seats"]:
        spaces = [tile for star in owner["stars"].values() for tile in star if tile]
        piles += [owner["hand"], owner["corners"], Counter(spaces)]
    return sum(map(Counter, piles), Counter())
