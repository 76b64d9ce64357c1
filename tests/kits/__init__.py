"""The kits of all games, for the tests that every game must pass: see `kit.py`.

A new game adds `tests/kits/<game>.py` with a KIT, and its named positions in `tests/kits/<game>_perft.py`.
"""

import importlib
import importlib.util

import pytest
from tests.kits.kit import Kit, id_of

from azulejos import games

KITS: dict[str, Kit] = {
    name: importlib.import_module(f"{__name__}.{name}").KIT
    for name in games.GAMES
    if importlib.util.find_spec(f"{__name__}.{name}")  # test_kits says which are missing
}
GAMES = [game for kit in KITS.values() for game in kit.games]


def wide_but(name):
    """Each kit, of which every run has one, and CI all."""
    kits = [(each, () if each.name == name else pytest.mark.wide) for each in KITS.values()]
    return pytest.mark.parametrize(
        "kit", [pytest.param(kit, marks=marks, id=str(kit)) for kit, marks in kits]
    )


each_kit = pytest.mark.parametrize("kit", KITS.values(), ids=str)
each_game = pytest.mark.parametrize("game", GAMES, ids=id_of)
each_of_few = pytest.mark.parametrize("game", [game for kit in KITS.values() for game in kit.few], ids=id_of)
