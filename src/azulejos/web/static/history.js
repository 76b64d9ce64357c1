// @ts-check
// What happened: turns under the headings of their rounds, each with its sentences and small pictures of its pieces.

import { part } from "./sheet.js";
import { picture } from "./sprites.js";
import { said, words } from "./words.js";

/** @import { Sentence, Told } from "answers" */

const PICTURES = 4; // of one piece; more of them are counted
const KINDS = 6; // of pieces in one sentence

/**
 * Adds turns to the list. The steps of one turn that come later join its entry.
 * @param {HTMLElement} list @param {Told[]} news @param {string} rules the address of the rules @param {number} count of steps before
 */
export function addLines(list, news, rules, count) {
  news.forEach((step, i) => {
    const entry = entryOf(list, step);
    entry.dataset.at = `${count + i + 1}`;
    const button = /** @type {HTMLElement} */ (entry.firstElementChild);
    for (const sentence of step.sentences) {
      button.append(line(sentence));
      if (sentence.is_scoring && sentence.clause) cite(entry, sentence.clause, rules);
    }
    entry.hidden = !button.childElementCount;
  });
}

// The entry of a step: the last one, if it is of the same turn.
/** @param {HTMLElement} list @param {Told} step */
function entryOf(list, { seat, turn_number: turn, round }) {
  const turns = turnsOf(list, round);
  const last = /** @type {HTMLElement | null} */ (turns.lastElementChild);
  const key = seat === null ? "chance" : `${seat}.${turn}`;
  if (last?.dataset.turn === key) return last;
  const button = Object.assign(part("button"), { type: "button", className: "turn", title: words.show_then });
  const entry = part("li", button);
  entry.dataset.turn = key;
  if (seat !== null) entry.dataset.seat = `${seat}`;
  turns.append(entry);
  return entry;
}

/** @param {HTMLElement} list @param {number} round */
function turnsOf(list, round) {
  const last = /** @type {HTMLElement | null} */ (list.lastElementChild);
  if (Number(last?.dataset.round) === round) return /** @type {HTMLElement} */ (last?.lastElementChild);
  const turns = part("ol");
  const group = part("section", part("h3", said("round_n", { n: round })), turns);
  group.dataset.round = `${round}`;
  list.append(group);
  return turns;
}

/** @param {Sentence} sentence */
function line({ text, pieces, points, is_scoring: isScoring }) {
  const item = part("span", ...pictures(pieces), text);
  item.className = isScoring ? (points < 0 ? "loss" : "gain") : "plain";
  return item;
}

/** @param {Record<string, number>} pieces */
function pictures(pieces) {
  const kinds = Object.entries(pieces);
  if (!kinds.length || kinds.length > KINDS) return [];
  const frame = part("span", ...kinds.flatMap(([piece, n]) => several(piece, n)));
  frame.className = "pictures";
  frame.setAttribute("aria-hidden", "true");
  return [frame];
}

/** @param {string} piece @param {number} n @returns {Element[]} */
function several(piece, n) {
  return n > PICTURES ? [part("span", picture(piece), `×${n}`)] : Array.from({ length: n }, () => picture(piece));
}

// The clauses that points follow from, each once.
/** @param {HTMLElement} entry @param {string} clause @param {string} rules */
function cite(entry, clause, rules) {
  const cited = [...entry.querySelectorAll("a")].map((link) => link.textContent);
  if (cited.includes(clause)) return;
  const link = part("a", clause);
  link.href = `${rules}#${clause}`;
  link.target = "_blank";
  link.rel = "noopener";
  entry.append(link, " ");
}
