// @ts-check
// Analyses and real tables that this browser keeps. They are never sent, unless to be drawn.

import { flat, unfold } from "./tree.js";

/** @import { Branch, Start } from "answers" */
/** @import { Grown } from "./tree.js" */
/** @typedef {{ start: Start, comment: string, nodes: Branch[], at: number }} Kept a tree, and the place in the list of where somebody was */
/** @typedef {{ id: string, game: string, names: string[], changed: number }} Entry a line of the list */

const MOST = 30;

/** @param {string} kind `analysis`, or `real` for tables with real tiles */
const listName = (kind) => `azulejos-trees-${kind}`;
/** @param {string} id */
const treeName = (id) => `azulejos-tree-${id}`;

export const freshId = () => crypto.getRandomValues(new Uint32Array(3)).join("");

/** @param {string} kind @returns {Entry[]} the newest first */
export function list(kind) {
  return JSON.parse(localStorage.getItem(listName(kind)) ?? "[]");
}

// Is it kept? Browsers have only so much room.
/** @param {string} kind @param {string} id @param {Start} start @param {Grown} root @param {Grown} node @param {string[]} names */
export function keepTree(kind, id, start, root, node, names) {
  const order = places(root);
  const kept = { start, comment: root.comment, nodes: flat(root), at: order.get(node) ?? -1 };
  const entries = [{ id, game: start.game, names, changed: Date.now() }, ...list(kind).filter((entry) => entry.id !== id)];
  entries.slice(MOST).forEach((entry) => localStorage.removeItem(treeName(entry.id)));
  try {
    localStorage.setItem(treeName(id), JSON.stringify(kept));
    localStorage.setItem(listName(kind), JSON.stringify(entries.slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

// Where each node stands in the list that `flat` makes.
/** @param {Grown} root */
function places(root) {
  /** @type {Map<Grown, number>} */
  const found = new Map();
  const waiting = [...root.children].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.set(node, found.size);
    waiting.push(...[...node.children].reverse());
  }
  return found;
}

/** @param {string} id @returns {{ start: Start, root: Grown, node: Grown } | null} */
export function keptTree(id) {
  const text = localStorage.getItem(treeName(id));
  if (!text) return null;
  /** @type {Kept} */
  const kept = JSON.parse(text);
  const root = unfold(kept.nodes, kept.comment);
  const node = [...places(root).keys()][kept.at] ?? root;
  return { start: kept.start, root, node };
}

/** @param {string} kind @param {string} id */
export function forget(kind, id) {
  localStorage.removeItem(treeName(id));
  localStorage.setItem(listName(kind), JSON.stringify(list(kind).filter((entry) => entry.id !== id)));
}

// ---------------------------------------------------------------------------------------------
// The position that is set up in this tab

const EDITED = "azulejos-editor";

/** @returns {Start | null} */
export const edited = () => JSON.parse(sessionStorage.getItem(EDITED) ?? "null");

/** @param {Start} start */
export const keepEdited = (start) => sessionStorage.setItem(EDITED, JSON.stringify(start));
