"""A position as a readable document and back, and what is wrong with a position."""

from typing import Any

from azulejos.core.document import (
    HEADER_KEYS,
    Reader,
    check_filling,
    check_mover,
    check_score,
    counts,
    read_bag,
    read_header,
    read_step,
    seat_names,
    seat_or_none,
    who,
    write_header,
)
from azulejos.core.message import Message
from azulejos.games.chocolatier.board import (
    CENTRE,
    COLOURS,
    COLOURS_N,
    COLUMN,
    COLUMNS,
    EMPTY,
    FLOOR_SPACES,
    GONE,
    LAST_ROUND,
    PLAIN,
    PLUS_ONE,
    ROWS,
    SIDEWAYS,
    START,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    TOKENS,
    ZERO,
)
from azulejos.games.chocolatier.scoring import most_points
from azulejos.games.chocolatier.state import (
    BEGINNING,
    COLOURED,
    EXTRA,
    FILLING,
    GREY,
    LAYING,
    NOBODY,
    OFFER,
    OVER,
    PHASES,
    PLACING,
    SIDES,
    SPECIAL,
    can_lay,
    clear_board,
    count_factories,
    derive,
    has_full_row,
    is_out_of_tiles,
    is_row_full,
    token_at,
    topmost_full_line,
)
from azulejos.games.chocolatier.state import TOKENS as TURNING

PIECES = (*COLOURS, "start")
TILES = TILES_PER_COLOUR * COLOURS_N
SCORE_MAX = 999  # more than any box brings
KEYS = (
    *HEADER_KEYS,
    "starter",
    "starting_tile",
    "bag",
    "lid",
    "centre",
    "factories",
    "tokens",
    "hand",
    "seats",
)
SEAT_KEYS = ("score", "lines", "box", "floor", "zero")


# ------------------------------------------------------------------------------------------------
# Writing


def write(state: Any) -> dict[str, Any]:
    """Every fact on the table, in the rulebook's words. Derived fields are left out."""
    factories_n = count_factories(state)
    return {
        **write_header(state, PHASES),
        "starter": seat_or_none(state.starter),
        "starting_tile": _start_place(state),
        "bag": counts(COLOURS, state.bag),
        "lid": counts(COLOURS, state.lid),
        "centre": counts(COLOURS, state.offer[CENTRE]),
        "factories": [counts(COLOURS, state.offer[factory]) for factory in range(factories_n)],
        "tokens": [TOKENS[state.tokens[factory]] for factory in range(factories_n)],
        "hand": {COLOURS[state.hand_colour]: int(state.hand_count)} if state.hand_count else {},
        "seats": [_write_seat(state.players[seat]) for seat in range(state.players_n)],
    }


def _start_place(state: Any) -> str | None:
    if state.starter == NOBODY:
        return None
    return "centre" if state.start_holder == NOBODY else who(state.start_holder)


def _write_seat(player: Any) -> dict[str, Any]:
    return {
        "score": int(player.score),
        "lines": [[COLOURS[player.line_colour[row]]] * int(player.line_count[row]) for row in range(ROWS)],
        "box": [[_piece(tile) for tile in player.box[row]] for row in range(ROWS)],
        "floor": [_piece(piece) for piece in player.floor[: player.floor_count]],
        "zero": _write_zero(player),
    }


def _piece(piece: int) -> str | None:
    return None if piece == EMPTY else PIECES[piece]


def _write_zero(player: Any) -> list[str | None] | None:
    if not player.has_zero:
        return None
    return [] if player.zero_tile == EMPTY else [_piece(player.zero_tile)]


# ------------------------------------------------------------------------------------------------
# Reading


def read(document: dict[str, Any], state: Any) -> list[Message]:
    """Lay a table out as a document says; return what is wrong with it.

    `state` is a table just started with the players and options of the game. Entries left out mean
    nothing there; a bag left out holds the tiles that lie nowhere else, a round left out is the first
    that the boxes allow.
    """
    reader = Reader()
    entries = reader.mapping(document, "position", KEYS)
    _read_table(reader, entries, state)
    seats = reader.exactly(entries["seats"], "seats", int(state.players_n))
    for seat, entry in enumerate(seats):
        _read_seat(reader, {} if entry is None else entry, f"seat-{seat + 1}", state.players[seat])
    _read_header(reader, entries, state)
    if reader.problems:
        return reader.problems
    elsewhere = _tiles_outside_bag(state)
    read_bag(reader, entries["bag"], state, COLOURS, TILES_PER_COLOUR, elsewhere)
    derive(state)
    _check_boards(reader, state)
    _check_rounds(reader, state)
    _check_start_tile(reader, state)
    _check_tokens(reader, state)
    _check_phase(reader, state)
    return reader.problems


