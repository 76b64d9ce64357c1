"""What a game asks, as a table; what can be chosen, and which answers follow by themselves, is made of it.

Where questions differ, straight code is written from the table, an `if` for each: functions nested in one
another were 3 % slower compiled and 6 % plain.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from azulejos.core.bits import count_bits, lowest_bit, nth_bit, write_bits
from azulejos.core.jit import jit, jit_inline
from azulejos.core.rng import below
from azulejos.core.table import pick_from_bag, take_step, write_bag


class Whose(Enum):
    """Who is asked, and how."""

    BAG = "CHANCE: a tile of the bag, each as likely as any other"
    LOT = "CHANCE: all answers are equally likely"
    FIRST = "a seat: how its turn begins; always asked"
    LATER = "a seat: how its turn goes on; where there is no choice left, the rules answer"


BAG, LOT, FIRST, LATER = Whose


class Question(NamedTuple):
    """A phase in which an answer is awaited. The legal answers are bits, numbered on from a first choice."""

    phase: int
    whose: Whose
    first: int
    asked: Callable[..., int]  # (state) -> which are legal
    then: Callable[..., None]  # (state, bit, story)


class Choosing(NamedTuple):
    """The functions of `Contract` that questions decide."""

    legal: Callable[..., int]
    weights: Callable[..., int]
    pick: Callable[..., int]
    play: Callable[..., None]


def choosing(*questions: Question) -> Choosing:
    """What follows from all questions of a game."""
    asked, apply = _straight(questions)
    first = np.zeros(max(question.phase for question in questions) + 2, np.int64)  # the end asks nothing
    for question in questions:
        first[question.phase] = question.first
    of_bag, later = (
        sum(1 << question.phase for question in questions if question.whose is whose)
        for whose in (BAG, LATER)
    )

    @jit
    def legal(state, out):
        """Write the numbers of the legal choices, rising, into `out`; return how many."""
        return write_bits(asked(state), first[state.phase_id], out)

    @jit
    def weights(state, out):
        """How likely CHANCE's legal choices are, in the order of `legal`, as whole numbers."""
        if (of_bag >> state.phase_id) & 1:
            return write_bag(state, out)
        count = legal(state, out)
        for i in range(count):
            out[i] = 1
        return count

    @jit_inline
    def pick(state, rng):
        """One legal choice: uniform for a seat, by weight for CHANCE."""
        if (of_bag >> state.phase_id) & 1:
            return first[state.phase_id] + pick_from_bag(state, rng)
        mask = asked(state)
        return first[state.phase_id] + nth_bit(mask, below(rng, count_bits(mask)))

    @jit_inline
    def play(state, number, story):
        """Play a legal choice, and the answers that follow from it with no choice left."""
        while True:
            apply(state, number, story)
            if not (later >> state.phase_id) & 1:
                return
            mask = asked(state)
            if mask & (mask - 1):
                return
            number = first[state.phase_id] + lowest_bit(mask)

    return Choosing(legal, weights, pick, play)


def _straight(questions: tuple[Question, ...]) -> tuple[Callable[..., int], Callable[..., None]]:
    """What is legal, as bits, and what a choice does: code written for these questions."""
    names: dict[str, Any] = {"np": np, "take_step": take_step, "__name__": __name__}
    for question in questions:
        names |= {f"asked_{question.phase}": question.asked, f"then_{question.phase}": question.then}
    exec(source(questions), names)
    jit(names["answer"])
    return jit(names["asked"]), jit_inline(names["apply"])


def source(questions: tuple[Question, ...]) -> str:
    """The text of that code. The bag comes first: most of what is chosen in a game is drawn from it."""
    then = "then_{0.phase}(state, number - {0.first}, story)"
    return "\n".join(
        [
            "def asked(state):",
            "    phase = state.phase_id",
            *_branches(questions, Whose, "np.int64(asked_{0.phase}(state))"),
            "    return np.int64(0)",
            "def answer(state, number, story):",
            "    phase = state.phase_id",
            *_branches(questions, (FIRST, LATER), then),
            "def apply(state, number, story):",
            "    phase = state.phase_id",
            *_branches(questions, (BAG, LOT), then),
            "    take_step(state)",
            "    answer(state, number, story)",
        ]
    )


def _branches(questions: tuple[Question, ...], kinds: Iterable[Whose], answer: str) -> list[str]:
    return [
        f"    if phase == {question.phase}: return {answer.format(question)}"
        for whose in kinds
        for question in questions
        if question.whose is whose
    ]
