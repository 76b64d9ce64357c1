"""What the tests of this room use."""

import pytest
from tests.arena.crews import here

from azulejos import cli
from azulejos.arena import crew


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command in an empty folder, its games in this process."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(crew, "on_this_machine", lambda jobs: here())
    monkeypatch.setattr(crew, "CONNECT", 0.3)

    def run_command(*arguments):
        try:
            code = cli.main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            code = leaving.code
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_command
