// Looking through a record: step, play, jump, all cards open or one seat's view, links to a moment, other lines of play.
// It is a match or a table by its name, or a file that was dropped here.

import { button, byId, dropping, h } from "./dom.js";
import { forget, keep, read, remembered } from "./dropped.js";
import { on } from "./events.js";
import { fitPile } from "./fit.js";
import { linkTo, welcomed } from "./identity.js";
import { renew } from "./renewal.js";
import { Analysis, analysisSection, betterHere } from "./replay_analysis.js";
import { beforeTurn, looked, turnFrom, whole } from "./replay_moments.js";
import { Branch } from "./replay_branch.js";
import { asTable, scene } from "./replay_scene.js";
import { chart, moveTo, standing } from "./replay_score.js";
import { dress, request, wire } from "./requests.js";
import * as sliding from "./sliding.js";
import { app, preferred, wearColours } from "./state.js";
import { explains } from "./tips.js";
import { toast } from "./toast.js";
import { guess, speak, spoken, t } from "./words.js";

const PACES = { slow: 2600, even: 1300, fast: 500 }; // milliseconds a moment is shown
const FAR = 40; // pixels of a swipe
const LEVELS = ["beginner", "club", "expert"]; // of computers in another line of play

const now = {
  source: {}, // { match } or { table }, {} for a file
  text: "", // of the record
  page: null, // what the host made of the deal
  found: [], // its moments
  place: 0,
  seat: "",
  open: true,
  playing: 0, // the timer
  pace: "even",
  branch: null, // another line of play, instead of what was played
  level: "club", // at which the others play there
  analysis: new Analysis(() => { built = {}; draw(); }),
  arrived: false, // whether it is known what to show; a file may be dropped before the host has been heard
};

// --- where the address leads -----------------------------------------------------------------------------------------

function address() {
  return new URLSearchParams(location.hash.slice(1));
}

// The record, the deal, the moment and the seat that are shown.
function moment() {
  const { source, page, place, seat, open, branch } = now;
  const facts = { ...source, deal: page.deal ?? address().get("deal") ?? "", seat, ...(open ? {} : { own: 1 }) };
  return branch ? { ...facts, at: branch.at, line: branch.line.join(","), level: now.level } : { ...facts, moment: place };
}

function remember() {
  if (now.page) history.replaceState(history.state, "", `${location.pathname}#${new URLSearchParams(moment())}`);
}

async function arrive() {
  const wanted = address();
  if (wanted.get("live")) {
    Object.assign(now, { page: null, branch: null });
    now.analysis.forget();
    const broadcast = await newest(import("./replay_live.js"));
    if (!broadcast) return;
    live = broadcast;
    return live.watch(wanted);
  }
  live = null;
  const [match, table] = [wanted.get("match"), wanted.get("table")];
  now.source = match ? { match } : table ? { table } : {};
  Object.assign(now, { page: null, branch: null, open: !wanted.get("own"), seat: wanted.get("seat") ?? "", level: LEVELS.includes(wanted.get("level")) ? wanted.get("level") : "club" });
  now.analysis.forget();
  const text = await newest(match || table ? stored(match, table) : remembered());
  if (text === null) return;
  now.text = text;
  if (!now.text || !(await load(Number(wanted.get("deal")) || 0))) return draw();
  if (wanted.get("line") !== null) return branchOff(Number(wanted.get("at")) || 0, wanted.get("line").split(",").filter(Boolean));
  const turn = wanted.get("turn");
  if (turn === "turning") return go(now.page.turning?.moment ?? 0);
  go(turn ? beforeTurn(now.found, Number(turn)) : Number(wanted.get("moment")) || 0);
}

// What the host gives to who may read it.
async function stored(match, table) {
  const answer = match ? await request("replay", { match }, { quiet: true }) : await request("record", { table }, { quiet: true });
  return answer.done ? answer.page.text : "";
}

// What was asked for last is shown, however late an earlier answer comes: that one is null.
let asked = 0;

async function newest(answer) {
  const mine = ++asked;
  const found = await answer;
  return mine === asked ? found : null;
}

async function load(deal) {
  const answer = await newest(looked({ text: now.text, deal, seat: now.seat, open: now.open }));
  if (!answer) return false;
  if (answer.done) {
    show(answer.page);
    return true;
  }
  toast(answer.words || t("failed"));
  if (answer.unfit && deal) return load(0); // an address may ask for a deal that is not there
  if (answer.unfit && !Object.keys(now.source).length) forget();
  now.text = now.page ? now.text : "";
  return false;
}

function show(page) {
  now.page = page;
  now.seat = page.seat;
  now.found = whole(page.moments);
  now.place = Math.min(now.place, now.found.length - 1);
}

// --- a file ----------------------------------------------------------------------------------------------------------

