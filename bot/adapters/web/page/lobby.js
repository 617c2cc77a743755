// The first screen, and the lobby of a table.

import { button, h } from "./dom.js";
import { inviteDialog, menu, narrowDialog } from "./dialogs.js";
import { LANGUAGES, app, deeds, language, prefer, preferred, say, wish } from "./table.js";
import { spoken, t } from "./words.js";

// --- first screen ----------------------------------------------------------------------------------------------------

function agreed() {
  return { rules: preferred("rules", "fibur"), pace: Number(preferred("pace", "800")) };
}

async function begin(want) {
  const name = document.getElementById("name").value.trim();
  if (name && name !== app.me?.name) {
    const answer = await wish("introduce", { name, language: spoken() });
    if (answer.done) app.me = { ...app.me, name };
  }
  const answer = await wish(want, agreed());
  return answer.done;
}

export async function openTable() {
  await begin("open");
}

export function home() {
  const offers = app.about.offers[spoken()] ?? [];
  const chosen = preferred("rules", "fibur");
  const offer = h("p", { id: "offer" }, offers.find((one) => one.name === chosen)?.offer);
  const rules = h("select", { id: "rules", onchange: (event) => {
    prefer("rules", event.target.value);
    offer.textContent = offers.find((one) => one.name === event.target.value)?.offer ?? "";
  } }, offers.map((one) => h("option", { value: one.name, selected: one.name === chosen }, one.title)));
  return h("div", { id: "home" },
    h("header", {}, h("h1", {}, "Burraco"), languages()),
    h("p", { class: "tagline" }, t("tagline")),
    button([t("play"), h("small", {}, t("play.more"))], () => begin("play"), { id: "play", class: "main huge" }),
    h("div", { class: "two" },
      button(t("open"), () => (app.about.wide ? openTable() : narrowDialog()), { id: "open" }),
      button(t("watch"), () => begin("watch"), { id: "watch" })),
    h("form", { class: "join", onsubmit: (event) => {
      event.preventDefault();
      wish("find", { label: document.getElementById("code").value });
    } },
      h("label", {}, t("join.code"), h("input", { id: "code", maxlength: "8", autocapitalize: "characters", autocomplete: "off", spellcheck: "false" })),
      h("button", { type: "submit" }, t("go"))),
    h("fieldset", {},
      h("label", {}, t("name"), h("input", { id: "name", maxlength: "24", value: app.me?.name ?? "", autocomplete: "nickname" })),
      h("label", {}, t("rules.choice"), rules),
      offer,
      h("label", {}, t("pace"), h("select", { id: "pace", onchange: (event) => prefer("pace", event.target.value) },
        ["1600", "800", "300", "0"].map((pace) => h("option", { value: pace, selected: preferred("pace", "800") === pace }, t(`pace.${pace}`))))),
      button(t("rules"), deeds.rules, { id: "read" })));
}

function languages() {
  return h("nav", { "aria-label": t("language") }, Object.keys(LANGUAGES).map((name) =>
    button(name.toUpperCase(), () => language(name), { class: "language", lang: name, "aria-pressed": String(spoken() === name), title: LANGUAGES[name] })));
}

// --- lobby -----------------------------------------------------------------------------------------------------------

export function lobby() {
  const { table, me, seats } = app.sight;
  return h("div", { id: "lobby" },
    h("header", {}, h("h1", {}, t("lobby", table)), button("☰", menu, { id: "menu", "aria-label": t("menu") })),
    h("p", {}, t("lobby.more"), " ", t("code.more", table)),
    h("div", { class: `chairs players-${table.players}` }, seats.map((seat) => chair(seat, me))),
    me.seat ? settings(table) : null,
    h("div", { class: "row" },
      table.opener ? button([t("start"), h("small", {}, t("start.more"))], () => say("start"), { id: "start", class: "main" }) : null,
      me.seat ? button(t("leave"), () => say("leave"), { id: "leave" }) : button(t("waiting"), () => say("join"), { id: "wait" })));
}

function chair(seat, me) {
  const own = seat.seat === me.seat;
  const controls = [];
  if (!seat.taken) {
    if (!me.seat) controls.push(button(t("sit"), () => say(`join ${seat.seat}`), { class: "main sit" }));
    else controls.push(
      button(t("invite"), () => invite(seat.seat), { class: "invite" }),
      button(t("computer.add"), () => say(`computer ${seat.seat}`), { class: "computer" }));
  } else if (seat.computer && me.seat) controls.push(button(t("remove"), () => say(`remove ${seat.seat}`)));
  else if (seat.computer && !me.seat) controls.push(button(t("sit"), () => say(`join ${seat.seat}`), { class: "main sit" }));
  return h("div", { class: `chair ${seat.seat} ${own ? "own" : ""}`, "data-seat": seat.seat },
    h("small", {}, seat.seat_name), h("b", {}, seat.taken ? seat.name : t("free"), own ? ` (${t("you")})` : ""),
    h("div", { class: "row" }, controls));
}

async function invite(seat) {
  const answer = await wish("invite", { table: app.sight.table.id, seat });
  if (answer.done) inviteDialog(answer.page.token);
}

function settings(table) {
  const offers = app.about.offers[spoken()] ?? [];
  return h("fieldset", {},
    h("label", {}, t("rules.choice"), h("select", { id: "rules", onchange: (event) => say(`set rules=${event.target.value}`) },
      offers.map((one) => h("option", { value: one.name, selected: one.name === table.code }, one.title)))),
    h("p", {}, offers.find((one) => one.name === table.code)?.offer),
    table.players_allowed.length < 2 ? null : h("label", {}, t("players"), h("select", { id: "players", onchange: (event) => say(`set players=${event.target.value}`) },
      table.players_allowed.map((number) => h("option", { value: number, selected: number === table.players }, number)))),
    table.target ? null : h("label", {}, t("hands"), h("select", { id: "hands", onchange: (event) => say(`set hands=${event.target.value}`) },
      table.hands_allowed.map((number) => h("option", { value: number, selected: number === table.hands }, number)))));
}
