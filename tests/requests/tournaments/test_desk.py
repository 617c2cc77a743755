"""The arbiter's desk by buttons: each step stands in the button, and all read what was ruled, with its article."""

import asyncio
import csv
import json
from typing import Any

import pytest

from bot.durations import HOUR, MINUTE
from bot.gateway.inbound.parser import parse_line
from bot.messages.buttons import command_press, fits
from bot.messages.tournament_paper import standings_paper
from bot.messages.tournament_scenes import standings_scene
from bot.messages.tournament_sheet import standings_csv
from bot.requests.answer import Answer, OwnFile, TournamentPage
from bot.requests.tournaments.asks import AskTournament
from bot.tournaments.club_tournament import CANCELLED, RUNNING
from bot.tournaments.evening_file import document_text
from bot.tournaments.kind import TOURNAMENT
from bot.tournaments.timers import OFFICIO
from bot.views.tournament_board import board
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_rulings import latest_rulings
from bot.words.tournament_standings import standings_lines
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import GuidedQuestion
from engine.tournament.fold import fold
from engine.tournament.reading import read_tournament
from engine.tournament.standings import standings
from engine.tournament.state import Totals
from tests.requests.serving import BOT, World, run
from tests.requests.tournaments.test_club_tournaments import announced, asks, does, only, passes, waited_for

ENGLISH = TournamentReader("en", {})


def labels(answer: Answer) -> list[str]:
    assert isinstance(answer.page, TournamentPage)
    return [label for label, _ in answer.page.buttons]


async def presses(world: World, person: str, answer: Answer, *words: str, at_desk: bool = False) -> Answer:
    """They press one button after the other, each by a part of its words; what the last one leads to."""
    for label in words:
        assert isinstance(answer.page, TournamentPage)
        ((_, line), *_) = [one for one in answer.page.buttons if label in one[0]]
        assert fits(command_press(line)), line
        meaning = parse_line(f"/{line}")
        assert isinstance(meaning, AskTournament), line
        answer = await asks(
            world, person, meaning.what, meaning.words, tournament=meaning.tournament, channel="", at_desk=at_desk
        )
    return answer


async def begun(world: World, words: str = "Thursday code=febur rounds=danese,danese") -> list[str]:
    """Bruno and Carla, Dario and Elsa and two pairs of guests sit at two tables; Anna is the arbiter."""
    people = await announced(world, words)
    anna, bruno, carla, dario, elsa = people
    for one, other, name in ((bruno, carla, "Carla"), (dario, elsa, "Elsa")):
        await does(world, one, "in", friends=[name])
        await does(world, other, "yes")
    for guests in ("Fina & Gino", "Ida & Lino"):
        await does(world, anna, "add", guests)
    await does(world, anna, "start")
    await passes(world, 0)
    await does(world, anna, "go")
    return people


async def check(world: World) -> None:
    """What `burraco tournament check` says of the export."""
    _, wrong = fold(read_tournament(document_text(await only(world), {})))
    assert wrong is None


def test_minutes_are_given_back_by_buttons_and_everybody_reads_it() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world)
        desk = await does(world, anna, "desk")
        answer = await presses(world, anna, desk, "Rule", "Give minutes back", "1. ", "5 min")
        assert answer.words.startswith("Give minutes back: 1. ")
        ruled = await presses(world, anna, answer, "Yes, I rule so")
        assert "Table 1: 5 min given back" in ruled.words
        assert "Table 1: 5 min given back" in world.news_to(bruno)[-1]
        again = await presses(world, anna, answer, "Yes, I rule so")
        assert again.words.startswith("Anna has just ruled on that: minutes given back.")
        assert "1 to 60" in (await asks(world, anna, "rule", "recovery 2 99")).words

    run(test)


def test_a_warning_by_buttons_names_its_article_adds_up_and_is_taken_back() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla, dario, elsa = await begun(world)
        desk = await does(world, anna, "desk")
        answer = await presses(world, anna, desk, "Rule", "Warning", "1. Bruno", "fan")
        assert answer.words == ("Warning: 1. Bruno – Carla, fan of cards (FE.BUR.IT code, art. 6). Do you rule so?")
        assert (await only(world)).rulings == ()
        ruled = await presses(world, anna, answer, "Yes, I rule so")
        assert ruled.words.startswith("Ruled, as number 2 of the tournament's list.")
        assert "Warning: 1. Bruno – Carla, fan of cards (FE.BUR.IT code, art. 6)" in ruled.words
        again = await presses(world, anna, answer, "Yes, I rule so")
        assert again.words.startswith("Anna has just ruled on that: a warning.")
        assert len((await only(world)).rulings) == 1
        await check(world)
        answer = await presses(world, anna, desk, "Rule", "Warning", "1. Bruno", "fan")
        assert "It would be warning number 2 of this entry and cost 100 Match Points." in answer.words
        assert "Thursday: ⚖️ 2. Warning" in world.news_to(bruno)[-1]
        for person in (bruno, carla, dario, elsa):
            assert [one.agrees for one in world.news if one.person == person and "appeal" in one.agrees] != []
        await presses(world, anna, ruled, "Reverse a ruling", "given in error")
        reversed_ = await presses(world, anna, ruled, "Reverse a ruling", "given in error", "Yes, I rule so")
        assert "Ruling 2 is reversed: Warning: 1. Bruno – Carla, fan of cards" in reversed_.words
        lines = latest_rulings(await only(world), ENGLISH)
        assert ["reversed by 3" in line for line in lines] == [True, False]
        await check(world)

    run(test)


@pytest.mark.parametrize(
    ("steps", "what"),
    [
        (("Penalty in Match Points", "2. Dario", "100 Match Points", "conduct"), "penalty"),
        (("Penalty in Victory Points", "2. Dario", "1 Victory Point", "other"), "penalty"),
        (("Late", "2. Dario", "4 min late"), "lateness"),
        (("Late", "2. Dario", "11 min late"), "no-show"),
        (("Award a table", "1. Bruno", "N-S: 13 – 7"), "score"),
        (("Withdraw", "2. Dario"), "withdrawal"),
        (("Expel", "2. Dario"), "expel"),
        (("Annul a deal", "1. Bruno", "2"), "annul"),
        (("Replace", "2. Dario", "Elsa", "Anna", "taken ill"), "replacement"),
    ],
)
def test_what_an_arbiter_rules_by_buttons(steps: tuple[str, ...], what: str) -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        desk = await does(world, anna, "desk")
        answer = await presses(world, anna, desk, "Rule", *steps, "Yes, I rule so")
        assert answer.done, answer.words
        one = await only(world)
        assert one.rulings[-1].what == what
        assert "art. " in answer.words
        await check(world)

    run(test)


