// @ts-check
// The moment that is analysed: where the game began, the tree, and where in it somebody stands. What is there the server says.

import { enact, hurry } from "./acts.js";
import { look, Lost, post, Refusal } from "./api.js";
import { byId } from "./dom.js";
import { letBe } from "./ghosts.js";
import { keepTree } from "./kept.js";
import { model } from "./model.js";
import { letGo, pace } from "./motion.js";
import { say } from "./paint.js";
import { have, keep } from "./parts.js";
import { prepare } from "./scenery.js";
import { bringIntoSight, placeOf, places, show } from "./stage.js";
import { setting } from "./settings.js";
import { beginning, grow, line } from "./tree.js";
import { said, words } from "./words.js";

/** @import { Analysed, Start } from "answers" */
/** @import { Grown } from "./tree.js" */
/** @typedef {{ seat: number, turn_number: number }} Turn */

const root = byId("table");
export const kind = root.dataset.kind ?? "analysis"; // or "real", or "puzzle", of which no tree is kept

export const here = {
  id: "",
  start: /** @type {Start} */ (/** @type {any} */ (null)), // null: nothing is analysed yet
  root: beginning(),
  node: beginning(), // after whose choice we look at the table
  shown: /** @type {Analysed | null} */ (null), // what is there
  only: /** @type {Turn | null} */ (null), // the one turn that can be played, of a puzzle
};

/** @type {Promise<unknown>} */
let queue = Promise.resolve(); // one thing after the other
let waiting = 0; // how many things come after what is done now

/** @param {() => unknown} job */
export function inTurn(job) {
  hurry();
  waiting += 1;
  const next = () => {
    waiting -= 1;
    return job();
  };
  queue = queue.then(next).catch(explain);
  return queue;
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof Refusal) say(error.message);
  else if (error instanceof Lost) say(words.lost);
  else reportError(error);
}

/** @param {Grown} node */
export const choicesTo = (node) => line(node).map(({ choice }) => choice);

// ---------------------------------------------------------------------------------------------
// Asking

/** @param {object} wish @returns {Promise<Analysed>} */
async function ask(wish) {
  const found = await post(`/api/analysis?${look(model.language)}${have(model.shown)}`, { start: here.start, ...wish });
  keep(found);
  return found;
}

// What is there after choices. After the one turn that can be played it is only looked at, by whose turn it was.
/** @param {{ choices: string[], known: number, lot?: boolean }} wish @returns {Promise<Analysed>} */
async function reach(wish) {
  const found = await ask(wish);
  return here.only && !isOpen(found) ? ask({ ...wish, large: here.only.seat }) : found;
}

// Is the one turn still to be played, or its end?
/** @param {Analysed} found */
export const isOpen = ({ turn, turn_number: number }) => turn === here.only?.seat && number === here.only.turn_number;

// Choices after the present moment, with what chance answers if that is left to the lot.
/** @param {string[] | (() => string[] | undefined)} wanted */
export const play = (wanted) =>
  inTurn(async () => {
    const choices = typeof wanted === "function" ? wanted() : wanted;
    if (!choices) return;
    const before = choicesTo(here.node);
    if (choices.length === 1 && !placeOf(choices[0]) && !here.shown?.chance.some(({ choice }) => choice === choices[0])) return;
    const all = [...before, ...choices];
    const found = await reach({ choices: all, known: before.length, lot: byId("lot")?.checked });
    const made = found.made.reduce(grow, here.node);
    if (!document.hidden && !waiting) await animate(found, choicesTo(made));
    here.node = made;
    await prepare(found, found.viewer);
    paint(found);
  });

// A moment in between, while something moves. Boards stay where they are.
/** @param {Analysed} found @param {string[]} choices */
async function animate(found, choices) {
  if (!pace() && found.told.every(({ card }) => !card)) return;
  const next = /** @type {any} */ (found);
  await enact(next, 0, (count, large) => ask({ choices: choices.slice(0, count), known: count, large }));
}

// Some other moment of the tree; where that is may depend on what is done before.
/** @param {Grown | (() => Grown | undefined)} wanted */
export const go = (wanted) =>
  inTurn(async () => {
    const node = typeof wanted === "function" ? wanted() : wanted;
    if (!node) return;
    const choices = choicesTo(node);
    const last = choices.length - turnLength(node);
    const found = await reach({ choices, known: last });
    here.node = node;
    paint(found);
    say(found.told.flatMap((step) => step.sentences.map(({ text }) => text)).join(" "));
  });

// How many choices of the same turn end with this one.
/** @param {Grown} node */
function turnLength(node) {
  const choices = line(node).reverse();
  const first = choices.findIndex(({ seat, turn_number: turn }) => seat !== node.seat || turn !== node.turn_number);
  return first < 0 ? choices.length : first;
}

// ---------------------------------------------------------------------------------------------
// Showing

/** @param {Analysed} found */
function paint(found) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const mayMove = model.byKeys && (active === document.body || active?.dataset?.choice || active?.closest("#pad"));
  here.shown = found;
  model.shown = /** @type {any} */ (found);
  model.state = /** @type {any} */ ({ ...found, held: kind === "real" ? found.names.map((_, seat) => seat) : [], seats: [], clock: null });
  root.dataset.players = `${found.names.length}`;
  letBe();
  show(found, found.viewer);
  letGo();
  root.classList.remove("stale");
  root.setAttribute("aria-busy", "false");
  byId("aim").textContent = "";
  byId("status").textContent = sentence(found);
  byId("line").href = linkTo(found.line);
  byId("line").nextElementSibling.textContent = found.line;
  if (!isKept()) say(words.not_kept);
  dispatchEvent(new CustomEvent("moment"));
  if (mayMove) (places()[0] ?? byId("pad")?.querySelector("button"))?.focus({ preventScroll: true });
  if (places().length) bringIntoSight(setting("speed") !== "off");
}

/** @param {Analysed} found */
function sentence({ over, question, winners, names, tie }) {
  if (over) return `${question} ${tie ?? said("winner", { names: winners.map((seat) => names[seat]).join(", ") })}`;
  return question;
}

/** @param {string} line a position */
export const linkTo = (line) => `/analyse/${line.replaceAll(" ", "_").split("/").map(encodeURIComponent).join("/")}`;

// Browsers have only so much room. Of puzzles nothing has to be kept.
const isKept = () => kind === "puzzle" || keepTree(kind, here.id, here.start, here.root, here.node, here.shown?.names ?? []);

// Something about the tree is different, though not the moment.
export function changed() {
  if (here.shown) isKept();
  dispatchEvent(new CustomEvent("moment"));
}

// Another game, or another tree of it.
/** @param {{ id: string, start: Start, root: Grown, node: Grown, only?: Turn }} wanted */
export const open = (wanted) =>
  go(() => {
    Object.assign(here, wanted, { shown: null });
    model.game = wanted.start.game;
    model.rules = `/rules/${model.game}`;
    model.state = /** @type {any} */ ({ names: wanted.start.names, viewer: 0, held: [] });
    return wanted.node;
  });
