"""Do bots think outside the server, within limits, and does the table go on whatever happens to them?"""

import asyncio
import contextlib
import json
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from tests.arena import odd_jobs
from tests.house import PATIENCE, Running, is_for_a_person
from tests.plainly import plainly

import azulejos as az
from azulejos import bots, games
from azulejos.bots import comparing, strength, thinking
from azulejos.core import ready
from azulejos.web import advice, limits
from azulejos.workers import jobs
from azulejos.workers import pool as workers
from azulejos.workers.apart import Apart
from azulejos.workers.pool import Failed, Pool

GRACE = 0.5
needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")


def with_pool(work, **wishes):
    """Let a coroutine use a pool; no worker is left."""

    async def run():
        pool = Pool(**{"processes": 1, "grace": GRACE, **wishes})
        try:
            return await work(pool)
        finally:
            started = [worker.process.pid for worker in pool.workers]
            await pool.close()
            assert not any(map(is_alive, started))

    return asyncio.run(run())


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


# ------------------------------------------------------------------------------------------------
# The pool


def test_a_worker_does_one_job_after_the_other():
    async def work(pool):
        assert pool.workers == set()  # nothing is started before it is needed
        assert [await pool.ask(odd_jobs.double, n) for n in range(3)] == [0, 2, 4]
        assert await pool.ask(odd_jobs.print_a_lot) == "answered"
        first, second = [await pool.ask(odd_jobs.process) for _ in range(2)]
        assert first == second != os.getpid()

    with_pool(work)


def test_several_work_at_once_and_no_more_than_were_allowed():
    async def work(pool):
        answers = await asyncio.gather(*(pool.ask(odd_jobs.double, n) for n in range(8)))
        assert answers == [2 * n for n in range(8)]
        assert len(pool.workers) == 2

    with_pool(work, processes=2, grace=20)


def test_what_a_job_reports_is_heard():
    async def work(pool):
        heard = []
        assert await pool.ask(odd_jobs.count_up, 3, heard=lambda *report: heard.append(report)) == 3
        assert heard == [(1, 3), (2, 3), (3, 3)]

    with_pool(work)


@pytest.mark.parametrize("job", [odd_jobs.die, odd_jobs.raise_something, odd_jobs.hang_hard])
def test_a_worker_that_fails_is_replaced(job, caplog):
    async def work(pool):
        with pytest.raises(Failed):
            await pool.ask(job)
        assert pool.workers == set()
        assert await pool.ask(odd_jobs.double, 4) == 8

    with_pool(work)
    assert caplog.text.count(f"a worker was replaced that did {job.__name__}") == workers.ATTEMPTS


def test_a_job_is_tried_once_more(tmp_path):
    async def work(pool):
        assert await pool.ask(odd_jobs.die_once, str(tmp_path / "marker"), 5) == 10

    with_pool(work)


def test_a_worker_that_died_idle_is_replaced():
    async def work(pool):
        pid = await pool.ask(odd_jobs.process)
        (worker,) = pool.workers
        os.kill(pid, signal.SIGKILL)
        await worker.process.wait()
        assert await pool.ask(odd_jobs.process) != pid

    with_pool(work)


@needs_limits
def test_memory_is_refused():
    async def work(pool):
        with pytest.raises(Failed, match=r"MemoryError|died"):
            await pool.ask(odd_jobs.eat_memory)
        assert await pool.ask(odd_jobs.double, 4) == 8

    with_pool(work, grace=10)


def test_a_job_that_nobody_waits_for_any_more_is_ended():
    async def work(pool):
        task = asyncio.create_task(pool.ask(odd_jobs.hang, seconds=60))
        while not pool.workers:
            await asyncio.sleep(0.01)
        (worker,) = pool.workers
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not is_alive(worker.process.pid)
        assert await pool.ask(odd_jobs.double, 4) == 8

    with_pool(work)


# ------------------------------------------------------------------------------------------------
# What was uploaded


@pytest.mark.parametrize("is_read", [True, False])
def test_of_what_was_read_a_worker_looks_at_every_index(is_read):
    """The question says so, and the position that is made of it is played by such doors."""
    game = az.Game("duel", first=0)
    position = plainly(game.start, seed=1)
    if is_read:
        position = plainly(game.position, position.to_dict())
    question = jobs.Question.of(position, position.turn)
    asked = pickle.loads(pickle.dumps(question)).position()
    assert asked.is_checked is is_read
    with ready.now():
        assert asked._doors is games.doors("duel", checked=is_read)


