"""Which part of the service carries out a request: a new kind of request is a `case` here.

The parts (`bot/requests/parts.py`) carry it out; here is decided which of them, with what is looked up before, as the
table that is meant, and what follows where two of them are concerned.
"""

import secrets
from contextlib import nullcontext
from dataclasses import replace
from typing import assert_never

from bot.boards.privacy import is_erased
from bot.host.door import Door
from bot.host.ports import Person
from bot.requests import invitations, pages
from bot.requests.about import About
from bot.requests.answer import Answer, Forgotten, PlanList
from bot.requests.champions import notes_of
from bot.requests.channels import SetChannel, ShowChannel
from bot.requests.chat import Mute, Write
from bot.requests.hand_drafts import Aim, Arrange, Clear, Sort, Tick, Unfold
from bot.requests.hints import Explain, Hint
from bot.requests.invitations import Accept, Invite
from bot.requests.linking import Link, UseLink
from bot.requests.match_records import Verify
from bot.requests.meant_tables import is_play
from bot.requests.opening_news import Notify
from bot.requests.openings import Open, Play, Watch, named_after
from bot.requests.own_data import Erase
from bot.requests.own_link import NewLink
from bot.requests.pages import Record, ShowRules, Tables, Which, Why
from bot.requests.parts import NoteChange, Parts
from bot.requests.people import Introduce, place_of
from bot.requests.phrases import SayPhrase
from bot.requests.plans import Planning, Plans
from bot.requests.private_chat import speak_theirs
from bot.requests.pushes import Subscribe, Unsubscribe
from bot.requests.reachable import own_places
from bot.requests.request_context import RequestContext
from bot.requests.requests import AtTable, Elsewhere, Request
from bot.requests.seating import Find, Join, NextTable, Replace
from bot.requests.sound_requests import is_sound
from bot.requests.table_commands import Do
from bot.requests.tournaments.asks import AskTournament
from bot.requests.tournaments.web_form import FillForm
from bot.tables.table import CLOSED, Table
from bot.tables.who import Declined
from bot.words.declined import declined_words
from bot.words.languages import LANGUAGES, say
from bot.words.notices import Notice, notice


