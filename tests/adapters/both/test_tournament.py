"""An evening at real tables, run from a chat: from sign-up to podium, on every platform."""

from typing import Any

from bot.tournaments.club_tournament import OVER, ClubTournament
from bot.tournaments.evening_file import document_text
from engine.tournament.fold import fold
from engine.tournament.reading import read_tournament
from engine.tournament.standings import standings
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.renderers.pdf_text import pages_of

NEW = "Thursday code=febur rounds=mitchell,danese deals=3 prizes=a ham"


async def passes(here: Surface) -> None:
    """What is due happens, and is told."""
    for _ in range(3):
        await here.host.service.tournaments.tournaments.fire()
        await here.settled()


async def presses(here: Surface, person: Any, label: str, *, private: bool = False) -> None:
    place = () if private else (here.place,)
    await person.answer(person.presses(label, *place))
    await here.settled()


async def says(here: Surface, person: Any, *words: str) -> None:
    await here.says(person, "tournament", *words, public=True)
    await here.settled()


async def tournament(here: Surface) -> ClubTournament:
    """The one tournament of the place, as its log has it."""
    found: list[tuple[str, ClubTournament]]
    found = await here.host.service.tournaments.tournaments.live(f"{here.name}:{here.place.id}")
    ((_, one),) = found
    return one


def standing(here: Surface, words: str) -> str:
    """The one message in the place that says this."""
    (found,) = [text for text in map(here.text, here.public()) if words in text]
    return found


def shown_scene(here: Surface, words: str) -> Any:
    """What the picture shows of the one message in the place that says this."""
    (found,) = [message.content for message in here.public() if words in here.text(message)]
    file = found.attachments[0] if getattr(found, "attachments", ()) else getattr(found, "photo", None)
    assert file is not None
    scene, _ = here.host.watch.painted[file.data][0]  # others of these bytes show the same
    return scene


def files_seen(person: Any) -> list[bytes]:
    """The bytes of every file that is no picture, the oldest first."""
    found = [one.data for sight in person.sees() for one in getattr(sight, "attachments", ()) if not one.width]
    return [*found, *[sight.document for sight in person.sees() if getattr(sight, "document", b"")]]


async def saves_files(here: Surface, person: Any) -> None:
    """Below the final standings anybody can have them as a paper and as a spreadsheet, byte for byte."""
    await presses(here, person, "To print (PDF)")
    await presses(here, person, "Spreadsheet (CSV)")
    paper, sheet = files_seen(person)
    assert "Thursday: final standings" in "".join(pages_of(paper))
    assert sheet.decode().removeprefix("\ufeff").startswith("Place,Entry")


async def announced(here: Surface) -> list[Any]:
    people = [here.person(name) for name in ("Anna", "Bruno", "Carla", "Dario", "Elena")]
    here.match = here.gather(people)
    for person in people:
        await here.comes_in_private(person)
        await here.comes(person)
    here.lets_direct(people[0])
    await says(here, people[0], "new", NEW)
    return people


async def signed_up(here: Surface) -> list[Any]:
    """Two pairs find each other by buttons, three are entered by the arbiter."""
    people = await announced(here)
    anna, bruno, carla, dario, elena = people
    for alone, name, other in ((carla, "Carla", bruno), (elena, "Elena", dario)):
        await presses(here, alone, "I look for a partner")
        await presses(here, other, "Sign up")
        await presses(here, other, name, private=here.name == "telegram")
        await presses(here, alone, "Yes, I play", private=True)
    for guests in ("Fina & Gino", "Ida & Lino", "Mara & Nino"):
        await says(here, anna, "add", guests)
    return people


