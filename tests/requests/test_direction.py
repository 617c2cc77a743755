"""Who directs a table: its opener and a channel's admins; and how a channel's language and looks are set."""

from dataclasses import replace

import pytest

from bot.gateway.inbound.command_line import Usage
from bot.gateway.inbound.parser import parse_line
from bot.requests.answer import GivesSeat
from bot.requests.channels import SetChannel
from bot.requests.hand_drafts import Tick
from bot.requests.openings import Play
from bot.requests.people import Introduce
from bot.requests.request_context import administers
from bot.requests.seating import Join, Replace
from bot.requests.settings import look_of
from bot.requests.table_commands import Do
from bot.tables.table import PLAYING, Table
from engine.actions import DRAW, format_action
from renderers.scenes import Look
from tests.requests.serving import BOT, World, run
from tests.requests.test_seating import four

CLUB = "discord:1/2"


async def playing(world: World, options: str = "") -> tuple[Table, list[str]]:
    table, people = await four(world, CLUB, options)
    await world.said(people[0], table.label, "start")
    return await world.until(table, PLAYING), people


def test_the_opener_seats_who_has_waited_longest() -> None:
    async def work(world: World) -> None:
        table, people = await playing(world)
        seat = table.seat_of(people[2])
        await world.said(people[2], table.label, "leave")
        nobody = await world.do(people[0], Replace(table.label, seat, delivery="d0"))
        assert nobody.words == "Nobody is waiting for a seat at this table."
        elsa, fabio = await world.person("Elsa"), await world.person("Fabio")
        for one in (elsa, fabio):
            assert (await world.do(one, Join(table.label, CLUB, delivery="j"))).done
        assert not (await world.do(people[1], Replace(table.label, seat, delivery="d1"))).done
        assert (await world.do(people[0], Replace(table.label, seat, delivery="d2"))).done
        after = await world.now_of(table)
        assert after.seat_of(elsa) == seat
        assert [person for person, _ in after.waiting] == [fabio]

    run(work)


def test_nobody_s_seat_is_given_away_while_they_play() -> None:
    async def work(world: World) -> None:
        table, people = await playing(world)
        elsa = await world.person("Elsa")
        assert (await world.do(elsa, Join(table.label, CLUB, delivery="j"))).done
        refused = await world.do(people[0], Replace(table.label, table.in_turn, delivery="d1"))
        assert refused.words.startswith(f"{table.chair(table.in_turn).name} is playing.")
        assert await world.table(refused.table) == await world.now_of(table)
        while (await world.now_of(table)).offered < 0:
            await world.tick()
        seat = (await world.now_of(table)).in_turn
        assert (await world.do(people[0], Replace(table.label, seat, delivery="d2"))).done
        assert (await world.now_of(table)).seat_of(elsa) == seat

    run(work)


def test_an_admin_is_asked_before_they_take_a_seat_from_one_who_plays() -> None:
    async def work(world: World) -> None:
        table, people = await playing(world)
        elsa, ada = await world.person("Elsa"), await world.person("Ada")
        assert (await world.do(elsa, Join(table.label, CLUB, delivery="j"))).done
        seat = table.seat_of(people[2])
        question = await world.do(ada, Replace(table.label, seat, delivery="d1", admin=True), CLUB)
        assert (question.done, "Really give" in question.words) == (False, True)
        again = parse_line(str(question.json["say"]), CLUB, "d2")
        assert isinstance(question.page, GivesSeat)
        assert again == Replace(table.label, seat, delivery="d2", sure=True, word=question.page.word)
        again = replace(again, admin=True)
        assert isinstance(again, Replace)
        assert (await world.do(ada, again, CLUB)).done
        assert (await world.now_of(table)).seat_of(elsa) == seat

    run(work)


def test_an_admin_who_does_not_play_directs_the_table_of_their_channel() -> None:
    async def work(world: World) -> None:
        table, people = await playing(world)
        ada = await world.person("Ada")
        assert not (await world.do(ada, Do("", "pause", "p1"), CLUB)).done
        assert (await world.do(ada, Do("", "pause", "p2", admin=True), CLUB)).done
        assert (await world.now_of(table)).paused
        assert not (await world.do(ada, Do("", "end", "p3", admin=True), "discord:1/3")).done
        assert table.seat_of(people[0])

    run(work)


