// @ts-check
// Puts the drawings of a position on the page. Drawings come from the server; nothing is decided here.

import { all, byId } from "./dom.js";
import { drawings } from "./parts.js";

/** @import { Drawing, Shown } from "./parts.js" */

/**
 * @param {Shown} state
 * @param {number} viewer whose board is large
 */
export function show(state, viewer) {
  const drawn = drawings(state);
  const boards = Object.keys(drawn).filter((key) => key.startsWith("board-"));
  const own = boards.indexOf(`board-${viewer}`);
  const others = [...boards.slice(own + 1), ...boards.slice(0, own)]; // clockwise from the own one
  const strip = byId("others").scrollLeft;
  fill(byId("defs"), [drawn.defs]);
  fill(byId("offer"), [drawn.offer]);
  fill(byId("own"), [drawn.hand, drawn[`board-${viewer}`]]);
  fill(byId("others"), others.map((key) => drawn[key]), ({ svg }) => `<div class="other">${svg}</div>`);
  byId("others").scrollLeft = strip;
  all(".hinted").forEach((place) => place.classList.remove("hinted"));
  showScores(state);
  showText(state.text);
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

// A drawing that is there already stays, with the focus in it. The server escapes names inside its drawings.
/** @param {HTMLElement} element @param {Drawing[]} wanted @param {(drawing: Drawing) => string} html */
function fill(element, wanted, html = ({ svg }) => svg) {
  const found = wanted.filter(Boolean);
  found.forEach((drawing, i) => {
    const old = /** @type {HTMLElement | undefined} */ (element.children[i]);
    if (old?.dataset.hash === drawing.hash) return;
    const frame = document.createElement("template");
    frame.innerHTML = html(drawing);
    const fresh = /** @type {HTMLElement} */ (frame.content.firstElementChild);
    fresh.dataset.hash = drawing.hash;
    if (old) old.replaceWith(fresh);
    else element.append(fresh);
  });
  while (element.children.length > found.length) element.lastElementChild?.remove();
}

/** @param {Shown} state */
function showScores(state) {
  byId("scores").replaceChildren(
    ...state.names.map((name, seat) => {
      const item = document.createElement("li");
      item.className = seat === state.turn ? "to-move" : "";
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

// The next place in a direction, by where places stand on the screen.
/** @param {Element} from @param {string} key */
export function neighbour(from, key) {
  const [dx, dy] = ARROWS[key];
  const centre = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const place of places()) {
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
