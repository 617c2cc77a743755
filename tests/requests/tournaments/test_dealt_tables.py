"""An evening that is dealt in the chat, over a real door, store and scheduler: tables come, are played, and tell."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.durations import MINUTE, SECOND
from bot.host.door import Reply
from bot.requests.answer import Answer, AnswerFile, TournamentPage
from bot.requests.channels import SetChannel
from bot.requests.linking import Link, UseLink
from bot.requests.openings import Open
from bot.requests.request_context import Friend
from bot.requests.tournaments.asks import AskTournament
from bot.requests.tournaments.dealt_tables import DealtTables
from bot.tables.assigned import points_now
from bot.tables.table import CLOSED, OVER, PAUSE, PLAYING, Table
from bot.tables.who import FORGOTTEN, HOST, Declined, Who
from bot.tournaments.club_tournament import CANCELLED, RUNNING, Announcement, ClubTournament
from bot.tournaments.club_tournament import OVER as FINISHED
from bot.tournaments.commands import command
from bot.tournaments.dealing import deal_in_play, table_ids
from bot.tournaments.evening_file import document_text
from bot.tournaments.tournaments import BOARD_EVERY
from engine.actions import format_action
from engine.deal import ANNULLO
from engine.players import PLAYERS
from engine.tournament.fold import fold
from engine.tournament.reading import read_tournament
from engine.tournament.state import Round
from engine.view import view
from tests.requests.serving import World, run
from tests.requests.tournaments.test_club_tournaments import erases
from tests.searching import standing

BAR = "discord:1/10"
ID = "tour0000000000000001"
ARBITER = Who("p0")


class Evening:
    """A tournament in the bar; what people do is asked of it by a line."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def tournaments(self) -> Any:
        return self.world.service.tournaments.tournaments

    async def asks(self, person: str, what: str, words: str = "", friends: tuple[str, ...] = (), **keys: Any) -> Answer:
        where = {"channel": BAR, "delivery": self.world.delivery(), **keys}
        context = await self.world.asks(person, where["channel"], where["delivery"])
        context.platform, context.friends = "discord", tuple([Friend(name.lower(), name) for name in friends])
        return await self.world.service.carry_out(context, AskTournament(what, words, **where))

    async def does(self, person: str, what: str, words: str = "", friends: tuple[str, ...] = (), **keys: Any) -> Answer:
        answer = await self.asks(person, what, words, friends, **keys)
        assert answer.done, answer.words
        return answer

    async def cancels(self, person: str) -> None:
        """They call it off, and mean it where they are asked."""
        answer = await self.asks(person, "cancel", "the lights are out")
        if not answer.done:
            await self.does(person, "cancel", "yes")

    async def one(self) -> ClubTournament:
        found: list[tuple[str, ClubTournament]] = await self.tournaments.live(BAR)
        return found[0][1]

    async def round(self) -> Round:
        found = (await self.one()).current
        assert found is not None
        return found

    async def id(self) -> str:
        found: list[tuple[str, ClubTournament]] = await self.tournaments.live(BAR)
        return found[0][0]

    async def settles(self) -> None:
        """Everything that is due now, at the tournament and at its tables, is done."""
        while await self.tournaments.fire() or await self.world.scheduler.fire():
            pass

    async def passes(self, milliseconds: int) -> None:
        self.world.now += milliseconds
        await self.settles()

    async def by_id(self) -> Mapping[str, Table]:
        ids = table_ids(await self.id(), await self.one())
        return {there: await self.world.table(there) for there in ids.values()}

    async def tables(self) -> Mapping[int, Table]:
        id_ = await self.id()
        return {number: await self.world.table(there) for number, there in table_ids(id_, await self.one()).items()}

    async def tick(self) -> None:
        """What is due, or on to the moment when something is; computers and people alike play anything."""
        await self.settles()
        moved = False
        for number, there in table_ids(await self.id(), await self.one()).items():
            table = (await self.tables())[number]
            if table.phase == PLAYING and not table.paused and not table.chair(table.in_turn).computer:
                moved |= await self.plays(there, table)
        if not moved:
            self.world.now = max(self.world.now + 1, await self.world.store.next_due(self.world.door.bot) or 0)

    async def plays(self, there: str, table: Table, how: str = "random") -> bool:
        """Who is in turn plays anything."""
        assert table.game is not None
        action = PLAYERS[how](7).choose(view(table.game.deal, table.in_turn))
        person = table.chair(table.in_turn).person
        delivery = self.world.delivery()
        reply = await self.world.door.submit(there, Who(person), delivery, f"play {format_action(action)}")
        return not isinstance(reply, Declined)

    async def ends_soon(self, arbiter: str) -> None:
        """Time is called, and everybody plays until each table is over."""
        await self.does(arbiter, "rule", "timeout")
        await self.plays_on(OVER)
        await self.settles()

    async def plays_on(self, *phases: str) -> None:
        """Until each table is in one of these phases."""
        while any(table.phase not in phases for table in (await self.tables()).values()):
            await self.tick()

    def file_is_sound(self, one: ClubTournament) -> bool:
        return fold(read_tournament(document_text(one, {})))[1] is None


