// The arbiter's desk: what waits, every table's sheet, rulings. It asks the host as a chat does, and each thing once.

import { closes, menu } from "./answers.js";
import { ask } from "./dialogs.js";
import { button, byId, h, redraw, setText } from "./dom.js";
import { DESK, goWithThem, isInApp } from "./identity.js";
import { offerLanguages, speakHere } from "./language.js";
import { forgetHeld, whenLifted } from "./press.js";
import { renew } from "./renewal.js";
import { dropEarlier, isBegun, rulings } from "./rulings.js";
import { save } from "./saving.js";
import { fill, sheetForm } from "./sheets.js";
import { Wire, secret, skew } from "./wire.js";
import { spoken, t } from "./words.js";

const SURE = ["start", "shut", "close", "finish", "judge"]; // nobody takes these back
const SAVES = ["pairings", "pdf", "csv", "file", "link"]; // what may be wanted, and moves nothing on
const SETTLES = 800; // milliseconds in which a second tap does not hit the button that has taken the place of another
// In a browser not who plays on this tablet; inside an app who one is there, for as long as it is open.
const [TOKEN, keeper] = isInApp() ? ["token", sessionStorage] : [DESK, localStorage];

const brought = location.hash.slice(1).split(".");
const tournament = brought[0];
let code = brought[1] ?? ""; // makes this browser the arbiter's, once
if (!tournament) location.replace("club.html"); // a link that was cut: there is the list
history.replaceState(history.state, "", `#${tournament}`); // it does not stay where it would be seen
document.documentElement.dataset.back = `tournament.html#${tournament}`; // where an app's way back leads

const wire = new Wire(() => ({ token: mine || (keeper.getItem(TOKEN) ?? ""), language: spoken(), table: "" }));
const kept = `desk-${tournament}`;
const drafts = JSON.parse(localStorage.getItem(kept) ?? "{}");
let mine = ""; // this window's token: another one that is opened meanwhile may get one of its own
let isStored = Boolean(keeper.getItem(TOKEN)); // whether the browser has kept one
const pending = new Map();
const cards = new Map(); // what stands of each table, by round and number
const folds = new Map(); // the tables of each round before
let desk = null;
let settled = 0;
let told = 0; // how often something was said above the tables
let heard = 0;
let ruled = ""; // what the form of rulings was drawn for
let guests = null; // the field for those without an account; somebody may write in it while the desk is drawn anew

async function hear(message) {
  heard = Date.now();
  if (message.type === "welcome") {
    mine = message.token;
    if (message.me) remember();
    if (message.me) await speakHere(message.me.language); // the host speaks theirs, too
    wire.request("desk", { tournament });
    renew(message.version, wire, { isHeld: () => isBegun() || pending.size > 0 }); // what is typed into sheets is kept
  } else if (message.type === "desk") {
    whenLifted("desk", () => {
      if (!desk) tell(""); // why there was none before
      desk = message;
      draw();
    });
  } else if (message.type === "news" && message.words) {
    byId("news").textContent = message.words;
  } else if (message.type === "nowhere") {
    whenLifted("desk", () => refused(message.words));
  } else if (message.type === "out") {
    out();
  }
}

// Not the arbiter's browser yet: with the word of its link it becomes that.
async function refused(words) {
  desk = null;
  draw();
  if (!code || isInApp()) return tell(words);
  const word = code;
  code = "";
  const answer = await wire.request("uselink", { code: word });
  if (answer.done) {
    remember();
    return wire.again();
  }
  if (!answer.words) code = word; // nobody has answered: it is brought with the next connection
  tell(answer.words || words);
}

// From now on the browser is theirs who are known in this window.
function remember() {
  isStored = true;
  keeper.setItem(TOKEN, mine);
}

// Another window of this browser has become the arbiter's, by the same link perhaps: so does this one.
function joinThem({ key, newValue, storageArea }) {
  if (storageArea !== keeper || key !== TOKEN || desk || !newValue || newValue === mine) return;
  mine = newValue;
  wire.again();
}

// The arbiter has replaced their link, and with it whatever has let them in.
function out() {
  forgetHeld();
  wire.connect = () => {};
  if (keeper.getItem(TOKEN) === mine) keeper.removeItem(TOKEN);
  mine = "";
  desk = null;
  draw();
  tell(t("newlink.out"));
}

