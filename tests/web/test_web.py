"""Does the server keep its word? The API and the pages, over HTTP, on a real SQLite file."""

import asyncio
import contextlib
import html
import json
import logging
import random
import re
import sys
import threading
import time
from types import SimpleNamespace

import httpx
import numpy as np
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from tests.house import PATIENCE, Client, Running, is_for_a_person, new_key, stream
from tests.kits import each_game, each_kit, each_of_few, wide_but
from tests.plainly import plainly
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

import azulejos as az
from azulejos import cli, games, tell
from azulejos.bots import turns
from azulejos.core.contract import CHANCE
from azulejos.game import Game
from azulejos.store import StoreError
from azulejos.tables import actions, live, players
from azulejos.tables.live import Tables
from azulejos.tables.players import Players
from azulejos.tables.sight import Sight
from azulejos.tables.table import Seat
from azulejos.tell import teaching
from azulejos.web import limits, reach, show
from azulejos.web.app import create_app
from azulejos.web.hosts import Hosts
from azulejos.web.server import JsonLines
from azulejos.workers.pool import Failed, Pool

SCRIPT = "<script>alert('x')</script>"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One server for all tests that leave it as it was."""
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('web') / 'tables.db'}")
    yield started
    started.stop()


@pytest.fixture
def table(running):
    return running.open("person", "person", first="seat-1")


@pytest.fixture
def dice():
    return random.Random(7)


# ------------------------------------------------------------------------------------------------
# Opening and reading


@each_game
def test_every_variant_opens(running, game):
    table = running.open(*["person"] * game.players, game=game.name, **game.options)
    state = table.state()
    assert state["names"] == ["Ala", "Bo", "Cy", "Di"][: game.players]
    assert state["is_person"]
    assert len(state["legal"]) >= 3
    assert state["told"]
    beginning = plainly(game.start, deal="by hand")
    assert (state["over"], state["round"], state["scores"]) == (False, 1, beginning.scores)
    assert {f"board-{seat}" for seat in range(game.players)} < set(state["parts"])
    position = table.replayed()
    assert position.turn == state["turn"]
    assert [legal["choice"] for legal in state["legal"]] == position.choices()
    assert position.game == game


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_looks(table, theme, language):
    state = table.state(theme=theme, language=language, letters=True)
    assert state["question"] == tell.question("chocolatier", table.replayed().state, "Ala", language)


def test_a_list_of_choices_can_be_left_out(table):
    """The drawing says the same, and pages need nothing else."""
    state = table.state()
    assert state["legal"]
    assert table.state(legal=False) == state | {"legal": []}


def test_games_are_listed(running):
    listed = running.client.get("/api/games").json()
    assert [game["name"] for game in listed] == list(games.GAMES)
    for game, facts in zip(listed, games.GAMES.values(), strict=True):
        assert (game["title"], game["players"]) == (facts.title, list(facts.players))
        assert game["options"] == {option.name: option.describe() for option in facts.options}
        assert "greedy-1" in game["bots"]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_start_page_has_all_games(running, language):
    """Each with its title, a way to begin, every seat and every value of its options."""
    page = running.client.get("/", params={"language": language}).text
    page = html.unescape(page)
    windows, forms = page.split('<section class="window')[1:], page.split("<form data-game=")[1:]
    for window, form, facts in zip(windows, forms, games.GAMES.values(), strict=True):
        ways = [f'data-{way}="{facts.name}"' for way in ("quick", "friend", "here", "more")]
        ways += [f'href="/{way}/{facts.name}"' for way in ("learn", "rules")]
        ways += [tell.title(facts.name, language)]
        assert [part for part in ways if part not in window] == []
        values = [value for option in facts.options for value in option.values]
        wanted = [f'name="player-{seat}"' for seat in range(1, facts.players[1] + 1)]
        wanted += [f'name="option-{option.name}"' for option in facts.options]
        wanted += [f'<option value="{value}">' for value in values]
        assert [part for part in (f'"{facts.name}"', 'name="first"', *wanted) if part not in form] == []
        assert f"player-{facts.players[1] + 1}" not in form


SEATS = [{"name": "Ala"}, {"name": "Bo"}]


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ({"game": "go", "seats": SEATS}, "there is no game 'go'"),
        ({"game": "chocolatier", "seats": SEATS[:1]}, "2 to 4 players, not 1"),
        ({"game": "chocolatier", "seats": []}, "body.seats"),
        ({"game": "chocolatier", "seats": SEATS * 3}, "2 to 4 players, not 6"),
        ({"game": "chocolatier", "seats": SEATS, "first": "me"}, "first can't be 'me'"),
        ({"game": "chocolatier", "seats": SEATS, "options": {"box": "red"}}, "option box can't be 'red'"),
        ({"game": "chocolatier", "seats": SEATS, "options": {"name": "x"}}, "no option 'name'"),
        ({"game": "chocolatier", "seats": SEATS, "options": {"players": "2"}}, "no option 'players'"),
        ({"game": "chocolatier", "seats": SEATS, "options": {"first": "seat-1"}}, "no option 'first'"),
        ({"game": "chocolatier", "seats": SEATS, "options": {"self": "x"}}, "no option 'self'"),
        ({"game": "chocolatier", "seats": SEATS, "options": {"box": 1}}, "body.options.box"),
        ({"game": "chocolatier", "seats": [*SEATS, {"name": "C", "player": "hal"}]}, "no bot 'hal'"),
        ({"game": "chocolatier", "seats": [*SEATS, {"name": " C"}]}, "' C' is no name"),
        ({"game": "chocolatier", "seats": [*SEATS, {"name": "C\n"}]}, "is no name"),
        ({"game": "chocolatier", "seats": [*SEATS, {"name": "C\u202e"}]}, "is no name"),
        ({"game": "chocolatier", "seats": [*SEATS, {"name": "x" * 41}]}, "body.seats.2.name"),
        ({"game": "chocolatier", "seats": SEATS, "x" * 5000: 1}, "body." + "x" * 40 + ": "),
        ({"game": ["chocolatier"], "seats": SEATS}, "body.game"),
        ({"game": "chocolatier"}, "body.seats"),
        ([], "body"),
        (None, "body"),
    ],
)
def test_a_table_that_can_not_be(running, wanted, complaint):
    before = running.app.state.store.newest(1)
    answer = running.client.post("/api/tables", json=wanted)
    assert answer.status_code == 422
    assert complaint in answer.json()["error"]
    assert len(answer.text) < 500
    assert running.app.state.store.newest(1) == before


TURN = {"after": 1, "key": "12345678", "choices": ["factory-1 blue"]}
WRONG = [
    ("turns", TURN | {"after": -1}),
    ("turns", TURN | {"after": "x"}),
    ("turns", TURN | {"after": 2**40}),
    ("turns", TURN | {"after": None}),
    ("turns", TURN | {"key": "short"}),
    ("turns", TURN | {"key": "with space"}),
    ("turns", TURN | {"key": "x" * 65}),
    ("turns", TURN | {"key": 12345678}),
    ("turns", TURN | {"choices": []}),
    ("turns", TURN | {"choices": [""]}),
    ("turns", TURN | {"choices": [3]}),
    ("turns", TURN | {"choices": "factory-1 blue"}),
    ("turns", TURN | {"choices": ["x"] * 65}),
    ("turns", TURN | {"choices": ["x" * 61]}),
    ("turns", TURN | {"more": 1}),
    ("turns", {}),
    ("turns", [TURN]),
    ("undo", {"after": 1}),
    ("undo", TURN),
    ("preview", {"choices": None}),
    ("preview", {}),
]


@pytest.mark.parametrize(("path", "body"), WRONG)
def test_wrong_types_are_refused(table, path, body):
    before = table.log()
    answer = table.post(f"/{path}", body)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("body")
    assert table.log() == before


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"\\ud800": 1}', b"\x00", b"NaN", b"1e999"]
)
@pytest.mark.parametrize("path", ["/turns", "/undo", "/preview"])
def test_what_is_no_json_is_refused(running, table, path, content):
    headers = {"Content-Type": "application/json"}
    answer = running.client.post(table.url + path, content=content, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]


@pytest.mark.parametrize("name", ["nobodyhere", "-_-_-_-_-_-_"])
def test_an_unknown_table(running, name):
    nobody = Client(running, name)
    answers = [nobody.get(path) for path in ("", "/events", "/record", "/hint", "/at/0")]
    answers += [nobody.post("/turns", TURN), nobody.post("/undo", {"after": 1, "key": "12345678"})]
    answers += [nobody.post("/preview", {"choices": []}), nobody.post("/branch", None, count=0)]
    for answer in answers:
        assert answer.status_code == 404
        assert answer.json() == {"error": "there is no such table"}


@pytest.mark.parametrize(
    "path",
    ["/api/tables/x", "/api/tables/a.b.c.d.e.f", "/api/tables/%00%00%00%00%00%00%00%00"],
)
def test_what_is_no_name_of_a_table(running, path):
    assert running.client.get(path).status_code == 422


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "language=de", "theme=pink", "letters=7", "after=99999999999999999999"]
)
def test_wrong_queries_are_refused(running, table, query):
    assert running.client.get(f"{table.url}?{query}").status_code == 422


# ------------------------------------------------------------------------------------------------
# Playing


def test_a_preview_writes_nothing(table, dice):
    before, log = table.state(), table.log()
    choices = []
    shown = table.post("/preview", {"choices": []}).json()
    assert [shown[key] for key in ("legal", "is_whole", "last")] == [before["legal"], False, before["last"]]
    while not shown["is_whole"]:
        choices.append(dice.choice(shown["legal"])["choice"])
        shown = table.post("/preview", {"choices": choices}).json()
        assert len(shown["told"]) == len(choices)
        assert shown["told"][-1]["sentences"]
    assert shown["scores"] == [was + gain for was, gain in zip(before["scores"], shown["gains"], strict=True)]
    assert (table.state(), table.log()) == (before, log)


@each_kit
def test_a_whole_game_of_two_people(running, dice, kit):
    """What the page is told is what the rules say, to the end."""
    table = running.open("person", "person", game=kit.name)
    state = table.state()
    steps = state["told"]
    while not state["over"]:
        asked, after = state["turn"], state["last"]
        answer = table.play(after, *table.turn(dice))
        assert answer.status_code == 200, answer.text
        state = answer.json()
        assert state["told"][0]["seat"] == asked
        assert state["turn"] != CHANCE
        steps += state["told"]
        assert (state["sheet"] is None) == (not state["over"])
    check_sheet(state, steps)
    steps = table.state()["told"] if kit.has_secrets else steps  # nothing is hidden any more
    position = table.replayed()
    assert position.over
    assert (position.scores, position.winners) == (state["scores"], state["winners"])
    assert [step["choice"] for step in steps] == position.history
    opening = [entry.kind for entry in table.log()[:9]]
    assert opening == ["seat", "seat", "name", "name", "key", "key", "came", "came", "manners"]
    assert [step["number"] for step in steps] == list(range(10, state["last"] + 1))
    points = [sentence["points"] for step in steps for sentence in step["sentences"]]
    assert any(points)
    rounds = [step["round"] for step in steps]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, state["round"] + 1))
    refused = table.play(state["last"], steps[-1]["choice"])
    assert (refused.status_code, refused.json()["error"]) == (
        422,
        "the game is over: there is nothing to choose",
    )
    assert table.get("/hint").status_code == 422
    assert table.state() == state | {"told": steps}


def check_sheet(state, steps):
    """Each round's points are those that the story told; with what was there before they make the score."""
    sheet, players = state["sheet"], len(state["names"])
    assert [row["round"] for row in sheet["rounds"]] == list(range(1, state["round"] + 1))
    bonuses = [[points or 0 for points in bonus["points"]] for bonus in sheet["bonuses"]]
    at_end = [sum(column) for column in zip([0] * players, *bonuses, strict=True)]
    for row in sheet["rounds"]:
        told = [part for step in steps if step["round"] == row["round"] for part in step["sentences"]]
        sums = [sum(part["points"] for part in told if part["seat"] == seat) for seat in range(players)]
        more = at_end if row["round"] == state["round"] else [0] * players
        assert [sum(both) for both in zip(row["points"], more, strict=True)] == sums
    before = sheet["before"] or [0] * players
    columns = zip(before, at_end, *(row["points"] for row in sheet["rounds"]), strict=True)
    assert [sum(column) for column in columns] == sheet["totals"] == state["scores"]
    assert sheet["chart"].count('class="line"') == players
    assert 'role="img" aria-label="Scores over the rounds"' in sheet["chart"]


