"""What people see of clocks, settings and proposals, in both languages."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.durations import DAY, HOUR, MINUTE, SECOND
from bot.messages.buttons import Ask, Verb
from bot.messages.message import Row
from bot.messages.presenter import present
from bot.tables.clocks import bank_ends
from bot.tables.commands import decide_anew
from bot.tables.settings import with_settings
from bot.tables.table import Settings, Table
from bot.tables.who import Declined
from bot.views.settings_view import ELSEWHERE
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from bot.words.declined import declined_words
from engine.rules import KEYS, RULE_SETS, format_value
from renderers.scenes import TableScene
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, CLOCK, DARIO, START, after, dealt, lobby, person_in_turn
from tests.tables.test_clocks import turn

FITAB = Settings(rules="fitab", house="clock_scale=1")
OVER_DAYS = Settings(days=3, zone="UTC")
END = START + 40 * SECOND


def feed(table: Table, language: str = "en", viewer: str = "") -> list[str]:
    return list(table_page(table, "t1", Viewer(viewer, language))["time_notices"])


def test_an_opponent_sees_from_when_they_may_call_time() -> None:
    table = dealt(FITAB)
    sides = {
        who.id: table.seat_of(who.id) in ("NS" if table.in_turn in "NS" else "EW")
        for who in (ANNA, BRUNO, CARLA, DARIO)
    }
    for person, friend in sides.items():
        seen = table_page(table, "t1", Viewer(person))["time"]
        assert (seen["until"], seen["call_from"]) == (END, 0 if friend else END)


def test_a_call_is_told_with_the_seconds_that_are_left() -> None:
    table = after(dealt(FITAB), (CLOCK, "call"), at=END)
    name = person_in_turn(table).name
    assert feed(table) == [f"Time is called: {name} has 5 seconds more."]
    assert table_page(table, "t1", Viewer())["clock"] == END + 5 * SECOND


def test_a_bank_is_shown_in_days() -> None:
    seen = table_page(dealt(OVER_DAYS), "t1", Viewer("", "it"))["time"]
    assert seen["kind"] == "days"
    assert seen["banks"] == dict.fromkeys("NESW", "3 giorni")
    assert seen["until"] == START + 3 * DAY


def shown_left(table: Table, at: int, language: str = "en") -> list[str]:
    """What the table's message and the hand of who is in turn say of the time, at this moment."""
    who = person_in_turn(table)
    found = [present("table", table, Viewer("", language, at)), present("hand", table, Viewer(who.id, language, at))]
    return [message.lines[0] for message in found if message is not None]


def test_what_is_left_on_the_bank_is_told_and_not_when_it_ends() -> None:
    """Quiet hours, and holidays, take nothing of it."""
    table = dealt(Settings(days=2, zone="UTC", quiet="23:00-08:00", holidays="2023-11-16"))
    begins = table.turn_since
    assert bank_ends(table) - begins > 2 * DAY
    assert [line.endswith("Time bank: 2 days left.") for line in shown_left(table, begins)] == [True, True]
    assert [line.endswith("Riserva di tempo: 2 giorni.") for line in shown_left(table, begins, "it")] == [True, True]
    for later in (2 * HOUR, 9 * HOUR):  # it is night: what passed was the evening
        lines = shown_left(table, begins + later)
        assert [line.endswith("Time bank: 1 day 14 hours left.") for line in lines] == [True, True]  # a day has fifteen
    picture = present("table", table, Viewer(now=begins + 2 * HOUR))
    assert picture is not None
    assert isinstance(picture.picture, TableScene)
    assert picture.picture.clock == "1 day 14 hours"


def test_a_page_counts_down_the_bank_by_the_time_that_counts() -> None:
    table = dealt(Settings(days=2, zone="UTC", quiet="23:00-08:00", holidays="2023-11-16"))
    bank = table_page(table, "t1", Viewer())["time"]["bank"]
    assert bank["day"] == 15 * HOUR
    assert sum(until - since for since, until in bank["counts"]) == 2 * 15 * HOUR
    assert bank["counts"][0][0] == table.turn_since
    assert table_page(after(table, (ADMIN, "pause")), "t1", Viewer())["time"]["bank"]["counts"] == []
    assert table_page(dealt(FITAB), "t1", Viewer())["time"]["bank"] == {"counts": [], "day": 0}


