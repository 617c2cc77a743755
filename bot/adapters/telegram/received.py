"""Updates as Telegram writes them, read by the library, which may be older than what a server tells.

One that cannot be read is an update without content: it is passed over, and confirmed as any other. Else Telegram would
tell of it again for a day, and over long polling of nothing else.
"""

import logging
from collections.abc import Sequence
from typing import Any, Final

from telegram import Bot, Update
from telegram.error import TelegramError

LOG: Final = logging.getLogger(__name__)
BY_HAND: Final = "getupdates"  # Telegram asks for no capitals; so named, the library leaves the answer as it is


def read_update(fields: Any, bot: Bot) -> Update | None:
    """An update, None for what is none at all."""
    if not isinstance(fields, dict) or type(fields.get("update_id")) is not int:
        return None
    number: int = fields["update_id"]
    try:
        return Update.de_json(fields, bot)
    except Exception as error:  # noqa: BLE001  whatever the library may stumble over
        kinds = " ".join(sorted(fields.keys() - {"update_id"}))  # never what it holds: people write their cards
        LOG.error("an update cannot be read, and is passed over", extra={"kinds": kinds, "error": type(error).__name__})  # noqa: TRY400  the trace may hold it
        return Update(number)


async def fetch_updates(bot: Bot, offset: int, patience: int, kinds: list[str]) -> Sequence[Update]:
    """The updates from `offset` on, as soon as there are any within `patience` seconds. Raises `TelegramError`."""
    try:
        return await bot.get_updates(offset, timeout=patience, allowed_updates=kinds)
    except TelegramError:
        raise
    except Exception:  # noqa: BLE001  the library reads all of them or none: one by one it is found which it cannot
        parameters = {"offset": offset, "timeout": 0, "allowed_updates": kinds}
        answer = await bot.do_api_request(BY_HAND, parameters)
        found = [read_update(one, bot) for one in answer] if isinstance(answer, list) else []
        return [one for one in found if one is not None]
