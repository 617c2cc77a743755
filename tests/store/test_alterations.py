"""Whatever is changed in the file without the program is noticed, by `db check` and at the start; both say where."""

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.boards.boards import Boards
from bot.boards.privacy import Erased, Privacy
from bot.cli.soundness import refuse_faulty
from bot.host.door import Accepted
from bot.host.ports import Person, StoreError
from bot.store.upgrade import DIGESTS
from tests.boards.season import BOT
from tests.host.test_door import world
from tests.people_rows import put_person
from tests.store.altered import alter, alterations, rows
from tests.store.made_older import make_older
from tests.tables.playing import ANNA

DERIVED = {
    "a due time that is gone": ("DELETE FROM due WHERE table_id = 't2'", "of due has nothing for"),
    "a snapshot": (
        "UPDATE tables SET snapshot = replace(snapshot, 'Anna', 'Zoe') WHERE table_id = 't2'",
        "has a snapshot with other names",
    ),
    "a phase": ("UPDATE tables SET phase = 'pause' WHERE table_id = 't2'", "has the phase 'pause' for 'playing'"),
    "a due time": (
        "UPDATE due SET due_at = due_at + 1 WHERE table_id = 't2' AND kind = 'ping'",
        "row ping of due has",
    ),
    "the record of a match": (
        "UPDATE results SET record = record || ' ' WHERE kind = 'match'",
        "has another record than its log brings",
    ),
    "a result that is gone": (
        "DELETE FROM results WHERE kind = 'match'",
        "of results is missing, which its log brings",
    ),
}
"""What digests that were written anew do not show: the fold does."""
OF_ONE_ROW = (
    "a time",
    "an action id",
    "a tally",
    "a correction",
    "the reason of a correction",
    "a due time",
    "a digest",
    "the number of a result",
)
"""After these alterations every log still folds."""


def test_what_nobody_has_touched_is_sound(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db", "check"]) == 0, capsys.readouterr().out
    out = capsys.readouterr().out
    assert "FAULT" not in out
    assert "folds       2 logs" in out
    refuse_faulty(stored)


@pytest.mark.parametrize("what", alterations())
def test_every_alteration_is_noticed_and_named(stored: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    script, words = alterations()[what]
    alter(stored, script)
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert words in out
    assert "t1" in out or "t2" in out
    with pytest.raises(StoreError, match=r"is faulty, so nothing is hosted: .*`burraco db repair`"):
        refuse_faulty(stored)
    assert main(["db", "backup", f"{stored}.copy"]) in (1, 2)
    assert "checked" not in capsys.readouterr().out


@pytest.mark.parametrize("what", alterations())
def test_an_alteration_is_still_noticed_after_a_stranger_was_forgotten(
    stored: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    script, words = alterations()[what]
    alter(stored, script)
    main(["db", "check"])
    before = capsys.readouterr().out
    erase(stored, Person("p77", "Zita", "it"))
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert words in out
    assert out == before


@pytest.mark.parametrize("what", OF_ONE_ROW)
def test_what_was_altered_is_still_noticed_when_its_table_loses_a_name(
    stored: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """The rows that were sound get digests of what now stands there, the altered ones do not."""

    async def ended() -> None:
        async with world(stored.parent) as here:
            assert isinstance(await here.door.submit("t1", ANNA, "the end", "end"), Accepted)

    asyncio.run(ended())
    script, words = alterations()[what]
    alter(stored, script)
    main(["db", "check"])
    before = capsys.readouterr().out.splitlines()
    erase(stored, Person("p9", "Eve", "it"))
    assert b"Eve" not in stored.read_bytes()
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert words in out
    digests = [line for line in before if words in line]
    assert digests
    assert set(digests) <= set(out.splitlines())


def erase(path: Path, person: Person) -> None:
    """Somebody is forgotten, as the host does it."""

    async def forget() -> None:
        async with world(path.parent) as here:
            await put_person(here.store, BOT, person)
            privacy = Privacy(here.store, Boards(here.store, BOT), BOT, here.door)
            assert isinstance(await privacy.erase(person.id), Erased)

    asyncio.run(forget())


@pytest.mark.parametrize("what", DERIVED)
def test_what_is_not_as_the_log_has_it_is_noticed_without_digests(
    stored: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    script, words = DERIVED[what]
    alter(stored, script, anew=True)
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert "digests     every row is what was stored" in out
    assert words in out
    assert main(["db", "backup", f"{stored}.copy"]) == 1
    assert "checked" not in capsys.readouterr().out


def test_a_log_that_this_version_cannot_fold_is_told_from_an_altered_one(
    stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alter(stored, "UPDATE log SET entry = 'dance' WHERE table_id = 't2' AND seq = 8", anew=True)
    assert main(["db", "check"]) == 1
    out = capsys.readouterr().out
    assert "digests     every row is what was stored" in out
    assert (
        "folds       FAULT: table t2 (GIALLO) of bot bot: row 8 of log does not fold in this version: "
        "entry 8: 'dance' is declined: no-such-command"
    ) in out
    assert main(["db", "backup", f"{stored}.copy"]) == 1
    printed = capsys.readouterr()
    assert f"{stored}.copy.unsound: copied, but not sound: folds: table t2" in printed.err
    assert not Path(f"{stored}.copy").exists()
    size = Path(f"{stored}.copy.unsound").stat().st_size
    Path(f"{stored}.copy.unsound").write_bytes(b"of yesterday")
    assert main(["db", "backup", f"{stored}.copy"]) == 1
    assert Path(f"{stored}.copy.unsound").stat().st_size == size
    assert not Path(f"{stored}.copy").exists()


def test_a_due_time_that_the_host_no_longer_waits_for_is_sound(
    stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def dropped() -> None:
        async with world(stored.parent) as here:
            for row in await here.store.due_rows(BOT, 2**60):
                await here.store.drop_due(BOT, row)
            assert await here.store.due_rows(BOT, 2**60) == ()
            assert await here.store.next_due(BOT) is None

    asyncio.run(dropped())
    assert main(["db", "check"]) == 0, capsys.readouterr().out


def test_a_host_does_not_start_with_an_altered_file(
    stored: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alter(stored, alterations()["a card in a play"][0])
    before = stored.read_bytes()
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    assert main(["run"]) == 2
    printed = capsys.readouterr()
    assert f"{stored}: is faulty, so nothing is hosted: table t1 of bot bot: row 12 of log" in printed.err
    assert "bring back a backup, or let `burraco db repair` make a copy" in printed.err
    assert "http://" not in printed.out
    assert stored.read_bytes() == before


def test_rows_from_before_digests_get_theirs_with_the_upgrade(
    whole: Path, stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_older(stored, DIGESTS)
    assert main(["db", "check"]) == 1
    assert "0007_digests is still to be applied: `burraco db upgrade`" in capsys.readouterr().out
    assert main(["db", "upgrade"]) == 0
    capsys.readouterr()
    assert main(["db", "check"]) == 0, capsys.readouterr().out
    for table in ("log", "tables", "due", "tallies", "corrections", "commitments"):
        assert rows(stored, table) == rows(whole, table)
