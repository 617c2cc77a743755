"""What an old button says: what is so now, in a sentence; and what a hand looks like after its owner changed how."""

from bot.messages.buttons import Verb
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, presses_on, verb
from tests.adapters.telegram.test_presses import drawn, two
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.values import Message, Tap
from tests.scripted import true_hand


async def taps(match: ScriptedMatch, person: Person, message: Message, *verbs: str) -> list[Tap]:
    """Old buttons, by the beginning of what they carry, with time between them."""
    found = []
    for what in verbs:
        match.host.clock.advance(15)
        found.append(await person.answer(person.forges(f"{match.label}:{what}", message)))
        await match.host.settle()
    return found


def test_old_buttons_of_ones_own_hand_say_what_is_so_now() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        other = next(one for one in match.people if one is not person)
        draw = next(one for one in reversed(match.offered(person)) if one[1].request == DRAW)
        await drawn(match)
        stage = (await match.table()).stage
        (again,) = await taps(match, person, draw[0], f"{stage - 1}:d")
        assert again.alert
        assert again.text == "The table has moved on: you have taken your card; now lay, add or discard."
        card = next(card for card in await true_hand(match, person) if card[0] not in "J2")
        twice = (await true_hand(match, person)).count(card) == 2
        person.writes(f"-{card}")
        await host.settle()
        old = (f"{stage}:tick:{card}1", f"{stage}:lay:unseen", f"{stage}:drop", f"{stage}:suggest", f"{stage}:clear")
        for tap in await taps(match, person, draw[0], *old):
            assert tap.alert
            assert tap.text == f"The table has moved on: it is {other.account.first_name}'s turn now."
        for one in (other, person):
            one.writes("draw")
            await host.settle()
            if one is other:
                drop = next(card for card in await true_hand(match, one) if card[0] not in "J2")
                one.writes(f"-{drop}")
                await host.settle()
        has_card = card in await true_hand(match, person)
        assert has_card or not twice
        (tap,) = await taps(match, person, draw[0], f"{stage}:tick:{card}1")
        assert tap.text.startswith("Ticked" if has_card else "You no longer hold ")

    run(body)


def test_old_buttons_of_the_groups_message_say_whose_turn_it_is() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        other = next(one for one in match.people if one is not person)
        button = next(one for one in match.offered(other, match.group) if one[1].request == DRAW)
        await drawn(match)
        stage = (await match.table()).stage
        (theirs,) = await taps(match, other, button[0], f"{stage - 1}:d")
        assert theirs.alert
        assert theirs.text == f"The table has moved on: it is {person.account.first_name}'s turn now."
        zoe = host.telegram.user("Zoe")
        match.group.adds(zoe)
        (strange,) = await taps(match, zoe, button[0], f"{stage - 1}:d")
        assert strange.alert
        assert strange.text

    run(body)


def test_after_the_match_an_old_button_says_that_it_is_over() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()
        hand = person.screen()[-1]
        await drawn(match)
        stage = (await match.table()).stage
        person.writes("/resign")
        await host.settle()
        await match.press(person, Verb.RESIGN)
        for tap in await taps(match, person, hand, f"{stage}:tick:5h1", f"{stage}:drop"):
            assert tap.alert
            assert tap.text == "The table has moved on: the match is over."

    run(body)


def test_a_hand_speaks_the_new_language_and_wears_the_new_theme_at_once() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        person = await match.person_in_turn()

        def hand() -> Message:
            return next(one for one in person.screen()[::-1] if Verb.SORT in [verb(press) for press in presses_on(one)])

        before = hand()
        words, photo = before.content.text, before.content.photo
        assert photo is not None
        person.writes("/theme dark", match.group)
        await host.settle()
        themed = hand().content.photo
        assert themed is not None
        assert themed.data != photo.data
        person.writes("/language it", match.group)
        await host.settle()
        assert hand().id == before.id
        assert hand().content.text != words
        assert "Tavolo" in hand().content.text
        person.writes("/settings language=en")  # in the private chat it is their own
        await host.settle()
        assert "Table" in hand().content.text

    run(body)
