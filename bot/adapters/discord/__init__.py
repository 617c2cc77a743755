"""Discord: interactions become requests, messages become Discord's. What people see `bot.gateway` decides."""
