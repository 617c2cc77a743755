"""What is asked of a private chat at once, and takes a while: screens that change, and questions that are kept."""

import asyncio
from types import SimpleNamespace
from typing import Any

from bot.adapters.telegram.responder import Asker, TelegramResponder
from bot.gateway.outbound.messenger import Chat
from bot.messages.message import Message
from bot.requests.answer import Answer
from bot.requests.request_context import RequestContext

ANNA = Asker(RequestContext("telegram", "1", "telegram:1", private=True, message="7"), Chat("1", private=True))


def screen(words: str) -> Answer:
    return Answer(True, message=Message("en", lines=(words,)), edits=True)


def responder(messenger: Any, notes: Any = None) -> TelegramResponder:
    async def taken(*_: object) -> None:
        """An answer to a press."""

    telegram: Any = SimpleNamespace(answer_callback_query=taken)
    limits: Any = SimpleNamespace(room=lambda _chat: True, is_crowded=lambda _chat: False)
    inbound: Any = SimpleNamespace(notes=notes)
    hands: Any = SimpleNamespace()
    return TelegramResponder(telegram, messenger, inbound, hands, limits)


def test_a_screen_changes_once_at_a_time_and_shows_the_newest_in_the_end() -> None:
    under_way, screens, arrives = 0, list[str](), asyncio.Event()

    async def rewrite(_chat: Chat, _number: int, message: Message) -> None:
        nonlocal under_way
        under_way += 1
        assert under_way == 1
        await arrives.wait()
        screens.append(message.lines[0])
        under_way -= 1

    async def main() -> None:
        here = responder(SimpleNamespace(rewrite=rewrite))
        for words in ("one", "two", "three"):
            here.soon(here.press(f"q{words}", ANNA, screen(words)))
            await asyncio.sleep(0.01)  # people press one after the other
        arrives.set()
        while here.is_busy:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0)
        assert screens == ["one", "three"]

    asyncio.run(main())


def test_two_questions_at_once_are_both_kept() -> None:
    values = {"telegram:1": ""}

    async def of(_kind: object, place: str) -> str:
        found = values[place]
        await asyncio.sleep(0)
        return found

    async def put(_kind: object, place: str, value: str) -> None:
        await asyncio.sleep(0)
        values[place] = value

    async def main() -> None:
        notes = SimpleNamespace(of=of, put=put)
        here, later = responder(SimpleNamespace(), notes), responder(SimpleNamespace(), notes)
        await asyncio.gather(*[here._keep_question(ANNA.chat, name, f"set {name}") for name in ("1.8", "1.9")])
        assert [await later.command_asked(ANNA.chat, name) for name in ("1.8", "1.9")] == ["set 1.8", "set 1.9"]

    asyncio.run(main())
