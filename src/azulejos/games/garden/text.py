"""A position as a readable document and back, and what is wrong with a position."""

from collections.abc import Sequence
from typing import Any

from azulejos.core.document import (
    HEADER_KEYS,
    Reader,
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
from azulejos.games.garden.board import (
    COLOURS,
    COLOURS_N,
    CRITERIA,
    DIRECTIONS,
    EMPTY,
    EXPANSION_STORAGE,
    FIRST_JOKERS,
    FIRST_OF_PLACE,
    FIRST_SCORE,
    HEXAGONS,
    HEXAGONS_N,
    PATTERNS_N,
    PLACES,
    PLACES_N,
    PRICE,
    ROUNDS,
    SIDES,
    SPACES,
    SPACES_N,
    STACK_MAX,
    STORAGE,
    TILES_ON_TOP,
    TILES_PER_HEXAGON,
)
from azulejos.games.garden.rules import copies_asked
from azulejos.games.garden.scoring import most_points
from azulejos.games.garden.state import (
    ACTING,
    ACTIONS,
    ALL_HEXAGONS,
    BEGINNING,
    BUYING,
    COPYING,
    DISCARDING,
    EXPANDING,
    FACE_DOWN,
    FILLING,
    NO_ACTION,
    NO_EXPANSION,
    NOBODY,
    OVER,
    PASSING,
    PAYING,
    PHASES,
    PLACED_DOWN,
    PLACING,
    PLACING_TILE,
    REVEALING,
    SITING,
    TAKEN,
    TAKING,
    TURNING,
    can_pay,
    clear_action,
    clear_display,
    clear_garden,
    derive,
    flood,
    free_places,
    hexagon_of,
    payable_with,
    put_on_slot,
    sites_for,
    slot_to_turn,
    slots_with,
    stack_size,
    tile_bits,
    turns_for,
    value_of,
)

TILES = TILES_PER_HEXAGON * HEXAGONS_N
SCORE_MAX = 19_999  # more than any garden brings, with any wheel
DOWN = "down"
KEYS = (
    *HEADER_KEYS,
    "last_seat",
    "starter",
    "starting_tile",
    "bag",
    "tower",
    "display",
    "stack",
    "supply",
    "unseen",
    "action",
    "seats",
)
ACTION_KEYS = ("kind", "what", "copies", "space", "place", "turned", "paid")
PAID_KEYS = ("tiles", "expansions", "jokers")
SEAT_KEYS = ("score", "passed", "jokers", "tiles", "expansions", "garden", "places")


# ------------------------------------------------------------------------------------------------
# Writing


def write(state: Any) -> dict[str, Any]:
    """Every fact on the table, in the rulebook's words. Derived fields are left out."""
    return {
        **write_header(state, PHASES),
        "last_seat": seat_or_none(state.last_seat),
        "starter": seat_or_none(state.starter),
        "starting_tile": "supply" if state.start_holder == NOBODY else who(state.start_holder),
        "bag": counts(HEXAGONS, state.bag),
        "tower": counts(HEXAGONS, state.tower),
        "display": [_write_slot(state, slot) for slot in range(stack_size(state))],
        "stack": int(stack_size(state) - state.stack_top),
        "supply": int(state.supply),
        "unseen": _names(int(state.unseen)),
        "action": _write_action(state),
        "seats": [_write_seat(state.players[seat]) for seat in range(state.players_n)],
    }


def _names(hexagons: int) -> list[str]:
    return [name for hexagon, name in enumerate(HEXAGONS) if (hexagons >> hexagon) & 1]


def _name(names: Sequence[str], value: int) -> str | None:
    return None if value == EMPTY else names[value]


def _write_slot(state: Any, slot: int) -> dict[str, Any] | None:
    if state.face[slot] == TAKEN or slot > state.stack_top:
        return None
    tiles = [HEXAGONS[tile] for tile in state.on_slot[slot] if tile != EMPTY]
    return {"tiles": tiles, "face": _name(HEXAGONS, state.face[slot])}


def _write_action(state: Any) -> dict[str, Any] | None:
    if state.action == NO_ACTION:
        return None
    what = int(state.what)
    copies = {
        HEXAGONS[hexagon_of(what, index)]: int(slot) + 1
        for index, slot in enumerate(state.copies)
        if slot != EMPTY
    }
    return {
        "kind": ACTIONS[state.action],
        "what": _name(CRITERIA if state.action == TAKING else HEXAGONS, what),
        "copies": copies,
        "space": _name(SPACES, state.space_chosen),
        "place": _name(PLACES, state.place_chosen),
        "turned": _name(DIRECTIONS, state.turned_chosen),
        "paid": {
            "tiles": dict.fromkeys(_names(int(state.paid)), 1),
            "expansions": _names(int(state.paid_expansions)),
            "jokers": int(state.paid_jokers),
        },
    }


def _write_seat(player: Any) -> dict[str, Any]:
    return {
        "score": int(player.score),
        "passed": bool(player.passed),
        "jokers": int(player.jokers),
        "tiles": counts(HEXAGONS, player.tiles),
        "expansions": _names(int(player.expansions)),
        "garden": {
            SPACES[space]: HEXAGONS[hexagon]
            for space, hexagon in enumerate(player.garden)
            if hexagon != EMPTY
        },
        "places": {name: _write_place(player, place) for place, name in enumerate(PLACES)},
    }


def _write_place(player: Any, place: int) -> dict[str, str] | str | None:
    expansion = int(player.places[place])
    if expansion == NO_EXPANSION:
        return None
    if expansion == PLACED_DOWN:
        return DOWN
    return {"expansion": HEXAGONS[expansion], "turned": DIRECTIONS[player.turned[place]]}


# ------------------------------------------------------------------------------------------------
# Reading


def read(document: dict[str, Any], state: Any) -> list[Message]:
    """Lay a table out as a document says; return what is wrong with it.

    `state` is a table just started with the players and options of the game. Entries left out mean
    nothing there; a bag left out holds the tiles that lie nowhere else, an unseen set the expansions.
    """
    reader = Reader()
    entries = reader.mapping(document, "position", KEYS)
    _read_header(reader, entries, state)
    _read_display(reader, entries, state)
    _read_action(reader, entries["action"], state)
    seats = reader.exactly(entries["seats"], "seats", int(state.players_n))
    for seat, entry in enumerate(seats):
        _read_seat(reader, {} if entry is None else entry, f"seat-{seat + 1}", state.players[seat])
    if reader.problems:
        return reader.problems
    read_bag(reader, entries["bag"], state, HEXAGONS, TILES_PER_HEXAGON, _tiles_outside_bag(state))
    _read_unseen(reader, entries["unseen"], state)
    derive(state)
    for seat in range(state.players_n):
        player = state.players[seat]
        _check_storage(reader, who(seat), player)
        _check_garden(reader, who(seat), player)
        check_score(reader, seat, player.score, most_points(state, player, state.phase_id == OVER))
    _check_expansions(reader, state)
    if not reader.problems:
        _check_phase(reader, state)
    return reader.problems


def _read_header(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    seats = seat_names(state)
    read_header(reader, entries, state, PHASES, ACTING, ROUNDS)
    read_step(reader, entries, state, COPYING <= state.phase_id <= DISCARDING)
    default = NOBODY if state.phase_id == BEGINNING else 0
    state.starter = reader.one_of(entries["starter"], "starter", seats, default)
    place = reader.one_of(entries["starting_tile"], "starting_tile", (*seats, "supply"), len(seats))
    state.start_holder = NOBODY if place == len(seats) else place
    state.last_seat = reader.one_of(entries["last_seat"], "last_seat", seats, NOBODY)
    state.tower[:] = reader.counts(entries["tower"], "tower", HEXAGONS, TILES_PER_HEXAGON)


def _read_display(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    size = int(stack_size(state))
    clear_display(state)
    slots = reader.exactly(entries["display"], "display", size)
    in_stack = reader.whole(entries["stack"], "stack", 0, size, 0 if entries["display"] else size)
    state.stack_top = size - in_stack
    for slot, entry in enumerate(slots):
        if entry is not None:
            _read_slot(reader, entry, f"display, {slot + 1}", state, slot)
        elif slot >= state.stack_top:
            state.face[slot] = FACE_DOWN
    least = int(HEXAGONS_N - ROUNDS * size)
    state.supply = reader.whole(entries["supply"], "supply", 0, HEXAGONS_N, least)


def _read_slot(reader: Reader, entry: object, where: str, state: Any, slot: int) -> None:
    sides = reader.mapping(entry, where, ("tiles", "face"))
    tiles = reader.items(sides["tiles"], f"{where}, tiles", TILES_ON_TOP)
    for tile in tiles:
        put_on_slot(state, slot, reader.one_of(tile, f"{where}, tiles", HEXAGONS))
    state.face[slot] = reader.one_of(sides["face"], f"{where}, face", HEXAGONS, FACE_DOWN)
    if tiles and state.face[slot] != FACE_DOWN:
        reader.wrong("{where}: an expansion with tiles on it lies face down", where=where)
    if slot > state.stack_top:
        reader.wrong("{where}: it lies in the stack, below the top", where=where)
    if slot == state.stack_top and state.face[slot] != FACE_DOWN:
        reader.wrong("{where}: the top of the stack lies face down", where=where)


def _read_action(reader: Reader, value: object, state: Any) -> None:
    clear_action(state)
    if value is None:
        return
    entries = reader.mapping(value, "action", ACTION_KEYS)
    state.action = reader.one_of(entries["kind"], "action, kind", ACTIONS)
    names = CRITERIA if state.action == TAKING else HEXAGONS
    state.what = reader.one_of(entries["what"], "action, what", names, EMPTY)
    state.space_chosen = reader.one_of(entries["space"], "action, space", SPACES, EMPTY)
    state.place_chosen = reader.one_of(entries["place"], "action, place", PLACES, EMPTY)
    state.turned_chosen = reader.one_of(entries["turned"], "action, turned", DIRECTIONS, EMPTY)
    paid = reader.mapping({} if entries["paid"] is None else entries["paid"], "action, paid", PAID_KEYS)
    tiles = reader.counts(paid["tiles"], "action, paid, tiles", HEXAGONS, 1)
    state.paid = sum(1 << hexagon for hexagon in range(HEXAGONS_N) if tiles[hexagon])
    state.paid_expansions = _read_names(reader, paid["expansions"], "action, paid, expansions", PATTERNS_N)
    state.paid_jokers = reader.whole(paid["jokers"], "action, paid, jokers", 0, PATTERNS_N, 0)
    if state.action == TAKING and state.what != EMPTY:
        _read_copies(reader, entries["copies"], state)


def _read_copies(reader: Reader, value: object, state: Any) -> None:
    own = [HEXAGONS[hexagon_of(int(state.what), index)] for index in range(PATTERNS_N)]
    copies = reader.mapping({} if value is None else value, "action, copies", own)
    for index, name in enumerate(own):
        state.copies[index] = reader.whole(copies[name], f"action, copies, {name}", 1, STACK_MAX, 0) - 1


def _read_names(reader: Reader, value: object, where: str, most: int) -> int:
    """A set of hexagons."""
    mask = 0
    for name in reader.items(value, where, most):
        hexagon = reader.one_of(name, where, HEXAGONS)
        if (mask >> hexagon) & 1:
            reader.wrong("{where}: {name} stands there twice", where=where, name=HEXAGONS[hexagon])
        mask |= 1 << hexagon
    return mask


def _read_seat(reader: Reader, entry: object, where: str, player: Any) -> None:
    clear_garden(player)
    entries = reader.mapping(entry, where, SEAT_KEYS)
    player.score = reader.whole(entries["score"], f"{where}, score", 0, SCORE_MAX, FIRST_SCORE)
    player.passed = reader.flag(entries["passed"], f"{where}, passed")
    player.jokers = reader.whole(entries["jokers"], f"{where}, jokers", 0, STORAGE, FIRST_JOKERS)
    player.tiles[:] = reader.counts(entries["tiles"], f"{where}, tiles", HEXAGONS, TILES_PER_HEXAGON)
    player.expansions = _read_names(reader, entries["expansions"], f"{where}, expansions", EXPANSION_STORAGE)
    places = reader.mapping(
        {} if entries["places"] is None else entries["places"], f"{where}, places", PLACES
    )
    for place, name in enumerate(PLACES):
        _read_place(reader, places[name], f"{where}, place {name}", player, place)
    garden = reader.mapping(
        {} if entries["garden"] is None else entries["garden"], f"{where}, garden", SPACES
    )
    for space, name in enumerate(SPACES):
        player.garden[space] = reader.one_of(garden[name], f"{where}, {name}", HEXAGONS, EMPTY)


def _read_place(reader: Reader, value: object, where: str, player: Any, place: int) -> None:
    if value == DOWN:
        player.places[place] = PLACED_DOWN
    elif value is not None:
        entries = reader.mapping(value, where, ("expansion", "turned"))
        player.places[place] = reader.one_of(entries["expansion"], where, HEXAGONS)
        player.turned[place] = reader.one_of(entries["turned"], f"{where}, turned", DIRECTIONS)


def _read_unseen(reader: Reader, value: object, state: Any) -> None:
    """Expansions whose face nobody has seen; left out, all that lie nowhere face up."""
    if value is not None:
        state.unseen = _read_names(reader, value, "unseen", HEXAGONS_N)
        return
    state.unseen = ALL_HEXAGONS & ~_seen_expansions(state)


def _tiles_outside_bag(state: Any) -> list[int]:
    """Three tiles of each hexagon, wherever they are (QG-03)."""
    found = [int(count) for count in state.tower]
    for tile in state.on_slot.flat:
        if tile != EMPTY:
            found[tile] += 1
    for hexagon in range(HEXAGONS_N):
        found[hexagon] += (int(state.paid) >> hexagon) & 1
    for seat in range(state.players_n):
        player = state.players[seat]
        for hexagon in range(HEXAGONS_N):
            found[hexagon] += int(player.tiles[hexagon]) + int((player.garden == hexagon).sum())
        for hexagon in _printed(player).values():
            found[hexagon] -= hexagon != EMPTY
    return found


def _printed(player: Any) -> dict[int, int]:
    """The spaces with printed hexagons, and what lies there according to the garden."""
    spaces = [
        int(FIRST_OF_PLACE[place]) + 1 + int(player.turned[place])
        for place in range(PLACES_N)
        if player.places[place] >= 0
    ]
    return {space: int(player.garden[space]) for space in spaces}


def _seen_expansions(state: Any) -> int:
    """Expansions that lie face up somewhere."""
    seen = int(state.paid_expansions)
    for face in state.face:
        seen |= 1 << int(face) if face >= 0 else 0
    for seat in range(state.players_n):
        player = state.players[seat]
        seen |= int(player.expansions)
        for expansion in player.places:
            seen |= 1 << int(expansion) if expansion >= 0 else 0
    return seen


# ------------------------------------------------------------------------------------------------
# Problems


def _check_storage(reader: Reader, seat: str, player: Any) -> None:
    if player.tile_count + player.jokers > STORAGE:
        reader.wrong("{who}: the storage has {most} spaces for tiles and jokers", who=seat, most=STORAGE)


def _check_garden(reader: Reader, seat: str, player: Any) -> None:
    """Hexagons lie on spaces that are there, and no group has two alike (QG-15, QG-17).

    That one has a neighbour and none like it can be: the neighbour may have come later, beside another.
    """
    for place, name in enumerate(PLACES):
        expansion = int(player.places[place])
        space = int(FIRST_OF_PLACE[place]) + 1 + int(player.turned[place])
        if expansion >= 0 and player.garden[space] != expansion:
            reader.wrong("{who}: the hexagon printed on place {place} is missing", who=seat, place=name)
    for space in range(SPACES_N):
        if player.garden[space] != EMPTY and not _is_there(player, space):
            reader.wrong("{who}: there is no space {space}", who=seat, space=SPACES[space])
    for criterion, name in enumerate(CRITERIA):
        by_colour = criterion < len(COLOURS)
        within = player.of_colour[criterion] if by_colour else player.of_pattern[criterion - COLOURS_N]
        if not _has_sound_groups(player, int(within)):
            reader.wrong("{who}: a group of {criterion} has two alike", who=seat, criterion=name)


def _is_there(player: Any, space: int) -> bool:
    if space < SIDES:
        return True
    place, where = divmod(space - SIDES, SIDES + 1)
    expansion = int(player.places[place])
    return expansion == PLACED_DOWN or (expansion >= 0 and where > 0)


def _has_sound_groups(player: Any, within: int) -> bool:
    while within:
        group = int(flood(within & -within, within))
        within &= ~group
        hexagons = [int(player.garden[space]) for space in range(SPACES_N) if (group >> space) & 1]
        if len(set(hexagons)) < len(hexagons):
            return False
    return True


def _check_expansions(reader: Reader, state: Any) -> None:
    """Thirty-six expansions, each once (QG-03)."""
    faces = [int(face) for face in state.face if face >= 0]
    faces += [hexagon for hexagon in range(HEXAGONS_N) if (int(state.paid_expansions) >> hexagon) & 1]
    hidden = int(state.supply) + int((state.face == FACE_DOWN).sum())
    hidden += int(ROUNDS - state.round_number) * int(stack_size(state))
    for seat in range(state.players_n):
        player = state.players[seat]
        faces += [hexagon for hexagon in range(HEXAGONS_N) if (int(player.expansions) >> hexagon) & 1]
        faces += [int(expansion) for expansion in player.places if expansion >= 0]
        hidden += int((player.places == PLACED_DOWN).sum())
    for face in sorted({face for face in faces if faces.count(face) > 1}):
        reader.wrong("expansion {expansion} lies at two places", expansion=HEXAGONS[face])
    if len(faces) + hidden != HEXAGONS_N:
        reader.wrong(
            "{count} expansions in all; there must be {right}", count=len(faces) + hidden, right=HEXAGONS_N
        )
    unseen = int(state.unseen)
    if unseen & _seen_expansions(state):
        reader.wrong("unseen: some of these lie face up")
    needed = int((state.face == FACE_DOWN).sum()) + int(ROUNDS - state.round_number) * int(stack_size(state))
    if unseen.bit_count() < needed:
        reader.wrong("unseen: fewer faces than expansions that have not been turned up")


def _check_phase(reader: Reader, state: Any) -> None:
    """What is asked fits what lies on the table."""
    phase = int(state.phase_id)
    if not check_mover(reader, state, PHASES, ACTING <= phase <= DISCARDING):
        return
    name = PHASES[phase]
    is_later = COPYING <= phase <= DISCARDING
    if is_later != (state.step > 0) or (state.to_move >= 0 and state.turn_number == 0):
        reader.wrong("turn and step don't fit phase {phase}", phase=name)
    if (state.starter == NOBODY) != (phase == BEGINNING):
        reader.wrong("starter: the seat that began the round, and nobody before that is known")
    if is_later != (state.action != NO_ACTION):
        reader.wrong("action: what a seat is doing, while it is asked how")
    if phase not in (FILLING, REVEALING) and state.last_seat != NOBODY:
        reader.wrong("last_seat: whose turn has just ended, in the phases filling and revealing only")
    if state.to_move >= 0 and state.players[state.to_move].passed != (phase == DISCARDING):
        reader.wrong(
            "passed: {who} is asked, what to discard after passing, else before", who=who(state.to_move)
        )
    _check_display(reader, state)
    _check_passes(reader, state)
    if is_later and not _is_action_sound(state):
        reader.wrong("action: it doesn't fit phase {phase}", phase=name)
    if phase == OVER and state.round_number != ROUNDS:
        reader.wrong("the game is over after round {rounds}", rounds=ROUNDS)


def _check_passes(reader: Reader, state: Any) -> None:
    phase = int(state.phase_id)
    passed = [bool(state.players[seat].passed) for seat in range(state.players_n)]
    holder = int(state.start_holder)
    if any(passed) if holder == NOBODY else not passed[holder]:
        reader.wrong("starting_tile: the first who has passed has it")
    is_wrong = any(passed) if state.last_seat == NOBODY else all(passed)
    if phase in (FILLING, REVEALING) and is_wrong:
        reader.wrong("while the display is filled somebody has not passed, and nobody before the first turn")
    if state.last_seat != NOBODY and passed[state.last_seat]:
        reader.wrong("last_seat: {who} has taken something, and not passed", who=who(state.last_seat))
    if phase == BEGINNING and (any(passed) or not _is_untouched(state)):
        reader.wrong("before the game begins it is round 1, nobody has passed and nothing has been drawn")
    if phase == OVER and not all(passed):
        reader.wrong("the game ends when all have passed")


def _is_untouched(state: Any) -> bool:
    """All tiles are in the bag and no expansion has been seen or moved (QG-03, QG-04)."""
    is_first = state.round_number == 1 and state.stack_top == 0
    hidden = int(state.supply) + ROUNDS * int(stack_size(state))
    is_laid_out = int(state.unseen) == ALL_HEXAGONS and hidden == HEXAGONS_N
    return bool(is_first and is_laid_out and not any(_tiles_outside_bag(state)))


def _check_display(reader: Reader, state: Any) -> None:
    phase = int(state.phase_id)
    is_turning = slot_to_turn(state) != EMPTY
    top = int(state.stack_top)
    if phase == REVEALING and not is_turning:
        reader.wrong("in phase {phase} there is nothing to choose from", phase=PHASES[phase])
    if phase > REVEALING and is_turning:
        reader.wrong("an expansion without tiles beside the stack lies face up")
    if phase == FILLING and (state.bag_count == 0 or top == stack_size(state) or _tiles_on_top(state) == 4):
        reader.wrong("in phase {phase} there is nothing to choose from", phase=PHASES[phase])
    if REVEALING <= phase < OVER and top < stack_size(state) and _tiles_on_top(state) == 0:
        reader.wrong("the top of the stack holds tiles")


def _tiles_on_top(state: Any) -> int:
    return int((state.on_slot[state.stack_top] != EMPTY).sum())


def _is_action_sound(state: Any) -> bool:
    """Does what was chosen so far fit the question, and can the turn be completed?"""
    phase, action = int(state.phase_id), int(state.action)
    player = state.players[state.to_move]
    if phase != PAYING and (state.paid or state.paid_expansions or state.paid_jokers):
        return False
    if phase == DISCARDING:
        return action == PASSING
    if phase == COPYING:
        return action == TAKING and _has_open_copies(state)
    if action == BUYING:
        return phase == PLACING and player.score >= PRICE and state.supply > 0 and free_places(player) != 0
    return _is_piece_sound(state, player) and _is_site_sound(state, player)


def _has_open_copies(state: Any) -> bool:
    if state.what == EMPTY:
        return False
    slots = [int(slots_with(state, hexagon_of(int(state.what), index))) for index in range(PATTERNS_N)]
    chosen = list(zip(slots, state.copies, strict=True))
    is_sound = all(copy == EMPTY or (there >> int(copy)) & 1 for there, copy in chosen)
    is_open = any(there & (there - 1) and copy == EMPTY for there, copy in chosen)
    return is_sound and is_open and bool(copies_asked(state))


def _is_piece_sound(state: Any, player: Any) -> bool:
    """The tile or expansion is in the storage, and what is paid for it goes together (QG-11 to QG-14)."""
    if state.what == EMPTY or state.action not in (PLACING_TILE, EXPANDING):
        return False
    hexagon = int(state.what)
    is_tile = state.action == PLACING_TILE
    holds = player.tiles[hexagon] > 0 if is_tile else int(player.expansions) >> hexagon & 1
    if not holds or int(state.paid) & int(state.paid_expansions):
        return False
    if state.phase_id != PAYING:
        held = int(tile_bits(player)) | int(player.expansions)
        return bool(can_pay(held, int(player.jokers), hexagon))
    pieces = int(state.paid).bit_count() + int(state.paid_expansions).bit_count() + int(state.paid_jokers)
    return bool(pieces < value_of(hexagon) - 1 and payable_with(state, player))


def _is_site_sound(state: Any, player: Any) -> bool:
    """The space or place is free, and the hexagon may lie there (QG-15 to QG-17, QG-20)."""
    phase, hexagon = int(state.phase_id), int(state.what)
    if state.action == PLACING_TILE:
        sites = int(sites_for(player, hexagon))
        has_chosen = state.space_chosen != EMPTY and bool((sites >> int(state.space_chosen)) & 1)
        return bool(sites) if phase == SITING else phase == PAYING and has_chosen
    places = int(free_places(player))
    if phase == PLACING:
        return bool(places)
    if state.place_chosen == EMPTY or not (places >> int(state.place_chosen)) & 1:
        return False
    turns = int(turns_for(player, int(state.place_chosen), hexagon))
    if phase == TURNING:
        return bool(turns)
    return phase == PAYING and state.turned_chosen != EMPTY and bool((turns >> int(state.turned_chosen)) & 1)