def test_the_clock_a_swap_time_out_and_the_jury_by_buttons() -> None:
    async def test(world: World) -> None:
        anna, bruno, _, dario, _ = await begun(world)
        desk = await does(world, anna, "desk")
        await presses(world, anna, desk, "Rule", "Stop the clock", "Yes, I rule so")
        assert (await only(world)).paused_at
        assert "The arbiter has stopped the clock." in (await does(world, bruno, "tables")).words
        await presses(world, anna, desk, "Rule", "Let the clock go on", "Yes, I rule so")
        assert not (await only(world)).paused_at
        await presses(world, anna, desk, "Rule", "Name the jury", "Elsa", "Yes, I rule so")
        assert (await only(world)).jury
        await does(world, anna, "sheet", "1 =1200-800")
        answer = await presses(world, anna, desk, "Rule", "Swap a score", "1. Bruno", "Yes, I rule so")
        assert "now 800 – 1200" in answer.words
        await presses(world, anna, desk, "Rule", "Time out", "Yes, I rule so")
        current = (await only(world)).current
        assert current is not None
        assert current.timed_out
        assert not (await presses(world, dario, desk, "Rule")).done  # who is no arbiter
        await check(world)

    run(test)


async def plays(world: World, anna: str) -> None:
    """Both tables have their results, and the round is closed."""
    for table in ("1", "2"):
        await does(world, anna, "sheet", f"{table} =1200-800")
    await does(world, anna, "close")


def test_an_evening_taken_back_before_its_last_round_can_be_finished_at_the_desk_or_go_on() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        await plays(world, anna)
        assert labels(await does(world, anna, "desk"))[:1] == ["Pair the next round"]
        await does(world, anna, "finish", "yes")
        await does(world, anna, "reopen", "a sum was wrong")
        desk = await does(world, anna, "desk")
        assert labels(desk)[:2] == ["Finish: standings are final", "Pair the next round"]
        assert (await presses(world, anna, desk, "Finish")).done

    run(test)


def test_who_finishes_an_evening_before_its_last_round_is_asked_whether_they_mean_it() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world)
        assert "still open" in (await asks(world, anna, "finish")).words
        await plays(world, anna)
        news = list(world.news)
        question = await asks(world, anna, "finish")
        assert question.words == (
            "Thursday has 1 round left. Once it is finished nobody plays that any more, and all read that the "
            "standings are final. Do you mean it?"
        )
        assert labels(question) == ["Yes, finish it", "Pair the next round"]
        assert ((await only(world)).state, world.news) == (RUNNING, news)
        assert "arbiter" in (await asks(world, bruno, "finish")).words
        assert (await presses(world, anna, question, "Yes, finish it")).done
        assert await world.service.tournaments.tournaments.live() == []

    run(test)


def test_every_code_of_a_ruling_fits_a_button_at_the_largest_evening() -> None:
    for words in (
        "+r 123 3 ffff 2 !zz",
        "+m 123 300 7 !zz",
        "+w 123 7 !zz",
        "+a 123 even !zz",
        "+d 123 3 !zz",
        "+u 9999 2 !00",
    ):
        assert fits(command_press(f"tournament rule tour0123456789abcdef {words}"))


def test_the_book_of_rulings_asks_and_reads_out() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world)
        desk = await does(world, anna, "desk")
        answer = await presses(world, anna, desk, "Book of rulings", "No")
        assert "One question back" in labels(answer)
        typed = await does(world, bruno, "book", "no closing no-discard several no")
        assert "art. 21" in typed.words
        assert "Penalised cards lie face up" in typed.words
        back = await presses(world, bruno, typed, "From the beginning")
        node = first_question("febur")
        assert isinstance(node, GuidedQuestion)
        assert len(labels(back)) == len(node.answers)
        astray = await does(world, bruno, "book", "no nonsense")
        assert labels(astray) == labels(await does(world, bruno, "book", "no"))

    run(test)


def test_a_code_that_prints_no_such_law_says_so() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world, "Thursday rounds=danese code=fibur")
        answer = await does(world, anna, "book")
        assert "no law of irregularities" in answer.words
        assert labels(answer) == ["Arbiter's desk"]

    run(test)


def test_an_appeal_goes_to_the_jury_and_comes_back_to_who_appealed() -> None:
    async def test(world: World) -> None:
        anna, bruno, _, _, elsa = await begun(world)
        await does(world, anna, "rule", "penalty 1 1vp")
        mine = await does(world, bruno, "mine")
        assert "Appeal against 2" in labels(mine)
        answer = await presses(world, bruno, mine, "Appeal against 2")
        assert answer.words.startswith("Your appeal is with Anna.")
        assert [one.agrees for one in world.news if one.person == anna][-1].endswith("2 yes")
        assert "An appeal against ruling 2 waits" in (await does(world, anna, "desk")).words
        for table in ("1", "2"):
            await does(world, anna, "sheet", f"{table} =1200-800")
        await does(world, anna, "close")
        assert (await asks(world, anna, "pair")).words.startswith("An appeal waits")
        await passes(world, MINUTE)
        assert world.news_to(anna)[-1].endswith("It has been waiting for a minute: a complaint is decided at once.")
        assert (await asks(world, elsa, "judge", "2 yes so")).words.startswith("Somebody else decides this appeal.")
        await does(world, anna, "judge", "2 yes it was table 2")
        assert world.news_to(bruno)[-1].startswith("The appeal is right. ⚖️ 2. Penalty: 1. Bruno – Carla")
        await does(world, anna, "pair")
        await check(world)

    run(test)


def test_who_is_missing_is_ruled_by_itself_and_the_round_says_so() -> None:
    async def test(world: World) -> None:
        anna, bruno, _, dario, _ = await begun(world)
        world.now += 3 * MINUTE
        await presses(world, bruno, await does(world, bruno, "mine"), "The others are not here")
        assert "Bruno says that the others are not there" in world.news_to(anna)[-1]
        assert "you are not at table 1" in world.news_to(dario)[-1]
        assert "We are here" in labels(await does(world, dario, "mine"))
        world.now += MINUTE
        await presses(world, bruno, await does(world, bruno, "mine"), "They have come")
        await passes(world, MINUTE)
        (line,) = latest_rulings(await only(world), ENGLISH)
        assert "4 min late (FE.BUR.IT code, art. 26) – d'ufficio" in line
        assert "d'ufficio" in world.news_to(dario)[-1]
        await check(world)

    run(test)


@pytest.mark.parametrize(("code", "words"), [
    ("febur", "if the others are not there by 23:23, the match is lost to them."),
    ("fibur", "the code prints nothing to be applied without them, so play waits."),
])  # fmt: skip
def test_who_waits_for_the_others_reads_what_follows_by_itself_in_this_code(code: str, words: str) -> None:
    async def test(world: World) -> None:
        _, bruno, *_ = await begun(world, f"Thursday code={code} rounds=danese,danese")
        await does(world, bruno, "missing")
        await passes(world, MINUTE)
        assert words in "".join(world.news_to(bruno))
        await passes(world, 10 * MINUTE)
        assert ("the match is lost" in world.news_to(bruno)[-1]) == (code == "febur")

    run(test)


