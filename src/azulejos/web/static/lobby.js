// @ts-check
// The lobby: public tables to join or to watch, looked up anew as long as somebody looks.

import { get, Lost, post } from "./api.js";
import { byId } from "./dom.js";
import { said, words } from "./words.js";

/** @import { Listed } from "answers" */

const list = byId("lobby");
const { language } = list.dataset;
const name = byId("name");
const PULSE = 10_000; // milliseconds
let shown = "";

async function look() {
  try {
    const tables = await get(`/api/lobby?language=${language}`);
    byId("error").textContent = "";
    byId("empty").hidden = tables.length > 0;
    if (shown !== JSON.stringify(tables)) list.replaceChildren(...tables.map(line));
    shown = JSON.stringify(tables);
  } catch (error) {
    byId("error").textContent = error instanceof Lost ? words.lost : error.message;
  }
}

/** @template {keyof HTMLElementTagNameMap} Kind @param {Kind} kind @param {string} text */
function part(kind, text, facts = {}) {
  return Object.assign(document.createElement(kind), { textContent: text, ...facts });
}

/** @param {Listed} table */
function line({ table, title, names, free, time }) {
  const item = document.createElement("li");
  const others = names.filter((_, seat) => !free.includes(seat)).join(", ");
  const facts = [others && said("with", { names: others }), free.length && said("free", { n: free.length }), time];
  const about = `${title}, ${facts.filter(Boolean).join("; ")}`;
  const take = part("button", words.take, { ariaLabel: said("take_at", { table: about }) });
  take.addEventListener("click", () => name.reportValidity() && join(table, free[0]));
  const watch = part("a", words.watch, { href: `/tables/${table}`, ariaLabel: `${words.watch}: ${about}` });
  item.append(part("span", title, { className: "what" }), part("span", facts.filter(Boolean).join("; "), { className: "facts" }));
  if (free.length) item.append(take);
  item.append(watch);
  return item;
}

/** @param {string} table @param {number} seat */
async function join(table, seat) {
  localStorage.setItem("name", name.value.trim());
  try {
    await post(`/api/tables/${table}/seats/${seat}/join?language=${language}`, { name: name.value.trim() });
    location.href = `/tables/${table}?seat=${seat}`;
  } catch (refusal) {
    await look();
    byId("error").textContent = refusal.message;
  }
}

name.value = localStorage.getItem("name") ?? "";
setInterval(() => document.hidden || look(), PULSE);
document.addEventListener("visibilitychange", () => document.hidden || look());
addEventListener("pageshow", ({ persisted }) => persisted && look());
look();
