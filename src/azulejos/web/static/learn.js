// @ts-check
// Where a lesson begins, or goes on: this browser remembers how far somebody has come.

import { post } from "./api.js";
import { byId } from "./dom.js";
import { lessonOf } from "./lessons.js";
import { said } from "./words.js";

/** @type {{ game: string, language: string }} */
const { game, language } = byId("learn").dataset;
const [begin, goOn] = [byId("begin"), byId("go-on")];

begin.addEventListener("click", async () => {
  begin.disabled = true;
  try {
    const { table } = await post(`/api/lessons/${game}?language=${language}`, {});
    location.href = `/tables/${table}`;
  } catch (error) {
    byId("error").textContent = error.message;
    begin.disabled = false;
  }
});

// Also when the browser has kept the page for Back and Forward.
addEventListener("pageshow", () => {
  const kept = lessonOf(game);
  begin.disabled = false;
  goOn.hidden = !kept || kept.isDone;
  begin.classList.toggle("big", goOn.hidden);
  if (!kept || kept.isDone) return;
  goOn.href = `/tables/${kept.table}`;
  goOn.textContent = said("go_on", { n: kept.step, steps: kept.steps });
  begin.textContent = said("again", {});
});
