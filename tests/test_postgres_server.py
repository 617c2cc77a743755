"""The server of the tests: it takes whatever they do to it, and leaves nothing behind."""

import os
import subprocess
import sys
from pathlib import Path

from tests.postgres_server import PREFIX, PostgresServer, clear_folders_of_killed


def test_a_server_that_says_much_goes_on(postgres_server: PostgresServer) -> None:
    postgres_server.ask("DO $$ BEGIN FOR i IN 1..200 LOOP RAISE LOG '%', repeat('much ', 200); END LOOP; END $$")
    assert postgres_server.ask("SELECT 1") == [(1,)]


def test_folders_of_programs_that_were_killed_are_removed(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    others = [f"{PREFIX}{os.getpid()}-mine", "another"]
    for name in (f"{PREFIX}{ended.pid}-left", *others):
        (tmp_path / name / "data").mkdir(parents=True)
    clear_folders_of_killed(tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted(others)
