"""Budgets, floods and broken calls, as the unchanged client meets them."""

import pytest
from telegram import Bot, Message
from telegram.error import NetworkError, RetryAfter, TelegramError

from tests.loopback.faults import Kind, When
from tests.loopback.telegram import Telegram
from tests.loopback.telegram.running import application, run


@pytest.fixture(autouse=True)
def _times_as_the_adapter_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


def test_a_group_allows_twenty_a_minute_with_the_edits() -> None:
    async def body(telegram: Telegram) -> None:
        telegram.clock.freeze()
        sala = telegram.group("Sala", telegram.user("Anna"))
        async with application(telegram).bot as bot:
            message = await bot.send_message(sala.id, "0")
            for number in range(1, 20):
                telegram.clock.advance(1)
                await message.edit_text(str(number))
            telegram.clock.advance(1)
            for act in (message.edit_text("20"), bot.send_message(sala.id, "20")):
                with pytest.raises(RetryAfter, match="Retry in 0:00:40"):
                    await act
            telegram.clock.advance(40)
            await message.edit_text("20")
            await bot.send_chat_action(sala.id, "typing")
        assert telegram.budgets.busiest_minute(sala.id) == 20
        assert len(telegram.called("sendMessage", "editMessageText")) == 21

    run(body)


def test_a_chat_allows_one_a_second_after_a_short_burst() -> None:
    async def body(telegram: Telegram) -> None:
        telegram.clock.freeze()
        anna = telegram.user("Anna")
        anna.start()
        async with application(telegram).bot as bot:
            for number in range(3):
                await bot.send_message(anna.id, str(number))
            for number in range(3, 6):
                telegram.clock.advance(0.9)
                with pytest.raises(RetryAfter, match="Retry in 0:00:01"):
                    await bot.send_message(anna.id, str(number))
                telegram.clock.advance(0.1)
                await bot.send_message(anna.id, str(number))
            telegram.clock.advance(2)
            await bot.send_message(anna.id, "6")
            await bot.send_message(anna.id, "7")
            with pytest.raises(RetryAfter, match="Retry in 0:00:01"):
                await bot.send_message(anna.id, "8")

    run(body)


def test_thirty_a_second_in_all() -> None:
    async def body(telegram: Telegram) -> None:
        telegram.clock.freeze()
        people = [telegram.user(f"Anna {number}") for number in range(31)]
        for person in people:
            person.start()
        async with application(telegram).bot as bot:
            for person in people[:30]:
                await bot.send_message(person.id, "Ciao")
            with pytest.raises(RetryAfter, match="Retry in 0:00:01"):
                await bot.send_message(people[30].id, "Ciao")

    run(body)


async def tried(bot: Bot, chat: int) -> Message | TelegramError:
    try:
        return await bot.send_message(chat, "Ciao")
    except TelegramError as wrong:
        return wrong


@pytest.mark.parametrize(
    ("kind", "when", "error", "words"),
    [
        (Kind.ERROR, When.BEFORE, NetworkError, "Internal Server Error"),
        (Kind.ERROR, When.AFTER, NetworkError, "Internal Server Error"),
        (Kind.GATEWAY, When.BEFORE, NetworkError, "Bad Gateway"),
        (Kind.GATEWAY, When.AFTER, NetworkError, "Bad Gateway"),
        (Kind.DROP, When.BEFORE, NetworkError, "httpx"),
        (Kind.DROP, When.AFTER, NetworkError, "httpx"),
        (Kind.FLOOD, When.BEFORE, RetryAfter, "Retry in 0:00:07"),
    ],
)
def test_each_fault_leaves_its_effect_or_none(kind: Kind, when: When, error: type[TelegramError], words: str) -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        anna.start()
        async with application(telegram).bot as bot:
            telegram.faults.add(kind, when=when, times=1, retry_after=7)
            wrong = await tried(bot, anna.id)
            assert isinstance(wrong, error)
            assert words in str(wrong)
            assert len(anna.sees(None, "posted")) == 1 + (when is When.AFTER)
            assert isinstance(await tried(bot, anna.id), Message)
        assert telegram.faults.fired[-1] == ("sendMessage", kind, when)

    run(body)


def test_a_share_of_the_calls_fails_by_the_seed() -> None:
    patterns: list[list[bool]] = []

    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        anna.start()
        telegram.budgets.enforced = False
        async with application(telegram).bot as bot:
            telegram.faults.add(Kind.ERROR, share=0.2, methods={"sendMessage"})
            patterns.append([isinstance(await tried(bot, anna.id), Message) for _ in range(100)])

    for seed in (7, 7, 8):
        run(body, seed)
    assert patterns[0] == patterns[1] != patterns[2]
    assert all(70 <= sum(one) <= 90 for one in patterns)


def test_a_flood_must_come_before_the_effect() -> None:
    async def body(telegram: Telegram) -> None:
        with pytest.raises(ValueError, match="before anything happens"):
            telegram.faults.add(Kind.FLOOD, when=When.AFTER)

    run(body)
