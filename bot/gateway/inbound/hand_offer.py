"""Once for each person who has not chosen: whether their hand is to live in the channel, shown there to them alone.

It is offered beside the lobby where they have just sat down, on a platform that can show a message to one person; to
who gets a seat from a waiting list with the word that tells them so.
"""

import json
import logging
from dataclasses import replace
from typing import Final

from bot.host.ports import Person, StoreError
from bot.messages.buttons import command_press
from bot.messages.message import Button, Message, Row, Style
from bot.requests.answer import Answer
from bot.requests.reachable import is_shut
from bot.requests.request_context import RequestContext
from bot.requests.service import Service
from bot.requests.settings import HANDS, IN_CHANNEL, IN_PRIVATE
from bot.settings_text import read_settings
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)
FAILED: Final = "somebody is not offered their hand in the channel"
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
        except StoreError as error:
            LOG.error(FAILED, extra={"error": str(error)})  # noqa: TRY400  which says all there is to know
            return answer

    async def _offer(self, context: RequestContext) -> Message | None:
        async with self._backend.seating:
            after = _offered(await self._backend.people.now(context), context.platform, context.account)
            if after is None:
                return None
            await self._backend.people.change(context, after)
        language = context.language
        return _message(language, say(language, "chat.hands-offer"), say(language, "button.hands-channel"))

    async def beside_seat(self, person_id: str, platform: str, account: str) -> Message | None:
        """What is offered in a private chat to who is told there that they have a seat. A store that fails: nothing."""
        try:
            async with self._backend.seating:
                after = _offered(await self._backend.people.person(person_id), platform, account)
                if after is None:
                    return None
                await self._backend.people.store(after)
        except StoreError as error:
            LOG.error(FAILED, extra={"error": str(error)})  # noqa: TRY400  which says all there is to know
            return None
        language = after.language
        return _message(language, say(language, "chat.hands-offer-there"), say(language, "button.hands-there"))


def _offered(person: Person, platform: str, account: str) -> Person | None:
    """The person as one who was offered it.

    None for who has chosen, was offered it before, or takes no private messages: their hand is there anyway.
    """
    settings = read_settings(person.settings)
    if not person.id or settings.get(HANDS.name) in HANDS.values or settings.get(OFFERED):
        return None
    if is_shut(person, platform, account):
        return None
    return replace(person, settings=json.dumps({**settings, OFFERED: HANDS.name}))


def _message(language: Language, words: str, channel: str) -> Message:
    """The sentence, and the label of the button for the channel."""
    there = Button(channel, command_press(f"hands {IN_CHANNEL}"), Style.MAIN)
    private = Button(say(language, "button.hands-private"), command_press(f"hands {IN_PRIVATE}"))
    return Message(language, lines=(words,), controls=(Row((there, private)),))
