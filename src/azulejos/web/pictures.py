"""Drawings as dots. One takes seconds of a core and holds up a whole process meanwhile, so workers make
them: each once, one at a time for the whole server, and only so many wait. The newest are kept.
"""

import asyncio
import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from pathlib import Path

import filelock

from azulejos.core.message import Message
from azulejos.files import write_whole
from azulejos.position import check_png
from azulejos.web.advice import Unavailable
from azulejos.workers import jobs
from azulejos.workers.pool import Failed, Pool

KEPT = 32  # of about a megabyte each
WAITING_MAX = 8  # who may wait for pictures that aren't there yet
ZOOM = 2.0  # dots for each unit of a drawing
SECONDS = 60.0  # that a picture may take where others think too
GLANCE = 0.05  # seconds until it is seen whether another process has drawn


class Pictures:
    """Those of this process, and of the others of the same server: they share a folder."""

    def __init__(self, pool: Pool, folder: Path | None = None) -> None:
        self._pool = pool
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._alone = asyncio.Lock()
        self._shelf = None if folder is None else Shelf(folder)
        self._waiting = 0

    async def png(self, svg: str, zoom: float = ZOOM) -> bytes:
        """The same drawing is the same picture, whoever asks."""
        key = hashlib.blake2b(f"{zoom} {svg}".encode(), digest_size=32).hexdigest()
        if key not in self._kept:
            async with self._turn():
                if key not in self._kept:  # whoever was before has not wanted the same
                    self._keep(key, await self._found(key, svg, zoom))
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _found(self, key: str, svg: str, zoom: float) -> bytes:
        """By another process of this server, or drawn now."""
        if self._shelf is None:
            return await self._drawn(svg, zoom)
        async with self._shelf.alone():
            found = self._shelf.get(key)
            if found is None:
                found = await self._drawn(svg, zoom)
                self._shelf.put(key, found)
            return found

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._waiting >= WAITING_MAX:
            raise Unavailable(Message("too many pictures are being drawn; try again in a moment"), 503)
        self._waiting += 1
        try:
            async with self._alone:
                yield
        finally:
            self._waiting -= 1

    async def _drawn(self, svg: str, zoom: float) -> bytes:
        check_png()
        try:
            return await self._pool.ask(jobs.picture, svg, zoom, seconds=SECONDS)
        except Failed:
            raise Unavailable(Message("the picture could not be drawn; try again later"), 503) from None

    def _keep(self, key: str, picture: bytes) -> None:
        self._kept[key] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


class Shelf:
    """Pictures in a folder that several processes share. It is gone when the server ends."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = filelock.FileLock(folder / "lock", thread_local=False)

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """No other process draws meanwhile. Who dies lets go."""
        while not self._take():
            await asyncio.sleep(GLANCE)
        try:
            yield
        finally:
            self._lock.release()

    def _take(self) -> bool:
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            return False
        return True

    def get(self, key: str) -> bytes | None:
        try:
            return (self._folder / key).read_bytes()
        except FileNotFoundError:
            return None

    def put(self, key: str, picture: bytes) -> None:
        with contextlib.suppress(OSError):  # a full disk: it is drawn again when it is wanted again
            write_whole(self._folder / key, picture)
        pictures = sorted(self._folder.glob("[0-9a-f]*"), key=lambda path: path.stat().st_mtime)
        for old in pictures[:-KEPT]:
            old.unlink()
