"""Whoever led last week's board gets a role, where a channel or its server wants that (`champion=@role`).

All who share the lead get it, as partners do who have played every match together. A note says who has which role, and
since which week, so that it is taken from nobody else. A week in which nobody played changes nothing. If the platform
refuses, the channel is told once, until a role can be given again.
"""

import asyncio
import json
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Final, Protocol

from bot.boards.board import CHANNEL, GROUP, Query
from bot.boards.boards import Boards
from bot.boards.facts import KINDS
from bot.boards.periods import WEEK, Span, before, span
from bot.durations import DAY, HOUR, MINUTE
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.host.due_loop import DueLoop, Work
from bot.host.notes import CHAMPION, TO_TAKE, key_of
from bot.host.ports import Account, Person, begin_apart
from bot.host.retry import fault_of
from bot.messages.message import Message
from bot.requests.backend import Backend
from bot.requests.channels import Channels, Reward, SetChannel
from bot.requests.settings import ARBITER_ROLE, CHAMPION_ROLE
from bot.requests.weekly_boards import Post
from bot.requests.written_settings import as_kept
from bot.settings_text import read_settings
from bot.tables.setting import Setting
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)
LONGEST_SLEEP: Final = 300.0  # seconds
LATE: Final = HOUR  # after the end of the week: a reward that is new by then waits for the next one
SOON: Final = 3_000  # milliseconds until it is tried again
LATER: Final = MINUTE  # until it is tried again to take one from who was forgotten
PATIENCE: Final = 7 * DAY  # in which it is tried
WAITS: Final = (0.0, 2.0, 30.0)  # seconds before each try to take a role from who was forgotten
_ROLE: Final = re.compile(r"\d{1,20}")


