"""The commands of the arena: matches and the ladder."""

import argparse
import os
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from azulejos import games, tell
from azulejos.cli.arguments import (
    GAMES_MAX,
    JOBS_MAX,
    Add,
    add_options,
    game_of,
    progress,
    seconds,
    seed_of,
    whole,
    write,
)
from azulejos.core.message import Message
from azulejos.core.rng import system_seed
from azulejos.errors import OptionError
from azulejos.game import Game

if TYPE_CHECKING:
    from rich.table import Table

    from azulejos.arena.crew import Crew
    from azulejos.arena.entrants import Entrant
    from azulejos.arena.figures import Interval, Standing
    from azulejos.arena.ladder import Rung
    from azulejos.arena.referee import Outcome

FAULTS_SHOWN = 5


def add_arena(add: Add, t: tell.Words) -> None:
    """Who is stronger?"""
    match = add("match", play_match, t("let bots play each other"))
    match.add_argument("bots", metavar=t("BOT"), nargs="+", help=_bot_help(t))
    match.add_argument("--game", default=games.FIRST, metavar=t("GAME"), help=t("which game"))
    match.add_argument("--games", default="100", metavar="N", help=t("how many (100)"))
    match.add_argument("--out", metavar=t("FILE"), help=t("add a line for each game to this file"))
    _add_play(match, t)
    add_options(match, t)
    ladder = add("ladder", play_ladder, t("rate bots by letting all play all"))
    ladder.add_argument("bots", metavar=t("BOT"), nargs="*", help=_bot_help(t))
    ladder.add_argument("--game", metavar=t("GAMES"), help=t("which games, with commas (all)"))
    ladder.add_argument("--players", default="2", metavar="N", help=t("how many players"))
    ladder.add_argument("--games", default="20", metavar="N", help=t("how many for each group and game (20)"))
    ladder.add_argument("--seed", default="1", metavar="N", help=t("the same seed gives the same deals (1)"))
    ladder.add_argument(
        "--results", default="ladder.jsonl", metavar=t("FILE"), help=t("where games are kept (ladder.jsonl)")
    )
    ladder.add_argument("--plot", metavar=t("FILE"), help=t("draw the ratings, as SVG"))
    _add_play(ladder, t)


def _bot_help(t: tell.Words) -> str:
    return t("a bot of ours, python:MODULE:ATTRIBUTE or program:COMMAND; {at} for a turn", at="@SECONDS")


def _add_play(sub: argparse.ArgumentParser, t: tell.Words) -> None:
    sub.add_argument("--budget", metavar="S", help=t("seconds for a turn, where the bot names none"))
    sub.add_argument("--limit", metavar="S", help=t("seconds after which a turn loses the game"))
    _add_workers(sub, t)


def _add_workers(sub: argparse.ArgumentParser, t: tell.Words) -> None:
    sub.add_argument("--jobs", metavar="N", help=t("how many processes (one for each core)"))
    sub.add_argument("--on", metavar="tcp://HOST:PORT", help=t("address of a Dask cluster that plays"))


def _crew(parsed: argparse.Namespace) -> "Crew":
    from azulejos.arena.crew import on_cluster, on_this_machine

    if parsed.on is not None:
        return on_cluster(parsed.on)
    cores = min(os.cpu_count() or 1, JOBS_MAX)
    return on_this_machine(cores if parsed.jobs is None else whole(parsed.jobs, "--jobs", 1, JOBS_MAX))


def _entrants(parsed: argparse.Namespace, labels: Sequence[str]) -> list["Entrant"]:
    from azulejos.arena.entrants import check, entrant

    budget = None if parsed.budget is None else seconds(parsed.budget, "--budget")
    found = [entrant(label, budget) for label in labels]
    for one in found:
        check(one, is_here=parsed.on is None)
    return found


def _limit(parsed: argparse.Namespace) -> float | None:
    return None if parsed.limit is None else seconds(parsed.limit, "--limit")


