"""Queen's Garden, for the tests that every game must pass."""

from collections import Counter

from tests.kits.garden_perft import CASES
from tests.kits.kit import Kit, Picture, every_game
from tests.naive.garden import COLOURS, DIRECTIONS, HEXAGONS, PATTERNS, Table

import azulejos as az

OWN_WHEEL = (
    "lily 1, blue value, tree 20; dark-purple 0, bird 5, butterfly value; "
    "light-green 3, yellow value, flower 3; dark-green value, plant 2, light-purple value"
)


def game(players, side, wheel="standard", first="random"):
    return az.Game("garden", players, first=first, side=side, wheel=wheel)


PREFERRED = (("place", "expand", "at", "on", "turned"), ("take", "copy", "pay"), ("done",), ("buy",))


def careful(choices):
    """Gardens grow: hexagons are placed as soon as they can be, and nobody passes without need.

    Expansions are bought when there is nothing to place or to take, and nothing is discarded.
    """
    for words in PREFERRED:
        wanted = [choice for choice in choices if choice.split(" ")[0].split("-")[0] in words]
        if wanted:
            return wanted
    return choices


def absent(game):
    """The display is smaller with fewer players."""
    return [f"display-{slot}" for slot in range({2: 5, 3: 7, 4: 8}[game.players] + 1, 9)]


# ------------------------------------------------------------------------------------------------
# The record

ALL_SPACES, ALL_HEXAGONS = 2**48 - 1, 2**36 - 1
RANGES = {
    "step": (0, 20),
    "round_number": (1, 4),
    "side": (0, 1),
    "wheel": (0, 11),
    "wheel_points": (-1, 20),
    "starter": (-1, 3),
    "start_holder": (-1, 3),
    "last_seat": (-1, 3),
    "bag": (0, 3),
    "tower": (0, 3),
    "stack_top": (0, 8),
    "face": (-2, 35),
    "on_slot": (-1, 35),
    "supply": (0, 36),
    "unseen": (0, ALL_HEXAGONS),
    "action": (-1, 4),
    "what": (-1, 35),
    "copies": (-1, 7),
    "space_chosen": (-1, 47),
    "place_chosen": (-1, 5),
    "turned_chosen": (-1, 5),
    "paid": (0, ALL_HEXAGONS),
    "paid_expansions": (0, ALL_HEXAGONS),
    "paid_jokers": (0, 5),
    "bag_count": (0, 108),
    "players.score": (0, 1000),
    "players.passed": (0, 1),
    "players.jokers": (0, 12),
    "players.tiles": (0, 3),
    "players.expansions": (0, ALL_HEXAGONS),
    "players.garden": (-1, 35),
    "players.places": (-2, 35),
    "players.turned": (0, 5),
    "players.tile_count": (0, 12),
    "players.free": (0, ALL_SPACES),
    "players.beside": (0, ALL_SPACES),
    "players.of_colour": (0, ALL_SPACES),
    "players.of_pattern": (0, ALL_SPACES),
}


# ------------------------------------------------------------------------------------------------
# Pieces. An expansion is known by its hexagon as long as it lies face up; under the supply nobody knows
# it any more. The stacks of later rounds lie nowhere that a story or a drawing names: here "stacks".


def lying(document):
    table = Counter()
    for place in ("bag", "tower"):
        add_pile(table, place, None, document[place])
    table["supply", None, "expansion"] += document["supply"]
    table["stacks", None, "expansion"] += (4 - document["round"]) * len(document["display"])
    beside = len(document["display"]) - document["stack"]
    for number, entry in enumerate(document["display"], 1):
        add_slot(table, f"display-{number}", entry, is_in_stack=number > beside)
    for number, board in enumerate(document["seats"], 1):
        add_board(table, f"seat-{number}", board)
    add_payment(table, document["action"])
    holder = document["starting_tile"]
    table[("supply", None, "start") if holder == "supply" else ("start", holder, "start")] += 1
    return table


def add_pile(table, place, seat, pile):
    for piece, count in pile.items():
        table[place, seat, piece] += count


def add_slot(table, place, entry, is_in_stack):
    """An expansion of the display with the tiles on it; one that has been taken isn't there."""
    if entry is not None:
        add_pile(table, place, None, Counter(entry["tiles"]))
    if entry is not None or is_in_stack:
        face = entry and entry["face"]
        table[place, None, f"expansion {face}" if face else "expansion"] += 1


def add_board(table, seat, board):
    """Hexagons in the garden are tiles, but for those that are printed on expansions."""
    add_pile(table, "storage", seat, board["tiles"])
    add_pile(table, "jokers", seat, {"joker": board["jokers"]})
    add_pile(table, "expansions", seat, Counter(f"expansion {name}" for name in board["expansions"]))
    printed = set()
    for place, expansion in board["places"].items():
        if expansion == "down":
            table[f"place-{place}", seat, "expansion"] += 1
        elif expansion is not None:
            table[f"place-{place}", seat, f"expansion {expansion['expansion']}"] += 1
            printed.add(f"{place}-{expansion['turned']}")
    for space, hexagon in board["garden"].items():
        if space not in printed:
            table[f"space-{space}", seat, hexagon] += 1


