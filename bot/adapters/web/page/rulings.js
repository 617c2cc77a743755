// The arbiter's rulings as a form: what happened, to whom; the line that a chat would write goes to the host.

import { h } from "./dom.js";
import { t } from "./words.js";

const KINDS = ["late", "warn", "penalty", "withdraw", "score", "replace", "void", "timeout"];
const WARNINGS = ["deal", "fan", "count", "pozzetto", "mixing", "lateness", "ethics", "other"];
const typed = { kind: "late" }; // what is written stays while the desk is drawn anew

// `rule(words)` sends it and answers whether it was taken.
export function rulings(desk, rule) {
  const redraw = () => element.replaceWith(rulings(desk, rule));
  const element = h("form", {
    oninput: ({ target }) => { typed[target.name] = target.value; if (target.name === "kind") redraw(); },
    onsubmit: async (event) => {
      event.preventDefault();
      for (const field of element.elements) if (field.name) typed[field.name] = field.value;
      if (!await rule(words())) return;
      Object.keys(typed).forEach((name) => name !== "kind" && delete typed[name]);
      redraw();
    },
  }, h("h2", {}, t("desk.ruling")), h("div", { class: "row" }, choice("kind", KINDS.map((one) => [one, t(`desk.rule.${one}`)])), fields(desk),
    h("button", { type: "submit", class: "main" }, t("desk.rule"))));
  return element;
}

function fields(desk) {
  const entry = () => choice("entry", desk.entered.map(({ id, name }) => [id, `${id}. ${name}`]));
  switch (typed.kind) {
    case "late": return [entry(), text("minutes", "numeric")];
    case "warn": return [entry(), choice("category", WARNINGS.map((one) => [one, t(`desk.warn.${one}`)]))];
    case "penalty": return [entry(), text("points", "numeric"), choice("unit", [["vp", "VP"], ["mp", "MP"]])];
    case "withdraw": return [entry()];
    case "score": return [text("table", "numeric"), text("vps"), text("mps")];
    case "replace": return [entry(), text("out"), text("in"), text("reason")];
    case "void": return [choice("number", desk.voidable.map((one) => [String(one.number), one.words])), text("reason")];
    default: return [];
  }
}

function words() {
  const line = { ...typed };
  for (const name of Object.keys(line)) line[name] = line[name].trim();
  switch (line.kind) {
    case "late": return `late ${line.entry} ${line.minutes}`;
    case "warn": return `warn ${line.entry} ${line.category}`;
    case "penalty": return `penalty ${line.entry} ${line.points}${line.unit}`;
    case "withdraw": return `withdraw ${line.entry}`;
    case "score": return `score ${line.table} ${line.vps} ${line.mps}`;
    case "replace": return `replace ${line.entry} ${line.out} = ${line.in}: ${line.reason}`;
    case "void": return `void ${line.number} ${line.reason}`;
    default: return line.kind;
  }
}

function choice(name, options) {
  const chosen = options.some(([value]) => value === typed[name]) ? typed[name] : options[0]?.[0] ?? "";
  return h("select", { name, "aria-label": t(`desk.field.${name}`) },
    options.map(([value, label]) => h("option", { value, selected: value === chosen }, label)));
}

function text(name, inputmode = "text") {
  return h("input", { name, inputmode, value: typed[name] ?? "", placeholder: t(`desk.field.${name}`), "aria-label": t(`desk.field.${name}`), autocomplete: "off" });
}
