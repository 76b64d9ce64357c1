// @ts-check
// Following a table: a page hears the number of its last entry, and who is here.
//
// Browsers allow six connections to one server, so the tabs of a seat share one stream: the tab that holds
// the lock listens and tells the others. Hidden tabs let go of it and have a glance now and then instead, so
// that they can say whose turn it is. Without locks (a page that isn't on this machine and has no TLS) every
// seen tab listens for itself.

import { get, Lost } from "./api.js";
import { asSeat } from "./seat.js";

/** @import { State } from "answers" */
/** @import { Base } from "./api.js" */
/** @typedef {Pick<State, "here" | "watching">} Here */
/** @typedef {{ last: number } | Here | { isThere: boolean }} Heard */

const PATIENCE = 2000; // milliseconds until a broken stream is opened again
const HIDDEN_GLANCE = 20_000;
const SEEN_GLANCE = 60_000; // a stream can be dead without knowing it
const TICK = 5000;
const SLEEP = 30_000; // without a tick: the machine has slept, and its connections are gone

// `known()`: the number of the last entry that is shown. `heard(last)`: called for every number that is told.
// `isHere(news)`: who is here now. `isThere(answer)`: called when the server is lost, and when it is there again.
// What is returned has a glance at the table, until the server is there.
/**
 * @param {Base} base
 * @param {() => number} known
 * @param {(last: number | null) => void} heard
 * @param {(news: Here) => void} isHere
 * @param {(answer: boolean) => void} isThere
 */
export function follow(base, known, heard, isHere, isThere) {
  const name = `azulejos-${base}${asSeat()}`;
  const channel = new BroadcastChannel(name);
  /** @type {(() => void) | null} */
  let letGo = null; // ends what this tab does to follow
  /** @type {(() => void) | null} */
  let reopen = null; // opens the stream anew, if this tab listens
  let retry = 0; // a timer
  let looked = Date.now();
  let ticked = Date.now();

  /** @param {Heard} news */
  function take(news) {
    if ("last" in news) heard(news.last);
    if ("here" in news) isHere(news);
    if ("isThere" in news) isThere(news.isThere);
    looked = Date.now();
  }

  /** @param {Heard} news */
  function tellAll(news) {
    channel.postMessage(news);
    take(news);
  }

  channel.addEventListener("message", ({ data }) => take(data));

  /** @returns {`${Base}/events?${string}`} */
  const events = () => `${base}/events?after=${known()}${asSeat()}`;

  // Is there something new? A refusal is explained to whoever then asks for all of it.
  async function glance() {
    clearTimeout(retry);
    looked = Date.now();
    try {
      const { last } = await get(events());
      if (last > known()) reopen?.();
      isThere(true);
      heard(last);
    } catch (error) {
      if (!(error instanceof Lost)) return heard(null);
      tellAll({ isThere: false });
      retry = setTimeout(glance, PATIENCE);
    }
    return null;
  }

  /** @param {AbortSignal} signal @returns {Promise<void>} */
  function listen(signal) {
    /** @type {EventSource | null} */
    let stream = null;
    let later = 0; // a timer
    const open = () => {
      clearTimeout(later);
      stream?.close();
      if (signal.aborted) return;
      stream = new EventSource(events());
      stream.addEventListener("open", () => tellAll({ isThere: true }));
      stream.addEventListener("message", (event) => tellAll(JSON.parse(event.data)));
      stream.addEventListener("here", (event) => tellAll(JSON.parse(event.data)));
      stream.addEventListener("error", () => {
        stream?.close();
        glance();
        later = setTimeout(open, PATIENCE);
      });
    };
    reopen = open;
    open();
    return new Promise((done) => {
      signal.addEventListener("abort", () => {
        reopen = null;
        clearTimeout(later);
        stream?.close();
        done();
      });
    });
  }

  function begin() {
    if (letGo) return;
    const end = new AbortController();
    letGo = () => {
      end.abort();
      letGo = null;
    };
    if (navigator.locks) {
      navigator.locks.request(`stream-${name}`, { signal: end.signal }, () => listen(end.signal)).catch(() => {}); // let go while waiting
    } else {
      listen(end.signal);
    }
  }

  function tick() {
    const now = Date.now();
    const hasSlept = now - ticked > SLEEP;
    ticked = now;
    if (hasSlept && !document.hidden) reopen?.();
    if (hasSlept || now - looked > (document.hidden ? HIDDEN_GLANCE : SEEN_GLANCE)) glance();
  }

  // A tab that comes back into sight may have missed what another one told.
  const look = () => (document.hidden ? letGo?.() : (begin(), heard(null)));
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => letGo?.());
  addEventListener("pageshow", (event) => event.persisted && look());
  addEventListener("offline", glance);
  addEventListener("online", () => (reopen?.(), glance()));
  setInterval(tick, TICK);
  if (!document.hidden) begin();
  return glance;
}
