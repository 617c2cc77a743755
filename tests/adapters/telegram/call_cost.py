"""What calls to Telegram cost the host's process: python -m tests.adapters.telegram.call_cost

CPU time of one call of each kind, from the bot's method to what it returns, beside a process that answers as Telegram
does and judges nothing. Of several rounds the quickest counts: on a busy machine the others tell of what else runs.
"""

import asyncio
import json
import multiprocessing
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from typing import Any, Final

from telegram import Bot, InputMediaPhoto
from telegram.constants import ParseMode

from bot.adapters.telegram.keyboards import keyboard, with_keyboard
from bot.adapters.telegram.request import Request
from bot.messages.buttons import Ask, Press, Verb
from bot.messages.message import Button, Control, Option, Row, Ticks

ROUNDS: Final = 7
CALLS: Final = 200
PICTURE: Final = bytes(range(256)) * 40
WORDS: Final = "<b>Your hand</b>\n" + "It is your turn: draw a card or pick up the pile\n" * 5
BOT: Final = {"id": 1, "is_bot": True, "first_name": "Burraco", "username": "burraco_bot"}
SIZES: Final = [
    {"file_id": f"{wide}" * 20, "file_unique_id": f"{wide}", "width": wide, "height": wide} for wide in (90, 720)
]
KEYS: Final = [[{"text": f"{card}♣", "callback_data": f"KQRB:41:tick:{card}c1"} for card in range(2, 9)]] * 3
HAND: Final = {
    "message_id": 7,
    "date": 1_700_000_000,
    "chat": {"id": 5, "type": "private", "first_name": "Anna"},
    "from": BOT,
    "photo": SIZES,
    "caption": WORDS,
    "caption_entities": [{"type": "bold", "offset": 0, "length": 9}],
    "reply_markup": {"inline_keyboard": KEYS},
}
ANNA: Final = {"id": 5, "is_bot": False, "first_name": "Anna", "language_code": "it"}
PRESS: Final = {"id": "4", "from": ANNA, "chat_instance": "1", "data": "KQRB:41:draw", "message": HAND}
RESULTS: Final[dict[str, object]] = {
    "getMe": BOT,
    "answerCallbackQuery": True,
    "getUpdates": [{"update_id": 5, "callback_query": PRESS}],
}


def controls() -> tuple[Control, ...]:
    """What stands below a hand of seventeen."""
    cards = [Option(f"{card}♣", Press("KQRB", 41, Ask(Verb.TICK, f"{card}c1"))) for card in range(17)]
    rows = [Row((Button(one.value, Press("KQRB", 41, Ask(one))),)) for one in (Verb.LAY, Verb.SORT, Verb.TABLE)]
    return (*rows, Ticks("Cards", tuple(cards), Press("KQRB", 41, Ask(Verb.CHOOSE))))


def answer_for_ever(pipe: Connection) -> None:
    """The other process; it tells its port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (head := await head_of(reader)) is not None:
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            await reader.readexactly(int(length.partition(b":")[2]))
            method = head.split(b" ", 2)[1].rpartition(b"/")[2].decode()
            body = json.dumps({"ok": True, "result": RESULTS.get(method, HAND)}).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    async def main() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


async def head_of(reader: asyncio.StreamReader) -> bytes | None:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None


async def measure(port: int) -> dict[str, float]:
    """Milliseconds of CPU time, by kind of call."""
    root = f"http://127.0.0.1:{port}/bot"
    bot = Bot("1:a", root, request=Request(4, 20.0), get_updates_request=Request(1, 20.0))
    await bot.initialize()

    def there() -> dict[str, Any]:
        return {"chat_id": 5, "message_id": 7, "api_kwargs": with_keyboard(keyboard(controls()))}

    def picture() -> InputMediaPhoto:
        return InputMediaPhoto(PICTURE, WORDS, ParseMode.HTML, filename="burraco.png")

    kinds: dict[str, Callable[[], Awaitable[object]]] = {
        "a hand with a new picture": lambda: bot.edit_message_media(picture(), **there()),
        "a hand with new words": lambda: bot.edit_message_caption(caption=WORDS, parse_mode=ParseMode.HTML, **there()),
        "a hand with other buttons": lambda: bot.edit_message_reply_markup(**there()),
        "the answer to a press": lambda: bot.answer_callback_query("4"),
        "a press that comes": lambda: bot.get_updates(5, timeout=25),
    }
    best = dict.fromkeys(kinds, float("inf"))
    for _ in range(ROUNDS):
        for name, call in kinds.items():
            began = time.process_time()
            for _ in range(CALLS):
                await call()
            best[name] = min(best[name], 1000 * (time.process_time() - began) / CALLS)
    await bot.shutdown()
    return best


def main() -> None:
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=answer_for_ever, args=(theirs,), daemon=True)
    server.start()
    try:
        for name, cost in asyncio.run(measure(ours.recv())).items():
            print(f"{name:28} {cost:5.2f} ms")
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
