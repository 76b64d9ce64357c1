"""Does the server keep its word when somebody means it harm? What an attack from outside has tried."""

import asyncio
import contextlib
import json
import logging
import resource
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from tests.house import OK, PATIENCE, Running, Wire, bring_to_the_end
from tests.servers import wait_until
from tests.web.crowd import house

import azulejos as az
from azulejos import cli, tell
from azulejos.store import StoreError
from azulejos.tables.live import Tables
from azulejos.web import connections, pictures
from azulejos.web.advice import Unavailable
from azulejos.web.connections import Connections
from azulejos.web.hosts import LOOPBACK, Hosts, host_of
from azulejos.web.pictures import Pictures
from azulejos.workers import jobs
from azulejos.workers.pool import Failed

SEATS = [{"name": "Ala"}, {"name": "Bo"}]
STRANGER = "127.0.0.2"  # an address of this machine that speaks for nobody else
only_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses of this machine")


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('attack') / 'tables.db'}")
    yield started
    started.stop()


@contextlib.contextmanager
def server(folder, **facts):
    started = Running(f"sqlite:///{folder / 'tables.db'}", **facts)
    try:
        yield started
    finally:
        started.stop()


# ------------------------------------------------------------------------------------------------
# Hosts

NO_HOST = [
    "evil.example@127.0.0.1:8801",
    "127.0.0.1:99999999",
    "127.0.0.1:0",
    "127.0.0.1:65536",
    "127.0.0.1:",
    "127.0.0.1:80:80",
    "127.0.0.1:-1",
    "127.0.0.1:+80",
    "127.0.0.1:８０",
    "[::1",
    "::1",
    "[::1]]",
    "[127.0.0.1]",
    "[::1%25eth0]",
    "[localhost]",
    "",
    " ",
    "localhost:80, evil",
    "localhost, evil.example",
    "localhost evil.example",
    "localhost/",
    "http://localhost",
    "localhost#",
    "localhost?",
    "localhost.",
    ".localhost",
    "localhost..",
    "local\thost",
    "localhost\\",
    "ŁÓDŹ.example",
    "x" * 300,
]


@pytest.mark.parametrize("text", NO_HOST)
def test_what_is_no_host(text):
    assert host_of(text) is None


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("localhost", "localhost"),
        ("LocalHost:8080", "localhost"),
        ("127.0.0.1:1", "127.0.0.1"),
        ("[::1]:65535", "::1"),
        ("[0:0:0:0:0:0:0:1]", "::1"),
        ("[2001:DB8::7]", "2001:db8::7"),
        ("azul.example", "azul.example"),
        ("a-b_c.example:443", "a-b_c.example"),
    ],
)
def test_hosts(text, host):
    assert host_of(text) == host


@pytest.mark.parametrize("text", [text for text in NO_HOST if text.isascii()])
def test_what_is_no_host_is_refused(running, text):
    with Wire(running.url) as wire:
        wire.say("GET /health HTTP/1.1", f"Host: {text}")
        assert wire.hear() == "HTTP/1.1 400 Bad Request"


@pytest.mark.parametrize(
    "lines", [(), ("Host: localhost", "Host: localhost"), ("Host: localhost", "host: evil")]
)
@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_request_has_one_host(running, version, lines):
    with Wire(running.url) as wire:
        wire.say(f"GET /health HTTP/{version}", *lines)
        assert wire.hear() == "HTTP/1.1 400 Bad Request"


STRANGE = (
    "evil.example",
    "127.0.0.1.evil.example",
    "10.0.0.1",
    "[::2]",
    "localhost.evil.example",
    "127.1",
    "0",
)


@pytest.mark.parametrize("host", [*STRANGE, "2130706433", "[::ffff:127.0.0.1]"])
def test_a_server_for_this_machine_answers_to_its_names_only(running, host):
    """Or a site whose name leads to 127.0.0.1 could play here."""
    for path in ("/", "/health", "/api/games", "/static/style.css", "/nowhere"):
        answer = running.client.get(path, headers={"Host": host})
        assert answer.status_code == 421
        assert answer.json()["error"].startswith("this server does not answer to ")
    polish = running.client.get("/health", headers={"Host": host, "Accept-Language": "pl"}).json()["error"]
    assert polish.startswith("ten serwer nie odpowiada")
    assert polish.endswith("--allowed-host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8080"])
