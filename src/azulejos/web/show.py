"""What a viewer gets: drawing, words and choices of a position, as JSON can hold them."""

import time
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import accumulate, dropwhile, groupby
from typing import Any

import numpy as np

from azulejos import tell
from azulejos.core.contract import CHANCE
from azulejos.core.plain import Plain
from azulejos.draw.view import View, parts
from azulejos.position import EVERYBODY, Position, Story, Turn, Viewer
from azulejos.record import HIDDEN
from azulejos.tables.room import Room
from azulejos.tables.sight import Sight
from azulejos.tables.table import Step, Table
from azulejos.tell import points
from azulejos.web import answers
from azulejos.web.asking import Asking, Look
from azulejos.web.card import card_of, ends_round, record_of
from azulejos.web.company import notes_of
from azulejos.web.reach import SeenTurn, reach
from azulejos.web.sheet import sheet_of


def shown(
    sight: Sight,
    position: Position,
    steps: Sequence[Step],
    look: Look,
    still_for: int | None = None,
    turn_of: int | None = None,
) -> dict[str, Any]:
    """A position with the story of the steps that led to it last.

    `still_for`: a seat that only looks at it, because its turn is drafted whole or the game is replayed.
    `turn_of`: the seat whose turn it still is, in the drawing, until that draft is played.
    """
    eyes, names, game = sight.viewer_of(position), sight.table.names(), position.game.name
    known = position if eyes is EVERYBODY else position.known_by(eyes)
    legal = {} if still_for is not None else _legal(sight, position, known, look.language)
    seat = _large_board(sight, position) if still_for is None else still_for
    state, t, last = Plain(known.state), tell.words(look.language), _last_turn(steps, eyes)
    view = View(tuple(names), seat, legal, last, look.theme, t, letters=look.letters, turn=turn_of)
    return {
        **_standing(sight, position, t),
        "tie": tie(position, names, look.language),
        "viewer": seat,
        "names": names,
        "question": tell.question(game, state, _asked(position, names), look.language),
        "legal": [{"choice": choice, "label": label} for choice, label in legal.items() if look.lists],
        "reach": _reach(sight, position, known, eyes) if legal and look.draws else {},
        "text": tell.describe(game, state, names, look.language) if look.draws else [],
        **drawn(game, state, view, look),
    }


def _standing(sight: Sight, position: Position, t: tell.Words) -> dict[str, Any]:
    """Who is asked, and how the game stands."""
    table, why_closed = sight.table, sight.why_closed
    return {
        "turn": position.turn,
        "is_person": position.turn in table.people,
        "is_mine": position.turn in sight.people,
        "is_private": sight.asks_in_private(position),
        "is_closed": table.is_closed,
        "why_closed": t.say(why_closed) if why_closed is not None else None,
        "over": position.over,
        "round": position.round,
        "turn_number": position.turn_number,
        "scores": position.scores,
        "winners": position.winners,
    }


def drawn(game: str, state: Any, view: View, look: Look) -> dict[str, dict[str, str]]:
    """The parts that the viewer does not have yet, and the versions of all."""
    shown = parts(game, state, view) if look.draws else {}
    return {
        "parts": {key: part.svg for key, part in shown.items() if part.version not in look.have},
        "versions": {key: part.version for key, part in shown.items()},
    }


def _legal(sight: Sight, position: Position, known: Position, language: str) -> dict[str, str]:
    """What the person to move can choose, in words; nothing where that person's eyes aren't the viewer's."""
    turn = position.turn
    if turn not in sight.people or sight.table.is_closed or known.turn != turn:
        return {}
    return known.labels(language)


def _reach(sight: Sight, position: Position, known: Position, eyes: Viewer) -> dict[str, Any]:
    """What each choice would do, compared with the table as it stands before this turn's draft."""
    assert known.turn is not None
    begun = known if position is sight.table.position else sight.known()
    return reach(SeenTurn(begun, known.turn, eyes), known)


def tie(position: Position, names: Sequence[str], language: str) -> str | None:
    """Why they have won though others have as many points, if that is so."""
    found = position.tie
    return None if found is None else found.tell(names, language)


def _asked(position: Position, names: Sequence[str]) -> str:
    """The name of whoever is asked, also where the viewer doesn't see what."""
    turn = position.turn
    return names[turn] if turn is not None and turn >= 0 else ""


def _large_board(sight: Sight, position: Position) -> int:
    """Whose board is drawn large: of the people at this screen, the one to move, or who has chosen last.

    A spectator looks at whoever is to move.
    """
    own = sight.people or list(sight.seats) or list(range(position.game.players))
    if position.turn in own:
        return position.turn or 0
    chosen = [step.seat for step in sight.table.steps if step.seat in own]
    return chosen[-1] if chosen else own[0]


def _last_turn(steps: Sequence[Step], viewer: Viewer) -> np.ndarray | None:
    """The rows of the last turn of a seat: what CHANCE did since then is left out."""
    backwards = dropwhile(lambda step: step.seat == CHANCE, reversed(steps))
    turn = next((list(turn) for _, turn in groupby(backwards, key=lambda step: step.seat)), [])
    return np.concatenate([step.story.known_by(viewer).rows for step in reversed(turn)]) if turn else None


