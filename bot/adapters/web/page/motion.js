// What has just happened, shown as it moves: the card drawn, the pile picked up, what was laid and where, the discard, the
// pozzetto, a burraco. Each flight is over within 400 ms and at any press; there is none for who wants no motion, and none
// for who catches up. What lies on the table is there before: only copies of cards fly.

import { back, face } from "./cards.js";
import { byId } from "./dom.js";
import { show } from "./sliding.js";

const FLIGHT = 260; // milliseconds
const BEHIND = 45; // between one card and the next
const LONGEST = 400; // milliseconds from the first card's start to the last one's end
const MANY = 24; // cards that fly at once; where more have moved, somebody catches up
const BURST = 80; // milliseconds between two changes of a table: who is sent them so fast catches up
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

let running = []; // what is under way: functions that end it
let repeating = 0; // which repetition goes on
let shown = null; // the view that was drawn last
let drawn = 0; // when something last changed at its table

// --- where things are ------------------------------------------------------------------------------------------------

function box(one) {
  const found = one?.getBoundingClientRect();
  return found?.width ? found : null;
}

function chip(seat) {
  return box(document.querySelector(`.seat[data-seat="${seat}"] .portrait`)) ?? box(document.querySelector(`.seat[data-seat="${seat}"]`));
}

function meldOf(side, number) {
  return document.querySelector(`.melds[data-side="${side}"] .meld[data-number="${number}"]`);
}

function byCard(selector) {
  const found = new Map();
  for (const one of document.querySelectorAll(selector)) {
    const { card } = one.dataset;
    found.set(card, [...(found.get(card) ?? []), one]);
  }
  return found;
}

// Where one's own cards lie, by card; `likely`: how likely it is that this one of twins is being played.
function held() {
  const likely = (one) => 2 * one.classList.contains("ticked") + (one.classList.contains("dropped") || one === document.activeElement);
  return new Map([...byCard("#hand .card")].map(([card, all]) => [card, all.map((one) => ({ at: box(one), likely: likely(one) }))]));
}

// From where one of these twins is played; it is not there any more.
function leaves(twins) {
  if (!twins?.length) return null;
  const most = Math.max(...twins.map(({ likely }) => likely));
  return twins.splice(twins.findLastIndex(({ likely }) => likely === most), 1)[0].at;
}

// What must be known of the screen before it is drawn anew with this view; null where nothing will fly.
export function before(view) {
  stop();
  if (CALM.matches || view === shown || !follows(shown, view)) return null;
  return { hand: held(), pile: box(byId("fan")), stock: box(byId("stock")), pozzetti: box(byId("pozzetti")) };
}

// --- what has changed ------------------------------------------------------------------------------------------------

// Two views that follow each other, by one who watches.
function follows(was, view) {
  const same = was?.sides && view?.sides && ["id", "match", "deal", "phase"].every((what) => was.table[what] === view.table[what]);
  const soon = performance.now() - drawn < BURST;
  return same && !soon && !document.hidden && was.table.stage <= view.table.stage;
}

// The screen has been drawn anew with this view: what has moved flies there.
export function after(view, places) {
  const was = shown;
  if (was?.table?.stage !== view?.table?.stage) drawn = performance.now(); // who comes and goes alters the view alone
  shown = view;
  if (!places) return;
  const flights = [...changes(was, view, places)].filter((one) => one.from && one.to);
  if (flights.length > MANY) return;
  settle(places.hand, new Set(flights.map((one) => one.to)));
  launch(flights);
  for (const made of burrachi(was, view)) glow(made);
}

// Every card that has moved: `to` is the card as it lies there now, `from` where it was.
function* changes(was, view, places) {
  const actor = was.turn;
  const mine = actor === view.me.seat;
  const left = new Map([...places.hand].map(([card, all]) => [card, [...all]])); // of one's own hand before
  const source = (card) => (mine && leaves(left.get(card))) || chip(actor);
  yield* taken(was, view, places, mine ? null : actor);
  for (const side of view.sides) {
    const old = was.sides.find((one) => one.side === side.side);
    for (const meld of side.melds) {
      const element = meldOf(side.side, meld.number);
      for (const one of added(element, old?.melds[meld.number - 1]?.cards ?? [])) yield { from: source(one.dataset.card), to: one };
    }
  }
  const top = view.pile.at(-1);
  if (top && view.pile.length === was.pile.length + 1) yield { from: source(top), to: byId("fan").lastElementChild };
}

