"""The score sheet of a finished game, from its story: what each seat had before, each round, the total."""

from azulejos import tell
from azulejos.draw import scores
from azulejos.tables.table import Table
from azulejos.web import answers
from azulejos.web.asking import Look
from azulejos.web.card import card_of


def sheet_of(table: Table, look: Look) -> answers.Sheet:
    """The points of every seat in each round, and apart from them what the end of the game brought.

    A game may give points to begin with, or be told from the middle: what the rounds do not explain was there
    before.
    """
    totals = table.position.scores
    bonuses = _bonuses(table, look.language)
    rounds = _rounds(table, len(totals))
    before = [total - sum(won) for total, *won in zip(totals, *rounds.values(), strict=True)]
    chart = None
    if look.draws and len(rounds) > 1:
        chart = scores.chart(before, rounds, table.names(), look.theme, tell.words(look.language))
    if bonuses:
        rounds[max(rounds)] = _without(rounds[max(rounds)], bonuses)
    return answers.Sheet(
        before=before if any(before) else None,
        rounds=[answers.SheetRow(round=number, points=points) for number, points in rounds.items()],
        bonuses=bonuses,
        totals=totals,
        chart=chart,
    )


def _bonuses(table: Table, language: str) -> list[answers.SheetBonus]:
    """What the end of the game brought, each thing by itself."""
    card = card_of(table, table.steps[-1], language) if table.steps else None
    lines = card.lines if card is not None else []
    return [answers.SheetBonus(reason=line.reason, points=line.points) for line in lines if line.is_bonus]


def _without(points: list[int], bonuses: list[answers.SheetBonus]) -> list[int]:
    """What a round brought by itself."""
    return [won - sum(bonus.points[seat] or 0 for bonus in bonuses) for seat, won in enumerate(points)]


def _rounds(table: Table, players: int) -> dict[int, list[int]]:
    """What each seat has won and lost, by round."""
    rounds: dict[int, list[int]] = {}
    for step in table.steps:
        points = rounds.setdefault(step.round, [0] * players)
        rows = step.story.rows
        for row in rows[(rows["points"] != 0) & (rows["seat"] >= 0)]:
            points[int(row["seat"])] += int(row["points"])
    return rounds