def told(
    table: Table, steps: Iterable[Step], language: str, viewer: Viewer, has_moves: bool = True
) -> list[Any]:
    """Steps in words, and the moves for whoever animates them, as far as the viewer may know them."""
    told_steps = []
    for turn, run in groupby(steps, key=_turn_told):
        together = list(run)
        stories = [step.story.known_by(viewer) for step in together]
        for step, story, sentences in zip(
            together, stories, _in_words(table, stories, language, turn is None), strict=True
        ):
            told_steps.append(
                {
                    "number": step.number,
                    "choice": HIDDEN if viewer in step.hidden_from else step.choice,
                    "seat": None if turn is None else step.seat,
                    "round": step.round,
                    "turn_number": step.turn.number,
                    "sentences": _sentences(table, sentences),
                    "moves": _moves(table, step, story, language) if has_moves else [],
                    **(
                        _ends(table, story, sentences, language) if has_moves and ends_round(step) else NO_END
                    ),
                    "card": card_of(table, step, language) if has_moves and step.number else None,
                }
            )
    return told_steps


def _turn_told(step: Step) -> Turn | None:
    """What is told together: the steps of a turn; None for those of CHANCE between two."""
    return None if step.seat == CHANCE else step.turn


def _in_words(table: Table, stories: list[Story], language: str, as_one: bool) -> list[list[tell.Sentence]]:
    """The sentences of each story. What several of them tell together comes with the last one: 4 tiles are
    kept, one after the other. All that CHANCE has done is told `as_one`: 20 tiles are drawn.
    """
    rows = np.concatenate([story.rows for story in stories])
    sentences = tell.story(table.game.name, rows, table.names(), language)
    if as_one:
        return [*([] for _ in stories[1:]), sentences]
    ends = list(accumulate(len(story.rows) for story in stories))
    found: list[list[tell.Sentence]] = [[] for _ in stories]
    for sentence, last in zip(sentences, accumulate(each.rows for each in sentences), strict=True):
        found[bisect_left(ends, last)].append(sentence)
    return found


def _sentences(table: Table, sentences: list[tell.Sentence]) -> list[dict[str, Any]]:
    names = table.game.rules.pieces
    return [
        {
            "text": sentence.text,
            "seat": sentence.seat,
            "points": sentence.points,
            "clause": sentence.clause,
            "is_scoring": sentence.is_scoring,
            "pieces": {names[piece]: count for piece, count in sentence.pieces},
        }
        for sentence in sentences
    ]


def _moves(table: Table, step: Step, story: Story, language: str) -> list[dict[str, Any]]:
    """The rows in which pieces move or points change, and why they do."""
    rules = table.game.rules
    why = points.why(table.game.name, record_of(rules, step.before), story.rows, language)
    return [
        row | asdict(reason) | {"lit": [rules.places[place] for place in reason.lit]}
        for row, reason in zip(story, why, strict=True)
        if _is_move(row)
    ]


def _is_move(row: dict[str, Any]) -> bool:
    """Does a piece move or turn, are some put out, or do points change?"""
    return bool((row["piece"] and (row["from"] or not row["to"])) or row["points"])


NO_END: dict[str, int | None] = {"ends_at": None, "end_told": None}


def _ends(table: Table, story: Story, sentences: list[tell.Sentence], language: str) -> dict[str, int | None]:
    """How many of the moves, and of the sentences, come before the end of the round."""
    at = points.ends_at(table.game.name, story.rows)
    end = tell.story(table.game.name, story.rows[at:], table.names(), language)
    return {"ends_at": sum(map(_is_move, list(story)[:at])), "end_told": len(sentences) - len(end)}


# ------------------------------------------------------------------------------------------------
# A table


def state_of(asking: Asking, look: Look, after: int = 0, has_moves: bool = True) -> answers.State:
    """Everything a page needs to show a table, and what has happened since an entry."""
    sight = asking.sight
    table = sight.table
    news = [step for step in table.steps if step.number > after]
    return answers.State(
        table=table.id,
        last=table.last,
        **shown(sight, table.position, table.steps, look),
        **seated(asking.room, sight),
        steps=len(table.steps),
        told=told(table, news, look.language, sight.reader, has_moves),
        turn_at=sight.last_turn(len(table.steps)) if table.gives_advice else None,
        can_undo=table.undo_point(sight.seats) is not None,
        to_learn=len(table.to_learn),
        sheet=sheet_of(table, look) if table.position.over else None,
        notes=notes_of(sight, after, look.language),
    )


def seated(room: Room, sight: Sight) -> dict[str, Any]:
    """Who sits where and is there, what these eyes hold, who waits for an answer, and the clocks."""
    table, now = sight.table, time.time()
    return {
        "seats": [
            {
                "name": name,
                "player": seat.player,
                "is_persons": seat.is_persons,
                "has_come": seat.has_come or seat.is_everybodys,
                "why": seat.why,
            }
            for seat, name in zip(table.seats, table.names(), strict=True)
        ],
        "held": list(sight.seats),
        "is_public": table.is_public,
        "advice": table.gives_advice,
        "manners": asdict(table.manners),
        "talks": sight.circle,
        "wish": _wish(sight),
        "next": table.next,
        "clock": table.clock.shown(now) if table.clock is not None else None,
        **room.present.to_body(),
    }


def _wish(sight: Sight) -> dict[str, Any] | None:
    wish = sight.table.wish
    if wish is None:
        return None
    return {
        "seat": wish.seat,
        "needs": sorted(wish.needs),
        "asks_me": bool(wish.needs.intersection(sight.seats)),
    }
