// @ts-check
// My tables: those that this browser has shown, with what has become of them; how many wait for me stands in the title.

import { get, Refusal } from "./api.js";
import { byId } from "./dom.js";
import { showFigures } from "./figures.js";
import { forget, tables } from "./opened.js";
import { note } from "./played.js";
import { part } from "./sheet.js";
import { said, words } from "./words.js";

/** @import { Brief } from "answers" */
/** @import { Remembered } from "./opened.js" */

const PULSE = 30_000; // milliseconds between two looks at the tables
const FEW = 3; // tables that are named on top
const list = byId("tables");
const { language } = list.dataset;
const ages = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const title = document.title;
/** @type {Map<string, Brief | null>} what is known of tables; null: it is gone, or not mine any more */
const known = new Map();

/** @param {Remembered} table */
const keyOf = ({ id, search }) => id + search;

/** @param {number} seconds */
function age(seconds) {
  if (seconds < 3600) return ages.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 48 * 3600) return ages.format(-Math.floor(seconds / 3600), "hour");
  return ages.format(-Math.floor(seconds / 3600 / 24), "day");
}

// What there is to say of a table: whose turn it is and since when, or how it ended.
/** @param {Brief} brief */
function state({ names, scores, winners, turn, is_mine, over, age: seconds }) {
  const result = names.map((name, seat) => `${name}: ${scores[seat]}`).join(", ");
  const who = over
    ? said("won", { names: winners.map((seat) => names[seat]).join(", ") })
    : is_mine ? words.my_turn : turn === null || turn < 0 ? "" : said("turn_of", { name: names[turn] });
  return [result, who, age(seconds)].filter(Boolean).join(" · ");
}

/** @param {string} text @param {string} href @param {string} label */
function link(text, href, label) {
  const element = Object.assign(part("a", text), { href });
  element.setAttribute("aria-label", label);
  return element;
}

/** @param {Remembered} table */
function line(table) {
  const { id, search, game, names, when } = table;
  const brief = known.get(keyOf(table));
  const name = byId(`game-${game}`)?.textContent ?? game;
  const about = brief ? state(brief) : brief === null ? words.gone : `${names.join(", ")} · ${age((Date.now() - when) / 1000)}`;
  const what = Object.assign(part("span"), { className: "what" });
  what.append(brief === null ? name : link(name, `/tables/${id}${search}`, `${name}: ${about}`));
  const facts = Object.assign(part("span", about), { className: "facts" });
  const remove = Object.assign(part("button", "×"), { className: "remove", title: words.remove });
  remove.setAttribute("aria-label", `${words.remove}: ${name}, ${about}`);
  remove.addEventListener("click", () => {
    forget(id, search);
    show();
  });
  const item = part("li", what, facts);
  item.classList.toggle("waits", Boolean(brief?.is_mine && !brief.over));
  if (brief?.over) item.append(link(words.show_it, `/games/${id}`, `${words.show_it}: ${name}, ${about}`));
  if (brief !== null) item.append(link(words.replay, `/tables/${id}/replay${search}`, `${words.replay}: ${name}, ${about}`));
  item.append(remove);
  return item;
}

// What waits for me stands on top, in a line that has its room as long as there may be something.
/** @param {Remembered[]} waiting @param {number} count of all tables */
function showWaiting(waiting, count) {
  byId("waiting").hidden = !count;
  const links = waiting.slice(0, FEW).map((table) => {
    const name = byId(`game-${table.game}`)?.textContent ?? table.game;
    const found = part("a", `${name}: ${table.names.join(", ")}`);
    return Object.assign(found, { href: `/tables/${table.id}${table.search}` });
  });
  byId("waiting").replaceChildren(...(links.length ? [words.go_on_at, ...links] : []));
}

function show() {
  const mine = tables();
  list.replaceChildren(...mine.map(line));
  byId("no-tables").hidden = mine.length > 0;
  const waiting = mine.filter((table) => known.get(keyOf(table))?.is_mine);
  showWaiting(waiting, mine.length);
  document.title = waiting.length ? `(${waiting.length}) ${title}` : title;
  showFigures();
}

/** @param {Remembered} table */
async function ask(table) {
  try {
    const brief = await get(`/api/tables/${table.id}/brief?${table.search.slice(1)}`);
    known.set(keyOf(table), brief);
    note(table.id, table.game, brief, brief.players);
  } catch (error) {
    if (error instanceof Refusal && [403, 404].includes(error.status)) known.set(keyOf(table), null);
  } // else the server is away: what was known stays
}

// One after the other: a browser may remember many. What is finished stays as it is.
async function look() {
  show();
  for (const table of tables()) {
    const brief = known.get(keyOf(table));
    if (brief !== null && !brief?.over) await ask(table);
  }
  show();
}

addEventListener("pageshow", look); // also when the browser has kept the page for Back and Forward
setInterval(look, PULSE);
