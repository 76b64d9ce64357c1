"""Master Chocolatier, for the tests that every game must pass."""

from collections import Counter

from tests.kits.chocolatier_perft import CASES
from tests.kits.kit import Kit, Picture, every_game
from tests.naive.chocolatier import Table

import azulejos as az

COLOURS = ("blue", "brown", "cream", "black", "red")
EFFECTS = ("+1", *COLOURS, "stay", "sideways", "zero")
FACTORIES = {2: 5, 3: 7, 4: 9}


def game(players, box, factories, first="random"):
    return az.Game("chocolatier", players, first=first, box=box, factories=factories)


def careful(choices):
    """Nobody drops tiles without need, so that boxes fill up."""
    return choices[:-1] if choices[-1] == "floor" and len(choices) > 1 else choices


# ------------------------------------------------------------------------------------------------
# The record

RANGES = {
    "step": (0, 6),
    "round_number": (1, 20),
    "box_side": (0, 1),
    "factory_kind": (0, 1),
    "starter": (-1, 3),
    "start_holder": (-1, 3),
    "bag": (0, 20),
    "lid": (0, 20),
    "offer": (0, 20),
    "tokens": (0, 10),
    "hand_colour": (-1, 4),
    "hand_count": (0, 20),
    "bag_count": (0, 100),
    "filled_count": (0, 35),
    "offered": (0, 2**50 - 1),
    "players.score": (0, 240),
    "players.line_count": (0, [1, 2, 3, 4, 5]),
    "players.line_colour": (-1, 4),
    "players.box": (-1, 4),
    "players.floor_count": (0, 7),
    "players.floor": (-1, 5),
    "players.has_zero": (0, 1),
    "players.zero_tile": (-1, 5),
    "players.full_rows": (0, 5),
    "players.destinations": (32, 63),
}


def unused(game, state):
    """Factories that don't stand in the circle."""
    factories = FACTORIES[game.players]
    return state.offer[factories:9], state.tokens[factories:]


# ------------------------------------------------------------------------------------------------
# Pieces


def lying(document):
    table = Counter()
    for place in ("bag", "lid", "centre"):
        add_pile(table, place, None, document[place])
    for number, pile in enumerate(document["factories"], 1):
        add_pile(table, f"factory-{number}", None, pile)
    add_pile(table, "hand", document["to_move"], document["hand"])
    for number, board in enumerate(document["seats"], 1):
        add_board(table, f"seat-{number}", board)
    add_start(table, document["starting_tile"])
    return table


def add_pile(table, place, seat, pile):
    for piece, count in pile.items():
        table[place, seat, piece] += count


def add_board(table, seat, board):
    for row, tiles in enumerate(board["lines"], 1):
        add_pile(table, f"line-{row}", seat, Counter(tiles))
    for row, tiles in enumerate(board["box"], 1):
        for column, tile in enumerate(tiles, 1):
            add_pile(table, f"box-{row}-{column}", seat, {tile: 1} if tile else {})
    for space, piece in enumerate(board["floor"], 1):
        add_pile(table, f"floor-{space}", seat, {piece: 1})
    add_pile(table, "zero", seat, Counter(board["zero"] or []))


def add_start(table, place):
    """The starting-player tile in the centre or beside its owner's board, unless it was found on a floor."""
    if any(piece == "start" for _, _, piece in table) or place is None:
        return
    if place == "centre":
        table["centre", None, "start"] += 1
    else:
        table["beside", place, "start"] += 1


def stock(document):
    """Twenty of each colour, and a starting-player tile as soon as somebody begins."""
    return Counter(dict.fromkeys(COLOURS, 20)) + Counter(start=document["phase"] != "beginning")


def changes(row, seat):
    """Whoever begins gets the starting-player tile."""
    return [(("beside", seat, "start"), 1)] if row["what"] == "begins" else []


def absent(game):
    """The factories of larger tables, and the zero token without special factories."""
    places = [f"factory-{number}" for number in range(FACTORIES[game.players] + 1, 10)]
    return places if game.options["factories"] == "special" else [*places, "zero"]


# ------------------------------------------------------------------------------------------------
# Positions


# One choice before the end: full columns and colours, which random players hardly ever get.
ALMOST_FULL = "chocolatier 2 5.1 offer:1 factories=r 0:b,b2,b3,b4,b5:.nckr,r.nck,kr.nc,ckr.n,nckr 0"

KIT = Kit(
    name="chocolatier",
    games=every_game("chocolatier"),
    few=(game(2, "coloured", "plain"), game(3, "grey", "special"), game(4, "coloured", "special")),
    fullest=game(3, "grey", "special"),
    careful=careful,
    twin=Table,
    in_step=6,
    in_step_long=500,
    ranges=RANGES,
    derived=("bag_count", "filled_count", "offered", "players.full_rows", "players.destinations"),
    unused=unused,
    lying=lying,
    stock=stock,
    uncounted=tuple(f"token {effect}" for effect in EFFECTS),
    shared=("bag", "lid", "centre", "factory"),
    unseen=("bag", "lid"),
    absent=absent,
    changes=changes,
    perft=CASES,
    golden={
        "chocolatier-2": (game(2, "coloured", "plain"), 11),
        "chocolatier-3": (game(3, "grey", "special"), 12),
        "chocolatier-4": (game(4, "coloured", "special", first=2), 13),
    },
    pictures={
        "chocolatier-offer": Picture(
            game(4, "coloured", "special"), "light", lambda p: p.round == 3 and p.phase == "offer"
        ),
        "chocolatier-sides": Picture(game(4, "grey", "special"), "dark", lambda p: p.phase == "sides"),
        "chocolatier-laying": Picture(game(3, "grey", "plain"), "contrast", lambda p: p.phase == "laying"),
    },
    rare=(ALMOST_FULL,),
    polish_title="Mistrz czekolady",
    clauses=39,
    shapes=((r"golden \S+", "golden EFFECT"), (rf"\b({'|'.join(COLOURS)})\b", "COLOUR")),
    labels=("bag", "lid", "blue"),
    letters="BNCKR",
)
