"""How the tests of Queen's Garden write a table down: as a line (docs/notation.md), or made of what it
depends on.

A hexagon is written as in a line: a letter for its colour and its value, `b3` is butterfly-blue. Light
colours have small letters, dark ones capitals: b blue, y yellow, g light green, G dark green, p light
purple, P dark purple.
On the display `!b3` is an expansion that lies face up, `` one without tiles; in a garden `b3-ne` is an
expansion whose printed hexagon lies in the north-east of its rim, `down` one that lies face down.
"""

import random
from collections import Counter

from tests.plainly import plainly

import azulejos as az

PATTERNS = ("tree", "bird", "butterfly", "flower", "plant", "lily")
COLOURS = {
    "b": "blue",
    "y": "yellow",
    "g": "light-green",
    "G": "dark-green",
    "p": "light-purple",
    "P": "dark-purple",
}
CODES = [f"{letter}{value}" for letter in COLOURS for value in range(1, 7)]
DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
STEPS = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
NO_POINTS = (
    "dark-green 0, blue 0, tree 0; yellow 0, bird 0, butterfly 0;"
    " light-green 0, light-purple 0, flower 0; dark-purple 0, plant 0, lily 0"
)
"""A wheel that brings nothing."""
STACKS = {2: 5, 3: 7, 4: 8}


# ------------------------------------------------------------------------------------------------
# Hexagons


def hexagon(code):
    """`b3` as documents and choices have it."""
    return f"{PATTERNS[int(code[1]) - 1]}-{COLOURS[code[0]]}"


HEXAGONS = [hexagon(code) for code in CODES]


def hexagons(codes):
    """`b3 y1` as a list of a document, in the order of hexagons."""
    return [hexagon(code) for code in sorted(codes.split(), key=CODES.index)]


def counted(codes):
    """`b3 b3 y1` as a document counts tiles."""
    return dict(Counter(hexagons(codes)))


def pieces(word, codes):
    """Choices of a word with hexagons, in their order."""
    return [f"{word} {name}" for name in hexagons(codes)]


# ------------------------------------------------------------------------------------------------
# The garden


def add(one, other, times=1):
    return one[0] + times * other[0], one[1] + times * other[1]


def coordinates():
    """Where each space lies, by its name."""
    found = {f"fountain-{name}": step for name, step in STEPS.items()}
    for place, step in STEPS.items():
        centre = add((0, 0), step, 3)
        found[f"{place}-centre"] = centre
        found |= {f"{place}-{name}": add(centre, rim) for name, rim in STEPS.items()}
    return found


WHERE = coordinates()
SPACES = list(WHERE)


def around(point):
    """The spaces beside a point."""
    beside = [add(point, step) for step in STEPS.values()]
    return [space for space, at in WHERE.items() if at in beside]


def near(space):
    """The spaces beside a space."""
    return around(WHERE[space])


def place_of(value):
    """`b3-ne` as a document has it."""
    if value in (None, "down"):
        return value
    code, turned = value.split("-")
    return {"expansion": hexagon(code), "turned": turned}


# ------------------------------------------------------------------------------------------------
# Tables


def board(*, score=15, passed=False, jokers=3, tiles="", expansions="", garden=None, places=None):
    """A seat of a document: `garden={"fountain-e": "b3"}`, `places={"e": "b3-ne"}` (printed: added)."""
    places = places or {}
    lies = {space: hexagon(code) for space, code in (garden or {}).items()}
    for place, value in places.items():
        if value != "down":
            code, turned = value.split("-")
            lies[f"{place}-{turned}"] = hexagon(code)
    return {
        "score": score,
        "passed": passed,
        "jokers": jokers,
        "tiles": counted(tiles),
        "expansions": hexagons(expansions),
        "garden": {space: lies[space] for space in SPACES if space in lies},
        "places": {place: place_of(places.get(place)) for place in DIRECTIONS},
    }


def slot_of(text):
    """`b3 y3` or `!b3` as an entry of the display."""
    if text is None:
        return None
    if text.startswith("!"):
        return {"tiles": [], "face": hexagon(text[1:])}
    return {"tiles": hexagons(text), "face": None}


