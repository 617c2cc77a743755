"""The chats under a small load: three processes, real clients, and figures that must be right whatever the machine."""

import asyncio
from pathlib import Path

import pytest

from bench import discord, processes, telegram
from bench.crowd import Load, Offer, choose, measure
from bench.processes import serving
from bot.cli.output import Unusable
from bot.messages.buttons import Press, decode
from bot.tables.table import Settings
from tests.chance import chance

SMALL = Load(tables=2, seconds=4.0, pace=400)


def offer(text: str) -> Offer:
    press = decode(text)
    assert isinstance(press, Press)
    return Offer(press, 1, {})


def test_people_act_before_the_channel_calls_them() -> None:
    assert Load().pace < Settings().mention_after


def test_discord_under_a_small_load() -> None:
    found = asyncio.run(measure(discord.Site(), SMALL))
    assert found["people"] == 8
    assert found["actions"] >= 1
    assert (found["failed_presses"], found["unanswered"], found["refused_calls"]) == (0, 0, 0)
    assert 0 < found["other_calls_per_turn"] <= found["calls_per_turn"]
    assert found["bytes_per_turn"] > 1000  # pictures are in it


def test_telegram_under_a_small_load() -> None:
    found = asyncio.run(measure(telegram.Site(), SMALL))
    assert found["people"] == 8
    assert found["actions"] >= 1
    assert (found["failed_presses"], found["unanswered"]) == (0, 0)
    assert found["private_edits_per_turn"] > 0
    assert found["group_edits_per_turn"] + found["group_messages_per_turn"] > 0


def test_who_is_not_in_turn_presses_nothing() -> None:
    assert choose([offer("K7:3:sort:suit"), offer("K7:3:table")], chance("crowd")) is None


def test_only_the_newest_hand_is_played_from() -> None:
    chosen = choose([offer("K7:3:d"), offer("K7:9:x:Kd"), offer("K7:3:p")], chance("crowd"))
    assert chosen is not None
    assert chosen.press.stage == 9


def test_an_installed_program_says_that_the_servers_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start() -> None:
        async with serving("discord"):
            pytest.fail("there is no server", pytrace=False)

    monkeypatch.setattr(processes, "ROOT", tmp_path)
    with pytest.raises(Unusable, match="checkout"):
        asyncio.run(start())


def test_without_the_packages_of_the_tests_one_line_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start() -> None:
        async with serving("discord"):
            pytest.fail("there is no server", pytrace=False)

    (tmp_path / "jsonschema.py").write_text("raise ModuleNotFoundError(\"No module named 'jsonschema'\")\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Unusable) as failure:
        asyncio.run(start())
    words = str(failure.value)
    assert ("requirements/dev.lock" in words, "No module named 'jsonschema'" in words, "\n" in words) == (
        True,
        True,
        False,
    )
