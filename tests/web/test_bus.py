"""Do processes hear of each other, and does nobody wait when they can't?"""

import asyncio
import contextlib
import os
import signal
import sys
import time

import pytest
from redis.asyncio import Redis as Client

from azulejos.errors import OptionError
from azulejos.web import bus
from azulejos.web.bus import WAITING_MAX, Redis, Silent, check_url, open_to

PATIENCE = 20  # seconds
AWAY = "Redis can't be reached"


class Ear:
    """A bus, and what it has heard."""

    def __init__(self, url):
        self.bus = open_to(url)
        self.heard = []

    def hear(self, table_id, message):
        self.heard.append((table_id, message))

    def numbers(self):
        return [message["last"] for _, message in self.heard]


@contextlib.asynccontextmanager
async def ears(url, count=2):
    """So many processes, as it were; they needn't be connected."""
    opened = [Ear(url) for _ in range(count)]
    for ear in opened:
        await ear.bus.open(ear.hear)
    try:
        yield opened
    finally:
        for ear in opened:
            await ear.bus.close()


async def until(is_true):
    limit = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < limit, "it took too long"
        await asyncio.sleep(0.01)


async def all_hear(some):
    await until(lambda: all(ear.bus.is_hearing for ear in some))


def test_processes_hear_each_other_and_not_themselves(redis):
    async def work():
        async with ears(redis.url, 3) as some:
            await all_hear(some)
            one, two, three = some
            one.bus.tell("t", {"last": 1, "who": "żółw"})
            two.bus.tell("u", {"last": 2})
            await until(lambda: len(one.heard) + len(two.heard) + len(three.heard) == 4)
            three.bus.tell("v", {"last": 3})  # after all that, it is heard last
            await until(lambda: one.heard[1:] and two.heard[1:])
            first, second, last = ("t", {"last": 1, "who": "żółw"}), ("u", {"last": 2}), ("v", {"last": 3})
            assert (one.heard, two.heard) == ([second, last], [first, last])
            assert sorted(three.heard, key=str) == sorted([first, second], key=str)

    asyncio.run(work())


def test_messages_keep_their_order(redis):
    async def work():
        async with ears(redis.url) as (one, two):
            await all_hear((one, two))
            for number in range(5000):
                one.bus.tell("t", {"last": number})
                if number % 100 == 0:
                    await asyncio.sleep(0)
            await until(lambda: two.heard and two.numbers()[-1] == 4999)
            assert two.numbers() == sorted(set(two.numbers()))

    asyncio.run(work())


def test_databases_of_one_server_are_apart(redis):
    async def work():
        other = redis.url.removesuffix("/0") + "/1"
        async with ears(redis.url, 2) as (one, two), ears(other, 2) as (three, four):
            await all_hear((one, two, three, four))
            one.bus.tell("t", {"last": 1})
            await until(lambda: two.heard)
            four.bus.tell("t", {"last": 2})
            await until(lambda: three.heard)
            assert (two.numbers(), three.numbers()) == ([1], [2])

    asyncio.run(work())


def test_a_silent_bus():
    async def work():
        async with ears(None, 2) as (one, two):
            assert isinstance(one.bus, Silent)
            one.bus.tell("t", {"last": object()})
            await asyncio.sleep(0)
            assert two.heard == []

    asyncio.run(work())


# ------------------------------------------------------------------------------------------------
# A server that is away


def test_redis_away_at_the_start(redis, caplog):
    """Opening and telling don't wait for it; what was told meanwhile arrives once it is there."""

    async def work():
        redis.kill()
        async with ears(redis.url) as (one, two):
            one.bus.tell("t", {"last": 1})
            assert AWAY not in caplog.text  # so far nothing was tried
            await until(lambda: AWAY in caplog.text)
            assert not one.bus.is_hearing
            redis.start()
            await all_hear((one, two))
            one.bus.tell("t", {"last": 2})
            await until(lambda: 2 in two.numbers())

    asyncio.run(work())


