"""Do several server processes serve the same tables as one would, whichever of them is killed?"""

import asyncio
import contextlib
import os
import random
import signal
import time

import httpx
import pytest
from tests.servers import is_running, wait_until
from tests.web import crowd
from tests.web.crowd import PATIENCE, House, house

from azulejos import cli
from azulejos.games import GAMES


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture(params=["postgresql", pytest.param("sqlite", marks=pytest.mark.long)])
def url(request):
    return request.getfixturevalue("postgres_url" if request.param == "postgresql" else "sqlite_url")


# ------------------------------------------------------------------------------------------------
# Beginning and ending


@pytest.mark.wide
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--processes", "2"], "2 processes need a Redis server to hear of each other: --events redis://"),
        (["--processes", "2", "--events", "http://x"], "this is no address of a Redis server; one is redis"),
        (["--events", "redis://:geheim@x:y/"], "this is no address of a Redis server"),
        (["--processes", "0"], "--processes is a whole number from 1"),
        (["--database", "postgresql://u:geheim@127.0.0.1:1/x"], "postgresql://u:***@127.0.0.1:1/x: conn"),
        (["--database", "postgresql://u@127.0.0.1:1/x?password=geheim"], "//u@127.0.0.1:1/x: conn"),
        (["--database", "postgresql://u:x@geheim:y@127.0.0.1/x"], "the database …: a database is named"),
        (["--database", "u:geheim@127.0.0.1/x"], "the database …: a database is named"),
        (["--database", "mysql://u:geheim@127.0.0.1/x"], "mysql://u:***@127.0.0.1/x: a database is named"),
    ],
)
def test_what_can_not_be_served(arguments, complaint, sqlite_url, capsys):
    code = cli.main(["serve", "--port", "0", "--database", sqlite_url, *arguments])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
    assert "geheim" not in err


@pytest.mark.wide
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_all_end_together(how, tmp_path, sqlite_url, redis):
    """Streams get a proper end, and nobody stays."""
    opened = House(tmp_path, sqlite_url, redis.url)
    pids = opened.pids()

    async def work():
        dice = random.Random(1)
        async with crowd.client_of(opened.url) as client:
            _, watcher = await crowd.open_table(client, dice, ["person", "person"])
            headers = {"Accept": "text/event-stream"}
            async with client.stream("GET", f"{watcher.url}/events", headers=headers) as stream:
                lines = stream.aiter_lines()
                assert await anext(lines) == "retry: 1000"
                began = time.monotonic()
                code = await asyncio.to_thread(opened.stop, how)
                async for _ in lines:  # it would raise, were it cut off
                    pass
            return code, time.monotonic() - began

    code, took = asyncio.run(work())
    assert code == (130 if how == signal.SIGINT else -signal.SIGTERM)
    assert took < 8
    assert not any(map(is_running, pids))
    assert {line["level"] for line in opened.lines()} == {"INFO"}


@pytest.mark.wide
def test_nobody_works_on_without_whoever_replaces_the_dead(tmp_path, sqlite_url, redis):
    opened = House(tmp_path, sqlite_url, redis.url)
    pids = opened.pids()
    opened.process.kill()
    opened.process.wait(PATIENCE)
    wait_until(lambda: not any(map(is_running, pids)), "a process works on")
    opened.stop()


@pytest.mark.wide
def test_who_dies_is_replaced_and_nobody_notices(tmp_path, sqlite_url, redis):
    with house(tmp_path, sqlite_url, redis.url) as opened:
        first = opened.pids()
        for pid in first:
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda pid=pid: not is_running(pid), "it doesn't die")
            for _ in range(5):
                assert httpx.get(f"{opened.url}/health").status_code == 200
            opened.wait_until_whole()
        assert not set(first) & set(opened.pids())
        messages = [line["message"] for line in opened.lines()]
        assert f"server process {first[0]} has ended: -9" in messages


# ------------------------------------------------------------------------------------------------
# Playing


