"""The server's world: who is there, what stands where, who has seen what. It changes only through its few verbs."""

import io
import itertools
from typing import Final

from PIL import Image, UnidentifiedImageError

from tests.loopback.clock import Clock
from tests.loopback.news import News
from tests.loopback.telegram import wire
from tests.loopback.telegram.budgets import Budgets
from tests.loopback.telegram.errors import bad
from tests.loopback.telegram.eyes import Eyes, Kind, sight_of
from tests.loopback.telegram.limits import LARGEST, PHOTO_BYTES
from tests.loopback.telegram.updates import Updates
from tests.loopback.telegram.values import (
    Account,
    Chat,
    ChatType,
    Content,
    File,
    InlineQuery,
    Json,
    Member,
    Message,
    Tap,
)

ANONYMOUS: Final = Account(1087968824, "Group", "GroupAnonymousBot", is_bot=True)
CHANNEL: Final = Account(136817688, "Channel", "Channel_Bot", is_bot=True)
SERVICE: Final = Account(777000, "Telegram")
WRONG_FILE: Final = "wrong file identifier/HTTP URL specified"
BOT: Final = 7_000_000_001
SECRET: Final = "AAloopbackloopbackloopbackloopback1"  # noqa: S105  a key to nothing


class World(News):
    """Accounts, chats, files, open queries and settings of one bot; `changed` wakes whoever waits."""

    def __init__(self, username: str = "burraco_bot") -> None:
        super().__init__()
        self.clock = Clock()
        self.bot = Account(BOT, "Burraco", username, is_bot=True)
        self.token = f"{BOT}:{SECRET}"
        self.main_app = False  # whether its owner has given the bot a main app
        self.privacy = True  # in groups the bot gets commands, replies and mentions only, unless it is an administrator
        self.unreachable = 403  # the status of "blocked" and "can't initiate"; Telegram is known to say 400 as well
        self.knows_deletions = True  # whether its Bot API server has heard of what people delete, which is not promised
        self.query_life = 60.0  # seconds in which a callback or inline query may be answered
        self.ephemeral = True  # whether it knows messages for one member; an older server shows them to everybody
        self.ephemeral_of_july = False  # whether it knows them as Bot API 10.2 did, with fields of their own for each
        self.ephemeral_after_tap = 15.0  # seconds in which an ephemeral message may follow a press
        self.accounts: dict[int, Account] = {one.id: one for one in (self.bot, ANONYMOUS)}
        self.chats: dict[int, Chat] = {}
        self.eyes: dict[int, Eyes] = {}
        self.files: dict[str, File] = {}
        self.taps: dict[str, Tap] = {}
        self.inline_queries: dict[str, InlineQuery] = {}
        self.inline: dict[str, Message] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.about: dict[tuple[str, str], str] = {}  # names and descriptions of the bot, by field and language
        self.menu: Json = {"type": "default"}
        self.unknown_file = WRONG_FILE  # what is said of an id that is none
        self.upload_limit = LARGEST  # bytes of the files of one call
        self.budgets = Budgets()
        self.updates = Updates(self.clock)
        self._numbers = itertools.count(1)
        self.updates.confirmed = self.changed

    def number(self) -> int:
        """A number nobody else has."""
        return next(self._numbers)

    def join(self, account: Account) -> Chat:
        """A new person, who has not opened the chat with the bot yet."""
        self.accounts[account.id] = account
        self.eyes[account.id] = Eyes()
        chat = Chat(account.id, "private", peer=account)
        self.chats[chat.id] = chat
        return chat

    def found(self, kind: ChatType, title: str, forum: bool = False) -> Chat:
        """A new group without anybody in it."""
        number = 4_000_000_000 + self.number()
        chat = Chat(-1_000_000_000_000 - number if kind != "group" else -number, kind, title, forum=forum)
        self.chats[chat.id] = chat
        return chat

    def enter(self, chat: Chat, account: Account) -> None:
        """Somebody is in the group from now on; a supergroup shows them what stands there."""
        chat.members[account.id] = Member(account)
        eyes = self.eyes.get(account.id)
        if eyes and chat.type == "supergroup":
            eyes.seen += [sight_of("posted", one, self.clock.now()) for one in chat.shown]
        self.changed()

    def post(self, message: Message, silent: bool = False) -> Message:
        """A message appears: on the screens of those who are there, and for the bot where it may read it."""
        if message.receiver is None:
            message.id = message.id or self._next_id(message.chat)
            message.chat.messages[message.id] = message
            if message.sender.is_bot and not message.sender_chat:
                message.chat.other_bot_last = message.sender is not self.bot
        else:
            message.chat.ephemeral[message.ephemeral_id] = message
        self._show("posted", message, not silent)
        self._tell("message", message)
        return message

    def edit(self, message: Message, content: Content) -> None:
        """The message says something else from now on."""
        only_keyboard = (message.content.text, message.content.photo) == (content.text, content.photo)
        message.content = content
        if not only_keyboard:
            message.edited = int(self.clock.now())
        self._show("edited", message)
        if message.sender is not self.bot and not message.via_bot:
            self._tell("edited_message", message)

    def delete(self, message: Message) -> None:
        message.deleted = True
        message.chat.ephemeral.pop(message.ephemeral_id, None)
        self._show("deleted", message)

    def _next_id(self, chat: Chat) -> int:
        """Supergroups count by themselves; all other chats of an account share one count."""
        return next(chat.ids) if chat.type == "supergroup" else 100 + self.number()

    def _show(self, kind: Kind, message: Message, rings: bool = False) -> None:
        audience = [message.receiver] if message.receiver else message.chat.audience
        for account in audience:
            rung = rings and account is not message.sender
            self.eyes[account.id].seen.append(sight_of(kind, message, self.clock.now(), rung))
        self.changed()

    def _tell(self, kind: str, message: Message) -> None:
        if message.sender is not self.bot and self._readable(message):
            self.updates.add(kind, wire.message(message))

    def _readable(self, message: Message) -> bool:
        """Whether the bot gets this message at all, by its membership and the privacy mode.

        A command that names no bot is for the one that wrote last: https://core.telegram.org/bots/features#privacy-mode
        """
        chat = message.chat
        if chat.type == "private":
            return True
        standing = chat.member(self.bot)
        if not standing.inside:
            return False
        if message.service or standing.status == "administrator" or not self.privacy or message.via_bot is self.bot:
            return True
        if message.reply_to and message.reply_to.sender is self.bot:
            return True
        marks = [(one["type"], self._marked(message.content.text, one)) for one in message.content.entities]
        ours = f"@{self.bot.username}".lower()
        commands = [text for kind, text in marks if kind == "bot_command"]
        to_us = [one for one in commands if one.lower().endswith(ours) or ("@" not in one and not chat.other_bot_last)]
        return bool(to_us) or ("mention", ours) in [(kind, text.lower()) for kind, text in marks]

    @staticmethod
    def _marked(text: str, entity: Json) -> str:
        raw = text.encode("utf-16-le")
        return raw[entity["offset"] * 2 : (entity["offset"] + entity["length"]) * 2].decode("utf-16-le")

    def standing(self, chat: Chat, old: Member, new: Member, by: Account) -> None:
        """Somebody's standing changes; the bot hears of its own, and of others' where it asked for that."""
        chat.members[new.account.id] = new
        update = {
            "chat": wire.chat(chat),
            "from": wire.user(by),
            "date": int(self.clock.now()),
            "old_chat_member": wire.member(old),
            "new_chat_member": wire.member(new),
        }
        self.updates.add("my_chat_member" if new.account is self.bot else "chat_member", update)
        self.changed()

    def keep(self, data: bytes, name: str, picture: bool) -> File:
        """A file that was uploaded; pictures are looked at as Telegram does."""
        width, height = measured(data) if picture else (0, 0)
        number = self.number()
        kind = "AgACAgQAAxk" if picture else "BQACAgQAAxk"
        file = File(f"{kind}BAAIB{number:08d}", f"AQAD{number:08d}", data, name, width, height)
        self.files[file.file_id] = file
        return file

    def file(self, file_id: str) -> File | None:
        """The file with this id, of any of its sizes."""
        return self.files.get(file_id.removesuffix("s"))

    def forgets_files(self, words: str) -> None:
        """No id that was given until now is good any more; these are the words for it."""
        self.files.clear()
        self.unknown_file = words


def measured(data: bytes) -> tuple[int, int]:
    """Width and height of a picture Telegram would take."""
    if len(data) > PHOTO_BYTES:
        raise bad("PHOTO_TOO_BIG")
    try:
        with Image.open(io.BytesIO(data)) as image:
            width, height = image.size
    except UnidentifiedImageError:
        raise bad("IMAGE_PROCESS_FAILED") from None
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    return width, height
