"""What may I do, and what happens then? Queen's Garden, QG-01 to QG-36."""

import numpy as np

from azulejos.core.bits import count_bits, lowest_bit, nth_bit, write_bits, write_more_bits
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
from azulejos.games.garden import choices as choice
from azulejos.games.garden import state as table
from azulejos.games.garden.board import (
    COLOURS_N,
    CRITERIA_N,
    CRITERIA_ON_WHEEL,
    CRITERIA_PER_ROUND,
    EMPTY,
    FEATURE_JOKERS,
    FEATURE_SPACES,
    FEATURES_N,
    FIRST_JOKERS,
    FIRST_OF_PLACE,
    FIRST_SCORE,
    HEXAGONS_N,
    PATTERNS_N,
    PAVILION,
    PRICE,
    ROUNDS,
    STACK,
    STANDARD,
    TILES_ON_TOP,
    TILES_PER_HEXAGON,
    WHEEL_CRITERIA,
    WHEEL_POINTS,
)
from azulejos.games.garden.scoring import (
    criterion_points,
    first_group,
    group_bonus,
    is_scored,
    loss,
    of_criterion,
    storage_value,
    values_on,
)
from azulejos.games.garden.state import (
    ALL_HEXAGONS,
    NOBODY,
    bit,
    can_pay,
    clear_action,
    clear_display,
    clear_garden,
    count_pavilions,
    derive,
    expansion_on,
    free_expansions,
    free_places,
    free_storage,
    has_site,
    hexagon_of,
    is_slot_full,
    occupied,
    payable_with,
    put_in_garden,
    put_on_slot,
    remove_from_slot,
    rim_of,
    sites_for,
    slot_to_turn,
    slots_with,
    stack_size,
    tile_bits,
    tiles_on,
    turns_for,
    value_of,
)

VERSION = 1
"""Rises with any change of behaviour, never with a speed-up."""


# ------------------------------------------------------------------------------------------------
# Set-up


@jit
def start(state, players_n, first, settings):
    """Gardens with a fountain only, 15 points, 3 jokers (QG-01 to QG-04). `state` must be all zeros.

    The settings are the side, then the criteria of the wheel, then what they bring.
    """
    state.players_n = players_n
    state.side = settings[0]
    for i in range(CRITERIA_ON_WHEEL):
        step, nth = i // CRITERIA_PER_ROUND, i % CRITERIA_PER_ROUND
        is_standard = settings[1 + i] == STANDARD
        state.wheel[step, nth] = WHEEL_CRITERIA[step, nth] if is_standard else settings[1 + i]
        own = settings[1 + CRITERIA_ON_WHEEL + i]
        state.wheel_points[step, nth] = WHEEL_POINTS[state.side, step, nth] if is_standard else own
    state.starter = NOBODY
    state.start_holder = NOBODY
    state.last_seat = NOBODY
    state.round_number = 1
    state.unseen = ALL_HEXAGONS
    state.supply = HEXAGONS_N - ROUNDS * STACK[players_n]
    for hexagon in range(HEXAGONS_N):
        state.bag[hexagon] = TILES_PER_HEXAGON
    for seat in range(players_n):
        state.players[seat].score = FIRST_SCORE
        state.players[seat].jokers = FIRST_JOKERS
        clear_garden(state.players[seat])
    clear_action(state)
    lay_out_stack(state, None)
    derive(state)
    ask_chance(state, table.BEGINNING)
    if first != NOBODY:
        begin_game(state, first, None)


@jit
def begin_game(state, seat, story):
    state.starter = seat
    note_points(story, table.BEGINS, seat, 1, NO_PIECE, NO_PLACE, 0, 4)
    fill_top(state, story)


# ------------------------------------------------------------------------------------------------
# The display


@jit
def lay_out_stack(state, story):
    """The stack of a round forms the display (QG-04, QG-30)."""
    clear_display(state)
    for slot in range(stack_size(state)):
        state.face[slot] = table.FACE_DOWN
    note_points(story, table.LAID_OUT, NOBODY, stack_size(state), table.HIDDEN_EXPANSION, NO_PLACE, 0, 30)


