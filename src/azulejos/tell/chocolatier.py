"""Master Chocolatier in words."""

from typing import Any

from azulejos.games.chocolatier import choices
from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import (
    CENTRE,
    COLOUR_MAGNET,
    COLOURS,
    COLOURS_N,
    COLUMNS,
    EFFECTS_N,
    EMPTY,
    FLOOR_LOSS,
    PLUS_ONE,
    RIGHT,
    ROWS,
    SIDEWAYS,
    START,
    STAY,
    TILES_PER_FACTORY,
    ZERO,
)
from azulejos.tell import Row, Sentence, Words, phrases
from azulejos.tell.phrases import Teller

CLAUSES = "MC"
SCORING = {
    table.LAID,
    table.PENALTY,
    table.FULL_ROW,
    table.FULL_COLUMN,
    table.FULL_COLOUR,
}


def title(t: Words) -> str:
    return t("Master Chocolatier")


def option(t: Words, name: str, value: str | None) -> str:
    """An option of the game, or one of its values."""
    labels = {
        ("box", None): t("Side of the box"),
        ("box", "coloured"): t("coloured: every space has its colour"),
        ("box", "grey"): t("grey: you choose the column"),
        ("factories", None): t("Factories"),
        ("factories", "plain"): t("plain"),
        ("factories", "special"): t("special: golden tokens with effects"),
    }
    return labels[name, value]


# ------------------------------------------------------------------------------------------------
# Pieces and places


def tiles(t: Words, colour: int, count: int) -> str:
    """Tiles that are there: 3 blue tiles."""
    return phrases.tiles(t, COLOURS[colour], count)


def tiles_as_object(t: Words, colour: int, count: int) -> str:
    """Tiles that something is done with: take 3 blue tiles."""
    return phrases.tiles_as_object(t, COLOURS[colour], count)


def colour_name(t: Words, colour: int) -> str:
    return phrases.colour_name(t, COLOURS[colour])


def effect(t: Words, token: int) -> str:
    """What a golden token does."""
    if token == PLUS_ONE:
        return t("one more tile (+1)")
    if token == STAY:
        return t("the other tiles stay")
    if token == SIDEWAYS:
        return t("the other tiles go sideways")
    if token == ZERO:
        return t("a floor space at no cost (zero)")
    return t("attracts {colour}", colour=colour_name(t, token - COLOUR_MAGNET))


def source_phrase(t: Words, source: int) -> str:
    return t("from the centre") if source == CENTRE else t("from factory {n}", n=source + 1)


def several(t: Words, rows: list[Row]) -> str:
    """The tiles of some rows together: 2 blue tiles, 1 red tile."""
    return phrases.several(t, rows, COLOURS)


# ------------------------------------------------------------------------------------------------
# Choices and questions


