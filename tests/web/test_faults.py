"""Does a table stay whole, and say clearly what is wrong, when the disk is full?"""

import asyncio
import contextlib
import random
import resource
import sys

import pytest
from tests.web import crowd
from tests.web.crowd import house

PATIENCE = 60  # seconds
FULL = "there is no room left on the server's disk; nothing was changed"
UNSURE = "it is not known whether this was saved; try again"


async def fill(people):
    """Play until it can't be saved; who wanted to, what, and the answer."""
    for _ in range(2000):
        for person in people:
            state = await person.state()
            if not state["is_mine"]:
                continue
            body = {"after": state["last"], "key": f"key-{state['last']:08}"}
            body["choices"] = [person.dice.choice(state["legal"])["choice"]]
            answer = await person.ask_once("POST", "/turns", json=body)
            if answer.status_code != 200:
                return person, body, answer
            person.acknowledge(body, answer.json())
            assert not answer.json()["over"], "the disk is too large"
    raise AssertionError("the disk is too large")


async def play_on(client, people, watcher, make_room, complaint):
    """The table is full, still reads, and goes on when there is room."""
    person, body, answer = await fill(people)
    for _ in range(3):
        assert answer.status_code == 503
        assert answer.json()["error"] == complaint
        state = await watcher.state()
        assert state["last"] == body["after"]
        record = await client.get(f"{watcher.url}/record")
        assert record.status_code == 200
        answer = await person.ask_once("POST", "/turns", json=body)
    make_room()
    answer = await person.once(body)
    assert answer.status_code == 200, answer.text
    person.acknowledge(body, answer.json())
    for _ in range(6):
        for each in people:
            if (state := await each.state())["is_mine"]:
                await each.choose(state)
    await crowd.agree_without_streams([*people, watcher])


def test_a_full_disk(tmp_path, small_disk):
    database = f"sqlite:///{small_disk / 'tables.db'}"
    ballast = small_disk / "ballast"

    async def work(opened):
        async with crowd.client_of(opened.url) as client:
            people, watcher = await crowd.open_table(client, random.Random(1), ["person", "person"])
            with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            await play_on(client, people, watcher, ballast.unlink, FULL)
        crowd.check_log(database, people)

    with house(tmp_path, database, processes=1) as opened:
        asyncio.run(work(opened))


@pytest.mark.skipif(sys.platform != "linux", reason="limits another process")
def test_files_that_may_not_grow(tmp_path):
    """As on a disk with quotas: SQLite only says that something went wrong while it was written."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"

    async def work(opened):
        def limit(most):
            resource.prlimit(opened.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

        async with crowd.client_of(opened.url) as client:
            people, watcher = await crowd.open_table(client, random.Random(2), ["person", "person"])
            limit((tmp_path / "tables.db-wal").stat().st_size + 20_000)
            await play_on(client, people, watcher, lambda: limit(resource.RLIM_INFINITY), UNSURE)
        crowd.check_log(database, people)

    with house(tmp_path, database, processes=1) as opened:
        asyncio.run(work(opened))
