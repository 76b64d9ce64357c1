"""What tests make without compiled code, because it is over before that has been loaded."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from azulejos.core import ready

P = ParamSpec("P")
T = TypeVar("T")


@ready.plain()
def plainly(make: Callable[P, T], *arguments: P.args, **facts: P.kwargs) -> T:
    """A position, a record, a tree: it keeps the plain rules."""
    return make(*arguments, **facts)
