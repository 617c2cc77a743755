"""A thousand commands of eight restless people; `python -m tests.restless` plays as many as one likes."""

import pytest

from bot.tables import log
from bot.tables.commands import Decided, decide
from bot.tables.table import Table
from bot.tables.who import Declined, Who
from tests.databases import Databases
from tests.postgres_server import PostgresServer
from tests.restless.folding import Broken
from tests.restless.season import Failure, numbers, played, season, shortened

EACH = 500

SEED = 5


@pytest.mark.parametrize("seed", range(2))
def test_every_log_folds_to_the_table_in_memory_whatever_eight_people_do(seed: int) -> None:
    assert season(seed, EACH) >= EACH


def test_every_log_folds_on_a_server_too(postgres_server: PostgresServer) -> None:
    assert season(4, EACH // 2, databases=Databases(str(postgres_server.folder))) >= EACH // 2


def with_a_fault(table: Table, who: Who, command: str, at: int) -> Decided | Declined:
    """While a log is folded somebody's departure is refused, which was carried out."""
    return Declined("not-now") if command == "leave" else decide(table, who, command, at)


def a_run() -> Failure | int:
    return played(numbers(SEED, 2 * EACH), EACH)


def test_the_law_finds_what_is_refused_in_a_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "decide", with_a_fault)
    first, again = a_run(), a_run()
    assert isinstance(first, Failure)
    assert isinstance(again, Failure)
    assert (first.steps, first.transcript) == (again.steps, again.transcript), "a seed says it all"
    left, failure = shortened(numbers(SEED, 2 * EACH), first, tries=12)
    assert failure.kind == first.kind
    assert len(left) < first.steps
    with pytest.raises(Broken, match=f"seed {SEED} breaks at step {first.steps}"):
        season(SEED, EACH, tries=0)
