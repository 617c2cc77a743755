"""Whatever people do at a table, its match is counted, once, for whom and with what it should be."""

from dataclasses import replace

import pytest

from bot.boards.counting import facts_of
from bot.boards.facts import Facts
from bot.boards.ports import StoredMatch
from bot.durations import DAY
from bot.host.door import results
from bot.tables.table import OVER, PLAYING, VERSION, Settings, Table
from bot.tables.who import Who
from engine.actions import Lay, format_action
from engine.deal import ABBANDONO, TEMPO
from engine.legal import legal
from engine.players import PLAYERS
from engine.record import format_record
from engine.replay import replay
from engine.view import view
from tests.boards.tables import run
from tests.chance import TABLES
from tests.tables.playing import ADMIN, ANNA, CLOCK, EVE, SEED, START, after, dealt, person_in_turn

ONE_DEAL = Settings(house="hands=1")


def counted(table: Table, *commands: tuple[Who, str]) -> Facts:
    """What the match counts for that the last of these commands has ended."""
    before = after(table, *commands[:-1])
    ended = after(before, commands[-1])
    assert ended.match is not None
    assert ended.match.is_over
    *_, match = results(before, ended)
    found = facts_of(StoredMatch("t1", 9, "club", 5, match.record, match.players, None))
    assert found is not None
    return found


def drawn(settings: Settings = ONE_DEAL, turns: int = 0) -> tuple[Table, Who]:
    """A table at which somebody has drawn a card after so many turns, and who that is."""
    table = dealt(settings)
    while table.game is None or len(table.game.turns) < turns:
        table = after(table, (CLOCK, f"play {chosen(table)}"))
    owner = person_in_turn(table)
    return after(table, (owner, "play d")), owner


def given_up_by(found: Facts, who: Who) -> bool:
    return who.id in found.sides[found.given_up].people


def test_who_leaves_within_their_turn_returns_and_gives_up_has_lost() -> None:
    table, owner = drawn(turns=4)
    called = replace(owner, name="Zoë; the 1st")
    found = counted(table, (called, "name"), (called, "leave"), (called, "return"), (called, "resign"))
    assert given_up_by(found, owner)
    assert found.sides[found.given_up].place == 2


def test_who_gives_up_within_the_turn_of_a_computer_that_stands_in_has_lost() -> None:
    table, owner = drawn(turns=4)
    assert given_up_by(counted(table, (owner, "leave"), (owner, "resign")), owner)


def test_a_seat_that_is_given_away_within_a_turn_belongs_to_who_gives_up_there() -> None:
    table, owner = drawn(turns=4)
    found = counted(table, (ADMIN, f"replace {table.in_turn} {EVE.id} Eve"), (EVE, "resign"))
    assert given_up_by(found, EVE)
    assert owner.id not in [seat.person for _, seat in found.seats()]


def test_a_match_is_counted_that_was_given_up_within_a_turn_after_its_time_was_over() -> None:
    table, owner = drawn(turns=4)
    assert given_up_by(counted(table, (ADMIN, "timeout"), (owner, "resign")), owner)


