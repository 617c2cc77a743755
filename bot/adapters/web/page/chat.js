// What friends write to each other at their table: plain text, kept nowhere on this device.

import { openAbout, title } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { render } from "./events.js";
import { request } from "./requests.js";
import { app, tableHere } from "./state.js";
import { toast } from "./toast.js";
import { t } from "./words.js";
import { secret } from "./wire.js";

const LONGEST = 200;
const seen = { table: "", number: 0, said: 0 }; // up to which line it was read, and told of

export function mayChat() {
  return Boolean(app.view?.chat);
}

function fresh(after) {
  return app.view.chat.lines.filter((line) => !line.own && line.number > after);
}

function last() {
  return app.view.chat.lines.at(-1)?.number ?? 0;
}

export function unread() {
  return mayChat() ? fresh(seen.number).length : 0;
}

export function chatButton(id) {
  if (!mayChat()) return null;
  const count = unread();
  return button(count ? t("chat.new", { count }) : t("chat"), chatDialog, { id, class: count ? "fresh" : "" });
}

// A view has come: what is new in it is read in the open dialog, else told for a moment. What was there when the page
// came is not told again.
export function heard() {
  const dialog = byId("dialog");
  const open = dialog.open && dialog.className === "chat";
  if (!mayChat()) return open && dialog.close();
  if (seen.table !== tableHere()) Object.assign(seen, { table: tableHere(), number: 0, said: last() });
  if (open) return draw();
  const line = fresh(seen.said).at(-1);
  seen.said = last();
  if (line) toast(`${line.name}: ${line.words}`);
}

function chatDialog() {
  const { why } = app.view.chat;
  const field = h("input", { id: "chatwords", maxlength: LONGEST, autocomplete: "off", "aria-label": t("chat.say"), placeholder: t("chat.say") });
  openAbout(tableHere(), "chat", title(t("chat")), ...why ? [h("p", {}, why)] : [
    h("ol", { tabindex: "0", "aria-live": "polite" }), h("form", { onsubmit: write }, field, h("button", { type: "submit", class: "main" }, t("chat.send"))),
    h("div", { class: "mutes" }), h("p", { class: "hint" }, t("chat.hint"))]);
  if (why) return;
  draw();
  field.focus();
  render(); // nothing is unread
}

function draw() {
  const { lines, others, why } = app.view.chat;
  const list = byId("dialog").querySelector("ol");
  if (why || !list) return chatDialog();
  list.replaceChildren(...lines.map((line) => h("li", { class: line.own ? "own" : "" }, h("b", {}, line.name), " ", h("span", {}, line.words))));
  if (!lines.length) list.append(h("li", {}, t("chat.empty")));
  list.scrollTop = list.scrollHeight;
  const held = document.activeElement?.id;
  byId("dialog").querySelector(".mutes").replaceChildren(...others.map(({ seat, name, muted }) => h("div", { class: "setting" },
    h("label", { for: `mute-${seat}` }, t("chat.mute", { name })),
    h("span", { class: "inputs" }, h("input", { id: `mute-${seat}`, type: "checkbox", checked: muted, onchange: ({ target }) => mute(seat, target) })))));
  if (held?.startsWith("mute-")) byId(held)?.focus();
  seen.number = seen.said = last();
}

async function write(event) {
  event.preventDefault();
  const field = byId("chatwords");
  const words = field.value.trim();
  if (!words) return;
  const answer = await request("write", { table: tableHere(), words, delivery: secret() });
  if (answer.done && field.value.trim() === words) field.value = "";
}

async function mute(seat, box) {
  const answer = await request("mute", { table: tableHere(), seat, muted: box.checked });
  if (!answer.done) box.checked = !box.checked;
}
