// What lies over the table for a moment: questions, rules, score sheet, "why not?".

import { button, byId, h } from "./dom.js";
import { face } from "./cards.js";
import { countdown, seconds } from "./clock.js";
import { openTable } from "./lobby.js";
import { app, download, hand, once, say, wish } from "./table.js";
import { spoken, t } from "./words.js";

let opener = ""; // the id of what had the focus before

// Another content of an open dialog is read from its top; what had the focus there keeps it, if it is still there.
export function open(kind, ...content) {
  const dialog = byId("dialog");
  const held = dialog.contains(document.activeElement) ? document.activeElement.id : "";
  const named = dialog.getAttribute("aria-label");
  dialog.className = kind;
  dialog.replaceChildren(...content.flat().filter(Boolean));
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

export function closeDialog(kind = "") {
  const dialog = byId("dialog");
  if (dialog.open && (!kind || dialog.className === kind)) dialog.close();
}

export function title(words) {
  return h("header", {}, h("h2", {}, words), button("✕", () => closeDialog(), { class: "close", "aria-label": t("close") }));
}

// --- questions -------------------------------------------------------------------------------------------------------

export function ask(question, yes, then) {
  open("question", h("p", {}, question), h("div", { class: "row" },
    button(yes, () => { closeDialog(); then(); }, { id: "yes", class: "main" }),
    button(t("cancel"), () => closeDialog(), { id: "no" })));
}

export function askEnds(then) {
  open("question", h("p", {}, t("ends")), h("div", { class: "row" },
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

export function whyDialog(page) {
  open("why", title(t("why.title")),
    page.cards ? h("p", { class: "strip" }, hand.ticked.map((card) => face(card))) : h("p", {}, t("why.none")),
    h("ul", {}, page.lines.map((line) => h("li", { class: line.allowed ? "allowed" : "refused" },
      h("b", {}, line.what), " ", line.allowed ? `✓ ${t("allowed")}` : h("span", {}, line.why)))));
}

export function narrowDialog() {
  open("narrow", title(t("open")), h("p", {}, t("narrow")), h("pre", {}, app.about.line),
    button(t("open.here"), () => { closeDialog(); openTable(); }, { id: "openhere" }));
}

export function rulesDialog(page) {
  open("rules", title(page.title), h("p", {}, page.offer), page.sections.map((section) => h("section", {}, h("h3", {}, section.title),
    h("ul", {}, section.lines.map((line) => h("li", { class: line.changed ? "changed" : "" }, line.text, line.source ? h("small", {}, ` (${line.source})`) : null))))));
}

// --- score sheet -----------------------------------------------------------------------------------------------------

const ROWS = [["burrachi", "burrachi"], ["closing", "closing"], ["cards", "score.cards"], ["hand", "in.hand"], ["pozzetto", "pozzetto"]];

export function scoreDialog(again = false) {
  const { score } = app.sight;
  if (!score || (again && byId("dialog").className !== "score")) return;
  if (again && !byId("dialog").open) return;
  const detailed = again && byId("dialog").querySelector("details")?.open;
  const last = score.deals.at(-1);
  open("score", title(score.over ? score.result : t("score")), h("p", {}, last.ended), score.note ? h("p", {}, score.note) : null, h("div", { class: "wide" }, sheet(score, last)), last.counts ? null : h("p", {}, t("not.counted")),
    details(score, last, detailed), h("div", { class: "row" }, next()));
  if (!again) byId("dialog").scrollTop = 0;
}

function sheet(score, last) {
  const head = h("tr", {}, h("th", {}), score.sides.map((side) => h("th", { scope: "col" }, side.name)));
  const line = (name, figures, facts = {}) => h("tr", facts, h("th", { scope: "row" }, name), figures.map((figure) => h("td", {}, figure)));
  const rows = ROWS.filter(([key]) => last.sides.some((side) => side[key]));
  return h("table", {}, h("thead", {}, head), h("tbody", {},
    rows.map(([key, name]) => line(t(name), last.sides.map((side) => side[key]))),
    line(t("total"), last.sides.map((side) => side.total), { class: "total" }),
    score.deals.length > 1 || !score.over ? line(t("all.deals"), score.totals, { class: "total" }) : null,
    score.vp ? line(t("vp"), score.vp) : null,
    score.ranking ? line(t("ranking"), score.ranking.map((points) => points.toLocaleString(spoken(), { maximumFractionDigits: 2 }))) : null));
}

function details(score, last, opened) {
  return h("details", { open: opened }, h("summary", {}, t("details")), last.sides.map((side, number) => h("section", {}, h("h3", {}, score.sides[number].name),
    side.melds.map((meld) => h("p", {}, h("span", { class: "strip" }, meld.cards.map((card) => face(card))),
      ` ${meld.kind_words} `, h("span", { class: "sum" }, `${meld.bonus ? `${meld.bonus} + ` : ""}${meld.points}`))),
    side.hands.map((one) => h("p", {}, `${one.name}: `, h("span", { class: "strip" }, one.cards.map((card) => face(card))),
      ` ${one.points}${one.doubled ? ` (${t("doubled")})` : ""}`)))));
}

function next() {
  const { table, me, score } = app.sight;
  const buttons = [];
  if (score.before && table.phase === "pause" && me.seat) {
    buttons.push(button(t(me.ready ? "ready.waits" : "rematch"), () => say("rematch"), { id: "rematch", class: "main", disabled: me.ready }));
    if (table.rematch) buttons.push(button(t("leave"), () => say("leave"), { id: "norematch" }));
  } else if (table.phase === "pause" && me.seat) {
    buttons.push(button(me.ready ? t("ready.waits") : t("ready"), () => say("ready"), { id: "ready", class: "main", disabled: me.ready }), countdown(table.next_deal, (left) => t("next.in", { seconds: seconds(left) }), { id: "countdown" }));
  }
  if (table.phase === "over" && me.seat) buttons.push(button(t("rematch"), () => say("rematch"), { id: "rematch", class: "main" }));
  if (table.phase === "over" || table.phase === "closed") {
    const want = me.seat ? "play" : "watch";
    const facts = { rules: table.code, pace: table.pace };
    const again = () => once(want, (delivery) => wish(want, { ...facts, delivery }));
    buttons.push(button(t(me.seat ? "again" : "watch"), () => { closeDialog(); again(); }, { id: "again" }));
  }
  return [...buttons, button(t("record"), download, { id: "record" })];
}
