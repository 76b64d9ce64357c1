"""Duel in words.

What a viewer may not know is undecided in the state, and has no piece in the story: it is then told as
"a dome tile".
"""

from collections.abc import Callable, Iterable
from typing import Any

from azulejos.core.contract import NO_PIECE
from azulejos.games.duel import choices
from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    ASKED,
    BROKEN_LOSS,
    BROKEN_MAX,
    CHIPS_N,
    CHIPS_PER_ROUND,
    COLOURS,
    COLOURS_N,
    DOME_TILES_N,
    EMPTY,
    GOALS,
    GOALS_N,
    LARGE,
    LINES,
    PLACE_OF,
    PLACES_PER_ROW,
    ROUNDS,
    SIZE,
    SMALL,
    SPECIAL,
    SPECIAL_KIND,
    START_LOSS,
    TILES_PER_LARGE,
    TILES_PER_SMALL,
    WILD,
)
from azulejos.games.duel.scoring import goal_points, special_to_lay, tile_points
from azulejos.tell import Row, Sentence, Words, phrases
from azulejos.tell.phrases import Counted, Named, Teller, points_or_zero, rows_of, signed, with_facts

CLAUSES = "DU"
SCORING = {table.LAID, table.BROKEN_COST, table.START_COST, table.GOAL_POINTS, table.KEPT_AT_ZERO}
FIRST_TURN = 0  # how dome tiles are described that lie nowhere yet


def title(t: Words) -> str:
    return t("Duel")


def option(t: Words, name: str, value: str | None) -> str:
    """An option of the game, or one of its values: a preset, a goal, or some goals with commas."""
    labels = {
        ("goals", None): t("Goals"),
        ("goals", "first-game"): t("for a first game: rows, columns, diagonals"),
        ("goals", "random"): t("three, drawn at random"),
        ("goals", "random-4"): t("four, drawn at random"),
    }
    if value in GOALS:
        goal = GOALS.index(value)
        return f"{GOAL_NAMES[goal](t)}: {GOAL_SCORES[goal](t)}"
    if (name, value) in labels or value is None:
        return labels[name, value]
    return ", ".join(GOAL_NAMES[GOALS.index(goal)](t) for goal in value.split(","))


GOAL_NAMES: tuple[Named, ...] = (
    lambda t: t("rows"),
    lambda t: t("colourful rows"),
    lambda t: t("columns"),
    lambda t: t("rim"),
    lambda t: t("diagonals"),
    lambda t: t("corners"),
    lambda t: t("wild spaces"),
    lambda t: t("empty special spaces"),
)
GOAL_SCORES: tuple[Named, ...] = (
    lambda t: t("+3 for each full row"),
    lambda t: t("+4 for each row with 5 colours"),
    lambda t: t("+7 for each full column"),
    lambda t: t("+1 for each tile at the edge"),
    lambda t: t("+10 for each full diagonal"),
    lambda t: t("+3 for each full upper corner, +8 for each lower one"),
    lambda t: t("+2 for each, if all of yours are filled"),
    lambda t: t("−3 for each"),
)


def goals_of(state: Any) -> list[int]:
    return [goal for goal in range(GOALS_N) if (int(state.goals) >> goal) & 1]


def _goal_list(t: Words, goals: Iterable[int]) -> str:
    return ", ".join(GOAL_NAMES[goal](t) for goal in goals)


# ------------------------------------------------------------------------------------------------
# Tiles, dome tiles, chips

PAIR_NAMES: tuple[Named, ...] = (
    lambda t: t("turquoise-yellow"),
    lambda t: t("yellow-black"),
    lambda t: t("black-blue"),
    lambda t: t("blue-red"),
    lambda t: t("red-turquoise"),
)


def colour_name(t: Words, colour: int) -> str:
    return phrases.colour_name(t, COLOURS[colour])


def tiles_as_object(t: Words, colour: int, count: int) -> str:
    return phrases.tiles_as_object(t, COLOURS[colour], count)


def short(t: Words, colour: int, count: int) -> str:
    """Tiles that something is done with, where it is clear that they are tiles: 2 blue."""
    return phrases.SHORT[COLOURS[colour]](t, count)


def content(t: Words, what: int) -> str:
    """What a space of the dome asks for."""
    if what == SPECIAL:
        return t("special space")
    return t("wild space") if what == WILD else colour_name(t, what)


def chip_name(t: Words, chip: int) -> str:
    """The colours of a chip, one or two."""
    return colour_name(t, chip) if chip < COLOURS_N else PAIR_NAMES[chip - COLOURS_N](t)


def dome_name(t: Words, tile: int) -> str:
    """The colours of a dome tile, clockwise from its fourth space, and that one."""
    fourth, *others = (int(what) for what in ASKED[tile, FIRST_TURN])
    colours = ", ".join(colour_name(t, colour) for colour in others)
    if fourth == SPECIAL:
        return t("{colours} + special", colours=colours)
    return t("{colours} + wild", colours=colours)


