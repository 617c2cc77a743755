"""A series over a real store, the clock passed in: what is announced when, once; what follows of an evening's end."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.cli.soundness import soundness
from bot.durations import DAY
from bot.series.commands import decide, fault, fold
from bot.series.keeper import EveningState, SeriesKeeper
from bot.series.kind import SeriesKind
from bot.series.series import ENDED, OFF, Evening, Series, SeriesTerms
from bot.store.sqlite import SqliteStore
from bot.tables.who import HOST, Declined, Who
from bot.tournaments.commands import command
from tests.store.changes import BOT, using

ROME = "Europe/Rome"
FORM = {"name": "Thursday", "code": "febur", "kind": "pairs", "rounds": ["mitchell", "danese"], "deals": [3, 3]}
AUTHOR = Who("p1")


def at(text: str) -> int:
    """The milliseconds of a wall clock in Rome."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ROME)).astimezone(UTC).timestamp() * 1000)


def wall(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, ZoneInfo(ROME)).strftime("%m-%d %H:%M")


def thursdays(now: str, first: str, **terms: int) -> Series:
    when = at(first)
    return Series(
        "club/bar", "p1", FORM, SeriesTerms(**terms), ROME, first, "FREQ=WEEKLY;BYDAY=TH", when, created=at(now)
    )


class Club:
    """A clock, the tournaments that were announced, and what has become of each."""

    def __init__(self, store: SqliteStore, now: str) -> None:
        self.store = store
        self.now = at(now)
        self.announced: list[tuple[str, str]] = []  # when, for when
        self.marks: dict[str, str] = {}
        self.moved: dict[str, int] = {}  # to which time
        self.invited: list[str] = []  # to which final
        self.dies = False
        self.commands = 0
        self.keeper = self.another()

    def another(self) -> SeriesKeeper:
        return SeriesKeeper(self.store, BOT, lambda: self.now, self)

    async def announce(self, _id: str, _one: Series, evening: Evening) -> Declined | None:
        if self.dies:
            raise OSError("the host dies")
        if evening.starts <= self.now:
            return Declined("tournament-past")
        self.announced.append((wall(self.now), wall(evening.starts)))
        self.marks[evening.tournament] = ""
        return None

    async def standing(self, tournament: str) -> EveningState | None:
        mark = self.marks.get(tournament)
        return EveningState(mark, self.moved.get(tournament, 0)) if mark is not None else None

    async def invite(self, _one: Series, evening: Evening) -> None:
        self.invited.append(wall(evening.starts))

    async def until(self, text: str) -> None:
        """Live on until then: what is due happens when it is."""
        end = at(text)
        await self.keeper.fire()
        while True:
            later = await self.store.next_due(BOT, self.now, "series")
            self.now = min([time for time in (later, end) if time is not None and time > self.now], default=end)
            await self.keeper.fire()
            if self.now >= end:
                return

    async def over(self, starts: str, mark: str = "m") -> None:
        """The evening of this start is over."""
        one = await self.series()
        (evening,) = [each for each in one.evenings if wall(each.starts) == starts]
        self.marks[evening.tournament] = mark
        self.keeper.note("s", evening.tournament)
        await self.keeper.fire()

    async def series(self) -> Series:
        one = await self.keeper.find("s")
        assert one is not None
        return one

    async def does(self, verb: str, who: Who = AUTHOR, **keys: Any) -> str:
        self.commands += 1
        found = await self.keeper.submit("s", who, f"command {self.commands}", command(verb, **keys))
        return found.key if isinstance(found, Declined) else ""


def living(path: Path, now: str, body: Callable[[Club], Awaitable[None]]) -> None:
    async def lived(store: SqliteStore) -> None:
        club = Club(store, now)
        await body(club)
        for row in await store.ended(BOT, "series"):
            assert fold(await store.log(BOT, row.subject.id)) == await club.series()

    using(path / "burraco.db", lived)
    assert [one.faults for one in soundness(path / "burraco.db") if not one.sound] == []


async def begun(club: Club, first: str, **terms: int) -> None:
    new = thursdays(datetime.fromtimestamp(club.now / 1000, ZoneInfo(ROME)).strftime("%Y-%m-%dT%H:%M"), first, **terms)
    assert isinstance(await club.keeper.make("s", new), Series)
    assert isinstance(await club.keeper.make("s", new), Series)
    await club.keeper.fire()


