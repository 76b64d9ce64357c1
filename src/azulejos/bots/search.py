"""The search of the strong bots: what may come, explored by simulations. A template: see `core.jit`.

A simulation walks from the root along edges that are worth much, look good or were seldom tried, lets
CHANCE answer by lot, and stops at a position that was not met before, or where the round ends. It finishes
the turn that has begun there. What it has found is valued for every seat, between 0 (lost) and 1 (won), in
some games also after random play to the end of the round, and added to everything on its way. Every seat
is taken to want most for itself. Values are those of a net that has learned from games (`net.py`), or, where
there is none, made by hand (`values`).

Equal positions are one node, whatever the order of choices that led to them. Towards the end of a round
there are few ways to it. Those who have learned note what is certain there (`settle`), so that the rest of
a round is solved as soon as it is small enough.
"""

from collections.abc import Callable

import numpy as np

from azulejos.bots.net import AHEAD_MAX, SEATS_MAX, look, room
from azulejos.core.contract import CHANCE, OVER
from azulejos.core.jit import door, jit
from azulejos.core.rng import RNG, WORD

# Filled in for each game.
STATE: np.dtype
MIND: np.dtype
SIZE: int  # of a state, in bytes
legal: Callable
pick: Callable
play: Callable
ranking: Callable
expected: Callable
features: Callable
SCALE: float  # so many points ahead: three wins of four, about
ROLLED: float  # how much random play to the end of the round counts in what is found
SHARPER: float  # as SHARPNESS, for those who have learned

DEPTH_MAX = 160  # choices on one walk
NOWHERE = -1
ROOT, WALK, TRIED, FINISHED = range(4)  # the tables that a mind works on
TABLES_N = 4

EXPLORE = 0.7  # how much a seat is drawn to what it has seldom tried
SHARPNESS = 1.5  # how much more often a choice is tried that seems worth more
PATIENCE = 3  # visits until a position's choices are laid out, which costs as much as a few simulations
SHARE_OF_MARGIN = 0.1  # a won game is a won game, but a clear win is a little better
WORST = -1e18
NO_OPPONENT = -1e9

NODE = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),
            ("visits", np.int32),
            ("first", np.int32),  # its edges stand in a row
            ("edges_n", np.int16),  # 0 as long as they have not been laid out
            ("mover", np.int16),
            ("solved", np.int32),  # is it certain what it is worth? Then all its visits have found just that
            ("sums", np.float32, (SEATS_MAX,)),  # of what its visits found, for each seat
        ],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("choice", np.int32),
            ("child", np.int32),  # NOWHERE if CHANCE answers before the next seat is asked
            ("visits", np.int32),
            ("total", np.float32),  # of what its visits found, for whoever chooses
            ("prior", np.float32),  # how likely it is to be the best: all of a node's make 1
            ("guess", np.float32),  # what it seems worth before any visit
        ],
    )
)


def mind(legal_max: int, active_max: int) -> np.dtype:
    """What a search keeps in mind beside the nodes and edges: where it is, and room to work in."""
    return np.dtype(
        (
            np.record,
            [
                ("rng", RNG),
                ("sharpness", np.float64),  # of priors
                ("solves", np.int64),  # does it note what is certain?
                ("root", np.int64),
                ("nodes_n", np.int64),
                ("edges_n", np.int64),
                ("path", np.int32, (DEPTH_MAX, 2)),  # nodes and edges of a walk
                ("worths", np.float64, (SEATS_MAX,)),
                ("points", np.float64, (SEATS_MAX,)),
                ("ahead", np.float32, (SEATS_MAX,)),
                ("facts", np.int32, (active_max + 1,)),
                *room(),
                ("ranks", np.int16, (SEATS_MAX,)),
                ("legal", np.int16, (legal_max,)),
                ("answers", np.int16, (legal_max,)),
            ],
        )
    )


# ------------------------------------------------------------------------------------------------
# What a position is worth


@jit
def chance_to_win(points):
    """How likely a seat is to win that is so many points ahead."""
    return 1.0 / (1.0 + np.exp(-points / SCALE))


@jit
def share_of_win(state, seat, ranks):
    """1 for the winner; those who share a win share it."""
    firsts = 0
    for other in range(state.players_n):
        firsts += ranks[other] == 0
    return 1.0 / firsts if ranks[seat] == 0 else 0.0


@jit
def points_ahead(points, seat, players_n):
    """Of the best opponent."""
    best = NO_OPPONENT
    for other in range(players_n):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best


