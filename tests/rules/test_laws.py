"""Laws that hold in every game: for all numbers of players and variants, at every step.

Random games come from fixed seeds; Hypothesis looks for the shortest game that breaks a law.
"""

import copy
import itertools
import json
import pickle
import random
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kits import GAMES, KITS, each_game, each_kit
from tests.kits.kit import id_of, with_first
from tests.plainly import plainly

import azulejos as az
from azulejos import games
from azulejos.core import doors as door_template
from azulejos.core import ready
from azulejos.core.rng import RNG, seeded

LAWS = settings(derandomize=True, max_examples=60, deadline=None, database=None)
CHOICES_MOST = 500  # how far into a game Hypothesis looks
LONGEST = 4000  # more choices than any game has

# ------------------------------------------------------------------------------------------------
# Random games


def walk(position, seed):
    """The position at every question of a random game, and at its end: one object, played on."""
    kit, dice = KITS[position.game.name], random.Random(seed)
    for _ in range(LONGEST):
        yield position
        if position.over:
            return
        position.play(kit.choose(position, dice, is_careful=seed % 2 == 1))
    pytest.fail("the game doesn't end")


def by_hand(game, seed):
    """A walk in which every single answer of CHANCE is a step."""
    return walk(game.start(deal="by hand"), seed)


@st.composite
def all_games(draw, kit):
    game = draw(st.sampled_from(kit.games))
    return with_first(game, draw(st.sampled_from(("random", *range(game.players)))))


@st.composite
def positions(draw, kit, deal="by hand"):
    """Somewhere in a random game, its end included."""
    game = draw(all_games(kit))
    seed = draw(st.integers(0, 1_000_000))
    count = draw(st.integers(0, CHOICES_MOST))
    start = game.start(seed=seed, deal=deal)
    return next(itertools.islice(walk(start, seed), count, None), start)


# ------------------------------------------------------------------------------------------------
# Pieces


def tell_on(kit, table, story):
    """Move the pieces as the rows of a story say. None may come from where there is none."""
    for row in story:
        seat = f"seat-{row['seat'] + 1}" if row["seat"] is not None else None
        for place, count in kit.changes(row, seat):
            table[place] += count
        if row["to"] is not None and row["piece"] not in kit.uncounted:
            assert row["count"] > 0, row
            source, target = ((place, kit.owner(place, seat)) for place in (row["from"], row["to"]))
            table[*source, row["piece"]] -= row["count"]
            table[*target, row["piece"]] += row["count"]
            assert table[*source, row["piece"]] >= 0, row


def points(story, players):
    gained = [0] * players
    for row in story:
        if row["points"]:
            gained[row["seat"]] += row["points"]
    return gained


# ------------------------------------------------------------------------------------------------
# What lies on the table


@each_game
def test_pieces_are_conserved(game):
    """Does a piece ever vanish or double? There are as many as the box holds, always."""
    kit = KITS[game.name]
    for position in by_hand(game, seed=1):
        document, pieces = position.to_dict(), Counter()
        for (_, _, piece), count in kit.lying(document).items():
            pieces[piece] += count
        assert pieces == kit.stock(document)


@each_game
@pytest.mark.parametrize("deal", ["by hand", pytest.param("at once", marks=pytest.mark.long)])
def test_story_accounts_for_everything(game, deal):
    """Can words and animation be built on the story alone? Every piece and point that changes is told."""
    kit, position, dice = KITS[game.name], game.start(seed=3, deal=deal), random.Random(3)
    while not position.over:
        table, before = kit.as_told(kit.lying(position.to_dict())), position.scores
        story = list(position.play(kit.choose(position, dice, is_careful=True)))
        tell_on(kit, table, story)
        assert +table == kit.as_told(kit.lying(position.to_dict()))
        gained = points(story, game.players)
        assert [score + more for score, more in zip(before, gained, strict=True)] == position.scores


