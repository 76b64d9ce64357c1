"""Rules as code that a GPU can hold: what is called from several places is kept once.

The compiler copies a function to wherever it is called. Duel becomes six times as much code by that, a
megabyte, and a GPU then waits nine cycles of ten for its next instruction. So functions of some length that
are called from more than one place are marked as not to be copied, in the text of what numba-cuda hands on.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.cuda.cudadrv import nvvm

LEAST = 150  # lines, with what is copied into them
CALLING = 10  # lines that a call takes
NAME = r'@("[^"]+"|[\w.$]+)\('
_NAME, _CALL = re.compile(NAME), re.compile(r"\bcall [^@]*" + NAME)


def name_of(line: str) -> str:
    """Of the function that a line defines."""
    found = _NAME.search(line)
    assert found, line
    return found[1]


def bodies(modules: list[str]) -> dict[str, list[str]]:
    """The lines of each function, once if several modules have it."""
    found: dict[str, list[str]] = {}
    for module in modules:
        body: list[str] | None = None
        for line in module.splitlines():
            if line.startswith("define"):
                name = name_of(line)
                body = None if name in found else found.setdefault(name, [])
            elif line.startswith("}"):
                body = None
            elif body is not None and line.startswith("  "):
                body.append(line)
    return found


def kept_once(modules: list[str]) -> set[str]:
    """The functions that are called from several places and are long, with what is copied into them."""
    lines = bodies(modules)
    calls = {
        name: [found[1] for each in body if (found := _CALL.search(each))] for name, body in lines.items()
    }
    places = Counter(called for each in calls.values() for called in each)
    lengths: dict[str, int] = {}
    once: set[str] = set()

    def length(name: str) -> int:
        """What a call of it adds to the one that calls it."""
        if name not in lengths:
            lengths[name] = len(lines[name]) + sum(
                length(called) for called in calls[name] if called in lines
            )
            if places[name] > 1 and lengths[name] >= LEAST:
                once.add(name)
                lengths[name] = CALLING
        return lengths[name]

    for name in lines:
        length(name)
    return once


def marked(modules: list[str]) -> list[str]:
    """The same modules, in which these functions aren't copied."""
    once = kept_once(modules)

    def mark(line: str) -> str:
        is_meant = line.startswith("define linkonce_odr") and name_of(line) in once
        return re.sub(r"\)([^()]*)$", r") noinline\1", line) if is_meant else line

    return ["\n".join(map(mark, module.split("\n"))) for module in modules]


@contextmanager
def keeping_once(is_wanted: bool) -> Iterator[None]:
    """What numba-cuda compiles meanwhile is compiled so, if that is wanted."""
    before = nvvm.compile_ir

    def compile_marked(modules: str | list[str], **options: Any) -> Any:
        return before(marked([modules] if isinstance(modules, str) else list(modules)), **options)

    nvvm.compile_ir = compile_marked if is_wanted else before  # type: ignore[assignment]
    try:
        yield
    finally:
        nvvm.compile_ir = before
