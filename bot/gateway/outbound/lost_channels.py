"""Channels where the bot cannot write any more: this is stored, shown with each hand, and told to players once."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.host.notes import LOST, Notes, NoteStore


class LostChannels:
    """The notes are read once for each bot, for every hand needs them. Raises `StoreError`."""

    def __init__(self, store: NoteStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._of: Final[dict[str, set[str]]] = {}  # by bot

    async def has(self, bot: str, channel: str) -> bool:
        """Whether nothing can be written there, as far as is known, also from before the last start."""
        return channel in await self._channels(bot)

    def forget(self) -> None:
        """Another host may have noted more, or less: they are read anew."""
        self._of.clear()

    async def _channels(self, bot: str) -> set[str]:
        if bot not in self._of:
            noted = await self._notes(bot).all_about(LOST)
            self._of.setdefault(bot, noted)  # what was noted meanwhile is newer
        return self._of[bot]

    async def note(self, bot: str, channel: str, *, is_lost: bool, show: Callable[[], Awaitable[None]]) -> None:
        """Nothing can be written there from now on; `show` has that shown. If either fails, nothing has changed."""
        channels = await self._channels(bot)
        before = channel in channels
        _set(channels, channel, is_lost)
        try:
            await show()
            await self._notes(bot).put(LOST, channel, "told" if is_lost else "")
        except BaseException:
            _set(channels, channel, before)
            raise
        _set(self._of.setdefault(bot, channels), channel, is_lost)  # they may have been read anew meanwhile

    def _notes(self, bot: str) -> Notes:
        return Notes(self._store, bot, self._clock)


def _set(channels: set[str], channel: str, is_lost: bool) -> None:
    (channels.add if is_lost else channels.discard)(channel)