def test_a_sheet_that_waits_is_signed_by_itself_and_both_lines_hear_of_it() -> None:
    async def test(world: World) -> None:
        _, bruno, _, dario, _ = await begun(world)
        await does(world, bruno, "sheet", "=1865-1540")
        await passes(world, 5 * MINUTE)
        one = await only(world)
        assert [pairing.table for pairing in one.undecided] == [2]
        assert "art. 24" in world.news_to(dario)[-1]
        assert "the sheet is signed for who did not sign" in world.news_to(bruno)[-1]
        await check(world)

    run(test)


def test_where_each_plays_for_themselves_nobody_is_offered_to_say_that_others_are_missing() -> None:
    async def test(world: World) -> None:
        anna, *players = await announced(world, "Thursday kind=individual rounds=individual")
        for player in players:
            await does(world, player, "in")
        await does(world, anna, "start")
        await passes(world, 0)
        await does(world, anna, "go")
        assert "The others are not here" not in labels(await does(world, players[0], "mine"))

    run(test)


def test_what_the_host_finds_too_early_for_is_done_at_its_time_and_not_forgotten() -> None:
    async def test(world: World) -> None:
        _, bruno, *_ = await begun(world)
        await does(world, bruno, "sheet", "=1865-1540")
        rows = await world.store.due_rows(BOT, world.now + HOUR, kind=TOURNAMENT)
        (row,) = [one for one in rows if one.kind == OFFICIO]
        await world.store.put_off(BOT, row, world.now)
        await passes(world, 0)
        assert len((await only(world)).undecided) == 2
        await passes(world, 5 * MINUTE)
        assert [pairing.table for pairing in (await only(world)).undecided] == [2]

    run(test)


def test_the_report_is_for_arbiters_alone() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world)
        await does(world, anna, "rule", "warn 1 ethics")
        await does(world, bruno, "appeal", "2")
        assert not (await asks(world, bruno, "report")).done
        for what, words in (("report", ""), ("file", "report")):
            answer = await does(world, anna, what, words)
            assert isinstance(answer.page, OwnFile)
            text = answer.page.text
            assert "Arbiter's report: Thursday" in text
            assert "Warning: 1. Bruno – Carla, conduct" in text
            assert "Appeal of Bruno against ruling 2" in text

    run(test)


def test_a_team_hands_in_its_line_up_by_buttons() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, "Thursday kind=teams rounds=danese")
        team: list[Any] = ["Carla", "Dario"]
        await does(world, anna, "add", "Zoe & Ugo & Ida & Lino")
        await does(world, anna, "add", "Rita", friends=["Bruno", *team])
        await does(world, anna, "start")
        await passes(world, 0)
        answer = await presses(world, bruno, await does(world, bruno, "mine"), "Line-up", "Rita", "Carla", "Bruno")
        answer = await presses(world, bruno, answer, "Dario")
        assert answer.words == "Handed in: Rita – Carla · Bruno – Dario."
        one = await only(world)
        assert one.progress is not None
        assert one.progress.line_ups == {}
        await passes(world, 5 * MINUTE)
        one = await only(world)
        assert one.progress is not None
        assert set(one.progress.line_ups) == {"2"}
        await check(world)

    run(test)


def test_whoever_enters_one_table_of_a_teams_match_reads_that_both_are_entered() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world, "Thursday code=fitab kind=teams rounds=danese deals=2")
        for team in ("Ada & Bea & Cleo & Dora", "Eva & Fea & Gea & Ida"):
            await does(world, anna, "add", team)
        await does(world, anna, "start")
        await passes(world, 0)
        answer = await asks(world, anna, "sheet", "1 720-505 335-640")
        assert not answer.done
        assert "with | between: /tournament sheet 720-505 335-640 | 810-395 500-615" in answer.words
        await does(world, anna, "sheet", "1 720-505 335-640 | 700-500 300-600")
        answer = await does(world, anna, "desk")
        assert "Every table has its result." in answer.words
        assert "Tables without a result" not in answer.words

    run(test)


def test_a_pair_that_enters_two_tables_reads_how_a_score_is_written() -> None:
    async def test(world: World) -> None:
        _, bruno, *_ = await begun(world)
        answer = await asks(world, bruno, "sheet", "720-505 335-640 | 700-500 300-600")
        assert not answer.done
        assert "Write the points of each deal" in answer.words

    run(test)


def test_an_arbiter_who_leaves_has_no_desk_any_more() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        assert (await asks(world, anna, "leaves")).words.startswith("You are the only arbiter")
        await does(world, anna, "arbiter", friends=["Elsa"])
        await does(world, anna, "arbiter", "off")
        assert (await asks(world, anna, "desk")).words == "Only the arbiter can do that."

    run(test)


def test_numbers_that_come_when_another_round_is_played_are_for_none_of_its_tables() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        question = await does(world, anna, "rule", "+n 1")
        assert isinstance(question.page, TournamentPage)
        _, what, _, place = question.page.asks.split()
        assert (await asks(world, anna, what, f"{place} =1200-800")).done
        question = await does(world, anna, "rule", "+c r1 1")
        assert isinstance(question.page, TournamentPage)
        *_, correct, before = question.page.asks.split()
        assert (await asks(world, anna, "rule", f"{correct} {before} =1200-805 : 2 cards")).done
        await does(world, anna, "sheet", "2 =1000-900")
        await does(world, anna, "close")
        await does(world, anna, "pair")
        for what, words, says in (
            ("sheet", f"{place} =1000-900", "That was meant for round 1, and another one is played now"),
            (
                "rule",
                f"{correct} {before} =1000-900 why",
                "The next round is paired, and errors of sum of round 1 stand",
            ),
        ):
            late = await asks(world, anna, what, words)
            assert not late.done
            assert late.words.startswith(says)
        one = await only(world)
        assert one.current is not None
        assert (one.current.number, len(one.undecided)) == (2, 2)

    run(test)


@pytest.mark.parametrize("by_arbiter", [True, False])
def test_one_score_for_several_deals_is_no_sum_before_somebody_says_so(by_arbiter: bool) -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world)
        person, table = (anna, "1 ") if by_arbiter else (bruno, "")
        answer = await asks(world, person, "sheet", f"{table}720-505")
        assert not answer.done
        assert answer.words.startswith("That is one score, and there are 3 deals. Is 720-505 the sum of them all?")
        assert answer.words.endswith("You wrote: 720-505")
        one = await only(world)
        assert (len(one.undecided), one.sheets) == (2, ())
        question = await presses(world, person, answer, "Enter the score")
        assert isinstance(question.page, TournamentPage)
        assert question.page.fields == (("N-S – E-W, deal", 3),)
        assert (await presses(world, person, answer, "The sum: 720-505")).done
        one = await only(world)
        assert [json.loads(sheet.totals) for sheet in one.sheets] == ([] if by_arbiter else [{"mp": [720, 505]}])
        assert len(one.undecided) == (1 if by_arbiter else 2)

    run(test)


