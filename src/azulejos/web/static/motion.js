// @ts-check
// Carries out the plan of a scene: pieces leave the old drawing and fly, points rise where they were earned, counters
// count along; then the new drawing takes the place of the old one. A piece is never seen twice.

import { all } from "./dom.js";
import { goBack } from "./finger.js";
import { letBe } from "./ghosts.js";
import { Scene } from "./scene.js";
import { setting } from "./settings.js";
import { signed } from "./sheet.js";
import { play } from "./sound.js";
import { middleOf, place, Sprite } from "./sprites.js";

/** @import { Move } from "answers" */
/** @import { Cue, Mover, Pace } from "./scene.js" */
/** @import { Point, Pose } from "./sprites.js" */

/** @type {Record<string, Pace>} */
const PACES = {
  fast: { flight: 160, gap: 12, points: 400, turn: 400, isInOrder: false, isTogether: false },
  normal: { flight: 300, gap: 35, points: 800, turn: 800, isInOrder: false, isTogether: false },
  slow: { flight: 600, gap: 80, points: 1500, turn: 1600, isInOrder: false, isTogether: false },
};
const CURVE = 1 / 7; // of the way, aside
const CURVE_MOST = 60; // pixels, as the next one
const RISEN = 16; // pixels, above where points were earned
const NEAR = 8; // so far from its middle a piece is still in a place

/** @type {(() => void) | null} */
let hurry = null; // lets all that still moves be at its end
/** @type {Mover[]} */
let held = []; // pieces that stand apart from the drawing, until the next scene

// Does somebody want less motion? The same steps, without flight.
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @returns {Pace | null} */
export const pace = () => PACES[setting("speed")] ?? null;

// Everything that still moves is at its end now.
export function skip() {
  hurry?.();
}

// Do pieces stand apart from the drawing?
export const isHolding = () => held.length > 0;

// Nothing stands apart from the drawing any more.
export function letGo() {
  skip();
  held.forEach(putBack);
  held = [];
}

/**
 * From what is on the page to what comes next. An event tells how many pieces lie otherwise than the story says.
 * @param {import("./parts.js").Shown} next
 * @param {{ moves: Move[], pace: Pace }[]} acts
 * @param {number} least milliseconds that it takes
 * @param {boolean} isHeld do the pieces stay where they are, before the drawing that they lead to?
 */
export async function perform(next, acts, least = 0, isHeld = false) {
  letBe(); // what is pointed at stands as it is drawn,
  goBack(); // and what was brought nearer as all others
  let isHurried = false;
  hurry = () => (isHurried = true);
  const scene = await Scene.to(next, held);
  for (const { moves, pace: its } of acts) scene.plan(moves, its);
  const unexplained = isHeld ? 0 : scene.settle();
  const moving = scene.routes(!isHeld);
  moving.forEach(takeOut);
  const done = carryOut(moving, scene.cues, Math.max(scene.length, least));
  if (isHurried) skip();
  await done;
  held = scene.movers.filter(({ sprite }) => sprite);
  for (const mover of moving) mover.pose = mover.hops.at(-1)?.pose ?? mover.pose;
  dispatchEvent(new CustomEvent("moved", { detail: { unexplained, isHeld, moves: acts.flatMap(({ moves }) => moves) } }));
}

// ---------------------------------------------------------------------------------------------
// Pieces

// It leaves the old drawing, and stands where it was; or it is not to be seen yet.
/** @param {Mover} mover */
function takeOut(mover) {
  mover.sprite ??= new Sprite(mover.piece, mover.look ?? mover.end);
  if (mover.pose) mover.sprite.stand(mover.pose);
  drawnOf(mover).forEach(({ style }) => (style.visibility = "hidden"));
}

// A piece in the old drawing, with what only lies below it to make it stand out.
/** @param {Mover} mover @returns {(SVGElement & Element)[]} */
function drawnOf({ look }) {
  const under = look?.element.previousElementSibling;
  return [...(look ? [look.element] : []), ...(under?.matches(".under") ? [/** @type {SVGElement} */ (under)] : [])];
}

