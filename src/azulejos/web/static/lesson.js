// @ts-check
// A lesson at a table: it says what has happened and what to do, rings the place, and waits. Its steps came with the page;
// the server knows them too, and accepts nothing else meanwhile.

import { byId } from "./dom.js";
import { keepLesson, lessonOf } from "./lessons.js";
import { isWhole, model } from "./model.js";
import { bringIntoSight, placeOf } from "./stage.js";
import { said, words } from "./words.js";

/** @typedef {{ title: string, text: string, task: string, where: string[], choices: string[], at: number }} Step */

/** @type {{ count: number, steps: Step[] }} */
const { count, steps } = JSON.parse(byId("lesson-steps").textContent);
const ROOM = 5; // pixels between what is ringed and the ring
const kept = lessonOf(model.game);
let read = kept?.table === model.table && kept.isDone ? steps.length : 0; // steps before this one were read
/** @type {Element[]} */
let ringed = [];

const isOver = () => model.state.to_learn === 0;
const isLeft = () => isOver() && model.state.steps < count; // a bot has played something else for the learner

// How many choices of the lesson have been made, the draft's among them.
const chosen = () => Math.min(count, count - model.state.to_learn + model.draft.length);

/** @param {number} made @returns {number} of the step that is shown, -1 if none is */
function stepAt(made) {
  if (isLeft() || (isOver() && model.draft.length)) return -1;
  if (isWhole()) return steps.findLastIndex(({ at, choices }) => choices.length && at < made);
  return steps.findIndex(({ at, choices }, i) => (choices.length ? made < at + choices.length : at >= made && i >= read));
}

function show() {
  if (!model.state.held.length) return; // somebody only watches
  const made = chosen();
  const now = stepAt(made);
  const step = steps[now];
  byId("lesson").hidden = !step;
  if (!isOver()) for (const name of ["hint", "finish", "look-back"]) byId(name).hidden = true; // it is told what to do
  if (!step) read = steps.length;
  keepLesson(model.game, { table: model.table, step: now + 1, steps: steps.length, isDone: !step });
  if (step) tell(step, now);
  ringed = step ? targets(step, made) : [];
  ring();
  if (ringed.length) bringIntoSight(false, ringed);
  focus(step);
}

/** @param {Step} step @param {number} now */
function tell({ title, text, task, choices }, now) {
  const lines = { title, text, task: isWhole() ? words.lesson_whole : task, step: said("lesson_step", { n: now + 1, steps: steps.length }) };
  for (const [name, line] of Object.entries(lines)) {
    const element = byId(`lesson-${name}`);
    if (element.textContent !== line) element.textContent = line;
  }
  byId("lesson-next").hidden = choices.length > 0;
  byId("lesson-next").textContent = now === steps.length - 1 ? words.lesson_close : words.lesson_next;
}

// Where to look: what is named, or where the next choice is.
/** @param {Step} step @param {number} made @returns {Element[]} */
function targets({ where, choices, at }, made) {
  if (isWhole()) return [byId("confirm")];
  const next = placeOf(choices[made - at]);
  return (choices.length ? [next] : where.flatMap(named)).filter((found) => found !== null && found !== undefined);
}

// A place, or all that is drawn of a part of the table: the room around it is no part of it.
/** @param {string} name @returns {Element[]} */
function named(name) {
  const place = document.querySelector(`#own [data-place="${name}"], #offer [data-place="${name}"]`);
  return place ? [place] : [...byId(name).querySelectorAll("svg > :not(title, desc, defs)")];
}

// Around all that is ringed.
function ring() {
  const boxes = ringed.filter((each) => each.isConnected).map((each) => each.getBoundingClientRect());
  const { style } = byId("ring");
  byId("ring").hidden = !boxes.length;
  if (!boxes.length) return;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)) - ROOM, Math.min(...boxes.map((box) => box.top)) - ROOM];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)) + ROOM, Math.max(...boxes.map((box) => box.bottom)) + ROOM];
  Object.assign(style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
}

// While the card of a round is read, that is to be done; what comes then is told when it is there.
function showCard() {
  if (byId("lesson").hidden) return;
  const isOpen = !byId("card").hidden;
  byId("lesson-task").textContent = isOpen ? words.lesson_card : "";
  ringed = isOpen ? [byId("go-on")] : [];
  ring();
}

// Whoever plays by keys is led along.
/** @param {Step | undefined} step */
function focus(step) {
  const active = document.activeElement;
  if (!step || !model.byKeys || !(active === document.body || active?.closest("[data-choice], .buttons, #lesson"))) return;
  /** @type {HTMLElement} */ (step.choices.length ? ringed[0] : byId("lesson-next"))?.focus({ preventScroll: true });
}

byId("lesson-next").addEventListener("click", () => {
  read = stepAt(chosen()) + 1;
  show();
});
// What was ringed and is pressed now moves: the ring comes back with the next drawing.
byId("table").addEventListener("click", (/** @type {{ target: Node }} */ { target }) => {
  if (ringed.some((each) => each.contains(target))) byId("ring").hidden = true;
  else requestAnimationFrame(ring);
});
addEventListener("painted", show);
addEventListener("card", showCard);
addEventListener("resize", ring);
addEventListener("scroll", ring, { passive: true, capture: true });