async def announced(world: World, words: str = "", people: int = 9) -> tuple[Evening, list[str]]:
    """Four pairs are in; the first of the people is the arbiter, who does not play."""
    found = await world.people(people)
    here = Evening(world)
    await here.does(found[0], "new", f"Thursday cards=dealt rounds=mitchell,danese deals=1 {words}", admin=True)
    names = ["Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gino", "Hanna", "Ivo"]
    for place in range(1, people - 1, 2):
        await here.does(found[place], "in", friends=(names[place + 1],))
        one = await here.one()
        await here.does(found[place + 1], "yes", str(one.proposals[-1].number))
    return here, found


async def begun(world: World, words: str = "") -> tuple[Evening, list[str]]:
    """The first round is paired, and the arbiter has said go."""
    here, people = await announced(world, words)
    await here.does(people[0], "start")
    await here.settles()
    await here.does(people[0], "go")
    await here.settles()
    return here, people


async def signed(here: Evening) -> None:
    """Somebody of each line agrees with the score of their table."""
    one = await here.one()
    assert one.progress is not None
    for score in one.scores:
        pairing = one.pairing(score.table)
        assert pairing is not None
        for line in pairing.lines:
            answer = await here.asks(one.progress.rosters[line[0]][0], "mine")
            assert isinstance(answer.page, TournamentPage)
            buttons = dict(answer.page.buttons)
            _, _, id_, mark = buttons["Countersign"].split()
            await here.does(one.progress.rosters[line[0]][0], "sign", mark, tournament=id_, channel="")
    await here.settles()


def test_tables_are_opened_with_the_pairing_and_dealt_with_the_go() -> None:
    async def test(world: World) -> None:
        here, people = await announced(world)
        await here.does(people[0], "start")
        await here.settles()
        tables = await here.tables()
        assert sorted(tables) == [1, 2]
        assert {(table.phase, table.begun, table.channel) for table in tables.values()} == {(PAUSE, False, BAR)}
        one = await here.one()
        assert one.progress is not None
        for number, table in tables.items():
            pairing = one.pairing(number)
            assert pairing is not None
            assert table.assigned is not None
            assert table.assigned.lines == tuple([one.progress.rosters[line[0]] for line in pairing.lines])
        await here.does(people[0], "go")
        await here.settles()
        tables = await here.tables()
        assert {(table.phase, table.begun) for table in tables.values()} == {(PLAYING, True)}
        assert len({table.round_ends for table in tables.values()}) == 1

    run(test)


