"""The form of the browser: what it announces, which field is wrong and why, what it changes, and who may."""

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from bot.durations import DAY
from bot.requests.answer import Answer, FormPage
from bot.requests.tournaments.asks import AskTournament, ClubPage
from bot.requests.tournaments.player_page import own_place
from bot.requests.tournaments.web_form import FillForm
from bot.series.series import ENDED
from bot.tables.who import Who
from bot.tournaments.club_tournament import CANCELLED
from bot.tournaments.commands import command
from bot.tournaments.form import FIELDS, WRITTEN
from tests.requests.serving import World, run
from tests.requests.test_forgotten import forgotten

EVENING = FillForm(name="Thursday", zone="Europe/Rome", language="en")


async def fills(world: World, person: str, form: FillForm, **keys: Any) -> Answer:
    delivery = world.delivery()
    context = await world.asks(person, "", delivery)
    context.platform = "web"
    return await world.service.carry_out(context, replace(form, delivery=delivery, **keys))


def page(answer: Answer) -> Any:
    assert isinstance(answer.page, FormPage)
    return answer.page.form


async def announced(world: World, person: str, form: FillForm = EVENING) -> str:
    answer = await fills(world, person, form, ends=True)
    assert answer.done, answer.words
    return str(page(answer)["announced"])


@pytest.mark.parametrize(("field", "typed", "wrong", "words"), [
    ("places", "many", "places", "Places is a number from 0 to 500."),
    ("places", "501", "places", "Places is a number from 0 to 500."),
    ("check_in", "15", "day", "Check-in, an end of sign-up and an automatic start need a day and a time."),
    ("scale", "-5", "scale", "Times is a number from 25 to 1000."),
    ("rounds", "waltz", "rounds", "is one of"),
    ("rounds", "21", "rounds", "A tournament has 1 to 20 rounds."),
    ("deals", "nine", "deals", "Deals are one number, or one for each round."),
    ("deals", "9", "deals", "so many deals of a round"),
    ("day", "2026-99-99", "day", "That is no day with a time"),
    ("day", "2001-01-01", "day", "That time is over."),
    ("day", "2999-01-01", "day", "That is too far ahead: 400 days at most."),
    ("day", "9999-12-31", "day", "That is too far ahead: 400 days at most."),
    ("day", "0001-01-01", "day", "That time is over."),
    ("kind", "dance", "kind", "is one of"),
    ("prizes", "x" * 400, "", ""),
    ("weekly", "sometime", "weekly", ""),
    ("name", "", "name", "Give the tournament a name, of at most 80 characters."),
    ("qualifiers", "many", "qualifiers", "Qualifiers is a number from 0 to 500."),
    ("qualifiers", "4", "qualifiers", "go on to a knock-out"),
])  # fmt: skip
def test_each_wrong_field_has_a_sentence_and_nothing_is_announced(
    field: str, typed: str, wrong: str, words: str
) -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        typed_in: dict[str, Any] = {field: typed}
        answer = await fills(world, anna, replace(EVENING, **typed_in), ends=True)
        if not wrong:
            assert answer.done  # what is too long is cut, as everywhere
            return
        assert (answer.done, page(answer)["wrong"]) == (False, wrong)
        assert words in answer.words
        assert "/tournament" not in answer.words
        assert await world.service.tournaments.tournaments.live() == []

    run(test)


def test_an_hour_is_an_hour_and_nothing_more() -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        for time in ("21:00+05:00", "24:00", "nine"):
            answer = await fills(world, anna, EVENING, day="2027-01-10", time=time, ends=True)
            assert (answer.done, page(answer)["wrong"]) == (False, "time")

    run(test)


def test_what_the_form_announces_is_said_before_it_is_and_then_stands_where_it_was_asked() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        form = replace(EVENING, code="fibur", cards="dealt", rounds="mitchell,danese", deals="1", prizes="a ham")
        answer = await fills(world, anna, form)
        assert "Prizes: a ham" in page(answer)["lines"]
        assert await world.service.tournaments.tournaments.live() == []
        id_ = await announced(world, anna, form)
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert (one.channel, one.organiser, one.in_chat) == (own_place(anna), anna, False)
        assert (one.announcement.rounds, one.announcement.zone) == (("mitchell", "danese"), "Europe/Rome")
        visible = await world.service.tournaments.page(await world.asks(bruno, ""), ClubPage(id_, "en", is_player=True))
        assert (visible["type"], visible["name"]) == ("page", "Thursday")

    run(test)


