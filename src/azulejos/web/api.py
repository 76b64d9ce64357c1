"""The API, which the page uses too: tables, previews, turns, events, records."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from azulejos import analysis, games
from azulejos.analysis import Reviewed
from azulejos.bots import BOTS, strength
from azulejos.bots.turns import SIMULATIONS, turn_in_words
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice, RecordError
from azulejos.game import NAME_LENGTH, Game
from azulejos.record import SIZE_MAX, Record
from azulejos.web.advice import SIMULATIONS_MAX, Adviser
from azulejos.web.clocks import Timing
from azulejos.web.limits import address_of, asks_for_stream
from azulejos.web.live import seats_again
from azulejos.web.screen import Screen
from azulejos.web.seats import Strict, TableId, Viewing, opened_for, seated, seats_held, tables_of
from azulejos.web.show import Look, shown, told
from azulejos.web.streams import EventStream
from azulejos.web.table import PERSON, Seat, Table

CHOICES_MAX = 64  # in one request

router = APIRouter(prefix="/api", tags=["tables"])

Language = Annotated[Literal["en", "pl"], Query()]
Theme = Annotated[Literal["light", "dark", "contrast"], Query()]
Simulations = Annotated[int, Query(ge=1, le=SIMULATIONS_MAX, description="how long to think")]
After = Annotated[int, Query(ge=0, le=2**31, description="the number of the last entry that is known")]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="the same key is carried out once")]
LastEventId = Annotated[str, Header(pattern=r"^\d{0,10}$", description="of a stream that is opened anew")]
ChoiceName = Annotated[str, Field(min_length=1, max_length=60)]


async def look_of(
    language: Language = "en",
    theme: Theme = "light",
    letters: Annotated[bool, Query(description="a letter on each tile")] = False,
    draw: Annotated[bool, Query(description="with pictures; programs can do without")] = True,
    legal: Annotated[bool, Query(description="with a list of what can be chosen, as in the pictures")] = True,
) -> Look:
    """How a viewer wants to see a table."""
    return Look(language, theme, letters, draw, legal)


Wanted = Annotated[Look, Depends(look_of)]


class SeatIn(Strict):
    """Who sits at a place."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH, examples=["Ala"])
    player: str = Field(default=PERSON, max_length=40, description="`person`, or the name of a bot")
    here: bool = Field(default=True, description="false: somebody will open it by a link")


class ClockIn(Strict):
    """How time is kept. In live games a seat has `seconds` for all its turns, else for each turn."""

    kind: Literal["live", "days"]
    seconds: float = Field(ge=0, le=10**7)
    increment: float = Field(default=0.0, ge=0, le=3600, description="seconds more after each turn, live")
    bot: str = Field(default="medium", max_length=40, description="plays on where time is over")

    def timing(self) -> Timing:
        timing = Timing(self.kind, self.seconds, self.increment, self.bot)
        timing.check()
        return timing


class TableIn(Strict):
    """A table to open."""

    game: str = Field(max_length=40, examples=[games.FIRST])
    first: str = Field(default="random", max_length=10)
    options: dict[str, str] = Field(default_factory=dict, max_length=16)
    seats: list[SeatIn] = Field(min_length=1, max_length=8)
    clock: ClockIn | None = None
    public: bool = Field(default=False, description="listed: anybody may take a free place, or watch")


class Draft(Strict):
    """Choices of a turn that isn't finished."""

    choices: list[ChoiceName] = Field(max_length=CHOICES_MAX)


class TurnIn(Strict):
    """Choices to play, all or none."""

    after: int = Field(ge=0, le=2**31, description="the number of the last entry that is known")
    key: Key
    choices: list[ChoiceName] = Field(min_length=1, max_length=CHOICES_MAX)


class UndoIn(Strict):
    """A wish to take back."""

    after: int = Field(ge=0, le=2**31)
    key: Key


class AnswerIn(Strict):
    """Whether others may take back."""

    agree: bool
    key: Key


def adviser_of(request: Request) -> Adviser:
    return request.app.state.adviser


