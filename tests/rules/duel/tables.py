"""How the tests of Duel write a table down: as a line (docs/notation.md), or made of what it depends on.

Tiles are letters: b blue, y yellow, r red, k black, t turquoise, * a special tile; a dot is an empty
space. Dome tiles are `a-special`, or `a-special/1` with its quarter turns; places, lines, factories and
seats count from 1.
"""

import random
from collections import Counter

from tests.plainly import plainly

import azulejos as az

WORDS = {
    "b": "blue",
    "y": "yellow",
    "r": "red",
    "k": "black",
    "t": "turquoise",
    "*": "special",
    ".": None,
}
COLOURS = "byrkt"
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
EVERY_SPACE = [(row, column) for row in range(1, 7) for column in range(1, 7)]


def words(letters):
    """`r..` as the tiles of a document."""
    return [WORDS[letter] for letter in letters]


def tiles(letters):
    """`rrb` as a document counts tiles."""
    found = Counter(letters)
    return {WORDS[letter]: found[letter] for letter in COLOURS if found[letter]}


def pile(*kinds):
    """Chips as a document counts them."""
    found = Counter(kinds)
    return {kind: found[kind] for kind in CHIPS if found[kind]}


def kind_of(tile):
    return tile.split("-")[1]


def dome_tile(name):
    """`a-special/1` as a document has it."""
    tile, _, turned = name.partition("/")
    return {"tile": tile, "turned": int(turned or 0)}


def printed(name):
    """The four spaces of a dome tile as it lies, clockwise from the top left; `?` is wild."""
    tile, _, turned = name.partition("/")
    fourth = "*" if kind_of(tile) == "special" else "?"
    spaces = fourth + BASES[tile[0]]
    by = int(turned or 0)
    return spaces[4 - by :] + spaces[: 4 - by]


def asked(dome):
    """What the 6x6 spaces of a dome ask for, as rows of letters: `{1: "a-special/1"}`."""
    rows = [["."] * 6 for _ in range(6)]
    for place, name in dome.items():
        top, left = (place - 1) // 3 * 2, (place - 1) % 3 * 2
        corners = [(top, left), (top, left + 1), (top + 1, left + 1), (top + 1, left)]
        for (row, column), letter in zip(corners, printed(name), strict=True):
            rows[row][column] = letter
    return ["".join(row) for row in rows]


def filled(dome, spaces):
    """Rows with a tile on each of these spaces, wild ones of all colours, and special tiles where due."""
    rows = [["."] * 6 for _ in range(6)]
    asks = asked(dome)
    for row, column in spaces:
        letter = asks[row - 1][column - 1]
        if letter not in "*.":
            rows[row - 1][column - 1] = COLOURS[(row + column) % 5] if letter == "?" else letter
    for top in range(0, 6, 2):
        for left in range(0, 6, 2):
            corners = [(top + down, left + right) for down in (0, 1) for right in (0, 1)]
            empty = [(row, column) for row, column in corners if rows[row][column] == "."]
            if len(empty) == 1 and asks[empty[0][0]][empty[0][1]] == "*":
                rows[empty[0][0]][empty[0][1]] = "*"
    return ["".join(row) for row in rows]


def board(
    *,
    score=5,
    tokens=2,
    chips_taken=0,
    chips=(),
    lines=None,
    broken="",
    dome=None,
    rows=None,
    row_1="......",
    row_2="......",
    row_3="......",
    row_4="......",
    row_5="......",
    row_6="......",
):
    """A seat of a document: `lines={3: "bb"}`, `dome={1: "a-special/1"}`."""
    lines, dome = lines or {}, dome or {}
    return {
        "score": score,
        "tokens": tokens,
        "chips_taken": chips_taken,
        "chips": pile(*chips),
        "lines": [words(lines.get(line, "")) for line in range(1, 7)],
        "broken": tiles(broken),
        "dome": [dome_tile(dome[place]) if place in dome else None for place in range(1, 10)],
        "spaces": [words(row) for row in rows or (row_1, row_2, row_3, row_4, row_5, row_6)],
    }


def seats_of(boards):
    """Two seats of a document, from two sets of facts; a dome has a tile at place-9 if nothing is said."""
    boards = [dict(facts) for facts in [*boards, {}, {}][:2]]
    taken = [tile for facts in boards for tile in facts.get("dome", {}).values()]
    taken = [tile.partition("/")[0] for tile in taken]
    for facts, tile in zip(boards, ("i-special", "j-wild"), strict=True):
        if "dome" not in facts:
            free = [tile, *(tile for tile in reversed(DOME_TILES) if tile not in ("i-special", "j-wild"))]
            facts["dome"] = {9: next(tile for tile in free if tile not in taken)}
    return [board(**facts) for facts in boards]


def used_tiles(document):
    """The dome tiles that lie somewhere in a document, but for the display."""
    found = [entry["tile"] for entry in document.get("stack", {}).get("under", [])]
    found += [entry["tile"] for entry in document.get("drawn", [])]
    found += [document.get("tile")]
    for seat in document["seats"]:
        found += [entry["tile"] for entry in seat["dome"] if entry]
    return [tile for tile in found if tile]


