// @ts-check
// The drawings on the page. They come from the server. What is laid out takes its time: drawings are laid out one after the
// other, unseen, and then all of them change at once.

import { all, byId } from "./dom.js";
import { addLook } from "./larger.js";
import { drawings } from "./parts.js";
import { setting } from "./settings.js";

/** @import { Drawing, Shown } from "./parts.js" */
/** @typedef {{ element: HTMLElement, old: HTMLElement | undefined, name: string, drawing: Drawing, frame: string }} Slot where a drawing stands; what stands there now; the class of its frame, if it doesn't stand alone */

/** @param {Shown} state @param {number} viewer @returns {Slot[]} */
function slotsOf(state, viewer) {
  const drawn = drawings(state);
  const boards = Object.keys(drawn).filter((key) => key.startsWith("board-"));
  const own = boards.indexOf(`board-${viewer}`);
  const others = [...boards.slice(own + 1), ...boards.slice(0, own)]; // clockwise from the own one
  const slots = (/** @type {string} */ id, /** @type {string[]} */ names, frame = "") => {
    const olds = [...byId(id).children].filter((old) => !old.classList.contains("coming"));
    const found = names.filter((name) => drawn[name]);
    return found.map((name, i) => ({ element: byId(id), old: olds[i], name, drawing: drawn[name], frame }));
  };
  return [...slots("defs", ["defs"]), ...slots("offer", ["offer"]), ...slots("own", ["hand", `board-${viewer}`]), ...slots("others", others, "other")];
}

const PLACES = ["defs", "offer", "own", "others"];

// The browser does other things in between: a task for each drawing keeps the page quick on slow machines.
const breathe = () => new Promise((done) => setTimeout(done));

/** @type {Map<HTMLElement, HTMLElement>} */
const coming = new Map(); // by the drawings that they will replace

// What will be shown is laid out before, drawing by drawing, where nobody sees it. Where nothing moves it is not waited for.
/** @param {Shown} state @param {number} viewer */
export async function prepare(state, viewer) {
  clearOut();
  if (document.hidden || setting("speed") === "off") return;
  for (const { old, drawing, frame } of slotsOf(state, viewer)) {
    if (!old || old.dataset.hash === drawing.hash) continue;
    await breathe();
    const fresh = frame ? framed(made(drawing), frame) : made(drawing);
    const { width, height } = old.getBoundingClientRect();
    fresh.classList.add("coming");
    Object.assign(fresh.style, { width: `${width}px`, height: `${height}px` });
    fresh.dataset.hash = drawing.hash;
    coming.set(old, fresh);
    old.before(fresh);
    fresh.getBoundingClientRect(); // lays it out
  }
  if (coming.size) await breathe();
}

// What has come ready and isn't wanted any more.
function clearOut() {
  coming.forEach((fresh) => fresh.remove());
  coming.clear();
}

// What has come stands there for good.
/** @param {HTMLElement} old @returns {HTMLElement | undefined} */
function come(old) {
  const fresh = coming.get(old);
  coming.delete(old);
  fresh?.classList.remove("coming");
  fresh?.style.removeProperty("width");
  fresh?.style.removeProperty("height");
  return fresh;
}

// The drawings of a position replace those that stood there before.
/** @param {Shown} state @param {number} viewer */
export function replace(state, viewer) {
  const slots = slotsOf(state, viewer);
  slots.forEach(fill);
  clearOut();
  for (const element of PLACES.map(byId)) {
    const { length } = slots.filter((slot) => slot.element === element);
    while (element.children.length > length) element.lastElementChild?.remove();
  }
}

// A drawing that is there already stays, with the focus in it.
/** @param {Slot} slot */
function fill({ element, old, name, drawing, frame }) {
  const { hash } = drawing;
  if (old?.dataset.hash === hash) return;
  const ready = old && coming.get(old)?.dataset.hash === hash ? come(old) : undefined;
  const fresh = ready ?? (frame ? framed(made(drawing), frame) : made(drawing));
  Object.assign(fresh.dataset, { hash, part: name });
  const hasFocus = old?.contains(document.activeElement) ?? false;
  if (frame) addLook(fresh, old);
  if (ready) old?.remove();
  else if (old) old.replaceWith(fresh);
  else element.append(fresh);
  if (frame && hasFocus) fresh.querySelector("button")?.focus({ preventScroll: true });
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

// What would be seen if other drawings stood where those of the same name stand now: each is put over its old one, invisible,
// looked at and taken away again, in a task of its own. One that stays is given with itself.
/** @param {Shown} next @param {(old: Element, drawing: Element) => void} look */
export async function rehearse(next, look) {
  const drawn = drawings(next);
  rehearsed.clear();
  for (const old of standing()) {
    const drawing = drawn[old.dataset.part];
    const cover = drawing && drawing.hash !== old.dataset.hash ? over(made(drawing), boxOf(old)) : null;
    if (cover) document.body.append(cover);
    look(old, cover ?? old);
    if (cover) rehearsed.set(drawing.hash, /** @type {any} */ (cover).firstElementChild);
    cover?.remove();
    await breathe();
  }
}

/** @param {HTMLElement} drawing or its frame */
const boxOf = (drawing) => /** @type {Element} */ (drawing.matches("svg") ? drawing : drawing.querySelector("svg")).getBoundingClientRect();

// A drawing that fills a box of the page.
/** @param {HTMLElement} drawing @param {DOMRect} box */
function over(drawing, { x, y, width, height }) {
  const cover = framed(drawing, "rehearsal");
  Object.assign(cover.style, { left: `${x + scrollX}px`, top: `${y + scrollY}px`, width: `${width}px`, height: `${height}px` });
  return cover;
}
