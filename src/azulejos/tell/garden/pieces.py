"""What the pieces and places of Queen's Garden are called."""

from collections.abc import Callable, Iterable
from typing import Any

from azulejos.games.garden.board import (
    COLOURS,
    COLOURS_N,
    HEXAGONS_N,
    PATTERNS_N,
    PAVILION,
    SIDES,
    SPACES_PER_PLACE,
)
from azulejos.tell import Words, phrases
from azulejos.tell.marks import each_marked, marked
from azulejos.tell.phrases import with_facts

PATTERN_NAMES = each_marked("tree", "bird", "butterfly", "flower", "plant", "lily")
HEXAGON_NAMES = each_marked(
    "blue tree",
    "blue bird",
    "blue butterfly",
    "blue flower",
    "blue plant",
    "blue lily",
    "yellow tree",
    "yellow bird",
    "yellow butterfly",
    "yellow flower",
    "yellow plant",
    "yellow lily",
    "light green tree",
    "light green bird",
    "light green butterfly",
    "light green flower",
    "light green plant",
    "light green lily",
    "dark green tree",
    "dark green bird",
    "dark green butterfly",
    "dark green flower",
    "dark green plant",
    "dark green lily",
    "light purple tree",
    "light purple bird",
    "light purple butterfly",
    "light purple flower",
    "light purple plant",
    "light purple lily",
    "dark purple tree",
    "dark purple bird",
    "dark purple butterfly",
    "dark purple flower",
    "dark purple plant",
    "dark purple lily",
)
ALL_OF = (
    *each_marked(
        "all blue", "all yellow", "all light green", "all dark green", "all light purple", "all dark purple"
    ),
    *each_marked("all trees", "all birds", "all butterflies", "all flowers", "all plants", "all lilies"),
)
"""The hexagons of a criterion."""


def colour_name(t: Words, colour: int) -> str:
    return phrases.colour_name(t, COLOURS[colour])


def hexagon_name(t: Words, hexagon: int) -> str:
    """A hexagon, subject of a sentence or behind a colon: blue tree."""
    return t(HEXAGON_NAMES[hexagon])


def criterion_name(t: Words, criterion: int) -> str:
    """A colour or a pattern."""
    if criterion < COLOURS_N:
        return colour_name(t, criterion)
    return t(PATTERN_NAMES[criterion - COLOURS_N])


def expansion_name(t: Words, hexagon: int) -> str:
    return t("{hexagon} (expansion)", hexagon=hexagon_name(t, hexagon))


def members(mask: int, count: int) -> list[int]:
    """The numbers of a set."""
    return [number for number in range(count) if (int(mask) >> number) & 1]


def by_colour(t: Words, counts: Any) -> str:
    """Tiles that lie somewhere, colour by colour: blue: tree (2), lily; yellow: bird."""
    parts = []
    for colour in range(COLOURS_N):
        own = [int(count) for count in counts[colour * PATTERNS_N : (colour + 1) * PATTERNS_N]]
        names = [
            with_facts(t(PATTERN_NAMES[pattern]), [str(count)] if count > 1 else [])
            for pattern, count in enumerate(own)
            if count
        ]
        if names:
            parts.append(f"{colour_name(t, colour)}: {', '.join(names)}")
    return "; ".join(parts) or t("nothing")


def all_named(t: Words, hexagons: Iterable[int], say: Callable[[Words, int], str] = hexagon_name) -> str:
    return ", ".join(say(t, int(hexagon)) for hexagon in hexagons) or t("nothing")


PLACE_NAMES = each_marked(
    "right place",
    "upper right place",
    "upper left place",
    "left place",
    "lower left place",
    "lower right place",
)
SIDE_NAMES = each_marked(
    "right space",
    "upper right space",
    "upper left space",
    "left space",
    "lower left space",
    "lower right space",
)
AREA_NAMES = (marked("centre space"), *SIDE_NAMES)
"""The spaces of an expansion: its centre, then its rim."""
TIP_NAMES = each_marked(
    "upper right statue",
    "upper bench",
    "upper left statue",
    "lower left bench",
    "lower statue",
    "lower right bench",
)


def place_name(t: Words, place: int) -> str:
    return t(PLACE_NAMES[place])


def space_name(t: Words, space: int) -> str:
    """Where a space lies: left place, upper right space."""
    if space < SIDES:
        return t("fountain, {space}", space=t(SIDE_NAMES[space]))
    place, number = divmod(space - SIDES, SPACES_PER_PLACE)
    return f"{place_name(t, place)}, {t(AREA_NAMES[number])}"


def feature_name(t: Words, feature: int) -> str:
    if feature == 0:
        return t("fountain")
    if feature < PAVILION:
        return t(TIP_NAMES[feature - 1])
    return t("pavilion ({place})", place=place_name(t, feature - PAVILION))


def capital(text: str) -> str:
    """A name that begins a label."""
    return text[:1].upper() + text[1:]


def paid_pieces(t: Words, state: Any) -> list[str]:
    """What has been paid so far, in no particular order."""
    pieces = [hexagon_name(t, hexagon) for hexagon in members(state.paid, HEXAGONS_N)]
    pieces += [expansion_name(t, hexagon) for hexagon in members(state.paid_expansions, HEXAGONS_N)]
    return pieces + ([jokers_named(t, int(state.paid_jokers))] if state.paid_jokers else [])


def jokers_named(t: Words, count: int) -> str:
    return t.plural("{n} joker", "{n} jokers", count)
