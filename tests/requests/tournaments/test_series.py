"""Series as people ask for them, and boards of tournaments: through crashes, corrections, erasure and finals."""

import asyncio
import json
from typing import Any

import pytest

from bot.durations import DAY
from bot.gateway.inbound.parser import parse_line
from bot.requests.answer import AnswerFile, BoardPage, OwnFile, PlanList
from bot.requests.board_answers import Leaderboard
from bot.requests.own_data import Export
from bot.requests.plans import Plans
from bot.requests.tournaments.asks import AskTournament
from bot.series.keeper import EveningState
from bot.series.series import Series
from bot.tournaments.club_tournament import OVER, ClubTournament
from tests.requests.serving import BOT, World, run
from tests.requests.tournaments.test_club_tournaments import BAR, all_of, asks, does, erases

WEEK = 7 * DAY
NEW = "Thursday every=thursday 21:00 kind=singles rounds=danese deals=3"
SERI = "seri0123456789abcdef"


async def season_of_two_evenings(world: World) -> str:
    """Anna, whose series has played its first season: Bruno won an evening, then Carla; the better one counts."""
    anna, bruno, carla, *_ = await begun(world, f"{NEW} best=1 of=2")
    for better, worse in ((bruno, carla), (carla, bruno)):
        await plays(world, better, worse)
        world.now += WEEK
        await looks(world)
    return anna


@pytest.mark.parametrize(("line", "expected"), [
    ("/tournament standings season 2", AskTournament("series", "season 2", BAR, delivery="d")),
    ("/tournament classifica albo", AskTournament("series", "albo", BAR, delivery="d")),
    ("/tournament standings", AskTournament("standings", "", BAR, delivery="d")),
    ("/tournament cancel series", AskTournament("series", "end", BAR, delivery="d")),
    ("/tournament cancel series skip", AskTournament("series", "skip", BAR, delivery="d")),
    ("/tournament change series best=6", AskTournament("series", "change best=6", BAR, delivery="d")),
    ("/tournament cambia serie migliori=6", AskTournament("series", "change migliori=6", BAR, delivery="d")),
    ("/tournament cancel series postponed", AskTournament("cancel", "series postponed", BAR, delivery="d")),
    ("/tournament cancel end of the road", AskTournament("cancel", "end of the road", BAR, delivery="d")),
    ("/tournament finish reopen a sum", AskTournament("reopen", "a sum", BAR, delivery="d")),
    (f"/tournament series {SERI} hall", AskTournament("series", "hall", BAR, SERI, delivery="d")),
])  # fmt: skip
def test_a_line_means(line: str, expected: object) -> None:
    assert parse_line(line, BAR, "d") == expected


async def only(world: World) -> tuple[str, ClubTournament]:
    (found,) = await all_of(world)
    return found


async def series(world: World) -> tuple[str, Series]:
    (found,) = await world.service.tournaments.series.keeper.live()
    return found


async def looks(world: World) -> None:
    for _ in range(2):
        await world.service.tournaments.tournaments.fire()
        await world.service.tournaments.series.keeper.fire()


async def plays(world: World, better: str, worse: str) -> str:
    """The evening that is announced is played by two, to its end; its id."""
    anna, *_ = await world.people(1)
    id_, _ = await only(world)
    for person in (better, worse):
        await does(world, person, "in")
    await does(world, anna, "start")
    await world.service.tournaments.tournaments.fire()
    await does(world, anna, "sheet", "1 =2000-1000")
    await does(world, anna, "close")
    await does(world, anna, "finish")
    return id_


async def plays_until_the_next(world: World, better: str, worse: str) -> str:
    """The same; then it is the day on which the next evening is announced."""
    id_ = await plays(world, better, worse)
    await looks(world)
    world.now = (await series(world))[1].starts - 6 * DAY
    await looks(world)
    return id_


