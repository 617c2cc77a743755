"""The database's history: applied in order, recorded with what was applied, refused where it is not this program's."""

import hashlib
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from bot.host.ports import StoreError
from bot.store.migrations import Migration, shipped_migrations
from bot.store.upgrade import statements, switch_to_wal, upgrade

ONE = {
    "0001_one.sql": "CREATE TABLE one (n INTEGER) STRICT; -- a comment; with a semicolon\nINSERT INTO one VALUES (1);\n"
}
TWO = {"0002_two.sql": "CREATE TABLE two (n INTEGER) STRICT;\n"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "burraco.db"


def release(folder: Path, files: Mapping[str, str]) -> tuple[Migration, ...]:
    """The migrations of a program with these files."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return shipped_migrations(folder)


def tables(path: Path) -> set[str]:
    connection = sqlite3.connect(path)
    found = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    return found


def ask(path: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    rows = connection.execute(statement).fetchall()
    connection.commit()
    connection.close()
    return rows


def test_files_are_applied_in_order_and_recorded_once(tmp_path: Path, path: Path) -> None:
    folder = tmp_path / "migrations"
    assert [one.name for one in upgrade(path, 5, release(folder, ONE))] == ["0001_one"]
    both = release(folder, {**TWO, **ONE})
    assert [one.name for one in upgrade(path, 6, both)] == ["0002_two"]
    assert upgrade(path, 7, both) == ()
    assert ask(path, "SELECT n FROM one") == [(1,)]
    assert ask(path, "SELECT * FROM migrations") == [(1, "0001_one", sha256(ONE), 5), (2, "0002_two", sha256(TWO), 6)]


def sha256(files: Mapping[str, str]) -> str:
    (text,) = files.values()
    return hashlib.sha256(text.encode()).hexdigest()


def test_line_ends_of_a_checkout_do_not_change_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    plain = release(folder, ONE)
    assert release(folder, {name: text.replace("\n", "\r\n") for name, text in ONE.items()}) == plain


def test_a_variant_stands_in_for_the_common_file(tmp_path: Path) -> None:
    variants = {"0002_two.sqlite.sql": "-- lite\n", "0002_two.postgres.sql": "-- post\n"}
    release(tmp_path / "migrations", {**ONE, **TWO, **variants})
    for database, text in (("sqlite", "-- lite\n"), ("postgres", "-- post\n")):
        migrations = shipped_migrations(tmp_path / "migrations", database)
        assert [one.name for one in migrations] == ["0001_one", "0002_two"]
        assert migrations[1].sql == text


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({**ONE, "0003_three.sql": ""}, r"migrations/0002_….sql is missing; install the program anew"),
        (TWO, r"migrations/0001_….sql is missing"),
        ({**ONE, "0001_uno.sql": ""}, r"migrations/0001_one and 0001_uno have the same number"),
        ({**ONE, "2_two.sql": ""}, r"migrations/2_two.sql is not named NNNN_name.sql; rename it"),
        ({**ONE, "0002_two.mysql.sql": ""}, r"0002_two.mysql.sql is not named"),
    ],
)
def test_files_that_are_no_history_are_refused(tmp_path: Path, files: dict[str, str], complaint: str) -> None:
    with pytest.raises(StoreError, match=complaint):
        release(tmp_path / "migrations", files)


def test_a_file_changed_after_it_was_applied_is_refused(tmp_path: Path, path: Path) -> None:
    folder = tmp_path / "migrations"
    upgrade(path, 5, release(folder, {**ONE, **TWO}))
    for files in ({**ONE, "0002_two.sql": "-- else"}, {**ONE, "0002_due.sql": TWO["0002_two.sql"]}):
        with pytest.raises(StoreError, match=r"burraco.db: 0002_two.sql was changed after it was applied; bring back"):
            upgrade(path, 6, release(folder, files))


def test_a_database_newer_than_the_program_is_refused(tmp_path: Path, path: Path) -> None:
    folder = tmp_path / "migrations"
    upgrade(path, 5, release(folder, {**ONE, **TWO}))
    with pytest.raises(StoreError, match=r"it was upgraded with 0002_two.sql, which .*; start the newer program"):
        upgrade(path, 6, release(folder, ONE))


def test_a_record_with_a_gap_is_refused(tmp_path: Path, path: Path) -> None:
    migrations = release(tmp_path / "migrations", {**ONE, **TWO})
    upgrade(path, 5, migrations)
    ask(path, "DELETE FROM migrations WHERE number = 1")
    with pytest.raises(StoreError, match=r"migration 0001 is not recorded, but 0002_two is; bring back a backup"):
        upgrade(path, 6, migrations)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("CREATE TABLE two (n INTEGER);\nINSERT INTO nowhere VALUES (1);\n", r"0002_two.sql: no such table: nowhere"),
        ("CREATE TABLE two (n INTEGER);\nCOMMIT;\n", r"0002_two.sql ends its transaction"),
        ("CREATE TABLE two (n REFERENCES one (n));\nCREATE UNIQUE", r"0002_two.sql: (near|incomplete)"),
        (
            "CREATE TABLE two (n INTEGER PRIMARY KEY, m REFERENCES two (n));\nINSERT INTO two VALUES (1, 7);\n",
            r"0002_two.sql leaves a reference to nothing",
        ),
    ],
)
def test_a_migration_that_fails_leaves_nothing_of_itself(tmp_path: Path, path: Path, text: str, complaint: str) -> None:
    migrations = release(tmp_path / "migrations", {**ONE, "0002_two.sql": text})
    with pytest.raises(StoreError, match=complaint):
        upgrade(path, 5, migrations)
    assert tables(path) - {"two"} == {"one", "migrations"}
    assert ask(path, "SELECT number FROM migrations") == [(1,)]
    if "COMMIT" not in text:
        assert "two" not in tables(path)


def test_another_programs_database_is_left_alone(path: Path) -> None:
    ask(path, "CREATE TABLE theirs (n)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"burraco.db: is the database of another program; name another file"):
        upgrade(path, 5)
    assert path.read_bytes() == before
    ask(path, "CREATE TABLE migrations (id, batch)")
    with pytest.raises(StoreError, match=r"another program"):
        upgrade(path, 5)


def test_a_file_that_is_read_only_is_refused_without_a_wait(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who finds it locked tries again."""
    sqlite3.connect(path).execute("CREATE TABLE mine (n INTEGER)").connection.close()
    waits: list[float] = []
    monkeypatch.setattr("bot.store.upgrade.time.sleep", waits.append)
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    with closing(connection), pytest.raises(sqlite3.OperationalError, match="readonly"):
        switch_to_wal(connection)
    assert waits == []


def test_a_trigger_is_one_statement() -> None:
    script = "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\n-- the end\nSELECT 3"
    first, rest = statements(script)
    assert first.endswith("END;\n")
    assert rest.endswith("SELECT 3")


def test_the_shipped_files_make_a_database(path: Path) -> None:
    assert [one.number for one in upgrade(path, 5)] == list(range(1, len(shipped_migrations()) + 1))
    assert {"tables", "log", "due", "outbox", "results", "drafts", "people", "accounts", "channels"} <= tables(path)
