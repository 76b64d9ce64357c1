// @ts-check
// The position that is set up: what the server last said of it, and all that came before. Each change is sent with the
// position as it was; what is impossible the server says.

import { look, Lost, post, Refusal } from "./api.js";
import { byId } from "./dom.js";
import { keepEdited } from "./kept.js";
import { model } from "./model.js";
import { have, keep } from "./parts.js";
import { show } from "./stage.js";
import { words } from "./words.js";

/** @import { Edited, Start } from "answers" */
/** @typedef {{ does: "put" | "take" | "turn", place: string, seat: number | null, piece: string }} Edit */
/** @typedef {{ [name: string]: string | number | boolean | null }} Values */
/** @typedef {Start["position"]} Document */

const root = byId("table");

export const setup = {
  start: /** @type {Start} */ (/** @type {any} */ (null)), // null: nothing is set up yet
  shown: /** @type {Edited} */ (/** @type {any} */ (null)),
  large: 0, // the seat whose board is drawn large
  past: /** @type {Document[]} */ ([]),
  future: /** @type {Document[]} */ ([]),
};

/** @type {Promise<unknown>} */
let queue = Promise.resolve(); // one thing after the other

/** @param {() => unknown} job */
export function inTurn(job) {
  queue = queue.then(job).catch((error) => {
    if (error instanceof Refusal) note(error.message);
    else if (error instanceof Lost) note(words.lost);
    else reportError(error);
  });
  return queue;
}

/** @param {string} text */
export const note = (text) => (byId("note").textContent = text);

/** @param {Document} position @param {Edit[]} edits @param {Values} fields @returns {Promise<Edited>} */
async function ask(position, edits = [], fields = {}) {
  const wish = { start: { ...setup.start, position }, edits, fields, large: setup.large };
  const found = await post(`/api/analysis/edit?${look(model.language)}${have(/** @type {any} */ (setup.shown))}`, wish);
  keep(/** @type {any} */ (found));
  return found;
}

// Somebody puts, takes or turns pieces, or says something in the form. What then is told in a sentence.
/** @param {Edit[]} edits @param {Values} fields */
export const change = (edits, fields = {}, told = "") =>
  inTurn(async () => {
    const before = setup.shown.document;
    const found = await ask(before, edits, fields);
    note(found.refused ?? told);
    if (!found.refused) {
      setup.past.push(before);
      setup.future = [];
    }
    paint(found);
  });

// One step back or on.
/** @param {Document[]} from @param {Document[]} to */
const step = (from, to) =>
  inTurn(async () => {
    const position = from.pop();
    if (!position) return;
    to.push(setup.shown.document);
    note("");
    paint(await ask(position));
  });

export const undo = () => step(setup.past, setup.future);
export const redo = () => step(setup.future, setup.past);

// The same position, looked at in another way.
/** @param {number} large the seat whose board is drawn large */
export const lookAgain = (large = setup.large) =>
  inTurn(async () => {
    setup.large = large;
    paint(await ask(setup.shown.document));
  });

/** @param {Edited} found */
function paint(found) {
  setup.shown = found;
  setup.large = found.viewer;
  root.dataset.players = `${found.names.length}`;
  show(/** @type {any} */ (found), found.viewer);
  root.classList.remove("stale");
  root.setAttribute("aria-busy", "false");
  keepEdited({ ...setup.start, names: found.names, position: found.document });
  dispatchEvent(new CustomEvent("setup"));
}

// A position to begin with, or an empty table.
/** @param {Start} start */
export async function open(start) {
  setup.start = start;
  model.game = start.game;
  const found = await ask(start.position);
  Object.assign(setup, { past: [], future: [], large: 0 });
  paint(found);
}