def test_an_evening_from_the_cards_to_the_final_standings() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await here.ends_soon(people[0])
        await here.settles()
        one = await here.one()
        assert sorted(score.table for score in one.scores) == [1, 2]
        heard_of = [news for news in world.news if "is over" in news.words]
        assert {news.person for news in heard_of} == set(people[1:])
        await signed(here)
        assert (await here.round()).closed
        await here.passes(5 * MINUTE)
        assert (await here.round()).number == 2
        await here.does(people[0], "go")
        await here.settles()
        await here.ends_soon(people[0])
        await here.passes(5 * MINUTE)
        assert (await here.round()).closed
        id_ = await here.id()
        await here.does(people[0], "finish")
        over = await here.tournaments.find(id_)
        assert here.file_is_sound(over)
        totals = [event for event in map(json.loads, over.events) if event["type"] == "result"]
        assert [len(event["deals"]) for event in totals] == [1] * 4

    run(test)


def test_a_call_stops_play_at_its_table_alone_until_the_arbiter_was_there() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        one = await here.one()
        pairing = one.pairing_of(people[1])
        assert pairing is not None
        await here.does(people[1], "call")
        await here.settles()
        tables = await here.tables()
        assert [number for number, table in tables.items() if table.halted] == [pairing.table]
        desk = await here.does(people[0], "desk")
        assert f"Table {pairing.table}: Bruno calls the arbiter. ({tables[pairing.table].label})" in desk.words
        await here.does(people[0], "answer", str(pairing.table))
        await here.settles()
        assert not any(table.halted for table in (await here.tables()).values())

    run(test)


def test_a_deal_that_is_annulled_is_dealt_anew_once_also_where_play_is_stopped() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "deals=2")
        pairing = (await here.one()).pairing_of(people[1])
        assert pairing is not None
        number = str(pairing.table)
        await here.does(people[1], "call")
        await here.settles()
        refused = await here.asks(people[0], "rule", f"annul {number} 2")
        assert "Deal 2 is not being played" in refused.words
        menu = await here.does(people[0], "rule", f"+d {number}")
        assert isinstance(menu.page, TournamentPage)
        assert [label for label, _ in menu.page.buttons] == ["1", "Back"]
        await here.does(people[0], "rule", f"annul {number} 1")
        await here.settles()
        assert not (await here.asks(people[0], "rule", "void d1 too soon")).done
        await here.does(people[0], "answer", number)
        await here.settles()
        await here.passes(MINUTE)
        table, other = [(await here.tables())[at] for at in (pairing.table, 3 - pairing.table)]
        assert table.match is not None
        assert [deal.termination for deal in table.match.deals] == ["annullo"]
        assert (table.phase, table.halted) == (PLAYING, False)
        assert other.match is not None
        assert other.match.deals == ()

    run(test)


def test_an_annulment_that_comes_as_the_deal_ends_leaves_its_points_and_says_so() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "deals=2")
        id_ = await here.id()
        await here.ends_soon(people[0])
        number, points = 1, (await here.tables())[1].match
        late = command("annul", table=number, deal=1, anew=0)  # it was read while the deal was played
        found = await here.tournaments.submit(id_, Who(people[0]), "late", late)
        assert isinstance(found, ClubTournament)
        await here.settles()
        after = (await here.tables())[number].match
        assert points is not None
        assert after is not None
        assert after.counted[0] == points.counted[0]
        assert [ruling.undone for ruling in (await here.one()).rulings] == ["d2", ""]
        assert f"Table {number}: deal 1 had ended before it could be annulled" in str(world.news_to(people[0])[-2:])

    run(test)


