// @ts-check
// Advice for whoever asks for it. What shows it is loaded only then.

import { get, look } from "./api.js";
import { byId } from "./dom.js";
import { model } from "./model.js";
import { say } from "./paint.js";
import { placeOf } from "./stage.js";
import { act, explain, preview } from "./talk.js";
import { words } from "./words.js";

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
  });

// What is left of a turn that somebody has begun, a payment above all: one click, then play it or take it back.
export const finish = () =>
  act(async () => {
    if (byId("finish").hidden) return;
    const { turn } = await advice();
    model.draft.push(...turn);
    await preview(undefined, turn.length);
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
  } catch (error) {
    byId("reviewed").hidden = true;
    explain(error);
  }
  byId("review").disabled = false;
}
