"""My hand in the group: a picture that only the presser sees, or the hand in words where that cannot be."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.adapters.telegram import ephemeral_hands
from bot.adapters.telegram.chat_ids import ChatIds
from bot.adapters.telegram.ephemeral_hands import A_MINUTE, EphemeralHands
from bot.adapters.telegram.responder import TelegramResponder
from bot.cli.platforms import BUDGETS
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.messages.buttons import Verb
from bot.messages.message import Message
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.hosting import hurried
from tests.loopback.telegram.eyes import Sight
from tests.loopback.telegram.people import Person
from tests.scripted import NAMES


async def two(host: Host) -> tuple[ScriptedMatch, Person, Person]:
    """A table, the person in turn and the other one."""
    people = [host.telegram.user(name) for name in NAMES[:2]]
    match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
    await match.begin("fibur players=2")
    person = await match.person_in_turn()
    return match, person, next(one for one in people if one is not person)


def glances(match: ScriptedMatch, person: Person) -> list[Sight]:
    """The pictures in the group that only they were shown."""
    return [one for one in person.sees(match.group, "posted") if one.only_mine and one.picture]


def test_a_server_that_knows_no_glances_is_never_trusted_with_one() -> None:
    async def body(host: Host) -> None:
        host.telegram.ephemeral = False
        match, person, other = await two(host)
        before = len(other.sees())
        tap = await match.press(person, Verb.HAND, match.group)
        assert tap.alert
        assert 0 < len(tap.text) <= 200
        assert len(other.sees()) == before

    run(body)


@pytest.mark.parametrize("of_july", [True, False])
def test_a_glance_is_its_readers_alone_whichever_fields_the_server_has_for_it(of_july: bool) -> None:
    """A server of the host's own may be some months old; it has the method that forgets a glance, too."""

    async def body(host: Host) -> None:
        host.telegram.ephemeral_of_july = of_july
        match, person, other = await two(host)
        before = len(other.sees())
        tap = await match.press(person, Verb.HAND, match.group)
        assert (tap.text, len(glances(match, person))) == ("", 1)
        assert len(other.sees()) == before

    run(body)


def test_a_glance_that_cannot_be_is_an_alert() -> None:
    async def body(host: Host) -> None:
        match, person, other = await two(host)
        host.telegram.ephemeral_after_tap = -1.0
        before = len(other.sees())
        tap = await match.press(person, Verb.HAND, match.group)
        assert (tap.alert, glances(match, person)) == (True, [])
        assert len(other.sees()) == before

    run(body)


def test_glances_leave_the_groups_budget_to_the_turns() -> None:
    async def body(host: Host) -> None:
        hurry = asyncio.create_task(hurried(host.chats, host.telegram.clock))
        match, person, _ = await two(host)
        hurry.cancel()
        host.telegram.clock.freeze()
        host.telegram.clock.advance(60)
        for _ in range(12):  # within a minute
            host.telegram.clock.advance(2)
            tap = person.forges(f"{match.label}:0:hand", match.group.messages[-1])
            await person.answer(tap)
            assert tap.alert or tap.text == ""
            await host.settle()
        assert len(glances(match, person)) == A_MINUTE
        hurry = asyncio.create_task(hurried(host.chats, host.telegram.clock))
        await match.tap(person, next(one for one in match.offered(person) if one[1].request == DRAW))
        assert host.telegram.budgets.busiest_minute(match.group.id) <= 20
        hurry.cancel()

    run(body, BUDGETS)


def test_what_a_server_shows_to_all_is_taken_back_however_long_that_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ephemeral_hands, "PATIENCE", 0.05)
    deletions: list[tuple[int, int]] = []

    async def ask(*_: object) -> None:
        """The server knows such messages."""

    async def delete(chat: int, message: int) -> None:
        await asyncio.sleep(0.1)  # longer than the patience for showing it
        deletions.append((chat, message))

    async def send(*_: object) -> Any:
        return SimpleNamespace(chat=SimpleNamespace(id=-7), message_id=1, api_kwargs={})

    async def main() -> None:
        bot: Any = SimpleNamespace(do_api_request=ask, delete_message=delete)
        messenger: Any = SimpleNamespace(send_message=send)
        hands = EphemeralHands(bot, ChatIds(), messenger, lambda: 0)
        is_shown = await hands.show(Chat("-7", private=False), 1, "q", Message("en"), Drawn(b"", 1, 1), lambda: True)
        assert (is_shown, deletions) == (False, [(-7, 1)])

    asyncio.run(main())


def test_of_two_glances_at_once_the_later_one_stays_though_the_earlier_one_comes_last() -> None:
    forgotten: list[int] = []

    async def ask(_method: str, values: dict[str, int]) -> None:
        """The server knows such messages."""
        forgotten.append(values["ephemeral_message_id"])

    async def main() -> None:
        later_came = asyncio.Event()

        async def send(_chat: Chat, message: Message, *_: object) -> Any:
            is_earlier = message.title == "earlier"
            if is_earlier:
                await later_came.wait()
            return SimpleNamespace(api_kwargs={"ephemeral_message_id": 8 if is_earlier else 9})

        bot: Any = SimpleNamespace(do_api_request=ask)
        messenger: Any = SimpleNamespace(send_message=send)
        hands, group = EphemeralHands(bot, ChatIds(), messenger, lambda: 0), Chat("-7", private=False)

        async def show(title: str) -> bool:
            return await hands.show(group, 1, title, Message("en", title=title), Drawn(b"", 1, 1), lambda: True)

        earlier = asyncio.create_task(show("earlier"))
        await asyncio.sleep(0)
        assert await show("later")
        later_came.set()
        assert await earlier
        assert forgotten[-1] == 8
        assert await show("another")
        assert forgotten[-1] == 9

    asyncio.run(main())


def test_of_two_looks_at_once_the_later_one_stays_though_the_earlier_one_comes_last() -> None:
    removed: list[str] = []

    async def main() -> None:
        later_came = asyncio.Event()

        async def answer(_chat: Chat, message: Message, *_: object) -> str:
            if message.title == "earlier":
                await later_came.wait()
            return f"telegram:1.{message.title}"

        async def draw(_message: Message) -> None:
            """Nothing is drawn."""

        async def retire(_chat: Chat, reference: str, **_: object) -> None:
            removed.append(reference.partition(".")[2])

        messenger: Any = SimpleNamespace(answer=answer, retire=retire)
        inbound: Any = SimpleNamespace(draw=draw)
        limits: Any = SimpleNamespace(room=lambda _: True, pause=lambda *_: None)
        nothing: Any = SimpleNamespace()
        responder = TelegramResponder(nothing, messenger, inbound, nothing, limits)

        async def send(title: str) -> None:
            await responder.send(Chat("1", private=True), Message("en", title=title), "look:t")

        earlier = asyncio.create_task(send("earlier"))
        await asyncio.sleep(0)
        await send("later")
        later_came.set()
        await earlier
        await send("another")
        assert removed == ["earlier", "later"]

    asyncio.run(main())
