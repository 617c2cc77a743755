"""A correction as players ask for it in their chats: each line reads it and signs, or the arbiter is called."""

from bot.requests.answer import TournamentPage
from engine.tournament.state import Totals
from tests.requests.serving import World, run
from tests.requests.tournaments.test_club_tournaments import asks, does, only
from tests.requests.tournaments.test_desk import begun, check, labels, presses


async def played(world: World) -> list[str]:
    """Table 1 has its result, which both lines have signed."""
    people = await begun(world)
    _, bruno, _, dario, _ = people
    await does(world, bruno, "sheet", "720-505 335-640 810-395")
    await presses(world, dario, await does(world, dario, "mine"), "Countersign")
    return people


async def points(world: World) -> tuple[int, ...]:
    pairing = (await only(world)).pairing(1)
    assert pairing is not None
    assert isinstance(pairing.decision, Totals)
    return pairing.decision.mp


def test_both_lines_sign_other_numbers_and_everybody_reads_it() -> None:
    async def test(world: World) -> None:
        _, bruno, carla, dario, elsa = await played(world)
        mine = await does(world, bruno, "mine")
        assert "If your score is wrong: /tournament correct with the right numbers" in mine.words
        answer = await does(world, bruno, "correct", "720-505 335-640 810-495")
        assert answer.done
        assert answer.words == (
            "Round 1, table 1: you wait for the signatures of Dario and Elsa below "
            "1865 – 1640 (720 – 505, 335 – 640, 810 – 495)."
        )
        words = world.news_to(elsa)[-1]
        assert words.startswith("Round 1, table 1: Bruno asks to correct the score to 1865 – 1640 (720 – 505")
        assert "asks to correct" not in str(world.news_to(carla))
        signed = await presses(world, elsa, await does(world, elsa, "mine"), "Countersign")
        assert signed.done
        assert await points(world) == (1865, 1640)
        assert "signed by every line" in world.news_to(dario)[-1]
        assert "Appeal" not in str(labels(await does(world, dario, "mine")))
        await check(world)

    run(test)


def test_exchanged_sides_are_one_button_and_who_disagrees_calls_the_arbiter() -> None:
    async def test(world: World) -> None:
        anna, bruno, _, dario, _ = await played(world)
        await presses(world, bruno, await does(world, bruno, "mine"), "The sides are exchanged")
        await presses(world, dario, await does(world, dario, "mine"), "I do not agree")
        assert await points(world) == (1865, 1540)
        assert world.news_to(anna)[-1] == "Table 1: Bruno asks for another score, which not every line signs."
        assert world.news_to(bruno)[-1].startswith("Round 1, table 1: the other score is not signed by every line.")
        desk = await does(world, anna, "desk")
        assert "Bruno asks for another score" in desk.words
        assert isinstance(desk.page, TournamentPage)
        await presses(world, anna, desk, "Table 1 is done")
        assert (await only(world)).calls == ()

    run(test)


def test_words_that_are_no_numbers_say_how_it_is_written() -> None:
    async def test(world: World) -> None:
        _, bruno, _, _, _ = await played(world)
        question = await asks(world, bruno, "correct")
        assert isinstance(question.page, TournamentPage)
        assert question.page.asks.startswith("tournament correct tour")
        assert question.page.fields == (("N-S – E-W, deal", 3),)
        for words in ("no", "720"):
            answer = await asks(world, bruno, "correct", words)
            assert f"You wrote: {words}" in answer.words
            assert answer.page == question.page, "it is asked once more"
            assert "Write the right points of each deal" in answer.words
        same = await asks(world, bruno, "correct", "720-505 335-640 810-395")
        assert same.words.startswith("That is the score that stands there already.")

    run(test)
