// Which deal this is, and what proves that it was dealt fairly.

import { h } from "./dom.js";
import { t } from "./words.js";

export function dealWords(table) {
  return table.target ? t("deal.target", table) : t("deal", table);
}

export function fair(sight) {
  return h("div", { class: "fair" },
    sight.table.drawn.length ? [h("h3", {}, t("drawn.title")), h("p", {}, sight.table.drawn.join(" · "))] : null,
    sight.table.commitment ? [h("h3", {}, t("commitment")), h("p", { class: "hash" }, sight.table.commitment)] : null);
}
