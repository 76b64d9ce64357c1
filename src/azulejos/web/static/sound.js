// @ts-check
// Soft sounds, made here: glazed tiles that touch, and a warm chord at the end. Silent until somebody has done something.

import { isAsked, model } from "./model.js";
import { change, setting } from "./settings.js";

/** @typedef {"take" | "lay" | "score" | "floor" | "turn" | "end"} Kind */

/** @type {AudioContext | null} */
let audio = null;
/** @type {Partial<Record<Kind, number>>} */
const played = {}; // when each was last heard, so that twenty tiles at once don't hiss; points are heard as their tile lies down

const LEAST = 0.028; // seconds between two sounds of a kind
const SOON = 0.01; // seconds until a sound begins: while it is planned time goes on, and half a beginning would click
const BUZZ = 60; // milliseconds

// Notes: frequency, when it begins, how long it sounds, how loud. All kinds are about as loud to the ear, which hears
// high and long notes better than low and short ones.
/** @type {Record<Kind, [number, number, number, number][]>} */
const NOTES = {
  take: [[1180, 0, 0.08, 0.14], [2350, 0, 0.05, 0.06]],
  lay: [[760, 0, 0.13, 0.14], [1530, 0, 0.07, 0.06], [3050, 0, 0.03, 0.02]],
  score: [[880, 0, 0.22, 0.06], [1320, 0.05, 0.28, 0.05]],
  floor: [[330, 0, 0.17, 0.17], [246, 0.05, 0.2, 0.14]],
  turn: [[587, 0, 0.3, 0.07], [880, 0.13, 0.42, 0.065]],
  end: [[262, 0, 1.6, 0.055], [330, 0.07, 1.6, 0.05], [392, 0.14, 1.7, 0.05], [523, 0.21, 1.9, 0.045]],
};
const SILENT = 0.0001; // beside what is loud; a curve of shares never reaches nothing

const isOn = () => setting("sound") === "on";

// Browsers let nobody be loud, or shaken, who has not touched the page.
const hasBeenTouched = () => navigator.userActivation?.hasBeenActive ?? false;

/** @param {Kind} kind */
export function play(kind) {
  if (!isOn() || document.hidden || !hasBeenTouched()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const now = audio.currentTime;
  if (now - (played[kind] ?? -1) < LEAST) return;
  played[kind] = now;
  for (const note of NOTES[kind]) strike(audio, note, now + SOON);
  dispatchEvent(new CustomEvent("sound", { detail: kind }));
}

// A struck tile: at once loud, then fading to nothing, so that neither end clicks; its short high notes are the edge.
/** @param {AudioContext} heard @param {[number, number, number, number]} note @param {number} now */
function strike(heard, [frequency, after, length, loudness], now) {
  const [tone, volume] = [heard.createOscillator(), heard.createGain()];
  const begin = now + after;
  const end = begin + length;
  tone.type = length > 0.2 ? "sine" : "triangle";
  tone.frequency.setValueAtTime(frequency * (0.985 + 0.03 * Math.random()), begin);
  volume.gain.setValueAtTime(SILENT, begin);
  volume.gain.exponentialRampToValueAtTime(loudness, begin + Math.min(0.004, length / 8));
  volume.gain.exponentialRampToValueAtTime(SILENT, end);
  volume.gain.linearRampToValueAtTime(0, end + 0.02);
  tone.connect(volume).connect(heard.destination);
  tone.start(begin);
  tone.stop(end + 0.02);
}

// ---------------------------------------------------------------------------------------------
// My turn, and the end

let turn = -1; // the last that was seen
let isOver = true; // was it over already?

export function notice() {
  const { state } = model;
  const isNew = turn !== -1 && turn !== state.turn_number;
  const ends = turn !== -1 && state.over && !isOver;
  const begins = isNew && isAsked();
  [turn, isOver] = [state.turn_number, state.over];
  if (ends) play("end");
  else if (begins) play("turn");
  if (begins) dispatchEvent(new CustomEvent("turn"));
  if (begins && setting("buzz") === "true" && hasBeenTouched()) navigator.vibrate?.(BUZZ);
}

// ---------------------------------------------------------------------------------------------
// The switch

/** @param {HTMLElement} button */
export function useSound(button) {
  const show = () => button.setAttribute("aria-pressed", `${isOn()}`);
  addEventListener("settings", show);
  show();
}

export function switchSound() {
  change("sound", isOn() ? "off" : "on");
  play("lay");
}
