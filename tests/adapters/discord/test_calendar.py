"""Planned matches are events of the server: made, begun, ended, cancelled with the plan; without the right none is."""

from datetime import datetime, timedelta

from bot.adapters.discord.calendar import ACTIVE, CANCELLED, COMPLETED, SCHEDULED
from bot.host.notes import EVENTS
from bot.messages.buttons import Verb
from bot.requests.plans import MakePlan
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch, about_table, offers
from tests.loopback.discord.rooms import Club
from tests.loopback.discord.routes.events import by_now
from tests.loopback.faults import Kind, When


async def club(host: Host) -> tuple[ScriptedMatch, Club]:
    people = [host.discord.user(name) for name in ("Anna", "Bruno")]
    club = host.discord.guild("Circolo", *people)
    assert host.adapter.calls.client is not None
    await host.adapter.calls.client.wait_until_ready()  # before that plans wait
    await host.settle_events()
    return ScriptedMatch(host, club.channel("tavoli"), people), club


def states(club: Club) -> list[int]:
    by_now(club.world.clock.now(), club.guild.events.values())
    return [one.fields.get("status", SCHEDULED) for one in club.guild.events.values()]


async def due(host: Host) -> None:
    """The next that is due of a plan happens."""
    at = await host.store.next_due("b", host.door.clock(), "plan")
    assert at is not None
    host.discord.clock.advance(max(0.0, at / 1000 - host.discord.clock.now()) + 0.01)
    await host.service.planned_matches.planner.fire()
    await host.settle()


def test_a_plan_is_an_event_that_begins_and_ends_with_its_table() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        anna = match.people[0]
        await match.types(anna, "burraco plan", match.room, time="tomorrow 21:00", settings="rules=fibur players=2")
        (event,) = circolo.guild.events.values()
        assert event.fields["name"] == "A game of Burraco in Circolo"
        assert event.fields["entity_metadata"] == {"location": "#tavoli"}
        while not [one for one in match.room.shown if about_table(one)]:
            await due(host)
        assert states(circolo) == [ACTIVE]
        match.label = next(offers([one for one in match.room.shown if about_table(one)][-1])).press.table
        await match.press(anna, Verb.LEAVE, match.room)
        assert states(circolo) == [COMPLETED]

    run(body)


def test_the_event_of_a_plan_in_a_channel_that_the_bot_may_not_view_is_in_its_server() -> None:
    """Everybody reads where an event is; of such a channel the gateway tells a placeholder for its name."""

    async def body(host: Host) -> None:
        match, circolo = await club(host)
        match.room.denies("view_channel")
        await host.settle_events()
        await match.types(match.people[0], "burraco plan", match.room, time="tomorrow 21:00", settings="players=2")
        (event,) = circolo.guild.events.values()
        assert event.fields["entity_metadata"] == {"location": "Circolo"}

    run(body)


def test_a_plan_that_is_cancelled_cancels_its_event_and_a_skipped_one_has_the_next() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        anna = match.people[0]
        await match.types(anna, "burraco plan", match.room, time="every friday 21:00")
        await match.types(anna, "burraco plan", match.room, time="skip 1")
        assert states(circolo) == [CANCELLED, SCHEDULED]
        await match.types(anna, "burraco plan", match.room, time="cancel 1")
        assert states(circolo) == [CANCELLED, CANCELLED]

    run(body)


def test_two_plans_for_one_time_are_two_events_that_show_no_mark() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        for _ in range(2):
            await match.types(match.people[0], "burraco plan", match.room, time="tomorrow 21:00")
        assert states(circolo) == [SCHEDULED, SCHEDULED]
        assert not [one for one in circolo.guild.events.values() if "#" in one.fields["description"]]
        await match.types(match.people[0], "burraco plan", match.room, time="cancel 1")
        assert sorted(states(circolo)) == [SCHEDULED, CANCELLED]

    run(body)


def test_a_match_planned_in_a_thread_is_an_event_at_its_channel() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        anna = match.people[0]
        await match.types(anna, "burraco settings", match.room, settings="threads=on players=2")
        await match.begin("fibur", "players=2")
        (thread,) = match.room.threads
        person = await host.service.person_of("discord", str(anna.id))
        await host.service.do(person, MakePlan("tomorrow 21:00", f"discord:{thread.id}"))
        await host.settle()
        (event,) = circolo.guild.events.values()
        assert event.fields["entity_metadata"] == {"location": "#tavoli"}

    run(body)


