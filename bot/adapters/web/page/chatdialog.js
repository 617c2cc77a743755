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
  const end = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  const last = list.lastChild;
  fill(list, lines);
  if (end || (list.lastChild !== last && lines.at(-1)?.own)) list.scrollTop = list.scrollHeight;
  const held = document.activeElement?.id;
  byId("dialog").querySelector(".mutes").replaceChildren(...others.map(({ seat, name, muted }) => h("div", { class: "setting" },
    h("label", { for: `mute-${seat}` }, t("chat.mute", { name })),
    h("span", { class: "inputs" }, h("input", { id: `mute-${seat}`, type: "checkbox", checked: muted, onchange: ({ target }) => mute(seat, target) })))));
  if (held?.startsWith("mute-")) byId(held)?.focus();
  noteRead();
}

// What stands there already is left alone: a reader of the screen says what is new, and not all of it at each move at the table.
function fill(list, lines) {
  const before = new Map([...list.children].map((one) => [one.dataset.line, one]));
  const rows = lines.map((line) => before.get(String(line.number)) ?? row(line));
  if (!rows.length) rows.push(before.get("") ?? h("li", { "data-line": "" }, t("chat.empty")));
  for (const one of before.values()) if (!rows.includes(one)) one.remove();
  rows.forEach((one, place) => { if (list.children[place] !== one) list.insertBefore(one, list.children[place] ?? null); });
}

function row({ number, own, name, words }) {
  return h("li", { class: own ? "own" : "", "data-line": number }, h("bdi", {}, h("b", {}, name)), " ", h("bdi", {}, words));
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
