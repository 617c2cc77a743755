"""A store that somebody else keeps locked: nothing is lost, people are told, and other chats do not wait for one."""

import asyncio

from telegram import Update

from bot.adapters.telegram.polling import Applying
from bot.host.ports import StoreError
from tests.adapters.telegram.hosting import Host, run
from tests.adapters.telegram.scripted import about_table


def update(number: int, chat: int) -> Update:
    message = {"message_id": number, "date": 0, "chat": {"id": chat, "type": "group", "title": "Sala"}}
    found = Update.de_json({"update_id": number, "message": message}, None)
    assert found is not None
    return found


def test_a_chat_that_waits_holds_up_no_other_and_its_updates_are_confirmed_when_they_are_done() -> None:
    async def main() -> None:
        mended, done_ids, told_ids = asyncio.Event(), [], []

        async def take(one: Update) -> None:
            if one.message is not None and one.message.chat.id == -1 and not mended.is_set():
                raise StoreError("locked")
            done_ids.append(one.update_id)

        applying = Applying(take, lambda one: told_ids.append(one.update_id))
        updates = [update(10, -2), update(11, -1), update(12, -2), update(13, -1)]
        await applying.begin(updates)
        while done_ids != [10, 12] or set(told_ids) != {11, 13}:
            await applying.begin(updates)  # the server hands them out again: they are not confirmed
        assert applying.offset == 11
        await applying.begin([update(14, -2)])
        while done_ids != [10, 12, 14]:
            await applying.begin([])
        assert applying.offset == 11
        mended.set()
        while len(done_ids) < 5:
            await applying.begin(updates)
        assert done_ids == [10, 12, 14, 11, 13]
        await applying.begin([])
        assert applying.offset == 15

    asyncio.run(main())


def test_what_is_broken_off_is_not_confirmed() -> None:
    async def main() -> None:
        async def take(_one: Update) -> None:
            await asyncio.Event().wait()

        applying = Applying(take, lambda _one: None)
        await applying.begin([update(10, -1)])
        await applying.stop()
        assert applying.offset == 10

    asyncio.run(main())


def test_after_a_week_of_silence_updates_are_numbered_anew_and_heard_all_the_same() -> None:
    """The next one has any number then, a lower one perhaps: https://core.telegram.org/bots/api#update"""

    async def body(host: Host) -> None:
        anna = host.telegram.user("Anna")
        anna.start()
        await host.settle()
        host.telegram.updates.numbers_anew(4000)
        for line in ("/play", "/help"):
            anna.writes(line)
            await host.settle()
            await host.clockwork.fire()
            await host.settle()
        assert host.telegram.updates.pending == []
        ours = [one for one in anna.screen() if one.sender is host.telegram.bot]
        assert [one for one in ours if about_table(one)]

    run(body)
