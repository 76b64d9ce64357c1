// @ts-check
// What happened, in words.

/** @import { Sentence, Told } from "answers" */

/** @param {HTMLElement} list @param {Told[]} news @param {string} rules */
export function addLines(list, news, rules) {
  for (const sentence of news.flatMap((step) => step.sentences)) {
    const last = /** @type {HTMLElement | null} */ (list.lastElementChild);
    if (last?.dataset.text === sentence.text && !sentence.is_scoring) again(last);
    else list.append(line(sentence, rules));
  }
}

// The same sentence several times in a row is one line.
/** @param {HTMLElement} item */
function again(item) {
  const times = Number(item.dataset.times ?? 1) + 1;
  item.dataset.times = `${times}`;
  item.textContent = `${item.dataset.text} × ${times}`;
}

/** @param {Sentence} sentence @param {string} rules */
function line(sentence, rules) {
  const item = document.createElement("li");
  item.textContent = sentence.text;
  item.dataset.text = sentence.text;
  if (sentence.is_scoring) {
    item.className = sentence.points < 0 ? "loss" : "gain";
    if (sentence.clause) item.append(" ", reason(sentence.clause, rules));
  }
  return item;
}

/** @param {string} clause @param {string} rules */
function reason(clause, rules) {
  const link = document.createElement("a");
  link.href = `${rules}#${clause}`;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = clause;
  return link;
}