def test_each_evening_is_announced_six_days_before_by_the_clock_on_the_wall(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-03-19T21:00")
        await club.until("2026-04-05 12:00")
        assert club.announced == [
            ("03-18 12:00", "03-19 21:00"),
            ("03-20 21:00", "03-26 21:00"),
            ("03-27 20:00", "04-02 21:00"),  # the clocks went forward on the 29th
            ("04-03 21:00", "04-09 21:00"),
        ]

    living(tmp_path, "2026-03-18 12:00", body)


def test_after_an_outage_of_weeks_the_next_evening_alone_is_announced_once(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-05-07T21:00")
        club.now = at("2026-06-10 08:00")
        club.keeper = club.another()
        await club.keeper.look_at_all()
        await club.until("2026-06-10 09:00")
        assert club.announced == [("05-06 12:00", "05-07 21:00"), ("06-10 08:00", "06-11 21:00")]
        assert [wall(one.starts) for one in (await club.series()).evenings] == ["05-07 21:00", "06-11 21:00"]
        club.now = at("2026-06-20 08:00")  # the evening of the 18th was never to be signed up for
        await club.until("2026-06-20 08:01")
        assert club.announced[-1] == ("06-20 08:00", "06-25 21:00")

    living(tmp_path, "2026-05-06 12:00", body)


def test_a_host_that_dies_before_the_announcement_makes_it_at_its_next_start(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        club.dies = True
        await begun(club, "2026-05-07T21:00")
        assert len((await club.series()).evenings) == 1
        assert club.announced == []
        club.dies = False
        club.keeper = club.another()
        for _ in range(2):
            await club.keeper.look_at_all()
            await club.keeper.fire()
        assert club.announced == [("05-06 12:00", "05-07 21:00")]

    living(tmp_path, "2026-05-06 12:00", body)


def test_an_announcement_that_fails_is_tried_again_by_the_same_host(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        club.dies = True
        await begun(club, "2026-05-07T21:00")
        assert club.announced == []
        club.dies = False
        club.now = at("2026-05-06 12:30")
        await club.keeper.fire()
        assert club.announced == [("05-06 12:30", "05-07 21:00")]

    living(tmp_path, "2026-05-06 12:00", body)


def test_an_evening_that_was_never_announced_before_its_start_counts_as_cancelled(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        club.dies = True
        await begun(club, "2026-05-07T21:00", of=2)
        club.dies = False
        club.now = at("2026-05-09 12:00")
        club.keeper = club.another()
        await club.keeper.look_at_all()
        await club.keeper.fire()
        one = await club.series()
        assert [(wall(each.starts), each.mark) for each in one.evenings] == [("05-07 21:00", OFF), ("05-14 21:00", "")]
        assert len(one.of_season(1)) == 1

    living(tmp_path, "2026-05-06 12:00", body)


def test_a_season_ends_with_its_evenings_and_the_cancelled_one_is_made_up_for(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-05-07T21:00", of=2, best=1)
        await club.over("05-07 21:00")
        await club.until("2026-05-10 12:00")
        await club.over("05-14 21:00", OFF)
        await club.until("2026-05-16 12:00")
        assert not (await club.series()).is_over(1)
        await club.over("05-21 21:00")
        assert (await club.series()).is_over(1)
        await club.until("2026-05-23 12:00")
        assert [each.season for each in (await club.series()).evenings] == [1, 1, 1, 2]

    living(tmp_path, "2026-05-06 12:00", body)


def test_a_final_waits_for_the_last_evening_and_comes_once(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-05-07T21:00", of=1, final=4)
        await club.until("2026-05-12 12:00")
        assert len(club.announced) == 1
        await club.over("05-07 21:00")
        assert club.announced[-1] == ("05-12 12:00", "05-14 21:00")
        one = await club.series()
        assert [(each.season, each.is_final) for each in one.evenings] == [(1, False), (1, True)]
        assert not one.is_over(1)
        await club.over("05-14 21:00")
        assert (await club.series()).is_over(1)
        await club.until("2026-05-16 12:00")
        assert [(each.season, each.is_final) for each in (await club.series()).evenings][2:] == [(2, False)]

    living(tmp_path, "2026-05-06 12:00", body)


def test_a_closing_letter_goes_out_after_each_end_and_again_after_a_correction(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-05-07T21:00")
        assert await club.store.letters(BOT, "s") == ()
        await club.over("05-07 21:00", "first")
        (letter,) = await club.store.letters(BOT, "s")
        assert (letter.viewer, letter.kind) == ("#club/bar", "closing1")
        await club.over("05-07 21:00", "first")
        assert len(await club.store.log(BOT, "s")) == 3
        await club.over("05-07 21:00", "")  # its end was taken back
        assert len((await club.series()).awaited) == 1
        await club.over("05-07 21:00", "corrected")
        (again,) = await club.store.letters(BOT, "s")
        assert again.revision > letter.revision

    living(tmp_path, "2026-05-06 12:00", body)


def test_a_corrected_evening_changes_the_messages_of_those_after_it_in_its_season(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-05-07T21:00", of=2, opens=10)
        await club.until("2026-05-20 12:00")
        for starts in ("05-07 21:00", "05-14 21:00", "05-21 21:00"):
            await club.over(starts, f"first {starts}")
        for row in await club.store.letters(BOT, "s"):
            await club.store.mark_sent(row, row.revision, row.kind, club.now)
        await club.over("05-07 21:00", "")
        assert await club.store.waiting_letters(BOT, ["s"], club.now) == ()
        await club.over("05-07 21:00", "corrected")
        waiting = await club.store.waiting_letters(BOT, ["s"], club.now)
        assert sorted(row.kind for row in waiting) == ["closing1", "closing2"]  # the third is of another season

    living(tmp_path, "2026-05-06 12:00", body)


def test_with_another_hour_an_evening_that_was_played_earlier_has_no_other_in_its_week(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-05-07T21:00")
        (evening,) = (await club.series()).evenings
        club.moved[evening.tournament] = at("2026-05-06 20:00")
        club.keeper.note("s", evening.tournament)
        await club.keeper.fire()
        one = await club.series()
        assert [(wall(each.starts), wall(each.at)) for each in one.evenings] == [("05-07 21:00", "05-06 20:00")]
        assert await club.does("change", rule="FREQ=WEEKLY;BYDAY=TH", first="2026-05-07 21:30") == ""
        assert wall((await club.series()).starts) == "05-14 21:30"
        club.moved[evening.tournament] = evening.starts  # after all
        club.keeper.note("s", evening.tournament)
        await club.keeper.fire()
        assert [each.moved for each in (await club.series()).evenings] == [0]

    living(tmp_path, "2026-05-06 12:00", body)


def test_an_evening_can_be_left_out_and_the_series_paused_resumed_and_ended(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-05-07T21:00")
        (next_starts,) = {(await club.series()).starts}
        assert await club.does("skip", Who("p9")) == "series-not-yours"
        assert await club.does("skip", starts=next_starts) == ""
        assert await club.does("skip", starts=next_starts) == "series-no-date"
        await club.until("2026-05-16 12:00")
        assert [starts for _, starts in club.announced] == ["05-07 21:00", "05-21 21:00"]
        assert await club.does("pause", Who("p9", admin=True)) == ""
        await club.until("2026-06-20 12:00")
        assert len(club.announced) == 2
        assert await club.does("resume") == ""
        await club.keeper.fire()
        assert club.announced[-1] == ("06-20 12:00", "06-25 21:00")
        assert await club.does("end") == ""
        assert await club.does("end") == "series-over"
        await club.until("2026-07-20 12:00")
        assert len(club.announced) == 3
        assert (await club.series()).state == ENDED
        for starts in ("05-07 21:00", "05-21 21:00", "06-25 21:00"):
            await club.over(starts)
        assert [row.subject.id for row in await club.store.ended(BOT, "series")] == ["s"]

    living(tmp_path, "2026-05-06 12:00", body)


def test_two_hosts_announce_an_evening_once(tmp_path: Path) -> None:
    async def body(club: Club) -> None:
        await begun(club, "2026-05-07T21:00")
        other = club.another()
        club.now = at("2026-05-08 22:00")
        await asyncio.gather(club.keeper.fire(), other.fire())
        await asyncio.gather(club.keeper.fire(), other.fire())
        assert {starts for _, starts in club.announced} == {"05-07 21:00", "05-14 21:00"}
        one = await club.another().find("s")
        assert one is not None
        assert len(one.evenings) == 2

    living(tmp_path, "2026-05-06 12:00", body)


@pytest.mark.parametrize(("terms", "why"), [
    ({"best": 9, "of": 8}, "series-best"),
    ({"final": 8}, "series-final"),
    ({"opens": 0}, "tournament-number"),
    ({"of": 54}, "tournament-number"),
    ({"of": -1}, "tournament-number"),
    ({"best": 8, "of": 12, "final": 8}, ""),
])  # fmt: skip
def test_terms_that_contradict_each_other_are_refused(terms: dict[str, int], why: str) -> None:
    refused = fault(SeriesTerms(**terms))
    assert (refused.key if refused else "") == why


@pytest.mark.parametrize(("opens", "closes", "why"), [
    (1, 1440, "series-closes"), (6, 6 * 1440 + 1, "series-closes"), (6, 6 * 1440 - 1, ""), (7, 6 * 1440, ""),
])  # fmt: skip
def test_sign_up_does_not_end_before_an_evening_is_announced(opens: int, closes: int, why: str) -> None:
    refused = fault(SeriesTerms(opens=opens), closes)
    assert (refused.key if refused else "") == why
    one = changed(
        thursdays("2026-10-01 10:00", "2026-10-08 21:00"),
        "2026-10-02 10:00",
        form={"closes": closes},
        terms={"opens": opens},
    )
    assert (one if isinstance(one, str) else "") == why


def test_what_only_the_host_does_nobody_else_can_and_a_refusal_changes_nothing() -> None:
    one = thursdays("2026-05-06T12:00", "2026-05-07T21:00")
    for verb in ("opened", "moved", "noted"):
        keys = {"tournament": "tour1", "starts": one.starts + DAY, "mark": "x", "missed": 0}
        refused = decide(one, AUTHOR, command(verb, **keys), one.created)
        assert isinstance(refused, Declined)
    twice = decide(one, Who(HOST), command("opened", tournament="t", starts=one.starts, missed=0), one.created)
    assert not isinstance(twice, Declined)
    again = decide(twice.state, Who(HOST), command("opened", tournament="t", starts=one.starts, missed=0), one.created)
    assert isinstance(again, Declined)
    assert SeriesKind().outline(None, twice.state, 0).dues == SeriesKind().outline(one, twice.state, 1).dues


def changed(one: Series, now: str, who: Who = AUTHOR, **keys: Any) -> Series | str:
    """The series after a change, or why it is declined."""
    found = decide(one, who, command("change", **keys), at(now))
    return found.key if isinstance(found, Declined) else found.state


def test_a_series_is_changed_from_the_next_evening_on() -> None:
    one = thursdays("2026-10-01 10:00", "2026-10-08 21:00", best=8, of=12)
    fridays: dict[str, Any] = {"rule": "FREQ=WEEKLY;BYDAY=FR", "first": "2026-10-09 21:30"}
    after = changed(one, "2026-10-02 10:00", form={"venue": "Bar Roma"}, terms={"best": 6}, **fridays)
    assert isinstance(after, Series)
    assert (wall(after.starts), after.terms.best, after.terms.of) == ("10-09 21:30", 6, 12)
    assert after.announcement(after.starts).venue == "Bar Roma"
    assert after.announcement(after.starts).rounds == ("mitchell", "danese")


def test_with_another_day_the_next_evening_comes_after_those_that_are_announced() -> None:
    one = thursdays("2026-10-01 10:00", "2026-10-08 21:00")
    opened = command("opened", tournament="t1", starts=one.starts)
    found = decide(one, Who(HOST), opened, at("2026-10-02 21:00"))
    assert not isinstance(found, Declined)
    rule: dict[str, Any] = {"rule": "FREQ=WEEKLY;BYDAY=WE", "first": "2026-10-07 21:00"}
    after = changed(found.state, "2026-10-03 10:00", **rule)
    assert isinstance(after, Series)
    assert wall(after.starts) == "10-14 21:00"


def test_with_another_hour_there_is_no_second_evening_on_a_day_that_is_announced_or_left_out() -> None:
    one = thursdays("2026-10-01 10:00", "2026-10-08 21:00")
    hour: dict[str, Any] = {"rule": "FREQ=WEEKLY;BYDAY=TH", "first": "2026-10-08 21:30"}
    opened = decide(one, Who(HOST), command("opened", tournament="t1", starts=one.starts), at("2026-10-02 21:00"))
    assert not isinstance(opened, Declined)
    after = changed(opened.state, "2026-10-03 10:00", **hour)
    assert isinstance(after, Series)
    assert wall(after.starts) == "10-15 21:30"
    skipped = decide(opened.state, AUTHOR, command("skip"), at("2026-10-03 10:00"))
    assert not isinstance(skipped, Declined)
    after = changed(skipped.state, "2026-10-03 11:00", **hour)
    assert isinstance(after, Series)
    assert wall(after.starts) == "10-22 21:30"


def with_evenings(one: Series, *marks: str) -> Series:
    """So many more were announced, one after the other, and this has become of them."""
    for mark in marks:
        tournament = f"t{len(one.evenings)}"
        for verb, keys in (
            ("opened", {"tournament": tournament, "starts": one.starts, "missed": 0}),
            ("noted", {"tournament": tournament, "mark": mark}),
        ):
            found = decide(one, Who(HOST), command(verb, **keys), one.created)
            one = one if isinstance(found, Declined) else found.state
    return one


def seasons(one: Series) -> list[tuple[int, bool, str]]:
    return [(each.season, each.is_final, each.mark) for each in one.evenings]


def cancelled(one: Series, tournament: str) -> Series:
    found = decide(one, Who(HOST), command("noted", tournament=tournament, mark=OFF), one.created)
    assert not isinstance(found, Declined)
    return found.state


def test_an_evening_cancelled_after_the_next_season_began_is_made_up_for() -> None:
    one = with_evenings(thursdays("2026-10-01 10:00", "2026-10-08 21:00", of=2), "m", "", "m")
    assert seasons(one)[2:] == [(2, False, "m")]
    after = with_evenings(cancelled(one, "t1"), "m", "m", "m")
    assert seasons(after)[3:] == [(1, False, "m"), (2, False, "m"), (3, False, "m")]
    assert (after.is_over(1), after.is_over(2)) == (True, True)


def test_a_final_cancelled_after_the_next_season_began_is_made_up_for() -> None:
    one = with_evenings(thursdays("2026-10-01 10:00", "2026-10-08 21:00", of=1, final=2), "m", "", "m")
    assert seasons(one) == [(1, False, "m"), (1, True, ""), (2, False, "m")]
    assert seasons(with_evenings(cancelled(one, "t1"), "m", "m"))[3:] == [(1, True, "m"), (2, True, "m")]


@pytest.mark.parametrize("terms", [{"best": 3}, {"of": 10}, {"of": 2}, {"final": 4}])
def test_what_counts_from_the_next_evening_on_changes_no_season_that_is_over(terms: dict[str, int]) -> None:
    first = thursdays("2026-10-01 10:00", "2026-10-08 21:00", best=2, of=3)
    for evenings in (("m", "m", "m"), ("m", "m", "m", ""), ("m", "m", "", "m")):
        one = with_evenings(first, *evenings)
        after = changed(one, "2026-10-02 10:00", terms=terms)
        assert isinstance(after, Series)
        assert after.terms_of(1) == one.terms
        assert after.is_over(1) == one.is_over(1)
        assert after.next_evening[0] > 1
        again = changed(after, "2026-10-03 10:00", terms={"best": 0, "of": 12, "final": 2})
        assert isinstance(again, Series)
        assert (again.terms_of(1), again.terms_of(2)) == (one.terms, again.terms)


def test_a_season_that_goes_on_is_counted_by_the_terms_that_were_changed() -> None:
    one = with_evenings(thursdays("2026-10-01 10:00", "2026-10-08 21:00", best=2, of=3), "m", "m")
    after = changed(one, "2026-10-02 10:00", terms={"of": 4})
    assert isinstance(after, Series)
    assert after.terms_of(1).of == 4
    assert with_evenings(after, "m", "m").is_over(1)


@pytest.mark.parametrize(
    ("who", "keys", "why"),
    [
        (Who("p2"), {"terms": {"best": 6}}, "series-not-yours"),
        (AUTHOR, {"terms": {"best": 20, "of": 12}}, "series-best"),
        (AUTHOR, {"form": {"code": "fitab"}}, "tournament-fixed"),
        (AUTHOR, {"form": {"scale": 5}}, "tournament-number"),
    ],
)
def test_what_a_series_cannot_be_is_refused(who: Who, keys: dict[str, Any], why: str) -> None:
    assert changed(thursdays("2026-10-01 10:00", "2026-10-08 21:00"), "2026-10-02 10:00", who, **keys) == why


def test_a_series_that_has_ended_is_not_changed() -> None:
    one = decide(thursdays("2026-10-01 10:00", "2026-10-08 21:00"), AUTHOR, "end", at("2026-10-02 10:00"))
    assert not isinstance(one, Declined)
    assert changed(one.state, "2026-10-02 10:00", terms={"best": 6}) == "series-over"
