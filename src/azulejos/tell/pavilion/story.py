"""What happened, in words: rows of a story that belong together make a sentence."""

from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import CENTRE, MANY_COLOURS_POINTS, RHOMBI, STAR_POINTS
from azulejos.tell import Row, Sentence, Words, phrases
from azulejos.tell.marks import Plural, marked, plural
from azulejos.tell.pavilion.pieces import (
    PLAIN_SPACES,
    colour_name,
    several,
    several_as_object,
    tiles_as_object,
    with_wild,
)
from azulejos.tell.phrases import Teller, first_count, first_points, how_many, rows_of, signed, told

CLAUSES = "SP"
SCORING = {
    table.START_TAKEN,
    table.LAID,
    table.DISCARDED,
    table.FULL_STAR,
    table.FULL_NUMBER,
    table.CORNERS_COST,
}


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
        space=t.show(PLAIN_SPACES[star], n=1 + phrases.total(used)),  # rows don't tell the side of the board
        points=signed(sum(row["points"] for row in rows)),
    )
    parts = [text]
    if used:
        parts.append(t("To the tower: {tiles}.", tiles=several(t, used)))
    parts += [t.show(BONUSES[row["what"]], n=row["count"]) for row in rows if row["what"] in BONUSES]
    return " ".join(parts)


BONUSES: dict[int, str | Plural] = {
    table.WINDOW_FULL: marked("A window is complete: {n} bonus tiles."),
    table.STATUE_FULL: marked("A statue is complete: {n} bonus tiles."),
    table.PILLAR_FULL: marked("A pillar is complete: {n} bonus tile."),
    table.FORFEITED: plural(
        "The supply is too small: {n} bonus tile is lost.",
        "The supply is too small: {n} bonus tiles are lost.",
    ),
}


def _discarded(t: Words, rows: list[Row], who: str) -> str:
    discarded = several_as_object(t, rows_of(rows, table.DISCARDED))
    return _lost(t, t("{who} discards {tiles}", who=who, tiles=discarded), rows[-1])


def _start_taken(t: Words, rows: list[Row], who: str) -> str:
    return _lost(t, t("{who} gets the starting-player tile", who=who), rows[-1])


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
    table.BEGINS: told("{who} begins."),
    table.DRAWN: _drawn,
    table.POURED: told(
        plural(
            "{n} tile is poured from the tower into the bag.",
            "{n} tiles are poured from the tower into the bag.",
        ),
        n=how_many,
    ),
    table.WILD: _round,
    table.START_PUT_OUT: told("{who} begins and puts the starting-player tile in the centre."),
    table.TAKEN: _taken,
    table.LEFT_OVER: told("To the centre: {tiles}.", tiles=several),
    table.START_TAKEN: _start_taken,
    table.LAID: _laid,
    table.BONUS_TAKEN: told("{who} takes {tiles} from the supply.", tiles=several_as_object),
    table.PASSED: told("{who} passes."),
    table.KEPT: told("{who} keeps {tiles} in the corners.", tiles=several_as_object),
    table.DISCARDED: _discarded,
    table.OUT_OF_TILES: told("{who} has no tiles left and passes."),
    table.CORNERS_RETURNED: told("{who} takes {tiles} back from the corners.", tiles=several_as_object),
    table.FULL_STAR: _full_star,
    table.FULL_NUMBER: told(
        "{who} has covered every {number}: +{points}.", number=first_count, points=first_points
    ),
    table.CORNERS_COST: _corners_cost,
    table.GAME_OVER: told("Round 6 was the last: the game is over."),
}
