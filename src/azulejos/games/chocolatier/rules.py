"""What may I do, and what happens then? Master Chocolatier, MC-01 to MC-39."""

import numpy as np

from azulejos.core.bits import count_bits, lowest_bit, nth_bit, nth_of_few, write_bits
from azulejos.core.contract import NO_PIECE, NO_PLACE, note_move, note_points
from azulejos.core.jit import jit, jit_inline
from azulejos.core.rng import below
from azulejos.core.table import (
    ask_chance,
    begin_turn,
    colours_in_bag,
    end_turns,
    pick_from_bag,
    pour_into_bag,
    seat_after,
    take_step,
    turn,
    write_bag,
)
from azulejos.games.chocolatier import choices as choice
from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import (
    CENTRE,
    COLOUR_BONUS,
    COLOUR_MAGNET,
    COLOURS_N,
    COLUMN,
    COLUMN_BONUS,
    COLUMNS,
    EFFECTS_N,
    EMPTY,
    GONE,
    LAST_ROUND,
    PLAIN,
    PLUS_ONE,
    ROW_BONUS,
    ROWS,
    SIDEWAYS,
    START,
    STAY,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    ZERO,
)
from azulejos.games.chocolatier.scoring import (
    full_colours,
    is_column_full,
    penalty,
    run_across,
    run_down,
    tile_points,
)
from azulejos.games.chocolatier.state import (
    ALL_COLOURS,
    FLOOR_BIT,
    NOBODY,
    box_place,
    can_lay,
    clear_board,
    columns_asked,
    count_factories,
    count_golden,
    derive,
    destinations,
    drop,
    empty_line,
    has_full_row,
    is_out_of_tiles,
    is_row_full,
    lowest_colour,
    neighbour,
    put_on_source,
    remove_from_source,
    token_at,
    topmost_full_line,
    update_row,
)

VERSION = 1
"""Rises with any change of behaviour, never with a speed-up."""


# ------------------------------------------------------------------------------------------------
# Set-up


@jit
def start(state, players_n, first, settings):
    """An empty table with full bags (MC-01 to MC-05). `state` must be all zeros."""
    state.players_n = players_n
    state.box_side = settings[0]
    state.factory_kind = settings[1]
    state.starter = NOBODY
    state.start_holder = NOBODY
    state.hand_colour = EMPTY
    state.round_number = 1
    for colour in range(COLOURS_N):
        state.bag[colour] = TILES_PER_COLOUR
    for seat in range(players_n):
        clear_board(state.players[seat])
    derive(state)
    ask_chance(state, table.BEGINNING)
    if first != NOBODY:
        begin_game(state, first, None)


@jit
def begin_game(state, seat, story):
    """One player gets the starting-player tile (MC-05)."""
    state.starter = seat
    state.start_holder = seat
    note_points(story, table.BEGINS, seat, 1, NO_PIECE, NO_PLACE, 0, 5)
    prepare_round(state, story)


# ------------------------------------------------------------------------------------------------
# Phase C: preparing a round


@jit
def prepare_round(state, story):
    """Special factories are shuffled first (MC-31), then all are filled (MC-21)."""
    if state.factory_kind == table.SPECIAL:
        for factory in range(count_factories(state)):
            state.tokens[factory] = PLAIN
        ask_chance(state, table.TOKENS)
    else:
        begin_filling(state, story)


@jit
def turn_golden(state, factory, token, story):
    """As many tokens as players show a golden side (MC-31)."""
    state.tokens[factory] = token
    note_points(story, table.TURNED, NOBODY, 1, table.TOKEN_PIECE + token, factory, 0, 31)
    if count_golden(state) == state.players_n:
        begin_filling(state, story)


@jit
def begin_filling(state, story):
    ask_chance(state, table.FILLING)
    state.filled_count = 0
    if not can_draw(state, story):
        end_filling(state, story)


