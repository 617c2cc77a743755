"""How tables are opened in a channel, who may change it, and which language is spoken."""

import asyncio
import re
from collections.abc import Awaitable

import pytest

from bot.durations import MINUTE
from bot.host.ports import Channel
from bot.planner.plan import Terms
from bot.requests.channels import SetChannel, ShowChannel, is_channel
from bot.requests.openings import Open, Play, Watch
from bot.requests.people import Introduce
from bot.requests.plans import MakePlan
from bot.requests.request_context import RequestContext
from bot.requests.server_settings import merge_changes
from bot.requests.table_commands import Do
from bot.settings_text import read_settings
from bot.tables.table import LOBBY, PAUSE
from tests.requests.serving import BOT, World, run

HERE = "discord:42"


def test_a_channel_s_settings_replace_the_usual_ones_and_what_is_said_replaces_these() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, SetChannel(HERE, "rules=fitab hands=4 pace=300 pause=10", admin=True))
        here = (await world.open(anna, HERE)).settings
        assert (here.rules, here.house, here.pace, here.pause) == ("fitab", "hands=4", 300, 10_000)
        there = (await world.open(anna, "discord:43")).settings
        assert there.rules == "fibur"
        of_table = (await world.open(anna, HERE, "hands=2 pause=0")).settings
        assert (of_table.rules, of_table.house, of_table.pace, of_table.pause) == ("fitab", "hands=2", 300, 0)
        other = await world.done(anna, Open("febur", 0, HERE))
        settings = (await world.table(other.table)).settings
        assert (settings.rules, settings.house, settings.pace) == ("febur", "", 0)
        short = await world.table((await world.done(anna, Play(channel=HERE))).table)
        assert (short.settings.rules, short.settings.house, short.phase) == ("fitab", "hands=1", PAUSE)
        assert (await world.table((await world.done(anna, Watch(channel=HERE))).table)).settings.watched

    run(work)


def test_who_sets_a_number_of_deals_where_a_channel_plays_to_a_target_plays_so_many_deals() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, SetChannel(HERE, "rules=online target=2005", admin=True))
        table = await world.open(anna, HERE, "hands=2")
        assert (table.code.rules.hands, table.code.rules.target) == (2, 0)
        table = await world.open(anna, HERE)
        assert table.code.rules.target == 2005
        answer = await world.done(anna, Do(table.label, "set hands=3", "one"))
        rules = (await world.table(answer.table)).code.rules
        assert (rules.hands, rules.target) == (3, 0)
        await world.done(anna, SetChannel(HERE, "hands=4", admin=True))
        rules = (await world.open(anna, HERE)).code.rules
        assert (rules.hands, rules.target) == (4, 0)

    run(work)


def test_a_number_of_deals_of_a_channel_stands_over_the_target_of_its_server() -> None:
    assert merge_changes({"rules": "online", "target": "2005"}, {"hands": "2"}) == {"rules": "online", "hands": "2"}
    both = {"hands": "2", "target": "1005"}
    assert merge_changes({"target": "2005"}, both) == both
    assert merge_changes({"hands": "2", "target": "2005"}, {"hands": ""}) == {"target": "2005"}


