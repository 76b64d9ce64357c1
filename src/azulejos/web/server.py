"""Starting and stopping the server."""

import logging
import socket
import threading
import webbrowser
from pathlib import Path

import platformdirs
import uvicorn

from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.store import StoreError
from azulejos.tell import Words
from azulejos.web.app import create_app

LOG_FORMAT = (
    '{"time": "%(asctime)s", "level": "%(levelname)s", "logger": "%(name)s", "message": "%(message)s"}'
)
PATIENCE = 3  # seconds that open requests get when the server stops


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("azulejos"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def run(host: str, port: int, database: str, t: Words, opens: bool, rate: float) -> None:
    """Serve until Ctrl-C; say where, and open the browser if that is wanted."""
    logging.basicConfig(level=logging.INFO, format=LOG_FORMAT)
    listening = _listen(host, port)
    address = f"http://{host}:{listening.getsockname()[1]}/"
    print(t("Azulejos is at {address} (Ctrl-C stops it)", address=address), flush=True)
    if opens:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        create_app(database, rate=rate), log_config=None, access_log=False, timeout_graceful_shutdown=PATIENCE
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except StoreError as error:
        raise OptionError(
            Message("can't use the database {url}: {reason}", url=database, reason=str(error))
        ) from None


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port))
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(
            Message("can't listen on {host}:{port}: {reason}", host=host, port=port, reason=reason)
        ) from None
