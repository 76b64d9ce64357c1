// @ts-check
// Hands: mouse, touch, keyboard and buttons.

import { byId } from "./dom.js";
import { aimAt, aimedAt, letBe, mayFollow, tellsSomething } from "./ghosts.js";
import { finish, hint, lookBack, review, tellFinish } from "./hints.js";
import { isWhole, model } from "./model.js";
import { say } from "./paint.js";
import { mark, usePointing } from "./pointing.js";
import { change, setting } from "./settings.js";
import { switchSound, useSound } from "./sound.js";
import { insteadAt, isLastPlace, spotAt } from "./spots.js";
import { placeAt, placeOf } from "./stage.js";
import { answer, choose, heard, play, rematch, reveal, takeBack, undo } from "./talk.js";
import { words } from "./words.js";

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
  sound: switchSound,
};
/** @type {Record<string, () => unknown>} */
const SHORTCUTS = { p: play, u: undo, h: hint, a: lookBack, f: finish, s: switchSound, escape: takeBack, "?": listKeys };

// A finger can't hover: its first touch shows what a place would do, the second one chooses it.
/** @param {HTMLElement} target @param {boolean} isFinger */
function touch(target, isFinger = false) {
  const place = placeAt(target);
  const other = insteadAt(target);
  const following = aimedAt() && spotAt(target)?.dataset.spot;
  if (place && isFinger && aimedAt() !== place.dataset.choice && tellsSomething(place.dataset.choice)) aimAt(place);
  else if (place) mark(place, choose(place.dataset.choice));
  else if (following && mayFollow(aimedAt() ?? "", following)) goOn(following);
  else if (isLastPlace(target)) mark(spotAt(target), play());
  else if (other) mark(spotAt(target), choose(other.choice, other.kept));
  else if (target.closest("[data-place]")) say(isWhole() ? words.whole : words.nothing);
}

// A tile was shown, and then one of the places where it can go: the tile is chosen, and the place is shown.
/** @param {string} name */
async function goOn(name) {
  await choose(aimedAt() ?? "");
  const place = placeOf(name);
  if (place) aimAt(place);
}

function useFinish() {
  byId("finish").addEventListener("pointerenter", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && tellFinish());
  byId("finish").addEventListener("focus", () => model.byKeys && tellFinish());
  for (const kind of ["pointerout", "blur"]) byId("finish").addEventListener(kind, letBe);
}

function listKeys() {
  const list = byId("settings");
  list.open = !list.open;
  if (list.open) list.querySelector("summary").focus();
}

export function useHands() {
  usePointing(touch, SHORTCUTS);
  useFinish();
  for (const [id, job] of Object.entries(PRESSED)) byId(id).addEventListener("click", () => mark(byId(id), Promise.resolve(job())));
  useSound(byId("sound"));
  byId("speed").value = setting("speed");
  byId("speed").addEventListener("change", () => change("speed", byId("speed").value));
  for (const name of /** @type {const} */ (["letters", "together", "atonce", "buzz"])) {
    byId(name).checked = setting(name) === "true";
    byId(name).addEventListener("change", () => change(name, `${byId(name).checked}`));
  }
  byId("goon").checked = setting("goon") === "on";
  byId("goon").addEventListener("change", () => change("goon", byId("goon").checked ? "on" : "off"));
  addEventListener("settings", () => heard(null));
}
