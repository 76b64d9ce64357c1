"""A position as a readable document and back, and what is wrong with a position."""

from collections.abc import Sequence
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
from azulejos.games.duel.board import (
    BROKEN_MAX,
    CHIPS,
    CHIPS_N,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    COLOURS,
    COLOURS_N,
    DISPLAY,
    DOME_TILES,
    DOME_TILES_N,
    EMPTY,
    FIRST_SCORE,
    GOALS,
    GOALS_N,
    KINDS,
    LARGE,
    LINES,
    MOON_MAX,
    PLACES_N,
    PLAYERS,
    QUADRANTS,
    ROUNDS,
    SIZE,
    SMALL,
    SPECIAL,
    STACK_MAX,
    TILES_PER_COLOUR,
    TILES_PER_LARGE,
    TILES_PER_SMALL,
    TOKENS,
    WILD,
)
from azulejos.games.duel.scoring import goal_points
from azulejos.games.duel.state import (
    ACTING,
    BACK,
    BEGINNING,
    CHIPS_PHASE,
    COLUMNS,
    COMPLETING,
    DRAWING,
    FACE_DOWN,
    FACING,
    FILLING,
    GOALS_PHASE,
    KEEPING,
    LINING,
    LOOKING,
    NO_CHIP,
    NOBODY,
    ORDERING,
    OVER,
    PAYING,
    PHASES,
    PLACING,
    SETTING,
    STACKING,
    TURNING,
    can_complete,
    chip_to_turn,
    clear_table,
    columns_for,
    derive,
    dome_count,
    first_undecided,
    free_slot,
    is_factory_empty,
    kind_of,
    payments_asked,
    space_at,
    stack_count,
)

TILES = TILES_PER_COLOUR * COLOURS_N
SCORE_MAX = 999
LARGE_MOON_MAX = TILES_PER_LARGE - 1  # single spaces on the large factory's moon side
HAND_MAX = SMALL + LARGE_MOON_MAX  # one from each stack, and all of the large factory's moon side
CONTENTS = (*COLOURS, "special")  # of a space
FACES = ("down", *CHIPS)
KEYS = (
    *HEADER_KEYS,
    "mover",
    "starter",
    "starting_tile",
    "goals",
    "bag",
    "tower",
    "factories",
    "large",
    "chips",
    "display",
    "stack",
    "drawn",
    "tile",
    "place",
    "source",
    "hand",
    "line",
    "paid",
    "seats",
)
SEAT_KEYS = ("score", "tokens", "chips_taken", "chips", "lines", "broken", "dome", "spaces")
HIDDEN_KEYS = ("tile", "back", "known")
FACTORIES = tuple(f"factory-{factory + 1}" for factory in range(SMALL))


# ------------------------------------------------------------------------------------------------
# Writing


def write(state: Any) -> dict[str, Any]:
    """Every fact on the table, in the rulebook's words. Derived fields are left out."""
    return {
        **write_header(state, PHASES),
        "mover": seat_or_none(state.mover),
        "starter": seat_or_none(state.starter),
        "starting_tile": "large" if state.start_holder == NOBODY else who(state.start_holder),
        "goals": [name for goal, name in enumerate(GOALS) if (state.goals >> goal) & 1],
        "bag": counts(COLOURS, state.bag),
        "tower": counts(COLOURS, state.tower),
        "factories": [_write_factory(state, factory) for factory in range(SMALL)],
        "large": {"sun": counts(COLOURS, state.sun[LARGE]), "moon": counts(COLOURS, state.large_moon)},
        "chips": counts(CHIPS, state.chips_unseen),
        "display": [_name(DOME_TILES, tile) for tile in state.display],
        "stack": {
            "unseen": int(state.unseen_count),
            "back": _name(KINDS, state.top_kind),
            "under": _write_hidden(state.under, state.under_kind, state.under_knower, state.under_count),
        },
        "drawn": _write_hidden(state.drawn, state.drawn_kind, state.drawn_knower, state.drawn_count),
        "tile": _name(DOME_TILES, state.dome_hand),
        "place": _number(state.place_chosen),
        "source": _name(FACTORIES, state.source_chosen),
        "hand": {COLOURS[state.hand_colour]: int(state.hand_count)} if state.hand_count else {},
        "line": _number(state.row_asked),
        "paid": counts(CHIPS, state.paid),
        "seats": [_write_seat(state.players[seat]) for seat in range(PLAYERS)],
    }


def _name(names: Sequence[str], value: int) -> str | None:
    return None if value == EMPTY else names[value]


