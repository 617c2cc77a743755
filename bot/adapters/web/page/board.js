// The table while a match is played: opponents above, the pile between, one's own side and hand below.

import { button, h } from "./dom.js";
import { back, face, spoken } from "./cards.js";
import { banners } from "./banners.js";
import { clocks } from "./clock.js";
import { dealWords, fair, standing } from "./deal.js";
import { opener, panel } from "./feed.js";
import { menu } from "./menu.js";
import { deeds, hand } from "./play.js";
import { scoreDialog } from "./score.js";
import { app } from "./state.js";
import { t } from "./words.js";

export function board() {
  const view = app.view;
  if (!view.sides) return waiting();
  const [ours, ...others] = view.sides;
  const beside = panel();
  return h("div", { id: "table", class: `players-${view.table.players} ${beside ? "wide" : ""}` },
    bar(),
    banners(),
    h("div", { id: "felt" },
      seats(),
      h("div", { class: "others" }, others.map((side) => melds(side, false))),
      middle(),
      melds(ours, Boolean(view.me.seat))),
    words(),
    view.me.seat ? h("div", { id: "mine" }, view.table.phase === "playing" ? Controls() : null, own()) : null,
    beside);
}

function waiting() {
  return h("div", { id: "table" }, bar(), banners(), h("div", { id: "felt", class: "waits" }, fair(app.view)));
}

// --- above -----------------------------------------------------------------------------------------------------------

function bar() {
  const { table } = app.view;
  return h("header", {},
    h("b", { class: "label" }, table.label),
    h("span", { class: "deal" }, h("span", {}, table.code_name), " · ", h("span", {}, dealWords(table))),
    table.hands === 1 ? null : totals(),
    button("☰", menu, { id: "menu", "aria-label": t("menu") }));
}

// How the match stands, one's own side first; a telephone has room for short names only.
function totals() {
  const { sides, score, seats: chairs } = app.view;
  if (!sides) return null;
  const names = Object.fromEntries(chairs.map((chair) => [chair.seat, chair.seat_name]));
  const short = (side, place) => (app.view.me.seat && sides.length === 2 ? t(place ? "they" : "we") : [...side.side].map((seat) => names[seat][0]).join("-"));
  const shown = sides.flatMap((side, place) => [place ? " · " : "", h("span", { class: "sidename" }, `${side.side_name} `),
    h("span", { class: "sideshort" }, `${short(side, place)} `), side.total]);
  const words = standing(app.view);
  return button(shown, () => score && scoreDialog(), { id: "totals", class: "totals", title: words, "aria-label": words });
}

function seats() {
  const shown = app.view.seats.filter((seat) => seat.seat !== app.view.me.seat);
  const order = { left: 0, above: 1, right: 2, below: 3 };
  shown.sort((a, b) => order[a.place] - order[b.place]);
  return h("div", { id: "seats", role: "list" }, shown.map(seatChip));
}

function seatChip(seat) {
  const partner = app.view.me.seat && app.view.table.players === 4 && seat.place === "above";
  return h("div", { class: `seat ${seat.in_turn ? "turn" : ""} ${partner ? "partner" : ""}`, role: "listitem" },
    h("span", { class: "name" }, seat.person ? seat.name : seat.seat_name,
      seat.dealer ? h("i", { title: t("dealer"), role: "img", "aria-label": t("dealer") }, " ●") : null,
      seat.computer ? h("small", {}, " computer") : null,
      bank(seat)),
    h("span", { class: "count", role: "img", "aria-label": t("cards", { n: seat.cards }) }, back({}), seat.cards));
}

function bank(seat) {
  const left = seat.person && app.view.time.banks[seat.seat];
  return left ? h("small", { class: "bank", title: t("bank") }, left) : null;
}

// --- melds -----------------------------------------------------------------------------------------------------------

function melds(side, mine) {
  const pairs = app.view.table.players === 4 && app.view.me.seat;
  const title = pairs ? t(mine ? "ours" : "theirs") : t("melds.of", { side: side.side_name });
  return h("section", { class: `side ${mine ? "mine" : "theirs"}`, "aria-label": title },
    h("h2", {}, pairs ? title : [h("span", { class: "sidename" }, title), h("span", { class: "sideshort" }, side.side_name)], h("span", { class: "sum" }, points(side)),
      side.pozzetto ? h("span", { class: "badge", title: t("pozzetto") }, "✓", h("span", {}, ` ${t("pozzetto")}`)) : null),
    h("div", { class: "melds", "data-side": side.side }, side.melds.length ? side.melds.map((meld) => meldStrip(meld, mine)) : h("em", {}, t("nothing.laid"))));
}

function points(side) {
  const bonus = side.bonus ? `${side.bonus} + ` : "";
  return side.melds.length ? `${bonus}${side.points}` : "";
}

