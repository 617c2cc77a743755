// One's own hand, and what is done with it.

import { cardText as named } from "./cards.js";
import { ask } from "./dialogs.js";
import { tell } from "./events.js";
import { Hand } from "./hand.js";
import * as preview from "./preview.js";
import { command, fetchDialog, once, request, wire } from "./requests.js";
import { app, momentHere, preferred } from "./state.js";
import { refuse } from "./toast.js";
import { spoken, t } from "./words.js";

export const hand = new Hand({
  save: (order, ticked) => wire.request("arrange", { table: app.view.table.id, order, ticked }),
  changed: () => tell("ticked"),
  dropped: drop,
  over: preview.over,
  twice: (card) => Boolean(mayPlay()) && (discard(card), true),
});

// Cards do what it looks like where they were dropped, or it is said why not: by the host, if they could do it at all.
function drop(cards, under) {
  preview.hide();
  const on = (what) => under?.closest(what);
  if (on(".meld.mine")) command(`play a${on(".meld.mine").dataset.number}:${cards.join("")}`);
  else if (on(".side.mine")) cards.length < 3 ? refuse(t("drop.own")) : command(`play m:${cards.join("")}`);
  else if (on("#pile")) cards.length > 1 ? refuse(t("drop.pile")) : discard(cards[0]);
  else if (on(".others")) refuse(t("drop.theirs"));
  else if (on("#middle")) refuse(t("drop.stock"));
}

// It ends the turn: who wants to be asked first is.
export function discard(card) {
  const deed = () => command(`play x:${card}`);
  if (preferred("asks", "no") === "yes" && mayPlay()) ask(t("discard.sure", { card: named(card) }), t("discard"), deed, momentHere());
  else deed();
}

export function mayPlay() {
  return app.view?.controls?.discards && app.view.phase === "play";
}

export const deeds = {
  draw: () => command("play d"),
  pickup: () => command("play p"),
  decline: () => command("play n"),
  lay: () => command(`play m:${hand.ticked.join("")}`),
  add: (number) => command(`play a${number}:${hand.ticked.join("")}`),
  discard: () => discard(hand.ticked[0]),
  pile: () => (app.view.controls.pick_up ? deeds.pickup() : hand.ticked.length === 1 ? discard(hand.ticked[0]) : refuse(t(hand.ticked.length ? "drop.pile" : "tip.discard"))),
  suggestion: (action) => command(`play ${action}`),
  undo: () => command("back"),
  sort: () => wire.request("sort", { table: app.view.table.id, by: hand.bySuit ? "rank" : "suit" }),
  why: async () => {
    const answer = await request("why", { table: app.view.table.id, cards: hand.ticked.join("") });
    if (answer.done) fetchDialog("explain", "whyDialog", answer.page, hand.ticked);
  },
  hint: async (_, stage) => { // at which it was told where to look, where the play is wanted
    const about = momentHere();
    const answer = await once("hint", (delivery) => request("hint", { table: app.view.table.id, delivery, stage }));
    if (answer.done) fetchDialog("explain", "hintDialog", answer.page, about, () => deeds.hint(_, answer.page.stage));
  },
  explain: async () => {
    const answer = await request("explain", { table: app.view.table.id });
    if (answer.done) fetchDialog("explain", "explanationDialog", answer.page);
  },
  rules: async () => {
    const answer = await request("rules", { table: app.view?.table.id ?? "", name: preferred("rules", "fibur"), language: spoken() });
    if (answer.done) fetchDialog("explain", "rulesDialog", answer.page);
  },
};
