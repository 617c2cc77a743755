"""A second real client, aiogram, holds a conversation with the same server: it is shaped to neither."""

import asyncio
import importlib
from typing import Any

import pytest

from tests.loopback.telegram import Telegram
from tests.loopback.telegram.running import need_aiogram, run
from tests.loopback.telegram.sample import picture


def imported(name: str) -> Any:
    """A module of aiogram, which may be missing where the types are checked."""
    return importlib.import_module(name)


def conversation() -> Any:
    """A router with a command, a picture and a button that edits it."""
    types, filters = imported("aiogram.types"), imported("aiogram.filters")
    router = imported("aiogram").Router()

    def markup(label: str) -> Any:
        return types.InlineKeyboardMarkup(inline_keyboard=[[types.InlineKeyboardButton(text=label, callback_data="t")]])

    async def started(message: Any, command: Any) -> None:
        await message.answer(f"<b>Ciao</b> {command.args}", parse_mode="HTML")
        file = types.BufferedInputFile(picture(1), "hand.png")
        await message.answer_photo(file, caption="Your hand", reply_markup=markup("Turn"))

    async def turned(query: Any) -> None:
        await query.answer("turned", show_alert=True)
        media = types.InputMediaPhoto(media=types.BufferedInputFile(picture(2), "hand.png"), caption="Another")
        await query.message.edit_media(media, reply_markup=markup("Again"))

    router.message.register(started, filters.CommandStart(deep_link=True))
    router.callback_query.register(turned)
    return router


def test_a_conversation_with_aiogram() -> None:
    need_aiogram()
    aiogram, client = imported("aiogram"), imported("aiogram.client.session.aiohttp")
    where = imported("aiogram.client.telegram").TelegramAPIServer

    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna", language="it")
        bot = aiogram.Bot(telegram.token, session=client.AiohttpSession(api=where.from_base(telegram.root)))
        dispatcher = aiogram.Dispatcher()
        dispatcher.include_router(conversation())
        polling = asyncio.create_task(dispatcher.start_polling(bot, handle_signals=False, polling_timeout=5))
        anna.start("seat_3")
        await anna.until(lambda seen: "Turn" in seen[-1].buttons)
        tap = await anna.answer(anna.presses("Turn"))
        await anna.until(lambda seen: seen[-1].buttons == ("Again",))
        await dispatcher.stop_polling()
        await polling
        await refused(bot, telegram)
        await bot.session.close()
        greeting, hand, another = anna.sees(None, "posted", "edited")[1:]
        assert greeting.text == "Ciao seat_3"
        assert greeting.marked("bold") == ("Ciao",)
        assert (hand.picture, another.picture) == (picture(1), picture(2))
        assert (tap.alert, tap.text) == (True, "turned")

    run(body)


async def refused(bot: Any, telegram: Telegram) -> None:
    """The refusals are those the client knows."""
    wrong = imported("aiogram.exceptions")
    sala = telegram.group("Sala", telegram.user("Bruno"), supergroup=False)
    sala.migrates()
    for chat, kind in (
        (telegram.user("Carla").id, wrong.TelegramForbiddenError),
        (5, wrong.TelegramBadRequest),
        (next(one.id for one in telegram.chats.values() if one.migrated_to), wrong.TelegramMigrateToChat),
    ):
        with pytest.raises(kind):
            await bot.send_message(chat, "Ciao")