PLACE = re.compile(r'data-choice="([^"]+)"[^>]*aria-label="([^"]*)"')


@wide_but("duel")
def test_every_choice_has_one_place(running, kit, dice):
    """Whatever can be chosen is one thing to click, said in the same words; nothing else is."""
    game = kit.fullest
    table = running.open(*["person"] * game.players, game=game.name, **game.options)
    state, phases = table.state(), set()
    while not state["over"]:
        if state["is_private"]:
            state = table.state(open=state["turn_number"])
        places = [place for part in state["parts"].values() for place in PLACE.findall(part)]
        assert sum(part.count("data-choice=") for part in state["parts"].values()) == len(places)
        drawn = sorted((choice, html.unescape(label)) for choice, label in places)
        assert drawn == sorted((legal["choice"], legal["label"]) for legal in state["legal"])
        phases.add(table.position().phase)
        state = table.play(state["last"], dice.choice(state["legal"])["choice"]).json()
    assert "data-choice" not in "".join(state["parts"].values())
    assert len(phases) > 1


@pytest.mark.wide
@each_kit
def test_a_whole_game_against_bots(running, kit, dice):
    """The bots answer by themselves; pages that follow by events see it."""
    play_against_bots(running, kit.fullest, dice)


@pytest.mark.long
@each_of_few
def test_a_whole_game_of_every_variant_against_bots(running, game, dice):
    play_against_bots(running, game, dice)


def play_against_bots(running, game, dice):
    players = ["random", "greedy-1", "random", "person"][-game.players :]
    table = running.open(*players, game=game.name, **game.options)
    state = table.wait(is_for_a_person)
    while not state["over"]:
        assert players[state["turn"]] == "person"
        answer = table.play(state["last"], *table.turn(dice), draw=False)
        assert answer.status_code == 200, answer.text
        state = table.wait(is_for_a_person)
    assert state["winners"]
    assert table.replayed().scores == state["scores"]


