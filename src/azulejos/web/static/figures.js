// @ts-check
// My games in figures: how often I have won against whom, and with how many points. A game against several counts for each
// of them: for every bot that sat there, and once for all people.

import { byId } from "./dom.js";
import { forgetPlayed, played } from "./played.js";
import { header, part, row } from "./sheet.js";
import { words } from "./words.js";

/** @import { Played } from "./played.js" */

const { language } = byId("tables").dataset;
const PERSON = "person";

// Whom a game was against.
/** @param {Played} game */
const opponents = ({ players, seat }) => new Set(players.filter((_, other) => other !== seat));
/** @param {string} player */
const called = (player) => (player === PERSON ? words.people : (words.bots[player] ?? player));

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** @param {number} value */
const rounded = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
/** @param {Played} game */
const own = ({ scores, seat }) => scores[seat];
/** @param {Played} game @param {string} other */
const lead = (game, other) => own(game) - Math.max(...game.scores.filter((_, seat) => seat !== game.seat && game.players[seat] === other));

/** @param {string} game @param {string} other @param {Played[]} games */
function line(game, other, games) {
  const won = games.filter(({ winners, seat }) => winners.includes(seat)).length;
  const figures = [games.length, won, rounded(mean(games.map(own))), rounded(mean(games.map((each) => lead(each, other))))];
  return row(header(byId(`game-${game}`)?.textContent ?? game, "row"), [called(other), ...figures].map((figure) => part("td", `${figure}`)));
}

export function showFigures() {
  /** @type {Map<string, Played[]>} */
  const groups = new Map();
  for (const game of played()) {
    for (const other of opponents(game)) {
      const key = JSON.stringify([game.game, other]);
      groups.set(key, [...(groups.get(key) ?? []), game]);
    }
  }
  const heads = words.figures.map((/** @type {string} */ text) => header(text, "col"));
  const lines = [...groups].sort().map(([key, games]) => line(JSON.parse(key)[0], JSON.parse(key)[1], games));
  byId("figures").replaceChildren(part("thead", part("tr", ...heads)), part("tbody", ...lines));
  byId("statistics").hidden = groups.size === 0;
}

byId("export-figures").addEventListener("click", () => {
  const file = new Blob([JSON.stringify(played(), null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: "azulejos-games.json" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});

byId("delete-figures").addEventListener("click", () => {
  if (!confirm(words.really_delete)) return; // it can't be undone
  forgetPlayed();
  showFigures();
});
