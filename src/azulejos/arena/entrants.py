"""Who takes part: bots of ours, Python objects and programs, each named by a short text."""

import importlib
import inspect
import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from typing import Any

from azulejos.bots import BOTS, Bot, bot
from azulejos.bots.levels import Searcher
from azulejos.bots.thinking import own_clock
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError

PYTHON, PROGRAM = "python:", "program:"
BUDGET = re.compile(r"(.+)@([0-9]{1,6}(?:\.[0-9]{1,6})?)", re.DOTALL)


@dataclass(frozen=True)
class Entrant:
    """A bot by its name, and the seconds it has for a turn (None: as many as it takes by itself)."""

    name: str
    budget: float | None = None

    @property
    def label(self) -> str:
        """The text that names it: `entrant(label)` is the same entrant."""
        return self.name if self.budget is None else f"{self.name}@{self.budget:g}"

    @property
    def is_program(self) -> bool:
        return self.name.startswith(PROGRAM)

    @property
    def is_python(self) -> bool:
        return self.name.startswith(PYTHON)

    @property
    def command(self) -> list[str]:
        """The words of a program's command line."""
        return shlex.split(self.name.removeprefix(PROGRAM))


def entrant(text: str, budget: float | None = None) -> Entrant:
    """`NAME`, `python:MODULE:ATTRIBUTE` or `program:COMMAND`, each with `@SECONDS` or without.

    `budget` is for those that don't say their own.
    """
    if found := BUDGET.fullmatch(text):
        return Entrant(found[1], float(found[2]))
    return Entrant(text, budget)


def check(candidate: Entrant, is_here: bool = True) -> None:
    """Refuse who can't take part. Where games are played elsewhere, programs are not looked for here."""
    if candidate.is_program:
        _check_program(candidate, is_here)
    elif candidate.is_python:
        python_bot(candidate, seed=0)
    elif candidate.name not in BOTS:
        raise OptionError(
            Message(
                "there is no bot {name}; there is {bots}, python:MODULE:ATTRIBUTE, program:COMMAND",
                name=short(candidate.name),
                bots=", ".join(BOTS),
            )
        )


def _check_program(candidate: Entrant, is_here: bool) -> None:
    try:
        words = candidate.command
    except ValueError as error:  # a quotation mark without its twin
        raise _unusable(candidate, str(error).lower()) from None
    if not words:
        raise _unusable(candidate, Message("it names no command"))
    if is_here and shutil.which(words[0]) is None:
        raise _unusable(candidate, Message("there is no program {program}", program=short(words[0])))


def our_bot(candidate: Entrant, seed: int) -> Bot:
    """A bot of the package. It keeps its budget by its own time, however busy the machine is."""
    found = bot(candidate.name, seed)
    if isinstance(found, Searcher):
        found.clock = own_clock()
    return found


def python_bot(candidate: Entrant, seed: int) -> Any:
    """Somebody's object with `choose`, or what their class or function makes, from a seed if it takes one."""
    found = _attribute(candidate)
    if hasattr(found, "choose") and not inspect.isclass(found):
        return _able_to_choose(candidate, found)
    if not callable(found):
        raise _unable(candidate)
    try:
        made = found(seed=seed) if _takes_seed(found) else found()
    except Exception as error:
        raise _unusable(candidate, named(error)) from error
    return _able_to_choose(candidate, made)


def _able_to_choose(candidate: Entrant, made: Any) -> Any:
    """Refuse now who couldn't answer a single question."""
    choose = getattr(made, "choose", None)
    if not callable(choose):
        raise _unable(candidate)
    try:
        inspect.signature(choose).bind("position", "seat", "budget")
    except ValueError:  # made in C, with no signature to read
        pass
    except TypeError:
        raise _unable(candidate) from None
    return made


def _unable(candidate: Entrant) -> OptionError:
    return _unusable(candidate, Message("it is no object with choose(position, seat, budget)"))


def _attribute(candidate: Entrant) -> Any:
    """What a text names. Modules are looked for in the working directory too."""
    module, colon, attribute = candidate.name.removeprefix(PYTHON).partition(":")
    if not (module and colon and attribute):
        raise _unusable(candidate, Message("it is written python:MODULE:ATTRIBUTE"))
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found = importlib.import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except Exception as error:  # whatever somebody's module does while it is imported
        raise _unusable(candidate, named(error)) from error
    return found


def _takes_seed(maker: Any) -> bool:
    try:
        return "seed" in inspect.signature(maker).parameters
    except (TypeError, ValueError):  # made in C, with no signature to read
        return False


def named(error: BaseException) -> str:
    """An exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:300] if text else type(error).__name__


def _unusable(candidate: Entrant, reason: Message | str) -> OptionError:
    return OptionError(Message("{bot} can't take part: {reason}", bot=candidate.name, reason=reason))
