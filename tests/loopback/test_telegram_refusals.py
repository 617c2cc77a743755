"""What Telegram refuses, in its own words, as the unchanged client meets it."""

import asyncio

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InputFile,
    InputMediaPhoto,
    Message,
    MessageEntity,
    ReplyParameters,
)
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Keyboard
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken

from tests.loopback.telegram import Telegram
from tests.loopback.telegram.running import application, run
from tests.loopback.telegram.sample import picture

CLOSED = "Topic_closed"  # the client writes the first letter large and the others small


def test_whom_the_bot_cannot_write_to() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
        async with application(telegram).bot as bot:
            with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
                await bot.send_message(anna.id, "Ciao")
            bruno.start()
            bruno.blocks()
            with pytest.raises(Forbidden, match="bot was blocked by the user"):
                await bot.send_message(bruno.id, "Ciao")
            telegram.unreachable = 400
            with pytest.raises(BadRequest, match="Bot was blocked by the user"):
                await bot.send_message(bruno.id, "Ciao")
            bruno.unblocks()
            await bot.send_message(bruno.id, "Ciao")
            with pytest.raises(BadRequest, match="Chat not found"):
                await bot.send_message(12, "Ciao")
            anna.account.deactivated = True
            with pytest.raises(Forbidden, match="user is deactivated"):
                await bot.send_message(anna.id, "Ciao")
        assert anna.sees() == []
        assert [one.text for one in bruno.sees()] == ["/start", "Ciao"]

    run(body)


def test_a_bot_that_was_removed_or_restricted() -> None:
    async def body(telegram: Telegram) -> None:
        sala = telegram.group("Sala", telegram.user("Anna"))
        async with application(telegram).bot as bot:
            sala.restricts_bot("can_send_messages")
            await bot.send_message(sala.id, "Ciao")
            with pytest.raises(BadRequest, match="Not enough rights to send photos to the chat"):
                await bot.send_photo(sala.id, picture(1))
            sala.removes_bot()
            with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
                await bot.send_message(sala.id, "Ciao")
            sala.removes_bot(kick=False)
            with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
                await bot.send_message(sala.id, "Ciao")

    run(body)


def test_a_group_that_became_a_supergroup() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        sala = telegram.group("Sala", anna, supergroup=False)
        old = sala.id
        async with application(telegram).bot as bot:
            await bot.send_message(old, "Ciao")
            new = sala.migrates()
            with pytest.raises(ChatMigrated) as moved:
                await bot.send_message(old, "Ciao")
            assert moved.value.new_chat_id == new
            await bot.send_message(new, "Ciao")
            messages = [one["message"] for one in telegram.updates.history if "message" in one]
        moves = [
            (one["chat"]["id"], one.get("migrate_to_chat_id"), one.get("migrate_from_chat_id")) for one in messages
        ]
        assert moves[-2:] == [(old, new, None), (new, None, old)]
        assert anna.sees(sala)[-1].text == "Ciao"

    run(body)


def test_topics_closed_and_unknown() -> None:
    async def body(telegram: Telegram) -> None:
        forum = telegram.group("Forum", telegram.user("Anna"), forum=True)
        cards = forum.topic("Cards")
        async with application(telegram).bot as bot:
            message = await bot.send_message(forum.id, "Ciao", message_thread_id=cards.id)
            assert message.is_topic_message
            assert message.reply_to_message.forum_topic_created.name == "Cards"
            forum.closes(cards)
            with pytest.raises(BadRequest, match=CLOSED):
                await bot.send_message(forum.id, "Ciao", message_thread_id=cards.id)
            with pytest.raises(BadRequest, match="Message thread not found"):
                await bot.send_message(forum.id, "Ciao", message_thread_id=1)
            forum.promotes_bot()
            await bot.send_message(forum.id, "Ciao", message_thread_id=cards.id)
            forum.demotes_bot()
            forum.chat.forum = False  # its topics are switched off: then nobody asks for one
            message = await bot.send_message(forum.id, "Ciao", message_thread_id=cards.id)
            assert message.message_thread_id is None

    run(body)


