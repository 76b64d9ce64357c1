"""A position as a readable document and back, and what is wrong with a position."""

from typing import Any

from azulejos.core.bits import count_bits
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
from azulejos.games.pavilion.board import (
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COLOURS_N,
    CORNERS,
    EMPTY,
    FIRST_SCORE,
    LEAST_SCORE,
    RHOMBI,
    ROUNDS,
    SPACES,
    STAR_COLOUR,
    STARS,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
)
from azulejos.games.pavilion.rules import have_all_passed
from azulejos.games.pavilion.scoring import most_points
from azulejos.games.pavilion.state import (
    BEGINNING,
    BONUS,
    COLOURED,
    COLOURING,
    FILLING,
    KEEPING,
    LAYING,
    NOBODY,
    OFFER,
    OVER,
    PAYING,
    PHASES,
    REFILLING,
    clear_board,
    colours_asked,
    count_corners,
    count_factories,
    derive,
    uses_asked,
)

TILES = TILES_PER_COLOUR * COLOURS_N
SCORE_MAX = 999  # more than any board brings
OWED_MAX = 3  # a window, or a statue and a pillar at once
KEYS = (
    *HEADER_KEYS,
    "starter",
    "starting_tile",
    "bag",
    "tower",
    "supply",
    "centre",
    "factories",
    "space",
    "colour",
    "owed",
    "last_seat",
    "seats",
)
SEAT_KEYS = ("score", "passed", "hand", "corners", "stars")


# ------------------------------------------------------------------------------------------------
# Writing


def write(state: Any) -> dict[str, Any]:
    """Every fact on the table, in the rulebook's words. Derived fields are left out."""
    factories = [counts(COLOURS, state.offer[factory]) for factory in range(count_factories(state))]
    return {
        **write_header(state, PHASES),
        "starter": seat_or_none(state.starter),
        "starting_tile": "centre" if state.start_holder == NOBODY else who(state.start_holder),
        "bag": counts(COLOURS, state.bag),
        "tower": counts(COLOURS, state.tower),
        "supply": counts(COLOURS, state.supply),
        "centre": counts(COLOURS, state.offer[CENTRE]),
        "factories": factories,
        "space": None if state.space_chosen == EMPTY else SPACES[state.space_chosen],
        "colour": _colour(state.colour_chosen),
        "owed": int(state.owed),
        "last_seat": seat_or_none(state.last_seat),
        "seats": [_write_seat(state.players[seat]) for seat in range(state.players_n)],
    }


def _colour(colour: int) -> str | None:
    return None if colour == EMPTY else COLOURS[colour]


def _write_seat(player: Any) -> dict[str, Any]:
    return {
        "score": int(player.score),
        "passed": bool(player.passed),
        "hand": counts(COLOURS, player.hand),
        "corners": counts(COLOURS, player.corners),
        "stars": {
            name: [_colour(tile) for tile in player.spaces[star * RHOMBI : (star + 1) * RHOMBI]]
            for star, name in enumerate(STARS)
        },
    }


# ------------------------------------------------------------------------------------------------
# Reading


def read(document: dict[str, Any], state: Any) -> list[Message]:
    """Lay a table out as a document says; return what is wrong with it.

    `state` is a table just started with the players and options of the game. Entries left out mean
    nothing there; a bag left out holds the tiles that lie nowhere else.
    """
    reader = Reader()
    entries = reader.mapping(document, "position", KEYS)
    _read_header(reader, entries, state)
    _read_table(reader, entries, state)
    seats = reader.exactly(entries["seats"], "seats", int(state.players_n))
    for seat, entry in enumerate(seats):
        _read_seat(reader, {} if entry is None else entry, f"seat-{seat + 1}", state.players[seat])
    if reader.problems:
        return reader.problems
    read_bag(reader, entries["bag"], state, COLOURS, TILES_PER_COLOUR, _tiles_outside_bag(state))
    derive(state)
    _check_boards(reader, state)
    _check_phase(reader, state)
    return reader.problems


