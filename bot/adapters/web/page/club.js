// The tournaments of this browser: those with which one has to do, the boards, and the form by which one is announced.

import { menu } from "./answers.js";
import { tournamentBoard } from "./tournament_boards.js";
import { closeDialog } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { form } from "./tournament_form.js";
import { welcomed } from "./identity.js";
import { offerLanguages, speakHere } from "./language.js";
import { renew } from "./renewal.js";
import { request, wire } from "./requests.js";
import { app } from "./state.js";
import { secret } from "./wire.js";
import { spoken, t } from "./words.js";

const changed = location.hash.slice(1); // whose announcement is changed, "" for a new one
let told = ""; // the language of the form

function hear(message) {
  if (message.type === "welcome") {
    welcomed(message);
    app.about = message;
    became(message.me);
    wire.request("show", { table: "" }); // the cards are on the other page
    renew(message.version, wire); // what is typed into the form is kept
  } else if (message.type === "me") became(message.me);
}

async function became(me) {
  app.me = me;
  await speakHere(me?.language);
  rename();
  own();
}

// In the language that is spoken now.
function rename() {
  byId("name").textContent = t("club");
  byId("ways").replaceChildren(h("a", { class: "button", href: "./" }, t("home")), button(t("club.boards"), tournamentBoard, { id: "toboards" }));
  if (told === spoken()) return;
  told = spoken();
  byId("announce").replaceChildren(form(changed));
}

// Tournaments have a page of their own; a series is asked by buttons.
async function own() {
  if (!app.me) return;
  const answer = await wire.request("club", {});
  const rows = (answer.page?.buttons ?? []).map(([label, line]) => {
    const [, what, id] = line.split(" ");
    return what === "series" ? button(label, () => ofSeries(id, ""), { class: "choice", "data-series": label })
      : h("a", { class: "button choice", href: `tournament.html#${id}`, "data-tournament": label }, label);
  });
  byId("own").hidden = !rows.length;
  byId("own").replaceChildren(h("h2", {}, t("club.own")), h("div", { class: "marks" }, rows));
}

async function ofSeries(id, words) {
  const answer = await request("club", { what: "series", words, tournament: id, delivery: secret() }, { quiet: true });
  if (!answer.done) return;
  menu(answer, (_, rest) => { closeDialog(); ofSeries(id, rest); });
}

wire.dial();
await offerLanguages(async (language) => {
  rename();
  if (app.me) await request("introduce", { language }, { quiet: true });
  wire.again();
});
wire.start({ heard: hear, state: (now) => { byId("link").textContent = now === "on" ? "" : t("offline"); } });
