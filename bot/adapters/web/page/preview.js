// What dragged cards would do where they are now, shown before they are let go: the meld they would make, or why not.

import { h } from "./dom.js";
import { cards as strip } from "./melds.js";
import { wire } from "./requests.js";
import { app, momentHere } from "./state.js";

let asked = { about: "", lines: null }; // of which cards the host was asked, and what it said
let at = ""; // the action that is meant now

// The action by which cards are let go over an element; "" where they do nothing.
export function meant(cards, under) {
  const meld = under?.closest(".meld.mine");
  if (meld) return `a${meld.dataset.number}:${cards.join("")}`;
  if (under?.closest(".side.mine")) return cards.length > 2 ? `m:${cards.join("")}` : "";
  return under?.closest("#pile") && cards.length === 1 ? `x:${cards[0]}` : "";
}

export function over(cards, under) {
  const action = cards.length ? meant(cards, under) : "";
  if (action === at) return;
  at = action;
  if (!action) return hide();
  show();
  const about = `${momentHere()} ${cards.join("")}`;
  if (asked.about === about) return;
  asked = { about, lines: null };
  wire.request("why", { table: app.view.table.id, cards: cards.join("") }).then((answer) => {
    if (asked.about !== about || !answer.done) return;
    asked.lines = answer.page.lines;
    show();
  });
}

export function hide() {
  at = "";
  document.getElementById("preview")?.remove();
}

function show() {
  document.getElementById("preview")?.remove();
  const line = at && asked.lines?.find((one) => one.action.split(":")[0] === at.split(":")[0]);
  const target = at && place(at);
  if (!line || !target) return;
  const made = line.meld && h("span", { class: "made" }, strip(line.meld), h("small", {}, line.meld.kind_words || line.meld.name));
  const shown = h("div", { id: "preview", class: line.allowed ? "" : "refused", role: "status" }, line.allowed ? made || `✓ ${line.what}` : line.why);
  document.body.append(shown);
  const box = target.getBoundingClientRect();
  shown.style.left = `${Math.max(4, Math.min(innerWidth - shown.offsetWidth - 4, box.left + box.width / 2 - shown.offsetWidth / 2))}px`;
  shown.style.top = `${Math.max(4, box.top - shown.offsetHeight - 6)}px`;
}

function place(action) {
  if (action[0] === "a") return document.querySelector(`.meld.mine[data-number="${action.slice(1).split(":")[0]}"]`);
  return document.querySelector(action[0] === "m" ? ".side.mine .melds" : "#pile");
}
