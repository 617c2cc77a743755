// One moment of a deal, drawn with the parts of the table: the chips and hands of the others above, both sides' melds, the
// middle between them, who is looked through below.

import { back, face } from "./cards.js";
import { chip } from "./chips.js";
import { h } from "./dom.js";
import { side } from "./melds.js";
import { middle } from "./scene.js";
import { t } from "./words.js";

const ORDER = { left: 0, above: 1, right: 2, below: 3 };

// `before`: the moment before it, for what is new. `tools`, while another line is played: { ticked, tick, meld, stock, pile }.
export function scene(page, moment, before, tools = null) {
  const view = asTable(page, moment, tools);
  const chairs = [...view.seats].sort((one, other) => ORDER[one.place] - ORDER[other.place]);
  const own = chairs.at(-1);
  const [ours, ...others] = view.sides;
  const found = h("div", { id: "scene" },
    h("div", { id: "others" }, chairs.slice(0, -1).map((chair) => place(view, before, chair))),
    h("div", { class: "laid" }, others.map((one) => melds(view, one, before))),
    middle(view, { draw: tools?.stock, press: tools?.pile }),
    h("div", { class: "laid own" }, melds(view, ours, before, tools?.meld)),
    place(view, before, own, tools));
  if (isDiscard(moment, before)) found.querySelector("#fan").lastElementChild.classList.add("new");
  return found;
}

// The moment as the parts of a table read it: of somebody who looks on, for all cards may be open.
export function asTable(page, moment, tools = null) {
  const nameOf = ({ side: seats }) => page.sides.find((one) => one.side === seats).name;
  return {
    ...moment,
    sides: moment.sides.map((one) => ({ ...one, side_name: nameOf(one), adds: Boolean(tools && one.mine) })),
    worth: page.worth,
    me: { seat: "" },
    table: { players: page.players },
    controls: { draw: Boolean(tools?.stock), pick_up: Boolean(tools?.pile) },
  };
}

function place(view, before, chair, tools = null) {
  const hand = view.hands[chair.seat];
  return h("div", { class: `chair ${chair.place}` }, chip(view, chair),
    hand ? fan(hand, fresh(view, before, chair), tools) : h("span", { class: "fan" }, backs(chair.cards)));
}

// What came to the hand by the last action: the card that was drawn; more are not told apart.
function fresh(moment, before, chair) {
  return moment.turn === chair.seat && before && moment.drawn !== before.drawn ? moment.drawn : "";
}

// Whether a suit begins here, or what can be a matta: the twos and the jokers lie apart.
function begins(held, at) {
  const group = (card) => (card === "Jk" || card[0] === "2" ? "matta" : card[1]);
  return at > 0 && group(held[at]) !== group(held[at - 1]);
}

function fan(held, isNew, tools) {
  const ticked = [...(tools?.ticked ?? [])];
  return h("span", { class: "fan", role: "group", "aria-label": tools ? t("hand") : undefined }, held.map((card, at) => {
    const marks = [isNew === card && held.indexOf(card) === at ? "new" : ""];
    const slot = `slot ${begins(held, at) ? "begins" : ""}`;
    if (!tools) return h("span", { class: slot }, face(card, { class: marks.join(" ") }));
    const chosen = ticked.indexOf(at) >= 0;
    return h("span", { class: slot }, face(card, { type: "button", class: [...marks, chosen ? "ticked" : ""].join(" "),
      "aria-pressed": String(chosen), "data-place": at, onclick: () => tools.tick(at) }, "button"));
  }));
}

function backs(count) {
  return Array.from({ length: count }, () => h("span", { class: "slot" }, back()));
}

function isDiscard(moment, before) {
  return Boolean(before) && moment.pile.length > before.pile.length;
}

// The melds of a side, with those marked that have changed.
function melds(view, one, before, add) {
  const shown = side(view, { ...one, mine: one.mine || Boolean(add) }, add);
  const then = before?.sides.find((other) => other.side === one.side)?.melds ?? [];
  one.melds.forEach((meld, at) => {
    const changed = before && meld.cards.join() !== then[at]?.cards.join();
    shown.querySelector(`.meld[data-number="${meld.number}"]`).classList.toggle("changed", Boolean(changed));
  });
  return shown;
}
