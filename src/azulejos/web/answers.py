"""What the API answers: a model for every operation and every refusal."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from azulejos.bots.comparing import Mark
from azulejos.tables import clocks, company


class Answer(BaseModel):
    """An answer without surprises."""

    model_config = ConfigDict(extra="forbid")


class Refused(Answer):
    """Why something was not done, in a sentence that says what would be right."""

    error: str


Refusals = dict[int | str, dict[str, Any]]
WHY = {
    400: "the body is no JSON that can be read, or `Host` is no name",
    403: "the seat is not yours, it is somebody else's turn, or the table was opened without it",
    404: "there is no such table or puzzle",
    409: "the table has gone on; `state` is the table as it is now",
    411: "the request has no length",
    413: "the request is too large",
    421: "this host name is not served here",
    422: "not legal, or not as described",
    429: "too often; `Retry-After` says when again",
    503: "it could not be read or saved, or it is not known whether it was; ask the same again",
}


def refusals(*codes: int) -> Refusals:
    """How an operation may refuse, for its description."""
    return {code: {"model": Refused, "description": WHY[code]} for code in codes}


def as_text(media: str) -> Refusals:
    """What is answered if all is well, where that is no JSON or may be something else."""
    return {200: {"content": {media: {"schema": {"type": "string"}}}}}


READING = refusals(400, 403, 404, 421, 422, 429, 503)
WRITING = refusals(400, 403, 404, 411, 413, 421, 422, 429, 503)
ANYBODY = refusals(400, 421, 422, 429, 503)
OPENING = refusals(400, 403, 411, 413, 421, 422, 429, 503)


# ------------------------------------------------------------------------------------------------
# A table


class Strength(Answer):
    """Of two-player games against another bot, the share that was won."""

    against: str
    share: float
    games: int
    seconds: float | None = Field(description="for a turn, if that was given")
    older: bool = Field(description="was it measured before the bots became what they are?")


class GameFacts(Answer):
    """A game that can be played."""

    name: str
    title: str
    players: list[int] = Field(description="the fewest and the most")
    options: dict[str, Any] = Field(description="the values of each option")
    bots: list[str]
    strength: dict[str, Strength] = Field(description="of the bots for which it was measured")


class Opened(Answer):
    """A table that was opened."""

    table: str
    last: int
    secrets: dict[int, str] = Field(description="of each person's seat: `#SEAT.SECRET` is the link's end")


class Brief(Answer):
    """A table in a line."""

    game: str
    names: list[str]
    players: list[str] = Field(description="of each seat: `person`, or the name of a bot")
    held: list[int] = Field(description="the seats that you hold")
    scores: list[int]
    winners: list[int] = Field(description="the seats that have won")
    turn: int | None = Field(description="the seat that is asked; -1: chance; null: the game is over")
    is_mine: bool = Field(description="are you asked?")
    over: bool
    age: int = Field(description="seconds since something has happened")


class Code(Answer):
    """A link as a QR code."""

    svg: str


class Legal(Answer):
    """Something that can be chosen."""

    choice: str
    label: str = Field(description="the same in words")


class Sentence(Answer):
    """Something that happened, in words."""

    text: str
    seat: int | None
    points: int
    clause: str = Field(description="the clause of the rules that it follows from")
    is_scoring: bool
    pieces: dict[str, int] = Field(description="what it is about, and how many of each")


class Move(Answer):
    """A row of the story: pieces that move, or points at a place."""

    model_config = ConfigDict(extra="forbid", serialize_by_alias=True)

    what: str
    seat: int | None
    count: int
    piece: str | None
    source: str | None = Field(alias="from")
    target: str | None = Field(alias="to")
    points: int
    clause: str
    reason: str = Field(description="why it brings points, in a few words; empty without points")
    lit: list[str] = Field(description="the places of the seat that its points count")
    is_lost: bool = Field(description="do its pieces fall to the floor, break or go away unused?")


class CardLine(Answer):
    """Something that brings points, and what each seat got for it."""

    reason: str
    clause: str = Field(description="the clause of the rules that it follows from")
    is_bonus: bool = Field(description="does only the end of the game bring it?")
    points: list[int | None] = Field(description="of each seat; null: nothing")
    details: list[str] = Field(description="of each seat, how these points came about; may be empty")


class Card(Answer):
    """Who got what for what in a round."""

    round: int
    title: str
    is_final: bool = Field(description="is the game over?")
    lines: list[CardLine]
    before: list[int] = Field(description="the score of each seat when the round began")
    gained: list[int]
    after: list[int]


class Shift(Answer):
    """Pieces that would move."""

    model_config = ConfigDict(extra="forbid", serialize_by_alias=True)

    seat: int | None
    count: int
    piece: str
    source: str = Field(alias="from")
    target: str = Field(alias="to")


class Reach(Answer):
    """What a choice would do, whatever is answered to the later questions of the turn."""

    moves: list[Shift]
    either: list[list[Shift]] = Field(
        description="movements that come in one form or another, by later answers: for each of them its forms"
    )
    goes: list[str] = Field(description="what could be chosen later in the same turn")
    now: int | None = Field(description="points that the turn would bring at once; null: it depends")
    later: int | None = Field(description="points more, if the round ended then; null: none, or it depends")


class Told(Answer):
    """A choice, and what it led to."""

    number: int = Field(description="of its entry in the log; 0 in a preview")
    choice: str = Field(description="`?` if you may not know it")
    seat: int | None = Field(description="who chose; null: chance")
    round: int
    turn_number: int
    sentences: list[Sentence]
    moves: list[Move]
    ends_at: int | None = Field(
        description="of the moves, the first that the end of the round brings, if it ends"
    )
    end_told: int | None = Field(description="of the sentences, the first about the end of the round")
    card: Card | None = Field(
        description="of the choice that ends a round or the game; null for all others, in a preview, "
        "or if no moves are wanted"
    )


class Shown(Answer):
    """A position as a viewer may see it."""

    turn: int | None = Field(description="the seat that is asked; -1: chance; null: the game is over")
    is_person: bool = Field(description="is a person asked?")
    is_mine: bool = Field(description="is somebody asked who sits here?")
    is_private: bool = Field(description="must others at this screen look away?")
    is_closed: bool = Field(description="is it only to look at?")
    why_closed: str | None
    viewer: int = Field(description="the seat whose board is drawn large")
    over: bool
    round: int
    turn_number: int
    names: list[str]
    scores: list[int]
    winners: list[int]
    tie: str | None = Field(description="why they win though others have as many points; null unless they do")
    question: str
    legal: list[Legal]
    reach: dict[str, Reach] = Field(description="what each legal choice would do; empty without pictures")
    text: list[str] = Field(description="the table in sentences")
    parts: dict[str, str] = Field(description="drawings as SVG; those that `have` names are left out")
    versions: dict[str, str] = Field(description="of all parts, to be named in `have` next time")


class SeatFacts(Answer):
    """Who sits at a seat."""

    name: str
    player: str = Field(description="`person`, or the name of a bot")
    is_persons: bool = Field(description="is it a person's, though a bot may play there now?")
    has_come: bool
    why: Literal["clock"] | None = Field(description="why a bot plays there")


class WishFacts(Answer):
    """Somebody would like to take turns back."""

    seat: int
    needs: list[int] = Field(description="who has to agree")
    asks_me: bool


class ClockFacts(Answer):
    """How time is kept, and how much is left."""

    kind: clocks.Kind
    seconds: float
    increment: float
    bot: str
    left: list[float]
    runs: int | None = Field(description="whose clock runs")


class Manners(Answer):
    """What is done at a table besides playing."""

    advice: bool = Field(description="was it opened with advice, for all?")
    messages: bool = Field(description="may people write to each other?")


class Seated(Answer):
    """Who sits where and is there."""

    seats: list[SeatFacts]
    held: list[int] = Field(description="the seats that you hold")
    is_public: bool
    advice: bool = Field(description="may the search be asked now? See `manners`")
    manners: Manners
    talks: company.Circle | None = Field(
        description="with whom you can write here: with others who sit, or who watch; null: with nobody"
    )
    wish: WishFacts | None
    next: str | None = Field(description="the table at which the same people play again")
    clock: ClockFacts | None
    here: list[int] = Field(description="seats whose holders have a page open")
    watching: int = Field(description="how many others have one")


class SheetRow(Answer):
    """What each seat has won and lost in a round."""

    round: int
    points: list[int]


class SheetBonus(Answer):
    """Something that the end of the game has brought."""

    reason: str
    points: list[int | None] = Field(description="of each seat; null: nothing")


class Sheet(Answer):
    """How the scores of a finished game came about."""

    before: list[int] | None = Field(description="what each seat had before the first row, if that is not 0")
    rounds: list[SheetRow]
    bonuses: list[SheetBonus] = Field(description="what the end of the game brought after its last round")
    totals: list[int]
    chart: str | None = Field(
        description="of the scores, as SVG; null without pictures, or of a single round"
    )


class Note(Answer):
    """Something that was said, or that happened beside the game."""

    number: int = Field(description="of its entry in the log")
    created: float = Field(description="when, in seconds since 1970")
    kind: company.Kind
    seat: int | None = Field(description="whose; null: of somebody who watches")
    name: str
    text: str = Field(description="the message, or what happened in words")


class Notes(Answer):
    """What was said."""

    last: int
    notes: list[Note]


class State(Shown, Seated):
    """A table as it is, and what has happened since an entry."""

    table: str
    last: int = Field(description="the number of the last entry")
    steps: int = Field(description="how many choices count so far")
    told: list[Told]
    turn_at: int | None = Field(description="how many choices came before the turn to look back at")
    can_undo: bool = Field(description="is there a turn of yours that can be taken back, or asked for?")
    to_learn: int = Field(description="how many choices of a lesson are still to come")
    sheet: Sheet | None = Field(description="null unless the game is over")
    notes: list[Note] = Field(description="what was said since an entry, as far as you may read it")


class GoneOn(Refused):
    """The table has gone on since the entry that was named."""

    state: State


GONE_ON: Refusals = {409: {"model": GoneOn, "description": WHY[409]}}


class Other(Answer):
    """What could be chosen in place of a part of a draft."""

    kept: int = Field(description="how many choices of the draft would stay")
    label: str


class Preview(Shown):
    """What a draft would lead to."""

    table: str
    last: int
    told: list[Told]
    gains: list[int] = Field(description="points that each seat gains by it")
    is_whole: bool = Field(description="is it a whole turn, or all of it that can be drafted?")
    goes_on: bool = Field(description="does the turn go on after what chance does first?")
    instead: dict[str, Other] = Field(description="what could be chosen in place of a part of the draft")


class At(Shown):
    """The position after so many choices."""

    count: int
    of: int
    told: list[Told]
    turn_at: int | None


# ------------------------------------------------------------------------------------------------
# Analysis


class Made(Answer):
    """A choice of a game that is analysed, and whose it is."""

    choice: str
    words: str
    seat: int | None = Field(description="null: chance")
    turn_number: int
    round: int


class Lot(Answer):
    """What chance could answer."""

    choice: str
    label: str
    weight: int = Field(description="how likely it is, compared with the others")


class Analysed(Shown):
    """A moment of a game that is played nowhere."""

    steps: int = Field(description="how many choices were made, with those by lot")
    made: list[Made] = Field(description="the choices that were not known")
    told: list[Told] = Field(description="what they led to")
    chance: list[Lot] = Field(description="what chance is asked, if it is")
    sheet: Sheet | None = Field(description="null unless the game is over")
    line: str = Field(description="the position in one line, see docs/notation.md")
    document: dict[str, Any] = Field(description="the position as a document")


class PieceOffered(Answer):
    """A piece that can be put on a table."""

    piece: str = Field(description="as drawings call it in `data-piece`")
    kind: str = Field(description="tile, chip, dome, expansion, token, ...")
    label: str
    left: int | None = Field(description="how many are in the bag; null for what isn't drawn from it")


class PlaceOffered(Answer):
    """A place where pieces can lie."""

    place: str = Field(description="as drawings call it in `data-place`")
    seat: int | None = Field(description="whose it is")
    label: str
    lying: list[str] = Field(description="the pieces that lie there, the uppermost last")
    kinds: list[str] = Field(description="the kinds of pieces that have room there")
    turns: bool = Field(description="can what lies there be turned?")


class FieldOption(Answer):
    """What a field can say."""

    value: str | int | bool | None
    label: str


class FieldOffered(Answer):
    """A fact of a position that isn't a piece: a number, or one of some options."""

    name: str
    label: str
    seat: int | None = Field(description="whose it is")
    value: str | int | bool | None
    least: int = Field(description="of a number")
    most: int
    options: list[FieldOption] = Field(description="none: it is a number")


