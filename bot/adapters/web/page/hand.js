// One's own hand: ticking, and dragging into an order of one's own, onto the pile or onto a meld.

import { h } from "./dom.js";
import { face, spoken } from "./cards.js";
import { t } from "./words.js";

const FAR = 8; // pixels that make a press a drag

export class Hand {
  // save(order, ticked); dropped(card, element under it) => whether it was taken there; changed()
  constructor({ save, dropped, changed }) {
    Object.assign(this, { save, dropped, changed });
    this.cards = [];
    this.fresh = "";
    this.unsaved = 0;
    this.drag = null;
    this.element = h("div", { id: "hand", role: "group" });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  get ticked() {
    return this.cards.filter((one) => one.ticked).map((one) => one.card);
  }

  show(cards, fresh) {
    const same = sorted(cards) === sorted(this.cards);
    const twins = names(cards) === names(this.cards) && sorted(cards.filter((one) => one.ticked)) === this.ticked.sort().join("");
    if (!(same && (this.unsaved || twins))) { // a tick does not wander from one card to its twin
      if (!same && this.drag) this.stop();
      this.cards = cards.map((one) => ({ ...one }));
    }
    this.fresh = fresh;
    if (!this.drag) this.render();
  }

  render(focus = this.focused()) {
    this.element.setAttribute("aria-label", t("hand"));
    let fresh = this.fresh;
    const shown = this.cards.map((one, place) => {
      const isNew = fresh === one.card && !this.cards.slice(place + 1).some((later) => later.card === fresh);
      const marks = `${one.ticked ? "ticked" : ""} ${isNew ? "fresh" : ""}`;
      const card = face(one.card, { type: "button", class: marks, "aria-pressed": String(one.ticked),
        "aria-label": isNew ? `${spoken(one.card)}, ${t("fresh")}` : spoken(one.card), "data-place": place }, "button");
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

  move(from, to) {
    const [one] = this.cards.splice(from, 1);
    this.cards.splice(to, 0, one);
    this.render(to);
    this.store();
  }

  async store() {
    this.changed();
    this.unsaved += 1;
    await this.save(names(this.cards), this.ticked.join(""));
    this.unsaved -= 1;
  }

  // --- keys

  key(event) {
    const place = this.focused();
    if (place < 0) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const to = Math.max(0, Math.min(this.cards.length - 1, place + step));
      if (event.shiftKey) this.move(place, to);
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
    this.drag = { place, card, x: event.clientX, y: event.clientY, moving: false, pointer: event.pointerId };
    card.setPointerCapture(event.pointerId);
    card.onpointermove = (moved) => this.follow(moved);
    card.onpointerup = (up) => this.release(up);
    card.onpointercancel = () => this.stop();
    card.onlostpointercapture = () => this.drag && this.stop();
  }

  follow(event) {
    const drag = this.drag;
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moving && Math.hypot(x, y) < FAR) return;
    drag.moving = true;
    drag.card.classList.add("dragged");
    drag.card.style.transform = `translate(${x}px, ${y}px)`;
  }

  release(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag.moving) {
      drag.card.focus();
      this.toggle(drag.place);
      return;
    }
    drag.card.style.pointerEvents = "none";
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const card = this.cards[drag.place].card;
    const other = under?.closest("#hand > .card");
    if (other) this.move(drag.place, Number(other.dataset.place));
    else if (under?.closest("#hand")) this.move(drag.place, this.cards.length - 1);
    else {
      this.render();
      this.dropped(card, under);
    }
  }

  stop() {
    this.drag = null;
    this.render();
  }
}

function names(cards) {
  return cards.map((one) => one.card).join("");
}

function sorted(cards) {
  return cards.map((one) => one.card).sort().join("");
}
