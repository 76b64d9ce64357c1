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
from azulejos.position import EVERYBODY, Position, Viewer
from azulejos.record import HIDDEN
from azulejos.web.live import Step, Table

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
    opened: int = 0  # at a shared screen: the turn in which the others have looked away


def shown(
    table: Table, position: Position, steps: Sequence[Step], look: Look, still_for: int | None = None
) -> dict[str, Any]:
    """A position with the story of the steps that led to it last.

    `still_for`: a seat that only looks at it, because its turn is drafted whole or the game is replayed.
    """
    eyes = sight(table, position, look)
    known = position if eyes is EVERYBODY else position.known_by(eyes)
    legal = {} if still_for is not None else _legal(table, position, known, look.language)
    seat = _large_board(table, position) if still_for is None else still_for
    names, game, state = table.names(), position.game.name, known.state
    view = View(
        names=tuple(names),
        seat=seat,
        legal=legal,
        last=_last_turn(steps, eyes),
        theme=look.theme,
        t=tell.words(look.language),
        letters=look.letters,
    )
    drawn = parts(game, state, view) if look.draws else {}
    return {
        "turn": position.turn,
        "is_person": position.turn in table.people,
        "is_private": table.asks_in_private(position),
        "is_closed": table.is_closed,
        "viewer": seat,
        "over": position.over,
        "round": position.round,
        "turn_number": position.turn_number,
        "names": names,
        "scores": position.scores,
        "winners": position.winners,
        "question": tell.question(game, state, _asked(position, names), look.language),
        "legal": [{"choice": choice, "label": label} for choice, label in legal.items()],
        "text": tell.describe(game, state, names, look.language) if look.draws else [],
        "parts": {key: part.svg for key, part in drawn.items()},
    }


def _legal(table: Table, position: Position, known: Position, language: str) -> dict[str, str]:
    """What the person to move can choose, in words; nothing where that person's eyes aren't the viewer's."""
    turn = position.turn
    if turn not in table.people or table.is_closed or known.turn != turn:
        return {}
    return {choice: known.tell(choice, language) for choice in known.choices()}


def sight(table: Table, position: Position, look: Look) -> Viewer:
    """Through whose eyes a position is shown. When the game is over nothing is hidden any more."""
    if table.position.over:
        return EVERYBODY
    if look.opened == position.turn_number and table.asks_in_private(position):
        return position.turn
    return table.eyes


def _asked(position: Position, names: Sequence[str]) -> str:
    """The name of whoever is asked, also where the viewer doesn't see what."""
    turn = position.turn
    return names[turn] if turn is not None and turn >= 0 else ""


def _large_board(table: Table, position: Position) -> int:
    """Whose board is drawn large: the person's to move, else that of the last person who chose."""
    people = table.people
    if position.turn in people:
        return position.turn or 0
    chosen = [step.seat for step in table.steps if step.seat in people]
    return chosen[-1] if chosen else (people[0] if people else 0)


def _last_turn(steps: Sequence[Step], viewer: Viewer) -> np.ndarray | None:
    """The rows of the last turn of a seat: what CHANCE did since then is left out."""
    backwards = dropwhile(lambda step: step.seat == CHANCE, reversed(steps))
    turn = next((list(turn) for _, turn in groupby(backwards, key=lambda step: step.seat)), [])
    return np.concatenate([step.story.seen_by(viewer).rows for step in reversed(turn)]) if turn else None


def told(
    table: Table, steps: Iterable[Step], language: str, viewer: Viewer, has_moves: bool = True
) -> list[dict[str, Any]]:
    """Steps in words, and the moves for whoever animates them, as far as the viewer may know them."""
    names = table.names()
    told_steps = []
    for step in steps:
        story = step.story.seen_by(viewer)
        sentences = tell.story(table.game.name, story.rows, names, language)
        told_steps.append(
            {
                "number": step.number,
                "choice": HIDDEN if viewer in step.hidden_from else step.choice,
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
                "moves": [row for row in story if (row["to"] and row["from"]) or row["points"]]
                if has_moves
                else [],
            }
        )
    return told_steps
