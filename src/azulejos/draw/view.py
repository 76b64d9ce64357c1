"""What a drawing is asked for and what it gives: the same for every game.

A game's own file beside this one has `parts(state, view)`. Nobody else knows what its table looks like.
"""

import base64
import hashlib
import importlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from azulejos.core.plain import Plain
from azulejos.draw.shapes import element, group, label, moved, number, rect
from azulejos.draw.theme import TEXT, THEMES, Theme


def in_english(text: str, **facts: Any) -> str:
    """The texts of the drawings are English: this fills in their facts."""
    return text.format(**facts)


@dataclass(frozen=True)
class View:
    """Who looks at a table, and how."""

    names: tuple[str, ...]
    seat: int | None = None  # whose board is drawn large; None for a spectator
    legal: Mapping[str, str] = field(default_factory=dict)  # choices that can be clicked, with their labels
    last: np.ndarray | None = None  # rows of the story of the last turn
    theme: str = "light"
    t: Callable[..., str] = in_english
    prefix: str = "az"  # all ids begin with it
    letters: bool = False  # a letter on each tile
    turn: int | None = None  # whose turn it is shown to be, if not as the table says: a draft isn't played
    is_poster: bool = False  # of a game that is over: what mattered in its last round is left out

    @property
    def paint(self) -> Theme:
        return THEMES[self.theme]

    @property
    def style(self) -> Hashable:
        """All that every drawing of a table depends on, whatever it shows."""
        return self.theme, self.t, self.prefix, self.letters, self.is_poster

    def id(self, name: str) -> str:
        return f"{self.prefix}-{name}"


@dataclass(frozen=True)
class Part:
    """One complete picture, which needs the part "defs" somewhere in the same document."""

    svg: str
    width: float
    height: float
    title: str

    @cached_property
    def version(self) -> str:
        """By which somebody says that they have this drawing already."""
        return base64.urlsafe_b64encode(hashlib.blake2b(self.svg.encode(), digest_size=6).digest()).decode()


def parts(game: str, state: Any, view: View) -> dict[str, Part]:
    """The pictures of a table: "defs", "offer", "board-0" and so on."""
    return importlib.import_module(f"azulejos.draw.{game}").parts(Plain.of(state), view)


def picture(view: View, name: str, title: str, width: float, height: float, *children: str) -> Part:
    """A part with its title. What can be clicked must not be hidden inside an image."""
    has_choices = any("data-choice=" in child for child in children)
    name = view.id(name)
    svg = element(
        "svg",
        element("title", escape(title), id=f"{name}-title"),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        id=name,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="group" if has_choices else "img",
        aria_labelledby=f"{name}-title",
        font_family=TEXT,
        font_variant="tabular-nums",
    )
    return Part(svg, width, height, title)


def definitions(*children: str) -> Part:
    """The part that holds what the others use."""
    svg = element(
        "svg",
        element("defs", *children),
        xmlns="http://www.w3.org/2000/svg",
        width="0",
        height="0",
        aria_hidden="true",
        class_="defs",
    )
    return Part(svg, 0, 0, "")


def choice(view: View, name: str, *children: str, **attributes: Any) -> str:
    """Something that can be clicked if the choice is legal; otherwise it is just drawn."""
    if name not in view.legal:
        return spot(name, *children)
    facts = {"data_choice": name, "role": "button", "tabindex": "0", "aria_label": view.legal[name]}
    return group(*children, class_="choice", **facts, **attributes)


def also(view: View, name: str, *children: str) -> str:
    """Another spot where a legal choice can be pointed at; keys and listeners have its one place."""
    return group(*children, data_also=name) if name in view.legal else spot(name, *children)


def spot(name: str, *children: str) -> str:
    """Where a choice would be pointed at that can't be made now: it may follow, or could have been made."""
    return group(*children, data_spot=name)


def place(name: str, *children: str, seat: int | None = None) -> str:
    """A place of the story with what lies there, so that animation finds it."""
    return group(*children, data_place=name, data_seat=seat)


def free_slot(order: int, *children: str, of: str | None = None) -> str:
    """Where the next piece comes to rest in a place that takes several: the least `order` first.

    `of`: only a piece of this name.
    """
    return group(*children, data_slot=order, data_for=of)


def counter(x: float, y: float, number_: int, size: float, of: str, **attributes: Any) -> str:
    """A number that counts along when pieces come and go: how many lie in a place, or a score.

    `data_but`: a piece that lies there too and is not counted.
    """
    return label(x, y, str(number_), size, data_count=of, **attributes)


def excerpt(view: View, drawn: Mapping[str, Part], name: str, crop: tuple[float, float, float, float]) -> str:
    """A picture of one part by itself, or of a piece of it: left, top, right and bottom, from 0 to 1."""
    part, (left, top, right, bottom) = drawn[name], crop
    width, height = (right - left) * part.width, (bottom - top) * part.height
    whole = moved(-left * part.width, -top * part.height, part.svg)
    ground = rect(0, 0, width, height, fill=view.paint.page)
    return picture(view, "excerpt", part.title, width, height, ground, drawn["defs"].svg, whole).svg


def how_many(x: float, y: float, number_: int, size: float, of: str, **attributes: Any) -> str:
    """How many pieces of a name lie in the place that this is drawn in: it counts along too."""
    return label(x, y, str(number_), size, data_of=of, **attributes)


# ------------------------------------------------------------------------------------------------
# One picture of the whole table

GAP = 18
OWN_SCALE = 1.3  # the own board, in proportion to the others
OFFER_HEIGHT = 480  # however many sources it has, so that every table is equally high
Column = list[tuple[Part, float]]  # parts from top to bottom, with their scales


def svg(game: str, state: Any, view: View) -> str:
    """The whole table: the offer in the middle, the own board below it, the others around."""
    drawn = parts(game, state, view)
    columns = _columns(drawn, view)
    widths = [max(part.width * scale for part, scale in column) for column in columns]
    width = sum(widths) + GAP * (len(columns) + 1)
    height = max(map(_height, columns)) + 2 * GAP
    body, x = [rect(0, 0, width, height, fill=view.paint.page), drawn["defs"].svg], float(GAP)
    for column, column_width in zip(columns, widths, strict=True):
        body += _stack(column, x + column_width / 2, (height - _height(column)) / 2)
        x += column_width + GAP
    return picture(view, "table", drawn["offer"].title, width, height, *body).svg


def _columns(drawn: dict[str, Part], view: View) -> list[Column]:
    """Seats follow clockwise from the own one: up on the left, down on the right. The legend fills a gap."""
    own = view.seat or 0
    boards = [drawn[f"board-{seat}"] for seat in range(len(view.names))]
    around = boards[own + 1 :] + boards[:own]
    if len(around) % 2:
        around.append(drawn["legend"])
    half = len(around) // 2
    left, right = around[:half][::-1], around[half:]
    offer = drawn["offer"]
    middle = [(offer, OFFER_HEIGHT / offer.height), (boards[own], OWN_SCALE)]
    return [[(part, 1.0) for part in left], middle, [(part, 1.0) for part in right]]


def _height(column: Column) -> float:
    return sum(part.height * scale for part, scale in column) + GAP * (len(column) - 1)


def _stack(column: Column, centre: float, y: float) -> list[str]:
    stacked = []
    for part, scale in column:
        stacked.append(moved(centre - part.width * scale / 2, y, part.svg, scale=scale))
        y += part.height * scale + GAP
    return stacked
