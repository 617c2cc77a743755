// The settings of a table in its lobby, made from what the host offers: first what everybody chooses, the rest behind,
// and the house rules last.

import { button, byId, h } from "./dom.js";
import { render } from "./events.js";
import { deeds } from "./play.js";
import { answered, say } from "./requests.js";
import { app, tableHere } from "./state.js";
import { spoken, t } from "./words.js";

export const PACES = ["1600", "800", "300", "0"]; // milliseconds between two actions of computers
const LONG = 30; // signs: what a closed list shows on a telephone
const FIRST = ["clock", "match_minutes", "days"];

export function settings() {
  const { table } = app.view;
  const rest = table.settings.filter((one) => !FIRST.includes(one.name));
  return h("fieldset", { id: "settings" }, h("legend", {}, t("settings")),
    rules(table), counts(table),
    table.settings.filter((one) => FIRST.includes(one.name)).map(control), turnTime(table),
    h("details", { id: "more", open: app.moreOpen, ontoggle: (event) => (app.moreOpen = event.target.open) },
      h("summary", { id: "moresettings" }, t("more.settings")), rest.map(control)),
    house(table));
}

let last = Promise.resolve(); // the change that was sent last: the next one waits until it is answered, and what a button does

// What is refused is told, and the table's own value stands there again. Once another table is shown, or none, it is not made.
async function set(changes) {
  const [{ id }, table] = [document.activeElement, tableHere()]; // "" where what is written was taken away with its table
  last = last.then(answered).then(() => (table && tableHere() === table ? say(`set ${changes}`) : null));
  const answer = await last;
  if (answer?.done) return;
  const box = byId(id || "none"); // it may have been drawn anew meanwhile
  if (box) box.dataset.refused = "";
  render();
}

function choose(name, label, options, value, hint = "") {
  const isPicked = (one) => String(one.value) === String(value);
  const shown = row(name, label, hint, h("select", { id: `set-${name}`, "aria-describedby": hint && `hint-${name}`, onchange: (event) => set(`${name}=${event.target.value}`) },
    options.map((one) => h("option", { value: one.value, selected: isPicked(one) }, one.label))));
  shown.classList.add("choice");
  const words = String(options.find(isPicked)?.label ?? "");
  if (words.length > LONG && !hint.includes(words)) shown.append(h("p", { class: "hint chosen", "aria-hidden": "true" }, words)); // the list itself says it
  return shown;
}

function row(name, label, hint, ...inputs) {
  return h("div", { class: inputs.length > 2 ? "setting long" : "setting" }, h("label", { for: `set-${name}` }, label), h("span", { class: "inputs" }, inputs),
    hint && h("p", { id: `hint-${name}`, class: "hint" }, hint));
}

// --- the game --------------------------------------------------------------------------------------------------------

function rules(table) {
  const offers = app.about.offers[spoken()] ?? [];
  const options = offers.map((one) => ({ value: one.name, label: one.title }));
  return [
    choose("rules", t("rules.choice"), options, table.code, offers.find((one) => one.name === table.code)?.offer),
    button(t("rules.read"), deeds.rules, { id: "read", class: "quiet" }),
  ];
}

function counts(table) {
  const plain = (numbers) => numbers.map((one) => ({ value: one, label: one }));
  return [
    table.players_allowed.length > 1 && choose("players", t("players"), plain(table.players_allowed), table.players),
    !table.target && table.hands_allowed.length > 1 && choose("hands", t("hands"), plain(table.hands_allowed), table.hands),
  ];
}

function turnTime(table) {
  if (app.view.time.kind !== "turn") return null;
  const { printed, scale, seconds } = table.turn_clock;
  if (printed && !seconds) {
    const options = [1, 2, 3, 6].map((times) => ({ value: times, label: t(times === 1 ? "scale.one" : "scale.more", { times }) }));
    return choose("clock_scale", t("turn.time"), options, scale, t("turn.time.more"));
  }
  return number({ name: "turn_seconds", label: t("turn.time"), hint: "", unit: "seconds", low: 10, high: 3600, value: seconds });
}

// --- what the host offers --------------------------------------------------------------------------------------------

