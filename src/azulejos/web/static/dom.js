// @ts-check
// Finding things on the page.

/**
 * The element with this id, whatever kind it is.
 * @type {(id: string) => any}
 */
export const byId = (id) => document.getElementById(id);

/**
 * All elements that a selector finds.
 * @type {(selector: string) => any[]}
 */
export const all = (selector) => [...document.querySelectorAll(selector)];
