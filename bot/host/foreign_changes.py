"""What other hosts have changed: this host asks for it often, and treats it like its own changes.

Asking is reliable and cheap: a question that finds nothing costs a fraction of a millisecond. With the database's
notifications instead, all commits would have to wait for one another.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Final, Protocol

from bot.bounded import Bounded
from bot.host.ports import Gap, Resettled, Rewritten, StoredRevision, StoreError, Subject
from bot.host.retry import place_of
from bot.host.subjects import Subjects

LOG: Final = logging.getLogger(__name__)
PAUSE: Final = 0.12  # seconds between two questions: what is shown elsewhere is shown here within 0.2
FAILED_PAUSE: Final = 1.0
REMEMBERED: Final = 20_000
SEEN: Final = 2_000  # subjects: a change is told once more within seconds


class Feed(Protocol):
    async def changes(self) -> tuple[StoredRevision | Rewritten | Resettled | Gap, ...]:
        """What was committed since this was asked last, once at least; nothing the first time. Raises `StoreError`."""

    async def standing(self, ids: Collection[str]) -> tuple[StoredRevision | Rewritten | Resettled, ...]:
        """How these subjects stand, and what was rewritten of them and of people. Raises `StoreError`."""

    @property
    def forgetting(self) -> int:
        """The number of the last time that somebody was forgotten, when changes were asked for; 0 for never."""

    def words(self) -> tuple[str, ...]:
        """What other hosts have told since this was asked last; it is not stored."""

    async def tell(self, text: str) -> None:
        """Tell the other hosts, those that are there now. Raises `StoreError`."""


class ForeignChanges:
    """Follows the subjects of these kinds. `listener` is called with those of which anything came from others.

    `read_people_anew`: somebody was forgotten, perhaps elsewhere. `hear` is called with what others tell. `needed`:
    whether somebody here has to know how a subject stands after each card. Where only cards were played, all other
    subjects are read when somebody asks. `note_forgotten`: whoever was forgotten by this number is not known here
    any more. `forget_channels`: what was read of channels may have changed.
    """

    def __init__(
        self,
        feed: Feed,
        kinds: Mapping[str, Subjects[Any]],
        listener: Callable[[Collection[Subject]], None],
        read_people_anew: Callable[[], Awaitable[None]],
        hear: Callable[[str], None],
        needed: Callable[[Any], bool],
        note_forgotten: Callable[[int], None],
        forget_channels: Callable[[], None],
    ) -> None:
        self._feed = feed
        self._note_forgotten = note_forgotten
        self._forget_channels = forget_channels
        self._resettled: Bounded[str, int] = Bounded(REMEMBERED)  # channels, by which transaction last
        self._needed = needed
        self._hear = hear
        self._kinds = kinds
        self._listener = listener
        self._read_people_anew = read_people_anew
        self._read_anew: Bounded[Subject | None, int] = Bounded(REMEMBERED)  # the last number of each
        self._seen: Bounded[Subject, int] = Bounded(SEEN)
        self._left: list[StoredRevision] = []  # what is not known here yet
        self._rewritten: list[Rewritten] = []  # the same of texts
        self._has_gap = False  # it is not known what was missed

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                LOG.warning("what other hosts have changed is not known for now", extra={"error": str(error)})
                await asyncio.sleep(FAILED_PAUSE)
            await asyncio.sleep(PAUSE)

    async def look(self) -> None:
        """What has come since the last look is known and told."""
        self._note(await self._feed.changes())
        for text in self._feed.words():
            self._hear(text)
        if self._has_gap:
            await self._compare()
        forgetting = self._feed.forgetting
        await self._read_rewritten()
        self._note_forgotten(forgetting)
        foreign = [one for one in self._left if self._is_new(one)]
        to_follow = [one for one in foreign if not self._looks_later(one)]  # few: each takes a task
        failures = [one for one in await asyncio.gather(*map(self._follow, to_follow)) if one is not None]
        if foreign:
            self._listener({one.subject for one in foreign})
        if failures:  # they are not told again, and so are kept for the next look
            for one in foreign:
                self._seen.pop(one.subject, None)
            raise failures[0]
        self._left.clear()

    def _note(self, changes: Collection[StoredRevision | Rewritten | Resettled | Gap]) -> None:
        for change in changes:
            if isinstance(change, Gap):
                self._has_gap = True
                self._forget_channels()
            elif isinstance(change, Resettled):
                if self._resettled.get(change.channel, 0) != change.number:
                    self._forget_channels()
                self._resettled[change.channel] = change.number
            elif isinstance(change, Rewritten):
                self._rewritten.append(change)
            else:
                self._left.append(change)

    async def _compare(self) -> None:
        """Compare what is in memory with what is stored, and report all that differs.

        It may be older, or newer where a standby server took over that lacks the last changes. Texts that may not be
        the newest are read anew.
        """
        in_memory = [(kind, id_) for kind, subjects in self._kinds.items() for id_ in subjects.in_memory]
        found = await self._feed.standing([id_ for _, id_ in in_memory])
        revisions = {one.subject.id: one.revision for one in found if isinstance(one, StoredRevision)}
        for kind, id_ in in_memory:
            await self._kinds[kind].drop_newer(id_, revisions.get(id_, 0))
            self._seen.pop(Subject(kind, id_), None)
        self._note(found)
        self._has_gap = False

    async def _read_rewritten(self) -> None:
        """No name that was deleted stays in this host's memory."""
        while self._rewritten:
            one = self._rewritten[0]
            if self._read_anew.get(one.subject, 0) != one.number:
                if one.subject is None:
                    self._forget_channels()
                    await self._read_people_anew()
                elif one.subject.kind in self._kinds:
                    await self._kinds[one.subject.kind].read_anew(one.subject.id)
                self._read_anew[one.subject] = one.number
            self._rewritten.pop(0)

    def _is_new(self, one: StoredRevision) -> bool:
        if one.subject.kind not in self._kinds or self._seen.get(one.subject, 0) >= one.revision:
            return False
        self._seen[one.subject] = one.revision
        return not self._kinds[one.subject.kind].is_known(one.subject.id, one.revision)

    def _looks_later(self, one: StoredRevision) -> bool:
        """Whether it is read when somebody asks."""
        subjects = self._kinds[one.subject.kind]
        return one.is_play and subjects.look_later(one.subject.id, one.revision, self._needed)

    async def _follow(self, one: StoredRevision) -> StoreError | None:
        """All at once, so that what they read is asked together. Why it could not be read for now."""
        try:
            await self._kinds[one.subject.kind].follow(one.subject.id, one.revision)
        except StoreError as error:
            return error
        except Exception as error:  # noqa: BLE001  whatever it is, the others are told
            LOG.error(  # noqa: TRY400  its text may name cards
                "a change of another host could not be followed",
                extra={"subject": one.subject.kind, "error": type(error).__name__, "place": place_of(error)},
            )
        return None
