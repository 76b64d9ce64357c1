"""Duel, for the tests that every game must pass."""

from collections import Counter

from tests.kits.duel_perft import CASES
from tests.kits.kit import Kit, Picture
from tests.naive.duel import CHIPS, COLOURS, DOME_TILES, GOALS, KINDS, PAIRS, Table, kind_of

import azulejos as az

GOAL_SETS = (
    "first-game",
    "random",
    "random-4",
    "colourful-rows,rim,empty-specials",
    "rows,corners,wild-spaces",
    "colourful-rows,columns,diagonals,wild-spaces",
)
"""All presets, and all goals by name, three or four of them."""
TOKENS, SPECIALS = 4, 9
WASTE = ("break", "leave")
HIDING = ("stack", "drawn")  # where dome tiles show some people their backs only


def game(goals, first="random"):
    return az.Game("duel", 2, first=first, goals=goals)


def careful(choices):
    """Nobody breaks tiles or leaves lines without need, and short lines come first, so that domes fill up."""
    useful = [choice for choice in choices if choice not in WASTE] or choices
    lines = [choice for choice in useful if choice.startswith("line-")]
    return lines[:3] or useful


# ------------------------------------------------------------------------------------------------
# The record

RANGES = {
    "step": (0, 60),
    "round_number": (1, 5),
    "goals_wanted": (0, 4),
    "goals": (0, 2**8 - 1),
    "mover": (-1, 1),
    "starter": (-1, 1),
    "start_holder": (-1, 1),
    "bag": (0, 13),
    "tower": (0, 13),
    "sun": (0, [[4]] * 4 + [[5]]),
    "moon": (-1, 4),
    "moon_count": (0, 3),
    "large_moon": (0, 4),
    "chip": (-2, 9),
    "chips_unseen": (0, 2),
    "display": (-1, 17),
    "unseen_count": (0, 18),
    "top_kind": (-1, 1),
    "under_count": (0, 13),
    "under": (-1, 17),
    "under_kind": (-1, 1),
    "under_knower": (-1, 1),
    "drawn_count": (0, 13),
    "drawn": (-1, 17),
    "drawn_kind": (-1, 1),
    "drawn_knower": (-1, 1),
    "dome_hand": (-1, 17),
    "place_chosen": (-1, 8),
    "source_chosen": (-1, 3),
    "hand_colour": (-1, 4),
    "hand_count": (0, 8),
    "row_asked": (-1, 5),
    "paid": (0, 2),
    "bag_count": (0, 65),
    "filled_count": (0, 21),
    "undecided": (0, 2**18 - 1),
    "players.score": (0, 300),
    "players.tokens": (0, 2),
    "players.chips_taken": (0, 2),
    "players.chips": (0, 2),
    "players.line_count": (0, [1, 2, 3, 4, 5, 6]),
    "players.line_colour": (-1, 4),
    "players.broken": (0, 4),
    "players.dome_tile": (-1, 17),
    "players.dome_turned": (0, 3),
    "players.spaces": (-1, 5),
    "players.broken_count": (0, 4),
    "players.asks": (-1, 6),
}


# ------------------------------------------------------------------------------------------------
# Pieces


def lying(document):
    """Dome tiles that are decided by their names, others by their backs; chips that nobody has seen alike."""
    table = Counter()
    for place in ("bag", "tower"):
        add_pile(table, place, None, document[place])
    for number, factory in enumerate(document["factories"], 1):
        add_factory(table, str(number), factory)
    for side, pile in document["large"].items():
        add_pile(table, f"{side}-large", None, pile)
    for slot, tile in enumerate(document["display"], 1):
        add_pile(table, f"display-{slot}", None, {f"dome {tile}": 1} if tile else {})
    for number, board in enumerate(document["seats"], 1):
        add_board(table, f"seat-{number}", board)
    add_turn(table, document)
    add_stack(table, document)
    add_pool(table, document)
    holder = document["starting_tile"]
    table[("moon-large", None, "start") if holder == "large" else ("start", holder, "start")] += 1
    return table


