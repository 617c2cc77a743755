// The page: what is shown now, and what is done with it. Pieces of the screen live in the modules beside this one.

import { board, Controls } from "./board.js";
import { wear } from "./cards.js";
import { ask, askEnds, choose, closeDialog, rulesDialog, scoreDialog, whyDialog } from "./dialogs.js";
import { resultDialog } from "./boards.js";
import { button, byId, h } from "./dom.js";
import * as feed from "./feed.js";
import { fit } from "./fit.js";
import { Hand } from "./hand.js";
import { home, lobby } from "./lobby.js";
import { menu } from "./menu.js";
import { called, invitedDialog } from "./people.js";
import { LANGUAGES, guess, loadWords, speak, spoken, t } from "./words.js";
import { Wire, secret } from "./wire.js";

export const app = {
  sight: null, // what the server last showed of the table
  me: null, // name, language
  calls: [], // the other tables where it is my turn
  about: null, // what the server said of itself
  busy: false,
  scored: -1, // deals whose score sheet was shown
  skew: 0, // the server's clock less ours, in milliseconds
};

// --- who I am --------------------------------------------------------------------------------------------------------

let code = ""; // of a table to be looked for
let invitation = ""; // to a place at one

// What the address brings after its #: who I am elsewhere, a place, or a table's code. It does not stay there, where it
// would be seen.
function arrive() {
  const here = new URLSearchParams(location.hash.slice(1));
  const token = here.get("t");
  if (token) {
    sessionStorage.setItem("token", token);
    const own = localStorage.getItem("token");
    if (!own || own === localStorage.getItem("nobody")) localStorage.setItem("token", token); // or it goes with the tab
  }
  code = here.get("join") ?? "";
  invitation = here.get("i") ?? "";
  if (location.hash) history.replaceState(null, "", location.pathname);
  return Boolean(token || code || invitation);
}

arrive();
addEventListener("hashchange", () => {
  if (!arrive()) return;
  closeDialog();
  app.sight = app.me = null;
  wire?.again();
});

// As somebody new in this window alone, to whom the same place is offered.
export function asAnother(offered) {
  sessionStorage.setItem("token", "-"); // nobody's: the host gives him one
  invitation = offered;
  app.sight = app.me = null;
  wire.again();
}

function keeper() {
  return sessionStorage.getItem("token") ? sessionStorage : localStorage;
}

export function ownLink() {
  return linkTo(`t=${keeper().getItem("token")}`);
}

export function linkTo(what) {
  const near = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const address = near && app.about.lan ? app.about.lan : `${location.origin}/`; // others know this machine by its address
  return `${address}#${what}`;
}

export function preferred(name, usual) {
  return localStorage.getItem(name) ?? usual;
}

export function prefer(name, value) {
  localStorage.setItem(name, value);
  document.body.classList.toggle("four", preferred("four", "no") === "yes");
}

// --- the connection --------------------------------------------------------------------------------------------------

export let wire;

function hello() {
  return { token: keeper().getItem("token") ?? "", language: preferred("language", guess()), table: app.sight?.table.id ?? "" };
}

function heard(message) {
  if (message.type === "welcome") welcome(message);
  if (message.type === "sight") show(message);
  if (message.type === "me") became(message.me);
  if (message.type === "writes") unwritten(!message.writes);
  if (message.type === "news") told(message);
  if (message.type === "elsewhere") called(message.tables);
  if (message.type === "nothing") {
    if (app.sight || message.words) toast(message.words || t("gone"));
    app.sight = null;
    render();
  }
}

// What is asked of me about a match can be answered from here: once no dialog is open, for nothing outside it can be pressed.
function told({ words, match }) {
  toast(words);
  if (!match) return;
  if (byId("dialog").open) {
    byId("dialog").addEventListener("close", () => told({ words, match }), { once: true });
    return;
  }
  clearTimeout(fading);
  byId("toast").append(" ", button(t("correct"), () => resultDialog(match), { id: "toresult" }));
  stand(byId("toast"));
}

