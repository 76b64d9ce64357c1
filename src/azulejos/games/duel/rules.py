"""What may I do, and what happens then? Duel, DU-01 to DU-44."""

import numpy as np

from azulejos.core.bits import count_bits, lowest_bit, nth_bit, write_bits
from azulejos.core.contract import NO_PIECE, NO_PLACE, note_move, note_points, note_secret
from azulejos.core.jit import jit, jit_inline
from azulejos.core.rng import below
from azulejos.core.table import (
    ask_chance,
    begin_turn,
    colours_in_bag,
    end_turns,
    interrupt,
    pick_from_bag,
    pour_into_bag,
    seat_after,
    take_step,
    turn,
    write_bag,
)
from azulejos.games.duel import choices as choice
from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    BROKEN_MAX,
    CHIPS_N,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    COLOURS_N,
    DISPLAY,
    DOME_TILES_N,
    EMPTY,
    FIRST_SCORE,
    GOALS_N,
    LARGE,
    LINES,
    PLACE_OF,
    PLAYERS,
    ROUNDS,
    SIZE,
    SMALL,
    SPECIAL,
    START,
    START_LOSS,
    TILES_LAID_OUT,
    TILES_OF_KIND,
    TILES_PER_COLOUR,
    TILES_PER_LARGE,
    TILES_PER_SMALL,
    TOKENS,
    TURNS_N,
)
from azulejos.games.duel.scoring import (
    broken_loss,
    goal_points,
    loss,
    run_across,
    run_down,
    special_to_lay,
    tile_points,
)
from azulejos.games.duel.state import (
    NOBODY,
    backs_left,
    can_complete,
    chip_bits,
    chip_to_turn,
    clear_table,
    colours_left,
    columns_for,
    derive,
    display_bits,
    dome_count,
    drawn_bits,
    factory_with,
    first_undecided,
    free_slot,
    is_back_missing,
    is_row_built,
    kind_of,
    lines_asked,
    moon_bits,
    payments_asked,
    places_asked,
    show_dome_tile,
    stack_count,
    sun_bits,
    undecided_tiles,
)

VERSION = 1
"""Rises with any change of behaviour, never with a speed-up."""


# ------------------------------------------------------------------------------------------------
# Set-up


@jit
def start(state, players_n, first, settings):
    """Five points each, everything in bag and stack (DU-01 to DU-06). `state` must be all zeros.

    The setting is the set of chosen goals as bits, or minus the number of goals that CHANCE draws.
    """
    state.players_n = players_n
    state.goals = max(np.int64(settings[0]), np.int64(0))
    state.goals_wanted = max(-np.int64(settings[0]), np.int64(0))
    state.mover = NOBODY
    state.starter = NOBODY
    state.start_holder = NOBODY
    state.round_number = 1
    state.unseen_count = DOME_TILES_N
    for colour in range(COLOURS_N):
        state.bag[colour] = TILES_PER_COLOUR
    for chip in range(CHIPS_N):
        state.chips_unseen[chip] = CHIPS_PER_KIND
    for seat in range(PLAYERS):
        state.players[seat].score = FIRST_SCORE
        state.players[seat].tokens = TOKENS
    clear_table(state)
    put_out_chips(state, None)
    derive(state)
    ask_chance(state, table.BEGINNING)
    if first != NOBODY:
        begin_game(state, first, None)


@jit
def begin_game(state, seat, story):
    """A starting player, then the goals, the display and the factories (DU-02 to DU-07)."""
    state.starter = seat
    note_points(story, table.BEGINS, seat, 1, NO_PIECE, NO_PLACE, 0, 7)
    if count_bits(np.int64(state.goals)) < state.goals_wanted:
        ask_chance(state, table.GOALS_PHASE)
    else:
        fill_display(state, story)


@jit
def draw_goal(state, goal, story):
    state.goals |= 1 << goal
    note_points(story, table.GOAL_DRAWN, NOBODY, goal, NO_PIECE, NO_PLACE, 0, 3)
    if count_bits(np.int64(state.goals)) == state.goals_wanted:
        fill_display(state, story)


@jit
def goals_asked(state):
    """Never both sides of one tile: the goals of tiles without a chosen side, one bit each (DU-03)."""
    mask = 0
    for goal in range(GOALS_N):
        is_free = (state.goals >> (goal & ~1)) & 3 == 0
        mask |= is_free << goal
    return mask


# ------------------------------------------------------------------------------------------------
# The stack and the display


@jit
def fill_display(state, story):
    """Fill the display from the stack as far as nothing is to be revealed; then go on (DU-02, DU-38)."""
    while True:
        if is_back_missing(state):
            ask_chance(state, table.BACK)
            return
        slot = free_slot(state)
        if slot == EMPTY or stack_count(state) == 0:
            break
        if state.unseen_count > 0 or state.under[0] == EMPTY:
            ask_chance(state, table.FACING)
            return
        turn_up(state, slot, take_from_under(state), story)
    display_is_full(state, story)


@jit
def display_is_full(state, story):
    """What comes after the display: at set-up and between rounds something different."""
    starter = np.int64(state.starter)
    other = seat_after(state, starter)
    if dome_count(state.players[other]) != 1:
        fill_factories(state, story)
    elif dome_count(state.players[starter]) == 0:
        begin_turn(state, table.SETTING, starter)
    elif state.round_number == 1:
        begin_turn(state, table.ACTING, starter)
    else:
        fill_factories(state, story)


