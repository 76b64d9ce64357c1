"""Where tables are kept: each is its log of entries, which only grows."""

from azulejos.store.engine import shown_address
from azulejos.store.errors import NoRoom, NoTable, Stale, StoreError, Unsure
from azulejos.store.log import Appended, Entry, Store, TableFacts

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
