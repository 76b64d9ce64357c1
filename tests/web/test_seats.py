"""Who may do what at a table? Links, cookies, tokens, names, bots at people's seats, taking back."""

import asyncio
import base64
import contextlib
import json
import logging
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from fastapi import Request, Response
from tests.house import NAMES, PATIENCE, Browser, Friends, Running, new_key, refused
from tests.kits.kit import at_plain
from tests.plainly import plainly

import azulejos as az
from azulejos.store import Entry
from azulejos.tables import entries, keys
from azulejos.tables.live import Tables
from azulejos.tables.table import Seat, Table, Wish
from azulejos.web import asking
from azulejos.web.app import create_app
from azulejos.workers import jobs
from azulejos.workers.pool import Pool

NOT_YOURS = "this seat is not yours; its link opens it"
CLOSED_LINK = "this link does not open the seat any more; ask for a new one"
NOBODY_ASKS = "nobody asks you whether something may be taken back"
AT_THE_STACK = (  # of Duel: seat-1 draws dome tiles, two of which seat-2 knows
    "duel 2 4.1 acting:1 factories=b3k//* stack=0,gw2,hw2,is1 "
    "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0,jw0::::0"
)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('seats') / 'tables.db'}")
    yield started
    started.stop()


@pytest.fixture
def friends(running):
    """Who may ask the search, and try out elsewhere how it goes on: see test_fair.py."""
    return Friends(running, advice=True).all_come()


@pytest.fixture
def three(running):
    return Friends(running, ("person",) * 3).all_come()


# ------------------------------------------------------------------------------------------------
# Secrets


def test_secrets_are_long_and_never_the_same():
    made = {keys.new_secret() for _ in range(200)}
    assert len(made) == 200
    for secret in made:
        assert len(base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4))) * 8 >= 128
        assert asking.HELD.fullmatch(f"0.{secret}")
    assert keys.fits(secret, keys.hash_of(secret))
    assert not keys.fits(secret, None)
    assert not keys.fits(secret, secret)
    assert not keys.fits("", keys.hash_of(secret))


def test_every_seat_of_a_person_has_a_secret_of_its_own(running):
    friends = Friends(running, ("person", "random", "person"))
    assert sorted(friends.secrets) == [0, 2]
    assert len(set(friends.secrets.values())) == 2
    assert set(friends.opened) == {"table", "last", "secrets"}


def test_only_hashes_are_kept(tmp_path):
    """No secret is anywhere in the files of the database, whatever was done with it."""
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}")
    try:
        friends = Friends(running, public=True, advice=True)
        secrets = list(friends.secrets.values())
        friends[0].open(0, secrets[0])
        friends[0].turn()
        secrets.append(friends[0].post("/seats/0/renew").json()["secret"])
        secrets.append(friends[0].post("/seats/0/token").json()["token"])
        secrets.append(friends[1].post("/seats/1/join", {"name": "Eve"}).json()["secret"])
        secrets += friends[0].post("/branch", count=3).json()["secrets"].values()
        refused(friends.spectator().open(0, secrets[0]), 403, CLOSED_LINK)
        hashes = [entry.body["hash"] for entry in friends.log() if entry.kind in ("key", "token")]
        hashes = {found for found in hashes if found}
    finally:
        running.stop()
    content = b"".join(file.read_bytes() for file in sorted(tmp_path.glob("tables.db*")))
    assert len(set(secrets)) == 7
    assert not [secret for secret in secrets if secret.encode() in content]
    assert len(hashes) == 5
    assert all(re.fullmatch("[0-9a-f]{64}", found) and found.encode() in content for found in hashes)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_flags_of_a_cookie(scheme):
    scope = {"type": "http", "scheme": scheme, "path": "/", "headers": [], "server": ("x", 80)}
    response = Response()
    asking.keep_in_cookie(Request(scope), response, "thetable", {1: "b" * 32, 0: "a" * 32})
    value, *flags = response.headers["set-cookie"].split("; ")
    assert value.strip('"') == f"azulejos_seats=0.{'a' * 32}~1.{'b' * 32}"
    assert {flag.lower() for flag in flags} == {
        *("httponly", "samesite=strict", "path=/api/tables/thetable", f"max-age={asking.YEAR}"),
        *(["secure"] if scheme == "https" else []),
    }


def test_every_cookie_has_its_flags(running):
    friends = Friends(running, public=True, advice=True)
    given = [
        friends.answer,
        friends[0].open(0, friends.secrets[0]),
        friends[0].post("/seats/0/renew"),
        friends[1].post("/seats/1/join", {"name": "Eve"}),
    ]
    for answer in given:
        (cookie,) = answer.headers.get_list("set-cookie")
        for flag in ("HttpOnly", "SameSite=strict", f"Path=/api/tables/{friends.table};"):
            assert flag in cookie + ";"
        assert "Domain" not in cookie
        assert "Secure" not in cookie  # it is not https
    branch = friends[0].post("/branch", count=2)
    assert f"Path=/api/tables/{branch.json()['table']};" in branch.headers["set-cookie"] + ";"


def test_a_cookie_says_nothing_that_it_should_not():
    def held(cookie):
        scope = {"type": "http", "headers": [(b"cookie", cookie)], "path": "/", "query_string": b""}
        return asking.in_cookie(Request(scope))

    one, two = "x" * 32, "y-_" * 10
    assert held(f"azulejos_seats=0.{one}~1.{two}; other=3.{one}".encode()) == {0: one, 1: two}
    assert held(b"azulejos_seats=0.short") == {}
    assert held(b"azulejos_seats=" + b"\xff" * 40 + b"~~..1.") == {}
    assert held(b"") == {}


