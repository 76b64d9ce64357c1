// @ts-check
// Forms for the variants of a game: what was picked in them.

import { all } from "./dom.js";

// Items that were picked one by one, or the steps of a wheel with the points of their criteria.
/** @param {HTMLFormElement} form @param {string} name */
function picked(form, name) {
  const worded = (/** @type {any} */ criterion) => `${criterion.value} ${criterion.nextElementSibling.value}`;
  const criteria = (/** @type {Element} */ step) => [...step.querySelectorAll(`[name="step-${name}"]`)].map(worded).join(", ");
  const steps = [...form.querySelectorAll(".step")].map(criteria);
  return steps.length ? steps.join("; ") : new FormData(form).getAll(`pick-${name}`).filter(Boolean).join(",");
}

// The options of a game as a form sets them.
/** @param {HTMLFormElement} form @returns {Record<string, string>} */
export function optionsOf(form) {
  const named = [...new FormData(form)].filter(([key]) => key.startsWith("option-"));
  return Object.fromEntries(named.map(([key, value]) => [key.slice(7), `${value}` || picked(form, key.slice(7))]));
}

// Items of an option are picked only where no preset is.
for (const select of all("select[name^=option-]")) {
  const name = select.name.slice(7);
  const picks = select.form.querySelectorAll(`[name="pick-${name}"], [name="step-${name}"]`);
  const show = () => picks.forEach((/** @type {any} */ pick) => (pick.closest(".pick").hidden = select.value !== ""));
  select.addEventListener("change", show);
  show();
}
