"""A tree: a game that was gone on with in more than one way, as a text file.

The file is a record, that of the main line, and below it each variation: which line it leaves, after how many
choices, and its own. Programs that know only records refuse it, for its first line says another version.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from azulejos.core.message import Message
from azulejos.errors import AzulejosError, RecordError
from azulejos.files import write_whole
from azulejos.position import Position
from azulejos.record import FORMAT, FORMAT_VERSION, TREE_VERSION, Parser, Record, read_text, whose

ROOT = -1  # the place of the beginning, before the first choice
NODES_MAX = 10_000
COMMENT_LENGTH = 500
VARIATION = re.compile(r"variation ([0-9]{1,6}) of ([0-9]{1,6}) after ([0-9]{1,6})")
COMMENT = re.compile(r"comment ([0-9]{1,6}): (.*)")


@dataclass(frozen=True)
class Node:
    """A choice in a tree. Of several that follow the same one, the first goes on with its line."""

    parent: int  # the place of the node before it in the list of all; ROOT: the beginning
    choice: str
    comment: str = ""


@dataclass
class _Line:
    """Choices one after the other: the main line, or a variation."""

    of: int  # the line that it leaves
    after: int  # how many choices of the game it shares with that one
    nodes: list[int] = field(default_factory=list)


class Tree:
    """The choices of a game, with all that was tried at its moments."""

    def __init__(self, start: Record, nodes: Sequence[Node] = (), comment: str = "") -> None:
        self.start = start.cut(0)
        self.nodes = list(nodes)
        self.comment = comment  # on the beginning
        self._check()

    @classmethod
    def of(cls, record: Record) -> Tree:
        """A game as it was played, nothing else tried yet."""
        if record.hidden:
            raise RecordError(Message("this game hides choices: it can only be looked at"))
        return cls(record, [Node(at - 1, choice) for at, choice in enumerate(record.choices)])

    def _check(self) -> None:
        """Can it be a tree? Whether each choice is legal is found by playing, see `walk`."""
        if len(self.nodes) > NODES_MAX:
            raise RecordError(Message("a tree has at most {most} choices", most=NODES_MAX))
        if any(not ROOT <= node.parent < at for at, node in enumerate(self.nodes)):
            raise RecordError(Message("each choice of a tree must come after the one that it follows"))
        if len({(node.parent, node.choice) for node in self.nodes}) < len(self.nodes):
            raise RecordError(Message("a variation begins with a choice that is there already"))
        for comment in (self.comment, *(node.comment for node in self.nodes)):
            check_comment(comment)

    def main(self) -> Record:
        """The record of the main line."""
        record = self.start.cut(0)
        record.choices = [self.nodes[at].choice for at in self._lines()[0].nodes]
        return record

    def walk(self) -> Iterator[tuple[Node, Position]]:
        """Each node with the position in which it is chosen; what can't be chosen there is refused.

        The positions know no history, and go along.
        """
        began, tables = self.start.begin(), list[bytes]()
        position, last = began.copy(), ROOT
        for at, node in enumerate(self.nodes):
            if node.parent != last:
                position = began.resumed(tables[node.parent] if node.parent != ROOT else None, 0)
            yield node, position
            position.play(node.choice)
            tables.append(position.table().tobytes())
            last = at

    def __len__(self) -> int:
        return len(self.nodes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self.to_text() == other.to_text()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Tree of {self.start.game.name}: {len(self)} choices, {len(self._lines())} lines>"

    # ------------------------------------------------------------------------------------------
    # Lines

    def _children(self) -> dict[int, list[int]]:
        children: dict[int, list[int]] = {ROOT: []}
        for at, node in enumerate(self.nodes):
            children[node.parent].append(at)
            children[at] = []
        return children

    def _lines(self) -> list[_Line]:
        """The main line, and then each variation after the line that it leaves."""
        children, lines = self._children(), list[_Line]()
        waiting = deque([_Line(0, 0, children[ROOT][:1])])
        while waiting:
            line = waiting.popleft()
            while line.nodes and children[line.nodes[-1]]:
                line.nodes.append(children[line.nodes[-1]][0])
            first = [ROOT] if not lines else []
            for after, at in enumerate([*first, *line.nodes], start=line.after + 1 - len(first)):
                waiting += [_Line(len(lines), after, [other]) for other in children[at][1:]]
            lines.append(line)
        return lines

    # ------------------------------------------------------------------------------------------
    # Writing and reading

    def to_text(self) -> str:
        """The file. Without variations and comments it is a record."""
        lines = self._lines()
        said = [self._comments(line, is_main=line is lines[0]) for line in lines]
        if len(lines) == 1 and not said[0]:
            return self.main().to_text()
        text = self.main().to_text().replace(f"{FORMAT} {FORMAT_VERSION}", f"{FORMAT} {TREE_VERSION}", 1)
        labels = [whose(position) for _, position in self.walk()]
        written = [text, *(f"{comment}\n" for comment in said[0])]
        for number, line in enumerate(lines[1:], start=1):
            title = f"variation {number} of {line.of} after {line.after}"
            end = f"end: {line.after + len(line.nodes)} choices"
            written += ["\n", "\n".join([title, *self._turns(line, labels), end, *said[number]]), "\n"]
        return "".join(written)

    def _comments(self, line: _Line, is_main: bool) -> list[str]:
        first = [(0, self.comment)] if is_main else []
        own = [(line.after + i, self.nodes[at].comment) for i, at in enumerate(line.nodes, start=1)]
        return [f"comment {count}: {comment}" for count, comment in first + own if comment]

    def _turns(self, line: _Line, labels: Sequence[str]) -> Iterator[str]:
        """A line of the file for each turn, as in a record."""
        made: list[int] = []
        for at in line.nodes:
            if made and labels[at] != labels[made[0]]:
                yield self._turn(made, labels)
                made = []
            made.append(at)
        yield self._turn(made, labels)

    def _turn(self, made: Sequence[int], labels: Sequence[str]) -> str:
        return f"{labels[made[0]]}: {', '.join(self.nodes[at].choice for at in made)}"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file whole or not at all."""
        write_whole(path, self.to_text().encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Tree:
        """Read a file, a tree or a record."""
        return cls.from_text(read_text(path))

    @classmethod
    def from_text(cls, text: str) -> Tree:
        """Read what `to_text` wrote; every choice is checked."""
        if text.startswith(f"{FORMAT} {TREE_VERSION}"):
            return _TreeParser(text).tree()
        return cls.of(Parser(text).record())


def check_comment(comment: str) -> None:
    """A comment is one line, so that files stay readable."""
    if len(comment) > COMMENT_LENGTH or not comment.isprintable() or comment != comment.strip():
        raise RecordError(Message("a comment is one line of at most {most} characters", most=COMMENT_LENGTH))


class _TreeParser(Parser):
    """Reads a record, and then variations and comments."""

    VERSION = TREE_VERSION

    def tree(self) -> Tree:
        record = self.main()
        if record.hidden:
            self.wrong("this game hides choices: it can only be looked at")
        self.start, self.began = record, record.begin()
        self.nodes: list[Node] = []
        self.tables: list[bytes] = []
        self.notes: dict[int, str] = {}
        self.lines_read = [_Line(0, 0)]
        self._add(self.lines_read[0], ROOT, record.choices)
        while self.at < len(self.lines):
            if self.lines[self.at].strip():
                self._part()
            else:
                self.at += 1
        nodes = [Node(node.parent, node.choice, self.notes.get(at, "")) for at, node in enumerate(self.nodes)]
        try:
            return Tree(record, nodes, self.notes.get(ROOT, ""))
        except AzulejosError as error:
            self.refuse(error.message)

    def _part(self) -> None:
        """A comment on the line above, or a variation."""
        if found := COMMENT.fullmatch(self.lines[self.at]):
            self._note(int(found[1]), found[2])
        elif found := VARIATION.fullmatch(self.lines[self.at]):
            self._vary(*map(int, found.groups()))
        else:
            self.wrong(
                "expected 'variation N of LINE after COUNT' or 'comment COUNT: ...', got {text}",
                text=repr(self.lines[self.at][:40]),
            )

    def _note(self, count: int, comment: str) -> None:
        line = self.lines_read[-1]
        is_beginning = count == 0 and len(self.lines_read) == 1
        if not is_beginning and not line.after < count <= line.after + len(line.nodes):
            self.wrong("the line above has no choice {count}", count=count)
        place = ROOT if is_beginning else line.nodes[count - line.after - 1]
        try:
            check_comment(comment)
        except RecordError as error:
            self.refuse(error.message)
        self.notes[place] = comment
        self.at += 1

    def _vary(self, number: int, of: int, after: int) -> None:
        if number != len(self.lines_read):
            expected = len(self.lines_read)
            self.wrong("variations are numbered one after the other; this is number {n}", n=expected)
        if of >= number:
            self.wrong("there is no line {n} above", n=of)
        left = self.lines_read[of]
        if not (left.after < after or after == of == 0) or after >= left.after + len(left.nodes):
            self.wrong("line {n} has no choice after {count} that could be another one", n=of, count=after)
        parent = left.nodes[after - left.after - 1] if after else ROOT
        position = self.began.resumed(self.tables[parent] if parent != ROOT else None, 0)
        self.at += 1
        if not self.play(position, self.start.rules):
            self.wrong("a variation hides nothing")
        self.end(after + position.length)
        if not position.length:
            self.wrong("a variation has a choice of its own")
        self.lines_read.append(_Line(of, after))
        self._add(self.lines_read[-1], parent, position.history)

    def _add(self, line: _Line, parent: int, choices: Sequence[str]) -> None:
        """The nodes of a line, and the tables that they lead to."""
        if len(self.nodes) + len(choices) > NODES_MAX:
            self.wrong("a tree has at most {most} choices", most=NODES_MAX)
        position = self.began.resumed(self.tables[parent] if parent != ROOT else None, 0)
        for choice in choices:
            position.play(choice)
            line.nodes.append(len(self.nodes))
            self.nodes.append(Node(parent, choice))
            self.tables.append(position.table().tobytes())
            parent = len(self.nodes) - 1
