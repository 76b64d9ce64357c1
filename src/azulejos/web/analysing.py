"""The API of analysis: any position, at which everybody is played for, CHANCE too.

Nothing is kept here: whoever asks says where the game begins and what was chosen since.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from azulejos import reading, tell
from azulejos.core import ready
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError
from azulejos.game import NAME_LENGTH, Game
from azulejos.position import EVERYBODY, Everybody, Position
from azulejos.record import FORMAT, SIZE_MAX, Record
from azulejos.tables import entries
from azulejos.tables.sight import Sight
from azulejos.tables.table import Seat, Table
from azulejos.tree import COMMENT_LENGTH, NODES_MAX, Node, Tree
from azulejos.web import answers
from azulejos.web.answers import OPENING, READING
from azulejos.web.api import ChoiceName
from azulejos.web.asking import Language, Look, Strict, Viewing, Wanted
from azulejos.web.records import text_of
from azulejos.web.sheet import sheet_of
from azulejos.web.show import shown, told

router = APIRouter(prefix="/api", tags=["analysis"])

T = TypeVar("T")

AT_ONCE = 2  # moments that are looked at: Python's threads take turns, and live tables are one of them
_threads = ThreadPoolExecutor(AT_ONCE, "azulejos-analysis")
STUDIED = "analysis"  # the id of a table that is nowhere but in an answer


class StartIn(Strict):
    """Where a game begins: as it usually does, or at a position."""

    game: str = Field(max_length=40, examples=["chocolatier"])
    players: int = Field(default=2, ge=1, le=8)
    first: str = Field(default="random", max_length=10)
    options: dict[str, str] = Field(default_factory=dict, max_length=16)
    names: list[Annotated[str, Field(max_length=NAME_LENGTH)]] = Field(default_factory=list, max_length=8)
    position: dict[str, Any] | None = Field(default=None, description="a document, see docs/notation.md")

    def as_game(self) -> Game:
        return Game.of(self.game, self.players, self.first, self.options)

    @ready.plain()
    def record(self) -> Record:
        """A game in which nothing was chosen yet."""
        record = Record(self.as_game(), [], self.names, origin=self.position)
        record.begin()
        return record


class LineIn(Strict):
    """A moment of a game: where it begins, and all that was chosen since."""

    start: StartIn
    choices: list[ChoiceName] = Field(default_factory=list)


class MomentIn(LineIn):
    """A moment, and what is wanted of it."""

    known: int = Field(default=0, ge=0, description="how many of the choices need not be told")
    lot: bool = Field(default=False, description="what CHANCE is asked at the end is answered by lot")
    large: int | None = Field(default=None, ge=0, le=7, description="the seat whose board is drawn large")


class NodeIn(Strict):
    """A choice in a tree."""

    parent: int = Field(
        ge=-1, description="the place of the choice that it follows in the list; -1: the first"
    )
    choice: ChoiceName
    comment: str = Field(default="", max_length=COMMENT_LENGTH)


class TreeIn(Strict):
    """A game with all that was tried at its moments."""

    start: StartIn
    nodes: list[NodeIn]
    comment: str = Field(default="", max_length=COMMENT_LENGTH)

    def tree(self) -> Tree:
        nodes = [Node(node.parent, node.choice, node.comment) for node in self.nodes]
        return Tree(self.start.record(), nodes, self.comment)


class Everything(Sight):
    """The eyes of whoever analyses: they see all that is decided, and choose for every seat."""

    @property
    def reader(self) -> Everybody:
        return EVERYBODY

    def viewer_of(self, position: Position) -> Everybody:
        return EVERYBODY

    def asks_in_private(self, position: Position) -> bool:
        return False

    def known(self) -> Position:
        """The table as it was when the present turn began."""
        steps, now = self.table.steps, self.table.position
        goes_on = steps and steps[-1].turn == now.this_turn
        return self.table.at(self.table.draft_begun_at(len(steps) - 1)) if goes_on else now.copy()


async def aside(work: Callable[..., T], *arguments: Any) -> T:
    """What some work answers that is done beside live tables, and waits rather than they."""
    return await asyncio.get_running_loop().run_in_executor(_threads, work, *arguments)


# ------------------------------------------------------------------------------------------------
# A moment


@router.post("/analysis", responses=OPENING)
async def analyse(request: Request, wanted: MomentIn, look: Wanted) -> answers.Analysed:
    """A moment of a game that is played nowhere: drawing, story, and what anybody can choose there."""
    found = await aside(_analysed, wanted, look)  # a game that there is
    if wanted.start.position is not None:
        request.app.state.preparing.for_uploads(wanted.start.game)
    request.app.state.evaluator.warm(wanted.start.game, wanted.start.position is not None)
    return found


def _analysed(wanted: MomentIn, look: Look) -> answers.Analysed:
    table = studied(wanted, wanted.lot, look.language)
    sight = Everything(table, tuple(range(table.game.players)))
    position, count = table.position, len(table.steps)
    steps = table.steps[wanted.known :]
    facts = shown(sight, position, table.steps, look)
    if wanted.large is not None:  # only looked at, while something moves
        large = min(wanted.large, table.game.players - 1)
        facts = shown(sight, position, table.steps, look, still_for=large)
    is_chances = position.turn == CHANCE
    return answers.Analysed(
        **facts,
        steps=count,
        made=[
            made_of(table.at(at), step.choice, look.language)
            for at, step in enumerate(steps, start=count - len(steps))
        ],
        told=told(table, steps, look.language, EVERYBODY),
        chance=_chance(position, look.language) if is_chances else [],
        sheet=sheet_of(table, look) if position.over else None,
        line=position.line(),
        document=position.to_dict(),
    )


def studied(line: LineIn, by_lot: bool = False, language: str = tell.SOURCE) -> Table:
    """A table at which these choices were made; it is kept nowhere."""
    if len(line.choices) > NODES_MAX:
        raise OptionError(Message("a line has at most {most} choices", most=NODES_MAX))
    record = line.start.record()
    table = Table.begun(STUDIED, record.game, record.origin)
    fold = replace(table, seats=_seats(record, language)).planning()
    fold.add(*map(entries.Choice, line.choices))
    if by_lot and fold.position.turn == CHANCE:
        dealt = fold.position.copy_with_dealer()
        fold.add(*map(entries.Choice, dealt.history[len(line.choices) :]))
    return fold.table()


def _seats(record: Record, language: str) -> tuple[Seat, ...]:
    return tuple(map(Seat, names_of(record.names, record.game.players, tell.words(language))))


def names_of(names: Sequence[str], players: int, t: tell.Words) -> list[str]:
    """The names that were given, or usual ones."""
    return list(names) or [t("Player {n}", n=seat + 1) for seat in range(players)]


def made_of(position: Position, choice: str, language: str) -> answers.Made:
    """A choice that is made at a position, and whose it is."""
    return answers.Made(
        choice=choice,
        words=position.tell(choice, language),
        seat=None if position.turn == CHANCE else position.turn,
        turn_number=position.turn_number,
        round=position.round,
    )


def _chance(position: Position, language: str) -> list[answers.Lot]:
    weights, labels = position.weights(), position.labels(language)
    return [answers.Lot(choice=choice, label=labels[choice], weight=weights[choice]) for choice in labels]


# ------------------------------------------------------------------------------------------------
# Trees


@router.post(
    "/analysis/tree",
    responses=OPENING,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string", "maxLength": SIZE_MAX}}},
        }
    },
)
async def read_tree(request: Request, language: Language = "en") -> answers.Branched:
    """What a text says that somebody has: a record, one with variations, or a position."""
    text = text_of(await request.body())
    return await asyncio.to_thread(_read, text, language)


@ready.plain()
def _read(text: str, language: str) -> answers.Branched:
    text = text.strip("\ufeff \t\r\n")
    if text.startswith(FORMAT):
        return branched(Tree.from_text(text), language)
    position = reading.read(text, deal="by hand")
    return branched(Tree(position.record()), language)


def branched(tree: Tree, language: str) -> answers.Branched:
    """A tree as a page shows it."""
    start = tree.start
    described = start.game.describe()
    facts = {key: described.pop(key) for key in ("game", "players", "first")}
    return answers.Branched(
        start=answers.Start(**facts, options=described, names=list(start.names), position=start.origin),
        nodes=[
            answers.Branch(
                parent=node.parent,
                comment=node.comment,
                **made_of(position, node.choice, language).model_dump(),
            )
            for node, position in tree.walk()
        ],
        comment=tree.comment,
    )


@router.post("/analysis/record", response_class=Response, responses=OPENING | answers.as_text("text/plain"))
async def write_tree(wanted: TreeIn) -> Response:
    """A tree as a text file: a record with variations."""
    return PlainTextResponse(await asyncio.to_thread(lambda: wanted.tree().to_text()))


@router.get("/tables/{table_id}/tree", responses=READING)
async def tree_of_table(asking: Viewing, language: Language = "en") -> answers.Branched:
    """A finished game, to be analysed. As long as it goes on its people don't."""
    table = asking.table
    if not table.position.over:
        raise Unfinished(Message("a game can be analysed when it is over"))
    return await asyncio.to_thread(_tree_of, table, language)


class Unfinished(AzulejosError):
    """A game that goes on. `status` is HTTP's word for it."""

    status = 403


def _tree_of(table: Table, language: str) -> answers.Branched:
    record = table.record()
    record.names = tuple(table.names())
    return branched(Tree.of(record), language)
