// The page: what the host says is shown, and the screen is drawn; the pieces of it live in the modules beside this one.

import "./drag.js";
import "./keys.js";
import "./secondtap.js";
import { board, Controls } from "./board.js";
import * as chat from "./chat.js";
import { closeDialog, closeStale } from "./dialogs.js";
import { button, byId, dropping } from "./dom.js";
import { on, render } from "./events.js";
import * as feed from "./feed.js";
import { fit } from "./fit.js";
import { arrive, brought, keeper, noteShown } from "./identity.js";
import { home, lobby, opened, refreshTables } from "./lobby.js";
import { menu } from "./menu.js";
import * as motion from "./motion.js";
import { called, invitedDialog } from "./people.js";
import { hand, mayPlay } from "./play.js";
import { dress, fetchDialog, request, wire } from "./requests.js";
import { scoreDialog } from "./score.js";
import * as sliding from "./sliding.js";
import { app, preferred, wearColours } from "./state.js";
import { hush, restand, toast, toastWith } from "./toast.js";
import { guess, loadLanguages, speak, t } from "./words.js";

// --- what the host says ----------------------------------------------------------------------------------------------

function heard(message) {
  if (message.type === "welcome") welcome(message);
  if (message.type === "view") show(message);
  if (message.type === "me") became(message.me);
  if (message.type === "writes") unwritten(!message.writes);
  if (message.type === "news") told(message);
  if (message.type === "elsewhere") {
    called(message.tables);
    refreshTables();
  }
  if (message.type === "nothing") {
    if (app.view || message.words) toast(message.words || t("gone"));
    app.view = null;
    noteShown("");
    stale();
    render();
  }
}

// What was asked about another table, or a match or a moment that is past, can no longer be answered.
function stale() {
  if (["question", "name"].includes(closeStale())) toast(t("asked.over"));
}

// What is asked of me about a match can be answered from here: once no dialog is open, for nothing outside it can be pressed.
function told({ words, match }) {
  if (!match) return toast(words);
  toastWith(words, byId("dialog").open ? null : button(t("correct"), () => fetchDialog("boards", "resultDialog", match), { id: "toresult" }));
  if (byId("dialog").open) byId("dialog").addEventListener("close", () => told({ words, match }), { once: true });
}

function unwritten(so) {
  app.unwritten = so;
  byId("unwritten").hidden = !so;
  byId("unwritten").textContent = so ? t("unwritten") : "";
}

function welcome(message) {
  if (app.about && app.about.boot !== message.boot) toast(t("restarted"));
  keeper().setItem("token", message.token);
  if (!message.me) localStorage.setItem("nobody", message.token); // until something is asked for with it
  app.about = message;
  app.unwritten = !message.writes;
  app.skew = message.now - Date.now();
  called([]); // they are told anew
  became(message.me);
  if (brought.code) request("find", { label: brought.code });
  if (brought.invitation) invitedDialog(brought.invitation);
  if (brought.play) opened("play");
  brought.code = brought.invitation = "";
  brought.play = false;
}

// Who I am, as the server knows me; by a link of accounts it may be somebody who speaks another language.
async function became(me) {
  app.me = me;
  await speak(me?.language || preferred("language", guess()));
  unwritten(app.unwritten);
  render();
  setTimeout(dress); // after what waits for an answer is sent again
}

function linked(state) {
  const words = { on: "", slow: t("slow"), off: t("offline") }[state];
  if (byId("link").textContent === words) return;
  byId("link").hidden = !words;
  byId("link").textContent = words;
}

// --- showing ---------------------------------------------------------------------------------------------------------

// While a finger is down nothing moves away under it: the newest view waits until it is lifted, and its click is heard.
const LONGEST_PRESS = 3000; // milliseconds; the end of a longer one may have been lost
const LONGEST_CLICK = 60; // milliseconds after the finger is lifted; after a drag there is none
let pressed = false;
let late = null;
let holding;

function hold(wait) {
  clearTimeout(holding);
  holding = setTimeout(letGo, wait);
}

function letGo() {
  pressed = false;
  if (late) show(late);
}

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  pressed = true;
  hold(LONGEST_PRESS);
}, true);
for (const lifted of ["pointerup", "pointercancel", "dragend", "contextmenu", "visibilitychange"]) {
  document.addEventListener(lifted, () => hold(LONGEST_CLICK), true);
}
addEventListener("blur", () => hold(0));
document.addEventListener("click", () => hold(0), true);

