"""Words as data: texts marked for translation. `Words` translates them where they are shown.

What is given to a mark must be a literal, as what is given to `t(...)`: it is a key of the catalogue.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plural:
    """A text that depends on a number, {n}, and perhaps on its role in the sentence."""

    one: str
    many: str
    role: str = ""


def marked(text: str) -> str:
    """A text that is translated later."""
    return text


def each_marked(*texts: str) -> tuple[str, ...]:
    """Several texts that are translated later, each by itself."""
    return texts


def plural(one: str, many: str) -> Plural:
    """A text that depends on a number, translated later."""
    return Plural(one, many)


def plural_as(role: str, one: str, many: str) -> Plural:
    """The same, where the words also depend on their role in the sentence."""
    return Plural(one, many, role)
