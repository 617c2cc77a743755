"""Two doors to the same tables, as two hosts have them: each knows of the other, and judges by what is stored."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from bot.boards.boards import Boards
from bot.boards.privacy import Erased, Privacy
from bot.database_address import ServerDatabase
from bot.host.door import Accepted, OldButton, Repeated
from bot.host.foreign_changes import ForeignChanges
from bot.host.ports import TABLE, Account, Channel, Outdated, Person, StoreError
from bot.host.scheduler import Scheduler
from bot.store.database import open_rows
from bot.store.postgres_feed import PostgresFeed
from bot.tables.log import fold
from bot.tables.table import Settings, Table
from bot.tables.who import Declined
from engine.actions import Discard, format_action
from engine.legal import legal
from tests.host.test_door import BOT, World, in_turn, think, world
from tests.postgres_server import PostgresServer
from tests.tables.playing import ANNA, BRUNO, CARLA, DARIO


@asynccontextmanager
async def two(database: ServerDatabase, is_needed: bool = True) -> AsyncIterator[tuple[World, World, ForeignChanges]]:
    """Two hosts of one database, and what follows for the second."""
    async with world(database) as here, world(database) as there:
        feed = PostgresFeed(database, BOT)
        there.actions = 1000
        for one in (here, there):
            one.door.share()
        boards, words = Boards(there.store, BOT), list[str]()
        store: Any = there.store  # a server's, as the database is
        follows = ForeignChanges(
            feed,
            {TABLE: there.door},
            lambda _subjects: None,
            boards.read_anew,
            words.append,
            lambda _table: is_needed,
            partial(store.note_forgotten, BOT),
            store.forget_read,
        )
        await follows.look()
        try:
            yield here, there, follows
        finally:
            await feed.close()


def run(
    server: PostgresServer, test: Callable[[World, World, ForeignChanges], Awaitable[None]], *, is_needed: bool = True
) -> None:
    async def main() -> None:
        async with two(server.new_database(), is_needed) as (here, there, follows):
            await test(here, there, follows)

    asyncio.run(main())


def test_what_another_host_changes_is_added_and_told_once(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        seen: list[tuple[str, Table]] = []
        there.door.listen(lambda id_, table: seen.append((id_, table)))
        table = await here.deal()
        await follows.look()
        assert seen[-1] == ("t1", table)
        reads: list[int] = []
        log = there.store.log

        async def counting(bot: str, subject: str, since: int = 0) -> object:
            reads.append(since)
            return await log(bot, subject, since)

        there.store.log = counting  # type: ignore[method-assign,assignment]  # what is read of the log
        revision = (await there.door.stored_state("t1") or (table, 0))[1]
        drawn = await here.done(in_turn(table), "play d")
        await follows.look()
        await follows.look()
        assert [one for one in seen if one[1] == drawn] == [("t1", drawn)]
        assert reads == [revision]  # only what it lacked
        assert drawn == fold(await log(BOT, "t1"))

    run(postgres_server, test)


def test_what_could_not_be_read_is_followed_at_the_next_look(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        seen: list[str] = []
        there.door.listen(lambda id_, _table: seen.append(id_))
        log = there.store.log

        async def failing(_bot: str, _subject: str, _since: int = 0) -> object:
            raise StoreError("the server was lost")

        await here.open()
        there.store.log = failing  # type: ignore[method-assign,assignment]  # the server is away
        with pytest.raises(StoreError):
            await follows.look()
        there.store.log = log  # type: ignore[method-assign]  # as it was before
        await follows.look()
        assert seen == ["t1"]

    run(postgres_server, test)


def test_a_host_that_does_not_know_yet_judges_by_what_is_stored(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, _follows: ForeignChanges) -> None:
        table = await here.deal()
        assert await there.table() == table
        drawn = await here.done(in_turn(table), "play d")
        discard = next(one for one in legal(drawn.game.deal) if isinstance(one, Discard)) if drawn.game else None
        assert discard is not None
        # the button is of a stage that this host has not seen; and what it would refuse of the table it knows is legal
        reply = await there.do(in_turn(table), f"play {format_action(discard)}", "press", drawn.stage)
        assert isinstance(reply, Accepted)
        assert isinstance(await here.do(in_turn(table), "play d", "late", table.stage), OldButton)
        assert isinstance(await here.do(in_turn(table), f"play {format_action(discard)}", "press"), Repeated)
        assert isinstance(await here.do(in_turn(table), "play d"), Declined)
        assert await here.table() == await there.table()

    run(postgres_server, test)


def test_what_was_read_to_judge_a_press_is_still_told(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        table = await here.deal()
        await there.table()
        await follows.look()
        seen: list[Table] = []
        there.door.listen(lambda _id, table: seen.append(table))
        drawn = await here.done(in_turn(table), "play d")
        assert isinstance(await there.do(in_turn(table), "play d", "late", table.stage), OldButton)
        await follows.look()
        assert seen == [drawn]

    run(postgres_server, test)


def test_two_who_press_at_once_are_both_answered_by_what_is_so(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, _follows: ForeignChanges) -> None:
        table = await here.deal()
        await there.table()
        who = in_turn(table)
        replies = await asyncio.gather(here.do(who, "play d", "one"), there.do(who, "play d", "two"))
        assert sorted(type(one).__name__ for one in replies) == ["Accepted", "Declined"]

    run(postgres_server, test)


class HomeOf:
    """The home of these tables."""

    def __init__(self, *tables: str) -> None:
        self._tables = tables

    async def learn(self, _channels: Collection[str]) -> None:
        pass

    def is_here(self, table: str, _channel: str) -> bool:
        return table in self._tables


def test_what_is_due_is_done_by_the_host_that_acts_for_the_table(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        await here.open()
        for one in (BRUNO, CARLA, DARIO):
            await here.done(one, "join")
        idle = Scheduler(here.door, here.store, think, HomeOf())
        acts = Scheduler(there.door, there.store, think, HomeOf("t1"))
        await here.done(ANNA, "start")
        here.now = there.now = (await here.store.next_due(BOT) or 0) + 1
        assert await idle.fire() == 0
        assert await acts.fire() == 1
        await follows.look()
        assert (await there.table()).phase != "lobby"

    run(postgres_server, test)


def test_a_computers_move_that_another_host_has_made_is_never_made_for_the_person_after_it(
    postgres_server: PostgresServer,
) -> None:
    async def test(here: World, there: World, _follows: ForeignChanges) -> None:
        table = await here.deal()
        clockwork = Scheduler(there.door, there.store, think)
        assert table.chair(table.in_turn).person
        assert await clockwork._move("t1", table) == "play"

    run(postgres_server, test)


def test_a_name_that_was_forgotten_leaves_the_memory_of_the_other_hosts_too(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        rewritten: list[str] = []
        there.door.listen_for_rewriting(rewritten.append)
        for who in (ANNA, BRUNO, CARLA, DARIO):
            await here.store.register(
                BOT, Account("telegram", f"account of {who.name}"), Person(who.id, who.name, "it")
            )
        await here.deal()
        for who, command in ((BRUNO, "leave"), (ANNA, "resign"), (BRUNO, "leave")):
            await here.done(who, command)
        await follows.look()
        assert "Bruno" in str(await there.table())
        privacy = Privacy(here.store, Boards(here.store, BOT), BOT, here.door)
        assert await privacy.erase("p2") == Erased(1)
        await follows.look()
        await follows.look()
        assert rewritten == ["t1"]
        assert "Bruno" not in str(await there.table())
        there.now = here.now
        await there.done(ANNA, "rematch")
        assert "Bruno" not in str(await there.store.load(BOT, "t1"))
        assert await there.table() == fold(await here.store.log(BOT, "t1"))

    run(postgres_server, test)


@pytest.mark.parametrize("last", [0, 10**9])
def test_a_host_that_has_not_heard_yet_of_an_erasure_does_not_store_the_name_once_more(
    postgres_server: PostgresServer, last: int
) -> None:
    """`last`: by which transaction somebody was forgotten before; another server's, where a dump was brought back."""

    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        if last:
            assert here.store.server is not None
            with open_rows(here.store.server) as rows:
                rows.execute("INSERT INTO rewritten VALUES (?, '', ?)", (BOT, last))
            await follows.look()
        for who in (ANNA, BRUNO, CARLA, DARIO):
            await here.store.register(
                BOT, Account("telegram", f"account of {who.name}"), Person(who.id, who.name, "it")
            )
        await here.deal()
        for who, command in ((BRUNO, "leave"), (ANNA, "resign"), (BRUNO, "leave")):
            await here.done(who, command)
        await follows.look()
        assert "Bruno" in str(await there.table())
        privacy = Privacy(here.store, Boards(here.store, BOT), BOT, here.door)
        assert await privacy.erase("p2") == Erased(1)
        with pytest.raises(Outdated, match="try again"):
            await there.do(ANNA, "rematch", "again")
        assert "Bruno" not in str(await here.store.load(BOT, "t1"))
        assert "Bruno" not in str(await here.store.log(BOT, "t1"))
        await follows.look()
        assert isinstance(await there.do(ANNA, "rematch", "again"), Accepted)
        assert "Bruno" not in str(await here.store.load(BOT, "t1"))

    run(postgres_server, test)


