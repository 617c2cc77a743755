"""A small Bot API server for tests on this machine: real clients talk to it, people with eyes use it.

async with serve(specs) as telegram:
    anna = telegram.user("Anna", language="it")
    sala = telegram.group("Sala", anna)
    ...  # start a bot with telegram.token, telegram.base_url, telegram.base_file_url
    anna.writes("/new", sala)
    await anna.until(lambda seen: "Join" in seen[-1].buttons)
    tap = await anna.answer(anna.presses("Join", sala))
    anna.opens(tap.url)
    assert telegram.violations == []
"""

from tests.loopback.telegram.server import Telegram, serve

__all__ = ["Telegram", "serve"]
