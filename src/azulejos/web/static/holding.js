// @ts-check
// What is in hand: a piece of the palette, which can be put down again and again, or one that was lifted from the table. By
// click and by drag, with mouse, finger and keys.

import { byId } from "./dom.js";
import { showPicked } from "./palette.js";
import { fits, focused, isSame, labelOf, mark, move, pieceAt, placeOf, target, topmost, whole } from "./places.js";
import { change, lookAgain, note, redo, setup, undo } from "./setup.js";
import { picture } from "./sprites.js";
import { said, words } from "./words.js";

/** @import { PlaceOffered } from "answers" */
/** @import { Edit } from "./setup.js" */
/** @import { Lying } from "./places.js" */
/** @typedef {{ piece: string, at: PlaceOffered | null }} Held a piece, and its place if it was lifted */

const FAR = 7; // pixels after which a press is a drag
const FINGER = 14; // pixels around a finger
const MANY = 40; // places that are not all marked
const stage = /** @type {HTMLElement} */ (document.querySelector(".stage"));

/** @type {Held | null} */
let held = null;
let isErasing = false;

/** @param {Edit["does"]} does @param {PlaceOffered} at @param {string} piece @returns {Edit} */
const edit = (does, { place, seat }, piece) => ({ does, place, seat, piece });

// ---------------------------------------------------------------------------------------------
// In hand

/** @param {Held | null} wanted */
function hold(wanted, erases = false) {
  held = wanted;
  isErasing = erases;
  showHeld();
  if (isErasing) note(words.taking);
  else if (held?.at) note(said(held.at.turns ? "lifted_turns" : "lifted", { piece: labelOf(held.piece) }));
  else note(held ? said("holding", { piece: labelOf(held.piece) }) : "");
}

function showHeld() {
  const { places } = setup.shown;
  if (held?.at) held.at = places.find((place) => held?.at && isSame(place, held.at) && place.lying.includes(held.piece)) ?? null;
  showRoom(held?.piece);
  mark("lifted", held?.at ? [held.at] : []);
  byId("erase").setAttribute("aria-pressed", `${isErasing}`);
  byId("turn").hidden = !held?.at?.turns;
  showPicked(held?.at ? "" : (held?.piece ?? ""));
  stage.classList.toggle("erasing", isErasing);
}

// Where a piece has room, unless that is almost everywhere.
/** @param {string | undefined} piece */
function showRoom(piece) {
  const room = piece ? setup.shown.places.filter((place) => fits(place, piece)) : [];
  mark("fits", room.length > MANY ? [] : room);
}

// A piece of the palette; the same once more: nothing.
/** @param {string} piece */
export const pick = (piece) => hold(held?.piece === piece && !held.at ? null : { piece, at: null });

/** @param {Lying} lying */
function take({ piece, at }) {
  if (held?.at) hold(null);
  return change([edit("take", at, piece)], {}, said("taken", { piece: labelOf(piece), place: whole(at) }));
}

/** @param {Held} what @param {PlaceOffered} to */
function put({ piece, at }, to) {
  if (at) hold(null);
  return change([...(at ? [edit("take", at, piece)] : []), edit("put", to, piece)], {}, said("put", { piece: labelOf(piece), place: whole(to) }));
}

function turn() {
  if (held?.at) change([edit("turn", held.at, held.piece)]);
}

// ---------------------------------------------------------------------------------------------
// Clicks

// What happens at a place, or at a piece that lies there.
/** @param {PlaceOffered | null | undefined} to @param {Lying | undefined} lying */
function press(to, lying) {
  if (isErasing) return lying ? take(lying) : undefined;
  if (held?.at && to && isSame(held.at, to)) return to.turns ? turn() : hold(null);
  if (held && to) return put(held, to);
  if (held?.at && to === null) return take({ piece: held.piece, at: held.at });
  if (held && (!lying || !held.at)) return note(words.no_room);
  if (lying) return hold(lying);
  note(words.pick_first);
}

/** @param {PointerEvent} event */
const reachOf = ({ pointerType }) => (pointerType === "touch" ? FINGER : 0);

/** @param {MouseEvent} event */
function click(event) {
  const element = /** @type {HTMLElement} */ (event.target);
  const look = element.closest(".look");
  const reach = reachOf(/** @type {PointerEvent} */ (event));
  if (look) lookAgain(Number(/** @type {HTMLElement} */ (look.closest("[data-part]")).dataset.part?.slice(6)));
  else if (element.closest("svg") && !element.closest(".rail")) press(held && target(event.clientX, event.clientY, held.piece, reach), pieceAt(event.clientX, event.clientY));
}

// ---------------------------------------------------------------------------------------------
// Drags

/** @type {{ what: Held, x: number, y: number, isMoving: boolean } | null} */
let drag = null;

/** @type {SVGElement | null} */
let copy = null; // of the piece in hand, at the pointer

