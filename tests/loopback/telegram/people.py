"""A person with a telephone: what they do, and through their eyes everything they could ever see."""

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlparse

from tests.loopback.news import PATIENCE
from tests.loopback.telegram import wire
from tests.loopback.telegram.eyes import Kind, Sight
from tests.loopback.telegram.methods.content import keyboard_of, marked
from tests.loopback.telegram.texts import units, with_found
from tests.loopback.telegram.values import Account, Chat, Content, InlineQuery, Json, Member, Message, Tap
from tests.loopback.telegram.world import ANONYMOUS, CHANNEL, SERVICE, World

if TYPE_CHECKING:
    from tests.loopback.telegram.groups import Group


class Person:
    """Acts happen at once; what the bot makes of them is awaited with `until` or `answer`."""

    def __init__(self, world: World, account: Account) -> None:
        self.world = world
        self.account = account
        self.id = account.id
        self.dm = world.chats[account.id]

    def start(self, payload: str = "") -> Message:
        """Presses START in the chat with the bot, opened by a deep link where there is a payload."""
        self.dm.opened = True
        if self.dm.blocked:
            self.unblocks()
        return self.writes(f"/start {payload}".strip())

    def writes(self, text: str, to: "Group | None" = None, topic: int = 0, reply_to: Message | None = None) -> Message:
        """Plain text, in the group, or in the chat with the bot, which that opens."""
        chat = to.chat if to else self.dm
        if to is None:
            self.dm.opened = True
        anonymous = chat.member(self.account).anonymous
        message = Message(0, chat, ANONYMOUS if anonymous else self.account, int(self.world.clock.now()))
        message.sender_chat = chat if anonymous else None
        message.content = Content(text, with_found(text, []))
        message.topic, message.reply_to = topic, reply_to or _begun_by(chat, topic)
        return self.world.post(message)

    def points_at(self, person: "Person", command: str, to: "Group | None" = None) -> Message:
        """A command, and behind it somebody chosen by their name, who may have no user name to write."""
        text = f"{command} {person.account.first_name}"
        place = {"offset": len(command) + 1, "length": len(person.account.first_name)}
        mark: Json = {"type": "text_mention", **place, "user": wire.user(person.account)}
        chat = to.chat if to else self.dm
        content = Content(text, with_found(text, [mark]))
        return self.world.post(Message(0, chat, self.account, int(self.world.clock.now()), content))

    def names(self, command: str, *people: "Person", to: "Group | None" = None, rest: str = "") -> Message:
        """A command that mentions people: each by user name, or chosen by their name where they have none."""
        text = command
        marks: list[Json] = []
        for one in people:
            account = one.account
            word = f"@{account.username}" if account.username else account.first_name
            if not account.username:
                place = {"offset": units(text) + 1, "length": units(word)}
                marks.append({"type": "text_mention", **place, "user": wire.user(account)})
            text += f" {word}"
        text = f"{text} {rest}".rstrip()
        chat = to.chat if to else self.dm
        content = Content(text, with_found(text, marks))
        return self.world.post(Message(0, chat, self.account, int(self.world.clock.now()), content))

    def writes_as(self, channel: "Group", text: str, to: "Group", forwarded: bool = False) -> Message:
        """A group's member writes in the name of their channel, or the channel's own post comes to its group.

        The one is sent by Telegram's bot for that, the other by its account for messages of its own
        (`create_message` of telegram-bot-api). What stands below such a post comes as a reply to it.
        """
        sender = SERVICE if forwarded else CHANNEL
        message = Message(0, to.chat, sender, int(self.world.clock.now()), Content(text, with_found(text, [])))
        message.sender_chat = channel.chat
        message.service = {"is_automatic_forward": True} if forwarded else {}
        return self.world.post(message)

    def sends(self, what: Json, to: "Group | None" = None) -> Message:
        """Something that is no text, by the fields of the message, such as a sticker; a caption is one of them."""
        chat = to.chat if to else self.dm
        self.dm.opened = self.dm.opened or to is None
        message = Message(0, chat, self.account, int(self.world.clock.now()), service=what)
        return self.world.post(message)

    def edits(self, message: Message, text: str) -> None:
        """Changes what they wrote."""
        self.world.edit(message, Content(text, with_found(text, [])))

    def blocks(self) -> None:
        """The bot can no longer write to them."""
        self._stands("member", "kicked")

    def unblocks(self) -> None:
        self._stands("kicked", "member")

    def _stands(self, old: str, new: str) -> None:
        self.dm.blocked = new == "kicked"
        was, now = (Member(self.world.bot, "kicked" if one == "kicked" else "member") for one in (old, new))
        self.world.standing(self.dm, was, now, self.account)

    def screen(self, chat: "Group | None" = None) -> list[Message]:
        """What stands before them in that chat, oldest first; messages only they see come last."""
        where = chat.chat if chat else self.dm
        if self.account not in where.audience:
            return []
        return [*where.shown, *[one for one in where.ephemeral.values() if one.receiver is self.account]]

    def find(self, label: str, chat: "Group | None" = None) -> tuple[Message, Json]:
        """The newest message with a button of this label, or of a label that holds it; LookupError if none."""
        for exact in (True, False):
            for message in reversed(self.screen(chat)):
                for button in [button for row in message.content.keyboard for button in row]:
                    if label == button["text"] or (not exact and label in button["text"]):
                        return message, button
        labels = [one["text"] for message in self.screen(chat) for row in message.content.keyboard for one in row]
        raise LookupError(f"{self.account.first_name} sees no button {label!r}, only {labels}")

    def presses(self, label: str, chat: "Group | None" = None, message: Message | None = None) -> Tap:
        """Presses a button that gives the bot something; LookupError where they see none such."""
        found, button = self.find(label, chat) if message is None else (message, self._on(message, label))
        if "callback_data" not in button:
            raise LookupError(f"the button {label!r} tells the bot nothing: {sorted(button)}")
        return self.forges(button["callback_data"], found)

    @staticmethod
    def _on(message: Message, label: str) -> Json:
        buttons = [button for row in message.content.keyboard for button in row]
        return next(one for one in buttons if label in one["text"])

    def forges(self, data: str, message: Message, inaccessible: bool = False) -> Tap:
        """Sends any data as if a button of that message had carried it; an old one may come without its content."""
        number = self.world.number()
        tap = Tap(f"{self.id}{number:012d}", self.account, message, data, self.world.clock.now(), inaccessible)
        self.world.taps[tap.id] = tap
        where: Json = {"message": wire.inaccessible(message) if inaccessible else wire.message(message)}
        if message.inline_id:
            where = {"inline_message_id": message.inline_id}
        core = {"id": tap.id, "from": wire.user(self.account), "chat_instance": str(-message.chat.id), "data": data}
        self.world.updates.add("callback_query", core | where)
        return tap

    async def answer(self, tap: Tap, seconds: float = PATIENCE) -> Tap:
        """The press once the bot has answered it; TimeoutError when it does not."""
        await self.world.until(lambda: tap.answered, seconds)
        return tap

    def opens(self, url: str) -> Message:
        """Follows a deep link to the bot and presses START there."""
        parts = urlparse(url)
        if parts.netloc != "t.me" or parts.path.strip("/").lower() != self.world.bot.username.lower():
            raise LookupError(f"not a link to the bot: {url}")
        return self.start(parse_qs(parts.query).get("start", [""])[0])

    def follows(self, label: str, chat: "Group | None" = None) -> Message:
        """Presses a button that is a deep link to the bot, and START."""
        return self.opens(self.find(label, chat)[1]["url"])

    def asks(self, query: str, chat: "Group | None" = None) -> InlineQuery:
        """Types `@bot query` somewhere, without sending it."""
        where = chat.chat if chat else self.dm
        question = InlineQuery(
            f"{self.id}{self.world.number():012d}", self.account, where, query, self.world.clock.now()
        )
        self.world.inline_queries[question.id] = question
        core = {"id": question.id, "from": wire.user(self.account), "query": query, "offset": ""}
        self.world.updates.add("inline_query", core | {"chat_type": chat.chat.type if chat else "sender"})
        return question

    async def results(self, question: InlineQuery, seconds: float = PATIENCE) -> list[Json]:
        await self.world.until(lambda: question.answered, seconds)
        return question.results

    def picks(self, question: InlineQuery, result_id: str = "") -> Message:
        """Sends one of the results, the first if none is named, into the chat where they typed."""
        result = next(one for one in question.results if result_id in {"", one["id"]})
        message = Message(0, question.chat, self.account, int(self.world.clock.now()), self._picked(result))
        message.via_bot = self.world.bot
        if message.content.keyboard:
            message.inline_id = f"BAAAAI{self.world.number():012d}"
            self.world.inline[message.inline_id] = message
        chosen = {"result_id": result["id"], "from": wire.user(self.account), "query": question.query}
        inline = {"inline_message_id": message.inline_id} if message.inline_id else {}
        self.world.updates.add("chosen_inline_result", chosen | inline)
        return self.world.post(message)

    def _picked(self, result: Json) -> Content:
        words = result.get("input_message_content") or result
        source, entities = words.get("message_text") or words.get("caption") or "", words.get("entities")
        text, marks = marked(self.world, source, words.get("parse_mode") or "", entities)
        photo = self.world.file(result.get("photo_file_id", ""))
        return Content(text, marks, photo=photo, keyboard=keyboard_of(result.get("reply_markup")))

    def sees(self, chat: "Group | Chat | None" = None, *kinds: Kind) -> list[Sight]:
        """Everything they could ever see, in order; in one chat and of some kinds only, where they are named."""
        return self.world.eyes[self.id].read(chat.id if chat else None, kinds)

    def notified(self) -> list[Sight]:
        """What made their device ring."""
        return [one for one in self.sees() if one.notified]

    async def until(self, true: Callable[[list[Sight]], object], seconds: float = PATIENCE) -> list[Sight]:
        """Waits until what they have seen satisfies the condition."""
        await self.world.until(lambda: true(self.sees()), seconds)
        return self.sees()

    def commands(self, chat: "Group | None" = None) -> list[str]:
        """The commands their telephone offers there, by Telegram's order of scopes and languages."""
        return [one["command"] for one in offered(self.world, self.account, chat.chat if chat else self.dm)]


def _begun_by(chat: Chat, topic: int) -> Message | None:
    """What a message of a topic comes as a reply to where it answers nothing: the one with which the topic began.

    So it does for a bot (`get_implicit_reply_to_message_id` of telegram-bot-api).
    """
    return chat.messages.get(topic) if chat.forum else None


def offered(world: World, account: Account, chat: Chat) -> list[Json]:
    """The first list found, from the narrowest scope to the widest, in their language before any language."""
    own = [f'{{"chat_id": {chat.id}, "type": "chat_member", "user_id": {account.id}}}'] if chat.peer is None else []
    here = f'{{"chat_id": {chat.id}, "type": "chat"}}'
    wide = ["all_private_chats"] if chat.peer else ["all_group_chats"]
    if chat.member(account).status in {"creator", "administrator"}:
        own.append(f'{{"chat_id": {chat.id}, "type": "chat_administrators"}}')
        wide.insert(0, "all_chat_administrators")
    scopes = [*own, here, *[f'{{"type": "{one}"}}' for one in (*wide, "default")]]
    keys = [(scope, language) for scope in scopes for language in dict.fromkeys((account.language, ""))]
    return next((world.commands[key] for key in keys if key in world.commands), [])
