"""Planned matches by chat: said, listed, changed; opened in their channel, and told there whatever comes between."""

import json
from dataclasses import replace

import pytest

from bot.boards.boards import Boards
from bot.boards.privacy import Privacy
from bot.durations import DAY, HOUR, MINUTE
from bot.gateway.inbound.command_line import Usage
from bot.gateway.inbound.parser import parse_line
from bot.gateway.inbound.responses import answer_message
from bot.host.delivery_errors import TryLater
from bot.host.ports import Change, Committed
from bot.messages.buttons import Ask
from bot.messages.message import Message, Row
from bot.planner.plan import Terms
from bot.requests.answer import Answer, PlanMade
from bot.requests.attendance import Audience
from bot.requests.channels import SetChannel
from bot.requests.linking import Link, UseLink
from bot.requests.openings import MOST_TABLES
from bot.requests.own_data import Erase, Export
from bot.requests.people import Introduce
from bot.requests.plans import ChangePlan, MakePlan, Plans
from tests.requests.serving import BOT, World, run

BAR = "club:bar"


@pytest.mark.parametrize(("line", "meaning"), [
    ("/plan tonight 21:30", MakePlan("tonight 21:30", BAR, delivery="d")),
    ("/programma ogni venerdì alle 21 hands=2", MakePlan("ogni venerdì alle 21", BAR, "hands=2", delivery="d")),
    ("/plan now", MakePlan("", BAR, delivery="d")),
    ("/plan", Plans(BAR)),
    ("/programmi", Plans(BAR)),
    ("/plan cancel 2", ChangePlan("cancel", 2, BAR, delivery="d")),
    ("/programma pausa", ChangePlan("pause", 0, BAR, delivery="d")),
    ("/programma adesso", MakePlan("", BAR, delivery="d")),
    ("/programma ora", MakePlan("", BAR, delivery="d")),
    ("/programma cancella 1", ChangePlan("cancel", 1, BAR, delivery="d")),
    ("/programma sospendi 1", ChangePlan("pause", 1, BAR, delivery="d")),
    ("/programma riprendi 1", ChangePlan("resume", 1, BAR, delivery="d")),
    ("/plan cancel soon", Usage("plan")),
    ("/plan join 2", ChangePlan("join", 2, BAR, delivery="d")),
    ("/programma rinuncia 2", ChangePlan("leave", 2, BAR, delivery="d")),
    (
        "/plan join plan0123456789 1700000000000",
        ChangePlan("join", 0, BAR, plan="plan0123456789", starts=1_700_000_000_000, delivery="d"),
    ),
    ("/plan join plan0123456789", Usage("plan")),
])  # fmt: skip
def test_a_line_means(line: str, meaning: object) -> None:
    assert parse_line(line, BAR, "d") == meaning


def test_a_time_that_could_mean_two_things_is_asked_back() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        for line in ("/plan alle 9", "/plan bananas", "/plan next friday 21:00"):
            answer = await world.do(anna, parse_line(line, BAR))  # type: ignore[arg-type]  # the line is a request
            assert not answer.done
            assert answer.words
        assert not (await world.do(anna, MakePlan("tonight 21:30", BAR, "players=99"))).done

    run(test)


def test_who_planned_may_cancel_and_only_admins_pause() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("every friday 21:00", BAR))
        assert not (await world.do(bruno, ChangePlan("cancel", 1, BAR))).done
        assert not (await world.do(anna, ChangePlan("pause", 0, BAR))).done
        assert not (await world.do(anna, ChangePlan("cancel", 2, BAR))).done
        paused = await world.done(bruno, ChangePlan("pause", 0, BAR, admin=True))
        assert [row["state"] for row in paused.json["plans"]] == ["paused"]
        assert (await world.done(anna, ChangePlan("cancel", 1, BAR))).json["plans"] == []
        assert (await world.done(anna, Plans(""))).json["plans"] == []  # another place

    run(test)


def test_one_plan_needs_no_number_and_of_several_it_is_asked_which() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        empty = await world.do(anna, parse_line("/plan cancel", BAR))  # type: ignore[arg-type]  # the line is a request
        assert (empty.done, empty.words) == (False, (await world.done(anna, Plans(BAR))).words)
        await world.done(anna, MakePlan("every friday 21:00", BAR))
        first = (await listed(world, anna))[0]["starts"]
        assert not (await world.do(bruno, ChangePlan("cancel", 0, BAR))).done
        assert (await world.done(anna, ChangePlan("skip", 0, BAR))).json["plans"][0]["starts"] != first
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        which = await world.do(anna, ChangePlan("cancel", 0, BAR))
        assert not which.done
        words = (await world.done(anna, Plans(BAR))).words
        assert which.words == f"Which one? Add its number, as in /plan cancel 2:\n{words}"
        await world.done(anna, ChangePlan("cancel", 1, BAR))
        assert (await world.done(anna, ChangePlan("cancel", 0, BAR))).json["plans"] == []

    run(test)