def complete(document, back):
    """Put the first dome tiles that lie nowhere into the display, and give the stack a back."""
    used = used_tiles(document)
    if "display" not in document:
        free = [tile for tile in DOME_TILES if tile not in used]
        document["display"] = [*free[:3], None, None, None][:3]
    used += [tile for tile in document["display"] if tile]
    hidden = document.get("stack", {}).get("under", []) + document.get("drawn", [])
    undecided = [entry["back"] for entry in hidden if not entry["tile"]]
    free = Counter(kind_of(tile) for tile in DOME_TILES if tile not in used)
    free -= Counter(undecided)
    document["stack"] = {"unseen": free.total()} | document.get("stack", {})
    if document["stack"]["unseen"] and "back" not in document["stack"]:
        document["stack"]["back"] = back or min(free)


def round_of(document):
    """The first round in which there can be so many dome tiles, tokens left, and chips that have come out."""
    seats, is_taking = document["seats"], bool(document.get("tile") or document.get("drawn"))
    domes = [sum(tile is not None for tile in seat["dome"]) + seat["tokens"] + is_taking for seat in seats]
    chips = [document.get("paid", {}), *(seat["chips"] for seat in seats)]
    out = sum(factory["chip"] is not None for factory in document["factories"])
    out += sum(sum(pile.values()) for pile in chips)
    return min(5, max(1, max(domes) // 2, -(-out // 4)))


def on_factories(suns, moons, chips):
    """The small factories of a document; a chip lies face down where there are tiles."""
    return [
        {
            "sun": tiles(suns.get(number, "")),
            "moon": words(moons.get(number, "")),
            "chip": chips.get(number, "down" if number in suns or number in moons else None),
        }
        for number in range(1, 5)
    ]


def describe(
    *boards, suns=None, moons=None, chips=None, large="", large_moon="", back=None, hand="", **document
):
    """A document, with defaults for what isn't said."""
    document["seats"] = seats_of(boards)
    document["factories"] = on_factories(suns or {}, moons or {}, chips or {})
    document.setdefault("round", round_of(document))
    document["large"] = {"sun": tiles(large), "moon": tiles(large_moon)}
    document["hand"] = tiles(hand)
    complete(document, back)
    return document


def open_table(document, goals="first-game", first="random", bag=None):
    """A position that nobody deals for. A bag given leaves the rest to the tower."""
    game = az.Game("duel", first=first, goals=goals)
    if bag is not None:
        left = Counter(plainly(game.position, document, deal="by hand").to_dict()["bag"])
        document = document | {"bag": tiles(bag)}
        document["tower"] = dict(left - Counter(document["bag"]) + Counter(document.get("tower", {})))
    return plainly(game.position, document, deal="by hand")


def table(*boards, goals="first-game", bag=None, **facts):
    """A position; each board is a set of facts for `board`."""
    return open_table(describe(*boards, **facts), goals, bag=bag)


def last_action(*boards, seat=2, **facts):
    """Seat-2 has only a chip left to take, then phase 2 begins."""
    boards = [{"tokens": 0, "chips_taken": 2} | facts for facts in [*boards, {}, {}][:2]]
    boards[seat - 1]["chips_taken"] = 1
    facts = {"chips": {1: "red"}, "to_move": f"seat-{seat}"} | facts
    return table(*boards, **facts)


def scoring(*boards, **facts):
    """Phase 2 has begun, from seat-1, and goes on as far as there is nothing to choose."""
    position = last_action(*boards, **facts)
    position.play("chip red")
    return position


def story_of_scoring(*boards, **facts):
    """The story of phase 2, as far as there is nothing to choose."""
    return list(last_action(*boards, **facts).play("chip red"))


def filling(*boards, **facts):
    """The next tile is drawn onto a factory."""
    facts = {"phase": "filling", "to_move": "chance", "turn": 20} | facts
    facts = {"chips": dict.fromkeys(range(1, 5), "down")} | facts
    return table(*boards, **facts)


def start(**options):
    return plainly(az.Game("duel", **options).start, deal="by hand")


def deal(position, letters):
    """Draw these tiles one after the other; blanks only show where a factory is full."""
    for letter in letters.replace(" ", ""):
        position.play(f"draw {WORDS[letter]}")


def play(position, *choices):
    """Play all of these; the rows of their stories are returned."""
    return [row for choice in choices for row in position.play(choice)]


def seat(position, number):
    return position.to_dict()["seats"][number - 1]


def lines(position, number):
    """The lines of a seat that hold tiles: `{3: "bb"}`."""
    letters = {word: letter for letter, word in WORDS.items()}
    held = seat(position, number)["lines"]
    return {line: "".join(letters[tile] for tile in held[line - 1]) for line in range(1, 7) if held[line - 1]}


def rows(position, number):
    """The spaces of a dome, as rows of letters."""
    letters = {word: letter for letter, word in WORDS.items()}
    return ["".join(letters[tile] for tile in row) for row in seat(position, number)["spaces"]]


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
