// The arbiter's rulings as a form: what happened, to whom; the line that a chat would write goes to the host.

import { ask } from "./dialogs.js";
import { h } from "./dom.js";
import { sideName, whole } from "./sheets.js";
import { t } from "./words.js";

const KINDS = ["late", "admit", "warn", "penalty", "away", "withdraw", "expel", "score", "replace", "recovery", "annul", "void", "timeout"];
const WARNINGS = ["deal", "fan", "count", "pozzetto", "mixing", "lateness", "ethics", "other"];
const SURE = ["away", "withdraw", "expel", "annul", "timeout"]; // what nobody wants by a slip
const MOST_BACK = 60; // minutes
const SHARED = /^\d{1,4}(?:[.,]\d{1,2}|\/[1-6])?$/; // Victory Points of three players: equal places have parts
const HIGHEST = { minutes: 180, points: 9999, vp: 999, mp: 999999, by: 999999 };
const typed = { kind: "late" }; // what is written stays while the desk is drawn anew
let round = 0; // in which it was written
let begun = false; // whether anything was
let written = 0; // how often

export function isBegun() {
  return begun;
}

// `rule(words)` sends it and answers whether it was taken; `refuse(words)` says what is wrong with it before that.
export function rulings(desk, rule, refuse) {
  const redraw = () => {
    const held = document.activeElement?.name;
    const again = rulings(desk, rule, refuse);
    element.replaceWith(again);
    again.elements[held]?.focus();
  };
  const give = async () => {
    const before = written;
    if (!await rule(words(desk))) return;
    begun = written > before; // what is written since stays
    if (!begun) Object.keys(typed).forEach((name) => name !== "kind" && delete typed[name]);
    redraw();
  };
  const element = h("form", {
    novalidate: true,
    oninput: ({ target }) => {
      if (target.name === "kind" && [target.value, typed.kind].some((one) => ["admit", "away"].includes(one))) delete typed.entry; // of others
      typed[target.name] = target.value;
      begun = true;
      written += 1;
      if (["kind", "entry"].includes(target.name)) for (const name of ["out", "by.0", "by.1"]) delete typed[name]; // of another
      if (["kind", "entry"].includes(target.name)) redraw();
    },
    onsubmit: async (event) => {
      event.preventDefault();
      const asked = [...element.elements].filter((field) => field.name);
      for (const field of asked) typed[field.name] = field.value || (field.options ? typed[field.name] : "");
      const wrong = asked.find(fault);
      for (const field of asked) field.setAttribute("aria-invalid", String(field === wrong));
      if (wrong) {
        refuse(fault(wrong));
        wrong.focus();
        return;
      }
      const its = round;
      const sure = () => { if (round === its) give(); }; // else it was dropped, and that was said
      if (SURE.includes(typed.kind)) ask(`${asked.map(shown).filter(Boolean).join(", ")}?`, t("desk.rule"), sure);
      else await give();
    },
  }, h("h2", {}, t("desk.ruling")), h("div", { class: "row" }, choice("kind", offered(desk).map((one) => [one, t(`desk.rule.${one}`)])), fields(desk),
    h("button", { type: "submit", class: "main" }, t("desk.rule"))));
  return element;
}

// What was begun in another round is dropped, for it was meant for that one; whether there was anything.
export function dropEarlier(desk) {
  const isDropped = begun && round !== desk.round;
  if (round !== desk.round) {
    Object.keys(typed).forEach((name) => delete typed[name]);
    typed.kind = KINDS[0];
    begun = false;
  }
  round = desk.round;
  return isDropped;
}

function offered(desk) {
  const fits = { admit: desk.entered.some(({ admitted }) => !admitted), away: desk.temporary };
  return KINDS.filter((one) => (fits[one] ?? true) || typed.kind === one);
}

