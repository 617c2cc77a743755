"""People, their accounts, one-time codes that join accounts, channels."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.database_address import Database
from bot.host.ports import NEVER, Account, Channel, Invited, Person, StoredDraft, StoreError
from bot.store import rows
from bot.store.rows import StoreRows
from bot.store.store import open_database
from tests.people_rows import put_account, put_person
from tests.store.changes import BOT, TABLE, change, using

ANNA = Person("p1", "Anna", "it", '{"theme": "dark"}')
BRUNO = Person("p2", "Bruno", "en")
DISCORD = Account("discord", "17")
TELEGRAM = Account("telegram", "17")
WEB = Account("web", "17")


def test_a_newcomer_is_registered_once(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert await store.person_of(BOT, DISCORD) is None
        assert await store.register(BOT, DISCORD, ANNA) == ANNA
        assert await store.register(BOT, DISCORD, BRUNO) == ANNA
        assert await store.register(BOT, TELEGRAM, BRUNO) == BRUNO
        assert await store.person_of("other", DISCORD) is None
        assert await store.person(BOT, "p1") == ANNA
        assert await store.person(BOT, "p3") is None

    using(database, body)


def test_of_two_first_contacts_at_once_one_makes_the_person(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        rival = await open_database(database, at=1)
        one, two = await asyncio.gather(store.register(BOT, DISCORD, ANNA), rival.register(BOT, DISCORD, BRUNO))
        await rival.close()
        assert one == two == await store.person_of(BOT, DISCORD)

    using(database, body)


def test_all_that_a_letter_asks_of_somebody_is_what_is_asked_one_by_one(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0))
        await store.register(BOT, TELEGRAM, ANNA)
        await store.register(BOT, DISCORD, BRUNO)
        assert await store.addressee(BOT, TABLE, "p1") == (ANNA, (TELEGRAM,), None)
        await put_account(store, BOT, DISCORD, "p1")
        await store.put_draft(BOT, TABLE, "p1", StoredDraft(1, "5♥"))
        await store.put_draft(BOT, TABLE, "p2", StoredDraft(1, "K♠"))
        assert await store.addressee(BOT, TABLE, "p1") == (ANNA, (DISCORD, TELEGRAM), StoredDraft(1, "5♥"))
        assert await store.addressee(BOT, "another", "p1") == (ANNA, (DISCORD, TELEGRAM), None)
        assert await store.addressee(BOT, TABLE, "p2") == (BRUNO, (), StoredDraft(1, "K♠"))
        assert await store.addressee("other", TABLE, "p1") is None
        assert await store.addressee(BOT, TABLE, "p3") is None

    using(database, body)


def test_the_players_of_a_table_are_asked_for_together(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.register(BOT, TELEGRAM, BRUNO)
        await store.register(BOT, DISCORD, ANNA)
        assert await store.players(BOT, ["p2", "p1", "p9", "p8"]) == (ANNA, BRUNO)
        assert await store.players(BOT, {"p2"}) == (BRUNO,)
        assert await store.players(BOT, ()) == await store.players("other", ["p1"]) == ()

    using(database, body)


def test_a_person_changes_name_and_language(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.register(BOT, DISCORD, ANNA)
        renamed = Person("p1", "Anna B.", "en")
        await put_person(store, BOT, renamed)
        assert await store.person_of(BOT, DISCORD) == renamed

    using(database, body)


def test_a_code_joins_all_accounts_to_a_person_once(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.register(BOT, DISCORD, ANNA)
        await store.register(BOT, TELEGRAM, BRUNO)
        await put_account(store, BOT, WEB, "p2")
        moved = replace(BRUNO, settings='{"moved": "p1"}')
        assert await store.put_link_code(BOT, "K7", "p1", now=10, expires=20)
        assert await store.link_code(BOT, "K7", now=19) == "p1"
        assert await store.link_code(BOT, "K7", now=20) is None
        assert await store.use_link_code(BOT, "K7", moved, "p1", now=20) == ()
        assert await store.use_link_code("other", "K7", moved, "p1", now=19) == ()
        assert await store.person(BOT, "p2") == BRUNO
        assert await store.use_link_code(BOT, "K7", moved, "p1", now=19) == (TELEGRAM, WEB)
        assert await store.use_link_code(BOT, "K7", moved, "p1", now=19) == ()
        assert await store.accounts(BOT, "p1") == (DISCORD, TELEGRAM, WEB)
        assert await store.accounts(BOT, "p2") == ()
        assert (await store.person(BOT, "p1"), await store.person(BOT, "p2")) == (ANNA, moved)

    using(database, body)


def test_accounts_are_joined_whole_or_not_at_all(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.register(BOT, DISCORD, ANNA)
        await store.register(BOT, TELEGRAM, BRUNO)
        assert await store.put_link_code(BOT, "K7", "p1", now=10, expires=20)
        with pytest.raises(StoreError, match=r"(?i)foreign key"):
            await store.use_link_code(BOT, "K7", BRUNO, "nobody", now=19)
        assert await store.use_link_code(BOT, "K7", Person("p9", "Nobody", "en"), "p1", now=19) == ()
        assert await store.link_code(BOT, "K7", now=19) == "p1"
        assert await store.accounts(BOT, "p2") == (TELEGRAM,)

    using(database, body)


def test_who_had_no_name_is_called_as_the_account_that_joins_them(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.register(BOT, DISCORD, replace(ANNA, name=""))
        await store.register(BOT, TELEGRAM, BRUNO)
        assert await store.put_link_code(BOT, "K7", "p1", now=10, expires=20)
        assert await store.use_link_code(BOT, "K7", BRUNO, "p1", now=19) == (TELEGRAM,)
        assert await store.person(BOT, "p1") == replace(ANNA, name="Bruno")

    using(database, body)


def test_a_newer_code_of_a_person_replaces_the_older_one(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        for person in (ANNA, BRUNO):
            await put_person(store, BOT, person)
        assert await store.put_link_code(BOT, "K7", "p1", now=10, expires=20)
        assert await store.put_link_code(BOT, "K8", "p1", now=10, expires=20)
        assert await store.link_code(BOT, "K7", now=10) is None
        assert not await store.put_link_code(BOT, "K8", "p2", now=10, expires=20)
        assert await store.put_link_code(BOT, "K8", "p2", now=20, expires=30)
        assert await store.link_code(BOT, "K8", now=20) == "p2"

    using(database, body)


def test_a_table_keeps_its_newest_invitations_while_they_last(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.commit(change(0))
        for number in range(1, 6):
            await store.put_invitation(BOT, f"i{number}", Invited(TABLE, "S"), number, number + 10, most=3)
        assert [await store.invitation(BOT, f"i{number}", 6) for number in (1, 2)] == [None, None]
        assert [await store.invitation(BOT, f"i{number}", 6) for number in (3, 4, 5)] == [Invited(TABLE, "S")] * 3
        assert await store.invitation(BOT, "i5", 15) is None
        assert await store.invitation("other", "i5", 6) is None

    using(database, body)


def test_an_account_belongs_to_somebody_who_is_stored(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        with pytest.raises(StoreError, match=r"(?i)foreign key"):
            await put_account(store, BOT, DISCORD, "nobody")

    using(database, body)


def test_a_channel_keeps_its_language_and_settings(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        assert await store.channel(BOT, "club") is None
        await store.put_channel(BOT, Channel("club", "en"))
        await store.put_channel(BOT, Channel("club", "it", '{"rules": "febur"}'))
        assert await store.channel(BOT, "club") == Channel("club", "it", '{"rules": "febur"}')

    using(database, body)


def test_a_channel_that_changes_while_it_is_read_is_known_as_it_is_then_where_others_have_to_be_forgotten(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "CHANNELS", 1)

    async def body(store: StoreRows) -> None:
        assert await store.channel(BOT, "other") is None
        read = store._read

        async def changed_meanwhile(statement: str, values: Mapping[str, object]) -> list[Any]:
            found = await read(statement, values)
            await store.put_channel(BOT, Channel("club", "it", "{}"))
            return found

        monkeypatch.setattr(store, "_read", changed_meanwhile)
        await store.channel(BOT, "club")
        monkeypatch.setattr(store, "_read", read)
        assert await store.channel(BOT, "club") == Channel("club", "it", "{}")

    using(database, body)


@pytest.mark.parametrize("moments", range(12))
def test_a_channel_whose_change_is_broken_off_is_known_as_it_is_stored(tmp_path: Path, moments: int) -> None:
    database = tmp_path / "burraco.db"

    async def body(store: StoreRows) -> None:
        await store.put_channel(BOT, Channel("club", "en"))
        changing = asyncio.create_task(store.put_channel(BOT, Channel("club", "it")))
        for _ in range(moments):
            await asyncio.sleep(0)
        changing.cancel()
        await asyncio.gather(changing, return_exceptions=True)
        await store.put_channel(BOT, Channel("other", "en"))  # once this is stored, nothing before is under way
        other = await open_database(database, at=1)
        assert await store.channel(BOT, "club") == await other.channel(BOT, "club")
        await other.close()

    using(database, body)


def test_one_account_takes_the_place_of_all_of_its_platform_with_what_is_noted_of_them(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        await store.register(BOT, WEB, ANNA)
        for account in (DISCORD, Account("web", "18")):
            await put_account(store, BOT, account, "p1")
        await store.register(BOT, Account("web", "20"), BRUNO)
        for kind in ("push", "lost"):
            await store.put_note(BOT, f"{kind}:web:17", "{}", NEVER)
        await store.put_note(BOT, "push:web:20", "{}", NEVER)
        fresh = Account("web", "19")
        assert await store.renew_account(BOT, fresh, "p1", DISCORD, ["push"]) == (WEB, Account("web", "18"))
        assert await store.accounts(BOT, "p1") == (DISCORD, fresh)
        assert await store.keys_of_notes(BOT, "", 1) == ["lost:web:17", "push:web:20"]
        assert await store.renew_account(BOT, fresh, "p1", DISCORD, ["push"]) == ()  # the same once more
        for account, asks_as in ((Account("web", "20"), DISCORD), (Account("web", "21"), WEB)):
            assert await store.renew_account(BOT, account, "p1", asks_as, ["push"]) is None
        assert await store.accounts(BOT, "p1") == (DISCORD, fresh)
        assert await store.accounts(BOT, "p2") == (Account("web", "20"),)

    using(database, body)