def _number(value: int) -> int | None:
    """People count from 1."""
    return None if value == EMPTY else int(value) + 1


def _write_factory(state: Any, factory: int) -> dict[str, Any]:
    chip = int(state.chip[factory])
    return {
        "sun": counts(COLOURS, state.sun[factory]),
        "moon": [COLOURS[tile] for tile in state.moon[factory, : state.moon_count[factory]]],
        "chip": None if chip == NO_CHIP else FACES[chip - FACE_DOWN],
    }


def _write_hidden(tiles: Any, kinds: Any, knowers: Any, count: int) -> list[dict[str, Any]]:
    return [
        {
            "tile": _name(DOME_TILES, tiles[i]),
            "back": KINDS[kinds[i]],
            "known": seat_or_none(knowers[i]),
        }
        for i in range(count)
    ]


def _write_seat(player: Any) -> dict[str, Any]:
    return {
        "score": int(player.score),
        "tokens": int(player.tokens),
        "chips_taken": int(player.chips_taken),
        "chips": counts(CHIPS, player.chips),
        "lines": [[COLOURS[player.line_colour[row]]] * int(player.line_count[row]) for row in range(LINES)],
        "broken": counts(COLOURS, player.broken),
        "dome": [_write_dome_tile(player, place) for place in range(PLACES_N)],
        "spaces": [
            [_name(CONTENTS, tile) for tile in player.spaces[row * SIZE : (row + 1) * SIZE]]
            for row in range(SIZE)
        ],
    }


def _write_dome_tile(player: Any, place: int) -> dict[str, Any] | None:
    if player.dome_tile[place] == EMPTY:
        return None
    return {"tile": DOME_TILES[player.dome_tile[place]], "turned": int(player.dome_turned[place])}


# ------------------------------------------------------------------------------------------------
# Reading


def read(document: dict[str, Any], state: Any) -> list[Message]:
    """Lay a table out as a document says; return what is wrong with it.

    `state` is a table just started with the options of the game. Entries left out mean nothing there;
    a bag left out holds the tiles that lie nowhere else, a stack left out the dome tiles that do.
    """
    reader = Reader()
    entries = reader.mapping(document, "position", KEYS)
    chosen_goals, goals_wanted = int(state.goals), int(state.goals_wanted)
    clear_table(state)
    _read_header(reader, entries, state)
    _read_goals(reader, entries["goals"], state, chosen_goals, goals_wanted)
    _read_factories(reader, entries, state)
    _read_turn(reader, entries, state)
    seats = reader.exactly(entries["seats"], "seats", PLAYERS)
    for seat, entry in enumerate(seats):
        _read_seat(reader, {} if entry is None else entry, f"seat-{seat + 1}", state.players[seat])
    _read_stack(reader, entries, state)
    _read_chips(reader, entries["chips"], state)
    if reader.problems:
        return reader.problems
    read_bag(reader, entries["bag"], state, COLOURS, TILES_PER_COLOUR, _tiles_outside_bag(state))
    derive(state)
    _check_dome_tiles(reader, state)
    _check_chips(reader, state)
    for seat in range(PLAYERS):
        player = state.players[seat]
        _check_dome(reader, who(seat), player)
        check_score(reader, seat, player.score, _most_points(state, player))
    if not reader.problems:
        _check_phase(reader, state)
    return reader.problems


