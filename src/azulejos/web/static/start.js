// The start page: open a table, go on with one, or upload a record.

import { post } from "./api.js";
import { all, byId } from "./dom.js";
import { tables, wait } from "./opened.js";
import { words } from "./words.js";

/** @import { SeatIn, TableIn } from "answers" */
/** @import { Remembered } from "./opened.js" */

const error = byId("error");

// The links of those who aren't at this screen are kept until they have come.
/** @param {TableIn} wanted */
async function open(wanted) {
  try {
    const { table, secrets } = await post("/api/tables", wanted);
    wait(table, Object.fromEntries(Object.entries(secrets).filter(([seat]) => wanted.seats[Number(seat)].here === false)));
    location.href = `/tables/${table}`;
  } catch (refusal) {
    error.textContent = refusal.message;
  }
}

for (const button of all("[data-quick]")) {
  button.addEventListener("click", () => {
    const seats = [{ name: button.dataset.name }, { name: button.dataset.bot, player: button.dataset.bot }];
    open({ game: button.dataset.quick, seats });
  });
}

// Items that were picked one by one, or the steps of a wheel with the points of their criteria.
/** @param {HTMLFormElement} form @param {string} name */
function picked(form, name) {
  const worded = (/** @type {any} */ criterion) => `${criterion.value} ${criterion.nextElementSibling.value}`;
  const criteria = (/** @type {Element} */ step) => [...step.querySelectorAll(`[name="step-${name}"]`)].map(worded).join(", ");
  const steps = [...form.querySelectorAll(".step")].map(criteria);
  return steps.length ? steps.join("; ") : new FormData(form).getAll(`pick-${name}`).filter(Boolean).join(",");
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

for (const form of all("form[data-game]")) {
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = new FormData(form);
    /** @type {SeatIn[]} */
    const seats = [];
    /** @type {Record<string, string>} */
    const options = {};
    for (const [key, value] of /** @type {Iterable<[string, string]>} */ (data)) {
      const [kind, which] = [key.slice(0, key.indexOf("-")), key.slice(key.indexOf("-") + 1)];
      if (kind === "option") options[which] = value || picked(form, which);
      if (kind === "player" && value) seats.push(seated(value, `${data.get(`name-${which}`)}`.trim()));
    }
    open({ game: form.dataset.game, options, seats, clock: clock(data), public: data.has("public") });
  });
}

// Items of an option are picked only where no preset is.
for (const select of all("select[name^=option-]")) {
  const name = select.name.slice(7);
  const picks = select.form.querySelectorAll(`[name="pick-${name}"], [name="step-${name}"]`);
  const show = () => picks.forEach((/** @type {any} */ pick) => (pick.closest(".pick").hidden = select.value !== ""));
  select.addEventListener("change", show);
  show();
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
  const show = () => (told.textContent = select.selectedOptions[0].dataset.strength ?? "");
  select.addEventListener("change", show);
  show();
}

byId("upload").addEventListener("change", async () => {
  const [file] = byId("upload").files;
  if (!file) return;
  try {
    const { table } = await post("/api/records", await file.text(), "text/plain");
    location.href = `/tables/${table}/replay`;
  } catch (refusal) {
    error.textContent = refusal.message;
  }
});

// The tables that this browser has shown.
const list = byId("tables");
const ages = new Intl.RelativeTimeFormat(list.dataset.language);

/** @param {number} minutes */
function age(minutes) {
  if (minutes < 60) return ages.format(-Math.floor(minutes), "minute");
  if (minutes < 48 * 60) return ages.format(-Math.floor(minutes / 60), "hour");
  return ages.format(-Math.floor(minutes / 60 / 24), "day");
}

/** @param {string} text @param {string} href */
function link(text, href) {
  const element = document.createElement("a");
  element.textContent = text;
  element.href = href;
  return element;
}

/** @param {Remembered} table */
function line({ id, search, game, names, when }) {
  const item = document.createElement("li");
  const [what, facts] = ["what", "facts"].map((name) => Object.assign(document.createElement("span"), { className: name }));
  what.append(link(byId(`game-${game}`)?.textContent ?? game, `/tables/${id}${search}`));
  facts.textContent = `${names.join(", ")}; ${age((Date.now() - when) / 60_000)}`;
  item.append(what, facts, link(words.replay, `/tables/${id}/replay${search}`));
  return item;
}

function listTables() {
  list.replaceChildren(...tables().map(line));
  byId("no-tables").hidden = list.children.length > 0;
}

addEventListener("pageshow", listTables); // also when the browser has kept the page for Back and Forward