def test_redis_killed_again_and_again(redis, caplog):
    async def work():
        async with ears(redis.url) as (one, two):
            for number in range(4):
                await all_hear((one, two))
                one.bus.tell("t", {"last": number})
                await until(lambda number=number: number in two.numbers())
                redis.kill()
                one.bus.tell("t", {"last": -1})
                await until(lambda: not one.bus.is_hearing and not two.bus.is_hearing)
                redis.start()

    asyncio.run(work())
    assert AWAY in caplog.text


def test_a_flood_drops_the_oldest(redis, caplog):
    async def work():
        redis.kill()
        async with ears(redis.url) as (one, two):
            await until(lambda: AWAY in caplog.text)
            for number in range(20 * WAITING_MAX):
                one.bus.tell("t", {"last": number})
            assert len(one.bus._waiting) <= WAITING_MAX
            redis.start()
            await until(lambda: two.bus.is_hearing)
            one.bus.tell("t", {"last": 20 * WAITING_MAX})
            await until(lambda: two.heard and two.numbers()[-1] == 20 * WAITING_MAX)
            newest = range(19 * WAITING_MAX, 20 * WAITING_MAX + 1)
            assert set(two.numbers()) <= set(newest)
            assert two.numbers() == sorted(two.numbers())

    asyncio.run(work())


def test_closing_is_heard_the_second_time_at_the_latest(redis):
    """The library swallows what cancels it, if it has just sent something (Python before 3.12)."""

    async def work():
        async with ears(redis.url, 1) as (ear,):
            await all_hear([ear])
            deaf = asyncio.create_task(deaf_at_first())
            await asyncio.sleep(0)
            ear.bus._tasks.append(deaf)
        assert deaf.cancelled()

    async def deaf_at_first():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_what_could_not_be_sent_waits_on(redis):
    """It comes before what was told later, and gives way if there is too much."""

    async def work():
        one = Redis(redis.url)
        client = bus._client("redis://127.0.0.1:1/0")  # nobody is there
        one._channel = "x"
        for number in range(3):
            one.tell("t", {"last": number})
        with pytest.raises(bus._failures()):
            await one._send(client)
        one.tell("t", {"last": 3})
        assert [bus._read(told)[2]["last"] for told in one._waiting] == [0, 1, 2, 3]
        await client.aclose()

    asyncio.run(work())


@pytest.mark.skipif(sys.platform != "linux", reason="stops a process")
def test_a_server_that_says_nothing_any_more(redis, monkeypatch):
    """As when a network is gone without a word: it is noticed, and afterwards all is well."""
    monkeypatch.setattr(bus, "SILENCE", 0.1)
    monkeypatch.setattr(bus, "ANSWERING", 0.3)
    monkeypatch.setattr(bus, "CONNECTING", 0.3)

    words, word = [], bus._word

    async def noted(pubsub):
        words.append(await word(pubsub))
        return words[-1]

    monkeypatch.setattr(bus, "_word", noted)

    async def work():
        async with ears(redis.url) as (one, two):
            await all_hear((one, two))
            await until(lambda: sum(each["type"] == "pong" for each in words) >= 6)
            assert one.bus.is_hearing  # it has answered all the time
            os.kill(redis.process.pid, signal.SIGSTOP)
            try:
                await until(lambda: not one.bus.is_hearing and not two.bus.is_hearing)
                one.bus.tell("t", {"last": 1})
            finally:
                os.kill(redis.process.pid, signal.SIGCONT)
            await all_hear((one, two))
            one.bus.tell("t", {"last": 2})
            await until(lambda: 2 in two.numbers())

    asyncio.run(work())


