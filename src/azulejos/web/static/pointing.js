// @ts-check
// Pointing at a table, by mouse, finger or keys: what a place would do is shown; what is pressed is handed on.

import { byId } from "./dom.js";
import { aimAt, aimedAt, letBe, stand } from "./ghosts.js";
import { model } from "./model.js";
import { spotAt } from "./spots.js";
import { neighbour, placeAt, stops } from "./stage.js";

/** @typedef {{ target: HTMLElement }} Aimed an event at something on the table */
/** @typedef {(target: HTMLElement, isFinger?: boolean) => unknown} Touch */

const root = byId("table");
const LISTS = "#history, #others, #tree"; // in which arrows scroll

// Whatever was pressed shows it at once, before anybody has answered.
/** @param {Element | null | undefined} pressed @param {Promise<unknown>} answer */
export function mark(pressed, answer) {
  pressed?.classList.add("picked");
  answer.finally(() => pressed?.classList.remove("picked"));
}

// Pointing at a place says what it would do.
/** @param {Element} target @param {PointerEvent | null} event */
function aim(target, event = null) {
  const place = placeAt(/** @type {HTMLElement} */ (target));
  if (place) aimAt(place, event);
  else letBe();
  byId("aim").textContent = (place ?? spotAt(target))?.getAttribute("aria-label") ?? "";
}

/** @param {Touch} touch */
function usePointer(touch) {
  root.addEventListener("click", (/** @type {Aimed & PointerEvent} */ event) => touch(event.target, event.pointerType === "touch"));
  root.addEventListener("pointerover", (/** @type {Aimed & PointerEvent} */ event) => event.pointerType === "mouse" && aim(event.target, event));
  root.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && aimedAt() && stand(event));
  root.addEventListener("pointerleave", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && letBe());
  root.addEventListener("focusin", (/** @type {Aimed} */ event) => event.target.matches(":focus-visible") && aim(event.target));
  root.addEventListener("focusout", () => model.byKeys && (letBe(), (byId("aim").textContent = "")));
}

/** @param {KeyboardEvent} event @param {Touch} touch @param {Record<string, () => unknown>} shortcuts */
function press(event, touch, shortcuts) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
  model.byKeys = true;
  const place = stops().find((stop) => stop === target);
  const isPress = event.key === "Enter" || event.key === " ";
  const shortcut = shortcuts[event.key.toLowerCase()];
  if (isPress && place) {
    event.preventDefault();
    if (!event.repeat) touch(target);
  } else if (event.key.startsWith("Arrow") && !target.closest?.(LISTS)) {
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

/** @param {Touch} touch what happens to what is pressed @param {Record<string, () => unknown>} shortcuts by their keys */
export function usePointing(touch, shortcuts) {
  usePointer(touch);
  addEventListener("pointerdown", () => (model.byKeys = false));
  addEventListener("keydown", (event) => press(event, touch, shortcuts));
}
