"""What may I do, and what happens then? Summer Pavilion, SP-01 to SP-37."""

import numpy as np

from azulejos.core.contract import NO_PIECE, NO_PLACE, note_move, note_points
from azulejos.core.jit import jit, jit_inline
from azulejos.core.questions import BAG, FIRST, LATER, LOT, Question, choosing
from azulejos.core.table import (
    ask_chance,
    begin_turn,
    colours_in_bag,
    end_turns,
    pour_into_bag,
    seat_after,
    turn,
)
from azulejos.games.pavilion import choices as choice
from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import (
    CENTRE,
    COLOURS_N,
    ELEMENT_SPACES,
    ELEMENT_TILES,
    EMPTY,
    FIRST_SCORE,
    NUMBER_POINTS,
    NUMBERS_SCORED,
    PILLAR,
    RHOMBI,
    ROUNDS,
    SPACES_N,
    STARS_N,
    START,
    STATUE,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    TOUCHED,
    TOUCHED_MAX,
)
from azulejos.games.pavilion.scoring import is_number_full, loss, star_points, tile_points
from azulejos.games.pavilion.state import (
    ALL_COLOURS,
    NOBODY,
    clear_board,
    colours_asked,
    cost_chosen,
    count_corners,
    count_factories,
    derive,
    keeps_asked,
    offer_bit,
    spaces_asked,
    supply_asked,
    takeable,
    update_star,
    uses_asked,
    wild_colour,
)

VERSION = 1
"""Rises with any change of behaviour, never with a speed-up."""


# ------------------------------------------------------------------------------------------------
# Set-up


@jit
def start(state, players_n, first, settings):
    """Empty boards, five points each, all tiles in the bag (SP-01 to SP-06). `state` must be all zeros."""
    state.players_n = players_n
    state.board_side = settings[0]
    state.starter = NOBODY
    state.start_holder = NOBODY
    state.last_seat = NOBODY
    state.space_chosen = EMPTY
    state.colour_chosen = EMPTY
    state.round_number = 1
    for colour in range(COLOURS_N):
        state.bag[colour] = TILES_PER_COLOUR
    for seat in range(players_n):
        state.players[seat].score = FIRST_SCORE
        clear_board(state.players[seat])
    derive(state)
    ask_chance(state, table.BEGINNING)
    if first != NOBODY:
        begin_game(state, first, None)


@jit
def begin_game(state, seat, story):
    """The first player is known before any tile is drawn (SP-06); the supply comes first (SP-05)."""
    state.starter = seat
    note_points(story, table.BEGINS, seat, 1, NO_PIECE, NO_PLACE, 0, 6)
    note_points(story, table.WILD, NOBODY, 1, wild_colour(state), NO_PLACE, 0, 3)
    begin_refilling(state, np.int64(NOBODY), story)


# ------------------------------------------------------------------------------------------------
# Drawing tiles: the supply and the factories


@jit
def can_draw(state, story):
    """The tower is poured into the bag only when a tile must be drawn and the bag is empty (SP-24)."""
    if state.bag_count == 0:
        pour_into_bag(state, state.tower, table.POURED, table.AT_TOWER, table.AT_BAG, 24, story)
    return state.bag_count > 0


@jit
def draw_tile(state, colour, target, clause, story):
    state.bag[colour] -= 1
    state.bag_count -= 1
    note_move(story, table.DRAWN, NOBODY, 1, colour, table.AT_BAG, target, clause)


@jit
def begin_refilling(state, seat, story):
    """The supply is refilled at set-up and after every turn of phase 2 (SP-05, SP-24)."""
    state.last_seat = seat
    ask_chance(state, table.REFILLING)
    if state.supply_count == SUPPLY_SPACES or not can_draw(state, story):
        end_refilling(state, story)


@jit
def refill(state, colour, story):
    draw_tile(state, colour, table.AT_SUPPLY, 24 if state.last_seat != NOBODY else 5, story)
    state.supply[colour] += 1
    state.supply_count += 1
    if state.supply_count == SUPPLY_SPACES or not can_draw(state, story):
        end_refilling(state, story)


@jit
def end_refilling(state, story):
    seat = np.int64(state.last_seat)
    state.last_seat = NOBODY
    if seat == NOBODY:
        ask_chance(state, table.FILLING)
    else:
        lay_on(state, seat_after(state, seat), story)


