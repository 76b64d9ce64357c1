"""Is it compiled yet? Here alone is said who waits for a compilation, and who goes on without it.

There are three ways:

- `ready.wait()`: what isn't compiled yet is compiled and waited for, once on a machine. So it is unless
  something else is said: programs and researchers want the speed.
- `ready.now()`: what is compiled is used, and the plain rules instead of the rest. Nothing is waited for.
- `ready.plain()`: the plain rules only, for what is over before compiled code has even been loaded.

Each holds in its `with`, or as the decorator of a function for its calls, and in tasks that begin there;
`ready.always` is for a whole process, and AZULEJOS_PLAIN=1 leaves no other way than the plain one. Whatever
is made keeps its rules: a position those that it was made with, and so do its copies, and a record.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum

from azulejos.core.jit import Doors, is_plain


class Way(IntEnum):
    """What is done as long as something isn't compiled; the greater ones wait longer."""

    PLAIN = 0
    NOW = 1
    WAIT = 2


_always = Way.WAIT
_here: ContextVar[Way | None] = ContextVar("ready", default=None)


def way() -> Way:
    """The way that holds here."""
    if is_plain():
        return Way.PLAIN
    here = _here.get()
    return _always if here is None else here


def waits() -> bool:
    """Is what isn't compiled yet waited for here?"""
    return way() is Way.WAIT


def always(wanted: Way) -> None:
    """The way of this process, wherever nothing else is said."""
    global _always
    _always = wanted


@contextmanager
def within(wanted: Way) -> Iterator[None]:
    """A way that was kept from elsewhere."""
    before = _here.set(wanted)
    try:
        yield
    finally:
        _here.reset(before)


@contextmanager
def wait() -> Iterator[None]:
    """Compile what is missing, and wait for it."""
    with within(Way.WAIT):
        yield


@contextmanager
def now() -> Iterator[None]:
    """Use what is compiled. What was to be plain stays so."""
    with within(min(way(), Way.NOW)):
        yield


@contextmanager
def plain() -> Iterator[None]:
    """Use the plain rules."""
    with within(Way.PLAIN):
        yield


def choose(made: Callable[[bool], Doors], *needed: str) -> Doors:
    """The doors to use here: of those that `made` makes, compiled ones or plain. `needed` will be opened."""
    compiled = made(way() is not Way.PLAIN)
    if waits() or all(map(compiled.is_ready, needed)):
        return compiled
    return made(False)
