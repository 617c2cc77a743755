"""A tournament is announced, or changed, by a form of menus: what is chosen stays, whatever is wrong beside it."""

import asyncio
from typing import Any

import pytest

from bot.durations import HOUR, MINUTE
from bot.gateway.inbound.parser import parse_line
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import AskTournament
from bot.tournaments.form import deal_time, proposal
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.requests.serving import BOT, World, run
from tests.requests.tournaments.test_club_tournaments import BAR, asks, does, only
from tests.tournaments.club import thursday


def labels(answer: Answer) -> list[str]:
    assert isinstance(answer.page, TournamentPage)
    return [label for label, _ in answer.page.buttons]


async def presses(world: World, person: str, answer: Answer, label: str, **keys: Any) -> Answer:
    """A button of what they were shown; it fits on a button of either chat."""
    assert isinstance(answer.page, TournamentPage)
    line = dict(answer.page.buttons)[label]
    assert len(line.encode()) <= 50
    meaning = parse_line(f"/{line}")
    assert isinstance(meaning, AskTournament)
    return await asks(world, person, meaning.what, meaning.words, tournament=meaning.tournament, **keys)


async def chooses(world: World, person: str, form: Answer, field: str, value: str) -> Answer:
    return await presses(world, person, await presses(world, person, form, field), value)


def test_a_tournament_is_announced_by_menus_with_its_name_typed() -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(2)
        form = await does(world, anna, "new", admin=True)
        assert form.screen
        assert not form.edits
        assert form.words.endswith("Still to come: its name.")
        assert labels(form)[0] == "Announce it"
        for field, value in (("Code", "FE.BUR.IT code"), ("Rounds", "3"), ("Deals", "4"), ("Places", "24")):
            form = await chooses(world, anna, form, field, value)
            assert form.edits
        form = await chooses(world, anna, form, "Times", "80 %")
        refused = await presses(world, anna, form, "Announce it")
        assert not refused.done
        assert refused.words.startswith("A tournament has a name of at most 80 characters")
        assert "36 minutes, 80 %" in refused.words  # what was chosen stays, with what follows from it
        form = await asks(world, anna, "new", "name=Thursday night prizes=a ham", admin=True)
        assert isinstance(form.page, TournamentPage)
        assert form.page.title == "A new tournament: Thursday night"
        assert (await presses(world, anna, form, "Announce it")).done
        one = (await only(world)).announcement
        assert (one.name, one.code, one.rounds, one.deals) == (
            *("Thursday night", "febur", ("mitchell", "mitchell", "danese")),
            (4, 4, 4),
        )
        assert (one.places, one.scale, one.prizes) == (24, 80, "a ham")
        again = await presses(world, anna, form, "Announce it")
        assert not again.done
        assert "This form is closed" in again.words

    run(test)


def test_a_form_whose_button_is_pressed_twice_at_once_announces_one_tournament() -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(2)
        await does(world, anna, "new", admin=True)
        form = await asks(world, anna, "new", "name=Thursday", admin=True)
        first, second = await asyncio.gather(*[presses(world, anna, form, "Announce it") for _ in range(2)])
        assert first.done
        assert "This form is closed" in second.words
        assert (await only(world)).announcement.name == "Thursday"

    run(test)


def test_a_knock_out_and_how_many_go_on_to_it_are_chosen_by_menus() -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(2)
        form = await does(world, anna, "new", admin=True)
        assert "Qualifiers" not in labels(form)
        form = await chooses(world, anna, form, "Rounds", "2 × danese, 2 × knock-out")
        assert "go on to the knock-out" not in form.words
        form = await chooses(world, anna, form, "Qualifiers", "4")
        assert "The first 4 go on to the knock-out." in form.words
        await asks(world, anna, "new", "name=Thursday", admin=True)
        assert (await presses(world, anna, form, "Announce it")).done
        one = (await only(world)).announcement
        assert (one.rounds, one.qualifiers) == (("danese", "danese", "knock-out", "knock-out"), 4)
        form = await does(world, anna, "change", admin=True)
        form = await chooses(world, anna, form, "Rounds", "4 × danese")
        refused = await presses(world, anna, form, "Save")
        assert (refused.done, "Qualifiers" in labels(refused)) == (False, True)
        form = await chooses(world, anna, refused, "Qualifiers", "all")
        assert (await presses(world, anna, form, "Save")).done
        assert (await only(world)).announcement.qualifiers == 0

    run(test)


def test_cards_dealt_in_the_chat_are_chosen_too() -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(2)
        form = await does(world, anna, "new", admin=True)
        for value, is_dealt in (("dealt in the chat", True), ("real, in a room", False), ("dealt in the chat", True)):
            form = await chooses(world, anna, form, "Cards", value)
            assert ("own alone" in form.words) == is_dealt  # who sees which cards
        await asks(world, anna, "new", "name=Friday", admin=True)
        assert (await presses(world, anna, form, "Announce it")).done
        assert (await only(world)).announcement.cards == "dealt"

    run(test)


