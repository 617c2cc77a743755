"""What one bot has of the leases of its host, where that serves several: each under the bot's name."""

from collections.abc import Callable, Collection

from bot.host.hosted_bots import BOT
from bot.host.leases import SharedLeases, Work, Works


def lease_of(bot: str, lease: str) -> str:
    """The lease of a bot that was added; one of the bot of the settings has no name before it."""
    return lease if bot == BOT else f"{bot}/{lease}"


class BotLeases:
    """What one bot has of all the leases of its host. `wanted`: those that it could have, without its name."""

    def __init__(self, shared: SharedLeases, bot: str, wanted: Collection[str]) -> None:
        self._shared = shared
        self._bot = bot
        self.names = frozenset(lease_of(bot, lease) for lease in wanted)
        self._listeners: list[Callable[[], None]] = []
        self._works: list[Works] = []
        self.begin, self.beat, self.run, self.last_alive = shared.begin, shared.beat, shared.run, shared.last_alive

    @property
    def is_alone(self) -> bool:
        return self._shared.is_alone

    def holds(self, lease: str) -> bool:
        return self._shared.holds(lease_of(self._bot, lease))

    def holds_for(self, lease: str, seconds: float) -> bool:
        return self._shared.holds_for(lease_of(self._bot, lease), seconds)

    @property
    def is_in_time(self) -> bool:
        return self._shared.is_in_time

    @property
    def is_cut_off(self) -> bool:
        return self._shared.is_cut_off

    def end_first(self, is_busy: Callable[[str], bool], break_off: Callable[[str], None]) -> None:
        def is_busy_here(lease: str) -> bool:
            return lease in self.names and is_busy(self._own_name(lease))

        def break_off_here(lease: str) -> None:
            if lease in self.names:
                break_off(self._own_name(lease))

        self._works.append(Works(is_busy_here, break_off_here))
        self._shared.end_first(is_busy_here, break_off_here)

    def _own_name(self, lease: str) -> str:
        """Without the bot's name before it."""
        return lease if self._bot == BOT else lease.removeprefix(f"{self._bot}/")

    def acts_for(self, table: str, lease: str) -> bool:
        return self._shared.acts_for(table, lease_of(self._bot, lease))

    async def while_held(self, lease: str, work: Work) -> None:
        await self._shared.while_held(lease_of(self._bot, lease), work)

    @property
    def is_doubted(self) -> bool:
        return self._shared.is_doubted

    def give_up(self, lease: str, seconds: float) -> bool:
        return self._shared.give_up(lease_of(self._bot, lease), seconds)

    def listen(self, listener: Callable[[], None]) -> None:
        """As `SharedLeases.listen`."""
        self._listeners.append(listener)
        self._shared.listen(listener)

    def listen_for_taking(self, taken: Callable[[], None], lost: Callable[[], None] = lambda: None) -> None:
        """As `SharedLeases.listen_for_taking`, but for this bot's leases alone; `lost`: where it has one no more."""
        mine = self._held_now()

        def note() -> None:
            nonlocal mine
            before, mine = mine, self._held_now()
            if before - mine:
                lost()
            if mine - before:
                taken()

        self._listeners.append(note)
        self._shared.listen_for_taking(note)
        self._shared.listen(note)

    def _held_now(self) -> frozenset[str]:
        return frozenset(lease for lease in self.names if self._shared.holds(lease))

    def end(self) -> None:
        """Who listens hears nothing any more."""
        self._shared.leave_out(self._listeners)
        self._shared.end_no_more(self._works)
        self._works.clear()
