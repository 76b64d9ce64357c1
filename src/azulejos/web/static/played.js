// @ts-check
// The games that were finished in this browser. They are kept here alone and never sent.

/**
 * How a game ended for whoever held one seat of it.
 * @typedef {{ table: string, seat: number, game: string, when: number, players: string[], scores: number[], winners: number[] }} Played
 */

const KEY = "played";
const MOST = 5000; // games

/** @type {() => Played[]} */
export const played = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");

// A game counts once for a seat, and only for somebody who holds one seat alone.
/** @param {string} table @param {string} game @param {{ over: boolean, held: number[], scores: number[], winners: number[] }} end @param {string[]} players */
export function note(table, game, { over, held, scores, winners }, players) {
  if (!over || held.length !== 1 || players[held[0]] !== "person") return;
  const all = played();
  if (all.some((each) => each.table === table && each.seat === held[0])) return;
  all.push({ table, seat: held[0], game, when: Date.now(), players, scores, winners });
  localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST)));
}

export const forgetPlayed = () => localStorage.removeItem(KEY);
