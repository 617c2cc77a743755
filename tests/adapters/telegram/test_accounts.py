"""Two accounts of one person: their cards come to the chat that they used last, of those that are open."""

from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, seen_hand
from tests.adapters.telegram.test_troubles import begun, turn
from tests.loopback.telegram.people import Person
from tests.scripted import true_hand


async def linked(host: Host, match: ScriptedMatch) -> tuple[Person, Person]:
    """Who is in turn, and the other account that they have got."""
    first = await match.person_in_turn()
    second = host.telegram.user(f"{first.account.first_name} at work")
    match.group.adds(second)
    first.writes("/link")
    await host.settle()
    second.writes(f"/link {first.screen()[-1].content.text.split()[0]}")
    await host.settle()
    return first, second


def hands(person: Person) -> int:
    return len([one for one in person.screen() if about_table(one)])


async def turn_of(match: ScriptedMatch, person: Person) -> None:
    """They draw and discard."""
    await match.tap(person, next(one for one in match.offered(person) if one[1].request == DRAW))
    hand = seen_hand(match, person)
    person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
    await match.host.settle()


def missing(match: ScriptedMatch) -> bool:
    """Whether the group reads that somebody cannot be sent their cards, having blocked the bot."""
    text = [one for one in match.group.messages if about_table(one)][-1].content.text
    assert "has not opened" not in text
    return "has blocked me" in text


def test_the_hand_follows_to_the_account_that_they_use() -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        first, second = await linked(host, match)
        first.writes("/sort suit")
        await host.settle()
        assert (hands(first), hands(second)) == (1, 0)
        second.writes("draw")
        await host.settle()
        assert (hands(first), hands(second)) == (0, 1)
        assert seen_hand(match, second) == await true_hand(match, first)

    run(body)


def test_who_blocks_the_bot_with_one_account_finds_their_cards_in_the_other() -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        first, second = await linked(host, match)
        first.writes("/sort suit")
        await host.settle()
        first.blocks()
        await host.settle()
        assert hands(second) == 1
        assert not missing(match)
        tap = await match.press(second, Verb.HAND, match.group)
        assert tap.url == ""
        await match.tap(second, next(one for one in match.offered(second) if one[1].request == DRAW))
        assert seen_hand(match, second) == await true_hand(match, first)
        second.blocks()
        await host.settle()
        assert missing(match)
        assert (hands(first), hands(second)) == (1, 1)  # neither can be changed
        first.unblocks()
        first.start(f"t_{match.label}")
        await host.settle()
        assert not missing(match)
        assert seen_hand(match, first) == await true_hand(match, first)
        assert hands(first) == 1
        second.unblocks()
        await host.settle()
        assert (hands(first), hands(second)) in ((1, 0), (0, 1))

    run(body)


def test_the_hand_in_a_chat_that_was_blocked_goes_as_soon_as_the_chat_is_open_again() -> None:
    """Also where the host was started anew in between, and whoever opened the chat plays by another account."""

    async def body(host: Host) -> None:
        match = await begun(host)
        first, second = await linked(host, match)
        first.writes("/sort suit")
        await host.settle()
        first.blocks()
        await host.settle()
        assert (hands(first), hands(second)) == (1, 1)
        await turn_of(match, second)
        assert (hands(first), hands(second)) == (1, 1)
        first.unblocks()
        await host.settle()
        assert (hands(first), hands(second)) in ((1, 0), (0, 1))

    run(body)


def test_the_other_account_that_blocks_the_bot_shuts_nothing() -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        first, second = await linked(host, match)
        second.blocks()
        await host.settle()
        assert hands(first) == 1
        assert not missing(match)
        assert (await match.press(first, Verb.HAND, match.group)).url == ""
        await turn(match)
        assert hands(first) == 1

    run(body)


def test_an_account_that_never_wrote_is_led_to_its_private_chat() -> None:
    async def body(host: Host) -> None:
        match = await begun(host)
        first = await match.person_in_turn()
        first.writes("/link")
        await host.settle()
        second = host.telegram.user("Another")
        match.group.adds(second)
        second.writes(f"/link {first.screen()[-1].content.text.split()[0]}", match.group)
        await host.settle()
        tap = await match.press(second, Verb.HAND, match.group)
        assert tap.url.endswith(f"start=t_{match.label}")
        second.opens(tap.url)
        await host.settle()
        assert (hands(first), hands(second)) == (0, 1)

    run(body)
