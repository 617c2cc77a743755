// What is said of the connection. At a table it stands over the opponents' melds, where nothing moves for it.

import { byId } from "./dom.js";
import { t } from "./words.js";

export const APART = 2; // pixels between it and a message below it

// `state`: "on", "slow" or "off".
export function linked(state) {
  const words = { on: "", slow: t("slow"), off: t("offline") }[state];
  const place = byId("link");
  if (place.textContent === words) return;
  place.hidden = !words;
  place.textContent = words;
  standOver();
}

// Again where the table has moved under it, or a message came or went, which leaves it its place.
export function standOver() {
  const place = byId("link");
  const melds = place.hidden ? null : document.querySelector("#table .others")?.getBoundingClientRect();
  place.classList.toggle("over", Boolean(melds));
  if (!melds) return;
  const message = document.querySelector("#toast.shown.over")?.getBoundingClientRect().top ?? Infinity;
  const top = Math.min(melds.top, message - place.offsetHeight - APART);
  for (const [name, value] of [["--top", top], ["--left", melds.left + melds.width / 2], ["--wide", melds.width]]) place.style.setProperty(name, `${value}px`);
}

addEventListener("resize", () => standOver());
