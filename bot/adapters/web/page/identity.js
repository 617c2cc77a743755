// Who this window is to the host, and what its address brought along: a token, a place, a table's short name.

import { app } from "./state.js";

export const brought = {
  code: "", // of a table to be looked for
  invitation: "", // to a place at one
  play: false, // whether a deal against computers was asked for on another page
};

// What the address brings after its #: who I am elsewhere, a place, or a table's code. It does not stay there, where it
// would be seen.
export function arrive() {
  const here = new URLSearchParams(location.hash.slice(1));
  const token = here.get("t");
  if (token) {
    sessionStorage.setItem("token", token);
    noteShown("");
    const own = localStorage.getItem("token");
    if (!own || own === localStorage.getItem("nobody")) localStorage.setItem("token", token); // or it goes with the tab
  }
  brought.code = here.get("join") ?? "";
  brought.invitation = here.get("i") ?? "";
  brought.play = sessionStorage.getItem("wanted") === "play"; // no address can ask for it
  sessionStorage.removeItem("wanted");
  if (location.hash) history.replaceState(null, "", location.pathname);
  return Boolean(token || brought.code || brought.invitation);
}

// To the table's page, where a deal against computers begins at once.
export function toPlay() {
  sessionStorage.setItem("wanted", "play");
  location.assign("./");
}

// The table that this window shows, so that a reload, or the way back from another page, shows it again, and not the one
// where another window was last.
export function noteShown(table) {
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
  brought.invitation = offered;
}

export function keeper() {
  return sessionStorage.getItem("token") ? sessionStorage : localStorage;
}

export function ownLink() {
  return linkTo(`t=${keeper().getItem("token")}`);
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
