"""What is asked, in one sentence."""

from typing import Any

from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import PLUS_ONE, SIDEWAYS, TILES_PER_FACTORY
from azulejos.tell import Words
from azulejos.tell.chocolatier.pieces import tiles, tiles_as_object


def question(t: Words, state: Any, who: str) -> str:
    phase = state.phase_id
    if phase == table.OFFER:
        return t("{who}: take all tiles of one colour from a factory or from the centre.", who=who)
    if phase == table.SIDES:
        factory = table.token_at(state, SIDEWAYS)
        colour = table.lowest_colour(state, factory)
        left = tiles(t, colour, int(state.offer[factory, colour]))
        return t("{who}: choose a side for what is left: {tiles}.", who=who, tiles=left)
    if phase == table.PLACING:
        held = tiles_as_object(t, int(state.hand_colour), int(state.hand_count))
        return t("{who}: put {tiles} in a line, or on the floor.", who=who, tiles=held)
    if phase == table.LAYING:
        return t(
            "{who}: choose a column for the tile of line {n}.",
            who=who,
            n=table.topmost_full_line(state.players[state.to_move]) + 1,
        )
    if phase == table.BEGINNING:
        return t("Who begins?")
    if phase == table.TOKENS:
        return t("Which token turns golden, and what does it show?")
    if phase == table.FILLING:
        return t("Which tile is drawn for factory {n}?", n=state.filled_count // TILES_PER_FACTORY + 1)
    if phase == table.EXTRA:
        return t("Which tile is drawn for factory {n}?", n=table.token_at(state, PLUS_ONE) + 1)
    return t("The game is over.")
