"""Lessons for first-timers: what is said, what it waits for, and all that others play meanwhile.

A lesson is data, `lessons/<game>.json`: what CHANCE and the opponent do before it begins, then steps. The
first seat learns; what its steps wait for and what follows them makes one line of choices by the rules.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class LessonStep:
    """A few words about the table. Without choices it is only read."""

    title: str
    text: str  # what has happened, and why; what the step is about
    task: str  # what to do; empty if it is only read
    where: tuple[str, ...]  # places, or a part of the table, to look at; otherwise where the next choice is
    choices: tuple[str, ...]  # what it waits for
    at: int  # how many choices of the lesson come before it


@dataclass(frozen=True)
class Lesson:
    """A game's lesson in one language."""

    line: tuple[str, ...]  # all that is chosen in it, by everybody and by CHANCE
    steps: tuple[LessonStep, ...]


@cache
def lesson(game: str, language: str) -> Lesson:
    """The lesson of a game."""
    source = resources.files("azulejos.tell") / "lessons" / f"{game}.json"
    told = json.loads(source.read_text(encoding="utf8"))
    line, steps = list(told["begins"]), []
    for step in told["steps"]:
        choices, where = tuple(step.get("choices", ())), tuple(step.get("where", ()))
        steps.append(LessonStep(**{"task": "", **step[language]}, where=where, choices=choices, at=len(line)))
        line += [*choices, *step.get("then", ())]
    return Lesson(tuple(line), tuple(steps))
