"""What Discord tells of a press, and answers to calls about it, without what nobody reads.

The library asks with each acknowledgement for the whole message that was pressed, and makes objects of whatever a
message shows. Nothing of that is looked at here: it is not asked for, and not made. What is uploaded leaves in one
piece (`bot.adapters.discord.uploads`).
"""

from collections.abc import Sequence
from typing import Any, Final

from aiohttp import ClientMiddlewareType, ClientSession
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.adapters.discord.uploads import Calling

CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"
CONTENT: Final = ("attachments", "components", "embeds", "mentions", "interaction_metadata", "referenced_message")
"""The parts of our own messages that nobody reads."""
FORM: Final = "ask"
"""With this begins what a button carries that opens a form (`bot.adapters.discord.questions`)."""


class Answers(AsyncWebhookAdapter):
    """The library's calls about presses, with less to read; each passes `through` these."""

    def __init__(self, through: Sequence[ClientMiddlewareType]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # the library's own
        self._through = through

    async def request(self, route: Route, session: ClientSession, **how: Any) -> Any:
        on: Any = Calling(session, self._through, how.pop("multipart", None))
        if route.path == CALLBACK:
            await super().request(route, on, **{**how, "params": None})
            return {"interaction": {"id": route.webhook_id}}
        return without_content(await super().request(route, on, **how))


def without_content(answer: Any) -> Any:
    """The same without what a message shows, where it is one: the library makes an object of each part."""
    if isinstance(answer, dict) and "id" in answer:
        for name in CONTENT:
            answer.pop(name, None)
    return answer


def without_unread(interaction: Any) -> Any:
    """An interaction as Discord tells of it, without what the pressed message shows.

    What stood in a menu is read where something was chosen from it, and a button where it opens a form, which is
    called as the button is.
    """
    message, data = interaction.get("message"), interaction.get("data") or {}
    components = message.get("components") if message is not None else None
    without_content(message)
    if components is not None and ("values" in data or str(data.get("custom_id", "")).startswith(FORM)):
        message["components"] = components
    return interaction


def read_little(through: Sequence[ClientMiddlewareType]) -> None:
    """From now on the calls of this task, and of all that it begins, are these, and pass `through`."""
    async_context.set(Answers(through))
