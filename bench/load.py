"""The server with many open tables: how soon the other page hears of a choice, and what that costs.

Two pages follow each table by live streams. Choices come at a steady rate, one after the other over all
tables, whether earlier ones were answered or not; each is timed from when it was due until the other page
hears of it. That page then asks what happened, as a page in a browser does.

All load goes to servers that are started here, on 127.0.0.1, bounded in number and time. Servers and this
client share the cores of one machine: what the client takes is told beside what the servers take.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import json
import os
import random
import resource
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import web

sys.path.append(str(Path(__file__).parents[1]))  # where the tests are, with the servers that they start

GAME = "chocolatier"
SIZES = (10, 100, 1000)  # tables
PAGES = 2  # that follow each table
RATE = 100.0  # choices per second, over all tables
SECONDS, SECONDS_SMALL = 60.0, 10.0  # of the largest size, and of the others
TABLES_MAX, RATE_MAX, SECONDS_MAX = 2000, 1000.0, 600.0
AT_ONCE = 16  # tables or pages that are opened at a time
WARM_UP = 20  # pages that come and go before memory is looked at
STARTING = 60.0  # seconds until all server processes are there
PATIENCE = 5.0  # seconds: what has not been heard by then is an error
NOTES = (
    "From when a choice is due until the other page's stream tells of it. Each choice is a request of its",
    "own, and the other page then asks what happened, both without drawings (`bench/load.py --pictures` asks",
    "for them too). The client shares the machine's cores with the servers.",
)
DELAY_MAX, MEMORY_MAX = 150.0, 60.0  # milliseconds, KB: what is asked at the largest size


@dataclass(frozen=True)
class Setting:
    """What is measured."""

    tables: int
    seconds: float
    rate: float = RATE
    database: str = ""  # by default, a new SQLite file
    events: str = ""
    processes: int = 1
    has_servers: bool = False  # PostgreSQL and Redis of its own
    has_pictures: bool = False  # answers with drawings, as for people


@dataclass(frozen=True)
class Figures:
    """What was found. Times are in milliseconds, memory in KB, cores are busy ones on average."""

    tables: int
    streams: int
    choices: int  # that were heard of
    p50: float
    p95: float
    p99: float
    errors: int
    memory: float  # of the servers, for each live stream
    server_cores: float
    client_cores: float
    cpu: float  # of the servers, for each choice

    @property
    def is_cleared(self) -> bool:
        return self.p95 < DELAY_MAX and self.memory < MEMORY_MAX and not self.errors


class Page(asyncio.Protocol):
    """A page that follows a table: the number it heard last, and when."""

    def __init__(self, table: str, port: int, cookie: str) -> None:
        self.table, self.port, self.cookie = table, port, cookie
        self.last, self.at = 0, 0.0
        self.is_wanted = True  # it should be there
        self._rest = b""
        self._change = asyncio.Event()

    async def open(self) -> None:
        """Until it has heard where the table stands."""
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        head = f"GET /api/tables/{self.table}/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        self.transport.write(f"{head}Cookie: {self.cookie}\r\nAccept: text/event-stream\r\n\r\n".encode())
        await self.hears(1)

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self.last, self.at = int(line[4:]), time.perf_counter()
                self._change.set()

    def connection_lost(self, error: Exception | None) -> None:
        if self.is_wanted:
            self.last = -1
            self._change.set()

    async def hears(self, number: int) -> float:
        """When it has heard of an entry."""
        async with asyncio.timeout(PATIENCE):
            while 0 <= self.last < number:
                self._change.clear()
                await self._change.wait()
        if self.last < 0:
            raise ConnectionError("the server has ended a stream")
        return self.at

    def close(self) -> None:
        self.is_wanted = False
        self.transport.close()


class Wires:
    """Connections to the server for everything but streams, used again and again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.port = int(address.rsplit(":", 1)[1])
        self._free: list[web.Wire] = []

    async def ask(
        self, method: str, path: str, body: Any = None, cookie: str = "", unpacks: bool = False
    ) -> dict[str, Any]:
        wire = self._free.pop() if self._free else await self._new()
        wire.cookie, wire.unpacks = cookie, unpacks
        async with asyncio.timeout(PATIENCE):
            answer = await wire.ask(method, path, body)
        self._free.append(wire)  # unless something went wrong
        return answer

    async def _new(self) -> web.Wire:
        wire = web.Wire(self.address)
        await wire.connect()
        return wire


