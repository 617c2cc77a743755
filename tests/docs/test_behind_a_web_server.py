"""What the pages say of web servers in front lets posts through and the table in an app, and names the real limits."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.adapters.web import bodies, connections, limits, server
from bot.requests import guess_limit, openings
from tests.docs.test_hosting import section

PLATFORMS = ("telegram", "discord")


@pytest.fixture(scope="module")
def hosting(root: Path) -> str:
    return (root / "docs" / "hosting.md").read_text("utf-8")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_place_for_posts_is_their_path_and_not_that_of_the_table_in_the_app(platform: str, root: Path) -> None:
    page = (root / "docs" / f"{platform}.md").read_text("utf-8")
    (address,) = re.findall(r"^BURRACO_(?:TELEGRAM_WEBHOOK|DISCORD_INTERACTIONS)=(\S+)$", page, re.MULTILINE)
    places = re.findall(r"^ *location (\S+) \{", page, re.MULTILINE)
    assert set(places) == {urlsplit(address).path}
    assert not any(f"/{platform}/{name}".startswith(place) for place in places for name in ("ws", "enter", "app.json"))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_hosts_that_share_posts_are_those_of_the_page_about_two_machines(
    platform: str, root: Path, hosting: str
) -> None:
    page = (root / "docs" / f"{platform}.md").read_text("utf-8")
    (hosts,) = re.findall(r"proxy_pass http://(\w+);\n *proxy_next_upstream error timeout http_503", page)
    servers = {
        name: re.findall(r"server (\S+) max_fails=(\d)", block)
        for name, block in re.findall(r"^upstream (\w+) \{\n(.*?)^\}", hosting, re.MULTILINE | re.DOTALL)
    }
    assert hosts in servers
    assert len({tuple(name for name, _ in found) for found in servers.values()}) == 1
    assert {fails for _, fails in servers[hosts]} == {"0"}  # who answers a post with 503 is well


def test_the_limits_are_those_of_the_program(hosting: str) -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in section(hosting, "Behind a web server").splitlines()
        if re.match(r"\| (?!what|-)", line)
    ]
    found = {what: tuple(_numbers(cell) for cell in cells) for what, *cells in rows}
    by_name = {
        "tables opened in an hour, a planned match as well": limits.TABLES,
        "short names, invitations and codes tried that lead nowhere, in ten minutes": limits.GUESSES,
        "pages of tournaments asked for that lead nowhere, in ten minutes": limits.PAGES,
        "names, settings, seats and plans changed, in ten minutes": limits.CHANGES,
        "requests in a minute, whatever they are: plays, ticks, an arbiter's": limits.REQUESTS,
        "looks at records, and moments of them played on, in ten minutes": limits.REPLAYS,
    }
    for what, limit in by_name.items():
        assert found.pop(what) == ([limit.person], [limit.address])
        assert limit.seconds == (3600 if "hour" in what else 60 if "a minute" in what else 600)
    assert limits.FILES.seconds == 600
    assert guess_limit.WITHIN == 600_000
    assert found == {
        "files saved inside an app, in ten minutes": ([limits.FILES.person], []),
        "wrong link words in ten minutes": ([guess_limit.EACH, guess_limit.ALL], []),
        "tables at which somebody sits who opens one more": ([openings.MOST_TABLES], []),
        "windows": ([], [server.OF_ONE]),
        "new people in an hour": ([], [limits.PEOPLE.address]),
    }
    assert f"{server.UNKNOWN} stay open" in hosting
    assert f"takes {server.MOST:,} windows" in hosting
    assert re.search(rf"and {connections.MOST}\s+connections\s+besides", hosting)
    assert bodies.AT_ONCE == 8
    assert re.search(r"eight\s+bodies\s+are\s+read\s+at\s+a\s+time", hosting)


def _numbers(cell: str) -> list[int]:
    return [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", cell)]