// The cards of a meld that were not in it.
function added(element, old) {
  const rest = [...old];
  return [...(element?.querySelectorAll(".card") ?? [])].filter(({ dataset: { card } }) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

// From stock, pile or pozzetto: into one's own hand as they are, to somebody else face down.
function* taken(was, view, places, other) {
  const from = was.stock_left > view.stock_left && places.stock;
  const pozzetto = was.pozzetti.length > view.pozzetti.length && places.pozzetti;
  const pile = was.pile.length > 1 && view.pile.length <= 1 && places.pile;
  const picked = pile || (was.pile.length === 1 && view.pile.length === 0 && places.pile);
  if (!other) {
    const source = picked || pozzetto || from;
    if (source && view.hand) for (const one of added(byId("hand"), (was.hand ?? []).map(({ card }) => card))) yield { from: source, to: one };
    return;
  }
  for (const source of [from, picked, pozzetto]) if (source) yield { from: source, to: chip(other), card: back({}) };
}

function* burrachi(was, view) {
  for (const side of view.sides) {
    const old = was.sides.find((one) => one.side === side.side);
    for (const meld of side.melds) if (meld.kind && !old?.melds[meld.number - 1]?.kind) yield meldOf(side.side, meld.number);
  }
}

// --- flying ----------------------------------------------------------------------------------------------------------

function launch(flights) {
  const step = Math.min(BEHIND, (LONGEST - FLIGHT) / Math.max(1, flights.length - 1));
  const measured = flights.map((one) => ({ ...one, end: one.to instanceof Element ? box(one.to) : one.to, wide: one.to.offsetWidth })); // all is read before anything is written
  measured.forEach((one, place) => one.end && fly(one, place * step));
}

function fly({ from, to, end, wide, card }, delay) {
  const size = card ? from.height / 1.6 : wide ?? end.width; // a card that is turned takes up more
  const ghost = card ?? (to.dataset.card ? face(to.dataset.card) : back({}));
  ghost.classList.add("flying");
  ghost.setAttribute("aria-hidden", "true");
  const [x, y] = [end.left + (end.width - size) / 2, end.top + (end.height - size * 1.45) / 2];
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px` });
  ghost.style.setProperty("--m", `${size}px`);
  document.body.append(ghost);
  const scale = Math.min(2, Math.max(0.4, (from.width < 1.2 * from.height ? from.width : from.height / 1.45) / size));
  const [dx, dy] = [from.left + from.width / 2 - x - size / 2, from.top + from.height / 2 - y - size * 0.72];
  const timing = { duration: FLIGHT, delay, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)", fill: "backwards" };
  const moving = ghost.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: "none" }], timing);
  const hidden = to instanceof Element ? to.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT + delay }) : null;
  const end_ = () => {
    moving.cancel();
    hidden?.cancel();
    ghost.remove();
    running = running.filter((one) => one !== end_);
  };
  moving.onfinish = end_;
  running.push(end_);
}

// The cards that one holds already move to their new places.
function settle(old, flying) {
  const left = new Map([...old].map(([card, all]) => [card, [...all]]));
  const stay = [...document.querySelectorAll("#hand .card")].filter((one) => !flying.has(one));
  for (const [card, twins] of left) while (twins.length > stay.filter((one) => one.dataset.card === card).length) leaves(twins);
  const moves = stay.map((one) => [one, left.get(one.dataset.card)?.shift()?.at, box(one)]);
  for (const [one, was, now] of moves) {
    if (!was || !now || Math.hypot(was.left - now.left, was.top - now.top) < 2) continue;
    const moving = one.animate([{ translate: `${was.left - now.left}px ${was.top - now.top}px` }, { translate: "0 0" }], { duration: FLIGHT, easing: "ease-out", composite: "add" }); // to its place in the fan
    running.push(() => moving.cancel());
  }
}

function glow(element) {
  if (!element) return;
  const moving = element.animate([{ boxShadow: "0 0 0 0 #e8c66a" }, { boxShadow: "0 0 0 6px #e8c66aaa" }, { boxShadow: "0 0 0 0 #e8c66a00" }], { duration: LONGEST });
  running.push(() => moving.cancel());
}

// Everything is where it belongs, at once.
export function stop() {
  repeating += 1;
  const all = running;
  running = [];
  for (const end of all) end();
}

for (const news of ["pointerdown", "keydown"]) document.addEventListener(news, stop, true);

// --- once more -------------------------------------------------------------------------------------------------------

// What was played since one's own last turn, one action after the other.
export async function repeat({ recent }) {
  stop();
  const mine = repeating;
  for (const { seat, side, acts } of recent?.turns ?? []) {
    for (const act of acts) {
      if (act.meld) show([meldOf(side, act.meld)].filter(Boolean));
      const flights = again(seat, side, act).filter((one) => one.from && one.to);
      if (CALM.matches) flights.forEach(({ to }) => to instanceof Element && glow(to));
      else launch(flights);
      if (act.burraco) glow(meldOf(side, act.meld));
      await new Promise((done) => setTimeout(done, flights.length ? LONGEST : 0));
      if (repeating !== mine) return;
    }
  }
}

function again(seat, side, { what, cards, meld }) {
  const at = chip(seat);
  if (what === "draw") return [{ from: box(byId("stock")), to: at, card: back({}) }];
  if (what === "pickup") return [{ from: box(byId("fan")), to: at, card: back({}) }];
  if (what === "discard") return [{ from: at, to: byCard("#fan .card").get(cards[0])?.at(-1) ?? box(byId("fan")), card: face(cards[0]) }];
  const found = byCard(`.melds[data-side="${side}"] .meld[data-number="${meld}"] .card`);
  return cards.map((card) => ({ from: at, to: found.get(card)?.pop() }));
}
