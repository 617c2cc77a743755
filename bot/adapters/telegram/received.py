"""Updates as Telegram writes them, read by the library, which may be older than what a server tells.

One that cannot be read is an update without content: it is passed over, and confirmed as any other. Else Telegram would
tell of it again for a day, and over long polling of nothing else.

Of a message whose button is pressed only where it stands is read. The library would make an object with a hundred
fields of it, a twelfth of the event loop's time: so its place is set aside first, and the press is given a message
as Telegram has them for what is too old to be shown, with a place and nothing else.
"""

import logging
from collections.abc import Sequence
from typing import Any, Final

from telegram import Bot, CallbackQuery, Chat, InaccessibleMessage, Update
from telegram.error import TelegramError

LOG: Final = logging.getLogger(__name__)
BY_HAND: Final = "getupdates"  # Telegram asks for no capitals; so named, the library leaves the answer as it is
PLACE: Final = "where the pressed message stands"  # no field of Telegram's is called so


def set_place_aside(press: Any) -> None:
    """The message of a press, as Telegram wrote it, is out of the library's way until `_in_place`.

    A topic has no other sign than those of the message itself, which stays then.
    """
    message = press.get("message") if isinstance(press, dict) else None
    if isinstance(message, dict) and not message.get("is_topic_message"):
        press[PLACE] = {name: message[name] for name in ("chat", "message_id") if name in message}
        del press["message"]


def _in_place(update: Update, bot: Bot) -> Update:
    """The update with what was set aside. Raises any error where that is no place."""
    press = update.callback_query
    place = press.api_kwargs.get(PLACE) if press is not None else None
    if press is None or place is None:
        return update
    message = InaccessibleMessage(Chat.de_json(place["chat"], bot), place["message_id"])
    query = CallbackQuery(press.id, press.from_user, press.chat_instance, message, press.data)
    return Update(update.update_id, callback_query=query)


def read_update(fields: Any, bot: Bot) -> Update | None:
    """An update, None for what is none at all."""
    if not isinstance(fields, dict) or type(fields.get("update_id")) is not int:
        return None
    number: int = fields["update_id"]
    try:
        set_place_aside(fields.get("callback_query"))
        return _in_place(Update.de_json(fields, bot), bot)
    except Exception as error:  # noqa: BLE001  whatever the library may stumble over
        kinds = " ".join(sorted(fields.keys() - {"update_id"}))  # never what it holds: people write their cards
        LOG.error("an update cannot be read, and is passed over", extra={"kinds": kinds, "error": type(error).__name__})  # noqa: TRY400  the trace may hold it
        return Update(number)


async def fetch_updates(bot: Bot, offset: int, patience: int, kinds: list[str]) -> Sequence[Update]:
    """The updates from `offset` on, as soon as there are any within `patience` seconds. Raises `TelegramError`."""
    try:
        found = await bot.get_updates(offset, timeout=patience, allowed_updates=kinds)
        return [_in_place(one, bot) for one in found]
    except TelegramError:
        raise
    except Exception:  # noqa: BLE001  the library reads all of them or none: one by one it is found which it cannot
        parameters = {"offset": offset, "timeout": 0, "allowed_updates": kinds}
        answer = await bot.do_api_request(BY_HAND, parameters)
        read = [read_update(one, bot) for one in answer] if isinstance(answer, list) else []
        return [one for one in read if one is not None]