class Edited(Answer):
    """A position that is set up by hand, also an impossible one."""

    names: list[str]
    viewer: int = Field(description="the seat whose board is drawn large")
    turn: int | None = Field(description="the seat that is asked; -1: chance; null: the game is over")
    scores: list[int]
    text: list[str] = Field(description="the table in sentences")
    parts: dict[str, str] = Field(description="drawings as SVG; those that `have` names are left out")
    versions: dict[str, str] = Field(description="of all parts, to be named in `have` next time")
    document: dict[str, Any] = Field(description="the position as a document, to be sent as `start.position`")
    bag: dict[str, int] = Field(description="the tiles that lie nowhere")
    problems: list[str] = Field(description="what is impossible, in sentences")
    refused: str | None = Field(description="why nothing was done, if what was wished for has no room")
    line: str | None = Field(description="the position in one line; null as long as it is impossible")
    palette: list[PieceOffered]
    places: list[PlaceOffered]
    fields: list[FieldOffered]


class Start(Answer):
    """Where a game begins."""

    game: str
    players: int
    first: str
    options: dict[str, str]
    names: list[str]
    position: dict[str, Any] | None = Field(description="a document, if it doesn't begin as usual")


class Branch(Made):
    """A choice in a tree."""

    parent: int = Field(description="the place of the choice that it follows in the list; -1: the first")
    comment: str


