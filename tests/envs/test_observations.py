"""Does a seat see what it may know, and nothing else? The same numbers, whoever sits where?"""

import hashlib
import random
from pathlib import Path

import numpy as np
import pytest
from tests.kits import KITS, each_kit, each_of_few
from tests.kits.kit import with_first

from azulejos import observations
from azulejos.bots import features as bot_features
from azulejos.observations.fields import Kind

DOCS = Path(__file__).parents[2] / "docs" / "observations.md"
PINNED = {
    ("chocolatier", 1): "4e4002f7b9b9",
    ("pavilion", 1): "94a1ceb6308c",
    ("duel", 1): "1c338d3573e6",
    ("garden", 1): "8e6713c35cb3",
}
"""What each version of a game's observations declares. A change is a new version."""


def positions_of(game, seed=1, every=7, most=400):
    """Some positions of a random game."""
    position, dice = game.start(seed=seed, deal="by hand"), random.Random(seed)
    kit = KITS[game.name]
    while not position.over and position.length < most:
        if position.length % every == 0:
            yield position
        position.play(kit.choose(position, dice, is_careful=True))
    yield position


def expected(field, values, viewer, players_n):
    """What the declaration says is written, said once more."""
    values = np.asarray(values, np.int64)
    if field.kind is Kind.BITS:
        return (values[..., None] >> np.arange(field.most)) & 1
    if field.kind is Kind.SEAT:
        return np.where(values < 0, 0, 1 + (values - viewer) % players_n)
    return np.minimum(values - field.least, 255)


@each_of_few
def test_every_field_is_where_it_is_declared(game):
    """Does each slice hold the field of the table that the seat knows, the viewer's board first?"""
    features, declared, n = game.features, observations.declared(game.name), game.players
    assert features.size == len(features.names) == len(features.scale)
    for number, position in enumerate(positions_of(game)):
        viewer = number % n
        seen, state = position.observe(viewer), position.state_known_by(viewer)
        assert seen.dtype == np.uint8
        assert (seen <= features.scale).all()
        for field in declared.table:
            wanted = expected(field, state[field.name], viewer, n)
            assert np.array_equal(seen[features.slices[field.name]], wanted.ravel()), field.name
        for order in range(n):
            board = state["players"][(viewer + order) % n]
            for field in declared.seat:
                wanted = expected(field, board[field.name], viewer, n)
                assert np.array_equal(seen[features.slices[f"seat+{order}.{field.name}"]], wanted.ravel())


@each_kit
def test_all_facts_are_declared(kit):
    """Is every field of the record declared, unless others say the same?"""
    declared, dtype = observations.declared(kit.name), kit.rules.dtype
    left_out = {"players_n", "turn_number", "players"}
    derived = {name for name in kit.derived if "." not in name}
    assert {field.name for field in declared.table} == set(dtype.names) - left_out - derived
    derived = {name.removeprefix("players.") for name in kit.derived if "." in name}
    assert {field.name for field in declared.seat} == set(dtype["players"].base.names) - derived


@each_of_few
def test_whoever_sits_where(game):
    """The same game begun by the next seat, all else alike: does each seat see what the one before it saw?"""
    here, there = (with_first(game, first).start(deal="by hand") for first in (0, 1))
    dice = random.Random(5)
    for count in range(300):
        if here.over:
            break
        choice = dice.choice(here.choices())
        here.play(choice)
        there.play(choice)
        if count % 10 == 0:
            for seat in range(game.players):
                mirrored = there.observe((seat + 1) % game.players)
                assert np.array_equal(here.observe(seat), mirrored)


@pytest.mark.parametrize("kind", observations.KINDS)
@each_kit
def test_secrets(kit, kind):
    """Does an observation depend on nothing that its seat may not know?"""
    is_hidden = False
    for seed in range(4):
        for position in positions_of(kit.few[0], seed):
            for seat in range(position.game.players):
                known = position.known_by(seat)
                assert np.array_equal(position.observe(seat, kind), known.observe(seat, kind))
                is_hidden |= known != position
    assert is_hidden == kit.has_secrets


@each_of_few
def test_floats_say_the_same(game):
    """Can the small numbers be read from the floats again?"""
    features = game.features
    places, scales = features.plan
    for position in positions_of(game, every=60):
        seen, floats = position.observe(0), position.observe(0, "one-hot")
        assert floats.shape == (features.floats,)
        assert floats.dtype == np.float32
        ends = [*places[1:], features.floats]
        for entry, (first, end, scale) in enumerate(zip(places, ends, scales, strict=True)):
            part = floats[first:end]
            value = part[0] / scale if scale else part.argmax()
            assert value == pytest.approx(seen[entry], abs=1e-3)
            assert scale or part.sum() == 1


@each_of_few
def test_sparse_is_what_the_bots_see(game):
    """Are the sparse facts those of `bots/features`, on the table that the seat knows?"""
    own = bot_features.of(game.name)
    out = np.zeros(own.ACTIVE_MAX + 1, np.int16)
    for position in positions_of(game, every=60):
        told = own.features(position.state_known_by(1), 1, out)
        assert np.array_equal(position.observe(1, "sparse"), out[:told])


def digest_of(game):
    return hashlib.sha256(repr(observations.declared(game)).encode()).hexdigest()[:12]


@each_kit
def test_a_change_is_a_new_version(kit):
    version = observations.declared(kit.name).version
    assert PINNED.get((kit.name, version)) == digest_of(kit.name), (
        "raise `version`, pin the new digest, tell it"
    )


@each_kit
def test_documented(kit):
    """Does docs/observations.md have the table that the code makes?"""
    assert observations.features(kit.name, 2).table() in DOCS.read_text(encoding="utf8")
