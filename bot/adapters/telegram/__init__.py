"""Telegram: updates become intents, messages become Bot API calls. What people see `bot.chat` decides."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # times as timedelta, as the library's next version has them
