"""The API of the editor: pieces of any position are put, taken and turned, and what is impossible is told.

Nothing is kept here: the page sends the position as it was, and what somebody did.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field, StrictBool, StrictInt, StrictStr

from azulejos import editing, tell
from azulejos.core import ready
from azulejos.core.contract import CHANCE
from azulejos.core.plain import Plain
from azulejos.draw.view import View
from azulejos.editing import Document, Edit, Editor, Judged, Unfit
from azulejos.editing.fields import Field as Entry
from azulejos.editing.fields import Value, said
from azulejos.editing.places import Also, Place, Turning
from azulejos.editing.problems import told
from azulejos.game import Game
from azulejos.tell import Words
from azulejos.web import answers
from azulejos.web.analysing import StartIn, names_of
from azulejos.web.answers import OPENING
from azulejos.web.asking import Look, Strict, Wanted
from azulejos.web.show import drawn

router = APIRouter(prefix="/api", tags=["analysis"])

EDITS_MAX = 400  # more than there are pieces
FIELDS_MAX = 40
WORD_MAX = 80
OF_TURNS = ("to_move", "mover")  # entries of documents: in whose turn something is asked


class EditIn(Strict):
    """A piece is put somewhere, taken from there or turned."""

    does: Literal["put", "take", "turn"]
    place: str = Field(max_length=WORD_MAX, description="as drawings call it in `data-place`")
    seat: int | None = Field(default=None, ge=0, le=7, description="whose place it is")
    piece: str = Field(max_length=WORD_MAX, description="as drawings call it in `data-piece`")


class EditsIn(Strict):
    """A position, also an impossible one, and what is done to it: the form first, then the pieces."""

    start: StartIn
    edits: list[EditIn] = Field(default_factory=list, max_length=EDITS_MAX)
    fields: dict[
        Annotated[str, Field(max_length=WORD_MAX)],
        StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=WORD_MAX)] | None,
    ] = Field(default_factory=dict, max_length=FIELDS_MAX)
    large: int = Field(default=0, ge=0, le=7, description="the seat whose board is drawn large")


@router.post("/analysis/edit", responses=OPENING)
async def edit(wanted: EditsIn, look: Wanted) -> answers.Edited:
    """A position after what somebody did to it, drawn, with all that is impossible in it.

    Without a position an empty table is laid out. What no table could show is refused, in `refused`.
    """
    return await asyncio.to_thread(_edited, wanted, look)


def _edited(wanted: EditsIn, look: Look) -> answers.Edited:
    game, t = wanted.start.as_game(), tell.words(look.language)
    called = game.check_names(wanted.start.names or None)
    table, refused = _opened(game, wanted.start.position), None
    edits = [Edit(each.does, each.place, each.seat, each.piece) for each in wanted.edits]
    try:
        table = _changed(game, table, edits, wanted.fields)
    except Unfit as reason:
        refused = t.say(reason.message)
    names, document = names_of(called, game.players, t), table.document
    return answers.Edited(
        **_shown(game, table, names, _large(wanted, document), look),
        document=document,
        bag=document["bag"],
        problems=list(dict.fromkeys(told(each, document, names, t) for each in table.problems)),
        refused=refused,
        line=None if table.problems else _line(game, document),
        palette=_palette(document, t),
        places=_places(document, t),
        fields=[_field(document, entry, names, t) for entry in editing.editor(game.name).fields(document)],
    )


def _large(wanted: EditsIn, document: Document) -> int:
    """Whose board is drawn large: of whom was just said that it is their turn, since that is set up next."""
    asked = next((document[name] for name in OF_TURNS if name in wanted.fields), None) or ""
    return int(asked[5:]) - 1 if asked.startswith("seat-") else min(wanted.large, document["players"] - 1)


def _opened(game: Game, position: Document | None) -> Judged:
    """The table of a document, or an empty one."""
    document = game.envelope() | (game.completed({}) if position is None else position)
    table = editing.judged(document, game.lay_out)
    if position is not None:
        return table
    return _changed(game, table, editing.editor(game.name).laid_out, {})


def _changed(game: Game, table: Judged, edits: list[Edit], values: dict[str, Value]) -> Judged:
    if not edits and not values:
        return table
    return editing.judged(editing.edited(table.document, edits, values), game.lay_out)


def _shown(game: Game, table: Judged, names: list[str], large: int, look: Look) -> dict[str, Any]:
    """The drawing of a table at which nothing can be chosen, and the table in sentences."""
    state = Plain(table.state)
    view = View(tuple(names), large, {}, None, look.theme, tell.words(look.language), letters=look.letters)
    return {
        "names": names,
        "viewer": large,
        "turn": int(table.state.to_move) if table.state.to_move >= CHANCE else None,
        "scores": [board["score"] for board in table.document["seats"]],
        "text": tell.describe(game.name, state, names, look.language) if look.draws else [],
        **drawn(game.name, state, view, look),
    }


@ready.plain()
def _line(game: Game, document: Document) -> str:
    return game.position(document, deal="by hand").line()


# ------------------------------------------------------------------------------------------------
# What there is to put, and where


def _palette(document: Document, t: Words) -> list[answers.PieceOffered]:
    its = editing.editor(document["game"])
    there = its.places(document).values()
    used = {piece for places in there for place in places for piece in place.pieces}
    return [
        answers.PieceOffered(
            piece=piece,
            kind=kind,
            label=its.piece_name(t, piece),
            left=document["bag"].get(piece, 0) if piece in its.stock else None,
        )
        for kind, pieces in its.kinds.items()
        for piece in pieces
        if piece in used
    ]


def _places(document: Document, t: Words) -> list[answers.PlaceOffered]:
    its = editing.editor(document["game"])
    return [
        answers.PlaceOffered(
            place=name,
            seat=seat,
            label=its.place_name(t, document, name),
            lying=[piece for place in there for piece in place.lying(document)],
            kinds=_kinds(its, there),
            turns=any(isinstance(place, Turning) for place in there),
        )
        for (name, seat), there in its.places(document).items()
    ]


def _kinds(its: Editor, there: Sequence[Place | Also]) -> list[str]:
    """The kinds of pieces of which some have room there."""
    room = {piece for place in there for piece in place.pieces}
    return [kind for kind, pieces in its.kinds.items() if room & pieces.keys()]


def _field(document: Document, entry: Entry, names: list[str], t: Words) -> answers.FieldOffered:
    return answers.FieldOffered(
        name=entry.name,
        label=said(t, entry.label),
        seat=entry.seat,
        value=entry.value(document),
        least=entry.least,
        most=entry.most,
        options=[
            answers.FieldOption(
                value=value, label=names[int(str(value)[5:]) - 1] if words is None else said(t, words)
            )
            for value, words in entry.options
        ],
    )
