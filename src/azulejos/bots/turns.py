"""Whole turns instead of single choices: what a bot plays, what the search advises."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from azulejos.bots import Bot, bot, thinking, values
from azulejos.bots.thinking import Option, Thinker, Thought
from azulejos.core import ready
from azulejos.position import Choices, Position, Turn

SIMULATIONS = 20_000  # for a piece of advice
SECONDS = 2.0  # which it gets at most
LATER_SHARE = 0.2  # of the simulations, for each later question of a turn that a hint goes through
SECONDS_PLAIN = 2.0  # for a turn, where nothing is compiled at all
SEED = 1  # the same question is thought about in the same way
MEANWHILE = "greedy-1"  # chooses as long as the search has to be compiled
PAYING = "paying"  # what every game calls the phase in which a turn asks what is paid
ALIKE = 1e-6  # values that differ by less are equal


@dataclass(frozen=True)
class Hint:
    """How to go on to the end of the turn; how likely that wins, if it was searched for."""

    turn: Choices
    worth: float | None = None
    simulations: int = 0


def turn_in_words(position: Position, turn: Sequence[str], language: str) -> str:
    """The choices of a turn in words."""
    position, said = position.copy(), []
    for choice in turn:
        said.append(position.tell(choice, language))
        position.play(choice)
    return joined(said)


def joined(said: Sequence[str]) -> str:
    """What was said about the choices of a turn, equal words that follow each other once."""
    counted = [(words, len(list(same))) for words, same in groupby(said)]
    parts = [words if count == 1 else f"{words} × {count}" for words, count in counted]
    return ", ".join([parts[0], *(part[0].lower() + part[1:] for part in parts[1:])])


@ready.now()
def whole_turn(position: Position, seat: int, player: str) -> list[str]:
    """What a bot chooses until its turn ends, or it is shown something; the position goes along."""
    thinker = bot(player)
    budget = SECONDS_PLAIN if ready.way() is ready.Way.PLAIN else None
    now, choices = Turn(seat, position.turn_number), []
    while position.this_turn == now:
        choices.append(thinker.choose(position, seat, budget))
        position.play(choices[-1])
    return choices


# ------------------------------------------------------------------------------------------------
# Advice


def _promise(position: Position, seat: int, choice: str, guide: Bot) -> float:
    """The value of the table after a turn that goes on with a choice, and then as its guide would."""
    after, now = position.known_by(seat), position.this_turn
    after.play(choice)
    while after.this_turn == now:
        after.play(guide.choose(after, seat))
    return float(values.of(position.game.name).value(after.state, seat))


def _decent(position: Position) -> list[str]:
    """Of the later answers of a turn, those that nobody would be ashamed of: nothing is thrown away as long
    as it has a place. How a turn begins is another matter: sometimes there is nothing better than to pass."""
    legal, avoided = position.choices(), values.of(position.game.name).AVOIDED
    return [choice for choice in legal if position.step == 0 or choice not in avoided] or legal


def _frugal(position: Position, seat: int, guide: Bot) -> list[str]:
    """Of the ways to pay, those that leave most: what is worth less is paid first."""
    promises = {choice: _promise(position, seat, choice, guide) for choice in position.choices()}
    most = max(promises.values())
    return [choice for choice, promise in promises.items() if promise >= most - ALIKE]


def _best(thought: Thought, position: Position, seat: int, guide: Bot) -> Option:
    """What the search likes best of what can be shown to people."""
    is_paying = position.phase == PAYING and len(thought.options) > 1
    fair = _frugal(position, seat, guide) if is_paying else _decent(position)
    return next(option for option in thought.options if option.choice in fair)


@ready.now()
def decent_turn(position: Position, seat: int) -> list[str]:
    """How to go on to the end of a turn without the search; the position goes along."""
    guide, now, turn = bot(MEANWHILE), Turn(seat, position.turn_number), []
    while position.this_turn == now:
        choice, fair = guide.choose(position, seat), _decent(position)
        if choice not in fair:
            at = position
            choice = max(fair, key=lambda other: _promise(at, seat, other, guide))
        turn.append(choice)
        position.play(choice)
    return turn


@ready.now()
def hint(position: Position, seat: int, simulations: int = SIMULATIONS, seconds: float = SECONDS) -> Hint:
    """How the search would go on to the end of the turn; `greedy-1` as long as it isn't compiled."""
    position = position.copy()
    if not thinking.is_ready_for(position):
        return Hint(tuple(decent_turn(position, seat)))
    thinker, guide = Thinker(position.game.name, SEED), bot(MEANWHILE)
    first = thinker.think(position, seat, seconds, simulations)
    best = _best(first, position, seat, guide)
    now, turn, worth = position.this_turn, [], best.worth
    while True:
        turn.append(best.choice)
        position.play(best.choice)
        if position.this_turn != now:
            return Hint(tuple(turn), worth, first.simulations)
        later = max(1, int(LATER_SHARE * simulations))
        thought = thinker.think(position, seat, LATER_SHARE * seconds, later)
        best = _best(thought, position, seat, guide)
