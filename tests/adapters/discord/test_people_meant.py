"""Whose card is meant: a person who is chosen in Discord's own list, whatever they are called here."""

from dataclasses import dataclass
from typing import Any

from bot.adapters.discord.commands import all_commands
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch
from tests.adapters.discord.test_presses import last_answer

USER = 6  # a type of option, as Discord numbers them


@dataclass(frozen=True)
class Bot:
    """The bot, as a person may choose it."""

    id: int


def test_a_person_is_chosen_and_no_name_is_typed() -> None:
    (group,) = [one for one in all_commands() if one["name"] == "burraco"]
    (stats,) = [one for one in group["options"] if one["name"] == "stats"]
    player, csv = stats["options"]
    assert (player["type"], player["required"], "max_length" in player) == (USER, False, False)
    assert [one["value"] for one in csv["choices"]] == ["csv"]


def test_the_card_of_who_is_chosen_comes_as_a_file_too() -> None:
    async def body(host: Host) -> None:
        anna, bruno = host.discord.user("Anna"), host.discord.user("Bruno")
        room = host.discord.guild("Circolo", anna, bruno).channel("tavoli")
        match = ScriptedMatch(host, room, [anna, bruno])
        await match.types(bruno, "burraco name", name="Rosso Fuoco")
        await match.types(anna, "burraco stats", room, player=bruno, csv="csv")
        assert [one.name for one in anna.sees(room)[-1].attachments] == ["burraco-card.csv"]

    run(body)


def test_friends_are_chosen_one_by_one_and_a_bot_is_none() -> None:
    (group,) = [one for one in all_commands() if one["name"] == "burraco"]
    (new,) = [one for one in group["options"] if one["name"] == "new"]
    found = {one["name"]: (one["type"], one["required"]) for one in new["options"]}
    assert [found[name] for name in ("with", "with2", "with3")] == [(USER, False)] * 3

    async def body(host: Host) -> None:
        anna, bruno = (host.discord.user(name, "en-US") for name in ("Anna", "Bruno"))
        room = host.discord.guild("Circolo", anna, bruno).channel("tavoli")
        match = ScriptedMatch(host, room, [anna, bruno])
        friends: dict[str, Any] = {"with": Bot(host.discord.bot.id), "with2": bruno}
        await match.types(anna, "burraco new", room, **friends)
        assert "is a bot and was not invited" in last_answer(anna)
        await host.settle_events()
        (call,) = [one for one in room.shown if one.content.pinged]
        assert (call.content.pinged, call.content.everyone) == (frozenset([bruno.id]), False)
        assert "Anna invites you to table" in call.content.text
        await match.types(anna, "burraco name", name="@everyone <@&5>")
        await match.types(anna, "burraco new", room, **{"with": bruno})
        await host.settle_events()
        rung = [(one.content.pinged, one.content.everyone) for one in room.shown if one.content.pinged]
        assert rung == [(frozenset([bruno.id]), False)] * 2

    run(body)
