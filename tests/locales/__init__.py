"""The languages: what a folder of `bot/locales` may be, and what an unfinished one does."""