@jit
def expect(mind, state):
    """Note how many points each seat will have at the end, it seems."""
    for seat in range(state.players_n):
        mind.points[seat] = expected(state, seat)


@jit
def worth(mind, state, seat):
    """How many points a seat will be ahead at the end, it seems."""
    expect(mind, state)
    return points_ahead(mind.points, seat, state.players_n)


@jit
def judge(mind, lore, state, share):
    """Add a share of what a position is worth to each seat."""
    expect(mind, state)
    if state.to_move == OVER:
        judge_end(mind, state, share)
    elif len(lore) > 0:
        judge_by_net(mind, lore, state, share)
    else:
        for seat in range(state.players_n):
            mind.worths[seat] += share * chance_to_win(points_ahead(mind.points, seat, state.players_n))


@jit
def judge_end(mind, state, share):
    ranking(state, mind.ranks)
    for seat in range(state.players_n):
        ahead = chance_to_win(points_ahead(mind.points, seat, state.players_n))
        mind.worths[seat] += share * with_margin(share_of_win(state, seat, mind.ranks), ahead)


@jit
def judge_by_net(mind, lore, state, share):
    """As whoever moves sees it, or the first seat where CHANCE does."""
    players_n = state.players_n
    viewer = max(state.to_move, 0)
    see(mind, state, viewer)
    look(lore, mind.facts, features(state, viewer, mind.facts), mind.ahead, players_n, mind)
    for order in range(players_n):
        ahead = 1.0 / (1.0 + np.exp(-mind.out[SEATS_MAX + order]))
        mind.worths[(viewer + order) % players_n] += share * with_margin(mind.out[order], ahead)


@jit
def see(mind, state, viewer):
    """How far ahead each seat seems, from the viewer's on."""
    for order in range(state.players_n):
        points = points_ahead(mind.points, (viewer + order) % state.players_n, state.players_n)
        mind.ahead[order] = max(-AHEAD_MAX, min(AHEAD_MAX, points / SCALE))


@jit
def with_margin(won, ahead):
    return SHARE_OF_MARGIN * ahead + (1 - SHARE_OF_MARGIN) * won


# ------------------------------------------------------------------------------------------------
# Playing on


@jit
def is_cut(state, round_number):
    """Does a walk end here?"""
    return state.to_move == OVER or state.round_number != round_number


@jit
def is_same_turn(state, seat, turn_number):
    return state.to_move == seat and state.turn_number == turn_number


@jit
def best_answer(mind, state, tried):
    """The answer to one question that is worth most at once."""
    seat = state.to_move
    count = legal(state, mind.answers)
    best, best_worth = mind.answers[0], WORST
    if count > 1:
        for i in range(count):
            tried[0] = state
            play(tried[0], mind.answers[i], None)
            seems = worth(mind, tried[0], seat)
            if seems > best_worth:
                best, best_worth = mind.answers[i], seems
    return best


@jit
def finish_turn(mind, state, tried):
    """Answer the later questions of a turn, one after another."""
    seat, turn_number = state.to_move, state.turn_number
    while is_same_turn(state, seat, turn_number):
        play(state, best_answer(mind, state, tried), None)


@jit
def find_worths(mind, lore, state, tried, round_number):
    """What a walk that ends here has found, for each seat."""
    if state.to_move >= 0 and state.step > 0:
        finish_turn(mind, state, tried)
    is_rolled = ROLLED > 0 and not is_cut(state, round_number)
    mind.worths[:] = 0.0
    judge(mind, lore, state, 1 - ROLLED if is_rolled else 1.0)
    if is_rolled:
        while not is_cut(state, round_number):
            play(state, pick(state, mind.rng), None)
        judge(mind, lore, state, ROLLED)


# ------------------------------------------------------------------------------------------------
# Nodes and edges


@jit
def key_of(words):
    """A hash of a table: equal tables have equal keys."""
    key = 0x9E3779B97F4A7C15
    for i in range(len(words)):
        key = ((key ^ int(words[i])) * 0xFF51AFD7ED558CCD) & WORD
        key ^= key >> 32
    return key


@jit
def slot_of(slots, nodes, key):
    """Where a key stands among the slots, or the free slot where it would stand."""
    mask = len(slots) - 1
    slot = np.int64(key & mask)
    while slots[slot] != NOWHERE and nodes[slots[slot]].key != key:
        slot = (slot + 1) & mask
    return slot


