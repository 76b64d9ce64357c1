"""What tests of several rooms use: a server, people at its tables, wires to it, games with secrets."""

import contextlib
import random
import secrets
import socket
import threading
import time
from functools import cache

import httpx
import pytest
import uvicorn
from tests.plainly import plainly

import azulejos as az
from azulejos import games, puzzles
from azulejos.tables.sight import Sight
from azulejos.web.app import create_app
from azulejos.web.server import Server, listen

PATIENCE = 20  # seconds
NAMES = ("Ala", "Bo", "Cy", "Di")
EVENT_STREAM = {"Accept": "text/event-stream"}
OK = "HTTP/1.1 200 OK"
SECRETIVE = {"duel": ("draw", "keep", "under")}
"""Games with secrets, and the first words of the choices that make them."""
TRIES = 5

# ------------------------------------------------------------------------------------------------
# A server, and somebody at a table


class Running:
    """The real server, in a thread of its own."""

    def __init__(self, database, rate=0.0, cookies=None, connections=None):
        self.app = create_app(database, prepare=False, rate=rate)
        self.socket = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        config = uvicorn.Config(self.app, log_config=None, access_log=False, timeout_graceful_shutdown=5)
        self.server = Server(config, connections)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]})
        self.thread.start()
        self._connections = httpx.HTTPTransport()
        self.client = self.browser(cookies=cookies)
        self.client.get("/health")

    def stop(self):
        self.client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        self.socket.close()
        assert not self.thread.is_alive()

    def browser(self, **facts):
        """Somebody with cookies of their own. All share connections, which `stop` closes."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, transport=self._connections, **facts)

    def asking(self):
        """Somebody else in the same browser, who asks several things at once."""
        return httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, cookies=self.client.cookies)

    def open(self, *players, game="chocolatier", first="random", names=None, **options):
        """A table for such players: people, or bots by their names."""
        names = names or ["Ala", "Bo", "Cy", "Di"]
        seats = [{"name": name, "player": player} for name, player in zip(names, players, strict=False)]
        wanted = {"game": game, "first": first, "options": options, "seats": seats}
        answer = self.client.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return Client(self, answer.json()["table"])


class Client:
    """Somebody at a table."""

    def __init__(self, running, table):
        self.running, self.table = running, table
        self.url = f"/api/tables/{table}"

    def get(self, path="", **params):
        return self.running.client.get(self.url + path, params=params)

    def post(self, path, body, **params):
        return self.running.client.post(self.url + path, json=body, params=params)

    def state(self, **params):
        answer = self.get(**params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def play(self, after, *choices, key=None, **params):
        """Others at the screen have looked away, if they must."""
        body = {"after": after, "key": key or secrets.token_hex(8), "choices": choices}
        room = self.running.app.state.tables._open.get(self.table)
        wish = {"open": room.table.position.turn_number} if room else {}
        return self.post("/turns", body, **wish, **params)

    def undo(self, after, key=None):
        return self.post("/undo", {"after": after, "key": key or secrets.token_hex(8)})

    def turn(self, dice):
        """A whole turn of the person who is asked; drawing previews for it would take longer.

        It ends where something hidden would come to light.
        """
        table = self.running.app.state.tables._open[self.table].table
        position, choices = (
            Sight(table, tuple(range(table.game.players)), table.position.turn_number).known(),
            [],
        )
        now = position.this_turn
        while position.this_turn == now:
            choices.append(dice.choice(position.choices()))
            position.play(choices[-1])
        return choices

    def position(self):
        """What the server holds in memory."""
        return self.running.app.state.tables._open[self.table].table.position

    def last(self):
        return self.running.app.state.tables._open[self.table].last

    def log(self):
        """What the store holds."""
        return self.running.app.state.store.log(self.table)

    def replayed(self):
        """The position that the log leads to, by the rules alone."""
        return plainly(az.Record.from_text, self.get("/record").text).replay(deal="by hand")

    def wait(self, is_reached):
        """Follow the table by asking for events until something holds of its state."""
        end = time.monotonic() + PATIENCE
        while not is_reached(state := self.state(draw=False)):
            assert time.monotonic() < end, "the table does not go on"
            while self.get("/events", after=state["last"]).json()["last"] == state["last"]:
                time.sleep(0.005)
                assert time.monotonic() < end, "the table does not go on"
        return state


def is_for_a_person(state):
    return state["is_person"] or state["over"]


@contextlib.contextmanager
def stream(table, **headers):
    """The lines of a stream of events, without empty ones."""
    headers = EVENT_STREAM | headers
    with httpx.stream(
        "GET", table.running.url + table.url + "/events", headers=headers, timeout=PATIENCE
    ) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield (line for line in answer.iter_lines() if line)


def bring_to_the_end(running):
    """A table whose game is over, by a record that lacks its last choice."""
    dice, position = random.Random(5), az.Game("chocolatier").start(seed=5, names=["Ala", "Bo"])
    while not position.over:
        position.play(dice.choice(position.choices()))
    text = position.record().cut(len(position.history) - 1).to_text()
    with httpx.Client(base_url=running.url, timeout=PATIENCE) as client:
        table = client.post("/api/records", content=text.encode()).json()["table"]
        state = client.get(f"/api/tables/{table}", params={"draw": False}).json()
        body = {"after": state["last"], "key": "0123456789", "choices": [position.history[-1]]}
        answer = client.post(f"/api/tables/{table}/turns", json=body)
        assert answer.json()["over"], answer.text
    return table


# ------------------------------------------------------------------------------------------------
# Friends


class Browser:
    """Somebody with cookies of their own, or none, at one table."""

    def __init__(self, running, table, seat=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = running.browser(headers=headers)
        self.running, self.table, self.seat = running, table, seat

    def params(self, params):
        return params if self.seat is None else {"seat": self.seat} | params

    def get(self, path="", **params):
        return self.client.get(f"/api/tables/{self.table}{path}", params=self.params(params))

    def post(self, path, body=None, **params):
        return self.client.post(f"/api/tables/{self.table}{path}", json=body, params=self.params(params))

    def state(self, **params):
        answer = self.get(draw=False, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def open(self, seat, secret):
        return self.client.post(f"/api/tables/{self.table}/seats/{seat}/open", json={"secret": secret})

    def play(self, *choices, after=None, key=None):
        state = self.state()
        choices = choices or (state["legal"][0]["choice"] if state["legal"] else "factory-1 blue",)
        body = {"after": state["last"] if after is None else after, "key": key or new_key()}
        return self.post("/turns", body | {"choices": choices})

    def turn(self):
        """A whole turn."""
        state, number = self.state(), self.state()["turn_number"]
        while state["turn_number"] == number:
            answer = self.play()
            assert answer.status_code == 200, answer.text
            state = answer.json()
        return state

    def undo(self, key=None, after=None):
        after = self.state()["last"] if after is None else after
        return self.post("/undo", {"after": after, "key": key or new_key()})

    def answer(self, agree=True, key=None):
        return self.post("/answer", {"agree": agree, "key": key or new_key()})

    def hand(self, seat, player):
        return self.post(f"/seats/{seat}/player", {"player": player})

    def wait(self, is_reached=is_for_a_person):
        for _ in range(400):
            if is_reached(state := self.state()):
                return state
            threading.Event().wait(0.01)
        raise AssertionError("the table does not go on")


def new_key():
    return f"key-{random.getrandbits(64):016x}"


class Friends:
    """A table whose people sit far from each other, each with a browser of their own."""

    def __init__(self, running, players=("person", "person"), game="chocolatier", **wishes):
        seats = [
            {"name": name, "player": player, "here": at == 0}
            for at, (name, player) in enumerate(zip(NAMES, players, strict=False))
        ]
        wanted = {"game": game, "first": "seat-1", "seats": seats} | wishes
        answer = running.browser().post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        self.running, self.opened, self.answer = running, answer.json(), answer
        self.table = self.opened["table"]
        self.secrets = {int(seat): secret for seat, secret in self.opened["secrets"].items()}
        self.people = {seat: Browser(running, self.table) for seat in self.secrets}

    def all_come(self):
        for seat, browser in self.people.items():
            assert browser.open(seat, self.secrets[seat]).status_code == 200
        return self

    def __getitem__(self, seat):
        return self.people[seat]

    def spectator(self):
        return Browser(self.running, self.table)

    def log(self):
        return self.running.app.state.store.log(self.table)

    def inside(self):
        return self.running.app.state.tables._open[self.table].table


def refused(answer, status, complaint):
    assert (answer.status_code, complaint in answer.json()["error"]) == (status, True), answer.text


# ------------------------------------------------------------------------------------------------
# Wires


class Wire:
    """A connection on which anything can be said."""

    def __init__(self, url, source="127.0.0.1"):
        there = httpx.URL(url)
        self.socket = socket.create_connection((there.host, there.port), PATIENCE, source_address=(source, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def say(self, *lines, body=b""):
        self.socket.sendall("\r\n".join((*lines, "", "")).encode("latin-1") + body)

    def hear(self, seconds=PATIENCE):
        """The first line of a whole answer; nothing if the connection has ended, None if there is none."""
        self.socket.settimeout(seconds)
        heard = b""
        try:
            while not heard.endswith((b"}", b".")) and (more := self.socket.recv(65536)):
                heard += more
            return heard.partition(b"\r\n")[0].decode()
        except TimeoutError:
            return None
        except ConnectionError:
            return ""

    def ask(self, seconds=PATIENCE):
        """Is the server well?"""
        with contextlib.suppress(ConnectionError):
            self.say("GET /health HTTP/1.1", "Host: localhost")
        return self.hear(seconds)


# ------------------------------------------------------------------------------------------------
# Games, and others that can't be told from them


def some_choice(position, dice, eager=()):
    """Any legal choice; some words come more often."""
    weights = position.weights() or {
        choice: 12 if choice.split()[0] in eager else 1 for choice in position.choices()
    }
    return dice.choices(list(weights), list(weights.values()))[0]


def played(name, seed, names=None, turns=None):
    """A random game, over or after so many turns, with as many secrets as possible."""
    dice = random.Random(seed)
    game = az.Game(name)
    position = game.start(deal="by hand", names=names or NAMES[: game.players])
    while not position.over and (turns is None or position.turn_number < turns):
        position.play(some_choice(position, dice, SECRETIVE.get(name, ())))
    return position.record()


def tied():
    """The last turn of a game of Master Chocolatier: with 16 points each, two rows win against one."""
    line = "chocolatier 2 5.1 offer:2 factories=r 0:r,k2:bnck,rbnc 9:r:bnck"
    position = plainly(az.read, line).named(NAMES[:2])
    for choice in ("factory-1 red", "line-5"):
        position.play(choice)
    return position.record()


def each_puzzle(count=1):
    """All puzzles that come along; so many of each game, from first to last, where little time is given."""
    shipped = [puzzles.shipped(game) for game in games.GAMES]
    few = {own[at * (len(own) - 1) // max(1, count - 1)].id for own in shipped for at in range(count) if own}
    found = [
        pytest.param(puzzle, id=puzzle.id, marks=() if puzzle.id in few else pytest.mark.long)
        for own in shipped
        for puzzle in own
    ]
    return pytest.mark.parametrize("puzzle", found)


def known(position, viewer):
    return position.table_known_by(viewer).tobytes()


def hidden_choices(record, viewer):
    """For each choice: may the viewer not know it?"""
    position, hidden = record.begin(), []
    for choice in record.choices:
        hidden.append(viewer in position.hidden_from(choice))
        position.play(choice)
    return hidden


class History:
    """A whole game as a viewer sees it."""

    def __init__(self, record, viewer):
        self.record, self.viewer = record, viewer
        self.positions = list(record.positions())
        self.seen = [known(position, viewer) for position in self.positions]
        self.hidden = hidden_choices(record, viewer)

    def other(self, cut, dice):
        """Another game up to a cut that the viewer can't tell from this one, or None if none was found.

        Two words change places in all hidden choices.
        """
        marks = [at for at in range(cut) if self.hidden[at]]
        for _ in range(TRIES if marks else 0):
            at = dice.choice(marks)
            word = word_of(self.record.choices[at])
            others = [word_of(choice) for choice in self.positions[at].choices()]
            twin = self._exchanged(cut, word, dice.choice(others))
            if twin is not None:
                return twin
        return None

    def _exchanged(self, cut, word, other):
        choices = self.record.choices[:cut]
        for at in [at for at in range(cut) if self.hidden[at]]:
            kind, _, piece = choices[at].rpartition(" ")
            if piece in (word, other):
                choices[at] = f"{kind} {other if piece == word else word}"
        if choices == self.record.choices[:cut]:
            return None
        first = next(at for at in range(cut) if choices[at] != self.record.choices[at])
        position = self.positions[first].copy()
        for at in range(first, cut):
            if not position.is_legal(choices[at]):
                return None
            position.play(choices[at])
            if known(position, self.viewer) != self.seen[at + 1]:
                return None
        record = self.record
        return az.Record(record.game, choices, record.names, record.date, record.origin)


def word_of(choice):
    return choice.split()[-1]


@cache
def history(name, seed, viewer, names=None):
    return History(played(name, seed, names), viewer)


def pairs(name, viewer, seed, count, wanted=lambda position: True, names=None):
    """Pairs of records, cut where something is wanted, that a viewer can't tell apart."""
    dice = random.Random(f"{seed} {viewer}")
    whole = history(name, seed, viewer, names)
    cuts = [at for at, position in enumerate(whole.positions) if not position.over and wanted(position)]
    dice.shuffle(cuts)
    for cut in cuts:
        twin = whole.other(cut, dice) if count else None
        if twin is not None:
            count -= 1
            yield whole.record.cut(cut), twin


def is_asked(position):
    return position.turn is not None and position.turn >= 0