function unwritten(so) {
  app.unwritten = so;
  byId("unwritten").hidden = !so;
  byId("unwritten").textContent = so ? t("unwritten") : "";
}

function welcome(message) {
  if (app.about && app.about.boot !== message.boot) toast(t("restarted"));
  keeper().setItem("token", message.token);
  if (!message.me) localStorage.setItem("nobody", message.token); // until something is wished with it
  app.about = message;
  app.unwritten = !message.writes;
  app.skew = message.now - Date.now();
  called([]); // they are told anew
  became(message.me);
  if (code) wish("find", { label: code });
  code = "";
  if (invitation) invitedDialog(invitation);
  invitation = "";
}

// Who I am, as the server knows me; by a link of accounts it may be somebody who speaks another language.
function became(me) {
  app.me = me;
  speak(me?.language || preferred("language", guess()));
  unwritten(app.unwritten);
  render();
  setTimeout(dress); // after what waits for an answer is sent again
}

// The faces of the cards as I like my pictures; whatever happens, the cards have letters.
export async function dress() {
  const answer = await wire.wish("faces", { four: preferred("four", "no") === "yes" });
  if (answer.done) wear(answer.page.name);
}

function linked(state) {
  const words = { on: "", slow: t("slow"), off: t("offline") }[state];
  if (byId("link").textContent === words) return;
  byId("link").hidden = !words;
  byId("link").textContent = words;
}

// A wish; words of the answer are shown, unless they are to be quiet. Where several tables may be meant, it is asked
// which, and wished again. What was not done is never passed over in silence. Gives the answer.
export async function wish(want, facts = {}, { quiet = false } = {}) {
  const answer = await wire.wish(want, facts);
  if (answer.done && !["rules", "show"].includes(want)) localStorage.removeItem("nobody");
  if (answer.choices?.length) {
    const table = await choose(answer.choices);
    return table ? wish(want, { ...facts, table }, { quiet }) : answer;
  }
  const asked = answer.ask || answer.page?.ends || answer.page?.word;
  if (!answer.done && !asked) toast(answer.words || t("failed"));
  else if (answer.words && !quiet) toast(answer.words);
  return answer;
}

const pending = new Map();

// A deed that opens something, once however often it is pressed: until it is answered, it has one delivery.
export function once(name, deed) {
  if (!pending.has(name)) pending.set(name, deed(secret()).finally(() => pending.delete(name)));
  return pending.get(name);
}

function busy(so) {
  app.busy = so;
  document.body.classList.toggle("busy", so);
  byId("screen").setAttribute("aria-busy", String(so));
}

// A command at the table, once; cautions are asked first. While one is on its way there is no other, and after a break
// of the connection it is sent again under its own name.
export async function command(words, { stage = app.sight.table.stage, sure = false } = {}) {
  if (!wire.open) toast(t("kept")); // the first one
  if (app.busy) return null;
  busy(true);
  const table = app.sight.table.id;
  const delivery = secret();
  const answer = await wish("do", { table, command: words, delivery, stage, sure });
  busy(false);
  if (answer.ask) {
    ask(answer.ask, t("sure"), () => command(words, { sure: true }));
  } else if (answer.page?.ends) {
    askEnds((end) => command(words + end));
  }
  return answer;
}

const OF_WHAT_IS_SHOWN = ["agree", "refuse", "standin", "call", "resume", "end"];

// A command that no card is in. Where it means what is shown, a table that has moved on refuses it; but whoever ends a
// table need not hit the moment between two actions of a computer.
export function say(words) {
  const { seats, table } = app.sight;
  const verb = words.split(" ")[0];
  const hasty = verb === "end" && seats.some((seat) => seat.in_turn && seat.computer);
  return command(words, { stage: OF_WHAT_IS_SHOWN.includes(verb) && !hasty ? table.stage : -1 });
}

let fading;

export function toast(words) {
  const place = byId("toast");
  if (place.matches(":popover-open")) place.hidePopover();
  place.showPopover(); // above a dialog that was opened since
  place.textContent = words;
  stand(place);
  place.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(hush, Math.max(3500, words.length * 60));
}

