"""How puzzles are made: bots play, and where one turn stands out, it is looked at longer and longer.

A turn is clearly the best if every other would be called a blunder, by a long search and again by another one
with another seed (see `bots.comparing`): it loses at least `LARGE_LOSS` more than the search's own error.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from azulejos import games
from azulejos.arena.fixtures import derived_seed
from azulejos.bots import bot, comparing, strength
from azulejos.bots.comparing import Comparison
from azulejos.bots.thinking import Thinker
from azulejos.bots.turns import PAYING
from azulejos.core.contract import CHANCE
from azulejos.core.rng import WORD
from azulejos.files import write_whole
from azulejos.game import Game
from azulejos.position import Choices, Position
from azulejos.puzzles import BONUS, DENYING, END, PAYMENT, SECRET, Answer, Puzzle, read_file

PLAYER = strength.PICKED  # plays the games: as people do, and the same game for the same seed
WIDTH = 4  # choices: where there are fewer, nobody need look
SCREENED = 400  # simulations at every question
GLANCE = 100  # simulations of somebody who looks a little further than at first sight
SCREENED_GAP = 0.06  # between the best two first choices, for a second look
SHORT, LONG = 1200, 8000  # simulations of the second look, and of the two that decide
LOOKED_AT = 6  # questions of a game
PER_GAME = 2  # puzzles, in different rounds
OTHERS = 3  # turns told beside the best
LEAST, MOST = 0.08, 0.98  # chance to win with the best turn: nothing that is lost or won anyway
MEMORY = 16 * 2**20
DIGITS = 4
LAST_TURNS = 2  # of each seat, in a round that comes to its end
# What brings more than it costs: tiles, jokers, or points for something completed.
BONUSES = {
    "chocolatier": {"full row", "full column", "full colour"},
    "pavilion": {"window", "statue", "pillar"},
    "duel": {"chip taken"},
    "garden": {"jokers received"},
}
VARIANTS: dict[str, tuple[dict[str, str], ...]] = {
    "chocolatier": ({}, {"factories": "special"}, {"box": "grey"}),
    "pavilion": ({}, {"board": "plain"}),
    "duel": ({"goals": "random"}, {}),
    "garden": ({}, {"side": "B"}),
}
PLAYERS = (2, 2, 2, 3)


@dataclass(frozen=True)
class Moment:
    """A first question of a turn, and how much its best choice stands out at first sight."""

    at: int  # choices of the game before it
    round: int
    gap: float
    turns_left: int  # until the round ended


def make(
    folder: Path, count: int, seed: int, names: tuple[str, ...], advance: Callable[[int], object]
) -> None:
    """Make puzzles until there are so many, the games in turn; go on from what the files hold.

    The files of a seed are always the same, however often the work was broken off.
    """
    made = {name: read_file(folder / f"{name}.jsonl") for name in names}
    wanted = {name: count // len(names) + (place < count % len(names)) for place, name in enumerate(names)}
    advance(sum(map(len, made.values())))
    numbers = {name: _next_number(made[name]) for name in names}
    while unfinished := [name for name in names if len(made[name]) < wanted[name]]:
        name = min(unfinished, key=lambda name: len(made[name]))
        found = list(puzzles_of(name, numbers[name], seed))  # all, or going on would miss one
        numbers[name] += 1
        if found:
            made[name] += found
            write_whole(folder / f"{name}.jsonl", "".join(p.to_text() + "\n" for p in made[name]).encode())
            advance(len(found))


def _next_number(made: list[Puzzle]) -> int:
    """Of the first game that was not looked at yet, as far as its puzzles say it."""
    return int(made[-1].id.split("-")[1]) + 1 if made else 0


def puzzles_of(name: str, number: int, seed: int) -> Iterator[Puzzle]:
    """The puzzles that one game of the bots has brought."""
    own = derived_seed("puzzles", name, seed, number)
    variants = VARIANTS[name]
    facts = games.GAMES[name]
    players = min(PLAYERS[number % len(PLAYERS)], facts.players[1])
    game = Game(name, players, **variants[number // len(PLAYERS) % len(variants)])
    played = _play(game, own)
    moments = sorted(_screened(played, own), key=lambda moment: (-moment.gap, moment.at))
    used: set[int] = set()
    for moment in moments[:LOOKED_AT]:
        if moment.round in used or len(used) == PER_GAME:
            continue
        puzzle = _puzzle(played, moment, f"{name}-{number}-{moment.at}", own)
        if puzzle is not None:
            used.add(moment.round)
            yield puzzle


def _play(game: Game, seed: int) -> Position:
    """A whole game of the bots."""
    position = game.start(seed=seed)
    players = [bot(PLAYER, derived_seed(seed, seat)) for seat in range(game.players)]
    while (seat := position.turn) is not None:
        position.play(players[seat].choose(position.known_by(seat), seat))
    return position


def _screened(played: Position, seed: int) -> Iterator[Moment]:
    """The questions at which one choice stands out at first sight."""
    thinker = Thinker(played.game.name, seed & WORD, MEMORY)
    last = dict(_turns(played))
    for known, seat, at in _questions(played):
        thought = thinker.think(known, seat, simulations=SCREENED)
        best, second = thought.options[:2]
        gap = best.worth - second.worth
        if gap >= SCREENED_GAP and LEAST <= best.worth <= MOST:
            yield Moment(at, known.round, gap, last[known.round] - known.turn_number)


def _turns(played: Position) -> Iterator[tuple[int, int]]:
    """All turns of seats by their number, with the round."""
    position = played.record().begin()
    for choice in played.history:
        if position.turn is not None and position.turn != CHANCE:
            yield position.round, position.turn_number
        position.play(choice)


def _questions(played: Position) -> Iterator[tuple[Position, int, int]]:
    """Where a turn begins and there is much to choose: what the seat knows, and after how many choices."""
    position = played.record().begin()
    for at, choice in enumerate(played.history):
        seat = position.turn
        if seat is not None and seat != CHANCE and position.step == 0 and len(position.legal) >= WIDTH:
            yield position.known_by(seat), seat, at
        position.play(choice)


def _puzzle(played: Position, moment: Moment, id: str, seed: int) -> Puzzle | None:
    """A puzzle, if one turn is clearly the best whoever looks."""
    position = played.record().replay(moment.at, deal="by hand")
    seat = position.turn
    assert seat is not None
    known = position.known_by(seat)
    if _clear(known, seat, SHORT, seed, 2) is None:
        return None
    first = _clear(known, seat, LONG, derived_seed(seed, "first"), 2)
    second = first and _clear(known, seat, LONG, derived_seed(seed, "second"), OTHERS + 1)
    if not first or not second or not _same(known, first.best[0].turn, second.best[0].turn):
        return None
    best, *others = second.best
    themes = _themes(known, position, seat, best.turn, others[0].turn, moment, seed)
    if not themes:
        return None
    return Puzzle(
        id,
        known.line(),
        seat,
        _answer(best),
        tuple(map(_answer, others)),
        round(_error(second), DIGITS),
        first.simulations + second.simulations,
        themes,
        _level(known, seat, best.turn[0], seed),
        tuple(map(games.numbers(played.game.name).__getitem__, played.history[: moment.at])),
    )


def _clear(known: Position, seat: int, simulations: int, seed: int, listed: int) -> Comparison | None:
    """What a search says, if every turn but the best would be a blunder."""
    found = comparing.alternatives(known, seat, (), simulations, seed=seed & WORD, listed=listed)
    assert found is not None  # it is prepared
    if len(found.best) < 2 or not LEAST <= found.best[0].worth <= MOST:
        return None
    best, second = found.best[:2]
    return found if comparing.mark(best.worth - second.worth, _error(found)) == "??" else None


def _error(found: Comparison) -> float:
    return math.hypot(found.best[0].spread, found.best[1].spread)


def _answer(way: comparing.Alternative) -> Answer:
    return Answer(way.turn, round(way.worth, DIGITS))


def _same(known: Position, one: Choices, other: Choices) -> bool:
    return _after(known, one).key() == _after(known, other).key()


def _after(known: Position, turn: Choices) -> Position:
    position = known.copy()
    for choice in turn:
        position.play(choice)
    return position


def _level(known: Position, seat: int, first: str, seed: int) -> int:
    """How far one must look to find how it begins: at first sight, a little, or further."""
    thought = Thinker(known.game.name, seed & WORD, MEMORY).think(known, seat, simulations=GLANCE)
    if max(thought.options, key=lambda option: option.guess).choice == first:
        return 1
    return 2 if thought.best.choice == first else 3


# ------------------------------------------------------------------------------------------------
# Themes


def _themes(
    known: Position,
    position: Position,
    seat: int,
    best: Choices,
    next_best: Choices,
    moment: Moment,
    seed: int,
) -> tuple[str, ...]:
    """What the answer is about."""
    walk, found = known.copy(), set()
    if known != position.known_by(None):
        found.add(SECRET)
    for choice in best:
        if walk.phase == PAYING:
            found.add(PAYMENT)
        if walk.asks_in_private(seat):
            found.add(SECRET)
        story = walk.play(choice)
        if any(row["what"] in BONUSES[known.game.name] and row["seat"] == seat for row in story):
            found.add(BONUS)
    if moment.turns_left < LAST_TURNS * known.game.players:
        found.add(END)
    if _is_wanted(_after(known, next_best), seat, best[0], seed):
        found.add(DENYING)
    return tuple(theme for theme in (END, DENYING, BONUS, PAYMENT, SECRET) if theme in found)


def _is_wanted(after: Position, seat: int, choice: str, seed: int) -> bool:
    """Left alone, would the next player choose just that?"""
    if after.turn in (None, CHANCE, seat) or not after.is_legal(choice):
        return False
    other = after.turn
    assert other is not None
    thinker = Thinker(after.game.name, seed & WORD, MEMORY)
    return thinker.think(after, other, simulations=SHORT).best.choice == choice
