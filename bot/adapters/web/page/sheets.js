// The sheet of one table as a form: what is typed stays until it is entered, through breaks, new rounds and a reload.

import { ask } from "./dialogs.js";
import { button, h } from "./dom.js";
import { t } from "./words.js";

const NUMBER = /^-?\d{1,6}$/;
const MINUS = /^[−–—]/; // as telephones and word processors write it

// `form`: how many deals, tables of a team, sides, and whether equal totals need a winner. `draft`: what was typed, which
// `keep` stores. `enter(words)` sends a sheet and answers whether it was taken; `refuse(words)` says why it is not sent.
export function sheetForm(form, draft, { keep, enter, refuse, corrects }) {
  const rows = [...Array(form.deals * form.tables).keys(), "sum"];
  const cell = (row, side) => h("input", {
    inputmode: "numeric", autocomplete: "off", name: `${row}.${side}`, value: draft[`${row}.${side}`] ?? "",
    "aria-label": `${label(row, form)} ${sideName(side, form)}`,
  });
  const grid = h("div", { class: "numbers" }, h("span", {}), sides(form).map((side) => h("span", {}, sideName(side, form))),
    rows.flatMap((row) => [h("span", {}, label(row, form)), ...sides(form).map((side) => cell(row, side))]));
  grid.style.setProperty("--sides", form.sides);
  const winner = form.ties && h("select", { name: "winner", "aria-label": t("desk.winner") },
    ["", "NS", "EW"].map((one) => h("option", { value: one, selected: (draft.winner ?? "") === one }, one || t("desk.winner"))));
  const reason = corrects && h("input", { name: "reason", value: draft.reason ?? "", placeholder: t("correct.reason"), "aria-label": t("correct.reason") });
  const send = async () => {
    const words = written(draft, form, refuse);
    for (const input of grid.querySelectorAll("input")) input.setAttribute("aria-invalid", String(!words && isWrong(input, draft, form)));
    if (!words) {
      grid.querySelector("[aria-invalid=true]")?.focus();
      return;
    }
    if (corrects && !(draft.reason ?? "").trim()) {
      refuse(t("desk.wrong.empty", { field: t("correct.reason") }));
      reason.focus();
      return;
    }
    const line = [words, draft.winner, corrects && `: ${draft.reason.trim()}`].filter(Boolean).join(" ");
    const sent = { ...draft };
    const sure = async () => { if (await enter(line)) clear(element, draft, sent, keep); };
    const filled = rows.filter((row) => row !== "sum" && draft[`${row}.0`]);
    if (filled.length && filled.length < rows.length - 1) ask(t("desk.partly", { count: filled.length, all: rows.length - 1 }), t("desk.enter"), sure);
    else await sure();
  };
  let last = null; // the number that is written
  const sign = () => {
    if (!last?.value.trim()) return;
    last.value = whole(last.value).startsWith("-") ? whole(last.value).slice(1) : `-${whole(last.value)}`;
    last.dispatchEvent(new Event("input", { bubbles: true }));
    last.focus();
  };
  const element = h("form", { oninput: ({ target }) => { draft[target.name] = target.value; keep(); },
    onfocusin: ({ target }) => { if (target.inputMode === "numeric") last = target; },
    onsubmit: (event) => { event.preventDefault(); send(); } },
  grid, winner, reason, h("div", { class: "row" }, button("+/−", sign, { class: "sign", "aria-label": t("desk.sign"), title: t("desk.sign") }),
    h("button", { class: "main", type: "submit" }, corrects ? t("desk.correct") : t("desk.enter"))));
  return element;
}

// A number as it was typed, with a sign that the host reads.
export function whole(text = "") {
  return text.trim().replace(MINUS, "-");
}

// No whole number, or none where the other side of the same deal or a later deal has one.
function isWrong({ name, value }, draft, form) {
  const [row] = name.split(".");
  return value.trim() ? !NUMBER.test(whole(value)) : isBegun(row, draft, form) || isLeftOut(row, draft, form);
}

function isBegun(row, draft, form) {
  return sides(form).some((side) => (draft[`${row}.${side}`] ?? "").trim());
}

// An empty deal before another of the same table: only the last ones are not played.
function isLeftOut(row, draft, form) {
  if (row === "sum" || isBegun(row, draft, form)) return false;
  const later = form.deals - 1 - row % form.deals;
  return [...Array(later).keys()].some((at) => isBegun(Number(row) + 1 + at, draft, form));
}

// What was sent stands there no longer; what was typed since does.
function clear(element, draft, sent, keep) {
  for (const name of Object.keys(sent)) if (draft[name] === sent[name]) delete draft[name];
  fill(element, draft);
  keep();
}

// The fields of a form say what its draft does; what says it already is not touched, as somebody may write in it.
export function fill(element, draft) {
  for (const field of element.querySelectorAll("input, select")) if (field.value !== (draft[field.name] ?? "")) field.value = draft[field.name] ?? "";
}

function sides(form) {
  return [...Array(form.sides).keys()];
}

export function sideName(side, form) {
  return form.sides === 2 ? t(side ? "desk.ew" : "desk.ns") : String(side + 1);
}

function label(row, form) {
  if (row === "sum") return "Σ";
  const deal = String((row % form.deals) + 1);
  return form.tables > 1 ? `${"AB"[Math.floor(row / form.deals)]}${deal}` : deal;
}

// The sheet as it is written in a chat, "" for one that cannot be sent; sums that are written beside deals must be theirs.
function written(draft, form, refuse) {
  const line = (row) => sides(form).map((side) => whole(draft[`${row}.${side}`]));
  const all = [...Array(form.deals * form.tables).keys()].map(line);
  const sum = line("sum");
  const isWhole = [...all, sum].every((one) => one.every((text) => NUMBER.test(text)) || one.every((text) => !text));
  const filled = all.filter((one) => one[0]);
  if (!isWhole || all.some((_, row) => isLeftOut(row, draft, form)) || (!filled.length && !sum[0])) return refuse(t("desk.numbers"));
  if (!filled.length) return `=${sum.join("-")}`;
  const sums = sides(form).map((side) => String(filled.reduce((so, one) => so + Number(one[side]), 0)));
  if (sum[0] && sum.some((text, side) => Number(text) !== Number(sums[side]))) return refuse(t("desk.sums", { sums: sums.join(" – ") }));
  if (filled.length === 1) return `=${filled[0].join("-")}`;
  const blocks = [...Array(form.tables).keys()].map((at) => all.slice(at * form.deals, (at + 1) * form.deals).filter((one) => one[0]));
  return blocks.map((block) => block.map((one) => one.join("-")).join(" ")).join(" | ");
}

