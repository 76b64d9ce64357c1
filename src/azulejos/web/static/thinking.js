// @ts-check
// The search thinks along: what each seat's chance is, and the best turns, better known with every second. It stops when nobody
// looks.

import { all, byId } from "./dom.js";
import { aimAt, letBe } from "./ghosts.js";
import { choicesTo, here, kind, play } from "./moment.js";
import { model } from "./model.js";
import { part } from "./sheet.js";
import { placeOf } from "./stage.js";
import { percent, said, words } from "./words.js";

/** @import { Best, Evaluation } from "answers" */

const SWITCH = "azulejos-thinks";
const viewer = crypto.getRandomValues(new Uint32Array(4)).join("-"); // this page
/** @type {AbortController | null} */
let search = null;

function stop() {
  search?.abort();
  search = null;
}

// Ask about what is on the page; whatever was asked before is not waited for.
async function think() {
  stop();
  unmark();
  byId("best").replaceChildren();
  byId("thought").textContent = "";
  const isWanted = byId("thinks").checked && !document.hidden && here.shown && !here.shown.over;
  byId("chances").hidden = !isWanted;
  if (!isWanted) return;
  const mine = (search = new AbortController());
  try {
    await listen(mine);
  } catch (error) {
    if (!mine.signal.aborted) byId("thought").textContent = words.lost;
  }
}

/** @param {AbortController} mine */
async function listen(mine) {
  const response = await fetch(`/api/analysis/evaluation?language=${model.language}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify({ start: here.start, choices: choicesTo(here.node), viewer }),
    signal: mine.signal,
  });
  if (!response.ok || !response.body) {
    const { error } = await response.json();
    byId("thought").textContent = error;
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const events = (text + next.value).split("\n\n");
    text = events.pop() ?? "";
    if (mine === search) events.forEach(hear);
  }
}

/** @param {string} event */
function hear(event) {
  const name = event.match(/^event: (.*)$/m)?.[1];
  const data = JSON.parse(event.match(/^data: (.*)$/m)?.[1] ?? "null");
  if (name === "evaluation") tell(data);
  else if (name === "refused") byId("thought").textContent = data.error;
}

// ---------------------------------------------------------------------------------------------
// Showing

const unmark = () => all(".best").forEach((place) => place.classList.remove("best", "best-1", "best-2", "best-3"));

/** @param {Evaluation} found */
function tell({ seat, chances, best, simulations, error, is_last: isLast }) {
  const names = here.shown?.names ?? [];
  byId("chances").replaceChildren(...chances.map((chance, at) => bar(names[at], chance)));
  fill(best, seat === null ? "" : names[seat]);
  unmark();
  best.forEach(({ turn }) => placeOf(turn[0])?.classList.add("best", `best-${best.findIndex((other) => other.turn[0] === turn[0]) + 1}`));
  const depth = said("simulations", { n: simulations.toLocaleString(model.language) });
  const honest = best.length ? `, ${said("give_or_take", { percent: percent(Math.max(error, 0.005)) })}` : "";
  byId("thought").setAttribute("aria-live", isLast ? "polite" : "off");
  byId("thought").textContent = `${depth}${honest}${isLast ? "" : " …"}`;
}

/** @param {string} name @param {number} chance */
function bar(name, chance) {
  const meter = Object.assign(part("meter"), { value: chance });
  meter.setAttribute("aria-hidden", "true");
  return part("li", part("span", name), meter, part("b", percent(chance)));
}

// The same buttons stay where the turns are the same, with the focus on them.
/** @param {Best[]} best @param {string} name */
function fill(best, name) {
  const items = [...byId("best").children];
  const isSame = items.length === best.length && best.every(({ words: its }, i) => items[i].firstChild?.textContent === its);
  if (!isSame) byId("best").replaceChildren(...best.map(entry));
  best.forEach(({ worth }, i) => (byId("best").children[i].lastChild.textContent = said("wins", { name, percent: percent(worth) })));
}

/** @param {Best} best */
function entry({ turn, words: its }) {
  const button = Object.assign(part("button", its), { type: "button", className: "turn" });
  button.addEventListener("click", () => play(turn));
  for (const event of ["pointerenter", "focus"]) {
    button.addEventListener(event, () => {
      const place = placeOf(turn[0]);
      if (place) aimAt(place);
    });
  }
  for (const event of ["pointerleave", "blur"]) button.addEventListener(event, letBe);
  return part("li", button, part("small"));
}

export function useThinking() {
  byId("thinks").checked = kind !== "real" && localStorage.getItem(SWITCH) !== "off";
  byId("thinks").addEventListener("change", () => {
    localStorage.setItem(SWITCH, byId("thinks").checked ? "on" : "off");
    think();
  });
  let last = "";
  addEventListener("moment", () => {
    const now = JSON.stringify([here.id, choicesTo(here.node)]);
    if (now !== last) think();
    last = now;
  });
  document.addEventListener("visibilitychange", () => think());
  addEventListener("pagehide", stop);
}