async def board(world: World, person: str, **keys: Any) -> dict[str, list[str]]:
    """The rows of a board of tournaments, by name."""
    answer = await world.do(person, Leaderboard(channel=BAR, of="tournaments", **keys), BAR)
    assert isinstance(answer.page, BoardPage), answer.words
    return {row[1]: row for row in answer.page.board["rows"]}


async def standings(world: World, person: str) -> list[list[str]]:
    answer = await does(world, person, "series", "season")
    assert isinstance(answer.page, BoardPage)
    return [list(row) for row in answer.page.board["rows"]]


async def begun(world: World, new: str = NEW) -> list[str]:
    people = await world.people(5)
    await does(world, people[0], "new", new, admin=True)
    return people


def test_an_evening_counts_on_boards_and_in_its_season_also_after_a_crash_at_its_end() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world)
        await plays(world, bruno, carla)
        later = world.again()  # nobody has heard of the end
        assert (await board(later, bruno))["Bruno"][:6] == ["1", "Bruno", "17", "17.00", "1", "1"]
        _, one = await series(later)
        assert [evening.mark for evening in one.evenings] == [""]
        for _ in range(2):
            await later.service.tournaments.series.keeper.look_at_all()
            await looks(later)
        id_, one = await series(later)
        assert all(evening.mark for evening in one.evenings)
        assert len(await later.store.letters(BOT, id_)) == 1
        assert [row[:3] for row in await standings(later, anna)] == [["1", "Bruno", "17"], ["2", "Carla", "3"]]

    run(test)


def test_a_correction_after_the_end_reaches_boards_and_season() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world)
        await plays(world, bruno, carla)
        await looks(world)
        await does(world, anna, "reopen", "the sides were exchanged")
        await looks(world)
        assert await board(world, bruno) == {}
        assert (await series(world))[1].awaited != ()
        await does(world, anna, "rule", "correct 1 =1000-2000 the sides were exchanged")
        await does(world, anna, "finish")
        await looks(world)
        assert (await board(world, bruno))["Carla"][:3] == ["1", "Carla", "17"]
        assert [row[1] for row in await standings(world, anna)] == ["Carla", "Bruno"]

    run(test)


def test_other_terms_leave_the_winner_of_a_season_that_is_over() -> None:
    async def test(world: World) -> None:
        anna = await season_of_two_evenings(world)
        clubs = world.service.tournaments.series
        _, one = await series(world)
        before = await clubs.season(one, 1)
        assert [row.place for row in before.rows] == [1, 1]
        for words in ("best=0", "of=10", "final=1"):
            await does(world, anna, "series", f"change {words}", admin=True)
            assert await clubs.season((await series(world))[1], 1) == before
        answer = await does(world, anna, "series", "season 1")
        assert isinstance(answer.page, BoardPage)
        assert "2 of 2" in answer.page.board["title"]

    run(test)


def test_a_cancelled_evening_counts_nothing_and_the_next_one_comes() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world, f"{NEW} of=1")
        await does(world, bruno, "in")
        await does(world, anna, "cancel", "the lights are out")
        await looks(world)
        assert await board(world, bruno) == {}
        world.now += WEEK
        await looks(world)
        _, one = await series(world)
        assert [(evening.season, evening.mark) for evening in one.evenings] == [(1, "off"), (1, "")]
        assert (await asks(world, anna, "series", "season")).words.startswith("No evening of that season")

    run(test)


