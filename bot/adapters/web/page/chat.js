// What friends write to each other at their table: what is new in it. Their dialog is fetched once somebody opens it.

import { button, byId } from "./dom.js";
import { app, tableHere } from "./state.js";
import { toast } from "./toast.js";
import { apart, counted, t } from "./words.js";

const seen = { table: "", number: 0, told: 0 }; // up to which line it was read, and told of

function fresh(after) {
  return app.view.chat.lines.filter((line) => !line.own && line.number > after);
}

function last() {
  return app.view.chat.lines.at(-1)?.number ?? 0;
}

export function unread() {
  return app.view?.chat ? fresh(seen.number).length : 0;
}

export function noteRead() {
  seen.number = seen.told = last();
}

async function dialog(what) {
  (await import("./chatdialog.js"))[what]();
}

export function chatButton(id) {
  if (!app.view?.chat) return null;
  const count = unread();
  return button(count ? counted("chat.new", count) : t("chat"), () => dialog("open"), { id, class: count ? "fresh" : "" });
}

// A view has come: what is new in it is read in the open dialog, else told for a moment. What was there when the page
// came is not told again.
export function heard() {
  const { open, className } = byId("dialog");
  if (open && className === "chat") return dialog("draw");
  if (!app.view.chat) return;
  if (seen.table !== tableHere()) Object.assign(seen, { table: tableHere(), number: 0, told: last() });
  const line = fresh(seen.told).at(-1);
  seen.told = last();
  if (line) toast(`${apart(line.name)}: ${apart(line.words)}`);
}
