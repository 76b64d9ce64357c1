// @ts-check
// Puts the drawings of a position on the page. Drawings come from the server; nothing is decided here.

import { all, byId } from "./dom.js";
import { addLook } from "./larger.js";
import { drawings } from "./parts.js";

/** @import { Drawing, Shown } from "./parts.js" */

let strip = 0; // how far the strip of other boards is moved: to ask for it would make the browser lay out the page
byId("others")?.addEventListener("scroll", () => (strip = byId("others").scrollLeft), { passive: true });

/**
 * @param {Shown} state
 * @param {number} viewer whose board is large
 * @param {number | null} turn whose turn it is: as long as a whole turn is a draft, still mine
 */
export function show(state, viewer, turn = state.turn) {
  const drawn = drawings(state);
  const boards = Object.keys(drawn).filter((key) => key.startsWith("board-"));
  const own = boards.indexOf(`board-${viewer}`);
  const others = [...boards.slice(own + 1), ...boards.slice(0, own)]; // clockwise from the own one
  fill(byId("defs"), drawn, ["defs"]);
  fill(byId("offer"), drawn, ["offer"]);
  fill(byId("own"), drawn, ["hand", `board-${viewer}`]);
  fill(byId("others"), drawn, others, "other");
  if (strip) byId("others").scrollLeft = strip;
  measure();
  all(".hinted").forEach((place) => place.classList.remove("hinted"));
  showScores(state, turn);
  showText(state.text);
}

// How wide the drawings are for their height: columns are as wide as what stands in them, see style.css.
function measure() {
  const { style } = all(".stage")[0];
  const found = { offer: byId("offer").lastElementChild, own: byId("own").lastElementChild, other: document.querySelector(".other svg") };
  for (const [name, drawing] of Object.entries(found)) {
    const ratio = `${(drawing?.getAttribute("width") ?? 1) / (drawing?.getAttribute("height") ?? 1)}`;
    if (style.getPropertyValue(`--${name}`) !== ratio) style.setProperty(`--${name}`, ratio);
  }
}