@pytest.mark.parametrize(("terms", "places"), [("of=1", [(1, "")]), ("", [(1, ""), (1, "")])], ids=["of one", "open"])
def test_an_evening_is_taken_up_again_only_where_no_other_has_its_place_in_the_season(
    terms: str, places: list[tuple[int, str]]
) -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world, f"{NEW} {terms}")
        first, evening = await only(world)
        world.now = evening.announcement.starts - 3_600_000
        for person in (bruno, carla):
            await does(world, person, "in", tournament=first)
        await does(world, anna, "start", tournament=first)
        world.now += DAY // 2
        await does(world, anna, "cancel", "a slip", tournament=first)
        await looks(world)
        world.now = (await series(world))[1].starts - 6 * DAY
        await looks(world)
        ((second, _),) = [(id_, one) for id_, one in await all_of(world) if id_ != first]
        answer = await asks(world, anna, "restore", tournament=first)
        if terms:
            assert not answer.done
            assert answer.words.startswith("Its place in the season has been taken by Thursday, ")
            assert "Only the arbiter" in (await asks(world, bruno, "restore", tournament=first)).words
            await does(world, anna, "cancel", tournament=second)
            await looks(world)
            answer = await asks(world, anna, "restore", tournament=first)
        assert answer.done, answer
        await looks(world)
        found = [(each.season, each.mark) for each in (await series(world))[1].of_season(1)]
        assert found == places

    run(test)


def test_an_evening_that_is_cancelled_while_its_series_looks_at_it_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world)
        await looks(world)
        first, _ = await only(world)
        clubs = world.service.tournaments.series
        standing = clubs.standing

        async def cancelled_meanwhile(tournament: str) -> EveningState | None:
            found = await standing(tournament)
            monkeypatch.undo()
            await does(world, anna, "cancel", "no room", tournament=first)
            return found

        monkeypatch.setattr(clubs, "standing", cancelled_meanwhile)
        await does(world, bruno, "in")
        await looks(world)
        assert (await series(world))[1].evenings[0].mark == "off"

    run(test)


def test_an_evening_that_is_taken_up_again_counts_at_once_also_where_the_host_died_in_that_moment() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world, f"{NEW} of=1")
        first, _ = await only(world)
        for person in (bruno, carla):
            await does(world, person, "in")
        await does(world, anna, "start")
        await does(world, anna, "cancel", "a slip")
        await looks(world)
        assert (await series(world))[1].evenings[0].mark == "off"
        await does(world, anna, "restore", tournament=first)
        again = world.again()
        await again.service.tournaments.series.keeper.look_at_all()
        await looks(again)
        assert (await series(again))[1].evenings[0].mark == ""

    run(test)


def test_who_is_forgotten_is_a_deleted_player_in_season_winners_boards_and_files() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world)
        await plays(world, bruno, carla)
        await looks(world)
        page = (await world.do(bruno, Export(private=True))).page
        assert isinstance(page, OwnFile)
        (found,) = json.loads(page.text)["tournaments"]
        assert (found["place"], found["vp"]) == (1, 17)
        assert carla not in page.text
        id_, _ = await series(world)
        (closing,) = await world.store.letters(BOT, id_)
        await world.store.mark_sent(closing, closing.revision, "m1", world.now)
        await erases(world, bruno)
        (again,) = await world.store.waiting_letters(BOT, [id_], world.now)
        assert (again.kind, again.reference) == ("closing1", "m1")  # it names them until it is changed
        assert list(await board(world, carla)) == ["deleted player", "Carla"]
        assert [row[1] for row in await standings(world, carla)] == ["deleted player", "Carla"]
        answer = await does(world, carla, "series", "hall")
        assert isinstance(answer.page, BoardPage)
        assert [row[1] for row in answer.page.board["rows"]] == ["deleted player"]
        assert bruno not in str(await series(world))
        assert await series(world) == await series(world.again())
        await erases(world, anna)  # who has announced it
        world.now += WEEK
        await looks(world)
        assert len((await series(world))[1].evenings) == 2

    run(test)