function show(state) {
  if (state === "on") heard = Date.now();
  const time = new Intl.DateTimeFormat(spoken(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(heard || Date.now());
  byId("link").textContent = state === "on" ? "" : t("desk.lost", { time });
}

function tell(words, fine = false) {
  told += 1;
  byId("words").textContent = words;
  byId("words").className = fine ? "fine" : "";
}

// --- asking ----------------------------------------------------------------------------------------------------------

// Once, however often it is tapped; after a break it is sent again under its own name. Whether it was done.
async function send(what, words, key = what) {
  if (pending.has(key)) return false;
  const before = told;
  const asked = wire.request("tournament", { what, words, tournament, delivery: secret() });
  pending.set(key, asked);
  draw();
  const answer = await asked;
  pending.delete(key);
  settled = Date.now();
  if (answer.page?.name) save(answer.page);
  if (isMenu(what, words) && answer.page?.buttons?.length) {
    menu(answer, (next, rest) => { closes(next, rest); if (next !== "desk") send(next, rest, "menu"); });
    draw();
    return answer.done;
  }
  const says = !answer.done || [...SAVES, "rule", "broadcast"].includes(what);
  if (says && (answer.words || !answer.done)) tell(answer.words || t("failed"), answer.done);
  else if (told === before) tell(""); // what was said since stays
  whenLifted("answer", draw);
  return answer.done;
}

function act({ what, words, label }) {
  if (Date.now() - settled < SETTLES) return;
  const go = () => send(what, words, "action");
  if (SURE.includes(what)) ask(`${label}?`, label, go);
  else go();
}

// A step of a ruling by buttons, or of the book of rulings; what is confirmed is answered above the tables.
function isMenu(what, words) {
  return what === "book" || (what === "broadcast" && !words.includes(" ")) || (what === "rule" && (!words || (words.startsWith("+") && !words.includes("!"))));
}

// --- drawing ---------------------------------------------------------------------------------------------------------

function draw() {
  byId("name").textContent = desk?.name ?? "";
  byId("round").textContent = desk?.round ? t("beamer.round", { round: desk.round, rounds: desk.rounds }) : "";
  setText("next", desk?.next);
  const waits = pending.has("action");
  redraw(byId("actions"), ...(desk?.buttons ?? []).map((one, place) =>
    button(one.label, () => act(one), { class: place || SAVES.includes(one.what) ? "" : "main", disabled: waits, id: `do-${one.what}-${one.words}`, "data-what": one.what })), ...entry());
  drawRulings();
  drawTables();
  tick();
}

function entry() {
  if (!desk || desk.round || !["open", "shut", "check-in"].includes(desk.state)) return [];
  const draft = (drafts.entry ??= {});
  guests ??= h("input", { id: "guests", value: draft.names ?? "", autocomplete: "off",
    oninput: ({ target }) => { draft.names = target.value; keep(); } });
  for (const said of ["placeholder", "aria-label"]) guests.setAttribute(said, t("desk.guests"));
  const add = async () => {
    const names = draft.names;
    if (!names || !(await send("add", names)) || draft.names !== names) return; // others are written already
    draft.names = guests.value = "";
    keep();
  };
  const names = h("ol", {}, desk.entries.map((name) => h("li", {}, name)));
  return [guests, button(t("desk.add"), add, { id: "add", disabled: pending.has("add") }), names];
}

function drawRulings() {
  const place = byId("rulings");
  place.hidden = desk?.state !== "running";
  const open = desk?.tables.filter(({ state }) => state !== "decided").map(({ table, lines }) => [table, lines]);
  if (!place.hidden && dropEarlier(desk)) tell(t("desk.dropped", { round: desk.round }));
  const drawn = JSON.stringify([desk?.round, desk?.entered, desk?.voidable, desk?.sheet, open, spoken()]);
  if (place.hidden || drawn === ruled) return;
  ruled = drawn;
  const held = place.contains(document.activeElement) ? document.activeElement.name : "";
  place.replaceChildren(rulings(desk, (words) => send("rule", words), (words) => tell(words)));
  if (held) place.querySelector(`[name="${held}"]`)?.focus();
}

// The form of a table is made once a round, so that nothing typed is lost and the keys stay open.
function drawTables() {
  const shown = new Set();
  const element = (one, round, form) => {
    const key = `${round}.${one.table}.${one.state === "decided" ? "correct" : "enter"}.${spoken()}`;
    shown.add(key);
    if (!cards.has(key)) cards.set(key, card(one, round, form));
    cards.get(key).update(one);
    return cards.get(key).element;
  };
  put(byId("tables"), (desk?.tables ?? []).map((one) => element(one, desk.round, desk.sheet)));
  const earlier = (desk?.earlier ?? []).filter(({ tables }) => tables.length);
  put(byId("earlier"), earlier.map(({ round, sheet, tables }) => {
    const fold = folds.get(round) ?? h("details", { id: `round${round}` }, h("summary", {}), h("div", { class: "tables" }));
    folds.set(round, fold);
    fold.querySelector("summary").textContent = t("beamer.round", { round, rounds: desk.rounds });
    put(fold.querySelector("div"), tables.map((one) => element(one, round, sheet)));
    return fold;
  }));
  for (const [key, { element: gone }] of cards) if (!shown.has(key)) { gone.remove(); cards.delete(key); }
}

// What is in its place already is not moved: somebody may write in it.
function put(place, order) {
  if (order.length !== place.children.length || order.some((element, at) => place.children[at] !== element)) place.replaceChildren(...order);
}

function card(one, round, sheet) {
  const head = h("div");
  const corrects = one.state === "decided";
  const draft = (drafts[`${round}.${one.table}.${corrects}`] ??= {});
  const what = corrects ? "rule" : "sheet";
  const place = `${one.table}r${round}`; // sent after a break it is for no table of another round
  let stands = one.stands;
  const enter = async (words) => {
    const isDone = await send(what, corrects ? `correct ${place}n${draft.seen || stands} ${words}` : `${place} ${words}`, `table ${place}`);
    if (corrects && !isDone) draft.seen = String(stands); // what has become of it meanwhile was said
    return isDone;
  };
  const form = sheetForm(sheet, draft, { keep, corrects, refuse: (words) => tell(words), enter });
  form.addEventListener("input", () => { if (corrects) draft.seen ||= String(stands); });
  form.hidden = corrects && !Object.keys(draft).length;
  const open = corrects && button(t("desk.correct"), () => { form.hidden = !form.hidden; }, { class: "open" });
  const element = h("article", {}, head, open, form);
  const update = (now) => {
    stands = now.stands;
    element.id = `table${round === desk.round ? now.table : place}`;
    element.className = `table ${now.state}`;
    const state = now.state === "decided" ? now.result : t(`beamer.state.${now.state}`);
    head.replaceChildren(h("h3", {}, h("span", {}, now.table), h("small", {}, now.time ? `${state}, ${now.time}` : state)),
      ...now.lines.map((line, side) => h("p", {}, `${now.entries[side]}. ${line}`)),
      ...now.calls.map((words) => h("p", { class: "call" }, words)),
      ...now.sheets.map(({ side, words }) => h("p", { class: "sheet" }, `${side}: ${words}`)));
    form.querySelector("[type=submit]").disabled = pending.has(`table ${place}`);
    if (open) open.hidden = !now.corrects;
  };
  const refill = () => {
    fill(form, draft);
    if (Object.values(draft).some(Boolean)) form.hidden = false;
  };
  return { element, update, refill };
}

// What is typed or entered in another window of this desk is so in this one, too: each stores the drafts of all.
function shareDrafts({ key, newValue, storageArea }) {
  if (storageArea !== localStorage || key !== kept) return;
  const theirs = JSON.parse(newValue ?? "{}");
  for (const name of new Set([...Object.keys(drafts), ...Object.keys(theirs)])) {
    const draft = (drafts[name] ??= {});
    for (const field of Object.keys(draft)) delete draft[field];
    Object.assign(draft, theirs[name]);
  }
  for (const one of cards.values()) one.refill();
  if (guests) guests.value = drafts.entry?.names ?? "";
}

function keep() {
  localStorage.setItem(kept, JSON.stringify(Object.fromEntries(Object.entries(drafts).filter(([, draft]) => Object.values(draft).some(Boolean)))));
}

function tick() {
  const left = desk?.until ? Math.max(0, Math.ceil((desk.until - Date.now() - skew()) / 1000)) : -1;
  const words = desk?.timeout ? t("beamer.timeout") : left < 0 ? "" : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (byId("clock").textContent !== words) byId("clock").textContent = words;
}

setInterval(tick, 250);
addEventListener("storage", joinThem);
addEventListener("storage", shareDrafts);
const isOut = () => isStored && !keeper.getItem(TOKEN);
goWithThem(isOut, isOut); // whoever plays in this browser may go, and the desk stays
await offerLanguages((language) => {
  if (desk) wire.request("introduce", { language }).then(() => wire.request("desk", { tournament }));
});
wire.start({ heard: hear, state: show });