def test_bots_alone_play_to_the_end(running):
    assert running.open("random", "random").wait(lambda state: state["over"])["winners"]


def test_choices_count_one_by_one_too(table, dice):
    """A turn sent in two parts leads to the same as sent at once."""
    choices = table.turn(dice)
    while len(choices) < 2:
        choices = table.turn(dice)
    first = table.play(table.state()["last"], choices[0]).json()
    assert first["turn"] == 0
    second = table.play(first["last"], *choices[1:]).json()
    assert second["turn"] == 1
    assert second["last"] == first["last"] + len(choices) - 1


@each_kit
def test_undo_and_what_can_not_be_undone(running, dice, kit):
    """Back to the beginning of the last turn, as long as no tile was drawn since."""
    table = running.open("person", "person", game=kit.name)
    begun = table.state()
    assert table.undo(begun["last"]).status_code == 422  # nobody has chosen
    played = table.play(begun["last"], *table.turn(dice)).json()
    is_whole = True  # did this turn begin where it was played on?
    while (
        any(step["seat"] is None for step in played["told"])
        or played["turn"] == begun["turn"]
        or not is_whole
    ):
        is_whole = played["turn_number"] != begun["turn_number"]
        begun = played
        played = table.play(begun["last"], *table.turn(dice)).json()
    answer = table.undo(played["last"])
    assert answer.status_code == 200
    state = answer.json()
    assert state["last"] == played["last"] + 1
    same = ("turn", "legal", "scores", "question", "turn_number")
    assert [state[key] for key in same] == [begun[key] for key in same]
    assert table.log()[-1].kind == "undo"
    while state["round"] == 1:
        state = table.play(state["last"], *table.turn(dice)).json()
    assert any(step["seat"] is None for step in state["told"])
    log = table.log()
    refused = table.undo(state["last"])
    assert (refused.status_code, "tiles were drawn" in refused.json()["error"]) == (422, True)
    assert table.log() == log
    assert table.state()["scores"] == state["scores"] == table.position().scores


def test_undo_takes_back_what_bots_replied(running, dice):
    table = running.open("person", "random", first="seat-1")
    begun = table.state()
    table.play(begun["last"], *table.turn(dice))
    replied = table.wait(is_for_a_person)
    state = table.undo(replied["last"]).json()
    assert [state[key] for key in ("turn", "legal", "round")] == [
        begun[key] for key in ("turn", "legal", "round")
    ]


def test_a_stale_turn_gets_the_table_as_it_is(table, dice):
    last = table.state()["last"]
    choices = table.turn(dice)
    table.play(last, *choices)
    log = table.log()
    for after in (last, last - 1, 0, last + 99):
        for answer in (table.play(after, *choices), table.undo(after)):
            assert answer.status_code == 409
            assert answer.json()["error"] == "the game has gone on; here is the table as it is now"
            assert answer.json()["state"] == table.state()
    assert table.log() == log


def test_a_stale_answer_looks_as_asked(table, dice):
    look = {"language": "pl", "theme": "dark", "letters": "true"}
    stale = table.play(0, "factory-1 blue", **look).json()
    assert stale["state"] == table.state(**look)
    assert stale["state"]["parts"] != table.state(language="pl", theme="dark")["parts"]
    assert stale["error"] != "the game has gone on; here is the table as it is now"


def test_a_stale_answer_has_nothing_that_was_not_asked_for(table):
    """A program that draws nothing gets no drawings with its 409, and no list that it can do without."""
    stale = table.play(0, "factory-1 blue", draw="false", legal="false")
    assert stale.status_code == 409
    assert [stale.json()["state"][key] for key in ("parts", "versions", "legal", "reach")] == [{}, {}, [], {}]
    whole = table.play(0, "factory-1 blue")
    assert len(stale.content) < len(whole.content) / 5


def test_the_same_key_is_answered_like_the_first_time(table, dice):
    last = table.state()["last"]
    choices = table.turn(dice)
    first = table.play(last, *choices, key="the-same-key")
    log = table.log()
    assert table.play(last, *choices, key="the-same-key").json() == first.json()
    assert table.log() == log
    undone = table.undo(first.json()["last"], key="another-key")
    assert table.undo(first.json()["last"], key="another-key").json() == undone.json()
    again = table.play(last, *choices, key="the-same-key")  # even after it was taken back
    assert (again.status_code, again.json()["last"]) == (200, undone.json()["last"])
    assert len(table.log()) == len(log) + 1


def test_a_refused_request_may_use_its_key_again(table, dice):
    last = table.state()["last"]
    assert table.play(last, "factory-9 blue", key="my-only-key").status_code == 422
    assert table.play(last, *table.turn(dice), key="my-only-key").status_code == 200


@pytest.mark.parametrize(
    ("choices", "complaint"),
    [
        (["dance"], "there is no choice 'dance'; now there is factory-"),
        (["line-1"], "'line-1' isn't legal now; legal is factory-"),
        (["draw blue"], "'draw blue' isn't legal now"),
        (["{0.__class__}"], "there is no choice '{0.__class__}'"),
        ([SCRIPT], "there is no choice"),
    ],
)
def test_an_illegal_choice_is_explained_and_changes_nothing(table, choices, complaint):
    before, log = table.state(), table.log()
    for answer in (table.play(before["last"], *choices), table.post("/preview", {"choices": choices})):
        assert answer.status_code == 422
        assert complaint in answer.json()["error"]
    assert (table.state(), table.log()) == (before, log)


def test_a_turn_with_one_wrong_choice_is_not_played_at_all(table, dice):
    before, log = table.state(), table.log()
    first = table.turn(dice)[0]
    assert table.play(before["last"], first, "line-9").status_code == 422
    assert (table.state(), table.log()) == (before, log)


def test_choices_beyond_the_end_of_a_turn(table, dice):
    before, log = table.state(), table.log()
    choices = [*table.turn(dice), "factory-1 blue"]
    for answer in (table.play(before["last"], *choices), table.post("/preview", {"choices": choices})):
        assert answer.status_code == 422
        assert answer.json()["error"] == "'factory-1 blue' comes after the end of this turn"
    assert (table.state(), table.log()) == (before, log)


@pytest.fixture
def slow_bots(monkeypatch):
    """Bots of which the first says that it has begun, and which all think until they may go on."""
    begun, go_on = threading.Event(), threading.Event()
    think = Players._thought

    async def slowly(*arguments):
        begun.set()
        await asyncio.to_thread(go_on.wait, PATIENCE)
        return await think(*arguments)

    monkeypatch.setattr(Players, "_thought", slowly)
    yield SimpleNamespace(begun=begun, go_on=go_on)
    go_on.set()


def test_nobody_plays_for_a_bot(running, slow_bots):
    """While a bot thinks, its seat is its own, and everything else still answers."""
    table = running.open("greedy-1", "person", first="seat-1")
    assert slow_bots.begun.wait(PATIENCE)
    state = table.state()
    assert (state["turn"], state["is_person"], state["legal"]) == (0, False, [])
    choice = table.replayed().choices()[0]
    refused = table.play(state["last"], choice)
    assert (refused.status_code, refused.json()["error"]) == (422, "it is the turn of Ala, a bot")
    slow_bots.go_on.set()
    assert table.wait(is_for_a_person)["turn"] == 1


