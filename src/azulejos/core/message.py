"""A sentence that can be said in every language: an English template and its facts."""

from typing import Any


class Message:
    """`str()` says it in English; `tell.words(language).say(message)` in any language we have.

    The template is the key of the translation catalogues, so it must be a literal.
    A fact may be a message itself.
    """

    __slots__ = ("facts", "template")

    def __init__(self, template: str, **facts: Any) -> None:
        self.template = template
        self.facts = facts

    def __str__(self) -> str:
        return self.template.format(**self.facts)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))
