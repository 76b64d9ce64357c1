// @ts-check
// The form of a position: what isn't a piece, the round, what is asked, points. Which fields there are the server says.

import { byId } from "./dom.js";
import { change, setup } from "./setup.js";
import { part } from "./sheet.js";

/** @import { FieldOffered } from "answers" */

/** @param {FieldOffered} field */
function input({ name, value, least, most }) {
  const made = Object.assign(part("input"), { type: "number", name, value: `${value}`, min: `${least}`, max: `${most}`, inputMode: "numeric" });
  made.addEventListener("change", () => (made.reportValidity() && made.value !== "" ? change([], { [name]: Number(made.value) }) : undefined));
  return made;
}

/** @param {FieldOffered} field */
function select({ name, value, options }) {
  const made = Object.assign(part("select", ...options.map((option) => part("option", option.label))), { name });
  made.selectedIndex = options.findIndex((option) => option.value === value);
  made.addEventListener("change", () => change([], { [name]: options[made.selectedIndex].value }));
  return made;
}

/** @param {FieldOffered} field */
const labelled = (field) => part("label", part("span", field.label), field.options.length ? select(field) : input(field));

/** @param {number | null} seat */
function group(seat) {
  const fields = setup.shown.fields.filter((field) => field.seat === seat);
  const options = Object.assign(part("p", ...fields.map(labelled)), { className: "options" });
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
