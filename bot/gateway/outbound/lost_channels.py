"""Channels where nothing can be written, as is noted of them: the hands say so, and their players are told it once."""

from collections.abc import Awaitable, Callable, Collection
from typing import Final

from bot.bounded import Bounded
from bot.host.notes import LOST, Notes, NoteStore

CHANNELS: Final = 10_000  # that are remembered


class LostChannels:
    """What is noted is read once, for it is asked of each hand. Raises `StoreError`."""

    def __init__(self, store: NoteStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._states: Bounded[str, bool] = Bounded(CHANNELS)

    async def has(self, bot: str, channel: str) -> bool:
        """Whether nothing can be written there, as far as is known, also from before the last start."""
        if channel not in self._states:
            is_lost = await Notes(self._store, bot, self._clock).of(LOST, channel)
            self._states.setdefault(channel, bool(is_lost))  # what was noted meanwhile is newer
        return self._states[channel]

    async def among(self, bot: str, channels: Collection[str]) -> list[str]:
        """Those of these channels where nothing can be written: one read, however many there are."""
        noted = await Notes(self._store, bot, self._clock).all_about(LOST)
        return [one for one in channels if self._states.get(one, one in noted)]

    async def note(self, bot: str, channel: str, *, is_lost: bool, show: Callable[[], Awaitable[None]]) -> None:
        """It is so from now on; `show` has it shown, and finds it so. Where either fails it is as it was before."""
        before = await self.has(bot, channel)
        self._states[channel] = is_lost
        try:
            await show()
            await Notes(self._store, bot, self._clock).put(LOST, channel, "told" if is_lost else "")
        except BaseException:
            self._states[channel] = before
            raise