def test_a_final_is_for_the_first_and_who_is_not_invited_reads_so() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, dario, _ = await begun(world, f"{NEW} of=1 final=1")
        await plays(world, bruno, carla)
        world.now += WEEK
        await looks(world)
        _, final = await only(world)
        assert final.announcement.invited == (bruno,)
        assert "final of" in final.announcement.name
        listed = await does(world, anna, "series")
        assert "Announced: the final of season 1, Thursday 23 November, 21:00; then Thursday 30" in listed.words
        assert [news.words for news in world.news if news.person == bruno][-1].startswith("You are invited to Thursday")
        assert (
            await asks(world, dario, "in")
        ).words == "This is a final, by invitation: enter with somebody who is invited."
        await does(world, bruno, "in")
        await does(world, anna, "add", "Zoe")
        await does(world, anna, "start")
        await world.service.tournaments.tournaments.fire()
        await does(world, anna, "sheet", "1 =1000-2000")
        await does(world, anna, "close")
        await does(world, anna, "finish")
        await looks(world)
        answer = await does(world, dario, "series", "hall")
        assert isinstance(answer.page, BoardPage)
        winners = [(row[1], row[2]) for row in answer.page.board["rows"]]
        assert winners[0] == ("Zoe", "the season")
        assert [name for name, _ in winners] == ["Zoe", "Zoe", "Bruno"]
        assert list(await board(world, bruno)) == ["Bruno", "Carla"]  # a guest is in no chat

    run(test)


def test_whoever_is_next_is_invited_to_a_final_in_the_place_of_who_is_forgotten() -> None:
    async def test(world: World) -> None:
        _, bruno, carla, dario, _ = await begun(world, f"{NEW} of=1 final=1")
        await plays(world, bruno, carla)
        world.now += WEEK
        await looks(world)
        await erases(world, bruno)
        await looks(world)
        assert (await only(world))[1].announcement.invited == (carla,)
        assert [news.words for news in world.news if news.person == carla][-1].startswith("You are invited to Thursday")
        assert not (await asks(world, dario, "in")).done
        await does(world, carla, "in")
        assert await all_of(world) == await all_of(world.again())

    run(test)


def test_who_was_forgotten_before_a_final_is_announced_takes_nobodys_place() -> None:
    async def test(world: World) -> None:
        _, bruno, carla, *_ = await begun(world, f"{NEW} of=1 final=1")
        await plays(world, bruno, carla)
        await looks(world)
        await erases(world, bruno)
        world.now += WEEK
        await looks(world)
        assert (await only(world))[1].announcement.invited == (carla,)

    run(test)


def test_a_final_is_for_those_whom_a_correction_has_made_the_first() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world, f"{NEW} of=1 final=1")
        id_ = await plays_until_the_next(world, bruno, carla)
        final, before = await only(world)
        assert before.announcement.invited == (bruno,)
        assert id_ != final
        earlier = len(world.news)
        for what, words in (
            ("reopen", "the sides were exchanged"),
            ("rule", "correct 1 =1000-2000 the sides were exchanged"),
            ("finish", ""),
        ):
            await does(world, anna, what, words, tournament=id_)
            await looks(world)
        one = await world.service.tournaments.tournaments.find(final)
        assert one is not None
        assert one.announcement.invited == (carla,)
        invited = [news.person for news in world.news[earlier:] if news.words.startswith("You are invited")]
        assert invited == [carla]
        assert not (await asks(world, bruno, "in")).done
        await does(world, carla, "in")

    run(test)


def test_a_correction_changes_nothing_of_a_final_that_is_played() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world, f"{NEW} of=1 final=1")
        id_ = await plays_until_the_next(world, bruno, carla)
        final, _ = await only(world)
        await does(world, bruno, "in")
        await does(world, anna, "add", "Zoe")
        await does(world, anna, "start")
        for what, words in (("reopen", "exchanged"), ("rule", "correct 1 =1000-2000 exchanged"), ("finish", "")):
            await does(world, anna, what, words, tournament=id_)
            await looks(world)
        one = await world.service.tournaments.tournaments.find(final)
        assert one is not None
        assert one.announcement.invited == (bruno,)
        assert [player for sign_up in one.placed for player in sign_up.players] == [bruno, "g1"]

    run(test)


