// One's own hand: ticking, and dragging into an order of one's own, onto the pile or onto a meld.

import { h } from "./dom.js";
import { byRank, bySuit, face, homeFirst, spoken } from "./cards.js";
import { telling } from "./tips.js";
import { t } from "./words.js";

const FAR = 8; // pixels that make a press a drag
const TWICE = 350; // milliseconds between two presses that are one
const EDGE = 24; // pixels at the end of what scrolls: a card held there scrolls it
const SCROLLED = 10; // pixels at once

export class Hand {
  // save(order, ticked), no order where it is as it was; dropped(cards, element under them) and over(the same), null for
  // nowhere; twice(card) that was pressed twice; changed()
  constructor({ save, dropped, changed, over, twice }) {
    Object.assign(this, { save, dropped, changed, over, twice });
    this.cards = [];
    this.fresh = "";
    this.unsaved = 0;
    this.drag = null;
    this.last = { card: "", at: 0 }; // which one was ticked last, and when
    this.element = h("div", { id: "hand", class: "spread", role: "group" });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("touchmove", (event) => this.drag?.moving && event.preventDefault()); // no swing that the next tap would only stop
  }

  get ticked() {
    return this.meant(this.cards.filter((one) => one.ticked).map((one) => one.card));
  }

  // In the order that its player gave them; a sorted hand says nothing of where a two is to lie.
  meant(cards) {
    const all = this.cards.map((one) => one.card);
    return bySuit(all) || byRank(all) ? homeFirst(cards) : cards;
  }

  get bySuit() {
    return bySuit(this.cards.map((one) => one.card));
  }

  show(cards, fresh) {
    const same = sorted(cards) === sorted(this.cards);
    const twins = names(cards) === names(this.cards) && sorted(cards.filter((one) => one.ticked)) === this.ticked.sort().join("");
    if (!(same && (this.unsaved || twins))) { // a tick does not wander from one card to its twin
      if (!same && this.drag) this.stop();
      this.cards = cards.map((one) => ({ ...one }));
    }
    this.fresh = fresh;
  }

  // With the rest of the screen, whose focus is not for the hand to give; what is dragged is left as it is.
  draw() {
    if (!this.drag) this.render(-1);
  }

  render(focus = this.focused()) {
    this.element.setAttribute("aria-label", t("hand"));
    let fresh = this.fresh;
    const shown = this.cards.map((one, place) => {
      const isNew = fresh === one.card && !this.cards.slice(place + 1).some((later) => later.card === fresh);
      const marks = `${one.ticked ? "ticked" : ""} ${isNew ? "fresh" : ""} ${one.dropped ? "dropped" : ""}`;
      const card = face(one.card, { type: "button", class: marks, "aria-pressed": String(one.ticked),
        "aria-label": isNew ? `${spoken(one.card)}, ${t("fresh")}` : spoken(one.card), "data-place": place }, "button");
      card.style.setProperty("--place", place); // by it the fan is bent (table.css)
      card.addEventListener("pointerdown", (event) => this.press(event, place));
      return card;
    });
    this.element.replaceChildren(...shown);
    if (focus >= 0) this.element.children[Math.min(focus, shown.length - 1)]?.focus();
  }

  focused() {
    return [...this.element.children].indexOf(document.activeElement);
  }

  toggle(place) {
    this.cards[place].ticked = !this.cards[place].ticked;
    this.render(this.focused());
    this.store();
  }

  clear() {
    if (!this.ticked.length) return;
    for (const one of this.cards) one.ticked = false;
    this.render();
    this.store();
  }

  // Cards from these places to where another one lies; from now on the order is one's own.
  move(places, to) {
    const moved = places.map((place) => this.cards[place]);
    const target = this.cards[to];
    if (moved.includes(target)) return this.render();
    const rest = this.cards.filter((one) => !moved.includes(one));
    const at = rest.indexOf(target) + (to > places[0] ? 1 : 0);
    this.cards = [...rest.slice(0, at), ...moved, ...rest.slice(at)];
    this.render(at);
    this.store(names(this.cards));
  }

  // Only a drag makes an order: what was sorted stays so while cards are ticked and others come.
  async store(order = "") {
    this.changed();
    this.unsaved += 1;
    await this.save(order, this.ticked.join(""));
    this.unsaved -= 1;
  }

  // --- keys