# ------------------------------------------------------------------------------------------------
# Who may act

WRITES = (
    ("/turns", {"after": 0, "key": "12345678", "choices": ["nonsense"]}),
    ("/preview", {"choices": []}),
    ("/seats/{seat}/renew", None),
    ("/seats/{seat}/token", None),
    ("/seats/{seat}/name", {"name": "Eve"}),
    ("/seats/{seat}/player", {"player": "random"}),
)


def try_everything(browser, seat, status=403):
    """All that only the holder of a seat may do. It must be that seat's turn."""
    last = browser.state()["last"] if status == 403 else 0
    for path, body in WRITES:
        body = body | {"after": last} if path == "/turns" else body
        answer = browser.post(path.format(seat=seat), body)
        assert answer.status_code == status, (path, answer.text)
    hint = browser.get("/hint")
    assert hint.status_code == status


def test_a_spectator_can_not_act(friends):
    friends[0].turn()
    log = friends.log()
    nobody = friends.spectator()
    state = nobody.state()
    assert (state["held"], state["is_mine"], state["is_person"], state["legal"]) == ([], False, True, [])
    try_everything(nobody, 1)
    refused(nobody.undo(), 403, NOT_YOURS)
    refused(nobody.answer(), 403, NOT_YOURS)
    refused(nobody.get("/alternatives", at=len(state["told"])), 422, "your own turns only")
    assert friends.log() == log


def test_a_seat_can_not_act_for_another(friends):
    friends[0].turn()
    log = friends.log()
    state = friends[0].state()
    assert (state["held"], state["turn"], state["is_mine"], state["legal"]) == ([0], 1, False, [])
    try_everything(friends[0], 1)
    refused(friends[0].play(), 403, "it is the turn of Bo, who plays elsewhere")
    assert friends.log() == log
    assert friends[1].play().status_code == 200


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_is_not_held_can_not_be_shown(friends, seat):
    for browser in (friends.spectator(), friends[1 - seat]):
        browser.seat = seat
        for answer in (
            *(browser.get(path) for path in ("", "/events", "/record", "/at/3", "/hint")),
            browser.get("/alternatives", at=3),
            browser.post("/preview", {"choices": []}),
            browser.post("/turns", {"after": 0, "key": "12345678", "choices": ["x"]}),
            browser.post("/undo", {"after": 0, "key": "12345678"}),
            browser.post("/branch", count=1),
        ):
            refused(answer, 403, NOT_YOURS)
    for wrong in (-1, 8, "x"):
        assert friends[0].get(seat=wrong).status_code == 422
    refused(friends[0].get(seat=5), 403, NOT_YOURS)


def test_a_link_of_one_seat_opens_no_other(friends, running):
    nobody = friends.spectator()
    refused(nobody.open(1, friends.secrets[0]), 403, CLOSED_LINK)
    refused(nobody.open(0, keys.new_secret()), 403, CLOSED_LINK)
    refused(nobody.open(7, friends.secrets[0]), 422, "there is no seat 7; there are seats 0 to 1")
    other = Friends(running)
    refused(Browser(running, other.table).open(0, friends.secrets[0]), 403, CLOSED_LINK)
    forged = {"Cookie": f"{asking.COOKIE}=1.{other.secrets[1]}~0.{other.secrets[0]}"}
    assert nobody.client.get(f"/api/tables/{friends.table}", headers=forged).json()["held"] == []
    assert not nobody.client.cookies
    for wrong in ("", "short", "x" * 65, "with space in the middle", 7, None):
        assert nobody.open(0, wrong).status_code == 422


def test_a_hash_is_no_secret(friends):
    """Whoever has read the database can't act."""
    nobody = friends.spectator()
    (kept,) = (
        entry.body["hash"] for entry in friends.log() if entry.kind == "key" and not entry.body["seat"]
    )
    refused(nobody.open(0, kept), 403, CLOSED_LINK)
    headers = {"Cookie": f"{asking.COOKIE}=0.{kept}", "Authorization": f"Bearer {kept}"}
    assert nobody.client.get(f"/api/tables/{friends.table}", headers=headers).json()["held"] == []


def test_several_seats_in_one_browser(friends):
    """It holds both, and shows the one that is named, or both as one screen."""
    browser = friends[0]
    assert browser.open(1, friends.secrets[1]).json() == {"seat": 1, "name": "Bo", "is_new": False}
    assert browser.state()["held"] == [0, 1]
    assert [browser.state(seat=seat)["is_mine"] for seat in (0, 1)] == [True, False]
    assert browser.state(seat=1)["held"] == [1]
    body = {"after": browser.state()["last"], "key": new_key()}
    choice = browser.state()["legal"][0]["choice"]
    refused(browser.post("/turns", body | {"choices": [choice]}, seat=1), 403, "plays elsewhere")
    assert browser.post("/turns", body | {"choices": [choice]}, seat=0).status_code == 200
    browser.turn()
    assert browser.state()["is_mine"]
    assert friends[1].state()["held"] == [1]  # the other one holds it still


def test_somebody_who_dropped_out_returns_to_the_same_place(friends, running):
    friends[0].turn()
    again = Browser(running, friends.table)
    assert again.open(1, friends.secrets[1]).status_code == 200
    assert again.state()["is_mine"]
    assert again.play().status_code == 200
    assert [entry.kind for entry in friends.log()].count("came") == 2


