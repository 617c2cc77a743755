// What one wants of the host: asked over the connection, once, and answered in words where nothing else shows it.

import { wear } from "./cards.js";
import { ask, askEnds, choose, closeDialog } from "./dialogs.js";
import { byId } from "./dom.js";
import { render } from "./events.js";
import { becameKnown, castAway, goWithThem, greeting, isKnownElsewhere, noteShown, shownBefore, tellsOfSomebody } from "./identity.js";
import { forgetHeld } from "./press.js";
import { app, isHere, momentHere, prefer, preferred } from "./state.js";
import { refuse, settle, toast } from "./toast.js";
import { Wire, secret } from "./wire.js";
import { guess, speak, t } from "./words.js";

function hello() {
  return { token: greeting(), language: preferred("language", guess()), table: app.view?.table.id ?? shownBefore(), home: app.home };
}

export const wire = new Wire(hello);
const FOR_ANYBODY = ["rules", "show", "broadcast", "shown"]; // nobody is made known by asking for these

addEventListener("storage", (event) => { if (tellsOfSomebody(event) && isKnownElsewhere()) wire.again(); });
goWithThem();
wire.hear((message) => {
  if (message.type === "welcome" && isKnownElsewhere()) wire.greet(); // they became it while this was on its way
  if (message.type !== "out") return;
  wire.connect = () => {}; // nothing more is heard
  castAway();
});

// A request; words of the answer are shown, unless they are to be quiet. Where several tables may be meant, the reader is
// asked which, and it is sent again. What was not done is never passed over in silence. Returns the answer.
export async function request(want, facts = {}, { quiet = false } = {}) {
  const answer = await wire.request(want, facts);
  if (answer.done && !FOR_ANYBODY.includes(want)) becameKnown();
  if (answer.choices?.length) {
    const table = await choose(answer.choices);
    return table ? request(want, { ...facts, table }, { quiet }) : answer;
  }
  const asked = answer.ask || answer.page?.ends || answer.page?.word;
  if (answer.done || asked) settle();
  if (!answer.done && !asked) refuse(answer.words || t("failed"));
  else if (answer.words && !quiet) toast(answer.words);
  return answer;
}

const pending = new Map();

// A deed that opens something, once however often it is pressed: until it is answered, it has one delivery.
export function once(name, deed) {
  if (!pending.has(name)) pending.set(name, deed(secret()).finally(() => pending.delete(name)));
  return pending.get(name);
}

function busy(so) {
  app.busy = so;
  document.body.classList.toggle("busy", so);
  byId("screen").setAttribute("aria-busy", String(so));
}

let sent = Promise.resolve(); // the last command

// When the command that is on its way, if there is one, has been answered.
export function answered() {
  return sent;
}

// A command at the table, once; cautions are asked first. While one is on its way there is no other, and after a break
// of the connection it is sent again under its own name.
export async function command(words, { table = app.view.table.id, stage = app.view.table.stage, about = momentHere(), sure = false } = {}) {
  if (!wire.open) refuse(t("kept")); // the first one; it goes when that is done
  if (app.busy) return null;
  busy(true);
  const delivery = secret();
  sent = request("do", { table, command: words, delivery, stage, sure });
  const answer = await sent;
  busy(false);
  if ((answer.ask || answer.page?.ends) && !isHere(about)) {
    toast(t("asked.over"));
  } else if (answer.ask) {
    ask(answer.ask, t("sure"), () => command(answer.yes || words, { table, stage, about, sure: !answer.yes }), about);
  } else if (answer.page?.ends) {
    askEnds((end) => command(words + end, { table, stage, about }), about);
  }
  return answer;
}

const OF_WHAT_IS_SHOWN = ["agree", "refuse", "standin", "call", "resume", "end"];

// A command that no card is in. Where it means what is shown, a table that has moved on refuses it; but whoever ends a
// table need not hit the moment between two actions of a computer.
export function say(words) {
  const { seats, table } = app.view;
  const verb = words.split(" ")[0];
  const hasty = verb === "end" && seats.some((seat) => seat.in_turn && seat.computer);
  return command(words, { stage: OF_WHAT_IS_SHOWN.includes(verb) && !hasty ? table.stage : -1 });
}

// What was asked here about this match, and is done to no other one, however late it arrives.
export function surely(verb) {
  return say(`${verb} sure-${app.view.table.match}`);
}

let dressed = 0; // how often

// The faces of the cards as I like my pictures; whatever happens, the cards have letters. Some have to be drawn first: what
// is answered after what was asked for later is worn no more.
export async function dress() {
  const mine = ++dressed;
  const answer = await wire.request("faces", { four: preferred("four", "no") === "yes" });
  if (answer.done && mine === dressed) wear(answer.page.name);
}

// --- what every part of the page may want -----------------------------------------------------------------------------

// As somebody else: nothing that is shown, or waits to be, is for their eyes.
export function becomeOther() {
  forgetHeld();
  closeDialog();
  app.view = app.me = null;
  app.home = false;
  byId("screen").replaceChildren();
  wire.again();
}

// What is in a part of the page that comes when it is first asked for, a dialog mostly.
export async function fetchDialog(part, dialog, ...facts) {
  const found = await import(`./${part}.js`).catch(() => toast(t("failed")));
  found?.[dialog](...facts);
}

export async function language(name) {
  prefer("language", name);
  await speak(name);
  if (preferred("language", name) !== name) return; // another was chosen while its words came
  if (app.me || app.view) await request("introduce", { language: name });
  render();
}

export async function download() {
  const answer = await request("record", { table: app.view.table.id });
  if (answer.done) fetchDialog("saving", "save", answer.page);
}

export async function leavePage() {
  closeDialog();
  forgetHeld("table");
  app.view = null;
  app.home = app.leaves = true;
  noteShown("");
  const heard = request("show", { table: "" });
  render();
  await heard;
  app.leaves = false;
}
