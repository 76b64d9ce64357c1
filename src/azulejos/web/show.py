"""What a viewer gets: drawing, words and choices of a position, as JSON can hold them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby
from typing import Any

import numpy as np
from fastapi import Request

from azulejos import tell
from azulejos.core.contract import CHANCE
from azulejos.draw.view import View, parts
from azulejos.position import Position
from azulejos.web.live import PERSON, Step, Table

LANGUAGE_COOKIE = "azulejos_language"


def language_of(request: Request) -> str:
    """The language asked for, or chosen on a page, or the browser's, or English."""
    asked = (request.query_params.get("language"), request.cookies.get(LANGUAGE_COOKIE))
    wishes = [wish.strip()[:2] for wish in request.headers.get("accept-language", "").split(",")]
    return next((wish for wish in (*asked, *wishes) if wish in tell.LANGUAGES), tell.SOURCE)


@dataclass(frozen=True)
class Look:
    """How a viewer wants to see it."""

    language: str = "en"
    theme: str = "light"
    letters: bool = False
    draws: bool = True


def shown(
    table: Table, position: Position, steps: Sequence[Step], look: Look, still_for: int | None = None
) -> dict[str, Any]:
    """A position with the story of the steps that led to it last.

    `still_for`: a seat that only looks at it, because its turn is drafted whole or the game is replayed.
    """
    turn = position.turn
    is_person = turn is not None and turn >= 0 and table.seats[turn].player == PERSON
    legal = {}
    if is_person and still_for is None:
        legal = {choice: position.tell(choice, look.language) for choice in position.choices()}
    names = table.names()
    viewer = turn if is_person else _last_person(table)
    if still_for is not None:
        viewer = still_for
    view = View(
        names=tuple(names),
        seat=viewer,
        legal=legal,
        last=_last_turn(steps),
        theme=look.theme,
        t=tell.words(look.language),
        letters=look.letters,
    )
    drawn = parts(position.game.name, position.state, view) if look.draws else {}
    return {
        "turn": turn,
        "is_person": is_person,
        "viewer": viewer,
        "over": position.over,
        "round": position.round,
        "turn_number": position.turn_number,
        "names": names,
        "scores": position.scores,
        "winners": position.winners,
        "question": _question(position, names, look.language),
        "legal": [{"choice": choice, "label": label} for choice, label in legal.items()],
        "text": tell.describe(position.game.name, position.state, names, look.language) if look.draws else [],
        "parts": {key: part.svg for key, part in drawn.items()},
    }


def _question(position: Position, names: Sequence[str], language: str) -> str:
    turn = position.turn
    who = names[turn] if turn is not None and turn >= 0 else ""
    return tell.question(position.game.name, position.state, who, language)


def _last_person(table: Table) -> int:
    """Whose board is drawn large while a bot plays, or at the end: the last person who chose."""
    people = table.people
    chosen = [step.seat for step in table.steps if step.seat in people]
    return chosen[-1] if chosen else (people[0] if people else 0)


def _last_turn(steps: Sequence[Step]) -> np.ndarray | None:
    """The rows of the last turn of a seat: what CHANCE did since then is left out."""
    backwards = dropwhile(lambda step: step.seat == CHANCE, reversed(steps))
    turn = next((list(turn) for _, turn in groupby(backwards, key=lambda step: step.seat)), [])
    return np.concatenate([step.story.rows for step in reversed(turn)]) if turn else None


def told(table: Table, steps: Iterable[Step], language: str) -> list[dict[str, Any]]:
    """Steps in words, and the moves for whoever animates them."""
    names = table.names()
    told_steps = []
    for step in steps:
        sentences = tell.story(table.game.name, step.story.rows, names, language)
        told_steps.append(
            {
                "number": step.number,
                "choice": step.choice,
                "seat": None if step.seat == CHANCE else step.seat,
                "round": step.round,
                "sentences": [
                    {
                        "text": sentence.text,
                        "seat": sentence.seat,
                        "points": sentence.points,
                        "clause": sentence.clause,
                        "is_scoring": sentence.is_scoring,
                    }
                    for sentence in sentences
                ],
                "moves": [row for row in step.story if (row["to"] and row["from"]) or row["points"]],
            }
        )
    return told_steps