function meldStrip(meld, mine) {
  const label = `${t("meld", meld)}: ${meld.name}${meld.kind ? `, ${meld.kind_words}` : ""}`;
  const facts = { class: `meld ${mine ? "mine" : ""} ${meld.kind}`, "data-number": meld.number, "aria-label": label, title: label };
  let matta = meld.matta;
  const cards = meld.cards.map((card) => {
    const isMatta = card === matta;
    if (isMatta) matta = "";
    const stands = isMatta && meld.stands_for ? meld.stands_for : undefined;
    return face(card, { class: isMatta ? "matta" : "", title: stands });
  });
  const inner = [h("span", { class: "strip" }, cards), h("small", {}, h("b", { class: "number" }, meld.number), meld.kind ? ` ${meld.kind_words}` : "")];
  return mine
    ? h("button", { type: "button", ...facts, onclick: () => hand.ticked.length && deeds.add(meld.number) }, inner)
    : h("div", { role: "group", ...facts }, inner);
}

// --- the middle ------------------------------------------------------------------------------------------------------

function middle() {
  const { stock_left: left, pile, pozzetti, controls } = app.view;
  return h("div", { id: "middle" },
    h("button", { type: "button", id: "stock", disabled: !controls.draw, onclick: deeds.draw,
      "aria-label": `${t("stock")}: ${t("cards", { n: left })}` }, back({}, left), h("small", {}, t("stock"))),
    h("div", { id: "pozzetti", title: t("pozzetto") },
      pozzetti.map((cards) => back({ class: "small", role: "img", "aria-label": t("cards", { n: cards }) }, cards)),
      pozzetti.length ? h("small", {}, t("pozzetto")) : null),
    h("div", { id: "pileroom" },
      h("button", { type: "button", id: "pile", disabled: !controls.pick_up, onclick: deeds.pickup,
        "aria-label": `${t("pile")}: ${[...pile].reverse().map(spoken).join(", ") || t("cards", { n: 0 })}` },
        h("span", { id: "fan", class: "spread" }, pile.length ? pile.map((card) => face(card)) : h("span", { class: "card empty" })),
        h("small", {}, `${t("pile")} · ${pile.length}`))));
}

// --- words -----------------------------------------------------------------------------------------------------------

// Who is to play and how long, and what happened last; all of it is in the feed.
function words() {
  const { since, now, seats, me, phase, table, phrase } = app.view;
  const turn = seats.find((seat) => seat.in_turn);
  const mine = turn && turn.seat === me.seat && !me.away;
  const what = !turn ? "" : mine ? t(phase === "draw" ? "turn.you" : "turn.play") : t("turn.other", turn);
  const happened = (mine ? since.at(-1) : now) || since.at(-1) || now || table.drawn.join(" · ");
  const latest = [phrase, happened].filter(Boolean).join(" · "); // what somebody has said comes first
  return h("div", { id: "words" },
    h("span", { id: "status", class: mine ? "you" : "" }, table.paused ? t(table.tournament ? "halted" : "paused") : what),
    h("div", { id: "newest" }, clocks(), h("p", { class: "latest" }, latest)),
    opener());
}

// --- below -----------------------------------------------------------------------------------------------------------

function own() {
  if (app.view.hand === null) return h("p", { class: "unseen" }, app.view.table.phase === "playing" ? t("unseen") : "");
  return h("div", { id: "room" }, hand.element);
}

export function Controls() {
  const { controls, phase } = app.view;
  const ticked = hand.ticked;
  const playing = phase === "play" && Boolean(controls.discards);
  document.body.classList.toggle("choosing", ticked.length > 0 && playing);
  const taking = controls.draw || controls.pick_up || controls.decline;
  return h("div", { id: "controls" },
    suggestions(controls.suggestions ?? [], playing, ticked),
    h("div", { class: "row" },
      taking
        ? [button(t("draw"), deeds.draw, { id: "draw", class: "main", disabled: !controls.draw }),
          button(t("pickup"), deeds.pickup, { id: "pickup", class: "main", disabled: !controls.pick_up }),
          controls.decline ? button(t("decline"), deeds.decline, { id: "decline" }) : null]
        : [button(t("lay"), deeds.lay, { id: "lay", class: "main", disabled: !playing || ticked.length < 3 }),
          button(t("discard"), deeds.discard, { id: "discard", class: "main", disabled: !playing || ticked.length !== 1 })],
      button("↶", deeds.undo, { id: "undo", disabled: !controls.back, "aria-label": t("undo"), title: t("undo") }),
      button(t(hand.bySuit ? "sort.rank" : "sort.suit"), deeds.sort, { id: "sort" }),
      button(t("why"), deeds.why, { id: "why" })));
}

function suggestions(found, playing, ticked) {
  if (!playing || !found.length) return h("div", { id: "suggestions" }, playing && ticked.length ? h("em", {}, t("choose.add")) : null);
  return h("div", { id: "suggestions" }, found.map((one) => {
    const cards = one.cards.map((card) => face(card));
    const label = one.meld ? `+ ${t("meld", { number: one.meld })}` : t("lay");
    return h("button", { type: "button", class: "suggestion", "data-action": one.action, onclick: () => deeds.suggestion(one.action) },
      h("span", { class: "strip" }, cards), h("small", {}, label));
  }));
}
