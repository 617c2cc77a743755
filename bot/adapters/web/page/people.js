// Who I am: my name, my tables, my other accounts, links that lead to a place.

import { button, byId, h } from "./dom.js";
import { brief, countdown } from "./clock.js";
import { closeDialog, open, openAbout, title } from "./dialogs.js";
import { render } from "./events.js";
import { becomeAnother, brought, isOwnMachine, linkTo, maySignOut, ownLink } from "./identity.js";
import { becomeOther, fetchDialog, leavePage, request, wire } from "./requests.js";
import { app, isHere, preferred } from "./state.js";
import { toast } from "./toast.js";
import { spoken, t } from "./words.js";

// --- my name ---------------------------------------------------------------------------------------------------------

export async function callMe(name) {
  if (!name || name === app.me?.name) return;
  const answer = await request("introduce", { name, language: spoken() });
  if (!answer.done) return;
  app.me = { ...app.me, name };
  localStorage.setItem("name", name);
}

export function usualName() {
  return app.me?.name || preferred("name", "");
}

// What is to be done by somebody with a name: who has none yet is asked for it first. `about`: the table at which.
export function named(then, about) {
  if (app.me?.name) return then();
  return nameDialog(then, t("name"), about);
}

export function nameDialog(then, why = t("name"), about = null) {
  const shown = about === null ? open : openAbout.bind(null, about);
  const go = async (event) => {
    event.preventDefault();
    const name = byId("yourname").value.trim();
    if (!name) return;
    closeDialog();
    await callMe(name);
    if (about !== null && !isHere(about)) return toast(t("asked.over"));
    then?.();
  };
  shown("name", title(why), why === t("name") ? null : h("h3", {}, t("name")), h("p", {}, t("name.more")),
    h("form", { class: "row", onsubmit: go },
      h("input", { id: "yourname", maxlength: "24", value: usualName(), autocomplete: "nickname", "aria-label": t("name"), required: true }),
      h("button", { type: "submit", id: "nameok", class: "main" }, t("go"))));
  byId("yourname").select();
}

// --- my tables -------------------------------------------------------------------------------------------------------

export async function myTables(ask = request) {
  if (!app.me) return [];
  const answer = await ask("tables", {}, { quiet: true });
  return answer.page?.tables ?? [];
}

export function tableRows(rows) {
  return rows.map((row) => {
    const here = row.table === app.view?.table.id;
    return button([h("b", {}, row.label), h("span", {}, row.words.replace(`${row.label}: `, "")),
      here ? h("small", {}, t("here")) : row.my_turn ? h("small", { class: "you" }, t("my.turn")) : null],
    () => { closeDialog(); if (!here) request("find", { label: row.label }); }, { class: row.my_turn ? "tablerow yours" : "tablerow", "data-label": row.label });
  });
}

// Where else it is my turn, above whatever is shown, with the way there.
export function called(tables) {
  app.calls = tables;
  const place = byId("elsewhere");
  place.hidden = !tables.length;
  place.setAttribute("aria-label", t("tables"));
  place.replaceChildren(...tables.map(({ label }) => button([h("span", {}, t("turn.there", { label })), h("b", {}, t("turn.go"))],
    () => { closeDialog(); request("find", { label }); }, { "data-label": label })));
  render();
}

export async function tablesDialog() {
  const rows = await myTables();
  open("tables", title(t("tables")), rows.length ? h("div", { class: "rows" }, tableRows(rows)) : h("p", {}, t("tables.none")),
    h("div", { class: "row" }, button(t("tables.other"), leavePage, { id: "othertable" })));
}

// --- my accounts -----------------------------------------------------------------------------------------------------

export function linkDialog() {
  const shown = h("div", { id: "linkcode" }, button(t("link.show"), showCode, { id: "showcode", class: "main" }));
  open("link", title(t("link")), h("p", {}, t("link.more")), h("h3", {}, t("link.here")), h("p", {}, t("link.here.more")), shown,
    h("h3", {}, t("link.there")), h("p", {}, t("link.there.more")),
    h("form", { class: "row", onsubmit: useCode },
      h("input", { id: "enteredcode", maxlength: "9", autocapitalize: "characters", autocomplete: "off", spellcheck: "false", placeholder: "BCDF-GHJK", "aria-label": t("code") }),
      h("button", { type: "submit", id: "usecode" }, t("link.use"))));
}

async function showCode() {
  const answer = await request("link", {}, { quiet: true });
  if (!answer.done) return;
  const { code, expires } = answer.page;
  byId("linkcode").replaceChildren(h("output", { class: "bigcode" }, code),
    countdown(expires, (left) => (left > 0 ? t("link.lasts", { time: brief(left) }) : t("link.over")), { class: "lasts" }));
}

async function useCode(event) {
  event.preventDefault();
  const answer = await request("uselink", { code: byId("enteredcode").value });
  if (answer.done) closeDialog(); // I am that other one now
}

// --- links to a place ------------------------------------------------------------------------------------------------

export function linkBox(link) {
  const box = h("input", { readonly: true, value: link, class: "address", "aria-label": t("address"), onfocus: (event) => event.target.select() });
  const share = () => navigator.share({ url: link }).catch(() => {}); // who thinks better of it has not failed
  return h("div", { class: "row" }, box, button(t("copy"), () => copied(box, link), { id: "copy", class: "main" }),
    navigator.share ? button(t("share"), share, { id: "share", class: "main" }) : null);
}

// Only a safe address has a clipboard; elsewhere the text is marked, to be copied by hand.
export async function copied(place, text) {
  const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (!done) place.select ? place.select() : getSelection().selectAllChildren(place);
  toast(t(done ? "copied" : "copy.marked"));
}

export function inviteDialog(invitation) {
  open("invite", title(t("invite")), h("p", {}, t("invite.more")), linkBox(linkTo(`i=${invitation}`)), h("p", {}, t("code.more", app.view.table)));
}

// For everybody, whether there is still a place or not.
export function tableLinkDialog() {
  open("invite", title(t("table.link")), h("p", {}, t("table.link.more")), linkBox(linkTo(`join=${app.view.table.label}`)));
}

// A place is taken as the player of this browser; as somebody else only by a choice of one's own.
export async function invitedDialog(invitation) {
  const accept = () => request("accept", { invitation });
  const { done, words } = await request("accept", { invitation, asks: true }, { quiet: true });
  if (!done && !words) brought.invitation = invitation; // nobody has answered: it is offered with the next connection
  if (!done) return;
  if (!app.me?.name) return nameDialog(accept, words);
  open("invited", title(words), h("div", { class: "items" },
    button(t("invited.as", app.me), () => { closeDialog(); accept(); }, { id: "sitdown", class: "main" }),
    button(t("invited.other"), () => { closeDialog(); asAnother(invitation); }, { id: "sitother" })));
}

// As somebody new in this window alone.
function asAnother(invitation) {
  becomeAnother(invitation);
  becomeOther();
}

export function myLinkDialog() {
  const here = !app.about.wide && isOwnMachine(); // nobody else reaches it, another device of mine neither
  open("invite", title(t("mylink")), h("p", {}, t("mylink.more")), here ? [h("p", {}, t("narrow")), h("pre", {}, app.about.line)] : null, linkBox(ownLink()),
    maySignOut() ? h("div", { class: "row" }, button(t("newlink"), () => fetchDialog("newlink", "newLinkDialog"), { id: "newlink" })) : null);
}