def test_an_annulment_that_comes_to_its_table_after_the_next_deal_has_begun_does_not_touch_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "deals=2")
        there = table_ids(await here.id(), await here.one())[1]
        submit, overtaken = world.door.submit, False

        async def late(table: str, who: Who, action: str, words: str, *more: Any, **keys: Any) -> Reply:
            """The host's word is on its way, and the deal ends meanwhile and the next one begins."""
            nonlocal overtaken
            if words == "annul" and not overtaken:
                overtaken = True
                while deal_in_play(await world.table(there)) < 2:
                    await plays_on_alone(here, there)
            return await submit(table, who, action, words, *more, **keys)

        monkeypatch.setattr(world.door, "submit", late)
        await here.does(people[0], "rule", "annul 1 1")
        await here.settles()
        match = (await world.table(there)).match
        assert overtaken
        assert match is not None
        assert [deal.termination == ANNULLO for deal in match.deals] == [False]
        assert [ruling.undone for ruling in (await here.one()).rulings] == ["d2", ""]
        assert "Table 1: deal 1 had ended before it could be annulled" in str(world.news_to(people[0])[-2:])

    run(test)


def test_who_is_forgotten_while_the_tables_open_sits_at_none_under_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(world: World) -> None:
        here, found = await announced(world)
        people = DealtTables._people

        async def then_is_forgotten(
            tables: DealtTables, one: ClubTournament
        ) -> tuple[Mapping[str, str], Mapping[str, str]]:
            read = await people(tables, one)
            if one.current is not None:
                monkeypatch.undo()
                await erases(world, found[1])
            return read

        monkeypatch.setattr(DealtTables, "_people", then_is_forgotten)
        await here.does(found[0], "start")
        await here.settles()
        assert standing(Path(world.store._path), [found[1], "Bruno"]) == []
        chairs = [chair for table in (await here.tables()).values() for chair in table.chairs]
        assert [chair.name for chair in chairs if chair.person.startswith("gone")] == [FORGOTTEN]

    run(test)


async def plays_on_alone(here: Evening, there: str) -> None:
    """One step at this table, of whoever is in turn or of the host."""
    table = await here.world.table(there)
    if table.phase == PLAYING and not table.chair(table.in_turn).computer:
        await here.plays(there, table, "greedy")
        return
    here.world.now += SECOND
    await here.world.scheduler.fire()


def test_who_is_sent_away_in_the_middle_of_a_deal_leaves_the_score_as_it_stands() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "code=fitab deals=2")
        one = await here.one()
        entry, pairing = one.entry_of(people[1]), one.pairing_of(people[1])
        assert pairing is not None
        for _ in range(8):
            await here.tick()
        now = points_now((await here.tables())[pairing.table])
        await here.does(people[0], "rule", f"+x {entry} !00")
        after = await here.one()
        assert json.loads(after.events[-1])["type"] == "withdrawal"
        assert json.loads(after.events[-1])["cause"] == "expelled"
        assert json.loads(after.events[-1])["mp"] == list(now)
        assert here.file_is_sound(after)
        await here.settles()
        assert (await here.tables())[pairing.table].phase == CLOSED

    run(test)


def test_a_substitute_takes_the_seat_and_a_withdrawal_ends_the_table() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        ivo = await world.person("Zoe")
        one = await here.one()
        entry = one.entry_of(people[1])
        await here.does(people[0], "rule", f"replace {entry} Bruno =: taken ill", friends=("Zoe",), admin=True)
        await here.settles()
        tables = await here.tables()
        assert [number for number, table in tables.items() if table.seat_of(ivo)] != []
        assert not any(table.seat_of(people[1]) for table in tables.values())
        await here.does(people[0], "rule", f"withdraw {entry}")
        await here.settles()
        after = await here.tables()
        assert sorted(table.phase for table in after.values()) == [CLOSED, PLAYING]

    run(test)


def test_an_arbiter_who_turns_out_to_play_does_not_direct_their_own_table() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        anna, bruno = people[0], people[1]
        pairing = (await here.one()).pairing_of(bruno)
        assert pairing is not None
        own, other = pairing.table, 3 - pairing.table
        await here.does(bruno, "call")
        code = str((await world.done(bruno, Link())).json["code"])
        await world.done(anna, UseLink(code))
        for account in (anna, bruno):
            for what, words in (("answer", str(own)), ("broadcast", f"{own} 30"), ("rule", f"recovery {own} 4")):
                answer = await here.asks(account, what, words)
                assert "does not rule there" in answer.words, what
        await here.does(anna, "broadcast", f"{other} 30")
        await here.does(bruno, "rule", f"recovery {other} 4")
        await here.does(anna, "arbiter", friends=("Ivo",))
        await here.does(people[8], "answer", str(own))
        await here.settles()
        assert (await here.tables())[own].phase == PLAYING

    run(test)


