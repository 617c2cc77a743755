// The score sheet of a match, over the table: between two deals, at the end, and whenever it is asked for.

import { countdown, seconds } from "./clock.js";
import { closeDialog, open, title } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { toReplay, toTournament } from "./identity.js";
import { deeds } from "./play.js";
import { unasked } from "./press.js";
import { download, fetchDialog, once, request, say } from "./requests.js";
import { edges } from "./sliding.js";
import { app } from "./state.js";
import { term } from "./tips.js";
import { nextTable, toWait } from "./waiting.js";
import { spoken, t } from "./words.js";

const ROWS = [["burrachi", "burrachi"], ["closing", "closing"], ["cards", "score.cards"], ["hand", "in.hand"], ["pozzetto", "pozzetto"]];

const LONG = /\S{17}/; // a word that may break over lines, for three such are wider than a telephone

// `ended`: the deal has just come to its end, before one's eyes.
export function scoreDialog(again = false, ended = false) {
  const { score } = app.view;
  if (!score || (again && byId("dialog").className !== "score")) return;
  if (again && !byId("dialog").open) return;
  const last = score.deals.at(-1);
  const behind = (again && byId("dialog").querySelector("details")) || details(score, last); // what is read there stays
  const won = proud(score);
  const points = (again && byId("dialog").querySelector("table:has(.counting)")) || sheet(score, last); // what counts up goes on
  open("score", title(won ? t(won) : score.over ? score.result : t("score")), won && h("p", { class: "won" }, score.totals.map((total) => h("b", {}, minus(total)))),
    won && h("p", {}, score.result), h("p", {}, last.ended), score.note ? h("p", {}, score.note) : null, h("div", { class: "wide" }, points), last.counts ? null : h("p", {}, t("not.counted")),
    behind, ...next());
  edges(); // of long names a telephone has room for two sides only
  if (!again) byId("dialog").scrollTop = 0;
  if (ended && !app.busy) unasked(byId("dialog"));
  if (ended) countUp();
}

// By a part of the page that comes when it is needed; without it the sums stand there as well.
async function countUp() {
  const { count } = await import("./counting.js").catch(() => ({ count: () => {} }));
  const lines = document.querySelectorAll("dialog.score[open] tr:has(.counts)");
  count([...lines].map((line) => [...line.querySelectorAll(".counts:not(:empty)")]));
}

// What is said to who has won the match, "" to everybody else.
function proud({ over, winner, sides }) {
  if (!over || !app.view.me.seat || winner !== sides[0].side) return "";
  return winner.length > 1 ? "won.pair" : "won.alone";
}

// As points are printed in sentences, too.
export function minus(figure) {
  return String(figure).replace("-", "−");
}

// Three columns beside the words need more room than two.
export function size(sides) {
  return sides.length > 2 ? "three" : "";
}

// Whose column is which.
export function heads(sides) {
  return h("tr", {}, h("td", {}), sides.map(({ name }) => h("th", { scope: "col", class: LONG.test(name) ? "long" : "" }, name)));
}

function sheet(score, last) {
  const row = (name, cells, facts = {}) => h("tr", facts, h("th", { scope: "row" }, name), cells);
  const line = (name, figures) => row(name, figures.map((figure) => h("td", {}, minus(figure))));
  const points = (name, figures, from = [], facts = {}) => row(name, figures.map((figure, side) => h("td", { class: "counts", "data-from": from[side] ?? 0, "data-to": figure }, minus(figure))), facts);
  const before = score.totals.map((total, side) => total - (last.counts ? last.sides[side].total : 0));
  const rows = ROWS.filter(([key]) => last.sides.some((side) => side[key]));
  return h("table", { class: size(score.sides) }, h("thead", {}, heads(score.sides)), h("tbody", {},
    rows.map(([key, name]) => points(t(name), last.sides.map((side) => side[key]))),
    points(t("total"), last.sides.map((side) => side.total), [], { class: "total" }),
    score.deals.length > 1 || !score.over ? points(t("all.deals"), score.totals, before, { class: "total" }) : null,
    score.vp ? line(term(t("vp"), "vp"), score.vp) : null,
    score.ranking ? line(term(t("ranking"), "ranking"), score.ranking.map((points) => points.toLocaleString(spoken(), { maximumFractionDigits: 2 }))) : null));
}

// What lies behind the sums comes when it is asked for.
function details(score, last) {
  const place = h("div", {});
  return h("details", { ontoggle: () => fetchDialog("behind", "fill", place, score, last) }, h("summary", {}, t("details")), place);
}

// Who looks on, and may have a seat: they wait for one, or open the table that all who wait would have.
function toSeat() {
  const { table, me } = app.view;
  if (me.seat || table.phase === "closed") return [];
  if (me.waiting) return [nextTable({ class: "main" })];
  return [toWait({ id: "waitforseat", class: "main" })];
}

// Who has not said yet that it may go on.
function missing() {
  return app.view.seats.filter((seat) => seat.person && !seat.computer && !seat.ready).map(({ name }) => name).join(", ");
}

// What most want next is one large button; whatever else can be done is below.
function next() {
  const { table, me, score } = app.view;
  const first = [], others = [];
  const over = table.phase === "over" || table.phase === "closed";
  if (table.phase === "pause" && me.seat) {
    const want = score.before ? "rematch" : "ready";
    first.push(button(me.ready ? [t("ready.waits"), " ", h("small", {}, missing())] : t(want), () => say(want), { id: want, class: "main", disabled: me.ready }),
      countdown(table.next_deal, (left) => t("next.in", { seconds: seconds(left) }), { id: "countdown" }));
    if (table.rematch) others.push(button(t("leave"), () => say("leave"), { id: "norematch" }));
  }
  if (table.phase === "over" && me.seat && !table.tournament) first.push(button(t("rematch"), () => say("rematch"), { id: "rematch", class: "main" }));
  if (over && table.tournament) first.push(button(t("club.page"), () => toTournament(table.tournament.id), { id: "backtotournament", class: "main" }));
  if (over && !table.tournament) {
    const want = me.seat ? "play" : "watch";
    const facts = { rules: table.code, pace: table.pace };
    const again = () => once(want, (delivery) => request(want, { ...facts, delivery }));
    first.push(...toSeat());
    const place = first.length ? others : first;
    place.push(button(t(!me.seat ? "watch" : first.length ? "play" : "again"), () => { closeDialog(); again(); }, { id: "again", class: first.length ? "" : "main" }));
  }
  if (table.explains) others.push(button(t("explain"), deeds.explain, { id: "explain" }));
  if (!table.tournament?.sealed) {
    others.push(button(t("replay"), () => toReplay({ table: table.label, deal: score.deals.length }), { id: "toreplay" }));
    others.push(button(t("record"), download, { id: "record" }));
  }
  return [first.length ? h("div", { class: "row first" }, first) : null, h("div", { class: "row" }, others)];
}
