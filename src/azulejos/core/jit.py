"""Compiling: one decorator, one cache, and templates that are instantiated for a game.

A function marked `@jit` stays plain Python. When a game is first compiled, numba is told that it may
compile all marked functions when compiled code calls them. What Python itself calls are *doors*:
functions of a template module (perft, search, batches) marked `@door` with their signature. A
template names the functions of a game that it uses without defining them; `specialise` runs its
source once per game in a module of its own with those names filled in, plain or compiled.

numba's cache does not see edits in other files, so it gets one folder per template and game, named
by a hash of everything the code depends on.
"""

import contextlib
import functools
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import platformdirs
from filelock import FileLock, Timeout

from azulejos.core.message import Message

if TYPE_CHECKING:
    from azulejos.core.contract import Contract

CORE = Path(__file__).parent
KEYS_KEPT = 4
LOCK_PATIENCE = 180  # seconds; a compilation takes far less

_marked: dict[Callable, bool] = {}
_registered: set[Callable] = set()
_compiling = threading.Lock()  # numba's settings belong to the process


def jit(function: Callable) -> Callable:
    """Mark a function of the rules: plain Python, and compiled where compiled code calls it."""
    _marked[function] = False
    return function


def jit_inline(function: Callable) -> Callable:
    """The same for the few functions on the path of every choice, which are worth inlining."""
    _marked[function] = True
    return function


def door(signature: str) -> Callable[[Callable], Callable]:
    """Mark a function of a template as callable from Python, with its numba signature."""

    def mark(function: Callable) -> Callable:
        function.__door__ = signature  # type: ignore[attr-defined]
        return function

    return mark


def is_checked() -> bool:
    """Does everything that is compiled check its bounds? Either numba's own switch or AZULEJOS_CHECKED=1."""
    return _is_on("AZULEJOS_CHECKED", "NUMBA_BOUNDSCHECK")


def is_plain() -> bool:
    """Are games interpreted only? Either numba's own switch or AZULEJOS_PLAIN=1."""
    return _is_on("AZULEJOS_PLAIN", "NUMBA_DISABLE_JIT")


def _is_on(*switches: str) -> bool:
    return any(os.environ.get(name, "0") not in ("", "0") for name in switches)


# ------------------------------------------------------------------------------------------------
# The cache


def cache_root() -> Path:
    """Where compiled code is kept: AZULEJOS_CACHE, or the user's cache folder, or a temporary one."""
    wanted = os.environ.get("AZULEJOS_CACHE") or platformdirs.user_cache_dir("azulejos")
    return _writable_root(str(wanted))


@functools.cache
def _writable_root(wanted: str) -> Path:
    root = Path(wanted)
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        fallback = _temporary_root()
        notice(
            Message(
                "can't write to {root}; compiled code is kept in {fallback} for now",
                root=str(root),
                fallback=str(fallback),
            )
        )
        return fallback


def _temporary_root() -> Path:
    """A temporary folder of our own. Cached code is run, so nobody else may have put any there."""
    if hasattr(os, "getuid"):
        folder = Path(tempfile.gettempdir()) / f"azulejos-cache-{os.getuid()}"
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
            facts = folder.lstat()
            if stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o022:
                return folder
    return Path(tempfile.mkdtemp(prefix="azulejos-cache-"))


def cache_key(*sources: Path, checked: bool = False, names: Mapping[str, Any] | None = None) -> str:
    """A hash of all that a compiled door depends on: code, names filled in, how it is compiled.

    Where the code lies counts too: numba finds its own files by that.
    """
    key = hashlib.sha256()
    modes = sorted(
        (name, value)
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR"
    )
    versions = (sys.version, version("numpy"), version("numba"))
    key.update(repr((versions, checked, modes)).encode())
    for name, value in sorted((names or {}).items()):
        key.update(f"{name}={_identity(value)}".encode() + b"\0")
    for path in sorted({file for source in sources for file in _files(source)}):
        key.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return key.hexdigest()[:16]


def _identity(value: Any) -> str:
    """What compiled code knows of a name that was filled in: functions by name, constants by value."""
    if callable(value):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, np.ndarray):
        return hashlib.sha256(repr((value.dtype, value.shape)).encode() + value.tobytes()).hexdigest()
    return repr(value)


