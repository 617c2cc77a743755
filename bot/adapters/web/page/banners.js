// What stands above the table and asks for something, or tells something that does not happen every turn.

import { button, h } from "./dom.js";
import { mayCall, moment } from "./clock.js";
import { say } from "./requests.js";
import { scoreDialog } from "./score.js";
import { app } from "./state.js";
import { nextTable, toWait } from "./waiting.js";
import { t } from "./words.js";

const LATE = "latecomer";

export function banners() {
  const found = [...still(), ...pinged(), ...absent(), ...timeOver(), ...proposed(), ...objected(), ...told(), ...ended()];
  const { me, table } = app.view;
  const late = !me.seat && !me.waiting && table.phase === "playing" && latecomer();
  if (late || (!me.seat && !me.waiting && !found.length && table.phase === "playing")) found.push(banner(t("looking"), late));
  if (me.waiting && table.phase !== "closed") found.push(banner(t("is.waiting"), nextTable()));
  return h("div", { id: "banners" }, found);
}

// Whoever comes late has a way to a seat before them; at a table of one's own, or a tournament's, nobody waits for one.
function latecomer() {
  const { table } = app.view;
  return !table.tournament && !table.opener && toWait({ id: LATE });
}

export function banner(words, ...buttons) {
  const late = buttons.some((one) => one?.id === LATE);
  return h("div", { class: ["banner", buttons.some(Boolean) && "asks", late && "late"].filter(Boolean).join(" ") }, h("span", {}, words), ...buttons);
}

// What stands above the table, as classes of it: styles that looked for it themselves would have all styled anew whenever
// anything changes (`:has`).
export function toldBy(shown) {
  const [first] = shown.children;
  return [first && "tells", shown.querySelector(".asks") && "asks", shown.querySelector(".late") && "late"].filter(Boolean).join(" ");
}

function still() {
  const { me, table, time } = app.view;
  if (!table.paused) return [];
  if (table.tournament) return [banner(t("halted"))];
  const words = [table.adjourned ? "" : t("paused"), ...app.view.time_notices].filter(Boolean).join(" ");
  const until = time.resumes ? ` ${t("resumes", { moment: moment(time.resumes) })}` : "";
  return [banner(words + until, me.seat && button(t("resume"), () => say("resume"), { id: "resume", class: "main" }))];
}

// Whoever keeps the others waiting is called, and nobody else.
function pinged() {
  const { me, seats, table, time } = app.view;
  const said = time.reminded && time.kind !== "days"; // what is told says how long the table has waited
  const called = time.pinged && !said && !table.paused && !me.away && seats.some((seat) => seat.in_turn && seat.seat === me.seat);
  return called ? [h("div", { class: "banner asks", id: "pinged", role: "alert" }, h("span", {}, t("pinged", { name: me.name, label: table.label })))] : [];
}

function absent() {
  const { me, seats, table } = app.view;
  const silent = seats.find((seat) => seat.stand_in && seat.seat !== me.seat);
  return [
    me.away && banner(t("away"), button(t("return"), () => say("return"), { id: "return", class: "main" })),
    silent && me.seat && banner(t(table.tournament ? "silent.arbiter" : "silent", silent), !table.tournament && button(t("standin"), () => say("standin"), { id: "standin" })),
  ].filter(Boolean);
}

function timeOver() {
  if (!mayCall()) return [];
  const turn = app.view.seats.find((seat) => seat.in_turn);
  return [banner(t("time.over", turn), button(t("call"), () => say("call"), { id: "call", class: "main" }))];
}

function proposed() {
  const { me, proposal, time } = app.view;
  if (!proposal) return [];
  const { days } = proposal;
  const what = proposal.what === "adjourn" && days ? "days" : proposal.what;
  const facts = { name: proposal.by, time: what === "days" ? t(days === 1 ? "adjourn.day" : "adjourn.days", { days }) : time.more };
  const answers = me.seat && !proposal.mine && !me.away
    ? [button(t("agree"), () => say("agree"), { id: "agree", class: "main" }), button(t("object"), () => say("refuse"), { id: "object" })]
    : [h("small", {}, t("missing", { names: proposal.missing.join(", ") }))];
  if (proposal.own) answers.push(button(t("withdraw"), () => say("refuse"), { id: "withdraw" }));
  return [banner(t(`asked.${what}`, facts), ...answers)];
}

function objected() {
  return app.view.objection ? [h("div", { class: "banner no", id: "objection" }, h("span", {}, app.view.objection))] : [];
}

function told() {
  const { table } = app.view;
  const lines = table.paused ? [] : [...app.view.time_notices];
  if (table.tournament && !table.tournament.begun) lines.push(t("before.go"));
  return lines.map((line) => banner(line));
}

function ended() {
  const { score, table } = app.view;
  if (table.phase === "closed") return [banner([t("closed"), table.ended_by && t("closed.by", { name: table.ended_by })].filter(Boolean).join(" "))];
  if (!["pause", "over"].includes(table.phase) || !score) return [];
  return [banner([score.result || score.deals.at(-1).ended, score.note].join(" "), button(t("score"), () => scoreDialog(), { id: "sheet" }), ...onward())];
}

// What comes next can be wanted from here, too: whoever has put the sheet away need not look for it.
function onward() {
  const { me, score, table } = app.view;
  if (!me.seat || table.tournament || me.ready) return [];
  const again = table.phase === "over" || score.before;
  return [
    button(t(again ? "rematch" : "ready"), () => say(again ? "rematch" : "ready"), { id: "onward", class: "main" }),
    table.rematch && button(t("leave"), () => say("leave"), { id: "tonorematch" }),
  ];
}