@jit
def turn_up(state, slot, tile, story):
    state.display[slot] = tile
    note_move(
        story, table.TURNED_UP, NOBODY, 1, table.DOME_PIECE + tile, table.AT_STACK, table.AT_DISPLAY + slot, 2
    )


@jit
def take_from_under(state):
    """Remove the uppermost of the tiles that were put under the stack."""
    tile = np.int64(state.under[0])
    last = state.under_count - 1
    for i in range(last):
        state.under[i] = state.under[i + 1]
        state.under_kind[i] = state.under_kind[i + 1]
        state.under_knower[i] = state.under_knower[i + 1]
    state.under[last] = EMPTY
    state.under_kind[last] = EMPTY
    state.under_knower[last] = NOBODY
    state.under_count = last
    return tile


@jit
def top_kind(state):
    """What the back of the uppermost tile of the stack shows."""
    return np.int64(state.top_kind if state.unseen_count > 0 else state.under_kind[0])


@jit
def lift_top(state):
    """Remove the uppermost tile of the stack, whose face is not decided."""
    if state.unseen_count > 0:
        state.unseen_count -= 1
        state.top_kind = EMPTY
    else:
        take_from_under(state)


@jit
def show_back(state, kind, story):
    """Everybody sees the back of the tile that lies on top (DU-11)."""
    state.top_kind = kind
    note_points(story, table.BACK_SHOWN, NOBODY, 1, table.BACK_PIECE + kind, table.AT_STACK, 0, 11)
    if state.mover != NOBODY:
        resume(state, table.DRAWING)
    else:
        fill_display(state, story)


@jit
def face(state, tile, story):
    """A dome tile for the display turns out to be this one."""
    slot = free_slot(state)
    lift_top(state)
    state.undecided &= ~(np.int64(1) << tile)
    turn_up(state, slot, tile, story)
    fill_display(state, story)


@jit
def resume(state, phase):
    """The turn that CHANCE has interrupted goes on."""
    state.phase_id = phase
    state.to_move = state.mover
    state.mover = NOBODY


# ------------------------------------------------------------------------------------------------
# Filling the factories


@jit
def put_out_chips(state, story):
    """A chip, face down, on each small factory (DU-06, DU-39)."""
    for factory in range(SMALL):
        state.chip[factory] = table.FACE_DOWN
        target = table.AT_CHIP + factory
        note_move(story, table.CHIP_PUT_OUT, NOBODY, 1, table.HIDDEN_CHIP, table.AT_POOL, target, 6)


@jit
def fill_factories(state, story):
    """Tiles, on the large factory first (DU-05, DU-39)."""
    ask_chance(state, table.FILLING)
    state.filled_count = 0
    if not can_draw(state, story):
        end_filling(state, story)


@jit
def can_draw(state, story):
    """The tower is poured into the bag when a tile must be drawn and the bag is empty (DU-39)."""
    if state.bag_count == 0:
        pour_into_bag(state, state.tower, table.POURED, table.AT_TOWER, table.AT_BAG, 39, story)
    return state.bag_count > 0


@jit_inline
def fill(state, colour, story):
    """Five tiles on the large factory, then four on each small one, as long as there are any (DU-40)."""
    source = LARGE
    if state.filled_count >= TILES_PER_LARGE:
        source = (state.filled_count - TILES_PER_LARGE) // TILES_PER_SMALL
    state.bag[colour] -= 1
    state.bag_count -= 1
    state.sun[source, colour] += 1
    state.filled_count += 1
    note_move(story, table.DRAWN, NOBODY, 1, colour, table.AT_BAG, source, 5)
    if state.filled_count == TILES_PER_LARGE and state.sun[LARGE, colour] == TILES_PER_LARGE:
        put_back(state, colour, story)
    if state.filled_count == TILES_LAID_OUT or not can_draw(state, story):
        end_filling(state, story)


@jit
def put_back(state, colour, story):
    """Five alike on the large factory are drawn again, unless there is no other colour (DU-05)."""
    state.bag[colour] += TILES_PER_LARGE
    state.bag_count += TILES_PER_LARGE
    if state.bag[colour] == state.bag_count:
        pour_into_bag(state, state.tower, table.POURED, table.AT_TOWER, table.AT_BAG, 39, story)
    if state.bag[colour] == state.bag_count:
        state.bag[colour] -= TILES_PER_LARGE
        state.bag_count -= TILES_PER_LARGE
        return
    state.sun[LARGE, colour] = 0
    state.filled_count = 0
    note_move(story, table.PUT_BACK, NOBODY, TILES_PER_LARGE, colour, LARGE, table.AT_BAG, 5)


@jit
def end_filling(state, story):
    state.filled_count = 0
    turn_chips(state, np.int64(NOBODY), story)


@jit
def turn_chips(state, mover, story):
    """Chips of small factories without tiles are turned up, one after the other (DU-15)."""
    if chip_to_turn(state) != EMPTY:
        if mover == NOBODY:
            ask_chance(state, table.CHIPS_PHASE)
        else:
            interrupt(state, table.CHIPS_PHASE)
        state.mover = mover
    elif mover != NOBODY:
        state.mover = mover
        resume(state, table.LINING)
    else:
        factories_are_full(state)


