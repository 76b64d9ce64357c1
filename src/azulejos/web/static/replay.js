// @ts-check
// A game to look at again: one step is one turn, with what chance did after it, moved as at the table.

import { at, enact, hurry } from "./acts.js";
import { hideAlternatives, showAlternatives, showReview } from "./advice.js";
import { get, look, post, Refusal } from "./api.js";
import { all, byId } from "./dom.js";
import { addLines } from "./history.js";
import { useLarger } from "./larger.js";
import { model } from "./model.js";
import { pace } from "./motion.js";
import { keep } from "./parts.js";
import { change, setting } from "./settings.js";
import { show } from "./stage.js";
import { stopsOf } from "./turns.js";
import { said, words } from "./words.js";

/** @import { At, ReviewedTurn, Told } from "answers" */
/** @import { Stop } from "./turns.js" */

const { base, language } = model;
const root = byId("table");
const slider = byId("at");
const PATIENCE = 1200; // milliseconds that a turn stands, if nothing moves
/** @type {Stop[]} */
let stops = []; // before the first turn, and after each
/** @type {At | null} */
let shown = null; // what is on the screen
let wanted = 0; // the stop that somebody wants to see
let isGoing = false; // is something on its way?
let isPlaying = false; // does it go on by itself?

const say = (/** @type {string} */ text) => (byId("note").textContent = text);
const last = () => stops.length - 1;

// ---------------------------------------------------------------------------------------------
// Turns

// The stop at which so many choices have been made.
/** @param {number} count */
const stopAt = (count) => Math.max(0, stops.findIndex((stop) => stop.count >= count));

// All that has happened; it may go on meanwhile.
async function read() {
  const state = await get(`${base}?after=0&draw=false&${look(language)}`);
  model.state = { ...state, held: [], viewer: state.held[0] ?? 0 }; // nobody plays here
  model.steps = state.told;
  stops = stopsOf(state.told);
  slider.max = `${last()}`;
  byId("history").replaceChildren();
  addLines(byId("history"), state.told, model.rules, 0);
}

/** @param {number} stop */
function go(stop) {
  wanted = Math.min(Math.max(stop, 0), last());
  showPlace();
  hurry();
  if (!isGoing) follow();
}

// One after the other, until it is what is wanted. A step forward is played; whatever else is shown at once.
async function follow() {
  isGoing = true;
  let standing = shown && stopAt(shown.count);
  while (shown === null || standing !== wanted || root.classList.contains("stale")) {
    const next = wanted;
    const isStep = standing !== null && next === standing + 1 && shown?.count === stops[standing]?.count && pace() !== null;
    const isDone = await trying(() => reach(next, isStep));
    if (!isDone) break;
    standing = next;
  }
  isGoing = false;
  if (isPlaying) later();
}

/** @param {number} stop @param {boolean} isStep */
async function reach(stop, isStep) {
  const { first, count } = stops[stop];
  const target = await at(count, model.state.viewer);
  const told = model.steps.slice(first, count);
  if (isStep) await enact(/** @type {any} */ ({ ...target, told, steps: count }), 0);
  take(target, told);
  if (target.of <= model.steps.length) return;
  await read();
  showPlace();
}

/** @param {At} next @param {Told[]} told */
function take(next, told) {
  keep(next);
  if (shown?.turn_at !== next.turn_at) hideAlternatives();
  shown = model.shown = /** @type {any} */ (next);
  byId("look-back").disabled = next.turn_at === null;
  show(next, model.state.viewer);
  showStale(false);
  say(told.flatMap((step) => step.sentences.map((sentence) => sentence.text)).join(" "));
}

// Where we are: in numbers, in the list and in the graph.
function showPlace() {
  const { first, count } = stops[wanted];
  const turn = wanted ? model.steps[first] : null;
  slider.value = `${wanted}`;
  slider.setAttribute("aria-valuetext", turn ? said("turn_at", { n: wanted, round: turn.round, name: model.state.names[turn.seat ?? 0] }) : words.begin);
  byId("count").textContent = `${wanted} / ${last()}`;
  byId("first").disabled = byId("back").disabled = wanted === 0;
  byId("on").disabled = byId("end").disabled = wanted === last();
  const entry = all("#history li[data-seat]").findLast((each) => wanted && Number(each.dataset.at) > first && Number(each.dataset.at) <= count);
  all("#history [aria-current]").forEach((each) => each.removeAttribute("aria-current"));
  entry?.firstElementChild.setAttribute("aria-current", "true");
  const list = byId("history");
  if (entry) list.scrollTop += entry.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
  for (const column of all("#losses [data-at]")) column.classList.toggle("now", wanted > 0 && Number(column.dataset.at) === first);
}

