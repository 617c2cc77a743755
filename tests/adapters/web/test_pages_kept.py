"""Pages of tournaments in windows that stay open: made once for all who read the same, and at an end by themselves."""

from pathlib import Path
from typing import Any, Final

from bot.adapters.web.window_bearer import PLATFORM
from bot.cli.platforms import MAKERS
from bot.host.ports import Account, Person
from bot.host.unheard_letters import give_up_now
from bot.requests.own_link import account_of
from bot.requests.request_context import RequestContext
from bot.requests.tournaments.asks import ClubPage
from bot.requests.tournaments.pages import STAYS
from bot.requests.tournaments.player_page import own_place
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import Announcement
from bot.tournaments.commands import command
from tests.adapters.web.hosting import Hosted, run
from tests.people_rows import put_account

ID: Final = "tour0123456789abcdef"
SECRET: Final = "a-secret-of-the-beamer"  # noqa: S105  of a test
PEOPLE: Final = ("Marta", "Anna", "Bruno")


async def does(host: Hosted, verb: str, person: str = "p0", **keys: Any) -> None:
    club = host.service.tournaments.tournaments
    found = await club.submit(ID, Who(person), f"{verb} {person} {keys}", command(verb, **keys))
    assert not isinstance(found, Declined), found


async def announced(host: Hosted) -> None:
    for place, name in enumerate(PEOPLE):
        await host.store.register("b", Account(PLATFORM, account_of(name)), Person(f"p{place}", name, "en"))
    form = Announcement(name="Thursday", code="febur", kind="pairs", rounds=("mitchell",), deals=(3,))
    club = host.service.tournaments.tournaments
    assert not isinstance(await club.announce(ID, own_place("p0"), Who("p0", admin=True), form), Declined)
    await does(host, "link", secret=SECRET)


async def waiting(host: Hosted) -> set[tuple[str, str]]:
    """Whose letters wait to be sent, and of which kind."""
    return {(row.viewer, row.kind) for row in await host.store.outbox("b", host.door.clock())}


async def page(host: Hosted, person: str) -> dict[str, Any]:
    """What a window of this person is sent."""
    found = await host.store.person("b", person)
    assert found is not None
    context = RequestContext(PLATFORM, account_of(found.name), person=found)
    return await host.service.tournaments.page(context, ClubPage(ID, "en", is_player=True))


def test_windows_of_one_person_share_their_page_until_something_changes_and_nobody_elses(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        await announced(host)
        await does(host, "enter", "p1", players=["p1", "p2"])
        anna, bruno = await page(host, "p1"), await page(host, "p2")
        assert await page(host, "p1") is anna
        assert anna["rulings"] is bruno["rulings"]  # what both are shown is made once
        assert (anna["asked"], len(bruno["asked"])) == ([], 1)
        await does(host, "confirm", "p2", number=1)
        again = await page(host, "p1")
        assert (anna["me"]["state"], again["me"]["state"]) == ("asks", "in")

    run(tmp_path, work)


def test_words_for_who_can_have_no_chat_wait_for_none_and_those_for_others_do(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        await announced(host)
        await does(host, "enter", "p1", players=["p1", "p2"])
        before = await waiting(host)
        assert [viewer for viewer, _ in before] == ["p2"]  # Bruno is asked
        await put_account(host.store, "b", Account("telegram", "7"), "p2")
        await give_up_now(host.store, "b", host.door.clock(), MAKERS)
        assert await waiting(host) == before  # once Telegram is on again
        await put_account(host.store, "b", Account("telegram", "7"), "p0")
        await give_up_now(host.store, "b", host.door.clock(), MAKERS)
        assert await waiting(host) == set()

    run(tmp_path, work)


def test_a_beamer_that_stays_open_shows_nothing_two_weeks_after_the_end(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        await announced(host)
        await does(host, "cancel", reason="rain")
        async with host.window() as room:
            assert (await room.want("board", tournament=ID, secret=SECRET))["done"]
            await room.until(lambda: '"type":"board"' in "".join(room.received))
            clock: Any = host.door.clock
            clock.now += STAYS
            await room.until(lambda: '"type":"nowhere"' in "".join(room.received))

    run(tmp_path, work)
