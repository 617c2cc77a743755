"""Times as people write them: what is clear is understood, what could be two things is asked about."""

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.planner.calendar import moment, wall
from bot.planner.when import DOUBTS, UnclearTime, When, parse_when

ROME = "Europe/Rome"
NOW = moment(datetime.fromisoformat("2026-03-25T15:00"), ROME)  # a Wednesday

CLEAR = """
tonight 21:30                          | 2026-03-25 21:30
stasera 21:30                          | 2026-03-25 21:30
Stasera alle 9                         | 2026-03-25 21:00
tonight at 9                           | 2026-03-25 21:00
questa sera, ore 21.15                 | 2026-03-25 21:15
21:30                                  | 2026-03-25 21:30
stasera 21,30                          | 2026-03-25 21:30
venerdì, ore 21,30                     | 2026-03-27 21:30
April 3,21:00                          | 2026-04-03 21:00
13/4,21                                | 2026-04-13 21:00
April 3,2026,9pm                       | 2026-04-03 21:00
tomorrow 9pm                           | 2026-03-26 21:00
tomorrow at 9 p.m.                     | 2026-03-26 21:00
domani sera alle 9 e mezza             | 2026-03-26 21:30
domani a mezzogiorno                   | 2026-03-26 12:00
domani pomeriggio alle 4               | 2026-03-26 16:00
tomorrow morning at 9                  | 2026-03-26 09:00
dopodomani ore 21:15                   | 2026-03-27 21:15
Friday 21:00                           | 2026-03-27 21:00
venerdì 21:00                          | 2026-03-27 21:00
questo venerdì alle 21                 | 2026-03-27 21:00
mercoledì alle 14                      | 2026-04-01 14:00
wednesday 4pm                          | 2026-03-25 16:00
2026-04-03 21:00                       | 2026-04-03 21:00
2026-04-03T21:00                       | 2026-04-03 21:00
2026-04-03 9:00                        | 2026-04-03 09:00
13/4 21:00                             | 2026-04-13 21:00
3.4.2026 21:00                         | 2026-04-03 21:00
3 aprile alle 21                       | 2026-04-03 21:00
April 3rd 9pm                          | 2026-04-03 21:00
1 gennaio 21:00                        | 2027-01-01 21:00
tomorrow 24:00                         | 2026-03-27 00:00
domani alle 24:00                      | 2026-03-27 00:00
every friday 24:00                     | 2026-03-28 00:00 FREQ=WEEKLY;BYDAY=SA
in 2 hours                             | 2026-03-25 17:00
fra due ore                            | 2026-03-25 17:00
in an hour                             | 2026-03-25 16:00
fra mezz'ora                           | 2026-03-25 15:30
tra 45 minuti                          | 2026-03-25 15:45
stasera alle nove                      | 2026-03-25 21:00
domani alle ventuno                    | 2026-03-26 21:00
stasera alle otto e mezza              | 2026-03-25 20:30
stasera verso le otto e venti          | 2026-03-25 20:20
stasera alle dieci meno un quarto      | 2026-03-25 21:45
alle 21 meno dieci                     | 2026-03-25 20:50
alle 24 meno dieci                     | 2026-03-25 23:50
domani a mezzogiorno e mezzo           | 2026-03-26 12:30
domani pomeriggio alla una meno dieci  | 2026-03-26 12:50
domattina alle 10                      | 2026-03-26 10:00
half past nine tonight                 | 2026-03-25 21:30
half nine tonight                      | 2026-03-25 21:30
tonight at 9ish                        | 2026-03-25 21:00
around 9:30pm-ish                      | 2026-03-25 21:30
8pm sharp                              | 2026-03-25 20:00
alle 21 e 30                           | 2026-03-25 21:30
domani alle 21 e 40                    | 2026-03-26 21:40
stasera alle 10 meno 10                | 2026-03-25 21:50
alle 20 in punto                       | 2026-03-25 20:00
tonight at a quarter to ten            | 2026-03-25 21:45
quarter past 8 pm                      | 2026-03-25 20:15
tomorrow evening at ten to nine        | 2026-03-26 20:50
tomorrow at nine thirty pm             | 2026-03-26 21:30
tomorrow at a quarter to one           | 2026-03-26 12:45
stasera h21                            | 2026-03-25 21:00
tonight @9                             | 2026-03-25 21:00
fra un'ora e mezza                     | 2026-03-25 16:30
tra due ore e un quarto                | 2026-03-25 17:15
fra un'oretta                          | 2026-03-25 16:00
tra un quarto d'ora                    | 2026-03-25 15:15
fra tre quarti d'ora                   | 2026-03-25 15:45
in an hour and a half                  | 2026-03-25 16:30
in 1.5 hours                           | 2026-03-25 16:30
tra 2,25 ore                           | 2026-03-25 17:15
tra 1,5 ore                            | 2026-03-25 16:30
in 1h30                                | 2026-03-25 16:30
in 1 hour 30 minutes                   | 2026-03-25 16:30
in 2 hours and 5 minutes               | 2026-03-25 17:05
tra un'ora e 20 minuti                 | 2026-03-25 16:20
tra 1 ora e 30                         | 2026-03-25 16:30
tra mezz´ora                           | 2026-03-25 15:30
tra mezza ora                          | 2026-03-25 15:30
fra un paio d'ore                      | 2026-03-25 17:00
in a couple of hours                   | 2026-03-25 17:00
in 3 days at 9pm                       | 2026-03-28 21:00
fra 3 giorni alle 21                   | 2026-03-28 21:00
tra una settimana alle 21              | 2026-04-01 21:00
in a week at 9pm                       | 2026-04-01 21:00
in two and a half hours                | 2026-03-25 17:30
in a quarter of an hour                | 2026-03-25 15:15
every friday at half past eight pm     | 2026-03-27 20:30 FREQ=WEEKLY;BYDAY=FR
every Friday 21:00                     | 2026-03-27 21:00 FREQ=WEEKLY;BYDAY=FR
every Friday 9pm                       | 2026-03-27 21:00 FREQ=WEEKLY;BYDAY=FR
ogni venerdì alle 21                   | 2026-03-27 21:00 FREQ=WEEKLY;BYDAY=FR
tutti i venerdì alle 21                | 2026-03-27 21:00 FREQ=WEEKLY;BYDAY=FR
i venerdì alle 21                      | 2026-03-27 21:00 FREQ=WEEKLY;BYDAY=FR
Fridays 21:00                          | 2026-03-27 21:00 FREQ=WEEKLY;BYDAY=FR
every tuesday and thursday 21:00       | 2026-03-26 21:00 FREQ=WEEKLY;BYDAY=TU,TH
ogni martedì e giovedì alle 21         | 2026-03-26 21:00 FREQ=WEEKLY;BYDAY=TU,TH
every other friday 9pm                 | 2026-03-27 21:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
ogni due settimane di venerdì alle 21  | 2026-03-27 21:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
every day 21:00                        | 2026-03-25 21:00 FREQ=DAILY
ogni sera alle 9                       | 2026-03-25 21:00 FREQ=DAILY
Friday 27 March, 21:00                 | 2026-03-27 21:00
venerdì 27 marzo alle 21               | 2026-03-27 21:00
venerdì 1 gennaio, 21:00               | 2027-01-01 21:00
domani, giovedì, alle 21               | 2026-03-26 21:00
sabato 28 alle 21                      | 2026-03-28 21:00
sab. 28 ore 21:30                      | 2026-03-28 21:30
Saturday the 28th at 9pm               | 2026-03-28 21:00
il 28 alle 21                          | 2026-03-28 21:00
lunedì 13 h21                          | 2026-04-13 21:00
il 31 alle 21:15                       | 2026-03-31 21:15
venerdì 21                             | 2026-03-27 21:00
venerdì 9 e mezza di sera              | 2026-03-27 21:30
il 3 aprile alle 21                    | 2026-04-03 21:00
friday 27 march 24:00                  | 2026-03-28 00:00
lun 21:00                              | 2026-03-30 21:00
ven. 21:00                             | 2026-03-27 21:00
mar 21:00                              | 2026-03-31 21:00
mar 31 mar 21:00                       | 2026-03-31 21:00
mar 31 21:00                           | 2026-03-31 21:00
venerdi' alle 21                       | 2026-03-27 21:00
every mon and gio 21:00                | 2026-03-26 21:00 FREQ=WEEKLY;BYDAY=MO,TH
every other day 21:00                  | 2026-03-25 21:00 FREQ=DAILY;INTERVAL=2
ogni due giorni alle 21                | 2026-03-25 21:00 FREQ=DAILY;INTERVAL=2
un venerdì sì e uno no alle 21         | 2026-03-27 21:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
una domenica sì e una no, 21:00        | 2026-03-29 21:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=SU
every first and third friday 21:00     | 2026-04-03 21:00 FREQ=MONTHLY;BYDAY=+1FR,+3FR
ogni primo e terzo venerdì alle 21     | 2026-04-03 21:00 FREQ=MONTHLY;BYDAY=+1FR,+3FR
every third and last friday 21:00      | 2026-03-27 21:00 FREQ=MONTHLY;BYDAY=+3FR,-1FR
every 1st friday and 3rd sunday 21:00  | 2026-04-03 21:00 FREQ=MONTHLY;BYDAY=+1FR,+3SU
every first friday and sunday 21:00    | 2026-04-03 21:00 FREQ=MONTHLY;BYDAY=+1FR,+1SU
every second friday of the month 21:00 | 2026-04-10 21:00 FREQ=MONTHLY;BYDAY=+2FR
first friday of every month 21:00      | 2026-04-03 21:00 FREQ=MONTHLY;BYDAY=+1FR
l'ultima domenica di ogni mese, 21:00  | 2026-03-29 21:00 FREQ=MONTHLY;BYDAY=-1SU
every first friday of the month 21:00  | 2026-04-03 21:00 FREQ=MONTHLY;BYDAY=+1FR
ogni ultimo venerdì del mese alle 21   | 2026-03-27 21:00 FREQ=MONTHLY;BYDAY=-1FR
"""
UNCLEAR = """
alle nove                    | hour one=09:00 other=21:00
alle nove e mezza            | hour one=09:30 other=21:30
half past nine               | hour one=09:30 other=21:30
tomorrow at quarter to ten   | hour one=09:45 other=21:45
half nine                    | hour one=09:30 other=21:30
in 1.5 hours 21:00           | twice word=21:00
in 3 days                    | no-time
domani fra 3 giorni alle 21  | twice word=fra 3 giorni
il prossimo venerdì alle 21  | which-day one=2026-03-27 other=2026-04-03
half nine and a half         | twice word=and a half
half past nine thirty        | twice word=thirty
0 meno dieci                 | no-hour time=0 meno dieci
domattina domani alle 10     | twice word=domani
domattina alle 21            | no-hour time=21:00
in 0 minutes                 | past
24:30                        | no-hour time=24:30
in 2 hours 21:00             | twice word=21:00
alle 9                       | hour one=09:00 other=21:00
friday 9:30                  | hour one=09:30 other=21:30
friday 9,30                  | hour one=09:30 other=21:30
stasera 21,30,15             | twice word=15
tomorrow at 12               | hour one=12:00 other=00:00
every friday at 8            | hour one=08:00 other=20:00
stasera alle 3               | no-hour time=3:00
tomorrow morning 9pm         | no-hour time=21:00
alle 25                      | no-hour time=25
21:75                        | no-hour time=21:75
13pm                         | no-hour time=13pm
next friday 21:00            | which-day one=2026-03-27 other=2026-04-03
venerdì prossimo alle 21     | which-day one=2026-03-27 other=2026-04-03
3/4 21:00                    | which-day one=2026-04-03 other=2026-03-04
3/4/2026 21:00               | which-day one=2026-04-03 other=2026-03-04
il venerdì alle 21           | once-or-every
first friday 21:00           | once-or-monthly one=2026-04-03 21:00
last friday 21:00            | once-or-monthly one=2026-03-27 21:00
il primo venerdì alle 21     | once-or-monthly one=2026-04-03 21:00
every second friday 21:00    | second place=second day=friday
ogni seconda domenica, 21:00 | second place=seconda day=domenica
every friday and first saturday 21:00 | twice word=first
every other first friday 21:00 | twice word=first
every friday first 21:00     | twice word=first
in 2 hours last friday       | no-time
every friday of every month 21:00 | no-day
friday 28 march 21:00        | which-day one=2026-03-28 other=2026-03-27
venerdì 28 alle 21           | which-day one=2026-03-28 other=2026-03-27
sabato 32 alle 21            | no-date date=sabato 32
domani il 28 alle 21         | twice word=il 28
oggi venerdì alle 21         | which-day one=2026-03-25 other=2026-03-27
venerdì sabato alle 21       | twice word=sabato
lunedì martedì alle 21       | twice word=martedì
every next friday 21:00      | once-or-every
2026-02-30 21:00             | no-date date=2026-02-30
31 giugno 21:00              | no-date date=31 giugno
midnight                     | midnight
stanotte alle 2              | midnight
tomorrow                     | no-time
every 21:00                  | no-day
21:00 22:00                  | twice word=22:00
today tomorrow 21:00         | twice word=tomorrow
friday saturday 21:00        | twice word=saturday
soon                         | word word=soon
stasera 21:30 forse          | word word=forse
today 09:00                  | past
2025-12-24 21:00             | past
2027-12-01 21:00             | far days=400
                             | no-time
"""


