// Stock and pile, dragged into one's own hand: it does what a press on them does.

import { byId, h } from "./dom.js";

const FAR = 8; // pixels that make a press a drag
let drag = null;

document.addEventListener("pointerdown", (event) => {
  const taken = event.button === 0 && event.isPrimary && event.target.closest?.("#stock:enabled, #pile.takes:enabled");
  if (taken) drag = { id: taken.id, x: event.clientX, y: event.clientY, ghost: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost && Math.hypot(x, y) < FAR) return;
  drag.ghost ??= carried(byId(drag.id));
  drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
});

document.addEventListener("pointerup", (event) => {
  const { id, ghost } = drag ?? {};
  end();
  const under = ghost && document.elementFromPoint(event.clientX, event.clientY);
  if (under?.closest("#mine")) byId(id)?.click();
});
document.addEventListener("pointercancel", end);
addEventListener("blur", end);

function end() {
  drag?.ghost?.remove();
  drag = null;
}

// What goes with the finger: the card on top.
function carried(from) {
  const card = [...from.querySelectorAll(".card")].at(-1);
  const box = card.getBoundingClientRect();
  const ghost = h("div", { class: "carried", "aria-hidden": "true" }, card.cloneNode(true));
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px` });
  ghost.style.setProperty("--m", `${box.width}px`);
  ghost.style.setProperty("--size", `${box.width}px`);
  document.body.append(ghost);
  return ghost;
}
