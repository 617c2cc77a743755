"""An evening in duplicate over a real door and store: one deck for all tables, closed until the last has played it."""

import json
from dataclasses import replace
from typing import Any

from bot.durations import MINUTE
from bot.requests.answer import AnswerFile, TournamentPage
from bot.requests.match_records import Verify
from bot.requests.own_data import Export
from bot.requests.pages import Record
from bot.requests.request_context import RequestContext
from bot.requests.tournaments.asks import ClubPage
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, Table
from bot.tables.who import HOST, Who
from bot.tournaments.by_deal import deal_ranking
from bot.tournaments.club_tournament import ALL_DEALS, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.dealing import standing_of, table_id
from bot.views.tournament_board import board
from bot.words.languages import say
from bot.words.tournament_reader import TournamentReader
from engine.actions import format_action
from engine.legal import legal
from engine.tournament.state import Totals
from tests.requests.serving import NAMES, World, run
from tests.requests.tournaments.test_dealt_tables import BAR, Evening, announced

SEALED = say("en", "declined.locked-sealed")


async def begun(world: World, words: str = "deals=2", people: int = 9) -> tuple[Evening, list[str]]:
    """The first round is dealt, the same at every table."""
    here, found = await announced(world, f"duplicate=yes {words}", people)
    await here.does(found[0], "start")
    await here.settles()
    await here.does(found[0], "go")
    await here.settles()
    return here, found


async def finishes(here: Evening, number: int) -> None:
    """A table plays its deal to the end, each turn a draw and a discard; the others do nothing."""
    there = (await there_of(here, number))[0]
    while (table := await here.world.table(there)).phase == PLAYING and table.game is not None:
        texts = [format_action(action) for action in legal(table.game.deal)]
        text = next((text for text in texts if text[0] in "dx"), texts[0])
        await here.world.door.submit(there, Who(HOST), here.world.delivery(), f"play {text}")
    await here.settles()


async def there_of(here: Evening, number: int) -> tuple[str, Table]:
    there = table_id(await here.id(), (await here.round()).number, number)
    return there, await here.world.table(there)


def cards(table: Table) -> tuple[Any, ...]:
    assert table.game is not None
    first = table.game.turns[0] if table.game.turns else table.game.deal
    return (table.seed, table.dealer, table.drawn, tuple(first.hands))


async def reads(here: Evening, person: str, there: str) -> tuple[str, str, bool]:
    """What comes of asking for a table's record and its check, and whether its page is shown."""
    label = (await here.world.table(there)).label
    record = await here.world.do(person, Record(there))
    checked = await here.world.do(person, Verify(label, channel=BAR))
    page = await here.world.service.table_page(person, there)
    return (record.words, checked.words, page is not None)


async def deals_of(here: Evening, person: str, there: str) -> int:
    """How many deals somebody is given."""
    answer = await here.world.done(person, Record(there))
    assert isinstance(answer.page, AnswerFile)
    return answer.page.text.count("[Seed ")


def test_every_table_has_the_same_deck_and_the_same_dealer_in_each_deal() -> None:
    async def test(world: World) -> None:
        here, _ = await begun(world)
        first, second = (await here.tables()).values()
        assert cards(first) == cards(second)
        assert first.deck.hex() == (await here.one()).deck
        await finishes(here, 1)
        await finishes(here, 2)
        await here.passes(60_000)
        first, second = (await here.tables()).values()
        assert (first.phase, second.phase) == (PLAYING, PLAYING)
        assert cards(first) == cards(second)
        assert first.match is not None
        assert len(first.match.counted) == 1

    run(test)


def test_the_page_of_the_tournament_changes_with_each_table_that_opens() -> None:
    async def test(world: World) -> None:
        here, _ = await begun(world)
        await finishes(here, 1)
        await finishes(here, 2)
        one, tables = await here.one(), await here.tables()
        nobody = TournamentReader("en", {})
        found = []
        for opened in (0, 1, 2):  # as many tables
            now = {number: replace(table, open_deals=int(number <= opened)) for number, table in tables.items()}
            page = board(one, nobody, {number: standing_of(table) for number, table in now.items()})
            found.append([table["records"] for table in page["tables"]])
        assert found == [[0, 0], [1, 0], [1, 1]]

    run(test)


