// What lies behind the sums of a score sheet (score.js): what each deal has brought, and in the last one each meld and hand.

import { face } from "./cards.js";
import { h } from "./dom.js";
import { heads, minus, size } from "./score.js";
import { app } from "./state.js";
import { t } from "./words.js";

export function fill(place, score, last) {
  place.replaceChildren(...(score.deals.length > 1 ? [each(score)] : []), ...last.sides.map((side, number) => h("section", {}, h("h3", {}, score.sides[number].name),
    side.melds.map((meld) => h("p", {}, h("span", { class: "strip" }, meld.cards.map((card) => face(card))),
      ` ${meld.kind_words} `, h("span", { class: "sum" }, `${meld.bonus ? `${meld.bonus} + ` : ""}${meld.points}`))),
    side.hands.map((one) => h("p", {}, `${one.name}: `, h("span", { class: "strip" }, one.cards.map((card) => face(card))),
      ` ${minus(one.points)}${one.doubled ? ` (${t("doubled")})` : ""}`)))));
}

// What every deal that counts has brought, in the columns of the sheet.
function each({ deals, sides }) {
  const { table } = app.view;
  return h("table", { class: size(sides) }, h("thead", {}, heads(sides)), h("tbody", {}, deals.filter((deal) => deal.counts).map((deal, place) => h("tr", {}, h("th", { scope: "row" }, t(table.target ? "deal.target" : "deal", { ...table, deal: place + 1 })),
    deal.sides.map((side) => h("td", {}, minus(side.total)))))));
}
