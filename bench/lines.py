"""What a measurement gives: lines of the table of results."""

from collections.abc import Iterable

Line = tuple[str, float, str, str, bool]  # what, how much, unit, bar, cleared


def told(lines: Iterable[Line]) -> int:
    """Show them as they are found; 1 if a bar is missed, for a program to exit with."""
    is_cleared = True
    for line in lines:
        print(*line, flush=True)
        is_cleared &= line[-1]
    return 0 if is_cleared else 1