def add_payment(table, action):
    """What is paid lies in the tower and under the supply, as far as pieces are concerned."""
    if action is not None:
        add_pile(table, "tower", None, action["paid"]["tiles"])
        table["supply", None, "expansion"] += len(action["paid"]["expansions"])


def stock(document):
    """Three tiles of each hexagon, 36 expansions of which some are known, and jokers without end."""
    faces = {piece for _, _, piece in +lying(document) if piece.startswith("expansion ")}
    jokers = sum(seat["jokers"] for seat in document["seats"])
    others = Counter(expansion=36 - len(faces), joker=jokers, start=1)
    return Counter(dict.fromkeys(HEXAGONS, 3)) + Counter(faces) + others


def changes(row, seat):
    """Expansions show their face or hide it; the pool never runs out of jokers."""
    what, piece, count = row["what"], row["piece"], row["count"]
    hidden, known = ("supply", None, "expansion"), ("supply", None, piece)
    if what == "laid out":
        slots = [((f"display-{number}", None, "expansion"), 1) for number in range(1, count + 1)]
        return [(("stacks", None, "expansion"), -count), *slots]
    if what == "turned up":
        return [((row["from"], None, "expansion"), -1), ((row["from"], None, piece), 1)]
    if row["to"] == "supply" and piece.startswith("expansion"):
        return [(known, -count), (hidden, count)]
    if row["to"] == "pool" or row["from"] == "pool":
        return [(("pool", None, "joker"), count if row["from"] == "pool" else -count)]
    return []


# ------------------------------------------------------------------------------------------------
# Positions. Random players see few expansions, and some events hardly ever.


RARE = (
    "two tips and a pavilion, or fountain and tips",
    "bag and tower are empty",
    "the end: storage, then groups",
)


def rare():
    yield from (case.line for case in CASES if case.name in RARE)
    for colour in "bygGpP":
        for two, dear in (("12", "6"), ("34", "6"), ("56", "4")):
            yield from with_expansions(colour + two, colour + dear)
    yield last_turn(  # seven jokers come for a tile that is being paid, and there are three spaces for them
        "paying:1",
        "action=place:b3::e-w 0:b123666P666:::y162345,.g623.g45,.5G12,,,,.2G34:g4-sw,G2-se,,,,*",
        step=2,
        side="B",
    )


def last_turn(asked, rest, step=0, side="A"):
    """Round 4: the other seat has passed, and the display is empty."""
    beginning = f"garden 2 side={side} 4.90.{step} {asked} starting-tile=2 stack=0"
    return f"{beginning} supply={33 if side == 'B' else 34} {rest} 0::0::::passed"


def with_expansions(two, dear):
    """Two expansions to be placed, to pay with and to discard: random games don't show all of them."""
    yield last_turn("acting:1", f"0::8:{two}")
    yield last_turn("paying:1", f"action=place:{dear}::fountain-e 0:{dear}:8:{two}", step=2)
    yield last_turn("discarding:1", f"action=pass 0::8:{two}:::passed", step=1)


def picture(game, theme, number, phase):
    return Picture(game, theme, lambda position: (position.round, position.phase) == (number, phase))


KIT = Kit(
    name="garden",
    games=(*every_game("garden"), game(3, "A", OWN_WHEEL)),
    few=(game(2, "A"), game(3, "B"), game(4, "A")),
    fullest=game(3, "B"),
    careful=careful,
    twin=Table,
    in_step=3,
    in_step_long=200,
    ranges=RANGES,
    derived=(
        "bag_count",
        "players.tile_count",
        "players.free",
        "players.beside",
        "players.of_colour",
        "players.of_pattern",
    ),
    lying=lying,
    stock=stock,
    shared=("display", "bag", "tower", "supply", "pool"),
    unseen=("bag", "tower", "stacks"),
    absent=absent,
    changes=changes,
    perft=CASES,
    golden={
        "garden-2": (game(2, "A"), 11),
        "garden-3": (game(3, "B"), 12),
        "garden-4": (game(4, "A", OWN_WHEEL, first=2), 13),
    },
    rare=tuple(rare()),
    pictures={
        "garden-acting": picture(game(4, "A"), "light", 4, "acting"),
        "garden-copying": picture(game(3, "A"), "dark", 4, "copying"),
        "garden-siting": picture(game(4, "B"), "light", 3, "siting"),
        "garden-paying": picture(game(2, "A"), "contrast", 3, "paying"),
    },
    polish_title="Ogród Królowej",
    clauses=36,
    shapes=(
        (rf"\b({'|'.join(HEXAGONS)})$", "HEXAGON"),
        (rf"\b({'|'.join(COLOURS)})$", "COLOUR"),
        (rf"\b({'|'.join(PATTERNS)})$", "PATTERN"),
        (rf"\b(fountain|{'|'.join(DIRECTIONS)})-(centre|{'|'.join(DIRECTIONS)})$", "SPACE"),
        (rf"\b({'|'.join(DIRECTIONS)})$", "DIRECTION"),
    ),
    labels=("bag", "tower", "jokers"),
    letters="BYLGMP",
    unmarked=("drawn", "over"),
)
