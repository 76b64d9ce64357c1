// @ts-check
// What has happened since the page last looked, shown turn by turn: one sentence and one movement for each, the end of a
// round tile by tile, and only then the new deal.

import { get, look } from "./api.js";
import { goOn, isCardOpen, showCard } from "./card.js";
import { byId } from "./dom.js";
import { model } from "./model.js";
import { letGo, pace, perform, skip } from "./motion.js";
import { sayTurn } from "./paint.js";
import { have, keep } from "./parts.js";
import { show } from "./stage.js";

/** @import { At, State, Told } from "answers" */
/** @typedef {{ steps: Told[], count: number, isShown: boolean }} Act steps, how many choices there are after them, and are they shown already? */

let isHurried = false; // is all that is left shown at once?
let isOn = false;

// What is left is not waited for.
export function hurry() {
  isHurried = isOn;
  goOn();
  skip();
}

// A click on the table, or Space: it is meant for what moves, not for what lies below it.
/** @param {Event} event */
function stop(event) {
  if (!isOn || isCardOpen()) return;
  event.preventDefault();
  event.stopPropagation();
  hurry();
}

byId("table").querySelector(".stage")?.addEventListener("click", stop, { capture: true });
addEventListener("keydown", (event) => event.key === " " && stop(event), { capture: true });

/** @param {Told} one @param {Told} other */
const isSameTurn = (one, other) => one.seat === other.seat && (one.seat === null || one.turn_number === other.turn_number);

/** @param {State} next @param {number} previewed how many of the steps were already shown as a draft @returns {Act[]} */
function actsOf({ told, steps: count }, previewed) {
  /** @type {Act[]} */
  const acts = [];
  told.forEach((step, i) => {
    const last = acts.at(-1);
    const isShown = i < previewed;
    const at = count - told.length + i + 1;
    const isMore = last && last.isShown === isShown && isSameTurn(last.steps[0], step);
    if (isMore) Object.assign(last, { steps: [...last.steps, step], count: at });
    else acts.push({ steps: [step], count: at, isShown });
  });
  return acts;
}

// Whoever was away sees the last turn of each, and the rest at once.
/** @param {Act[]} acts @param {number} players */
function newest(acts, players) {
  const turns = acts.filter(({ steps }) => steps[0].seat !== null);
  const first = turns.at(-players);
  return first ? acts.indexOf(first) : 0;
}

/** @param {State} next @param {number} previewed */
export async function enact(next, previewed) {
  const acts = actsOf(next, previewed);
  const first = newest(acts, next.names.length);
  const atOf = (/** @type {number} */ i) => (i === acts.length - 1 ? next : at(acts[i].count, next.viewer));
  isOn = true;
  isHurried = false;
  try {
    if (first > 0) stand(await atOf(first - 1));
    for (let i = first; i < acts.length && !(isHurried || document.hidden); i++) await enactOne(acts[i], await atOf(i));
  } finally {
    isOn = false;
    letGo();
  }
}

// The table after so many choices.
/** @param {number} count @param {number} viewer */
async function at(count, viewer) {
  const found = await get(`${model.base}/at/${count}?${look(model.language)}&large=${viewer}${have(model.shown, model.state)}`);
  keep(found);
  return found;
}

/** @param {State | At} target */
function stand(target) {
  show(target, model.state.viewer);
  letGo();
}

/** @param {Act} act @param {State | At} target */
async function enactOne({ steps, count, isShown }, target) {
  const usual = pace();
  if (!usual) return;
  const moves = isShown ? [] : [{ moves: steps.flatMap((step) => step.moves), pace: usual }];
  const isTurn = !isShown && steps[0].seat !== null;
  if (isTurn) sayTurn(steps);
  const unexplained = await perform(target, moves, isTurn ? usual.turn : 0);
  dispatchEvent(new CustomEvent("act", { detail: { unexplained, steps, count } }));
  stand(target);
  const { card } = steps[steps.length - 1];
  if (card && !isHurried) await showCard(card, usual);
}
