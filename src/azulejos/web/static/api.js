// @ts-check
// Requests to the server. A refusal becomes an error with the server's words.

import { asSeat } from "./seat.js";
import { setting } from "./settings.js";

/** @import { GoneOn } from "answers" */
/** @import { Got, Posted } from "requests" */
/** @typedef {`/api/tables/${string}`} Base the address of a table */

export class Refusal extends Error {
  /** @param {number} status @param {Partial<GoneOn>} body */
  constructor(status, body) {
    super(body.error ?? `${status}`);
    this.status = status;
    this.state = body.state;
  }
}

// The server did not answer at all.
export class Lost extends Error {}

// As whom, in which language and how a table is looked at.
/** @param {string} language */
export function look(language) {
  return `language=${language}&theme=${setting("theme")}&letters=${setting("letters")}&legal=false${asSeat()}`;
}

/** @template {string} Address @param {Address} path @returns {Promise<Got<Address>>} */
export async function get(path) {
  return answer(path, { headers: { Accept: "application/json" } });
}

/** @template {string} Address @param {Address} path @param {any} body @returns {Promise<Posted<Address>>} */
export async function post(path, body, type = "application/json") {
  const text = type === "application/json" ? JSON.stringify(body) : body;
  return answer(path, { method: "POST", headers: { "Content-Type": type }, body: text });
}

// Never an old answer, also where Back and Forward would take one from the browser's cache.
/** @param {string} path @param {RequestInit} wish */
async function answer(path, wish) {
  const response = await fetch(path, { ...wish, cache: "no-store" }).catch((error) => {
    throw new Lost(error.message);
  });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, body);
  return body;
}

export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
