"""The bots as people meet them, by name. Programs, logs and records keep to the words of the levels."""

from collections.abc import Iterable

from azulejos.bots.levels import LEVELS, Who

WHO: dict[str, Who] = {level.name: level.who for level in LEVELS if level.who is not None}


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
