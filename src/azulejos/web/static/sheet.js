// @ts-check
// The score sheet at the end of a game, and the chart below it, as the server tells them.

import { words } from "./words.js";

/** @import { State } from "answers" */

/**
 * @param {HTMLElement} table
 * @param {HTMLElement} figure
 * @param {State} state
 */
export function showSheet(table, figure, { names, winners, sheet }) {
  if (!sheet) return; // as long as the game goes on
  const head = part("thead", row(header(words.round, "col"), names.map((name) => header(name, "col"))));
  const rounds = sheet.rounds.map(({ round, points }) => scores(`${round}`, points.map(signed)));
  const before = sheet.before ? [scores(`${sheet.rounds[0].round - 1}`, sheet.before)] : [];
  const bonuses = sheet.bonuses.map(({ reason, points }) => bonus(reason, points));
  const total = scores(words.total, sheet.totals);
  winners.forEach((seat) => total.children[seat + 1].classList.add("winner"));
  table.replaceChildren(head, part("tbody", ...before, ...rounds, ...bonuses), part("tfoot", total));
  figure.hidden = !sheet.chart;
  figure.innerHTML = sheet.chart ?? ""; // the server escapes names inside its drawings
}

// What the end of the game brought; whoever got nothing for it has an empty cell.
/** @param {string} reason @param {(number | null)[]} points */
function bonus(reason, points) {
  const line = scores(reason, points.map((each) => (each === null ? "" : signed(each))));
  line.className = "bonus";
  return line;
}

/** @param {number} points */
export const signed = (points) => (points < 0 ? `−${-points}` : points > 0 ? `+${points}` : "0");

/** @template {keyof HTMLElementTagNameMap} Kind @param {Kind} kind @param {...(string | Node)} children */
export function part(kind, ...children) {
  const element = document.createElement(kind);
  element.append(...children);
  return element;
}

/** @param {string} text @param {string} scope */
export const header = (text, scope) => Object.assign(part("th", text), { scope });
/** @param {Node} first @param {Node[]} cells */
export const row = (first, cells) => part("tr", first, ...cells);
/** @param {string} name @param {(string | number)[]} texts */
const scores = (name, texts) => row(header(name, "row"), texts.map((text) => part("td", `${text}`)));