def add_pile(table, place, seat, pile):
    for piece, count in pile.items():
        table[place, seat, piece] += count


def add_factory(table, number, factory):
    add_pile(table, f"sun-{number}", None, factory["sun"])
    add_pile(table, f"moon-{number}", None, Counter(factory["moon"]))
    if factory["chip"]:
        face = "chip" if factory["chip"] == "down" else f"chip {factory['chip']}"
        table[f"chip-{number}", None, face] += 1


def add_board(table, seat, board):
    add_pile(table, "tokens", seat, {"token": board["tokens"]} if board["tokens"] else {})
    add_pile(table, "chips", seat, {f"chip {kind}": count for kind, count in board["chips"].items()})
    add_pile(table, "broken", seat, board["broken"])
    for row, tiles in enumerate(board["lines"], 1):
        add_pile(table, f"line-{row}", seat, Counter(tiles))
    for place, laid in enumerate(board["dome"], 1):
        add_pile(table, f"place-{place}", seat, {f"dome {laid['tile']}": 1} if laid else {})
    for row, pieces in enumerate(board["spaces"], 1):
        for column, piece in enumerate(pieces, 1):
            add_pile(table, f"space-{row}-{column}", seat, {piece: 1} if piece else {})


def add_turn(table, document):
    """What somebody has just taken, also while CHANCE is asked about it."""
    seat = document["mover"] or document["to_move"]
    add_pile(table, "hand", seat, document["hand"])
    add_pile(table, "drawn", seat, Counter(face_of(entry) for entry in document["drawn"]))
    if document["tile"]:
        table["drawn", seat, f"dome {document['tile']}"] += 1


def add_stack(table, document):
    """The backs of the unseen tiles, most of which nobody has seen, follow from all the others."""
    add_pile(table, "stack", None, Counter(face_of(entry) for entry in document["stack"]["under"]))
    specials = kinds_of(table)["special"]
    unseen = {"back special": 9 - specials, "back wild": document["stack"]["unseen"] - (9 - specials)}
    add_pile(table, "stack", None, {back: count for back, count in unseen.items() if count})


def add_pool(table, document):
    """Special tiles and tokens that aren't on a board, chips that aren't out yet, chips that were paid."""
    count = Counter()
    for (_, _, piece), many in table.items():
        count[piece] += many
    unseen = document["chips"]
    pool = {"special": SPECIALS - count["special"], "token": TOKENS - count["token"]}
    pool["chip"] = sum(unseen.values()) - count["chip"]
    for kind in CHIPS:
        pool[f"chip {kind}"] = 2 - unseen.get(kind, 0) - count[f"chip {kind}"]
    assert min(pool.values()) >= 0
    add_pile(table, "pool", None, {piece: many for piece, many in pool.items() if many})


def face_of(entry):
    return f"dome {entry['tile']}" if entry["tile"] else f"back {entry['back']}"


def kinds_of(table):
    """How many dome tiles of each kind lie somewhere."""
    kinds = Counter()
    for (_, _, piece), count in table.items():
        if piece.startswith(("dome ", "back ")):
            kinds[back_of(piece).split()[1]] += count
    return kinds


def back_of(piece):
    """`dome a-special` turned over is `back special`."""
    return f"back {kind_of(piece)}" if piece.startswith("dome ") else piece


def stock(document):
    """Dome tiles are known by their backs until somebody has seen them, chips until they are turned up."""
    seen = decided(document)
    pieces = Counter(dict.fromkeys(COLOURS, 13)) + Counter(start=1, special=SPECIALS, token=TOKENS)
    pieces += Counter(f"dome {tile}" for tile in seen)
    for kind in KINDS:
        pieces[f"back {kind}"] = 9 - sum(kind_of(tile) == kind for tile in seen)
    for kind in CHIPS:
        pieces[f"chip {kind}"] = 2 - document["chips"].get(kind, 0)
    pieces["chip"] = sum(document["chips"].values())
    return pieces


