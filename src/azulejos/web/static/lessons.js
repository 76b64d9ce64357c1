// @ts-check
// How far somebody has come in the lesson of each game: this browser remembers.

/** @typedef {{ table: string, step: number, steps: number, isDone: boolean }} Learned */

/** @type {() => Record<string, Learned>} */
const all = () => JSON.parse(localStorage.getItem("lessons") ?? "{}");

/** @param {string} game @returns {Learned | undefined} */
export const lessonOf = (game) => all()[game];

/** @param {string} game @param {Learned} learned */
export const keepLesson = (game, learned) => localStorage.setItem("lessons", JSON.stringify({ ...all(), [game]: learned }));
