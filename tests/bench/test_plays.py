"""What an action costs that a person plays is measured: with a file, and with a server and a host beside."""

import asyncio
import json

import pytest

from bench import plays
from bot.__main__ import main
from tests.postgres_server import PostgresServer


def test_people_play_and_what_it_costs_is_told() -> None:
    found = asyncio.run(plays.measure(None, actions=40))
    assert found["actions"] >= 40
    assert found["host_ms"] > 0
    assert found.keys().isdisjoint({"server_ms", "beside_ms"})


def test_the_command_measures_people_in_place_of_players(
    postgres_server: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server = postgres_server.new_database()
    assert main(["bench", "host", "--database", server.address, "--people", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["actions"] >= 40
    assert found["answer_p99_ms"] > 0
    assert main(["bench", "host", "--database", server.address, "--people", "40"]) == 2  # they are somebody's by now


@pytest.mark.parametrize("beside", [plays.FIRST, plays.LAST])
def test_with_a_server_its_cost_is_told_and_that_of_the_host_beside(
    postgres_server: PostgresServer, beside: str
) -> None:
    found = asyncio.run(plays.measure(postgres_server.new_database(), actions=40, beside=beside))
    assert found["server_ms"] >= 0
    assert found["beside_ms"] > 0
