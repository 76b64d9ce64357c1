"""What is wrong with a position, said of people, questions and pieces in place of a document's entries."""

import re
from typing import Any

from azulejos.core.message import Message
from azulejos.editing import Document, Editor, editor
from azulejos.editing.fields import said
from azulejos.tell import Words

SEAT = re.compile(r"seat-(\d)")
OF_SEATS = ("who", "seat", "where")


def told(problem: Message, document: Document, names: list[str], t: Words) -> str:
    its = editor(document["game"])
    facts = {key: _word(its, key, fact, document, names, t) for key, fact in problem.facts.items()}
    return t.say(Message(problem.template, **facts))


def _word(its: Editor, key: str, fact: Any, document: Document, names: list[str], t: Words) -> Any:
    if key in OF_SEATS:
        return SEAT.sub(lambda found: names[int(found[1]) - 1], fact)
    if key == "phase":
        return t("“{question}”", question=_question(its, fact, document, t))
    if key == "space":
        return its.place_name(t, document, f"space-{fact}")
    return its.piece_name(t, fact) if fact in its.kinds["tile"] else fact


def _question(its: Editor, phase: str, document: Document, t: Words) -> str:
    asked = next(field for field in its.fields(document) if field.name == "phase")
    words = dict(asked.options)[phase]
    return phase if words is None else said(t, words)
