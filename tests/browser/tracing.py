"""What a page's main thread has to do, from the first click of a turn until the next person can choose."""

import json
from dataclasses import dataclass
from urllib.parse import quote

from tests.browser.driver import HIDE, PERSON, click_turn, play, wait_for_turn

TRACED = ["toplevel", "blink.user_timing", "devtools.timeline"]
MARK = "(name) => performance.mark(name)"
ROUND = 120_000  # milliseconds: four boards are scored one after the other
NOTE_ACTS = """() => {
  window.acts = [];
  addEventListener("act", ({ detail }) => window.acts.push(detail));
}"""
# The card of a round is not read here.
SHOWN = """(number) => {
  document.querySelector("#card:not([hidden]) #go-on")?.click();
  return window.acts.at(-1)?.count >= number && !document.querySelector(".sprite");
}"""
# A task that says how fast this machine is just now.
CALIBRATE = """() => new Promise((done) => setTimeout(() => {
  performance.mark("calibrate");
  const found = new Map();
  for (let i = 0; i < 60_000; i++) found.set(`key ${i % 997}`, (found.get(`key ${i % 499}`) ?? 0) + i);
  done(found.size);
}))"""
CALIBRATED = 8  # milliseconds that it takes on an ordinary machine
# Each drawing once more, laid out by itself in a task of its own.
ALONE = """async () => {
  for (const part of document.querySelectorAll("#table [data-part]")) {
    await new Promise((done) => setTimeout(done));
    performance.mark("alone");
    const copy = part.cloneNode(true);
    Object.assign(copy.style, { position: "fixed", left: "0", top: "0" });
    document.body.append(copy);
    copy.getBoundingClientRect();
    copy.remove();
  }
  await new Promise((done) => setTimeout(done));
}"""
MARKS = ("begin", "end", "calibrate", "alone")


@dataclass(frozen=True)
class Task:
    """What the main thread does without looking up."""

    milliseconds: float  # its own time, of an ordinary machine, however busy or slow this one is
    styled: int  # elements whose style was found


@dataclass(frozen=True)
class Traced:
    """Tasks while something is shown, also those that are only partly in that time."""

    tasks: list[Task]
    alone: list[Task]  # each lays out one drawing by itself


def wait_for_step(page, number):
    """Until this one has been shown, and nothing moves any more; the page notes its acts."""
    page.wait_for_function(SHOWN, arg=number, timeout=ROUND)


def own_points(preview):
    """What the turn itself brings each seat, without the end of the round."""
    won = [0] * len(preview["scores"])
    for step in preview["told"]:
        for move in step["moves"][: step["ends_at"]]:
            won[move["seat"] or 0] += move["points"]
    return won


def before_the_end(server, table):
    """Play as the hint says until the next turn ends the round; that turn, and the scores after it."""
    while True:
        state = server.settled(table)
        turn, at, preview = [], f"open={state['turn_number']}", {"is_whole": False}
        while not preview["is_whole"]:
            drafted = "".join(f"&choices={quote(choice)}" for choice in turn)
            hint = server.ask(f"/api/tables/{table}/hint?{at}&simulations=1{drafted}")
            turn.append(hint["choice"])
            preview = server.ask(f"/api/tables/{table}/preview?{at}", {"choices": turn})
        if preview["told"][-1]["ends_at"] is not None:
            return turn, [
                score + won for score, won in zip(state["scores"], own_points(preview), strict=True)
            ]
        play(server, table, turn)


def traced(visit, server, chromium, game, players, **wishes):
    """A turn by clicks, and one that ends the round with all boards and the new deal."""
    table = server.open_table(*[PERSON] * players, game=game)
    page = visit(f"/tables/{table}", **wishes)
    wait_for_turn(page)
    page.evaluate(NOTE_ACTS)
    page.evaluate(CALIBRATE)  # the first time it is not compiled yet
    chromium.start_tracing(page=page, categories=TRACED)
    page.evaluate(CALIBRATE)
    page.evaluate(MARK, "begin")
    click_turn(page)
    wait_for_step(page, server.state(table)["steps"])
    page.evaluate(MARK, "end")
    page.evaluate(HIDE, True)  # what comes before the last turn of the round is not shown
    turn, _ = before_the_end(server, table)
    page.evaluate(HIDE, False)
    wait_for_step(page, server.state(table)["steps"])
    page.evaluate(MARK, "begin")
    play(server, table, turn)
    wait_for_step(page, server.state(table)["steps"])
    page.evaluate(MARK, "end")
    page.evaluate(CALIBRATE)
    page.evaluate(ALONE)
    return read(chromium.stop_tracing())


def read(trace):
    """The tasks from each `begin` to its `end`, and those with the mark `alone`."""
    events = json.loads(trace)["traceEvents"]
    at = {name: sorted(e["ts"] for e in events if e["name"] == name) for name in MARKS}
    thread = next((e["pid"], e["tid"]) for e in events if e["name"] == "begin")
    own = [e for e in events if (e["pid"], e["tid"]) == thread and "dur" in e]
    tasks = [e for e in own if "tdur" in e and "RunTask" in e["name"]]
    styles = [(e["ts"], e["args"]["elementCount"]) for e in own if e["name"] == "UpdateLayoutTree"]

    def during(begin, end):
        return [task for task in tasks if begin < task["ts"] + task["dur"] and task["ts"] <= end]

    calibrations = [task["tdur"] / 1000 for ts in at["calibrate"] for task in during(ts, ts)]
    slow = max([CALIBRATED, *calibrations]) / CALIBRATED

    def told(task):
        until = task["ts"] + task["dur"]
        styled = sum(count for ts, count in styles if task["ts"] <= ts <= until)
        return Task(task["tdur"] / 1000 / slow, styled)

    spans = zip(at["begin"], at["end"], strict=True)
    return Traced(
        [told(task) for span in spans for task in during(*span)],
        [told(task) for ts in at["alone"] for task in during(ts, ts)],
    )
