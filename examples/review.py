"""Let two bots play and say what each has lost where. `python examples/review.py [GAME] [SIMULATIONS]`"""

import sys

import azulejos as az


def main(name: str = "chocolatier", simulations: int = 500, seed: int = 1) -> None:
    pos = az.Game(name).start(seed=seed, names=["easy", "greedy-1"])
    bots = [az.bot(bot, seed=seed) for bot in pos.names]
    while not pos.over:
        pos.play(bots[pos.turn].choose(pos, pos.turn))
    reviewed = az.analysis.review(pos.record(), simulations=simulations)
    for seat, bot in enumerate(pos.names):
        turns = [turn for turn in reviewed if turn.seat == seat]
        worst = max(turns, key=lambda turn: turn.loss)
        lost = sum(turn.loss for turn in turns) / len(turns)
        print(
            f"{bot}: {pos.scores[seat]} points, {lost:.1%} of its chances lost by each of {len(turns)} turns"
        )
        print(f"  most in turn {worst.number}{worst.mark}: {', '.join(worst.played)}")
        print(f"  better was {', '.join(worst.best)}")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
