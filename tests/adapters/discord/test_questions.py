"""A tournament's form on Discord without a typed command: name and day go into a form that a press opens."""

from types import SimpleNamespace
from typing import Any

from bot.adapters.discord.questions import line_of
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_presses import last_answer
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room


def last_shown(person: Person) -> str:
    """What they were told last, without the signs that keep markup away."""
    return last_answer(person).replace("\\", "")


async def presses(host: Host, person: Person, label: str, room: Room) -> Any:
    act = person.presses(label, room)
    await person.answer(act)
    await host.settle()
    return act


async def fills(host: Host, person: Person, act: Any, words: str) -> None:
    await person.answer(person.fills(act, words=words))
    await host.settle()


def test_a_tournament_is_announced_without_typing_a_command() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        await anna.answer(anna.types("tournament", room, action="new"))
        await host.settle()
        await presses(host, anna, "Name", room)
        act = await presses(host, anna, "Name", room)  # the button of the question
        assert act.modal["title"] == "Name"
        await fills(host, anna, act, "Thursday night")
        assert "A new tournament: Thursday night" in last_shown(anna)
        await presses(host, anna, "Day", room)
        await presses(host, anna, "another day…", room)
        act = await presses(host, anna, "another day…", room)
        await fills(host, anna, act, "the day after never")
        assert "the day after never" in last_shown(anna)
        assert "Thursday night" in last_shown(anna)  # what was right stays
        await presses(host, anna, "Day", room)
        await presses(host, anna, "another day…", room)
        act = await presses(host, anna, "another day…", room)
        await fills(host, anna, act, "friday 20:15")
        assert "20:15" in last_shown(anna)
        await presses(host, anna, "Announce it", room)
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert one.announcement.name == "Thursday night"

    run(body)


async def evening(host: Host) -> tuple[Any, Any, Any, Any]:
    """Two play one round of two deals, with real cards; who directs it, the two, and where."""
    anna, bruno, carla = people = [host.discord.user(name) for name in ("Anna", "Bruno", "Carla")]
    room = host.discord.guild("Circolo", *people).channel("tavoli")
    words = "Thursday kind=singles code=febur rounds=danese deals=2"
    await anna.answer(anna.types("tournament", room, action="new", words=words))
    await host.settle()
    for person in (bruno, carla):
        await presses(host, person, "Sign up", room)
    await anna.answer(anna.types("tournament", room, action="start"))
    for _ in range(3):
        await host.service.tournaments.tournaments.fire()
        await host.settle()
    return anna, bruno, carla, room


async def told_now(host: Host) -> Any:
    """What the one tournament says of its first table."""
    ((_, one),) = await host.service.tournaments.tournaments.live()
    return one


def test_a_sheet_and_other_numbers_go_into_a_form_with_a_field_for_each_deal() -> None:
    async def body(host: Host) -> None:
        _, bruno, carla, room = await evening(host)
        await presses(host, bruno, "My table", room)
        await presses(host, bruno, "Enter the score", room)
        act = await presses(host, bruno, "Enter the score", room)
        fields = [one["components"][0] for one in act.modal["components"]]
        assert [(one["label"], one.get("required", True)) for one in fields] == [
            ("N-S – E-W, deal 1", True),
            ("N-S – E-W, deal 2", False),
        ]
        await bruno.answer(bruno.fills(act, **{"N-S – E-W, deal 1": "720-505", "N-S – E-W, deal 2": "335 640"}))
        await host.settle()
        assert "You wrote: 720-505 335 640" in last_shown(bruno)
        act = await presses(host, bruno, "Enter the score", room)
        await bruno.answer(bruno.fills(act, **{"N-S – E-W, deal 1": "720-505", "N-S – E-W, deal 2": "335-640"}))
        await host.settle()
        assert [sheet.totals for sheet in (await told_now(host)).sheets] == ['{"deals":[[720,505],[335,640]]}']
        await carla.answer(carla.types("tournament", room, action="mine"))
        await host.settle()
        await presses(host, carla, "Countersign", room)
        await presses(host, carla, "Other numbers…", room)
        act = await presses(host, carla, "Other numbers…", room)
        await carla.answer(carla.fills(act, **{"N-S – E-W, deal 1": "720-505", "N-S – E-W, deal 2": "335-645"}))
        await host.settle()
        (request,) = (await told_now(host)).requests
        assert request.totals == '{"deals":[[720,505],[335,645]]}'

    run(body)


def test_an_arbiter_corrects_a_score_by_a_form_that_asks_why() -> None:
    async def body(host: Host) -> None:
        anna, _, _, room = await evening(host)
        await anna.answer(anna.types("tournament", room, action="desk"))
        await host.settle()
        await presses(host, anna, "Enter a sheet", room)
        await presses(host, anna, "1. Bruno · Carla", room)
        act = await presses(host, anna, "Enter the score", room)
        await fills(host, anna, act, "1000-500")  # of the first of two deals
        assert "Is 1000-500 the sum of them all?" in last_shown(anna)
        assert len((await told_now(host)).undecided) == 1
        await presses(host, anna, "The sum: 1000-500", room)
        await anna.answer(anna.types("tournament", room, action="rule"))
        await host.settle()
        await presses(host, anna, "Correct a score", room)
        await presses(host, anna, "1. Bruno · Carla", room)
        act = await presses(host, anna, "Other numbers…", room)
        labels = [one["components"][0]["label"] for one in act.modal["components"]]
        assert labels == ["N-S – E-W, deal 1", "N-S – E-W, deal 2", "Why"]
        await anna.answer(anna.fills(act, **{labels[0]: "500-200", labels[1]: "505 300", "Why": "added up wrongly"}))
        await host.settle()
        assert "You wrote: 500-200 505 300 : added up wrongly" in last_shown(anna)
        act = await presses(host, anna, "Other numbers…", room)
        await anna.answer(anna.fills(act, **{labels[0]: "500-200", "Why": "added up wrongly"}))
        await host.settle()
        assert "Is 500-200 the sum of them all?" in last_shown(anna)
        assert (await told_now(host)).current.pairings[0].decision.mp == (1000, 500)
        await presses(host, anna, "Other numbers…", room)
        act = await presses(host, anna, "Other numbers…", room)
        why = "2 deals added up wrongly"
        await anna.answer(anna.fills(act, **{labels[0]: "500-200", labels[1]: "505-300", "Why": why}))
        await host.settle()
        one = await told_now(host)
        assert one.rulings[-1].what == "correction"
        assert '"reason":"2 deals added up wrongly"' in one.rulings[-1].keys
        assert one.current.pairings[0].decision.mp == (1005, 500)

    run(body)


def test_a_deal_that_is_left_empty_keeps_its_place() -> None:
    def line(*written: str) -> str:
        rows = [{"components": [{"custom_id": str(at), "value": one}]} for at, one in enumerate(written)]
        data = {"custom_id": "ask[Deal*3;Why*1]|tournament rule abc correct 1", "components": rows}
        press: Any = SimpleNamespace(data=data)
        return line_of(press)

    assert line("5-10", "", "10-5", "why not") == "/tournament rule abc correct 1 5-10 – 10-5 : why not"
    assert line("5-10", " ", "", "why not") == "/tournament rule abc correct 1 5-10 : why not"
    assert line("5-10", "10-5", "", "") == "/tournament rule abc correct 1 5-10 10-5 :"
    assert line(" ", "", "", "") == ""
