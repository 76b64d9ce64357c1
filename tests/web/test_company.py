"""Company: who may write to whom, what a message may be, and that nothing of it goes anywhere else."""

import asyncio
import json
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.house import Browser, Client, Friends, Running, new_key, refused, stream

import azulejos as az
from azulejos import cli
from azulejos.errors import OptionError
from azulejos.store import Store
from azulejos.tables import actions, company, entries
from azulejos.tables.live import Tables
from azulejos.tables.sight import Sight
from azulejos.tables.table import Seat, Table

SECRET = "marmalade"
NO_MESSAGE = "a message is one line of 1 to 200 characters that can be seen"
TOO_OFTEN = "that was a lot at once"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('company') / 'tables.db'}")
    yield started
    started.stop()


@pytest.fixture(autouse=True)
def patient_watchers(monkeypatch):
    """All of these tests come from one address."""
    monkeypatch.setattr("azulejos.web.company.WATCHERS_RATE", 1e6)


def write(browser, text=SECRET, **more):
    return browser.post("/messages", {"text": text, "key": new_key()} | more)


def react(browser, reaction="wow", **more):
    return browser.post("/reactions", {"reaction": reaction, "key": new_key()} | more)


def heard(browser, **params):
    return [(note["kind"], note["name"], note["text"]) for note in browser.state(**params)["notes"]]


def spoken(browser):
    return [note for note in heard(browser) if note[0] in company.SPOKEN]


# ------------------------------------------------------------------------------------------------
# Who reads what


def test_two_circles(running):
    """Those who sit read each other, those who watch read each other, and neither reads the other."""
    friends = Friends(running).all_come()
    watchers = [friends.spectator(), friends.spectator()]
    assert write(friends[0], "to the table").status_code == 200
    assert react(friends[1]).status_code == 200
    assert write(watchers[0], "to the gallery", name="Cy").status_code == 200
    assert react(watchers[1], "hmm").status_code == 200
    for browser in friends.people.values():
        assert spoken(browser) == [("message", "Ala", "to the table"), ("reaction", "Bo", "Wow!")]
        assert browser.state()["talks"] == "seats"
    for browser in watchers:
        assert spoken(browser) == [("message", "Cy", "to the gallery"), ("reaction", "", "Hmm…")]
        assert browser.state()["talks"] == "watchers"
    assert heard(friends[0], language="pl")[-1] == ("reaction", "Bo", "Wow!")
    assert heard(watchers[0], language="pl", after=friends[0].state()["last"] - 1) == [
        ("reaction", "", "Hmm…")
    ]


def test_a_name_is_the_seat_s_whatever_is_sent(running):
    friends = Friends(running).all_come()
    assert write(friends[1], name="Ala").json()["notes"][0]["name"] == "Bo"
    refused(write(friends.spectator(), name="x\u202ey"), 422, "is no name")


def test_a_token_reads_and_writes_nothing(running):
    friends = Friends(running).all_come()
    write(friends[0])
    token = Browser(running, friends.table, token=friends[0].post("/seats/0/token").json()["token"])
    refused(write(token), 403, "a token is there to look and to choose")
    refused(react(token), 403, "a token is there to look and to choose")
    assert spoken(token) == []
    assert token.state()["talks"] is None


def test_what_happens_is_told_to_all(running):
    """Who has come, lent the seat, is back, has asked, refused, agreed."""
    friends = Friends(running)
    friends[0].open(0, friends.secrets[0])
    opened = friends[1].open(1, friends.secrets[1]).json()
    assert (opened["is_new"], friends[1].open(1, friends.secrets[1]).json()["is_new"]) == (True, False)
    friends[1].hand(1, "random")
    friends[1].hand(1, "person")
    for agrees in (False, True):
        while friends[0].state()["turn"] != 0:
            friends[1].turn()
        friends[0].turn()
        friends[1].turn()
        friends[0].undo()
        friends[1].answer(agrees)
    expected = [
        ("came", "Bo has come."),
        ("lent", "Bot random plays for Bo now."),
        ("back", "Bo plays again."),
        ("asked", "Ala would like to take a turn back."),
        ("refused", "Bo refuses."),
        ("asked", "Ala would like to take a turn back."),
        ("agreed", "Bo agrees."),
    ]
    for browser in (friends[0], friends[1], friends.spectator()):
        assert [(kind, text) for kind, _, text in heard(browser)] == expected
    assert ("refused", "Bo", "Bo odmawia.") in heard(friends[0], language="pl")


