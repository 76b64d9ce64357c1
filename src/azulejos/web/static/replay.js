// @ts-check
// A game to step through.

import { hideAlternatives, showAlternatives } from "./advice.js";
import { get, look, post } from "./api.js";
import { byId } from "./dom.js";
import { useLarger } from "./larger.js";
import { have, keep } from "./parts.js";
import { show } from "./stage.js";
import { words } from "./words.js";

/** @import { At } from "answers" */

const root = byId("replay");
const { table, language } = root.dataset;
/** @type {import("./api.js").Base} */
const base = `/api/tables/${table}`;
const slider = byId("at");
/** @type {number | null} */
let viewer = null; // whose board is large: the same one all the time
/** @type {At | null} */
let shown = null; // what is on the screen
let isAsking = false; // is an answer awaited?
let isMoved = false; // was something else wanted since it was asked for?

const at = () => Number(slider.value);
/** @param {string} text */
const say = (text) => (byId("note").textContent = text);

/** @param {number} count */
function go(count) {
  slider.value = count; // it stays between the ends
  showCount();
  isMoved = true;
  if (!isAsking) ask();
}

function showCount() {
  byId("count").textContent = `${at()} / ${slider.max}`;
  byId("first").disabled = byId("back").disabled = at() === 0;
  byId("on").disabled = byId("end").disabled = at() === Number(slider.max);
}

// One answer after the other, until it is the one for where the slider stands.
async function ask() {
  isAsking = true;
  while (isMoved) {
    isMoved = false;
    await trying(async () => take(await get(`${base}/at/${at()}?${look(language)}${have(shown)}`)));
  }
  isAsking = false;
}

/** @param {At} next */
function take(next) {
  keep(next);
  viewer ??= next.viewer;
  if (shown?.turn_at !== next.turn_at) hideAlternatives();
  shown = next;
  slider.max = next.of; // it may have gone on
  showCount();
  byId("look-back").disabled = next.turn_at === null;
  show(next, viewer);
  showStale(false);
  say(next.told.flatMap((step) => step.sentences.map((sentence) => sentence.text)).join(" "));
}

/** @param {boolean} isStale */
function showStale(isStale) {
  root.classList.toggle("stale", isStale);
  root.setAttribute("aria-busy", `${isStale}`);
}

// A refusal is said in the server's words.
/** @param {() => Promise<void>} job */
async function trying(job) {
  try {
    await job();
  } catch (refusal) {
    say(refusal.message);
  }
}

useLarger();
slider.addEventListener("input", () => go(at()));
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(at() - 1));
byId("on").addEventListener("click", () => go(at() + 1));
byId("end").addEventListener("click", () => go(Number(slider.max)));
byId("look-back").addEventListener("click", () =>
  trying(async () => {
    say(words.searching);
    await showAlternatives(base, shown?.turn_at ?? null, look(language), language);
    say("");
  }),
);
byId("branch").addEventListener("click", () =>
  trying(async () => {
    const { table: next } = await post(`${base}/branch?count=${at()}&${look(language)}`, {});
    location.href = `/tables/${next}`;
  }),
);
addEventListener("settings", () => go(at()));
// Kept by the browser for Back and Forward: it leaves looking old, and asks anew when it comes back.
addEventListener("pagehide", ({ persisted }) => persisted && showStale(true));
addEventListener("pageshow", ({ persisted }) => persisted && go(at()));
go(location.hash ? Number(location.hash.slice(1)) || 0 : at());