  // By a key, from nowhere: the card that came last is where most begin.
  enter() {
    (this.element.querySelector(".fresh") ?? this.element.firstElementChild)?.focus();
  }

  key(event) {
    const place = this.focused();
    if (place < 0) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const to = Math.max(0, Math.min(this.cards.length - 1, place + step));
      if (event.shiftKey) this.move([place], to);
      else this.element.children[to].focus();
      event.preventDefault();
    }
    if (event.key === " " || event.key === "Enter") {
      this.toggle(place);
      event.preventDefault();
    }
  }

  // --- pointer

  press(event, place) {
    if (event.button > 0 || this.drag) return;
    const card = this.element.children[place];
    this.drag = { place, x: event.clientX, y: event.clientY, moving: false };
    card.setPointerCapture(event.pointerId);
    card.onpointermove = (moved) => this.follow(moved);
    card.onpointerup = (up) => this.release(up);
    card.onpointercancel = () => this.stop();
    card.onlostpointercapture = () => this.drag && this.stop();
  }

  // A ticked card takes the other ticked ones with it.
  together(place) {
    if (!this.cards[place].ticked) return [place];
    return this.cards.flatMap((one, at) => (one.ticked ? [at] : []));
  }

  follow(event) {
    const drag = this.drag;
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moving && Math.hypot(x, y) < FAR) return;
    const cards = this.together(drag.place).map((place) => this.element.children[place]);
    if (!drag.moving && this.element.closest(".slides")) lift(cards);
    drag.moving = true;
    document.body.classList.add("dragging");
    for (const card of cards) {
      card.classList.add("dragged");
      card.style.transform = `translate(${x}px, ${y}px)`;
    }
    const under = document.elementFromPoint(event.clientX, event.clientY);
    scroll(under, event.clientX, event.clientY);
    this.over(this.meant(cards.map((card) => card.dataset.card)), under);
  }

  // What is dragged goes back where it was; whether anything was.
  letGo() {
    const moving = Boolean(this.drag?.moving);
    if (moving) this.stop();
    return moving;
  }

  release(event) {
    if (!this.drag) return;
    const { place, moving } = this.drag;
    if (!moving) {
      this.drag = null;
      if (telling()) return;
      this.element.children[place].focus();
      this.tap(place, event.timeStamp);
      return;
    }
    const under = document.elementFromPoint(event.clientX, event.clientY); // what is dragged is not in the way
    const places = this.together(place);
    const other = under?.closest("#hand > .card")?.dataset.place;
    const among = under?.closest("#hand");
    this.cards.forEach((one, at) => { one.dropped = !among && places.includes(at); }); // it flies from here, not its twin
    this.stop();
    if (among) this.move(places, Number(other ?? this.cards.length - 1));
    else this.dropped(this.meant(places.map((one) => this.cards[one].card)), under);
  }

  // A second press soon after the one that ticked a card alone discards it; `at`: when it was pressed, not when the page
  // came to it.
  tap(place, at) {
    const { card, ticked } = this.cards[place];
    const again = ticked && this.last.card === card && at - this.last.at < TWICE && this.ticked.length === 1;
    this.last = ticked ? { card: "", at: 0 } : { card, at };
    if (again && this.twice(card)) return;
    this.toggle(place);
  }

  stop() {
    this.over([], null);
    this.drag = null;
    document.body.classList.remove("dragging");
    this.render();
  }
}

// Out of a row that slides, where they would be cut at its edge.
function lift(cards) {
  const boxes = cards.map((card) => card.getBoundingClientRect());
  cards.forEach(({ style }, place) => Object.assign(style, { position: "fixed", left: `${boxes[place].left}px`, top: `${boxes[place].top}px` }));
}

function scroll(under, x, y) {
  const [melds, row] = [under?.closest(".melds"), under?.closest(".slides")];
  if (melds) melds.scrollTop += onward(melds, "top", "bottom", y);
  if (row) row.scrollLeft += onward(row, "left", "right", x);
}

// How far what scrolls goes on under a card that is held at this place.
function onward(one, from, to, at) {
  const box = one.getBoundingClientRect();
  return at < box[from] + EDGE ? -SCROLLED : at > box[to] - EDGE ? SCROLLED : 0;
}

function names(cards) {
  return cards.map((one) => one.card).join("");
}

function sorted(cards) {
  return cards.map((one) => one.card).sort().join("");
}
