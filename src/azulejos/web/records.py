"""The API of records: a game as text, at any moment, uploaded, or gone on with elsewhere."""

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from azulejos.bots import BOTS
from azulejos.core import ready
from azulejos.core.message import Message
from azulejos.errors import RecordError
from azulejos.record import SIZE_MAX, Record
from azulejos.tables import actions, entries
from azulejos.tables.table import PERSON, Seat
from azulejos.web import answers
from azulejos.web.answers import OPENING, READING, WRITING
from azulejos.web.api import opened_for
from azulejos.web.asking import Viewing, Wanted, check_played_nowhere, tables_of
from azulejos.web.show import shown, told

router = APIRouter(prefix="/api", tags=["records"])

Count = Annotated[int, Query(ge=0, le=100_000)]


@router.get(
    "/tables/{table_id}/record", response_class=Response, responses=READING | answers.as_text("text/plain")
)
async def read_record(asking: Viewing) -> PlainTextResponse:
    """The game so far as a text file."""
    table = asking.table
    name = f"{table.game.name}-{table.id}.azul"
    return PlainTextResponse(
        await asyncio.to_thread(table.record().to_text, asking.sight.eyes),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/tables/{table_id}/at/{count}", responses=READING)
async def read_position(
    asking: Viewing,
    count: Annotated[int, Path(ge=0, le=100_000)],
    look: Wanted,
    large: Annotated[int | None, Query(ge=0, le=7, description="the seat whose board is drawn large")] = None,
) -> answers.At:
    """The position after so many choices, for replaying."""
    sight = asking.sight
    seat = (sight.seats or (0,))[0] if large is None else min(large, sight.table.game.players - 1)
    table, steps = sight.table, sight.table.steps[:count]
    still = replace(sight, opened=0)  # what was private then is not opened again
    return answers.At(
        **shown(still, table.at(len(steps)), steps, look, still_for=seat),
        count=len(steps),
        of=len(table.steps),
        told=told(table, steps[-1:], look.language, sight.reader),
        turn_at=None if table.is_closed or not table.gives_advice else sight.last_turn(len(steps)),
    )


@router.post(
    "/records",
    status_code=201,
    responses=OPENING,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string", "maxLength": SIZE_MAX}}},
        }
    },
)
async def upload_record(request: Request, response: Response, count: Count | None = None) -> answers.Opened:
    """Open a table from a record, to look at it or to play on; `count` cuts it there."""
    text = text_of(await request.body())
    record = (await asyncio.to_thread(_read, text)).cut(count)
    names = record.names or tuple(f"{seat + 1}" for seat in range(record.game.players))
    seats = [Seat(name, name if name in BOTS else PERSON) for name in names]
    return await _opened(request, response, record, seats)


async def _opened(request: Request, response: Response, record: Record, seats: list[Seat]) -> answers.Opened:
    """A table that begins with a record, all of whose seats are whoever's who asks.

    Bots do not show there what somebody is to play elsewhere.
    """
    if any(seat.player != PERSON for seat in seats):
        passed = await asyncio.to_thread(lambda: {each.table().tobytes() for each in record.positions()})
        await check_played_nowhere(request, record.game, passed)
    if record.origin is not None:
        request.app.state.preparing.for_uploads(record.game.name)
    manners = entries.Manners(advice=True)  # whoever has it alone studies
    opened = await tables_of(request).create(record.game, seats, record, manners=manners)
    return opened_for(request, response, opened, list(opened.secrets))


@ready.plain()
def _read(text: str) -> Record:
    return Record.from_text(text)


def text_of(content: bytes) -> str:
    """A file that somebody has chosen on a page, which may be anything."""
    if not content.strip():
        raise RecordError(Message("the file is empty"))
    try:
        return content.decode("utf8")
    except UnicodeDecodeError:
        raise RecordError(Message("the file is no text file")) from None


@router.post("/tables/{table_id}/branch", status_code=201, responses=WRITING)
async def branch(request: Request, response: Response, asking: Viewing, count: Count) -> answers.Opened:
    """A new table that goes on from a position of this one. All its seats are yours.

    Seats that bots play at for somebody are people's again.
    As long as this one isn't over, what is hidden at it is undecided at the new one; and where several people
    play without advice, nobody tries out elsewhere how it would go on.
    """
    asking.sight.check_fair()
    table, eyes = asking.table, asking.sight.eyes
    record = table.record().cut(count)
    record.hidden = 0
    if not table.position.over and await asyncio.to_thread(record.hides_from, eyes):
        seen = table.at(len(record)).known_by(eyes).to_dict()
        with ready.now():
            record = Record(record.game, [], record.names, origin=seen)
    seats = [replace(seat, key=None) for seat in actions.seats_again(table)]
    return await _opened(request, response, record, seats)