def test_points_that_stand_apart_are_scores_and_none_is_taken_for_a_table() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world)
        await does(world, bruno, "sheet", "720 505 335 640 810 395")
        (sheet,) = (await only(world)).sheets
        assert (sheet.table, json.loads(sheet.totals)) == (1, {"deals": [[720, 505], [335, 640], [810, 395]]})
        await does(world, anna, "sheet", "2 =1000 900")
        decision = next(one.decision for one in (await only(world)).current.pairings if one.table == 2)  # type: ignore[union-attr]  # a round is played
        assert isinstance(decision, Totals)
        assert decision.mp == (1000, 900)
        odd = await asks(world, bruno, "sheet", "720 505 335")
        assert not odd.done
        assert not (await asks(world, bruno, "sheet", "720 505 335-640")).done

    run(test)


def test_the_points_of_three_players_stand_apart_by_threes() -> None:
    async def test(world: World) -> None:
        anna = await three_players(world)
        await does(world, anna, "sheet", "1 =700 505 -300")
        decision = (await only(world)).current.pairings[0].decision  # type: ignore[union-attr]  # a round is played
        assert isinstance(decision, Totals)
        assert decision.mp == (700, 505, -300)

    run(test)


def test_the_button_that_says_it_is_the_sum_fits_whatever_sign_was_written_and_words_name_none_that_does_not() -> None:
    async def test(world: World) -> None:
        anna, bruno, _, dario, _ = await begun(world)
        answer = await asks(world, bruno, "sheet", "−720–505")
        assert isinstance(answer.page, TournamentPage)
        assert [fits(command_press(line)) for _, line in answer.page.buttons] == [True, True]
        await presses(world, bruno, answer, "The sum: −720–505")
        (sheet,) = (await only(world)).sheets
        assert json.loads(sheet.totals) == {"mp": [-720, 505]}
        await presses(world, dario, await does(world, dario, "mine"), "Countersign")
        answer = await asks(world, anna, "rule", "correct 1 720-505 the sign was left out")
        assert isinstance(answer.page, TournamentPage)
        assert [fits(command_press(line)) for _, line in answer.page.buttons] == [False, True]
        assert "write it with an equals sign: =720-505" in answer.words
        assert "button" not in answer.words

    run(test)


async def in_round_two(world: World, code: str) -> str:
    """Round 1 is over, with 1200 – 805 at both tables, and round 2 is played; Anna is the arbiter."""
    anna, *_ = await begun(world, f"Thursday code={code} rounds=danese,danese")
    for table in ("1", "2"):
        await does(world, anna, "sheet", f"{table} =1200-805")
    await does(world, anna, "close")
    await does(world, anna, "pair")
    return anna


async def of_round_one(world: World) -> list[tuple[int, ...]]:
    """What stands at its tables."""
    one = await only(world)
    found = [one.pairing(table, 1) for table in (1, 2)]
    return [one.decision.mp for one in found if one is not None and isinstance(one.decision, Totals)]


def test_a_score_of_an_earlier_round_is_corrected_by_its_round_as_the_code_allows() -> None:
    async def test(world: World) -> None:
        anna = await in_round_two(world, "fitab")
        question = await does(world, anna, "rule", "correct 2r1")
        assert question.words.startswith("Table 2 of round 1: the right points of each deal")
        ruled = await does(world, anna, "rule", "correct 2r1 =1200-905 added up wrongly")
        assert "Table 2 of round 1: corrected to 1200 – 905" in ruled.words
        assert await of_round_one(world) == [(1200, 805), (1200, 905)]
        late = await asks(world, anna, "rule", "correct 2r1n3 =1200-900 : again")
        assert late.words.startswith("Table 2 was corrected by Anna while you wrote, and stands at 1200 – 905 now.")
        assert (await asks(world, anna, "rule", "correct 1r3 =1200-900 why")).words.startswith("There is no round 3.")
        assert (await asks(world, anna, "rule", "correct 1r0 =1200-900 why")).words.startswith("There is no round 0.")
        assert not (await asks(world, anna, "rule", "correct 1 =1200-900 why")).done  # of this round: it has none
        await check(world)

    run(test)


def test_in_febur_an_earlier_round_is_corrected_where_the_lines_were_exchanged() -> None:
    async def test(world: World) -> None:
        anna = await in_round_two(world, "febur")
        refused = await asks(world, anna, "rule", "correct 1r1 =1200-905 added up wrongly")
        assert refused.words.startswith("The next round is paired, and errors of sum of round 1 stand (FE.BUR.IT code,")
        ruled = await does(world, anna, "rule", "correct 1r1 =805-1200 the sides were exchanged")
        assert "Table 1 of round 1: the lines were swapped, now 805 – 1200" in ruled.words
        assert await of_round_one(world) == [(805, 1200), (1200, 805)]
        await check(world)

    run(test)


def test_by_buttons_an_earlier_round_is_chosen_before_the_table() -> None:
    async def test(world: World) -> None:
        anna = await in_round_two(world, "fitab")
        menu = await does(world, anna, "rule")
        question = await presses(world, anna, menu, "Correct a score", "Round 1", "2. ")
        assert question.words.startswith("Table 2 of round 1: the right points")
        assert isinstance(question.page, TournamentPage)
        assert question.page.asks.endswith("correct 2r1n3")
        answer = await presses(world, anna, menu, "Swap a score", "Round 1", "1. ")
        assert "Round 1, 1. " in answer.words
        await presses(world, anna, answer, "Yes, I rule so")
        assert await of_round_one(world) == [(805, 1200), (1200, 805)]
        await does(world, anna, "sheet", "1 =1000-900")
        both = await presses(world, anna, menu, "Swap a score")
        assert labels(both) == ["Round 2", "Round 1", "Back"]
        assert labels(await presses(world, anna, both, "Round 2"))[1:] == ["Back"]
        assert labels(await presses(world, anna, both, "Round 2", "Back")) == labels(both)
        await check(world)

    run(test)


def test_in_febur_no_earlier_round_is_offered_for_an_error_of_sum() -> None:
    async def test(world: World) -> None:
        anna = await in_round_two(world, "febur")
        menu = await does(world, anna, "rule")
        assert labels(await presses(world, anna, menu, "Correct a score")) == ["Back"]
        assert labels(await presses(world, anna, menu, "Swap a score")) == ["Round 1", "Back"]

    run(test)


def test_where_no_earlier_round_could_be_meant_nobody_is_asked_which_and_back_leads_to_the_rulings() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        await does(world, anna, "sheet", "1 =1200-805")
        menu = await does(world, anna, "rule")
        tables = await presses(world, anna, menu, "Swap a score")
        assert [label[:2] for label in labels(tables)] == ["1.", "Ba"]
        assert labels(await presses(world, anna, tables, "Back")) == labels(menu)

    run(test)