def test_the_form_has_every_field_that_the_chats_have_and_so_has_its_page(root: Path) -> None:
    of_form = {*FIELDS, *WRITTEN}
    assert of_form <= {one.name for one in fields(FillForm)}
    page_text = (root / "bot/adapters/web/page/tournament_form.js").read_text(encoding="utf-8")
    assert of_form <= set(re.findall(r'"(\w+)"', page_text))


def test_how_many_go_on_to_the_knock_out_is_announced_by_the_form_and_changed() -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        assert "qualifiers" not in page(await fills(world, anna, EVENING))["offered"]
        form = replace(EVENING, rounds="danese,danese*2,knock-out*2")
        assert "qualifiers" in page(await fills(world, anna, form))["offered"]
        answer = await fills(world, anna, replace(form, qualifiers="1"), ends=True)
        assert (answer.done, page(answer)["wrong"]) == (False, "qualifiers")
        answer = await fills(world, anna, replace(form, qualifiers="2"), ends=True)
        assert (answer.done, page(answer)["wrong"]) == (False, "rounds")
        id_ = await announced(world, anna, replace(form, qualifiers="4"))
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert one.announcement.rounds == ("danese",) * 3 + ("knock-out",) * 2
        assert one.announcement.qualifiers == 4
        change = FillForm(zone="Europe/Rome", language="en", tournament=id_)
        assert page(await fills(world, anna, change))["usual"]["qualifiers"] == "4"
        assert (await fills(world, anna, change, qualifiers="8", ends=True)).done
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert one.announcement.qualifiers == 8

    run(test)


def test_duplicate_is_announced_by_the_form_and_its_cards_are_dealt() -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        form = replace(EVENING, code="fibur", duplicate="on")
        assert [value for value, _ in page(await fills(world, anna, form))["choices"]["duplicate"]] == ["off", "on"]
        answer = await fills(world, anna, replace(form, cards="real"))
        assert page(answer)["wrong"] == "duplicate"
        id_ = await announced(world, anna, form)
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert (one.announcement.duplicate, one.announcement.is_dealt) == (True, True)
        assert page(await fills(world, anna, FillForm(tournament=id_)))["usual"]["duplicate"] == "on"

    run(test)


def test_the_same_delivery_announces_once() -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        for _ in range(2):
            context = await world.asks(anna, "", "d1")
            assert (await world.service.carry_out(context, replace(EVENING, delivery="d1", ends=True))).done
        assert len(await world.service.tournaments.tournaments.live()) == 1

    run(test)


def test_the_arbiter_changes_it_before_the_start_and_nobody_else_does() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        id_ = await announced(world, anna)
        usual = page(await fills(world, anna, FillForm(tournament=id_)))["usual"]
        assert (usual["name"], usual["rounds"]) == ("Thursday", "mitchell,mitchell,mitchell,danese")
        change = FillForm(tournament=id_, name="Friday", places="12", kind="teams")
        assert "Only the arbiter" in (await fills(world, bruno, change, ends=True)).words
        assert page(await fills(world, anna, change, ends=True)) == {"announced": id_}
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert (one.announcement.name, one.announcement.places, one.announcement.kind) == ("Friday", 12, "pairs")

    run(test)


def test_a_weekly_rule_makes_a_series_whose_evenings_are_found_in_the_list() -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        weekly = replace(EVENING, weekly="thursday 21:00", best="8", of="12")
        assert await announced(world, anna, weekly) == ""
        answer = await world.service.carry_out(await world.asks(anna, ""), AskTournament(in_browser=True))
        lines = [line.split()[1] for _, line in answer.page.buttons]  # type: ignore[union-attr]  # it answers with a list
        assert lines[-1:] == ["series"]

    run(test)


def test_the_page_of_an_evening_that_is_over_leads_to_the_next_one_of_its_series() -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        await announced(world, anna, replace(EVENING, weekly="thursday 21:00", opens="28"))
        series = world.service.tournaments.series.keeper
        tournaments = world.service.tournaments.tournaments
        for _ in range(8):
            if len(await tournaments.live()) > 1:
                break
            world.now += DAY
            await series.fire()
        (first, _), (second, other), *_ = await tournaments.live()
        await tournaments.submit(first, Who(anna), "off", command("cancel", reason="rain"))
        visible = await world.service.tournaments.page(
            await world.asks(anna, ""), ClubPage(first, "en", is_player=True)
        )
        assert visible["later"] == {"id": second, "name": other.announcement.name}

    run(test)


