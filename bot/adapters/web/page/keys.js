// The keys of the table; keylist.js lists them.

import { byId } from "./dom.js";
import { deeds, discard, hand, mayPlay } from "./play.js";
import { fetchDialog } from "./requests.js";
import { app } from "./state.js";
import { explain } from "./tips.js";
import { refuse } from "./toast.js";
import { t } from "./words.js";

const PRESSED = { d: "draw", p: "pickup", n: "decline", l: "lay", x: "discard", u: "undo", s: "sort", w: "why", a: "recall", m: "menu", f: "feedbutton", h: "hint" };

const ENTERS = ["arrowleft", "arrowright", " "]; // lead into the hand from nowhere

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog[open]")) return;
  if (!byId("table")) return;
  const key = event.key.toLowerCase();
  const done = pressed(key) || other(key, event.target) || refused(key, event.repeat);
  if (done) event.preventDefault();
});

function pressed(key) {
  const found = byId(PRESSED[key] ?? "none");
  if (!found || found.disabled) return false;
  found.click();
  return true;
}

function other(key, target) {
  if (key === "escape") hand.letGo() || hand.clear();
  else if (ENTERS.includes(key) && target === document.body && hand.cards.length) hand.enter();
  else if (key === "?") fetchDialog("keylist", "keysDialog");
  else if (key === "i") explain(target);
  else if (key === "g" && suggestion()) suggestion().click();
  else if (key === "x" && target.closest("#hand .card") && !hand.ticked.length && mayPlay()) discard(target.dataset.card);
  else if (/^[1-9]$/.test(key) && hasMeld(key) && hand.ticked.length) deeds.add(Number(key));
  else return false;
  return true;
}

function suggestion() {
  return document.querySelector(".suggestion");
}

function hasMeld(number) {
  return Boolean(document.querySelector(`.meld.mine[data-number="${number}"]`));
}

// Why a key that plays does nothing now: the host says it, if it could be played at all.
const REFUSED = {
  d: deeds.draw,
  p: deeds.pickup,
  n: deeds.decline,
  u: deeds.undo,
  l: () => (hand.ticked.length < 3 ? refuse(t("tip.lay")) : deeds.lay()),
  x: () => (hand.ticked.length === 1 ? deeds.discard() : refuse(t(hand.ticked.length ? "drop.pile" : "tip.discard"))),
  g: () => refuse(t("key.suggestion.none")),
  a: () => refuse(t("key.recall.none")),
};

function noMeld(number) {
  refuse(hasMeld(number) ? t("key.meld.ticked") : t("key.meld.none", { number }));
}

// A key that is held says it once.
function refused(key, held) {
  const why = /^[1-9]$/.test(key) ? () => noMeld(key) : REFUSED[key];
  const { me, seats, table } = app.view;
  if (!why || !me.seat || table.phase !== "playing") return false;
  const other = key !== "a" && seats.find((seat) => seat.in_turn && seat.seat !== me.seat);
  if (!held && !app.busy) other ? refuse(t("key.turn", other)) : why();
  return true;
}
