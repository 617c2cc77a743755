"""`burraco db`: upgrade, backup, check, and how it complains."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.host.door import Accepted, Door
from bot.host.ports import Committed, StoreError
from bot.store.backup import backup
from bot.store.check import check
from bot.store.host_lock import only_host
from bot.store.sqlite import SqliteStore
from bot.tables.table import Settings
from bot.tables.who import Who
from tests.store.changes import BOT, TABLE, change, using

PAGE = 4096
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configured database, which is not there yet."""
    path = tmp_path / "burraco.db"
    monkeypatch.setenv("BURRACO_DATABASE", str(path))
    return path


def complaint(capsys: Capture, *arguments: str, status: int = 2) -> str:
    assert main(["db", *arguments]) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def fill(path: Path, revisions: int = 3) -> None:
    """A table whose log folds: somebody opens it, and then changes their name again and again."""

    async def body(store: SqliteStore) -> None:
        times = iter(range(1000, 10**6, 1000))
        door = Door(store, BOT, lambda: next(times), bytes)
        assert isinstance(await door.open(TABLE, "ROSSO", "club", Who("p1", "Anna"), Settings()), Accepted)
        for revision in range(1, revisions):
            who = Who("p1", "Bea" if revision % 2 else "Anna")
            assert isinstance(await door.submit(TABLE, who, f"action {revision}", "name"), Accepted)

    using(path, body)


