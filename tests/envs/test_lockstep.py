"""Is a batch of n tables n positions, played side by side?"""

import pickle

import numpy as np
import pytest
from tests.kits import KITS, each_kit, each_of_few
from tests.kits.kit import with_first

import azulejos as az
from azulejos.batch import SPREAD, Batch
from azulejos.core.rng import WORD
from azulejos.observations import KINDS

TABLES = 6


def alone(game, seed, table):
    """The position that a table of a seeded batch is."""
    return game.start(seed=(seed + table * SPREAD) & WORD)


@each_of_few
def test_a_batch_is_positions_side_by_side(game):
    """The same deals, the same choices: the same tables, lists, masks, seats, results, game after game?"""
    batch = Batch(game, TABLES, seed=8, restart=False)
    positions = [alone(game, 8, table) for table in range(TABLES)]
    for _ in range(2000):
        for table, position in enumerate(positions):
            assert batch.seats[table] == (-2 if position.over else position.turn)
            lists, counts = batch.legal()
            assert lists[table, : counts[table]].tolist() == position.legal
            assert np.array_equal(batch.mask()[table], position.mask())
            assert batch.scores[table].tolist() == position.scores
            assert batch.ranks[table].tolist() == position.ranking
            assert batch.done[table] == position.over
            assert np.array_equal(batch.rewards[table], position.returns())
            assert batch.position(table) == position
        if batch.done.all():
            break
        choices = batch.random_choices()
        for choice, position in zip(choices.tolist(), positions, strict=True):
            if choice >= 0:
                position.play(choice)
        batch.play(choices)
    assert batch.done.all()


@each_kit
def test_restart(kit):
    """Where a game ends the next one has begun, and its result stands there in that step alone."""
    batch, ended = Batch(kit.few[0], 16, seed=3), 0
    for _ in range(600):
        batch.play(batch.random_choices())
        _, counts = batch.legal()
        assert (counts > 0).all()
        assert (batch.seats >= 0).all()
        assert not batch.truncated.any()
        assert ((np.abs(batch.rewards).sum(axis=1) > 0) <= batch.done).all()
        assert batch.rewards.sum(axis=1) == pytest.approx(0, abs=1e-5)
        for table in np.flatnonzero(batch.done):
            ended += 1
            assert batch.position(int(table)).round == 1
            assert (batch.ranks[table] == 0).any()
    assert ended > 16


@each_kit
def test_seeds_and_threads(kit):
    """The same seed, the same games, however many threads; another seed, others."""
    batches = [Batch(kit.few[0], 9, seed=seed, threads=threads) for seed, threads in ((1, 1), (1, 3), (2, 1))]
    for _ in range(120):
        for batch in batches:
            batch.play(batch.random_choices())
    same, threaded, other = ([position.to_bytes() for position in batch.positions()] for batch in batches)
    assert same == threaded != other


@each_kit
def test_by_hand(kit):
    """CHANCE left to the caller: are its choices and weights those of the positions?"""
    game = kit.few[0]
    batch = Batch(game, 2, seed=1, deal="by hand")
    positions = [game.start(deal="by hand") for _ in range(2)]
    for _ in range(150):
        weights, (_, counts) = batch.weights(), batch.legal()
        for table, position in enumerate(positions):
            assert batch.seats[table] == position.turn
            if position.turn == az.CHANCE:
                assert weights[table, : counts[table]].tolist() == list(position.weights().values())
            assert np.flatnonzero(batch.mask()[table]).tolist() == position.legal
        choices = batch.random_choices()
        batch.play(choices)
        for choice, position in zip(choices.tolist(), positions, strict=True):
            position.play(choice)


@each_kit
def test_illegal_choices_move_nothing(kit):
    """One illegal choice among many: is its table named, and nothing changed anywhere?"""
    batch = Batch(kit.few[0], 5, seed=2)
    for _ in range(20):
        batch.play(batch.random_choices())
    before = [position.to_bytes() for position in batch.positions()]
    for wrong in (-1, -2, 10_000, kit.few[0].choices_n):
        choices = batch.random_choices()
        choices[3] = wrong
        with pytest.raises(az.IllegalChoice, match="at table 3"):
            batch.play(choices)
    for wrong in ([1, 2], np.zeros(5), "abcde", np.zeros((5, 1), int), None):
        with pytest.raises(az.OptionError, match="one for each table"):
            batch.play(wrong)
    lists, _ = batch.legal()
    with pytest.raises(ValueError, match="read-only"):
        lists[0, 0] = 1
    assert [position.to_bytes() for position in batch.positions()] == before


def test_finished_tables():
    """Without restart: a finished table takes -1 and nothing else, until it is reset."""
    batch = Batch(az.Game("pavilion"), 3, seed=4, restart=False)
    while not batch.done.any():
        batch.play(batch.random_choices())
    table = int(np.flatnonzero(batch.done)[0])
    choices = batch.random_choices()
    assert choices[table] == -1
    batch.play(choices)
    choices = batch.random_choices()
    choices[table] = 0
    with pytest.raises(az.IllegalChoice, match=f"table {table} has ended"):
        batch.play(choices)
    batch.reset([table])
    assert not batch.done[table]
    assert batch.position(table).round == 1