def test_leaving_for_a_time_ends_the_table_with_its_points_and_the_next_round_has_everybody() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "code=fitab")
        one = await here.one()
        pairing = one.pairing_of(people[1])
        assert pairing is not None
        for _ in range(8):
            await here.tick()
        points = points_now((await here.tables())[pairing.table])
        await here.does(people[0], "rule", f"away {one.entry_of(people[1])}")
        after = await here.one()
        assert json.loads(after.events[-1])["mp"] == list(points)
        assert here.file_is_sound(after)
        await here.settles()
        assert sorted(table.phase for table in (await here.tables()).values()) == [CLOSED, PLAYING]
        await here.does(people[0], "rule", f"score {3 - pairing.table} 12-8 400-0")
        await here.settles()
        await here.does(people[0], "pair")
        assert len((await here.one()).undecided) == 2

    run(test)


def test_a_substitute_who_has_held_a_hand_of_the_deal_gets_no_other_of_it() -> None:
    """The table would refuse them, and obey no word of the arbiter after that."""

    async def test(world: World) -> None:
        here, people = await begun(world)
        zoe, arbiter = await world.person("Zoe"), people[0]
        one = await here.one()
        entry = one.entry_of(people[1])
        pairing = one.pairing_of(people[1])
        assert pairing is not None
        await here.does(people[1], "call")
        await here.does(arbiter, "rule", f"replace {entry} Bruno =: taken ill", friends=("Zoe",), admin=True)
        await here.settles()
        await here.does(arbiter, "rule", f"void {(await here.one()).rulings[-1].id} it is Carla", admin=True)
        await here.settles()
        table = (await here.tables())[pairing.table]
        assert (table.seat_of(zoe), table.seat_of(people[1]) != "") == ("", True)
        refused = await here.asks(arbiter, "rule", f"replace {entry} Carla =: taken ill", friends=("Zoe",), admin=True)
        assert not refused.done
        await here.does(arbiter, "answer", str(pairing.table))
        await here.settles()
        assert not (await here.tables())[pairing.table].halted

    run(test)


def test_minutes_that_are_given_taken_back_and_given_again_let_the_table_go_on() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "deals=3")
        pairing = (await here.one()).pairing_of(people[1])
        assert pairing is not None
        await here.does(people[1], "call")
        await here.settles()
        before = (await here.tables())[pairing.table].round_ends
        for words in (f"recovery {pairing.table} 5", "void", f"recovery {pairing.table} 5"):
            rulings = (await here.one()).rulings
            line = f"void {rulings[-1].id} it was the other table" if words == "void" else words
            await here.does(people[0], "rule", line)
            await here.settles()
        await here.does(people[0], "answer", str(pairing.table))
        await here.settles()
        table = (await here.tables())[pairing.table]
        assert (table.halted, table.round_ends >= before + 5 * MINUTE) == (False, True)

    run(test)


def test_time_out_is_obeyed_by_every_table_and_what_was_not_dealt_is_not_played() -> None:
    async def test(world: World) -> None:
        here, _people = await begun(world, "deals=3")
        ends = {table.round_ends for table in (await here.tables()).values()}
        world.now = max(ends)
        await here.settles()
        assert (await here.round()).timed_out
        tables = await here.tables()
        assert all(table.game is not None and table.game.timed_out for table in tables.values())
        await here.plays_on(OVER)
        await here.settles()
        one = await here.one()
        assert {len(json.loads(score.totals)["deals"]) for score in one.scores} == {1}

    run(test)


