// What scrolls within the table: it keeps its place when the screen is drawn anew, what is new there comes into sight, and
// its edges say that more lies beyond: they fade out, and beside melds a button counts those and leads on to them.

import { button, byId, h } from "./dom.js";
import { t } from "./words.js";

const KEPT = ".melds, #room, #pileroom, #suggestions";
const EDGED = `${KEPT}, #banners, #feed ol, dialog.feed ol, dialog.chat ol, dialog.score .wide, #turns ol, #told`;
const GLIDE = 260; // milliseconds in which melds slide to where they have been brought
const OWN = 1500; // milliseconds for which what somebody scrolls is left to them
const NEAR = 8; // pixels that are seen beyond what is brought into sight: an edge fades out over them
const LITTLE = 6; // pixels: of what is cut by no more nothing is missed
const LOW = 40; // pixels: what is lower has no room for a button
const WIDE = 240; // pixels from which there is room for it beside the melds
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const nameOf = (one) => one.id || one.dataset.side;

let seen = { pile: "", drawn: "", suggested: "", deal: "", melds: {} }; // what was in sight already
let gliding = []; // animations under way
const scrolled = new Map(); // when somebody has last scrolled it themselves, by its name

export function places() {
  return new Map([...document.querySelectorAll(KEPT)].map((one) => [nameOf(one), [one.scrollLeft, one.scrollTop]]));
}

export function restore(places, view) {
  for (const one of document.querySelectorAll(KEPT)) one.scrollTo(...(places.get(nameOf(one)) ?? [0, 0]));
  if (view) news(view);
  edges();
}

function news(view) {
  const { id, match, deal } = view.table;
  const now = { pile: `${id} ${view.pile}`, drawn: `${id} ${view.drawn} ${view.hand?.length}`, deal: `${id} ${match} ${deal}`,
    suggested: JSON.stringify(view.controls?.suggestions), melds: laid(view) };
  if (now.pile !== seen.pile) byId("pileroom")?.scrollTo(0, 0); // its top
  if (now.drawn !== seen.drawn) document.querySelector(".slides .fresh")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (now.suggested !== seen.suggested) byId("suggestions")?.scrollTo(0, 0); // the best
  if (now.deal === seen.deal) show(changed(seen.melds, now.melds));
  seen = now;
}

// --- what has changed ------------------------------------------------------------------------------------------------

// The cards of each meld, by its side and number.
function laid({ sides = [] }) {
  return Object.fromEntries(sides.flatMap(({ side, melds }) => melds.map(({ number, cards }) => [`${side} ${number}`, cards.join("")])));
}

function changed(before, now) {
  const names = Object.keys(now).filter((name) => now[name] !== before[name]).map((name) => name.split(" "));
  return names.map(([side, number]) => document.querySelector(`.melds[data-side="${side}"] .meld[data-number="${number}"]`)).filter(Boolean);
}

// These melds come into sight, each in what it scrolls in; the last of them where they do not all have room. Nothing else
// moves, and nothing where somebody drags a card or scrolls just now.
export function show(melds) {
  if (document.body.classList.contains("dragging")) return;
  for (const room of new Set(melds.map((one) => one.closest(".melds")))) {
    if (performance.now() - (scrolled.get(nameOf(room)) ?? -OWN) < OWN) continue;
    slide(room, () => melds.filter((one) => room.contains(one)).forEach((one) => reveal(room, one)));
  }
}

function reveal(room, one) {
  const [outer, inner] = [room, one].map((each) => each.getBoundingClientRect());
  const [above, below] = [inner.top - outer.top, inner.bottom - outer.bottom];
  if (below > 0) room.scrollTop += Math.min(below + NEAR, above);
  else if (above < 0) room.scrollTop += above - NEAR;
}

// It is there at once, and what is seen of it slides there.
function slide(room, scroll) {
  const from = room.scrollTop;
  scroll();
  const moved = room.scrollTop - from;
  edge(room);
  if (!moved || CALM.matches) return;
  requestAnimationFrame(() => { // by then it is measured where cards fly to
    const way = [{ translate: `0 ${moved}px` }, { translate: "0 0" }];
    gliding = [...gliding.filter((one) => one.playState === "running"), ...[...room.children].map((one) => one.animate(way, { duration: GLIDE, easing: "ease-out" }))];
  });
}

