"""What is kept for a while only: dictionaries that forget their oldest, locks that go when nobody waits."""

import asyncio
import gc

from bot.bounded import Bounded
from bot.keyed_lock import KeyedLock


def test_the_oldest_is_forgotten_and_what_is_put_in_again_is_new() -> None:
    kept: Bounded[str, int] = Bounded(2)
    kept["a"], kept["b"], kept["a"] = 1, 2, 3
    kept["c"] = 4
    assert dict(kept) == {"a": 3, "c": 4}
    assert kept.setdefault("d", 5) == 5
    assert list(kept) == ["c", "d"]


def test_one_after_another_for_a_key_and_no_lock_is_left() -> None:
    async def body() -> None:
        in_order: KeyedLock[str] = KeyedLock()
        done: list[str] = []
        go_on = asyncio.Event()

        async def one(key: str, name: str) -> None:
            async with in_order[key]:
                if name == "first":
                    await go_on.wait()
                done.append(name)

        first = asyncio.create_task(one("anna", "first"))
        await asyncio.sleep(0)
        second = asyncio.create_task(one("anna", "second"))
        await one("bruno", "other")
        assert done == ["other"]
        assert len(in_order) == 1
        go_on.set()
        await asyncio.gather(first, second)
        assert done == ["other", "first", "second"]
        del first, second
        gc.collect()
        assert len(in_order) == 0

    asyncio.run(body())
