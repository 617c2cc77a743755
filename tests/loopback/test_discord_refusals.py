"""Everything Discord refuses, by its code, and what is left standing afterwards."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord as client
import pytest

from tests.loopback.discord import Discord
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Club, Room
from tests.loopback.discord.running import online, run
from tests.loopback.discord.sample import Bot, file

Body = Callable[[Discord, Bot, Person, Club, Room], Awaitable[None]]


class Holding(Bot):
    """Keeps the newest interaction for the test to answer."""

    def __init__(self) -> None:
        super().__init__()
        self.acts: asyncio.Queue[client.Interaction] = asyncio.Queue()

    async def on_interaction(self, interaction: client.Interaction) -> None:
        await self.acts.put(interaction)


def play(body: Body, bot: Callable[[], Bot] = Bot) -> None:
    async def main(discord: Discord) -> None:
        anna = discord.user("Anna")
        club = discord.guild("Circolo", discord.user("Owner"), anna)
        tavoli = club.channel("tavoli")
        async with online(discord, our_bot := bot()):
            await body(discord, our_bot, anna, club, tavoli)

    run(main)


def channel(bot: Bot, room: Room) -> client.TextChannel:
    found = bot.get_channel(room.id)
    assert isinstance(found, client.TextChannel)
    return found


async def interaction_of(bot: Bot, anna: Person, tavoli: Room) -> client.Interaction:
    """An interaction that nobody has answered yet."""
    assert isinstance(bot, Holding)
    await channel(bot, tavoli).send("x")
    anna.forges("gone", anna.screen(tavoli)[-1])
    return await bot.acts.get()


async def refused(code: int, call: Awaitable[Any]) -> None:
    with pytest.raises(client.HTTPException) as caught:
        await call
    assert caught.value.code == code


def test_the_first_answer_must_come_within_three_seconds() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        act = await interaction_of(bot, anna, tavoli)
        discord.clock.advance(3.1)
        await refused(10062, act.response.send_message("late"))
        assert anna.sees()[-1].kind == "failed"

    play(body, Holding)


def test_a_second_first_answer_is_refused_and_the_token_lives_fifteen_minutes() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        act = await interaction_of(bot, anna, tavoli)
        await act.response.send_message("first", ephemeral=True)
        again = await bot.http._HTTPClient__session.post(  # type: ignore[attr-defined]  # the session has no other name
            f"{discord.api}/interactions/{act.id}/{act.token}/callback", json={"type": 6}
        )
        assert (again.status, (await again.json())["code"]) == (400, 40060)
        discord.clock.advance(890)
        await act.edit_original_response(content="in time")
        more = await act.followup.send("more", ephemeral=True, wait=True)
        await more.edit(content="still more")
        discord.clock.advance(11)
        await refused(50027, act.edit_original_response(content="late"))
        await refused(50027, act.followup.send("late"))
        assert [one.text for one in anna.sees() if one.only_mine] == ["first", "in time", "more", "still more"]

    play(body, Holding)


def test_a_follow_up_before_the_answer_has_no_webhook() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        act = await interaction_of(bot, anna, tavoli)
        await refused(10015, act.followup.send("too early"))
        await act.response.defer()
        await act.followup.send("now")
        await act.edit_original_response(content="changed")
        await act.delete_original_response()
        assert [one.kind for one in anna.sees()] == ["posted", "posted", "edited", "deleted"]

    play(body, Holding)


def test_an_ephemeral_message_is_nobody_elses_and_no_channel_has_it() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        act = await interaction_of(bot, anna, tavoli)
        await act.response.send_message("secret", ephemeral=True)
        number = (await act.original_response()).id
        await refused(50006, act.edit_original_response(view=None))
        await refused(10008, channel(bot, tavoli).fetch_message(number))
        await refused(10008, channel(bot, tavoli).get_partial_message(number).edit(content="x"))
        await act.delete_original_response()
        await refused(10008, act.edit_original_response(content="x"))

    play(body, Holding)


@pytest.mark.parametrize(
    ("right", "code"), [("send_messages", 50013), ("attach_files", 50013), ("view_channel", 50001)]
)
def test_missing_permissions(right: str, code: int) -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        tavoli.denies(right)
        await refused(code, channel(bot, tavoli).send("x", file=file(1)))
        tavoli.allows(right)
        await channel(bot, tavoli).send("x", file=file(1))

    play(body)


def test_what_is_gone_is_unknown() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        where = channel(bot, tavoli)
        message = await where.send("x")
        anna.deletes(anna.screen(tavoli)[-1])
        await refused(10008, message.edit(content="y"))
        await refused(10008, message.delete())
        other = anna.writes("mine", tavoli)
        await refused(50005, where.get_partial_message(other.id).edit(content="z"))
        thread = await where.create_thread(name="t", message=client.Object(other.id))
        await refused(160004, where.create_thread(name="u", message=client.Object(other.id)))
        tavoli.threads[0].vanishes()
        await refused(10003, thread.send("x"))
        tavoli.vanishes()
        await refused(10003, where.send("x"))

    play(body)


def test_who_left_cannot_be_written_to_and_a_kicked_bot_sees_nothing() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        where = channel(bot, tavoli)
        friend = await bot.fetch_user(anna.id)
        await friend.send("hello")
        club.leaves(anna)
        await refused(50278, friend.send("hello?"))
        await refused(10007, where.guild.fetch_member(anna.id))
        club.kicks_bot()
        await refused(50001, where.send("x"))
        await discord.gateway.settled()
        with pytest.raises(LookupError):
            anna.types("lay", tavoli, cards="5h")

    play(body)


def test_a_locked_thread_takes_nothing_from_who_may_not_manage_it() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        thread = await channel(bot, tavoli).create_thread(name="t", type=client.ChannelType.public_thread)
        tavoli.denies("manage_threads")
        tavoli.threads[0].archives(locked=True)
        await refused(50083, thread.send("x"))

    play(body)


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def button(name: str, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": name, "custom_id": name} | more


def menu(name: str, many: int, **more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": name, "options": [{"label": f"{n}", "value": f"{n}"} for n in range(many)]} | more


def option(value: str) -> dict[str, Any]:
    """One that stands chosen."""
    return {"label": value, "value": value, "default": True}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": "x" * 2000}, 0),
        ({"content": "x" * 2001}, 50035),
        ({}, 50006),
        ({"content": "x", "components": [row(*[button(f"{r}{n}") for n in range(5)]) for r in range(5)]}, 0),
        ({"content": "x", "components": [row(button(f"{r}")) for r in range(6)]}, 50035),
        ({"content": "x", "components": [row(*[button(f"{n}") for n in range(6)])]}, 50035),
        ({"content": "x", "components": [row(button("a"), button("a"))]}, 50035),
        ({"content": "x", "components": [row(button("a", custom_id="x" * 101))]}, 50035),
        ({"content": "x", "components": [row(button("x" * 81, custom_id="a"))]}, 50035),
        ({"content": "x", "components": [row(menu("a", 25, max_values=25))]}, 0),
        ({"content": "x", "components": [row(menu("a", 26))]}, 50035),
        ({"content": "x", "components": [row(menu("a", 2, max_values=3))]}, 50035),
        ({"content": "x", "components": [row(menu("a", 2), menu("b", 2))]}, 50035),
        ({"content": "x", "components": [row(menu("a", 2, min_values=0))]}, 0),
        ({"content": "x", "components": [row(menu("a", 2, min_values=0, required=False))]}, 0),
        ({"content": "x", "components": [row(menu("a", 2, min_values=0, required=True))]}, 50035),
        ({"content": "x", "components": [row(menu("a", 2, min_values=2))]}, 50035),
        ({"content": "x", "components": [row(menu("", 2))]}, 50035),
        ({"content": "x", "components": [row({**menu("a", 1), "options": [{"label": " ", "value": "v"}]})]}, 50035),
        ({"content": "x", "components": [row({**menu("a", 1), "options": [option("v"), option("v")]})]}, 50035),
        ({"content": "x", "components": [row({**menu("a", 1), "options": [option("v"), option("w")]})]}, 50035),
        ({"content": "x", "components": [row(button("a", label="  "))]}, 50035),
        ({"content": "x", "components": [row(button("a", disabled=True)), row(menu("a", 1))]}, 50035),
        ({"content": " \n "}, 50006),
        ({"content": "x", "flags": 64}, 50035),
        ({"content": "x", "components": [{"type": 10, "content": "new"}]}, 50035),
        ({"flags": 32768, "components": [{"type": 10, "content": "new"}] * 40}, 0),
        ({"flags": 32768, "components": [{"type": 17, "components": [{"type": 10, "content": "n"}] * 40}]}, 50035),
        ({"flags": 32768, "content": "x", "components": [{"type": 10, "content": "new"}]}, 50035),
    ],
)
def test_the_limits_of_a_message(body: dict[str, Any], code: int) -> None:
    """Straight over HTTP, as the client would refuse some itself; what a bot must never send is a violation too."""

    async def main(discord: Discord) -> None:
        tavoli = discord.guild("Circolo", discord.user("Anna")).channel("tavoli")
        headers = {"Authorization": f"Bot {discord.token}"}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.post(f"{discord.api}/channels/{tavoli.id}/messages", json=body) as answer,
        ):
            assert (await answer.json()).get("code", 0) == code
        assert len(tavoli.shown) == (not code)
        assert bool(discord.violations) is (code == 50035)
        discord.violations.clear()

    run(main)


def test_a_refusal_points_at_the_field_and_a_judged_body_is_what_was_sent() -> None:
    async def main(discord: Discord) -> None:
        tavoli = discord.guild("Circolo", discord.user("Anna")).channel("tavoli")
        headers = {"Authorization": f"Bot {discord.token}"}
        body = {"content": "x", "components": [row(button("a")), row(menu("b", 2, min_values=0, required=True))]}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.post(f"{discord.api}/channels/{tavoli.id}/messages", json=body) as answer,
        ):
            errors = (await answer.json())["errors"]
        at = errors["components"]["1"]["components"]["0"]["min_values"]["_errors"][0]
        assert at["code"] == "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES"
        assert discord.calls[-1].body == body
        assert [one[:16] for one in discord.violations] == ["POST /channels/{"]
        discord.violations.clear()

    run(main)


def test_a_new_file_without_a_list_of_attachments_takes_the_place_of_the_old_one() -> None:
    """discord-api-docs#5170."""

    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        message = await channel(bot, tavoli).send("x", file=file(1))
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", "{}")
        form.add_field("files[0]", b"new", filename="new.txt")
        where = f"{discord.api}/channels/{tavoli.id}/messages/{message.id}"
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as session,
            session.patch(where, data=form) as answer,
        ):
            assert answer.status == 200
        assert [one.name for one in tavoli.shown[-1].content.attachments] == ["new.txt"]

    play(body)


