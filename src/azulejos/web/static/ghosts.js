// @ts-check
// While somebody points at a place: what would come along, where it could go, how it would lie, and what it would bring.
// All of it came with the drawing, from the rules.

import { all, byId } from "./dom.js";
import { model } from "./model.js";
import { signed } from "./sheet.js";
import { place as spot, symbolOf } from "./sprites.js";
import { placeOf } from "./stage.js";
import { spotsOf } from "./spots.js";
import { said } from "./words.js";

/** @import { Reach, Shift } from "answers" */

const SVG = "http://www.w3.org/2000/svg";
const AWAY = 16; // pixels from the pointer
const SMALLER = 0.62; // a ghost that is one of several

/** @type {string | null} */
let aimed = null; // the choice that is shown

export const aimedAt = () => aimed;

/** @param {string | undefined} choice @returns {Reach | undefined} */
const reachOf = (choice) => model.shown?.reach[choice ?? ""];

// Is there more to show than the place itself?
/** @param {string | undefined} choice */
export function tellsSomething(choice) {
  const reach = reachOf(choice);
  return Boolean(reach && (reach.moves.length || reach.either.length || reach.goes.some((name) => spotsOf(name).length)));
}

/** @param {string} choice @param {string} name of a spot: could it be chosen after that? */
export const mayFollow = (choice, name) => Boolean(reachOf(choice)?.goes.includes(name));

/** @param {HTMLElement} place of a choice @param {{ x: number, y: number } | null} pointer */
export function aimAt(place, pointer = null) {
  const choice = place.dataset.choice ?? "";
  if (document.querySelector(".sprite")) return letBe(); // pieces are moving
  if (aimed !== choice || !place.classList.contains("aimed")) {
    letBe();
    aimed = choice;
    place.classList.add("aimed");
    const reach = reachOf(choice);
    if (reach) show(reach);
    const points = reach ? pointsOf(reach) : "";
    write([place.getAttribute("aria-label") ?? "", points]);
    if (points) place.setAttribute("aria-description", points);
  }
  stand(pointer ?? besideOf(place));
}

export function letBe() {
  aimed = null;
  all(".aimed").forEach((place) => (place.classList.remove("aimed"), place.removeAttribute("aria-description")));
  all(".lit").forEach((piece) => piece.classList.remove("lit"));
  all(".goes").forEach((spot) => spot.classList.remove("goes"));
  all(".ghost").forEach((ghost) => ghost.remove());
  byId("beside").hidden = true;
}

// What a whole plan would do: said beside the button that carries it out.
/** @param {string} choice its first @param {string} text @param {Element} button */
export function tellPlan(choice, text, button) {
  letBe();
  const reach = reachOf(choice);
  if (reach) show(reach);
  placeOf(choice)?.classList.add("aimed");
  write([text, reach ? pointsOf(reach) : ""]);
  stand(besideOf(button));
}

// ---------------------------------------------------------------------------------------------
// On the table

// What comes to the own board. Each movement has its forms, mostly one.
/** @param {Reach} reach */
const coming = ({ moves, either }) =>
  [...moves.map((move) => [move]), ...either].filter(([{ to, seat }]) => spot(to, seat)?.closest("#own"));

// The pieces that a choice takes from the offer.
/** @param {string} choice */
export function takenBy(choice) {
  const reach = reachOf(choice);
  return reach ? coming(reach).flat().flatMap(piecesOf).filter((piece) => piece.closest("#offer")) : [];
}

/** @param {Reach} reach */
function show(reach) {
  const { goes } = reach;
  const own = coming(reach);
  for (const move of own.flat()) piecesOf(move).forEach((piece) => piece.classList.add("lit"));
  /** @type {Map<Element, number>} */
  const used = new Map();
  for (const forms of own) ghostsOf(forms, used);
  for (const name of goes) spotsOf(name).forEach((found) => found.closest("#own") && found.classList.add("goes"));
}

