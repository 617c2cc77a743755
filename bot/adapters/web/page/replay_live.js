// A table that is broadcast: as it was a while ago, with all hands open. The host sends each moment, so it runs by itself;
// what it has shown of the deal can be looked at again, and nothing that is younger.

import { button, byId, h } from "./dom.js";
import { fitPile } from "./fit.js";
import { turnFrom, whole } from "./replay_moments.js";
import { asTable, scene } from "./replay_scene.js";
import { standing } from "./replay_score.js";
import { once, request } from "./requests.js";
import * as sliding from "./sliding.js";
import { explains } from "./tips.js";
import { spoken, t } from "./words.js";

const FRESH = { page: null, here: null, before: null, refused: "", past: null };
const now = { from: "", table: {}, ...FRESH }; // `past`: { page, found, place } for who has stepped back, else null

// Which table the address names: of a tournament, with the secret of its page where that is how one came.
export async function watch(address) {
  const [tournament, secret = ""] = address.get("live").split(".");
  now.table = { tournament, secret, round: Number(address.get("round")) || 0, table: Number(address.get("table")) || 0 };
  if (now.from !== location.hash) Object.assign(now, { from: location.hash, ...FRESH });
  draw();
  await request("broadcast", now.table);
}

export function hear(message) {
  if (message.type === "nowhere") Object.assign(now, { page: null, past: null, refused: message.words });
  else if (message.type === "broadcast") show(message);
  else return;
  draw();
}

// A moment is shown beside the one before it, so that what was done stands out.
function show(page) {
  const [here = null] = page.moments;
  const other = JSON.stringify(here) !== JSON.stringify(now.here);
  if (now.page?.deal !== page.deal) now.here = null;
  if (other) now.before = now.here;
  Object.assign(now, { page, here, refused: "" });
  if (other && here && now.past?.page.deal === page.deal) {
    add(now.past, page, here);
    fillPast(now.past);
  }
}

// What is shown meanwhile comes after what one looks at.
function add(past, page, here) {
  past.page = page;
  if (JSON.stringify(here) !== JSON.stringify(past.found.at(-1))) past.found.push(here);
}

// Moments that followed each other within a second were not all sent: the host knows them.
async function fillPast(past) {
  const found = await shownSoFar();
  if (!found || now.past !== past || found.page.deal !== past.page.deal || found.moments.length < past.found.length) return;
  past.found = found.moments;
  draw();
}

// --- stepping back ---------------------------------------------------------------------------------------------------

const STEPS = {
  first: () => 0,
  turnback: ({ found, place }) => turnFrom(found, place, -1),
  back: ({ place }) => place - 1,
  on: ({ place }) => place + 1,
  turnon: ({ found, place }) => (place === found.length - 1 ? found.length : turnFrom(found, place, 1)),
};
const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "turnback", ArrowDown: "turnon", PageUp: "turnback", PageDown: "turnon", Home: "first" };
const BACK = ["first", "turnback", "back"];

async function step(name) {
  if (!now.past && !(BACK.includes(name) && now.here && await fetchPast())) return;
  const place = STEPS[name](now.past);
  if (place >= now.past.found.length) return toLive(); // what follows is what is shown now
  now.past.place = Math.max(0, place);
  draw();
}

function toLive() {
  now.past = null;
  draw();
}

async function fetchPast() {
  const found = await shownSoFar();
  if (!found) return false;
  now.past ??= { page: found.page, found: found.moments, place: found.moments.length - 1 };
  return true;
}

// What has been shown of this deal, null where the host does not say.
async function shownSoFar() {
  const { from } = now;
  const { done, page } = await once("shown", () => request("shown", now.table, { quiet: true }));
  return done && page.moments.length && from === now.from ? { page, moments: whole(page.moments) } : null;
}

export function key(pressed) {
  if (pressed === "End") toLive();
  else if (KEYS[pressed]) step(KEYS[pressed]);
  else return false;
  return true;
}

// --- drawing ---------------------------------------------------------------------------------------------------------

export function draw() {
  const { page } = now;
  document.title = page ? `${page.name} – Burraco` : "Burraco";
  byId("head").replaceChildren(h("a", { href: "./", class: "home", "aria-label": t("home"), title: t("home") }, "⌂"), title(page));
  if (!byId("replay")?.matches(".live")) byId("screen").replaceChildren(h("div", { id: "replay", class: "live" }, h("div", { id: "played" })));
  const scrolled = sliding.places();
  for (const one of byId("played").querySelectorAll(":scope > :not(#steps)")) one.remove();
  byId("played").prepend(...found());
  steps();
  fitPile();
  for (const melds of document.querySelectorAll("#scene .melds")) sliding.reach(melds);
  sliding.restore(scrolled);
  sliding.show([...document.querySelectorAll("#scene .meld.changed")]);
  byId("live").textContent = seen().here?.words ?? "";
}

function title(page) {
  return page ? h("h1", {}, page.name, h("small", {}, ` ${t("broadcast.place", page)}`)) : h("h1", {}, "Burraco");
}

// The moment one looks at: the newest, or one before it.
function seen() {
  const { past } = now;
  if (!past) return now;
  const { page, found, place } = past;
  return { page: place === found.length - 1 ? page : { ...page, ended: "", result: "" }, here: found[place], before: found[place - 1] };
}

function found() {
  if (!now.page) return [h("p", { id: "state" }, now.refused)];
  const { page, here, before } = seen();
  if (!here) return [state()];
  const words = [here.words || t("replay.dealt"), page.ended, page.result].filter(Boolean).join(" · ");
  explains(() => asTable(page, here));
  return [state(), standing(page, here), scene(page, here, before), h("p", { id: "told" }, words)];
}

// How late it is; when it begins, why it stands still, that it is over, or that one has stepped back.
function state() {
  const { page, past } = now;
  const replay = page.over && h("a", { href: `replay.html#${new URLSearchParams({ table: page.records, deal: 1 })}`, id: "records" }, t("broadcast.replay"));
  if (past) return h("p", { id: "state" }, t("broadcast.back"), replay && " ", replay);
  const time = new Intl.DateTimeFormat(spoken(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(page.begins);
  const more = page.over ? t("broadcast.over") : page.begins ? t("broadcast.begins", { time }) : page.held ? t("broadcast.held") : "";
  return h("p", { id: "state" }, t("broadcast.late", { minutes: page.delay }), more && ` ${more} `, replay);
}

// The buttons stay the same while moments come, under a finger too.
function steps() {
  if (!now.here && !now.past) return byId("steps")?.remove();
  const { past } = now;
  if (byId("steps")?.lang !== spoken()) {
    byId("steps")?.remove();
    const one = (id, sign) => button(sign, () => step(id), { id, "aria-label": t(`replay.${id}`), title: t(`replay.${id}`) });
    byId("played").append(h("div", { id: "steps", lang: spoken() }, h("div", { class: "row" }, one("first", "⇤"), one("turnback", "«"), one("back", "‹"),
      one("on", "›"), one("turnon", "»"), button(t("broadcast.live"), toLive, { id: "tolive", class: "main", title: t("broadcast.live.more") }))));
  }
  for (const id of BACK) byId(id).disabled = past?.place === 0;
  for (const id of ["on", "turnon", "tolive"]) byId(id).disabled = !past;
}
