"""Where tables are kept: each is its log of entries, which only grows."""

from azulejos.store.log import Appended, Entry, NoTable, Stale, Store, StoreError, TableFacts

__all__ = ["Appended", "Entry", "NoTable", "Stale", "Store", "StoreError", "TableFacts"]
