"""Jobs for worker processes that go wrong, each in its own way."""

import os
import signal
import time


def double(number):
    return 2 * number


def process():
    return os.getpid()


def hang(*arguments):
    while True:
        time.sleep(0.01)


def hang_hard(*arguments):
    """Nothing else in this process gets a word in: a bug of compiled code."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    sum(range(10**15))


def die(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)


def raise_something(*arguments):
    raise RuntimeError("this went wrong")


def eat_memory(*arguments):
    return len([bytearray(2**26) for _ in range(40)])


def die_once(marker, number):
    """The first who tries dies."""
    if not os.path.exists(marker):
        with open(marker, "w"):
            die()
    return 2 * number


def print_a_lot():
    print("printed" * 10_000, flush=True)
    return "answered"


def count_up(most, report):
    for done in range(most):
        report(done + 1, most)
    return most