def _read_header(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    seats = seat_names(state)
    read_header(reader, entries, state, PHASES, ACTING, ROUNDS)
    is_later = DRAWING <= state.phase_id <= LINING
    read_step(reader, entries, state, is_later)
    default = NOBODY if state.phase_id == BEGINNING else 0
    state.mover = reader.one_of(entries["mover"], "mover", seats, NOBODY)
    state.starter = reader.one_of(entries["starter"], "starter", seats, default)
    place = reader.one_of(entries["starting_tile"], "starting_tile", (*seats, "large"), len(seats))
    state.start_holder = NOBODY if place == len(seats) else place


def _read_goals(reader: Reader, value: object, state: Any, chosen: int, wanted: int) -> None:
    """The goals of the game; where CHANCE draws them, those that it has drawn (DU-03)."""
    names = reader.items(value, "goals", GOALS_N)
    goals = 0
    for name in names:
        goals |= 1 << reader.one_of(name, "goals", GOALS)
    if wanted == 0 and value is None:
        goals = chosen
    drawn, is_partial = goals.bit_count(), state.phase_id in (BEGINNING, GOALS_PHASE)
    state.goals, state.goals_wanted = goals, wanted
    if any((goals >> (2 * tile)) & 3 == 3 for tile in range(GOALS_N // 2)):
        reader.wrong("goals: never both sides of one goal tile")
    elif wanted == 0 and goals != chosen:
        reader.wrong("goals: the game's goals are {goals}", goals=", ".join(_goal_names(chosen)))
    elif wanted == 0 and state.phase_id == GOALS_PHASE:
        reader.wrong("goals: chosen ones are not drawn by CHANCE")
    elif wanted and (drawn > wanted or (drawn < wanted) != is_partial):
        reader.wrong("goals: CHANCE draws {count} of them, in phase goals", count=wanted)


def _goal_names(goals: int) -> list[str]:
    return [name for goal, name in enumerate(GOALS) if (goals >> goal) & 1]


def _read_factories(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    state.tower[:] = reader.counts(entries["tower"], "tower", COLOURS, TILES)
    factories = reader.exactly(entries["factories"], "factories", SMALL)
    for factory, entry in enumerate(factories):
        where = FACTORIES[factory]
        sides = reader.mapping({} if entry is None else entry, where, ("sun", "moon", "chip"))
        state.sun[factory] = reader.counts(sides["sun"], f"{where}, sun", COLOURS, TILES_PER_SMALL)
        moon = reader.items(sides["moon"], f"{where}, moon", MOON_MAX)
        state.moon_count[factory] = len(moon)
        for level, tile in enumerate(moon):
            state.moon[factory, level] = reader.one_of(tile, f"{where}, moon", COLOURS)
        state.chip[factory] = reader.one_of(sides["chip"], f"{where}, chip", FACES, NO_CHIP - FACE_DOWN)
        state.chip[factory] += FACE_DOWN
    large = reader.mapping({} if entries["large"] is None else entries["large"], "large", ("sun", "moon"))
    state.sun[LARGE] = reader.counts(large["sun"], "large, sun", COLOURS, TILES_PER_LARGE)
    state.large_moon[:] = reader.counts(large["moon"], "large, moon", COLOURS, LARGE_MOON_MAX)


def _read_turn(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    """What has been chosen so far in the present turn."""
    state.dome_hand = reader.one_of(entries["tile"], "tile", DOME_TILES, EMPTY)
    state.place_chosen = reader.whole(entries["place"], "place", 1, PLACES_N, 0) - 1
    state.source_chosen = reader.one_of(entries["source"], "source", FACTORIES, EMPTY)
    state.row_asked = reader.whole(entries["line"], "line", 1, LINES, 0) - 1
    state.paid[:] = reader.counts(entries["paid"], "paid", CHIPS, CHIPS_PER_KIND)
    hand = reader.counts(entries["hand"], "hand", COLOURS, HAND_MAX)
    held = [colour for colour in range(COLOURS_N) if hand[colour]]
    if len(held) > 1:
        reader.wrong("hand: tiles of one colour only")
    elif held:
        state.hand_colour = held[0]
        state.hand_count = hand[held[0]]


def _read_seat(reader: Reader, entry: object, where: str, player: Any) -> None:
    entries = reader.mapping(entry, where, SEAT_KEYS)
    player.score = reader.whole(entries["score"], f"{where}, score", 0, SCORE_MAX, FIRST_SCORE)
    player.tokens = reader.whole(entries["tokens"], f"{where}, tokens", 0, TOKENS, TOKENS)
    taken = reader.whole(entries["chips_taken"], f"{where}, chips_taken", 0, CHIPS_PER_ROUND, 0)
    player.chips_taken = taken
    player.chips[:] = reader.counts(entries["chips"], f"{where}, chips", CHIPS, CHIPS_PER_KIND)
    player.broken[:] = reader.counts(entries["broken"], f"{where}, broken", COLOURS, BROKEN_MAX)
    lines = reader.exactly(entries["lines"], f"{where}, lines", LINES)
    for row, line in enumerate(lines):
        _read_line(reader, line, f"{where}, line-{row + 1}", player, row)
    places = reader.exactly(entries["dome"], f"{where}, dome", PLACES_N)
    for place, dome_tile in enumerate(places):
        if dome_tile is not None:
            _read_dome_tile(reader, dome_tile, f"{where}, place-{place + 1}", player, place)
    rows = reader.exactly(entries["spaces"], f"{where}, spaces", SIZE)
    for row, tiles in enumerate(rows):
        _read_row(reader, tiles, f"{where}, spaces, row {row + 1}", player, row)


def _read_line(reader: Reader, value: object, where: str, player: Any, row: int) -> None:
    names = reader.items(value, where, row + 1)
    tiles = [reader.one_of(name, where, COLOURS) for name in names]
    if len(set(tiles)) > 1:
        reader.wrong("{where}: a line holds one colour only", where=where)
    elif tiles:
        player.line_colour[row] = tiles[0]
        player.line_count[row] = len(tiles)


def _read_dome_tile(reader: Reader, value: object, where: str, player: Any, place: int) -> None:
    entries = reader.mapping(value, where, ("tile", "turned"))
    player.dome_tile[place] = reader.one_of(entries["tile"], where, DOME_TILES)
    player.dome_turned[place] = reader.whole(entries["turned"], f"{where}, turned", 0, QUADRANTS - 1, 0)


def _read_row(reader: Reader, value: object, where: str, player: Any, row: int) -> None:
    for column, name in enumerate(reader.exactly(value, where, SIZE)):
        if name is not None:
            player.spaces[row * SIZE + column] = reader.one_of(name, where, CONTENTS)


def _read_stack(reader: Reader, entries: dict[str, Any], state: Any) -> None:
    display = reader.exactly(entries["display"], "display", DISPLAY)
    for slot, tile in enumerate(display):
        state.display[slot] = reader.one_of(tile, "display", DOME_TILES, EMPTY)
    stack = {} if entries["stack"] is None else entries["stack"]
    stack = reader.mapping(stack, "stack", ("unseen", "back", "under"))
    state.under_count = _read_hidden(
        reader, stack["under"], "stack, under", state.under, state.under_kind, state.under_knower
    )
    state.drawn_count = _read_hidden(
        reader, entries["drawn"], "drawn", state.drawn, state.drawn_kind, state.drawn_knower
    )
    if (state.under_knower[: state.under_count] == NOBODY).any():
        reader.wrong("stack, under: known is the seat that has put the tile there")
    missing = max(0, DOME_TILES_N - _dome_tiles_outside(state))
    state.unseen_count = reader.whole(stack["unseen"], "stack, unseen", 0, DOME_TILES_N, missing)
    default = 0 if state.unseen_count and state.phase_id > BACK else EMPTY
    state.top_kind = reader.one_of(stack["back"], "stack, back", KINDS, default)


def _read_hidden(reader: Reader, value: object, where: str, tiles: Any, kinds: Any, knowers: Any) -> int:
    """Dome tiles that lie face down; those that nobody has seen are not decided."""
    items = reader.items(value, where, STACK_MAX)
    for i, item in enumerate(items):
        entries = reader.mapping(item, where, HIDDEN_KEYS)
        tiles[i] = reader.one_of(entries["tile"], where, DOME_TILES, EMPTY)
        default = int(kind_of(tiles[i])) if tiles[i] != EMPTY else None
        kinds[i] = reader.one_of(entries["back"], f"{where}, back", KINDS, default)
        knowers[i] = reader.one_of(entries["known"], f"{where}, known", ("seat-1", "seat-2"), NOBODY)
        if tiles[i] != EMPTY and kind_of(tiles[i]) != kinds[i]:
            reader.wrong("{where}: {tile} has another back", where=where, tile=DOME_TILES[tiles[i]])
    return len(items)


def _read_chips(reader: Reader, value: object, state: Any) -> None:
    """Chips that nobody has seen; left out, all that lie nowhere."""
    if value is not None:
        state.chips_unseen[:] = reader.counts(value, "chips", CHIPS, CHIPS_PER_KIND)
        return
    for chip in range(CHIPS_N):
        state.chips_unseen[chip] = max(0, CHIPS_PER_KIND - _chips_seen(state, chip))


def _tiles_outside_bag(state: Any) -> list[int]:
    """Thirteen tiles of each colour, wherever they are (DU-04)."""
    found = [int(state.tower[c] + state.sun[:, c].sum() + state.large_moon[c]) for c in range(COLOURS_N)]
    for tile in state.moon.flat:
        if tile != EMPTY:
            found[tile] += 1
    if state.hand_count:
        found[state.hand_colour] += int(state.hand_count)
    for seat in range(PLAYERS):
        player = state.players[seat]
        for colour in range(COLOURS_N):
            found[colour] += int(player.broken[colour]) + int((player.spaces == colour).sum())
        for row in range(LINES):
            if player.line_count[row]:
                found[player.line_colour[row]] += int(player.line_count[row])
    return found


# ------------------------------------------------------------------------------------------------
# Problems


def _dome_tiles(state: Any) -> list[int]:
    """The dome tiles that lie anywhere and are decided."""
    lists = [state.display, state.under, state.drawn, [state.dome_hand]]
    lists += [state.players[seat].dome_tile for seat in range(PLAYERS)]
    return [int(tile) for tiles in lists for tile in tiles if tile != EMPTY]


def _dome_tiles_outside(state: Any) -> int:
    """How many dome tiles lie anywhere but in the unseen part of the stack."""
    hidden = [*state.under[: state.under_count], *state.drawn[: state.drawn_count]]
    return len(_dome_tiles(state)) + sum(tile == EMPTY for tile in hidden)


def _check_dome_tiles(reader: Reader, state: Any) -> None:
    """Eighteen dome tiles, each once; the backs of those that are not decided can be as they say (DU-02)."""
    tiles = _dome_tiles(state)
    for tile in sorted({tile for tile in tiles if tiles.count(tile) > 1}):
        reader.wrong("dome tile {tile} lies at two places", tile=DOME_TILES[tile])
    count = _dome_tiles_outside(state) + int(state.unseen_count)
    if count != DOME_TILES_N:
        reader.wrong("{count} dome tiles in all; there must be {right}", count=count, right=DOME_TILES_N)
        return
    left = [DOME_TILES_N // 2 - sum(kind_of(tile) == kind for tile in set(tiles)) for kind in range(2)]
    hidden = [
        *zip(state.under, state.under_kind, strict=True),
        *zip(state.drawn, state.drawn_kind, strict=True),
    ]
    for tile, kind in hidden:
        if tile == EMPTY and kind != EMPTY:
            left[kind] -= 1
    if state.unseen_count and state.top_kind != EMPTY:
        left[state.top_kind] -= 1
    if min(left) < 0:
        reader.wrong("more dome tiles of one back lie face down than there are left")
    if not state.unseen_count and state.top_kind != EMPTY:
        reader.wrong("stack, back: of the unseen tile on top, and there is none")


def _chips_seen(state: Any, chip: int) -> int:
    held = sum(int(state.players[seat].chips[chip]) for seat in range(PLAYERS))
    return held + int((state.chip == chip).sum()) + int(state.paid[chip])


def _check_chips(reader: Reader, state: Any) -> None:
    """Two chips of each kind; used ones are out of the game. Four come in a round (DU-06, DU-29, DU-39)."""
    for chip, name in enumerate(CHIPS):
        count = int(state.chips_unseen[chip]) + _chips_seen(state, chip)
        if count > CHIPS_PER_KIND:
            reader.wrong(
                "{count} chips {chip}; there are {most}", count=count, chip=name, most=CHIPS_PER_KIND
            )
    to_come = SMALL * (ROUNDS - int(state.round_number))
    if (state.chip == FACE_DOWN).sum() + to_come > state.chips_unseen.sum():
        reader.wrong("more chips lie face down than there are left for this round and later ones")


def _check_dome(reader: Reader, seat: str, player: Any) -> None:
    """Tiles lie on spaces that ask for them, special ones on finished dome tiles (DU-25, DU-33)."""
    for space in range(SIZE * SIZE):
        tile, asks = int(player.spaces[space]), int(player.asks[space])
        if (tile != EMPTY and asks not in (tile, WILD)) or (tile == SPECIAL and asks != SPECIAL):
            reader.wrong(
                "{who}: {tile} can't lie in row {row}, column {column} of the dome",
                who=seat,
                tile=CONTENTS[tile],
                row=space // SIZE + 1,
                column=space % SIZE + 1,
            )
    for place in range(PLACES_N):
        spaces = [space_at(place, quadrant) for quadrant in range(QUADRANTS)]
        filled = sum(player.spaces[space] != EMPTY for space in spaces if player.asks[space] != SPECIAL)
        for space in spaces:
            if player.asks[space] == SPECIAL and (player.spaces[space] == SPECIAL) != (filled == 3):
                reader.wrong(
                    "{who}: a special tile lies on place-{place} once its three other spaces are filled",
                    who=seat,
                    place=place + 1,
                )
    if player.broken.sum() > BROKEN_MAX:
        reader.wrong("{who}: at most {most} broken tiles", who=seat, most=BROKEN_MAX)


def _most_points(state: Any, player: Any) -> int:
    """What tiles on the dome can have brought, and goals when the game is over (DU-01, DU-42, DU-43)."""
    most = FIRST_SCORE + _points_laid(player)
    if state.phase_id == OVER:
        most += sum(int(goal_points(player, goal)) for goal in range(GOALS_N) if (state.goals >> goal) & 1)
    return max(0, most)


def _points_laid(player: Any) -> int:
    """The most that the tiles on a dome can have scored: the n-th of a row or column joins a run of up to n.

    A special tile has scored the number of its row (DU-31 to DU-33).
    """
    tiles = player.spaces.reshape(SIZE, SIZE)
    runs = [int(count) for axis in range(2) for count in (tiles != EMPTY).sum(axis)]
    specials = sum((row + 1) * int((tiles[row] == SPECIAL).sum()) for row in range(SIZE))
    return sum(count * (count + 1) // 2 for count in runs) + specials


def _check_phase(reader: Reader, state: Any) -> None:
    """What is asked fits what lies on the table."""
    phase = int(state.phase_id)
    if not check_mover(reader, state, PHASES, SETTING <= phase <= COLUMNS):
        return
    if (state.starter == NOBODY) != (phase == BEGINNING):
        reader.wrong("starter: the seat that began the round, and nobody before that is known")
        return
    if _is_wrong_moment(state):
        reader.wrong("turn and step don't fit phase {phase}", phase=PHASES[phase])
    for find in (
        _turn_problem,
        _chance_problem,
        _phase_problem,
        _dome_problem,
        _token_problem,
        _set_up_problem,
        _preparation_problem,
        _chip_problem,
    ):
        problem = find(state)
        if problem is not None:
            reader.problems.append(problem)
    _check_factories(reader, state)


def _is_wrong_moment(state: Any) -> bool:
    """A turn has a number; later questions of it, also those of CHANCE, come after a step."""
    phase = int(state.phase_id)
    is_within = state.mover != NOBODY or DRAWING <= phase <= LINING
    has_turn = is_within or state.to_move >= 0
    return bool(
        (has_turn and state.turn_number == 0)
        or (is_within and state.step == 0)
        or (phase in (SETTING, ACTING) and state.step > 0)
    )


def _has_tiles(state: Any) -> bool:
    return bool(state.sun.any() or _has_moon(state))


def _has_moon(state: Any) -> bool:
    return bool(state.large_moon.any() or state.moon_count.any())


def _check_factories(reader: Reader, state: Any) -> None:
    """No more tiles than a factory takes; filled in their order (DU-05, DU-14)."""
    for factory in range(SMALL):
        sun, moon = int(state.sun[factory].sum()), int(state.moon_count[factory])
        taken = int(state.hand_count) if state.source_chosen == factory else 0
        if taken + sun + moon > TILES_PER_SMALL or (sun and moon and not taken):
            reader.wrong(
                "{where}: up to {most} tiles, on one side", where=FACTORIES[factory], most=TILES_PER_SMALL
            )
    sun, moon = int(state.sun[LARGE].sum()), int(state.large_moon.sum())
    if sun > TILES_PER_LARGE or moon > LARGE_MOON_MAX or (sun and moon):
        most = LARGE_MOON_MAX if moon else TILES_PER_LARGE
        reader.wrong("{where}: up to {most} tiles, on one side", where="large", most=most)
    if state.phase_id == FILLING:
        filled = [int(state.sun[source].sum()) for source in (LARGE, *range(SMALL))]
        check_filling(reader, filled, [TILES_PER_LARGE, *[TILES_PER_SMALL] * SMALL])


def _dome_problem(state: Any) -> Message | None:
    """A dome tile at set-up, then two in each of four rounds: there is a place for each (DU-07, DU-13)."""
    rounds_left = max(0, ROUNDS - 1 - int(state.round_number))
    is_taking = state.dome_hand != EMPTY or state.drawn_count > 0
    for seat in range(PLAYERS):
        player = state.players[seat]
        count = int(dome_count(player)) + int(player.tokens) + TOKENS * rounds_left
        if count + (is_taking and seat in (state.to_move, state.mover)) > PLACES_N:
            return Message(
                "{who}: more tokens than places for dome tiles, in this round and later ones", who=who(seat)
            )
    return None


def _token_problem(state: Any) -> Message | None:
    """Lines are laid when all tokens are used, and round 5 has none (DU-13, DU-23)."""
    is_without = state.phase_id >= COMPLETING or state.round_number == ROUNDS
    if is_without and any(player.tokens for player in state.players):
        return Message(
            "tokens are used before lines are laid, and there are none in round {rounds}", rounds=ROUNDS
        )
    return None


def _domes(state: Any) -> tuple[int, int]:
    """How many dome tiles lie on the board of the starter, and on the other one."""
    starter = int(state.starter)
    return int(dome_count(state.players[starter])), int(dome_count(state.players[1 - starter]))


def _set_up_problem(state: Any) -> Message | None:
    """In round 1 the other player places a dome tile, then the starter; nothing else comes before (DU-07)."""
    phase = int(state.phase_id)
    if phase <= GOALS_PHASE:
        is_right = state.round_number == 1 and not any(
            dome_count(state.players[seat]) for seat in range(PLAYERS)
        )
        return None if is_right else Message("before the set-up it is round 1, and no dome tile lies")
    own, other = _domes(state)
    if own and other:
        return Message("after the set-up each dome has a tile") if phase == SETTING else None
    is_set_up = state.round_number == 1 and own == 0 and other <= 1
    if phase in (SETTING, PLACING, TURNING):
        is_right = is_set_up and (state.to_move == state.starter) == (other == 1)
        return None if is_right else Message("a first dome tile is placed at set-up, last by the starter")
    is_filling = phase in (FILLING, CHIPS_PHASE) and other == 0
    if is_set_up and state.mover == NOBODY and (phase in (BACK, FACING) or is_filling):
        return None
    return Message("after the set-up each dome has a tile")


def _is_before_turns(state: Any) -> bool:
    """Is a round prepared, or the set-up not over?"""
    is_preparing = state.phase_id <= CHIPS_PHASE and state.mover == NOBODY
    return bool(is_preparing or state.starter == NOBODY or min(_domes(state)) == 0)


def _is_before_filling(state: Any) -> bool:
    """Are the factories not yet filled? At set-up they are before the first dome tile is placed (DU-07)."""
    if state.phase_id <= GOALS_PHASE or state.phase_id == FILLING:
        return True
    is_display = state.phase_id in (BACK, FACING) and state.mover == NOBODY
    return bool(is_display and not (state.round_number == 1 and _domes(state)[1] == 1))


def _preparation_problem(state: Any) -> Message | None:
    """Before the first turn of a round nothing of it is used (DU-06, DU-13, DU-19, DU-38, DU-39)."""
    if not _is_before_turns(state):
        return None
    tokens = 0 if state.round_number == ROUNDS else TOKENS
    if any(player.tokens != tokens or player.chips_taken for player in state.players):
        return Message("before the first turn of a round no token is used and no chip is taken")
    if (state.chip == NO_CHIP).any():
        return Message("before the first turn of a round a chip lies on each small factory")
    if _has_moon(state):
        return Message("before the first turn of a round no tiles lie on moon sides")
    if _is_before_filling(state) and state.phase_id != FILLING and state.sun.any():
        return Message("the factories are filled after the display, and before the dome tiles of the set-up")
    is_shown = state.phase_id in (FILLING, CHIPS_PHASE, SETTING)
    if is_shown and free_slot(state) != EMPTY and stack_count(state) > 0:
        return Message("before the factories are filled the display is, as long as there are dome tiles")
    return None


def _chip_problem(state: Any) -> Message | None:
    """A chip is face down as long as tiles lie on its factory, and until they are laid out (DU-14, DU-15)."""
    if _is_before_filling(state):
        is_down = bool((state.chip == FACE_DOWN).all())
        return None if is_down else Message("chips lie face down until the factories are filled")
    for factory in range(SMALL):
        if state.chip[factory] != FACE_DOWN and not is_factory_empty(state, factory):
            return Message("{where}: its tiles lie on a chip that is face down", where=FACTORIES[factory])
    if (chip_to_turn(state) != EMPTY) != (state.phase_id == CHIPS_PHASE):
        return Message("a chip is turned up in phase chips, when its factory is empty")
    return None


def _turn_problem(state: Any) -> Message | None:
    """What was chosen in this turn belongs to certain phases."""
    phase = int(state.phase_id)
    has_tile = phase in (PLACING, TURNING, ORDERING) or (phase == LOOKING and state.dome_hand != EMPTY)
    if (state.dome_hand != EMPTY) != has_tile:
        return Message("tile: the dome tile to be placed, in the phases ordering, placing and turning only")
    if (state.place_chosen != EMPTY) != (phase == TURNING):
        return Message("place: the chosen place of the dome, in phase turning only")
    if (state.source_chosen != EMPTY) != (phase == STACKING):
        return Message("source: the factory whose tiles are stacked, in phase stacking only")
    has_hand = phase in (STACKING, LINING) or (phase == CHIPS_PHASE and state.mover != NOBODY)
    if (state.hand_count > 0) != has_hand:
        return Message("hand: the tiles just taken, in the phases stacking and lining only")
    if (state.row_asked != EMPTY) != (phase in (COMPLETING, PAYING, COLUMNS)):
        return Message("line: the one in question, in the phases completing, paying and columns only")
    if state.paid.any() and phase != PAYING:
        return Message("paid: the chips paid so far, in phase paying only")
    has_drawn = phase in (DRAWING, LOOKING, KEEPING, ORDERING) or (phase == BACK and state.mover != NOBODY)
    if (state.drawn_count > 0) != has_drawn:
        return Message("drawn: the dome tiles just drawn, until one is placed")
    return None


def _chance_problem(state: Any) -> Message | None:
    phase = int(state.phase_id)
    may_interrupt = phase in (BACK, LOOKING, CHIPS_PHASE)
    if (state.mover != NOBODY and not may_interrupt) or (phase == LOOKING and state.mover == NOBODY):
        return Message("mover: in whose turn CHANCE is asked, in the phases back, looking and chips only")
    is_missing = state.unseen_count > 0 and state.top_kind == EMPTY
    if is_missing != (phase == BACK) and phase > GOALS_PHASE:
        return Message("stack, back: what the unseen tile on top shows, known but in phase back")
    if phase == LOOKING and first_undecided(state) == EMPTY:
        return Message("in phase {phase} there is nothing to choose from", phase=PHASES[state.phase_id])
    if phase in (KEEPING, ORDERING) and first_undecided(state) != EMPTY:
        return Message("in phase {phase} the drawn tiles have been looked at", phase=PHASES[state.phase_id])
    if phase == FACING and (free_slot(state) == EMPTY or not _is_top_undecided(state)):
        return Message("in phase {phase} there is nothing to choose from", phase=PHASES[state.phase_id])
    if phase == FILLING and state.bag_count == 0:
        return Message("in phase {phase} there is nothing to choose from", phase=PHASES[state.phase_id])
    return None


def _is_top_undecided(state: Any) -> bool:
    """Is there a tile on top of the stack whose face is not decided?"""
    return bool(state.unseen_count > 0 or (state.under_count > 0 and state.under[0] == EMPTY))


def _phase_problem(state: Any) -> Message | None:
    phase = int(state.phase_id)
    if phase == OVER and state.round_number != ROUNDS:
        return Message("the game is over after round {rounds}", rounds=ROUNDS)
    if phase >= COMPLETING and _has_tiles(state):
        return Message("no tiles lie on the factories in phase {phase}", phase=PHASES[state.phase_id])
    if phase == SETTING and not (state.display != EMPTY).any():
        return Message("in phase {phase} there is nothing to choose from", phase=PHASES[state.phase_id])
    if phase == ACTING and not _can_act(state):
        return Message("in phase {phase} there is nothing to choose from", phase=PHASES[state.phase_id])
    if phase in (PLACING, TURNING):
        places = state.players[state.to_move].dome_tile
        chosen = places if phase == PLACING else places[state.place_chosen : state.place_chosen + 1]
        if not (chosen == EMPTY).any():
            return Message("that place of the dome is taken")
    if phase == STACKING and not state.sun[state.source_chosen].any():
        return Message("in phase {phase} there is nothing to choose from", phase=PHASES[state.phase_id])
    if phase >= COMPLETING and phase != OVER:
        return _mosaic_problem(state)
    return None


def _can_act(state: Any) -> bool:
    player = state.players[state.to_move]
    has_dome = player.tokens > 0 and (stack_count(state) > 0 or (state.display != EMPTY).any())
    has_chip = player.chips_taken < CHIPS_PER_ROUND and (state.chip >= 0).any()
    return bool(_has_tiles(state) or has_dome or has_chip)


def _mosaic_problem(state: Any) -> Message | None:
    player, row = state.players[state.to_move], int(state.row_asked)
    if player.line_count[row] == 0 or columns_for(player, row) == 0:
        return Message("the line in question can't be laid")
    is_full = player.line_count[row] > row
    if state.phase_id == COMPLETING and (is_full or not can_complete(player, row)):
        return Message("the line in question can't be completed with chips")
    if state.phase_id == PAYING and (is_full or payments_asked(state) == 0):
        return Message("the line in question can't be completed with chips")
    return None
