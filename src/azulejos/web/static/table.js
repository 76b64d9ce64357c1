// A table: the draft of a turn, its preview, playing it, and following what others do.

import { freshKey, get, look, Lost, post, Refusal } from "./api.js";
import { follow } from "./follow.js";
import { add, allSteps, chart, forget, scoreSheet } from "./history.js";
import { passOn } from "./links.js";
import { boxes, fly, skip } from "./motion.js";
import { remember } from "./opened.js";
import { showSeat } from "./seat.js";
import { showSeats, turnOf, useHands } from "./seats.js";
import { change, setting } from "./settings.js";
import { bringIntoSight, neighbour, placeAt, placeOf, places, show } from "./stage.js";

const byId = (id) => document.getElementById(id);
const root = byId("table");
const { table, game, language, rules } = root.dataset;
const words = root.dataset; // sentences in the language of the page
const base = `/api/tables/${table}`;
const LONG_THOUGHT = 1500; // milliseconds
const PATIENCE = 2000; // until the server is asked again
const NOT_NOW = [429, 502, 503, 504]; // what it, or a proxy before it, says when it should be asked again

let state = null; // what the server last said
let draft = []; // choices of a turn that isn't played yet
let isWhole = false; // is the draft a whole turn?
let newest = 0; // the number of the last entry that we have heard of
let byKeys = false; // does somebody play by keyboard? Then the focus goes along.
let opened = 0; // the turn in which the others at this screen have looked away
let isLost = false; // is the server away?
let patience = null; // until it is said that somebody is thinking
let unanswered = null; // what was sent without an answer: the same key is used again
let glance = null; // asks whether there is something new, see follow.js
let asked = null; // the wish that was answered here, and the key of the answer

// How we want to see the table: what only one person may know is not even asked for before the others look away.
const eyes = () => `${look(language)}&open=${opened}`;
const isCurtained = () => state.is_private && !state.is_closed && opened !== state.turn_number;
const isAsked = () => state.is_mine && !state.over && !state.is_closed;

// One thing after the other.
let queue = Promise.resolve();
function inTurn(job) {
  queue = queue.then(job).catch(explain);
  return queue;
}

// What somebody does goes first: whatever still moves is at its end.
function act(job) {
  skip();
  return inTurn(job);
}

// ---------------------------------------------------------------------------------------------
// The draft is kept over a reload, as long as the game has not gone on.

const lastStep = () => allSteps().at(-1)?.number ?? 0;

function keepDraft() {
  sessionStorage.setItem(`draft-${table}`, JSON.stringify({ last: lastStep(), draft }));
}

function keptDraft() {
  const kept = JSON.parse(sessionStorage.getItem(`draft-${table}`) ?? "null");
  return kept?.last === lastStep() && isAsked() ? kept.draft : [];
}

// ---------------------------------------------------------------------------------------------
// Showing

