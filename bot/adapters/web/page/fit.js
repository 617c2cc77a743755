// How large cards are: the hand and the pile as large as their room allows, overlapping only as far as each can still be
// read and pressed; melds as large as a usual deal has room for. Rooms keep their size for the whole deal, and melds theirs
// until all of one side can no longer be seen without scrolling: then they become smaller, and stay so until the next deal.

import { byId } from "./dom.js";
import { edges, reach } from "./sliding.js";

const HIGH = 1.45; // times as high as wide is a card
const GAP = 3; // pixels between cards that do not overlap
const LOWEST = 48; // pixels: a hand gives way no further
const STEPS = [2.2, 1.95, 1.75, 1.55, 1.4, 1.3, 1.2, 1.1, 1, 1]; // times the smallest size; table.css has the largest
const CLOSE = STEPS.length - 1; // the last step: as small as the one before, and closer together
const LARGE = 54; // pixels from which a card of a meld shows its whole face; below, rank and suit alone are clearer
const MOST_TURNED = 8; // degrees: a card at the end of a fan
const BENDS = [1, 0.7, 0.4]; // of the roundest fan: the others there are
const LITTLE = 0.9; // of what a card is without it
const USUAL = 5; // melds of five cards that a side has in a deal: for so many there is room from its beginning on

let measured = ""; // what the size was chosen for
let size = 0; // which of the steps it is
let laid = null; // the view that is laid out

export function fit(view = laid) {
  laid = view;
  if (!view?.sides || !byId("felt")) return;
  const [hand, pile] = [ofHand(), ofPile()]; // all is measured before anything is laid, for each change is laid out anew
  if (hand) layHand(hand);
  lay(byId("fan"), byId("pileroom"), ...pile);
  layMelds(view);
}

// --- hand and pile ---------------------------------------------------------------------------------------------------

// Rows of cards in a room: of all ways the one that shows the largest piece of each card, then the largest cards, then
// the fewest rows. `across` and `down`: what must be seen of a covered card, in widths of a card; `target`: no less than so
// much, for it is pressed. `enough`: so much of it is as good as more. All else in pixels. Null where there is no such way.
export function rows(count, wide, high, { most, least, across, down, enough, target, bend = 0 }) {
  let best = null;
  for (let card = Math.floor(most); card >= Math.ceil(least); card -= 1) {
    for (let lines = 1; lines <= count; lines += 1) {
      const columns = Math.ceil(count / lines);
      const bent = fan(columns, card, wide, bend);
      const pitch = step(card, columns, wide - bent.wide);
      const rise = step(card * HIGH, lines, high - bent.high);
      if (pitch < Math.max(across * card, target) || rise < Math.max(down * card, target)) continue;
      const piece = Math.min(pitch, enough) * Math.min(rise, enough);
      if (!best || piece > best.piece) best = { card, columns, lines, pitch, rise, piece, bent };
    }
  }
  return best;
}

// Where there is no room for all of them, as many rows as there is height for, and as long as they need: they slide.
function sliding(count, high, { most, least, across, down, target }) {
  const rise = (card) => Math.max(down * card, target);
  const lines = 1 + Math.max(0, Math.floor((high - least * HIGH) / rise(least)));
  const columns = Math.ceil(count / lines);
  const filled = Math.ceil(count / columns);
  let card = Math.floor(most);
  while (card > least && card * HIGH + (filled - 1) * rise(card) > high) card -= 1;
  return { card, columns, lines: filled, pitch: Math.max(across * card, target), rise: rise(card) };
}

function step(length, count, room) {
  if (length > room) return 0;
  return count > 1 ? Math.min(length + GAP, (room - length) / (count - 1)) : length;
}

// A row that is held as a fan: how far its cards are turned at its ends, in degrees, how far they lie there below the middle
// one, and how much room the row takes up for it. `bend`: from one card to the next.
function fan(columns, card, wide, bend) {
  const turn = Math.min(MOST_TURNED, (bend * (columns - 1)) / 2);
  const radians = (turn * Math.PI) / 180;
  const half = Math.min(wide - card, (columns - 1) * (card + GAP)) / 2;
  const sinks = Math.max(0, half) * Math.tan(radians / 2);
  return { turn, sinks, wide: card * HIGH * Math.sin(radians), high: sinks + (card * Math.sin(radians)) / 2 };
}

// A fan as round as it may be: no card is much smaller for it, nor is less seen of one than what is enough.
function held(count, wide, high, measures) {
  const flat = rows(count, wide, high, { ...measures, bend: 0 });
  if (!flat) return null;
  const least = Math.min(measures.enough, Math.min(flat.pitch, flat.rise));
  const bent = BENDS.map((part) => rows(count, wide, high, { ...measures, bend: part * measures.bend }));
  return bent.find((one) => one && one.card >= LITTLE * flat.card && seen(one) >= least) ?? flat;
}

// How much of a card of a fan is seen at least, from its corner on: those of the row below that lie further in stand higher.
function seen({ card, columns, pitch, rise, bent: { turn } }) {
  const [radians, step] = [turn, (2 * turn) / Math.max(1, columns - 1)].map((degrees) => (degrees * Math.PI) / 180);
  return Math.min(pitch, rise - (card * card * step) / (2 * pitch)) * Math.cos(radians) - 1;
}

const MEASURES = ["most", "least", "across", "down", "enough", "target", "bend"];