def rows(table: str) -> list[tuple[str, str]]:
    return [(text.strip(), meaning.strip()) for text, meaning in [row.split("|") for row in table.splitlines() if row]]


@pytest.mark.parametrize(("text", "meaning"), rows(CLEAR))
def test_what_is_clear_is_understood(text: str, meaning: str) -> None:
    when = parse_when(text, NOW, ROME)
    assert isinstance(when, When), when
    assert f"{when.first:%Y-%m-%d %H:%M} {when.rule}".strip() == meaning


LEAP = """
29 february 21:00                      | 2028-02-29 21:00
29 febbraio ore 21:00                  | 2028-02-29 21:00
29/2 21:00                             | 2028-02-29 21:00
28 february 24:00                      | 2028-02-29 00:00
29 february 24:00                      | 2028-03-01 00:00
30 november 24:00                      | 2028-12-01 00:00
1 december 24:00                       | 2027-12-02 00:00
"""


@pytest.mark.parametrize(("text", "meaning"), rows(LEAP))
def test_a_date_without_its_year_is_the_next_that_there_is(text: str, meaning: str) -> None:
    when = parse_when(text, moment(datetime.fromisoformat("2027-12-01T15:00"), ROME), ROME)
    assert isinstance(when, When), when
    assert f"{when.first:%Y-%m-%d %H:%M}" == meaning


