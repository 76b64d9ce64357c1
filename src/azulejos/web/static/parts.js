// @ts-check
// The drawings that this page holds, by the hash that the server gives each of them: whatever is here need not be
// sent again.

/** @import { Analysed, At, Preview, State } from "answers" */
/** @typedef {State | Preview | At | Analysed} Shown a position */
/** @typedef {{ hash: string, svg: string }} Drawing */

const MOST = 40; // drawings that are kept
const TOLD_MOST = 16; // hashes that a request may name

/** @type {Map<string, string>} */
const held = new Map(); // SVG by hash; what was used last stands at the end

/** @param {string} hash @param {string} svg */
function use(hash, svg) {
  held.delete(hash);
  held.set(hash, svg);
}

/**
 * Keep the drawings of an answer. It has those that were not named in `have`.
 * @param {Shown} answer
 */
export function keep({ parts, versions }) {
  for (const [name, hash] of Object.entries(versions)) use(hash, parts[name] ?? held.get(hash));
  for (const hash of [...held.keys()].slice(0, -MOST)) held.delete(hash);
}

// For the address of a request: which drawings of these answers need not come again.
/** @param {...(Shown | null)} answers */
export function have(...answers) {
  const hashes = new Set(answers.flatMap((answer) => Object.values(answer?.versions ?? {})));
  const told = [...hashes].filter((hash) => held.has(hash)).slice(0, TOLD_MOST);
  told.forEach((hash) => use(hash, held.get(hash) ?? ""));
  return told.length ? `&have=${told.join(".")}` : "";
}

// The drawings of an answer, by name, each with its hash.
/** @param {Shown} answer @returns {Record<string, Drawing>} */
export function drawings({ versions }) {
  return Object.fromEntries(Object.entries(versions).map(([name, hash]) => [name, { hash, svg: held.get(hash) ?? "" }]));
}
