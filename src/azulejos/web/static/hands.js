// @ts-check
// Hands: mouse, touch, keyboard and buttons.

import { byId } from "./dom.js";
import { finish, hint, lookBack, review } from "./hints.js";
import { isWhole, model } from "./model.js";
import { say } from "./paint.js";
import { change, setting } from "./settings.js";
import { neighbour, placeAt, places } from "./stage.js";
import { answer, choose, heard, play, rematch, reveal, takeBack, undo } from "./talk.js";
import { words } from "./words.js";

const root = byId("table");

/** @typedef {{ target: HTMLElement }} Aimed an event at something on the table */

const PRESSED = {
  confirm: play,
  cancel: takeBack,
  undo,
  reveal,
  hint,
  finish,
  rematch,
  review,
  agree: () => answer(true),
  refuse: () => answer(false),
  "look-back": lookBack,
};
/** @type {Record<string, () => unknown>} */
const SHORTCUTS = { p: play, u: undo, h: hint, a: lookBack, f: finish, escape: takeBack, "?": listKeys };

const isNarrow = () => matchMedia("(max-width: 599px)").matches;

/** @param {HTMLElement} target */
function touch(target) {
  const place = placeAt(target);
  if (place) choose(place.dataset.choice);
  else if (target.closest("#others") && isNarrow()) byId("others").classList.toggle("large");
  else if (target.closest("[data-place]")) say(isWhole() ? words.whole : words.nothing);
}

// Pointing at a place says what it would do.
/** @param {Aimed} event */
function aim(event) {
  byId("aim").textContent = placeAt(event.target)?.getAttribute("aria-label") ?? "";
}

function listKeys() {
  const list = byId("settings");
  list.open = !list.open;
  if (list.open) list.querySelector("summary").focus();
}

/** @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT"].includes(target.tagName)) return;
  model.byKeys = true;
  const place = target.closest?.("[data-choice]");
  const isPress = event.key === "Enter" || event.key === " ";
  const shortcut = SHORTCUTS[event.key.toLowerCase()];
  if (isPress && (place || target.id === "others")) {
    event.preventDefault();
    if (!event.repeat) touch(target);
  } else if (event.key.startsWith("Arrow") && !target.closest?.("#history, #others")) {
    const next = place ? neighbour(place, event.key) : places()[0];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  } else if (shortcut && !event.repeat) {
    event.preventDefault();
    shortcut();
  }
}

export function useHands() {
  root.addEventListener("click", (/** @type {Aimed} */ event) => touch(event.target));
  root.addEventListener("pointerover", (/** @type {Aimed & PointerEvent} */ event) => event.pointerType === "mouse" && aim(event));
  root.addEventListener("focusin", aim);
  root.addEventListener("focusout", () => (byId("aim").textContent = ""));
  addEventListener("pointerdown", () => (model.byKeys = false));
  addEventListener("keydown", press);
  for (const [id, job] of Object.entries(PRESSED)) byId(id).addEventListener("click", job);
  byId("speed").value = setting("speed");
  byId("speed").addEventListener("change", () => change("speed", byId("speed").value));
  byId("letters").checked = setting("letters") === "true";
  byId("letters").addEventListener("change", () => change("letters", `${byId("letters").checked}`));
  addEventListener("settings", () => heard(null));
}
