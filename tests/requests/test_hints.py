"""Hints over a real door: in two steps, for who asks alone, once for a position; and why a computer did what it did."""

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.gateway.inbound.presses import request_of_press
from bot.messages.buttons import Press, decode
from bot.messages.presenter import TABLE
from bot.requests.answer import Answer, ExplanationPage, HintPage, Moved, Readers
from bot.requests.hints import PLAY, Explain, Hint, last_decision
from bot.requests.people import Introduce
from bot.requests.seating import Replace
from bot.tables.table import OVER, PLAYING, Table
from bot.words.advice import play_words
from bot.words.languages import say
from engine.actions import Action, Discard, format_action
from engine.advice import Advice, at_once, review
from engine.players import PLAYERS
from engine.record import TableLine, Turn
from engine.table import COMPUTER, Substitute
from engine.view import View, view
from tests.requests.serving import BOT, World, run

OPTIONS = "hints=on pace=0 pause=0 hands=1"


class Searches:
    """An adviser that notes what it is asked, and thinks until it may answer."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.begun = asyncio.Event()
        self.called_off = 0

    async def __call__(self, seen: View, played: tuple[Action, ...]) -> Advice:
        self.views.append(seen)
        self.begun.set()
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.called_off += 1
            raise
        return Advice(played) if played else at_once(seen)


async def dealt(world: World, options: str = OPTIONS) -> tuple[Table, str, str]:
    """Two people against each other; who is in turn, and the other."""
    people = await world.people(2)
    table = await world.open(people[0], options=f"players=2 {options}")
    await world.join(people[1], table)
    await world.said(people[0], table.label, "start")
    table = await world.until(await world.now_of(table), PLAYING)
    mine = table.chair(table.in_turn).person
    return table, mine, next(one for one in people if one != mine)


async def asks(world: World, person: str, table: Table) -> Answer:
    return await world.do(person, Hint(table.label, world.delivery()))


def page_of(answer: Answer) -> HintPage:
    assert answer.done, answer.words
    assert isinstance(answer.page, HintPage)
    return answer.page


# --- a hint -----------------------------------------------------------------------------------------------------------


def test_a_hint_says_first_where_to_look_and_then_the_play() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        first, second, third = [page_of(await asks(world, mine, table)) for _ in range(3)]
        assert first.lines == (say("en", "hint.look-pile"),)
        assert first.stage == table.stage
        assert second.stage == 0
        assert second.lines[0] in [
            say("en", "hint.play", play=say("en", f"to-do.{one}")) for one in ("draw", "pick-up")
        ]
        assert second == third

    run(work)


def test_the_same_request_again_is_told_the_same() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        once, again = [page_of(await world.do(mine, Hint(table.label, "same"))) for _ in range(2)]
        assert once == again

    run(work)


def test_who_asks_again_before_they_are_answered_is_told_where_to_look() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        searches = Searches()
        searches.may_answer.clear()
        world.service.hints.note_adviser(searches)
        waiting = [asyncio.create_task(asks(world, mine, table)) for _ in range(2)]
        await searches.begun.wait()
        searches.may_answer.set()
        first, second = [page_of(await one) for one in waiting]
        assert first == second
        assert first.stage == table.stage

    run(work)


def test_who_was_told_where_to_look_is_told_the_play_by_a_host_that_knows_nothing_of_it() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        first = page_of(await asks(world, mine, table))
        other = world.again()
        press = decode(f"{table.label}:{first.stage}:hint:{PLAY}")
        assert isinstance(press, Press)
        draft = await other.service.draft(mine, await other.service.table_of(table.label))
        request = request_of_press(press, table, mine, draft, other.delivery())
        assert isinstance(request, Hint)
        found = page_of(await other.do(mine, request))
        assert (found.stage, len(found.lines) > 1) == (0, True)

    run(work)


def test_it_is_searched_once_for_a_person_at_a_stage() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        searches = Searches()
        world.service.hints.note_adviser(searches)
        for _ in range(4):
            await asks(world, mine, table)
        assert len(searches.views) == 1
        await world.said(mine, table.label, "play d")
        assert page_of(await asks(world, mine, table)).stage
        assert len(searches.views) == 2

    run(work)


def test_only_the_view_of_who_asks_goes_in() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        searches = Searches()
        world.service.hints.note_adviser(searches)
        await asks(world, mine, table)
        assert table.game is not None
        assert [seen.deal for seen in searches.views] == [view(table.game.deal, table.in_turn).deal]
        assert searches.views[0].deal != table.game.deal

    run(work)


def test_a_search_is_called_off_as_soon_as_the_position_changes() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        searches = Searches()
        searches.may_answer.clear()
        world.service.hints.note_adviser(searches)
        waiting = asyncio.create_task(asks(world, mine, table))
        await searches.begun.wait()
        await world.said(mine, table.label, "play d")
        answer = await waiting
        assert (answer.done, answer.page, searches.called_off) == (False, Moved(), 1)

    run(work)


def test_what_comes_too_late_or_fails_is_what_the_club_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(_seen: View, _played: tuple[Action, ...]) -> Advice:
        raise RuntimeError

    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        searches = Searches()
        searches.may_answer.clear()
        monkeypatch.setattr("bot.requests.hints.PATIENCE", 0.0)
        world.service.hints.note_adviser(searches)
        await asks(world, mine, table)
        assert say("en", "sure.late") in page_of(await asks(world, mine, table)).lines
        await world.said(mine, table.label, "play d")
        world.service.hints.note_adviser(fails)
        assert page_of(await asks(world, mine, table)).lines

    run(work)


def test_nobody_else_is_told_and_no_log_holds_a_card(caplog: pytest.LogCaptureFixture) -> None:
    async def work(world: World) -> None:
        table, mine, other = await dealt(world)
        table_id = await world.service.table_of(table.label)
        world.news.clear()
        changes: list[str] = []
        world.service.listen(lambda id_, _person: changes.append(id_))
        log = await world.store.log(BOT, table_id)
        pages = [page_of(await asks(world, mine, table)) for _ in range(2)]
        assert [page.readers for page in pages] == [Readers.ASKER] * 2
        assert (world.news, changes) == ([], [])
        assert await world.store.log(BOT, table_id) == log
        answer = await asks(world, other, table)
        late = say("en", "declined.not-your-turn", turn=table.chair(table.in_turn).name)
        assert (answer.done, answer.words) == (False, late)
        stranger = await world.person("Gino")
        assert (await asks(world, stranger, table)).words == say("en", "declined.not-seated")

    caplog.set_level(logging.DEBUG, "bot")
    run(work)
    assert [record.getMessage() for record in caplog.records if "hint" in str(record.__dict__)] == []


def test_who_has_left_is_told_that_a_computer_plays_and_has_a_hint_when_they_are_back() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world, f"{OPTIONS} pace=3600")
        await world.said(mine, table.label, "leave")
        assert (await asks(world, mine, table)).words == say("en", "declined.computer-plays-for-you")
        await world.said(mine, table.label, "return")
        assert page_of(await asks(world, mine, table)).stage

    run(work)


@pytest.mark.parametrize("options", ["", "hints=off"])
def test_a_table_allows_no_hint_unless_it_was_said_so(options: str) -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world, f"pace=0 {options}")
        assert (await asks(world, mine, table)).words == say("en", "declined.hints-off")

    run(work)


def test_the_lobby_says_whether_hints_are_allowed() -> None:
    async def work(world: World) -> None:
        (anna,) = await world.people(1)
        table = await world.open(anna)
        table_id = await world.service.table_of(table.label)
        words = say("en", "lobby.hints")
        for options, is_told in (("hints=on", True), ("hints=off", False)):
            await world.said(anna, table.label, f"set {options}")
            page, message = (
                await world.service.table_page(anna, table_id),
                await world.service.message(anna, table_id, TABLE),
            )
            assert page is not None
            assert message is not None
            assert (page["table"]["hints"], words in message.lines) == (is_told, is_told)

    run(work)


def test_a_match_that_has_begun_keeps_what_was_agreed() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world, "hints=off")
        answer = await world.say(mine, table.label, "set hints=on")
        assert answer.words == say("en", "declined.already-started")

    run(work)


# --- why did it do that? ----------------------------------------------------------------------------------------------


async def over(world: World) -> tuple[Table, str]:
    """A deal against a computer that has been played to its end, and the person."""
    (anna,) = await world.people(1)
    table = await world.open(anna, options="players=2 pace=0 hands=1")
    await world.said(anna, table.label, "computer")
    await world.said(anna, table.label, "start")
    return await played_out(world, await world.until(table, PLAYING)), anna


async def played_out(world: World, table: Table, most: int = 1000) -> Table:
    """The table when the deal in progress has ended, or `most` of its turns are played."""
    now = await world.now_of(table)
    while now.phase == PLAYING and now.game is not None and len(now.game.turns) < most:
        chair = now.chair(now.in_turn)
        if chair.human:
            action = PLAYERS["greedy"](3).choose(view(now.game.deal, now.in_turn))
            await world.said(chair.person, table.label, f"play {format_action(action)}")
        else:
            await world.tick()
        now = await world.now_of(table)
    return now


async def explained(world: World, person: str, table: Table) -> str:
    answer = await world.done(person, Explain(table.label))
    assert isinstance(answer.page, ExplanationPage)
    return answer.page.because


@pytest.mark.parametrize("language", ["en", "it"])
def test_after_the_deal_a_computer_says_why(language: str) -> None:
    async def work(world: World) -> None:
        table, anna = await over(world)
        assert table.phase == OVER
        await world.done(anna, Introduce(language=language))
        answer = await world.done(anna, Explain(table.label))
        assert isinstance(answer.page, ExplanationPage)
        assert answer.page.title == say(language, "answer.explain")
        found = last_decision(table)
        assert found is not None
        game, played = found
        assert table.chair(game.deal.seat).computer
        assert all(play_words(language, [one]) in answer.page.because for one in played if isinstance(one, Discard))
        assert 1 <= answer.page.because.count(". ") + 1 <= 2
        assert "{" not in answer.page.because
        assert "…" not in answer.page.because

    async def searching(world: World) -> None:
        async def advise(seen: View, played: tuple[Action, ...]) -> Advice:
            return review(seen, played)

        world.service.hints.note_adviser(advise)
        await work(world)

    run(searching)


def test_a_stand_in_says_why_and_not_the_person_for_whom_it_plays() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna, options="players=2 pace=0 hands=1")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.lap(table)
        await world.said(bruno, table.label, "leave")
        now = await played_out(world, table)
        because = await explained(world, anna, now)
        assert because.startswith(f"Computer {say('en', f'seat.{now.seat_of(bruno)}')} chose ")

    run(work)


def test_a_computer_says_why_also_where_a_person_has_its_seat_since() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna, options="players=2 pace=0 pause=60 hands=2")
        await world.said(anna, table.label, "computer")
        await world.said(anna, table.label, "start")
        now = await played_out(world, await world.until(table, PLAYING))
        seat = next(seat for seat in now.code.seats if now.chair(seat).computer)
        await world.done(anna, Replace(table.label, seat, bruno))
        because = await explained(world, anna, now)
        assert because.startswith(f"Computer {say('en', f'seat.{seat}')} chose ")

    run(work)


def test_what_a_person_played_before_a_computer_stood_in_is_not_explained() -> None:
    async def work(world: World) -> None:
        table, _ = await over(world)
        record = table.records[-1]
        found = last_decision(table)
        assert found is not None
        seat = found[0].deal.seat
        late = replace(record, lines=(*record.lines, TableLine(Substitute(seat, COMPUTER))))
        assert last_decision(replace(table, records=(late,))) is None

    run(work)


def test_nothing_is_explained_while_cards_are_hidden() -> None:
    async def work(world: World) -> None:
        table, mine, _ = await dealt(world)
        answer = await world.do(mine, Explain(table.label))
        assert (answer.done, answer.words) == (False, say("en", "declined.not-over"))

    run(work)


def test_where_no_computer_has_played_there_is_nothing_to_explain() -> None:
    async def work(world: World) -> None:
        table, anna = await over(world)
        person = next(seat for seat, chair in zip(table.code.seats, table.chairs, strict=True) if chair.person)
        answer = await world.do(anna, Explain(table.label, person))
        assert answer.words == say("en", "declined.no-computer-there")

    run(work)


def test_of_a_computer_that_only_stood_in_for_a_while_it_is_not_said_that_none_has_played() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        table = await world.open(anna, options="players=2 pace=0 hands=1")
        await world.join(bruno, table)
        await world.said(anna, table.label, "start")
        await world.lap(table)
        await world.said(bruno, table.label, "leave")
        assert (await played_out(world, table, 6)).game is not None
        await world.said(bruno, table.label, "return")
        await world.said(anna, table.label, "resign")
        now = await world.now_of(table)
        lines = now.records[-1].lines
        stood_in = [line.act for line in lines if isinstance(line, TableLine) and isinstance(line.act, Substitute)]
        assert [act.name for act in stood_in] == [COMPUTER, "Bruno"]
        assert len([line for line in lines if isinstance(line, Turn)]) == 6
        answer = await world.do(anna, Explain(table.label))
        assert answer.words == (
            "There is no computer's turn to explain: only a computer that played as the deal ended can be asked."
        )

    run(work)
