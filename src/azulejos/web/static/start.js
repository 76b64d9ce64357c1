// @ts-check
// The start page: one click to a table, against a bot, with a friend or at this screen; or a record from a file.

import "./form.js";
import "./mine.js";
import { post } from "./api.js";
import { all, byId } from "./dom.js";
import { open, say } from "./opening.js";
import { words } from "./words.js";

const BOT = "azulejos-bot"; // the bot that was picked last

const me = () => ({ name: localStorage.getItem("name") || words.me });

/** @param {string} kind @param {() => any} other who sits at the other seat */
function lead(kind, other) {
  for (const button of all(`[data-${kind}]`)) button.addEventListener("click", () => open({ game: button.dataset[kind], seats: [me(), other()] }));
}

lead("quick", () => ({ name: picks[0].value, player: picks[0].value }));
lead("friend", () => ({ name: words.friend, here: false }));
lead("here", () => ({ name: words.other }));

// ---------------------------------------------------------------------------------------------
// Whom to play against: the same bot for all games, and for the next visit

const picks = all("[data-against]");

/** @param {string} bot */
function pick(bot) {
  for (const select of picks) {
    select.value = bot;
    const against = select.closest(".against");
    against.querySelector(".strength").textContent = words.strengths[bot];
    for (const face of against.querySelectorAll("[data-face]")) face.hidden = face.dataset.face !== bot;
  }
}

for (const select of picks) {
  select.addEventListener("change", () => {
    localStorage.setItem(BOT, select.value);
    pick(select.value);
  });
}

const kept = localStorage.getItem(BOT);
pick(kept && kept in words.bots ? kept : picks[0].value);

// ---------------------------------------------------------------------------------------------
// A record from a file

byId("upload").addEventListener("change", async () => {
  const [file] = byId("upload").files;
  if (!file) return;
  try {
    const { table } = await post("/api/records", await file.text(), "text/plain");
    location.href = `/tables/${table}/replay`;
  } catch (refusal) {
    say(refusal.message);
  }
});