class Player:
    """Plays both sides of a table, a choice in a request, taken from what the server says is legal.

    Each seat has a page of its own, which is not sent the drawings that it has. Whichever process takes a
    connection answers what comes by it.
    """

    def __init__(self, number: int, wires: Wires, has_pictures: bool) -> None:
        self.dice = random.Random(number)
        self.wires = wires
        self.has_pictures = has_pictures
        self.have: dict[int, str] = {}  # versions of the drawings that the page of each seat has
        self.lock = asyncio.Lock()
        self.pages: list[Page] = []

    async def join(self) -> None:
        wanted = {"game": GAME, "first": "seat-1", "seats": web.PEOPLE}
        opened = await self.wires.ask("POST", "/api/tables", wanted)
        self.path = f"/api/tables/{opened['table']}"
        self.cookies = [web.cookie({seat: secret}) for seat, secret in opened["secrets"].items()]
        for seat in range(len(self.cookies)):
            state = await self.wires.ask("GET", f"{self.path}?draw=false", None, self.cookies[seat])
            if state["is_mine"]:
                self._see(seat, state)

    async def _ask(self, seat: int, method: str, path: str, body: Any = None) -> None:
        """What the page of a seat asks for."""
        look = f"draw=true&have={self.have.get(seat, '')}" if self.has_pictures else "draw=false"
        address = f"{self.path}{path}{'&' if '?' in path else '?'}{look}"
        self._see(seat, await self.wires.ask(method, address, body, self.cookies[seat], self.has_pictures))

    def _see(self, seat: int, state: dict[str, Any]) -> None:
        """What somebody sees; whoever is asked next sees what may be chosen."""
        self.have[seat] = ".".join(state["versions"].values())
        self.last, self.is_over = state["last"], state["over"]
        if state["is_mine"]:
            self.seat, self.legal = seat, [legal["choice"] for legal in state["legal"]]

    async def follow(self) -> None:
        """Open the pages."""
        table = self.path.rsplit("/", 1)[1]
        self.pages = [Page(table, self.wires.port, cookie) for cookie in self.cookies]
        for page in self.pages:
            await page.open()

    async def choose(self, due: float) -> float:
        """One choice; seconds from when it was due until the other page has heard of it."""
        async with self.lock:
            if self.is_over:
                await self._begin_again()
                due = time.perf_counter()  # opening a table is not what is timed
            seat, other, before = self.seat, 1 - self.seat, self.last
            turn = {"after": before, "key": secrets.token_hex(8), "choices": [self.dice.choice(self.legal)]}
            await self._ask(seat, "POST", "/turns", turn)
            heard = await self.pages[other].hears(self.last)
            await self._ask(other, "GET", f"?after={before}&at_least={self.last}")
            return heard - due

    async def _begin_again(self) -> None:
        for page in self.pages:
            page.close()
        await self.join()
        await self.follow()


# ------------------------------------------------------------------------------------------------
# Servers, and what they take


@contextlib.contextmanager
def started(setting: Setting, folder: Path) -> Iterator[tuple[Wires, list[int]]]:
    """Server processes at one address: how to ask them, and which they are."""
    with contextlib.ExitStack() as several:
        if setting.has_servers:
            setting = several.enter_context(with_servers(setting))
        options = ["--streams", "0", "--database", setting.database or f"sqlite:///{folder / 'tables.db'}"]
        options += ["--events", setting.events] if setting.events else []
        options += ["--processes", str(setting.processes)]
        address, _, _ = several.enter_context(web.server(folder, *options))
        yield Wires(address), server_processes(folder / "server.log", setting.processes)


