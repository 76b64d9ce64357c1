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
    const seats = [{ name: button.dataset.name }, { name: "greedy-1", player: "greedy-1" }];
    open({ game: button.dataset.quick, seats });
  });
}

for (const form of document.querySelectorAll("form[data-game]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const seats = [];
    const options = {};
    for (const [key, value] of data) {
      const [kind, which] = [key.slice(0, key.indexOf("-")), key.slice(key.indexOf("-") + 1)];
      if (kind === "option") options[which] = value || data.getAll(`pick-${which}`).filter(Boolean).join(",");
      if (kind === "player" && value) seats.push({ name: value === "person" ? data.get(`name-${which}`).trim() : value, player: value });
    }
    open({ game: form.dataset.game, options, seats });
  });
}

// Items of an option are picked only where no preset is.
for (const select of document.querySelectorAll("select[name^=option-]")) {
  const picks = select.form.querySelectorAll(`[name="pick-${select.name.slice(7)}"]`);
  const show = () => picks.forEach((pick) => (pick.closest("label").hidden = select.value !== ""));
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
