// @ts-check
// Company: what people at the table say, who comes and goes, and what the table was opened for. Whoever doesn't want to
// read it mutes it; nothing else depends on it.

import { freshKey, look, post, Refusal } from "./api.js";
import { byId } from "./dom.js";
import { waitedFor } from "./opened.js";
import { change, setting } from "./settings.js";
import { part } from "./sheet.js";
import { said, words } from "./words.js";

/** @import { Note, State } from "answers" */
/** @typedef {{ kind: string, name: string, text: string, seat: number | null }} Line */

const { table, language } = byId("table").dataset;
/** @type {import("./api.js").Base} */
const base = `/api/tables/${table}`;
const MOST = 200; // lines that are shown
const NEAR = 40; // pixels from the end: whoever reads there wants to read on
const SPOKEN = ["message", "reaction"];
const AWAY = 8000; // milliseconds until somebody has left: a reload or a glance at another tab is nothing to speak of
let read = 0; // the number of the last note that is shown
/** @type {number[]} */
let held = [];
/** @type {Set<number>} */
let present; // who was said to be here, once it is known
/** @type {Record<number, number>} */
const leaving = {}; // timers of those who are away, and may come back at once

const isMuted = () => setting("mute") === "true";

// ---------------------------------------------------------------------------------------------
// What is said

/** @param {State} state */
export function showCompany(state) {
  held = state.held;
  present ??= new Set(state.here);
  const people = state.seats.filter((seat) => seat.is_persons).length;
  const isTogether = state.seats.some((seat, n) => seat.is_persons && !held.includes(n)); // somebody is elsewhere
  const mayTalk = state.talks !== null && (state.talks === "watchers" || isTogether);
  byId("talk").hidden = byId("reactions").hidden = !mayTalk;
  byId("talk-name").hidden = state.talks !== "watchers";
  byId("circle").textContent = mayTalk ? words[state.talks === "watchers" ? "to_watchers" : "to_seats"] : "";
  byId("manners").hidden = people < 2;
  byId("manners").textContent = words[state.manners.advice ? "with_advice" : "without_advice"];
  const isHost = held.length === 1 && Object.keys(waitedFor(table)).length > 0;
  if (isHost && !isGreeted && !localStorage.getItem("name")) greet(held[0], state.names[held[0]]);
  const isFirst = read === 0;
  const news = (state.notes ?? []).filter(({ number }) => number > read);
  news.forEach((note) => add(note));
  read = Math.max(read, state.last);
  const last = news.at(-1);
  if (last && !isFirst) tell(last);
  byId("company").hidden = !mayTalk && !byId("notes").childElementCount && !isTogether;
}

/** @param {Line} note */
const isSpoken = ({ kind }) => SPOKEN.includes(kind);

// Names and texts are other people's: they are put in as text, and can't turn the line around.
/** @param {Line} note */
function add(note) {
  const [list, frame] = [byId("notes"), byId("said")];
  const isAtEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR;
  const text = part("bdi", note.text);
  const item = isSpoken(note) ? part("li", part("b", part("bdi", note.name || words.somebody)), " ", text) : part("li", text);
  item.dataset.seat = `${note.seat}`;
  item.className = `${note.kind} ${isSpoken(note) ? "spoken" : "happened"}`;
  list.append(item);
  while (list.childElementCount > MOST) list.firstElementChild.remove();
  if (isAtEnd) frame.scrollTop = frame.scrollHeight;
}

// Whoever looks at the board reads it above the board.
/** @param {Line} note */
function tell(note) {
  const isMine = note.seat !== null && held.includes(note.seat);
  if (isMine || (isSpoken(note) && isMuted())) return;
  byId("note").textContent = isSpoken(note) ? `${note.name || words.somebody}: ${note.text}` : note.text;
}

// Who comes and goes is in no log: only those hear of it who are here.
/** @param {State} state @param {number[]} here */
export function sayWhoIsHere(state, here) {
  present ??= new Set(state.here);
  for (const [n, { name, has_come: hasCome }] of state.seats.entries()) {
    const is = here.includes(n);
    clearTimeout(leaving[n]);
    if (present.has(n) === is || state.held.includes(n)) continue;
    const isLogged = !hasCome || byId("notes").lastElementChild?.matches(`.came[data-seat="${n}"]`); // that somebody comes at last
    if (is && isLogged) present.add(n);
    else if (is) sayPresence(n, name, true);
    else leaving[n] = setTimeout(() => sayPresence(n, name, false), AWAY);
  }
}

/** @param {number} seat @param {string} name @param {boolean} isHere */
function sayPresence(seat, name, isHere) {
  if (isHere) present.add(seat);
  else present.delete(seat);
  const note = { kind: "presence", seat, name, text: said(isHere ? "is_here" : "has_left", { name }) };
  add(note);
  tell(note);
  byId("company").hidden = false;
}

// ---------------------------------------------------------------------------------------------
// Saying something

// `what`: a message or a reaction. A refusal is said in the server's words, and what was typed stays.
/** @param {"messages" | "reactions"} path @param {object} what */
async function speak(path, what) {
  const name = byId("talk-name").hidden ? "" : byId("talk-name").value.trim();
  if (name) localStorage.setItem("name", name);
  try {
    const found = await post(`${base}/${path}?${look(language)}`, { ...what, name, key: freshKey() });
    found.notes.filter(({ number }) => number > read).forEach((note) => add(note));
    read = Math.max(read, ...found.notes.map(({ number }) => number));
    return true;
  } catch (error) {
    byId("note").textContent = error instanceof Refusal ? error.message : words.lost;
    return false;
  }
}

/** @param {string} text */
async function write(text) {
  const field = byId("talk-text");
  if (text && (await speak("messages", { text })) && field.value.trim() === text) field.value = "";
}

/** @param {[string, string]} reaction */
function button([reaction, text]) {
  const element = Object.assign(part("button", text), { type: "button" });
  element.addEventListener("click", () => speak("reactions", { reaction }));
  return element;
}

function showMute() {
  byId("mute").checked = isMuted();
  byId("company").classList.toggle("muted", isMuted());
}

export function useCompany() {
  byId("reactions").append(...words.reactions.map(button));
  byId("talk-name").value = localStorage.getItem("name") ?? "";
  byId("talk").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    write(byId("talk-text").value.trim());
  });
  byId("mute").addEventListener("change", () => change("mute", `${byId("mute").checked}`));
  addEventListener("settings", showMute);
  showMute();
}

// ---------------------------------------------------------------------------------------------
// A guest is asked for a name, once; and whoever waits for guests and has never given one

let isGreeted = false;

/** @param {number} seat @param {string} name what the seat was called before */
export function greet(seat, name) {
  const [form, field] = [byId("greet"), byId("greet-name")];
  isGreeted = true;
  form.addEventListener("submit", (/** @type {Event} */ event) => introduce(event, seat, name));
  form.hidden = false;
  field.value = localStorage.getItem("name") ?? name;
  field.addEventListener("focus", () => field.select(), { once: true });
}

/** @param {Event} event @param {number} seat @param {string} name */
async function introduce(event, seat, name) {
  event.preventDefault();
  const wanted = byId("greet-name").value.trim();
  if (!wanted) return;
  localStorage.setItem("name", wanted);
  try {
    if (wanted !== name) await post(`${base}/seats/${seat}/name?${look(language)}`, { name: wanted });
    byId("greet").hidden = true;
  } catch (error) {
    byId("note").textContent = error instanceof Refusal ? error.message : words.lost;
  }
}
