"""The API of a table, which the page uses too: opening, looking, previews, turns, taking back, following."""

from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from pydantic import Field

from azulejos import games
from azulejos.bots import BOTS, strength
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import NAME_LENGTH, Game
from azulejos.store import Stale
from azulejos.tables import actions, clocks, entries
from azulejos.tables.live import Opened, Plan
from azulejos.tables.sight import Sight
from azulejos.tables.table import PERSON, Seat
from azulejos.web import answers
from azulejos.web.answers import ANYBODY, GONE_ON, OPENING, READING, WRITING
from azulejos.web.asking import (
    ENTRY_MAX,
    After,
    Asking,
    Key,
    Look,
    Strict,
    Viewing,
    Wanted,
    keep_in_cookie,
    seats_held,
    send_untouched,
    tables_of,
)
from azulejos.web.limits import address_of, asks_for_stream
from azulejos.web.reach import goes_on, instead
from azulejos.web.show import shown, state_of, told
from azulejos.web.streams import EventStream

CHOICES_MAX = 64  # in one request

router = APIRouter(prefix="/api", tags=["tables"])

STREAMED = READING | answers.as_text("text/event-stream")
LastEventId = Annotated[str, Header(pattern=r"^[0-9]{0,10}$", description="of a stream that is opened anew")]
ChoiceName = Annotated[str, Field(min_length=1, max_length=60)]


class SeatIn(Strict):
    """Who sits at a seat."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH, examples=["Ala"])
    player: str = Field(default=PERSON, max_length=40, description="`person`, or the name of a bot")
    here: bool = Field(default=True, description="false: somebody will open it by a link")


class ClockIn(Strict):
    """How time is kept. In live games a seat has `seconds` for all its turns, else for each turn."""

    kind: clocks.Kind
    seconds: float = Field(ge=0, le=10**7)
    increment: float = Field(default=0.0, ge=0, le=3600, description="seconds more after each turn, live")
    bot: str = Field(default=strength.PICKED, max_length=40, description="plays on where time is over")

    def timing(self) -> clocks.Timing:
        timing = clocks.Timing(self.kind, self.seconds, self.increment, self.bot)
        timing.check()
        return timing


class TableIn(Strict):
    """A table to open."""

    game: str = Field(max_length=40, examples=[games.FIRST])
    first: str = Field(default="random", max_length=10)
    options: dict[str, str] = Field(default_factory=dict, max_length=16)
    seats: list[SeatIn] = Field(min_length=1, max_length=8)
    clock: ClockIn | None = None
    public: bool = Field(default=False, description="listed: anybody may take a free seat, or watch")
    advice: bool | None = Field(
        default=None,
        description="may people ask the search though several play? "
        "If nothing is said: only if all of them are `here`, where everybody sees it",
    )
    messages: bool = Field(default=True, description="may people write to each other?")

    def manners(self) -> entries.Manners:
        is_one_screen = all(seat.here for seat in self.seats if seat.player == PERSON)
        return entries.Manners(is_one_screen if self.advice is None else self.advice, self.messages)


class Draft(Strict):
    """Choices of a turn that isn't finished."""

    choices: list[ChoiceName] = Field(max_length=CHOICES_MAX)


class TurnIn(Strict):
    """Choices to play, all or none."""

    after: int = Field(ge=0, le=ENTRY_MAX, description="the number of the last entry that is known")
    key: Key
    choices: list[ChoiceName] = Field(min_length=1, max_length=CHOICES_MAX)


class UndoIn(Strict):
    """A wish to take back."""

    after: int = Field(ge=0, le=ENTRY_MAX)
    key: Key


class AnswerIn(Strict):
    """Whether others may take back."""

    agree: bool
    key: Key


class GoneOn(Exception):
    """The table has gone on since the entry that was named."""

    def __init__(self, asking: Asking, look: Look) -> None:
        super().__init__(asking.table.id)
        self.asking, self.look = asking, look


