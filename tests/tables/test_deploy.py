"""Does docs/deploy.md say what works: what is started, copied and restored?"""

import re
import shlex
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from tests import servers

from azulejos import cli, tell
from azulejos.store import Entry, Store

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf8")
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf8"))["services"]
PATIENCE = 20  # seconds


def command_of(page, word):
    """The one line of the page that begins so, or runs this program in a container."""
    (line,) = re.findall(rf"^(?:docker compose exec -T database )?({word} .*)$", page, re.M)
    return line


def filled_in(text):
    """As Compose reads `${NAME:?why}` and `${NAME:-otherwise}`."""
    return re.sub(r"\$\{\w+:([-?])(.*?)\}", lambda found: found[2] if found[1] == "-" else "given", text)


def test_the_app_is_started_with_options_that_exist():
    arguments = [filled_in(argument) for argument in SERVICES["app"]["command"]]
    parsed = cli._parser(tell.words("en")).parse_args(arguments)
    assert parsed.command is cli.serve_tables
    assert (parsed.allowed_host, parsed.processes) == (["given"], "2")
    hosts = {re.search("@?([a-z]+)(/|$)", url[len("postgresql://") :])[1] for url in [parsed.database]}
    assert hosts | {parsed.events.removeprefix("redis://")} <= SERVICES.keys()
    assert SERVICES["app"].keys().isdisjoint({"ports"})  # nobody but the proxy reaches it


def test_the_image_installs_what_the_app_needs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
    text = (ROOT / "Containerfile").read_text(encoding="utf8")
    (extras,) = re.findall(r"\*\.whl\)\[(.*?)\]", text)
    assert {"play", "network"} <= set(extras.split(",")) <= project["optional-dependencies"].keys()
    shown = (ROOT / ".containerignore").read_text(encoding="utf8").split()
    needed = {"src", "pyproject.toml", project["readme"], *project["license-files"]}
    assert {f"!{path}" for path in needed} <= set(shown)


def test_every_variable_and_volume_is_explained():
    text = (ROOT / "compose.yaml").read_text(encoding="utf8")
    names = {*re.findall(r"\$\{(\w+):", text), *yaml.safe_load(text)["volumes"]}
    assert [name for name in sorted(names) if f"| `{name}` |" not in PAGE] == []


def kept(url):
    store = Store(url)
    log = [(entry.number, entry.kind, entry.body) for entry in store.log("t")]
    store.close()
    return log


def filled(url):
    """A store with a table that somebody plays at."""
    store = Store(url)
    store.create("t", {"game": "chocolatier"}, None, []).result(PATIENCE)
    store.append("t", 0, [Entry("choice", {"choice": "żółty"})], "key").result(PATIENCE)
    return store


def test_a_copy_of_a_file_is_whole_while_it_is_in_use(tmp_path):
    store = filled(f"sqlite:///{tmp_path / 'tables.db'}")
    command = shlex.split(command_of(PAGE, "python"))
    subprocess.run([sys.executable, *command[1:]], cwd=tmp_path, check=True, timeout=PATIENCE)
    store.close()
    assert kept(f"sqlite:///{tmp_path / 'copy.db'}") == [(1, "choice", {"choice": "żółty"})]
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    copy.close()


@pytest.fixture
def second_url(postgres):
    with postgres.database() as name:
        yield postgres.url(name)


def test_a_dump_is_restored_over_what_came_later(postgres_url, second_url):
    """While it is in use; and into an empty database too."""
    store = filled(postgres_url)
    dump = run_at(postgres_url, "pg_dump")
    store.append("t", 1, [Entry("choice", {"choice": "later"})], "other").result(PATIENCE)
    store.close()
    for url in (postgres_url, second_url):
        run_at(url, "pg_restore", dump)
        assert kept(url) == [(1, "choice", {"choice": "żółty"})]


def run_at(url, name, given=None):
    """A command of the page, with the test's database in place of the container's."""
    command = shlex.split(command_of(PAGE, name).partition(" <")[0].partition(" >")[0])[1:]
    options = [part for part in command if part.startswith("--") and part[:6] not in ("--user", "--dbna")]
    program = servers.program(name, "postgresql-client")
    ran = subprocess.run([program, *options, f"--dbname={url}"], input=given, capture_output=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
