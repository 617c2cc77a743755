"""Long names on buttons: Discord refuses a whole message for one label that is too long, and no button was left."""

from typing import Any

import pytest

from bot.messages.buttons import Ask, Press, Verb
from bot.messages.fitting import LABEL, short_label, signs
from bot.messages.message import Button, Menu, Option, Row
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.test_components import rows
from tests.loopback.discord.people import Person

FAMILY = "\U0001f469\U0001f3fd\u200d\U0001f469\U0001f3fd\u200d\U0001f467\U0001f3fd\u200d\U0001f466\U0001f3fd"
LONG = FAMILY * 24  # as many graphemes as a name may have
TEAM = "Admit Massimiliano Bonaventura (3) – Mariacristina Ballerini (3) – Giovanbattista Pellegrin (3) – Zoe"


def labels(person: Person) -> list[str]:
    """Of the newest message with buttons that only they see."""
    sights = [one for one in person.sees(None, "posted", "edited") if one.only_mine]
    return [button["label"] for row in sights[-1].components for button in row["components"] if button["type"] == 2]


async def says(host: Host, person: Person, command: str, room: Any, **options: Any) -> None:
    await person.answer(person.types(command, room, **options))
    await host.settle()


async def announced(host: Host, words: str) -> tuple[Any, ...]:
    people = [host.discord.user(name) for name in ("Anna", "Bruno", "Carla", "Dario")]
    room = host.discord.guild("Circolo", *people).channel("tavoli")
    await says(host, people[0], "tournament", room, action="new", words=words)
    await says(host, people[3], "burraco name", room, name=LONG)
    return *people, room


def test_a_partner_of_a_long_name_can_be_chosen() -> None:
    async def body(host: Host) -> None:
        _, bruno, _, dario, room = await announced(host, "Thursday rounds=mitchell,danese")
        await says(host, dario, "tournament", room, action="seek")
        await says(host, bruno, "tournament", room, action="in")
        label = labels(bruno)[0]
        assert label.startswith(FAMILY * 2)
        await bruno.answer(bruno.presses(label, room))
        await host.settle()
        await dario.answer(dario.presses("Yes, I play"))
        await host.settle()
        ((_, one),) = await host.service.tournaments.tournaments.live()
        assert len(one.placed) == 1

    run(body)


def test_the_desk_keeps_its_buttons_when_somebody_of_a_long_name_comes_late() -> None:
    async def body(host: Host) -> None:
        anna, bruno, carla, dario, room = await announced(host, "Thursday kind=singles rounds=danese")
        for person in (bruno, carla):
            await says(host, person, "tournament", room, action="in")
        await says(host, anna, "tournament", room, action="start")
        await says(host, dario, "tournament", room, action="in")
        await says(host, anna, "tournament", room, action="desk")
        assert [one for one in labels(anna) if one.startswith(f"Admit {FAMILY}")]
        assert "Rule step by step" in labels(anna)

    run(body)


@pytest.mark.parametrize(("text", "label"), [
    (TEAM, "Admit Massimiliano Bonaventura (3) – Mariacristina Ballerini (3) – …"),
    (LONG, f"{FAMILY * 4}…"),
    (f"Admit {LONG}", f"Admit {FAMILY * 3}…"),
    ("Massimiliano" * 10, ("Massimiliano" * 10)[:78] + "…"),
    (f"\u2068{'ש' * 90}\u2069", f"\u2068{'ש' * 77}\u2069…"),
    ("Carla", "Carla"),
], ids=["teams", "families", "admitted", "word", "from the right", "short"])  # fmt: skip
def test_a_label_is_cut_at_a_space_or_between_two_signs(text: str, label: str) -> None:
    assert signs(label) <= LABEL
    assert short_label(text) == label


def test_whatever_a_message_carries_its_labels_are_such_as_discord_takes() -> None:
    press = Press("K", 7, Ask(Verb.SCORE))
    ((one, other),) = rows(Row((Button(LONG, press), Button(" ", Press("K", 7, Ask(Verb.HAND))))))
    assert (one["label"], other["label"]) == (f"{FAMILY * 4}…", "…")
    (((menu,)),) = rows(Menu(f"{TEAM} {TEAM}", (Option(LONG, press), Option("", Press("K", 7, Ask(Verb.HAND))))))
    assert len(menu["placeholder"]) <= 150
    assert menu["placeholder"].startswith(TEAM)
    assert [option["label"] for option in menu["options"]] == [f"{FAMILY * 5}…", "…"]
