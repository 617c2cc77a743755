// A new link of one's own in place of the old one, by which nobody is known any more. It comes when it is asked for.

import { closeDialog, open, title } from "./dialogs.js";
import { button, byId, h } from "./dom.js";
import { keepNext, ownLink, takeNext } from "./identity.js";
import { linkBox } from "./people.js";
import { subscribeAnew } from "./push.js";
import { request } from "./requests.js";
import { secret } from "./wire.js";
import { t } from "./words.js";

const BYTES = 24; // of the new secret

export function newLinkDialog() {
  open("newlink", title(t("newlink")), h("p", {}, t("newlink.sure")),
    h("div", { class: "row" }, button(t("newlink.yes"), renewLink, { id: "newlinkyes", class: "grave" }),
      button(t("cancel"), () => closeDialog(), { id: "no" })));
}

// The secret is written down before it is sent: whatever becomes of the answer, this browser has it, and sees as it connects
// again whether the host has, too.
async function renewLink() {
  byId("newlinkyes").disabled = true;
  const token = secret(BYTES);
  keepNext(token);
  const answer = await request("newlink", { token }, { quiet: true });
  if (!answer.done) return closeDialog();
  takeNext(token);
  subscribeAnew();
  open("invite", title(t("mylink")), h("p", {}, t("newlink.done")), linkBox(ownLink()));
}
