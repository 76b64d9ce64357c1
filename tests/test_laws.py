"""Laws that hold in every game: for all numbers of players and variants, at every step.

Random games come from fixed seeds; Hypothesis looks for the shortest game that breaks a law.
"""

import copy
import itertools
import json
import pickle
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import azulejos as az
from azulejos import games
from azulejos.core import doors as door_template
from azulejos.core.rng import RNG, seeded

COLOURS = ("blue", "brown", "cream", "black", "red")
COMBINATIONS = list(itertools.product((2, 3, 4), ("coloured", "grey"), ("plain", "special")))
NAMES = [f"{players} players, {box}, {factories}" for players, box, factories in COMBINATIONS]
RULES = games.contract("chocolatier")
LAWS = settings(derandomize=True, max_examples=60, deadline=None, database=None)
CHOICES_MOST = 500  # how far into a game Hypothesis looks
LONGEST = 4000  # more choices than 20 rounds have

SHARED = ("bag", "lid", "centre", "factory")
DERIVED = ("bag_count", "filled_count", "offered")
DERIVED_OF_PLAYER = ("full_rows", "destinations")
RANGES = {
    "players_n": (2, 4),
    "to_move": (-2, 3),
    "turn_number": (0, 1000),
    "step": (0, 6),
    "round_number": (1, 20),
    "phase_id": (0, 8),
    "box_side": (0, 1),
    "factory_kind": (0, 1),
    "starter": (-1, 3),
    "start_holder": (-1, 3),
    "bag": (0, 20),
    "lid": (0, 20),
    "offer": (0, 20),
    "tokens": (0, 10),
    "hand_colour": (-1, 4),
    "hand_count": (0, 20),
    "bag_count": (0, 100),
    "filled_count": (0, 35),
    "offered": (0, 2**50 - 1),
}
RANGES_OF_PLAYER = {
    "score": (0, 240),
    "line_count": (0, [1, 2, 3, 4, 5]),
    "line_colour": (-1, 4),
    "box": (-1, 4),
    "floor_count": (0, 7),
    "floor": (-1, 5),
    "has_zero": (0, 1),
    "zero_tile": (-1, 5),
    "full_rows": (0, 5),
    "destinations": (32, 63),
}


# ------------------------------------------------------------------------------------------------
# Random games


@pytest.fixture(scope="module", params=COMBINATIONS, ids=NAMES)
def game(request):
    players, box, factories = request.param
    return az.Game("chocolatier", players, box=box, factories=factories)


def choose(position, dice, is_careful=False):
    """Any choice; a careful player drops no tiles without need, so that boxes fill up."""
    weights = position.weights()
    if weights:
        return dice.choices(list(weights), list(weights.values()))[0]
    choices = position.choices()
    if is_careful and choices[-1] == "floor" and len(choices) > 1:
        choices = choices[:-1]
    return dice.choice(choices)


def walk(position, seed):
    """The position at every question of a random game, and at its end: one object, played on."""
    dice = random.Random(seed)
    for _ in range(LONGEST):
        yield position
        if position.over:
            return
        position.play(choose(position, dice, is_careful=seed % 2 == 1))
    pytest.fail("the game doesn't end")


def by_hand(game, seed):
    """A walk in which every single answer of CHANCE is a step."""
    return walk(game.start(deal="by hand"), seed)


@st.composite
def all_games(draw):
    players = draw(st.sampled_from((2, 3, 4)))
    first = draw(st.sampled_from(("random", *range(players))))
    box = draw(st.sampled_from(("coloured", "grey")))
    factories = draw(st.sampled_from(("plain", "special")))
    return az.Game("chocolatier", players, first=first, box=box, factories=factories)


@st.composite
def positions(draw, deal="by hand"):
    """Somewhere in a random game, its end included."""
    game = draw(all_games())
    seed = draw(st.integers(0, 1_000_000))
    count = draw(st.integers(0, CHOICES_MOST))
    start = game.start(seed=seed, deal=deal)
    return next(itertools.islice(walk(start, seed), count, None), start)


# ------------------------------------------------------------------------------------------------
# Pieces


def lying(document):
    """How many pieces lie where, from a document: (place, seat, piece) -> count."""
    table = Counter()
    for place in ("bag", "lid", "centre"):
        add_pile(table, place, None, document[place])
    for number, pile in enumerate(document["factories"], 1):
        add_pile(table, f"factory-{number}", None, pile)
    add_pile(table, "hand", document["to_move"], document["hand"])
    for number, board in enumerate(document["seats"], 1):
        add_board(table, f"seat-{number}", board)
    add_start(table, document["starting_tile"])
    return table


def add_pile(table, place, seat, pile):
    for piece, count in pile.items():
        table[place, seat, piece] += count


