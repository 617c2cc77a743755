// How large the cards on the table are: as large as all melds of both sides can be seen at without scrolling.

import { byId } from "./dom.js";
import { app } from "./table.js";

const STEPS = [2.2, 1.95, 1.75, 1.55, 1.4, 1.3, 1.2, 1.1, 1]; // times the smallest size; table.css has the largest
const LARGE = 54; // pixels from which a card of a meld shows its whole face; below, rank and suit alone are clearer

let measured = ""; // what the size was chosen for
let size = 1;

// Sizes are chosen anew only when melds or the window have changed; if something else takes up room they shrink, and
// they do not grow again when it goes: nobody's cards jump while he plays.
export function fit() {
  const felt = byId("felt");
  if (!felt || !app.sight?.sides) return;
  const now = JSON.stringify([app.sight.table.id, innerWidth, innerHeight, Boolean(byId("feed")),
    app.sight.sides.map((side) => side.melds.map((meld) => [meld.cards.length, meld.kind]))]);
  const steps = now === measured ? STEPS.filter((step) => step <= size) : STEPS;
  measured = now;
  size = steps.find((step) => fits(felt, step)) ?? 1;
  const card = felt.querySelector(".meld .card");
  byId("screen").classList.toggle("large", Boolean(card) && card.offsetWidth >= LARGE);
}

function fits(felt, step) {
  byId("screen").style.setProperty("--grow", step);
  const rows = [...felt.querySelectorAll(".melds, #middle")];
  return felt.scrollHeight <= felt.clientHeight && rows.every((row) => row.scrollWidth <= row.clientWidth);
}

addEventListener("resize", fit);
