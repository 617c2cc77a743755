"""What is left of the match's time, and who is told: nobody at a table of FITAB's (art. 5)."""

import json
from dataclasses import replace

import pytest

from bot.durations import MINUTE
from bot.messages.message import Message
from bot.messages.presenter import KINDS, present
from bot.tables.clocks import match_ends
from bot.tables.table import Settings, Table
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from tests.tables.playing import ANNA, BRUNO, CARLA, CLOCK, DARIO, START, after, dealt

FITAB = Settings(rules="fitab", match_minutes=42, pace=0)
EVERYBODY = ("", "p1", "p2", "p3", "p4", "p9")
LATER = START + 7 * MINUTE


def moments(table: Table, person: str) -> str:
    return json.dumps(table_page(table, "t1", Viewer(person)), default=str)


def messages(table: Table, person: str, now: int) -> list[Message]:
    found = [present(kind, table, Viewer(person, "en", now)) for kind in KINDS]
    return [message for message in found if message is not None]


@pytest.mark.parametrize("house", ["", "hands=2"])
def test_nobody_at_a_table_of_fitab_is_told_how_much_time_is_left(house: str) -> None:
    table = dealt(replace(FITAB, house=house))
    ends = match_ends(table)
    assert ends == START + 42 * MINUTE
    between = after(table, (ANNA, "propose annul"), *[(who, "agree") for who in (BRUNO, CARLA, DARIO)], at=LATER)
    more = after(table, (ANNA, "propose time"), *[(who, "agree") for who in (BRUNO, CARLA, DARIO)], at=LATER)
    assert match_ends(more) == ends + 5 * MINUTE
    for now in (table, between, more):
        for person in EVERYBODY:
            seen = table_page(now, "t1", Viewer(person))
            assert seen["time"]["match_until"] == 0
            assert str(match_ends(now) or ends) not in moments(now, person)
            at_start, later = messages(now, person, START), messages(now, person, LATER)
            assert at_start == later  # nothing counts down
            assert "35 minutes" not in "".join([line for message in later for line in (*message.lines, message.alt)])


def test_when_the_time_is_over_everybody_is_told() -> None:
    table = after(dealt(FITAB), (CLOCK, "timeout"), at=START + 42 * MINUTE)
    assert table_page(table, "t1", Viewer("p1"))["last_lap"]
    assert table_page(table, "t1", Viewer("p1"))["feed"] == ["The time for the match is up: the last lap is played."]


@pytest.mark.parametrize("settings", [replace(FITAB, rules="febur"), replace(FITAB, house="round_clock=shown")])
def test_elsewhere_and_where_a_table_wants_it_the_page_shows_it(settings: Settings) -> None:
    table = dealt(settings)
    until = {table_page(table, "t1", Viewer(person))["time"]["match_until"] for person in EVERYBODY}
    assert until == {match_ends(table)}
    hidden = dealt(replace(settings, rules="febur", house="round_clock=hidden"))
    assert table_page(hidden, "t1", Viewer("p1"))["time"]["match_until"] == 0