def test_renewing(friends):
    """Links, cookies and tokens from before open the seat no more; the new ones do."""
    friends[0].turn()
    browser, thief = friends[1], friends.spectator()
    thief.open(1, friends.secrets[1])
    program = Browser(friends.running, friends.table, token=browser.post("/seats/1/token").json()["token"])
    assert thief.state()["held"] == program.state()["held"] == [1]
    stale = thief.state()["last"]
    secret = browser.post("/seats/1/renew").json()["secret"]
    assert secret != friends.secrets[1]
    for old in (thief, program):
        assert old.state()["held"] == []
        try_everything(old, 1)
        old.seat = 1
        refused(old.get(), 403, NOT_YOURS)
        refused(old.post("/turns", {"after": stale, "key": new_key(), "choices": ["x"]}), 403, NOT_YOURS)
        old.seat = None
        for after in (0, stale, stale + 2):  # it makes no difference whether the table has gone on
            refused(old.play("x", after=after), 403, NOT_YOURS)
            refused(old.undo(after=after), 403, NOT_YOURS)
        refused(old.answer(), 403, NOT_YOURS)
    refused(friends.spectator().open(1, friends.secrets[1]), 403, CLOSED_LINK)
    assert browser.play().status_code == 200
    friend = friends.spectator()
    assert friend.open(1, secret).status_code == 200
    assert friend.state()["is_mine"]
    assert friends[0].state()["held"] == [0]


def test_what_was_asked_before_a_renewal_is_not_done_after_it(friends, monkeypatch):
    """The request had been let in, and waited while the seat was renewed."""
    waits, go_on = threading.Event(), threading.Event()
    drop_flag = Tables.drop_flag

    async def slowly(tables, table):
        waits.set()
        await asyncio.to_thread(go_on.wait, PATIENCE)
        await drop_flag(tables, table)

    monkeypatch.setattr(Tables, "drop_flag", slowly)
    thief = friends.spectator()
    thief.open(0, friends.secrets[0])
    with ThreadPoolExecutor() as threads:
        played = threads.submit(thief.play)
        assert waits.wait(PATIENCE)
        assert friends[0].post("/seats/0/renew").status_code == 200
        log = friends.log()
        go_on.set()
        refused(played.result(), 403, NOT_YOURS)
    assert friends.log() == log


def test_a_renewal_by_way_of_another_process(tmp_path):
    """Two servers on one database that don't hear of each other: who writes is asked anew."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    one, two = Running(database), Running(database)
    try:
        friends = Friends(one).all_come()
        thief = Browser(two, friends.table)
        assert thief.open(0, friends.secrets[0]).status_code == 200
        assert thief.state()["is_mine"]
        assert friends[0].post("/seats/0/renew").status_code == 200
        log = friends.log()
        refused(thief.play(), 403, NOT_YOURS)
        assert friends.log() == log
        assert thief.state()["held"] == []
    finally:
        one.stop()
        two.stop()


def test_another_process_catches_up_with_what_a_player_knows(tmp_path):
    """A turn, or an answer, for a table that has gone on elsewhere is no stale one."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    one, two = Running(database), Running(database)
    try:
        friends = Friends(one).all_come()
        there = Browser(two, friends.table)
        assert there.open(1, friends.secrets[1]).status_code == 200
        last = friends[0].turn()["last"]
        choice = friends[1].state()["legal"][0]["choice"]
        body = {"after": last, "key": new_key(), "choices": [choice]}
        assert there.post("/turns", body).status_code == 200
        friends[1].state(after=two.app.state.tables._open[friends.table].last)
        assert friends[0].undo().json()["wish"]["needs"] == [1]
        assert there.answer().json()["turn"] == 0
    finally:
        one.stop()
        two.stop()


# ------------------------------------------------------------------------------------------------
# Programs


def test_a_token_plays_at_its_seat_only(friends, running):
    token = friends[0].post("/seats/0/token").json()["token"]
    program = Browser(running, friends.table, token=token)
    assert program.state()["held"] == [0]
    program.turn()
    refused(program.play(), 403, "it is the turn of Bo, who plays elsewhere")
    assert friends[0].state()["held"] == [0]
    for wrong in ("x", "x" * 32, token[:-1], token + "x", f"{token} {token}"):
        headers = {"Authorization": f"Bearer {wrong}"}
        answer = friends.spectator().client.get(f"/api/tables/{friends.table}", headers=headers)
        assert answer.json()["held"] == []
    for scheme in ("Basic", "bearerx", "Token"):
        headers = {"Authorization": f"{scheme} {token}"}
        answer = friends.spectator().client.get(f"/api/tables/{friends.table}", headers=headers)
        assert answer.json()["held"] == []


def test_a_token_is_no_link(friends, running):
    """A program can't take the seat away from whoever has let it play."""
    token = friends[0].post("/seats/0/token").json()["token"]
    program = Browser(running, friends.table, token=token)
    refused(program.open(0, token), 403, CLOSED_LINK)
    refused(program.post("/seats/0/renew"), 403, NOT_YOURS)
    refused(program.post("/seats/0/token"), 403, NOT_YOURS)
    refused(program.post("/seats/0/name", {"name": "Robot"}), 403, NOT_YOURS)
    refused(program.post("/seats/0/player", {"player": "easy"}), 403, NOT_YOURS)


def test_a_token_takes_nothing_back(friends, running):
    """It looks and chooses. Whether others may take back is not for a program to say either."""
    token = friends[1].post("/seats/1/token").json()["token"]
    program = Browser(running, friends.table, token=token)
    friends[0].turn()
    program.turn()
    log = friends.log()
    refused(program.undo(), 403, "a token is there to look and to choose")
    refused(program.undo(after=0), 403, "a token is there to look and to choose")
    assert friends.log() == log
    assert friends[0].undo().json()["wish"]["needs"] == [1]
    refused(program.answer(), 403, "a token is there to look and to choose")
    assert friends[1].answer().json()["turn"] == 0
    friends[0].turn()
    program.turn()
    last = program.state()["last"]
    assert friends[1].undo().json()["last"] > last


