"""The files of the pages. Their addresses name what is in them, so that browsers keep them for ever."""

import hashlib
from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

from azulejos.web import palette

FOLDER = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
MADE = {"palette.css": palette.sheet().encode()}  # what lies in no folder


def version_of(folder: Path) -> str:
    """One hash of all files, as they are at the start: they name each other by relative addresses."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = MADE | {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    whole = hashlib.blake2b(digest_size=6)
    for name, content in files.items():
        whole.update(f"{name} {len(content)}\n".encode() + content)
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
        name = name if is_versioned else path
        if name in MADE and scope["method"] in ("GET", "HEAD"):
            response = Response(MADE[name], media_type="text/css")
        else:
            response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = FOR_EVER if is_versioned else "no-cache"
        return response
