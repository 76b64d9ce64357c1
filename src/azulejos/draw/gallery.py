"""Drawings that were made before: what shows the same is not drawn again.

A drawing depends on what it was given, which is its key, and on the choices it has asked about. Both are
compared, so that a drawing from here is the one that would be made now, to the byte.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

from azulejos.draw.view import Part

MOST = 1500  # keys; a drawing has about 8 kB
FRAGMENTS_MOST = 8000  # of about 1 kB
EACH = 4  # drawings that differ in their choices alone
ANY = None  # asked about as if it were a choice: is there any?

Answers = dict[str | None, str | None]


class Asked(Mapping[str, str]):
    """Choices that can be made, with their labels; it notes which were asked about, and the answers."""

    def __init__(self, legal: Mapping[str, str]) -> None:
        self._legal = legal
        self.answers: Answers = {}

    def get(self, name: str, default: Any = None) -> Any:
        label = self.answers[name] = self._legal.get(name)
        return default if label is None else label

    def __contains__(self, name: Any) -> bool:
        return self.get(name) is not None

    def __getitem__(self, name: str) -> str:
        label = self.get(name)
        if label is None:
            raise KeyError(name)
        return label

    def __bool__(self) -> bool:
        self.answers[ANY] = _any(self._legal)
        return bool(self._legal)

    def __len__(self) -> int:
        raise TypeError("a drawing asks about choices one by one")

    def __iter__(self) -> Iterator[str]:
        raise TypeError("a drawing asks about choices one by one")


def _any(legal: Mapping[str, str]) -> str | None:
    return "yes" if legal else None


def _answers_alike(legal: Mapping[str, str], answers: Answers) -> bool:
    """Would these choices have led to the same answers?"""
    return all(
        (_any(legal) if name is ANY else legal.get(name)) == answer for name, answer in answers.items()
    )


class Gallery:
    """The newest drawings by what they show."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._drawn: OrderedDict[Hashable, list[tuple[Answers, Part]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._drawn)

    def get(self, key: Hashable, legal: Mapping[str, str], draw: Callable[[Asked], Part]) -> Part:
        """The drawing of what the key says; `draw` makes it for choices, which are not in the key."""
        alike = self._drawn.pop(key, [])
        found = next((part for answers, part in alike if _answers_alike(legal, answers)), None)
        if found is None:
            asked = Asked(legal)
            found = draw(asked)
            alike = [*alike[1 - EACH :], (asked.answers, found)]
        self._drawn[key] = alike
        while len(self._drawn) > self.most:
            self._drawn.popitem(last=False)
        return found


class Fragments:
    """Small pieces of drawings by what they show. Choices among that are in the key, with their labels."""

    def __init__(self, most: int = FRAGMENTS_MOST) -> None:
        self.most = most
        self._drawn: dict[Hashable, str] = {}

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        found = self._drawn.get(key)
        if found is None:
            found = draw()
            if len(self._drawn) >= self.most:
                self._drawn.clear()  # what is drawn often is soon there again
            if self.most:
                self._drawn[key] = found
        return found


GALLERY = Gallery()
FRAGMENTS = Fragments()
