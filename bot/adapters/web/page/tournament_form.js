// The form by which a tournament is announced, or its announcement changed. What is typed stays, in this browser, until it
// is announced; after each change the host says what it announces, or which field is wrong and why.

import { button, h } from "./dom.js";
import { named } from "./people.js";
import { once, wire } from "./requests.js";
import { spoken, t } from "./words.js";

const SELECTS = ["kind", "code", "cards", "duplicate", "start", "first"];
const FIRST = ["name", "kind", "code", "cards", "duplicate", "rounds", "deals", "qualifiers"];
const WHEN = ["open", "day", "weekly"];
const SEASON = ["best", "of", "final", "opens"];
const LAST = ["places", "check_in", "venue", "prizes"];
const MORE = ["closes", "scale", "window", "start", "first", "step"];
const NUMBERS = ["places", "check_in", "closes", "scale", "window", "step", "qualifiers", ...SEASON];
const HIDDEN = ["kind", "code", "cards", "duplicate", "qualifiers"]; // where they are not offered
const LONGEST = 400; // signs of a field

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

async function fill(facts) {
  const answer = await wire.request("form", facts);
  return { ...answer, page: answer.page?.form ?? {} };
}

// `tournament`: whose announcement is changed, "" for a new one.
export function form(tournament) {
  const kept = `form-${tournament}`;
  const draft = JSON.parse(localStorage.getItem(kept) ?? "{}");
  const fields = new Map();
  const said = h("p", { id: "wrong", role: "alert" });
  const lines = h("div", { id: "announced", "aria-live": "polite" });
  const fits = h("div", { id: "fits" });
  const go = h("button", { type: "submit", class: "main", id: "makeit" }, t(tournament ? "club.save" : "club.announce"));
  let last = 0;

  // What is sent: of the three ways to say when, the one that was chosen.
  function written() {
    const found = { ...draft };
    delete found.when;
    if (draft.when !== "day") { delete found.day; delete found.time; }
    if (draft.when !== "weekly") for (const name of ["weekly", ...SEASON]) delete found[name];
    if (draft.when === "open" && tournament) found.day = "-";
    return { ...found, zone, language: spoken(), tournament };
  }

  function keep(name, value) {
    if (value) draft[name] = value;
    else delete draft[name];
    localStorage.setItem(kept, JSON.stringify(draft));
  }

  // The same cards at every table are dealt by the host; real cards are no duplicate.
  function fit(name) {
    if (name === "duplicate" && draft.duplicate === "on") keep("cards", "dealt");
    if (name === "cards" && draft.cards === "real") keep("duplicate", "");
  }

  async function check() {
    const mark = ++last;
    const answer = await fill(written());
    if (mark === last) show(answer);
  }

  function show({ words, page }) {
    said.textContent = words;
    for (const [name, field] of fields) {
      field.parentElement.classList.toggle("bad", name === page.wrong);
      field.setAttribute("aria-invalid", String(name === page.wrong));
    }
    if (!page.choices) return;
    for (const [name, found] of Object.entries(page.choices)) offer(name, found, page.usual);
    for (const [name, label] of Object.entries(page.labels)) if (fields.has(name)) fields.get(name).parentElement.firstChild.textContent = label;
    const hints = { places: t("club.all"), check_in: t("club.minutes"), qualifiers: t("club.qualifiers.all"), ...page.usual };
    for (const [name, hint] of Object.entries(hints)) if (fields.get(name)?.tagName === "INPUT") fields.get(name).placeholder = hint;
    for (const name of [...FIRST, ...LAST, ...MORE]) fields.get(name).parentElement.hidden = HIDDEN.includes(name) && !page.offered.includes(name);
    lines.replaceChildren(...page.lines.map((line) => h("p", {}, line)));
    fits.replaceChildren(...(page.fits ? [h("p", {}, page.fits.words), button(t("club.fits"), take(page.fits), { id: "asmeasured" })] : []));
  }

  const take = ({ rounds, scale }) => () => {
    for (const [name, value] of Object.entries({ rounds, scale })) { fields.get(name).value = String(value); keep(name, String(value)); }
    check();
  };

  // The choices of a select, or what may be written where anything may be.
  function offer(name, found, usual) {
    const field = fields.get(name);
    if (!field) return;
    const label = (value, words) => (name === "cards" ? t(`club.cards.${value}`) : words);
    if (field.tagName === "SELECT") {
      const chosen = draft[name] || usual[name] || found[0]?.[0];
      field.replaceChildren(...found.map(([value, words]) => h("option", { value, selected: value === chosen }, label(value, words))));
    } else if (field.list) field.list.replaceChildren(...found.map(([value, words]) => h("option", { value }, words)));
  }

  function field(name, facts = {}) {
    const common = { name, id: `field-${name}`, "aria-describedby": "wrong", onchange: ({ target }) => { keep(name, target.value.trim()); fit(name); check(); } };
    const made = SELECTS.includes(name)
      ? h("select", common, name === "first" ? ["order", "lot"].map((value) => h("option", { value, selected: draft.first === value }, t(`club.first.${value}`))) : [])
      : h("input", { ...common, value: draft[name] ?? "", maxlength: String(LONGEST), autocomplete: "off", list: `choices-${name}`,
        inputmode: NUMBERS.includes(name) ? "numeric" : "text", oninput: ({ target }) => keep(name, target.value), ...facts });
    fields.set(name, made);
    return h("label", { class: `of-${name}` }, h("span", {}, name), made, SELECTS.includes(name) ? null : h("datalist", { id: `choices-${name}` }));
  }

  const weekly = field("weekly", { placeholder: t("club.weekly.example") });
  const parts = { day: [field("day", { type: "date", list: null }), field("time", { type: "time", list: null, placeholder: "21:00" })], weekly: [weekly, ...SEASON.map((name) => field(name))] };
  weekly.firstChild.textContent = t("club.weekly");
  const of = (when) => h("div", { class: "fields", id: `when-${when}` }, parts[when] ?? []);
  const turn = () => WHEN.forEach((when) => { element.querySelector(`#when-${when}`).hidden = (draft.when ?? "open") !== when; });
  const ways = WHEN.filter((when) => !tournament || when !== "weekly").map((when) => h("label", { class: "way" }, h("input", { type: "radio", name: "when", value: when, checked: (draft.when ?? "open") === when,
    onchange: () => { keep("when", when); turn(); check(); } }), t(`club.when.${when}`)));

  // Announced once, however often it is tapped; whatever is wrong is said, and everything stays.
  async function end() {
    go.disabled = true;
    const answer = await once(kept, (delivery) => fill({ ...written(), ends: true, delivery }));
    go.disabled = false;
    if (!answer.done) {
      if (!answer.page?.choices) said.textContent = answer.words || t("failed");
      else show(answer);
      (fields.get(answer.page?.wrong) ?? said).scrollIntoView({ block: "center" });
      fields.get(answer.page?.wrong)?.focus({ preventScroll: true });
      return;
    }
    localStorage.removeItem(kept);
    if (answer.page.announced) location.assign(`tournament.html#${answer.page.announced}`);
    else location.reload();
  }

  const element = h("form", { id: "form", novalidate: true, onsubmit: (event) => { event.preventDefault(); named(end); } },
    h("h2", {}, t(tournament ? "club.change" : "club.new")),
    h("div", { class: "fields" }, FIRST.map((name) => field(name))),
    h("fieldset", {}, h("legend", {}, t("club.when")), h("div", { class: "row" }, ways), WHEN.map(of)),
    h("div", { class: "fields" }, LAST.map((name) => field(name))),
    h("details", { open: MORE.some((name) => draft[name]) }, h("summary", {}, t("club.more")), h("div", { class: "fields" }, MORE.map((name) => field(name)))),
    fits, lines, said, h("div", { class: "row" }, go));
  turn();
  if (tournament) begin();
  else check();
  return element;

  // What is announced already stands in the fields, unless it was changed here before.
  async function begin() {
    const { words, page } = await fill({ zone, language: spoken(), tournament });
    if (!page?.usual) { said.textContent = words; return; }
    for (const [name, value] of Object.entries(page.usual)) if (!(name in draft) && fields.has(name)) { draft[name] = value; fields.get(name).value = value; }
    check();
  }
}
