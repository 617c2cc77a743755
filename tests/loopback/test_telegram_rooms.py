"""Groups, administrators, commands, files, and messages that one person of a group sees."""

import pytest
from telegram import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    InlineQueryResultCachedPhoto,
    InputMediaPhoto,
    MenuButtonCommands,
)
from telegram.error import BadRequest

from tests.loopback.telegram import Telegram
from tests.loopback.telegram.running import application, run
from tests.loopback.telegram.sample import keyboard, picture


def test_an_anonymous_administrator_writes_as_the_group_but_presses_as_themselves() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
        sala = telegram.group("Sala", anna, bruno)
        sala.promotes(bruno, anonymous=True)
        async with application(telegram).bot as bot:
            await bot.send_message(sala.id, "Ciao", reply_markup=keyboard("Tick"))
            bruno.writes("/settings", sala)
            bruno.presses("Tick", sala)
            updates = await bot.get_updates()
            written, tapped = updates[-2].message, updates[-1].callback_query
            assert written.from_user.username == "GroupAnonymousBot"
            assert written.sender_chat.id == sala.id
            assert tapped.from_user.id == bruno.id
            member = await bot.get_chat_member(sala.id, bruno.id)
            assert (member.status, member.is_anonymous) == ("administrator", True)
            assert [one.status for one in await bot.get_chat_administrators(sala.id)] == ["creator", "administrator"]
            assert (await bot.get_chat_member(sala.id, telegram.user("Carla").id)).status == "left"
            assert (await bot.get_chat(sala.id)).title == "Sala"
            assert await bot.get_chat_member_count(sala.id) == 3
        assert anna.sees(sala)[-1].sender == "Sala"

    run(body)


def test_privacy_mode_keeps_what_does_not_concern_the_bot() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        sala = telegram.group("Sala", anna)
        async with application(telegram).bot as bot:
            message = await bot.send_message(sala.id, "Ciao")
            anna.writes("just talk", sala)
            anna.writes("/new@other_bot", sala)
            anna.writes("/new", sala)
            anna.writes("hey @burraco_bot", sala)
            anna.writes("an answer", sala, reply_to=sala.messages[-5])
            sala.promotes_bot()
            anna.writes("more talk", sala)
            texts = [one.message.text for one in await bot.get_updates() if one.message and one.message.text]
        assert message.id == sala.messages[1].id
        assert texts == ["/new", "hey @burraco_bot", "an answer", "more talk"]

    run(body)


def test_who_comes_later_and_who_has_left() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
        sala = telegram.group("Sala", anna)
        async with application(telegram).bot as bot:
            await bot.send_message(sala.id, "before")
            sala.adds(bruno)
            await bot.send_message(sala.id, "while")
            sala.removes(bruno)
            await bot.send_message(sala.id, "after")
        assert [one.text for one in bruno.sees(sala, "posted")] == ["before", "while"]
        assert [one.text for one in bruno.notified() if one.kind == "posted"] == ["while"]
        assert bruno.screen(sala) == []

    run(body)


def test_commands_by_scope_and_language() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna", language="it"), telegram.user("Bruno", language="en")
        sala = telegram.group("Sala", anna, bruno)
        async with application(telegram).bot as bot:
            await bot.set_my_commands([BotCommand("new", "A table")])
            await bot.set_my_commands([BotCommand("nuova", "Un tavolo")], language_code="it")
            await bot.set_my_commands([BotCommand("play", "Now")], BotCommandScopeAllPrivateChats())
            await bot.set_my_commands([BotCommand("settings", "Rules")], BotCommandScopeAllChatAdministrators())
            assert [one.command for one in await bot.get_my_commands(language_code="it")] == ["nuova"]
            assert anna.commands() == ["play"]
            assert anna.commands(sala) == ["settings"]
            assert bruno.commands(sala) == ["new"]
            await bot.set_my_commands([BotCommand("here", "Only here")], BotCommandScopeChat(sala.id))
            assert anna.commands(sala) == bruno.commands(sala) == ["here"]
            await bot.delete_my_commands(BotCommandScopeAllPrivateChats())
            assert anna.commands() == ["nuova"]
            await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
            assert (await bot.get_chat_menu_button()).type == "commands"
            await bot.set_my_description("Hosts Burraco", "en")
            assert (await bot.get_my_description("en")).description == "Hosts Burraco"

    run(body)


