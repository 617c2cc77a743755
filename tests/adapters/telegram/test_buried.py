"""What a bot can know of how many messages stand below one of its own, by the kind of chat."""

from datetime import UTC, datetime
from typing import Any

import pytest
from telegram import Chat, Message

from bot.adapters.telegram.group_numbers import GroupNumbers
from bot.messages.buttons import Verb
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table

GROUP, SUPERGROUP = -4_000_000_001, -1_004_000_000_001


def message(chat: int, number: int, topic: int = 0, *, forum: bool = False) -> Message:
    where = Chat(chat, "supergroup" if chat == SUPERGROUP else "group", is_forum=forum)
    how: dict[str, Any] = {"message_thread_id": topic, "is_topic_message": True} if topic else {}
    return Message(number, datetime.now(UTC), where, **how)


def test_in_a_supergroup_numbers_tell_what_the_bot_does_not_hear() -> None:
    numbers = GroupNumbers()
    numbers.note(message(SUPERGROUP, 10))
    assert numbers.below(SUPERGROUP, 0, 10) == 0
    numbers.note(message(SUPERGROUP, 19))
    assert numbers.below(SUPERGROUP, 0, 10) == 9
    numbers.note_gone(SUPERGROUP, 15)
    numbers.note_gone(SUPERGROUP, 3)
    assert numbers.below(SUPERGROUP, 0, 10) == 8


@pytest.mark.parametrize(("chat", "topic", "forum"), [(GROUP, 0, False), (SUPERGROUP, 7, True), (SUPERGROUP, 0, True)])
def test_elsewhere_only_what_the_bot_has_come_across_counts(chat: int, topic: int, forum: bool) -> None:
    numbers = GroupNumbers()
    for number in (10, 500, 900, 900):
        numbers.note(message(chat, number, topic, forum=forum))
    numbers.note(message(SUPERGROUP if chat == SUPERGROUP else GROUP - 1, 950, 8, forum=True))
    assert numbers.below(chat, topic, 10) == 2
    numbers.note_gone(chat, 500)
    assert numbers.below(chat, topic, 10) == 1


def test_what_has_one_reader_and_what_is_private_does_not_count() -> None:
    numbers = GroupNumbers()
    numbers.note(message(SUPERGROUP, 0))
    numbers.note(message(77, 5))
    assert (numbers.below(SUPERGROUP, 0, 0), numbers.below(77, 0, 1)) == (0, 0)


def test_with_privacy_on_a_command_shows_how_much_was_said_meanwhile() -> None:
    async def body(host: Host) -> None:
        anna, bruno = (host.telegram.user(name) for name in ("Anna", "Bruno"))
        match = ScriptedMatch(host, host.telegram.group("Circolo", anna, bruno), [anna, bruno])
        await match.begin("fibur players=2 mention=0 ping=0 stand_in=0")
        (before,) = [one for one in match.group.messages if about_table(one, match.label)]
        for number in range(9):
            anna.writes(f"line {number}", match.group)
        person = await match.person_in_turn()
        await match.press(person, Verb.TABLE)
        tables = [one for one in match.group.messages if about_table(one, match.label)]
        assert [one.id for one in tables] == [before.id]
        anna.writes("/tables", match.group)
        await host.settle()
        person.writes("draw")
        await host.settle()
        await match.tap(person, next(one for one in match.offered(person) if ":x:" in one[2]))
        (after,) = [one for one in match.group.messages if about_table(one, match.label)]
        assert (after.id > before.id, before.deleted) == (True, True)

    run(body)
