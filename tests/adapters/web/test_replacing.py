"""The opener gives the seat of somebody who has gone to who has waited longest; from a window, over the wire."""

from pathlib import Path

from tests.adapters.web.hosting import Hosted, run
from tests.adapters.web.test_play import seated


def test_the_opener_gives_the_seat_of_who_has_gone_to_who_waits(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window(language="it") as bruno, host.window() as carla:
            await seated(host, anna, bruno)
            await carla.want("find", label=anna.view["table"]["label"])
            await carla.phase("playing")
            assert (await carla.do("join"))["done"]
            assert (await bruno.do("leave"))["done"]
            seat = bruno.view["me"]["seat"]
            assert not (await bruno.want("replace", table=anna.table, seat=seat, delivery="no"))["done"]
            assert (await anna.want("replace", table=anna.table, seat=seat, delivery="yes"))["done"]
            await carla.until(lambda: bool(carla.view["me"]["seat"] == seat))
            assert len(carla.view["hand"]) == next(s["cards"] for s in carla.view["seats"] if s["seat"] == seat)

    run(tmp_path, work)
