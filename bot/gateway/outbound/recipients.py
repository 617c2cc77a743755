"""To whom a letter goes: the platform, the chat there, and the viewer whose language, look and reach it is made for.

A person is reached where they were last; a channel is shown what all there may see. Who is named in a channel, and who
is reached by that, is decided here, too.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from bot.boards.privacy import PLACES
from bot.bounded import Bounded
from bot.durations import MINUTE
from bot.gateway.outbound.lost_channels import LostChannels
from bot.gateway.outbound.messenger import Chat, KnowsMembers, Messenger
from bot.gateway.outbound.references import parse_remembered
from bot.host.delivery_errors import Undeliverable
from bot.host.ports import CHANNEL, Account, Addressee, Channel, OutboxRow, Person
from bot.messages.message import Message
from bot.messages.presenter import CALL, TABLE
from bot.messages.table_lines import occasion
from bot.requests.backend import Archive
from bot.requests.reachable import has_blocked, is_shut, preference
from bot.requests.server_settings import in_force, is_private_chat, server_of
from bot.requests.settings import THREADS, look_of, wants_in_channel, wants_no_mention, wants_together
from bot.settings_text import read_settings
from bot.tables.calls import is_named_this_turn
from bot.tables.table import Table
from bot.views.display_names import display_names
from bot.views.drafts import of_deal, parse_draft
from bot.views.viewer import Phrase, Viewer
from bot.words.languages import DEFAULT, LANGUAGES, Language, say
from engine.shuffle import commitment
from renderers.scenes import Look

MET: Final = 10_000  # people in channels
BELIEVED: Final = 10 * MINUTE  # somebody who was in a channel is believed to be there so long

ReadPhrase: TypeAlias = Callable[[str, str], Phrase | None]


class Recipients:
    """Who reads on the platforms that are on.

    `clock`: milliseconds; `language` is spoken where nobody has chosen one. On `refusing` platforms people can refuse
    private messages, on others they must open the chat first. On `upright` ones tables are drawn upright where nobody
    has chosen. `is_crowded`: whether a chat's messages have to wait. `phrases`: what was said at a table last, for
    somebody with these settings. `theme` is that of who has chosen none, "" for ours.
    """

    def __init__(
        self,
        store: Archive,
        clock: Callable[[], int],
        messengers: Mapping[str, Messenger],
        language: Language = DEFAULT,
        upright: frozenset[str] = frozenset(),
        refusing: frozenset[str] = frozenset(),
        is_crowded: Callable[[str], bool] = lambda _chat: False,
        phrases: ReadPhrase = lambda _table, _settings: None,
        theme: str = "",
    ) -> None:
        self.lost_channels = LostChannels(store, clock)
        self._store = store
        self._clock = clock
        self._messengers = messengers
        self._language = language
        self._upright = upright
        self._refusing = refusing
        self._is_crowded = is_crowded
        self._phrases = phrases
        self._theme = theme
        # who was in which channel, by account, and until when that is believed
        self._met: Bounded[tuple[str, str, str], int] = Bounded(MET)

    async def of(self, table: Table, row: OutboxRow) -> tuple[str, Chat, Viewer]:
        """The platform, the chat there, and what its reader may see. Raises `Undeliverable`."""
        if row.viewer.startswith(CHANNEL):
            return await self._channel(table, row)
        return await self._person(table, row)

    async def _channel(self, table: Table, row: OutboxRow) -> tuple[str, Chat, Viewer]:
        channel = row.viewer.removeprefix(CHANNEL)
        platform, _, chat_id = channel.partition(":")
        if platform not in self._messengers or not chat_id:
            raise Undeliverable("no such platform is on")
        found = await in_force(self._store, row.bot, channel)
        language = found.language if found.language in LANGUAGES else self._language
        look = self.look(found.settings, platform)
        there = await self.unreachable_people(row.bot, table) if row.kind == TABLE else frozenset()
        crowded = self._is_crowded(self.chat_of(row))
        phrase = self._phrases(row.subject.id, "")
        viewer = Viewer("", language, self._clock(), look=look, unreached=there, crowded=crowded, phrase=phrase)
        viewer = await self._with_reasons(row.bot, viewer)
        reference = await self._shown_in(row, platform)
        own = is_private_chat(found)
        room = _room(found, table)
        return platform, Chat(chat_id, private=False, table=reference, apart=room, quiet=own, own=own), viewer

    async def _shown_in(self, row: OutboxRow, platform: str) -> str:
        """The message that shows the table in a channel: other messages about the table go to the same room."""
        rows = await self._store.channel_letters(row.bot, row.subject.id) if row.kind != TABLE else ()
        table = next((one for one in rows if (one.viewer, one.kind) == (row.viewer, TABLE)), row)
        return shown_by(table, platform) or shown_by(row, platform)

    async def unreachable_people(self, bot: str, table: Table) -> frozenset[str]:
        """Who cannot be sent their cards."""
        people = await self._store.players(bot, [chair.person for chair in table.chairs if chair.human])
        return frozenset([person.id for person in people if await self._is_unreached(bot, person)])

    async def _with_reasons(self, bot: str, viewer: Viewer) -> Viewer:
        """Why these people cannot be sent their cards, by the platform where they would be sent first."""
        if not viewer.unreached:
            return viewer
        blocked, refusing = set(), set()
        for person_id in viewer.unreached:
            person = await self._store.person(bot, person_id)
            on = [one for one in await self._store.accounts(bot, person_id) if one.platform in self._messengers]
            if person is None or not on:
                continue
            first = min(on, key=partial(preference, person))
            if has_blocked(person, first.platform, first.account):
                blocked.add(person_id)
            if first.platform in self._refusing:
                refusing.add(person_id)
        return replace(viewer, blocked=frozenset(blocked), refusing=frozenset(refusing))

    async def _is_unreached(self, bot: str, person: Person) -> bool:
        if not any(is_shut(person, platform) for platform in self._messengers):
            return False
        on = [one for one in await self._store.accounts(bot, person.id) if one.platform in self._messengers]
        return all(is_shut(person, one.platform, one.account) for one in on)

    async def _person(self, table: Table, row: OutboxRow) -> tuple[str, Chat, Viewer]:
        addressee = await self._store.addressee(row.bot, row.subject.id, row.viewer) or _nobody(row.viewer)
        person, stored = addressee.person, addressee.draft
        account = self.account(addressee.accounts, person)
        draft = parse_draft(stored.text if stored else "")
        here = _channels_on(table, account.platform)
        where = await self._name(row.bot, next(iter(here), ""))
        own = read_settings(person.settings).get(PLACES, [])  # where this person reads it
        lost = [channel for channel in here if channel not in own and await self.lost_channels.has(row.bot, channel)]
        viewer = Viewer(
            person=person.id,
            language=person.language if person.language in LANGUAGES else self._language,
            now=self._clock(),
            draft=of_deal(draft, commitment(table.seed)),
            look=self.look(person.settings, account.platform),
            where=where,
            lost=bool(here) and lost == here,
            phrase=self._phrases(row.subject.id, person.settings),
            together=wants_together(person.settings),
        )
        on_request = wants_in_channel(person.settings)
        is_called = wants_no_mention(person.settings)
        shut = is_shut(person, account.platform, account.account)
        chat = Chat(account.account, private=True, only_on_request=on_request, called=is_called, shut=shut)
        return account.platform, await self._beside(row, table, account.platform, chat, lost, own), viewer

    async def _beside(
        self, row: OutboxRow, table: Table, platform: str, chat: Chat, lost: Collection[str], own: Collection[str]
    ) -> Chat:
        """The chat with the message that shows the table to everybody there, where it was opened before any other.

        `lost` are channels to which no way leads; nor does one to another's private chat: theirs are `own`.
        """
        letters = await self._store.channel_letters(row.bot, row.subject.id)
        away = {f"{CHANNEL}{channel}" for channel in lost}
        rows = [one for one in letters if one.viewer not in away]
        rows.sort(key=lambda one: one.viewer != f"{CHANNEL}{table.channel}")
        called = any(one.kind == CALL and shown_by(one, platform) for one in rows)
        tables = [one for one in rows if one.kind == TABLE and shown_by(one, platform)]
        found = [(one, await in_force(self._store, row.bot, one.viewer.removeprefix(CHANNEL))) for one in tables]
        is_named = not chat.called and is_named_this_turn(table, row.viewer)
        is_named = is_named and await self._hears(platform, chat.id, [one for _, one in found])
        called = chat.called or called
        ways = [one for one in found if one[1].id in own or not is_private_chat(one[1])]
        for one, channel in ways[:1]:
            remembered = parse_remembered(one.reference)
            language = channel.language if channel.language in LANGUAGES else self._language
            assert remembered is not None
            return replace(
                chat,
                called=called,
                named=is_named,
                language=language,
                server=server_of(channel),
                table=remembered.reference,
                older=remembered.anew != occasion(table),
            )
        return replace(chat, called=called, named=is_named)

    async def _hears(self, platform: str, account: str, channels: Sequence[Channel]) -> bool:
        """Whether somebody is in one of these channels of their platform, private chats left out."""
        places = [one.id.partition(":")[2] for one in channels if not is_private_chat(one)]
        return any([await self._is_here(platform, Chat(one, private=False), account) for one in places])

    def account(self, accounts: tuple[Account, ...], person: Person) -> Account:
        """The one they used last, among those that are on and where they can be reached."""
        on = [account for account in accounts if account.platform in self._messengers]
        if not on:
            raise Undeliverable("they have no account where a message could be sent")
        return min(on, key=lambda account: preference(person, account))

    async def _name(self, bot: str, channel: str) -> str:
        """The name of a channel, as far as it is known."""
        found = await self._store.channel(bot, channel) if channel else None
        return str(read_settings(found.settings).get("name", "")) if found else ""

    def chat_of(self, row: OutboxRow) -> str:
        """The chat whose budget a letter uses, `discord:123`: a channel, or where its reader was shown it last.

        What stands behind a slash is a part of a chat, a topic, and has no budget of its own. Before their first letter
        a person's chat is not known here: one of their own stands for it.
        """
        if row.viewer.startswith(CHANNEL):
            return row.viewer.removeprefix(CHANNEL).partition("/")[0]
        remembered = parse_remembered(row.reference)
        if remembered is not None:
            return f"{remembered.platform}:{remembered.place}"
        return f"{next(iter(self._messengers), '')}:{row.viewer}" if self._messengers else ""

    async def with_mentioned(
        self, bot: str, platform: str, chat: Chat, message: Message, table: Table | None = None
    ) -> Chat:
        """The channel with those who are mentioned there: who is in it on its platform, and wants to be.

        Each by their name at the table, where they sit at one, as all that is shown there calls them: of two with one
        name the second has a number. Nobody in a private chat, where their hand calls them.
        """
        found, names = [], display_names(table, message.language) if table is not None else {}
        for person_id in () if chat.own else message.mentions:
            person = await self._store.person(bot, person_id)
            if person is None or wants_no_mention(person.settings):
                continue
            on = [one for one in await self._store.accounts(bot, person_id) if one.platform == platform]
            seat = table.seat_of(person_id) if table is not None else ""
            name = names.get(seat, person.name)
            account = min(on, key=partial(preference, person)).account if on else ""
            found += [(account, name)] if account and await self._is_here(platform, chat, account) else []
        return replace(chat, mentioned=tuple(found))

    async def _is_here(self, platform: str, chat: Chat, account: str) -> bool:
        """Whether somebody is in a channel, so that being named reaches them; whoever was there a while ago counts."""
        messenger, key, now = self._messengers[platform], (platform, chat.id, account), self._clock()
        if isinstance(messenger, KnowsMembers) and self._met.get(key, 0) <= now:
            if not await messenger.is_here(chat, account, anew=key in self._met):
                self._met[key] = 0  # who has left is asked for anew, whatever they did there
                return False
            self._met[key] = now + BELIEVED
        return True

    async def is_still_in(self, channel: str, accounts: Collection[Account]) -> bool:
        """Whether somebody of these accounts is in a channel now: they may have left it; also where nobody says."""
        platform, _, place = channel.partition(":")
        messenger = self._messengers.get(platform)
        if messenger is None or not isinstance(messenger, KnowsMembers):
            return True
        there, chat = False, Chat(place, private=False)
        for account in [one.account for one in accounts if one.platform == platform]:
            if await messenger.is_here(chat, account, anew=True):
                there = True
            else:
                self._met.pop((platform, place, account), None)
        return there

    def is_upright(self, channel: str) -> bool:
        """Whether a channel's platform is read on telephones."""
        return channel.partition(":")[0] in self._upright

    def look(self, settings: str, channel: str) -> Look:
        """How somebody with these settings wants pictures in a channel, or anywhere on a platform."""
        return look_of(settings, self.is_upright(channel), self._theme)


def shown_by(row: OutboxRow, platform: str) -> str:
    """The message of this platform that shows what the letter names, "" for none."""
    remembered = parse_remembered(row.reference)
    return remembered.reference if remembered is not None and remembered.platform == platform else ""


def _channels_on(table: Table, platform: str) -> list[str]:
    """The channels of this platform that show the table."""
    return [channel for channel in table.channels if channel.partition(":")[0] == platform]


def _nobody(person: str) -> Addressee:
    """A person about whom nothing is stored."""
    return Addressee(Person(person, "", ""), (), None)


def _room(channel: Channel, table: Table) -> str:
    """What the table's own room is called, where its channel wants one; the lobby stands in the channel itself.

    Each table of a tournament has one: forty of them would bury each other, and the round's own message.
    """
    wants = table.assigned is not None or read_settings(channel.settings).get(THREADS.name) == "on"
    if table.match is None or not wants:
        return ""
    language = channel.language if channel.language in LANGUAGES else DEFAULT
    one = table.assigned
    if one is not None:
        return say(language, "title.assigned", name=one.name, round=one.round, number=one.table)
    return say(language, "title.table", table=table.label, channel="")
