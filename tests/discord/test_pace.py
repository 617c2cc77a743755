"""Budgets follow Discord's buckets: what is changed through a press waits for none of them, and uses no press up."""

from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Verb
from tests.discord.evening import seen_hand
from tests.discord.hosting import Host, run
from tests.discord.test_presses import drawn, two
from tests.evening import true_hand

ANSWER = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


def test_however_fast_somebody_taps_each_new_hand_comes_at_once() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        host.discord.clock.freeze()  # no budget is ever fresh again
        menu = next(one for one in evening.offered(person) if one.verb == Verb.CHOOSE)
        for many in range(1, 13):
            before = len(person.sees(person.dm, "edited"))
            await evening.tap(person, menu, menu.names[: many % 3 + 1])
            assert len(person.sees(person.dm, "edited")) == before + 1
        assert [one for one in host.discord.calls if one.status == 429] == []

    run(body, BUDGETS)


def test_the_last_call_of_a_press_is_not_made_for_the_library_would_wait_there() -> None:
    async def body(host: Host) -> None:
        evening = await two(host)
        person = await drawn(evening)
        host.discord.budgets.limit(ANSWER, 3, 3600.0)
        act = await evening.press(person, Verb.SORT)
        edits = len(host.discord.called(EDIT))
        other = next(one for one in evening.offered(person) if one.verb == Verb.SORT)
        for by in ("rank", "suit", "rank"):  # what is written brings no press on the hand
            await evening.types(person, "sort", order=by)
        assert len([one for one in host.discord.called(ANSWER) if one.parts["webhook_token"] == act.token]) == 2
        assert len(host.discord.called(EDIT)) > edits
        await evening.tap(person, other)
        assert seen_hand(evening, person) == await true_hand(evening, person)
        assert host.discord.budgets.floods == []

    run(body)
