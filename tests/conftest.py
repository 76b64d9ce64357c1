"""Fixtures that several files share: real servers, one of each for all tests of a process; what is played."""

import signal
import subprocess

import pytest
from tests import servers

import azulejos as az

pytest.register_assert_rewrite("tests.house")  # so that what fails there is explained, as in tests

# Tests started in the background may have been told not to hear Ctrl-C, and what they start inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def postgres_server():
    with servers.running(servers.Postgres) as server:
        yield server


@pytest.fixture(scope="session")
def redis_server():
    with servers.running(servers.Redis) as server:
        yield server


@pytest.fixture
def postgres(postgres_server):
    """A PostgreSQL that runs, even if the test before has killed it."""
    postgres_server.start()
    return postgres_server


@pytest.fixture
def postgres_url(postgres):
    """The address of an empty database of its own."""
    with postgres.database() as name:
        yield postgres.url(name)


@pytest.fixture
def redis(redis_server):
    """A Redis that runs, even if the test before has killed it."""
    redis_server.start()
    return redis_server


@pytest.fixture
def small_disk(tmp_path):
    """A disk of one megabyte, where we may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("there is no mount")
    if mounted.returncode != 0:
        pytest.skip(f"a small disk can't be mounted: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def plays(monkeypatch):
    """The choices that were played, by whomever."""
    made, play = [], az.Position.play

    def counted(position, choice):
        made.append(choice)
        return play(position, choice)

    monkeypatch.setattr(az.Position, "play", counted)
    return made