class Dispatch:
    """From a request to the part that carries it out."""

    def __init__(self, door: Door, parts: Parts, note_change: NoteChange) -> None:
        self._door = door
        self._parts = parts
        self._note_change = note_change

    async def carry_out(self, context: RequestContext, request: Request) -> Answer:
        """Whatever anybody sends. The context has the person as they are now. Raises `StoreError`."""
        person, language = context.person, context.language
        if not is_sound(request):
            return Answer(False, declined_words(language, Declined("no-such-command")))
        if isinstance(request, ShowRules) and request.name and not request.table:
            return pages.rules_named(request.language if request.language in LANGUAGES else language, request.name)
        if isinstance(request, FillForm) and not request.ends:  # whoever only looks at it need not be known
            return await self._parts.tournaments.fill_form(context, request)
        if not person.id or is_erased(person):  # nobody, or whoever acts for them did not hear of it in time
            words = say(language, "erase.nobody") if context.is_gone else ""
            return Answer(False, words or notice(language, Notice.NOT_ALLOWED))
        return await self._carry_out(context, request)

    async def directs(self, context: RequestContext, table: Table) -> bool:
        """Whether an administrator of the place where they ask directs this table, too: it was opened there.

        Anybody is the administrator of a group of their own, and a table is shown in the group of each who sits there.
        """
        return context.administers_everywhere or await self._parts.channels.are_of_one_place(
            context.channel, table.channel
        )

    async def _carry_out(self, context: RequestContext, request: Request) -> Answer:
        if isinstance(request, About):
            return await self._about(context, request)
        if isinstance(request, Planning):
            person, alone = context.person, context.alone or context.private
            answer = await self._parts.planned_matches.answer(person, request, alone)
            return await self._with_series(answer, request, alone, person)
        if isinstance(request, Subscribe | Unsubscribe):
            return await self._parts.pushes.answer(context, request)
        if isinstance(request, AskTournament):
            return await self._parts.tournaments.answer(context, request)
        if isinstance(request, FillForm):
            return await self._parts.tournaments.fill_form(context, request)
        if not isinstance(request, AtTable):
            return await self._elsewhere(context, request)
        return await self._at_meant_table(context, request)

    async def _about(self, context: RequestContext, request: About) -> Answer:
        """Of matches that have ended, and of people; who is forgotten by it wears no role any more."""
        person, alone = context.person, context.alone or context.private
        if isinstance(request, Verify) and not request.channel:  # a button, which answers nobody else
            request, alone = replace(request, channel=context.channel), True
        owed = await self._parts.champions.owed_by(person) if isinstance(request, Erase) and request.word else ()
        answer = await self._parts.about.answer(person, request, alone, notes_of(owed))
        if isinstance(answer.page, Forgotten):
            self._parts.champions.take_away(owed)
            await self._parts.people.now(context)
        return answer

    async def _with_series(self, answer: Answer, request: Planning, alone: bool, person: Person) -> Answer:
        """What is planned, and behind it the series of tournaments that come there; without a channel one's own."""
        if not isinstance(request, Plans) or not isinstance(answer.page, PlanList):
            return answer
        shared = request.channel and not alone
        language = await self._parts.channels.language(request.channel) if shared else person.language
        found = await self._parts.tournaments.series.lines(request.channel, person.id, language)
        lines = [f"🏆 {line}" for line in found]
        words = "\n".join([*([answer.words] if answer.page.plans or not lines else []), *lines])
        return replace(answer, words=words, page=replace(answer.page, series=found))

    async def _elsewhere(self, context: RequestContext, request: Elsewhere) -> Answer:
        person = context.person
        match request:
            case Play() | Watch() | Open() | Join() | Accept() | UseLink():
                async with self._parts.backend.seating:
                    if not (await self._parts.people.now(context)).id:
                        return nobody(person)
                    answer = await self._seating(context, request)
                if isinstance(request, UseLink):
                    await self._linked(context, answer)
                return answer
            case Introduce():
                return await self._introduce(context, request)
            case Find(label):
                async with self._parts.backend.seating:  # where they are now is noted with them
                    return await self._parts.seatings.find(await self._parts.people.now(context), label)
            case Tables(channel):
                index = self._parts.tables
                found = index.in_channel_or_topics(channel) if channel else index.of(person.id)
                return pages.tables(person, await found)
            case Which(channel, watches):
                table_id = await self._parts.meant_tables.find(person, "", channel, watches=watches)
                return table_id if isinstance(table_id, Answer) else Answer(True, table=table_id)
            case Link() | NewLink():
                return await self._secret(context, request)
            case ShowChannel(channel):
                return await self._parts.channels.show(person, channel)
            case SetChannel():
                return await self._set_channel(context, request)
            case Notify():
                return await self._parts.opening_news.change(context, request)
            case _:
                assert_never(request)

    async def _secret(self, context: RequestContext, request: Link | NewLink) -> Answer:
        """By which who asks is known elsewhere."""
        if isinstance(request, Link):
            return await self._parts.linking.code(context.person)
        return await self._parts.own_links.renew(context, request)

    async def _linked(self, context: RequestContext, answer: Answer) -> None:
        """Who asked may be somebody else from now on; nothing is held, for evenings may wait for what is written."""
        await self._parts.people.now(context)
        if answer.done:
            await self._parts.tournaments.note_linked(context.person.id)

    async def _seating(self, context: RequestContext, request: Play | Watch | Open | Join | Accept | UseLink) -> Answer:
        person = context.person
        match request:
            case Play() | Watch():
                return await self._parts.openings.play(context, request)
            case Open():
                return await self._open(context, request)
            case Join():
                return await self._parts.seatings.join(person, request)
            case Accept():
                return await invitations.accept(self._parts.backend, person, request)
            case UseLink(code):
                return await self._parts.linking.use(person, code)
            case _:
                assert_never(request)

    async def _open(self, context: RequestContext, request: Open) -> Answer:
        """A table, to which the friends are invited who were named beside the command; the lobby is shown with them."""
        request = replace(request, delivery=request.delivery or secrets.token_hex(8))
        table_id = named_after(context.person.id, request.delivery)
        with self._door.together(table_id) if context.friends else nullcontext():
            answer = await self._parts.openings.open(context, request)
            if not answer.done:
                return answer
            invited = await self._parts.friends.invite(context, answer.table)
        self._parts.opening_news.note_opened(answer.table, context.person.id, invited.people)
        return replace(answer, words="\n".join(invited.words))

    async def _set_channel(self, context: RequestContext, request: SetChannel) -> Answer:
        person = context.person
        refused = self._parts.champions.refusal(person.language, request) if request.admin else ""
        if refused:
            return Answer(False, refused)
        async with self._parts.backend.seating:  # it may be the private chat of somebody who is being forgotten
            if not (await self._parts.people.now(context)).id:
                return nobody(person)
            answer = await self._parts.channels.change(person, request)
        self._parts.champions.wake()
        return answer

    async def _introduce(self, context: RequestContext, request: Introduce) -> Answer:
        before = context.person
        async with self._parts.backend.seating:  # their row is written whole: nothing else may be noted meanwhile
            if not (await self._parts.people.now(context)).id:
                return nobody(before)
            person = context.person = await self._parts.people.introduce(context.person, request)
        if request.name:
            await self._parts.seatings.note_new_name(person)
        if request.language:
            for place in own_places(person):
                await speak_theirs(self._parts.backend, self._parts.channels, person, place)
        table_id = place_of(person)
        if table_id:
            self._note_change(table_id, person.id)
        return Answer(True, table=table_id)

    # --- at a table ---------------------------------------------------------------------------------------------------

    async def _at_meant_table(self, context: RequestContext, request: AtTable) -> Answer:
        """At the table that is named, or meant. Only an administrator of its place directs it."""
        person = context.person
        self._parts.turns.note_played(person.id, context.platform)
        table_id = await self._parts.meant_tables.find(
            person,
            request.table,
            context.channel,
            directs=isinstance(request, Do | Replace) and request.admin,
            plays=is_play(request),
            watches=isinstance(request, Record),
        )
        if isinstance(table_id, Answer):
            return table_id
        table = await self._door.table(table_id) if table_id else None
        if table is None:
            return Answer(False, self._parts.backend.no_table(person.language, table_id))
        if isinstance(request, Do | NextTable | Replace) and request.admin and not await self.directs(context, table):
            request = replace(request, admin=False)
        return await self._at_table(context, table, table_id, request)

    async def _at_table(self, context: RequestContext, table: Table, table_id: str, request: AtTable) -> Answer:
        person = context.person
        match request:
            case Do() | NextTable() | Replace():
                return await self._changing(person, table, table_id, request)
            case Arrange() | Tick() | Clear() | Aim() | Unfold() | Sort():
                return await self._parts.drafts.change(table, table_id, person, request)
            case Why(_, cards):
                return pages.why(person, table, cards)
            case Hint():
                return await self._parts.hints.hint(table, table_id, person, request)
            case Explain():
                return await self._parts.hints.explain(table, table_id, person, request)
            case ShowRules():
                return pages.rules_of(person.language, table)
            case Record():
                return await self._record(context, table)
            case SayPhrase(_, phrase):
                return self._parts.phrases.put(table, table_id, person, phrase)
            case Write() | Mute():
                return self._parts.chats.answer(table, table_id, person, request)
            case Invite(_, seat):
                return await invitations.invite(self._parts.backend, person, table, table_id, seat)
            case _:
                assert_never(request)

    async def _record(self, context: RequestContext, table: Table) -> Answer:
        """For whoever may look at the table; of friends whose table is closed, for them, and where it was shown."""
        language, people = context.language, table.sitters
        is_of_friends = table.phase == CLOSED and table.assigned is None and bool(people)
        is_elsewhere = is_of_friends and context.channel not in table.channels
        if is_elsewhere and not people & set(await self._parts.backend.ids(context.person.id)):
            return Answer(False, say(language, "match.unknown", match=table.label))
        return pages.record(language, table)

    async def _changing(self, person: Person, table: Table, table_id: str, request: Do | NextTable | Replace) -> Answer:
        if isinstance(request, Do) and not request.command.startswith("join"):
            return await self._parts.commands.do(person, table, table_id, request)
        async with self._parts.backend.seating:
            before, person = person, await self._parts.people.person(person.id)
            if not person.id:
                return nobody(before)
            match request:
                case Do():
                    answer = await self._parts.commands.do(person, table, table_id, request)
                    return await self._parts.seatings.next_if_full(table_id, person) or answer
                case NextTable():
                    return await self._parts.seatings.next_table(person, table_id, request)
                case Replace():
                    return await self._parts.seatings.replace(person, table, table_id, request)


def nobody(person: Person) -> Answer:
    """What somebody is told who was forgotten while they asked."""
    return Answer(False, say(person.language, "erase.nobody"))
