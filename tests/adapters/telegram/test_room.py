"""Answers in a group: they leave its budget to its games, and nobody writes where Telegram wants a pause."""

import asyncio

import pytest

from bot.cli.platforms import BUDGETS
from bot.gateway.outbound import replies
from bot.gateway.outbound.replies import send_with_retries
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.requests.attendance import Audience
from bot.requests.plans import MakePlan
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, presses_on
from tests.adapters.telegram.test_network import passing
from tests.loopback.faults import Kind
from tests.scripted import NAMES, true_hand


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "FULL", 0.001)


def test_an_answer_that_finds_no_room_is_given_up() -> None:
    async def main() -> None:
        rooms, calls = [False, False, True], []

        async def send() -> str:
            calls.append("sent")
            return "7.1"

        assert await send_with_retries(send, lambda: rooms.pop(0)) == "7.1"
        assert await send_with_retries(send, lambda: False) is None
        assert calls == ["sent"]

    asyncio.run(main())


def test_a_pause_that_telegram_wants_is_told_and_then_room_is_asked_for_again() -> None:
    async def main() -> None:
        checks: list[bool] = []
        pauses: list[int] = []

        async def send() -> str:
            if len(checks) == 1:
                raise TryLater("too many requests", 1)
            raise Undeliverable("kicked")

        def has_room() -> bool:
            checks.append(True)
            return True

        assert await send_with_retries(send, has_room, pauses.append) is None
        assert (pauses, len(checks)) == ([1], 2)

    asyncio.run(main())


def test_a_group_that_asks_a_lot_does_not_keep_a_table_from_its_turns() -> None:
    async def body(host: Host) -> None:
        host.telegram.clock.freeze()
        people = [host.telegram.user(name) for name in NAMES]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people[:2])
        for person in people:
            person.start()
        await passing(host, 2)
        people[0].writes("/new fibur players=2", match.group)
        await passing(host, 4)
        lobby = [one for one in match.group.messages if about_table(one)][-1]
        match.label = presses_on(lobby)[0].table
        people[1].forges(f"{match.label}:0:join", lobby)
        await passing(host, 4)
        people[0].forges(f"{match.label}:0:start", lobby)
        await passing(host, 70)
        for _ in range(8):
            for person in people:
                person.writes("/tables", match.group)
        await passing(host, 2)
        person = await match.person_in_turn()
        person.writes("draw")
        await passing(host, 2)
        hand = await true_hand(match, person)
        person.writes(f"-{next(card for card in hand if card[0] not in 'J2')}")
        await passing(host, 5)
        table_text = [one for one in match.group.messages if about_table(one)][-1].content.text
        assert f"{(await match.person_in_turn()).account.first_name}'s turn: " in table_text
        assert host.telegram.budgets.busiest_minute(match.group.id) <= 20
        refused = [one for one in host.telegram.calls if one.outcome and one.outcome.get("error_code") == 429]
        assert not [one for one in refused if str(one.fields["chat_id"]) == str(match.group.id)]
        assert any("in play" in one.content.text for one in match.group.messages)
        assert any("in play" in one.content.text for person in people for one in person.screen())

    run(body, BUDGETS)


def test_where_an_answer_is_refused_for_a_time_nothing_else_is_sent_and_it_is_told_privately() -> None:
    async def body(host: Host) -> None:
        people = [host.telegram.user(name) for name in NAMES[:2]]
        match = ScriptedMatch(host, host.telegram.group("Sala", *people), people)
        await match.begin("fibur players=2")
        host.telegram.clock.freeze()
        host.telegram.faults.add(Kind.FLOOD, methods={"sendMessage"}, times=1, retry_after=1)
        people[0].writes("/tables", match.group)
        await host.settle()
        assert "in play" in people[0].screen()[-1].content.text
        anna = await host.service.register("telegram", str(people[0].id), "en", NAMES[0])
        channel = f"telegram:{match.group.id}"
        assert (await host.service.do(anna, MakePlan("in 3 hours", channel, audience=Audience.READS_NOT))).done
        while not host.chats.is_idle:  # noqa: ASYNC110  nobody tells that the courier has looked
            await asyncio.sleep(0.002)
        assert await host.store.outbox("b", host.door.clock(), 1)  # it waits
        assert not announced(match)
        host.telegram.clock.advance(2)
        await host.settle()
        assert announced(match)

    run(body)


def announced(match: ScriptedMatch) -> bool:
    """Whether the group reads of the match that is planned there."""
    return any("Press Join if you play" in one.content.text for one in match.group.messages)


def test_where_another_bot_has_written_last_a_command_has_to_name_this_one() -> None:
    """Telegram gives a command that names nobody to the bot that wrote last, in privacy mode, which is the usual."""

    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        sala = host.telegram.group("Sala", anna)
        await host.settle()
        sala.hears_another_bot()
        anna.writes("/new fibur players=2", sala)
        await host.settle()
        assert not [one for one in sala.messages if about_table(one)]
        anna.writes("/new@burraco_bot fibur players=2", sala)
        await host.settle()
        assert [one for one in sala.messages if about_table(one)]
        anna.writes("/tables", sala)
        before = len(sala.messages)
        await host.settle()
        assert len(sala.messages) == before + 1

    run(body)
