"""Summer Pavilion in words."""

from collections.abc import Callable
from typing import Any

from azulejos.games.pavilion import choices
from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import (
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COLOURS_N,
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
    TILES_PER_FACTORY,
    TOUCHED,
    WINDOW,
)
from azulejos.games.pavilion.scoring import NUMBER_SPACES, loss, tile_points
from azulejos.tell import Row, Sentence, Words, phrases
from azulejos.tell.phrases import Counted, Named, Teller, rows_of, signed

CLAUSES = "SP"
SCORING = {
    table.START_TAKEN,
    table.LAID,
    table.DISCARDED,
    table.FULL_STAR,
    table.FULL_NUMBER,
    table.CORNERS_COST,
}


def title(t: Words) -> str:
    return t("Summer Pavilion")


def option(t: Words, name: str, value: str | None) -> str:
    """An option of the game, or one of its values."""
    labels = {
        ("board", None): t("Side of the board"),
        ("board", "coloured"): t("coloured: every star has its colour"),
        ("board", "plain"): t("one colour: you choose what a star becomes"),
    }
    return labels[name, value]


# ------------------------------------------------------------------------------------------------
# Tiles

SHORT = tuple(phrases.SHORT[colour] for colour in COLOURS)


def tiles_as_object(t: Words, colour: int, count: int) -> str:
    return phrases.tiles_as_object(t, COLOURS[colour], count)


def colour_name(t: Words, colour: int) -> str:
    return phrases.colour_name(t, COLOURS[colour])


def with_wild(t: Words, colour: int, count: int, wild: int, wild_count: int) -> str:
    """Tiles of a colour, and the wild ones that come along."""
    if not wild_count:
        return tiles_as_object(t, colour, count)
    return t("{tiles} and {wild} (wild)", tiles=SHORT[colour](t, count), wild=SHORT[wild](t, wild_count))


def several(t: Words, rows: list[Row]) -> str:
    """The tiles of some rows together: 2 blue tiles, 1 red tile."""
    return phrases.several(t, rows, COLOURS)


def several_as_object(t: Words, rows: list[Row]) -> str:
    return phrases.several(t, rows, COLOURS, phrases.tiles_as_object)


# ------------------------------------------------------------------------------------------------
# Stars and spaces

COLOURED_STARS: tuple[Named, ...] = (
    lambda t: t("Orange star"),
    lambda t: t("Red star"),
    lambda t: t("Blue star"),
    lambda t: t("Yellow star"),
    lambda t: t("Green star"),
    lambda t: t("Purple star"),
    lambda t: t("Centre star"),
)
PLAIN_STARS: tuple[Named, ...] = (
    lambda t: t("Upper left star"),
    lambda t: t("Upper right star"),
    lambda t: t("Right star"),
    lambda t: t("Lower right star"),
    lambda t: t("Lower left star"),
    lambda t: t("Left star"),
    lambda t: t("Centre star"),
)
COLOURED_SPACES: tuple[Counted, ...] = (
    lambda t, n: t("orange {n}", n=n),
    lambda t, n: t("red {n}", n=n),
    lambda t, n: t("blue {n}", n=n),
    lambda t, n: t("yellow {n}", n=n),
    lambda t, n: t("green {n}", n=n),
    lambda t, n: t("purple {n}", n=n),
    lambda t, n: t("centre {n}", n=n),
)
PLAIN_SPACES: tuple[Counted, ...] = (
    lambda t, n: t("{n} of the upper left star", n=n),
    lambda t, n: t("{n} of the upper right star", n=n),
    lambda t, n: t("{n} of the right star", n=n),
    lambda t, n: t("{n} of the lower right star", n=n),
    lambda t, n: t("{n} of the lower left star", n=n),
    lambda t, n: t("{n} of the left star", n=n),
    lambda t, n: t("{n} of the centre star", n=n),
)
DIRECTIONS: tuple[Named, ...] = (
    lambda t: t("top"),
    lambda t: t("upper right"),
    lambda t: t("lower right"),
    lambda t: t("bottom"),
    lambda t: t("lower left"),
    lambda t: t("upper left"),
)


