"""What can be done at a table: each action looks at the table through somebody's eyes and plans entries.

Nothing is written here. An action that finds nothing to do returns no plan; one that may not be done raises.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from azulejos.bots import check_bot
from azulejos.core import rng
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import check_name
from azulejos.position import Position
from azulejos.record import Record
from azulejos.tables import company, entries, keys
from azulejos.tables.clocks import Timing
from azulejos.tables.sight import NOT_YOURS, NotYours, Sight
from azulejos.tables.table import BY_CLOCK, PERSON, Fold, Planned, Seat, Table

Chance = Callable[[Position], str]  # answers for CHANCE
SYSTEM = random.SystemRandom()


def by_lot(position: Position) -> str:
    """What CHANCE answers: from the operating system's generator."""
    weights = position.weights()
    return SYSTEM.choices(list(weights), list(weights.values()))[0]


class Dealer:
    """CHANCE with a seed: the same draws as those of `Game.start(seed=...)`."""

    def __init__(self, seed: int) -> None:
        self._rng = rng.seeded(seed).view(rng.RNG)[0, 0]

    def __call__(self, position: Position) -> str:
        return position.rules.choices[position.rules.pick(position.state, self._rng)]


# ------------------------------------------------------------------------------------------------
# Opening


def check_player(player: str) -> None:
    """A seat is played at by a person, or by a bot that there is."""
    if player != PERSON:
        check_bot(player)


def open_table(
    table: Table,
    seats: Sequence[Seat],
    here: Iterable[int],
    timing: Timing | None = None,
    record: Record | None = None,
    chance: Chance = by_lot,
    lesson: Sequence[str] = (),
    manners: entries.Manners = entries.USUAL,
) -> Planned:
    """The first entries: who sits where, with which names and keys, how time is kept, what is done besides
    playing, and what was played.

    `here`: the seats whose holders have come already. With a record, the table begins where that ends.
    `lesson`: all that is chosen there until the game goes on as others do.
    """
    if len(seats) != table.game.players:
        raise OptionError(
            Message("seats: {count} expected, {got} given", count=table.game.players, got=len(seats))
        )
    for seat in seats:
        check_player(seat.player)
    fold = table.planning()
    fold.add(*(entries.Sit(at, seat.player) for at, seat in enumerate(seats)))
    fold.add(*(entries.Name(at, check_name(seat.name)) for at, seat in enumerate(seats)))
    fold.add(*(entries.Key(at, seat.key) for at, seat in enumerate(seats) if seat.key is not None))
    fold.add(*map(entries.Come, here))
    if timing is not None:
        fold.add(entries.Time(**timing.to_body()))
    if lesson:
        fold.add(entries.Teach(tuple(lesson)))
    fold.add(manners)
    return _begin(fold, record, chance)


def _begin(fold: Fold, record: Record | None, chance: Chance) -> Planned:
    if record is not None:
        fold.add(*map(entries.Choice, record.choices))
    if record is not None and record.hidden:
        fold.add(entries.Hide(record.hidden))
    else:
        _let_others_answer(fold, chance)
    return fold.planned()


def _let_others_answer(fold: Fold, chance: Chance) -> None:
    """CHANCE, until a seat is asked or all is over; in a lesson whoever it plays for, until a person is."""
    while (scripted := fold.scripted) is not None or fold.position.turn == CHANCE:
        fold.add(entries.Choice(scripted or chance(fold.position)))


def seats_again(table: Table) -> list[Seat]:
    """Who would sit where at a new table: seats that bots play at for somebody are people's again."""
    return [
        Seat(seat.name, PERSON if seat.key is not None else seat.player, seat.key) for seat in table.seats
    ]


def go_on_at(table: Table, next_id: str) -> Planned | None:
    """The same people play again; the first who wants to says where."""
    return table.planning().add(entries.Next(next_id)).planned() if table.next is None else None


# ------------------------------------------------------------------------------------------------
# Playing


def is_current(table: Table, after: int) -> bool:
    """Does somebody who knows the log up to an entry know the position?"""
    return table.moved <= after <= table.last


def play(sight: Sight, after: int, choices: Sequence[str], chance: Chance = by_lot) -> Planned | None:
    """Choices of the seat whose turn it is, with CHANCE's answers: kept together or not at all.

    Each is played once, after a look at what whoever chooses can know.
    """
    table = sight.table
    sight.check_open()
    if not is_current(table, after):
        return None  # the store knows whether this is a repetition
    sight.check_turn()
    sight.check_lesson(choices)
    fold = table.planning()
    for choice in choices:
        sight.check_choice(fold.position, choice)
        fold.add(entries.Choice(choice))
    _let_others_answer(fold, chance)
    return fold.planned()


def play_for_bot(table: Table, moved: int, choices: Sequence[str], chance: Chance = by_lot) -> Planned | None:
    """What a bot has thought about, unless the table has gone on or somebody has taken the seat back."""
    if table.moved != moved or not table.is_bots_turn:
        return None
    fold = table.planning().add(*map(entries.Choice, choices))
    _let_others_answer(fold, chance)
    return fold.planned()


def close(table: Table) -> Planned | None:
    """The rules can't go on from what was uploaded: nobody plays at this table any more."""
    return None if table.is_stuck else table.planning().add(entries.Stick()).planned()


