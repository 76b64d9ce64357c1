// @ts-check
// What a table page knows: one record, and the questions that it answers.

import { byId } from "./dom.js";

const { table, game, language, rules } = byId("table").dataset;

/** @import { Preview, State, Told } from "answers" */
/** @typedef {State | Preview} OnScreen */

/**
 * @typedef {object} Model
 * @property {string} table its id
 * @property {string} game its name
 * @property {string} language of the page
 * @property {string} rules the address of the page with the rules
 * @property {import("./api.js").Base} base the address of the table's API
 * @property {State} state what the server last said; null until it has said something, see table.js
 * @property {OnScreen | null} shown what is on the screen: the state, or the preview of a draft
 * @property {Told[]} steps all that has happened, as the server tells it
 * @property {string[]} draft choices of a turn that isn't played yet
 * @property {number} newest the number of the last entry that we have heard of
 * @property {number} opened the turn in which the others at this screen have looked away
 * @property {boolean} byKeys does somebody play by keyboard? Then the focus goes along.
 * @property {boolean} isLost is the server away?
 * @property {boolean} isStale may it be different by now? Nothing is shown as current before the server was asked.
 * @property {{wish: string, key: string} | null} unanswered what was sent without an answer, and its key, to be used again
 */

/** @type {Model} */
export const model = {
  table,
  game,
  language,
  rules,
  base: `/api/tables/${table}`,
  state: /** @type {any} */ (null),
  shown: null,
  steps: [],
  draft: [],
  newest: 0,
  opened: 0,
  byKeys: false,
  isLost: false,
  isStale: true,
  unanswered: null,
};

export const isWhole = () => model.shown !== null && "is_whole" in model.shown && model.shown.is_whole;
export const goesOn = () => model.shown !== null && "goes_on" in model.shown && model.shown.goes_on;
export const isCurtained = () => model.state.is_private && !model.state.is_closed && model.opened !== model.state.turn_number;
export const isAsked = (state = model.state) => state.is_mine && !state.over && !state.is_closed;
export const lastStep = () => model.steps.at(-1)?.number ?? 0;

// A bot, that is; people are not hurried.
export const isThinking = () => !isWhole() && !model.state.over && !model.state.is_person && !model.state.is_closed;

/** @param {number[]} seats */
export const namesOf = (seats) => seats.map((seat) => model.state.names[seat]).join(", ");

// ---------------------------------------------------------------------------------------------
// The draft is kept over a reload, as long as the game has not gone on.

export function keepDraft() {
  sessionStorage.setItem(`draft-${table}`, JSON.stringify({ last: lastStep(), draft: model.draft }));
}

export function keptDraft() {
  const kept = JSON.parse(sessionStorage.getItem(`draft-${table}`) ?? "null");
  return kept?.last === lastStep() && isAsked() ? kept.draft : [];
}

// ---------------------------------------------------------------------------------------------
// What is said after the page has been loaded anew.

/** @param {string} message */
export function leaveWord(message) {
  sessionStorage.setItem(`message-${table}`, message);
}

export function wordLeft() {
  const message = sessionStorage.getItem(`message-${table}`) ?? "";
  sessionStorage.removeItem(`message-${table}`);
  return message;
}