def decided(document):
    """The dome tiles whose names stand anywhere in the document."""
    entries = [*document["drawn"], *document["stack"]["under"]]
    entries += [laid for board in document["seats"] for laid in board["dome"] if laid]
    named = {document["tile"], *document["display"], *(entry["tile"] for entry in entries)}
    return named & set(DOME_TILES)


def as_told(table):
    """A story doesn't say which tile is drawn from the stack, though somebody may know it."""
    told = Counter()
    for (place, seat, piece), count in table.items():
        told[place, seat, back_of(piece) if place in HIDING else piece] += count
    return told


def changes(row, seat):
    """Chips are turned up, and dome tiles are turned over."""
    piece, source, target = row["piece"], row["from"], row["to"]
    if row["what"] == "chip turned up":
        return [((source, None, "chip"), -1), ((source, None, piece), 1)]
    if target is None or not piece.startswith("dome "):
        return []
    turned = [(place, sign) for place, sign in ((source, 1), (target, -1)) if place in HIDING]
    return [
        ((place, seat if place == "drawn" else None, face), by)
        for place, sign in turned
        for face, by in ((piece, sign), (back_of(piece), -sign))
    ]


# ------------------------------------------------------------------------------------------------
# Positions

RARE = (
    "five alike go back",
    "a lone player goes on",
    "more than four broken tiles",
    "a full line waits for a dome tile",
    "two of the colour and any three",
    "a special tile between two runs",
)
"""Five alike, passing, overflowing, lines that wait: random players hardly ever see them."""


DRAWN = (
    "display=cs,ds,es stack=0 drawn=fs,gs,hs,is,aw,bw,cw,dw,ew,fw,gw,hw,jw 0::as0::::1 5::bs0",
    "display=gw,hw,jw stack=0 drawn=as,bs,cs,ds,es,fs,gs,hs,is,aw,bw,cw,dw 0::ew0::::1 5::fw0",
    "display=gw,hw,jw stack=0 drawn=bs,cs,ds,es,fs,gs,hs,is,aw,bw,cw,dw,ew 0::as0::::1 5::fw0",
)
"""Somebody keeps one of thirteen dome tiles: all but five, which lie on the table."""


KIT = Kit(
    name="duel",
    games=tuple(game(goals) for goals in GOAL_SETS),
    few=(game("first-game"), game("random"), game("random-4"), game("rows,corners,wild-spaces")),
    fullest=game("random-4"),
    careful=careful,
    chance_interrupts=True,
    has_secrets=True,
    twin=Table,
    in_step=4,
    in_step_long=167,
    ranges=RANGES,
    derived=("bag_count", "filled_count", "undecided", "players.broken_count", "players.asks"),
    lying=lying,
    stock=stock,
    shared=("sun", "moon", "chip", "display", "stack", "bag", "tower", "pool"),
    unseen=("stack", "bag", "tower", "pool"),
    changes=changes,
    as_told=as_told,
    perft=CASES,
    golden={
        "duel-2": (game("first-game"), 11),
        "duel-goals": (game("colourful-rows,rim,corners,empty-specials", first=1), 12),
    },
    pictures={
        "duel-acting": Picture(game(GOAL_SETS[-1]), "light", lambda p: p.round == 3 and p.phase == "acting"),
        "duel-ordering": Picture(game("rows,corners,wild-spaces"), "dark", lambda p: p.phase == "ordering"),
        "duel-paying": Picture(game("random-4"), "contrast", lambda p: p.round == 5 and p.phase == "paying"),
    },
    rare=(
        *(case.line for case in CASES if case.name in RARE),
        *(f"duel 2 1.3.1 keeping:1 {drawn}" for drawn in DRAWN),
    ),
    polish_title="Pojedynek",
    clauses=44,
    shapes=(
        (r"\b[a-j]-(special|wild)$", "TILE"),
        (rf"\b({'|'.join(PAIRS)})\b", "PAIR"),
        (rf"\b({'|'.join(COLOURS)})\b", "COLOUR"),
        (rf"^goal ({'|'.join(sorted(GOALS, key=len, reverse=True))})$", "goal GOAL"),
    ),
    labels=("bag", "tower", "broken tiles"),
    letters="BYRKT",
)
