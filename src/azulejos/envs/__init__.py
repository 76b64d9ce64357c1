"""Faces for learners: what PettingZoo, Gymnasium and OpenSpiel expect of a game.

Each lies in a module of its own and loads its framework when it is imported, never before.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from azulejos.core.message import Message
from azulejos.errors import OptionError


@contextmanager
def needing(package: str) -> Iterator[None]:
    """A face needs its framework, which not everybody has; the extra is called as the face."""
    try:
        yield
    except ImportError as error:
        raise OptionError(
            Message(
                "{missing} is missing: pip install 'azulejos[{extra}]'",
                missing=error.name or package,
                extra=package,
            )
        ) from error
