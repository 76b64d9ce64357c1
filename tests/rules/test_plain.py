"""Is a plain object the same table as the record it was made of, and independent of it?"""

import random

import numpy as np
from tests.kits import each_kit
from tests.plainly import plainly

from azulejos.core.plain import Plain


def same(plain, record):
    for name in record.dtype.names:
        ours, theirs = getattr(plain, name), record[name]
        if theirs.dtype.names is None:
            assert np.array_equal(ours, theirs)
        elif isinstance(ours, list):
            assert len(ours) == len(theirs)
            for one, other in zip(ours, theirs, strict=True):
                same(one, other)
        else:
            same(ours, theirs)
    assert set(vars(plain)) == set(record.dtype.names)


def numbers(plain):
    """Arrays of a plain object and of all within it."""
    for value in vars(plain).values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Plain):
                yield from numbers(each)
            elif isinstance(each, np.ndarray):
                yield each


@each_kit
def test_the_same_table(kit):
    position, dice = plainly(kit.fullest.start, seed=1), random.Random(1)
    for _ in range(20):
        plain = Plain(position.state)
        assert Plain.of(plain) is plain
        same(plain, position.state)
        same(Plain.of(position.state).copy(), position.state)
        position.play(dice.choice(position.choices()))


@each_kit
def test_nothing_is_shared(kit):
    position = plainly(kit.fullest.start, seed=1)
    before, plain = position.key(), Plain(position.state)
    copied = plain.copy()
    for array in numbers(copied):
        array[...] = 1
    same(plain, position.state)
    for array in numbers(plain):
        array[...] = 1
    assert position.key() == before