def _read_header(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    seats = seat_names(state)
    read_header(reader, entries, state, PHASES, OFFER, ROUNDS)
    read_step(reader, entries, state, COLOURING <= state.phase_id <= KEEPING)
    default = NOBODY if state.phase_id == BEGINNING else 0
    state.starter = reader.one_of(entries["starter"], "starter", seats, default)
    place = reader.one_of(entries["starting_tile"], "starting_tile", (*seats, "centre"), len(seats))
    state.start_holder = NOBODY if place == len(seats) else place
    state.last_seat = reader.one_of(entries["last_seat"], "last_seat", seats, NOBODY)
    state.space_chosen = reader.one_of(entries["space"], "space", SPACES, EMPTY)
    state.colour_chosen = reader.one_of(entries["colour"], "colour", COLOURS, EMPTY)
    state.owed = reader.whole(entries["owed"], "owed", 0, OWED_MAX, 0)


def _read_table(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    state.tower[:] = reader.counts(entries["tower"], "tower", COLOURS, TILES)
    state.supply[:] = reader.counts(entries["supply"], "supply", COLOURS, SUPPLY_SPACES)
    state.offer[CENTRE] = reader.counts(entries["centre"], "centre", COLOURS, TILES)
    factories = reader.exactly(entries["factories"], "factories", count_factories(state))
    for factory, tiles in enumerate(factories):
        where = f"factory-{factory + 1}"
        state.offer[factory] = reader.counts(tiles, where, COLOURS, TILES_PER_FACTORY)


def _read_seat(reader: Reader, entry: object, where: str, player: Any) -> None:
    clear_board(player)
    entries = reader.mapping(entry, where, SEAT_KEYS)
    player.score = reader.whole(entries["score"], f"{where}, score", LEAST_SCORE, SCORE_MAX, FIRST_SCORE)
    player.passed = reader.flag(entries["passed"], f"{where}, passed")
    player.hand[:] = reader.counts(entries["hand"], f"{where}, hand", COLOURS, TILES)
    player.corners[:] = reader.counts(entries["corners"], f"{where}, corners", COLOURS, CORNERS)
    stars = reader.mapping({} if entries["stars"] is None else entries["stars"], f"{where}, stars", STARS)
    for star, name in enumerate(STARS):
        tiles = reader.exactly(stars[name], f"{where}, star {name}", RHOMBI)
        for direction, tile in enumerate(tiles):
            if tile is not None:
                colour = reader.one_of(tile, f"{where}, star {name}", COLOURS)
                player.spaces[star * RHOMBI + direction] = colour


def _tiles_outside_bag(state: Any) -> list[int]:
    """Twenty-two tiles of each colour, wherever they are (SP-05)."""
    boards = [state.players[seat] for seat in range(state.players_n)]
    return [
        int(state.tower[c] + state.supply[c] + state.offer[:, c].sum())
        + sum(int(board.hand[c] + board.corners[c] + (board.spaces == c).sum()) for board in boards)
        for c in range(COLOURS_N)
    ]


# ------------------------------------------------------------------------------------------------
# Problems


def _check_boards(reader: Reader, state: Any) -> None:
    for seat in range(state.players_n):
        player = state.players[seat]
        for star in range(len(STARS)):
            tiles = [
                int(tile) for tile in player.spaces[star * RHOMBI : (star + 1) * RHOMBI] if tile != EMPTY
            ]
            _check_star(reader, who(seat), star, tiles, int(state.board_side))
        most = most_points(player, int(state.board_side), state.phase_id == OVER)
        check_score(reader, seat, player.score, most)
        if count_corners(player) > CORNERS:
            reader.wrong("{who}: the corners hold at most {most} tiles", who=who(seat), most=CORNERS)


def _check_star(reader: Reader, seat: str, star: int, tiles: list[int], side: int) -> None:
    """One colour, or all different, as the side and the star say (SP-15, SP-16, SP-34)."""
    is_one_colour = len(set(tiles)) <= 1
    is_many_colours = len(set(tiles)) == len(tiles)
    facts = {"who": seat, "star": STARS[star]}
    if side == COLOURED and star != CENTRE_STAR:
        own = int(STAR_COLOUR[star])
        if set(tiles) - {own}:
            reader.wrong("{who}: star {star} takes {colour} tiles only", colour=COLOURS[own], **facts)
    elif side == COLOURED and not is_many_colours:
        reader.wrong("{who}: the tiles of star {star} must all be of different colours", **facts)
    elif not (is_one_colour or is_many_colours):
        reader.wrong("{who}: star {star} must be of one colour, or all of different colours", **facts)


def _check_phase(reader: Reader, state: Any) -> None:
    """What is asked fits what lies on the table."""
    phase = state.phase_id
    if not check_mover(reader, state, PHASES, OFFER <= phase <= KEEPING):
        return
    name = PHASES[phase]
    is_later = COLOURING <= phase <= KEEPING
    if is_later != (state.step > 0) or (state.to_move >= 0 and state.turn_number == 0):
        reader.wrong("turn and step don't fit phase {phase}", phase=name)
    if (state.starter == NOBODY) != (phase == BEGINNING):
        reader.wrong("starter: the seat that began the round, and nobody before that is known")
    if phase in (BEGINNING, FILLING) and state.start_holder != NOBODY:
        reader.wrong("in phase {phase} the starting-player token lies in the centre", phase=name)
    if phase == OVER and state.round_number != ROUNDS:
        reader.wrong("the game is over after round {rounds}", rounds=ROUNDS)
    _check_set_up(reader, state)
    _check_offer(reader, state)
    _check_supply(reader, state)
    _check_steps(reader, state)
    _check_passes(reader, state)


def _check_set_up(reader: Reader, state: Any) -> None:
    """Before the first factory is filled all tiles are in the bag or on the supply (SP-05)."""
    if state.phase_id != BEGINNING and (state.phase_id != REFILLING or state.last_seat != NOBODY):
        return
    is_elsewhere = sum(_tiles_outside_bag(state)) > state.supply_count
    if is_elsewhere or state.round_number != 1 or state.start_holder != NOBODY:
        reader.wrong("at set-up it is round 1 and all tiles are in the bag or on the supply")


def _check_offer(reader: Reader, state: Any) -> None:
    """Tiles on the factories and in the centre, as the phase allows (SP-05, SP-12)."""
    phase = state.phase_id
    filled = [int(state.offer[factory].sum()) for factory in range(count_factories(state))]
    if phase in (OFFER, FILLING) and max(filled) > TILES_PER_FACTORY:
        reader.wrong("a factory holds at most {most} tiles", most=TILES_PER_FACTORY)
    if phase == OFFER and not state.offered:
        reader.wrong("in phase {phase} there is nothing to choose from", phase=PHASES[phase])
    if phase not in (OFFER, FILLING) and state.offered:
        reader.wrong("no tiles lie on factories or in the centre in phase {phase}", phase=PHASES[phase])
    if phase == FILLING:
        check_filling(reader, filled, [TILES_PER_FACTORY] * len(filled))
        if state.offer[CENTRE].any():
            reader.wrong("the centre is empty while factories are filled")
    if phase in (OFFER, FILLING):
        _check_hands(reader, state)


def _check_hands(reader: Reader, state: Any) -> None:
    """Tiles in hand come from the factories of this round, or were kept in the corners (SP-11, SP-29)."""
    dealt = TILES_PER_FACTORY * int(count_factories(state))
    kept = CORNERS * int(state.players_n) if state.round_number > 1 else 0
    offered = int(state.offer.sum())
    most = kept + (offered if state.phase_id == FILLING else dealt)
    count = offered + sum(int(state.players[seat].hand_count) for seat in range(state.players_n))
    if count > most:
        reader.wrong(
            "{count} tiles on factories, in the centre and in hand; there can be {most} at most",
            count=count,
            most=most,
        )


def _check_supply(reader: Reader, state: Any) -> None:
    """Ten spaces, and a tile to draw while somebody draws (SP-05, SP-24)."""
    phase = state.phase_id
    most = SUPPLY_SPACES - (phase == REFILLING)
    if state.supply_count > most:
        reader.wrong("the supply holds at most {most} tiles now", most=most)
    if phase in (REFILLING, FILLING) and state.bag_count == 0:
        reader.wrong("in phase {phase} there is nothing to choose from", phase=PHASES[phase])
    if (state.owed > 0) != (phase == BONUS) or state.owed > state.supply_count:
        reader.wrong("owed: the bonus tiles still to take from the supply, in phase bonus only")


def _check_steps(reader: Reader, state: Any) -> None:
    """The space and the colour chosen so far in this turn."""
    phase = state.phase_id
    has_space, has_colour = state.space_chosen != EMPTY, state.colour_chosen != EMPTY
    if has_space != (phase in (COLOURING, PAYING)):
        reader.wrong("space: the one chosen in this turn, in the phases colouring and paying only")
    elif has_colour != (phase == PAYING):
        reader.wrong("colour: the one chosen in this turn, in phase paying only")
    elif has_space:
        colours = int(colours_asked(state))
        chosen = 1 << int(state.colour_chosen) if has_colour else colours
        if not colours & chosen or (has_colour and count_bits(int(uses_asked(state))) == 0):
            reader.wrong(
                "space {space} can't be covered with the tiles in hand", space=SPACES[state.space_chosen]
            )


def _check_passes(reader: Reader, state: Any) -> None:
    """Who has passed has no tiles but in the corners, who hasn't has none there (SP-25, SP-29)."""
    phase = state.phase_id
    is_laying = LAYING <= phase <= KEEPING or (phase == REFILLING and state.last_seat != NOBODY)
    for seat in range(state.players_n):
        player = state.players[seat]
        is_keeping = phase == KEEPING and seat == state.to_move
        if player.passed and not is_laying and phase != OVER:
            reader.wrong("{who}: nobody has passed before phase 2", who=who(seat))
        if player.passed and player.hand_count > 0:
            reader.wrong("{who}: who has passed has tiles in the corners only", who=who(seat))
        if not player.passed and not is_keeping and count_corners(player) > 0:
            reader.wrong("{who}: tiles lie in the corners after passing only", who=who(seat))
        if phase == OVER and not player.passed:
            reader.wrong("{who}: the game ends when all have passed", who=who(seat))
    is_last = state.round_number == ROUNDS and have_all_passed(state)
    if phase == REFILLING and is_last:
        reader.wrong("after the last turn of the game nothing is drawn")
    if phase >= LAYING and state.to_move >= 0:
        mover = state.players[state.to_move]
        if mover.passed or (phase == LAYING and mover.hand_count == 0):
            reader.wrong("{who} has passed or has no tiles, and can't be asked", who=who(state.to_move))
    if phase != REFILLING and state.last_seat != NOBODY:
        reader.wrong("last_seat: whose turn has just ended, in phase refilling only")
