// @ts-check
// A tree of variations: choices, and after each of them those that were tried. The first goes on with its line.

/** @import { Branch, Made } from "answers" */
/** @typedef {Made & { comment: string, parent: Grown | null, children: Grown[] }} Grown a choice in a tree, or its beginning */

/** @returns {Grown} the beginning, before any choice */
export const beginning = (comment = "") => ({ choice: "", words: "", seat: null, turn_number: 0, round: 0, comment, parent: null, children: [] });

// The choice after another one, there already or new.
/** @param {Grown} node @param {Made} made @returns {Grown} */
export function grow(node, made) {
  const known = node.children.find(({ choice }) => choice === made.choice);
  if (known) return known;
  const fresh = { ...made, comment: "", parent: node, children: [] };
  node.children.push(fresh);
  return fresh;
}

// All choices from the beginning to this one.
/** @param {Grown} node @returns {Grown[]} */
export function line(node) {
  const found = [];
  for (let at = node; at.parent; at = at.parent) found.push(at);
  return found.reverse();
}

// The last choice of a line, as it goes on by its first choices.
/** @param {Grown} node @returns {Grown} */
export function endOf(node) {
  let at = node;
  while (at.children.length) at = at.children[0];
  return at;
}

/** @param {Grown} node */
const isFirst = (node) => node.parent?.children[0] === node;

/** @param {Grown} node @returns {Grown | undefined} where the variation begins in which it stands */
export const branchOf = (node) => line(node).findLast((each) => !isFirst(each));

/** @param {Grown} node @param {number} place among those that follow the same choice */
function move(node, place) {
  const siblings = /** @type {Grown} */ (node.parent).children;
  siblings.splice(siblings.indexOf(node), 1);
  siblings.splice(place, 0, node);
}

// The variation in which it stands comes one place forward.
/** @param {Grown} node */
export function promote(node) {
  const begun = branchOf(node);
  if (begun?.parent) move(begun, begun.parent.children.indexOf(begun) - 1);
}

// The line that leads to it becomes the main line.
/** @param {Grown} node */
export function makeMain(node) {
  for (const each of line(node)) if (!isFirst(each)) move(each, 0);
}

// It goes, with all that follows. What is left is the choice before it.
/** @param {Grown} node @returns {Grown} */
export function remove(node) {
  const { parent } = node;
  if (!parent) return node;
  const at = parent.children.indexOf(node);
  if (at >= 0) parent.children.splice(at, 1); // or it has gone already
  return parent;
}

// ---------------------------------------------------------------------------------------------
// As a list, in which each choice comes after the one that it follows

/** @param {Grown} root @returns {Branch[]} */
export function flat(root) {
  /** @type {Branch[]} */
  const found = [];
  /** @type {{ node: Grown, parent: number }[]} */
  const waiting = root.children.map((node) => ({ node, parent: -1 })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { parent: _, children, ...facts } = next.node;
    const place = found.push({ ...facts, parent: next.parent }) - 1;
    waiting.push(...children.map((node) => ({ node, parent: place })).reverse());
  }
  return found;
}

/** @param {Branch[]} nodes @returns {Grown} the beginning */
export function unfold(nodes, comment = "") {
  const root = beginning(comment);
  /** @type {Grown[]} */
  const made = [];
  for (const { parent, comment: its, ...facts } of nodes) {
    const before = made[parent] ?? root;
    const node = { ...facts, comment: its, parent: before, children: [] };
    before.children.push(node);
    made.push(node);
  }
  return root;
}