/** @param {Mover} mover */
function putBack(mover) {
  mover.sprite?.node.remove();
  drawnOf(mover).forEach(({ style }) => style.removeProperty("visibility"));
}

/** @param {Mover[]} moving @param {Cue[]} cues @param {number} length */
async function carryOut(moving, cues, length) {
  const flights = moving.map((mover) => fly(mover, length)).filter((flight) => flight !== null);
  const turns = moving.flatMap(({ turns, sprite, piece, end }) => (turns === null ? [] : [{ at: turns, job: () => sprite?.lookLike(piece, end) }]));
  const jobs = [...cues.map((cue) => ({ at: cue.at, job: () => tell(cue) })), ...turns].sort((one, other) => one.at - other.at);
  let done = () => {};
  const isDone = new Promise((resolve) => (done = () => resolve(undefined)));
  const timers = jobs.map((each) => setTimeout(() => jobs.splice(jobs.indexOf(each), 1)[0].job(), each.at));
  timers.push(setTimeout(done, length));
  hurry = () => {
    timers.forEach(clearTimeout);
    jobs.splice(0).forEach(({ job }) => job());
    for (const animation of [...flights, ...rising]) animation.finish();
    done();
  };
  await isDone;
  hurry = null;
  await Promise.all(flights.map((flight) => flight.finished));
  await new Promise((shown) => setTimeout(shown)); // all have landed before the next drawing is laid out
}

// What goes where pieces are only counted is not to be seen there.
/** @param {Mover} mover @param {number} length of the scene */
function fly({ sprite, pose, look, hops, isGone }, length) {
  if (!sprite || !pose || !length || !hops.length) return null;
  const transform = (/** @type {Pose} */ at) => sprite.transform(at);
  /** @type {Keyframe[]} */
  const frames = [{ offset: 0, transform: transform(pose), opacity: look ? 1 : 0, easing: "step-end" }];
  let from = pose;
  for (const [i, hop] of hops.entries()) {
    const to = hop.pose ?? from;
    const [begin, over] = [hop.begin / length, hop.end / length];
    frames.push({ offset: begin, transform: transform(from), opacity: 1, easing: isCalm() ? "step-end" : "ease-in" });
    if (!isCalm()) frames.push({ offset: (begin + over) / 2, transform: transform(between(from, to)), opacity: 1, easing: "ease-out" });
    frames.push({ offset: over, transform: transform(to), opacity: isGone && i === hops.length - 1 ? 0 : 1, easing: "step-end" });
    from = to;
  }
  const last = frames[frames.length - 1];
  frames.push({ ...last, offset: 1 });
  return sprite.node.animate(frames, { duration: length, fill: "both" });
}

// Half way, and a little aside.
/** @param {Pose} from @param {Pose} to @returns {Pose} */
function between(from, to) {
  const [one, other] = [from.matrix, to.matrix];
  const way = Math.hypot(other.e - one.e, other.f - one.f);
  const matrix = DOMMatrix.fromMatrix(other);
  matrix.e = (one.e + other.e) / 2;
  matrix.f = (one.f + other.f) / 2 - Math.min(CURVE_MOST, way * CURVE);
  return { ...to, matrix };
}

// ---------------------------------------------------------------------------------------------
// Points and counters

/** @type {Set<Animation>} */
const rising = new Set();

/** @param {Cue} cue */
function tell({ kind, move, lasts }) {
  if (kind === "leaves") count(move.from, move, -1);
  else if (kind === "arrives") count(move.to, move, 1);
  else score(move, lasts);
  if (kind === "scores") play(move.points < 0 ? "floor" : "score");
  else if (move.seat !== null) play(kind === "leaves" ? "take" : move.is_lost ? "floor" : "lay");
}

// The drawing is not the one that came any more: it is drawn anew when it is shown.
/** @param {Element} element @param {number} by */
function add(element, by) {
  const value = Number(element.textContent?.replace("−", "-")) + by;
  if (Number.isFinite(value)) element.textContent = `${value}`.replace("-", "−");
  if (element.matches("[data-of]")) for (const { style } of heapOf(element)) style.visibility = value > 0 ? "" : "hidden";
  const drawing = /** @type {HTMLElement | null} */ (element.closest("[data-part]"));
  if (drawing) drawing.dataset.hash = "";
}