def test_only_admins_set_and_all_may_look() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        assert not (await world.do(anna, SetChannel(HERE, "hands=4"))).done
        assert await world.store.channel(BOT, HERE) is None
        assert not (await world.do(anna, SetChannel("", "pace=100", admin=True))).done
        await world.done(anna, SetChannel(HERE, "pace=100", "it", admin=True))
        page = (await world.done(anna, ShowChannel(HERE))).json
        assert page["language"] == "it"
        assert page["code"] == "fibur"
        assert page["changed"] == {"pace": "100"}
        settings = page["settings"]
        assert isinstance(settings, list)
        assert {one["name"]: one["value"] for one in settings}["pace"] == "100"

    run(work)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            ["Language: Italiano", "Look of the pictures: dark", "Pause between deals: 1 minute"],
        ),
        ("it", ["Lingua: Italiano", "Aspetto delle immagini: scuro"]),
    ],
)
def test_what_holds_in_a_channel_is_said_in_words_and_all_that_there_is_with_how_it_is_written(
    language: str, lines: list[str]
) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, Introduce(language=language))
        change = "theme=dark deals=2 players=2 zone=Europe/Paris tables=3 threads=on weekly=on pause=60"
        await world.done(anna, SetChannel(HERE, change, "it", admin=True))
        answer = await world.done(anna, ShowChannel(HERE))
        short = answer.short.split("\n")
        assert [one for one in short if "=" in one] == short[-1:]  # how it is changed
        assert set(lines) <= set(short)
        assert len([one for one in short if "Europe/Paris" in one]) == 1
        typed = {"en": "theme=dark", "it": "tema=scuro"}[language]
        assert f"{lines[1]} ({typed})" in answer.words.split("\n")
        assert "=" not in re.sub(r" \([^()=\s]+=[^()\s]+\)$", "", answer.words, flags=re.MULTILINE).rpartition("\n")[0]

    run(work)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Set here:",
                "Look of the pictures: dark",
                "Players at a table: 2",
                "Announcement of a match (hours): 1 day",
                "Pause between deals: back to the default",
            ],
        ),
        (
            "it",
            [
                "Impostato qui:",
                "Aspetto delle immagini: scuro",
                "Giocatori al tavolo: 2",
                "Annuncio della partita (ore): 1 giorno",
                "Pausa tra le smazzate: torna al predefinito",
            ],
        ),
    ],
)
def test_what_was_set_is_answered_in_words_a_line_each_and_says_nothing_else(language: str, lines: list[str]) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, Introduce(language=language))
        await world.done(anna, SetChannel(HERE, "tables=3 pause=60", admin=True))
        answer = await world.done(anna, SetChannel(HERE, "theme=dark players=2 announce=1d pause=", admin=True))
        assert answer.words.split("\n") == lines

    run(work)


@pytest.mark.parametrize("stored_text", ['{"terms": {"tables": "99"}}', '{"table": {"rules": "none"}}', "broken"])
def test_what_no_longer_fits_is_shown_as_usual(stored_text: str) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.store.put_channel(BOT, Channel(HERE, "", stored_text))
        page = (await world.done(anna, ShowChannel(HERE))).json
        assert page["code"] == "fibur"
        assert {one["name"]: one["value"] for one in page["terms"]}["tables"] == "8"

    run(work)


@pytest.mark.parametrize("changes", ["nonsense", "=4", "hands=99", "rules=none", "players=7", "fly=1", "pace=-1"])
def test_what_cannot_be_is_not_set_and_changes_nothing(changes: str) -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, SetChannel(HERE, "pace=100", admin=True))
        before = await world.store.channel(BOT, HERE)
        answer = await world.do(anna, SetChannel(HERE, f"pause=20 {changes}", "it", admin=True))
        assert not answer.done
        assert answer.words
        assert await world.store.channel(BOT, HERE) == before
        assert not (await world.do(anna, Open(channel=HERE, options=changes))).done

    run(work)


def test_another_code_forgets_what_was_agreed_about_the_one_before() -> None:
    old = {"rules": "fitab", "hands": "4", "pace": "300"}
    assert merge_changes(old, {"rules": "fibur"}) == {"rules": "fibur", "pace": "300"}
    assert merge_changes(old, {"rules": "fitab", "pace": ""}) == {"rules": "fitab", "hands": "4"}


def test_another_code_keeps_the_number_of_players_where_it_is_for_so_many() -> None:
    assert merge_changes({"players": "2"}, {"rules": "febur"}) == {"players": "2", "rules": "febur"}
    assert merge_changes({"players": "2", "rules": "febur"}, {"rules": ""}) == {"players": "2"}
    assert merge_changes({"players": "2", "rules": "febur"}, {"rules": "fitab"}) == {"rules": "fitab"}
    assert merge_changes({"players": "2"}, {"rules": "online", "players": "4"}) == {"rules": "online", "players": "4"}


