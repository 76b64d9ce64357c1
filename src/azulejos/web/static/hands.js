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
const SHORTCUTS = { p: play, u: undo, h: hint, a: lookBack, f: finish, escape: takeBack, "?": listKeys };

const isNarrow = () => matchMedia("(max-width: 599px)").matches;

function touch(target) {
  const place = placeAt(target);
  if (place) choose(place.dataset.choice);
  else if (target.closest("#others") && isNarrow()) byId("others").classList.toggle("large");
  else if (target.closest("[data-place]")) say(isWhole() ? words.whole : words.nothing);
}

// Pointing at a place says what it would do.
function aim(event) {
  byId("aim").textContent = placeAt(event.target)?.getAttribute("aria-label") ?? "";
}

function listKeys() {
  const list = byId("settings");
  list.open = !list.open;
  if (list.open) list.querySelector("summary").focus();
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
  model.byKeys = true;
  const place = event.target.closest?.("[data-choice]");
  const isPress = event.key === "Enter" || event.key === " ";
  const shortcut = SHORTCUTS[event.key.toLowerCase()];
  if (isPress && (place || event.target.id === "others")) {
    event.preventDefault();
    if (!event.repeat) touch(event.target);
  } else if (event.key.startsWith("Arrow") && !event.target.closest?.("#history, #others")) {
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
  root.addEventListener("click", (event) => touch(event.target));
  root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && aim(event));
  root.addEventListener("focusin", aim);
  root.addEventListener("focusout", () => (byId("aim").textContent = ""));
  addEventListener("pointerdown", () => (model.byKeys = false));
  addEventListener("keydown", press);
  for (const [id, job] of Object.entries(PRESSED)) byId(id).addEventListener("click", job);
  byId("speed").value = setting("speed");
  byId("speed").addEventListener("change", (event) => change("speed", event.target.value));
  byId("letters").checked = setting("letters") === "true";
  byId("letters").addEventListener("change", (event) => change("letters", `${event.target.checked}`));
  addEventListener("settings", () => heard(null));
}
