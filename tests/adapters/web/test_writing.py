"""While the host cannot write, who sits before the page is told so; and when it can again."""

from pathlib import Path

from tests.adapters.web.hosting import Hosted, run


def test_windows_are_told_that_the_host_cannot_write(tmp_path: Path) -> None:
    healthy = [True]

    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            assert anna.welcome["writes"]
            healthy[0] = False
            await anna.until(lambda: anna.writes == [False])
            async with host.window() as late:
                assert not late.welcome["writes"]
            healthy[0] = True
            await anna.until(lambda: anna.writes == [False, True])

    run(tmp_path, work, healthy=lambda: healthy[0])
