// @ts-check
// The score sheet at the end of a game, and the chart below it, as the server tells them.

import { words } from "./words.js";

/**
 * @param {HTMLElement} table
 * @param {HTMLElement} figure
 * @param {import("./types.js").State} state
 */
export function showSheet(table, figure, { names, winners, sheet }) {
  const head = part("thead", row(header(words.round, "col"), names.map((name) => header(name, "col"))));
  const rounds = sheet.rounds.map(({ round, points }) => scores(round, points.map(signed)));
  const before = sheet.before ? [scores(sheet.rounds[0].round - 1, sheet.before)] : [];
  const total = scores(words.total, sheet.totals);
  winners.forEach((seat) => total.children[seat + 1].classList.add("winner"));
  table.replaceChildren(head, part("tbody", ...before, ...rounds), part("tfoot", total));
  figure.hidden = !sheet.chart;
  figure.innerHTML = sheet.chart ?? ""; // the server escapes names inside its drawings
}

const signed = (points) => (points < 0 ? `−${-points}` : points > 0 ? `+${points}` : "0");

function part(kind, ...children) {
  const element = document.createElement(kind);
  element.append(...children);
  return element;
}

const header = (text, scope) => Object.assign(part("th", text), { scope });
const row = (first, cells) => part("tr", first, ...cells);
const scores = (name, texts) => row(header(name, "row"), texts.map((text) => part("td", text)));