def add_board(table, seat, board):
    for row, tiles in enumerate(board["lines"], 1):
        add_pile(table, f"line-{row}", seat, Counter(tiles))
    for row, tiles in enumerate(board["box"], 1):
        for column, tile in enumerate(tiles, 1):
            add_pile(table, f"box-{row}-{column}", seat, {tile: 1} if tile else {})
    for space, piece in enumerate(board["floor"], 1):
        add_pile(table, f"floor-{space}", seat, {piece: 1})
    add_pile(table, "zero", seat, Counter(board["zero"] or []))


def add_start(table, place):
    """The starting-player tile in the centre or beside its owner's board, unless it was found on a floor."""
    if any(piece == "start" for _, _, piece in table) or place is None:
        return
    table["centre", None, "start"] += place == "centre"
    table["beside", place, "start"] += place != "centre"


def tell_on(table, story):
    """Move the pieces as the rows of a story say. None may come from where there is none."""
    for row in story:
        seat = f"seat-{row['seat'] + 1}" if row["seat"] is not None else None
        if row["what"] == "begins":
            table["beside", seat, "start"] += 1
        elif row["to"] is not None and not row["piece"].startswith("token"):
            assert row["count"] > 0, row
            source, target = owned(row["from"], seat), owned(row["to"], seat)
            table[*source, row["piece"]] -= row["count"]
            table[*target, row["piece"]] += row["count"]
            assert table[*source, row["piece"]] >= 0, row


def owned(place, seat):
    return place, None if place.startswith(SHARED) else seat


def points(story, players):
    gained = [0] * players
    for row in story:
        if row["points"]:
            gained[row["seat"]] += row["points"]
    return gained


# ------------------------------------------------------------------------------------------------
# What lies on the table


def test_tiles_are_conserved(game):
    """Does a tile ever vanish or double? Twenty of each colour, one starting-player tile, always."""
    for position in by_hand(game, seed=1):
        pieces = Counter()
        for (_, _, piece), count in lying(position.to_dict()).items():
            pieces[piece] += count
        assert [pieces[colour] for colour in COLOURS] == [20] * 5
        assert pieces["start"] == (position.phase != "beginning")


@pytest.mark.parametrize("deal", ["by hand", "at once"])
def test_story_accounts_for_everything(game, deal):
    """Can words and animation be built on the story alone? Every piece and point that changes is told."""
    position = game.start(seed=3, deal=deal)
    dice = random.Random(3)
    while not position.over:
        table, before = lying(position.to_dict()), position.scores
        story = list(position.play(choose(position, dice, is_careful=True)))
        tell_on(table, story)
        assert +table == lying(position.to_dict())
        gained = points(story, game.players)
        assert [score + more for score, more in zip(before, gained, strict=True)] == position.scores


def test_fields_stay_in_range(game):
    """Does a field overflow, or keep a leftover where nobody sits and no factory stands?"""
    factories = {2: 5, 3: 7, 4: 9}[game.players]
    fields = set(RULES.dtype.names) - {"players"}
    assert fields == RANGES.keys()
    assert set(RULES.dtype["players"].base.names) == RANGES_OF_PLAYER.keys()
    for position in by_hand(game, seed=5):
        state = position.state
        seats = state.players[: game.players]
        values = [(name, state[name], *RANGES[name]) for name in RANGES]
        values += [(name, seats[name], *RANGES_OF_PLAYER[name]) for name in RANGES_OF_PLAYER]
        for name, value, low, high in values:
            assert np.all(low <= value), name
            assert np.all(value <= high), name
        assert not any(state.players[game.players :].tobytes())
        assert not state.offer[factories:9].any()
        assert not state.tokens[factories:].any()


def test_derived_fields_are_true(game):
    """Do the masks that make the rules fast always say what a fresh look at the table says?"""
    table = np.zeros(1, RULES.dtype)
    for position in itertools.islice(by_hand(game, seed=7), 0, None, 3):
        table[0] = position.state
        for name in DERIVED:
            table[0][name] = -1
        for name in DERIVED_OF_PLAYER:
            table[0].players[: game.players][name] = -1
        RULES.derive(table[0])
        assert table.tobytes() == position.state.tobytes()


def test_documents_round_trip(game):
    """Are equal tables equal bytes? One laid out from a document has no traces of the past."""
    for position in by_hand(game, seed=9):
        document = json.loads(json.dumps(position.to_dict()))
        again = game.position(document, deal="by hand")
        assert again.key() == position.key()
        assert again.choices() == position.choices()
        assert again.to_dict() == document


def test_nothing_is_hidden(game):
    """Does a viewer get every fact? In this game all tiles lie open."""
    for position in itertools.islice(by_hand(game, seed=11), 0, None, 5):
        for seat in (None, *range(game.players)):
            assert position.seen_by(seat) == position.to_dict()


