"""Drawings for the rules, made from positions when somebody asks for them, and kept for a while."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from azulejos import tell
from azulejos.core import ready
from azulejos.draw.view import View, excerpt, parts
from azulejos.game import RANDOM, Game
from azulejos.tell import teaching
from azulejos.tell.figures import Figure, figures
from azulejos.web.learn import PLAYERS

KEPT = 300  # of about 20 kB each


@dataclass(frozen=True)
class Drawn:
    """A figure as it is shown."""

    svg: str
    width: float
    height: float
    title: str
    points: tuple[tuple[str, int], ...]  # what the first seat got for what, tile by tile


@lru_cache(maxsize=KEPT)
def drawn(game: str, name: str, language: str, theme: str = "light") -> Drawn:
    """A figure by its name."""
    figure, t = figures(game, language)[name], tell.words(language)
    names = [t("Player {n}", n=seat + 1) for seat in range(PLAYERS)]
    position, rows = _moment(game, figure)
    last = np.concatenate(rows) if rows else None
    view = View(tuple(names), 0, last=last, theme=theme, t=t)
    made = parts(game, position.state, view)
    part = made[figure.part]
    crop = figure.crop or (0.0, 0.0, 1.0, 1.0)
    told = tell.story(game, last, names, language) if last is not None else []
    points = tuple((line.text, line.points) for line in told if line.is_scoring and line.seat == 0)
    left, top, right, bottom = crop
    size = (right - left) * part.width, (bottom - top) * part.height
    return Drawn(excerpt(view, made, figure.part, crop), *size, part.title, points)


@ready.plain()
def _moment(game: str, figure: Figure) -> tuple[Any, list[np.ndarray]]:
    """The table that a figure shows, and the stories of what was played for it."""
    if figure.position is not None:
        options = dict(figure.position.get("options", {}))
        first = options.pop("first", RANDOM)
        position = Game.of(game, PLAYERS, first, options).position(figure.position, deal="by hand")
    else:
        position = Game.of(game, PLAYERS, "seat-1", {}).start(deal="by hand")
        for choice in teaching.lesson(game, tell.SOURCE).line[: figure.after]:
            position.play(choice)
    return position, [position.play(choice).rows for choice in figure.play]
