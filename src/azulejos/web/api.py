"""The API, which the page uses too: tables, previews, turns, events, records."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from azulejos import analysis, games
from azulejos.analysis import Reviewed
from azulejos.bots import BOTS, strength
from azulejos.bots.turns import SIMULATIONS, turn_in_words
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice, RecordError
from azulejos.game import NAME_LENGTH, Game
from azulejos.position import EVERYBODY, Viewer
from azulejos.record import SIZE_MAX, Record
from azulejos.web.advice import SIMULATIONS_MAX, Adviser
from azulejos.web.live import ONLY_TO_LOOK_AT, PERSON, Seat, Table, Tables
from azulejos.web.show import Look, shown, sight, told

CHOICES_MAX = 64  # in one request
STREAM_PULSE = 20.0  # seconds between signs of life on a quiet stream

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
Language = Annotated[Literal["en", "pl"], Query()]
Theme = Annotated[Literal["light", "dark", "contrast"], Query()]
Opened = Annotated[
    int,
    Query(ge=0, le=2**31, description="the turn in which the others at the screen have looked away, or 0"),
]
Simulations = Annotated[int, Query(ge=1, le=SIMULATIONS_MAX, description="how long to think")]
ChoiceName = Annotated[str, Field(min_length=1, max_length=60)]


def look_of(
    language: Language = "en",
    theme: Theme = "light",
    letters: Annotated[bool, Query(description="a letter on each tile")] = False,
    draw: Annotated[bool, Query(description="with pictures; programs can do without")] = True,
    open: Opened = 0,
) -> Look:
    """How a viewer wants to see a table."""
    return Look(language, theme, letters, draw, open)


Wanted = Annotated[Look, Depends(look_of)]


class Strict(BaseModel):
    """A request body without surprises."""

    model_config = ConfigDict(extra="forbid")


class SeatIn(Strict):
    """Who sits at a place."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH, examples=["Ala"])
    player: str = Field(default=PERSON, max_length=40, description="`person`, or the name of a bot")


class TableIn(Strict):
    """A table to open."""

    game: str = Field(max_length=40, examples=[games.FIRST])
    first: str = Field(default="random", max_length=10)
    options: dict[str, str] = Field(default_factory=dict, max_length=16)
    seats: list[SeatIn] = Field(min_length=1, max_length=8)


class Draft(Strict):
    """Choices of a turn that isn't finished."""

    choices: list[ChoiceName] = Field(max_length=CHOICES_MAX)


class TurnIn(Strict):
    """Choices to play, all or none."""

    after: int = Field(ge=0, le=2**31, description="the number of the last entry that is known")
    key: str = Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="the same key is carried out once")
    choices: list[ChoiceName] = Field(min_length=1, max_length=CHOICES_MAX)


class UndoIn(Strict):
    """A wish to take back."""

    after: int = Field(ge=0, le=2**31)
    key: str = Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")


def tables_of(request: Request) -> Tables:
    return request.app.state.tables


def adviser_of(request: Request) -> Adviser:
    return request.app.state.adviser


def state_of(table: Table, look: Look, after: int = 0, has_moves: bool = True) -> dict[str, Any]:
    """Everything a page needs to show a table, and what has happened since an entry."""
    news = [step for step in table.steps if step.number > after]
    return {
        "table": table.id,
        "last": table.last,
        **shown(table, table.position, table.steps, look),
        "told": told(table, news, look.language, history_for(table), has_moves),
        "turn_at": table.last_turn(len(table.steps)),
    }


def history_for(table: Table) -> Viewer:
    """Who reads what happened: the only person at the screen, or everybody who stands around it."""
    return EVERYBODY if table.position.over else table.eyes


@router.get("/games")
async def list_games() -> list[dict[str, Any]]:
    """The games, their numbers of players and their options."""
    return [
        {
            "name": facts.name,
            "title": facts.title,
            "players": list(facts.players),
            "options": {option.name: option.describe() for option in facts.options},
            "bots": list(BOTS),
            "strength": {bot: asdict(found) for bot in BOTS if (found := strength.strength(facts.name, bot))},
        }
        for facts in games.GAMES.values()
    ]


@router.post("/tables", status_code=201)
async def open_table(request: Request, wanted: TableIn) -> dict[str, Any]:
    """Open a table."""
    game = Game.of(wanted.game, len(wanted.seats), wanted.first, wanted.options)
    seats = [Seat(seat.name, seat.player) for seat in wanted.seats]
    table = await tables_of(request).create(game, seats)
    return {"table": table.id, "last": table.last}


@router.get("/tables/{table_id}")
async def read_table(
    request: Request,
    table_id: TableId,
    look: Wanted,
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
    moves: Annotated[bool, Query(description="with the moves of pieces, for whoever animates them")] = True,
) -> dict[str, Any]:
    """The table as it is, and what has happened since an entry."""
    table = await tables_of(request).get(table_id)
    return state_of(table, look, after, moves)


