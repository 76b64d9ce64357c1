// @ts-check
// The room for analysis, and the real table: what is there (moment.js), its tree (branches.js), chance (pad.js), the search (thinking.js).

import { Lost, post, Refusal } from "./api.js";
import { useBeginning } from "./beginning.js";
import { back, on, undo, useTree } from "./branches.js";
import { byId } from "./dom.js";
import { keepEdited } from "./kept.js";
import { here, inTurn, kind } from "./moment.js";
import { model } from "./model.js";
import { usePad } from "./pad.js";
import { useRoom } from "./room.js";
import { showSheet } from "./sheet.js";
import { useThinking } from "./thinking.js";
import { flat, line } from "./tree.js";

const isReal = kind === "real";

// ---------------------------------------------------------------------------------------------
// Files

// What a record says, or one with variations.
async function written() {
  const nodes = (isReal ? line(here.node) : flat(here.root)).map(({ choice, comment, parent }, at) => ({ choice, comment, parent: typeof parent === "number" ? parent : at - 1 }));
  const body = JSON.stringify({ start: here.start, nodes, comment: here.root.comment });
  const response = await fetch(`/api/analysis/record?language=${model.language}`, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch((error) => {
    throw new Lost(error.message);
  });
  if (!response.ok) throw new Refusal(response.status, await response.json());
  return response.text();
}

const save = () =>
  inTurn(async () => {
    const address = URL.createObjectURL(new Blob([await written()], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: address, download: `${here.start.game}.azul` }).click();
    URL.revokeObjectURL(address);
  });

// A finished game is reviewed where all finished games are.
const review = () =>
  inTurn(async () => {
    const { table } = await post(`/api/records?language=${model.language}`, await written(), "text/plain");
    location.href = `/tables/${table}/replay`;
  });

function showEnd() {
  const isOver = here.shown?.over ?? false;
  byId("end").hidden = !isOver;
  if (isOver) showSheet(byId("sheet"), byId("chart"), /** @type {any} */ (here.shown));
  if (!isReal) return;
  byId("review").hidden = !isOver;
  byId("undo").disabled = !here.node.parent;
}

// The editor takes over what is here; the address is for whoever opens it elsewhere.
function showEdit() {
  const { shown, start } = here;
  const link = byId("edit");
  if (!link || !shown) return;
  link.href = `/analyse/edit?position=${encodeURIComponent(shown.line)}`;
  link.onclick = () => {
    keepEdited({ ...start, names: shown.names, position: shown.document });
    link.href = "/analyse/edit#on";
  };
}

useTree();
usePad();
if (byId("thinks")) useThinking();
useRoom({ u: isReal ? undo : back, n: on });
addEventListener("moment", showEnd);
addEventListener("moment", showEdit);
byId("save").addEventListener("click", save);
byId("review")?.addEventListener("click", review);
byId("undo")?.addEventListener("click", undo);
await useBeginning();
