"""Several server processes at one address, and people who play there whatever happens to them."""

import asyncio
import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
from tests.servers import is_running, wait_until

import azulejos as az
from azulejos.core.contract import CHANCE
from azulejos.game import Game
from azulejos.store import Store
from azulejos.tables import entries
from azulejos.tables.table import Table

PATIENCE = 60  # seconds; the machine may be busy
SOURCE = Path(az.__file__).parents[1]
ENVIRONMENT = os.environ | {"AZULEJOS_PLAIN": "1", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(SOURCE)}
PAUSE = 0.05  # seconds until somebody asks again who got no answer
BEGUN = re.compile(r"server process (\d+) has begun")


class House:
    """`azulejos serve` with several processes."""

    def __init__(self, folder, database, events=None, processes=2, files=None):
        self.log = folder / f"log-{secrets.token_hex(4)}.txt"
        command = [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--rate", "0", "--streams", "0"]
        command += ["--database", database, "--processes", str(processes)]
        command += ["--events", events] if events else []
        if files is not None:  # that it may have open
            command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=ENVIRONMENT
            )
        line = self.process.stdout.readline()
        found = re.search(r"http://[^/]+", line)
        assert found, line + self.log.read_text()
        self.url = found[0]
        self.processes = processes
        self.wait_until_whole()

    def lines(self):
        """What it has logged; the last line may not be whole yet."""
        *whole, _ = self.log.read_text().split("\n")
        return [json.loads(line) for line in whole if line]

    def pids(self):
        """The server processes that can be asked now."""
        lines = self.lines()
        if self.processes == 1:
            return [self.process.pid]
        ready = {line["process"] for line in lines if "startup complete" in line["message"]}
        begun = [int(found[1]) for line in lines if (found := BEGUN.fullmatch(line["message"]))]
        return [pid for pid in begun if pid in ready and is_running(pid)]

    def wait_until_whole(self):
        wait_until(lambda: len(self.pids()) == self.processes, "a process is missing")
        wait_until(lambda: httpx.get(f"{self.url}/health").status_code == 200, "it doesn't answer")

    def served(self, path):
        """Which processes have answered requests for a path."""
        return {line["process"] for line in self.lines() if f" {path} " in line["message"]}

    def stop(self, how=signal.SIGTERM):
        """Stop it; nothing is left behind."""
        family = self.pids()
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        wait_until(lambda: not any(map(is_running, family)), "a process doesn't end")
        return code


@contextlib.contextmanager
def house(*facts, **more):
    opened = House(*facts, **more)
    try:
        yield opened
    finally:
        opened.stop()


class Visitor:
    """Somebody who looks at a table, each time by a new connection, and follows it by a stream."""

    def __init__(self, client, table, seat=None, secret=""):
        self.client, self.table, self.seat = client, table, seat
        self.url = f"/api/tables/{table}"
        self.look = {"draw": "false"} | ({} if seat is None else {"seat": str(seat)})
        self.headers = {} if seat is None else {"Cookie": f"azulejos_seats={seat}.{secret}"}
        self.heard = 0  # by the stream
        self.known = 0  # by whatever was answered
        self.reconnected = -1
        self.answers = []  # statuses that were no success
        self.news = asyncio.Event()

    async def ask(self, method, path="", params=None, **more):
        """Until there is an answer that says something."""
        limit = time.monotonic() + PATIENCE
        while True:
            answer = await self.ask_once(method, path, params, **more)
            if answer is not None and answer.status_code != 503:
                return answer
            assert time.monotonic() < limit, f"no answer: {answer and answer.text}"
            await asyncio.sleep(PAUSE)

    async def ask_once(self, method, path="", params=None, **more):
        """None: the connection was lost."""
        try:
            answer = await self.client.request(
                method, self.url + path, params=self.look | (params or {}), headers=self.headers, **more
            )
        except httpx.TransportError as error:
            self.answers.append(type(error).__name__)
            return None
        if answer.status_code != 200:
            self.answers.append(answer.status_code)
        return answer

    async def state(self):
        """The table, not older than what was heard of it."""
        heard = max(self.heard, self.known)
        answer = await self.ask("GET", params={"after": str(self.known), "at_least": str(heard)})
        assert answer.status_code == 200, answer.text
        state = answer.json()
        assert state["last"] >= heard, "it went back"
        self.known = state["last"]
        return state

    async def follow(self):
        """Hear of every entry, again and again by another stream."""
        while True:
            self.reconnected += 1
            headers = self.headers | {"Accept": "text/event-stream", "Last-Event-ID": str(self.heard)}
            with contextlib.suppress(httpx.TransportError):
                async with self.client.stream("GET", f"{self.url}/events", headers=headers) as stream:
                    async for line in stream.aiter_lines():
                        if line.startswith("id: "):
                            number = int(line[4:])
                            assert number > self.heard, "a number came twice, or too late"
                            self.heard = number
                            self.news.set()
            self.news.set()
            await asyncio.sleep(PAUSE)

    async def hears(self, number, seconds=PATIENCE):
        """Until the stream has told of an entry."""
        async with asyncio.timeout(seconds):
            while self.heard < number:
                self.news.clear()
                await self.news.wait()


