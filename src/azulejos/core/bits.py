"""Small sets of numbers as the bits of one integer."""

import numpy as np

from azulejos.core.jit import jit

BYTE = 0xFF
NTH_IN_BYTE = np.array(
    [([bit for bit in range(8) if (byte >> bit) & 1] + [0] * 8)[:8] for byte in range(BYTE + 1)],
    np.int64,
)
"""The number of the n-th set bit of a byte: `NTH_IN_BYTE[byte, n]`."""


@jit
def count_bits(mask):
    """How many bits are set. LLVM turns the loop into one instruction."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jit
def nth_bit(mask, n):
    """The number of the n-th set bit, counting set bits from 0 and from the lowest.

    Halves and a table instead of a loop over the bits, whose end no processor can predict.
    """
    first = 0
    for half in (32, 16, 8):
        below = count_bits(mask & ((1 << half) - 1))
        is_above = n >= below
        n -= below * is_above
        mask >>= half * is_above
        first += half * is_above
    return first + NTH_IN_BYTE[mask & BYTE, n]


@jit
def lowest_bit(mask):
    """The number of the lowest set bit."""
    return count_bits((mask & -mask) - 1)


@jit
def nth_of_few(mask, n):
    """`nth_bit` for sets of numbers below 8."""
    return NTH_IN_BYTE[mask, n]


@jit
def write_bits(mask, first, out):
    """Write `first` + the number of each set bit, rising, into `out`; return how many."""
    return write_more_bits(mask, first, out, 0)


@jit
def write_more_bits(mask, first, out, count):
    """The same behind the `count` numbers that stand there already; return how many there are then."""
    while mask:
        out[count] = first + lowest_bit(mask)
        mask &= mask - 1
        count += 1
    return count
