// @ts-check
// Where a game can be looked at: before its first turn, and after each turn and what chance did then.

/** @import { Told } from "answers" */
/** @typedef {{ first: number, count: number }} Stop the number of choices before a turn, and after it and what chance did then */

/** @param {Told[]} told @returns {Stop[]} */
export function stopsOf(told) {
  /** @type {Stop[]} */
  const found = [{ first: 0, count: 0 }];
  let turn = "";
  told.forEach(({ seat, turn_number: number }, i) => {
    if (seat !== null && turn !== `${seat}.${number}`) {
      turn = `${seat}.${number}`;
      found.push({ first: i, count: i });
    }
    found[found.length - 1].count = i + 1;
  });
  return found;
}
