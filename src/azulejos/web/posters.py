"""Pictures of tables for everybody: the poster of a finished game, or the table as a spectator sees it."""

import datetime

from babel.dates import format_date

from azulejos import tell
from azulejos.draw import poster
from azulejos.draw.view import View
from azulejos.tables.table import Table


def drawn(table: Table, theme: str, language: str) -> str:
    """As SVG. Of a game that goes on it shows what spectators may know, whoever asks."""
    if not table.position.over:
        return table.position.named(table.names()).svg(None, theme, language)
    t, game = tell.words(language), table.game.name
    view = View(tuple(table.names()), theme=theme, t=t, is_poster=True)
    told = poster.Told(tell.title(game, language), result(table, t), date_of(table, language))
    return poster.svg(game, table.position.state, view, table.position.winners, told)


def result(table: Table, t: tell.Words) -> str:
    """Who has won, or who plays."""
    position, names = table.position, table.names()
    if not position.over:
        return t("In play: {names}", names=", ".join(names))
    who = ", ".join(names[seat] for seat in position.winners)
    if len(position.winners) > 1:
        return t("The win is shared: {who}.", who=who)
    points = position.scores[position.winners[0]]
    return t.plural("{who} wins with {n} point.", "{who} wins with {n} points.", points, who=who)


def date_of(table: Table, language: str) -> str:
    """When something was played there last, whatever was said later."""
    return format_date(datetime.date.fromtimestamp(table.played), "long", locale=language)
