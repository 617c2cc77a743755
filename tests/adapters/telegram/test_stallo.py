"""A stallo on Telegram: everybody is asked in the group and in their hand, and all must agree (FITAB, art. 16)."""

from bot.messages.buttons import Verb
from bot.tables.table import OVER, PAUSE, PLAYING
from engine.actions import PICK_UP, Action, Discard
from engine.deal import STALLO, TAKE
from engine.legal import legal
from engine.view import View
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch


class Swapper:
    """Takes the one card of the pile and lays another one down."""

    def choose(self, seen: View) -> Action:
        if seen.deal.phase == TAKE:
            return PICK_UP
        return next(action for action in legal(seen.deal) if isinstance(action, Discard))


def test_everybody_is_asked_about_a_stallo_and_it_ends_the_deal_only_if_all_agree() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name, language="en") for name in ("Anna", "Bruno")]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        await match.begin("fibur players=2 hands=1 stallo_laps=1")
        for _ in range(6):
            await match.write(Swapper())
        question = "Shall the deal end in stallo?"
        assert question in match.group.messages[-1].content.text
        for person in people:
            assert any(question in message.content.text for message in person.screen())
        await match.press(people[1], Verb.REFUSE, match.group)
        assert "Bruno does not agree to a stallo" in match.group.messages[-1].content.text
        for _ in range(4):
            await match.write(Swapper())
        await match.press(people[0], Verb.AGREE, match.group)
        assert (await match.table()).phase == PLAYING
        await match.press(people[1], Verb.AGREE)
        table = await match.table()
        assert table.match is not None
        assert (table.phase in (PAUSE, OVER), [deal.termination for deal in table.match.deals]) == (True, [STALLO])

    run(body)
