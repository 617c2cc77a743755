// The page's table while a match is played: the scene, and around it what is told, what may be pressed, and one's own hand.

import { button, h } from "./dom.js";
import { face } from "./cards.js";
import { banners, toldBy } from "./banners.js";
import { chip } from "./chips.js";
import { clocks } from "./clock.js";
import { dealWords, fair, standing } from "./deal.js";
import { opener, panel } from "./feed.js";
import { menu } from "./menu.js";
import { repeat } from "./motion.js";
import { deeds, hand } from "./play.js";
import { scene } from "./scene.js";
import { minus, scoreDialog } from "./score.js";
import { app } from "./state.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

const ROUND = ["left", "above", "right"]; // one's own chip stands beside whose turn it is

export function board() {
  const view = app.view;
  if (!view.sides) return waiting();
  const [beside, told] = [panel(), banners()];
  return h("div", { id: "table", class: `players-${view.table.players} ${beside ? "wide" : ""} ${toldBy(told)}` },
    bar(),
    told,
    scene(view, { draw: deeds.draw, pile: deeds.pile, add: (number) => hand.ticked.length && deeds.add(number), places: ROUND }),
    words(),
    view.me.seat ? h("div", { id: "mine" }, view.table.phase === "playing" ? Controls() : null, own()) : null,
    beside);
}

function waiting() {
  const told = banners();
  return h("div", { id: "table", class: toldBy(told) }, bar(), told, h("div", { id: "felt", class: "waits" }, h("details", {}, h("summary", {}, t("fair")), fair(app.view))));
}

// --- above -----------------------------------------------------------------------------------------------------------

function bar() {
  const { table } = app.view;
  return h("header", {},
    h("h1", { class: "label" }, table.label),
    h("span", { class: "deal" }, h("span", { class: "codename" }, table.code_name, " · "), h("span", {}, table.deal ? dealWords(table) : "")),
    onAir(table),
    table.hands === 1 ? null : totals(),
    button("☰", menu, { id: "menu", "aria-label": t("menu") }));
}

// As long as the table is broadcast, who plays there sees that it is, and how late.
function onAir({ tournament }) {
  const shown = tournament?.broadcast;
  if (!shown) return null;
  return button(["◉ ", h("span", { class: "long" }, t("on.air", shown)), h("span", { class: "short" }, `${shown.minutes}′`)],
    () => toast(shown.words), { id: "onair", title: shown.words, "aria-label": shown.words });
}

// How the match stands, one's own side first; of who looks on, a telephone has room for short names only.
function totals() {
  const { sides, score, seats: chairs } = app.view;
  if (!sides) return null;
  const names = Object.fromEntries(chairs.map((chair) => [chair.seat, chair.seat_name]));
  const own = app.view.me.seat;
  const name = (side, place) => (own && side.side.length > 1 ? [`${t(place ? "they" : "we")} `] : own && !place ? [`${t("you")} `]
    : [h("span", { class: "sidename" }, `${side.side_name} `), h("span", { class: "sideshort" }, `${[...side.side].map((seat) => names[seat][0]).join("-")} `)]);
  const shown = sides.flatMap((side, place) => [place ? " · " : "", h("span", { class: "tally" }, ...name(side, place), minus(side.total))]);
  const words = standing(app.view);
  return button(shown, () => score && scoreDialog(), { id: "totals", class: "totals", title: words, "aria-label": words });
}

// --- words -----------------------------------------------------------------------------------------------------------

// Who is to play and how long, and what happened last; all of it is in the feed.
function words() {
  const { since, now, feed, seats, me, phase, table, phrase } = app.view;
  const turn = seats.find((seat) => seat.in_turn);
  const mine = turn && turn.seat === me.seat && !me.away;
  const what = !turn ? "" : mine ? t(phase === "draw" ? "turn.you" : "turn.play") : t("turn.other", turn);
  const drawn = table.drawn.length ? `${t("drawn.title")}: ${table.drawn.join(" · ")}` : "";
  const happened = (mine ? since.at(-1) : now) || since.at(-1) || now || feed.at(-1) || drawn;
  const near = [app.view.last_lap && t("last.lap"), app.view.stallo_near && t("stallo.near")]; // no banner: nothing moves for it
  const latest = [phrase, ...near, happened].filter(Boolean).join(" · "); // what somebody has said comes first
  const below = seats.find((seat) => seat.place === "below");
  return h("div", { id: "words" },
    chip(app.view, below),
    h("span", { id: "status", class: mine ? "you" : "" }, table.paused ? t(table.tournament ? "halted" : "paused") : what),
    h("div", { id: "newest" }, clocks(), recall(), h("p", { class: "latest" }, latest)),
    opener());
}

function recall() {
  const played = app.view.recent?.turns.some(({ acts }) => acts.length);
  return played ? button("↻", () => repeat(app.view), { id: "recall", "aria-label": t("recall"), title: t("recall") }) : null;
}

// --- below -----------------------------------------------------------------------------------------------------------

function own() {
  const until = app.view.seen_after_partner ? t("unseen.partner") : t("unseen");
  const unseen = app.view.hand === null && h("p", { class: "unseen" }, app.view.table.phase === "playing" ? until : "");
  return h("div", { id: "room" }, unseen || hand.element); // its place is kept
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
        ? [button(t("draw"), deeds.draw, { id: "draw", class: "main", "data-tip": "draw", disabled: !controls.draw }),
          button(t("pickup"), deeds.pickup, { id: "pickup", class: "main", "data-tip": "pickup", disabled: !controls.pick_up }),
          controls.decline ? button(t("decline"), deeds.decline, { id: "decline" }) : null]
        : [button(t("lay"), deeds.lay, { id: "lay", class: "main", "data-tip": "lay", disabled: !playing || ticked.length < 3 }),
          button(t("discard"), deeds.discard, { id: "discard", class: "main", "data-tip": "discard", disabled: !playing || ticked.length !== 1 })],
      button("↶", deeds.undo, { id: "undo", disabled: !controls.back, "aria-label": t("undo"), "data-tip": "undo" }),
      button(t(hand.bySuit ? "sort.rank" : "sort.suit"), deeds.sort, { id: "sort", "data-tip": "sort" }),
      button(t("why"), deeds.why, { id: "why" }),
      controls.hint ? button("💡", deeds.hint, { id: "hint", "aria-label": t("hint"), title: t("hint") }) : null));
}

function suggestions(found, playing, ticked) {
  if (!playing || !found.length) return h("div", { id: "suggestions" }, playing && ticked.length ? h("em", {}, t("choose.add")) : null);
  return h("div", { id: "suggestions" }, found.map((one) => {
    const cards = one.cards.map((card) => face(card));
    const label = one.meld ? `+ ${t("meld", { number: one.meld })}` : t("lay");
    return h("button", { type: "button", class: "suggestion", "data-tip": "suggestion", "data-action": one.action, onclick: () => deeds.suggestion(one.action) },
      h("span", { class: "strip" }, cards), h("small", {}, label));
  }));
}
