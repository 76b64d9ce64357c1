// @ts-check
// The form of a position: what isn't a piece, the round, what is asked, points. Which fields there are the server says.

import { byId } from "./dom.js";
import { change, setup } from "./setup.js";
import { part } from "./sheet.js";

/** @import { FieldOffered } from "answers" */

const SHORT = 12; // letters of an option that can be read in half a row

/** @type {Map<string, HTMLElement>} */
let there = new Map(); // what is asked stays where it is, also while somebody is typing

/** @param {FieldOffered} field */
function input({ name, least, most }) {
  const made = Object.assign(part("input"), { type: "number", name, min: `${least}`, max: `${most}`, inputMode: "numeric" });
  made.addEventListener("change", () => (made.reportValidity() && made.value !== "" ? change([], { [name]: Number(made.value) }) : undefined));
  return made;
}

/** @param {FieldOffered} field */
function select({ name, options }) {
  const made = Object.assign(part("select", ...options.map((option) => part("option", option.label))), { name });
  made.addEventListener("change", () => change([], { [name]: options[made.selectedIndex].value }));
  return made;
}

// What is long has a row to itself.
/** @param {FieldOffered} field */
function labelled(field) {
  const made = part("label", part("span", field.label), field.options.length ? select(field) : input(field));
  made.classList.toggle("long", field.options.some((option) => option.label.length > SHORT));
  return made;
}

/** @param {FieldOffered} field */
function entry(field) {
  const key = JSON.stringify({ ...field, value: null });
  const label = there.get(key) ?? labelled(field);
  const box = /** @type {HTMLSelectElement | HTMLInputElement} */ (label.lastElementChild);
  if (box instanceof HTMLSelectElement) box.selectedIndex = field.options.findIndex(({ value }) => value === field.value);
  else box.value = `${field.value}`;
  there.set(key, label);
  return label;
}

/** @param {number | null} seat */
function group(seat) {
  const fields = setup.shown.fields.filter((field) => field.seat === seat);
  const options = Object.assign(part("p", ...fields.map(entry)), { className: "options" });
  return seat === null ? options : part("fieldset", part("legend", setup.shown.names[seat]), options);
}

export function useEntries() {
  const form = /** @type {HTMLFormElement} */ (byId("entries"));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("setup", () => {
    const focus = /** @type {HTMLInputElement | null} */ (form.contains(document.activeElement) ? document.activeElement : null)?.name;
    form.replaceChildren(group(null), ...setup.shown.names.map((_, seat) => group(seat)));
    if (focus) /** @type {HTMLElement | null} */ (form.elements.namedItem(focus))?.focus();
  });
}