def test_what_is_told_of_a_plan_names_its_zone_where_the_channel_has_another() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        texts: list[str] = []

        async def announce(_channel: str, message: Message, _once: str, _post: str) -> str:
            texts.append(message.lines[0])
            return ""

        world.announce = announce
        await world.done(anna, MakePlan("2023-11-17 22:00 zone=Asia/Tokyo", BAR))
        await world.done(anna, MakePlan("2023-11-17 22:00", "club:moved"))
        await world.done(anna, SetChannel("club:moved", "zone=Asia/Tokyo", admin=True))
        await world.done(anna, MakePlan("2023-11-17 22:30", "club:usual"))
        for _ in range(3):
            world.now = await world.store.next_due(BOT, world.now, "plan") or 0
            await world.fire()
        assert [line.partition(": ")[0] for line in texts] == [
            "Friday 17 November, 22:00 (time of Asia/Tokyo)",
            "Friday 17 November, 22:00 (time of Europe/Rome)",
            "Friday 17 November, 22:30",
        ]

    run(test)


def test_a_planned_table_opens_in_its_channel_and_the_word_survives_a_crash() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        due = await world.store.next_due(BOT, world.now, "plan")
        while due is not None and not await world.service.backend.tables.in_channel(BAR):
            world.now = due
            await world.fire()  # nobody can be told: no platform takes it
            due = await world.store.next_due(BOT, world.now, "plan")
        (table,) = await world.service.backend.tables.in_channel(BAR)
        assert table.people == {anna}

        texts: list[tuple[str, str]] = []
        down = True

        async def announce(channel: str, message: Message, _once: str, _post: str) -> str:
            if down:
                raise TryLater("down")
            texts.append((channel, message.lines[0]))
            return ""

        world.announce = announce
        await world.done(anna, MakePlan("tomorrow 21:00", "club:other"))
        (plan,) = await world.service.planned_matches.planner.plans("club:other")
        world.now = plan.starts - Terms().remind  # when its channel is reminded
        await world.fire()
        assert texts == []
        down = False
        later = world.again()
        later.announce = announce
        later.now += 60_000
        await later.fire()
        assert [channel for channel, _ in texts] == ["club:other"]
        await later.fire()
        assert len(texts) == 1

    run(test)


def test_on_this_host_the_author_hears_of_it() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna", "web")
        await world.done(anna, MakePlan("", ""))
        await world.fire()
        (table,) = await world.service.backend.tables.of(anna)
        assert any(table.label in words for words in world.news_to(anna))

    run(test)


def test_what_is_planned_on_this_host_waits_while_its_author_is_at_as_many_tables_as_may_be() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        tables = [await world.open(anna) for _ in range(MOST_TABLES)]
        await world.done(anna, MakePlan("now"))
        await world.done(bruno, MakePlan("now"))
        await world.fire()
        assert len(await world.service.backend.tables.of(anna)) == MOST_TABLES
        assert len(await world.service.backend.tables.of(bruno)) == 1
        assert any("too many tables are open" in words for words in world.news_to(anna))
        await world.said(anna, tables[0].label, "leave")
        world.now += MINUTE
        await world.fire()
        assert len(await world.service.backend.tables.of(anna)) == MOST_TABLES

    run(test)


def test_tables_of_who_has_joined_two_accounts_count_for_what_either_has_planned() -> None:
    async def test(world: World) -> None:
        anna, other = await world.people(2)
        for _ in range(MOST_TABLES):
            await world.open(anna)
        await world.done(other, MakePlan("now"))
        await world.done(other, UseLink(str((await world.done(anna, Link())).json["code"])))
        await world.fire()
        assert (await world.done(anna, Plans(""))).json["plans"][0]["state"] == "waiting"

    run(test)


def test_what_is_planned_on_this_host_is_everybodys_own() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("every friday 21:00", ""))
        assert (await world.done(bruno, Plans(""))).json["plans"] == []
        assert not (await world.do(bruno, ChangePlan("cancel", 1, "", admin=True))).done
        assert not (await world.do(bruno, ChangePlan("pause", 0, "", admin=True))).done
        paused = await world.done(anna, ChangePlan("pause", 0, ""))
        assert [row["state"] for row in paused.json["plans"]] == ["paused"]
        resumed = await world.done(anna, ChangePlan("resume", 0, ""))
        assert [row["state"] for row in resumed.json["plans"]] == ["active"]

    run(test)


def test_an_account_that_was_joined_brings_its_plans_along() -> None:
    async def test(world: World) -> None:
        anna, other = await world.people(2)
        await world.done(other, MakePlan("every friday 21:00", BAR))
        await world.done(other, MakePlan("tomorrow 21:00", ""))
        code = str((await world.done(anna, Link())).json["code"])
        await world.done(other, UseLink(code))
        assert len((await world.done(anna, Plans(""))).json["plans"]) == 1
        assert (await world.done(anna, ChangePlan("cancel", 1, ""))).json["plans"] == []
        assert (await world.done(anna, ChangePlan("cancel", 1, BAR))).json["plans"] == []

    run(test)


