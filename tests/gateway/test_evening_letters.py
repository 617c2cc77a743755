"""An evening's letters on their way: in which order they go, and that no death of the host loses or doubles a word."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

import pytest

from bot.cli.platforms import BUDGETS, Chats, WebHook
from bot.durations import HOUR
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.host.budget import Budgets
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.messages.message import Message
from bot.requests.own_data import Erase
from bot.requests.request_context import RequestContext
from bot.tables.who import HOST, Who
from bot.tournaments.club_tournament import Announcement, ClubTournament
from bot.tournaments.commands import command
from bot.tournaments.tournaments import Tournaments
from tests.gateway.chatting import WIDE, paint
from tests.requests.serving import BOT, START, World, run

PLAYERS = ("11", "12", "21", "22", "31", "32", "41", "42")
ID = "tour0000000000000001"
CLUB = "telegram:-100"
PLACE = "-100"
REAL = Announcement("Thursday", "febur", "pairs", ("mitchell", "danese"), (1, 1), window=0)
DEALT = replace(REAL, cards="dealt")


class Arrival(NamedTuple):
    """A message that has come to a chat, or has changed there."""

    chat: str
    message: Message
    is_new: bool
    at: int


@dataclass
class Network:
    """A platform that notes what arrives where, in its order; `later`: how often it says to try later."""

    platform: str = "telegram"
    clock: Callable[[], int] = lambda: 0
    messages: list[Arrival] = field(default_factory=list)
    standing: dict[str, Arrival] = field(default_factory=dict)  # what each message says now, by its reference
    fixed: set[str] = field(default_factory=set)  # messages that can be changed no more
    later: int = 0

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:  # noqa: ARG002  as every messenger takes them
        if self.later:
            self.later -= 1
            raise TryLater("too many requests")
        self.messages.append(Arrival(chat.id, message, True, self.clock()))
        self.standing[once] = self.messages[-1]
        return once

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:  # noqa: ARG002  as every messenger takes them
        if reference in self.fixed:
            raise Undeliverable("it is gone")
        self.messages.append(Arrival(chat.id, message, False, self.clock()))
        self.standing[reference] = self.messages[-1]
        return reference

    async def retire(self, _chat: Chat, _reference: str, _remove: bool) -> None:
        pass

    def words(self, account: str) -> list[str]:
        """What somebody has been told, without hands and tables, which stand for an occasion."""
        found = [one.message for one in self.messages if one.chat == account and one.is_new and not one.message.anew]
        return ["\n".join(message.lines) for message in found]


@dataclass
class OnNetwork:
    """It, as a platform that is on."""

    messenger: Network
    name: str = "telegram"
    hook: WebHook | None = None

    async def run(self, _inbound: Inbound, _limits: Limits, /) -> None:
        raise AssertionError("nobody writes here")


class Club:
    """A host with its courier; `again` is another host with the same database, the one before it is dead."""

    def __init__(self, world: World, network: Network, budgets: Budgets = WIDE) -> None:
        self.world, self.network = world, network
        self.tournaments = world.service.tournaments.tournaments
        self.chats = Chats([OnNetwork(network)], world.service, world.door, world.store, paint, {"telegram": budgets})

    def again(self, budgets: Budgets = WIDE) -> "Club":
        return Club(self.world.again(), self.network, budgets)

    async def post(self) -> None:
        while await self.chats._courier.send():
            pass

    async def places_in_order(self) -> list[str]:
        """Everything that waits is brought, one chat at a time: to which ones, in the order in which they are begun."""
        await self.again(replace(WIDE, at_once=1)).post()
        return [one.chat for one in self.network.messages]

    async def registered(self, account: str, name: str) -> Who:
        """Somebody whose private chat is open."""
        id_ = await self.world.service.register("telegram", account, "en", name)
        chat = RequestContext("telegram", account, f"telegram:{account}", private=True)
        chat.person = await self.world.service.person(id_)
        await self.chats.inbound.presence.note_open(chat)
        return Who(id_, name)

    async def announced(self, announcement: Announcement = REAL, pairs: int = 4) -> Who:
        """A tournament with so many pairs, whose players are 11, 12, 21, 22 ...; its arbiter, who is 1."""
        arbiter = await self.registered("1", "Arbiter")
        assert isinstance(await self.tournaments.announce(ID, CLUB, arbiter, announcement), ClubTournament)
        for pair in range(1, pairs + 1):
            players = [(await self.registered(f"{pair}{seat}", f"P{pair}{seat}")).id for seat in (1, 2)]
            await self.does(Who(HOST), "enter", players=players)
        return arbiter

    async def does(self, who: Who, verb: str, **keys: object) -> ClubTournament:
        found = await self.tournaments.submit(ID, who, secrets.token_hex(4), command(verb, **keys))
        assert isinstance(found, ClubTournament), found
        await self.tournaments.fire()
        return found

    async def one(self) -> ClubTournament:
        found = await self.tournaments.find(ID)
        assert found is not None
        return found

    async def under_way(self) -> Who:
        """The first round has begun, and all that can be told is; the arbiter."""
        arbiter = await self.announced()
        await self.does(arbiter, "start")
        await self.does(arbiter, "go")
        await self.post()
        return arbiter


# --- stored with the change -------------------------------------------------------------------------------------------


def test_who_sits_where_is_told_once_although_the_host_dies_between_the_commit_and_the_message() -> None:
    async def test(world: World) -> None:
        network = Network()
        before = Club(world, network)
        arbiter = await before.announced()
        await before.post()
        count = len(network.words("11"))
        await before.does(arbiter, "start")
        await before.again().post()
        texts = [network.words(account)[count:] for account in PLAYERS]
        assert [[text[:23] for text in found] for found in texts] == [["Round 1: your table is "]] * len(PLAYERS)
        await before.again().post()
        assert len(network.words("11")) == count + 1

    run(test)


def test_a_call_and_a_ruling_reach_those_they_concern_after_a_death_of_the_host() -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)
        arbiter = await club.under_way()
        before = {account: len(network.words(account)) for account in ("1", "11", "12", "31")}
        await club.does(await club.registered("11", "P11"), "call")
        await club.does(arbiter, "rule", type="warning", round=1, entry="1", category="fan")
        await club.again().post()
        await club.again().post()
        new = {account: network.words(account)[many:] for account, many in before.items()}
        assert ["calls the arbiter" in text for text in new["1"]] == [True]
        assert ["fan of cards" in text for text in new["11"] + new["12"]] == [True, True]
        assert new["31"] == []

    run(test)


def test_what_waited_is_one_message_in_its_order_with_every_button() -> None:
    async def test(world: World) -> None:
        network = Network(later=1_000)
        club = Club(world, network)
        arbiter = await club.under_way()
        await club.does(arbiter, "rule", type="warning", round=1, entry="1", category="fan")
        await club.does(arbiter, "rule", type="warning", round=1, entry="1", category="count")
        network.later = 0
        world.now += HOUR
        await club.again().post()
        (message,) = [one.message for one in network.messages if one.chat == "11"]
        text = "\n".join(message.lines)
        parts = ["you are in Thursday", "Round 1: your table", "fan of cards", "asked for the number"]
        assert sorted(parts, key=text.index) == parts
        assert len(message.controls) == 2  # an appeal against each

    run(test)


def test_what_is_not_so_any_more_is_not_told_after_an_outage() -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)
        arbiter = await club.under_way()
        before = len(network.words("1"))
        await club.does(await club.registered("11", "P11"), "call")
        await club.does(arbiter, "answer", table=1)
        await club.again().post()
        assert len(network.words("1")) == before

    run(test)


def test_who_is_invited_to_a_final_is_told_once_although_the_host_dies_before_the_message() -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)
        arbiter, *people = [await club.registered(account, f"P{account}") for account in ("1", "11", "12", "21")]
        invited = (people[0].id, people[1].id, "~Zoe")
        final = replace(REAL, starts=START + HOUR, is_final=True, invited=invited)
        assert isinstance(await club.tournaments.announce(ID, CLUB, arbiter, final), ClubTournament)
        await club.does(people[1], "enter", players=[people[1].id, people[2].id])
        await club.does(people[2], "confirm", number=1)
        for _ in range(2):
            host = club.again()
            await host.tournaments.announce(ID, CLUB, arbiter, final)  # as a series does that is not sure
            await host.post()
        words = {account: network.words(account) for account in ("11", "12", "21")}
        assert [text[:27] for text in words["11"]] == ["You are invited to Thursday"]
        assert not any("invited" in text for text in words["12"] + words["21"]), "they are in already, or never were"
        (button,) = [one.message.controls for one in network.messages if one.chat == "11"]
        assert len(button) == 1

    run(test)


def test_what_an_earlier_program_has_told_by_itself_is_not_told_again() -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)

        async def hears(*_: object) -> None:
            """It told people without letters."""

        earlier = Tournaments(world.store, BOT, lambda: world.now, world.door.chance, hears, hears)
        arbiter = await club.registered("1", "Arbiter")
        await earlier.announce(ID, CLUB, arbiter, REAL)
        for pair in (1, 2):
            players = [(await club.registered(f"{pair}{seat}", f"P{pair}{seat}")).id for seat in (1, 2)]
            await earlier.submit(ID, Who(HOST), f"e{pair}", command("enter", players=players))
        await earlier.submit(ID, arbiter, "s", command("start"))
        await earlier.fire()
        world.now += 1
        await club.does(arbiter, "rule", type="warning", round=1, entry="1", category="fan")
        await club.again().post()
        (text,) = network.words("11")
        assert "fan of cards" in text
        assert "Round 1" not in text

    run(test)


def test_why_it_cannot_begin_reaches_its_arbiter_after_a_death_of_the_host() -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)
        form = Announcement(
            "Thursday",
            "febur",
            "singles",
            ("mitchell", "mitchell", "danese"),
            (1,) * 3,
            starts=START + HOUR,
            automatic=True,
        )
        arbiter = await club.registered("1", "Arbiter")
        await club.tournaments.announce(ID, CLUB, arbiter, form)
        for account in ("11", "12"):
            await club.does(
                await club.registered(account, account), "enter", players=[(await club.registered(account, account)).id]
            )
        world.now += HOUR
        await club.tournaments.fire()
        await club.again().post()
        await club.again().post()
        (text,) = [text for text in network.words("1") if "could not begin" in text]
        assert text.startswith("Thursday could not begin: With so many entries this method")

    run(test)


# --- who is forgotten -------------------------------------------------------------------------------------------------


async def played_out(club: Club, arbiter: Who) -> None:
    """Two rounds with real cards, all that can be told is; the standings are final."""
    for number in (1, 2):
        for table in (1, 2):
            await club.does(arbiter, "sheet", table=table, deals=[[700, 500]])
        await club.does(arbiter, "close")
        if number == 1:
            await club.does(arbiter, "pair")
            await club.does(arbiter, "go")
    await club.does(arbiter, "finish")
    await club.post()


async def forgets(club: Club, account: str, name: str) -> None:
    person = (await club.registered(account, name)).id
    word = str((await club.world.do(person, Erase(private=True))).json["word"])
    await club.world.done(person, Erase(word, private=True))


def in_the_place(network: Network) -> str:
    return str([one.message for one in network.standing.values() if one.chat == PLACE])


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("dies", [False, True])
def test_what_stands_in_the_channel_of_an_evening_loses_the_name_of_who_is_forgotten(is_over: bool, dies: bool) -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)
        arbiter = await club.under_way()
        if is_over:
            await played_out(club, arbiter)
        before = in_the_place(network)
        assert "P11" in before
        count = len([one for one in network.messages if one.chat == PLACE and one.is_new])
        await forgets(club, "11", "P11")
        await (club.again() if dies else club).post()
        after = in_the_place(network)
        assert "P11" not in after
        assert "P12" in after
        assert count == len([one for one in network.messages if one.chat == PLACE and one.is_new]), "they are edited"
        texts = before.replace("P11", "?"), after.replace("deleted player", "?")
        assert texts[0] == texts[1], "and nothing else of them changes"

    run(test)


def told_in_private(network: Network) -> dict[str, str]:
    """What stands in the private chats of others than who is forgotten, by its reference."""
    others = {name: one for name, one in network.standing.items() if one.chat not in (PLACE, "11")}
    return {name: "\n".join(one.message.lines) for name, one in others.items()}


@pytest.mark.parametrize("dies", [False, True])
def test_what_others_were_told_in_private_loses_the_name_of_who_is_forgotten(dies: bool) -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)
        arbiter = await club.under_way()
        await club.does(await club.registered("11", "P11"), "call")
        await played_out(club, arbiter)
        before = told_in_private(network)
        assert sum("P11" in text for text in before.values()) > 3
        count = len([one for one in network.messages if one.is_new])
        await forgets(club, "11", "P11")
        edits = len(network.messages)
        await (club.again() if dies else club).post()
        after = told_in_private(network)
        assert {name: text.replace("P11", "deleted player") for name, text in before.items()} == after
        assert count == len([one for one in network.messages if one.is_new]), "they are edited"
        changes = [one for one in network.messages[edits:] if one.chat != PLACE]
        assert len(changes) == sum("P11" in text for text in before.values()), "and those alone"

    run(test)


def test_a_message_that_began_with_the_announcement_loses_that_name_whatever_was_told_later() -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)
        arbiter, bruno, carla = [await club.registered(account, f"P{account}") for account in ("1", "11", "12")]
        final = replace(REAL, starts=START + HOUR, is_final=True, invited=(bruno.id,))
        assert isinstance(await club.tournaments.announce(ID, CLUB, arbiter, final), ClubTournament)
        await club.does(carla, "enter", players=[carla.id, bruno.id])
        await club.post()
        (before,) = network.words("11")
        assert before.startswith("You are invited"), "one message with both"
        assert "P12" in before
        world.now += 1
        await club.does(bruno, "decline", number=1)
        await club.does(carla, "enter", players=[carla.id, bruno.id])
        await club.post()
        assert len(network.words("11")) == 2
        await forgets(club, "12", "P12")
        await club.post()
        after = [one for one in network.standing.values() if one.chat == "11"]
        texts = ["\n".join(one.message.lines) for one in after]
        assert before.replace("P12", "deleted player") in texts
        assert "P12" not in str(texts)

    run(test)


def test_a_message_of_an_earlier_round_that_is_gone_is_not_sent_anew_for_who_is_forgotten() -> None:
    async def test(world: World) -> None:
        network = Network()
        club = Club(world, network)
        arbiter = await club.under_way()
        await played_out(club, arbiter)
        (earlier,) = [
            name for name, one in network.standing.items() if one.chat == PLACE and "round 1 of" in one.message.title
        ]
        network.fixed.add(earlier)
        count = len(network.standing)
        await forgets(club, "11", "P11")
        await club.post()
        assert len(network.standing) == count

    run(test)


# --- in their order, and within the budgets ---------------------------------------------------------------------------


async def just_started(world: World) -> Club:
    """Eight pairs are seated, and nobody has been told yet; what was told before is read and gone."""
    club = Club(world, Network())
    arbiter = await club.announced(pairs=8)
    await club.post()
    club.network.messages.clear()
    await club.does(arbiter, "start")
    return club


def test_the_clubs_message_of_the_round_goes_first_then_who_sits_where_then_what_stands_there_already() -> None:
    async def test(world: World) -> None:
        club = await just_started(world)
        places = await club.places_in_order()
        assert (places[0], len(places)) == (PLACE, 18)
        assert places[-1] == PLACE  # the announcement
        assert PLACE not in places[1:-1]

    run(test)


def test_a_call_overtakes_all_that_waits() -> None:
    async def test(world: World) -> None:
        club = await just_started(world)
        await club.does(await club.registered("11", "P11"), "call")
        assert (await club.places_in_order())[0] == "1"

    run(test)


def test_forty_tables_never_change_the_groups_board_more_often_than_every_thirty_seconds() -> None:
    async def test(world: World) -> None:
        network = Network(clock=lambda: world.now)
        club = Club(world, network, BUDGETS["telegram"])
        arbiter = await club.registered("1", "Arbiter")
        await club.tournaments.announce(ID, CLUB, arbiter, DEALT)
        for pair in range(80):
            players = [f"c{2 * pair + seat}:random" for seat in (1, 2)]
            await club.does(Who(HOST), "enter", players=players)
        await club.does(arbiter, "start")
        await club.post()
        await club.does(arbiter, "go")
        network.messages.clear()
        for second in range(300):
            world.now += 1_000
            club.tournaments.note_table(ID)  # a table stands otherwise
            if second % 30 == 0:  # and so does the next one, which its channel reads, too
                await club.does(Who(f"c{second // 30 * 4 + 1}:random"), "call")
            await club.tournaments.fire()
            await club.post()
        boards = [one for one in network.messages if one.chat == PLACE]
        times = [one.at for one in boards]
        assert not any(one.is_new for one in boards)
        assert 9 <= len(times) <= 10
        assert min(later - earlier for earlier, later in pairwise(times)) >= 30_000
        await club.does(arbiter, "rule", type="timeout", round=1)
        await club.post()
        last = [one for one in network.messages if one.chat == PLACE][-1]
        assert last.at == world.now  # and not when thirty seconds are over
        assert last.message.lines[0].startswith("TIME OUT")

    run(test)