class Branched(Answer):
    """A game with all that was tried at its moments."""

    start: Start
    nodes: list[Branch] = Field(description="of several that follow the same one, the first is the main line")
    comment: str = Field(description="on the beginning")


class Best(Answer):
    """One of the best turns."""

    turn: list[str]
    words: str
    worth: float = Field(description="the chance to win of whoever plays it")
    error: float = Field(description="how far two searches are apart")


class Evaluation(Answer):
    """What a search thinks of a moment. It is told again and again, each time after a longer search."""

    seat: int | None = Field(description="who is asked; null: chance")
    chances: list[float] = Field(description="of each seat to win, from 0 to 1")
    best: list[Best] = Field(description="the best turns, the best one first; none where chance is asked")
    simulations: int
    error: float = Field(description="of the chance of whoever is asked: how far two searches are apart")
    is_last: bool = Field(description="does the search end here?")


# ------------------------------------------------------------------------------------------------
# Puzzles


class Puzzles(Answer):
    """The puzzles to choose from."""

    ids: list[str] = Field(description="in an order that tells nothing")
    date: str = Field(description="of today, in UTC")
    today: str | None = Field(description="the puzzle of the day, of all games and themes")


class Posed(Answer):
    """A puzzle: which turn is the best? Nothing here tells."""

    id: str
    title: str = Field(description="of the game")
    seat: int = Field(description="who is asked")
    turn_number: int = Field(description="of the turn that is asked for")
    level: int = Field(description="1: can be found at first sight; 3: needs the most thinking")
    rating: int = Field(description="the same as a number of Elo's")
    start: Start