# ------------------------------------------------------------------------------------------------
# Opening and looking


@router.get("/games", responses=ANYBODY)
async def list_games() -> list[answers.GameFacts]:
    """The games, their numbers of players and their options."""
    return [
        answers.GameFacts(
            name=facts.name,
            title=facts.title,
            players=list(facts.players),
            options={option.name: option.describe() for option in facts.options},
            bots=list(BOTS),
            strength={
                bot: answers.Strength(**asdict(found))
                for bot in BOTS
                if (found := strength.strength(facts.name, bot))
            },
        )
        for facts in games.GAMES.values()
    ]


@router.post("/tables", status_code=201, responses=OPENING)
async def open_table(request: Request, response: Response, wanted: TableIn) -> answers.Opened:
    """Open a table. Whoever opens it holds the seats that are `here`, by a cookie.

    `secrets` has the secret of each person's seat: a link to it is the table's page with `#SEAT.SECRET`.
    """
    game = Game.of(wanted.game, len(wanted.seats), wanted.first, wanted.options)
    seats = [Seat(seat.name, seat.player) for seat in wanted.seats]
    here = [at for at, seat in enumerate(wanted.seats) if seat.here and seat.player == PERSON]
    timing = wanted.clock.timing() if wanted.clock is not None else None
    manners = wanted.manners()
    opened = await tables_of(request).create(game, seats, None, here, timing, wanted.public, manners=manners)
    return opened_for(request, response, opened, here)


def opened_for(request: Request, response: Response, opened: Opened, here: list[int]) -> answers.Opened:
    """What is answered to somebody who has opened a table; the browser holds these seats now."""
    room, secrets = opened.room, opened.secrets
    send_untouched(response)
    if here:
        keep_in_cookie(request, response, room.id, {seat: secrets[seat] for seat in here})
    return answers.Opened(table=room.id, last=room.last, secrets=secrets)


@router.get("/tables/{table_id}", responses=READING)
async def read_table(
    asking: Viewing,
    look: Wanted,
    after: After = 0,
    moves: Annotated[bool, Query(description="with the moves of pieces, for whoever animates them")] = True,
) -> answers.State:
    """The table as it is, as far as the viewer may know it, and what has happened since an entry."""
    return state_of(asking, look, after, moves)


@router.post("/tables/{table_id}/preview", responses=WRITING)
async def preview(asking: Viewing, draft: Draft, look: Wanted) -> answers.Preview:
    """What a draft would lead to: drawing, story, next choices, points. Nothing is written."""
    sight = asking.sight
    sight.check_turn()
    table, now = sight.table, sight.table.position
    position, steps = sight.draft(draft.choices)
    ends = position.this_turn != now.this_turn
    still_for = now.turn if ends else None
    return answers.Preview(
        table=table.id,
        last=table.last,
        **shown(sight, position, steps or table.steps, look, still_for, still_for),
        told=told(table, steps, look.language, sight.viewer_of(now)),
        gains=[after - before for after, before in zip(position.scores, now.scores, strict=True)],
        is_whole=ends,
        goes_on=ends and goes_on(now, position),
        instead=instead(sight.known(), steps, [] if ends else position.choices(), look.language),
    )


# ------------------------------------------------------------------------------------------------
# Playing


async def changed(
    request: Request, asking: Asking, look: Look, plan: Plan, key: str, after: int
) -> answers.State:
    """Carry a plan out, and tell the table as it is then, with what has happened since an entry."""
    try:
        await tables_of(request).change(asking.room, plan, key)
    except Stale:
        raise GoneOn(asking, look) from None
    return state_of(asking, look, after)


@router.post("/tables/{table_id}/turns", responses=WRITING | GONE_ON)
async def play_turn(request: Request, asking: Viewing, turn: TurnIn, look: Wanted) -> answers.State:
    """Play choices of the person whose turn it is; CHANCE's answers are kept with them."""
    tables = tables_of(request)
    await tables.reach(asking.room, turn.after)
    await tables.drop_flag(asking.room)

    def plan(table: Any) -> Any:
        return actions.play(_still(asking, table), turn.after, turn.choices)

    return await changed(request, asking, look, plan, turn.key, turn.after)