async function take(file) {
  const text = file ? await read(file) : "";
  if (!text) return;
  stop();
  const { arrived } = now;
  now.arrived = true;
  const answer = await newest(looked({ text, deal: 1, seat: "", open: now.open }));
  if (!answer) return;
  if (!answer.done) {
    now.arrived = arrived;
    return toast(answer.words || t("failed"));
  }
  live = null;
  now.analysis.forget();
  Object.assign(now, { text, source: {}, branch: null });
  keep(text);
  show(answer.page);
  go(0);
}

dropping(take);
addEventListener("resize", fitPile);

function chooser() {
  const input = h("input", { type: "file", id: "file", accept: ".brn,text/plain", "aria-label": t("replay.file"), onchange: () => take(input.files[0]) });
  return input;
}

function welcome() {
  return h("section", { id: "drop" }, h("h2", {}, t("replay.drop")), chooser(), h("p", {}, t("replay.kept")),
    h("p", {}, h("a", { href: "./" }, t("home"))));
}

// --- going through it ------------------------------------------------------------------------------------------------

function go(place) {
  now.place = Math.max(0, Math.min(now.found.length - 1, place));
  if (now.place === now.found.length - 1) stop();
  draw();
  remember();
}

// From what is below the scene, which is to be seen again.
function jump(place) {
  stop();
  go(place);
  scrollTo(0, 0);
}

function goOn() {
  now.playing = setTimeout(() => {
    goOn();
    go(now.place + 1);
  }, PACES[now.pace]);
}

function stop() {
  clearTimeout(now.playing);
  now.playing = 0;
}

function toggle() {
  if (now.playing) {
    stop();
    return draw();
  }
  if (now.place === now.found.length - 1) now.place = 0;
  goOn();
  draw();
}

const STEPS = {
  first: () => go(0),
  turnback: () => go(turnFrom(now.found, now.place, -1)),
  back: () => go(now.place - 1),
  on: () => go(now.place + 1),
  turnon: () => go(turnFrom(now.found, now.place, 1)),
  last: () => go(now.found.length - 1),
};

function step(name) {
  stop();
  STEPS[name]();
}

async function again(facts) {
  stop();
  Object.assign(now, facts);
  const { branch } = now;
  if (branch) return branchOff(branch.at, branch.line);
  if (await load(now.page.deal)) go(now.place);
}

// --- what if ---------------------------------------------------------------------------------------------------------

function whatIf() {
  now.seat = now.found[now.place].turn;
  branchOff(now.place);
}

async function branchOff(at, line = []) {
  stop();
  const deal = now.page.deal ?? now.branch?.deal;
  const branch = new Branch({ at, seat: now.seat, drawn: draw, end: () => endBranch(deal, at), play: (played) => playOn(branch, deal, played) });
  branch.deal = deal;
  if ((await playOn(branch, deal, line)) === false) endBranch(deal, at);
}

// Whether the host has played it; null where something else was asked for meanwhile.
async function playOn(branch, deal, line) {
  const shown = now.branch === branch ? now.found.length : 1;
  const answer = await newest(looked({ text: now.text, deal, seat: now.seat, open: now.open, at: branch.at, line, level: now.level }));
  if (!answer) return null;
  if (!answer.done) {
    toast(answer.words || t("failed"));
    return false;
  }
  const held = now.branch === branch ? hand() : [];
  stop(); // what was played on meanwhile
  now.branch = branch;
  show(answer.page);
  branch.heard(answer.page, held, hand());
  now.place = Math.min(shown, now.found.length - 1); // what the others did then is played on
  if (now.place < now.found.length - 1) goOn();
  draw();
  remember();
  return true;
}

async function endBranch(deal, at) {
  stop();
  if (!(await load(deal))) return;
  now.branch = null;
  go(at);
}

// --- drawing ---------------------------------------------------------------------------------------------------------

let live = null; // the broadcast of a table, instead of a record
let built = {}; // of which page and line what stands there was made: it stays while that does, under a finger too

function draw() {
  if (live) return live.draw();
  document.title = now.page?.title ? `${now.page.title} – Burraco` : "Burraco";
  document.body.classList.toggle("with-scene", Boolean(now.page));
  wearColours();
  if (!now.page) {
    byId("head").replaceChildren(h("h1", {}, t("replay")));
    byId("screen").replaceChildren(welcome());
    built = {};
    return;
  }
  if (built.page !== now.page || built.language !== spoken()) build();
  update();
}

function build() {
  const focused = document.activeElement?.id;
  built = { page: now.page, language: spoken() };
  byId("head").replaceChildren(...head());
  byId("screen").replaceChildren(h("div", { id: "replay", class: now.branch ? "branching" : "" },
    h("div", { id: "played" }, h("div", { id: "standing" }), h("div", { id: "scene" }), h("p", { id: "told" }), steps()),
    h("aside", { id: "beside" }, now.branch ? h("div", { id: "branch" }) : ways(), side())));
  if (focused) byId(focused)?.focus({ preventScroll: true });
}

