"""What a server writes where it was started: each request where it is a service, else warnings only."""

import re
import signal
import subprocess
import sys
import urllib.request

import pytest
from tests.house import PATIENCE

SERVE = [sys.executable, "-m", "azulejos", "serve", "--port", "0"]


@pytest.mark.wide
@pytest.mark.parametrize(("options", "is_logged"), [([], True), (["--open"], False)])
def test_requests_are_logged_unless_somebody_plays(tmp_path, monkeypatch, options, is_logged):
    monkeypatch.setenv("BROWSER", "true")  # a program that opens nothing
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    database = ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    with open(tmp_path / "log", "wb") as log:
        server = subprocess.Popen(
            [*SERVE, *database, *options], stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        address = re.search(r"http://\S+", server.stdout.readline())[0]
        assert urllib.request.urlopen(f"{address}health", timeout=PATIENCE).status == 200
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=PATIENCE)
    said = (tmp_path / "log").read_text()
    assert ("GET /health" in said) == is_logged
    assert is_logged or said == ""
