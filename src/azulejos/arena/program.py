"""Programs that play: questions and answers in lines, over stdin and stdout. See docs/protocol.md."""

import contextlib
import json
import os
import select
import signal
import subprocess
import threading
import time

from azulejos.arena.guests import Fault
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.game import Game
from azulejos.position import Position

HELLO = "azulejos 1"
LINE_MAX = 1000  # bytes of a line that a program may write
COMPLAINT_MAX = 2000  # bytes of its stderr that are kept
LEAVE = 1.0  # seconds to end after the game


class Program:
    """A program at a seat. It is started for one game, in a process group of its own."""

    clock = staticmethod(time.perf_counter)

    def __init__(self, command: list[str], game: Game, seat: int, seed: int, limit: float) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise Fault(Message("it can't be started: {reason}", reason=reason)) from None
        self._unread = b""
        self._complaint = b""
        self._is_ended = False
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        try:
            self._greet(game, seat, seed, limit)
        except Fault:
            self._end()
            raise

    def _greet(self, game: Game, seat: int, seed: int, limit: float) -> None:
        deadline = time.monotonic() + limit
        self._send(f"{HELLO}\n", deadline)
        answer = self._line(deadline)
        if answer != HELLO:
            raise Fault(
                Message("it answers {line} instead of {hello}", line=short(answer), hello=short(HELLO))
            )
        described = json.dumps(game.describe())
        self._send(f"game {described}\nseat {seat + 1}\nseed {seed}\n", deadline)

    # ------------------------------------------------------------------------------------------
    # As a guest

    def see(self, position: Position, seat: int) -> str:
        """The lines of a question, but the last."""
        document = json.dumps(position.known_by(seat).to_dict())
        return "".join([f"position {document}\n", *(f"legal {choice}\n" for choice in position.choices())])

    def choose(self, view: str, seat: int, budget: float | None, limit: float) -> str:
        deadline = time.monotonic() + limit
        self._send(view + ("choose\n" if budget is None else f"choose {budget:g}\n"), deadline)
        answer = self._line(deadline)
        if not answer.startswith("choice "):
            raise Fault(Message("it answers {line} instead of a choice", line=short(answer)))
        return answer.removeprefix("choice ")

    def leave(self, position: Position) -> None:
        """Tell it how the game ended, and let it end by itself if it does so at once."""
        if self._is_ended:
            return
        result = json.dumps({"scores": position.scores, "winners": [seat + 1 for seat in position.winners]})
        deadline = time.monotonic() + LEAVE
        with contextlib.suppress(Fault):
            self._send(f"over {result}\n", deadline)
            assert self._process.stdin is not None
            self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(max(deadline - time.monotonic(), 0))
        self._end()

    # ------------------------------------------------------------------------------------------
    # Lines

    def _send(self, text: str, deadline: float) -> None:
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        rest = text.encode()
        while rest:
            _, can_write, _ = select.select([], [pipe], [], max(deadline - time.monotonic(), 0))
            if not can_write:
                raise Fault(Message("it doesn't read what it is asked"))
            try:
                rest = rest[os.write(pipe, rest) :]
            except OSError:  # nobody reads any more
                raise self._gone() from None

    def _line(self, deadline: float) -> str:
        """The next line it writes, without its end."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._unread:
            if len(self._unread) > LINE_MAX:
                raise Fault(Message("it writes a line of more than {most} bytes", most=LINE_MAX))
            can_read, _, _ = select.select([pipe], [], [], max(deadline - time.monotonic(), 0))
            if not can_read:
                raise Fault(Message("no answer in time"))
            part = os.read(pipe, LINE_MAX + 1)
            if not part:
                raise self._gone()
            self._unread += part
        line, _, self._unread = self._unread.partition(b"\n")
        return line.removesuffix(b"\r").decode(errors="replace")

    # ------------------------------------------------------------------------------------------
    # The process

    def _listen(self) -> None:
        """Keep the end of what it complains about."""
        assert self._process.stderr is not None
        while part := os.read(self._process.stderr.fileno(), 65536):
            self._complaint = (self._complaint + part)[-COMPLAINT_MAX:]

    def _gone(self) -> Fault:
        """It has ended, or closed its ends: say what it has said last."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVE)
        self._end()
        last = self._complaint.decode(errors="replace").strip().rpartition("\n")[2]
        return Fault(
            Message(
                "it has ended with code {code}: {complaint}",
                code=self._process.returncode,
                complaint=short(last) if last else "-",
            )
        )

    def _end(self) -> None:
        """Kill what is left of it, children included."""
        self._is_ended = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join(LEAVE)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        if not self._listener.is_alive():  # else a child of another group still has it
            assert self._process.stderr is not None
            self._process.stderr.close()
