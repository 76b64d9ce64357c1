"""Count for perft: `PYTHONPATH=src:. python -m tests.kits.counts pavilion [words of a case's name]`.

Prints the counts of every case that has these words in its name, as deep as they stay below MOST and
no deeper than DEEPEST, ready to be copied into the case.
"""

import sys

from tests.kits import KITS

from azulejos.perft import perft

MOST = 50_000_000
DEEPEST = 25


def counts(position):
    """Sequences of 1, 2, 3, ... choices, up to the end of all games or to the last number below MOST."""
    found = []
    while len(found) < DEEPEST:
        count = perft(position, len(found) + 1)
        if count > MOST:
            break
        found.append(count)
        if count == 0:
            break
    return found


def main(game, *words):
    kit = KITS[game]
    for case in kit.perft:
        if all(word in case.name for word in words):
            found = counts(kit.case_position(case))
            print(f"{case.name}: ({', '.join(f'{n:_}' if n > 9999 else str(n) for n in found)})", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
