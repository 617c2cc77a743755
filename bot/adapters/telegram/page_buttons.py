"""The button that opens a table's page inside Telegram: the app itself in a private chat, elsewhere a link to it.

Telegram takes buttons of apps in private chats alone; the link works where the bot's owner has given it a main app.
"""

from dataclasses import dataclass

from telegram import Bot

from bot.adapters.telegram.keyboards import Keyboard, KeyboardButton, keyboard, leading_to
from bot.adapters.telegram.mini_app import app_address, app_link
from bot.messages.message import Message
from bot.messages.pages import page_words


@dataclass(frozen=True, slots=True)
class PageButtons:
    """`page`: the host's public address, "" where there is no app."""

    bot: Bot
    page: str = ""

    def below(self, message: Message, *, private: bool) -> Keyboard:
        """All buttons of a message, that of its page last."""
        lines, button = keyboard(message.controls), self._button(message, private=private)
        return [*lines, [button]] if lines and button else lines

    def _button(self, message: Message, *, private: bool) -> KeyboardButton:
        if not self.page or not message.page:
            return {}
        label = page_words(message)
        if private:
            return {"text": label, "web_app": {"url": app_address(self.page, message.page)}}
        if self.bot.bot.has_main_web_app:
            return leading_to(label, app_link(self.bot.username, message.page))
        return {}
