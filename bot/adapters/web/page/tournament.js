// A tournament's page for who plays there, or would: sign-up, partners, one's table, standings. It asks as a chat does.

import { menu } from "./answers.js";
import { closeDialog } from "./dialogs.js";
import { button, byId, h, redraw, setText } from "./dom.js";
import { addressForOthers, isInApp, welcomed } from "./identity.js";
import { offerLanguages, speakHere } from "./language.js";
import { copied, named } from "./people.js";
import { whenLifted } from "./press.js";
import { renew } from "./renewal.js";
import { request, wire } from "./requests.js";
import { save } from "./saving.js";
import { sheetForm } from "./sheets.js";
import { app } from "./state.js";
import { secret, skew } from "./wire.js";
import { spoken, t } from "./words.js";

const MAIN = ["in", "yes", "here", "sign"]; // what most want, where it is offered
const [tournament, brought = ""] = location.hash.slice(1).split("."); // a partner's id, where they sent the link
if (!tournament) location.replace("club.html"); // a link that was cut: there is the list
const pending = new Set();
const marked = new Set(); // who is to be in the team
let shown = null;
let replays = null; // the part of the page that lists what may be looked through, once it was asked for
let listed = null; // the page for which it did
let sheet = ""; // the round of which the form of my table stands there, and its language
let heard = 0;

function hear(message) {
  heard = Date.now();
  if (message.type === "welcome") welcome(message);
  else if (message.type === "me") became(message.me);
  else if (message.type === "news" && message.words) tell(message.words, true);
  else if (message.type === "page") whenLifted("page", () => draw(message));
  else if (message.type === "nowhere") whenLifted("page", () => { draw(null); tell(message.words); });
}

function welcome(message) {
  welcomed(message);
  app.about = message;
  became(message.me);
  wire.request("show", { table: "" }); // the cards are on the other page
  renew(message.version, wire, { isHeld: () => marked.size > 0 });
}

async function became(me) {
  app.me = me;
  await speakHere(me?.language);
  look();
}

function look() {
  wire.request("page", { tournament }).then((answer) => answer.words && tell(answer.words));
}

