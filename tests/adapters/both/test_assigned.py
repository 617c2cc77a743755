"""A tournament's table in a chat: dealt when the arbiter says so, stopped for a ruling, ended by TIME OUT."""

from typing import Any, Final

from bot.messages.buttons import Verb
from bot.tables.assigned import by_seat, lines_of, round_result
from bot.tables.lock import LOCKED
from bot.tables.table import OVER, PAUSE, PLAYING, Assigned, Chair, Settings
from bot.tables.who import HOST, Who
from bot.words.languages import say
from engine.actions import DRAW, Action
from engine.advice import Advice
from engine.view import View
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.adapters.both.test_tournament import passes, presses, says, tournament

SINGLES: Final = Settings(rules="fibur", house="hands=3 undo=off", players=2, pace=0, pause=0)


async def host(here: Surface, command: str) -> None:
    """The host does what the arbiter has said."""
    await here.host.door.submit("evening", Who(HOST), f"test:{command}", command)
    await here.host.clockwork.fire()
    await here.settled()


async def paired(here: Surface) -> list[Any]:
    """A tournament of two singles, whose one table is opened in the place."""
    people = [here.person(name) for name in ("Anna", "Bruno", "Carla")]
    here.match = here.gather(people)
    for person in people:
        await here.comes_in_private(person)
        await here.comes(person)
    anna, *players = people
    here.lets_direct(anna)
    await says(here, anna, "new", "Thursday code=fibur kind=singles rounds=mitchell deals=3")
    for person in players:
        await presses(here, person, "Sign up")
    await says(here, anna, "start")
    await passes(here)
    one = await tournament(here)
    assert one.current is not None
    ((id_, _),) = await here.host.service.tournaments.tournaments.live()
    names = {player: name for name, player in await _players(here, players)}
    entries = [
        sign_up.players for line in one.current.pairings[0].lines for sign_up in one.sign_ups if sign_up.id in line
    ]
    lines = [[Chair(player, names[player]) for player in entry] for entry in entries]
    chairs = by_seat(SINGLES.code(), lines)
    assigned = Assigned(id_, "Thursday", 1, 1, lines_of(SINGLES.code(), chairs))
    channel = f"{here.name}:{here.place.id}"
    await here.host.door.open_assigned("evening", "TORN", channel, SINGLES, assigned, chairs)
    here.match.label = "TORN"
    await here.host.clockwork.fire()
    await here.settled()
    return players


async def _players(here: Surface, people: list[Any]) -> list[tuple[str, str]]:
    service = here.host.service
    names = ("Bruno", "Carla")
    return [(name, await service.person_of(here.name, str(one.id))) for name, one in zip(names, people, strict=True)]


def threads(here: Surface) -> list[Any]:
    """Those of the place, where there are any: each table of a tournament has one."""
    return list(getattr(here.place, "threads", ()))


def standing(here: Surface, words: str) -> list[str]:
    """The messages that say so, in the place or in a thread of it."""
    messages = [*here.public(), *[one for thread in threads(here) for one in thread.shown]]
    return [text for text in map(here.text, messages) if words in text]


@both
def test_a_round_at_a_table_of_the_chat_from_the_go_to_time_out(on: Kind) -> None:
    async def body(here: Surface) -> None:
        await paired(here)
        (before,) = standing(here, "The cards are dealt when the arbiter says so.")
        assert "Thursday, round 1, table 1" in before
        assert len(threads(here)) == (here.name == "discord")
        assert (await here.table()).phase == PAUSE
        await host(here, "begin")
        await here.match.dealt()
        person = await here.drawn()
        offers = [*here.offered(person, public=True)]
        offers += [offer for thread in threads(here) for offer in here.match.offered(person, thread)]
        locked = {verb for offer in offers if (verb := offer.verb) and verb in LOCKED}
        assert locked == set()
        await here.discards(person)
        caller = here.other(await here.match.person_in_turn()) if len(here.match.people) == 2 else person
        await presses(here, caller, "Call the arbiter", private=True)
        assert [call.table for call in (await tournament(here)).calls] == [1]
        offer = here.offer(await here.match.person_in_turn(), DRAW)
        await host(here, "halt")
        assert standing(here, say("en", "table.halted")) != []
        stopped = await here.table()
        answer = await here.tap(await here.match.person_in_turn(), offer)
        assert "arbiter" in answer.text
        assert await here.table() == stopped
        await host(here, "resume")
        await here.turn()
        await host(here, "timeout")
        while (await here.table()).phase != OVER:
            await here.turn()
        await here.settled()
        found = round_result(await here.table())
        assert found is not None
        assert (len(found.deals), found.timed_out) == (1, True)
        for one in here.match.people:
            assert Verb.REMATCH not in [offer.verb for offer in here.offered(one)]
        await here.check_place()

    run(on, body)


@both
def test_nobody_else_takes_a_seat_or_stops_the_table(on: Kind) -> None:
    async def body(here: Surface) -> None:
        players = await paired(here)
        await host(here, "begin")
        await here.match.dealt()
        anna = next(one for one in here.match.people if one not in players)
        before = await here.table()
        for person, command, key in (
            (anna, "join", "locked-seats"),
            (players[0], "leave", "locked-leave"),
            (players[0], "resign", "locked-resign"),
            (players[1], "pause", "locked-pause"),
            (anna, "end", "locked-end"),
        ):
            await here.says(person, command, *(("TORN",) if command == "join" else ()), public=True)
            await here.settled()
            assert any(say("en", f"declined.{key}") in text for text in here.seen(person)), here.seen(person)[-5:]
        assert await here.table() == before

    run(on, body)


@both
def test_nobody_gets_a_hint_at_a_tournaments_table_by_a_command_or_a_forged_button(on: Kind) -> None:
    async def body(here: Surface) -> None:
        players = await paired(here)
        await host(here, "begin")
        await here.match.dealt()
        searches: list[View] = []

        async def advise(seen: View, played: tuple[Action, ...]) -> Advice:
            searches.append(seen)
            return Advice(played)

        here.host.service.hints.note_adviser(advise)
        table = await here.table()
        assert table.phase == PLAYING
        for person in [*players, here.match.people[0]]:
            found = [*await here.says(person, "hint"), *await here.says(person, "hint", public=True)]
            message = here.private(person)[-1]
            for stage in (0, table.stage):
                for text in ("hint", "hint:play"):
                    found += await here.forges(person, f"{here.label}:{stage}:{text}", message, "Kd1")
            is_refused = any(say("en", "declined.locked-hint") in one.text for one in found)
            assert is_refused == (person in players)
        assert searches == []

    run(on, body)
