"""Do nets see what is on the table, as far as a seat may know it, and judge it alike everywhere?"""

import random
import time

import numpy as np
import pytest
from tests.house import SECRETIVE
from tests.kits import KITS, each_game, each_kit

import azulejos as az
from azulejos.bots import features, lore, net
from azulejos.bots.thinking import Mind
from azulejos.core.contract import CHANCE
from azulejos.errors import OptionError

SHIPPED_MAX = 4 * 2**20  # bytes of all minds together


def moments(game, count, seed=1):
    """Positions of random games, also where CHANCE is asked."""
    dice = random.Random(seed)
    while True:
        position = game.start(seed=dice.randrange(10**6), deal="by hand")
        while not position.over:
            if dice.random() < 0.2:
                yield position
                count -= 1
                if count == 0:
                    return
            position.play(dice.choice(position.choices()))


def facts_of(game, state, viewer):
    """What the features file tells, in plain Python."""
    own = features.of(game.name)
    out = np.zeros(own.ACTIVE_MAX + 1, np.int32)
    return out[: own.features(state, viewer, out)]


@each_game
def test_facts_are_facts(game):
    """Each is told once, is one of the list, and is told compiled as well."""
    mind = Mind(game.name, seed=1)
    for position in moments(game, 15):
        for viewer in range(game.players):
            told = facts_of(game, position.state, viewer)
            assert len(told) <= features.of(game.name).ACTIVE_MAX
            assert len(set(told.tolist())) == len(told)
            assert told.min() >= 0
            assert told.max() < features.count(game.name, game.players)
            compiled, _ = mind.see(position.table_known_by(None), viewer)
            assert compiled.tolist() == told.tolist()


@each_kit
def test_layouts_have_no_gaps(kit):
    own = features.of(kit.name)
    for layout in (own.COMMON, own.SEAT):
        assert [part.first for part in layout.parts] == np.cumsum(
            [0, *(part.size for part in layout.parts)]
        ).tolist()[:-1]
        assert len({part.name for part in layout.parts}) == len(layout.parts)


@each_kit
def test_other_seats_are_told_in_the_order_of_play(kit):
    """What a seat sees of itself, the one before it sees of its first neighbour."""
    own, players = features.of(kit.name), kit.fullest.players
    for position in moments(kit.fullest, 10):
        seen = [facts_of(kit.fullest, position.state, viewer) for viewer in range(players)]
        blocks = [
            {fact - own.COMMON_N for fact in told.tolist() if 0 <= fact - own.COMMON_N < own.SEAT_N}
            for told in seen
        ]
        neighbours = [
            {
                fact - own.COMMON_N - own.SEAT_N
                for fact in told.tolist()
                if own.SEAT_N <= fact - own.COMMON_N < 2 * own.SEAT_N
            }
            for told in seen
        ]
        assert neighbours == [blocks[(viewer + 1) % players] for viewer in range(players)]


@pytest.mark.parametrize("name", SECRETIVE)
def test_nothing_secret_is_told(name):
    """A table with what a seat can't know, and without it, look the same."""
    game = KITS[name].fullest
    for position in moments(game, 100):
        for viewer in range(game.players):
            if position.turn == CHANCE:
                continue
            known = position.state_known_by(viewer)
            assert facts_of(game, known, viewer).tolist() == facts_of(game, position.state, viewer).tolist()


# ------------------------------------------------------------------------------------------------
# Nets


@each_kit
def test_a_mind_is_shipped_for_every_number_of_players(kit):
    least, most = az.games.GAMES[kit.name].players
    known = lore.shipped(kit.name)
    assert sorted(known) == list(range(least, most + 1))
    for players, each in known.items():
        assert len(each) == net.size(features.count(kit.name, players))
        assert np.isfinite(each).all()
    assert lore.made(lore.SHIPPED / f"{kit.name}.npz")["courses"]


def test_minds_are_small():
    assert sum(path.stat().st_size for path in lore.SHIPPED.iterdir()) < SHIPPED_MAX


def test_minds_are_read_at_once():
    """In 50 ms, by the time of the thread: others may be busy."""
    for name in KITS:
        times = []
        for _ in range(3):
            begun = time.thread_time()
            lore.read(name, lore.SHIPPED / f"{name}.npz")
            times.append(time.thread_time() - begun)
        assert min(times) < 0.05


def test_a_mind_for_other_facts_is_refused(tmp_path):
    path = tmp_path / "duel.npz"
    lore.write("duel", path, lore.shipped("duel"), {})
    assert lore.read("duel", path)[2].tolist() == lore.shipped("duel")[2].tolist()
    with pytest.raises(OptionError, match="learned for another version"):
        lore.read("garden", path)


@each_kit
def test_a_net_that_knows_nothing_judges_by_hand(kit):
    """It begins where the values are: with two players, the same chances."""
    game = az.Game(kit.name, 2)
    blank = np.zeros(net.size(features.count(kit.name, 2)), np.float32)
    blank[net.TRUST : net.TRUST + 2] = 0.5, 1.0
    minds = [Mind(kit.name, seed=1, known=known) for known in ({2: blank}, lore.BY_HAND)]
    for position in moments(game, 10):
        if position.turn == CHANCE:
            continue
        found = []
        for mind in minds:
            mind.look_at(position.table_known_by(position.turn))
            mind.think(50)
            found.append(mind.worths()[:2])
        assert found[0] == pytest.approx(found[1], abs=0.03)


@each_game
def test_chances_make_one(game):
    """All seats from one look."""
    mind = Mind(game.name, seed=1)
    for position in moments(game, 10):
        if position.turn == CHANCE:
            continue
        mind.look_at(position.table_known_by(position.turn))
        mind.think(20)
        worths = mind.worths()[: game.players]
        assert ((worths >= 0) & (worths <= 1)).all()
        assert 0.8 < worths.sum() < 1.2  # a tenth of them says how clear a win is
