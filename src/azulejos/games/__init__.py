"""The one list of games, with their plain facts; their rules are loaded when they are needed."""

import importlib
from functools import cache
from pathlib import Path

from azulejos.core import doors as door_template
from azulejos.core import ready
from azulejos.core.contract import Contract, Facts, OneOf, SomeOf, Wheel
from azulejos.core.document import short
from azulejos.core.jit import Doors, specialise
from azulejos.core.message import Message

GAMES = {
    facts.name: facts
    for facts in (
        Facts(
            name="chocolatier",
            title="Master Chocolatier",
            clauses="MC",
            players=(2, 4),
            options=(
                OneOf("box", ("coloured", "grey")),
                OneOf("factories", ("plain", "special")),
            ),
            longest=5000,
        ),
        Facts(
            name="pavilion",
            title="Summer Pavilion",
            clauses="SP",
            players=(2, 4),
            options=(OneOf("board", ("coloured", "plain")),),
            longest=3000,
        ),
        Facts(
            name="duel",
            title="Duel",
            clauses="DU",
            players=(2, 2),
            options=(
                SomeOf(
                    "goals",
                    # Three goals as bits; the other presets say how many CHANCE draws.
                    presets=(("first-game", 0b010101), ("random", -3), ("random-4", -4)),
                    items=(
                        ("rows", "colourful-rows"),
                        ("columns", "rim"),
                        ("diagonals", "corners"),
                        ("wild-spaces", "empty-specials"),
                    ),
                    sizes=(3, 4),
                ),
            ),
            longest=3000,
        ),
        Facts(
            name="garden",
            title="Queen's Garden",
            clauses="QG",
            players=(2, 4),
            options=(
                OneOf("side", ("A", "B")),
                Wheel(
                    "wheel",
                    criteria=(
                        *("blue", "yellow", "light-green", "dark-green", "light-purple", "dark-purple"),
                        *("tree", "bird", "butterfly", "flower", "plant", "lily"),
                    ),
                    steps=4,
                    per_step=3,
                    points_max=20,
                ),
            ),
            longest=4000,
        ),
    )
}

FIRST = next(iter(GAMES))
SECRETIVE = frozenset({"duel"})
"""The games in which one seat may know what others may not."""


def not_for(facts: Facts, players: object) -> Message:
    """Why a game can't be played by so many."""
    least, most = facts.players
    said = {"game": facts.name, "players": short(players)}
    if least == most:
        return Message("{game} is for {most} players, not {players}", most=most, **said)
    return Message("{game} is for {least} to {most} players, not {players}", least=least, most=most, **said)


@cache
def contract(name: str) -> Contract:
    """The rules of a game, gathered from the six files that every game has."""
    state, choices, scoring, rules, text = (
        importlib.import_module(f"azulejos.games.{name}.{part}")
        for part in ("state", "choices", "scoring", "rules", "text")
    )
    return Contract(
        facts=GAMES[name],
        version=rules.VERSION,
        folder=Path(rules.__file__ or "").parent,
        dtype=state.STATE,
        choices=choices.NAMES,
        chance_first=choices.BEGIN,
        legal_max=choices.LEGAL_MAX,
        phases=state.PHASES,
        pieces=state.PIECES,
        places=state.PLACES,
        events=state.EVENTS,
        start=rules.start,
        turn=rules.turn,
        legal=rules.legal,
        weights=rules.weights,
        pick=rules.pick,
        play=rules.play,
        forget=rules.forget,
        is_secret=rules.is_secret,
        scores=scoring.scores,
        ranking=scoring.ranking,
        derive=state.derive,
        write=text.write,
        read=text.read,
    )


@cache
def numbers(name: str) -> dict[str, int]:
    """The number of each choice of a game, by its name."""
    return {choice: number for number, choice in enumerate(contract(name).choices)}


def doors(name: str, checked: bool = False) -> Doors:
    """How Python reaches a game's rules: compiled or not as `core.ready` says, checking bounds if wanted."""
    return ready.choose(lambda compiled: _doors(name, compiled, checked), "advance")


@ready.wait()
def is_ready(name: str, checked: bool = False) -> bool:
    """Would nobody have to wait for the rules of a game, whoever wanted the fast ones?"""
    return doors(name, checked).is_ready("advance")


@cache
def _doors(name: str, compiled: bool, checked: bool) -> Doors:
    rules = contract(name)
    desk = door_template.desk(rules.dtype, rules.legal_max)
    return specialise(door_template, rules, compiled, checked=checked, DESK=desk)
