// @ts-check
// Settings of this browser.

import { byId } from "./dom.js";

const defaults = {
  theme: () => document.documentElement.dataset.theme ?? "light", // see theme.js
  speed: () => "normal", // who wants less motion sees the same, without flights
  letters: () => "false",
  sound: () => "off",
  atonce: () => "false", // are whole turns played without asking?
  buzz: () => "true", // does a phone say by shaking that it is my turn?
  goon: () => "off", // does the card of a round go by itself?
};

/** @param {keyof typeof defaults} name */
export function setting(name) {
  return localStorage.getItem(`azulejos-${name}`) ?? defaults[name]();
}

/** @param {keyof typeof defaults} name @param {string} value */
export function change(name, value) {
  localStorage.setItem(`azulejos-${name}`, value);
  apply();
  dispatchEvent(new CustomEvent("settings"));
}

function apply() {
  document.documentElement.dataset.theme = setting("theme");
  document.documentElement.dataset.speed = setting("speed");
}

apply();
const themes = byId("theme");
themes.value = setting("theme");
themes.addEventListener("change", () => change("theme", themes.value));

// Another tab has changed something.
addEventListener("storage", (event) => {
  if (!event.key?.startsWith("azulejos-")) return;
  apply();
  themes.value = setting("theme");
  dispatchEvent(new CustomEvent("settings"));
});
