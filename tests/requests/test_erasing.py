"""Who erases themselves stands nowhere any more: no name, no number, no id, in no column and no freed page."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bot.boards.board import OVERALL, Query
from bot.boards.boards import Boards
from bot.boards.facts import SINGLES
from bot.boards.forgetting import DELETED
from bot.cli.soundness import soundness
from bot.gateway.outbound.reach import Reach
from bot.gateway.outbound.references import Remembered, format_remembered
from bot.host.door import Accepted
from bot.host.notes import CHAMPION, LOST, PROPOSED
from bot.host.ports import CHANNEL, Letter, Person, StoredDraft
from bot.requests.answer import Answer, GivesSeat
from bot.requests.board_answers import History, Leaderboard
from bot.requests.channels import SetChannel
from bot.requests.corrections import Correct
from bot.requests.hand_drafts import Tick
from bot.requests.invitations import Accept, Invite
from bot.requests.linking import Link, UseLink
from bot.requests.opening_news import Notify
from bot.requests.openings import Open
from bot.requests.own_data import Erase
from bot.requests.people import Introduce
from bot.requests.phrases import SayPhrase
from bot.requests.plans import ChangePlan, MakePlan
from bot.requests.request_context import Friend, RequestContext
from bot.requests.seating import Join, Replace
from bot.requests.table_commands import Do
from bot.store.sqlite import open_store
from bot.tables.log import fold
from bot.tables.table import OVER, PLAYING, Table
from bot.tables.who import Who
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.requests.serving import BOT, START, World
from tests.searching import standing

DISCORD: Final = "730011223344556677"
TELEGRAM: Final = "7700998877"
PRIVATE: Final = f"telegram:{TELEGRAM}"
DM: Final = "discord:991122334455667788"
NAMES: Final = ("Annabella Quirini", "Bellanna", "Quirinella", "Annabellina")
USERNAME: Final = "quirinetta_77"
BAR: Final = "club:bar"


class Life:
    """What somebody does with the program, until every table of the database has something about them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.wants: list[str] = []
        self.reach = Reach(world.service.backend, self._wanted)
        self.ids: list[str] = []

    async def _wanted(self, table_id: str, letters: tuple[Letter, ...], at_leisure: bool = False) -> None:  # noqa: ARG002  the courier's
        self.wants.append(table_id)

    async def lived(self) -> None:
        world = self.world
        anna = await world.service.register("discord", DISCORD, "en", NAMES[0])
        phone = await world.service.register("telegram", TELEGRAM, "it", NAMES[1], channel=PRIVATE)
        self.ids = [anna, phone]
        for person, platform, account, place in (
            (anna, "discord", DISCORD, DM),
            (phone, "telegram", TELEGRAM, PRIVATE),
        ):
            await self.reach.at(await world.asks(person, place))
            context = RequestContext(platform, account, person=await world.service.person(person))
            await self.reach.note_open(context, account)
            await world.service.speaks_theirs(person, place)
        await world.service.notes.put(LOST, PRIVATE, "told")
        self.others = [await world.person(name) for name in ("Bruno", "Carla", "Dario")]
        await self.plays(phone)
        code = str((await world.done(anna, Link())).json["code"])
        await world.done(phone, UseLink(code))
        await self.plays(anna)
        await self.waits(anna)
        await self.is_corrected(anna)
        await self.plans(anna)
        await self.is_called(anna)
        await world.done(anna, Link())  # a code that nobody uses
        await world.done(anna, SetChannel(PRIVATE, "players=2", admin=True))

    def delivery(self) -> str:
        """As Telegram and Discord name them: a private message has the number of its person."""
        self.world.deliveries += 1
        return f"m{TELEGRAM}.{self.world.deliveries}"

    async def do(self, person: str, table: Table, command: str) -> Table:
        answer = await self.world.done(person, Do(table.label, command, self.delivery(), sure=True))
        return await self.world.table(answer.table)

    async def plays(self, anna: str) -> None:
        """A match that is shown in private chats, with a new name in its midst, drafts, letters and a stand-in."""
        world, bruno, carla = self.world, *self.others[:2]
        opened = await world.done(anna, Open(channel=PRIVATE, options="players=2 hands=1", delivery=self.delivery()))
        table = await world.table(opened.table)
        secret = str((await world.done(anna, Invite(table.label, "S"))).json["invitation"])
        await world.done(anna, Invite(table.label, "S"))
        await world.done(bruno, Accept(secret))
        await world.done(carla, Join(table.label, BAR, "", self.delivery()))
        await self.do(anna, table, "start")
        reply = await world.door.submit(opened.table, Who(bruno, "Bruno"), "mirrored", f"mirror {PRIVATE}/5")
        assert isinstance(reply, Accepted)
        await world.until(table, PLAYING)
        await world.done(anna, Introduce(NAMES[2]))
        now = await world.now_of(table)
        assert now.game is not None
        await world.do(anna, Tick(table.label, "4h", 1))
        table_id = opened.table
        await world.store.put_draft(
            BOT, table_id, anna, (await world.store.draft(BOT, table_id, anna)) or _draft(now.stage)
        )
        await self.letters_of(table_id, anna)
        await self.turns(table)
        await self.do(anna, table, "leave")
        await self.do(anna, table, "return")
        await world.done(anna, Introduce(NAMES[3]))
        await self.do(bruno, table, "resign")
        await world.done(anna, SayPhrase(table.label, "bravo"))
        await self.do(anna, table, "leave")
        await world.now_of(table)

    async def turns(self, table: Table) -> None:
        """A turn of each, without which the match would count nowhere."""
        now = await self.world.now_of(table)
        while len(now.lines) < 2:
            assert now.game is not None
            action = PLAYERS["greedy"](1).choose(view(now.game.deal, now.in_turn))
            now = await self.do(now.chair(now.in_turn).person, table, f"play {format_action(action)}")

    async def letters_of(self, table: str, person: str) -> None:
        """What the table shows is delivered, to the private chat and to the person."""
        store = self.world.store
        for row in await store.letters(BOT, table):
            owed = ("telegram", TELEGRAM, True, "1.2", False, "")
            reference = Remembered("telegram", TELEGRAM, f"{TELEGRAM}.77", owed=owed, left=(owed,))
            own = row.viewer in (person, f"{CHANNEL}{PRIVATE}")
            await store.mark_sent(row, row.revision, format_remembered(reference) if own else "{}", self.world.now)

    async def waits(self, anna: str) -> None:
        """A table that goes on without them: they waited there, took another name, and were seated by an admin."""
        world, (bruno, carla, dario) = self.world, self.others
        answer = await world.done(bruno, Open(channel=BAR, options="players=2 hands=2"))
        table = await world.table(answer.table)
        await world.done(carla, Join(table.label, BAR, "", self.delivery()))
        await world.done(anna, Join(table.label, BAR, "", self.delivery()))
        await world.done(anna, Introduce(NAMES[0]))
        await self.do(anna, table, "leave")
        await self.do(bruno, table, "start")
        await world.until(table, PLAYING)
        await self.turns(table)
        seat = (await world.now_of(table)).seat_of(carla)
        await world.done(anna, Join(table.label, BAR, "", self.delivery()))
        for newcomer in (anna, dario):
            question = await world.do(bruno, Replace(table.label, seat, newcomer, self.delivery(), admin=True))
            assert isinstance(question.page, GivesSeat)
            sure = Replace(table.label, seat, newcomer, self.delivery(), admin=True, sure=True, word=question.page.word)
            await world.done(bruno, sure)
        await self.do(bruno, table, "propose annul")  # in a deal of which they have held a hand nobody is forgotten
        await self.do(dario, table, "agree")
        await world.until(table, PLAYING)
        self.going_on = table

    async def is_corrected(self, anna: str) -> None:
        """One correction that was agreed to, one that waits, one of somebody else that names them."""
        world, bruno = self.world, self.others[0]
        await world.done(anna, Leaderboard())
        matches = (await world.done(anna, History())).json["board"]["ids"]
        sides = "N 455 S 310"
        first = await self.corrects(anna, matches[0], sides, "I had counted wrongly")
        assert "word" not in first.json
        word = [one.agrees.split()[-1] for one in world.news if one.person == bruno and one.agrees][-1]
        await world.done(bruno, Correct(word=word))
        await self.corrects(anna, matches[-1], sides, f"{NAMES[0]} says so")
        boards = Boards(world.store, BOT)
        key = (await boards.history(anna))[0].key
        await world.service.notes.put(PROPOSED, f"{key[0]}:7", json.dumps({"reason": f"as {NAMES[1]} says"}))
        await boards.correct(key, "N 200 S 100", bruno, f"for {NAMES[2].upper()}, who left", world.now)
        await boards.board(Query(scope=OVERALL), world.now)

    async def corrects(self, person: str, match: str, totals: str, reason: str) -> Answer:
        question = await self.world.do(person, Correct(match, totals, reason, channel=PRIVATE, private=True))
        word = str(question.json["word"])
        return await self.world.done(person, Correct(word=word, channel=PRIVATE, private=True))

    async def plans(self, anna: str) -> None:
        """In a channel, in the private chat and for themselves; one is called off, so that its delivery is noted."""
        world = self.world
        for channel in (BAR, PRIVATE, ""):
            await world.done(anna, MakePlan("every friday 21:00", channel, delivery=self.delivery()))
        await world.done(anna, MakePlan("every monday 21:00", BAR, delivery=self.delivery()))
        await world.done(anna, ChangePlan("cancel", 1, BAR, delivery=self.delivery()))
        bruno = self.others[0]
        await world.done(bruno, MakePlan("every sunday 21:00", BAR))
        (other,) = [one for one in await world.service.planned_matches.planner.plans(BAR) if one.author == bruno]
        await world.done(anna, ChangePlan("join", plan=other.id, channel=BAR, delivery=self.delivery()))

    async def is_called(self, anna: str) -> None:
        """They are mentioned by another name, are invited, hear of games, and wear the champion's role."""
        world, (bruno, carla, _) = self.world, self.others
        context = RequestContext("telegram", TELEGRAM, BAR, self.delivery(), username=USERNAME)
        await world.service.enters(context, "it", NAMES[0])
        await world.service.carry_out(context, Notify(BAR, "on", "off"))
        hosting = await world.asks(bruno, BAR, self.delivery())
        hosting.platform = "discord"
        hosting.friends = (Friend(DISCORD, NAMES[2]), Friend("", "", USERNAME.upper()))
        answer = await world.service.carry_out(hosting, Open(channel=BAR, options="players=2 hands=1"))
        table = await world.table(answer.table)
        assert [one.person in self.ids for one in table.invited] == [True]
        opened = await world.open(carla, BAR, "players=2")  # they are told of it
        await world.service.opening_news.settle()
        assert opened.label in world.news_to(anna)[-1]
        await world.done(anna, Join(table.label, BAR, "", self.delivery()))
        await self.do(anna, table, "leave")
        self.invited = table
        worn = {"week": "2023-11-13", "role": "880077006600550044", "account": DISCORD, "is_reported": False}
        await world.service.notes.put(CHAMPION, BAR, json.dumps(worn))

    @property
    def words(self) -> list[str]:
        return [*NAMES, USERNAME, *self.ids, DISCORD, TELEGRAM, DM.partition(":")[2]]


