// The host was updated while the page is open: old scripts need not understand what it says from now on. The page is loaded
// anew, once for each update, as soon as nothing is under way that would be lost.

import { byId } from "./dom.js";
import { wire } from "./requests.js";
import { whenLifted } from "./press.js";

const AGAIN = 2000; // milliseconds

// `version`: the folder of the scripts that the host serves now, "" where it does not say.
export function renew(version) {
  if (!version || import.meta.url.includes(`/${version}`) || history.state?.renewed === version) return;
  whenLifted("renewal", () => {
    if (isUnderWay()) return setTimeout(renew, AGAIN, version);
    history.replaceState({ ...history.state, renewed: version }, "");
    location.reload();
  });
}

function isUnderWay() {
  return wire.waiting.size > 0 || byId("dialog").open || document.activeElement?.matches("input, textarea, select");
}
