// To leave this browser to others: what it keeps of who plays here goes, in every window. It comes when it is asked for.

import { closeDialog, open, title } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { DESK, forgetMe, ownLink } from "./identity.js";
import { linkBox } from "./people.js";
import { unsubscribe } from "./push.js";
import { wire } from "./requests.js";
import { secret } from "./wire.js";
import { t } from "./words.js";

const PATIENCE = 2000; // milliseconds that a host is waited for that may be away: one signs out all the same

// Who has no other account is told that only their link leads back: as does whom the host cannot tell now.
export async function signOutDialog() {
  const answer = await inTime(wire.open && wire.request("ways"));
  const isElsewhere = answer?.page?.elsewhere === true;
  open("signout", title(t("signout")), h("p", {}, t("signout.more")),
    h("p", { id: "wayback" }, isElsewhere ? t("signout.back", { link: t("link") }) : t("signout.lost")), linkBox(ownLink()),
    localStorage.getItem(DESK) ? h("label", { class: "tick" }, h("input", { type: "checkbox", id: "withdesk" }), t("signout.desk")) : null,
    h("p", { class: "hint" }, t("signout.history")),
    h("div", { class: "row" }, button(t("signout.yes"), signOut, { id: "signoutyes", class: isElsewhere ? "main" : "grave" }),
      button(t("cancel"), () => closeDialog(), { id: "no" })));
}

async function signOut() {
  const withDesk = byId("withdesk")?.checked === true;
  byId("signoutyes").disabled = true;
  await inTime(unsubscribe());
  await inTime(takeBackNotices());
  wire.connect = () => {}; // nothing more is heard
  wire.leave();
  forgetMe(secret(), withDesk);
  location.replace("./"); // so that no way back leads to the hand
}

// What was told on this device while nobody looked.
async function takeBackNotices() {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await worker?.getNotifications()) ?? []) notice.close();
  await navigator.clearAppBadge?.();
}

function inTime(work) {
  const over = new Promise((done) => setTimeout(done, PATIENCE));
  return Promise.race([work, over]).catch(() => null);
}
