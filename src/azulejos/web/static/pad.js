// @ts-check
// What chance is asked, answered by hand: a button for each answer, with a picture of the piece where there is one.

import { byId } from "./dom.js";
import { here, play } from "./moment.js";
import { part } from "./sheet.js";
import { picture, symbolOf } from "./sprites.js";

/** @import { Lot } from "answers" */

// The piece that a choice is about: what its name ends with, as the drawings know it.
/** @param {string} choice */
function pieceOf(choice) {
  const [verb, ...rest] = choice.split(" ");
  const names = [rest.join(" "), `dome ${rest.join(" ")}`, `chip ${rest.join(" ")}`, `expansion ${rest.join(" ")}`];
  const wanted = verb === "draw" ? names : [...names.slice(1), names[0]];
  return wanted.find((name) => document.getElementById(symbolOf(name)));
}

/** @param {Lot} lot */
function answer({ choice, label }) {
  const piece = pieceOf(choice);
  const button = Object.assign(part("button"), { type: "button", title: label });
  button.dataset.lot = choice;
  button.setAttribute("aria-label", label);
  button.append(piece ? picture(piece) : label);
  button.addEventListener("click", () => play([choice]));
  return button;
}

export function showPad() {
  const lots = here.shown?.chance ?? [];
  byId("pad").hidden = !lots.length;
  byId("pad-title").textContent = here.shown?.question ?? "";
  const before = [...byId("answers").children].map(({ dataset }) => dataset.lot).join();
  if (before === lots.map(({ choice }) => choice).join()) return; // the same buttons stay under the finger
  byId("answers").replaceChildren(...lots.map(answer));
}

export function usePad() {
  addEventListener("moment", showPad);
  byId("draw").addEventListener("click", () => {
    byId("lot").checked = true;
    return play([]);
  });
}