def test_a_table_that_was_given_minutes_back_plays_on_when_time_is_called_for_the_others() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "deals=3")
        await here.does(people[0], "rule", "recovery 2 4")
        await here.settles()
        ends = {number: table.round_ends for number, table in (await here.tables()).items()}
        assert ends[2] == ends[1] + 4 * MINUTE
        world.now = ends[1]
        await here.settles()
        assert {number: is_timed_out(table) for number, table in (await here.tables()).items()} == {1: True, 2: False}
        world.now = ends[2]
        await here.settles()
        assert is_timed_out((await here.tables())[2])

    run(test)


def is_timed_out(table: Table) -> bool:
    return table.game is not None and table.game.timed_out


def test_cancelling_closes_every_table() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        id_, before = await here.id(), await here.one()
        await here.cancels(people[0])
        await here.settles()
        one = await here.tournaments.find(id_)
        assert one.state == CANCELLED
        for there in table_ids(id_, before).values():
            assert (await world.table(there)).phase == CLOSED

    run(test)


def test_who_means_to_call_it_off_between_two_rounds_is_asked_again_where_the_next_one_was_dealt_meanwhile() -> None:
    """They were told that it can be taken back; by now its tables would be closed for good."""

    async def test(world: World) -> None:
        here, people = await begun(world)
        await here.ends_soon(people[0])
        await signed(here)
        assert (await here.round()).closed
        question = await here.asks(people[0], "cancel", "the lights are out")
        assert "For a day that can be taken back" in question.words
        await here.passes(5 * MINUTE)
        await here.does(people[0], "go")
        await here.settles()
        again = await here.asks(people[0], "cancel", "yes")
        assert "that cannot be taken back" in again.words
        id_, one = await here.id(), await here.one()
        assert one.state == RUNNING
        await here.does(people[0], "cancel", "yes")
        over = await here.tournaments.find(id_)
        assert (over.state, over.reason) == (CANCELLED, "the lights are out")

    run(test)


def test_an_evening_whose_tables_were_closed_is_called_off_for_good_and_who_does_it_is_asked() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        id_ = await here.id()
        question = await here.asks(people[0], "cancel")
        assert "its tables are closed" in question.words
        assert (await here.one()).state == RUNNING
        off = await here.does(people[0], "cancel", "yes")
        await here.settles()
        assert isinstance(off.page, TournamentPage)
        assert list(off.page.buttons) == []
        answer = await here.asks(people[0], "restore", tournament=id_)
        assert (answer.done, "their cards are open" in answer.words) == (False, True)

    run(test)


def test_what_a_crash_left_undone_is_done_after_the_start() -> None:
    async def test(world: World) -> None:
        here, people = await announced(world)
        await here.does(people[0], "start")
        await here.tournaments.subjects.stored_state(await here.id())
        later = Evening(world.again())
        await later.settles()
        assert {table.begun for table in (await later.tables()).values()} == {False}
        await later.does(people[0], "go")
        later = Evening(later.world.again())
        await later.settles()
        assert {table.begun for table in (await later.tables()).values()} == {True}
        later.world.service.tournaments._backend.tables._changed = lambda _id: None  # nobody hears that tables end
        await later.ends_soon(people[0])
        assert (await later.one()).scores == ()
        last = Evening(later.world.again())
        await last.settles()
        assert len((await last.one()).scores) == 2
        before = await last.one()
        await Evening(last.world.again()).settles()
        assert await last.one() == before

    run(test)


def test_who_is_silent_for_long_is_told_to_the_arbiter_and_may_play_on() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        for _ in range(12):
            await here.passes(MINUTE)
        one = await here.one()
        assert {call.why for call in one.calls} == {"silent"}
        assert any("has not played for a long time" in words for words in world.news_to(people[0]))
        tables = await here.tables()
        assert not any(table.halted or table.chair(table.in_turn).computer for table in tables.values())
        assert await here.plays(table_ids(await here.id(), one)[1], tables[1])

    run(test)