def test_this_machine_s_names(running, host):
    assert running.client.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "address", "allowed", "known", "unknown"),
    [
        ("127.0.0.1", "127.0.0.1", (), LOOPBACK, STRANGE),
        ("localhost", "127.0.0.1", (), LOOPBACK, STRANGE),
        ("127.0.0.1", "127.0.0.1", ("azul.example",), {"azul.example"}, {"www.azul.example", *STRANGE}),
        ("127.0.0.1", "127.0.0.1", ("A.example", "::2"), {"a.example", "::2", "localhost"}, {"::3"}),
        ("192.168.1.5", "192.168.1.5", (), {"192.168.1.5", *LOOPBACK}, {"192.168.1.6", *STRANGE}),
        ("My.lan", "192.168.1.5", (), {"my.lan", "192.168.1.5"}, {"other.lan", *STRANGE}),
        ("0.0.0.0", "0.0.0.0", (), {"10.0.0.1", "192.168.1.5", "::2"}, {"evil.example", "my.lan", "127.1"}),
        ("::", "::", ("my.lan",), {"10.0.0.1", "::2", "my.lan"}, {"evil.example"}),
        ("", "0.0.0.0", (), {"10.0.0.1"}, {"evil.example"}),
        ("fe80::1%lo", "fe80::1%lo", (), {"fe80::1"}, {"fe80::2"}),
    ],
)
def test_where_a_server_listens_it_answers(asked, address, allowed, known, unknown):
    hosts = Hosts.named(allowed).at(asked, address)
    assert [host for host in known if not hosts.include(host)] == []
    assert [host for host in unknown if hosts.include(host)] == []


def test_serve_takes_names(tmp_path, monkeypatch):
    """From the command to the guard, with the address that it listens on."""
    served = []

    def serve(service, listening):
        listening.close()
        served.append(service.hosts)

    monkeypatch.setattr("azulejos.web.server.serve", serve)
    database = f"sqlite:///{tmp_path / 'x.db'}"
    names = ["--allowed-host", "azul.example", "--allowed-host", "10.0.0.1"]
    assert cli.main(["serve", "--port", "0", "--host", "127.0.0.1", "--database", database, *names]) == 0
    assert served == [Hosts(LOOPBACK | {"azul.example", "10.0.0.1"})]


@pytest.mark.parametrize(
    "name", ["", "*", "*.example", "https://azul.example", "azul.example:443", "a b", "[::1", "x@y"]
)
def test_what_can_not_be_a_name_of_a_server(name, capsys):
    assert cli.main(["serve", "--allowed-host", name]) == 2
    error = capsys.readouterr().err
    assert "--allowed-host is a name or an address as in azul.example, without a port, not " in error


# ------------------------------------------------------------------------------------------------
# Connections


def loud(caplog):
    """What has been said that an operator should read."""
    return [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]


@only_linux
def test_connections_from_one_address(tmp_path, caplog):
    """Somebody else is served all the same, and the log doesn't grow with whoever comes again and again."""
    with (
        server(tmp_path, connections=Connections(per_address=3)) as started,
        contextlib.ExitStack() as open_ones,
    ):
        stranger = [open_ones.enter_context(Wire(started.url, STRANGER)) for _ in range(3)]
        assert [wire.ask() for wire in stranger] == [OK] * 3
        for _ in range(200):
            with Wire(started.url, STRANGER) as wire:
                assert wire.ask() == ""
        with Wire(started.url, "127.0.0.3") as other:
            assert other.ask() == OK
        said = loud(caplog)
        stranger[0].socket.close()
        wait_until(lambda: started.server.connections.has_room_for(STRANGER), "a connection is not forgotten")
        with Wire(started.url, STRANGER) as wire:
            assert wire.ask() == OK
    assert said[0] == f"connections refused: 1; the last one from {STRANGER}"
    assert len(said) <= 1 + PATIENCE


@only_linux
def test_who_speaks_for_others_may_have_more(tmp_path):
    limited = Connections(per_address=2, is_proxy=lambda address: address == STRANGER)
    with server(tmp_path, connections=limited) as started, contextlib.ExitStack() as open_ones:
        proxy = [open_ones.enter_context(Wire(started.url, STRANGER)) for _ in range(5)]
        assert [wire.ask() for wire in proxy] == [OK] * 5


def test_connections_in_all(tmp_path, caplog):
    """Who comes when there is no room waits, and is served when somebody has gone."""
    with server(tmp_path, connections=Connections(in_all=4)) as started, contextlib.ExitStack() as open_ones:
        started.client.close()
        wait_until(lambda: not len(started.server.connections), "a connection is not forgotten")
        wires = [open_ones.enter_context(Wire(started.url)) for _ in range(7)]
        assert [wire.ask() for wire in wires[:4]] == [OK] * 4
        assert [wire.ask(0.3) for wire in wires[4:]] == [None] * 3
        assert len(started.server.connections) == 4
        for wire in wires[:3]:
            wire.socket.close()
        assert [wire.hear() for wire in wires[4:]] == [OK] * 3
    assert loud(caplog)[0] == "no more connections are taken: 4 are open"
    assert len(loud(caplog)) <= 3


