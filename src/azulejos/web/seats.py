"""The API of seats: opening one by its link, handing it over, names, programs, free seats, playing again."""

import contextlib
from functools import partial

from fastapi import APIRouter, Request, Response
from pydantic import Field

from azulejos.core.message import Message
from azulejos.errors import IllegalChoice
from azulejos.game import NAME_LENGTH
from azulejos.store import Stale
from azulejos.tables import actions, keys
from azulejos.tables.live import Plan
from azulejos.tables.sight import NOT_YOURS, NotYours
from azulejos.tables.table import PERSON
from azulejos.web import answers
from azulejos.web.answers import WRITING
from azulejos.web.asking import (
    Asking,
    SeatNumber,
    Strict,
    Viewing,
    check_played_nowhere,
    in_cookie,
    keep_in_cookie,
    send_untouched,
    tables_of,
)
from azulejos.web.show import seated

router = APIRouter(prefix="/api", tags=["seats"])


class SecretIn(Strict):
    """What the link of a seat holds."""

    secret: str = Field(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


class NameIn(Strict):
    """What somebody wants to be called."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH, examples=["Ala"])


class PlayerIn(Strict):
    """Who should play at a seat."""

    player: str = Field(max_length=40, description="`person`, or the name of a bot")


async def change(request: Request, asking: Asking, plan: Plan) -> None:
    """Carry a plan out; if there is nothing to do, all is well."""
    with contextlib.suppress(Stale):
        await tables_of(request).change(asking.room, plan)


@router.post("/tables/{table_id}/seats/{number}/open", responses=WRITING)
async def open_seat(
    request: Request, response: Response, asking: Viewing, number: SeatNumber, link: SecretIn
) -> answers.SeatOpened:
    """Exchange the secret of a seat's link for a cookie; from then on the browser holds the seat."""
    if not keys.fits(link.secret, asking.sight.seat(number).key):
        raise NotYours(Message("this link does not open the seat any more; ask for a new one"))
    is_new = not asking.table.seats[number].has_come
    await change(request, asking, lambda table: actions.come(table, number))
    keep_in_cookie(request, response, asking.room.id, in_cookie(request) | {number: link.secret})
    return answers.SeatOpened(seat=number, name=asking.table.seats[number].name, is_new=is_new)


@router.post("/tables/{table_id}/seats/{number}/renew", responses=WRITING)
async def renew_seat(
    request: Request, response: Response, asking: Viewing, number: SeatNumber
) -> answers.NewSecret:
    """A new secret for your seat: links, cookies and tokens from before open it no more."""
    secret = keys.new_secret()
    await change(request, asking, lambda table: actions.renew(asking.sight.on(table), number, secret))
    keep_in_cookie(request, response, asking.room.id, in_cookie(request) | {number: secret})
    return answers.NewSecret(seat=number, secret=secret)


@router.post("/tables/{table_id}/seats/{number}/token", responses=WRITING)
async def make_token(
    request: Request, response: Response, asking: Viewing, number: SeatNumber
) -> answers.NewToken:
    """A token with which a program can play at your seat; one from before is worth nothing any more."""
    token = keys.new_secret()
    await change(request, asking, lambda table: actions.make_token(asking.sight.on(table), number, token))
    send_untouched(response)
    return answers.NewToken(seat=number, token=token)


@router.post("/tables/{table_id}/seats/{number}/name", responses=WRITING)
async def name_seat(request: Request, asking: Viewing, number: SeatNumber, wanted: NameIn) -> answers.Seated:
    """Call yourself something else."""
    await change(request, asking, lambda table: actions.rename(asking.sight.on(table), number, wanted.name))
    return answers.Seated(**seated(asking.room, asking.sight))


@router.post("/tables/{table_id}/seats/{number}/player", responses=WRITING)
async def hand_seat(
    request: Request, asking: Viewing, number: SeatNumber, wanted: PlayerIn
) -> answers.Seated:
    """Hand your seat to a bot, or take it back.

    Where advice is given, no bot plays on from what others play now without it.
    """
    if wanted.player != PERSON and asking.table.gives_advice:
        await check_played_nowhere(request, asking.table.game, asking.table.passed)
    await change(request, asking, lambda table: actions.hand(asking.sight.on(table), number, wanted.player))
    return answers.Seated(**seated(asking.room, asking.sight))


@router.post("/tables/{table_id}/seats/{number}/join", responses=WRITING)
async def join(
    request: Request, response: Response, asking: Viewing, number: SeatNumber, wanted: NameIn
) -> answers.NewSecret:
    """Take a free seat at a public table. The link that was made for it opens it no more."""
    secret = keys.new_secret()
    sight = asking.sight
    await change(request, asking, lambda table: actions.join(sight.on(table), number, wanted.name, secret))
    keep_in_cookie(request, response, asking.room.id, in_cookie(request) | {number: secret})
    return answers.NewSecret(seat=number, secret=secret)


@router.post("/tables/{table_id}/rematch", status_code=201, responses=WRITING)
async def rematch(request: Request, response: Response, asking: Viewing) -> answers.NextTable:
    """The same people again: the first who asks opens the table, the others come to it.

    Whoever holds a seat here holds the same one there; nobody needs a new link.
    """
    table = asking.table
    if not table.position.over:
        raise IllegalChoice(Message("you can play again when the game is over"))
    if not any(seat.is_held_by(asking.proofs) for seat in table.seats):
        raise NotYours(NOT_YOURS)
    opened = await tables_of(request).rematch(asking.room)
    again = Asking(opened.room, (), 0, asking.proofs)
    shown = in_cookie(request) | opened.secrets
    held = {seat: secret for seat, secret in shown.items() if keys.fits(secret, again.sight.seat(seat).key)}
    for seat in held:
        await change(request, again, partial(actions.come, seat=seat))
    if held:
        keep_in_cookie(request, response, again.room.id, held)
    return answers.NextTable(table=again.room.id)
