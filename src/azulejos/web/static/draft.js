// @ts-check
// The draft of a turn: what it would look like, and taking choices back from it.

import { turnOf } from "./acts.js";
import { look, post, Refusal } from "./api.js";
import { keepDraft, model } from "./model.js";
import { pace, perform } from "./motion.js";
import { paint, say, sayPreview } from "./paint.js";
import { have, keep } from "./parts.js";
import { prepare } from "./scenery.js";
import { setting } from "./settings.js";
import { bringIntoSight } from "./stage.js";

/** @import { Preview } from "answers" */

const { base, language } = model;

// How we want to see the table: what only one person may know is not even asked for before the others look away.
export const eyes = () => `${look(language)}&open=${model.opened}${have(model.shown, model.state)}`;

/**
 * @param {string} [wanted] the choice whose place gets the focus
 * @param {number} fresh how many choices of the draft are new: their pieces move
 */
export async function preview(wanted, fresh = 0) {
  try {
    const shown = await post(`${base}/preview?${eyes()}`, { choices: model.draft });
    keep(shown);
    sayPreview(shown);
    await moveTo(shown, fresh);
    if (!isHeld(shown, fresh)) await prepare(shown, model.state.viewer);
    paint(shown, wanted, isHeld(shown, fresh));
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    model.draft = [];
    paint(model.state);
    say(refusal.message);
  } finally {
    keepDraft();
  }
}

// The end of a round is shown when the turn is played: until then its pieces stand where the turn has brought them.
/** @param {Preview} shown @param {number} fresh */
const isHeld = ({ told }, fresh) => pace() !== null && fresh > 0 && told.at(-1)?.ends_at != null;

/** @param {Preview} shown @param {number} fresh */
async function moveTo(shown, fresh) {
  const usual = pace();
  if (!usual || !fresh) return;
  const turns = shown.told.slice(-fresh).map((step) => turnOf(step, usual));
  await perform(shown, turns, 0, isHeld(shown, fresh));
}

export async function cancel() {
  const last = model.draft.pop();
  keepDraft();
  say("");
  if (model.draft.length) await preview(last);
  else paint(model.state, last);
  bringIntoSight(setting("speed") !== "off");
}
