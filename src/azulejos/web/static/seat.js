// @ts-check
// The seat that a page shows: its address may name one of those that this browser holds.

import { all } from "./dom.js";

let seat = new URLSearchParams(location.search).get("seat")?.match(/^\d$/)?.[0] ?? null;

// For the address of a request.
export const asSeat = () => (seat === null ? "" : `&seat=${seat}`);

/** @param {string} path */
const addressed = (path) => path + (seat === null ? "" : `?seat=${seat}`);

// From now on the page shows one seat, or all that this browser holds. Whatever else the address said is gone.
/** @param {string | null} wanted */
export function showSeat(wanted) {
  seat = wanted;
  history.replaceState(null, "", addressed(location.pathname));
  carry();
}

// Links to the same table, and to this page in another language, lead to the same seat.
function carry() {
  for (const link of all("[data-seated]")) link.href = addressed(link.dataset.seated);
  for (const link of all(".language")) link.search = `?back=${encodeURIComponent(addressed(location.pathname))}`;
}

carry();
