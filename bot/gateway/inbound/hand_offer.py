"""Once for each person who has not chosen: whether their hand is to live in the channel, shown there to them alone.

It is offered beside the lobby where they have just sat down, on a platform that can show a message to one person.
"""

import json
import logging
from dataclasses import replace
from typing import Final

from bot.gateway.outbound.reach import is_shut
from bot.host.ports import StoreError
from bot.messages.buttons import command_press
from bot.messages.message import Button, Message, Row, Style
from bot.requests.answer import Answer
from bot.requests.request_context import RequestContext
from bot.requests.service import Service
from bot.requests.settings import HANDS, IN_CHANNEL, IN_PRIVATE
from bot.settings_text import read_settings
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)
OFFERED: Final = "offered"
"""Under this name a person's settings keep what they have been offered, and are not again."""


class HandOffer:
    """One bot's."""

    def __init__(self, service: Service) -> None:
        self._backend = service.backend

    async def with_offer(self, context: RequestContext, answer: Answer) -> Answer:
        """The answer with what is offered to who has taken a seat by it. A store that fails costs them the offer."""
        if (
            not (answer.done and answer.joined and answer.seated and answer.in_lobby)
            or context.private
            or not context.alone
        ):
            return answer
        try:
            return replace(answer, offer=await self._offer(context))
        except StoreError:
            LOG.exception("somebody is not offered their hand in the channel")
            return answer

    async def _offer(self, context: RequestContext) -> Message | None:
        """None to who has chosen, was offered it before, or takes no private messages: their hand is there anyway."""
        async with self._backend.seating:
            person = await self._backend.people.now(context)
            settings = read_settings(person.settings)
            if not person.id or settings.get(HANDS.name) in HANDS.values or settings.get(OFFERED):
                return None
            if is_shut(person, context.platform, context.account):
                return None
            text = json.dumps({**settings, OFFERED: HANDS.name})
            await self._backend.people.change(context, replace(person, settings=text))
        return _message(context.language)


def _message(language: Language) -> Message:
    here = Button(say(language, "button.hands-channel"), command_press(f"hands {IN_CHANNEL}"), Style.MAIN)
    private = Button(say(language, "button.hands-private"), command_press(f"hands {IN_PRIVATE}"))
    return Message(language, lines=(say(language, "chat.hands-offer"),), controls=(Row((here, private)),))