def _still(asking: Asking, table: Any) -> Sight:
    """These eyes on a table that isn't closed, and whose seats must still be held."""
    sight = asking.sight.on(table)
    sight.check_open()
    sight.check_held()
    return sight


@router.post("/tables/{table_id}/undo", responses=WRITING | GONE_ON)
async def undo(request: Request, asking: Viewing, wish: UndoIn, look: Wanted) -> answers.State:
    """Back to the start of your last turn, if nothing was revealed since.

    If others have played since, they are asked: see `wish` of the answer, and `/answer`.
    Both are for whoever holds the seat: a token is there to look and to choose.
    """
    await tables_of(request).reach(asking.room, wish.after)

    def plan(table: Any) -> Any:
        return actions.undo(_still(asking, table).of_holder(), wish.after)

    return await changed(request, asking, look, plan, wish.key, wish.after)


@router.post("/tables/{table_id}/answer", responses=WRITING)
async def answer(request: Request, asking: Viewing, said: AnswerIn, look: Wanted) -> answers.State:
    """Agree that somebody takes turns back after which you have played, or refuse."""

    def plan(table: Any) -> Any:
        return actions.answer(_still(asking, table).of_holder(), said.agree)

    try:
        await tables_of(request).change(asking.room, plan, said.key)
    except Stale:
        raise OptionError(Message("nobody asks you whether something may be taken back")) from None
    return state_of(asking, look, asking.table.last)


# ------------------------------------------------------------------------------------------------
# Following a table


@router.get("/tables/{table_id}/events", responses=STREAMED)
async def events(
    request: Request, asking: Viewing, look: Wanted, after: After = 0, last_event_id: LastEventId = ""
) -> answers.News:
    """The number of the last entry whenever it changes, as a stream; or at once what came after one.

    A browser that opens its stream anew asks with the old address: of both numbers, the higher one counts.
    """
    known = max(after, int(last_event_id or 0))
    if asks_for_stream(request):
        streams, address = request.app.state.streams, address_of(request)
        return EventStream(streams, asking.room, address, known, asking.seats)  # type: ignore[return-value]
    sight = asking.sight
    news = [step for step in sight.table.steps if step.number > known]
    return answers.News(last=sight.table.last, told=told(sight.table, news, look.language, sight.reader))


@router.get("/tables/{table_id}/positions", responses=STREAMED)
async def positions(
    request: Request, asking: Viewing, after: After = 0, last_event_id: LastEventId = ""
) -> answers.Position:
    """The position as a document, for programs: as far as you may know it, with what you can choose.

    As a stream, it comes again whenever the table has changed; of several changes at once, the newest.
    """
    known = max(after, int(last_event_id or 0))
    if not asks_for_stream(request):
        return position_of(asking.sight)

    def news() -> dict[str, Any]:  # a secret may have been renewed meanwhile
        held = seats_held(asking.table, asking.proofs)
        still = replace(asking, seats=tuple(seat for seat in asking.seats if seat in held))
        return position_of(still.sight).model_dump()

    streams, address = request.app.state.streams, address_of(request)
    return EventStream(streams, asking.room, address, known, asking.seats, news)  # type: ignore[return-value]


def position_of(sight: Sight) -> answers.Position:
    """What a program needs to choose."""
    table, position, known = sight.table, sight.table.position, sight.known()
    return answers.Position(
        last=table.last,
        turn=position.turn,
        is_mine=sight.is_asked,
        over=position.over,
        scores=position.scores,
        winners=position.winners,
        legal=known.choices() if sight.is_asked and known.turn == position.turn else [],
        position=position.known_by(None if position.over else sight.eyes).to_dict(),
    )
