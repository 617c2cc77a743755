// A table of cards, drawn from the view of it that the host gives (`bot/views/table_page.py`): the chips of who sits round
// it, the melds of both sides, and between them stock, pozzetti and pile, each in a place that it keeps for the whole deal.
//
// It knows nothing of the page: whoever shows a table gives it a view and what is to be done by a press. One scene stands
// in a document, for its parts have names; `fit` (fit.js) lays it into its room, once it is in the document.

import { back, face, spoken } from "./cards.js";
import { chips } from "./chips.js";
import { h } from "./dom.js";
import { side } from "./melds.js";
import { counted, t } from "./words.js";

const FLANKS = ["left", "right"];
const EVERYONE = ["left", "above", "right", "below"];

// The felt. `draw`, `pile` and `add(number)` hear presses where they may be; `places` are the chips that stand on it.
export function scene(view, { draw, pile, add, places = EVERYONE } = {}) {
  const [ours, ...others] = view.sides;
  const flanked = places.some((place) => FLANKS.includes(place) && view.seats.some((seat) => seat.place === place));
  const felt = h("div", { id: "felt", class: `players-${view.table.players} ${flanked ? "flanked" : ""}` },
    chips(view, places),
    h("div", { class: "others" }, round(view, others).map((one) => side(view, one))),
    middle(view, { draw, press: pile }),
    side(view, ours, add));
  if (view.recent?.fresh) mark(felt, view);
  return felt;
}

// What was played since one's own last turn stands out, until one acts.
function mark(felt, view) {
  const last = (cards, card) => [...cards].reverse().find((one) => one.dataset.card === card && !one.classList.contains("since"));
  for (const { side: name, acts } of view.recent.turns) {
    for (const { cards, meld } of acts.filter((act) => act.meld)) {
      const found = felt.querySelectorAll(`.melds[data-side="${name}"] .meld[data-number="${meld}"] .card`);
      for (const card of cards) last(found, card)?.classList.add("since");
    }
  }
  const discarded = view.recent.turns.flatMap(({ acts }) => acts).filter((act) => ["pickup", "discard"].includes(act.what));
  const kept = discarded.slice(discarded.findLastIndex((act) => act.what === "pickup") + 1);
  const pile = [...felt.querySelectorAll("#fan .card[data-card]")];
  for (const one of pile.slice(Math.max(0, pile.length - kept.length))) one.classList.add("since");
}

// Of three sides, whoever sits at the left has theirs at the left.
function round(view, others) {
  const place = (one) => view.seats.find((seat) => seat.seat === one.side)?.place;
  return others.length > 1 && place(others[0]) === "right" ? [...others].reverse() : others;
}

// Stock, pozzetti and pile; `draw` and `press` hear presses where they may be. `fitPile` (fit.js) lays the pile into its room.
export function middle(view, { draw, press }) {
  const { stock_left: left, pile } = view;
  const may = view.controls ?? {};
  return h("div", { id: "middle" },
    h("button", { type: "button", id: "stock", disabled: !(draw && may.draw), onclick: draw, ontouchmove: (event) => event.preventDefault(), "data-tip": "stock",
      "aria-label": `${t("stock")}: ${counted("cards", left)}` }, back({}, left), h("small", {}, t("stock"))),
    pozzetti(view),
    h("div", { id: "pileroom" },
      h("button", { type: "button", id: "pile", class: may.pick_up ? "takes" : "", disabled: !(press && (may.pick_up || may.discards?.length)), onclick: press, "data-tip": "pile",
        "aria-label": `${t("pile")}: ${[...pile].reverse().map(spoken).join(", ") || counted("cards", 0)}` },
        h("span", { id: "fan", class: "spread" }, pile.length ? pile.map((card) => face(card)) : h("span", { class: "card empty" })),
        h("small", {}, `${t("pile")} · ${pile.length}`))));
}

// A place for each that there was: one that somebody has taken stays empty.
function pozzetti(view) {
  const taken = view.sides.filter((one) => one.pozzetto).length;
  const empty = Math.max(0, Math.min(taken, view.sides.length - view.pozzetti.length));
  return h("div", { id: "pozzetti", title: t("pozzetto"), "data-tip": "pozzetti" },
    view.pozzetti.map((cards) => back({ class: "small", role: "img", "aria-label": counted("cards", cards) }, cards)),
    Array(empty).fill(0).map(() => h("span", { class: "card empty" })),
    view.pozzetti.length + empty ? h("small", {}, t("pozzetto")) : null);
}
