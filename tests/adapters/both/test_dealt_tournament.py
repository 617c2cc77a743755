"""An evening that is dealt in the chat, on every platform: from sign-up to podium, with all that can come between."""

from typing import Any, Final

from bot.durations import MINUTE
from bot.tables.table import OVER, PLAYING, Table
from bot.tables.who import Who
from bot.tournaments.club_tournament import OVER as FINISHED
from bot.tournaments.commands import command
from bot.tournaments.dealing import table_ids
from bot.tournaments.evening_file import document_text
from engine.actions import format_action
from engine.players import PLAYERS
from engine.tournament.fold import fold
from engine.tournament.reading import read_tournament
from engine.view import view
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.adapters.both.test_tournament import presses, says, standing, tournament

NEW: Final = "Thursday code=fibur kind=singles rounds=mitchell,danese deals=1 window=0 cards=dealt"
THREADS: Final = ["Thursday, round 1, table 1", "Thursday, round 1, table 2"]
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")


async def passes(here: Surface) -> None:
    """What is due at the tournament and at its tables happens, and is told."""
    for _ in range(4):
        await here.host.service.tournaments.tournaments.fire()
        await here.host.clockwork.fire()
    await here.settled()


async def tables(here: Surface) -> dict[str, Table]:
    """The tables of the round, by id."""
    ((id_, one),) = await here.host.service.tournaments.tournaments.live()
    found = {there: await here.host.door.table(there) for there in table_ids(id_, one).values()}
    return {there: table for there, table in found.items() if table is not None}


async def plays_out(here: Surface, arbiter: Any) -> None:
    """Time is called, and everybody plays anything until each table is over."""
    await says(here, arbiter, "rule", "timeout")
    await passes(here)
    number = 0
    while going := [item for item in (await tables(here)).items() if item[1].phase == PLAYING]:
        for there, table in going:
            assert table.game is not None
            action = PLAYERS["random"](3).choose(view(table.game.deal, table.in_turn))
            number += 1
            who = Who(table.chair(table.in_turn).person)
            await here.host.door.submit(there, who, f"out:{number}", f"play {format_action(action)}")
    assert {table.phase for table in (await tables(here)).values()} == {OVER}
    await passes(here)


async def signed_up(here: Surface) -> list[Any]:
    people = [here.person(name) for name in NAMES]
    here.match = here.gather(people)
    for person in people:
        await here.comes_in_private(person)
        await here.comes(person)
    here.lets_direct(people[0])
    await says(here, people[0], "new", NEW)
    for person in people[1:5]:
        await presses(here, person, "Sign up")
    return people


def threads(here: Surface) -> list[str]:
    """What the threads of the place are called, where there are any."""
    return sorted([thread.chat.name for thread in getattr(here.place, "threads", ())])


async def person_id(here: Surface, person: Any) -> str:
    found: str = await here.host.service.person_of(here.name, str(person.id))
    return found


@both
def test_an_evening_in_the_chat_from_sign_up_to_podium(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, _, _, _, fabio = people = await signed_up(here)
        assert "The cards are dealt here" in standing(here, "Sign-up is open")
        await says(here, anna, "start")
        await passes(here)
        rooms = {table.channel for table in (await tables(here)).values()}
        assert rooms == {f"discord:{here.place.id}" if here.name == "discord" else ""}
        assert threads(here) == (THREADS if here.name == "discord" else [])
        await says(here, anna, "go")
        await passes(here)
        assert {table.phase for table in (await tables(here)).values()} == {PLAYING}
        for person in people[1:5]:
            assert any("Your turn" in text or "your cards" in text.lower() for text in here.seen(person))

        await says(here, bruno, "call")
        await passes(here)
        assert [table.halted for table in (await tables(here)).values()].count(True) == 1
        assert any("Bruno calls the arbiter" in text for text in here.seen(anna))
        await says(here, anna, "desk")
        button = f"Table {(await tournament(here)).calls[0].table} is done"
        await presses(here, anna, button, private=here.name == "telegram")
        await passes(here)
        assert not any(table.halted for table in (await tables(here)).values())

        one = await tournament(here)
        entry = one.entry_of(await person_id(here, bruno))
        zoe = await person_id(here, fabio)
        ((id_, _),) = await here.host.service.tournaments.tournaments.live()
        ill = {"entry": entry, "out": await person_id(here, bruno), "in": zoe, "reason": "taken ill"}
        line = command("rule", type="replacement", **ill)
        await here.host.service.tournaments.tournaments.submit(id_, Who(one.organiser), "ill", line)
        await passes(here)
        seated = [table for table in (await tables(here)).values() if table.seat_of(zoe)]
        assert len(seated) == 1

        await plays_out(here, anna)
        one = await tournament(here)
        assert one.current is not None
        assert (one.current.number, one.current.closed) == (2, False)
        tournaments = here.host.service.tournaments.tournaments
        for id_ in tournaments.subjects.in_memory:
            tournaments.subjects._forget(id_)
        assert await tournament(here) == one
        await says(here, anna, "go")
        await passes(here)
        await plays_out(here, anna)
        await says(here, anna, "finish")
        over = await tournaments.find(id_)
        assert over is not None
        assert over.state == FINISHED
        assert "🥇 1. " in standing(here, "final standings")
        progress, wrong = fold(read_tournament(document_text(over, {})))
        assert (wrong, progress.finished) == (None, True)

    run(on, body)


@both
def test_the_arbiter_broadcasts_a_table_by_buttons_and_who_plays_there_is_told(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, *players = (await signed_up(here))[:5]
        await says(here, anna, "start")
        await passes(here)
        await says(here, anna, "go")
        await passes(here)
        is_private = here.name == "telegram"
        await says(here, anna, "desk")
        for label in ("Broadcast a table", "Table 1", "30 minutes later"):
            await presses(here, anna, label, private=is_private)
        await passes(here)
        one = await tournament(here)
        assert [(each.table, each.delay // MINUTE) for each in one.broadcasts] == [(1, 30)]
        seated = {
            player
            for entry in one.entries
            if one.pairing_of(entry.players[0]) == one.pairing(1)
            for player in entry.players
        }
        for person in players:
            is_told = any("Your table 1 is broadcast" in text for text in here.seen(person))
            assert is_told == (await person_id(here, person) in seated)
        if is_private:  # on Discord it is a button alone
            await says(here, anna, "broadcast", "1", "off")
        else:
            await says(here, anna, "desk")
            for label in ("Broadcast a table", "Table 1", "End the broadcast"):
                await presses(here, anna, label)
        assert (await tournament(here)).broadcasts == ()

    run(on, body)
