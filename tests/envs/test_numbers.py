"""What learners ask of a position and a game: numbers, masks, bytes, returns, histories."""

import random
import sys
import tracemalloc

import numpy as np
import pytest
from tests.kits import KITS, each_kit, each_of_few
from tests.kits.kit import with_first
from tests.plainly import plainly

import azulejos as az
from azulejos import games
from azulejos.returns import KINDS, returns


def played(game, count, seed=1, **wishes):
    """A position after so many choices of seats."""
    position, dice = game.start(seed=seed, **wishes), random.Random(seed)
    for _ in range(count):
        if not position.over:
            position.play(dice.choice(position.legal))
    return position


@each_of_few
def test_choices_of_seats_and_of_chance_are_apart(game):
    """Are the choices of seats those before `choices_n`, and CHANCE's all after?"""
    position, dice = game.start(deal="by hand"), random.Random(2)
    assert game.choices_n + game.chance_n == len(game.rules.choices)
    for _ in range(200):
        if position.over:
            break
        of_chance = position.turn == az.CHANCE
        assert all((number >= game.choices_n) == of_chance for number in position.legal)
        assert [game.rules.choices[number] for number in position.legal] == position.choices()
        assert position.mask().nonzero()[0].tolist() == ([] if of_chance else position.legal)
        assert len(position.legal) <= game.limits.legal
        position.play(dice.choice(position.legal))
    assert position.length == len(position.history)


@each_kit
def test_limits(kit):
    """Are random games of every kind shorter than the limit, by far?"""
    from azulejos.simulate import simulate

    for game in kit.games:
        assert 2 * simulate(game, 50, seed=1).counts[:, :2].sum(axis=1).max() < game.limits.choices


@each_kit
def test_secretive_games_are_listed(kit):
    assert (kit.name in games.SECRETIVE) == kit.has_secrets


@each_of_few
def test_bytes(game):
    """Is a position the same after it was packed, and is everything else refused?"""
    position = played(game, 40)
    packed = position.to_bytes()
    again = game.from_bytes(packed, seed=3)
    assert again == position
    assert again.legal == position.legal
    other = with_first(game, 1 if game.first == "random" else "random")
    with pytest.raises(az.PositionError, match="another game"):
        other.from_bytes(packed)
    for wrong in (packed[:-1], packed + b"\0", b"", "text", None):
        with pytest.raises(az.PositionError, match="not the bytes"):
            game.from_bytes(wrong)


@each_kit
def test_changed_bytes_never_harm(kit):
    """Whatever byte is changed: a position that plays, or an error that says what is wrong."""
    game, dice = kit.fullest, random.Random(4)
    packed = played(game, 40).to_bytes()
    for _ in range(60):
        changed = bytearray(packed)
        changed[dice.randrange(len(game.stamp), len(packed))] = dice.randrange(256)
        try:
            plainly(game.from_bytes, bytes(changed), seed=1)
        except az.AzulejosError:
            continue


def test_returns():
    """Do `win` and `margin` make 0 together, and does a shared win count half?"""
    assert returns([5, 3], [0, 1]).tolist() == [1, -1]
    assert returns([5, 5], [0, 0]).tolist() == [0, 0]
    assert returns([9, 5, 5], [0, 1, 1]).tolist() == [1, -0.5, -0.5]
    assert returns([9, 9, 5], [0, 0, 2]).tolist() == [0.25, 0.25, -0.5]
    assert returns([9, 5, 1], [0, 1, 2], "margin").tolist() == [6, 0, -6]
    assert returns([[9, 5], [1, 2]], [[0, 1], [1, 0]], "points").tolist() == [[9, 5], [1, 2]]
    with pytest.raises(az.OptionError, match="margin"):
        returns([1, 2], [1, 0], "money")


@each_of_few
def test_returns_of_a_position(game):
    position = played(game, 30)
    assert all(position.returns(kind).tolist() == [0] * game.players for kind in KINDS)
    position = played(game, 5000)
    assert position.over
    assert position.returns().sum() == pytest.approx(0, abs=1e-6)
    assert position.returns("points").tolist() == position.scores
    assert int(position.returns().argmax()) in position.winners


@each_kit
def test_history_known_by(kit):
    """Does a seat know all choices but those that are hidden from it? Without secrets it knows all."""
    hidden = 0
    for seed in range(6):
        position, dice = kit.few[0].start(seed=seed, deal="by hand"), random.Random(seed)
        seen = {viewer: [] for viewer in (None, *range(position.game.players))}
        while not position.over and position.length < 400:
            choice = kit.choose(position, dice)
            for viewer, known in seen.items():
                known.append(None if viewer in position.hidden_from(choice) else choice)
            position.play(choice)
        for viewer, known in seen.items():
            assert position.history_known_by(viewer) == known
            hidden += known.count(None)
    assert (hidden > 0) == kit.has_secrets


def test_a_position_is_small():
    """A tree of positions must fit into memory; so must a thousand of them."""
    for kit in KITS.values():
        position = played(kit.few[0], 60)
        tracemalloc.start()
        copies = [position.copy(seed=1) for _ in range(100)]
        size = tracemalloc.get_traced_memory()[0] / len(copies)
        tracemalloc.stop()
        assert size < 3 * 1024


def test_a_copy_keeps_nothing_of_the_other():
    """Do a position and its copy go their own ways?"""
    position = played(az.Game("chocolatier"), 10)
    before, copy = position.to_bytes(), position.copy(seed=1)
    copy.play(copy.legal[0])
    assert position.to_bytes() == before != copy.to_bytes()
    assert copy.length > position.length


def test_frameworks_are_loaded_when_asked_for(run_python):
    run_python(
        "import sys, azulejos as az; az.Game('duel').features; import azulejos.batch; "
        "assert not {'gymnasium', 'pettingzoo', 'pyspiel', 'torch', 'numba'} & set(sys.modules)"
    )


@pytest.fixture
def run_python():
    import subprocess

    return lambda code: subprocess.run([sys.executable, "-c", code], check=True)


def test_wrong_wishes():
    position = az.Game("chocolatier").start(seed=1)
    for wrong in (-1, 2, "0", None):
        with pytest.raises(az.OptionError, match="no seat"):
            position.observe(wrong)
    with pytest.raises(az.OptionError, match="one-hot"):
        position.observe(0, "pixels")
    assert np.array_equal(position.observe(0), position.observe(0, "compact"))
