// @ts-check
// The card of a round: who got what for what, in a table. It stands over the offer, never over a board, until the
// person goes on, or by itself for a while if that is wanted so.

import { byId } from "./dom.js";
import { model } from "./model.js";
import { setting } from "./settings.js";
import { header, part, row, signed } from "./sheet.js";
import { said, words } from "./words.js";

/** @import { Card } from "answers" */
/** @typedef {Card["lines"][number]} Line */

const READING = 4000; // milliseconds that a card stands at least, if it goes by itself
const LINE = 700; // and for each line
/** @type {(() => void) | null} */
let close = null;

export const isCardOpen = () => close !== null;

// The card that stands there, if there is one, is put away.
export function goOn() {
  close?.();
}

/**
 * Resolves when the person goes on.
 * @param {Card} card
 * @returns {Promise<void>}
 */
export async function showCard(card) {
  goOn();
  fill(card);
  const frame = byId("card");
  frame.hidden = false;
  frame.scrollTop = 0;
  byId("card-says").textContent = `${card.title}. ${card.gained.map((points, seat) => `${nameOf(seat)} ${signed(points)}`).join(", ")}`;
  if (model.byKeys) byId("go-on").focus({ preventScroll: true });
  frame.scrollIntoView({ block: "nearest" });
  dispatchEvent(new Event("card"));
  await closed(card);
  byId("go-on").blur(); // the focus goes on too: what is painted next may take it
  frame.hidden = true;
  dispatchEvent(new Event("card"));
  byId("card-says").textContent = "";
}

/** @param {Card} card @returns {Promise<void>} */
function closed(card) {
  return new Promise((done) => {
    const length = READING + LINE * card.lines.length;
    const isTimed = goesByItself();
    const timer = isTimed ? setTimeout(() => goOn(), length) : 0;
    const clock = byId("card-clock");
    clock.hidden = !isTimed;
    clock.style.animationDuration = `${length}ms`;
    addEventListener("keydown", press, { capture: true });
    close = () => {
      close = null;
      clearTimeout(timer);
      removeEventListener("keydown", press, { capture: true });
      done();
    };
  });
}

// Whoever only watches is not waited for, nor somebody whose clock runs.
const goesByItself = () => setting("goon") === "on" || !model.state?.held.length || model.state.clock?.kind === "live";

// Enter, Space and Esc go on, unless they are meant for something else that has the focus.
/** @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isMeant = ["Enter", " ", "Escape"].includes(event.key) && !target.closest?.("a, button:not(#go-on), summary, input, select");
  if (!isMeant || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  model.byKeys = true;
  goOn();
}

// ---------------------------------------------------------------------------------------------
// The table

/** @param {number} seat */
const nameOf = (seat) => model.state?.names[seat] ?? "";

/** @param {Card} card */
function fill(card) {
  const names = card.after.map((_, seat) => header(nameOf(seat), "col"));
  const ordinary = card.lines.filter((line) => !line.is_bonus).map(lineOf);
  const bonuses = card.lines.filter((line) => line.is_bonus).map(lineOf);
  const best = Math.max(...card.gained);
  const gained = sums(card.is_final ? words.gained_last : words.gained, card.gained.map(signed));
  card.gained.forEach((points, seat) => points === best && card.gained.length > 1 && gained.children[seat + 1].classList.add("best"));
  const bodies = [part("tbody", ...ordinary), ...(bonuses.length ? [titled(words.at_the_end, bonuses, names.length)] : [])];
  const caption = part("caption", card.title);
  caption.id = "card-title";
  byId("card-table").replaceChildren(
    caption,
    part("thead", row(header(words.for_what, "col"), names)),
    ...bodies,
    part("tfoot", gained, sums(words.score_now, card.after.map(String))),
  );
}

// What the end of the game brings stands under a heading of its own.
/** @param {string} title @param {HTMLElement[]} lines @param {number} seats */
function titled(title, lines, seats) {
  const heading = Object.assign(header(title, "rowgroup"), { colSpan: seats + 1 });
  return part("tbody", part("tr", heading), ...lines);
}

/** @param {Line} line */
function lineOf({ reason, clause, points, details }) {
  const first = header(reason, "row");
  first.append(" ", clauseOf(clause));
  return row(first, points.map((each, seat) => cell(each, details[seat])));
}

/** @param {number | null} points @param {string} detail */
function cell(points, detail) {
  if (points === null) return part("td");
  const found = part("td", part("b", signed(points)));
  if (points < 0) found.className = "loss";
  if (detail) found.append(" ", part("small", detail));
  return found;
}

/** @param {string} clause */
function clauseOf(clause) {
  const link = part("a", clause);
  link.href = `${model.rules}#${clause}`;
  link.target = "_blank";
  link.rel = "noopener";
  link.setAttribute("aria-label", said("rule", { clause }));
  return link;
}

/** @param {string} name @param {string[]} texts */
const sums = (name, texts) => row(header(name, "row"), texts.map((text) => part("td", text)));

byId("go-on").addEventListener("click", goOn);
