// What lies over the table for a moment: questions, menu, rules, score sheet, "why not?".

import { button, byId, h } from "./dom.js";
import { face } from "./cards.js";
import { dealWords, fair } from "./board.js";
import { openTable } from "./lobby.js";
import { LANGUAGES, app, deeds, download, hand, language, leavePage, prefer, preferred, render, say, seatLink, toast, wish } from "./table.js";
import { spoken, t } from "./words.js";

function open(kind, ...content) {
  const dialog = byId("dialog");
  dialog.className = kind;
  dialog.replaceChildren(...content.flat().filter(Boolean));
  if (!dialog.open) dialog.showModal();
}

export function closeDialog(kind = "") {
  const dialog = byId("dialog");
  if (dialog.open && (!kind || dialog.className === kind)) dialog.close();
}

function title(words) {
  return h("header", {}, h("h2", {}, words), button("✕", () => closeDialog(), { class: "close", "aria-label": t("close") }));
}

// --- questions -------------------------------------------------------------------------------------------------------

export function ask(question, yes, then) {
  open("question", h("p", {}, question), h("div", { class: "row" },
    button(yes, () => { closeDialog(); then(); }, { id: "yes", class: "main" }),
    button(t("cancel"), () => closeDialog(), { id: "no" })));
}

export const confirm = ask;

export function askEnds(then) {
  open("question", h("p", {}, t("ends")), h("div", { class: "row" },
    button(t("ends.low"), () => { closeDialog(); then("_"); }, { id: "low" }),
    button(t("ends.high"), () => { closeDialog(); then("^"); }, { id: "high" })));
}

export function whyDialog(page) {
  open("why", title(t("why.title")),
    page.cards ? h("p", { class: "strip" }, hand.ticked.map((card) => face(card))) : h("p", {}, t("why.none")),
    h("ul", {}, page.lines.map((line) => h("li", { class: line.allowed ? "allowed" : "refused" },
      h("b", {}, line.what), " ", line.allowed ? `✓ ${t("allowed")}` : h("span", {}, line.why)))));
}

// --- links -----------------------------------------------------------------------------------------------------------

function linkBox(link) {
  const box = h("input", { readonly: true, value: link, class: "address", onfocus: (event) => event.target.select() });
  return h("div", { class: "row" }, box, button(t("copy"), async () => {
    box.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(link);
    else document.execCommand("copy");
    toast(t("copied"));
  }, { id: "copy" }));
}

export function inviteDialog(token) {
  open("invite", title(t("invite")), h("p", {}, t("invite.more")), linkBox(seatLink(token)), h("p", {}, t("code.more", app.sight.table)));
}

export function narrowDialog() {
  open("narrow", title(t("open")), h("p", {}, t("narrow")), h("pre", {}, app.about.line),
    button(t("open.here"), () => { closeDialog(); openTable(); }, { id: "openhere" }));
}

// --- menu ------------------------------------------------------------------------------------------------------------

function item(words, deed, facts = {}) {
  return button(words, () => { closeDialog(); deed(); }, facts);
}

export function menu() {
  const { table, me, score } = app.sight;
  const playing = table.phase === "playing";
  const seated = Boolean(me.seat);
  open("menu", title(`${table.label} · ${table.code_name}`), h("p", {}, dealWords(table)),
    h("div", { class: "items" },
      item(t("rules"), deeds.rules),
      score ? item(t("score"), () => scoreDialog()) : null,
      score ? item(t("record"), download) : null,
      seated && playing && !table.paused ? ["undo", "annul", "adjourn"].map((what) => item(t(`propose.${what}`), () => say(`propose ${what}`), { id: `propose-${what}` })) : null,
      table.opener && playing ? (table.paused ? item(t("resume"), () => say("resume")) : item(t("pause"), () => say("pause"), { id: "pause" })) : null,
      seated && playing ? (me.away ? item(t("return"), () => say("return")) : item(t("leave.match"), () => say("leave"), { id: "away" })) : null,
      seated && playing ? button(t("resign"), () => ask(t("resign.sure"), t("resign"), () => say("resign"))) : null,
      table.opener && table.phase !== "closed" ? button(t("end"), () => ask(t("end.sure"), t("end"), () => say("end"))) : null,
      !seated && table.phase !== "closed" && !me.waiting ? item(t("waiting"), () => say("join")) : null,
      item(t("four"), () => { prefer("four", preferred("four", "no") === "yes" ? "no" : "yes"); render(); }, { id: "fourcolours" }),
      Object.keys(LANGUAGES).filter((name) => name !== spoken()).map((name) => item(LANGUAGES[name], () => language(name), { id: `to-${name}`, lang: name })),
      button(t("mylink"), () => open("invite", title(t("mylink")), h("p", {}, t("mylink.more")), linkBox(seatLink()))),
      item(t("home"), leavePage, { id: "tohome" })),
    fair(app.sight), h("p", { class: "keys" }, t("keys")));
}

