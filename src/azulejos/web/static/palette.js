// @ts-check
// The pieces that can be put down, kind by kind, with how many of them are in the bag.

import { byId } from "./dom.js";
import { setup } from "./setup.js";
import { part } from "./sheet.js";
import { picture, symbolOf } from "./sprites.js";
import { said, words } from "./words.js";

/** @import { PieceOffered } from "answers" */

const FEW = 8; // pieces that have room side by side, whatever their kind

let kind = ""; // the one that is shown
let picked = ""; // the piece in hand

/** @type {(piece: string) => unknown} */
let onPick = () => undefined;

/** @param {PieceOffered} offered */
function brush({ piece, label, left }) {
  const button = Object.assign(part("button"), { type: "button", title: label });
  button.dataset.brush = piece;
  button.setAttribute("aria-label", left === null ? label : said("left", { piece: label, n: left }));
  button.setAttribute("aria-pressed", `${piece === picked}`);
  button.append(document.getElementById(symbolOf(piece)) ? picture(piece) : label);
  if (left !== null) button.append(Object.assign(part("b", `${left}`), { className: left ? "left" : "left none" }));
  button.addEventListener("click", () => onPick(piece));
  return button;
}

/** @param {string} name */
function tab(name) {
  const button = Object.assign(part("button", words.kinds[name]), { type: "button" });
  button.setAttribute("aria-pressed", `${name === kind}`);
  button.addEventListener("click", () => {
    kind = name;
    showPalette();
  });
  return button;
}

function showPalette() {
  const { palette } = setup.shown;
  const kinds = [...new Set(palette.map((piece) => piece.kind))];
  if (!kinds.includes(kind)) [kind] = kinds;
  const focus = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.brush;
  const isWhole = palette.length <= FEW;
  byId("kinds").hidden = isWhole;
  byId("kinds").replaceChildren(...kinds.map(tab));
  byId("pieces").dataset.kind = kind;
  const offered = palette.filter((piece) => isWhole || piece.kind === kind);
  byId("pieces").toggleAttribute("data-many", offered.length > FEW);
  byId("pieces").replaceChildren(...offered.map(brush));
  if (focus) byId("pieces").querySelector(`[data-brush="${focus}"]`)?.focus();
}

// Which piece is in hand.
/** @param {string} piece */
export function showPicked(piece) {
  picked = piece;
  for (const button of byId("pieces").children) button.setAttribute("aria-pressed", `${button.dataset.brush === piece}`);
}

/** @param {(piece: string) => unknown} pick */
export function usePalette(pick) {
  onPick = pick;
  addEventListener("setup", showPalette);
}