@jit
def fill_top(state, story):
    """Four tiles for the top of the stack; without a single one the stack is laid out (QG-08, QG-10)."""
    if state.stack_top < stack_size(state) and not can_draw(state, story):
        state.stack_top = stack_size(state)
        note_points(story, table.STACK_ENDED, NOBODY, 1, NO_PIECE, NO_PLACE, 0, 10)
    if state.stack_top < stack_size(state):
        ask_chance(state, table.FILLING)
    else:
        turn_up_bare(state, story)


@jit
def can_draw(state, story):
    """The tower is poured into the bag when a tile must be drawn and the bag is empty (QG-10)."""
    if state.bag_count == 0:
        pour_into_bag(state, state.tower, table.POURED, table.AT_TOWER, table.AT_BAG, 10, story)
    return state.bag_count > 0


@jit
def fill(state, hexagon, story):
    slot = np.int64(state.stack_top)
    state.bag[hexagon] -= 1
    state.bag_count -= 1
    put_on_slot(state, slot, hexagon)
    begins_round = state.last_seat == NOBODY
    clause = (4 if state.round_number == 1 else 30) if begins_round else 8
    note_move(story, table.DRAWN, NOBODY, 1, hexagon, table.AT_BAG, slot, clause)
    if is_slot_full(state, slot) or not can_draw(state, story):
        turn_up_bare(state, story)


@jit
def turn_up_bare(state, story):
    """Expansions without tiles, the stack aside, are turned face up; then the turn is over (QG-09)."""
    if slot_to_turn(state) != EMPTY:
        ask_chance(state, table.REVEALING)
        return
    seat = np.int64(state.last_seat)
    state.last_seat = NOBODY
    if seat == NOBODY:
        begin_turn(state, table.ACTING, state.starter)
    else:
        begin_turn(state, table.ACTING, next_seat(state, seat))


@jit
def reveal(state, hexagon, story):
    slot = slot_to_turn(state)
    state.face[slot] = hexagon
    state.unseen &= ~bit(hexagon)
    note_points(story, table.TURNED_UP, NOBODY, 1, table.EXPANSION_PIECE + hexagon, slot, 0, 9)
    turn_up_bare(state, story)


# ------------------------------------------------------------------------------------------------
# A) Acquire


@jit
def can_store(state, player, criterion, index_tried, slot_tried):
    """Is there a choice of copies with which everything fits into the storage (QG-06, QG-07)?

    A hexagon that lies there as a tile and as an expansion can be taken as either. One copy may be
    tried: that of a hexagon of the criterion.
    """
    tiles, expansions, either, found = 0, 0, 0, 0
    for index in range(PATTERNS_N):
        hexagon = hexagon_of(criterion, index)
        chosen = np.int64(slot_tried if index == index_tried else state.copies[index])
        slots = slots_with(state, hexagon) if chosen == EMPTY else np.int64(1) << chosen
        found |= slots
        as_expansion = slots & expansion_slots(state, hexagon)
        as_tile = slots & ~as_expansion
        tiles += as_tile != 0 and as_expansion == 0
        expansions += as_expansion != 0 and as_tile == 0
        either += as_tile != 0 and as_expansion != 0
    return found != 0 and is_room(free_storage(player), free_expansions(player), tiles, expansions, either)


@jit
def is_room(room, room_for_expansions, tiles, expansions, either):
    """Do so many tiles, expansions, and pieces that can be either, fit into so much room (QG-07)?"""
    tiles_left = room - tiles
    expansions_left = room_for_expansions - expansions
    return tiles_left >= 0 and expansions_left >= 0 and tiles_left + expansions_left >= either


@jit
def expansion_slots(state, hexagon):
    """The slot where an expansion lies face up with this hexagon, as a bit."""
    mask = 0
    for slot in range(state.stack_top):
        mask |= (state.face[slot] == hexagon) << slot
    return mask


@jit
def take(state, criterion, story):
    """All hexagons of a colour or of a pattern (QG-05)."""
    state.action = table.TAKING
    state.what = criterion
    go_on_taking(state, story)


