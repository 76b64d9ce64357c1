// @ts-check
// What all pages of the room for analysis have: pointing at the table, a larger board, settings.

import { byId } from "./dom.js";
import { useFinger } from "./finger.js";
import { aimAt, aimedAt, tellsSomething } from "./ghosts.js";
import { useLarger } from "./larger.js";
import { go, here, kind, play } from "./moment.js";
import { say } from "./paint.js";
import { mark, usePointing } from "./pointing.js";
import { change, setting } from "./settings.js";
import { placeAt, places } from "./stage.js";
import { said, words } from "./words.js";

const isReal = kind === "real"; // there, whoever taps has chosen already
const FEW = 5; // choices that can be told in a sentence

/** @param {HTMLElement} target @param {boolean} isFinger */
function touch(target, isFinger = false) {
  const place = placeAt(target);
  const choice = place?.dataset.choice ?? "";
  if (place && isFinger && !isReal && aimedAt() !== choice && tellsSomething(choice)) aimAt(place);
  else if (place) mark(place, play([choice]));
  else if (target.closest("[data-place]")) refuse();
}

// Nothing can be chosen there: what the rules allow instead, and where. What is asked stands above already.
function refuse() {
  const labels = new Map(places().map((place) => [place.dataset.choice, place.getAttribute("aria-label") ?? ""]));
  let instead = "";
  if (here.shown?.turn === -1) instead = isReal ? words.chance_first : here.shown.question;
  else if (labels.size > FEW) instead = said("marked", { offer: marked("#offer"), board: marked("#own") });
  else if (labels.size) instead = said("possible", { choices: [...labels.values()].join(" · ") });
  say(`${words.nothing} ${instead}`.trim());
}

/** @param {string} part of the table */
const marked = (part) => new Set(places().flatMap((place) => (place.closest(part) ? [place.dataset.choice] : []))).size;

/** @param {Record<string, () => unknown>} shortcuts by their keys */
export function useRoom(shortcuts) {
  useFinger(isReal);
  useLarger();
  usePointing(touch, shortcuts);
  byId("speed").value = setting("speed");
  byId("speed").addEventListener("change", () => change("speed", byId("speed").value));
  byId("letters").checked = setting("letters") === "true";
  byId("letters").addEventListener("change", () => change("letters", `${byId("letters").checked}`));
  addEventListener("settings", () => here.shown && go(here.node));
}