class Person(Visitor):
    """Plays one choice after the other, and remembers what was acknowledged."""

    def __init__(self, client, table, seat, secret, dice, mischief=0.0):
        super().__init__(client, table, seat, secret)
        self.dice = dice
        self.mischief = mischief  # how often requests are sent twice, late or given up
        self.acknowledged = {}  # by key: the body, and the number of the entry

    async def play(self, is_over):
        """Until that is so, or the game is over."""
        while not is_over():
            state = await self.state()
            if state["over"]:
                return
            if state["is_mine"]:
                await self.choose(state)
            else:
                self.news.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await self.news.wait()
            await asyncio.sleep(self.dice.uniform(0, 0.1))

    async def choose(self, state):
        choice = self.dice.choice(state["legal"])["choice"]
        body = {"after": state["last"], "key": f"key-{secrets.token_hex(8)}", "choices": [choice]}
        trick = self.dice.random() < self.mischief and self.dice.choice([self.twice, self.late, self.aborted])
        answer = await (trick or self.once)(body)
        assert answer.status_code == 200, answer.text  # nobody else may choose here
        self.acknowledge(body, answer.json())

    def acknowledge(self, body, state):
        first = state["told"][0]
        assert (first["choice"], first["seat"]) == (body["choices"][0], self.seat)
        self.acknowledged[body["key"]] = (body, first["number"])
        self.known = max(self.known, state["last"])

    async def once(self, body):
        return await self.ask("POST", "/turns", json=body)

    async def twice(self, body):
        """Two at the same time, by different ways."""
        answers = await asyncio.gather(self.once(body), self.once(body))
        assert [answer.status_code for answer in answers] == [200, 200], answers
        told = [answer.json()["told"][0] for answer in answers]
        assert told[0] == told[1]
        return answers[0]

    async def late(self, body):
        """One from long ago comes once more, after this one: it was answered, and changes nothing."""
        answer = await self.once(body)
        if self.acknowledged:
            old, number = self.dice.choice(list(self.acknowledged.values()))
            again = await self.once(old)
            assert again.status_code == 200, again.text
            assert again.json()["told"][0]["number"] == number
        return answer

    async def aborted(self, body):
        """Somebody pulls the plug before there is an answer, and asks again."""
        task = asyncio.create_task(self.ask_once("POST", "/turns", json=body))
        await asyncio.sleep(self.dice.uniform(0, 0.02))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return await self.once(body)


def client_of(url, stays=False):
    """Every request by a connection of its own, which any process may take, or all by one that stays."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=1 if stays else 0)
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE, limits=limits, verify=False)


async def open_table(client, dice, players, mischief=0.0, game="chocolatier", **more):
    """A table for such players; the people, and somebody who only watches."""
    seats = [{"name": f"P{seat}", "player": who, "here": False} for seat, who in enumerate(players)]
    answer = await client.post("/api/tables", json={"game": game, "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    people = [
        Person(client, opened["table"], int(seat), secret, dice, mischief)
        for seat, secret in opened["secrets"].items()
    ]
    return people, Visitor(client, opened["table"])


@contextlib.asynccontextmanager
async def following(visitors):
    """They all follow their tables; if one of them is surprised, it is said at the end."""
    tasks = [asyncio.create_task(visitor.follow()) for visitor in visitors]
    try:
        yield
        surprised = [task.exception() for task in tasks if task.done()]
        assert not surprised, surprised
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def watched_everywhere(opened, client, table):
    """Visitors who follow a table through every process."""
    async with contextlib.AsyncExitStack() as several:
        visitors = []
        while opened.served(f"/api/tables/{table}/events") != set(opened.pids()):
            assert len(visitors) < 200, "one process takes them all"
            visitors.append(Visitor(client, table))
            await several.enter_async_context(following(visitors[-1:]))
            await visitors[-1].hears(1)
        yield visitors


async def agree(visitors):
    """Everybody ends in the same position, whoever is asked; it is the number of the last entry."""
    last = -1
    while last != (last := max([(await visitor.state())["last"] for visitor in visitors])):
        await asyncio.sleep(0.2)  # bots may still have played
    for visitor in visitors:
        await visitor.hears(last)
    await agree_without_streams(visitors)
    return last


async def agree_without_streams(visitors):
    facts = ("last", "turn", "round", "turn_number", "scores", "over", "names")
    shown = []
    for visitor in visitors * 2:
        state = await visitor.state()
        shown.append([state[fact] for fact in facts])
    assert all(one == shown[0] for one in shown), shown


def check_log(database, people):
    """The log holds each acknowledged choice once and no other of people, and leads to a sound position."""
    store = Store(database)
    try:
        table_id = people[0].table
        facts, log = store.facts(table_id), store.log(table_id)
    finally:
        store.close()
    assert [entry.number for entry in log] == list(range(1, facts.last + 1))
    for person in people:
        for body, number in person.acknowledged.values():
            assert log[number - 1].body == {"choice": body["choices"][0]}
    numbers = [number for person in people for _, number in person.acknowledged.values()]
    assert len(numbers) == len(set(numbers))
    described = dict(facts.game)
    begun = Table.begun(table_id, Game(described.pop("game"), **described), facts.origin)
    table = begun.after(map(entries.read, log))  # each is legal where it stands
    assert table.position.turn != CHANCE  # which has answered, in the same transaction
    seats = {person.seat for person in people}
    assert sorted(numbers) == [step.number for step in table.steps if step.seat in seats]
    return table
