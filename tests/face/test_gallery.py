"""Is a drawing that was made before the one that would be made now?"""

import random

import pytest
from tests.kits import each_kit
from tests.plainly import plainly

from azulejos import tell
from azulejos.core.plain import Plain
from azulejos.draw import common, gallery
from azulejos.draw.view import View, parts
from azulejos.position import Position

NAMES = ("Ala", "Bo <b>", "Cy", "Di")
GAMES, LOOKS = 2, 4  # whole games for each kit; how many ways to look at each position
EMPTY = gallery.Gallery(0)  # where nothing is ever found


def looked_at(position: Position, last, dice):
    """A way to look at a position: who, with whose choices, in which style."""
    seat = dice.choice([None, *range(position.game.players)])
    known = position if seat is None else position.known_by(seat)
    language = dice.choice(["en", "pl"])
    is_asked = position.turn is not None and position.turn == known.turn and dice.random() < 0.6
    names = tuple(dice.sample(NAMES, position.game.players)) if dice.random() < 0.2 else NAMES
    view = View(
        names=names[: position.game.players],
        seat=seat,
        legal=known.labels(language) if is_asked and position.turn >= 0 else {},
        last=last if dice.random() < 0.8 else None,
        theme=dice.choice(["light", "light", "dark"]),
        t=tell.words(language),
        letters=dice.random() < 0.1,
    )
    return Plain(known.state), view


@pytest.mark.wide
@each_kit
@pytest.mark.parametrize("game_number", range(GAMES))
def test_what_was_drawn_before_is_what_would_be_drawn(kit, game_number, monkeypatch):
    """To the byte, through whole games, for all kinds of viewers."""
    dice = random.Random(game_number)
    game = dice.choice([kit.fullest, kit.game]) if hasattr(kit, "game") else kit.fullest
    position, last = plainly(game.start, seed=game_number), None
    kept, fragments = gallery.Gallery(), gallery.Fragments(500)
    while not position.over:
        for _ in range(LOOKS if dice.random() < 0.25 else 1):
            state, view = looked_at(position, last, dice)
            monkeypatch.setattr(common, "GALLERY", kept)
            monkeypatch.setattr(gallery, "FRAGMENTS", fragments)
            found = parts(game.name, state, view)
            monkeypatch.setattr(common, "GALLERY", EMPTY)
            monkeypatch.setattr(gallery, "FRAGMENTS", gallery.Fragments(0))
            assert found == parts(game.name, state, view)
        last = position.play(dice.choice(position.choices())).rows
    assert len(kept) > 10


def test_only_the_newest_are_kept():
    kept = gallery.Gallery(2)
    drawn = []

    def draw(name):
        return kept.get(name, {}, lambda legal: drawn.append(name) or name)

    assert [draw(name) for name in "abacaba"] == list("abacaba")
    assert drawn == ["a", "b", "c", "b"]
    assert len(kept) == 2


def test_choices_count_where_they_are_asked_about():
    kept, drawn = gallery.Gallery(), []

    def draw(legal):
        drawn.append("?")
        return f"{legal['one']} {bool(legal)}" if "one" in legal else "none"

    def look(**legal):
        return kept.get("key", legal, draw)

    assert [look(one="1"), look(one="1", two="2"), look(two="2"), look(), look(one="!")] == [
        *("1 True", "1 True", "none", "none", "! True")
    ]
    assert len(drawn) == 3


def test_every_question_is_noted():
    asked = gallery.Asked({"one": "1"})
    assert (asked["one"], asked.get("two"), asked.get("three", "3"), "four" in asked) == (
        "1",
        None,
        "3",
        False,
    )
    with pytest.raises(KeyError):
        asked["five"]
    assert asked.answers == {"one": "1", "two": None, "three": None, "four": None, "five": None}


def test_choices_are_asked_about_one_by_one():
    asked = gallery.Asked({"one": "1"})
    for question in (len, list):
        with pytest.raises(TypeError):
            question(asked)
