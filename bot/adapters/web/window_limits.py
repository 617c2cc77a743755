"""How much who sits before one window may do: what they ask for is counted, and carried out unless it is too much."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext

from bot.adapters.web.limits import CHANGES, GUESSES, PAGES, PEOPLE, REQUESTS, TABLES, Limit, PageLimits
from bot.adapters.web.window_bearer import Bearer
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.own_tables import OwnTables
from bot.gateway.inbound.request_json import is_for_anybody, may_be_guess, opens_table, short_name_in, stays_stored
from bot.requests.answer import Answer
from bot.requests.openings import MOST_TABLES
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from bot.words.languages import say

CarryOut = Callable[[Request, RequestContext], Awaitable[Answer]]


class WindowLimits:
    """Of one bearer; it knows nothing of the window, which is free as soon as it is closed."""

    def __init__(self, limits: PageLimits, bearer: Bearer, inbound: Inbound, own_tables: OwnTables) -> None:
        self._limits = limits
        self._bearer = bearer
        self._inbound = inbound
        self._own_tables = own_tables

    async def pass_turn(self) -> None:
        """Others' windows go on between two things that theirs do."""
        await self._limits.turns.pass_through(self._bearer.takes_turns_with)

    def draws(self) -> AbstractAsyncContextManager[None]:
        """Inside, a picture is drawn for them: one after the other, for a single thread draws everybody's."""
        return self._limits.drawing[self._bearer.takes_turns_with]

    def trying(self, limit: Limit) -> AbstractContextManager[None]:
        """What may turn out to be a guess counts as one until that is known."""
        return self._limits.trying(limit, self._bearer.name, self._bearer.counted_address)

    def did(self, limit: Limit, delivery: str = "") -> None:
        """They did it once more."""
        self._limits.did(limit, self._bearer.name, self._bearer.counted_address, delivery)

    async def answer(self, wanted: Request, context: RequestContext, carry_out: CarryOut) -> Answer:
        """The request of somebody who may have to be made known first. Raises `StoreError`."""
        if seconds := self._limits.seconds_left(REQUESTS, self._bearer.name, self._bearer.counted_address):
            return Answer(False, say(self._bearer.language, "web.too-fast", seconds=seconds))
        if not self._bearer.person and not is_for_anybody(wanted) and (refused := await self._keeps_out()):
            return Answer(False, refused)
        delivery = wanted.delivery if opens_table(wanted) else ""
        if self._limits.knows(self._bearer.name, delivery):
            return await carry_out(wanted, context)
        counted = {TABLES: opens_table(wanted), GUESSES: may_be_guess(wanted), CHANGES: stays_stored(wanted)}
        for limit in [one for one, counts in counted.items() if counts]:
            if refused := await self.too_many(limit):
                return Answer(False, refused)
        with self.trying(GUESSES) if counted[GUESSES] else nullcontext():
            answer = await carry_out(wanted, context)
            was_wrong = counted[GUESSES] and await self._leads_nowhere(wanted, answer)
        if counted[TABLES] and answer.done:
            self.did(TABLES, delivery)
        if counted[CHANGES] and answer.done:
            self.did(CHANGES)
        if was_wrong:
            self.did(GUESSES)
        return answer

    async def _keeps_out(self) -> str:
        """Why somebody has to wait until they are made known, "" where they need not, or are known since the hello."""
        refused = await self.too_many(PEOPLE)
        return "" if not refused or await self._is_known() else refused

    async def _is_known(self) -> bool:
        """Whether there is such a person now, as far as is stored in this moment."""
        context = self._bearer.context()
        await self._inbound.enters(context, registers=False)
        return bool(context.person.id)

    async def _leads_nowhere(self, wanted: Request, answer: Answer) -> bool:
        """Whether there is nothing by the name that was tried; what is declined at a table has found it."""
        name = short_name_in(wanted)
        return not (answer.done or answer.table or (name and await self._inbound.table_meant(name)))

    async def too_many(self, limit: Limit) -> str:
        """Why this has to wait, "" where it has not."""
        language, person = self._bearer.language, self._bearer.person
        minutes = self._limits.wait(limit, self._bearer.name, self._bearer.counted_address)
        if minutes and limit in (GUESSES, PAGES):
            return say(language, "web.too-many-guesses", minutes=minutes)
        if minutes and limit is CHANGES:
            return say(language, "web.too-many-changes", minutes=minutes)
        if minutes and limit is PEOPLE:
            return say(language, "web.too-many-people", minutes=minutes)
        if minutes:
            return say(language, "web.too-many-opened", minutes=minutes)
        if limit is TABLES and person and await self._own_tables.unfinished(person) >= MOST_TABLES:
            return say(language, "web.too-many-tables", most=MOST_TABLES)
        return ""
