"""The database's history: numbered SQL files, read by `bot.store.migrations`."""