@pytest.mark.parametrize(("away", "words"), [(SECOND - 1, ""), (20 * SECOND, "20 seconds"), (2 * HOUR, "2 hours")])
def test_an_outage_is_told_if_anybody_can_have_noticed_it(away: int, words: str) -> None:
    table = after(dealt(), (CLOCK, f"restarted {START}"), at=START + away)
    assert feed(table) == ([f"I was away for {words}. Nothing is lost, and the clocks stood still."] if words else [])


@pytest.mark.parametrize(("since", "words"), [(1, ""), (2 * HOUR, " that was saved 2 hours ago")])
def test_where_a_backup_was_brought_back_what_was_played_since_is_called_lost(since: int, words: str) -> None:
    table = after(dealt(), (CLOCK, f"restarted {START} {START + since} copy"), at=START + since)
    sentence = f"This table was brought back from a copy{words}: whatever was played after that is lost."
    assert feed(table) == [sentence]
    back = START + since + HOUR  # the host goes and comes again before anybody has played
    later = after(table, (CLOCK, f"restarted {START + since} {back}"), at=back)
    assert "whatever was played after that is lost" in " ".join(feed(later))
    assert "lost" not in " ".join(feed(turn(later, back + SECOND)))


def test_a_silence_is_told_as_long_as_it_lasts_whatever_others_do_meanwhile() -> None:
    pinged = after(dealt(), (CLOCK, "ping"), at=START + MINUTE)
    who = person_in_turn(pinged)
    another = next(one for one in (ANNA, BRUNO, CARLA, DARIO) if one.id != who.id)
    with_request = after(pinged, (another, "propose annul"), at=START + 2 * MINUTE)
    reminded = after(with_request, (CLOCK, "remind"), at=START + 3 * MINUTE)
    assert f"{who.name}, il tavolo ROSSO ti aspetta da 3 minuti." in feed(reminded, "it", who.id)
    drawn = after(reminded, (who, "play d"), at=START + 4 * MINUTE)
    assert not [line for line in feed(drawn, "it", who.id) if "ti aspetta" in line]


def test_reminders_more_time_and_adjournments_are_told() -> None:
    table = after(dealt(), (CLOCK, "remind"), at=START + 3 * MINUTE)
    who = person_in_turn(table)
    assert feed(table, "it", who.id) == [f"{who.name}, il tavolo ROSSO ti aspetta da 3 minuti."]
    assert feed(table, "it") == [f"Il tavolo ROSSO aspetta {who.name} da 3 minuti."]
    agree = [(BRUNO, "agree"), (CARLA, "agree"), (DARIO, "agree")]
    more = after(dealt(FITAB), (ANNA, "propose time"), *agree)
    assert feed(more)[0].endswith("gets 1 minute more.")
    still = after(dealt(), (ANNA, "propose adjourn 2"), *agree)
    assert feed(still) == ["Everyone agrees: the match is adjourned for 2 days. Anyone who sits here can resume it."]
    assert table_page(still, "t1", Viewer())["time"]["resumes"] == START + 2 * DAY
    longer = after(dealt(), (ANNA, "propose adjourn"), *agree)
    assert feed(longer) == ["Everyone agrees: the match is adjourned. Anyone who sits here can resume it."]
    assert feed(after(dealt(), (ADMIN, "pause"))) == []


