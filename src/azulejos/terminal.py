"""The table in the terminal: people at one keyboard, with bots at the other seats."""

import datetime
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import platformdirs
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from azulejos import analysis, tell
from azulejos.analysis import Stretch
from azulejos.bots import BOTS, Bot, persons, strength, turns
from azulejos.bots.comparing import Comparison
from azulejos.bots.turns import turn_in_words
from azulejos.core import ready
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.draw import terminal as drawing
from azulejos.errors import AzulejosError, IllegalChoice, OptionError, RecordError
from azulejos.game import Game
from azulejos.position import EVERYBODY, Position, Viewer
from azulejos.record import Record
from azulejos.tables import actions
from azulejos.tables.actions import Chance, Dealer, by_lot
from azulejos.tables.sight import Sight
from azulejos.tables.table import PERSON, Seat, Step, Table
from azulejos.workers.apart import Apart

SUFFIX = ".azul"
REAL = "-real"  # ends the name of a game with real tiles


def saved_tables() -> Path:
    """Where games are saved on leaving."""
    return Path(platformdirs.user_data_dir("azulejos")) / "tables"


def newest_unfinished(is_real: bool = False) -> Path | None:
    """The last game that was left before its end: here, or with real tiles."""
    for path in sorted(saved_tables().glob(f"*{SUFFIX}"), reverse=True):
        if path.stem.endswith(REAL) != is_real:
            continue
        try:
            with ready.plain():
                record = Record.load(path)
            if not record.hidden and not record.replay().over:
                return path
        except AzulejosError:
            continue  # a damaged file is left alone
    return None


class Leave(Exception):
    """Somebody wants to leave the table."""


class View:
    """A console and a language: how a position and its story are shown.

    What is said is given to rich as `Text`: in a string it would read markup, and `:fire:` as an emoji.
    """

    def __init__(self, language: str, console: Console | None = None) -> None:
        self.language = language
        self.console = console or Console(highlight=False)
        self.t = tell.words(language)
        self.terminal = drawing.Terminal(
            has_colours=self.console.color_system is not None and not self.console.no_color,
            is_ascii=not self.console.encoding.lower().startswith("utf"),
        )

    def print(self, text: str, style: str = "", wrap: bool = True) -> None:
        self.console.print(Text(text), style=style or None, soft_wrap=not wrap)

    def numbered(self, lines: Iterable[str]) -> None:
        """What can be chosen, with the numbers to choose it by."""
        shown = [Text.assemble((f"{number:2}", "bold"), " ", line) for number, line in enumerate(lines, 1)]
        self.console.print(Columns(shown, padding=(0, 3), column_first=True))

    def say(self, message: Message) -> None:
        self.print(self.t.say(message), style="bold red")

    def names(self, position: Position) -> list[str]:
        """What people call the seats; in a record, a bot's seat has the word of its level."""
        said = [
            position.name_of(seat) or self.t("Seat {n}", n=seat + 1) for seat in range(position.game.players)
        ]
        return persons.called(zip(said, said, strict=True))

    def table(self, position: Position, seat: Viewer = EVERYBODY) -> None:
        """The table as a seat may see it (None: a spectator)."""
        state = position.state if seat is EVERYBODY or position.over else position.state_known_by(seat)
        self.console.print(
            drawing.table(position.game.name, state, self.names(position), self.t, self.terminal)
        )

    def closeup(self, position: Position) -> None:
        """What a later question of a turn has to show, if anything."""
        names = self.names(position)
        shown = drawing.closeup(position.game.name, position.state, names, self.t, self.terminal)
        if shown is not None:
            self.console.print(shown)

    def sentences(self, position: Position, rows: np.ndarray) -> list[tell.Sentence]:
        return tell.story(position.game.name, rows, self.names(position), self.language)

    def scoring(self, title: str, sentences: Iterable[tell.Sentence]) -> None:
        """Which tile brought how many points, and why."""
        grid = Grid.grid(padding=(0, 2))
        for sentence in sentences:
            style = "red" if sentence.points < 0 else ""
            grid.add_row(Text(sentence.text), Text(sentence.clause, style="dim"), style=style)
        self.console.print(Panel(grid, title=Text(title), expand=False))

    def result(self, position: Position) -> None:
        """Who has won, with all scores."""
        names = self.names(position)
        order = sorted(range(len(names)), key=lambda seat: position.ranking[seat])
        if position.ended is not None:
            self.print(position.ended.tell(self.language))
        grid = Grid(title=self.t("The game is over."), box=None)
        grid.add_column(self.t("rank"), justify="right")
        grid.add_column(self.t("player"))
        grid.add_column(self.t("points"), justify="right")
        for seat in order:
            rank = str(position.ranking[seat] + 1)
            style = "bold" if seat in position.winners else ""
            grid.add_row(rank, Text(names[seat]), str(position.scores[seat]), style=style)
        self.console.print(grid)
        winners = ", ".join(names[seat] for seat in position.winners)
        if len(position.winners) == 1:
            self.print(self.t("{who} wins.", who=winners), style="bold")
        else:
            self.print(self.t("The win is shared: {who}.", who=winners), style="bold")
        if position.tie is not None:
            self.print(position.tie.tell(names, self.language))