def test_one_score_is_asked_about_in_corrections_too_and_what_is_refused_anyway_is_so_at_once() -> None:
    async def test(world: World) -> None:
        anna, bruno, _, dario, _ = await begun(world)
        await does(world, bruno, "sheet", "=1865-1540")
        await presses(world, dario, await does(world, dario, "mine"), "Countersign")
        answer = await asks(world, bruno, "correct", "1865-1545")
        assert "Is 1865-1545 the sum" in answer.words
        await presses(world, bruno, answer, "The sum: 1865-1545")
        (request,) = (await only(world)).requests
        assert json.loads(request.totals) == {"mp": [1865, 1545]}
        answer = await asks(world, anna, "rule", "correct 1 1865-1640 added up wrongly")
        assert "You wrote: 1865-1640 : added up wrongly" in answer.words
        assert (await asks(world, anna, "rule", "correct 1 =1865-1640 added up wrongly")).done
        assert (await asks(world, anna, "sheet", "1 1000-500")).words.startswith("That table has its result")
        assert (await asks(world, dario, "sheet", "2 1000-500")).words.startswith("You do not sit there.")
        assert (await asks(world, anna, "sheet", "2 1001-500")).words.startswith(
            "Points are multiples of 5.\nYou wrote: 1001-500"
        )

    run(test)


def test_where_one_deal_is_played_its_score_is_the_sum() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world, "Thursday code=febur rounds=danese,danese deals=1")
        await does(world, anna, "sheet", "1 1000-500")

    run(test)


def test_a_correction_is_not_taken_for_figures_that_have_changed_since_they_were_read() -> None:
    async def test(world: World) -> None:
        anna, _, _, _, elsa = await begun(world)
        await does(world, anna, "arbiter", friends=["Fabio"])
        fabio = await world.person("Fabio")
        await does(world, anna, "sheet", "1 =1200-800")
        read = [(await does(world, one, "rule", "+c r1 1")).page for one in (anna, fabio)]
        lines = [page.asks.split()[3:] for page in read if isinstance(page, TournamentPage)]
        assert lines == [["correct", "1r1n2"]] * 2
        await does(world, anna, "rule", "correct 1r1n2 =1200-805 : one deal was missing")
        answer = await asks(world, fabio, "rule", "correct 1r1n2 =1300-800 : added up wrongly")
        assert answer.words == (
            "Table 1 was corrected by Anna while you wrote, and stands at 1200 – 805 now. If that is wrong, too, enter "
            "the right points once more.\nYou wrote: =1300-800 : added up wrongly"
        )
        assert isinstance(answer.page, TournamentPage)
        assert answer.page.asks.endswith("correct 1r1n3"), "it is asked once more, about what stands there now"
        await does(world, fabio, "rule", "correct 1r1n3 =1300-800 : added up wrongly")
        answer = await does(world, anna, "rule", "correct 1 =1200-805 it was right before")
        assert "It takes the place of what was ruled before: ⚖️ 4. Table 1: corrected to 1300 – 800" in answer.words
        await check(world)
        assert not (await asks(world, elsa, "rule", "correct 1r1n2 =1200-805 : why")).done

    run(test)


def test_two_arbiters_exchange_the_sides_once() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        await does(world, anna, "arbiter", friends=["Fabio"])
        fabio = await world.person("Fabio")
        await does(world, anna, "sheet", "1 =1200-800")
        questions = [await presses(world, one, await does(world, one, "rule"), "Swap", "1. ") for one in (anna, fabio)]
        assert (await presses(world, anna, questions[0], "Yes, I rule so")).done
        second = await presses(world, fabio, questions[1], "Yes, I rule so")
        assert second.words.startswith("Anna has just ruled on that")
        pairing = (await only(world)).pairing(1)
        assert pairing is not None
        assert isinstance(pairing.decision, Totals)
        assert pairing.decision.mp == (800, 1200)

    run(test)


async def three_players(world: World) -> str:
    """Bruno, Carla and Dario sit at one table; Anna is the arbiter."""
    anna, bruno, carla, dario, _ = await announced(world, "Thursday code=three-player")
    for person in (bruno, carla, dario):
        await does(world, person, "in")
    await does(world, anna, "start")
    await passes(world, 0)
    return anna


def test_three_players_have_no_sides_that_an_arbiter_could_exchange() -> None:
    async def test(world: World) -> None:
        anna = await three_players(world)
        await does(world, anna, "sheet", "1 =700-505-300")
        menu = await does(world, anna, "rule")
        assert "Swap a score" not in labels(menu)
        assert "Correct a score" in labels(menu)
        assert labels(await asks(world, anna, "rule", "+s")) == ["Back"]
        assert "Award a table" not in labels(menu)
        assert labels(await asks(world, anna, "rule", "+a")) == ["Back"]

    run(test)


def test_where_no_further_round_can_be_paired_the_desk_finishes_the_evening() -> None:
    async def test(world: World) -> None:
        anna = await three_players(world)
        await does(world, anna, "sheet", "1 =700-505-300")
        await does(world, anna, "close")
        await does(world, anna, "rule", "withdraw 1")
        desk = await does(world, anna, "desk")
        assert "No further round of Thursday can be paired" in desk.words
        assert labels(desk)[0] == "Finish: standings are final"
        assert "Pair the next round" not in labels(desk)
        assert "No further round of Thursday can be paired" in world.news_to(anna)[-1]
        assert (await presses(world, anna, desk, "Finish")).done

    run(test)


def test_a_ranking_point_of_three_players_takes_as_much_as_it_says() -> None:
    async def test(world: World) -> None:
        anna = await three_players(world)
        menu = await does(world, anna, "rule")
        ruled = await presses(world, anna, menu, "Penalty in ranking points", "1. Bruno", "2 ranking points", "other")
        ruled = await presses(world, anna, ruled, "Yes, I rule so")
        assert "Penalty: 1. Bruno, 2 ranking points, other" in ruled.words
        ruled = await asks(world, anna, "rule", "penalty 2 0,5vp")
        assert "Penalty: 2. Carla, 0.5 ranking points" in ruled.words
        await does(world, anna, "rule", "score 1 6-3-1 1500-1000-500")
        await does(world, anna, "close")
        one = await only(world)
        assert one.progress is not None
        assert {rank.entry: (rank.vp, rank.mp) for rank in standings(one.progress)} == {
            "1": (24, 1500),
            "2": (15, 1000),
            "3": (6, 500),
        }
        assert standings_lines(one, ENGLISH)[0].endswith(": 4 ranking points, +1500 MP")
        assert standings_lines(one, TournamentReader("it", {}))[0].endswith(": 4 punti classifica, +1500 MP")
        scene, table = standings_scene(one, ENGLISH), standings_csv(one, ENGLISH)
        assert (scene.columns[2], scene.rows[0][-1]) == ("Points", "2 pt")
        assert board(one, ENGLISH)["standings"]["head"] == "Points"
        assert "Ranking points" in table
        assert "Victory" not in f"{table} {standings_paper(one, ENGLISH)}"
        await check(world)

    run(test)


