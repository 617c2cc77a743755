"""Floods, errors and broken connections on demand, and what the unchanged client makes of them."""

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp
import discord as client
import pytest

from tests.loopback.discord import Discord
from tests.loopback.discord.budgets import EDIT, SEND
from tests.loopback.discord.faults import Fault
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.running import online, run
from tests.loopback.discord.sample import Bot
from tests.loopback.faults import Kind, When

Body = Callable[[Discord, client.TextChannel, Person, Room], Awaitable[None]]


def play(body: Body, seed: int = 1) -> None:
    async def main(discord: Discord) -> None:
        anna = discord.user("Anna")
        tavoli = discord.guild("Circolo", anna).channel("tavoli")
        async with online(discord, bot := Bot()):
            where = bot.get_channel(tavoli.id)
            assert isinstance(where, client.TextChannel)
            await body(discord, where, anna, tavoli)

    run(main, seed)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client's waits between two tries pass a hundred times faster."""
    real = asyncio.sleep

    async def sleep(seconds: float, result: object = None) -> None:
        await real(seconds / 100)

    monkeypatch.setattr(asyncio, "sleep", sleep)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("kind", [Kind.ERROR, Kind.GATEWAY, Kind.FLOOD, Kind.GLOBAL])
def test_a_call_that_failed_before_its_effect_is_repeated(kind: Kind) -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.faults.add(kind, times=2, only=SEND)
        await where.send("once")
        assert [one.text for one in anna.sees()] == ["once"]
        assert len(discord.faults.fired) == 2
        assert [one.status for one in discord.calls[-3:]][2] == 200

    play(body)


@pytest.mark.usefixtures("hasty")
def test_a_lost_answer_makes_a_twin_of_a_follow_up_but_not_of_a_message_whose_nonce_is_enforced() -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.faults.add(Kind.ERROR, when=When.AFTER, times=1, only=SEND)
        await where.send("alone")  # the client gives every message a nonce
        await anna.answer(anna.types("burraco new", tavoli, code="fitab"))
        discord.faults.add(Kind.ERROR, when=When.AFTER, times=2, only="POST /webhooks/")
        await anna.answer(anna.presses("Deal", tavoli))
        await anna.until(lambda seen: [one.text for one in seen].count("sent") == 3)
        assert [one.text for one in anna.sees()].count("alone") == 1

    play(body)


@pytest.mark.usefixtures("hasty")
def test_a_first_answer_whose_receipt_was_lost_is_not_taken_twice() -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.faults.add(Kind.ERROR, when=When.AFTER, times=1, only="callback")
        await anna.answer(anna.types("lay", tavoli, cards="kd"))
        await discord.until(lambda: discord.calls[-1].status == 400)
        assert discord.calls[-1].answer["code"] == 40060
        assert [one.text for one in anna.sees()] == ["laid kd"]

    play(body)


@pytest.mark.parametrize(("when", "seen"), [(When.BEFORE, 0), (When.AFTER, 1)])
def test_a_broken_connection_reaches_the_bot(when: When, seen: int) -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.faults.add(Kind.DROP, when=when, times=1, only=SEND)
        with pytest.raises(aiohttp.ClientError):
            await where.send("x")
        assert len(anna.sees()) == seen

    play(body)


@pytest.mark.usefixtures("hasty")
def test_trouble_on_a_fifth_of_all_calls_loses_nothing() -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.faults.add(Kind.ERROR, share=0.1)
        discord.faults.add(Kind.FLOOD, share=0.1, retry_after=0.01)
        for number in range(30):
            await where.send(str(number), nonce=str(number))
        assert [one.text for one in anna.sees()] == [str(number) for number in range(30)]
        assert len(discord.faults.fired) > 3
        discord.faults.clear()
        fired = len(discord.faults.fired)
        await where.send("calm")
        assert len(discord.faults.fired) == fired

    play(body, seed=7)


@pytest.mark.usefixtures("hasty")
def test_an_interaction_answers_through_trouble() -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.faults.add(Kind.FLOOD, times=1, only="callback", retry_after=0.01)
        discord.faults.add(Kind.ERROR, times=1, only="callback")
        act = await anna.answer(anna.types("lay", tavoli, cards="kd"))
        assert act.took > 0
        assert discord.invalid == 1
        assert anna.sees()[-1].text == "laid kd"

    play(body)


def test_the_client_obeys_the_headers_of_a_limited_route() -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.budgets.limit(SEND, 2, 0.2)
        for number in range(5):
            await where.send(str(number))
        assert len(anna.sees()) == 5
        assert discord.budgets.floods == []

    play(body)


def test_new_messages_and_changes_are_counted_apart_and_so_are_their_names() -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.budgets.as_discords()
        messages = [await where.send("1") for _ in range(4)]
        for number in range(4):
            await messages[0].edit(content=str(number))
        assert discord.budgets.floods == []
        calls = {one.route: discord.budgets.headers(one) for one in discord.calls if one.route in (SEND, EDIT)}
        assert [calls[route]["X-RateLimit-Remaining"] for route in (SEND, EDIT)] == ["1", "1"]
        assert calls[SEND]["X-RateLimit-Bucket"] != calls[EDIT]["X-RateLimit-Bucket"]
        url = f"{discord.api}/channels/{tavoli.id}/messages"
        key = {"Authorization": f"Bot {discord.token}"}
        async with aiohttp.ClientSession(headers=key) as session:  # no library that waits
            statuses = [(await session.post(url, json={"content": "5"})).status for _ in range(2)]
            changed = await session.patch(f"{url}/{messages[0].id}", json={"content": "5"})
        assert (statuses, changed.status) == ([200, 429], 200)
        assert discord.budgets.floods == [SEND]

    play(body)


def test_the_budget_of_the_whole_bot_is_met_with_429_and_spares_interactions() -> None:
    async def body(discord: Discord, where: client.TextChannel, anna: Person, tavoli: Room) -> None:
        discord.budgets.whole = (2, 1.0)  # long enough for three of them to meet in it
        await asyncio.gather(*[where.send(str(number)) for number in range(4)])
        assert len(anna.sees()) == 4
        assert set(discord.budgets.floods) == {SEND}
        flooded = [one.answer["global"] for one in discord.calls if one.status == 429]
        assert flooded == [True] * len(discord.budgets.floods)
        discord.budgets.whole = (0, 60.0)
        await anna.answer(anna.types("lay", tavoli, cards="kd"))

    play(body)


def test_a_flood_comes_before_the_effect_or_not_at_all() -> None:
    with pytest.raises(ValueError, match="before anything happens"):
        Fault(Kind.FLOOD, When.AFTER)