def field_names(dtype):
    """All fields of a record, those of records in it as `players.score`."""
    for name in dtype.names:
        inner = dtype[name].base
        if inner.names:
            yield from (f"{name}.{field}" for field in field_names(inner))
        else:
            yield name


def field_of(tables, players, name):
    """A field of a table in an array of one; of the seats only those that are taken."""
    for part in name.split("."):
        tables = tables[part][:, :players] if part == "players" else tables[part]
    return tables


@each_kit
def test_every_field_has_a_range(kit):
    assert set(field_names(kit.rules.dtype)) == kit.all_ranges().keys()
    assert set(kit.derived) <= kit.all_ranges().keys()


@each_game
def test_fields_stay_in_range(game):
    """Does a field overflow, or keep a leftover where nobody sits and nothing stands?"""
    kit = KITS[game.name]
    ranges = kit.all_ranges()
    for position in by_hand(game, seed=5):
        tables = position.table().view(kit.rules.dtype)
        for name, (low, high) in ranges.items():
            values = field_of(tables, game.players, name)
            assert np.all(low <= values), name
            assert np.all(values <= high), name
        assert not any(position.state.players[game.players :].tobytes())
        assert not any(array.any() for array in kit.unused(game, position.state))


@each_game
def test_derived_fields_are_true(game):
    """Do the masks that make the rules fast always say what a fresh look at the table says?"""
    kit = KITS[game.name]
    for position in itertools.islice(by_hand(game, seed=7), 0, None, 3):
        tables = position.table().view(kit.rules.dtype)
        for name in kit.derived:
            field_of(tables, game.players, name)[...] = -1
        kit.rules.derive(tables[0])
        assert tables.tobytes() == position.state.tobytes()


@each_game
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_documents_round_trip(game, every):
    """Are equal tables equal bytes? One laid out from a document has no traces of the past."""
    for position in itertools.islice(by_hand(game, seed=9), 0, None, every):
        document = json.loads(json.dumps(position.to_dict()))
        again = game.position(document, deal="by hand")
        assert again.key() == position.key()
        assert again.choices() == position.choices()
        assert again.to_dict() == document


@each_kit
@LAWS
@given(data=st.data())
def test_lines_round_trip(kit, data):
    """Does a line say everything? Also of what one seat knows, and as it stands in a link."""
    position = data.draw(positions(kit))
    seat = data.draw(st.sampled_from((None, *range(position.game.players))))
    for known in (position, position.known_by(seat)):
        line = known.line()
        assert re.fullmatch("[-A-Za-z0-9.,:;/=*+ ]+", line)
        for text in (line, line.replace(" ", "_")):
            again = az.read(text, deal="by hand")
            assert again.to_bytes() == known.to_bytes()
            assert again.line() == line
            assert position.game.position(text, deal="by hand") == again


@pytest.mark.parametrize("game", [game for game in GAMES if not KITS[game.name].has_secrets], ids=id_of)
def test_nothing_is_hidden(game):
    """Does a viewer get every fact? In these games all pieces lie open."""
    for position in itertools.islice(by_hand(game, seed=11), 0, None, 5):
        for seat in (None, *range(game.players)):
            assert position.known_by(seat).to_dict() == position.to_dict()


@each_kit
def test_field_names_are_no_methods(kit):
    """Interpreted, a field called `fill` or `round` would read a method of np.record instead."""
    desk = door_template.desk(kit.rules.dtype, kit.rules.legal_max)
    names = {part for dtype in (desk, RNG) for name in field_names(dtype) for part in name.split(".")}
    assert not names & set(dir(np.record))


# ------------------------------------------------------------------------------------------------
# Questions and answers


def no_choices(rules):
    """Numbers and names that are no choices, though some look like one."""
    name = rules.choices[0]
    names = ["", name.upper(), name + " ", re.sub(r"\d+|$", "99", name, count=1), name.encode(), None]
    return [-2, -1, len(rules.choices), 2**31, *names]