def understood(answer: str, legal: Sequence[str]) -> str:
    """A legal choice by its number in the list, its name, or the beginning of its name."""
    if answer.isdigit() and answer.isascii():
        if 1 <= int(answer[:9]) <= len(legal):
            return legal[int(answer[:9]) - 1]
        raise OptionError(Message("there are choices 1 to {count}, not {n}", count=len(legal), n=answer[:9]))
    wanted = " ".join(answer.lower().split())
    matching = [choice for choice in legal if choice.startswith(wanted)]
    if wanted in legal or len(matching) == 1:
        return wanted if wanted in legal else matching[0]
    if matching:
        raise OptionError(Message("which one? {choices}", choices=", ".join(matching)))
    raise OptionError(Message("{answer} isn't one of the choices", answer=repr(answer[:40])))


class Keyboard:
    """A table in play at the terminal: people at one keyboard, who look with the same eyes."""

    def __init__(
        self, table: Table, view: View, path: Path, apart: Apart | None = None, chance: Chance = by_lot
    ) -> None:
        self.table = table
        self.view = view
        self.path = path
        self.apart = apart or Apart()  # where bots think
        self.bots: dict[int, Bot] = {
            at: self.apart.bot(seat.player) for at, seat in enumerate(table.seats) if seat.player != PERSON
        }
        self.t = view.t
        self.opened = 0  # the turn in which the others have looked away
        self.news: list[tell.Sentence] = []
        self.date = datetime.date.today().isoformat()  # when the game was begun
        self._chance = chance

    @property
    def position(self) -> Position:
        """The table as it is, to look at, with the names of those who sit there."""
        return self.table.position.named(self.table.names())

    @property
    def sight(self) -> Sight:
        """What whoever sits here may know and do: all people of the table, at one screen."""
        return Sight(self.table, tuple(self.table.people), self.opened)

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        with closing(self.apart):
            self._run()

    def _introduce(self) -> None:
        """Who the bots are, and how they play."""
        for at, name in enumerate(self.table.names()):
            if at in self.bots and (who := persons.WHO.get(self.bots[at].name)) is not None:
                self.view.print(f"{name}: {self.t.say(who.plays)} {self.t.say(who.strength)}", style="dim")

    def _run(self) -> None:
        self._introduce()
        try:
            while not self.position.over:
                self._turn()
        except Leave:
            if self.save():
                text = self.t("Saved. Go on with: azulejos play --resume {path}", path=self.path)
                self.view.print(text, wrap=False)
            return
        self._show_news()
        self.view.table(self.position)
        self.view.result(self.position)
        if self.save():
            text = self.t("The record: azulejos replay {path}", path=self.path)
            self.view.print(text, style="dim", wrap=False)

    def save(self) -> bool:
        """Write the game so far, so that it can be resumed. A full disk doesn't end the game."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            record = self.table.record()
            record.date = self.date
            record.save(self.path)
        except OSError as error:
            reason = error.strerror or str(error)
            self.view.say(Message("can't save {path}: {reason}", path=str(self.path), reason=reason))
            return False
        return True

    # ------------------------------------------------------------------------------------------
    # Turns

    def _turn(self) -> None:
        seat = self.position.turn
        assert seat is not None
        if seat in self.bots:
            with self._thinking(seat):
                choice = self.bots[seat].choose(self.position, seat)
            self._play(choice)
            return
        is_drawn_anew = any((self._look_again(), self._show_news(), self._look_away(seat)))
        if is_drawn_anew or self.position.step == 0:
            self.view.table(self.position, self.sight.viewer_of(self.position))
        else:
            self.view.closeup(self.position)
        self._ask(seat)

    def _thinking(self, seat: int) -> AbstractContextManager:
        """Somebody who takes a moment is seen to think; where nobody looks, nothing is printed."""
        if not self.view.console.is_terminal or self.bots[seat].name in strength.RESEARCHERS:
            return nullcontext()
        name = self.view.names(self.position)[seat]
        return self.view.console.status(Text(self.t("{name} is thinking…", name=name)), spinner="line")

    def _look_away(self, seat: int) -> bool:
        """What only one of several people may see is shown after the others have looked away."""
        position = self.position
        if not self.sight.asks_in_private(position) or self.opened == position.turn_number:
            return False
        name = self.view.names(position)[seat]
        self.view.print(
            self.t("Only {name} may see what comes now. Everybody else looks away.", name=name), style="bold"
        )
        self._input(self.t("Enter: show it to me "))
        self.opened = position.turn_number
        return True

    def _look_again(self) -> bool:
        """Nothing of what only one may see stays on the screen."""
        seat = self.position.turn
        if not self.opened or (seat is not None and self.position.asks_in_private(seat)):
            return False
        self.opened = 0
        self.view.console.clear()
        return True

    def _ask(self, seat: int) -> None:
        """One question to a person: until a choice is made."""
        self._list_choices(seat)
        while True:
            answer = self._read()
            command = COMMANDS.get(answer.lower())
            if command is not None:
                if command(self, seat):
                    return
                continue
            choice = self._understood(answer)
            if choice is not None:
                self._play(choice)
                self.save()
                return

    def _list_choices(self, seat: int) -> None:
        position = self.sight.known()
        who = self.table.names()[seat]
        self.view.print(tell.question(position.game.name, position.state, who, self.view.language), "bold")
        self.view.numbered(position.tell(choice, self.view.language) for choice in position.choices())

    def _read(self) -> str:
        return self._input(self.t("Your choice (number or name; ? for help): "))

    def _input(self, prompt: str) -> str:
        try:
            return self.view.console.input(Text(prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            self.view.console.print()
            raise Leave from None

    def _understood(self, answer: str) -> str | None:
        if not answer:
            return None
        try:
            return understood(answer, self.position.choices())
        except OptionError as error:
            self.view.say(error.message)
            return None

    def _play(self, choice: str) -> None:
        table, seat = self.table, self.position.turn
        if seat in self.bots:
            planned = actions.play_for_bot(table, table.moved, [choice], self._chance)
        else:
            planned = actions.play(self.sight, table.last, [choice], self._chance)
        assert planned is not None  # nobody else writes at this table
        self.table = planned.table
        self.hear(self.table.steps[len(table.steps) :])

    def hear(self, steps: Sequence[Step]) -> None:
        """What has happened is told when somebody is asked next."""
        rows = [step.story.known_by(self.sight.reader).rows for step in steps]
        if rows:
            self.news += self.view.sentences(self.position, np.concatenate(rows))

    def _show_news(self) -> bool:
        """What happened since this was last asked, the scoring of a round apart: was there any?"""
        plain: list[tell.Sentence] = []
        scored: list[tell.Sentence] = []
        for sentence in self.news:
            (scored if sentence.is_scoring else plain).append(sentence)
        for sentence in plain:
            self.view.print(sentence.text, style="dim" if sentence.seat in self.table.people else "")
        if scored:
            self.view.scoring(self.t("Scoring"), scored)
        self.news = []
        return bool(scored)

    # ------------------------------------------------------------------------------------------
    # Commands: each returns whether the question must be asked anew

    def _help(self, seat: int) -> bool:
        self.view.print(
            self.t(
                "A number or a name is a choice. undo: back to the start of my last turn. "
                "hint: what the search would do, and how likely it wins. alternatives: what else there was "
                "in my last turn. board: draw the table again. quit: save and leave."
            )
        )
        return False

    def _board(self, seat: int) -> bool:
        self.view.table(self.position, self.sight.viewer_of(self.position))
        self._list_choices(seat)
        return False

    def _hint(self, seat: int) -> bool:
        position = self.sight.known()
        found = turns.hint(position, seat)
        words = position.tell(found.turn[0], self.view.language)
        if found.worth is not None:
            chance = self.t("{percent} chance to win", percent=f"{100 * found.worth:.0f} %")
            tries = self.t("{n} simulations", n=self.t.number(found.simulations))
            words = f"{words} · {chance}, {tries}"
        self.view.print(words)
        return False

    def _alternatives(self, seat: int) -> bool:
        """What else there was in the last turn of whoever asks."""
        stretches = self._last_turn(seat)
        if not stretches:
            self.view.say(Message("there is no turn of yours to look back at"))
            return False
        found = analysis.weighed(stretches, seat)
        if found is None:
            self.view.say(Message("the search is still being prepared; try again in a minute"))
            return False
        for stretch, compared in zip(stretches, found.comparisons, strict=True):
            is_first = compared is found.comparisons[0]
            title = self.t("Alternatives") if is_first else self.t("After what was revealed")
            self.view.console.print(self._compared(title, stretch.known, compared))
        self.view.print(f"{self.t('Given away')}: {100 * found.loss:.0f} % {found.mark}".rstrip())
        return False

    def _compared(self, title: str, known: Position, compared: Comparison) -> Grid:
        grid = Grid(box=None, title=title)
        grid.add_column(self.t("Chance to win"), justify="right")
        grid.add_column(self.t("Simulations"), justify="right")
        grid.add_column(self.t("Turn"))
        for turn in compared.listed:
            words = turn_in_words(known, turn.turn, self.view.language)
            is_played = turn == compared.played
            words = f"{self.t('Played:')} {words}" if is_played else words
            chance = f"{100 * turn.worth:.0f} %"
            style = "bold" if is_played else ""
            grid.add_row(chance, self.t.number(turn.visits), Text(words), style=style)
        return grid

    def _last_turn(self, seat: int) -> list[Stretch]:
        """What a seat has played in its last whole turn, as far as the terminal may know it."""
        steps, now = self.table.steps, self.position.this_turn
        own = [at for at, step in enumerate(steps) if step.seat == seat and step.turn != now]
        if not own:
            return []
        try:
            _, stretches = replace(self.sight, opened=0).looked_back(self.table.turn_begun_at(own[-1]))
        except IllegalChoice:
            return []  # it was asked in private
        return stretches if stretches[0].played else []

    def _undo(self, seat: int) -> bool:
        try:
            planned = actions.undo(self.sight, self.table.last)
        except OptionError as error:
            self.view.say(error.message)
            return False
        assert planned is not None
        self.table = planned.table
        self.news = []
        self.save()
        return True

    def _quit(self, seat: int) -> bool:
        raise Leave


COMMANDS = {
    **dict.fromkeys(("?", "h", "help", "pomoc"), Keyboard._help),
    **dict.fromkeys(("u", "undo", "cofnij"), Keyboard._undo),
    **dict.fromkeys(("hint", "podpowiedź", "podpowiedz"), Keyboard._hint),
    **dict.fromkeys(("a", "alternatives", "inne"), Keyboard._alternatives),
    **dict.fromkeys(("b", "board", "plansza"), Keyboard._board),
    **dict.fromkeys(("q", "quit", "exit", "koniec"), Keyboard._quit),
}


def new_table(
    game: Game, names: Sequence[str], bots: Sequence[str], seed: int | None, view: View
) -> Keyboard:
    """A new game; the bots take the last seats.

    It is played by the plain rules, which are there at once: people don't notice the difference.
    """
    if len(bots) > game.players:
        raise OptionError(
            Message("{bots} bots don't fit at a table for {players}", bots=len(bots), players=game.players)
        )
    people = game.players - len(bots)
    names = names or [view.t("Player {n}", n=seat + 1) for seat in range(people)]
    stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    path = saved_tables() / f"{stamp}-{game.name}{SUFFIX}"
    return _seated(game, [*names, *bots], None, view, path, by_lot if seed is None else Dealer(seed))


def resumed_table(path: Path, view: View) -> Keyboard:
    """A saved game, where it was left."""
    with ready.plain():
        record = Record.load(path)
    if record.hidden:
        raise RecordError(Message("this game hides choices: it can only be looked at"))
    names = record.names or [view.t("Seat {n}", n=seat + 1) for seat in range(record.game.players)]
    keyboard = _seated(record.game, names, record, view, path)
    keyboard.date = record.date
    return keyboard


def _seated(
    game: Game, names: Sequence[str], record: Record | None, view: View, path: Path, chance: Chance = by_lot
) -> Keyboard:
    """The bots sit where the names say so; they think in a process of their own."""
    seats = [Seat(name, name if name in BOTS else PERSON) for name in names]
    with ready.plain():
        begun = Table.begun("terminal", game, record.origin if record else None)
    planned = actions.open_table(begun, seats, (), None, record, chance)
    return Keyboard(planned.table, view, path, chance=chance)


class Replay:
    """A record to step through, turn by turn."""

    def __init__(self, record: Record, view: View) -> None:
        self.record = record
        self.view = view
        self.t = view.t
        self._stops = self._turns()

    def _turns(self) -> list[int]:
        """After how many choices there is something to look at: where each turn begins, and at the end."""
        position, last, found = self.record.begin(), None, [0]
        for count, choice in enumerate(self.record.choices):
            if position.turn != CHANCE and position.this_turn != last:
                last = position.this_turn
                found.append(count)
            position.play(choice)
        return sorted({*found, len(self.record)})

    def show(self, at: int) -> None:
        """The position after so many choices, and the choice that led to it."""
        self._show(max(0, at - 1), at, f"{at}/{len(self.record)}")

    def _show(self, since: int, at: int, title: str) -> None:
        position = self.record.begin()
        for choice in self.record.choices[:since]:
            position.play(choice)
        self._tell(position, self.record.choices[since:at], title)
        self.view.table(position)
        if position.over:
            self.view.result(position)

    def _tell(self, position: Position, choices: Sequence[str], title: str) -> None:
        """Play choices; say who made them, and what has happened: all that CHANCE did together."""
        left = list(choices)
        while left:
            seat, said, rows = position.turn, [], []
            while left and position.turn == seat:
                said.append(position.tell(left[0], self.view.language))
                rows.append(position.play(left.pop(0)).rows)
            who = self.t("chance") if seat == CHANCE else self.view.names(position)[seat or 0]
            words = "" if seat == CHANCE and len(said) > 1 else f": {turns.joined(said)}"
            self.view.print(f"{title}  {who}{words}", style="bold")
            for sentence in self.view.sentences(position, np.concatenate(rows)):
                self.view.print(f"  {sentence.text}", style="dim")

    def step_through(self) -> None:
        """A turn on with Enter, back with b, to the one of a number, to the end with e, away with q."""
        if not sys.stdin.isatty():
            self.show(len(self.record))
            return
        number = 0
        while True:
            title = f"{number}/{len(self._stops) - 1}"
            self._show(self._stops[max(0, number - 1)], self._stops[number], title)
            try:
                answer = self.view.console.input(
                    Text(self.t("Enter: on, b: back, a number: go there, e: end, q: quit ") + "> ")
                ).strip()
            except (EOFError, KeyboardInterrupt):
                self.view.console.print()
                return
            if answer in ("q", "quit", "koniec"):
                return
            number = self._target(answer, number)

    def _target(self, answer: str, number: int) -> int:
        last = len(self._stops) - 1
        if answer in ("b", "w"):  # back, wstecz
            number -= 1
        elif answer in ("e", "k"):  # end, koniec
            number = last
        elif answer.isdigit() and answer.isascii():
            number = int(answer[:9])
        elif not answer:
            number += 1
        return min(max(number, 0), last)
