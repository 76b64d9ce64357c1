"""Master Chocolatier in words: plurals, and sentences that are hardly ever said."""

import numpy as np
import pytest

from azulejos import tell
from azulejos.core.contract import STORY_ROW
from azulejos.games.chocolatier import state as table
from azulejos.tell.chocolatier.pieces import tiles, tiles_as_object

NAMES = ["Ada", "Bo", "Cy", "Di"]


def in_both(say):
    return say("en"), say("pl")


def told(rows, language):
    return [
        sentence.text for sentence in tell.story("chocolatier", np.array(rows, STORY_ROW), NAMES, language)
    ]


def row(what, **facts):
    """A row of a story, made by hand."""
    made = np.zeros((), STORY_ROW)
    made["what"] = what
    for key, fact in facts.items():
        made[key] = fact
    return made


# ------------------------------------------------------------------------------------------------
# Polish plurals

ONE, FEW, MANY = (1,), (2, 4, 22), (5, 11, 12, 14, 21, 25, 112)


@pytest.mark.parametrize(
    ("say", "one", "few", "many"),
    [
        (tiles, "niebieska płytka", "niebieskie płytki", "niebieskich płytek"),
        (tiles_as_object, "niebieską płytkę", "niebieskie płytki", "niebieskich płytek"),
    ],
    ids=["nominative", "accusative"],
)
def test_polish_tiles(say, one, few, many):
    pl = tell.words("pl")
    forms = [(n, form) for numbers, form in ((ONE, one), (FEW, few), (MANY, many)) for n in numbers]
    assert [say(pl, 0, n) for n, _ in forms] == [f"{n} {form}" for n, form in forms]


@pytest.mark.parametrize("say", [tiles, tiles_as_object])
@pytest.mark.parametrize("colour", range(5))
def test_each_colour_has_three_forms(say, colour):
    pl = tell.words("pl")
    assert len({say(pl, colour, n).split(" ", 1)[1] for n in (*ONE, *FEW, *MANY)}) == 3


@pytest.mark.parametrize(("n", "word"), [(1, "płytkę"), (3, "płytki"), (5, "płytek"), (7, "płytek")])
def test_polish_sentences_with_numbers(n, word):
    points = int(np.cumsum([-1, -1, -2, -2, -2, -3, -3])[n - 1])
    (said,) = told([row(table.PENALTY, count=n, points=points)], "pl")
    assert said == f"Ada ma na podłodze {n} {word}: −{-points}."
    (said,) = told([row(table.DRAWN, count=n, seat=-1)], "pl")
    assert said == f"Z woreczka dobrano {n} {word}."


# ------------------------------------------------------------------------------------------------
# Rare sentences


@pytest.mark.parametrize(
    ("rows", "en", "pl"),
    [
        (
            [row(table.GAME_OVER, seat=-1, clause=22)],
            "Bag and lid are empty: the game is over.",
            "Woreczek i pokrywka są puste: koniec gry.",
        ),
        (
            [row(table.GAME_OVER, seat=-1, clause=26)],
            "Round 20 was the last: the game is over.",
            "Runda 20 była ostatnia: koniec gry.",
        ),
        (
            [row(table.START_TAKEN, target=table.AT_ZERO)],
            "Ada gets the starting-player tile, on the zero token.",
            "Ada dostaje płytkę gracza rozpoczynającego i kładzie ją na żetonie „zero”.",
        ),
        (
            [row(table.START_TAKEN, target=table.AT_BESIDE)],
            "Ada gets the starting-player tile; the floor is full.",
            "Ada dostaje płytkę gracza rozpoczynającego; podłoga jest pełna.",
        ),
        (
            [row(table.FELL, count=1, piece=piece) for piece in (4, 0, 0)],
            "Down on the floor of Ada: 2 blue tiles, 1 red tile.",
            "Na podłogę (Ada): 2 niebieskie płytki, 1 czerwona płytka.",
        ),
    ],
    ids=["no tiles left", "last round", "start on zero", "start beside", "several colours"],
)
def test_rare_sentences(rows, en, pl):
    assert in_both(lambda language: told(rows, language)) == ([en], [pl])


def test_a_laid_tile_is_told_with_its_points():
    """The tile, its row and column and the two runs become one sentence?"""
    rows = [
        row(table.LAID, count=1, piece=2, target=table.AT_BOX + 7),
        row(table.ACROSS, points=3),
        row(table.DOWN, points=2),
    ]
    assert in_both(lambda language: told(rows, language)) == (
        ["Ada lays 1 cream tile in row 2, column 3: +5 (across 3, down 2)."],
        ["Ada układa 1 kremową płytkę w rzędzie 2, kolumnie 3: +5 (w poziomie 3, w pionie 2)."],
    )