function hush() {
  clearTimeout(fading);
  byId("toast").classList.remove("shown");
  document.body.style.removeProperty("--message");
}

byId("toast").addEventListener("click", hush);

// Where a message covers neither the turn nor anything that is pressed: above a dialog, over the opponents' melds, or
// below a page, which makes room for it.
function stand(place) {
  const melds = byId("dialog").open ? null : document.querySelector(".others")?.getBoundingClientRect();
  const seen = melds && melds.top >= 0 && melds.bottom <= innerHeight;
  const high = byId("dialog").open && { "--top": "0.25rem", "--high": `${byId("dialog").getBoundingClientRect().top - 8}px` };
  const over = seen && { "--top": `${melds.top}px`, "--left": `${melds.left + melds.width / 2}px`, "--wide": `${melds.width}px`, "--high": `${melds.height}px` };
  const where = high || over || { "--bottom": "0.25rem" };
  for (const name of ["--top", "--bottom", "--left", "--wide", "--high"]) place.style.setProperty(name, where[name] ?? "");
  document.body.style.setProperty("--message", where["--bottom"] ? `${place.offsetHeight + 8}px` : "0px");
}

export async function language(name) {
  localStorage.setItem("language", name);
  speak(name);
  if (app.me || app.sight) await wish("introduce", { language: name });
  render();
}

export async function download() {
  const answer = await wish("record", { table: app.sight.table.id });
  if (answer.done) save(answer.page.name, answer.page.text);
}

export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function leavePage() {
  closeDialog();
  app.sight = null;
  wish("show", { table: "" });
  render();
}

// --- one's own hand --------------------------------------------------------------------------------------------------

export const hand = new Hand({
  save: (order, ticked) => wire.wish("arrange", { table: app.sight.table.id, order, ticked }),
  changed: () => refresh(),
  dropped: drop,
});

// Cards do what it looks like where they were dropped, or it is said why not: by the host, if they could do it at all.
function drop(cards, under) {
  const on = (what) => under?.closest(what);
  if (on(".meld.mine")) command(`play a${on(".meld.mine").dataset.number}:${cards.join("")}`);
  else if (on(".side.mine")) cards.length < 3 ? toast(t("drop.own")) : command(`play m:${cards.join("")}`);
  else if (on("#pile")) cards.length > 1 ? toast(t("drop.pile")) : command(`play x:${cards[0]}`);
  else if (on(".others")) toast(t("drop.theirs"));
  else if (on("#middle")) toast(t("drop.stock"));
}

function play() {
  return app.sight?.controls?.discards && app.sight.phase === "play";
}

export const deeds = {
  draw: () => command("play d"),
  pickup: () => command("play p"),
  decline: () => command("play n"),
  lay: () => command(`play m:${hand.ticked.join("")}`),
  add: (number) => command(`play a${number}:${hand.ticked.join("")}`),
  discard: () => command(`play x:${hand.ticked[0]}`),
  suggestion: (action) => command(`play ${action}`),
  undo: () => command("back"),
  sort: () => wire.wish("sort", { table: app.sight.table.id, by: hand.bySuit ? "rank" : "suit" }),
  why: async () => {
    const answer = await wish("why", { table: app.sight.table.id, cards: hand.ticked.join("") });
    if (answer.done) whyDialog(answer.page);
  },
  rules: async () => {
    const answer = await wish("rules", { table: app.sight?.table.id ?? "", name: preferred("rules", "fibur"), language: spoken() });
    if (answer.done) rulesDialog(answer.page);
  },
};

// --- showing ---------------------------------------------------------------------------------------------------------

// While a finger is down nothing moves away under it: the newest sight waits until it is lifted.
const LONGEST_PRESS = 3000; // milliseconds; the end of a longer one may have been lost
let pressed = false;
let late = null;
let holding;

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  pressed = true;
  clearTimeout(holding);
  holding = setTimeout(lift, LONGEST_PRESS);
}, true);
for (const lifted of ["pointerup", "pointercancel", "dragend", "contextmenu", "visibilitychange"]) {
  document.addEventListener(lifted, lift, true);
}
addEventListener("blur", lift);

