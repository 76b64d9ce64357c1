"""Do pages that follow a table hear of it, at little cost and within limits? And is no secret logged?"""

import asyncio
import contextlib
import json
import logging
import socket
import time
from types import SimpleNamespace

import httpx
import pytest
from tests.house import EVENT_STREAM, PATIENCE, Running, stream

from azulejos import tell
from azulejos.web import limits, streams
from azulejos.web.guard import Guard
from azulejos.web.hosts import Hosts
from azulejos.web.server import _open_files_max
from azulejos.web.streams import EventStream, Streams

SECRET = "s3cret-of-a-seat"

# ------------------------------------------------------------------------------------------------
# One stream, without a server


class Page:
    """The other end of a stream: what it was sent, and whether it takes anything at the moment."""

    def __init__(self, table, all_streams, known=0, address="here"):
        self.stream = EventStream(all_streams, table, address, known)
        self.sent, self.is_over = [], False
        self.takes = asyncio.Event()
        self.takes.set()
        self.left = asyncio.Event()
        self.task = asyncio.create_task(self.stream({}, self.receive, self.send))

    async def receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        assert not self.is_over
        await self.takes.wait()
        if message["type"] == "http.response.body":
            self.sent.append(message["body"].decode())
            self.is_over = not message["more_body"]
            if self.is_over:
                self.left.set()  # as the protocol has it

    def heard(self):
        """The events since it was asked last, without what begins a stream."""
        text, self.sent = "".join(self.sent).removeprefix("retry: 1000\n\n"), []
        return text

    async def leave(self):
        self.left.set()
        await self.task


def table_at(last):
    return SimpleNamespace(last=last, watchers=set())


