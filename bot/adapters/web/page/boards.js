// Matches that have ended: leaderboards of this host, players' cards, partners, one's history with records to download.

import { button, byId, h } from "./dom.js";
import { ask, open, title } from "./dialogs.js";
import { toReplay } from "./identity.js";
import { plansDialog } from "./plans.js";
import { leavePage, request } from "./requests.js";
import { save } from "./saving.js";
import { app } from "./state.js";
import { t } from "./words.js";

const BY = ["vp", "average", "matches", "wins", "mp", "clean", "closings", "rating"];
const KINDS = ["pairs", "threes", "singles"];
const PERIODS = ["ever", "season", "month", "week"];
// No kind: the first of which there are results.
const USUAL = { by: "vp", kind: "", scope: "channel", place: "", period: "ever", back: 0, practice: false, page: 1 };
const chosen = { ...USUAL };
let shown = USUAL; // the choices of the last board that there was
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

export function boardsMenu() {
  open("boards", title(t("boards")), h("div", { class: "items" },
    button(t("boards.board"), boardDialog, { id: "toboard" }),
    button(t("boards.card"), () => cardDialog(""), { id: "tocard" }),
    button(t("boards.partners"), partnersDialog, { id: "topartners" }),
    button(t("boards.history"), () => historyDialog(1), { id: "tohistory" }),
    button(t("replay.file"), () => toReplay({}), { id: "tofile" }),
    button(t("boards.csv"), () => file("csv"), { id: "tocsv" }),
    button(t("plans"), plansDialog, { id: "toplans" }),
    button(t("export"), () => file("export"), { id: "toexport" }),
    button(t("erase"), eraseDialog, { id: "toerase", class: "grave" })));
}

async function file(want, facts = {}) {
  const answer = await request(want, facts);
  if (answer.done) save(answer.page);
}

function choice(name, values, again, picked = chosen[name]) {
  return h("label", {}, t(`boards.${name}`), h("select", { id: `board-${name}`, onchange: (event) => {
    Object.assign(chosen, { [name]: event.target.value, back: 0, page: 1 });
    again();
  } }, values.map((value) => h("option", { value, selected: picked === value }, t(`boards.${name}.${value}`)))));
}

// Of this host, or of a channel in which one has played, or of its server.
function scopes(places) {
  if (!places.length) return null;
  const values = [["channel", "", t("boards.host")], ...places.flatMap(({ place, name }) => [["channel", place, name], ["group", place, t("boards.server", { name })]])];
  return h("label", {}, t("boards.scope"), h("select", { id: "board-scope", onchange: (event) => {
    const [scope, place] = values[event.target.selectedIndex];
    Object.assign(chosen, { scope, place, back: 0, page: 1 });
    boardDialog();
  } }, values.map(([scope, place, name]) => h("option", { selected: chosen.scope === scope && chosen.place === place }, name))));
}