@jit
def turn_chip(state, chip, story):
    factory = chip_to_turn(state)
    state.chip[factory] = chip
    state.chips_unseen[chip] -= 1
    piece = table.CHIP_PIECE + chip
    note_points(story, table.CHIP_TURNED_UP, NOBODY, 1, piece, table.AT_CHIP + factory, 0, 15)
    turn_chips(state, np.int64(state.mover), story)


@jit
def factories_are_full(state):
    """The round begins; before the first one, the second player takes a dome tile first (DU-07)."""
    starter = np.int64(state.starter)
    other = seat_after(state, starter)
    if dome_count(state.players[other]) == 0:
        begin_turn(state, table.SETTING, other)
    else:
        begin_turn(state, table.ACTING, starter)


# ------------------------------------------------------------------------------------------------
# Action A: a dome tile


@jit
def use_token(state, seat, story):
    """Both tokens must be used in each of the rounds 1 to 4 (DU-09, DU-13)."""
    state.players[seat].tokens -= 1
    note_move(story, table.TOKEN_USED, seat, 1, table.TOKEN_PIECE, table.AT_TOKENS, table.AT_POOL, 9)


@jit
def take_dome_tile(state, tile, story):
    """An open one; the display isn't refilled before phase 3 (DU-10)."""
    seat = turn(state)
    if state.phase_id == table.ACTING:
        use_token(state, seat, story)
    for slot in range(DISPLAY):
        if state.display[slot] == tile:
            state.display[slot] = EMPTY
            source = table.AT_DISPLAY + slot
            note_move(story, table.DOME_TAKEN, seat, 1, table.DOME_PIECE + tile, source, table.AT_DRAWN, 10)
    state.dome_hand = tile
    state.phase_id = table.PLACING


@jit
def draw_dome_tile(state, story):
    """Pay a point and draw one face down; the first is free without points (DU-11, DU-12)."""
    seat = turn(state)
    if state.phase_id == table.ACTING:
        use_token(state, seat, story)
    if state.players[seat].score > 0:
        state.players[seat].score -= 1
        note_points(story, table.PAID_FOR_DOME, seat, 1, NO_PIECE, NO_PLACE, -1, 11)
    lift_for_drawer(state)
    piece = table.BACK_PIECE + state.drawn_kind[state.drawn_count - 1]
    note_move(story, table.DOME_DRAWN, seat, 1, piece, table.AT_STACK, table.AT_DRAWN, 11)
    state.phase_id = table.DRAWING
    if is_back_missing(state):
        interrupt(state, table.BACK)
        state.mover = seat


@jit
def lift_for_drawer(state):
    """The uppermost tile of the stack joins the drawn ones; who had put it there still knows it."""
    i = state.drawn_count
    state.drawn_kind[i] = top_kind(state)
    if state.unseen_count > 0:
        lift_top(state)
    else:
        state.drawn_knower[i] = state.under_knower[0]
        state.drawn[i] = take_from_under(state)
    state.drawn_count += 1


@jit
def draws_asked(state):
    """Draw again, with a point left and a tile in the stack, or stop: bits counted from `draw` (DU-12)."""
    stop = np.int64(1) << (choice.STOP - choice.DRAW)
    if state.players[state.to_move].score > 0 and stack_count(state) > 0:
        return stop | 1
    return stop


@jit
def look_at_drawn(state, seat):
    """The drawer sees the faces in the order drawn, then keeps one (DU-11)."""
    if first_undecided(state) != EMPTY:
        interrupt(state, table.LOOKING)
        state.mover = seat
    else:
        state.mover = seat
        resume(state, table.KEEPING if state.dome_hand == EMPTY else table.ORDERING)
        if state.dome_hand != EMPTY:
            sort_drawn(state)


@jit
def reveal_drawn(state, tile, story):
    i = first_undecided(state)
    state.drawn[i] = tile
    state.undecided &= ~(np.int64(1) << tile)
    seat = np.int64(state.mover)
    piece = table.DOME_PIECE + tile
    if is_hidden(state):
        note_secret(story, table.LOOKED_AT, seat, piece, table.AT_DRAWN, NO_PLACE, 11)
    else:
        note_points(story, table.LOOKED_AT, seat, 1, piece, table.AT_DRAWN, 0, 11)
    look_at_drawn(state, seat)


@jit
def is_hidden(state):
    """Are the drawn tiles for their drawer's eyes only? A single one must be kept, so that all see it."""
    return state.drawn_count > 1 or state.dome_hand != EMPTY


@jit
def keep_dome_tile(state, tile, story):
    """One is kept. The others are in the drawer's hand: nobody else can tell them apart any more."""
    remove_drawn(state, tile)
    state.dome_hand = tile
    sort_drawn(state)
    piece = table.DOME_PIECE + tile
    note_points(story, table.DOME_KEPT, turn(state), 1, piece, table.AT_DRAWN, 0, 11)
    state.phase_id = table.ORDERING if state.drawn_count > 0 else table.PLACING