def test_a_match_is_counted_whose_last_deal_was_annulled_within_a_turn_after_its_time_was_over() -> None:
    table = played_on(drawn(Settings(house="hands=2"))[0], deals=1)
    table = after(table, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    table = after(table, (person_in_turn(table), "play d"), (ADMIN, "timeout"))
    people = [Who(chair.person, chair.name) for chair in table.chairs]
    found = counted(table, (people[0], "propose annul"), *[(one, "agree") for one in people[1:]])
    assert (found.deals, found.given_up) == (1, -1)


def test_who_takes_a_meld_back_after_the_time_was_over_still_plays_the_last_lap() -> None:
    table, owner = with_a_meld()
    over = after(table, (ADMIN, "timeout"), (owner, "back"))
    assert over.game is not None
    assert len(over.game.deal.lap) == 5  # this turn, and a lap from the next one on
    before = ended = over
    while ended.phase == PLAYING:
        before, ended = ended, after(ended, (CLOCK, f"play {chosen(ended)}"))
    assert ended.phase == OVER
    assert ended.match is not None
    assert ended.match.deals[0].termination == TEMPO
    found = counted(before, (CLOCK, f"play {chosen(before)}"))
    assert [side.total for side in found.sides] == list(ended.match.totals)


def test_the_last_lap_begins_with_who_has_yet_to_draw_because_their_clock_ran_out() -> None:
    table = after(dealt(ONE_DEAL), (CLOCK, "play t"), (ADMIN, "timeout"))
    assert table.game is not None
    assert len(table.game.deal.lap) == 4
    before = ended = table
    while ended.phase == PLAYING:
        before, ended = ended, after(ended, (CLOCK, f"play {chosen(ended)}"))
    assert counted(before, (CLOCK, f"play {chosen(before)}")).deals == 1


def test_the_record_of_a_turn_that_was_broken_off_tells_what_happened_in_its_order() -> None:
    table, owner = drawn()
    table = after(table, (owner, "leave"), (owner, "return"), (owner, "resign"))
    assert table.records[0].tags["Termination"] == ABBANDONO
    kinds = [type(getattr(line, "act", line)).__name__ for line in table.records[0].lines]
    assert kinds == ["Turn", "Substitute", "Substitute", "Resign"]


def assert_is_replayed(table: Table) -> None:
    """Its record tells the same match."""
    assert table.match is not None
    found = replay(format_record(table.records)).match
    assert (found.deals, found.totals, found.award) == (table.match.deals, table.match.totals, table.match.award)


@pytest.mark.parametrize("command", [f"stop {SEED}", f"stop {SEED[:-1]}9", f"stop {SEED[:-1]}b"])
@pytest.mark.parametrize("rules", ["febur", "online", "fibur"])
def test_a_match_given_up_between_two_deals_is_decided_by_the_cards_that_were_played(rules: str, command: str) -> None:
    table = played_on(drawn(Settings(rules=rules, house="hands=3"))[0], deals=1)
    before = table.match.totals if table.match else ()
    found = counted(table, (ANNA, command))
    assert (found.deals, tuple(side.total for side in found.sides)) == (1, before)
    assert given_up_by(found, ANNA)
    ended = after(table, (ANNA, command))
    assert ended.match is not None
    assert ended.records[-1].tags["Counts"] == "no"
    assert_is_replayed(ended)


def test_who_gives_up_before_each_side_has_had_a_turn_does_so_by_the_deals_that_were_played() -> None:
    table = played_on(drawn(Settings(house="hands=3"))[0], deals=1)
    before = table.match.totals if table.match else ()
    table = after(table, (CLOCK, f"seal {SEED}"), (CLOCK, "deal"))
    owner = person_in_turn(table)
    found = counted(table, (owner, "play d"), (owner, "resign"))
    assert (found.deals, tuple(side.total for side in found.sides)) == (1, before)
    while table.game is None or not table.game.all_have_played:
        table = after(table, (CLOCK, f"play {chosen(table)}"))
    assert counted(table, (owner, "resign")).deals == 2


def test_in_an_older_log_the_cards_of_a_deal_given_up_count() -> None:
    table = replace(played_on(drawn(Settings(house="hands=3"))[0], deals=1), version=5)
    before = table.match.totals if table.match else ()
    ended = after(table, (ANNA, f"stop {SEED}"))
    assert ended.match is not None
    assert ended.match.totals != before
    assert "Counts" not in ended.records[-1].tags
    assert_is_replayed(ended)


def ended_online(table: Table, command: str) -> Table:
    """The match after who is in turn gives it up, or their clock runs out."""
    who, text = (CLOCK, "play t") if command == "clock" else (person_in_turn(table), command)
    ended = after(table, (who, text), at=START + DAY)
    assert_is_replayed(ended)
    return ended


@pytest.mark.parametrize("command", ["resign", "clock"])
def test_online_who_gives_up_loses_350_points_more_however_long_the_match_is(command: str) -> None:
    table = drawn(Settings(rules="online", house="hands=7 turn_seconds=60"), turns=4)[0]
    before, now = (ended_online(replace(table, version=version), command) for version in (7, VERSION))
    assert before.match is not None
    assert now.match is not None
    assert before.match.award is not None
    assert now.match.award is not None
    guilty = now.match.given_up_by
    ahead = now.match.totals[1 - guilty] - now.match.totals[guilty]
    assert before.match.award.margin == max(0, ahead)
    assert (
        now.match.award.margin == now.match.award.mp[1 - guilty] == -now.match.award.mp[guilty] == max(0, ahead + 350)
    )
    assert "Penalty" not in before.records[-1].tags
    assert now.records[-1].tags["Penalty"] == "350"
    *_, match = results(table, now)
    found = facts_of(StoredMatch("t1", 9, "club", 5, match.record, match.players, None))
    assert found is not None
    assert [side.mp for side in found.sides] == list(now.match.award.mp)


def with_a_meld() -> tuple[Table, Who]:
    """A table at which somebody has just laid a meld that they may take back."""
    for number in range(1, 100):
        table = dealt(ONE_DEAL, f"{number:064x}")
        owner = person_in_turn(table)
        table = after(table, (owner, "play d"))
        assert table.game is not None
        lays = [action for action in legal(table.game.deal) if isinstance(action, Lay)]
        if lays:
            return after(table, (owner, f"play {format_action(lays[0])}")), owner
    raise AssertionError("nobody has a meld")


def played_on(table: Table, deals: int) -> Table:
    """The table after so many deals have ended, those of greedy players."""
    while len(table.records) < deals:
        table = after(table, (CLOCK, f"play {chosen(table)}"))
    return table


def chosen(table: Table) -> str:
    assert table.game is not None
    return format_action(PLAYERS["greedy"](len(table.lines)).choose(view(table.game.deal, table.in_turn)))


def test_every_match_that_ended_is_counted_whatever_people_did_at_its_table() -> None:
    """Two matches at each table; `make campaign` plays a thousand."""
    summary = run(range(2 * len(TABLES)))
    assert set(summary.tables) == {f"{name} {players}" for name, players in TABLES}
    assert summary.ends["played"] > len(TABLES)
