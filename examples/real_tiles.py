"""Follow a game with real tiles: you draw and say what came, a bot gives advice.

`python examples/real_tiles.py [GAME]`, then type choices (`draw blue`, `factory-1 red`, `line-2`), or `?`.
"""

import sys
from collections.abc import Iterable

import azulejos as az


def main(name: str = "chocolatier", typed: Iterable[str] = sys.stdin) -> None:
    pos = az.Game(name).start(deal="by hand")
    adviser = az.bot("greedy-1")
    ask(pos)
    for line in typed:
        try:
            if line.strip() == "?":
                print(advice(pos, adviser))
            else:
                pos.play(line.strip())
        except az.AzulejosError as error:
            print(error)  # nothing has changed
        if pos.over:
            print("over:", pos.scores)
            return
        ask(pos)


def advice(pos: az.Position, adviser: object) -> str:
    """What the seat to move could do; chance takes no advice."""
    if pos.turn == az.CHANCE:
        return "draw a tile, and say which"
    return pos.tell(adviser.choose(pos, pos.turn))


def ask(pos: az.Position) -> None:
    who = "chance" if pos.turn == az.CHANCE else f"seat-{pos.turn + 1}"
    print(f"{who}: {', '.join(pos.choices())}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