@jit
def remove_drawn(state, tile):
    last = state.drawn_count - 1
    is_past = False
    for i in range(last):
        is_past = is_past or state.drawn[i] == tile
        if is_past:
            state.drawn[i] = state.drawn[i + 1]
            state.drawn_kind[i] = state.drawn_kind[i + 1]
            state.drawn_knower[i] = state.drawn_knower[i + 1]
    state.drawn[last] = EMPTY
    state.drawn_kind[last] = EMPTY
    state.drawn_knower[last] = NOBODY
    state.drawn_count = last


@jit
def sort_drawn(state):
    """In the order of the tiles, special ones first: where a tile stands then tells nothing."""
    mask = drawn_bits(state)
    for i in range(state.drawn_count):
        tile = lowest_bit(mask)
        mask &= mask - 1
        state.drawn[i] = tile
        state.drawn_kind[i] = kind_of(tile)
        state.drawn_knower[i] = NOBODY


@jit
def put_under(state, tile, story):
    """Under the stack, in any order; the first put there lies nearest the top (DU-11)."""
    seat = turn(state)
    remove_drawn(state, tile)
    i = state.under_count
    state.under[i] = tile
    state.under_kind[i] = kind_of(tile)
    state.under_knower[i] = seat
    state.under_count += 1
    note_secret(story, table.PUT_UNDER, seat, table.DOME_PIECE + tile, table.AT_DRAWN, table.AT_STACK, 11)
    if state.drawn_count == 0:
        state.phase_id = table.PLACING


@jit
def choose_place(state, place):
    state.place_chosen = place
    state.phase_id = table.TURNING


@jit
def place_dome_tile(state, turned, story):
    """On an empty place, any way round; it never moves again (DU-09)."""
    seat = turn(state)
    player = state.players[seat]
    place = np.int64(state.place_chosen)
    player.dome_tile[place] = state.dome_hand
    player.dome_turned[place] = turned
    show_dome_tile(player, place)
    piece = table.DOME_PIECE + state.dome_hand
    note_move(story, table.DOME_PLACED, seat, 1, piece, table.AT_DRAWN, table.AT_PLACE + place, 9)
    state.dome_hand = EMPTY
    state.place_chosen = EMPTY
    if dome_count(player) == 1:
        fill_display(state, story)  # this was the set-up (DU-07)
    else:
        end_turn(state, seat, story)


# ------------------------------------------------------------------------------------------------
# Actions B, C and D: tiles and chips


@jit
def take_sun(state, source, colour, story):
    """All tiles of one colour from a sun side; the others go to the moon side (DU-14)."""
    seat = turn(state)
    count = np.int64(state.sun[source, colour])
    state.sun[source, colour] = 0
    state.hand_colour = colour
    state.hand_count = count
    note_move(story, table.TAKEN, seat, count, colour, source, table.AT_HAND, 14)
    if source == LARGE:
        leave_singly(state, seat, story)
        turn_chips(state, seat, story)
    elif colours_left(state, source) != 0:
        state.source_chosen = source
        state.phase_id = table.STACKING
    else:
        turn_chips(state, seat, story)


@jit
def leave_singly(state, seat, story):
    """The other tiles of the large factory; without any the starting-player tile is due (DU-05, DU-17)."""
    left = 0
    for colour in range(COLOURS_N):
        count = np.int64(state.sun[LARGE, colour])
        if count > 0:
            left += count
            state.sun[LARGE, colour] = 0
            state.large_moon[colour] += count
            note_move(story, table.LEFT_OVER, seat, count, colour, LARGE, table.AT_MOON + LARGE, 14)
    if left == 0:
        take_start(state, seat, story)


@jit
def stack_tile(state, colour, story):
    """The next tile of the stack, from the bottom up (DU-14)."""
    factory = np.int64(state.source_chosen)
    level = np.int64(state.moon_count[factory])
    state.sun[factory, colour] -= 1
    state.moon[factory, level] = colour
    state.moon_count[factory] = level + 1
    seat = turn(state)
    note_move(story, table.STACKED, seat, 1, colour, factory, table.AT_MOON + factory, 14)
    if colours_left(state, factory) == 0:
        state.source_chosen = EMPTY
        turn_chips(state, seat, story)


@jit
def take_moon(state, colour, story):
    """All top tiles of one colour from all moon sides (DU-16 to DU-18)."""
    seat = turn(state)
    taken = 0
    for factory in range(SMALL):
        top = np.int64(state.moon_count[factory]) - 1
        if top >= 0 and state.moon[factory, top] == colour:
            state.moon[factory, top] = EMPTY
            state.moon_count[factory] = top
            taken += 1
            note_move(story, table.TAKEN, seat, 1, colour, table.AT_MOON + factory, table.AT_HAND, 16)
    singles = np.int64(state.large_moon[colour])
    if singles > 0:
        state.large_moon[colour] = 0
        note_move(story, table.TAKEN, seat, singles, colour, table.AT_MOON + LARGE, table.AT_HAND, 16)
        take_start(state, seat, story)
    state.hand_colour = colour
    state.hand_count = taken + singles
    turn_chips(state, seat, story)


@jit
def take_start(state, seat, story):
    """The first to take from the large factory's moon side gets the starting-player tile (DU-17)."""
    if state.start_holder == NOBODY:
        state.start_holder = seat
        note_move(story, table.START_TAKEN, seat, 1, START, table.AT_MOON + LARGE, table.AT_START, 17)


