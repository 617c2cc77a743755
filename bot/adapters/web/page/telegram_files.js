// Files inside Telegram: since version 8.0 its client asks and saves them (core.telegram.org/api/web-events), before that it
// can only open their address in the browser.

import { savedBy, sayHere } from "./saving.js";
import { post } from "./telegram_client.js";

const SAVES = 8;

const brought = new URLSearchParams(location.hash.slice(1)).get("tgWebAppVersion");
if (brought) sessionStorage.setItem("telegram", brought); // the address does not keep it, nor do other pages know it

savedBy((url, name) => {
  if (!url) return sayHere("save.not");
  if (parseInt(sessionStorage.getItem("telegram"), 10) >= SAVES) return post("web_app_request_file_download", { url, file_name: name });
  post("web_app_open_link", { url });
  return sayHere("save.browser");
});