/** @param {PointerEvent} event */
function down(event) {
  const element = /** @type {HTMLElement} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (element.closest("[data-brush]"));
  const lying = element.closest(":is(#offer, #own) svg") ? pieceAt(event.clientX, event.clientY) : undefined;
  if (event.button || isErasing || !(button || lying)) return;
  const what = button ? { piece: button.dataset.brush ?? "", at: null } : /** @type {Lying} */ (lying);
  drag = { what, x: event.clientX, y: event.clientY, isMoving: false };
}

/** @param {PointerEvent} event */
function moves(event) {
  if (drag && !drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= FAR) {
    drag.isMoving = true;
    if (drag.what.at) mark("lifted", [drag.what.at]);
    showRoom(drag.what.piece);
  }
  const isOverTable = /** @type {Element} */ (event.target).closest?.(":is(#offer, #own) svg");
  const piece = drag?.isMoving ? drag.what.piece : held && event.pointerType === "mouse" && isOverTable ? held.piece : "";
  follow(piece, event);
}

// A finger that drags a piece of the table doesn't move the page: browsers look at drawings as a whole for that.
/** @param {TouchEvent} event */
function holdStill(event) {
  if (drag?.what.at && event.cancelable) event.preventDefault();
}

// A copy of the piece goes along, above a finger, and where it would lie is marked.
/** @param {string} piece or none @param {PointerEvent} event */
function follow(piece, event) {
  const [x, y, reach] = [event.clientX, event.clientY, reachOf(event)];
  if (copy?.dataset.of !== piece) {
    copy?.remove();
    copy = piece ? picture(piece) : null;
    if (copy) document.body.append(copy);
    copy?.classList.add("dragged");
    if (copy) copy.dataset.of = piece;
  }
  if (copy) copy.style.transform = `translate(${x}px, ${y}px) translate(${reach ? "-50%, -120%" : "-35%, -35%"})`;
  const over = piece ? target(x, y, piece, reach) : null;
  mark("over", over ? [over] : []);
}

/** @param {PointerEvent} event */
function drop(event) {
  const done = drag;
  drag = null;
  if (!done?.isMoving) return;
  follow("", event);
  addEventListener("click", (click_) => click_.stopPropagation(), { capture: true, once: true });
  setTimeout(() => dispatchEvent(new MouseEvent("click"))); // where no click follows, the next one counts
  if (event.type === "pointercancel") return showHeld(); // the finger moves the page, or the palette
  const to = target(event.clientX, event.clientY, done.what.piece, reachOf(event));
  if (to && !(done.what.at && isSame(to, done.what.at))) put(done.what, to);
  else if (to === null && done.what.at) take({ piece: done.what.piece, at: done.what.at });
  else if (to === undefined) note(words.no_room);
  showHeld();
}

// ---------------------------------------------------------------------------------------------
// Keys

/** @type {Record<string, () => unknown>} */
const SHORTCUTS = { u: undo, r: redo, t: turn };

/** @param {KeyboardEvent} event */
function key(event) {
  const element = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || !setup.shown || ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName)) return;
  const done = event.ctrlKey || event.metaKey ? withControl(event) : plain(event, element);
  if (done) event.preventDefault();
}

/** @param {KeyboardEvent} event */
function withControl({ key: name, shiftKey }) {
  if (name.toLowerCase() === "z") (shiftKey ? redo : undo)();
  else if (name.toLowerCase() === "y") redo();
  else return false;
  return true;
}

/** @param {KeyboardEvent} event @param {HTMLElement} element */
function plain({ key: name }, element) {
  const at = element === focused() ? placeOf(element) : undefined;
  const brush = /** @type {HTMLElement | undefined} */ (/[1-9]/.test(name) ? byId("pieces").children[Number(name) - 1] : undefined);
  if (at && (name === "Enter" || name === " ")) press(!held || fits(at, held.piece) ? at : undefined, topmost(at));
  else if (name === "Delete" || name === "Backspace") erase(at);
  else if (at && name.startsWith("Arrow")) move(element, name);
  else if (name === "Escape" && (held || isErasing)) hold(null);
  else if (brush) pick(brush.dataset.brush ?? "");
  else if (SHORTCUTS[name.toLowerCase()]) SHORTCUTS[name.toLowerCase()]();
  else return false;
  return true;
}

// What was lifted; otherwise at a place the piece in hand, or the uppermost one.
/** @param {PlaceOffered | undefined} at */
function erase(at) {
  const lying = held?.at ? { piece: held.piece, at: held.at } : at && held && at.lying.includes(held.piece) ? { piece: held.piece, at } : at && topmost(at);
  if (lying) take(lying);
}

export function useHands() {
  stage.addEventListener("click", click);
  addEventListener("pointerdown", down);
  addEventListener("pointermove", moves);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
  stage.addEventListener("touchmove", holdStill, { passive: false });
  addEventListener("keydown", key);
  byId("erase").addEventListener("click", () => hold(null, !isErasing));
  byId("turn").addEventListener("click", turn);
  addEventListener("setup", showHeld);
}