@jit
def go_on_taking(state, story):
    """Ask about the next hexagon that lies on several expansions; after the last, take everything."""
    if index_asked(state) != EMPTY:
        state.phase_id = table.COPYING
    else:
        take_all(state, story)


@jit
def index_asked(state):
    """The first hexagon of the criterion with several copies, none of which is chosen, or EMPTY (QG-06)."""
    for index in range(PATTERNS_N):
        slots = slots_with(state, hexagon_of(np.int64(state.what), index))
        if state.copies[index] == EMPTY and slots & (slots - 1):
            return index
    return EMPTY


@jit
def copies_asked(state):
    """The copies with which everything still fits, as slots (QG-07)."""
    player = state.players[state.to_move]
    index = index_asked(state)
    slots = slots_with(state, hexagon_of(np.int64(state.what), index))
    mask = np.int64(0)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        mask |= np.int64(can_store(state, player, np.int64(state.what), index, slot)) << slot
    return mask


@jit
def take_all(state, story):
    """Everything goes to the storage; if the top has lost a tile, the next one is filled (QG-08)."""
    seat = turn(state)
    is_top_touched = False
    for index in range(PATTERNS_N):
        hexagon = hexagon_of(np.int64(state.what), index)
        slot = np.int64(state.copies[index])
        slots = slots_with(state, hexagon)
        if slot == EMPTY and slots:
            slot = lowest_bit(slots)
        if slot != EMPTY:
            is_top_touched |= slot == state.stack_top
            take_hexagon(state, seat, slot, hexagon, story)
    clear_action(state)
    state.last_seat = seat
    if is_top_touched:
        note_points(story, table.MOVED_ASIDE, NOBODY, 1, NO_PIECE, np.int64(state.stack_top), 0, 8)
        state.stack_top += 1
        fill_top(state, story)
    else:
        turn_up_bare(state, story)


@jit
def take_hexagon(state, seat, slot, hexagon, story):
    player = state.players[seat]
    if state.face[slot] == hexagon:
        state.face[slot] = table.TAKEN
        player.expansions |= bit(hexagon)
        piece = table.EXPANSION_PIECE + hexagon
        note_move(story, table.EXPANSION_TAKEN, seat, 1, piece, slot, table.AT_EXPANSIONS, 5)
    else:
        remove_from_slot(state, slot, hexagon)
        player.tiles[hexagon] += 1
        player.tile_count += 1
        note_move(story, table.TILE_TAKEN, seat, 1, hexagon, slot, table.AT_STORAGE, 5)


# ------------------------------------------------------------------------------------------------
# B) and C) Place a tile or an expansion, and pay for it


@jit
def begin_placing(state, action, what, phase):
    state.action = action
    state.what = what
    state.phase_id = phase


@jit
def choose_space(state, space, story):
    state.space_chosen = space
    go_on_paying(state, story)


@jit
def choose_place(state, place, story):
    state.place_chosen = place
    if state.action == table.BUYING:
        buy(state, story)
    else:
        state.phase_id = table.TURNING


@jit
def choose_turn(state, side, story):
    state.turned_chosen = side
    go_on_paying(state, story)


@jit
def go_on_paying(state, story):
    """Value - 1 further hexagons are paid, piece by piece (QG-11)."""
    pieces = count_bits(state.paid) + count_bits(state.paid_expansions) + np.int64(state.paid_jokers)
    if pieces < value_of(np.int64(state.what)) - 1:
        state.phase_id = table.PAYING
    elif state.action == table.PLACING_TILE:
        place_tile(state, story)
    else:
        place_expansion(state, story)


@jit
def pay(state, hexagon, story):
    """Tiles go to the tower, when the payment is complete (QG-13)."""
    player = state.players[turn(state)]
    player.tiles[hexagon] -= 1
    player.tile_count -= 1
    state.paid |= bit(hexagon)
    note_move(story, table.PAID, turn(state), 1, hexagon, table.AT_STORAGE, table.AT_TOWER, 13)
    go_on_paying(state, story)


