"""What happened, in words: rows of a story that belong together make a sentence."""

from azulejos.core.contract import NO_PIECE
from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    BROKEN_LOSS,
    BROKEN_MAX,
    COLOURS,
    COLOURS_N,
    DOME_TILES_N,
    LARGE,
    SIZE,
    START_LOSS,
)
from azulejos.tell import Row, Sentence, Words, phrases
from azulejos.tell.duel.pieces import back_name, chip_name, colour_name, dome_name, goal_list, goal_name
from azulejos.tell.marks import plural
from azulejos.tell.phrases import (
    Teller,
    ends_with,
    first_count,
    how_many,
    points_signed,
    points_told,
    rows_of,
    signed,
    source_number,
    told,
    with_facts,
)

CLAUSES = "DU"
SCORING = {table.LAID, table.BROKEN_COST, table.START_COST, table.GOAL_POINTS, table.KEPT_AT_ZERO}


def story(t: Words, rows: list[Row], names: list[str]) -> list[Sentence]:
    return [_sentence(t, group, names) for group in phrases.groups(rows, _belongs)]


def _sentence(t: Words, rows: list[Row], names: list[str]) -> Sentence:
    what = rows[0]["what"]
    is_scoring = what in SCORING or any(row["points"] for row in rows)
    return phrases.sentence(t, rows, names, TELLERS[what], CLAUSES, is_scoring)


def _belongs(row: Row, first: Row) -> bool:
    """Is a row told together with the one that begins the group before it?"""
    is_same = row["seat"] in (first["seat"], table.NOBODY)
    return is_same and first["what"] in TOLD_WITH.get(row["what"], ())


def _tiles(t: Words, rows: list[Row]) -> str:
    """Tiles that are there; without their colours if those may not be known."""
    if any(row["piece"] == NO_PIECE for row in rows):
        return t.plural_as("subject", "{n} tile", "{n} tiles", phrases.total(rows))
    return phrases.several(t, rows, COLOURS)


def _tiles_as_object(t: Words, rows: list[Row]) -> str:
    if any(row["piece"] == NO_PIECE for row in rows):
        return t.plural_as("object", "{n} tile", "{n} tiles", phrases.total(rows))
    return phrases.several(t, rows, COLOURS, phrases.tiles_as_object)


def _piece(t: Words, piece: int) -> str:
    """A dome tile, its back or a chip; nothing if it may not be known."""
    if table.DOME_PIECE <= piece < table.DOME_PIECE + DOME_TILES_N:
        return dome_name(t, piece - table.DOME_PIECE)
    if table.BACK_PIECE <= piece < table.CHIP_PIECE:
        return back_name(t, piece - table.BACK_PIECE)
    if table.CHIP_PIECE <= piece < table.HIDDEN_CHIP:
        return chip_name(t, piece - table.CHIP_PIECE)
    return colour_name(t, piece) if 0 <= piece < COLOURS_N else ""


def _pieces(t: Words, rows: list[Row]) -> str:
    return ", ".join(filter(None, (_piece(t, row["piece"]) for row in rows)))


def _naming(t: Words, text: str, rows: list[Row]) -> str:
    """A sentence that ends with the pieces of its rows, as far as they may be known."""
    return ends_with(text, _pieces(t, rows))


def _turned_up(t: Words, rows: list[Row], who: str) -> str:
    ups = rows_of(rows, table.TURNED_UP)
    return _and_next(t, _naming(t, t("A dome tile is turned up"), ups), rows)


def _and_next(t: Words, text: str, rows: list[Row]) -> str:
    """A sentence about the uppermost dome tile of the stack, and the back of the next one."""
    backs = rows_of(rows, table.BACK_SHOWN)
    return f"{text} {_back_shown(t, backs, '')}" if backs else text


_back_shown = told("On top of the stack", last=_pieces)


def _dome_action(t: Words, rows: list[Row], who: str) -> str:
    """A token is used for a dome tile of the display or of the stack, or more is paid for another."""
    taken, drawn = rows_of(rows, table.DOME_TAKEN), rows_of(rows, table.DOME_DRAWN)
    if taken:
        return _naming(t, t("{who} uses a token and takes a dome tile", who=who), taken)
    if not drawn:
        return t("{who} uses a token.", who=who)
    text = t("{who} uses a token and draws a dome tile", who=who)
    return _and_next(t, _drawn_text(t, text, rows), rows)


def _draws_again(t: Words, rows: list[Row], who: str) -> str:
    return _and_next(t, _drawn_text(t, t("{who} draws a dome tile", who=who), rows), rows)


