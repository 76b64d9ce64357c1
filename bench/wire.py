"""What drawings cost on the wire and on a core, and what many idle tables cost.

Pages are asked for as browsers do: packed answers, without the drawings that are there already.
"""

import asyncio
import contextlib
import os
import random
import secrets
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import load
import web
from lines import Line, told

BYTES_MAX = {"chocolatier": 6, "pavilion": 8, "duel": 12, "garden": 12}  # kB that come for a click, or a turn
CLICKS_MAX = 150  # of one game
TABLES, SECONDS, ROUNDS = 24, 5.0, 3  # as fast as the server goes, with drawings and without, in turns
SHARE_LEAST, CPU_MAX = 0.6, 1.7  # with drawings, of what is without
# Choices kept without drawings for each raw commit, before a choice was computed once: that version, asked by
# this client in turns with the one that kept 0.0344, kept 0.93 times as many.
COMMITS_SHARE = 0.032
WATCHED, IDLE = 1000, 9000  # open tables
IDLE_MAX, START_MAX = 50.0, 3.0  # KB for each idle table; seconds until such a server answers
LET_GO = 80.0  # seconds until idle tables have been let go: see `tables/live.py`


# ------------------------------------------------------------------------------------------------
# On the wire


class Page:
    """Two people at one screen who click on what the drawing offers, and see a preview of each click."""

    def __init__(self, address: str, game: str) -> None:
        self.wire, self.game, self.dice = web.Wire(address), game, random.Random(1)
        self.wire.unpacks = True
        self.drawn: dict[str, str] = {}  # versions of the parts that are shown

    async def clicks(self) -> tuple[list[int], list[int]]:
        """A game; how many bytes came for each click, which shows a preview, and for each turn that was
        played: that is a click of its own, on the button."""
        await self.wire.connect()
        wanted = {"game": self.game, "first": "seat-1", "seats": web.PEOPLE}
        opened = await self.wire.ask("POST", "/api/tables", wanted)
        self.wire.cookie, self.path = web.cookie(opened["secrets"]), f"/api/tables/{opened['table']}"
        state, draft, clicks, turns = await self._see("GET", ""), [], [], []
        while not state["over"] and len(clicks) < CLICKS_MAX:
            if state["is_private"]:  # the others look away
                self.opened = state["turn_number"]
            draft.append(self.dice.choice(await self._offered(draft)))
            seen = await self._see("POST", "/preview", {"choices": draft})
            clicks.append(self.wire.received)
            if seen["is_whole"]:
                turn = {"after": state["last"], "key": secrets.token_hex(8), "choices": draft}
                state, draft = await self._see("POST", "/turns", turn), []
                turns.append(self.wire.received)
        return clicks, turns

    opened = 0  # the turn in which the others have looked away

    async def _see(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        look = f"legal=false&have={'.'.join(self.drawn.values())}&open={self.opened}"
        seen = await self.wire.ask(method, f"{self.path}{path}?{look}", body)
        self.drawn = seen["versions"]
        return seen

    async def _offered(self, draft: Sequence[str]) -> list[str]:
        """What can be clicked: a browser reads it from the drawing."""
        look = f"?draw=false&open={self.opened}"
        seen = await self.wire.ask("POST", f"{self.path}/preview{look}", {"choices": draft})
        return [legal["choice"] for legal in seen["legal"]]


def on_the_wire() -> list[Line]:
    """The median over the clicks of a game, and over its turns, of each game."""
    lines = []
    with TemporaryDirectory() as folder, web.server(Path(folder)) as (address, _, _):
        for game, most in BYTES_MAX.items():
            for what, sizes in zip(
                (f"a click with its preview, {game}", "... the answer to a turn"),
                asyncio.run(Page(address, game).clicks()),
                strict=True,
            ):
                size = statistics.median(sizes) / 1000
                lines.append((what, size, "kB", f"at most {most}", size <= most))
    return lines


# ------------------------------------------------------------------------------------------------
# On a core


@contextlib.contextmanager
def on_one_core(process: int) -> Any:
    """The server on one core, this client on the others, if there are others."""
    cores = sorted(os.sched_getaffinity(0))
    for thread in Path(f"/proc/{process}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores[:1])
    os.sched_setaffinity(0, cores[1:] or cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


async def flat_out(players: Sequence[load.Player], process: int) -> tuple[int, float]:
    """As fast as the server goes: choices kept, and CPU seconds that took."""
    until, before = time.perf_counter() + SECONDS, load.cpu_seconds(process)
    counts = await asyncio.gather(*(play_until(player, until) for player in players))
    return sum(counts), load.cpu_seconds(process) - before


async def play_until(player: load.Player, until: float) -> int:
    count = 0
    while time.perf_counter() < until:
        await player.choose(time.perf_counter())
        count += 1
    return count


async def in_turns(wires: load.Wires, process: int) -> dict[bool, tuple[float, float]]:
    """Choices per second and CPU milliseconds for each, with drawings and without, in the same minute."""
    tables = {drawn: [load.Player(n, wires, drawn) for n in range(TABLES)] for drawn in (False, True)}
    for player in (*tables[False], *tables[True]):
        await player.join()
        await player.follow()
    counts, cpu = {False: 0, True: 0}, {False: 0.0, True: 0.0}
    for _ in range(ROUNDS):
        for drawn, players in tables.items():
            count, took = await flat_out(players, process)
            counts[drawn] += count
            cpu[drawn] += took
    return {drawn: (count / SECONDS / ROUNDS, 1000 * cpu[drawn] / count) for drawn, count in counts.items()}


def on_a_core() -> list[Line]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        commits = web.raw_commits(folder)
        with web.server(folder, "--streams", "0") as (address, process, _), on_one_core(process):
            found = asyncio.run(in_turns(load.Wires(address), process))
    (rate, cpu), (drawn_rate, drawn_cpu) = found[False], found[True]
    share, times, of_commits = drawn_rate / rate, drawn_cpu / cpu, rate / commits
    return [
        ("raw commits of this disk", commits, "/s", "", True),
        ("choices kept on one core, without drawings", rate, "/s", "", True),
        (
            "... against raw commits",
            of_commits,
            "times",
            f"at least {COMMITS_SHARE}",
            of_commits >= COMMITS_SHARE,
        ),
        ("... with drawings, in every answer and on every other page", drawn_rate, "/s", "", True),
        ("... of those without", share, "", f"at least {SHARE_LEAST}", share >= SHARE_LEAST),
        ("CPU for each choice, without drawings", cpu, "ms", "", True),
        ("... with drawings", drawn_cpu, "ms", "", True),
        ("... of that without", times, "times", f"at most {CPU_MAX}", times <= CPU_MAX),
    ]


# ------------------------------------------------------------------------------------------------
# Many tables


async def fill(wires: load.Wires, process: int) -> float:
    """KB for each idle table, with others that are watched."""
    players = [load.Player(number, wires, True) for number in range(WATCHED)]
    await load.a_few_at_a_time([player.join for player in players])
    await load.a_few_at_a_time([player.follow for player in players])
    before = web.memory(process)
    idle = [load.Player(number, wires, True) for number in range(IDLE)]
    await load.a_few_at_a_time([player.join for player in idle])
    await asyncio.sleep(LET_GO)
    return (web.memory(process) - before) / IDLE / 1000


def many_tables() -> list[Line]:
    """Most of them idle; and how soon a server with such a store answers."""
    load.allow_many_files()
    with TemporaryDirectory() as name:
        folder = Path(name)
        with web.server(folder, "--streams", "0") as (address, process, _):
            each = asyncio.run(fill(load.Wires(address), process))
        with web.server(folder) as (_, _, start):
            pass
    tables = f"{WATCHED + IDLE:,} open tables, {IDLE:,} of them idle"
    return [
        (f"{tables}: memory of an idle one", each, "KB", f"under {IDLE_MAX:g}", each < IDLE_MAX),
        ("... start of a server on their store", start, "s", f"under {START_MAX:g}", start < START_MAX),
    ]


def measure() -> Iterator[Line]:
    """One after the other, as they are found."""
    for part in (on_the_wire, on_a_core, many_tables):
        yield from part()


def main() -> int:
    """The figures; an error if a bar is missed."""
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}", file=sys.stderr)
    return told(measure())


if __name__ == "__main__":
    sys.exit(main())