def test_a_new_token_makes_the_old_one_worthless(friends, running):
    first, second = (friends[0].post("/seats/0/token").json()["token"] for _ in range(2))
    assert Browser(running, friends.table, token=first).state()["held"] == []
    assert Browser(running, friends.table, token=second).state()["held"] == [0]


# ------------------------------------------------------------------------------------------------
# Tables from before there were keys


def test_tables_from_before_are_everybodys(running):
    """They have no keys: everybody may play for their people, nobody can take a seat for themselves."""
    friends = Friends(running, ("person", "greedy-1"))
    log = [entry for entry in friends.log() if entry.kind not in ("key", "came")]
    game = az.Game("chocolatier", 2, first=0).describe()
    running.app.state.store.create("frombefore", game, None, log).result()
    old = Browser(running, "frombefore")
    state = old.state()
    assert (state["held"], state["is_mine"]) == ([0], True)
    assert state["seats"][0] == {
        "name": "Ala",
        "player": "person",
        "is_persons": True,
        "has_come": True,
        "why": None,
    }
    assert state["seats"][1]["is_persons"] is False
    old.turn()
    assert old.wait()["turn"] == 0
    assert old.undo().status_code == 200
    for path, body in WRITES[2:]:
        refused(old.post(path.format(seat=0), body), 403, NOT_YOURS)
        refused(old.post(path.format(seat=1), body), 403, NOT_YOURS)
    refused(old.open(0, friends.secrets[0]), 403, CLOSED_LINK)
    assert not [entry for entry in running.app.state.store.log("frombefore") if entry.kind == "key"]


# ------------------------------------------------------------------------------------------------
# New tables from old ones


@pytest.mark.parametrize("who", [0, 1, None])
def test_a_branch_is_all_yours(friends, who):
    """Whoever makes it holds all seats of it; the old table has none of its secrets."""
    friends[0].turn()
    browser = friends.spectator() if who is None else friends[who]
    made = browser.post("/branch", count=22)
    assert made.status_code == 201
    secrets = made.json()["secrets"]
    assert sorted(secrets) == ["0", "1"]
    assert not set(secrets.values()) & set(friends.secrets.values())
    assert all(secret not in made.headers["set-cookie"] for secret in friends.secrets.values())
    browser.table, old = made.json()["table"], browser.table
    assert browser.state()["held"] == [0, 1]
    assert browser.play().status_code == 200
    for seat, secret in friends.secrets.items():
        refused(browser.open(seat, secret), 403, CLOSED_LINK)
    browser.table = old
    assert browser.state()["held"] == ([] if who is None else [who])
    assert browser.open(0, secrets["0"]).status_code == 403


def test_a_record_is_all_yours(friends, running):
    friends[0].turn()
    text = friends[0].get("/record").text
    made = friends[0].client.post("/api/records", content=text, headers={"Content-Type": "text/plain"})
    friends[0].table = made.json()["table"]
    assert friends[0].state()["held"] == [0, 1]
    assert Browser(running, friends[0].table).state()["held"] == []


# ------------------------------------------------------------------------------------------------
# Names


def test_calling_yourself_something_else(friends):
    last = friends[0].state()["last"]
    answer = friends[0].post("/seats/0/name", {"name": "Żółw <b>"})
    assert answer.json()["seats"][0]["name"] == "Żółw <b>"
    assert friends[1].state()["names"] == ["Żółw <b>", "Bo"]
    assert az.Record.from_text(friends[1].get("/record").text).names == ("Żółw <b>", "Bo")
    choice = friends[0].state()["legal"][0]["choice"]
    assert friends[0].play(choice, after=last).status_code == 200  # the game has not gone on


@pytest.mark.parametrize("name", ["", " x", "x ", "a\nb", "a\u202eb", "a\x00", "x" * 41, 7, None, "a\u2028b"])
def test_what_is_no_name_is_refused_at_the_door(running, name):
    friends = Friends(running, public=True).all_come()
    waiting = Friends(running, public=True)
    for table, path in ((friends[0], "/seats/0/name"), (waiting[1], "/seats/1/join")):
        answer = table.post(path, {"name": name})
        assert answer.status_code == 422, answer.text
    assert friends.spectator().state()["names"] == waiting.spectator().state()["names"] == ["Ala", "Bo"]
    assert waiting[1].state()["held"] == []


# ------------------------------------------------------------------------------------------------
# Bots at people's seats


def test_handing_a_seat_to_a_bot_and_taking_it_back(friends):
    answer = friends[0].hand(0, "random").json()
    assert answer["seats"][0] == {
        "name": "Ala",
        "player": "random",
        "is_persons": True,
        "has_come": True,
        "why": None,
    }
    assert friends[1].wait()["turn"] == 1
    state = friends[0].state()
    assert (state["held"], state["is_mine"]) == ([0], False)
    friends[1].turn()
    friends[1].wait()
    assert friends[0].hand(0, "person").json()["seats"][0]["player"] == "person"
    friends[1].turn()
    assert friends[0].state()["is_mine"]
    assert friends[0].play().status_code == 200
    refused(friends[0].hand(0, "hal"), 422, "no bot 'hal'")


