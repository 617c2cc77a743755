"""Who asks is read once for a request, and again only where somebody's row was written since."""

import asyncio
import json
from dataclasses import replace

import pytest

from bot.host.ports import StoreError
from bot.requests.linking import Link, UseLink
from bot.requests.opening_news import Notify
from bot.requests.openings import Open
from bot.requests.people import Introduce
from bot.requests.request_context import RequestContext
from bot.requests.seating import Find
from bot.requests.settings import wants_together
from bot.settings_text import read_settings
from tests.requests.serving import World, run


async def entered(world: World, account: str, platform: str = "discord") -> RequestContext:
    context = RequestContext(platform, account)
    await world.service.enters(context)
    return context


def test_what_was_written_meanwhile_is_read() -> None:
    async def work(world: World) -> None:
        people = world.service.backend.people
        anna = await world.person("Anna")
        context = await entered(world, "anna")
        before = context.person
        assert await people.now(context) is before
        await world.done(anna, Introduce("Annetta"))
        assert (await people.now(context)).name == "Annetta"
        again = context.person
        assert await people.now(context) is again

    run(work)


def test_who_has_become_somebody_else_in_between_acts_as_them() -> None:
    async def work(world: World) -> None:
        anna, phone = await world.person("Anna"), await world.person("Annina", "telegram")
        context = await entered(world, "annina", "telegram")
        code = (await world.done(anna, Link())).json["code"]
        await world.done(phone, UseLink(code))
        opened = await world.service.carry_out(context, Open(options="players=2"))
        assert opened.done
        assert context.person.id == anna
        table = await world.table(opened.table)
        assert [chair.person for chair in table.chairs if chair.person] == [anna]

    run(work)


def test_an_own_change_is_known_and_one_that_failed_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(world: World) -> None:
        people = world.service.backend.people
        await world.person("Anna")
        context = await entered(world, "anna")
        await people.moves(context, "t1")
        own = context.person
        assert await people.now(context) is own

        async def fails(*_: object) -> None:
            raise StoreError

        with monkeypatch.context() as patch:
            patch.setattr(world.store, "change_person", fails)
            with pytest.raises(StoreError):
                await people.moves(context, "t2")
        assert context.person is own
        found = await people.now(context)
        assert found is not own
        assert found == own

    run(work)


def test_what_somebody_chooses_and_what_is_noted_of_them_meanwhile_both_hold() -> None:
    async def work(world: World) -> None:
        people = world.service.backend.people
        await world.person("Anna")
        context = await entered(world, "anna")
        async with world.service.backend.seating:  # as whoever notes that their private chat is open
            before = await people.person(context.person.id)
            choice = asyncio.create_task(world.service.carry_out(context, Introduce(hands="channel", together="on")))
            for _ in range(20):
                await asyncio.sleep(0)
            noted = {**read_settings(before.settings), "private": {"discord": True}}
            await people.store(replace(before, settings=json.dumps(noted)))
        assert (await choice).done
        settings = (await people.person(context.person.id)).settings
        assert read_settings(settings)["private"] == {"discord": True}
        assert read_settings(settings)["hands"] == "channel"
        assert wants_together(settings)

    run(work)


@pytest.mark.parametrize("turns", range(0, 40, 4))
def test_what_a_message_tells_of_its_writer_takes_nothing_back_that_they_choose_at_the_same_moment(turns: int) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna", "telegram")
        group, private = [RequestContext("telegram", "anna", chat) for chat in ("telegram:-5", "telegram:7")]
        await world.service.enters(group)

        async def writes() -> None:
            for _ in range(turns):
                await asyncio.sleep(0)
            private.username = "Anna_7"
            await world.service.enters(private)

        await asyncio.gather(world.service.carry_out(group, Notify("telegram:-5", "on", "off")), writes())
        assert {"notify", "username"} <= read_settings((await world.service.person(anna)).settings).keys()

    run(work)


@pytest.mark.parametrize("turns", range(0, 60, 6))
def test_who_becomes_somebody_else_as_their_message_arrives_stays_them(turns: int) -> None:
    """By what is noted with the old person it is known which hands of a deal they have held."""

    async def work(world: World) -> None:
        anna, phone = await world.person("Anna"), await world.person("Annina", "telegram")
        code = (await world.done(anna, Link())).json["code"]
        table = await world.open(anna)

        async def writes() -> None:
            for _ in range(turns):
                await asyncio.sleep(0)
            context = RequestContext("telegram", "annina", username="Annina_7")
            await world.service.enters(context)
            await world.service.carry_out(context, Find(table.label))

        await asyncio.gather(world.done(phone, UseLink(code)), writes())
        assert (await world.service.person(phone)).id == anna

    run(work)


def test_what_one_account_is_called_is_not_taken_from_it_by_another_one_without_a_user_name() -> None:
    async def work(world: World) -> None:
        anna, phone = await world.person("Anna", "telegram"), await world.person("Annina", "telegram")
        people = world.service.backend.people
        await world.service.enters(RequestContext("telegram", "anna", username="Anna_7"))
        await world.done(phone, UseLink((await world.done(anna, Link())).json["code"]))
        await world.service.enters(RequestContext("telegram", "annina", username=""))
        await world.service.enters(RequestContext("discord", "anna"))  # which has no such names
        found = await people.called("ANNA_7")
        assert found is not None
        assert found.id == anna

    run(work)


@pytest.mark.parametrize("username", ["", None])
def test_a_user_name_goes_only_where_the_platform_says_that_there_is_none(username: str | None) -> None:
    async def work(world: World) -> None:
        anna, people = await world.person("Anna", "telegram"), world.service.backend.people
        await world.service.enters(RequestContext("telegram", "anna", username="Anna_7"))
        await world.service.enters(RequestContext("telegram", "anna", username=username))
        assert [one.id for one in [await people.called("anna_7")] if one] == ([anna] if username is None else [])
        assert await people.called("anna07") is None  # an underscore is no wildcard

    run(work)
