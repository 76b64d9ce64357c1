"""What everybody may find, and programs of other people: the lobby, the export, pictures, the example bot."""

import html
import json
import logging
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.house import PATIENCE, Friends, Running, bring_to_the_end, tied

import azulejos as az
from azulejos import tell
from azulejos.web import limits

ROOT = Path(__file__).parents[2]
BOT = ROOT / "docs" / "api-bot.py"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('public') / 'tables.db'}")
    yield started
    started.stop()


def opened(running, *seats, **facts):
    """What the server answers to somebody who opens a table."""
    wanted = {"game": "chocolatier", "first": "seat-1", "seats": list(seats), **facts}
    answer = httpx.post(f"{running.url}/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    return answer.json()


def lobby(running, **params):
    return httpx.get(f"{running.url}/api/lobby", params=params).json()


def entry_of(running, table):
    return next((entry for entry in lobby(running) if entry["table"] == table), None)


# ------------------------------------------------------------------------------------------------
# The lobby


def test_only_public_tables_are_listed(running):
    hidden = opened(running, {"name": "Ala"}, {"name": "Bo", "here": False})["table"]
    public = opened(running, {"name": "Ala"}, {"name": "Bo", "here": False}, public=True)["table"]
    assert entry_of(running, hidden) is None
    found = entry_of(running, public)
    assert (found["names"], found["free"], found["game"]) == (["Ala", "Bo"], [1], "chocolatier")
    assert {entry["title"] for entry in lobby(running, language="pl")} == {tell.title("chocolatier", "pl")}


def test_how_time_is_kept_is_told(running):
    for clock, told in (
        ({"kind": "live", "seconds": 630, "increment": 10}, "zegar: 10:30 + 10 s na turę"),
        ({"kind": "days", "seconds": 3 * 86400}, "dni na turę: 3"),
    ):
        table = Friends(running, public=True, clock=clock).table
        listed = running.client.get("/api/lobby", params={"language": "pl"}).json()
        assert [each["time"] for each in listed if each["table"] == table] == [told]


def test_a_seat_that_was_taken_is_not_free(running):
    table = opened(running, {"name": "Ala"}, {"name": "?", "here": False}, public=True)["table"]
    with httpx.Client(base_url=running.url) as friend:
        answer = friend.post(f"/api/tables/{table}/seats/1/join", json={"name": "Cy"})
        assert answer.status_code == 200, answer.text
        assert friend.get(f"/api/tables/{table}", params={"draw": False}).json()["held"] == [1]
    found = entry_of(running, table)
    assert (found["names"], found["free"]) == (["Ala", "Cy"], [])
    late = httpx.post(f"{running.url}/api/tables/{table}/seats/1/join", json={"name": "Di"})
    assert late.status_code == 422


def test_nobody_joins_a_table_that_is_not_public(running):
    table = opened(running, {"name": "Ala"}, {"name": "Bo", "here": False})["table"]
    answer = httpx.post(f"{running.url}/api/tables/{table}/seats/1/join", json={"name": "Cy"})
    assert answer.status_code == 403


# ------------------------------------------------------------------------------------------------
# Finished games


def test_pictures_of_finished_games(running):
    table = bring_to_the_end(running)
    state = running.client.get(f"/api/tables/{table}", params={"draw": False}).json()
    svg = httpx.get(f"{running.url}/api/tables/{table}/picture.svg", params={"language": "pl"})
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    assert svg.text.count('class="won"') == len(state["winners"])
    assert all(name in svg.text for name in (*state["names"], tell.title("chocolatier", "pl"), "Azulejos"))
    assert 'data-place="bag"' not in svg.text  # neither offer nor legend: a poster
    png = httpx.get(f"{running.url}/api/tables/{table}/picture.png", timeout=PATIENCE)
    assert (png.headers["content-type"], png.content[:8]) == ("image/png", PNG)
    assert httpx.get(f"{running.url}/api/tables/{table}/picture.gif").status_code == 422


@pytest.mark.parametrize(
    ("language", "words"), [("en", "by full rows, 2 to 1"), ("pl", "pełnym rzędom, 2 do 1")]
)
def test_why_somebody_wins_among_equals_is_said_wherever_the_game_has_ended(running, language, words):
    text = tied().to_text()
    table = running.client.post("/api/records", content=text).json()["table"]
    state = running.client.get(f"/api/tables/{table}", params={"language": language}).json()
    assert state["scores"] == [16, 16]
    assert words in state["tie"]
    page = httpx.get(f"{running.url}/games/{table}", headers={"Accept-Language": language})
    assert html.escape(state["tie"]) in page.text
    before = running.client.get(f"/api/tables/{table}/at/1", params={"language": language}).json()
    assert before["tie"] is None


def test_of_a_game_that_goes_on_everybody_gets_the_spectators_picture(running):
    """Whoever holds a seat too: a link in a chat is fetched by others."""
    facts = opened(running, {"name": "Ala"}, {"name": "Bo", "here": False}, game="duel")
    url = f"{running.url}/api/tables/{facts['table']}/picture.svg"
    seen = httpx.get(url)
    assert seen.headers["cache-control"] == "no-store"
    for secret in facts["secrets"].values():
        assert httpx.get(url, headers={"Authorization": f"Bearer {secret}"}).text == seen.text
    assert not any(secret in seen.text for secret in facts["secrets"].values())


def test_finished_public_games_are_exported_and_no_others(running):
    """They are whole records: whoever reads them comes to the same scores."""
    hidden = bring_to_the_end(running)
    going_on = opened(running, {"name": "Ala"}, {"name": "Bo"}, public=True)["table"]
    players = [{"name": "easy", "player": "random"}, {"name": "r", "player": "random"}]
    public = opened(running, *players, public=True)["table"]
    state = {}
    for _ in range(100 * PATIENCE):
        state = httpx.get(f"{running.url}/api/tables/{public}", params={"draw": False}).json()
        if state["over"]:
            break
    lines = httpx.get(f"{running.url}/api/export", timeout=PATIENCE).text.splitlines()
    exported = {line["table"]: line for line in map(json.loads, lines)}
    assert public in exported
    assert hidden not in exported
    assert going_on not in exported
    assert az.Record.from_text(exported[public]["record"]).replay().scores == state["scores"]
    assert entry_of(running, public) is None


# ------------------------------------------------------------------------------------------------
# Programs of other people


@pytest.fixture
def strict(tmp_path, monkeypatch):
    """A server that lets a seat ask ten times a second."""
    monkeypatch.setattr(limits, "_buckets", limits.OrderedDict())
    monkeypatch.setattr(limits, "BURST", 10 / limits.SEAT_SHARE)
    started = Running(f"sqlite:///{tmp_path / 'tables.db'}", rate=10 / limits.SEAT_SHARE)
    yield started
    started.stop()


def test_the_example_bot_plays_a_whole_game(strict, caplog):
    """Two of them, each with a token, against each other; where they are too fast, they wait."""
    caplog.set_level(logging.INFO)
    facts = opened(strict, {"name": "Ala"}, {"name": "Bo"})
    url = f"{strict.url}/api/tables/{facts['table']}"
    tokens = [
        httpx.post(f"{url}/seats/{seat}/token", headers={"Authorization": f"Bearer {secret}"}).json()["token"]
        for seat, secret in facts["secrets"].items()
    ]
    bots = [
        subprocess.Popen([sys.executable, str(BOT), url, token], stdout=subprocess.PIPE, text=True)
        for token in tokens
    ]
    said = [bot.communicate(timeout=3 * PATIENCE)[0] for bot in bots]
    state = httpx.get(url, params={"draw": False}).json()
    assert state["over"]
    assert "/turns 429" in caplog.text
    assert said == [f"{state['scores']} winners: {state['winners']}\n"] * 2


def test_the_example_bot_is_short():
    code = [line for line in BOT.read_text(encoding="utf8").splitlines() if line.strip()]
    assert len(code) <= 30
