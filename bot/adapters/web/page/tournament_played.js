// What of a tournament may be looked through: a round at a time, its tables one below the other, their deals side by side,
// so that in duplicate a column is what all have made of the same cards.

import { button, h, redraw } from "./dom.js";
import { wire } from "./requests.js";
import { t } from "./words.js";

const now = { tournament: "", round: 0, page: null };

// In this place; `rounds`: how many there are. It begins with the last one.
export async function show(place, rounds, tournament = now.tournament) {
  Object.assign(now, { tournament, round: Math.min(now.round || rounds, rounds) });
  const answer = await wire.request("played", { tournament, round: now.round });
  if (answer.done) now.page = answer.page;
  if (!now.page) return place.replaceChildren(h("p", {}, answer.words || t("failed")));
  draw(place, rounds);
}

function draw(place, rounds) {
  const { round, tables } = now.page;
  const choose = (number) => { now.round = number; show(place, rounds); };
  const choices = Array.from({ length: rounds }, (_, at) => button(t("beamer.round", { round: at + 1, rounds }), () => choose(at + 1), { id: `played-${at + 1}`, class: "choice", "aria-pressed": String(at + 1 === round) }));
  const most = Math.max(0, ...tables.flatMap(({ deals }) => deals.map(({ number }) => number)));
  place.hidden = false;
  redraw(place, h("h2", {}, t("replay")), h("div", { class: "row" }, choices),
    most ? h("div", { class: "wide" }, h("table", { class: "played" }, head(most), h("tbody", {}, tables.map((one) => row(one, most))))) : h("p", {}, t("club.replays.none")));
}

function head(most) {
  const deals = Array.from({ length: most }, (_, at) => h("th", { scope: "col" }, t("replay.deal", { deal: at + 1 })));
  return h("thead", {}, h("tr", {}, h("td", {}), deals));
}

// A deal with how it ended, and beside it its turning point; one that was annulled stands with its next try.
function row({ table, lines, id, deals }, most) {
  const link = (deal, words, more, facts) => h("a", { href: `replay.html#${new URLSearchParams({ table: id, deal, ...more })}`, ...facts }, words);
  const both = ({ deal, points, counts }) => [
    link(deal, counts ? points : t("not.counted"), {}, { "data-deal": `${table}.${deal}` }), " ",
    link(deal, "↯", { turn: "turning" }, { title: t("replay.turning"), "aria-label": t("replay.turning"), "data-turning": `${table}.${deal}` }), " "];
  const cells = Array.from({ length: most }, (_, at) => h("td", {}, deals.filter(({ number }) => number === at + 1).flatMap(both)));
  return h("tr", {}, h("th", { scope: "row" }, h("b", {}, table), lines.map((line) => h("small", {}, line))), cells);
}
