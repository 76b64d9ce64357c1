// @ts-check
// Advice for whoever asks for it. What shows it is loaded only then.

import { get, look } from "./api.js";
import { byId } from "./dom.js";
import { preview } from "./draft.js";
import { takenBy, tellPlan } from "./ghosts.js";
import { isWhole, lastStep, model } from "./model.js";
import { say } from "./paint.js";
import { placeOf } from "./stage.js";
import { act, explain } from "./talk.js";
import { said, words } from "./words.js";

/** @import { Hint } from "answers" */

const { base, language, table } = model;
const adviser = () => import("./advice.js");

function advice() {
  const drafted = model.draft.map((choice) => `&choices=${encodeURIComponent(choice)}`).join("");
  return get(`${base}/hint?${look(language)}&open=${model.opened}${drafted}`);
}

export const hint = () =>
  act(async () => {
    if (byId("hint").hidden) return;
    const found = await advice();
    const { chance } = await adviser();
    say([found.label, chance(found, language)].filter(Boolean).join(" · "));
    placeOf(found.choice)?.classList.add("hinted");
    takenBy(found.choice).forEach((piece) => piece.classList.add("meant")); // the place around them may have any shape
  });

// ---------------------------------------------------------------------------------------------
// What is left of a turn that somebody has begun, a payment above all. It is said before it is done: while the button is
// pointed at, or at its first press.

/** @type {{ draft: string, found: Promise<Hint>, isTold: boolean } | null} */
let plan = null;

// The plan for the draft as it is now.
function planned() {
  const draft = JSON.stringify([lastStep(), model.draft]);
  if (plan?.draft !== draft) {
    const made = (plan = { draft, found: advice(), isTold: false });
    made.found.catch(() => plan === made && (plan = null));
  }
  return plan;
}

export async function tellFinish(isPressed = false) {
  const button = byId("finish");
  if (button.hidden || isWhole()) return;
  const its = planned();
  const found = await its.found.catch(() => null); // whoever presses it is told why
  if (!found || plan !== its || its.draft !== JSON.stringify([lastStep(), model.draft]) || button.hidden) return;
  its.isTold = true;
  const text = said("finish_with", { turn: found.words });
  if (isPressed) say(text);
  if (isPressed || button.matches(":hover, :focus")) tellPlan(found.choice, text, button);
}

export const finish = () =>
  act(async () => {
    if (byId("finish").hidden) return;
    const its = planned();
    const wasTold = its.isTold; // before it was pressed
    const found = await its.found;
    if (!wasTold) return tellFinish(true);
    model.draft.push(...found.turn);
    await preview(undefined, found.turn.length);
  });

// What else could I have played in my last turn?
export const lookBack = () =>
  act(async () => {
    if (byId("look-back").hidden) return;
    say(words.searching);
    const { showAlternatives } = await adviser();
    await showAlternatives(base, model.state.turn_at, look(language), language);
    say("");
  });

// A review takes a while: meanwhile everything else goes on.
export async function review() {
  byId("review").disabled = true;
  try {
    const { showReview } = await adviser();
    await showReview(base, `/tables/${table}/replay`, language);
    byId("reviewed").scrollIntoView({ block: "nearest" });
  } catch (error) {
    byId("reviewed").hidden = true;
    explain(error);
  }
  byId("review").disabled = false;
}
