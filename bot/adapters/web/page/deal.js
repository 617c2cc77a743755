// Which deal this is, and what proves that it was dealt fairly.

import { h } from "./dom.js";
import { minus } from "./score.js";
import { t } from "./words.js";

export function dealWords(table) {
  const deal = table.target ? t("deal.target", table) : t("deal", table);
  return table.tournament ? `${t("tournament.table", table.tournament)} · ${deal}` : deal;
}

// How the match stands, one's own side first; "" where it is one deal.
export function standing({ sides, table }) {
  if (!sides || table.hands === 1) return "";
  return `${t("score")}: ${sides.map((side) => `${side.side_name} ${minus(side.total)}`).join(", ")}`;
}

export function fair(view) {
  return h("div", { class: "fair" },
    view.table.drawn.length ? [h("h3", {}, t("drawn.title")), h("p", {}, view.table.drawn.join(" · "))] : null,
    view.table.commitment ? [h("h3", {}, t("commitment")), h("p", { class: "hash" }, view.table.commitment)] : null);
}