def test_what_is_said_again_and_again_is_said_once_a_second(monkeypatch, caplog):
    now = [100.0]
    monkeypatch.setattr(connections.time, "monotonic", lambda: now[0])
    limited = Connections(per_address=1)
    for _ in range(1000):
        limited._refuse("9.9.9.9")
    now[0] += 1
    limited._refuse("8.8.8.8")
    assert loud(caplog) == [
        "connections refused: 1; the last one from 9.9.9.9",
        "connections refused: 1000; the last one from 8.8.8.8",
    ]


def errors(opened):
    return [line["message"] for line in opened.lines() if line["level"] != "INFO"]


@only_linux
def test_a_server_stops_taking_connections_before_it_runs_out_of_files(tmp_path):
    """It may have 100 files: half of them for connections. Tables open all the time."""
    database, began = f"sqlite:///{tmp_path / 'tables.db'}", time.monotonic()
    with house(tmp_path, database, processes=1, files=100) as opened:
        with (
            httpx.Client(base_url=opened.url, timeout=PATIENCE) as client,
            contextlib.ExitStack() as open_ones,
        ):
            assert client.get("/health").status_code == 200
            for _ in range(150):
                open_ones.enter_context(Wire(opened.url))
            wait_until(lambda: errors(opened), "it takes any number")
            wanted = {"game": "chocolatier", "seats": SEATS}
            assert client.post("/api/tables", json=wanted).status_code == 201
        assert httpx.get(f"{opened.url}/health").status_code == 200
        said = errors(opened)
    assert said
    assert set(said) == {"no more connections are taken: 50 are open"}
    assert len(said) < 2 + time.monotonic() - began


@only_linux
def test_a_server_without_files_says_so_once_a_second(tmp_path):
    """Somebody else has taken them after all. It goes on when there are some again."""
    database, began = f"sqlite:///{tmp_path / 'tables.db'}", time.monotonic()
    with house(tmp_path, database, processes=1) as opened:
        pid = opened.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (20, before[1]))
        with contextlib.ExitStack() as open_ones:
            for _ in range(100):
                open_ones.enter_context(Wire(opened.url))
            wait_until(lambda: len(errors(opened)) > 1, "it is not said again")
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
        assert httpx.get(f"{opened.url}/health", timeout=PATIENCE).status_code == 200
        said = errors(opened)
    assert {line.partition(": ")[0] for line in said} == {"a connection can't be taken"}
    assert len(said) < 2 + time.monotonic() - began


# ------------------------------------------------------------------------------------------------
# Uploads

UPLOAD = ("POST /api/records HTTP/1.1", "Host: localhost", "Content-Length: 1000")
TURN = (
    "POST /api/tables HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    "Content-Length: 1000",
)


@pytest.mark.parametrize("lines", [UPLOAD, TURN])
@pytest.mark.parametrize("resets", [False, True])
def test_who_goes_away_while_uploading_is_nothing(running, caplog, lines, resets):
    caplog.set_level(logging.INFO)
    asked = running.server.server_state.tasks
    wait_until(lambda: not asked, "somebody else still asks")
    with Wire(running.url) as wire:
        wire.say(*lines, body=b"azulejos")
        wait_until(lambda: asked, "the request has not come")
        if resets:
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    path = lines[0].split()[1]
    wait_until(lambda: f"POST {path} " in caplog.text, "nothing was logged")
    assert loud(caplog) == []
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("protocol", ["websocket", "h2c", "x" * 1000])
def test_nothing_but_http_is_spoken(running, caplog, protocol):
    asking = (
        "Connection: Upgrade",
        f"Upgrade: {protocol}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: eA==",
    )
    with Wire(running.url) as wire:
        wire.say("GET /health HTTP/1.1", "Host: localhost", *asking)
        assert wire.hear() == OK
    assert loud(caplog) == []


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /hea",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n",
        "\r\n".join((*UPLOAD, "", "azul")).encode(),
    ],
)
@pytest.mark.parametrize("is_first", [True, pytest.param(False, marks=pytest.mark.wide)])
def test_who_never_says_what_is_wanted_is_left_standing(running, monkeypatch, caplog, said, is_first):
    """Byte by byte, or not at all; also after a request that was answered."""
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.4)
    with Wire(running.url) as wire:
        if not is_first:
            assert wire.ask() == OK
        for at in range(len(said)):
            wire.socket.sendall(said[at : at + 1])

        def is_left():
            with contextlib.suppress(ConnectionError):
                wire.socket.sendall(b"x" if said else b"")  # it doesn't help to go on
            return wire.hear(0.05) == ""

        wait_until(is_left, "it may go on for ever")
    assert loud(caplog) == []