export function rulesDialog(page) {
  open("rules", title(page.title), h("p", {}, page.offer), page.sections.map((section) => h("section", {}, h("h3", {}, section.title),
    h("ul", {}, section.lines.map((line) => h("li", { class: line.changed ? "changed" : "" }, line.text, line.source ? h("small", {}, ` (${line.source})`) : null))))));
}

// --- score sheet -----------------------------------------------------------------------------------------------------

const ROWS = [["burrachi", "burrachi"], ["closing", "closing"], ["cards", "score.cards"], ["hand", "in.hand"], ["pozzetto", "pozzetto"]];

export function scoreDialog(again = false) {
  const { score } = app.sight;
  if (!score || (again && byId("dialog").className !== "score")) return;
  if (again && !byId("dialog").open) return;
  const detailed = byId("dialog").querySelector("details")?.open;
  const last = score.deals.at(-1);
  open("score", title(score.over ? score.result : `${t("score")} · ${last.ended}`), sheet(score, last), last.counts ? null : h("p", {}, t("not.counted")),
    details(score, last, detailed), h("div", { class: "row" }, next()));
}

function sheet(score, last) {
  const head = h("tr", {}, h("th", {}), score.sides.map((side) => h("th", { scope: "col" }, side.name)));
  const line = (name, figures, facts = {}) => h("tr", facts, h("th", { scope: "row" }, name), figures.map((figure) => h("td", {}, figure)));
  const rows = ROWS.filter(([key]) => last.sides.some((side) => side[key]));
  return h("table", {}, h("thead", {}, head), h("tbody", {},
    rows.map(([key, name]) => line(t(name), last.sides.map((side) => side[key]))),
    line(t("total"), last.sides.map((side) => side.total), { class: "total" }),
    score.deals.length > 1 || !score.over ? line(t("all.deals"), score.totals, { class: "total" }) : null,
    score.vp ? line(t("vp"), score.vp) : null,
    score.ranking ? line(t("ranking"), score.ranking) : null));
}

function details(score, last, opened) {
  return h("details", { open: opened }, h("summary", {}, t("details")), last.sides.map((side, number) => h("section", {}, h("h3", {}, score.sides[number].name),
    side.melds.map((meld) => h("p", {}, h("span", { class: "strip" }, meld.cards.map((card) => face(card))),
      ` ${meld.kind_words} ${meld.bonus ? `${meld.bonus} + ` : ""}${meld.points}`)),
    side.hands.map((one) => h("p", {}, `${one.name}: `, h("span", { class: "strip" }, one.cards.map((card) => face(card))),
      ` ${one.points}${one.doubled ? ` (${t("doubled")})` : ""}`)))));
}

function next() {
  const { table, me } = app.sight;
  const buttons = [];
  if (table.phase === "pause" && me.seat) {
    buttons.push(button(me.ready ? t("ready.waits") : t("ready"), () => say("ready"), { id: "ready", class: "main", disabled: me.ready }), countdown(table.next_deal, (seconds) => t("next.in", { seconds }), "countdown"));
  }
  if (table.phase === "over" && me.seat) buttons.push(button(t("rematch"), () => say("rematch"), { id: "rematch", class: "main" }));
  if (table.phase === "over" || table.phase === "closed") {
    const want = me.seat ? "play" : "watch";
    const facts = { rules: table.code, pace: table.pace };
    buttons.push(button(t(me.seat ? "again" : "watch"), () => { closeDialog(); wish(want, facts); }, { id: "again" }));
  }
  return [...buttons, button(t("record"), download, { id: "record" })];
}

// The seconds until a time of the server, in words, as they pass; nothing for no time.
export function countdown(at, words, id) {
  if (!at) return null;
  const place = h("small", { id });
  const tick = () => (place.textContent = words(Math.max(0, Math.ceil((at - Date.now() - app.skew) / 1000))));
  const ticking = setInterval(() => (place.isConnected ? tick() : clearInterval(ticking)), 500);
  tick();
  return place;
}
