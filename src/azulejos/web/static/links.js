// @ts-check
// Links to pass on: each in a field of its own, to copy or, where the system can, to share.

import { post } from "./api.js";
import { byId } from "./dom.js";
import { said, words } from "./words.js";

const LONG_ENOUGH = 2000; // milliseconds in which a button says that it has copied

// `label`: what the link is for; `text`: the link, or another text to pass on.
/** @param {string} label @param {string} text */
export function passOn(label, text) {
  const row = byId("to-pass-on").content.firstElementChild.cloneNode(true);
  const field = row.querySelector("input");
  const [copy, share, code] = row.querySelectorAll("button");
  row.querySelector("label span").textContent = label;
  field.value = text;
  copy.setAttribute("aria-label", `${copy.textContent}: ${label}`);
  share.setAttribute("aria-label", `${share.textContent}: ${label}`);
  share.hidden = !navigator.share || !text.startsWith("http");
  code.setAttribute("aria-label", `${code.textContent}: ${label}`);
  code.hidden = !text.startsWith("http");
  code.addEventListener("click", () => showCode(code, row.querySelector("img"), label, text));
  field.addEventListener("focus", () => field.select());
  copy.addEventListener("click", () => copied(copy, field));
  share.addEventListener("click", () => navigator.share({ title: document.title, url: text }).catch(() => {})); // or not
  return row;
}

/** @param {HTMLButtonElement} button @param {HTMLInputElement} field */
async function copied(button, field) {
  const label = button.textContent;
  if (!(await isWritten(field))) {
    field.select();
    byId("note").textContent = words.copy_by_hand;
    return;
  }
  button.focus();
  byId("note").textContent = button.textContent = words.copied;
  setTimeout(() => (button.textContent = label), LONG_ENOUGH);
}

// A page that isn't on this machine and has no TLS may not write to the clipboard itself; some browsers let none do it.
/** @param {HTMLInputElement} field */
async function isWritten(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

// For a phone at the same table. The code is drawn by the server, which keeps it nowhere.
/** @param {HTMLButtonElement} button @param {HTMLImageElement} picture @param {string} label @param {string} link */
async function showCode(button, picture, label, link) {
  try {
    const { svg } = picture.src ? { svg: "" } : await post("/api/code", { link });
    if (svg) picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    picture.alt = said("code_of", { what: label });
    picture.hidden = !picture.hidden;
    button.setAttribute("aria-expanded", `${!picture.hidden}`);
  } catch (refusal) {
    byId("note").textContent = refusal.message;
  }
}
