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


def review(text, report):
    """Every turn of a record, as if each could have been a little better."""
    from azulejos.record import Record

    record, turns = Record.from_text(text, compiled=False), []
    position = record.begin()
    for at, choice in enumerate(record.choices):
        seat, step = position.turn, position.step
        if seat is not None and seat >= 0 and step == 0:
            turns.append({"at": at, "seat": seat, "turn": [choice], "best": [position.choices()[0]]})
            turns[-1] |= {"worth": 0.4, "best_worth": 0.4 + 0.01 * (at % 20)}
        position.play(choice)
        report(at + 1, len(record))
    return turns


def picture(turns, names, theme, language):
    bars = "".join(
        f'<rect x="{2 * i}" y="{20 - 100 * (turn["best_worth"] - turn["worth"]):.1f}" width="1.6"'
        f' height="{100 * (turn["best_worth"] - turn["worth"]):.1f}"/>'
        for i, turn in enumerate(turns)
    )
    return f'<svg viewBox="0 0 {2 * len(turns)} 20" role="img" aria-label="given away">{bars}</svg>'
