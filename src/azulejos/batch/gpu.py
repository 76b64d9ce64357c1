"""Compiling for a GPU: marked functions are told to numba-cuda, and a template's kernels are launched.

The rules are the same functions that numba compiles for the CPU. `NUMBA_ENABLE_CUDASIM=1` lets plain Python
play the GPU.
"""

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from azulejos.core import jit
from azulejos.core.message import Message
from azulejos.errors import OptionError, needing

with needing("cuda"):
    import numba_cuda  # noqa: F401 - what numba itself has of CUDA is another, older one
    from numba import cuda
    from numba.cuda import dispatcher
    from numba.cuda.extending import register_jitable  # type: ignore[attr-defined]

    from azulejos.batch import apart

THREADS = 64  # of a block
_registered: set[Callable] = set()


def is_simulated() -> bool:
    """Does plain Python play the GPU?"""
    return bool(cuda.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]


def check_gpu() -> None:
    """Refuse to go on where there is no GPU."""
    if not cuda.is_available():
        raise OptionError(
            Message("CUDA finds no GPU here: run this where there is one, or on the device {cpu}", cpu="cpu")
        )


def multiprocessors() -> int:
    """How many of them the GPU has."""
    return 1 if is_simulated() else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


class Kernels:
    """The kernels of a template for one game, each compiled when it is first launched.

    `is_large`: the rules are so much code that none of it may be there twice.
    """

    def __init__(self, module: types.ModuleType, is_large: bool) -> None:
        self._module, self._is_large = module, is_large

    def __getattr__(self, name: str) -> Any:
        compiled = cuda.jit(function_of(self._module, name))

        def launch(count: int, *arguments: Any, threads: int = THREADS) -> None:
            with apart.keeping_once(self._is_large and not compiled.overloads):
                compiled[-(-count // threads), threads](*arguments)

        setattr(self, name, launch)
        return launch


def function_of(module: types.ModuleType, name: str) -> Callable:
    """A kernel of a template as plain Python; all that it may call can be compiled then."""
    if not is_simulated():
        for marked in [each for each in jit._marked if each not in _registered]:
            _registered.add(marked)
            register_jitable(marked)
    function: Callable = getattr(module, name)
    return function


@contextmanager
def compiling_for(capability: tuple[int, int]) -> Iterator[None]:
    """Compile for such a GPU, wherever we are: numba-cuda would ask the one that is here."""
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = before


def to_ptx(
    function: Callable, arguments: tuple[Any, ...], capability: tuple[int, int], is_large: bool
) -> str:
    """The assembly of a kernel for such a GPU and for arguments like these (NumPy's, or numbers)."""
    import numba

    with compiling_for(capability), apart.keeping_once(is_large):
        ptx, _ = cuda.compile_ptx(function, tuple(map(numba.typeof, arguments)), cc=capability)
    return str(ptx)
