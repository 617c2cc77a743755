"""Work that goes on where nobody waits for it any more, and whose error then stands in no log."""

import asyncio
import gc

import pytest

from bot.shield import shield


def test_what_it_gives_or_raises_is_what_the_work_does() -> None:
    async def main() -> None:
        async def work(error: Exception | None) -> int:
            await asyncio.sleep(0)
            if error is not None:
                raise error
            return 3

        assert await shield(asyncio.ensure_future(work(None))) == 3
        with pytest.raises(ValueError, match="no"):
            await shield(asyncio.ensure_future(work(ValueError("no"))))

    asyncio.run(main())


@pytest.mark.parametrize("fails", [True, False])
def test_it_goes_on_where_nobody_waits_and_its_error_stands_in_no_log(
    fails: bool, caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[str] = []

    async def main() -> None:
        goes_on = asyncio.Event()

        async def work() -> None:
            await goes_on.wait()
            ended.append("work")
            if fails:
                raise ValueError("K♠")

        task = asyncio.ensure_future(work())
        waits = asyncio.ensure_future(shield(task))
        await asyncio.sleep(0)
        waits.cancel()
        await asyncio.wait([waits])
        assert waits.cancelled()
        assert not task.done()
        goes_on.set()
        await asyncio.wait([task])

    asyncio.run(main())
    gc.collect()
    assert ended == ["work"]
    assert caplog.text == ""


def test_who_waits_for_work_that_is_cancelled_is_cancelled_too() -> None:
    async def main() -> None:
        task = asyncio.ensure_future(asyncio.Event().wait())
        waits = asyncio.ensure_future(shield(task))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([waits])
        assert waits.cancelled()

    asyncio.run(main())
