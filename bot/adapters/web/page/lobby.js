// The first screen, and the lobby of a table.

import { banner } from "./banners.js";
import { chatButton } from "./chat.js";
import { brief, countdown } from "./clock.js";
import { closeDialog, open, title } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { castOut, isOwnMachine, maySignOut, toReplay } from "./identity.js";
import { menu } from "./menu.js";
import { callMe, copied, inviteDialog, linkDialog, myTables, named, tableLinkDialog, tableRows, usualName } from "./people.js";
import { PACES, settings, summary } from "./settings.js";
import { deeds } from "./play.js";
import { fetchDialog, language, once, request, say, wire } from "./requests.js";
import { app, prefer, preferred, tableHere } from "./state.js";
import { nextTable, toWait } from "./waiting.js";
import { LANGUAGES, spoken, t } from "./words.js";

// --- first screen ----------------------------------------------------------------------------------------------------

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

// --- lobby -----------------------------------------------------------------------------------------------------------

export function lobby() {
  const { table, me, seats, time_notices: notices } = app.view;
  return h("div", { id: "lobby" },
    h("header", {}, h("h1", {}, t("lobby", table)), button("☰", menu, { id: "menu", "aria-label": t("menu") })),
    notices.length ? h("div", { id: "banners" }, notices.map((line) => banner(line))) : null,
    h("p", { class: "code" }, h("span", {}, t("lobby.code")), button([h("b", {}, table.label), h("small", {}, t("copy"))], copyCode, { id: "copycode" }),
      table.tournament ? null : button(t("address"), tableLinkDialog, { id: "tablelink", "aria-label": t("table.link") })),
    h("div", { class: `chairs players-${table.players}` }, seats.map((seat) => chair(seat, me))),
    h("p", { class: "hint" }, hint(), " ", expiry()),
    table.hints ? h("p", { id: "hintsallowed", class: "hint" }, t("lobby.hints")) : null,
    h("div", { class: "row" },
      table.opener ? button([t("start"), seats.every((seat) => seat.taken) ? null : h("small", {}, t("start.more"))], () => say("start"), { id: "start", class: "main" }) : null,
      chatButton("lobbychat"),
      me.seat ? button(t("leave"), () => say("leave"), { id: "leave" }) : null),
    waiting(),
    me.seat ? settings() : summary());
}

// What is to be done here: to sit down, and then to wait for whoever starts.
function hint() {
  const { table, me, seats } = app.view;
  if (!me.seat) return t("lobby.more");
  if (table.opener && seats.every((seat) => seat.taken)) return ""; // nobody is left to invite
  return table.opener || !table.opener_name ? t("lobby.invite") : t("lobby.wait", { name: table.opener_name });
}

function copyCode() {
  copied(byId("copycode").querySelector("b"), app.view.table.label);
}

function expiry() {
  return countdown(app.view.time.expires, (left) => t("lobby.expires", { time: brief(left) }), { id: "expires" });
}

// Who waits for a place here, or for the next table.
function waiting() {
  const { table, me, seats } = app.view;
  const names = table.waiting_names;
  const full = seats.every((seat) => seat.person);
  const wait = full && !me.seat && !me.waiting && toWait({ id: "wait" });
  if (!names.length) return wait ? h("div", { class: "row" }, wait) : null;
  return h("section", { id: "waiting" }, h("h2", {}, t("waiting.list")),
    h("ol", {}, names.map((name) => h("li", {}, name))),
    h("div", { class: "row" }, wait, me.waiting ? [nextTable(), button(t("waiting.leave"), () => say("leave"), { id: "nowait" })] : null));
}

function chair(seat, me) {
  const own = seat.seat === me.seat;
  return h("div", { class: `chair ${seat.seat} ${own ? "own" : ""} ${seat.taken ? "" : "free"}`, "data-seat": seat.seat },
    h("small", {}, [seat.seat_name, ...partners(seat, own)].join(" · ")), h("b", {}, seat.taken ? seat.name : t("free"), own ? ` (${t("you")})` : ""),
    h("div", { class: "row" }, chairControls(seat, me)));
}

// With whom one plays there: what is opposite at the table need not be so on a page.
function partners({ seat, side }, own) {
  const found = app.view.seats.filter((one) => one.side === side && one.seat !== seat && one.taken && !own);
  return found.map((one) => (one.seat === app.view.me.seat ? t("partner.yours") : t("partner.with", one)));
}

function chairControls(seat, me) {
  const id = (what) => `${what}-${seat.seat}`;
  const sit = () => named(() => say(`join ${seat.seat}`), tableHere());
  if (!me.seat) return seat.person ? [] : [button(t("sit"), sit, { class: "main sit", id: id("sit") })];
  if (seat.computer) return [button(t("remove"), () => say(`remove ${seat.seat}`), { id: id("remove") })];
  if (seat.taken) return [];
  return [
    button(t("invite"), () => invite(seat.seat), { class: "invite", id: id("invite") }),
    button(t("computer.add"), () => say(`computer ${seat.seat}`), { class: "computer", id: id("computer") }),
  ];
}

async function invite(seat) {
  const answer = await request("invite", { table: app.view.table.id, seat });
  if (answer.done) inviteDialog(answer.page.invitation);
}