@jit
def take_chip(state, chip, story):
    """A face-up chip, two for each player in a round (DU-19)."""
    seat = turn(state)
    player = state.players[seat]
    factory = factory_with(state, chip)
    state.chip[factory] = table.NO_CHIP
    player.chips[chip] += 1
    player.chips_taken += 1
    piece = table.CHIP_PIECE + chip
    note_move(story, table.CHIP_TAKEN, seat, 1, piece, table.AT_CHIP + factory, table.AT_CHIPS, 19)
    end_turn(state, seat, story)


@jit
def line_up(state, row, story):
    """The taken tiles go to a line; surplus ones are broken (DU-20)."""
    seat = turn(state)
    player = state.players[seat]
    count = min(np.int64(state.hand_count), row + 1 - np.int64(player.line_count[row]))
    player.line_colour[row] = state.hand_colour
    player.line_count[row] += count
    note_move(story, table.LINED, seat, count, state.hand_colour, table.AT_HAND, table.AT_LINE + row, 20)
    finish_taking(state, seat, state.hand_count - count, story)


@jit
def finish_taking(state, seat, surplus, story):
    break_tiles(state, seat, np.int64(state.hand_colour), np.int64(surplus), table.AT_HAND, 21, story)
    state.hand_colour = EMPTY
    state.hand_count = 0
    end_turn(state, seat, story)


@jit
def break_tiles(state, seat, colour, count, source, clause, story):
    """At most four broken tiles; further ones go to the tower and cost nothing (DU-22)."""
    player = state.players[seat]
    kept = min(count, BROKEN_MAX - np.int64(player.broken_count))
    if kept > 0:
        player.broken[colour] += kept
        player.broken_count += kept
        note_move(story, table.BROKEN, seat, kept, colour, source, table.AT_BROKEN, clause)
    if count > kept:
        state.tower[colour] += count - kept
        note_move(story, table.OVERFLOWED, seat, count - kept, colour, source, table.AT_TOWER, 22)


@jit
def end_turn(state, seat, story):
    """The other's turn, or again the same one's; who can do nothing passes (DU-08, DU-23, DU-24)."""
    other = seat_after(state, seat)
    if actions(state, other) != 0:
        begin_turn(state, table.ACTING, other)
    elif actions(state, seat) != 0:
        note_points(story, table.PASSED, other, 1, NO_PIECE, NO_PLACE, 0, 24)
        begin_turn(state, table.ACTING, seat)
    else:
        finish_boards(state, np.int64(state.starter), story)


# ------------------------------------------------------------------------------------------------
# Phase 2: mosaics and scoring


@jit
def finish_boards(state, seat, story):
    """Each board in turn, from the player who began the round (DU-37)."""
    while True:
        state.row_asked = 0
        if has_question(state, seat, story):
            return
        score_losses(state, seat, story)
        seat = seat_after(state, seat)
        if seat == state.starter:
            end_round(state, story)
            return


@jit
def has_question(state, seat, story):
    """Go through the lines from `row_asked` on as far as nothing is to be chosen (DU-25 to DU-30)."""
    player = state.players[seat]
    while state.row_asked < LINES:
        row = np.int64(state.row_asked)
        if player.line_count[row] > 0:
            columns = columns_for(player, row)
            is_full = player.line_count[row] > row
            if columns == 0:
                if is_row_built(player, row):
                    break_line(state, seat, row, story)
                elif is_full:
                    note_points(story, table.LINE_KEPT, seat, row + 1, NO_PIECE, table.AT_LINE + row, 0, 27)
            elif is_full and columns & (columns - 1) == 0:
                lay(state, seat, row, lowest_bit(columns), story)
            elif is_full:
                ask_seat(state, seat, table.COLUMNS)
                return True
            elif can_complete(player, row):
                ask_seat(state, seat, table.COMPLETING)
                return True
        state.row_asked += 1
    state.row_asked = EMPTY
    return False


@jit
def ask_seat(state, seat, phase):
    """All questions of one seat in phase 2 are one turn."""
    if state.to_move == seat and state.phase_id >= table.COMPLETING:
        state.phase_id = phase
    else:
        begin_turn(state, phase, seat)


@jit
def next_line(state, story):
    """On with the following line, then with the other board."""
    seat = turn(state)
    state.row_asked += 1
    if has_question(state, seat, story):
        return
    score_losses(state, seat, story)
    following = seat_after(state, seat)
    if following == state.starter:
        end_round(state, story)
    else:
        finish_boards(state, following, story)


@jit
def break_line(state, seat, row, story):
    """The row is built and has no space for this line: all its tiles are broken (DU-28)."""
    player = state.players[seat]
    colour = np.int64(player.line_colour[row])
    break_tiles(state, seat, colour, np.int64(player.line_count[row]), table.AT_LINE + row, 28, story)
    empty_line(player, row)


@jit
def empty_line(player, row):
    player.line_count[row] = 0
    player.line_colour[row] = EMPTY


@jit
def pay_chip(state, chip, story):
    """Chips are paid one by one; they are out of the game then (DU-29)."""
    seat = turn(state)
    state.players[seat].chips[chip] -= 1
    state.paid[chip] += 1
    note_move(story, table.CHIP_PAID, seat, 1, table.CHIP_PIECE + chip, table.AT_CHIPS, table.AT_POOL, 29)