def test_cut_off(monkeypatch):
    """What is too long is cut off: `truncated`, worth nothing, and the next game begins."""
    from azulejos.game import Game, Limits

    monkeypatch.setattr(Game, "limits", Limits(60, 81))
    batch, cut = Batch(az.Game("chocolatier"), 4, seed=1), 0
    for _ in range(100):
        batch.play(batch.random_choices())
        cut += batch.truncated.sum()
        assert (batch.rewards == 0).all()
        assert (batch.truncated == batch.done).all()
    assert cut > 4


@pytest.mark.parametrize("kind", KINDS)
@each_of_few
def test_observations_of_a_batch(game, kind):
    """Does each row hold what the seat that is asked sees, or the seat that is named?"""
    batch = Batch(game, 4, seed=6, threads=2)
    for _ in range(60):
        batch.play(batch.random_choices())
    for seat in (None, 1):
        seen = batch.observe(seat, kind)
        for table in range(4):
            viewer = batch.seats[table] if seat is None else seat
            wanted = batch.position(table).observe(int(viewer), kind)
            row = seen[0][table, : seen[1][table]] if kind == "sparse" else seen[table]
            assert np.array_equal(row, wanted)


def test_arrays_are_shared_and_aligned():
    """Others take them without copying: 64-byte aligned, the same memory at every call."""
    batch = Batch(az.Game("duel"), 7, seed=1)
    for array in (batch.mask(), batch.seats, batch.observe(), batch.rewards, batch.done, batch.scores):
        assert array.ctypes.data % 64 == 0
        assert array.flags.c_contiguous
        assert np.shares_memory(np.from_dlpack(array), array)
    assert np.shares_memory(batch.observe(), batch.observe())


@each_kit
def test_copies_and_pickles(kit):
    """A pickle goes on as the batch does; a copy has the same tables and another future."""
    batch = Batch(kit.few[0], 5, seed=9, threads=2)
    for _ in range(30):
        batch.play(batch.random_choices())
    pickled, copy = pickle.loads(pickle.dumps(batch)), batch.copy(seed=1)
    before = [position.to_bytes() for position in batch.positions()]
    assert [position.to_bytes() for position in copy.positions()] == before
    for _ in range(150):
        choices = batch.random_choices()
        pickled.play(choices)
        batch.play(choices)
        copy.play(copy.random_choices())
        assert np.array_equal(pickled.done, batch.done)
        assert np.array_equal(pickled.mask(), batch.mask())
    after = [position.to_bytes() for position in batch.positions()]
    assert [position.to_bytes() for position in pickled.positions()] == after
    assert [position.to_bytes() for position in copy.positions()] != after


def test_a_position_on_a_table():
    """Can a position be laid onto a table, and is one of another game refused?"""
    game = az.Game("garden")
    position = game.start(seed=5)
    position.play(position.legal[0])
    batch = Batch(game, 2, seed=1)
    batch.lay(1, position)
    assert batch.position(1) == position
    assert batch.mask()[1].nonzero()[0].tolist() == position.legal
    with pytest.raises(az.OptionError, match="can't lie"):
        batch.lay(1, with_first(game, 1).start(seed=1))
    with pytest.raises(az.OptionError, match="a Position is laid on a table, not 'garden 2"):
        batch.lay(1, position.line())
    assert batch.position(1) == position


@pytest.mark.parametrize("table", [3, -1, 99, True, 1.5, "1", None])
def test_tables_that_are_not_there(table):
    batch = Batch(az.Game("duel"), 3, seed=1)
    with pytest.raises(az.OptionError, match="there is no table 9: they are 0 to 2"):
        batch.position(np.int64(9))
    for ask in (batch.position, lambda number: batch.lay(number, batch.position(0))):
        with pytest.raises(az.OptionError, match="they are 0 to 2"):
            ask(table)


@pytest.mark.parametrize("tables", [[3], [-1, 0], [True], [0.5], ["x"], [[True] * 3]])
def test_beginning_anew_where_no_table_is(tables):
    batch = Batch(az.Game("duel"), 3, seed=1)
    before = [position.to_bytes() for position in batch.positions()]
    with pytest.raises(az.OptionError, match="table"):
        batch.reset(tables)
    assert [position.to_bytes() for position in batch.positions()] == before
    batch.reset([])
    assert [position.to_bytes() for position in batch.positions()] == before


@pytest.mark.parametrize(
    "wishes", [{"n": 0}, {"n": "2"}, {"threads": 0}, {"seed": -1}, {"deal": "slowly"}, {"reward": "gold"}]
)
def test_wrong_wishes(wishes):
    with pytest.raises(az.OptionError):
        Batch(az.Game("duel"), **({"n": 1} | wishes))


def test_a_name_is_no_game():
    with pytest.raises(az.OptionError, match=r"a game is a Game, such as azulejos\.Game"):
        Batch("chocolatier", 8)


def test_every_game_has_a_batch():
    assert all(Batch(kit.fullest, 1, seed=1).n == 1 for kit in KITS.values())
