// @ts-check
// Shows what the model holds: the drawing, the sentence above it, what can be pressed, and the end.

import { showCompany } from "./company.js";
import "./cut.js";
import { all, byId } from "./dom.js";
import { letBe } from "./ghosts.js";
import { addLines } from "./history.js";
import { goesOn, isAsked, isCurtained, isThinking, isWhole, model, namesOf } from "./model.js";
import { letGo } from "./motion.js";
import { showSeats, turnOf } from "./seats.js";
import { showSheet } from "./sheet.js";
import { notice } from "./sound.js";
import { markSpots } from "./spots.js";
import { picture } from "./sprites.js";
import { placeOf, places, show } from "./stage.js";
import { said, words } from "./words.js";

/** @import { Preview, Told } from "answers" */

const root = byId("table");
const LONG_THOUGHT = 1500; // milliseconds
const PICTURED = 4; // pieces before a sentence
let patience = 0; // a timer, until it is said that somebody is thinking

/**
 * @param {import("./model.js").OnScreen} shown
 * @param {string | null} wanted the choice whose place gets the focus, if it is there
 * @param {boolean} isHeld does the old drawing stay, with pieces that stand apart from it?
 */
export function paint(shown, wanted = null, isHeld = false) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = active?.dataset?.choice;
  const mayMove = model.byKeys && (active === document.body || focused || active?.closest(".buttons, .end"));
  model.shown = shown;
  model.isStale = false;
  showStale();
  letBe();
  if (!isHeld) {
    show(shown, model.state.viewer, model.state.turn);
    letGo();
  }
  root.classList.toggle("held", isHeld);
  showSeats(model.state);
  showCompany(model.state);
  byId("aim").textContent = "";
  sayStatus();
  showButtons();
  showEnd();
  showWish();
  showTab();
  markSpots();
  notice();
  if (mayMove) moveFocus(wanted ?? focused);
  dispatchEvent(new CustomEvent("painted"));
}

function showButtons() {
  const { draft, state } = model;
  const isBegun = draft.length > 0;
  byId("confirm").hidden = !isWhole();
  byId("cancel").hidden = !isBegun || isCurtained();
  byId("undo").hidden = isBegun || state.is_closed || state.over || state.held.length === 0 || state.wish !== null;
  byId("undo").disabled = !state.can_undo; // it stays where it is
  byId("hint").hidden = !isAsked() || isCurtained() || !state.advice;
  byId("finish").hidden = !isBegun || isWhole() || isCurtained() || !state.advice;
  byId("reveal").hidden = !isCurtained();
  byId("look-back").hidden = state.turn_at === null || state.is_closed || state.over;
}

// What was played is being shown: there is nothing to play, to finish or to take back any more.
export function hideButtons() {
  for (const button of all("#confirm, #cancel, #finish, #hint")) button.hidden = true;
}