async def settle():
    """Let everything that is ready happen."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_what_a_page_is_told():
    async def follow():
        table, everybody = table_at(3), Streams()
        page = Page(table, everybody)
        await settle()
        assert page.sent == ['retry: 1000\n\nid: 3\ndata: {"last": 3}\n\n']
        page.heard()
        table.last = 5
        page.stream.wake()
        page.stream.wake()
        await settle()
        assert page.heard() == 'id: 5\ndata: {"last": 5}\n\n'
        page.stream.say("here", {"seats": [0, 1], "name": "Zażółć\n"})
        await settle()
        event, data, *rest = page.heard().split("\n")
        assert (event, rest) == ("event: here", ["", ""])
        assert json.loads(data.removeprefix("data: ")) == {"seats": [0, 1], "name": "Zażółć\n"}
        page.stream.wake()
        await settle()
        assert page.heard() == ""
        await page.leave()
        assert (table.watchers, len(everybody)) == (set(), 0)

    asyncio.run(follow())


@pytest.mark.parametrize(("known", "heard"), [(0, "id: 7"), (6, "id: 7"), (7, ""), (9, "")])
def test_who_knows_it_is_not_told(known, heard):
    async def follow():
        page = Page(table_at(7), Streams(), known)
        await settle()
        assert page.heard().startswith(heard)
        await page.leave()

    asyncio.run(follow())


def test_a_slow_page_gets_the_newest_of_each():
    """Whatever happens while it takes nothing, no more is kept for it than one event of each kind."""

    async def follow():
        table, everybody = table_at(1), Streams()
        page = Page(table, everybody)
        await settle()
        page.heard()
        page.takes.clear()
        for last in range(2, 1000):
            table.last = last
            page.stream.wake()
            page.stream.say("here", {"seats": [last]})
            page.stream.say("thinking", {"seat": last})
            page.stream.pulse()
            if last % 100 == 2:
                await settle()
        assert len(page.stream._waiting) == 2
        assert len(asyncio.all_tasks()) == 3  # this test, the stream and what is on its way
        page.takes.set()
        await settle()
        first, newest = page.sent
        assert "id: 2\n" in first
        assert newest == (
            'event: here\ndata: {"seats": [999]}\n\n'
            'event: thinking\ndata: {"seat": 999}\n\n'
            'id: 999\ndata: {"last": 999}\n\n'
        )
        await page.leave()

    asyncio.run(follow())


def test_who_leaves_while_something_is_on_its_way_leaves_nothing():
    async def follow():
        table, everybody = table_at(1), Streams()
        page = Page(table, everybody)
        await settle()
        page.takes.clear()
        table.last = 2
        page.stream.wake()
        await settle()
        await page.leave()
        await settle()
        assert (table.watchers, len(everybody), len(asyncio.all_tasks())) == (set(), 0, 1)
        assert everybody._clock is None

    asyncio.run(follow())


def test_a_page_that_is_gone_already_is_no_error():
    async def follow():
        page = Page(table_at(1), Streams())
        await settle()

        async def gone(message):
            raise OSError

        page.stream._send = gone
        page.stream.say("here", {})
        await settle()
        await page.leave()

    asyncio.run(follow())


def test_the_end():
    """What is on its way arrives, then nothing: neither news nor a pulse comes after the end."""

    async def follow():
        table, everybody = table_at(1), Streams()
        pages = [Page(table, everybody) for _ in range(3)]
        await settle()
        table.last = 2
        everybody.end()
        await asyncio.wait_for(asyncio.gather(*(page.task for page in pages)), 1)
        for page in pages:
            assert "id: 2\n" in page.sent[1]
            assert (page.sent[2], page.is_over) == ("", True)
            page.stream.wake()
            page.stream.pulse()
            page.stream.end()
        late = Page(table, everybody)
        await asyncio.wait_for(late.task, 1)
        assert "id: 2\n" in late.sent[0]
        assert len(everybody) == 0

    asyncio.run(follow())


def test_one_clock_for_the_pulse_of_all():
    """Everybody hears a sign of life in every pulse, but not everybody in the same moment."""
    sign = streams.SIGN_OF_LIFE.decode()
    rings = []

    def later(seconds, ring):
        assert not rings  # there is one clock
        rings.append((seconds, ring))
        return SimpleNamespace(cancel=rings.clear)

    async def follow():
        asyncio.get_running_loop().call_later = later
        everybody = Streams()
        pages = [Page(table_at(1), everybody) for _ in range(3)]
        heard = []
        for beat in range(streams.BEATS * 3 // 2):
            await settle()
            if beat == streams.BEATS // 2:  # half a pulse later
                pages.append(Page(table_at(1), everybody))
                await settle()
            seconds, ring = rings.pop()
            assert seconds == streams.PULSE / streams.BEATS
            ring()
            await settle()
            heard.append(len([page for page in pages if sign in page.sent]))
        whole = streams.BEATS - 1  # a whole pulse after a stream began, and for the last half a one later
        assert heard == [0] * whole + [3] * (streams.BEATS // 2) + [4]
        for page in pages:
            await page.leave()
        assert not rings

    asyncio.run(follow())


# ------------------------------------------------------------------------------------------------
# Over HTTP


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One server for all tests that leave it as it was."""
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('streams') / 'tables.db'}")
    yield started
    started.stop()


@pytest.fixture
def table(running):
    return running.open("person", "person", first="seat-1")


@contextlib.contextmanager
def server(folder, rate=0.0, **limits_of_streams):
    """A server of its own, with limits."""
    started = Running(f"sqlite:///{folder / 'tables.db'}", rate=rate)
    for name, value in limits_of_streams.items():
        setattr(started.app.state.streams, name, value)
    try:
        yield started
    finally:
        started.stop()


def watchers(table):
    return table.running.app.state.tables._open[table.table].watchers


def play(table):
    """One choice; the number of the last entry after it."""
    state = table.state(draw=False)
    return table.play(state["last"], state["legal"][0]["choice"], draw=False).json()["last"]


def wait(is_so):
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_who_comes_back_goes_on_from_the_last_event(table):
    """A browser opens its stream anew with the old address and the last event it has heard."""
    first = table.state(draw=False)["last"]
    missed = [play(table) for _ in range(3)]
    url = f"{table.running.url}{table.url}/events?after={first}"
    for heard, told in ((first, missed[-1]), (missed[0], missed[-1]), (missed[-1], None)):
        headers = EVENT_STREAM | {"Last-Event-ID": str(heard)}
        with httpx.stream("GET", url, headers=headers, timeout=PATIENCE) as answer:
            assert answer.headers["cache-control"] == "no-store"
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            lines = (line for line in answer.iter_lines() if line)
            assert next(lines) == "retry: 1000"
            expected = told or play(table)  # told at once, or when there is more
            assert next(lines) == f"id: {expected}"


