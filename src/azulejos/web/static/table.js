// A table: the draft of a turn, its preview, playing it, and following what others do.

import { freshKey, get, look, post } from "./api.js";
import { boxes, fly } from "./motion.js";
import { change, setting } from "./settings.js";
import { neighbour, places, show } from "./stage.js";

const byId = (id) => document.getElementById(id);
const root = byId("table");
const { table, language } = root.dataset;
const base = `/api/tables/${table}`;

let state = null; // what the server last said
let draft = []; // choices of a turn that isn't played yet
let isBusy = false;
let newest = 0; // the number of the last entry that the stream has told

// ---------------------------------------------------------------------------------------------
// The draft is kept over a reload, as long as the table has not gone on.

function keepDraft() {
  sessionStorage.setItem(`draft-${table}`, JSON.stringify({ last: state.last, draft }));
}

function keptDraft() {
  const kept = JSON.parse(sessionStorage.getItem(`draft-${table}`) ?? "null");
  return kept?.last === state.last ? kept.draft : [];
}

// ---------------------------------------------------------------------------------------------
// Showing

function paint(shown) {
  const focused = document.activeElement?.dataset?.choice;
  show(shown);
  byId("status").textContent = shown.question;
  byId("confirm").hidden = !shown.is_whole;
  byId("cancel").hidden = draft.length === 0;
  byId("end").hidden = !shown.over;
  byId("winner").textContent = shown.winners.map((seat) => shown.names[seat]).join(", ");
  document.title = `${shown.is_person && !shown.over ? "● " : ""}${byId("main").querySelector("h1").textContent} · Azulejos`;
  const again = focused && places().find((place) => place.dataset.choice === focused);
  (again ?? (focused ? places()[0] : null))?.focus();
}

function tell(steps) {
  const items = [];
  for (const step of steps) {
    for (const sentence of step.sentences) {
      const item = document.createElement("li");
      item.textContent = sentence.text;
      item.title = sentence.clause;
      if (sentence.is_scoring) item.className = sentence.points < 0 ? "loss" : "gain";
      items.push(item);
    }
  }
  byId("history").append(...items);
  byId("history").scrollTop = byId("history").scrollHeight;
}

function say(text) {
  byId("note").textContent = text;
}

function preview(shown) {
  const words = shown.told.flatMap((step) => step.sentences.map((sentence) => sentence.text));
  const gain = shown.gains.find((points, seat) => seat === state.turn && points);
  say(words.join(" ") + (gain ? ` ${gain > 0 ? "+" : "−"}${Math.abs(gain)}` : ""));
}

// ---------------------------------------------------------------------------------------------
// Talking with the server

async function refresh() {
  const known = state?.last ?? 0;
  const next = await get(`${base}?after=${known}&${look(language)}`);
  await accept(next, state !== null);
}

async function accept(next, animate) {
  const moves = next.told.flatMap((step) => step.moves);
  const before = animate ? boxes(moves) : new Map();
  const isNews = !state || next.last !== state.last;
  state = next;
  if (isNews) draft = keptDraft();
  if (draft.length) await look_ahead();
  else paint(next);
  tell(next.told);
  if (animate) await fly(moves, before);
}

async function look_ahead() {
  try {
    const shown = await post(`${base}/preview?${look(language)}`, { choices: draft });
    paint(shown);
    preview(shown);
  } catch (refusal) {
    draft = [];
    say(refusal.message);
    paint(state);
  }
  keepDraft();
}

async function choose(choice) {
  draft.push(choice);
  await look_ahead();
}

async function cancel() {
  draft.pop();
  keepDraft();
  say("");
  if (draft.length) await look_ahead();
  else paint(state);
}

async function send(path, body) {
  if (isBusy) return;
  isBusy = true;
  try {
    const next = await post(`${base}/${path}?${look(language)}`, { after: state.last, key: freshKey(), ...body });
    draft = [];
    say("");
    if (next.last < state.last + 1 || path === "undo") byId("history").replaceChildren();
    await accept(next, path !== "undo");
  } catch (refusal) {
    say(refusal.message);
    if (refusal.state) {
      draft = [];
      await accept(refusal.state, false);
    }
  } finally {
    isBusy = false;
    catchUp();
  }
}

// What came in while we were busy is fetched now.
async function catchUp() {
  if (isBusy || newest <= state.last) return;
  isBusy = true;
  try {
    await refresh();
  } finally {
    isBusy = false;
    if (newest > state.last) catchUp();
  }
}

const play = () => draft.length && !byId("confirm").hidden && send("turns", { choices: draft });
const undo = () => (draft.length ? cancel() : send("undo", {}));

async function hint() {
  try {
    const { label } = await get(`${base}/hint?language=${language}`);
    say(label);
  } catch (refusal) {
    say(refusal.message);
  }
}

async function rematch() {
  const { table: next } = await post(`${base}/branch?count=0`, {});
  location.href = `/tables/${next}`;
}

// ---------------------------------------------------------------------------------------------
// Following: a stream while the page is seen, nothing while it is hidden

let stream = null;

function follow() {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else if (!stream) {
    stream = new EventSource(`${base}/events?after=${state?.last ?? 0}`);
    stream.addEventListener("message", (event) => {
      newest = JSON.parse(event.data).last;
      catchUp();
    });
  }
}

// ---------------------------------------------------------------------------------------------
// Hands: mouse, touch, keyboard

root.addEventListener("click", (event) => {
  const place = event.target.closest("[data-choice]");
  if (place) choose(place.dataset.choice);
});

byId("confirm").addEventListener("click", play);
byId("cancel").addEventListener("click", cancel);
byId("undo").addEventListener("click", undo);
byId("hint").addEventListener("click", hint);
byId("rematch").addEventListener("click", rematch);

const keys = { p: play, u: undo, h: hint, Escape: () => draft.length && cancel(), "?": () => root.querySelector("details").toggleAttribute("open") };

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
  const place = event.target.closest?.("[data-choice]");
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(place.dataset.choice);
  } else if (event.key.startsWith("Arrow")) {
    const next = place ? neighbour(place, event.key) : places()[0];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  } else if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});

byId("speed").value = setting("speed");
byId("speed").addEventListener("change", (event) => change("speed", event.target.value));
byId("letters").checked = setting("letters") === "true";
byId("letters").addEventListener("change", (event) => change("letters", `${event.target.checked}`));
addEventListener("settings", () => get(`${base}?after=${state.last}&${look(language)}`).then((next) => accept(next, false)));
document.addEventListener("visibilitychange", follow);

await refresh();
follow();
