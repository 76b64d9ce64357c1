// @ts-check
// The account of the last move has as many lines as there is room for. What is cut is whole while it is pointed at or has
// the focus; whoever listens hears all of it anyway.

import { byId } from "./dom.js";

const note = byId("note");
let isAsked = false; // is it measured soon?

// After the page was laid out: to measure costs nothing then.
function measureSoon() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => setTimeout(measure));
}

function measure() {
  isAsked = false;
  const room = /** @type {HTMLElement} */ (note.parentElement);
  const lines = `${Math.max(1, Math.floor((room.clientHeight + 1) / Number.parseFloat(getComputedStyle(note).lineHeight)))}`;
  if (note.style.getPropertyValue("--lines") !== lines) note.style.setProperty("--lines", lines);
  const isWhole = document.activeElement === note || note.matches(":hover");
  if (!isWhole) mark(note.scrollHeight > note.clientHeight + 1);
}

/** @param {boolean} isCut */
function mark(isCut) {
  note.classList.toggle("cut", isCut);
  if (isCut) note.tabIndex = 0;
  else note.removeAttribute("tabindex");
}

if (note) {
  new ResizeObserver(measureSoon).observe(/** @type {HTMLElement} */ (note.parentElement));
  new MutationObserver(measureSoon).observe(note, { childList: true, characterData: true });
  for (const event of ["pointerleave", "blur"]) note.addEventListener(event, measureSoon);
}
