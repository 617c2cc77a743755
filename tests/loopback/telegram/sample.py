"""A tiny bot on python-telegram-bot that uses what a card game uses: the server is tried with it."""

import asyncio
import io
from typing import Final

from PIL import Image
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputMediaPhoto,
    InputTextMessageContent,
    Update,
)
from telegram.constants import ParseMode
from telegram.ext import CallbackQueryHandler, ChatMemberHandler, CommandHandler, ContextTypes, InlineQueryHandler

from tests.loopback.telegram.running import Bot

Context = ContextTypes.DEFAULT_TYPE
BUTTONS: Final = {"Turn": "turn", "Tick": "tick", "Peek": "peek", "Join": "join"}


def picture(shade: int) -> bytes:
    """A small PNG of one grey."""
    out = io.BytesIO()
    Image.new("L", (40, 20), shade).save(out, "PNG")
    return out.getvalue()


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    row = [InlineKeyboardButton(label, callback_data=BUTTONS[label.strip("✓ ")]) for label in labels]
    return InlineKeyboardMarkup([row])


async def start(update: Update, context: Context) -> None:
    assert update.effective_chat is not None
    assert update.effective_user is not None
    words = f"Ciao <b>{update.effective_user.first_name}</b>, {' '.join(context.args or ['nothing'])} 🂡"
    await context.bot.send_message(update.effective_chat.id, words, ParseMode.HTML, reply_markup=keyboard("Peek"))


async def table(update: Update, context: Context) -> None:
    assert update.effective_message is not None
    assert update.effective_chat is not None
    thread = update.effective_message.message_thread_id if update.effective_message.is_topic_message else None
    await context.bot.send_photo(
        *(update.effective_chat.id, picture(10), "The <i>table</i>"),
        parse_mode=ParseMode.HTML,
        reply_markup=keyboard("Turn", "Tick", "Peek", "Join"),
        message_thread_id=thread,
    )


async def pressed(update: Update, context: Context) -> None:
    query = update.callback_query
    assert query is not None
    match query.data:
        case "turn":
            await query.answer()
            await query.edit_message_media(InputMediaPhoto(picture(200), "Another turn"), keyboard("Turn", "Tick"))
        case "tick":
            await query.answer("ticked")
            await query.edit_message_reply_markup(keyboard("Turn", "✓ Tick"))
        case "peek":
            await query.answer(f"The hand of {query.from_user.first_name}", show_alert=True)
        case "join":
            await query.answer(url=f"https://t.me/{context.bot.username}?start=seat_2")
        case _:
            await query.answer("This button is old.")


async def on_inline_query(update: Update, context: Context) -> None:
    assert update.inline_query is not None
    content = InputTextMessageContent(f"<b>{update.inline_query.query}</b> invites", parse_mode=ParseMode.HTML)
    card = InlineQueryResultArticle("card", "Invite", content, reply_markup=keyboard("Peek"))
    await update.inline_query.answer([card], cache_time=0, is_personal=True)


async def stands(update: Update, context: Context) -> None:
    """Notes how the bot stands in each chat."""
    assert update.my_chat_member is not None
    await context.bot_data["standing"].put(
        (update.my_chat_member.chat.id, update.my_chat_member.new_chat_member.status)
    )


def fill(bot: Bot) -> None:
    bot.bot_data["standing"] = asyncio.Queue()
    bot.add_handler(CommandHandler("start", start))
    bot.add_handler(CommandHandler("table", table))
    bot.add_handler(CallbackQueryHandler(pressed))
    bot.add_handler(InlineQueryHandler(on_inline_query))
    bot.add_handler(ChatMemberHandler(stands))
