"""Starting and stopping the server."""

import json
import logging
import socket
import threading
import webbrowser
from pathlib import Path

import platformdirs
import uvicorn

from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.store import Store, StoreError
from azulejos.tell import Words
from azulejos.web.app import create_app
from azulejos.web.limits import LOOPBACK

PATIENCE = 3  # seconds that open requests get when the server stops


class JsonLines(logging.Formatter):
    """One line of the log is one JSON object, whatever strangers have put into a path."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


class Server(uvicorn.Server):
    """Ends the streams before it waits for open requests."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.tables.end_streams()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("azulejos"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def run(host: str, port: int, database: str, t: Words, opens: bool, rate: float, bot_processes: int) -> None:
    """Serve until Ctrl-C; say where, and open the browser if that is wanted."""
    _log_as_json()
    _check(database)
    listening = listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    print(t("Azulejos is at {address} (Ctrl-C stops it)", address=address), flush=True)
    if opens:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    hosts = LOOPBACK if host in LOOPBACK else None
    config = uvicorn.Config(
        create_app(database, rate=rate, hosts=hosts, bot_processes=bot_processes),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    Server(config).run(sockets=[listening])


def _log_as_json() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def _check(database: str) -> None:
    """Open the database once: what is wrong with it is said here, before the server is announced."""
    try:
        Store(database).close()
    except StoreError as error:
        raise OptionError(
            Message("can't use the database {url}: {reason}", url=database, reason=error.reason)
        ) from None


def listen(host: str, port: int) -> socket.socket:
    """A socket that accepts, whose answers leave at once."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
        # asyncio would do this only for sockets that say they are TCP, which these don't; without it
        # the second packet of every answer waits 40 ms for an acknowledgement.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(
            Message("can't listen on {host}:{port}: {reason}", host=host, port=port, reason=reason)
        ) from None
