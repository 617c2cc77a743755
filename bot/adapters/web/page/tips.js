// What anything on the table is, told where it lies: by a mouse that rests on it, a finger that stays, or the key I. A term
// in a dialog, as on the score sheet, is told by a press as well.

import { ofRank, spoken } from "./cards.js";
import { button, h } from "./dom.js";
import { EITHER, SIGNS } from "./melds.js";
import { app } from "./state.js";
import { counted, t } from "./words.js";

const REST = 700; // milliseconds a mouse rests
const STAY = 500; // milliseconds a finger stays
const FAR = 8; // pixels by which it may move

let waiting;
let from = null; // where the finger went down
let told = false; // by the press that goes on: then it does nothing else
let shown = () => app.view; // what is looked at, as a view of a table

// Another page explains what it shows: `view` gives it, with at least its sides and what a card of each rank is worth.
export function explains(view) {
  shown = view;
}

// --- words -----------------------------------------------------------------------------------------------------------

function ofCard(card, element) {
  const words = [t("card.worth", { card: capital(spoken(card)), points: shown().worth[ofRank(card)] })];
  const stands = element.querySelector(".stands")?.textContent;
  if (stands && stands !== EITHER) words.push(t("card.stands", { card: stands }));
  else if (!stands && card[0] === "2" && element.closest("[data-tip=meld]")) words.push(t("card.natural"));
  else if (card === "Jk" || card[0] === "2") words.push(t("card.wild"));
  return words.join(" ");
}

function ofMeld(element) {
  const side = shown().sides.find((one) => one.side === element.closest(".melds").dataset.side);
  const meld = side?.melds[Number(element.dataset.number) - 1];
  if (!meld) return "";
  const kind = meld.kind && `${meld.kind_words} ${SIGNS[meld.kind]}`;
  const name = [meld.name, kind].filter(Boolean).join(", ");
  return [`${capital(name)}.`, t("meld.points", { points: meld.bonus + meld.points }), side.adds ?? side.mine ? t("meld.add") : ""].filter(Boolean).join(" ");
}

function ofSeat(element) {
  const seat = shown().seats.find((one) => one.seat === element.dataset.seat);
  const own = seat.seat === shown().me?.seat;
  return [counted("tip.seat", seat.cards, { name: seat.name || seat.seat_name, seat: seat.seat_name }), seat.in_turn && t(own ? "tip.turn.own" : "tip.turn"),
    seat.dealer && t(own ? "tip.deals.own" : "tip.deals"), seat.computer && t("tip.machine")].filter(Boolean).join(" ");
}

const KINDS = {
  seat: ofSeat,
  meld: ofMeld,
  badge: () => t("badge.taken"),
  stock: () => [counted("tip.stock", shown().stock_left), shown().controls?.draw && t("tip.stock.draw")].filter(Boolean).join(" "),
  pile: () => counted("tip.pile", shown().pile.length),
  sum: () => t("tip.sum"),
  draw: () => t("tip.draw"),
  pickup: () => t("tip.pickup"),
  suggestion: () => t("tip.suggestion"),
  undo: () => t("tip.undo"),
  sort: () => t("tip.sort"),
  pozzetti: () => t("glossary.pozzetto.more"),
  lay: () => t("tip.lay"),
  discard: () => t("tip.discard"),
  vp: () => t("glossary.vp.more"),
  ranking: () => t("ranking.more"),
};

// Words that are explained where they stand: pressed, rested upon or held.
export function term(words, kind) {
  return button(words, ({ currentTarget }) => explain(currentTarget), { id: `explain-${kind}`, class: "term", "data-tip": kind, "aria-describedby": "tip" });
}

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function wordsFor(element) {
  const asked = element?.closest("dialog [data-tip]");
  if (asked) return [KINDS[asked.dataset.tip](), asked];
  if (!shown()?.sides || element?.closest("dialog")) return ["", null];
  const card = element?.closest("[data-card]");
  if (card) {
    const whole = card.closest("[data-tip=meld], [data-tip=suggestion]");
    return [[ofCard(card.dataset.card, card), whole && KINDS[whole.dataset.tip](whole)].filter(Boolean).join(" "), card];
  }
  const found = element?.closest("[data-tip]");
  return found ? [KINDS[found.dataset.tip](found), found] : ["", null];
}

// --- showing ---------------------------------------------------------------------------------------------------------

// Tells what this is, if there is anything to tell.
export function explain(element) {
  hide();
  const [words, about] = wordsFor(element);
  if (!words) return false;
  const tip = h("div", { id: "tip", role: "tooltip", popover: "manual" }, words);
  document.body.append(tip);
  tip.showPopover(); // above a dialog
  const box = about.getBoundingClientRect();
  const above = box.top - tip.offsetHeight - 6;
  tip.style.left = `${Math.max(4, Math.min(innerWidth - tip.offsetWidth - 4, box.left + box.width / 2 - tip.offsetWidth / 2))}px`;
  tip.style.top = `${above > 4 ? above : Math.min(box.bottom + 6, innerHeight - tip.offsetHeight - 4)}px`;
  return true;
}

export function hide() {
  clearTimeout(waiting);
  document.getElementById("tip")?.remove();
}

// Whether the press that goes on has been told about, so that it is no tick and no move.
export function telling() {
  return told;
}

document.addEventListener("pointerdown", (event) => {
  hide();
  told = false;
  from = event.pointerType === "touch" ? event : null;
  if (from) waiting = setTimeout(() => { told = explain(document.elementFromPoint(from.clientX, from.clientY)); }, STAY);
}, true);
document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch") {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > FAR) clearTimeout(waiting);
    return;
  }
  hide();
  if (!event.buttons) waiting = setTimeout(() => explain(document.elementFromPoint(event.clientX, event.clientY)), REST);
}, true);
for (const over of ["pointerup", "pointercancel"]) document.addEventListener(over, () => clearTimeout(waiting), true);
for (const gone of ["keydown", "wheel"]) document.addEventListener(gone, hide, true);
document.documentElement.addEventListener("mouseleave", hide);
document.addEventListener("click", (event) => {
  if (!told) return;
  told = false;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("contextmenu", (event) => told && event.preventDefault());