def test_a_topic_has_what_its_group_has_set_until_it_sets_something_itself() -> None:
    async def work(world: World) -> None:
        anna, group, topic = await world.person("Anna"), "telegram:-1001", "telegram:-1001/45"
        await world.done(anna, SetChannel(group, "rules=febur players=2 pause=33 tables=3", "it", admin=True))
        assert await world.service.language(topic) == "it"
        here = (await world.open(anna, topic)).settings
        assert (here.rules, here.players, here.pause) == ("febur", 2, 33_000)
        await world.done(anna, SetChannel(topic, "pause=11", "en", admin=True))
        assert await world.service.language(topic) == "en"
        assert await world.service.language(group) == "it"
        here = (await world.open(anna, topic)).settings
        assert (here.rules, here.players, here.pause) == ("febur", 2, 11_000)
        assert not (await world.do(anna, SetChannel(topic, "players=3", admin=True))).done  # not at that code
        await world.done(anna, SetChannel(group, "pause=44", admin=True))
        assert (await world.open(anna, topic)).settings.pause == 11_000

    run(work)


def test_settings_that_no_longer_fit_do_not_keep_people_from_playing() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        for settings in ('{"table": {"rules": "gone"}}', '{"table": 7}', "[]", "no json"):
            await world.store.put_channel(BOT, Channel(HERE, "xx", settings))
            assert (await world.open(anna, HERE)).phase == LOBBY
            assert await world.service.language(HERE) == "en"

    run(work)


def test_what_others_keep_with_a_channel_stays() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.store.put_channel(BOT, Channel(HERE, "it", '{"board": "week"}'))
        await world.done(anna, SetChannel(HERE, "pace=100", admin=True))
        row = await world.store.channel(BOT, HERE)
        assert row is not None
        assert row.settings == '{"board": "week", "table": {"pace": "100"}}'
        assert row.language == "it"

    run(work)


def test_a_person_speaks_as_their_platform_does_else_as_the_channel_else_as_the_bot() -> None:
    async def work(world: World) -> None:
        async def language(person: str) -> str:
            return str((await world.about(person))["language"])

        ada = await world.person("Ada", locale="en-GB")
        await world.done(ada, SetChannel(HERE, "", "en", admin=True))
        register = world.service.register
        assert await language(await register("discord", "1", "it-IT", channel=HERE)) == "it"
        assert await language(await register("discord", "2", "qq", channel=HERE)) == "en"
        other, expected = await register("discord", "3", "qq"), await register("web", "4", "")
        assert (await language(other), await language(expected)) == ("it", "it")
        await world.service.enters(RequestContext("web", "4"), "en-US")
        await world.service.enters(RequestContext("discord", "ada"), "it")  # known already
        assert (await language(expected), await language(ada)) == ("en", "en")
        await world.done(other, Introduce(language="en"))
        assert await language(other) == "en"
        assert [await world.service.language(channel) for channel in ("", HERE, "c:9")] == ["it", "en", "it"]

    run(work, "it")


@pytest.mark.parametrize(
    ("channel", "fine"),
    [("discord:1", True), ("", False), ("a b", False), ("x" * 65, False), ("è", False), ("a\n", False)],
)
def test_the_names_of_channels(channel: str, fine: bool) -> None:
    assert is_channel(channel) is fine