@jit
def pay_expansion(state, hexagon, story):
    """Expansions go under the supply (QG-13)."""
    player = state.players[turn(state)]
    player.expansions &= ~bit(hexagon)
    state.paid_expansions |= bit(hexagon)
    piece = table.EXPANSION_PIECE + hexagon
    note_move(story, table.EXPANSION_PAID, turn(state), 1, piece, table.AT_EXPANSIONS, table.AT_SUPPLY, 13)
    go_on_paying(state, story)


@jit
def pay_joker(state, story):
    """Jokers go back to the pool (QG-14)."""
    state.players[turn(state)].jokers -= 1
    state.paid_jokers += 1
    note_move(story, table.JOKER_PAID, turn(state), 1, table.JOKER, table.AT_JOKERS, table.AT_POOL, 14)
    go_on_paying(state, story)


@jit
def discard_payment(state):
    paid = state.paid
    while paid:
        state.tower[lowest_bit(paid)] += 1
        paid &= paid - 1
    state.supply += count_bits(state.paid_expansions)


@jit
def place_tile(state, story):
    """The tile lies in the garden; what it surrounds brings jokers (QG-15, QG-18)."""
    seat = turn(state)
    player = state.players[seat]
    hexagon = np.int64(state.what)
    space = np.int64(state.space_chosen)
    player.tiles[hexagon] -= 1
    player.tile_count -= 1
    put_in_garden(player, space, hexagon)
    note_move(story, table.PLACED, seat, 1, hexagon, table.AT_STORAGE, table.AT_SPACE + space, 11)
    discard_payment(state)
    receive_jokers(player, seat, space, story)
    end_action(state, seat, story)


@jit
def receive_jokers(player, seat, space, story):
    """Jokers for each feature that is surrounded now; those without a space are lost (QG-18, QG-19)."""
    covered = occupied(player)
    earned = 0
    for feature in range(FEATURES_N):
        spaces = FEATURE_SPACES[feature]
        is_there = feature < PAVILION or player.places[feature - PAVILION] >= 0
        if is_there and (spaces >> space) & 1 and covered & spaces == spaces:
            earned += FEATURE_JOKERS[feature]
            jokers = FEATURE_JOKERS[feature]
            note_points(story, table.SURROUNDED, seat, jokers, NO_PIECE, table.AT_SPACE + space, 0, 18)
    received = min(earned, free_storage(player))
    player.jokers += received
    if received > 0:
        note_move(
            story, table.JOKERS_RECEIVED, seat, received, table.JOKER, table.AT_POOL, table.AT_JOKERS, 18
        )
    if earned > received:
        note_points(story, table.JOKERS_LOST, seat, earned - received, NO_PIECE, NO_PLACE, 0, 19)


@jit
def place_expansion(state, story):
    """Face up, on a free place, any way round that its printed hexagon allows (QG-20)."""
    seat = turn(state)
    player = state.players[seat]
    hexagon = np.int64(state.what)
    place = np.int64(state.place_chosen)
    player.expansions &= ~bit(hexagon)
    player.places[place] = hexagon
    player.turned[place] = state.turned_chosen
    player.free |= rim_of(place)
    put_in_garden(player, FIRST_OF_PLACE[place] + 1 + np.int64(state.turned_chosen), hexagon)
    piece = table.EXPANSION_PIECE + hexagon
    target = table.AT_PLACE + place
    note_move(story, table.EXPANSION_PLACED, seat, 1, piece, table.AT_EXPANSIONS, target, 20)
    discard_payment(state)
    end_action(state, seat, story)


@jit
def buy(state, story):
    """A face-down expansion of the supply for 6 points, never turned (QG-21)."""
    seat = turn(state)
    player = state.players[seat]
    place = np.int64(state.place_chosen)
    player.score -= PRICE
    state.supply -= 1
    player.places[place] = table.PLACED_DOWN
    player.free |= rim_of(place) | bit(FIRST_OF_PLACE[place])
    piece, target = table.HIDDEN_EXPANSION, table.AT_PLACE + place
    note_move(story, table.EXPANSION_BOUGHT, seat, 1, piece, table.AT_SUPPLY, target, 21)
    note_points(story, table.PRICE_PAID, seat, 1, NO_PIECE, NO_PLACE, -PRICE, 21)
    end_action(state, seat, story)