@pytest.mark.parametrize("is_read", [True, False])
def test_bots_look_at_every_index_of_what_was_read(monkeypatch, is_read):
    """The search and the simple bot, which here are asked for and not compiled."""
    wanted = []

    def searching(game, compiled, checked=False):
        wanted.append(checked)
        return search_of(game, False)

    def greedy(game, compiled, checked):
        wanted.append(checked)
        return SimpleNamespace(compiled=compiled, best_choice=lambda *arguments: position.legal[0])

    search_of = thinking.search_of
    monkeypatch.setattr(thinking, "search_of", searching)
    monkeypatch.setattr(bots, "_specialised", greedy)
    game = az.Game("duel", first=0)
    position = plainly(game.start, seed=1)
    if is_read:
        position = plainly(game.position, position.to_dict())
    thinker = thinking.Thinker("duel", seed=1, memory=2**20)
    thinker.think(position, position.turn, simulations=1)
    assert wanted[-1] is is_read
    bots.Greedy1().choose(position, position.turn)
    assert wanted[-1] is is_read


# ------------------------------------------------------------------------------------------------
# Tables


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('workers') / 'tables.db'}")
    yield started
    started.stop()


def pool_of(running):
    return running.app.state.players.pool


def needs_search(game="chocolatier"):
    if not thinking.is_ready(game):
        thinking.prepare(game)


SLOWLY = [pytest.param(kind, marks=pytest.mark.wide) for kind in ("hang", "memory")]


@pytest.mark.parametrize("kind", ["kill", "raise", *SLOWLY])
def test_the_table_goes_on_whatever_happens_to_a_bot(running, monkeypatch, kind):
    """It hangs, dies, wants too much memory or raises: a simple bot plays for it."""
    if kind == "memory" and sys.platform != "linux":
        pytest.skip("memory is limited on Linux only")
    job = {
        "kill": odd_jobs.die,
        "hang": odd_jobs.hang,
        "memory": odd_jobs.eat_memory,
        "raise": odd_jobs.raise_something,
    }[kind]
    monkeypatch.setattr(pool_of(running), "_grace", 10.0 if kind == "memory" else GRACE)
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "bot_turn", job)
        table = running.open("random", "person", first="seat-1")
        assert table.wait(is_for_a_person)["turn"] == 1
    monkeypatch.undo()
    state = table.state()
    assert table.play(state["last"], *table.turn(random.Random(1))).status_code == 200
    assert table.wait(is_for_a_person)["turn"] == 1


def test_a_bot_that_is_killed_in_mid_thought_thinks_again(running):
    needs_search()
    table = running.open("master", "person", first="seat-1")
    pool, end = pool_of(running), time.monotonic() + PATIENCE
    while not (thinking_ones := [each for each in pool.workers if each not in pool._idle]):
        assert time.monotonic() < end
        time.sleep(0.01)
    for worker in thinking_ones:
        os.kill(worker.process.pid, signal.SIGKILL)
    assert table.wait(is_for_a_person)["turn"] == 1
    assert all(worker not in thinking_ones for worker in pool_of(running).workers)


@pytest.mark.parametrize("player", strength.levels())
def test_every_level_plays_at_a_table(running, player):
    table = running.open(player, "person", first="seat-1")
    assert table.wait(is_for_a_person)["turn"] == 1


# ------------------------------------------------------------------------------------------------
# No worker outlives the server