def test_a_file_is_reused_by_its_id_and_can_be_fetched() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
        anna.start()
        bruno.start()
        async with application(telegram).bot as bot:
            message = await bot.send_photo(anna.id, picture(77))
            again = await bot.send_photo(bruno.id, message.photo[-1].file_id)
            assert again.photo[-1].file_unique_id == message.photo[-1].file_unique_id
            assert bruno.sees()[-1].picture == picture(77)
            assert (message.photo[-1].width, message.photo[-1].height) == (40, 20)
            found = await bot.get_file(message.photo[-1].file_id)
            assert bytes(await found.download_as_bytearray()) == picture(77)
            record = await bot.send_document(anna.id, b"burraco/1\n", filename="table.brn", caption="Record")
            assert record.document.file_name == "table.brn"
            assert anna.sees()[-1].document == b"burraco/1\n"
            with pytest.raises(BadRequest, match="Wrong file identifier"):
                await bot.send_photo(anna.id, "AgACAgQAAxk")

    run(body)


def test_an_inline_message_takes_a_known_picture_but_no_new_one() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
        sala = telegram.group("Sala", anna, bruno, bot=False)
        anna.start()
        async with application(telegram).bot as bot:
            original = await bot.send_photo(anna.id, picture(5))
            query = anna.asks("", sala)
            card = InlineQueryResultCachedPhoto(
                "1", original.photo[-1].file_id, caption="Card", reply_markup=keyboard("Peek")
            )
            assert await bot.answer_inline_query(query.id, [card])
            message = anna.picks(query)
            media = InputMediaPhoto(original.photo[-1].file_id, "Turned")
            assert await bot.edit_message_media(media, inline_message_id=message.inline_id)
            with pytest.raises(BadRequest, match="Can't upload a new file here"):
                await bot.edit_message_media(InputMediaPhoto(picture(6)), inline_message_id=message.inline_id)
        assert [one.text for one in bruno.sees(sala)] == ["Card", "Turned"]

    run(body)


def test_a_message_for_one_person_of_the_group() -> None:
    async def body(telegram: Telegram) -> None:
        anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
        sala = telegram.group("Sala", anna, bruno)
        async with application(telegram).bot as bot:
            await bot.send_message(sala.id, "Table", reply_markup=keyboard("Peek"))
            tap = bruno.presses("Peek", sala)
            only = {"receiver_user_id": bruno.id, "callback_query_id": tap.id}
            message = await bot.send_photo(
                sala.id, picture(9), "Your hand", api_kwargs={"ephemeral_message_parameters": only}
            )
            number = message.api_kwargs["ephemeral_message_id"]
            assert message.id == 0
            about = {"chat_id": sala.id, "receiver_user_id": bruno.id, "ephemeral_message_id": number}
            assert await bot.do_api_request("editEphemeralMessageCaption", {**about, "caption": "Your hand now"})
            assert bruno.screen(sala)[-1].content.text == "Your hand now"
            assert await bot.do_api_request("deleteEphemeralMessage", about)
            telegram.clock.advance(16)
            with pytest.raises(BadRequest, match="Query is too old"):
                await bot.send_message(sala.id, "Late", api_kwargs={"ephemeral_message_parameters": only})
            sala.promotes_bot()
            free = {"receiver_user_id": bruno.id}
            await bot.send_message(sala.id, "At any time", api_kwargs={"ephemeral_message_parameters": free})
        mine = [(one.kind, one.text) for one in bruno.sees(sala) if one.only_mine]
        assert mine == [
            ("posted", "Your hand"),
            ("edited", "Your hand now"),
            ("deleted", ""),
            ("posted", "At any time"),
        ]
        assert [one.text for one in anna.sees(sala, "posted", "edited")] == ["Table"]

    run(body)


def test_a_double_delivery_and_an_old_keyboard() -> None:
    async def body(telegram: Telegram) -> None:
        anna = telegram.user("Anna")
        anna.start()
        async with application(telegram).bot as bot:
            message = await bot.send_message(anna.id, "Ciao", reply_markup=keyboard("Tick"))
            old = anna.find("Tick")[0]
            await message.edit_reply_markup(keyboard("Peek"))
            with pytest.raises(LookupError, match="sees no button 'Tick', only"):
                anna.presses("Tick")
            anna.forges("tick", old, inaccessible=True)
            telegram.updates.again()
            last = (await bot.get_updates())[-2:]
            assert last[0].update_id == last[1].update_id
            assert not last[0].callback_query.message.is_accessible

    run(body)
