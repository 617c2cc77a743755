// The pictures that chats are sent, in the browser: one's hand, the table, the score sheet, the moviola; how they look.

import { openAbout, title } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { toReplay } from "./identity.js";
import { dress, request, wire } from "./requests.js";
import { save } from "./saving.js";
import { app, tableHere } from "./state.js";
import { t } from "./words.js";

let shown = ""; // the address of the picture on the screen

function address(png) {
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
  if (shown) URL.revokeObjectURL(shown);
  shown = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
  return shown;
}

function kinds() {
  const { hand, score, table } = app.view;
  const playing = table.phase === "playing";
  return [playing && hand && "hand", "table", score && "score", score && !playing && "moviola"].filter(Boolean);
}

export async function pictureDialog(kind = kinds()[0]) {
  const answer = await request("picture", { kind });
  if (!answer.done) return;
  const { page } = answer;
  const url = address(page.png);
  openAbout(tableHere(), "picture", title(t("pictures")),
    h("nav", { class: "row" }, kinds().map((one) =>
      button(t(`picture.${one}`), () => pictureDialog(one), { class: "kind", "aria-pressed": String(one === kind), id: `picture-${one}` }))),
    h("img", { id: "picture", src: url, width: page.width, height: page.height, alt: page.alt }),
    h("div", { class: "row" },
      choice("theme", page.theme, page.themes, kind),
      choice("deck", page.deck, page.decks, kind),
      kind === "moviola" ? button(t("replay"), () => toReplay({ table: app.view.table.label, deal: app.view.score.deals.length, turn: "turning" }), { id: "frommoviola" }) : null,
      h("a", { href: url, download: `burraco-${app.view.table.label}-${kind}.png`, class: "save", onclick: page.address && ((event) => { event.preventDefault(); saveAnew(kind); }) }, t("picture.save"))),
    h("details", {}, h("summary", {}, t("picture.words")), h("pre", {}, page.alt)));
  byId(`picture-${kind}`)?.focus();
}

// Its address is good for minutes, and the picture may have been looked at for longer.
async function saveAnew(kind) {
  const { done, page } = await request("picture", { kind });
  if (done) save(page);
}

function choice(what, now, all, kind) {
  return h("label", {}, t(`picture.${what}`), h("select", { id: `picture-${what}`, onchange: async (event) => {
    await wire.request("introduce", { [what]: event.target.value });
    dress();
    pictureDialog(kind);
  } }, all.map((name) => h("option", { value: name, selected: name === now }, t(`look.${name}`)))));
}