// `wanted`: the choice whose place gets the focus, if it is there.
function paint(shown, wanted = null) {
  const active = document.activeElement;
  const focused = active?.dataset?.choice;
  const mayMove = byKeys && (active === document.body || focused || active?.closest(".buttons, .end"));
  isWhole = Boolean(shown.is_whole);
  show(shown, state.viewer, isWhole);
  showSeats(state);
  byId("aim").textContent = "";
  sayStatus(sentence(shown), isThinking());
  byId("confirm").hidden = !isWhole;
  byId("cancel").hidden = draft.length === 0 || isCurtained();
  byId("undo").hidden = draft.length > 0 || state.is_closed || state.held.length === 0 || state.wish !== null;
  byId("hint").hidden = !isAsked() || isCurtained();
  byId("finish").hidden = draft.length === 0 || isWhole || isCurtained();
  byId("reveal").hidden = !isCurtained();
  byId("look-back").hidden = state.turn_at === null || state.is_closed || state.over;
  showEnd();
  showWish();
  const isWanted = isAsked() || (state.next && state.held.length > 0);
  document.title = `${isWanted ? "● " : ""}${document.querySelector("h1").textContent} · Azulejos`;
  byId("icon").setAttribute("href", isWanted ? "/static/icon-turn.svg" : "/static/icon.svg");
  if (!mayMove) return;
  const next = placeOf(wanted ?? focused) ?? (isWhole ? byId("confirm") : places()[0]) ?? (state.over ? byId("rematch") : null);
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// A bot, that is; people are not hurried.
const isThinking = () => !isWhole && !state.over && !state.is_person && !state.is_closed;

// Whoever listens hears that somebody is thinking only if it takes a while; the same is not said again.
function sayStatus(text, isThinking) {
  const status = byId("status");
  if (status.textContent === text && root.classList.contains("thinking") === isThinking) return;
  clearTimeout(patience);
  root.classList.toggle("thinking", isThinking);
  status.setAttribute("aria-live", isThinking ? "off" : "polite");
  status.textContent = text;
  if (!isThinking) return;
  patience = setTimeout(() => {
    status.setAttribute("aria-live", "polite");
    status.textContent = "";
    status.textContent = text;
  }, LONG_THOUGHT);
}

function sentence(shown) {
  if (isWhole) return words.whole;
  if (state.is_closed) return state.why_closed;
  if (isCurtained()) return words.private.replace("{name}", state.names[state.turn]);
  if (state.over) return `${shown.question} ${winner()}`;
  if (state.is_mine) return shown.question;
  const whose = state.is_person ? turnOf(state) : words.thinking.replace("{name}", state.names[state.turn]);
  return state.held.length ? whose : `${words.watching} ${whose}`;
}

// Somebody would like to take back turns after which others have played.
function showWish() {
  const { wish } = state;
  const named = (seats) => seats.map((seat) => state.names[seat]).join(", ");
  const says = wish ? `${words.wish.replace("{name}", state.names[wish.seat])} ${wish.asks_me ? "" : words.waiting.replace("{names}", named(wish.needs))}` : "";
  if (byId("wish-says").textContent !== says) byId("wish-says").textContent = says;
  byId("wish").hidden = !wish;
  byId("agree").hidden = byId("refuse").hidden = !wish?.asks_me;
}

function winner() {
  return words.winner.replace("{names}", state.winners.map((seat) => state.names[seat]).join(", "));
}

function showEnd() {
  byId("end").hidden = !state.over;
  byId("now").hidden = state.over;
  if (!state.over) return;
  byId("winner").textContent = winner();
  byId("next").hidden = !state.next;
  scoreSheet(byId("sheet"), state, words);
  chart(byId("chart"), state, words.chart);
}

function say(text) {
  byId("note").textContent = text;
}

const sentencesOf = (steps) => steps.flatMap((step) => step.sentences);

function sayPreview(shown) {
  const gain = shown.gains[state.turn];
  const points = gain ? [`(${gain > 0 ? "+" : "−"}${Math.abs(gain)})`] : [];
  say([...sentencesOf(shown.told).map((part) => part.text), ...points].join(" "));
}

// What others did last, and all points.
function sayNews(steps, known) {
  const others = steps.slice(known).filter((step) => step.seat !== null);
  const theirs = sentencesOf(others.filter((step) => step.seat === others.at(-1).seat));
  const points = sentencesOf(steps.slice(0, known)).filter((part) => part.is_scoring);
  const news = [...points, ...theirs].map((part) => part.text);
  if (news.length) say(news.join(" "));
}

// A refusal in the server's words; without an answer the server is away. What can't be done now may be possible soon.
function explain(error) {
  if (error instanceof Refusal) {
    say(error.message);
    if (NOT_NOW.includes(error.status)) setTimeout(() => heard(null), PATIENCE);
  } else if (error instanceof Lost) {
    isThere(false);
    setTimeout(() => glance?.(), PATIENCE);
  } else reportError(error);
}

// ---------------------------------------------------------------------------------------------
// Talking with the server

async function refresh() {
  const known = state?.last ?? 0;
  const next = await get(`${base}?after=${known}&at_least=${newest}&moves=${known > 0}&${eyes()}`).catch((error) => {
    if (!lose(error)) throw error;
  });
  if (next) await accept(next, known, 0, state !== null);
}

// `previewed`: how many of the steps were already shown as a draft.
async function accept(next, known, previewed, isAnimated) {
  const moves = next.told.flatMap((step, i) => (i < previewed ? scoring(step.moves) : step.moves));
  const before = isAnimated ? boxes(moves) : new Map();
  const shownBefore = state && lastStep();
  const names = state?.names;
  state = { here: state?.here, watching: state?.watching, ...next };
  newest = Math.max(newest, next.last);
  await tell(next, known, names);
  if (shownBefore !== lastStep()) draft = keptDraft();
  else if (!isAsked()) draft = [];
  remember(table, location.search, game, next.names);
  if (draft.length && !isCurtained()) await preview();
  else paint(next);
  byId("history").scrollTop = byId("history").scrollHeight;
  if (isAnimated) {
    sayNews(next.told, previewed);
    bringIntoSight(setting("speed") !== "off", state.over ? [byId("end")] : places());
    await fly(moves, before);
  }
}

const isPoints = (move) => move.points !== 0;
const scoring = (moves) => (moves.some(isPoints) ? moves.slice(moves.findIndex(isPoints)) : []);
const notScoring = (moves) => (moves.some(isPoints) ? moves.slice(0, moves.findIndex(isPoints)) : moves);

// If there are fewer steps than were told, something was taken back: then the story is told anew. So it is when
// somebody is called something else.
async function tell(next, known, names) {
  const isContinued = known > 0 && allSteps().length + next.told.length === next.steps && `${names}` === `${next.names}`;
  if (isContinued) return add(byId("history"), next.told, rules);
  const story = known === 0 ? next : await get(`${base}?after=0&draw=false&moves=false&${look(language)}`);
  forget();
  byId("history").replaceChildren();
  return add(byId("history"), story.told, rules);
}

async function preview(wanted = null) {
  try {
    const shown = await post(`${base}/preview?${eyes()}`, { choices: draft });
    const moves = notScoring(shown.told.at(-1)?.moves ?? []);
    const before = boxes(moves);
    paint(shown, wanted);
    sayPreview(shown);
    return [moves, before];
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    draft = [];
    paint(state);
    say(refusal.message);
    return [[], new Map()];
  } finally {
    keepDraft();
  }
}

async function choose(choice) {
  if (!placeOf(choice)) return; // the drawing has changed since the click
  draft.push(choice);
  try {
    const [moves, before] = await preview();
    bringIntoSight(setting("speed") !== "off");
    fly(moves, before);
  } catch (error) {
    draft.pop();
    keepDraft();
    throw error;
  }
}

async function cancel() {
  const last = draft.pop();
  keepDraft();
  say("");
  if (draft.length) await preview(last);
  else paint(state, last);
  bringIntoSight(setting("speed") !== "off");
}

async function send(path, body) {
  const known = state.last;
  const wish = JSON.stringify([path, known, body]);
  if (unanswered?.wish !== wish) unanswered = { wish, key: freshKey() };
  try {
    const next = await post(`${base}/${path}?${eyes()}`, { after: known, key: unanswered.key, ...body });
    const previewed = draft.length;
    draft = [];
    keepDraft();
    say("");
    await accept(next, known, previewed, path !== "undo");
  } catch (refusal) {
    if (!refusal.state) throw refusal;
    draft = [];
    await accept(refusal.state, 0, 0, false);
    say(refusal.message);
  }
  unanswered = null;
}

// To take turns back: those who have played since say yes or no. An answer without an answer is the same one.
const answer = (agree) =>
  act(async () => {
    if (!state.wish?.asks_me) return;
    const wish = JSON.stringify([state.wish, lastStep(), agree]);
    if (asked?.wish !== wish) asked = { wish, key: freshKey() };
    const known = state.last;
    await accept(await post(`${base}/answer?${eyes()}`, { agree, key: asked.key }), known, 0, false);
    asked = null;
  });

const play = () => act(() => draft.length && isWhole && send("turns", { choices: draft }));
const takeBack = () => act(() => draft.length && cancel());
const undo = () => act(() => (draft.length ? cancel() : byId("undo").hidden || send("undo", {})));

// Loaded when somebody asks for it.
const adviser = () => import("./advice.js");

function advice() {
  const drafted = draft.map((choice) => `&choices=${encodeURIComponent(choice)}`).join("");
  return get(`${base}/hint?${eyes()}${drafted}`);
}

const hint = () =>
  act(async () => {
    if (byId("hint").hidden) return;
    const found = await advice();
    const { chance } = await adviser();
    say([found.label, chance(found, words, language)].filter(Boolean).join(" · "));
    placeOf(found.choice)?.classList.add("hinted");
  });

// What is left of a turn that somebody has begun, a payment above all: one click, then play it or take it back.
const finish = () =>
  act(async () => {
    if (byId("finish").hidden) return;
    draft.push(...(await advice()).turn);
    await preview();
  });

// What else could I have played in my last turn?
const lookBack = () =>
  act(async () => {
    if (byId("look-back").hidden) return;
    say(words.searching);
    const { showAlternatives } = await adviser();
    await showAlternatives(base, state.turn_at, look(language), words, language);
    say("");
  });

// A review takes a while: meanwhile everything else goes on.
async function review() {
  byId("review").disabled = true;
  try {
    const { showReview } = await adviser();
    await showReview(base, `/tables/${table}/replay`, { ...words, lost: words.lostChance }, language);
  } catch (error) {
    byId("reviewed").hidden = true;
    explain(error);
  }
  byId("review").disabled = false;
}

const reveal = () =>
  act(async () => {
    opened = state.turn_number;
    await refresh();
  });

// The same people again, at the table that the first of them has opened. Somebody who watched watches on, or has
// a table alone.
const rematch = () =>
  act(async () => {
    const isMine = state.held.length > 0;
    const open = () => post(`${base}/${isMine ? "rematch?" : "branch?count=0&"}${look(language)}`, {});
    const { table: next } = isMine || !state.next ? await open() : { table: state.next };
    location.href = `/tables/${next}${isMine ? location.search : ""}`;
  });

// ---------------------------------------------------------------------------------------------
// Following. Without a number: have a look whether there is something new.

function heard(last) {
  newest = Math.max(newest, last ?? 0);
  inTurn(() => (last === null || newest > state.last ? refresh() : null));
}

// Who is here has nothing to do with the game: only what says so is different.
function isHere({ here, watching }) {
  inTurn(() => {
    Object.assign(state, { here, watching });
    showSeats(state);
    if (!state.over && !state.is_mine && !state.is_closed) sayStatus(sentence(state), isThinking());
  });
}

function isThere(answer) {
  if (isLost && answer) {
    say("");
    heard(null);
  }
  if (!answer) say(words.lost);
  isLost = !answer;
}

// ---------------------------------------------------------------------------------------------
// Hands: mouse, touch, keyboard

function touch(target) {
  const place = placeAt(target);
  if (place) return act(() => choose(place.dataset.choice));
  if (target.closest("#others") && isNarrow()) return byId("others").classList.toggle("large");
  if (target.closest("[data-place]")) return say(isWhole ? words.whole : words.nothing);
  return null;
}

const isNarrow = () => matchMedia("(max-width: 599px)").matches;

root.addEventListener("click", (event) => touch(event.target));
byId("confirm").addEventListener("click", play);
byId("cancel").addEventListener("click", takeBack);
byId("undo").addEventListener("click", undo);
byId("reveal").addEventListener("click", reveal);
byId("hint").addEventListener("click", hint);
byId("finish").addEventListener("click", finish);
byId("rematch").addEventListener("click", rematch);
byId("agree").addEventListener("click", () => answer(true));
byId("refuse").addEventListener("click", () => answer(false));
byId("look-back").addEventListener("click", lookBack);
byId("review")?.addEventListener("click", review);
addEventListener("pointerdown", () => (byKeys = false));

// Pointing at a place says what it would do.
function aim(event) {
  byId("aim").textContent = placeAt(event.target)?.getAttribute("aria-label") ?? "";
}

root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && aim(event));
root.addEventListener("focusin", aim);
root.addEventListener("focusout", () => (byId("aim").textContent = ""));

