"""What a log holds was carried out once, and is carried out again: whatever limits, names and machines are now."""

import json
from pathlib import Path

import pytest

from bot.tables.log import BrokenLog, LogRow, NewerLog, fold, format_who, opening
from bot.tables.settings import SETTINGS
from bot.tables.table import VERSION, Settings
from bot.tables.who import Who
from tests.host.test_door import BOT, World, run
from tests.tables.playing import ANNA, BRUNO, CARLA, FAST, SEED, START, declined, lobby


def log(*steps: tuple[Who, str], settings: Settings = FAST) -> list[LogRow]:
    """A log that Anna opens."""
    rows = [(ANNA, opening(lobby(settings))), *steps]
    return [LogRow(seq, f"a{seq}", format_who(who), entry, START) for seq, (who, entry) in enumerate(rows, 1)]


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ("name", "not-now"),
        ("mirror c1", "already-shown"),
        ("computer E sibyl", "no-such-player"),
        ("set pace=999999", "bad-setting"),
        ("set ping=3600 stand_in=1", "stand-in-too-early"),
        ("set clock=turn match_minutes=30", ""),
        ("set clock=days zone=Mars/Olympus", "bad-setting"),
        ("set clock=days match_minutes=30", ""),
    ],
)
def test_what_is_not_done_any_more_is_still_read(command: str, key: str) -> None:
    if key:
        assert declined(lobby(), ANNA, command) == key
    assert fold(log((ANNA, command))).opener == ANNA.id


def test_longer_lists_than_this_program_keeps_are_read() -> None:
    crowd = [(Who(f"q{number}", f"Q {number}"), "join") for number in range(20)]
    mirrors = [(ANNA, f"mirror c{number}") for number in range(2, 20)]
    table = fold(log(*crowd, *mirrors))
    assert (len(table.waiting), len(table.mirrors)) == (17, 18)
    assert declined(table, BRUNO, "join") == "waiting-list-full"
    assert declined(table, ANNA, "mirror elsewhere") == "too-many-mirrors"


def test_a_table_whose_time_zone_this_machine_has_lost_goes_on() -> None:
    over_days = (ANNA, "set players=2 clock=days zone=Mars/Olympus")
    table = fold(log(over_days, (BRUNO, "join"), (ANNA, f"start {SEED}")))
    assert (table.settings.zone, len(table.banks)) == ("Mars/Olympus", 2)


@pytest.mark.parametrize("name", [name for name, one in SETTINGS.items() if one.type == "int"])
def test_no_limit_of_a_setting_is_asked_of_a_log(name: str) -> None:
    beyond = SETTINGS[name].high + 1
    assert declined(lobby(), ANNA, f"set {name}={beyond}") == "bad-setting"
    assert fold(log((ANNA, f"set {name}={beyond}"))).opener == ANNA.id


def test_what_makes_no_sense_breaks_the_log() -> None:
    for command in ("set pace=fast", "dance", "play d", "set colour=red"):
        with pytest.raises(BrokenLog, match=r"entry 2: .* is declined"):
            fold(log((ANNA, command)))


def test_a_log_of_a_newer_program_is_not_read_as_if_it_were_ours() -> None:
    first = log()[0]
    agreed = json.loads(first.entry.removeprefix("open "))
    newer = LogRow(1, "a1", first.actor, f"open {json.dumps({**agreed, 'version': VERSION + 1})}", START)
    with pytest.raises(NewerLog, match="entry 1: a newer program has written it"):
        fold([newer])


def test_a_setting_that_is_not_known_yet_is_of_a_newer_program() -> None:
    first = log()[0]
    agreed = json.loads(first.entry.removeprefix("open "))
    agreed["settings"]["trumps"] = 1
    with pytest.raises(NewerLog, match="entry 1: a newer program has written it"):
        fold([LogRow(1, "a1", first.actor, f"open {json.dumps(agreed)}", START)])


def test_a_name_may_hold_anything() -> None:
    odd = Who("p2", "Bru\nno\r(!) 1")
    table = fold(log((odd, "join"), (CARLA, "join")))
    assert table.chairs[1].name == odd.name


def test_a_name_is_at_a_table_as_its_log_has_it(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await here.open()
        table = await here.done(Who("p2", " Bruno \n"), "join")
        assert fold(await here.store.log(BOT, "t1")) == table

    run(test, tmp_path)
