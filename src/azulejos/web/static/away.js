// @ts-check
// Whoever is not here: a page that nobody sees says by its title whose turn it is, and shows what has happened when somebody comes
// back; a seat that isn't held here any more is shown as others see it.

import { get, look, Refusal } from "./api.js";
import { isAsked, leaveWord, model } from "./model.js";
import { showTab } from "./paint.js";
import { showSeat } from "./seat.js";

let glimpsed = 0; // the last entry that was heard of, and looked at, while the page was hidden
let announced = 0; // the turn that it was then

export const isUnseen = () => document.hidden && model.state !== null;

// The title is all that is different.
export async function glimpse() {
  if (model.newest <= Math.max(glimpsed, model.state.last)) return;
  glimpsed = model.newest;
  const next = await unlessLost(get(`${model.base}?after=${glimpsed}&at_least=${glimpsed}&draw=false&moves=false&${look(model.language)}`));
  if (!next || !document.hidden) return;
  const isNews = isAsked(next) && ![announced, model.state.turn_number].includes(next.turn_number);
  announced = next.turn_number;
  showTab(next);
  if (isNews) dispatchEvent(new CustomEvent("turn"));
}

// An answer; without one, the page is loaded anew without the seat.
/** @template Answer @param {Promise<Answer>} answer @returns {Promise<Answer | undefined>} */
export function unlessLost(answer) {
  return answer.catch((error) => {
    if (!(error instanceof Refusal) || error.status !== 403 || !location.search) throw error;
    leaveWord(error.message);
    showSeat(null);
    location.reload();
    return undefined;
  });
}