def test_closing_says_what_is_left_to_say(redis):
    async def work():
        async with ears(redis.url, 3) as (one, two, three):
            await all_hear((one, two, three))
            one.bus.tell("t", {"last": 1})
            await one.bus.close()
            await until(lambda: two.heard)
            one.bus.tell("t", {"last": 2})  # too late, and no error
            three.bus.tell("t", {"last": 3})
            await until(lambda: 3 in two.numbers())
            assert set(two.numbers()) == {1, 3}

    asyncio.run(work())


def test_closing_does_not_wait_for_a_server_that_is_away(redis, caplog):
    async def work():
        redis.kill()
        async with ears(redis.url) as (one, _):
            one.bus.tell("t", {"last": 1})
            await until(lambda: AWAY in caplog.text)
            async with asyncio.timeout(PATIENCE):
                await one.bus.close()
                await one.bus.close()  # once more does no harm

    asyncio.run(work())


# ------------------------------------------------------------------------------------------------
# Messages that are not in order

STRANGE = [
    b"",
    b"\xff\xfe",
    b"{",
    b"[]",
    b"7",
    b"null",
    b"{}",
    b'{"from": "x", "table": 7, "message": {}}',
    b'{"from": "x", "table": "t", "message": []}',
    b'{"table": "t", "message": {}}',
    b"[" * 10_000,
    b'{"from": "x", "table": "t", "message": {"x": "' + b"x" * 20_000 + b'"}}',
]


def test_messages_of_strangers_are_ignored(redis, caplog):
    async def work():
        async with ears(redis.url) as (one, two), Client.from_url(redis.url) as stranger:
            await all_hear((one, two))
            for data in STRANGE:
                await stranger.publish("azulejos:0", data)
            one.bus.tell("t", {"last": 1})
            await until(lambda: two.heard)
            assert two.numbers() == [1]
            assert two.bus.is_hearing

    asyncio.run(work())
    lines = [line for line in caplog.messages if "a message that is not ours" in line]
    assert len(lines) == 2 * len(STRANGE)
    assert max(map(len, lines)) < 500


def test_who_listens_may_stumble(redis, caplog):
    async def work():
        async with ears(redis.url) as (one, two):
            await two.bus.close()
            stumbled = []

            def stumble(table_id, message):
                stumbled.append(message["last"])
                raise KeyError(table_id)

            await two.bus.open(stumble)
            await all_hear((one, two))
            for number in range(3):
                one.bus.tell("t", {"last": number})
            await until(lambda: stumbled == [0, 1, 2])

    asyncio.run(work())
    assert "a message about t has led to an error" in caplog.text


def deep():
    message = {}
    for _ in range(sys.getrecursionlimit() + 100):
        message = {"x": message}
    return message


@pytest.mark.parametrize("message", [{"x": object()}, {"x": "x" * 20_000}, deep(), [], {(1, 2): 3}])
def test_what_can_not_be_told_is_said_in_the_log(caplog, message):
    one = Redis("redis://localhost")
    one.tell("t", message)
    assert not one._waiting
    assert "a message about t can't be told" in caplog.text


# ------------------------------------------------------------------------------------------------
# Addresses


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis://:secret@example.org:6380/3",
        "rediss://u:p@h:1/0",
        "unix:///tmp/x.sock?db=2",
    ],
)
def test_addresses_of_redis(url):
    check_url(url)
    assert isinstance(open_to(url), Redis)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "localhost:6379",
        "http://secret@localhost",
        "redis://:secret@localhost:port/0",
        "redis://:secret@localhost:99999999/0",
        "redis://:secret@localhost/?socket_timeout=soon",
        "redis://:secret@localhost/?nonsense=secret",
        "redis://[secret",
    ],
)
def test_addresses_that_lead_nowhere(url):
    with pytest.raises(OptionError, match="redis://localhost:6379/0") as refused:
        check_url(url)
    assert "secret" not in str(refused.value)
    with pytest.raises(OptionError):
        open_to(url)


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(OptionError, match=r"install azulejos\[network\]"):
        open_to("redis://localhost")