// What a number of pieces stands on: all that can be chosen there, or a disc. Where none are left, nothing of it is.
/** @param {Element} number @returns {SVGElement[]} */
function heapOf(number) {
  const [chosen, under] = [number.closest("[data-choice]"), number.previousElementSibling];
  const heap = chosen ? [chosen] : under?.matches("circle") ? [number, under] : [number];
  return /** @type {SVGElement[]} */ (heap);
}

// Places whose pieces are only counted say how many there are, and perhaps how many of each kind.
/** @param {string | null} name @param {Move} move @param {number} by */
function count(name, { piece, seat }, by) {
  const isMeant = (/** @type {HTMLElement} */ { dataset }) => dataset.but !== piece && (!dataset.seat || Number(dataset.seat) === seat);
  const found = all(`#table [data-count="${name}"], #table [data-count="${name} ${piece}"]`).filter(isMeant);
  const there = name ? (place(name, seat)?.querySelectorAll(`[data-of="${piece}"]`) ?? []) : [];
  [...found, ...there].forEach((element) => add(element, by));
}

/** @param {Move} move @param {number} lasts */
function score({ from, seat, points, reason, lit }, lasts) {
  all(`#table [data-count="score"][data-seat="${seat}"], #scores li:nth-child(${(seat ?? -1) + 1}) b`).forEach((element) => add(element, points));
  const counted = lit.map((name) => place(name, seat)).filter((found) => found !== null);
  const own = from ? place(from, seat) : null;
  const spots = own ? [own] : counted.length ? counted : all(`#table [data-part="board-${seat}"]`);
  if (spots.length) rise(points, reason, middleOfAll(spots), lasts);
  for (const spot of counted) light(spot, lasts);
}

// What counts together has its points in the midst.
/** @param {Element[]} spots @returns {Point} */
function middleOfAll(spots) {
  const middles = spots.map(middleOf);
  const mean = (/** @type {number[]} */ all_) => (Math.min(...all_) + Math.max(...all_)) / 2;
  return { x: mean(middles.map(({ x }) => x)), y: mean(middles.map(({ y }) => y)) };
}

// What counts lights up: in the drawing, and apart from it.
/** @param {Element} spot @param {number} lasts */
function light(spot, lasts) {
  const glow = { filter: "drop-shadow(0 0 4px var(--gilt)) drop-shadow(0 0 2px var(--gilt))" };
  const { x, y } = middleOf(spot);
  const isThere = (/** @type {Element} */ sprite) => Math.hypot(middleOf(sprite).x - x, middleOf(sprite).y - y) < NEAR;
  for (const each of [spot, ...all(".sprite").filter(isThere)]) run(each.animate([glow, glow], lasts));
}

/** @param {Animation} animation */
function run(animation) {
  rising.add(animation);
  return animation.finished.finally(() => rising.delete(animation));
}

/** @param {number} points @param {string} reason @param {Point} middle @param {number} duration */
function rise(points, reason, { x, y }, duration) {
  const label = document.createElement("span");
  label.className = `flying points ${points < 0 ? "loss" : "gain"}`;
  label.setAttribute("aria-hidden", "true");
  label.append(signed(points));
  if (reason) label.append(Object.assign(document.createElement("small"), { textContent: reason }));
  const at = (/** @type {number} */ up, /** @type {number} */ scale) => `translate(${x}px, ${y - (isCalm() ? RISEN : up)}px) translate(-50%, -50%) scale(${isCalm() ? 1 : scale})`;
  const frames = [
    { transform: at(4, 0.6), opacity: 0 },
    { transform: at(14, 1), opacity: 1, offset: 0.15 },
    { transform: at(18, 1), opacity: 1, offset: 0.85 },
    { transform: at(24, 1), opacity: 0 },
  ];
  document.body.append(label);
  run(label.animate(frames, { duration, fill: "both" })).finally(() => label.remove());
}
