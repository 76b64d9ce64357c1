"""What processes that serve the same tables tell each other: hints, for the store knows what happened."""

from collections.abc import Callable
from typing import Any, Protocol

Heard = Callable[[str, dict[str, Any]], None]


class Bus(Protocol):
    """Carries messages about tables to the other processes. It belongs to one event loop."""

    is_shared: bool  # are there others?

    async def open(self, heard: Heard) -> None:
        """From now on `heard(table_id, message)` is called for what other processes tell."""

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """Send something short that JSON can express. It never waits and never fails.

        It may get lost, or come twice.
        """

    async def close(self) -> None:
        """Say what is left to say, if that can be done at once, and listen no more."""


class Silent:
    """The bus of a process that is alone."""

    is_shared = False

    async def open(self, heard: Heard) -> None:
        pass

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        pass

    async def close(self) -> None:
        pass
