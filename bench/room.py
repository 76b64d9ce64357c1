"""The room for analysis: how soon the search says something, alone and in a crowd; what live tables feel.

A viewer does what a page does: it asks for the moment with its drawing, then for evaluations as a stream, and
leaves that when it looks at something else. What is timed is from the first question to the first evaluation;
a browser's own painting is not.
"""

import asyncio
import itertools
import json
import os
import random
import secrets
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

import azulejos as az
import load
import web
from azulejos import games
from lines import Line, told

VIEWERS = 20
LOOKS = 4  # of each viewer in the crowd, and of one alone at each game, from choices and from a document
PAUSE = 2.5  # seconds between two looks: longer searches have begun by then
TABLES, RATE = 50, 20.0  # live ones meanwhile, and choices per second at all of them
READY = 900.0  # seconds until all searches are compiled
EVALUATION = "/api/analysis/evaluation"
ALONE_MAX, CROWD_MAX, LIVE_MAX = 300.0, 2000.0, 150.0  # milliseconds


@dataclass(frozen=True)
class Moment:
    """Something to look at, as pages ask for it."""

    game: str
    choices: tuple[str, ...] = ()
    document: dict[str, Any] | None = None

    def body(self) -> dict[str, Any]:
        start = {"game": self.game, "players": 2, "position": self.document}
        return {"start": start, "choices": self.choices}


@az.ready.plain()
def moments(game: str, seed: int, count: int) -> list[Moment]:
    """Somewhere in a random game: every other one as a document, as links and puzzles have it."""
    dice, position = random.Random(seed), az.Game(game).start(seed=seed)
    found = []
    while not position.over:
        if position.turn is not None and position.turn >= 0:
            found.append((tuple(position.history), position.to_dict()))
        position.play(dice.choice(position.choices()))
    chosen = sorted(dice.sample(range(len(found)), count))
    both = [found[at] for at in chosen]
    return [
        Moment(game, (), document) if at % 2 else Moment(game, choices)
        for at, (choices, document) in enumerate(both)
    ]


class Viewer:
    """A page of the room."""

    def __init__(self, address: str) -> None:
        self.address, self.name = address, secrets.token_hex(8)
        self.wire = web.Wire(address)
        self.wire.unpacks = True
        self._stream: web.Wire | None = None

    async def come(self) -> None:
        await self.wire.connect()

    def leave(self) -> None:
        if self._stream is not None:
            self._stream.writer.close()
            self._stream = None

    async def look(self, moment: Moment) -> float:
        """Milliseconds until the first evaluation is there; longer ones come until it looks elsewhere."""
        self.leave()
        began = time.perf_counter()
        await self.wire.ask("POST", "/api/analysis?language=en", moment.body())
        self._stream = web.Wire(self.address)
        await self._stream.connect()
        asked = moment.body() | {"viewer": self.name}
        self._stream.send("POST", EVALUATION, asked, accept="text/event-stream")
        while line := await self._stream.reader.readline():
            if line.startswith(b"data: "):
                told = json.loads(line[6:])
                assert "chances" in told, told
                return 1000 * (time.perf_counter() - began)
        raise ConnectionError("no evaluation came")


def wait_until_ready(address: str) -> None:
    """Games from documents are compiled when somebody first brings one."""
    until = time.monotonic() + READY
    for game in games.GAMES:
        for moment in moments(game, 0, 2):
            body = moment.body() | {"viewer": "until-ready"}
            httpx.post(f"{address}/api/analysis", json=moment.body(), timeout=load.PATIENCE)
            while httpx.post(address + EVALUATION, json=body, timeout=load.STARTING).status_code != 200:
                if time.monotonic() > until:
                    raise RuntimeError(f"the search of {game} is not there after {READY:g} s")
                time.sleep(1)


