"""The host's public name: what it answers to, which pages may connect, and what links begin with."""

import socket
from pathlib import Path
from urllib.parse import urljoin

import aiohttp
import pytest

from bot.adapters.web import server
from bot.adapters.web.guard import answers_to, is_own_page, near_address
from bot.adapters.web.public_name import public_name
from bot.adapters.web.start_line import is_checkout, is_image, start_line
from tests.adapters.web.hosting import Hosted, connected, run

ADDRESS = "https://burraco.example.org/club"
NAME = public_name(ADDRESS)
NAMES = {"cards.home": "127.0.1.1"}  # as Debian writes a machine's own name down


def test_the_parts_of_a_public_name() -> None:
    assert (NAME.origin, NAME.netloc, NAME.path) == ("https://burraco.example.org", "burraco.example.org", "/club")
    assert NAME.address == "https://burraco.example.org/club/"
    assert public_name("https://[2001:db8::7]:8443").host == "2001:db8::7"
    assert public_name("").address == ""


@pytest.mark.parametrize(
    ("header", "fine"),
    [
        ("burraco.example.org", True),
        ("Burraco.Example.ORG:8765", True),
        ("127.0.0.1:8765", True),
        ("evil.example", False),
        ("burraco.example.org.evil.example", False),
        ("evil.example:burraco.example.org", False),
        ("", False),
    ],
)
def test_behind_a_web_server_it_answers_to_its_public_name_too(header: str, fine: bool) -> None:
    assert answers_to(header, "127.0.0.1", NAME) is fine
    assert answers_to(header, "0.0.0.0", NAME) is fine  # noqa: S104  nothing is bound


@pytest.mark.parametrize(
    ("origin", "header", "fine"),
    [
        ("https://burraco.example.org", "burraco.example.org", True),
        ("https://burraco.example.org", "127.0.0.1:8765", True),  # the web server keeps the name to itself
        ("http://127.0.0.1:8765", "127.0.0.1:8765", True),
        ("http://burraco.example.org", "burraco.example.org", False),  # anybody in between may have written that page
        ("https://burraco.example.org:444", "burraco.example.org", False),
        ("https://burraco.example.org:444", "burraco.example.org:444", False),  # another program, perhaps
        ("https://evil.example", "burraco.example.org", False),
        ("https://evil.example", "evil.example", True),  # that name is refused before
        ("null", "burraco.example.org", False),
        ("", "burraco.example.org", False),
    ],
)
def test_which_page_may_connect_to_a_public_name(origin: str, header: str, fine: bool) -> None:
    assert is_own_page(origin, header, NAME) is fine


def test_the_page_is_found_below_its_path_whether_or_not_the_web_server_passes_it_on(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        named = {"Host": "burraco.example.org"}
        for path in ("", "table.js", "club/", "club/table.js", "club/words.it.json"):
            async with host.session.get(host.url + path, headers=named) as answer:
                assert answer.status == 200, path
        async with host.session.get(f"{host.url}club", headers=named, allow_redirects=False) as answer:
            place = urljoin("/club", answer.headers["Location"])
            assert (answer.status, place) == (308, "/club/")
        for path in ("clubs/", "club/../config.py", "club/club/table.js"):
            async with host.session.get(host.url + path, headers=named) as answer:
                assert answer.status == 404, path
        for path in ("ws", "club/ws"):
            headers = named | {"Origin": "https://burraco.example.org"}
            async with host.session.ws_connect(host.url + path, headers=headers) as socket:
                await socket.send_json({"want": "hello"})
                welcome = await socket.receive_json()
                assert (welcome["public"], welcome["wide"]) == (f"{ADDRESS}/", True)

    run(tmp_path, work, public=ADDRESS)


def test_another_name_and_another_page_are_refused_by_every_way_in(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for path in ("", "club/", "healthz", "club/ws", "faces-x.png"):
            async with host.session.get(host.url + path, headers={"Host": "evil.example"}) as answer:
                assert answer.status == 421
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        forged = {"Host": "evil.example", "X-Forwarded-Host": "burraco.example.org", "Forwarded": "host=127.0.0.1"}
        async with host.session.get(host.url, headers=forged) as answer:
            assert answer.status == 421
        for origin in ("https://evil.example", "http://burraco.example.org", "null"):
            headers = {"Host": "burraco.example.org", "Origin": origin}
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await host.session.ws_connect(f"{host.url}club/ws", headers=headers)
            assert refused.value.status == 403

    run(tmp_path, work, public=ADDRESS)


def test_figures_are_for_this_machine_and_not_for_whom_its_web_server_asks(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.session.get(f"{host.url}metrics") as answer:
            assert answer.status == 200
        for header in ("X-Forwarded-For", "Forwarded"):
            async with host.session.get(f"{host.url}metrics", headers={header: "203.0.113.7"}) as answer:
                assert answer.status == 404

    run(tmp_path, work, public=ADDRESS, figures=("text/plain", lambda: b"figures 1\n"))


def test_nobody_is_known_by_a_cookie(tmp_path: Path) -> None:
    """So there is none that another page could have a browser send along."""

    async def work(host: Hosted) -> None:
        async with host.session.get(host.url) as answer:
            assert "Set-Cookie" not in answer.headers
        async with connected(host.session, host.url):
            assert len(host.session.cookie_jar) == 0

    run(tmp_path, work)


def test_what_lets_the_network_in_is_proposed_as_the_host_was_started(tmp_path: Path, root: Path) -> None:
    assert is_checkout(root)
    assert not is_checkout(tmp_path)
    assert not is_image(root)
    assert start_line(8765, checkout=True, image=False) == "BURRACO_WEB=0.0.0.0:8765 make run"
    assert start_line(8765, checkout=False, image=False) == "BURRACO_WEB=0.0.0.0:8765 burraco run"
    in_image = start_line(8765, checkout=False, image=True)
    assert in_image == 'docker run -p 8765:8765 …\ncompose.yaml:  ports: ["8765:8765"]'


def test_without_a_public_name_nothing_is_said_of_one(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            assert (window.welcome["public"], window.welcome["wide"]) == ("", False)

    run(tmp_path, work)


def test_a_name_that_leads_to_this_machine_alone_is_no_address_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_up = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda name, *how, **more: look_up(NAMES.get(name, name), *how, **more))

    async def work(host: Hosted) -> None:
        async with host.window() as window:
            assert (window.welcome["lan"], window.welcome["wide"]) == ("", False)
        assert host.web.public_address == host.url

    run(tmp_path, work, host="cards.home")


@pytest.mark.skipif(not near_address(), reason="this machine is in no network")
def test_a_host_at_one_address_of_several_is_found_there_and_not_at_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = near_address()
    monkeypatch.setattr(server, "near_address", lambda: "192.0.2.9")

    async def work(host: Hosted) -> None:
        assert host.web.public_address == host.url
        async with host.window() as window:
            assert window.welcome["lan"] == host.url

    run(tmp_path, work, host=address)
