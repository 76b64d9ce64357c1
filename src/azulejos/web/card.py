"""The card of a round, from its story: who got what for what."""

from itertools import dropwhile, takewhile
from typing import Any

import numpy as np

from azulejos import tell
from azulejos.core.contract import HEADER, OVER, STORY_ROW, Contract
from azulejos.tables.table import Step, Table
from azulejos.tell import points
from azulejos.web import answers

TO_MOVE, ROUND_NUMBER = HEADER.index(("to_move", np.int16)), HEADER.index(("round_number", np.int16))
GAME_OVER = "over"  # every game tells that it ends, and then what the end brings


def card_of(table: Table, step: Step, language: str) -> answers.Card | None:
    """Of the step that ends a round or the game; None for all others."""
    if not ends_round(step):
        return None
    is_final = _header(step)[TO_MOVE] == OVER
    t, rules = tell.words(language), table.game.rules
    steps = _of_round(table, step)
    before, after = _scores(rules, steps[0].before), _scores(rules, step.after)
    return answers.Card(
        round=step.round,
        title=t("End of the game") if is_final else t("Round {n} is over", n=step.round),
        is_final=is_final,
        lines=_lines(table, steps, language),
        before=before,
        gained=[now - then for now, then in zip(after, before, strict=True)],
        after=after,
    )


def ends_round(step: Step) -> bool:
    """Does a round end with this step, or the game?"""
    header = _header(step)
    return bool(header[TO_MOVE] == OVER or header[ROUND_NUMBER] != step.round)


def _header(step: Step) -> np.ndarray:
    return np.frombuffer(step.after, np.int16, len(HEADER))


def _of_round(table: Table, last: Step) -> list[Step]:
    """The steps of a round up to its last one."""
    backwards = dropwhile(lambda step: step.number != last.number, reversed(table.steps))
    return list(takewhile(lambda step: step.round == last.round, backwards))[::-1]


def _scores(rules: Contract, state: bytes) -> list[int]:
    record = record_of(rules, state)
    out = np.zeros(int(record.players_n), np.int16)
    rules.scores(record, out)
    return out.tolist()


def record_of(rules: Contract, state: bytes) -> Any:
    """A table from its bytes."""
    return np.frombuffer(state, rules.dtype)[0]


def _lines(table: Table, steps: list[Step], language: str) -> list[answers.CardLine]:
    """What the round has brought, then each thing that the end of the game brings."""
    rules = table.game.rules
    rows = np.concatenate([step.story.rows for step in steps]).astype(STORY_ROW, copy=False)
    ends = np.flatnonzero(rows["what"] == rules.events.index(GAME_OVER))
    cut = int(ends[0]) if len(ends) else len(rows)
    state, found = record_of(rules, steps[-1].before), []
    for is_bonus, part in ((False, rows[:cut]), (True, rows[cut:])):
        entries = points.entries(table.game.name, state, part, language)
        for line in dict.fromkeys(entry.line for entry in entries):
            own = {entry.seat: entry for entry in entries if entry.line == line}
            found.append(_line(rules, line, own, len(table.seats), is_bonus))
    return found


def _line(
    rules: Contract, line: points.Line, own: dict[int, points.Entry], seats: int, is_bonus: bool
) -> answers.CardLine:
    clause = next(iter(own.values())).clause
    return answers.CardLine(
        reason=line.label,
        clause=f"{rules.facts.clauses}-{clause:02}",
        is_bonus=is_bonus,
        points=[own[seat].points if seat in own else None for seat in range(seats)],
        details=[own[seat].detail if seat in own else "" for seat in range(seats)],
    )
