// @ts-check
// What else could be played, and what the turns of a game have given away: tables beside the board.

import { get, look } from "./api.js";
import { byId } from "./dom.js";
import { percent, said, words } from "./words.js";

/** @import { Alternative, Alternatives, Hint, ReviewedTurn } from "answers" */
/** @import { Base } from "./api.js" */
/** @typedef {string | Node | (string | Node)[]} Content */

const PULSE = 700; // milliseconds between two looks at a review that is being made

/** @template {keyof HTMLElementTagNameMap} Kind @param {Kind} kind @param {Content} content */
function cell(kind, content, name = "") {
  const element = document.createElement(kind);
  element.append(...[content].flat());
  element.className = name;
  return element;
}

/** @param {...Node} cells */
function row(...cells) {
  const line = document.createElement("tr");
  line.append(...cells);
  return line;
}

/** @param {...Content} titles */
function head(...titles) {
  const cells = titles.map((title) => cell("th", title)); // each a text, or a list of what stands there
  cells.forEach((each) => (each.scope = "col"));
  const element = document.createElement("thead");
  element.append(row(...cells));
  return element;
}

// A bar for those who look; the number beside it says the same.
/** @param {number} share */
function bar(share) {
  const meter = document.createElement("meter");
  meter.value = share;
  meter.setAttribute("aria-hidden", "true");
  return meter;
}

/** @type {(hint: Hint, language: string) => string} */
export const chance = ({ worth, simulations }, language) =>
  worth === null ? "" : `${said("chance", { percent: percent(worth) })}, ${said("simulations", { n: simulations.toLocaleString(language) })}`;

// ---------------------------------------------------------------------------------------------
// Alternatives

/** @param {Base} base @param {number | null} at @param {string} eyes @param {string} language */
export async function showAlternatives(base, at, eyes, language) {
  const found = await get(`${base}/alternatives?at=${at}&${eyes}`);
  const bodies = [found.alternatives, ...found.later].map((ways, number) => {
    const body = document.createElement("tbody");
    if (number) body.append(row(Object.assign(cell("th", words.revealed, "then"), { colSpan: 2, scope: "rowgroup" })));
    body.append(...ways.map((turn) => way(turn, language)));
    return body;
  });
  byId("alternatives-of").textContent = said("alternatives_of", { name: found.name });
  byId("turns").replaceChildren(head(words.turn, [`${words.win} `, cell("small", words.tried)]), ...bodies);
  showLost(found);
  byId("alternatives").hidden = false;
  byId("alternatives").scrollIntoView({ block: "nearest" });
  byId("alternatives-of").focus({ preventScroll: true });
}

/** @param {Alternative} turn @param {string} language */
function way(turn, language) {
  const name = cell("th", turn.is_played ? [cell("b", `${words.played} `), turn.words] : turn.words);
  name.scope = "row";
  const visits = cell("small", turn.visits.toLocaleString(language));
  const line = row(name, cell("td", [bar(turn.worth), `${percent(turn.worth)} `, visits]));
  if (turn.is_played) line.className = "played";
  return line;
}

// What the whole turn has given away, in the words and with the mark of the review.
/** @param {Alternatives} found */
function showLost({ alternatives, lost, mark }) {
  byId("turn-lost").hidden = !alternatives.some((turn) => turn.is_played);
  byId("turn-lost").replaceChildren(`${words.given_away}: ${percent(lost)} `, cell("b", mark, "mark"));
}

export function hideAlternatives() {
  byId("alternatives").hidden = true;
}

byId("alternatives-close").addEventListener("click", () => {
  hideAlternatives();
  byId("look-back").focus();
});

// ---------------------------------------------------------------------------------------------
// The review of a finished game

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** @param {Base} base @param {string} replay @param {string} language */
export async function showReview(base, replay, language) {
  const ask = () => get(`${base}/review?${look(language)}`);
  byId("reviewed").hidden = false;
  let found = await ask();
  while (!found.is_ready) {
    byId("reviewing").textContent = found.of ? `${words.reviewing} ${found.done} / ${found.of}` : words.reviewing;
    await pause(PULSE);
    found = await ask();
  }
  byId("reviewing").textContent = "";
  byId("losses").innerHTML = found.picture; // the server escapes names inside its drawings
  const body = document.createElement("tbody");
  body.append(...(found.turns ?? []).map((turn) => reviewed(turn, replay)));
  byId("reviewed-turns").replaceChildren(head(words.turn, words.given_away), body);
  return found;
}

/** @param {ReviewedTurn} turn @param {string} replay */
function reviewed(turn, replay) {
  const link = cell("a", `${turn.round}. ${turn.name}`);
  link.href = `${replay}#${turn.at + 1}`;
  const better = turn.lost > 0 && turn.best !== turn.words ? [document.createElement("br"), cell("i", said("better", { turn: turn.best }))] : [];
  const name = cell("th", [link, ` ${turn.words}`, ...better]);
  name.scope = "row";
  const line = row(name, cell("td", [bar(turn.lost), `${percent(turn.lost)} `, cell("b", turn.mark)]));
  if (turn.mark) line.className = "grave";
  return line;
}