def test_who_is_forgotten_opens_no_table_any_more() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("every friday 21:00", BAR))
        await world.done(anna, MakePlan("tomorrow 21:00", ""))
        await world.done(bruno, MakePlan("every friday 22:00", BAR))
        export = json.loads(str((await world.done(anna, Export(private=True))).json["text"]))
        assert sorted((one["channel"], one["content"]["rule"]) for one in export["plans"]) == [
            (BAR, "FREQ=WEEKLY;BYDAY=FR"),
            (f"web:here/{anna}", ""),
        ]
        word = str((await world.do(anna, Erase(private=True))).json["word"])
        await world.done(anna, Erase(word, private=True))
        left = await world.service.planned_matches.planner.all()
        assert [(plan.channel, plan.author) for plan in left] == [(BAR, bruno)]

    run(test)


def test_a_time_that_the_clocks_skip_is_told_when_it_is_planned() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        answer = await world.done(anna, MakePlan("2024-03-31 02:30", BAR))
        assert "03:30" in answer.words
        assert "02:30" in answer.words
        fine = await world.done(anna, MakePlan("2024-10-27 02:30", BAR))
        (_, twice) = await world.service.planned_matches.planner.plans(BAR)
        assert fine.words.count("02:30") == 1
        assert twice.starts == 1_729_989_000_000  # the first of both, in summer time

    run(test)


def test_an_outage_over_a_start_is_told_in_the_channel_s_language() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        await world.done(anna, SetChannel(BAR, "late=90", "it", admin=True))
        await world.done(anna, MakePlan("every friday 21:00", BAR))
        (plan,) = await world.service.planned_matches.planner.plans(BAR)
        texts: list[str] = []

        async def announce(_channel: str, message: Message, _once: str, _post: str) -> str:
            texts.append(message.lines[0])
            return ""

        for late, word in ((80, "ritardo"), (91, "salta")):
            later = world.again()
            later.announce = announce
            (plan,) = await later.service.planned_matches.planner.plans(BAR)
            later.now = plan.starts + late * 60_000
            await later.fire()
            assert word in texts[-1]
        assert len(texts) == 2

    run(test)


async def listed(world: World, person: str, channel: str = BAR) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = (await world.done(person, Plans(channel))).json["plans"]
    return rows


def test_a_button_means_one_plan_and_so_does_its_number() -> None:
    async def test(world: World) -> None:
        (anna,) = await world.people(1)
        for time in ("tomorrow 20:00", "tomorrow 21:00", "tomorrow 22:00", "every day 23:00"):
            await world.done(anna, MakePlan(time, BAR, delivery=time))
            await world.done(anna, MakePlan(time, BAR, delivery=time))  # the platform delivers it again
        first, second, third, daily = await listed(world, anna)
        assert [row["number"] for row in (first, second, third, daily)] == [1, 2, 3, 4]
        for _ in range(2):  # a double tap
            await world.do(anna, ChangePlan("cancel", channel=BAR, plan=str(first["id"])))
            await world.do(
                anna, ChangePlan("skip", channel=BAR, plan=str(daily["id"]), starts=int(str(daily["starts"])))
            )
        after = await listed(world, anna)
        assert [row["id"] for row in after] == [second["id"], third["id"], daily["id"]]
        assert int(str(after[-1]["starts"])) == int(str(daily["starts"])) + 24 * 3_600_000
        later = world.again()
        for service in (world, later):  # after a crash the platform delivers it again
            await service.do(anna, ChangePlan("cancel", 2, BAR, delivery="c1"))
        assert [(row["id"], row["number"]) for row in await listed(later, anna)] == [(third["id"], 3), (daily["id"], 4)]
        await later.done(anna, ChangePlan("cancel", channel=BAR, plan=str(third["id"])))
        assert not (await world.do(anna, ChangePlan("cancel", 1, BAR))).done  # that was the first one
        assert not (await world.do(anna, ChangePlan("explode", 1, BAR))).done

    run(test)


def test_a_line_says_what_comes_again_the_year_and_the_zone() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        lines = {}
        for time in ("every friday 21:00", "every other friday 21:00", "every day 21:00", "every first sunday 21:00"):
            lines[time] = (await world.done(anna, MakePlan(time, BAR))).words
        assert lines == {
            "every friday 21:00": "Planned as number 1: every Friday, next on Friday 17 November, 21:00",
            "every other friday 21:00": "Planned as number 2: every other Friday, next on Friday 17 November, 21:00",
            "every day 21:00": "Planned as number 3: every day, next on Wednesday 15 November, 21:00",
            "every first sunday 21:00": "Planned as number 4: "
            "every first Sunday of the month, next on Sunday 3 December, 21:00",
        }
        assert (
            await world.done(anna, MakePlan("2024-01-05 21:00", BAR))
        ).words == "Planned as number 5: Friday 5 January 2024, 21:00"
        assert "Europe/Rome" not in (await world.done(anna, Plans(BAR))).words
        await world.done(bruno, SetChannel(BAR, "zone=America/New_York", admin=True))
        assert (await world.done(anna, Plans(BAR))).words.count("Europe/Rome") == 5
        there = await world.done(anna, MakePlan("tomorrow 21:00 zone=Asia/Tokyo", BAR))
        assert there.words == "Planned as number 6: Thursday 16 November, 21:00 (time of Asia/Tokyo)"

    run(test)


