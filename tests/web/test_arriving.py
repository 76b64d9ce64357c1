"""Arriving and showing: who the bots are, the shop window, my tables, codes, shared games, the app."""

import datetime
import html
import re
import secrets
from xml.etree import ElementTree

import httpx
import pytest
from tests.house import Client, Running, bring_to_the_end, refused

import azulejos as az
from azulejos import games, tell
from azulejos.bots import persons, strength
from azulejos.draw.theme import THEMES
from azulejos.tables import actions, entries
from azulejos.tables.sight import Sight
from azulejos.tables.table import Table
from azulejos.web import assets, posters

PNG = b"\x89PNG\r\n\x1a\n"
LINK = "http://azul.example:8080/tables/abcdefgh1234#1." + "s" * 32


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('arriving') / 'tables.db'}")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def finished(running):
    return bring_to_the_end(running)


def ended_table(now=0.0, game="chocolatier"):
    """A table whose game is over."""
    fold = Table.begun("t", az.Game(game)).planning(now)
    while not fold.position.over:
        fold.add(entries.Choice(fold.position.choices()[0]))
    return fold.table()


# ------------------------------------------------------------------------------------------------
# The bots


def test_people_meet_bots_by_name_and_programs_by_level(running):
    names = ["Ala", "medium", "medium", "Bo"]
    table = running.open("person", "medium", "medium", "hard", names=names, first="seat-1")
    state = table.state()
    assert state["names"] == ["Ala", "Rosa", "Rosa 2", "Bo"]
    assert [seat["name"] for seat in state["seats"]] == state["names"]
    assert [seat["player"] for seat in state["seats"]] == ["person", "medium", "medium", "hard"]
    assert "Rosa 2" in table.get("/picture.svg").text
    record = table.get("/record").text
    assert az.Record.from_text(record).names == tuple(names)
    again = running.client.post("/api/records", content=record).json()["table"]
    seats = Client(running, again).state()["seats"]
    assert [seat["name"] for seat in seats] == state["names"]
    assert [seat["player"] for seat in seats] == ["person", "medium", "medium", "person"]


@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_all_that_is_said_of_a_bot_comes_from_one_table(running, language):
    t = tell.words(language)
    for path in ("/", "/bots"):
        page = running.client.get(path, params={"language": language}).text
        for who in persons.WHO.values():
            assert who.name in page
            assert t.say(who.plays) in page
            assert t.say(who.strength) in page
    assert "greedy-1" not in page


@pytest.mark.parametrize(
    ("language", "nothing"), [("en", "not measured yet"), ("pl", "jeszcze niezmierzone")]
)
def test_every_bot_s_strength_in_every_game_is_told(running, language, nothing):
    """By a figure, or plainly that there is none."""
    page = html.unescape(running.client.get("/bots", params={"language": language}).text)
    rows = {}
    for body in re.findall(r"<tbody>(.*?)</tbody>", page, re.S):
        (game,) = re.findall(r'<th scope="rowgroup"[^>]*>([^<]+)</th>', body)
        for row in re.findall("<tr>(.*?)</tr>", body, re.S):
            told = [text.strip() for text in re.findall("<td[^>]*>([^<]*)", row)]
            rows[game, re.findall("<small>([^<]+)</small>", row)[0]] = told
    assert len(rows) == len(games.GAMES) * len(strength.levels())
    for game in games.GAMES:
        for bot in strength.levels():
            found, told = strength.strength(game, bot), rows[tell.title(game, language), bot]
            assert told[2:] == [f"{found.percent} %", f"{found.games}"] if found else told[1:] == [nothing]


# ------------------------------------------------------------------------------------------------
# The shop window


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_table_lies_in_the_window(running, game, theme):
    url = f"/windows/{assets.VERSION}/{game}-{theme}-pl.svg"
    answer = running.client.get(url)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert "immutable" in answer.headers["cache-control"]
    assert "data-choice" not in answer.text
    ElementTree.fromstring(answer.text)
    assert url.replace("-pl", "-en") in running.client.get("/", params={"language": "en"}).text
    assert running.client.get(url.replace(assets.VERSION, "0")).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "name", ["none-light-en.svg", "duel-pink-en.svg", "duel-light-de.svg", "duel-light-en.gif"]
)
def test_what_does_not_lie_in_the_window(running, name):
    assert running.client.get(f"/windows/{assets.VERSION}/{name}").status_code == 404


# ------------------------------------------------------------------------------------------------
# My tables, and links


def test_a_table_in_a_line(running):
    table = running.open("person", "easy", names=["Ala", "easy"], first="seat-1")
    brief = table.get("/brief").json()
    assert brief["age"] in range(60)
    assert brief | {"age": 0} == {
        "game": "chocolatier",
        "names": ["Ala", "Pipo"],
        "players": ["person", "easy"],
        "held": [0],
        "scores": [0, 0],
        "winners": [],
        "turn": 0,
        "is_mine": True,
        "over": False,
        "age": 0,
    }
    stranger = httpx.get(f"{running.url}{table.url}/brief").json()
    assert (stranger["held"], stranger["is_mine"]) == ([], False)