@jit
def find_node(mind, slots, nodes, words, mover):
    """The node of a position, made if it is new; NOWHERE if there is no room for it."""
    key = key_of(words)
    slot = slot_of(slots, nodes, key)
    if slots[slot] != NOWHERE or mind.nodes_n == len(nodes):
        return slots[slot]
    node = nodes[mind.nodes_n]
    node.key = key
    node.visits = 0
    node.edges_n = 0
    node.mover = mover
    node.solved = 0
    for seat in range(SEATS_MAX):
        node.sums[seat] = 0.0
    slots[slot] = mind.nodes_n
    mind.nodes_n += 1
    return slots[slot]


@jit
def lay_out(mind, node, edges, state, tables):
    """Make the edges of a node, if there is room: each with what the turn then seems worth."""
    count = legal(state, mind.legal)
    if mind.edges_n + count > len(edges):
        return
    node.first = mind.edges_n
    node.edges_n = count
    mind.edges_n += count
    tried, finished = tables[TRIED, :SIZE].view(STATE), tables[FINISHED, :SIZE].view(STATE)
    for i in range(count):
        edge = edges[node.first + i]
        edge.choice = mind.legal[i]
        edge.child = NOWHERE
        edge.visits = 0
        edge.total = 0.0
        finished[0] = state
        play(finished[0], edge.choice, None)
        if is_same_turn(finished[0], state.to_move, state.turn_number):
            finish_turn(mind, finished[0], tried)
        edge.guess = worth(mind, finished[0], state.to_move)
    weigh(mind, node, edges)


@jit
def weigh(mind, node, edges):
    """Turn the points that edges seem worth into priors and chances to win."""
    best, total = WORST, 0.0
    for i in range(node.first, node.first + node.edges_n):
        best = max(best, edges[i].guess)
    for i in range(node.first, node.first + node.edges_n):
        edges[i].prior = np.exp(mind.sharpness * (edges[i].guess - best) / SCALE)
        total += edges[i].prior
    for i in range(node.first, node.first + node.edges_n):
        edges[i].prior = edges[i].prior / total
        edges[i].guess = chance_to_win(edges[i].guess)


@jit
def worth_of(edge, nodes, mover):
    """What an edge is worth to whoever chooses, as far as it is known."""
    if edge.visits == 0:
        return edge.guess
    if edge.child == NOWHERE or nodes[edge.child].visits == 0:
        return edge.total / edge.visits
    return nodes[edge.child].sums[mover] / nodes[edge.child].visits


@jit
def select(node, nodes, edges):
    """The edge to follow: worth much, looking good, or seldom tried."""
    reach = EXPLORE * np.sqrt(node.visits + 1.0)
    best, best_score = node.first, WORST
    for i in range(node.first, node.first + node.edges_n):
        edge = edges[i]
        score = worth_of(edge, nodes, node.mover) + reach * edge.prior / (1.0 + edge.visits)
        if score > best_score:
            best, best_score = i, score
    return best


# ------------------------------------------------------------------------------------------------
# Simulations


@jit
def follow(mind, slots, nodes, edge, state, words, round_number):
    """Play an edge, let CHANCE answer, and find where that leads; NOWHERE where the walk ends."""
    play(state, edge.choice, None)
    if edge.child != NOWHERE:
        return np.int64(edge.child)
    is_certain = True
    while state.to_move == CHANCE and not is_cut(state, round_number):
        play(state, pick(state, mind.rng), None)
        is_certain = False
    if is_cut(state, round_number) and not (is_certain and mind.solves):
        return np.int64(NOWHERE)
    node = find_node(mind, slots, nodes, words, state.to_move)
    if is_certain:
        edge.child = node
    return np.int64(node)


@jit
def walk_down(mind, slots, nodes, edges, tables, state, words, round_number):
    """Walk from the root to where nothing is known, noting the way. Returns how long it is."""
    at = mind.root
    depth = 0
    while at != NOWHERE and depth < DEPTH_MAX:
        node = nodes[at]
        if node.edges_n == 0 and not node.solved and (node.visits >= PATIENCE or at == mind.root):
            lay_out(mind, node, edges, state, tables)
        mind.path[depth, 0] = at
        mind.path[depth, 1] = NOWHERE
        depth += 1
        if node.edges_n == 0 or node.solved:
            break
        i = select(node, nodes, edges)
        mind.path[depth - 1, 1] = i
        at = follow(mind, slots, nodes, edges[i], state, words, round_number)
    return depth


@jit
def is_end(node):
    """Did walks end there, because the round did? In the next round all is open again."""
    return node.solved and node.edges_n == 0


