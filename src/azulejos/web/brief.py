"""The API of my tables: what there is to say of one in a line, and its link as a code for a phone."""

import io
import time

import segno
from fastapi import APIRouter, Response
from pydantic import Field

from azulejos.tables.table import PERSON
from azulejos.web import answers
from azulejos.web.answers import OPENING, READING
from azulejos.web.asking import Strict, Viewing, send_untouched

HOST, TABLE, SECRET = r"[A-Za-z0-9.:\[\]_-]{1,255}", "[A-Za-z0-9_-]{8,32}", r"#[0-9]\.[A-Za-z0-9_-]{20,64}"
LINK = rf"^https?://{HOST}/(tables|games)/{TABLE}(/replay)?(\?seat=[0-9])?({SECRET})?$"
QUIET = 4  # light squares around a code, which readers need

router = APIRouter(prefix="/api", tags=["tables"])


class LinkIn(Strict):
    """A link to a table or to a seat of it."""

    link: str = Field(max_length=400, pattern=LINK, examples=["http://localhost:8080/tables/abcdefghijkl"])


@router.get("/tables/{table_id}/brief", responses=READING)
async def read_brief(asking: Viewing) -> answers.Brief:
    """Whose turn it is, the score, since when, and whether it is over."""
    sight = asking.sight
    table, position = sight.table, sight.table.position
    return answers.Brief(
        game=table.game.name,
        names=table.names(),
        players=[PERSON if seat.key is not None else seat.player for seat in table.seats],
        held=list(sight.seats),
        scores=position.scores,
        winners=position.winners,
        turn=position.turn,
        is_mine=sight.is_asked,
        over=position.over,
        age=max(0, round(time.time() - table.written)),
    )


@router.post("/code", responses=OPENING)
async def code(response: Response, wanted: LinkIn) -> answers.Code:
    """A link as a QR code. It is kept nowhere, and never packed: it may hold the secret of a seat."""
    send_untouched(response)
    drawn, dark_on_light = io.BytesIO(), {"dark": "#000", "light": "#fff"}
    made = segno.make(wanted.link, error="m", micro=False)
    made.save(drawn, kind="svg", border=QUIET, xmldecl=False, omitsize=True, **dark_on_light)
    return answers.Code(svg=drawn.getvalue().decode())
