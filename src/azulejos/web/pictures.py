"""Drawings as dots. One takes seconds of a core and holds up a whole process meanwhile, so workers make
them: each once, one at a time, and only so many wait. The newest are kept.
"""

import asyncio
import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator

from azulejos.core.message import Message
from azulejos.position import check_png
from azulejos.web.advice import Unavailable
from azulejos.workers import jobs
from azulejos.workers.pool import Failed, Pool

KEPT = 32  # of about a megabyte each
WAITING_MAX = 8  # who may wait for pictures that aren't there yet
ZOOM = 2.0  # dots for each unit of a drawing
SECONDS = 60.0  # that a picture may take where others think too


class Pictures:
    """Those of this process."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._alone = asyncio.Lock()
        self._waiting = 0

    async def png(self, svg: str, zoom: float = ZOOM) -> bytes:
        """The same drawing is the same picture, whoever asks."""
        key = f"{zoom} {hashlib.blake2b(svg.encode()).hexdigest()}"
        if key not in self._kept:
            async with self._turn():
                if key not in self._kept:  # whoever was before has not wanted the same
                    self._keep(key, await self._drawn(svg, zoom))
        self._kept.move_to_end(key)
        return self._kept[key]

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