def _drawn_text(t: Words, text: str, rows: list[Row]) -> str:
    """What was drawn, seen from the back, and what it costs."""
    backs = [_piece(t, row["piece"]) for row in rows_of(rows, table.DOME_DRAWN)]
    text = with_facts(text, [back for back in backs if back])
    points = sum(row["points"] for row in rows)
    return f"{text}: {signed(points)}." if points else f"{text}."


def _placed(t: Words, rows: list[Row], who: str) -> str:
    place = rows[0]["target"] - table.AT_PLACE + 1
    return _naming(t, t("{who} puts a dome tile on place {n}", who=who, n=place), rows)


def _taken(t: Words, rows: list[Row], who: str) -> str:
    taken, source = _tiles_as_object(t, rows), rows[0]["source"]
    if source >= table.AT_MOON:
        return t("{who} takes {tiles} from the moon sides.", who=who, tiles=taken)
    if source == LARGE:
        return t("{who} takes {tiles} from the sun side of the large factory.", who=who, tiles=taken)
    return t("{who} takes {tiles} from the sun side of factory {n}.", who=who, tiles=taken, n=source + 1)


def _chip_turned_up(t: Words, rows: list[Row], who: str) -> str:
    factory = rows[0]["source"] - table.AT_CHIP + 1
    return _naming(t, t("The chip of factory {n} is turned up", n=factory), rows)


def _chip_taken(t: Words, rows: list[Row], who: str) -> str:
    factory = rows[0]["source"] - table.AT_CHIP + 1
    return _naming(t, t("{who} takes the chip of factory {n}", who=who, n=factory), rows)


def _broken(t: Words, rows: list[Row], who: str) -> str:
    source = rows[0]["source"]
    if source == table.AT_HAND:
        return t("{who} breaks {tiles}.", who=who, tiles=_tiles_as_object(t, rows))
    return t(
        "{who}: no space is left for line {n}. Broken: {tiles}.",
        who=who,
        n=source - table.AT_LINE + 1,
        tiles=_tiles(t, rows),
    )


def _laid(t: Words, rows: list[Row], who: str) -> str:
    """The tile with its points, the rest of the line, and the special tile that it has brought."""
    at = divmod(rows[0]["target"] - table.AT_SPACE, SIZE)
    parts = [phrases.laid(t, rows, who, _tiles_as_object(t, rows[:1]), at, RUNS)]
    specials, cleared = rows_of(rows, table.SPECIAL_POINTS), rows_of(rows, table.LINE_CLEARED)
    parts += [_special(t, [row], who) for row in specials]
    if cleared:
        parts.append(t("To the tower: {tiles}.", tiles=_tiles(t, cleared)))
    return " ".join(parts)


def _special(t: Words, rows: list[Row], who: str) -> str:
    row, column = divmod(rows[0]["source"] - table.AT_SPACE, SIZE)
    return t(
        "Special tile in row {row}, column {column}: {points}.",
        row=row + 1,
        column=column + 1,
        points=signed(rows[0]["points"]),
    )


def _scored(t: Words, rows: list[Row], who: str) -> str:
    """Points of a tile that was laid, told by themselves."""
    return f"{who}: {signed(rows[0]['points'])} ({t.show(RUNS[rows[0]['what']], n=rows[0]['points'])})."


def _broken_cost(t: Words, rows: list[Row], who: str) -> str:
    count, cleared = rows[0]["count"], rows_of(rows, table.BROKEN_CLEARED)
    text = t.plural("{who} has {n} broken tile", "{who} has {n} broken tiles", count, who=who)
    floor = t("A score never falls below 0.")
    text = phrases.lost(t, text, rows[0]["points"], int(BROKEN_LOSS[count]), floor)
    return f"{text} {_to_tower(t, cleared, who)}" if cleared else text


def _start_cost(t: Words, rows: list[Row], who: str) -> str:
    text, floor = t("{who} has the starting-player tile", who=who), t("A score never falls below 0.")
    return phrases.lost(t, text, rows[0]["points"], START_LOSS, floor)


def _line_told(t: Words, rows: list[Row]) -> int:
    return rows[0]["target"] - table.AT_LINE + 1


def _goal_told(t: Words, rows: list[Row]) -> str:
    return goal_name(t, rows[0]["count"])


def _goals_told(t: Words, rows: list[Row]) -> str:
    return goal_list(t, (row["count"] for row in rows))


_to_tower = told("To the tower: {tiles}.", tiles=_tiles)
RUNS: dict[int, str] = dict(zip((table.ALONE, table.ACROSS, table.DOWN), phrases.RUNS, strict=True))

