// The words of the game, each in a sentence or two.

import { open, title } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { t } from "./words.js";

const TERMS = ["stock", "pile", "meld", "run", "set", "matta", "pinella", "joker", "burraco", "clean", "pozzetto", "close", "vp"];

export function termName(term) {
  return t(`glossary.${term}`);
}

// All of them; the one that was asked for stands out, and is what one sees first.
export function glossaryDialog(meant = "") {
  const entry = (term) => [h("dt", { id: `term-${term}`, class: term === meant ? "meant" : "" }, termName(term)),
    h("dd", { class: term === meant ? "meant" : "" }, t(`glossary.${term}.more`))];
  open("glossary", title(t("glossary")), h("dl", {}, TERMS.flatMap(entry)));
  if (meant) byId(`term-${meant}`).scrollIntoView({ block: "nearest" });
}
