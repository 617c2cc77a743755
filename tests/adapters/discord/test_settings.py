"""Settings that are typed: their names and values are offered as the reader calls them, and what is chosen is set."""

from dataclasses import replace

import pytest

from bot.adapters.discord.commands import all_commands
from bot.gateway.inbound.commands import BY_NAME, COMMANDS, Group
from bot.requests.settings import OF_CHANNEL
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch
from tests.adapters.discord.test_presses import last_answer
from tests.loopback.discord.people import Person
from tests.loopback.discord.rooms import Room

NAMED = (
    "new join leave hand table score rules leaderboard stats partners history replay verify settings language theme "
    "link export erase help"
)


async def offered(person: Person, room: Room | None, text: str, command: str = "burraco settings") -> dict[str, str]:
    """What may stand there: what is shown, by what would be sent."""
    found = await person.choices(person.completes(command, "settings", text, room))
    return {one["value"]: one["name"] for one in found}


def test_names_and_then_values_are_offered_in_the_readers_language() -> None:
    async def body(host: Host) -> None:
        anna, carla = host.discord.user("Anna"), host.discord.user("Carla", "it")
        room = host.discord.guild("Circolo", anna, carla).channel("tavoli")
        assert (await offered(anna, room, "pla"))["players"] == "players (Players at a table)"
        assert (await offered(carla, room, "giocat"))["players"] == "players (Giocatori al tavolo)"
        assert (await offered(carla, room, "clock"))["clock=match"] == "clock=match (per tutta la partita)"
        assert set(await offered(anna, room, "threads")) == {"threads=on", "threads=off", "threads="}
        assert set(await offered(anna, room, "zone=rom")) == {"zone=Europe/Rome"}
        assert "ping=45" in await offered(anna, room, "ping=45")
        assert "ping=99999" not in await offered(anna, room, "ping=99999")
        assert "theme=dark" in await offered(anna, None, "theme=")

    run(body)


def test_every_setting_is_offered_to_who_types_its_name() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        for name in OF_CHANNEL:
            assert name in await offered(anna, room, name[:-1])
            assert [one for one in await offered(anna, room, f"{name}=") if one.startswith(f"{name}=")]

    run(body)


def test_what_was_chosen_is_set_also_where_the_client_sends_what_it_showed() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        match = ScriptedMatch(host, room, [anna])
        name = (await offered(anna, room, ""))["players"]
        setting = (await offered(anna, room, f"{name} "))["players=2"]
        more = (await offered(anna, room, f"{setting} threads="))["players=2 threads=on"]
        await match.types(anna, "burraco settings", room, settings=more)
        lines = ["Players at a table: 2", "A thread for each table: yes"]
        assert last_answer(anna).replace("\\", "").split("\n")[1:] == lines
        assert set(await offered(anna, room, "server: threads=")) >= {"server: threads=on"}
        await match.types(anna, "burraco settings", room, settings="players")
        assert "2, 3, 4" in last_answer(anna).replace("\\", "")
        await match.types(anna, "burraco settings", room)
        assert "players=2" in last_answer(anna).replace("\\", "")

    run(body)


def test_a_table_is_offered_what_a_table_can_set() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Circolo", anna).channel("tavoli")
        assert {"rules=febur", "rules=fitab"} <= set(await offered(anna, room, "rules", "burraco new"))
        assert await offered(anna, room, "threads", "burraco new") == {}
        assert "players=2" in await offered(anna, room, "players=", "match set")
        assert "players=" not in await offered(anna, room, "players=", "match set")

    run(body)


# --- the commands -----------------------------------------------------------------------------------------------------


def test_every_command_is_offered_once() -> None:
    found = []
    for one in all_commands():
        inner = [option["name"] for option in one.get("options", []) if option["type"] == 1]
        found += [(one["name"], name) for name in inner] or [("", one["name"])]
    assert sorted(found) == sorted([*[(one.group.value, one.name) for one in COMMANDS], ("", "Burraco card")])
    assert {BY_NAME[name].group for name in NAMED.split()} == {Group.MAIN}
    assert {BY_NAME[name].group for name in ("lay", "add", "discard")} == {Group.ALONE}


def test_a_command_of_the_third_group_is_offered_and_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = [replace(one, group=Group.CLUB) if one.name == "tables" else one for one in COMMANDS]
    monkeypatch.setattr("bot.adapters.discord.commands.COMMANDS", moved)

    async def body(host: Host) -> None:
        anna, carla = host.discord.user("Anna"), host.discord.user("Carla", "it")
        room = host.discord.guild("Circolo", anna, carla).channel("tavoli")
        match = ScriptedMatch(host, room, [anna])
        assert "club tables" in anna.commands(room)
        assert "club tavoli" in carla.commands(room)
        await match.types(anna, "club tables", room)
        assert last_answer(anna).startswith("There are no tables here")

    run(body)
