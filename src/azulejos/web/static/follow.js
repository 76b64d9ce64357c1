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

/**
 * @typedef {object} Ears what a table's page is told
 * @property {() => number} known the number of the last entry that it knows of
 * @property {(last: number | null) => void} heard called for every number that is told; null: have a look
 * @property {(news: Here) => void} isHere who is here now
 * @property {(answer: boolean) => void} isThere called when the server is lost, and when it is there again
 */

class Follower {
  /** @type {(() => void) | null} */
  #letGo = null; // ends what this tab does to follow
  /** @type {(() => void) | null} */
  #reopen = null; // opens the stream anew, if this tab listens
  #retry = 0; // a timer
  #looked = Date.now();
  #ticked = Date.now();

  /** @param {Base} base @param {Ears} ears */
  constructor(base, ears) {
    this.base = base;
    this.ears = ears;
    this.name = `azulejos-${base}${asSeat()}`;
    this.channel = new BroadcastChannel(this.name);
    this.channel.addEventListener("message", ({ data }) => this.#take(data));
    this.glance = this.glance.bind(this);
  }

  /** @param {Heard} news */
  #take(news) {
    if ("last" in news) this.ears.heard(news.last);
    if ("here" in news) this.ears.isHere(news);
    if ("isThere" in news) this.ears.isThere(news.isThere);
    this.#looked = Date.now();
  }

  /** @param {Heard} news */
  #tellAll(news) {
    this.channel.postMessage(news);
    this.#take(news);
  }

  /** @returns {`${Base}/events?${string}`} */
  #events() {
    return `${this.base}/events?after=${this.ears.known()}${asSeat()}`;
  }

  // Is there something new? A refusal is explained to whoever then asks for all of it.
  async glance() {
    clearTimeout(this.#retry);
    this.#looked = Date.now();
    try {
      const { last } = await get(this.#events());
      if (last > this.ears.known()) this.#reopen?.();
      this.ears.isThere(true);
      this.ears.heard(last);
    } catch (error) {
      if (!(error instanceof Lost)) return this.ears.heard(null);
      this.#tellAll({ isThere: false });
      this.#retry = setTimeout(this.glance, PATIENCE);
    }
    return null;
  }

  /** @param {AbortSignal} signal @returns {Promise<void>} */
  #listen(signal) {
    /** @type {EventSource | null} */
    let stream = null;
    let later = 0; // a timer
    const open = () => {
      clearTimeout(later);
      stream?.close();
      if (signal.aborted) return;
      stream = this.#open(() => {
        stream?.close();
        this.glance();
        later = setTimeout(open, PATIENCE);
      });
    };
    this.#reopen = open;
    open();
    return new Promise((done) => {
      signal.addEventListener("abort", () => {
        this.#reopen = null;
        clearTimeout(later);
        stream?.close();
        done();
      });
    });
  }

  /** @param {() => void} failed called when it breaks */
  #open(failed) {
    const stream = new EventSource(this.#events());
    stream.addEventListener("open", () => this.#tellAll({ isThere: true }));
    for (const kind of ["message", "here"]) stream.addEventListener(kind, ({ data }) => this.#tellAll(JSON.parse(data)));
    stream.addEventListener("error", failed);
    return stream;
  }

  #begin() {
    if (this.#letGo) return;
    const end = new AbortController();
    this.#letGo = () => {
      end.abort();
      this.#letGo = null;
    };
    if (navigator.locks) {
      navigator.locks.request(`stream-${this.name}`, { signal: end.signal }, () => this.#listen(end.signal)).catch(() => {}); // let go while waiting
    } else {
      this.#listen(end.signal);
    }
  }

  #tick() {
    const now = Date.now();
    const hasSlept = now - this.#ticked > SLEEP;
    this.#ticked = now;
    if (hasSlept && !document.hidden) this.#reopen?.();
    if (hasSlept || now - this.#looked > (document.hidden ? HIDDEN_GLANCE : SEEN_GLANCE)) this.glance();
  }

  // A tab that comes back into sight may have missed what another one told.
  #look() {
    if (document.hidden) return this.#letGo?.();
    this.#begin();
    return this.ears.heard(null);
  }

  begin() {
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("pagehide", () => this.#letGo?.());
    addEventListener("pageshow", (event) => event.persisted && this.#look());
    addEventListener("offline", this.glance);
    addEventListener("online", () => (this.#reopen?.(), this.glance()));
    setInterval(() => this.#tick(), TICK);
    if (!document.hidden) this.#begin();
  }
}

// What is returned has a glance at the table, until the server is there.
/** @param {Base} base @param {Ears} ears */
export function follow(base, ears) {
  const follower = new Follower(base, ears);
  follower.begin();
  return follower.glance;
}
