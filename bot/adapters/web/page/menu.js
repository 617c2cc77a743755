// The ☰ menu of a table, and what it asks further.

import { chatButton } from "./chat.js";
import { button, byId, h } from "./dom.js";
import { dealWords, fair, standing } from "./deal.js";
import { ask, closeDialog, openAbout, title } from "./dialogs.js";
import { render } from "./events.js";
import { toggle } from "./feed.js";
import { maySignOut, toReplay, toTournament } from "./identity.js";
import { maySay, phrasesDialog } from "./phrases.js";
import { linkDialog, myLinkDialog, nameDialog, named, tableLinkDialog, tablesDialog } from "./people.js";
import { deeds } from "./play.js";
import { download, dress, fetchDialog, language, leavePage, once, request, say, surely } from "./requests.js";
import { scoreDialog } from "./score.js";
import { app, light, matchHere, prefer, preferred, tableHere } from "./state.js";
import { LANGUAGES, spoken, t } from "./words.js";

const DAYS = [0, 1, 2, 3, 7, 14, 30]; // of an adjournment; 0 until somebody resumes

function item(words, deed, facts = {}) {
  return button(words, () => { closeDialog(); deed(); }, facts);
}

function group(words, items) {
  const found = items.flat().filter(Boolean);
  return found.length ? h("section", {}, h("h3", {}, words), h("div", { class: "items" }, found)) : null;
}

// While it is open it changes with the table: what may be done now is in it, and nothing else.
export function menu(again = false) {
  const dialog = byId("dialog");
  if (again === true && !(dialog.open && dialog.className === "menu")) return;
  const { table } = app.view;
  const kept = again === true ? [document.activeElement?.id, dialog.scrollTop, dialog.querySelector("details")?.open] : [];
  draw(table, kept[2]);
  if (again !== true) return;
  dialog.scrollTop = kept[1];
  (byId(kept[0] || "none") ?? dialog.querySelector(".close")).focus({ preventScroll: true });
}

function draw(table, opened) {
  openAbout(tableHere(), "menu", title([table.tournament?.name, table.label, table.code_name].filter(Boolean).join(" · ")), table.phase === "lobby" ? null : h("p", {}, [dealWords(table), standing(app.view)].filter(Boolean).join(". ")),
    table.tournament?.broadcast ? h("p", { class: "onair" }, table.tournament.broadcast.words) : null,
    group(t("menu.read"), toRead()), group(t("menu.propose"), proposals()), group(t("menu.table"), theTable()), group(t("menu.me"), mine()),
    h("details", { open: opened }, h("summary", {}, t("menu.more")), fair(app.view), button(t("keys.title"), () => fetchDialog("keylist", "keysDialog"), { id: "tokeys" })));
}

function toRead() {
  const { score, feed, table } = app.view;
  return [
    item(t("rules"), deeds.rules, { id: "readrules" }),
    button(t("glossary"), () => fetchDialog("glossary", "glossaryDialog"), { id: "glossary" }),
    feed && item(t("feed"), toggle, { id: "tofeed" }),
    chatButton("chat"),
    maySay() && button(t("phrases"), phrasesDialog, { id: "phrases" }),
    score && item(t("score"), () => scoreDialog(), { id: "toscore" }),
    table.phase !== "lobby" && button(t("pictures"), () => fetchDialog("pictures", "pictureDialog"), { id: "pictures" }),
    score && !table.tournament?.sealed && item(t("replay"), () => toReplay({ table: table.label, deal: score.deals.length }), { id: "lookthrough" }),
    score && !table.tournament?.sealed && item(t("record"), download, { id: "torecord" }),
  ];
}

function proposals() {
  const { table, me, time, proposal } = app.view;
  if (!me.seat || me.away || table.paused || proposal || table.tournament) return [];
  const propose = (what) => item(t(`propose.${what}`), () => say(`propose ${what}`), { id: `propose-${what}` });
  const adjourn = button(t("propose.adjourn"), adjournDialog, { id: "propose-adjourn" });
  if (table.phase === "playing") return [table.undo && propose("undo"), time.more && propose("time"), adjourn, propose("annul")];
  return table.phase === "pause" ? [adjourn] : [];
}

