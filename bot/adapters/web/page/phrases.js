// What is said at a table: a few phrases and no other text, for who wants to read them.

import { openAbout, title } from "./dialogs.js";
import { button, h } from "./dom.js";
import { request } from "./requests.js";
import { app, tableHere } from "./state.js";
import { t } from "./words.js";

// Whether there is somebody to say something to.
export function maySay() {
  return Boolean(app.view?.phrases?.length);
}

export function phrasesDialog() {
  const { phrases, table } = app.view;
  const tell = async (phrase, { target }) => {
    const answer = await request("say", { table: table.id, phrase }, { quiet: true });
    if (answer.done && target.isConnected) target.closest("dialog").close();
  };
  openAbout(tableHere(), "phrases", title(t("phrases")),
    h("div", { class: "items" }, phrases.map(({ phrase, words }) => button(words, (event) => tell(phrase, event), { "data-phrase": phrase }))),
    h("div", { class: "setting" }, h("label", { for: "mute" }, t("phrases.mute")),
      h("span", { class: "inputs" }, h("input", { id: "mute", type: "checkbox", checked: app.me?.muted, onchange: mute }))));
}

async function mute({ target }) {
  const answer = await request("introduce", { phrases: target.checked ? "off" : "on" }, { quiet: true });
  if (answer.done) app.me.muted = target.checked;
  else target.checked = !target.checked;
}