def test_without_a_channel_the_clock_is_that_of_the_window() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna", "web")
        answer = await world.done(anna, MakePlan("tomorrow 21:00 hands=2", zone="America/New_York"))
        assert answer.words == "Planned as number 1: Wednesday 15 November, 21:00"
        rows = (await world.done(anna, Plans(zone="America/New_York"))).json["plans"]
        assert [row["starts"] for row in rows] == [1_700_100_000_000]
        assert (await world.done(anna, Plans(zone="Nowhere/../etc"))).json["zone"] == "Europe/Rome"
        assert (await world.done(anna, MakePlan("now hands=2"))).done
        await world.fire()
        (table,) = await world.service.backend.tables.of(anna)
        assert (await world.table(await world.service.table_of(table.label))).code.rules.hands == 2

    run(test)


def test_a_channel_hears_that_who_planned_is_gone() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("every friday 21:00", BAR))
        texts: list[str] = []

        async def announce(_channel: str, message: Message, _once: str, _post: str) -> str:
            texts.append(message.lines[0])
            return ""

        world.announce = announce
        word = str((await world.do(anna, Erase(private=True))).json["word"])
        await world.done(anna, Erase(word, private=True))
        world.now += 60_000
        await world.fire()
        assert [line[:29] for line in texts] == ["The match planned for Friday "]
        assert await listed(world, bruno) == []

    run(test)


@pytest.mark.parametrize("restarted", [True, False])
def test_what_a_crash_left_of_who_was_forgotten_ends_and_opens_nothing(restarted: bool) -> None:
    """At the next start; at the latest when a table would open."""

    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        for channel in (BAR, ""):
            await world.done(anna, MakePlan("every friday 21:00", channel))
        await world.done(bruno, MakePlan("every friday 22:00", BAR))
        await Privacy(world.store, Boards(world.store, BOT), BOT, world.door).erase(anna)  # and no more of /erase
        later = world.again()
        texts: list[str] = []

        async def announce(_channel: str, message: Message, _once: str, _post: str) -> str:
            texts.append(message.lines[0])
            return ""

        later.announce = announce
        if restarted:
            await later.service.planned_matches.end_those_of_nobody()
            await later.bring()
            assert len(await later.service.planned_matches.planner.all()) == 1
        for _ in range(9):  # announced, reminded, to be opened, told
            later.now = await later.store.next_due(BOT, later.now, "plan") or later.now
            await later.fire()
        assert len([line for line in texts if "21:00" in line and " off" in line]) == 1
        assert [bruno in row.snapshot for row in await later.store.live(BOT, "plan")] == [True]
        assert not await later.service.backend.tables.of(anna)

    run(test)


# --- who hears of it, and who comes -----------------------------------------------------------------------------------


class Announcements:
    """What a channel is told, with the presses of its buttons."""

    def __init__(self, world: World) -> None:
        self.words: list[str] = []
        self.presses: list[str] = []
        self.stands: dict[str, Message] = {}  # in the channel, by its reference
        self._texts: dict[str, str] = {}
        world.announce = self.announce

    async def announce(self, _channel: str, message: Message, once: str, post: str) -> str:
        """As a platform does it: the same word comes once, and a message that stands there may be edited."""
        if post:
            assert post in self.stands
            self.stands[post] = message
            return post
        if once in self._texts:
            return self._texts[once]
        self._texts[once] = f"m{len(self._texts)}"
        self.stands[self._texts[once]] = message
        self.words.append(message.lines[0])
        requests = [one.press.request for row in message.controls if isinstance(row, Row) for one in row.buttons]
        self.presses += [request.argument for request in requests if isinstance(request, Ask)]
        return self._texts[once]

    @property
    def joins(self) -> list[str]:
        """The messages on which people can say that they come."""
        return [reference for reference, message in self.stands.items() if message.controls]


def aloud(what: str, number: int = 0) -> ChangePlan:
    """Said where the others in the channel do not read the answer."""
    return ChangePlan(what, number, BAR, audience=Audience.READS_NOT)


