"""What everybody may find: open tables with free seats, pictures and records of finished games."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from azulejos import games, tell
from azulejos.game import Game
from azulejos.store import Store, TableFacts
from azulejos.tables import entries
from azulejos.tables.table import PERSON, Table
from azulejos.web import answers, posters
from azulejos.web.answers import ANYBODY, READING
from azulejos.web.asking import Language, Viewing, Wanted, tables_of

LISTED = 50  # open tables
PAGE = 50  # finished games that are read at a time
MEDIA = {"svg": "image/svg+xml", "png": "image/png"}
FOREVER = {"Cache-Control": "public, max-age=86400"}  # a finished game hardly ever changes

EXPORTED: answers.Refusals = ANYBODY | {200: {"content": {"application/x-ndjson": {}}}}

router = APIRouter(prefix="/api", tags=["public"])


def free_seats(table: Table) -> list[int]:
    """The seats that wait for somebody, at a table whose game goes on."""
    if table.position.over or table.is_closed:
        return []
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.key is not None and seat.player == PERSON and not seat.has_come
    ]


@router.get("/lobby", responses=ANYBODY)
async def lobby(request: Request, language: Language = "en") -> list[answers.Listed]:
    """The tables that were opened for everybody and whose games go on, the newest first."""
    found = await asyncio.to_thread(request.app.state.store.open_tables, LISTED)
    known = [facts for facts in found if facts.game["game"] in games.GAMES]
    return [_listed((await tables_of(request).get(facts.id)).table, facts, language) for facts in known]


def _listed(table: Table, facts: TableFacts, language: str) -> answers.Listed:
    timing = table.clock.timing if table.clock is not None else None
    return answers.Listed(
        table=table.id,
        game=table.game.name,
        title=tell.title(table.game.name, language),
        names=table.names(),
        free=free_seats(table),
        age=round(time.time() - facts.created),
        clock=answers.Timing(**timing.to_body()) if timing is not None else None,
        time=timing.told(tell.words(language)) if timing is not None else None,
    )


@router.get(
    "/tables/{table_id}/picture.{kind}",
    response_class=Response,
    responses=READING | {200: {"content": {media: {} for media in MEDIA.values()}}},
)
async def picture(
    request: Request, asking: Viewing, kind: Annotated[Literal["svg", "png"], Path()], look: Wanted
) -> Response:
    """The poster of a finished game; of one that goes on, the table as spectators see it."""
    table = asking.table
    drawn = await asyncio.to_thread(posters.drawn, table, look.theme, look.language)
    content = await request.app.state.pictures.png(drawn) if kind == "png" else drawn
    return Response(content, media_type=MEDIA[kind], headers=FOREVER if table.position.over else None)


@router.get("/export", response_class=StreamingResponse, responses=EXPORTED)
async def export(request: Request) -> StreamingResponse:
    """All finished public games, the oldest first: a JSON object in each line, with the record as text."""
    lines = _lines(request.app.state.store)
    first = await anext(lines, "")  # if the store can't be read, that is the answer
    return StreamingResponse(
        _after(first, lines),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": 'attachment; filename="azulejos-games.jsonl"'},
    )


async def _lines(store: Store) -> AsyncIterator[str]:
    after: tuple[float, str] | None = None
    while found := await asyncio.to_thread(store.finished_tables, after, PAGE):
        for facts in found:
            if facts.game["game"] in games.GAMES:
                yield await asyncio.to_thread(_line, store, facts)
        after = (found[-1].finished or 0.0, found[-1].id)


async def _after(first: str, lines: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for line in lines:
        yield line


def _line(store: Store, facts: TableFacts) -> str:
    begun = Table.begun(facts.id, Game.described(facts.game), facts.origin)
    table = begun.after(map(entries.read, store.log(facts.id)))
    described = {"table": facts.id, "finished": facts.finished, "record": table.record().to_text()}
    return json.dumps(described) + "\n"
