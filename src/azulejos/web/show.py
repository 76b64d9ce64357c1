"""What a viewer gets: drawing, words and choices of a position, as JSON can hold them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby
from typing import Any

import numpy as np
from fastapi import Request

from azulejos import tell
from azulejos.core.contract import CHANCE
from azulejos.core.plain import Plain
from azulejos.draw.view import View, parts
from azulejos.position import EVERYBODY, Position, Viewer
from azulejos.record import HIDDEN
from azulejos.web.screen import Screen
from azulejos.web.table import Step, Table

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
    lists: bool = True  # what can be chosen, also beside the drawing


def shown(
    screen: Screen, position: Position, steps: Sequence[Step], look: Look, still_for: int | None = None
) -> dict[str, Any]:
    """A position with the story of the steps that led to it last.

    `still_for`: a seat that only looks at it, because its turn is drafted whole or the game is replayed.
    """
    table, eyes = screen.table, screen.sight(position)
    known = position if eyes is EVERYBODY else position.known_by(eyes)
    legal = {} if still_for is not None else _legal(screen, position, known, look.language)
    seat = _large_board(screen, position) if still_for is None else still_for
    names, game, state = table.names(), position.game.name, Plain(known.state)
    t, why_closed = tell.words(look.language), screen.why_closed
    view = View(
        names=tuple(names),
        seat=seat,
        legal=legal,
        last=_last_turn(steps, eyes),
        theme=look.theme,
        t=t,
        letters=look.letters,
    )
    drawn = parts(game, state, view) if look.draws else {}
    return {
        "turn": position.turn,
        "is_person": position.turn in table.people,
        "is_mine": position.turn in screen.people,
        "is_private": screen.asks_in_private(position),
        "is_closed": table.is_closed,
        "why_closed": t.say(why_closed) if why_closed is not None else None,
        "viewer": seat,
        "over": position.over,
        "round": position.round,
        "turn_number": position.turn_number,
        "names": names,
        "scores": position.scores,
        "winners": position.winners,
        "question": tell.question(game, state, _asked(position, names), look.language),
        "legal": [{"choice": choice, "label": label} for choice, label in legal.items() if look.lists],
        "text": tell.describe(game, state, names, look.language) if look.draws else [],
        "parts": {key: part.svg for key, part in drawn.items()},
    }


def _legal(screen: Screen, position: Position, known: Position, language: str) -> dict[str, str]:
    """What the person to move can choose, in words; nothing where that person's eyes aren't the viewer's."""
    turn = position.turn
    if turn not in screen.people or screen.table.is_closed or known.turn != turn:
        return {}
    return known.labels(language)


def _asked(position: Position, names: Sequence[str]) -> str:
    """The name of whoever is asked, also where the viewer doesn't see what."""
    turn = position.turn
    return names[turn] if turn is not None and turn >= 0 else ""


def _large_board(screen: Screen, position: Position) -> int:
    """Whose board is drawn large: of the people at this screen, the one to move, or who has chosen last.

    A spectator looks at whoever is to move.
    """
    own = screen.people or list(screen.seats) or list(range(position.game.players))
    if position.turn in own:
        return position.turn or 0
    chosen = [step.seat for step in screen.table.steps if step.seat in own]
    return chosen[-1] if chosen else own[0]


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