function show(view) {
  late = pressed ? view : null;
  if (pressed) return;
  const before = app.view;
  app.view = view;
  noteShown(["over", "closed"].includes(view.table.phase) ? "" : view.table.id);
  app.me ??= { name: "" };
  stale();
  if (view.hand) hand.show(view.hand, view.drawn);
  chat.heard();
  render();
  const deals = view.score?.before ? 0 : view.score?.deals.length ?? 0;
  const waits = view.score?.before && view.table.phase === "pause"; // for a rematch; its result can still be read
  const same = before?.table.id === view.table.id;
  if (same && before.table.phase !== view.table.phase) hush(); // what was said of the lobby is not about the deal
  if (app.scored !== deals || !same) {
    const between = view.table.phase !== "playing" && deals > 0;
    if (between) scoreDialog(false, same && before.table.phase === "playing");
    else if (waits) scoreDialog(same);
    else closeDialog("score");
    app.scored = deals;
  } else if (view.table.phase === "playing" || (deals === 0 && !waits)) closeDialog("score");
  else scoreDialog(true);
  menu(true);
}

function draw() {
  wearColours();
  document.title = app.view?.controls?.discards || app.calls.length ? `• ${t("turn.you").split(":")[0]} – Burraco` : "Burraco";
  const [scrolled, read] = [sliding.places(), feed.place()];
  const screen = byId("screen");
  if (!app.about) return;
  const kind = !app.view ? "home" : app.view.table.phase === "lobby" ? "lobby" : "board";
  const other = screen.dataset.kind !== kind;
  screen.dataset.kind = kind;
  if (!app.view) {
    if (!screen.querySelector("#home") || document.documentElement.lang !== screen.dataset.language) {
      screen.replaceChildren(home());
      screen.dataset.language = document.documentElement.lang;
    }
  } else if (kind === "lobby") {
    keepingFocus(() => screen.replaceChildren(lobby()));
  } else {
    const place = hand.focused();
    const places = motion.before(app.view);
    keepingFocus(() => {
      if (app.view.hand) hand.draw(); // not before: where its cards lay has just been measured
      screen.replaceChildren(board());
    });
    if (place >= 0) hand.element.children[Math.min(place, hand.cards.length - 1)]?.focus();
    fit(app.view);
    sliding.restore(scrolled, app.view);
    motion.after(app.view, places);
    feed.restore(read);
  }
  if (other) screen.scrollTop = document.scrollingElement.scrollTop = 0;
  feed.announce();
  restand();
}

// What had the focus has it again, with what was being written in it. Where a button of one's own hand has gone, or
// can no longer be pressed, the next thing to do gets it, so that who plays by keys stays where they were.
function keepingFocus(change) {
  const before = document.activeElement;
  const id = before?.closest?.("#screen") ? before.id : "";
  const playing = Boolean(before?.closest?.("#controls"));
  change();
  const after = id && byId(id);
  if (playing && (!after || after.disabled)) {
    const next = ["#controls .suggestion, #controls .main:enabled", "#hand .fresh", "#hand .card"];
    next.map((one) => document.querySelector(one)).find(Boolean)?.focus();
    return;
  }
  if (!after) return;
  const written = before.tagName === "INPUT" && before.type !== "checkbox" && before.value !== before.defaultValue;
  if (written && !("refused" in before.dataset)) after.value = before.value;
  after.focus();
}

// The parts that depend on what is ticked, without the rest.
function refresh() {
  if (byId("controls")) keepingFocus(() => byId("controls").replaceWith(Controls()));
  document.body.classList.toggle("choosing", hand.ticked.length > 0 && Boolean(mayPlay()));
}

// --- begin -----------------------------------------------------------------------------------------------------------

arrive();
dropping(async (file) => (await import("./dropped.js")).open(file));
addEventListener("hashchange", () => {
  if (!arrive()) return;
  closeDialog();
  app.view = app.me = null;
  wire.again();
});
on("render", draw);
on("ticked", refresh);

await loadLanguages();
await speak(preferred("language", guess()));
wire.start({ heard, state: linked });
