// @ts-check
// Who sits where: beside the scores who plays and who is here (their time: clocks.js); links for those who are waited for;
// and what can be done with one's own seats.

import { look, post } from "./api.js";
import { keepTime } from "./clocks.js";
import { all, byId } from "./dom.js";
import { passOn } from "./links.js";
import { isOnlyHere, linkOf, wait, waitedFor } from "./opened.js";
import { said, words } from "./words.js";

/** @import { SeatFacts, State } from "answers" */
/** @import { Posted } from "requests" */
/** @typedef {{ act: (job: () => unknown) => unknown, changed: () => unknown, say: (text: string) => void }} Hands */

const { table, language } = byId("table").dataset;
/** @type {import("./api.js").Base} */
const base = `/api/tables/${table}`;
const PERSON = "person";

let hands = /** @type {Hands} */ ({}); // `act(job)`: what somebody does; `changed()`: something is different now; `say(text)`

/** @param {State} state @param {number} seat */
const isElsewhere = (state, seat) => state.seats[seat].is_persons && !state.held.includes(seat);
/** @param {SeatFacts} seat */
const isBots = (seat) => seat.player !== PERSON;

// ---------------------------------------------------------------------------------------------
// Beside the scores

/** @param {State} state */
export function showSeats(state) {
  const isAlone = !state.clock && !state.watching && state.seats.every((seat, n) => !isElsewhere(state, n) && !(seat.is_persons && isBots(seat)));
  [...byId("scores").children].forEach((item, seat) => {
    item.querySelector("small")?.remove();
    if (!isAlone) item.append(line(state, seat));
  });
  byId("watching").hidden = !state.watching;
  byId("watching").textContent = said("watching", { n: state.watching });
  keepTime(state, hands.say);
  showWaited(state);
  showPlayedFor(state);
  showFree(state);
  showOwn(state);
}

/** @param {State} state @param {number} seat */
function line(state, seat) {
  const [mark, text] = presence(state, seat);
  const item = document.createElement("small");
  const dot = document.createElement("span");
  dot.textContent = mark;
  dot.setAttribute("aria-hidden", "true");
  item.append(dot, ` ${text}`);
  if (state.clock) {
    const clock = document.createElement("span");
    clock.className = "clock";
    clock.setAttribute("role", "timer");
    clock.dataset.clock = `${seat}`;
    item.append(clock);
  }
  return item;
}

// A mark and words: nobody has to tell colours apart.
/** @param {State} state @param {number} number */
function presence(state, number) {
  const seat = state.seats[number];
  if (isBots(seat)) {
    const how = seat.why === "clock" ? "bot_by_clock" : seat.is_persons ? "bot_for_now" : "bot";
    return ["◇", said(how, { name: words.bots[seat.player] ?? seat.player })];
  }
  if (state.held.includes(number)) return ["●", words.you];
  if (!seat.has_come) return ["◌", words.not_come];
  return state.here.includes(number) ? ["●", words.here] : ["○", words.away];
}

/**
 * What is said while somebody elsewhere is asked.
 * @param {State} state
 */
export function turnOf(state) {
  const turn = state.turn ?? -1;
  const seat = state.seats[turn];
  const isAway = !state.here.includes(turn);
  return said(!seat.has_come ? "turn_not_come" : isAway ? "turn_away" : "turn_of", { name: seat.name });
}

// ---------------------------------------------------------------------------------------------
// What is drawn anew only when it is different, or somebody could lose what is being typed.

/** @param {HTMLElement} element @param {unknown} facts @param {() => Node[]} build */
function fill(element, facts, build) {
  const key = JSON.stringify(facts);
  if (element.dataset.shown === key) return;
  element.dataset.shown = key;
  element.replaceChildren(...build());
}

// Whoever has opened the table passes the links on; once somebody has come they are not needed any more.
/** @param {State} state */
function showWaited(state) {
  const secrets = waitedFor(table);
  const waited = Object.keys(secrets).map(Number).filter((seat) => isElsewhere(state, seat) && !state.seats[seat].has_come);
  wait(table, Object.fromEntries(waited.map((seat) => [seat, secrets[seat]])));
  byId("invite").hidden = waited.length === 0;
  const facts = waited.map((seat) => [said("link_for", { name: state.seats[seat].name }), linkOf(table, seat, secrets[seat])]);
  fill(byId("invite"), facts, () => facts.map(([label, link]) => passOn(label, link)));
}