async def alone(address: str) -> dict[str, list[float]]:
    """One viewer after the other, in each game."""
    found = {}
    for game in games.GAMES:
        viewer, times = Viewer(address), []
        await viewer.come()
        for moment in moments(game, 1, 2 * LOOKS):
            times.append(await viewer.look(moment))
            await asyncio.sleep(PAUSE)
        viewer.leave()
        found[game] = times
    return found


async def in_a_crowd(address: str, number: int, wanted: list[Moment]) -> list[float]:
    """One of many, who looks at something else now and then."""
    viewer = Viewer(address)
    await viewer.come()
    await asyncio.sleep(PAUSE * number / VIEWERS)
    times = []
    for moment in wanted:
        times.append(await viewer.look(moment))
        await asyncio.sleep(max(0.0, PAUSE - times[-1] / 1000))
    viewer.leave()
    return times


async def crowded(
    wires: load.Wires, processes: list[int]
) -> tuple[list[float], list[float], list[float], float]:
    """A crowd beside live tables: how long each look took, what the tables felt before and then, and cores
    of the server meanwhile."""
    names = list(games.GAMES)  # what they look at is there before the clock runs
    wanted = [moments(names[number % len(names)], 10 + number, LOOKS) for number in range(VIEWERS)]
    players = [load.Player(number, wires, has_pictures=False) for number in range(TABLES)]
    await load.a_few_at_a_time([player.join for player in players])
    await load.a_few_at_a_time([player.follow for player in players])
    setting = load.Setting(TABLES, PAUSE * (LOOKS + 1), RATE)
    before = heard(await load.steady(players, setting))
    began, cpu = time.perf_counter(), sum(map(load.cpu_seconds, processes))
    looking = asyncio.gather(*(in_a_crowd(wires.address, *each) for each in enumerate(wanted)))
    took, looks = await asyncio.gather(load.steady(players, setting), looking)
    cores = (sum(map(load.cpu_seconds, processes)) - cpu) / (time.perf_counter() - began)
    return sorted(itertools.chain(*looks)), before, heard(took), cores


def heard(took: list[float | BaseException]) -> list[float]:
    """Milliseconds until choices were heard of, in order; none may have gone wrong."""
    wrong = [one for one in took if not isinstance(one, float)]
    if wrong:
        raise RuntimeError(f"{len(wrong)} choices went wrong, the first: {wrong[0]!r}")
    return sorted(1000 * one for one in took if isinstance(one, float))


def measure() -> list[Line]:
    """What, how much, unit, bar, cleared: the lines for the table of results."""
    setting = load.Setting(TABLES, 0.0)
    with TemporaryDirectory() as folder, load.started(setting, Path(folder)) as (wires, processes):
        wait_until_ready(wires.address)
        by_game = asyncio.run(alone(wires.address))
        looks, before, live, cores = asyncio.run(crowded(load.Wires(wires.address), processes))
    first = load.part(sorted(itertools.chain(*by_game.values())), 0.95)
    p95 = load.part(live, 0.95)
    size = f"{VIEWERS} viewers, {TABLES} live tables, {RATE:g} choices/s"
    return [
        *(
            (
                f"opening a position to its first evaluation, {game}, median",
                statistics.median(times),
                "ms",
                "",
                True,
            )
            for game, times in by_game.items()
        ),
        ("... of all games, 95th percentile", first, "ms", f"under {ALONE_MAX:g}", first < ALONE_MAX),
        (f"{size}: first evaluation, median", statistics.median(looks), "ms", "", True),
        ("... of all, the slowest", looks[-1], "ms", f"under {CROWD_MAX:g}", looks[-1] < CROWD_MAX),
        ("... a choice to the other page, 95th percentile", p95, "ms", f"under {LIVE_MAX:g}", p95 < LIVE_MAX),
        ("... the same without viewers", load.part(before, 0.95), "ms", "", True),
        ("... cores of the server without its workers", cores, "", "", True),
    ]


if __name__ == "__main__":
    load.allow_many_files()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}", file=sys.stderr)
    sys.exit(told(measure()))
