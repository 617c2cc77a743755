"""A small bot of the unchanged python-telegram-bot plays with people who have eyes."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web
from PIL import Image, ImageChops
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update

from tests.loopback.news import PATIENCE
from tests.loopback.telegram import Telegram
from tests.loopback.telegram.running import application, polling, run
from tests.loopback.telegram.sample import fill, picture
from tests.loopback.telegram.updates import AT_ONCE


def same(one: bytes, other: bytes) -> bool:
    pair = [Image.open(io.BytesIO(data)).convert("RGB") for data in (one, other)]
    return ImageChops.difference(*pair).getbbox() is None


def test_a_deep_link_opens_the_chat_and_carries_its_payload() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna", language="it"), telegram.user("Bruno")
        async with polling(telegram, fill):
            anna.opens("https://t.me/burraco_bot?start=seat_2")
            seen = await anna.until(lambda seen: len(seen) == 2)
        assert seen[0].text == "/start seat_2"
        assert seen[1].text == "Ciao Anna, seat_2 🂡"
        assert seen[1].marked("bold") == ("Anna",)
        assert anna.notified() == [seen[1]]
        assert bruno.sees() == []

    run(body)


def test_a_picture_and_its_edits_reach_everybody_in_the_group_and_nobody_else() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno, carla = (telegram.user(name) for name in ("Anna", "Bruno", "Carla"))
        sala = telegram.group("Sala", anna, bruno)
        async with polling(telegram, fill):
            anna.writes("/table@burraco_bot", sala)
            await bruno.until(lambda seen: seen[-1].picture)
            await anna.answer(anna.presses("Turn", sala))
            await bruno.until(lambda seen: seen[-1].kind == "edited")
            tick = await bruno.answer(bruno.presses("Tick", sala))
            await anna.until(lambda seen: "✓ Tick" in seen[-1].buttons)
        posted, turned, ticked = bruno.sees(sala, "posted", "edited")[-3:]
        assert same(posted.picture, picture(10))
        assert posted.marked("italic") == ("table",)
        assert same(turned.picture, picture(200))
        assert turned.text == ticked.text == "Another turn"
        assert tick.text == "ticked"
        assert [one.notified for one in (posted, turned, ticked)] == [True, False, False]
        assert "ticked" in [one.text for one in bruno.sees(sala, "toast")]
        assert anna.sees(None, "toast") == []
        assert carla.sees() == []

    run(body)


def test_an_alert_is_seen_by_its_presser_only() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
        sala = telegram.group("Sala", anna, bruno)
        async with polling(telegram, fill):
            anna.writes("/table", sala)
            await bruno.until(lambda seen: "Peek" in seen[-1].buttons)
            tap = await bruno.answer(bruno.presses("Peek", sala))
        assert tap.alert
        assert [one.text for one in bruno.sees(sala, "alert")] == ["The hand of Bruno"]
        assert "hand" not in " ".join([one.text for one in anna.sees()])

    run(body)


def test_a_join_button_answers_with_a_link_that_opens_the_bot() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        sala = telegram.group("Sala", anna)
        async with polling(telegram, fill):
            anna.writes("/table", sala)
            await anna.until(lambda seen: "Join" in seen[-1].buttons)
            tap = await anna.answer(anna.presses("Join", sala))
            assert anna.dm.shown == []
            anna.opens(tap.url)
            seen = await anna.until(lambda seen: seen[-1].chat == anna.id and seen[-1].sender == "Burraco")
        assert "seat_2" in seen[-1].text

    run(body)


def test_a_topic_gets_its_own_answer() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        forum = telegram.group("Forum", anna, forum=True)
        cards = forum.topic("Cards")
        async with polling(telegram, fill):
            anna.writes("/table", forum, topic=cards.id)
            await anna.until(lambda seen: seen[-1].picture and seen[-1].topic == cards.id)
            anna.writes("/table", forum)
            await anna.until(lambda seen: seen[-1].picture and seen[-1].topic == 0)

    run(body)


def test_an_inline_result_is_sent_by_the_person_and_its_button_works() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
        sala = telegram.group("Sala", anna, bruno, bot=False)
        async with polling(telegram, fill):
            query = anna.asks("Anna", sala)
            await anna.results(query)
            anna.picks(query)
            tap = await bruno.answer(bruno.presses("Peek", sala))
        assert bruno.sees(sala)[0].marked("bold") == ("Anna",)
        assert bruno.sees(sala)[0].sender == "Anna"
        assert tap.text == "The hand of Bruno"
        assert anna.sees(sala)[0].kind == "results"
        assert "results" not in [one.kind for one in bruno.sees()]

    run(body)


def test_the_bot_hears_how_it_stands() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        sala = telegram.group("Sala", anna, bot=False)
        async with polling(telegram, fill) as bot:
            sala.adds_bot()
            sala.promotes_bot()
            sala.restricts_bot("can_send_messages")
            sala.removes_bot()
            anna.start()
            await anna.until(lambda seen: seen[-1].sender == "Burraco")
            anna.blocks()
            standings = [await asyncio.wait_for(bot.bot_data["standing"].get(), PATIENCE) for _ in range(5)]
        statuses = ["member", "administrator", "restricted", "kicked"]
        assert standings == [*[(sala.id, status) for status in statuses], (anna.id, "kicked")]

    run(body)


@asynccontextmanager
async def listening(hook: Callable[[web.Request], Awaitable[web.Response]]) -> AsyncIterator[str]:
    """A webhook at the address it gives."""
    app = web.Application()
    app.router.add_post("/hook", hook)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    finally:
        await runner.cleanup()


def test_a_webhook_gets_every_update_with_the_secret_until_it_says_so() -> None:
    async def body(telegram: Telegram) -> None:
        bot = application(telegram)
        fill(bot)
        secrets: list[str] = []

        async def hook(request: web.Request) -> web.Response:
            secrets.append(request.headers["X-Telegram-Bot-Api-Secret-Token"])
            if len(secrets) < 3:
                return web.Response(status=503)
            await bot.process_update(Update.de_json(await request.json(), bot.bot))
            return web.Response()

        anna = telegram.user("Anna")
        async with bot, listening(hook) as address:
            await bot.bot.set_webhook(address, secret_token="password-1", max_connections=2)  # noqa: S106  nobody's
            anna.start("x")
            anna.start("y")
            await anna.until(lambda seen: len([one for one in seen if one.sender == "Burraco"]) == 2)
            await telegram.until(lambda: not telegram.updates.pending)
            info = await bot.bot.get_webhook_info()
            assert info.last_error_message == "Wrong response from the webhook: 503 Service Unavailable"
            assert info.max_connections == 2
            assert await bot.bot.delete_webhook()
        assert secrets == ["password-1"] * 4

    run(body)


def test_a_webhook_is_pushed_to_in_parallel_and_may_answer_with_a_method() -> None:
    async def body(telegram: Telegram) -> None:
        telegram.clock.freeze()
        anna = telegram.user("Anna")
        both, inside = asyncio.Barrier(2), []

        async def hook(request: web.Request) -> web.Response:
            inside.append(await request.json())
            await both.wait()  # two at a time, or nothing ever gets through
            text = inside[-1]["message"]["text"]
            return web.json_response({"method": "sendMessage", "chat_id": anna.id, "text": f"Got {text}"})

        async with application(telegram).bot as bot, listening(hook) as address:
            for word in "abcd":
                anna.writes(word)
            await bot.set_webhook(address, max_connections=2)
            await telegram.until(lambda: not telegram.updates.pending)
        assert len(inside) == 4
        assert len(telegram.called("sendMessage")) == 3  # the fourth met the budget of its chat, and nobody was told

    run(body)


def test_what_is_written_waits_for_a_day_and_a_press_for_two_minutes_and_a_half() -> None:
    async def body(telegram: Telegram) -> None:
        telegram.clock.freeze()
        anna = telegram.user("Anna")
        tick = InlineKeyboardMarkup([[InlineKeyboardButton("Tick", callback_data="x")]])
        async with application(telegram).bot as bot:
            anna.writes("here I am")
            await bot.send_message(anna.id, "press", reply_markup=tick)
            anna.presses("Tick")
            for waits, left in ((149, ["message", "callback_query"]), (2, ["message"]), (86_400, [])):
                telegram.clock.advance(waits)
                found = [one.to_dict() for one in await bot.get_updates()]
                assert [kind for one in found for kind in one if kind != "update_id"] == left

    run(body)


def test_who_asks_again_at_once_for_the_same_updates_is_given_the_first_alone() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        async with application(telegram).bot as bot:
            for word in "abc":
                anna.writes(word)
            first = (await bot.get_updates())[0].update_id
            for pause, found in ((0, 3), (0, 1), (AT_ONCE, 3)):
                await asyncio.sleep(pause)
                assert len(await bot.get_updates(first)) == found

    run(body)
