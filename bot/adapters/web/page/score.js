// The score sheet of a match, over the table: between two deals, at the end, and whenever it is asked for.

import { face } from "./cards.js";
import { countdown, seconds } from "./clock.js";
import { closeDialog, open, title } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { toReplay, toTournament } from "./identity.js";
import { download, once, request, say } from "./requests.js";
import { app } from "./state.js";
import { spoken, t } from "./words.js";

const ROWS = [["burrachi", "burrachi"], ["closing", "closing"], ["cards", "score.cards"], ["hand", "in.hand"], ["pozzetto", "pozzetto"]];

export function scoreDialog(again = false) {
  const { score } = app.view;
  if (!score || (again && byId("dialog").className !== "score")) return;
  if (again && !byId("dialog").open) return;
  const detailed = again && byId("dialog").querySelector("details")?.open;
  const last = score.deals.at(-1);
  open("score", title(score.over ? score.result : t("score")), h("p", {}, last.ended), score.note ? h("p", {}, score.note) : null, h("div", { class: "wide" }, sheet(score, last)), last.counts ? null : h("p", {}, t("not.counted")),
    details(score, last, detailed), h("div", { class: "row" }, next()));
  if (!again) byId("dialog").scrollTop = 0;
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
    score.ranking ? line(t("ranking"), score.ranking.map((points) => points.toLocaleString(spoken(), { maximumFractionDigits: 2 }))) : null));
}

function details(score, last, opened) {
  return h("details", { open: opened }, h("summary", {}, t("details")), last.sides.map((side, number) => h("section", {}, h("h3", {}, score.sides[number].name),
    side.melds.map((meld) => h("p", {}, h("span", { class: "strip" }, meld.cards.map((card) => face(card))),
      ` ${meld.kind_words} `, h("span", { class: "sum" }, `${meld.bonus ? `${meld.bonus} + ` : ""}${meld.points}`))),
    side.hands.map((one) => h("p", {}, `${one.name}: `, h("span", { class: "strip" }, one.cards.map((card) => face(card))),
      ` ${one.points}${one.doubled ? ` (${t("doubled")})` : ""}`)))));
}

function next() {
  const { table, me, score } = app.view;
  const buttons = [];
  if (score.before && table.phase === "pause" && me.seat) {
    buttons.push(button(t(me.ready ? "ready.waits" : "rematch"), () => say("rematch"), { id: "rematch", class: "main", disabled: me.ready }));
    if (table.rematch) buttons.push(button(t("leave"), () => say("leave"), { id: "norematch" }));
  } else if (table.phase === "pause" && me.seat) {
    buttons.push(button(me.ready ? t("ready.waits") : t("ready"), () => say("ready"), { id: "ready", class: "main", disabled: me.ready }), countdown(table.next_deal, (left) => t("next.in", { seconds: seconds(left) }), { id: "countdown" }));
  }
  if (table.phase === "over" && me.seat && !table.tournament) buttons.push(button(t("rematch"), () => say("rematch"), { id: "rematch", class: "main" }));
  if ((table.phase === "over" || table.phase === "closed") && !table.tournament) {
    const want = me.seat ? "play" : "watch";
    const facts = { rules: table.code, pace: table.pace };
    const again = () => once(want, (delivery) => request(want, { ...facts, delivery }));
    buttons.push(button(t(me.seat ? "again" : "watch"), () => { closeDialog(); again(); }, { id: "again" }));
  }
  if ((table.phase === "over" || table.phase === "closed") && table.tournament) {
    buttons.push(button(t("club.page"), () => toTournament(table.tournament.id), { id: "backtotournament", class: "main" }));
  }
  return table.tournament?.sealed ? buttons : [...buttons,
    button(t("replay"), () => toReplay({ table: table.label, deal: score.deals.length }), { id: "toreplay" }),
    button(t("record"), download, { id: "record" })];
}
