"""Has anything changed by accident? Games that a person can read, and the list of choices.

After a change that is meant: AZULEJOS_UPDATE_GOLDEN=1 pytest tests/rules/test_golden.py, and read the diff.
"""

import io
import os
from pathlib import Path

import pytest
from rich.console import Console
from tests.kits import KITS, each_kit

from azulejos import games, tell
from azulejos.bots import bot
from azulejos.draw.terminal import Terminal
from azulejos.terminal import View

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = {name: golden for kit in KITS.values() for name, golden in kit.golden.items()}


def played(game, seed):
    """A game told choice by choice, with the table at the start of each round.

    The first seat is `greedy-1`; the others take what a fixed pattern says, so that no generator but
    the dealer's own is needed.
    """
    names = ["Ala", "Bo", "Cy", "Di"][: game.players]
    view = View("en", Console(file=io.StringIO(), width=130, color_system=None))
    view.terminal = Terminal(has_colours=False, is_ascii=False)
    view.print(repr(game))
    position = game.start(seed=seed, names=names)
    view.table(position)
    while not position.over:
        seat, turn, round_number = position.turn, position.turn_number, position.round
        legal = position.choices()
        pattern = legal[(7 * turn + 3 * position.step) % len(legal)]
        choice = pattern if seat else bot("greedy-1").choose(position, seat)
        view.print(f"{turn} {names[seat]}: {choice}")
        for sentence in view.sentences(position, position.play(choice).rows):
            view.print(f"    {sentence.text} [{sentence.clause}]")
        if position.over or position.round != round_number:
            view.table(position)
    view.result(position)
    lines = view.console.file.getvalue().splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def compare(path, text):
    if os.environ.get("AZULEJOS_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf8")
    assert text == path.read_text(encoding="utf8"), f"{path.name} differs: see the head of this file"


@pytest.mark.parametrize("name", GAMES)
def test_the_same_game_as_ever(name):
    """A change of rules, words or drawing shows here, in a place where a person can judge it."""
    compare(GOLDEN / f"{name}.txt", played(*GAMES[name]))


@pytest.mark.parametrize("game", games.GAMES)
def test_the_list_of_choices_is_pinned(game):
    """Records and learners keep the numbers and names of choices: they may never move."""
    names = games.contract(game).choices
    compare(GOLDEN / f"{game}-choices.txt", "".join(f"{i} {name}\n" for i, name in enumerate(names)))


@each_kit
def test_every_number_of_players_has_a_golden_game(kit):
    """`chocolatier-2` and so on; a kit may have more, under names of its own."""
    least, most = games.GAMES[kit.name].players
    for players in range(least, most + 1):
        game, _ = kit.golden[f"{kit.name}-{players}"]
        assert game.players == players


def test_languages_have_all_rules():
    """Every game has its rules in every language."""
    assert all(tell.rules(game, language) for game in games.GAMES for language in tell.LANGUAGES)