def test_whoever_has_asked_may_wait(running, monkeypatch):
    """For a slow answer, or for news: only requests have to hurry."""
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    table = running.open("person", "person")
    with running.client.stream(
        "GET", f"{table.url}/events", headers={"Accept": "text/event-stream"}
    ) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "retry: 1000"
        with Wire(running.url) as idle:
            assert idle.hear() == ""  # by now its time would be over too
        choice = table.state()["legal"][0]["choice"]
        assert table.play(table.last(), choice).status_code == 200
        numbers = (line for line in lines if line.startswith("id: "))
        assert f"id: {table.last()}" in numbers


def test_a_slow_upload_arrives(running):
    """A record in small pieces is a record."""
    record = az.Game("chocolatier").start(seed=1, deal="by hand").record().to_text().encode()
    with Wire(running.url) as wire:
        wire.say(*UPLOAD[:2], f"Content-Length: {len(record)}")
        for at in range(0, len(record), 20):
            wire.socket.sendall(record[at : at + 20])
            time.sleep(0.01)
        assert wire.hear() == "HTTP/1.1 201 Created"


# ------------------------------------------------------------------------------------------------
# Stopping, and stores that can't be read


def test_who_asks_while_the_server_stops_is_told_to_ask_again(tmp_path, monkeypatch, caplog):
    """The store hangs, and the server waits for it as long as it does."""
    caplog.set_level(logging.INFO)
    asked = threading.Event()

    async def hang(*_, **__):
        asked.set()
        await asyncio.sleep(PATIENCE)

    monkeypatch.setattr(Tables, "get", hang)
    started = Running(f"sqlite:///{tmp_path / 'tables.db'}")
    started.server.config.timeout_graceful_shutdown = 1
    with ThreadPoolExecutor() as threads:
        headers = {"Accept-Language": "pl"}
        answer = threads.submit(
            httpx.get, f"{started.url}/api/tables/somewhere", headers=headers, timeout=PATIENCE
        )
        assert asked.wait(PATIENCE)
        started.stop()
        answer = answer.result()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json()["error"] == tell.words("pl")("the server is being stopped; try again in a moment")
    assert "GET /api/tables/somewhere 503 " in caplog.text
    assert "Traceback" not in caplog.text


def test_an_export_that_can_not_begin(running, monkeypatch, caplog):
    def fail(*_):
        raise StoreError("gone")

    assert running.client.get("/api/export").status_code == 200
    monkeypatch.setattr(running.app.state.store, "finished_tables", fail)
    answer = running.client.get("/api/export")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert "Traceback" not in caplog.text


# ------------------------------------------------------------------------------------------------
# Pictures


class Drawers:
    """A pool that draws when it is told to."""

    def __init__(self, fails=False):
        self.fails, self.drawn, self.now, self.most = fails, [], 0, 0
        self.go_on = asyncio.Event()

    async def ask(self, job, svg, zoom, seconds):
        assert job is jobs.picture
        self.now += 1
        self.most = max(self.most, self.now)
        await self.go_on.wait()
        self.now -= 1
        if self.fails:
            raise Failed("it has died")
        self.drawn.append((svg, zoom))
        return f"{svg} {zoom}".encode()


@pytest.mark.parametrize("processes", [1, 2])
def test_a_picture_is_drawn_once_and_one_at_a_time(tmp_path, processes):
    """However many processes serve: they share a folder."""

    async def work():
        drawers = Drawers()
        drawn = [Pictures(drawers, tmp_path if processes > 1 else None) for _ in range(processes)]
        wishes = [("a", 1), ("b", 1), ("a", 1), ("a", 2), ("b", 1)]
        tasks = [asyncio.create_task(each.png(*wish)) for wish in wishes for each in drawn]
        await asyncio.sleep(0)
        drawers.go_on.set()
        expected = [f"{svg} {zoom}".encode() for svg, zoom in wishes for _ in drawn]
        assert await asyncio.gather(*tasks) == expected
        assert (len(drawers.drawn), drawers.most) == (3, 1)
        for wish in wishes:
            await drawn[-1].png(*wish)
        assert len(drawers.drawn) == 3
        for each in drawn:
            await each.png("a, renamed", 1)
        assert len(drawers.drawn) == 4

    asyncio.run(work())


