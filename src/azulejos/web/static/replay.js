// A game to step through.

import { hideAlternatives, showAlternatives } from "./advice.js";
import { get, look, post } from "./api.js";
import { show } from "./stage.js";

const byId = (id) => document.getElementById(id);
const root = byId("replay");
const { table, language } = root.dataset;
const slider = byId("at");
let viewer = null; // whose board is large: the same one all the time
let turnAt = null; // how many choices came before the turn that is shown

async function go(count) {
  const at = Math.min(Math.max(count, 0), Number(slider.max));
  slider.value = at;
  byId("count").textContent = `${at} / ${slider.max}`;
  byId("first").disabled = byId("back").disabled = at === 0;
  byId("on").disabled = byId("end").disabled = at === Number(slider.max);
  try {
    const shown = await get(`/api/tables/${table}/at/${at}?${look(language)}`);
    if (Number(slider.value) !== at) return; // it has been moved on meanwhile
    viewer ??= shown.viewer;
    if (turnAt !== shown.turn_at) hideAlternatives();
    turnAt = shown.turn_at;
    byId("look-back").disabled = turnAt === null;
    show(shown, viewer, true);
    byId("note").textContent = shown.told.flatMap((step) => step.sentences.map((sentence) => sentence.text)).join(" ");
  } catch (refusal) {
    byId("note").textContent = refusal.message;
  }
}

slider.addEventListener("input", () => go(Number(slider.value)));
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(Number(slider.value) - 1));
byId("on").addEventListener("click", () => go(Number(slider.value) + 1));
byId("end").addEventListener("click", () => go(Number(slider.max)));
byId("look-back").addEventListener("click", async () => {
  byId("note").textContent = root.dataset.searching;
  try {
    await showAlternatives(`/api/tables/${table}`, turnAt, look(language), root.dataset, language);
    byId("note").textContent = "";
  } catch (refusal) {
    byId("note").textContent = refusal.message;
  }
});
byId("branch").addEventListener("click", async () => {
  try {
    const { table: next } = await post(`/api/tables/${table}/branch?count=${slider.value}&${look(language)}`, {});
    location.href = `/tables/${next}`;
  } catch (refusal) {
    byId("note").textContent = refusal.message;
  }
});
addEventListener("settings", () => go(Number(slider.value)));
go(location.hash ? Number(location.hash.slice(1)) || 0 : Number(slider.value));
