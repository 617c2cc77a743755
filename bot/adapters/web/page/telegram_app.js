// The page inside Telegram: who one is there, its light and edges, the way back, and a tap in the hand on one's turn.

import { putInFront } from "./alerts.js";
import { enter } from "./app_entry.js";
import { closeDialog } from "./dialogs.js";
import { byId } from "./dom.js";
import { on } from "./events.js";
import { leavePage } from "./requests.js";
import { app } from "./state.js";
import { colourRound, hears, post, themed } from "./telegram_client.js";
import "./telegram_files.js";

hears({ back_button_pressed: back, visibility_changed: seen });

// Telegram may keep an app that was put away as it is.
function seen({ is_visible: so }) {
  putInFront(so !== false);
}

function back() {
  if (byId("dialog").open) closeDialog();
  else if (app.view) leavePage();
}

let way = null, turn = false; // the button stands as another page of this window has left it

function changed() {
  if (Boolean(app.view) !== way) post("web_app_setup_back_button", { is_visible: way = Boolean(app.view) });
  const mine = Boolean(app.view?.controls?.discards);
  if (mine && !turn && !document.hidden) post("web_app_trigger_haptic_feedback", { type: "notification", notification_type: "success" });
  turn = mine;
  colourRound();
}

// --- begin -----------------------------------------------------------------------------------------------------------

const launch = new URLSearchParams(location.hash.slice(1));
const proof = launch.get("tgWebAppData");
const asked = new URLSearchParams(location.search);
if (launch.has("tgWebAppThemeParams")) {
  try { themed({ theme_params: JSON.parse(launch.get("tgWebAppThemeParams")) ?? {} }); } catch { themed({}); }
}

colourRound();
post("web_app_expand");
on("render", changed);
await enter(proof ? { init: proof } : null, asked.get("table") ?? "", asked.get("desk") ?? "");
post("web_app_ready");
