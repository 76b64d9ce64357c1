// @ts-check
// What has happened since the page last looked, shown turn by turn: one sentence and one movement for each, the end of a
// round tile by tile, and only then the new deal.

import { get, look } from "./api.js";
import { goOn, isCardOpen, showCard } from "./card.js";
import { byId } from "./dom.js";
import { model } from "./model.js";
import { letGo, pace, perform, skip } from "./motion.js";
import { hideButtons, sayTurn, sayWho } from "./paint.js";
import { have, keep } from "./parts.js";
import { prepare } from "./scenery.js";
import { setting } from "./settings.js";
import { show } from "./stage.js";

/** @import { State, Told } from "answers" */
/** @import { Pace } from "./scene.js" */
/** @typedef {{ steps: Told[], count: number, isShown: boolean }} Act steps, how many choices there are after them, and are they shown already? */

let isOn = false;
let isHurried = false; // does nothing move any more, but for the card of a round?
let isBroken = false; // is all that is left shown at once, because somebody does something?

// What is left is not waited for.
export function hurry() {
  isBroken = isOn;
  goOn();
  skip();
}

// A click on a drawing, or Space: it is meant for what moves, not for what lies below it. What stands beside the drawings
// can be pressed all the time.
/** @param {Event} event */
function stop(event) {
  if (!isOn || isCardOpen()) return;
  event.preventDefault();
  event.stopPropagation();
  isHurried = true;
  skip();
}

for (const drawn of ["offer", "own", "others"]) byId(drawn)?.addEventListener("click", stop, { capture: true });
const isTyping = (/** @type {Event} */ { target }) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
addEventListener("keydown", (event) => event.key === " " && !isTyping(event) && stop(event), { capture: true });

/** @typedef {{ seat: number | null, turn_number: number }} Part of a turn, or of what is dealt between two */
/** @param {Part} one @param {Part} other */
export const isSameTurn = (one, other) => one.seat === other.seat && (one.seat === null || one.turn_number === other.turn_number);

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

/** @param {Act} act */
const hasCard = ({ steps }) => steps[steps.length - 1].card !== null;

/**
 * @param {State} next
 * @param {number} previewed
 * @param {(count: number, viewer: number) => Promise<import("./parts.js").Shown>} seen the table at a moment in between
 */
export async function enact(next, previewed, seen = at) {
  const acts = actsOf(next, previewed);
  const first = newest(acts, next.names.length);
  // Boards stay where they are as long as something moves, though the next turn may be of somebody else at this screen.
  const { viewer } = model.state;
  const isNext = (/** @type {number} */ i) => i === acts.length - 1 && next.viewer === viewer;
  const atOf = (/** @type {number} */ i) => (isNext(i) ? next : seen(acts[i].count, viewer));
  isOn = true;
  isBroken = false;
  isHurried = !pace(); // nothing moves then, nor while nobody looks; what a card says is no motion
  hideButtons();
  try {
    if (first > 0 && !isHurried) await stand(await atOf(first - 1));
    for (let i = first; i < acts.length && !isBroken; i++) {
      isHurried ||= document.hidden;
      if (!isHurried || hasCard(acts[i])) await enactOne(acts[i], await atOf(i));
    }
  } finally {
    isOn = false;
    letGo();
  }
}

// The table after so many choices, with a board large.
/** @param {number} count @param {number} viewer */
export async function at(count, viewer) {
  const found = await get(`${model.base}/at/${count}?${look(model.language)}&large=${viewer}${have(model.shown, model.state)}`);
  keep(found);
  return found;
}

/** @param {import("./parts.js").Shown} target */
async function stand(target) {
  await prepare(target, model.state.viewer);
  show(target, model.state.viewer);
  letGo();
}

/** @param {Act} act @param {import("./parts.js").Shown} target */
async function enactOne({ steps, count, isShown }, target) {
  const usual = isHurried ? null : pace();
  const isTurn = !isShown && steps[0].seat !== null;
  sayWho(steps);
  if (isTurn) sayTurn(steps);
  if (usual) {
    const moves = steps.flatMap((step) => [...(isShown ? [] : [turnOf(step, usual)]), endOf(step, usual)]);
    await perform(target, moves, isTurn ? usual.turn : 0);
  }
  await stand(target);
  dispatchEvent(new CustomEvent("act", { detail: { count, seat: steps[0].seat } }));
  const { card } = steps[steps.length - 1];
  if (card && !isBroken) await showCard(card);
}

/** @param {Told} step @param {Pace} usual */
export const turnOf = ({ moves, ends_at }, usual) => ({ moves: moves.slice(0, ends_at ?? moves.length), pace: usual });

// The end of a round takes its time: one thing after the other, board by board unless somebody wants all at once.
/** @param {Told} step @param {Pace} usual */
const endOf = ({ moves, ends_at }, usual) => ({
  moves: moves.slice(ends_at ?? moves.length),
  pace: { ...usual, isInOrder: true, isTogether: setting("together") === "true" },
});
