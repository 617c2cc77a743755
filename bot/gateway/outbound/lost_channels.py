"""Channels where nothing can be written, as is noted of them: the hands say so, and their players are told it once."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.host.notes import LOST, Notes, NoteStore


class LostChannels:
    """What is noted is read once for each bot, for it is asked of each hand. Raises `StoreError`."""

    def __init__(self, store: NoteStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._of: Final[dict[str, set[str]]] = {}  # by bot

    async def has(self, bot: str, channel: str) -> bool:
        """Whether nothing can be written there, as far as is known, also from before the last start."""
        return channel in await self._channels(bot)

    async def _channels(self, bot: str) -> set[str]:
        if bot not in self._of:
            noted = await self._notes(bot).all_about(LOST)
            self._of.setdefault(bot, noted)  # what was noted meanwhile is newer
        return self._of[bot]

    async def note(self, bot: str, channel: str, *, is_lost: bool, show: Callable[[], Awaitable[None]]) -> None:
        """It is so from now on; `show` has it shown, and finds it so. Where either fails it is as it was before."""
        channels = await self._channels(bot)
        before = channel in channels
        _set(channels, channel, is_lost)
        try:
            await show()
            await self._notes(bot).put(LOST, channel, "told" if is_lost else "")
        except BaseException:
            _set(channels, channel, before)
            raise

    def _notes(self, bot: str) -> Notes:
        return Notes(self._store, bot, self._clock)


def _set(channels: set[str], channel: str, is_lost: bool) -> None:
    (channels.add if is_lost else channels.discard)(channel)
