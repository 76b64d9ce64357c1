"""Azulejos: the Azul family of board games, complete and exact."""

TYPE_CHECKING = False  # as in `typing`, which takes a while to load
if TYPE_CHECKING:
    __version__: str
    from azulejos import analysis
    from azulejos.arena.evaluation import evaluate
    from azulejos.bots import bot
    from azulejos.core import ready
    from azulejos.core.contract import CHANCE
    from azulejos.errors import (
        AzulejosError,
        IllegalChoice,
        OptionError,
        PositionError,
        RecordError,
        Unplayable,
    )
    from azulejos.game import Game
    from azulejos.position import Position
    from azulejos.reading import read
    from azulejos.record import Record
    from azulejos.tree import Tree
del TYPE_CHECKING

__all__ = [
    "CHANCE",
    "AzulejosError",
    "Game",
    "IllegalChoice",
    "OptionError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Tree",
    "Unplayable",
    "__version__",
    "analysis",
    "bot",
    "evaluate",
    "read",
    "ready",
]

_HOMES = {
    "CHANCE": "core.contract",
    "Game": "game",
    "Position": "position",
    "Record": "record",
    "Tree": "tree",
    "bot": "bots",
    "evaluate": "arena.evaluation",
    "read": "reading",
}
_ROOMS = {"analysis": "analysis", "ready": "core.ready"}


def __getattr__(name: str) -> object:
    """What is named above comes when it is first asked for, so that commands begin before NumPy is there."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = _found(name)
    return found


def _found(name: str) -> object:
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"{__name__}.{_ROOMS[name]}")
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'errors')}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