def test_a_bot_s_own_seat_is_nobodys(running):
    friends = Friends(running, ("person", "random")).all_come()
    for browser in (friends[0], friends.spectator()):
        for path, body in WRITES[2:]:
            refused(browser.post(path.format(seat=1), body), 403, NOT_YOURS)
        refused(browser.open(1, friends.secrets[0]), 403, CLOSED_LINK)


class SlowBots:
    """Bots think until they are told to go on."""

    def __init__(self, patch):
        self.begun, self.go_on, self.count = threading.Event(), threading.Event(), 0
        ask = Pool.ask

        async def slowly(pool, job, *arguments, **how):
            if job is jobs.bot_turn:
                self.count += 1
                self.begun.set()
                await asyncio.to_thread(self.go_on.wait, PATIENCE)
            return await ask(pool, job, *arguments, **how)

        patch.setattr(Pool, "ask", slowly)


@pytest.fixture
def slow_bots(monkeypatch):
    slow = SlowBots(monkeypatch)
    yield slow
    slow.go_on.set()


def choices_of(log):
    return [entry.body["choice"] for entry in log if entry.kind == "choice"]


def settled(friends):
    """After every thought has come to its end."""
    for _ in range(400):
        if not friends.running.app.state.tables._writing and friends.inside().position.turn is not None:
            break
        threading.Event().wait(0.01)
    threading.Event().wait(0.3)
    return friends.log()


@pytest.mark.parametrize("plays", [False, True])
def test_taking_a_seat_back_while_its_bot_thinks(friends, slow_bots, plays):
    """What the bot comes up with is not played."""
    friends[0].hand(0, "random")
    assert slow_bots.begun.wait(PATIENCE)
    refused(friends[0].play(), 422, "it is the turn of Ala, a bot")
    friends[0].hand(0, "person")
    if plays:
        friends[0].turn()
    log = friends.log()
    slow_bots.go_on.set()
    assert settled(friends) == log
    assert friends[1 if plays else 0].play().status_code == 200


def test_handing_over_again_and_again_plays_nothing_twice(friends, slow_bots):
    friends[0].hand(0, "random")
    assert slow_bots.begun.wait(PATIENCE)
    for _ in range(3):
        friends[0].hand(0, "random")  # it thinks already
    assert slow_bots.count == 1
    for player in ("person", "random", "greedy-1", "person", "random"):
        friends[0].hand(0, player)
    before = len(choices_of(friends.log()))
    slow_bots.go_on.set()
    assert friends[1].wait()["turn"] == 1
    log = settled(friends)
    position = az.Record.from_text(friends[1].get("/record").text).replay(deal="by hand")
    assert position.history == choices_of(log)
    assert len(choices_of(log)) - before == 2  # one turn
    assert position.turn == 1
    assert friends[1].state()["is_mine"]


# ------------------------------------------------------------------------------------------------
# Public tables


def test_a_free_seat_at_a_public_table(running):
    friends = Friends(running, ("person", "person", "random"), public=True)
    guest = friends.spectator()
    seats = guest.state()["seats"]
    assert [seat["has_come"] for seat in seats] == [True, False, False]
    refused(guest.post("/seats/0/join", {"name": "Eve"}), 422, "this seat is taken")
    refused(guest.post("/seats/2/join", {"name": "Eve"}), 422, "this seat is taken")
    refused(guest.post("/seats/7/join", {"name": "Eve"}), 422, "there is no seat 7")
    made = guest.post("/seats/1/join", {"name": "Eve"}).json()
    assert guest.state()["held"] == [1]
    assert guest.state()["names"] == ["Ala", "Eve", "Cy"]
    refused(friends.spectator().open(1, friends.secrets[1]), 403, CLOSED_LINK)
    assert friends.spectator().open(1, made["secret"]).status_code == 200
    refused(friends.spectator().post("/seats/1/join", {"name": "Max"}), 422, "this seat is taken")


def test_a_private_table_has_no_free_places(running):
    friends = Friends(running)
    refused(friends.spectator().post("/seats/1/join", {"name": "Eve"}), 403, NOT_YOURS)
    assert friends.spectator().state()["held"] == []


def test_whoever_has_opened_a_seat_or_played_there_has_come(running):
    """Nobody joins there any more, also if the cookie was made by hand."""
    friends = Friends(running, public=True)
    friends[1].open(1, friends.secrets[1])
    refused(friends.spectator().post("/seats/1/join", {"name": "Eve"}), 422, "this seat is taken")
    by_hand = Friends(running, public=True)
    by_hand[0].open(0, by_hand.secrets[0])
    by_hand[0].turn()
    path = f"/api/tables/{by_hand.table}"
    by_hand[1].client.cookies.set(asking.COOKIE, f"1.{by_hand.secrets[1]}", path=path)
    assert by_hand[1].state()["held"] == [1]
    assert [seat["has_come"] for seat in by_hand[0].state()["seats"]] == [True, False]
    by_hand[1].play()
    assert [seat["has_come"] for seat in by_hand[0].state()["seats"]] == [True, True]
    refused(by_hand.spectator().post("/seats/1/join", {"name": "Eve"}), 422, "this seat is taken")


def test_of_two_who_join_at_once_one_gets_the_place(running):
    for _ in range(3):
        friends = Friends(running, public=True)
        guests = [friends.spectator() for _ in range(4)]
        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(lambda guest: guest.post("/seats/1/join", {"name": "Eve"}), guests))
        assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
        held = [guest.state()["held"] for guest in guests]
        assert sorted(held) == [[], [], [], [1]]


