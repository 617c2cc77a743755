"""The browser table: one page, a WebSocket a window. It translates and guards; `bot.requests` decides what is seen."""
