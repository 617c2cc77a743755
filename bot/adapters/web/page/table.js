// The page: what the host says is shown, and the screen is drawn; the pieces of it live in the modules beside this one.

import "./drag.js";
import "./keys.js";
import "./secondtap.js";
import { board, Controls } from "./board.js";
import * as chat from "./chat.js";
import { linked, standOver } from "./connection.js";
import { closeDialog, closeStale } from "./dialogs.js";
import { button, byId, dropping } from "./dom.js";
import { on, render } from "./events.js";
import * as feed from "./feed.js";
import { fit } from "./fit.js";
import { home, opened, refreshTables } from "./home.js";
import { arrive, brought, castOut, noteShown, ownToken, welcomed } from "./identity.js";
import { lobby } from "./lobby.js";
import { menu } from "./menu.js";
import * as motion from "./motion.js";
import { called, invitedDialog } from "./people.js";
import { hand, mayPlay } from "./play.js";
import { unasked, whenLifted } from "./press.js";
import { renew } from "./renewal.js";
import { becomeOther, dress, fetchDialog, request, wire } from "./requests.js";
import { scoreDialog } from "./score.js";
import * as sliding from "./sliding.js";
import { app, preferred, wearColours } from "./state.js";
import { hush, restand, toast, toastWith } from "./toast.js";
import { guess, speak, t } from "./words.js";

// --- what the host says ----------------------------------------------------------------------------------------------

function heard(message) {
  if (message.type === "welcome") welcome(message);
  if (message.type === "view" && !app.leaves) whenLifted("table", () => show(message));
  if (message.type === "me") became(message.me);
  if (message.type === "writes") whenLifted("writes", () => unwritten(!message.writes));
  if (message.type === "news") told(message);
  if (message.type === "elsewhere") whenLifted("elsewhere", () => elsewhere(message.tables));
  if (message.type === "nothing") whenLifted("table", () => nothing(message.words));
}

function nothing(words) {
  if (app.view || words) toast(words || t("gone"));
  app.view = null;
  noteShown("");
  stale();
  render();
}

function elsewhere(tables) {
  const before = byId("elsewhere").offsetHeight;
  called(tables);
  refreshTables();
  if (byId("elsewhere").offsetHeight !== before) unasked(byId("screen")); // all of it has moved
}

// What was asked about another table, or a match or a moment that is past, can no longer be answered.
function stale() {
  const kind = closeStale();
  if (kind) unasked(byId("screen"));
  if (["question", "name"].includes(kind)) toast(t("asked.over"));
}

// What is asked of me about a match can be answered from here: once no dialog is open, for nothing outside it can be pressed.
function told({ words, match }) {
  if (!match) return toast(words);
  toastWith(words, byId("dialog").open ? null : button(t("correct"), () => fetchDialog("boards", "resultDialog", match), { id: "toresult" }));
  if (byId("dialog").open) byId("dialog").addEventListener("close", () => told({ words, match }), { once: true });
}

function unwritten(so) {
  app.unwritten = so;
  if (byId("unwritten").hidden === so) unasked(byId("screen")); // which moves
  byId("unwritten").hidden = !so;
  byId("unwritten").textContent = so ? t("unwritten") : "";
}

function welcome(message) {
  if (app.about?.boot && message.boot && app.about.boot !== message.boot) toast(t("restarted")); // where others go on nothing stands still
  welcomed(message);
  app.about = message;
  app.me = message.me; // before anything is drawn: the first page is drawn once
  app.unwritten = !message.writes;
  called([]); // they are told anew
  became(message.me).then(() => {
    if (brought.broken) toast(t("link.broken"));
    if (castOut.alone && message.me) toast(t("newlink.out")); // in this tab alone: the browser is another's
    brought.broken = castOut.alone = false;
  });
  if (brought.code) request("find", { label: brought.code });
  if (brought.invitation) invitedDialog(brought.invitation);
  if (brought.play) opened("play");
  brought.code = brought.invitation = "";
  brought.play = false;
  renew(message.version, wire);
}

// Who I am, as the server knows me; by a link of accounts it may be somebody who speaks another language.
async function became(me) {
  app.me = me;
  await speak(me?.language || preferred("language", guess()));
  whenLifted("writes", () => unwritten(app.unwritten));
  whenLifted("me", render);
  setTimeout(dress); // after what waits for an answer is sent again
}

// --- showing ---------------------------------------------------------------------------------------------------------

function show(view) {
  const before = app.view;
  app.view = view;
  app.home = false;
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
    else closeSheet();
    app.scored = deals;
  } else if (view.table.phase === "playing" || (deals === 0 && !waits)) closeSheet();
  else scoreDialog(true);
  menu(true);
}

function closeSheet() {
  if (closeDialog("score") && !app.busy) unasked(byId("screen"));
}

function draw() {
  wearColours();
  document.title = app.view?.controls?.discards || app.calls.length ? `• ${t("turn.you").split(":")[0]} – Burraco` : "Burraco";
  const [scrolled, read] = [sliding.places(), feed.place()];
  const screen = byId("screen");
  if (!app.about) return;
  const kind = !app.view ? "home" : app.view.table.phase === "lobby" ? "lobby" : "board";
  const other = screen.dataset.kind !== kind;
  screen.dataset.kind = document.documentElement.dataset.shows = kind;
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
  standOver();
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

arrive(true);
dropping(async (file) => (await import("./dropped.js")).open(file));
addEventListener("hashchange", () => {
  const who = ownToken();
  if (!arrive()) return;
  if (ownToken() !== who) return becomeOther();
  closeDialog();
  app.view = app.me = null;
  app.home = false;
  wire.again();
});
on("render", draw);
on("ticked", refresh);

if (!brought.ledOn) wire.dial();
await speak(preferred("language", guess()));
if (!brought.ledOn) wire.start({ heard, state: (state) => whenLifted("link", () => { linked(state); restand(); }) });
