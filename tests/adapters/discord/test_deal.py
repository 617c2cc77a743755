"""Four people in a channel play a deal with buttons and menus, in two languages."""

from bot.messages.buttons import Verb
from bot.tables.table import OVER, PAUSE
from tests.adapters.discord.evening import Evening
from tests.adapters.discord.hosting import Host, run
from tests.evening import NAMES


def test_four_people_play_a_deal() -> None:
    async def body(host: Host) -> None:
        people = [host.discord.user(name, "it" if name in ("Bruno", "Carla") else "en-US") for name in NAMES]
        evening = Evening(host, host.discord.guild("Circolo", *people).channel("tavoli"), people)
        await evening.begin("febur")
        for _ in range(4):
            for _ in range(8):
                await evening.play()
            await evening.check_hands()
        await evening.deal()
        table = await evening.table()
        assert table.phase in (PAUSE, OVER)
        evening.check_room()
        for person in people:  # how it went stands where the hand was, with the way on
            assert Verb.READY in [one.verb for one in evening.offered(person)]

    run(body)