@each_kit
@LAWS
@given(data=st.data())
def test_legal_choices_play_and_others_are_refused(kit, data):
    """Is `legal` the only judge, by number and by name, and does a refusal leave no trace?"""
    position = data.draw(positions(kit))
    legal = position.choices()
    before, history = position.key(), position.history
    for number, name in enumerate(kit.rules.choices):
        for choice in (number, name):
            if name in legal:
                after = position.copy(seed=1)
                after.play(choice)
                assert after.key() != before
                assert after.history == [*history, name]
            else:
                with pytest.raises(az.IllegalChoice):
                    position.play(choice)
    for choice in no_choices(kit.rules):
        with pytest.raises(az.IllegalChoice):
            position.play(choice)
    assert position.key() == before
    assert position.history == history
    assert position.choices() == legal


@each_kit
@pytest.mark.parametrize("more", [0.0, 0.5, 2**64])
def test_choices_that_are_no_whole_numbers_are_refused(kit, more):
    """Compiled code would cut a fraction off, or stumble over a number that is too large."""
    position = az.Game(kit.name, first=0).start(seed=1)
    number = games.numbers(kit.name)[position.choices()[0]]
    before, history = position.key(), position.history
    with pytest.raises(az.IllegalChoice):
        position.play(number + more)
    assert position.key() == before
    assert position.history == history


@each_game
def test_forced_answers_are_not_asked(game):
    """Is a person ever asked what has one answer only, once a turn has begun?"""
    for seed in range(4):
        for position in by_hand(game, seed):
            if position.step > 0 and position.turn != az.CHANCE:
                assert len(position.choices()) > 1
            else:
                assert position.choices() or position.over


@each_game
def test_turns_and_steps(game):
    """A turn number per turn, step 0 at its first question, and neither moves while CHANCE is asked."""
    interrupts = KITS[game.name].chance_interrupts
    for seed in range(2):
        number, step, seat, is_resumed = 0, 0, None, False
        for position in by_hand(game, seed):
            if position.turn in (az.CHANCE, None):
                assert position.turn_number == number
                assert position.step == 0 or interrupts
                is_resumed = True
                continue
            if position.step == 0:
                assert position.turn_number == number + 1
            else:
                assert (position.turn_number, position.turn) == (number, seat)
                assert position.step > step
                assert not is_resumed or interrupts
            number, step, seat = position.turn_number, position.step, position.turn
            is_resumed = False


@each_game
@pytest.mark.parametrize("answer", [0, -1], ids=["first", "last"])
def test_every_game_ends(game, answer):
    """Even if everybody always gives the first answer, or the last? Then somebody has won."""
    position = game.start(seed=1)
    while not position.over:
        assert len(position.history) < LONGEST
        position.play(position.choices()[answer])
    assert position.choices() == []
    assert position.winners
    with pytest.raises(az.IllegalChoice, match="over"):
        position.play(game.rules.choices[0])


# ------------------------------------------------------------------------------------------------
# Chance


@each_game
def test_same_seed_same_game(game):
    """Can a game be repeated from its seed, and do seeds differ?"""

    def history(seed):
        *_, end = walk(game.start(seed=seed), 1)
        return end.history

    assert history(4) == history(4)
    assert history(4) != history(5)


@each_kit
def test_copies_do_not_tell_the_future(kit):
    """Does a copy draw the tiles that its original will draw? Only a seed of its own decides."""
    position = az.Game(kit.name).start(seed=1)
    copies = [position.copy(), position.copy(), position.copy(seed=8), position.copy(seed=8), position]
    assert all(other == position for other in copies)
    futures = [end.history for *_, end in (walk(other, 2) for other in copies)]
    assert futures[2] == futures[3]
    for one, other in itertools.combinations((0, 1, 2, 4), 2):
        assert futures[one] != futures[other]


