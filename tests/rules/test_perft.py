"""Does it list every legal move? Sequences of choices, counted from positions that are hard to get right.

The positions are in `tests/kits/<game>_perft.py`. Their counts were produced by the compiled engine
(`tests/kits/counts.py`) and are compared with the naive twin as deep as it can follow: a few thousand
sequences in the normal run, some ten thousand in the long one.
"""

import copy
import itertools

import pytest
from tests.kits import KITS, each_kit

from azulejos.perft import divide, perft

TWIN_MOST = 1_500  # sequences that the twin walks in the normal run
TWIN_MOST_LONG = 100_000
PLAIN_MOST = 300
ENGINE_MOST = 20_000_000  # sequences that the engine counts in the normal run

CASES = [(kit, case) for kit in KITS.values() for case in kit.perft]
each_case = pytest.mark.parametrize(
    ("kit", "case"), CASES, ids=[f"{kit.name}, {case.name}" for kit, case in CASES]
)


def depths(case, most):
    """The depths up to the last whose count isn't greater."""
    small = itertools.takewhile(lambda count: count <= most, case.counts)
    return [depth for depth, _ in enumerate(small, 1)]


def twin_count(table, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return len(table.legal())
    return sum(twin_count(after(table, choice), depth - 1) for choice in table.legal())


def twin_divide(table, depth):
    return {choice: twin_count(after(table, choice), depth - 1) for choice in table.legal()}


def after(table, choice):
    table = copy.deepcopy(table)
    table.play(choice)
    return table


def compare_with_twin(kit, case, most):
    for depth in depths(case, most):
        position = kit.case_position(case)
        assert divide(position, depth) == twin_divide(kit.twin_of(position), depth), f"depth {depth}"


@each_case
def test_counts(kit, case):
    """Has a change of the rules, or a speed-up, added or lost a choice?"""
    position = kit.case_position(case)
    for depth in depths(case, ENGINE_MOST):
        assert perft(position, depth) == case.counts[depth - 1], f"depth {depth}"


@pytest.mark.long
@each_case
def test_deep_counts(kit, case):
    """The same as deep as it is pinned."""
    position = kit.case_position(case)
    assert tuple(perft(position, depth) for depth in range(1, len(case.counts) + 1)) == case.counts


@each_case
def test_twin_counts(kit, case):
    """Does somebody who knows only the rulebook find the same sequences, below every first choice?"""
    compare_with_twin(kit, case, TWIN_MOST)


@pytest.mark.long
@each_case
def test_twin_counts_deep(kit, case):
    """The same a step or two deeper."""
    compare_with_twin(kit, case, TWIN_MOST_LONG)


@each_case
def test_interpreted_counts(kit, case, monkeypatch):
    """Do the plain rules walk the same tree as the compiled ones?"""
    monkeypatch.setenv("AZULEJOS_PLAIN", "1")
    for depth in depths(case, PLAIN_MOST):
        assert perft(kit.case_position(case), depth) == case.counts[depth - 1], f"depth {depth}"


@each_kit
def test_perft_changes_nothing(kit):
    """Is a position that was counted still the same, though its dealer would answer for CHANCE?"""
    position = kit.fullest.start(seed=1)
    before = position.copy(seed=2)
    assert perft(position, 0) == 1
    assert perft(position, 1) == len(position.choices()) == len(divide(position, 1))
    assert sum(divide(position, 4).values()) == perft(position, 4)
    assert position == before
    assert position.history == before.history
