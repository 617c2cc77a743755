// The page inside an app of a platform: it shows once who vouches for whom, and is let in by a session from then on.

import { byId, h } from "./dom.js";
import { guess, speak, t } from "./words.js";

// By a proof of now, or, where the page was only loaded again and there is none, as before. `wanted` is the table for which
// the page was opened, if the proof names none, and `bench` the tournament at whose desk. Returns whether one is in.
export async function enter(proof, wanted = "", bench = "") {
  if (!proof) return sessionStorage.getItem("token") ? begin("") : refused();
  for (const kept of ["token", "table"]) sessionStorage.removeItem(kept); // whoever was here may have been somebody else
  const answer = await fetch("enter", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(proof) }).catch(() => null);
  if (!answer?.ok) return refused(answer?.status === 403 ? "app.refused" : "app.away");
  const { token, table, desk } = await answer.json();
  sessionStorage.setItem("token", token);
  if (desk || bench) return toDesk(desk || bench);
  return begin(table || wanted);
}

// The page is its address alone from now on: what was brought along would be seen there, and is good once.
async function begin(table) {
  history.replaceState(null, "", `${location.pathname}${table ? `#join=${encodeURIComponent(table)}` : ""}`);
  await import("./table.js");
  return true;
}

// The desk is a page of its own; who sits at it is known by the session.
function toDesk(tournament) {
  location.replace(`desk.html#${encodeURIComponent(tournament)}`);
  return false;
}

async function refused(words = "app.refused") {
  await speak(guess());
  byId("screen").replaceChildren(h("p", { id: "refused", role: "alert" }, t(words)));
  return false;
}
