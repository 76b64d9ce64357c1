// @ts-check
// Settings of this browser.

import { byId } from "./dom.js";

const defaults = {
  theme: () => "system",
  speed: () => "normal", // who wants less motion sees the same, without flights
  letters: () => "false",
  sound: () => "off",
  atonce: () => "false", // are whole turns played without asking?
  buzz: () => "true", // does a phone say by shaking that it is my turn?
  together: () => "false", // are all boards scored at once?
  mute: () => "false", // is what others say hidden?
  notify: () => "false", // does the browser say that it is my turn, while I look elsewhere?
  goon: () => "off", // does the card of a round go by itself?
};

/** @param {keyof typeof defaults} name */
const chosen = (name) => localStorage.getItem(`azulejos-${name}`) ?? defaults[name]();

// As it applies now: "system" is no theme to draw in, see theme.js.
/** @param {keyof typeof defaults} name */
export function setting(name) {
  return name === "theme" ? (document.documentElement.dataset.theme ?? "light") : chosen(name);
}

/** @param {keyof typeof defaults} name @param {string} value */
export function change(name, value) {
  localStorage.setItem(`azulejos-${name}`, value);
  apply();
  dispatchEvent(new CustomEvent("settings"));
}

function apply() {
  dispatchEvent(new Event("theme"));
  document.documentElement.dataset.speed = setting("speed");
}

apply();
const themes = byId("theme");
themes.value = chosen("theme");
themes.addEventListener("change", () => change("theme", themes.value));

// Another tab has changed something.
addEventListener("storage", (event) => {
  if (!Object.hasOwn(defaults, event.key?.replace(/^azulejos-/, "") ?? "")) return;
  apply();
  themes.value = chosen("theme");
  dispatchEvent(new CustomEvent("settings"));
});