function fields(desk) {
  const entry = (fits = () => true) => choice("entry", desk.entered.filter(fits).map(({ id, name }) => [id, `${id}. ${name}`]));
  const table = () => choice("table", desk.tables.filter(({ state }) => state !== "decided").map(({ table: number, lines }) => [String(number), `${number}. ${lines.join(" / ")}`]));
  const isShared = desk.sheet.sides === 3;
  const each = (name) => [...Array(desk.sheet.sides).keys()].map((side) => (isShared && name === "vp" ? shared : number)(`${name}.${side}`, `${t(`desk.field.${name}`)} ${sideName(side, desk.sheet)}`, name === "mp" ? -HIGHEST.mp : 0));
  switch (typed.kind) {
    case "late": return [entry(({ admitted }) => admitted), number("minutes", t("desk.field.minutes"), 1)];
    case "admit": return [entry(({ admitted }) => !admitted), number("minutes", t("desk.field.minutes"), 0)];
    case "warn": return [entry(), choice("category", WARNINGS.map((one) => [one, t(`desk.warn.${one}`)]))];
    case "penalty": return [entry(), (isShared ? shared : number)("points", t("desk.field.points"), 1), choice("unit", [["vp", "VP"], ["mp", "MP"]])];
    case "away": return [entry(({ id }) => playing(desk).includes(id)), ...byThen(desk)];
    case "withdraw":
    case "expel": return [entry(), ...byThen(desk)];
    case "score": return [table(), ...each("vp"), ...each("mp")];
    case "replace": return [entry(), choice("out", (chosenEntry(desk)?.players ?? []).map((name) => [name, name])), text("in"), text("reason")];
    case "recovery": return [table(), number("minutes", t("desk.field.minutes"), 1, MOST_BACK)];
    case "annul": return [table(), choice("deal", [...Array(desk.sheet.deals).keys()].map((deal) => [String(deal + 1), String(deal + 1)]))];
    case "void": return [choice("number", desk.voidable.map((one) => [String(one.number), one.words])), text("reason")];
    default: return [];
  }
}

// The points so far of a match that is left; nobody has to write any. Of tables of the chat the host knows them.
function byThen(desk) {
  if (!desk.leaves || !playing(desk).includes(typed.entry)) return [];
  return [0, 1].map((side) => number(`by.${side}`, `${t("desk.field.by")} ${sideName(side, desk.sheet)}`, -HIGHEST.by));
}

// The entries at tables that nothing has decided.
function playing(desk) {
  return desk.tables.filter(({ state }) => state !== "decided").flatMap(({ entries }) => entries.flatMap((line) => line.split(" ")));
}

function chosenEntry(desk) {
  return desk.entered.find(({ id }) => id === typed.entry) ?? desk.entered[0];
}

function words(desk) {
  const line = { ...typed };
  for (const name of Object.keys(line)) line[name] = name.includes(".") ? whole(line[name]) : line[name].trim();
  const points = (name) => [...Array(desk.sheet.sides).keys()].map((side) => line[`${name}.${side}`]).join("-");
  switch (line.kind) {
    case "late":
    case "admit": return `${line.kind} ${line.entry} ${line.minutes}`;
    case "warn": return `warn ${line.entry} ${line.category}`;
    case "penalty": return `penalty ${line.entry} ${line.points}${line.unit}`;
    case "away":
    case "withdraw":
    case "expel": return [line.kind, line.entry, ...(byThen(desk).length && line["by.0"] ? [`${line["by.0"]}-${line["by.1"]}`] : [])].join(" ");
    case "score": return `score ${line.table} ${points("vp")} ${points("mp")}`;
    case "replace": return `replace ${line.entry} ${line.out} = ${line.in}: ${line.reason}`;
    case "recovery": return `recovery ${line.table} ${line.minutes}`;
    case "annul": return `annul ${line.table} ${line.deal}`;
    case "void": return `void ${line.number} ${line.reason}`;
    default: return line.kind;
  }
}

// What stands in a field.
function shown(field) {
  return field.selectedOptions?.[0]?.textContent ?? field.value;
}

// What is wrong with a field, "" if nothing is.
function fault(field) {
  const value = field.inputMode === "numeric" ? whole(field.value) : field.value.trim();
  const name = field.getAttribute("aria-label");
  if (field.inputMode === "decimal") return SHARED.test(value) ? "" : t("desk.wrong.shared", { field: name });
  if (field.inputMode !== "numeric") return value ? "" : t("desk.wrong.empty", { field: name });
  if (field.name.startsWith("by.") && ["by.0", "by.1"].every((one) => !field.form.elements[one].value.trim())) return "";
  const { least, most } = field.dataset;
  const fits = /^-?\d{1,6}$/.test(value) && Number(value) >= Number(least) && Number(value) <= Number(most);
  return fits ? "" : t("desk.wrong.whole", { field: name, least, most });
}

// What was chosen and is offered no more is chosen anew: nothing else slips into its place.
function choice(name, options) {
  typed[name] ||= options[0]?.[0] ?? "";
  const gone = typed[name] && !options.some(([value]) => value === typed[name]);
  return h("select", { name, "aria-label": t(`desk.field.${name}`) },
    gone ? h("option", { value: "", selected: true, disabled: true }, "…") : null,
    options.map(([value, label]) => h("option", { value, selected: value === typed[name] }, label)));
}

function text(name, label = t(`desk.field.${name}`), more = {}) {
  return h("input", { name, value: typed[name] ?? "", placeholder: label, "aria-label": label, autocomplete: "off", ...more });
}

function shared(name, label) {
  return text(name, label, { inputmode: "decimal" });
}

function number(name, label, least, most = HIGHEST[name.split(".")[0]]) {
  return text(name, label, { inputmode: "numeric", "data-least": least, "data-most": most });
}
