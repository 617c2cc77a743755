// How somebody wants to be told of their turn: sounds, notifications, messages to this device while the page is closed.

import { open, title } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { mayPush, pushes, subscribe, unsubscribe } from "./push.js";
import { sound, sounds, wantSounds } from "./sounds.js";
import { prefer, preferred } from "./state.js";
import { t } from "./words.js";

export function alertDialog() {
  open("alerts", title(t("alerts")),
    choice("sounds", t("alerts.sounds"), t("alerts.sounds.more"), sounds(), hearThem),
    choice("notify", t("alerts.notify"), notifyHint(), notifies(), wantNotifications, !self.Notification || denied()),
    choice("push", t("alerts.push"), mayPush() ? t("alerts.push.more") : t("alerts.push.cannot"), pushes(), wantPush, !mayPush() || denied()));
}

function choice(name, words, hint, checked, deed, disabled = false) {
  const changed = async (event) => { await deed(event.target.checked); drawAgain(); };
  return h("div", { class: "setting" }, h("label", { for: `alert-${name}` }, words),
    h("span", { class: "inputs" }, h("input", { id: `alert-${name}`, type: "checkbox", checked, disabled, "aria-describedby": `hint-${name}`, onchange: changed })),
    h("p", { id: `hint-${name}`, class: "hint" }, hint));
}

// Unless it was closed meanwhile: a browser may ask for as long as it likes.
function drawAgain() {
  const { open: isOpen, className } = byId("dialog");
  if (isOpen && className === "alerts") alertDialog();
}

function hearThem(so) {
  wantSounds(so);
  sound("turn");
}

function notifies() {
  return preferred("notify", "no") === "yes" && self.Notification?.permission === "granted";
}

function denied() {
  return self.Notification?.permission === "denied";
}

function notifyHint() {
  if (!self.Notification) return t("alerts.notify.cannot");
  return denied() ? t("alerts.denied") : t("alerts.notify.more");
}

async function allowed() {
  return await Notification.requestPermission() === "granted";
}

async function wantNotifications(so) {
  prefer("notify", so && await allowed() ? "yes" : "no");
}

let pushWanted = false; // by the last tick, while the browser still asks

async function wantPush(so) {
  pushWanted = so;
  if (!so) return unsubscribe();
  if (await allowed() && pushWanted) await subscribe();
}
