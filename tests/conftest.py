"""What every test may ask for: the rule pages, golden files, and how hard hypothesis looks."""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, settings

from bot import logs
from bot.database_address import Database
from bot.store import sqlite
from bot.store.migrations import Migration
from bot.store.upgrade import upgrade
from tests.golden import Golden
from tests.postgres_server import PostgresServer, binaries, running_server

ROOT = Path(__file__).parent.parent
CASES = 8
LONG = "test_four test_club_evening test_unfinished test_two_machines test_whole_deals test_standby".split()
EACH_MEASURED = "test_a_transcript_replays_and_only_its_last_action_may_be_refused"  # each shows a rule of its own

# How fast a machine is today is no fault of the code. Without a campaign the examples are the same each time: what a
# change breaks is found, and nothing is refused by chance.
patient = settings(deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("bounded", patient, max_examples=60, derandomize=True, database=None)
settings.register_profile("campaign", patient, max_examples=5000, derandomize=False)
settings.load_profile("bounded")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden files anew instead of comparing with them")


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Two more than cores: tests of the page and of the program wait half of their time, for others."""
    return (yield) + 2 * ("PYTEST_XDIST_AUTO_NUM_WORKERS" not in os.environ)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected lives as long as the tests: to look for what does not is a sixth of the time that it takes.

    Nor is it looked through afterwards, each time that something of a test is thrown away.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Coverage is measured of a few cases of a test that has many: the others are twice as fast without."""
    cases: Counter[str] = Counter()
    for item in sorted(items, key=lambda one: one.nodeid):
        function = item.nodeid.partition("[")[0]
        cases[function] += 1
        if cases[function] > CASES and not function.endswith(EACH_MEASURED):
            item.add_marker(pytest.mark.no_cover)
    items.sort(key=lambda item: item.path.stem not in LONG)  # or one goes on alone when all others are done


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The rule pages and checked examples, in a folder beside the project: CI has them, other machines may not."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must have the rule pages in {folder}", pytrace=False)
        pytest.skip("no rule pages beside the project")  # a plain clone does not have them
    return folder


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Golden:
    """The golden files, to compare with, or to write anew under --golden."""
    return Golden(ROOT / "tests" / "golden", rewrite=request.config.getoption("--golden"))


@pytest.fixture(scope="session", autouse=True)
def migrated_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A store's new database begins as a copy of one: to apply every migration takes longer than most tests."""
    folder = tmp_path_factory.mktemp("migrated")
    template, numbers = folder / "burraco.db", count()
    upgrade(template, 1)

    def copy_or_upgrade(path: Path, at: int) -> tuple[Migration, ...]:
        if not path.exists():
            part = folder / str(next(numbers))
            shutil.copy(template, part)
            with suppress(OSError):  # another was quicker; and that nothing can be written there is told below
                os.link(part, path)
            part.unlink()
        return upgrade(path, at)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sqlite, "upgrade", copy_or_upgrade)
        yield


@pytest.fixture(scope="session", autouse=True)
def certificates_read_once() -> Iterator[None]:
    """Each client of Telegram reads the certificates of every authority anew, which takes longer than many a test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context))
        yield


@pytest.fixture(scope="session")
def postgres_programs() -> Path:
    """Where PostgreSQL's programs are. CI must have them, other machines may not."""
    if (programs := binaries()) is None or find_spec("psycopg") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must have Debian's postgresql and the driver for it", pytrace=False)
        pytest.skip("no PostgreSQL on this machine")  # nobody who changes the page needs one
    return programs


@pytest.fixture(scope="session")
def postgres_server(postgres_programs: Path) -> Iterator[PostgresServer]:
    """A PostgreSQL server for this worker's tests."""
    with running_server(postgres_programs) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return tmp_path / "burraco.db"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.new_database()


@pytest.fixture
def clean_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of whoever runs the tests, and whatever is kept secret is forgotten afterwards."""
    for name in list(os.environ):
        if name.startswith("BURRACO_"):
            monkeypatch.delenv(name)
    monkeypatch.setattr(logs, "_SECRETS", set())
