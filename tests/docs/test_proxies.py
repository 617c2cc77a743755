"""The web servers of docs/hosting.md, run as they stand there: who asks cannot be made up, and windows go through."""

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import pytest
from aiohttp import web

from bot.adapters.web.limits import address_of
from tests.adapters.web.hosting import connected, hosted
from tests.docs.test_hosting import blocks, section
from tests.loopback.serving import listening, own_port

PATIENCE: Final = 60.0  # seconds
FORGED: Final = {"X-Forwarded-For": "203.0.113.7"}
OTHERS_OF_NGINX: Final = """
pid {folder}/nginx.pid;
error_log stderr;
daemon off;
events {{}}
http {{
    access_log {folder}/access.log;
    {paths}
{server}
}}
"""
PATHS: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
PLACES: Final = ("", "telegram/file/word", "discord/file/word", "bots/circolo/discord/file/word", "telegram/b2f1", "ws")


@pytest.fixture(scope="module")
def chapter(root: Path) -> str:
    return section((root / "docs" / "hosting.md").read_text("utf-8"), "Behind a web server")


def program(name: str) -> str:
    """CI must have it, other machines may not."""
    found = shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail(f"CI must have Debian's {name}", pytrace=False)
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


def nginx(chapter: str, folder: Path, port: int, behind: str) -> Sequence[str]:
    """Without the certificate, and at a port of its own."""
    (server,) = blocks(chapter, "nginx")
    server = re.sub(r"^ *ssl_.*\n", "", server, flags=re.MULTILINE)
    server = server.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace(
        "127.0.0.1:8765", urlsplit(behind).netloc
    )
    paths = "\n    ".join([f"{name}_temp_path {folder}/{name};" for name in PATHS])
    (folder / "nginx.conf").write_text(OTHERS_OF_NGINX.format(folder=folder, paths=paths, server=server), "utf-8")
    return program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"


def caddy(chapter: str, folder: Path, port: int, behind: str) -> Sequence[str]:
    """The same."""
    (site,) = blocks(chapter, "caddy")
    site = site.replace("burraco.example.org", f"http://127.0.0.1:{port}").replace(
        "127.0.0.1:8765", urlsplit(behind).netloc
    )
    (folder / "Caddyfile").write_text(f"{{\n    admin off\n}}\n{site}", "utf-8")
    return program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")


KINDS: Final = {"nginx": nginx, "caddy": caddy}


@asynccontextmanager
async def in_front(kind: str, chapter: str, folder: Path, behind: str, port: int) -> AsyncIterator[str]:
    """The web server before a port of this machine; its address."""
    command = KINDS[kind](chapter, folder, port, behind)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    process = await asyncio.create_subprocess_exec(*command, env=environment)
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                assert process.returncode is None, f"{kind} has ended"
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.05)
                    continue
                writer.close()
                break
        yield f"http://127.0.0.1:{port}/"
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_comes_as_somebody_else_through_any_place(kind: str, chapter: str, tmp_path: Path) -> None:
    found: dict[str, tuple[str, str]] = {}

    async def respond(request: web.Request) -> web.Response:
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", []))
        found[request.path] = (address_of("127.0.0.1", forwarded), request.host.partition(":")[0])
        return web.Response()

    async def main() -> None:
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", respond)
        async with (
            listening(application, 0) as behind,
            in_front(kind, chapter, tmp_path, behind, own_port()) as url,
            aiohttp.ClientSession() as session,
        ):
            for place in PLACES:
                async with session.get(f"{url}{place}", headers=FORGED) as answer:
                    assert answer.status == 200, place

    asyncio.run(main())
    assert found == {f"/{place}": ("", "127.0.0.1") for place in PLACES}
    if kind == "nginx":
        assert "file" not in (tmp_path / "access.log").read_text("utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_a_window_goes_through_and_the_figures_do_not(kind: str, chapter: str, tmp_path: Path) -> None:
    async def main() -> None:
        port = own_port()
        public = f"http://127.0.0.1:{port}"
        figures = ("text/plain", lambda: b"burraco_tables_live 1\n")
        async with (
            hosted(tmp_path, public=public, figures=figures) as host,
            in_front(kind, chapter, tmp_path, host.url, port) as url,
            connected(host.session, url) as anna,
        ):
            assert (await anna.want("play", rules="fibur", pace=0, delivery="play"))["done"]
            await anna.phase("playing")
            async with host.session.get(f"{url}metrics") as answer:
                assert answer.status == 404
            async with host.session.get(f"{host.url}metrics") as answer:
                assert answer.status == 200

    asyncio.run(main())
