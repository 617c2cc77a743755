"""A table broadcast with all hands open, over a real door and store: what spectators see of it, and when."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.durations import MINUTE
from bot.requests.answer import TournamentPage
from bot.requests.tournaments.asks import ClubPage
from bot.tables.table import OVER, PAUSE, PLAYING, Table
from bot.tables.who import HOST, Who
from bot.tournaments.dealing import table_id
from bot.views.table_view import Json
from engine.actions import format_action
from engine.cards import format_card
from engine.hand import unpack
from engine.legal import legal
from tests.requests.serving import World, run
from tests.requests.tournaments.test_club_tournaments import erases
from tests.requests.tournaments.test_dealt_tables import Evening, begun

SECRET = "s" * 32
DELAY = 30 * MINUTE
SECOND = 1000
LONG = "deals=2 scale=900"  # per cent: no time is called


async def page(
    here: Evening,
    person: str = "",
    secret: str = SECRET,
    table: int = 1,
    id_: str = "",
    course: bool = False,
    deal: int = 0,
) -> Json:
    """What somebody is shown of the broadcast of a table of the first round."""
    context = await here.world.asks(person)
    club = ClubPage(id_ or await here.id(), "en", secret, played=1, broadcast=table, course=course, deal=deal)
    return await here.world.service.tournaments.page(context, club)


async def course_hands(here: Evening, deal: int = 0) -> list[dict[str, list[str]]]:
    """The hands at every moment that can be looked at again, of the deal with this number or the one that is shown."""
    found: list[Json] = []
    for moment in (await page(here, course=True, deal=deal))["moments"]:
        found.append({**(found[-1] if found else {}), **moment})
    return [{seat: sorted(cards) for seat, cards in one["hands"].items()} for one in found]


async def broadcast(world: World, words: str = LONG) -> tuple[Evening, list[str]]:
    """A round is played, its first table is broadcast, and the tournament has a page for whoever has its link."""
    here, people = await begun(world, words)
    await here.tournaments.submit(await here.id(), Who(HOST), "link", f'link {{"secret":"{SECRET}"}}')
    await here.does(people[0], "broadcast", "1 30")
    return here, people


async def there_of(here: Evening, number: int = 1) -> str:
    return table_id(await here.id(), (await here.round()).number, number)


async def plays(here: Evening, number: int = 1, most: int = 1000) -> list[tuple[int, Table]]:
    """A deal to its end, each turn a draw and a discard a second later: the table after each, with its time."""
    there = await there_of(here, number)
    found = [(here.world.now, await here.world.table(there))]
    while found[-1][1].phase == PLAYING and len(found) < most:
        here.world.now += SECOND
        game = found[-1][1].game
        assert game is not None
        texts = [format_action(action) for action in legal(game.deal)]
        text = next((text for text in texts if text[0] in "dx"), texts[0])
        await here.world.door.submit(there, Who(HOST), here.world.delivery(), f"play {text}")
        found.append((here.world.now, await here.world.table(there)))
    return found


def hands(table: Table) -> dict[str, list[str]]:
    assert table.game is not None
    deal = table.game.deal
    return {
        seat: sorted(format_card(card) for card in unpack(hand))
        for seat, hand in zip(deal.code.seats, deal.hands, strict=True)
    }


def shown_hands(found: Json) -> dict[str, list[str]]:
    (moment,) = found["moments"]
    return {seat: sorted(cards) for seat, cards in moment["hands"].items()}


def test_the_table_is_shown_as_it_was_so_long_ago_with_every_hand_open() -> None:
    async def test(world: World) -> None:
        here, _people = await broadcast(world)
        chosen = world.now
        course = await plays(here)
        assert course[-1][1].phase == PAUSE
        assert (await page(here))["moments"] == []
        for at, table in course:
            world.now = at + DELAY
            found = await page(here)
            assert shown_hands(found) == hands(table), at - chosen
            assert found["moments"][0]["open_pozzetti"] == []
            assert found["begins"] == 0
        assert (await page(here))["ended"] != ""
        world.now = course[20][0] + DELAY  # a clock that was set back shows what was shown
        assert shown_hands(await page(here)) == hands(course[-1][1])

    run(test)


def test_what_was_shown_of_the_deal_can_be_looked_at_again_and_nothing_younger() -> None:
    async def test(world: World) -> None:
        here, _people = await broadcast(world)
        course = await plays(here)
        assert await course_hands(here) == []
        for place in (0, 7, len(course) // 2, len(course) - 1):
            world.now = course[place][0] + DELAY
            assert await course_hands(here) == [hands(table) for _, table in course[: place + 1]]
        again = Evening(world.again())
        assert await course_hands(again) == [hands(table) for _, table in course]
        assert (await page(here, secret="x" * 32, course=True))["type"] == "nowhere"

    run(test)


async def next_deal(here: Evening) -> None:
    while (await here.world.table(await there_of(here))).phase != PLAYING:
        await here.passes(30_000)


def test_earlier_deals_that_were_shown_are_looked_at_again_and_none_that_was_not() -> None:
    async def test(world: World) -> None:
        here, _people = await broadcast(world)
        first = await plays(here)
        world.now = first[-1][0] + DELAY
        assert (await page(here))["deals"] == [1]
        assert await course_hands(here, 2) == []
        await next_deal(here)
        second = await plays(here)
        world.now = second[3][0] + DELAY
        assert (await page(here))["deals"] == [1, 2]
        assert await course_hands(here) == await course_hands(here, 2) == [hands(table) for _, table in second[:4]]
        again = await page(here, course=True, deal=1)
        assert await course_hands(here, 1) == [hands(table) for _, table in first]
        assert (again["deal"], again["place"]) == (1, 1)
        assert again["ended"] != ""
        assert await course_hands(here, 3) == []
        later = Evening(world.again())
        assert await course_hands(later, 1) == [hands(table) for _, table in first]
        assert (await page(here, secret="x" * 32, course=True, deal=1))["type"] == "nowhere"

    run(test)


def test_a_deal_from_before_the_broadcast_is_not_among_them() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "deals=3 scale=900")
        await here.tournaments.submit(await here.id(), Who(HOST), "link", f'link {{"secret":"{SECRET}"}}')
        await plays(here)
        await next_deal(here)
        early = await plays(here, most=20)
        await here.does(people[0], "broadcast", "1 30")
        rest = await plays(here)
        await next_deal(here)
        third = await plays(here)
        world.now = third[-1][0] + DELAY
        assert (await page(here))["deals"] == [2, 3]
        assert await course_hands(here, 1) == []
        assert await course_hands(here, 2) == [hands(early[-1][1]), *[hands(table) for _, table in rest[1:]]]

    run(test)


def test_in_duplicate_no_deal_can_be_looked_at_that_another_table_still_plays() -> None:
    async def test(world: World) -> None:
        here, _people = await broadcast(world, "deals=2 duplicate=yes scale=900")
        first = await plays(here, 1)
        await plays(here, 2)
        await next_deal(here)
        await plays(here, 1)
        await here.settles()
        world.now += 2 * DELAY
        assert (await page(here))["deals"] == [1]
        assert await course_hands(here) == await course_hands(here, 1) == [hands(table) for _, table in first]
        assert await course_hands(here, 2) == []

    run(test)


def test_an_annulled_deal_and_the_one_dealt_in_its_place_are_both_looked_at() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world)
        annulled = await plays(here, most=30)
        await here.does(people[0], "rule", "annul 1 1")
        await here.settles()
        await next_deal(here)
        played = await plays(here)
        world.now = played[-1][0] + DELAY
        assert (await page(here))["deals"] == [1, 2]
        assert (await course_hands(here, 1))[:30] == [hands(table) for _, table in annulled]
        assert await course_hands(here, 2) == [hands(table) for _, table in played]

    run(test)


def test_a_deal_that_is_still_played_is_not_shown_however_long_it_lasts() -> None:
    async def test(world: World) -> None:
        here, _people = await broadcast(world)
        await plays(here, most=40)
        world.now += 3 * DELAY
        found = await page(here)
        assert found["held"]
        assert found["moments"] == []
        end = (await plays(here))[-1]
        world.now = end[0] + DELAY
        assert shown_hands(await page(here)) == hands(end[1])

    run(test)


def test_in_duplicate_a_deal_is_shown_when_the_last_table_has_played_it() -> None:
    async def test(world: World) -> None:
        here, _people = await broadcast(world, "deals=2 duplicate=yes scale=900")
        end = (await plays(here, 1))[-1]
        await here.settles()
        world.now = end[0] + DELAY
        found = await page(here)
        assert (found["moments"], found["held"]) == ([], True)
        await plays(here, 2)
        await here.settles()
        assert shown_hands(await page(here)) == hands(end[1])

    run(test)


def test_after_a_restart_it_goes_on_where_it_was() -> None:
    async def test(world: World) -> None:
        here, _people = await broadcast(world)
        course = await plays(here)
        at, table = course[len(course) // 2]
        world.now = at + DELAY
        before = await page(here)
        assert shown_hands(before) == hands(table)
        again = Evening(world.again())
        assert {**await page(again), "ends": 0} == {**before, "ends": 0}

    run(test)


def test_what_was_played_before_it_was_chosen_is_not_shown() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, LONG)
        await here.tournaments.submit(await here.id(), Who(HOST), "link", f'link {{"secret":"{SECRET}"}}')
        early = await plays(here, most=30)
        await here.does(people[0], "broadcast", "1 30")
        chosen = world.now
        await plays(here)
        world.now = chosen + DELAY - SECOND
        found = await page(here)
        assert (found["moments"], found["begins"]) == ([], chosen + DELAY)
        world.now += SECOND
        assert shown_hands(await page(here)) == hands(early[-1][1])
        assert await course_hands(here) == [hands(early[-1][1])]

    run(test)


def test_with_a_raised_delay_it_stands_still_and_a_lower_one_holds_from_then_on() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world)
        course = await plays(here)
        reached = course[10]
        world.now = reached[0] + DELAY
        await here.does(people[0], "broadcast", "1 60")
        for minutes in (1, 20, 30):
            world.now = reached[0] + DELAY + minutes * MINUTE
            assert shown_hands(await page(here)) == hands(reached[1])
        await here.does(people[0], "broadcast", "1 15")  # it is a promise of an hour for what was played
        world.now = course[20][0] + 2 * DELAY
        assert shown_hands(await page(here)) == hands(course[20][1])

    run(test)


def test_an_annulled_deal_is_shown_and_said_to_be_annulled() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world)
        last = (await plays(here, most=30))[-1]
        await here.does(people[0], "rule", "annul 1 1")
        await here.settles()
        world.now = last[0] + DELAY
        assert shown_hands(await page(here)) == hands(last[1])
        world.now += SECOND
        found = await page(here)
        assert "annul" in found["ended"]
        assert (found["deal"], found["over"]) == (1, False)

    run(test)


def test_a_table_that_is_closed_in_a_deal_is_shown_to_its_end_and_says_that_it_is_over() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world)
        last = (await plays(here, most=30))[-1]
        one = await here.one()
        pairing = one.pairing(1)
        assert pairing is not None
        await here.does(people[0], "rule", f"withdraw {pairing.lines[0][0]}")
        await here.settles()
        assert not (await page(here))["over"]
        world.now += DELAY
        found = await page(here)
        assert (found["over"], found["held"]) == (True, False)
        assert shown_hands(found) == hands(last[1])
        assert found["moments"][0]["words"] == "The arbiter has annulled the deal: it does not count."

    run(test)


def test_it_runs_to_its_end_when_the_evening_is_over() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world, "deals=1 scale=900")
        id_ = await here.id()
        course = await plays(here)
        await plays(here, 2)
        await here.settles()
        await here.cancels(people[0])
        for at, table in (course[5], course[-2]):
            world.now = at + DELAY
            assert shown_hands(await page(here, id_=id_)) == hands(table)

    run(test)


def test_who_is_forgotten_has_no_name_in_it_any_more() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world, "deals=1 scale=900")
        id_, end = await here.id(), (await plays(here))[-1]
        await here.cancels(people[0])
        await here.settles()
        assert end[1].phase == OVER
        world.now = end[0] + DELAY
        person, name = end[1].chairs[0].person, end[1].chairs[0].name
        assert name in json.dumps(await page(here, id_=id_))
        await world.said(person, table_id(id_, 1, 1), "leave")
        await erases(world, person)
        found = await page(here, id_=id_)
        assert shown_hands(found) == hands(end[1])
        assert name not in json.dumps(found)

    run(test)


@pytest.mark.parametrize("reads", ["advanced", "course_view"])
def test_who_is_forgotten_while_somebody_looks_on_has_no_name_in_it_any_more(
    reads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world, "deals=1 scale=900")
        id_, end = await here.id(), (await plays(here))[-1]
        await here.cancels(people[0])
        await here.settles()
        world.now = end[0] + DELAY
        person, name = end[1].chairs[0].person, end[1].chairs[0].name
        await world.said(person, table_id(id_, 1, 1), "leave")
        to_thread = asyncio.to_thread

        async def then_is_forgotten(work: Callable[..., Any], *args: Any) -> Any:
            found = await to_thread(work, *args)
            if work.__name__ == reads:
                monkeypatch.undo()
                await erases(world, person)
            return found

        monkeypatch.setattr(asyncio, "to_thread", then_is_forgotten)
        await page(here, id_=id_, course=True)
        for course in (True, False):
            assert name not in json.dumps(await page(here, id_=id_, course=course))

    run(test)


def test_only_who_has_the_link_or_is_concerned_sees_it() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world)
        stranger = await world.person("Zoe")
        assert (await page(here, people[1], ""))["type"] == "broadcast"
        assert (await page(here, stranger, ""))["type"] == "nowhere"
        assert (await page(here, "", "x" * 32))["type"] == "nowhere"
        assert (await page(here, "", SECRET, table=2))["type"] == "nowhere"
        await here.does(people[0], "broadcast", "1 off")
        assert (await page(here))["type"] == "nowhere"
        await here.does(people[0], "link", "off")
        assert (await page(here))["type"] == "nowhere"

    run(test)


def test_everybody_at_the_table_hears_of_it_of_another_delay_and_of_its_end() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world)
        one = await here.one()
        pairing = one.pairing(1)
        assert one.progress is not None
        assert pairing is not None
        seated = {player for line in pairing.lines for entry in line for player in one.progress.rosters[entry]}
        for words, says in (("1 60", "60 minutes later"), ("1 off", "not broadcast")):
            await here.does(people[0], "broadcast", words)
            assert {news.person for news in world.news if says in news.words} == seated, says
        assert {news.person for news in world.news if "30 minutes later" in news.words} == seated

    run(test)


def test_whoever_comes_in_for_somebody_reads_it_with_their_table() -> None:
    async def test(world: World) -> None:
        here, people = await broadcast(world)
        zoe = await world.person("Zoe")
        one = await here.one()
        pairing = one.pairing(1)
        assert pairing is not None
        entry = pairing.lines[0][0]
        assert one.progress is not None
        name = (await world.service.person(one.progress.rosters[entry][0])).name
        await here.does(people[0], "rule", f"replace {entry} {name} =: taken ill", friends=("Zoe",), admin=True)
        await here.settles()
        assert "30 minutes later" in str(world.news_to(zoe))
        assert "30 minutes later" in (await here.does(zoe, "mine")).words
        assert "Table 1 is broadcast" in (await here.does(people[1], "tables")).words

    run(test)


def buttons(answer: Any) -> dict[str, str]:
    assert isinstance(answer.page, TournamentPage)
    return dict(answer.page.buttons)


def test_the_desk_asks_for_the_table_and_the_delay_a_button_each() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, LONG)
        world.service.tournaments.note_page_address("http://club.example/")
        await here.does(people[0], "link")
        arbiter = people[0]
        _, what, _, *words = buttons(await here.does(arbiter, "desk"))["Broadcast a table"].split()
        _, what, _, *words = buttons(await here.does(arbiter, what, " ".join(words)))["Table 2"].split()
        question = await here.does(arbiter, what, " ".join(words))
        assert "From 15 to 180 minutes" in question.words
        _, what, _, *words = buttons(question)["45 minutes later"].split()
        answer = await here.does(arbiter, what, " ".join(words))
        one = await here.one()
        assert [(each.table, each.delay) for each in one.broadcasts] == [(2, 45 * MINUTE)]
        assert f"http://club.example/replay.html#live={await here.id()}.{one.link}&round=1&table=2" in answer.words
        assert "End the broadcast" in buttons(await here.does(arbiter, "broadcast", "2"))
        for wrong in ("x", "1 2 3", "1 soon", "1 14", "1 off"):
            assert not (await here.asks(arbiter, "broadcast", wrong)).done, wrong
        assert not (await here.asks(people[1], "broadcast", "1 30")).done

    run(test)