@jit
def end_action(state, seat, story):
    """The next one's turn; when all have passed, the round is scored (QG-25)."""
    clear_action(state)
    following = next_seat(state, seat)
    if following == NOBODY:
        end_round(state, story)
    else:
        begin_turn(state, table.ACTING, following)


@jit
def next_seat(state, seat):
    """Clockwise, without those who have passed; NOBODY if all have."""
    for _ in range(state.players_n):
        seat = seat_after(state, seat)
        if not state.players[seat].passed:
            return np.int64(seat)
    return np.int64(NOBODY)


# ------------------------------------------------------------------------------------------------
# D) Pass


@jit
def pass_round(state, story):
    """The first to pass takes the starting-player tile for a point (QG-23, QG-24)."""
    seat = turn(state)
    state.players[seat].passed = 1
    state.action = table.PASSING
    state.phase_id = table.DISCARDING
    note_points(story, table.PASSED, seat, 1, NO_PIECE, NO_PLACE, 0, 23)
    if state.start_holder == NOBODY:
        state.start_holder = seat
        note_move(story, table.FIRST_PASSED, seat, 1, table.START, table.AT_SUPPLY, table.AT_START, 24)
        lose(state.players[seat], seat, 1, table.FIRST_PASSED, 24, story)


@jit
def lose(player, seat, points, event, clause, story):
    lost = loss(player, points)
    player.score += lost
    note_points(story, event, seat, points, NO_PIECE, NO_PLACE, lost, clause)


@jit
def discard(state, hexagon, story):
    """Discarded hexagons cost their value (QG-23)."""
    seat = turn(state)
    player = state.players[seat]
    player.tiles[hexagon] -= 1
    player.tile_count -= 1
    state.tower[hexagon] += 1
    note_move(story, table.DISCARDED, seat, 1, hexagon, table.AT_STORAGE, table.AT_TOWER, 23)
    lose(player, seat, value_of(hexagon), table.DISCARD_COST, 23, story)


@jit
def discard_expansion(state, hexagon, story):
    seat = turn(state)
    player = state.players[seat]
    player.expansions &= ~bit(hexagon)
    state.supply += 1
    piece = table.EXPANSION_PIECE + hexagon
    note_move(story, table.EXPANSION_DISCARDED, seat, 1, piece, table.AT_EXPANSIONS, table.AT_SUPPLY, 23)
    lose(player, seat, value_of(hexagon), table.DISCARD_COST, 23, story)


# ------------------------------------------------------------------------------------------------
# Phase 2: scoring a round. Phase 3: the next one


@jit
def end_round(state, story):
    for seat in range(state.players_n):
        score_wheel(state, seat, story)
    if state.round_number == ROUNDS:
        end_game(state, story)
    else:
        next_round(state, story)


@jit
def score_wheel(state, seat, story):
    """Three criteria of the wheel, then a point for each visible pavilion (QG-27, QG-28)."""
    player = state.players[seat]
    step = np.int64(state.round_number) - 1
    for nth in range(CRITERIA_PER_ROUND):
        criterion = np.int64(state.wheel[step, nth])
        points = criterion_points(player, criterion, np.int64(state.wheel_points[step, nth]))
        if points > 0:
            player.score += points
            note_points(story, table.CRITERION, seat, criterion, NO_PIECE, NO_PLACE, points, 27)
    pavilions = count_pavilions(player)
    if pavilions > 0:
        player.score += pavilions
        note_points(story, table.PAVILIONS, seat, pavilions, NO_PIECE, NO_PLACE, pavilions, 28)


