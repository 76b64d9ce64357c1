"""Where tables are kept: each is its log of entries, which only grows."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.store.engine import shown_address
    from azulejos.store.entry import Entry
    from azulejos.store.errors import NoRoom, NoTable, Stale, StoreError, Unsure
    from azulejos.store.log import Appended, Store, TableFacts

__all__ = [
    "Appended",
    "Entry",
    "NoRoom",
    "NoTable",
    "Stale",
    "Store",
    "StoreError",
    "TableFacts",
    "Unsure",
    "shown_address",
]

_HOMES = {"Appended": "log", "Entry": "entry", "Store": "log", "TableFacts": "log", "shown_address": "engine"}


def __getattr__(name: str) -> object:
    """What is named above comes when it is asked for: tables at a terminal have entries and no database."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'errors')}"), name)
