"""Discord: interactions become wishes, messages become Discord's. What people see `bot.chat` decides."""
