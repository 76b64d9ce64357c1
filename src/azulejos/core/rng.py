"""The generator of seeded games: SplitMix64, eight bytes of state, the same interpreted and compiled.

A generator is a record of one word (compiled code passes records for nothing, arrays not). It is
never part of a position.
"""

import secrets

import numpy as np

from azulejos.core.jit import jit

WORD = 0xFFFFFFFFFFFFFFFF
RNG = np.dtype((np.record, [("word", np.uint64)]))


@jit
def next_word(rng):
    """Thirty-two random bits, as a non-negative integer."""
    word = (int(rng.word) + 0x9E3779B97F4A7C15) & WORD
    rng.word = word
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return np.int64((word ^ (word >> 31)) >> 32)


@jit
def below(rng, n):
    """A random integer from 0 to n - 1. For n below 2**16 the bias is under 2**-16, beyond notice."""
    return (next_word(rng) * n) >> 32


def seeded(*seeds: int) -> np.ndarray:
    """The generators that seeds name, as bytes. The same seed always gives the same numbers."""
    return np.array([seed & WORD for seed in seeds], np.uint64).reshape(-1, 1).view(np.uint8)


def system_seed() -> int:
    """Fresh bits from the operating system: nothing that came before tells what comes next."""
    return secrets.randbits(64)