// What changes from moment to moment.
function update() {
  const here = now.found[now.place];
  const focused = document.activeElement?.closest("#branch, #scene") ? document.activeElement : null;
  const scrolled = sliding.places();
  byId("standing").replaceWith(standing(now.page, here));
  byId("scene").replaceWith(table(here));
  fitPile();
  reachMelds();
  sliding.restore(scrolled);
  sliding.show([...document.querySelectorAll("#scene .meld.changed")]);
  byId("told").replaceWith(told(here));
  if (now.branch) byId("branch").replaceWith(now.branch.row(hand()));
  if (byId("whatif")) byId("whatif").disabled = !here.turn;
  byId("live").textContent = now.playing ? "" : here.words;
  if (focused) refocus(focused);
  restep(here);
  moveTo(byId("chart"), now.place / Math.max(1, now.found.length - 1));
  follow();
}

function reachMelds() {
  for (const melds of document.querySelectorAll("#scene .melds")) sliding.reach(melds);
}
addEventListener("resize", () => { reachMelds(); sliding.edges(); });

// A card or a button that was drawn anew has the focus again.
function refocus({ id, dataset }) {
  const same = id ? byId(id) : document.querySelector(`#scene [data-place="${dataset.place ?? "-"}"]`);
  same?.focus({ preventScroll: true });
}

function hand() {
  return now.found.at(-1).hands[now.seat] ?? [];
}

function table(here) {
  const isLast = now.place === now.found.length - 1;
  const tools = now.branch && isLast && now.branch.controls.discards ? now.branch.tools(hand()) : null;
  explains(() => asTable(now.page, here, tools));
  const shown = scene(now.page, here, now.found[now.place - 1], tools);
  shown.addEventListener("pointerdown", (event) => { now.swipe = { x: event.clientX, y: event.clientY }; });
  shown.addEventListener("pointerup", (event) => swiped(event));
  return shown;
}

function swiped({ clientX, clientY }) {
  const from = now.swipe;
  now.swipe = null;
  if (!from || Math.abs(clientX - from.x) < FAR || Math.abs(clientY - from.y) > FAR) return;
  step(clientX < from.x ? "on" : "back");
}

function head() {
  const { page } = now;
  return [h("a", { href: "./", class: "home", "aria-label": t("home"), title: t("home") }, "⌂"), h("h1", {}, page.title || t("replay"), h("small", {}, ` ${page.code_name}`)),
    page.deals?.length > 1 ? select("deal", t("replay.deals"), page.deals.map((one, at) => [String(at + 1), t("replay.deal", { deal: at + 1 })]), String(page.deal),
      (deal) => { now.place = 0; stop(); load(Number(deal)).then(() => go(0)); }) : null].filter(Boolean);
}