WAS = "Wednesday 15 November, 02:14: Burraco."
OFF = "The match planned for Wednesday 15 November, 02:14 is off: {}."
ENDS = {
    "cancel": OFF.format("it was cancelled"),
    "skip": OFF.format("it was cancelled"),
    "cancel unheard": OFF.format("it was cancelled"),
    "opened": "Table ",
    "late": OFF.format("I was away"),
    "gone": OFF.format("the person who planned it"),
    "paused": OFF.format("it was paused at that time"),
}


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("crash", [False, True])
def test_nobody_joins_by_an_announcement_when_it_is_over_and_it_says_what_became_of_it(ends: str, crash: bool) -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        announcements = Announcements(world)
        await world.done(anna, MakePlan("in 3 hours", BAR, audience=Audience.READS_NOT))
        planner = world.service.planned_matches.planner
        await planner.fire()
        assert announcements.joins == ["m0"]
        (plan,) = await planner.plans(BAR)
        if ends in ("cancel", "skip"):
            await world.done(anna, aloud(ends))
        elif ends == "cancel unheard":
            await world.done(anna, ChangePlan("cancel", 0, BAR))
        elif ends == "gone":
            await planner.give_up(plan.id)
        elif ends == "paused":
            await planner.pause(plan.id)
        host = world
        if crash:
            host = world.again()
            host.announce = announcements.announce
        host.now = plan.starts + (2 * HOUR if ends in ("late", "paused") else 0 if ends == "opened" else -HOUR)
        if ends == "paused":
            await host.service.planned_matches.planner.resume(plan.id)
            host.now += MINUTE
        for _ in range(3):
            await host.fire()
        assert announcements.joins == []
        was, became = announcements.stands["m0"].lines
        assert was == WAS
        assert became.startswith(ENDS[ends][:60])
        joined = await pressed(host, bruno, announcements, 0)
        if ends == "opened":
            assert joined.done
            return
        assert not joined.done
        assert joined.words == "That match is off: nobody can join it any more. /plans lists what is planned."

    run(test)


def test_a_channel_that_cannot_be_reached_has_its_announcement_edited_later() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        announcements = Announcements(world)
        await world.done(anna, MakePlan("in 3 hours", BAR, audience=Audience.READS_NOT))
        await world.fire()

        async def busy(_channel: str, _message: Message, _once: str, _post: str) -> str:
            raise TryLater("no room")

        world.announce = busy
        await world.done(anna, ChangePlan("cancel", 0, BAR))
        assert announcements.joins == ["m0"]
        world.announce = announcements.announce
        world.now += MINUTE
        await world.fire()
        assert announcements.joins == []

    run(test)


async def pressed(world: World, person: str, announcements: Announcements, number: int = -1) -> Answer:
    """A button of what the channel was told."""
    request = parse_line("/" + announcements.presses[number].replace(".", " "), BAR, world.delivery())
    assert isinstance(request, ChangePlan)
    return await world.do(person, request)


def test_a_match_for_less_than_a_day_ahead_is_announced_at_once_with_join() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        announcements = Announcements(world)
        await world.done(anna, MakePlan("in 3 hours", BAR, audience=Audience.READS_NOT))
        ahead = "Wednesday 15 November, 02:14: Burraco, plan number 1. Press Join if you play: you get a seat when"
        assert announcements.words == [f"{ahead} the table opens."]
        await world.done(anna, MakePlan("2023-11-17 21:00", BAR, audience=Audience.READS_NOT))
        assert len(announcements.words) == 1  # two days ahead: a day before
        joined = await pressed(world, bruno, announcements)
        assert joined.done
        assert "Coming: Anna and Bruno." in joined.words
        await pressed(world, carla, announcements)
        assert (await world.done(carla, ChangePlan("leave", 1, BAR))).words.startswith("You are not coming")
        await pressed(world, anna, announcements)  # who planned it comes anyway
        listed = (await world.done(carla, Plans(BAR))).words.splitlines()
        assert [line.partition(" (")[2] for line in listed] == ["coming: Anna and Bruno)", "coming: Anna)"]
        (plan, _) = await world.service.planned_matches.planner.plans(BAR)
        world.now = plan.starts - Terms().remind
        await world.fire()
        asks = "is everybody here? Press I'm here; whoever has not by then gives their seat to whoever waits."
        assert announcements.words[1:] == [f"Burraco on Wednesday 15 November, 02:14: {asks} Coming: Anna and Bruno."]
        assert (await pressed(world, bruno, announcements, -2)).words.startswith("You are here: ")
        world.now = plan.starts
        await world.fire()
        (table,) = await world.service.backend.tables.in_channel(BAR)
        assert table.people == {anna, bruno}
        assert announcements.words[2:] == [f"Table {table.label} is open. Coming: Anna and Bruno."]
        assert any(table.label in words for words in world.news_to(bruno))
        late = await pressed(world, carla, announcements, 0)  # the first announcement still stands there
        assert late.done
        assert (await world.now_of(await world.table(table.table))).seat_of(carla)
        assert not (await world.do(bruno, ChangePlan("join", 0, BAR, plan=plan.id, starts=plan.starts + 1))).done

    run(test)


def test_where_everybody_reads_the_answer_it_is_the_announcement() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        announcements = Announcements(world)
        request = MakePlan("in 3 hours", BAR, audience=Audience.READS)
        message = answer_message(await world.done(anna, request), request, "en")
        assert message is not None
        assert announcements.words == []
        (row,) = message.controls
        assert isinstance(row, Row)
        assert row.buttons[0].label == "Join"
        far = MakePlan("2023-11-17 21:00", BAR, audience=Audience.READS)
        alone = MakePlan("in 3 hours", "telegram:41")
        for one in (far, alone):
            message = answer_message(await world.done(bruno, one), one, "en")
            assert message is not None
            assert message.controls == ()
        assert announcements.words == []

    run(test)


