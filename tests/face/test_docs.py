"""Do the documents say what is true?"""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from tests.kits import each_kit

from azulejos import cli, games, tell
from azulejos.web import answers

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_example_of_the_readme_runs(capsys):
    """Ten lines that a newcomer will copy."""
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(example, {})
    assert re.fullmatch(r"\[\d+, \d+, \d+\] \[.*\]\n", capsys.readouterr().out)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_command_is_in_the_readme():
    sources = (path.read_text(encoding="utf8") for path in (ROOT / "src/azulejos/cli").glob("*.py"))
    commands = re.findall(r"add\(\"(\w+)\"", "".join(sources))
    assert {"games", "play", "replay", "simulate", "perft"} <= set(commands)
    missing = [name for name in commands if f"azulejos {name}" not in README and name != "prepare"]
    assert missing == []
    assert cli.main(["games"]) == 0


@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_is_documented(game):
    """A game has its line in the README, its notation, its place in the glossary, its rules."""
    title = games.GAMES[game].title
    assert f"`{game}`" in README
    for page in ("notation.md", "glossary.md"):
        assert f"## {title}" in (ROOT / "docs" / page).read_text(encoding="utf8")
    assert all(tell.rules(game, language) for language in tell.LANGUAGES)


@each_kit
def test_the_notation_page_names_every_kind_of_choice(kit):
    """Each choice has the shape of one that the game's part of the page explains."""
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf8")
    part = page.split(f"## {games.GAMES[kit.name].title}\n")[1].split("\n## ")[0]
    shown = {
        shape(kit, name)
        for cell in re.findall(r"^\| (`.*?) \|", part, re.M)
        for name in re.findall("`(.*?)`", cell)
    }
    assert {shape(kit, name) for name in kit.rules.choices} <= shown


def shape(kit, name):
    """`factory-3 blue` and `factory-1 red` have one shape."""
    for words, kind in kit.shapes:
        name = re.sub(words, kind, name)
    return re.sub(r"\d+", "N", name)


@pytest.mark.parametrize("model", [answers.Position, answers.State])
def test_the_fields_of_answers_are_written_down(model):
    """Programs are written by docs/api.md: does it name every field, and none that isn't there?"""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf8")
    named = re.findall(r"^\| `(\w+)` \|", text, flags=re.MULTILINE)
    assert set(model.model_fields) <= set(named)
    assert set(named) <= {*answers.Position.model_fields, *answers.State.model_fields}


def test_the_floors_are_those_of_the_contract():
    """The drawing of the house shows what import-linter keeps: its names and no other (0018)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))
    contracts = {contract["name"]: contract for contract in project["tool"]["importlinter"]["contracts"]}
    floors = contracts["The floors of the house: imports go down"]["layers"]
    rows = re.findall(r"^   │ (.*)", (ROOT / "docs" / "house.md").read_text(encoding="utf8"), re.M)
    assert len(rows) == len(floors)
    for row, floor in zip(rows, floors, strict=True):
        names = set(re.findall(r"\w+", floor))
        cells = row.replace("/<game>", "").strip("│ ").split("│")
        assert names == {name for cell in cells for name in cell.split("  ")[0].split()}, row


def imported(path):
    """The modules and names that a file imports, with dots: `tests.house.Running`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)


def test_no_test_module_is_imported():
    """What several use is in tests/house.py; and pytest needs a name of its own for every module."""
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    names = {path.stem for path in modules}
    assert len(names) == len(modules) > 50
    borrowed = [
        (path.name, name)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for name in imported(path)
        if names & set(name.split("."))
    ]
    assert borrowed == []


def test_no_script_is_long():
    """Each of the page's scripts answers one question; one that has grown has taken on a second."""
    scripts = sorted((ROOT / "src/azulejos/web/static").glob("*.js"))
    lengths = {path.name: len(path.read_text(encoding="utf8").splitlines()) for path in scripts}
    assert {"model.js", "paint.js", "hands.js", "talk.js"} <= lengths.keys()
    assert {name: length for name, length in lengths.items() if length > 250} == {}


@pytest.mark.parametrize("room", ["tables", "web"])
def test_no_function_is_long(room):
    """In the live table and its pages each function is read at one glance."""
    functions = {
        f"{path.name}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in sorted((ROOT / "src/azulejos" / room).glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert len(functions) > 50
    assert {name: length for name, length in functions.items() if length > 34} == {}
