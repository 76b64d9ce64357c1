// @ts-check
// Hands: mouse, touch, keyboard and buttons.

import { byId } from "./dom.js";
import { aimAt, aimedAt, letBe, mayFollow, stand, tellsSomething } from "./ghosts.js";
import { finish, hint, lookBack, review, tellFinish } from "./hints.js";
import { isWhole, model } from "./model.js";
import { say } from "./paint.js";
import { change, setting } from "./settings.js";
import { switchSound, useSound } from "./sound.js";
import { insteadAt, isLastPlace, spotAt } from "./spots.js";
import { neighbour, placeAt, placeOf, stops } from "./stage.js";
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
  sound: switchSound,
};
/** @type {Record<string, () => unknown>} */
const SHORTCUTS = { p: play, u: undo, h: hint, a: lookBack, f: finish, s: switchSound, escape: takeBack, "?": listKeys };

// Whatever was pressed shows it at once, before anybody has answered.
/** @param {Element | null | undefined} pressed @param {Promise<unknown>} answer */
function mark(pressed, answer) {
  pressed?.classList.add("picked");
  answer.finally(() => pressed?.classList.remove("picked"));
}

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

// Pointing at a place says what it would do.
/** @param {Element} target @param {PointerEvent | null} event */
function aim(target, event = null) {
  const place = placeAt(/** @type {HTMLElement} */ (target));
  if (place) aimAt(place, event);
  else letBe();
  byId("aim").textContent = (place ?? spotAt(target))?.getAttribute("aria-label") ?? "";
}

function usePointer() {
  root.addEventListener("click", (/** @type {Aimed & PointerEvent} */ event) => touch(event.target, event.pointerType === "touch"));
  root.addEventListener("pointerover", (/** @type {Aimed & PointerEvent} */ event) => event.pointerType === "mouse" && aim(event.target, event));
  root.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && aimedAt() && stand(event));
  root.addEventListener("pointerleave", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && letBe());
  root.addEventListener("focusin", (/** @type {Aimed} */ event) => event.target.matches(":focus-visible") && aim(event.target));
  root.addEventListener("focusout", () => model.byKeys && (letBe(), (byId("aim").textContent = "")));
  byId("finish").addEventListener("pointerenter", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && tellFinish());
  byId("finish").addEventListener("focus", () => model.byKeys && tellFinish());
  for (const kind of ["pointerout", "blur"]) byId("finish").addEventListener(kind, letBe);
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
  const place = stops().find((stop) => stop === target);
  const isPress = event.key === "Enter" || event.key === " ";
  const shortcut = SHORTCUTS[event.key.toLowerCase()];
  if (isPress && place) {
    event.preventDefault();
    if (!event.repeat) touch(target);
  } else if (event.key.startsWith("Arrow") && !target.closest?.("#history, #others")) {
    const next = place ? neighbour(place, event.key) : stops()[0];
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
  usePointer();
  addEventListener("pointerdown", () => (model.byKeys = false));
  addEventListener("keydown", press);
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