def test_edits_that_change_nothing_or_find_nothing() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        sala = telegram.group("Sala", anna)
        async with application(telegram).bot as bot:
            message = await bot.send_photo(sala.id, picture(1), "Ciao")
            with pytest.raises(BadRequest, match="Message is not modified: specified new message content and reply"):
                await message.edit_caption("Ciao")
            same = InputMediaPhoto(message.photo[-1].file_id, "Ciao")
            with pytest.raises(BadRequest, match="Message is not modified"):
                await message.edit_media(same)
            with pytest.raises(BadRequest, match="There is no text in the message to edit"):
                await message.edit_text("Ciao")
            with pytest.raises(BadRequest, match="Message can't be edited"):
                await bot.edit_message_text("Ciao", sala.id, anna.writes("Io", sala).id)
            sala.deletes(sala.messages[-2])
            with pytest.raises(BadRequest, match="Message to edit not found"):
                await message.edit_caption("Altro")
            with pytest.raises(BadRequest, match="Message to delete not found"):
                await message.delete()
        assert anna.sees(sala, "deleted")[0].picture == b""

    run(body)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("<b>x", 'can\'t find end tag corresponding to start tag "b"'),
        ("è<foo>x</foo>", 'unsupported start tag "foo" at byte offset 2'),
        ("<b>x</i>", 'unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("x</b>", "unexpected end tag at byte offset 1"),
        ("x < y", 'unsupported start tag "" at byte offset 2'),
        ("x <b", "unclosed start tag at byte offset 2"),
        ("<span>x</span>", 'tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_markup_that_is_none(source: str, complaint: str) -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        anna.start()
        async with application(telegram).bot as bot:
            with pytest.raises(BadRequest) as refused:
                await bot.send_message(anna.id, source, "HTML")
        assert refused.value.message.lower() == f"can't parse entities: {complaint}"

    run(body)


def test_entities_are_counted_in_utf_16() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        anna.start()
        async with application(telegram).bot as bot:
            words = '  🂡🂱 <b>&lt;Zoë&gt; 🎴</b> <pre><code class="language-brn">d1</code></pre> '
            words += "<a href='http://a.it/?b&amp;c'>x</a> "
            message = await bot.send_message(anna.id, words, "HTML")
        assert message.text == "🂡🂱 <Zoë> 🎴 d1 x"
        kinds = [(one.type, one.offset, one.length) for one in message.entities]
        assert kinds == [("bold", 5, 8), ("pre", 14, 2), ("text_link", 17, 1)]
        assert message.entities[1].language == "brn"
        assert message.entities[2].url == "http://a.it/?b&c"
        assert anna.sees()[-1].marked("bold") == ("<Zoë> 🎴",)

    run(body)


def test_what_is_too_long() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        anna.start()
        async with application(telegram).bot as bot:
            await bot.send_message(anna.id, "<b>" + "x" * 4096 + "</b>", "HTML")
            with pytest.raises(BadRequest, match="Message is too long"):
                await bot.send_message(anna.id, "x" * 4097)
            with pytest.raises(BadRequest, match="Message text is empty"):
                await bot.send_message(anna.id, " ")
            with pytest.raises(BadRequest, match="Message caption is too long"):
                await bot.send_photo(anna.id, picture(1), "🂡" * 513)
            tap = anna.forges("x", anna.dm.shown[-1])
            with pytest.raises(BadRequest, match="Message_too_long"):
                await bot.answer_callback_query(tap.id, "x" * 201, show_alert=True)
            with pytest.raises(BadRequest, match="Button_data_invalid"):
                await bot.send_message(anna.id, "x", reply_markup=Keyboard([[Button("x", callback_data="è" * 33)]]))
            with pytest.raises(BadRequest, match="text buttons are unallowed in the inline keyboard"):
                await bot.send_message(anna.id, "x", reply_markup=Keyboard([[Button("x")]]))
            with pytest.raises(BadRequest, match="Image_process_failed"):
                await bot.send_photo(anna.id, b"no picture")
        limits = [one for one in telegram.violations if one.endswith(("of 66 bytes", "of 201 characters"))]
        assert len(limits) == 2 * bool(telegram.judges)
        telegram.violations.clear()

    run(body)


def test_queries_that_are_too_old_or_answered() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        anna.start()
        async with application(telegram).bot as bot:
            taps = [anna.forges("x", anna.dm.shown[0]) for _ in range(3)]
            await bot.answer_callback_query(taps[0].id)
            for late, wait in ((taps[0], 0), (taps[1], 61)):
                telegram.clock.advance(wait)
                with pytest.raises(
                    BadRequest, match="Query is too old and response timeout expired or query id is inv"
                ):
                    await bot.answer_callback_query(late.id)
            with pytest.raises(BadRequest, match="Url_invalid"):
                await bot.answer_callback_query(anna.forges("x", anna.dm.shown[0]).id, url="https://example.org")
            query = anna.asks("x")
            telegram.clock.advance(61)
            with pytest.raises(BadRequest, match="Query is too old"):
                await bot.answer_inline_query(query.id, [])
        assert not taps[2].answered

    run(body)


def test_wrong_tokens_and_two_pollers() -> None:
    async def body(telegram: Telegram) -> None:
        with pytest.raises(InvalidToken, match="was rejected by the server"):
            async with application(telegram, telegram.token[:-1] + "X").bot:
                raise AssertionError("the token was taken")
        async with application(telegram).bot as bot, application(telegram).bot as other:
            first = asyncio.ensure_future(bot.get_updates(timeout=20))
            while not telegram.updates.is_polled:  # noqa: ASYNC110  the server tells nobody
                await asyncio.sleep(0.001)
            second = asyncio.ensure_future(other.get_updates(timeout=20))
            with pytest.raises(Conflict, match="terminated by other getUpdates request"):
                await first
            telegram.user("Anna").start()
            assert [one.message.text for one in await second] == ["/start"]
            await bot.set_webhook(telegram.root + "/nowhere")
            with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
                await bot.get_updates()
            await bot.delete_webhook(drop_pending_updates=True)
            assert await bot.get_updates() == ()

    run(body)


def test_what_only_an_administrator_may_do() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        forum = telegram.group("Forum", anna, forum=True)
        async with application(telegram).bot as bot:
            theirs = anna.writes("Io", forum)
            mine = await bot.send_message(forum.id, "Ciao")
            with pytest.raises(BadRequest, match="Message can't be deleted"):
                await bot.delete_message(forum.id, theirs.id)
            with pytest.raises(BadRequest, match="Not enough rights to manage pinned messages"):
                await mine.pin()
            with pytest.raises(BadRequest, match="Not enough rights to create a topic"):
                await bot.create_forum_topic(forum.id, "Cards")
            telegram.clock.advance(49 * 3600)
            with pytest.raises(BadRequest, match="Message can't be deleted for everyone"):
                await mine.delete()
            forum.promotes_bot()
            topic = await bot.create_forum_topic(forum.id, "Cards")
            await bot.close_forum_topic(forum.id, topic.message_thread_id)
            with pytest.raises(BadRequest, match="Topic_not_modified"):
                await bot.close_forum_topic(forum.id, topic.message_thread_id)
            await bot.reopen_forum_topic(forum.id, topic.message_thread_id)
            await mine.pin()
            assert (await bot.get_chat(forum.id)).pinned_message.text == "Ciao"
            await bot.unpin_chat_message(forum.id, mine.id)
            assert (await bot.get_chat(forum.id)).pinned_message is None
            await bot.delete_messages(forum.id, [theirs.id, mine.id])
            await bot.leave_chat(forum.id)
            with pytest.raises(Forbidden, match="not a member"):
                await bot.get_chat(forum.id)
        assert [one.message for one in anna.sees(forum, "deleted")] == [theirs.id, mine.id]

    run(body)


def test_answers_to_messages_that_are_there_and_that_are_not() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        sala = telegram.group("Sala", anna)
        async with application(telegram).bot as bot:
            query = anna.writes("/new", sala)
            answer = await bot.send_message(sala.id, "Ciao", reply_to_message_id=query.id)
            assert answer.reply_to_message.text == "/new"
            assert (answer.message_thread_id, answer.is_topic_message) == (query.id, None)
            sala.deletes(query)
            with pytest.raises(BadRequest, match="Message to be replied not found"):
                await bot.send_message(sala.id, "Ciao", reply_to_message_id=query.id)
            loose = ReplyParameters(query.id, allow_sending_without_reply=True)
            assert (await bot.send_message(sala.id, "Ciao", reply_parameters=loose)).reply_to_message is None
            attached = await bot.send_photo(sala.id, InputFile(picture(3), attach=True))
            assert anna.sees(sala)[-1].picture == picture(3)
            assert (attached.photo[-1].width, attached.photo[-1].height) == (40, 20)
            marks = [MessageEntity("bold", 0, 2)]
            assert (await anna_gets(bot, telegram, marks)).entities[0].type == "bold"

    run(body)


async def anna_gets(bot: Bot, telegram: Telegram, marks: list[MessageEntity]) -> Message:
    bruno = telegram.user("Bruno")
    bruno.start()
    return await bot.send_message(bruno.id, "🂡 given", entities=marks)


def test_a_command_list_that_is_none() -> None:
    async def body(telegram: Telegram) -> None:
        async with application(telegram).bot as bot:
            with pytest.raises(BadRequest, match="Bot_command_invalid"):
                await bot.set_my_commands([BotCommand("Nuova", "x")], BotCommandScopeAllGroupChats())

    run(body)
