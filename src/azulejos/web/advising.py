"""The API of advice: hints, alternatives, reviews."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request

from azulejos import analysis
from azulejos.analysis import Reviewed, Weighed
from azulejos.bots import comparing
from azulejos.bots.turns import SIMULATIONS, turn_in_words
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice
from azulejos.tables.table import Table
from azulejos.web import answers
from azulejos.web.advice import SIMULATIONS_MAX, Adviser
from azulejos.web.answers import READING
from azulejos.web.api import CHOICES_MAX, ChoiceName
from azulejos.web.asking import (
    Asking,
    Language,
    Look,
    TableId,
    Viewing,
    Wanted,
    check_played_nowhere,
    tables_of,
)

router = APIRouter(prefix="/api", tags=["advice"])

Simulations = Annotated[int, Query(ge=1, le=SIMULATIONS_MAX, description="how long to think")]


def adviser_of(request: Request) -> Adviser:
    return request.app.state.adviser


async def _check_fair(request: Request, asking: Asking) -> None:
    """Neither here nor at another table, of which this one is a copy, must people play without advice."""
    asking.sight.check_fair()
    await check_played_nowhere(request, asking.table.game, asking.table.passed)


@router.get("/tables/{table_id}/hint", responses=READING)
async def hint(
    request: Request,
    asking: Viewing,
    choices: Annotated[list[ChoiceName], Query(max_length=CHOICES_MAX, description="a draft")] = [],  # noqa: B006
    language: Language = "en",
    simulations: Simulations = SIMULATIONS,
) -> answers.Hint:
    """What the search would choose, now or after a draft, and how it would go on to the end of the turn.

    Where several people play it is refused, unless the table was opened with advice.
    `worth` is the chance to win, from 0 to 1; null as long as the search is compiled and `greedy-1` answers.
    """
    sight = asking.sight
    sight.check_turn()
    await _check_fair(request, asking)
    now = sight.table.position
    assert now.turn is not None
    position, _ = sight.draft(choices)
    if position.this_turn != now.this_turn:
        raise IllegalChoice(Message("this turn is whole: there is nothing more to choose"))
    found = await adviser_of(request).hint(sight.table, position, now.turn, simulations)
    return answers.Hint(
        choice=found.turn[0],
        label=position.tell(found.turn[0], language),
        turn=list(found.turn),
        words=turn_in_words(position, found.turn, language),
        worth=found.worth,
        simulations=found.simulations,
    )


@router.get("/tables/{table_id}/alternatives", responses=READING)
async def alternatives(
    request: Request,
    asking: Viewing,
    at: Annotated[int, Query(ge=0, le=100_000, description="how many choices came before")],
    language: Language = "en",
    simulations: Simulations = comparing.SIMULATIONS,
) -> answers.Alternatives:
    """The best turns that could be played after so many choices, and what was played.

    The first is what the search would play. `worth` is the chance to win, from 0 to 1; `visits` says how
    many simulations have tried a turn. Where something was revealed within the turn, `later` says how it
    could go on from there; `lost`, `error` and `mark` are those of the whole turn. As long as the game goes
    on, people can ask about their own turns, and not at all where several play, unless the table was opened
    with advice.
    """
    sight = asking.sight
    table, at = sight.table, min(at, len(sight.table.steps))
    await _check_fair(request, asking)
    seat, stretches = await asyncio.to_thread(sight.looked_back, at)
    found = await adviser_of(request).alternatives(table, stretches, seat, simulations)
    first, *later = await asyncio.to_thread(_listed, found, language)
    return answers.Alternatives(
        at=at,
        seat=seat,
        name=table.names()[seat],
        simulations=found.comparisons[0].simulations,
        lost=found.loss,
        error=found.error,
        mark=found.mark,
        alternatives=first,
        later=later,
    )


def _listed(found: Weighed, language: str) -> list[list[answers.Alternative]]:
    """For each stretch of a turn what could be played there, in words."""
    return [
        [
            answers.Alternative(
                turn=list(way.turn),
                words=turn_in_words(stretch.known, way.turn, language),
                worth=way.worth,
                visits=way.visits,
                is_played=way == compared.played,
            )
            for way in compared.listed
        ]
        for stretch, compared in zip(found.stretches, found.comparisons, strict=True)
    ]


@router.get("/tables/{table_id}/review", responses=READING, response_model_exclude_none=True)
async def review(request: Request, table_id: TableId, look: Wanted) -> answers.Review:
    """What each turn of a finished game has given away. The first to ask begins the work: ask again."""
    table = (await tables_of(request).get(table_id)).table
    if not table.position.over:
        raise IllegalChoice(Message("a game can be reviewed when it is over"))
    await check_played_nowhere(request, table.game, table.passed)
    found = adviser_of(request).review(table)
    if not found.is_ready:
        return answers.Review(is_ready=False, done=found.done, of=found.of)
    return await asyncio.to_thread(_reviewed, table, found.turns, look)


def _reviewed(table: Table, turns: Sequence[Reviewed], look: Look) -> answers.Review:
    """A review as a page shows it: its turns in the order of the game, and the drawing."""
    said, names = analysis.told(table.record(), turns, look.language), table.names()
    told = [
        answers.ReviewedTurn(
            at=turn.at,
            seat=turn.seat,
            round=turn.round,
            name=names[turn.seat],
            words=words,
            best=best,
            worth=turn.worth,
            best_worth=turn.best_worth,
            lost=turn.loss,
            error=turn.error,
            mark=turn.mark,
        )
        for turn, (words, best) in zip(turns, said, strict=True)
    ]
    drawn = analysis.picture(turns, names, look.theme, look.language, table.position.winners)
    return answers.Review(is_ready=True, turns=told, picture=drawn)
