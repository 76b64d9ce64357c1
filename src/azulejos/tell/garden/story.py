"""What happened, in words: rows of a story that belong together make a sentence."""

from azulejos.games.garden import state as table
from azulejos.games.garden.board import FEATURE_JOKERS, HEXAGONS_N, PAVILION, PLACES_N, SPACES_N
from azulejos.tell import Row, Sentence, Words, phrases
from azulejos.tell.garden.pieces import (
    ALL_OF,
    criterion_name,
    expansion_name,
    hexagon_name,
    jokers_named,
    place_name,
    space_name,
)
from azulejos.tell.marks import marked, plural
from azulejos.tell.phrases import (
    Teller,
    first_count,
    how_many,
    joined,
    points_told,
    rows_of,
    signed,
    source_number,
    told,
    with_facts,
)

CLAUSES = "QG"
SCORING = {
    table.CRITERION,
    table.PAVILIONS,
    table.JOKERS_LEFT,
    table.STORAGE_LEFT,
    table.KEPT_AT_ZERO,
    table.GROUP,
    table.GROUP_BONUS,
}


def story(t: Words, rows: list[Row], names: list[str]) -> list[Sentence]:
    return [_sentence(t, group, names) for group in phrases.groups(rows, _belongs)]


def _sentence(t: Words, rows: list[Row], names: list[str]) -> Sentence:
    what = rows[0]["what"]
    is_scoring = what in SCORING or any(row["points"] for row in rows)
    return phrases.sentence(t, rows, names, TELLERS[what], CLAUSES, is_scoring)


def _belongs(row: Row, first: Row) -> bool:
    """Is a row told together with the one that begins the group before it?"""
    return row["seat"] == first["seat"] and first["what"] in TOLD_WITH.get(row["what"], ())


def _piece(t: Words, piece: int) -> str:
    """A hexagon, or an expansion by its hexagon; nothing if it isn't known."""
    if 0 <= piece < HEXAGONS_N:
        return hexagon_name(t, piece)
    if table.EXPANSION_PIECE <= piece < table.HIDDEN_EXPANSION:
        return expansion_name(t, piece - table.EXPANSION_PIECE)
    return ""


def _pieces(t: Words, rows: list[Row]) -> str:
    """The pieces of some rows, jokers counted."""
    named = [name for name in (_piece(t, row["piece"]) for row in rows) if name]
    jokers = phrases.total([row for row in rows if row["piece"] == table.JOKER])
    return ", ".join([*named, jokers_named(t, jokers)] if jokers else named)


def _printed(t: Words, rows: list[Row]) -> str:
    """The hexagon of an expansion, without saying that it is one."""
    hexagon = rows[0]["piece"] - table.EXPANSION_PIECE
    return hexagon_name(t, hexagon) if 0 <= hexagon < HEXAGONS_N else ""


def _at_space(t: Words, row: Row) -> str:
    space = row["target"] - table.AT_SPACE
    return space_name(t, space) if 0 <= space < SPACES_N else ""


def _at_place(t: Words, row: Row) -> str:
    place = row["target"] - table.AT_PLACE
    return place_name(t, place) if 0 <= place < PLACES_N else ""


def _told(text: str, what: str, where: str = "") -> str:
    """A sentence about a piece, with its name and where it goes, as far as they are known."""
    known = with_facts(what, [where]) if what and where else what or where
    return f"{text}: {known}." if known else f"{text}."


def _turned_up(t: Words, rows: list[Row], who: str) -> str:
    return _told(t("Expansion {n} is turned up", n=rows[0]["source"] + 1), _printed(t, rows))


def _placed(t: Words, rows: list[Row], who: str) -> str:
    """The tile, what it surrounds, and the jokers for that."""
    text = t("{who} places a tile", who=who)
    parts = [_told(text, _piece(t, rows[0]["piece"]), _at_space(t, rows[0]))]
    surrounded = rows_of(rows, table.SURROUNDED)
    if surrounded:
        parts.append(_surrounded(t, surrounded, ""))
    lost = rows_of(rows, table.JOKERS_LOST)
    if lost:
        parts.append(_jokers_lost(t, lost, ""))
    return " ".join(parts)


