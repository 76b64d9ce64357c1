"""What is asked, in one sentence."""

from typing import Any

from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import CORNERS, ROUNDS, TILES_PER_FACTORY
from azulejos.tell import Words
from azulejos.tell.marks import plural
from azulejos.tell.pavilion import offer
from azulejos.tell.pavilion.pieces import chosen_space
from azulejos.tell.phrases import Ask, asked


def question(t: Words, state: Any, who: str) -> str:
    phase = state.phase_id
    if phase in ASK:
        return f"{ASK[phase](t, state, who)} {offer.wild_told(t, state)}"
    if phase == table.BEGINNING:
        return t("Who begins?")
    if phase == table.REFILLING:
        return t("Which tile is drawn for the supply?")
    if phase == table.FILLING:
        return t("Which tile goes to factory {n}?", n=state.filled_count // TILES_PER_FACTORY + 1)
    return t("The game is over.")


def _ask_to_lay(t: Words, state: Any, who: str) -> str:
    if table.spaces_asked(state) == table.PASS_BIT:
        return t("{who}: none of your tiles can be laid, so pass.", who=who)
    return t("{who}: lay a tile on a space, or pass.", who=who)


def _ask_to_keep(t: Words, state: Any, who: str) -> str:
    free = CORNERS - int(table.count_corners(state.players[state.to_move]))
    if state.round_number == ROUNDS:
        return t.plural(
            "{who}: keep {n} more tile; in the last round each costs 1 point.",
            "{who}: keep up to {n} tiles; in the last round each costs 1 point.",
            free,
            who=who,
        )
    return t.plural(
        "{who}: keep {n} more tile; each of the others costs 1 point.",
        "{who}: keep up to {n} tiles; each of the others costs 1 point.",
        free,
        who=who,
    )


def _cost_asked(t: Words, state: Any) -> int:
    return int(table.cost_chosen(state))


def _owed(t: Words, state: Any) -> int:
    return int(state.owed)


ASK: dict[int, Ask] = {
    table.OFFER: asked("{who}: take one colour, and a wild tile if one lies there."),
    table.LAYING: _ask_to_lay,
    table.COLOURING: asked("{who}: choose the colour for {space}.", space=chosen_space),
    table.PAYING: asked(
        plural("{who}: use {n} tile for {space}.", "{who}: use {n} tiles for {space}."),
        n=_cost_asked,
        space=chosen_space,
    ),
    table.BONUS: asked(
        plural(
            "{who}: take {n} tile of your choice from the supply.",
            "{who}: take {n} tiles of your choice from the supply.",
        ),
        n=_owed,
    ),
    table.KEEPING: _ask_to_keep,
}