def test_an_older_moment_is_shown_while_a_bot_thinks(running, dice, slow_bots):
    """At a table and at a copy of it. Who has looked comes back to what was there; then the bot answers."""
    played = running.open("person", "greedy-1", first="seat-1")
    played.play(played.last(), *played.turn(dice))
    assert slow_bots.begun.wait(PATIENCE)
    steps = played.state()["steps"]
    copy = Client(running, played.post("/branch", None, count=steps).json()["table"])
    for table in (played, copy):
        now = table.state()
        assert (now["turn"], now["is_person"], now["steps"]) == (1, False, steps)
        then, again = (table.get(f"/at/{count}").json() for count in (steps - 1, steps))
        assert (then["count"], then["of"], then["turn"], then["legal"]) == (steps - 1, steps, 0, [])
        assert then["versions"] != now["versions"] == again["versions"]
        assert table.state() == now
    slow_bots.go_on.set()
    for table in (played, copy):
        assert table.wait(is_for_a_person)["steps"] > steps


def test_a_hint(table, running):
    hint = table.get("/hint").json()
    assert hint["choice"] in {legal["choice"] for legal in table.state()["legal"]}
    assert hint["label"].startswith("Take")
    assert table.get("/hint", language="pl").json()["label"] != hint["label"]
    drafted = [hint["choice"]]
    where = table.get("/hint", choices=drafted).json()
    assert where["label"].startswith(("Put", "Drop"))
    drafted.append(where["choice"])
    assert "this turn is whole" in table.get("/hint", choices=drafted).json()["error"]
    whole = table.get("/hint").json()["turn"]
    assert whole[0] == hint["choice"]
    assert table.post("/preview", {"choices": whole}).json()["is_whole"]


def test_chance_comes_from_the_operating_system(running):
    """Whoever knows every seed of the process knows nothing of the tiles."""
    dealt = set()
    for _ in range(4):
        random.seed(1)
        np.random.seed(1)
        dealt.add(tuple(step["choice"] for step in running.open("person", "person").state()["told"]))
    assert len(dealt) == 4
    assert isinstance(actions.SYSTEM, random.SystemRandom)


def who(position):
    return position.names[position.turn] if position.turn >= 0 else ""


def test_replaying(table, dice):
    for _ in range(3):
        table.play(table.last(), *table.turn(dice))
    record = plainly(az.Record.from_text, table.get("/record").text)
    for count, position in enumerate(record.positions()):
        shown = table.get(f"/at/{count}").json()
        assert (shown["count"], shown["of"], shown["scores"]) == (count, len(record), position.scores)
        assert shown["question"] == tell.question("chocolatier", position.state, who(position), "en")
        assert shown["legal"] == []  # it is only looked at
    assert table.get("/at/99999").json()["count"] == len(record)
    assert table.get("/at/-1").status_code == 422


# ------------------------------------------------------------------------------------------------
# Several at one table


def test_of_two_who_play_at_once_one_wins(running, dice):
    """Each time exactly one turn counts, the others are told what is; the log replays."""
    table = running.open("person", "person")

    async def race():
        async with running.asking() as client:
            state, turns = table.state(), 0
            while turns < 12 and not state["over"]:
                legal = [legal["choice"] for legal in state["legal"]]
                bodies = [
                    {
                        "after": state["last"],
                        "key": f"race-{turns:03}-{number}",
                        "choices": [dice.choice(legal)],
                    }
                    for number in range(6)
                ]
                bodies += bodies[:2]  # and two of them ask twice
                answers = await asyncio.gather(
                    *(client.post(f"{table.url}/turns", json=body) for body in bodies)
                )
                won = [body["key"] for body, answer in zip(bodies, answers, strict=True) if answer.is_success]
                assert len(set(won)) == 1
                assert {answer.status_code for answer in answers} == {200, 409}
                lasts = {answer.json().get("state", answer.json())["last"] for answer in answers}
                state, turns = table.state(), turns + 1
                assert lasts == {state["last"]}

    asyncio.run(race())
    log = table.log()
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    position = table.replayed()
    assert position.history == [entry.body["choice"] for entry in log if entry.kind == "choice"]
    assert position.scores == table.state()["scores"]


def test_turns_and_undos_at_once(running, dice):
    table = running.open("person", "person")

    async def race():
        async with running.asking() as client:
            for number in range(10):
                state = table.state()
                common = {"after": state["last"]}
                choice = dice.choice(state["legal"])["choice"]
                answers = await asyncio.gather(
                    client.post(
                        f"{table.url}/turns", json=common | {"key": f"turn-{number:04}", "choices": [choice]}
                    ),
                    client.post(f"{table.url}/undo", json=common | {"key": f"undo-{number:04}"}),
                )
                codes = sorted(answer.status_code for answer in answers)
                assert codes in ([200, 409], [200, 422])

    asyncio.run(race())
    assert table.replayed().scores == table.state()["scores"]


def test_a_client_that_hangs_up_leaves_nothing_half_done(tmp_path):
    """Requests that are cancelled at any moment: memory and store agree, and play goes on."""

    async def hang_up():
        app = create_app(f"sqlite:///{tmp_path / 'tables.db'}", prepare=False)
        async with app.router.lifespan_context(app):
            tables: Tables = app.state.tables
            opened = await tables.create(Game("chocolatier", 2), [Seat("Ala"), Seat("Bo")])
            room = opened.room
            for number in range(40):
                table = room.table
                if table.position.over:
                    break
                choice, after = table.position.choices()[0], table.last

                def plan(now, choice=choice, after=after):
                    return actions.play(Sight(now, (0, 1)), after, [choice])

                task = asyncio.create_task(tables.change(room, plan, f"key-{number:05}"))
                for _ in range(number % 8):
                    await asyncio.sleep(0 if number % 3 else 0.0005)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                await asyncio.gather(*tables._writing)
                assert room.last == app.state.store.facts(room.id).last
            assert len(room.table.steps) > 40

    asyncio.run(hang_up())


