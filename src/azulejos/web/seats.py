"""Who sits where: opening a place by its link, handing it over, names, programs, free places."""

import contextlib
import time
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from azulejos.bots import BOTS, bot
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice, OptionError
from azulejos.game import NAME_LENGTH
from azulejos.store import Entry, Stale
from azulejos.web import keys
from azulejos.web.live import Opened, Tables
from azulejos.web.screen import NOT_YOURS, NotYours, Screen
from azulejos.web.table import PERSON, Seat, Table

SEATS_MAX = 8

router = APIRouter(prefix="/api", tags=["seats"])

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
SeatNumber = Annotated[int, Path(ge=0, lt=SEATS_MAX)]


class Strict(BaseModel):
    """A request body without surprises."""

    model_config = ConfigDict(extra="forbid")


class SecretIn(Strict):
    """What the link of a place holds."""

    secret: str = Field(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


class NameIn(Strict):
    """What somebody wants to be called."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH, examples=["Ala"])


class PlayerIn(Strict):
    """Who should play at a place."""

    player: str = Field(max_length=40, description="`person`, or the name of a bot")


# ------------------------------------------------------------------------------------------------
# Who asks


def tables_of(request: Request) -> Tables:
    return request.app.state.tables


def seats_held(table: Table, proofs: frozenset[str]) -> tuple[int, ...]:
    """The places that somebody may act for who has shown these proofs."""
    return tuple(number for number, seat in enumerate(table.seats) if seat.is_open_to(proofs))


async def screen_of(
    request: Request,
    table_id: TableId,
    seat: Annotated[
        int | None, Query(ge=0, lt=SEATS_MAX, description="the one place that is shown, of those held")
    ] = None,
    open: Annotated[
        int,
        Query(
            ge=0, le=2**31, description="the turn in which the others at the screen have looked away, or 0"
        ),
    ] = 0,
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
    at_least: Annotated[
        int, Query(ge=0, le=2**31, description="the number of an entry that was heard of, and must be there")
    ] = 0,
) -> Screen:
    """The table as whoever asks may see it: with the places held, or the one that is named."""
    tables, proofs = tables_of(request), keys.proofs(request)
    table = await tables.get(table_id, at_least=max(after, at_least))
    held = seats_held(table, proofs)
    if len(proofs) > len(held):  # another process may have just given it a place
        await tables.look_again(table)
        held = seats_held(table, proofs)
    if seat is not None and seat not in held:
        raise NotYours(NOT_YOURS)
    return Screen(table, held if seat is None else (seat,), open, proofs)


Viewing = Annotated[Screen, Depends(screen_of)]


def opened_for(
    request: Request, response: Response, opened: Opened, here: Mapping[int, str]
) -> dict[str, Any]:
    """What is answered to somebody who has opened a table, with the places that the browser holds now."""
    table = opened.table
    if here:
        keys.keep(request, response, table.id, here)
    return {"table": table.id, "last": table.last, "secrets": opened.secrets}


def seated(screen: Screen) -> dict[str, Any]:
    """Who sits where and is there, what this screen holds, who waits for an answer, and the clocks."""
    table, now = screen.table, time.time()
    return {
        "seats": [
            {
                "name": seat.name,
                "player": seat.player,
                "is_persons": seat.key is not None or seat.player == PERSON,
                "has_come": seat.has_come or seat.is_everybodys,
                "why": seat.why,
            }
            for seat in table.seats
        ],
        "held": list(screen.seats),
        "is_public": table.is_public,
        "wish": _wish(screen),
        "next": table.next,
        "clock": table.clock.shown(now) if table.clock is not None else None,
        **table.presence(now).to_body(),
    }


def _wish(screen: Screen) -> dict[str, Any] | None:
    wish = screen.table.wish
    if wish is None:
        return None
    return {
        "seat": wish.seat,
        "needs": sorted(wish.needs),
        "asks_me": bool(wish.needs.intersection(screen.seats)),
    }


# ------------------------------------------------------------------------------------------------
# Places


def _seat(table: Table, number: int) -> Seat:
    if number >= len(table.seats):
        last = len(table.seats) - 1
        raise OptionError(
            Message("there is no seat {seat}; there are seats 0 to {last}", seat=str(number), last=last)
        )
    return table.seats[number]


def check_holder(screen: Screen, number: int) -> Seat:
    """A place that is asked for by its holder; a token is there to play, and no more."""
    seat = _seat(screen.table, number)
    if number not in screen.seats or seat.key not in screen.proofs:
        raise NotYours(NOT_YOURS)
    return seat


@router.post("/tables/{table_id}/seats/{number}/open")
async def open_seat(
    request: Request, response: Response, screen: Viewing, number: SeatNumber, link: SecretIn
) -> dict[str, Any]:
    """Exchange the secret of a place's link for a cookie; from then on the browser holds the place."""
    table = screen.table
    if not keys.fits(link.secret, _seat(table, number).key):
        raise NotYours(Message("this link does not open the place any more; ask for a new one"))
    await _come(request, table, number)
    keys.keep(request, response, table.id, keys.in_cookie(request) | {number: link.secret})
    return {"seat": number, "name": table.seats[number].name}


async def _come(request: Request, table: Table, number: int) -> None:
    if not table.seats[number].has_come:
        await tables_of(request).change(table, lambda: [Entry("came", {"seat": number})])


@router.post("/tables/{table_id}/seats/{number}/renew")
async def renew_seat(
    request: Request, response: Response, screen: Viewing, number: SeatNumber
) -> dict[str, Any]:
    """A new secret for your place: links, cookies and tokens from before open it no more."""
    table, secret = screen.table, keys.new_secret()

    def entries() -> list[Entry]:
        check_holder(screen, number)
        return [
            Entry("key", {"seat": number, "hash": keys.hash_of(secret)}),
            Entry("token", {"seat": number, "hash": None}),
        ]

    await tables_of(request).change(table, entries, screen=screen)
    keys.keep(request, response, table.id, keys.in_cookie(request) | {number: secret})
    return {"seat": number, "secret": secret}


@router.post("/tables/{table_id}/seats/{number}/token")
async def make_token(request: Request, screen: Viewing, number: SeatNumber) -> dict[str, Any]:
    """A token with which a program can play at your place; one from before is worth nothing any more."""
    token = keys.new_secret()

    def entries() -> list[Entry]:
        check_holder(screen, number)
        return [Entry("token", {"seat": number, "hash": keys.hash_of(token)})]

    await tables_of(request).change(screen.table, entries)
    return {"seat": number, "token": token}


@router.post("/tables/{table_id}/seats/{number}/name")
async def name_seat(request: Request, screen: Viewing, number: SeatNumber, wanted: NameIn) -> dict[str, Any]:
    """Call yourself something else."""

    def entries() -> list[Entry]:
        check_holder(screen, number)
        return [_named(screen.table, number, wanted.name)]

    await tables_of(request).change(screen.table, entries)
    return seated(screen)


def _named(table: Table, number: int, name: str) -> Entry:
    """What is no name is refused."""
    names = table.names()
    names[number] = name
    table.game.start(names=names, deal="by hand", compiled=False)
    return Entry("name", {"seat": number, "name": name})


@router.post("/tables/{table_id}/seats/{number}/player")
async def hand_seat(
    request: Request, screen: Viewing, number: SeatNumber, wanted: PlayerIn
) -> dict[str, Any]:
    """Hand your place to a bot, or take it back."""
    if wanted.player != PERSON and wanted.player not in BOTS:
        bot(wanted.player)

    def entries() -> list[Entry]:
        seat = check_holder(screen, number)
        if seat.player == wanted.player:
            return []  # or the bot would begin to think anew
        return [Entry("seat", {"seat": number, "player": wanted.player})]

    with contextlib.suppress(Stale):  # it is as wanted
        await tables_of(request).change(screen.table, entries)
    return seated(screen)


@router.post("/tables/{table_id}/seats/{number}/join")
async def join(
    request: Request, response: Response, screen: Viewing, number: SeatNumber, wanted: NameIn
) -> dict[str, Any]:
    """Take a free place at a public table. The link that was made for it opens it no more."""
    table, secret = screen.table, keys.new_secret()
    if not table.is_public:
        raise NotYours(NOT_YOURS)

    def entries() -> list[Entry]:
        seat = _seat(table, number)
        if seat.key is None or seat.player != PERSON or seat.has_come:
            raise OptionError(Message("this place is taken"))
        return [
            Entry("key", {"seat": number, "hash": keys.hash_of(secret)}),
            Entry("token", {"seat": number, "hash": None}),
            _named(table, number, wanted.name),
            Entry("came", {"seat": number}),
        ]

    await tables_of(request).change(table, entries)
    keys.keep(request, response, table.id, keys.in_cookie(request) | {number: secret})
    return {"seat": number, "secret": secret}


# ------------------------------------------------------------------------------------------------
# Playing again


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(request: Request, response: Response, screen: Viewing) -> dict[str, Any]:
    """The same people again: the first who asks opens the table, the others come to it.

    Whoever holds a place here holds the same one there; nobody needs a new link.
    """
    table = screen.table
    if not table.position.over:
        raise IllegalChoice(Message("you can play again when the game is over"))
    if not any(seat.is_held_by(screen.proofs) for seat in table.seats):
        raise NotYours(NOT_YOURS)
    opened = await tables_of(request).rematch(table)
    again, shown = opened.table, keys.in_cookie(request) | opened.secrets
    held = {seat: secret for seat, secret in shown.items() if keys.fits(secret, _seat(again, seat).key)}
    for seat in held:
        await _come(request, again, seat)
    if held:
        keys.keep(request, response, again.id, held)
    return {"table": again.id}
