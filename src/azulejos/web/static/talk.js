// @ts-check
// Talking with the server: drafting a turn, playing it, and following what others do.

import { enact, hurry } from "./acts.js";
import { freshKey, get, look, Lost, post, Refusal } from "./api.js";
import { sayWhoIsHere, showCompany } from "./company.js";
import { glimpse, isUnseen, unlessLost } from "./away.js";
import { byId } from "./dom.js";
import { cancel, eyes, preview } from "./draft.js";
import { follow } from "./follow.js";
import { isAsked, isCurtained, isWhole, keepDraft, keptDraft, lastStep, model } from "./model.js";
import { isHolding, letGo } from "./motion.js";
import { remember } from "./opened.js";
import { note } from "./played.js";
import { paint, say, sayNews, sayStatus, showStory } from "./paint.js";
import { keep } from "./parts.js";
import { isPast, leave } from "./past.js";
import { prepare } from "./scenery.js";
import { showSeats } from "./seats.js";
import { setting } from "./settings.js";
import { bringIntoSight, placeOf, places } from "./stage.js";
import { said, words } from "./words.js";

/** @import { State } from "answers" */

const { base, language, table } = model;
const NOT_NOW = [429, 502, 503, 504]; // what the server, or a proxy before it, says when it should be asked again
export const PATIENCE = 2000; // milliseconds until it is asked again

/** @type {Promise<unknown>} */
let queue = Promise.resolve(); // one thing after the other
/** @type {(() => unknown) | null} */
let glance = null; // asks whether there is something new, see follow.js

/** @param {() => unknown} job */
export function inTurn(job) {
  queue = queue.then(job).catch(explain);
  return queue;
}

// What somebody does goes first: whatever still moves is at its end.
/** @param {() => unknown} job */
export function act(job) {
  hurry();
  return inTurn(job);
}

// A refusal in the server's words; without an answer the server is away. What can't be done now may be possible soon.
/** @param {unknown} error */
export function explain(error) {
  if (error instanceof Refusal) {
    say(error.message);
    if (NOT_NOW.includes(error.status)) setTimeout(() => heard(null), PATIENCE);
  } else if (error instanceof Lost) {
    isThere(false);
    setTimeout(() => glance?.(), PATIENCE);
  } else reportError(error);
}

// ---------------------------------------------------------------------------------------------
// The table as it is

export async function refresh() {
  const known = model.state?.last ?? 0;
  const next = await unlessLost(get(`${base}?after=${known}&at_least=${model.newest}&moves=${known > 0}&${eyes()}`));
  if (next) await accept(next, known, 0, model.state !== null && !model.isStale);
}

/**
 * @param {State} next
 * @param {number} known the last entry before
 * @param {number} previewed how many of the steps were already shown as a draft
 * @param {boolean} isAnimated
 */
async function accept(next, known, previewed, isAnimated) {
  const isTalk = model.state !== null && !next.told.length && next.steps === model.steps.length; // nothing has moved
  if (!isTalk) leave();
  const [shownBefore, names] = [model.state && lastStep(), model.state?.names];
  const taken = takenBack(next);
  keep(next);
  model.newest = Math.max(model.newest, next.last);
  if (isAnimated) await enact(next, previewed);
  model.state = next;
  await tell(next, known, names);
  if (shownBefore !== lastStep()) model.draft = keptDraft();
  else if (!isAsked()) model.draft = [];
  remember(table, location.search, model.game, next.names);
  note(table, model.game, next, next.seats.map((seat) => (seat.is_persons ? "person" : seat.player)));
  if (isPast()) showCompany(next);
  else if (model.draft.length && !isCurtained()) await preview();
  else {
    await prepare(next, next.viewer);
    paint(next);
  }
  requestAnimationFrame(() => (byId("history").scrollTop = byId("history").scrollHeight)); // when the page is laid out anyway
  if (taken !== null) say(taken);
  if (isAnimated && !isTalk) {
    sayNews(next.told, previewed);
    bringIntoSight(setting("speed") !== "off", next.over ? [byId("end")] : places());
  }
}

// What was told and counts no more: who took it back is said to all others.
/** @param {State} next */
function takenBack({ steps, told, names, held }) {
  const seat = model.state && model.steps[steps - told.length]?.seat;
  if (typeof seat !== "number") return null;
  return held.includes(seat) ? "" : said("took_back", { name: names[seat] });
}

// If there are fewer steps than were told, something was taken back: then the story is told anew. So it is when
// somebody is called something else.
/** @param {State} next @param {number} known @param {string[] | undefined} names */
async function tell(next, known, names) {
  const isContinued = known > 0 && model.steps.length + next.told.length === next.steps && `${names}` === `${next.names}`;
  const isAll = known === 0 || isContinued;
  const { told } = isAll ? next : await get(`${base}?after=0&draw=false&moves=false&${look(language)}`);
  showStory(told, !isContinued);
}

