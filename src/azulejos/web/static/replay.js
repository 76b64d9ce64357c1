// A game to step through.

import { get, look, post } from "./api.js";
import { show } from "./stage.js";

const byId = (id) => document.getElementById(id);
const root = byId("replay");
const { table, language } = root.dataset;
const slider = byId("at");

async function go(count) {
  const at = Math.min(Math.max(count, 0), Number(slider.max));
  slider.value = at;
  byId("count").textContent = `${at} / ${slider.max}`;
  const shown = await get(`/api/tables/${table}/at/${at}?${look(language)}`);
  if (Number(slider.value) !== at) return; // it has been moved on meanwhile
  show(shown);
  byId("note").textContent = shown.told.flatMap((step) => step.sentences.map((sentence) => sentence.text)).join(" ");
}

slider.addEventListener("input", () => go(Number(slider.value)));
byId("back").addEventListener("click", () => go(Number(slider.value) - 1));
byId("on").addEventListener("click", () => go(Number(slider.value) + 1));
byId("branch").addEventListener("click", async () => {
  const { table: next } = await post(`/api/tables/${table}/branch?count=${slider.value}`, {});
  location.href = `/tables/${next}`;
});
addEventListener("settings", () => go(Number(slider.value)));
go(Number(slider.value));
