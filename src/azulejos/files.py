"""Files of people, which are written whole or not at all."""

import contextlib
import os
import secrets
import shutil
from pathlib import Path


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all: an OSError, or Ctrl-C, leaves what was there before."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)  # a device, a pipe: nothing that could be replaced
        else:
            _replace(Path(os.path.realpath(target)), content)  # what a link leads to, not the link
    except OSError as error:
        if error.filename is not None:
            error.filename = os.fspath(path)  # not the hidden file beside it
        raise


def _replace(target: Path, content: bytes) -> None:
    beside = target.with_name(f".azulejos-{secrets.token_hex(8)}")
    try:
        with open(beside, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(target, beside)
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
