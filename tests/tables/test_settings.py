"""What may be set at a table, by its people and for a channel: limits, clear refusals, clocks that go together."""

import pytest

from bot.durations import HOUR, MINUTE
from bot.tables.clocks import CLOCKS, clock_of
from bot.tables.setting import BadSetting
from bot.tables.settings import SETTINGS, value_of, with_settings
from bot.tables.table import Settings
from engine.rules import KEYS
from tests.tables.playing import ANNA, SEED, after, declined, lobby

USUAL = Settings()


def test_a_setting_is_written_in_its_unit() -> None:
    table = after(lobby(Settings()), (ANNA, "set pace=0 pause=10 ping=120 stand_in=0 expires=60"))
    settings = table.settings
    assert (settings.pace, settings.pause, settings.ping_after) == (0, 10_000, 2 * MINUTE)
    assert (settings.stand_in_after, settings.lobby_expires) == (0, HOUR)


def test_rules_and_settings_are_changed_together() -> None:
    settings = with_settings(USUAL, {"rules": "fitab", "clock_scale": "2", "hands": "3", "pause": "5"})
    assert (settings.rules, settings.house, settings.pause) == ("fitab", "clock_scale=2 hands=3", 5000)


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_written_is_read_again(name: str) -> None:
    settings = with_settings(USUAL, {"clock": SETTINGS[name].clock or "none"})
    assert with_settings(settings, {name: value_of(settings, SETTINGS[name])}) == settings


@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ("pace=5001", "0–5000"),
        ("pace=-1", "0–5000"),
        ("pace=fast", "0–5000"),
        ("pace=²", "0–5000"),
        ("pause=", "0–600"),
        ("ping=99999999999", "0–3600"),
        ("expires=5", "10–1440"),
        ("clock=sand", "none, turn, match, days"),
        ("days=15", "0–14"),
        ("match_minutes=241", "0–240"),
        ("quiet=night", "HH:MM-HH:MM, off"),
        ("zone=Mars/Olympus", "Europe/Rome, …"),
        ("zone=off", "Europe/Rome, …"),
        ("holidays=32-01", "YYYY-MM-DD, MM-DD, off"),
        ("hands=99", "1, 2"),
        ("undo=maybe", "on, off"),
        ("stallo=never", "auto, ask, off"),
        ("turn_seconds=9999", "0–3600"),
        ("players=5", "4, 2"),
        ("rules=nobody", "febur, online, three-player"),
        ("hands=", "1, 2"),
        ("undo=", "on, off"),
    ],
)
def test_a_refusal_says_what_is_allowed(change: str, allowed: str) -> None:
    changes = dict(word.split("=") for word in change.split())
    with pytest.raises(BadSetting) as refused:
        with_settings(USUAL, changes)
    assert refused.value.allowed.startswith(allowed)
    assert refused.value.name in {*changes, "clock"}
    assert declined(lobby(), ANNA, f"set {change}") == "bad-setting"


@pytest.mark.parametrize("change", ["stand_in=30", "ping=301"])
def test_a_stand_in_comes_after_the_ping(change: str) -> None:
    assert declined(lobby(), ANNA, f"set {change}") == "stand-in-too-early"


@pytest.mark.parametrize("change", ["turn_seconds=60 days=2", "match_minutes=30 days=2"])
def test_a_table_has_one_clock(change: str) -> None:
    assert declined(lobby(), ANNA, f"set {change}") == "two-clocks"


@pytest.mark.parametrize("change", ["target=2000", "clock_scale=2", "max_run=3"])
def test_what_this_code_does_not_leave_to_a_table_is_refused_as_such(change: str) -> None:
    assert declined(lobby(), ANNA, f"set {change}") == "setting-not-here"


@pytest.mark.parametrize("change", ["max_run=3", "nothing=1"])
def test_what_does_not_exist_cannot_be_set(change: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        with_settings(USUAL, dict([change.split("=")]))


@pytest.mark.parametrize("code", ["fibur", "fitab"])
@pytest.mark.parametrize("before", CLOCKS)
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_clock_brings_its_figures_and_takes_the_others_away(code: str, before: str, clock: str) -> None:
    settings = with_settings(with_settings(Settings(rules=code), {"clock": before}), {"clock": clock})
    assert clock_of(settings) == clock
    assert [bool(settings.days), bool(settings.match_minutes)] == [clock == "days", clock == "match"]


def test_figures_of_another_clock_are_left_aside() -> None:
    settings = with_settings(USUAL, {"clock": "match", "days": "5", "match_minutes": "50", "turn_seconds": "30"})
    assert (settings.days, settings.match_minutes, clock_of(settings)) == (0, 50, "match")
    assert with_settings(USUAL, {"clock": "turn", "turn_seconds": "30"}).house == "turn_seconds=30"


def test_the_usual_time_of_a_match_is_the_code_s() -> None:
    assert with_settings(Settings(rules="fitab"), {"hands": "3", "clock": "match"}).match_minutes == 32
    assert with_settings(Settings(rules="fibur"), {"hands": "3", "clock": "match"}).match_minutes == 35


def test_no_setting_is_called_as_a_rule() -> None:
    assert set(SETTINGS).isdisjoint({*KEYS, "rules", "players"})


def test_nothing_is_set_when_the_match_has_begun() -> None:
    assert declined(after(lobby(), (ANNA, f"start {SEED}")), ANNA, "set pace=0") == "already-started"