@pytest.mark.parametrize(("line", "says"), [("score 1 6-4.4-1 5-0-0", "4.5 or 10/3"), ("penalty 1 0.4vp", "or 1/3")])
def test_parts_of_a_point_that_nobody_shares_are_not_taken(line: str, says: str) -> None:
    async def test(world: World) -> None:
        anna = await three_players(world)
        answer = await asks(world, anna, "rule", line)
        assert not answer.done
        assert says in answer.words
        assert (await only(world)).rulings == ()

    run(test)


def test_admitting_who_came_late_is_a_word_of_its_own_that_penalises_nobody() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world, "Thursday code=febur rounds=danese,danese")
        await does(world, anna, "arbiter", friends=["Fabio"])
        fabio = await world.person("Fabio")
        for guests in ("Ida & Lino", "Rita & Sara", "Tina & Ugo"):
            await does(world, anna, "add", guests)
        await does(world, anna, "start")
        await passes(world, 0)
        await does(world, anna, "add", "Vera & Zoe")
        early = await asks(world, anna, "rule", "late 4 12")
        assert early.words.startswith("Entry 4 came late and does not play yet; to admit them write /tournament rule")
        menu = await does(world, anna, "rule")
        assert "Admit who came late" in labels(menu)
        late = await presses(world, anna, menu, "Late")
        assert [label for label in labels(late) if label.startswith("4. ")] == []
        question = await presses(world, fabio, await does(world, fabio, "desk"), "Admit Vera", "4 min")
        await does(world, anna, "rule", "admit 4 4")
        second = await presses(world, fabio, question, "Yes, I rule so")
        typed = await asks(world, fabio, "rule", "admit 4 12")
        assert not second.done
        assert typed.words.startswith("Entry 4 plays already: nobody has to admit them.")
        assert [ruling.what for ruling in (await only(world)).rulings] == ["late-entry"]
        assert "Admit who came late" not in labels(await does(world, anna, "rule"))
        await check(world)

    run(test)


LONG = "why " * 60
WRONG = [
    ("void 2", "Write the number of the ruling and why it is reversed: /tournament rule void 12"),
    ("void 99 given in error", "No ruling in force has the number 99."),
    ("void 2 " + LONG, "A reason has at most 200 characters."),
    ("late 1", "Write the number of the entry and the minutes: /tournament rule late 5 4"),
    ("late 1 four", "Write the number of the entry and the minutes"),
    ("warn 1 nothing", "Write the number of the entry and what for"),
    ("penalty 1 100", "Write the number of the entry and the points with vp or mp"),
    ("score 1 12", "Write the number of the table, Victory Points and Match Points"),
    ("annul 1", "Write the number of the table and of the deal"),
    ("annul 2 9", "There is no deal 9 in this round."),
    ("recovery one 4", "Write the number of the table and the minutes"),
    ("replace 1 Nobody = Zoe: ill", "Write the number of the entry, who goes"),
    ("replace 1 Bruno = Zoe: " + LONG, "A reason has at most 200 characters."),
    ("correct 1 =5-10 " + LONG, "A reason has at most 200 characters."),
    ("correct one", "Write the number of a table that has its result"),
    ("hang 1", "/tournament rule with: late ENTRY MINUTES"),
]


@pytest.mark.parametrize(("line", "words"), WRONG)
def test_what_is_wrong_in_a_ruling_that_is_written_is_one_sentence_and_what_was_written_stays(
    line: str, words: str
) -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        await does(world, anna, "sheet", "1 =1200-800")
        await does(world, anna, "rule", "warn 1 fan")
        before = await only(world)
        answer = await asks(world, anna, "rule", line)
        assert not answer.done
        sentence, wrote = answer.words.split("\n")
        assert sentence.startswith(words)
        assert wrote.removeprefix("You wrote: ").strip() in (line.strip(), line.partition(" 1 ")[2].strip())
        assert await only(world) == before

    run(test)


def test_what_is_wrong_in_an_appeal_or_its_decision_is_said_and_stays_written() -> None:
    async def test(world: World) -> None:
        anna, bruno, _, _, elsa = await begun(world)
        await does(world, anna, "rule", "penalty 1 1vp")
        for person, what, line, words in (
            (bruno, "appeal", "", "Write the number of the ruling: /tournament appeal 12"),
            (bruno, "appeal", "2 3", "Write the number of the ruling: /tournament appeal 12"),
            (bruno, "appeal", "two", "No ruling in force has the number two."),
            (elsa, "judge", "2 yes", "Nobody has appealed against that."),
        ):
            answer = await asks(world, person, what, line)
            assert not answer.done
            assert answer.words.startswith(words)
        await does(world, bruno, "appeal", "2")
        for line, words in (
            ("", "Write the number of the ruling, whether the appeal is right, and why"),
            ("2", "Write the number of the ruling, whether the appeal is right, and why"),
            ("2 perhaps", "Write the number of the ruling, whether the appeal is right, and why"),
            ("3 yes so", "Nobody has appealed against that."),
            ("2 yes " + LONG, "A reason has at most 200 characters."),
        ):
            answer = await asks(world, anna, "judge", line)
            assert not answer.done
            assert answer.words.startswith(words)
            assert line.strip() in answer.words
        assert (await only(world)).appeals[0].decision is None
        await does(world, anna, "judge", "2 no the cards lay open")
        assert (await asks(world, anna, "judge", "2 yes so")).words.startswith("That was decided, and the decision is")
        assert (await asks(world, bruno, "appeal", "2")).words.startswith("That was decided, and the decision is final")

    run(test)


def test_who_ends_an_evening_reads_that_the_reason_is_too_long() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        answer = await asks(world, anna, "cancel", LONG)
        assert answer.words.startswith("A reason has at most 200 characters.\nYou wrote: why why")
        await does(world, anna, "cancel", "the lights are out")

    run(test)


def test_who_cancels_an_evening_with_results_is_asked_whether_they_mean_it() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world)
        await does(world, anna, "sheet", "1 =2000-1000")
        refused = await asks(world, bruno, "cancel", "why not")
        assert "Only the arbiter" in refused.words
        answer = await asks(world, anna, "cancel", "the lights are out")
        assert not answer.done
        assert answer.words.startswith("Once Thursday is cancelled nothing that was played there counts")
        assert isinstance(answer.page, TournamentPage)
        ((label, line),) = answer.page.buttons
        assert label == "Yes, cancel it"
        before = await only(world)
        assert before.state == RUNNING
        _, what, id_, words = line.split()
        await does(world, anna, what, words, tournament=id_)
        one = await world.service.tournaments.tournaments.find(id_)
        assert one is not None
        assert (one.state, one.reason) == (CANCELLED, "the lights are out")

    run(test)


