// The lobby of a table: who sits where, who else may come, the settings, and the start.

import { banner } from "./banners.js";
import { chatButton } from "./chat.js";
import { brief, countdown } from "./clock.js";
import { button, byId, h } from "./dom.js";
import { menu } from "./menu.js";
import { copied, inviteDialog, named, tableLinkDialog } from "./people.js";
import { request, say } from "./requests.js";
import { settings, summary } from "./settings.js";
import { app, tableHere } from "./state.js";
import { nextTable, toWait } from "./waiting.js";
import { t } from "./words.js";

export function lobby() {
  const { table, me, seats, time_notices: notices } = app.view;
  return h("div", { id: "lobby" },
    h("header", {}, h("h1", {}, t("lobby", table)), button("☰", menu, { id: "menu", "aria-label": t("menu") })),
    notices.length ? h("div", { id: "banners" }, notices.map((line) => banner(line))) : null,
    h("p", { class: "code" }, h("span", {}, t("lobby.code")), button([h("b", {}, table.label), h("small", {}, t("copy"))], copyCode, { id: "copycode" }),
      table.tournament ? null : button(t("address"), tableLinkDialog, { id: "tablelink", "aria-label": t("table.link") })),
    h("div", { class: `chairs players-${table.players}` }, seats.map((seat) => chair(seat, me))),
    h("p", { class: "hint" }, hint(), " ", expiry()),
    table.hints ? h("p", { id: "hintsallowed", class: "hint" }, t("lobby.hints")) : null,
    h("div", { class: "row" },
      table.opener ? button([t("start"), seats.every((seat) => seat.taken) ? null : h("small", {}, t("start.more"))], () => say("start"), { id: "start", class: "main" }) : null,
      chatButton("lobbychat"),
      me.seat ? button(t("leave"), () => say("leave"), { id: "leave" }) : null),
    waiting(),
    me.seat ? settings() : summary());
}

// What is to be done here: to sit down, and then to wait for whoever starts.
function hint() {
  const { table, me, seats } = app.view;
  if (!me.seat && seats.every((seat) => seat.person)) return t("lobby.full");
  if (!me.seat) return t(new Set(seats.map((seat) => seat.side)).size < seats.length ? "lobby.more" : "lobby.alone");
  if (table.opener && seats.every((seat) => seat.taken)) return ""; // nobody is left to invite
  return table.opener || !table.opener_name ? t("lobby.invite") : t("lobby.wait", { name: table.opener_name });
}

function copyCode() {
  copied(byId("copycode").querySelector("b"), app.view.table.label);
}

function expiry() {
  return countdown(app.view.time.expires, (left) => t("lobby.expires", { time: brief(left) }), { id: "expires" });
}

// Who waits for a place here, or for the next table.
function waiting() {
  const { table, me, seats } = app.view;
  const names = table.waiting_names;
  const full = seats.every((seat) => seat.person);
  const wait = full && !me.seat && !me.waiting && toWait({ id: "wait" });
  if (!names.length) return wait ? h("div", { class: "row" }, wait) : null;
  return h("section", { id: "waiting" }, h("h2", {}, t("waiting.list")),
    h("ol", {}, names.map((name) => h("li", {}, name))),
    h("div", { class: "row" }, wait, me.waiting ? [nextTable(), button(t("waiting.leave"), () => say("leave"), { id: "nowait" })] : null));
}

function chair(seat, me) {
  const own = seat.seat === me.seat;
  return h("div", { class: `chair ${seat.seat} ${own ? "own" : ""} ${seat.taken ? "" : "free"}`, "data-seat": seat.seat },
    h("small", {}, [seat.seat_name, ...partners(seat, own)].join(" · ")), h("b", {}, seat.taken ? seat.name : t("free"), own ? ` (${t("you")})` : ""),
    h("div", { class: "row" }, chairControls(seat, me)));
}

// With whom one plays there: what is opposite at the table need not be so on a page.
function partners({ seat, side }, own) {
  const found = app.view.seats.filter((one) => one.side === side && one.seat !== seat && one.taken && !own);
  return found.map((one) => (one.seat === app.view.me.seat ? t("partner.yours") : t("partner.with", one)));
}

function chairControls(seat, me) {
  const id = (what) => `${what}-${seat.seat}`;
  const sit = () => named(() => say(`join ${seat.seat}`), tableHere());
  if (!me.seat) return seat.person ? [] : [button(t("sit"), sit, { class: "main sit", id: id("sit") })];
  if (seat.computer) return [button(t("remove"), () => say(`remove ${seat.seat}`), { id: id("remove") })];
  if (seat.taken) return [];
  return [
    button(t("invite"), () => invite(seat.seat), { class: "invite", id: id("invite") }),
    button(t("computer.add"), () => say(`computer ${seat.seat}`), { class: "computer", id: id("computer") }),
  ];
}

async function invite(seat) {
  const answer = await request("invite", { table: app.view.table.id, seat });
  if (answer.done) inviteDialog(answer.page.invitation);
}
