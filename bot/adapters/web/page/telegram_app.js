// The page inside Telegram: who one is there, its edges and light, the way back, and a tap in the hand on one's turn.
// What is said to Telegram and heard from it are its web events (core.telegram.org/api/web-events); no script of
// another's is loaded for it.

import { putInFront } from "./alerts.js";
import { enter } from "./app_entry.js";
import { closeDialog } from "./dialogs.js";
import { byId } from "./dom.js";
import { on } from "./events.js";
import { leavePage } from "./requests.js";
import { app } from "./state.js";

// --- said and heard --------------------------------------------------------------------------------------------------

function post(eventType, eventData = {}) {
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(eventType, JSON.stringify(eventData));
  else if (window.external && "notify" in window.external) window.external.notify(JSON.stringify({ eventType, eventData }));
  else if (parent !== window) parent.postMessage(JSON.stringify({ eventType, eventData }), "*"); // nothing of it is secret
}

const HEARD = { theme_changed: themed, safe_area_changed: edged("host"), content_safe_area_changed: edged("bars"), back_button_pressed: back, visibility_changed: seen };

function receive(type, data) {
  HEARD[type]?.(data ?? {});
}

// Telegram's own names for where its clients call us, old and new.
window.Telegram = { WebView: { receiveEvent: receive } };
window.TelegramGameProxy = { receiveEvent: receive };
window.TelegramGameProxy_receiveEvent = receive;
addEventListener("message", (event) => {
  if (event.source !== parent || parent === window || typeof event.data !== "string") return;
  let said = null;
  try { said = JSON.parse(event.data); } catch { return; } // another's words
  receive(said?.eventType, said?.eventData);
});

// --- what follows ----------------------------------------------------------------------------------------------------

function themed({ theme_params: colours = {} }) {
  const shown = /^#[0-9a-f]{6}$/i.test(colours.bg_color ?? "") ? parseInt(colours.bg_color.slice(1), 16) : 0;
  const light = ((shown >> 16) * 3 + ((shown >> 8) & 255) * 6 + (shown & 255)) / 10;
  document.documentElement.dataset.scheme = light > 127 ? "light" : "dark";
}

function edged(whose) {
  return (edges) => {
    for (const side of ["top", "right", "bottom", "left"]) {
      document.documentElement.style.setProperty(`--${whose}-${side}`, `${Number(edges[side]) || 0}px`);
    }
  };
}

// Telegram may keep an app that was put away as it is.
function seen({ is_visible: so }) {
  putInFront(so !== false);
}

function back() {
  if (byId("dialog").open) closeDialog();
  else if (app.view) leavePage();
}

let way = false, turn = false;

function changed() {
  if (Boolean(app.view) !== way) post("web_app_setup_back_button", { is_visible: way = Boolean(app.view) });
  const mine = Boolean(app.view?.controls?.discards);
  if (mine && !turn && !document.hidden) post("web_app_trigger_haptic_feedback", { type: "notification", notification_type: "success" });
  turn = mine;
}

// --- begin -----------------------------------------------------------------------------------------------------------

const launch = new URLSearchParams(location.hash.slice(1));
const proof = launch.get("tgWebAppData");
const wanted = new URLSearchParams(location.search).get("table") ?? "";
try { themed({ theme_params: JSON.parse(launch.get("tgWebAppThemeParams") ?? "{}") ?? {} }); } catch { themed({}); }

const felt = document.querySelector('meta[name="theme-color"]').content;
post("web_app_set_header_color", { color: felt });
post("web_app_set_background_color", { color: felt });
post("web_app_setup_swipe_behavior", { allow_vertical_swipe: false }); // a card that is dragged is no page that is closed
post("web_app_expand");
post("web_app_request_safe_area");
post("web_app_request_content_safe_area");
on("render", changed);
await enter(proof ? { init: proof } : null, wanted);
post("web_app_ready");
