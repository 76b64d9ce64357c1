// The start page: open a table, or upload a record.

import { post } from "./api.js";

const error = document.getElementById("error");

async function open(wanted) {
  try {
    const { table } = await post("/api/tables", wanted);
    location.href = `/tables/${table}`;
  } catch (refusal) {
    error.textContent = refusal.message;
  }
}

for (const button of document.querySelectorAll("[data-quick]")) {
  button.addEventListener("click", () => {
    const seats = [{ name: button.dataset.name }, { name: button.dataset.bot, player: button.dataset.bot }];
    open({ game: button.dataset.quick, seats });
  });
}

// Items that were picked one by one, or the steps of a wheel with the points of their criteria.
function picked(form, name) {
  const worded = (criterion) => `${criterion.value} ${criterion.nextElementSibling.value}`;
  const criteria = (step) => [...step.querySelectorAll(`[name="step-${name}"]`)].map(worded).join(", ");
  const steps = [...form.querySelectorAll(".step")].map(criteria);
  return steps.length ? steps.join("; ") : new FormData(form).getAll(`pick-${name}`).filter(Boolean).join(",");
}

for (const form of document.querySelectorAll("form[data-game]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const seats = [];
    const options = {};
    for (const [key, value] of data) {
      const [kind, which] = [key.slice(0, key.indexOf("-")), key.slice(key.indexOf("-") + 1)];
      if (kind === "option") options[which] = value || picked(form, which);
      if (kind === "player" && value) seats.push({ name: value === "person" ? data.get(`name-${which}`).trim() : value, player: value });
    }
    open({ game: form.dataset.game, options, seats });
  });
}

// Items of an option are picked only where no preset is.
for (const select of document.querySelectorAll("select[name^=option-]")) {
  const name = select.name.slice(7);
  const picks = select.form.querySelectorAll(`[name="pick-${name}"], [name="step-${name}"]`);
  const show = () => picks.forEach((pick) => (pick.closest(".pick").hidden = select.value !== ""));
  select.addEventListener("change", show);
  show();
}

// How strong the picked bot is, where that was measured.
for (const select of document.querySelectorAll("select[name^=player-]")) {
  const told = document.getElementById(select.getAttribute("aria-describedby"));
  const show = () => (told.textContent = select.selectedOptions[0].dataset.strength ?? "");
  select.addEventListener("change", show);
  show();
}

document.getElementById("upload").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const { table } = await post("/api/records", await file.text(), "text/plain");
    location.href = `/tables/${table}/replay`;
  } catch (refusal) {
    error.textContent = refusal.message;
  }
});