def test_limits_and_planned_matches_are_set_as_everything_else() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, SetChannel(HERE, "tables=2 plans=3 announce=0 remind=30 late=90", admin=True))
        terms = await world.service.planned_matches._channels.terms(HERE)
        assert terms == Terms(tables=2, plans=3, announce=0, remind=30 * MINUTE, too_late=90 * MINUTE)
        for changes in ("tables=0", "plans=many", "remind=-5", "late=100000"):
            before = await world.store.channel(BOT, HERE)
            assert not (await world.do(anna, SetChannel(HERE, f"queue=1 {changes}", admin=True))).done
            assert await world.store.channel(BOT, HERE) == before
        assert not (await world.do(anna, SetChannel(HERE, "tables=9"))).done
        page = await world.done(anna, ShowChannel(HERE))
        assert {one["name"]: one["value"] for one in page.json["terms"]} == {
            "zone": "Europe/Rome",
            "tables": "2",
            "plans": "3",
            "queue": "8",
            "announce": "0",
            "remind": "30",
            "checkin": "15",
            "late": "90",
            "waits": "180",
        }
        assert "tables=2" in page.words
        await world.done(anna, SetChannel(HERE, "tables= plans= announce= remind= late=", admin=True))
        assert await world.service.planned_matches._channels.terms(HERE) == Terms()

    run(work)


def test_a_channel_has_as_many_tables_as_it_may_have() -> None:
    async def work(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.done(anna, SetChannel(HERE, "tables=2", admin=True))
        first = Open(channel=HERE, delivery="one")
        await world.done(anna, first)
        table = await world.open(bruno, HERE)
        full = await world.do(anna, Open(channel=HERE, delivery="two"))
        assert not full.done
        assert "2" in full.words
        assert not (await world.do(bruno, Play(channel=HERE))).done
        assert (await world.done(anna, first)).table  # the same delivery has opened it already
        await world.done(anna, Open(channel="discord:43"))
        await world.done(anna, Open())
        await world.said(bruno, table.label, "end")
        await world.done(anna, Open(channel=HERE, delivery="two"))

    run(work)


def test_a_channel_has_a_time_zone_whatever_its_clock_is() -> None:
    async def work(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, SetChannel(HERE, "clock=turn zone=America/New_York", admin=True))
        await world.done(anna, MakePlan("tomorrow 21:00", HERE))
        (plan,) = await world.service.planned_matches.planner.plans(HERE)
        assert plan.zone == "America/New_York"
        assert not (await world.do(anna, SetChannel(HERE, "zone=Mars/Olympus", admin=True))).done
        assert not (await world.do(anna, SetChannel(HERE, "clock=none zone=../etc", admin=True))).done
        assert (await world.open(anna, HERE)).settings.zone == "America/New_York"

    run(work)


def test_a_server_is_known_by_its_channels_where_their_names_do_not_tell() -> None:
    async def work(world: World) -> None:
        service = world.service
        for channel in ("discord:42", "discord:43"):
            await service.note_channel(channel, f"Club {channel}", "it", "discord:7")
        await service.note_channel("discord:44", "Elsewhere", "it", "discord:8")
        await service.note_channel("discord:42", "Another name")
        assert await service.planned_matches._channels.group("discord:42") == ("discord:42", "discord:43")
        assert await service.planned_matches._channels.group("discord:44") == ("discord:44",)
        assert await service.planned_matches._channels.group("telegram:5") == ()
        assert await service.language("discord:7") == "en"

    run(work)


@pytest.mark.parametrize("turns", range(0, 20, 4))
def test_what_is_set_and_noted_of_the_channels_of_a_server_at_the_same_moment_is_all_kept(turns: int) -> None:
    async def later(work: Awaitable[object]) -> None:
        for _ in range(turns):
            await asyncio.sleep(0)
        await work

    async def work(world: World) -> None:
        anna, server = await world.person("Anna"), "discord:1"
        bar, pub = f"{server}/5", f"{server}/6"
        await asyncio.gather(
            world.done(anna, SetChannel(bar, "players=2", admin=True)),
            later(world.service.note_channel(bar, "Bar", "en", server)),
            later(world.done(anna, SetChannel(bar, "pace=100", admin=True))),
            world.service.note_channel(pub, "Pub", "en", server),
        )
        row, whole = await world.store.channel(BOT, bar), await world.store.channel(BOT, f"{server}/")
        assert row is not None
        assert whole is not None
        settings = read_settings(row.settings)
        assert (settings["name"], settings["table"]) == ("Bar", {"players": "2", "pace": "100"})
        assert sorted(read_settings(whole.settings)["channels"]) == [bar, pub]

    run(work)