def _read_header(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    seats = seat_names(state)
    read_header(reader, entries, state, PHASES, OFFER, LAST_ROUND, _first_round(state))
    read_step(reader, entries, state, state.phase_id in (SIDES, PLACING))
    default = NOBODY if state.phase_id == BEGINNING else 0
    state.starter = reader.one_of(entries["starter"], "starter", seats, default)
    place = reader.one_of(entries["starting_tile"], "starting_tile", (*seats, "centre"), len(seats))
    state.start_holder = NOBODY if place == len(seats) else place


def _first_round(state: Any) -> int:
    """A round lays one tile in a row at most: no row shows as many as there were rounds (MC-14)."""
    return 1 + max(
        int((state.players[seat].box[row] != EMPTY).sum())
        for seat in range(state.players_n)
        for row in range(ROWS)
    )


def _read_table(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    factories_n = count_factories(state)
    state.lid[:] = reader.counts(entries["lid"], "lid", COLOURS, TILES)
    state.offer[CENTRE] = reader.counts(entries["centre"], "centre", COLOURS, TILES)
    factories = reader.exactly(entries["factories"], "factories", factories_n)
    tokens = reader.exactly(entries["tokens"], "tokens", factories_n)
    for factory in range(factories_n):
        where = f"factory-{factory + 1}"
        state.offer[factory] = reader.counts(factories[factory], where, COLOURS, TILES)
        state.tokens[factory] = reader.one_of(tokens[factory], f"tokens, {where}", TOKENS, PLAIN)
    hand = reader.counts(entries["hand"], "hand", COLOURS, TILES)
    held = [colour for colour in range(COLOURS_N) if hand[colour]]
    if len(held) > 1:
        reader.wrong("hand: tiles of one colour only")
    elif held:
        state.hand_colour = held[0]
        state.hand_count = hand[held[0]]


def _read_seat(reader: Reader, entry: object, where: str, player: Any) -> None:
    clear_board(player)
    entries = reader.mapping(entry, where, SEAT_KEYS)
    player.score = reader.whole(entries["score"], f"{where}, score", 0, SCORE_MAX, 0)
    lines = reader.exactly(entries["lines"], f"{where}, lines", ROWS)
    rows = reader.exactly(entries["box"], f"{where}, box", ROWS)
    for row in range(ROWS):
        _read_line(reader, lines[row], f"{where}, line-{row + 1}", player, row)
        _read_row(reader, rows[row], f"{where}, box, row-{row + 1}", player, row)
    floor = _read_pieces(reader, entries["floor"], f"{where}, floor", FLOOR_SPACES)
    player.floor_count = len(floor)
    player.floor[: len(floor)] = floor
    if entries["zero"] is not None:
        player.has_zero = 1
        on_token = _read_pieces(reader, entries["zero"], f"{where}, zero", 1)
        player.zero_tile = on_token[0] if on_token else EMPTY


def _read_pieces(reader: Reader, value: object, where: str, most: int) -> list[int]:
    names = reader.items(value, where, most)
    return [reader.one_of(name, where, PIECES) for name in names]


def _read_line(reader: Reader, value: object, where: str, player: Any, row: int) -> None:
    names = reader.items(value, where, row + 1)
    tiles = [reader.one_of(name, where, COLOURS) for name in names]
    if len(set(tiles)) > 1:
        reader.wrong("{where}: a line holds one colour only", where=where)
    elif tiles:
        player.line_colour[row] = tiles[0]
        player.line_count[row] = len(tiles)


def _read_row(reader: Reader, value: object, where: str, player: Any, row: int) -> None:
    for column, name in enumerate(reader.exactly(value, where, COLUMNS)):
        if name is not None:
            player.box[row, column] = reader.one_of(name, where, COLOURS)


def _tiles_outside_bag(state: Any) -> list[int]:
    """Twenty tiles of each colour, wherever they are (MC-04)."""
    counts = [int(state.lid[c]) + int(state.offer[:, c].sum()) for c in range(COLOURS_N)]
    if state.hand_count:
        counts[state.hand_colour] += int(state.hand_count)
    for seat in range(state.players_n):
        player = state.players[seat]
        for row in range(ROWS):
            if player.line_count[row]:
                counts[player.line_colour[row]] += int(player.line_count[row])
        for piece in (*player.box.flat, *player.floor, player.zero_tile):
            if 0 <= piece < COLOURS_N:
                counts[piece] += 1
    return counts


# ------------------------------------------------------------------------------------------------
# Problems


def _check_boards(reader: Reader, state: Any) -> None:
    for seat in range(state.players_n):
        player = state.players[seat]
        check_score(reader, seat, player.score, most_points(player, state.phase_id == OVER))
        for row in range(ROWS):
            _check_row(reader, f"seat-{seat + 1}", player, row, state.box_side)
        if state.box_side == GREY:
            _check_columns(reader, f"seat-{seat + 1}", player)


def _check_row(reader: Reader, who: str, player: Any, row: int, side: int) -> None:
    """No colour twice in a row, each in its place, none that waits in the line too (MC-10, MC-14)."""
    shown = [int(tile) for tile in player.box[row] if tile != EMPTY]
    for colour in sorted({tile for tile in shown if shown.count(tile) > 1}):
        reader.wrong(
            "{who}: {colour} stands twice in row {row} of the box",
            who=who,
            colour=COLOURS[colour],
            row=row + 1,
        )
    if player.line_colour[row] in shown:
        reader.wrong(
            "{who}: line-{row} holds {colour}, which row {row} of the box already shows",
            who=who,
            colour=COLOURS[player.line_colour[row]],
            row=row + 1,
        )
    for column in range(COLUMNS):
        tile = player.box[row, column]
        if side == COLOURED and tile != EMPTY and COLUMN[row, tile] != column:
            reader.wrong(
                "{who}: in row {row} of the coloured box, {colour} belongs in column {right}",
                who=who,
                row=row + 1,
                colour=COLOURS[tile],
                right=int(COLUMN[row, tile]) + 1,
            )


def _check_columns(reader: Reader, who: str, player: Any) -> None:
    """Grey side: no column shows a colour twice (MC-27)."""
    for column in range(COLUMNS):
        shown = [int(tile) for tile in player.box[:, column] if tile != EMPTY]
        if len(set(shown)) < len(shown):
            reader.wrong(
                "{who}: a colour stands twice in column {column} of the box",
                who=who,
                column=column + 1,
            )


def _check_rounds(reader: Reader, state: Any) -> None:
    """Each row of a box gets one tile a round at most, in phase B (MC-14). A full line will lay one more."""
    for seat in range(state.players_n):
        player = state.players[seat]
        for row in range(ROWS):
            is_full = player.line_count[row] > row
            tiles = int((player.box[row] != EMPTY).sum())
            if tiles + is_full >= state.round_number + (is_full or state.phase_id >= LAYING):
                reader.wrong(
                    "{who}: {count} tiles in row {row} of the box are too many for round {round}",
                    who=who(seat),
                    count=tiles,
                    row=row + 1,
                    round=int(state.round_number),
                )


def _check_start_tile(reader: Reader, state: Any) -> None:
    """There is one starting-player tile, and it is where the position says (MC-05, MC-08)."""
    lying = [
        seat
        for seat in range(state.players_n)
        for piece in (*state.players[seat].floor, state.players[seat].zero_tile)
        if piece == START
    ]
    holder = int(state.start_holder)
    if len(lying) > 1:
        reader.wrong("{count} starting-player tiles; there is only one", count=len(lying))
    elif lying and lying[0] != holder:
        reader.wrong(
            "the starting-player tile lies on the floor of {seat}, but starting_tile says {place}",
            seat=who(lying[0]),
            place=_start_place(state),
        )
    elif not lying and holder != NOBODY and state.phase_id in (OFFER, SIDES, PLACING):
        if state.players[holder].floor_count < FLOOR_SPACES:
            reader.wrong("{seat} has the starting-player tile, so it lies on the floor", seat=who(holder))


def _check_tokens(reader: Reader, state: Any) -> None:
    """The golden tokens (MC-31, MC-38)."""
    golden = [int(token) for token in state.tokens if token != PLAIN]
    holders = [seat for seat in range(state.players_n) if state.players[seat].has_zero]
    if state.factory_kind != SPECIAL:
        if golden or holders:
            reader.wrong("golden tokens belong to special factories only")
        return
    effects = [ZERO if token == GONE else token for token in golden]
    if len(set(effects)) < len(effects):
        reader.wrong("each golden token exists once")
    if state.phase_id > TURNING and len(golden) != state.players_n:
        reader.wrong(
            "{count} golden tokens; with {players} players there must be {players}",
            count=len(golden),
            players=int(state.players_n),
        )
    if len(holders) > 1 or (holders and GONE not in golden):
        reader.wrong("a zero token beside a floor has left the circle: its entry in tokens is 'gone'")
    if GONE in golden and not holders and state.phase_id not in (LAYING, OVER):
        reader.wrong("a zero token that is 'gone' lies beside a floor until the round ends")
    for factory in range(len(state.tokens)):
        if state.tokens[factory] == GONE and state.offer[factory].any():
            reader.wrong("factory-{n} is 'gone' and can't hold tiles", n=factory + 1)


def _check_phase(reader: Reader, state: Any) -> None:
    """What is asked fits what lies on the table."""
    phase = state.phase_id
    name = PHASES[phase]
    is_seats = OFFER <= phase <= LAYING
    if not check_mover(reader, state, PHASES, is_seats):
        return
    if (state.hand_count > 0) != (phase in (SIDES, PLACING)):
        reader.wrong("tiles are in hand in the phases sides and placing, and only then")
    has_steps = phase in (SIDES, PLACING) or (phase == LAYING and state.step > 0)
    if has_steps != (state.step > 0) or (is_seats and state.turn_number == 0):
        reader.wrong("turn and step don't fit phase {phase}", phase=name)
    if (state.starter == NOBODY) != (phase == BEGINNING):
        reader.wrong("starter: the seat that began the round, and nobody before that is known")
    if not _has_valid_question(state):
        reader.wrong("in phase {phase} there is nothing to choose from", phase=name)
    _check_beginning_and_end(reader, state)
    _check_offer(reader, state)
    _check_clean_boards(reader, state)


def _check_beginning_and_end(reader: Reader, state: Any) -> None:
    """Nothing has happened before the game begins; something has ended it (MC-04, MC-22, MC-23, MC-26)."""
    is_first, is_last = state.round_number == 1, state.round_number == LAST_ROUND
    if state.phase_id == BEGINNING:
        is_touched = any(_tiles_outside_bag(state)) or state.start_holder != NOBODY or state.tokens.any()
        if is_touched or not is_first:
            reader.wrong(
                "before the game begins it is round 1, all tiles are in the bag and all tokens plain"
            )
    elif state.phase_id == OVER and not (is_last or has_full_row(state) or is_out_of_tiles(state)):
        reader.wrong(
            "the game ends with a full row, without tiles in bag and lid, or after round {rounds}",
            rounds=LAST_ROUND,
        )


def _has_valid_question(state: Any) -> bool:
    phase = state.phase_id
    if phase == OFFER:
        return bool(state.offered)
    if phase == SIDES:
        factory = token_at(state, SIDEWAYS)
        return factory != NOBODY and bool(state.offer[factory].any())
    if phase == LAYING:
        player = state.players[state.to_move]
        row = topmost_full_line(player)
        return bool(state.box_side == GREY and row != EMPTY and can_lay(player, row))
    if phase == TURNING:
        is_missing = state.factory_kind == SPECIAL and (state.tokens != PLAIN).sum() < state.players_n
        return bool(is_missing and not is_out_of_tiles(state))
    if phase in (FILLING, EXTRA):
        is_extra = phase == EXTRA
        return bool(state.bag_count) and (not is_extra or token_at(state, PLUS_ONE) != NOBODY)
    return True


def _check_offer(reader: Reader, state: Any) -> None:
    """Tiles on the factories and in the centre, as the phase allows (MC-04, MC-13)."""
    factories_n = count_factories(state)
    filled = [int(state.offer[factory].sum()) for factory in range(factories_n)]
    if state.phase_id in (BEGINNING, TURNING, LAYING, OVER) and state.offered:
        reader.wrong(
            "no tiles lie on factories or in the centre in phase {phase}",
            phase=PHASES[state.phase_id],
        )
    if state.phase_id in (FILLING, EXTRA) and state.offer[CENTRE].any():
        reader.wrong("the centre is empty while factories are filled")
    if state.phase_id == FILLING:
        check_filling(reader, filled, [TILES_PER_FACTORY] * factories_n)
    elif state.phase_id == EXTRA and filled != [TILES_PER_FACTORY] * factories_n:
        reader.wrong("factories are full before the tile of effect +1 is drawn")
    elif state.factory_kind != SPECIAL and max(filled) > TILES_PER_FACTORY:
        reader.wrong("a plain factory holds at most {most} tiles", most=TILES_PER_FACTORY)
    most = TILES_PER_FACTORY * factories_n + (token_at(state, PLUS_ONE) != NOBODY)
    if int(state.offer.sum()) + state.hand_count > most:
        reader.wrong("no more than {most} tiles lie on the factories, in the centre and in hand", most=most)


def _check_clean_boards(reader: Reader, state: Any) -> None:
    """Boards whose phase B is over, or not begun, look like it (MC-14, MC-20, MC-23)."""
    phase = state.phase_id
    for seat in range(state.players_n):
        player = state.players[seat]
        place = (seat - state.starter) % state.players_n
        is_done = phase < OFFER or phase == OVER
        if phase == LAYING:
            is_done = place < (state.to_move - state.starter) % state.players_n
        if is_done and (player.floor_count or player.has_zero or topmost_full_line(player) != EMPTY):
            reader.wrong("{who}: the floor and the full lines have been cleared by now", who=who(seat))
        if phase not in (LAYING, OVER) and any(is_row_full(player, row) for row in range(ROWS)):
            reader.wrong("{who}: a full row has ended the game", who=who(seat))
    if BEGINNING < phase < OFFER and state.start_holder != state.starter:
        reader.wrong("while factories are filled, the starter has the starting-player tile")
