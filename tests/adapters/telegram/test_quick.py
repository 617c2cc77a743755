"""Quick tapping in Telegram's own budgets: each press is answered with what it did, and the new hand comes at once."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.cli.platforms import BUDGETS
from bot.host.budget import Meter
from bot.host.courier import LULL
from bot.messages.buttons import Ask, Press, Verb, by_button
from engine.actions import DRAW, Discard, Lay, PickUp
from engine.cards import format_card
from engine.legal import legal
from engine.view import view
from tests.adapters.telegram.fast import Fast, play_match
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, verb
from tests.hosting import hurried
from tests.loopback.faults import Kind
from tests.loopback.telegram.budgets import Budgets as Judge
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Tap
from tests.scripted import NAMES, TAKES, true_hand


async def two(host: Host, language: str = "en", options: str = "fibur players=2") -> ScriptedMatch:
    """Two people with their hands before them; time stands still, and nothing of any budget is used."""
    host.telegram.clock.freeze()
    people = [host.telegram.user(name, language) for name in ("Anna", "Bruno")]
    match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
    await meanwhile(host, match.begin(options))
    await rested(host)
    return match


async def meanwhile(host: Host, work: Awaitable[None]) -> None:
    """Time passes while this is done."""
    hurry = asyncio.create_task(hurried(host.chats, host.clock))
    await work
    await host.settle()
    hurry.cancel()


async def rested(host: Host) -> None:
    """A while in which nothing happens."""
    host.clock.advance(120)
    host.chats.wake()
    await host.calm()


async def quickly(match: ScriptedMatch, person: Person, is_it: Callable[[Press], bool]) -> Tap:
    """A tap that is answered; no time passes for whatever it sets off."""
    message, _, data = next(one for one in reversed(match.offered(person)) if is_it(one[1]))
    tap = await person.answer(person.forges(data, message))
    await match.host.calm()
    return tap


async def tick(match: ScriptedMatch, person: Person, card: str) -> Tap:
    return await quickly(match, person, lambda one: isinstance(one.request, Ask) and is_tick(one.request, card))


def is_tick(request: Ask, card: str) -> bool:
    return request.verb == Verb.TICK and by_button(request)[0].argument == f"{card}1"


async def stages(match: ScriptedMatch, person: Person) -> set[int]:
    """For which states of the table their screen has buttons."""
    return {one[1].stage for one in match.offered(person)} - {0}


async def a_lay(match: ScriptedMatch) -> tuple[Person, Lay]:
    """Somebody in turn has drawn and may lay something; the others have played until then, and time stands still."""
    for _ in range(60):
        person, table = await match.person_in_turn(), await match.table()
        await quickly(match, person, lambda one: one.request == DRAW)
        table = await match.table()
        assert table.game is not None
        actions = list(legal(view(table.game.deal, table.in_turn).deal))
        lays = [one for one in actions if isinstance(one, Lay) and len(set(one.cards)) == len(one.cards)]
        if lays:
            return person, lays[0]
        discard = next(one for one in actions if isinstance(one, Discard))
        person.forges(f"{match.label}:{table.stage}:x:{format_card(discard.card)}", person.screen()[-1])
        await match.host.calm()
        await rested(match.host)
    raise AssertionError("nobody can lay anything")


def test_after_ticks_a_lay_shows_the_new_hand_at_once() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person, lay = await a_lay(match)
        for card in lay.cards:
            await tick(match, person, format_card(card))
        before = await match.table()
        await quickly(match, person, lambda one: verb(one) == Verb.LAY)
        after = await match.table()
        assert after.stage == before.stage + 1
        assert await stages(match, person) == {after.stage}
        assert not [one for one in host.telegram.calls if one.outcome and one.outcome.get("error_code") == 429]

    run(body, BUDGETS)


def test_ticks_are_shown_together_once_nobody_taps_any_more() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person, lay = await a_lay(match)
        edits = len(host.telegram.called("editMessageReplyMarkup", "editMessageMedia", "editMessageCaption"))
        for card in lay.cards:
            await tick(match, person, format_card(card))
        assert not shown_ticked(person)
        host.clock.advance(LULL / 1000 / 2)
        host.chats.wake()
        await host.calm()
        assert not shown_ticked(person)
        host.clock.advance(4)
        host.chats.wake()
        await host.calm()
        assert len(shown_ticked(person)) == len(lay.cards)
        now = len(host.telegram.called("editMessageReplyMarkup", "editMessageMedia", "editMessageCaption"))
        assert now == edits + 1

    run(body, BUDGETS)


def test_the_first_tick_of_somebody_who_thinks_is_shown_at_once() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person, lay = await a_lay(match)
        await rested(host)
        await tick(match, person, format_card(lay.cards[0]))
        assert len(shown_ticked(person)) == 1

    run(body, BUDGETS)


def test_what_telegrams_budget_lets_out_its_judge_takes() -> None:
    """Also what is on its way for a tenth of a second before it counts, one after the other."""
    budget = BUDGETS["telegram"].chat
    for seed in range(50):
        chance = random.Random(seed)  # noqa: S311  the same each time
        meter, judge, now, arrives = Meter(budget), Judge(), 0, 0
        for _ in range(200):
            now = meter.ready_at(now + chance.choice([0, 0, 200, 700, 5_000]))
            meter.use(now)
            arrives = max(arrives, now + chance.randrange(100))
            judge.spend(1, False, arrives / 1000)


@pytest.mark.parametrize("pause", [0.3, 0.5, 1.0])
def test_a_fast_player_sees_the_new_hand_before_they_can_tap_again(pause: float) -> None:
    """Four turns of a match of four, by the server's clock, so that no machine is too slow."""

    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        await meanwhile(host, match.begin("fibur players=4"))
        host.telegram.clock.freeze()
        fast = Fast(match, people[0], pause)
        await play_match(match, fast, people[0], turns=4)
        assert fast.figures.share("new hand, limits: all", 0.5) <= 0.3
        assert fast.figures.share("new hand, limits: all", 1) <= 1
        assert fast.wordless == 0
        assert not [one for one in host.telegram.calls if one.outcome and one.outcome.get("error_code") == 429]
        await rested(host)

    run(body, BUDGETS)


