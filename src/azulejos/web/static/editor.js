// @ts-check
// The editor of positions: where it begins, what is told of the position, and where it leads.

import { look, post } from "./api.js";
import { all, byId } from "./dom.js";
import { useEntries } from "./entries.js";
import { pick, useHands } from "./holding.js";
import { edited, freshId, keepTree } from "./kept.js";
import { model } from "./model.js";
import { useForms } from "./newgame.js";
import { usePalette } from "./palette.js";
import { usePlaces } from "./places.js";
import { lookAgain, open, redo, setup, undo } from "./setup.js";
import { change as changeSetting, setting } from "./settings.js";
import { part } from "./sheet.js";
import { beginning } from "./tree.js";
import { said, words } from "./words.js";

/** @import { Start } from "answers" */

const ON = "#on"; // in the address, as long as something is set up

// ---------------------------------------------------------------------------------------------
// Where it begins

/** @param {Start} start */
async function begin(start) {
  byId("error").textContent = "";
  try {
    await open(start);
    byId("beginning").hidden = true;
    byId("table").hidden = false;
    if (location.hash !== ON) history.pushState(null, "", ON);
  } catch (error) {
    byId("error").textContent = error.message || words.lost;
  }
}

// The end of what somebody has pasted, or of what an address says.
/** @param {string} text */
async function read(text) {
  byId("error").textContent = "";
  try {
    const { start, nodes } = await post(`/api/analysis/tree?language=${model.language}`, text, "text/plain");
    const { document, names } = await post(`/api/analysis?${look(model.language)}&draw=false`, { start, choices: mainLine(nodes) });
    await begin({ ...start, names, position: document });
  } catch (error) {
    byId("error").textContent = error.message || words.lost;
  }
}

/** @param {{ parent: number, choice: string }[]} nodes */
function mainLine(nodes) {
  /** @type {string[]} */
  const choices = [];
  for (let at = -1; ; ) {
    const next = nodes.findIndex(({ parent }) => parent === at);
    if (next < 0) return choices;
    choices.push(nodes[next].choice);
    at = next;
  }
}

function arrive() {
  const position = new URLSearchParams(location.search).get("position");
  const before = location.hash === ON ? edited() : null;
  if (before) return begin(before);
  return position ? read(position) : undefined;
}

// ---------------------------------------------------------------------------------------------
// What is told

function tell() {
  const { problems, line } = setup.shown;
  const [first, ...more] = problems;
  byId("status").textContent = more.length ? said("and_more", { first, n: more.length }) : first ? said("impossible", { first }) : words.sound;
  byId("wrong").hidden = !problems.length;
  byId("problems").replaceChildren(...problems.map((problem) => part("li", problem)));
  byId("undo").disabled = !setup.past.length;
  byId("redo").disabled = !setup.future.length;
  byId("play").disabled = byId("books").disabled = line === null;
  byId("line").parentElement.hidden = line === null;
  if (line === null) return;
  byId("line").href = addressOf(line);
  byId("line").nextElementSibling.textContent = line;
}

/** @param {string} line a position */
const addressOf = (line) => `/analyse/${line.replaceAll(" ", "_").split("/").map(encodeURIComponent).join("/")}`;

// The position as the beginning of an analysis, or of a game with real tiles.
/** @param {"analysis" | "real"} kind @param {string} address */
function goOn(kind, address) {
  const { names, document: position, line } = setup.shown;
  const [id, root] = [freshId(), beginning()];
  const isKept = keepTree(kind, id, { ...setup.start, names, position }, root, root, names);
  location.href = isKept ? `${address}#${id}` : addressOf(line ?? "");
}

usePlaces();
usePalette(pick);
useEntries();
useHands();
useForms(begin);
addEventListener("setup", tell);
addEventListener("settings", () => setup.shown && lookAgain());
addEventListener("popstate", () => location.reload());
byId("letters").checked = setting("letters") === "true";
byId("letters").addEventListener("change", () => changeSetting("letters", `${byId("letters").checked}`));
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("play").addEventListener("click", () => goOn("analysis", "/analyse"));
byId("books").addEventListener("click", () => goOn("real", "/real"));
byId("from-text").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  read(byId("pasted").value);
});
all("#speed").forEach((speed) => (speed.closest("p").hidden = true)); // nothing moves by itself
await arrive();
