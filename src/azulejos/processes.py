"""Processes that end quietly: on Ctrl-C, and with whoever has started them."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import connection, get_context, parent_process
from typing import Any


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """What begins here is begun whole: this process hears of Ctrl-C when it is over.

    Ctrl-C goes to all processes of a terminal. Those that are started here don't hear it, however early.
    """
    heard: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()  # the only one that hears signals
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number)) if is_main else None
    try:
        with _masked():
            yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def _masked() -> Iterator[None]:
    """Processes inherit what their starter doesn't want to hear."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def killed_by_ctrl_c() -> Iterator[None]:
    """Compiled code doesn't come back to hear of Ctrl-C: as long as it runs, the system ends the process."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Processes(ProcessPoolExecutor):
    """So many processes, that end with the one that has started them and say nothing on Ctrl-C."""

    def __init__(self, count: int) -> None:
        super().__init__(count, mp_context=get_context("spawn"), initializer=_begin_work)

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future:
        with deaf_to_ctrl_c():  # processes are started here, when there is work for them
            return super().submit(work, *arguments, **named)

    def stop(self) -> None:
        """End them, whatever they do. Executors have no door for that before 3.14."""
        for process in list((self._processes or {}).values()):
            process.terminate()


def _begin_work() -> None:
    """In a new process: from now on end at once on Ctrl-C, and when the process that started it is gone."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
