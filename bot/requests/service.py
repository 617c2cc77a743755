"""From what people want to what they are answered: `Service.carry_out` takes a request to where it is carried out.

The gateway speaks to it. It knows who asks, which table is meant, and what each person may see; a store that fails is
answered in words. What is done stands in the modules it joins: people, linking, channels, openings, seatings, commands,
drafts, invitations, pages.
"""

import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import Final, assert_never

from bot.boards.privacy import is_erased
from bot.host.analyses import Analyses
from bot.host.door import Door
from bot.host.notes import Notes
from bot.host.ports import Account, Outdated, Person, StoreError, TakenForDead, asked_now
from bot.messages.message import Message
from bot.messages.presenter import MOVIOLA, present_scored
from bot.requests import invitations, pages
from bot.requests.about import About, AboutPeople, Erase, Verify
from bot.requests.answer import Answer, Forgotten, PlanList, for_all
from bot.requests.backend import Archive, Backend
from bot.requests.champions import Champions, notes_of
from bot.requests.channels import Channels, SetChannel, ShowChannel
from bot.requests.chat import Mute, TableChats, Write
from bot.requests.club_tournaments import ClubTournaments
from bot.requests.deal_analyses import DealAnalyses
from bot.requests.friends import Friends
from bot.requests.hand_drafts import Aim, Arrange, Clear, HandDrafts, Sort, Tick, Unfold
from bot.requests.hints import Explain, Hint, Hints
from bot.requests.host_talk import HostTalk
from bot.requests.invitations import Accept, Invite
from bot.requests.linking import Link, Linking, UseLink
from bot.requests.meant_tables import MeantTables, is_play
from bot.requests.news import News
from bot.requests.opening_news import Notify, OpeningNews
from bot.requests.openings import Open, Play, TableOpenings, Watch, named_after
from bot.requests.own_link import NewLink, OwnLinks
from bot.requests.pages import Record, ShowRules, Tables, Which, Why
from bot.requests.people import Introduce, People, language_of_locale, place_of
from bot.requests.phrases import Phrases, SayPhrase
from bot.requests.plans import PlannedMatches, Planning, Plans
from bot.requests.pushes import Pushes, Subscribe, Unsubscribe
from bot.requests.reachable import own_places
from bot.requests.request_context import RequestContext
from bot.requests.requests import AtTable, Elsewhere, Request
from bot.requests.seating import Find, Join, NextTable, Replace, Seatings
from bot.requests.settings import look_of, wants_together
from bot.requests.sound_requests import is_sound
from bot.requests.store_error_words import store_error_words
from bot.requests.table_broadcasts import TableBroadcasts
from bot.requests.table_commands import Commands, Do
from bot.requests.table_index import TableIndex
from bot.requests.tournament_asks import AskTournament
from bot.requests.tournament_web_form import FillForm
from bot.requests.turn_calls import TurnCalls
from bot.requests.unreadable import Unreadable
from bot.requests.weekly_boards import WeeklyBoards
from bot.tables.lock import SEALED
from bot.tables.table import CLOSED, Settings, Table
from bot.tables.who import Declined
from bot.views.drafts import Draft
from bot.views.table_page import table_page
from bot.views.table_view import Json
from bot.views.viewer import Viewer
from bot.words.declined import declined_words
from bot.words.languages import DEFAULT, LANGUAGES, Language, say
from bot.words.notices import Notice, notice

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
        self.analyses = DealAnalyses(analyses)
        self._listeners: list[Listener] = []
        self._hearers: list[Hearer] = []
        self._windows: list[Present] = []
        self._is_doubted: Callable[[], bool] = lambda: False
        self._door = door
        self._store = store
        self._people = People(store, bot, language)
        self._tables = TableIndex(door, store)
        unreadable = Unreadable(door, store, self._people, self._tell)
        self.notes = Notes(store, bot, door.clock)
        self._backend = Backend(door, store, bot, self._people, self._tables, unreadable, self.notes, self._tell)
        self._drafts = HandDrafts(store, bot, self._note_change, door.note_handled)
        self.talk = HostTalk()
        self.phrases = Phrases(door.clock, self._note_change, self.talk)
        self._chats = TableChats(door.clock, self._note_change, self.talk)
        self.hints = Hints()
        self._channels = Channels(store, bot, language, theme)
        self._openings = TableOpenings(self._backend, self._channels)
        self._seatings = Seatings(self._backend, self._openings)
        self._meant_tables = MeantTables(self._tables, unreadable, self._seatings.table_labelled)
        self._commands = Commands(self._backend, self._drafts)
        self.opening_news = OpeningNews(self._backend, self._channels)
        self._friends = Friends(self._backend, self._channels)
        self.planned_matches = PlannedMatches(self._backend, self._channels, self.opening_news.note_opened)
        self.tournaments = ClubTournaments(self._backend, self._channels, self._friends, door.chance)
        self._broadcasts = TableBroadcasts(self.tournaments.tournaments.find, self._note_change)
        self.tournaments.subjects.listen(self._broadcasts.note_tournament)
        self._about = AboutPeople(self._backend, self._channels, self.planned_matches, self.tournaments)
        self.weekly_boards = WeeklyBoards(self._backend, self._channels, self._about.boards)
        self.champions = Champions(self._backend, self._channels, self._about.boards)
        self._linking = Linking(self._backend, self._about.matches_together)
        self.turns = TurnCalls()
        self.pushes = Pushes(self._backend)
        self.own_links = OwnLinks(self._backend, self.talk, self.pushes.forget_read)
        door.listen_for_changes(self._note_change)
        door.listen(self._drafts.note_table)
        door.listen(self.turns.note_table)
        door.listen(self._chats.note_table)
        door.listen(self.hints.note_table)
        door.listen_for_unreadable(self._note_change)
        door.listen_for_rewriting(self._chats.drop)
        door.listen_for_rewriting(self._note_change)

    async def read_people_anew(self) -> None:
        """Somebody was forgotten by another host: what is known here of people may be theirs."""
        with self._people.writing():
            await self._about.boards.read_anew()

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
        table: str = "",
        seat: str = "",
        channel: str = "",
    ) -> str:
        """The id of the account's person, a new one where it is nobody's; `table` is where they are at first.

        Their language is that of the locale; where we do not speak it, the channel's. The locale is "" for somebody who
        is only expected: `enters` learns it.
        """
        language = language_of_locale(locale, await self._channels.language(channel)) if locale else ""
        return (await self._people.register(Account(platform, account), language, name, table, seat)).id

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

        await self._people.arrives(context, language, name, self._backend.seating)

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
        person = await self.person(who_it_is)
        if not person.id or await self._channels.is_private_chat(channel, person.language):
            return
        async with self._backend.seating:  # nobody is forgotten meanwhile
            person = await self._people.person(person.id)
            if person.id and not is_erased(person):  # of who was forgotten nothing is kept any more
                await self._channels.note_private_chat(channel, person.language)

    @property
    def backend(self) -> Backend:
        """What the service works with, for the parts of the gateway that adapters use beside it."""
        return self._backend

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
        chat = self._chats.for_reader(table, table_id, person)
        delay = await self._broadcasts.delay(table.assigned) if table.assigned is not None else 0
        return table_page(table, table_id, replace(await self.viewer(person, table_id), chat=chat, broadcast=delay))

    async def _is_sealed_to(self, who_it_is: str | Person, table: Table) -> bool:
        return table.sealed and not table.seat_of((await self.person(who_it_is)).id)

    async def unreadable(self, who_it_is: str | Person, table_id: str) -> str:
        """What this person is told of a table that cannot be read, or by them not yet; "" of any other."""
        language, table = (await self.person(who_it_is)).language, await self.table(table_id)
        if table is not None and await self._is_sealed_to(who_it_is, table):
            return declined_words(language, SEALED, table)
        return self._backend.unreadable.words(language, table_id)

    async def set_aside(self) -> int:
        """How many tables cannot be read, as far as it has been found out. Raises `StoreError` where none can be."""
        await self._store.next_due(self._backend.bot)
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
        return Draft() if table is None or not table.seat_of(person) else await self._drafts.of(table, table_id, person)

    async def table_of(self, label: str) -> str:
        """The id of the table with this short name, as a button carries it; "" for none."""
        return await self._seatings.table_labelled(label)

    async def table_meant(self, named: str) -> str:
        """The id of a table that is named by it, or by its short name; "" for none."""
        return await self._meant_tables.by_name(named)

    async def watches(self, context: RequestContext, table_id: str) -> None:
        """Who asks watches this table from now on, unless they sit at any. Raises `StoreError`."""
        if await self._tables.of(context.person.id) or self._last_place(context) == table_id:
            return
        async with self._backend.seating:
            if (await self._people.now(context)).id:
                await self._people.moves(context, table_id)

    def _last_place(self, context: RequestContext) -> str:
        """The table where who asks was last, also to watch; "" for none."""
        return place_of(context.person)[0]

    async def watched_table(self, context: RequestContext) -> str:
        """The same, where it goes on."""
        table = await self.table(self._last_place(context))
        return self._last_place(context) if table is not None and table.phase != CLOSED else ""

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
                    return _nobody(before)
                answer = await self._carry_out_sound(context, request)
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

    async def _carry_out_sound(self, context: RequestContext, request: Request) -> Answer:
        person, language = context.person, context.language
        if not is_sound(request):
            return Answer(False, declined_words(language, Declined("no-such-command")))
        if isinstance(request, ShowRules) and request.name and not request.table:
            return pages.rules_named(request.language if request.language in LANGUAGES else language, request.name)
        if isinstance(request, FillForm) and not request.ends:  # whoever only looks at it need not be known
            return await self.tournaments.fill_form(context, request)
        if not person.id or is_erased(person):  # nobody, or whoever acts for them did not hear of it in time
            words = say(language, "erase.nobody") if context.is_gone else ""
            return Answer(False, words or notice(language, Notice.NOT_ALLOWED))
        return await self._carry_out(context, request)

    async def _with_series(self, answer: Answer, request: Planning, alone: bool, person: Person) -> Answer:
        """What is planned, and behind it the series of tournaments that come there; without a channel one's own."""
        if not isinstance(request, Plans) or not isinstance(answer.page, PlanList):
            return answer
        shared = request.channel and not alone
        language = await self._channels.language(request.channel) if shared else person.language
        found = await self.tournaments.series.lines(request.channel, person.id, language)
        lines = [f"🏆 {line}" for line in found]
        words = "\n".join([*([answer.words] if answer.page.plans or not lines else []), *lines])
        return replace(answer, words=words, page=replace(answer.page, series=found))

    async def _carry_out(self, context: RequestContext, request: Request) -> Answer:
        person, alone = context.person, context.alone or context.private
        if isinstance(request, About):
            if isinstance(request, Verify) and not request.channel:  # a button, which answers nobody else
                request, alone = replace(request, channel=context.channel), True
            owed = await self.champions.owed_by(person) if isinstance(request, Erase) and request.word else ()
            answer = await self._about.answer(person, request, alone, notes_of(owed))
            if isinstance(answer.page, Forgotten):
                self.champions.take_away(owed)
                await self._people.now(context)
            return answer
        if isinstance(request, Planning):
            answer = await self.planned_matches.answer(person, request, alone)
            return await self._with_series(answer, request, alone, person)
        if isinstance(request, Subscribe | Unsubscribe):
            return await self.pushes.answer(context, request)
        if isinstance(request, AskTournament):
            return await self.tournaments.answer(context, request)
        if isinstance(request, FillForm):
            return await self.tournaments.fill_form(context, request)
        if not isinstance(request, AtTable):
            return await self._elsewhere(context, request)
        self.turns.note_played(person.id, context.platform)
        directs = isinstance(request, Do | Replace) and request.admin
        watches = isinstance(request, Record)
        table_id = await self._meant_tables.find(
            person, request.table, context.channel, directs, is_play(request), watches
        )
        if isinstance(table_id, Answer):
            return table_id
        table = await self._door.table(table_id) if table_id else None
        if table is None:
            return Answer(False, self._backend.no_table(person.language, table_id))
        if isinstance(request, Do | NextTable | Replace) and request.admin and not await self.directs(context, table):
            request = replace(request, admin=False)
        return await self._at_table(context, table, table_id, request)

    async def directs(self, context: RequestContext, table: Table) -> bool:
        """Whether an administrator of the place where they ask directs this table, too: it was opened there.

        Anybody is the administrator of a group of their own, and a table is shown in the group of each who sits there.
        """
        return context.administers_everywhere or await self._channels.are_of_one_place(context.channel, table.channel)

    async def _elsewhere(self, context: RequestContext, request: Elsewhere) -> Answer:
        person = context.person
        match request:
            case Play() | Watch() | Open() | Join() | Accept() | UseLink():
                async with self._backend.seating:
                    if not (await self._people.now(context)).id:
                        return _nobody(person)
                    answer = await self._seating(context, request)
                if isinstance(request, UseLink):
                    await self._linked(context, answer)
                return answer
            case Introduce():
                return await self._introduce(context, request)
            case Find(label):
                async with self._backend.seating:  # where they are now is noted with them
                    return await self._seatings.find(await self._people.now(context), label)
            case Tables(channel):
                found = await self._tables.in_channel(channel) if channel else await self._tables.of(person.id)
                return pages.tables(person, found)
            case Which(channel, watches):
                table_id = await self._meant_tables.find(person, "", channel, watches=watches)
                return table_id if isinstance(table_id, Answer) else Answer(True, table=table_id)
            case Link() | NewLink():
                return await self._secret(context, request)
            case ShowChannel(channel):
                return await self._channels.show(person, channel)
            case SetChannel():
                return await self._set_channel(context, request)
            case Notify():
                return await self.opening_news.change(context, request)
            case _:
                assert_never(request)

    async def _secret(self, context: RequestContext, request: Link | NewLink) -> Answer:
        """By which who asks is known elsewhere."""
        if isinstance(request, Link):
            return await self._linking.code(context.person)
        return await self.own_links.renew(context, request)

    async def _linked(self, context: RequestContext, answer: Answer) -> None:
        """Who asked may be somebody else from now on; nothing is held, for evenings may wait for what is written."""
        await self._people.now(context)
        if answer.done:
            await self.tournaments.note_linked(context.person.id)

    async def _seating(self, context: RequestContext, request: Play | Watch | Open | Join | Accept | UseLink) -> Answer:
        person = context.person
        match request:
            case Play() | Watch():
                return await self._openings.play(context, request)
            case Open():
                return await self._open(context, request)
            case Join():
                return await self._seatings.join(person, request)
            case Accept():
                return await invitations.accept(self._backend, person, request)
            case UseLink(code):
                return await self._linking.use(person, code)
            case _:
                assert_never(request)

    async def _open(self, context: RequestContext, request: Open) -> Answer:
        """A table, to which the friends are invited who were named beside the command; the lobby is shown with them."""
        request = replace(request, delivery=request.delivery or secrets.token_hex(8))
        table_id = named_after(context.person.id, request.delivery)
        with self._door.together(table_id) if context.friends else nullcontext():
            answer = await self._openings.open(context, request)
            if not answer.done:
                return answer
            invited = await self._friends.invite(context, answer.table)
        self.opening_news.note_opened(answer.table, context.person.id, invited.people)
        return replace(answer, words="\n".join(invited.words))

    async def _set_channel(self, context: RequestContext, request: SetChannel) -> Answer:
        person = context.person
        refused = self.champions.refusal(person.language, request) if request.admin else ""
        if refused:
            return Answer(False, refused)
        async with self._backend.seating:  # it may be the private chat of somebody who is being forgotten
            if not (await self._people.now(context)).id:
                return _nobody(person)
            answer = await self._channels.change(person, request)
        self.champions.wake()
        return answer

    async def _introduce(self, context: RequestContext, request: Introduce) -> Answer:
        before = context.person
        async with self._backend.seating:  # their row is written whole: nothing else may be noted of them meanwhile
            if not (await self._people.now(context)).id:
                return _nobody(before)
            person = context.person = await self._people.introduce(context.person, request)
        if request.name:
            await self._seatings.note_new_name(person)
        if request.language:
            for place in own_places(person):
                await self.speaks_theirs(person, place)
        table_id, _ = place_of(person)
        if table_id:
            self._note_change(table_id, person.id)
        return Answer(True, table=table_id)

    # --- at a table ---------------------------------------------------------------------------------------------------

    async def _at_table(self, context: RequestContext, table: Table, table_id: str, request: AtTable) -> Answer:
        person = context.person
        match request:
            case Do() | NextTable() | Replace():
                return await self._changing(person, table, table_id, request)
            case Arrange() | Tick() | Clear() | Aim() | Unfold() | Sort():
                return await self._drafts.change(table, table_id, person, request)
            case Why(_, cards):
                return pages.why(person, table, cards)
            case Hint():
                return await self.hints.hint(table, table_id, person, request)
            case Explain():
                return await self.hints.explain(table, table_id, person, request)
            case ShowRules():
                return pages.rules_of(person.language, table)
            case Record():
                return await self._record(context, table)
            case SayPhrase(_, phrase):
                return self.phrases.put(table, table_id, person, phrase)
            case Write() | Mute():
                return self._chats.answer(table, table_id, person, request)
            case Invite(_, seat):
                return await invitations.invite(self._backend, person, table, table_id, seat)
            case _:
                assert_never(request)

    async def _record(self, context: RequestContext, table: Table) -> Answer:
        """For whoever may look at the table; of friends whose table is closed, for them, and where it was shown."""
        language, people = context.language, table.sitters
        is_of_friends = table.phase == CLOSED and table.assigned is None and bool(people)
        is_elsewhere = is_of_friends and context.channel not in table.channels
        if is_elsewhere and not people & set(await self._backend.ids(context.person.id)):
            return Answer(False, say(language, "match.unknown", match=table.label))
        return pages.record(language, table)

    async def _changing(self, person: Person, table: Table, table_id: str, request: Do | NextTable | Replace) -> Answer:
        if isinstance(request, Do) and not request.command.startswith("join"):
            return await self._commands.do(person, table, table_id, request)
        async with self._backend.seating:
            before, person = person, await self._people.person(person.id)
            if not person.id:
                return _nobody(before)
            match request:
                case Do():
                    answer = await self._commands.do(person, table, table_id, request)
                    return await self._seatings.next_if_full(table_id, person) or answer
                case NextTable():
                    return await self._seatings.next_table(person, table_id, request)
                case Replace():
                    return await self._seatings.replace(person, table, table_id, request)


def _nobody(person: Person) -> Answer:
    """What somebody is told who was forgotten while they asked."""
    return Answer(False, say(person.language, "erase.nobody"))


def _not_stored(language: Language, request: Request, error: StoreError) -> Answer:
    LOG.error("a request failed, for the store did", extra={"request": type(request).__name__, "error": str(error)})
    return Answer(False, store_error_words(language, error))
