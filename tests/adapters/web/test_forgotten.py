"""Somebody is forgotten while others look on: every window drops the name at once, also of a table that is closed."""

from pathlib import Path

from tests.adapters.web.hosting import Hosted, Window, run


async def given_up(window: Window) -> None:
    """A deal with computers, which its player gives up and leaves."""
    await window.want("introduce", name="Annamaria")
    await window.want("play", pace=0)
    await window.until(lambda: bool(window.controls))
    await window.do("resign", sure=True)
    await window.phase("over")


def test_other_windows_drop_the_name_of_who_is_forgotten(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            await given_up(anna)
            table = anna.table
            async with host.window(table=table) as bruno, host.window(anna.token) as another:
                await another.until(lambda: bool(another.view))
                await anna.do("leave")
                await bruno.phase("closed")
                assert "Annamaria" in bruno.received[-1]
                question = await anna.want("erase")
                assert (await anna.want("erase", word=question["page"]["word"]))["done"]
                await bruno.until(lambda: "Annamaria" not in str(bruno.view))
                assert bruno.view["table"]["phase"] == "closed"
                await another.until(lambda: another.me is None)
                assert "Annamaria" not in str(another.view)
                assert (await another.want("introduce", name="Zoë"))["done"]
                await another.want("open")
                await another.phase("lobby")
                assert "Zoë" in str(another.view)

    run(tmp_path, work)


def test_the_host_knows_who_could_come_back_by_another_account(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as telephone:
            await anna.want("introduce", name="Anna")
            assert (await anna.want("ways"))["page"] == {"elsewhere": False}
            code = (await anna.want("link"))["page"]["code"]
            assert (await telephone.want("uselink", code=code))["done"]
            for one in (anna, telephone):
                assert (await one.want("ways"))["page"] == {"elsewhere": True}
        async with host.window() as nobody:
            assert (await nobody.want("ways"))["page"] == {"elsewhere": False}

    run(tmp_path, work)