def test_pulses_arrive(tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "PULSE", 0.2)
    with server(tmp_path) as started, stream(started.open("person", "person")) as lines:
        signs = (line for line in lines if line == ": still here")  # besides, it is told who is here
        assert [next(signs), next(signs)] == [": still here"] * 2


def test_who_leaves_is_forgotten_at_once(table):
    everybody = table.running.app.state.streams
    before = len(everybody)
    for _ in range(20):
        with stream(table) as lines:
            next(lines)
            assert len(watchers(table)) == 1
        wait(lambda: not watchers(table))
    wait(lambda: len(everybody) == before)


def test_who_reads_nothing_holds_up_nobody(table):
    """A page that never takes what it is sent: others hear of every choice, and the server keeps little."""
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        lazy.connect(("127.0.0.1", table.running.socket.getsockname()[1]))
        request = f"GET {table.url}/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
        lazy.sendall(request.encode())
        wait(lambda: watchers(table))
        (slow,) = watchers(table)
        with stream(table) as lines:
            for _ in range(3):
                next(lines)
            for _ in range(4):
                slow._waiting["flood"] = b": " + b"x" * 3_000_000 + b"\n\n"
                last = play(table)
                assert next(lines) == f"id: {last}"
                next(lines)
        assert slow._telling is not None  # what it was sent is still on its way
        assert set(slow._waiting) <= {"flood"}
    wait(lambda: not watchers(table))


def test_a_server_that_stops_ends_many_streams_properly(tmp_path):
    with contextlib.ExitStack() as several, server(tmp_path) as started:
        table = started.open("person", "person")
        lines = [several.enter_context(stream(table)) for _ in range(30)]
        for each in lines:
            next(each)
        last = table.last()
        started.stop()
        for each in lines:  # where it stood, perhaps who was here, and a proper end
            told = [line for line in each if line.startswith("id:")]
            assert told == [f"id: {last}"]


# ------------------------------------------------------------------------------------------------
# Limits


@pytest.mark.parametrize(
    ("limit", "code", "complaint"),
    [
        ("per_address", 429, "too many pages follow tables from your address; close some of them"),
        ("in_all", 503, "too many pages follow tables now; try again in a moment"),
    ],
)
def test_streams_are_limited(tmp_path, limit, code, complaint):
    with server(tmp_path, **{limit: 2}) as started, contextlib.ExitStack() as several:
        table = started.open("person", "person")
        first, second = (several.enter_context(contextlib.ExitStack()) for _ in range(2))
        lines = [each.enter_context(stream(table)) for each in (first, second)]
        assert {next(each) for each in lines} == {"retry: 1000"}
        for language in tell.LANGUAGES:
            headers = EVENT_STREAM | {"Accept-Language": language}
            answer = started.client.get(f"{table.url}/events", headers=headers)
            assert (answer.status_code, answer.headers["retry-after"]) == (code, "1")
            assert answer.json() == {"error": tell.words(language)(complaint)}
        assert table.get("/events").status_code == 200  # asking once is no stream
        first.close()
        wait(lambda: len(watchers(table)) == 1)
        with stream(table) as third:
            next(third)


def test_any_number_of_streams():
    everybody = Streams(0, 0)
    everybody._from["here"] = 10**6
    everybody.check("here")


def test_as_many_files_as_the_system_allows():
    assert _open_files_max() >= 256


def holder(secret=None, token=None, address="9.9.9.9"):
    """A request of somebody who holds a seat."""
    headers = [(b"host", b"localhost"), (b"content-length", b"2")]
    if secret:
        headers.append((b"cookie", f"language=pl; {limits.COOKIE}={secret}".encode()))
    if token:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    return limits.Request(
        {
            "type": "http",
            "method": "POST",
            "path": "/",
            "query_string": b"",
            "headers": headers,
            "client": (address, 1),
            "app": SimpleNamespace(state=SimpleNamespace(hosts=Hosts(), rate=100.0)),
        }
    )