def _check_turn(table: Table, opened: int) -> None:
    """Only people are answered for, and what only one may know after the others have looked away."""
    position = table.position
    if table.is_closed:
        raise IllegalChoice(ONLY_TO_LOOK_AT)
    if position.turn is None:
        raise IllegalChoice(Message("the game is over: there is nothing to choose"))
    if not table.is_person:
        raise IllegalChoice(Message("it is the turn of {name}, a bot", name=table.seats[position.turn].name))
    if table.asks_in_private(position) and opened != position.turn_number:
        raise IllegalChoice(Message("first the others look away"))


@router.post("/tables/{table_id}/preview")
async def preview(
    request: Request,
    table_id: TableId,
    draft: Draft,
    look: Wanted,
) -> dict[str, Any]:
    """What a draft would lead to: drawing, story, next choices, points. Nothing is written."""
    table = await tables_of(request).get(table_id)
    _check_turn(table, look.opened)
    position, steps = table.draft(draft.choices, look.opened)
    before = table.position.scores
    ends = position.turn != table.position.turn or position.turn_number != table.position.turn_number
    return {
        "table": table.id,
        "last": table.last,
        **shown(table, position, steps or table.steps, look, table.position.turn if ends else None),
        "told": told(table, steps, look.language, sight(table, table.position, look)),
        "gains": [after - was for after, was in zip(position.scores, before, strict=True)],
        "is_whole": ends,
    }


@router.post("/tables/{table_id}/turns")
async def play_turn(
    request: Request,
    table_id: TableId,
    turn: TurnIn,
    look: Wanted,
) -> dict[str, Any]:
    """Play choices of the person whose turn it is; CHANCE's answers are kept with them."""
    tables = tables_of(request)
    table = await tables.get(table_id)
    if table.last == turn.after:
        _check_turn(table, look.opened)
    await tables.play(table, turn.after, turn.key, turn.choices, look.opened)
    return state_of(table, look, turn.after)


@router.post("/tables/{table_id}/undo")
async def undo(
    request: Request,
    table_id: TableId,
    wish: UndoIn,
    look: Wanted,
) -> dict[str, Any]:
    """Back to the start of the last person's turn, if nothing was revealed since."""
    tables = tables_of(request)
    table = await tables.get(table_id)
    await tables.undo(table, wish.after, wish.key)
    return state_of(table, look, wish.after)


@router.get("/tables/{table_id}/hint")
async def hint(
    request: Request,
    table_id: TableId,
    choices: Annotated[list[ChoiceName], Query(max_length=CHOICES_MAX, description="a draft")] = [],  # noqa: B006
    language: Language = "en",
    open: Opened = 0,
    simulations: Simulations = SIMULATIONS,
) -> dict[str, Any]:
    """What the search would choose, now or after a draft, and how it would go on to the end of the turn.

    `worth` is the chance to win, from 0 to 1; null as long as the search is compiled and `greedy-1` answers.
    """
    table = await tables_of(request).get(table_id)
    _check_turn(table, open)
    seat, turn_number = table.position.turn, table.position.turn_number
    assert seat is not None
    position, _ = table.draft(choices, open)
    if (position.turn, position.turn_number) != (seat, turn_number):
        raise IllegalChoice(Message("this turn is whole: there is nothing more to choose"))
    found = await adviser_of(request).hint(table, position, seat, simulations)
    return {
        "choice": found.turn[0],
        "label": position.tell(found.turn[0], language),
        "turn": list(found.turn),
        "words": turn_in_words(position, found.turn, language),
        "worth": found.worth,
        "simulations": found.simulations,
    }


@router.get("/tables/{table_id}/alternatives")
async def alternatives(
    request: Request,
    table_id: TableId,
    at: Annotated[int, Query(ge=0, le=100_000, description="how many choices came before")],
    language: Language = "en",
    open: Opened = 0,
    simulations: Simulations = SIMULATIONS,
) -> dict[str, Any]:
    """The best turns that could be played after so many choices, and what was played.

    The first is what the search would play. `worth` is the chance to win, from 0 to 1; `visits` says how
    many simulations have tried a turn. As long as the game goes on, people can ask about their own turns.
    """
    table = await tables_of(request).get(table_id)
    at = min(at, len(table.steps))
    position, seat, played = await asyncio.to_thread(table.looked_back, at, open)
    found = await adviser_of(request).alternatives(table, position, seat, played, simulations)
    return {
        "at": at,
        "seat": seat,
        "name": table.seats[seat].name,
        "simulations": found.simulations,
        "alternatives": [
            {
                "turn": list(alternative.turn),
                "words": turn_in_words(position, alternative.turn, language),
                "worth": alternative.worth,
                "visits": alternative.visits,
                "is_played": alternative == found.played,
            }
            for alternative in found.listed
        ],
    }


@router.get("/tables/{table_id}/review")
async def review(request: Request, table_id: TableId, look: Wanted) -> dict[str, Any]:
    """What each turn of a finished game has given away. The first to ask begins the work: ask again."""
    table = await tables_of(request).get(table_id)
    if not table.position.over:
        raise IllegalChoice(Message("a game can be reviewed when it is over"))
    adviser = adviser_of(request)
    found = adviser.review(table)
    if not found.is_ready:
        return {"is_ready": False, "done": found.done, "of": found.of}
    return {"is_ready": True} | await asyncio.to_thread(_reviewed, table, found.turns, look)


