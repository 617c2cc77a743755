// Matches planned on this host: a time in words opens a table then. Each is meant by its id, so that a second tap on a
// button means the same plan as the first.

import { button, byId, h } from "./dom.js";
import { ask, open, title } from "./dialogs.js";
import { named } from "./people.js";
import { once, request } from "./requests.js";
import { t } from "./words.js";

// The clock that this window goes by.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

export async function plansDialog() {
  const answer = await request("plans", { zone }, { quiet: true });
  const rows = answer.page?.plans ?? [];
  const series = answer.page?.series ?? []; // of tournaments; their own page directs them
  const typed = byId("plantime")?.value ?? ""; // meanwhile
  open("plans", title(t("plans")),
    rows.length
      ? h("ol", { class: "plans" }, rows.map((row) => h("li", {}, row.words, " ",
        row.state === "paused"
          ? deed("resume", row, t("resume"))
          : [deed("skip", row, t("plans.skip")), deed("pause", row, t("pause"))],
        deed("cancel", row, t("plans.cancel")))))
      : series.length ? null : h("p", {}, t("plans.none")),
    series.map((line) => h("p", { class: "series" }, h("a", { href: "club.html" }, `🏆 ${line}`))),
    rows.length > 1 ? h("p", {}, deed("pause", null, t("plans.pause")), deed("resume", null, t("plans.resume"))) : null,
    h("form", { class: "row", onsubmit: make },
      h("input", { id: "plantime", value: typed, maxlength: "80", autocomplete: "off", placeholder: t("plans.example"), "aria-label": t("plans.time"), required: true }),
      h("button", { type: "submit", id: "makeplan", class: "main" }, t("plans.make"))),
    h("p", { class: "hint" }, t("plans.more", { zone: answer.page?.zone ?? zone })));
}

function deed(what, row, words) {
  const sure = () => ask(`${row.words}: ${t("plans.cancel.sure")}`, t("plans.cancel"), () => change(what, row));
  return button(words, what === "cancel" ? sure : () => change(what, row), { class: "plain", "data-deed": `${what}-${row?.number ?? 0}` });
}

function make(event) {
  event.preventDefault();
  const time = byId("plantime").value.trim();
  named(() => once("plan", async (delivery) => {
    const answer = await request("plan", { time, zone, delivery });
    if (!answer.done) return;
    if (byId("plantime")?.value.trim() === time) byId("plantime").value = "";
    plansDialog();
  }));
}

async function change(what, row) {
  const meant = row ? { plan: row.id, starts: row.starts } : {};
  await once(`${what}-${row?.id}`, (delivery) => request("changeplan", { what, zone, delivery, ...meant }, { quiet: true }));
  plansDialog();
}