FEATURE_KINDS: dict[int, str] = {
    int(FEATURE_JOKERS[0]): marked("the fountain"),
    int(FEATURE_JOKERS[1]): marked("a statue or bench"),
    int(FEATURE_JOKERS[PAVILION]): marked("a pavilion"),
}
"""What has been surrounded, by its jokers: rows don't tell statues from benches."""


def _surrounded(t: Words, rows: list[Row], who: str) -> str:
    what = joined(t, [t(FEATURE_KINDS[row["count"]]) for row in rows])
    return t.plural(
        "Surrounded: {what}, for {n} joker.",
        "Surrounded: {what}, for {n} jokers.",
        phrases.total(rows),
        what=what,
    )


def _jokers_lost(t: Words, rows: list[Row], who: str) -> str:
    return t.plural(
        "The storage is full: {n} joker is lost.",
        "The storage is full: {n} jokers are lost.",
        phrases.total(rows),
    )


def _expansion_placed(t: Words, rows: list[Row], who: str) -> str:
    return _told(t("{who} places an expansion", who=who), _printed(t, rows), _at_place(t, rows[0]))


def _bought(t: Words, rows: list[Row], who: str) -> str:
    where = [name for name in (_at_place(t, rows[0]),) if name]
    text = with_facts(t("{who} buys a face-down expansion", who=who), where)
    points = sum(row["points"] for row in rows)
    return f"{text}: {signed(points)}." if points else f"{text}."


def _passed(t: Words, rows: list[Row], who: str) -> str:
    costs = rows_of(rows, table.FIRST_PASSED)
    return _first_passed(t, costs, who) if costs else t("{who} passes.", who=who)


def _first_passed(t: Words, rows: list[Row], who: str) -> str:
    return _lost(t, t("{who} passes and takes the starting-player tile", who=who), rows[-1])


def _lost(t: Words, text: str, row: Row) -> str:
    """A loss, of so many points as the row counts in full."""
    return phrases.lost(t, text, row["points"], -row["count"], t("A score never falls below 0."))


def _discarded(t: Words, rows: list[Row], who: str) -> str:
    if rows[0]["what"] == table.EXPANSION_DISCARDED:
        text, name = t("{who} discards an expansion", who=who), _printed(t, rows)
    else:
        text, name = t("{who} discards a tile", who=who), _piece(t, rows[0]["piece"])
    text = with_facts(text, [name] if name else [])
    costs = rows_of(rows, table.DISCARD_COST)
    return _lost(t, text, costs[0]) if costs else f"{text}."


def _discard_cost(t: Words, rows: list[Row], who: str) -> str:
    return _lost(t, t("{who} discards a tile", who=who), rows[0])


def _all_told(t: Words, rows: list[Row]) -> str:
    return t(ALL_OF[rows[0]["count"]])


def _group(t: Words, rows: list[Row], who: str) -> str:
    """A group, and what it brings more for its size."""
    kind = criterion_name(t, rows[0]["count"])
    points = signed(rows[0]["points"])
    bonuses = rows_of(rows, table.GROUP_BONUS)
    if not bonuses:
        return t("{who}, group ({kind}): {points}.", who=who, kind=kind, points=points)
    return t(
        "{who}, group ({kind}): {points}, and {bonus} for its {n} hexagons.",
        who=who,
        kind=kind,
        points=points,
        bonus=signed(bonuses[0]["points"]),
        n=bonuses[0]["count"],
    )


_pays = told("{who} pays", last=_pieces)
_takes = told("{who} takes", last=_pieces)
PAYMENTS = {table.PAID, table.EXPANSION_PAID, table.JOKER_PAID}

