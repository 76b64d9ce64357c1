"""The commands, as `azulejos` and as `python -m azulejos`: Ctrl-C ends them quietly, whenever it comes.

What is before the first line of `main` is Python itself starting, some 20 ms: Ctrl-C then is told by Python.
"""

import os
import signal
import sys
import time

TYPE_CHECKING = False  # as in `typing`, which takes a while to load
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType

INTERRUPTED = 130  # 128 and the number of the signal, as shells say it
FRAGILE = ("importlib", "_frozen_importlib", "numba", "llvmlite")
PATIENCE = 1.0  # seconds to clean up
SHOW_CURSOR = b"\x1b[?25h"  # a progress bar hides it


def main() -> int:
    """The command `azulejos`."""
    is_heard = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN  # it isn't in the background of a script
    if is_heard:
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _unraisable
    try:
        from azulejos import cli

        return cli.main()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    finally:
        if is_heard:
            _end_soon()


def _interrupt(number: int, frame: "FrameType | None") -> None:
    """Raise KeyboardInterrupt, unless modules are being loaded or code is compiled.

    There it may come up where it is swallowed or told with a traceback, and there is nothing to clean up.
    """
    _end_soon()
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in FRAGILE:
            _leave()
        frame = frame.f_back
    raise KeyboardInterrupt


def _unraisable(told: "UnraisableHookArgs") -> None:
    """Where Python can't raise KeyboardInterrupt it is not ignored, as other exceptions are."""
    if told.exc_type is KeyboardInterrupt:
        _leave()
    sys.__unraisablehook__(told)


def _end_soon() -> None:
    """What cleans up can't bear exceptions: only if it takes too long the next Ctrl-C ends it."""
    late = time.monotonic() + PATIENCE
    signal.signal(signal.SIGINT, lambda *_: _leave() if time.monotonic() > late else None)


def _leave() -> None:
    """End the process on the spot."""
    os.write(2, SHOW_CURSOR + b"\n" if os.isatty(2) else b"\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
