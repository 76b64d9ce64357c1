// @ts-check
// A table. What is known of it: model.js; how it is shown: paint.js; what is asked and told: talk.js; who plays: hands.js.

import { post, Refusal } from "./api.js";
import { greet, useCompany } from "./company.js";
import { byId } from "./dom.js";
import { useFinger } from "./finger.js";
import { useHands } from "./hands.js";
import { useLarger } from "./larger.js";
import { passOn } from "./links.js";
import { leaveWord, model, wordLeft } from "./model.js";
import { useNotify } from "./notify.js";
import { say, showStale } from "./paint.js";
import { usePast } from "./past.js";
import { showSeat } from "./seat.js";
import { useSeats } from "./seats.js";
import { act, followTable, inTurn, PATIENCE, refresh } from "./talk.js";
import { words } from "./words.js";

const pause = () => new Promise((done) => setTimeout(done, PATIENCE));

const SEAT_LINK = /^#(\d)\.?(.*)$/; // what stands behind a table's address: seat and secret, though some of it may be lost

// The secret of a seat's link is exchanged once, and leaves the address.
async function comeIn() {
  const [, seat, secret] = location.hash.match(SEAT_LINK) ?? [];
  if (!seat) return;
  try {
    const opened = await post(`${model.base}/seats/${seat}/open?language=${model.language}`, { secret });
    showSeat(seat);
    if (opened.is_new) greet(opened.seat, opened.name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showSeat(null);
    leaveWord(words.bad_link);
  }
}

// Kept by the browser for Back and Forward: already when it leaves it is made to look old, so that it comes back so.
addEventListener("pagehide", ({ persisted }) => {
  if (!persisted) return;
  model.isStale = true;
  showStale();
});

addEventListener("hashchange", () => SEAT_LINK.test(location.hash) && location.reload());
usePast(inTurn);
useFinger();
useLarger();
useHands();
useCompany();
useNotify();
useSeats({ act, changed: refresh, say });
byId("share").append(passOn(words.to_replay, `${location.origin}/games/${model.table}`));

if (byId("lesson")) await import("./lesson.js");

while (!model.state) {
  await inTurn(async () => {
    await comeIn();
    await refresh();
  });
  if (!model.state) await pause();
}
followTable();
const left = wordLeft();
if (left) say(left);