for (const press of ["pointerdown", "keydown"]) {
  document.addEventListener(press, () => {
    for (const one of gliding) one.cancel();
    gliding = [];
  }, true);
}

// By a wheel, a finger, the bar beside them or the keys. A press on a meld scrolls nothing.
for (const by of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  document.addEventListener(by, ({ target }) => {
    const room = target.closest?.(".melds");
    if (room && (target === room || !by.endsWith("down"))) scrolled.set(nameOf(room), performance.now());
  }, { capture: true, passive: true });
}

// --- edges -----------------------------------------------------------------------------------------------------------

document.addEventListener("scroll", ({ target }) => target.matches?.(EDGED) && edge(target), { capture: true, passive: true });

export function edges() {
  const found = [...document.querySelectorAll(EDGED)].map(measured); // all is measured before anything changes
  found.forEach(mark);
}

function edge(one) {
  mark(measured(one));
}

// How much is hidden at each of its edges, and which melds.
function measured(one) {
  const { scrollTop, scrollLeft, scrollHeight, clientHeight, scrollWidth, clientWidth } = one;
  const across = Math.abs(scrollLeft); // from where it begins, which is at the right where it is read from there
  const hidden = { above: scrollTop, below: scrollHeight - clientHeight - scrollTop, before: across, after: scrollWidth - clientWidth - across };
  return { one, hidden, ...(one.matches(".side > .melds") ? beyond(one, Math.max(hidden.above, hidden.below) > LITTLE) : {}) };
}

// The melds that cannot be seen whole: first those below, at the end those above.
function beyond(room, scrolls) {
  if (!scrolls || !room.matches(".scrolls")) return { onward: "", those: [] };
  const { top, bottom } = room.getBoundingClientRect();
  const melds = [...room.querySelectorAll(".meld")].map((one) => [one, one.getBoundingClientRect()]);
  const below = melds.filter(([, box]) => box.bottom > bottom + LITTLE);
  const those = below.length ? below : melds.filter(([, box]) => box.top < top - LITTLE);
  return { onward: below.length ? "below" : "above", those: those.map(([one]) => one) };
}

function mark({ one, hidden, onward, those }) {
  for (const [side, much] of Object.entries(hidden)) one.classList.toggle(`more-${side}`, much > LITTLE);
  if (those) count(one, onward, those);
}

function count(room, onward, those) {
  const there = room.parentElement.querySelector(".beyond");
  if (!those.length) return there?.remove();
  const leads = there ?? button(h("span"), () => further(room), { class: "beyond" });
  leads.firstChild.textContent = `${onward === "below" ? "▾" : "▴"} ${those.length}`;
  leads.setAttribute("aria-label", t(onward === "below" ? "more.below" : "more.above", { n: those.length }));
  leads.classList.toggle("fresh", those.some((one) => one.querySelector(".since")));
  if (!there) room.after(leads);
}

// On to the first meld that is not seen whole; from the end back to the beginning.
function further(room) {
  const { top, bottom } = room.getBoundingClientRect();
  const next = [...room.querySelectorAll(".meld")].map((one) => one.getBoundingClientRect()).find((box) => box.bottom > bottom + LITTLE);
  slide(room, () => { room.scrollTop += next ? next.top - top - NEAR : -room.scrollTop; });
}

// What scrolls, and holds nothing that takes the focus, takes it itself: so who has no pointer can scroll it.
export function reach(one, scrolls = one.scrollHeight > one.clientHeight, { clientHeight: high, clientWidth: wide } = one) {
  one.classList.toggle("scrolls", scrolls && high >= LOW);
  one.classList.toggle("roomy", wide >= WIDE);
  if (scrolls && !one.querySelector("button:enabled")) one.tabIndex = 0;
  else one.removeAttribute("tabindex");
}