def test_a_tournament_of_a_chat_is_shown_to_who_has_to_do_with_it() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        context = await world.asks(anna, "club:bar", "d")
        await world.service.carry_out(context, AskTournament("new", "Thursday", "club:bar", admin=True, delivery="d"))
        ((id_, _),) = await world.service.tournaments.tournaments.live("club:bar")
        for person, kind in ((anna, "page"), (bruno, "nowhere")):
            asks = ClubPage(id_, "en", is_player=True)
            assert (await world.service.tournaments.page(await world.asks(person, ""), asks))["type"] == kind
        request = AskTournament("in", tournament=id_, in_browser=True)
        assert not (await world.service.carry_out(await world.asks(bruno, ""), request)).done

    run(test)


def test_a_window_that_asks_for_what_there_is_not_changes_nothing_and_breaks_nothing() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        id_ = await announced(world, anna)
        before = await world.service.tournaments.tournaments.find(id_)
        for person in (anna, bruno):
            for what in ("announce", "forgotten", "enter", "\ud800"):
                request = AskTournament(what, tournament=id_, in_browser=True)
                answer = await world.service.carry_out(await world.asks(person, ""), request)
                assert not answer.done
                assert answer.words
        assert await world.service.tournaments.tournaments.find(id_) == before

    run(test)


async def in_browser(world: World, person: str, what: str, id_: str) -> Answer:
    request = AskTournament(what, tournament=id_, in_browser=True, delivery=world.delivery())
    return await world.service.carry_out(await world.asks(person, ""), request)


def test_who_is_forgotten_looks_for_no_partner_any_more() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        id_ = await announced(world, anna)
        for person in (anna, bruno):
            assert (await in_browser(world, person, "seek", id_)).done
        await forgotten(world, bruno)
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert one.seeking == (anna,)

    run(test)


def test_what_nobody_directs_any_more_stands_in_no_browser() -> None:
    """In a channel its administrators go on; here there are none."""

    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        tournaments = world.service.tournaments
        id_ = await announced(world, anna)
        assert await announced(world, anna, replace(EVENING, weekly="thursday 21:00")) == ""
        other = await announced(world, bruno)
        assert (await in_browser(world, bruno, "seek", id_)).done
        await forgotten(world, anna)
        one = await tournaments.tournaments.find(id_)
        assert one is not None
        assert (one.state, one.reason) == (CANCELLED, "lapsed")
        assert {one.state for _, one in await tournaments.series.keeper.live()} <= {ENDED}
        assert [found for found, _ in await tournaments.tournaments.live()] == [other]

    run(test)


def test_a_running_evening_whose_only_arbiter_is_forgotten_is_directed_by_a_player_who_says_so() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, dario = await world.people(4)
        id_ = await announced(world, anna, replace(EVENING, kind="singles", code="febur", rounds="danese,danese"))
        for player in (bruno, carla):
            assert (await in_browser(world, player, "in", id_)).done
        await world.service.tournaments.tournaments.submit(id_, Who(anna), "s", command("start"))
        await world.service.tournaments.tournaments.fire()
        assert (await in_browser(world, dario, "seek", id_)).done
        assert not (await in_browser(world, bruno, "direct", id_)).done, "somebody does"
        await forgotten(world, anna)
        for player in (bruno, carla):
            (news,) = [one for one in world.news if one.person == player and one.agrees == f"tournament direct {id_}"]
            assert "Nobody directs this tournament any more" in news.words
        again = world.again()
        assert "Nobody directs" in (await in_browser(again, carla, "mine", id_)).words
        assert not (await in_browser(again, dario, "direct", id_)).done, "who does not play"
        answer = await in_browser(again, carla, "direct", id_)
        assert answer.words.startswith("You direct Thursday from now on.")
        late = await in_browser(again, bruno, "direct", id_)
        assert (late.done, late.words) == (False, "Carla directs it already.")
        assert [one.words for one in again.news if one.person == bruno][-1] == "Carla directs Thursday from now on."
        one = await world.again().service.tournaments.tournaments.find(id_)
        assert one is not None
        assert one.staff == (carla,)
        again.now += 1
        own = await again.service.do(carla, AskTournament("rule", "warn 1 fan", tournament=id_, at_desk=True))
        assert own.words.startswith("Whoever plays at a table does not rule there")
        assert (await again.service.do(carla, AskTournament("go", tournament=id_, at_desk=True))).done

    run(test)
