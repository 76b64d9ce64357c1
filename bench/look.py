"""Would a net be asked faster with sums that are brought up to date, or with integer weights? Prints a table.

The first layer is a sum of rows, one for each fact. It is summed anew at every look. Two other ways are timed
beside it in the same run, in time of the thread, as shares of that: to begin with the sum of a position
some choices earlier (the parent, or the root), less the rows of facts that hold no more, with those of new
ones; and rows of 16 bits. Both as if nothing else had to be done: who brings sums up to date has to keep
them, for every seat that may look on, and to find what has changed.
"""

import sys
import time
from collections.abc import Callable, Iterator

import numba
import numpy as np

import azulejos as az
from azulejos import games
from azulejos.bots import lore, net
from azulejos.bots.thinking import Mind

GAMES = 8  # of greedy-1 against itself
BACK = (1, 4, 8)  # choices between a position and the one whose sum is known
TIMES, REPEATS = 20, 15
SIMULATIONS = 3000
SCALE = 512  # of integer weights

Lists = tuple[np.ndarray, np.ndarray]  # numbers one after another, and where each list begins


def positions(game: az.Game) -> Iterator[list[np.ndarray]]:
    """The tables of some games, after each choice of a seat."""
    player = az.bot("greedy-1")
    for seed in range(GAMES):
        position, tables = game.start(seed=seed), []
        while not position.over:
            tables.append(position.table())
            position.play(player.choose(position, position.turn))
        yield tables


def packed(lists: list[np.ndarray]) -> Lists:
    starts = np.concatenate([[0], np.cumsum([len(each) for each in lists])])
    return np.concatenate(lists).astype(np.int32), starts.astype(np.int64)


def timed(run: Callable, *arguments: object) -> float:
    """Seconds of the thread, at best."""
    run(*arguments)
    times = []
    for _ in range(REPEATS):
        begun = time.thread_time()
        run(*arguments)
        times.append(time.thread_time() - begun)
    return min(times) / TIMES


def simulated(mind: Mind, name: str) -> float:
    """Seconds of a simulation at the opening, at best."""
    times = []
    for seed in range(REPEATS):
        mind.look_at(az.Game(name).start(seed=seed).table_known_by(0))
        begun = time.thread_time()
        mind.think(SIMULATIONS)
        times.append(time.thread_time() - begun)
    return min(times) / SIMULATIONS


def compiled() -> tuple[Callable, ...]:
    """Each goes through all looks, several times."""
    sum_facts, look = net.sum_facts, net.look

    @numba.njit(error_model="numpy")
    def anew(lore, facts, starts, first):
        for _ in range(TIMES):
            for i in range(len(starts) - 1):
                listed = facts[starts[i] : starts[i + 1]]
                sum_facts(lore, listed, len(listed), first)

    @numba.njit(error_model="numpy")
    def whole(lore, facts, starts, ahead, rooms):
        for _ in range(TIMES):
            for i in range(len(starts) - 1):
                listed = facts[starts[i] : starts[i + 1]]
                look(lore, listed, len(listed), ahead, 2, rooms[0])

    @numba.njit(error_model="numpy")
    def updated(rows, gone, gone_starts, new, new_starts, known, first):
        for _ in range(TIMES):
            for i in range(len(new_starts) - 1):
                first[:] = known
                for j in range(gone_starts[i], gone_starts[i + 1]):
                    row = rows[gone[j]]
                    for k in range(len(first)):
                        first[k] -= row[k]
                for j in range(new_starts[i], new_starts[i + 1]):
                    row = rows[new[j]]
                    for k in range(len(first)):
                        first[k] += row[k]

    @numba.njit(error_model="numpy")
    def integers(rows, facts, starts, sums, first):
        for _ in range(TIMES):
            for i in range(len(starts) - 1):
                sums[:] = 0
                at, end = starts[i], starts[i + 1]
                while at + 4 <= end:
                    a, b, c, d = (
                        rows[facts[at]],
                        rows[facts[at + 1]],
                        rows[facts[at + 2]],
                        rows[facts[at + 3]],
                    )
                    for k in range(len(sums)):
                        sums[k] += (a[k] + b[k]) + (c[k] + d[k])
                    at += 4
                while at < end:
                    row = rows[facts[at]]
                    for k in range(len(sums)):
                        sums[k] += row[k]
                    at += 1
                for k in range(len(sums)):
                    first[k] = sums[k] * np.float32(1 / SCALE)

    return anew, whole, updated, integers


def measured(name: str, ways: tuple[Callable, ...]) -> str:
    """A row of the table."""
    anew, whole, updated, integers = ways
    mind, known = Mind(name, 1), lore.shipped(name)[2]
    seen = [[mind.see(table, 0)[0] for table in tables] for tables in positions(az.Game(name))]
    lists = [facts for game in seen for facts in game]
    facts, starts = packed(lists)
    rows = known[net.FACTS :].reshape(-1, net.WIDTH).copy()
    small = np.clip(np.round(SCALE * rows), -32768, 32767).astype(np.int16)
    first, rooms = np.zeros(net.WIDTH, np.float32), np.zeros(1, np.dtype(net.room()))
    count = len(lists)
    sum_anew = timed(anew, known, facts, starts, first) / count
    look = timed(whole, known, facts, starts, np.zeros(4, np.float32), rooms) / count
    ints = timed(integers, small, facts, starts, np.zeros(net.WIDTH, np.int16), first) / count
    spent = [simulated(mind, name), look, sum_anew]
    cells = [f"{len(facts) / count:.0f}", *(f"{1e9 * each:,.0f}" for each in spent), f"{ints / sum_anew:.2f}"]
    for back in BACK:
        pairs = [(game[i - back], game[i]) for game in seen for i in range(back, len(game))]
        gone = [np.setdiff1d(before, after) for before, after in pairs]
        new = [np.setdiff1d(after, before) for before, after in pairs]
        changed = (sum(map(len, gone)) + sum(map(len, new))) / len(pairs)
        update = timed(updated, rows, *packed(gone), *packed(new), first.copy(), first) / len(pairs)
        cells.append(f"{changed:.0f} facts, {update / sum_anew:.2f}")
    return f"| {games.GAMES[name].title} | {' | '.join(cells)} |"


def main() -> None:
    names = sys.argv[1:] or list(games.GAMES)
    Mind("chocolatier", 1).see(
        az.Game("chocolatier").start(seed=1).table(), 0
    )  # numba hears of our functions
    ways = compiled()
    backs = " | ".join(f"{back} earlier" for back in BACK)
    print(f"| two players | facts | simulation, ns | look | first layer | 16 bits | {backs} |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |" + " ---: |" * len(BACK))
    for name in names:
        print(measured(name, ways), flush=True)


if __name__ == "__main__":
    main()
