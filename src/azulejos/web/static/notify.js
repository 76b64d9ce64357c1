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

// On some phones only a worker may show one.
function tell() {
  if (!isWanted() || !document.hidden) return;
  try {
    const title = document.querySelector("h1")?.textContent ?? "Azulejos";
    const shown = new Notification(title, { body: words.your_turn, tag: location.pathname, icon: byId("icon").href });
    shown.addEventListener("click", () => (focus(), shown.close()));
  } catch {
    change("notify", "false");
  }
}

export function useNotify() {
  const show = () => (byId("notify").checked = isWanted());
  byId("notify").closest("p").hidden = !isThere;
  byId("notify").addEventListener("change", ask);
  addEventListener("settings", show);
  addEventListener("turn", tell);
  show();
}
