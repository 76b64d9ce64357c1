"""Who asks, for which table, and how they want to see it: derived anew for every request."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from azulejos import tell
from azulejos.draw.theme import ThemeName
from azulejos.game import Game
from azulejos.tables import keys
from azulejos.tables.live import Tables
from azulejos.tables.room import Room
from azulejos.tables.sight import FAIR_PLAY, NOT_YOURS, NotYours, Sight, Unfair
from azulejos.tables.table import Table

COOKIE = "azulejos_seats"
LANGUAGE_COOKIE = "azulejos_language"
YEAR = 365 * 24 * 3600
HELD = re.compile(r"([0-9])\.([A-Za-z0-9_-]{20,64})")
SEATS_MAX = 8
ENTRY_MAX = 2**31
HASH = "[A-Za-z0-9_-]{8}"

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
SeatNumber = Annotated[int, Path(ge=0, lt=SEATS_MAX)]
Language = Annotated[tell.Language, Query()]
Theme = Annotated[ThemeName, Query()]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="the same key is carried out once")]
After = Annotated[int, Query(ge=0, le=ENTRY_MAX, description="the number of the last entry that is known")]


class Strict(BaseModel):
    """A request body without surprises."""

    model_config = ConfigDict(extra="forbid")


# ------------------------------------------------------------------------------------------------
# How


def language_of(request: Request) -> str:
    """The language asked for, or chosen on a page, or the browser's, or English."""
    asked = (request.query_params.get("language"), request.cookies.get(LANGUAGE_COOKIE))
    wishes = [wish.strip()[:2] for wish in request.headers.get("accept-language", "").split(",")]
    return next((wish for wish in (*asked, *wishes) if wish in tell.LANGUAGES), tell.SOURCE)


@dataclass(frozen=True)
class Look:
    """How a viewer wants to see a table."""

    language: str = "en"
    theme: str = "light"
    letters: bool = False
    draws: bool = True
    lists: bool = True  # what can be chosen, also beside the drawing
    have: frozenset[str] = frozenset()  # hashes of the parts that need not be sent again


async def look_of(
    language: Language = "en",
    theme: Theme = "light",
    letters: Annotated[bool, Query(description="a letter on each tile")] = False,
    draw: Annotated[bool, Query(description="with pictures; programs can do without")] = True,
    legal: Annotated[bool, Query(description="with a list of what can be chosen, as in the pictures")] = True,
    have: Annotated[
        str,
        Query(
            pattern=rf"^({HASH}(\.{HASH}){{0,15}})?$",
            description="hashes of parts that are there already, joined by dots",
        ),
    ] = "",
) -> Look:
    return Look(language, theme, letters, draw, legal, frozenset(have.split(".")))


Wanted = Annotated[Look, Depends(look_of)]


# ------------------------------------------------------------------------------------------------
# Secrets: a browser sends them in a cookie, a program in a header


def in_cookie(request: Request) -> dict[int, str]:
    """The secrets that a browser sends with a request, by seat."""
    return {int(seat): secret for seat, secret in HELD.findall(request.cookies.get(COOKIE, ""))}


def token_of(request: Request) -> str | None:
    """The token that a program sends with a request."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def proofs_of(request: Request) -> frozenset[str]:
    """The hashes of all secrets that come with a request."""
    token = token_of(request)
    shown = [*in_cookie(request).values(), *([token] if token is not None else [])]
    return frozenset(map(keys.hash_of, shown))


def keep_in_cookie(request: Request, response: Response, table_id: str, held: Mapping[int, str]) -> None:
    """Let a browser hold these seats of a table, and no others.

    Only requests about this table carry the cookie, no script can read it, and no other site can send it.
    """
    send_untouched(response)
    response.set_cookie(
        COOKIE,
        "~".join(f"{seat}.{secret}" for seat, secret in sorted(held.items())),
        max_age=YEAR,
        path=f"/api/tables/{table_id}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def send_untouched(response: Response) -> None:
    """What holds a secret is never packed, here or by a proxy: its length would tell something about it."""
    response.headers["Cache-Control"] = "no-store, no-transform"


# ------------------------------------------------------------------------------------------------
# Who


def tables_of(request: Request) -> Tables:
    return request.app.state.tables


def seats_held(table: Table, proofs: frozenset[str]) -> tuple[int, ...]:
    """The seats that somebody may act for who has shown these proofs."""
    return tuple(number for number, seat in enumerate(table.seats) if seat.is_open_to(proofs))


@dataclass(frozen=True)
class Asking:
    """Somebody who asks about a table, with the seats held or the one that was named."""

    room: Room
    seats: tuple[int, ...]
    opened: int
    proofs: frozenset[str]
    is_silent: bool = False  # does the server carry no messages?

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.room.table

    @property
    def sight(self) -> Sight:
        """The table as it is now, through these eyes."""
        return Sight(self.room.table, self.seats, self.opened, self.proofs, self.is_silent)


async def asking_of(
    request: Request,
    table_id: TableId,
    seat: Annotated[
        int | None, Query(ge=0, lt=SEATS_MAX, description="the one seat that is shown, of those held")
    ] = None,
    open: Annotated[
        int,
        Query(
            ge=0,
            le=ENTRY_MAX,
            description="the turn in which the others at the screen have looked away, or 0",
        ),
    ] = 0,
    after: Annotated[int, Query(ge=0, le=ENTRY_MAX)] = 0,
    at_least: Annotated[
        int,
        Query(ge=0, le=ENTRY_MAX, description="the number of an entry that was heard of, and must be there"),
    ] = 0,
) -> Asking:
    """The table as whoever asks may see it."""
    tables, proofs = tables_of(request), proofs_of(request)
    room = await tables.get(table_id, at_least=max(after, at_least))
    held = seats_held(room.table, proofs)
    if len(proofs) > len(held):  # another process may have just given it a seat
        await tables.look_again(room)
        held = seats_held(room.table, proofs)
    if seat is not None and seat not in held:
        raise NotYours(NOT_YOURS)
    is_silent = not request.app.state.has_messages
    return Asking(room, held if seat is None else (seat,), open, proofs, is_silent)


Viewing = Annotated[Asking, Depends(asking_of)]


async def check_played_nowhere(request: Request, game: Game, states: Collection[bytes]) -> None:
    """No help with a copy of what lies now on a table whose people get no advice."""
    if await tables_of(request).are_played_without_advice(game, states):
        raise Unfair(FAIR_PLAY)
