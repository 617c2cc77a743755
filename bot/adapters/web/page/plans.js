// Matches planned on this host: a time in words opens a table then.

import { button, byId, h } from "./dom.js";
import { open, title } from "./dialogs.js";
import { named } from "./people.js";
import { wish } from "./table.js";
import { t } from "./words.js";

export async function plansDialog() {
  const answer = await wish("plans", {}, { quiet: true });
  const rows = answer.page?.plans ?? [];
  open("plans", title(t("plans")),
    rows.length
      ? h("ol", { class: "plans" }, rows.map((row) => h("li", {}, row.words, " ",
        row.state === "paused"
          ? deed("resume", row.number, t("resume"))
          : [deed("skip", row.number, t("plans.skip")), deed("pause", row.number, t("pause"))],
        deed("cancel", row.number, t("plans.cancel")))))
      : h("p", {}, t("plans.none")),
    rows.length > 1 ? h("p", {}, deed("pause", 0, t("plans.pause")), deed("resume", 0, t("plans.resume"))) : null,
    h("form", { class: "row", onsubmit: make },
      h("input", { id: "plantime", maxlength: "80", autocomplete: "off", placeholder: t("plans.example"), "aria-label": t("plans.time"), required: true }),
      h("button", { type: "submit", id: "makeplan", class: "main" }, t("plans.make"))),
    h("p", { class: "hint" }, t("plans.more")));
}

function deed(what, number, words) {
  return button(words, () => change(what, number), { class: "plain", "data-deed": `${what}-${number}` });
}

function make(event) {
  event.preventDefault();
  const time = byId("plantime").value.trim();
  named(async () => {
    const answer = await wish("plan", { time });
    if (answer.done) plansDialog();
  });
}

async function change(what, number) {
  const answer = await wish("changeplan", { what, number });
  if (answer.done) plansDialog();
}