// The cards of a place in its room; where they slide in it, what the room itself takes up is theirs no longer.
function lay(place, room, wide, high) {
  const style = getComputedStyle(place);
  const measures = Object.fromEntries(MEASURES.map((name) => [name, parseFloat(style.getPropertyValue(`--${name}`))]));
  const count = place.childElementCount || 1;
  const at = room.classList.contains("slides") ? room.scrollLeft : 0;
  room.classList.remove("slides");
  const all = held(count, wide, high, measures);
  room.classList.toggle("slides", !all);
  const found = all ?? sliding(count, high - around(room), measures);
  place.style.setProperty("--size", `${found.card}px`);
  place.style.gridTemplateColumns = tracks(found.columns, found.pitch, found.card);
  place.style.gridTemplateRows = tracks(found.lines, found.rise, found.card * HIGH);
  const { turn = 0, sinks = 0, high: below = 0 } = found.bent ?? {};
  for (const [name, value] of [["columns", found.columns], ["turn", `${turn}deg`], ["sinks", `${sinks}px`]]) place.style.setProperty(`--${name}`, value);
  place.style.paddingBottom = `${below}px`;
  if (!all) room.scrollLeft = at;
  reach(room, !all);
}

// How high the edges of a room are, and the bar by which a mouse slides it.
function around(room) {
  const { paddingTop, paddingBottom } = getComputedStyle(room);
  return room.offsetHeight - room.clientHeight + parseFloat(paddingTop) + parseFloat(paddingBottom);
}

function tracks(count, length, last) {
  return [...Array(count - 1).fill(length), last].map((one) => `${one}px`).join(" ");
}

// The room of the hand is the same however many cards are held; it gives way where all the rest would not fit.
function ofHand() {
  const [table, room] = ["table", "room"].map(byId);
  if (!room) return null;
  const kept = parseFloat(getComputedStyle(room).getPropertyValue("--hand"));
  if (!kept) return { room, wide: room.clientWidth, high: room.clientHeight }; // it stands beside the table
  Object.assign(room.style, { height: `${kept}px`, overflow: "clip" }); // nothing of it is in the way of what is measured
  const high = Math.max(LOWEST, kept - Math.max(0, table.scrollHeight - table.clientHeight));
  return { room, wide: room.clientWidth, high, height: high };
}

function layHand({ room, wide, high, height }) {
  if (height) Object.assign(room.style, { height: `${height}px`, overflow: "" });
  if (byId("hand")) lay(byId("hand"), room, wide, high);
}

// The pile alone, where stock, pozzetti and pile stand without the rest of a table.
export function fitPile() {
  if (byId("fan")) lay(byId("fan"), byId("pileroom"), ...ofPile());
}

// How wide and how high the room of the pile's cards is.
function ofPile() {
  const [room, pile, fan] = ["pileroom", "pile", "fan"].map(byId);
  const { paddingLeft, rowGap } = getComputedStyle(pile);
  const high = pile.clientHeight - 2 * parseFloat(paddingLeft) - parseFloat(rowGap || 0) - fan.nextElementSibling.offsetHeight;
  return [room.clientWidth - (pile.offsetWidth - pile.clientWidth + 2 * parseFloat(paddingLeft)), high];
}

// --- melds -----------------------------------------------------------------------------------------------------------

function layMelds(view) {
  const felt = byId("felt");
  for (const one of felt.querySelectorAll(".melds")) one.classList.remove("scrolls"); // it is measured without what that adds
  const now = JSON.stringify([view.table.id, view.table.match, view.table.deal, innerWidth, innerHeight, Boolean(byId("feed"))]);
  if (now !== measured) size = usual(felt);
  measured = now;
  grow(size);
  if (!fits(felt)) size = shrunk(felt);
  const rooms = [...felt.querySelectorAll(".melds")].map((one) => [one, !whole(one), { clientHeight: one.clientHeight, clientWidth: one.clientWidth }]);
  for (const measured of rooms) reach(...measured);
  const card = felt.querySelector(".meld .card");
  byId("screen").classList.toggle("large", Boolean(card) && card.offsetWidth >= LARGE);
}

// The largest step at which a usual deal has room on either side.
function usual(felt) {
  const [least, most] = ["--t", "--most"].map((name) => parseFloat(getComputedStyle(felt).getPropertyValue(name)));
  const rooms = [...felt.querySelectorAll(".melds")];
  const found = STEPS.findIndex((step) => rooms.every((room) => holds(room, Math.min(step * least, most))));
  return found < 0 ? CLOSE - 1 : found;
}

function holds({ clientWidth, clientHeight }, card) {
  const [wide, high] = [card * 4.3 + 14, card * HIGH + 20];
  return Math.floor(clientWidth / wide) * Math.floor(clientHeight / high) >= USUAL;
}

// The largest smaller step at which all melds are seen; the last one is taken in any case.
function shrunk(felt) {
  let [low, high] = [Math.min(size + 1, STEPS.length - 1), STEPS.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    grow(middle);
    if (fits(felt)) high = middle;
    else low = middle + 1;
  }
  grow(low);
  return low;
}

function grow(step) {
  byId("screen").style.setProperty("--grow", STEPS[step]);
  byId("screen").classList.toggle("close", step === CLOSE);
}

function fits(felt) {
  return [...felt.querySelectorAll(".melds")].every(whole);
}

function whole({ scrollHeight, clientHeight, scrollWidth, clientWidth }) {
  return scrollHeight <= clientHeight && scrollWidth <= clientWidth;
}

if (byId("screen")) new ResizeObserver(() => { fit(); edges(); }).observe(byId("screen")); // of the window, or what stands above the table
