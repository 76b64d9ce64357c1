"""What the tests of Duel read off a table. Tables and pieces are written as in a line."""

import random
from collections import Counter

from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az
from azulejos.lines import pieces

COLOURS = "byrkt"
LETTERS = dict(zip(["blue", "yellow", "red", "black", "turquoise", "special", None], "byrkts.", strict=True))
"""Of what lies on spaces."""
BASES = {  # as the rules print them: top right, bottom right, bottom left
    "a": "tyk",
    "b": "bkt",
    "c": "btr",
    "d": "rky",
    "e": "rtk",
    "f": "kbr",
    "g": "tby",
    "h": "yrb",
    "i": "kyb",
    "j": "yrt",
}
SPECIALS = [f"{base}-special" for base in "abcdefghi"]
WILDS = [f"{base}-wild" for base in "abcdefghj"]
DOME_TILES = [*SPECIALS, *WILDS]
SINGLES = ["blue", "yellow", "red", "black", "turquoise"]
PAIRS = ["turquoise-yellow", "yellow-black", "black-blue", "blue-red", "red-turquoise"]
CHIPS = [*SINGLES, *PAIRS]


def words(run):
    """The tiles or chips of a run, `b2r`."""
    return pieces("duel", run)


def tiles(run):
    """The same as a document counts them."""
    return dict(Counter(words(run)))


def kind_of(tile):
    return tile.split("-")[1]


def printed(tile, turned):
    """The four spaces of a dome tile as it lies, clockwise from the top left; `?` is wild, `s` special."""
    spaces = ("s" if kind_of(tile) == "special" else "?") + BASES[tile[0]]
    return spaces[4 - turned :] + spaces[: 4 - turned]


def scoring(line):
    """Phase 2 has begun with the last red chip, and goes on as far as there is nothing to choose."""
    position = at(line)
    position.play("chip red")
    return position


def story_of_scoring(line):
    """The story of phase 2, as far as there is nothing to choose."""
    return list(at(line).play("chip red"))


def start(**options):
    return plainly(az.Game("duel", **options).start, deal="by hand")


def deal(position, runs):
    """Draw these tiles one after the other; blanks only show where a factory is full."""
    for tile in words(runs.replace(" ", "")):
        position.play(f"draw {tile}")


def play(position, *choices):
    """Play all of these; the rows of their stories are returned."""
    return [row for choice in choices for row in position.play(choice)]


def seat(position, number):
    return position.to_dict()["seats"][number - 1]


def written(position, number):
    """A seat as the line of its position has it."""
    return position.line().split()[number - 3]


def lines(position, number):
    """The lines of a seat that hold tiles: `{3: "bb"}`."""
    held = seat(position, number)["lines"]
    return {line: "".join(LETTERS[tile] for tile in held[line - 1]) for line in range(1, 7) if held[line - 1]}


def rows(position, number):
    """The spaces of a dome, as rows of letters."""
    return ["".join(LETTERS[tile] for tile in row) for row in seat(position, number)["spaces"]]


def facts(position, *keys):
    """Some entries of the document, in this order."""
    document = position.to_dict()
    return tuple(document[key] for key in keys)


def some(position, word):
    """The choices that begin with a word, without it."""
    return [choice.removeprefix(f"{word} ") for choice in position.choices() if choice.startswith(f"{word} ")]


def answer_chance(position, rng):
    """CHANCE answers by its weights until a seat is asked."""
    while position.turn == -1:
        weights = position.weights()
        position.play(rng.choices(list(weights), list(weights.values()))[0])


def random_game(seed, goals="first-game", eager=()):
    """Yield a position after each choice of a random game; some words are chosen more often."""
    rng = random.Random(seed)
    position = start(goals=goals)
    yield position
    while not position.over:
        weights = position.weights()
        if not weights:
            weights = {choice: 12 if choice.split()[0] in eager else 1 for choice in position.choices()}
        position.play(rng.choices(list(weights), list(weights.values()))[0])
        yield position
