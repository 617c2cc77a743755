"""Letters that are sent again although no table has changed.

A hand is wanted below newer messages, or in another language; a table in the middle of a turn, or in another look.
"""

from collections.abc import Sequence
from typing import Final

from bot.bounded import Bounded
from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.reach import Want
from bot.host.ports import CHANNEL, Letter, Person
from bot.messages.presenter import HAND, SCORE, TABLE
from bot.requests.channels import SetChannel
from bot.requests.reachable import own_places
from bot.requests.service import Service
from bot.tables.table import OVER, PAUSE, Table

IN_A_ROW: Final = 5_000  # milliseconds in which somebody who asks for their hand again has it before their eyes
PEOPLE: Final = 10_000  # that are remembered
CHANNELS: Final = 10_000  # the same
BREATH: Final = 10_000  # milliseconds between two changes of a channel's table that only show a phrase


class FreshLetters:
    """Those of one bot. `want` has letters sent. Raises `StoreError`."""

    def __init__(self, service: Service, delivery: Delivery, want: Want) -> None:
        self._service = service
        self._tables = service.backend.tables
        self._delivery = delivery
        self._want = want
        # by table and person: the first time in a row
        self._hand_requests: Bounded[tuple[str, str], int] = Bounded(PEOPLE)
        self._phrase_at: Bounded[str, int] = Bounded(CHANNELS)  # by channel: when one was shown within a turn

    # --- hands --------------------------------------------------------------------------------------------------------

    async def hands_at(self, table_id: str, *people: str, at_leisure: bool = False) -> None:
        """These people's hands at this table as they are now, where they stand."""
        await self._want(table_id, tuple(Letter(person, HAND) for person in people), at_leisure)

    async def hand_below(self, person: str, table_id: str, until: int | None = None, *, if_gone: bool = False) -> None:
        """The hand is shown below what was said since; `until`: unless it was sent then or later.

        Whoever asks several times in a row is sent it once; after that, as with `if_gone`, it is sent again only if its
        message is gone.
        """
        letter = Letter(person, HAND)
        stays = if_gone
        if until is not None:
            stays = self._hand_requests.get((table_id, person), 0) > until - IN_A_ROW
        if stays:
            self._delivery.doubt(table_id, letter)
        elif until is None or self._delivery.new_at(table_id, letter) < until:
            self._delivery.lift(table_id, letter)
        if until is not None and not stays:
            self._hand_requests[table_id, person] = until
        await self._want(table_id, (letter,))

    async def hands(self, person: str, *, elsewhere: bool = False) -> None:
        """All their hands speak another language, or look otherwise, from now on; `elsewhere`: are sent anew."""
        letter = Letter(person, HAND)
        for one in await self._tables.of(person):
            if elsewhere:
                self._delivery.lift(one.table, letter)
            await self._want(one.table, (letter,))

    async def speak_anew(self, person: Person) -> None:
        """All that stands in their private chats speaks another language from now on, the tables there too."""
        await self.hands(person.id)
        for place in own_places(person):
            for one in await self._tables.in_channel(place):
                await self.table_at_once(one.table, place)

    # --- tables -------------------------------------------------------------------------------------------------------

    async def table_below(self, table_id: str, channel: str) -> None:
        """The table is shown anew in the channel, below what was said since."""
        letter = Letter(f"{CHANNEL}{channel}", TABLE)
        self._delivery.lift(table_id, letter)
        await self._want(table_id, (letter,))

    async def show_below(self, table: Table, table_id: str, channel: str) -> None:
        """Somebody wants to see the table in the channel; after a deal what came of it, whose picture stays above."""
        is_over = table.phase in (PAUSE, OVER) and bool(table.with_score_sheet.records)
        letter = Letter(f"{CHANNEL}{channel}", SCORE if is_over else TABLE)
        self._delivery.lift(table_id, letter)
        await self._want(table_id, (letter,))

    async def table_at_once(self, table_id: str, channel: str) -> None:
        """The table is shown in the channel as it is now, in the middle of a turn."""
        letter = Letter(f"{CHANNEL}{channel}", TABLE)
        self._delivery.hurry(table_id, letter)
        await self._want(table_id, (letter,))

    async def phrase(self, table_id: str, channels: Sequence[str]) -> None:
        """Show at once what somebody has said, if the channel has room for one more change; else with the next turn."""
        now = self._service.clock()
        for channel in channels:
            if self._delivery.has_time_for(channel) and self._phrase_at.get(channel, -BREATH) + BREATH <= now:
                self._phrase_at[channel] = now
                await self.table_at_once(table_id, channel)

    async def tables_dressed_by(self, request: SetChannel) -> None:
        """The tables of a channel speak another language there, or look otherwise, from now on."""
        for channel in await self._service.dressed_by(request):
            for one in await self._tables.in_channel(channel):
                await self.table_at_once(one.table, channel)