@pytest.mark.wide
def test_a_table_of_two_processes(url, tmp_path, redis):
    """People whose requests land anywhere, with all the mischief that a network can do."""

    async def work(opened):
        dice = random.Random(2)
        async with crowd.client_of(opened.url) as client:
            people, watcher = await crowd.open_table(client, dice, ["person", "person"], mischief=0.5)
            everybody = [*people, watcher]
            end = time.monotonic() + 4
            async with crowd.following(everybody):
                await asyncio.gather(*(person.play(lambda: time.monotonic() > end) for person in people))
                await crowd.agree(everybody)
        assert all(len(person.acknowledged) > 5 for person in people)
        assert not any(person.answers for person in people)  # nobody was refused, not even once
        crowd.check_log(url, people)
        path = f"/api/tables/{watcher.table}/turns"
        assert opened.served(path) == set(opened.pids())

    with house(tmp_path, url, redis.url) as opened:
        asyncio.run(work(opened))


@pytest.mark.wide
def test_who_is_here_is_known_everywhere(tmp_path, sqlite_url, redis):
    """Whichever process somebody follows a table through, and whichever is asked."""

    async def work(opened):
        async with crowd.client_of(opened.url) as client:
            people, watcher = await crowd.open_table(client, random.Random(9), ["person", "person"])

            async def are_told(here, watching):
                async with asyncio.timeout(PATIENCE):
                    told = [None]
                    while any(each != (here, watching) for each in told):
                        await asyncio.sleep(0.1)
                        states = [await watcher.state() for _ in range(8)]
                        told = [(state["here"], state["watching"]) for state in states]

            async with crowd.watched_everywhere(opened, client, watcher.table) as watchers:
                await are_told([], len(watchers))
                async with crowd.following(people):
                    await are_told([0, 1], len(watchers))
                await are_told([], len(watchers))
            await are_told([], 0)

    with house(tmp_path, sqlite_url, redis.url) as opened:
        asyncio.run(work(opened))


async def chosen(person):
    """One choice of somebody whose turn it is; the number of the last entry then."""
    await person.choose(await person.state())
    return person.known


async def who_is_asked(people):
    for person in people:
        if (await person.state())["is_mine"]:
            return person
    raise AssertionError("nobody is asked")


@pytest.mark.wide
def test_without_redis_all_that_is_lost_is_time(postgres_url, tmp_path, redis):
    async def work(opened):
        dice = random.Random(3)
        async with crowd.client_of(opened.url) as client:
            people, watcher = await crowd.open_table(client, dice, ["person", "person"])
            async with crowd.watched_everywhere(opened, client, watcher.table) as watchers:
                for is_there in (True, False, True):
                    if is_there:
                        await asyncio.to_thread(redis.start)
                    else:
                        await asyncio.to_thread(redis.kill)
                    for _ in range(2):
                        last = await chosen(await who_is_asked(people))
                        for one in watchers:
                            await one.hears(last, 10)
                        # Who has heard nothing, and asks for nothing, is told no old stories for long.
                        silent = crowd.Visitor(client, watcher.table)
                        await asyncio.sleep(0 if is_there else 2.2)
                        for _ in range(4):
                            silent.known = 0
                            assert (await silent.state())["last"] == last or is_there
                await crowd.agree(watchers)
        assert not any(person.answers for person in people)
        crowd.check_log(postgres_url, people)

    with house(tmp_path, postgres_url, redis.url) as opened:
        asyncio.run(work(opened))


@pytest.mark.wide
@pytest.mark.parametrize("is_known", [True, False])
def test_a_bot_whose_process_has_died_is_played_by_another(is_known, tmp_path, sqlite_url, redis):
    """At once, when somebody asks a process that didn't know the table; else when it becomes late."""

    async def work(opened):
        dice = random.Random(4)
        async with crowd.client_of(opened.url) as client, crowd.client_of(opened.url, stays=True) as stays:
            (person,), watcher = await crowd.open_table(stays, dice, ["person", "greedy-1"], first="seat-1")
            async with contextlib.AsyncExitStack() as stack:
                if is_known:
                    others = await stack.enter_async_context(
                        crowd.watched_everywhere(opened, client, watcher.table)
                    )
                state = await person.state()
                while state["is_mine"]:
                    number = state["turn_number"]
                    await person.choose(state)
                    state = await person.state()
                (pid,) = opened.served(f"{person.url}/turns")
                os.kill(pid, signal.SIGKILL)
                began = time.monotonic()
                while not (state := await person.state())["is_mine"]:
                    assert time.monotonic() < began + PATIENCE, "the bot does not play"
                    await asyncio.sleep(0.2)
                assert state["turn_number"] == number + 2
                if is_known:
                    await crowd.agree(others)
        crowd.check_log(sqlite_url, [person])

    with house(tmp_path, sqlite_url, redis.url) as opened:
        asyncio.run(work(opened))


