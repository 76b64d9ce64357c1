// @ts-check
// Puzzles: a moment of the room for analysis (moment.js) in which one turn can be played. The server says whether it is the best.

import { get, post } from "./api.js";
import { byId } from "./dom.js";
import { choicesTo, go, here, inTurn, isOpen, linkTo, open, play } from "./moment.js";
import { model } from "./model.js";
import { say } from "./paint.js";
import { count, days, kept } from "./rating.js";
import { useRoom } from "./room.js";
import { part, signed } from "./sheet.js";
import { beginning } from "./tree.js";
import { percent, said, words } from "./words.js";

/** @import { Posed, Puzzles, Solved, Way } from "answers" */

const ask = `language=${model.language}`;
/** @type {Pick<Puzzles, "date" | "today">} as it was when the page was opened */
let daily = { date: "", today: null };
/** @type {Posed | null} */
let posed = null;
/** @type {Solved | null} */
let solved = null;

// ---------------------------------------------------------------------------------------------
// Which one

/** @returns {Promise<Puzzles>} */
const wanted = () => get(`/api/puzzles?${new URLSearchParams([...new FormData(byId("wish"))].filter(([, value]) => value).map(([key, value]) => [key, `${value}`]))}`);

// One that wasn't answered yet; if there is none, the one that was answered first.
async function another() {
  const { ids } = await wanted();
  const answered = Object.keys(kept().answered);
  const rank = (/** @type {string} */ id) => answered.indexOf(id);
  const next = ids.filter((id) => id !== posed?.id).sort((one, other) => rank(one) - rank(other))[0] ?? ids[0];
  if (next) await pose(next);
  else complain(words.none);
}

/** @param {string} text */
const complain = (text) => (byId("error").textContent = text);

/** @param {() => unknown} job */
async function trying(job) {
  complain("");
  try {
    await job();
  } catch (error) {
    (byId("table").hidden ? complain : say)(error.message || words.lost);
  }
}

/** @param {string} id */
async function pose(id) {
  posed = await get(`/api/puzzles/${encodeURIComponent(id)}?${ask}`);
  solved = null;
  if (location.hash !== `#${id}`) history.pushState(null, "", `/puzzles#${id}`);
  byId("beginning").hidden = true;
  byId("table").hidden = byId("solution").hidden = false;
  const root = beginning();
  await open({ id, start: posed.start, root, node: root, only: posed });
}

// ---------------------------------------------------------------------------------------------
// Answering

const isWhole = () => here.shown !== null && !isOpen(here.shown);
const back = () => (here.node.parent && !solved ? go(here.node.parent) : undefined);

const answer = () =>
  inTurn(async () => {
    if (!posed || solved || !isWhole()) return;
    solved = await post(`/api/puzzles/${posed.id}/answer?${ask}`, { choices: choicesTo(here.node) });
    const gained = count(posed.id, posed.rating, solved.is_right, posed.id === daily.today ? daily.date : "");
    showSolution(solved, gained);
    showMoment();
    byId("next").focus({ preventScroll: true });
  });

// ---------------------------------------------------------------------------------------------
// Showing

function showMoment() {
  if (!posed || !here.shown) return;
  const name = here.shown.names[posed.seat];
  const open = isOpen(here.shown);
  byId("undo").hidden = Boolean(solved) || !here.node.parent;
  byId("answer").hidden = Boolean(solved) || open;
  byId("next").hidden = !solved;
  byId("solution").hidden = !solved;
  byId("facts").textContent = said("facts", { title: posed.title, level: posed.level });
  if (solved) byId("status").textContent = verdict(solved);
  else if (!open) byId("status").textContent = words.whole;
  else if (!here.node.parent) byId("status").textContent = said("asked", { name });
  if (!open && !solved && model.byKeys) byId("answer").focus({ preventScroll: true });
}

/** @param {Solved} found */
function verdict({ place, best }) {
  const [first, next] = best.map(({ worth }) => percent(worth));
  if (place === null) return said("worse", { best: first });
  return place ? said("wrong", { percent: percent(best[place].worth), best: first }) : said("right", { percent: first, next });
}

/** @param {Solved} found @param {number | null} gained */
function showSolution(found, gained) {
  const { best, place, why, simulations, error, line } = found;
  byId("verdict").textContent = verdict(found);
  byId("best").replaceChildren(...best.map((way, at) => entry(way, at === place)));
  byId("below").hidden = place !== null;
  byId("below").textContent = said("below", { turn: found.words });
  byId("why").replaceChildren(...why.map((text) => part("li", text)));
  byId("thought").textContent = [
    said("simulations", { n: simulations.toLocaleString(model.language) }),
    said("give_or_take", { percent: percent(Math.max(error, 0.005)) }),
  ].join(", ");
  byId("rated").textContent = gained === null ? words.not_rated : said("rated", { rating: kept().rating, change: signed(gained) });
  byId("analyse").href = linkTo(line);
}

// Somebody may have gone on to the next puzzle meanwhile.
/** @param {string[]} turn */
async function showOnBoard(turn) {
  const { root } = here;
  await go(root);
  await play(() => (here.root === root ? turn : undefined));
}

/** @param {Way} way @param {boolean} isMine */
function entry({ turn, words: its, worth }, isMine) {
  const button = Object.assign(part("button", its), { type: "button", className: "turn" });
  button.addEventListener("click", () => showOnBoard(turn));
  const name = here.shown?.names[posed?.seat ?? 0] ?? "";
  const chance = said("wins", { name, percent: percent(worth) });
  return part("li", button, part("small", isMine ? `${chance} · ${words.yours}` : chance));
}

/** @param {string} today */
function showFigures(today) {
  const { rating, streak, answered } = kept();
  const results = Object.values(answered);
  const facts = [
    [words.rating, rating],
    [words.solved, said("of", { n: results.filter(Boolean).length, all: results.length })],
    [words.streak, streak],
    [words.days, days(today)],
  ];
  byId("figures").replaceChildren(...facts.map(([name, value]) => part("div", part("dt", `${name}`), part("dd", `${value}`))));
}

// ---------------------------------------------------------------------------------------------

async function arrive() {
  daily = await get("/api/puzzles");
  const { date, today } = daily;
  showFigures(date);
  byId("today").hidden = !today;
  byId("today").addEventListener("click", () => trying(() => pose(`${today}`)));
  if (location.hash) await pose(decodeURIComponent(location.hash.slice(1)));
}

useRoom({ u: back, n: () => solved && trying(another) });
addEventListener("moment", showMoment);
byId("wish").addEventListener("submit", (/** @type {Event} */ event) => (event.preventDefault(), trying(another)));
byId("undo").addEventListener("click", back);
byId("answer").addEventListener("click", answer);
byId("next").addEventListener("click", () => trying(another));
addEventListener("hashchange", () => location.reload());
addEventListener("popstate", () => location.reload());
await trying(arrive);
