"""A season of three weeks, from the announcement of the series to the hall of fame, on every platform."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from bot.messages.buttons import Verb
from bot.series.series import Series
from bot.tournaments.club_tournament import OPEN, ClubTournament
from bot.tournaments.outcome import outcome
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.adapters.both.test_tournament import passes, says, shown_scene, standing

ROME = ZoneInfo("Europe/Rome")
NEW = "Thursday every=thursday 21:00 code=fibur kind=singles rounds=danese deals=3 best=2 of=3"
WEEK = 7 * 24 * 3600
WINS = {
    1: ("Bruno", "Carla", "Fina", "Gino"),
    2: ("Carla", "Fina", "Bruno", "Gino"),
    3: ("Fina", "Bruno", "Carla", "Gino"),
}
"""Who is better than whom in each week."""
COME = {
    1: ("Bruno", "Carla", "Fina", "Gino"),
    2: ("Bruno", "Fina", "Carla", "Gino"),
    3: ("Bruno", "Gino", "Carla", "Fina"),
}
"""In which order they sign up, and so who meets whom."""


def now(here: Surface) -> datetime:
    return datetime.fromtimestamp(here.server.clock.now(), ROME)


async def looked(here: Surface) -> None:
    """What is due at series happens, and is told."""
    for _ in range(3):
        await here.host.service.tournaments.series.keeper.fire()
        await passes(here)


async def series(here: Surface) -> Series:
    found: list[tuple[str, Series]] = await here.host.service.tournaments.series.keeper.live()
    ((_, one),) = found
    return one


async def evening(here: Surface) -> tuple[str, ClubTournament]:
    """The one that people can sign up for, or that runs."""
    found: list[tuple[str, ClubTournament]]
    found = await here.host.service.tournaments.tournaments.live(f"{here.name}:{here.place.id}")
    (one,) = found
    return one


async def announced(here: Surface, language: str = "en", new: str = NEW) -> list[Any]:
    people = [here.person(name, language) for name in ("Anna", "Bruno", "Carla")]
    here.match = here.gather(people)
    for person in people:
        await here.comes_in_private(person)
        await here.comes(person)
    here.lets_direct(people[0])
    await here.says(people[0], "settings", f"zone=Europe/Rome language={language}", public=True)
    await says(here, people[0], "new", new)
    return people


async def played(here: Surface, people: list[Any], week: int) -> ClubTournament:
    """People sign up, two guests come, the better of each table wins, and the evening ends."""
    anna, bruno, carla = people
    for name in COME[week]:
        player = {"Bruno": bruno, "Carla": carla}.get(name)
        await (says(here, player, "in") if player is not None else says(here, anna, "add", name))
    await says(here, anna, "start")
    await passes(here)
    id_, one = await evening(here)
    assert one.current is not None
    reader = await here.host.service.tournaments._backend.reader(one, "en")
    for pairing in one.current.pairings:
        names = [reader.players(one.progress.rosters[entry]) for (entry,) in pairing.lines if one.progress]
        best = min(names, key=WINS[week].index)
        margin = 1000 - 100 * WINS[week].index(best)
        sums = (f"={2000 + margin}-2000", f"=2000-{2000 + margin}")[names.index(best)]
        await says(here, anna, "sheet", f"{pairing.table} {sums}")
    await says(here, anna, "close")
    await says(here, anna, "finish")
    await looked(here)
    over: ClubTournament | None = await here.host.service.tournaments.tournaments.find(id_)
    assert over is not None
    return over


async def next_week(here: Surface) -> None:
    here.server.clock.advance(WEEK)
    await looked(here)


async def posted(here: Surface, person: Any) -> None:
    """They show the place what they were shown alone."""
    before = len(here.public())
    (post,) = [one for one in here.offered(person, public=True) if one.verb == Verb.POST]
    await here.tap(person, post)
    await here.settled()
    (board,) = here.public()[before:]
    assert here.has_picture(board)


@both
def test_a_series_of_three_weeks_from_its_announcement_to_the_hall_of_fame(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = await announced(here)
        anna, bruno, _ = people
        sums: dict[str, list[int]] = {}
        for week in (1, 2, 3):
            _, one = await evening(here)
            assert one.state == OPEN
            assert datetime.fromtimestamp(one.announcement.starts / 1000, ROME).strftime("%A %H:%M") == "Thursday 21:00"
            assert "best 2 evenings count" in standing(here, "Sign-up is open")
            over = await played(here, people, week)
            found = outcome(over)
            assert found is not None
            names = await here.host.service.tournaments.series.names(
                [await here.host.service.tournaments.series.season(await series(here), 1)], "en"
            )
            for placing in found.placings:
                name = names.get(placing.players[0].casefold(), names.get(placing.players[0], ""))
                sums.setdefault(name, []).append(placing.vp // 6)
            title = f"standings after {week} of 3 evenings"
            message = standing(here, f"Thursday, season 1: {title}")
            assert "the evening is over" in message
            assert "🥇" in message
            assert ("Season 1 is won by" in message) == (week == 3)
            scene = shown_scene(here, f"Thursday, season 1: {title}")
            totals = {name: sum(sorted(points)[-2:]) for name, points in sums.items()}
            assert {row[1]: int(row[2]) for row in scene.rows} == totals
            assert bool(scene.podium) == (week == 3)
            await next_week(here)
        assert sorted(sums) == ["Bruno", "Carla", "Fina", "Gino"]
        assert (await series(here)).season == 2
        await says(here, bruno, "standings", "season 1")
        if here.answers_alone:
            await posted(here, bruno)
        await says(here, bruno, "standings", "hall")
        text = "\n".join(here.seen(bruno))
        assert "hall of fame" in text
        assert "the season" in text
        await says(here, anna, "standings", "series")
        assert "every Thursday" in "\n".join(here.seen(anna))

    run(on, body)


@both
def test_a_result_corrected_after_the_evening_is_written_into_its_message(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = await announced(here)
        anna, _, _ = people
        over = await played(here, people, 1)
        before = standing(here, "the evening is over")
        await says(here, anna, "finish", "reopen the sides were exchanged")
        assert (await evening(here))[1].events[:-1] == over.events[:-2]
        await says(here, anna, "rule", "correct 1 =2000-3000 the sides were exchanged")
        await says(here, anna, "finish")
        await looked(here)
        after = standing(here, "the evening is over")
        assert after != before
        assert len([one for one in here.public() if "the evening is over" in here.text(one)]) == 1

    run(on, body)


@both
def test_in_italian_a_series_is_announced_left_out_once_and_ended(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, _ = await announced(
            here, "it", "Giovedì ogni=giovedì 21:00 codice=fibur tipo=singoli turni=danese smazzate=3"
        )
        assert "si sommano i Victory Points" in standing(here, "Le iscrizioni sono aperte")
        starts = (await series(here)).starts
        await says(here, bruno, "cancel", "series skip")
        assert (await series(here)).starts == starts
        assert "Può farlo solo un amministratore" in "\n".join(here.seen(bruno))
        await says(here, anna, "cancel", "serie salta")
        assert (await series(here)).starts == starts + WEEK * 1000
        await says(here, anna, "cancel", "serie")
        assert "non deve più tornare" in "\n".join(here.seen(anna))
        await says(here, anna, "cancel", "serie termina sì")
        assert (await series(here)).state == "ended"
        await says(here, anna, "cancel", "manca la luce")
        await looked(here)
        assert await here.host.service.tournaments.series.keeper.live() == []
        await says(here, anna, "standings", "serie")
        assert "Qui non c'è nessuna serie" in "\n".join(here.seen(anna))

    run(on, body)
