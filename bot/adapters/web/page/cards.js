// Cards as text and colour.

import { h } from "./dom.js";
import { t } from "./words.js";

const SYMBOLS = { h: "♥", d: "♦", c: "♣", s: "♠" };
const RED = "hd";

export function rankOf(card) {
  return card[0] === "T" ? "10" : card[0];
}

export function cardText(card) {
  return card === "Jk" ? t("joker") : `${rankOf(card)}${SYMBOLS[card[1]]}`;
}

export function spoken(card) {
  return card === "Jk" ? t("joker") : `${t(`rank.${card[0]}`)} ${t(`suit.${card[1]}`)}`;
}

function kind(card) {
  if (card === "Jk") return "joker";
  return `suit-${card[1]} ${RED.includes(card[1]) ? "red" : "black"}`;
}

// The face: rank and suit in the corner, the suit large below it.
export function face(card, properties = {}, tag = "span") {
  const extra = properties.class ? ` ${properties.class}` : "";
  const signs =
    card === "Jk"
      ? [h("b", {}, "★"), h("i", {}, t("joker.short"))]
      : [h("b", {}, rankOf(card)), h("i", {}, `${SYMBOLS[card[1]]}\uFE0E`)];
  return h(tag, { "aria-label": spoken(card), role: tag === "span" ? "img" : undefined, ...properties,
    class: `card ${kind(card)}${extra}`, "data-card": card }, ...signs);
}

export function back(properties = {}, label = "") {
  return h("span", { ...properties, class: `card back ${properties.class ?? ""}` }, label);
}