class Served:
    """A server in a process of its own, with a bot that thinks."""

    def __init__(self, folder):
        database = f"sqlite:///{folder / 'tables.db'}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--database", database],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.url = re.search(r"http://\S+:\d+", self.process.stdout.readline())[0]
        seats = [{"name": name, "player": "master"} for name in ("A", "B")]
        wanted = {"game": "chocolatier", "seats": seats}
        assert httpx.post(f"{self.url}/api/tables", json=wanted).status_code == 201

    def workers(self):
        """Its children that work."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                command = (stat.parent / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == self.process.pid and b"pool.serve" in command:
                found.append(int(stat.parent.name))
        return found

    def wait_for_workers(self):
        end = time.monotonic() + PATIENCE
        while not (found := self.workers()):
            assert time.monotonic() < end
            time.sleep(0.02)
        return found


@pytest.mark.wide
@needs_proc
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_the_server(tmp_path, end):
    needs_search()
    served = Served(tmp_path)
    try:
        found = served.wait_for_workers()
        time.sleep(0.5)
        found = [*found, *served.workers()]
        served.process.send_signal(end)
        served.process.wait(PATIENCE)
        until = time.monotonic() + 5
        while any(map(is_alive, found)):
            assert time.monotonic() < until, "a worker lingers"
            time.sleep(0.02)
    finally:
        served.process.kill()
        served.process.wait()
        served.process.stdout.close()


# ------------------------------------------------------------------------------------------------
# Advice


def test_a_hint_has_values(running):
    needs_search()
    table = running.open("person", "person", first="seat-1")
    hint = table.get("/hint", simulations=500).json()
    assert 0 < hint["worth"] < 1
    assert hint["simulations"] == 500
    assert hint == table.get("/hint", simulations=500).json()
    assert table.post("/preview", {"choices": hint["turn"]}).json()["is_whole"]


def test_a_hint_without_a_search(running, monkeypatch):
    """Whatever is wrong with the search, there is a hint."""
    table = running.open("person", "person", first="seat-1")
    monkeypatch.setattr(pool_of(running), "_grace", GRACE)
    monkeypatch.setattr(jobs, "hint", odd_jobs.die)
    hint = table.get("/hint").json()
    assert (hint["worth"], hint["simulations"]) == (None, 0)
    assert table.post("/preview", {"choices": hint["turn"]}).json()["is_whole"]


@pytest.mark.parametrize("game", ["chocolatier", "pavilion", "duel", "garden"])
def test_alternatives(running, game):
    """To the present turn, and to one that was played."""
    needs_search(game)
    table = running.open("person", "random", game=game, first="seat-1")
    at = len(table.wait(is_for_a_person)["told"])
    now = table.get("/alternatives", at=at, simulations=300).json()
    assert (now["at"], now["seat"], now["simulations"]) == (at, 0, 300)
    assert 1 < len(now["alternatives"]) <= comparing.LISTED
    assert not any(turn["is_played"] for turn in now["alternatives"])
    assert all(0 <= turn["worth"] <= 1 and turn["words"] for turn in now["alternatives"])
    for turn in now["alternatives"]:
        assert table.post("/preview", {"choices": turn["turn"]}).json()["is_whole"]
    played = now["alternatives"][-1]["turn"]
    assert table.play(table.last(), *played).status_code == 200
    state = table.wait(is_for_a_person)
    assert state["turn_at"] == at
    then = table.get("/alternatives", at=at, simulations=300, language="pl").json()
    assert [turn["turn"] for turn in then["alternatives"] if turn["is_played"]] == [played]
    listed = [sorted(turn["turn"] for turn in each["alternatives"]) for each in (now, then)]
    assert listed[0] == listed[1]


def test_whose_turns_can_be_looked_back_at(running):
    needs_search()
    table = running.open("random", "person", first="seat-1")
    state = table.wait(is_for_a_person)
    begun = next(at for at, step in enumerate(state["told"]) if step["seat"] == 0)
    for at, complaint in (
        (begun, "as long as the game goes on, you can look at your own turns only"),
        (1, "nobody was asked there"),
    ):
        answer = table.get("/alternatives", at=at)
        assert answer.status_code == 422
        assert complaint in answer.json()["error"]
    assert state["turn_at"] is None
    assert table.get("/alternatives", at=10**5).status_code == 422 or state["is_person"]
    assert table.get("/alternatives").status_code == 422


def finished(running):
    position = az.Game("chocolatier", first=0).start(seed=1, names=["Ala", "random"])
    while not position.over:
        position.play(position.choices()[0])
    answer = running.client.post("/api/records", content=position.record().to_text())
    return answer.json()["table"], position


def test_when_the_game_is_over_every_turn_can_be_looked_back_at(running):
    needs_search()
    table, position = finished(running)
    record = position.record()
    seats = {}
    for at, before in enumerate(record.positions()):
        if before.turn is not None and before.turn >= 0 and before.step == 0:
            seats.setdefault(before.turn, at)
    for seat, at in seats.items():
        answer = running.client.get(f"/api/tables/{table}/alternatives", params={"at": at, "simulations": 50})
        assert answer.json()["seat"] == seat
        assert sum(turn["is_played"] for turn in answer.json()["alternatives"]) == 1
        shown = running.client.get(f"/api/tables/{table}/at/{at + 1}", params={"draw": False}).json()
        assert shown["turn_at"] == at


def test_a_search_that_is_not_there_yet(running, monkeypatch):
    table = running.open("person", "person", first="seat-1")
    monkeypatch.setattr(jobs, "alternatives", odd_jobs.double)  # it has no such arguments
    monkeypatch.setattr(pool_of(running), "_grace", 5.0)
    answer = table.get("/alternatives", at=len(table.state()["told"]))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json() == {"error": "the search gave no answer; try again later"}


def test_one_piece_of_advice_at_a_time(running, monkeypatch):
    """The second who asks at a table, and those who find too many waiting, are told so."""
    table = running.open("person", "person", first="seat-1")
    adviser = running.app.state.adviser
    adviser._busy.add(table.table)
    try:
        answer = table.get("/hint")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
        assert "wait a moment" in answer.json()["error"]
    finally:
        adviser._busy.discard(table.table)
    monkeypatch.setattr(pool_of(running), "waiting", advice.WAITING_MAX)
    answer = table.get("/hint", language="pl")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json()["error"] == "zbyt wiele osób prosi naraz o radę; spróbuj za chwilę"


def test_reading_is_limited_like_writing(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "_buckets", limits.OrderedDict())
    monkeypatch.setattr(limits, "BURST", 3 / limits.SEAT_SHARE)
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}", rate=0.01)
    try:
        table = running.open("person", "person")
        asked = [table.get("/review").status_code for _ in range(4)]
        assert asked == [422, 422, 422, 429]
        stream = {"Accept": "text/event-stream"}
        assert [table.get(path).status_code for path in ("", "/events", "/positions")] == [429] * 3
        assert running.client.get(f"{table.url}/hint", headers=stream).status_code == 429
    finally:
        running.stop()


@pytest.mark.wide
def test_a_review(running):
    """Begun by the first who asks; told how far it is; then there for everybody."""
    table, _ = finished(running)
    url, end = f"/api/tables/{table}/review", time.monotonic() + PATIENCE
    while not (found := running.client.get(url).json())["is_ready"]:
        assert set(found) == {"is_ready", "done", "of"}
        assert time.monotonic() < end
        time.sleep(0.02)
    assert found["picture"].startswith("<svg")
    assert len(found["turns"]) > 10
    assert {turn["name"] for turn in found["turns"]} == {"Ala", "random"}
    assert all(turn["words"].startswith("Take") and turn["lost"] >= 0 for turn in found["turns"])
    assert running.client.get(url).json() == found
    assert 'id="review"' in running.client.get(f"/tables/{table}").text


def test_a_review_that_fails(running, monkeypatch):
    monkeypatch.setattr(running.app.state.adviser, "review_job", odd_jobs.raise_something)
    table, _ = finished(running)
    url, end = f"/api/tables/{table}/review", time.monotonic() + PATIENCE
    while (answer := running.client.get(url)).status_code == 200:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert (answer.status_code, answer.json()["error"]) == (
        503,
        "the search gave no answer; try again later",
    )


def test_no_review_before_the_end(running):
    answer = running.open("person", "person").get("/review")
    assert (answer.status_code, answer.json()["error"]) == (422, "a game can be reviewed when it is over")


# ------------------------------------------------------------------------------------------------
# Strength


def test_strength_is_shown_where_it_was_measured(running, monkeypatch):
    measured = {
        "chocolatier": {"hard": {"against": "greedy-1", "share": 0.871, "games": 60, "seconds": 0.05}}
    }
    assert json.loads((Path(strength.__file__).parent / "strength.json").read_text()).keys() == set(
        games.GAMES
    )
    monkeypatch.setattr(strength, "_measured", lambda: measured)
    page = running.client.get("/bots").text
    assert "Duarte <small>hard</small></td><td>greedy-1</td><td>87 %</td><td>60</td>" in page
    assert page.count("not measured yet") == len(games.GAMES) * len(strength.levels()) - 1
    listed = running.client.get("/api/games").json()[0]["strength"]
    assert listed == {"hard": measured["chocolatier"]["hard"] | {"older": False}}
    measured["chocolatier"]["hard"]["older"] = True
    assert "<td>87 %<small> · an older version</small></td>" in running.client.get("/bots").text


# ------------------------------------------------------------------------------------------------
# At a keyboard


def test_bots_at_a_keyboard_think_apart():
    """In one process for all of them; if it is killed, the table goes on; at the end it is gone."""
    position = plainly(az.Game("chocolatier").start, seed=3)
    killed = []
    with contextlib.closing(Apart()) as apart:
        bots = [apart.bot("greedy-1"), apart.bot("random")]
        while not position.over:
            position.play(bots[position.turn].choose(position, position.turn))
            if position.round > len(killed) and len(killed) < 2:
                (worker,) = apart._pool.workers
                os.kill(worker.process.pid, signal.SIGKILL)
                killed.append(worker.process.pid)
        (last,) = apart._pool.workers
    assert len({*killed, last.process.pid}) == 3
    assert not last.is_alive


def test_a_bot_at_a_keyboard_that_fails_is_stood_in_for(caplog):
    """There is no room to think in: `greedy-1` plays here."""
    position = plainly(az.Game("chocolatier").start, seed=3)
    with contextlib.closing(Apart(memory=2**20)) as apart:
        choice = apart.bot("hard").choose(position, position.turn)
    assert position.is_legal(choice)
    assert "greedy-1 plays for hard" in caplog.text


def test_a_turn_at_a_keyboard_that_was_taken_back_is_thought_about_again():
    """What is left of an old turn is not played in a new one."""
    position = plainly(az.Game("chocolatier").start, seed=3)
    with contextlib.closing(Apart()) as apart:
        player, seat = apart.bot("greedy-1"), position.turn
        first = player.choose(position, seat)
        again = player.choose(position, seat)
        assert again == first
        position.play(first)
        assert position.is_legal(player.choose(position, seat))