def test_two_processes_give_a_seat_once(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    one, two = Running(database), Running(database)
    try:
        friends = Friends(one, public=True)
        first, second = friends.spectator(), Browser(two, friends.table)
        assert second.state()["seats"][1]["has_come"] is False
        assert first.post("/seats/1/join", {"name": "Eve"}).status_code == 200
        refused(second.post("/seats/1/join", {"name": "Max"}), 422, "this seat is taken")
        assert second.state()["names"] == ["Ala", "Eve"]
    finally:
        one.stop()
        two.stop()


# ------------------------------------------------------------------------------------------------
# Taking back by consent


def test_taking_back_what_nobody_has_answered_needs_no_consent(friends):
    before = friends[0].state()["legal"]
    friends[0].turn()
    state = friends[0].undo().json()
    assert (state["wish"], state["turn"], state["legal"]) == (None, 0, before)


def wish_of(browser):
    return browser.state()["wish"]


def test_taking_back_after_others_have_played(friends):
    before = friends[0].state()["legal"]
    friends[0].turn()
    friends[1].turn()
    asked = friends[0].undo().json()
    assert asked["wish"] == {"seat": 0, "needs": [1], "asks_me": False}
    assert asked["turn"] == 0
    assert wish_of(friends[1])["asks_me"]
    assert not wish_of(friends.spectator())["asks_me"]
    for agree in (True, False):
        refused(friends[0].answer(agree), 422, NOBODY_ASKS)
        refused(friends.spectator().answer(agree), 403, NOT_YOURS)
    state = friends[1].answer().json()
    assert (state["wish"], state["turn"], state["legal"]) == (None, 0, [])
    assert friends[0].state()["legal"] == before
    assert friends[0].play().status_code == 200
    refused(friends[1].answer(), 422, NOBODY_ASKS)


def test_refusing(friends):
    friends[0].turn()
    friends[1].turn()
    before = friends[0].state()
    friends[0].undo()
    assert friends[1].answer(agree=False).json()["wish"] is None
    state = friends[0].state()
    assert [state[key] for key in ("turn", "turn_number", "legal")] == [
        before[key] for key in ("turn", "turn_number", "legal")
    ]
    refused(friends[1].answer(), 422, NOBODY_ASKS)
    assert friends[0].undo().json()["wish"]["needs"] == [1]  # one may ask again


def test_all_of_three_must_agree(three):
    before = three[0].state()["legal"]
    for seat in range(3):
        three[seat].turn()
    assert three[0].undo().json()["wish"]["needs"] == [1, 2]
    state = three[2].answer().json()
    assert (state["wish"], state["turn"]) == ({"seat": 0, "needs": [1], "asks_me": False}, 0)
    refused(three[2].answer(), 422, NOBODY_ASKS)
    assert three[1].answer().json()["wish"] is None
    assert three[0].state()["legal"] == before
    for seat in range(3):
        three[seat].turn()
    three[0].undo()
    three[1].answer()
    assert three[2].answer(agree=False).json()["wish"] is None
    assert three[0].state()["turn_number"] == 4


def test_only_those_are_asked_whose_turns_would_be_undone(three):
    three[0].turn()
    three[1].turn()
    assert three[0].undo().json()["wish"]["needs"] == [1]
    assert not wish_of(three[2])["asks_me"]
    refused(three[2].answer(), 422, NOBODY_ASKS)
    assert three[1].answer().json()["turn"] == 0


def test_somebody_plays_on_meanwhile(three):
    """Then nobody has asked any more: agreeing later takes nothing back."""
    three[0].turn()
    three[1].turn()
    three[0].undo()
    three[2].turn()
    assert wish_of(three[1]) is None
    log = three.log()
    refused(three[1].answer(), 422, NOBODY_ASKS)
    assert three.log() == log
    assert three[0].undo().json()["wish"]["needs"] == [1, 2]


def test_whoever_asks_may_play_on_instead(friends):
    friends[0].turn()
    friends[1].turn()
    friends[0].undo()
    friends[0].turn()
    assert wish_of(friends[1]) is None


def test_bots_are_not_asked(running):
    friends = Friends(running, ("person", "random", "person")).all_come()
    friends[0].turn()
    assert friends[2].wait()["turn"] == 2
    assert friends[0].undo().json()["turn"] == 0  # only a bot has played since
    friends[0].turn()
    friends[2].wait()
    friends[2].turn()
    assert friends[0].undo().json()["wish"]["needs"] == [2]
    assert friends[2].answer().json()["turn"] == 0
    friends[0].turn()
    friends[2].wait()
    friends[2].turn()
    friends[2].hand(2, "random")
    assert friends[0].undo().json()["turn"] == 0  # a bot sits there now


def test_a_wish_outlives_what_bots_play(running):
    """Which is taken back as well."""
    friends = Friends(running, ("person", "person", "random")).all_come()
    before = friends[0].state()["legal"]
    with held_back(running):
        friends[0].turn()
        friends[1].turn()
        assert friends[0].undo().json()["wish"]["needs"] == [1]
    friends[0].wait()
    assert wish_of(friends[1])["asks_me"]
    assert friends[1].answer().json()["turn"] == 0
    assert friends[0].state()["legal"] == before


def test_a_wish_ends_when_something_is_shown():
    """Duel: a bot that stops drawing from the stack looks at what it has drawn, and can't forget it."""
    middle = at_plain(AT_THE_STACK)
    table = Table.begun("duel", middle.game, middle.to_dict())
    bots = table.position.turn
    seats = [Seat("Ala"), Seat("Ala")]
    seats[bots] = Seat("Bo", "random")
    table = replace(table, seats=tuple(seats), wish=Wish(1 - bots, 0, frozenset({bots})))
    wishes = []
    for number, choice in enumerate(("draw", "draw", "stop"), start=1):
        table = table.after([entries.Logged(number, 0.0, entries.Choice(choice))])
        wishes.append(table.wish is not None)
    assert wishes == [True, True, False]


@contextlib.contextmanager
def held_back(running):
    """Bots wait meanwhile."""
    players, waits = running.app.state.players, threading.Event()
    thought = players._thought

    async def later(*facts):
        await asyncio.to_thread(waits.wait)
        return await thought(*facts)

    players._thought = later
    try:
        yield
    finally:
        waits.set()
        del players._thought


def test_a_name_changes_nothing_about_a_wish(friends):
    friends[0].turn()
    friends[1].turn()
    friends[0].undo()
    friends[0].post("/seats/0/name", {"name": "Eve"})
    friends[1].post("/seats/1/renew")
    assert wish_of(friends[1])["asks_me"]
    assert friends[1].answer().json()["turn"] == 0


def test_several_seats_of_one_browser_agree_at_once(three):
    three[1].open(2, three.secrets[2])
    for seat in range(3):
        three[seat].turn()
    three[0].undo()
    assert three[1].answer().json()["turn"] == 0


def test_what_was_revealed_can_not_be_taken_back(running):
    """Not even by consent: tiles were drawn, or somebody was shown what only others knew."""
    friends = Friends(running).all_come()
    state, seat = friends[0].state(), 0
    while state["round"] == 1:
        state = friends[seat].turn()
        seat = state["turn"]
    for browser in friends.people.values():
        refused(browser.undo(), 422, "tiles were drawn since")
    middle = at_plain(AT_THE_STACK)
    record = plainly(az.Record, middle.game, ["draw", "draw"], NAMES[:2], origin=middle.to_dict())
    made = friends[0].client.post(
        "/api/records", content=record.to_text(), headers={"Content-Type": "text/plain"}
    )
    browser = friends[0]
    browser.table, browser.seat = made.json()["table"], 0
    assert browser.play("stop").status_code == 200
    refused(browser.undo(), 422, "nothing to take back")


# ------------------------------------------------------------------------------------------------
# Playing again


@pytest.fixture
def finished(running):
    """Three seats, one of them a bot's; all is over."""
    clock = {"kind": "live", "seconds": 3600, "bot": "easy"}
    friends = Friends(running, ("person", "random", "person"), public=True, clock=clock).all_come()
    friends[2].hand(2, "random")
    friends[0].hand(0, "random")
    friends[0].wait(lambda state: state["over"])
    return friends


def followed(browser, again):
    """The same browser at the new table."""
    browser.table = again.json()["table"]
    return browser.state()


def test_playing_again(finished):
    """The first who asks opens the table, the others come to it, each to the seat that they held."""
    assert finished[0].state()["next"] is None
    again = finished[0].post("/rematch")
    assert again.status_code == 201, again.text
    told = finished[2].state()
    assert told["next"] == finished.spectator().state()["next"] == again.json()["table"]
    state = followed(finished[0], again)
    assert (state["names"], state["held"], state["over"]) == (told["names"], [0], False)
    assert [seat["player"] for seat in state["seats"]] == ["person", "random", "person"]
    assert [seat["has_come"] for seat in state["seats"]] == [True, False, False]
    assert (state["is_public"], state["clock"]["seconds"], state["clock"]["runs"]) == (False, 3600, None)
    assert followed(finished[2], finished[2].post("/rematch"))["held"] == [2]
    assert finished[0].state()["seats"][2]["has_come"]
    refused(finished[2].hand(0, "random"), 403, NOT_YOURS)


def test_playing_again_with_the_old_link(finished):
    """Who has another browser by now opens the seat there with the same secret."""
    table = finished[0].post("/rematch").json()["table"]
    elsewhere = Browser(finished.running, table)
    assert elsewhere.open(2, finished.secrets[2]).status_code == 200
    assert elsewhere.state()["held"] == [2]


def test_who_can_not_play_again(friends, finished):
    refused(friends[0].post("/rematch"), 422, "when the game is over")
    refused(finished.spectator().post("/rematch"), 403, NOT_YOURS)
    token = finished[0].post("/seats/0/token").json()["token"]
    refused(Browser(finished.running, finished.table, token=token).post("/rematch"), 403, NOT_YOURS)
    assert finished[0].state()["next"] is None


def test_two_play_again_at_once(finished):
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda seat: finished[seat].post("/rematch"), (0, 2)))
    assert [answer.status_code for answer in answers] == [201, 201]
    assert len({answer.json()["table"] for answer in answers}) == 1
    states = [followed(finished[seat], answer) for seat, answer in zip((0, 2), answers, strict=True)]
    assert [state["held"] for state in states] == [[0], [2]]