def test_a_host_that_dies_between_the_deck_and_the_go_deals_the_same_deck_everywhere() -> None:
    async def test(world: World) -> None:
        here, people = await announced(world, "duplicate=yes deals=2")
        await here.does(people[0], "start")
        id_ = await here.id()
        await here.tournaments.submit(id_, Who(HOST), "due:pair", command("pair"))
        await here.tournaments.submit(id_, Who(HOST), "deck:1", command("deck"))
        deck = (await here.one()).deck
        assert deck
        later = Evening(world.again())
        await later.settles()
        await later.does(people[0], "go")
        last = Evening(later.world.again())
        await last.settles()
        tables = await last.tables()
        assert {table.deck.hex() for table in tables.values()} == {deck}
        assert len({cards(table) for table in tables.values()}) == 1
        assert (await last.one()).deck == deck

    run(test)


def test_nothing_of_a_deal_is_open_until_the_last_table_has_finished_it_and_then_all_of_it_is() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await finishes(here, 1)
        there, table = await there_of(here, 1)
        assert table.match is not None
        insider = table.chairs[0].person
        outsider = next(person for person in people[1:] if not table.seat_of(person))
        for person in (outsider, people[0]):
            assert await reads(here, person, there) == (SEALED, SEALED, False)
        assert await reads(here, insider, there) == (SEALED, SEALED, True)
        points = [str(total) for total in table.match.totals if total]
        words = (await here.does(outsider, "tables")).words
        assert not any(number in words.replace(":", " ").split() for number in points)
        await finishes(here, 2)
        assert await deals_of(here, outsider, there) == 1
        assert (await world.do(outsider, Verify(table.label, channel=BAR))).done
        assert await world.service.table_page(outsider, there) is not None
        await here.passes(60_000)
        assert (await world.table(there)).phase == PLAYING
        assert await world.service.table_page(outsider, there) is None, "the next deal is closed again"
        assert await deals_of(here, outsider, there) == 1

    run(test)


def test_a_round_lists_the_deals_that_are_open_to_whoever_may_see_its_page_and_no_other() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        id_, link = await here.id(), "a-secret-of-the-page-in-a-test"
        await here.tournaments.submit(id_, Who(people[0]), "link", command("link", secret=link))

        async def deals_listed(person: str = "", secret: str = "", number: int = 1) -> list[tuple[int, int]] | str:
            context = RequestContext("web", known_as=person, person=await world.service.person(person))
            page = await world.service.tournaments.page(context, ClubPage(id_, "en", secret, played=number))
            if page["type"] != "played":
                return str(page["words"])
            return [(one["table"], deal["number"]) for one in page["tables"] for deal in one["deals"]]

        await finishes(here, 1)
        assert await deals_listed(people[0]) == []
        await finishes(here, 2)
        assert await deals_listed(people[0]) == await deals_listed(secret=link) == [(1, 1), (2, 1)]
        await here.passes(60_000)
        await finishes(here, 1)
        assert await deals_listed(people[0]) == [(1, 1), (2, 1)], "the second deal is closed"
        nowhere = say("en", "tournament.none")
        assert await deals_listed(people[0], number=2) == nowhere
        assert await deals_listed(secret=link[:-1]) == say("en", "tournament.page-gone")

    run(test)


def test_the_file_waits_for_the_deals_and_no_export_has_a_deck() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await finishes(here, 1)
        answer = await here.asks(people[1], "file")
        assert (answer.done, answer.words) == (False, say("en", "declined.tournament-sealed"))
        one = await here.one()
        for person in people[:2]:
            exported = json.dumps((await world.done(person, Export(private=True))).json)
            assert one.deck not in exported
            assert all(record.tags["Seed"] not in exported for record in (await here.tables())[1].records)
        await here.does(people[0], "rule", "score 2 12-8 300-0")
        await here.settles()
        await here.does(people[0], "rule", "score 1 12-8 300-0")
        await here.settles()
        assert (await here.does(people[1], "file")).done
        assert here.file_is_sound(await here.one())

    run(test)


def test_a_table_that_never_ends_keeps_nothing_closed_once_the_arbiter_has_given_its_score() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await finishes(here, 1)
        there, table = await there_of(here, 1)
        assert (await reads(here, people[0], there))[0] == SEALED
        await here.does(people[0], "rule", "score 2 12-8 300-0")
        await here.settles()
        assert (await there_of(here, 2))[1].phase == CLOSED
        assert await deals_of(here, people[0], there) == 1
        assert (await world.table(there)).open_deals == 1
        assert table.phase == PAUSE

    run(test)