# What is told together with events before it.
TOLD_WITH: dict[int, set[int]] = {
    table.DRAWN: {table.DRAWN},
    table.POURED: {table.POURED},
    table.TILE_TAKEN: {table.TILE_TAKEN, table.EXPANSION_TAKEN},
    table.EXPANSION_TAKEN: {table.TILE_TAKEN, table.EXPANSION_TAKEN},
    **dict.fromkeys(PAYMENTS, PAYMENTS),
    table.SURROUNDED: {table.PLACED, table.SURROUNDED},
    table.JOKERS_RECEIVED: {table.PLACED, table.SURROUNDED},
    table.JOKERS_LOST: {table.PLACED},
    table.PRICE_PAID: {table.EXPANSION_BOUGHT},
    table.FIRST_PASSED: {table.PASSED, table.FIRST_PASSED},
    table.DISCARD_COST: {table.DISCARDED, table.EXPANSION_DISCARDED},
    table.DISPLAY_CLEARED: {table.DISPLAY_CLEARED},
    table.EXPANSIONS_CLEARED: {table.EXPANSIONS_CLEARED},
    table.GROUP_BONUS: {table.GROUP},
}
TELLERS: dict[int, Teller] = {
    table.BEGINS: told("{who} begins."),
    table.LAID_OUT: told(
        plural("{n} expansion forms the stack of the round.", "{n} expansions form the stack of the round."),
        n=how_many,
    ),
    table.DRAWN: told("New on the stack", last=_pieces),
    table.POURED: told(
        plural(
            "{n} tile is poured from the tower into the bag.",
            "{n} tiles are poured from the tower into the bag.",
        ),
        n=how_many,
    ),
    table.STACK_ENDED: told("No tile is left to draw: the rest of the stack is laid out face up."),
    table.MOVED_ASIDE: told("Expansion {n} moves beside the stack.", n=source_number),
    table.TURNED_UP: _turned_up,
    table.TILE_TAKEN: _takes,
    table.EXPANSION_TAKEN: _takes,
    table.PLACED: _placed,
    table.EXPANSION_PLACED: _expansion_placed,
    table.EXPANSION_BOUGHT: _bought,
    table.PRICE_PAID: told("{who} pays the price: {points}.", points=points_told),
    table.PAID: _pays,
    table.EXPANSION_PAID: _pays,
    table.JOKER_PAID: _pays,
    table.SURROUNDED: _surrounded,
    table.JOKERS_RECEIVED: told(plural("{who} gets {n} joker.", "{who} gets {n} jokers."), n=how_many),
    table.JOKERS_LOST: _jokers_lost,
    table.PASSED: _passed,
    table.FIRST_PASSED: _first_passed,
    table.DISCARDED: _discarded,
    table.EXPANSION_DISCARDED: _discarded,
    table.DISCARD_COST: _discard_cost,
    table.CRITERION: told("{who}, {all} on the wheel: {points}.", all=_all_told, points=points_told),
    table.PAVILIONS: told(
        plural("{who}, {n} visible pavilion: {points}.", "{who}, {n} visible pavilions: {points}."),
        n=first_count,
        points=points_told,
    ),
    table.DISPLAY_CLEARED: told("From the display to the tower", last=_pieces),
    table.EXPANSIONS_CLEARED: told(
        plural("{n} expansion goes under the supply.", "{n} expansions go under the supply."), n=how_many
    ),
    table.WHEEL_TURNED: told("The wheel turns to round {n}.", n=first_count),
    table.START_PUT_BACK: told("{who} begins and puts the starting-player tile back."),
    table.JOKERS_LEFT: told(
        plural("{who} has {n} joker left: {points}.", "{who} has {n} jokers left: {points}."),
        n=first_count,
        points=points_told,
    ),
    table.STORAGE_LEFT: told("{who}, hexagons left in the storage: {points}.", points=points_told),
    table.KEPT_AT_ZERO: told("{who} can't fall below 0: {points}.", points=points_told),
    table.GROUP: _group,
    table.GROUP_BONUS: told("{who}, group of {n}: {points} more.", n=first_count, points=points_told),
    table.GAME_OVER: told("Round 4 was the last: the game is over."),
}