@jit
def simulate_once(mind, lore, slots, nodes, edges, tables, round_number):
    """Walk down, find what that is worth, and note it on the way back."""
    walk, tried = tables[WALK, :SIZE].view(STATE), tables[TRIED, :SIZE].view(STATE)
    walk[0] = tables[ROOT, :SIZE].view(STATE)[0]
    state, players_n = walk[0], walk[0].players_n
    words = tables[WALK].view(np.uint64)
    depth = walk_down(mind, slots, nodes, edges, tables, state, words, round_number)
    last = nodes[mind.path[depth - 1, 0]]
    is_there = mind.path[depth - 1, 1] == NOWHERE  # else the walk has gone on to where no node is
    if is_there and last.solved:
        for seat in range(players_n):
            mind.worths[seat] = last.sums[seat] / last.visits
    else:
        last.solved = is_there and is_cut(state, round_number)
        find_worths(mind, lore, state, tried, round_number)
    note_worths(mind, nodes, edges, depth, players_n)
    if is_there and last.solved:
        settle(mind, nodes, edges, depth, players_n)


@jit
def settle(mind, nodes, edges, depth, players_n):
    """Back from what is certain: where all that can be chosen is so, the best of it is what comes."""
    for k in range(depth - 2, -1, -1):
        node = nodes[mind.path[k, 0]]
        best = best_child(node, nodes, edges)
        if best == NOWHERE:
            return
        node.solved = 1
        for seat in range(players_n):
            node.sums[seat] = node.visits * nodes[best].sums[seat] / nodes[best].visits


@jit
def best_child(node, nodes, edges):
    """Where the best choice leads, if it is certain what each is worth; else NOWHERE."""
    best, best_worth = np.int64(NOWHERE), WORST
    for i in range(node.first, node.first + node.edges_n):
        child = edges[i].child
        if child == NOWHERE or not nodes[child].solved:
            return np.int64(NOWHERE)
        worth_then = nodes[child].sums[node.mover] / nodes[child].visits
        if worth_then > best_worth:
            best, best_worth = np.int64(child), worth_then
    return best


@jit
def note_worths(mind, nodes, edges, depth, players_n):
    """Add what a simulation found to everything on its way."""
    for k in range(depth):
        node = nodes[mind.path[k, 0]]
        node.visits += 1
        for seat in range(players_n):
            node.sums[seat] += mind.worths[seat]
        if mind.path[k, 1] != NOWHERE:
            edge = edges[mind.path[k, 1]]
            edge.visits += 1
            edge.total += mind.worths[node.mover]


@door("int64(uint8[::1], int32[::1], uint8[::1], uint8[::1], uint8[:, ::1])")
def set_root(minds, slots, nodes_room, edges_room, tables):
    """Think about the position on the root's table. Returns how often it was visited before.

    What is known stays known, unless the position is new or half of the room is used.
    """
    mind = minds.view(MIND)[0]
    nodes, edges = nodes_room.view(NODE), edges_room.view(EDGE)
    words = tables[ROOT].view(np.uint64)
    known = slots[slot_of(slots, nodes, key_of(words))]
    is_new = known == NOWHERE or is_end(nodes[known])
    if is_new or 2 * mind.nodes_n > len(nodes) or 2 * mind.edges_n > len(edges):
        slots[:] = NOWHERE
        mind.nodes_n = 0
        mind.edges_n = 0
    state = tables[ROOT, :SIZE].view(STATE)[0]
    mind.root = find_node(mind, slots, nodes, words, state.to_move)
    return nodes[mind.root].visits


@door("void(int64, float32[::1], uint8[::1], int32[::1], uint8[::1], uint8[::1], uint8[:, ::1])")
def simulate(count, lore, minds, slots, nodes_room, edges_room, tables):
    """Think on, so many times or until all is certain. Without lore, positions are valued by hand."""
    mind = minds.view(MIND)[0]
    nodes, edges = nodes_room.view(NODE), edges_room.view(EDGE)
    round_number = tables[ROOT, :SIZE].view(STATE)[0].round_number
    mind.sharpness = SHARPER if len(lore) > 0 else SHARPNESS
    mind.solves = len(lore) > 0
    for _ in range(count):
        if nodes[mind.root].solved:
            return
        simulate_once(mind, lore, slots, nodes, edges, tables, round_number)


@door("int64(uint8[::1], int64, uint8[::1], int32[::1], float32[::1])")
def see_table(table, viewer, minds, facts, ahead):
    """What a net is told about a table: facts (how many is returned), and how far ahead each seat seems."""
    mind, state = minds.view(MIND)[0], table.view(STATE)[0]
    expect(mind, state)
    see(mind, state, viewer)
    ahead[:] = mind.ahead
    return features(state, viewer, facts)