@each_kit
@LAWS
@given(data=st.data())
def test_copies_share_nothing(kit, data):
    """Does playing a copy change the original, or the other way round?"""
    position = data.draw(positions(kit))
    copies = [position.copy(), copy.copy(position), copy.deepcopy(position)]
    copies.append(pickle.loads(pickle.dumps(position)))
    before, history = position.key(), position.history
    for other in copies:
        assert (other, other.history) == (position, history)
        if not position.over:
            other.play(position.choices()[0])
            assert other != position
        assert (position.key(), position.history) == (before, history)


@each_kit
@LAWS
@given(data=st.data(), how=st.sampled_from((copy.copy, copy.deepcopy, pickle)))
def test_exact_copies_have_the_same_future(kit, data, how):
    """Does a seeded game that was pickled or deep-copied go on as it would have?"""
    position = data.draw(positions(kit, deal="at once"))
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


@each_kit
def test_pick_is_fair(kit):
    """Does `pick` find every legal choice and no other: equally often for seats, by weight for CHANCE?"""
    rules, seeds = kit.rules, range(4000)
    found = phases(kit.fullest, range(3))
    assert found.keys() == set(rules.phases)
    out, weights = np.zeros((2, rules.legal_max), np.int16)
    for phase in found.keys() - {"over"}:
        for table in found[phase]:
            state = np.frombuffer(table, rules.dtype)[0]
            legal = out[: rules.legal(state, out)].tolist()
            weights[: len(legal)] = 1
            if rules.turn(state) == az.CHANCE:
                assert rules.weights(state, weights) == len(legal)
            picked = Counter(picks(table, seeds, games.doors(kit.name)).tolist())
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


@each_game
def test_compiled_equals_interpreted(game):
    """Is it one set of rules? Same tables, same questions, same tiles drawn, same story, at every choice."""
    compiled, plain = game.start(seed=12), plainly(game.start, seed=12)
    kit, dice = KITS[game.name], random.Random(12)
    while not compiled.over:
        assert compiled.key() == plain.key()
        assert compiled.choices() == plain.choices()
        choice = kit.choose(compiled, dice)
        assert list(compiled.play(choice)) == list(plain.play(choice))
    assert compiled.key() == plain.key()
    assert compiled.history == plain.history


@each_game
def test_compiled_pick_equals_interpreted(game):
    """Does the same generator give the same choices at every question, compiled or not?"""
    for tables in phases(game, range(2)).values():
        for table in tables:
            both = games.doors(game.name), plainly(games.doors, game.name)
            compiled, plain = (picks(table, range(5), doors).tolist() for doors in both)
            assert compiled == plain


@each_game
def test_positions_change_between_compiled_and_plain(game):
    """Can a table start on the plain rules and go on compiled, between two choices?"""
    one, two = game.start(seed=13), plainly(game.start, seed=13)
    for number, (a, b) in enumerate(zip(walk(one, 13), walk(two, 13), strict=True)):
        with ready.plain() if number % 2 else ready.wait():
            b.use_what_is_ready()
        assert a.key() == b.key()
    assert one.history == two.history


# ------------------------------------------------------------------------------------------------
# Records


@each_kit
@LAWS
@given(data=st.data())
def test_records_round_trip(kit, data):
    """Is a record the whole game? Its text reads back the same, and playing it again leads here."""
    position = data.draw(positions(kit, deal="at once"))
    record = position.record()
    text = record.to_text()
    again = az.Record.from_text(text)
    assert again.to_text() == text
    assert again == record
    assert (again.game, again.choices) == (position.game, position.history)
    assert again.replay() == position


@each_kit
@LAWS
@given(data=st.data(), count=st.integers(0, 100))
def test_records_from_a_position_round_trip(kit, data, count):
    """The same for a game that began from a document, and was left at any question, CHANCE's too."""
    position = data.draw(positions(kit))
    origin = position.game.position(position.to_dict(), deal="by hand")
    end = next(itertools.islice(walk(origin, 14), count, None), origin)
    text = end.record().to_text()
    again = az.Record.from_text(text)
    assert again.to_text() == text
    *_, last = again.positions()
    assert last.key() == end.key()
    assert len(again) == len(end.history)
