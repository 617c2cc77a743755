// The dialog in which friends write to each other: plain text, kept nowhere on this device. The same words that are sent
// again before they are answered are sent once.

import { noteRead } from "./chat.js";
import { closeDialog, openAbout, title } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { render } from "./events.js";
import { once, request } from "./requests.js";
import { app, tableHere } from "./state.js";
import { t } from "./words.js";

const LONGEST = 200; // signs

export function open() {
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

export function draw() {
  if (byId("dialog").className !== "chat") return; // the score sheet has taken its place
  if (!app.view?.chat) return closeDialog("chat");
  const { lines, others, why } = app.view.chat;
  const list = byId("dialog").querySelector("ol");
  if (Boolean(why) === Boolean(list)) return open(); // a stranger has come, or gone
  if (why) return;
  list.replaceChildren(...lines.map((line) => h("li", { class: line.own ? "own" : "" }, h("bdi", {}, h("b", {}, line.name)), " ", h("bdi", {}, line.words))));
  if (!lines.length) list.append(h("li", {}, t("chat.empty")));
  list.scrollTop = list.scrollHeight;
  const held = document.activeElement?.id;
  byId("dialog").querySelector(".mutes").replaceChildren(...others.map(({ seat, name, muted }) => h("div", { class: "setting" },
    h("label", { for: `mute-${seat}` }, t("chat.mute", { name })),
    h("span", { class: "inputs" }, h("input", { id: `mute-${seat}`, type: "checkbox", checked: muted, onchange: ({ target }) => mute(seat, target) })))));
  if (held?.startsWith("mute-")) byId(held)?.focus();
  noteRead();
}

async function write(event) {
  event.preventDefault();
  const field = byId("chatwords");
  const words = field.value.trim();
  if (!words) return;
  const answer = await once(`write ${words}`, (delivery) => request("write", { table: tableHere(), words, delivery }));
  if (answer.done && field.value.trim() === words) field.value = "";
}

async function mute(seat, box) {
  const answer = await request("mute", { table: tableHere(), seat, muted: box.checked });
  if (!answer.done) box.checked = !box.checked;
}