@pytest.mark.parametrize("elsewhere", ["discord:6", "telegram:-66", "telegram:-66/7", ""])
def test_who_administers_a_place_of_their_own_directs_no_table_of_another(elsewhere: str) -> None:
    """Anybody is the administrator of a group that they have made, and a short name is no secret."""

    async def work(world: World) -> None:
        table, people = await playing(world)
        mallory, seat = await world.person("Mallory"), table.seat_of(people[2])
        assert (await world.do(mallory, Join(table.label, elsewhere, delivery="j"))).done  # they wait, and may watch
        for number, command in enumerate(("pause", "end", "set phrases=off", "standin")):
            request = Do(table.label, command, f"m{number}", sure=True, admin=True)
            assert not (await world.service.do(mallory, request, elsewhere)).done
        for sure in (False, True):
            seated = Replace(table.label, seat, mallory, f"r{sure}", admin=True, sure=sure)
            assert not (await world.service.do(mallory, seated, elsewhere)).done
        now = await world.now_of(table)
        assert (now.paused, now.phase, now.seat_of(mallory), now.seat_of(people[2])) == (False, PLAYING, "", seat)

    run(work)


def test_who_administers_a_server_directs_its_tables_in_every_channel_and_an_owners_administrator_all() -> None:
    async def work(world: World) -> None:
        table, _ = await playing(world)
        ada, bot_admin = await world.person("Ada"), await world.person("Otto")
        for channel in (CLUB, "discord:5"):
            await world.service.note_channel(channel, "name", "en", "discord:777")
        await world.service.note_channel("discord:6", "name", "en", "discord:888")
        assert not (await world.do(ada, Do(table.label, "pause", "p1", admin=True), "discord:6")).done
        assert (await world.do(ada, Do(table.label, "pause", "p2", admin=True), "discord:5")).done
        where = await world.asks(bot_admin, "discord:6", "p3", is_admin=administers)
        assert (await world.service.carry_out(where, Do(table.label, "resume", "p3", admin=True))).done

    run(work)


def test_ticked_cards_stay_ticked_while_one_draws() -> None:
    async def work(world: World) -> None:
        table, _ = await playing(world)
        player = table.chair(table.in_turn).person
        assert table.game is not None
        sight = await world.service.table_page(player, await world.service.table_of(table.label))
        assert sight is not None
        card = sight["hand"][0]["card"]
        assert (await world.do(player, Tick(table.label, card, 1))).done
        assert (await world.say(player, table.label, f"play {format_action(DRAW)}")).done
        draft = await world.service.draft(player, await world.service.table_of(table.label))
        assert len(draft.ticked) == 1

    run(work)


def test_tables_stand_upright_for_telephones_unless_one_wants_them_wide() -> None:
    async def work(world: World) -> None:
        ada = await world.person("Ada")
        assert (look_of("{}").width, look_of("{}", upright=True).width) == (0, 720)
        for word, width in (("upright", 720), ("wide", 0)):
            assert parse_line(f"/theme dark {word}", CLUB, "d1") == Introduce(theme="dark", shape=word)
            assert (await world.do(ada, Introduce(theme="dark", shape=word))).done
            settings = (await world.service.backend.people.person(ada)).settings
            assert {look_of(settings, upright) for upright in (True, False)} == {Look("dark", width=width)}

    run(work)


def test_a_channel_has_a_language_and_a_look() -> None:
    async def work(world: World) -> None:
        ada = await world.person("Ada")
        request = parse_line("/settings language=italiano theme=dark deck=plain shape=upright pace=300", CLUB, "d1")
        assert request == SetChannel(CLUB, "theme=dark deck=plain shape=upright pace=300", "it")
        request = replace(request, admin=True)
        assert (await world.do(ada, request)).done
        assert await world.service.language(CLUB) == "it"
        row = await world.store.channel(BOT, CLUB)
        assert row is not None
        assert look_of(row.settings) == Look("dark", "plain", width=720)
        refused = await world.do(ada, SetChannel(CLUB, "theme=pink", admin=True))
        looks = "felt, dark, light, four-colour, big-index, high-contrast"
        words = f"That cannot be set: Look of the pictures (theme) takes {looks}."
        assert (refused.done, refused.words) == (False, words)

    run(work)


def test_an_unknown_code_is_answered_with_the_way_to_write_it_and_an_unknown_language_by_the_settings() -> None:
    assert parse_line("/play fitabb", CLUB, "d1") == Usage("play")
    assert parse_line("/settings language=klingon", CLUB, "d1") == SetChannel(CLUB, "language=klingon")
    assert isinstance(parse_line("/play fitab", CLUB, "d1"), Play)


def test_who_has_chosen_no_look_has_that_of_the_bot() -> None:
    assert look_of("{}", usual_theme="light").theme == "light"
    assert look_of('{"theme": "dark"}', usual_theme="light").theme == "dark"
    assert look_of("{}", usual_theme="no such theme").theme == look_of("{}").theme