function lift() {
  pressed = false;
  clearTimeout(holding);
  setTimeout(() => late && !pressed && show(late), 30); // after the click
}

function show(sight) {
  late = pressed ? sight : null;
  if (pressed) return;
  const before = app.sight;
  app.sight = sight;
  app.me ??= { name: "" };
  if (sight.hand) hand.show(sight.hand, sight.drawn);
  render();
  const deals = sight.score?.before ? 0 : sight.score?.deals.length ?? 0;
  const waits = sight.score?.before && sight.table.phase === "pause"; // for a rematch; its result can still be read
  const same = before?.table.id === sight.table.id;
  if (same && before.table.phase !== sight.table.phase) hush(); // what was said of the lobby is not about the deal
  if (app.scored !== deals || !same) {
    const between = sight.table.phase !== "playing" && deals > 0;
    if (between) scoreDialog();
    else if (waits) scoreDialog(same);
    else closeDialog("score");
    app.scored = deals;
  } else if (sight.table.phase === "playing" || (deals === 0 && !waits)) closeDialog("score");
  else scoreDialog(true);
  menu(true);
}

export function render() {
  document.body.classList.toggle("four", preferred("four", "no") === "yes");
  document.title = app.sight?.controls?.discards || app.calls.length ? `• ${t("turn.you").split(":")[0]} – Burraco` : "Burraco";
  const [scrolled, read] = [places(), feed.place()];
  const screen = byId("screen");
  if (!app.about) return;
  const kind = !app.sight ? "home" : app.sight.table.phase === "lobby" ? "lobby" : "board";
  const other = screen.dataset.kind !== kind;
  screen.dataset.kind = kind;
  if (!app.sight) {
    if (!screen.querySelector("#home") || document.documentElement.lang !== screen.dataset.language) {
      screen.replaceChildren(home());
      screen.dataset.language = document.documentElement.lang;
    }
  } else if (kind === "lobby") {
    keepingFocus(() => screen.replaceChildren(lobby()));
  } else {
    const place = hand.focused();
    keepingFocus(() => screen.replaceChildren(board()));
    if (place >= 0) hand.element.children[Math.min(place, hand.cards.length - 1)]?.focus();
    fit();
    for (const [side, place] of scrolled) meldsOf(side)?.scrollTo(0, place);
    feed.restore(read);
  }
  if (other) screen.scrollTop = document.scrollingElement.scrollTop = 0;
  feed.announce();
}

function meldsOf(side) {
  return document.querySelector(`.melds[data-side="${side}"]`);
}

// How far the melds of each side are scrolled.
function places() {
  return [...document.querySelectorAll(".melds")].map((melds) => [melds.dataset.side, melds.scrollTop]);
}

// What had the focus has it again, with what was being written in it. Where a button of one's own hand has gone, or
// can no longer be pressed, the next thing to do gets it, so that who plays by keys stays where he was.
function keepingFocus(draw) {
  const before = document.activeElement;
  const id = before?.closest?.("#screen") ? before.id : "";
  const playing = Boolean(before?.closest?.("#controls"));
  draw();
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
  document.body.classList.toggle("choosing", hand.ticked.length > 0 && Boolean(play()));
}

// --- keys ------------------------------------------------------------------------------------------------------------

const KEYS = { d: "draw", p: "pickup", l: "lay", x: "discard", u: "undo", s: "sort", w: "why" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog[open]")) return;
  if (event.key === "Escape") hand.clear();
  const pressed = byId(KEYS[event.key.toLowerCase()] ?? "");
  if (pressed && !pressed.disabled) pressed.click();
});

// --- begin -----------------------------------------------------------------------------------------------------------

export { LANGUAGES };

await loadWords();
speak(preferred("language", guess()));
wire = new Wire(hello, heard, linked);