def test_who_cancels_an_evening_in_the_moment_of_its_first_result_is_asked_whether_they_mean_it() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        async with world.service.backend.seating:
            written = asyncio.create_task(does(world, anna, "sheet", "1 =2000-1000"))
            await waited_for(world.service.backend.seating, by=1)
            cancelled = asyncio.create_task(asks(world, anna, "cancel", "the lights are out"))
            await waited_for(world.service.backend.seating, by=2)
        await written
        answer = await cancelled
        assert answer.words.startswith("Once Thursday is cancelled nothing that was played there counts")
        one = await only(world)
        assert one.state == RUNNING
        await does(world, anna, "cancel", "yes")

    run(test)


def test_guests_and_changes_that_are_written_wrongly_stay_written() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world)
        for what, line in (("add", "Ida"), ("add", "Ida & Lino & Rita"), ("change", "places=many"), ("change", "x=1")):
            answer = await asks(world, anna, what, line)
            assert not answer.done
            assert answer.words.endswith(f"\nYou wrote: {line}")

    run(test)


def test_who_leaves_for_a_time_loses_the_match_and_plays_the_next_round() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world, "Thursday code=fitab rounds=danese,danese")
        desk = await does(world, anna, "desk")
        question = await presses(world, anna, desk, "Rule", "Leave for a time", "1. Bruno")
        assert "art. 36" in question.words
        answer = await presses(world, anna, question, "Yes, I rule so")
        assert "1. Bruno – Carla: away for a time" in answer.words
        assert "away for a time" in world.news_to(bruno)[-1]
        one = await only(world)
        assert one.rulings[-1].what == "away"
        assert "away for a time" in latest_rulings(one, ENGLISH)[-1]
        assert [pairing.table for pairing in one.undecided] == [2]
        assert one.progress is not None
        assert one.progress.withdrawn == frozenset()
        await does(world, anna, "sheet", "2 =1865-1540")
        await does(world, anna, "close")
        await does(world, anna, "pair")
        assert (await only(world)).pairing_of(bruno) is not None
        await check(world)

    run(test)


def test_who_was_said_to_leave_for_a_time_by_a_slip_plays_on() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await begun(world, "Thursday code=fitab rounds=danese,danese")
        answer = await does(world, anna, "rule", "away 1")
        number = (await only(world)).rulings[-1].id
        assert [pairing.table for pairing in (await only(world)).undecided] == [2]
        assert not (await asks(world, anna, "rule", f"void {number}")).done
        answer = await does(world, anna, "rule", f"void {number} the wrong table")
        assert "away for a time" in answer.words
        assert "reversed" in world.news_to(bruno)[-1]
        one = await only(world)
        assert [pairing.table for pairing in one.undecided] == [1, 2]
        assert (one.rulings[-1].what, one.rulings[-1].undoes) == ("void", number)
        assert "has reversed ruling" in (await asks(world, anna, "rule", f"void {number} again")).words
        await does(world, anna, "sheet", "1 =1865-1540")
        await check(world)
        await does(world, anna, "rule", "away 3")
        number = (await only(world)).rulings[-1].id
        await does(world, anna, "close")
        assert not (await asks(world, anna, "rule", f"void {number} too late")).done

    run(test)


@pytest.mark.parametrize("code", ["febur", "online"])
def test_where_the_code_has_no_leaving_for_a_time_nobody_is_offered_it_and_who_writes_it_reads_so(code: str) -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world, f"Thursday code={code} rounds=danese,danese")
        menu = await presses(world, anna, await does(world, anna, "desk"), "Rule")
        assert "Leave for a time" not in labels(menu)
        assert "Withdraw" in labels(menu)
        answer = await asks(world, anna, "rule", "away 1")
        assert answer.words.startswith("The code of this tournament does not have that.")
        assert len((await only(world)).undecided) == 2

    run(test)


@pytest.mark.parametrize(("points", "vp", "mp"), [("100-1105", 17, 1005), ("900-950", 13, 450), ("", 13, 450)])
def test_who_stays_has_what_was_played_by_then_if_that_is_more_than_the_code_awards(
    points: str, vp: int, mp: int
) -> None:
    """febur art. 25: the points of the moment, and never less than 13 Victory Points and 450 Match Points."""

    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        await does(world, anna, "rule", f"withdraw 1 {points}")
        await does(world, anna, "sheet", "2 =1000-900")
        await does(world, anna, "close")
        one = await only(world)
        assert one.progress is not None
        rank = next(rank for rank in standings(one.progress) if rank.entry == "2")
        assert (rank.vp, rank.mp) == (vp, mp)
        await check(world)

    run(test)


def test_points_of_a_match_that_nobody_leaves_are_not_taken() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        await does(world, anna, "sheet", "1 =1000-900")
        answer = await asks(world, anna, "rule", "withdraw 1 100-1105")
        assert not answer.done
        assert answer.words.startswith("That table has its result")
        assert (await only(world)).rulings == ()
        assert (await asks(world, anna, "rule", "withdraw 1")).done

    run(test)


def test_who_withdraws_somebody_by_buttons_reads_how_what_was_played_is_written() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        desk = await does(world, anna, "desk")
        answer = await presses(world, anna, desk, "Rule", "Withdraw", "1. Bruno")
        assert "Who stays gets 13 Victory Points and 450 Match Points." in answer.words
        line = answer.words.partition("N-S first: ")[2].partition(". ")[0]
        assert line == "/tournament rule withdraw 1 720-1505"
        await does(world, anna, "sheet", "1 =1000-900")
        answer = await presses(world, anna, desk, "Rule", "Withdraw", "1. Bruno")
        assert "Who stays" not in answer.words

    run(test)


def test_who_is_expelled_leaves_the_points_so_far_to_who_stays() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        desk = await does(world, anna, "desk")
        answer = await presses(world, anna, desk, "Rule", "Expel", "1. Bruno")
        line = answer.words.partition("N-S first: ")[2].partition(". ")[0]
        assert line == "/tournament rule expel 1 720-1505"
        await does(world, anna, "rule", line.removeprefix("/tournament rule "))
        one = await only(world)
        assert one.progress is not None
        assert (one.rulings[-1].what, one.progress.withdrawn) == ("expel", frozenset({"1"}))
        await does(world, anna, "sheet", "2 =1000-900")
        await does(world, anna, "close")
        one = await only(world)
        assert one.progress is not None
        rank = next(rank for rank in standings(one.progress) if rank.entry == "2")
        assert (rank.vp, rank.mp) == (15, 785)  # the table of three deals gives 15 for so many
        await check(world)
        last = board(one, ENGLISH)["standings"]["rows"][-1]
        assert last["name"].endswith(" (expelled)")
        assert standings_scene(one, ENGLISH).rows[-1][-1] == "expelled"
        paper = standings_paper(one, ENGLISH)
        assert paper is not None
        assert paper.tables[0].rows[-1][-1] == "expelled"
        heads, *_, cells = csv.reader(standings_csv(one, ENGLISH).splitlines())
        assert (heads[-3], cells[-3]) == ("Expelled", "1")
        for language, words in (("en", ": expelled (0 VP, −785 MP)"), ("it", ": espulsione (0 VP, −785 MP)")):
            assert words in standings_lines(one, TournamentReader(language, {}))[-1]
        assert "/tournament rule expel 5 720-1505" in (await asks(world, anna, "rule", "expel 3 720")).words

    run(test)


