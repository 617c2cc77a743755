// A tournament for a whole club room: it shows what the host sends, again after every break, and turns its own pages.

import { byId, h, setText } from "./dom.js";
import { isInApp } from "./identity.js";
import { offerLanguages } from "./language.js";
import { pages } from "./paging.js";
import { renew } from "./renewal.js";
import { Wire, skew } from "./wire.js";
import { spoken, t } from "./words.js";

const TURNS = 9000; // milliseconds that a page stands
const STAYS = 60 * 1000; // milliseconds after a key in which the page stays where a link has the focus
const SOON = 5 * 60 * 1000; // from here on the clock warns
const ACROSS = matchMedia("(min-width: 60rem) and (orientation: landscape)");
const SCALES = [1.7, 1.45, 1.2, 1, 0.85];

const [tournament, secret = ""] = location.hash.slice(1).split(".");
if (!tournament) location.replace("club.html"); // a link that was cut: there is the list
const wire = new Wire(() => ({ token: isInApp() ? sessionStorage.getItem("token") ?? "" : "", language: spoken(), table: "" }));
const KEPT = `board-${tournament}.${secret}`;
let board = null;
let turn = 0; // counts the pages that were turned
let isPaged = false; // whether there is a part with several pages
let pressed = 0; // when somebody pressed a key
let heard = 0; // when the board last was right

function hear(message) {
  heard = Date.now();
  if (message.type === "welcome") {
    wire.request("board", { tournament, secret }).then((answer) => answer.words && nowhere(answer.words));
    renew(message.version, wire, { leave: keepBoard });
  } else if (message.type === "board") {
    board = message;
    draw();
  } else if (message.type === "nowhere") {
    nowhere(message.words);
  }
}

// A page that is loaded anew shows at once what it showed before, until it hears the host: the wall is never blank.
function keepBoard() {
  if (board) sessionStorage.setItem(KEPT, JSON.stringify(board));
}

function showKept() {
  board = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  sessionStorage.removeItem(KEPT);
  if (board) draw();
}

// The link leads nowhere: nothing that was shown stays.
function nowhere(words) {
  board = null;
  draw();
  byId("nowhere").textContent = words;
  byId("nowhere").hidden = false;
}

function show(state) {
  if (state === "on") heard = Date.now();
  const time = new Intl.DateTimeFormat(spoken(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(heard || Date.now());
  byId("link").textContent = state === "on" ? "" : t("beamer.lost", { time });
}

// --- drawing ---------------------------------------------------------------------------------------------------------

function draw() {
  const link = held();
  isPaged = false;
  document.title = board ? board.name : "Burraco";
  byId("nowhere").hidden = true;
  setText("name", board?.name);
  setText("round", board?.round ? t("beamer.round", { round: board.round, rounds: board.rounds }) : "");
  setText("next", board?.next);
  setText("rulings", ruling());
  tick();
  const tables = board ? [...broadcasts(), ...board.tables.map(table), ...rests(), ...entries()] : [];
  const few = board?.tables.length > 0 && board.tables.length < 6;
  region("tables", board?.round ? t("beamer.tables") : t("beamer.entries"), tables, few ? [1] : [2, 3]);
  region("standings", standingsTitle(), board ? board.standings.rows.map(rank) : [], [1], rank({ place: "", name: "", vp: board?.standings.head ?? "", mp: "MP", duplicate: board?.standings.duplicate ? t("beamer.duplicate") : "" }, "head"));
  if (link) [...document.querySelectorAll(".items a")].find((one) => one.getAttribute("href") === link)?.focus({ preventScroll: true });
}

// Where the link leads that has the focus.
function held() {
  return document.activeElement?.closest(".items a")?.getAttribute("href");
}

function table(one) {
  const result = one.state === "decided" ? one.result : one.live || t(`beamer.state.${one.state}`);
  const number = one.replay ? h("a", { href: `replay.html#${new URLSearchParams({ table: one.replay, deal: 1 })}`, title: t("replay"), "aria-label": `${t("replay")} ${one.table}` }, one.table) : one.table;
  return h("div", { class: `table ${one.state}` }, h("b", {}, number), one.lines.map((line) => h("span", {}, line)), h("i", {}, one.time ? `${result}, ${one.time}` : result));
}

// The last ruling first, and then one of the others with each page that is turned.
function ruling() {
  const all = board?.rulings ?? [];
  return all.length ? all[all.length - 1 - (turn % all.length)] : "";
}

// Tables that can be watched with open hands, a while later.
function broadcasts() {
  return board.broadcasts.map(({ round, table: number, words }) => h("div", { class: "rests" },
    h("a", { href: `replay.html#${new URLSearchParams({ live: `${tournament}.${secret}`, round, table: number })}` }, words)));
}

function rests() {
  return board.rests.length ? [h("div", { class: "rests" }, t("beamer.rests", { names: board.rests.join(", ") }))] : [];
}

function entries() {
  const waiting = board.waiting.map((name) => t("beamer.waits", { name }));
  return board.round ? [] : [...board.entries.map((name, place) => `${place + 1}. ${name}`), ...waiting].map((line) => h("div", { class: "entry" }, line));
}

function standingsTitle() {
  if (!board) return "";
  return board.standings.final ? t("beamer.final") : t("beamer.standings", { round: board.standings.round });
}

function rank({ place, name, vp, mp, duplicate }, kind = "") {
  const cells = [h("b", {}, place), h("span", {}, name), h("b", {}, vp), h("i", {}, mp), ...(duplicate ? [h("i", {}, duplicate)] : [])];
  return h("div", { class: `rank ${kind} ${duplicate ? "duplicate" : ""}` }, cells);
}

// What has no room on its part of the screen stands on further pages of it; as large as it can be on one.
function region(id, title, items, columns, head = null) {
  const place = byId(id);
  const room = place.querySelector(".items");
  place.hidden = !items.length;
  if (!items.length) return room.replaceChildren(); // also what is hidden has been taken back
  const all = ACROSS.matches ? pages(room, items, { scales: SCALES, columns, head }) : [items];
  const shown = turn % all.length;
  isPaged ||= all.length > 1;
  room.replaceChildren(...(head ? [head] : []), ...all[shown]);
  place.querySelector("h2").replaceChildren(h("span", {}, title), all.length > 1 ? h("span", { class: "page" }, `${shown + 1}/${all.length}`) : "");
}

// --- what passes by itself -------------------------------------------------------------------------------------------

function tick() {
  const left = board?.until ? Math.max(0, Math.ceil((board.until - Date.now() - skew()) / 1000)) : -1;
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  setText("clock", board?.timeout ? t("beamer.timeout") : left < 0 ? "" : time);
  byId("clock").className = board?.timeout || left === 0 ? "over" : left >= 0 && left * 1000 <= SOON ? "soon" : "";
}

setInterval(tick, 250);
setInterval(() => {
  if (held() && Date.now() - pressed < STAYS) return; // who goes by keys is not taken away from where they are
  turn += 1;
  if (isPaged) draw();
  else setText("rulings", ruling()); // the rest stays as it is, for who reads it with the screen's reader or goes by keys
}, TURNS);
addEventListener("keydown", () => { pressed = Date.now(); });
addEventListener("resize", draw);
ACROSS.addEventListener("change", draw);
addEventListener("hashchange", () => location.reload());

await offerLanguages(() => {
  draw();
  wire.again();
});
showKept();
wire.start({ heard: hear, state: show });
