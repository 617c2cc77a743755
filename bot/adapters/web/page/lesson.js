// The first minute: ten short hands, played as at the table; the host's engine says what became of each play.

import { face, wear } from "./cards.js";
import { button, byId, h } from "./dom.js";
import { carries } from "./drag.js";
import { fitPile } from "./fit.js";
import { glossaryDialog, termName } from "./glossary.js";
import { ownToken, toPlay } from "./identity.js";
import { strip } from "./melds.js";
import { renew } from "./renewal.js";
import { middle } from "./scene.js";
import { prefer, preferred, wearColours } from "./state.js";
import { stillTicked } from "./ticks.js";
import { explains } from "./tips.js";
import { Wire } from "./wire.js";
import { LANGUAGES, guess, speak, spoken, t } from "./words.js";

// As whoever this browser knows already, or as nobody: the host keeps nothing of the lesson.
const wire = new Wire(() => ({ token: ownToken(), language: spoken() }));
let page = null; // the hand as the host showed it last
let ticked = []; // places in it

const KEY = "lesson"; // the hand and what was played of it: this window goes on there after it was loaded again

async function show(number, plays = []) {
  const played = [...ticked];
  const answer = await wire.request("lesson", { number, plays: plays.join(" "), language: spoken() });
  if (!answer.done) return;
  const before = page;
  page = answer.page;
  sessionStorage.setItem(KEY, JSON.stringify({ number: page.number, plays: page.plays }));
  if (before?.number !== page.number) ticked = [];
  else if (before.hand.join() !== page.hand.join()) ticked = stillTicked(ticked, played, before.hand, page.hand).sort((a, b) => a - b);
  draw();
}

function play(action) {
  show(page.number, [...page.plays, action]);
}

const chosen = () => ticked.map((place) => page.hand[place]).join("");

// --- drawing ---------------------------------------------------------------------------------------------------------

function draw() {
  const held = document.activeElement?.id;
  byId("lesson").replaceChildren(
    h("header", {}, h("div", {}, h("h1", {}, t("lesson.title")), h("small", { id: "step" }, t("lesson.step", page))),
      h("nav", { class: "row", "aria-label": t("language") }, languages(), h("a", { class: "button", href: "./", id: "tohome", "aria-label": t("home") }, "✕"))),
    h("progress", { max: page.of, value: page.number - (page.done ? 0 : 1), "aria-label": t("lesson.step", page) }),
    h("p", { class: "asked" }, page.words),
    h("div", { class: "terms" }, page.terms.map((term) => button(`${termName(term)}?`, () => glossaryDialog(term), { "data-term": term })),
      button(`${t("glossary")}…`, () => glossaryDialog(), { id: "glossary" })),
    h("div", { class: "cards" }, ground(), melds(), own()),
    h("p", { class: page.done ? "said right" : "said", role: "status" }, page.end ? `${page.said} ${page.end}` : page.said),
    h("div", { class: "row" }, next()));
  fitPile();
  byId(page.done ? "next" : held || "none")?.focus();
}

function languages() {
  return Object.keys(LANGUAGES).map((name) => button(name.toUpperCase(), async () => {
    prefer("language", name);
    await speak(name);
    show(page.number, page.plays);
  }, { class: "language", lang: name, "aria-pressed": String(spoken() === name), title: LANGUAGES[name] }));
}

// What lies there, as the parts of a table read it.
function asTable() {
  const draws = page.phase === "draw" && !page.done;
  const discards = page.phase === "play" && ticked.length === 1 && !page.done;
  return { stock_left: page.stock, pile: page.pile, pozzetti: page.pozzetti, sides: [], worth: page.worth, controls: { draw: draws, pick_up: draws, discards: discards ? [chosen()] : [] } };
}

// Stock, pozzetti and pile as on the table.
function ground() {
  const view = asTable();
  const draws = view.controls.draw;
  return middle(view, { draw: () => play("d"), press: () => play(draws ? "p" : `x:${chosen()}`) });
}

function melds() {
  const add = !page.done && ticked.length ? (number) => play(`a${number}:${chosen()}`) : null;
  return h("div", { class: "melds", role: "group", "aria-label": t("ours") }, page.melds.map((meld) => strip(meld, add)));
}

function own() {
  return h("div", { id: "own", role: "group", "aria-label": t("hand"), ontouchmove: (event) => event.touches.length > 1 || event.preventDefault() }, page.hand.map((card, place) =>
    face(card, { type: "button", id: `card-${place}`, disabled: page.done, "aria-pressed": String(ticked.includes(place)), onclick: () => tick(place) }, "button")));
}

function tick(place) {
  ticked = ticked.includes(place) ? ticked.filter((one) => one !== place) : [...ticked, place].sort((a, b) => a - b);
  draw();
}

function next() {
  if (page.end) return [button(t("lesson.play"), toPlay, { id: "next", class: "main" }), button(t("lesson.again"), () => show(page.number), { id: "again" })];
  if (page.done) return button(t("lesson.next"), () => show(page.number + 1), { id: "next", class: "main" });
  return [
    button(t("lay"), () => play(`m:${chosen()}`), { id: "lay", class: "main", disabled: page.phase !== "play" || ticked.length < 3 }),
    button(t("lesson.again"), () => show(page.number), { id: "again", disabled: !page.plays.length }),
  ];
}

// --- begin -----------------------------------------------------------------------------------------------------------

function linked(state) {
  byId("link").hidden = state === "on";
  byId("link").textContent = state === "on" ? "" : t(state === "slow" ? "slow" : "offline");
}

// Where this window was, else at the first hand.
function begin() {
  const { number = 1, plays = [] } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  return show(number, plays);
}

async function heard(message) {
  if (message.type !== "welcome") return;
  if (page === null) await begin();
  renew(message.version, wire, { isHeld: () => ticked.length > 0 }); // the hand and what was played of it are kept
  const answer = await wire.request("faces", { four: preferred("four", "no") === "yes" });
  if (answer.done) wear(answer.page.name);
}

explains(() => page && { ...asTable(), sides: [{ melds: page.melds, adds: !page.done }] });
// A card of the hand that was dragged onto the pile or a meld does what a press on them does with this card alone ticked.
carries("#own .card:enabled", (card, under) => {
  const [pile, meld] = [under.closest("#pile"), under.closest(".meld")];
  if (page.phase !== "play" || !(pile || meld)) return;
  ticked = [Number(card.slice("card-".length))];
  draw();
  play(pile ? `x:${chosen()}` : `a${meld.dataset.number}:${chosen()}`);
});
addEventListener("resize", fitPile);
wearColours();
await speak(preferred("language", guess()));
wire.start({ heard, state: linked });
