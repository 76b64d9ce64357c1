// @ts-check
// What this browser remembers: the tables it has shown, and links that nobody has opened yet.

const MOST = 24; // tables

const read = (name, otherwise) => JSON.parse(localStorage.getItem(name) ?? otherwise);

function write(name, value) {
  const text = JSON.stringify(value);
  if (localStorage.getItem(name) !== text) localStorage.setItem(name, text);
}

// The newest first.
export const tables = () => read("tables", "[]");

// `search`: of the address under which the table was shown.
export function remember(id, search, game, names) {
  const others = tables().filter((table) => table.id !== id || table.search !== search);
  write("tables", [{ id, search, game, names, when: Date.now() }, ...others].slice(0, MOST));
}

// The secrets of seats that are waited for.
export const waitedFor = (table) => read(`links-${table}`, "{}");

export function wait(table, secrets) {
  if (Object.keys(secrets).length) write(`links-${table}`, secrets);
  else localStorage.removeItem(`links-${table}`);
}

export const linkOf = (table, seat, secret) => `${location.origin}/tables/${table}#${seat}.${secret}`;
