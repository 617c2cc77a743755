// What tells players that something has happened: sounds while they look, a notification where they do not. For each
// turn once, in whichever window of this browser comes first; who looks at another window, or plays in a chat, is not
// told here: the host knows, and says `turn` to nobody then.

import { on } from "./events.js";
import { pushes } from "./push.js";
import { wire } from "./requests.js";
import { sound } from "./sounds.js";
import { app, preferred } from "./state.js";
import { t } from "./words.js";

// --- while somebody looks --------------------------------------------------------------------------------------------

let last = null; // the view that was heard
let waiting = []; // the other tables where it was my turn

on("render", () => {
  const before = last;
  last = app.view;
  const elsewhere = app.calls.some(({ table }) => !waiting.includes(table));
  waiting = app.calls.map(({ table }) => table);
  badge();
  if (document.hidden) return;
  if (elsewhere) sound("turn");
  else if (before && app.view && before !== app.view && before.table.id === app.view.table.id) hear(before, app.view);
  else if (app.view && before !== app.view && isMine(app.view)) claim(app.view.table.id, app.view.turn_mark); // seen on coming
});

// One sound for a change, the one that matters most.
async function hear(before, now) {
  const ended = before.table.phase === "playing" && ["pause", "over"].includes(now.table.phase);
  if (ended) return sound("end");
  if (burrachi(now) > burrachi(before)) return sound("burraco");
  if (isMine(now) && now.turn_mark !== before.turn_mark && (await claim(now.table.id, now.turn_mark))) return sound("turn");
  if (moved(before) !== moved(now)) sound("card");
}

function isMine(view) {
  return Boolean(view.me.seat && view.turn === view.me.seat && view.controls && !view.table.paused);
}

function burrachi(view) {
  return (view.sides ?? []).flatMap((side) => side.melds).filter((meld) => meld.kind).length;
}

// Where the cards lie that everybody sees, in a few signs.
function moved({ pile = [], sides = [], stock = 0 }) {
  return `${pile.length} ${stock} ${sides.flatMap((side) => side.melds).map((meld) => meld.cards.length)}`;
}

// --- once a turn -----------------------------------------------------------------------------------------------------

const TURNS = 30; // that are remembered, of as many tables

// Whether no window of this browser has told of this turn yet, before a reload either. Windows ask one after the other;
// without encryption a browser has no locks, and two may ask in the same moment.
export async function claim(table, turn) {
  const first = () => isFirst(table, turn);
  return navigator.locks?.request("told", first).catch(first) ?? first(); // who refuses cookies refuses locks with them
}

function isFirst(table, turn) {
  const told = new Map(JSON.parse(preferred("told", "[]")));
  if (told.get(table) === turn) return false;
  told.delete(table);
  localStorage.setItem("told", JSON.stringify([...told, [table, turn]].slice(-TURNS)));
  return true;
}

// On the icon of an installed page: at how many tables it is my turn.
function badge() {
  const count = app.calls.length + (app.view && isMine(app.view) ? 1 : 0);
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

// --- while nobody looks ----------------------------------------------------------------------------------------------

const AGAIN = 30000; // milliseconds
let inFront = true, told = 0;

wire.hear(async (message) => {
  if (message.type === "welcome") attend();
  if (message.type === "turn" && (await claim(message.table, message.turn))) call(message);
});
document.addEventListener("visibilitychange", attend);
for (const touched of ["pointerdown", "pointermove", "keydown"]) document.addEventListener(touched, stillThere, { capture: true, passive: true });
if (wire.open) attend();

// An app that is put away need not tell the document so.
export function putInFront(so) {
  inFront = so;
  attend();
}

// The host is told whether this window is looked at; it believes so for some minutes after each time that it was told.
function attend() {
  told = Date.now();
  wire.send({ id: 0, want: "attention", is: inFront ? document.visibilityState : "hidden" });
}

function stillThere() {
  if (Date.now() - told > AGAIN) attend();
}

function call({ table, label }) {
  sound("turn");
  if (preferred("notify", "no") !== "yes" || self.Notification?.permission !== "granted" || pushes()) return;
  notify(t("notify.title", { label }), { body: t("notify.body"), tag: table, icon: "icon-192.png", data: { url: `./#join=${label}` } });
}

// By the worker where there is one: on telephones pages may show none themselves.
async function notify(title, facts) {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => null); // as where cookies are refused
  if (worker?.active) return worker.showNotification(title, facts);
  const shown = new Notification(title, facts);
  shown.onclick = () => { focus(); shown.close(); };
}