// ---------------------------------------------------------------------------------------------
// The draft

// `kept`: how many choices of the draft stay; those after them are dropped for this one, if the server has said so.
/** @param {string} choice */
export const choose = (choice, kept = model.draft.length) =>
  act(async () => {
    const before = model.draft;
    const instead = model.shown && "instead" in model.shown ? model.shown.instead[choice]?.kept : undefined;
    // What is held has the drawing before its last choice: what is chosen there is instead of it.
    const stays = isHolding() && kept === before.length ? kept - 1 : kept;
    if (kept === before.length ? !placeOf(choice) : instead !== kept) return; // the drawing has changed since the click
    model.draft = [...before.slice(0, stays), choice];
    letGo();
    if (kept < before.length && !kept) paint(model.state); // what was drafted goes back
    try {
      await preview(undefined, kept && kept < before.length ? 0 : 1);
      bringIntoSight(setting("speed") !== "off");
    } catch (error) {
      model.draft = before;
      keepDraft();
      throw error;
    }
    if (setting("atonce") === "true" && isWhole()) await send("turns", { choices: model.draft });
  });

// ---------------------------------------------------------------------------------------------
// Playing

// The same wish, sent again because no answer came, has the same key.
/** @param {...unknown} wish */
function keyOf(...wish) {
  const text = JSON.stringify(wish);
  if (model.unanswered?.wish !== text) model.unanswered = { wish: text, key: freshKey() };
  return model.unanswered.key;
}

/** @param {"turns" | "undo"} path @param {object} body */
async function send(path, body) {
  const known = model.state.last;
  const key = keyOf(path, known, body);
  try {
    const next = await post(`${base}/${path}?${eyes()}`, { after: known, key, ...body });
    const previewed = model.draft.length;
    model.draft = [];
    keepDraft();
    say("");
    await accept(next, known, previewed, path !== "undo");
  } catch (refusal) {
    if (!refusal.state) throw refusal;
    model.draft = [];
    await accept(refusal.state, 0, 0, false);
    say(refusal.message);
  }
  model.unanswered = null;
}

export const play = () => act(() => model.draft.length && isWhole() && send("turns", { choices: model.draft }));
export const takeBack = () => act(() => model.draft.length && cancel());
export const undo = () => act(() => (model.draft.length ? cancel() : byId("undo").hidden || byId("undo").disabled || send("undo", {})));

// To take turns back: those who have played since say yes or no.
/** @param {boolean} agree */
export const answer = (agree) =>
  act(async () => {
    if (!model.state.wish?.asks_me) return;
    const key = keyOf(model.state.wish, lastStep(), agree);
    const known = model.state.last;
    await accept(await post(`${base}/answer?${eyes()}`, { agree, key }), known, 0, false);
    model.unanswered = null;
  });

export const reveal = () =>
  act(async () => {
    model.opened = model.state.turn_number;
    await refresh();
  });

// The same people again, at the table that the first of them has opened. Somebody who watched watches on, or has
// a table alone.
export const rematch = () =>
  act(async () => {
    const isMine = model.state.held.length > 0;
    const open = () => post(`${base}/${isMine ? "rematch?" : "branch?count=0&"}${look(language)}`, {});
    const { table: next } = isMine || !model.state.next ? await open() : { table: model.state.next };
    location.href = `/tables/${next}${isMine ? location.search : ""}`;
  });

// ---------------------------------------------------------------------------------------------
// Following

// Without a number: have a look whether there is something new.
/** @param {number | null} last */
export function heard(last) {
  model.newest = Math.max(model.newest, last ?? 0);
  if (isUnseen()) glimpse().catch(explain); // at once: what is being shown may take its time
  inTurn(() => (!isUnseen() && (last === null || model.newest > model.state.last) ? refresh() : null));
}

// Who is here has nothing to do with the game: only what says so is different.
/** @param {import("./follow.js").Here} news */
function isHere({ here, watching }) {
  inTurn(() => {
    sayWhoIsHere(model.state, here);
    Object.assign(model.state, { here, watching });
    showSeats(model.state);
    if (!model.isStale && !model.state.over && !model.state.is_mine && !model.state.is_closed) sayStatus();
  });
}

/** @param {boolean} answer */
function isThere(answer) {
  if (model.isLost && answer) {
    say("");
    heard(null);
  }
  if (!answer) say(words.lost);
  model.isLost = !answer;
}

// Pieces that stand apart from the drawing are where it was: it is drawn as it will be.
addEventListener("resize", () => isHolding() && inTurn(() => model.shown && paint(model.shown)));

export function followTable() {
  if (model.isLost) isThere(true);
  glance = follow(base, { known: () => model.state.last, heard, isHere, isThere });
}
