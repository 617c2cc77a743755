"""What people see of clocks and settings, in both languages."""

import pytest

from bot.chat.sight.sight import Viewer, sight
from bot.chat.speech.declined import declined_words
from bot.host.decide import decide
from bot.host.table import DAY, HOUR, MINUTE, SECOND, Settings, Table
from bot.host.verdict import Declined
from tests.host.playing import ADMIN, ANNA, BRUNO, CARLA, CLOCK, DARIO, START, after, dealt, lobby, person_in_turn

FITAB = Settings(rules="fitab", house="clock_scale=1")
OVER_DAYS = Settings(days=3, zone="UTC")
END = START + 40 * SECOND


def told(table: Table, language: str = "en") -> list[str]:
    return list(sight(table, "t1", Viewer("", language))["told"])


def test_an_opponent_sees_from_when_he_may_call_time() -> None:
    table = dealt(FITAB)
    sides = {
        who.id: table.seat_of(who.id) in ("NS" if table.in_turn in "NS" else "EW")
        for who in (ANNA, BRUNO, CARLA, DARIO)
    }
    for person, friend in sides.items():
        seen = sight(table, "t1", Viewer(person))["time"]
        assert (seen["until"], seen["call_from"]) == (END, 0 if friend else END)


def test_a_call_is_told_with_the_seconds_that_are_left() -> None:
    table = after(dealt(FITAB), (CLOCK, "call"), at=END)
    name = person_in_turn(table).name
    assert told(table) == [f"Time is called: {name} has 5 seconds more."]
    assert sight(table, "t1", Viewer())["clock"] == END + 5 * SECOND


def test_a_bank_is_shown_in_days() -> None:
    seen = sight(dealt(OVER_DAYS), "t1", Viewer("", "it"))["time"]
    assert seen["kind"] == "days"
    assert seen["banks"] == dict.fromkeys("NESW", "3 giorni")
    assert seen["until"] == START + 3 * DAY


@pytest.mark.parametrize(("away", "words"), [(SECOND - 1, ""), (20 * SECOND, "20 seconds"), (2 * HOUR, "2 hours")])
def test_an_outage_is_told_if_anybody_can_have_noticed_it(away: int, words: str) -> None:
    table = after(dealt(), (CLOCK, f"restarted {START}"), at=START + away)
    assert told(table) == ([f"I was away for {words}. Nothing is lost, and the clocks stood still."] if words else [])


def test_reminders_more_time_and_adjournments_are_told() -> None:
    table = after(dealt(), (CLOCK, "remind"), at=START + 3 * MINUTE)
    name = person_in_turn(table).name
    assert told(table, "it") == [f"{name}, il tavolo ROSSO ti aspetta da 3 minuti."]
    agree = [(BRUNO, "agree"), (CARLA, "agree"), (DARIO, "agree")]
    more = after(dealt(FITAB), (ANNA, "propose time"), *agree)
    assert told(more)[0].endswith("gets 1 minute more.")
    still = after(dealt(), (ANNA, "propose adjourn 2"), *agree)
    assert told(still) == ["All agree: the table is adjourned for 2 days. Anybody who sits here may resume it."]
    assert sight(still, "t1", Viewer())["time"]["resumes"] == START + 2 * DAY
    longer = after(dealt(), (ANNA, "propose adjourn"), *agree)
    assert told(longer) == ["All agree: the table is adjourned. Anybody who sits here may resume it."]
    assert told(after(dealt(), (ADMIN, "pause"))) == []


def test_a_bank_that_runs_low_and_a_lobby_that_closes_are_told() -> None:
    low = after(dealt(OVER_DAYS), (CLOCK, "remind"), at=START + 2 * DAY)
    assert told(low)[0].endswith("your bank is running low: 7 hours 30 minutes left.")
    assert "10 minutes" in told(after(lobby(), (CLOCK, "warn")))[0]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_lobby_shows_what_may_be_set_with_its_clock(language: str) -> None:
    screen = sight(lobby(OVER_DAYS), "t1", Viewer("", language))["table"]["settings"]
    names = [shown["name"] for shown in screen]
    assert {"clock", "days", "quiet", "pace"} <= set(names)
    assert "match_minutes" not in names
    assert [shown["value"] for shown in screen][:3] == ["days", "3", "23:00-08:00"]
    assert all([shown["label"] and shown["hint"].endswith(".") for shown in screen])
    assert sight(dealt(OVER_DAYS), "t1", Viewer("", language))["table"]["settings"] == []


def test_a_refusal_of_a_setting_says_the_values() -> None:
    refused = decide(lobby(), ANNA, "set pace=9000", START)
    assert isinstance(refused, Declined)
    assert declined_words("en", refused) == "That cannot be set: pace takes 0–5000."
    assert declined_words("it", refused) == "Non si può impostare così: i valori di pace sono 0–5000."
