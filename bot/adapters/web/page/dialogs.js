// The one dialog over the page: opened and closed, and the questions that any part asks in it.

import { button, byId, h } from "./dom.js";
import { isHere } from "./state.js";
import { t } from "./words.js";

let opener = ""; // the id of what had the focus before

// Another content of an open dialog is read from its top; what had the focus there keeps it, if it is still there.
// What it is `about` (`state.js`) may end while it is open; then it is closed, and nothing is done.
export function openAbout(about, kind, ...content) {
  open(kind, ...content);
  byId("dialog").dataset.about = about;
}

export function open(kind, ...content) {
  const dialog = byId("dialog");
  const held = dialog.contains(document.activeElement) ? document.activeElement.id : "";
  const named = dialog.getAttribute("aria-label");
  dialog.className = kind;
  delete dialog.dataset.about;
  dialog.replaceChildren(...content.flat().filter(Boolean), h("div", { id: "liveover", class: "unseen-words", "aria-live": "polite" }));
  dialog.setAttribute("aria-label", dialog.querySelector("h2, p")?.textContent ?? "");
  if (!dialog.open) {
    opener = document.activeElement?.id ?? "";
    dialog.showModal();
  } else {
    const kept = held && [...dialog.querySelectorAll("[id]")].find((one) => one.id === held);
    const first = [".close", "#no", "button"].map((one) => dialog.querySelector(one)).find(Boolean);
    (kept || first)?.focus({ preventScroll: true });
  }
  if (dialog.getAttribute("aria-label") !== named) dialog.scrollTop = 0;
}

// The focus goes back where it was, also to a button that was drawn anew meanwhile.
byId("dialog").addEventListener("close", ({ target: dialog }) => {
  const at = document.activeElement;
  if (!dialog.open && (at === document.body || dialog.contains(at))) byId(opener || "none")?.focus();
});

// Whether there was one to close.
export function closeDialog(kind = "") {
  const dialog = byId("dialog");
  const closes = dialog.open && (!kind || dialog.className === kind);
  if (closes) dialog.close();
  return closes;
}

// Closes a dialog about what is there no longer; its kind, "" where there was none.
export function closeStale() {
  const { open: isOpen, className: kind, dataset } = byId("dialog");
  if (!isOpen || dataset.about === undefined || isHere(dataset.about)) return "";
  closeDialog();
  return kind;
}

export function title(words) {
  return h("header", {}, h("h2", {}, words), button("✕", () => closeDialog(), { class: "close", "aria-label": t("close") }));
}

// --- questions -------------------------------------------------------------------------------------------------------

export function ask(question, yes, then, about) {
  const shown = about ? openAbout.bind(null, about) : open;
  shown("question", h("p", {}, question), h("div", { class: "row" },
    button(yes, () => { closeDialog(); then(); }, { id: "yes", class: "main" }),
    button(t("cancel"), () => closeDialog(), { id: "no" })));
}

export function askEnds(then, about) {
  openAbout(about, "question", h("p", {}, t("ends")), h("div", { class: "row" },
    button(t("ends.low"), () => { closeDialog(); then("_"); }, { id: "low" }),
    button(t("ends.high"), () => { closeDialog(); then("^"); }, { id: "high" })));
}

// Which of several tables is meant; null where nothing was chosen.
export function choose(choices) {
  return new Promise((chosen) => {
    const take = (table) => { chosen(table); closeDialog("choices"); };
    open("choices", title(t("which")), h("div", { class: "rows" }, choices.map((one) =>
      button([h("b", {}, one.label), h("span", {}, one.words.replace(`${one.label}: `, ""))], () => take(one.table), { class: "tablerow" }))));
    byId("dialog").addEventListener("close", () => chosen(null), { once: true });
  });
}
