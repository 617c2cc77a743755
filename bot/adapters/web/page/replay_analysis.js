// What computer players think of a deal that has ended: luck and play apart, the turns that decided it, better plays.

import { button, drawing, h } from "./dom.js";
import { looked } from "./replay_moments.js";
import { toast } from "./toast.js";
import { spoken, t } from "./words.js";

const WIDE = 600;
const HIGH = 120;

// Of the deal and seat that are shown; asked for once, then kept for as long as the same is shown.
export class Analysis {
  constructor(drawn) {
    Object.assign(this, { drawn, key: "", page: null, wanted: false, asked: "", times: 0 });
  }

  // What is known of what is shown; asked for anew where something else is shown than before.
  of(shown) {
    const key = JSON.stringify([shown.text.length, shown.deal, shown.seat, spoken()]);
    if (this.wanted && this.key !== key && this.asked !== key) this.ask(shown, key);
    return this.key === key ? this.page : null;
  }

  get waits() {
    return Boolean(this.asked);
  }

  forget() {
    Object.assign(this, { key: "", page: null, wanted: false, asked: "", times: this.times + 1 });
  }

  want() {
    this.wanted = true;
    this.drawn();
  }

  async ask({ text, deal, seat }, key) {
    const times = ++this.times; // two records may look alike to `key`
    this.asked = key;
    const answer = await looked({ text, deal, seat, open: true, analysed: true });
    if (this.times !== times) return;
    this.asked = "";
    if (answer.done) Object.assign(this, { key, page: answer.page });
    else {
      this.wanted = false;
      toast(answer.words || t("failed"));
    }
    this.drawn();
  }
}

// Beside what was played in the turn that is shown: what would have been better in it.
export function betterHere(page, found, place) {
  const { number } = found[place];
  const here = page?.mistakes.filter((one) => place >= one.moment && found[one.moment + 1]?.number === (place === one.moment ? found[place + 1]?.number : number)) ?? [];
  return here.map((one) => h("span", { class: "better" }, ` ${t("replay.better", { margin: one.margin })} ${one.better}.`));
}

// `last`: the place of the last moment; go(place); tryOut(moment, seat, line): another line of play from there.
export function analysisSection(page, sides, last, { go, tryOut }) {
  return h("section", { id: "analysis" }, h("h2", {}, t("replay.analysis")),
    page.lines.map((line) => h("p", {}, line)),
    page.expected.length ? curves(page, sides, last, go) : null,
    page.turns.length ? h("ul", { class: "swings" }, page.turns.map((one) => h("li", {}, button(one.words, () => go(one.moment), { class: "plain", "data-moment": one.moment })))) : null,
    page.mistakes.map((one) => mistake(one, go, tryOut)));
}

function mistake(one, go, tryOut) {
  return h("article", { class: "mistake" },
    h("p", {}, h("b", {}, t("replay.played", { turn: one.turn })), ` ${one.played}.`),
    h("p", { class: "better" }, h("b", {}, t("replay.better", { margin: one.margin })), ` ${one.better}.`),
    h("div", { class: "row" }, button(t("replay.there"), () => go(one.moment), { "data-moment": one.moment }),
      button(t("replay.tryout"), () => tryOut(one.moment, one.seat, one.line), { "data-line": one.line.join(",") })));
}

// What the first side was to expect, and what of that was play; the distance between the two lines is luck.
function curves(page, sides, last, go) {
  const lines = { expected: page.expected.map((one) => one[0]), play: page.play.map((one) => one[0]) };
  const all = [0, ...lines.expected, ...lines.play];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (moment) => (moment / Math.max(1, last)) * WIDE;
  const y = (points) => HIGH - ((points - low) / (high - low || 1)) * HIGH;
  const drawn = Object.entries(lines).map(([name, points]) => drawing("polyline", { class: `line ${name}`, points: points.map((one, at) => `${x(page.begins[at]).toFixed(1)},${y(one).toFixed(1)}`).join(" ") }));
  const marks = [...page.turns.map((one) => mark("swing", one)), ...page.mistakes.map((one) => mark("lost", one))];
  function mark(kind, { moment }) {
    return drawing("line", { class: `mark ${kind}`, x1: x(moment), x2: x(moment), y1: 0, y2: HIGH });
  }
  const label = t("replay.curves", { side: sides[0].name });
  const picture = drawing("svg", { viewBox: `0 -4 ${WIDE} ${HIGH + 8}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    drawing("line", { class: "zero", x1: 0, x2: WIDE, y1: y(0), y2: y(0) }), ...marks, ...drawn);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const pressed = ((event.clientX - box.left) / box.width) * last;
    go(nearest([...page.turns, ...page.mistakes].map((one) => one.moment), pressed));
  });
  return h("figure", {}, picture, h("figcaption", {}, label));
}

// The mark that was meant; where none is near, the moment itself.
function nearest(moments, pressed) {
  const [found] = [...moments].sort((one, other) => Math.abs(one - pressed) - Math.abs(other - pressed));
  return found !== undefined && Math.abs(found - pressed) < 6 ? found : Math.round(pressed);
}
