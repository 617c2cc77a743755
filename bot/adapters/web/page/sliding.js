// What scrolls within the table keeps its place when the screen is drawn anew; what is new there comes into sight.

import { byId } from "./dom.js";

const SCROLLING = ".melds, #room, #pileroom";
const nameOf = (one) => one.id || one.dataset.side;

let seen = { pile: "", drawn: "" }; // what was in sight already

export function places() {
  return new Map([...document.querySelectorAll(SCROLLING)].map((one) => [nameOf(one), [one.scrollLeft, one.scrollTop]]));
}

export function restore(places, view) {
  for (const one of document.querySelectorAll(SCROLLING)) one.scrollTo(...(places.get(nameOf(one)) ?? [0, 0]));
  const now = { pile: `${view.table.id} ${view.pile}`, drawn: `${view.table.id} ${view.drawn} ${view.hand?.length}` };
  if (now.pile !== seen.pile) byId("pileroom")?.scrollTo(0, 0); // its top
  if (now.drawn !== seen.drawn) document.querySelector(".slides .fresh")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  seen = now;
}

// What scrolls, and holds nothing that takes the focus, takes it itself: so who has no pointer can scroll it.
export function reach(one, scrolls = one.scrollHeight > one.clientHeight) {
  if (scrolls && !one.querySelector("button:enabled")) one.tabIndex = 0;
  else one.removeAttribute("tabindex");
}
