"""The campaign of several hosts, with as little as it takes: people play, it counts, and blocks can be summed up."""

import asyncio
import json
from pathlib import Path

from tests.hosts.campaign import Plan, campaign, words
from tests.postgres_server import PostgresServer

PLAN = Plan(
    tables=1,
    chat_tables=1,
    platforms=("discord", "telegram"),
    shards=1,
    blows={"kill": 1, "restart": 1},
    stall=5.0,
    thinks=0.0,
    between=(0.0, 0.1),
    minutes=0.0,
    share=1.0,
    looks=0,
    seed=1,
)


def test_tables_of_windows_and_of_both_chats_go_on_after_blows(postgres_server: PostgresServer, tmp_path: Path) -> None:
    found = asyncio.run(campaign(postgres_server, tmp_path, PLAN)).noted()
    assert found["fallen"] == {"kill": 1, "restart": 1}
    assert found["actions"] > 0
    assert found["in_chats"] > 0
    assert found["views"] > 0
    assert [len(found[name]["kill"]) for name in ("waits", "chat_waits")] == [1, 2]
    for first, both in (("first_waits", "waits"), ("first_chat_waits", "chat_waits")):
        pairs = zip(found[first]["kill"], found[both]["kill"], strict=True)
        assert all(0 < one <= two for one, two in pairs)
    summed = words([json.loads(json.dumps(found))] * 2)
    assert "2 kills, 2 restarts" in summed
    assert f"{2 * found['actions']} actions acknowledged in windows" in summed
