// @ts-check
// The form of the start page: any seats, variants and clocks, for one game at a time.

import { all, byId } from "./dom.js";
import { open } from "./opening.js";
import { optionsOf } from "./variants.js";
import { words } from "./words.js";

/** @import { SeatIn, TableIn } from "answers" */

const which = byId("which");

// The form of one game is there at a time, and the fold is open where somebody asks for it.
function show() {
  for (const form of all("form[data-game]")) form.hidden = form.dataset.game !== which.value;
}

which.addEventListener("change", show);
show();

for (const link of all("[data-more]")) {
  link.addEventListener("click", () => {
    which.value = link.dataset.more;
    show();
    byId("more").open = true;
    which.focus({ preventScroll: true });
  });
}

/** @param {string} player @param {string} name @returns {SeatIn} */
function seated(player, name) {
  if (player === "friend") return { name, player: "person", here: false };
  return { name: player === "person" ? name : player, player };
}

/** @param {{ get: (name: string) => any }} data @returns {TableIn["clock"]} */
function clock(data) {
  const [kind, bot] = [data.get("clock"), data.get("bot")];
  if (kind === "live") return { kind, seconds: 60 * data.get("minutes"), increment: Number(data.get("increment")), bot };
  return kind ? { kind, seconds: 24 * 3600 * data.get("days"), bot } : null;
}

// Without a word about advice the server decides: at one screen everybody sees who asks.
/** @param {FormData} data @returns {Pick<TableIn, "advice" | "messages">} */
const manners = (data) => ({ advice: data.has("advice") || null, messages: !data.has("silent") });

// The first seat is mine: my name is the one that I gave last.
/** @param {HTMLFormElement} form */
function useName(form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name-1"));
  field.value = localStorage.getItem("name") ?? field.value;
  form.addEventListener("submit", () => field.value.trim() !== field.defaultValue && localStorage.setItem("name", field.value.trim()));
}

for (const form of all("form[data-game]")) {
  useName(form);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = new FormData(form);
    /** @type {SeatIn[]} */
    const seats = [];
    for (const [key, value] of /** @type {Iterable<[string, string]>} */ (data)) {
      const [kind, which] = [key.slice(0, key.indexOf("-")), key.slice(key.indexOf("-") + 1)];
      if (kind === "player" && value) seats.push(seated(value, `${data.get(`name-${which}`)}`.trim()));
    }
    const first = `${data.get("first")}`;
    open({ game: form.dataset.game, first, options: optionsOf(form), seats, clock: clock(data), public: data.has("public"), ...manners(data) });
  });
}

// What belongs to a clock is asked where there is one.
for (const select of all("select[name=clock]")) {
  const parts = [...select.form.querySelectorAll("[data-clock]")];
  const show = () => parts.forEach((part) => (part.hidden = !part.dataset.clock.split(" ").includes(select.value)));
  select.addEventListener("change", show);
  show();
}

// How strong the picked bot is, where that was measured.
for (const select of all("select[name^=player-]")) {
  const told = byId(select.getAttribute("aria-describedby"));
  const show = () => (told.textContent = words.strengths[select.value] ?? "");
  select.addEventListener("change", show);
  show();
}
