"""Buttons in all states, on every platform: pressed twice, by somebody else, made up."""

from typing import Final

from bot.messages.buttons import Verb, command_press, encode
from engine.actions import DRAW, PICK_UP, Discard
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface, run

EXAMPLES: Final = set("5h 6h 7h 8h Kd".split())  # cards that the help names to everybody


@both
def test_a_double_tap_plays_once(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        answers = await here.taps(person, here.offer(person, DRAW), 3)
        assert len((await here.table()).turn) == 1
        assert len(answers) == here.says_what_was_done  # nothing more has happened
        assert [one for one in answers if one.stays or not one.text.startswith("You drew ")] == []
        assert not [one for one in here.seen(person) if "moved on" in one]  # it has, but by the first press

    run(on, body)


@both
def test_somebody_elses_button_does_nothing_and_says_so_to_them_alone(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        turn, before = await here.match.person_in_turn(), await here.table()
        other, stranger = here.other(turn), here.person("Zoe")
        public = here.offer(other, DRAW, public=True)
        answer = await here.tap(other, public)
        assert ("not your turn" in answer.text, answer.stays) == (True, True)
        here.joins(stranger)
        answer = await here.tap(stranger, public)
        assert ("no seat at this table" in answer.text, answer.stays) == (True, True)
        assert await here.table() == before
        assert [one for one in here.seen(turn) if "not your turn" in one or "no seat at" in one] == []

    run(on, body)


@both
def test_forged_texts_are_answered_and_change_nothing(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        turn = await here.drawn()
        other, before, hand = here.other(turn), await here.table(), await here.true_hand(turn)
        message, label, stage = here.private(other)[-1], here.label, before.stage
        forged = [
            "x", "🂡" * 16, "own|", "own|x#1", f"{label}:{stage}:x:{hand[0]}", f"{label}:{stage}:tick:{hand[0]}1",
            "menu#0", f"{label}:0:start", f"{label}:{stage}:lay", f"{label}:{stage}:sure:x:{hand[0]}",
            f"own|{label}:{stage}:sure:x:{hand[0]}", "ZZZZ:1:draw", f"{label}:{stage}:move:1-9",
            f"{label}:{stage}:page:99", f"{label}:{stage}:back", "0:0:say:discard.Kd", "0:0:say:nonsense",
            f"{label}:{stage}:choose#0", *here.forged_here,
        ]  # fmt: skip
        for text in forged:
            for answer in await here.forges(other, text, message, f"{hand[0]}1"):
                assert not (set(hand) - EXAMPLES) & set(answer.text.split())
        after = await here.table()
        assert (after.stage, after.phase, after.game) == (before.stage, before.phase, before.game)

    run(on, body)


@both
def test_my_hand_and_why_not_are_answered_to_who_asks_alone(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.drawn()
        other = here.other(person)
        before = len(other.sees())
        await here.hand_beside(person)
        assert here.pictures_beside(person)
        await here.tick(person)
        answer = await here.tap(person, here.offer(person, Verb.WHY))
        assert "What you can do" in answer.text + here.text(here.private(person)[-1])
        assert len(other.sees()) == before

    run(on, body)


@both
def test_my_hand_beside_the_table_is_ones_own_stands_once_and_is_seen_by_nobody_else(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.drawn()
        other = here.other(person)
        before = len(other.sees())
        _, newest = [await here.hand_beside(person) for _ in range(2)]
        assert len(here.pictures_beside(person)) == 2
        await here.check_beside(person)
        await here.press_beside(person, newest)
        assert len(other.sees()) == before
        await here.hand_beside(other)
        assert here.pictures_beside(other)[0] != here.pictures_beside(person)[0]
        await here.discards_beside(person)
        assert await here.match.person_in_turn() is other

    run(on, body)


@both
def test_a_press_that_is_answered_too_late_is_carried_out_all_the_same(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        await here.press_answered_late(person, here.offer(person, DRAW))
        assert len((await here.table()).turn) == 1
        assert here.cards_offered(person) == await here.true_hand(person)

    run(on, body)


@both
def test_the_table_asked_for_stands_below_and_the_old_one_loses_its_buttons(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        anna = here.match.people[0]

        def with_buttons() -> set[int]:
            return {one.message.id for one in here.offered(anna, public=True) if one.message in here.public()}

        before = with_buttons()
        await here.says(anna, "table", public=True)
        assert [one.id for one in here.tables()] == [here.public()[-1].id]
        assert here.public()[-1].id not in before
        assert len(with_buttons()) == len(before)

    run(on, body)


@both
def test_a_hand_of_very_many_cards_comes_in_parts_and_all_can_be_chosen(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        await here.match.fills_the_pile()
        person = await here.match.person_in_turn()
        await here.tap(person, here.offer(person, PICK_UP))
        hand = await here.true_hand(person)
        assert len(hand) >= 45
        first, second = await here.parts_of_hand(person)
        assert len(first) == here.part
        assert sorted([*first, *second]) == hand
        await here.choose_from_parts(person)

    run(on, body)


@both
def test_every_button_pressed_twice_is_acknowledged_twice_and_harms_nothing(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.drawn()
        stage = (await here.table()).stage
        plays = [one for one in here.offered(person) if one.verb is None]  # they are meant, and one of them ends a turn
        for one in [*here.offered(person), *here.offered(person, public=True)]:
            if one not in plays:
                await here.press_twice(person, one)
        assert (await here.table()).stage == stage
        await here.match.check_hands()
        away = plays[-1]
        assert isinstance(away.press.request, Discard)
        await here.press_twice(person, away)
        assert (await here.table()).stage == stage + 1
        assert await here.match.person_in_turn() is here.other(person)
        await here.match.check_hands()

    run(on, body)


@both
def test_a_second_tap_on_draw_is_silent_and_discards_nothing(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        answers = await here.taps(person, here.offer(person, DRAW), 2)
        assert len([one for one in answers if one.text]) == here.says_what_was_done
        assert [one.action for one in (await here.table()).turn] == [DRAW]
        assert await here.match.person_in_turn() is person

    run(on, body)


@both
def test_discard_of_a_message_sent_before_the_cards_stood_open_shows_what_there_is(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.drawn()
        (hand,) = here.playable(person)
        cards = {one.press.request for one in here.offered(person) if isinstance(one.press.request, Discard)}
        old = Offer.made(f"{here.label}:{(await here.table()).stage}:drop", hand)
        await here.tap(person, old)
        cards_offered = [one for one in here.offered(person) if one.verb is None]
        assert {one.press.request for one in cards_offered} == cards
        assert Verb.TICK not in [one.verb for one in here.offered(person)]
        await here.tap(person, cards_offered[-1])
        assert await here.match.person_in_turn() is here.other(person)

    run(on, body)


# --- a second tap of what makes something -----------------------------------------------------------------------------


@both
def test_a_double_tap_on_what_opens_a_table_or_seats_a_computer_player_is_one(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna")
        here.gather([anna])
        await here.open("fibur", "players=4")
        lobby = here.tables()[-1]
        here.server.clock.freeze()
        computer = here.offer(anna, Verb.COMPUTER, public=True)
        for computers in (1, 2):
            await here.taps(anna, computer, 2)
            assert len([chair for chair in (await here.table()).chairs if chair.computer]) == computers
            here.host.clock.advance(3)  # seconds: it is meant once more
        for tables, name in enumerate(("play", "new"), 2):
            answers = await here.taps(anna, Offer.made(encode(command_press(name)), lobby), 2)
            assert [one for one in answers[1:] if here.says_what_was_done] == []  # the second one is silent
            assert len(await here.host.store.live(here.host.door.bot)) == tables
        here.host.clock.advance(3)
        await here.taps(anna, Offer.made(encode(command_press("new")), lobby), 1)
        assert len(await here.host.store.live(here.host.door.bot)) == 4

    run(on, body)
