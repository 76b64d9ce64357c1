"""A player's board in words: what can be chosen there, and what lies there."""

from typing import Any

from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import (
    CORNERS,
    COST,
    ELEMENT_SPACES,
    ELEMENT_TILES,
    EMPTY,
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    NUMBERS_SCORED,
    OUTER_STARS,
    PILLAR,
    RHOMBI,
    ROUNDS,
    STAR_COLOUR,
    STAR_POINTS,
    STARS_N,
    STATUE,
    TOUCHED,
    WINDOW,
)
from azulejos.games.pavilion.scoring import NUMBER_SPACES, loss, tile_points
from azulejos.tell import Words
from azulejos.tell.pavilion.pieces import (
    chosen_space,
    colour_name,
    lying,
    space_name,
    star_name,
    tiles_as_object,
    with_wild,
)
from azulejos.tell.phrases import with_points


def lay(t: Words, state: Any, space: int) -> str:
    """What a space costs, scores and completes."""
    player, side = state.players[state.to_move], int(state.board_side)
    facts = [
        t("costs {n}", n=COST[side, space]),
        t("scores {n}", n=int(tile_points(player, space))),
        *_bonus(t, state, player, space),
        *_at_the_end(t, player, space, side),
    ]
    return t("Lay a tile on {space}: {facts}", space=space_name(t, space, side), facts=", ".join(facts))


def _bonus(t: Words, state: Any, player: Any, space: int) -> list[str]:
    """The elements that a tile on this space surrounds, and the tiles that they bring."""
    elements = _surrounded(int(player.occupied) | 1 << space, [int(e) for e in TOUCHED[space] if e != EMPTY])
    if not elements:
        return []
    owed = min(sum(int(ELEMENT_TILES[element]) for element in elements), int(state.supply_count))
    brings = t.plural("brings {n} tile", "brings {n} tiles", owed)
    return [*(_completes(t, element) for element in elements), brings]


def _surrounded(occupied: int, elements: Any) -> list[int]:
    spaces = [int(mask) for mask in ELEMENT_SPACES]
    return [element for element in elements if occupied & spaces[element] == spaces[element]]


def _completes(t: Words, element: int) -> str:
    if element >= PILLAR:
        return t("completes a pillar")
    return t("completes a statue") if element >= STATUE else t("completes a window")


def _at_the_end(t: Words, player: Any, space: int, side: int) -> list[str]:
    """The star and the number that a tile on this space completes."""
    facts, star, number = [], space // RHOMBI, int(COST[side, space])
    laid = int(player.occupied) | 1 << space
    if (laid >> (star * RHOMBI)) & table.STAR_BITS == table.STAR_BITS:
        facts.append(t("completes the star (+{n} at the end)", n=_star_points(player, star)))
    if number in NUMBERS_SCORED:
        spaces = int(NUMBER_SPACES[side, number])
        if laid & spaces == spaces:
            points = int(NUMBER_POINTS[number])
            facts.append(t("covers every {number} (+{n} at the end)", number=number, n=points))
    return facts


def _star_points(player: Any, star: int) -> int:
    """What a star will score whose last space is being covered: five tiles tell its kind."""
    colours = int(table.star_colours(player, star))
    if colours & (colours - 1):
        return MANY_COLOURS_POINTS
    return int(STAR_POINTS[colours.bit_length() - 1])


def pass_on(t: Words, state: Any) -> str:
    count = int(state.players[state.to_move].hand_count)
    if state.round_number == ROUNDS:
        return t.plural("Pass: {n} tile left costs 1 point", "Pass: {n} tiles left cost 1 point each", count)
    if count <= CORNERS:
        return t.plural("Pass: you can keep {n} tile", "Pass: you can keep {n} tiles", count)
    return t("Pass: you can keep {most} of {n} tiles, the others cost 1 point each", most=CORNERS, n=count)


def lay_colour(t: Words, state: Any, colour: int) -> str:
    tile = tiles_as_object(t, colour, 1)
    return t("Lay {tiles} on {space}", tiles=tile, space=chosen_space(t, state))


def keep(t: Words, colour: int) -> str:
    return t("Keep {tiles} in a corner", tiles=tiles_as_object(t, colour, 1))


def use(t: Words, state: Any, own: int) -> str:
    colour, wild = int(state.colour_chosen), int(table.wild_colour(state))
    return t("Use {tiles}", tiles=with_wild(t, colour, own, wild, int(table.cost_chosen(state)) - own))


def discard(t: Words, state: Any) -> str:
    player = state.players[state.to_move]
    count = int(player.hand_count)
    text = t.plural("Discard the other {n} tile", "Discard the other {n} tiles", count)
    if not any(player.corners):
        text = t.plural("Keep nothing, discard {n} tile", "Keep nothing, discard {n} tiles", count)
    return with_points(text, int(loss(player, count)))


def describe(t: Words, state: Any, seat: int, name: str) -> list[str]:
    """What lies before a seat, in sentences."""
    player, side = state.players[seat], int(state.board_side)
    lines = [t("{who}: score {points}.", who=name, points=int(player.score))]
    if state.start_holder == seat:
        lines.append(t("{who} has the starting-player tile.", who=name))
    if player.passed:
        lines.append(t("{who} has passed.", who=name))
    lines.append(t("Beside the board: {tiles}.", tiles=lying(t, player.hand)))
    if any(player.corners):
        lines.append(t("In the corners: {tiles}.", tiles=lying(t, player.corners)))
    for star in range(STARS_N):
        covered = _covered(t, player, star, side)
        lines.append(t("{star}, covered: {spaces}.", star=star_name(t, star, side), spaces=covered))
    lines.append(_describe_elements(t, player))
    return lines


def _covered(t: Words, player: Any, star: int, side: int) -> str:
    """The covered spaces of a star by their numbers, with the colour where it isn't the star's own."""
    spaces = [space for space in range(star * RHOMBI, (star + 1) * RHOMBI) if player.spaces[space] != EMPTY]
    spaces.sort(key=lambda space: int(COST[side, space]))
    has_own = side == table.COLOURED and STAR_COLOUR[star] != EMPTY
    numbers = [
        str(COST[side, space])
        if has_own
        else t("{n} {colour}", n=COST[side, space], colour=colour_name(t, int(player.spaces[space])))
        for space in spaces
    ]
    return ", ".join(numbers) or t("none")


def _describe_elements(t: Words, player: Any) -> str:
    windows, statues, pillars = (
        len(_surrounded(int(player.occupied), range(first, first + OUTER_STARS)))
        for first in (WINDOW, STATUE, PILLAR)
    )
    return t(
        "Completed: windows {windows} of 6, statues {statues} of 6, pillars {pillars} of 6.",
        windows=windows,
        statues=statues,
        pillars=pillars,
    )