@contextlib.contextmanager
def with_servers(setting: Setting) -> Iterator[Setting]:
    """With PostgreSQL and Redis of its own, as the tests have them."""
    from tests import servers

    with (
        servers.running(servers.Postgres) as postgres,
        servers.running(servers.Redis) as redis,
        postgres.database() as name,
    ):
        yield dataclasses.replace(setting, database=postgres.url(name), events=redis.url)


def missing() -> str:
    """What is not there for `--servers`: a package or a program; empty if nothing is."""
    try:
        from tests import servers
    except ImportError as error:
        return str(error)
    for name, package in (("postgres", "postgresql"), ("initdb", "postgresql"), ("redis-server",) * 2):
        if servers.found(name) is None:
            return f"no {name}: apt-get install {package}"
    return ""


def server_processes(log: Path, count: int) -> list[int]:
    """The processes that serve, once all are there."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        lines = [json.loads(line) for line in log.read_text().split("\n")[:-1]]
        serving = [line["process"] for line in lines if line["message"] == "Application startup complete."]
        if len(serving) == count:
            return serving
        time.sleep(0.1)
    raise RuntimeError("a server process is missing")


def cpu_seconds(process: int) -> float:
    """What a process has computed so far."""
    facts = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


def memory(processes: Sequence[int]) -> int:
    return sum(web.memory(process) for process in processes)


# ------------------------------------------------------------------------------------------------
# Measuring


async def a_few_at_a_time(work: Sequence[Any]) -> None:
    """Call them all, so many at a time."""
    left = iter(work)

    async def some() -> None:
        for each in left:
            await each()

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def open_pages(players: Sequence[Player], processes: Sequence[int]) -> float:
    """KB for each live stream."""
    for player in players[: WARM_UP // PAGES]:
        await player.follow()
        for page in player.pages:
            page.close()
    await asyncio.sleep(1)
    before = memory(processes)
    await a_few_at_a_time([player.follow for player in players])
    await asyncio.sleep(1)
    return (memory(processes) - before) / (PAGES * len(players)) / 1000


async def steady(players: Sequence[Player], setting: Setting) -> list[float | BaseException]:
    """Choices at a steady rate; how long each took to be heard of, or what went wrong."""
    tasks = []
    began = time.perf_counter()
    for i in range(int(setting.rate * setting.seconds)):
        due = began + i / setting.rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(players[i % len(players)].choose(due)))
    return await asyncio.gather(*tasks, return_exceptions=True)


async def measured(setting: Setting, wires: Wires, processes: Sequence[int]) -> Figures:
    players = [Player(number, wires, setting.has_pictures) for number in range(setting.tables)]
    await a_few_at_a_time([player.join for player in players])
    per_stream = await open_pages(players, processes)
    began, cpu, own = time.perf_counter(), sum(map(cpu_seconds, processes)), time.process_time()
    took = await steady(players, setting)
    seconds = time.perf_counter() - began
    cpu, own = sum(map(cpu_seconds, processes)) - cpu, time.process_time() - own
    delays = sorted(1000 * one for one in took if isinstance(one, float))
    wrong = Counter(repr(one)[:200] for one in took if not isinstance(one, float))
    wrong["a stream has ended"] = sum(page.last < 0 for player in players for page in player.pages)
    for what, count in wrong.items():
        if count:
            print(f"  {count} times: {what}", file=sys.stderr)
    return Figures(
        tables=setting.tables,
        streams=PAGES * setting.tables,
        choices=len(delays),
        p50=part(delays, 0.5),
        p95=part(delays, 0.95),
        p99=part(delays, 0.99),
        errors=wrong.total(),
        memory=per_stream,
        server_cores=cpu / seconds,
        client_cores=own / seconds,
        cpu=1000 * cpu / max(1, len(delays)),
    )


def part(ordered: Sequence[float], share: float) -> float:
    """What such a share is not above."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


def measure(setting: Setting) -> Figures:
    """Servers of their own for every size."""
    with TemporaryDirectory() as folder, started(setting, Path(folder)) as (wires, processes):
        return asyncio.run(measured(setting, wires, processes))


