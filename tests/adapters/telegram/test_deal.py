"""Four people in a group play a deal on their telephones."""

from bot.messages.buttons import Verb
from bot.tables.table import OVER, PAUSE, PLAYING
from engine.players import PLAYERS
from tests.adapters.telegram.evening import Evening, verb
from tests.adapters.telegram.hosting import Host, run
from tests.evening import NAMES


def test_four_people_play_a_deal() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name, language="it" if name == "Carla" else "en") for name in NAMES]
        evening = Evening(host, host.telegram.group("Sala", *people), people)
        await evening.begin("febur")
        before = len(host.telegram.budgets.let_through[evening.group.id])
        for _ in range(3):
            for _ in range(8):
                await evening.play()
            await evening.check_hands()
        player = PLAYERS["heuristic"](3)
        while (await evening.table()).phase == PLAYING:
            await evening.write(player)
        table = await evening.table()
        assert table.phase in (PAUSE, OVER)
        edits = len(host.telegram.budgets.let_through[evening.group.id]) - before
        assert edits <= evening.turns + 4
        await evening.check_group()
        for person in people:  # how it went stands where the hand was, with the way on
            assert Verb.READY in [verb(one[1]) for one in evening.offered(person)]

    run(body)