def test_a_date_that_neither_year_has_is_none() -> None:
    for text in ("30 february 21:00", "31/4 21:00", "29 february 21:00"):
        when = parse_when(text, NOW, ROME)  # of 2026, and 2027 has no such day either
        assert isinstance(when, UnclearTime)
        assert when.key == "no-date"


@pytest.mark.parametrize(("text", "doubt"), rows(UNCLEAR))
def test_what_is_not_clear_is_asked_about(text: str, doubt: str) -> None:
    found = parse_when(text, NOW, ROME)
    assert isinstance(found, UnclearTime), found
    assert " ".join([found.key, *[f"{name}={value}" for name, value in found.facts]]) == doubt
    assert " ".join([name for name, _ in found.facts]) == DOUBTS[found.key]


ENDS_OF_THE_CALENDAR = """
0001-01-01 00:00                       | past
monday 1/1/0001 21:00                  | past
1 january 0001 24:00                   | past
every day 0001-01-01 21:00             | past
2025-08-01 21:00                       | past
9999-12-31 21:00                       | far days=400
9999-12-31 24:00                       | far days=400
monday 31/12/9999 21:00                | far days=400
every day 31 december 9999 21:00       | far days=400
0/5 21:00                              | no-date date=0/5
"""


@pytest.mark.parametrize(("text", "doubt"), rows(ENDS_OF_THE_CALENDAR))
def test_the_first_and_the_last_day_of_all_calendars_have_an_answer(text: str, doubt: str) -> None:
    found = parse_when(text, NOW, ROME)
    assert isinstance(found, UnclearTime), found
    assert " ".join([found.key, *[f"{name}={value}" for name, value in found.facts]]) == doubt


@given(
    st.sampled_from(["", "every day ", "friday "]),
    st.dates(),
    st.sampled_from(["00:00", "21:00", "24:00"]),
)
def test_whatever_date_is_written_has_an_answer(before: str, day: date, hour: str) -> None:
    found = parse_when(f"{before}{day.isoformat()} {hour}", NOW, ROME)
    assert isinstance(found, UnclearTime) or moment(found.first, ROME) > NOW


@given(st.text(alphabet="0123456789:./- abcdeghilmnoprstuvyàìalle ogni pm", max_size=30))
def test_whatever_is_written_has_an_answer(text: str) -> None:
    found = parse_when(text, NOW, ROME)
    assert isinstance(found, UnclearTime) or moment(found.first, ROME) > NOW


@given(st.integers(1, 23), st.integers(0, 59), st.integers(0, 300))
def test_an_iso_date_is_that_moment(hour: int, minute: int, days: int) -> None:
    text = f"{wall(NOW + (days + 1) * 86_400_000, ROME):%Y-%m-%d} {hour:02}:{minute:02}"
    when = parse_when(text, NOW, ROME)
    assert isinstance(when, When)
    assert f"{when.first:%Y-%m-%d %H:%M}" == text