function adjournDialog() {
  openAbout(matchHere(), "question", h("p", {}, t("adjourn.how")),
    h("div", { class: "items" }, DAYS.map((days) => item(days ? t(days === 1 ? "adjourn.day" : "adjourn.days", { days }) : t("adjourn.open"),
      () => say(days ? `propose adjourn ${days}` : "propose adjourn"), { id: `adjourn-${days}` }))),
    h("div", { class: "row" }, button(t("cancel"), () => closeDialog(), { id: "no" })));
}

function theTable() {
  const { table, me } = app.view;
  const seated = Boolean(me.seat);
  const playing = table.phase === "playing";
  const going = playing || table.phase === "pause";
  if (table.tournament) return [item(t("club.page"), () => toTournament(table.tournament.id), { id: "totournament" }), seated && arbiter(table)];
  const between = table.rematch || table.phase === "over"; // no match holds anybody here
  return [
    going && table.paused && seated && item(t("resume"), () => say("resume"), { id: "goon" }),
    going && !table.paused && table.opener && item(t("pause"), () => say("pause"), { id: "pause" }),
    between && seated && item(t("leave"), () => say("leave"), { id: "notagain" }),
    playing && seated && (me.away ? item(t("return"), () => say("return"), { id: "back" }) : item(t("leave.match"), () => say("leave"), { id: "away" })),
    !seated && table.phase !== "closed" && !me.waiting && item(t("waiting"), () => named(() => say("join"), tableHere()), { id: "towait" }),
    me.waiting && item(t("waiting.leave"), () => say("leave"), { id: "tonowait" }),
    going && button(t("table.link"), tableLinkDialog, { id: "tablelink" }),
    table.opener && going && table.waiting > 0 && replacements(),
    playing && seated && button(t("resign"), () => ask(t("resign.sure"), t("resign"), () => surely("resign"), matchHere()), { id: "resign", class: "grave" }),
    table.opener && table.phase !== "closed" && button(t("end"), () => ask(t("end.sure"), t("end"), () => surely("end"), matchHere()), { id: "end", class: "grave" }),
  ];
}

// At a tournament's table: everything else is the arbiter's to do.
function arbiter({ phase, tournament }) {
  const called = () => once("arbiter", (delivery) => request("arbiter", { tournament: tournament.id, delivery }));
  return phase !== "closed" && !tournament.halted && item(t("arbiter.call"), called, { id: "arbiter" });
}

// Where a computer plays, for itself or for somebody who has gone, whoever has waited longest may sit down.
function replacements() {
  const { table, me, seats } = app.view;
  const [newcomer] = table.waiting_names;
  const given = seats.filter((seat) => seat.computer && seat.seat !== me.seat);
  return given.map(({ seat, name }) => item(t("replace", { name, newcomer }), () =>
    once("replace", (delivery) => request("replace", { table: table.id, seat, delivery })), { id: `replace-${seat}` }));
}

// What is so or not so in this browser.
function liked(name, words, now = preferred(name, "no") === "yes") {
  return item(t(words), () => { prefer(name, now ? "no" : "yes"); render(); }, { id: `like-${name}`, "aria-pressed": String(now) });
}

function mine() {
  const four = preferred("four", "no") === "yes";
  return [
    item(t("tables"), tablesDialog, { id: "mytables" }),
    button(t("boards"), () => fetchDialog("boards", "boardsMenu"), { id: "toboards" }),
    item(t("link"), linkDialog, { id: "linkaccounts" }),
    item(t("mylink"), myLinkDialog, { id: "mylink" }),
    item(t("name"), () => nameDialog(), { id: "myname" }),
    button(t("alerts"), () => fetchDialog("alertsettings", "alertDialog"), { id: "alerts" }),
    item(t("four"), () => { prefer("four", four ? "no" : "yes"); render(); dress(); }, { id: "fourcolours", "aria-pressed": String(four) }),
    liked("light", "lighter", light()),
    liked("asks", "ask.discard"),
    Object.keys(LANGUAGES).filter((name) => name !== spoken()).map((name) => item(LANGUAGES[name], () => language(name), { id: `to-${name}`, lang: name })),
    maySignOut() && button(t("signout"), () => fetchDialog("signout", "signOutDialog"), { id: "signout" }),
    item(t("home"), leavePage, { id: "tohome" }),
  ];
}
