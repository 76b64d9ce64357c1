"""The bots as people meet them, by name. Programs, logs and records keep to the words of the levels."""

from collections.abc import Iterable
from dataclasses import dataclass

from azulejos.core.message import Message
from azulejos.draw.faces import Face


@dataclass(frozen=True)
class Who:
    """As whom people meet a bot: its name is the same in every language."""

    name: str
    face: Face
    plays: Message  # how, in a sentence
    strength: Message  # in words that people know


WHO = {  # by the word of a level, the easiest first
    "easy": Who(
        "Pipo",
        Face("square", "rosette", "yellow"),
        Message("Takes whatever looks good and never thinks ahead."),
        Message("Just right for a first game."),
    ),
    "medium": Who(
        "Rosa",
        Face("disc", "flower", "red"),
        Message("Plays by feeling, with a short look at what comes next."),
        Message("Beats most people who are new to the game."),
    ),
    "hard": Who(
        "Duarte",
        Face("hexagon", "chevrons", "blue"),
        Message("Answers at once, and seldom leaves anything lying about that you need."),
        Message("Beats most people who know the game."),
    ),
    "master": Who(
        "Olinda",
        Face("star", "swirl", "purple"),
        Message("Takes a second for every turn and sees how the round will end."),
        Message("Beats nearly everybody."),
    ),
}


def called(seats: Iterable[tuple[str, str]]) -> list[str]:
    """What people call those who sit at seats, given as (name, player).

    A bot under its level's word is called by its name; the second of a kind gets a number. Who has another
    name keeps it: a bot may play for a person.
    """
    names: list[str] = []
    met: dict[str, int] = {}
    for name, player in seats:
        who = WHO.get(player) if name == player else None
        if who is not None:
            met[player] = met.get(player, 0) + 1
            name = who.name if met[player] == 1 else f"{who.name} {met[player]}"
        names.append(name)
    return names