def test_playing_again_where_seats_are_everybodys(running):
    """A table from before there were keys: whoever plays again holds all of them."""
    friends = Friends(running).all_come()
    for seat in range(2):
        friends[seat].hand(seat, "random")
    friends[0].wait(lambda state: state["over"])
    room = running.app.state.tables._open[friends.table]
    seats = tuple(replace(seat, key=None, player="person") for seat in room.table.seats)
    room.table = replace(room.table, seats=seats)
    stranger = friends.spectator()
    assert followed(stranger, stranger.post("/rematch"))["held"] == [0, 1]


# ------------------------------------------------------------------------------------------------
# Twice, late and at once


def test_what_has_not_moved_the_game_makes_nothing_stale(friends):
    last = friends[0].state()["last"]
    choice = friends[0].state()["legal"][0]["choice"]
    friends[1].post("/seats/1/name", {"name": "Eve"})
    friends[1].post("/seats/1/token")
    friends[1].hand(1, "random")
    friends[1].hand(1, "person")
    assert friends[0].state()["last"] == last + 4
    assert friends[0].play(choice, after=last).status_code == 200
    assert friends[0].play(choice, after=last).status_code == 409  # now it has
    assert friends[0].undo(after=last).status_code == 409


def test_a_stale_answer_is_for_the_seat_that_was_named(friends):
    friends[0].turn()
    friends[0].seat = 0
    answer = friends[0].post("/turns", {"after": 1, "key": new_key(), "choices": ["x"]}, draw=False)
    assert (answer.status_code, answer.json()["state"]["held"]) == (409, [0])