class Way(Answer):
    """A way to play a turn."""

    turn: list[str]
    words: str
    worth: float = Field(description="the chance to win of whoever plays it")


class Solved(Answer):
    """The solution of a puzzle, for whoever has answered it."""

    is_right: bool
    words: str = Field(description="what was answered")
    place: int | None = Field(description="where the answer stands in `best`; null: below all of them")
    best: list[Way] = Field(description="the best turn, then the next best ones")
    error: float = Field(description="of the difference between the best turn and the next one")
    simulations: int
    why: list[str] = Field(description="what it is about, in sentences")
    line: str = Field(description="the position in one line, see docs/notation.md")


# ------------------------------------------------------------------------------------------------
# Advice


class Hint(Answer):
    """What the search would choose."""

    choice: str
    label: str
    turn: list[str] = Field(description="how it would go on to the end of the turn")
    words: str
    worth: float | None = Field(description="the chance to win; null while the search is being prepared")
    simulations: int


class Alternative(Answer):
    """A turn that could be played."""

    turn: list[str]
    words: str
    worth: float
    visits: int
    is_played: bool


class Alternatives(Answer):
    """The best turns, and what was played."""

    at: int
    seat: int
    name: str
    simulations: int = Field(description="of the longer of two searches")
    lost: float = Field(description="how much worse than the best was what was played, as `/review` says it")
    error: float = Field(description="the search's own: how far the two searches are apart")
    mark: Mark = Field(description="how bad it was beyond that error")
    alternatives: list[Alternative]
    later: list[list[Alternative]] = Field(
        description="how the turn could go on, each time after something was revealed in it"
    )


