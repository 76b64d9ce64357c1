"""What can be wrong with what we are given. Each says what is wrong and what would be right."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from azulejos.core.message import Message


class AzulejosError(ValueError):
    """A mistake in what was asked for; after it nothing has changed."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message

    def __reduce__(self) -> tuple:
        return type(self), (self.message,)


class OptionError(AzulejosError):
    """An unknown game, option, value, number of players, seat or name."""


class IllegalChoice(AzulejosError):
    """A choice that may not be made now, or that does not exist."""


class PositionError(AzulejosError):
    """A document that describes no possible table; `problems` names each thing that is wrong."""

    def __init__(self, problems: Sequence[Message]) -> None:
        self.problems = tuple(problems)
        first, *others = self.problems
        message = first
        if others:
            message = Message("{first} (and {count} more)", first=first, count=len(others))
        super().__init__(message)

    def __str__(self) -> str:
        return "; ".join(str(problem) for problem in self.problems)

    def __reduce__(self) -> tuple:
        return type(self), (self.problems,)


class Unplayable(AzulejosError):
    """The rules can't go on from a position that was read: however it looks, it can't have been reached."""

    def __init__(self, message: Message | None = None) -> None:
        super().__init__(
            message or Message("the rules can't go on from here: no game leads to this position")
        )


class RecordError(AzulejosError):
    """A record that can't be read; the message begins with the line, if there is one."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """What is imported here comes with an extra, which not everybody has."""
    try:
        yield
    except ImportError as error:
        raise OptionError(
            Message(
                "{missing} is missing: pip install 'azulejos[{extra}]'",
                missing=error.name or extra,
                extra=extra,
            )
        ) from error