/** @param {boolean} isStale */
function showStale(isStale) {
  root.classList.toggle("stale", isStale);
  root.setAttribute("aria-busy", `${isStale}`);
}

// A refusal is said in the server's words. Was there none?
/** @param {() => unknown} job */
async function trying(job) {
  try {
    await job();
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say(error instanceof Refusal ? error.message : words.lost);
    return false;
  }
}

// ---------------------------------------------------------------------------------------------
// By itself

let timer = 0;

function later() {
  clearTimeout(timer);
  timer = setTimeout(() => isPlaying && (wanted < last() ? go(wanted + 1) : playOn(false)), pace()?.turn ?? PATIENCE);
}

/** @param {boolean} wish */
function playOn(wish) {
  isPlaying = wish;
  clearTimeout(timer);
  byId("play").setAttribute("aria-pressed", `${wish}`);
  if (wish && wanted === last()) go(0);
  else if (wish && !isGoing) go(wanted + 1);
}

// ---------------------------------------------------------------------------------------------
// The graph of chances, once the game is over

async function review() {
  if (!model.state.over || model.state.is_closed) return;
  const found = await showReview(base, "", language);
  for (const turn of found.turns ?? []) markTurn(turn);
  showPlace();
}

/** @param {ReviewedTurn} turn */
function markTurn({ at: before, mark }) {
  const entry = all("#history li[data-seat]").find((each) => Number(each.dataset.at) > before);
  if (mark) entry?.firstElementChild.append(Object.assign(document.createElement("b"), { className: "mark", textContent: ` ${mark}` }));
}

// ---------------------------------------------------------------------------------------------
// Hands

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(wanted - 1),
  ArrowRight: () => go(wanted + 1),
  Home: () => go(0),
  End: () => go(last()),
  " ": () => playOn(!isPlaying),
};

/** @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isTheirs = target.closest?.("input, select, a, summary") || (event.key === " " && target.closest?.("button"));
  if (event.ctrlKey || event.metaKey || event.altKey || isTheirs || !KEYS[event.key]) return;
  event.preventDefault();
  if (event.key !== " ") playOn(false);
  if (event.key !== " " || !event.repeat) KEYS[event.key]();
}

/** @param {number} stop */
function jump(stop) {
  playOn(false);
  go(stop);
}

function listen() {
  addEventListener("keydown", press, { capture: true });
  slider.addEventListener("input", () => jump(Number(slider.value)));
  byId("first").addEventListener("click", () => jump(0));
  byId("back").addEventListener("click", () => jump(wanted - 1));
  byId("on").addEventListener("click", () => jump(wanted + 1));
  byId("end").addEventListener("click", () => jump(last()));
  byId("play").addEventListener("click", () => playOn(!isPlaying));
  byId("speed").value = setting("speed");
  byId("speed").addEventListener("change", () => change("speed", byId("speed").value));
  byId("history").addEventListener("click", (/** @type {{ target: HTMLElement }} */ { target }) => {
    const entry = /** @type {HTMLElement | undefined} */ (target.closest(".turn")?.closest("li"));
    if (entry) jump(stopAt(Number(entry.dataset.at)));
  });
  byId("losses").addEventListener("click", (/** @type {{ target: HTMLElement }} */ { target }) => {
    const column = /** @type {HTMLElement | null} */ (target.closest("[data-at]"));
    if (column) jump(stopAt(Number(column.dataset.at) + 1));
  });
  addEventListener("hashchange", () => jump(stopAt(Number(location.hash.slice(1)) || 0)));
  byId("look-back").addEventListener("click", () =>
    trying(async () => {
      say(words.searching);
      await showAlternatives(base, shown?.turn_at ?? null, look(language), language);
      say("");
    }),
  );
  byId("branch").addEventListener("click", () =>
    trying(async () => {
      const { table: next } = await post(`${base}/branch?count=${stops[wanted].count}&${look(language)}`, {});
      location.href = `/tables/${next}`;
    }),
  );
  // Kept by the browser for Back and Forward: it leaves looking old, and asks anew when it comes back.
  addEventListener("pagehide", ({ persisted }) => persisted && showStale(true));
  for (const event of ["settings", "pageshow"]) {
    addEventListener(event, (news) => {
      if (event === "pageshow" && !(/** @type {PageTransitionEvent} */ (news).persisted)) return;
      showStale(true);
      trying(async () => {
        if (event === "pageshow") await read();
        go(wanted);
      });
    });
  }
}

useLarger();
if (await trying(read)) {
  listen();
  go(location.hash ? stopAt(Number(location.hash.slice(1)) || 0) : last());
  trying(review);
}