@pytest.mark.wide
def test_who_was_renewed_elsewhere(tmp_path, sqlite_url, redis):
    """An old secret opens nothing, at no process, as soon as the new one is there, even without Redis."""

    async def work(opened):
        dice = random.Random(5)
        async with crowd.client_of(opened.url) as client:
            people, _ = await crowd.open_table(client, dice, ["person", "person"])
            person = await who_is_asked(people)
            for _ in range(8):  # all processes know the table
                await person.state()
            await asyncio.to_thread(redis.kill)
            state = await person.state()
            old = dict(person.headers)
            answer = await person.ask("POST", f"/seats/{person.seat}/renew")
            person.headers = {"Cookie": f"azulejos_seats={person.seat}.{answer.json()['secret']}"}
            for _ in range(8):
                assert (await person.ask("GET")).json()["held"] == [person.seat]
            thief = crowd.Person(client, person.table, person.seat, "", dice)
            thief.headers = old
            body = {"after": state["last"], "choices": [state["legal"][0]["choice"]]}
            for number in range(8):
                for path in (f"/seats/{person.seat}/renew", f"/seats/{person.seat}/token", "/turns"):
                    refused = await thief.ask("POST", path, json=body | {"key": f"thief-{number:03}"})
                    assert refused.status_code == 403, refused.text
            client.cookies.clear()
            await person.choose(await person.state())

    with house(tmp_path, sqlite_url, redis.url) as opened:
        asyncio.run(work(opened))


# ------------------------------------------------------------------------------------------------
# Losing processes, PostgreSQL and Redis


@pytest.mark.wide
def test_postgresql_away(tmp_path, postgres, postgres_url, redis):
    """It is said clearly; what is known can still be read; with the same key it is done once."""

    async def work(opened):
        dice = random.Random(6)
        async with crowd.client_of(opened.url) as client:
            people, watcher = await crowd.open_table(client, dice, ["person", "person"])
            person = await who_is_asked(people)
            state = await person.state()
            while opened.served(f"/api/tables/{watcher.table}") != set(opened.pids()):
                state = await person.state()  # all processes know the table
            await asyncio.to_thread(postgres.kill)
            body = {"after": state["last"], "key": "the-same-key", "choices": [state["legal"][0]["choice"]]}
            for _ in range(4):
                answer = await person.ask_once("POST", "/turns", json=body)
                assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
                assert answer.json()["error"] in (
                    "this could not be saved; nothing was changed",
                    "it is not known whether this was saved; try again",
                )
                answer = await person.ask_once("GET")
                assert (answer.status_code, answer.json()["last"]) == (200, state["last"])
            missing = await client.get("/api/tables/not-in-memory")
            assert missing.status_code == 503
            assert missing.json()["error"] == "the tables can't be read now; try again in a moment"
            await asyncio.to_thread(postgres.start)
            answer = await person.once(body)
            assert answer.status_code == 200, answer.text
            person.acknowledge(body, answer.json())
            again = await person.once(body)
            assert again.json()["last"] == answer.json()["last"]
        crowd.check_log(postgres_url, people)

    with house(tmp_path, postgres_url, redis.url) as opened:
        asyncio.run(work(opened))
        assert "Traceback" not in opened.log.read_text()


@pytest.mark.wide
def test_processes_that_end_while_postgresql_hangs(tmp_path, postgres, postgres_url, redis):
    """They don't wait for it for ever. Who asks is told to ask again, and that is no error of ours."""
    wanted = {"game": "chocolatier", "seats": [{"name": "Ala"}, {"name": "Bo"}]}

    async def work(opened):
        async with crowd.client_of(opened.url) as client:
            assert (await client.post("/api/tables", json=wanted)).status_code == 201
            with postgres.frozen():
                paths = ["/api/tables/not-in-memory", "/tables/not-in-memory", "/api/lobby", "/api/export"]
                asked = [client.get(path) for path in paths] + [client.post("/api/tables", json=wanted)]
                answers = asyncio.gather(*asked)
                await asyncio.sleep(1)
                for pid in opened.pids():
                    os.kill(pid, signal.SIGTERM)
                return await answers

    with house(tmp_path, postgres_url, redis.url) as opened:
        answers = asyncio.run(work(opened))
        assert {(answer.status_code, answer.headers["Retry-After"]) for answer in answers} == {(503, "1")}
        assert "Traceback" not in opened.log.read_text()
        opened.wait_until_whole()