def test_the_last_evening_is_meant_afterwards_also_once_the_next_one_is_announced() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world)
        id_ = await plays_until_the_next(world, bruno, carla)
        assert len(await all_of(world)) == 1  # people sign up for it
        assert "1. Bruno: 17 VP" in (await does(world, anna, "standings")).words
        assert isinstance((await does(world, anna, "file")).page, AnswerFile)
        assert isinstance((await does(world, anna, "csv")).page, AnswerFile)
        await does(world, anna, "reopen", "the sides were exchanged")
        await does(world, anna, "rule", "correct 1 =1000-2000 the sides were exchanged")
        await does(world, anna, "finish")
        await looks(world)
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert one.state == OVER
        assert [row[1] for row in await standings(world, anna)] == ["Carla", "Bruno"]
        await does(world, bruno, "in")
        await does(world, carla, "in")
        await does(world, anna, "start")
        assert "1. Carla" not in (await asks(world, anna, "standings")).words  # of the one that is played now

    run(test)


def test_who_enters_while_an_evening_is_played_means_the_next_one() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, dario, _ = await begun(world, f"{NEW} opens=10")
        (first, _), _ = await all_of(world)
        for person in (bruno, carla):
            await does(world, person, "in", tournament=first)
        await does(world, anna, "start", tournament=first)
        await world.service.tournaments.tournaments.fire()
        await does(world, dario, "in")
        await does(world, anna, "change", "venue=Bar Roma")
        ((_, running), (_, later)) = await all_of(world)
        assert [sign_up.players for sign_up in running.sign_ups] == [(bruno,), (carla,)]
        assert ([sign_up.players for sign_up in later.sign_ups], later.announcement.venue) == ([(dario,)], "Bar Roma")

    run(test)


def test_an_evening_that_is_put_off_stands_at_its_new_time_wherever_its_series_names_it() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world)
        assert "Thursday 16 November, 21:00" in (await does(world, anna, "series")).words
        await does(world, anna, "change", "when=2023-11-18 20:00")
        await looks(world)
        words = (await does(world, anna, "series")).words
        assert "Saturday 18 November, 20:00" in words
        assert "16 November" not in words
        assert (await series(world))[1].evenings == (await series(world.again()))[1].evenings
        await plays(world, bruno, carla)
        await looks(world)
        answer = await does(world, anna, "series", "hall")
        assert isinstance(answer.page, BoardPage)
        assert [row[2] for row in answer.page.board["rows"]] == ["18 November 2023"]
        answer = await does(world, anna, "series", "csv")
        assert isinstance(answer.page, AnswerFile)
        assert "18 November 2023" in answer.page.text
        assert (await series(world))[1].evenings == (await series(world.again()))[1].evenings

    run(test)


def test_a_series_that_has_ended_still_shows_its_winners_and_a_browser_directs_none() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, *_ = await begun(world)
        await plays(world, bruno, carla)
        await looks(world)
        id_, _ = await series(world)
        desk = AskTournament("series", "end yes", tournament=id_, at_desk=True)
        assert "Only the arbiter" in (await world.service.do(anna, desk)).words
        await does(world, anna, "series", "end yes")
        assert await world.service.tournaments.series.keeper.live() == []
        answer = await does(world, carla, "series", "hall")
        assert isinstance(answer.page, BoardPage)
        assert [row[1] for row in answer.page.board["rows"]] == ["Bruno"]
        assert (await asks(world, carla, "series")).words.startswith("There is no series here")

    run(test)


def test_a_season_is_a_spreadsheet_with_every_evening() -> None:
    async def test(world: World) -> None:
        anna = await season_of_two_evenings(world)
        answer = await does(world, anna, "series", "csv 1")
        assert isinstance(answer.page, AnswerFile)
        _, *rows = [line.split(",") for line in answer.page.text.splitlines()]
        assert {row[1]: (row[0], row[2], *row[6:]) for row in rows} == {
            "Bruno": ("1", "17", "17", "[3]"),
            "Carla": ("1", "17", "[3]", "17"),
        }

    run(test)


