// @ts-check
// The sentences of a page, in its language: the server writes them into one block of JSON, see web/wording.py.

import { byId } from "./dom.js";

/** @type {Record<string, any>} */
export const words = JSON.parse(byId("words").textContent);

// A sentence with its facts filled in.
/** @type {(name: string, facts: Record<string, string | number>) => string} */
export const said = (name, facts) => words[name].replaceAll(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ fact) => facts[fact]);

// A share of one.
/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;