function keys() {
  const list = byId("settings");
  list.open = !list.open;
  if (list.open) list.querySelector("summary").focus();
}

const shortcuts = { p: play, u: undo, h: hint, a: lookBack, f: finish, escape: takeBack, "?": keys };

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
  byKeys = true;
  const place = event.target.closest?.("[data-choice]");
  const isPress = event.key === "Enter" || event.key === " ";
  if (isPress && (place || event.target.id === "others")) {
    event.preventDefault();
    if (!event.repeat) touch(event.target);
  } else if (event.key.startsWith("Arrow") && !event.target.closest?.("#history, #others")) {
    const next = place ? neighbour(place, event.key) : places()[0];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  } else if (shortcuts[event.key.toLowerCase()] && !event.repeat) {
    event.preventDefault();
    shortcuts[event.key.toLowerCase()]();
  }
});

byId("speed").value = setting("speed");
byId("speed").addEventListener("change", (event) => change("speed", event.target.value));
byId("letters").checked = setting("letters") === "true";
byId("letters").addEventListener("change", (event) => change("letters", `${event.target.checked}`));
addEventListener("settings", () => heard(null));

// ---------------------------------------------------------------------------------------------
// Coming in. The secret of a place's link is exchanged once, and leaves the address.

const pause = () => new Promise((done) => setTimeout(done, PATIENCE));

