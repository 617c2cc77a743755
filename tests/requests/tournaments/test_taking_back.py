"""An evening that was called off by a slip is on again: as it was, and everybody who heard that it is off hears it."""

import pytest

from bot.durations import DAY, HOUR, MINUTE
from bot.gateway.inbound.parser import parse_line
from bot.requests.answer import Answer
from bot.requests.tournaments.asks import AskTournament, ClubPage
from bot.series.series import OFF
from bot.tournaments.club_tournament import CANCELLED, CHECK_IN, OPEN, RUNNING, ClubTournament
from bot.tournaments.log import fold
from bot.tournaments.round_clock import round_ends
from tests.requests.serving import BOT, World, run
from tests.requests.tournaments.test_club_tournaments import BAR, all_of, announced, asks, does, erases, only, passes
from tests.requests.tournaments.test_desk import begun, check, labels, presses

BACK = "Take it up again"


async def called_off(world: World, person: str, reason: str = "") -> tuple[str, ClubTournament, Answer]:
    """It is called off, also where they are asked whether they mean it; its id, and how it stood."""
    ((id_, before),) = await all_of(world)
    answer = await asks(world, person, "cancel", reason, admin=True)
    if not answer.done:
        answer = await presses(world, person, answer, "Yes, cancel it")
    assert answer.done
    found = await world.service.tournaments.tournaments.find(id_)
    assert found is not None
    assert found.state == CANCELLED
    return id_, before, answer


async def folds(world: World, id_: str) -> None:
    """As it is in memory, so it stands in its log."""
    assert fold(list(await world.store.log(BOT, id_))) == await only(world)


@pytest.mark.parametrize(
    "line", ["/tournament restore", "/tournament cancel restore", "/tournament annulla ripristina"]
)
def test_the_line_that_takes_it_back(line: str) -> None:
    assert parse_line(line, BAR, "d") == AskTournament("restore", "", BAR, delivery="d")


def test_sign_up_goes_on_where_it_was_and_all_who_are_in_hear_both() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await announced(world, "Thursday when=in 5 hours checkin=30 rounds=danese")
        await does(world, bruno, "in", friends=["Carla"])
        await does(world, carla, "yes")
        id_, before, answer = await called_off(world, anna, "the lights are out")
        assert world.news_to(bruno)[-1] == "Thursday was cancelled."
        assert BACK in labels(answer)
        await presses(world, anna, answer, BACK)
        one = await only(world)
        assert (one.state, one.sign_ups, one.reason) == (OPEN, before.sign_ups, "")
        for person in (bruno, carla):
            assert world.news_to(person)[-1].startswith("Thursday is on again")
        await folds(world, id_)
        await passes(world, 4 * HOUR + 45 * MINUTE)
        assert (await only(world)).state == CHECK_IN
        assert not (await asks(world, anna, "restore", tournament=id_)).done

    run(test)


def test_a_round_goes_on_and_nobody_loses_the_time_for_which_it_was_off() -> None:
    async def test(world: World) -> None:
        anna, bruno, _, dario, _ = await begun(world)
        await does(world, anna, "sheet", "2 =1865-1540")
        await does(world, bruno, "sheet", "=1865-1540")
        await does(world, dario, "call")
        ((id_, before),) = await all_of(world)
        ends = round_ends(before)
        await passes(world, 3 * MINUTE // 4)
        await called_off(world, anna)
        await passes(world, 20 * MINUTE)
        await does(world, anna, "restore")
        one = await only(world)
        assert one.state == RUNNING
        assert round_ends(one) == ends + 20 * MINUTE
        assert [call.table for call in one.calls] == [call.table for call in before.calls]
        assert one.events == before.events
        await passes(world, MINUTE)
        assert [pairing.table for pairing in (await only(world)).undecided] == [1]  # nobody has signed for others
        await passes(world, 5 * MINUTE)
        assert (await only(world)).undecided == ()
        await folds(world, id_)
        await check(world)

    run(test)


def test_an_evening_that_stood_still_stands_still_again() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        ends = round_ends(await only(world))
        await does(world, anna, "pause")
        ((_, before),) = await all_of(world)
        await passes(world, MINUTE)
        id_, *_ = await called_off(world, anna)
        await passes(world, 9 * MINUTE)
        await does(world, anna, "restore")
        assert (await only(world)).paused_at == before.paused_at
        await does(world, anna, "resume")
        assert round_ends(await only(world)) == ends + 10 * MINUTE
        await folds(world, id_)

    run(test)


def test_who_may_not_call_it_off_does_not_take_it_back_and_after_a_day_nobody_does() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world)
        id_, *_ = await called_off(world, anna)
        assert (await asks(world, bruno, "restore", tournament=id_)).words.startswith("Only the arbiter can do that.")
        world.now += DAY + 1
        assert "within a day" in (await asks(world, anna, "restore", tournament=id_)).words
        assert await all_of(world) == []

    run(test)


