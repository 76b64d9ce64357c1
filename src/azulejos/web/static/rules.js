// @ts-check
// The drawings of the rules are made by the server: they are asked for in the chosen theme.

import { all } from "./dom.js";
import { setting } from "./settings.js";

function suit() {
  for (const drawing of all(".rules img")) {
    const address = new URL(drawing.src);
    if (address.searchParams.get("theme") === setting("theme")) continue;
    address.searchParams.set("theme", setting("theme"));
    drawing.src = address.href;
  }
}

addEventListener("settings", suit);
suit();
