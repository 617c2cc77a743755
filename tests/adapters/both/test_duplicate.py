"""An evening in duplicate, on every platform: two tables, two rounds, and nothing of a deal in the place too early."""

from typing import Any, Final

from bot.requests.pages import Record
from bot.tables.table import OVER, PLAYING, Table
from bot.tables.who import Who
from bot.tournaments.by_deal import deal_ranking
from bot.tournaments.club_tournament import OVER as FINISHED
from bot.words.languages import say
from engine.actions import format_action
from engine.players import PLAYERS
from engine.view import view
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.adapters.both.test_assigned import threads
from tests.adapters.both.test_dealt_tournament import passes, person_id, tables
from tests.adapters.both.test_tournament import presses, says, shown_scene, standing, tournament

NEW: Final = "Thursday code=fibur kind=singles rounds=mitchell,danese deals=1 window=0 duplicate=yes"
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SEALED: Final = say("en", "declined.locked-sealed")


async def paired(here: Surface) -> list[Any]:
    """Four are in, and the first round is paired; Anna directs it."""
    people = [here.person(name) for name in NAMES]
    here.match = here.gather(people)
    for person in people:
        await here.comes_in_private(person)
        await here.comes(person)
    here.lets_direct(people[0])
    await says(here, people[0], "new", NEW)
    for person in people[1:]:
        await presses(here, person, "Sign up")
    await says(here, people[0], "start")
    await passes(here)
    return people


async def ends(here: Surface, number: int) -> None:
    """A table plays anything until it is over."""
    there = await id_of(here, number)
    step = 0
    while (table := await here.host.door.table(there)).phase == PLAYING:
        step += 1
        action = PLAYERS["random"](3).choose(view(table.game.deal, table.in_turn))
        who = Who(table.chair(table.in_turn).person)
        await here.host.door.submit(there, who, f"out:{step}", f"play {format_action(action)}")
    assert table.phase == OVER
    await passes(here)


async def id_of(here: Surface, number: int) -> str:
    """The table of the round that has this number."""
    found = await tables(here)
    return next(there for there, table in found.items() if table.assigned and table.assigned.table == number)


def cards(table: Table) -> tuple[Any, ...]:
    assert table.game is not None
    return (table.seed, table.dealer, table.game.deal.hands)


async def tables_read(here: Surface, person: Any) -> list[str]:
    """What somebody reads who asks for the tables of the round."""
    before = len(here.seen(person))
    await says(here, person, "tables")
    return here.seen(person)[before:]


def in_threads(here: Surface) -> str:
    """Everything that stands in the threads of the place, where there are any."""
    return "\n".join([here.text(one) for thread in threads(here) for one in thread.shown])


@both
def test_an_evening_in_duplicate_opens_each_deal_when_the_last_table_has_played_it(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, *_ = await paired(here)
        await says(here, anna, "go")
        await passes(here)
        first, second = (await tables(here)).values()
        assert cards(first) == cards(second)
        await says(here, anna, "rule", "timeout")
        await passes(here)
        await ends(here, 1)
        *_, words = [text for text in await tables_read(here, anna) if "1. " in text]
        assert "has finished" in words
        assert SEALED in in_threads(here) or not threads(here)
        arbiter = await person_id(here, anna)
        sealed = await here.host.service.do(arbiter, Record(await id_of(here, 1)))
        assert (sealed.done, sealed.words) == (False, SEALED)

        first_table = await id_of(here, 1)
        await ends(here, 2)
        one = await tournament(here)
        assert (one.current.number if one.current else 0, one.sealed_rounds) == (2, (2,))
        assert (await here.host.service.do(arbiter, Record(first_table))).done
        assert "By deal, against the other tables" in standing(here, "provisional standings after round 1")
        tournaments = here.host.service.tournaments.tournaments
        for id_ in tournaments.subjects.in_memory:
            tournaments.subjects._forget(id_)
        assert await tournament(here) == one

        await says(here, anna, "go")
        await passes(here)
        await says(here, anna, "rule", "timeout")
        await passes(here)
        await ends(here, 2)
        await ends(here, 1)
        ((id_, _),) = await tournaments.live()
        await says(here, anna, "finish")
        over = await tournaments.find(id_)
        assert over is not None
        assert (over.state, over.sealed_rounds) == (FINISHED, ())
        assert sum(rank.points for rank in deal_ranking(over)) == 0
        assert "in 2 deals" in standing(here, "final standings")
        assert "By deal" in shown_scene(here, "final standings").columns

    run(on, body)
