"""The browser table: one page, a WebSocket a window. It translates and guards; what people see `bot.requests` decides."""
