// What any page inside Discord asks of its client, by Discord's own script, which is loaded from this host when it is needed.

import { savedBy, sayHere } from "./saving.js";

const PATIENCE = 8000; // milliseconds for the client to answer

export const launched = new URLSearchParams(location.search).has("frame_id");
if (launched) sessionStorage.setItem("launch", location.search); // the address does not keep it, nor do other pages know it

let asked = null;

// The client, and the application that the page belongs to; asked for once, and again where it did not answer.
export function discord() {
  asked ??= connected().catch((error) => { asked = null; throw error; });
  return asked;
}

async function connected() {
  const [{ DiscordSDK }, { client }] = await Promise.all([import("./discord_sdk.js"), fetch("app.json").then((answer) => answer.json())]);
  const sdk = atLaunch(() => new DiscordSDK(client, { disableConsoleLogOverride: true }));
  await sdk.ready();
  return { sdk, client };
}

// Discord's script reads the address that the first page was opened with.
function atLaunch(made) {
  const here = location.href;
  history.replaceState(history.state, "", `${location.pathname}${sessionStorage.getItem("launch") ?? ""}`);
  try { return made(); } finally { history.replaceState(history.state, "", here); }
}

// A client opens no download of a frame; it asks whether the address may be opened in the browser, which saves the file.
async function opened(url) {
  const { sdk } = await discord();
  return sdk.commands.openExternalLink({ url });
}

savedBy(async (url) => {
  const late = new Promise((_, fail) => { setTimeout(fail, PATIENCE, new Error("late")); });
  try {
    if (!url) throw new Error("no address");
    await Promise.race([discord(), late]);
    await opened(url); // people may take their time to say yes
  } catch { sayHere("save.not"); }
});