def test_a_plan_keeps_its_number_whoever_lists_what() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        for time in ("tomorrow 20:00", "2023-11-20 21:00", "tomorrow 19:00"):
            await world.done(anna, MakePlan(time, BAR))
        assert [row["number"] for row in await listed(world, bruno)] == [3, 1, 2]  # the next start first
        cancelled = await world.done(anna, ChangePlan("cancel", 1, BAR))
        assert cancelled.words.split("\n")[0] == "Cancelled: number 1, Wednesday 15 November, 20:00"
        later = world.again()
        assert [row["number"] for row in await listed(later, bruno)] == [3, 2]
        answer = await later.done(anna, MakePlan("tomorrow 18:00", BAR))
        assert answer.words.startswith("Planned as number 4: ")
        skipped = await later.done(anna, MakePlan("every day 23:00", BAR))
        assert skipped.words.startswith("Planned as number 5: ")
        words = (await later.done(anna, ChangePlan("skip", 5, BAR))).words
        assert words.split("\n")[0].startswith("Left out this once: number 5, every day")

    run(test)


def test_plans_of_before_get_numbers_that_stay() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        for time in ("tomorrow 20:00", "tomorrow 19:00"):
            await world.done(anna, MakePlan(time, BAR))
        for row in await world.store.live(BOT, "plan"):
            content = json.loads(row.snapshot)
            for name in ("number", "joined", "told", "watched"):
                del content[name]
            text = json.dumps(content)
            older = Change(BOT, row.subject, row.revision, "older", "host", f"moved {text}", 1, text, row.phase, BAR)
            assert isinstance(await world.store.commit(older), Committed)
        assert [row["number"] for row in await listed(world.again(), anna)] == [1, 2]
        await world.done(anna, ChangePlan("cancel", 1, BAR))
        assert [row["number"] for row in await listed(world.again(), anna)] == [2]

    run(test)


def test_a_channel_that_has_heard_of_a_match_hears_that_it_is_cancelled() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        announcements = Announcements(world)
        await world.done(anna, MakePlan("in 3 hours", BAR, audience=Audience.READS_NOT))
        await world.done(anna, MakePlan("2023-11-20 21:00", BAR, audience=Audience.READS_NOT))
        await world.done(anna, MakePlan("2023-11-21 21:00", BAR, audience=Audience.READS_NOT))
        await world.done(bruno, ChangePlan("join", 3, BAR))
        for number in (1, 2, 3):
            await world.done(anna, aloud("cancel", number))
        assert announcements.words[1:] == [  # of the second one nobody had heard
            "The match planned for Wednesday 15 November, 02:14 is off: it was cancelled.",
            "The match planned for Tuesday 21 November, 21:00 is off: it was cancelled.",
        ]
        await world.done(anna, MakePlan("in 3 hours", BAR, audience=Audience.READS_NOT))
        answer = await world.done(anna, ChangePlan("cancel", 4, BAR, audience=Audience.READS))  # all read it there
        assert "Cancelled: number 4" in answer.words
        assert len(announcements.words) == 4

    run(test)


def test_a_channel_that_waits_for_a_match_hears_that_it_is_paused_and_that_it_goes_on() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        announcements = Announcements(world)
        await world.done(anna, MakePlan("in 3 hours", BAR, audience=Audience.READS_NOT))
        await world.done(anna, MakePlan("2023-11-20 21:00", BAR, audience=Audience.READS_NOT))  # nobody has heard of it
        start = "The match planned for Wednesday 15 November, 02:14 is"
        paused, resumed = f"{start} paused: it is not played unless it goes on before then.", f"{start} paused no more"
        for what, number in (("pause", 0), ("pause", 0), ("resume", 1), ("pause", 1)):
            await world.done(anna, replace(aloud(what, number), admin=True))
            await world.fire()
            world.now += MINUTE
        assert announcements.words[1:] == [
            paused,
            f"{resumed}: it is played.",
            paused,
        ]
        assert announcements.joins == ["m0"]
        await world.done(anna, ChangePlan("resume", 1, BAR, audience=Audience.READS, admin=True))  # all read it there
        await world.done(anna, aloud("cancel", 1))
        await world.fire()
        assert len(announcements.words) == 5
        assert announcements.stands["m0"].lines == (WAS, ENDS["cancel"])

    run(test)


@pytest.mark.parametrize("ends", ["expire", "leave"])
def test_a_plan_that_nobody_joins_is_called_off_with_a_word(ends: str) -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        announcements = Announcements(world)
        await world.done(anna, MakePlan("in 3 hours", BAR))
        (plan,) = await world.service.planned_matches.planner.plans(BAR)
        world.now = plan.starts
        await world.fire()
        (table,) = await world.service.backend.tables.in_channel(BAR)
        if ends == "leave":
            await world.said(anna, table.label, "leave")
        else:
            await world.until(await world.table(table.table), "closed")
        off = "The match planned for Wednesday 15 November, 02:14 is off: nobody joined."
        later = world.again()  # whether the word was said before a crash, or not: it is said once
        later.announce = announcements.announce
        for _ in range(3):
            later.now += 10 * 60_000
            await later.fire()
        assert [words for words in announcements.words if " is off" in words] == [off]

    run(test)


