// The page inside Discord: who one is there, by a code that Discord gives to nobody else. Discord's own script is loaded
// here alone, from this host.

import { enter } from "./app_entry.js";
import { DiscordSDK } from "./discord_sdk.js";

// The code and the Activity that it is for; null where the page was only loaded again, and Discord is not asked anew.
async function vouched() {
  if (!new URLSearchParams(location.search).has("frame_id")) return null;
  const { client } = await (await fetch("app.json")).json();
  const discord = new DiscordSDK(client, { disableConsoleLogOverride: true });
  await discord.ready();
  const { code } = await discord.commands.authorize({ client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
  return { code, instance: discord.instanceId };
}

await enter(await vouched().catch(() => ({})));
