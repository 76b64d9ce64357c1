// Settings of this browser: theme, speed, letters. The system's wishes are the defaults.

const defaults = {
  theme: () => (matchMedia("(prefers-contrast: more)").matches ? "contrast" : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"),
  speed: () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal"),
  letters: () => "false",
};

export function setting(name) {
  return localStorage.getItem(`azulejos-${name}`) ?? defaults[name]();
}

export function change(name, value) {
  localStorage.setItem(`azulejos-${name}`, value);
  apply();
  dispatchEvent(new CustomEvent("settings"));
}

function apply() {
  document.documentElement.dataset.theme = setting("theme");
}

apply();
const themes = document.getElementById("theme");
if (themes) {
  themes.value = setting("theme");
  themes.addEventListener("change", () => change("theme", themes.value));
}
