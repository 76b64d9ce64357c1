// @ts-check
// The tree on the page: turns one after the other, and below a turn what was tried in its place.

import { isSameTurn } from "./acts.js";
import { byId } from "./dom.js";
import { changed, go, here } from "./moment.js";
import { part } from "./sheet.js";
import { branchOf, line, makeMain, promote, remove } from "./tree.js";
import { said, words } from "./words.js";

/** @import { Grown } from "./tree.js" */

// The choices of a turn, as long as nothing else was tried between them.
/** @param {Grown} first @returns {Grown[]} */
function turnFrom(first) {
  const found = [first];
  for (let at = first; at.children.length === 1 && isSameTurn(at, at.children[0]) && !at.comment; at = at.children[0]) found.push(at.children[0]);
  return found;
}

// A turn in words; of what was dealt, how much.
/** @param {Grown[]} turn */
function wordsOf(turn) {
  const [{ seat }] = turn;
  if (seat === null && turn.length > 1) return said("dealt", { n: turn.length });
  const told = turn.map(({ words: its }, i) => (i ? its[0].toLowerCase() + its.slice(1) : its)).join(", ");
  return seat === null ? told : `${here.shown?.names[seat]}: ${told}`;
}

/** @param {Grown[]} turn */
function entry(turn) {
  const last = turn[turn.length - 1];
  const button = Object.assign(part("button", wordsOf(turn)), { type: "button", className: "turn" });
  if (turn.includes(here.node)) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => go(last));
  const item = part("li", button);
  if (last.comment) item.append(Object.assign(part("p", last.comment), { className: "comment" }));
  return item;
}

// A line to its end; what was tried in place of a choice comes below the turn that it begins.
/** @param {Grown} first @param {HTMLElement} list */
function addLine(first, list) {
  /** @type {Grown | undefined} */
  let next = first;
  while (next) {
    const turn = turnFrom(next);
    const item = entry(turn);
    list.append(item);
    if (next.parent?.children[0] === next) for (const other of next.parent.children.slice(1)) addVariation(other, item);
    next = turn[turn.length - 1].children[0];
  }
}

/** @param {Grown} first @param {HTMLElement} item */
function addVariation(first, item) {
  const list = Object.assign(part("ol"), { className: "variation" });
  addLine(first, list);
  item.append(list);
}

export function showTree() {
  const list = part("ol");
  const root = Object.assign(part("button", words.begin), { type: "button", className: "turn" });
  if (here.node === here.root) root.setAttribute("aria-current", "true");
  root.addEventListener("click", () => go(here.root));
  list.append(part("li", root));
  if (here.root.children.length) addLine(here.root.children[0], list);
  byId("tree").replaceChildren(list);
  const current = byId("tree").querySelector("[aria-current]");
  const frame = byId("tree");
  if (current) frame.scrollTop += current.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 3;
  showTools();
}

function showTools() {
  const { node } = here;
  byId("back").disabled = !node.parent;
  byId("on").disabled = !node.children.length;
  if (!byId("promote")) return;
  byId("promote").disabled = byId("main-line").disabled = !branchOf(node);
  byId("delete").disabled = !node.parent;
  byId("comment").value = node.comment;
}

// ---------------------------------------------------------------------------------------------
// One step back or on: a turn, or all that was dealt

export const back = () =>
  go(() => {
    const [last, ...before] = line(here.node).reverse();
    return last && (before.find((node) => !isSameTurn(node, last)) ?? here.root);
  });

// The last choice alone.
export const undo = () => go(() => (here.node.parent ? remove(here.node) : undefined));

export const on = () =>
  go(() => {
    let [next] = here.node.children;
    while (next?.children.length && isSameTurn(next, next.children[0])) [next] = next.children;
    return next;
  });

export function useTree() {
  addEventListener("moment", showTree);
  byId("back").addEventListener("click", back);
  byId("on").addEventListener("click", on);
  if (!byId("promote")) return;
  byId("promote").addEventListener("click", () => (promote(here.node), changed()));
  byId("main-line").addEventListener("click", () => (makeMain(here.node), changed()));
  byId("delete").addEventListener("click", undo);
  byId("comment").addEventListener("change", () => {
    here.node.comment = byId("comment").value.replaceAll(/\s+/g, " ").replaceAll(/\p{C}/gu, "").trim();
    changed();
  });
}