def test_at_the_desk_in_the_browser_the_points_so_far_have_their_place_in_the_form() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world)
        for kind in ("Withdraw", "Expel"):
            menu = await asks(world, anna, "rule", "", at_desk=True)
            answer = await presses(world, anna, menu, kind, at_desk=True)
            answer = await presses(world, anna, answer, "1. Bruno", at_desk=True)
            assert "Who stays gets 13 Victory Points and 450 Match Points." in answer.words
            assert "in the form" in answer.words
            assert "/tournament" not in answer.words

    run(test)


def test_a_ruling_of_an_earlier_round_that_needs_other_numbers_is_named_with_its_round() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world, "Thursday code=fitab rounds=danese,danese")
        await does(world, anna, "rule", "score 1 12-8 100-0")
        number = (await only(world)).rulings[-1].id
        now = await asks(world, anna, "rule", f"void {number} it was not so")
        assert "Table 1 needs a result" in now.words
        assert "/tournament rule correct 1 720-505" in now.words
        await does(world, anna, "sheet", "2 =1000-900")
        await does(world, anna, "close")
        await does(world, anna, "pair")
        later = await asks(world, anna, "rule", f"void {number} it was not so")
        assert "Table 1 of round 1 needs a result" in later.words
        assert "/tournament rule correct 1r1 720-505" in later.words

    run(test)


def test_an_arbiter_who_plays_reads_what_came_of_others_and_not_of_their_own_entry_or_table() -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, "Thursday code=febur rounds=danese,danese")
        await does(world, anna, "in", friends=["Bruno"])
        await does(world, bruno, "yes")
        for number, guests in enumerate(("Fina & Gino", "Ida & Lino", "Mia & Nino"), 2):
            names = guests.replace("&", "–")
            added = await does(world, anna, "add", guests)
            assert added.words == f"{names}: in Thursday, as number {number}."
        await does(world, anna, "start")
        await passes(world, 0)
        await does(world, anna, "go")
        assert "You have entered 1000 – 900" in (await does(world, anna, "sheet", "=1000-900")).words
        assert (await does(world, anna, "sheet", "2 =1500-900")).words == "Done."

    run(test)


@pytest.mark.parametrize(("method", "words"), [
    ("knock-out", "Round 1: you have no opponent and go on without playing, which scores nothing."),
    ("danese", "Round 1: you rest, and score what the code gives for it."),
])  # fmt: skip
def test_who_has_no_opponent_reads_what_that_scores(method: str, words: str) -> None:
    async def test(world: World) -> None:
        anna, bruno, *_ = await announced(world, f"Thursday code=febur rounds={method}*2")
        for pair in ("Fina & Gino", "Ida & Lino"):
            await does(world, anna, "add", pair)
        await does(world, bruno, "in", friends=["Carla"])
        await does(world, (await world.people(3))[2], "yes")
        await does(world, anna, "change", "first=order")
        if method == "knock-out":
            await does(world, anna, "out", "1")
            await does(world, anna, "out", "2")
            for pair in ("Mia & Nino", "Ugo & Vera"):
                await does(world, anna, "add", pair)
        await does(world, anna, "start")
        await passes(world, 0)
        assert world.news_to(bruno)[-1] == words
        assert (await does(world, bruno, "mine")).words == words

    run(test)


def test_an_arbiter_who_enters_others_reads_whether_they_play() -> None:
    async def test(world: World) -> None:
        anna, *_ = await announced(world, "Thursday code=febur rounds=danese,danese places=3")
        for guests in ("Bea & Ciro", "Fina & Gino", "Ida & Lino"):
            await does(world, anna, "add", guests)
        added = await does(world, anna, "add", "Mia & Nino")
        assert added.words == "Mia – Nino: all places of Thursday are taken, they wait as number 4."
        await does(world, anna, "out", "4")
        await does(world, anna, "start")
        await passes(world, 0)
        added = await does(world, anna, "add", "Ugo & Vera")
        assert added.words == (
            "Ugo – Vera: registered late, as number 5 of Thursday. "
            "They play once you admit them to an incomplete table of round 1."
        )

    run(test)


def test_three_players_read_in_which_order_their_points_are_written_and_teams_where_the_tables_part() -> None:
    async def three(world: World) -> None:
        anna, bruno, carla, dario, _ = await announced(world, "Thursday code=three-player")
        for person in (bruno, carla, dario):
            await does(world, person, "in")
        await does(world, anna, "start")
        await passes(world, 0)
        await does(world, anna, "go")
        order, deals = "in the order Bruno, Carla and Dario", "720-505-300 335-640-100 810-395-95"
        mine = await does(world, carla, "mine")
        assert f"points of each deal, {order}: /tournament sheet {deals}." in mine.words
        assert "/tournament sheet =1865-1540-495." in mine.words
        question = await does(world, carla, "sheet")
        assert f"{order}, with a hyphen between: {deals}." in question.words
        refused = await asks(world, bruno, "sheet", "720-505")
        assert refused.words.startswith("Enter the points of every line for each deal of the round")
        await does(world, carla, "sheet", deals)
        assert f"810 – 395 – 95), {order}. Is that right?" in world.news_to(dario)[-1]
        desk = await does(world, anna, "desk")
        assert f"/tournament sheet 3 {deals} for table 3" in desk.words
        await does(world, anna, "sheet", f"1 {deals}")
        question = await does(world, anna, "rule", "correct 1")
        assert f"{order}, with a hyphen between, and then why: {deals}" in question.words
        assert "N-S" not in (await asks(world, anna, "rule", "correct 9")).words

    async def teams(world: World) -> None:
        anna, *_ = await announced(world, "Thursday kind=teams code=fitab rounds=danese")
        await does(world, anna, "add", "Bruno & Carla & Dario & Elsa")
        await does(world, anna, "add", "Fina & Gino & Ida & Lino")
        await does(world, anna, "start")
        await passes(world, 0)
        question = await does(world, anna, "sheet", "1")
        assert "N-S first, with a hyphen between: 720-505 335-640 | 810-395 500-615." in question.words

    run(three)
    run(teams)


def test_when_it_is_over_the_desk_says_no_more_how_to_rule_and_gives_the_report() -> None:
    async def test(world: World) -> None:
        anna, *_ = await begun(world, "Thursday code=febur rounds=danese")
        for table in (1, 2):
            await does(world, anna, "sheet", f"{table} =1000-900")
        await does(world, anna, "rule", "warn 1 fan")
        await does(world, anna, "close")
        answer = await does(world, anna, "finish")
        assert "/tournament rule" not in answer.words
        assert "Report" in labels(answer)
        report = await does(world, anna, "report")
        assert isinstance(report.page, OwnFile)
        assert "fan of cards (FE.BUR.IT code, art. 6)" in report.page.text

    run(test)