class ReviewedTurn(Answer):
    """What a turn was worth, and what would have been better."""

    at: int
    seat: int
    round: int
    name: str
    words: str
    best: str
    worth: float
    best_worth: float
    lost: float
    error: float = Field(description="the search's own: how far two searches are apart")
    mark: Mark = Field(description="how bad it was beyond that error")


class Review(Answer):
    """What each turn of a finished game has given away; or how far the work is."""

    is_ready: bool
    done: int | None = None
    of: int | None = None
    turns: list[ReviewedTurn] | None = None
    picture: str | None = None


# ------------------------------------------------------------------------------------------------
# Following, programs


class News(Answer):
    """What came after an entry."""

    last: int
    told: list[Told]


class Position(Answer):
    """What a program needs to choose."""

    last: int
    turn: int | None
    is_mine: bool
    over: bool
    scores: list[int]
    winners: list[int]
    legal: list[str]
    position: dict[str, Any] = Field(description="a document, see docs/notation.md")


# ------------------------------------------------------------------------------------------------
# Seats


class SeatOpened(Answer):
    """A seat that this browser holds now."""

    seat: int
    name: str
    is_new: bool = Field(description="has nobody opened it before?")


class NewSecret(Answer):
    """A new secret of a seat."""

    seat: int
    secret: str


class NewToken(Answer):
    """A token for a program."""

    seat: int
    token: str


class NextTable(Answer):
    """Where the same people play again."""

    table: str


# ------------------------------------------------------------------------------------------------
# What everybody may find


class Timing(Answer):
    """How time is kept at a table."""

    kind: clocks.Kind
    seconds: float
    increment: float
    bot: str


class Listed(Answer):
    """A public table whose game goes on."""

    table: str
    game: str
    title: str
    names: list[str]
    free: list[int] = Field(description="seats that wait for somebody")
    age: int = Field(description="seconds since it was opened")
    clock: Timing | None
    time: str | None = Field(description="how time is kept, in a few words")


class Health(Answer):
    """Is the server there?"""

    ok: bool
