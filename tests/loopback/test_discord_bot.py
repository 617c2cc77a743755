"""A small bot of the unchanged discord.py plays with people who have eyes."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import discord as client
import pytest

from tests.loopback.discord import Discord
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room
from tests.loopback.discord.running import online, run
from tests.loopback.discord.sample import NOBODY, Bot, file, picture

Body = Callable[[Discord, Bot, Person, Person, Room], Awaitable[None]]


def play(body: Body) -> None:
    """Anna (Italian) and Bruno in a club, with the bot online."""

    async def main(discord: Discord) -> None:
        anna, bruno = discord.user("Anna", "it"), discord.user("Bruno")
        tavoli = discord.guild("Circolo", anna, bruno, locale="it").channel("tavoli")
        async with online(discord, bot := Bot()):
            await body(discord, bot, anna, bruno, tavoli)

    run(main)


def channel(bot: Bot, room: Room) -> client.TextChannel:
    found = bot.get_channel(room.id)
    assert isinstance(found, client.TextChannel)
    return found


def test_each_is_offered_the_commands_in_their_language_and_by_their_rights() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        assert anna.commands(tavoli) == ["cala", "setup", "burraco nuova"]  # who owns the guild
        assert bruno.commands(tavoli) == ["lay", "burraco new"]
        assert anna.commands() == ["cala", "burraco nuova"]
        with pytest.raises(LookupError, match="not offered"):
            bruno.types("setup", tavoli)
        with pytest.raises(ValueError, match="not between 505 and 3005"):
            bruno.types("burraco new", tavoli, code="fitab", points=5)

    play(body)


def test_a_command_posts_a_picture_for_everybody_and_pings_nobody() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        act = await anna.answer(anna.types("burraco nuova", tavoli, code="FITAB", points=1005))
        assert act.answer == "message"
        for person in (anna, bruno):
            seen = person.sees(tavoli)[-1]
            assert seen.text == f"fitab to 1005 it @everyone <@{anna.id}>"
            assert seen.buttons == ("My hand", "Turn", "Settings", "Deal", "Thread")
            assert (seen.picture, seen.attachments[0].description) == (picture(10), "shade 10")
            assert person.notified() == []

    play(body)


def test_an_ephemeral_answer_and_its_menu_are_seen_by_one_person_only() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        await anna.answer(anna.types("burraco new", tavoli, code="fitab"))
        await bruno.answer(bruno.presses("My hand", tavoli))
        act = await bruno.answer(bruno.chooses("5H", "KD", room=tavoli))
        assert act.answer == "update"
        hand = bruno.sees(tavoli)[-1]
        assert (hand.kind, hand.text, hand.only_mine, hand.picture) == ("edited", "chosen 5h,kd", True, picture(90))
        assert hand.menus == (("5H", "6H", "7H", "KD"),)
        with pytest.raises(ValueError, match="from 1 to 3"):
            bruno.chooses("5H", "6H", "7H", "KD", room=tavoli)
        with pytest.raises(LookupError, match="sees no menu"):
            anna.chooses("5H", room=tavoli)
        assert "hand of" not in "".join([one.words for one in anna.sees()])

    play(body)


def test_a_deferred_press_edits_the_message_and_replaces_its_picture() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        await anna.answer(anna.types("burraco new", tavoli, code="fitab"))
        assert (await bruno.answer(bruno.presses("Turn", tavoli))).answer == "deferred"
        seen = await anna.until(lambda seen: seen[-1].text == "turned")
        assert [one.data for one in seen[-1].attachments] == [picture(200)]
        assert seen[-1].buttons[0] == "My hand"
        assert seen[-2].picture == picture(10)

    play(body)


def test_a_form_comes_filled_in_and_is_sent_back() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        await anna.answer(anna.types("burraco new", tavoli, code="fitab"))
        for options, line in (({}, "2005 points"), ({"Points": "1005"}, "1005 points")):
            form = await bruno.answer(bruno.presses("Settings", tavoli))
            assert (form.answer, bruno.sees()[-1].text) == ("modal", "Settings")
            await bruno.answer(bruno.fills(form, **options))
            assert bruno.sees()[-1].text == line
        assert [one.kind for one in anna.sees()] == ["posted"]

    play(body)


def test_a_hand_by_dm_rings_and_closed_dms_fall_back_to_an_ephemeral_answer() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        await anna.answer(anna.types("burraco new", tavoli, code="fitab"))
        assert (await bruno.answer(bruno.presses("Deal", tavoli))).answer == "thinking"
        await bruno.until(lambda seen: seen[-1].text == "sent")
        assert [(one.text, one.picture) for one in bruno.sees(bruno.dm)] == [("your hand", picture(30))]
        assert [one.text for one in bruno.notified()] == ["your hand"]
        anna.closes_dms()
        await anna.answer(anna.presses("Deal", tavoli))
        seen = await anna.until(lambda seen: seen[-1].text == "closed 50007")
        assert [one.kind for one in seen] == ["posted", "thinking", "posted"]
        assert seen[-1].only_mine
        assert anna.sees(anna.dm) == []

    play(body)


def test_suggestions_a_context_menu_and_a_person_as_an_option() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        act = bruno.completes("lay", "cards", "5", tavoli)
        assert await bruno.choices(act) == [{"name": "5H6H7H", "value": "5h6h7h"}]
        await bruno.answer(bruno.types("lay", cards="5h6h7h"))
        assert bruno.sees(bruno.dm)[-1].text == "laid 5h6h7h"
        await bruno.answer(bruno.applies("Burraco card", anna, tavoli))
        assert bruno.sees()[-1].text == "card of Anna"
        await anna.answer(anna.types("setup", tavoli, partner=bruno))
        assert anna.sees()[-1].text == "Bruno"

    play(body)


def test_a_thread_is_made_archived_and_woken() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        tavoli.allows("manage_threads", "create_private_threads")  # more than the program asks for
        await anna.answer(anna.types("burraco new", tavoli, code="fitab"))
        await anna.answer(anna.presses("Thread", tavoli))
        await anna.until(lambda seen: seen[-1].text == "here we play")
        (room,) = tavoli.threads
        await discord.gateway.settled()
        found = bot.get_channel(room.id)
        assert isinstance(found, client.Thread)
        assert found.name == "Table 1"
        room.archives()
        stale = found.get_partial_message(room.shown[-1].id)
        with pytest.raises(client.HTTPException, match="50083"):
            await stale.edit(content="x")
        await found.send("awake")
        assert not room.chat.archived
        new = await channel(bot, tavoli).create_thread(name="private")
        await new.send("for nobody yet")
        assert "for nobody" not in "".join([one.words for one in bruno.sees()])
        await new.edit(archived=True, locked=True)
        await new.delete()
        assert len(tavoli.threads) == 1

    play(body)


def test_a_nonce_is_enforced_and_a_mention_rings_for_its_reader_only() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        where = channel(bot, tavoli)
        users = client.AllowedMentions(users=[client.Object(bruno.id)])
        words = f"<@{anna.id}> <@{bruno.id}> @everyone"
        messages = [await where.send(words, nonce="t1r7", allowed_mentions=users) for _ in range(2)]
        assert messages[0].id == messages[1].id
        assert len(bruno.sees()) == len(bruno.notified()) == 1
        assert anna.notified() == []
        await where.send(words, nonce="t1r8", allowed_mentions=users, silent=True)
        assert len(bruno.sees()) == 2
        assert len(bruno.notified()) == 1

    play(body)


def test_messages_are_fetched_edited_answered_and_deleted() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        where = channel(bot, tavoli)
        message = await where.send("one", files=[file(10, "a.png"), file(20, "b.png")])
        assert await message.attachments[1].read() == picture(20)
        fetched = await where.fetch_message(message.id)
        edited = await fetched.edit(content="two", attachments=[fetched.attachments[1], file(30, "c.png")])
        assert [one.filename for one in edited.attachments] == ["b.png", "c.png"]
        assert [one.data for one in anna.sees()[-1].attachments] == [picture(20), picture(30)]
        line = anna.writes("ciao", tavoli)
        reply = await where.send("hello", reference=client.MessageReference(message_id=line.id, channel_id=where.id))
        assert reply.reference is not None
        assert anna.sees()[-1].reply_to == line.id
        assert [one.content async for one in where.history(limit=2)] == ["hello", "ciao"]
        await message.delete()
        assert [one.content.text for one in bruno.screen(tavoli)] == ["ciao", "hello"]
        with pytest.raises(client.NotFound, match="10008"):
            await where.fetch_message(message.id)

    play(body)


def test_a_v2_message_shows_its_pictures_in_a_gallery() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        view = client.ui.LayoutView(timeout=None)
        gallery: client.ui.MediaGallery[client.ui.LayoutView] = client.ui.MediaGallery(
            client.MediaGalleryItem("attachment://table.png", description="the table")
        )
        button: client.ui.Button[client.ui.LayoutView] = client.ui.Button(label="Draw", custom_id="draw")
        row: client.ui.ActionRow[client.ui.LayoutView] = client.ui.ActionRow(button)
        words: client.ui.TextDisplay[client.ui.LayoutView] = client.ui.TextDisplay("**Turn 3**")
        box: client.ui.Container[client.ui.LayoutView] = client.ui.Container(words, gallery, row)
        view.add_item(box)
        message = await channel(bot, tavoli).send(view=view, file=file(10))
        assert (anna.sees()[-1].text, anna.sees()[-1].buttons) == ("**Turn 3**", ("Draw",))
        assert anna.sees()[-1].picture == picture(10)
        await message.edit(view=view, attachments=[file(40)])
        assert anna.sees()[-1].picture == picture(40)

    play(body)


def test_a_planned_match_is_an_event_that_everybody_sees() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        guild = channel(bot, tavoli).guild
        start = client.utils.utcnow() + timedelta(hours=2)
        new = await guild.create_scheduled_event(
            name="Torneo",
            start_time=start,
            end_time=start + timedelta(hours=3),
            entity_type=client.EntityType.external,
            privacy_level=client.PrivacyLevel.guild_only,
            location="#tavoli",
        )
        await new.edit(name="Torneo di sabato")
        assert [one.text for one in bruno.sees() if one.kind == "event"] == ["Torneo", "Torneo di sabato"]
        assert len(await guild.fetch_scheduled_events()) == 1
        await new.delete()

    play(body)


def test_what_the_bot_may_ask_about() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, bruno: Person, tavoli: Room) -> None:
        guild = channel(bot, tavoli).guild
        assert (await bot.fetch_user(anna.id)).global_name == "Anna"
        assert (await guild.fetch_member(bruno.id)).display_name == "Bruno"
        assert (await bot.fetch_guild(guild.id, with_counts=False)).name == "Circolo"
        assert (await bot.fetch_channel(tavoli.id)).id == tavoli.id
        await channel(bot, tavoli).typing()
        assert len(await bot.tree.fetch_commands()) == 4
        assert [one.name for one in await bot.tree.sync(guild=guild)] == []

    play(body)


def later(discord: Discord) -> Discord:
    """A millisecond later: guilds of the same one would share their shard."""
    discord.clock.advance(0.001)
    return discord


class Sharded(client.AutoShardedClient):
    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Two logins need not be five seconds apart here."""


def test_two_sharded_sockets_share_the_guilds() -> None:
    async def main(discord: Discord) -> None:
        anna = discord.user("Anna")
        discord.clock.freeze()
        clubs = [later(discord).guild(f"Club {number}", anna) for number in range(4)]
        sharded = Sharded(intents=client.Intents(guilds=True), shard_count=2, allowed_mentions=NOBODY)
        async with online(discord, sharded):
            await discord.until(lambda: discord.gateway.logins == 2)
            await discord.gateway.settled()
            assert {len(one.frames) for one in discord.gateway.sessions.values()} == {3}  # READY and two guilds each
            assert {one.id for one in sharded.guilds} == {one.id for one in clubs}

    run(main)