def choice(t: Words, state: Any, number: int) -> str:
    if number < choices.LINE:
        return _take(t, state, number // COLOURS_N, number % COLOURS_N)
    if number < choices.SIDE:
        held = tiles_as_object(t, int(state.hand_colour), int(state.hand_count))
        if number == choices.FLOOR:
            return t("Drop {tiles} on the floor", tiles=held)
        return t("Put {tiles} in line {n}", tiles=held, n=number - choices.LINE + 1)
    if number < choices.COLUMN:
        return _side(t, state, *divmod(number - choices.SIDE, 2))
    if number < choices.BEGIN:
        player = state.players[state.to_move]
        row = table.topmost_full_line(player)
        return t(
            "Lay {tiles} in row {row}, column {column}",
            tiles=tiles_as_object(t, int(player.line_colour[row]), 1),
            row=row + 1,
            column=number - choices.COLUMN + 1,
        )
    return _by_chance(t, number)


def _take(t: Words, state: Any, source: int, colour: int) -> str:
    taken = tiles_as_object(t, colour, int(state.offer[source, colour]))
    if source == CENTRE and state.start_holder == table.NOBODY:
        return t("Take {tiles} and the starting-player tile from the centre", tiles=taken)
    return t("Take {tiles} {source}", tiles=taken, source=source_phrase(t, source))


def _side(t: Words, state: Any, colour: int, side: int) -> str:
    factory = table.token_at(state, SIDEWAYS)
    moved = tiles_as_object(t, colour, int(state.offer[factory, colour]))
    target = int(table.neighbour(state, factory, side)) + 1
    if side == RIGHT:
        return t("Move {tiles} to the right, to factory {n}", tiles=moved, n=target)
    return t("Move {tiles} to the left, to factory {n}", tiles=moved, n=target)


def _by_chance(t: Words, number: int) -> str:
    if number < choices.DRAW:
        return t("Seat {n} begins", n=number - choices.BEGIN + 1)
    if number < choices.GOLDEN:
        return t("Draw {tiles}", tiles=tiles_as_object(t, number - choices.DRAW, 1))
    factory, shown = divmod(number - choices.GOLDEN, EFFECTS_N)
    return t("Factory {n} turns golden: {effect}", n=factory + 1, effect=effect(t, PLUS_ONE + shown))


def question(t: Words, state: Any, who: str) -> str:
    phase = state.phase_id
    if phase == table.OFFER:
        return t("{who}: take all tiles of one colour from a factory or from the centre.", who=who)
    if phase == table.SIDES:
        factory = table.token_at(state, SIDEWAYS)
        colour = table.lowest_colour(state, factory)
        left = tiles(t, colour, int(state.offer[factory, colour]))
        return t("{who}: choose a side for what is left: {tiles}.", who=who, tiles=left)
    if phase == table.PLACING:
        held = tiles_as_object(t, int(state.hand_colour), int(state.hand_count))
        return t("{who}: put {tiles} in a line, or on the floor.", who=who, tiles=held)
    if phase == table.LAYING:
        return t(
            "{who}: choose a column for the tile of line {n}.",
            who=who,
            n=table.topmost_full_line(state.players[state.to_move]) + 1,
        )
    if phase == table.BEGINNING:
        return t("Who begins?")
    if phase == table.TOKENS:
        return t("Which token turns golden, and what does it show?")
    if phase == table.FILLING:
        return t("Which tile is drawn for factory {n}?", n=state.filled_count // TILES_PER_FACTORY + 1)
    if phase == table.EXTRA:
        return t("Which tile is drawn for factory {n}?", n=table.token_at(state, PLUS_ONE) + 1)
    return t("The game is over.")


# ------------------------------------------------------------------------------------------------
# The table as text


def describe(t: Words, state: Any, names: list[str]) -> list[str]:
    """The whole table in sentences, for those who listen instead of look."""
    lines = []
    for factory in range(table.count_factories(state)):
        lines.append(t("Factory {n}: {tiles}.", n=factory + 1, tiles=_lying(t, state.offer[factory])))
        token = int(state.tokens[factory])
        if PLUS_ONE <= token <= ZERO:
            lines.append(t("Factory {n} is golden: {effect}.", n=factory + 1, effect=effect(t, token)))
    lines.append(t("Centre: {tiles}.", tiles=_lying(t, state.offer[CENTRE])))
    if state.start_holder == table.NOBODY:
        lines.append(t("The starting-player tile is in the centre."))
    for seat in range(state.players_n):
        lines += _describe_board(t, state, seat, names[seat])
    return lines


def _lying(t: Words, counts: Any) -> str:
    """The tiles that lie somewhere, or that there are none."""
    return phrases.listed(t, counts, COLOURS)


def _describe_board(t: Words, state: Any, seat: int, name: str) -> list[str]:
    player = state.players[seat]
    lines = [t("{who}: score {points}.", who=name, points=int(player.score))]
    for row in range(ROWS):
        count = int(player.line_count[row])
        held = tiles(t, int(player.line_colour[row]), count) if count else t("nothing")
        lines.append(t("Line {n}, spaces {size}: {tiles}.", n=row + 1, size=row + 1, tiles=held))
        lines.append(t("Row {n} of the box: {spaces}.", n=row + 1, spaces=_row_spaces(t, player, row)))
    fallen = [
        t("starting-player tile") if piece == START else colour_name(t, int(piece))
        for piece in _fallen(player)
    ]
    lines.append(t("Floor: {pieces}.", pieces=", ".join(fallen) or t("nothing")))
    return lines


def _row_spaces(t: Words, player: Any, row: int) -> str:
    laid = [
        t("{colour} in column {n}", colour=colour_name(t, int(tile)), n=column + 1)
        for column, tile in enumerate(player.box[row])
        if tile != EMPTY
    ]
    return ", ".join(laid) or t("nothing")


def _fallen(player: Any) -> list[int]:
    on_token = [int(player.zero_tile)] if player.has_zero and player.zero_tile != EMPTY else []
    return [int(piece) for piece in player.floor[: player.floor_count]] + on_token


# ------------------------------------------------------------------------------------------------
# Stories


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
    table.BEGINS: lambda t, rows, who: t("{who} begins.", who=who),
    table.TURNED: _turned,
    table.DRAWN: lambda t, rows, who: t.plural(
        "{n} tile is drawn from the bag.", "{n} tiles are drawn from the bag.", phrases.total(rows)
    ),
    table.POURED: lambda t, rows, who: t.plural(
        "{n} tile is poured from the lid into the bag.",
        "{n} tiles are poured from the lid into the bag.",
        phrases.total(rows),
    ),
    table.ATTRACTED: _attracted,
    table.START_PUT_OUT: lambda t, rows, who: t(
        "{who} begins and puts the starting-player tile in the centre.", who=who
    ),
    table.TAKEN: _taken,
    table.LEFT_OVER: lambda t, rows, who: t("To the centre: {tiles}.", tiles=several(t, rows)),
    table.MOVED_SIDEWAYS: _sideways,
    table.TOKEN_TAKEN: lambda t, rows, who: t("{who} lays the zero token beside the floor.", who=who),
    table.START_TAKEN: _start_taken,
    table.PLACED: _placed,
    table.FELL: _fell,
    table.OVERFLOWED: lambda t, rows, who: t(
        "The floor of {who} is full. Into the lid: {tiles}.", who=who, tiles=several(t, rows)
    ),
    table.LAID: _laid,
    table.LINE_CLEARED: _line_cleared,
    table.PENALTY: _penalty,
    table.FLOOR_CLEARED: lambda t, rows, who: t(
        "From the floor of {who} into the lid: {tiles}.", who=who, tiles=several(t, rows)
    ),
    table.START_KEPT: lambda t, rows, who: t("{who} keeps the starting-player tile.", who=who),
    table.TOKEN_RETURNED: lambda t, rows, who: t("{who} gives the zero token back.", who=who),
    table.FULL_ROW: lambda t, rows, who: t("{who} has row {n} full: +2.", who=who, n=rows[0]["count"]),
    table.FULL_COLUMN: lambda t, rows, who: t("{who} has column {n} full: +7.", who=who, n=rows[0]["count"]),
    table.FULL_COLOUR: _full_colour,
    table.GAME_OVER: _over,
}
