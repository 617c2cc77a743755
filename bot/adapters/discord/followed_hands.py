"""Hands beside tables whose readers' private chats are another host's: they follow the game here.

As a rule such a hand is changed with the letter for its reader's private chat. Where shard 0 is another host's, that
one brings the letter, but only who heard the press can change what it answered. So the hand is made anew here, after
each change of its table.
"""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from bot.adapters.discord.shared_shards import Shards
from bot.adapters.discord.tokens import Tokens, hand_key
from bot.bounded import Bounded
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.messenger import Drawn
from bot.keyed_lock import KeyedLock
from bot.messages.message import Message
from bot.requests.request_context import RequestContext

MOST: Final = 5000


class FollowedHands:
    """Those that this host has shown. `show`: what this account looks at beside a table is this hand from now on."""

    def __init__(
        self,
        shards: Shards,
        tokens: Tokens,
        inbound: Inbound,
        show: Callable[[str, Message, Drawn | None], Awaitable[None]],
        soon: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._shards = shards
        self._tokens = tokens
        self._inbound = inbound
        self._show = show
        self._soon = soon
        self._hands: Bounded[str, tuple[RequestContext, str]] = Bounded(MOST)  # whose each is, and of which table
        self._one_by_one: KeyedLock[str] = KeyedLock()

    async def note(self, context: RequestContext, label: str, table: str) -> None:
        """This person has been shown their hand at a table, which is named by id or short name; that is `label`."""
        if self._shards.is_shared and table:
            self._hands[hand_key(context.account, label)] = (context, await self._inbound.table_meant(table))

    def follow(self, table: str, whose: str) -> None:
        """A table has changed, for one person or, "", for everybody."""
        if self._shards.holds(0):
            return
        for key, (context, its_table) in [*self._hands.items()]:
            if its_table == table and whose in ("", context.person.id):
                self._soon(self._again(key, context, table))

    async def _again(self, key: str, context: RequestContext, table: str) -> None:
        async with self._one_by_one[key]:
            if self._tokens.last(key) is None:  # nothing can be changed there any more
                self._hands.pop(key, None)
                return
            hand = await self._inbound.look(context, table)
            if hand is not None:
                await self._show(context.account, hand, await self._inbound.draw(hand))