def back_name(t: Words, kind: int) -> str:
    return t("special back") if kind == SPECIAL_KIND else t("wild back")


def hidden_name(t: Words, tile: int, kind: int) -> str:
    """A dome tile that lies face down: its face if it is known, or else its back."""
    return dome_name(t, tile) if tile != EMPTY else t("a dome tile ({back})", back=back_name(t, kind))


def place_name(t: Words, place: int) -> str:
    """The rows and columns that a place of the dome covers."""
    row, column = (2 * number + 1 for number in divmod(place, PLACES_PER_ROW))
    return t(
        "rows {row}–{row_end}, columns {column}–{column_end}",
        row=row,
        row_end=row + 1,
        column=column,
        column_end=column + 1,
    )


def top_back(state: Any) -> int:
    """What the back of the uppermost dome tile of the stack shows, or EMPTY."""
    return int(state.top_kind if state.unseen_count else state.under_kind[0])


# ------------------------------------------------------------------------------------------------
# Choices


def choice(t: Words, state: Any, number: int) -> str:
    """A choice with what follows from it."""
    first = max(first for first in CHOICES if first <= number)
    return CHOICES[first](t, state, number - first)


def _draw(t: Words, state: Any, _: int) -> str:
    player = state.players[state.to_move]
    facts = [back_name(t, top_back(state))] if top_back(state) != EMPTY else []
    if state.phase_id == table.DRAWING:
        return with_facts(t("Draw another dome tile for 1 point"), facts)
    if player.score == 0:
        return with_facts(t("Draw a dome tile from the stack for nothing"), facts)
    return with_facts(t("Draw a dome tile from the stack for 1 point"), facts)


def _sun(t: Words, state: Any, number: int) -> str:
    source, colour = divmod(number, COLOURS_N)
    count = int(state.sun[source, colour])
    left = int(state.sun[source].sum()) - count
    taken = short(t, colour, count)
    facts = []
    if left:
        facts.append(t.plural("{n} goes to the moon side", "{n} go to the moon side", left))
    elif source == LARGE:
        facts += _start_fact(t, state)
    elif state.chip[source] == table.FACE_DOWN:
        facts.append(t("turns up its chip"))
    if source == LARGE:
        return with_facts(t("Take {tiles} from the sun side of the large factory", tiles=taken), facts)
    return with_facts(t("Take {tiles} from the sun side of factory {n}", tiles=taken, n=source + 1), facts)


def _start_fact(t: Words, state: Any) -> list[str]:
    if state.start_holder != table.NOBODY:
        return []
    return [t("with the starting-player tile: {points}", points=signed(START_LOSS))]


def _moon(t: Words, state: Any, colour: int) -> str:
    tops = [factory for factory in range(SMALL) if _top(state, factory) == colour]
    emptied = [factory + 1 for factory in tops if state.moon_count[factory] == 1]
    facts = [t("turns up the chip of factory {n}", n=factory) for factory in emptied]
    if state.large_moon[colour]:
        facts += _start_fact(t, state)
    taken = short(t, colour, len(tops) + int(state.large_moon[colour]))
    return with_facts(t("Take {tiles} from the moon sides", tiles=taken), facts)


def _top(state: Any, factory: int) -> int:
    count = int(state.moon_count[factory])
    return int(state.moon[factory, count - 1]) if count else EMPTY


def _take_chip(t: Words, state: Any, chip: int) -> str:
    factory = int(table.factory_with(state, chip))
    return t("Take a {chip} chip from factory {n}", chip=chip_name(t, chip), n=factory + 1)


def _stop(t: Words, state: Any, _: int) -> str:
    return t.plural(
        "Stop drawing and look at {n} dome tile",
        "Stop drawing and look at {n} dome tiles",
        int(state.drawn_count),
    )


def _turned(t: Words, state: Any, turned: int) -> str:
    """The four spaces as they will lie."""
    left, right, low_right, low_left = (content(t, int(what)) for what in ASKED[state.dome_hand, turned])
    return t(
        "Above: {left}, {right}; below: {low_left}, {low_right}",
        left=left,
        right=right,
        low_left=low_left,
        low_right=low_right,
    )


def _stack(t: Words, state: Any, colour: int) -> str:
    left = state.sun[state.source_chosen].copy()
    left[colour] -= 1
    others = [other for other in range(COLOURS_N) if left[other]]
    facts = [t("then {colour}", colour=colour_name(t, others[0]))] if len(others) == 1 else []
    if state.moon_count[state.source_chosen] == 0:
        return with_facts(t("At the bottom of the stack: {colour}", colour=colour_name(t, colour)), facts)
    return with_facts(t("Next on the stack: {colour}", colour=colour_name(t, colour)), facts)


def _line(t: Words, state: Any, row: int) -> str:
    """How full the line is then, what breaks, and whether its row has a space for it."""
    player, size = state.players[state.to_move], row + 1
    count = int(player.line_count[row]) + int(state.hand_count)
    facts = [t("{n} of {size} filled then", n=count, size=size) if count < size else t("full then")]
    if count > size:
        facts.append(_breaking(t, player, count - size))
    return t(
        "Line {n}: {facts}",
        n=size,
        facts=", ".join([*facts, *_space_fact(t, player, row, state.hand_colour)]),
    )


