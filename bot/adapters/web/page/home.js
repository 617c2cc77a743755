// The first screen: one's tables, the ways to a game, how the last matches ended, and what one has chosen for all of it.

import { closeDialog, open, title } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { castOut, isOwnMachine, maySignOut, toReplay } from "./identity.js";
import { callMe, linkDialog, myTables, named, tableRows, usualName } from "./people.js";
import { deeds } from "./play.js";
import { fetchDialog, language, once, request, wire } from "./requests.js";
import { PACES } from "./settings.js";
import { app, prefer, preferred } from "./state.js";
import { LANGUAGES, spoken, t } from "./words.js";

const USUAL = "fibur"; // the code for who has chosen none

function agreed() {
  return { rules: preferred("rules", USUAL), pace: Number(preferred("pace", "800")) };
}

// A table of one's own: however often and however impatiently it is asked for, one.
export async function opened(want) {
  const asked = byId(want);
  if (asked) asked.disabled = true;
  await once(want, (delivery) => request(want, { ...agreed(), delivery }));
  if (asked) asked.disabled = false;
}

async function begin(want) {
  byId(want).disabled = true;
  await callMe(byId("name").value.trim());
  await opened(want);
}

async function openTable() {
  await callMe(byId("name").value.trim());
  await named(() => opened("open"));
}

function narrowDialog() {
  open("narrow", title(t("open")), h("p", {}, t("narrow")), h("pre", {}, app.about.line),
    button(t("open.here"), () => { closeDialog(); openTable(); }, { id: "openhere" }));
}

async function find(event) {
  event.preventDefault();
  await callMe(byId("name").value.trim());
  request("find", { label: byId("code").value });
}

// The tables where one sits or waits, above all else: whoever comes back wants to go there. Those that are over lie below
// what begins a new one, folded.
async function showMine(place, ended, results) {
  const rows = await myTables(wire.request.bind(wire)); // nobody has asked: nothing is said where it fails
  const over = rows.filter((row) => row.phase === "over");
  showLive(place, rows);
  if (rows.length) showLast(results); // who plays here; counting matches is nothing to ask of every visit
  if (over.length) ended.replaceChildren(h("details", {}, h("summary", {}, t("tables.over", { count: over.length })), ...tableRows(over)));
}

function showLive(place, rows) {
  const live = rows.filter((row) => row.phase !== "over");
  place.replaceChildren(...(live.length ? [h("h2", {}, t("tables")), ...tableRows(live)] : []));
}

// Whose turn it is there has changed.
export async function refreshTables() {
  if (byId("mytables")) showLive(byId("mytables"), await myTables(wire.request.bind(wire)));
}

const LAST = 3; // matches

// How the last matches ended; whoever has played none is shown nothing.
async function showLast(place) {
  if (!app.me) return;
  const answer = await wire.request("history", { page: 1, zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  const { rows: all = [], ids } = answer.page?.board ?? {};
  const rows = all.slice(0, LAST);
  if (!rows.length) return;
  const again = (place) => button(t("replay.see"), () => toReplay({ match: ids[place], deal: 1 }), { class: "quiet", "data-replay": ids[place] });
  const line = ([date, others, sign, total], place) => h("li", {}, h("b", { class: sign === "+" ? "plus" : "" }, `${sign === "+" ? "✓ " : ""}${total}`), h("span", {}, others), h("small", {}, date), again(place));
  place.replaceChildren(h("h2", {}, t("results.last")), h("ul", {}, rows.map(line)), button(t("boards.history"), () => fetchDialog("boards", "historyDialog", 1), { id: "allresults", class: "quiet" }));
}

export function home() {
  const offers = app.about.offers[spoken()] ?? [];
  const chosen = preferred("rules", USUAL);
  const offered = (name) => (name === USUAL ? t("rules.usual") : offers.find((one) => one.name === name)?.offer ?? "");
  const offer = h("p", { id: "offer" }, offered(chosen));
  const rules = h("select", { id: "rules", onchange: (event) => {
    prefer("rules", event.target.value);
    offer.textContent = offered(event.target.value);
  } }, offers.map((one) => h("option", { value: one.name, selected: one.name === chosen }, one.title)));
  const mine = h("section", { id: "mytables", class: "rows", "aria-label": t("tables") });
  const ended = h("section", { id: "endedtables", class: "rows" });
  const results = h("section", { id: "lastresults", class: "rows", "aria-label": t("results.last") });
  showMine(mine, ended, results);
  return h("div", { id: "home" },
    h("header", {}, h("h1", {}, "Burraco"), languages()),
    h("p", { class: "tagline" }, t("tagline")),
    (castOut.alone || castOut.all) && !app.me ? h("p", { id: "castout", role: "alert" }, t("newlink.out")) : null,
    mine,
    button([t("play"), h("small", {}, t("play.more"))], () => begin("play"), { id: "play", class: "main huge" }),
    h("div", { class: "two" },
      button(t("open"), () => (app.about.wide || !isOwnMachine() ? openTable() : narrowDialog()), { id: "open" }),
      button(t("lesson"), () => location.assign("lesson.html"), { id: "tolesson" })),
    results,
    ended,
    h("form", { class: "join", onsubmit: find },
      h("label", {}, t("join.code"), h("input", { id: "code", maxlength: "8", autocapitalize: "characters", autocomplete: "off", spellcheck: "false" })),
      h("button", { type: "submit" }, t("go"))),
    h("fieldset", {},
      h("label", {}, t("name"), h("input", { id: "name", maxlength: "24", value: usualName(), autocomplete: "nickname" })),
      h("label", {}, t("rules.choice"), rules),
      offer,
      h("label", {}, t("pace"), h("select", { id: "pace", onchange: (event) => prefer("pace", event.target.value) },
        PACES.map((pace) => h("option", { value: pace, selected: preferred("pace", "800") === pace }, t(`pace.${pace}`))))),
      h("div", { class: "two" }, button(t("rules.read"), deeds.rules, { id: "read" }), button(t("link"), linkDialog, { id: "linkaccounts" })),
      h("div", { class: "two" }, button(t("watch"), () => begin("watch"), { id: "watch" }), button(t("alerts"), () => fetchDialog("alertsettings", "alertDialog"), { id: "alerts" })),
      h("div", { class: "two" }, button(t("boards"), () => fetchDialog("boards", "boardsMenu"), { id: "toboards" }), button(t("club"), () => location.assign("club.html"), { id: "toclub" })),
      app.me && maySignOut() ? button(t("signout"), () => fetchDialog("signout", "signOutDialog"), { id: "signouthere" }) : null));
}

function languages() {
  return h("nav", { "aria-label": t("language") }, Object.keys(LANGUAGES).map((name) =>
    button(name.toUpperCase(), () => language(name), { class: "language", lang: name, "aria-pressed": String(spoken() === name), title: LANGUAGES[name] })));
}