@jit_inline
def fill(state, colour, story):
    """Four tiles on each factory, in the order of the circle, as long as there are any (SP-05, SP-27)."""
    factory = state.filled_count // TILES_PER_FACTORY
    draw_tile(state, colour, factory, 5 if state.round_number == 1 else 27, story)
    state.offer[factory, colour] += 1
    state.offered |= offer_bit(factory, colour)
    state.filled_count += 1
    is_full = state.filled_count == TILES_PER_FACTORY * count_factories(state)
    if is_full or not can_draw(state, story):
        state.filled_count = 0
        begin_turn(state, table.OFFER, state.starter)


# ------------------------------------------------------------------------------------------------
# Phase 1: the offer


@jit
def take(state, what, story):
    """All tiles of one colour and one wild tile, if there is one; or a wild tile alone (SP-07, SP-08)."""
    source, colour = what // COLOURS_N, what % COLOURS_N
    seat = turn(state)
    wild = wild_colour(state)
    if colour == wild:
        taken = take_tiles(state, source, wild, 1, table.TAKEN, 8, story)
    else:
        count = np.int64(state.offer[source, colour])
        taken = take_tiles(state, source, colour, count, table.TAKEN, 7, story)
        if state.offer[source, wild] > 0:
            taken += take_tiles(state, source, wild, 1, table.WILD_TAKEN, 7, story)
    if source == CENTRE:
        update_centre(state)
        take_start(state, seat, taken, story)
    else:
        leave_rest(state, source, story)
    next_taker(state, seat, story)


@jit
def take_tiles(state, source, colour, count, event, clause, story):
    """Tiles go beside the board (SP-11)."""
    seat = turn(state)
    player = state.players[seat]
    state.offer[source, colour] -= count
    player.hand[colour] += count
    player.hand_count += count
    note_move(story, event, seat, count, colour, source, table.AT_HAND, clause)
    return count


@jit
def update_centre(state):
    """Keep `offered` true after tiles were taken from the centre."""
    for colour in range(COLOURS_N):
        if state.offer[CENTRE, colour] == 0:
            state.offered &= ~offer_bit(CENTRE, colour)


@jit
def take_start(state, seat, taken, story):
    """The first to take from the centre gets the token and pays for the tiles of this turn (SP-09)."""
    if state.start_holder == NOBODY:
        state.start_holder = seat
        note_move(story, table.START_TAKEN, seat, 1, START, CENTRE, table.AT_BESIDE, 9)
        lose(state.players[seat], seat, taken, table.START_COST, 9, story)


@jit
def lose(player, seat, points, event, clause, story):
    """A loss stops at 1 point (SP-10)."""
    lost = loss(player, points)
    player.score += lost
    note_points(story, event, seat, points, NO_PIECE, NO_PLACE, lost, clause)


@jit
def leave_rest(state, factory, story):
    """The other tiles of a factory move to the centre (SP-07)."""
    for colour in range(COLOURS_N):
        count = state.offer[factory, colour]
        if count > 0:
            state.offer[factory, colour] = 0
            state.offer[CENTRE, colour] += count
            state.offered |= offer_bit(CENTRE, colour)
            note_move(story, table.LEFT_OVER, turn(state), count, colour, factory, CENTRE, 7)
    state.offered &= ~(np.int64(ALL_COLOURS) << (factory * COLOURS_N))


@jit
def next_taker(state, seat, story):
    """Clockwise, until no tile is left (SP-07, SP-12)."""
    if state.offered:
        begin_turn(state, table.OFFER, seat_after(state, seat))
    else:
        lay_on(state, first_layer(state), story)


# ------------------------------------------------------------------------------------------------
# Phase 2: laying tiles


@jit
def first_layer(state):
    """Who holds the token begins; if nobody took it, whoever began phase 1 (SP-13)."""
    return np.int64(state.starter if state.start_holder == NOBODY else state.start_holder)


@jit
def lay_on(state, seat, story):
    """The next turn of phase 2. When all have passed, the next round or the end (SP-26, SP-27)."""
    while not begins_to_lay(state, seat, story):
        if state.round_number == ROUNDS:
            end_game(state, story)
            return
        next_round(state, story)
        if can_draw(state, story):
            ask_chance(state, table.FILLING)
            return
        seat = first_layer(state)  # not a single tile for the factories: there is no phase 1


@jit
def begins_to_lay(state, seat, story):
    """From this seat on, who hasn't passed has a turn; who has no tiles passes now (SP-13, SP-26)."""
    for _ in range(state.players_n):
        player = state.players[seat]
        if not player.passed and player.hand_count > 0:
            begin_turn(state, table.LAYING, seat)
            return True
        if not player.passed:
            player.passed = 1
            note_points(story, table.OUT_OF_TILES, seat, 1, NO_PIECE, NO_PLACE, 0, 26)
        seat = seat_after(state, seat)
    return False