def describe(*boards, players=2, display=None, top=None, **document):
    """A document: `display={1: "b3 y3", 2: "b1"}`, whose last number is the top if nothing else is said.

    `top=0` is a stack that is gone. The supply holds the expansions that lie nowhere else.
    """
    size = STACKS[players]
    shown = display if display is not None else {1: "P6"}
    top = max(shown) if top is None else top
    document["display"] = [slot_of(shown.get(number)) for number in range(1, size + 1)]
    document["stack"] = size - top + 1 if top else 0
    seats = [board(**facts) for facts in [*boards, *[{}] * players][:players]]
    document["seats"] = seats
    document.setdefault("round", 1)
    if "supply" not in document:
        action = document.get("action") or {}
        lying = document["stack"] + sum(
            entry is not None for entry in document["display"][: size - document["stack"]]
        )
        lying += (4 - document["round"]) * size + len(action.get("paid", {}).get("expansions", []))
        for seat in seats:
            lying += len(seat["expansions"]) + sum(value is not None for value in seat["places"].values())
        document["supply"] = 36 - lying
    return document


def open_table(document, bag=None, **options):
    """A position that nobody deals for. A bag given leaves the rest to the tower."""
    game = az.Game("garden", players=len(document["seats"]), **options)
    if bag is not None:
        left = Counter(plainly(game.position, document, deal="by hand").to_dict()["bag"])
        document = document | {"bag": counted(bag)}
        document["tower"] = dict(left - Counter(document["bag"]) + Counter(document.get("tower", {})))
    return plainly(game.position, document, deal="by hand")


def table(*boards, side="A", wheel="standard", bag=None, **facts):
    """A position; each board is a set of facts for `board`."""
    return open_table(describe(*boards, **facts), bag, side=side, wheel=wheel)


def last_pass(*boards, players=2, round=1, **facts):
    """All have passed but seat-1, who is asked; seat-2 was the first."""
    boards = [dict(facts) for facts in [*boards, *[{}] * players][:players]]
    for facts_of_seat in boards[1:]:
        facts_of_seat["passed"] = True
    facts = {"starting_tile": "seat-2", "to_move": "seat-1", "turn": 9} | facts
    return table(*boards, players=players, round=round, **facts)


def end_round(position):
    """Seat-1 passes and keeps everything; the rows of the story are returned."""
    rows = list(position.play("pass"))
    if position.phase == "discarding":
        rows += list(position.play("done"))
    return rows


def scored(*boards, **facts):
    """A round is over."""
    position = last_pass(*boards, **facts)
    end_round(position)
    return position


def start(players=2, **options):
    return plainly(az.Game("garden", players=players, **options).start, deal="by hand")


def play(position, *choices):
    """Play all of these; the rows of their stories are returned."""
    return [row for choice in choices for row in position.play(choice)]


def draw(position, codes):
    """Draw these tiles one after the other."""
    for code in codes.split():
        position.play(f"draw {hexagon(code)}")


def seat(position, number):
    return position.to_dict()["seats"][number - 1]


def garden(position, number=1):
    """What lies in a garden: `{"fountain-e": "b3"}`."""
    return {space: CODES[HEXAGONS.index(name)] for space, name in seat(position, number)["garden"].items()}


def facts(position, *keys):
    """Some entries of the document, in this order."""
    document = position.to_dict()
    return tuple(document[key] for key in keys)


def shown(position):
    """The display as it is written above, without what has been taken or lies below the top."""
    found = {}
    for number, entry in enumerate(position.to_dict()["display"], 1):
        if entry is not None:
            codes = " ".join(CODES[HEXAGONS.index(name)] for name in entry["tiles"])
            found[number] = f"!{CODES[HEXAGONS.index(entry['face'])]}" if entry["face"] else codes
    return found


def some(position, word):
    """The choices that begin with a word, without it."""
    return [choice.removeprefix(f"{word} ") for choice in position.choices() if choice.startswith(f"{word} ")]


def sites(position, code):
    """Where a tile of seat-1 can be placed; a single space is answered by the rules themselves."""
    before, position = garden(position), position.copy()
    position.play(f"place {hexagon(code)}")
    if position.phase == "siting":
        return some(position, "at")
    action = position.to_dict()["action"]
    return [action["space"]] if action else [space for space in garden(position) if space not in before]


def story_of(rows, *whats):
    """The rows of these events."""
    return [row for row in rows if row["what"] in whats]


def random_game(seed, players=2, side="A", wheel="standard"):
    """Yield a position after each choice of a random game; passing is rare, so that gardens grow."""
    rng = random.Random(seed)
    position = start(players, side=side, wheel=wheel)
    yield position
    while not position.over:
        weights = position.weights()
        if not weights:
            words = {"pass": 1, "buy": 2, "take": 8, "place": 16, "expand": 16, "discard": 1, "done": 4}
            weights = {choice: words.get(choice.split()[0], 6) for choice in position.choices()}
        position.play(rng.choices(list(weights), list(weights.values()))[0])
        yield position