def state_of(screen: Screen, look: Look, after: int = 0, has_moves: bool = True) -> dict[str, Any]:
    """Everything a page needs to show a table, and what has happened since an entry."""
    table = screen.table
    news = [step for step in table.steps if step.number > after]
    return {
        "table": table.id,
        "last": table.last,
        **shown(screen, table.position, table.steps, look),
        **seated(screen),
        "steps": len(table.steps),
        "told": told(table, news, look.language, screen.reader, has_moves),
        "turn_at": screen.last_turn(len(table.steps)),
    }


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
async def open_table(request: Request, response: Response, wanted: TableIn) -> dict[str, Any]:
    """Open a table. Whoever opens it holds the places that are `here`, by a cookie.

    `secrets` has the secret of each person's place: a link to it is the table's page with `#SEAT.SECRET`.
    """
    game = Game.of(wanted.game, len(wanted.seats), wanted.first, wanted.options)
    seats = [Seat(seat.name, seat.player) for seat in wanted.seats]
    here = [at for at, seat in enumerate(wanted.seats) if seat.here and seat.player == PERSON]
    timing = wanted.clock.timing() if wanted.clock is not None else None
    opened = await tables_of(request).create(game, seats, None, here, timing, wanted.public)
    return opened_for(request, response, opened, {seat: opened.secrets[seat] for seat in here})


@router.get("/tables/{table_id}")
async def read_table(
    screen: Viewing,
    look: Wanted,
    after: After = 0,
    moves: Annotated[bool, Query(description="with the moves of pieces, for whoever animates them")] = True,
) -> dict[str, Any]:
    """The table as it is, as far as the viewer may know it, and what has happened since an entry."""
    return state_of(screen, look, after, moves)


@router.post("/tables/{table_id}/preview")
async def preview(screen: Viewing, draft: Draft, look: Wanted) -> dict[str, Any]:
    """What a draft would lead to: drawing, story, next choices, points. Nothing is written."""
    screen.check_turn()
    table = screen.table
    position, steps = screen.draft(draft.choices)
    before = table.position.scores
    ends = position.turn != table.position.turn or position.turn_number != table.position.turn_number
    return {
        "table": table.id,
        "last": table.last,
        **shown(screen, position, steps or table.steps, look, table.position.turn if ends else None),
        "told": told(table, steps, look.language, screen.sight(table.position)),
        "gains": [after - was for after, was in zip(position.scores, before, strict=True)],
        "is_whole": ends,
    }


@router.post("/tables/{table_id}/turns")
async def play_turn(request: Request, screen: Viewing, turn: TurnIn, look: Wanted) -> dict[str, Any]:
    """Play choices of the person whose turn it is; CHANCE's answers are kept with them."""
    await tables_of(request).play(screen, turn.after, turn.key, turn.choices)
    return state_of(screen, look, turn.after)


@router.post("/tables/{table_id}/undo")
async def undo(request: Request, screen: Viewing, wish: UndoIn, look: Wanted) -> dict[str, Any]:
    """Back to the start of your last turn, if nothing was revealed since.

    If others have played since, they are asked: see `wish` of the answer, and `/answer`.
    Both are for whoever holds the place: a token is there to look and to choose.
    """
    await tables_of(request).undo(screen.of_holder(), wish.after, wish.key)
    return state_of(screen, look, wish.after)


@router.post("/tables/{table_id}/answer")
async def answer(request: Request, screen: Viewing, said: AnswerIn, look: Wanted) -> dict[str, Any]:
    """Agree that somebody takes turns back after which you have played, or refuse."""
    await tables_of(request).answer(screen.of_holder(), said.agree, said.key)
    return state_of(screen, look, screen.table.last)


@router.get("/tables/{table_id}/hint")
async def hint(
    request: Request,
    screen: Viewing,
    choices: Annotated[list[ChoiceName], Query(max_length=CHOICES_MAX, description="a draft")] = [],  # noqa: B006
    language: Language = "en",
    simulations: Simulations = SIMULATIONS,
) -> dict[str, Any]:
    """What the search would choose, now or after a draft, and how it would go on to the end of the turn.

    `worth` is the chance to win, from 0 to 1; null as long as the search is compiled and `greedy-1` answers.
    """
    screen.check_turn()
    table = screen.table
    seat, turn_number = table.position.turn, table.position.turn_number
    assert seat is not None
    position, _ = screen.draft(choices)
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
    screen: Viewing,
    at: Annotated[int, Query(ge=0, le=100_000, description="how many choices came before")],
    language: Language = "en",
    simulations: Simulations = SIMULATIONS,
) -> dict[str, Any]:
    """The best turns that could be played after so many choices, and what was played.

    The first is what the search would play. `worth` is the chance to win, from 0 to 1; `visits` says how
    many simulations have tried a turn. As long as the game goes on, people can ask about their own turns.
    """
    table = screen.table
    at = min(at, len(table.steps))
    position, seat, played = await asyncio.to_thread(screen.looked_back, at)
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
    screen: Viewing,
    after: After = 0,
    last_event_id: LastEventId = "",
    language: Language = "en",
) -> Any:
    """The number of the last entry whenever it changes, as a stream; or at once what came after one.

    A browser that opens its stream anew asks with the old address: of both numbers, the higher one counts.
    """
    table, known = screen.table, max(after, int(last_event_id or 0))
    if asks_for_stream(request):
        return EventStream(request.app.state.streams, table, address_of(request), known, screen.seats)
    news = [step for step in table.steps if step.number > known]
    return {"last": table.last, "told": told(table, news, language, screen.reader)}