@jit
def choose_space(state, space):
    """One tile will be laid here; its colour comes next (SP-13)."""
    state.space_chosen = space
    state.phase_id = table.COLOURING


@jit
def choose_colour(state, colour, story):
    state.colour_chosen = colour
    state.phase_id = table.PAYING


@jit
def pay_and_lay(state, more, story):
    """One tile is laid; so many more of its colour, and for the rest wild ones, are gone (SP-14, SP-17)."""
    seat = turn(state)
    player = state.players[seat]
    space = np.int64(state.space_chosen)
    colour = np.int64(state.colour_chosen)
    wild_used = cost_chosen(state) - 1 - more
    lay(state, player, seat, space, colour, story)
    use_up(state, player, seat, colour, more, 14, story)
    use_up(state, player, seat, wild_colour(state), wild_used, 17, story)
    state.space_chosen = EMPTY
    state.colour_chosen = EMPTY
    points = tile_points(player, space)
    player.score += points
    note_points(story, table.RUN, seat, points, NO_PIECE, table.AT_SPACE + space, points, 21)
    owe_bonus(state, player, seat, space, story)


@jit
def lay(state, player, seat, space, colour, story):
    player.hand[colour] -= 1
    player.hand_count -= 1
    player.spaces[space] = colour
    player.occupied |= np.int64(1) << space
    update_star(player, space // RHOMBI, state.board_side)
    note_move(story, table.LAID, seat, 1, colour, table.AT_HAND, table.AT_SPACE + space, 14)


@jit
def use_up(state, player, seat, colour, count, clause, story):
    """Used tiles go to the tower."""
    if count > 0:
        player.hand[colour] -= count
        player.hand_count -= count
        state.tower[colour] += count
        note_move(story, table.USED, seat, count, colour, table.AT_HAND, table.AT_TOWER, clause)


@jit
def owe_bonus(state, player, seat, space, story):
    """Elements that the laid tile has surrounded bring tiles of the supply (SP-22, SP-23)."""
    owed = 0
    for i in range(TOUCHED_MAX):
        element = TOUCHED[space, i]
        if element != EMPTY and player.occupied & ELEMENT_SPACES[element] == ELEMENT_SPACES[element]:
            owed += ELEMENT_TILES[element]
            note_element(seat, space, element, story)
    state.owed = min(owed, state.supply_count)
    if owed > state.supply_count:
        missing = owed - state.supply_count
        note_points(story, table.FORFEITED, seat, missing, NO_PIECE, table.AT_SUPPLY, 0, 24)
    if state.owed > 0:
        state.phase_id = table.BONUS
    else:
        begin_refilling(state, seat, story)


@jit
def note_element(seat, space, element, story):
    event = table.WINDOW_FULL
    if element >= PILLAR:
        event = table.PILLAR_FULL
    elif element >= STATUE:
        event = table.STATUE_FULL
    note_points(story, event, seat, ELEMENT_TILES[element], NO_PIECE, table.AT_SPACE + space, 0, 22)


@jit
def take_bonus(state, colour, story):
    """A tile of choice from the supply, usable from the next turn on (SP-22, SP-23)."""
    seat = turn(state)
    player = state.players[seat]
    state.supply[colour] -= 1
    state.supply_count -= 1
    state.owed -= 1
    player.hand[colour] += 1
    player.hand_count += 1
    note_move(story, table.BONUS_TAKEN, seat, 1, colour, table.AT_SUPPLY, table.AT_HAND, 22)
    if state.owed == 0:
        begin_refilling(state, seat, story)


# ------------------------------------------------------------------------------------------------
# Passing


@jit
def pass_round(state, story):
    """Passing is final for the round (SP-25)."""
    state.phase_id = table.KEEPING
    note_points(story, table.PASSED, turn(state), 1, NO_PIECE, NO_PLACE, 0, 25)


@jit
def keep(state, colour, story):
    """Up to four tiles wait in the corners (SP-25)."""
    seat = turn(state)
    player = state.players[seat]
    player.hand[colour] -= 1
    player.hand_count -= 1
    player.corners[colour] += 1
    note_move(story, table.KEPT, seat, 1, colour, table.AT_HAND, table.AT_CORNERS, 25)


@jit
def finish_pass(state, story):
    """All other tiles are discarded for a point each (SP-25)."""
    seat = turn(state)
    player = state.players[seat]
    player.passed = 1
    discarded = np.int64(player.hand_count)
    for colour in range(COLOURS_N):
        count = player.hand[colour]
        if count > 0:
            state.tower[colour] += count
            player.hand[colour] = 0
            note_move(story, table.DISCARDED, seat, count, colour, table.AT_HAND, table.AT_TOWER, 25)
    player.hand_count = 0
    if discarded > 0:
        lose(player, seat, discarded, table.DISCARD_COST, 25, story)
    if state.round_number == ROUNDS and have_all_passed(state):
        end_game(state, story)  # no refill after the last turn (SP-24)
    else:
        begin_refilling(state, seat, story)


@jit
def have_all_passed(state):
    for seat in range(state.players_n):
        if not state.players[seat].passed:
            return False
    return True


# ------------------------------------------------------------------------------------------------
# Phase 3, and the end


@jit
def next_round(state, story):
    """The round marker moves on, the token and the corner tiles return (SP-27 to SP-29)."""
    state.round_number += 1
    note_points(story, table.WILD, NOBODY, 1, wild_colour(state), NO_PLACE, 0, 27)
    if state.start_holder != NOBODY:
        state.starter = state.start_holder
        note_move(story, table.START_PUT_OUT, state.starter, 1, START, table.AT_BESIDE, CENTRE, 28)
        state.start_holder = NOBODY
    for seat in range(state.players_n):
        state.players[seat].passed = 0
        return_corners(state.players[seat], seat, story)


@jit
def return_corners(player, seat, story):
    """Corner tiles return beside their board (SP-29)."""
    for colour in range(COLOURS_N):
        count = player.corners[colour]
        if count > 0:
            player.corners[colour] = 0
            player.hand[colour] += count
            player.hand_count += count
            note_move(story, table.CORNERS_RETURNED, seat, count, colour, table.AT_CORNERS, table.AT_HAND, 29)


@jit
def end_game(state, story):
    end_turns(state, table.OVER)
    note_points(story, table.GAME_OVER, NOBODY, 1, NO_PIECE, NO_PLACE, 0, 30)
    for seat in range(state.players_n):
        player = state.players[seat]
        score_stars(player, seat, state.board_side, story)
        score_numbers(player, seat, state.board_side, story)
        corners = count_corners(player)
        if corners > 0:
            lose(player, seat, corners, table.CORNERS_COST, 32, story)


@jit
def score_stars(player, seat, board_side, story):
    """Each full star scores its own value (SP-30, SP-35)."""
    for star in range(STARS_N):
        points = star_points(player, star)
        if points > 0:
            player.score += points
            clause = 30 if board_side == table.COLOURED else 35
            note_points(
                story, table.FULL_STAR, seat, 1, NO_PIECE, table.AT_SPACE + star * RHOMBI, points, clause
            )


@jit
def score_numbers(player, seat, board_side, story):
    """All ones, twos, threes or fours (SP-31)."""
    for number in NUMBERS_SCORED:
        if is_number_full(player, number, board_side):
            points = NUMBER_POINTS[number]
            player.score += points
            note_points(story, table.FULL_NUMBER, seat, number, NO_PIECE, NO_PLACE, points, 31)


# ------------------------------------------------------------------------------------------------
# What may be chosen, and what happens then


@jit
def seats_asked(state):
    return (np.int64(1) << state.players_n) - 1


@jit
def lay_or_pass(state, space, story):
    if space == SPACES_N:
        pass_round(state, story)
    else:
        choose_space(state, space)


@jit
def keep_or_finish(state, colour, story):
    if colour == COLOURS_N:
        finish_pass(state, story)
    else:
        keep(state, colour, story)


legal, weights, pick, play = choosing(
    Question(table.BEGINNING, LOT, choice.BEGIN, seats_asked, begin_game),
    Question(table.REFILLING, BAG, choice.DRAW, colours_in_bag, refill),
    Question(table.FILLING, BAG, choice.DRAW, colours_in_bag, fill),
    Question(table.OFFER, FIRST, choice.TAKE, takeable, take),
    Question(table.LAYING, FIRST, choice.LAY, spaces_asked, lay_or_pass),
    Question(table.COLOURING, LATER, choice.COLOUR, colours_asked, choose_colour),
    Question(table.PAYING, LATER, choice.USE, uses_asked, pay_and_lay),
    Question(table.BONUS, LATER, choice.SUPPLY, supply_asked, take_bonus),
    Question(table.KEEPING, LATER, choice.KEEP, keeps_asked, keep_or_finish),
)


# ------------------------------------------------------------------------------------------------
# What is hidden: nothing. Bag and tower can be counted by everybody.


@jit
def forget(state, seat):
    """Turn what a seat can't know into undecided: here nothing, all tiles lie open."""


@jit
def is_secret(state, number, seat):
    """May this seat not know this choice? Here all may know all."""
    return False
