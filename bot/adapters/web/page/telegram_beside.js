// A page beside the first one inside Telegram, such as a replay or the lesson: the same light and edges, and a way back.

import { byId } from "./dom.js";
import { colourRound, hears, post } from "./telegram_client.js";
import "./telegram_files.js";

function back() {
  const dialog = byId("dialog");
  if (dialog?.open) dialog.close();
  else location.assign(document.documentElement.dataset.back ?? "./");
}

hears({ back_button_pressed: back });
post("web_app_setup_back_button", { is_visible: true });
colourRound();