@jit
def finish_paying(state, story):
    """The line counts as full now: its tile is laid, if need be after a question."""
    for chip in range(CHIPS_N):
        state.paid[chip] = 0
    columns = columns_for(state.players[turn(state)], np.int64(state.row_asked))
    if columns & (columns - 1):
        state.phase_id = table.COLUMNS
    else:
        choose_column(state, lowest_bit(columns), story)


@jit
def choose_column(state, column, story):
    lay(state, turn(state), np.int64(state.row_asked), column, story)
    next_line(state, story)


@jit
def lay(state, seat, row, column, story):
    """One tile of the line moves to the dome and scores, the others go to the tower (DU-25, DU-26)."""
    player = state.players[seat]
    colour = np.int64(player.line_colour[row])
    space = row * SIZE + column
    player.spaces[space] = colour
    note_move(story, table.LAID, seat, 1, colour, table.AT_LINE + row, table.AT_SPACE + space, 25)
    others = np.int64(player.line_count[row]) - 1
    if others > 0:
        state.tower[colour] += others
        note_move(story, table.LINE_CLEARED, seat, others, colour, table.AT_LINE + row, table.AT_TOWER, 26)
    empty_line(player, row)
    player.score += tile_points(player, row, column)
    note_tile_points(player, seat, row, column, story)
    lay_special(player, seat, special_to_lay(player, PLACE_OF[space]), story)


@jit
def note_tile_points(player, seat, row, column, story):
    """Which runs bring the points of a placed tile (DU-31, DU-32)."""
    if story is None:
        return
    where = table.AT_SPACE + row * SIZE + column
    across = run_across(player, row, column)
    down = run_down(player, row, column)
    if across == 1 and down == 1:
        note_points(story, table.ALONE, seat, 1, NO_PIECE, where, 1, 31)
    if across > 1:
        note_points(story, table.ACROSS, seat, across, NO_PIECE, where, across, 32)
    if down > 1:
        note_points(story, table.DOWN, seat, down, NO_PIECE, where, down, 32)


@jit
def lay_special(player, seat, space, story):
    """A special tile scores only the number at the right of its row (DU-33)."""
    if space == EMPTY:
        return
    points = space // SIZE + 1
    player.spaces[space] = SPECIAL
    player.score += points
    where = table.AT_SPACE + space
    note_move(story, table.SPECIAL_LAID, seat, 1, SPECIAL, table.AT_POOL, where, 33)
    note_points(story, table.SPECIAL_POINTS, seat, 1, NO_PIECE, where, points, 33)


@jit
def score_losses(state, seat, story):
    """Broken tiles and the starting-player tile cost points (DU-35, DU-36)."""
    player = state.players[seat]
    if player.broken_count > 0:
        lost = broken_loss(player)
        note_points(story, table.BROKEN_COST, seat, player.broken_count, NO_PIECE, table.AT_BROKEN, lost, 35)
        player.score += lost
    for colour in range(COLOURS_N):
        count = player.broken[colour]
        if count > 0:
            player.broken[colour] = 0
            state.tower[colour] += count
            note_move(story, table.BROKEN_CLEARED, seat, count, colour, table.AT_BROKEN, table.AT_TOWER, 35)
    player.broken_count = 0
    if state.start_holder == seat:
        lost = loss(player, START_LOSS)
        player.score += lost
        note_points(story, table.START_COST, seat, 1, NO_PIECE, table.AT_START, lost, 35)


# ------------------------------------------------------------------------------------------------
# Phase 3, and the end


@jit
def end_round(state, story):
    state.row_asked = EMPTY
    if state.round_number == ROUNDS:
        end_game(state, story)
    else:
        next_round(state, story)


@jit
def next_round(state, story):
    """Tokens and the starting-player tile come back, its holder begins (DU-38, DU-41)."""
    state.round_number += 1
    for seat in range(PLAYERS):
        player = state.players[seat]
        player.chips_taken = 0
        if state.round_number < ROUNDS:
            player.tokens = TOKENS
            piece = table.TOKEN_PIECE
            note_move(story, table.TOKENS_BACK, seat, TOKENS, piece, table.AT_POOL, table.AT_TOKENS, 38)
    if state.start_holder != NOBODY:
        state.starter = state.start_holder
        state.start_holder = NOBODY
        source, target = table.AT_START, table.AT_MOON + LARGE
        note_move(story, table.START_PUT_OUT, state.starter, 1, START, source, target, 41)
    put_out_chips(state, story)
    fill_display(state, story)


@jit
def end_game(state, story):
    end_turns(state, table.OVER)
    note_points(story, table.GAME_OVER, NOBODY, 1, NO_PIECE, NO_PLACE, 0, 42)
    for seat in range(PLAYERS):
        score_goals(state, seat, story)


@jit
def score_goals(state, seat, story):
    """All goals are added up, then the score is kept at 0 or more (DU-42, DU-43)."""
    player = state.players[seat]
    total = np.int64(player.score)
    for goal in range(GOALS_N):
        if (state.goals >> goal) & 1:
            points = goal_points(player, goal)
            total += points
            note_points(story, table.GOAL_POINTS, seat, goal, NO_PIECE, NO_PLACE, points, 42)
    if total < 0:
        note_points(story, table.KEPT_AT_ZERO, seat, 1, NO_PIECE, NO_PLACE, -total, 43)
    player.score = max(total, np.int64(0))


