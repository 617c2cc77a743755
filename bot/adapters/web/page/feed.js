// What everybody at the table sees happen, in words: beside the table where there is room, else as a sheet over it.

import { chatButton, unread } from "./chat.js";
import { byId, button, h } from "./dom.js";
import { openAbout, title } from "./dialogs.js";
import { render } from "./events.js";
import { maySay, phrasesDialog } from "./phrases.js";
import { app, prefer, preferred, tableHere } from "./state.js";
import { t } from "./words.js";

const ROOM = matchMedia("(min-width: 64rem)");
ROOM.addEventListener("change", () => app.view && render());

export function panel() {
  return ROOM.matches && preferred("feed", "yes") === "yes"
    ? h("aside", { id: "feed", "aria-label": t("feed") },
      h("header", {}, h("h2", {}, t("feed")), button("✕", toggle, { class: "close", id: "feedclose", "aria-label": t("close") })), speech("tochat"), lines())
    : null;
}

export function toggle() {
  if (!ROOM.matches) {
    openAbout(tableHere(), "feed", title(t("feed")), speech("feedchat"), lines());
    toEnd(byId("dialog").querySelector("ol"));
    return;
  }
  prefer("feed", preferred("feed", "yes") === "yes" ? "no" : "yes");
  render();
}

// What is said stands among what happens, and is said from there.
function speech(id) {
  const said = [chatButton(id), maySay() && button(t("phrases"), phrasesDialog, { id: "tophrases" })].filter(Boolean);
  return said.length ? h("div", { class: "speech" }, said) : null;
}

export function opener() {
  const shown = ROOM.matches && preferred("feed", "yes") === "yes";
  return button(t("feed.short"), toggle, { id: "feedbutton", class: unread() ? "fresh" : "", title: t("feed"), "aria-expanded": String(shown) });
}

function lines() {
  const { feed, since, now, table } = app.view;
  const fresh = feed.length - since.length; // these came after one's own last turn
  const mark = app.view.me.seat && fresh > 0 && since.length;
  const shown = feed.map((line, place) => h("li", { class: place >= fresh ? "fresh" : "" }, line));
  if (mark) shown.splice(fresh, 0, h("li", { class: "mark" }, t("since")));
  return h("ol", { tabindex: "0" },
    table.drawn.length ? h("li", { class: "mark" }, t("drawn.title")) : null,
    table.drawn.map((line) => h("li", { class: "drawn" }, line)), shown, now ? h("li", { class: "now" }, now) : null,
    feed.length || now || table.drawn.length ? null : h("li", {}, t("feed.empty")));
}

// --- kept over a new drawing of the screen ---------------------------------------------------------------------------

export function place() {
  const list = byId("feed")?.querySelector("ol");
  return list && list.scrollTop + list.clientHeight < list.scrollHeight - 8 ? list.scrollTop : -1; // -1: at the end
}

export function restore(place) {
  const list = byId("feed")?.querySelector("ol");
  if (list) place < 0 ? toEnd(list) : (list.scrollTop = place);
  const dialog = byId("dialog");
  if (dialog.open && dialog.className === "feed" && app.view.feed) {
    const old = dialog.querySelector("ol");
    const [at, end] = [old.scrollTop, old.scrollTop + old.clientHeight >= old.scrollHeight - 8];
    old.replaceWith(lines());
    const list = dialog.querySelector("ol");
    end ? toEnd(list) : (list.scrollTop = at);
  }
}

function toEnd(list) {
  list.scrollTop = list.scrollHeight;
}

// The last line, and whose turn it is, spoken by screen readers: their places on the page stay, only the texts change.
export function announce() {
  const { view } = app;
  const last = view?.objection || (view?.feed ? view.now || view.feed.at(-1) || "" : "");
  const turn = view?.controls?.draw || view?.controls?.pick_up ? byId("status")?.textContent ?? "" : "";
  for (const [id, words] of [["live", last], ["liveturn", turn]]) {
    if (byId(id).textContent !== words) byId(id).textContent = words;
  }
}
