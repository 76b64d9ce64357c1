"""Starting and stopping the server."""

import asyncio
import contextlib
import gc
import json
import logging
import socket
import sys
import tempfile
import threading
import webbrowser
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from azulejos.core import ready
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.store import Store, StoreError, shown_address
from azulejos.tell import Words
from azulejos.web import bus, limits, streams
from azulejos.web.app import create_app
from azulejos.web.connections import BACKLOG, BESIDES, FILES_EACH, Connection, Connections
from azulejos.web.hosts import Hosts
from azulejos.web.preparing import Preparing
from azulejos.web.processes import Crew
from azulejos.workers import pool as workers

FILES_WANTED = 4 * streams.IN_ALL
PATIENCE = 3  # seconds that open requests get when the server stops
# New objects until garbage is looked for among them, and how often that is until older ones are looked at.
# Python itself begins at 700, which took a twentieth of the server's time.
GARBAGE = (10_000, 20, 20)
log = logging.getLogger("azulejos.web")


class JsonLines(logging.Formatter):
    """One line of the log is one JSON object, whatever strangers have put into a path."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "process": record.process,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


class Server(uvicorn.Server):
    """Takes connections as long as there is room, and ends the streams before it waits for open requests."""

    def __init__(self, config: uvicorn.Config, connections: Connections | None = None) -> None:
        super().__init__(config)
        self.connections = Connections() if connections is None else connections
        self._taking: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])  # or it would take all that come
        self._taking = [
            asyncio.create_task(self.connections.take(listening, self._connection))
            for listening in sockets or ()
        ]

    def _connection(self, address: str) -> Connection:
        return Connection(
            self.connections,
            address,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._taking:
            task.cancel()
        self.config.app.state.streams.end()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("azulejos"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


@dataclass(frozen=True)
class Service:
    """What is served, and how much of it: see `create_app`."""

    database: str
    events: str | None = None
    processes: int = 1
    bot_processes: int = workers.PROCESSES  # of all together
    rate: float = limits.PER_SECOND
    streams_each: int = streams.PER_ADDRESS
    has_messages: bool = True
    hosts: Hosts = Hosts()  # noqa: RUF009, it is frozen
    pictures: Path | None = None  # the folder of those that several processes share

    def check(self) -> None:
        """What can't work is said here, before the server is announced."""
        if self.events is not None:
            bus.check_url(self.events)
        elif self.processes > 1:
            raise OptionError(
                Message(
                    "{count} processes need a Redis server to hear of each other: --events {example}",
                    count=self.processes,
                    example=bus.EXAMPLE,
                )
            )
        _check(self.database)


def run(host: str, port: int, service: Service, t: Words, opens: bool) -> None:
    """Serve until Ctrl-C; say where, and open the browser if that is wanted.

    Whoever plays at this computer reads where that is, and warnings; a service logs each request.
    """
    _log_as_json(logging.WARNING if opens else logging.INFO)
    service.check()
    listening = listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    print(t("Azulejos is at {address} (Ctrl-C stops it)", address=address), flush=True)
    if opens:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    service = replace(service, hosts=service.hosts.at(host, listening.getsockname()[0]))
    if service.processes == 1:
        serve(service, listening)
    else:
        _serve_together(service, listening)


def serve(service: Service, listening: socket.socket, is_alone: bool = True) -> None:
    """One server process, until it is told to end. Nobody in it waits until something is compiled."""
    ready.always(ready.Way.NOW)
    files = _open_files_max()
    app = create_app(
        service.database,
        is_alone=is_alone,
        rate=service.rate,
        hosts=service.hosts,
        bot_processes=max(1, service.bot_processes // service.processes),
        events=service.events,
        streams_each=service.streams_each,
        streams_in_all=min(streams.IN_ALL, files // 4),
        has_messages=service.has_messages,
        pictures=service.pictures,
    )
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    connections = _connections(service, config, files)
    _look_for_garbage_seldom()
    Server(config, connections).run(sockets=[listening])


def _look_for_garbage_seldom() -> None:
    """What was imported by now stays, and need not be looked at again: nobody waits for that."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _connections(service: Service, config: uvicorn.Config, files: int) -> Connections:
    """An address may have some more than its streams; whoever is believed to speak for others, any number."""
    config.load()
    believed = ProxyHeadersMiddleware(config.loaded_app, config.forwarded_allow_ips).trusted_hosts
    each = service.streams_each + BESIDES if service.streams_each else 0
    return Connections(each, files // FILES_EACH, believed.__contains__)


def _serve_together(service: Service, listening: socket.socket) -> None:
    """Several processes at one address: whoever is free takes the next connection.

    Connections that nobody has taken yet outlive the process that would have taken them.
    """
    preparing = Preparing()
    preparing.begin()
    try:
        with tempfile.TemporaryDirectory(prefix="azulejos-pictures-") as folder:
            service = replace(service, pictures=Path(folder))
            Crew(service.processes, _serve_beside, service, listening).run()
    finally:
        preparing.end()
        listening.close()


def _serve_beside(service: Service, listening: socket.socket) -> None:
    """A database that is away now is said in a line; whoever has started this process tries again."""
    _log_as_json()
    try:
        _check(service.database)
    except OptionError as error:
        log.error("%s", error)
        sys.exit(1)
    serve(service, listening, is_alone=False)


def _log_as_json(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler])


def _open_files_max() -> int:
    """How many files this process may have open, as many as the system lets it: each stream is one."""
    if sys.platform == "win32":
        return FILES_WANTED  # there is no such limit
    import resource

    endless = resource.RLIM_INFINITY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == endless else min(hard, FILES_WANTED)
    if soft != endless and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return FILES_WANTED if soft == endless else soft


def _check(database: str) -> None:
    """Open the database once."""
    try:
        Store(database).close()
    except StoreError as error:
        reason = error.reason if isinstance(error.reason, Message) else " ".join(error.reason.split())
        raise OptionError(
            Message("can't use the database {url}: {reason}", url=shown_address(database), reason=reason)
        ) from None


def listen(host: str, port: int) -> socket.socket:
    """A socket that accepts, whose answers leave at once."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
        # asyncio would do this only for sockets that say they are TCP, which these don't; without it
        # the second packet of every answer waits 40 ms for an acknowledgement.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(
            Message("can't listen on {host}:{port}: {reason}", host=host, port=port, reason=reason)
        ) from None