# ------------------------------------------------------------------------------------------------
# What may be chosen


@jit
def actions(state, seat):
    """What a seat can do in phase 1, one bit for each choice of the first question (DU-09 to DU-19)."""
    player = state.players[seat]
    mask = (sun_bits(state) << choice.SUN) | (moon_bits(state) << choice.MOON)
    if player.tokens > 0:
        mask |= display_bits(state) << choice.DOME
        mask |= np.int64(stack_count(state) > 0) << choice.DRAW
    if player.chips_taken < CHIPS_PER_ROUND:
        mask |= chip_bits(state) << choice.CHIP
    return mask


@jit
def asked(state):
    """A seat's legal choices as bits, counted from `FIRST_ASKED`."""
    phase = state.phase_id
    if phase == table.ACTING:
        return actions(state, state.to_move)
    if phase == table.LINING:
        return np.int64(lines_asked(state))
    if phase == table.STACKING:
        return np.int64(colours_left(state, state.source_chosen))
    if phase == table.PLACING:
        return np.int64(places_asked(state))
    if phase == table.TURNING:
        return (np.int64(1) << TURNS_N) - 1
    if phase == table.COLUMNS:
        return np.int64(columns_for(state.players[state.to_move], state.row_asked))
    if phase == table.PAYING:
        return np.int64(payments_asked(state))
    return asked_rarely(state)


@jit
def asked_rarely(state):
    phase = state.phase_id
    if phase == table.SETTING:
        return display_bits(state)
    if phase == table.DRAWING:
        return draws_asked(state)
    if phase == table.KEEPING or phase == table.ORDERING:
        return drawn_bits(state)
    if phase == table.COMPLETING:
        return np.int64(3)
    return asked_of_chance(state)


@jit
def asked_of_chance(state):
    phase = state.phase_id
    if phase == table.FILLING:
        return np.int64(colours_in_bag(state))
    if phase == table.BACK:
        mask = np.int64(0)
        for kind in range(2):
            mask |= np.int64(backs_left(state, kind) > 0) << kind
        return mask
    if phase == table.FACING:
        return state.undecided & TILES_OF_KIND[top_kind(state)]
    if phase == table.LOOKING:
        return state.undecided & TILES_OF_KIND[state.drawn_kind[first_undecided(state)]]
    if phase == table.CHIPS_PHASE:
        mask = np.int64(0)
        for chip in range(CHIPS_N):
            mask |= np.int64(state.chips_unseen[chip] > 0) << chip
        return mask
    if phase == table.GOALS_PHASE:
        return np.int64(goals_asked(state))
    if phase == table.BEGINNING:
        return np.int64(3)
    return np.int64(0)


FIRST_ASKED = np.array(
    [
        choice.BEGIN,
        choice.GOAL,
        choice.NEXT,
        choice.REVEAL,
        choice.REVEAL,
        choice.DRAW_TILE,
        choice.REVEAL_CHIP,
        choice.DOME,
        choice.DOME,
        choice.DRAW,
        choice.KEEP,
        choice.UNDER,
        choice.PLACE,
        choice.TURNED,
        choice.STACK,
        choice.LINE,
        choice.COMPLETE,
        choice.PAY,
        choice.COLUMN,
        0,
    ],
    np.int64,
)
"""The first choice of each phase's question."""


@jit
def legal(state, out):
    """Write the numbers of the legal choices, rising, into `out`; return how many."""
    return write_bits(asked(state), FIRST_ASKED[state.phase_id], out)


@jit
def weights(state, out):
    """How likely CHANCE's legal choices are, in the order of `legal`, as whole numbers."""
    phase = state.phase_id
    if phase == table.FILLING:
        return write_bag(state, out)
    count = legal(state, out)
    for i in range(count):
        number = out[i]
        if phase == table.BACK:
            out[i] = backs_left(state, number - choice.NEXT)
        elif phase == table.CHIPS_PHASE:
            out[i] = state.chips_unseen[number - choice.REVEAL_CHIP]
        else:
            out[i] = 1
    return count


@jit_inline
def pick(state, rng):
    """One legal choice: uniform for a seat, by weight for CHANCE."""
    phase = state.phase_id
    if phase == table.FILLING:
        return choice.DRAW_TILE + pick_from_bag(state, rng)
    if phase == table.BACK:
        special, wild = backs_left(state, 0), backs_left(state, 1)
        return choice.NEXT + (below(rng, special + wild) >= special)
    if phase == table.CHIPS_PHASE:
        return choice.REVEAL_CHIP + pick_chip(state, rng)
    mask = asked(state)
    return FIRST_ASKED[phase] + nth_bit(mask, below(rng, count_bits(mask)))


@jit
def pick_chip(state, rng):
    """Each chip that nobody has seen is as likely as any other."""
    count = 0
    for chip in range(CHIPS_N):
        count += state.chips_unseen[chip]
    nth = below(rng, count)
    chip = 0
    while nth >= state.chips_unseen[chip]:
        nth -= state.chips_unseen[chip]
        chip += 1
    return chip