def test_a_day_and_an_hour_are_chosen_and_taken_away() -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(2)
        form = await does(world, anna, "new", admin=True)
        day = labels(await presses(world, anna, form, "Day"))[3]
        form = await chooses(world, anna, form, "Day", day)
        form = await chooses(world, anna, form, "Time", "20:30")
        assert "20:30" in form.words
        form = await chooses(world, anna, form, "Start", "by itself")
        form = await chooses(world, anna, form, "Check-in", "30")
        await asks(world, anna, "new", "name=Thursday", admin=True)
        assert (await presses(world, anna, form, "Announce it")).done
        one = (await only(world)).announcement
        assert one.automatic
        assert one.check_in == 30
        assert one.starts % (30 * 60_000) == 0
        form = await does(world, anna, "change", admin=True)
        assert "Code" not in labels(form)
        form = await chooses(world, anna, form, "Day", "when the arbiter says so")
        refused = await presses(world, anna, form, "Save")
        assert not refused.done  # a check-in has to be before some hour
        form = await chooses(world, anna, refused, "Check-in", "none")
        assert (await presses(world, anna, form, "Save")).done
        one = (await only(world)).announcement
        assert (one.starts, one.automatic, one.check_in) == (0, False, 0)

    run(test)


def test_one_wrong_word_behind_new_takes_nothing_of_the_rest_with_it() -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(2)
        answer = await asks(world, anna, "new", "Thursday code=febur places=many deals=4 when=gestern", admin=True)
        assert not answer.done
        form = await presses(world, anna, answer, "Open the form")
        assert isinstance(form.page, TournamentPage)
        assert form.page.title == "A new tournament: Thursday"
        form = await chooses(world, anna, form, "Places", "16")
        assert (await presses(world, anna, form, "Announce it")).done
        one = (await only(world)).announcement
        assert (one.name, one.code, one.places, one.deals, one.starts) == ("Thursday", "febur", 16, (4,) * 4, 0)

    run(test)


@pytest.mark.parametrize("weekly", ["every=thursday 21:00", "when=every thursday 21:00", "best=8"])
def test_a_form_makes_no_single_evening_of_a_series(weekly: str) -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(1)
        refused = await asks(world, anna, "new", f"Thursday {weekly} rounds=99", admin=True)
        assert not refused.done
        assert labels(refused) == []
        await does(world, anna, "new", admin=True)
        form = await asks(world, anna, "new", f"venue=Bar {weekly}", admin=True)
        assert form.words.startswith("This is one evening: ")
        assert "Bar" in form.words

    run(test)


def test_only_who_directs_opens_one_and_it_closes_after_an_hour() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await world.people(2)
        assert not (await asks(world, bruno, "new")).done
        form = await does(world, anna, "new", admin=True)
        stranger = await presses(world, bruno, form, "Announce it")
        assert not stranger.edits  # the form of somebody else stays as it is
        assert "This form is closed" in stranger.words
        world.now += HOUR
        late = await presses(world, anna, form, "Code")
        assert "This form is closed" in late.words
        assert (await asks(world, anna, "new", "name=Thursday", admin=True)).done  # as it is written without a form
        assert not (await asks(world, bruno, "change")).done

    run(test)


@pytest.mark.parametrize("line", ["", "name", "code", "code chess", "deals 99", "time noon", "nothing at all", "day x"])
def test_whatever_comes_back_from_a_button_leaves_a_form(line: str) -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(2)
        form = await does(world, anna, "new", admin=True)
        answer = await asks(world, anna, "form", line)
        assert answer.screen == form.screen
        assert (await asks(world, anna, "form", "back")).words == form.words

    run(test)


def test_the_form_proposes_the_rounds_and_times_that_an_evening_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(2)

        async def measured(_bot: str, channel: str, _limit: int) -> tuple[int, ...]:
            assert channel == BAR
            return (*[9 * MINUTE] * 7, MINUTE, 3 * HOUR)  # one was broken off, one lay over night

        monkeypatch.setattr(world.store, "deal_times", measured)
        form = await does(world, anna, "new", "", admin=True)
        assert "Deals last about 9 minutes here" in form.words
        assert "5 rounds of 3, at 80 % of the printed times" in form.words
        form = await presses(world, anna, form, "As deals last here")
        assert "A round lasts 28 minutes, 80 % of the printed time." in form.words
        await asks(world, anna, "new", "name=Thursday", admin=True)
        assert (await presses(world, anna, form, "Announce it")).done
        one = (await only(world)).announcement
        assert (len(one.rounds), one.scale) == (5, 80)

    run(test)


def test_nothing_is_proposed_of_deals_that_nobody_has_played() -> None:
    assert deal_time(()) == deal_time([9 * MINUTE] * 5) == deal_time([MINUTE] * 50) == 0
    assert deal_time([9 * MINUTE] * 5 + [11 * MINUTE] * 6) == 11 * MINUTE
    assert proposal(thursday(), 0) is None


def test_a_deal_takes_from_its_cards_to_its_result() -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(1)
        table = await world.open(anna, BAR)
        now = await world.said(anna, (await world.service.table_of(table.label)), "start")
        began = 0
        while not await world.store.deal_times(BOT, BAR, 9):
            world.now += 1000
            now = await world.now_of(table)
            if now.game is not None and not began:
                began = world.now - 1000
            if now.game is not None and now.chair(now.in_turn).human:
                action = PLAYERS["greedy"](7).choose(view(now.game.deal, now.in_turn))
                await world.said(anna, table.label, f"play {format_action(action)}")
            else:
                await world.tick()
        (took,) = await world.store.deal_times(BOT, BAR, 9)
        rows = await world.store.log(BOT, await world.service.table_of(table.label))
        begins = [row.at for row in rows if row.entry.split()[0] == "deal"]
        assert took == world.now - begins[0] > 0
        assert began >= begins[0]
        assert await world.store.deal_times(BOT, "club:other", 9) == ()

    run(test)
