"""The server under load: durable choices per second, how soon another page knows, memory, start."""

import asyncio
import contextlib
import os
import re
import secrets
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

TABLES = 100
SECONDS = 6.0
STEADY = 50.0  # choices per second for the latency
IDLE_TABLES = 300
PEOPLE = [{"name": "Ala"}, {"name": "Bo"}]


def raw_commits(folder: Path, seconds: float = 2.0) -> float:
    """Commits per second that this disk gives with full synchronisation."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, body TEXT)")
    count = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        connection.execute("INSERT INTO log (body) VALUES ('factory-1 blue')")
        count += 1
    connection.close()
    return count / (time.perf_counter() - began)


@contextlib.contextmanager
def server(folder: Path) -> Iterator[tuple[str, int, float]]:
    """A real server: its address, its process, and how long it took to answer."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--rate", "0"]
    command += ["--database", f"sqlite:///{folder / 'tables.db'}"]
    log = (folder / "server.log").open("w")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        address = found[0].rstrip("/")
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{address}/health").status_code == 200:
                    break
            time.sleep(0.02)
        yield address, process.pid, time.perf_counter() - began
    finally:
        process.terminate()
        process.wait(10)
        log.close()


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Player:
    """Plays both sides of a table, a whole turn in a request."""

    def __init__(self, client: httpx.AsyncClient, table: str) -> None:
        self.client = client
        self.table = table
        self.state: dict[str, Any] = {}

    async def turn(self) -> int:
        """One turn; how many choices it had."""
        if not self.state or self.state["over"]:
            self.state = (await self.client.get(f"/api/tables/{self.table}")).json()
        choices = [self.state["legal"][0]["choice"]]
        drafted = (
            await self.client.post(f"/api/tables/{self.table}/preview", json={"choices": choices})
        ).json()
        while not drafted["is_whole"]:
            choices.append(drafted["legal"][-1]["choice"])
            path = f"/api/tables/{self.table}/preview"
            drafted = (await self.client.post(path, json={"choices": choices})).json()
        body = {"after": self.state["last"], "key": secrets.token_hex(8), "choices": choices}
        answer = await self.client.post(f"/api/tables/{self.table}/turns", json=body)
        answer.raise_for_status()
        self.state = answer.json()
        return len(choices)


async def open_table(client: httpx.AsyncClient) -> str:
    wanted = {"game": "chocolatier", "first": "seat-1", "seats": PEOPLE}
    return (await client.post("/api/tables", json=wanted)).json()["table"]


@contextlib.asynccontextmanager
async def watched(client: httpx.AsyncClient, table: str, heard: dict[str, float]) -> AsyncIterator[None]:
    """A page that follows a table, noting when each entry is heard of."""

    async def listen() -> None:
        headers = {"Accept": "text/event-stream"}
        async with client.stream(
            "GET", f"/api/tables/{table}/events", headers=headers, timeout=None
        ) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("id: "):
                    heard[f"{table} {line[4:]}"] = time.perf_counter()

    task = asyncio.create_task(listen())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, httpx.TransportError):
            await task


async def load(address: str) -> tuple[float, float]:
    """Choices per second that are kept, and the 95th percentile from a request to another page."""
    limits = httpx.Limits(max_connections=3 * TABLES)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=30) as client:
        tables = [await open_table(client) for _ in range(TABLES)]
        heard: dict[str, float] = {}
        async with contextlib.AsyncExitStack() as pages:
            for table in tables:
                await pages.enter_async_context(watched(client, table, heard))
            players = [Player(client, table) for table in tables]
            rate = await most_choices(players)
            delay = await steady_delay(players, heard)
    return rate, delay


async def most_choices(players: list[Player]) -> float:
    """All tables at once, as fast as the server goes. Previews are part of a person's play."""
    until = time.perf_counter() + SECONDS
    counts = await asyncio.gather(*(play_until(player, until) for player in players))
    return sum(counts) / SECONDS


async def play_until(player: Player, until: float) -> int:
    count = 0
    while time.perf_counter() < until and not player.state.get("over"):
        count += await player.turn()
    return count


async def steady_delay(players: list[Player], heard: dict[str, float]) -> float:
    """Turns at a steady pace; how long until the stream of another page has told them."""
    sent: dict[str, float] = {}
    for i in range(int(SECONDS * STEADY / 2)):
        player = players[i % len(players)]
        if player.state.get("over"):
            continue
        began = time.perf_counter()
        await player.turn()
        sent[f"{player.table} {player.state['last']}"] = began
        await asyncio.sleep(max(0.0, 2 / STEADY - (time.perf_counter() - began)))
    await asyncio.sleep(0.5)
    delays = sorted(heard[entry] - began for entry, began in sent.items() if entry in heard)
    return delays[int(0.95 * len(delays))]


def idle_memory(address: str, pid: int) -> float:
    """Bytes for each table that is open and idle."""

    async def open_many() -> None:
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            for _ in range(IDLE_TABLES):
                await open_table(client)

    asyncio.run(open_many())
    before = memory(pid)
    asyncio.run(open_many())
    return (memory(pid) - before) / IDLE_TABLES


def measure() -> list[tuple[str, float, str, str, bool]]:
    """What, how much, unit, bar, cleared: the lines for the table of results."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        commits = raw_commits(folder)
        with server(folder) as (address, pid, started):
            rate, delay = asyncio.run(load(address))
            per_table = idle_memory(address, pid)
    bar = min(200.0, commits / 2)
    return [
        ("raw commits of this disk, full synchronisation", commits, "/s", "", True),
        (f"choices kept, {TABLES} tables with a page each", rate, "/s", f"at least {bar:.0f}", rate >= bar),
        ("request to another page, 95th percentile", 1000 * delay, "ms", "under 100", delay < 0.1),
        ("memory of an idle table", per_table / 1000, "KB", "under 50", per_table < 50_000),
        ("server start to first answer", started, "s", "under 3", started < 3),
    ]


if __name__ == "__main__":
    for line in measure():
        print(*line)