// A bot plays at a seat that is held here: its holder can have it back.
/** @param {State} state */
function showPlayedFor(state) {
  const lent = state.over ? [] : state.held.filter((seat) => state.seats[seat].is_persons && isBots(state.seats[seat]));
  /** @type {[number, string, string | null][]} */
  const facts = lent.map((seat) => [seat, state.seats[seat].name, state.seats[seat].why]);
  byId("lent").hidden = lent.length === 0;
  fill(byId("lent"), facts, () =>
    facts.map(([seat, name, why]) => {
      const row = document.createElement("p");
      const says = said(why === "clock" ? "lent_by_clock" : "lent", { name });
      row.append(says, " ", button(words.take_back, () => hand(seat, PERSON)));
      return row;
    }),
  );
}

// Somebody who watches a public table may take a seat that nobody has taken.
/** @param {State} state */
function showFree(state) {
  const isOpen = state.is_public && state.held.length === 0 && !state.over;
  const free = isOpen ? state.seats.flatMap((seat, n) => (seat.is_persons && !isBots(seat) && !seat.has_come ? [n] : [])) : [];
  byId("free").hidden = free.length === 0;
  fill(byId("free-seats"), free, () =>
    free.map((seat) => button(said("take_seat", { n: seat + 1 }), () => byId("free").reportValidity() && join(seat))),
  );
}

/** @param {string} text @param {() => unknown} job */
function button(text, job) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", job);
  return element;
}

// ---------------------------------------------------------------------------------------------
// One's own seats

/** @param {State} state */
function showOwn(state) {
  const own = state.held.filter((seat) => state.seats[seat].is_persons);
  /** @type {[number, string, string][]} */
  const facts = own.map((seat) => [seat, state.seats[seat].name, state.seats[seat].player]);
  fill(byId("own-seats"), facts, () => facts.map((fact) => ownSeat(...fact)));
}

/** @param {number} seat @param {string} name @param {string} player */
function ownSeat(seat, name, player) {
  const form = byId("own-seat").content.firstElementChild.cloneNode(true);
  const part = (/** @type {string} */ selector) => form.querySelector(selector);
  part("legend").textContent = name;
  part("[name=name]").value = name;
  part("[name=bot]").disabled = part("[value=hand]").hidden = player !== PERSON;
  part("[value=back]").hidden = player === PERSON;
  if (player !== PERSON) part("[name=bot]").value = player;
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    rename(seat, part("[name=name]").value.trim());
  });
  part("[value=hand]").addEventListener("click", () => hand(seat, part("[name=bot]").value));
  part("[value=back]").addEventListener("click", () => hand(seat, PERSON));
  part("[value=renew]").addEventListener("click", () => make(seat, "renew", part(".made"), ({ secret }) => [words.new_link, linkOf(table, seat, secret)]));
  part("[value=token]").addEventListener("click", () => make(seat, "token", part(".made"), ({ token }) => [words.new_token, token]));
  return form;
}

/** @typedef {"name" | "player" | "renew" | "token" | "join"} Order */
/** @template {Order} What @typedef {Posted<`/api/tables/${string}/seats/${number}/${What}?${string}`>} Ordered */

/** @type {<What extends Order>(seat: number, what: What, body: object) => Promise<Ordered<What>>} */
const order = (seat, what, body) => post(`${base}/seats/${seat}/${what}?${look(language)}`, body);

/** @param {number} seat @param {string} name */
const rename = (seat, name) =>
  name &&
  hands.act(async () => {
    await order(seat, "name", { name });
    await hands.changed();
  });

/** @param {number} seat @param {string} player */
const hand = (seat, player) =>
  hands.act(async () => {
    await order(seat, "player", { player });
    await hands.changed();
  });

/** @type {<What extends Order>(seat: number, what: What, shelf: HTMLElement, made: (answer: Ordered<What>) => [string, string]) => unknown} */
const make = (seat, what, shelf, made) =>
  hands.act(async () => {
    shelf.replaceChildren(passOn(...made(await order(seat, what, {}))));
    shelf.querySelector("input")?.focus();
    await hands.changed();
  });

/** @param {number} seat */
const join = (seat) =>
  hands.act(async () => {
    const name = byId("free-name").value.trim();
    localStorage.setItem("name", name);
    await order(seat, "join", { name });
    location.href = `/tables/${table}?seat=${seat}`;
  });

/** @param {Hands} given */
export function useSeats(given) {
  hands = given;
  byId("free-name").value = localStorage.getItem("name") ?? "";
  byId("free").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  for (const warning of all(".only-here")) warning.hidden = !isOnlyHere;
  byId("watch").append(passOn(words.to_watch, `${location.origin}/tables/${table}`));
}
