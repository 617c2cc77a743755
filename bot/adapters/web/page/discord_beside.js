// A page beside the first one inside Discord: files are saved there, too. Discord draws the way out itself.

import "./discord_client.js";