# ------------------------------------------------------------------------------------------------
# Taking back


def undo(sight: Sight, after: int) -> Planned | None:
    """Back to the start of these people's last turn, if nothing was revealed since.

    If others have played since, they are asked whether they agree.
    """
    table = sight.table
    sight.check_open()
    if not is_current(table, after):
        return None
    check_going_on(table)
    kept = table.undo_point(sight.seats)
    if kept is None:
        raise OptionError(Message("nothing to take back: you have not chosen yet, or tiles were drawn since"))
    taken = table.steps[kept:]
    to, since = taken[0].number - 1, {step.seat for step in taken}
    needs = tuple(sorted(since & set(table.people) - set(sight.seats)))
    what = entries.Ask(taken[0].seat, to, needs) if needs else entries.Undo(to)
    return table.planning().add(what).planned()


def check_going_on(table: Table) -> None:
    """A finished game stays as it is."""
    if table.position.over:
        raise OptionError(
            Message("the game is over and stays as it is; from the replay you can play on at a new table")
        )


def answer(sight: Sight, agrees: bool) -> Planned | None:
    """Whether others may take back turns after which these people have played."""
    wish = sight.table.wish
    asked = sorted(wish.needs.intersection(sight.seats)) if wish is not None else []
    if wish is None or not asked:
        return None  # or it was answered already, with the same key
    if agrees:
        check_going_on(sight.table)
    fold = sight.table.planning()
    if not agrees:
        return fold.add(entries.Refuse(asked[0])).planned()
    fold.add(*map(entries.Agree, asked))
    if wish.needs <= set(asked):
        fold.add(entries.Undo(wish.to))
    return fold.planned()


# ------------------------------------------------------------------------------------------------
# Talking


def write(sight: Sight, text: str, name: str = "") -> Planned:
    """A message to one's circle. Who sits has the name of the seat, who watches may have any, or none."""
    fold, seat, called = _speaking(sight, name)
    return fold.add(entries.Message(seat, called, company.check_text(text))).planned()


def react(sight: Sight, reaction: company.Reaction, name: str = "") -> Planned:
    fold, seat, called = _speaking(sight, name)
    return fold.add(entries.Reaction(seat, called, reaction)).planned()


def _speaking(sight: Sight, name: str) -> tuple[Fold, int | None, str]:
    sight.check_may_write()
    table, fold, seat = sight.table, sight.table.planning(), next(iter(sight.of_holder().seats), None)
    company.check_rate(table.notes, table.spoken, seat, fold.now)
    return fold, seat, check_name(name) if name and seat is None else ""


# ------------------------------------------------------------------------------------------------
# Seats


def come(table: Table, seat: int) -> Planned | None:
    """Somebody has opened a seat by its link."""
    return None if table.seats[seat].has_come else table.planning().add(entries.Come(seat)).planned()


def renew(sight: Sight, seat: int, secret: str) -> Planned:
    """A new secret for one's seat: links, cookies and tokens from before open it no more."""
    sight.held(seat)
    return _rekeyed(sight.table.planning(), seat, secret).planned()


def _rekeyed(fold: Fold, seat: int, secret: str) -> Fold:
    return fold.add(entries.Key(seat, keys.hash_of(secret)), entries.Token(seat, None))


def make_token(sight: Sight, seat: int, token: str) -> Planned:
    """A token with which a program can play there; one from before is worth nothing any more."""
    sight.held(seat)
    return sight.table.planning().add(entries.Token(seat, keys.hash_of(token))).planned()


def rename(sight: Sight, seat: int, name: str) -> Planned:
    sight.held(seat)
    return sight.table.planning().add(entries.Name(seat, check_name(name))).planned()


def hand(sight: Sight, seat: int, player: str) -> Planned | None:
    """A bot plays on, or a person again."""
    check_player(player)
    if sight.held(seat).player == player:
        return None  # or the bot would begin to think anew
    return sight.table.planning().add(entries.Sit(seat, player)).planned()


def join(sight: Sight, seat: int, name: str, secret: str) -> Planned:
    """Take a free seat at a public table. The link that was made for it opens it no more."""
    if not sight.table.is_public:
        raise NotYours(NOT_YOURS)
    free = sight.seat(seat)
    if free.key is None or free.player != PERSON or free.has_come:
        raise OptionError(Message("this seat is taken"))
    fold = _rekeyed(sight.table.planning(), seat, secret)
    return fold.add(entries.Name(seat, check_name(name)), entries.Come(seat)).planned()


def drop_flag(table: Table, now: float) -> Planned | None:
    """If somebody's time is over, a bot takes the seat."""
    seat = table.clock.fallen(now) if table.clock is not None else None
    if seat is None or table.clock is None:
        return None
    return table.planning(now).add(entries.Sit(seat, table.clock.timing.bot, BY_CLOCK)).planned()


def with_keys(seats: Sequence[Seat]) -> tuple[list[Seat], dict[int, str]]:
    """People's seats that have no key get one; the secrets, by seat, are kept nowhere else."""
    people = [at for at, seat in enumerate(seats) if seat.player == PERSON and seat.key is None]
    own = {at: keys.new_secret() for at in people}
    keyed = [replace(seat, key=keys.hash_of(own[at])) if at in own else seat for at, seat in enumerate(seats)]
    return keyed, own
