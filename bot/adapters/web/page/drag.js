// What is dragged by one card: stock and pile into one's own hand, where it does what a press on them does, and what else a
// page names. Cards of the hand at a table are dragged by the hand itself (hand.js).

import { byId, h } from "./dom.js";

const FAR = 8; // pixels that make a press a drag
const carried = []; // what can be dragged, and what becomes of it
let drag = null;

// Of elements that match, the one with this id was dropped over another element: dropped(id, element).
export function carries(matching, dropped) {
  carried.push({ matching, dropped });
}

carries("#stock:enabled, #pile.takes:enabled", (id, under) => under.closest("#mine, #own") && byId(id)?.click());

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  for (const { matching, dropped } of carried) {
    const taken = event.target.closest?.(matching);
    if (taken) drag = { id: taken.id, dropped, x: event.clientX, y: event.clientY, ghost: null };
  }
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost && Math.hypot(x, y) < FAR) return;
  drag.ghost ??= ghostOf(byId(drag.id));
  drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
});

document.addEventListener("pointerup", (event) => {
  const { id, dropped, ghost } = drag ?? {};
  end();
  const under = ghost && document.elementFromPoint(event.clientX, event.clientY);
  if (under) dropped(id, under);
});
document.addEventListener("pointercancel", end);
addEventListener("blur", end);
document.addEventListener("keydown", (event) => event.key === "Escape" && end());

function end() {
  drag?.ghost?.remove();
  drag = null;
}

// What goes with the finger: the card on top.
function ghostOf(from) {
  const card = [...from.querySelectorAll(".card")].at(-1) ?? from;
  const box = card.getBoundingClientRect();
  const copy = card.cloneNode(true);
  copy.removeAttribute("id");
  const ghost = h("div", { class: "carried", "aria-hidden": "true" }, copy);
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px` });
  ghost.style.setProperty("--m", `${box.width}px`);
  ghost.style.setProperty("--size", `${box.width}px`);
  document.body.append(ghost);
  return ghost;
}
