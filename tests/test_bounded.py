"""What is kept for a while only: dictionaries that forget their oldest, locks that go when nobody waits."""

import asyncio
import gc

from bot.bounded import Bounded
from bot.keyed_lock import KeyedLock


def test_the_oldest_is_forgotten_and_what_is_put_in_again_is_new() -> None:
    latest: Bounded[str, int] = Bounded(2)
    latest["a"], latest["b"], latest["a"] = 1, 2, 3
    latest["c"] = 4
    assert dict(latest) == {"a": 3, "c": 4}
    assert latest.setdefault("d", 5) == 5
    assert list(latest) == ["c", "d"]


def test_one_after_another_for_a_key_and_no_lock_is_left() -> None:
    async def body() -> None:
        one_by_one: KeyedLock[str] = KeyedLock()
        names: list[str] = []
        go_on = asyncio.Event()

        async def one(key: str, name: str) -> None:
            async with one_by_one[key]:
                if name == "first":
                    await go_on.wait()
                names.append(name)

        first = asyncio.create_task(one("anna", "first"))
        await asyncio.sleep(0)
        second = asyncio.create_task(one("anna", "second"))
        await one("bruno", "other")
        assert names == ["other"]
        assert len(one_by_one) == 1
        go_on.set()
        await asyncio.gather(first, second)
        assert names == ["other", "first", "second"]
        del first, second
        gc.collect()
        assert len(one_by_one) == 0

    asyncio.run(body())
