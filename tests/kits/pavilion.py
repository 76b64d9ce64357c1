"""Summer Pavilion, for the tests that every game must pass."""

from collections import Counter

from tests.kits.kit import Kit, Picture, every_game
from tests.kits.pavilion_perft import CASES
from tests.naive.pavilion import NUMBERS, SPACES, Table, cost_of

import azulejos as az

COLOURS = ("purple", "green", "orange", "yellow", "blue", "red")
STARS = ("ul", "ur", "r", "lr", "ll", "l", "c")
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
FACTORIES = {2: 5, 3: 7, 4: 9}
CHEAP = {f"lay {space}" for space in SPACES if all(cost_of(side, space) <= 2 for side in NUMBERS)}


def game(players, board, first="random"):
    return az.Game("pavilion", players, first=first, board=board)


def careful(choices):
    """Nobody passes or discards without need, and cheap spaces come first.

    So boards fill up, and four players come to round 6 with fewer tiles than the factories take.
    """
    useful = [choice for choice in choices if choice not in ("pass", "done")] or choices
    return [choice for choice in useful if choice in CHEAP] or useful


RANGES = {
    "step": (0, 5),
    "round_number": (1, 6),
    "board_side": (0, 1),
    "starter": (-1, 3),
    "start_holder": (-1, 3),
    "last_seat": (-1, 3),
    "space_chosen": (-1, 41),
    "colour_chosen": (-1, 5),
    "owed": (0, 3),
    "bag": (0, 22),
    "tower": (0, 22),
    "supply": (0, 10),
    "offer": (0, 22),
    "bag_count": (0, 132),
    "filled_count": (0, 36),
    "supply_count": (0, 10),
    "offered": (0, 2**60 - 1),
    "players.score": (1, 400),
    "players.passed": (0, 1),
    "players.hand": (0, 22),
    "players.corners": (0, 4),
    "players.spaces": (-1, 5),
    "players.hand_count": (0, 132),
    "players.occupied": (0, 2**42 - 1),
    "players.open_to": (0, 2**42 - 1),
}


def unused(game, state):
    """Factories that don't stand in the circle."""
    return (state.offer[FACTORIES[game.players] : 9],)


def lying(document):
    table = Counter()
    for place in ("bag", "tower", "supply", "centre"):
        add_pile(table, place, None, document[place])
    for number, pile in enumerate(document["factories"], 1):
        add_pile(table, f"factory-{number}", None, pile)
    for number, board in enumerate(document["seats"], 1):
        add_board(table, f"seat-{number}", board)
    holder = document["starting_tile"]
    table[("centre", None, "start") if holder == "centre" else ("beside", holder, "start")] += 1
    return table


def add_pile(table, place, seat, pile):
    for piece, count in pile.items():
        table[place, seat, piece] += count


def add_board(table, seat, board):
    for place in ("hand", "corners"):
        add_pile(table, place, seat, board[place])
    for star, tiles in board["stars"].items():
        for direction, tile in zip(DIRECTIONS, tiles, strict=True):
            add_pile(table, f"space-{star}-{direction}", seat, {tile: 1} if tile else {})


def stock(document):
    return Counter(dict.fromkeys(COLOURS, 22)) + Counter(start=1)


def absent(game):
    return [f"factory-{number}" for number in range(FACTORIES[game.players] + 1, 10)]


RARE = ("bonus from a supply that is too small", "short factories", "no phase 1", "window")
"""Forfeited bonus tiles, full stars, and tiles that give out: random players hardly ever see them."""


KIT = Kit(
    name="pavilion",
    games=every_game("pavilion"),
    few=(game(2, "coloured"), game(3, "plain"), game(4, "coloured")),
    fullest=game(3, "plain"),
    careful=careful,
    twin=Table,
    in_step=6,
    in_step_long=500,
    ranges=RANGES,
    derived=(
        "bag_count",
        "filled_count",
        "supply_count",
        "offered",
        "players.hand_count",
        "players.occupied",
        "players.open_to",
    ),
    unused=unused,
    lying=lying,
    stock=stock,
    shared=("bag", "tower", "supply", "centre", "factory"),
    unseen=("bag", "tower"),
    absent=absent,
    perft=CASES,
    golden={
        "pavilion-2": (game(2, "coloured"), 11),
        "pavilion-3": (game(3, "plain"), 12),
        "pavilion-4": (game(4, "coloured", first=2), 13),
    },
    rare=tuple(case.line for case in CASES if case.name in RARE),
    pictures={
        "pavilion-offer": Picture(
            game(4, "coloured"), "light", lambda p: p.round == 3 and p.phase == "offer"
        ),
        "pavilion-laying": Picture(game(3, "plain"), "dark", lambda p: p.round == 3 and p.phase == "laying"),
        "pavilion-bonus": Picture(game(2, "coloured"), "contrast", lambda p: p.phase == "bonus"),
    },
    polish_title="Letni Pawilon",
    clauses=37,
    shapes=(
        (rf"\b({'|'.join(STARS)})-({'|'.join(DIRECTIONS)})$", "SPACE"),
        (rf"\b({'|'.join(COLOURS)})\b", "COLOUR"),
    ),
    labels=("bag", "tower", "supply"),
    letters="PGOYBR",
)
