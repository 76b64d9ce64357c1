"""What the tests of Queen's Garden read off a table. Tables and pieces are written as in a line."""

import random
from collections import Counter

from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az
from azulejos import lines

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
    "dark-green+0,blue+0,tree+0;yellow+0,bird+0,butterfly+0;"
    "light-green+0,light-purple+0,flower+0;dark-purple+0,plant+0,lily+0"
)
"""A wheel that brings nothing, as a line has it."""


# ------------------------------------------------------------------------------------------------
# Hexagons


HEXAGONS = [f"{pattern}-{colour}" for colour in COLOURS.values() for pattern in PATTERNS]


def hexagons(word):
    """The names of the hexagons of a run, `b113`."""
    return lines.pieces("garden", word)


def hexagon(word):
    """The name of one of them."""
    (name,) = hexagons(word)
    return name


def counted(word):
    """The same run as a document counts tiles."""
    return dict(Counter(hexagons(word)))


def pieces(verb, word):
    """Choices with hexagons, in their order."""
    return [f"{verb} {name}" for name in hexagons(word)]


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


# ------------------------------------------------------------------------------------------------
# Tables


def last_turn(mine, side="A", supply=31):
    """The last turn of a game, of a seat-1 that is written as in a line; the wheel brings nothing."""
    return at(
        f"garden 2 side={side} wheel={NO_POINTS} 4.9 acting:1 starting-tile=2 display=P6 stack=5 "
        f"supply={supply} {mine} 15::::::passed"
    )


def end_round(position):
    """Seat-1 passes and keeps everything; the rows of the story are returned."""
    rows = list(position.play("pass"))
    if position.phase == "discarding":
        rows += list(position.play("done"))
    return rows


def scored(line):
    """A round is over, after the last turn in it."""
    position = at(line)
    end_round(position)
    return position


def finished(mine, side="A", supply=31):
    """A game is over."""
    position = last_turn(mine, side, supply)
    end_round(position)
    assert position.over
    return position


def start(players=2, **options):
    return plainly(az.Game("garden", players=players, **options).start, deal="by hand")


def play(position, *choices):
    """Play all of these; the rows of their stories are returned."""
    return [row for choice in choices for row in position.play(choice)]


def draw(position, word):
    """Draw these tiles one after the other."""
    play(position, *pieces("draw", word))


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
    """The display by its numbers, each expansion as a line spells it: `b113`, `/b6`, `/` without tiles."""
    entries = dict(field.split("=") for field in position.line().split() if "=" in field)
    words = entries.get("display", "").split(",")
    return {number: word for number, word in enumerate(words, 1) if word}


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
