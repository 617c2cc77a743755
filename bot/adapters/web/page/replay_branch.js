// Another line of play from a moment of a record, against computer players: the actions of who plays it, as notation.

import { face, homeFirst } from "./cards.js";
import { button, h } from "./dom.js";
import { stillTicked } from "./ticks.js";
import { t } from "./words.js";

export class Branch {
  // play(line): ask the host for the line; drawn(): ticks have changed; end(): back to the record.
  constructor({ at, seat, play, drawn, end }) {
    Object.assign(this, { at, seat, play, drawn, end });
    this.line = [];
    this.controls = {};
    this.ticked = [];
    this.played = []; // what was ticked when the host was asked
    this.asks = false; // while it is asked there is no other play
    this.own = []; // how long the line was before each action of one's own
  }

  // What the host has answered: the line with what the computers did, and what may be done now; the hand before and after.
  heard({ line, controls }, before, after) {
    this.line = line;
    this.controls = controls;
    this.ticked = stillTicked(this.ticked, this.played, before, after);
  }

  async ask(line) {
    if (this.asks) return false;
    this.asks = true;
    this.played = [...this.ticked];
    const done = await this.play(line);
    this.asks = false;
    return done;
  }

  async do(action) {
    this.own.push(this.line.length);
    if (!(await this.ask([...this.line, action]))) this.own.pop();
  }

  async undo() {
    const length = this.own.pop();
    if (length !== undefined && !(await this.ask(this.line.slice(0, length)))) this.own.push(length);
  }

  tick(at) {
    this.ticked = this.ticked.includes(at) ? this.ticked.filter((one) => one !== at) : [...this.ticked, at];
    this.drawn();
  }

  chosen(hand) {
    return homeFirst(this.ticked.map((at) => hand[at])).join("");
  }

  // What can be pressed in the scene; only at the last moment it is one's turn.
  tools(hand) {
    const { controls } = this;
    return {
      ticked: this.ticked,
      tick: (at) => this.tick(at),
      meld: (number) => this.ticked.length && this.do(`a${number}:${this.chosen(hand)}`),
      stock: controls.draw ? () => this.do("d") : null,
      pile: controls.pick_up ? () => this.do("p") : null,
    };
  }

  row(hand) {
    const { controls, ticked } = this;
    const chosen = this.chosen(hand);
    const playing = Boolean(controls.discards) && !controls.draw && !controls.pick_up && !controls.decline;
    const taking = controls.draw || controls.pick_up || controls.decline;
    return h("div", { id: "branch" },
      h("p", {}, t("replay.branch.more")),
      playing && controls.suggestions.length ? h("div", { id: "suggestions" }, controls.suggestions.map((one) =>
        button([h("span", { class: "strip" }, one.cards.map((card) => face(card))), h("small", {}, one.meld ? `+ ${t("meld", { number: one.meld })}` : t("lay"))], () => this.do(one.action), { class: "suggestion", "data-action": one.action }))) : null,
      h("div", { class: "row" },
        taking ? [button(t("draw"), () => this.do("d"), { id: "draw", class: "main", disabled: !controls.draw }),
          button(t("pickup"), () => this.do("p"), { id: "pickup", class: "main", disabled: !controls.pick_up }),
          controls.decline ? button(t("decline"), () => this.do("n"), { id: "decline" }) : null] : null,
        playing ? [button(t("lay"), () => this.do(`m:${chosen}`), { id: "lay", class: "main", disabled: ticked.length < 3 }),
          button(t("discard"), () => this.do(`x:${chosen}`), { id: "discard", class: "main", disabled: ticked.length !== 1 })] : null,
        button("↶", () => this.undo(), { id: "undo", disabled: !this.own.length, "aria-label": t("undo"), title: t("undo") }),
        button(t("replay.branch.end"), this.end, { id: "endbranch" })));
  }
}
