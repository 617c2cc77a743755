"""People play in windows: one click to a hand, whole matches, friends, absence, stale and repeated requests."""

from pathlib import Path

from engine.replay import replay
from tests.adapters.web.hosting import Hosted, Window, run


def test_one_request_leads_to_the_first_hand_and_a_deal_to_its_score_and_a_rematch(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("play", pace=0)
            await window.phase("playing")
            assert len(window.view["hand"]) >= 11
            await window.play_out()
            score = window.view["score"]
            assert score["over"]
            assert score["result"]
            record = (await window.want("record", table=window.table))["page"]
            again = replay(record["text"])
            assert (again.refusal, list(again.match.totals)) == (None, score["totals"])
            await window.do("rematch")
            await window.play_out()
            assert window.view["table"]["phase"] == "over"

    run(tmp_path, work)


def test_computers_play_for_who_watches(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("watch", pace=0)
            await window.phase("over")
            assert window.view["hand"] is None
            assert window.view["me"]["seat"] == ""
            assert not window.controls

    run(tmp_path, work)


async def seated(host: Hosted, anna: Window, bruno: Window) -> None:
    """Anna and Bruno at a table with two computers, the first deal on it."""
    await anna.want("introduce", name="Anna", language="en")
    await anna.want("open", pace=0)
    await anna.phase("lobby")
    await bruno.want("introduce", name="Bruno", language="it")
    assert (await bruno.want("find", label=anna.view["table"]["label"]))["done"]
    await bruno.phase("lobby")
    assert (await bruno.do("join E"))["done"]
    assert (await anna.do("set hands=2"))["done"]
    assert (await anna.do("start"))["ask"].startswith("2 seats at table")
    assert (await anna.do("start", sure=True))["done"]
    await anna.phase("playing")
    await bruno.phase("playing")


async def both_play_out(anna: Window, bruno: Window) -> None:
    while anna.view["table"]["phase"] == "playing":
        mine = await anna.play() is not None
        theirs = await bruno.play() is not None
        if not mine and not theirs:
            await anna.until(lambda: bool(anna.controls or bruno.controls) or anna.view["table"]["phase"] != "playing")


def test_two_people_and_two_computers_play_a_match_in_two_languages(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window(language="it") as bruno:
            await seated(host, anna, bruno)
            await both_play_out(anna, bruno)
            await anna.phase("pause")
            assert len(anna.view["score"]["deals"]) == 1
            assert (await anna.do("ready"))["done"]
            await bruno.phase("pause")
            assert (await bruno.do("ready"))["done"]
            await anna.phase("playing")
            await bruno.phase("playing")
            await both_play_out(anna, bruno)
            await anna.phase("over")
            assert "Anna" in str(anna.view["score"]["sides"])
            assert anna.view["table"]["code_name"] != bruno.view["table"]["code_name"]

    run(tmp_path, work)


def test_a_seat_link_brings_somebody_new_to_the_table(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            await anna.want("open", pace=0)
            await anna.phase("lobby")
            page = (await anna.want("invite", table=anna.table, seat="S"))["page"]
            async with host.window() as bruno, host.window() as carla:
                assert (await bruno.want("accept", invitation=page["invitation"]))["done"]
                assert bruno.table == anna.table
                await anna.until(lambda: anna.view["seats"][2]["person"])
                late = await carla.want("accept", invitation=page["invitation"])
                assert (late["done"], "already used this link" in late["words"]) == (False, True)
                assert carla.table == anna.table
                assert (await carla.do("join E"))["done"]
                for window in (bruno, carla):
                    assert not any(page["invitation"] in text for text in window.received)
                    assert not any(window.token in text for text in anna.received)
            async with host.window(token=page["invitation"]) as thief:
                assert thief.welcome["me"] is None  # it was never anybody's key

    run(tmp_path, work)


def test_who_is_not_seated_is_told_so(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as eve:
            await anna.want("play", pace=0)
            await anna.phase("playing")
            await eve.want("find", label=anna.view["table"]["label"])
            await eve.phase("playing")
            assert eve.view["hand"] is None
            answer = await eve.do("play d")
            assert (answer["done"], answer["words"]) == (False, "You have no seat at this table.")
            assert not (await eve.want("invite", table=eve.table))["done"]
            assert not (await eve.do("deal"))["done"]

    run(tmp_path, work)


async def my_turn(window: Window) -> None:
    await window.until(lambda: bool(window.controls))


def test_a_request_sent_twice_is_done_once_and_an_old_one_is_not_done(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("play", pace=0)
            await my_turn(window)
            stage, cards = window.view["table"]["stage"], len(window.view["hand"])
            assert (await window.do("play d", delivery="once", stage=stage))["done"]
            assert (await window.do("play d", delivery="once", stage=stage))["done"]
            await window.until(lambda: window.view["table"]["stage"] != stage)
            assert len(window.view["hand"]) == cards + 1
            old = await window.do("play d", stage=stage)
            assert (old["done"], old["words"]) == (False, "The table has moved on: here is how it stands now.")

    run(tmp_path, work)


def test_a_refusal_says_why_with_its_article(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window(language="it") as window:
            await window.want("play", pace=0)
            await my_turn(window)
            card = window.view["hand"][0]["card"]
            answer = await window.do(f"play x:{card}")
            assert not answer["done"]
            assert "codice FIBUR" in answer["words"]
            why = (await window.want("why", table=window.table, cards=card))["page"]["lines"]
            assert why[0]["allowed"]
            assert any("codice FIBUR" in line["why"] for line in why)

    run(tmp_path, work)


def test_order_and_ticked_cards_come_back_with_the_person(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("play", pace=0)
            await my_turn(window)
            token = window.token
            cards = [one["card"] for one in window.view["hand"]][::-1]
            await window.want("arrange", table=window.table, order="".join(cards), ticked="".join(cards[:2]))
        async with host.window(token=token) as again:
            await my_turn(again)
            assert [one["card"] for one in again.view["hand"]] == cards
            assert [one["ticked"] for one in again.view["hand"]][:3] == [True, True, False]
            await again.want("sort", table=again.table, by="suit")
            await again.until(lambda: [one["card"] for one in again.view["hand"]] != cards)

    run(tmp_path, work)


def test_who_leaves_is_played_for_and_comes_back_to_their_cards(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("play", pace=5000)  # of the test's slow clock: the computers are out of the way
            await window.phase("playing")
            await window.do("leave")
            await window.until(lambda: window.view["me"]["away"])
            assert not window.controls
            cards = window.view["hand"]
            assert (await window.do("return"))["done"]
            await window.until(lambda: not window.view["me"]["away"])
            assert window.view["hand"] == cards

    run(tmp_path, work)


def code_of(window: Window) -> str:
    return str(window.view["table"]["code"]) if "table" in window.view else ""


def test_every_code_can_be_played_at_once(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            for offer in window.welcome["offers"]["en"]:
                assert (await window.want("play", rules=offer["name"], pace=0))["done"]
                await window.until(lambda code=offer["name"]: code_of(window) == code)  # type: ignore[misc]  # mypy gives such a lambda no type
                await window.phase("playing")
                for _ in range(4):
                    await my_turn(window)
                    await window.play()

    run(tmp_path, work)


def test_a_table_for_two_is_laid_out_in_the_lobby(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("open", pace=0)
            await window.phase("lobby")
            assert (await window.do("set players=2"))["done"]
            assert (await window.do("set hands=1"))["done"]
            assert [seat["seat"] for seat in window.view["seats"]] == ["N", "S"]
            assert not (await window.do("set hands=99"))["done"]
            await window.do("start", sure=True)
            await window.play_out()
            own = window.view["me"]["seat"]
            assert [side["side"] for side in window.view["score"]["sides"]] == [own, *{"N", "S"} - {own}]

    run(tmp_path, work)


def test_who_looks_on_is_told_the_last_turns(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("watch", pace=0)
            await window.phase("over")
            assert 1 <= len(window.view["since"]) <= 4

    run(tmp_path, work)