def _breaking(t: Words, player: Any, count: int) -> str:
    return t.plural("{n} breaks: {points}", "{n} break: {points}", count, points=_break_points(player, count))


def _break_points(player: Any, count: int) -> str:
    """What so many more broken tiles cost; a fifth costs nothing (DU-22, DU-35)."""
    before = int(player.broken_count)
    return points_or_zero(int(BROKEN_LOSS[min(before + count, BROKEN_MAX)] - BROKEN_LOSS[before]))


def _space_fact(t: Words, player: Any, row: int, colour: int) -> list[str]:
    spaces = range(row * SIZE, (row + 1) * SIZE)
    if any(player.asks[s] in (colour, WILD) and player.spaces[s] == EMPTY for s in spaces):
        return []
    if table.is_row_built(player, row):
        return [t("no space is left for it in the row")]
    return [t("no space for it in the row yet")]


def _break(t: Words, state: Any, _: int) -> str:
    player, count = state.players[state.to_move], int(state.hand_count)
    over = max(0, int(player.broken_count) + count - BROKEN_MAX)
    facts = [t.plural("{n} goes to the tower", "{n} go to the tower", over)] if over else []
    points = _break_points(player, count)
    if count == 1:
        return with_facts(t("Break the tile: {points}", points=points), facts)
    return with_facts(t("Break them all: {points}", points=points), facts)


def _complete(t: Words, state: Any, _: int) -> str:
    row = int(state.row_asked)
    missing = int(table.missing_tiles(state.players[state.to_move], row))
    return t.plural(
        "Complete line {row} with chips: {n} tile is missing",
        "Complete line {row} with chips: {n} tiles are missing",
        missing,
        row=row + 1,
    )


def _pay(t: Words, state: Any, chip: int) -> str:
    colour = int(state.players[state.to_move].line_colour[state.row_asked])
    facts = [t("shows {colour}", colour=colour_name(t, colour))] if table.shows(chip, colour) else []
    return with_facts(t("Pay a {chip} chip", chip=chip_name(t, chip)), facts)


def _column(t: Words, state: Any, column: int) -> str:
    """What a tile on this space scores, completes and brings for the goals."""
    player, row = state.players[state.to_move], int(state.row_asked)
    space = row * SIZE + column
    facts = [t("scores {n}", n=int(tile_points(player, row, column))), *_effects(t, state, player, space)]
    if player.asks[space] == WILD:
        return t("Column {n}, wild space: {facts}", n=column + 1, facts=", ".join(facts))
    return t("Column {n}: {facts}", n=column + 1, facts=", ".join(facts))


