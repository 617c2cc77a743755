"""A table that is ended before its match: who sits there gives it up, an admin breaks it off without a result."""

import pytest

from bot.host.door import Accepted
from bot.messages.presenter import TABLE, present, present_scored
from bot.requests.answer import Answer, Readers
from bot.requests.board_answers import Leaderboard
from bot.requests.openings import Play
from bot.requests.table_commands import Do
from bot.tables.commands import decide
from bot.tables.consent import match_mark
from bot.tables.log import fold
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, Table
from bot.tables.who import Declined, Who
from bot.views.score_view import score_page
from bot.views.table_page import table_page
from bot.views.table_view import TableView
from bot.views.viewer import Viewer
from bot.words.languages import LANGUAGES, Language, say
from bot.words.notices import Notice, notice
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.requests.serving import BOT, World, run
from tests.tables.playing import ADMIN, ANNA, CLOCK, SEED, START, after, dealt, lobby

BAR = "club:bar"


async def four(world: World, people: list[str], options: str = "hands=1") -> str:
    """The id of a table where they play."""
    table = await world.open(people[0], BAR, options)
    for person in people[1:]:
        await world.join(person, table, BAR)
    table_id = await world.service.table_of(table.label)
    await world.said(people[0], table_id, "start")
    await until(world, table_id, PLAYING)
    return table_id


async def until(world: World, table_id: str, phase: str) -> Table:
    """Everybody plays until then."""
    player = PLAYERS["greedy"](7)
    while (table := await world.table(table_id)).phase != phase:
        seat = table.in_turn
        if seat and table.chair(seat).human and table.game is not None:
            action = format_action(player.choose(view(table.game.deal, seat)))
            await world.said(table.chair(seat).person, table_id, f"play {action}")
        else:
            await world.tick()
    return table


async def points(world: World, person: str, *, practice: bool = False) -> dict[str, tuple[str, str]]:
    """Victory Points and matches by name."""
    answer = await world.done(person, Leaderboard(channel=BAR, practice=practice))
    rows = answer.json["board"]["rows"]
    return {row[1]: (row[2], row[4]) for row in rows}


async def yes(world: World, table_id: str, words: str) -> str:
    """What the button under the question says, about the match of now."""
    return f"{words}-{match_mark(await world.table(table_id))}"


@pytest.mark.parametrize("verb", ["resign", "end"])
def test_an_old_yes_gives_no_later_match_up(verb: str) -> None:
    async def test(world: World) -> None:
        people = await world.people(4)
        table_id = await four(world, people)
        old = await yes(world, table_id, f"{verb} sure")
        assert (await world.do(people[0], Do(table_id, f"{verb} sure", "bare"))).ask  # a button of before says no match
        await world.lap(await world.table(table_id))
        await world.said(people[1], table_id, "resign")
        assert (await world.table(table_id)).phase == OVER
        for person in people:
            await world.said(person, table_id, "rematch")
        await world.until(await world.table(table_id), PLAYING)
        again = await world.do(people[0], Do(table_id, old, "old"))
        assert (again.done, bool(again.ask)) == (False, True)
        assert (await world.table(table_id)).phase == PLAYING
        new = await yes(world, table_id, f"{verb} sure")
        assert new != old
        await world.done(people[0], Do(table_id, new, "new"))
        assert (await world.table(table_id)).phase in (OVER, CLOSED)

    run(test)


def test_who_sits_there_is_asked_first_and_then_gives_the_match_up() -> None:
    async def test(world: World) -> None:
        people = await world.people(4)
        table_id = await four(world, people)
        question = await world.do(people[0], Do(table_id, "end", "e1"))
        assert (question.done, question.ask[:24]) == (False, "The match is not over: i")
        assert (await world.table(table_id)).phase == PLAYING
        await world.lap(await world.table(table_id))
        assert (await world.done(people[0], Do(table_id, await yes(world, table_id, "end sure"), "e2"))).done
        table = await world.table(table_id)
        assert (table.phase, table.match is not None and table.match.deals[-1].termination) == (CLOSED, "abbandono")
        assert await points(world, people[1]) == {
            "Anna": ("0", "1"),
            "Carla": ("0", "1"),
            "Bruno": ("14", "1"),
            "Dario": ("14", "1"),
        }
        assert fold(await world.store.log(BOT, table_id)) == table

    run(test)


