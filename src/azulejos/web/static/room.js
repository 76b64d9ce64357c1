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
import { placeAt } from "./stage.js";
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

// Nothing can be chosen there: what is asked instead, and what the rules allow.
function refuse() {
  const { turn, over, question, legal } = here.shown ?? { turn: null, over: true, question: "", legal: [] };
  const told = turn === -1 ? (isReal ? words.chance_first : words.chance_asked) : over ? "" : question;
  const few = legal.length && legal.length <= FEW ? said("possible", { choices: legal.map(({ label }) => label).join(" · ") }) : "";
  say([words.nothing, told, few].filter(Boolean).join(" "));
}

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