async function comeIn() {
  const [, seat, secret] = location.hash.match(/^#(\d)\.(.*)$/) ?? [];
  if (!seat) return;
  try {
    await post(`${base}/seats/${seat}/open?language=${language}`, { secret });
    showSeat(seat);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showSeat(null);
    leave(words.badLink);
  }
}

// What is said after the page has been loaded anew.
const leave = (message) => sessionStorage.setItem(`message-${table}`, message);

function sayWhatWasLeft() {
  const message = sessionStorage.getItem(`message-${table}`);
  sessionStorage.removeItem(`message-${table}`);
  if (message) say(message);
}

// A place that isn't held here, or not any more: the table is shown as others see it.
function lose(refusal) {
  if (refusal.status !== 403 || !location.search) return false;
  leave(refusal.message);
  showSeat(null);
  location.reload();
  return true;
}

addEventListener("hashchange", () => location.reload());
useHands({ act, changed: refresh, say });
byId("share").append(passOn(byId("share").dataset.replay, `${location.origin}/tables/${table}/replay`));

while (!state) {
  await inTurn(async () => {
    await comeIn();
    await refresh();
  });
  if (!state) await pause();
}
if (isLost) isThere(true);
sayWhatWasLeft();
glance = follow(base, () => state.last, heard, isHere, isThere);
