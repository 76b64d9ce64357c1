// @ts-check
// Opening a table from the start page.

import { post } from "./api.js";
import { byId } from "./dom.js";
import { wait } from "./opened.js";

/** @import { TableIn } from "answers" */

// The links of those who aren't at this screen are kept until they have come.
/** @param {TableIn} wanted */
export async function open(wanted) {
  try {
    const { table, secrets } = await post("/api/tables", wanted);
    wait(table, Object.fromEntries(Object.entries(secrets).filter(([seat]) => wanted.seats[Number(seat)].here === false)));
    location.href = `/tables/${table}`;
  } catch (refusal) {
    say(refusal.message);
  }
}

/** @param {string} text */
export function say(text) {
  byId("error").textContent = text;
}
