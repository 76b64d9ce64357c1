"""Does a plain wheel hold everything a user needs?"""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, built and unpacked apart from the source."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run([sys.executable, *build], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder / "site"), str(wheel)]
    subprocess.run([sys.executable, *install], check=True, capture_output=True)
    return folder / "site"


def run(installed, *arguments):
    environment = os.environ | {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    ran = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        cwd=installed,
    )
    return ran.stdout


def test_words_and_rules_are_in_the_wheel(installed):
    code = "import azulejos.tell as t; print(t.__file__, len(t.rules('chocolatier', 'pl')))"
    file, clauses = run(installed, "-c", code).split()
    assert Path(file).is_relative_to(installed)
    assert clauses == "39"
    assert "Mistrz czekolady" in run(installed, "-m", "azulejos", "games", "--lang", "pl")


def test_every_page_opens_from_the_wheel(installed, tmp_path):
    """Templates, scripts, styles and pictures are there, on a new database."""
    command = [sys.executable, "-m", "azulejos", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    environment = os.environ | {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(
            command, env=environment, cwd=installed, stdout=subprocess.PIPE, stderr=log, text=True
        )
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
    for page in pages:
        html = client.get(page).raise_for_status().text
        for link in re.findall(r'(?:src|href)="(/static/[^"]+)"', html):
            client.get(link).raise_for_status()


def test_a_game_can_be_played_from_the_wheel(installed):
    play = "az.Game('chocolatier').start(seed=1, compiled=False).choices()[0]"
    code = f"import azulejos as az; print({play})"
    assert run(installed, "-c", code).startswith("factory-1 ")