def test_time_out_ends_the_round_and_opens_its_deals() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await here.ends_soon(people[0])
        one = await here.one()
        assert one.sealed_rounds == ()
        assert len(one.scores) == 2
        for number in (1, 2):
            assert await deals_of(here, people[0], (await there_of(here, number))[0]) == 1

    run(test)


def test_sides_that_the_arbiter_exchanges_are_exchanged_deal_by_deal_and_the_table_stays_in_the_ranking() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await here.ends_soon(people[0])
        await here.passes(5 * MINUTE)
        before = deal_ranking(await here.one())
        assert {len(rank.by_deal) for rank in before} == {1}
        await here.does(people[0], "rule", "+s r1 1 !00")
        await here.settles()
        one = await here.one()
        swapped = one.rulings[-1]
        assert (swapped.what, list(json.loads(swapped.keys))[3:5]) == ("swap", ["cause", "deals"])
        points = {rank.entry: rank.points for rank in deal_ranking(one)}
        for line in pairs_at(one, 1):
            assert points[line[0]] == expected(one, line[0])
        assert {len(rank.by_deal) for rank in deal_ranking(one)} == {1}
        assert here.file_is_sound(one)
        await here.does(people[0], "rule", f"void {swapped.id} they sat as it was written")
        assert deal_ranking(await here.one()) == before
        assert here.file_is_sound(await here.one())

    run(test)


def pairs_at(one: ClubTournament, table: int) -> tuple[tuple[str, ...], ...]:
    assert one.progress is not None
    pairing = one.progress.rounds[0].at(table)
    assert pairing is not None
    return pairing.lines


def expected(one: ClubTournament, entry: str) -> int:
    """What the one deal of the round is worth to an entry against the one other table."""
    assert one.progress is not None
    of = {
        line[0]: (place, pairing.decision.mp[place] - pairing.decision.mp[1 - place])
        for pairing in one.progress.rounds[0].pairings
        for place, line in enumerate(pairing.lines)
        if isinstance(pairing.decision, Totals)
    }
    place, own = of[entry]
    (other,) = [points for name, (where, points) in of.items() if where == place and name != entry]
    return own - other


def test_a_table_with_minutes_back_keeps_its_deal_closed_until_its_own_time_out() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await here.does(people[0], "rule", "recovery 2 4")
        await here.does(people[0], "rule", "timeout")
        await here.settles()
        await finishes(here, 1)
        there, table = await there_of(here, 1)
        assert table.phase == OVER
        assert (await reads(here, people[0], there))[0] == SEALED
        assert (await here.one()).is_sealed
        await here.passes(4 * 60_000)
        assert (await here.one()).late_tables == (2,)
        await finishes(here, 2)
        second, table = await there_of(here, 2)
        assert table.phase == OVER
        assert (await here.one()).sealed_rounds == ()
        assert [await deals_of(here, people[0], at) for at in (there, second)] == [1, 1]

    run(test)


def test_a_deal_that_is_annulled_is_dealt_anew_with_other_cards_and_its_first_ones_stay_closed() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        before = cards((await here.tables())[1])
        await here.does(people[0], "rule", "annul 1 1")
        await here.settles()
        await here.passes(60_000)
        there, table = await there_of(here, 1)
        assert (await here.one()).own_deals == ((1, 1, 1),)
        assert table.phase == PLAYING
        assert cards(table)[0] != before[0]
        assert (await reads(here, people[0], there))[:2] == (SEALED, SEALED)
        await finishes(here, 1)
        assert (await reads(here, people[0], there))[0] == SEALED
        await finishes(here, 2)
        assert await deals_of(here, people[0], there) == 2
        await here.passes(60_000)
        first, second = (await here.tables()).values()
        assert cards(first) == cards(second), "the next deal is that of all again"

    run(test)


def test_a_table_that_begins_when_nothing_is_open_has_the_deck_of_all() -> None:
    async def test(world: World) -> None:
        here, people = await late(world, "admit 4 6")
        first, second = (await here.tables()).values()
        assert cards(first) == cards(second)
        await finishes(here, 1)
        assert (await reads(here, people[0], (await there_of(here, 1))[0]))[0] == SEALED

    run(test)