@jit
def next_round(state, story):
    """The display goes to the tower and under the supply, the next stack is laid out (QG-29, QG-30)."""
    state.round_number += 1
    clear_tiles(state, story)
    clear_expansions(state, story)
    note_points(story, table.WHEEL_TURNED, NOBODY, state.round_number, NO_PIECE, NO_PLACE, 0, 29)
    note_move(
        story, table.START_PUT_BACK, state.start_holder, 1, table.START, table.AT_START, table.AT_SUPPLY, 30
    )
    state.starter = state.start_holder
    state.start_holder = NOBODY
    for seat in range(state.players_n):
        state.players[seat].passed = 0
    lay_out_stack(state, story)
    fill_top(state, story)


@jit
def clear_tiles(state, story):
    for slot in range(stack_size(state)):
        for i in range(TILES_ON_TOP):
            hexagon = np.int64(state.on_slot[slot, i])
            if hexagon != EMPTY:
                state.tower[hexagon] += 1
                note_move(story, table.DISPLAY_CLEARED, NOBODY, 1, hexagon, slot, table.AT_TOWER, 29)


@jit
def clear_expansions(state, story):
    for slot in range(stack_size(state)):
        if state.face[slot] != table.TAKEN:
            state.supply += 1
            piece = table.HIDDEN_EXPANSION
            if state.face[slot] != table.FACE_DOWN:
                piece = table.EXPANSION_PIECE + state.face[slot]
            note_move(story, table.EXPANSIONS_CLEARED, NOBODY, 1, piece, slot, table.AT_SUPPLY, 29)


# ------------------------------------------------------------------------------------------------
# The end


@jit
def end_game(state, story):
    end_turns(state, table.OVER)
    note_points(story, table.GAME_OVER, NOBODY, 1, NO_PIECE, NO_PLACE, 0, 31)
    for seat in range(state.players_n):
        score_storage(state.players[seat], seat, story)
        for criterion in range(CRITERIA_N):
            score_groups(state, seat, criterion, story)


@jit
def score_storage(player, seat, story):
    """Jokers bring a point each, tiles and expansions cost their values: one sum (QG-31)."""
    jokers = np.int64(player.jokers)
    left = storage_value(player)
    if jokers > 0:
        note_points(story, table.JOKERS_LEFT, seat, jokers, NO_PIECE, NO_PLACE, jokers, 31)
    if left > 0:
        note_points(story, table.STORAGE_LEFT, seat, left, NO_PIECE, NO_PLACE, -left, 31)
    total = player.score + jokers - left
    if total < 0:
        note_points(story, table.KEPT_AT_ZERO, seat, 1, NO_PIECE, NO_PLACE, -total, 31)
    player.score = max(total, np.int64(0))


@jit
def score_groups(state, seat, criterion, story):
    """Groups of at least three score their values, and more for their size (QG-32, QG-33, QG-36)."""
    player = state.players[seat]
    spaces = of_criterion(player, criterion)
    while spaces:
        group = first_group(spaces)
        spaces &= ~group
        if is_scored(group):
            points = values_on(player, group)
            size = count_bits(group)
            bonus = group_bonus(size, state.side)
            player.score += points + bonus
            where = table.AT_SPACE + lowest_bit(group)
            note_points(story, table.GROUP, seat, criterion, NO_PIECE, where, points, 32)
            if bonus > 0:
                clause = 33 if state.side == 0 else 36
                note_points(story, table.GROUP_BONUS, seat, size, NO_PIECE, where, bonus, clause)


# ------------------------------------------------------------------------------------------------
# What may be chosen. A question is two sets of bits, each counted from a first choice.


@jit
def takes_asked(state, player):
    """What can be acquired: criteria, one bit each (QG-05 to QG-07)."""
    tiles, expansions = np.int64(0), np.int64(0)
    for slot in range(stack_size(state)):
        tiles |= tiles_on(state, slot)
        expansions |= expansion_on(state, slot)
    room, room_for_expansions = free_storage(player), free_expansions(player)
    mask = np.int64(0)
    for criterion in range(CRITERIA_N):
        as_tiles, as_expansions = tiles & bits_of(criterion), expansions & bits_of(criterion)
        either, found = as_tiles & as_expansions, as_tiles | as_expansions
        counts = count_bits(as_tiles ^ either), count_bits(as_expansions ^ either), count_bits(either)
        can_take = found != 0 and is_room(room, room_for_expansions, counts[0], counts[1], counts[2])
        mask |= np.int64(can_take) << criterion
    return mask


