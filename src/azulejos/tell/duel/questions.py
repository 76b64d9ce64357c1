"""What is asked, in one sentence."""

from typing import Any

from azulejos.games.duel import state as table
from azulejos.games.duel.board import CHIPS_PER_ROUND, TILES_PER_LARGE, TILES_PER_SMALL
from azulejos.tell import Words
from azulejos.tell.duel.pieces import colour_name, dome_name, short, tiles_as_object
from azulejos.tell.phrases import Ask, asked


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
        text += " " + t("Dome tiles still to take: {n}.", n=int(player.tokens))
    return text


def _ask_to_stack(t: Words, state: Any, who: str) -> str:
    left = state.sun[state.source_chosen]
    return t(
        "{who}: stack factory {n}, bottom up: {tiles}.",
        who=who,
        n=state.source_chosen + 1,
        tiles=", ".join(short(t, colour, int(count)) for colour, count in enumerate(left) if count),
    )


def _ask_to_pay(t: Words, state: Any, who: str) -> str:
    row = int(state.row_asked)
    player = state.players[state.to_move]
    return t.plural(
        "{who}: line {row} lacks {n}: pay 2 chips that show {colour}, or any 3.",
        "{who}: line {row} lacks {n}: for each pay 2 chips that show {colour}, or any 3.",
        int(table.missing_tiles(player, row)),
        who=who,
        row=row + 1,
        colour=colour_name(t, int(player.line_colour[row])),
    )


def _ask_for_tile(t: Words, state: Any, who: str) -> str:
    if state.filled_count < TILES_PER_LARGE:
        return t("Which tile goes to the large factory?")
    factory = (int(state.filled_count) - TILES_PER_LARGE) // TILES_PER_SMALL
    return t("Which tile goes to factory {n}?", n=factory + 1)


def _looking(t: Words, state: Any, who: str) -> str:
    if not who:
        return t("Drawn dome tiles are looked at.")
    return t("{who} looks at the drawn dome tiles.", who=who)


def _chip_asked(t: Words, state: Any) -> int:
    return int(table.chip_to_turn(state)) + 1


def _drawn_so_far(t: Words, state: Any) -> int:
    return int(state.drawn_count)


def _dome_asked(t: Words, state: Any) -> str:
    return dome_name(t, int(state.dome_hand))


def _place_asked(t: Words, state: Any) -> int:
    return int(state.place_chosen) + 1


def _tiles_taken(t: Words, state: Any) -> str:
    return tiles_as_object(t, int(state.hand_colour), int(state.hand_count))


def _line_asked(t: Words, state: Any) -> int:
    return int(state.row_asked) + 1


ASK: dict[int, Ask] = {
    table.BEGINNING: asked("Who begins?"),
    table.GOALS_PHASE: asked("Which goal is drawn?"),
    table.BACK: asked("What does the back of the next dome tile show?"),
    table.FACING: asked("Which dome tile is turned up?"),
    table.LOOKING: _looking,
    table.FILLING: _ask_for_tile,
    table.CHIPS_PHASE: asked("What does the chip of factory {n} show?", n=_chip_asked),
    table.SETTING: asked("{who}: take one of the open dome tiles."),
    table.ACTING: _ask_to_act,
    table.DRAWING: asked(
        "{who}: draw another dome tile for 1 point, or stop. Drawn so far: {n}.", n=_drawn_so_far
    ),
    table.KEEPING: asked("{who}: keep one of the dome tiles that you drew."),
    table.ORDERING: asked("{who}: choose what goes under the stack next; the first lies nearest the top."),
    table.PLACING: asked("{who}: choose a place for the dome tile: {tile}.", tile=_dome_asked),
    table.TURNING: asked("{who}: choose how the dome tile lies on place {n}.", n=_place_asked),
    table.STACKING: _ask_to_stack,
    table.LINING: asked("{who}: choose a line for {tiles}, or break what you took.", tiles=_tiles_taken),
    table.COMPLETING: asked("{who}: complete line {n} with chips, or leave it.", n=_line_asked),
    table.PAYING: _ask_to_pay,
    table.COLUMNS: asked("{who}: choose a column for the tile of line {n}.", n=_line_asked),
    table.OVER: asked("The game is over."),
}
