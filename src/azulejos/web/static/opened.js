// @ts-check
// What this browser remembers: the tables it has shown, and links that nobody has opened yet.

/** @typedef {{ id: string, search: string, game: string, names: string[], when: number }} Remembered */

const MOST = 24; // tables

/** @param {string} name @param {string} otherwise */
const read = (name, otherwise) => JSON.parse(localStorage.getItem(name) ?? otherwise);

/** @param {string} name @param {unknown} value */
function write(name, value) {
  const text = JSON.stringify(value);
  if (localStorage.getItem(name) !== text) localStorage.setItem(name, text);
}

// The newest first.
/** @type {() => Remembered[]} */
export const tables = () => read("tables", "[]");

// `search`: of the address under which the table was shown.
/** @param {string} id @param {string} search @param {string} game @param {string[]} names */
export function remember(id, search, game, names) {
  const others = tables().filter((table) => table.id !== id || table.search !== search);
  write("tables", [{ id, search, game, names, when: Date.now() }, ...others].slice(0, MOST));
}

// Somebody does not want to see it in the list any more; the table itself stays.
/** @param {string} id @param {string} search */
export function forget(id, search) {
  write("tables", tables().filter((table) => table.id !== id || table.search !== search));
}

// The secrets of seats that are waited for.
/** @type {(table: string) => Record<string, string>} */
export const waitedFor = (table) => read(`links-${table}`, "{}");

/** @param {string} table @param {Record<string, string>} secrets */
export function wait(table, secrets) {
  if (Object.keys(secrets).length) write(`links-${table}`, secrets);
  else localStorage.removeItem(`links-${table}`);
}

// Such an address means another machine wherever else it is opened.
export const isOnlyHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** @param {string} table @param {number} seat @param {string} secret */
export const linkOf = (table, seat, secret) => `${location.origin}/tables/${table}#${seat}.${secret}`;
