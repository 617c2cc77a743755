// Which deal this is, and what proves that it was dealt fairly.

import { h } from "./dom.js";
import { t } from "./words.js";

export function dealWords(table) {
  return table.target ? t("deal.target", table) : t("deal", table);
}

export function fair(view) {
  return h("div", { class: "fair" },
    view.table.drawn.length ? [h("h3", {}, t("drawn.title")), h("p", {}, view.table.drawn.join(" · "))] : null,
    view.table.commitment ? [h("h3", {}, t("commitment")), h("p", { class: "hash" }, view.table.commitment)] : null);
}