def test_a_form_with_a_field_that_nobody_knows_is_not_quietly_taken() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", '{"content": "x"}')
        form.add_field("file", b"new", filename="new.txt")
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as session,
            session.post(f"{discord.api}/channels/{tavoli.id}/messages", data=form) as answer,
        ):
            assert answer.status == 400
        assert discord.violations.pop() == "POST /channels/{channel_id}/messages: unknown part 'file' of a form"

    play(body)


def test_a_wrong_token_an_unknown_call_and_a_file_too_large() -> None:
    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        discord.file_limit = 50
        await refused(40005, channel(bot, tavoli).send(file=file(1)))
        bot.http.token = "wrong"  # noqa: S105  nobody's
        await refused(0, bot.fetch_user(anna.id))
        assert discord.invalid == 1
        bot.http.token = discord.token
        await refused(0, bot.http.request(client.http.Route("GET", "/voice/regions")))
        assert discord.violations.pop() == "GET /api/v10/voice/regions: this server does not know it"

    play(body)


def test_a_message_older_than_an_hour_is_changed_three_times_in_six_seconds() -> None:
    """discord-api-docs#4413, as the client meets it: it waits, and tries again."""

    async def body(discord: Discord, bot: Bot, anna: Person, club: Club, tavoli: Room) -> None:
        message = await channel(bot, tavoli).send("x")
        for number in range(5):
            await message.edit(content=f"young {number}")
        discord.clock.advance(3601)
        discord.clock.freeze()
        for number in range(3):
            await message.edit(content=f"old {number}")
        where = f"{discord.api}/channels/{tavoli.id}/messages/{message.id}"
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {discord.token}"}) as session,
            session.patch(where, json={"content": "too often"}) as answer,
        ):
            reply = await answer.json()
        assert (answer.status, reply["code"], reply["retry_after"]) == (429, 30046, 6.0)
        assert tavoli.shown[-1].content.text == "old 2"
        fresh = await channel(bot, tavoli).send("y")
        await fresh.edit(content="z")
        discord.clock.advance(6)
        await message.edit(content="later")
        assert tavoli.shown[0].content.text == "later"

    play(body)
