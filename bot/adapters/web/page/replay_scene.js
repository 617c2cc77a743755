// One moment of a deal, drawn: the others above, the middle, both sides' melds, who is looked through below.

import { back, face, spoken } from "./cards.js";
import { h } from "./dom.js";
import { strip } from "./melds.js";
import { t } from "./words.js";

const ORDER = { left: 0, above: 1, right: 2, below: 3 };

// `before`: the moment before it, for what is new. `tools`, while another line is played: { ticked, tick, meld, stock, pile }.
export function scene(page, moment, before, tools = null) {
  const chairs = [...moment.seats].sort((one, other) => ORDER[one.place] - ORDER[other.place]);
  const own = chairs.at(-1);
  const [ours, ...others] = moment.sides;
  return h("div", { id: "scene" },
    h("div", { id: "others" }, chairs.slice(0, -1).map((chair) => place(moment, before, chair))),
    h("div", { class: "laid" }, others.map((side) => melds(page, side, before, null))),
    middle(moment, before, tools),
    h("div", { class: "laid own" }, melds(page, ours, before, tools)),
    place(moment, before, own, tools));
}

function place(moment, before, chair, tools = null) {
  const hand = moment.hands[chair.seat];
  const isTurn = moment.turn === chair.seat;
  return h("div", { class: `chair ${chair.place} ${isTurn ? "turn" : ""}`, "data-seat": chair.seat },
    h("span", { class: "name" }, chair.name,
      chair.dealer ? h("i", { title: t("dealer"), role: "img", "aria-label": t("dealer") }, " ●") : null),
    h("span", { class: "count", role: "img", "aria-label": t("cards", { n: chair.cards }) }, chair.cards),
    hand ? fan(hand, fresh(moment, before, chair), tools) : h("span", { class: "fan" }, backs(chair.cards)));
}

// What came to the hand by the last action: the card that was drawn; more are not told apart.
function fresh(moment, before, chair) {
  return moment.turn === chair.seat && before && moment.drawn !== before.drawn ? moment.drawn : "";
}

function fan(held, isNew, tools) {
  const ticked = [...(tools?.ticked ?? [])];
  return h("span", { class: "fan", role: "group", "aria-label": tools ? t("hand") : undefined }, held.map((card, at) => {
    const marks = [isNew === card && held.indexOf(card) === at ? "new" : ""];
    if (!tools) return h("span", { class: "slot" }, face(card, { class: marks.join(" ") }));
    const chosen = ticked.indexOf(at) >= 0;
    return h("span", { class: "slot" }, face(card, { type: "button", class: [...marks, chosen ? "ticked" : ""].join(" "),
      "aria-pressed": String(chosen), "data-place": at, onclick: () => tools.tick(at) }, "button"));
  }));
}

function backs(count) {
  return Array.from({ length: count }, () => h("span", { class: "slot" }, back()));
}

// --- the middle ------------------------------------------------------------------------------------------------------

function middle(moment, before, tools) {
  const stock = [back({}, moment.stock_left), h("small", {}, t("stock"))];
  const pile = [h("span", { class: "fan" }, moment.pile.length ? moment.pile.map((card, at) => h("span", { class: "slot" }, face(card, { class: isDiscard(moment, before, at) ? "new" : "" }))) : h("span", { class: "card empty" })),
    h("small", {}, `${t("pile")} · ${moment.pile.length}`)];
  return h("div", { id: "centre" },
    part("stock", stock, `${t("stock")}: ${t("cards", { n: moment.stock_left })}`, tools?.stock),
    h("div", { class: "pozzetti", title: t("pozzetto") },
      h("span", { class: "row" }, moment.pozzetti.map((left) => back({ role: "img", "aria-label": t("cards", { n: left }) }, left))),
      moment.pozzetti.length ? h("small", {}, t("pozzetto")) : null),
    part("pile", pile, `${t("pile")}: ${[...moment.pile].reverse().map(spoken).join(", ") || t("cards", { n: 0 })}`, tools?.pile));
}

function part(name, inner, label, deed) {
  return deed ? h("button", { type: "button", class: name, onclick: deed, "aria-label": label }, inner) : h("div", { class: name, role: "group", "aria-label": label }, inner);
}

function isDiscard(moment, before, at) {
  return Boolean(before) && at === moment.pile.length - 1 && moment.pile.length > before.pile.length;
}

// --- melds -----------------------------------------------------------------------------------------------------------

function melds(page, side, before, tools) {
  const name = page.sides.find((one) => one.side === side.side).name;
  const then = before?.sides.find((one) => one.side === side.side)?.melds ?? [];
  return h("section", { class: "side", "data-side": side.side, "aria-label": t("melds.of", { side: name }) },
    h("h2", {}, h("span", { class: "of" }, name), h("span", { class: "sum" }, side.melds.length ? `${side.bonus ? `${side.bonus} + ` : ""}${side.points}` : ""),
      side.pozzetto ? h("span", { class: "badge", title: t("pozzetto") }, "✓", h("span", {}, ` ${t("pozzetto")}`)) : null),
    h("div", { class: "melds" }, side.melds.map((meld, at) => marked(meld, then[at], Boolean(before), tools))));
}

function marked(meld, then, compares, tools) {
  const shown = strip(meld, tools?.meld);
  shown.classList.toggle("changed", compares && meld.cards.join() !== then?.cards.join());
  shown.title = shown.getAttribute("aria-label");
  return shown;
}
