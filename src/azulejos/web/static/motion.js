// @ts-check
// Tiles fly from where the story says they were to where they go; points rise from the tile that earned them.

import { setting } from "./settings.js";

/** @import { Move } from "answers" */

/** @type {Record<string, number>} */
const DURATION = { off: 0, fast: 140, normal: 280, slow: 560 };
/** @type {Record<string, number>} */
const GAP = { off: 0, fast: 15, normal: 40, slow: 80 };
const POINTS_PACE = 2.2; // points stay longer than a tile flies, so that one can follow
const FLIGHTS_MAX = 120;
const SVG = "http://www.w3.org/2000/svg";

/** @type {Set<Animation>} */
let running = new Set();

/** @param {string} name @param {number | null} seat */
function place(name, seat) {
  const own = seat === null ? "" : `[data-seat="${seat}"]`;
  return document.querySelector(`[data-place="${name}"]${own}`) ?? document.querySelector(`[data-place="${name}"]:not([data-seat])`);
}

// The piece itself if it is drawn there: then it flies from where it lay to where it will lie, as it lies there.
/** @param {Element} element @param {string | null} piece */
const pieceAt = (element, piece) => [...(element?.querySelectorAll(`[data-piece="${piece}"]`) ?? [])].at(-1);

/** @param {Move[]} moves @returns {Map<Move, DOMRect>} */
export function boxes(moves) {
  const found = new Map();
  for (const move of moves) {
    const element = move.from && place(move.from, move.seat);
    if (element) found.set(move, (pieceAt(element, move.piece) ?? element).getBoundingClientRect());
  }
  return found;
}

// Everything that still moves is at its end now.
export function skip() {
  for (const animation of running) animation.finish();
}

// `before`: where the pieces were, measured before the new drawing replaced the old one.
/** @param {Move[]} moves @param {Map<Move, DOMRect>} before */
export async function fly(moves, before) {
  const duration = DURATION[setting("speed")];
  if (!duration || document.hidden) return;
  let delay = 0;
  const flights = [];
  for (const move of moves.slice(-FLIGHTS_MAX)) {
    const from = before.get(move);
    const target = move.to && place(move.to, move.seat);
    if (move.points && move.from) {
      const spot = place(move.from, move.seat);
      if (spot) flights.push(rise(move.points, spot.getBoundingClientRect(), duration * POINTS_PACE, delay));
      delay += duration;
    } else if (from && target && move.piece) {
      flights.push(flight(move.piece, from, target, duration, delay));
      delay += GAP[setting("speed")];
    }
  }
  await Promise.all(flights);
}

/** @param {HTMLElement | SVGElement} element @param {Keyframe[]} frames @param {{ duration: number, delay: number }} timing */
function move(element, frames, timing) {
  document.body.append(element);
  const animation = element.animate(frames, { fill: "both", easing: "ease-out", ...timing });
  running.add(animation);
  return animation.finished.finally(() => {
    running.delete(animation);
    element.remove();
  });
}

/** @param {DOMRect} box @param {number} size */
const at = (box, size) => [box.x + box.width / 2 - size / 2 + scrollX, box.y + box.height / 2 - size / 2 + scrollY];

const LEAST = 20; // pixels
const MOST = 64;

/** @param {string} piece @param {DOMRect} from @param {Element} target @param {number} duration @param {number} delay */
function flight(piece, from, target, duration, delay) {
  const goal = pieceAt(target, piece);
  const to = (goal ?? target).getBoundingClientRect();
  const size = goal ? Math.min(MOST, Math.max(LEAST, to.width, to.height)) : 28;
  const tile = document.createElementNS(SVG, "svg");
  tile.setAttribute("class", "flying");
  tile.setAttribute("viewBox", "0 0 40 40");
  tile.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", goal?.getAttribute("href") ?? `#az-tile-${piece.replaceAll(" ", "-")}`);
  use.setAttribute("width", "40");
  use.setAttribute("height", "40");
  tile.append(use);
  tile.style.width = tile.style.height = `${size}px`;
  const [x, y] = at(from, size);
  const [X, Y] = at(to, size);
  const bend = Math.min(60, Math.hypot(X - x, Y - y) / 6);
  const path = [
    { transform: `translate(${x}px, ${y}px)` },
    { transform: `translate(${(x + X) / 2}px, ${(y + Y) / 2 - bend}px)` },
    { transform: `translate(${X}px, ${Y}px)` },
  ];
  return move(tile, path, { duration, delay });
}

/** @param {number} points @param {DOMRect} box @param {number} duration @param {number} delay */
function rise(points, box, duration, delay) {
  const words = document.createElement("span");
  words.className = `flying points ${points < 0 ? "loss" : "gain"}`;
  words.setAttribute("aria-hidden", "true");
  words.textContent = points < 0 ? `−${-points}` : `+${points}`;
  const [x, y] = at(box, 40);
  const path = [
    { transform: `translate(${x}px, ${y}px) scale(.6)`, opacity: 0 },
    { transform: `translate(${x}px, ${y - 8}px) scale(1)`, opacity: 1, offset: 0.2 },
    { transform: `translate(${x}px, ${y - 12}px) scale(1)`, opacity: 1, offset: 0.8 },
    { transform: `translate(${x}px, ${y - 22}px) scale(1)`, opacity: 0 },
  ];
  return move(words, path, { duration, delay });
}
