// @ts-check
// A board as large as the page has room for: whoever clicks at another player's, or at the head of their own, sees it so until
// they click again or press Esc. The key B goes through all of them.

import { all, byId } from "./dom.js";
import { said } from "./words.js";

const LARGE = "large"; // the class of what is large

/** @returns {HTMLElement[]} all boards, the own one first */
const boards = () => [byId("own"), ...byId("others").children];

/** @returns {HTMLElement | null} */
const now = () => document.querySelector(`.${LARGE}`);

/** @param {HTMLElement | null} board */
function enlarge(board) {
  all(`.${LARGE}`).forEach((large) => large.classList.remove(LARGE));
  board?.classList.add(LARGE);
  all(".look").forEach((button) => button.setAttribute("aria-expanded", `${button.parentElement === board}`));
}

/** @param {HTMLElement} board */
const toggle = (board) => enlarge(board === now() ? null : board);

/**
 * What another player's board is pressed with, over all of it.
 * @param {HTMLElement} frame of the board
 * @param {HTMLElement | undefined} old the frame before, which may be large or have the focus
 */
export function addLook(frame, old) {
  const name = frame.querySelector("svg > title")?.textContent ?? "";
  const button = Object.assign(document.createElement("button"), { type: "button", className: "look" });
  button.setAttribute("aria-label", said("look_at", { name }));
  button.setAttribute("aria-expanded", `${old?.classList.contains(LARGE) ?? false}`);
  frame.classList.toggle(LARGE, old?.classList.contains(LARGE) ?? false);
  frame.append(button);
}

/** @param {MouseEvent} event */
function click(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const board = /** @type {HTMLElement | null} */ (target.closest("#own, .other"));
  const isHead = target.closest(".head") !== null;
  const isAside = board?.id === "own" && board === now() && !target.closest("[data-choice], [data-also], [data-place]");
  if (!board || !(target.closest(".look") || isHead || isAside)) return;
  event.stopPropagation();
  toggle(board);
}

/** @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
  if (event.key === "Escape" && now()) enlarge(null);
  else if (event.key.toLowerCase() === "b" && !event.repeat) enlarge(boards()[boards().findIndex((board) => board === now()) + 1] ?? null);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

export function useLarger() {
  all(".stage")[0].addEventListener("click", click);
  addEventListener("keydown", press, true);
}