def test_a_server_catches_up_with_another(running, dice, tmp_path):
    """Two servers on one file, by mistake: no turn is lost, and both come to show the same."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    one, two = Running(database), Running(database)
    try:
        table = one.open("person", "person")
        two.client.cookies.update(one.client.cookies)  # the same browser
        other = Client(two, table.table)
        assert other.state() == table.state()
        last = table.state()["last"]
        choices = table.turn(dice)
        played = table.play(last, *choices, key="the-first-key").json()
        stale = other.play(last, *choices)
        assert stale.status_code == 409
        assert stale.json()["state"] == other.state() == table.state()
        assert other.play(played["last"], *other.turn(dice)).status_code == 200
        assert table.play(last, *choices, key="the-first-key").status_code == 200
        assert table.undo(0).json()["state"] == other.state()
    finally:
        one.stop()
        two.stop()


# ------------------------------------------------------------------------------------------------
# Following


def test_events_as_json(table, dice):
    last = table.state()["last"]
    assert table.get("/events", after=last).json() == {"last": last, "told": []}
    played = table.play(last, *table.turn(dice)).json()
    assert table.get("/events", after=last).json() == {"last": played["last"], "told": played["told"]}
    everything = table.get("/events").json()
    assert everything["told"] == table.state()["told"]


def test_a_stream_wakes_at_once(table, dice):
    """Where the table stands, then every change, each with its number."""
    state = table.state()
    with stream(table) as lines:
        assert [next(lines) for _ in range(3)] == [
            "retry: 1000",
            f"id: {state['last']}",
            f'data: {{"last": {state["last"]}}}',
        ]
        for _ in range(3):
            choices = table.turn(dice)
            last = table.play(table.state()["last"], *choices).json()["last"]
            assert next(lines) == f"id: {last}"
            assert json.loads(next(lines).removeprefix("data: ")) == {"last": last}


def test_a_stream_goes_on_from_the_last_event(table, dice):
    last = table.state()["last"]
    with stream(table, **{"Last-Event-ID": str(last)}) as lines:
        assert next(lines) == "retry: 1000"
        new = table.play(last, *table.turn(dice)).json()["last"]
        assert next(lines) == f"id: {new}"  # not `last` again
    with stream(table, **{"Last-Event-ID": str(last)}) as lines:
        assert [next(lines), next(lines)] == ["retry: 1000", f"id: {new}"]


@pytest.mark.parametrize("wrong", ["x", "-1", "1" * 11, "1.5"])
def test_a_wrong_last_event(running, table, wrong):
    answer = running.client.get(table.url + "/events", headers={"Last-Event-ID": wrong})
    assert answer.status_code == 422


def test_whoever_leaves_is_forgotten(table, running):
    watchers = running.app.state.tables._open[table.table].watchers
    with contextlib.ExitStack() as several:
        streams = [several.enter_context(stream(table)) for _ in range(5)]
        assert {next(lines) for lines in streams} == {"retry: 1000"}
        assert len(watchers) == 5
    end = time.monotonic() + PATIENCE
    while watchers and time.monotonic() < end:
        time.sleep(0.02)
    assert not watchers


def test_a_server_that_stops_ends_its_streams(tmp_path):
    started = Running(f"sqlite:///{tmp_path / 'tables.db'}")
    with stream(started.open("person", "person")) as lines:
        next(lines)
        started.stop()
        assert len(list(lines)) == 2  # what was under way, and a proper end


# ------------------------------------------------------------------------------------------------
# Records


def upload(running, content, **params):
    headers = {"Content-Type": "text/plain"}
    return running.client.post("/api/records", content=content, params=params, headers=headers)


@pytest.fixture
def played(table, dice):
    """A table after a few turns."""
    for _ in range(4):
        table.play(table.last(), *table.turn(dice))
    return table


def test_a_record_leads_to_the_same_position(running, played, tmp_path):
    answer = played.get("/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="chocolatier-{played.table}.azul"'
    path = tmp_path / "game.azul"
    path.write_bytes(answer.content)
    record = az.Record.load(path)
    assert record.to_text() == answer.text
    assert record.names == ("Ala", "Bo")
    uploaded = upload(running, answer.content)
    assert uploaded.status_code == 201
    twin = Client(running, uploaded.json()["table"])
    assert twin.replayed() == played.replayed() == record.replay(deal="by hand")
    assert {**twin.state(), "table": played.table} == played.state()


def test_a_record_may_be_cut_and_played_on(running, played, dice):
    content = played.get("/record").content
    for count in (0, 1, 22, 10_000):
        twin = Client(running, upload(running, content, count=count).json()["table"])
        assert twin.replayed().history[:count] == played.replayed().history[:count]
        assert twin.play(twin.state()["last"], *twin.turn(dice)).status_code == 200


def test_a_record_with_bots_goes_on(running, dice):
    game = plainly(Game("chocolatier", 2, first=0).start, seed=3, names=["Ala", "random"])
    table = Client(running, upload(running, game.record().to_text()).json()["table"])
    table.play(table.last(), *table.turn(dice))
    assert table.wait(is_for_a_person)["turn"] == 0


def test_a_record_that_began_in_the_middle(running, dice):
    """An origin is kept: for the record, for replaying and after an undo."""
    game = Game("chocolatier", 2, first=0)
    position = plainly(game.start, seed=3)
    for _ in range(5):
        position.play(dice.choice(position.choices()))
    record = plainly(game.position, position.to_dict(), deal="by hand").record()
    table = Client(running, upload(running, record.to_text()).json()["table"])
    assert table.replayed() == position
    last = table.play(table.last(), *table.turn(dice)).json()["last"]
    table.undo(last)
    assert table.replayed() == position
    again = Client(running, upload(running, table.get("/record").content).json()["table"])
    assert again.replayed() == position


STUCK = "the position that this table began with can't be played on: the table is closed"


def uploaded_position(running, second):
    """A table that began with a position, and not by its own choices."""
    origin = plainly(Game("chocolatier", 2, first=0).start, seed=3)
    record = origin.game.position(origin.to_dict(), deal="by hand", names=["Ala", second]).record()
    return Client(running, upload(running, record.to_text()).json()["table"])


@pytest.fixture
def stuck(monkeypatch):
    """Positions that were read can't be played on: what would happen if a reader let something through."""

    play = az.Position.play

    def played(position, choice):
        if position.is_checked:
            raise az.Unplayable
        return play(position, choice)

    def get_stuck():
        monkeypatch.setattr(az.Position, "play", played)

    return get_stuck


@pytest.mark.parametrize("second", ["person", "random"])
def test_an_uploaded_position_that_gets_stuck_closes_its_table_alone(running, dice, stuck, second):
    """Whoever plays on: it is said in a sentence, stays said, and no other table notices."""
    uploaded, other = uploaded_position(running, second), running.open("person", "person")
    last, turn = uploaded.last(), uploaded.turn(dice)
    if second == "person":
        stuck()
    answer = uploaded.play(last, *turn)
    if second == "person":
        assert (answer.status_code, answer.json()["error"]) == (422, STUCK)
    else:
        stuck()
    state = uploaded.wait(lambda state: state["is_closed"])
    assert (state["legal"], state["why_closed"]) == ([], STUCK)
    answer = uploaded.play(state["last"], "factory-1 blue")
    assert (answer.status_code, answer.json()["error"]) == (422, STUCK)
    assert other.play(other.last(), *other.turn(dice)).status_code == 200


@pytest.fixture
def unsettled(monkeypatch):
    """No end of a round can be settled: what would happen if a reader let something through."""

    def fail(*arguments):
        raise IndexError("an index is out of bounds")

    monkeypatch.setattr(reach, "due_in", lambda game, checked: fail)
    reach._reach.cache_clear()
    yield
    reach._reach.cache_clear()


def test_an_uploaded_position_that_can_not_be_settled_is_shown_all_the_same(running, unsettled, dice):
    """Without what its choices would do; it is played on as long as that goes."""
    uploaded = uploaded_position(running, "person")
    state = uploaded.state(draw=True)
    assert state["legal"]
    assert state["parts"]
    assert state["reach"] == {}
    assert uploaded.play(state["last"], *uploaded.turn(dice)).status_code == 200


@pytest.fixture
def at_a_loss(monkeypatch):
    """No bot can think: its job has raised in a worker, and the simple one raises that takes its place."""

    async def lose(pool, job, *arguments, **wishes):
        raise Failed(f"{job.__name__}: an index is out of bounds")

    def fail(*arguments):
        raise IndexError("an index is out of bounds")

    monkeypatch.setattr(Pool, "ask", lose)
    monkeypatch.setattr(turns, "whole_turn", fail)
    monkeypatch.setattr(turns, "decent_turn", fail)