def _reviewed(table: Table, turns: Sequence[Reviewed], look: Look) -> dict[str, Any]:
    """A review as a page shows it: its turns in the order of the game, and the drawing."""
    said = analysis.told(table.record(), turns, look.language)
    return {
        "turns": [
            {
                "at": turn.at,
                "seat": turn.seat,
                "round": turn.round,
                "name": table.seats[turn.seat].name,
                "words": words,
                "best": best,
                "worth": turn.worth,
                "best_worth": turn.best_worth,
                "lost": turn.loss,
            }
            for turn, (words, best) in zip(turns, said, strict=True)
        ],
        "picture": analysis.picture(turns, table.names(), look.theme, look.language, table.position.winners),
    }


# ------------------------------------------------------------------------------------------------
# Following a table


@router.get("/tables/{table_id}/events")
async def events(
    request: Request,
    table_id: TableId,
    after: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    accept: Annotated[str, Header()] = "",
    last_event_id: Annotated[str, Header(pattern=r"^\d{0,10}$")] = "",
    language: Language = "en",
) -> Any:
    """The number of the last entry whenever it changes, as a stream; or at once what came after one."""
    table = await tables_of(request).get(table_id)
    known = after if after is not None else int(last_event_id or 0)
    if "text/event-stream" in accept:
        return StreamingResponse(_stream(request, table, known), media_type="text/event-stream")
    news = [step for step in table.steps if step.number > known]
    return {"last": table.last, "told": told(table, news, language, history_for(table))}


async def _stream(request: Request, table: Table, known: int) -> AsyncIterator[str]:
    """Tell the number of the last entry, now and after every change."""
    changed = asyncio.Event()
    table.watchers.add(changed)
    try:
        yield "retry: 1000\n\n"
        while not tables_of(request).is_closing:
            changed.clear()
            if table.last > known:
                known = table.last
                yield f"id: {known}\ndata: {json.dumps({'last': known})}\n\n"
            try:
                await asyncio.wait_for(changed.wait(), STREAM_PULSE)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        table.watchers.discard(changed)


# ------------------------------------------------------------------------------------------------
# Records


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def read_record(request: Request, table_id: TableId) -> PlainTextResponse:
    """The game so far as a text file."""
    table = await tables_of(request).get(table_id)
    name = f"{table.game.name}-{table.id}.azul"
    return PlainTextResponse(
        await asyncio.to_thread(table.record().to_text, table.eyes),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/tables/{table_id}/at/{count}")
async def read_position(
    request: Request,
    table_id: TableId,
    count: Annotated[int, Path(ge=0, le=100_000)],
    look: Wanted,
) -> dict[str, Any]:
    """The position after so many choices, for replaying."""
    table = await tables_of(request).get(table_id)
    steps = table.steps[:count]
    position = await asyncio.to_thread(table.record().replay, len(steps), "by hand")
    still = replace(look, opened=0)  # what was private then is not opened again
    payload = shown(table, position, steps, still, still_for=table.people[0] if table.people else 0)
    news = told(table, steps[-1:], look.language, history_for(table))
    turn_at = None if table.is_closed else table.last_turn(count)
    return payload | {"count": len(steps), "of": len(table.steps), "told": news, "turn_at": turn_at}


@router.post(
    "/records",
    status_code=201,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string", "maxLength": SIZE_MAX}}},
        }
    },
)
async def upload_record(
    request: Request, count: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> dict[str, Any]:
    """Open a table from a record, to look at it or to play on; `count` cuts it there."""
    text = _text(await request.body())
    record = (await asyncio.to_thread(Record.from_text, text, False)).cut(count)
    names = record.names or tuple(f"{seat + 1}" for seat in range(record.game.players))
    seats = [Seat(name, name if name in BOTS else PERSON) for name in names]
    table = await tables_of(request).create(record.game, seats, record)
    return {"table": table.id, "last": table.last}


def _text(content: bytes) -> str:
    """A file that somebody has chosen on a page, which may be anything."""
    if not content.strip():
        raise RecordError(Message("the file is empty"))
    try:
        return content.decode("utf8")
    except UnicodeDecodeError:
        raise RecordError(Message("the file is no text file")) from None


@router.post("/tables/{table_id}/branch", status_code=201)
async def branch(
    request: Request, table_id: TableId, count: Annotated[int, Query(ge=0, le=100_000)]
) -> dict[str, Any]:
    """A new table that goes on from a position of this one.

    As long as this one isn't over, what is hidden at it is undecided at the new one.
    """
    tables = tables_of(request)
    table = await tables.get(table_id)
    record = table.record().cut(count)
    record.hidden = 0
    if not table.position.over and await asyncio.to_thread(record.hides_from, table.eyes):
        seen = record.replay(deal="by hand").seen_by(table.eyes)
        record = Record(record.game, [], record.names, origin=seen, compiled=record.compiled)
    new = await tables.create(table.game, table.seats, record)
    return {"table": new.id, "last": new.last}