def test_field_names_are_no_methods():
    """Interpreted, a field called `fill` or `round` would read a method of np.record instead."""
    desk = door_template.desk(RULES.dtype, RULES.legal_max)
    taken = set(dir(np.record))
    for dtype in (RULES.dtype, RULES.dtype["players"].base, desk, RNG):
        assert not taken & set(dtype.names)


# ------------------------------------------------------------------------------------------------
# Questions and answers


@LAWS
@given(positions())
def test_legal_choices_play_and_others_are_refused(position):
    """Is `legal` the only judge, by number and by name, and does a refusal leave no trace?"""
    legal = position.choices()
    before, history = position.key(), position.history
    for number, name in enumerate(RULES.choices):
        for choice in (number, name):
            if name in legal:
                after = position.copy(seed=1)
                after.play(choice)
                assert after.key() != before
                assert after.history == [*history, name]
            else:
                with pytest.raises(az.IllegalChoice):
                    position.play(choice)
    for choice in (-2, -1, len(RULES.choices), 2**31, "", "line-6", "Floor", "floor ", None, b"floor"):
        with pytest.raises(az.IllegalChoice):
            position.play(choice)
    assert position.key() == before
    assert position.history == history
    assert position.choices() == legal


@pytest.mark.parametrize("choice", [8.0, 8.5, 2**64])
def test_choices_that_are_no_whole_numbers_are_refused(choice):
    """Compiled code would cut a fraction off, or stumble over a number that is too large."""
    position = az.Game("chocolatier", first=0).start(seed=1)
    assert "factory-2 black" in position.choices()
    assert RULES.choices[8] == "factory-2 black"
    before, history = position.key(), position.history
    with pytest.raises(az.IllegalChoice):
        position.play(choice)
    assert position.key() == before
    assert position.history == history


def test_forced_answers_are_not_asked(game):
    """Is a person ever asked what has one answer only, once a turn has begun?"""
    for seed in range(4):
        for position in by_hand(game, seed):
            if position.step > 0:
                assert len(position.choices()) > 1
            else:
                assert position.choices() or position.over


def test_turns_and_steps(game):
    """A turn number per turn, step 0 at its first question, and neither moves while CHANCE is asked."""
    for seed in range(2):
        before = (0, 0, az.CHANCE)
        for position in by_hand(game, seed):
            number, step, turn = before
            before = now = (position.turn_number, position.step, position.turn)
            if turn == az.CHANCE or position.turn in (az.CHANCE, None) or now[0] > number:
                is_new_turn = position.turn not in (az.CHANCE, None)
                assert now[:2] == (number + is_new_turn, 0)
            else:
                assert (now[0], now[2]) == (number, turn)
                assert now[1] > step


def test_every_game_ends(game):
    """Even if everybody drops every tile? Then the game ends after round 20, with nothing scored."""
    position = game.start(seed=1)
    while not position.over:
        position.play(position.choices()[-1])
    assert position.round == 20
    assert position.scores == [0] * game.players
    assert position.winners == list(range(game.players))
    with pytest.raises(az.IllegalChoice, match="over"):
        position.play("floor")


# ------------------------------------------------------------------------------------------------
# Chance


def test_same_seed_same_game(game):
    """Can a game be repeated from its seed, and do seeds differ?"""

    def history(seed):
        *_, end = walk(game.start(seed=seed), 1)
        return end.history

    assert history(4) == history(4)
    assert history(4) != history(5)


def test_copies_do_not_tell_the_future():
    """Does a copy draw the tiles that its original will draw? Only a seed of its own decides."""
    position = az.Game("chocolatier").start(seed=1)
    futures = [
        [p.to_dict()["factories"] for p in walk(p, 2) if p.step == 0 and not p.to_dict()["centre"]]
        for p in (position.copy(), position.copy(), position.copy(seed=8), position.copy(seed=8), position)
    ]
    assert futures[2] == futures[3]
    assert all(futures[0][0] == future[0] for future in futures)
    for one, other in itertools.combinations((0, 1, 2, 4), 2):
        assert futures[one] != futures[other]


@LAWS
@given(positions())
def test_copies_share_nothing(position):
    """Does playing a copy change the original, or the other way round?"""
    copies = [position.copy(), copy.copy(position), copy.deepcopy(position)]
    copies.append(pickle.loads(pickle.dumps(position)))
    before, history = position.key(), position.history
    for other in copies:
        assert (other, other.history) == (position, history)
        if not position.over:
            other.play(position.choices()[0])
            assert other != position
        assert (position.key(), position.history) == (before, history)


@LAWS
@given(positions(deal="at once"), st.sampled_from((copy.copy, copy.deepcopy, pickle)))
def test_exact_copies_have_the_same_future(position, how):
    """Does a seeded game that was pickled or deep-copied go on as it would have?"""
    other = pickle.loads(pickle.dumps(position)) if how is pickle else how(position)
    for one, two in zip(walk(position, 6), walk(other, 6), strict=True):
        assert one == two
    assert other.history == position.history
    assert other.game == position.game


