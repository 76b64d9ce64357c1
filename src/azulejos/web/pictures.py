"""Pictures of finished games as dots. One takes seconds of a core and holds up a whole process meanwhile, so
workers draw them: each once, one at a time, and only so many wait. The newest are kept.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator

from azulejos.core.message import Message
from azulejos.position import check_png
from azulejos.tables.table import Table
from azulejos.web.advice import Unavailable
from azulejos.workers import jobs
from azulejos.workers.pool import Failed, Pool

KEPT = 32  # of about a megabyte each
WAITING_MAX = 8  # who may wait for pictures that aren't there yet
SECONDS = 60.0  # that a picture may take where others think too

Key = tuple[str, int, str, str]


class Pictures:
    """Those of this process."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._alone = asyncio.Lock()
        self._waiting = 0

    async def png(self, table: Table, theme: str, language: str) -> bytes:
        """The table at the end of its game. What changes it, if only a name, is an entry of the log."""
        key = table.id, table.last, theme, language
        if key not in self._kept:
            async with self._turn():
                if key not in self._kept:  # whoever was before has not wanted the same
                    self._keep(key, await self._drawn(table, theme, language))
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

    async def _drawn(self, table: Table, theme: str, language: str) -> bytes:
        check_png()
        text = table.record().to_text()
        try:
            return await self._pool.ask(jobs.picture, text, theme, language, seconds=SECONDS)
        except Failed:
            raise Unavailable(Message("the picture could not be drawn; try again later"), 503) from None

    def _keep(self, key: Key, picture: bytes) -> None:
        self._kept[key] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
