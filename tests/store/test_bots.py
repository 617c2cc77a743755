"""Bots that were added, and their tokens: found again, replaced, one owner each, and gone when they are removed."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.database_address import Database
from bot.host.hosted_bots import BotTaken, BotToken, HostedBot
from bot.store.rows import StoreRows
from tests.store.changes import using

TOKEN = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"  # noqa: S105  nobody's
TELEGRAM = BotToken("telegram", "1234567890", "@CircoloBot", TOKEN, 10)
DISCORD = BotToken("discord", "99", "Circolo", "MTIz.abcdef.some-more-of-a-discord-token", 20)
CLUB = HostedBot("circolo", "it", "night", ("telegram:7", "discord:8"), 10, (TELEGRAM,))


def test_a_bot_is_found_with_its_tokens(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert await store.bots() == ()
        await store.put_bot(CLUB)
        await store.put_bot(replace(CLUB, look="", tokens=(DISCORD,)))
        await store.put_bot(HostedBot("bar", "", "", (), 30))
        assert await store.bots() == (
            HostedBot("bar", "", "", (), 30),
            replace(CLUB, look="", tokens=(DISCORD, TELEGRAM)),
        )

    using(database, body)


def test_two_bots_never_log_in_as_the_same_account(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.put_bot(CLUB)
        with pytest.raises(BotTaken, match="circolo"):
            await store.put_bot(replace(CLUB, name="bar"))
        assert [one.name for one in await store.bots()] == ["circolo"]
        await store.drop_tokens("circolo", ("telegram",), 30)
        await store.put_bot(replace(CLUB, name="bar"))
        assert [one.served for one in await store.bots()] == [(TELEGRAM,), ()]

    using(database, body)


def test_of_a_removed_token_all_but_the_token_stays(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.put_bot(replace(CLUB, tokens=(TELEGRAM, DISCORD)))
        assert await store.drop_tokens("circolo", ("telegram",), 40)
        assert not await store.drop_tokens("circolo", ("telegram",), 50)
        assert not await store.drop_tokens("bar", ("telegram", "discord"), 50)
        (found,) = await store.bots()
        assert found.tokens == (DISCORD, replace(TELEGRAM, token="", changed_at=40))
        assert found.served == (DISCORD,)

    using(database, body)


@pytest.mark.parametrize("hosts", [True, False], ids=["by the host", "beside none"])
def test_a_removed_token_stands_in_no_file_any_more(tmp_path: Path, hosts: bool) -> None:
    async def body(store: StoreRows) -> None:
        if hosts:
            await store.take_place("burraco", "i")
        await store.put_bot(CLUB)
        assert TOKEN.encode() in contents(tmp_path)
        await store.drop_tokens("circolo", ("telegram",), 30)
        if hosts:
            assert TOKEN.encode() not in contents(tmp_path)

    using(tmp_path / "burraco.db", body)
    assert TOKEN.encode() not in contents(tmp_path)


def test_a_replaced_token_stands_in_no_file_any_more(tmp_path: Path) -> None:
    async def body(store: StoreRows) -> None:
        await store.put_bot(CLUB)
        await store.put_bot(replace(CLUB, tokens=(replace(TELEGRAM, token=TOKEN[::-1]),)))

    using(tmp_path / "burraco.db", body)
    assert TOKEN[::-1].encode() in contents(tmp_path)
    assert TOKEN.encode() not in contents(tmp_path)


def contents(folder: Path) -> bytes:
    return b"".join([file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file()])


def test_no_token_is_written_out_by_accident() -> None:
    assert TOKEN not in repr(TELEGRAM)
    assert TOKEN not in repr(CLUB)
    assert TOKEN not in f"{CLUB}"
