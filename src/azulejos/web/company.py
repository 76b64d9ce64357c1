"""The API of company: messages and reactions, and what is said of people, in words."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from azulejos import tell
from azulejos.bots import strength
from azulejos.game import NAME_LENGTH
from azulejos.tables import actions, company
from azulejos.tables.company import Note
from azulejos.tables.live import Plan
from azulejos.tables.sight import Sight
from azulejos.web import answers
from azulejos.web.answers import WRITING
from azulejos.web.asking import Asking, Key, Language, Strict, Viewing, tables_of
from azulejos.web.limits import address_of, takes_token

WATCHERS_RATE, WATCHERS_BURST = 0.5, 5.0  # messages a second from one address of those who only watch

router = APIRouter(prefix="/api", tags=["company"])


class Speaking(Strict):
    """Somebody who says something."""

    name: str = Field(
        default="", max_length=NAME_LENGTH, description="of somebody who watches; seats have theirs"
    )
    key: Key


class MessageIn(Speaking):
    """A short message to those who sit at the table, or to those who watch, whichever one is."""

    text: str = Field(min_length=1, max_length=company.TEXT_LENGTH, examples=["Good luck!"])


class ReactionIn(Speaking):
    """One of six things that everybody reads in their own language."""

    reaction: company.Reaction


@router.post("/tables/{table_id}/messages", responses=WRITING)
async def write_message(
    request: Request, asking: Viewing, said: MessageIn, language: Language = "en"
) -> answers.Notes:
    """Write to the others who sit at the table; who only watches writes to others who watch.

    A token writes nothing. At most five in ten seconds from one seat.
    """
    return await _spoken(
        request,
        asking,
        said,
        language,
        lambda table: actions.write(asking.sight.on(table), said.text, said.name),
    )


@router.post("/tables/{table_id}/reactions", responses=WRITING)
async def react(
    request: Request, asking: Viewing, said: ReactionIn, language: Language = "en"
) -> answers.Notes:
    """The same without words of one's own."""
    return await _spoken(
        request,
        asking,
        said,
        language,
        lambda table: actions.react(asking.sight.on(table), said.reaction, said.name),
    )


async def _spoken(
    request: Request, asking: Asking, said: Speaking, language: str, plan: Plan
) -> answers.Notes:
    asking.sight.check_may_write()
    if not asking.seats and not takes_token(f"watcher {address_of(request)}", WATCHERS_RATE, WATCHERS_BURST):
        raise company.TooMuch(company.TOO_OFTEN)
    before = asking.table.last
    await tables_of(request).change(asking.room, plan, said.key)
    return answers.Notes(last=asking.table.last, notes=notes_of(asking.sight, before, language))


# ------------------------------------------------------------------------------------------------
# In words


def notes_of(sight: Sight, after: int, language: str) -> list[answers.Note]:
    """What these eyes may read of what was said after an entry."""
    return [
        answers.Note(
            number=note.number,
            created=note.created,
            kind=note.kind,
            seat=note.seat,
            name=note.name if note.seat is None else sight.table.names()[note.seat],
            text=_told(note, sight, tell.words(language)),
        )
        for note in sight.table.notes
        if note.number > after and sight.hears(note)
    ]


def reactions(t: tell.Words) -> dict[str, str]:
    """What can be said without words of one's own."""
    return {
        "played": t("Well played!"),
        "thanks": t("Thank you!"),
        "wow": t("Wow!"),
        "oops": t("Oops!"),
        "hmm": t("Hmm…"),
        "luck": t("Good luck!"),
    }


def _told(note: Note, sight: Sight, t: tell.Words) -> str:
    if note.kind == "message":
        return note.text
    if note.kind == "reaction":
        return reactions(t).get(note.text, note.text)
    assert note.seat is not None
    return _happened(note.kind, sight.table.names()[note.seat], strength.title(note.text), t)


def _happened(kind: str, name: str, bot: str, t: tell.Words) -> str:
    facts: dict[str, Any] = {"name": name}
    return {
        "came": lambda: t("{name} has come.", **facts),
        "lent": lambda: t("Bot {bot} plays for {name} now.", bot=bot, **facts),
        "back": lambda: t("{name} plays again.", **facts),
        "clock": lambda: t("{name} ran out of time; bot {bot} plays on.", bot=bot, **facts),
        "asked": lambda: t("{name} would like to take a turn back.", **facts),
        "agreed": lambda: t("{name} agrees.", **facts),
        "refused": lambda: t("{name} refuses.", **facts),
    }[kind]()