def test_what_a_host_brings_that_has_not_heard_yet_of_an_erasure_is_brought_once_more(
    postgres_server: PostgresServer,
) -> None:
    """It has made the message of the table with the name."""

    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        await here.store.register(BOT, Account("telegram", "account of Bruno"), Person(BRUNO.id, BRUNO.name, "it"))
        await here.deal()
        for who, command in ((BRUNO, "leave"), (ANNA, "resign"), (BRUNO, "leave")):
            await here.done(who, command)
        await follows.look()
        row, *_ = await there.store.channel_letters(BOT, "t1")
        assert await Privacy(here.store, Boards(here.store, BOT), BOT, here.door).erase("p2") == Erased(1)

        async def is_brought() -> bool:
            found, *_ = await there.store.channel_letters(BOT, "t1")
            await there.store.mark_sent(row, found.revision, "message 7", 77)
            found, *_ = await there.store.channel_letters(BOT, "t1")
            assert found.reference == "message 7"
            return found.settled == found.revision

        assert not await is_brought()
        await follows.look()
        assert await is_brought()

    run(postgres_server, test)


def test_a_host_that_has_not_heard_yet_of_an_erasure_opens_no_table_by_the_name(
    postgres_server: PostgresServer,
) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        await here.store.register(BOT, Account("telegram", "account of Bruno"), Person(BRUNO.id, BRUNO.name, "it"))
        await follows.look()
        assert await Privacy(here.store, Boards(here.store, BOT), BOT, here.door).erase("p2") == Erased(0)
        with pytest.raises(Outdated, match="try again"):
            await there.door.open("t5", "VERDE", "c1", BRUNO, Settings())
        assert await here.store.load(BOT, "t5") is None
        await follows.look()
        assert isinstance(await there.door.open("t5", "VERDE", "c1", ANNA, Settings()), Accepted)

    run(postgres_server, test)


