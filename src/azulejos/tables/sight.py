"""Who looks at a table: what this viewer may know of it, and what it may choose."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from azulejos.analysis import Stretch
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, IllegalChoice, OptionError
from azulejos.position import EVERYBODY, Position, Turn, Viewer
from azulejos.tables.company import SPOKEN, Circle, Note
from azulejos.tables.table import Seat, Step, Table

ONLY_TO_LOOK_AT = Message("this game hides choices: it can only be looked at")
STUCK = Message("the position that this table began with can't be played on: the table is closed")
NOT_YOURS = Message("this seat is not yours; its link opens it")
FIRST_THE_LESSON = Message(
    "A fine idea for later! The lesson needs something else now: follow the ring. "
    "Afterwards you play as you like."
)
ONLY_TO_CHOOSE = Message("a token is there to look and to choose; whoever holds the seat does the rest")

NO_MESSAGES = Message("messages are switched off at this table")
SILENT_SERVER = Message("this server carries no messages")
FAIR_PLAY = Message(
    "several people play here, and the table was opened without advice: the search can be asked afterwards"
)


class NotYours(AzulejosError):
    """Somebody else may do this, not whoever has asked."""


class Unfair(AzulejosError):
    """The table was not opened for it."""


def _too_late(choice: str) -> IllegalChoice:
    """What ends a turn, or shows something, comes last of the choices that are made at once."""
    return IllegalChoice(Message("{choice} comes after the end of this turn", choice=repr(choice[:40])))


@dataclass(frozen=True)
class Sight:
    """A table as somebody sees it, with the seats that are played from there; without any, a spectator."""

    table: Table
    seats: tuple[int, ...] = ()
    opened: int = 0  # the turn in which the others at this screen have looked away
    proofs: frozenset[str] = frozenset()  # the hashes of the secrets that were shown
    is_silent: bool = False  # are no messages carried here?

    def on(self, table: Table) -> "Sight":
        """The same eyes on another moment of the table."""
        return replace(self, table=table)

    @property
    def people(self) -> list[int]:
        """The seats of this screen that people play at now."""
        return [seat for seat in self.seats if seat in self.table.people]

    @property
    def is_asked(self) -> bool:
        """Is somebody at this screen asked now?"""
        return self.table.position.turn in self.people

    @property
    def is_shared(self) -> bool:
        """Do several people sit before this screen?"""
        return len(self.people) > 1

    @property
    def eyes(self) -> int | None:
        """Through whose eyes it sees the table: those of the only one who sits here, or a spectator's."""
        own = self.people or self.seats  # a bot may play for somebody who only looks on
        return own[0] if len(own) == 1 else None

    @property
    def reader(self) -> Viewer:
        """Who reads here what has happened. When the game is over nothing is hidden any more."""
        return EVERYBODY if self.table.position.over else self.eyes

    def viewer_of(self, position: Position) -> Viewer:
        """Through whose eyes a position of this table is shown."""
        if self.table.position.over:
            return EVERYBODY
        if self.opened == position.turn_number and self.asks_in_private(position):
            return position.turn
        return self.eyes

    def asks_in_private(self, position: Position) -> bool:
        """At a shared screen: must the others look away?"""
        turn = position.turn
        return self.is_shared and turn in self.people and position.asks_in_private(turn)

    def check_held(self) -> None:
        """There must be seats that are still open to what was shown: others may have renewed them since."""
        is_open = [self.table.seats[number].is_open_to(self.proofs) for number in self.seats]
        if not is_open or not all(is_open):
            raise NotYours(NOT_YOURS)

    def of_holder(self) -> "Sight":
        """The seats of these eyes that are held by their own secrets. A token holds none."""
        held = self._held_here()
        if self.seats and not held:
            raise NotYours(ONLY_TO_CHOOSE)
        return replace(self, seats=held)

    @property
    def why_closed(self) -> Message | None:
        """Why the table is only to look at, if it is."""
        if self.table.is_stuck:
            return STUCK
        return ONLY_TO_LOOK_AT if self.table.is_closed else None

    def check_open(self) -> None:
        """Nothing can be chosen or taken back at a table that is closed."""
        if self.why_closed is not None:
            raise IllegalChoice(self.why_closed)

    def check_fair(self) -> None:
        """Nobody asks the search, nor tries out elsewhere how it would go on, against people who may not."""
        if not self.table.gives_advice:
            raise Unfair(FAIR_PLAY)

    @property
    def circle(self) -> Circle | None:
        """With whom whoever looks can talk: those who sit, or those who watch. A token talks to nobody."""
        if self.is_silent or not self.table.manners.messages:
            return None
        if not self.seats:
            return "watchers"
        return "seats" if self._held_here() else None

    def _held_here(self) -> tuple[int, ...]:
        return tuple(number for number in self.seats if self.table.seats[number].is_held_by(self.proofs))

    def hears(self, note: Note) -> bool:
        """May these eyes read it? What happens is everybody's, what is said only its circle's."""
        return note.kind not in SPOKEN or note.circle == self.circle

    def check_may_write(self) -> None:
        if self.is_silent:
            raise Unfair(SILENT_SERVER)
        if not self.table.manners.messages:
            raise Unfair(NO_MESSAGES)
        self.of_holder()

    def seat(self, number: int) -> Seat:
        """A seat of the table by its number."""
        if number >= len(self.table.seats):
            last = len(self.table.seats) - 1
            raise OptionError(
                Message("there is no seat {seat}; there are seats 0 to {last}", seat=str(number), last=last)
            )
        return self.table.seats[number]

    def held(self, number: int) -> Seat:
        """A seat that is asked for by its holder; a token is there to play, and no more."""
        seat = self.seat(number)
        if number not in self.seats or seat.key not in self.proofs:
            raise NotYours(NOT_YOURS)
        return seat

    def check_turn(self) -> None:
        """Only people of this screen are answered for, and what only one may know is asked in private."""
        table, turn = self.table, self.table.position.turn
        self.check_open()
        if turn is None:
            raise IllegalChoice(Message("the game is over: there is nothing to choose"))
        if not table.is_persons_turn:
            raise IllegalChoice(Message("it is the turn of {name}, a bot", name=table.names()[turn]))
        if not self.is_asked:
            name = table.names()[turn]
            raise NotYours(Message("it is the turn of {name}, who plays elsewhere", name=name))
        if self.asks_in_private(table.position) and self.opened != table.position.turn_number:
            raise IllegalChoice(Message("first the others look away"))

    def known(self) -> Position:
        """The table as far as whoever is asked here, and everybody else who sees the screen, may know it."""
        position = self.table.position
        return position.copy() if position.turn is None else position.known_by(self._chooser)

    @property
    def _chooser(self) -> int | None:
        """Through whose eyes choices are made: those of all before this screen, or of who is asked alone."""
        position = self.table.position
        is_private = self.opened == position.turn_number and self.asks_in_private(position)
        return position.turn if is_private else self.eyes

    def draft(self, choices: Sequence[str]) -> tuple[Position, list[Step]]:
        """What these choices of the present seat would lead to. Nothing is written.

        It stops where the turn ends: what CHANCE would reveal then is not decided here. What is decided
        already, but hidden from this seat, counts as undecided, or a draft would bring it to light.
        """
        self.check_lesson(choices)
        position, steps = self.known(), []
        for choice in choices:
            self.check_same_turn(position, choice)
            steps.append(Step.made(position, choice))
        return position, steps

    def check_choice(self, position: Position, choice: str) -> None:
        """What is chosen here, later in the turn, must be legal as far as whoever chooses can know: a guess
        that is accepted would tell what it was about. Nothing is played for it."""
        viewer = self._chooser
        if self.table.position.hides(viewer) & ~position.hides(viewer):
            raise _too_late(choice)
        known = position.known_by(viewer)
        self.check_same_turn(known, choice)
        known.check_legal(choice)

    def check_same_turn(self, position: Position, choice: str) -> None:
        """Choices that are made at once belong to one turn."""
        now = self.table.position
        if position.this_turn != now.this_turn:
            raise _too_late(choice)

    def check_lesson(self, choices: Sequence[str]) -> None:
        """As long as a lesson lasts, what it asks for is chosen."""
        if any(choice != wanted for choice, wanted in zip(choices, self.table.to_learn, strict=False)):
            raise IllegalChoice(FIRST_THE_LESSON)

    def last_turn(self, count: int) -> int | None:
        """Of the first choices, how many came before the last turn that may be looked back at.

        As long as the game goes on, that is a turn of somebody at this screen that was not private.
        """
        for at in reversed(range(count)):
            step = self.table.steps[at]
            if step.seat != CHANCE and self._may_look_back(step):
                return self.table.turn_begun_at(at)
        return None

    def _may_look_back(self, step: Step) -> bool:
        return self.table.position.over or (step.seat in self.seats and self.eyes not in step.hidden_from)

    def looked_back(self, at: int) -> tuple[int, list[Stretch]]:
        """The seat that was asked after so many choices, and what it has played from there to the end of its
        turn, on the table as far as that one, and whoever now looks, may know it.

        As long as the game goes on, people look at their own turns only, with the eyes of the screen.
        """
        self.check_open()
        seat = self.table.at(at).turn
        if seat is None or seat == CHANCE:
            raise IllegalChoice(Message("nobody was asked there: it is the turn of chance, or the end"))
        if seat not in self.seats and not self.table.position.over:
            raise IllegalChoice(Message("as long as the game goes on, you can look at your own turns only"))
        known = self._known_at(at, seat)
        if known.turn != seat:
            raise IllegalChoice(Message("first the others look away"))
        return seat, self._stretches(known, seat, at)

    def _known_at(self, at: int, seat: int) -> Position:
        """The table after so many choices, as far as it may be known when somebody looks back at it."""
        if self.table.position.over:
            return self.table.at(at).known_by(seat)
        return self.known() if at == len(self.table.steps) else self.table.at(at).known_by(self.eyes)

    def _stretches(self, known: Position, seat: int, at: int) -> list[Stretch]:
        """What a seat has played in its turn, as far as it is whole and was not asked in private."""
        turn, found = Turn(seat, known.turn_number), list[Stretch]()
        own = [i for i in range(at, len(self.table.steps)) if self.table.steps[i].turn == turn]
        while own and known.turn == seat:
            stretch = Stretch.begun(known, seat, [self.table.steps[i].choice for i in own])
            own = own[len(stretch.played) :]
            if not stretch.played or (stretch.is_open and not own):
                break
            found.append(stretch)
            known = self._known_at(own[0], seat) if own else known
        return found or [Stretch(known)]
