"""A page of figures about courses, and pictures beside it: all from what lies in the courses' folders."""

from collections.abc import Sequence
from pathlib import Path

from azulejos import games
from azulejos.arena.charts import Mark, Panel, panels_chart
from azulejos.arena.figures import Interval, wilson
from azulejos.bots import features
from azulejos.files import write_whole
from azulejos.learn.course import WINDOW, Course, Generation, Plan
from azulejos.learn.lessons import AT_RANDOM, NOTED, TRIED, UNUSUAL


def write(game: str, folder: Path, courses: Sequence[Course]) -> Path:
    """Write the page, GAME.md, and a picture for each number of players, GAME-PLAYERS.svg."""
    path = folder / f"{game}.md"
    for course in courses:
        write_whole(folder / _picture_name(course.plan), picture(course.plan, course.generations()).encode())
    write_whole(path, page(game, [(course.plan, course.generations()) for course in courses]).encode())
    return path


# ------------------------------------------------------------------------------------------------
# The page


def page(game: str, known: Sequence[tuple[Plan, Sequence[Generation]]]) -> str:
    """The generations of all numbers of players, and how they were made."""
    lines = [HEAD.format(title=games.GAMES[game].title, sees=features.digest(game))]
    for plan, generations in known:
        lines += [
            "",
            f"## {plan.players} players",
            "",
            _told(plan),
            "",
            f"    {_command(plan)}",
            "",
            *TABLE_HEAD,
        ]
        lines += [_row(plan, one) for one in generations] or ["| nothing yet |" + " |" * 8]
        lines += ["", f"![Strength and calibration, {plan.players} players]({_picture_name(plan)})"]
        if generations:
            lines += ["", _calibration_text(generations[-1])]
    return "\n".join([*lines, "", HOW]) + "\n"


HEAD = """# What was learned of {title}

Written by `azulejos learn`. Each generation plays games of the last accepted mind against itself, trains a
net on them and lets it play a match against that mind: who wins an even share at least is accepted. `loss` is
how surprised the net is by who wins games that it has not learned from (less is better), `by hand` how
surprised values made by hand are by the same games. Shares of wins come with Wilson's 95 % interval; an even
share is 1 by the number of players. `seconds` are those of the run that has ended a generation. Nets are told
facts of version `{sees}`."""
TABLE_HEAD = (
    "| generation | games | rows | loss | by hand | against the last accepted | against values by hand "
    "| | seconds |",
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |",
)
HOW = f"""## How it was made

- Games: every choice is thought about for the plan's number of simulations. {TRIED - AT_RANDOM:.0%} of the
  choices are drawn by how often they were thought of and {AT_RANDOM:.0%} by lot. The value of an
  option is drawn by lot in {UNUSUAL:.0%} of the games, and else the usual one.
- Rows: {NOTED:.0%} of the moments within a round and all ends of rounds, as each seat sees them.
- Training: on the games of the last {WINDOW} generations but for some of each lesson, beginning with the last
  accepted net. Losses and calibration are about those that were left out.
- Matches: one newcomer among minds that know what was known before, on every deal once at every seat, with as
  many simulations for a choice as the games. The same plan and seed lead to the same games and matches."""


def _told(plan: Plan) -> str:
    return (
        f"The plan: {plan.games_n} games in a generation, {plan.simulations} simulations for a choice, "
        f"{plan.epochs} epochs of training, {plan.match_games} games in a match ({plan.deals} deals), "
        f"seed {plan.seed}."
    )


def _command(plan: Plan) -> str:
    """What makes it again, as far as there is time."""
    return (
        f"azulejos learn {plan.game} --players {plan.players} --games {plan.games_n} "
        f"--simulations {plan.simulations} --epochs {plan.epochs} --deals {plan.deals} --seed {plan.seed} "
        "--hours H --to FOLDER"
    )


def _row(plan: Plan, one: Generation) -> str:
    shares = (f"{100 * share:.1f} % ({_span(plan, share)})" for share in (one.share, one.share_by_hand))
    said = "accepted" if one.accepted else "refused"
    losses = f"{one.loss:.4f} | {one.loss_by_hand:.4f}"
    figures = f"| {one.number} | {one.games} | {one.rows} | {losses} | {' | '.join(shares)} "
    return f"{figures}| {said} | {one.seconds:.0f} |"


def _span(plan: Plan, share: float) -> str:
    found = _interval(plan, share)
    return f"{100 * found.low:.1f}-{100 * found.high:.1f}"


def _interval(plan: Plan, share: float) -> Interval:
    return wilson(share * plan.match_games, plan.match_games)


def _calibration_text(last: Generation) -> str:
    """How far what was foretold and what came differ, on average over rows."""
    count = sum(tenth[2] for tenth in last.calibration)
    if not count:
        return ""
    off = sum(abs(foretold - came) * rows for foretold, came, rows in last.calibration) / count
    return (
        f"Calibration of generation {last.number}, on {count:.0f} rows: chances to win are off by "
        f"{100 * off:.1f} of 100 on average over tenths. Rows of one game end alike, so there is no interval."
    )


# ------------------------------------------------------------------------------------------------
# The picture


def picture(plan: Plan, generations: Sequence[Generation]) -> str:
    """Strength by generation, and below it what was foretold against what came."""
    curves = {
        "against values by hand": [_mark(plan, one.number, one.share_by_hand) for one in generations],
        "against the last accepted": [_mark(plan, one.number, one.share) for one in generations],
    }
    even = 1 / plan.players
    panels = [Panel(curves, "generation", "Share of wins, with 95 % intervals", (even, even))]
    if generations and generations[-1].calibration:
        panels.append(_calibration_panel(generations[-1]))
    title = f"{games.GAMES[plan.game].title}, {plan.players} players: what was learned"
    return panels_chart(panels, title) + "\n"


def _mark(plan: Plan, number: int, share: float) -> Mark:
    return Mark(number, str(number), share, _interval(plan, share))


def _calibration_panel(last: Generation) -> Panel:
    marks = [Mark(foretold, f"{100 * foretold:.0f} %", came) for foretold, came, _ in last.calibration]
    even = (marks[0].at, marks[-1].at)  # wins as often as foretold
    heading = f"Wins of generation {last.number}, as foretold and as they came, on games that it has not seen"
    return Panel({"": marks}, "chance to win that was foretold, in tenths", heading, even)


def _picture_name(plan: Plan) -> str:
    return f"{plan.game}-{plan.players}.svg"
