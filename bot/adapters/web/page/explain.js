// What is explained over the table: the rules, and "why not?".

import { face } from "./cards.js";
import { open, openAbout, title } from "./dialogs.js";
import { button, h } from "./dom.js";
import { glossaryDialog } from "./glossary.js";
import { isHere } from "./state.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

export function whyDialog(page, cards) {
  open("why", title(t("why.title")),
    page.cards ? h("p", { class: "strip" }, cards.map((card) => face(card))) : h("p", {}, t("why.none")),
    h("ul", {}, page.lines.map((line) => h("li", { class: line.allowed ? "allowed" : "refused" },
      h("b", {}, line.what), " ", line.allowed ? `✓ ${t("allowed")}` : h("span", {}, line.why)))));
}

// Where to look, and with another press the play; for one's own eyes, and about the moment at which it was asked for.
export function hintDialog(page, about, more) {
  if (!isHere(about)) return toast(t("asked.over"));
  openAbout(about, "advice", title(page.title), page.lines.map((line) => h("p", {}, line)),
    page.stage ? button(t("hint.play"), more, { id: "hintplay", class: "main" }) : null);
}

export function explanationDialog(page) {
  open("explanation", title(page.title), h("p", {}, page.because));
}

export function rulesDialog(page) {
  open("rules", title(page.title), h("p", {}, page.offer), h("p", {}, button(t("glossary"), () => glossaryDialog(), { id: "toglossary" })), page.sections.map((section) => h("section", {}, h("h3", {}, section.title),
    h("ul", {}, section.lines.map((line) => h("li", { class: line.changed ? "changed" : "" }, line.text, line.source ? h("small", {}, ` (${line.source})`) : null))))));
}
