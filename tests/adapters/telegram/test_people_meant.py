"""Whose card is meant: who is chosen by their name in the client, or who wrote the message that is answered."""

from tests.adapters.telegram.hosting import Host, run


def test_who_is_chosen_or_answered_is_meant_whatever_they_are_called() -> None:
    async def body(host: Host) -> None:
        anna, bruno, other = (host.telegram.user(name) for name in ("Anna", "Bruno", "Bruno"))
        group = host.telegram.group("Sala", anna, bruno, other)
        for one in (anna, bruno):
            one.start()
            await host.settle()
        bruno.writes("/name Rosso")
        await host.settle()

        async def last() -> str:
            await host.settle()
            return group.messages[-1].content.text

        anna.points_at(bruno, "/stats", group)
        assert (await last()).startswith("Rosso")
        anna.points_at(other, "/stats", group)
        assert "Rosso" not in await last()
        assert "Bruno" in anna.screen()[-1].content.text  # the name that Telegram has, said to who asked
        line = bruno.writes("chi gioca?", group)
        anna.writes("/stats", group, reply_to=line)
        assert (await last()).startswith("Rosso")
        anna.writes("/stats", group)
        assert (await last()).startswith("Anna")
        anna.points_at(bruno, "/stats")
        await host.settle()
        assert anna.screen()[-1].content.text.startswith("Rosso")

    run(body)
