"""The server under load: durable choices per second, how soon another page knows, memory, start."""

import asyncio
import contextlib
import gzip
import json
import os
import re
import secrets
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

import azulejos as az
from lines import Line, told

TABLES = 100
SECONDS = 6.0
STEADY = 50.0  # choices per second for the latency
# Choices kept for each raw commit, before a choice was computed once: 290 of 6,973, by this same measurement,
# with drawings and whole turns. Without drawings: see `wire.py`.
COMMITS_SHARE = 0.0416
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
def server(folder: Path, *options: str, **environment: str) -> Iterator[tuple[str, int, float]]:
    """A real server, with options: its address, its process, and how long it took to answer."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--rate", "0"]
    command += ["--database", f"sqlite:///{folder / 'tables.db'}", *options]
    log = (folder / "server.log").open("w")
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | environment
    )
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


class Wire:
    """A connection that speaks as little HTTP as it needs: the client must not be the bottleneck."""

    def __init__(self, address: str) -> None:
        self.host, port = address.removeprefix("http://").split(":")
        self.port = int(port)
        self.cookie = ""  # the seats that whoever asks holds
        self.unpacks = False  # as browsers do
        self.received = 0  # bytes of the last answer, with its head

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)

    def send(self, method: str, path: str, body: Any = None, accept: str = "application/json") -> None:
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAccept: {accept}\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head += "Accept-Encoding: gzip\r\n" if self.unpacks else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        self.writer.write(head.encode() + content)

    async def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        try:
            self.send(method, path, body)
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        except (asyncio.IncompleteReadError, ConnectionError):  # it was idle for too long
            await self.connect()
            self.send(method, path, body)
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        assert head.split()[1] in ("200", "201"), head
        found = re.search(r"content-length: (\d+)", head)
        assert found is not None
        body = await self.reader.readexactly(int(found[1]))
        self.received = len(head) + len(body)
        return json.loads(gzip.decompress(body) if "content-encoding: gzip" in head else body)


def cookie(secrets: dict[str, str]) -> str:
    """What a browser sends that holds these seats of a table."""
    return "azulejos_seats=" + "~".join(f"{seat}.{secret}" for seat, secret in secrets.items())


class Player:
    """Plays both sides of a table, a whole turn in a request, and gets the pictures that a page gets."""

    def __init__(self, address: str) -> None:
        self.wire = Wire(address)
        self.position = az.Game("chocolatier", first=0).start(deal="by hand")

    async def join(self) -> None:
        """Open a table and see what was drawn."""
        await self.wire.connect()
        wanted = {"game": "chocolatier", "first": "seat-1", "seats": PEOPLE}
        opened = await self.wire.ask("POST", "/api/tables", wanted)
        self.table, self.wire.cookie = opened["table"], cookie(opened["secrets"])
        self.path = f"/api/tables/{self.table}"
        self._follow(await self.wire.ask("GET", f"{self.path}"))

    def _follow(self, state: dict[str, Any]) -> None:
        for step in state["told"]:
            self.position.play(step["choice"])
        self.last = state["last"]

    async def turn(self) -> int:
        """One turn; how many choices it had."""
        drafted = self.position.copy()
        choices: list[str] = []
        while drafted.this_turn == self.position.this_turn:
            choices.append(drafted.choices()[0])
            drafted.play(choices[-1])
        body = {"after": self.last, "key": secrets.token_hex(8), "choices": choices}
        self._follow(await self.wire.ask("POST", f"{self.path}/turns", body))
        return len(choices)


async def watch(address: str, table: str, heard: dict[str, float]) -> None:
    """A page that follows a table, noting when each entry is heard of."""
    wire = Wire(address)
    await wire.connect()
    wire.send("GET", f"/api/tables/{table}/events", accept="text/event-stream")
    while line := await wire.reader.readline():
        if line.startswith(b"id: "):
            heard[f"{table} {int(line[4:])}"] = time.perf_counter()


async def load(address: str) -> tuple[float, float]:
    """Choices per second that are kept, and the 95th percentile from a request to another page."""
    players = [Player(address) for _ in range(TABLES)]
    await asyncio.gather(*(player.join() for player in players))
    heard: dict[str, float] = {}
    pages = [asyncio.create_task(watch(address, player.table, heard)) for player in players]
    rate = await most_choices(players)
    delay = await steady_delay(players, heard)
    for page in pages:
        page.cancel()
    return rate, delay


async def most_choices(players: list[Player]) -> float:
    """All tables at once, as fast as the server goes."""
    until = time.perf_counter() + SECONDS
    counts = await asyncio.gather(*(play_until(player, until) for player in players))
    return sum(counts) / SECONDS


async def play_until(player: Player, until: float) -> int:
    count = 0
    while time.perf_counter() < until and not player.position.over:
        count += await player.turn()
    return count


async def steady_delay(players: list[Player], heard: dict[str, float]) -> float:
    """Turns at a steady pace; how long until the stream of another page has told them."""
    sent: dict[str, float] = {}
    for i in range(int(SECONDS * STEADY / 2)):
        player = players[i % len(players)]
        if player.position.over:
            continue
        began = time.perf_counter()
        await player.turn()
        sent[f"{player.table} {player.last}"] = began
        await asyncio.sleep(max(0.0, 2 / STEADY - (time.perf_counter() - began)))
    await asyncio.sleep(0.5)
    delays = sorted(heard[entry] - began for entry, began in sent.items() if entry in heard)
    return delays[int(0.95 * len(delays))]


def idle_memory(address: str, pid: int) -> float:
    """Bytes for each table that is open and idle."""

    async def open_many() -> None:
        for _ in range(IDLE_TABLES):
            player = Player(address)
            await player.join()
            player.wire.writer.close()

    asyncio.run(open_many())
    before = memory(pid)
    asyncio.run(open_many())
    return (memory(pid) - before) / IDLE_TABLES


async def first_table(address: str) -> float:
    """Seconds from opening a table to its legal places and its drawing."""
    began = time.perf_counter()
    player = Player(address)
    await player.join()
    state = await player.wire.ask("GET", player.path)
    assert state["legal"]
    assert state["parts"]
    return time.perf_counter() - began


def measure() -> list[Line]:
    """All there is to tell about it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        commits = raw_commits(folder)
        with server(folder) as (address, pid, started):
            rate, delay = asyncio.run(load(address))
            per_table = idle_memory(address, pid)
        cold = {"AZULEJOS_CACHE": str(folder / "cache")}
        (folder / "cold").mkdir()
        with server(folder / "cold", **cold) as (address, _, _):
            first = asyncio.run(first_table(address))
    bar = min(200.0, commits / 2)
    return [
        ("raw commits of this disk, full synchronisation", commits, "/s", "", True),
        (f"choices kept, {TABLES} tables with a page each", rate, "/s", f"at least {bar:.0f}", rate >= bar),
        (
            "... against raw commits",
            rate / commits,
            "times",
            f"at least {COMMITS_SHARE}",
            rate / commits >= COMMITS_SHARE,
        ),
        ("request to another page, 95th percentile", 1000 * delay, "ms", "under 100", delay < 0.1),
        ("memory of an idle table", per_table / 1000, "KB", "under 50", per_table < 50_000),
        ("server start to first answer", started, "s", "under 3", started < 3),
        ("a new table with its legal places, empty cache", first, "s", "under 1", first < 1),
    ]


if __name__ == "__main__":
    sys.exit(told(measure()))
