"""Whose card is meant: a person who is chosen in Discord's own list, whatever they are called here."""

from bot.adapters.discord.commands import all_commands
from tests.adapters.discord.hosting import Host, run
from tests.adapters.discord.scripted import ScriptedMatch

USER = 6  # a type of option, as Discord numbers them


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
