"""The files of the pages. Their addresses name what is in them, so that browsers keep them for ever."""

import hashlib
from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"


def version_of(folder: Path) -> str:
    """One hash of all files, as they are at the start: they name each other by relative addresses."""
    whole = hashlib.blake2b(digest_size=6)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        whole.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return whole.hexdigest()


VERSION = version_of(FOLDER)


def address(name: str) -> str:
    """Where a file is as long as it stays as it is."""
    return f"/static/{VERSION}/{name}"


class Assets(StaticFiles):
    """The files, at addresses with their version; without one they are there too, but asked for each time."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        version, _, name = path.replace("\\", "/").partition("/")
        is_versioned = version == VERSION
        response = await super().get_response(name if is_versioned else path, scope)
        response.headers["Cache-Control"] = FOR_EVER if is_versioned else "no-cache"
        return response