def spoil(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


# --- upgrade ---------------------------------------------------------------------------------------------------------


def test_upgrade_says_what_it_applied(capsys: Capture, path: Path) -> None:
    assert main(["db", "upgrade"]) == 0
    assert capsys.readouterr().out.startswith("applied 0001_tables\n")
    assert main(["db", "upgrade"]) == 0
    assert capsys.readouterr().out == f"{path} is up to date\n"


def test_the_database_is_burraco_db_in_this_folder(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BURRACO_DATABASE", raising=False)
    assert main(["db", "upgrade"]) == 0
    assert (tmp_path / "burraco.db").exists()
    capsys.readouterr()


@pytest.mark.parametrize("address", ["postgres://me:secret@host", "mysql://secret", "postgresql:secret"])
def test_an_address_is_refused_without_repeating_it(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", address)
    error = complaint(capsys, "upgrade")
    assert "name of a file" in error or "name a file" in error
    assert "secret" not in error


def test_a_file_that_is_no_database_is_refused(capsys: Capture, path: Path) -> None:
    path.write_text("Dear diary, this is no database at all. " * 30)
    for arguments in (["upgrade"], ["backup", f"{path}.copy"], ["check"]):
        assert complaint(capsys, *arguments) == f"burraco db: {path}: is not a SQLite database\n"


def test_a_folder_that_is_not_there_is_named(capsys: Capture, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", str(path / "nowhere" / "burraco.db"))
    assert "cannot be opened; the folder must exist" in complaint(capsys, "upgrade")


def test_a_read_only_database_is_named(capsys: Capture, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    monkeypatch.setattr("bot.store.connection.address", lambda path, _: f"{path.as_uri()}?mode=ro")
    assert f"{path}: is read-only; this user must be able to write the file" in complaint(capsys, "upgrade")


def test_a_locked_database_is_named(capsys: Capture, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.connection.PATIENCE", 0.01)
    fill(path)
    rival = sqlite3.connect(path, isolation_level=None)
    rival.execute("BEGIN EXCLUSIVE")
    assert complaint(capsys, "upgrade") == (
        f"burraco db: {path}: another program keeps it locked; stop that one, or try again\n"
    )
    rival.close()


# --- backup ----------------------------------------------------------------------------------------------------------


def test_a_backup_opens_and_goes_on(capsys: Capture, path: Path, tmp_path: Path) -> None:
    fill(path)
    path.chmod(0o640)
    copy = tmp_path / "copy.db"
    assert main(["db", "backup", str(copy)]) == 0
    assert capsys.readouterr().out == f"{copy}: {copy.stat().st_size} bytes, checked\n"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["burraco.db", "copy.db"]
    assert using(copy, lambda store: store.commit(change(3))) == Committed(4)


def test_a_backup_overwrites_nothing(capsys: Capture, path: Path, tmp_path: Path) -> None:
    fill(path)
    for taken in (path, tmp_path / "letter.txt", tmp_path / "link"):
        if taken.name == "letter.txt":
            taken.write_text("dear")
        if taken.name == "link":
            taken.symlink_to("nowhere")
        before = sorted(tmp_path.iterdir())
        assert complaint(capsys, "backup", str(taken)) == f"burraco db: {taken}: exists already; name a new file\n"
        assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "letter.txt").read_text() == "dear"


def test_a_backup_of_nothing_or_to_nowhere_is_refused(capsys: Capture, path: Path, tmp_path: Path) -> None:
    assert complaint(capsys, "backup", str(tmp_path / "copy.db")) == f"burraco db: {path}: No such file or directory\n"
    assert list(tmp_path.iterdir()) == []
    fill(path)
    far = tmp_path / "nowhere" / "copy.db"
    assert complaint(capsys, "backup", str(far)) == f"burraco db: {far}: No such file or directory\n"


def test_a_backup_goes_to_a_file_alone_and_no_password_is_repeated(capsys: Capture, path: Path) -> None:
    fill(path)
    for chore in ("backup", "repair"):
        assert complaint(capsys, chore, "postgresql://ada:hunter2@db/club") == (
            "burraco db: FILE is the name of a new file; `burraco db move` copies to a server\n"
        )
        assert complaint(capsys, chore, "x" * 300) == "burraco db: FILE is no name of a file\n"
    assert complaint(capsys, "archive", "--days", "off") == "burraco db: --days is a number of days such as 7\n"


def test_a_backup_of_another_program_s_database_is_refused(capsys: Capture, path: Path, tmp_path: Path) -> None:
    for statement in ("", "CREATE TABLE diary (day TEXT)"):
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.close()
        assert "is no database of this program" in complaint(capsys, "backup", str(tmp_path / "copy.db"))
        assert not (tmp_path / "copy.db").exists()


def test_a_folder_in_place_of_a_database_is_named(capsys: Capture, path: Path) -> None:
    path.mkdir()
    for arguments in (["upgrade"], ["backup", f"{path}.copy"], ["check"], ["repair"], ["repair", f"{path}.copy"]):
        assert f"{path}: is a folder; name a file in BURRACO_DATABASE" in complaint(capsys, *arguments)
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    with pytest.raises(StoreError, match="is a folder"), only_host(path):
        pass


@pytest.mark.parametrize("place", [".", "..", "/"])
def test_a_folder_without_a_name_is_no_database_to_repair(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", place)
    assert f"{place}: is a folder; name a file in BURRACO_DATABASE" in complaint(capsys, "repair")


def test_a_backup_of_a_damaged_database_is_not_made(capsys: Capture, path: Path, tmp_path: Path) -> None:
    fill(path)
    spoil(path, "PRAGMA foreign_keys = OFF", "DELETE FROM tables")
    assert "refers to nothing in tables" in complaint(capsys, "backup", str(tmp_path / "copy.db"))
    assert [file.name for file in tmp_path.iterdir()] == ["burraco.db"]


def test_a_disk_that_fills_up_leaves_no_half_backup(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(copy: sqlite3.Connection) -> list[str]:
        copy.execute("PRAGMA max_page_count = 1")
        copy.execute("CREATE TABLE one_more AS SELECT zeroblob(1000000) AS n")
        return []

    fill(path)
    monkeypatch.setattr("bot.store.backup.integrity", full)
    with pytest.raises(Exception, match=r"copy.db: the disk is full; make room and try again"):
        backup(path, tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["burraco.db"]


def test_a_file_system_without_links_gets_its_backup_too(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_link(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    fill(path)
    monkeypatch.setattr("bot.store.backup.os.link", no_link)
    backup(path, tmp_path / "copy.db")
    assert all(finding.sound for finding in check(tmp_path / "copy.db"))


def test_a_backup_while_a_process_writes_is_whole(root: Path, tmp_path: Path, path: Path) -> None:
    command = [sys.executable, "-m", "tests.store.committer", str(path), "one"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        seen = []
        for number in range(5):
            lines = [process.stdout.readline() for _ in range(20)]
            backup(path, tmp_path / f"copy {number}.db")
            seen.append(int(lines[-1].split()[1]))
        process.kill()
    for number, acknowledged in enumerate(seen):
        copy = tmp_path / f"copy {number}.db"
        assert [finding.words for finding in check(copy) if not finding.sound] == []
        table = using(copy, lambda store: store.load(BOT, TABLE))
        assert table is not None
        assert table.revision >= acknowledged


# --- check -----------------------------------------------------------------------------------------------------------


def test_a_sound_database_is_one_line_a_look(capsys: Capture, path: Path) -> None:
    fill(path)
    assert main(["db", "check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    looks = ["integrity", "references", "version", "schema", "logs", "digests", "folds", "results", "boards"]
    assert [line.split()[0] for line in lines] == looks
    assert lines[4].endswith("1 tables, 3 rows")
    assert lines[6].endswith("1 logs")
    assert lines[-1].endswith("0 matches")


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (
            ["DELETE FROM log WHERE seq = 2"],
            "logs        FAULT: table table of bot bot is at revision 3, its log has 2",
        ),
        (["UPDATE tables SET revision = 4"], "logs        FAULT: table table of bot bot is at revision 4"),
        (["UPDATE log SET seq = 7 WHERE seq = 3"], "its log has 3 rows and ends with 7"),
        (
            ["INSERT INTO drafts VALUES ('b', 't', 'p', 1, '')"],
            "references  FAULT: row 1 of drafts refers to nothing in",
        ),
        (["UPDATE migrations SET checksum = 'x'"], "version     FAULT: "),
        (["DELETE FROM migrations"], "0001_tables is still to be applied: `burraco db upgrade`"),
        (["DROP TABLE migrations"], "is the database of another program"),
        (["PRAGMA writable_schema = ON", "DELETE FROM sqlite_master WHERE name = 'due_soon'"], "integrity   FAULT: "),
    ],
)
def test_a_fault_is_named_and_has_status_1(capsys: Capture, path: Path, statements: list[str], words: str) -> None:
    fill(path)
    spoil(path, "PRAGMA foreign_keys = OFF", *statements)
    assert main(["db", "check"]) == 1
    printed = capsys.readouterr()
    assert words in printed.out
    assert printed.err.startswith(f"burraco db: {path}: not sound: ")
    assert printed.err.count("\n") == 1


def test_a_damaged_page_is_a_fault(capsys: Capture, path: Path) -> None:
    fill(path, revisions=200)
    wipe(path, path.stat().st_size - PAGE)
    assert main(["db", "check"]) == 1
    assert "integrity   FAULT: " in capsys.readouterr().out


def test_a_file_too_damaged_to_be_read_is_unusable(capsys: Capture, path: Path) -> None:
    fill(path)
    wipe(path, PAGE)
    assert complaint(capsys, "check") == (
        f"burraco db: {path}: is damaged; bring back a backup, or let `burraco db repair` make a copy without what is "
        "wrong\n"
    )


def wipe(path: Path, start: int) -> None:
    """Fill the file with zeros from here on."""
    content = path.read_bytes()
    path.write_bytes(content[:start] + bytes(len(content) - start))


def test_a_check_of_nothing_makes_nothing(capsys: Capture, path: Path) -> None:
    assert complaint(capsys, "check") == f"burraco db: {path}: No such file or directory\n"
    assert not path.exists()