def _files(source: Path) -> Iterator[Path]:
    yield from source.rglob("*.py") if source.is_dir() else (source,)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One process at a time fills a folder of the cache; the others wait and then read."""
    try:
        with FileLock(f"{folder}.lock", timeout=LOCK_PATIENCE):
            yield
    except Timeout:
        notice(
            Message(
                "{path} has been locked for {seconds} s; going on without it",
                path=f"{folder}.lock",
                seconds=LOCK_PATIENCE,
            )
        )
        yield


def _prune(root: Path, family: str) -> None:
    """Keep the newest few keys of a family."""
    keys = [path for path in root.glob(f"{family}-*") if path.is_dir()]
    keys.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in keys[KEYS_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
        old.with_name(old.name + ".lock").unlink(missing_ok=True)


def notice(message: Message) -> None:
    """Tell the person at the terminal what takes a moment."""
    print(f"azulejos: {notice_words(message)}", file=sys.stderr, flush=True)


notice_words: Callable[[Message], str] = str
"""How notices are said; the commands put the language here."""


# ------------------------------------------------------------------------------------------------
# Templates


class Doors:
    """The doors of a template for one game: called from Python as if they were its functions.

    A compiled door is compiled, or read from the cache, when it is opened or first called; naming it does
    nothing. A checked one looks at every index; plain Python always does.
    """

    def __init__(self, module: types.ModuleType, title: str, folder: Path | None, checked: bool) -> None:
        self.module = module
        self.compiled = folder is not None
        self._checked = checked
        self._title = title
        self._folder = folder

    def is_ready(self, name: str) -> bool:
        """Can a door be opened without compiling it first?"""
        return self._folder is None or name in self.__dict__ or _ready(self._folder, name).exists()

    def open(self, name: str) -> Callable:
        """A door itself, to be called often. It may have to be compiled first, which takes up to minutes."""
        if name not in self.__dict__:
            function = getattr(self.module, name)
            if self._folder is not None and hasattr(function, "__door__"):
                function = _compile(function, self._title, self._folder, self._checked)
            setattr(self, name, function)
        return self.__dict__[name]

    def open_all(self) -> None:
        """Compile every door now. The first costs most: the others find the rules compiled already."""
        for name, function in vars(self.module).items():
            if hasattr(function, "__door__"):
                self.open(name)

    def __getattr__(self, name: str) -> Any:
        """What is no door at once; a door that isn't open yet as something that opens it when called."""
        if self._folder is None or not hasattr(getattr(self.module, name), "__door__"):
            return self.open(name)
        return lambda *arguments: self.open(name)(*arguments)


def specialise(
    template: types.ModuleType,
    contract: "Contract",
    compiled: bool,
    sources: tuple[Path, ...] = (),
    checked: bool = False,
    **names: Any,
) -> Doors:
    """Run a template's source in a module of its own, with a game's functions filled in.

    `names` are filled in besides those of the contract; `sources` are the files they come from.
    """
    facts = contract.facts
    path = Path(template.__file__ or "")
    checked = checked or is_checked()
    mode = ("checked" if checked else "compiled") if compiled else "plain"
    module = types.ModuleType(f"{template.__name__}_for_{facts.name}_{mode}")
    module.__file__ = str(path)
    exec(compile(path.read_text(encoding="utf8"), str(path), "exec"), module.__dict__)
    module.__dict__.update(contract.names(), **names)
    if not compiled:
        return Doors(module, facts.title, None, checked)
    sys.modules[module.__name__] = module  # where numba's cache looks for the globals
    family = f"{facts.name}-checked-{path.stem}" if checked else f"{facts.name}-{path.stem}"
    key = cache_key(CORE, contract.folder, path, *sources, checked=checked, names=names)
    return Doors(module, facts.title, _folder(family, key), checked)


def _folder(family: str, key: str) -> Path:
    """The folder of the cache for a template and a game, as they are now and where they are now."""
    root = cache_root()
    folder = root / f"{family}-{key}"
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    _prune(root, family)
    return folder


def _ready(folder: Path, name: str) -> Path:
    """The mark that a door has been compiled into a folder of the cache."""
    return folder / f"{name}.ready"


def _compile(function: Callable, title: str, folder: Path, checked: bool) -> Callable:
    """Compile a door, or read it from its folder of the cache."""
    import numba
    from numba.extending import register_jitable

    for marked, inline in list(_marked.items()):
        if marked not in _registered:
            _registered.add(marked)
            register_jitable(forceinline=inline)(marked)
    signature, name = function.__door__, function.__name__  # type: ignore[attr-defined]
    ready = _ready(folder, name)
    # Marked functions take the error model from whatever calls them, and numba keeps one compiled form of a
    # function for each. So checked doors never share code with others, nor others with them.
    modes: dict[str, Any] = {"nogil": True, "error_model": "python" if checked else "numpy"}
    with _compiling, _locked(folder), _numba_settings(CACHE_DIR=str(folder), BOUNDSCHECK=int(checked)):
        begun = time.perf_counter()
        if not ready.exists():
            notice(
                Message(
                    "preparing {title} for this machine, once ({door}) ...", title=Message(title), door=name
                )
            )
        compiled = numba.njit(signature, cache=True, **modes)(function)
        if not ready.exists():
            ready.touch()
            notice(Message("... done in {seconds} s", seconds=round(time.perf_counter() - begun)))
    return compiled


@contextlib.contextmanager
def _numba_settings(**settings: Any) -> Iterator[None]:
    """numba reads where its cache is, and whether bounds are checked, from settings of the process."""
    from numba.core import config as numba_config

    config: Any = numba_config
    before = {name: getattr(config, name) for name in settings}
    vars(config).update(settings)
    try:
        yield
    finally:
        vars(config).update(before)
