"""The rules to read: every clause once, a drawing for whatever moves or scores, our rulings apart."""

import random
import re
from xml.etree import ElementTree

import pytest
from tests.house import Running

import azulejos as az
from azulejos import games, tell
from azulejos.tell.figures import figures
from azulejos.web.figures import drawn

VARIANTS = {
    "chocolatier": [{}, {"box": "grey", "factories": "special"}],
    "pavilion": [{}, {"board": "plain"}],
    "duel": [{}, {"goals": "colourful-rows,rim,corners,empty-specials"}],
    "garden": [{}, {"side": "B"}],
}
each_name = pytest.mark.parametrize("game", games.GAMES)
each_language = pytest.mark.parametrize("language", tell.LANGUAGES)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('rules') / 'tables.db'}")
    yield started
    started.stop()


def read(running, path, language="en"):
    answer = running.client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


@each_language
@each_name
def test_every_clause_is_there_once(running, game, language):
    """By its number, as an anchor; on a page of their own the rulings, which no beginner meets."""
    text = read(running, f"/rules/{game}", language)
    apart = read(running, f"/rules/{game}/rulings", language)
    clauses = tell.rules(game, language)
    ids = re.findall(r'id="([A-Z]{2}-\d{2})"', text)
    assert sorted(ids) == sorted(clause.number for clause in clauses)
    ruled = [clause.number for clause in clauses if clause.ruling]
    assert re.findall(r'id="([A-Z]{2}-\d{2})"', apart) == ruled
    for number in ruled:
        assert f"/rules/{game}/rulings#{number}" in text
        assert f"/rules/{game}#{number}" in apart
    assert "[ruling]" not in text + apart


@each_name
def test_the_contents_lead_to_every_section(running, game):
    text = read(running, f"/rules/{game}")
    named = re.findall(r'href="#(section-\d+)"', text)
    assert named == re.findall(r'<h2 id="(section-\d+)"', text)
    assert len(named) == len({clause.section for clause in tell.rules(game, "en")})


@each_name
def test_whatever_moves_or_scores_is_drawn(game):
    """The clauses that stories name where pieces move or points change, in games played at random."""
    told = figures(game, "en").values()
    shown = {clause for figure in told for clause in (figure.clause, *figure.also)}
    moved = set()
    for seed, options in enumerate(VARIANTS[game] * 3):
        position, dice = az.Game(game, players=2, **options).start(seed=seed), random.Random(seed)
        while not position.over:
            rows = list(position.play(dice.choice(position.choices())))
            moved |= {row["clause"] for row in rows if is_move(row)}
    assert moved - shown == set()
    assert shown <= {clause.number for clause in tell.rules(game, "en")}


def is_move(row):
    return bool((row["piece"] and row["from"] and row["to"]) or row["points"])


@each_language
@each_name
def test_figures_are_drawn(game, language):
    """Each is one picture by itself, in words of its language; examples add up."""
    scoring = 0
    for name, figure in figures(game, language).items():
        made = drawn(game, name, language)
        picture = ElementTree.fromstring(made.svg)
        assert picture.get("viewBox") == f"0 0 {made.width:g} {made.height:g}" or figure.crop
        used = set(re.findall(r'href="#([^"]+)"', made.svg))
        assert used <= set(re.findall(r'\bid="([^"]+)"', made.svg))
        assert "data-choice" not in made.svg
        left, top, right, bottom = figure.crop or (0, 0, 1, 1)
        assert 0 <= left < right <= 1
        assert 0 <= top < bottom <= 1
        assert 20 < len(figure.caption) < 200
        scoring += bool(made.points)
    assert scoring >= 4


@each_name
def test_drawings_are_fetched_one_by_one(running, game):
    text = read(running, f"/rules/{game}", "pl")
    addresses = re.findall(r'<img src="([^"]+)"[^>]*loading="lazy"', text)
    assert len(addresses) == len(figures(game, "pl")) >= 10
    answer = running.client.get(addresses[0].replace("&amp;", "&"))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert "max-age" in answer.headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/rules/chocolatier/MC-99.svg",
        "/rules/chocolatier/x.svg",
        "/rules/chocolatier/MC-07.svg?theme=pink",
        "/rules/go/MC-07.svg",
        "/rules/go/rulings",
    ],
)
def test_what_is_not_there(running, path):
    assert running.client.get(path).status_code == 404