# ------------------------------------------------------------------------------------------------
# What happens then


@jit_inline
def play(state, number, story):
    """Play a legal choice, and the answers that follow from it with no choice left."""
    while True:
        apply(state, number, story)
        if not is_later(state):
            return
        mask = asked(state)
        if mask & (mask - 1):
            return
        number = FIRST_ASKED[state.phase_id] + lowest_bit(mask)


@jit
def is_later(state):
    """Is it a later question of a turn? First questions are always asked."""
    return table.DRAWING <= state.phase_id <= table.COLUMNS


@jit_inline
def apply(state, number, story):
    phase = state.phase_id
    if phase == table.FILLING:
        fill(state, number - choice.DRAW_TILE, story)
    elif phase < table.SETTING:
        apply_chance(state, number, story)
    else:
        take_step(state)
        if phase == table.ACTING:
            act(state, number, story)
        else:
            answer(state, number, story)


@jit
def apply_chance(state, number, story):
    phase = state.phase_id
    if phase == table.BACK:
        show_back(state, number - choice.NEXT, story)
    elif phase == table.FACING:
        face(state, number - choice.REVEAL, story)
    elif phase == table.LOOKING:
        reveal_drawn(state, number - choice.REVEAL, story)
    elif phase == table.CHIPS_PHASE:
        turn_chip(state, number - choice.REVEAL_CHIP, story)
    elif phase == table.GOALS_PHASE:
        draw_goal(state, number - choice.GOAL, story)
    else:
        begin_game(state, number - choice.BEGIN, story)


@jit
def act(state, number, story):
    """The four actions of phase 1 (DU-08)."""
    if number < choice.DRAW:
        take_dome_tile(state, number - choice.DOME, story)
    elif number == choice.DRAW:
        draw_dome_tile(state, story)
    elif number < choice.MOON:
        sun = number - choice.SUN
        take_sun(state, sun // COLOURS_N, sun % COLOURS_N, story)
    elif number < choice.CHIP:
        take_moon(state, number - choice.MOON, story)
    else:
        take_chip(state, number - choice.CHIP, story)


@jit
def answer(state, number, story):
    """The other questions of a seat."""
    phase = state.phase_id
    if phase == table.LINING:
        if number == choice.BREAK:
            finish_taking(state, turn(state), state.hand_count, story)
        else:
            line_up(state, number - choice.LINE, story)
    elif phase == table.STACKING:
        stack_tile(state, number - choice.STACK, story)
    elif phase == table.PLACING:
        choose_place(state, number - choice.PLACE)
    elif phase == table.TURNING:
        place_dome_tile(state, number - choice.TURNED, story)
    elif phase >= table.COMPLETING:
        answer_mosaic(state, number, story)
    else:
        answer_dome(state, number, story)


@jit
def answer_mosaic(state, number, story):
    phase = state.phase_id
    if phase == table.COLUMNS:
        choose_column(state, number - choice.COLUMN, story)
    elif number == choice.COMPLETE:
        state.phase_id = table.PAYING
    elif number == choice.LEAVE:
        next_line(state, story)
    elif number == choice.ENOUGH:
        finish_paying(state, story)
    else:
        pay_chip(state, number - choice.PAY, story)


@jit
def answer_dome(state, number, story):
    phase = state.phase_id
    if phase == table.SETTING:
        take_dome_tile(state, number - choice.DOME, story)
    elif phase == table.KEEPING:
        keep_dome_tile(state, number - choice.KEEP, story)
    elif phase == table.ORDERING:
        put_under(state, number - choice.UNDER, story)
    elif number == choice.DRAW:
        draw_dome_tile(state, story)
    else:
        look_at_drawn(state, turn(state))


# ------------------------------------------------------------------------------------------------
# What is hidden: dome tiles that were drawn are known to their drawer alone (DU-11).


@jit
def forget(state, seat):
    """Turn what a seat can't know back into undecided. Backs stay public.

    A seat that isn't there (a spectator) knows nothing.
    """
    for i in range(state.under_count):
        if seat == NOBODY or state.under_knower[i] != seat:
            state.under[i] = EMPTY
    is_drawing = state.phase_id == table.DRAWING or state.phase_id == table.BACK
    if is_drawing or not is_drawer(state, seat):  # fronts are looked at when drawing stops
        forget_drawn(state, seat)
    state.undecided = undecided_tiles(state)


@jit
def forget_drawn(state, seat):
    """Drawn tiles that a seat doesn't know; if their drawer has seen them, CHANCE decides them anew."""
    for i in range(state.drawn_count):
        if seat == NOBODY or state.drawn_knower[i] != seat:
            state.drawn[i] = EMPTY
    if state.phase_id == table.KEEPING or state.phase_id == table.ORDERING:
        look_at_drawn(state, turn(state))


@jit
def is_drawer(state, seat):
    """Has this seat drawn the tiles that are drawn?"""
    drawer = state.mover if state.mover != NOBODY else state.to_move
    return drawer == seat and state.drawn_count > 0


@jit
def is_secret(state, number, seat):
    """May this seat not know this choice? The faces of drawn tiles and their order under the stack."""
    if state.phase_id == table.LOOKING:
        return is_hidden(state) and state.mover != seat
    return state.phase_id == table.ORDERING and state.to_move != seat
