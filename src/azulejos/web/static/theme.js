// Runs before anything is drawn, so that a dark page never flashes light. Unless somebody has chosen a theme, it is the
// system's, also when that changes.
(() => {
  const [contrast, dark] = ["(prefers-contrast: more)", "(prefers-color-scheme: dark)"].map((query) => matchMedia(query));
  function apply() {
    const chosen = localStorage.getItem("azulejos-theme") ?? "system";
    const system = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
    document.documentElement.dataset.theme = chosen === "system" ? system : chosen;
  }
  apply();
  addEventListener("theme", apply); // see settings.js
  for (const wish of [contrast, dark]) {
    wish.addEventListener("change", () => {
      apply();
      dispatchEvent(new CustomEvent("settings"));
    });
  }
})();
