// @ts-check
// Clocks: the server's figures, counted on from when they came. Nobody hears every second of them.

import { all, byId } from "./dom.js";
import { said } from "./words.js";

/** @import { ClockFacts, State } from "answers" */

const { language } = byId("table").dataset;
const SECOND = 1000;
const HURRY = 30; // seconds left of a live clock: then it is said once

/** @type {(ClockFacts & { at: number, turn: number, isMine: boolean, say: (text: string) => void }) | null} */
let told = null; // the clocks as the server told them, when, and how to say more
/** @type {number | null} */
let hurried = null; // the turn in which somebody was told to hurry

/** @param {State} state @param {(text: string) => void} say */
export function keepTime(state, say) {
  told = state.clock && { ...state.clock, at: Date.now(), turn: state.turn_number, isMine: state.is_mine, say };
  byId("time").hidden = !told || told.runs === null;
  byId("time").dataset.clock = told?.runs ?? "";
  tick();
}

function tick() {
  if (!told) return;
  for (const clock of all(".clock[data-clock]:not([hidden])")) {
    const seat = Number(clock.dataset.clock);
    const isRunning = seat === told.runs;
    const left = Math.max(0, told.left[seat] - (isRunning ? (Date.now() - told.at) / SECOND : 0));
    clock.textContent = duration(left);
    clock.classList.toggle("runs", isRunning);
    if (isRunning && told.isMine && told.kind === "live" && left <= HURRY && hurried !== told.turn) {
      hurried = told.turn;
      told.say(said("hurry", { time: duration(left) }));
    }
  }
}

/** @param {number} n @param {string} unit */
const amount = (n, unit) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: unit === "day" ? "long" : "short" }).format(n);

/** @param {number} seconds */
function duration(seconds) {
  const whole = Math.floor(seconds);
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60)];
  if (days) return `${amount(days, "day")} ${amount(hours, "hour")}`;
  if (hours) return `${amount(hours, "hour")} ${amount(minutes % 60, "minute")}`;
  return `${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

setInterval(() => document.hidden || tick(), SECOND);
