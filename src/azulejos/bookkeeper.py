"""The real table: people play with real tiles, the program keeps the books and draws nothing itself."""

import datetime
from pathlib import Path

import numpy as np
from rich.text import Text

from azulejos import analysis, lines, tell
from azulejos.bots.turns import turn_in_words
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError
from azulejos.position import Position
from azulejos.terminal import REAL, SUFFIX, Leave, View, understood

REVIEWED = 1000  # simulations of a question, in the review at the end


class Bookkeeper:
    """A game at a real table: what was dealt and what was played is typed in, several things in a line."""

    def __init__(self, position: Position, view: View, path: Path) -> None:
        self.position = position
        self.view, self.t, self.path = view, view.t, path
        self._past: list[Position] = []  # before each line that was typed

    def run(self) -> None:
        """Until somebody leaves; also when the game is over, to take back or to look at it again."""
        self.view.print(self.t("Deal as the rules say, and type what comes. ? for help."), style="dim")
        shown = None
        try:
            while True:
                if self.position is not shown:
                    self._show()
                shown = self.position
                self._answer(self._input())
        except Leave:
            self._save()
            text = self.t("Saved. Go on with: azulejos play --deal by-hand --resume {path}", path=self.path)
            self.view.print(text, wrap=False)

    def _show(self) -> None:
        """The table when a turn begins, and what is asked."""
        position = self.position
        if position.over:
            self.view.table(position)
            self.view.result(position)
            return
        if position.turn != CHANCE and position.step == 0:
            self.view.table(position)
        self._ask()

    def _ask(self) -> None:
        """Whose question it is, and all answers with their numbers."""
        position, language = self.position, self.view.language
        who = "" if position.turn == CHANCE else self.view.names(position)[position.turn or 0]
        self.view.print(tell.question(position.game.name, position.state, who, language), style="bold")
        self.view.numbered(position.labels(language).values())

    def _input(self) -> str:
        try:
            return self.view.console.input(Text(self.t("Type (? for help): "))).strip()
        except (EOFError, KeyboardInterrupt):
            self.view.console.print()
            raise Leave from None

    def _answer(self, line: str) -> None:
        """A command, or what has happened at the table: all of it, or nothing if something can't be."""
        command = COMMANDS.get(line.lower())
        try:
            if command is not None:
                command(self)
            elif line:
                self._enter(line)
        except AzulejosError as error:
            self.view.say(error.message)

    def _enter(self, line: str) -> None:
        after = self.position.copy()
        rows = [after.play(choice).rows for choice in self._read(line, after)]
        if not rows:
            return
        self._past.append(self.position)
        self.position = after
        for sentence in self.view.sentences(after, np.concatenate(rows)):
            self.view.print(sentence.text, style="dim")
        self._save()

    def _read(self, line: str, position: Position) -> list[str]:
        """The choices of a line, each as it is understood after those before it."""
        walk, found = position.copy(), []
        for part in filter(None, map(str.strip, line.split(","))):
            is_dealt = walk.turn == CHANCE and not walk.is_legal(part)  # pieces, divided by spaces
            for word in part.split() if is_dealt else [part]:
                for choice in _meant(walk, word):
                    if not walk.is_legal(choice):
                        raise OptionError(Message("{word}: that can't be dealt now", word=word))
                    walk.play(choice)
                    found.append(choice)
        return found

    def _save(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.position.record().save(self.path)
        except OSError as error:
            reason = error.strerror or str(error)
            self.view.say(Message("can't save {path}: {reason}", path=str(self.path), reason=reason))

    # ------------------------------------------------------------------------------------------
    # Commands

    def _help(self) -> None:
        self.view.print(
            self.t(
                "What was dealt: pieces by name or letter, as many as you like: blue blue red, or b2r. "
                "A turn: choices by number or name, with commas. undo: take the last line back. "
                "hint: what the search would play. review: what each turn of the game was worth. "
                "line: the position in one line. board: draw the table. quit: save and leave."
            )
        )

    def _undo(self) -> None:
        if not self._past:
            raise OptionError(Message("there is nothing to take back"))
        self.position = self._past.pop()
        self._save()

    def _hint(self) -> None:
        seat = analysis.asked(self.position)
        found, known = analysis.hint(self.position), self.position.known_by(seat)
        words = turn_in_words(known, found.turn, self.view.language)
        chance = "" if found.worth is None else f"{100 * found.worth:.0f} %"
        self.view.print(f"{words} · {self.t('{percent} chance to win', percent=chance)}")

    def _review(self) -> None:
        """What each seat has lost, with its biggest mistakes."""
        record = self.position.record()
        if not analysis.count_turns(record):
            raise OptionError(Message("there is no turn to look at"))
        names, t = self.view.names(self.position), self.t
        for summary in analysis.summaries(analysis.review(record, simulations=REVIEWED)):
            loss = t.number(100 * summary.loss, 1) + " %"
            text = t("{name}: a turn lost {loss} on average.", name=names[summary.seat], loss=loss)
            self.view.print(text, style="bold")
            ordered = sorted(summary.biggest, key=lambda turn: turn.at)
            for turn, said in zip(ordered, analysis.told(record, ordered, self.view.language), strict=True):
                where = t("Round {n}, turn {turn}", n=turn.round, turn=turn.number)
                self.view.print(f"{turn.mark:2} {where}: {said[0]} · {t('better')}: {said[1]}")

    def _line(self) -> None:
        self.view.print(self.position.line(), wrap=False)

    def _board(self) -> None:
        self.view.table(self.position)
        if not self.position.over:
            self._ask()

    def _quit(self) -> None:
        raise Leave


def _meant(position: Position, word: str) -> list[str]:
    """What a word says has happened: pieces by the letters of lines, one by its name, or a choice."""
    legal = position.choices()
    if position.turn == CHANCE:
        kind = legal[0].partition(" ")[0]
        dealt = [f"{kind} {name}" for name in lines.pieces(position.game.name, word)]
        named = [choice for choice in legal if choice.partition(" ")[2].startswith(word.lower())]
        if dealt and dealt[0] in legal:
            return dealt
        if len(named) == 1:
            return named
    return [understood(word, legal)]


COMMANDS = {
    **dict.fromkeys(("?", "h", "help", "pomoc"), Bookkeeper._help),
    **dict.fromkeys(("u", "undo", "cofnij"), Bookkeeper._undo),
    **dict.fromkeys(("hint", "podpowiedź", "podpowiedz"), Bookkeeper._hint),
    **dict.fromkeys(("review", "ocena"), Bookkeeper._review),
    **dict.fromkeys(("line", "wiersz"), Bookkeeper._line),
    **dict.fromkeys(("board", "plansza"), Bookkeeper._board),
    **dict.fromkeys(("q", "quit", "exit", "koniec"), Bookkeeper._quit),
}


def path_for(game: str, folder: Path) -> Path:
    """Where a new game is kept."""
    return folder / f"{datetime.datetime.now():%Y%m%d-%H%M%S}-{game}{REAL}{SUFFIX}"