def test_a_plan_to_which_somebody_came_is_not_called_off() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        announcements = Announcements(world)
        await world.done(anna, MakePlan("in 3 hours", BAR))
        await world.done(bruno, ChangePlan("join", 1, BAR))
        (plan,) = await world.service.planned_matches.planner.plans(BAR)
        world.now = plan.starts
        await world.fire()
        (table,) = await world.service.backend.tables.in_channel(BAR)
        await world.said(anna, table.label, "start")
        await world.said(anna, table.label, "end", admin=True)
        for _ in range(3):
            world.now += 10 * 60_000
            await world.fire()
        assert [words for words in announcements.words if " is off" in words] == []
        assert await world.store.next_due(BOT, 0, "plan") is None  # and nobody looks any more

    run(test)


def test_two_accounts_that_become_one_have_plans_with_numbers_of_their_own() -> None:
    async def test(world: World) -> None:
        anna, other = await world.people(2)
        for one in (anna, other):
            await world.done(one, MakePlan("tomorrow 21:00", ""))
        code = str((await world.done(anna, Link())).json["code"])
        await world.done(other, UseLink(code))
        assert [row["number"] for row in await listed(world, anna, "")] == [1, 2]
        assert [row["number"] for row in (await world.done(anna, ChangePlan("cancel", 2, ""))).json["plans"]] == [1]

    run(test)


def test_who_is_forgotten_comes_to_no_match_any_more() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        await world.done(bruno, ChangePlan("join", 1, BAR))
        word = str((await world.do(bruno, Erase(private=True))).json["word"])
        await world.done(bruno, Erase(word, private=True))
        assert [bruno in row.snapshot for row in await world.store.live(BOT, "plan")] == [False]

    run(test)


async def becomes(world: World, other: str, person: str) -> None:
    """The accounts of the first are the second's from now on."""
    code = str((await world.done(person, Link())).json["code"])
    await world.done(other, UseLink(code))


def test_who_has_joined_two_accounts_does_not_come_after_all_whichever_of_them_said_so() -> None:
    async def test(world: World) -> None:
        anna, bruno, other = await world.people(3)
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        await world.done(other, ChangePlan("join", 1, BAR))
        await becomes(world, other, bruno)
        assert "Bruno" in (await world.done(bruno, Plans(BAR))).words
        await world.done(bruno, ChangePlan("leave", 1, BAR))
        assert "Bruno" not in (await world.done(bruno, Plans(BAR))).words

    run(test)


def test_who_has_joined_two_accounts_comes_once_and_is_here_with_either() -> None:
    async def test(world: World) -> None:
        announcements = Announcements(world)
        anna, bruno, other = await world.people(3)
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        await world.done(other, ChangePlan("join", 1, BAR))
        await becomes(world, other, bruno)
        await world.done(bruno, ChangePlan("join", 1, BAR))
        assert (await world.done(anna, Plans(BAR))).words.count("Bruno") == 1
        (plan,) = await world.service.planned_matches.planner.all(BAR)
        world.now = plan.starts - 10 * MINUTE
        await world.fire()
        assert list(announcements.stands.values())[-1].mentions == (bruno,)
        await world.done(bruno, ChangePlan("here", 0, BAR, plan=plan.id, starts=plan.starts))
        world.now = plan.starts
        await world.fire()
        assert [words for words in announcements.words if "Not here yet" in words] == []
        (table,) = await world.service.backend.tables.in_channel(BAR)
        assert sorted(chair.person for chair in table.chairs if chair.person) == sorted([anna, bruno])

    run(test)


def test_two_accounts_that_have_both_joined_and_become_one_are_asked_and_seated_as_one() -> None:
    async def test(world: World) -> None:
        announcements = Announcements(world)
        anna, bruno, other = await world.people(3)
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        for one in (bruno, other):
            await world.done(one, ChangePlan("join", 1, BAR))
        await world.done(bruno, Introduce(mentions="off"))
        await becomes(world, other, bruno)
        (plan,) = await world.service.planned_matches.planner.all(BAR)
        world.now = plan.starts - 10 * MINUTE
        await world.fire()
        assert len([words for words in world.news_to(bruno) if "is everybody here?" in words]) == 1
        await world.done(bruno, ChangePlan("here", 1, BAR))
        world.now = plan.starts
        await world.fire()
        assert announcements.words[-1].count("Bruno") == 1
        assert len([words for words in world.news_to(bruno) if "there is a seat for you" in words]) == 1

    run(test)