def test_a_finished_game_is_not_reopened(running):
    """Neither by whoever has played last, nor by everybody's consent."""
    position = az.Game("chocolatier", first="seat-1").start(seed=3, names=["Ala", "Bo"])
    while not position.over:
        position.play(position.choices()[0])
    text = position.record().cut(len(position.history) - 1).to_text()
    table = Client(running, running.client.post("/api/records", content=text).json()["table"])
    state = table.play(table.state()["last"], position.history[-1]).json()
    assert state["over"]
    refused(table.undo(state["last"]), 422, "stays as it is")
    assert table.state()["last"] == state["last"]
    over = ended_table()
    asked = over.planning().add(entries.Ask(0, over.last - 2, (1,))).table()
    with pytest.raises(az.OptionError, match="stays as it is"):
        actions.answer(Sight(asked, (1,)), True)
    assert actions.answer(Sight(asked, (1,)), False).table.wish is None


def test_a_poster_has_the_day_on_which_the_game_ended():
    """Whatever is said about it afterwards."""
    ended, later = (datetime.datetime(2026, month, 3, 12).timestamp() for month in (5, 6))
    table = ended_table(ended).planning(later).add(entries.Reaction(0, "", "wow")).table()
    assert table.written == later
    assert "May 3, 2026" in posters.drawn(table, "light", "en")
    assert "3 maja 2026" in posters.drawn(table, "light", "pl")


@pytest.mark.parametrize("game", ["pavilion", "garden"])
def test_a_poster_does_not_say_who_has_passed(game):
    """All have, when the game is over; the table says so still."""
    table = ended_table(game=game)
    assert ">passed<" in table.position.named(table.names()).svg(None, "light", "en")
    assert ">passed<" not in posters.drawn(table, "light", "en")


def test_a_link_becomes_a_code(running):
    answer = running.client.post("/api/code", json={"link": LINK})
    assert answer.status_code == 200
    assert answer.json()["svg"].startswith("<svg")
    assert "no-store" in answer.headers["cache-control"]
    assert "content-encoding" not in answer.headers
    other = running.client.post("/api/code", json={"link": LINK[:-1] + "t"}).json()
    assert other != answer.json()


@pytest.mark.parametrize(
    "link", ["", "https://elsewhere.example/", "javascript:alert(1)", LINK + "\n", "x" * 500, LINK + " x"]
)
def test_only_links_to_tables_become_codes(running, link):
    assert running.client.post("/api/code", json={"link": link}).status_code == 422


# ------------------------------------------------------------------------------------------------
# Showing a game


def previews(page):
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


@pytest.mark.parametrize("path", ["/tables/{}", "/tables/{}/replay", "/games/{}"])
def test_a_link_in_a_chat_shows_the_table(running, finished, path):
    table = running.open("person", "person", names=["<b>Ala", "Bo"], first="seat-1")
    said = previews(running.client.get(path.format(table.table)).text)
    assert said["title"] == games.GAMES["chocolatier"].title
    assert said["description"] == "In play: &lt;b&gt;Ala, Bo"
    assert said["image"].startswith(running.url)
    assert httpx.get(said["image"], timeout=60).content.startswith(PNG)
    over = previews(running.client.get(path.format(finished), params={"language": "pl"}).text)
    assert "wygrywa" in over["description"] or "podzielone" in over["description"]


def test_a_page_for_each_shared_game(running, finished):
    page = running.client.get(f"/games/{finished}").text
    for path in ("picture.png", "picture.svg", "record"):
        assert f"/api/tables/{finished}/{path}" in page
    assert f"/tables/{finished}/replay" in page


@pytest.mark.parametrize(
    ("language", "said"), [("en", "ask for it once more"), ("pl", "poproś o niego jeszcze raz")]
)
@pytest.mark.parametrize("path", ["/tables/{}", "/tables/{}/replay", "/games/{}"])
def test_a_link_that_leads_nowhere_says_what_to_do(running, path, language, said):
    answer = running.client.get(path.format(secrets.token_urlsafe(12)), params={"language": language})
    assert (answer.status_code, said in answer.text) == (404, True)


# ------------------------------------------------------------------------------------------------
# The app


@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_it_can_be_installed(running, language):
    said = running.client.get(f"/manifest-{language}.webmanifest").json()
    assert said["description"] == tell.words(language)("Four games by the rules of Azul")
    assert [icon["sizes"] for icon in said["icons"]] == ["any", "180x180", "192x192", "512x512"]
    for icon in said["icons"]:
        answer = running.client.get(icon["src"])
        assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, icon["type"])
    assert f"/manifest-{language}.webmanifest" in running.client.get("/", params={"language": language}).text


def test_only_the_page_s_own_files_are_kept(running):
    script = running.client.get("/worker.js")
    assert script.headers["cache-control"] == "no-cache"
    assert assets.VERSION in script.text
    for path in re.findall(r'"(/static/[^"]+)"', script.text):
        assert running.client.get(path).status_code == 200
    page = running.client.get("/offline").text
    assert all(tell.words(language)("You are offline.") in page for language in tell.LANGUAGES)