def star_name(t: Words, star: int, side: int) -> str:
    return (COLOURED_STARS if side == table.COLOURED else PLAIN_STARS)[star](t)


def space_name(t: Words, space: int, side: int) -> str:
    """A space as people name it: red 5; 5 of the upper right star."""
    star, direction = divmod(space, RHOMBI)
    number = int(COST[side, space])
    if side == table.COLOURED:
        return COLOURED_SPACES[star](t, number)
    name = PLAIN_SPACES[star](t, number)
    if star == CENTRE_STAR:  # all its numbers are the same
        name += f" ({DIRECTIONS[direction](t)})"
    return name


def chosen_space(t: Words, state: Any) -> str:
    return space_name(t, int(state.space_chosen), int(state.board_side))


# ------------------------------------------------------------------------------------------------
# Choices


def choice(t: Words, state: Any, number: int) -> str:
    if number < choices.LAY:
        return _take(t, state, *divmod(number, COLOURS_N))
    if number < choices.PASS:
        return _lay(t, state, number - choices.LAY)
    if number == choices.PASS:
        return _pass(t, state)
    if number < choices.USE:
        tile = tiles_as_object(t, number - choices.COLOUR, 1)
        return t("Lay {tiles} on {space}", tiles=tile, space=chosen_space(t, state))
    if number < choices.SUPPLY:
        return _use(t, state, number - choices.USE + 1)
    if number < choices.KEEP:
        return t("Take {tiles} from the supply", tiles=tiles_as_object(t, number - choices.SUPPLY, 1))
    if number < choices.DONE:
        return t("Keep {tiles} in a corner", tiles=tiles_as_object(t, number - choices.KEEP, 1))
    if number == choices.DONE:
        return _discard(t, state)
    if number < choices.DRAW:
        return t("Seat {n} begins", n=number - choices.BEGIN + 1)
    return t("Draw {tiles}", tiles=tiles_as_object(t, number - choices.DRAW, 1))


def _take(t: Words, state: Any, source: int, colour: int) -> str:
    wild = int(table.wild_colour(state))
    if colour == wild:
        taken, count = t("{tiles} (wild)", tiles=tiles_as_object(t, wild, 1)), 1
    else:
        own, along = int(state.offer[source, colour]), int(state.offer[source, wild] > 0)
        taken, count = with_wild(t, colour, own, wild, along), own + along
    if source != CENTRE:
        return t("Take {tiles} from factory {n}", tiles=taken, n=source + 1)
    if state.start_holder != table.NOBODY:
        return t("Take {tiles} from the centre", tiles=taken)
    text = t("Take {tiles} and the starting-player tile from the centre", tiles=taken)
    return _with_points(text, int(loss(state.players[state.to_move], count)))


def _with_points(text: str, points: int) -> str:
    return f"{text} ({signed(points)})" if points else text


def _lay(t: Words, state: Any, space: int) -> str:
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


def _pass(t: Words, state: Any) -> str:
    count = int(state.players[state.to_move].hand_count)
    if state.round_number == ROUNDS:
        return t.plural("Pass: {n} tile left costs 1 point", "Pass: {n} tiles left cost 1 point each", count)
    if count <= CORNERS:
        return t.plural("Pass: you can keep {n} tile", "Pass: you can keep {n} tiles", count)
    return t("Pass: you can keep {most} of {n} tiles, the others cost 1 point each", most=CORNERS, n=count)


def _use(t: Words, state: Any, own: int) -> str:
    colour, wild = int(state.colour_chosen), int(table.wild_colour(state))
    return t("Use {tiles}", tiles=with_wild(t, colour, own, wild, int(table.cost_chosen(state)) - own))


