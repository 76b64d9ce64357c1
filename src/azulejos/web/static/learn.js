// The tour's pictures are drawn by the server: ask for those of the chosen theme.

import { setting } from "./settings.js";

function suit() {
  const here = new URL(location.href);
  if (here.searchParams.get("theme") === setting("theme")) return;
  here.searchParams.set("theme", setting("theme"));
  location.replace(here);
}

addEventListener("settings", suit);
suit();