class Chaos:
    """Kills one server process after the other, and now and then PostgreSQL or Redis."""

    def __init__(self, opened, dice, postgres, redis):
        self.opened, self.dice, self.postgres, self.redis = opened, dice, postgres, redis
        self.kills = {"process": 0, "postgres": 0, "redis": 0}

    async def go_on(self, kills, least, pause):
        """Until so many processes have been killed, and the others so often."""
        others = [name for name in ("postgres", "redis") for _ in range(least)]
        self.dice.shuffle(others)
        for number in range(kills):
            await asyncio.sleep(self.dice.uniform(0, pause))
            await asyncio.to_thread(self.kill_process)
            for name in others[number::kills]:
                await self.kill_server(name)

    def kill_process(self):
        wait_until(lambda: len(self.opened.pids()) == self.opened.processes, "nobody was replaced")
        pids = self.opened.pids()  # the one that is there for the longest time, then the newest
        os.kill(pids[0] if self.kills["process"] % 2 == 0 else pids[-1], signal.SIGKILL)
        self.kills["process"] += 1

    async def kill_server(self, name):
        server = getattr(self, name)
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(self.dice.uniform(0, 1.5))
        await asyncio.to_thread(server.start)
        self.kills[name] += 1


KINDS = (["person", "person"], ["person", "greedy-1"], ["person", "person", "random"])


async def open_one_of_many(client, dice, number, games):
    """Games, and who plays them, by turns."""
    game, players = games[number % len(games)], KINDS[number % len(KINDS)]
    most = GAMES[game].players[1]
    return await crowd.open_table(client, dice, players[:most], mischief=0.2, game=game)


def survive(folder, postgres, url, redis, seed, tables, kills, least, pause, games):
    """Play at so many tables while everything is killed; at the end everybody agrees."""
    dice = random.Random(seed)

    async def work(opened):
        async with crowd.client_of(opened.url) as client:
            sat = [await open_one_of_many(client, dice, number, games) for number in range(tables)]
            everybody = [one for people, watcher in sat for one in (*people, watcher)]
            chaos = Chaos(opened, dice, postgres, redis)
            async with crowd.following(everybody):
                killing = asyncio.create_task(chaos.go_on(kills, least, pause))
                playing = [person.play(killing.done) for people, _ in sat for person in people]
                await asyncio.gather(killing, *playing)
                for people, watcher in sat:
                    await crowd.agree([*people, watcher])
            return sat, chaos

    with house(folder, url, redis.url) as opened:
        sat, chaos = asyncio.run(work(opened))
    for people, _ in sat:
        crowd.check_log(url, people)
    return sat, chaos


def check_survivors(sat, chaos, kills, least):
    assert chaos.kills == {"process": kills, "postgres": least, "redis": least}
    everybody = [one for people, watcher in sat for one in (*people, watcher)]
    assert sum(one.reconnected for one in everybody) > 0
    statuses = {answer for one in everybody for answer in one.answers if isinstance(answer, int)}
    assert statuses <= {503}  # nobody was told anything but to try again


@pytest.mark.wide
def test_four_kills(tmp_path, postgres, postgres_url, redis):
    began = time.monotonic()
    sat, chaos = survive(
        tmp_path,
        postgres,
        postgres_url,
        redis,
        seed=7,
        tables=3,
        kills=4,
        least=1,
        pause=0.5,
        games=["chocolatier"],
    )
    check_survivors(sat, chaos, kills=4, least=1)
    assert sum(len(person.acknowledged) for people, _ in sat for person in people) > 20
    assert time.monotonic() - began < 120


@pytest.mark.long
def test_fifty_kills_at_twenty_tables(tmp_path, postgres, postgres_url, redis):
    sat, chaos = survive(
        tmp_path,
        postgres,
        postgres_url,
        redis,
        seed=8,
        tables=20,
        kills=50,
        least=10,
        pause=2.0,
        games=list(GAMES),
    )
    check_survivors(sat, chaos, kills=50, least=10)
