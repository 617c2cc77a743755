// Cards as letters and colours, and as the drawn faces of a sheet that holds all of them: no card has an address.

import { h } from "./dom.js";
import { t } from "./words.js";

const SYMBOLS = { h: "♥", d: "♦", c: "♣", s: "♠" };
const RED = "hd";
const RANKS = "A23456789TJQK";
const SUITS = "hdcs";
const BACK = [13, 1]; // column and row on the sheet; renderers/scenes.py says how it is laid out
const JOKER = [13, 0];

function rankOf(card) {
  return card[0] === "T" ? "10" : card[0];
}

// Which of the ranks it is, from the ace on; the joker comes after the king.
export function ofRank(card) {
  return card === "Jk" ? RANKS.length : RANKS.indexOf(card[0]);
}

export function cardText(card) {
  return card === "Jk" ? t("joker") : `${rankOf(card)}${SYMBOLS[card[1]]}`;
}

export function spoken(card) {
  return card === "Jk" ? t("joker") : `${t(`rank.${card[0]}`)} ${t(`suit.${card[1]}`)}`;
}

// Whether cards lie as the host sorts them by suit: each suit from the ace up, then, apart, twos and jokers.
export function bySuit(cards) {
  return rising(cards, (card) => (card === "Jk" ? 200 : (card[0] === "2" ? 100 : 0) + SUITS.indexOf(card[1]) * 13 + RANKS.indexOf(card[0])));
}

// Whether they lie as it sorts them by rank: threes up to kings and aces, then, apart, twos and jokers.
export function byRank(cards) {
  const rank = (card) => (RANKS.indexOf(card[0]) + 12) % 13 + (card[0] === "2" ? 100 : 0);
  return rising(cards, (card) => (card === "Jk" ? 1000 : rank(card) * 4 + SUITS.indexOf(card[1])));
}

function rising(cards, place) {
  return cards.every((card, at) => at === 0 || place(cards[at - 1]) <= place(card));
}

// Cards of a sorted hand as they are meant for a meld: twos stand apart there, so that one comes last says nothing of
// where it is to lie; below the three of its suit it is no matta (engine/sorting.py).
export function homeFirst(cards) {
  const [last, rest] = [cards.at(-1), cards.slice(0, -1)];
  const isBehind = rest.length > 1 && rest[0][0] === "3" && last === `2${rest[0][1]}`;
  return isBehind && !rest.some((card) => card === "Jk" || "A2".includes(card[0])) ? [last, ...rest] : cards;
}

function kind(card) {
  if (card === "Jk") return "joker";
  return `suit-${card[1]} ${RED.includes(card[1]) ? "red" : "black"}`;
}

function lies(element, [column, row]) {
  element.style.setProperty("--column", column);
  element.style.setProperty("--row", row);
  return element;
}

let sheet = null; // the picture of all faces; it stays here so that it stays in memory

// The faces of this sheet, on every card from when it has come; without it cards are letters.
export function wear(name) {
  if (sheet?.alt === name) return;
  const root = document.documentElement;
  const coming = new Image();
  sheet = coming;
  coming.alt = name;
  coming.onload = () => {
    if (sheet !== coming) return;
    root.style.setProperty("--faces", `url("${coming.src}")`);
    root.classList.add("faces");
  };
  coming.onerror = () => {
    if (sheet !== coming) return;
    sheet = null;
    root.classList.remove("faces");
  };
  coming.src = name;
}

// The face: rank and suit in the corner. Its letters stay where the drawn face hides them.
export function face(card, properties = {}, tag = "span") {
  const extra = properties.class ? ` ${properties.class}` : "";
  const signs =
    card === "Jk"
      ? [h("b", {}, "★"), h("i", {}, t("joker.short"))]
      : [h("b", {}, rankOf(card)), h("i", {}, `${SYMBOLS[card[1]]}\uFE0E`)];
  const shown = h(tag, { "aria-label": spoken(card), role: tag === "span" ? "img" : undefined, ...properties,
    class: `card ${kind(card)}${extra}`, "data-card": card }, ...signs);
  return lies(shown, card === "Jk" ? JOKER : [RANKS.indexOf(card[0]), SUITS.indexOf(card[1])]);
}

export function back(properties = {}, label = "") {
  return lies(h("span", { ...properties, class: `card back ${properties.class ?? ""}` }, label), BACK);
}
