"""Run by test_gpu.py in a process of its own: are the games of a GPU those of the CPU?

`python -m tests.envs.side_by_side GAME TABLES STEPS`; with NUMBA_ENABLE_CUDASIM=1 plain Python plays the GPU.
"""

import pickle
import sys

import numpy as np
import pytest
from tests.kits import KITS

import azulejos as az
from azulejos.batch import Batch
from azulejos.batch.tensor import CPU
from azulejos.observations import COMPACT, ONE_HOT, SPARSE
from azulejos.returns import KINDS
from azulejos.simulate import simulate

SHOWN = ("seats", "scores", "ranks", "done", "truncated", "rewards")


def check_alike(here, there):
    """Is everything that is handed out the same?"""
    for name in SHOWN:
        assert np.array_equal(getattr(here, name), np.asarray(getattr(there, name))), name
    for one, other in zip((here.mask(), *here.legal()), (there.mask(), *there.legal()), strict=True):
        assert np.array_equal(one, np.asarray(other))


def check_seen(here, there):
    for kind in (COMPACT, ONE_HOT):
        for seat in (None, 1):
            assert np.array_equal(here.observe(seat, kind), np.asarray(there.observe(seat, kind))), kind
    (facts, counts), (others, other_counts) = (
        here.observe(kind=SPARSE),
        map(np.asarray, there.observe(kind=SPARSE)),
    )
    assert np.array_equal(counts, other_counts)
    assert all(np.array_equal(a[:n], b[:n]) for a, b, n in zip(facts, others, counts, strict=True))


def check_games(game, n, steps, seed, **wishes):
    """So many choices at each table, by lot on both sides."""
    here, there = (Batch(game, n, seed=seed, device=device, **wishes) for device in ("cpu", "cuda"))
    ended = 0
    for step in range(steps):
        check_alike(here, there)
        if step % 20 == 0:
            check_seen(here, there)
        choices = here.random_choices()
        assert np.array_equal(choices, np.asarray(there.random_choices()))
        here.play(choices)
        there.play(choices)
        ended += int(here.done.sum())
    check_alike(here, there)
    assert tables(here) == tables(there)
    return there, ended


def tables(batch):
    return [position.to_bytes() for position in batch.positions()]


def check_the_rest(batch):
    """Copies, pickles, single tables, refusals, arrays that others take."""
    assert tables(batch.copy(seed=1)) == tables(batch) == tables(pickle.loads(pickle.dumps(batch)))
    position = batch.game.start(seed=77)
    batch.lay(1, position)
    assert batch.position(1) == position
    assert np.asarray(batch.mask())[1].nonzero()[0].tolist() == position.legal
    before, wrong = tables(batch), np.asarray(batch.random_choices()).copy()
    wrong[1] = batch.game.choices_n - 1 if not position.is_legal(batch.game.choices_n - 1) else -1
    for choices, said in (
        (wrong, "at table 1"),
        (np.zeros(5, int), "one for each table"),
        ("ab", "one for each"),
    ):
        with pytest.raises(az.AzulejosError, match=said):
            batch.play(choices)
    assert tables(batch) == before
    if batch.mask().__dlpack_device__()[0] == CPU:
        taken = np.from_dlpack(batch.mask())
        assert np.array_equal(taken, np.asarray(batch.mask()))
        batch.play(batch.random_choices())
        assert np.array_equal(taken, np.asarray(batch.mask())), "what is taken is shared"
    batch.reset([0])
    assert batch.position(0).round == 1


def check_random_games(game, n):
    here, there = (simulate(game, n, seed=5, device=device) for device in ("cpu", "cuda"))
    for name in ("counts", "scores", "ranks"):
        assert np.array_equal(getattr(here, name), getattr(there, name)), name


def main(name, n, steps):
    kit = KITS[name]
    is_simulated = n < 100
    for game in kit.few[:1] if is_simulated else kit.few:  # plain Python takes half a minute for a game
        check_random_games(game, 1 if is_simulated else n)
    for number, game in enumerate(kit.few):
        batch, _ = check_games(game, n, steps, seed=number, reward=KINDS[number % len(KINDS)])
    check_the_rest(batch)
    check_games(kit.few[0], n, steps, seed=9, deal="by hand")
    ended = sum(check_games(kit.few[0], n, 250, seed=3, reward=kind)[1] for kind in KINDS[:2])
    assert ended > 0, "no game has ended"


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