def test_what_would_have_begun_by_itself_meanwhile_is_announced_anew() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, "Thursday kind=singles rounds=danese when=in 2 hours start=auto")
        await does(world, bruno, "in")
        id_, *_ = await called_off(world, anna)
        await passes(world, 2 * HOUR + MINUTE)
        answer = await asks(world, anna, "restore", tournament=id_)
        assert (answer.done, "announce it anew" in answer.words) == (False, True)

    run(test)


def test_what_the_host_called_off_because_nobody_came_stays_off() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, "Thursday kind=singles rounds=danese when=in 2 hours start=auto")
        await does(world, bruno, "in")
        ((id_, _),) = await all_of(world)
        await passes(world, 3 * HOUR)
        answer = await asks(world, anna, "restore", tournament=id_)
        assert (answer.done, "announce it anew" in answer.words) == (False, True)

    run(test)


def test_taken_back_twice_it_is_off_or_on_as_was_said_last() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world)
        id_, *_ = await called_off(world, anna)
        await does(world, anna, "restore")
        assert "is not cancelled" in (await asks(world, anna, "restore", tournament=id_)).words
        await called_off(world, anna)
        await does(world, anna, "restore")
        await folds(world, id_)

    run(test)


def test_who_was_forgotten_while_it_was_off_is_not_in_it_any_more() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, dario, elsa = await announced(world)
        for one, other, name in ((bruno, carla, "Carla"), (dario, elsa, "Elsa")):
            await does(world, one, "in", friends=[name])
            await does(world, other, "yes")
        id_, *_ = await called_off(world, anna)
        await erases(world, bruno)
        await does(world, anna, "restore")
        assert [sign_up.players for sign_up in (await only(world)).sign_ups] == [(dario, elsa)]
        assert not any("on again" in words for words in world.news_to(bruno))
        await folds(world, id_)

    run(test)


def test_an_evening_of_a_series_counts_again() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world, "Thursday every=thursday 21:00 of=2 rounds=danese")
        await world.service.tournaments.series.keeper.fire()
        id_, *_ = await called_off(world, anna)
        await world.service.tournaments.series.keeper.fire()
        ((_, series),) = await world.service.tournaments.series.keeper.live(BAR)
        assert [evening.mark for evening in series.evenings if evening.tournament == id_] == [OFF]
        await does(world, anna, "restore", tournament=id_)
        await world.service.tournaments.series.keeper.fire()
        ((_, series),) = await world.service.tournaments.series.keeper.live(BAR)
        assert [evening.mark for evening in series.evenings if evening.tournament == id_] == [""]

    run(test)


def test_the_desk_and_the_page_in_the_browser_have_the_button_for_the_arbiter_alone() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await announced(world)
        await does(world, bruno, "in", friends=["Carla"])
        await does(world, carla, "yes")
        id_, *_ = await called_off(world, anna)
        tournaments = world.service.tournaments
        for person, is_player, expected in ((anna, False, True), (anna, True, True), (bruno, True, False)):
            page = await tournaments.page(await world.asks(person), ClubPage(id_, "en", is_player=is_player))
            assert ("restore" in [button["what"] for button in page["buttons"]]) == expected
        await does(world, anna, "restore", tournament=id_, channel="", at_desk=True)
        assert (await only(world)).state == OPEN

    run(test)