def _draft(stage: int) -> StoredDraft:
    return StoredDraft(stage, "m:4h5h6h")


def lived(path: Path, body: Callable[[World, Life], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = await open_store(path / "burraco.db", START)
        try:
            world = World(store)
            life = Life(world)
            await life.lived()
            await body(world, life)
        finally:
            await store.close()

    asyncio.run(whole())


async def erased(world: World, person: str) -> Answer:
    word = str((await world.do(person, Erase(private=True))).json["word"])
    return await world.done(person, Erase(word, private=True))


TABLES: Final = {
    *("accounts", "channels", "corrections", "drafts", "link_codes", "log", "notes", "outbox", "people"),
    *("results", "tables", "tallies"),
}
"""What holds something about a person."""


def test_who_erases_themselves_stands_nowhere_any_more(tmp_path: Path) -> None:
    path = tmp_path / "burraco.db"

    async def body(world: World, life: Life) -> None:
        before = standing(path, life.words)
        assert {one.partition(".")[0] for one in before if ": " in one and not one.startswith("burraco")} == TABLES
        for word in life.words:
            assert standing(path, [word]), word
        read_before = [await world.service.person(one) for one in life.ids]
        await erased(world, life.ids[0])
        assert standing(path, life.words) == []
        for row, place in zip(read_before, (DM, PRIVATE), strict=True):  # of a message that came just before
            await world.service.speaks_theirs(row, place)
        assert standing(path, life.words) == []
        await afterwards(world, life)
        assert standing(path, life.words) == []
        assert [finding.faults for finding in soundness(path) if not finding.sound] == []

    lived(tmp_path, body)
    assert [finding.faults for finding in soundness(path) if not finding.sound] == []


async def afterwards(world: World, life: Life) -> None:
    """The farewell and what was on its way comes after it, with the old ids; the others go on."""
    for person, platform, account, place in zip(
        life.ids, ("discord", "telegram"), (DISCORD, TELEGRAM), (DM, PRIVATE), strict=True
    ):
        context = RequestContext(platform, account, person=await world.service.person(person))
        await life.reach.note_open(context, account)
        await life.reach.note_closed(context, account)
        await life.reach.at(await world.asks(person, place))
        await world.service.speaks_theirs(person, place)
        refused = await world.do(person, Erase(private=True))
        assert refused.words == "Nothing is stored under your name any more."
        assert not (await world.do(person, Introduce(NAMES[0]))).done
        await world.service.backend.people.store(Person(person, NAMES[0], "en"))  # of whoever had read it before
        assert not (await world.do(person, Open(channel=PRIVATE, delivery=life.delivery()))).done
    world.now += 3 * 24 * 60 * 60_000
    await world.service.planned_matches.planner.fire()
    table = await world.now_of(life.going_on)
    assert fold(await world.store.log(BOT, await world.service.table_of(table.label))) == table
    waits = await world.now_of(life.invited)
    assert [one.name for one in waits.invited] == [DELETED]
    assert fold(await world.store.log(BOT, await world.service.table_of(waits.label))) == waits
    ended = await world.said(life.others[0], table.label, "resign")
    assert ended.phase == OVER
    board = await Boards(world.store, BOT).board(Query(scope=OVERALL, kind=SINGLES), world.now)
    assert DELETED in [row.name for row in board.rows]
    of_week = (await world.done(life.others[0], Leaderboard())).json["board"]
    assert DELETED in str(of_week)


def test_a_namesake_keeps_name_and_results(tmp_path: Path) -> None:
    async def body(world: World, life: Life) -> None:
        other = await world.service.register("web", "8800", "en", NAMES[3])
        anna = life.ids[0]
        table = await world.open(anna, BAR, "players=2 hands=1")
        await world.join(other, table)
        await life.do(anna, table, "start")
        await world.until(table, PLAYING)
        await life.turns(table)
        await world.done(anna, Introduce(NAMES[3]))
        await life.do(other, table, "resign")
        await life.do(anna, table, "leave")
        await erased(world, anna)
        assert [finding.faults for finding in soundness(tmp_path / "burraco.db") if not finding.sound] == []
        table_id = await world.service.table_of(table.label)
        (match,) = [one.result for one in await world.store.results(BOT, table_id) if one.result.kind == "match"]
        assert match.record.count(f'"{NAMES[3]}"') == 1
        assert DELETED in match.record

    lived(tmp_path, body)


@pytest.mark.parametrize("name", ["heuristic", "computer", "Computer North", "Àstrid", "N"])
def test_whatever_somebody_was_called_what_is_left_is_sound(name: str, tmp_path: Path) -> None:
    """Computer players are called so in records, and lines of records say who stands in."""

    async def body(world: World, life: Life) -> None:
        person = await world.service.register("web", "8801", "en", name)
        table = await world.open(person, BAR, "players=4 hands=1")
        await world.join(life.others[0], table)
        await life.do(person, table, "start")
        await world.until(table, PLAYING)
        for command in ("leave", "return", "resign", "leave"):
            await life.do(person, table, command)
        await erased(world, person)
        assert [finding.faults for finding in soundness(tmp_path / "burraco.db") if not finding.sound] == []

    lived(tmp_path, body)


def test_what_others_have_proposed_loses_a_name_and_nothing_else(tmp_path: Path) -> None:
    async def body(world: World, life: Life) -> None:
        bruno, carla = life.others[:2]
        matches = (await world.done(bruno, History())).json["board"]["ids"]
        await world.done(carla, Introduce("Àstrid"))
        await life.corrects(bruno, matches[-1], "N 455 S 310", "it was Àstrid who erred")
        before = proposals(tmp_path)
        for number, name in enumerate(("author", "S", "Àstrid", "totals")):  # who have never played
            await erased(world, await world.service.register("web", f"99{number}", "en", name))
        assert proposals(tmp_path) == before

    lived(tmp_path, body)


def proposals(folder: Path) -> list[dict[str, str]]:
    """The corrections that wait for agreement, in the order of their matches."""
    with closing(sqlite3.connect(folder / "burraco.db")) as connection:
        rows = connection.execute("SELECT value FROM notes WHERE note LIKE 'proposed:%' ORDER BY note").fetchall()
    return [json.loads(value) for (value,) in rows]
