// Who this window is to the host, and what its address brought along: a token, a place, a table's short name.

import { forgetAll, outlives } from "./remembering.js";
import { app } from "./state.js";

export const brought = {
  code: "", // of a table to be looked for
  invitation: "", // to a place at one
  play: false, // whether a deal against computers was asked for on another page
  ledOn: false, // whether the page without one's own link comes at once in the place of this one
  broken: false, // whether the link came cut or changed: then nothing of it counts
};

// Whether this page is shown to somebody whose link is no longer good, as it is said on the first page.
export const castOut = { alone: sessionStorage.getItem("out") === "yes", all: false };
sessionStorage.removeItem("out");

const SOUND = /^[\w-]{0,200}$/; // all that a link of ours says

// Whoever signs out changes this mark in the browser's memory: what a window still has of before is nobody's from then on, as
// is what a browser gives back to a tab that was closed.
const LEFT = "left";
const asOf = localStorage.getItem(LEFT) ?? "";
if (maySignOut() && (sessionStorage.getItem(LEFT) ?? "") !== asOf) {
  for (const name of ["token", "table"]) sessionStorage.removeItem(name);
  sessionStorage.setItem(LEFT, asOf);
}

const OUT = "out-"; // begins that mark where the link of who was here is no longer good
castOut.all = asOf.startsWith(OUT);

let mine = ""; // this window's token: another one of the same browser may be somebody else by now
let isKnown = false; // to the host, by that token
let isOver = false; // whether this page goes, and writes down nothing more
let sent = { token: "", isSomebodys: false }; // by which it greeted the host last; what is stored may be another by the answer

// What the address brings after its #: who I am elsewhere, a place, or a table's code. It does not stay there, where it
// would be seen: by one's own link one is led on to the page without it where the page is loaded (`isLoaded`), for what leads on
// at once no browser lists among the pages that were visited.
export function arrive(isLoaded = false) {
  const here = new URLSearchParams(location.hash.slice(1));
  brought.broken = !["t", "join", "i"].every((name) => SOUND.test(here.get(name) ?? ""));
  const told = (name) => (brought.broken ? "" : here.get(name) ?? "");
  const token = told("t");
  if (token) {
    sessionStorage.setItem("token", token);
    mine = "";
    noteShown("");
    const own = localStorage.getItem("token");
    if (!own || own === localStorage.getItem("nobody")) localStorage.setItem("token", token); // or it goes with the tab
  }
  brought.code = told("join");
  brought.invitation = told("i");
  brought.play = sessionStorage.getItem("wanted") === "play"; // no address can ask for it
  sessionStorage.removeItem("wanted");
  brought.ledOn = Boolean(isLoaded && token && outlives && maySignOut() && !brought.code && !brought.invitation);
  if (brought.ledOn) location.replace("./");
  else if (location.hash) history.replaceState(null, "", location.pathname);
  return Boolean(token || brought.code || brought.invitation || brought.broken);
}

// To the table's page, where a deal against computers begins at once.
export function toPlay() {
  sessionStorage.setItem("wanted", "play");
  location.assign("./");
}

// The table that this window shows, so that a reload, or the way back from another page, shows it again, and not the one
// where another window was last.
export function noteShown(table) {
  if (isOver) return;
  if (table) sessionStorage.setItem("table", table);
  else sessionStorage.removeItem("table");
}

export function shownBefore() {
  const [came] = performance.getEntriesByType("navigation"); // whoever comes by a link is shown where they were last
  return came && came.type !== "navigate" ? sessionStorage.getItem("table") ?? "" : "";
}

// As somebody new in this window alone, to whom the same place is offered.
export function becomeAnother(offered) {
  sessionStorage.setItem("token", "-"); // nobody's: the host gives one
  mine = "";
  brought.invitation = offered;
}

export function ownToken() {
  return mine || keeper().getItem("token") || "";
}

function keeper() {
  return sessionStorage.getItem("token") ? sessionStorage : localStorage;
}

// By which token the host is greeted.
export function greeting() {
  const token = ownToken();
  sent = { token, isSomebodys: isSomebodys(token) };
  return token;
}

// The host has said by which token it knows this window, or will. As long as it knows nobody by it, any other window of a
// newcomer may take its place in this browser's memory.
export function welcomed({ token, me }) {
  if (hasLeft()) return;
  if (!me && sent.isSomebodys) {
    mine = sent.token;
    return castAway();
  }
  mine = token;
  isKnown = false;
  if (me) return becameKnown();
  if (["", localStorage.getItem("nobody")].includes(localStorage.getItem("token") ?? "")) {
    localStorage.removeItem("token"); // so that at no moment another window takes it for somebody's
    localStorage.setItem("nobody", token);
    localStorage.setItem("token", token);
  }
  if (sessionStorage.getItem("token")) {
    sessionStorage.setItem("nobody", token);
    sessionStorage.setItem("token", token);
  }
}

// Somebody is known by this window's token. The browser remembers it from now on, or, where it is somebody else's, this tab.
export function becameKnown() {
  if (isKnown || hasLeft()) return;
  isKnown = true;
  const isFree = ["", mine, localStorage.getItem("nobody")].includes(localStorage.getItem("token") ?? "");
  if (isFree) {
    localStorage.setItem("token", mine);
    localStorage.removeItem("nobody"); // last: it is what other windows hear (`isKnownElsewhere`)
  }
  if (!isFree || sessionStorage.getItem("token")) sessionStorage.setItem("token", mine);
  sessionStorage.removeItem("nobody");
}