def _discard(t: Words, state: Any) -> str:
    player = state.players[state.to_move]
    count = int(player.hand_count)
    text = t.plural("Discard the other {n} tile", "Discard the other {n} tiles", count)
    if not any(player.corners):
        text = t.plural("Keep nothing, discard {n} tile", "Keep nothing, discard {n} tiles", count)
    return _with_points(text, int(loss(player, count)))


# ------------------------------------------------------------------------------------------------
# Questions


def question(t: Words, state: Any, who: str) -> str:
    phase = state.phase_id
    if table.OFFER <= phase <= table.KEEPING:
        return f"{ASK[phase](t, state, who)} {_wild(t, state)}"
    if phase == table.BEGINNING:
        return t("Who begins?")
    if phase == table.REFILLING:
        return t("Which tile is drawn for the supply?")
    if phase == table.FILLING:
        return t("Which tile goes to factory {n}?", n=state.filled_count // TILES_PER_FACTORY + 1)
    return t("The game is over.")


def _wild(t: Words, state: Any) -> str:
    return t("Wild: {colour}.", colour=colour_name(t, int(table.wild_colour(state))))


def _ask_to_lay(t: Words, state: Any, who: str) -> str:
    if table.spaces_asked(state) == table.PASS_BIT:
        return t("{who}: none of your tiles can be laid, so pass.", who=who)
    return t("{who}: lay a tile on a space, or pass.", who=who)


def _ask_to_keep(t: Words, state: Any, who: str) -> str:
    free = CORNERS - int(table.count_corners(state.players[state.to_move]))
    text = t.plural(
        "{who}: keep {n} more tile, or discard the rest: 1 point each.",
        "{who}: keep up to {n} tiles, or discard the rest: 1 point each.",
        free,
        who=who,
    )
    if state.round_number == ROUNDS:
        text += " " + t("This is the last round: tiles kept cost 1 point each, too.")
    return text


Ask = Callable[[Words, Any, str], str]
ASK: dict[int, Ask] = {
    table.OFFER: lambda t, state, who: t(
        "{who}: take one colour from a factory or the centre, and a wild tile if there is one.",
        who=who,
    ),
    table.LAYING: _ask_to_lay,
    table.COLOURING: lambda t, state, who: t(
        "{who}: choose the colour of the tile for {space}.", who=who, space=chosen_space(t, state)
    ),
    table.PAYING: lambda t, state, who: t.plural(
        "{who}: choose {n} tile to use for {space}.",
        "{who}: choose {n} tiles to use for {space}.",
        int(table.cost_chosen(state)),
        who=who,
        space=chosen_space(t, state),
    ),
    table.BONUS: lambda t, state, who: t.plural(
        "{who}: take {n} tile of your choice from the supply.",
        "{who}: take {n} tiles of your choice from the supply.",
        int(state.owed),
        who=who,
    ),
    table.KEEPING: _ask_to_keep,
}


# ------------------------------------------------------------------------------------------------
# The table as text


def describe(t: Words, state: Any, names: list[str]) -> list[str]:
    """The whole table in sentences, for those who listen instead of look."""
    lines = [t("Round {n} of {rounds}.", n=state.round_number, rounds=ROUNDS) + " " + _wild(t, state)]
    for factory in range(table.count_factories(state)):
        lines.append(t("On factory {n}: {tiles}.", n=factory + 1, tiles=_lying(t, state.offer[factory])))
    lines.append(t("In the centre: {tiles}.", tiles=_lying(t, state.offer[CENTRE])))
    if state.start_holder == table.NOBODY:
        lines.append(t("The starting-player tile is in the centre."))
    lines.append(t("In the supply: {tiles}.", tiles=_lying(t, state.supply)))
    lines.append(t("In the bag: {tiles}.", tiles=_lying(t, state.bag)))
    lines.append(t("In the tower: {tiles}.", tiles=_lying(t, state.tower)))
    for seat in range(state.players_n):
        lines += _describe_board(t, state, seat, names[seat])
    return lines


def _lying(t: Words, counts: Any) -> str:
    return phrases.listed(t, counts, COLOURS)


def _describe_board(t: Words, state: Any, seat: int, name: str) -> list[str]:
    player, side = state.players[seat], int(state.board_side)
    lines = [t("{who}: score {points}.", who=name, points=int(player.score))]
    if state.start_holder == seat:
        lines.append(t("{who} has the starting-player tile.", who=name))
    if player.passed:
        lines.append(t("{who} has passed.", who=name))
    lines.append(t("Beside the board: {tiles}.", tiles=_lying(t, player.hand)))
    if any(player.corners):
        lines.append(t("In the corners: {tiles}.", tiles=_lying(t, player.corners)))
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


# ------------------------------------------------------------------------------------------------
# Stories


def story(t: Words, rows: list[Row], names: list[str]) -> list[Sentence]:
    return [_sentence(t, group, names) for group in phrases.groups(rows, _belongs)]


def _sentence(t: Words, rows: list[Row], names: list[str]) -> Sentence:
    what = rows[0]["what"]
    return phrases.sentence(t, rows, names, TELLERS[what], CLAUSES, what in SCORING)


def _belongs(row: Row, first: Row) -> bool:
    """Is a row told together with the one that begins the group before it?"""
    if row["seat"] != first["seat"] or TOLD_WITH.get(row["what"]) != first["what"]:
        return False
    return (row["target"] == table.AT_SUPPLY) == (first["target"] == table.AT_SUPPLY)


def _lost(t: Words, text: str, row: Row) -> str:
    """A sentence about a loss: what it costs, and where it stops."""
    return phrases.lost(t, text, row["points"], -row["count"], t("A score never falls below 1."))


def _drawn(t: Words, rows: list[Row], who: str) -> str:
    count = phrases.total(rows)
    if rows[0]["target"] == table.AT_SUPPLY:
        return t.plural("{n} tile is drawn for the supply.", "{n} tiles are drawn for the supply.", count)
    return t.plural("{n} tile is drawn for the factories.", "{n} tiles are drawn for the factories.", count)


def _round(t: Words, rows: list[Row], who: str) -> str:
    colour = rows[0]["piece"]
    return t("Round {n}: {colour} is wild.", n=colour + 1, colour=colour_name(t, colour))


def _taken(t: Words, rows: list[Row], who: str) -> str:
    first, wild = rows[0], rows_of(rows, table.WILD_TAKEN)
    colour, count, source = first["piece"], first["count"], first["source"]
    taken = with_wild(t, colour, count, wild[0]["piece"] if wild else colour, phrases.total(wild))
    if first["clause"] == 8:
        taken = t("{tiles} (wild)", tiles=taken)
    if source == CENTRE:
        return t("{who} takes {tiles} from the centre.", who=who, tiles=taken)
    return t("{who} takes {tiles} from factory {n}.", who=who, tiles=taken, n=source + 1)


def _laid(t: Words, rows: list[Row], who: str) -> str:
    first, used = rows[0], rows_of(rows, table.USED)
    star = (first["target"] - table.AT_SPACE) // RHOMBI
    text = t(
        "{who} lays {tiles} on {space}: {points}.",
        who=who,
        tiles=tiles_as_object(t, first["piece"], 1),
        space=PLAIN_SPACES[star](t, 1 + phrases.total(used)),  # rows don't tell the side of the board
        points=signed(sum(row["points"] for row in rows)),
    )
    parts = [text]
    if used:
        parts.append(t("To the tower: {tiles}.", tiles=several(t, used)))
    parts += [BONUSES[row["what"]](t, row["count"]) for row in rows if row["what"] in BONUSES]
    return " ".join(parts)


BONUSES: dict[int, Counted] = {
    table.WINDOW_FULL: lambda t, n: t("A window is complete: {n} bonus tiles.", n=n),
    table.STATUE_FULL: lambda t, n: t("A statue is complete: {n} bonus tiles.", n=n),
    table.PILLAR_FULL: lambda t, n: t("A pillar is complete: {n} bonus tile.", n=n),
    table.FORFEITED: lambda t, n: t.plural(
        "The supply is too small: {n} bonus tile is lost.",
        "The supply is too small: {n} bonus tiles are lost.",
        n,
    ),
}


def _discarded(t: Words, rows: list[Row], who: str) -> str:
    discarded = several_as_object(t, rows_of(rows, table.DISCARDED))
    return _lost(t, t("{who} discards {tiles}", who=who, tiles=discarded), rows[-1])


def _full_star(t: Words, rows: list[Row], who: str) -> str:
    points = rows[0]["points"]
    if points == MANY_COLOURS_POINTS:
        return t("{who} has a whole star of many colours: +{points}.", who=who, points=points)
    colour = colour_name(t, STAR_POINTS.tolist().index(points))
    return t(
        "{who} has a whole star of one colour ({colour}): +{points}.", who=who, colour=colour, points=points
    )


def _corners_cost(t: Words, rows: list[Row], who: str) -> str:
    (row,) = rows
    text = t.plural(
        "{who} has {n} tile left in the corners",
        "{who} has {n} tiles left in the corners",
        row["count"],
        who=who,
    )
    return _lost(t, text, row)


# What is told together with an event before it. Draws for the supply and for factories stay apart.
TOLD_WITH = {
    table.DRAWN: table.DRAWN,
    table.POURED: table.POURED,
    table.WILD_TAKEN: table.TAKEN,
    table.LEFT_OVER: table.LEFT_OVER,
    table.START_COST: table.START_TAKEN,
    table.USED: table.LAID,
    table.RUN: table.LAID,
    **dict.fromkeys(BONUSES, table.LAID),
    table.BONUS_TAKEN: table.BONUS_TAKEN,
    table.KEPT: table.KEPT,
    table.DISCARDED: table.DISCARDED,
    table.DISCARD_COST: table.DISCARDED,
    table.CORNERS_RETURNED: table.CORNERS_RETURNED,
}

TELLERS: dict[int, Teller] = {
    table.BEGINS: lambda t, rows, who: t("{who} begins.", who=who),
    table.DRAWN: _drawn,
    table.POURED: lambda t, rows, who: t.plural(
        "{n} tile is poured from the tower into the bag.",
        "{n} tiles are poured from the tower into the bag.",
        phrases.total(rows),
    ),
    table.WILD: _round,
    table.START_PUT_OUT: lambda t, rows, who: t(
        "{who} begins and puts the starting-player tile in the centre.", who=who
    ),
    table.TAKEN: _taken,
    table.LEFT_OVER: lambda t, rows, who: t("To the centre: {tiles}.", tiles=several(t, rows)),
    table.START_TAKEN: lambda t, rows, who: _lost(
        t, t("{who} gets the starting-player tile", who=who), rows[-1]
    ),
    table.LAID: _laid,
    table.BONUS_TAKEN: lambda t, rows, who: t(
        "{who} takes {tiles} from the supply.", who=who, tiles=several_as_object(t, rows)
    ),
    table.PASSED: lambda t, rows, who: t("{who} passes.", who=who),
    table.KEPT: lambda t, rows, who: t(
        "{who} keeps {tiles} in the corners.", who=who, tiles=several_as_object(t, rows)
    ),
    table.DISCARDED: _discarded,
    table.OUT_OF_TILES: lambda t, rows, who: t("{who} has no tiles left and passes.", who=who),
    table.CORNERS_RETURNED: lambda t, rows, who: t(
        "{who} takes {tiles} back from the corners.", who=who, tiles=several_as_object(t, rows)
    ),
    table.FULL_STAR: _full_star,
    table.FULL_NUMBER: lambda t, rows, who: t(
        "{who} has covered every {number}: +{points}.",
        who=who,
        number=rows[0]["count"],
        points=rows[0]["points"],
    ),
    table.CORNERS_COST: _corners_cost,
    table.GAME_OVER: lambda t, rows, who: t("Round 6 was the last: the game is over."),
}
