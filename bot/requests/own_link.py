"""One's own link to the browser's page, and how it is replaced: whoever has it is known by it.

It ends with a secret, of which only a digest is stored, as an account of the person. A new link takes the place of all
that were there: at once nobody is known by them any more, on no device and at no host.
"""

import hashlib
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.host.notes import PUSH
from bot.host.ports import Account
from bot.requests.answer import Answer, OwnLink
from bot.requests.backend import Backend
from bot.requests.host_talk import HostTalk
from bot.requests.request_context import RequestContext
from bot.requests.turn_calls import BROWSER
from bot.words.languages import say

TOKEN_BYTES: Final = 24
PAGE: Final = "own.html"  # to which such a link leads
_TOKEN: Final = re.compile(r"[\w-]{32,200}", re.ASCII)
_NEWS: Final = "links"  # what other hosts are told of

Listener = Callable[[str], None]
"""Called with a person: a window that knows them by an older link is to look who sits before it."""


@dataclass(frozen=True, slots=True)
class NewLink:
    """A new link of one's own, in place of every older one. The page: `link` and its secret, the `token`.

    `token`: the secret, where a page has made it, so that it still has it if the answer is lost.
    """

    token: str = ""


def new_token() -> str:
    """A secret by which its bearer is known."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def account_of(token: str) -> str:
    """How the store keeps a token: whoever reads the database cannot use it."""
    return hashlib.sha256(token.encode()).hexdigest()


class OwnLinks:
    """One bot's. `forget_read`: which browsers want to be told of turns may be others than when it was read."""

    def __init__(self, backend: Backend, talk: HostTalk, forget_read: Callable[[], None]) -> None:
        self._backend = backend
        self._talk = talk
        self._forget_read = forget_read
        self._listeners: list[Listener] = []
        self.page_address = ""  # where browsers find the page, a slash at the end; "" where there is none
        talk.listen({_NEWS: self._note})

    def listen(self, listener: Listener) -> None:
        """Call this when somebody's links have been replaced, by this host or another one."""
        self._listeners.append(listener)

    async def renew(self, context: RequestContext, request: NewLink) -> Answer:
        """A new one for who asks; from then on no window is theirs that knows them by an older one."""
        backend, language = self._backend, context.language
        is_in_browser = context.platform == BROWSER
        if not (is_in_browser or self.page_address):
            return Answer(False, say(language, "newlink.no-page"))
        token = request.token or new_token()
        if not _TOKEN.fullmatch(token):
            return Answer(False, say(language, "newlink.failed"))
        async with backend.seating:  # nobody is forgotten meanwhile, nor becomes another
            person = (await backend.people.now(context)).id
            asks_as, link = Account(context.platform, context.account), Account(BROWSER, account_of(token))
            accounts = await backend.store.renew_account(backend.bot, link, person, asks_as, [PUSH.name])
        if accounts is None:
            return Answer(False, say(language, "newlink.failed"))
        self._note(person)
        self._talk.tell(_NEWS, person)
        address = f"{self.page_address}{PAGE}#t={token}"
        words = "" if is_in_browser else say(language, "newlink.done", link=address)
        return Answer(True, words, page=OwnLink(address, token))

    def _note(self, person: str) -> None:
        self._forget_read()
        for listener in self._listeners:
            listener(person)
