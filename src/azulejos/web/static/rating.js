// @ts-check
// Puzzles that this browser has answered, and how well. They are never sent.

const NAME = "azulejos-puzzles";
const FIRST = 1200; // of whoever has answered none
const MOST = 32; // by which one answer moves it
const DAY = 86_400_000; // milliseconds

/** @typedef {{ rating: number, streak: number, days: number, day: string, tried: string, answered: Record<string, boolean> }} Kept */

/** @returns {Kept} */
export function kept() {
  const empty = { rating: FIRST, streak: 0, days: 0, day: "", tried: "", answered: {} };
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return empty; // something else has written there
  }
}

// As Elo's: a puzzle is an opponent, and whoever solves it has won.
/** @param {number} mine @param {number} puzzles @param {boolean} isRight */
const change = (mine, puzzles, isRight) => Math.round(MOST * (Number(isRight) - 1 / (1 + 10 ** ((puzzles - mine) / 400))));

// The first answer counts, and no other; a day has its own first answer, should its puzzle have been answered before. By how much
// has the rating changed?
/** @param {string} id @param {number} rating of the puzzle @param {boolean} isRight @param {string} day its date, if it is today's puzzle @returns {number | null} */
export function count(id, rating, isRight, day) {
  const [now, next] = [kept(), kept()];
  const gained = id in now.answered ? null : change(now.rating, rating, isRight);
  if (gained !== null) {
    next.answered[id] = isRight;
    Object.assign(next, { rating: now.rating + gained, streak: isRight ? now.streak + 1 : 0 });
  }
  if (day && day !== now.tried) {
    next.tried = day;
    if (isRight) Object.assign(next, { day, days: isNext(now.day, day) ? now.days + 1 : 1 });
  }
  localStorage.setItem(NAME, JSON.stringify(next));
  return gained;
}

/** @param {string} before @param {string} day */
const isNext = (before, day) => Date.parse(day) - Date.parse(before) === DAY;

// Days in a row, today or until yesterday.
/** @param {string} today */
export function days(today) {
  const { day, days: found } = kept();
  return day === today || isNext(day, today) ? found : 0;
}
