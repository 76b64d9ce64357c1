"""The rules to read: every clause once, a drawing for whatever moves or scores, our rulings apart."""

import ast
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.house import Running

from azulejos import games, tell
from azulejos.core import contract
from azulejos.tell.figures import figures
from azulejos.web.figures import drawn

RULES = Path(games.__file__).parent
FLOORS = {  # nothing is noted of what isn't lost, or doesn't come
    "chocolatier": ["MC-19"],
    "pavilion": ["SP-10"],
    "duel": ["DU-36"],
    "garden": ["QG-19", "QG-26"],
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
    """The clauses that the rules name where pieces move or points change, however seldom that is."""
    shown = {clause for figure in figures(game, "en").values() for clause in (figure.clause, *figure.also)}
    numbers = [clause.number for clause in tell.rules(game, "en")]
    told = {numbers[number - 1] for number in told_by(game)}
    assert len(told) > 15
    assert told - shown == set()
    assert set(FLOORS[game]) <= shown <= set(numbers)


def functions(source):
    tree = ast.parse(source.read_text(encoding="utf8"))
    return {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}


def told_by(game):
    """The numbers of clauses in what the rules note: each call that is given one says which."""
    own = functions(RULES / game / "rules.py")
    known = functions(Path(contract.__file__)) | own

    def notes(function):
        for call in (each for each in ast.walk(function) if isinstance(each, ast.Call)):
            name = getattr(call.func, "id", None)
            names = [argument.arg for argument in known[name].args.args] if name in known else ()
            if "clause" in names:
                yield name, dict(zip(names, call.args, strict=True))

    def is_silent(name, given):
        """Does nothing but words come of it?"""
        if name in own:
            return all(is_silent(*inner) for inner in notes(own[name]))
        return name == "note_points" and values(given["points"]) == {0}

    found = set()
    for function in own.values():
        chosen = [each.value for each in ast.walk(function) if is_chosen_clause(each)]
        for name, given in notes(function):
            if not is_silent(name, given):
                found |= set().union(*map(values, (given["clause"], *chosen)))
    return found


def is_chosen_clause(node):
    return isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "clause"


def values(node):
    """The numbers that an expression can be, if that can be read."""
    if isinstance(node, ast.IfExp):
        return values(node.body) | values(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


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