def shown_ticked(person: Person) -> list[str]:
    """The cards that the newest hand shows as ticked."""
    buttons = [button["text"] for row in person.screen()[-1].content.keyboard for button in row]
    return [one for one in buttons if one.startswith("✓")]


def test_each_press_is_answered_with_what_it_did() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        drawn = await quickly(match, person, lambda one: one.request == DRAW)
        assert drawn.text.startswith("You drew ")
        card = (await true_hand(match, person))[0]
        ticked = await tick(match, person, card)
        assert "icked" in ticked.text
        assert (await quickly(match, person, lambda one: verb(one) == Verb.SORT)).text == "Sorted by rank."
        await rested(host)
        other = next(one for one in match.people if one is not person)
        discarded = await quickly(match, person, lambda one: verb(one) == Verb.DROP)
        assert discarded.text.endswith(f"discarded. {other.account.first_name} is next.")
        for tap in (drawn, ticked, discarded):
            assert not tap.alert
            assert tap.text not in [one.text for one in other.sees()]

    run(body, BUDGETS)


def test_in_italian_too() -> None:
    async def body(host: Host) -> None:
        match = await two(host, "it")
        person, lay = await a_lay(match)
        answers = [await tick(match, person, format_card(card)) for card in lay.cards]
        assert answers[0].text.startswith("Hai scelto ")
        assert answers[-1].text.endswith((", una sequenza.", ", una combinazione."))
        laid = await quickly(match, person, lambda one: verb(one) == Verb.LAY)
        assert laid.text.startswith("Hai calato ")

    run(body, BUDGETS)


def test_the_answer_comes_though_telegram_wants_the_chat_to_be_left_alone_for_minutes() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        host.telegram.faults.add(Kind.FLOOD, times=1, retry_after=240, methods={"editMessageMedia"})
        before = await stages(match, person)
        tap = await quickly(match, person, lambda one: one.request == DRAW)
        assert tap.text.startswith("You drew ")
        host.clock.advance(230)
        host.chats.wake()
        await host.calm()
        assert await stages(match, person) == before  # Telegram is obeyed
        host.clock.advance(20)
        host.chats.wake()
        await host.calm()
        assert await stages(match, person) == {(await match.table()).stage}

    run(body, BUDGETS)


def test_who_is_faster_than_the_screen_plays_on_with_the_buttons_that_stand_there() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person, lay = await a_lay(match)
        message, _, data = next(one for one in match.offered(person) if verb(one[1]) == Verb.LAY)
        drop = data.replace(":lay:unseen", ":drop")  # stood beside it in messages sent before
        assert drop != data
        for card in lay.cards:
            await tick(match, person, format_card(card))
        laid = await person.answer(person.forges(data, message))
        again = await person.answer(person.forges(data, message))
        assert (laid.alert, again.alert, again.text) == (False, False, "")  # a second tap of one's own
        left = next(one for one in await true_hand(match, person))
        await person.answer(person.forges(f"{match.label}:{laid_stage(data)}:tick:{left}1", message))
        discarded = await person.answer(person.forges(drop, message))
        assert "discarded" in discarded.text
        assert await match.person_in_turn() is not person
        twice = await person.answer(person.forges(drop, message))
        assert (twice.alert, twice.text) == (False, "")
        await rested(host)

    run(body, BUDGETS)


