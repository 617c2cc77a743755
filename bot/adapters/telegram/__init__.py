"""Telegram: updates become requests, messages become Bot API calls. What people see `bot.gateway` decides."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # times as timedelta, as the library's next version has them
