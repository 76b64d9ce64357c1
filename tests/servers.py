"""Real PostgreSQL and Redis for tests: private ones, which can be killed and started again."""

import contextlib
import itertools
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
import pytest
import redis

PATIENCE = 60  # seconds; the machine may be busy
STEP = 0.02  # seconds between two looks
SERVANTS = ("postgres", "nobody")  # PostgreSQL refuses to run as root
PORTS = range(20_000, 30_000)  # below those that outgoing connections get


def found(name):
    """Where a program is, or None."""
    candidates = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return shutil.which(name) or next(map(str, candidates), None)


def program(name, package):
    """Where a program is; without it, CI fails and others leave the test out."""
    path = found(name)
    if path is None:
        missing = f"no {name}: apt-get install {package}"
        if os.environ.get("CI") == "true":
            raise RuntimeError(missing)
        pytest.skip(missing)
    return path


def wait_until(is_done, what):
    limit = time.monotonic() + PATIENCE
    while not is_done():
        assert time.monotonic() < limit, what
        time.sleep(STEP)


def is_running(pid):
    """A process that has ended and only waits to be asked about it doesn't run."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Server:
    """A process with a folder of its own."""

    def __init__(self, name):
        self.folder = Path(tempfile.mkdtemp(prefix=f"azulejos-{name}-"))
        self.process = None

    @property
    def is_up(self):
        return self.process is not None and self.process.poll() is None

    @property
    def log(self):
        return (self.folder / "log.txt").read_text(errors="replace")

    def start(self):
        """Start it if it isn't running, and wait until it answers."""
        if not self.is_up:
            with open(self.folder / "log.txt", "a") as log:
                self.process = subprocess.Popen(
                    self.command(), stdout=log, stderr=log, stdin=subprocess.DEVNULL, **self.identity()
                )
        wait_until(lambda: self.answers() or not self.is_up, "the server doesn't answer")
        assert self.is_up, self.log[-2000:]

    def identity(self):
        return {"cwd": self.folder}

    def kill(self):
        """As when somebody pulls the plug: kill -9, with all its processes."""
        self._end(signal.SIGKILL, [self.process.pid, *self.children()])

    @contextlib.contextmanager
    def frozen(self):
        """For a while it is there and says nothing, with all its processes."""
        pids = [self.process.pid, *self.children()]
        try:
            for pid in pids:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def stop(self):
        """Stop it, and leave nothing behind."""
        if self.is_up:
            self._end(self.POLITELY, [self.process.pid])
        shutil.rmtree(self.folder)

    def _end(self, how, pids):
        family = {self.process.pid, *self.children()}
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)
        self.process.wait(PATIENCE)
        wait_until(lambda: not any(map(is_running, family)), "the server doesn't end")

    def children(self):
        """The processes that it has started."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        try:
            return [int(pid) for pid in path.read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            return []

    def restart(self):
        self.kill()
        self.start()


class Postgres(Server):
    """A cluster that is reached by a socket in its folder."""

    POLITELY = signal.SIGQUIT  # at once: nobody needs what it holds

    def __init__(self):
        self._postgres, initdb = program("postgres", "postgresql"), program("initdb", "postgresql")
        super().__init__("postgres")
        self._names = itertools.count(1)
        if os.getuid() == 0:
            servant = self._servant()
            os.chown(self.folder, servant.pw_uid, servant.pw_gid)
        made = subprocess.run(
            [initdb, "-D", "data", "-U", "azulejos", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            capture_output=True,
            text=True,
            **self.identity(),
        )
        assert made.returncode == 0, made.stderr

    @staticmethod
    def _servant():
        users = {user.pw_name: user for user in pwd.getpwall()}
        return next(users[name] for name in SERVANTS if name in users)

    def identity(self):
        if os.getuid() != 0:
            return super().identity()
        servant = self._servant()
        return {"cwd": self.folder, "user": servant.pw_uid, "group": servant.pw_gid, "extra_groups": []}

    def command(self):
        settings = {"listen_addresses": "", "unix_socket_directories": self.folder, "log_statement": "none"}
        options = [f"--{name}={value}" for name, value in settings.items()]
        return [self._postgres, "-D", self.folder / "data", *options]

    def answers(self):
        try:
            self.query("SELECT 1")
            return True
        except psycopg.OperationalError:
            return False

    def query(self, statement, name="postgres"):
        """Ask one of its databases something, by the way."""
        with psycopg.connect(
            host=str(self.folder), dbname=name, user="azulejos", autocommit=True, connect_timeout=PATIENCE
        ) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def url(self, name):
        return f"postgresql://azulejos@/{name}?host={self.folder}"

    @contextlib.contextmanager
    def database(self):
        """The name of a new, empty database, which is gone afterwards."""
        name = f"test_{next(self._names)}"
        self.query(f"CREATE DATABASE {name}")
        yield name
        self.start()
        self.query(f"DROP DATABASE {name} WITH (FORCE)")


class Redis(Server):
    """A Redis that keeps nothing, at a port of this machine."""

    POLITELY = signal.SIGTERM

    def __init__(self):
        self._redis = program("redis-server", "redis-server")
        super().__init__("redis")
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def command(self):
        options = {"port": self.port, "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        return [self._redis, *(word for name, value in options.items() for word in (f"--{name}", str(value)))]

    def answers(self):
        with redis.Redis.from_url(self.url, socket_timeout=1) as client:
            try:
                return client.ping()
            except redis.RedisError:
                return False


def free_port():
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def running(kind):
    """A server that is stopped at the end, whatever has become of it."""
    server = kind()
    try:
        server.start()
        yield server
    finally:
        server.stop()
