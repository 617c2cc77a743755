"""What Discord answers to calls about a press, without what nobody reads.

The library asks with each acknowledgement for the whole message that was pressed, and makes objects of whatever a
message shows. Nothing of that is looked at here: it is not asked for, and not made. What is uploaded leaves in one
piece (`bot.adapters.discord.uploads`).
"""

from typing import Any, Final

from aiohttp import ClientSession
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.adapters.discord.uploads import Uploading, whole

CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"
CONTENT: Final = ("attachments", "components", "embeds", "mentions", "interaction_metadata", "referenced_message")
"""The parts of our own messages that nobody reads."""


class Answers(AsyncWebhookAdapter):
    """The library's calls about presses, with less to read."""

    async def request(self, route: Route, session: ClientSession, **how: Any) -> Any:
        form = how.pop("multipart", None)
        on: Any = Uploading(session, whole(form)) if form else session
        if route.path == CALLBACK:
            await super().request(route, on, **{**how, "params": None})
            return {"interaction": {"id": route.webhook_id}}
        answer = await super().request(route, on, **how)
        if isinstance(answer, dict) and "id" in answer:
            for name in CONTENT:
                answer.pop(name, None)
        return answer


def read_little() -> None:
    """From now on the calls of this task, and of all that it begins, are these."""
    async_context.set(Answers())  # type: ignore[no-untyped-call]  # the library's own
