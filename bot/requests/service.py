"""From what people want to what they are answered: `Service.carry_out`, to which the gateway brings each request.

It knows who asks, and what each person may see of a table; a store that fails is answered in words. What it consists of
is joined in `parts.py`, and which of them carries out a request is decided in `dispatch.py`.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final

from bot.boards.privacy import is_erased
from bot.host.analyses import Analyses
from bot.host.door import Door
from bot.host.ports import Account, Outdated, Person, StoreError, TakenForDead, asked_now
from bot.messages.message import Message
from bot.messages.presenter import MOVIOLA, present_scored
from bot.requests.answer import Answer, for_all
from bot.requests.backend import Archive, Backend
from bot.requests.channels import SetChannel
from bot.requests.dispatch import Dispatch, nobody
from bot.requests.news import News
from bot.requests.parts import Parts
from bot.requests.people import language_of_locale, place_of
from bot.requests.private_chat import speak_theirs
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from bot.requests.settings import look_of, wants_together
from bot.requests.store_error_words import store_error_words
from bot.tables.lock import SEALED
from bot.tables.table import CLOSED, Settings, Table
from bot.views.drafts import Draft
from bot.views.table_page import table_page
from bot.views.table_view import Json
from bot.views.viewer import Viewer
from bot.words.declined import declined_words
from bot.words.languages import DEFAULT, Language

LOG: Final = logging.getLogger(__name__)

Listener = Callable[[str, str], None]  # a table's id, and whose view of it has changed: a person, "" for everybody's
Hearer = Callable[[News], None]
Present = Callable[[Collection[str]], bool]  # whether any of these people sits before a window of this host


class Service:
    """One bot's people and tables, for any adapter. `language` and `theme` are of who has chosen none, "" for ours.

    `analyses` are made of deals that have ended; without them nobody is shown any.
    """

    def __init__(
        self,
        door: Door,
        store: Archive,
        bot: str,
        language: Language = DEFAULT,
        analyses: Analyses | None = None,
        theme: str = "",
    ) -> None:
        self.theme = theme
        self._listeners: list[Listener] = []
        self._hearers: list[Hearer] = []
        self._windows: list[Present] = []
        self._is_doubted: Callable[[], bool] = lambda: False
        self._door = door
        self._store = store
        self._parts = parts = Parts(door, store, bot, language, theme, analyses, self._note_change, self._tell)
        self._dispatch = Dispatch(door, parts, self._note_change)
        self._people, self._tables, self._channels = parts.people, parts.tables, parts.channels
        self.analyses, self.hints, self.phrases, self.talk = parts.analyses, parts.hints, parts.phrases, parts.talk
        self.notes, self.turns, self.pushes, self.own_links = parts.notes, parts.turns, parts.pushes, parts.own_links
        self.planned_matches, self.opening_news = parts.planned_matches, parts.opening_news
        self.tournaments, self.champions, self.weekly_boards = parts.tournaments, parts.champions, parts.weekly_boards

    async def read_people_anew(self) -> None:
        """Somebody was forgotten by another host: what is known here of people may be theirs."""
        with self._people.writing():
            await self._parts.about.boards.read_anew()

    def listen(self, listener: Listener) -> None:
        """Call this when somebody's view of a table has changed."""
        self._listeners.append(listener)

    def note_others(self, is_doubted: Callable[[], bool]) -> None:
        """There are other hosts; ask this whether they may have taken this one for dead."""
        self._is_doubted = is_doubted

    def note_windows(self, present: Present) -> None:
        """Ask this from now on who is here."""
        self._windows.append(present)

    def is_anybody_here(self, table: Table) -> bool:
        """Whether somebody of this table sits before a window of this host, whatever it shows."""
        people = {*[chair.person for chair in table.chairs if chair.person], *[person for person, _ in table.waiting]}
        return bool(people) and any(present(people) for present in self._windows)

    def hear(self, hearer: Hearer) -> None:
        """Call this with what somebody is to be told who has not asked."""
        self._hearers.append(hearer)

    def note_page_address(self, address: str) -> None:
        """Where browsers find this bot's page, a slash at the end."""
        self.own_links.page_address = address
        self.tournaments.note_page_address(address)

    def listen_to_tournaments(self, listener: Callable[[str], None]) -> None:
        """Call this with the id of a tournament of which others may be shown something else now."""
        self.tournaments.subjects.listen(lambda id_, _: listener(id_))
        self.tournaments.tournaments.listen_to_tables(listener)
        self.tournaments.subjects.listen_for_rewriting(listener)

    def _note_change(self, table_id: str, person: str = "") -> None:
        for listener in self._listeners:
            listener(table_id, person)

    def _tell(self, news: News) -> None:
        for hearer in self._hearers:
            hearer(news)

    def clock(self) -> int:
        """The host's time in milliseconds."""
        return self._door.clock()

    # --- who is who; each raises `StoreError` -------------------------------------------------------------------------

    async def person_of(self, platform: str, account: str) -> str:
        """The id of the person whose account it is, "" for nobody's."""
        return await self._people.of_account(Account(platform, account))

    async def register(
        self,
        platform: str,
        account: str,
        locale: str,
        name: str = "",
        channel: str = "",
    ) -> str:
        """The id of the account's person, a new one where it is nobody's.

        Their language is that of the locale; where we do not speak it, the channel's. The locale is "" for somebody who
        is only expected: `enters` learns it.
        """
        language = language_of_locale(locale, await self._channels.language(channel)) if locale else ""
        return (await self._people.register(Account(platform, account), language, name)).id

    async def enters(
        self, context: RequestContext, locale: str = "", name: str = "", *, registers: bool = True
    ) -> None:
        """Who asks stands in the context from now on: the account's person, a new one where it is nobody's.

        Their language is that of the locale, if we do not know it yet. Without `registers` nothing is written down.
        """
        if not registers:
            context.person = await self._people.by_account(Account(context.platform, context.account))
            return

        async def language() -> Language:
            return language_of_locale(locale, await self._channels.language("" if context.private else context.channel))

        await self._people.arrives(context, language, name, self._parts.backend.seating)

    async def person(self, person: str | Person) -> Person:
        """The row of a person by an id; the row itself where it was read already."""
        return self._people.speaking(person) if isinstance(person, Person) else await self._people.person(person)

    async def accounts(self, person_id: str, platform: str) -> tuple[str, ...]:
        """A person's accounts on a platform: where its adapter reaches them."""
        found = await self._people.accounts(await self._people.person(person_id))
        return tuple(one.account for one in found if one.platform == platform)

    async def is_known_elsewhere(self, context: RequestContext) -> bool:
        """Whether who asks has another account than the one by which they ask. Raises `StoreError`."""
        asks_as = Account(context.platform, context.account)
        return any(one != asks_as for one in await self._people.accounts(context.person))

    async def has_other_links(self, context: RequestContext) -> bool:
        """Whether who asked before by this account is still known, but no longer by it. Raises `StoreError`."""
        if (await self._people.by_account(Account(context.platform, context.account))).id:
            return False
        before = await self._people.person(context.known_as)
        return bool(before.id) and not is_erased(before)

    async def language(self, channel: str) -> Language:
        """The language spoken in a channel."""
        return await self._channels.language(channel)

    async def channel_values(self, channel: str) -> tuple[Settings, Mapping[str, str]]:
        """The settings of a new table in a channel, and by name what the channel keeps beside them."""
        return await self._channels.values(channel)

    async def dressed_by(self, request: SetChannel) -> tuple[str, ...]:
        """The channels, with their topics, whose messages speak or look otherwise after this change."""
        found = await self._channels.dressed_by(request)
        return tuple([one for channel in found for one in {channel, *await self._tables.within(channel)}])

    async def speaks_theirs(self, who_it_is: str | Person, channel: str) -> None:
        """The channel is this person's private chat: it speaks their language. Raises `StoreError`."""
        await speak_theirs(self._parts.backend, self._channels, await self.person(who_it_is), channel)

    @property
    def backend(self) -> Backend:
        """What the service works with, for the parts of the gateway that adapters use beside it."""
        return self._parts.backend

    async def note_channel(self, channel: str, name: str = "", language: Language = "", group: str = "") -> None:
        """What the platform says of a channel; `language` is that of who invited the bot, used if none was chosen.

        `group`: its server, where the channel's name does not tell.
        """
        await self._channels.note(channel, name, language, group)

    # --- looking ------------------------------------------------------------------------------------------------------

    async def table_page(self, who_it_is: str | Person, table_id: str) -> Json | None:
        """What this person may know of the table; None where there is no such table."""
        table = await self._door.table(table_id)
        if table is None or await self._is_sealed_to(who_it_is, table):
            return None
        person = await self.person(who_it_is)
        chat = self._parts.chats.for_reader(table, table_id, person)
        delay = await self._parts.broadcasts.delay(table.assigned) if table.assigned is not None else 0
        return table_page(table, table_id, replace(await self.viewer(person, table_id), chat=chat, broadcast=delay))

    async def _is_sealed_to(self, who_it_is: str | Person, table: Table) -> bool:
        return table.sealed and not table.seat_of((await self.person(who_it_is)).id)

    async def unreadable(self, who_it_is: str | Person, table_id: str) -> str:
        """What this person is told of a table that cannot be read, or by them not yet; "" of any other."""
        language, table = (await self.person(who_it_is)).language, await self.table(table_id)
        if table is not None and await self._is_sealed_to(who_it_is, table):
            return declined_words(language, SEALED, table)
        return self._parts.backend.unreadable.words(language, table_id)

    async def set_aside(self) -> int:
        """How many tables cannot be read, as far as it has been found out. Raises `StoreError` where none can be."""
        await self._store.next_due(self._parts.backend.bot)
        return len(self._door.unreadable)

    async def table(self, table_id: str) -> Table | None:
        """The table as it is now."""
        return await self._door.table(table_id) if table_id else None

    async def viewer(self, who_it_is: str | Person, table_id: str, upright: bool = False) -> Viewer:
        """Somebody who looks at a table now, with upright pictures where they have not chosen others."""
        person = await self.person(who_it_is)
        draft = await self._draft(person.id, table_id)
        look, phrase = look_of(person.settings, upright, self.theme), self.phrases.for_reader(table_id, person.settings)
        together = wants_together(person.settings)
        return Viewer(person.id, person.language, self._door.clock(), draft, look, phrase=phrase, together=together)

    async def message(self, who_it_is: str | Person, table_id: str, kind: str) -> Message | None:
        """What a letter of this kind would show somebody now; None for nothing. It may take pictures of it."""
        table = await self._door.table(table_id)
        if table is None:
            return None
        viewer = await self.viewer(who_it_is, table_id)
        return present_scored(kind, table, await self.with_analysis(viewer, table) if kind == MOVIOLA else viewer)

    async def with_analysis(self, viewer: Viewer, table: Table) -> Viewer:
        """Who looks back on the deal that has ended, with what the computer players think of it."""
        return replace(viewer, analysis=await self.analyses.at_table(viewer.language, table))

    async def channel_moved(self, before: str, now: str) -> None:
        """The platform gives a channel another name; tables keep the one they know."""
        await self._channels.note_new_name(before, now)

    async def channel_was(self, now: str) -> str:
        """The name that tables know a channel by."""
        return await self._channels.was(now)

    async def draft(self, who_it_is: str | Person, table_id: str) -> Draft:
        """How somebody holds their cards at a table."""
        return await self._draft((await self.person(who_it_is)).id, table_id)

    async def _draft(self, person: str, table_id: str) -> Draft:
        table = await self.table(table_id)
        if table is None or not table.seat_of(person):
            return Draft()
        return await self._parts.drafts.of(table, table_id, person)

    async def table_of(self, label: str) -> str:
        """The id of the table with this short name, as a button carries it; "" for none."""
        return await self._parts.seatings.table_labelled(label)

    async def table_meant(self, named: str) -> str:
        """The id of a table that is named by it, or by its short name; "" for none."""
        return await self._parts.meant_tables.by_name(named)

    async def watches(self, context: RequestContext, table_id: str) -> None:
        """Who asks watches this table from now on, unless they sit at any. Raises `StoreError`."""
        if await self._tables.of(context.person.id) or place_of(context.person) == table_id:
            return
        async with self._parts.backend.seating:
            if (await self._people.now(context)).id:
                await self._people.moves(context, table_id)

    async def watched_table(self, context: RequestContext) -> str:
        """The table where who asks was last, as long as it goes on; "" for none."""
        table_id = place_of(context.person)
        table = await self.table(table_id)
        return table_id if table is not None and table.phase != CLOSED else ""

    # --- requests -----------------------------------------------------------------------------------------------------

    async def do(self, person_id: str, request: Request, channel: str = "", alone: bool = False) -> Answer:
        """Carry out what a registered person wants. `channel`: where they said it, if they name no table.

        `alone`: nobody else reads the answer.
        """
        return await self.carry_out(RequestContext(channel=channel, alone=alone, known_as=person_id), request)

    async def carry_out(self, context: RequestContext, request: Request) -> Answer:
        """Carry out what they want who ask. The context's person is as the request leaves them."""
        with asked_now():
            try:
                before = context.person
                if not before.id and context.account:
                    await self._people.read_bearer(context)
                elif not before.id:
                    await self._people.read(context, context.known_as)
                elif not (await self._people.now(context)).id:
                    return nobody(before)
                answer = await self._dispatch.carry_out(context, request)
                is_read_by_all = context.channel and not (context.alone or context.private)
                return for_all(answer) if is_read_by_all else answer
            except StoreError as error:
                if self._is_left_to_others(context, error):
                    raise
                return _not_stored(context.person.language or self._people.language, request, error)

    def _is_left_to_others(self, context: RequestContext, error: StoreError) -> bool:
        """Whether another host can do it, or this one in a moment: what waits in a queue is to stay there."""
        if isinstance(error, TakenForDead):
            return True
        return context.comes_again and (isinstance(error, Outdated) or self._is_doubted())

    async def directs(self, context: RequestContext, table: Table) -> bool:
        """Whether an administrator of the place where they ask directs this table, too."""
        return await self._dispatch.directs(context, table)


def _not_stored(language: Language, request: Request, error: StoreError) -> Answer:
    LOG.error("a request failed, for the store did", extra={"request": type(request).__name__, "error": str(error)})
    return Answer(False, store_error_words(language, error))
