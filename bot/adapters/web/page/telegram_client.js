// What any page inside Telegram says to its client and hears from it: its light, its edges, its way back. These are its web
// events (core.telegram.org/api/web-events); no script of another's is loaded for them.

import { wearColours } from "./state.js";

// --- said and heard --------------------------------------------------------------------------------------------------

export function post(eventType, eventData = {}) {
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(eventType, JSON.stringify(eventData));
  else if (window.external && "notify" in window.external) window.external.notify(JSON.stringify({ eventType, eventData }));
  else if (parent !== window) parent.postMessage(JSON.stringify({ eventType, eventData }), "*"); // only Telegram's pages may frame this one
}

const HEARD = { theme_changed: themed, safe_area_changed: edged("host"), content_safe_area_changed: edged("bars") };

// What a page hears beside that.
export function hears(others) {
  Object.assign(HEARD, others);
}

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

// --- light and edges -------------------------------------------------------------------------------------------------

// The table is as light as the client, where nobody has chosen otherwise; the next page of this window knows it, too.
export function themed({ theme_params: colours = {} }) {
  const shown = /^#[0-9a-f]{6}$/i.test(colours.bg_color ?? "") ? parseInt(colours.bg_color.slice(1), 16) : 0;
  const light = ((shown >> 16) * 3 + ((shown >> 8) & 255) * 6 + (shown & 255)) / 10;
  wearScheme(light > 127 ? "light" : "dark");
  colourRound();
}

function wearScheme(scheme) {
  document.documentElement.dataset.scheme = scheme;
  sessionStorage.setItem("scheme", scheme);
  wearColours();
}

let felt = "";

// What the client draws round the page has the colour of the felt.
export function colourRound() {
  const now = getComputedStyle(document.documentElement).getPropertyValue("--felt").trim();
  if (!now || now === felt) return;
  felt = now;
  post("web_app_set_header_color", { color: felt });
  post("web_app_set_background_color", { color: felt });
}

function edged(whose) {
  return (edges) => {
    for (const side of ["top", "right", "bottom", "left"]) {
      document.documentElement.style.setProperty(`--${whose}-${side}`, `${Number(edges[side]) || 0}px`);
    }
  };
}

// --- begin -----------------------------------------------------------------------------------------------------------

wearScheme(sessionStorage.getItem("scheme") ?? "dark");
post("web_app_setup_swipe_behavior", { allow_vertical_swipe: false }); // a card that is dragged is no page that is closed
post("web_app_request_safe_area");
post("web_app_request_content_safe_area");