# ------------------------------------------------------------------------------------------------
# A match


def play_match(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Bots against each other, every one at every seat of every deal."""
    from contextlib import nullcontext

    from rich.console import Console

    from azulejos.arena.figures import standings
    from azulejos.arena.fixtures import fixtures, seated
    from azulejos.arena.results import Results

    if parsed.players is None and parsed.game in games.GAMES:
        parsed.players = str(max(len(parsed.bots), games.GAMES[parsed.game].players[0]))
    game = game_of(parsed)
    entrants = seated(game, _entrants(parsed, parsed.bots))
    deals = _deals(parsed, game)
    seed = seed_of(parsed)
    seed = system_seed() if seed is None else seed
    wanted = list(fixtures(game, entrants, range(deals), seed, _limit(parsed)))
    results = nullcontext() if parsed.out is None else Results(parsed.out)
    with results as kept, _crew(parsed) as crew, progress(t, len(wanted)) as advance:
        outcomes = []
        for outcome in crew.play(wanted):
            if kept is not None:
                kept.add(outcome)
            outcomes.append(outcome)
            advance(1)
    outcomes.sort(key=lambda outcome: (outcome.fixture.deal, outcome.fixture.rotation))
    console = Console()
    console.print(_match_table(game, standings(outcomes), deals, seed, t))
    _print_faults(outcomes, t)


def _deals(parsed: argparse.Namespace, game: Game) -> int:
    """As many as the games need; each is played once for every seat."""
    return -(-whole(parsed.games, "--games", 1, GAMES_MAX) // game.players)


def _match_table(game: Game, rows: Sequence["Standing"], deals: int, seed: int, t: tell.Words) -> "Table":
    from rich.table import Table
    from rich.text import Text

    from azulejos.arena.fixtures import game_label

    caption = t(
        "{game}, seed {seed}: {games} on {deals}, every bot at every seat; "
        "Wilson's 95 % interval, shared wins in parts",
        game=game_label(game),
        seed=seed,
        games=t.plural("{n} game", "{n} games", deals * game.players),
        deals=t.plural("{n} deal", "{n} deals", deals),
    )
    table = Table(title=t("Match of {game}", game=tell.title(game.name, t.language)), caption=caption)
    table.add_column("")
    for row in rows:
        table.add_column(Text(row.label), justify="right", overflow="fold")
    table.add_row(t("wins"), *(_percent(row.share, t) for row in rows))
    table.add_row(t("95 % interval"), *(_span(row.interval, t) for row in rows))
    table.add_row(t("points"), *(t.number(fmean(row.scores), 1) if row.scores else "-" for row in rows))
    table.add_row(t("margin (standard deviation)"), *(_margin(row, t) for row in rows))
    table.add_row(t("ms per turn"), *(t.number(1000 * row.seconds_per_turn, 2) for row in rows))
    table.add_row(t("... in 95 of 100 turns at most"), *(t.number(1000 * row.slow, 2) for row in rows))
    table.add_row(t("... in the longest"), *(t.number(1000 * row.slowest, 2) for row in rows))
    table.add_row(t("games lost by a fault"), *(t.number(row.faults) for row in rows))
    return table


def _margin(row: "Standing", t: tell.Words) -> str:
    if not row.margins:
        return "-"
    spread = stdev(row.margins) if len(row.margins) > 1 else 0.0
    return f"{t.number(fmean(row.margins), 1)} ({t.number(spread, 1)})"


def _percent(share: float, t: tell.Words) -> str:
    return t.number(100 * share, 1) + " %"


def _span(interval: "Interval", t: tell.Words) -> str:
    return f"{t.number(100 * interval.low, 1)}-{t.number(100 * interval.high, 1)} %"


def _print_faults(outcomes: Sequence["Outcome"], t: tell.Words) -> None:
    """The first games that didn't end by the rules, and why."""
    faulty = [outcome for outcome in outcomes if outcome.reason is not None]
    for outcome in faulty[:FAULTS_SHOWN]:
        print(t.say(_fault(outcome)))
    if len(faulty) > FAULTS_SHOWN:
        print(t("... and {n} more games like these", n=len(faulty) - FAULTS_SHOWN))


def _fault(outcome: "Outcome") -> Message:
    fixture = outcome.fixture
    where = {"deal": fixture.deal + 1, "rotation": fixture.rotation + 1, "reason": outcome.reason}
    if outcome.culprit is None:
        return Message("deal {deal}, rotation {rotation} doesn't count: {reason}", **where)
    label = fixture.bots[outcome.culprit]
    return Message("deal {deal}, rotation {rotation}: {bot} has lost: {reason}", bot=label, **where)


# ------------------------------------------------------------------------------------------------
# The ladder


def play_ladder(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Play what is missing of the schedule, then show the ratings that all its games lead to."""
    from rich.console import Console

    from azulejos.arena import ladder
    from azulejos.arena.results import Results
    from azulejos.bots import BOTS

    entrants = _entrants(parsed, parsed.bots or list(BOTS))
    labels = [one.label for one in entrants]
    played = _ladder_games(parsed)
    _check_ladder(labels, played)
    rounds = -(-whole(parsed.games, "--games", 1, GAMES_MAX) // played[0].players)
    schedule = list(ladder.schedule(played, entrants, rounds, seed_of(parsed) or 0, _limit(parsed)))
    with Results(parsed.results) as results, _crew(parsed) as crew, progress(t, len(schedule)) as advance:
        advance(len(schedule) - len(results.missing(schedule)))
        for _ in results.play_missing(schedule, crew):
            advance(1)
        outcomes = list(results.outcomes(schedule))
    rungs = ladder.rungs(outcomes, labels)
    console = Console()
    console.print(_ladder_table(rungs, len(schedule), "+-" if console.options.ascii_only else "±", t))
    _print_faults(outcomes, t)
    if parsed.plot is not None:
        from azulejos.arena.charts import ladder_chart

        write(parsed.plot, ladder_chart(rungs, t) + "\n")


def _ladder_games(parsed: argparse.Namespace) -> list[Game]:
    """Those that were asked for; by default all that so many can play."""
    players = whole(parsed.players, "--players", 2, 9)
    if parsed.game is not None:
        return [Game(name, players) for name in dict.fromkeys(parsed.game.split(","))]
    found = [facts.name for facts in games.GAMES.values() if facts.players[0] <= players <= facts.players[1]]
    if not found:
        raise OptionError(Message("no game is for {players} players", players=players))
    return [Game(name, players) for name in found]


def _check_ladder(labels: Sequence[str], played: Sequence[Game]) -> None:
    twice = [label for label in labels if labels.count(label) > 1]
    if twice:
        raise OptionError(Message("{bot} is named twice", bot=twice[0]))
    if len(labels) < played[0].players:
        raise OptionError(
            Message(
                "a ladder for {players} players needs at least {players} bots, not {count}",
                players=played[0].players,
                count=len(labels),
            )
        )


def _ladder_table(rungs: Sequence["Rung"], count: int, within: str, t: tell.Words) -> "Table":
    from rich.table import Table
    from rich.text import Text

    caption = t("{n} games; ratings by openskill, in 95 of 100 cases within the second number", n=count)
    table = Table(title=t("Ladder"), caption=caption, padding=0)
    table.add_column(t("bot"), overflow="fold")
    titles = list(rungs[0].ratings)
    for heading in (t("all games"), *(tell.title(title, t.language) for title in titles), t("wins")):
        table.add_column(heading, justify="right")
    for rung in rungs:
        ratings = [rung.rating, *(rung.ratings[title] for title in titles)]
        cells = [f"{t.number(one.mu, 1)}{within}{t.number(one.mu - one.interval.low, 1)}" for one in ratings]
        table.add_row(Text(rung.label), *cells, _percent(rung.won / rung.games if rung.games else 0.0, t))
    return table
