// What is said of the connection. At a table it stands over the opponents' melds, where nothing moves for it.

import { byId } from "./dom.js";
import { t } from "./words.js";

// `state`: "on", "slow" or "off".
export function linked(state) {
  const words = { on: "", slow: t("slow"), off: t("offline") }[state];
  const place = byId("link");
  if (place.textContent === words) return;
  place.hidden = !words;
  place.textContent = words;
  standOver();
}

// Again where the table has moved under it.
export function standOver() {
  const place = byId("link");
  const melds = place.hidden ? null : document.querySelector("#table .others")?.getBoundingClientRect();
  place.classList.toggle("over", Boolean(melds));
  if (!melds) return;
  for (const [name, value] of [["--top", melds.top], ["--left", melds.left + melds.width / 2], ["--wide", melds.width]]) place.style.setProperty(name, `${value}px`);
}

addEventListener("resize", () => standOver());
