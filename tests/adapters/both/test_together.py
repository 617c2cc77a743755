"""The table above the hand, in one message: for who wants it so, drawn for them alone, within what a hand costs."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.messages.buttons import Ask, Verb
from bot.messages.text_table import meld_name
from bot.words.languages import say
from bot.words.table_words import card
from engine.actions import DRAW, PICK_UP
from engine.deal import TAKE
from renderers.scenes import HandScene
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Offer, Surface, run
from tests.watching import Watch

WORDS = {"en": ("together", "apart"), "it": ("insieme", "separate")}


async def wants(here: Surface, person: Any, *, together: bool = True) -> None:
    await here.says(person, "hands", "together" if together else "apart")
    await here.settled()


def hand_scenes(here: Surface, person: Any) -> list[HandScene]:
    """The hands in their private chat, by what was drawn for them; each as often as it was."""
    scenes = [scene for png in here.pictures(person) for scene, _ in here.host.watch.painted[png]]
    return [one for one in scenes if isinstance(one, HandScene)]


def with_table(here: Surface, person: Any) -> list[HandScene]:
    return [one for one in hand_scenes(here, person) if one.table is not None]


def hand_text(here: Surface, person: Any) -> str:
    """What stands with the hand that they can play from."""
    return here.text([one.message for one in here.offered(person) if one.verb == Verb.SORT][-1])


@both
def test_who_wants_it_sees_the_table_above_their_hand_and_nobody_else_does(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        other, messages = here.other(person), here.new_messages()
        assert "The pile from the top" in hand_text(here, person)
        await wants(here, person)
        assert "The pile from the top" not in hand_text(here, person)  # the picture shows it
        scenes = with_table(here, person)
        assert {one.seat for one in scenes} == {one.table.mine for one in scenes if one.table}
        assert len(scenes) == 1  # the message is changed, once
        assert here.new_messages() <= messages + 1  # the answer
        for _ in range(10):
            await here.match.play()
        assert len(with_table(here, person)) > 2
        assert with_table(here, other) == []
        while await here.match.person_in_turn() is not person:
            await here.match.play()
        await here.match.check_hands()
        await here.check_place()
        await here.check_eyes()
        await wants(here, person, together=False)
        count, apart = len(with_table(here, person)), len(hand_scenes(here, person))
        for _ in range(6):
            await here.match.play()
        assert len(with_table(here, person)) == count
        assert len(hand_scenes(here, person)) > apart

    run(on, body)


@both
def test_while_another_plays_it_is_changed_once_for_their_turn(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        other = here.other(person)
        await wants(here, other)
        seat = (await here.table()).in_turn
        for _ in range(3):
            before = len(waiting(here, other, seat))
            while await here.match.person_in_turn() is person:
                await here.match.play()
            assert len(waiting(here, other, seat)) <= before + 1
            while await here.match.person_in_turn() is other:
                await here.match.play()
        assert waiting(here, other, seat)
        await here.check_eyes()

    def waiting(here: Surface, person: Any, turn: str) -> list[bytes]:
        """The pictures that show whose turn it is above their cards."""
        painted = here.host.watch.painted
        scenes = {png: [scene for scene, _ in painted[png] if isinstance(scene, HandScene)] for png in painted}
        return [
            png
            for png in here.pictures(person)
            if any(one.table is not None and one.view.deal.seat == turn for one in scenes[png])
        ]

    run(on, body)


@both
def test_stock_or_pile_is_decided_with_the_pile_and_the_own_melds_in_sight(on: Kind) -> None:
    """Beside the buttons: in words, or above the cards."""

    async def body(here: Surface) -> None:
        await here.two()
        anna, bruno = here.match.people
        await wants(here, anna)
        decided: set[bool] = set()
        while len(decided) < 2:
            person, table = await here.match.person_in_turn(), await here.table()
            assert table.game is not None
            deal = table.game.deal
            melds = deal.melds[table.code.side_of[deal.turn]]
            if deal.phase == TAKE and melds and len(deal.pile) > 1:
                await here.settled()
                assert [one for one in here.offered(person) if one.press.request == DRAW]
                if person is bruno:
                    text = hand_text(here, person)
                    assert f"The pile from the top ({len(deal.pile)}): {card('en', deal.pile[-1])}" in text
                    assert meld_name("en", 1, melds[0]) in text
                else:
                    above = [one.table.view.deal for one in with_table(here, person) if one.table]
                    assert [one for one in above if (one.pile, one.melds, one.phase) == (deal.pile, deal.melds, TAKE)]
                decided.add(person is bruno)
            await here.plays_well()
        await here.check_eyes()

    run(on, body)


@both
def test_beside_the_table_of_the_place_it_is_theirs_alone_too(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await here.two()
        person = await here.match.person_in_turn()
        await wants(here, person)
        await here.hand_beside(person)
        painted = here.host.watch.painted
        scenes = [scene for png in here.pictures_beside(person) for scene, _ in painted[png]]
        assert [one for one in scenes if isinstance(one, HandScene) and one.table is not None]
        assert with_table(here, here.other(person)) == []
        await here.check_place()
        await here.check_eyes()

    run(on, body)


@pytest.mark.parametrize("language", ["en", "it"])
@both
def test_it_is_said_in_a_word_or_chosen_in_the_settings_and_stays_so(on: Kind, language: str) -> None:
    async def body(here: Surface) -> None:
        people = [here.person(name, language) for name in ("Anna", "Bruno")]
        here.match = here.gather(people)
        await here.begin("fibur", "players=2")
        anna = people[0]
        for value, word in zip(("together", "apart"), WORDS[language], strict=True):
            value_sent = value if here.name == "discord" else word  # a choice is sent by its own name
            (answer, *_) = await here.says(anna, "hands", value_sent)
            wanted = say(language, f"done.hands-{value}")
            assert wanted.partition(";")[0] in answer.text.replace("\\", "")
        assert with_table(here, anna) != []
        await here.says(anna, "settings")
        for argument in ("look", "look.together=on"):
            await here.tap(anna, setup(here, anna, argument))
            await here.settled()
        assert say(language, "setting.together") in "".join(here.seen(anna))
        count = len(with_table(here, anna))
        await here.match.play()
        await here.match.play()
        assert len(with_table(here, anna)) > count
        (answer, *_) = await here.says(anna, "hands", "sideways" if here.name == "telegram" else "apart")
        assert answer.text
        await here.check_eyes()

    def setup(here: Surface, person: Any, argument: str) -> Offer:
        return [one for one in here.offered(person) if one.press.request == Ask(Verb.SETUP, argument)][-1]

    run(on, body)


@both
def test_it_is_so_after_a_restart_too_and_for_who_holds_thirty_cards(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with on() as here:
            watch = Watch()
            async with here.hosted(tmp_path / "bot.db", watch):
                await here.two()
                person = await here.match.person_in_turn()
                await wants(here, person)
                await here.match.fills_the_pile()
            async with here.hosted(tmp_path / "bot.db", watch):
                while await here.match.person_in_turn() is not person:
                    await here.match.play()
                await here.tap(person, here.offer(person, PICK_UP))
                await here.settled()
                assert max(len(one.order) for one in with_table(here, person)) > 30
                await here.match.check_hands()
            here.judge()

    asyncio.run(main())
