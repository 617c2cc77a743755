"""What the planner says, in both languages."""

from datetime import datetime, timedelta

import pytest
from babel.dates import format_datetime

from bot.planner.calendar import moment
from bot.planner.plan import ANNOUNCED, OPENED_LATE, QUEUED, SKIPPED, Plan, Word
from bot.planner.when import UnclearTime, When, parse_when
from bot.words.languages import LANGUAGES, UNFINISHED
from bot.words.plans import doubt_words, plan_words
from bot.words.recurrence import often

ROME = "Europe/Rome"
START = moment(datetime.fromisoformat("2026-03-27T21:00"), ROME)
PLAN = Plan("x", "club", "p1", "{}", ROME, "2026-03-27T21:00", starts=START)


@pytest.mark.parametrize(
    ("language", "word", "words"),
    [
        ("en", Word(QUEUED, PLAN, START), "The match planned for Friday 27 March, 21:00 is waiting"),
        ("it", Word(SKIPPED, PLAN, START, missed=2), "La partita di venerdì 27 marzo, 21:00 salta"),
        ("it", Word(SKIPPED, PLAN, START, missed=2), "Partite programmate saltate nel frattempo: 2."),
        (
            "en",
            Word(OPENED_LATE, PLAN, START, late=20 * 60_000, label="ROSSO"),
            "21:00, opens 20 min late",
        ),
    ],
)
def test_a_channel_is_told_in_its_language(language: str, word: Word, words: str) -> None:
    assert words in plan_words(language, word, ROME)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "21:00 (time of Europe/Rome): Burraco."), ("it", "21:00 (ora di Europe/Rome): ")]
)
def test_a_time_by_another_clock_than_the_channel_s_names_its_zone(language: str, words: str) -> None:
    for here in ("Asia/Tokyo", ""):
        assert words in plan_words(language, Word(ANNOUNCED, PLAN, START), here)
    assert "Europe" not in plan_words(language, Word(ANNOUNCED, PLAN, START), ROME)


@pytest.mark.parametrize(
    ("rule", "english", "italian"),
    [
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "every other Friday", "un venerdì sì e uno no"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "every other Sunday", "una domenica sì e una no"),
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU",
            "every two weeks on Monday and Sunday",
            "ogni due settimane, lunedì e domenica",
        ),
        ("FREQ=DAILY;INTERVAL=2", "every other day", "ogni due giorni"),
        (
            "FREQ=MONTHLY;BYDAY=+1FR,-1SU",
            "every first Friday and last Sunday of the month",
            "ogni primo venerdì e ultima domenica del mese",
        ),
    ],
)
def test_what_comes_again_is_told_in_words_that_are_understood(rule: str, english: str, italian: str) -> None:
    assert [often("en", rule), often("it", rule)] == [english, italian]
    for words in (english, italian):
        when = parse_when(f"{words}, 21:00", START, ROME)
        assert isinstance(when, When), when
        assert when.rule == rule


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one not in UNFINISHED])
@pytest.mark.parametrize("pattern", ["EEEE d MMMM, HH:mm", "EEEE d MMMM y, HH:mm"])
def test_every_date_that_is_told_is_understood(language: str, pattern: str) -> None:
    days = [datetime.fromisoformat("2026-03-28T21:00") + timedelta(days=day) for day in range(364)]
    texts = [format_datetime(day, pattern, locale=language) for day in days]
    assert [parse_when(text, START, ROME) for text in texts] == [When(day) for day in days]


def test_a_doubt_is_a_sentence() -> None:
    doubt = parse_when("venerdì alle 9", START - 86_400_000, ROME)
    assert isinstance(doubt, UnclearTime)
    assert doubt_words("it", doubt) == "Di mattina o di sera? Scrivi 09:00 o 21:00."
    assert doubt_words("en", doubt) == "In the morning or in the evening? Write 09:00 or 21:00."