def test_whose_time_is_over_is_told():
    note = company.note_of(entries.Logged(9, 1.0, entries.Sit(0, "medium", "clock")), True, True)
    assert (note.kind, note.seat, note.text) == ("clock", 0, "medium")
    assert company.note_of(entries.Logged(9, 1.0, entries.Sit(0, "medium", None)), False, False) is None


# ------------------------------------------------------------------------------------------------
# What a message may be


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "x" * 201,
        "a\x00b",
        "a\u202eb",
        "a\u2066b",
        "\u200b",
        "\x1b[31m",
        "e" + "\u0301" * 9,
        "\ue000",
    ],
)
def test_what_is_no_message(running, text):
    friends = Friends(running).all_come()
    answer = write(friends[0], text)
    assert answer.status_code == 422
    assert not text.strip() or len(text) > 200 or NO_MESSAGE in answer.json()["error"]
    assert spoken(friends[1]) == []


@pytest.mark.parametrize(
    "text", ["<b onclick=x>&amp;</b>", "'; drop table entries; --", "Zażółć gęślą 🦊", "שלום", "x" * 200]
)
def test_what_is_a_message_comes_as_it_was_written(running, text):
    friends = Friends(running).all_come()
    assert write(friends[0], f"  {text}\n").status_code == 200 or len(text) == 200
    if len(text) == 200:
        assert write(friends[0], text).status_code == 200
    assert [note[2] for note in spoken(friends[1])] == [text]


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=260))
@settings(max_examples=300, deadline=None)
def test_whatever_is_sent_is_a_line_that_can_be_seen_or_refused(text):
    try:
        said = company.check_text(text)
    except OptionError:
        return
    assert 0 < len(said) <= company.TEXT_LENGTH
    assert said.isprintable()
    assert said == company.check_text(said)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/messages", {"text": 7}),
        ("/messages", {"text": "x", "seat": 1}),
        ("/reactions", {"reaction": "dance"}),
        ("/reactions", {"reaction": ["wow"]}),
    ],
)
def test_bodies_that_are_refused(running, path, body):
    friends = Friends(running).all_come()
    assert friends[0].post(path, body | {"key": new_key()}).status_code == 422


def test_how_often(running):
    """From one seat, whatever process is asked; others are not held up, and reactions count too."""
    friends = Friends(running).all_come()
    for i in range(company.OFTEN["seats"]):
        assert (write(friends[0], f"{i}") if i % 2 else react(friends[0])).status_code == 200
    answer = write(friends[0])
    refused(answer, 429, TOO_OFTEN)
    assert answer.headers["retry-after"]
    refused(react(friends[0]), 429, TOO_OFTEN)
    assert write(friends[1]).status_code == 200
    for _ in range(company.OFTEN["watchers"]):
        assert write(friends.spectator()).status_code == 200
    refused(write(friends.spectator(), name="Cy"), 429, TOO_OFTEN)


def test_a_log_is_not_filled():
    notes, later = [], 1e9
    company.check_rate(notes, (company.MOST - 1, company.MOST), 0, later)
    with pytest.raises(company.TooMuch, match="too many messages"):
        company.check_rate(notes, (company.MOST - 1, company.MOST), None, later)


def test_the_same_message_twice_is_one(running):
    friends = Friends(running).all_come()
    key = new_key()
    for _ in range(2):
        assert write(friends[0], key=key).status_code == 200
    assert len(spoken(friends[1])) == 1


# ------------------------------------------------------------------------------------------------
# Switched off


def test_a_table_without_messages(running):
    friends = Friends(running, messages=False).all_come()
    for browser in (friends[0], friends.spectator()):
        refused(write(browser), 403, "messages are switched off at this table")
        assert browser.state()["talks"] is None


def test_a_server_without_messages(tmp_path):
    started = Running(f"sqlite:///{tmp_path / 'tables.db'}")
    try:
        friends = Friends(started).all_come()
        write(friends[0])
        started.app.state.has_messages = False
        for browser in (friends[0], friends.spectator()):
            refused(write(browser), 403, "this server carries no messages")
            refused(react(browser), 403, "this server carries no messages")
            assert browser.state()["talks"] is None
            assert spoken(browser) == []
    finally:
        started.stop()