// The table in sentences, for those who listen instead of look.
/** @param {string[]} lines */
function showText(lines) {
  byId("text").replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

// A drawing that is there already stays, with the focus in it.
/**
 * @param {HTMLElement} element
 * @param {Record<string, Drawing>} drawn
 * @param {string[]} names of the drawings that belong there
 * @param {string} frame the class of what each of them stands in, if it doesn't stand alone
 */
function fill(element, drawn, names, frame = "") {
  const found = names.filter((name) => drawn[name]);
  found.forEach((name, i) => {
    const old = /** @type {HTMLElement | undefined} */ (element.children[i]);
    const { hash } = drawn[name];
    if (old?.dataset.hash === hash) return;
    const fresh = frame ? framed(made(drawn[name]), frame) : made(drawn[name]);
    Object.assign(fresh.dataset, { hash, part: name });
    const hasFocus = old?.contains(document.activeElement) ?? false;
    if (frame) addLook(fresh, old);
    if (old) old.replaceWith(fresh);
    else element.append(fresh);
    if (frame && hasFocus) fresh.querySelector("button")?.focus({ preventScroll: true });
  });
  while (element.children.length > found.length) element.lastElementChild?.remove();
}

/** @type {Map<string, HTMLElement>} */
const rehearsed = new Map(); // drawings that were looked at and are not shown yet, by hash

// The server escapes names inside its drawings.
/** @param {Drawing} drawing @returns {HTMLElement} */
function made({ hash, svg }) {
  const ready = rehearsed.get(hash);
  rehearsed.delete(hash);
  if (ready) return ready;
  const template = document.createElement("template");
  template.innerHTML = svg;
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/** @param {HTMLElement} drawing @param {string} name */
function framed(drawing, name) {
  const frame = Object.assign(document.createElement("div"), { className: name });
  frame.append(drawing);
  return frame;
}

// ---------------------------------------------------------------------------------------------
// For whoever moves pieces from one drawing to the next

export const standing = () => all("#table [data-part]");

// What would be seen if other drawings stood where those of the same name stand now: they are put over these, invisible,
// looked at and taken away again.
/** @template Seen @param {Shown} next @param {(drawings: Element[]) => Seen} look @returns {Seen} */
export function rehearse(next, look) {
  const [drawn, olds] = [drawings(next), standing()];
  const isOther = (/** @type {HTMLElement} */ { dataset: { part = "", hash } }) => drawn[part] && drawn[part].hash !== hash;
  const boxes = olds.map((old) => (old.matches("svg") ? old : old.querySelector("svg")).getBoundingClientRect());
  const frames = olds.map((old, i) => (isOther(old) ? over(made(drawn[old.dataset.part]), boxes[i]) : old));
  const covers = frames.filter((frame, i) => frame !== olds[i]);
  document.body.append(...covers);
  const seen = look(frames);
  rehearsed.clear();
  olds.filter(isOther).forEach((old, i) => rehearsed.set(drawn[old.dataset.part].hash, covers[i].firstElementChild));
  covers.forEach((cover) => cover.remove());
  return seen;
}

// A drawing that fills a box of the page.
/** @param {HTMLElement} drawing @param {DOMRect} box */
function over(drawing, { x, y, width, height }) {
  const cover = framed(drawing, "rehearsal");
  Object.assign(cover.style, { left: `${x + scrollX}px`, top: `${y + scrollY}px`, width: `${width}px`, height: `${height}px` });
  return cover;
}

// ---------------------------------------------------------------------------------------------
// Words and numbers

/** @param {Shown} state @param {number | null} turn */
function showScores(state, turn) {
  byId("scores").replaceChildren(
    ...state.names.map((name, seat) => {
      const item = document.createElement("li");
      item.className = seat === turn ? "to-move" : "";
      const who = document.createElement("span");
      who.textContent = name;
      const points = document.createElement("b");
      points.textContent = `${state.scores[seat]}`;
      item.append(who, points);
      return item;
    }),
  );
}

export const places = () => all("[data-choice]");

// What keys stop at: places, and spots of what could be chosen instead.
export const stops = () => all(":is([data-choice], .instead[tabindex])");

/** @param {string | undefined} choice */
export function placeOf(choice) {
  return places().find((place) => place.dataset.choice === choice);
}

// What is pointed at: the place of a choice, or another spot that stands for it.
/** @param {HTMLElement} target */
export function placeAt(target) {
  const spot = /** @type {HTMLElement | null} */ (target.closest?.("[data-choice], [data-also]"));
  return spot?.dataset.also ? placeOf(spot.dataset.also) : spot;
}

// Small screens: go to where something can be chosen, or is to be read, unless that is in sight.
/** @param {boolean} isSmooth */
export function bringIntoSight(isSmooth, found = places()) {
  const top = byId("band").getBoundingClientRect().bottom;
  const bar = all(".buttons")[0].getBoundingClientRect(); // on a phone it stands at the bottom
  const bottom = bar.top > top ? bar.top : innerHeight;
  const isSeen = (/** @type {Element} */ place) => {
    const box = place.getBoundingClientRect();
    return box.top >= top && box.bottom <= bottom;
  };
  if (found.every(isSeen)) return;
  (found[0].closest("svg") ?? found[0]).scrollIntoView({ block: "nearest", behavior: isSmooth ? "smooth" : "auto" });
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The next of some places in a direction, by where they stand on the screen.
/** @param {Element} from @param {string} key */
export function neighbour(from, key, among = stops()) {
  const [dx, dy] = ARROWS[key];
  const centre = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const place of among) {
    if (place === from) continue;
    const [px, py] = centre(place);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (along > 1 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = place;
    }
  }
  return best;
}