@pytest.mark.parametrize("people", [1, 4])
@pytest.mark.parametrize("who", [ANNA, ADMIN])
@pytest.mark.parametrize("command", ["stop", "end", "resign"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_table_was_ended_is_said_once_at_the_table(
    people: int, who: Who, command: str, language: Language
) -> None:
    alone = after(lobby(), (ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    playing = dealt() if people > 1 else alone
    decided = decide(playing, who, f"{command} {SEED}", START)
    if isinstance(decided, Declined):
        assert (who, command) == (ADMIN, "resign")
        return
    for viewer in ("", ANNA.id):
        message = present("table", decided.table, Viewer(viewer, language, START))
        assert message is not None
        assert message.lines
        assert len(set(message.lines)) == len(message.lines)


def test_a_match_given_up_before_each_side_had_a_turn_is_said_to_count_nowhere() -> None:
    async def test(world: World) -> None:
        people = await world.people(4)
        table_id = await four(world, people)
        await world.said(people[1], table_id, "resign")
        table = await world.table(table_id)
        for language, words in (("en", "it counts on no board"), ("it", "non conta in nessuna classifica")):
            page = score_page(TableView(table, Viewer(people[0], language)))
            assert page is not None
            assert words in page["note"]
            sheet = present_scored("score", table, Viewer(people[0], language, world.now))
            assert sheet is not None
            assert any(words in line for line in sheet.lines)
            assert words in sheet.alt
        assert await points(world, people[1]) == {}
        await world.said(people[0], table_id, "rematch")
        again = await world.table(table_id)
        page = score_page(TableView(again, Viewer(people[0], "en")))
        assert page is not None
        assert "it counts on no board" in page["note"]

    run(test)


def test_a_match_given_up_later_counts_and_nothing_is_said() -> None:
    async def test(world: World) -> None:
        people = await world.people(4)
        table_id = await four(world, people)
        await world.lap(await world.table(table_id))
        await world.said(people[1], table_id, "resign")
        page = score_page(TableView(await world.table(table_id), Viewer(people[0], "en")))
        assert page is not None
        assert page["note"] == ""
        assert len(await points(world, people[1])) == 4

    run(test)


def test_between_two_deals_nobody_gets_out_of_a_match_that_they_lose() -> None:
    async def test(world: World) -> None:
        people = await world.people(4)
        table_id = await four(world, people, "hands=2")
        await until(world, table_id, PAUSE)
        assert (await world.do(people[0], Do(table_id, "end", "e1"))).ask
        table = await world.said(people[0], table_id, "end")
        assert (table.phase, table.match is not None and table.match.given_up_by) == (CLOSED, 0)
        assert (await points(world, people[1]))["Anna"] == ("0", "1")
        assert fold(await world.store.log(BOT, table_id)) == table

    run(test)


def test_an_admin_who_does_not_sit_there_leaves_no_result() -> None:
    async def test(world: World) -> None:
        *people, admin = await world.people(5)
        table_id = await four(world, people)
        assert (await world.said(admin, table_id, "end", admin=True)).phase == CLOSED
        assert await points(world, people[1]) == {}
        assert [one.result.kind for one in await world.store.results(BOT, table_id)] == ["deal"]

    run(test)


def test_an_admin_is_asked_before_they_break_off_a_game_of_others_and_the_players_read_who_did_it() -> None:
    async def test(world: World) -> None:
        *people, admin = await world.people(5)
        table_id = await four(world, people)
        question = await world.do(admin, Do(table_id, "end", "e1", admin=True))
        table = await world.table(table_id)
        assert f"You end table {table.label} of" in question.ask
        assert question.readers is Readers.THERE
        assert not (await world.do(people[1], Do(table_id, await yes(world, table_id, "end admin"), "e2"))).done
        own = await world.do(people[1], Do(table_id, await yes(world, table_id, "end admin"), "e3", admin=True))
        assert own.ask.startswith("The match is not over")  # an admin who plays gives up their own
        assert (await world.table(table_id)).phase == PLAYING
        assert (await world.do(admin, Do(table_id, await yes(world, table_id, "end admin"), "e4", admin=True))).done
        ended = await world.table(table_id)
        assert (ended.phase, ended.broken_off) == (CLOSED, True)
        page = score_page(TableView(ended, Viewer(people[0], "en")))
        assert page is not None
        assert page["deals"][-1]["ended"] == "An admin has ended the table: the deal does not count."
        message = present("table", ended, Viewer(now=world.now))
        assert message is not None
        assert "An admin has ended the table: the deal does not count." in message.lines
        assert not any("Everyone agree" in line for line in message.lines)
        assert fold(await world.store.log(BOT, table_id)) == ended

    run(test)


@pytest.mark.parametrize("language", ["en", "it"])
def test_an_annulled_deal_says_who_ended_the_table_wherever_it_is_told(language: str) -> None:
    """Nobody has agreed to anything: who plays against computers alone has ended their own table."""

    async def test(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.until(await world.table((await world.done(anna, Play("fibur", 0))).table), PLAYING)
        ended = await world.said(anna, table.label, "end")
        assert (ended.phase, ended.broken_off, ended.ended_by) == (CLOSED, False, "Anna")
        words = say(language, "score.ended-by", name="Anna")
        seen = table_page(ended, "t1", Viewer(anna, language))
        assert seen["score"]["deals"][-1]["ended"] == words
        assert seen["table"]["ended_by"] == "Anna"
        assert seen["feed"][-1] == words
        for kind, reader in (("table", ""), ("hand", anna)):
            message = present(kind, ended, Viewer(reader, language, world.now))
            assert message is not None
            assert words in message.lines
        annulled = [say(language, "termination.annullo"), notice(language, Notice.ANNULLED)]
        assert not any(one in str(seen) for one in annulled)

    run(test)


def test_a_closed_lobby_says_who_closed_it() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        table = await world.open(anna)
        closed = await world.said(anna, table.label, "end")
        message = present("table", closed, Viewer(now=world.now))
        assert message is not None
        assert message.lines[:2] == ("This table is closed.", "Anna has ended it.")

    run(test)


def test_an_opener_who_gave_their_seat_away_does_not_end_the_match_of_others() -> None:
    async def test(world: World) -> None:
        *people, elsa = await world.people(5)
        table_id = await four(world, people)
        table = await world.table(table_id)
        seat = table.seat_of(people[0])
        gave = await world.door.submit(table_id, Who(people[0], "Anna"), "r1", f"replace {seat} {elsa} Elsa")
        assert isinstance(gave, Accepted)
        refused = await world.say(people[0], table_id, "end")
        assert not refused.done
        assert (await world.table(table_id)).phase == PLAYING

    run(test)


def test_an_admin_who_opened_the_table_and_sits_there_no_more_is_asked_before_they_end_the_match_of_others() -> None:
    async def test(world: World) -> None:
        *people, elsa = await world.people(5)
        table_id = await four(world, people)
        seat = (await world.table(table_id)).seat_of(people[0])
        gave = await world.door.submit(table_id, Who(people[0], "Anna"), "r1", f"replace {seat} {elsa} Elsa")
        assert isinstance(gave, Accepted)
        question = await world.do(people[0], Do(table_id, "end", "e1", admin=True))
        table = await world.table(table_id)
        assert (question.done, table.phase, table.opener) == (False, PLAYING, people[0])
        assert f"You end table {table.label} of" in question.ask
        for person in (*people[1:], elsa):
            assert not (
                await world.do(person, Do(table_id, await yes(world, table_id, "end admin"), f"e2{person}"))
            ).done
        assert (await world.table(table_id)).phase == PLAYING
        assert (await world.do(people[0], Do(table_id, await yes(world, table_id, "end admin"), "e3", admin=True))).done
        ended = await world.table(table_id)
        assert (ended.phase, ended.ended_by) == (CLOSED, "Anna")
        assert await points(world, people[1]) == {}
        assert fold(await world.store.log(BOT, table_id)) == ended

    run(test)


@pytest.mark.parametrize("options", ["hands=1", "hands=2"])
def test_against_computers_it_ends_without_a_result(options: str) -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        table = await world.open(anna, BAR, options)
        for _ in range(3):
            await world.said(anna, table.label, "computer")
        table_id = await world.service.table_of(table.label)
        await world.said(anna, table_id, "start")
        await until(world, table_id, PLAYING)
        answer: Answer = await world.do(anna, Do(table_id, "end", "e1"))
        assert answer.done
        assert await points(world, anna, practice=True) == {}

    run(test)


def test_what_everybody_annulled_may_be_ended_without_a_result() -> None:
    async def test(world: World) -> None:
        people = await world.people(4)
        table_id = await four(world, people)
        await world.said(people[0], table_id, "propose annul")
        for person in people[1:]:
            await world.said(person, table_id, "agree")
        assert (await world.done(people[0], Do(table_id, "end", "e1"))).done
        assert await points(world, people[1]) == {}

    run(test)


def test_an_end_in_an_older_log_means_what_it_meant() -> None:
    async def test(world: World) -> None:
        people = await world.people(4)
        table_id = await four(world, people)
        rows = await world.store.log(BOT, table_id)
        last = rows[-1]
        older = type(last)(last.seq + 1, "e", f"{people[0]} Anna", "end", world.now)
        table = fold([*rows, older])
        assert (table.phase, table.match is not None and table.match.deals[-1].termination) == (CLOSED, "arbitro")

    run(test)


def test_a_table_that_is_ended_before_its_first_card_says_so_where_its_deal_was_announced() -> None:
    sealed = after(lobby(), (ADMIN, f"start {SEED}"), (CLOCK, f"seal {SEED}"))
    announced = present(TABLE, sealed, Viewer("", "en", START))
    closed = present(TABLE, after(sealed, (ANNA, f"stop {SEED}")), Viewer("", "en", START))
    assert announced is not None
    assert closed is not None
    assert closed.anew == announced.anew  # so the same message is changed
    assert closed.lines == ("This table is closed.", "Anna has ended it.")
    assert not closed.controls