def test_without_the_right_to_make_events_a_plan_is_a_plan_all_the_same() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        for role in circolo.guild.roles.values():
            role.permissions &= ~(1 << 33 | 1 << 44)
        circolo.grants_bot("view_channel")  # the bot hears of its rights
        await host.settle_events()
        refused = host.discord.invalid
        await match.types(match.people[0], "burraco plan", match.room, time="tomorrow 21:00")
        assert states(circolo) == []
        assert len(await host.service.planned_matches.planner.plans(f"discord:{match.room.id}")) == 1
        assert host.discord.invalid - refused <= 1

    run(body)


def test_a_lost_answer_makes_no_second_event() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        host.discord.faults.add(Kind.DROP, when=When.AFTER, times=1, only="POST /guilds/{guild_id}/scheduled-events")
        await match.types(match.people[0], "burraco plan", match.room, time="tomorrow 21:00")
        assert states(circolo) == [SCHEDULED]

    run(body)


def test_two_plans_of_the_same_time_have_an_event_each() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        for person in match.people:
            await match.types(person, "burraco plan", match.room, time="tomorrow 21:00")
        assert states(circolo) == [SCHEDULED, SCHEDULED]
        await match.types(match.people[0], "burraco plan", match.room, time="cancel 1")
        assert sorted(states(circolo)) == [SCHEDULED, CANCELLED]

    run(body)


async def plan_for_tomorrow(host: Host, match: ScriptedMatch) -> str:
    """The id of a plan that has an event."""
    await match.types(
        match.people[0], "burraco plan", match.room, time="tomorrow 21:00", settings="rules=fibur players=2"
    )
    (plan,) = await host.service.planned_matches.planner.plans(f"discord:{match.room.id}")
    return plan.id


def test_an_event_that_has_begun_by_itself_ends_with_a_plan_that_is_cancelled_late() -> None:
    """Discord begins it at its time, and what has begun cannot be cancelled any more."""

    async def body(host: Host) -> None:
        match, circolo = await club(host)
        plan = await plan_for_tomorrow(host, match)
        (event,) = circolo.guild.events.values()
        starts = datetime.fromisoformat(event.fields["scheduled_start_time"]).timestamp()
        host.discord.clock.advance(starts + 1 - host.discord.clock.now())
        assert states(circolo) == [ACTIVE]
        await match.types(match.people[0], "burraco plan", match.room, time="cancel 1")
        assert states(circolo) == [COMPLETED]
        assert await host.service.notes.of(EVENTS, plan) == ""

    run(body)


def test_an_event_that_is_late_to_begin_is_cancelled_all_the_same() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        plan = await plan_for_tomorrow(host, match)
        (event,) = circolo.guild.events.values()
        starts = datetime.fromisoformat(event.fields["scheduled_start_time"])
        host.discord.clock.advance(starts.timestamp() + 1 - host.discord.clock.now())
        event.fields = event.fields | {"scheduled_start_time": (starts + timedelta(minutes=1)).isoformat()}
        await match.types(match.people[0], "burraco plan", match.room, time="cancel 1")
        assert states(circolo) == [CANCELLED]
        assert await host.service.notes.of(EVENTS, plan) == ""

    run(body)


def test_a_match_that_goes_on_longer_than_its_event_leaves_nothing_to_be_done() -> None:
    async def body(host: Host) -> None:
        match, circolo = await club(host)
        plan = await plan_for_tomorrow(host, match)
        while not [one for one in match.room.shown if about_table(one)]:
            await due(host)
        match.label = next(offers([one for one in match.room.shown if about_table(one)][-1])).press.table
        host.discord.clock.advance(3 * 3600)
        assert states(circolo) == [COMPLETED]
        await match.press(match.people[0], Verb.LEAVE, match.room)
        assert await host.service.notes.of(EVENTS, plan) == ""

    run(body)


def test_who_may_only_manage_events_makes_none() -> None:
    """Since February 2026 making one is a right of its own, and the call would be refused each time."""

    async def body(host: Host) -> None:
        match, circolo = await club(host)
        circolo.loses_bot("create_events")
        await host.settle_events()
        refused = host.discord.invalid
        await match.types(match.people[0], "burraco plan", match.room, time="tomorrow 21:00")
        assert (states(circolo), host.discord.invalid - refused) == ([], 0)

    run(body)