def test_only_so_many_pictures_wait_and_are_kept(tmp_path):
    async def work():
        drawers = Drawers()
        drawn = Pictures(drawers, tmp_path)
        names = [f"table {number}" for number in range(pictures.WAITING_MAX + 2)]
        tasks = [asyncio.create_task(drawn.png(name)) for name in names]
        await asyncio.sleep(0)
        drawers.go_on.set()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Unavailable)]
        assert [answer.status for answer in refused] == [503, 503]
        for number in range(2 * pictures.KEPT):
            await drawn.png(f"other {number}")
        assert (
            len(drawn._kept)
            == len([path for path in tmp_path.iterdir() if path.name != "lock"])
            == pictures.KEPT
        )

    asyncio.run(work())


def test_whoever_goes_away_while_a_picture_is_drawn_holds_up_nobody(tmp_path):
    async def work():
        sleepy, drawers = Drawers(), Drawers()
        task = asyncio.create_task(Pictures(sleepy, tmp_path).png("a"))
        while not sleepy.now:
            await asyncio.sleep(0)
        task.cancel()
        drawers.go_on.set()
        assert await asyncio.wait_for(Pictures(drawers, tmp_path).png("b"), 30)

    asyncio.run(work())


def test_a_picture_that_can_not_be_drawn():
    """It is said, and the next one has its turn."""

    async def work():
        drawers = Drawers(fails=True)
        drawers.go_on.set()
        drawn = Pictures(drawers)
        for _ in range(2 * pictures.WAITING_MAX):
            with pytest.raises(Unavailable, match="the picture could not be drawn; try again later"):
                await drawn.png("a")
        drawers.fails = False
        assert await drawn.png("a")

    asyncio.run(work())


def test_the_server_itself_draws_nothing(running, monkeypatch):
    """A worker does, once for all who ask: whoever draws answers nobody meanwhile."""
    table, asked = bring_to_the_end(running), []
    pool = running.app.state.pictures._pool
    ask = pool.ask
    monkeypatch.setattr(pool, "ask", lambda *wish, **more: asked.append(wish[0]) or ask(*wish, **more))
    monkeypatch.delattr("azulejos.position.as_png")
    url = f"{running.url}/api/tables/{table}/picture.png"
    with ThreadPoolExecutor() as threads:
        drawing = [threads.submit(httpx.get, url, timeout=3 * PATIENCE) for _ in range(3)]
    answers = [*(one.result() for one in drawing), httpx.get(url)]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.content for answer in answers}) == asked.count(jobs.picture) == 1


# ------------------------------------------------------------------------------------------------
# JSON that is too deep

DEPTHS = (5, 500, 900, 940, 950, 960, 970, 980, 990, 1000, 100_000)


def nested(depth):
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("key", ["rules", "options", "round", "more"])
def test_a_position_that_is_too_deep_is_refused(running, caplog, key, depth):
    """Whatever of a document is not read is not kept either."""
    position = az.Game("chocolatier").position(az.Game("chocolatier").start(seed=1).to_dict())
    text = position.record().to_text()
    line = next(line for line in text.splitlines() if line.startswith("position: "))
    document = json.loads(line.removeprefix("position: ")) | {key: "HERE"}
    deep = text.replace(line, "position: " + json.dumps(document).replace('"HERE"', nested(depth)))
    answer = running.client.post("/api/records", content=deep.encode())
    assert answer.status_code == 422, answer.text
    assert len(answer.text) < 500
    assert loud(caplog) == []


@pytest.mark.parametrize("version", ["1", 1.0, True, -1, 10**6, None, {}, []])
def test_the_version_of_a_document_is_a_number(version):
    document = az.Game("chocolatier").start(seed=1).to_dict() | {"rules": version}
    with pytest.raises(az.PositionError, match="the version of the rules is a whole number"):
        az.Game("chocolatier").position(document)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_a_body_that_is_too_deep_is_refused(running, caplog, depth, language):
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    for content in (nested(depth), f'{{"seats": {nested(depth)}}}', '{"a":' * depth + "1" + "}" * depth):
        answer = running.client.post("/api/tables", content=content, headers=headers)
        assert answer.status_code in (400, 422)
        assert len(answer.text) < 200
        if answer.status_code == 400:
            sentence = "the body of the request is no JSON that can be read"
            assert answer.json()["error"] == tell.words(language)(sentence)
    assert (answer.status_code == 400) == (depth > 980) or 900 < depth <= 980
    assert loud(caplog) == []
