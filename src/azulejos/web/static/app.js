// @ts-check
// The page as an app: it can be installed, and says when there is no network. Where that is blocked, nothing else changes.

import { byId } from "./dom.js";

const line = byId("offline");
const show = () => (line.hidden = navigator.onLine);

for (const event of ["online", "offline", "pageshow"]) addEventListener(event, show);
addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {})); // or it isn't one
