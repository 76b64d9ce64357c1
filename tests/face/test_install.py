"""Does what is shipped hold everything a user needs, where nothing else is installed?"""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from tests.plainly import plainly

import azulejos as az

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]


def called(command, **settings):
    """What a command writes; one that fails shows what it has complained of."""
    ran = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=300, **settings
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    """The sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    called([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT])
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


def needed(requirements, extra=""):
    """The distributions that pip would bring for these, of the versions that are installed here."""
    found, waiting = {}, [(Requirement(text), extra) for text in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        wanted = {(requirement.name, extra) for extra in ("", *requirement.extras)}
        there = distribution(requirement.name)
        assert requirement.specifier.contains(there.version, prereleases=True), requirement
        for name, of in wanted - found.keys():
            found[name, of] = there
            waiting += [(Requirement(text), of) for text in there.requires or ()]
    return set(found.values())


def environment(folder, wheel, requirements):
    """A new environment with the wheel, and with nothing but what it asks for; its folder of programs."""
    venv.create(folder, symlinks=True)
    called(
        [sys.executable, "-m", "pip", "--python", folder / "bin/python", "install", "-q", "--no-deps", wheel]
    )
    (site,) = folder.glob("lib/python*/site-packages")
    for there in needed(requirements):
        for top in {file.parts[0] for file in there.files} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(there.locate_file(top))
    return folder / "bin"


@pytest.fixture(scope="module")
def alone(shipped, tmp_path_factory):
    """As after `pip install azulejos`."""
    return environment(tmp_path_factory.mktemp("alone"), shipped[1], PROJECT["dependencies"])


@pytest.fixture(scope="module")
def playable(shipped, tmp_path_factory):
    """As after `pip install 'azulejos[play]'`."""
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["play"]
    return environment(tmp_path_factory.mktemp("playable"), shipped[1], wanted)


@pytest.fixture
def outside(tmp_path):
    """Settings of commands that see nothing of the source, nor of what is installed here."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ours |= {"AZULEJOS_PLAIN": "1", "XDG_DATA_HOME": str(tmp_path / "data"), "LC_ALL": "C.UTF-8"}
    return {"cwd": tmp_path, "env": ours}


def test_the_source_is_whole(shipped):
    """Whoever has the sdist can work on it: everything is in it but what belongs to the repository alone."""
    with tarfile.open(shipped[0]) as source:
        inside = {name.partition("/")[2] for name in source.getnames()}
    tracked = called(["git", "ls-files"], cwd=ROOT).split() if (ROOT / ".git").exists() else []
    assert {"Makefile", "pyproject.toml", "tests/house.py", "src/azulejos/game.py"} <= inside
    assert [path for path in tracked if path not in inside and not path.startswith(".")] == []


def test_which_version_this_is(alone, outside):
    """Said once, in pyproject.toml; the changelog has a heading for it."""
    assert called([alone / "azulejos", "--version"], **outside) == f"azulejos {PROJECT['version']}\n"
    code = "import azulejos; print(azulejos.__version__, azulejos.__file__)"
    version, file = called([alone / "python", "-c", code], **outside).split()
    assert version == PROJECT["version"]
    assert Path(file).is_relative_to(alone.parent)
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf8")


def test_words_and_rules_are_in_the_wheel(alone, outside):
    code = "import azulejos.tell as t; print(len(t.rules('chocolatier', 'pl')))"
    assert called([alone / "python", "-c", code], **outside) == "39\n"
    assert "Mistrz czekolady" in called([alone / "azulejos", "games", "--lang", "pl"], **outside)


APART = {"serve": "play", "learn": "learn", "export": "data"}  # commands that need more, and what


@pytest.mark.wide
def test_every_command_without_a_server_runs_alone(alone, outside):
    """All but those that say what else they need: a server, PyTorch, Parquet."""
    record = plainly(az.Game("chocolatier", first=0).start, seed=1).record()
    record.save(outside["cwd"] / "game.azul")
    made, name = outside["cwd"] / "made", "chocolatier.jsonl"
    made.mkdir()
    (made / name).write_bytes((ROOT / "src/azulejos/puzzles" / name).read_bytes())  # as many as are wanted
    commands = [
        "games",
        "simulate chocolatier --games 2 --seed 1",
        "perft --depth 1",
        "replay game.azul --at 0",
        "draw game.azul -o game.svg",
        f"analyse game.azul --at {len(record)} --simulations 1 --seed 1",
        "match random random --games 2 --seed 1 --jobs 1",
        "ladder random greedy-1 --game chocolatier --games 2 --jobs 1",
        "prepare chocolatier",
        "puzzles make chocolatier --to made --count 1",
    ]
    sources = (path.read_text(encoding="utf8") for path in (ROOT / "src/azulejos/cli").glob("*.py"))
    all_there_are = set(re.findall(r"add\(\"(\w+)\"", "".join(sources)))
    assert {command.split()[0] for command in commands} | {"play"} | APART.keys() == all_there_are
    for command in commands:
        called([alone / "azulejos", *command.split()], **outside)
    assert (outside["cwd"] / "game.svg").read_text(encoding="utf8").startswith("<svg")
    with_input = outside | {"input": "quit\n"}
    assert "Ala" in called([alone / "azulejos", "play", "--names", "Ala", "--bots", "random"], **with_input)


def test_what_else_is_needed_is_said(alone, outside):
    plainly(az.Game("duel").start, seed=1).record().save(outside["cwd"] / "game.azul")
    rest = {
        "learn": ["chocolatier", "--hours", "1", "--to", "mind"],
        "export": ["game.azul", "--parquet", "data"],
    }
    for command, extra in APART.items():
        ran = subprocess.run(
            [alone / "azulejos", command, *rest.get(command, ())],
            capture_output=True,
            text=True,
            timeout=60,
            **outside,
        )
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
        assert f"pip install 'azulejos[{extra}]'" in ran.stderr


@pytest.mark.wide
def test_every_page_opens_from_the_wheel(playable, outside, tmp_path):
    """Templates, scripts, styles and pictures are there, on a new database."""
    command = [playable / "azulejos", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, **outside)
        try:
            address = re.search(r"http://\S+", server.stdout.readline())[0]
            with httpx.Client(base_url=address, transport=httpx.HTTPTransport(retries=5)) as client:
                open_every_page(client)
        finally:
            server.terminate()
            server.wait(20)
            server.stdout.close()


def open_every_page(client):
    seats = [{"name": "Ala"}, {"name": "greedy-1", "player": "greedy-1"}]
    table = client.post("/api/tables", json={"game": "chocolatier", "seats": seats}).json()["table"]
    pages = ["/", f"/tables/{table}", f"/tables/{table}/replay", "/rules/chocolatier", "/learn/chocolatier"]
    pages += ["/analyse", "/real"]
    for page in pages:
        html = client.get(page).raise_for_status().text
        for link in re.findall(r'(?:src|href)="(/static/[^"]+)"', html):
            client.get(link).raise_for_status()


def test_playing_installs_no_tools_of_development():
    """`make play` in a new clone."""
    told = called(["make", "--dry-run", "--always-make", "play"], cwd=ROOT)
    assert "'.[play]'" in told
    assert "dev" not in told