@jit
def can_draw(state, story):
    """The lid is poured into the bag only when a tile must be drawn and the bag is empty (MC-21)."""
    if state.bag_count == 0:
        pour_into_bag(state, state.lid, table.POURED, table.AT_LID, table.AT_BAG, 21, story)
    return state.bag_count > 0


@jit
def draw_tile(state, factory, colour, clause, story):
    state.bag[colour] -= 1
    state.bag_count -= 1
    put_on_source(state, factory, colour, 1)
    note_move(story, table.DRAWN, NOBODY, 1, colour, table.AT_BAG, factory, clause)


@jit_inline
def fill(state, colour, story):
    """Four tiles on each factory, in the order of the circle, as long as there are any (MC-04, MC-22)."""
    draw_tile(state, state.filled_count // TILES_PER_FACTORY, colour, 21, story)
    state.filled_count += 1
    is_full = state.filled_count == TILES_PER_FACTORY * count_factories(state)
    if is_full or not can_draw(state, story):
        end_filling(state, story)


@jit
def end_filling(state, story):
    """Effect 1 draws one more tile, if there is one (MC-33)."""
    state.filled_count = 0
    if state.factory_kind == table.SPECIAL and token_at(state, PLUS_ONE) != NOBODY and can_draw(state, story):
        ask_chance(state, table.EXTRA)
    else:
        begin_offer(state, story)


@jit
def fill_extra(state, colour, story):
    draw_tile(state, token_at(state, PLUS_ONE), colour, 33, story)
    begin_offer(state, story)


@jit
def begin_offer(state, story):
    """Effects 2 act, the starting-player tile goes to the centre, its owner begins (MC-06, MC-34)."""
    if state.factory_kind == table.SPECIAL:
        attract_tiles(state, story)
    note_move(story, table.START_PUT_OUT, state.starter, 1, START, table.AT_BESIDE, CENTRE, 6)
    state.start_holder = NOBODY
    begin_turn(state, table.OFFER, state.starter)


@jit
def attract_tiles(state, story):
    """A colour token gets one tile of its colour from each neighbour that has one (MC-34)."""
    for factory in range(count_factories(state)):
        colour = state.tokens[factory] - COLOUR_MAGNET
        if 0 <= colour < COLOURS_N:
            for side in range(2):
                attract_tile(state, neighbour(state, factory, side), factory, colour, story)


@jit
def attract_tile(state, source, target, colour, story):
    if state.offer[source, colour] > 0:
        remove_from_source(state, source, colour, 1)
        put_on_source(state, target, colour, 1)
        note_move(story, table.ATTRACTED, NOBODY, 1, colour, source, target, 34)


# ------------------------------------------------------------------------------------------------
# Phase A: factory offer


@jit_inline
def take(state, source, colour, story):
    """All tiles of one colour from a factory or from the centre (MC-07, MC-08)."""
    seat = turn(state)
    count = state.offer[source, colour]
    remove_from_source(state, source, colour, count)
    state.hand_colour = colour
    state.hand_count = count
    state.phase_id = table.PLACING
    clause = 8 if source == CENTRE else 7
    note_move(story, table.TAKEN, seat, count, colour, source, table.AT_HAND, clause)
    if source == CENTRE:
        take_start(state, seat, story)
    else:
        leave_rest(state, source, seat, story)


@jit
def take_start(state, seat, story):
    """The first to take from the centre gets the starting-player tile, onto the floor (MC-08, MC-12)."""
    if state.start_holder == NOBODY:
        state.start_holder = seat
        target = drop(state.players[seat], START)
        note_move(story, table.START_TAKEN, seat, 1, START, CENTRE, target, 8)


@jit
def leave_rest(state, factory, seat, story):
    """What becomes of the other tiles of a factory (MC-07, MC-35, MC-36, MC-38)."""
    token = state.tokens[factory]
    if token == STAY:
        return
    if token == SIDEWAYS:
        if lowest_colour(state, factory) != EMPTY:
            state.phase_id = table.SIDES
        return
    sweep_to_centre(state, factory, story)
    if token == ZERO:
        take_token(state, factory, seat, story)


@jit
def sweep_to_centre(state, factory, story):
    """Branch-free but for the story: what lies on a factory can't be predicted."""
    for colour in range(COLOURS_N):
        count = state.offer[factory, colour]
        state.offer[factory, colour] = 0
        state.offer[CENTRE, colour] += count
        if story is not None and count > 0:
            note_move(story, table.LEFT_OVER, turn(state), count, colour, factory, CENTRE, 7)
    swept = (state.offered >> (factory * COLOURS_N)) & ALL_COLOURS
    state.offered &= ~(np.int64(ALL_COLOURS) << (factory * COLOURS_N))
    state.offered |= swept << (CENTRE * COLOURS_N)


@jit
def take_token(state, factory, seat, story):
    """The zero token is one more floor space of its taker, at no cost (MC-38)."""
    state.tokens[factory] = GONE
    state.players[seat].has_zero = 1
    note_move(story, table.TOKEN_TAKEN, seat, 1, table.TOKEN_PIECE + ZERO, factory, table.AT_ZERO, 38)


@jit
def move_sideways(state, colour, side, story):
    """A colour left on the sideways token goes whole to one neighbour (MC-36)."""
    factory = token_at(state, SIDEWAYS)
    target = neighbour(state, factory, side)
    count = state.offer[factory, colour]
    remove_from_source(state, factory, colour, count)
    put_on_source(state, target, colour, count)
    note_move(story, table.MOVED_SIDEWAYS, turn(state), count, colour, factory, target, 36)
    if lowest_colour(state, factory) == EMPTY:
        state.phase_id = table.PLACING


@jit
def place(state, row, story):
    """The taken tiles go to a line; what doesn't fit falls (MC-09, MC-11)."""
    seat = turn(state)
    player = state.players[seat]
    colour = state.hand_colour
    count = min(state.hand_count, row + 1 - player.line_count[row])
    player.line_colour[row] = colour
    player.line_count[row] += count
    update_row(player, row)
    note_move(story, table.PLACED, seat, count, colour, table.AT_HAND, table.AT_LINE + row, 9)
    fall(state, seat, colour, state.hand_count - count, table.AT_HAND, 11, story)
    end_turn(state, story)


@jit
def place_on_floor(state, story):
    """All taken tiles may go to the floor, by choice or because nothing else is open (MC-11)."""
    fall(state, turn(state), state.hand_colour, np.int64(state.hand_count), table.AT_HAND, 11, story)
    end_turn(state, story)


@jit
def fall(state, seat, colour, count, source, clause, story):
    """Tiles fall on the zero token, then on the floor from the left, then into the lid (MC-12, MC-38)."""
    player = state.players[seat]
    for _ in range(count):
        target = drop(player, colour)
        if target == table.AT_BESIDE:
            state.lid[colour] += 1
            note_move(story, table.OVERFLOWED, seat, 1, colour, source, table.AT_LID, 12)
        else:
            note_move(story, table.FELL, seat, 1, colour, source, target, clause)


@jit
def end_turn(state, story):
    """The next seat's turn; the phase ends when no chocolate is left to take (MC-06, MC-13)."""
    state.hand_colour = EMPTY
    state.hand_count = 0
    if state.offered:
        begin_turn(state, table.OFFER, seat_after(state, turn(state)))
    else:
        lay_boards(state, np.int64(state.starter), story)


# ------------------------------------------------------------------------------------------------
# Phase B: laying chocolates


@jit
def lay_boards(state, seat, story):
    """Each board in turn, from the one that began the round (MC-14, MC-30)."""
    while True:
        if has_question(state, seat, story):
            begin_turn(state, table.LAYING, seat)
            return
        finish_board(state, seat, story)
        seat = seat_after(state, seat)
        if seat == state.starter:
            end_round(state, story)
            return


@jit
def has_question(state, seat, story):
    """Lay lines from the top down as far as nothing is to be chosen; is there a choice now?"""
    player = state.players[seat]
    for row in range(ROWS):
        if player.line_count[row] > row:
            if state.box_side == table.COLOURED:
                lay(state, seat, row, COLUMN[row, player.line_colour[row]], story)
            elif can_lay(player, row):
                return True
            else:
                drop_line(state, seat, row, story)
    return False


@jit
def lay(state, seat, row, column, story):
    """One tile of a full line moves to the box and scores, the rest goes to the lid (MC-14, MC-15)."""
    player = state.players[seat]
    colour = player.line_colour[row]
    player.box[row, column] = colour
    player.full_rows += is_row_full(player, row)
    note_move(story, table.LAID, seat, 1, colour, table.AT_LINE + row, box_place(row, column), 14)
    player.score += tile_points(player, row, column)
    note_tile_points(player, seat, row, column, story)
    state.lid[colour] += row
    if row > 0:
        note_move(story, table.LINE_CLEARED, seat, row, colour, table.AT_LINE + row, table.AT_LID, 15)
    empty_line(player, row)


@jit
def note_tile_points(player, seat, row, column, story):
    """Which runs bring the points of a laid tile (MC-16, MC-17)."""
    if story is None:
        return
    where = box_place(row, column)
    across = run_across(player, row, column)
    down = run_down(player, row, column)
    if across == 1 and down == 1:
        note_points(story, table.ALONE, seat, 1, NO_PIECE, where, 1, 16)
    if across > 1:
        note_points(story, table.ACROSS, seat, across, NO_PIECE, where, across, 17)
    if down > 1:
        note_points(story, table.DOWN, seat, down, NO_PIECE, where, down, 17)


@jit
def drop_line(state, seat, row, story):
    """A full line that can't be laid falls to the floor (MC-28)."""
    player = state.players[seat]
    fall(state, seat, player.line_colour[row], row + 1, table.AT_LINE + row, 28, story)
    empty_line(player, row)


@jit
def choose_column(state, column, story):
    """The grey side: the player chooses the space; the next full line follows (MC-27)."""
    seat = turn(state)
    lay(state, seat, topmost_full_line(state.players[seat]), column, story)
    if has_question(state, seat, story):
        return
    finish_board(state, seat, story)
    following = seat_after(state, seat)
    if following == state.starter:
        end_round(state, story)
    else:
        lay_boards(state, following, story)


@jit
def finish_board(state, seat, story):
    """Penalties, then the floor and the zero token are cleared (MC-18 to MC-20, MC-39)."""
    player = state.players[seat]
    if player.floor_count > 0:
        loss = penalty(player)
        note_points(story, table.PENALTY, seat, player.floor_count, NO_PIECE, NO_PLACE, loss, 18)
        player.score += loss
    for space in range(player.floor_count):
        discard(state, seat, player.floor[space], table.AT_FLOOR + space, 20, story)
        player.floor[space] = EMPTY
    player.floor_count = 0
    if player.has_zero:
        return_token(state, seat, story)


@jit
def return_token(state, seat, story):
    """The zero token goes back to the pool, what lies on it to the lid (MC-39)."""
    player = state.players[seat]
    if player.zero_tile != EMPTY:
        discard(state, seat, player.zero_tile, table.AT_ZERO, 39, story)
    player.zero_tile = EMPTY
    player.has_zero = 0
    note_move(story, table.TOKEN_RETURNED, seat, 1, table.TOKEN_PIECE + ZERO, table.AT_ZERO, NO_PLACE, 39)


@jit
def discard(state, seat, piece, source, clause, story):
    """Chocolates go to the lid; the starting-player tile stays with its owner (MC-20)."""
    if piece == START:
        note_move(story, table.START_KEPT, seat, 1, START, source, table.AT_BESIDE, clause)
    else:
        state.lid[piece] += 1
        note_move(story, table.FLOOR_CLEARED, seat, 1, piece, source, table.AT_LID, clause)


# ------------------------------------------------------------------------------------------------
# The end of a round, and of the game


@jit
def end_round(state, story):
    """The game ends with a full row, without tiles, or after round 20 (MC-22, MC-23, MC-26)."""
    if has_full_row(state):
        end_game(state, 23, story)
    elif is_out_of_tiles(state):
        end_game(state, 22, story)
    elif state.round_number == LAST_ROUND:
        end_game(state, 26, story)
    else:
        next_round(state, story)


@jit
def next_round(state, story):
    """Who holds the starting-player tile begins; if nobody took it, the same player (MC-20)."""
    state.round_number += 1
    if state.start_holder == NOBODY:
        note_move(story, table.START_KEPT, state.starter, 1, START, CENTRE, table.AT_BESIDE, 20)
        state.start_holder = state.starter
    state.starter = state.start_holder
    prepare_round(state, story)


@jit
def end_game(state, clause, story):
    end_turns(state, table.OVER)
    note_points(story, table.GAME_OVER, NOBODY, 1, NO_PIECE, NO_PLACE, 0, clause)
    for seat in range(state.players_n):
        score_bonuses(state.players[seat], seat, story)


@jit
def score_bonuses(player, seat, story):
    """Full rows, columns and colours (MC-24)."""
    for row in range(ROWS):
        if is_row_full(player, row):
            player.score += ROW_BONUS
            note_points(story, table.FULL_ROW, seat, row + 1, NO_PIECE, NO_PLACE, ROW_BONUS, 24)
    for column in range(COLUMNS):
        if is_column_full(player, column):
            player.score += COLUMN_BONUS
            note_points(story, table.FULL_COLUMN, seat, column + 1, NO_PIECE, NO_PLACE, COLUMN_BONUS, 24)
    colours = full_colours(player)
    for colour in range(COLOURS_N):
        if (colours >> colour) & 1:
            player.score += COLOUR_BONUS
            note_points(story, table.FULL_COLOUR, seat, 1, colour, NO_PLACE, COLOUR_BONUS, 24)


# ------------------------------------------------------------------------------------------------
# What may be chosen


@jit
def legal(state, out):
    """Write the numbers of the legal choices, rising, into `out`; return how many."""
    phase = state.phase_id
    if phase == table.OFFER:
        return write_bits(state.offered, choice.TAKE, out)
    if phase == table.PLACING:
        return write_bits(destinations(state), choice.LINE, out)
    if phase == table.FILLING or phase == table.EXTRA:
        return write_bits(colours_in_bag(state), choice.DRAW, out)
    if phase == table.SIDES:
        return write_bits(3, side_question(state), out)
    if phase == table.LAYING:
        return write_bits(columns_asked(state), choice.COLUMN, out)
    if phase == table.TOKENS:
        return write_golden(state, out)
    if phase == table.BEGINNING:
        return write_bits((1 << state.players_n) - 1, choice.BEGIN, out)
    return 0


@jit
def side_question(state):
    """The first of the two choices for the colour that is asked about: colours in their order (MC-36)."""
    return choice.SIDE + 2 * lowest_colour(state, token_at(state, SIDEWAYS))


@jit
def write_golden(state, out):
    """Each token still plain can turn, and show each effect not seen yet (MC-31)."""
    count = 0
    for factory in range(count_factories(state)):
        if state.tokens[factory] == PLAIN:
            for effect in range(EFFECTS_N):
                if token_at(state, PLUS_ONE + effect) == NOBODY:
                    out[count] = choice.GOLDEN + factory * EFFECTS_N + effect
                    count += 1
    return count


@jit
def weights(state, out):
    """How likely CHANCE's legal choices are, in the order of `legal`, as whole numbers."""
    if state.phase_id == table.FILLING or state.phase_id == table.EXTRA:
        return write_bag(state, out)
    count = legal(state, out)
    for i in range(count):
        out[i] = 1
    return count


@jit_inline
def pick(state, rng):
    """One legal choice: uniform for a seat, by weight for CHANCE."""
    phase = state.phase_id
    if phase == table.FILLING or phase == table.EXTRA:
        return choice.DRAW + pick_from_bag(state, rng)
    if phase == table.OFFER:
        return choice.TAKE + nth_bit(state.offered, below(rng, count_bits(state.offered)))
    if phase == table.PLACING:
        return choice.LINE + pick_bit(destinations(state), rng)
    if phase == table.SIDES:
        return side_question(state) + below(rng, 2)
    if phase == table.LAYING:
        return choice.COLUMN + pick_bit(columns_asked(state), rng)
    if phase == table.TOKENS:
        return pick_golden(state, rng)
    return choice.BEGIN + below(rng, state.players_n)


@jit_inline
def pick_bit(mask, rng):
    return nth_of_few(mask, below(rng, count_bits(mask)))


@jit
def pick_golden(state, rng):
    """A plain token, then an effect not seen yet: both uniform (MC-31)."""
    turned = count_golden(state)
    nth_plain = below(rng, count_factories(state) - turned)
    nth_unseen = below(rng, EFFECTS_N - turned)
    factory = 0
    while state.tokens[factory] != PLAIN or nth_plain > 0:
        nth_plain -= state.tokens[factory] == PLAIN
        factory += 1
    effect = 0
    while token_at(state, PLUS_ONE + effect) != NOBODY or nth_unseen > 0:
        nth_unseen -= token_at(state, PLUS_ONE + effect) == NOBODY
        effect += 1
    return choice.GOLDEN + factory * EFFECTS_N + effect


# ------------------------------------------------------------------------------------------------
# What happens then


@jit_inline
def play(state, number, story):
    """Play a legal choice, and the answers that follow from it with no choice left."""
    while True:
        apply(state, number, story)
        if not is_forced(state):
            return
        number = only_choice(state)


@jit_inline
def is_forced(state):
    """A later question of a turn that has one answer only. First questions are always asked."""
    if state.phase_id == table.PLACING:
        return destinations(state) == FLOOR_BIT
    if state.phase_id == table.LAYING and state.step > 0:
        return count_bits(columns_asked(state)) == 1
    return False


@jit
def only_choice(state):
    if state.phase_id == table.PLACING:
        return choice.FLOOR
    return choice.COLUMN + lowest_bit(columns_asked(state))


@jit_inline
def apply(state, number, story):
    phase = state.phase_id
    if phase == table.FILLING:
        fill(state, number - choice.DRAW, story)
    elif phase == table.OFFER:
        state.step = 1
        take(state, number // COLOURS_N, number % COLOURS_N, story)
    elif phase == table.PLACING:
        take_step(state)
        if number == choice.FLOOR:
            place_on_floor(state, story)
        else:
            place(state, number - choice.LINE, story)
    else:
        apply_rare(state, number, story)


@jit
def apply_rare(state, number, story):
    """The choices of the variants and of the set-up."""
    phase = state.phase_id
    if phase == table.SIDES:
        take_step(state)
        side = number - choice.SIDE
        move_sideways(state, side // 2, side % 2, story)
    elif phase == table.LAYING:
        take_step(state)
        choose_column(state, number - choice.COLUMN, story)
    elif phase == table.EXTRA:
        fill_extra(state, number - choice.DRAW, story)
    elif phase == table.TOKENS:
        golden = number - choice.GOLDEN
        turn_golden(state, golden // EFFECTS_N, golden % EFFECTS_N + PLUS_ONE, story)
    else:
        begin_game(state, number - choice.BEGIN, story)


# ------------------------------------------------------------------------------------------------
# What is hidden: nothing. Bag and lid can be counted by everybody.


@jit
def forget(state, seat):
    """Turn what a seat can't know into undecided: here nothing, all tiles lie open."""


@jit
def is_secret(state, number, seat):
    """May this seat not know this choice? Here all may know all."""
    return False