def phases(game, seeds):
    """A few tables of every phase."""
    found = {}
    for seed in seeds:
        for position in by_hand(game, seed):
            found.setdefault(position.phase, []).append(position.state.tobytes())
    return {phase: tables[:: max(1, len(tables) // 4)] for phase, tables in found.items()}


def picks(table, seeds, doors):
    tables = np.tile(np.frombuffer(table, np.uint8), (len(seeds), 1))
    out = np.zeros(len(seeds), np.int16)
    doors.pick_all(tables, seeded(*seeds), out)
    return out


def is_likely(observed, weights):
    """Do counts fit weights? Chi square, with a bound that chance exceeds once in 10^6 or so."""
    expected = np.array(weights, float) * sum(observed) / sum(weights)
    chi_square = ((np.array(observed) - expected) ** 2 / expected).sum()
    freedom = len(weights) - 1
    return chi_square <= freedom + 6 * np.sqrt(2 * freedom) + 12 * (freedom > 0)


def test_pick_is_fair():
    """Does `pick` find every legal choice and no other: equally often for seats, by weight for CHANCE?"""
    count = 4000
    game = az.Game("chocolatier", 3, box="grey", factories="special")
    found = phases(game, range(3))
    assert found.keys() == set(RULES.phases)
    out, weights = np.zeros((2, RULES.legal_max), np.int16)
    for phase in found.keys() - {"over"}:
        for table in found[phase]:
            state = np.frombuffer(table, RULES.dtype)[0]
            legal = out[: RULES.legal(state, out)].tolist()
            weights[: len(legal)] = 1
            if RULES.turn(state) == az.CHANCE:
                assert RULES.weights(state, weights) == len(legal)
            picked = Counter(picks(table, range(count), games.doors("chocolatier")).tolist())
            assert picked.keys() <= set(legal), phase
            assert is_likely([picked[choice] for choice in legal], weights[: len(legal)]), phase


def test_unfair_picks_would_be_noticed():
    """Is the bound of the test above tight enough to see a bias of a few percent?"""
    assert is_likely([1990, 2010], [1, 1])
    assert is_likely([4000], [7])
    assert not is_likely([1800, 2200], [1, 1])
    assert not is_likely([800, 800, 800, 800, 800], [1, 1, 1, 1, 2])


# ------------------------------------------------------------------------------------------------
# Compiled and interpreted


def test_compiled_equals_interpreted(game):
    """Is it one set of rules? Same tables, same questions, same tiles drawn, same story, at every choice."""
    compiled, plain = (game.start(seed=12, compiled=is_compiled) for is_compiled in (True, False))
    dice = random.Random(12)
    while not compiled.over:
        assert compiled.key() == plain.key()
        assert compiled.choices() == plain.choices()
        choice = choose(compiled, dice)
        assert list(compiled.play(choice)) == list(plain.play(choice))
    assert compiled.key() == plain.key()
    assert compiled.history == plain.history


def test_compiled_pick_equals_interpreted(game):
    """Does the same generator give the same choices at every question, compiled or not?"""
    for tables in phases(game, range(2)).values():
        for table in tables:
            compiled, plain = (
                picks(table, range(5), games.doors("chocolatier", is_compiled)).tolist()
                for is_compiled in (True, False)
            )
            assert compiled == plain


def test_positions_change_between_compiled_and_plain(game):
    """Can a table start on the plain rules and go on compiled, between two choices?"""
    one, two = game.start(seed=13), game.start(seed=13, compiled=False)
    for number, (a, b) in enumerate(zip(walk(one, 13), walk(two, 13), strict=True)):
        b.use(compiled=number % 2 == 0)
        assert a.key() == b.key()
    assert one.history == two.history


# ------------------------------------------------------------------------------------------------
# Records


@LAWS
@given(positions(deal="at once"))
def test_records_round_trip(position):
    """Is a record the whole game? Its text reads back the same, and playing it again leads here."""
    record = position.record()
    text = record.to_text()
    again = az.Record.from_text(text)
    assert again.to_text() == text
    assert again == record
    assert (again.game, again.choices) == (position.game, position.history)
    assert again.replay() == position


@LAWS
@given(positions(), st.integers(0, 100))
def test_records_from_a_position_round_trip(position, count):
    """The same for a game that began from a document, and was left at any question, CHANCE's too."""
    origin = position.game.position(position.to_dict(), deal="by hand")
    end = next(itertools.islice(walk(origin, 14), count, None), origin)
    text = end.record().to_text()
    again = az.Record.from_text(text)
    assert again.to_text() == text
    *_, last = again.positions()
    assert last.key() == end.key()
    assert len(again) == len(end.history)