class RoleRefused(Exception):
    """The platform gives nobody this role: `why` is one of the reasons of `role_words`."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


class Roles(Protocol):
    """The roles of a platform. A role and an account are named by their numbers there, a server also by a channel."""

    def refusal(self, channel: str, role: str) -> str:
        """Why the bot cannot give this role in the server of that channel, "" where it can, as far as is known."""

    async def give(self, channel: str, role: str, account: str) -> bool:
        """Whether they are in the server, and wear it from now on. Raises `TryLater`, `RoleRefused`."""

    async def take(self, channel: str, role: str, account: str) -> None:
        """They do not wear it any more, if they did. Raises `TryLater`, `RoleRefused`."""


@dataclass(frozen=True, slots=True)
class Worn:
    """Who wears which role: all who shared the lead; since which `week`, and whether a failure `is_reported`."""

    week: str = ""
    role: str = ""
    accounts: tuple[str, ...] = ()
    is_reported: bool = False

    @classmethod
    def of(cls, note: str) -> "Worn":
        """What a note says, without accounts that were forgotten."""
        found = read_settings(note)
        accounts = str(found.get("account", "")).split()
        return cls(
            str(found.get("week", "")),
            str(found.get("role", "")),
            tuple(one for one in accounts if one.isdecimal()),
            bool(found.get("is_reported")),
        )

    @property
    def note(self) -> str:
        """What `of` reads again; "" where there is nothing to be noted."""
        keys = {"week": self.week, "role": self.role, "account": " ".join(self.accounts)}
        return json.dumps({**keys, "is_reported": self.is_reported}) if self != Worn() else ""


@dataclass(frozen=True, slots=True)
class Owed:
    """A role that somebody wears who is forgotten: it is to be taken from their account, since `at`.

    `about`: what the note of it is about, "" where there is none.
    """

    channel: str
    role: str
    account: str
    at: int
    about: str = ""

    @classmethod
    def of(cls, about: str, note: str) -> "Owed | None":
        """What a note says, None where it is there no more."""
        return cls(**{**json.loads(note), "about": about}) if note else None


def notes_of(owed: Sequence[Owed]) -> dict[str, str]:
    """Their notes, by key."""
    return {key_of(TO_TAKE, one.about): json.dumps({**asdict(one), "about": ""}) for one in owed}


class Champions:
    """One bot's. Raises `StoreError`."""

    def __init__(self, backend: Backend, channels: Channels, boards: Boards) -> None:
        self._backend = backend
        self._clock = backend.door.clock
        self._channels = channels
        self._boards = boards
        self._roles: Mapping[str, Roles] = {}
        self._post: Post | None = None
        self._next: int | None = None
        self._taking: dict[Owed, asyncio.Task[None]] = {}
        self._loop = DueLoop(self._clock, self._due, self._next_due, _log_failure, LONGEST_SLEEP)

    def listen(self, roles: Mapping[str, Roles]) -> None:
        """The platforms that have roles, by name."""
        self._roles = roles

    def wake(self) -> None:
        """Look again what is due."""
        self._loop.wake()

    @property
    def is_busy(self) -> bool:
        """Whether a role is being given or taken now."""
        return bool(self._loop.busy) or bool(self._taking)

    async def run(self, post: Post) -> None:
        """Until it is cancelled."""
        self._post = post
        await self._loop.run()

    async def fire(self) -> int:
        """Every role that is due now; how many were dealt with."""
        return await self._loop.once()

    def refusal(self, language: Language, request: SetChannel) -> str:
        """Why the role that these settings name can be given to nobody, in words; "" where it can or none is named."""
        words = as_kept(request.changes).split()
        named = [word.partition("=")[2] for word in words if _names_role(word)]
        roles = self._roles.get(request.channel.partition(":")[0])
        if roles is None and any(_ROLE.search(word) for word in words if _names_role(word, ARBITER_ROLE)):
            return role_words(language, "elsewhere")
        found = _ROLE.search(named[-1]) if named else None
        if found is None:
            return ""
        why = roles.refusal(request.channel, found[0]) if roles is not None else "elsewhere"
        return role_words(language, why) if why else ""

    # --- who is forgotten ---------------------------------------------------------------------------------------------

    async def owed_by(self, person: Person) -> Sequence[Owed]:
        """The roles that they wear as champions, and that are to be taken from them if they are forgotten."""
        accounts = {one.account for one in await self._backend.people.accounts(person)}
        found = [(one, await self._worn(one)) for one in await self._channels.rewards()]
        return [
            Owed(reward.place, worn.role, account, self._clock(), f"{reward.unit} {secrets.token_hex(4)}")
            for reward, worn in found
            for account in worn.accounts
            if account in accounts
        ]

    def take_away(self, roles: Sequence[Owed]) -> None:
        """Take these roles away from the people who had them, in the background."""
        for owed in roles:
            self._taking[owed] = begin_apart(self._take_from_forgotten(owed))
            self._taking[owed].add_done_callback(partial(self._drop_task, owed))

    def _drop_task(self, owed: Owed, _task: asyncio.Task[None]) -> None:
        self._taking.pop(owed, None)

    async def settle(self) -> None:
        """Wait until all roles that were to be taken away have been tried."""
        await asyncio.gather(*self._taking.values())

    async def _take_from_forgotten(self, owed: Owed) -> None:
        """Whoever stops meanwhile finds what is owed in its note again."""
        for wait in WAITS:
            await asyncio.sleep(wait)
            if await self._take(owed):
                return
        LOG.warning("a role is still worn by who was forgotten", extra={"place": owed.channel, "reason": "no answer"})

    async def _take(self, owed: Owed) -> bool:
        """Whether nothing is left to be done: it is taken, or can be taken no more."""
        roles = self._roles.get(owed.channel.partition(":")[0])
        try:
            if roles is None:
                raise TryLater("not connected")
            await roles.take(owed.channel, owed.role, owed.account)
        except TryLater as later:
            if not owed.about or self._clock() < owed.at + PATIENCE:
                return False
            LOG.warning("a role stays with who was forgotten", extra={"place": owed.channel, "reason": later.reason})
        except RoleRefused as refused:
            LOG.warning("a role stays with who was forgotten", extra={"place": owed.channel, "reason": refused.why})
        if owed.about:
            await self._backend.notes.erase(TO_TAKE, owed.about)
        return True

    async def _owed(self, now: int) -> Mapping[str, Work]:
        """What was left to be done when somebody was forgotten, by this host or by another one."""
        busy = {one.about for one in self._taking}
        found = await self._backend.notes.all_about(TO_TAKE)
        return {
            about: partial(self._take_owed, about)
            for about in sorted(found)
            if about not in busy and self._loop.is_free(about, now)
        }

    async def _take_owed(self, about: str) -> int:
        owed = Owed.of(about, await self._backend.notes.of(TO_TAKE, about))
        if owed is None or await self._take(owed):
            return 1
        self._loop.put_off(about, self._clock() + LATER)
        return 0

    # --- each week ----------------------------------------------------------------------------------------------------

    async def _due(self, now: int) -> Mapping[str, Work]:
        found: dict[str, Work] = {**await self._owed(now)}
        ends = []
        for reward in await self._channels.rewards():
            if reward.platform not in self._roles or not self._loop.is_free(reward.unit, now):
                continue
            worn = await self._worn(reward)
            if not reward.role:
                if worn.accounts:
                    found[reward.unit] = partial(self._end, reward, worn)
                continue
            zone = (await self._channels.settings(reward.channel)).zone
            this = span(WEEK, now, zone)
            last = before(WEEK, this, zone)
            ends.append(this.until)
            if not worn.week and now >= last.until + LATE:
                worn = Worn(last.name, reward.role)
                await self._note(reward, worn)
            if worn.week < last.name:
                found[reward.unit] = partial(self._crown, reward, worn, zone, last)
            elif worn.accounts and worn.role != reward.role:
                found[reward.unit] = partial(self._pass_on, reward, worn, worn.week, worn.accounts)
        self._next = min(ends, default=None)
        return found

    async def _next_due(self, now: int) -> int | None:
        return self._next if self._next is not None and self._next > now else None

    async def _crown(self, reward: Reward, worn: Worn, zone: str, week: Span) -> int:
        """Who led the board of that week wears the role from now on, each who shared the first place."""
        group = await self._channels.group(reward.channel) if reward.is_of_server else ()
        scope = GROUP if reward.is_of_server else CHANNEL
        query = Query(scope=scope, channel=reward.channel, group=group, period=WEEK, back=1, zone=zone)
        boards = [await self._boards.board(replace(query, kind=one), self._clock()) for one in KINDS]
        found = next((one for one in boards if one.rows), boards[0])
        if found.span != week:
            return 0  # another week has begun meanwhile
        leaders = [row.person for row in found.rows if row.place == 1]
        accounts = [await self._account(one, reward.platform) for one in leaders] if found.rows else worn.accounts
        return await self._pass_on(reward, worn, week.name, tuple(one for one in accounts if one))

    async def _account(self, person: str, platform: str) -> str:
        accounts = await self._backend.people.accounts(await self._backend.people.person(person))
        return next((one.account for one in accounts if one.platform == platform), "")

    async def _pass_on(self, reward: Reward, worn: Worn, week: str, accounts: Sequence[str]) -> int:
        """The role goes from whoever had it to these accounts; of none: to nobody."""

        async def pass_on() -> Worn:
            roles = self._of(reward)
            for account in worn.accounts:
                if worn.role != reward.role or account not in accounts:
                    await roles.take(reward.place, worn.role, account)
            there = [one for one in accounts if await roles.give(reward.place, reward.role, one)]
            return Worn(week, reward.role, tuple(there))

        return await self._try(reward, replace(worn, week=week), pass_on)

    async def _end(self, reward: Reward, worn: Worn) -> int:
        """Nobody is to wear it any more."""

        async def end() -> Worn:
            for account in worn.accounts:
                await self._of(reward).take(reward.place, worn.role, account)
            return Worn()

        return await self._try(reward, Worn(), end)

    async def _try(self, reward: Reward, otherwise: Worn, work: Callable[[], Awaitable[Worn]]) -> int:
        """Note what the work gives; if the platform refuses it, `otherwise`."""
        try:
            worn = await work()
        except TryLater as later:
            self._loop.put_off(reward.unit, self._clock() + max(later.after, SOON))
            return 0
        except RoleRefused as refused:
            worn = replace(otherwise, is_reported=True)
            LOG.info("a role is given to nobody", extra={"place": reward.unit, "reason": refused.why})
            if not otherwise.is_reported and reward.role:
                await self._tell(reward, refused.why)
        await self._note_if_known(reward, worn)
        return 1

    async def _note_if_known(self, reward: Reward, worn: Worn) -> None:
        """Who has been forgotten while the platform was asked wears nothing, and no number of theirs is noted."""
        people = self._backend.people
        async with self._backend.seating:  # nobody is forgotten meanwhile
            still_known = [one for one in worn.accounts if await people.of_account(Account(reward.platform, one))]
            await self._note(reward, replace(worn, accounts=tuple(still_known)))
        forgotten = [one for one in worn.accounts if one not in still_known]
        self.take_away([Owed(reward.place, worn.role, one, self._clock()) for one in forgotten])

    async def _tell(self, reward: Reward, why: str) -> None:
        """Say once in the channel why nobody got the role."""
        if self._post is None:
            return
        language = await self._channels.language(reward.channel)
        message = Message(language, lines=(role_words(language, why),))
        try:
            await self._post(reward.channel, message, f"champion{reward.role}"[:24])
        except (TryLater, Undeliverable) as error:
            LOG.info("a channel is not told that a role is given to nobody", extra={"reason": error.reason})

    def _of(self, reward: Reward) -> Roles:
        return self._roles[reward.platform]

    async def _worn(self, reward: Reward) -> Worn:
        return Worn.of(await self._backend.notes.of(CHAMPION, reward.unit))

    async def _note(self, reward: Reward, worn: Worn) -> None:
        await self._backend.notes.put(CHAMPION, reward.unit, worn.note)


def role_words(language: Language, why: str) -> str:
    """Why a role can be given to nobody."""
    match why:
        case "elsewhere":
            return say(language, "role.elsewhere")
        case "shared":
            return say(language, "role.shared")
        case "dangerous":
            return say(language, "role.dangerous")
        case "permission":
            return say(language, "role.permission")
        case "two-factor":
            return say(language, "role.two-factor")
        case "hierarchy":
            return say(language, "role.hierarchy")
        case _:
            return say(language, "role.unknown")


def _names_role(word: str, setting: Setting = CHAMPION_ROLE) -> bool:
    return word.partition("=")[0] == setting.name


def _log_failure(unit: str, error: Exception) -> None:
    LOG.error("a champion's role failed and is tried again", extra={"place": unit, "error": fault_of(error)})
