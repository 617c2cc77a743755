"""In which language somebody reads who may not be known yet."""

from telegram import User

from bot.gateway.inbound.inbound import Inbound
from bot.requests.request_context import RequestContext
from bot.words.languages import Language, guess


async def language_of(inbound: Inbound, context: RequestContext, user: User) -> Language:
    """Their own, or that of their app, or the host's; `context` is that in which they have entered."""
    if context.person.id:
        return context.language
    return guess(user.language_code, await inbound.presence.language(""))
