"""Where the code says so, a clock that runs out loses the match (online); older tables keep the forced play."""

from dataclasses import replace

import pytest

from bot.durations import DAY, SECOND
from bot.messages.presenter import HAND, SCORE, TABLE, present
from bot.tables import timers as due
from bot.tables.log import LogRow, fold, format_who, opening
from bot.tables.table import OVER, PLAYING, Settings, Table
from bot.tables.timers import dues
from bot.tables.who import Who
from bot.views.table_page import table_page
from bot.views.viewer import Viewer
from engine.deal import ABBANDONO
from engine.record import format_record
from engine.replay import replay
from tests.tables.playing import (
    ANNA,
    BRUNO,
    CARLA,
    CLOCK,
    DARIO,
    SEED,
    START,
    after,
    dealt,
    declined,
    full,
    lobby,
    person_in_turn,
)

PEOPLE = (ANNA, BRUNO, CARLA, DARIO)
ONLINE = Settings(rules="online", house="turn_seconds=60", pace=0)
OVER_DAYS = Settings(rules="online", days=2, quiet="", zone="UTC", pace=0)
BANK = 2 * DAY


def kinds(table: Table, at: int) -> dict[str, int]:
    return {found.kind: found.at for found in dues(table, at)}


def guilty(table: Table) -> str:
    assert table.match is not None
    return table.code.sides[table.match.given_up_by]


def test_the_clock_of_a_turn_loses_the_match() -> None:
    table = dealt(ONLINE)
    who, side = person_in_turn(table), table.code.sides[table.code.side_of[table.code.seats.index(table.in_turn)]]
    assert kinds(table, START)[due.CLOCK] == START + 60 * SECOND
    assert declined(table, who, "play t") == "only-the-host"
    lost = after(table, (who, "play d"), (CLOCK, "play t"), at=START + 60 * SECOND)
    assert (lost.phase, guilty(lost)) == (OVER, side)
    assert lost.match is not None
    assert lost.match.deals[0].termination == ABBANDONO
    assert lost.match.vp is not None
    assert lost.match.vp[lost.match.given_up_by] == 0
    assert max(lost.match.vp) >= 14
    found = replay(format_record(lost.records))
    assert (found.refusal, found.match.deals, found.match.vp) == (None, lost.match.deals, lost.match.vp)
    assert kinds(lost, START).keys() == {due.EXPIRE}


def test_before_a_card_is_taken_too() -> None:
    table = dealt(ONLINE)
    text = format_record(after(table, (CLOCK, "play t"), at=START + 60 * SECOND).records)
    assert text.splitlines()[-2:] == [f"1. {table.in_turn} t", f"* resign {table.in_turn}"]


def test_a_bank_of_days_that_is_used_up_loses_it_and_elsewhere_a_computer_stands_in() -> None:
    table = dealt(OVER_DAYS)
    assert kinds(table, START)[due.CLOCK] == START + BANK
    assert due.STANDIN not in kinds(table, START)
    assert after(table, (CLOCK, "play t"), at=START + BANK).phase == OVER
    elsewhere = kinds(dealt(replace(OVER_DAYS, rules="fibur")), START)
    assert (elsewhere[due.STANDIN], due.CLOCK in elsewhere) == (START + BANK, False)


def test_a_table_may_choose_otherwise() -> None:
    plays = after(dealt(replace(ONLINE, house="turn_seconds=60 clock_out=plays")), (CLOCK, "play t"), at=START)
    assert (plays.phase, set(kinds(plays, START))) == (PLAYING, {due.FORCE})
    loses = dealt(Settings(rules="febur", house="turn_seconds=60 clock_out=loses"))
    lost = after(loses, (CLOCK, "play t"), at=START)
    assert (lost.phase, lost.match and lost.match.award and max(lost.match.vp or ())) == (OVER, 13)


@pytest.mark.parametrize("version", [0, 1])
def test_at_an_older_table_the_turn_is_played(version: int) -> None:
    table = lobby(ONLINE)
    entry = opening(table).replace(f'"version":{table.version}', f'"version":{version}')
    steps: list[tuple[Who, str]] = [(who, "join") for who in PEOPLE[1:]]
    steps += [(ANNA, f"start {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"), (CLOCK, "play t"), (CLOCK, "play d")]
    rows = [LogRow(seq, f"a{seq}", format_who(who), command, START) for seq, (who, command) in enumerate(steps, 2)]
    found = fold([LogRow(1, "a1", format_who(ANNA), entry, START), *rows])
    assert (found.phase, set(kinds(found, START))) == (PLAYING, {due.FORCE})
    ended = after(found, (ANNA, "resign"))
    assert ended.records[0].tags["House"] == "turn_seconds=60"
    assert replay(format_record(ended.records)).refusal is None


# --- what people are told ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "notice", "own", "result"),
    [
        (
            "en",
            "{name} has run out of time and loses the match.",
            "You have run out of time and lose the match.",
            "ran out of time.",
        ),
        (
            "it",
            "A {name} è scaduto il tempo: la partita è persa.",
            "Ti è scaduto il tempo: la partita è persa.",
            "il tempo è scaduto.",
        ),
    ],
)
def test_it_is_said_why_the_match_is_over(language: str, notice: str, own: str, result: str) -> None:
    table = dealt(ONLINE)
    player = person_in_turn(table)
    lost = after(table, (person_in_turn(table), "play d"), (CLOCK, "play t"), at=START)
    seen = table_page(lost, "t1", Viewer("", language))
    assert seen["feed"][-1] == notice.format(name=player.name)
    assert table_page(lost, "t1", Viewer(player.id, language))["feed"][-1] == own
    assert seen["score"]["result"].endswith(result)
    for kind in (TABLE, SCORE, HAND):
        message = present(kind, lost, Viewer("p1" if kind == HAND else "", language, START))
        assert message is not None
        words = "\n".join([*message.lines, message.alt])
        assert "gave up" not in words
        assert "given up" not in words
        assert "abbandon" not in words


@pytest.mark.parametrize(("language", "words"), [("en", "whoever runs out of it"), ("it", "chi lo fa scadere")])
def test_the_settings_of_a_lobby_say_it_of_the_clocks_that_do_so(language: str, words: str) -> None:
    for rules in ("online", "fibur"):
        table = lobby(replace(ONLINE, rules=rules, house=""))
        settings = table_page(table, "t1", Viewer("p1", language))["table"]["settings"]
        (clock,) = [one for one in settings if one["name"] == "clock"]
        loses = {choice["value"] for choice in clock["choices"] if words in choice["label"]}
        assert loses == ({"turn", "days"} if rules == "online" else set())


@pytest.mark.parametrize(("language", "words"), [("en", "whoever runs out of it"), ("it", "chi lo fa scadere")])
@pytest.mark.parametrize("settings", [ONLINE, OVER_DAYS])
def test_the_lobby_warns_of_it(settings: Settings, language: str, words: str) -> None:
    message = present(TABLE, full(settings), Viewer("", language, START))
    calm = present(TABLE, full(replace(settings, house="", days=0)), Viewer("", language, START))
    assert message is not None
    assert calm is not None
    assert any(words in line for line in message.lines)
    assert not any(words in line for line in calm.lines)
