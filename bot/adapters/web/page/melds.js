// What lies on the table: the melds of a side. A burraco has its last card across, as at a real table; the card that plays
// the matta says what it stands for.

import { face } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export const EITHER = "↔"; // what a matta stands for that may still go to either end
// What a burraco is called, where its words have no place: the fuller, the cleaner. All start with the same letters.
export const SIGNS = { sporco: "○", semipulito: "◐", pulito: "●", super: "★", reale: "♛" };

// A side with its melds; `add(number)` hears a press on one of them, which only one's own can have.
export function side(view, one, add) {
  const pairs = view.table.players === 4 && view.me.seat;
  const own = one.mine && view.me.seat;
  const title = pairs ? t(one.mine ? "ours" : "theirs") : own ? t("melds.mine") : t("melds.of", { side: one.side_name });
  const names = pairs || own ? title : [h("span", { class: "sidename" }, title), h("span", { class: "sideshort" }, one.side_name)];
  return h("section", { class: `side ${one.mine ? "mine" : "theirs"}`, "aria-label": title },
    h("h2", {}, names, h("span", { class: "sum", "data-tip": one.melds.length ? "sum" : null }, points(one)),
      one.pozzetto ? h("span", { class: "badge", title: t("pozzetto"), "data-tip": "badge" }, "✓", h("span", {}, ` ${t("pozzetto")}`)) : null),
    h("div", { class: "melds", "data-side": one.side },
      one.melds.length ? one.melds.map((meld) => strip(meld, one.mine && add)) : h("em", {}, t("nothing.laid"))));
}

function points(one) {
  const bonus = one.bonus ? `${one.bonus} + ` : "";
  return one.melds.length ? `${bonus}${one.points}` : "";
}

// A meld; `add(number)` hears a press on it.
export function strip(meld, add) {
  const label = `${t("meld", meld)}: ${meld.name}${meld.kind ? `, ${meld.kind_words}` : ""}`;
  const facts = { class: `meld ${add ? "mine" : ""} ${meld.kind}`, "data-number": meld.number, "data-tip": "meld", "aria-label": label };
  const inner = [cards(meld), h("small", {}, h("b", { class: "number" }, meld.number), meld.kind ? [sign(meld), ` ${meld.kind_words}`] : "")];
  return add
    ? h("button", { type: "button", ...facts, onclick: () => add(meld.number) }, inner)
    : h("div", { role: "group", ...facts }, inner);
}

function sign(meld) {
  return h("b", { class: "sign", "aria-hidden": "true" }, SIGNS[meld.kind]);
}

// The cards of a meld as they lie.
export function cards(meld) {
  let matta = meld.matta;
  return h("span", { class: "strip" }, meld.cards.map((card, place) => {
    const plays = card === matta;
    if (plays) matta = "";
    const across = meld.kind && place === meld.cards.length - 1;
    const found = face(card, { class: [plays && "matta", across && "across"].filter(Boolean).join(" ") });
    if (plays) found.append(h("small", { class: "stands" }, meld.stands_for || EITHER));
    return found;
  }));
}