function control(setting) {
  const { name, label, hint, type } = setting;
  if (name === "pace") return pace(setting);
  if (setting.choices.length) return choose(name, label, setting.choices, setting.value, hint);
  if (type === "int") return number(setting);
  if (type === "zone") return zone(setting);
  if (type === "hours") return hours(setting);
  return row(name, label, hint, h("input", { id: `set-${name}`, value: setting.value === setting.off ? "" : setting.value,
    "aria-describedby": `hint-${name}`, autocomplete: "off", spellcheck: "false", onchange: (event) => set(`${name}=${event.target.value.replace(/\s+/g, "") || setting.off}`) }));
}

function number({ name, label, hint, unit, low, high, value }) {
  const send = (event) => set(`${name}=${event.target.value}`);
  const limits = [unit && t(`unit.${unit}`), `${low}–${high}`].filter(Boolean).join(", ");
  return row(name, label, hint,
    h("input", { id: `set-${name}`, type: "number", inputmode: "numeric", min: low, max: high, value, "aria-describedby": hint && `hint-${name}`, onchange: send }),
    h("small", {}, limits));
}

// Nobody thinks in milliseconds: the computers play at ease, or quickly.
function pace({ name, label, value }) {
  const known = PACES.includes(value) ? PACES : [value, ...PACES];
  return choose(name, label, known.map((one) => ({ value: one, label: PACES.includes(one) ? t(`pace.${one}`) : `${one} ${t("unit.ms")}` })), value);
}

function zone({ name, label, hint, value }) {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  const zones = known.includes(value) ? known : [value, ...known];
  return choose(name, label, zones.map((one) => ({ value: one, label: one.replaceAll("_", " ") })), value, hint);
}

function hours({ name, label, hint, value, off }) {
  const none = value === off;
  const [from, to] = none ? ["23:00", "08:00"] : value.split("-");
  const box = (id, at, end) => h("input", { id, type: "time", value: at, disabled: none, "aria-label": t(`hours.${end}`, { label }), onchange: send });
  const send = () => {
    const [first, last] = [`set-${name}`, `${name}-to`].map((id) => document.getElementById(id).value);
    if (!document.getElementById(`${name}-on`).checked) set(`${name}=${off}`);
    else if (first && last) set(`${name}=${first}-${last}`);
  };
  return row(name, label, hint,
    h("input", { id: `${name}-on`, type: "checkbox", checked: !none, "aria-label": label, onchange: send }),
    box(`set-${name}`, from, "from"), "–", box(`${name}-to`, to, "until"));
}

// --- house rules -----------------------------------------------------------------------------------------------------

const changed = (table) => table.house.filter((one) => one.value !== one.usual);

function house(table) {
  const count = changed(table).length;
  const usual = () => set(changed(table).map((one) => `${one.name}=${one.usual}`).join(" "));
  return h("details", { id: "house", open: app.houseOpen, ontoggle: (event) => (app.houseOpen = event.target.open) },
    h("summary", { id: "houserules" }, count ? t("house.changed", { count }) : t("house")),
    h("p", { class: "hint" }, t("house.more")),
    count ? button(t("house.reset"), usual, { id: "usual" }) : null,
    table.house.map(houseRule));
}

function houseRule(rule) {
  const shown = rule.type === "choice" ? choose(rule.name, rule.label, rule.choices, rule.value, rule.said) : number({ ...rule, hint: rule.said });
  shown.classList.add("rule");
  shown.classList.toggle("short", rule.choices.every((one) => one.label.length < 6));
  shown.classList.toggle("changed", rule.value !== rule.usual);
  return shown;
}

// For who does not sit here: how the table is set, in a line, and a line for each rule that is not the code's.
export function summary() {
  const { table } = app.view;
  const clock = table.settings.find((one) => one.name === "clock");
  const kind = clock?.choices.find((one) => one.value === clock.value)?.label ?? "";
  const length = table.target ? t("to.points", table) : `${t("hands")}: ${table.hands}`;
  const line = h("p", {}, [table.code_name, length, clock && `${clock.label}: ${kind}`].filter(Boolean).join(" · "));
  const own = changed(table).map((one) => h("li", {}, `${one.label} `, h("b", {}, one.words)));
  return h("section", { class: "summary" }, line, own.length ? [h("h2", {}, t("house")), h("ul", {}, own)] : null);
}
