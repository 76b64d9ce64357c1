"""What happened, in words: rows of a story that belong together make a sentence."""

from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import COLUMNS, FLOOR_LOSS
from azulejos.tell import Row, Sentence, Words, phrases
from azulejos.tell.chocolatier.pieces import colour_name, effect, several, source_phrase, tiles_as_object
from azulejos.tell.marks import plural
from azulejos.tell.phrases import Teller, first_count, how_many, told

CLAUSES = "MC"
SCORING = {
    table.LAID,
    table.PENALTY,
    table.FULL_ROW,
    table.FULL_COLUMN,
    table.FULL_COLOUR,
}


def story(t: Words, rows: list[Row], names: list[str]) -> list[Sentence]:
    return [_sentence(t, group, names) for group in phrases.groups(rows, _belongs)]


def _belongs(row: Row, first: Row) -> bool:
    """Is a row told together with the one that begins the group before it?"""
    if row["what"] in (table.ALONE, table.ACROSS, table.DOWN):
        return first["what"] == table.LAID
    is_alike = row["what"] == first["what"] and row["seat"] == first["seat"]
    on_token = (row["target"] == table.AT_ZERO) == (first["target"] == table.AT_ZERO)
    return row["what"] in TOLD_TOGETHER and is_alike and on_token


def _sentence(t: Words, rows: list[Row], names: list[str]) -> Sentence:
    what = rows[0]["what"]
    return phrases.sentence(t, rows, names, TELLERS[what], CLAUSES, what in SCORING)


RUNS = dict(zip((table.ALONE, table.ACROSS, table.DOWN), phrases.RUNS, strict=True))


def _laid(t: Words, rows: list[Row], who: str) -> str:
    at = divmod(rows[0]["target"] - table.AT_BOX, COLUMNS)
    return phrases.laid(t, rows, who, tiles_as_object(t, rows[0]["piece"], 1), at, RUNS)


def _taken(t: Words, rows: list[Row], who: str) -> str:
    (row,) = rows
    return t(
        "{who} takes {tiles} {source}.",
        who=who,
        tiles=tiles_as_object(t, row["piece"], row["count"]),
        source=source_phrase(t, row["source"]),
    )


def _start_taken(t: Words, rows: list[Row], who: str) -> str:
    target = rows[0]["target"]
    if target == table.AT_ZERO:
        return t("{who} gets the starting-player tile, on the zero token.", who=who)
    if target == table.AT_BESIDE:
        return t("{who} gets the starting-player tile; the floor is full.", who=who)
    return t(
        "{who} gets the starting-player tile, on floor space {n}.", who=who, n=target - table.AT_FLOOR + 1
    )


def _sideways(t: Words, rows: list[Row], who: str) -> str:
    moved = tiles_as_object(t, rows[0]["piece"], rows[0]["count"])
    return t("{who} moves {tiles} to factory {n}.", who=who, tiles=moved, n=rows[0]["target"] + 1)


def _placed(t: Words, rows: list[Row], who: str) -> str:
    placed = tiles_as_object(t, rows[0]["piece"], rows[0]["count"])
    return t(
        "{who} puts {tiles} in line {n}.",
        who=who,
        tiles=placed,
        n=rows[0]["target"] - table.AT_LINE + 1,
    )


def _fell(t: Words, rows: list[Row], who: str) -> str:
    if rows[0]["target"] == table.AT_ZERO:
        return t("On the zero token of {who}: {tiles}.", who=who, tiles=several(t, rows))
    return t("Down on the floor of {who}: {tiles}.", who=who, tiles=several(t, rows))


def _line_cleared(t: Words, rows: list[Row], who: str) -> str:
    line = rows[0]["source"] - table.AT_LINE + 1
    return t("The rest of line {n} goes to the lid: {tiles}.", n=line, tiles=several(t, rows))


def _penalty(t: Words, rows: list[Row], who: str) -> str:
    spaces, points = rows[0]["count"], rows[0]["points"]
    if points == 0:
        return t.plural(
            "{who} has {n} tile on the floor, but no points to lose.",
            "{who} has {n} tiles on the floor, but no points to lose.",
            spaces,
            who=who,
        )
    text = t.plural(
        "{who} has {n} tile on the floor: {points}.",
        "{who} has {n} tiles on the floor: {points}.",
        spaces,
        who=who,
        points=phrases.signed(points),
    )
    if points != FLOOR_LOSS[spaces]:
        text += " " + t("A score never falls below 0.")
    return text


def _attracted(t: Words, rows: list[Row], who: str) -> str:
    row = rows[0]
    return t(
        "Factory {n} attracts {tiles} {source}.",
        n=row["target"] + 1,
        tiles=tiles_as_object(t, row["piece"], row["count"]),
        source=source_phrase(t, row["source"]),
    )


def _full_colour(t: Words, rows: list[Row], who: str) -> str:
    colour = colour_name(t, rows[0]["piece"])
    return t("{who} has all five tiles of a colour ({colour}): +10.", who=who, colour=colour)


def _over(t: Words, rows: list[Row], who: str) -> str:
    clause = rows[0]["clause"]
    if clause == 23:
        return t("A row is full: the game is over.")
    if clause == 22:
        return t("Bag and lid are empty: the game is over.")
    return t("Round 20 was the last: the game is over.")


def _turned(t: Words, rows: list[Row], who: str) -> str:
    token = rows[0]["piece"] - table.TOKEN_PIECE
    return t("Factory {n} turns golden: {effect}.", n=rows[0]["source"] + 1, effect=effect(t, token))


# Events of which many rows make one sentence.
TOLD_TOGETHER = {
    table.DRAWN,
    table.POURED,
    table.LEFT_OVER,
    table.FELL,
    table.OVERFLOWED,
    table.FLOOR_CLEARED,
}
TELLERS: dict[int, Teller] = {
    table.BEGINS: told("{who} begins."),
    table.TURNED: _turned,
    table.DRAWN: told(
        plural("{n} tile is drawn from the bag.", "{n} tiles are drawn from the bag."), n=how_many
    ),
    table.POURED: told(
        plural(
            "{n} tile is poured from the lid into the bag.", "{n} tiles are poured from the lid into the bag."
        ),
        n=how_many,
    ),
    table.ATTRACTED: _attracted,
    table.START_PUT_OUT: told("{who} begins and puts the starting-player tile in the centre."),
    table.TAKEN: _taken,
    table.LEFT_OVER: told("To the centre: {tiles}.", tiles=several),
    table.MOVED_SIDEWAYS: _sideways,
    table.TOKEN_TAKEN: told("{who} lays the zero token beside the floor."),
    table.START_TAKEN: _start_taken,
    table.PLACED: _placed,
    table.FELL: _fell,
    table.OVERFLOWED: told("The floor of {who} is full. Into the lid: {tiles}.", tiles=several),
    table.LAID: _laid,
    table.LINE_CLEARED: _line_cleared,
    table.PENALTY: _penalty,
    table.FLOOR_CLEARED: told("From the floor of {who} into the lid: {tiles}.", tiles=several),
    table.START_KEPT: told("{who} keeps the starting-player tile."),
    table.TOKEN_RETURNED: told("{who} gives the zero token back."),
    table.FULL_ROW: told("{who} has row {n} full: +2.", n=first_count),
    table.FULL_COLUMN: told("{who} has column {n} full: +7.", n=first_count),
    table.FULL_COLOUR: _full_colour,
    table.GAME_OVER: _over,
}
