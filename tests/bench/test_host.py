"""The host under a small load: the bench plays real tables to the disk and starts a host with stored ones."""

import asyncio

import pytest

from bench.beside import Stretch, of_all
from bench.host import Load, main, measure
from bot.host.ports import StoreError
from tests.postgres_server import PostgresServer
from tests.store.changes import change, using


def test_a_few_tables_play_and_some_are_found_at_a_start() -> None:
    found = asyncio.run(measure(Load(tables=8, stored=30, seconds=2.0, pace=100, most=8)))
    levels = found["levels"]
    assert isinstance(levels, list)
    assert levels[0]["tables"] == 8
    assert levels[0]["actions_per_second"] > 0
    assert levels[0]["late_p99_ms"] > 0
    assert levels[0]["messages_per_turn"] > 0
    assert found["stored_entries"] == 30 * 61
    assert found["resting_tables"] == 30


def test_a_few_tables_play_on_a_server(postgres_server: PostgresServer) -> None:
    found = main(Load(tables=8, seconds=1.0, pace=100, most=8, server=postgres_server.new_database()))
    levels = found["levels"]
    assert isinstance(levels, list)
    assert levels[0]["actions_per_second"] > 0
    assert levels[0]["server_cpu_ms_per_action"] > 0
    assert levels[0]["messages_per_turn"] > 0
    assert levels[0]["transactions_per_action"] > 0
    assert levels[0]["connections"] >= 2


@pytest.mark.parametrize(("parts", "is_shared"), [(0, True), (1, False)])
def test_two_hosts_share_the_tables_of_a_server_where_its_chats_come_in_parts(
    postgres_server: PostgresServer, parts: int, is_shared: bool
) -> None:
    server = postgres_server.new_database()
    found = main(Load(tables=8, seconds=3.0, pace=100, most=8, hosts=2, parts=parts, server=server))
    levels = found["levels"]
    assert isinstance(levels, list)
    assert levels[0]["hosts"] == 2
    assert (levels[0]["least_share"] > 0) is is_shared
    assert levels[0]["actions_per_second"] > 0
    assert levels[0]["messages_per_turn"] > 0
    assert levels[0]["connections"] >= 6  # each beats, writes and follows; who was asked nothing has not read yet


def test_what_several_hosts_have_seen_is_added_up() -> None:
    one = Stretch([1.0], [2.0], [3.0], 4, 5, 0, 6, 7.0, 8)
    two = Stretch([10.0], [], [30.0], 40, 50, 1, 60, 70.0, 80)
    assert of_all([one, two]) == Stretch([1.0, 10.0], [2.0], [3.0, 30.0], 44, 55, 1, 66, 77.0, 88)


def test_somebodys_tables_are_not_measured(postgres_server: PostgresServer) -> None:
    server = postgres_server.new_database()
    using(server, lambda store: store.commit(change(0)))
    with pytest.raises(StoreError, match="name an empty database"):
        main(Load(server=server))