function select(id, label, options, chosen, changed) {
  return h("select", { id, "aria-label": label, title: label, onchange: (event) => changed(event.target.value) },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
}

function told(here) {
  const isLast = now.place === now.found.length - 1;
  const ended = isLast && !now.branch && now.page.deals ? now.page.deals[now.page.deal - 1].ended : "";
  const turning = now.page.turning?.moment === now.place ? now.page.turning.words : "";
  const words = [here.words || t("replay.dealt"), ended, ended ? now.page.result : ""].filter(Boolean).join(" · ");
  return h("p", { id: "told" }, turning ? h("em", {}, `${turning} `) : null, here.number ? h("b", {}, `${here.number}. `) : null, words,
    betterHere(judged(), now.found, now.place));
}

function steps() {
  const one = (id, sign) => button(sign, () => step(id), { id, "aria-label": t(`replay.${id}`), title: t(`replay.${id}`) });
  return h("div", { id: "steps" },
    h("input", { type: "range", id: "place", min: 0, max: now.found.length - 1, step: 1, "aria-label": t("replay.place"),
      oninput: (event) => { stop(); go(Number(event.target.value)); } }),
    h("div", { class: "row" }, one("first", "⇤"), one("turnback", "«"), one("back", "‹"), button("▶", toggle, { id: "playing", class: "main" }),
      one("on", "›"), one("turnon", "»"), one("last", "⇥")));
}

function restep(here) {
  const ends = { first: 0, turnback: 0, back: 0, on: now.found.length - 1, turnon: now.found.length - 1, last: now.found.length - 1 };
  for (const [id, end] of Object.entries(ends)) byId(id).disabled = now.place === end;
  byId("place").value = now.place;
  byId("place").setAttribute("aria-valuetext", here.words);
  const [play, words] = [byId("playing"), t(now.playing ? "replay.pause" : "replay.play")];
  play.textContent = now.playing ? "❚❚" : "▶";
  play.title = words;
  play.setAttribute("aria-label", words);
}

function ways() {
  const { page } = now;
  return h("div", { id: "ways", class: "row" },
    seats(),
    h("label", { class: "tick" }, h("input", { type: "checkbox", id: "open", checked: now.open, onchange: (event) => again({ open: event.target.checked }) }), t("replay.open")),
    select("pace", t("replay.pace"), Object.keys(PACES).map((name) => [name, t(`replay.pace.${name}`)]), now.pace, (name) => { now.pace = name; }),
    page.turning ? button(t("replay.turning"), () => jump(page.turning.moment), { id: "turning" }) : null,
    button(t("replay.branch"), whatIf, { id: "whatif" }),
    select("level", t("replay.level"), LEVELS.map((name) => [name, t(`replay.level.${name}`)]), now.level, (level) => { now.level = level; }),
    button(t("replay.link"), share, { id: "share" }),
    page.deals?.[page.deal - 1].over && !judged() ? button(t(now.analysis.waits ? "replay.analysing" : "replay.analyse"), () => now.analysis.want(), { id: "analyse", disabled: now.analysis.waits }) : null); // it goes
}

// What the computers think of the deal that is shown; null for another line of play, and until it is known.
function judged() {
  const { page, text, seat, branch } = now;
  return branch || !page?.deal ? null : now.analysis.of({ text, deal: page.deal, seat });
}

// The better play, and what comes of it.
function tryOut(moment, seat, line) {
  now.seat = seat;
  scrollTo(0, 0);
  branchOff(moment, line);
}

function seats() {
  const names = Object.entries(now.page.names).map(([seat, name]) => [seat, t("replay.seat.of", { name })]);
  return select("seat", t("replay.seat"), names, now.seat, (seat) => again({ seat }));
}

// A file is on this machine alone: a link to it leads nowhere else.
async function share() {
  if (!Object.keys(now.source).length) return toast(t("replay.link.file"));
  const link = linkTo(new URLSearchParams(moment())).replace("/#", "/replay.html#");
  try {
    await navigator.clipboard.writeText(link);
    toast(t("copied"));
  } catch {
    toast(link);
  }
}

// The score, and every turn to jump to.
function side() {
  const found = judged();
  return [chart(now.page, now.found, jump),
    found ? analysisSection(found, now.page.sides, now.found.length - 1, { go: jump, tryOut }) : null,
    h("section", { id: "turns" }, h("h2", {}, t("replay.turns")), h("ol", {}, rows())),
    h("p", { class: "keys" }, t("replay.keys"))];
}

function rows() {
  const ends = now.found.map((one, place) => [one, place]).filter(([one, place]) => one.words && (one.begins || place === now.found.length - 1));
  return ends.map(([one, place], at) => h("li", { "data-from": at ? ends[at - 1][1] + 1 : 1, "data-to": place },
    button(one.number ? `${one.number}. ${one.words}` : one.words, () => jump(place), { class: "plain", "data-turn": one.number })));
}

// The turn that is shown is marked and can be seen in the list; the page itself does not move.
function follow() {
  const list = byId("turns").querySelector("ol");
  for (const row of list.children) {
    const isHere = now.place >= Number(row.dataset.from) && now.place <= Number(row.dataset.to);
    row.classList.toggle("here", isHere);
    row.firstChild.toggleAttribute("aria-current", isHere);
  }
  const here = list.querySelector(".here");
  if (!here) return;
  const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
  if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

// --- keys ------------------------------------------------------------------------------------------------------------

const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "turnback", ArrowDown: "turnon", PageUp: "turnback", PageDown: "turnon", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (!(now.page || live) || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input[type=file], dialog[open]")) return;
  if (live) return live.key(event.key) && event.preventDefault();
  if (event.key === " " && !event.target.closest("button, input, summary, a")) toggle();
  else if (KEYS[event.key]) step(KEYS[event.key]);
  else return;
  event.preventDefault();
});

// --- begin -----------------------------------------------------------------------------------------------------------

async function hear(message) {
  if (message.type === "welcome") {
    welcomed(message);
    app.about = message;
    app.me = message.me;
    await speak(message.me?.language || preferred("language", guess()));
    dress();
    if (!now.arrived || live) arrive(); // a window that comes again is shown nothing before it asks
    now.arrived = true;
    renew(message.version, wire, { isHeld: () => now.playing > 0 || Boolean(live?.isPast()) }); // the moment is in the address
  } else {
    live?.hear(message);
  }
}

wire.dial();
await speak(preferred("language", guess()));
draw();
on("render", draw);
addEventListener("hashchange", () => { stop(); arrive(); });
wire.start({ heard: hear, state: (is) => { byId("link").hidden = is === "on"; byId("link").textContent = is === "on" ? "" : t("offline"); } });