@pytest.mark.parametrize(("words", "why"), [
    ("Thursday every=someday 21:00", ""),
    ("Thursday best=8", "say when it comes"),
    ("Thursday every=thursday 21:00 when=friday 21:00", "say when it comes"),
    ("Thursday every=thursday 21:00 best=9 of=8", "No more than the 8 evenings"),
    ("Thursday every=thursday 21:00 final=8", "say of how many evenings"),
    ("Thursday every=thursday 21:00 opens=60", "opens is a number from 1 to 28"),
    ("Thursday every=thursday 21:00 opens=1 closes=1440", "Sign-up would be over before"),
    ("Thursday every=thursday 21:00 of=many", "a whole number in figures"),
    ("every=thursday 21:00", ""),
    ("Thursday every=thursday 21:00 rounds=99", ""),
])  # fmt: skip
def test_what_cannot_be_announced_is_told_in_a_sentence_and_nothing_is_stored(words: str, why: str) -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(1)
        answer = await asks(world, anna, "new", words, admin=True)
        assert not answer.done
        assert answer.words
        assert why in answer.words
        assert await world.service.tournaments.series.keeper.live() == []
        assert not (await asks(world, anna, "new", NEW)).done  # who is no admin

    run(test)


def test_who_has_played_finds_the_season_in_private_also_when_the_next_has_begun() -> None:
    async def test(world: World) -> None:
        await season_of_two_evenings(world)
        _, _, carla, dario, _ = await world.people(5)
        assert (await series(world))[1].season == 2
        answer = await does(world, carla, "series", "hall", channel="")
        assert isinstance(answer.page, BoardPage)
        assert not (await asks(world, dario, "series", "hall", channel="")).done

    run(test)


def test_two_series_that_are_announced_at_once_have_two_numbers() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await asyncio.gather(*[does(world, one, "new", NEW, admin=True) for one in (anna, bruno)])
        assert [one.number for _, one in await world.service.tournaments.series.keeper.live(BAR)] == [1, 2]

    run(test)


def test_the_same_delivery_twice_makes_one_series() -> None:
    async def test(world: World) -> None:
        anna, *_ = await world.people(1)
        for _ in range(2):
            await does(world, anna, "new", NEW, admin=True, delivery="same")
        assert len(await world.service.tournaments.series.keeper.live()) == 1
        assert len(await all_of(world)) == 1

    run(test)


def test_a_series_is_changed_and_stands_among_what_is_planned() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await does(world, anna, "new", f"{NEW} best=8 of=12", admin=True)
        button = await does(world, anna, "series", "all", admin=True)
        assert "Change the series" in str(button.page)
        assert "Write what is to be otherwise" in (await asks(world, anna, "series", "change", admin=True)).words
        answer = await does(world, anna, "series", "change every=friday 20:30 best=6 venue=Bar Roma", admin=True)
        assert "Friday" in answer.words
        _, one = await series(world)
        assert (one.terms.best, one.terms.of, one.form["venue"], one.form["rounds"]) == (6, 12, "Bar Roma", ("danese",))
        refused = await asks(world, bruno, "series", "change best=2")
        assert (refused.done, (await series(world))[1].terms.best) == (False, 6)
        for wrong in ("best=99", "when=friday 21:00", "colour=blue", "code=fitab"):
            assert not (await asks(world, anna, "series", f"change {wrong}", admin=True)).done
        assert (await series(world))[1] == one
        plans = await world.done(bruno, Plans(BAR), BAR)
        assert plans.words.startswith("🏆 ")
        assert "Friday" in plans.words
        for person, count in ((anna, 1), (bruno, 0)):  # in the browser one's own: there are no channels
            own = await world.done(person, Plans())
            assert isinstance(own.page, PlanList)
            assert (len(own.page.series), "Friday" in own.words) == (count, bool(count))

    run(test)