/** @param {string | undefined} choice */
function moveFocus(choice) {
  const next = placeOf(choice) ?? (isWhole() ? byId("confirm") : places()[0]) ?? (model.state.over ? byId("rematch") : null);
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Whoever looks at other tabs sees in this one's title and icon that something waits here.
export function showTab(state = model.state) {
  const isWanted = isAsked(state) || (state.next && state.held.length > 0);
  document.title = `${isWanted ? "● " : ""}${document.querySelector("h1")?.textContent} · Azulejos`;
  byId("icon").setAttribute("href", new URL(isWanted ? "icon-turn.svg" : "icon.svg", import.meta.url).href);
}

// A page that comes back by Back or Forward shows what it has as old, until it has asked.
export function showStale() {
  root.classList.toggle("stale", model.isStale);
  root.setAttribute("aria-busy", `${model.isStale}`);
  if (!model.isStale) return;
  clearTimeout(patience);
  byId("status").textContent = "…";
}

// ---------------------------------------------------------------------------------------------
// Sentences

// Whoever listens hears that somebody is thinking only if it takes a while; the same is not said again.
export function sayStatus() {
  const [status, text, thinks] = [byId("status"), sentence(), isThinking()];
  if (status.textContent === text && root.classList.contains("thinking") === thinks) return;
  clearTimeout(patience);
  root.classList.toggle("thinking", thinks);
  status.setAttribute("aria-live", thinks ? "off" : "polite");
  status.textContent = text;
  if (!thinks) return;
  patience = setTimeout(() => {
    status.setAttribute("aria-live", "polite");
    status.textContent = "";
    status.textContent = text;
  }, LONG_THOUGHT);
}

function sentence() {
  const { state } = model;
  const { question } = model.shown ?? state;
  const name = state.names[state.turn ?? -1];
  if (isWhole()) return goesOn() ? words.goes_on : words.whole;
  if (state.is_closed) return state.why_closed;
  if (isCurtained()) return said("private", { name });
  if (state.over) return `${question} ${state.tie ?? winner()}`;
  if (state.is_mine) return question;
  const whose = state.is_person ? turnOf(state) : said("thinking", { name });
  return state.held.length ? whose : `${words.you_watch} ${whose}`;
}

const winner = () => said("winner", { names: namesOf(model.state.winners) });

/** @param {string} text */
export function say(text) {
  byId("note").textContent = text;
}

/** @param {Told[]} steps */
const sentencesOf = (steps) => steps.flatMap((step) => step.sentences);

// What the turns themselves have brought: what the end of a round brings is told by its card.
/** @param {Told[]} steps */
const sentencesOfTurns = (steps) => steps.flatMap(({ sentences, end_told: end }) => sentences.slice(0, end ?? sentences.length));

/** @param {Preview} shown */
export function sayPreview(shown) {
  const gain = shown.gains[model.state.turn ?? -1];
  const points = gain ? [`(${gain > 0 ? "+" : "−"}${Math.abs(gain)})`] : [];
  say([...sentencesOfTurns(shown.told).map((part) => part.text), ...points].join(" "));
}

// A turn: the pieces that came along, and what was done in words.
/** @param {Told[]} steps */
export function sayTurn(steps) {
  const own = sentencesOfTurns(steps);
  const moves = steps.flatMap((step) => step.moves.slice(0, step.ends_at ?? step.moves.length));
  const pieces = moves.filter((move) => move.piece && move.from && move.to && move.seat !== null);
  const names = new Set(pieces.map(({ piece }) => piece ?? ""));
  const text = (own.length ? own : sentencesOf(steps).slice(0, 1)).map((part) => part.text).join(" ");
  byId("note").replaceChildren(...[...names].slice(0, PICTURED).map(picture), text);
}

// Above it: who plays, or that the round is scored. Whoever listens hears what is played, and the card.
/** @param {Told[]} steps */
export function sayWho([{ seat, round, card }, ...others]) {
  const status = byId("status");
  const isEnd = card || others.some((step) => step.card);
  if (seat === null || !status) return; // a replay has none: nobody waits there for a turn
  clearTimeout(patience);
  root.classList.remove("thinking");
  status.setAttribute("aria-live", "off");
  status.textContent = isEnd ? said("scoring", { n: round }) : said("plays", { name: model.state.names[seat] });
}

// What others did last, and all points. `known`: how many of the steps were shown before.
/** @param {Told[]} steps @param {number} known */
export function sayNews(steps, known) {
  const others = steps.slice(known).filter((step) => step.seat !== null);
  const last = others.at(-1);
  const theirs = sentencesOfTurns(others.filter((step) => step.seat === last?.seat && step.turn_number === last?.turn_number));
  const points = sentencesOfTurns(steps.slice(0, known)).filter((part) => part.is_scoring);
  const news = [...points, ...theirs].map((part) => part.text).join(" ");
  if (news && byId("note").textContent !== news) say(news); // whoever listens has heard it while it was shown
}

// ---------------------------------------------------------------------------------------------
// What happened, wishes, the end

// More of the story, or all of it anew.
/** @param {Told[]} news @param {boolean} isAnew */
export function showStory(news, isAnew) {
  if (isAnew) {
    model.steps = [];
    byId("history").replaceChildren();
  }
  addLines(byId("history"), news, model.rules, model.steps.length);
  model.steps.push(...news);
}

// Somebody would like to take back turns after which others have played.
function showWish() {
  const { wish } = model.state;
  const asks = wish ? said("wish", { name: model.state.names[wish.seat] }) : "";
  const says = wish && !wish.asks_me ? `${asks} ${said("to_agree", { names: namesOf(wish.needs) })}` : asks;
  if (byId("wish-says").textContent !== says) byId("wish-says").textContent = says;
  byId("wish").hidden = !wish;
  byId("agree").hidden = byId("refuse").hidden = !wish?.asks_me;
}

function showEnd() {
  const { over, next, tie } = model.state;
  byId("end").hidden = !over;
  byId("now").hidden = over;
  if (!over) return;
  byId("winner").textContent = winner();
  byId("tie").textContent = tie ?? "";
  byId("next").hidden = !next;
  showSheet(byId("sheet"), byId("chart"), model.state);
}