/** @param {Shift} move */
function piecesOf({ from, seat, piece, count }) {
  const found = [...(spot(from, seat)?.querySelectorAll(`[data-piece="${piece}"]`) ?? [])];
  return found.slice(0, Math.max(1, count));
}

// As many as come, in the order in which the place fills; where all lie on one heap, one ghost stands for them. Where one
// piece or another may come, small ghosts of all of them stand there together.
/** @param {Shift[]} forms @param {Map<Element, number>} used how many slots of a place have a ghost already */
function ghostsOf([{ to, seat, piece, count }, ...others], used) {
  const place = spot(to, seat);
  if (!place) return;
  const pieces = [...new Set([piece, ...others.map((other) => other.piece)])];
  const free = [.../** @type {NodeListOf<SVGGraphicsElement & HTMLElement>} */ (place.querySelectorAll("[data-slot]"))]
    .filter(({ dataset }) => !dataset.for || dataset.for === piece)
    .sort((one, other) => Number(one.dataset.slot) - Number(other.dataset.slot));
  const first = used.get(place) ?? 0;
  const slots = free.slice(first, first + count);
  used.set(place, first + slots.length);
  for (const element of slots.length ? slots : [place]) pieces.forEach((each, i) => haunt(element, each, to, i, pieces.length));
}

// A pale copy of a piece, in the middle of an element and inside of it; or one of several beside each other.
/** @param {SVGGraphicsElement} element @param {string} piece @param {string} name of its place @param {number} nth @param {number} of */
function haunt(element, piece, name, nth, of) {
  const kind = symbolOf(piece);
  const turned = `${kind}-${name.split("-").at(-1)}`; // as it lies there, if it is drawn so
  const { x, y, width, height } = element.getBBox();
  const side = Math.min(width, height) * (of > 1 ? SMALLER : 1);
  const aside = of > 1 ? (nth / (of - 1) - 0.5) * (width - side) : 0;
  const ghost = document.createElementNS(SVG, "use");
  ghost.setAttribute("class", "ghost");
  ghost.setAttribute("href", `#${document.getElementById(turned) ? turned : kind}`);
  ghost.setAttribute("x", `${x + (width - side) / 2 + aside}`);
  ghost.setAttribute("y", `${y + (height - side) / 2}`);
  ghost.setAttribute("width", `${side}`);
  ghost.setAttribute("height", `${side}`);
  element.append(ghost);
}

// ---------------------------------------------------------------------------------------------
// Words beside the pointer

// Nothing is said about nothing, unless pieces of one's own are laid.
/** @param {Reach} reach */
function pointsOf({ now, later, goes, moves }) {
  const isWhole = !goes.length && moves.some(({ from, seat }) => spot(from, seat)?.closest("#own"));
  const told = [];
  if (now !== null && (now || (isWhole && later === null))) told.push(said("points_now", { points: signed(now) }));
  if (later !== null && (later || isWhole)) told.push(said("points_later", { points: signed(later) }));
  return told.join(" · ");
}

/** @param {string[]} lines */
function write([text, points]) {
  const label = byId("beside");
  label.replaceChildren(text);
  if (points) label.append(Object.assign(document.createElement("b"), { textContent: points }));
  label.hidden = !text && !points;
}

/** @param {Element} element */
function besideOf(element) {
  const box = element.getBoundingClientRect();
  return { x: box.right - Math.min(AWAY, box.width / 2), y: box.bottom - AWAY };
}

// Below and right of a point, or on its other sides where there is no room.
/** @param {{ x: number, y: number }} point */
export function stand({ x, y }) {
  const label = byId("beside");
  if (label.hidden) return;
  const { width, height } = label.getBoundingClientRect();
  const left = x + AWAY + width > innerWidth ? Math.max(4, x - AWAY - width) : x + AWAY;
  const top = y + AWAY + height > innerHeight ? Math.max(4, y - AWAY - height) : y + AWAY;
  label.style.transform = `translate(${left}px, ${top}px)`;
}
