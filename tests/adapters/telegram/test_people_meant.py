"""Whose card is meant where nobody is named: theirs who wrote the message that is answered."""

from tests.adapters.telegram.hosting import Host, run


def test_who_is_answered_is_meant_whatever_they_are_called() -> None:
    async def body(host: Host) -> None:
        anna, bruno = (host.telegram.user(name) for name in ("Anna", "Bruno"))
        group = host.telegram.group("Sala", anna, bruno)
        for one in (anna, bruno):
            one.start()
            await host.settle()
        bruno.writes("/name Rosso")
        await host.settle()
        line = bruno.writes("chi gioca?", group)
        anna.writes("/stats", group, reply_to=line)
        await host.settle()
        assert group.messages[-1].content.text.startswith("Rosso")

    run(body)
