// A table that is broadcast: as it was a while ago, with all hands open. The host sends each moment, so it runs by itself.

import { byId, h } from "./dom.js";
import { fitPile } from "./fit.js";
import { request } from "./requests.js";
import { scene } from "./replay_scene.js";
import { standing } from "./replay_score.js";
import { reach } from "./sliding.js";
import { spoken, t } from "./words.js";

const now = { from: "", page: null, here: null, before: null, refused: "" };

// Which table the address names: of a tournament, with the secret of its page where that is how one came.
export async function watch(address) {
  const [tournament, secret = ""] = address.get("live").split(".");
  const place = { round: Number(address.get("round")) || 0, table: Number(address.get("table")) || 0 };
  if (now.from !== location.hash) Object.assign(now, { from: location.hash, page: null, here: null, before: null, refused: "" });
  draw();
  await request("broadcast", { tournament, secret, ...place });
}

export function hear(message) {
  if (message.type === "nowhere") Object.assign(now, { page: null, refused: message.words });
  else if (message.type === "broadcast") show(message);
  else return;
  draw();
}

// A moment is shown beside the one before it, so that what was done stands out.
function show(page) {
  const [here = null] = page.moments;
  if (now.page?.deal !== page.deal) now.here = null;
  if (JSON.stringify(here) !== JSON.stringify(now.here)) now.before = now.here;
  Object.assign(now, { page, here, refused: "" });
}

export function draw() {
  const { page } = now;
  document.title = page ? `${page.name} – Burraco` : "Burraco";
  byId("head").replaceChildren(h("a", { href: "./", class: "home", "aria-label": t("home"), title: t("home") }, "⌂"), title(page));
  byId("screen").replaceChildren(h("div", { id: "replay", class: "live" }, h("div", { id: "played" }, ...found())));
  fitPile();
  for (const melds of document.querySelectorAll("#scene .melds")) reach(melds);
  byId("live").textContent = now.here?.words ?? "";
}

function title(page) {
  return page ? h("h1", {}, page.name, h("small", {}, ` ${t("broadcast.place", page)}`)) : h("h1", {}, "Burraco");
}

function found() {
  const { page, here, before } = now;
  if (!page) return [h("p", { id: "state" }, now.refused)];
  if (!here) return [state(page)];
  const words = [here.words || t("replay.dealt"), page.ended, page.result].filter(Boolean).join(" · ");
  return [state(page), standing(page, here), scene(page, here, before), h("p", { id: "told" }, words)];
}

// How late it is; when it begins, why it stands still, or that it is over.
function state(page) {
  const time = new Intl.DateTimeFormat(spoken(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(page.begins);
  const more = page.over ? t("broadcast.over") : page.begins ? t("broadcast.begins", { time }) : page.held ? t("broadcast.held") : "";
  const replay = page.over && h("a", { href: `replay.html#${new URLSearchParams({ table: page.records, deal: 1 })}`, id: "records" }, t("broadcast.replay"));
  return h("p", { id: "state" }, t("broadcast.late", { minutes: page.delay }), more && ` ${more} `, replay);
}