async def a_pair(match: ScriptedMatch) -> tuple[Person, str]:
    """Somebody in turn has drawn, and holds a card twice; the others have played until then."""
    for _ in range(40):
        person = await match.person_in_turn()
        await quickly(match, person, lambda one: one.request == DRAW)
        hand, table = await true_hand(match, person), await match.table()
        pairs = [card for card in hand if hand.count(card) == 2]
        if pairs:
            return person, pairs[0]
        await person.answer(person.forges(f"{match.label}:{table.stage}:x:{hand[0]}", person.screen()[-1]))
        await rested(match.host)
    raise AssertionError("nobody holds a card twice")


def test_two_cards_alike_are_both_ticked_before_either_is_shown() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person, pair = await a_pair(match)
        data = [one[2] for one in match.offered(person) if f":tick:{pair}1" in one[2]]
        assert len(set(data)) == 2
        message = person.screen()[-1]
        answers = [(await person.answer(person.forges(text, message))).text for text in (data[1], data[1], data[0])]
        words = answers[0].removeprefix("Ticked: ").rstrip(".")
        assert answers[1] == answers[0]  # the same button twice is a second tap
        assert f"{words} {words}" in answers[2]  # the other button is the other card
        await rested(host)
        assert len(shown_ticked(person)) == 2
        less = [one[2] for one in match.offered(person) if f":tick:{pair}1" in one[2]]
        for text in less:
            await person.answer(person.forges(text, message))
        await rested(host)
        assert shown_ticked(person) == []

    run(body, BUDGETS)


async def a_lay_with_a_twin_left(match: ScriptedMatch) -> tuple[Person, Lay]:
    """Somebody in turn has drawn and may lay something of which they hold a card once more."""
    for _ in range(100):
        person = await match.person_in_turn()
        await quickly(match, person, lambda one: one.request == DRAW)
        hand, table = await true_hand(match, person), await match.table()
        assert table.game is not None
        actions = list(legal(view(table.game.deal, table.in_turn).deal))
        for lay in [one for one in actions if isinstance(one, Lay)]:
            cards = [format_card(card) for card in lay.cards]
            if len(set(cards)) == len(cards) and any(hand.count(card) == 2 for card in cards):
                return person, lay
        discard = next(one for one in actions if isinstance(one, Discard))
        person.forges(f"{match.label}:{table.stage}:x:{format_card(discard.card)}", person.screen()[-1])
        await match.host.calm()
        await rested(match.host)
    raise AssertionError("nobody can lay a card that they hold twice")


async def tick_a_lay_with_a_twin_left(match: ScriptedMatch) -> tuple[Person, Lay]:
    person, lay = await a_lay_with_a_twin_left(match)
    for card in lay.cards:
        await tick(match, person, format_card(card))
    await rested(match.host)
    return person, lay


def test_after_a_lay_nothing_is_ticked_though_a_card_of_it_is_held_once_more() -> None:
    """Also where the new hand was sent before it was noted that nothing is ticked any more."""

    async def body(host: Host) -> None:
        match = await two(host)
        person, lay = await tick_a_lay_with_a_twin_left(match)
        assert len(shown_ticked(person)) == len(lay.cards)
        stage, keep = (await match.table()).stage + 1, host.store.put_draft

        async def keep_late(*what: Any) -> None:
            await match.telegram.until(lambda: stage in [one[1].stage for one in match.offered(person)])
            await keep(*what)

        with pytest.MonkeyPatch.context() as slow:
            slow.setattr(host.store, "put_draft", keep_late)
            await quickly(match, person, lambda one: verb(one) == Verb.LAY)
        await rested(host)
        assert await stages(match, person) == {stage}
        assert shown_ticked(person) == []

    run(body, BUDGETS)


def test_the_new_hand_never_comes_with_ticks_of_the_lay_before() -> None:
    """Where a second tap on *Lay* would meet a button that adds the card of which they hold one more."""

    async def body(host: Host) -> None:
        match = await two(host)
        person, _ = await tick_a_lay_with_a_twin_left(match)
        before = len(person.sees(person.dm))
        await quickly(match, person, lambda one: verb(one) == Verb.LAY)
        await rested(host)
        hands = [one.buttons for one in person.sees(person.dm)[before:] if one.keyboard]
        assert hands
        assert [label for labels in hands for label in labels if label.startswith("✓")] == []

    run(body, BUDGETS)


def laid_stage(data: str) -> str:
    return data.split(":")[1]


def test_lay_without_ticks_says_what_to_do() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        await quickly(match, person, lambda one: one.request in TAKES and not isinstance(one.request, PickUp))
        tap = await quickly(match, person, lambda one: verb(one) == Verb.LAY)
        assert tap.alert
        assert tap.text.startswith("First tick the cards")

    run(body, BUDGETS)