def test_cards_that_nobody_here_looks_at_are_read_when_somebody_asks(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        table = await here.deal()
        await follows.look()
        changed, seen = list[str](), list[Table]()
        there.door.listen_for_changes(changed.append)
        there.door.listen(lambda _id, table: seen.append(table))
        drawn = await here.done(in_turn(table), "play d")
        await follows.look()
        assert (changed, seen) == (["t1"], [])  # a window that shows it asks how it stands
        assert there.door.lags("t1")
        assert await there.table() == drawn
        assert (changed, seen) == (["t1"], [drawn])
        assert not there.door.lags("t1")

    run(postgres_server, test, is_needed=False)


def test_whoever_plays_where_cards_were_played_elsewhere_plays_on_them(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        table = await here.deal()
        await follows.look()
        drawn = await here.done(in_turn(table), "play d")
        await follows.look()
        discard = next(one for one in legal(drawn.game.deal) if isinstance(one, Discard)) if drawn.game else None
        assert discard is not None
        assert isinstance(await there.do(in_turn(table), f"play {format_action(discard)}"), Accepted)
        assert await there.table() == fold(await here.store.log(BOT, "t1"))

    run(postgres_server, test, is_needed=False)


def test_whatever_is_more_than_cards_is_followed_at_once(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        await here.deal()
        await follows.look()
        seen: list[Table] = []
        there.door.listen(lambda _id, table: seen.append(table))
        left = await here.done(BRUNO, "leave")
        await follows.look()
        assert seen == [left]

    run(postgres_server, test, is_needed=False)


def test_a_channels_settings_of_another_host_are_known_at_the_next_look_and_remembered(
    postgres_server: PostgresServer,
) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        assert await there.store.channel(BOT, "club") is None
        for language in ("it", "en"):
            await here.store.put_channel(BOT, Channel("club", language, "{}"))
            await follows.look()
            assert await there.store.channel(BOT, "club") == Channel("club", language, "{}")
        await here.deal()
        await follows.look()
        await there.store._alone("DELETE FROM channels", {})
        assert await there.store.channel(BOT, "club") is not None  # nobody has asked the database

    run(postgres_server, test)


def test_a_channels_settings_that_another_host_changes_right_after_ones_own_are_the_ones_that_are_known(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where they are heard of before it is heard that one's own are stored."""

    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        transaction = there.store._transaction

        async def heard_late(steps: Callable[[], Awaitable[bool]]) -> bool:
            found = await transaction(steps)
            await here.store.put_channel(BOT, Channel("club", "en", "{}"))
            await follows.look()
            return found

        monkeypatch.setattr(there.store, "_transaction", heard_late)
        await there.store.put_channel(BOT, Channel("club", "it", "{}"))
        assert await there.store.channel(BOT, "club") == Channel("club", "en", "{}")

    run(postgres_server, test)


def test_what_was_changed_while_a_host_had_lost_its_connection_is_found_with_the_next_one(
    postgres_server: PostgresServer,
) -> None:
    """Also where the server's numbers begin lower than they had come, so that none is greater than the last mark."""

    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        table = await here.deal()
        await follows.look()
        seen: list[Table] = []
        there.door.listen(lambda _id, table: seen.append(table))
        lose_connection(follows)
        drawn = await here.done(in_turn(table), "play d")
        await follows.look()
        await follows.look()
        assert seen == [drawn]

    run(postgres_server, test)


def test_what_was_lost_with_a_server_is_in_no_hosts_memory_any_more(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        before = await here.deal()
        await follows.look()
        drawn = await here.done(in_turn(before), "play d")
        await follows.look()
        assert await there.table() == drawn
        await there.store._alone("DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)", {})
        await there.store._alone("UPDATE tables SET revision = revision - 1", {})
        seen: list[Table] = []
        there.door.listen(lambda _id, table: seen.append(table))
        lose_connection(follows)
        await follows.look()
        assert seen == [before]
        assert await there.table() == before

    run(postgres_server, test)


def test_a_table_that_is_nowhere_stored_any_more_is_no_table(postgres_server: PostgresServer) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        await here.open()
        await follows.look()
        for statement in ("DELETE FROM due", "DELETE FROM outbox", "DELETE FROM log", "DELETE FROM tables"):
            await here.store._alone(statement, {})
        lose_connection(follows)
        await follows.look()
        assert await there.door.table("t1") is None

    run(postgres_server, test)


def test_what_is_due_of_what_could_be_read_is_known_though_something_else_could_not(
    postgres_server: PostgresServer,
) -> None:
    async def test(here: World, there: World, follows: ForeignChanges) -> None:
        news: list[str] = []
        follows._listener = lambda subjects: news.extend([one.id for one in subjects])
        log = there.store.log

        async def failing(bot: str, subject: str, since: int = 0) -> object:
            if subject == "t2":
                raise StoreError("the server was lost")
            return await log(bot, subject, since)

        await here.open()
        assert isinstance(await here.door.open("t2", "VERDE", "c1", BRUNO, Settings()), Accepted)
        there.store.log = failing  # type: ignore[method-assign,assignment]  # the server is away
        with pytest.raises(StoreError):
            await follows.look()
        there.store.log = log  # type: ignore[method-assign]  # as it was before
        await follows.look()
        assert set(news) == {"t1", "t2"}

    run(postgres_server, test)


def lose_connection(follows: ForeignChanges) -> None:
    """And with it all that was known of the server's numbers, which another one has not reached."""
    feed = follows._feed
    assert isinstance(feed, PostgresFeed)
    feed._since += 1_000_000
    feed._thread._drop()