def test_a_seat_is_limited_wherever_it_asks_from(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits, "_buckets", limits.OrderedDict())
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])

    def let_in(**who):
        return sum(
            limits.refusal(holder(address=f"10.0.0.{number % 250}", **who)) is None for number in range(100)
        )

    assert let_in(secret="one") == limits.SEAT_SHARE * limits.BURST == 60
    assert let_in(secret="two") == 60
    assert let_in(token="one") == 60
    assert let_in() == 100  # who holds no seat has only an address
    now[0] += 1.01
    assert let_in(secret="one") == 20
    assert not any("one" in key or "two" in key for key in limits._buckets)


def test_rates_of_seats_over_http(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "_buckets", limits.OrderedDict())
    monkeypatch.setattr(limits, "BURST", 20.0)
    with server(tmp_path, rate=0.5) as started:
        mine, other = ({"Authorization": f"Bearer {name}"} for name in ("mine", "other"))
        codes = [started.client.post("/api/tables", json={}, headers=mine).status_code for _ in range(6)]
        assert codes == [422] * 4 + [429] * 2
        assert started.client.post("/api/tables", json={}, headers=other).status_code == 422


def test_a_bucket_may_be_named_otherwise(monkeypatch):
    monkeypatch.setattr(limits, "_buckets", limits.OrderedDict())
    assert limits.refusal(holder(), lambda request: "seat of mine") is None
    assert "seat of mine" in limits._buckets


# ------------------------------------------------------------------------------------------------
# The guard and its log


def test_no_secret_is_logged(running, table, caplog):
    """Neither what the guard logs nor what any other part does holds a query or a header."""
    headers = {"Authorization": f"Bearer {SECRET}", "Cookie": f"{limits.COOKIE}={SECRET}"}
    with caplog.at_level(logging.DEBUG):
        for path in ("", "/events", "/hint", "/record", "/nowhere"):
            running.client.get(f"{table.url}{path}?secret={SECRET}", headers=headers | {"Referer": SECRET})
        running.client.post(f"{table.url}/turns?secret={SECRET}", json={"key": SECRET}, headers=headers)
        with stream(table, **headers, **{"X-Secret": SECRET}) as lines:
            next(lines)
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("azul", "uvi"))]
    assert len([line for line in lines if "/events 200" in line]) == 2  # once asked, once followed
    assert not any(SECRET in line for line in lines)


def test_a_stream_is_logged_when_it_begins(table, caplog):
    with caplog.at_level(logging.INFO, logger="azulejos.web"), stream(table) as lines:
        next(lines)
        (line,) = (record.getMessage() for record in caplog.records if record.name == "azulejos.web")
        assert line.startswith(f"GET {table.url}/events 200 ")
        assert line.endswith(" ms")


class Outside:
    """Whatever stands around the guard."""

    def __init__(self):
        self.sent = []

    async def send(self, message):
        self.sent.append(message)

    async def ask(self, app):
        state = SimpleNamespace(hosts=Hosts(), rate=0)
        scope = {"type": "http", "method": "GET", "path": "/x", "query_string": b""}
        scope["headers"] = [(b"host", b"localhost")]
        await Guard(app)(scope | {"app": SimpleNamespace(state=state)}, None, self.send)


@pytest.mark.parametrize("begins", [False, True])
def test_what_raises_goes_through_and_is_logged_once(begins, caplog):
    async def breaks(scope, receive, send):
        if begins:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError

    outside = Outside()
    with caplog.at_level(logging.INFO, logger="azulejos.web"), pytest.raises(ZeroDivisionError):
        asyncio.run(outside.ask(breaks))
    (record,) = caplog.records
    assert record.getMessage().startswith(f"GET /x {200 if begins else 500} ")
    assert len(outside.sent) == begins


def test_what_an_answer_says_itself_stays():
    async def answer(scope, receive, send):
        headers = [(b"Referrer-Policy", b"same-origin"), (b"x", b"1")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    outside = Outside()
    asyncio.run(outside.ask(answer))
    headers = outside.sent[0]["headers"]
    assert [value for name, value in headers if name.lower() == b"referrer-policy"] == [b"same-origin"]
    assert (b"x-content-type-options", b"nosniff") in headers
    assert outside.sent[1] == {"type": "http.response.body", "body": b""}


def test_the_beginning_and_the_end_of_a_server_pass():
    passed = []

    async def app(scope, receive, send):
        passed.append(scope["type"])

    asyncio.run(Guard(app)({"type": "lifespan"}, None, None))
    assert passed == ["lifespan"]