def test_an_arbiters_score_ends_a_table_that_never_ends() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        for number in (1, 2):
            await here.does(people[0], "rule", f"score {number} 12-8 300-0")
        await here.settles()
        assert (await here.round()).closed
        assert {table.phase for table in (await here.tables()).values()} == {CLOSED}
        assert here.file_is_sound(await here.one())

    run(test)


def test_the_evening_is_stopped_and_goes_on() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world, "deals=3")
        before = {table.round_ends for table in (await here.tables()).values()}
        await here.does(people[0], "pause")
        await here.settles()
        assert all(table.halted for table in (await here.tables()).values())
        assert any("the arbiter has stopped the evening" in words for words in world.news_to(people[1]))
        world.now += 3 * MINUTE
        await here.does(people[0], "resume")
        await here.settles()
        tables = await here.tables()
        assert not any(table.halted for table in tables.values())
        assert {table.round_ends for table in tables.values()} == {max(before) + 3 * MINUTE}

    run(test)


def test_an_evening_whose_channel_is_lost_stands_still_and_everybody_hears_of_it() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        for _ in range(2):
            await world.service.tournaments.note_lost(BAR, topics=False)
        await here.settles()
        assert all(table.halted for table in (await here.tables()).values())
        for person in people:
            assert [words for words in world.news_to(person) if "cannot be written to" in words] != []
        await here.does(people[0], "resume", channel="")
        await here.settles()
        assert not any(table.halted for table in (await here.tables()).values())

    run(test)


def test_an_evening_whose_channel_is_lost_before_the_go_can_be_let_go_on_from_the_desk() -> None:
    async def test(world: World) -> None:
        here, people = await announced(world)
        await here.does(people[0], "start")
        await here.settles()
        await world.service.tournaments.note_lost(BAR, topics=False)
        desk = await here.does(people[0], "desk")
        assert isinstance(desk.page, TournamentPage)
        labels = [label for label, _ in desk.page.buttons]
        assert [label for label in labels if label.startswith("Go")] == ["Go on"]
        await here.does(people[0], "resume")
        world.now += 1
        await world.service.tournaments.note_lost(BAR, topics=False)  # a second time, and they hear of it again
        assert (await here.one()).paused_at
        assert str(world.news_to(people[1])).count("cannot be written to any more") == 2
        await here.does(people[0], "resume")
        await here.does(people[0], "go")
        await here.settles()
        assert all(table.phase == PLAYING for table in (await here.tables()).values())

    run(test)


def test_the_round_is_shown_anew_every_thirty_seconds_at_most() -> None:
    async def test(world: World) -> None:
        async def wanted() -> int:
            """At which revision the round is to be shown."""
            rows = await world.store.letters(world.door.bot, await here.id())
            return next(row.revision for row in rows if row.kind == "round1")

        here, people = await begun(world)
        await here.passes(BOARD_EVERY)
        first = await wanted()
        await here.does(people[1], "call")
        await here.passes(BOARD_EVERY - 1)
        assert await wanted() == first
        await here.passes(1)
        assert await wanted() > first
        answer = await here.does(people[1], "tables")
        assert answer.words.count(" – deal 1 of 1") == 2
        assert answer.words.count("play is stopped") == 1

    run(test)


def test_who_cannot_be_shown_any_cards_is_not_in() -> None:
    async def test(world: World) -> None:
        here, people = await announced(world, people=1)
        remote = await world.person("Piera", "telegram")
        answer = await here.asks(remote, "seek")
        assert answer.words.startswith("Piera cannot be shown any cards")
        answer = await here.asks(people[0], "add", "Rita & Sara")
        assert answer.words.startswith("Guests cannot play here")
        assert (await here.one()).seeking == ()

    run(test)