def test_serve_without_messages(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr("azulejos.web.server.run", lambda *facts: asked.append(facts[2]))
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    assert cli.main(["serve", "--database", database, "--no-messages"]) == 0
    assert cli.main(["serve", "--database", database]) == 0
    assert [service.has_messages for service in asked] == [False, True]


# ------------------------------------------------------------------------------------------------
# Nothing of it goes anywhere else


def test_nothing_of_a_message_leaves_its_circle(running):
    """Not to those who watch or play, not into a record, a branch, a picture, a position, an export."""
    friends = Friends(running, public=True, advice=True).all_come()
    quiet = friends.spectator()
    write(friends[0], SECRET)
    write(friends.spectator(), SECRET[::-1], name="Cy")
    while not (state := friends[0].state())["over"]:
        friends[state["turn"]].play()
    write(friends[1], SECRET)
    token = Browser(running, friends.table, token=friends[0].post("/seats/0/token").json()["token"])
    paths = (
        "",
        "/events",
        "/positions",
        "/record",
        "/at/25",
        "/review",
        "/picture.svg",
        "/alternatives?at=22&simulations=1",
        "/brief",
        "/tree",
        "/picture.png",
    )
    for browser, foreign in (
        (quiet, SECRET),
        (token, SECRET),
        (friends[0], SECRET[::-1]),
        (token, SECRET[::-1]),
    ):
        answers = [browser.client.get(f"/api/tables/{friends.table}{path}") for path in paths]
        answers += [browser.client.get("/api/export"), browser.client.get("/api/lobby")]
        answers += [browser.client.get(f"/tables/{friends.table}{path}") for path in ("", "/replay")]
        answers.append(browser.client.get(f"/games/{friends.table}"))
        assert [answer.status_code for answer in answers] == [200] * len(answers), answers
        assert len(answers[3].text) > 100
        assert not any(foreign in answer.text for answer in answers)
    for browser in (friends[0], quiet):
        assert SECRET not in browser.get("/record").text
        assert SECRET[::-1] not in browser.get("/record").text
    branch = friends[0].post("/branch", count=25)
    assert SECRET not in friends[0].client.get(f"/api/tables/{branch.json()['table']}").text
    again = friends[0].post("/rematch").json()["table"]
    assert SECRET not in friends[0].client.get(f"/api/tables/{again}").text


def test_a_stream_says_only_that_there_is_something(running):
    friends = Friends(running).all_come()
    with stream(Client(running, friends.table)) as lines:
        next(lines)
        write(friends[0])
        told = [next(lines) for _ in range(4)]
    assert SECRET not in "".join(told)


# ------------------------------------------------------------------------------------------------
# The log


def test_messages_outlive_a_restart_and_leave_the_game_alone(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    seats = [Seat("Ala", key="a"), Seat("Bo", key="b")]

    async def talk():
        store = Store(url)
        here, elsewhere = Tables(store), Tables(store)
        room = (await here.create(az.Game("chocolatier", first=0), seats)).room
        other = await elsewhere.get(room.id)
        before = room.table
        say = lambda now: actions.write(Sight(now, (0,), proofs=frozenset("a")), SECRET)  # noqa: E731
        await here.change(room, say)
        assert room.table.moved == before.moved
        assert room.table.record() == before.record()
        assert actions.is_current(room.table, before.last)
        await elsewhere.reach(other, room.last)
        assert other.table.notes == room.table.notes
        for tables in (here, elsewhere):
            await tables.close()
        store.close()
        store = Store(url)
        again = await Tables(store).get(room.id)
        assert [(note.seat, note.text) for note in again.table.notes] == [(0, SECRET)]
        assert again.table.spoken == (1, 0)
        store.close()

    asyncio.run(talk())
    with sqlite3.connect(tmp_path / "tables.db") as database:
        assert SECRET in json.dumps(list(database.iterdump()))
    database.close()


def test_only_so_many_are_kept_in_memory():
    opened = actions.open_table(
        Table.begun("t", az.Game("chocolatier")), [Seat("Ala", key="a"), Seat("Bo")], ()
    )
    said = (entries.Message(0, "", f"{n}") for n in range(company.KEPT + 5))
    table = opened.table.planning().add(*said).planned().table
    assert len(table.notes) == company.KEPT
    assert (table.notes[-1].text, table.spoken[0]) == (f"{company.KEPT + 4}", company.KEPT + 5)
