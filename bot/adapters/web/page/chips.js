// Who sits at the table: a chip for each, with their face, name and cards; whose turn it is, who deals, who has been served
// the pozzetto face down.

import { back } from "./cards.js";
import { h } from "./dom.js";
import { counted, t } from "./words.js";

// The letters that stand for a face: of the first two words of a name, or its first two.
function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? [...words[0]].slice(0, 1).concat([...words[1]].slice(0, 1)) : [...(words[0] ?? "?")].slice(0, 2);
  return letters.join("").toUpperCase();
}

// One seat, where it stands for the viewer: `place` is below, right, above or left.
export function chip(view, seat, tag = {}) {
  const mine = seat.seat === view.me.seat;
  const ours = view.me.seat ? view.sides?.[0].side.includes(seat.seat) : seat.place === "below" || seat.place === "above";
  const partner = ours && !mine && view.me.seat && view.table.players === 4;
  const name = seat.person ? seat.name : seat.seat_name;
  const bank = seat.person && view.time?.banks?.[seat.seat];
  const marks = [seat.place, seat.in_turn && "turn", partner && "partner", mine && "own", seat.computer && "machine", ours ? "ours" : "theirs"];
  return h("div", { class: `seat ${marks.filter(Boolean).join(" ")}`, "data-seat": seat.seat, "data-tip": "seat", ...tag },
    h("span", { class: "portrait", "aria-hidden": "true" }, initials(name)),
    h("span", { class: "name", dir: "auto" }, name, seat.computer ? h("small", {}, " computer") : null),
    seat.dealer ? h("i", { class: "dealer", title: t("dealer"), role: "img", "aria-label": t("dealer") }) : null,
    h("span", { class: "counts" },
      h("span", { class: "count", role: "img", "aria-label": counted("cards", seat.cards) }, back({}), seat.cards),
      bank ? h("small", { class: "bank", title: t("bank") }, bank) : null));
}

const ROUND = ["left", "above", "right", "below"]; // as they are read

// The chips of these places, in the order in which they are read.
export function chips(view, places) {
  const found = view.seats.filter((seat) => places.includes(seat.place));
  found.sort((a, b) => ROUND.indexOf(a.place) - ROUND.indexOf(b.place));
  return h("div", { id: "seats", role: "list" }, found.map((seat) => chip(view, seat, { role: "listitem" })));
}
