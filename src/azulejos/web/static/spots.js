// @ts-check
// Spots of choices that can't be made now: what was chosen last, and what could be chosen instead. The server says which.

import { all, byId } from "./dom.js";
import { isWhole, model } from "./model.js";
import { said } from "./words.js";

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

const GAP = 10; // pixels between a place and the button beside it
const FAR = 190; // pixels: farther it is beside nothing
const NEAR = 60; // it does not go farther for looks
const STEP = 18;
const DESK = matchMedia("(min-width: 600px) and (min-height: 500px)"); // on a phone buttons stand at the bottom

/** @type {() => HTMLElement[]} */
const spots = () => all(":is(#offer, #own) [data-spot]");

/** @param {string | undefined} choice */
export const spotsOf = (choice) => spots().filter(({ dataset }) => dataset.spot === choice);

// What could be chosen in place of a part of the draft, and how many of its choices would stay.
/** @returns {Record<string, import("answers").Other>} */
const others = () => (model.draft.length && model.shown && "instead" in model.shown ? model.shown.instead : {});

/** @param {Element} target @returns {{ choice: string, kept: number } | null} */
export function insteadAt(target) {
  const choice = spotAt(target)?.dataset.spot ?? "";
  const other = others()[choice];
  return other ? { choice, kept: other.kept } : null;
}

/** @param {Element} target @returns {HTMLElement | null} */
export const spotAt = (target) => target.closest?.(":is(#offer, #own) [data-spot]");

// What a move has brought to the own board: the piece, or the place where pieces can't be told apart.
/** @param {import("answers").Move} move */
function landed({ to, piece }) {
  const place = document.querySelector(`#own [data-place="${to}"]`);
  return [...(place?.querySelectorAll(`[data-piece="${piece}"]`) ?? [])].at(-1) ?? place;
}

// Where the last choice has gone: its own spot, that of a choice before it, or the place that its pieces came to.
/** @returns {Element | null} */
export function lastPlace() {
  for (const choice of [...model.draft].reverse()) {
    const found = spotsOf(choice).at(-1);
    if (found && found.getBoundingClientRect().width) return found;
  }
  const told = model.shown?.told.flatMap((step) => step.moves) ?? [];
  const own = told.filter(({ seat }) => seat === model.state.turn).map(landed);
  return own.filter((found) => found !== null).at(-1) ?? null;
}

/** @param {Element} target */
export const isLastPlace = (target) => isWhole() && (lastPlace()?.contains(target) ?? false);

export function markSpots() {
  const found = others();
  const told = new Set();
  for (const spot of spots()) {
    const choice = spot.dataset.spot ?? "";
    spot.classList.toggle("instead", choice in found);
    offer(spot, told.has(choice) ? undefined : found[choice]?.label);
    told.add(choice);
  }
  all(".latest").forEach((spot) => spot.classList.remove("latest"));
  if (isWhole()) lastPlace()?.classList.add("latest");
  standBeside();
}

// Keys find what could be chosen instead as they find what can be chosen; each once.
/** @param {HTMLElement} spot @param {string | undefined} label */
function offer(spot, label) {
  const facts = { role: "button", tabindex: "0", "aria-label": label ? said("instead", { label }) : "" };
  for (const [name, value] of Object.entries(facts)) {
    if (label) spot.setAttribute(name, value);
    else spot.removeAttribute(name);
  }
  if (label) spot.closest("svg")?.setAttribute("role", "group"); // a picture has nothing inside that can be pressed
}

// ---------------------------------------------------------------------------------------------
// The button that plays a turn stands beside the last place, where it covers nothing that can be chosen.

/** @param {Box} one @param {Box} other */
const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

export function standBeside() {
  const button = byId("confirm");
  if (!button) return; // where a game is only looked at
  button.classList.remove("beside");
  button.style.left = button.style.top = "";
  const place = isWhole() && DESK.matches ? lastPlace() : null;
  const spot = place && freeSpot(place.getBoundingClientRect(), button.getBoundingClientRect());
  if (!spot) return;
  button.classList.add("beside");
  [button.style.left, button.style.top] = [`${spot.left}px`, `${spot.top}px`];
}

/** @param {DOMRect} place @param {DOMRect} button @returns {Box | null} */
function freeSpot(place, { width, height }) {
  const boxes = (/** @type {string} */ wanted) => all(wanted).map((each) => each.getBoundingClientRect());
  const taken = [place, ...boxes("#table :is([data-choice], .instead, [data-also])")];
  const words = [...taken, ...boxes(":is(#offer, #own) text")]; // where there is room it covers nothing that can be read either,
  const places = [...words, ...boxes(":is(#offer, #own) :is([data-place], [data-slot])")]; // nor where pieces lie
  return freeBox(place, width, height, places, NEAR) ?? freeBox(place, width, height, words) ?? freeBox(place, width, height, taken);
}

/** @param {DOMRect} place @param {number} width @param {number} height @param {Box[]} taken @param {number} far @returns {Box | null} */
function freeBox(place, width, height, taken, far = FAR) {
  const band = byId("band").getBoundingClientRect().bottom;
  const isFree = (/** @type {Box} */ box) =>
    box.left >= 4 && box.top >= band && box.right <= innerWidth - 4 && box.bottom <= innerHeight - 4 && !taken.some((each) => overlap(box, each));
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  for (let away = GAP; away < far; away += STEP) {
    const aside = place.width / 2 + away;
    const over = place.height / 2 + away;
    const middles = [
      [x + aside + width / 2, y],
      [x - aside - width / 2, y],
      [x, y + over + height / 2],
      [x, y - over - height / 2],
      [x + aside + width / 2, y + over],
      [x + aside + width / 2, y - over],
      [x - aside - width / 2, y + over],
      [x - aside - width / 2, y - over],
    ];
    for (const [u, v] of middles) {
      const box = { left: u - width / 2, top: v - height / 2, right: u + width / 2, bottom: v + height / 2 };
      if (isFree(box)) return box;
    }
  }
  return null;
}

addEventListener("resize", standBeside);
addEventListener("scroll", standBeside, { passive: true, capture: true });
