// A message for a moment, where it covers neither the turn nor anything that is pressed.

import { APART, standOver } from "./connection.js";
import { byId } from "./dom.js";

let fading;
let refused = false; // whether what is shown says why something was not done

export function toast(words) {
  const place = byId("toast");
  refused = false;
  if (place.matches(":popover-open")) place.hidePopover();
  place.showPopover(); // above a dialog that was opened since
  place.textContent = words;
  if (byId("dialog")?.open) byId("liveover").textContent = words; // nothing outside it reaches a reader of the screen
  place.classList.add("shown");
  stand(place);
  clearTimeout(fading);
  fading = setTimeout(hush, Math.max(3500, words.length * 60));
}

// Why something is not done. It goes as soon as something else is (`settle`).
export function refuse(words) {
  toast(words);
  refused = true;
}

export function settle() {
  if (refused) hush();
}

export function hush() {
  refused = false;
  clearTimeout(fading);
  byId("toast").classList.remove("shown");
  standOver();
  document.body.style.removeProperty("--message");
}

byId("toast").addEventListener("click", hush);

// Where a message covers neither the turn nor anything that is pressed: above a dialog, or below the head of one that is as
// high as the screen, over the opponents' melds, or below a page, which makes room for it. Where the melds are too low for
// its words, it reaches up over who sits there. What is said of the connection stands above it, and is read, too.
function stand(place) {
  const { open, firstChild } = byId("dialog");
  const above = byId("dialog").getBoundingClientRect().top - 8;
  const melds = open ? null : document.querySelector(".others")?.getBoundingClientRect();
  const seen = melds && melds.top >= 0 && melds.bottom <= innerHeight;
  const high = open && (above > 0 ? { "--top": "0.25rem", "--high": `${above}px` } : { "--top": `${firstChild.getBoundingClientRect().bottom}px` });
  const roof = seen && [...document.querySelectorAll("#table > header, .banner.asks")].at(-1).getBoundingClientRect().bottom;
  const link = document.querySelector("#link.over:not([hidden])");
  const first = link ? link.offsetHeight + APART : 0;
  const over = seen && { "--top": `${roof}px`, "--left": `${melds.left + melds.width / 2}px`, "--wide": `${melds.width}px`, "--high": `${melds.bottom - roof - first}px` };
  const where = high || over || { "--bottom": "0.25rem" };
  for (const name of ["--top", "--bottom", "--left", "--wide", "--high"]) place.style.setProperty(name, where[name] ?? "");
  if (where === over) place.style.setProperty("--top", `${Math.min(melds.top + first, melds.bottom - place.offsetHeight)}px`);
  place.classList.toggle("over", where === over);
  standOver();
  document.body.style.setProperty("--message", where["--bottom"] ? `${place.offsetHeight + 8}px` : "0px");
}

// Again where the table has moved under it.
export function restand() {
  if (byId("toast").classList.contains("shown")) stand(byId("toast"));
}

// The message stays until its button is pressed; without one it is a message like any other.
export function toastWith(words, button) {
  toast(words);
  if (!button) return;
  clearTimeout(fading);
  byId("toast").append(" ", button);
  stand(byId("toast"));
}