@router.get("/tables/{table_id}/positions")
async def positions(
    request: Request,
    screen: Viewing,
    after: After = 0,
    last_event_id: LastEventId = "",
) -> Any:
    """The position as a document, for programs: as far as you may know it, with what you can choose.

    As a stream, it comes again whenever the table has changed; of several changes at once, the newest.
    """
    table, known = screen.table, max(after, int(last_event_id or 0))
    if not asks_for_stream(request):
        return position_of(screen)

    def news() -> dict[str, Any]:  # a secret may have been renewed meanwhile
        held = seats_held(table, screen.proofs)
        return position_of(replace(screen, seats=tuple(seat for seat in screen.seats if seat in held)))

    streams, address = request.app.state.streams, address_of(request)
    return EventStream(streams, table, address, known, screen.seats, news)


def position_of(screen: Screen) -> dict[str, Any]:
    """What a program needs to choose."""
    table, position = screen.table, screen.table.position
    known = screen.known()
    return {
        "last": table.last,
        "turn": position.turn,
        "is_mine": screen.is_asked,
        "over": position.over,
        "scores": position.scores,
        "winners": position.winners,
        "legal": known.choices() if screen.is_asked and known.turn == position.turn else [],
        "position": position.seen_by(None if position.over else screen.eyes),
    }


# ------------------------------------------------------------------------------------------------
# Records


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def read_record(screen: Viewing) -> PlainTextResponse:
    """The game so far as a text file."""
    table = screen.table
    name = f"{table.game.name}-{table.id}.azul"
    return PlainTextResponse(
        await asyncio.to_thread(table.record().to_text, screen.eyes),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/tables/{table_id}/at/{count}")
async def read_position(
    screen: Viewing, count: Annotated[int, Path(ge=0, le=100_000)], look: Wanted
) -> dict[str, Any]:
    """The position after so many choices, for replaying."""
    table = screen.table
    steps = table.steps[:count]
    position = await asyncio.to_thread(table.record().replay, len(steps), "by hand")
    still = replace(screen, opened=0)  # what was private then is not opened again
    payload = shown(still, position, steps, look, still_for=(screen.seats or (0,))[0])
    news = told(table, steps[-1:], look.language, screen.reader)
    turn_at = None if table.is_closed else screen.last_turn(count)
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
    request: Request, response: Response, count: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> dict[str, Any]:
    """Open a table from a record, to look at it or to play on; `count` cuts it there."""
    text = _text(await request.body())
    record = (await asyncio.to_thread(Record.from_text, text, False)).cut(count)
    names = record.names or tuple(f"{seat + 1}" for seat in range(record.game.players))
    seats = [Seat(name, name if name in BOTS else PERSON) for name in names]
    opened = await tables_of(request).create(record.game, seats, record)
    return opened_for(request, response, opened, opened.secrets)


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
    request: Request,
    response: Response,
    screen: Viewing,
    count: Annotated[int, Query(ge=0, le=100_000)],
) -> dict[str, Any]:
    """A new table that goes on from a position of this one. All its places are yours.

    Places that bots play at for somebody are people's again.
    As long as this one isn't over, what is hidden at it is undecided at the new one.
    """
    table = screen.table
    record = table.record().cut(count)
    record.hidden = 0
    if not table.position.over and await asyncio.to_thread(record.hides_from, screen.eyes):
        seen = record.replay(deal="by hand").seen_by(screen.eyes)
        record = Record(record.game, [], record.names, origin=seen, compiled=record.compiled)
    seats = [replace(seat, key=None) for seat in seats_again(table)]
    opened = await tables_of(request).create(table.game, seats, record)
    return opened_for(request, response, opened, opened.secrets)