def test_a_table_that_begins_when_cards_are_open_has_cards_of_its_own() -> None:
    async def test(world: World) -> None:
        here, people = await late(world, "")
        await finishes(here, 1)
        assert await deals_of(here, people[0], (await there_of(here, 1))[0]) == 1
        await here.does(people[0], "rule", "admit 4 6")
        await here.passes(60_000)
        first, second = (await here.tables()).values()
        assert (second.phase, second.begun, second.deck, second.sealed) == (PLAYING, True, b"", False)
        assert second.seed != first.seed
        assert (await here.one()).own_deals == ((1, 2, ALL_DEALS),)
        assert first.sealed

    run(test)


async def late(world: World, ruling: str) -> tuple[Evening, list[str]]:
    """Three pairs play, and the fourth is admitted by this ruling."""
    here, people = await announced(world, "duplicate=yes deals=2 rounds=danese,danese places=3")
    await here.does(people[0], "start")
    await here.settles()
    await here.does(people[0], "go")
    await here.settles()
    if ruling:
        await here.does(people[0], "rule", ruling)
        await here.settles()
    return here, people


def test_who_was_replaced_sees_nothing_more_and_the_substitute_their_hand() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        zoe = await world.person("Zoe")
        one = await here.one()
        out = people[1]
        there = next(id_ for id_, table in (await here.by_id()).items() if table.seat_of(out))
        await here.does(people[0], "rule", f"replace {one.entry_of(out)} Bruno =: ill", friends=("Zoe",), admin=True)
        await here.settles()
        assert await world.service.table_page(out, there) is None
        assert await world.service.table_page(zoe, there) is not None

    run(test)


def test_nobody_takes_a_seat_who_has_held_the_same_cards_at_another_table() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await world.person("Zoe")
        one, tables = await here.one(), await here.tables()
        out = next(chair.person for chair in tables[1].chairs)
        other = next(chair for chair in tables[2].chairs)
        names = dict(zip(people, NAMES, strict=True))
        words = f"replace {one.entry_of(out)} {names[out]} =: taken ill"
        await here.does(people[0], "rule", words, friends=("Zoe",), admin=True)
        await here.settles()
        words = f"replace {one.entry_of(other.person)} {other.name} =: taken ill"
        refused = await here.asks(people[0], "rule", words, friends=(names[out],), admin=True)
        assert refused.words.startswith(say("en", "declined.tournament-knows-cards"))

    run(test)


def test_cancelling_opens_what_was_played() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await finishes(here, 1)
        there, _ = await there_of(here, 1)
        await here.cancels(people[0])
        await here.settles()
        assert not (await world.table(there)).sealed
        assert await deals_of(here, people[0], there) == 1

    run(test)


def test_a_round_that_was_followed_before_its_deals_were_open_is_opened_after_the_start() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await finishes(here, 1)
        there, _ = await there_of(here, 1)

        async def dies(_id: str) -> bool:
            return False

        here.tournaments._arranger = dies
        for words in ("score 1 12-8 300-0", "score 2 12-8 300-0"):
            await here.does(people[0], "rule", words)
        await here.settles()
        await here.does(people[0], "pair")
        assert (await here.one()).sealed_rounds == (1,)
        later = Evening(world.again())
        await later.settles()
        assert (await later.one()).sealed_rounds == (2,)
        assert await deals_of(later, people[0], there) == 1
        assert len({table.deck for table in (await later.tables()).values()}) == 1

    run(test)


def test_the_form_offers_it_and_takes_the_cards_that_it_needs() -> None:
    async def test(world: World) -> None:
        here = Evening(world)
        (anna,) = await world.people(1)
        refused = await here.asks(anna, "new", "Thursday cards=real duplicate=yes", admin=True)
        assert refused.words.startswith("Duplicate needs cards that are dealt in the chat")
        assert not (await here.asks(anna, "new", "Thursday duplicate=perhaps", admin=True)).done
        await here.does(anna, "new", admin=True)
        fields = await here.does(anna, "form", "duplicate")
        assert isinstance(fields.page, TournamentPage)
        assert [label for label, _ in fields.page.buttons] == [
            "other cards at each table",
            "the same cards at every table",
            "Back",
        ]
        screen = await here.does(anna, "form", "duplicate on")
        assert "Duplicate: every table of a round is dealt the same cards" in screen.words
        await here.does(anna, "new", "name=Thursday", admin=True)
        await here.does(anna, "form", "announce")
        one = await here.one()
        assert (one.announcement.duplicate, one.announcement.cards) == (True, "dealt")

    run(test)
