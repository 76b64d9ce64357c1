"""Does the server survive kill -9? What it has acknowledged is there once; nothing is there in half."""

import contextlib
import os
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

import azulejos as az
from azulejos.core.contract import CHANCE
from azulejos.game import Game
from azulejos.store import Store
from azulejos.tables import entries
from azulejos.tables.table import Table

PATIENCE = 30  # seconds
SOON = 0.015  # seconds; about what a request takes
SOURCE = Path(az.__file__).parents[1]
ENVIRONMENT = os.environ | {"AZULEJOS_PLAIN": "1", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(SOURCE)}


class Victim:
    """A real server on a database, to be killed."""

    def __init__(self, database, errors, cookies=None):
        command = [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--database", database]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=ENVIRONMENT
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, line
        self.client = httpx.Client(base_url=found[0], timeout=PATIENCE, cookies=cookies)
        self.client.get("/health")

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def end(self):
        self.client.close()
        if self.process.poll() is None:
            self.kill()


class Player:
    """Plays one choice or turn after another at one table, and remembers what was acknowledged."""

    def __init__(self, dice):
        self.dice = dice
        self.table = None
        self.headers = {}  # what a browser sends that holds both seats
        self.acknowledged = {}  # by key: the body, and the numbers before and after
        self.open_request = None  # sent, and not answered

    def open(self, client):
        seats = [{"name": "Ala"}, {"name": "Bo"}]
        wanted = {"game": "chocolatier", "seats": seats, "options": {"factories": "special"}}
        opened = client.post("/api/tables", json=wanted).json()
        self.table = opened["table"]
        held = "~".join(f"{seat}.{secret}" for seat, secret in opened["secrets"].items())
        self.headers = {"Cookie": f"azulejos_seats={held}"}
        self.acknowledged.clear()

    def request(self, client):
        """The next thing to ask: mostly a choice, now and then an undo."""
        state = client.get(f"/api/tables/{self.table}", headers=self.headers).json()
        if state["over"]:
            self.open(client)
            return self.request(client)
        assert state["is_person"], "the position waits for nobody but people"
        body = {"after": state["last"], "key": f"key-{self.dice.getrandbits(64):016x}"}
        if self.dice.random() < 0.1:
            return f"/api/tables/{self.table}/undo", body
        choices = [self.dice.choice(state["legal"])["choice"]]
        return f"/api/tables/{self.table}/turns", body | {"choices": choices}

    def send(self, client):
        """Ask what is open, or something new, until it is answered."""
        if self.open_request is None:
            self.open_request = self.request(client)
        path, body = self.open_request
        answer = client.post(path, json=body, headers=self.headers)
        assert answer.status_code in (200, 422), answer.text  # 422: nothing to take back
        if answer.status_code == 200:
            self.acknowledged[body["key"]] = (body, answer.json()["last"])
        self.open_request = None
        return answer


def play_until_killed(victim, player, dice):
    """Play a while; at a random moment of a request, or soon after it, the server is gone."""
    for _ in range(dice.randrange(12)):
        player.send(victim.client)
    player.open_request = player.request(victim.client)
    killer = threading.Timer(dice.uniform(0, SOON), victim.kill)
    killer.start()
    with contextlib.suppress(httpx.TransportError):
        while True:
            player.send(victim.client)
    killer.join()


def check(store, player):
    """The log holds each acknowledged request once and whole, and leads to a sound position."""
    log = store.log(player.table)
    facts = store.facts(player.table)
    assert [entry.number for entry in log] == list(range(1, facts.last + 1))
    for body, last in player.acknowledged.values():
        kept = log[body["after"] : last]
        if "choices" in body:
            assert [entry.body["choice"] for entry in kept[:1]] == body["choices"]
        else:
            assert [entry.kind for entry in kept] == ["undo"]
    starts = [body["after"] for body, _ in player.acknowledged.values()]
    assert len(starts) == len(set(starts))
    described = dict(facts.game)
    table = Table.begun(player.table, Game(described.pop("game"), **described), facts.origin)
    ends = {last for _, last in player.acknowledged.values()} | {facts.last}
    for entry in log:
        table = table.after([entries.read(entry)])  # it is legal where it stands
        if entry.number in ends:
            assert table.position.turn != CHANCE  # which has answered, in the same transaction
    return log


def survive(folder, kills, seed):
    """Kill a server so many times; say how often the request under way had been kept, or not."""
    dice = random.Random(seed)
    player = Player(dice)
    database = f"sqlite:///{folder / 'tables.db'}"
    outcomes = {False: 0, True: 0}
    cookies = None  # the browser is not killed
    with open(folder / "errors.txt", "w") as errors:
        for count in range(kills):
            victim = Victim(database, errors, cookies)
            try:
                if count == 0:
                    player.open(victim.client)
                elif player.open_request is not None:
                    settle(victim, player, database, outcomes)
                play_until_killed(victim, player, dice)
            finally:
                victim.end()
            cookies = victim.client.cookies
            store = Store(database)
            check(store, player)
            store.close()
    return outcomes


def settle(victim, player, database, outcomes):
    """Send the open request once more: it counts exactly once, whether it had been kept or not."""
    store = Store(database)
    try:
        log = check(store, player)
        _, body = player.open_request
        kept = len(log) > body["after"]  # nobody else plays here
        outcomes[kept] += 1
        answer = player.send(victim.client)
        after = check(store, player)
        if answer.status_code == 200 and not kept:
            assert len(after) > len(log)
        else:
            assert after == log
        if answer.status_code == 200:
            assert after[body["after"]].number == body["after"] + 1
            if "choices" in body:
                assert after[body["after"]].body["choice"] == body["choices"][0]
    finally:
        store.close()


@pytest.mark.wide
def test_eight_kills(tmp_path):
    began = time.monotonic()
    survive(tmp_path, kills=8, seed=1)
    assert time.monotonic() - began < 100


@pytest.mark.long
def test_fifty_kills(tmp_path):
    """Enough of them that some requests had been kept and some had not when the server was gone."""
    outcomes = survive(tmp_path, kills=50, seed=2)
    assert sum(outcomes.values()) > 25
    assert all(outcomes.values()), outcomes
