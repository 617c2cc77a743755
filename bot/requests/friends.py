"""Friends who are named as a table is opened: each is invited once, and told once in private where that is possible.

An invitation keeps no seat. Nobody is called in their quiet hours, or again in private by the same person within
`BREAK`; whether the channel may name them is asked when it does.
"""

from dataclasses import dataclass, field
from typing import Final

from bot.boards.privacy import is_erased
from bot.bounded import Bounded
from bot.durations import MINUTE
from bot.host.door import Accepted, Repeated
from bot.host.ports import Account, Person
from bot.requests.backend import Backend
from bot.requests.channels import Channels
from bot.requests.news import News
from bot.requests.opening_news import NOTIFY, Wishes, is_quiet
from bot.requests.people import PRIVATE, who
from bot.requests.request_context import Friend, RequestContext
from bot.settings_text import read_settings
from bot.tables.calls import INVITED
from bot.tables.invited import LOUD, QUIET
from bot.tables.table import Table
from bot.tables.who import HOST, Who
from bot.words.languages import say
from bot.words.names import clean_name

BREAK: Final = 10 * MINUTE  # between two private messages by which one person invites another
PAIRS: Final = 10_000  # of people


@dataclass(slots=True)
class Invitations:
    """What has come of them: the ids of who was invited, and a sentence for each friend who was not."""

    people: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


class Friends:
    """Invites the friends of who asks. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels) -> None:
        self._backend = backend
        self._channels = channels
        self._invited_at: Bounded[tuple[str, str], int] = Bounded(PAIRS)  # by who invites, and whom

    async def invite(self, context: RequestContext, table_id: str) -> Invitations:
        """Those who were named beside the command, to the table that it has opened."""
        outcome = Invitations()
        for friend in context.friends:
            table = await self._backend.door.table(table_id)
            if table is not None:
                await self._invite(context, friend, table, table_id, outcome)
        if outcome.people:  # all of them by one message
            await self._backend.door.submit(table_id, Who(HOST), f"{table_id}:invited", f"mention {INVITED}")
        return outcome

    async def _invite(
        self, context: RequestContext, friend: Friend, table: Table, table_id: str, outcome: Invitations
    ) -> None:
        knows = not friend.is_bot and (not friend.account or await context.is_here(friend.account))
        person = await self.person_named(context, friend) if knows else None
        words = await self._why_not(context, friend, person, table, outcome, knows=knows)
        if words or person is None:
            outcome.words.append(words)
            return
        name, quiet, reached = who(person).name, await self._is_quiet(person, table), _is_open(person)
        loud = LOUD if not quiet and not friend.is_called else QUIET
        action = f"{context.person.id}:{context.delivery or table_id}:invite:{person.id}"
        reply = await self._backend.door.submit(
            table_id, who(context.person), action, f"invite {person.id} {loud} {name}"
        )
        if not isinstance(reply, Accepted | Repeated):
            return
        outcome.people.append(person.id)
        if context.private and not reached:
            outcome.words.append(say(context.language, "invite.unreached", name=name, table=table.label))
        if isinstance(reply, Accepted) and reached and not quiet:
            await self._tell(context.person, person, table)

    async def _why_not(
        self,
        context: RequestContext,
        friend: Friend,
        person: Person | None,
        table: Table,
        outcome: Invitations,
        *,
        knows: bool,
    ) -> str:
        """Why they cannot be invited, "" where they can; `knows`: the platform says that they are people, and there."""
        language = context.language
        name = clean_name(friend.name or friend.username, "?") if person is None else who(person).name
        if friend.is_bot:
            return say(language, "invite.bot", name=name)
        if not knows:
            return say(language, "invite.absent", name=name)
        if person is None:
            return say(language, "invite.unknown", name=name, table=table.label)
        if person.id == context.person.id:
            return say(language, "invite.self")
        if person.id in outcome.people:
            return say(language, "invite.twice", name=name)
        if not await self._is_here(context, friend, person):
            return say(language, "invite.absent", name=name)
        if sum(not chair.is_taken for chair in table.chairs) <= len(outcome.people):
            return say(language, "invite.full", name=name, count=table.code.players - 1)
        return ""

    async def person_named(self, context: RequestContext, friend: Friend) -> Person | None:
        """Who it is; somebody new is known from now on, by the account that the platform gives."""
        if not friend.account:
            person = await self._backend.people.called(friend.username)
        else:
            account = Account(context.platform, friend.account)
            person = await self._backend.people.by_account(account)
            if not person.id:
                person = await self._backend.people.register(account, "", friend.name)
        return person if person is not None and person.id and not is_erased(person) else None

    async def _is_here(self, context: RequestContext, friend: Friend, person: Person) -> bool:
        """Whether they are in this place; for who was named by their account it has been asked."""
        if friend.account:
            return True
        accounts = await self._backend.people.accounts(person)
        return any([await context.is_here(one.account) for one in accounts if one.platform == context.platform])

    async def _is_quiet(self, person: Person, table: Table) -> bool:
        """Whether these are hours in which they want to hear nothing; who has never said so has none."""
        if NOTIFY not in read_settings(person.settings):
            return False
        zone = (await self._channels.settings(table.channel)).zone
        return is_quiet(Wishes.of(person.settings).quiet, zone, self._backend.door.clock())

    async def _tell(self, opener: Person, person: Person, table: Table) -> None:
        key, now = (opener.id, person.id), self._backend.door.clock()
        if now - self._invited_at.get(key, -BREAK) < BREAK:
            return
        self._invited_at[key] = now
        place = (await self._channels.titles([table.channel])).get(table.channel, "") if table.channel else ""
        language = self._backend.people.speaking(person).language
        words = say(language, "invite.told", name=who(opener).name, table=table.label, place=place)
        self._backend.tell(News(person.id, words, agrees=f"join {table.label}"))


def _is_open(person: Person) -> bool:
    """Whether any private chat of theirs is known to be open."""
    found = read_settings(person.settings).get(PRIVATE)
    return isinstance(found, dict) and True in found.values()