@jit
def bits_of(criterion):
    """The six hexagons of a criterion, one bit each."""
    if criterion < COLOURS_N:
        return np.int64(table.ALL_OF_COLOUR) << (criterion * PATTERNS_N)
    return np.int64(table.ONE_OF_EACH) << (criterion - COLOURS_N)


@jit
def places_asked(player):
    """Tiles that can be paid and have a space (QG-11 to QG-17)."""
    tiles = tile_bits(player)
    held = tiles | player.expansions
    mask = np.int64(0)
    while tiles:
        hexagon = lowest_bit(tiles)
        tiles &= tiles - 1
        if can_pay(held, player.jokers, hexagon) and has_site(player, hexagon):
            mask |= bit(hexagon)
    return mask


@jit
def expansions_asked(state, player):
    """Expansions that can be paid, buying, and passing (QG-20, QG-21, QG-23).

    On a free place an expansion can always be turned so that its hexagon has no neighbour.
    """
    mask = np.int64(0)
    if free_places(player) != 0:
        held = tile_bits(player) | player.expansions
        expansions = player.expansions
        while expansions:
            hexagon = lowest_bit(expansions)
            expansions &= expansions - 1
            mask |= np.int64(can_pay(held, player.jokers, hexagon)) << hexagon
        can_buy = player.score >= PRICE and state.supply > 0
        mask |= np.int64(can_buy) << (choice.BUY - choice.EXPAND)
    return mask | bit(choice.PASS - choice.EXPAND)


@jit
def asked(state):
    """The first set of legal choices, counted from `FIRST_ASKED`."""
    phase = state.phase_id
    if phase == table.FILLING:
        return np.int64(colours_in_bag(state))
    if phase == table.REVEALING:
        return state.unseen
    if phase == table.BEGINNING:
        return bit(np.int64(state.players_n)) - 1
    if phase == table.OVER:
        return np.int64(0)
    player = state.players[state.to_move]
    if phase == table.ACTING:
        return takes_asked(state, player) | (places_asked(player) << (choice.PLACE - choice.TAKE))
    if phase == table.PAYING:
        return payable_with(state, player) & tile_bits(player)
    return asked_rarely(state, player)


@jit
def asked_rarely(state, player):
    phase = state.phase_id
    if phase == table.SITING:
        return sites_for(player, np.int64(state.what))
    if phase == table.COPYING:
        return copies_asked(state)
    if phase == table.PLACING:
        return np.int64(free_places(player))
    if phase == table.TURNING:
        return np.int64(turns_for(player, np.int64(state.place_chosen), np.int64(state.what)))
    return tile_bits(player)


@jit
def asked_besides(state):
    """The second set, counted from `SECOND_ASKED`."""
    phase = state.phase_id
    if phase != table.ACTING and phase != table.PAYING and phase != table.DISCARDING:
        return np.int64(0)
    player = state.players[state.to_move]
    if phase == table.ACTING:
        return expansions_asked(state, player)
    if phase == table.PAYING:
        payable = payable_with(state, player)
        return (payable & player.expansions) | (payable & bit(HEXAGONS_N))
    return player.expansions | bit(HEXAGONS_N)


FIRST_ASKED = np.array(
    [
        choice.BEGIN,
        choice.DRAW,
        choice.REVEAL,
        choice.TAKE,
        choice.COPY,
        choice.AT,
        choice.ON,
        choice.TURNED,
        choice.PAY,
        choice.DISCARD,
        0,
    ],
    np.int64,
)
"""The first choice of each phase's question."""
SECOND_ASKED = np.array(
    [0, 0, 0, choice.EXPAND, 0, 0, 0, 0, choice.PAY_EXPANSION, choice.DISCARD_EXPANSION, 0], np.int64
)
"""Where the second set of choices begins."""


@jit
def legal(state, out):
    """Write the numbers of the legal choices, rising, into `out`; return how many."""
    count = write_bits(asked(state), FIRST_ASKED[state.phase_id], out)
    return write_more_bits(asked_besides(state), SECOND_ASKED[state.phase_id], out, count)


