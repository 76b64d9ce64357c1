// @ts-check
// Where an analysis begins: a new game, something pasted or from a file, a finished table, or what this browser keeps.

import { get, look, post } from "./api.js";
import { byId } from "./dom.js";
import { forget, freshId, keptTree, list } from "./kept.js";
import { here, kind, open, play } from "./moment.js";
import { model } from "./model.js";
import { useForms } from "./newgame.js";
import { part } from "./sheet.js";
import { beginning, endOf, unfold } from "./tree.js";
import { words } from "./words.js";

/** @import { Branched, Start } from "answers" */
/** @import { Grown } from "./tree.js" */

/** @param {string} text */
const complain = (text) => (byId("error").textContent = text);

/** @param {{ id: string, start: Start, root: Grown, node: Grown }} wanted */
async function enter(wanted) {
  if (location.hash !== `#${wanted.id}`) history.pushState(null, "", `${byId("another").pathname}#${wanted.id}`);
  showTable(true);
  await open(wanted);
  if (here.shown) return;
  history.replaceState(null, "", byId("another").pathname); // it was refused
  showTable(false);
  complain(byId("note").textContent ?? "");
}

/** @param {boolean} is or where one begins */
function showTable(is) {
  byId("beginning").hidden = is;
  byId("table").hidden = byId("save").hidden = !is;
}

/** @param {Start} start */
async function begin(start) {
  const root = beginning();
  await enter({ id: freshId(), start, root, node: root });
  if (here.shown?.turn === -1 && byId("lot").checked) await play([]);
}

/** @param {Branched} found */
function study({ start, nodes, comment }) {
  const root = unfold(nodes, comment);
  return enter({ id: freshId(), start, root, node: endOf(root) });
}

/** @param {() => unknown} job */
async function trying(job) {
  complain("");
  try {
    await job();
  } catch (error) {
    complain(error.message || words.lost);
  }
}

// ---------------------------------------------------------------------------------------------
// Something that is there

/** @param {string} text */
const read = async (text) => study(await post(`/api/analysis/tree?language=${model.language}`, text, "text/plain"));

function useTexts() {
  byId("from-text")?.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    trying(() => read(byId("pasted").value));
  });
  byId("file")?.addEventListener("change", () => trying(async () => read(await byId("file").files[0].text())));
}

function showKept() {
  const entries = list(kind);
  byId("kept-here").hidden = !entries.length;
  byId("kept").replaceChildren(...entries.map(keptLine));
}

/** @param {import("./kept.js").Entry} entry */
function keptLine({ id, game, names, changed }) {
  const link = Object.assign(part("a", words.games[game] ?? game), { href: `#${id}` });
  const facts = Object.assign(part("span", `${names.join(", ")} · ${new Date(changed).toLocaleString(model.language)}`), { className: "facts what" });
  const remove = Object.assign(part("button", words.remove), { type: "button" });
  remove.addEventListener("click", () => (forget(kind, id), showKept()));
  return part("li", link, facts, remove);
}

// ---------------------------------------------------------------------------------------------
// By its address

async function arrive() {
  const table = new URLSearchParams(location.search).get("table");
  const id = location.hash.slice(1);
  const position = location.pathname.replace(/^\/(analyse|real)\/?/, "");
  await trying(async () => {
    const kept = id ? keptTree(id) : null;
    if (kept) await enter({ id, ...kept });
    else if (table) await study(await get(`/api/tables/${encodeURIComponent(table)}/tree?${look(model.language)}`));
    else if (position) await read(decodeURIComponent(position));
  });
  if (byId("table").hidden) showKept();
}

export function useBeginning() {
  useForms(begin);
  useTexts();
  addEventListener("hashchange", () => location.reload());
  addEventListener("popstate", () => location.reload());
  return arrive();
}
