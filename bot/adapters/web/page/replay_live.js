// A table that is broadcast: as it was a while ago, with all hands open. The host sends each moment, so it runs by itself;
// what it has shown can be looked at again, earlier deals too, and nothing that is younger.

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
const now = { from: "", table: {}, ...FRESH }; // `past`: { page, deal, found, place } for who has stepped back, else null
let ways = 0; // how often somebody has gone to a deal, or to what is shown now: there they stay, however late an earlier one comes

// Which table the address names: of a tournament, with the secret of its page where that is how one came.
export async function watch(address) {
  const [tournament, secret = ""] = address.get("live").split(".");
  now.table = { tournament, secret, round: Number(address.get("round")) || 0, table: Number(address.get("table")) || 0 };
  if (now.from !== location.hash) Object.assign(now, { from: location.hash, ...FRESH });
  draw();
  await request("broadcast", now.table);
}

// Whether somebody has stepped back to what was shown before.
export function isPast() {
  return now.past !== null;
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
  if (newest(now.page) !== newest(page)) now.here = null;
  if (other) now.before = now.here;
  Object.assign(now, { page, here, refused: "" });
  if (other && here && now.past?.deal === newest(page)) {
    add(now.past, page, here);
    fillPast(now.past);
  }
}

// The number of the deal that is shown now; those before it can be looked at, too.
function newest(page) {
  return page?.deals?.at(-1) ?? 0;
}

// What is shown meanwhile comes after what one looks at.
function add(past, page, here) {
  past.page = page;
  if (JSON.stringify(here) !== JSON.stringify(past.found.at(-1))) past.found.push(here);
}

// Moments that followed each other within a second were not all sent: the host knows them.
async function fillPast(past) {
  const found = await shownSoFar();
  if (!found || now.past !== past || found.page.place !== past.deal || found.moments.length < past.found.length) return;
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
  const { past } = now;
  const place = STEPS[name](past);
  if (BACK.includes(name) && past.place === 0 && earlier(past.deal)) return toDeal(earlier(past.deal), name === "first" ? 0 : -1);
  if (place >= past.found.length) return past.deal < newest(now.page) ? toDeal(past.deal + 1, 0) : toLive(); // what is shown now
  past.place = Math.max(0, place);
  draw();
}

// The deal before this one, 0 where none was shown.
function earlier(deal) {
  return now.page.deals.includes(deal - 1) ? deal - 1 : 0;
}

// At its beginning, or with -1 at its end.
async function toDeal(deal, place) {
  const mine = ++ways;
  const found = await shownSoFar(deal);
  if (!found || mine !== ways) return;
  now.past = look(found);
  if (place >= 0) now.past.place = place;
  draw();
}

function toLive() {
  ways += 1;
  now.past = null;
  draw();
}

async function fetchPast() {
  const before = ways;
  const found = await shownSoFar();
  if (!found || before !== ways) return false;
  now.past ??= look(found);
  return true;
}

function look({ page, moments }) {
  return { page, deal: page.place, found: moments, place: moments.length - 1 };
}

// What has been shown of this deal, or of the one that is shown now; null where the host does not say.
async function shownSoFar(deal = 0) {
  const { from } = now;
  const { done, page } = await once(`shown ${from} ${deal}`, () => request("shown", { ...now.table, deal }, { quiet: true }));
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
  head();
  if (!byId("replay")?.matches(".live")) byId("screen").replaceChildren(h("div", { id: "replay", class: "live" }, h("div", { id: "played" })));
  const scrolled = sliding.places();
  for (const one of byId("played").querySelectorAll(":scope > :not(#steps)")) one.remove();
  byId("played").prepend(...found());
  document.body.classList.toggle("with-scene", Boolean(byId("scene")));
  steps();
  fitPile();
  for (const melds of document.querySelectorAll("#scene .melds")) sliding.reach(melds);
  sliding.restore(scrolled);
  sliding.show([...document.querySelectorAll("#scene .meld.changed")]);
  byId("live").textContent = seen().here?.words ?? "";
}

// It stays the same while moments come: somebody may be choosing a deal.
function head() {
  const { page, past } = now;
  const drawn = JSON.stringify([page?.name, page?.round, page?.table, page?.deals, past?.deal, spoken()]);
  if (byId("tohome")?.dataset.drawn === drawn) return;
  const home = h("a", { href: "./", id: "tohome", class: "home", "data-drawn": drawn, "aria-label": t("home"), title: t("home") }, "⌂");
  const held = document.activeElement?.id === "deal";
  byId("head").replaceChildren(home, title(page), ...deals());
  if (held) byId("deal")?.focus();
}

function title(page) {
  return page ? h("h1", {}, page.name, h("small", {}, ` ${t("broadcast.place", page)}`)) : h("h1", {}, "Burraco");
}

// Which deal is looked at, where there are several; the last one is shown now.
function deals() {
  const [all, chosen] = [now.page?.deals ?? [], String(now.past?.deal ?? newest(now.page))];
  if (all.length < 2) return [];
  const go = ({ target }) => (Number(target.value) === newest(now.page) ? toLive() : toDeal(Number(target.value), 0));
  return [h("select", { id: "deal", "aria-label": t("replay.deals"), title: t("replay.deals"), onchange: go },
    all.map((deal) => h("option", { value: deal, selected: String(deal) === chosen }, t("replay.deal", { deal }))))];
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
  for (const id of BACK) byId(id).disabled = past?.place === 0 && !earlier(past.deal);
  for (const id of ["on", "turnon", "tolive"]) byId(id).disabled = !past;
}
