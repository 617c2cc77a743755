// The page inside Discord: who one is there, by a code that Discord gives to nobody else.

import { enter } from "./app_entry.js";
import { discord, launched } from "./discord_client.js";

// The code and the Activity that it is for; null where the page was only loaded again, and Discord is not asked anew.
async function vouched() {
  if (!launched) return null;
  const { sdk, client } = await discord();
  const { code } = await sdk.commands.authorize({ client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
  return { code, instance: sdk.instanceId };
}

await enter(await vouched().catch(() => ({})));
