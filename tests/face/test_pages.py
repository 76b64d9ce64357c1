"""Do the pages for readers do what they show?"""

import doctest
import re
import shlex
import subprocess
import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools import pictures

import azulejos as az
from azulejos import cli, games, tell

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TUTORIAL = ROOT / "docs" / "tutorial.md"


def blocks(page, kind):
    """The blocks of a page in this language, without their fences."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(encoding="utf8"), re.M | re.S)


def test_the_tutorial_answers_what_it_says():
    """One conversation from its beginning to its end."""
    talk = doctest.DocTestParser().get_doctest("\n".join(blocks(TUTORIAL, "pycon")), {}, "tutorial", None, 0)
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(talk, out=told.append)
    assert len(talk.examples) > 20
    assert runner.failures == 0, "".join(told)


def test_what_pages_show_in_python_runs(tmp_path, monkeypatch, capsys):
    """Each block alone, as somebody would copy it."""
    monkeypatch.chdir(tmp_path)
    shown = {page.name: blocks(page, "python") for page in PAGES}
    assert {"README.md", "write-a-bot.md", "analyse.md", "research.md"} <= {
        name for name, found in shown.items() if found
    }
    for name, found in shown.items():
        for block in found:
            exec(compile(block, name, "exec"), {"__name__": "__main__"})
    assert "lost; better was" in capsys.readouterr().out


def commands(page):
    """The lines of a page that call `azulejos`, without what is said about them."""
    for block in blocks(page, ""):
        for line in block.splitlines():
            if re.match(r"azulejos (?!record \d)", line):  # that is how records begin
                yield shlex.split(line, comments=True)[1:]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_written_as_they_are_understood(page):
    """Whatever is shown can be typed: the command and its options exist."""
    for command in commands(page):
        assert cli._parser(tell.words("en")).parse_args(command).command, command


def test_commands_are_found():
    shown = [command[0] for page in PAGES for command in commands(page)]
    assert {"play", "serve", "match", "ladder", "analyse", "learn", "simulate"} <= set(shown)
    assert len(shown) > 30


def test_every_public_name_is_in_the_reference():
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf8")
    described = set(re.findall(r"^::: ([\w.]+)$", text, re.M))
    for name in set(az.__all__) - {"__version__", "CHANCE"}:
        what = getattr(az, name)
        home = getattr(what, "__module__", what.__name__)
        assert {f"{home}.{name}", home} & described, name


def test_the_pictures_of_the_readme_can_be_drawn():
    """They are made anew at each release: a moment of each game, and one in the terminal."""
    made = dict(pictures.pictures())
    shown = re.findall(r"\]\(docs/(\w+)\.svg\)", (ROOT / "README.md").read_text(encoding="utf8"))
    assert set(shown) <= made.keys() == {*games.GAMES, "terminal"}
    for name, picture in made.items():
        assert ElementTree.fromstring(picture).tag.endswith("svg"), name
        assert "Ala" in picture, name
    assert "Your choice" in made["terminal"].replace("&#160;", " ")


# ------------------------------------------------------------------------------------------------
# The site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Made as `make site` makes it: a link that leads nowhere is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert made.returncode == 0, made.stderr
    return folder


@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_has_its_page(site, game):
    """The same headings, with what the code says below them."""
    html = (site / "docs" / "games" / f"{game}.html").read_text(encoding="utf8")
    headings = re.findall(r"<h2 id=\"\w+\">(\w+)<", html)
    assert headings == ["Table", "Choices", "Observation", "Scoring", "Speed", "Versions"]
    rules = games.contract(game)
    assert f"{len(rules.choices)} choices" in html
    assert all(option.usage in unescape(html) for option in rules.facts.options)


def test_the_site_fetches_nothing_from_elsewhere(site):
    """It can be read without a network."""
    for page in sorted(site.rglob("*.html")):
        html = page.read_text(encoding="utf8")
        fetched = re.findall(r"<(?:script|img|iframe|source)[^>]*\bsrc=\"?(https?:[^\" >]+)", html)
        fetched += re.findall(
            r"<link[^>]*rel=\"?(?:stylesheet|icon|preload)[^>]*href=\"?(https?:[^\" >]+)", html
        )
        assert fetched == [], page.name


def test_the_reference_has_the_docstrings(site):
    html = (site / "docs" / "reference.html").read_text(encoding="utf8")
    for name in ("azulejos.game.Game.start", "azulejos.position.Position.play", "azulejos.bots.bot"):
        assert f'id="{name}"' in html


@pytest.mark.long
def test_the_site_can_be_searched_from_a_disk(site):
    """Browsers start no workers for pages that no server has sent."""
    from tests.browser import driver

    with driver.chromium() as chromium:
        page = chromium.new_page()
        page.goto((site / "docs" / "tutorial.html").as_uri())
        page.locator("iframe").wait_for(state="attached")  # from now on the page listens
        page.locator("input[name=query]").press_sequentially("import-linter")
        page.locator(".md-search-result__item a[href*='house.html']").first.wait_for()