// `kind`: a class for the table; what stands over a column goes with each cell where a row is laid out by itself.
function table(page, cell, kind = "") {
  const row = (cells, id, own) => h("tr", { class: own ? "mine" : "" }, cells.map((text, column) => h("td", { "data-head": page.columns[column] }, cell(text, column, id))));
  if (!page.rows.length) return h("p", {}, page.note);
  return h("div", { class: "wide" }, h("table", { class: `ranking ${kind}` },
    h("thead", {}, h("tr", {}, page.columns.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, page.rows.map((cells, place) => row(cells, page.ids[place], place === page.marked)),
      page.mine.length ? row(page.mine, "", true) : null)));
}

function turn(page, go) {
  const to = async (number) => {
    await go(number);
    byId("dialog").scrollTop = 0;
  };
  return page.pages > 1 ? h("div", { class: "row" },
    page.page > 1 ? button("‹", () => to(page.page - 1), { "aria-label": t("boards.before") }) : null,
    h("span", {}, `${page.page}/${page.pages}`),
    page.page < page.pages ? button("›", () => to(page.page + 1), { "aria-label": t("boards.after") }) : null) : null;
}

const same = (one, other) => Object.keys(USUAL).every((name) => one[name] === other[name]);

// Where there is no such board, the one before comes back; where that is gone too, the usual one.
async function boardDialog() {
  const asked = { ...chosen };
  const answer = await request("leaderboard", asked);
  if (!answer.done) {
    const before = same(asked, shown) ? USUAL : shown;
    if (!same(asked, chosen) || same(asked, before)) return;
    Object.assign(chosen, before);
    await boardDialog();
    return;
  }
  shown = asked;
  const page = answer.page.board;
  const card = (text, column, id) => (column === 1 && id ? button(text, () => cardDialog(id), { class: "plain" }) : text);
  open("boards", title(page.title),
    h("div", { class: "choices" }, scopes(answer.page.places), choice("by", BY, boardDialog), choice("kind", KINDS, boardDialog, page.kind), choice("period", PERIODS, boardDialog),
      h("label", { class: "practice" }, h("input", { type: "checkbox", id: "board-practice", checked: chosen.practice,
        onchange: (event) => { chosen.practice = event.target.checked; boardDialog(); } }), h("span", {}, t("boards.practice")))),
    chosen.period === "ever" ? null : h("div", { class: "row" },
      button(t("boards.earlier"), () => { chosen.back += 1; boardDialog(); }, { id: "earlier" }),
      chosen.back ? button(t("boards.later"), () => { chosen.back -= 1; boardDialog(); }, { id: "later" }) : null),
    table(page, card), page.note && page.rows.length ? h("p", { class: "hint" }, page.note) : null,
    turn(page, (number) => { chosen.page = number; return boardDialog(); }),
    h("p", {}, button(t("boards.file"), () => file("leaderboard", { ...chosen, kind: page.kind, csv: true }), { id: "boardfile", class: "plain" }),
      chosen.place ? button(t("boards.csv.place"), () => file("csv", { place: chosen.place }), { id: "placefile", class: "plain" }) : null));
}

// Somebody's card, with how one stands against them; "" is one's own.
async function cardDialog(person) {
  const answer = await request("stats", { of: person });
  if (!answer.done) return;
  const { name, kinds, notes, own, empty } = answer.page.player;
  open("boards", title(name), empty ? h("p", {}, empty) : null,
    kinds.map((kind) => h("section", {}, h("h3", {}, kind.title),
      h("dl", { class: "figures" }, kind.figures.map(([caption, figure]) => h("div", {}, h("dt", {}, caption), h("dd", {}, figure)))),
      kind.form.length ? h("p", { class: "form" }, `${t("boards.form")}: ${kind.form.map((sign) => (sign > 0 ? "+" : sign < 0 ? "−" : "=")).join(" ")}`) : null)),
    notes.map((line) => h("p", {}, line)),
    own.length ? h("section", { id: "ownplay" }, h("h3", {}, t("boards.own")), own.map((line) => h("p", {}, line))) : null,
    h("p", {}, button(t(person ? "boards.together" : "boards.history"), () => historyDialog(1, person), { id: "cardmatches", class: "plain" })),
    kinds.length ? h("p", {}, button(t("boards.file"), () => file("stats", { of: person, csv: true }), { id: "cardfile", class: "plain" })) : null);
}

async function partnersDialog() {
  const answer = await request("partners");
  if (!answer.done) return;
  const page = answer.page.board;
  open("boards", title(page.title), table(page, (text, column, id) => (column === 1 ? button(text, () => cardDialog(id), { class: "plain" }) : text)));
}

// One's own matches; `beside`: those alone that this person played, too.
export async function historyDialog(number, beside = "") {
  const answer = await request("history", { page: number, zone, beside });
  if (!answer.done) return;
  const page = answer.page.board;
  const last = page.columns.length - 1;
  const record = (text, column, id) => (column === last
    ? [button(text, () => file("replay", { match: id }), { class: "plain", "data-match": id, title: t("record") }),
      button(t("replay.see"), () => toReplay({ match: id, deal: 1 }), { class: "plain", "data-replay": id }),
      button(t("boards.verify"), () => verify(id), { class: "plain" }),
      button(t("correct"), () => resultDialog(id), { class: "plain", "data-result": id })]
    : text);
  open("boards", title(page.title), table(page, record, "history"), page.note && page.rows.length ? h("p", { class: "hint" }, page.note) : null, turn(page, (other) => historyDialog(other, beside)));
}

async function verify(match) {
  const answer = await request("verify", { match });
  if (answer.words) open("boards", title(t("boards.verify")), answer.words.split("\n").map((line) => h("p", { class: "seed" }, line)));
}

// How a match stands, and what was corrected; who played it may propose another result, and agree to one.
export async function resultDialog(match) {
  const answer = await request("correct", { match }, { quiet: true });
  if (!answer.done) return;
  const { stands, corrections, people, sides, totals, may, changed, pending } = answer.page;
  open("boards", title(`${match}: ${stands}`), people.map((names, place) => h("p", {}, `${sides[place]}: ${names}`)), corrections.map((line) => h("p", {}, line)),
    pending.words ? h("p", { id: "pending" }, pending.words) : null,
    pending.word ? button(t("correct.agree"), () => agree(pending.word), { id: "agree", class: "main" }) : null,
    may ? h("form", { id: "correction", onsubmit: (event) => { event.preventDefault(); correct(match, sides, event.submitter.id); } },
      h("p", {}, t("correct.more")),
      h("div", { class: "row" }, sides.map((side, place) => h("label", {}, side,
        h("input", { id: `side-${side}`, type: "number", inputmode: "numeric", step: "5", min: "-99995", max: "99995", value: totals[place] })))),
      h("label", {}, t("correct.reason"), h("input", { id: "correctreason", maxlength: "200", autocomplete: "off", required: true })),
      h("div", { class: "row" }, h("button", { type: "submit", id: "correct", class: "main" }, t("correct.yes")),
        changed ? h("button", { type: "submit", id: "played" }, t("correct.played")) : null,
        h("button", { type: "submit", id: "annul", class: "grave" }, t("correct.annul")))) : null);
}

async function agree(word) {
  const answer = await request("correct", { word });
  if (answer.done) historyDialog(1);
}

// It is asked once more, with the word that the first answer names.
async function correct(match, sides, how) {
  const totals = how === "annul" || how === "played" ? how : sides.map((side) => `${side} ${byId(`side-${side}`).value || 0}`).join(" ");
  const answer = await request("correct", { match, totals, reason: byId("correctreason").value }, { quiet: true });
  if (!answer.page?.word) return;
  ask(answer.words.split("\n")[0], t("correct.yes"), async () => {
    const done = await request("correct", { word: answer.page.word });
    if (done.done) historyDialog(1);
  });
}

// The first answer names the word that the second request must carry.
async function eraseDialog() {
  const answer = await request("erase", {}, { quiet: true });
  if (!answer.page?.word) return;
  ask(t("erase.sure"), t("erase"), async () => {
    const done = await request("erase", { word: answer.page.word });
    if (!done.done) return;
    localStorage.removeItem("name"); // who plays on here is somebody new
    app.me = null;
    byId("screen").replaceChildren(); // the first page shows whose it was
    leavePage();
  });
}