// --- a link that is replaced -----------------------------------------------------------------------------------------

// Whether somebody was known by this token, as far as this browser can tell.
function isSomebodys(token) {
  if (!maySignOut() || ["", "-"].includes(token)) return false;
  return mine ? isKnown : token !== keeper().getItem("nobody");
}

// Where the new secret waits: beside the one that it is to take the place of. There it stays until it does: what was asked for
// may be carried out after its page has come again, and nobody else has the secret then.
function shelf() {
  return localStorage.getItem("token") === ownToken() ? localStorage : sessionStorage;
}

export function keepNext(next) {
  shelf().setItem("next", next);
}

// From now on one is known here by the new secret, in every window of this browser that was known by the old one.
export function takeNext(next) {
  const was = ownToken();
  const kept = shelf();
  kept.setItem("was", was); // first: another window is to see whose the new one is
  for (const one of [localStorage, sessionStorage]) if (one.getItem("token") === was) one.setItem("token", next);
  kept.removeItem("next");
  mine = next;
  isKnown = true;
}

// The host knows nobody by this window's token any more. Where this very browser has made the new link it goes on by that;
// else it forgets who was here, and says so.
export function castAway() {
  if (isOver || hasLeft()) return;
  document.body.style.display = "none"; // it shows what is nobody's to see any more
  const next = shelf().getItem("next");
  const isOurs = localStorage.getItem("was") === ownToken() && Boolean(localStorage.getItem("token"));
  if (next) takeNext(next);
  else if (isOurs) sessionStorage.removeItem("token");
  isOver = true;
  if (next || isOurs) return location.reload();
  if (shelf() === localStorage) forgetMe(`${OUT}${performance.now()}${Math.random()}`);
  else forgetAll(sessionStorage);
  sessionStorage.setItem("out", "yes");
  location.replace("./"); // so that no way back leads to what was shown
}

// Whether what another window of this browser has stored says that somebody has become known there.
export function tellsOfSomebody({ key, newValue }) {
  return Boolean(key?.endsWith("nobody")) && newValue === null;
}

// Whether somebody is known in another window of this browser who is nobody in this one: from now on one is the same here.
export function isKnownElsewhere() {
  const own = localStorage.getItem("token");
  const isSo = Boolean(mine && own) && !isKnown && keeper() === localStorage && ![mine, localStorage.getItem("nobody")].includes(own);
  if (isSo) mine = "";
  return isSo;
}

// Whether this window, which a browser may keep as it was and show again on the way back, is somebody else's by now.
function isSomebodyElses() {
  return hasLeft() || (Boolean(mine) && keeper().getItem("token") !== mine);
}

// Whether somebody has signed out in this browser since the page was loaded.
function hasLeft() {
  return isOver || (localStorage.getItem(LEFT) ?? "") !== asOf;
}

// Inside an app one is who one is there.
export function maySignOut() {
  return !["app", "beside"].some((name) => name in document.documentElement.dataset);
}

// By this the browser knows the arbiter's desk that is open in it, who need not be who plays here.
export const DESK = "desk-token";
const OF_DESK = /^desk-/; // with what is typed there

// Nobody is known here any more, in no window of this browser; at the desk, where it is not to go `withDesk`, as before.
export function forgetMe(mark, withDesk = false) {
  localStorage.setItem(LEFT, mark); // first: from now on no window writes down who it is
  forgetAll(localStorage, (name) => name === LEFT || (!withDesk && OF_DESK.test(name)));
  forgetAll(sessionStorage);
}

// Nothing of theirs stays on the screen of another window, nor of one that is shown again on the way back.
export function goWithThem(hasGone = hasLeft, isOthers = isSomebodyElses) {
  const begin = () => {
    isOver = true;
    document.body.style.display = "none"; // it shows what was another's
    location.reload();
  };
  addEventListener("storage", () => { if (hasGone()) begin(); });
  addEventListener("pageshow", ({ persisted }) => { if (persisted && isOthers()) begin(); });
}

export function ownLink() {
  return `${addressForOthers()}own.html#t=${ownToken()}`;
}

// Whether this is a page beside the first one inside an app, where one is who one is there.
export function isInApp() {
  return Boolean(document.documentElement.dataset.beside);
}

// Where the score of a tournament's table is signed, and the next table named.
export function toTournament(id) {
  location.assign(`tournament.html#${id}`);
}

// A record that is looked through: `match` or `table` names it; a `deal`, a `turn`.
export function toReplay(facts) {
  location.assign(`replay.html#${new URLSearchParams(facts)}`);
}

export function linkTo(what) {
  return `${addressForOthers()}#${what}`;
}

// Where others find this page, a slash at the end: by the host's public name, or by its machine's in the network.
export function addressForOthers() {
  return app.about.public || (isOwnMachine() && app.about.lan) || new URL(".", location).href;
}

// Whether the page was opened by a name that means this very machine, and nothing to anybody else.
export function isOwnMachine() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