@jit
def weights(state, out):
    """How likely CHANCE's legal choices are, in the order of `legal`, as whole numbers."""
    if state.phase_id == table.FILLING:
        return write_bag(state, out)
    count = legal(state, out)
    for i in range(count):
        out[i] = 1
    return count


@jit_inline
def pick(state, rng):
    """One legal choice: uniform for a seat, by weight for CHANCE."""
    phase = state.phase_id
    if phase == table.FILLING:
        return choice.DRAW + pick_from_bag(state, rng)
    first, second = asked(state), asked_besides(state)
    first_n = count_bits(first)
    nth = below(rng, first_n + count_bits(second))
    if nth < first_n:
        return FIRST_ASKED[phase] + nth_bit(first, nth)
    return SECOND_ASKED[phase] + nth_bit(second, nth - first_n)


# ------------------------------------------------------------------------------------------------
# What happens then


@jit_inline
def play(state, number, story):
    """Play a legal choice, and the answers that follow from it with no choice left."""
    while True:
        apply(state, number, story)
        if not is_later(state):
            return
        first, second = asked(state), asked_besides(state)
        if count_bits(first) + count_bits(second) != 1:
            return
        if first:
            number = FIRST_ASKED[state.phase_id] + lowest_bit(first)
        else:
            number = SECOND_ASKED[state.phase_id] + lowest_bit(second)


@jit
def is_later(state):
    """Is it a later question of a turn? First questions are always asked."""
    return table.COPYING <= state.phase_id <= table.DISCARDING


@jit_inline
def apply(state, number, story):
    phase = state.phase_id
    if phase == table.FILLING:
        fill(state, number - choice.DRAW, story)
    elif phase == table.REVEALING:
        reveal(state, number - choice.REVEAL, story)
    elif phase == table.BEGINNING:
        begin_game(state, number - choice.BEGIN, story)
    else:
        take_step(state)
        if phase == table.ACTING:
            act(state, number, story)
        else:
            answer(state, number, story)


@jit
def act(state, number, story):
    """The four actions, and passing."""
    if number < choice.PLACE:
        take(state, number - choice.TAKE, story)
    elif number < choice.EXPAND:
        begin_placing(state, table.PLACING_TILE, number - choice.PLACE, table.SITING)
    elif number < choice.BUY:
        begin_placing(state, table.EXPANDING, number - choice.EXPAND, table.PLACING)
    elif number == choice.BUY:
        begin_placing(state, table.BUYING, EMPTY, table.PLACING)
    else:
        pass_round(state, story)


@jit
def answer(state, number, story):
    """The other questions of a seat."""
    phase = state.phase_id
    if phase == table.PAYING:
        answer_payment(state, number, story)
    elif phase == table.SITING:
        choose_space(state, number - choice.AT, story)
    elif phase == table.COPYING:
        state.copies[index_asked(state)] = number - choice.COPY
        go_on_taking(state, story)
    elif phase == table.PLACING:
        choose_place(state, number - choice.ON, story)
    elif phase == table.TURNING:
        choose_turn(state, number - choice.TURNED, story)
    elif number == choice.DONE:
        end_action(state, turn(state), story)
    elif number >= choice.DISCARD_EXPANSION:
        discard_expansion(state, number - choice.DISCARD_EXPANSION, story)
    else:
        discard(state, number - choice.DISCARD, story)


@jit
def answer_payment(state, number, story):
    if number == choice.PAY_JOKER:
        pay_joker(state, story)
    elif number >= choice.PAY_EXPANSION:
        pay_expansion(state, number - choice.PAY_EXPANSION, story)
    else:
        pay(state, number - choice.PAY, story)


# ------------------------------------------------------------------------------------------------
# What is hidden: nothing that anybody has seen. Faces that nobody has seen are not decided.


@jit
def forget(state, seat):
    """Turn what a seat can't know into undecided: here nothing, all that was seen lies open."""


@jit
def is_secret(state, number, seat):
    """May this seat not know this choice? Here all may know all."""
    return False