function state(now) {
  if (now === "on") heard = Date.now();
  const time = new Intl.DateTimeFormat(spoken(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(heard || Date.now());
  byId("link").textContent = now === "on" ? "" : t("beamer.lost", { time });
}

function tell(words, fine = false) {
  byId("words").textContent = words;
  byId("words").className = fine ? "fine" : "";
}

// --- asking ----------------------------------------------------------------------------------------------------------

// Once, however often it is tapped; after a break it is sent again under its own name. Whether it was done.
async function send(what, words = "") {
  const key = `${what} ${words}`;
  if (pending.has(key)) return false;
  pending.add(key);
  draw(shown);
  const answer = await wire.request("club", { what, words, tournament, delivery: secret() });
  pending.delete(key);
  whenLifted("answer", () => draw(shown));
  if (answer.page?.name) save(answer.page);
  if (answer.page?.buttons?.length) menu(answer, (next, rest) => { closeDialog(); press(next, rest); });
  else tell(answer.words || (answer.done ? "" : t("failed")), answer.done);
  return answer.done;
}

// Whoever signs up has a name.
function press(what, words = "") {
  if (what === "desk") return toDesk();
  if (what === "change") return location.assign(`club.html#${tournament}`);
  if (["in", "seek", "yes"].includes(what)) return named(async () => { await send(what, words); look(); });
  return send(what, words);
}

// The desk is a page of its own, which becomes the arbiter's by a word that is good once; inside an app they are known.
async function toDesk() {
  if (isInApp()) return location.assign(`desk.html#${tournament}`);
  const answer = await request("link", {}, { quiet: true });
  if (answer.done) location.assign(`desk.html#${tournament}.${answer.page.code}`);
}

// --- drawing ---------------------------------------------------------------------------------------------------------

function draw(page) {
  shown = page;
  document.title = page ? page.name : "Burraco";
  byId("name").textContent = page?.name ?? "";
  byId("round").textContent = page?.round ? t("beamer.round", { round: page.round, rounds: page.rounds }) : "";
  setText("next", page?.next);
  part("mine", page ? mine() : []);
  numbers(page);
  part("partners", page ? partners() : []);
  part("about", page ? about() : []);
  part("entries", page && !page.round ? entries() : []);
  part("standings", page?.standings.rows.length ? standings() : []);
  part("tables", page?.round ? tables() : []);
  played(page?.dealt ? page.round : 0);
  byId("ways").replaceChildren(h("a", { class: "button", href: "./" }, t("home")), h("a", { class: "button", href: "club.html" }, t("club")));
  tick();
}

function part(id, content) {
  const place = byId(id);
  place.hidden = !content.length;
  redraw(place, ...content.filter(Boolean));
}

function deed({ label, what, words }) {
  return button(label, () => press(what, words), { id: `do-${what}-${words}`, class: MAIN.includes(what) ? "main" : "", disabled: pending.has(`${what} ${words}`), "data-what": what });
}

// Whether one may still register, in time or late.
function isOpen() {
  return shown.state === "open" || shown.late;
}

// What is mine: my entry, who would play with me, my table, what I can do.
function mine() {
  const { me, own, buttons, label } = shown;
  const asked = shown.asked.map(({ number, words }) => h("div", { class: "asked" }, h("p", {}, words), h("div", { class: "row" },
    deed({ label: t("club.yes"), what: "yes", words: String(number) }), deed({ label: t("club.no"), what: "no", words: String(number) }))));
  const table = label && h("a", { class: "button main", id: "totable", href: `./#join=${label}` }, t("club.table", { label }));
  const words = me.state === "seeking" ? t("club.seeking") : me.words;
  return [
    words && (isOpen() || !shown.round) && me.state !== "late" && h("p", { id: "entry" }, words), ...own.map((line) => h("p", {}, line)), ...asked,
    h("div", { class: "row" }, table, buttons.map(deed)),
    ...(me.state === "seeking" && isOpen() ? [h("p", {}, t("club.link")), address(shown.seekers.find((one) => one.own)?.id)] : []),
  ].filter(Boolean);
}

// The sheet of my table with real cards; the form stays while it is the same table.
function numbers(page) {
  const key = page?.sheet ? `${page.round}.${spoken()}` : "";
  if (sheet === key) return;
  sheet = key;
  if (!key) return part("sheet", []);
  const name = `sheet-${tournament}-${page.round}`;
  const draft = JSON.parse(localStorage.getItem(name) ?? "{}");
  const keep = () => localStorage.setItem(name, JSON.stringify(draft));
  part("sheet", [sheetForm(page.sheet, draft, { keep, corrects: false, refuse: (words) => tell(words), enter: (words) => send("sheet", `r${page.round} ${words}`) })]);
}

function address(partner) {
  const link = `${addressForOthers()}tournament.html#${tournament}${partner ? `.${partner}` : ""}`;
  const box = h("input", { id: "address", readonly: true, value: link, class: "address", "aria-label": t("club.link"), onfocus: (event) => event.target.select() });
  return h("div", { class: "row" }, box, button(t("copy"), () => copied(box, link), { id: "copy" }));
}

// Who looks for a partner can be chosen, in teams several of them.
function partners() {
  const { least, most, seekers, me } = shown;
  const others = seekers.filter((one) => !one.own);
  if (!isOpen() || least === 1 || !["", "seeking"].includes(me.state)) return [];
  if (!others.length) return me.state === "seeking" ? [] : [h("p", {}, t("club.alone"))];
  if (most === 2) {
    const first = (one) => (one.id === brought ? 0 : 1);
    return [h("h2", {}, t("club.partners")), h("div", { class: "row" }, [...others].sort((one, other) => first(one) - first(other)).map((one) =>
      button(t("club.with", one), () => press("in", one.id), { id: `with-${one.id}`, class: first(one) ? "" : "main", "data-with": one.name })))];
  }
  for (const id of [...marked]) if (!others.some((one) => one.id === id)) marked.delete(id);
  const mark = ({ id, name }) => h("label", {}, h("input", { id: `with-${id}`, type: "checkbox", checked: marked.has(id), "data-with": name,
    onchange: ({ target }) => { if (target.checked) marked.add(id); else marked.delete(id); } }), name);
  return [h("h2", {}, t("club.partners")), h("div", { class: "marks" }, others.map(mark)),
    h("div", { class: "row" }, button(t("club.team", { least, most }), () => press("in", [...marked].join(" ")), { class: "main", id: "team" }))];
}

// What is announced, and the link by which others come.
function about() {
  const share = shown.state === "open" && shown.me.state !== "seeking" ? [h("p", {}, t("club.share")), address("")] : [];
  const later = shown.later && h("a", { class: "button main", id: "later", href: `tournament.html#${shown.later.id}` }, shown.later.name);
  return [...shown.lines.map((line) => h("p", {}, line)), later, ...share];
}

function entries() {
  const all = [...shown.entries.map((name) => h("li", {}, name)), ...shown.waiting.map((name) => h("li", { class: "waits" }, t("beamer.waits", { name })))];
  return all.length ? [h("h2", {}, t("beamer.entries")), h("ol", { class: "names" }, all)] : [];
}

function standings() {
  const { final, round, head, rows } = shown.standings;
  const row = ({ place, name, vp, mp }, kind = "") => h("div", { class: `rank ${kind}` }, h("b", {}, place), h("span", {}, name), h("b", {}, vp), h("i", {}, mp));
  const podium = final && h("ol", { class: "podium" }, rows.filter(({ place }) => Number(place) <= 3).map(({ place, name }) =>
    h("li", { class: place === "1" ? "first" : "" }, h("b", {}, place), name)));
  return [h("h2", {}, final ? t("beamer.final") : t("beamer.standings", { round })), podium,
    row({ place: "", name: "", vp: head, mp: "MP" }, "head"), ...rows.map((one) => row(one))];
}

function tables() {
  const result = (one) => (one.state === "decided" ? one.result : t(`beamer.state.${one.state}`));
  const watch = ({ round, table, words }) => h("p", {}, h("a", { class: "broadcast", href: `replay.html#${new URLSearchParams({ live: tournament, round, table })}` }, words));
  return [h("h2", {}, t("beamer.tables")), ...shown.broadcasts.map(watch), ...shown.tables.map((one) => h("article", { class: `table ${one.state}` },
    h("h3", {}, h("span", {}, one.table), h("small", {}, result(one))), one.lines.map((line) => h("p", {}, line)))),
  shown.rests.length ? h("p", { class: "rests" }, t("beamer.rests", { names: shown.rests.join(", ") })) : null];
}

// The deals that may be looked through are asked for when somebody wants them, and then anew with each change.
function played(round) {
  const place = byId("played");
  place.hidden = !round;
  if (!round) return place.replaceChildren();
  if (replays && listed !== shown) replays.show(place, round);
  listed = shown;
  if (replays) return;
  const ask = async () => { replays = await import("./tournament_played.js"); replays.show(place, shown.round, tournament); };
  part("played", [h("h2", {}, t("replay")), h("div", { class: "row" }, button(t("club.replays"), ask, { id: "toplayed" }))]);
}

function tick() {
  const left = shown?.until ? Math.max(0, Math.ceil((shown.until - Date.now() - skew()) / 1000)) : -1;
  const words = shown?.timeout ? t("beamer.timeout") : left < 0 ? "" : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (byId("clock").textContent !== words) byId("clock").textContent = words;
}

setInterval(tick, 250);
addEventListener("hashchange", () => location.reload());
wire.dial();
await offerLanguages(async (language) => {
  if (app.me) await request("introduce", { language }, { quiet: true });
  wire.again();
});
wire.start({ heard: hear, state });