def test_a_bank_that_runs_low_and_a_lobby_that_closes_are_told() -> None:
    low = after(dealt(OVER_DAYS), (CLOCK, "remind"), at=START + 2 * DAY)
    who = person_in_turn(low)
    assert feed(low, viewer=who.id) == [f"{who.name}, your time bank is running low: 7 hours 30 minutes left."]
    assert feed(low) == [f"{who.name}'s time bank is running low: 7 hours 30 minutes left."]
    assert "10 minutes" in feed(after(lobby(), (CLOCK, "warn")))[0]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_lobby_shows_what_may_be_set_with_its_clock(language: str) -> None:
    screen = table_page(lobby(OVER_DAYS), "t1", Viewer("", language))["table"]["settings"]
    names = [setting["name"] for setting in screen]
    assert {"clock", "days", "quiet", "pace"} <= set(names)
    assert "match_minutes" not in names
    assert [setting["value"] for setting in screen][:3] == ["days", "3", "23:00-08:00"]
    assert all(setting["label"] and setting["hint"].endswith(".") for setting in screen)
    assert table_page(dealt(OVER_DAYS), "t1", Viewer("", language))["table"]["settings"] == []


def test_a_lobby_that_no_channel_shows_offers_nothing_that_only_channels_do() -> None:
    def offered(settings: Settings, channel: str) -> set[str]:
        found = table_page(replace(lobby(settings), channel=channel), "t1", Viewer())["table"]["settings"]
        return {"mention", "below", "ping"} & {one["name"] for one in found}

    assert offered(Settings(), "c1") == {"mention", "below", "ping"}
    assert offered(Settings(), "") == {"ping"}
    assert offered(OVER_DAYS, "") == {"mention", "ping"}  # over days it says how soon they are told in private


def test_a_refusal_of_a_setting_says_the_values() -> None:
    refused = decide_anew(lobby(), ANNA, "set pace=9000", START)
    assert isinstance(refused, Declined)
    assert (
        declined_words("en", refused)
        == "That cannot be set: Pace of the computer players (pace) takes 0–5000 milliseconds."
    )
    assert (
        declined_words("it", refused)
        == "Questo non si può impostare: per Ritmo dei computer (ritmo) vale 0–5000 millisecondi."
    )


def test_a_refusal_of_a_house_rule_says_its_sentence() -> None:
    refused = decide_anew(lobby(), ANNA, "set stallo_laps=99", START)
    assert isinstance(refused, Declined)
    words = "“Full laps of swaps that make a stallo” (stallo_laps) takes 1–10."
    assert declined_words("en", refused) == f"That cannot be set: {words}"


# --- house rules ------------------------------------------------------------------------------------------------------


def house(settings: Settings, language: str = "en") -> dict[str, dict[str, Any]]:
    """The house rules that a lobby with these settings offers, by name."""
    return {rule["name"]: rule for rule in table_page(lobby(settings), "t1", Viewer("", language))["table"]["house"]}