@both
def test_a_small_evening_at_real_tables_from_sign_up_to_podium(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = await signed_up(here)
        anna, bruno, _, dario, _ = people
        one = await tournament(here)
        assert len(one.placed) == 5
        assert "2. Dario – Elena" in standing(here, "Prizes: a ham")
        await says(here, anna, "start")
        await passes(here)
        assert "1. Bruno – Carla · Dario – Elena" in standing(here, "Thursday, round 1 of 2")
        assert [text for text in here.seen(bruno) if "your table is 1, N-S, against Dario – Elena" in text] != []
        await says(here, anna, "go")
        await says(here, anna, "rule", "late 4 12")
        await says(here, bruno, "sheet", "720-505 335-640 810-395")
        assert [text for text in here.seen(dario) if "Bruno has entered 1865 – 1540" in text] != []
        await presses(here, dario, "Countersign", private=True)
        assert "✓ 1865 – 1540" in standing(here, "Thursday, round 1 of 2")
        assert [table.state for table in shown_scene(here, "Thursday, round 1 of 2").tables] == [
            "1865 – 1540",
            "by ruling",
        ]
        await says(here, anna, "close")
        await says(here, anna, "rule", "correct 1 720-505 335-640 810-495 added up wrongly")
        await says(here, anna, "rule", "penalty 2 1vp")
        assert "provisional" in standing(here, "standings after round 1")
        await says(here, anna, "pair")
        one = await tournament(here)
        assert one.current is not None
        for pairing in one.current.pairings:
            await says(here, anna, "sheet", f"{pairing.table} =1000-{900 + 5 * pairing.table}")
        await says(here, anna, "close")
        one = await tournament(here)
        ((id_, _),) = await here.host.service.tournaments.tournaments.live()
        await says(here, anna, "finish")
        over = await here.host.service.tournaments.tournaments.find(id_)
        assert over is not None
        assert over.state == OVER
        assert "🥇 1. " in standing(here, "final standings")
        assert len(shown_scene(here, "final standings").podium) == 3
        await saves_files(here, dario)
        progress, wrong = fold(read_tournament(document_text(over, {})))
        assert wrong is None
        assert progress.finished
        assert [row.penalty_vp for row in standings(progress) if row.entry == "2"] == [1]

    run(on, body)


@both
def test_an_evening_at_real_tables_with_everything_that_can_happen_at_the_desk(on: Kind) -> None:
    """A no-show, a substitute, a correction, a penalty by buttons, a bye, a TIME OUT, and an appeal."""

    async def body(here: Surface) -> None:
        anna, bruno, _, dario, elena = await signed_up(here)
        await says(here, anna, "start")
        await passes(here)
        await says(here, anna, "go")
        assert "Mara – Nino" in standing(here, "Thursday, round 1 of 2").split("rest")[-1]  # the bye
        await says(here, anna, "rule", "late 4 12")
        await says(here, anna, "rule", "replace 1 Carla = Zoe: taken ill")
        assert [text for text in here.seen(bruno) if "Zoe plays for Carla" in text] != []
        await says(here, anna, "rule", "timeout")
        assert "TIME OUT" in standing(here, "Thursday, round 1 of 2").upper()
        await says(here, bruno, "sheet", "720-505 335-640")
        await presses(here, dario, "Countersign", private=True)
        await says(here, anna, "desk")
        alone = here.name == "telegram"
        for label in (
            "Rule step by step",
            "Penalty in Victory Points",
            "2. Dario – Elena",
            "1 Victory Point",
            "conduct",
        ):
            await presses(here, anna, label, private=alone)
        await presses(here, anna, "Yes, I rule so", private=alone)
        line = "Penalty: 2. Dario – Elena, 1 Victory Point, conduct (FE.BUR.IT code, art. 4, 6, 19, 23, 26)"
        assert line in standing(here, "Thursday, round 1 of 2")
        await presses(here, elena, "Appeal", private=True)
        await says(here, anna, "close")
        await says(here, anna, "pair")
        assert [text for text in here.seen(anna) if "no round is paired" in text] != []
        await presses(here, anna, "The appeal is right", private=True)
        assert [text for text in here.seen(elena) if "The appeal is right." in text] != []
        await says(here, anna, "rule", "correct 1 720-505 335-740 added up wrongly")
        await says(here, anna, "pair")
        one = await tournament(here)
        assert one.current is not None
        assert one.current.number == 2
        for pairing in one.current.pairings:
            await says(here, anna, "sheet", f"{pairing.table} =1000-{900 + 5 * pairing.table}")
            _, wrong = fold(read_tournament(document_text(await tournament(here), {})))
            assert wrong is None
        await says(here, anna, "close")
        ((id_, _),) = await here.host.service.tournaments.tournaments.live()
        await says(here, anna, "finish")
        over = await here.host.service.tournaments.tournaments.find(id_)
        assert over is not None
        assert over.state == OVER
        assert "🥇 1. " in standing(here, "final standings")
        progress, wrong = fold(read_tournament(document_text(over, {})))
        assert wrong is None
        assert [row.penalty_vp for row in standings(progress) if row.entry == "2"] == [0]

    run(on, body)


@both
def test_a_tournament_is_announced_by_menus(on: Kind) -> None:
    async def body(here: Surface) -> None:
        people = [here.person(name) for name in ("Anna", "Bruno")]
        anna, _ = people
        here.match = here.gather(people)
        for person in people:
            await here.comes_in_private(person)
            await here.comes(person)
        here.lets_direct(anna)
        private = here.name == "telegram"
        await says(here, anna, "new")
        for label in ("Code", "FE.BUR.IT code", "Rounds", "3", "Places", "24"):
            await presses(here, anna, label, private=private)
        await presses(here, anna, "Announce it", private=private)
        assert [text for text in here.seen(anna) if "A tournament has a name" in text] != []
        await says(here, anna, "new", "name=Thursday prizes=a ham")
        await presses(here, anna, "Announce it", private=private)
        one = (await tournament(here)).announcement
        assert (one.name, one.code, len(one.rounds), one.places) == ("Thursday", "febur", 3, 24)
        assert "Prizes: a ham" in standing(here, "Prizes: a ham")

    run(on, body)


@both
def test_the_other_line_objects_and_the_arbiter_hears_of_it(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, _, dario, _ = await signed_up(here)
        await says(here, anna, "start")
        await passes(here)
        await says(here, bruno, "sheet", "=1865-1540")
        waits = "You have entered 1865 – 1540: it is the result once the others have countersigned."
        assert waits in here.seen(bruno)[-1]
        await says(here, bruno, "mine")
        assert waits in here.seen(bruno)[-1]
        assert "After the last deal" not in here.seen(bruno)[-1]
        await presses(here, dario, "I do not agree", private=True)
        await says(here, bruno, "mine")
        assert "You have entered 1865 – 1540, and the lines do not agree" in here.seen(bruno)[-1]
        assert [text for text in here.seen(anna) if "the lines do not agree on the score" in text] != []
        assert "The arbiter is called to table 1" in standing(here, "Thursday, round 1 of 2")
        await says(here, anna, "sheet", "1 =1865-1640")
        assert "✓ 1865 – 1640" in standing(here, "Thursday, round 1 of 2")
        await says(here, bruno, "mine")
        assert "Your table has its result: 1865 – 1640." in here.seen(bruno)[-1]

    run(on, body)


@both
def test_who_directs_nothing_is_told_so_and_changes_nothing(on: Kind) -> None:
    async def body(here: Surface) -> None:
        _, bruno, *_ = await signed_up(here)
        before = await tournament(here)
        for words in (("start",), ("new", "Mine"), ("rule", "penalty 2 1vp"), ("cancel",), ("add", "Rita & Sara")):
            await says(here, bruno, *words)
        assert await tournament(here) == before
        assert [text for text in here.seen(bruno) if "Only the arbiter can do that" in text] != []
        assert [text for text in here.seen(bruno) if "Only an administrator announces" in text] != []

    run(on, body)


@both
def test_a_tournament_goes_on_after_the_host_was_lost(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna, bruno, *_ = await signed_up(here)
        await says(here, anna, "start")
        await passes(here)
        before = await tournament(here)
        tournaments = here.host.service.tournaments.tournaments
        for id_ in tournaments.subjects.in_memory:
            tournaments.subjects._forget(id_)
        assert await tournament(here) == before
        await says(here, bruno, "sheet", "=1865-1540")
        assert len((await tournament(here)).sheets) == 1

    run(on, body)


@both
def test_of_two_tournaments_the_one_is_chosen_by_a_button_however_long_the_line_was(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna")
        here.match = here.gather([anna])
        await here.comes_in_private(anna)
        await here.comes(anna)
        here.lets_direct(anna)
        for day in ("friday", "saturday"):
            await says(here, anna, "new", f"Evening when={day} 21:00")
        for guests, day in (("Maria Antonietta Rossi & Ludovica St.Clair", "Saturday"), ("Ida & Lino", "Friday")):
            await says(here, anna, "add", guests)
            await presses(here, anna, day, private=here.name == "telegram")
        friday, saturday = [here.text(one) for one in here.public() if "Sign-up is open" in here.text(one)]
        assert "Ida – Lino" in friday
        assert "Maria Antonietta Rossi – Ludovica" in saturday

    run(on, body)