def test_the_same_key_twice(friends):
    """A request that is sent again, because its answer was lost, changes nothing and is answered."""
    choice = friends[0].state()["legal"][0]["choice"]
    body = {"after": friends[0].state()["last"], "key": "played-once", "choices": [choice]}
    assert friends[0].post("/turns", body).json() == friends[0].post("/turns", body).json()
    friends[0].turn()
    friends[1].turn()
    after = friends[0].state()["last"]
    for _ in range(2):
        assert friends[0].undo("asked-once", after).json()["wish"]["needs"] == [1]
    log = friends.log()
    for _ in range(2):
        answer = friends[1].answer(key="agreed-once")
        assert answer.status_code == 200, answer.text
        assert (answer.json()["turn"], answer.json()["wish"]) == (0, None)
    assert [entry.kind for entry in friends.log()[len(log) :]] == ["agree", "undo"]
    assert friends[0].undo("asked-once", after).status_code == 200
    assert [entry.kind for entry in friends.log()].count("ask") == 1


def test_two_agree_at_once(three):
    for seat in range(3):
        three[seat].turn()
    three[0].undo()
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda seat: three[seat].answer(), (1, 2)))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [entry.kind for entry in three.log()[-3:]] == ["agree", "agree", "undo"]
    assert three[0].state()["turn"] == 0


# ------------------------------------------------------------------------------------------------
# No secret anywhere


def test_no_secret_is_told(running, caplog):
    """Not to others, not in records, drawings, pages, headers or the log."""
    with caplog.at_level(logging.DEBUG):
        friends = Friends(running, public=True).all_come()
        secrets = list(friends.secrets.values())
        secrets.append(friends[0].post("/seats/0/token").json()["token"])
        secrets.append(friends[1].post("/seats/1/renew").json()["secret"])
        friends[0].turn()
        program = Browser(running, friends.table, token=secrets[2])
        program.get("/events")
        friends.spectator().open(0, "x" * 30)
        friends[0].client.post(f"/api/tables/{friends.table}/seats/0/open", json={"secret": secrets[0] + "!"})
        answers = []
        for browser in (*friends.people.values(), friends.spectator(), program):
            paths = ["", "/events", "/record", "/at/3", "/nowhere"]
            answers += [browser.get(path) for path in paths]
            answers += [browser.post("/turns", {"secret": secrets[0]})]
            for page in (f"/tables/{friends.table}", f"/tables/{friends.table}/replay", "/"):
                answers.append(browser.client.get(page))
    hashes = [keys.hash_of(secret) for secret in secrets]
    for answer in answers:
        said = answer.text + json.dumps(dict(answer.headers))
        assert not [secret for secret in (*secrets, *hashes) if secret in said]
        assert answer.headers["referrer-policy"] == "no-referrer"
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("azul", "uvi"))]
    assert any(f"/api/tables/{friends.table}/seats/0/open 200" in line for line in lines)
    assert not [line for line in lines for secret in (*secrets, *hashes) if secret in line]


def test_the_state_of_a_table_names_no_key(friends):
    shown = json.dumps(friends[0].state())
    assert "hash" not in shown
    assert '"key"' not in shown


def test_words_for_who_may_not(friends):
    """In the language of whoever asks."""
    friends[0].turn()
    answer = friends[0].post("/turns", {"after": 99, "key": new_key(), "choices": ["x"]}, language="pl")
    assert answer.status_code == 409
    assert friends[0].hand(1, "random").json()["error"] == NOT_YOURS
    polish = friends[0].post("/seats/1/player", {"player": "random"}, language="pl").json()["error"]
    assert polish != NOT_YOURS


def test_every_way_to_write_is_tried_here():
    """A new endpoint that writes belongs into `WRITES`, or its own test."""
    paths = create_app("sqlite://", prepare=False).openapi()["paths"]
    written = {path.replace("/api/tables/{table_id}", "") for path in paths if "post" in paths[path]}
    tried = {path.replace("{seat}", "{number}") for path, _ in WRITES}
    others = {
        "/api/tables",
        "/api/records",
        "/api/lessons/{game}",
        "/api/code",
        "/undo",
        "/answer",
        "/branch",
        "/rematch",
        "/api/puzzles/{puzzle_id}/answer",
    }
    analysis = {
        f"/api/analysis{path}" for path in ("", "/edit", "/evaluation", "/record", "/tree")
    }  # test_analysing.py
    talk = {"/messages", "/reactions"}  # test_company.py
    assert written == tried | others | analysis | talk | {"/seats/{number}/open", "/seats/{number}/join"}


def test_an_old_entry_is_read(running):
    """What a log may hold: a wish that was answered when there was none any more."""
    friends = Friends(running).all_come()
    store, last = running.app.state.store, friends[0].state()["last"]
    store.append(friends.table, last, [Entry("agree", {"seat": 0}), Entry("refuse", {"seat": 0})], "k" * 8)
    assert friends[0].play().status_code == 200
