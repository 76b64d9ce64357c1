// Runs before anything is drawn, so that a dark page never flashes light.
(() => {
  /** @param {string} query */
  const wish = (query) => matchMedia(query).matches;
  const system = wish("(prefers-contrast: more)") ? "contrast" : wish("(prefers-color-scheme: dark)") ? "dark" : "light";
  document.documentElement.dataset.theme = localStorage.getItem("azulejos-theme") ?? system;
})();