# What is told together with events before it.
TOLD_WITH: dict[int, set[int]] = {
    table.GOAL_DRAWN: {table.GOAL_DRAWN},
    table.BACK_SHOWN: {table.TURNED_UP, table.TOKEN_USED, table.PAID_FOR_DOME},
    table.DRAWN: {table.DRAWN},
    table.POURED: {table.POURED},
    table.CHIP_PUT_OUT: {table.CHIP_PUT_OUT},
    table.DOME_TAKEN: {table.TOKEN_USED},
    table.PAID_FOR_DOME: {table.TOKEN_USED},
    table.DOME_DRAWN: {table.TOKEN_USED, table.PAID_FOR_DOME},
    table.TAKEN: {table.TAKEN},
    table.STACKED: {table.STACKED},
    table.LEFT_OVER: {table.LEFT_OVER},
    table.CHIP_PAID: {table.CHIP_PAID},
    table.BROKEN_CLEARED: {table.BROKEN_COST, table.BROKEN_CLEARED},
    **{what: {table.LAID} for what in RUNS},
    table.LINE_CLEARED: {table.LAID},
    table.SPECIAL_LAID: {table.LAID},
    table.SPECIAL_POINTS: {table.LAID},
}
TELLERS: dict[int, Teller] = {
    table.BEGINS: told("{who} begins."),
    table.GOAL_DRAWN: told("Goals drawn: {goals}.", goals=_goals_told),
    table.BACK_SHOWN: _back_shown,
    table.TURNED_UP: _turned_up,
    table.DRAWN: told(
        plural("{n} tile is drawn for the factories.", "{n} tiles are drawn for the factories."), n=how_many
    ),
    table.PUT_BACK: told(
        "All tiles of the large factory are alike and go back into the bag: {tiles}.", tiles=_tiles
    ),
    table.POURED: told(
        plural(
            "{n} tile is poured from the tower into the bag.",
            "{n} tiles are poured from the tower into the bag.",
        ),
        n=how_many,
    ),
    table.CHIP_PUT_OUT: told("Each small factory gets a chip, face down."),
    table.CHIP_TURNED_UP: _chip_turned_up,
    table.TOKEN_USED: _dome_action,
    table.DOME_TAKEN: told("{who} takes a dome tile", last=_pieces),
    table.PAID_FOR_DOME: _draws_again,
    table.DOME_DRAWN: _draws_again,
    table.LOOKED_AT: told("{who} looks at a dome tile", last=_pieces),
    table.DOME_KEPT: told("{who} keeps a dome tile", last=_pieces),
    table.PUT_UNDER: told("{who} puts a dome tile under the stack", last=_pieces),
    table.DOME_PLACED: _placed,
    table.TAKEN: _taken,
    table.STACKED: told("{who} stacks on factory {n}", n=source_number, last=_pieces),
    table.LEFT_OVER: told("To the moon side of the large factory: {tiles}.", tiles=_tiles),
    table.START_TAKEN: told(
        "{who} gets the starting-player tile ({points} at the end of the round).", points=signed(START_LOSS)
    ),
    table.CHIP_TAKEN: _chip_taken,
    table.LINED: told("{who} puts {tiles} in line {n}.", tiles=_tiles_as_object, n=_line_told),
    table.BROKEN: _broken,
    table.OVERFLOWED: told(
        "{who} has {n} broken tiles, the most there can be. To the tower: {tiles}.",
        n=BROKEN_MAX,
        tiles=_tiles,
    ),
    table.PASSED: told("{who} can do nothing and passes."),
    table.LINE_KEPT: told("{who}: line {n} is full and waits for a space.", n=first_count),
    table.CHIP_PAID: told("{who} pays chips", last=_pieces),
    table.LAID: _laid,
    table.LINE_CLEARED: _to_tower,
    table.ALONE: _scored,
    table.ACROSS: _scored,
    table.DOWN: _scored,
    table.SPECIAL_LAID: told("{who} gets a special tile."),
    table.SPECIAL_POINTS: _special,
    table.BROKEN_COST: _broken_cost,
    table.BROKEN_CLEARED: _to_tower,
    table.START_COST: _start_cost,
    table.START_PUT_OUT: told("{who} begins and puts the starting-player tile on the large factory."),
    table.TOKENS_BACK: told("{who} has both tokens again."),
    table.GOAL_POINTS: told("{who}, goal “{goal}”: {points}.", goal=_goal_told, points=points_told),
    table.KEPT_AT_ZERO: told("{who} can't end below 0: {points}.", points=points_signed),
    table.GAME_OVER: told("Round 5 was the last: the game is over."),
}