def test_who_planned_a_match_has_one_seat_though_they_say_so_and_calls_it_off_where_they_cannot_come() -> None:
    async def test(world: World) -> None:
        announcements = Announcements(world)
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("tomorrow 21:00", BAR, "players=2"))
        await world.done(bruno, ChangePlan("join", 1, BAR))
        (plan,) = await world.service.planned_matches.planner.all(BAR)
        world.now = plan.starts - 10 * MINUTE
        await world.fire()
        for what in ("here", "join"):
            assert "have a seat" in (await world.done(anna, ChangePlan(what, 1, BAR))).words
        leaving = await world.do(anna, ChangePlan("leave", 1, BAR))
        assert (leaving.done, "/plan cancel 1 calls it off" in leaving.words) == (False, True)
        is_here = ChangePlan("here", 0, BAR, plan=plan.id, starts=plan.starts)
        assert "You get a seat when the table opens" in (await world.done(bruno, is_here)).words
        assert (await world.done(anna, Plans(BAR))).words.count("Anna") == 1
        world.now = plan.starts
        await world.fire()
        assert announcements.words[-1].count("Anna") == 1

    run(test)


def test_a_match_that_stands_still_is_left_out_once_and_stands_still() -> None:
    async def test(world: World) -> None:
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("every friday 21:00", BAR))
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        paused = (await world.done(bruno, ChangePlan("pause", 0, BAR, admin=True))).json["plans"]
        (before,) = [row["starts"] for row in paused if row["number"] == 1]
        for number in (1, 2):
            assert "Left out this once" in (await world.done(anna, ChangePlan("skip", number, BAR))).words
        (weekly,) = (await world.done(anna, Plans(BAR))).json["plans"]
        assert (weekly["starts"] - before, weekly["state"]) == (7 * DAY, "paused")
        (weekly,) = (await world.done(bruno, ChangePlan("resume", 0, BAR, admin=True))).json["plans"]
        assert (weekly["starts"] - before, weekly["state"]) == (7 * DAY, "active")

    run(test)


def test_an_export_says_to_which_matches_one_comes_and_names_nobody_else_who_does() -> None:
    async def test(world: World) -> None:
        anna, bruno, carla = await world.people(3)
        await world.done(anna, MakePlan("tomorrow 21:00", BAR))
        for one in (bruno, carla):
            await world.done(one, ChangePlan("join", 1, BAR))
        (plan,) = await world.service.planned_matches.planner.all(BAR)
        world.now = plan.starts - 10 * MINUTE
        await world.service.planned_matches.planner.fire()  # whose question to all of them is still to be brought
        for one in (anna, bruno, carla):
            export = str((await world.done(one, Export(private=True))).json["text"])
            assert [other for other in (anna, bruno, carla) if other in export] == [one]
            (row,) = json.loads(export)["plans"]
            comes = () if one == anna else (one,)
            assert (row["plan"], tuple(row["content"]["joined"])) == (plan.id, comes)

    run(test)


async def until(world: World, at: int) -> None:
    """All that is due for plans until then happens, and is told."""
    while (due := await world.store.next_due(BOT, world.now, "plan")) is not None and due <= at:
        world.now = due
        await world.fire()
    world.now = at
    await world.fire()


FRIDAY = 1_700_251_200_000  # 17 November 2023, 21:00 in Rome


def test_the_match_of_the_day_after_another_of_its_plan_is_announced_too() -> None:
    async def test(world: World) -> None:
        announcements = Announcements(world)
        anna = await world.person("Anna")
        await world.done(anna, MakePlan("every friday and saturday 21:00", BAR))
        await until(world, FRIDAY)
        announced = [words for words in announcements.words if "Press Join if you play" in words]
        assert [words.partition(",")[0] for words in announced] == ["Friday 17 November", "Saturday 18 November"]
        await until(world, FRIDAY + HOUR)
        assert [words for words in announcements.words if "Press Join if you play" in words] == announced

    run(test)


@pytest.mark.parametrize(("hours", "words"), [(8, "Press Join if you play"), (0.2, "Burraco soon")])
def test_a_match_that_goes_on_again_on_its_day_is_announced_at_once(hours: float, words: str) -> None:
    async def test(world: World) -> None:
        announcements = Announcements(world)
        anna, bruno = await world.people(2)
        await world.done(anna, MakePlan("every friday 21:00", BAR))
        await world.done(bruno, ChangePlan("pause", 1, BAR, admin=True))
        await until(world, FRIDAY - round(hours * HOUR))
        assert announcements.words == []
        for _ in range(2):
            await world.done(bruno, ChangePlan("resume", 1, BAR, admin=True))
            await world.fire()
            assert len(announcements.words) == 1
            assert words in announcements.words[0]
            await world.done(bruno, ChangePlan("pause", 1, BAR, admin=True))

    run(test)


def test_a_page_that_shows_a_match_that_has_begun_leaves_out_no_later_one_and_does_not_say_so() -> None:
    async def test(world: World) -> None:
        anna = await world.person("Anna")
        page = (await world.done(anna, MakePlan("every friday 21:00"))).page
        assert isinstance(page, PlanMade)
        await until(world, FRIDAY + MINUTE)
        answer = await world.done(anna, ChangePlan("skip", plan=page.plan, starts=FRIDAY, delivery="late"))
        assert "Left out" not in answer.words
        (row,) = answer.json["plans"]
        assert row["starts"] == FRIDAY + 7 * DAY

    run(test)
