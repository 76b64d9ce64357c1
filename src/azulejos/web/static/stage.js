// @ts-check
// Shows a position: its drawings, its scores, its words. What can be chosen on it is found here. Nothing is decided here.

import { all, byId } from "./dom.js";
import { replace } from "./scenery.js";

/** @import { Shown } from "./parts.js" */

let strip = 0; // how far the strip of other boards is moved: to ask for it would make the browser lay out the page
byId("others")?.addEventListener("scroll", () => (strip = byId("others").scrollLeft), { passive: true });

/**
 * @param {Shown} state
 * @param {number} viewer whose board is large
 * @param {number | null} turn whose turn it is: as long as a whole turn is a draft, still mine
 */
export function show(state, viewer, turn = state.turn) {
  replace(state, viewer);
  if (strip) byId("others").scrollLeft = strip;
  measure();
  all(".hinted, .meant").forEach((place) => place.classList.remove("hinted", "meant"));
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

export const places = () => all("[data-choice]:not(.coming *)");

// What keys stop at: places, and spots of what could be chosen instead.
export const stops = () => all(":is([data-choice], .instead[tabindex]):not(.coming *)");

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
