// Tiles fly from where the story says they were to where they go.

import { setting } from "./settings.js";

const DURATION = { off: 0, fast: 140, normal: 280, slow: 560 };
const GAP = { off: 0, fast: 15, normal: 40, slow: 80 };
const FLIGHTS_MAX = 40;

function place(name, seat) {
  const own = seat === null ? "" : `[data-seat="${seat}"]`;
  return document.querySelector(`[data-place="${name}"]${own}`) ?? document.querySelector(`[data-place="${name}"]:not([data-seat])`);
}

export function boxes(moves) {
  const found = new Map();
  for (const move of moves) {
    const element = move.from && place(move.from, move.seat);
    if (element) found.set(move, element.getBoundingClientRect());
  }
  return found;
}

// `before`: where the pieces were, measured before the new drawing replaced the old one.
export async function fly(moves, before) {
  const duration = DURATION[setting("speed")];
  if (!duration) return;
  const flights = [];
  for (const move of moves.slice(-FLIGHTS_MAX)) {
    const from = before.get(move);
    const target = move.to && place(move.to, move.seat);
    if (!from || !target || !move.piece) continue;
    flights.push(flight(move, from, target.getBoundingClientRect(), duration, flights.length * GAP[setting("speed")]));
  }
  await Promise.all(flights);
}

function flight(move, from, to, duration, delay) {
  const tile = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  tile.setAttribute("class", "flying");
  tile.setAttribute("viewBox", "0 0 40 40");
  tile.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#az-tile-${move.piece}`);
  use.setAttribute("width", "40");
  use.setAttribute("height", "40");
  tile.append(use);
  document.body.append(tile);
  const at = (box) => [box.x + box.width / 2 - 14 + scrollX, box.y + box.height / 2 - 14 + scrollY];
  const [x, y] = at(from);
  const [X, Y] = at(to);
  const bend = Math.min(60, Math.hypot(X - x, Y - y) / 6);
  const path = [
    { transform: `translate(${x}px, ${y}px)` },
    { transform: `translate(${(x + X) / 2}px, ${(y + Y) / 2 - bend}px)` },
    { transform: `translate(${X}px, ${Y}px)` },
  ];
  return tile.animate(path, { duration, delay, easing: "ease-out", fill: "both" }).finished.finally(() => tile.remove());
}
