// The ☰ menu of a table, and what it asks further.

import { boardsMenu } from "./boards.js";
import { button, h } from "./dom.js";
import { dealWords, fair } from "./board.js";
import { ask, closeDialog, open, scoreDialog, title } from "./dialogs.js";
import { toggle } from "./feed.js";
import { pictureDialog } from "./pictures.js";
import { linkDialog, myLinkDialog, nameDialog, named, tablesDialog } from "./people.js";
import { LANGUAGES, app, deeds, download, language, leavePage, once, prefer, preferred, render, say, wish } from "./table.js";
import { spoken, t } from "./words.js";

const DAYS = [0, 1, 2, 3, 7, 14, 30]; // of an adjournment; 0 until somebody resumes

function item(words, deed, facts = {}) {
  return button(words, () => { closeDialog(); deed(); }, facts);
}

function group(words, items) {
  const found = items.flat().filter(Boolean);
  return found.length ? h("section", {}, h("h3", {}, words), h("div", { class: "items" }, found)) : null;
}

export function menu() {
  const { table } = app.sight;
  open("menu", title(`${table.label} · ${table.code_name}`), table.phase === "lobby" ? null : h("p", {}, dealWords(table)),
    group(t("menu.read"), toRead()), group(t("menu.propose"), proposals()), group(t("menu.table"), theTable()), group(t("menu.me"), mine()),
    h("details", {}, h("summary", {}, t("menu.more")), fair(app.sight), h("p", { class: "keys" }, t("keys"))));
}

function toRead() {
  const { score, feed, table } = app.sight;
  return [
    item(t("rules"), deeds.rules, { id: "readrules" }),
    feed && item(t("feed"), toggle, { id: "tofeed" }),
    score && item(t("score"), () => scoreDialog(), { id: "toscore" }),
    table.phase !== "lobby" && button(t("pictures"), () => pictureDialog(), { id: "pictures" }),
    score && item(t("record"), download),
  ];
}

function proposals() {
  const { table, me, time, proposal } = app.sight;
  if (!me.seat || me.away || table.paused || proposal) return [];
  const propose = (what) => item(t(`propose.${what}`), () => say(`propose ${what}`), { id: `propose-${what}` });
  const adjourn = button(t("propose.adjourn"), adjournDialog, { id: "propose-adjourn" });
  if (table.phase === "playing") return [propose("undo"), time.more && propose("time"), adjourn, propose("annul")];
  return table.phase === "pause" ? [adjourn] : [];
}

function adjournDialog() {
  open("question", h("p", {}, t("adjourn.how")),
    h("div", { class: "items" }, DAYS.map((days) => item(days ? t(days === 1 ? "adjourn.day" : "adjourn.days", { days }) : t("adjourn.open"),
      () => say(days ? `propose adjourn ${days}` : "propose adjourn"), { id: `adjourn-${days}` }))),
    h("div", { class: "row" }, button(t("cancel"), () => closeDialog(), { id: "no" })));
}

function theTable() {
  const { table, me } = app.sight;
  const seated = Boolean(me.seat);
  const playing = table.phase === "playing";
  const going = playing || table.phase === "pause";
  return [
    going && table.paused && seated && item(t("resume"), () => say("resume")),
    going && !table.paused && table.opener && item(t("pause"), () => say("pause"), { id: "pause" }),
    playing && seated && (me.away ? item(t("return"), () => say("return")) : item(t("leave.match"), () => say("leave"), { id: "away" })),
    !seated && table.phase !== "closed" && !me.waiting && item(t("waiting"), () => named(() => say("join"))),
    me.waiting && item(t("waiting.leave"), () => say("leave")),
    table.opener && going && table.waiting > 0 && replacements(),
    playing && seated && button(t("resign"), () => ask(t("resign.sure"), t("resign"), () => say("resign")), { id: "resign", class: "grave" }),
    table.opener && table.phase !== "closed" && button(t("end"), () => ask(t("end.sure"), t("end"), () => say("end")), { id: "end", class: "grave" }),
  ];
}

// Who has gone may lose the seat to who has waited longest.
function replacements() {
  const { table, me, seats } = app.sight;
  const gone = seats.filter((seat) => seat.person && seat.computer && seat.seat !== me.seat);
  return gone.map(({ seat, name }) => item(t("replace", { name }), () =>
    once("replace", (delivery) => wish("replace", { table: table.id, seat, delivery })), { id: `replace-${seat}` }));
}

function mine() {
  const four = preferred("four", "no") === "yes";
  return [
    item(t("tables"), tablesDialog, { id: "mytables" }),
    button(t("boards"), boardsMenu, { id: "toboards" }),
    item(t("link"), linkDialog, { id: "linkaccounts" }),
    item(t("mylink"), myLinkDialog),
    item(t("name"), () => nameDialog(), { id: "myname" }),
    item(t("four"), () => { prefer("four", four ? "no" : "yes"); render(); }, { id: "fourcolours", "aria-pressed": String(four) }),
    Object.keys(LANGUAGES).filter((name) => name !== spoken()).map((name) => item(LANGUAGES[name], () => language(name), { id: `to-${name}`, lang: name })),
    item(t("home"), leavePage, { id: "tohome" }),
  ];
}
