// @ts-check
// A notification when it is my turn and the page isn't in sight. It is asked for when somebody wants it; where browsers
// don't have it, or block it, everything else is as it was.

import { byId } from "./dom.js";
import { change, setting } from "./settings.js";
import { words } from "./words.js";

const isThere = "Notification" in window;
const isWanted = () => isThere && setting("notify") === "true" && Notification.permission === "granted";

async function ask() {
  const box = byId("notify");
  const isGranted = box.checked && (await Notification.requestPermission()) === "granted";
  if (box.checked && !isGranted) byId("note").textContent = words.blocked;
  box.checked = isGranted;
  change("notify", `${isGranted}`);
}

async function tell() {
  if (!isWanted() || !document.hidden) return;
  const title = document.querySelector("h1")?.textContent ?? "Azulejos";
  const said = { body: words.your_turn, tag: location.pathname, icon: byId("icon").href, data: location.href };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification(title, said); // on some phones nobody else may
    else showHere(title, said);
  } catch {
    change("notify", "false");
  }
}

/** @param {string} title @param {NotificationOptions} said */
function showHere(title, said) {
  const shown = new Notification(title, said);
  shown.addEventListener("click", () => (focus(), shown.close()));
}

export function useNotify() {
  const show = () => (byId("notify").checked = isWanted());
  byId("notify").closest("p").hidden = !isThere;
  byId("notify").addEventListener("change", ask);
  addEventListener("settings", show);
  addEventListener("turn", tell);
  show();
}