def test_a_bot_at_a_loss_closes_its_uploaded_table_alone(running, dice, at_a_loss):
    """Whatever a position does to bots, in a worker and then in the server, is said in a sentence."""
    uploaded, other = uploaded_position(running, "random"), running.open("person", "person")
    assert uploaded.play(uploaded.last(), *uploaded.turn(dice)).status_code == 200
    state = uploaded.wait(lambda state: state["is_closed"])
    assert (state["legal"], state["why_closed"]) == ([], STUCK)
    assert other.play(other.last(), *other.turn(dice)).status_code == 200


def test_a_hint_at_a_loss_is_a_sentence(running, at_a_loss):
    """And nothing changes by asking for one."""
    uploaded = uploaded_position(running, "person")
    state, answer = uploaded.state(), uploaded.get("/hint")
    complaint = "the rules can't go on from here: no game leads to this position"
    assert (answer.status_code, answer.json()) == (422, {"error": complaint})
    assert uploaded.state() == state


@pytest.mark.parametrize(
    ("spoil", "code", "complaint"),
    [
        (lambda text: b"", 422, "the file is empty"),
        (lambda text: b"\n \n", 422, "the file is empty"),
        (lambda text: b"\xff\xfe\x00\x01" * 40, 422, "the file is no text file"),
        (lambda text: b"\x00" * 40, 422, "line 1: this is no record"),
        (lambda text: b"hello\n", 422, "line 1: this is no record"),
        (lambda text: b"azulejos record 1\nend: 0 choices", 422, "there is no line 'game: ...' above"),
        (lambda text: text[: text.index(b"\n\n")] + b"\nend: 1", 422, "has no option 'end'"),
        (lambda text: text[: len(text) // 2], 422, "the record is cut off"),
        (lambda text: text.replace(b"seat-1:", b"seat-2:", 1), 422, "it is the turn of"),
        (lambda text: text.replace(b"chocolatier", b"go"), 422, "there is no game 'go'"),
        (lambda text: text.replace(b"rules: 1", b"rules: 999999999"), 422, "whole number"),
        (lambda text: text + b"x" * 998_000, 422, "nothing may follow"),
        (lambda text: b"x" * 1_001_001, 413, "the request is larger than 1001000 bytes"),
    ],
)
def test_a_record_that_is_none(running, played, spoil, code, complaint):
    before = running.app.state.store.newest(1)
    answer = upload(running, spoil(played.get("/record").content))
    assert (answer.status_code, complaint in answer.json()["error"]) == (code, True), answer.text
    assert running.app.state.store.newest(1) == before


def test_idle_tables_are_let_go_and_come_back(running, dice, monkeypatch):
    """Memory is bounded; the log is not in memory."""
    table = running.open("person", "person", first="seat-1")
    last = table.play(table.last(), *table.turn(dice)).json()["last"]
    monkeypatch.setattr(live, "OPEN_MAX", 1)
    other = running.open("person", "person")
    assert list(running.app.state.tables._open) == [other.table]
    assert table.state()["last"] == last


def test_a_branch_leaves_its_tree_alone(running, played, dice):
    state, log = played.state(), played.log()
    history = played.replayed().history
    count = len(history) - 2
    branch = Client(running, played.post("/branch", None, count=count).json()["table"])
    assert branch.replayed().history == history[:count]
    assert branch.play(branch.state()["last"], *branch.turn(dice)).status_code == 200
    assert (played.state(), played.log()) == (state, log)


def test_a_rematch_is_dealt_anew(running, played):
    """A branch from the very beginning: the same people, other tiles."""
    rematches = [Client(running, played.post("/branch", None, count=0).json()["table"]) for _ in range(3)]
    assert {tuple(table.state()["names"]) for table in rematches} == {("Ala", "Bo")}
    assert len({tuple(table.replayed().history) for table in rematches}) == 3


# ------------------------------------------------------------------------------------------------
# A server that is started again


def test_after_a_restart_everything_is_the_same(tmp_path, dice):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    first = Running(database)
    table = first.open("person", "person", "person", factories="special")
    for _ in range(12):
        table.play(table.last(), *table.turn(dice))
    table.undo(table.state()["last"])
    state, log = table.state(), table.log()
    choices = table.turn(dice)
    played = table.play(state["last"], *choices, key="kept-over-a-restart").json()
    table.undo(played["last"])
    state, record = table.state(), table.get("/record").text
    first.stop()
    second = Running(database, cookies=first.client.cookies)
    try:
        again = Client(second, table.table)
        assert (again.state(), again.get("/record").text) == (state, record)
        assert again.log()[: len(log)] == log
        repeated = again.play(played["last"] - len(choices), *choices, key="kept-over-a-restart")
        assert repeated.json() == again.state(after=played["last"] - len(choices))
        assert again.state() == state
    finally:
        second.stop()


def test_bots_go_on_after_a_restart(tmp_path, monkeypatch):
    """The server was stopped while a bot thought: whoever opens the table again wakes it."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with monkeypatch.context() as patch:
        patch.setattr(Players, "let_play", lambda players, room: None)
        first = Running(database)
        table = first.open("random", "person", first="seat-1")
        first.stop()
    second = Running(database)
    try:
        assert Client(second, table.table).wait(is_for_a_person)["turn"] == 1
    finally:
        second.stop()


def test_what_can_not_be_saved_did_not_happen(running, table, dice, monkeypatch):
    """A full disk: 503, a sentence, the table as it was; later it goes on."""
    before, choices = table.state(), table.turn(dice)

    def fail(*arguments):
        raise StoreError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr("azulejos.store.log._append", fail)
        for answer in (
            table.play(before["last"], *choices),
            running.client.post("/api/tables", json={"game": "chocolatier", "seats": SEATS}),
        ):
            assert answer.status_code == 503
            assert answer.json() == {"error": "this could not be saved; nothing was changed"}
    assert table.state() == before
    assert table.play(before["last"], *choices).status_code == 200


def test_a_bot_whose_turn_could_not_be_saved_tries_again(running, dice, monkeypatch):
    keep, fails = Tables._keep, []

    async def fail_once(tables, table, after, key, log):
        if not fails:
            fails.append(key)
            raise StoreError("disk full")
        await keep(tables, table, after, key, log)

    monkeypatch.setattr(players, "RETRY", 0.01)
    monkeypatch.setattr(Tables, "_keep", fail_once)
    assert running.open("random", "person", first="seat-1").wait(is_for_a_person)["turn"] == 1
    assert fails


# ------------------------------------------------------------------------------------------------
# Who may ask

PAGES = ["/", "/tables/{table}", "/tables/{table}/replay"]
PAGES += [f"/{page}/{game}" for page in ("rules", "learn") for game in games.GAMES]


@pytest.mark.parametrize(
    "path",
    [
        *PAGES,
        *("/health", "/openapi.json", "/api/games", "/api/tables/{table}", "/static/style.css"),
        *("/nowhere", "/static/nowhere.js", "/api/nowhere", "/api/tables/nobodyhere", "/tables/nobodyhere"),
    ],
)
def test_every_answer_is_guarded(running, table, path):
    headers = running.client.get(path.format(table=table.table)).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_hold_to_their_policy(running, table, path, language):
    """No scripts, styles or handlers inside a page but data; its language is said."""
    headers = {"Accept-Language": f"{language}-XX,de;q=0.5"}
    answer = running.client.get(path.format(table=table.table), headers=headers)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    code = re.sub(r'<script type="application/json" id="words">[^<>&]*</script>', "", answer.text)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", code)
    for address in re.findall(r'(?:src|href)="(/static/[^"]*)"', answer.text):
        assert running.client.get(address).status_code == 200


@pytest.mark.parametrize(
    "path", ["/nowhere", "/tables/nobodyhere", "/tables/x", "/tables/x/replay", "/rules/go"]
)
def test_a_wrong_address_is_a_page_too(running, path):
    answer = running.client.get(path)
    assert (answer.status_code, "There is nothing here." in answer.text) == (404, True)
    polish = running.client.get(path, headers={"Accept-Language": "pl"})
    assert tell.words("pl")("There is nothing here.") in polish.text
    assert "There is nothing here." not in polish.text


def test_a_lesson_is_a_table(running):
    """The page carries its steps, in the language of whoever looks; other tables' pages have none."""
    opened = running.client.post("/api/lessons/garden?language=pl", json={})
    assert opened.status_code == 201
    page = f"/tables/{opened.json()['table']}"
    for language in tell.LANGUAGES:
        text = running.client.get(page, headers={"Accept-Language": language}).text
        steps = json.loads(re.search(r'id="lesson-steps">(.*?)</script>', text)[1])["steps"]
        assert [step["title"] for step in steps] == [
            step.title for step in teaching.lesson("garden", language).steps
        ]
    assert "lesson-steps" not in running.client.get(f"/tables/{running.open('person', 'person').table}").text


@pytest.mark.parametrize("game", ["go", "Garden", "x" * 41])
def test_there_is_no_lesson_of_an_unknown_game(running, game):
    answer = running.client.post(f"/api/lessons/{game}", json={})
    assert (answer.status_code, "error" in answer.json()) == (422, True)


def test_a_language_is_remembered(running):
    with httpx.Client(base_url=running.url) as client:
        answer = client.get("/language/pl", params={"back": "/rules/chocolatier"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/rules/chocolatier")
        assert '<html lang="pl"' in client.get("/").text
        for back in ("//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:x"):
            location = client.get("/language/en", params={"back": back}).headers["location"]
            assert not re.match(r"//|/\\|[a-z]+:", location)
        assert '<html lang="en"' in client.get("/").text


@pytest.mark.parametrize(
    "path", ["/static/%00", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static/" + "x" * 3000]
)
def test_nothing_else_is_served(running, path):
    assert running.client.get(path).status_code == 404


ORIGINS = ["https://evil.example", "null", "http://127.0.0.1:1", "http://[", "", "file://"]


@pytest.mark.parametrize("origin", ORIGINS)
def test_pages_of_others_may_not_write(running, table, origin):
    log = table.log()
    paths = [f"{table.url}/turns", f"{table.url}/undo", "/api/tables", "/api/records", f"{table.url}/branch"]
    for path in paths:
        answer = running.client.post(path, json=TURN, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["error"]) == (403, "this request comes from another site")
    assert table.log() == log


def test_our_own_pages_may_write(running):
    wanted = {"game": "chocolatier", "seats": SEATS}
    assert running.client.post("/api/tables", json=wanted, headers={"Origin": running.url}).status_code == 201


def test_a_request_without_a_length(running):
    for path in ("/api/tables", "/api/records"):
        answer = running.client.post(path, content=iter([b"{}"]))
        assert (answer.status_code, answer.json()["error"]) == (411, "the length of the request is missing")


@pytest.mark.parametrize(
    ("length", "code"),
    [(b"1001001", 413), (b"9" * 18, 413), (b"\xb2", 411), (b"-1", 411), (b"1" * 5000, 413)],
)
def test_lengths(length, code):
    """Whatever a front end lets through."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-length", length)],
        "app": SimpleNamespace(state=SimpleNamespace(hosts=Hosts())),
    }
    assert limits.refusal(limits.Request(scope)).status_code == code


def test_too_many_requests(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "_buckets", type(limits._buckets)())
    monkeypatch.setattr(limits, "BURST", 5.0)
    started = Running(f"sqlite:///{tmp_path / 'tables.db'}", rate=0.5)
    try:
        answers = [started.client.post("/api/tables", json={}) for _ in range(8)]
        assert [answer.status_code for answer in answers] == [422] * 5 + [429] * 3
        assert answers[-1].headers["retry-after"] == "1"
        assert answers[-1].json() == {"error": "too many requests; wait a moment"}
        assert started.client.get("/health").status_code == 200  # looking is free
    finally:
        started.stop()


def test_buckets_fill_again_and_are_not_kept_for_ever(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits, "_buckets", type(limits._buckets)())
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    assert sum(limits.takes_token("a", 10.0) for _ in range(1000)) == limits.BURST
    assert limits.takes_token("b", 10.0)
    now[0] += 1.05
    assert sum(limits.takes_token("a", 10.0) for _ in range(1000)) == 10
    for number in range(limits.ADDRESSES_MAX + 50):
        limits.takes_token(f"address {number}", 10.0)
    assert len(limits._buckets) == limits.ADDRESSES_MAX


def test_names_are_only_names(running, dice):
    """Whatever somebody is called is shown, and does nothing."""
    names = [SCRIPT, "\"' onload=x & <b>{{7*7}}{0}"]
    table = running.open("person", "person", names=names)
    state = table.play(table.last(), *table.turn(dice)).json()
    assert state["names"] == names
    drawn = "".join(state["parts"].values())
    assert "<script" not in drawn
    assert "<b>" not in drawn
    assert "&lt;script&gt;" in drawn
    for path in PAGES:
        page = running.client.get(path.format(table=table.table)).text
        assert SCRIPT not in page
        assert "<b>" not in page
    assert az.Record.from_text(table.get("/record").text).names == tuple(names)


@pytest.mark.parametrize(
    ("params", "headers"),
    [
        ({"language": "pl"}, {}),
        ({}, {"Accept-Language": "pl"}),
        ({}, {"Accept-Language": "de-DE, pl-PL;q=0.8, en;q=0.5"}),
        ({"language": "pl"}, {"Accept-Language": "en"}),
        ({}, {"Cookie": "azulejos_language=pl"}),
    ],
)
def test_errors_speak_the_language_of_who_asks(running, table, params, headers):
    def error(path, body):
        url = f"/api/tables/{path}"
        held = "; ".join(f"{cookie.name}={cookie.value}" for cookie in running.client.cookies.jar)
        spoken = headers.get("Cookie", "") and {"Cookie": f"{headers['Cookie']}; {held}"}
        answer = running.client.post(url, json=body, params=params, headers={**headers, **(spoken or {})})
        return answer.json()["error"]

    polish = tell.words("pl")
    assert error("nobodyhere/turns", TURN) == polish("there is no such table") != "there is no such table"
    turn = TURN | {"after": table.state()["last"], "choices": ["dance"]}
    assert error(f"{table.table}/turns", turn).startswith("nie ma")
    turn["after"] = 0
    stale = polish("the game has gone on; here is the table as it is now")
    assert error(f"{table.table}/turns", turn) == stale


def test_the_log_is_json_whatever_is_asked(running, caplog):
    with caplog.at_level(logging.INFO, logger="azulejos.web"):
        running.client.get("/a%22%7b%ff")
    (record,) = (record for record in caplog.records if record.name == "azulejos.web")
    line = JsonLines().format(record)
    assert json.loads(line)["message"].startswith('GET /a"{')
    try:
        1 // 0  # noqa: B018
    except ZeroDivisionError:
        record.exc_info = sys.exc_info()
    line = JsonLines().format(record)
    assert "\n" not in line
    assert "ZeroDivisionError" in json.loads(line)["error"]


def test_answers_leave_at_once(running):
    """No packet waits for an acknowledgement, which would take 40 ms each time."""
    took = [running.client.get("/health").elapsed.total_seconds() for _ in range(15)]
    assert sorted(took)[7] < 0.03


@pytest.mark.skipif(sys.platform == "win32", reason="there is no uvloop")
def test_a_fast_loop_and_a_fast_parser_serve(running):
    import uvloop

    running.client.get("/health")
    connection = next(iter(running.server.server_state.connections))
    assert isinstance(connection, HttpToolsProtocol)
    assert isinstance(connection.loop, uvloop.Loop)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["--database", "sqlite:////nowhere/x.db"],
            "can't use the database sqlite:////nowhere/x.db: unable to open",
        ),
        (["--database", "sqlite://"], "tables can't be kept in memory"),
        (["--database", "cobol://x"], "can't use the database cobol://x"),
        (["--host", "no.such.host.invalid", "--database", "{file}"], "can't listen on no.such.host.invalid"),
        (["--port", "70000"], "--port is a whole number from 0 to 65535"),
    ],
)
def test_a_server_that_can_not_start_says_so_in_a_line(arguments, complaint, tmp_path, capsys):
    database = f"sqlite:///{tmp_path / 'x.db'}"
    code = cli.main(["serve", "--port", "0", *(argument.format(file=database) for argument in arguments)])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


@pytest.mark.parametrize("draw", [False, True])
@pytest.mark.parametrize("game", az.games.GAMES)
def test_requests_play_each_choice_once(running, plays, dice, monkeypatch, game, draw):
    """A turn and a preview what was chosen, and what CHANCE answers; everything else nothing. What choices
    would do (`reach`) is asked besides, of the rules, and is no part of playing."""
    monkeypatch.setattr(show, "reach", lambda *asked: {})
    table, undone = running.open("person", "person", game=game), 0
    numbers, first_of_chance = games.numbers(game), az.Game(game).choices_n
    for _ in range(3 if draw else 6):
        state = table.state(draw=False)
        choices = table.turn(dice)
        wish = {"draw": draw, "open": state["turn_number"]}
        plays.clear()
        assert table.post("/preview", {"choices": choices}, **wish).status_code == 200
        assert plays[: len(choices)] == choices
        assert all(numbers[choice] >= first_of_chance for choice in plays[len(choices) :])
        plays.clear()
        answer = table.play(state["last"], *choices, draw=draw).json()
        assert plays == [step["choice"] for step in answer["told"]]
        plays.clear()
        undo = table.post("/undo", {"after": answer["last"], "key": new_key()}, draw=draw)
        assert undo.status_code in (200, 422)  # tiles were drawn since
        undone += undo.status_code == 200
        if undo.status_code == 200:
            assert undo.json()["steps"] < answer["steps"]
            assert table.play(undo.json()["last"], *choices, draw=draw).status_code == 200
            del plays[-len(choices) :]
        assert plays == []
    assert undone or draw
    for path in ("", "/at/7", "/brief", "/events", "/positions"):
        assert table.get(path, draw=draw).status_code == 200
    assert plays == []


# ------------------------------------------------------------------------------------------------
# Whatever the description of the API allows, and a little beyond


def test_every_answer_is_described():
    """For programs and for the pages' own scripts: what comes back, and how it may be refused."""
    described = create_app("sqlite://", prepare=False).openapi()
    for path, methods in described["paths"].items():
        for method, facts in methods.items():
            done = [answer for status, answer in facts["responses"].items() if status.startswith("2")]
            assert len(done) == 1, (method, path)
            contents = done[0]["content"]
            if "application/json" in contents:
                assert contents["application/json"]["schema"] != {}, (method, path)
            refusals = {s: answer for s, answer in facts["responses"].items() if not s.startswith("2")}
            for status, answer in refusals.items():
                model = "GoneOn" if status == "409" else "Refused"
                schema = {"$ref": f"#/components/schemas/{model}"}
                assert answer["content"] == {"application/json": {"schema": schema}}, (method, path, status)
            assert {"421"} <= refusals.keys(), (method, path)
            if "{table_id}" in path:
                assert {"403", "404", "422", "429", "503"} <= refusals.keys(), (method, path)
            if method == "post":
                assert {"403", "411", "413", "422", "429", "503"} <= refusals.keys(), (method, path)


SCHEMA = schemathesis.openapi.from_dict(create_app("sqlite://", prepare=False).openapi())
FUZZ = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory):
    """A server with a public table, with clocks and a free seat, for every operation to find."""
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'tables.db'}")
    clock = {"kind": "days", "seconds": 10**6, "bot": "random"}
    seats = [*SEATS, {"name": "Cy", "here": False}]
    wanted = {"game": "chocolatier", "seats": seats, "clock": clock, "public": True}
    made = started.client.post("/api/tables", json=wanted).json()
    yield Fuzzed(started.url, made["table"], made["secrets"])
    started.stop()


class Fuzzed:
    """A table, and the secrets of its seats."""

    def __init__(self, url, table, secrets):
        self.url, self.table, self.secrets = url, table, secrets

    def cookies(self):
        held = "~".join(f"{seat}.{secret}" for seat, secret in sorted(self.secrets.items())[:2])
        return {"azulejos_seats": held}


def answer_of(case, table):
    """Nothing may break, and every answer is as short or as sensible as the description says.

    Asked are tables that may not be there, and one that is: by somebody who holds seats, and by nobody.
    """
    given = case.path_parameters or {}
    chance = len(f"{given} {case.query} {case.body}") % 4
    if "table_id" in given and chance:
        given["table_id"] = table.table
    if "number" in given and chance > 1 and str(given["number"]).isdigit():
        given["number"] = int(given["number"]) % 3
    if case.operation.path.endswith(("/hint", "/alternatives")) and isinstance(case.query, dict):
        if isinstance(case.query.get("simulations", 1), int):
            case.query["simulations"] = 1  # how long the search takes is no question here
    cookies = table.cookies() if chance > 1 else {}
    answer = case.call(base_url=table.url, timeout=PATIENCE, cookies=cookies)
    assert answer.status_code < 500, answer.text
    if "text/event-stream" not in answer.headers.get("content-type", [""])[0]:
        case.validate_response(answer, checks=[response_schema_conformance, status_code_conformance])
    if answer.status_code == 200 and case.operation.path.endswith("/renew"):
        table.secrets[str(answer.json()["seat"])] = answer.json()["secret"]
    if answer.status_code >= 400 and "json" in answer.headers.get("content-type", [""])[0]:
        assert isinstance(answer.json()["error"], str)


@SCHEMA.parametrize()
@settings(FUZZ, max_examples=10)
def test_the_api_never_breaks(case, fuzzed):
    answer_of(case, fuzzed)


@pytest.mark.long
@SCHEMA.parametrize()
@settings(FUZZ, max_examples=400)
def test_the_api_never_breaks_long(case, fuzzed):
    answer_of(case, fuzzed)
