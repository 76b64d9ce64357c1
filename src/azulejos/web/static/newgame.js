// @ts-check
// The forms of a new game: which, who plays, its variants.

import { all, byId } from "./dom.js";
import { optionsOf } from "./variants.js";

/** @import { Start } from "answers" */

const which = byId("which");

/** @param {(start: Start) => unknown} begin */
export function useForms(begin) {
  const show = () => all("form[data-game]").forEach((form) => (form.hidden = form.dataset.game !== which.value));
  which.addEventListener("change", show);
  show();
  for (const form of all("form[data-game]")) {
    const seats = () => form.querySelectorAll("[data-seat]").forEach((/** @type {HTMLElement} */ seat) => setSeat(seat, Number(form.elements.players.value)));
    form.elements.players.addEventListener("change", seats);
    seats();
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      begin(wanted(form));
    });
  }
}

/** @param {HTMLElement} seat @param {number} players */
function setSeat(seat, players) {
  seat.hidden = Number(seat.dataset.seat) > players;
  /** @type {HTMLInputElement} */ (seat.querySelector("input")).disabled = seat.hidden;
}

/** @param {HTMLFormElement} form @returns {Start} */
function wanted(form) {
  const data = new FormData(form);
  const names = [...data].filter(([key]) => key.startsWith("name-")).map(([, name]) => `${name}`.trim());
  const facts = { game: form.dataset.game ?? "", players: names.length, first: `${data.get("first")}` };
  return { ...facts, options: optionsOf(form), names, position: null };
}