# ------------------------------------------------------------------------------------------------
# Telling


def in_a_process(*options: str) -> list[Figures]:
    """All sizes, measured by a process that does nothing else."""
    command = [sys.executable, str(Path(__file__)), "--json", *options]
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return [Figures(**json.loads(line)) for line in ran.stdout.splitlines()]


def bars(figures: Sequence[Figures]) -> list[tuple[str, float, str, str, bool]]:
    """What, how much, unit, bar, cleared: what is asked at the largest size."""
    most = max(figures, key=lambda each: each.tables)
    size = f"{most.tables:,} tables, {most.streams:,} live streams, {RATE:g} choices/s"
    wrong = sum(each.errors for each in figures)
    return [
        (
            f"{size}: the other page hears, 95th percentile",
            most.p95,
            "ms",
            f"under {DELAY_MAX:g}",
            most.p95 < DELAY_MAX,
        ),
        ("... errors, at all sizes", wrong, "", "0", wrong == 0),
        (
            "... memory for each live stream",
            most.memory,
            "KB",
            f"under {MEMORY_MAX:g}",
            most.memory < MEMORY_MAX,
        ),
    ]


def growth(figures: Sequence[Figures]) -> list[str]:
    """How cost grows, as a table."""
    lines = [
        "| tables | live streams | choices | p50 | p95 | p99 | errors | memory per stream | CPU per choice "
        "| cores: servers | cores: client |",
        "| ---: " * 11 + "|",
    ]
    for each in figures:
        cells = (
            f"{each.tables:,}",
            f"{each.streams:,}",
            f"{each.choices:,}",
            *(f"{value:.1f} ms" for value in (each.p50, each.p95, each.p99)),
            f"{each.errors}",
            f"{each.memory:.1f} KB",
            f"{each.cpu:.1f} ms",
            f"{each.server_cores:.2f}",
            f"{each.client_cores:.2f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def settings(arguments: Sequence[str] | None = None) -> tuple[list[Setting], bool]:
    """What the command asks for, within bounds, and whether it wants JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="+", default=list(SIZES), help="how many; 10 100 1000")
    parser.add_argument("--seconds", type=float, help="60 for the largest size, 10 for the others")
    parser.add_argument("--rate", type=float, default=RATE, help="choices per second (100)")
    parser.add_argument("--database", default="", help="by default, a new SQLite file")
    parser.add_argument("--events", default="", help="what server processes tell each other by; none")
    parser.add_argument("--processes", type=int, default=1, choices=range(1, 9), help="servers (1)")
    parser.add_argument("--servers", action="store_true", help="start PostgreSQL and Redis for it")
    parser.add_argument("--pictures", action="store_true", help="answers with drawings, as for people")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each size")
    asked = parser.parse_args(arguments)
    if asked.processes > 1 and not (asked.events or asked.servers):
        parser.error("several processes need --events, or --servers")
    if asked.servers and missing():
        parser.error(missing())
    found = []
    for tables in asked.tables:
        seconds = asked.seconds or (SECONDS if tables == max(SIZES) else SECONDS_SMALL)
        if not (1 <= tables <= TABLES_MAX and 0 < seconds <= SECONDS_MAX and 0 < asked.rate <= RATE_MAX):
            parser.error(f"at most {TABLES_MAX} tables, {SECONDS_MAX:g} s and {RATE_MAX:g} choices/s")
        common = (asked.rate, asked.database, asked.events, asked.processes, asked.servers, asked.pictures)
        found.append(Setting(tables, seconds, *common))
    return found, asked.json


def allow_many_files() -> None:
    """Each page is a file."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> int:
    wanted, is_json = settings()
    allow_many_files()
    figures = []
    for setting in wanted:
        print(f"  {setting.tables} tables, {setting.seconds:g} s", file=sys.stderr, flush=True)
        figures.append(measure(setting))
        if is_json:
            print(json.dumps(dataclasses.asdict(figures[-1])), flush=True)
    if not is_json:
        print(*growth(figures), sep="\n")
    return 0 if is_json or all(each.is_cleared for each in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
