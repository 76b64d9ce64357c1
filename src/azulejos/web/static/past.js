// @ts-check
// The table at an earlier moment: an entry of what happened was pressed. Nothing can be chosen there; Esc, a button or
// anything new leads back to now.

import { at } from "./acts.js";
import { byId } from "./dom.js";
import { isCardOpen } from "./card.js";
import { model } from "./model.js";
import { paint } from "./paint.js";
import { show } from "./stage.js";
import { said } from "./words.js";

/** @type {HTMLElement | null} */
let entry = null; // the one that is shown
let asked = 0; // what is answered late is not shown any more

export const isPast = () => entry !== null;

/** @param {HTMLElement} wanted an entry of the list */
export async function goBack(wanted) {
  if (!model.state || model.isStale || isCardOpen()) return;
  if (wanted === entry) return leave();
  const mine = ++asked;
  const then = await at(Number(wanted.dataset.at), model.state.viewer);
  if (mine !== asked || !wanted.isConnected) return;
  mark(wanted);
  byId("past-says").textContent = said("past", { round: then.round, what: wanted.querySelector(".turn")?.textContent ?? "" });
  show(then, model.state.viewer);
}

/** @param {HTMLElement | null} wanted */
function mark(wanted) {
  entry?.querySelector(".turn")?.removeAttribute("aria-current");
  entry = wanted;
  entry?.querySelector(".turn")?.setAttribute("aria-current", "true");
  byId("past").hidden = !entry;
  byId("table").classList.toggle("past", entry !== null);
}

// Back to now. The drawing of now is on the page again at once: all of it was kept.
export function leave() {
  asked += 1;
  const was = entry;
  if (!was) return;
  mark(null);
  if (model.shown) paint(model.shown);
  if (document.activeElement === document.body || byId("past").contains(document.activeElement)) {
    /** @type {HTMLElement | null} */ (was.querySelector(".turn"))?.focus({ preventScroll: true });
  }
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (!isPast() || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const isElsewhere = ["INPUT", "SELECT"].includes(target.tagName) || ["Tab", "Enter", " "].includes(event.key);
  if (event.key === "Escape") {
    event.preventDefault();
    leave();
  }
  if (!isElsewhere) event.stopImmediatePropagation(); // no key of the table means anything there
}

/** @param {(job: () => unknown) => unknown} inTurn one thing after the other */
export function usePast(inTurn) {
  addEventListener("keydown", press, { capture: true });
  byId("to-now").addEventListener("click", leave);
  byId("history").addEventListener("click", (/** @type {{ target: HTMLElement }} */ { target }) => {
    const wanted = target.closest(".turn")?.closest("li");
    if (wanted) inTurn(() => goBack(/** @type {HTMLElement} */ (wanted)));
  });
}
