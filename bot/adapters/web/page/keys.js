// The keys of the table, and the list of them.

import { open, title } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { deeds, discard, hand, mayPlay } from "./play.js";
import { explain } from "./tips.js";
import { t } from "./words.js";

const PRESSED = { d: "draw", p: "pickup", n: "decline", l: "lay", x: "discard", u: "undo", s: "sort", w: "why", a: "recall", m: "menu", f: "feedbutton" };

// Each key with what it does, in the page's words.
const LISTED = [
  ["D", "draw"], ["P", "pickup"], ["N", "decline"], ["L", "lay"], ["X", "discard"], ["1–9", "key.meld"], ["G", "key.suggestion"],
  ["← →", "key.move"], ["Space", "key.tick"], ["Esc", "key.clear"], ["U", "undo"], ["S", "sort.suit"], ["W", "why"],
  ["A", "key.recall"], ["I", "key.explain"], ["M", "key.menu"], ["F", "key.feed"], ["?", "key.list"],
];

export function keysDialog() {
  open("keys", title(t("keys.title")), h("dl", {}, LISTED.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(words))])));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog[open]")) return;
  if (!byId("table")) return;
  const key = event.key.toLowerCase();
  const done = pressed(key) || other(key, event.target);
  if (done) event.preventDefault();
});

function pressed(key) {
  const found = byId(PRESSED[key] ?? "none");
  if (!found || found.disabled) return false;
  found.click();
  return true;
}

function other(key, target) {
  if (key === "escape") hand.clear();
  else if (key === "?") keysDialog();
  else if (key === "i") explain(target);
  else if (key === "g") document.querySelector(".suggestion")?.click();
  else if (key === "x" && target.closest("#hand .card") && !hand.ticked.length && mayPlay()) discard(target.dataset.card);
  else if (/^[1-9]$/.test(key)) document.querySelector(`.meld.mine[data-number="${key}"]`) && hand.ticked.length && deeds.add(Number(key));
  else return false;
  return true;
}