def _effects(t: Words, state: Any, player: Any, space: int) -> list[str]:
    """The special tile that a tile on this space brings, and what it means for the goals."""
    facts, before = [], _goals_total(state, player)
    after = player.copy()
    after.spaces[space] = player.line_colour[state.row_asked]
    special = int(special_to_lay(after, PLACE_OF[space]))
    if special != EMPTY:
        after.spaces[special] = SPECIAL
        facts.append(t("completes a special tile (+{n})", n=special // SIZE + 1))
    gain = _goals_total(state, after) - before
    return [*facts, t("goals {points}", points=signed(gain))] if gain else facts


def _goals_total(state: Any, player: Any) -> int:
    return sum(int(goal_points(player, goal)) for goal in goals_of(state))


Label = Callable[[Words, Any, int], str]
CHOICES: dict[int, Label] = {
    choices.DOME: lambda t, state, tile: t("Take dome tile: {tile}", tile=dome_name(t, tile)),
    choices.DRAW: _draw,
    choices.SUN: _sun,
    choices.MOON: _moon,
    choices.CHIP: _take_chip,
    choices.STOP: _stop,
    choices.KEEP: lambda t, state, tile: t("Keep dome tile: {tile}", tile=dome_name(t, tile)),
    choices.UNDER: lambda t, state, tile: t("Under the stack: {tile}", tile=dome_name(t, tile)),
    choices.PLACE: lambda t, state, place: t("Place {n}: {where}", n=place + 1, where=place_name(t, place)),
    choices.TURNED: _turned,
    choices.STACK: _stack,
    choices.LINE: _line,
    choices.BREAK: _break,
    choices.COMPLETE: _complete,
    choices.LEAVE: lambda t, state, _: t("Leave line {n} as it is", n=state.row_asked + 1),
    choices.PAY: _pay,
    choices.ENOUGH: lambda t, state, _: t("Enough: line {n} is complete", n=state.row_asked + 1),
    choices.COLUMN: _column,
    choices.BEGIN: lambda t, state, seat: t("Seat {n} begins", n=seat + 1),
    choices.GOAL: lambda t, state, goal: t("Goal: {goal}", goal=GOAL_NAMES[goal](t)),
    choices.NEXT: lambda t, state, kind: t("The next dome tile has a {back}", back=back_name(t, kind)),
    choices.REVEAL: lambda t, state, tile: t("The dome tile is: {tile}", tile=dome_name(t, tile)),
    choices.DRAW_TILE: lambda t, state, colour: t("Draw {tiles}", tiles=tiles_as_object(t, colour, 1)),
    choices.REVEAL_CHIP: lambda t, state, chip: t("The chip is: {chip}", chip=chip_name(t, chip)),
}


# ------------------------------------------------------------------------------------------------
# Questions


def question(t: Words, state: Any, who: str) -> str:
    """What is asked now. Of CHANCE, too: then `who` is in whose turn it happens, or nobody."""
    return ASK[state.phase_id](t, state, who)


def _ask_to_act(t: Words, state: Any, who: str) -> str:
    player = state.players[state.to_move]
    has_dome = table.stack_count(state) or table.display_bits(state)
    has_tiles = table.sun_bits(state) or table.moon_bits(state)
    things = [t("a dome tile")] if player.tokens and has_dome else []
    things += [t("tiles")] if has_tiles else []
    things += [t("a chip")] if player.chips_taken < CHIPS_PER_ROUND and table.chip_bits(state) else []
    *others, last = things
    what = t("{others} or {last}", others=", ".join(others), last=last) if others else last
    text = t("{who}: take {what}.", who=who, what=what)
    if player.tokens:
        text += " " + t("Dome tiles still to take in this round: {n}.", n=int(player.tokens))
    return text


def _ask_to_stack(t: Words, state: Any, who: str) -> str:
    left = phrases.listed(t, state.sun[state.source_chosen], COLOURS)
    return t(
        "{who}: stack the rest of factory {n}, from the bottom up: {tiles}.",
        who=who,
        n=state.source_chosen + 1,
        tiles=left,
    )


def _ask_to_pay(t: Words, state: Any, who: str) -> str:
    row = int(state.row_asked)
    player = state.players[state.to_move]
    text = t.plural(
        "{who}: pay for {n} missing tile of line {row}: 2 chips that show {colour}, or any 3.",
        "{who}: pay for {n} missing tiles of line {row}: each 2 chips that show {colour}, or any 3.",
        int(table.missing_tiles(player, row)),
        who=who,
        row=row + 1,
        colour=colour_name(t, int(player.line_colour[row])),
    )
    if any(state.paid):
        text += " " + t("Paid: {chips}.", chips=_chips(t, state.paid))
    return text


def _ask_for_tile(t: Words, state: Any, who: str) -> str:
    if state.filled_count < TILES_PER_LARGE:
        return t("Which tile goes to the large factory?")
    factory = (int(state.filled_count) - TILES_PER_LARGE) // TILES_PER_SMALL
    return t("Which tile goes to factory {n}?", n=factory + 1)


def _looking(t: Words, state: Any, who: str) -> str:
    if not who:
        return t("Drawn dome tiles are looked at.")
    return t("{who} looks at the drawn dome tiles.", who=who)


Ask = Callable[[Words, Any, str], str]
ASK: dict[int, Ask] = {
    table.BEGINNING: lambda t, state, who: t("Who begins?"),
    table.GOALS_PHASE: lambda t, state, who: t("Which goal is drawn?"),
    table.BACK: lambda t, state, who: t("What does the back of the next dome tile show?"),
    table.FACING: lambda t, state, who: t("Which dome tile is turned up?"),
    table.LOOKING: _looking,
    table.FILLING: _ask_for_tile,
    table.CHIPS_PHASE: lambda t, state, who: t(
        "What does the chip of factory {n} show?", n=table.chip_to_turn(state) + 1
    ),
    table.SETTING: lambda t, state, who: t("{who}: take one of the open dome tiles.", who=who),
    table.ACTING: _ask_to_act,
    table.DRAWING: lambda t, state, who: t(
        "{who}: draw another dome tile for 1 point, or stop. Drawn so far: {n}.",
        who=who,
        n=int(state.drawn_count),
    ),
    table.KEEPING: lambda t, state, who: t("{who}: keep one of the dome tiles that you drew.", who=who),
    table.ORDERING: lambda t, state, who: t(
        "{who}: choose what goes under the stack next; the first lies nearest the top.", who=who
    ),
    table.PLACING: lambda t, state, who: t(
        "{who}: choose a place for the dome tile: {tile}.", who=who, tile=dome_name(t, int(state.dome_hand))
    ),
    table.TURNING: lambda t, state, who: t(
        "{who}: choose how the dome tile lies on place {n}.", who=who, n=state.place_chosen + 1
    ),
    table.STACKING: _ask_to_stack,
    table.LINING: lambda t, state, who: t(
        "{who}: choose a line for {tiles}, or break what you took.",
        who=who,
        tiles=tiles_as_object(t, int(state.hand_colour), int(state.hand_count)),
    ),
    table.COMPLETING: lambda t, state, who: t(
        "{who}: complete line {n} with chips, or leave it.", who=who, n=state.row_asked + 1
    ),
    table.PAYING: _ask_to_pay,
    table.COLUMNS: lambda t, state, who: t(
        "{who}: choose a column for the tile of line {n}.", who=who, n=state.row_asked + 1
    ),
    table.OVER: lambda t, state, who: t("The game is over."),
}


# ------------------------------------------------------------------------------------------------
# The table as text


def describe(t: Words, state: Any, names: list[str]) -> list[str]:
    """The whole table in sentences, for those who listen instead of look."""
    goals = _goal_list(t, goals_of(state)) or t("none yet")
    lines = [
        t("Round {n} of {rounds}.", n=state.round_number, rounds=ROUNDS),
        t("Goals: {goals}.", goals=goals),
        *(_describe_factory(t, state, factory) for factory in range(SMALL)),
        _describe_large(t, state),
        *_describe_dome_tiles(t, state),
        *_describe_turn(t, state),
        t("In the bag: {tiles}.", tiles=_lying(t, state.bag)),
        t("In the tower: {tiles}.", tiles=_lying(t, state.tower)),
    ]
    for seat in range(state.players_n):
        lines += _describe_board(t, state, seat, names[seat])
    return lines


def _lying(t: Words, counts: Any) -> str:
    return phrases.listed(t, counts, COLOURS)


def _chips(t: Words, counts: Any) -> str:
    """Chips one by one."""
    held = [chip_name(t, chip) for chip in range(CHIPS_N) for _ in range(counts[chip])]
    return ", ".join(held) or t("nothing")


def _describe_factory(t: Words, state: Any, factory: int) -> str:
    chip = int(state.chip[factory])
    shown = chip_name(t, chip) if chip >= 0 else t("face down")
    stack = [colour_name(t, int(tile)) for tile in state.moon[factory, : state.moon_count[factory]]]
    return t(
        "Factory {n}: sun side: {sun}; moon side, from the bottom: {moon}; chip: {chip}.",
        n=factory + 1,
        sun=_lying(t, state.sun[factory]),
        moon=", ".join(stack) or t("nothing"),
        chip=t("nothing") if chip == table.NO_CHIP else shown,
    )


def _describe_large(t: Words, state: Any) -> str:
    text = t(
        "Large factory: sun side: {sun}; moon side: {moon}.",
        sun=_lying(t, state.sun[LARGE]),
        moon=_lying(t, state.large_moon),
    )
    if state.start_holder == table.NOBODY:
        text += " " + t("The starting-player tile is on it.")
    return text


def _describe_dome_tiles(t: Words, state: Any) -> list[str]:
    """Display, stack, and what was put under it as far as it is known."""
    shown = [dome_name(t, int(tile)) for tile in state.display if tile != EMPTY]
    lines = [t("Open dome tiles: {tiles}.", tiles="; ".join(shown) or t("nothing"))]
    stack = t("Dome tiles in the stack: {n}.", n=int(table.stack_count(state)))
    if top_back(state) != EMPTY:
        stack += " " + t("On top: {back}.", back=back_name(t, top_back(state)))
    lines.append(stack)
    if state.under_count:
        under = _hidden_tiles(t, state.under, state.under_kind, state.under_count)
        lines.append(t("At the bottom of the stack: {tiles}.", tiles=under))
    return lines


def _hidden_tiles(t: Words, tiles: Any, kinds: Any, count: int) -> str:
    return "; ".join(hidden_name(t, int(tiles[i]), int(kinds[i])) for i in range(count))


def _describe_turn(t: Words, state: Any) -> list[str]:
    """What has been taken in this turn and lies nowhere yet."""
    lines = []
    if state.drawn_count:
        drawn = _hidden_tiles(t, state.drawn, state.drawn_kind, state.drawn_count)
        lines.append(t("Drawn: {tiles}.", tiles=drawn))
    if state.dome_hand != EMPTY:
        lines.append(t("To be placed: {tile}.", tile=dome_name(t, int(state.dome_hand))))
    if state.hand_count:
        held = phrases.tiles(t, COLOURS[state.hand_colour], int(state.hand_count))
        lines.append(t("Taken: {tiles}.", tiles=held))
    return lines


def _describe_board(t: Words, state: Any, seat: int, name: str) -> list[str]:
    player = state.players[seat]
    lines = [t("{who}: score {points}.", who=name, points=int(player.score))]
    if state.start_holder == seat:
        lines.append(t("{who} has the starting-player tile.", who=name))
    lines.append(t("Tokens: {n}. Chips: {chips}.", n=int(player.tokens), chips=_chips(t, player.chips)))
    for row in range(LINES):
        count = int(player.line_count[row])
        held = phrases.tiles(t, COLOURS[player.line_colour[row]], count) if count else t("nothing")
        lines.append(t("Line {n}, spaces {size}: {tiles}.", n=row + 1, size=row + 1, tiles=held))
        lines.append(_describe_row(t, player, row))
    lines.append(t("Broken tiles: {tiles}.", tiles=_lying(t, player.broken)))
    points = [
        f"{GOAL_NAMES[goal](t)} {points_or_zero(int(goal_points(player, goal)))}" for goal in goals_of(state)
    ]
    if points:
        lines.append(t("Goals as things stand: {goals}.", goals=", ".join(points)))
    return lines


def _describe_row(t: Words, player: Any, row: int) -> str:
    """The tiles of a row of the dome, and its free spaces."""
    laid, free = [], []
    for column in range(SIZE):
        tile, asks = (int(what[row * SIZE + column]) for what in (player.spaces, player.asks))
        if tile != EMPTY:
            name = t("special tile") if tile == SPECIAL else colour_name(t, tile)
            laid.append(t("{colour} in column {n}", colour=name, n=column + 1))
        elif asks != EMPTY:
            free.append(t("{colour} in column {n}", colour=content(t, asks), n=column + 1))
    return t(
        "Row {n} of the dome: {tiles}; free: {spaces}.",
        n=row + 1,
        tiles=", ".join(laid) or t("nothing"),
        spaces=", ".join(free) or t("nothing"),
    )


# ------------------------------------------------------------------------------------------------
# Stories


def story(t: Words, rows: list[Row], names: list[str]) -> list[Sentence]:
    return [_sentence(t, group, names) for group in phrases.groups(rows, _belongs)]


def _sentence(t: Words, rows: list[Row], names: list[str]) -> Sentence:
    what = rows[0]["what"]
    is_scoring = what in SCORING or any(row["points"] for row in rows)
    return phrases.sentence(t, rows, names, TELLERS[what], CLAUSES, is_scoring)


def _belongs(row: Row, first: Row) -> bool:
    """Is a row told together with the one that begins the group before it?"""
    is_same = row["seat"] in (first["seat"], table.NOBODY)
    return is_same and first["what"] in TOLD_WITH.get(row["what"], ())


def _tiles(t: Words, rows: list[Row]) -> str:
    """Tiles that are there; without their colours if those may not be known."""
    if any(row["piece"] == NO_PIECE for row in rows):
        return t.plural_as("subject", "{n} tile", "{n} tiles", phrases.total(rows))
    return phrases.several(t, rows, COLOURS)


def _tiles_as_object(t: Words, rows: list[Row]) -> str:
    if any(row["piece"] == NO_PIECE for row in rows):
        return t.plural_as("object", "{n} tile", "{n} tiles", phrases.total(rows))
    return phrases.several(t, rows, COLOURS, phrases.tiles_as_object)


def _piece(t: Words, piece: int) -> str:
    """A dome tile, its back or a chip; nothing if it may not be known."""
    if table.DOME_PIECE <= piece < table.DOME_PIECE + DOME_TILES_N:
        return dome_name(t, piece - table.DOME_PIECE)
    if table.BACK_PIECE <= piece < table.CHIP_PIECE:
        return back_name(t, piece - table.BACK_PIECE)
    if table.CHIP_PIECE <= piece < table.HIDDEN_CHIP:
        return chip_name(t, piece - table.CHIP_PIECE)
    return colour_name(t, piece) if 0 <= piece < COLOURS_N else ""


def _naming(t: Words, text: str, rows: list[Row]) -> str:
    """A sentence that ends with the pieces of its rows, as far as they may be known."""
    pieces = ", ".join(filter(None, (_piece(t, row["piece"]) for row in rows)))
    return f"{text}: {pieces}." if pieces else f"{text}."


def _turned_up(t: Words, rows: list[Row], who: str) -> str:
    ups = rows_of(rows, table.TURNED_UP)
    return _and_next(t, _naming(t, t("A dome tile is turned up"), ups), rows)


def _and_next(t: Words, text: str, rows: list[Row]) -> str:
    """A sentence about the uppermost dome tile of the stack, and the back of the next one."""
    backs = rows_of(rows, table.BACK_SHOWN)
    return f"{text} {_back_shown(t, backs, '')}" if backs else text


def _back_shown(t: Words, rows: list[Row], who: str) -> str:
    return _naming(t, t("On top of the stack"), rows)


def _dome_action(t: Words, rows: list[Row], who: str) -> str:
    """A token is used for a dome tile of the display or of the stack, or more is paid for another."""
    taken, drawn = rows_of(rows, table.DOME_TAKEN), rows_of(rows, table.DOME_DRAWN)
    if taken:
        return _naming(t, t("{who} uses a token and takes a dome tile", who=who), taken)
    if not drawn:
        return t("{who} uses a token.", who=who)
    text = t("{who} uses a token and draws a dome tile", who=who)
    return _and_next(t, _drawn_text(t, text, rows), rows)


def _draws_again(t: Words, rows: list[Row], who: str) -> str:
    return _and_next(t, _drawn_text(t, t("{who} draws a dome tile", who=who), rows), rows)


def _drawn_text(t: Words, text: str, rows: list[Row]) -> str:
    """What was drawn, seen from the back, and what it costs."""
    backs = [_piece(t, row["piece"]) for row in rows_of(rows, table.DOME_DRAWN)]
    text = with_facts(text, [back for back in backs if back])
    points = sum(row["points"] for row in rows)
    return f"{text}: {signed(points)}." if points else f"{text}."


def _placed(t: Words, rows: list[Row], who: str) -> str:
    place = rows[0]["target"] - table.AT_PLACE + 1
    return _naming(t, t("{who} puts a dome tile on place {n}", who=who, n=place), rows)


def _taken(t: Words, rows: list[Row], who: str) -> str:
    taken, source = _tiles_as_object(t, rows), rows[0]["source"]
    if source >= table.AT_MOON:
        return t("{who} takes {tiles} from the moon sides.", who=who, tiles=taken)
    if source == LARGE:
        return t("{who} takes {tiles} from the sun side of the large factory.", who=who, tiles=taken)
    return t("{who} takes {tiles} from the sun side of factory {n}.", who=who, tiles=taken, n=source + 1)


def _chip_turned_up(t: Words, rows: list[Row], who: str) -> str:
    factory = rows[0]["source"] - table.AT_CHIP + 1
    return _naming(t, t("The chip of factory {n} is turned up", n=factory), rows)


def _chip_taken(t: Words, rows: list[Row], who: str) -> str:
    factory = rows[0]["source"] - table.AT_CHIP + 1
    return _naming(t, t("{who} takes the chip of factory {n}", who=who, n=factory), rows)


def _broken(t: Words, rows: list[Row], who: str) -> str:
    source = rows[0]["source"]
    if source == table.AT_HAND:
        return t("{who} breaks {tiles}.", who=who, tiles=_tiles_as_object(t, rows))
    return t(
        "{who}: no space is left for line {n}. Broken: {tiles}.",
        who=who,
        n=source - table.AT_LINE + 1,
        tiles=_tiles(t, rows),
    )


def _laid(t: Words, rows: list[Row], who: str) -> str:
    """The tile with its points, the rest of the line, and the special tile that it has brought."""
    at = divmod(rows[0]["target"] - table.AT_SPACE, SIZE)
    parts = [phrases.laid(t, rows, who, _tiles_as_object(t, rows[:1]), at, RUNS)]
    specials, cleared = rows_of(rows, table.SPECIAL_POINTS), rows_of(rows, table.LINE_CLEARED)
    parts += [_special(t, [row], who) for row in specials]
    if cleared:
        parts.append(t("To the tower: {tiles}.", tiles=_tiles(t, cleared)))
    return " ".join(parts)


def _special(t: Words, rows: list[Row], who: str) -> str:
    row, column = divmod(rows[0]["source"] - table.AT_SPACE, SIZE)
    return t(
        "Special tile in row {row}, column {column}: {points}.",
        row=row + 1,
        column=column + 1,
        points=signed(rows[0]["points"]),
    )


def _scored(t: Words, rows: list[Row], who: str) -> str:
    """Points of a tile that was laid, told by themselves."""
    return f"{who}: {signed(rows[0]['points'])} ({RUNS[rows[0]['what']](t, rows[0]['points'])})."


def _broken_cost(t: Words, rows: list[Row], who: str) -> str:
    count, cleared = rows[0]["count"], rows_of(rows, table.BROKEN_CLEARED)
    text = t.plural("{who} has {n} broken tile", "{who} has {n} broken tiles", count, who=who)
    floor = t("A score never falls below 0.")
    text = phrases.lost(t, text, rows[0]["points"], int(BROKEN_LOSS[count]), floor)
    return f"{text} {_to_tower(t, cleared, who)}" if cleared else text


def _start_cost(t: Words, rows: list[Row], who: str) -> str:
    text, floor = t("{who} has the starting-player tile", who=who), t("A score never falls below 0.")
    return phrases.lost(t, text, rows[0]["points"], START_LOSS, floor)


def _to_tower(t: Words, rows: list[Row], who: str) -> str:
    return t("To the tower: {tiles}.", tiles=_tiles(t, rows))


RUNS: dict[int, Counted] = dict(zip((table.ALONE, table.ACROSS, table.DOWN), phrases.RUNS, strict=True))

# What is told together with events before it.
TOLD_WITH: dict[int, set[int]] = {
    table.GOAL_DRAWN: {table.GOAL_DRAWN},
    table.BACK_SHOWN: {table.TURNED_UP, table.TOKEN_USED, table.PAID_FOR_DOME},
    table.DRAWN: {table.DRAWN},
    table.POURED: {table.POURED},
    table.CHIP_PUT_OUT: {table.CHIP_PUT_OUT},
    table.DOME_TAKEN: {table.TOKEN_USED},
    table.PAID_FOR_DOME: {table.TOKEN_USED},
    table.DOME_DRAWN: {table.TOKEN_USED, table.PAID_FOR_DOME},
    table.TAKEN: {table.TAKEN},
    table.STACKED: {table.STACKED},
    table.LEFT_OVER: {table.LEFT_OVER},
    table.CHIP_PAID: {table.CHIP_PAID},
    table.BROKEN_CLEARED: {table.BROKEN_COST, table.BROKEN_CLEARED},
    **{what: {table.LAID} for what in RUNS},
    table.LINE_CLEARED: {table.LAID},
    table.SPECIAL_LAID: {table.LAID},
    table.SPECIAL_POINTS: {table.LAID},
}

TELLERS: dict[int, Teller] = {
    table.BEGINS: lambda t, rows, who: t("{who} begins.", who=who),
    table.GOAL_DRAWN: lambda t, rows, who: t(
        "Goals drawn: {goals}.", goals=_goal_list(t, (row["count"] for row in rows))
    ),
    table.BACK_SHOWN: _back_shown,
    table.TURNED_UP: _turned_up,
    table.DRAWN: lambda t, rows, who: t.plural(
        "{n} tile is drawn for the factories.", "{n} tiles are drawn for the factories.", phrases.total(rows)
    ),
    table.PUT_BACK: lambda t, rows, who: t(
        "All tiles of the large factory are alike and go back into the bag: {tiles}.", tiles=_tiles(t, rows)
    ),
    table.POURED: lambda t, rows, who: t.plural(
        "{n} tile is poured from the tower into the bag.",
        "{n} tiles are poured from the tower into the bag.",
        phrases.total(rows),
    ),
    table.CHIP_PUT_OUT: lambda t, rows, who: t("Each small factory gets a chip, face down."),
    table.CHIP_TURNED_UP: _chip_turned_up,
    table.TOKEN_USED: _dome_action,
    table.DOME_TAKEN: lambda t, rows, who: _naming(t, t("{who} takes a dome tile", who=who), rows),
    table.PAID_FOR_DOME: _draws_again,
    table.DOME_DRAWN: _draws_again,
    table.LOOKED_AT: lambda t, rows, who: _naming(t, t("{who} looks at a dome tile", who=who), rows),
    table.DOME_KEPT: lambda t, rows, who: _naming(t, t("{who} keeps a dome tile", who=who), rows),
    table.PUT_UNDER: lambda t, rows, who: _naming(
        t, t("{who} puts a dome tile under the stack", who=who), rows
    ),
    table.DOME_PLACED: _placed,
    table.TAKEN: _taken,
    table.STACKED: lambda t, rows, who: _naming(
        t, t("{who} stacks on factory {n}", who=who, n=rows[0]["source"] + 1), rows
    ),
    table.LEFT_OVER: lambda t, rows, who: t(
        "To the moon side of the large factory: {tiles}.", tiles=_tiles(t, rows)
    ),
    table.START_TAKEN: lambda t, rows, who: t(
        "{who} gets the starting-player tile ({points} at the end of the round).",
        who=who,
        points=signed(START_LOSS),
    ),
    table.CHIP_TAKEN: _chip_taken,
    table.LINED: lambda t, rows, who: t(
        "{who} puts {tiles} in line {n}.",
        who=who,
        tiles=_tiles_as_object(t, rows),
        n=rows[0]["target"] - table.AT_LINE + 1,
    ),
    table.BROKEN: _broken,
    table.OVERFLOWED: lambda t, rows, who: t(
        "{who} has {n} broken tiles, the most there can be. To the tower: {tiles}.",
        who=who,
        n=BROKEN_MAX,
        tiles=_tiles(t, rows),
    ),
    table.PASSED: lambda t, rows, who: t("{who} can do nothing and passes.", who=who),
    table.LINE_KEPT: lambda t, rows, who: t(
        "{who}: line {n} is full and waits for a space.", who=who, n=rows[0]["count"]
    ),
    table.CHIP_PAID: lambda t, rows, who: _naming(t, t("{who} pays chips", who=who), rows),
    table.LAID: _laid,
    table.LINE_CLEARED: _to_tower,
    table.ALONE: _scored,
    table.ACROSS: _scored,
    table.DOWN: _scored,
    table.SPECIAL_LAID: lambda t, rows, who: t("{who} gets a special tile.", who=who),
    table.SPECIAL_POINTS: _special,
    table.BROKEN_COST: _broken_cost,
    table.BROKEN_CLEARED: _to_tower,
    table.START_COST: _start_cost,
    table.START_PUT_OUT: lambda t, rows, who: t(
        "{who} begins and puts the starting-player tile on the large factory.", who=who
    ),
    table.TOKENS_BACK: lambda t, rows, who: t("{who} has both tokens again.", who=who),
    table.GOAL_POINTS: lambda t, rows, who: t(
        "{who}, goal “{goal}”: {points}.",
        who=who,
        goal=GOAL_NAMES[rows[0]["count"]](t),
        points=points_or_zero(rows[0]["points"]),
    ),
    table.KEPT_AT_ZERO: lambda t, rows, who: t(
        "{who} can't end below 0: {points}.", who=who, points=signed(rows[0]["points"])
    ),
    table.GAME_OVER: lambda t, rows, who: t("Round 5 was the last: the game is over."),
}
