// The host was updated while the page is open: old scripts need not understand what it says from now on. The page is loaded
// anew, once for each update, as soon as nothing is under way that would be lost.

import { byId } from "./dom.js";
import { whenLifted } from "./press.js";

const AGAIN = 2000; // milliseconds
const LOADED = /(?:src|href)="(v-[^"]+)"/g; // what a page names of its version

let waiting; // until it is looked at again

// `version`: the folder of the scripts that the host serves now, "" where it does not say. `isHeld()`: whether there is more
// that would be lost than this page's `wire` and its fields know of. `leave()` is called before the page goes.
export function renew(version, wire, { isHeld = () => false, leave = () => {} } = {}) {
  clearTimeout(waiting);
  if (!version || import.meta.url.includes(`/${version}`) || history.state?.renewed === version) return;
  const isFree = () => wire.open && !isUnderWay(wire) && !isHeld();
  const go = () => {
    history.replaceState({ ...history.state, renewed: version }, "");
    leave();
    location.reload();
  };
  const later = () => { waiting = setTimeout(look, AGAIN); };
  const look = async () => {
    if (isFree() && await isThere()) whenLifted("renewal", () => (isFree() ? go() : later()));
    else later();
  };
  whenLifted("renewal", look);
}

function isUnderWay(wire) {
  return wire.waiting.size > 0 || byId("dialog")?.open || document.activeElement?.matches("input, textarea, select:not(#language)");
}

// Whether the page can be had anew, with all that it loads: the browser keeps that from then on, and nobody looks at a blank
// screen because the host has gone again meanwhile.
async function isThere() {
  try {
    const page = await (await found(location.pathname)).text();
    await Promise.all([...page.matchAll(LOADED)].map(async ([, address]) => (await found(address)).arrayBuffer()));
    return true;
  } catch {
    return false;
  }
}

async function found(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}