def test_an_evening_takes_no_room_of_those_who_play_among_friends() -> None:
    async def test(world: World) -> None:
        _, people = await begun(world)
        await world.done(people[0], SetChannel(BAR, "tables=1", admin=True))
        await world.done(people[0], Open(channel=BAR, delivery="one"), BAR)
        answer = await world.do(people[0], Open(channel=BAR, delivery="two"), BAR)
        assert not answer.done

    run(test)


def test_who_is_forgotten_after_their_table_has_no_name_there_and_its_score_stands() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await here.ends_soon(people[0])
        there = next(id_ for id_, table in (await here.by_id()).items() if table.seat_of(people[1]))
        await world.said(people[1], there, "leave")
        await erases(world, people[1])
        await here.passes(5 * MINUTE)
        one = await here.one()
        assert people[1] not in str((one, *(await here.by_id()).values()))
        assert (await here.round()).closed
        assert here.file_is_sound(one)

    run(test)


def test_somebody_plays_two_tournaments_at_once() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        await here.does(people[0], "new", "Friday cards=dealt kind=singles rounds=danese deals=1", admin=True)
        other = next(id_ for id_, one in await here.tournaments.live(BAR) if one.announcement.name == "Friday")
        for person in people[1:3]:
            await here.does(person, "in", tournament=other)
        await here.does(people[0], "start", tournament=other)
        await here.settles()
        await here.does(people[0], "go", tournament=other)
        await here.settles()
        one = await here.tournaments.find(other)
        table = await world.table(table_ids(other, one)[1])
        assert {table.phase, *[chair.person for chair in table.chairs]} == {PLAYING, people[1], people[2]}

    run(test)


async def called(here: Evening, one: ClubTournament) -> None:
    """Time is called at once, for a whole deal takes long."""
    if one.current is not None and one.went_at and not one.current.timed_out and not one.current.closed:
        number = one.current.number
        await here.tournaments.submit(ID, ARBITER, f"t{number}", command("rule", type="timeout", round=number))


def test_a_tournament_of_computers_plays_itself_to_the_end() -> None:
    async def test(world: World) -> None:
        here = Evening(world)
        form = Announcement(
            "Proof", "febur", "pairs", ("mitchell", "danese"), (1, 1), window=0, automatic=True, cards="dealt",
            starts=world.now + MINUTE,
        )  # fmt: skip
        await here.tournaments.announce(ID, BAR, ARBITER, form)
        for number in range(1, 9, 2):
            players = [f"c{number}:random", f"c{number + 1}:random"]
            await here.tournaments.submit(ID, Who(HOST), f"e{number}", command("enter", players=players))
        world.now += MINUTE
        while (one := await here.tournaments.find(ID)).state != FINISHED:
            await here.settles()
            await called(here, one)
            times = [await world.store.next_due(world.door.bot, world.now, kind) for kind in ("table", "tournament")]
            world.now = min([time for time in times if time is not None], default=world.now + 1)
        assert here.file_is_sound(one)
        assert len([text for text in one.events if '"result"' in text]) == 4

    run(test)


def test_who_came_in_and_left_again_keeps_their_name_in_rulings_and_in_the_file() -> None:
    async def test(world: World) -> None:
        here, people = await begun(world)
        zoe = await world.person("Zoe")
        entry = (await here.one()).entry_of(people[1])
        await here.does(people[0], "rule", f"replace {entry} Bruno =: taken ill", friends=("Zoe",), admin=True)
        await here.settles()
        await here.does(people[0], "rule", f"replace {entry} Zoe =: well again", friends=("Bruno",), admin=True)
        await here.settles()
        one = await here.one()
        assert zoe not in one.persons()
        answer = await here.does(people[0], "file")
        assert isinstance(answer.page, AnswerFile)
        assert zoe not in answer.page.text
        assert '"in": "Zoe"' in answer.page.text
        words = (await here.does(people[0], "desk")).words
        assert zoe not in words
        assert "Zoe" in words

    run(test)
