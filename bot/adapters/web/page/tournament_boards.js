// Boards of tournaments that are over: people, pairs, teams, by what they did in them.

import { button, byId, h } from "./dom.js";
import { open, title } from "./dialogs.js";
import { request } from "./requests.js";
import { save } from "./saving.js";
import { t } from "./words.js";

const BY = ["vp", "average", "matches", "wins", "mp"];
const KINDS = ["", "pairs", "teams", "individual", "singles", "threes"];
const PERIODS = ["ever", "season", "month", "week"];
const chosen = { by: "vp", kind: "", period: "ever", back: 0, page: 1 };

export async function tournamentBoard() {
  const answer = await request("leaderboard", { of: "tournaments", ...chosen });
  if (!answer.done) return;
  const page = answer.page.board;
  const turn = (facts) => () => { Object.assign(chosen, facts); tournamentBoard(); };
  const choice = (name, values, words) => h("label", {}, t(`boards.${name}`), h("select", { id: `board-${name}`,
    onchange: ({ target }) => turn({ [name]: target.value, back: 0, page: 1 })() },
  values.map((value) => h("option", { value, selected: chosen[name] === value }, words(value)))));
  const row = (cells, own) => h("tr", { class: own ? "mine" : "" }, cells.map((cell) => h("td", {}, cell)));
  open("boards", title(page.title),
    h("div", { class: "choices" }, choice("by", BY, (value) => t(`club.by.${value}`)), choice("kind", KINDS, (value) => t(`club.kind.${value || "people"}`)),
      choice("period", PERIODS, (value) => t(`boards.period.${value}`))),
    chosen.period === "ever" ? null : h("div", { class: "row" }, button(t("boards.earlier"), turn({ back: chosen.back + 1, page: 1 }), { id: "earlier" }),
      chosen.back ? button(t("boards.later"), turn({ back: chosen.back - 1, page: 1 }), { id: "later" }) : null),
    page.rows.length ? h("div", { class: "wide" }, h("table", { class: "ranking" },
      h("thead", {}, h("tr", {}, page.columns.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, page.rows.map((cells, place) => row(cells, place === page.marked)), page.mine.length ? row(page.mine, true) : null))) : null,
    h("p", { class: "hint" }, page.note),
    page.pages > 1 ? h("div", { class: "row" }, page.page > 1 ? button("‹", turn({ page: page.page - 1 }), { "aria-label": t("boards.before") }) : null,
      h("span", {}, `${page.page}/${page.pages}`), page.page < page.pages ? button("›", turn({ page: page.page + 1 }), { "aria-label": t("boards.after") }) : null) : null,
    h("p", {}, button(t("boards.file"), file, { id: "boardfile", class: "plain" })));
  byId("dialog").scrollTop = 0;
}

async function file() {
  const answer = await request("leaderboard", { of: "tournaments", ...chosen, csv: true }, { quiet: true });
  if (answer.done) save(answer.page);
}
