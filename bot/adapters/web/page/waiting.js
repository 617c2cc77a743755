// The ways to a seat for who has none: to wait for one, and the table that all who wait would have.

import { button } from "./dom.js";
import { closeDialog } from "./dialogs.js";
import { named } from "./people.js";
import { once, request, say } from "./requests.js";
import { app, tableHere } from "./state.js";
import { t } from "./words.js";

export function toWait(facts) {
  const wait = () => { closeDialog(); named(() => say("join"), tableHere()); };
  return button(t("waiting"), wait, facts);
}

export function nextTable(facts = {}) {
  const deed = (delivery) => request("next", { table: app.view.table.id, delivery });
  return button(t("next.table"), () => once("next", deed), { id: "nexttable", title: t("next.more"), ...facts });
}