@pytest.mark.parametrize("code", RULE_SETS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_lobby_offers_every_house_rule_that_can_be_set(code: str, language: str) -> None:
    settings = with_settings(Settings(), {"rules": code})
    offered = house(settings, language)
    for name, rule in offered.items():
        values = [one["value"] for one in rule["choices"]] or [str(rule["low"]), str(rule["high"])]
        for value in values:
            changed = with_settings(settings, {name: value})
            assert format_value(getattr(changed.load_rules(), name)) == value
        assert rule["value"] == rule["usual"]
        assert rule["label"]
        assert rule["said"]
    left_out = {key.name for key in KEYS.values() if key.house} - set(offered) - set(ELSEWHERE)
    if settings.load_rules().stallo == "off":
        left_out.discard("stallo_laps")  # may be set, and means nothing yet
    for name in left_out:
        with pytest.raises(ValueError, match=name):
            with_settings(settings, {name: _other(settings, name)})


def _other(settings: Settings, name: str) -> str:
    """A value of a rule that is not the code's."""
    key, now = KEYS[name], getattr(settings.load_rules(), name)
    if key.type == "bool":
        return format_value(not now)
    return str(next(value for value in [*[one.value for one in key.choices], key.high, key.low] if value != now))


def test_a_changed_house_rule_is_shown_beside_what_the_code_says() -> None:
    rule = house(Settings(rules="fitab", house="free_wild=anchored"))["free_wild"]
    assert (rule["value"], rule["usual"], rule["words"]) == ("anchored", "floating", "no, it stands for one card")
    assert rule["said"].startswith("By the code yes, it is free to fill a gap (FITAB code, ")


def test_what_means_nothing_at_this_table_is_not_offered() -> None:
    assert "open_pairs" in house(Settings())
    assert "open_pairs" not in house(Settings(players=2))
    assert "stallo_laps" not in house(Settings(house="stallo=off"))


# --- who objected -----------------------------------------------------------------------------------------------------


def objection(table: Table, language: str = "en") -> str:
    return str(table_page(table, "t1", Viewer("", language))["objection"])


def test_who_takes_their_own_proposal_back_has_withdrawn_it() -> None:
    table = dealt(FITAB)
    who = person_in_turn(table)
    taken_back = after(table, (who, "propose annul"), (who, "refuse"))
    assert objection(taken_back) == f"{who.name} has withdrawn the request."
    assert objection(taken_back, "it") == f"{who.name} ha ritirato la richiesta."


def test_who_asks_stays_who_asked_when_others_agree() -> None:
    four = after(dealt(), (DARIO, "propose annul"), (ANNA, "agree"), (BRUNO, "agree"))
    proposal = table_page(four, "t1", Viewer(DARIO.id))["proposal"]
    assert (proposal["by"], proposal["own"], proposal["missing"]) == ("Dario", True, ["Carla"])
    assert not table_page(four, "t1", Viewer(ANNA.id))["proposal"]["own"]
    message = present("table", four, Viewer(now=START))
    assert message is not None
    assert "Dario asks to annul the deal. Does everyone agree?" in message.lines


@pytest.mark.parametrize(
    ("what", "english", "italian"),
    [
        ("undo", "the last turn stays as it is", "l'ultimo turno resta com'è"),
        ("annul", "the deal goes on", "la smazzata continua"),
        ("adjourn 3", "the match is not adjourned", "la partita non si rinvia"),
        ("time", "no more time is given", "non si dà altro tempo"),
    ],
)
def test_who_objected_is_named_until_the_next_turn(what: str, english: str, italian: str) -> None:
    table = dealt(FITAB)
    who = person_in_turn(table)
    other = next(one for one in (ANNA, BRUNO) if one.id != who.id)
    refused = after(table, (who, f"propose {what}"), (other, "refuse"))
    assert objection(refused) == f"{other.name} does not agree: {english}."
    assert objection(refused, "it") == f"{other.name} non è d'accordo: {italian}."
    for kind, person in (("table", ""), ("hand", who.id)):
        message = present(kind, refused, Viewer(person, now=START))
        assert message is not None
        assert objection(refused) in message.lines
    assert objection(after(refused, (other, "propose annul"))) == ""
    drawn = after(refused, (who, "play d"))
    assert objection(drawn) == objection(refused)
    discard = table_page(drawn, "t1", Viewer(who.id))["controls"]["discards"][-1]
    assert objection(after(drawn, (who, f"play x:{discard}"))) == ""


def called_by(table: Table, at: int, language: str = "en") -> list[str]:
    """The buttons by which time is called, in the message of the table as it is at this moment."""
    message = present("table", table, Viewer("", language, at))
    assert message is not None
    rows = [row for row in message.controls if isinstance(row, Row)]
    return [one.label for row in rows for one in row.buttons if one.press.request == Ask(Verb.CALL)]


def test_call_time_shows_when_it_can_be_called() -> None:
    table = dealt(FITAB)
    assert called_by(table, START) == ["Call time (from 23:14:00)"]  # by the clocks in Rome
    assert called_by(table, START, "it") == ["Chiama il tempo (dalle 23:14:00)"]
    assert called_by(table, END) == ["Call time"]
    assert called_by(after(table, (CLOCK, "call"), at=END), END) == []  # once is enough


# --- nobody calls time where moves take days --------------------------------------------------------------------------


def called(table: Table, at: int, language: str = "en") -> str:
    """What an opponent hears who calls time; who is in turn is called so."""
    mine = {table.in_turn, table.code.seats[(table.code.seats.index(table.in_turn) + 2) % 4]}
    caller = next(who for who in (ANNA, BRUNO, CARLA, DARIO) if table.seat_of(who.id) not in mine)
    decided = decide_anew(table, caller, "call", at)
    assert isinstance(decided, Declined)
    name = table.chair(table.in_turn).name
    return declined_words(language, decided, table).replace(name, "Zoe")


def test_who_calls_time_at_a_table_over_days_hears_what_is_left_of_them() -> None:
    table = dealt(OVER_DAYS)
    there = "Nobody calls time where moves take days: Zoe has {} left in the time bank, and then {}."
    plays = "a computer player plays"
    assert called(table, START) == there.format("3 days", plays)
    assert called(table, bank_ends(table) - 30 * HOUR) == there.format("1 day 6 hours", plays)
    online = dealt(replace(OVER_DAYS, rules="online"))
    assert called(online, START) == there.format("3 days", "their side loses the match")
    assert called(table, START, "it").startswith("Dove le mosse durano giorni nessuno chiama il tempo: Zoe ha ancora 3")
    assert called(after(table, (ADMIN, "pause")), START) == "The table is paused."


@pytest.mark.parametrize(("language", "day"), [("en", "1 day"), ("it", "1 giorno")])
def test_more_time_at_a_table_over_days_is_a_day_before_and_after_all_agree(language: str, day: str) -> None:
    table = dealt(OVER_DAYS)
    assert table_page(table, "t1", Viewer("", language))["time"]["more"] == day
    proposal = after(table, (person_in_turn(table), "propose time"))
    message = present("table", proposal, Viewer("", language, START))
    assert message is not None
    assert any(day in line for line in message.lines[1:])
    agreed = after(proposal, *[(who, "agree") for who in (ANNA, BRUNO, CARLA, DARIO) if who != person_in_turn(table)])
    assert any(day in line for line in feed(agreed, language))


def test_where_no_clock_runs_at_all_it_is_said_so() -> None:
    for table in (dealt(), after(dealt(OVER_DAYS), (person_in_turn(dealt(OVER_DAYS)), "leave"))):
        assert called(table, START) == "No clock is running here now."


def test_who_calls_time_where_the_match_has_a_clock_hears_what_is_left_of_it() -> None:
    table = dealt(Settings(match_minutes=30))
    here = "Nobody calls time here: the clock is that of the match."
    assert called(table, START) == f"{here} It has 30 minutes left, and then the last lap is played."
    assert called(table, START + 10 * MINUTE).startswith(f"{here} It has 20 minutes left")
    assert called(table, START, "it").endswith("Restano 30 minuti, poi si gioca l'ultimo giro.")
    over = after(table, (CLOCK, "timeout"), at=START + 30 * MINUTE)
    assert called(over, START + 30 * MINUTE).startswith("The time for the match is up: the last lap is played")
    assert called(after(table, (ADMIN, "pause")), START) == "The table is paused."


def test_at_a_table_of_fitab_who_calls_time_is_not_told_what_is_left_of_the_match() -> None:
    table = dealt(Settings(rules="fitab", match_minutes=42))
    words = called(table, START + 7 * MINUTE)
    assert words.startswith("Nobody calls time here: the clock is that of the match, and by this code")
    assert not re.search(r"\d", words)
    assert called(table, START + 8 * MINUTE) == words  # nothing counts down
    assert re.search(r"It has \d+ minutes left", called(dealt(Settings(rules="febur", match_minutes=42)), START))


def test_who_calls_time_where_a_turn_ends_by_itself_hears_what_is_left_of_it() -> None:
    table = dealt(Settings(house="turn_seconds=60"))
    assert not table.turn_grace
    there = "Nobody calls time here: Zoe has {} left for this turn, and then {}."
    played = "it is played as the code says"
    assert called(table, START) == there.format("1 minute", played)
    assert called(table, START + 45 * SECOND) == there.format("15 seconds", played)
    assert called(table, START + 45 * SECOND, "it").endswith("poi si gioca come dice il codice.")
    online = dealt(Settings(rules="online", house="turn_seconds=60"))
    assert called(online, START) == there.format("1 minute", "their side loses the match")
    stands_in = after(table, (person_in_turn(table), "leave"))
    assert called(stands_in, START) == "No clock is running here now."  # a computer player needs none
