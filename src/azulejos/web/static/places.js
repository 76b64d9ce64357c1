// @ts-check
// The places of the drawings in which pieces can be put: which one is meant, and what lies there. Their names and which
// kinds of pieces have room there the server says.

import { all, byId } from "./dom.js";
import { setup } from "./setup.js";
import { keyOf } from "./sprites.js";
import { neighbour } from "./stage.js";
import { said, words } from "./words.js";

/** @import { PieceOffered, PlaceOffered } from "answers" */
/** @typedef {{ piece: string, at: PlaceOffered }} Lying a piece and its place */

const TOLD = ":is(#offer, #own, #others)";
const GIVES = ["bag", "pool"]; // whatever is put there is taken away

/** @type {Map<string, PlaceOffered>} */
let offered = new Map();

/** @param {string} piece */
export const offer = (piece) => /** @type {PieceOffered} */ (setup.shown.palette.find((each) => each.piece === piece));
/** @param {string} piece */
export const labelOf = (piece) => offer(piece)?.label ?? piece;

/** @param {PlaceOffered} place */
export const whole = ({ seat, label }) => (seat === null ? label : said("whose", { name: setup.shown.names[seat], place: label }));

/** @param {HTMLElement} element */
const keyOfElement = ({ dataset }) => keyOf(dataset.place ?? "", dataset.seat);

/** @param {HTMLElement} element */
export const placeOf = (element) => offered.get(keyOfElement(element));

/** @param {PlaceOffered} one @param {PlaceOffered | undefined} other */
export const isSame = (one, other) => one.place === other?.place && one.seat === other.seat;

/** @param {PlaceOffered | undefined} place @param {string} piece */
export const fits = (place, piece) => place?.kinds.includes(offer(piece)?.kind) ?? false;

/** @param {PlaceOffered} place @returns {HTMLElement[]} */
const elementsOf = ({ place, seat }) => all(`${TOLD} [data-place="${place}"]${seat === null ? ":not([data-seat])" : `[data-seat="${seat}"]`}`);

// ---------------------------------------------------------------------------------------------
// What is meant

// How far a point is from the box of an element.
/** @param {Element} element @param {number} x @param {number} y */
function far(element, x, y) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

// The places at a point, the uppermost first; then those around it: what is empty can't be hit, and a finger is broad.
/** @param {number} x @param {number} y @param {number} reach @returns {HTMLElement[]} */
function under(x, y, reach = 0) {
  const hit = document.elementsFromPoint(x, y).flatMap((element) => element.closest(`${TOLD} [data-place]`) ?? []);
  const near = all(`${TOLD} [data-place]`).map((element) => ({ element, distance: far(element, x, y), size: element.getBoundingClientRect().width }));
  const around = near.filter(({ distance }) => distance <= reach).sort((one, other) => one.distance - other.distance || one.size - other.size);
  return /** @type {HTMLElement[]} */ ([...new Set([...hit, ...around.map(({ element }) => element)])]);
}

// Where a piece would go; null where it goes away: on the bag, or beside all drawings.
/** @param {number} x @param {number} y @param {string} piece @returns {PlaceOffered | null | undefined} */
export function target(x, y, piece, reach = 0) {
  const found = under(x, y, reach).map(placeOf).find((place) => fits(place, piece));
  const isGiven = under(x, y).some(({ dataset }) => GIVES.includes(dataset.place ?? ""));
  const isOutside = !document.elementFromPoint(x, y)?.closest(":is(#offer, #own, #others) svg, .look");
  return found ?? (isGiven || isOutside ? null : undefined);
}

/** @param {number} x @param {number} y @returns {Lying | undefined} the uppermost piece there */
export function pieceAt(x, y) {
  for (const element of document.elementsFromPoint(x, y)) {
    const shown = /** @type {HTMLElement | null} */ (element.closest(`${TOLD} [data-piece]`));
    const at = shown && placeOf(/** @type {HTMLElement} */ (shown.closest("[data-place]")));
    const piece = shown?.dataset.piece ?? "";
    if (at?.lying.includes(piece)) return { piece, at };
  }
  const place = under(x, y).map(placeOf).find((each) => each?.lying.length);
  return place && topmost(place);
}

/** @param {PlaceOffered} at @returns {Lying | undefined} */
export const topmost = (at) => (at.lying.length ? { piece: /** @type {string} */ (at.lying.at(-1)), at } : undefined);

// ---------------------------------------------------------------------------------------------
// For keys and for those who listen: each place is a button, and keys stop at one of them

let stop = ""; // the key of that one

/** @param {PlaceOffered} place */
function told(place) {
  const count = (/** @type {string} */ piece) => place.lying.filter((each) => each === piece).length;
  const pieces = [...new Set(place.lying)].map((piece) => (count(piece) > 1 ? `${labelOf(piece)} × ${count(piece)}` : labelOf(piece)));
  return `${whole(place)}: ${pieces.join(", ") || words.empty}`;
}

function namePlaces() {
  const hadFocus = document.activeElement === document.body && stop !== "";
  offered = new Map(setup.shown.places.map((place) => [keyOf(place.place, place.seat), place]));
  for (const drawing of all("#offer > svg, #own > svg")) drawing.setAttribute("role", "group");
  const found = all(":is(#offer, #own) [data-place]").filter(placeOf);
  if (!found.some((element) => keyOfElement(element) === stop)) stop = found.length ? keyOfElement(found[0]) : "";
  for (const element of found) {
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", told(/** @type {PlaceOffered} */ (placeOf(element))));
    element.setAttribute("tabindex", keyOfElement(element) === stop ? "0" : "-1");
  }
  if (hadFocus && byKeys) focused()?.focus({ preventScroll: true });
}

let byKeys = false;

/** @returns {HTMLElement | undefined} the place at which keys stop */
export const focused = () => all("[data-place][tabindex='0']")[0];

/** @param {HTMLElement} element */
function goTo(element) {
  focused()?.setAttribute("tabindex", "-1");
  element.setAttribute("tabindex", "0");
  stop = keyOfElement(element);
  element.focus();
}

// The next place in the direction of an arrow.
/** @param {Element} from @param {string} key */
export function move(from, key) {
  const next = neighbour(from, key, all("[data-place][tabindex]"));
  if (next) goTo(next);
}

export function usePlaces() {
  addEventListener("setup", namePlaces);
  addEventListener("keydown", () => (byKeys = true), true);
  addEventListener("pointerdown", () => (byKeys = false), true);
  byId("table").addEventListener("focusin", (/** @type {any} */ { target: element }) => element.matches("[data-place][tabindex='-1']") && goTo(element));
}

// ---------------------------------------------------------------------------------------------
// Marks

/** @param {string} name of a class @param {PlaceOffered[]} places */
export function mark(name, places) {
  all(`.${name}[data-place]`).forEach((element) => element.classList.remove(name));
  places.flatMap(elementsOf).forEach((element) => element.classList.add(name));
}
